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
from picket_duty.text.names import RESULTS, count, listed, percent, result_words, spell_words
from picket_duty.text.status import record_words
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
            "No finished games yet. Each game you play to its end is listed here. In a battle, r "
            "shows its records."
        )
        return [Heading("Service record", 3), Space(), Paragraph(text)]
    sums = service_record.totals(entries)
    staged = sum(bool(entry.stages) for entry in entries)
    patrols = sums.games - sums.won - sums.drawn - sums.lost - staged
    games = {US_WIN: sums.won, DRAW: sums.drawn, JAPANESE_WIN: sums.lost, RECORD: patrols}
    held = result_words("", sums.stages, sums.stages_held)
    results = [
        *((word, games[outcome]) for outcome, (_, word, _) in OUTCOMES.items()),
        (f"in stages ({held})", staged),
    ]
    rate = f" ({round(100 * sums.destroyed / sums.planes)}%)" if sums.planes else ""
    planes = record_words(sums.planes, sums.destroyed, sums.hits, rate)
    types = sorted(sums.by_type.items(), key=lambda item: (-item[1], item[0]))
    others = [("others", sum(planes for _, planes in types[10:]))] if types[10:] else []
    left = (BarChart("Splashed or set afire, by type", (*types[:10], *others)),)
    last = [entry for entry in entries if entry.planes][-LAST:]
    rates = tuple(
        (entry.finished[:10], round(100 * entry.destroyed / entry.planes)) for entry in last
    )
    signs = "".join(_result(entry)[0] for entry in last)
    rows: list[tuple[Text, ...]] = []
    for entry in reversed(entries):
        sign, word, style = _result(entry)
        splashed = f"{entry.destroyed} of {entry.planes}"
        days = str(entry.days)
        named = _name(entry, tables), entry.level, splashed, entry.ship, entry.captain, days
        rows.append((entry.finished[:10], line((f"{sign} {word}", style)), *named))
    right = (DayChart("Percent splashed, by game", rates, 100, "good", signs),)
    return [
        Heading("Service record", 3),
        Paragraph(f"{count(sums.games, 'game')}, {count(sums.days, 'day')} on duty"),
        BarChart("Results", tuple(result for result in results if result[1])),
        Paragraph(f"{planes}; {count(sums.ships_sunk, 'ship')} lost"),
        Space(),
        Columns((left, right), 36),
        Heading("Games, latest first", 3),
        Grid(
            ("Finished", "Result", "Game", "Level", "Splashed", "Ship", "Captain", "Days"),
            tuple(rows),
            right=(4, 7),
            optional=(5, 6, 7),
        ),
    ]


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
        sign, style = FATE_SIGNS.get(ship.fate, ("?", "plain"))
        dates = f"  {spell_words(ship.first, ship.last)}"
        named = line((f"{sign} ", style), (f"{ship.name} {ship.hull}", "strong"), (dates, "dim"))
        stages = "stage" if len(ship.stages_held) == 1 else "stages"
        held = (
            f"; held {stages} {listed(list(map(str, ship.stages_held)))}"
            if ship.stages_held
            else ""
        )
        served = (
            f"{ship.captain}: {count(ship.days, 'day')} on duty{held}; "
            f"{service_record.ship_planes(ship)}"
        )
        page += [Space(), Paragraph(named, indent=2), Paragraph(served, indent=4)]
        if awards := service_record.awards_line(ship.awards):
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
    over = [save for save in list_saves() if save.over]
    setups = [
        (save, save.setup, service_record.game_id(save.setup))
        for save in over
        if save.setup is not None
    ]
    for entry in entries:
        copies = [
            save
            for save, setup, which in setups
            if service_record.is_entry_of(entry, which, save.name, setup)
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
    left = counts.games - counts.counted
    without = (
        f" Not counted: {count(left, 'game')} without a save that can be replayed." if left else ""
    )
    page: Page = [
        head,
        Paragraph(f"{count(counts.counted, 'game')} counted.{without}"),
        Paragraph("Dice that you rolled yourself are left out. So are rolls that you undid."),
    ]
    if not counts.counted:
        return page
    guns = counts.guns
    fired = "Your guns have not fired."
    if guns is not None:
        fired = (
            f"{count(guns.rolls, 'roll')}: {guns.rolled} {counted_words(guns)}, "
            f"{guns.expected:.1f} expected. "
            f"Better than {percent(guns.percentile)} of all possible results; 50% is average."
        )
    dice = as_json(counts)
    parts: list[tuple[Block, ...]] = []
    for kind, name in NAMES.items():
        total = dice[kind]["total"]
        even = dice[kind]["expected"]
        rows = [
            (face, str(seen), f"{even:.1f}", f"{seen - even:+.1f}")
            for face, seen in dice[kind]["seen"].items()
        ]
        grid = Grid(("Face", "Seen", "Expected", "Difference"), tuple(rows), right=(0, 1, 2, 3))
        chance = (
            f"Chance that fair dice would be at least this uneven: {percent(dice[kind]['chance'])}."
        )
        parts.append(
            (Heading(f"{name}: {total:,}", 3), grid, *([Paragraph(chance)] if total else []))
        )
    faces = Columns(tuple(parts), 36, stretch=False)
    return [*page, Space(), faces, Heading("Luck of your guns", 3), Paragraph(fired)]


def as_json(counts: DiceCounts) -> dict[str, Any]:
    """The counts as one JSON object; ``chance`` is that of fair dice at least as uneven, by the
    chi-square test.
    """
    dice: dict[str, Any] = {}
    for kind, faces in FACES.items():
        seen = {str(face): counts.seen[kind][face] for face in faces}
        total = counts.seen[kind].total()
        expected = counts.seen[kind].total() / len(faces)
        square = (
            sum((number - expected) ** 2 / expected for number in seen.values()) if total else 0.0
        )
        chance = chi_square_tail(square, len(faces) - 1) if total else 1.0
        dice[kind] = {"total": total, "expected": expected, "seen": seen, "chance": chance}
    return {"games": counts.games, "counted": counts.counted, **dice, "guns": counts.guns}
