"""The phrase table: its template language, and a row for every fact."""

import datetime
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

import picket_duty
from picket_duty.book import vocabulary
from picket_duty.book import vocabulary as terms
from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.effects import HitSecondary
from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.ids import DECK_FIRE
from picket_duty.charts import Modifier
from picket_duty.events import Control, Damage, DecisionMade, Fire, Note, Support, note_of
from picket_duty.facts import Fate, PlaneCounts, ShotResult, Side
from picket_duty.requests import MEN_TO_JOBS, ONE, Purpose, Roll, Toward
from picket_duty.state import GONE, PHASES, SECTIONS, SHOT_DOWN
from picket_duty.text import phrases, styled_text
from picket_duty.text.dates import label_words
from picket_duty.text.english import listed, number_among
from picket_duty.text.fact_rows import DIVES, damage_row
from picket_duty.text.historical_record import day_sentences, day_title, play_words
from picket_duty.text.log import log_line, log_words, officers_line, shot_line
from picket_duty.text.names import (
    ROOM_NAMES,
    grouped,
    house_words,
    leave_words,
    loss_words,
    option_words,
    phase_words,
    the_room,
    things_words,
)
from picket_duty.text.phrases import Phrase, cases, say, words
from picket_duty.text.roll_results import hit_words, result_of, result_style
from picket_duty.text.rolls import (
    REASONS,
    chart_line,
    dice_line,
    modifier_words,
    roll_words,
    short_roll_line,
)
from picket_duty.text.status import fate_words
from picket_duty.text.styled_text import text_of
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import played
from tests.text_table import table_of

#: Effects of deck fires only, and of the whole ship only.
OF_FIRES = {terms.DamageEffect.LIT, terms.DamageEffect.GROWS, terms.DamageEffect.OUT_OF_CONTROL}
OF_THE_SHIP = {terms.DamageEffect.SUNK}
#: Fates that a wave card never shows, because no plane is still flying.
NOT_ON_CARDS = {Fate.FLYING}
PACKAGE = Path(picket_duty.__file__).parent


def strings():
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return {word for text in texts for word in re.findall(r"[\"'](\w+)[\"']", text)}


def test_a_template_has_fields_numbers_parts_and_styles():
    assert (
        words("{Plane} crashes into {part}", plane="plane 3", part="the bridge")
        == "Plane 3 crashes into the bridge"
    )
    with pytest.raises(KeyError):
        words("{plane}")
    template = "{men:man|men} {men:=fails|fail}, {hits:hit}, bearing {bearing:03d}, {value:+}"
    assert (
        words(template, men=1, hits=2, bearing=45, value=1)
        == "1 man fails, 2 hits, bearing 045, +1"
    )
    assert words(template, men=2, hits=1, bearing=0, value=0) == "2 men fail, 1 hit, bearing 000, 0"
    assert words("{hits:hit}", hits=0) == "0 hits"
    assert words("{value:+}", value=-2) == "-2"
    template = "hull {left}<, to the {cause}><, {points:point}>"
    assert words(template, left=0, cause="fire", points=0) == "hull 0, to the fire, 0 points"
    assert words(template, left=0, cause="", points=None) == "hull 0"
    assert (
        words("{name} is {post}", name="[bad]<{x}>[/]", post="captain")
        == "[bad]<{x}>[/] is captain"
    )
    spans = say("  {item}: [bad]hit< by {plane}>[/], no more", item="Bridge", plane="plane 1")
    assert [(span.text, span.style) for span in spans] == [
        ("  Bridge: ", "plain"),
        ("hit by plane 1", "bad"),
        (", no more", "plain"),
    ]


def faults(name, row):
    """Marks, styles and fields of a row that do not exist or are not used."""
    templates = [*filter(None, (row.log, row.headline, row.card, row.deck_log, *row.diary))]
    used = set()
    for template in templates:
        if template.count("<") != template.count(">") or template.count("{") != template.count("}"):
            yield f"{name}: {template}: a mark is not closed"
            continue
        styles = set(re.findall(r"\[(\w+)\]", template)).difference(styled_text.STYLES)
        yield from (f"{name}: no style {style}" for style in styles)
        used |= {field.lower() for _, field, _, _ in Formatter().parse(template) if field}
    yield from (f"{name}: field {field}" for field in used ^ {*row.fields})
    if not templates:
        yield f"{name}: no phrase in any voice"


