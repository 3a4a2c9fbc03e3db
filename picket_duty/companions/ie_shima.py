"""Last Battle: Ie Shima refereed: a step is a day with its phases, its impulses, sunset and weather.

Who stands where, and what is printed on counters and areas, is on the table: values, terrain and control are typed in.
The Ernie Pyle and Igawa markers (20.1) are left to the players.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import msgspec

from picket_duty.charts import Modifier, Row
from picket_duty.charts.keyed import find
from picket_duty.charts.kinds import KeyedChart, ListChart, SumChart, worked_out
from picket_duty.charts.sums import row_of, total_of
from picket_duty.charts.words import word_of
from picket_duty.companions.table import (
    MOST,
    MOVE,
    OVER,
    SET_UP,
    YES,
    Step,
    Table,
    TablePlay,
)
from picket_duty.companions.table import begins_day as begins_day
from picket_duty.companions.table import decode as decode
from picket_duty.companions.table import encode as encode
from picket_duty.companions.table import play_of as play_of
from picket_duty.requests import NUMBER, ONE, Decision, Option, Purpose, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN, Setup

AMERICAN, JAPANESE = "american", "japanese"
SIDES = {AMERICAN: "The American player", JAPANESE: "The Japanese player"}
OTHER = {AMERICAN: JAPANESE, JAPANESE: AMERICAN}
ASSAULT, BOMBARD, REGROUP, PASS = "assault", "bombard", "regroup", "pass"
CLEAR, RAIN = "clear", "rain"
AIR, ARTILLERY, NAVAL, KAMIKAZE = "air", "artillery", "naval", "kamikaze"
BEACH, DONE, NOBODY = "beach", "done", ""
#: Marks and sums of the game.
ADVANTAGE, ADVANCED, EXTENDED, BID, AREA_4, PENALTY = (
    "advantage", "advanced game", "extended game", "bid", "point of the first day", "kamikaze penalty",
)  # fmt: skip
#: The mark of the weather, and that of who is to have the Advantage that was spent.
WEATHER, NEXT = "weather", "next advantage"

DR = Purpose("dr", "A DR", "11.4.1")
DEFENCE_DR = Purpose("defence dr", "The defender's DR", "11.4.1")
SUNSET = Purpose("sunset", "The Sunset DR", "6.3.1")
RETURN = Purpose("return", "Special Units that return", "6.2.1")
CALL = Purpose("call", "A support call", "19.2, 19.4")

IS_ADVANCED = Decision("advanced", ONE, "Is the advanced game played?", "19.0")
IS_EXTENDED = Decision("extended", ONE, "Is the extended game played?", "21.0")
BIDS = Decision("bid", NUMBER, "With which bid was the American side taken? 0: none", "18.1")
SPEND = {
    "return": Decision("spend return", ONE, "Spend the Advantage for the Special Units that return?", "15.1A"),
    "reroll": Decision("spend reroll", ONE, "Spend the Advantage to have this rolled again?", "15.1B"),
    "points": Decision("spend points", ONE, "Spend the Advantage for one more Replacement Point?", "15.1C"),
}
ACTION = {side: Decision(f"{side} impulse", ONE, f"{words}'s impulse?", "8.1") for side, words in SIDES.items()}
MARKER = Decision("marker", ONE, "Which marker bombards?", "12.1.1")
FACTOR = Decision("factor", NUMBER, "Its Attack Factor, printed on the marker?", "12.6")
AIM = Decision("aim", ONE, "At what does the kamikaze aim?", "19.1")
FIGHTS = Decision("combat", ONE, "Is there an attack to resolve?", "11.4")
LEAD = Decision("lead", NUMBER, "Combat Value of the Lead Attacking Unit?", "11.4.2A")
FULL = Decision("full", NUMBER, "How many more full-strength units attack?", "11.4.2B")
REDUCED = Decision("reduced", NUMBER, "How many more reduced units attack?", "11.4.2B")
WHOLE = Decision("whole", NUMBER, "How many battalions attack with all four units?", "11.4.2C")
LEAD_DEFENDER = Decision("lead defender", NUMBER, "Combat Value of the Lead Defending Unit?", "11.4.3A")
DEFENDERS = Decision("defenders", NUMBER, "How many more units are in the Area?", "11.4.3B")
TEM = Decision("tem", NUMBER, "The TEM of the Area?", "11.4.3C")
URBAN = Decision("urban", ONE, "Is the Area urban?", "3.1.2")
RUBBLE = Decision("rubble", ONE, "Is there rubble?", "19.3")
MANDATORY = Decision("mandatory", ONE, "Is it a Mandatory Attack?", "11.1")
CALLS = {
    "support/satchel": Decision("satchel", ONE, "Is a Satchel Charge Call made?", "19.4.1"),
    "support/artillery": Decision("artillery", ONE, "Is an Artillery Support Call made?", "19.2.1"),
    "support/tank": Decision("tank", ONE, "Is a Tank Support Call made?", "19.2.1"),
}
CALL_LINES = {
    "support/satchel": "satchel_call",
    "support/artillery": "artillery_call",
    "support/tank": "tank_call",
}
CONTROL = Decision("control", NUMBER, "An Area that changed hands? 0: none more", "7.2")
SUPPLY = Decision("supply", NUMBER, "A Vacant Area out of supply that changes hands? 0: none more", "14.2")
CONTEST = Decision("contest", ONE, "Does the American contest both Area 15 and Area 16, controlling neither?", "17.2.1")
LOSSES = Decision("losses", NUMBER, "How many American units are reduced or eliminated?", "17.2")


class Half(msgspec.Struct):
    """A player's half of an impulse, or the night: ``sunset`` is the first American DR in it, 0 before there is one."""

    side: str
    number: int
    night: bool = False
    sunset: int = 0
    bombards: bool = False
    rerolled: bool = False
    called: list[str] = []


