"""Ie Shima on a board that the program tracks: moves, attacks, losses and retreats, night, refit.

Map and counters were entered, so only the decisions of the players are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy

import msgspec

from picket_duty.charts.chart import total_of
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions import ie_shima_play
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    DONE,
    JAPANESE,
    LOST,
    OTHER,
    SPECIAL,
    Unit,
)
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option
from picket_duty.text.names import count, percent, title_case

#: A full-strength unit that is eliminated at once.
ELIMINATE_FULL = "eliminate full"
#: An attack with a lower chance of success is not selected beforehand.
EVEN = 0.5
#: Options: end a list of choices, all the rest, both beach boxes, and actions on an area or a unit.
ALL, BOTH, STAY, THIS, HOLD, FLIP, ELIMINATE, RETREAT, REBUILD = (
    "all",
    "both",
    "stay",
    "this",
    "hold",
    "flip",
    "eliminate",
    "retreat",
    "rebuild",
)
#: The lines of the attrition chart by what is lost.
LOSSES = {
    FLIP: "full_to_reduced",
    ELIMINATE: "reduced_eliminated",
    RETREAT: "reduced_retreats",
    ELIMINATE_FULL: "full_eliminated",
}
#: What an attack can bring, after the question which is made (11.4.4).
SUCCESS_TEXT = (
    " Success damages the defender and reduces the lead attacker; only an Area left without "
    "defenders is taken. "
    "A repulse reduces all attackers."
)
#: Between the places in an order for units that go together.
TO = " > "
#: Ranks of such orders: into an enemy, forward (an Area is taken, or a goal is nearer), neither.
ATTACKS, FORWARD, BACK = range(3)
#: The choices of one unit that goes alone.
ALONE = {"alone", "regroup"}
FIGURES = {AMERICAN: "Ernie Pyle", JAPANESE: "Major Igawa"}
URBAN_AREA = "any urban Area"
ANY_AREA = "any Area"


def place_units(play: IslandPlay) -> Procedure[None]:
    """Place units: in boxes at once, in Areas as the Japanese player decides."""
    board = play.board
    if not play.is_simple:
        play.state.figures = yield from play.confirm("figures")
    for_me = (Option(ALL, "Place all remaining units for me"),) if play.is_simple else ()
    by_kind = {
        ANY_AREA: list(board.areas),
        URBAN_AREA: [area for area, ground in board.areas.items() if ground.urban],
    }
    for unit in board.units.values():
        named = [area for area in re.findall(r"\d+", unit.begins) if area in board.areas]
        areas = by_kind.get(unit.begins, named)
        if not areas:
            if unit.begins:
                board.put(unit, unit.begins)
            continue
        open_areas = [area for area in areas if not board.is_full(area, unit.side)]
        area = yield from pick_place(play, "place", open_areas, f"{unit.name}: ", first=for_me)
        if area == ALL:
            play.helped = JAPANESE
            area = yield from pick_place(play, "place", open_areas, f"{unit.name}: ")
        board.put(unit, area)
        if not play.is_simple:
            play.say(f"{unit.name} begins in {island.place_text(area)}")
    play.helped = ""


def lost_special_units(play: IslandPlay) -> list[Unit]:
    """The Special Units that are eliminated and may return."""
    return [unit for unit in play.board.at(LOST, JAPANESE) if unit.is_special]


def assault_areas(play: IslandPlay, half: combat.Half) -> list[Option]:
    """The Areas that a player may activate: those with a unit that can move or attack."""
    board, options = play.board, list[Option]()
    for place in board.places():
        units = board.at(place, half.side)
        now = begin_assault(board, units)
        if place == SPECIAL:
            can_act = half.side == JAPANESE and any(
                places_by_day(board, unit, []) for unit in units
            )
        else:
            can_act = any(entries(play, now, mover) for mover in now.movers) or bool(
                attackers(board, now, place)
            )
        if not can_act:
            continue
        words = board.reach_text(place)
        if play.orders_stacks(half.side):
            most = play.tables.limit("special_units_placed_each_impulse")
            more = f" (up to {most} of them go to Areas)" if place == SPECIAL else ""
            words += f": {count(len(units), 'unit')}{more}"
        options.append(Option(place, words))
    filled = [option.value for option in options if option.value in board.boxes]
    if half.side == AMERICAN and play.allowed["both_beach_boxes_at_once"] and len(filled) > 1:
        options.append(Option(BOTH, f"Both: {' and '.join(filled)}"))
    return options


def assault_impulse(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Choose the Active Area; its units move and attack (8.1.1)."""
    board = play.board
    active = yield from play.choose("active", *assault_areas(play, half))
    if active != SPECIAL:
        places = board.boxes if active == BOTH else [active]
        units = [unit for place in places for unit in board.at(place, half.side)]
        yield from assault(play, half, begin_assault(board, units))
        return
    # Special Units go into Japanese Areas, one into each, and do no more in the impulse (10.2.2).
    used: list[str] = []
    while len(used) < play.tables.limit("special_units_placed_each_impulse"):
        units = [unit for unit in board.at(SPECIAL) if places_by_day(board, unit, used)]
        unit = yield from pick(play, "commit", units, (Option(DONE, "No more"),))
        if unit is None:
            return
        used.append((yield from pick_place(play, "commit at", places_by_day(board, unit, used))))
        board.put(unit, used[-1])
        if play.is_simple:
            play.say(f"{unit.name} is placed in {island.place_text(used[-1])}")