def test_every_row_is_valid_and_used():
    """Marks, styles and fields exist, and the code names every fact."""
    rows = (
        (f"{fact} {case}", row)
        for fact, cases in phrases.facts().items()
        for case, row in cases.items()
    )
    assert [fault for name, row in rows for fault in faults(name, row)] == []
    assert set(phrases.facts()) <= strings()
    for row in (
        {"log": "{plane} misses"},
        {"card": "<, {part}", "fields": ("part",)},
        {"headline": "[red]x[/]"},
        {"diary": ("Hit.",), "fields": ("part",)},
        {},
    ):
        assert [*faults("crash", Phrase(**row))], row


@pytest.mark.slow
def test_the_table_is_read_when_the_first_sentence_is_needed():
    code = (
        "import picket_duty.tui.app, picket_duty.tui.keymap; from picket_duty.text import phrases; "
        "print(phrases.facts.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_a_voice_that_a_row_or_the_table_lacks_is_refused(tmp_path, monkeypatch):
    for fill in (say, words):
        with pytest.raises(ValueError, match="no text for this use"):
            fill(phrases.phrase("no_damage").headline)
    monkeypatch.setattr(phrases, "__file__", str(tmp_path / "phrases.py"))
    for name in phrases.FILES:
        tmp_path.joinpath(f"{name}.toml").write_text(
            '[hit]\nspeech = "Hit"' if name == "raids" else ""
        )
    with pytest.raises(ValueError, match=r"raids\.toml: hit: .*speech"):
        phrases.facts.__wrapped__()


def test_every_effect_and_word_of_events_and_facts_has_a_row():
    for effect in terms.DamageEffect:
        item = DECK_FIRE if effect in OF_FIRES else "ship" if effect in OF_THE_SHIP else "cic"
        row = damage_row(Damage(section="forward", item=item, effect=effect), TABLES)
        assert row.log, f"no log line for {effect}"
        assert row.card or effect is terms.DamageEffect.SUPERFICIAL, (
            f"no line of a card for {effect}"
        )
    assert set(cases("some_end")) == set(cases("ended")) == set(Fate)
    assert set(cases("fate_label")) == set(Fate)
    assert set(cases("side")) == set(Side)
    assert set(cases("loss")) == set(terms.Track) - set(terms.MEN_SECTIONS)
    assert set(cases("weather")) >= set(terms.Sky)
    assert set(cases("shot")) == set(ShotResult)
    assert set(DIVES) == set(terms.StrikeOutcome) - {terms.StrikeOutcome.WEAPON}
    assert set(cases("fate")) == set(Fate) - NOT_ON_CARDS
    assert set(cases("remark")) == set(terms.Remark)
    assert set(cases("leave_reason")) | set(cases("loss_reason")) == set(terms.Reason)


def test_a_note_is_logged_in_the_words_of_its_remark():
    """JSON keeps the text of the event; the log has the words of the phrase table."""
    note = note_of(terms.Remark.CARRIER_FALLS, "Betty")
    assert (note.text, note.topic) == ("The Betty falls in flames", terms.RemarkTopic.CARRIER_DONE)
    assert log_words(note, TABLES) == "The Betty, afire, loses its Ohka and withdraws"
    for remark in terms.Remark:
        subject = "3" if "{}" in remark else ""
        assert note_of(remark, subject).remark == (remark, subject)
    other = Note(text="Written by another version")
    assert other.remark is None
    assert log_words(other, TABLES) == "Written by another version"


def test_a_failed_job_does_not_say_how_few_men_worked_on_it():
    failed = Control(section="aft", job="deck fire aft", men=1, success=False, markers=0)
    assert text_of(log_line(failed, TABLES)).strip() == "Deck fire aft: no progress"


def test_reasons_in_words():
    assert leave_words("deck fire out of control, dead in the water") == (
        "a deck fire got out of control and she lay dead in the water"
    )
    assert leave_words("deck fire out of control, hull integrity gone") == (
        "a deck fire got out of control and her hull was down to 0"
    )
    assert leave_words("another reason") == "another reason"
    assert loss_words("broken by the blow of a plane") == "an explosion broke her back"
    assert loss_words("Handling room forward exploded") == "her forward handling room exploded"
    assert loss_words("dead in the water, hull integrity gone") == (
        "she lay dead in the water and her hull was down to 0"
    )
    assert (loss_words(""), loss_words("another reason")) == ("", "another reason")


def test_things_that_share_a_verb_are_named_together():
    shafts = ["rudder", "port shaft", "starboard shaft"]
    assert things_words(shafts) == "rudder and both shafts"
    assert things_words(["SC radar", "SG radar", "rudder"]) == "SC and SG radars and rudder"
    assert things_words(["starboard shaft"]) == "starboard shaft"
    tub = ["director of 40 mm tub B", "40 mm tub B"]
    assert things_words([*tub, "20 mm mount E"]) == "20 mm mount E and 40 mm tub B and its director"
    directors = ["director of 40 mm tub A", "director of 40 mm tub C"]
    assert things_words(directors) == "directors of 40 mm tubs A and C"


def test_parts_are_in_words_or_figures_like_their_total():
    assert [number_among(number, 53) for number in (35, 3)] == ["35", "3"]
    assert [number_among(number, 12) for number in (9, 3)] == ["nine", "three"]


def test_a_hit_has_the_name_of_the_log_whatever_the_chart_prints():
    names = {
        ("40mm Gun Tub C", "hit"): "40 mm tub C hit",
        ("5in Gun # 1", "hit"): "5-inch mount 1 hit",
        ("AFT Engine Room", "hit"): "Aft engine room hit",
        ("Provisions #2", "hit"): "Provisions storeroom No. 2 hit",
        ("SC & SG Radar", "destroyed"): "SC and SG radars destroyed",
    }
    assert {printed: hit_words(*printed) for printed in names} == names


def test_a_list_has_a_comma_before_its_last_name_only_if_another_and_asks_for_it():
    assert listed(["mount 1", "tubs A and B"]) == "mount 1 and tubs A and B"
    assert listed(["plane 1", "mount 1", "tub A"]) == "plane 1, mount 1 and tub A"
    assert listed(["plane 1", "mount 1", "tubs A and B"]) == "plane 1, mount 1, and tubs A and B"


def test_mounts_are_grouped_by_kind():
    mounts = ["5-inch mount 1", "5-inch mount 2", "40 mm tub A"]
    assert grouped(mounts) == "5-inch mounts 1 and 2, and 40 mm tub A"
    assert grouped(mounts[:2]) == "5-inch mounts 1 and 2"
    assert grouped(["plane 2", "plane 3"]) == "planes 2 and 3"


def test_a_room_in_a_sentence_is_a_room():
    for printed, spoken in table_of("""
        Battery Charging  | the battery charging room
        Locker, Fan       | the locker and fan room
        Ord. Storeroom    | the ordnance storeroom
        Small Arms Mgz    | the small arms magazine
        Gun Crew Shelter  | the gun crew shelter
        CPO Mess          | the CPO mess
        Crew Quarters #2  | crew quarters No. 2
        Alcohol (forward) | the forward alcohol locker
        Fire room aft     | the aft fire room
        """):
        assert the_room(printed) == spoken
    cells = [cell for section in SECTIONS for cell in TABLES[f"11/{section}"].cells.values()]
    effects = [effect for cell in cells for effect in cell.effects]
    printed = {effect.compartment for effect in of_kind(effects, HitSecondary)}
    assert set(ROOM_NAMES) <= printed, "every renamed room is in a damage chart"


def test_the_words_of_options_officers_undone_answers_phases_and_labels():
    nobody = DecisionMade(MEN_TO_JOBS, terms.REPAIR_MEN.id, "8", {})
    assert text_of(officers_line(nobody, TABLES)) == "Your officers: no men sent"
    for order, verb in (("yes", "declare"), ("no", "do not declare")):
        declared = DecisionMade(ONE, terms.DECLARE.id, "7.1", order)
        assert text_of(officers_line(declared, TABLES)).startswith(
            f"Your officers {verb} an emergency"
        )
    assert option_words(("aces", "gun-repair"), TABLES) == "Ace crews, Gun repair"
    assert option_words(("\x1bodd",), TABLES) == r"\x1bodd"
    assert house_words(("aces", SPOILED_AIM), TABLES) == "Hard turns spoil the aim"
    assert house_words(("aces",), TABLES) == ""
    game = new_game(scenario=3, seed=5)
    game.roll_on()
    game.answer("yes")
    game.roll()
    for undone in ("1 decision and 1 roll undone", "2 rolls undone"):
        game.undo(2)
        assert log_words(game.events[-1], TABLES) == undone
    state = new_game(scenario=6, seed=11).state
    state.step = "phase"
    for state.phase, name in enumerate(PHASES):
        assert phase_words(state, TABLES) == f"Mar 26, {name}"
    for label, said in [
        ("at table", "at table"),
        ("1945-02-30/morning", "1945-02-30/morning"),
        ("1945-04-06/\x1b[2J", "Apr 6, \\x1b[2J"),
    ]:
        assert label_words(label) == said


def test_every_purpose_refers_to_tables_of_the_game():
    """Every table with its own words exists, except note A of tables 8-1 E to H."""
    tables = set()
    for chart in TABLES.all_charts():
        tables |= {chart.id, *(f"{die.id} {die.note_id}" for die in chart.die_charts.values())}
    purposes = of_kind(vars(vocabulary).values(), Purpose)
    asked = {table for purpose in purposes for table in purpose.asked}
    assert asked - tables == {"8-1E A", "8-1F A", "8-1G A", "8-1H A"}
    assert len(asked) > 40


def test_planes_still_flying_have_no_fate_yet():
    counts = PlaneCounts(splashed=1, crashed=1, missed=1, afire=1, flying=2)
    assert (counts.met, counts.missed_or_withdrew) == (5, 1)
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; of the 4 not splashed, "
        "1 had been set afire"
    )