# -- the steps -----------------------------------------------------------


def begin(play: TablePlay) -> Step[None]:
    """Which game is played, and with which bid."""
    marks = play.state.marks
    if (yield from play.confirm(IS_ADVANCED)):
        marks[ADVANCED] = YES
    if (yield from play.confirm(IS_EXTENDED)):
        marks[EXTENDED] = YES
    play.state.sums[BID] = yield from play.number(BIDS, limit(play, "bid_low"), limit(play, "bid_high"))
    marks[ADVANTAGE] = AMERICAN
    play.state.step = MOVE


def day(play: TablePlay) -> Step[None]:
    """A Turn: reinforcements, daylight, night, refit, end."""
    date, allowed = date_of(play), allowed_on(play)
    play.state.marks[WEATHER] = CLEAR
    for name in [name for name in play.state.marks if name.startswith("used ")]:
        del play.state.marks[name]
    play.say(f"{date:%B} {date.day}, turn {play.state.move}", head=True)
    if allowed["reinforcement_phase"]:
        yield from reinforcements(play, allowed)
    if (yield from daylight(play)):
        return
    yield from night(play)
    if is_won(play):
        return
    yield from refit(play)
    yield from end_of_day(play, allowed)


def reinforcements(play: TablePlay, allowed: Mapping[str, Any]) -> Step[None]:
    """Japanese Special Units that return, by dice or by the Advantage; American battalions by date (6.2)."""
    play.say("Reinforcement Phase")
    if (yield from spends(play, JAPANESE, "return")):
        play.say(f"Up to {limit(play, 'advantage_special_units')} Special Units return")
    else:
        bid = play.sum(BID)
        given = (Modifier(bid, "The bid", "18.1"),) if bid else ()
        row: Row = yield play.ask(Roll(play.tables["reinforcements"].die("bid"), RETURN, modifiers=given))
        play.say(f"Up to {row['units']} Special Units return")
    if allowed["american_reinforcements"]:
        play.say(f"{' and '.join(allowed['american_reinforcements'])} arrive in the beach box with a brown dot")
    shift(play)


def daylight(play: TablePlay) -> Step[bool]:
    """Impulses until the sun sets, or both players pass; True where the American has won meanwhile (6.3)."""
    number, passed, changes = 1, 0, False
    while True:
        if changes:
            change_weather(play)
        play.say(f"Impulse {number}, {play.state.marks[WEATHER]}", head=True)
        for side in (JAPANESE, AMERICAN):
            half = Half(side, number)
            action = yield from impulse(play, half)
            if is_won(play):
                return True
            passed = passed + 1 if action == PASS else 0
            if side == AMERICAN:
                ended, changes = yield from sunset(play, half)
                if ended:
                    return False
            if passed > 1:
                play.say("Both players pass: the Daylight Phase ends")
                return False
        number += not half.bombards