def begin_assault(board: island.IslandBoard, units: list[Unit]) -> ie_shima_play.Assault:
    """An Assault by some units, from their current places."""
    movers = [
        ie_shima_play.Mover(unit, came=board.place(unit)) for unit in units if not unit.is_pillbox
    ]
    return ie_shima_play.Assault(movers, [area for area in board.areas if board.is_contested(area)])


def assault(play: IslandPlay, half: combat.Half, now: ie_shima_play.Assault) -> Procedure[None]:
    """Units move one at a time and attack, until the player is done; mandatory attacks are made
    first (10.1, 11.1).
    """
    board = play.board
    play.now = now
    while True:
        movers = [mover for mover in now.movers if entries(play, now, mover)]
        fights = [area for area in board.areas if attackers(board, now, area)]
        due = [area for area in fights if area not in now.contested]
        if not movers and not fights:
            return
        barred = f"the attack in Area {due[0]} is mandatory (11.1)" if due else ""
        if play.orders_stacks(half.side):
            orders = stack_moves(play, now)
            if not orders and not fights:
                return
            act = yield from order_given(play, now, orders, fights, barred)
        else:
            options = [
                Option(f"{island.ATTACK} {area}", f"Attack in Area {area}") for area in fights
            ]
            options += [Option(mover.unit.name, unit_text(board, mover.unit)) for mover in movers]
            act = yield from play.choose("act", *options, Option(DONE, "No more", barred))
        if act == DONE:
            return
        if act == HOLD:
            now.holds = not now.holds
        elif act.startswith(f"{island.ATTACK} "):
            yield from combat_on_board(play, half, now, act.removeprefix(f"{island.ATTACK} "))
        elif TO in act:
            moved = {mover.unit: mover for mover in movers}
            move_stack(play, [moved[unit] for unit in orders[act]], act.partition(TO)[2])
        else:
            yield from move_unit(
                play, now, next(mover for mover in movers if mover.unit.name == act)
            )


def stack_moves(play: IslandPlay, now: ie_shima_play.Assault) -> dict[str, list[Unit]]:
    """The units that can go together from a place to the next, by order: not back, the strongest if
    not all fit.
    """
    board = play.board
    orders: dict[str, list[Unit]] = {}
    strongest = sorted(now.movers, key=lambda mover: -board.value(mover.unit))
    last = {board.place(mover.unit): mover for mover in strongest}
    for mover in strongest:
        start = board.place(mover.unit)
        if now.holds and start in board.areas and mover is last[start]:
            continue
        for place in entries(play, now, mover):
            if place != mover.came and place not in board.boxes:
                orders.setdefault(f"{start}{TO}{place}", []).append(mover.unit)
    return fitting(board, orders)


def fitting(board: island.IslandBoard, orders: dict[str, list[Unit]]) -> dict[str, list[Unit]]:
    """Orders for units that go together, with only as many units as their goal has room for
    (7.1).
    """
    return {
        order: units[: board.room(order.partition(TO)[2], units[0].side)]
        for order, units in orders.items()
    }


def order_given(
    play: IslandPlay,
    now: ie_shima_play.Assault,
    orders: dict[str, list[Unit]],
    fights: list[str],
    barred: str,
) -> Procedure[str]:
    """The next order: an attack, units that go together, a unit alone or no more; not asked if
    there is only one.
    """
    board = play.board
    if barred and not orders and len(fights) == 1:
        return f"{island.ATTACK} {fights[0]}"
    ranks = ranked(board, orders)
    attacks = {f"{island.ATTACK} {area}": (attackers(board, now, area), area) for area in fights}
    options = [
        Option(order, f"Attack in Area {area}: {attack_text(play, units, area)}")
        for order, (units, area) in attacks.items()
    ]
    for order, rank in ranks.items():
        start, _, place = order.partition(TO)
        going = [
            mover
            for mover in now.movers
            if board.place(mover.unit) == start and mover.left is not None
        ]
        going = [mover for mover in going if not mover.stopped and not mover.fought]
        tired = sum(place not in entries(play, now, mover) for mover in going)
        others = (
            f" ({tired} {'has' if tired == 1 else 'have'} too little movement left)"
            if tired
            else ""
        )
        options.append(Option(order, stack_text(play, order, orders[order], others)))
        if rank == ATTACKS:
            attacks[order] = orders[order], place
    has_stack = any(len(units) > 1 for units in orders.values())
    if has_stack:
        options.append(Option(THIS, "One unit alone"))
    if now.holds or (has_stack and any(order.partition(TO)[0] in board.areas for order in orders)):
        options.append(
            Option(HOLD, "Leave no unit behind" if now.holds else "Leave one unit behind")
        )
    decision = play.question("order", {"note": SUCCESS_TEXT if attacks else ""})
    if not fights and {*ranks.values()} <= {BACK}:
        decision = msgspec.structs.replace(decision, marked=DONE)
    poor = {
        value
        for value, (units, area) in attacks.items()
        if combat.success_chance(play, units, area) < EVEN
    }
    if options[0].value in poor and not barred:
        first = next(
            (option.value for option in options if option.value not in {*poor, THIS, HOLD}), DONE
        )
        decision = msgspec.structs.replace(decision, marked=first)
    order = yield from play.choose(decision, *options, Option(DONE, "No more", barred))
    if order != THIS:
        return order
    alone = yield from pick(
        play, "alone", [mover.unit for mover in now.movers if entries(play, now, mover)]
    )
    assert alone is not None
    return alone.name