DAYS = {
    "03-24": ["No picket ship is known to have been hit; stations 5 and 9 in use in 1945."],
    "04-01": ["American troops landed on Okinawa."],
    "04-07": [
        "Last day of Kikusui 1.",
        "Carrier planes sank the battleship Yamato on her way to Okinawa.",
    ],
    "04-16": [
        "Last day of Kikusui 3.",
        "Sunk: USS Pringle (probably station 14); damaged: USS Laffey (station 1), "
        "USS Bryant (probably station 2), USS Hobson (probably station 14) and USS Harding "
        "(probably station 14).",
    ],
    "03-23": [],
    "06-26": [],
}


def test_a_day_is_summarized_by_its_events():
    for day, sentences in DAYS.items():
        assert day_sentences(TABLES, datetime.date.fromisoformat(f"1945-{day}")) == sentences
    assert day_title(datetime.date(1945, 5, 4)) == "This day off Okinawa: May 4, 1945"
    assert play_words(historical_day_of(TABLES.history, datetime.date(1945, 3, 25))) == ""
    assert ", station " in play_words(historical_day_of(TABLES.history, datetime.date(1945, 4, 16)))


def test_a_single_die_is_said_to_be_rolled_and_one_of_the_rules_names_their_paragraph():
    emergency = Roll(TABLES["17"], terms.DECLARATION, column="0")
    emergency.resolve((1,))
    assert (
        roll_words(emergency, TABLES)
        == "Emergency declaration [17, column 0]: rolled 1: not granted"
    )
    assert (
        text_of(short_roll_line(emergency, TABLES))
        == "  Emergency declaration: rolled 1: not granted"
    )
    assert text_of(dice_line(emergency)) == "1"
    emergency = Roll(TABLES["17"], terms.DECLARATION, column="0")
    emergency.resolve((6,))
    assert roll_words(emergency, TABLES).endswith("rolled 6: granted")
    fire = Roll(TABLES["rules"].die("spread"), terms.FIRE, "radio", item="radio")
    fire.resolve((3,))
    assert roll_words(fire, TABLES).endswith(
        "does the fire do more damage? [rules 7.5]: rolled 3: Yes"
    )
    die = Roll(TABLES["rules"].die("men"), terms.MEN, "midship")
    assert text_of(chart_line(die)).startswith("Rules 6: Men of the repair party")
    assert text_of(chart_line(Roll(TABLES["17"], terms.DECLARATION, column="0"))).startswith(
        "Chart 17  "
    )


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
    (
        terms.SPECIAL_ATTACK,
        "12-3",
        "",
        None,
        {(1, 1): "bad", (1, 2): "bad", (1, 3): "warn", (1, 4): "good"},
    ),
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


