"""The service record: every finished game with totals, and the register of ships."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.facts import Fate
from picket_duty.pages.blocks import (
    BarChart,
    Columns,
    DayChart,
    Grid,
    Heading,
    Page,
    Paragraph,
    Space,
    Text,
)
from picket_duty.saves import service_record
from picket_duty.state import CAMPAIGN, DRAW, JAPANESE_WIN, REAR, RECORD, SCENARIO, SUNK, US_WIN
from picket_duty.text.dates import spell_words
from picket_duty.text.english import count, listed
from picket_duty.text.names import RESULTS, option_words, result_words
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
STAGES_SIGN = "s"
STAGES_STYLE = "title"
#: The number of recent games plotted one by one.
LAST = 40
#: The most types of planes plotted one by one.
MOST_TYPES = 10
#: Sign and style of a ship's fate.
FATE_SIGNS = {SUNK: ("X", "bad"), REAR: ("<", "warn"), "": ("*", "good")}


def service_page(entries: Sequence[service_record.FinishedGame], tables: Tables) -> Page:
    """The record: totals, plots and every game, the latest first."""
    if not entries:
        text = (
            "No finished games yet. Each game you play to the end is listed here. During a "
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
        Columns(((_types(sums),), (_rates(entries),)), least=36),
        Heading("Games, latest first", 3),
        _games(entries, tables),
    ]


def _results(
    entries: Sequence[service_record.FinishedGame], sums: service_record.Totals
) -> BarChart:
    """The games by result; that of a campaign of stages is the stages held."""
    staged = sum(bool(entry.stages) for entry in entries)
    patrols = sums.games - sums.won - sums.drawn - sums.lost - staged
    games = {US_WIN: sums.won, DRAW: sums.drawn, JAPANESE_WIN: sums.lost, RECORD: patrols}
    bars = [(word, games[outcome]) for outcome, (_, word, _) in OUTCOMES.items()]
    held = result_words(outcome="", stages=sums.stages, held=sums.stages_held)
    bars.append((f"in stages ({held})", staged))
    return BarChart("Results", tuple(bar for bar in bars if bar[1]))


def _types(sums: service_record.Totals) -> BarChart:
    types = sorted(sums.by_type.items(), key=lambda item: (-item[1], item[0]))
    bars = types[:MOST_TYPES]
    if others := types[MOST_TYPES:]:
        bars.append(("others", sum(planes for _, planes in others)))
    return BarChart("Splashed or set afire, by type", tuple(bars))


def _rates(entries: Sequence[service_record.FinishedGame]) -> DayChart:
    """The planes splashed in each of the last games, and how it ended."""
    last = [entry for entry in entries if entry.planes][-LAST:]
    rates = [(entry.finished[:10], round(100 * entry.destroyed / entry.planes)) for entry in last]
    signs = "".join(sign for sign, _, _ in map(_result, last))
    return DayChart("Percent splashed, by game", tuple(rates), most=100, style="good", marks=signs)


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
    """Sign, words and style of a game's result."""
    if entry.stages:
        return STAGES_SIGN, f"{entry.stages_held} of {entry.stages}", STAGES_STYLE
    return OUTCOMES.get(entry.outcome, ("?", entry.outcome, "plain"))


def _name(entry: service_record.FinishedGame, tables: Tables) -> str:
    watch = f"watch of {entry.watch}" if entry.watch else ""
    cut = f"cut short on {day_words(LAST_DAY)}" if entry.cut_short else ""
    parts = (_game(entry, tables), option_words(entry.house_rules, tables), cut, watch)
    return ", ".join(filter(None, parts))


def _game(entry: service_record.FinishedGame, tables: Tables) -> str:
    if entry.kind == SCENARIO and entry.name.isdigit() and int(entry.name) in tables.scenarios:
        return f"{entry.name} {tables.scenarios[int(entry.name)].title}"
    if entry.kind == CAMPAIGN and entry.name in tables.campaigns:
        return tables.campaigns[entry.name].title.removeprefix("The ")
    return f"{entry.kind} {entry.name}"


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
