"""The service record: every finished game with totals, and the register of ships."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.pages import blocks
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.saves.service_record import (
    FinishedGame,
    ServedShip,
    awards_line,
    ship_planes,
    stages_held_of,
    totals,
)
from picket_duty.state import CAMPAIGN, DRAW, JAPANESE_WIN, RECORD, SCENARIO, US_WIN
from picket_duty.text.names import RESULTS, count, listed
from picket_duty.text.status import record_words
from picket_duty.text.styled_text import line

#: Sign, word and style of each outcome.
OUTCOMES = {
    US_WIN: ("W", RESULTS[US_WIN], "good"),
    DRAW: ("=", RESULTS[DRAW], "warn"),
    JAPANESE_WIN: ("L", RESULTS[JAPANESE_WIN], "bad"),
    RECORD: ("p", "patrol", "title"),
}
#: The characters that fill their shares.
FILLS = {US_WIN: blocks.FULL, DRAW: blocks.EMPTY, JAPANESE_WIN: blocks.DENSE, RECORD: "p"}
#: Sign and style of a campaign of stages, which is neither won nor lost.
STAGES = ("s", "title")
#: The number of recent games plotted one by one, and of types of planes listed.
LAST, MOST_TYPES = 40, 10
#: Columns of a chart beside another.
LEAST = 36
#: Sign and style of a ship's fate.
FATE_SIGNS = {SUNK: ("X", "bad"), REAR: ("<", "warn"), "": ("*", "good")}


def service_page(entries: Sequence[FinishedGame], tables: Tables) -> list[blocks.Block]:
    """The record: totals, plots and every game, the latest first."""
    if not entries:
        text = (
            "No finished games yet. Every game you play to its end is listed here. For the records of a campaign in "
            "progress, press r in its battle."
        )
        return [blocks.Heading("Service record", 3), blocks.Space(), blocks.Paragraph(text)]
    sums = totals(entries)
    staged = sum(bool(entry.stages) for entry in entries)
    patrols = sums.games - sums.won - sums.drawn - sums.lost - staged
    games = {US_WIN: sums.won, DRAW: sums.drawn, JAPANESE_WIN: sums.lost, RECORD: patrols}
    results = [(word, games[outcome], style, FILLS[outcome]) for outcome, (_, word, style) in OUTCOMES.items()]
    results.append((f"in stages ({stages_held_of(sums)})", staged, STAGES[1], STAGES[0]))
    rate = f" ({round(100 * sums.destroyed / sums.planes)}%)" if sums.planes else ""
    planes = record_words(sums.planes, sums.destroyed, sums.hits, rate)
    return [
        blocks.Heading("Service record", 3),
        blocks.Paragraph(f"{count(sums.games, 'game')}, {count(sums.days, 'day')} on duty"),
        blocks.Shares(tuple(part for part in results if part[1])),
        blocks.Paragraph(f"{planes}; {count(sums.ships_sunk, 'ship')} lost"),
        blocks.Space(),
        _plots(entries, sums.by_type),
        blocks.Heading("Games, latest first", 3),
        blocks.Grid(
            ("Finished", "Result", "Game", "Level", "Splashed", "Ship", "Captain", "Days"),
            tuple(_row(entry, tables) for entry in reversed(entries)),
            right=(4, 7),
            optional=(5, 6, 7),
        ),
    ]


def _plots(entries: Sequence[FinishedGame], by_type: dict[str, int]) -> blocks.Columns:
    types = sorted(by_type.items(), key=lambda item: (-item[1], item[0]))
    more = len(types) - MOST_TYPES
    left: list[blocks.Block] = [blocks.BarChart("Splashed or set afire, by type", tuple(types[:MOST_TYPES]))]
    if more > 0:
        left.append(blocks.Paragraph(line((f"  and {count(more, 'more type')}", "dim"))))
    last = [entry for entry in entries if entry.planes][-LAST:]
    rates = tuple((entry.finished[:10], round(100 * entry.destroyed / entry.planes)) for entry in last)
    signs = "".join(_result(entry)[0] for entry in last)
    return blocks.Columns(
        (tuple(left), (blocks.DayChart("Percent splashed, by game", rates, 100, "good", signs),)), LEAST
    )


def _row(entry: FinishedGame, tables: Tables) -> tuple[blocks.Text, ...]:
    sign, word, style = _result(entry)
    result, splashed = line((f"{sign} {word}", style)), f"{entry.destroyed} of {entry.planes}"
    return (
        entry.finished[:10],
        result,
        _name(entry, tables),
        entry.level,
        splashed,
        entry.ship,
        entry.captain,
        str(entry.days),
    )


def _result(entry: FinishedGame) -> tuple[str, str, str]:
    if entry.stages:
        return STAGES[0], f"{entry.stages_held} of {entry.stages}", STAGES[1]
    return OUTCOMES.get(entry.outcome, ("?", entry.outcome, "plain"))


def _name(entry: FinishedGame, tables: Tables) -> str:
    watch = f", watch of {entry.watch}" if entry.watch else ""
    if entry.kind == SCENARIO and entry.name.isdigit() and int(entry.name) in tables.scenarios:
        return f"{entry.name} {tables.scenarios[int(entry.name)].title}{watch}"
    if entry.kind == CAMPAIGN and entry.name in tables.campaigns:
        cut = f", cut short on {day_words(LAST_DAY)}" if entry.cut_short else ""
        return f"{tables.campaigns[entry.name].title.removeprefix('The ')}{cut}{watch}"
    return f"{entry.kind} {entry.name}{watch}"


def register_page(ships: Sequence[ServedShip]) -> list[blocks.Block]:
    """The register of ships: each with her fate, days, planes and awards."""
    head = blocks.Heading(line(("Ship register", "title"), f"  {count(len(ships), 'ship')}"), 3)
    if not ships:
        return [
            head,
            blocks.Space(),
            blocks.Paragraph("No ships yet. The ships of every game you play to its end are listed here."),
        ]
    legend = blocks.Paragraph(line(("* afloat   X sunk   < sent to the rear", "dim")), indent=2)
    return [head, legend, *(block for ship in ships for block in _ship(ship))]


def _ship(ship: ServedShip) -> list[blocks.Block]:
    sign, style = FATE_SIGNS.get(ship.fate, ("?", "plain"))
    dates = ship.first if ship.first == ship.last else f"{ship.first} to {ship.last}"
    head = line((f"{sign} ", style), (f"{ship.name} {ship.hull}", "strong"), (f"  {dates}", "dim"))
    stages = "stage" if len(ship.stages_held) == 1 else "stages"
    held = f"; held {stages} {listed(list(map(str, ship.stages_held)))}" if ship.stages_held else ""
    served = f"{ship.captain}: {count(ship.days, 'day')} on duty{held}; {ship_planes(ship)}"
    awards = awards_line(ship.awards)
    return [
        blocks.Space(),
        blocks.Paragraph(head, indent=2),
        blocks.Paragraph(served, indent=4),
        *([blocks.Paragraph(awards, indent=4)] if awards else []),
    ]