def sunset(play: TablePlay, half: Half) -> Step[tuple[bool, bool]]:
    """Whether the day ends and whether the weather changes, by the first American DR of the impulse (6.3.1, 9.3)."""
    if not half.sunset:
        row: Row = yield play.ask(Roll(play.tables["combat"].die("DR"), SUNSET))
        half.sunset = row["sum"]
    chart = play.tables["sunset"].raw
    assert isinstance(chart, SumChart)
    result = row_of(chart, total_of(chart, {"roll": half.sunset, "impulse": half.number})).fields["result"]
    if result == "weather_changes" and half.bombards:
        result = "on"
    if half.bombards and result == "on":
        play.say(f"Sunset DR {half.sunset}: the impulse marker stays")
        return False, False
    play.say(f"Sunset DR {half.sunset}: {word_of(chart, result)[:1].lower()}{word_of(chart, result)[1:]}")
    return result == "day_ends", result == "weather_changes"


def change_weather(play: TablePlay) -> None:
    """From clear to rain, or back (9.3)."""
    marks = play.state.marks
    marks[WEATHER] = RAIN if marks[WEATHER] == CLEAR else CLEAR
    play.say(f"The weather changes: {marks[WEATHER]}")


def impulse(play: TablePlay, half: Half) -> Step[str]:
    """One player's action, then the Areas that changed hands, and the Advantage that was spent (8.0, 15.2)."""
    options = [Option(ASSAULT, "Assault"), Option(REGROUP, "Regroup"), Option(PASS, "Pass")]
    markers = markers_of(play, half.side)
    if markers:
        options.insert(1, Option(BOMBARD, "Bombardment"))
    action = yield from play.choose(ACTION[half.side], *options)
    if action == ASSAULT:
        while (yield from play.confirm(FIGHTS)):
            yield from combat(play, half)
    elif action == BOMBARD:
        half.bombards = half.side == AMERICAN
        marker = yield from play.choose(MARKER, *[Option(one, one.capitalize()) for one in markers])
        play.state.marks[f"used {half.side} {marker}"] = YES
        yield from (kamikaze(play, half) if marker == KAMIKAZE else bombardment(play, half))
    if action != PASS:
        yield from control(play, CONTROL)
    shift(play)
    return action


def night(play: TablePlay) -> Step[None]:
    """The Japanese player places MG and IE units and attacks with them, or makes one Assault Impulse (6.4)."""
    most = limit(play, "special_units_placed_each_night")
    play.say(f"Night Phase: up to {most} MG and IE units are placed, one in an Area", head=True)
    half = Half(JAPANESE, 0, night=True)
    while (yield from play.confirm(FIGHTS)):
        yield from combat(play, half)
    yield from control(play, CONTROL)


def refit(play: TablePlay) -> Step[None]:
    """Areas out of supply, then the Replacement Points of both players (14.0)."""
    play.say("Refit Phase", head=True)
    yield from control(play, SUPPLY)
    for side in (JAPANESE, AMERICAN):
        points = play.tables["replacements"].entry(date_of(play), side)["points"]
        if side == JAPANESE and controls(play, play.tables.game.numbers["supply_area"]) == AMERICAN:
            points = 0
        if side == AMERICAN:
            points -= play.sum(PENALTY)
            play.state.sums[PENALTY] = 0
        if (yield from spends(play, side, "points")):
            points += 1
        play.say(f"{SIDES[side]} has {max(0, points)} RP: each flips two reduced units or rebuilds one reduced")
    shift(play)


def end_of_day(play: TablePlay, allowed: Mapping[str, Any]) -> Step[None]:
    """The point of Area 4, the count of Victory Points, and whether the game is over (6.6, 17.2, 21.1)."""
    state = play.state
    if allowed["area_4_point"] and controls(play, play.tables.game.numbers["point_area"]) == AMERICAN:
        state.marks[AREA_4] = YES
        play.say("The Area that counts today is held: its point is kept for the end")
    if allowed["victory_check"]:
        points = yield from victory_points(play)
        if victory(play, total=points)["american_wins"]:
            finish(play, US_WIN, f"{points} Victory Points")
            return
        if EXTENDED not in state.marks:
            finish(
                play, JAPANESE_WIN, f"{points} American Victory Points, {limit(play, 'victory_points_to_win')} wanted"
            )
            return
    if state.move == limit(play, "turns_extended"):
        finish(play, JAPANESE_WIN, "the American did not control every Area in time")
        return
    state.move += 1