def ranked(board: island.IslandBoard, orders: Mapping[str, Sequence[Unit]]) -> dict[str, int]:
    """Orders for units that go together with their ranks: attacks first, moves that take no ground
    last.
    """
    ranks: dict[str, int] = {}
    for order, units in orders.items():
        side = units[0].side
        start, _, place = order.partition(TO)
        steps = board.steps_to_goal(side)
        if not board.is_vacant(place, side):
            ranks[order] = ATTACKS
        elif place in board.boxes or (
            board.is_free(place, side) and steps.get(place, 0) >= steps.get(start, 0)
        ):
            ranks[order] = BACK
        else:
            ranks[order] = FORWARD
    return dict(sorted(ranks.items(), key=lambda item: item[1]))


def stack_text(play: IslandPlay, order: str, units: list[Unit], others: str = "") -> str:
    """An order for units that go together, why ``others`` cannot, and the enemies whom they must
    attack.
    """
    board, side, (start, _, place) = play.board, units[0].side, order.partition(TO)
    enemies = board.at(place, OTHER[side])
    here = len(board.at(start, side))
    number = count(here, "unit") if len(units) == here else f"{len(units)} of {count(here, 'unit')}"
    words = (
        f"{number} from {island.place_text(start)} to "
        f"{board.reach_text(place)}{others}{emptied_text(board, units)}"
    )
    if len(units) < here and len(units) == board.room(place, side):
        words += f" ({island.place_text(place)} is then full)"
    if not enemies:
        return words
    return (
        f"{words}, to attack {count(len(enemies), 'enemy unit')}: {attack_text(play, units, place)}"
    )


def emptied_text(board: island.IslandBoard, units: list[Unit]) -> str:
    """The Area that units leave empty if they go, as a remark in parentheses; empty if others stay
    there.
    """
    start = board.place(units[0])
    is_emptied = start in board.areas and len(units) == len(board.at(start))
    return f" (leaves {island.place_text(start)} empty)" if is_emptied else ""


def attack_text(play: IslandPlay, units: list[Unit], area: str) -> str:
    """The chances that an attack succeeds, and that the defender must lose every unit (11.4.4,
    13.1).
    """
    side = OTHER[units[0].side]
    defenders = play.board.at(area, side)
    everyone = room_for_points(play, area, side)
    if len(defenders) == 1 and not play.board.retreats(defenders[0], area):
        # A lone unit that cannot retreat is eliminated by the points of a retreat (13.1, 13.2.4).
        everyone += points_of(play, RETREAT) - points_of(play, ELIMINATE)
    success = combat.success_text(play, units, area)
    cleared = combat.success_chance(play, units, area, everyone)
    destroyed = success if cleared == combat.success_chance(play, units, area) else percent(cleared)
    return f"success {success}, destroys all defenders {destroyed}"


def move_stack(play: IslandPlay, movers: list[ie_shima_play.Mover], place: str) -> None:
    """Move units together into an adjacent place; the first takes an Area from which the others may
    go on (10.2).
    """
    units = [mover.unit for mover in movers]
    play.say(f"{entry_text(units, place)}{emptied_text(play.board, units)}")
    for mover in movers:
        enter(play, mover, place, alone=False)


def entries(play: IslandPlay, now: ie_shima_play.Assault, mover: ie_shima_play.Mover) -> list[str]:
    """The places that a unit may enter next: by control, stacking, attacks made, and the movement
    it has left.
    """
    board = play.board
    unit = mover.unit
    start = board.place(unit)
    if mover.stopped or mover.fought or start == LOST:
        return []
    if mover.left is None and not unit.factors[board.is_reduced(unit)]:
        return []
    places = [place for place in board.beside(start) if place not in now.attacked]
    places = [place for place in places if board.may_enter(unit, start, place)]
    if mover.left is None:
        return places
    costs = {place: board.cost(unit, start, place) for place in places}
    return [place for place, cost in costs.items() if cost is not None and cost <= mover.left]


