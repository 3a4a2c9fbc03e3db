"""The cost of losing what warns of raids and keeps planes away, in ships lost.

Radars, plotting rooms, fighter direction and support ships shift the column of chart 8-1. The
printed chart brings more planes to a ship that has them, so a loss may cost less than nothing.
"""

from __future__ import annotations

from functools import lru_cache, partial
from operator import itemgetter

from picket_duty.book import Tables
from picket_duty.book.ids import PLOTTING_ROOMS
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.book.vocabulary import FireResult
from picket_duty.charts import Chart, Row
from picket_duty.odds.roll_odds import mean_of, row_outcomes
from picket_duty.rules import gunnery
from picket_duty.rules.coverage import TYPES
from picket_duty.state import DESTROYED, WORKING

#: The cost of a plane that comes, in ships: about a fifth of those at gun range strike (rules 13),
#: and a strike costs about a sixth of a ship (``hit_cost``).
PLANE = 0.2 * 0.16
#: Results of a shot that alone bring a plane down.
BROUGHT_DOWN = (FireResult.FLAMED, FireResult.DESTROYED)


@lru_cache(maxsize=16)
def planes_in(tables: Tables, column: str) -> float:
    """The mean number of planes of chart 8-1 in a column, by day, without rain and the station's
    modifier.
    """
    # A random raid is one special plane or none.
    random = mean_of(tables["8-2"], lambda row: bool(row["plane"]))
    planes = {NO_ATTACK: 0.0, RANDOM: random}
    for row, _ in row_outcomes(tables["8-1"], column, shift=0):
        result = row["result"]
        if result in planes:
            continue
        chart = tables[f"8-1{result}"]
        planes[result] = mean_of(chart, partial(_planes_of, chart, random))
    return mean_of(tables["8-1"], lambda row: planes[row["result"]], column)


def _planes_of(chart: Chart, random: float, row: Row) -> float:
    """The mean number of planes of a row of an attack table."""
    if row["random"]:
        return random
    more = mean_of(chart.die("A"), itemgetter("planes")) if row["note_a"] else 0.0
    return len(row["planes"]) + more


@lru_cache(maxsize=16)
def column_cost(tables: Tables) -> float:
    """The cost of one column of 8-1 to the right, in ships, for the next raid: later ones may not
    use the chart.
    """
    first, *columns = tables["8-1"].columns
    return (planes_in(tables, columns[-1]) - planes_in(tables, first)) / len(columns) * PLANE


def shift_cost(tables: Tables, *names: str) -> float:
    """The cost of modifiers of the column of 8-1 together, by their names on the chart."""
    chart = tables["8-1"]
    return column_cost(tables) * sum(chart.modifier(name).value for name in names)


def radars_cost(tables: Tables) -> float:
    """The cost of losing the radars: from the column of working ones to that of destroyed ones."""
    return shift_cost(tables, f"radars_{DESTROYED}") - shift_cost(tables, f"radars_{WORKING}")


def room_cost(tables: Tables, name: str) -> float:
    """The cost of a compartment out of action by its column of 8-1; 0 if the chart does not name
    it.
    """
    return shift_cost(tables, name) if name in PLOTTING_ROOMS else 0.0


@lru_cache(maxsize=16)
def team_cost(tables: Tables) -> float:
    """The cost of losing the fighter direction team: its column, and the fighters it brings."""
    columns = shift_cost(tables, "no_fdt") - shift_cost(tables, "fdt")
    chart = tables["7-2"]
    markers = 0.0
    for row, chance in row_outcomes(tables["V-1"], column=None, shift=0):
        column = chart.column_of(row["value"])
        with_team = mean_of(chart, itemgetter("markers"), column, chart.modifier("fdt").value)
        without = mean_of(chart, itemgetter("markers"), column, chart.modifier("no_fdt").value)
        markers += chance * (with_team - without)
    planes = markers * _fighters_overhead(tables) * _kills(tables["S-1"], column=None)
    return columns + planes * PLANE


def _fighters_overhead(tables: Tables) -> float:
    """The mean number of types of fighters overhead (7-1), over the periods of the calendar."""
    types = tables["7-1"]
    overhead = [
        sum(mean_of(types, itemgetter(name), column) for name in TYPES) for column in types.columns
    ]
    return sum(overhead) / len(overhead)


@lru_cache(maxsize=16)
def support_ship_cost(tables: Tables) -> float:
    """The cost of losing a support ship: its column, and its shot at a plane in each phase."""
    gun = tables[gunnery.SFS_CHART]
    shot = sum(_kills(gun, level) for level in gunnery.SFS_LEVELS) / len(gunnery.SFS_LEVELS)
    return -shift_cost(tables, "sfs") + shot * PLANE


def _kills(chart: Chart, column: str | None) -> float:
    """The chance that a shot brings a plane down."""
    return mean_of(chart, lambda row: row["result"] in BROUGHT_DOWN, column)
