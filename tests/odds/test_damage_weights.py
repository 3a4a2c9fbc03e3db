"""The costs of radars, fighter direction and support ships follow from the printed charts."""

import itertools

import pytest

from picket_duty.book import Tables
from picket_duty.book.ids import PLOTTING_ROOMS
from picket_duty.odds import damage_weights, raid_costs
from tests.games import TABLES

THROWS = list(itertools.product(range(1, 7), repeat=2))
MEASURE = damage_weights.Measure(TABLES, damage_weights.BY_HAND)


def brute_mean(column):
    results = [TABLES["8-1"].look_up(sum(dice), column)["result"] for dice in THROWS]
    letters = (brute_table(f"8-1{result}") for result in results if result not in ("RR", "NA"))
    return (results.count("RR") * random_planes() + sum(letters)) / 36


def brute_table(chart_id):
    chart = TABLES[chart_id]
    mean = 0.0
    throws = [(a,) for a in range(1, 7)] if chart.faces == (6,) else THROWS
    for dice in throws:
        row = chart.look_up(sum(dice))
        mean += random_planes() if row["random"] else len(row["planes"])
        if row["note_a"]:
            mean += sum(chart.die("A").look_up(die)["planes"] for die in range(1, 7)) / 6
    return mean / len(throws)


def random_planes():
    return sum(bool(TABLES["8-2"].look_up(sum(dice))["plane"]) for dice in THROWS) / 36


def test_the_mean_number_of_planes_grows_to_the_right_8_1():
    means = [raid_costs.planes_in(TABLES, column) for column in TABLES["8-1"].columns]
    assert means == pytest.approx([brute_mean(column) for column in TABLES["8-1"].columns])
    assert [round(mean, 2) for mean in means] == [2.46, 2.90, 3.25, 3.17, 3.33]
    assert raid_costs.column_cost(TABLES) > 0


def test_radars_that_attract_planes_have_a_negative_cost():
    """Radars and rooms only shift the column; the team brings fighters, support ships a gun (7-2,
    8-1, rules 5.3).
    """
    column = raid_costs.column_cost(TABLES)
    assert raid_costs.radars_cost(TABLES) == pytest.approx(-2 * column)
    assert [raid_costs.room_cost(TABLES, room) for room in PLOTTING_ROOMS] == pytest.approx(
        [-column] * 3
    )
    assert raid_costs.room_cost(TABLES, "steering") == 0.0
    assert raid_costs.radars_cost(TABLES) < raid_costs.team_cost(TABLES)
    assert raid_costs.support_ship_cost(TABLES) > -column
    assert MEASURE.equipment("sc") + MEASURE.equipment("sg") == pytest.approx(
        raid_costs.radars_cost(TABLES)
    )


def test_equipment_without_a_weight_costs_nothing():
    """A set of tables may add equipment, for which nothing was measured."""
    assert MEASURE.equipment("sonar") == 0.0
    assert MEASURE.equipment("mk37") > 0.0


def test_another_chart_gives_another_cost(tmp_path):
    """The cost is read from the chart: with reversed columns the signs change."""
    text = (TABLES.folders[-1] / "charts" / "8-1.toml").read_text(encoding="utf-8")
    lines = []
    for line in text.splitlines():
        if "cells = [" in line:
            head, _, rest = line.partition("cells = [")
            cells, bracket, tail = rest.partition("]")
            line = f"{head}cells = [{', '.join(reversed([cell.strip() for cell in cells.split(',')]))}{bracket}{tail}"
        lines.append(line)
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "8-1.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    turned = Tables(tmp_path)
    assert raid_costs.column_cost(turned) == pytest.approx(-raid_costs.column_cost(TABLES))
    assert raid_costs.radars_cost(turned) > 0
