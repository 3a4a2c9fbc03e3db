"""A roll and a shot in one line of text, before and after the dice."""

from __future__ import annotations

from itertools import pairwise

from picket_duty.book import load_tables
from picket_duty.book import vocabulary as terms
from picket_duty.charts import Modifier
from picket_duty.events import Fire, Support
from picket_duty.requests import Roll
from picket_duty.state import GONE, SHOT_DOWN
from picket_duty.text.log import log_line, shot_line
from picket_duty.text.rolls import REASONS, chart_spans, result_of, result_style, roll_words, short_roll_line, sum_spans
from picket_duty.text.styled_text import text_of
from tests.saves.games import played

TABLES = load_tables()


def test_a_single_die_is_said_to_be_rolled_and_one_of_the_rules_names_their_paragraph() -> None:
    emergency = Roll(TABLES["17"], terms.DECLARATION, column="0")
    emergency.resolve((1,))
    assert roll_words(emergency, TABLES) == "Emergency declaration [17, column 0]: rolled 1: not granted"
    assert text_of(short_roll_line(emergency, TABLES)) == "  Emergency declaration: rolled 1: not granted"
    assert text_of(sum_spans(emergency)) == "1"
    emergency = Roll(TABLES["17"], terms.DECLARATION, column="0")
    emergency.resolve((6,))
    assert roll_words(emergency, TABLES).endswith("rolled 6: granted")
    fire = Roll(TABLES["rules"].die("spread"), terms.FIRE, "radio", item="radio")
    fire.resolve((3,))
    assert roll_words(fire, TABLES).endswith("does the fire do more damage? [rules 7.5]: 3, Yes")
    die = Roll(TABLES["rules"].die("men"), terms.MEN, "midship")
    assert text_of(chart_spans(die)).startswith("Rules 6: Men of the repair party")
    assert text_of(chart_spans(Roll(TABLES["17"], terms.DECLARATION, column="0"))).startswith("Chart 17  ")


STYLES = [
    # purpose, table, note, column, the style of its result by dice
    (
        terms.GUNNERY,
        "9-2/5in",
        "",
        "L",
        {(1, 1): "dim", (1, 6): "good", (4, 6): "good", (5, 6): "good", (6, 6): "good"},
    ),
    (terms.SUPPORT, "S-1", "", None, {(1, 1): "dim", (1, 4): "good", (3, 6): "good"}),
    (terms.DIVE, "10", "", "special", {(1, 1): "good", (1, 5): "warn", (2, 6): "bad"}),
    (terms.SPECIAL_ATTACK, "12-3", "", None, {(1, 1): "bad", (1, 2): "bad", (1, 3): "warn", (1, 4): "good"}),
    (terms.MANEUVER, "19", "", "-2", {(1, 1): "bad", (5, 6): "good"}),
    (terms.REPAIR, "20", "", "-2", {(1, 1): "bad", (2, 6): "good"}),
    (terms.FLOODING, "21", "", None, {(1, 1): "bad", (1, 5): "good"}),
    (terms.HULL, "14", "", None, {(1, 1): "bad", (1, 5): "good"}),
    (terms.ANCHORAGE, "16", "", None, {(1, 1): "bad", (1, 4): "good"}),
    (terms.EXPLOSION, "21-1", "", "magazines", {(1, 1): "bad", (1, 3): "good"}),
    (terms.FIRE, "rules", "spread", None, {(1,): "bad", (4,): "good"}),
    (terms.OFFICER, "13", "", None, {(1, 1): "bad", (1, 5): "good"}),
    (terms.DAMAGE, "11/forward", "", None, {(0, 1): "bad"}),
    (terms.DAMAGE, "11/forward", "H", None, {(1,): "bad", (6,): "bad"}),
    (terms.HULL_LOSS, "14-1", "", "1-2", {(1, 1): "plain", (6, 6): "bad"}),
    (terms.CREW, "V-1", "", None, {(1, 1): "strong", (6, 6): "strong"}),
]


