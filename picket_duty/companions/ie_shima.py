"""Last Battle: Ie Shima refereed: a step is a day with its phases (``ie_shima_impulse`` has the
impulses).

If the values printed on counters and Areas were entered, the program tracks the board; otherwise it
asks for them.
"""

from __future__ import annotations

from copy import deepcopy
from functools import partial

from picket_duty.charts import Modifier, Row
from picket_duty.charts.kinds import Fields
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.ie_shima_assault import night_on_board
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, LOST, OTHER, Unit
from picket_duty.companions.ie_shima_impulse import (
    PASS,
    attacks,
    change_control,
    impulse,
    sunset,
)
from picket_duty.companions.ie_shima_opponent import answer_for
from picket_duty.companions.ie_shima_picks import NO_MORE, pick
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_refit import spend_points
from picket_duty.companions.ie_shima_reports import fates_words, moves_words, report_entries
from picket_duty.companions.ie_shima_setup import choose_variant
from picket_duty.companions.ie_shima_victory import (
    ends_with_every_area,
    finish,
    points_on_board,
    report_points,
    victory_points,
    victory_words,
)
from picket_duty.companions.table import MOST, MOVE, SET_UP, Procedure, TableSystem
from picket_duty.requests import Purpose, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN

RETURN = Purpose("return", "Special Units returning", "6.2.1")


def play_turn(play: IslandPlay) -> Procedure[None]:
    """A Turn: reinforcements, daylight, night, refit, end."""
    date = play.date
    allowed = play.allowed
    play.state.weather = island.CLEAR
    play.state.used.clear()
    play.say(island.labeled(play.state, f"{date:%B} {date.day}, turn {play.state.move}"), head=True)
    if allowed["reinforcement_phase"]:
        yield from reinforcements(play, allowed)
    if (yield from daylight(play)):
        return
    yield from night_phase(play)
    if ends_with_every_area(play):
        return
    yield from refit_phase(play)
    yield from end_of_day(play, allowed)


def reinforcements(play: IslandPlay, allowed: Fields) -> Procedure[None]:
    """Japanese Special Units that return, by dice or by the Advantage; American battalions by date
    (6.2).
    """
    play.say("Reinforcement Phase")
    # Older saves ask for the Advantage even if no unit can return.
    none_lost = play.revision and play.state.keeps_board and not lost_special_units(play)
    if not none_lost and (yield from combat.spends(play, JAPANESE, "return")):
        units = play.tables.limit("advantage_special_units")
    else:
        bid = play.state.bid
        modifiers = (Modifier(bid, "The bid", "18.1"),) if bid else ()
        row: Row = yield play.ask(
            Roll(play.tables["reinforcements"].die("bid"), RETURN, modifiers=modifiers)
        )
        units = row["units"]
    play.say(f"Special Units that may return: {units}")
    if play.state.keeps_board:
        for _ in range(units):
            # They go back to their box at full strength (6.2.1).
            back = yield from pick(play, "returns", lost_special_units(play), NO_MORE)
            if back is None:
                break
            play.board.put(back, island.SPECIAL)
        for unit in play.board.units.values():
            if unit.battalion in allowed["american_reinforcements"]:
                play.board.put(unit, island.BROWN)
    if allowed["american_reinforcements"]:
        arrivals = (
            f"{' and '.join(allowed['american_reinforcements'])} arrive in the brown beach box"
        )
        play.say(arrivals)
        play.announce(arrivals)
    combat.pass_advantage(play)


def lost_special_units(play: IslandPlay) -> list[Unit]:
    """The Special Units that are eliminated and may return."""
    return [unit for unit in play.board.at(LOST, JAPANESE) if unit.is_special]


def daylight(play: IslandPlay) -> Procedure[bool]:
    """Impulses until the sun sets or both players pass. True if the American player has won
    (6.3).
    """
    number = 1
    passed = 0
    changes = False
    while True:
        if changes:
            play.state.weather = island.RAIN if play.is_clear else island.CLEAR
            play.say(f"The weather changes to {play.state.weather}")
        play.say(island.labeled(play.state, f"Impulse {number}, {play.state.weather}"), head=True)
        for side in (JAPANESE, AMERICAN):
            half = combat.Half(side, number)
            action = yield from impulse(play, half)
            if ends_with_every_area(play):
                return True
            passed = passed + 1 if action == PASS else 0
            if side == AMERICAN:
                ended, changes = yield from sunset(play, half)
                if ended:
                    return False
            if passed > 1:
                play.say("Both players pass; the Daylight Phase ends")
                return False
        # ``half`` is the American half now. Its bombardment leaves the marker where it is (12.1).
        number += not half.bombards
        # The players keep the track if it was not entered (3.5).
        tracks = sheet_in(play.tables, "impulses").values()
        if number > max((track["spaces"] for track in tracks), default=MOST):
            play.say("The impulse marker leaves its track; the Daylight Phase ends")
            return False


