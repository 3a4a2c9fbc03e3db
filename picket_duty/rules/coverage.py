"""Fighter coverage and air fire support markers (charts 7-1 to 7-3, rules 4.2)."""

from __future__ import annotations

from picket_duty.book.ids import CARRIER, LAND, FighterSlot
from picket_duty.book.vocabulary import COVERAGE
from picket_duty.charts import Modifier
from picket_duty.requests import Roll
from picket_duty.rules.play import Play, Procedure

TYPES = (CARRIER, LAND)


def roll_coverage(play: Play, kikusui: bool) -> Procedure[None]:
    """Roll the combat air patrol of this phase: types, values and AFS markers."""
    air = play.state.air
    air.coverage = {}
    counts = dict.fromkeys(TYPES, 0)
    if kikusui:
        for _ in range(2):
            row = yield play.ask(kikusui_roll(play))
            for name in TYPES:
                counts[name] += row[name]
    else:
        yield from _by_type(play, counts)
    air.markers = [
        FighterSlot(name, number).id for name in TYPES for number in range(1, counts[name] + 1)
    ]


def fdt_modifier(play: Play, chart: str) -> tuple[Modifier, ...]:
    """+1 with an FDT, -1 without (notes of 7-2 and 7-3)."""
    return (play.tables[chart].modifier("fdt" if play.ship.fdt else "no_fdt"),)


def _by_type(play: Play, counts: dict[str, int]) -> Procedure[None]:
    """Roll the types overhead, and put the value and the markers of each into ``coverage`` and
    ``counts``.
    """
    present = yield play.ask(types_roll(play))
    for name in TYPES:
        if not present[name]:
            continue
        value = (yield play.ask(value_roll(play, name)))["value"]
        play.state.air.coverage[name] = value
        row = yield play.ask(markers_roll(play, name, value))
        counts[name] = row["markers"]


def types_roll(play: Play) -> Roll:
    """The roll on chart 7-1 for the types of fighters overhead."""
    state = play.state
    chart = play.tables["7-1"]
    column = f"{chart.period_of(state.date)} {'night' if state.night else 'day'}"
    return Roll(chart, COVERAGE, column=column)


def value_roll(play: Play, name: str) -> Roll:
    """The value of the fighters of a type, on house table V-1."""
    return Roll(play.tables["V-1"], COVERAGE, name, item=name)


def markers_roll(play: Play, name: str, value: int) -> Roll:
    """The roll on chart 7-2 for the markers of a type with this value."""
    chart = play.tables["7-2"]
    return Roll(
        chart,
        COVERAGE,
        name,
        column=chart.column_of(value),
        modifiers=fdt_modifier(play, "7-2"),
        item=name,
    )


def kikusui_roll(play: Play) -> Roll:
    """The roll on chart 7-3, made twice."""
    return Roll(play.tables["7-3"], COVERAGE, modifiers=fdt_modifier(play, "7-3"))