def move_unit(
    play: IslandPlay, now: ie_shima_play.Assault, mover: ie_shima_play.Mover
) -> Procedure[None]:
    """Move a unit from Area to Area until it stops or must stop (10.2)."""
    while places := entries(play, now, mover):
        place = places[0]
        if len(places) > 1 or mover.left is not None:
            options = [Option(place, play.board.reach_text(place)) for place in places]
            place = yield from play.choose("move", *options, Option(STAY, "It stays here"))
        if place == STAY:
            mover.stopped = mover.left is not None
            return
        enter(play, mover, place)
    mover.stopped = True


def enter(play: IslandPlay, mover: ie_shima_play.Mover, place: str, alone: bool = True) -> None:
    """Move a unit into an adjacent place and pay the cost; one that goes ``alone`` is reported
    (10.2, 7.2).
    """
    board = play.board
    unit = mover.unit
    start = mover.came = board.place(unit)
    cost = board.cost(unit, start, place)
    left = board.factor(unit, not play.is_clear) if mover.left is None else mover.left
    mover.left = 0 if cost is None else max(0, left - cost)
    if play.is_simple and not play.orders_stacks(unit.side):
        play.entered.setdefault(place, []).append(unit)
    elif alone:
        emptied = emptied_text(board, [unit]) if play.is_simple else ""
        play.say(f"{entry_text([unit], place)}{emptied}; {mover.left} MF left")
    board.put(unit, place)
    mover.stopped = not board.is_vacant(place, unit.side) or place in play.state.rubble
    settle(play)


def places_by_day(board: island.IslandBoard, unit: Unit, used: list[str]) -> list[str]:
    """Where a Special Unit may be placed by day: under Japanese control, a pillbox in supply, an
    Area once.
    """
    areas = [area for area in board.areas if board.controls(area) == JAPANESE and area not in used]
    areas = [area for area in areas if not board.is_full(area, JAPANESE)]
    return [area for area in areas if not unit.is_pillbox or board.is_supplied(area, JAPANESE)]


def night_on_board(play: IslandPlay) -> Procedure[None]:
    """MG and IE units are placed and act one after another; with none in the box one Area makes an
    Assault (6.4).
    """
    board = play.board
    half = combat.Half(JAPANESE, 0, night=True)
    if all(unit.is_pillbox for unit in board.at(SPECIAL)):
        open_areas = [option for option in assault_areas(play, half) if option.value != SPECIAL]
        active = (
            (yield from play.choose("night area", *open_areas, Option(DONE, "None")))
            if open_areas
            else DONE
        )
        if active != DONE:
            yield from assault(play, half, begin_assault(board, board.at(active, JAPANESE)))
        return
    used: list[str] = []
    while len(used) < play.tables.limit("special_units_placed_each_night"):
        units = [unit for unit in board.at(SPECIAL) if not unit.is_pillbox]
        unit = yield from pick(play, "commit", units, (Option(DONE, "No more"),))
        if unit is None:
            return
        areas = [
            area for area in board.areas if area not in used and not board.is_full(area, JAPANESE)
        ]
        area = yield from pick_place(play, "commit at", areas)
        used.append(area)
        yield from place_by_night(play, half, unit, area)


def place_by_night(play: IslandPlay, half: combat.Half, unit: Unit, area: str) -> Procedure[None]:
    """A unit placed by night attacks if it must; else it, or all units of the Area, may continue
    (10.2.3).
    """
    board = play.board
    now = begin_assault(board, [unit])
    enter(play, now.movers[0], area)
    if board.is_vacant(area, JAPANESE) or area in now.contested:
        others = [
            other for other in board.at(area, JAPANESE) if not other.is_pillbox and other != unit
        ]
        options = [Option(DONE, "No unit"), Option(THIS, unit.name)]
        options += [Option(ALL, "All units in the Area except pillboxes")] if others else []
        who = yield from play.choose("activate", *options)
        if who == DONE:
            return
        if who == ALL:
            now.movers += [ie_shima_play.Mover(other, came=area) for other in others]
    now.movers[0].stopped = not board.is_vacant(area, JAPANESE) and area not in now.contested
    yield from assault(play, half, now)


def attackers(board: island.IslandBoard, now: ie_shima_play.Assault, area: str) -> list[Unit]:
    """The units that may attack in an Area: those that act, with an enemy there, once in the
    impulse.
    """
    if area in now.attacked:
        return []
    units = [
        mover.unit for mover in now.movers if not mover.fought and board.place(mover.unit) == area
    ]
    return units if any(not board.is_vacant(area, attacker.side) for attacker in units) else []