def test_style_of_results() -> None:
    for purpose, table, note, column, styles in STYLES:
        chart = TABLES[table].die(note) if note else TABLES[table]
        for dice, style in styles.items():
            roll = Roll(chart, purpose, column=column, plane=0)
            assert result_style(roll) == "plain", "no dice yet"
            roll.resolve(dice)
            assert result_style(roll) == style, dice


def test_style_of_short_sums() -> None:
    """A modifier of a dive helps if it is below zero, and one by a maneuver always."""
    for purpose, table, column, value, style in (
        (terms.REPAIR, "20", "-2", 1, "good"),
        (terms.REPAIR, "20", "-2", -1, "bad"),
        (terms.UPKEEP, "23", "0", 1, "bad"),
        (terms.UPKEEP, "23", "0", -1, "good"),
        (terms.DIVE, "10", "special", -1, "good"),
        (terms.DIVE, "10", "special", 1, "bad"),
    ):
        roll = Roll(TABLES[table], purpose, column=column, modifiers=(Modifier(value, "Reason", "rules 1"),))
        roll.resolve((3, 4) if len(roll.faces) == 2 else (3,))
        assert [span.style for span in sum_spans(roll, reasons=False)] == ["strong", style, "plain"], (table, value)
    for dice, text in (((1, 1), "1+1 +2 = 4"), ((6, 6), "6+6 -2 = 10")):
        roll = Roll(TABLES["12-3"], terms.SPECIAL_ATTACK, maneuver=Modifier(2, "Maneuver", "note to table 19"))
        roll.resolve(dice)
        spans = sum_spans(roll, reasons=False)
        assert (text_of(spans), spans[1].style) == (text, "good")


def test_short_lines_of_shots() -> None:
    said: set[str] = set()
    for seed in range(12):
        events = played(scenario=2, level="advanced", seed=seed).events
        for roll, event in pairwise(events):
            if not isinstance(event, Fire | Support):
                continue
            assert isinstance(roll, Roll)
            text = text_of(shot_line(roll, event, TABLES))
            assert text.startswith(f"  {event.by} at {event.plane + 1}: ")
            assert f" = {roll.total}  " in text
            harm = text.partition(f" = {roll.total}  ")[2]
            assert ("SPLASHED" in harm) == (event.state == GONE)
            assert ("SET AFIRE" in harm) == (event.state == SHOT_DOWN != event.state_before)
            assert ("already afire" in harm) == (event.state_before == SHOT_DOWN)
            assert (f"{event.hits} hit" in harm) == (event.hits > 0 and event.state != GONE and not event.flamed)
            assert text_of(log_line(event, TABLES)).partition(";")[2] == text.partition(";")[2]
            said.add(harm.partition(";")[0].lstrip("123456789 "))
    wanted = {"SPLASHED", "SPLASHED, already afire", "miss", "miss, already afire", "hit"}
    assert wanted | {"hits, DAMAGED", "hits, SET AFIRE", "SET AFIRE"} <= said


def test_the_sum_of_a_short_line() -> None:
    """Dice and modifiers add up to the total shown; without a total the dice are the total."""
    modified = 0
    for event in (event for seed in range(4) for event in played(scenario=2, level="advanced", seed=seed).events):
        if not isinstance(event, Roll) or event.is_matrix:
            continue
        text = text_of(sum_spans(event, reasons=False))
        summands, _, total = text.partition(" = ")
        dice, _, added = summands.partition(" ")
        assert text in text_of(short_roll_line(event, TABLES))
        assert event.total == (int(dice) if event.faces[0] == 10 else sum(map(int, dice.split("+")))) + int(added or 0)
        assert not total or int(total) == event.total
        assert not added or total
        modified += bool(added)
    assert modified


def test_reworded_reasons_and_rows_without_planes_are_told_as_printed() -> None:
    printed = {modifier.why for modifier in TABLES["8-1"].raw.column_modifiers.values()}
    assert set(REASONS) <= printed | {modifier.why for modifier in TABLES["20"].raw.modifiers.values()}
    for dice, printed in (((4, 3), "No attacks"), ((6, 6), "Random result: Table 8-2")):
        roll = Roll(TABLES["8-1B"], terms.RAID, phase="1945-04-20/evening")
        roll.resolve(dice)
        assert result_of(roll) == printed
