"""Listings of texts that no game shows in full: help, keys, vocabulary, forms, pictures, records, a
whole report.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby, product
from pkgutil import walk_packages

import click
import msgspec

import picket_duty
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DECISIONS, PURPOSES
from picket_duty.commands.main import main
from picket_duty.figures import curves, plots, ship_plan, svg
from picket_duty.figures.marks import Words
from picket_duty.game import Game
from picket_duty.pages import blocks
from picket_duty.pages.form_parts import Subject
from picket_duty.pages.formats import grid_lines, to_bbcode, to_markdown, to_text
from picket_duty.pages.html_format import to_html
from picket_duty.pages.printed_forms import printed_forms
from picket_duty.state import PORT, SECTIONS, STARBOARD
from picket_duty.text.styled_text import line
from picket_duty.tui.keymap import key_groups
from tests.games import of_kind
from tests.golden.fixed import checksum, each_kind_once

#: Packages whose records are neither kept nor sent: only the program itself sees them.
INTERNAL = ("extensions", "facts", "figures", "manual", "pages", "plain", "text", "tui")
SENTENCE = (
    "Steaming on picket station 1, the ship met a raid from the north and fired with all mounts "
    "that bear. "
)


def help_lines() -> list[str]:
    """The texts of every command's help, whatever layout the installed click gives them."""
    return list(_help(main, click.Context(main, info_name="picket-duty")))