def combat_on_board(
    play: IslandPlay, half: combat.Half, now: ie_shima_play.Assault, area: str
) -> Procedure[None]:
    """An attack from the choice of units to losses, retreats and rubble (11.4)."""
    board, before = play.board, deepcopy(play.state)
    report_entries(play)
    mandatory = area not in now.contested
    units = yield from attacking(play, attackers(board, now, area), area, mandatory)
    lead = units[0]
    defenders = board.at(area, OTHER[half.side])
    defends = yield from pick(play, "leads defence", defenders)
    assert defends is not None
    site = combat.site_of(play, area)
    attack_value, defence_value = yield from combat.combat_values(
        play, half, site, board.attack_terms(lead, units), board.defence_terms(defends, defenders)
    )
    figure = yield from figure_placed(play, half.side)
    attack_value += figure
    attack, difference = yield from combat.roll_totals(
        play, half, attack_value, defence_value, combat.COMBAT
    )
    if figure and difference == attack_value - defence_value:
        play.state.fallen.add(half.side)
        play.say(f"{FIGURES[half.side]} is killed: both DRs are the same")
    result, lost = combat.result_of_combat(play, difference, mandatory)
    now.attacked.append(area)
    movers = {mover.unit: mover for mover in now.movers if mover.unit in units}
    for mover in movers.values():
        mover.fought = True
    for unit in units if result == "repulse" else [lead]:
        strike(play, unit)
    yield from absorb(play, defends, lost)
    if result == "repulse" and mandatory:
        for unit in [unit for unit in units if board.place(unit) == area]:
            yield from retreat(play, unit, movers[unit].came)
    yield from retreat_by_choice(play, area, OTHER[half.side])
    combat.make_rubble(play, site, attack)
    settle(play)
    taken = "" if board.at(area, OTHER[half.side]) else f". Area {area} is taken"
    rolled = (
        f"{attack_value} + {attack} against {defence_value} + "
        f"{attack_value + attack - defence_value - difference}"
    )
    words = f"{half.side.capitalize()} attack in Area {area}: {result}, {rolled} ({difference:+d})"
    play.announce(f"{words}{losses_text(board, before)}{taken}")


def attackers_of(play: IslandPlay, about: str, value: str) -> list[Unit]:
    """The units that attack if an answer is given: an order, or a lead unit; none if it brings no
    attack.
    """
    board = play.board
    now = play.now
    if now is None or about not in ("order", "leads"):
        return []
    if about == "leads":
        return attackers(board, now, board.place(board.units[value]))
    if value.startswith(f"{island.ATTACK} "):
        return attackers(board, now, value.removeprefix(f"{island.ATTACK} "))
    units = stack_moves(play, now).get(value, [])
    return units if units and not board.is_vacant(value.partition(TO)[2], units[0].side) else []


def attacking(
    play: IslandPlay, units: list[Unit], area: str, mandatory: bool
) -> Procedure[list[Unit]]:
    """The lead unit and those that attack with it: all if mandatory, else as the attacker decides
    (11.1 to 11.3).
    """
    chances = {}
    if play.is_simple:
        units = sorted(units, key=lambda unit: -play.board.value(unit))
        joined = "" if mandatory else " with all"
        shown = {
            unit.name: combat.success_text(play, units, area, unit) for unit in play.listed(units)
        }
        chances = {name: f", success {chance}{joined}" for name, chance in shown.items()}
    lead = yield from pick(play, "leads", units, also=chances)
    assert lead is not None
    left = [unit for unit in units if unit != lead]
    if mandatory:
        return [lead, *left]
    chosen = [lead]
    every = Option(ALL, "All of them")
    while left:
        options = [Option(unit.name, unit_text(play.board, unit)) for unit in play.listed(left)]
        options = [every, *options] if play.is_simple else [*options, every]
        odds = (
            f"Success {combat.success_text(play, chosen, area)} so far. " if play.is_simple else ""
        )
        joins = yield from play.choose("joins", *options, Option(DONE, "No more"), odds=odds)
        chosen += [unit for unit in left if joins in (ALL, unit.name)]
        left = [] if joins == DONE else [unit for unit in left if unit not in chosen]
    return chosen


def figure_placed(play: IslandPlay, side: str) -> Procedure[int]:
    """What the attacker's historical figure adds: placed once in a Turn until the figure falls
    (20.1).
    """
    state = play.state
    if not state.figures or side in state.fallen or state.figure_turns.get(side) == state.move:
        return 0
    if not (yield from play.confirm("figure")):
        return 0
    state.figure_turns[side] = state.move
    return play.tables.limit("historical_figure")


def strike(play: IslandPlay, unit: Unit) -> None:
    """Reduce a unit, or eliminate it if it is reduced (11.4.4)."""
    play.say(f"{unit.name} is {'reduced' if play.board.reduce(unit) else 'eliminated'}")