def test_style_of_results():
    for purpose, table, note, column, styles in STYLES:
        chart = TABLES[table].die(note) if note else TABLES[table]
        for dice, style in styles.items():
            roll = Roll(chart, purpose, column=column, plane=0)
            assert result_style(roll) == "plain", "no dice yet"
            roll.resolve(dice)
            assert result_style(roll) == style, dice


def test_style_of_short_sums():
    """A modifier of a dive helps if it is below zero, and one by a maneuver always; one for a raid
    does neither.
    """
    for purpose, table, column, value, style in (
        (terms.REPAIR, "20", "-2", 1, "good"),
        (terms.REPAIR, "20", "-2", -1, "bad"),
        (terms.UPKEEP, "23", "0", 1, "bad"),
        (terms.UPKEEP, "23", "0", -1, "good"),
        (terms.DIVE, "10", "special", -1, "good"),
        (terms.DIVE, "10", "special", 1, "bad"),
        (terms.RAID, "8-1", "0", 1, "dim"),
    ):
        roll = Roll(
            TABLES[table], purpose, column=column, modifiers=(Modifier(value, "Reason", "rules 1"),)
        )
        roll.resolve((3, 4) if len(roll.faces) == 2 else (3,))
        assert [span.style for span in dice_line(roll, reasons=False)] == [
            "strong",
            style,
            "plain",
        ], (table, value)
    for dice, text in (((1, 1), "1+1 +2 = 4"), ((6, 6), "6+6 -2 = 10")):
        roll = Roll(
            TABLES["12-3"],
            terms.SPECIAL_ATTACK,
            toward=Toward(Modifier(2, "Maneuver", "note to table 19"), (5, 6, 7, 8, 9, 10)),
        )
        roll.resolve(dice)
        spans = dice_line(roll, reasons=False)
        assert (text_of(spans), spans[1].style) == (text, "good")