# -- combat --------------------------------------------------------------


def combat(play: TablePlay, half: Half) -> Step[None]:
    """An attack resolved: values line by line, calls, dice, result and rubble (11.4)."""
    lead = yield from play.number(LEAD, 0, MOST)
    full = yield from play.number(FULL, 0, limit(play, "stacking") - 1)
    reduced = yield from play.number(REDUCED, 0, limit(play, "stacking") - 1 - full)
    whole = yield from play.number(WHOLE, 0, (1 + full + reduced) // play.tables.game.numbers["battalion"])
    given = {"lead_unit": lead, "each_additional_full": full, "each_additional_reduced": reduced}
    given |= {"battalion_integrity": whole, "air_support_american_clear": half.side == AMERICAN and is_clear(play)}
    defender = yield from play.number(LEAD_DEFENDER, 0, MOST)
    others = yield from play.number(DEFENDERS, 0, limit(play, "stacking") - 1)
    tem = yield from play.number(TEM, limit(play, "tem_low"), limit(play, "tem_high"))
    is_urban = False
    rubble = False
    if ADVANCED in play.state.marks:
        is_urban = yield from play.confirm(URBAN)
        rubble = is_urban and (yield from play.confirm(RUBBLE))
        for chart in calls_of(play, half):
            given[CALL_LINES[chart]] = yield from called(play, half, chart, is_urban)
    air = half.side == JAPANESE and is_clear(play) and not half.night
    defence = {"lead_unit": defender, "each_additional": others, "area_tem": tem, "rubble": rubble}
    defence["air_support_japanese_assault_clear_daylight"] = air
    mandatory = yield from play.confirm(MANDATORY)
    values = added(play, "attack", given), added(play, "defence", defence)
    attack, difference = yield from totals(play, half, *values)
    result_of_combat(play, difference, mandatory)
    if is_urban and not rubble:
        make_rubble(play, attack, tem)


def result_of_combat(play: TablePlay, difference: int, mandatory: bool) -> None:
    """What a combat comes to, in words (11.4.4)."""
    row = play.tables["combat"].entry(difference)
    result, lost = row["result"], worked_out(row["attrition"], difference)
    told = {
        "repulse": "Repulse: every attacking unit is reduced, or eliminated",
        "stalemate": "Stalemate: the Lead Attacking Unit is reduced, or eliminated",
        "success": f"Success: the Lead Attacking Unit is reduced, or eliminated; the defender takes {lost} AP",
    }
    play.say(told[result])
    if result == "repulse" and mandatory:
        play.say("The attackers retreat")


def calls_of(play: TablePlay, half: Half) -> list[str]:
    """The support calls that the attacker may make now, in their order (11.4)."""
    if half.side == JAPANESE:
        return ["support/satchel"]
    allowed = allowed_on(play)
    named = {"support/artillery": "artillery_support", "support/tank": "tank_support"}
    return [chart for chart, key in named.items() if allowed[key] and chart not in half.called]


def called(play: TablePlay, half: Half, name: str, is_urban: bool) -> Step[bool]:
    """A support call, made or not; whether it is answered."""
    if not (yield from play.confirm(CALLS[name])):
        return False
    half.called = [*half.called, name]
    chart = play.tables[name]
    holds = {"urban": is_urban, "rain": not is_clear(play), "night": half.night}
    modifiers = tuple(chart.modifier(one) for one in chart.raw.modifiers if holds[one])
    row: Row = yield play.ask(Roll(chart, CALL, name, modifiers=modifiers))
    play.say(f"{chart.raw.title}: {'available' if row['available'] else 'not available'}")
    return bool(row["available"])


def totals(play: TablePlay, half: Half, attack: int, defence: int) -> Step[tuple[int, int]]:
    """Both DRs, by day rolled again where the Advantage is spent; the attacker's DR, and AT less DT (11.4, 15.1B)."""
    while True:
        mine: Row = yield play.ask(Roll(play.tables["combat"].die("DR"), DR, half.side))
        other: Row = yield play.ask(Roll(play.tables["combat"].die("DR"), DEFENCE_DR, half.side))
        difference = attack + mine["sum"] - defence - other["sum"]
        play.say(f"AT {attack} + {mine['sum']}, DT {defence} + {other['sum']}: {difference:+d}")
        owner = play.state.marks[ADVANTAGE]
        if not half.night and not half.rerolled and owner and (yield from spends(play, owner, "reroll")):
            half.rerolled = True
            continue
        if half.side == AMERICAN and not half.sunset:
            half.sunset = mine["sum"]
        return mine["sum"], difference


def bombardment(play: TablePlay, half: Half) -> Step[None]:
    """A marker against an Area: TEM and rubble alone defend (12.5 to 12.7)."""
    factor = yield from play.number(FACTOR, 0, MOST)
    tem = yield from play.number(TEM, limit(play, "tem_low"), limit(play, "tem_high"))
    is_urban = ADVANCED in play.state.marks and (yield from play.confirm(URBAN))
    rubble = is_urban and (yield from play.confirm(RUBBLE))
    defence = added(play, "defence", {"area_tem": tem, "rubble": rubble})
    attack, difference = yield from totals(play, half, factor, defence)
    lost = worked_out(play.tables["bombardment"].entry(difference)["attrition"], difference)
    play.say(f"The defender takes {lost or 'no'} AP{', the Primary Target first' if lost else ''}")
    if is_urban and not rubble:
        make_rubble(play, attack, tem)


def kamikaze(play: TablePlay, half: Half) -> Step[None]:
    """A kamikaze against the Naval Bombardment marker or a beach box (19.1)."""
    options = [Option(BEACH, "A Beach Approach Box")]
    if allowed_on(play)["naval_bombardment"] and f"used {AMERICAN} {NAVAL}" not in play.state.marks:
        options.insert(0, Option(NAVAL, "The Naval Bombardment marker"))
    aim = yield from play.choose(AIM, *options)
    _, difference = yield from totals(play, half, limit(play, "kamikaze_attack"), limit(play, "kamikaze_defence"))
    if difference <= 0:
        play.say("The kamikaze fails")
    elif aim == NAVAL:
        play.state.marks[f"used {AMERICAN} {NAVAL}"] = YES
        play.say("The Naval Bombardment marker is used for the day")
    else:
        play.add(PENALTY, 1)
        play.say("The American has one RP less in the next Refit Phase")


def make_rubble(play: TablePlay, attack: int, tem: int) -> None:
    """Rubble in an urban Area, by the attacker's DR and the TEM (19.3.1)."""
    if play.tables["rubble"].look_up(attack + tem)["rubble"]:
        play.say("Rubble is placed in the Area")


# -- marks ---------------------------------------------------------------


def markers_of(play: TablePlay, side: str) -> list[str]:
    """The bombardment markers that a player may use now (12.1.1, 19.1)."""
    american = [ARTILLERY]
    if is_clear(play):
        american.insert(0, AIR)
    if allowed_on(play)["naval_bombardment"]:
        american.append(NAVAL)
    japanese = [ARTILLERY, *([KAMIKAZE] if ADVANCED in play.state.marks else [])]
    known = american if side == AMERICAN else japanese
    return [one for one in known if f"used {side} {one}" not in play.state.marks]


def is_clear(play: TablePlay) -> bool:
    """Whether the weather is clear."""
    return play.state.marks[WEATHER] == CLEAR


def spends(play: TablePlay, side: str, what: str) -> Step[bool]:
    """Whether a player who has the Advantage spends it; it is nobody's until the impulse or the phase is over."""
    if play.state.marks[ADVANTAGE] != side or not (yield from play.confirm(SPEND[what])):
        return False
    play.state.marks[ADVANTAGE] = NOBODY
    play.state.marks[NEXT] = OTHER[side]
    return True


def shift(play: TablePlay) -> None:
    """The impulse or the phase is over: an Advantage that was spent in it goes to the other player (15.2)."""
    side = play.state.marks.pop(NEXT, NOBODY)
    if side:
        play.state.marks[ADVANTAGE] = side
        play.say(f"{SIDES[side]} has the Advantage")


def control(play: TablePlay, decision: Decision) -> Step[None]:
    """Areas that changed hands, one after another."""
    while area := (yield from play.number(decision, 0, limit(play, "areas"))):
        side = OTHER[controls(play, area)]
        play.state.marks[f"area {area}"] = side
        play.say(f"{SIDES[side]} controls Area {area}")


def controls(play: TablePlay, area: int) -> str:
    """Who controls an Area; at first the Japanese controls all (3.1)."""
    return play.state.marks.get(f"area {area}", JAPANESE)


# -- victory -------------------------------------------------------------


def is_won(play: TablePlay) -> bool:
    """Whether every Area has an American marker: an Automatic Victory (17.1)."""
    if any(controls(play, area) == JAPANESE for area in range(1, limit(play, "areas") + 1)):
        return False
    finish(play, US_WIN, "every Area is controlled (17.1)")
    return True


def victory_points(play: TablePlay) -> Step[int]:
    """The American's Victory Points as they are counted once (17.2)."""
    total = 0
    for area in range(1, limit(play, "areas") + 1):
        row = victory(play, area=area)
        held = AREA_4 in play.state.marks if row["only"] else controls(play, area) == AMERICAN
        total += row["points"] if held else 0
    both = yield from play.confirm(CONTEST)
    lost = yield from play.number(LOSSES, 0, MOST)
    total += victory(play, contested_15_and_16=both)["points"]
    total += worked_out(victory(play, american_units_reduced_or_eliminated=lost)["points"], lost)
    return int(total)


def victory(play: TablePlay, **asked: Any) -> Mapping[str, Any]:
    """A row of the victory chart."""
    chart = play.tables["victory"].raw
    assert isinstance(chart, KeyedChart)
    return dict.fromkeys(chart.fields) | find(chart, asked).fields


def finish(play: TablePlay, outcome: str, why: str) -> None:
    """The game is over."""
    play.state.step, play.state.outcome = OVER, outcome
    play.say(f"{SIDES[AMERICAN if outcome == US_WIN else JAPANESE]} has won: {why}", head=True)


# -- the charts ----------------------------------------------------------


def date_of(play: TablePlay) -> datetime.date:
    """The day of the turn."""
    return play.tables.book.first_day + datetime.timedelta(days=play.state.move - 1)


def allowed_on(play: TablePlay) -> Mapping[str, Any]:
    """What the day allows."""
    assert isinstance(play.tables["turns"].raw, ListChart)
    return play.tables["turns"].entry(date_of(play)).fields


def limit(play: TablePlay, name: str) -> int:
    """A plain number of the rules."""
    return int(play.tables["limits"].entry(name)["number"])


def added(play: TablePlay, name: str, given: Mapping[str, int]) -> int:
    """A value added up from its lines."""
    chart = play.tables[name].raw
    assert isinstance(chart, SumChart)
    return total_of(chart, given)


# -- the system that a game plays ----------------------------------------


def first_state(tables: Any, setup: Setup) -> Any:
    """The table before anything is chosen."""
    return Table(setup, step=SET_UP)


def next_step(play: Any) -> Step[None] | None:
    """What is chosen first, then day after day; None where the game is over."""
    return {SET_UP: begin, MOVE: day}[play.state.step](play) if play.state.step != OVER else None


def address(state: Any) -> str:
    """The name of the next step for its dice."""
    return f"ie-shima {state.step} {state.move}"


def label(state: Any) -> str:
    """The next step as saves name it."""
    return SET_UP if state.step == SET_UP else f"turn {state.move}"


def summary(state: Any) -> dict[str, Any]:
    """What the game came to."""
    held = [name for name, side in state.marks.items() if name.startswith("area ") and side == AMERICAN]
    said = {"areas": ", ".join(name.removeprefix("area ") for name in held) or None}
    said["advantage"] = state.marks.get(ADVANTAGE) or None
    return {"game": state.setup.name, "turn": state.move, **said, "outcome": state.outcome or None}


def outcome(state: Any) -> str:
    """How the game ended, empty while it goes on."""
    return str(state.outcome)