def night_phase(play: IslandPlay) -> Procedure[None]:
    """The Japanese player places MG and IE units and attacks with them, or makes one Assault
    Impulse (6.4).
    """
    most = play.tables.limit("special_units_placed_each_night")
    play.attacker = JAPANESE
    before = victory_words(play)
    position = deepcopy(play.state)
    play.announce(f"Night falls on day {play.state.move}. Victory Points {before}")
    play.say(f"Night Phase: place up to {most} MG and IE units, one per Area", head=True)
    if not play.state.keeps_board:
        yield from attacks(play, combat.Half(JAPANESE, number=0, night=True))
        yield from change_control(play, "control")
        return
    yield from night_on_board(play)
    report_entries(play)
    if moved := moves_words(play.board, position, JAPANESE):
        play.announce(f"Night: {moved}")
    report_points(play, before)


def refit_phase(play: IslandPlay) -> Procedure[None]:
    """Areas out of supply, then the Replacement Points of both players (14.0)."""
    before = victory_words(play)
    play.say("Refit Phase", head=True)
    if play.state.keeps_board:
        for area in play.board.cut_off():
            side = play.state.control[area] = OTHER[play.board.controls(area)]
            play.say(f"{combat.SIDES[side]} takes control of Area {area}, which is out of supply")
    else:
        yield from change_control(play, "supply")
    for side in (JAPANESE, AMERICAN):
        play.attacker = side
        points = replacement_points(play, side)
        if (yield from combat.spends(play, side, "points")):
            points += 1
        play.say(
            f"{combat.SIDES[side]} has {max(0, points)} RP; "
            "each point flips two reduced units or rebuilds one unit at reduced strength"
        )
        if play.state.keeps_board:
            position = deepcopy(play.state)
            yield from spend_points(play, side, points)
            restored = fates_words(play.board, position, side, "rebuilt in")
            if restored and side == island.opponent_of(play.state):
                play.announce(f"{side.capitalize()} refit: {restored}")
    report_points(play, before)
    combat.pass_advantage(play)


def replacement_points(play: IslandPlay, side: str) -> int:
    """The Replacement Points of a side: none for the Japanese player without its source of supply;
    kamikaze cost American ones.
    """
    points = int(play.tables["replacements"].entry(play.date, side)["points"])
    if side == JAPANESE:
        is_cut_off = play.controls(play.tables.numbers["supply_area"]) == AMERICAN
        return 0 if is_cut_off else points
    points -= play.state.penalty
    play.state.penalty = 0
    return points


def end_of_day(play: IslandPlay, allowed: Fields) -> Procedure[None]:
    """The point of Area 4, the count of Victory Points, and whether the game is over (6.6, 17.2,
    21.1).
    """
    state = play.state
    if ends_with_every_area(play):
        return
    point_area = play.tables.numbers["point_area"]
    if allowed["area_4_point"] and play.controls(point_area) == AMERICAN:
        state.first_day_point = True
        play.say("The American player holds today's Area and keeps the point for it")
        report_points(play, before="")
    if allowed["victory_check"]:
        if state.keeps_board:
            points = points_on_board(play)
        else:
            contested = yield from play.confirm("contest")
            points = victory_points(
                play, contested, (yield from play.number("losses", least=0, most=MOST))
            )
        if play.tables.find_fields("victory", total=points)["american_wins"]:
            finish(play, US_WIN, f"{points} Victory Points")
            return
        if not state.extended:
            needed = play.tables.limit("victory_points_to_win")
            finish(play, JAPANESE_WIN, f"{points} American Victory Points, {needed} needed")
            return
    if state.move == play.tables.limit("turns_extended"):
        finish(play, JAPANESE_WIN, "the American player did not control every Area in time")
        return
    state.move += 1


SYSTEM = TableSystem(
    island.IslandState,
    partial(IslandPlay, computer=answer_for),
    {SET_UP: choose_variant, MOVE: play_turn},
)