def test_short_lines_of_shots():
    said = set()
    for seed in range(12):
        events = played(scenario=2, level="advanced", seed=seed).events
        for roll, event in pairwise(events):
            if not isinstance(event, Fire | Support):
                continue
            assert isinstance(roll, Roll)
            text = text_of(shot_line(roll, event, TABLES))
            assert text.startswith(f"  {event.by} at {event.plane + 1}: ")
            assert f" = {roll.total}  " in text
            damage = text.partition(f" = {roll.total}  ")[2]
            assert ("SPLASHED" in damage) == (event.state == GONE)
            assert ("SET AFIRE" in damage) == (event.state == SHOT_DOWN != event.state_before)
            assert ("already afire" in damage) == (event.state_before == SHOT_DOWN)
            assert (f"{event.hits} hit" in damage) == (
                event.hits > 0 and event.state != GONE and not event.flamed
            )
            assert text_of(log_line(event, TABLES)).partition(";")[2] == text.partition(";")[2]
            said.add(damage.partition(";")[0].lstrip("123456789 "))
    wanted = {"SPLASHED", "SPLASHED, already afire", "miss", "miss, already afire", "hit"}
    assert wanted | {"hits, DAMAGED", "hits, SET AFIRE", "SET AFIRE"} <= said


def test_the_sum_of_a_short_line():
    """Dice and modifiers add up to the total shown; without a total the dice are the total."""
    modified = 0
    for event in (
        event
        for seed in range(4)
        for event in played(scenario=2, level="advanced", seed=seed).events
    ):
        if not isinstance(event, Roll) or event.is_matrix:
            continue
        text = text_of(dice_line(event, reasons=False))
        summands, _, total = text.partition(" = ")
        dice, _, added = summands.partition(" ")
        assert text in text_of(short_roll_line(event, TABLES))
        assert event.total == (
            int(dice) if event.faces[0] == 10 else sum(map(int, dice.split("+")))
        ) + int(added or 0)
        assert not total or int(total) == event.total
        assert not added or total
        modified += bool(added)
    assert modified


def test_the_values_of_two_types_of_fighters_are_told_apart():
    names = TABLES["8-1"].raw.column_modifiers
    name = next(name for name, raw in names.items() if raw.why in REASONS and "Chit" in raw.why)
    both = (TABLES["8-1"].modifier(name, 1), TABLES["8-1"].modifier(name, -2))
    assert modifier_words(both) == ("+1 Fighter value, -2 Fighter value of the other type")


def test_reworded_reasons_and_rows_without_planes_are_told_as_printed():
    printed = set()
    for chart in TABLES.all_charts():
        for modifiers in (chart.raw.column_modifiers, chart.raw.modifiers):
            printed |= {modifier.why.partition(":")[0] for modifier in modifiers.values()}
    assert set(REASONS) <= printed
    for dice, printed in (((4, 3), "No attacks"), ((6, 6), "Random result: Table 8-2")):
        roll = Roll(TABLES["8-1B"], terms.RAID, phase="1945-04-20/evening")
        roll.resolve(dice)
        assert result_of(roll) == printed


def test_results_are_spelled_out_and_say_what_they_cost():
    for chart, purpose, dice, words_of_result in (
        ("11/aft", terms.NEAR_MISS, (1, 2), "Port propeller shaft bent"),
        ("11-1", terms.NEAR_MISS, (6, 2), "Rudder damaged: 5 maneuver points lost"),
        ("15", terms.RANDOM, (2, 3), "Officer killed: roll on Table 13"),
        ("A-1", terms.IDENTIFY, (2, 0), "Judy with bomb"),
    ):
        roll = Roll(TABLES[chart], purpose)
        roll.resolve(dice)
        assert result_of(roll) == words_of_result
