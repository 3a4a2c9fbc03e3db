"""The service record: every finished game with totals, the register of ships, and the dice of all
games, replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from picket_duty.analysis.statistics import chi_square_tail
from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.book.vocabulary import GUNNERY
from picket_duty.charts.words import day_words
from picket_duty.facts import Fate
from picket_duty.game import Game
from picket_duty.pages.blocks import (
    BarChart,
    Block,
    Columns,
    DayChart,
    Grid,
    Heading,
    Page,
    Paragraph,
    Space,
    Text,
)
from picket_duty.pages.dice_luck import LedgerLine, counted_words, ledger
from picket_duty.requests import Roll
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.saves import SaveError, list_saves, load_whole, service_record
from picket_duty.setup import is_players
from picket_duty.state import CAMPAIGN, DRAW, JAPANESE_WIN, RECORD, SCENARIO, US_WIN
from picket_duty.text.dates import spell_words
from picket_duty.text.english import count, listed, percent
from picket_duty.text.names import RESULTS, result_words
from picket_duty.text.status import fate_heading, record_words
from picket_duty.text.styled_text import line

#: Sign, word and style of each outcome.
OUTCOMES = {
    US_WIN: ("W", RESULTS[US_WIN], "good"),
    DRAW: ("=", RESULTS[DRAW], "warn"),
    JAPANESE_WIN: ("L", RESULTS[JAPANESE_WIN], "bad"),
    RECORD: ("p", "patrol", "title"),
}
#: Sign and style of a campaign of stages, which is neither won nor lost.
STAGES = ("s", "title")
#: The number of recent games plotted one by one.
LAST = 40
#: Sign and style of a ship's fate.
FATE_SIGNS = {SUNK: ("X", "bad"), REAR: ("<", "warn"), "": ("*", "good")}


def service_page(entries: Sequence[service_record.FinishedGame], tables: Tables) -> Page:
    """The record: totals, plots and every game, the latest first."""
    if not entries:
        text = (
            "No finished games yet. Each game you play to its end is listed here. During a "
            "campaign, press r to see its records."
        )
        return [Heading("Service record", 3), Space(), Paragraph(text)]
    sums = service_record.totals(entries)
    rate = f" ({round(100 * sums.destroyed / sums.planes)}%)" if sums.planes else ""
    planes = record_words(sums.planes, sums.destroyed, sums.hits, rate)
    return [
        Heading("Service record", 3),
        Paragraph(f"{count(sums.games, 'game')}, {count(sums.days, 'day')} on duty"),
        _results(entries, sums),
        Paragraph(f"{planes}; {count(sums.ships_sunk, 'ship')} lost"),
        Space(),
        Columns(((_types(sums),), (_rates(entries),)), 36),
        Heading("Games, latest first", 3),
        _games(entries, tables),
    ]


def _results(
    entries: Sequence[service_record.FinishedGame], sums: service_record.Totals
) -> BarChart:
    staged = sum(bool(entry.stages) for entry in entries)
    patrols = sums.games - sums.won - sums.drawn - sums.lost - staged
    games = {US_WIN: sums.won, DRAW: sums.drawn, JAPANESE_WIN: sums.lost, RECORD: patrols}
    bars = [(word, games[outcome]) for outcome, (_, word, _) in OUTCOMES.items()]
    held = result_words("", sums.stages, sums.stages_held)
    bars.append((f"in stages ({held})", staged))
    return BarChart("Results", tuple(bar for bar in bars if bar[1]))


def _types(sums: service_record.Totals) -> BarChart:
    types = sorted(sums.by_type.items(), key=lambda item: (-item[1], item[0]))
    bars = types[:10]
    if types[10:]:
        bars.append(("others", sum(planes for _, planes in types[10:])))
    return BarChart("Splashed or set afire, by type", tuple(bars))


def _rates(entries: Sequence[service_record.FinishedGame]) -> DayChart:
    """The planes splashed in each of the last games, and how it ended."""
    last = [entry for entry in entries if entry.planes][-LAST:]
    rates = [(entry.finished[:10], round(100 * entry.destroyed / entry.planes)) for entry in last]
    signs = "".join(_result(entry)[0] for entry in last)
    return DayChart("Percent splashed, by game", tuple(rates), 100, "good", signs)


def _games(entries: Sequence[service_record.FinishedGame], tables: Tables) -> Grid:
    rows: list[tuple[Text, ...]] = []
    for entry in reversed(entries):
        sign, word, style = _result(entry)
        rows.append(
            (
                entry.finished[:10],
                line((f"{sign} {word}", style)),
                _name(entry, tables),
                entry.level,
                f"{entry.destroyed} of {entry.planes}",
                entry.ship,
                entry.captain,
                str(entry.days),
            )
        )
    return Grid(
        (
            "Finished",
            "Result",
            "Game",
            "Level",
            fate_heading(Fate.SPLASHED),
            "Ship",
            "Captain",
            "Days",
        ),
        tuple(rows),
        right=(4, 7),
        optional=(5, 6, 7),
    )


def _result(entry: service_record.FinishedGame) -> tuple[str, str, str]:
    if entry.stages:
        return STAGES[0], f"{entry.stages_held} of {entry.stages}", STAGES[1]
    return OUTCOMES.get(entry.outcome, ("?", entry.outcome, "plain"))


def _name(entry: service_record.FinishedGame, tables: Tables) -> str:
    watch = f", watch of {entry.watch}" if entry.watch else ""
    if entry.kind == SCENARIO and entry.name.isdigit() and int(entry.name) in tables.scenarios:
        return f"{entry.name} {tables.scenarios[int(entry.name)].title}{watch}"
    if entry.kind == CAMPAIGN and entry.name in tables.campaigns:
        cut = f", cut short on {day_words(LAST_DAY)}" if entry.cut_short else ""
        return f"{tables.campaigns[entry.name].title.removeprefix('The ')}{cut}{watch}"
    return f"{entry.kind} {entry.name}{watch}"


def register_page(ships: Sequence[service_record.ServedShip]) -> Page:
    """The register of ships: each with her fate, days, planes and awards."""
    head = Heading(line(("Ship register", "title"), f"  {count(len(ships), 'ship')}"), 3)
    if not ships:
        text = "No ships yet. The ships from every game you finish are listed here."
        return [head, Space(), Paragraph(text)]
    page: Page = [
        head,
        Paragraph(line(("* afloat   X sunk   < sent to the rear", "dim")), indent=2),
    ]
    for ship in ships:
        page += _served_ship(ship)
    return page


def _served_ship(ship: service_record.ServedShip) -> Page:
    sign, style = FATE_SIGNS.get(ship.fate, ("?", "plain"))
    dates = f"  {spell_words(ship.first, ship.last)}"
    named = line((f"{sign} ", style), (f"{ship.name} {ship.hull}", "strong"), (dates, "dim"))
    served = f"{ship.captain}: {count(ship.days, 'day')} on duty"
    if ship.stages_held:
        stages = "stage" if len(ship.stages_held) == 1 else "stages"
        served += f"; held {stages} {listed(list(map(str, ship.stages_held)))}"
    served += f"; {service_record.ship_planes(ship)}"
    page: Page = [Space(), Paragraph(named, indent=2), Paragraph(served, indent=4)]
    if awards := service_record.honors_words(ship.awards):
        page.append(Paragraph(awards, indent=4))
    return page


#: The faces of each kind of die; a d100 is two ten-sided dice.
FACES = {"d6": range(1, 7), "d10": range(10)}
NAMES = {"d6": "Six-sided dice", "d10": "Ten-sided dice"}


class DiceCounts(msgspec.Struct, frozen=True):
    """The dice that the program rolled in ``counted`` of ``games`` finished games.

    ``seen`` has the number of each face by kind of die, ``guns`` the line of the ledger for the
    ship's guns, None if they never fired.
    """

    games: int
    counted: int
    seen: dict[str, Counter[int]]
    guns: LedgerLine | None


def count_dice(entries: Sequence[service_record.FinishedGame], tables: Tables) -> DiceCounts:
    """Count the dice of finished games by replaying their saves."""
    seen: dict[str, Counter[int]] = {kind: Counter() for kind in FACES}
    fired: list[Roll] = []
    counted = 0
    for game in _replayed(entries, tables):
        counted += 1
        for roll in game.events:
            if not isinstance(roll, Roll) or is_players(roll, game.state.setup.dice):
                continue
            for die, faces in zip(roll.dice, roll.faces, strict=True):
                seen[f"d{faces}"][die] += 1
            if roll.purpose == GUNNERY:
                fired.append(roll)
    return DiceCounts(len(entries), counted, seen, next(iter(ledger(tables, fired)), None))


def _replayed(entries: Iterable[service_record.FinishedGame], tables: Tables) -> Iterator[Game]:
    games = [
        (save, save.setup, service_record.game_id(save.setup))
        for save in list_saves()
        if save.over and save.setup is not None
    ]
    for entry in entries:
        copies = [
            save
            for save, setup, game_id in games
            if service_record.is_entry_of(entry, game_id, save.name, setup)
        ]
        for save in sorted(copies, key=lambda save: save.name != entry.save):
            with suppress(SaveError):
                game = load_whole(save.path, tables)
                if not game.base and service_record.ends_as(entry, game):
                    yield game
                    break


def dice_page(counts: DiceCounts | None) -> Page:
    """How even the dice are, and the luck of the guns; without ``counts`` that they are being
    counted.
    """
    head = Heading("Dice of all finished games", 3)
    if counts is None:
        return [head, Paragraph("Replaying every game to count its dice")]
    counted = f"{count(counts.counted, 'game')} counted."
    if left := counts.games - counts.counted:
        counted += f" Not counted: {count(left, 'game')} without a save that can be replayed."
    page: Page = [
        head,
        Paragraph(counted),
        Paragraph("Dice that you rolled yourself are left out. So are rolls that you undid."),
    ]
    if not counts.counted:
        return page
    dice = as_json(counts)
    faces = tuple(_faces(name, dice[kind]) for kind, name in NAMES.items())
    return [
        *page,
        Space(),
        Columns(faces, 36, stretch=False),
        Heading("Luck of your guns", 3),
        Paragraph(_luck_of_guns(counts.guns)),
    ]


def _faces(name: str, dice: dict[str, Any]) -> tuple[Block, ...]:
    """How often each face of a kind of die came up, from its part of ``as_json``."""
    even = dice["expected"]
    rows = tuple(
        (face, str(seen), f"{even:.1f}", f"{seen - even:+.1f}")
        for face, seen in dice["seen"].items()
    )
    total = Heading(f"{name}: {dice['total']:,}", 3)
    grid = Grid(("Face", "Seen", "Expected", "Difference"), rows, right=(0, 1, 2, 3))
    if not dice["total"]:
        return (total, grid)
    chance = percent(dice["chance"])
    uneven = Paragraph(f"Chance that fair dice would be at least this uneven: {chance}.")
    return (total, grid, uneven)


def _luck_of_guns(guns: LedgerLine | None) -> str:
    if guns is None:
        return "Your guns have not fired."
    return (
        f"{count(guns.rolls, 'roll')}: {guns.rolled} {counted_words(guns)}, "
        f"{guns.expected:.1f} expected. "
        f"Better than {percent(guns.percentile)} of all possible results; 50% is average."
    )


def as_json(counts: DiceCounts) -> dict[str, Any]:
    """The counts as one JSON object; ``chance`` is that of fair dice at least as uneven, by the
    chi-square test.
    """
    dice: dict[str, Any] = {}
    for kind, faces in FACES.items():
        seen = {str(face): counts.seen[kind][face] for face in faces}
        total = counts.seen[kind].total()
        expected = total / len(faces)
        chance = 1.0
        if total:
            square = sum((number - expected) ** 2 / expected for number in seen.values())
            chance = chi_square_tail(square, len(faces) - 1)
        dice[kind] = {"total": total, "expected": expected, "seen": seen, "chance": chance}
    return {"games": counts.games, "counted": counts.counted, **dice, "guns": counts.guns}
