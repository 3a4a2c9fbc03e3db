"""The set-up of Ie Shima: the variant, the bid, and the placement of units (5.0)."""

from __future__ import annotations

import re

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, IslandBoard, Unit, area_words
from picket_duty.companions.ie_shima_picks import ALL, pick_place
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_victory import goal_words
from picket_duty.companions.table import MOVE, Procedure
from picket_duty.requests import Option

URBAN_AREA = "any urban Area"
ANY_AREA = "any Area"


def choose_variant(play: IslandPlay) -> Procedure[None]:
    """The set-up: the variant and the bid (a practice game begins with the basic game), whether the
    program tracks the board, and the places of the units if it does.
    """
    state = play.state
    # In older saves, players of the practice island were asked too.
    if not play.has_practice_aids:
        yield from ask_variant(play)
    state.advantage = AMERICAN
    if island.is_practice(state):
        play.say(f"This is the {island.INVENTED}", head=True)
        play.say("The island does not have the map or the units of the printed game")
        state.keeps_board = True
    elif any(sheet_in(play.tables, form.table) for form in play.tables.description.forms):
        # The program tracks map and counters if all data were entered, or says what is missing.
        if missing := island.missing_of_board(play.tables):
            play.say(f"The program cannot keep track of the board: {missing[0]}")
        else:
            state.keeps_board = yield from play.confirm("board")
    if state.keeps_board:
        if play.has_practice_aids:
            explain(play)
        yield from place_units(play)
    state.step = MOVE


def ask_variant(play: IslandPlay) -> Procedure[None]:
    """Ask which game is played."""
    play.state.advanced = yield from play.confirm("advanced")
    play.state.extended = yield from play.confirm("extended")
    play.state.bid = yield from play.number(
        "bid", play.tables.limit("bid_low"), play.tables.limit("bid_high")
    )


def explain(play: IslandPlay) -> None:
    """Report the terms of an attack, and the goal to a player who places units; others read it when
    first asked.
    """
    lines = {line.name: line.adds for line in play.tables.sum_chart("attack").lines}
    play.say(
        "In an attack, each side adds two dice to its value. AT is the attacker's total, DT "
        "the defender's. "
        "If AT is higher, the defender takes the difference as losses (AP). TEM is what the "
        "terrain adds to the "
        f"defense. A battalion that attacks with all {play.tables.numbers['battalion']} "
        f"units adds "
        f"{lines['battalion_integrity']:+g} (battalion integrity)."
    )
    play.say(
        "The side with the Advantage may reroll one attack during the day. The Advantage then "
        "passes to the other side."
    )
    if play.orders_stacks(JAPANESE):
        play.say(goal_words(play))


def place_units(play: IslandPlay) -> Procedure[None]:
    """Place units: in boxes at once, in Areas as the Japanese player decides."""
    board = play.board
    if not play.has_practice_aids:
        play.state.figures = yield from play.confirm("figures")
    for_me = [Option(ALL, "Place all remaining units for me")] if play.has_practice_aids else []
    for unit in board.units.values():
        areas = starting_areas(board, unit)
        if not areas:
            if unit.begins:
                board.put(unit, unit.begins)
            continue
        areas = [area for area in areas if not board.is_full(area, unit.side)]
        area = yield from pick_place(play, "place", areas, f"{unit.name}: ", *for_me)
        if area == ALL:
            # From now on the computer answers for this side.
            play.helped_side = JAPANESE
            area = yield from pick_place(play, "place", areas, prefix=f"{unit.name}: ")
        board.put(unit, area)
        if not play.has_practice_aids:
            play.say(f"{unit.name} begins in {area_words(area)}")
    play.helped_side = ""


def starting_areas(board: IslandBoard, unit: Unit) -> list[str]:
    """The Areas in which a unit may begin; none if it begins in a box or arrives later."""
    if unit.begins == ANY_AREA:
        return list(board.areas)
    if unit.begins == URBAN_AREA:
        return [area for area, ground in board.areas.items() if ground.urban]
    return [area for area in re.findall(r"\d+", unit.begins) if area in board.areas]