def absorb(play: IslandPlay, first: Unit, points: int) -> Procedure[None]:
    """The defender's Attrition Points: the first by the lead or the Primary Target, the rest by
    choice (13.1).
    """
    board = play.board
    area = board.place(first)
    side = first.side
    if play.is_simple and points >= room_for_points(play, area, side):
        units = board.at(area, side)
        for unit in units:
            board.lose(unit)
        play.say(
            f"{all_names([unit.name for unit in units])} {'is' if len(units) == 1 else 'are'} "
            f"eliminated"
        )
        return
    takers = [first]
    while points > 0 and takers:
        takers = play.listed(takers)
        options = [option for unit in takers for option in losses(play, unit, area, points)]
        name = options[0].value
        if len(options) > 1:
            name = yield from play.choose("loss", *options, left=f"{points} AP left to take. ")
        what, _, who = name.partition(" ")
        unit = board.units[who]
        points -= points_of(play, what)
        if what == RETREAT:
            yield from retreat(play, unit)
        else:
            strike(play, unit)
        takers = board.at(area, side)
    if points > 0:
        play.say(f"{points} remaining AP ignored")


def losses(play: IslandPlay, unit: Unit, area: str, points: int) -> list[Option]:
    """The losses a unit can take for some points: a full one flips, a reduced one retreats or is
    eliminated (13.1).

    Units there must take all points that they can; none retreats if all of them are needed for
    that.
    """
    board = play.board
    if not board.is_reduced(unit):
        return [
            Option(f"{FLIP} {unit.name}", f"{unit.name} is reduced: {points_of(play, FLIP)} AP")
        ]
    lost = {}
    if points < room_for_points(play, area, unit.side):
        lost[RETREAT] = (
            "retreats" if board.retreats(unit, area) else "cannot retreat and is eliminated"
        )
    if points >= points_of(play, ELIMINATE):
        lost[ELIMINATE] = "is eliminated"
    return [
        Option(f"{what} {unit.name}", f"{unit.name} {words}: {points_of(play, what)} AP")
        for what, words in lost.items()
    ]


def room_for_points(play: IslandPlay, area: str, side: str) -> int:
    """The most points that the units of a side in an Area can take: all of them eliminated
    (13.1).
    """
    units = play.board.at(area, side)
    return sum(
        points_of(play, ELIMINATE if play.board.is_reduced(unit) else ELIMINATE_FULL)
        for unit in units
    )


def points_of(play: IslandPlay, what: str) -> int:
    """The points that a loss counts (13.1)."""
    return int(play.tables["attrition"].entry(LOSSES[what])["points"])


def retreat(play: IslandPlay, unit: Unit, back: str = "") -> Procedure[None]:
    """Retreat a unit by the priorities, an attacker to ``back``, its last place; else eliminate it
    (13.2).
    """
    board = play.board
    places = board.retreats(unit, board.place(unit), back)
    if not places:
        board.lose(unit)
        play.say(f"{unit.name} cannot retreat and is eliminated")
        return
    place = yield from pick_place(play, "retreats to", places, f"{unit.name}: ")
    board.put(unit, place)
    play.say(f"{unit.name} retreats to {island.place_text(place)}")
    settle(play)


def retreat_by_choice(play: IslandPlay, area: str, side: str) -> Procedure[None]:
    """Let defenders retreat voluntarily after the combat (13.2.3)."""
    board = play.board
    while units := [unit for unit in board.at(area, side) if board.retreats(unit, area)]:
        options = [Option(unit.name, unit_text(board, unit)) for unit in play.listed(units)]
        name = yield from play.choose("leaves", Option(DONE, "No (or no more)"), *options)
        if name == DONE:
            return
        yield from retreat(play, board.units[name])


def regroup(play: IslandPlay, side: str) -> Procedure[None]:
    """Every unit may move one Area, each once (8.1.3)."""
    board, moved = play.board, list[Unit]()
    while True:
        units = [
            unit for unit in board.units.values() if unit.side == side and board.regroups(unit)
        ]
        units = [unit for unit in units if unit not in moved]
        if play.orders_stacks(side):
            stack, place = yield from regroup_order(play, units)
        else:
            stack, place = yield from regroup_unit(play, units, Option(DONE, "No more"))
        if not stack:
            return
        for unit in stack:
            board.put(unit, place)
        moved += stack
        if play.orders_stacks(side):
            play.say(
                f"To {island.place_text(place)}: {island.names_text([unit.name for unit in stack])}"
            )
        elif play.is_simple:
            play.entered.setdefault(place, []).extend(stack)


def regroup_unit(
    play: IslandPlay, units: list[Unit], *more: Option
) -> Procedure[tuple[list[Unit], str]]:
    """A unit that regroups and where to; none if the player is done."""
    unit = yield from pick(play, "regroup", units, more)
    if unit is None:
        return [], ""
    return [unit], (yield from pick_place(play, "regroup to", play.board.regroups(unit)))