def _help(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"== {context.command_path}: {command.get_short_help_str(limit=45)}"
    yield from (command.help or "").splitlines()
    for parameter in command.params:
        names = " ".join((*parameter.opts, *parameter.secondary_opts))
        yield f"{names} {parameter.metavar or ''}: {getattr(parameter, 'help', None) or ''}"
    yield command.epilog or ""
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        yield from _help(below, click.Context(below, context, info_name=name))


def key_lines() -> Iterator[str]:
    """Every key by its place: id, keys, label, what it does."""
    for place, bindings in key_groups().items():
        yield f"== {place}"
        yield from (f"{key.id}: {key.key}: {key.description}: {key.tooltip}" for key in bindings)


def vocabulary_lines() -> list[str]:
    """Every purpose of a roll and every decision, with all their fields."""
    return [
        msgspec.json.encode(entry).decode() for entry in (*PURPOSES.values(), *DECISIONS.values())
    ]


def form_lines(game: Game) -> Iterator[str]:
    """The printed forms of a finished game, then the blank ones of every class: the texts of each
    row of a form.

    A checksum of the whole drawing stands for places, lines and boxes. Rows that an earlier form
    has are left out.
    """
    tables = load_tables()
    filled = Subject(tables, tables.ships[game.state.ship.ship_class], game.state)
    listed: set[str] = set()
    for subject in (filled, *(Subject(tables, ship) for ship in tables.ships.values())):
        for form in printed_forms(subject):
            yield f"== {subject.data.class_name}: {form.title}: drawing {checksum(svg.file(form))}"
            words = of_kind(form.marks, Words)
            for _, row in groupby(
                sorted(words, key=lambda mark: (mark.y, mark.x)), lambda mark: mark.y
            ):
                text = " | ".join(mark.text for mark in row)
                if text not in listed:
                    yield text
                listed.add(text)


def picture_lines() -> Iterator[str]:
    """The ships with hits and the graphs: size, text form, marks and a checksum of the SVG file of
    each.

    There is a hit on each side of each section, twice at the same place, and two at items of the
    ship.
    """
    places = list(product(SECTIONS, (STARBOARD, "", PORT)))
    hits = [
        ship_plan.Hit(
            "1",
            "midship",
            PORT,
            "FWD Fire Room Hit",
            ("fire-room-fwd",),
            "1: Zeke, FWD Fire Room Hit",
        ),
        ship_plan.Hit("2", "forward", "", "5-inch Mount 1 Hit", ("deck fire", "5in-1")),
        *(
            ship_plan.Hit(str(number), *place, "Laundry Hit")
            for number, place in enumerate(places * 2, 3)
        ),
    ]
    legs = [
        curves.Leg(0, 0.5, 10, 1.0, False),
        curves.Leg(10, 1.0, 10, 0.25, True),
        curves.Leg(10, 0.25, 30, 0.0, False),
    ]
    marks = [curves.NumberedPoint(10, 0.25, "late"), curves.NumberedPoint(30, 0.0, "sunk")]
    tables = load_tables()
    for figure in (
        *(
            ship_plan.damaged_ship(ship_class, "USS Evans", tables, ship_class, hits)
            for ship_class in tables.ships
        ),
        plots.bars("bars", [("Zeke", 13), ("Val", 4), ("Betty with Ohka", 0)]),
        plots.columns("columns", [(f"{day} Apr", day * 5 % 7) for day in range(1, 13)]),
        plots.columns("columns to a scale of 12", [("1 Apr", 2), ("2 Apr", 7)], 12),
        curves.curve("curve", legs, marks),
    ):
        yield (
            f"== {figure.title}: {figure.width:g} by {figure.height:g}, drawing "
            f"{checksum(svg.file(figure))}"
        )
        yield from (*figure.lines, *map(str, figure.marks))


def schema_lines() -> Iterator[str]:
    """The records that leave the program, by module: how they are encoded, then the fields with
    their defaults.

    Saves, codes, JSON output, tables and the messages between processes are made of them: a field
    renamed, a default that is now written, or a record that can suddenly be changed breaks what
    others have kept.
    """
    settings = (
        "frozen",
        "omit_defaults",
        "forbid_unknown_fields",
        "array_like",
        "eq",
        "order",
        "kw_only",
    )
    for module in sorted(
        module.name for module in walk_packages(picket_duty.__path__, "picket_duty.")
    ):
        if module.endswith("__main__") or module.split(".")[1] in INTERNAL:
            continue
        try:
            values = vars(import_module(module)).values()
        except ImportError:
            continue
        kinds = [value for value in of_kind(values, type) if value.__module__ == module]
        for record in (kind for kind in kinds if issubclass(kind, msgspec.Struct)):
            config = record.__struct_config__
            words = [name for name in settings if getattr(config, name, False)]
            words += [f"tag {config.tag}"] if config.tag is not None else []
            fields = ", ".join(map(_field, msgspec.structs.fields(record)))
            yield f"{module}.{record.__qualname__} ({', '.join(words) or 'plain'}): {fields}"


def _field(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return field.encode_name
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory
    words = (
        value.__name__
        if isinstance(value, type)
        else repr(value)
        if not callable(value)
        else "made"
    )
    return f"{field.encode_name} = {words}"


def document_lines() -> Iterator[str]:
    """A report with every kind of block in each format, and a table in several widths, with each
    kind of line once.
    """
    yield from each_kind_once(_document())


def _document() -> Iterator[str]:
    document = blocks.Document("A report <of> *every* kind & more", tuple(_blocks()))
    for name, write in (
        ("text", to_text),
        ("markdown", to_markdown),
        ("bbcode", to_bbcode),
        ("html", to_html),
    ):
        lines = write(document).splitlines()
        yield f"== {name}"
        yield from (
            line if len(line) <= 200 else f"{line[:200]}... {checksum(line)}" for line in lines
        )
    for width in (24, 40, 79, 200):
        yield f"== a table, {width} wide"
        yield from grid_lines(_grid(3), width)


def _long_headings() -> Iterator[blocks.Block]:
    for level in (3, 4, 5, 6):
        words = f"A heading of level {level}, long enough to need a second line "
        yield blocks.Heading(words + "in a large size " * level, level)
        yield blocks.Paragraph(SENTENCE * level)


def _blocks() -> Iterator[blocks.Block]:
    paragraph = blocks.Paragraph
    heading = blocks.Heading
    items = blocks.Items
    fields = blocks.Fields
    yield paragraph("Before the first heading.")
    yield heading("The games", 2)
    yield from _long_headings()
    yield heading("A heading of level 1", 1)
    yield items(
        (
            SENTENCE * 2,
            "a short item",
            "*not bold* _not italic_ [not a link](x) <not a tag> & so on",
        )
    )
    yield _grid(4)
    yield plots.bars("Splashed by type", [("Zeke", 13), ("Val", 4)])
    yield heading("The ship's log", 2)
    for date, sentences in (("1 April", 1), ("2 April", 9)):
        yield heading(f"Friday, {date}", 3, "USS Evans", date)
        yield paragraph(SENTENCE * sentences, "log", "00 to 04")
        yield paragraph(f"{SENTENCE}0733 All hands to quarters.", lead=f"Friday, {date}")
        yield paragraph("R. J. Archer, Commander", "sign")
    yield heading("Side by side", 3, aside="6 April")
    styled = line(("2 < 3", "bad"), " of 6")
    tracks = fields((("Hull", styled), ("Fuel", "")))
    yield blocks.Columns(((tracks, blocks.Space()), (paragraph(styled), items((styled,)))), 30)
    yield fields((("Ship", styled), ("", "no label")), "Under a title")
    yield blocks.BarChart("Splashed by type", (("Zeke", 13), ("Val", 4)))
    yield blocks.DayChart("Hull", (("Apr 1", 6), ("Apr 2", 2)), 6)
    yield heading("Tables", 2)
    yield _grid(12)
    yield plots.columns("By day", [(f"{day} Apr", day * 5 % 7) for day in range(1, 13)])
    yield items(tuple(f"item {number}: {SENTENCE}" for number in range(3)))
    yield blocks.Trace(
        "Every roll",
        tuple(f"roll {number} {'of the guns ' * (number % 15)}" for number in range(17)),
    )
    yield paragraph("The end. Naïve — “quoted” ☃.")


def _grid(rows: int) -> blocks.Grid:
    cells = [
        (
            line((f"{row}", "dim")),
            "USS Kimberly" * (row % 3),
            f"{row * 7 % 5} | {SENTENCE[: row * 9 % 70]}",
        )
        for row in range(rows)
    ]
    return blocks.Grid(("No.", "Ship", "What happened"), tuple(cells), right=(0,))
