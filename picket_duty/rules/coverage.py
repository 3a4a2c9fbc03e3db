"""Fighter coverage and air fire support markers (charts 7-1 to 7-3, rules 4.2)."""

from __future__ import annotations

from picket_duty.charts import Modifier
from picket_duty.charts.reading import period_of
from picket_duty.rules.play import Play, Step

TYPES = ("carrier", "land")


def roll_coverage(play: Play, kikusui: bool) -> Step[None]:
    """The fighters overhead: which types, their values, their AFS markers for this phase."""
    air = play.state.air
    air.coverage = {}
    counts = dict.fromkeys(TYPES, 0)
    if kikusui:
        for _ in range(2):
            row = yield from play.ask("7-3", "coverage", modifiers=fdt_modifier(play, "7-3"))
            for name in TYPES:
                counts[name] += row[name]
    else:
        yield from _by_type(play, counts)
    air.markers = [f"AFS {name} {number}" for name in TYPES for number in range(1, counts[name] + 1)]


def fdt_modifier(play: Play, chart: str) -> tuple[Modifier, ...]:
    """+1 with an FDT, -1 without (notes of 7-2 and 7-3)."""
    return (play.tables[chart].modifier("fdt" if play.ship.fdt else "no_fdt"),)


def _by_type(play: Play, counts: dict[str, int]) -> Step[None]:
    state = play.state
    chart = play.tables["7-1"]
    column = f"{period_of(chart, state.date)} {'night' if state.night else 'day'}"
    present = yield from play.ask(chart, "coverage", column=column)
    for name in TYPES:
        if not present[name]:
            continue
        value = (yield from play.ask("V-1", "coverage", name))["value"]
        state.air.coverage[name] = value
        column = play.tables["7-2"].column_of(value)
        row = yield from play.ask("7-2", "coverage", name, column, fdt_modifier(play, "7-2"))
        counts[name] = row["markers"]