def regroup_order(play: IslandPlay, units: list[Unit]) -> Procedure[tuple[list[Unit], str]]:
    """Units that regroup together and where to, or one alone; none if the player is done."""
    board, every = play.board, dict[str, list[Unit]]()
    for unit in units:
        for place in board.regroups(unit):
            every.setdefault(f"{board.place(unit)}{TO}{place}", []).append(unit)
    if not every:
        return [], ""
    orders = whole = fitting(board, every)
    # The weakest stays in an Area that they would leave empty.
    weakest = {
        order: min(stack, key=board.value)
        for order, stack in whole.items()
        if emptied_text(board, stack)
    }
    parts = {
        order: [unit for unit in stack if unit != weakest.get(order)]
        for order, stack in whole.items()
    }
    parts = {order: stack for order, stack in parts.items() if stack}
    while True:
        ranks = ranked(board, orders)
        options = [Option(order, stack_text(play, order, orders[order])) for order in ranks]
        options.append(Option(THIS, "One unit alone"))
        if orders is not whole or any(order in parts for order in weakest):
            options.append(
                Option(HOLD, "Leave one unit behind" if orders is whole else "Leave no unit behind")
            )
        decision = play.question("regroup order", {})
        if {*ranks.values()} <= {BACK}:
            decision = msgspec.structs.replace(decision, marked=DONE)
        order = yield from play.choose(decision, *options, Option(DONE, "No more"))
        if order == THIS:
            return (yield from regroup_unit(play, units))
        if order != HOLD:
            return orders.get(order, []), order.partition(TO)[2]
        orders = parts if orders is whole else whole


def bombardment_targets(board: island.IslandBoard, side: str, marker: str) -> list[str]:
    """The Areas that a marker may bombard: with an enemy; no contested urban one from the sea (12.2
    to 12.4).
    """
    areas = [area for area in board.areas if board.at(area, OTHER[side])]
    naval = marker == combat.NAVAL
    return [
        area
        for area in areas
        if not (naval and board.areas[area].urban and board.is_contested(area))
    ]


def bombardment_on_board(play: IslandPlay, half: combat.Half, marker: str) -> Procedure[None]:
    """Bombard an Area with a marker; the Primary Target takes the first point (12.5)."""
    board, before = play.board, deepcopy(play.state)
    areas = bombardment_targets(board, half.side, marker)
    options = [Option(area, target_text(play, half.side, marker, area)) for area in areas]
    area = areas[0] if len(areas) == 1 else (yield from play.choose("target", *options))
    primary = yield from pick(play, "primary", board.at(area, OTHER[half.side]))
    assert primary is not None
    factor = yield from combat.attack_factor(play, half.side, marker)
    lost = yield from combat.roll_bombardment(play, half, combat.site_of(play, area), factor)
    yield from absorb(play, primary, lost)
    settle(play)
    action = "" if play.plan else f"{half.side.capitalize()} bombardment: "
    words = f"{action}{marker} at Area {area}, {lost or 'no'} AP"
    play.announce(f"{title_case(words)}{losses_text(board, before)}")


def target_text(play: IslandPlay, side: str, marker: str, area: str) -> str:
    """An Area as text; in a practice game with its enemies, and what a marker brings there
    (12.5).
    """
    factor = combat.factor_of(play, side, marker)
    if factor is None or not play.is_simple:
        return island.place_text(area)
    site = combat.site_of(play, area)
    defence = total_of(
        play.tables.sum_chart("defence"), {"area_tem": site.tem, "rubble": site.rubble}
    )
    enemies = play.board.at(area, OTHER[side])
    most = room_for_points(play, area, OTHER[side])
    lost = [
        min(most, combat.bombardment_points(play, factor - defence + margin))
        for margin in combat.dr_margins(play)
    ]
    chance = sum(points > 0 for points in lost) / len(lost)
    mean = sum(lost) / len(lost)
    return (
        f"{island.place_text(area)}: {count(len(enemies), 'unit')}, hit {percent(chance)}, "
        f"average {mean:.1f} AP"
    )


def spend_points(play: IslandPlay, side: str, points: int) -> Procedure[None]:
    """Spend Replacement Points: each flips two units, or rebuilds one at reduced strength
    (14.5).
    """
    board = play.board
    for point in range(points, 0, -1):
        flips = play.listed(flippable(board, side))
        rebuilt = play.listed([unit for unit in board.at(LOST, side) if rebuilds(board, side)])
        options = []
        for unit in flips:
            simple = f"Restore {unit.name}, {island.place_text(board.place(unit))}"
            options.append(
                Option(
                    f"{FLIP} {unit.name}",
                    simple if play.is_simple else f"Flip {unit_text(board, unit)}",
                )
            )
        options += [
            Option(f"{REBUILD} {unit.name}", f"Rebuild {unit.name}, reduced") for unit in rebuilt
        ]
        if not options:
            return
        if not play.is_simple or point < points:
            play.say(f"{combat.SIDES[side]} has {point} RP left")
        options.insert(len(options) if play.is_simple else 0, Option(DONE, "Nothing more"))
        what, _, name = (yield from play.choose("refit", *options)).partition(" ")
        if what == DONE:
            return
        if what == FLIP:
            play.state.reduced.discard(name)
            none = () if play.is_simple else (Option(DONE, "None"),)
            second = yield from pick(play, "flips too", flippable(board, side), none)
            if second is not None:
                play.state.reduced.discard(second.name)
        else:
            area = yield from pick_place(play, "rebuilt at", rebuilds(board, side))
            board.put(board.units[name], area)
            board.reduce(board.units[name])


