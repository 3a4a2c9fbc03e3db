"""Listings of texts that no game shows in full: help of every command, every key, the vocabulary, printed forms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby

import click
import msgspec

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DECISIONS, PURPOSES
from picket_duty.commands.main import main
from picket_duty.figures import svg
from picket_duty.figures.marks import Words
from picket_duty.game import Game
from picket_duty.pages.printed_forms import Subject, printed_forms
from picket_duty.tui.keymap import key_groups


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
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _help(below, click.Context(below, context, info_name=name))


def key_lines() -> list[str]:
    """Every key by its place: id, keys, label, what it does."""
    lines = []
    for place, bindings in key_groups().items():
        lines.append(f"== {place}")
        lines += [f"{key.id}: {key.key}: {key.description}: {key.tooltip}" for key in bindings]
    return lines


def vocabulary_lines() -> list[str]:
    """Every purpose of a roll and every decision, with all their fields."""
    return [msgspec.json.encode(entry).decode() for entry in (*PURPOSES.values(), *DECISIONS.values())]


def form_lines(game: Game) -> list[str]:
    """The printed forms of a finished game, then the blank ones of every class: the texts of each row of a form.

    A checksum of the whole drawing stands for places, lines and boxes. Rows that an earlier form has are left out.
    """
    tables = load_tables()
    filled = Subject(tables, tables.ships[game.state.ship.ship_class], game.state)
    blank = [Subject(tables, ship) for ship in tables.ships.values()]
    listed: set[str] = set()
    return [line for subject in (filled, *blank) for line in _forms(subject, listed)]


def _forms(subject: Subject, listed: set[str]) -> Iterator[str]:
    for form in printed_forms(subject):
        drawing = hashlib.sha256(svg.file(form).encode()).hexdigest()[:16]
        yield f"== {subject.data.class_name}: {form.title}: drawing {drawing}"
        words = (mark for mark in form.marks if isinstance(mark, Words))
        for _, row in groupby(sorted(words, key=lambda mark: (mark.y, mark.x)), lambda mark: mark.y):
            text = " | ".join(mark.text for mark in row)
            if text not in listed:
                yield text
            listed.add(text)