def flippable(board: island.IslandBoard, side: str) -> list[Unit]:
    """Reduced units on the map that can trace supply (14.5.1)."""
    units = [unit for unit in board.units.values() if unit.side == side and board.is_reduced(unit)]
    return [unit for unit in units if board.is_supplied(board.place(unit), side)]


def rebuilds(board: island.IslandBoard, side: str) -> list[str]:
    """Where an eliminated unit may be rebuilt: a supplied Area of its side that is not full
    (14.5.3, 14.5.4).
    """
    areas = [
        area
        for area in board.areas
        if board.controls(area) == side and not board.is_full(area, side)
    ]
    return [area for area in areas if board.is_supplied(area, side)]


def all_names(names: list[str]) -> str:
    """Units as text, in one list."""
    return island.names_text(names).replace("; ", ", ")


def losses_text(board: island.IslandBoard, before: island.IslandState) -> str:
    """The units of each side reduced, eliminated or driven back since a position, as text after a
    separator.
    """
    fates = ((side, fates_text(board, before, side, "back to")) for side in (AMERICAN, JAPANESE))
    return (
        "".join(f". {side.capitalize()}: {text}" for side, text in fates if text) or ". No losses"
    )


def fates_text(board: island.IslandBoard, before: island.IslandState, side: str, way: str) -> str:
    """What became of the units of a side since a position, as text; ``way`` is said of those in
    another place.
    """
    fates: dict[str, list[str]] = {}
    for unit in (unit for unit in board.units.values() if unit.side == side):
        place = board.place(unit)
        was_reduced = unit.name in before.reduced
        fate = ""
        if place != before.places.get(unit.name, ""):
            fate = "eliminated" if place == LOST else f"{way} {island.place_text(place)}"
        elif board.is_reduced(unit) != was_reduced:
            fate = "restored" if was_reduced else "reduced"
        fates.setdefault(fate, []).append(unit.name)
    return "; ".join(f"{all_names(names)} {fate}" for fate, names in fates.items() if fate)


def moves_text(board: island.IslandBoard, before: island.IslandState, side: str) -> str:
    """Where the units of a side have gone since a position, and which Areas they took, as text."""
    gone: dict[str, list[str]] = {}
    for unit in board.units.values():
        place = board.place(unit)
        if unit.side == side and place not in (LOST, before.places.get(unit.name, "")):
            gone.setdefault(place, []).append(unit.name)
    parts = []
    for place, names in gone.items():
        is_taken = place in board.areas and board.controls(place) == side != before.control.get(
            place, JAPANESE
        )
        verb = ("takes" if len(names) == 1 else "take") if is_taken else "to"
        parts.append(f"{all_names(names)} {verb} {island.place_text(place)}")
    return "; ".join(parts)


def settle(play: IslandPlay) -> None:
    """Give Areas to those who hold them, and report them (7.2)."""
    for area, side in play.board.settle():
        report_entries(play)
        play.say(f"{combat.SIDES[side]} controls Area {area}")


def report_entries(play: IslandPlay) -> None:
    """Report the places that the computer's units have entered."""
    for place, units in play.entered.items():
        play.say(entry_text(units, place))
    play.entered.clear()


def pick(
    play: IslandPlay,
    about: str,
    units: list[Unit],
    more: tuple[Option, ...] = (),
    also: Mapping[str, str] = {},
) -> Procedure[Unit | None]:
    """Ask for one of some units, or return the only one if there is no other answer. None for
    another answer.

    ``also`` is what is added to the text of a unit, by its name.
    """
    if not units:
        return None
    units = play.listed(units)
    if len(units) == 1 and not more:
        return units[0]
    options = []
    for unit in units:
        emptied = emptied_text(play.board, [unit]) if about in ALONE else ""
        options.append(
            Option(unit.name, f"{unit_text(play.board, unit)}{emptied}{also.get(unit.name, '')}")
        )
    return play.board.units.get((yield from play.choose(about, *options, *more)))


def pick_place(
    play: IslandPlay,
    about: str,
    places: list[str],
    prefix: str = "",
    first: tuple[Option, ...] = (),
) -> Procedure[str]:
    """Ask for one of some places or for another answer; or return the only place."""
    if len(places) == 1:
        return places[0]
    options = [Option(place, f"{prefix}{play.board.reach_text(place)}") for place in places]
    return (yield from play.choose(about, *first, *options))


def unit_text(board: island.IslandBoard, unit: Unit) -> str:
    """A unit as text: its strength, its value, its place."""
    strength = "reduced" if board.is_reduced(unit) else "full"
    return (
        f"{unit.name}, {strength}, value {board.value(unit)}, "
        f"{island.place_text(board.place(unit))}"
    )


def entry_text(units: list[Unit], place: str) -> str:
    """Units that enter a place, as text."""
    names = island.names_text([unit.name for unit in units])
    enter = "enters" if len(units) == 1 else "enter"
    return f"{names} {enter} {island.place_text(place)}"
