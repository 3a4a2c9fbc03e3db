"""Ie Shima on a board that the program tracks: moves, attacks, losses and retreats, night, refit.

Map and counters were entered, so only the decisions of the players are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from functools import partial

import msgspec

from picket_duty.charts.chart import total_of
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    ATTACK,
    DONE,
    JAPANESE,
    LOST,
    OTHER,
    SPECIAL,
    IslandBoard,
    IslandState,
    Unit,
    area_words,
    units_words,
)
from picket_duty.companions.ie_shima_play import Assault, IslandPlay, Mover
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option
from picket_duty.text.english import count, percent, title_case

#: A full-strength unit that is eliminated at once.
ELIMINATE_FULL = "eliminate full"
#: An attack with a lower chance of success is not selected beforehand.
EVEN = 0.5
#: Options: all units, both beach boxes, and actions of units.
ALL = "all"
BOTH = "both"
STAY = "stay"
THIS = "this"
HOLD = "hold"
FLIP = "flip"
ELIMINATE = "eliminate"
RETREAT = "retreat"
REBUILD = "rebuild"
#: The lines of the attrition chart by what is lost.
LOSSES = {
    FLIP: "full_to_reduced",
    ELIMINATE: "reduced_eliminated",
    RETREAT: "reduced_retreats",
    ELIMINATE_FULL: "full_eliminated",
}
#: What an attack can bring, after the question which is made (11.4.4).
SUCCESS_TEXT = (
    " Success damages the defender and reduces the lead attacker; an Area is taken only if no "
    "defenders are left. "
    "A repulse reduces all attackers."
)
#: Between the places in an order for units that go together.
TO = " > "
#: Ranks of such orders: into an enemy, forward (an Area is taken, or a goal is nearer), neither.
ATTACKS = 0
FORWARD = 1
BACK = 2
NO_MORE = Option(DONE, "No more")
FIGURES = {AMERICAN: "Ernie Pyle", JAPANESE: "Major Igawa"}
URBAN_AREA = "any urban Area"
ANY_AREA = "any Area"


class Order(msgspec.Struct):
    """Units that attack in their Area, or go together to the next place; ``name`` is the answer
    that orders it.
    """

    name: str
    start: str
    place: str
    units: list[Unit] = []


#: Orders by their names.
Orders = dict[str, Order]


def place_units(play: IslandPlay) -> Procedure[None]:
    """Place units: in boxes at once, in Areas as the Japanese player decides."""
    board = play.board
    if not play.is_simple:
        play.state.figures = yield from play.confirm("figures")
    for_me = [Option(ALL, "Place all remaining units for me")] if play.is_simple else []
    for unit in board.units.values():
        areas = starting_areas(board, unit)
        if not areas:
            if unit.begins:
                board.put(unit, unit.begins)
            continue
        areas = [area for area in areas if not board.is_full(area, unit.side)]
        area = yield from pick_place(play, "place", areas, f"{unit.name}: ", *for_me)
        if area == ALL:
            play.helped = JAPANESE
            area = yield from pick_place(play, "place", areas, f"{unit.name}: ")
        board.put(unit, area)
        if not play.is_simple:
            play.say(f"{unit.name} begins in {area_words(area)}")
    play.helped = ""


def starting_areas(board: IslandBoard, unit: Unit) -> list[str]:
    """The Areas in which a unit may begin; none if it begins in a box or arrives later."""
    if unit.begins == ANY_AREA:
        return list(board.areas)
    if unit.begins == URBAN_AREA:
        return [area for area, ground in board.areas.items() if ground.urban]
    return [area for area in re.findall(r"\d+", unit.begins) if area in board.areas]


def lost_special_units(play: IslandPlay) -> list[Unit]:
    """The Special Units that are eliminated and may return."""
    return [unit for unit in play.board.at(LOST, JAPANESE) if unit.is_special]


def assault_areas(play: IslandPlay, half: combat.Half) -> list[Option]:
    """The Areas that a player may activate: those with a unit that can move or attack."""
    board = play.board
    options = [
        Option(place, activation_words(play, half.side, place))
        for place in board.places()
        if can_act(play, half.side, place)
    ]
    filled = [option.value for option in options if option.value in board.boxes]
    if half.side == AMERICAN and play.allowed["both_beach_boxes_at_once"] and len(filled) > 1:
        options.append(Option(BOTH, f"Both: {' and '.join(filled)}"))
    return options


def can_act(play: IslandPlay, side: str, place: str) -> bool:
    """Whether a unit of a side in a place can move or attack."""
    board = play.board
    units = board.at(place, side)
    if place == SPECIAL:
        return any(places_by_day(board, unit, []) for unit in units)
    now = begin_assault(board, units)
    can_move = any(entries(play, now, mover) for mover in now.movers)
    return can_move or bool(attackers(board, now, place))


def activation_words(play: IslandPlay, side: str, place: str) -> str:
    """A place that can be activated as text; with its units if they are ordered together."""
    words = play.board.reach_words(place)
    if not play.orders_stacks(side):
        return words
    words += f": {count(len(play.board.at(place, side)), 'unit')}"
    if place == SPECIAL:
        most = play.tables.limit("special_units_placed_each_impulse")
        words += f" (up to {most} of them go to Areas)"
    return words


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
        unit = yield from special_unit_placed(play, used, places_by_day)
        if unit is None:
            return
        board.put(unit, used[-1])
        if play.is_simple:
            play.say(f"{unit.name} is placed in {area_words(used[-1])}")


def special_unit_placed(
    play: IslandPlay,
    used: list[str],
    places: Callable[[IslandBoard, Unit, list[str]], list[str]],
) -> Procedure[Unit | None]:
    """A Special Unit whose Area is added to those ``used``; None if there is none, or the player is
    done.
    """
    board = play.board
    units = [unit for unit in board.at(SPECIAL) if places(board, unit, used)]
    unit = yield from pick(play, "commit", units, NO_MORE)
    if unit is not None:
        area = yield from pick_place(play, "commit at", places(board, unit, used))
        used.append(area)
    return unit


def places_by_day(board: IslandBoard, unit: Unit, used: list[str]) -> list[str]:
    """Where a Special Unit may be placed by day: under Japanese control, a pillbox in supply, an
    Area once.
    """
    areas = [area for area in board.areas if board.controls(area) == JAPANESE and area not in used]
    areas = [area for area in areas if not board.is_full(area, JAPANESE)]
    return [area for area in areas if not unit.is_pillbox or board.is_supplied(area, JAPANESE)]


def places_by_night(board: IslandBoard, unit: Unit, used: list[str]) -> list[str]:
    """Where a Special Unit may be placed by night: in any Area once, but no pillbox."""
    if unit.is_pillbox:
        return []
    return [area for area in board.areas if area not in used and not board.is_full(area, JAPANESE)]


def begin_assault(board: IslandBoard, units: list[Unit]) -> Assault:
    """An Assault by some units, from their current places."""
    movers = [Mover(unit, came=board.place(unit)) for unit in units if not unit.is_pillbox]
    return Assault(movers, [area for area in board.areas if board.is_contested(area)])


def assault(play: IslandPlay, half: combat.Half, now: Assault) -> Procedure[None]:
    """Units move one at a time and attack, until the player is done; mandatory attacks are made
    first (10.1, 11.1).
    """
    board = play.board
    play.now = now
    while True:
        movers = [mover for mover in now.movers if entries(play, now, mover)]
        fights = [area for area in board.areas if attackers(board, now, area)]
        if not movers and not fights:
            return
        due = [area for area in fights if area not in now.contested]
        barred = f"the attack in Area {due[0]} is mandatory (11.1)" if due else ""
        orders: Orders = {}
        if play.orders_stacks(half.side):
            orders = stack_moves(play, now)
            if not orders and not fights:
                return
            act = yield from next_order(play, now, orders, fights, barred)
        else:
            options = [Option(attack_in(area), f"Attack in Area {area}") for area in fights]
            for mover in movers:
                options.append(Option(mover.unit.name, unit_words(board, mover.unit)))
            act = yield from play.choose("act", *options, Option(DONE, "No more", barred))
        if act == DONE:
            return
        if act == HOLD:
            now.holds = not now.holds
        elif act.startswith(f"{ATTACK} "):
            yield from combat_on_board(play, half, now, act.removeprefix(f"{ATTACK} "))
        elif act in orders:
            move_stack(play, now, orders[act])
        else:
            yield from move_unit(play, now, mover_of(now, board.units[act]))


def attack_in(area: str) -> str:
    """The answer that orders an attack in an Area."""
    return f"{ATTACK} {area}"


def mover_of(now: Assault, unit: Unit) -> Mover:
    """A unit of an Assault with what it has done in it."""
    return next(mover for mover in now.movers if mover.unit == unit)


def stack_moves(play: IslandPlay, now: Assault) -> Orders:
    """The units that can go together from a place to the next, by order: not back, the strongest if
    not all fit.
    """
    board = play.board
    orders: Orders = {}
    strongest = sorted(now.movers, key=lambda mover: -board.value(mover.unit))
    last = {board.place(mover.unit): mover for mover in strongest}
    for mover in strongest:
        start = board.place(mover.unit)
        if now.holds and start in board.areas and mover is last[start]:
            continue
        for place in entries(play, now, mover):
            if place != mover.came and place not in board.boxes:
                send(board, orders, mover.unit, place)
    return orders


def send(board: IslandBoard, orders: Orders, unit: Unit, place: str) -> None:
    """Add a unit to those that go the same way, if the place has room for one more (7.1)."""
    start = board.place(unit)
    name = f"{start}{TO}{place}"
    order = orders.setdefault(name, Order(name, start, place))
    if len(order.units) < board.room(place, unit.side):
        order.units.append(unit)


def next_order(
    play: IslandPlay,
    now: Assault,
    orders: Orders,
    fights: list[str],
    barred: str,
) -> Procedure[str]:
    """The next order: an attack, units that go together, a unit alone or no more; not asked if
    there is only one.
    """
    board = play.board
    if barred and not orders and len(fights) == 1:
        return attack_in(fights[0])
    options = []
    every = []
    for area in fights:
        attack = Order(attack_in(area), area, area, attackers(board, now, area))
        every.append(attack)
        options.append(Option(attack.name, f"Attack in Area {area}: {attack_words(play, attack)}"))
    moves = sorted(orders.values(), key=partial(rank_of, board))
    every += moves
    options += [Option(order.name, stack_words(play, order, now)) for order in moves]
    options += other_orders(board, now, moves)
    note = SUCCESS_TEXT if any(is_attack(board, order) for order in every) else ""
    decision = play.question("order", {"note": note})
    if not barred:
        decision = msgspec.structs.replace(decision, marked=preselected(play, every))
    act = yield from play.choose(decision, *options, Option(DONE, "No more", barred))
    if act != THIS:
        return act
    unit = yield from unit_alone(play, now)
    return unit.name


def other_orders(board: IslandBoard, now: Assault, moves: list[Order]) -> list[Option]:
    """The options beside attacks and moves: a unit alone, and whether one is left behind."""
    options = []
    has_stack = any(len(order.units) > 1 for order in moves)
    if has_stack:
        options.append(Option(THIS, "One unit alone"))
    if now.holds:
        options.append(Option(HOLD, "Leave no unit behind"))
    elif has_stack and any(order.start in board.areas for order in moves):
        options.append(Option(HOLD, "Leave one unit behind"))
    return options


def unit_alone(play: IslandPlay, now: Assault) -> Procedure[Unit]:
    """A unit that goes on alone."""
    units = [mover.unit for mover in now.movers if entries(play, now, mover)]
    unit = yield from pick(play, "alone", units, also=partial(emptied_words, play.board))
    assert unit is not None
    return unit


def is_attack(board: IslandBoard, order: Order) -> bool:
    """Whether an order attacks, or must be followed by an attack."""
    return not board.is_vacant(order.place, order.units[0].side)


def rank_of(board: IslandBoard, order: Order) -> int:
    """The rank of an order: attacks first, moves that take no ground last."""
    side = order.units[0].side
    place = order.place
    if is_attack(board, order):
        return ATTACKS
    if place in board.boxes:
        return BACK
    steps = board.steps_to_goal(side)
    if board.is_free(place, side) and steps.get(place, 0) >= steps.get(order.start, 0):
        return BACK
    return FORWARD


def preselected(play: IslandPlay, orders: list[Order]) -> str:
    """The answer to select beforehand: the first order that is not an attack likely to fail; none
    if all move back.
    """
    board = play.board
    if all(rank_of(board, order) == BACK for order in orders):
        return DONE
    for order in orders:
        if not is_attack(board, order):
            return order.name
        if combat.attack_odds(play, order.units, order.place).success() >= EVEN:
            return order.name
    return DONE


def stack_words(play: IslandPlay, order: Order, now: Assault | None = None) -> str:
    """An order for units that go together, why others in the Assault ``now`` cannot, and the
    enemies whom they must attack.
    """
    board = play.board
    side = order.units[0].side
    going = len(order.units)
    here = len(board.at(order.start, side))
    number = count(here, "unit")
    if going < here:
        number = f"{going} of {number}"
    words = f"{number} from {area_words(order.start)} to {board.reach_words(order.place)}"
    if now:
        words += tired_words(play, order, now)
    words += emptied_words(board, *order.units)
    if going < here and going == board.room(order.place, side):
        words += f" ({area_words(order.place)} is then full)"
    enemies = board.at(order.place, OTHER[side])
    if not enemies:
        return words
    return f"{words}, to attack {count(len(enemies), 'enemy unit')}: {attack_words(play, order)}"


def tired_words(play: IslandPlay, order: Order, now: Assault) -> str:
    """How many units have too little movement left for an order, as a remark in parentheses."""
    tired = 0
    for mover in now.movers:
        is_moving = mover.left is not None and not mover.stopped and not mover.fought
        if is_moving and play.board.place(mover.unit) == order.start:
            tired += order.place not in entries(play, now, mover)
    if not tired:
        return ""
    have = "has" if tired == 1 else "have"
    return f" ({tired} {have} too little movement left)"


def emptied_words(board: IslandBoard, *units: Unit) -> str:
    """The Area that units leave empty if they go, as a remark in parentheses; empty if others stay
    there.
    """
    start = board.place(units[0])
    if start in board.areas and len(units) == len(board.at(start)):
        return f" (leaves {area_words(start)} empty)"
    return ""


def attack_words(play: IslandPlay, order: Order) -> str:
    """The chances that an attack succeeds, and that the defender must lose every unit (11.4.4,
    13.1).
    """
    area = order.place
    side = OTHER[order.units[0].side]
    defenders = play.board.at(area, side)
    everyone = room_for_points(play, area, side)
    if len(defenders) == 1 and not play.board.retreats(defenders[0], area):
        # A lone unit that cannot retreat is eliminated by the points of a retreat (13.1, 13.2.4).
        everyone += points_of(play, RETREAT) - points_of(play, ELIMINATE)
    odds = combat.attack_odds(play, order.units, area)
    success = odds.success_words()
    cleared = odds.success(everyone)
    destroyed = success if cleared == odds.success() else percent(cleared)
    return f"success {success}, all defenders destroyed {destroyed}"


def move_stack(play: IslandPlay, now: Assault, order: Order) -> None:
    """Move units together into an adjacent place; the first takes an Area from which the others may
    go on (10.2).
    """
    emptied = emptied_words(play.board, *order.units)
    play.say(f"{entering_words(order.units, order.place)}{emptied}")
    for unit in order.units:
        enter(play, mover_of(now, unit), order.place, alone=False)


def entries(play: IslandPlay, now: Assault, mover: Mover) -> list[str]:
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


def move_unit(play: IslandPlay, now: Assault, mover: Mover) -> Procedure[None]:
    """Move a unit from Area to Area until it stops or must stop (10.2)."""
    while places := entries(play, now, mover):
        place = places[0]
        if len(places) > 1 or mover.left is not None:
            options = [Option(place, play.board.reach_words(place)) for place in places]
            place = yield from play.choose("move", *options, Option(STAY, "The unit stays here"))
        if place == STAY:
            mover.stopped = mover.left is not None
            return
        enter(play, mover, place)
    mover.stopped = True


def enter(play: IslandPlay, mover: Mover, place: str, alone: bool = True) -> None:
    """Move a unit into an adjacent place and pay the cost; one that goes ``alone`` is reported
    (10.2, 7.2).
    """
    board = play.board
    unit = mover.unit
    start = board.place(unit)
    mover.came = start
    left = mover.left
    if left is None:
        left = board.factor(unit, not play.is_clear)
    cost = board.cost(unit, start, place)
    mover.left = 0 if cost is None else max(0, left - cost)
    if play.is_simple and not play.orders_stacks(unit.side):
        play.entered.setdefault(place, []).append(unit)
    elif alone:
        emptied = emptied_words(board, unit) if play.is_simple else ""
        play.say(f"{entering_words([unit], place)}{emptied}; {mover.left} MF left")
    board.put(unit, place)
    mover.stopped = not board.is_vacant(place, unit.side) or place in play.state.rubble
    settle(play)


def night_on_board(play: IslandPlay) -> Procedure[None]:
    """MG and IE units are placed and act one after another; with none in the box one Area makes an
    Assault (6.4).
    """
    board = play.board
    half = combat.Half(JAPANESE, 0, night=True)
    if all(unit.is_pillbox for unit in board.at(SPECIAL)):
        areas = [option for option in assault_areas(play, half) if option.value != SPECIAL]
        if not areas:
            return
        active = yield from play.choose("night area", *areas, Option(DONE, "None"))
        if active != DONE:
            units = board.at(active, JAPANESE)
            yield from assault(play, half, begin_assault(board, units))
        return
    used: list[str] = []
    while len(used) < play.tables.limit("special_units_placed_each_night"):
        unit = yield from special_unit_placed(play, used, places_by_night)
        if unit is None:
            return
        yield from place_by_night(play, half, unit, used[-1])


def place_by_night(play: IslandPlay, half: combat.Half, unit: Unit, area: str) -> Procedure[None]:
    """A unit placed by night attacks if it must; else it, or all units of the Area, may continue
    (10.2.3).
    """
    board = play.board
    now = begin_assault(board, [unit])
    mover = now.movers[0]
    enter(play, mover, area)
    mover.stopped = not board.is_vacant(area, JAPANESE) and area not in now.contested
    if not mover.stopped:
        there = [other for other in board.at(area, JAPANESE) if other != unit]
        others = begin_assault(board, there).movers
        options = [Option(DONE, "No unit"), Option(THIS, unit.name)]
        if others:
            options.append(Option(ALL, "All units in the Area except pillboxes"))
        who = yield from play.choose("activate", *options)
        if who == DONE:
            return
        if who == ALL:
            now.movers += others
    yield from assault(play, half, now)


def attackers(board: IslandBoard, now: Assault, area: str) -> list[Unit]:
    """The units that may attack in an Area: those that act, with an enemy there, once in the
    impulse.
    """
    if area in now.attacked:
        return []
    movers = [mover for mover in now.movers if not mover.fought]
    units = [mover.unit for mover in movers if board.place(mover.unit) == area]
    if not units or board.is_vacant(area, units[0].side):
        return []
    return units


def combat_on_board(
    play: IslandPlay, half: combat.Half, now: Assault, area: str
) -> Procedure[None]:
    """An attack from the choice of units to losses, retreats and rubble (11.4)."""
    board = play.board
    before = deepcopy(play.state)
    enemy = OTHER[half.side]
    mandatory = area not in now.contested
    report_entries(play)
    units = yield from attacking(play, attackers(board, now, area), area, mandatory)
    defends = yield from pick(play, "leads defence", board.at(area, enemy))
    assert defends is not None
    totals = yield from attack_rolled(play, half, area, units, defends)
    result, lost = combat.result_of_combat(play, totals.difference, mandatory)
    now.attacked.append(area)
    for unit in units:
        mover_of(now, unit).fought = True
    for unit in units if result == "repulse" else units[:1]:
        strike(play, unit)
    yield from absorb(play, defends, lost)
    if result == "repulse" and mandatory:
        for unit in units:
            if board.place(unit) == area:
                yield from retreat(play, unit, mover_of(now, unit).came)
    yield from retreat_by_choice(play, area, enemy)
    combat.make_rubble(play, combat.site_of(play, area), totals)
    settle(play)
    words = f"{half.side.capitalize()} attack in Area {area}: {result}, {totals.text()}"
    words += losses_words(board, before)
    if not board.at(area, enemy):
        words += f". Area {area} is taken"
    play.announce(words)


def attack_rolled(
    play: IslandPlay, half: combat.Half, area: str, units: list[Unit], defends: Unit
) -> Procedure[combat.Totals]:
    """The values and dice of an attack led by the first of the units; a historical figure may be
    killed (11.4, 20.1).
    """
    board = play.board
    site = combat.site_of(play, area)
    attack = board.attack_terms(units[0], units)
    defence = board.defence_terms(defends, board.at(area, defends.side))
    value, against = yield from combat.combat_values(play, half, site, attack, defence)
    figure = yield from figure_placed(play, half.side)
    value += figure
    totals = yield from combat.roll_totals(play, half, value, against, combat.COMBAT)
    if figure and totals.attack_dr == totals.defence_dr:
        play.state.fallen.add(half.side)
        play.say(f"{FIGURES[half.side]} is killed: both DRs are the same")
    return totals


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
    if value.startswith(f"{ATTACK} "):
        return attackers(board, now, value.removeprefix(f"{ATTACK} "))
    order = stack_moves(play, now).get(value)
    if order and is_attack(board, order):
        return order.units
    return []


def attacking(
    play: IslandPlay, units: list[Unit], area: str, mandatory: bool
) -> Procedure[list[Unit]]:
    """The lead unit and those that attack with it: all if mandatory, else as the attacker decides
    (11.1 to 11.3).
    """
    joined = "" if mandatory else " with all"

    def chance(unit: Unit) -> str:
        odds = combat.attack_odds(play, units, area, unit)
        return f", success {odds.success_words()}{joined}"

    if play.is_simple:
        units = sorted(units, key=lambda unit: -play.board.value(unit))
    lead = yield from pick(play, "leads", units, also=chance if play.is_simple else None)
    assert lead is not None
    left = [unit for unit in units if unit != lead]
    if mandatory:
        return [lead, *left]
    chosen = [lead]
    while left:
        so_far = ""
        if play.is_simple:
            odds = combat.attack_odds(play, chosen, area)
            so_far = f"Chance of success so far: {odds.success_words()}. "
        options = unit_options(play, left)
        # All come first in a practice game.
        options.insert(0 if play.is_simple else len(options), Option(ALL, "All of them"))
        joins = yield from play.choose("joins", *options, NO_MORE, odds=so_far)
        if joins == DONE:
            break
        chosen += [unit for unit in left if joins in (ALL, unit.name)]
        left = [unit for unit in left if unit not in chosen]
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
    fate = "reduced" if play.board.reduce(unit) else "eliminated"
    play.say(f"{unit.name} is {fate}")


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
        names = all_names([unit.name for unit in units])
        are = "is" if len(units) == 1 else "are"
        play.say(f"{names} {are} eliminated")
        return
    takers = [first]
    while points > 0 and takers:
        what, unit = yield from loss_chosen(play, takers, area, points)
        points -= points_of(play, what)
        if what == RETREAT:
            yield from retreat(play, unit)
        else:
            strike(play, unit)
        takers = board.at(area, side)
    if points > 0:
        play.say(f"{points} remaining AP ignored")


def loss_chosen(
    play: IslandPlay, units: list[Unit], area: str, points: int
) -> Procedure[tuple[str, Unit]]:
    """A loss for some of the points, and which of the units takes it; not asked if only one can."""
    options = []
    for unit in play.listed(units):
        options += losses(play, unit, area, points)
    name = options[0].value
    if len(options) > 1:
        name = yield from play.choose("loss", *options, left=f"{points} AP left to take. ")
    what, _, unit_name = name.partition(" ")
    return what, play.board.units[unit_name]


def losses(play: IslandPlay, unit: Unit, area: str, points: int) -> list[Option]:
    """The losses a unit can take for some points: a full one flips, a reduced one retreats or is
    eliminated (13.1).

    Units there must take all points that they can; none retreats if all of them are needed for
    that.
    """
    board = play.board
    lost = {}
    if not board.is_reduced(unit):
        lost[FLIP] = "is reduced"
    elif points < room_for_points(play, area, unit.side):
        can_retreat = board.retreats(unit, area)
        lost[RETREAT] = "retreats" if can_retreat else "cannot retreat and is eliminated"
    if board.is_reduced(unit) and points >= points_of(play, ELIMINATE):
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
    reduced = sum(map(play.board.is_reduced, units))
    full = len(units) - reduced
    return full * points_of(play, ELIMINATE_FULL) + reduced * points_of(play, ELIMINATE)


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
    play.say(f"{unit.name} retreats to {area_words(place)}")
    settle(play)


def retreat_by_choice(play: IslandPlay, area: str, side: str) -> Procedure[None]:
    """Let defenders retreat voluntarily after the combat (13.2.3)."""
    board = play.board
    while units := [unit for unit in board.at(area, side) if board.retreats(unit, area)]:
        no_more = Option(DONE, "No (or no more)")
        name = yield from play.choose("leaves", no_more, *unit_options(play, units))
        if name == DONE:
            return
        yield from retreat(play, board.units[name])


def regroup(play: IslandPlay, side: str) -> Procedure[None]:
    """Every unit may move one Area, each once (8.1.3)."""
    board = play.board
    moved = []
    while True:
        left = [unit for unit in board.of_side(side) if unit not in moved]
        units = [unit for unit in left if board.regroups(unit)]
        if play.orders_stacks(side):
            stack, place = yield from regroup_order(play, units)
        else:
            stack, place = yield from regroup_unit(play, units, NO_MORE)
        if not stack:
            return
        for unit in stack:
            board.put(unit, place)
        moved += stack
        if play.orders_stacks(side):
            names = units_words(unit.name for unit in stack)
            play.say(f"To {area_words(place)}: {names}")
        elif play.is_simple:
            play.entered.setdefault(place, []).extend(stack)


def regroup_unit(
    play: IslandPlay, units: list[Unit], *more: Option
) -> Procedure[tuple[list[Unit], str]]:
    """A unit that regroups and where to; none if the player is done."""
    unit = yield from pick(play, "regroup", units, *more, also=partial(emptied_words, play.board))
    if unit is None:
        return [], ""
    place = yield from pick_place(play, "regroup to", play.board.regroups(unit))
    return [unit], place


def regroup_order(play: IslandPlay, units: list[Unit]) -> Procedure[tuple[list[Unit], str]]:
    """Units that regroup together and where to, or one alone; none if the player is done."""
    whole = regroup_orders(play.board, units)
    if not whole:
        return [], ""
    parts = without_weakest(play.board, whole)
    orders = whole
    while True:
        moves = sorted(orders.values(), key=partial(rank_of, play.board))
        options = [Option(order.name, stack_words(play, order)) for order in moves]
        options.append(Option(THIS, "One unit alone"))
        if orders is parts:
            options.append(Option(HOLD, "Leave no unit behind"))
        elif any(order.units != whole[order.name].units for order in parts.values()):
            options.append(Option(HOLD, "Leave one unit behind"))
        decision = play.question("regroup order", {})
        if rank_of(play.board, moves[0]) == BACK:
            decision = msgspec.structs.replace(decision, marked=DONE)
        act = yield from play.choose(decision, *options, NO_MORE)
        if act == THIS:
            return (yield from regroup_unit(play, units))
        if act == DONE:
            return [], ""
        if act != HOLD:
            return orders[act].units, orders[act].place
        orders = parts if orders is whole else whole


def regroup_orders(board: IslandBoard, units: list[Unit]) -> Orders:
    """The units that can regroup together from a place to the next."""
    orders: Orders = {}
    for unit in units:
        for place in board.regroups(unit):
            send(board, orders, unit, place)
    return orders


def without_weakest(board: IslandBoard, orders: Orders) -> Orders:
    """Orders without the weakest unit if they would leave an Area empty; none of a unit alone."""
    parts = {}
    for name, order in orders.items():
        units = order.units
        if emptied_words(board, *units):
            weakest = min(units, key=board.value)
            units = [unit for unit in units if unit != weakest]
        if units:
            parts[name] = msgspec.structs.replace(order, units=units)
    return parts


def bombardment_targets(board: IslandBoard, side: str, marker: str) -> list[str]:
    """The Areas that a marker may bombard: with an enemy; no contested urban one from the sea (12.2
    to 12.4).
    """
    areas = [area for area in board.areas if board.at(area, OTHER[side])]
    if marker != combat.NAVAL:
        return areas
    return [area for area in areas if not (board.areas[area].urban and board.is_contested(area))]


def bombardment_on_board(play: IslandPlay, half: combat.Half, marker: str) -> Procedure[None]:
    """Bombard an Area with a marker; the Primary Target takes the first point (12.5)."""
    board = play.board
    before = deepcopy(play.state)
    areas = bombardment_targets(board, half.side, marker)
    area = areas[0]
    if len(areas) > 1:
        options = [Option(area, target_words(play, half.side, marker, area)) for area in areas]
        area = yield from play.choose("target", *options)
    primary = yield from pick(play, "primary", board.at(area, OTHER[half.side]))
    assert primary is not None
    factor = yield from combat.attack_factor(play, half.side, marker)
    site = combat.site_of(play, area)
    lost = yield from combat.roll_bombardment(play, half, site, factor)
    yield from absorb(play, primary, lost)
    settle(play)
    words = f"{marker} at Area {area}, {lost or 'no'} AP"
    if not play.plan:
        words = f"{half.side.capitalize()} bombardment: {words}"
    play.announce(f"{title_case(words)}{losses_words(board, before)}")


def target_words(play: IslandPlay, side: str, marker: str, area: str) -> str:
    """An Area as text; in a practice game with its enemies, and what a marker brings there
    (12.5).
    """
    factor = combat.factor_of(play, side, marker)
    if factor is None or not play.is_simple:
        return area_words(area)
    site = combat.site_of(play, area)
    ground = {"area_tem": site.tem, "rubble": site.rubble}
    lead = factor - total_of(play.tables.sum_chart("defence"), ground)
    enemies = play.board.at(area, OTHER[side])
    most = room_for_points(play, area, OTHER[side])
    lost = []
    for margin in combat.dr_margins(play):
        points = combat.bombardment_points(play, lead + margin)
        lost.append(min(most, points))
    chance = sum(points > 0 for points in lost) / len(lost)
    mean = sum(lost) / len(lost)
    return (
        f"{area_words(area)}: {count(len(enemies), 'unit')}, hit {percent(chance)}, "
        f"average {mean:.1f} AP"
    )


def spend_points(play: IslandPlay, side: str, points: int) -> Procedure[None]:
    """Spend Replacement Points: each flips two units, or rebuilds one at reduced strength
    (14.5).
    """
    board = play.board
    for point in range(points, 0, -1):
        options = refit_options(play, side)
        if not options:
            return
        if not play.is_simple or point < points:
            play.say(f"{combat.SIDES[side]} has {point} RP left")
        options.insert(len(options) if play.is_simple else 0, Option(DONE, "Nothing more"))
        answer = yield from play.choose("refit", *options)
        if answer == DONE:
            return
        what, _, name = answer.partition(" ")
        if what == FLIP:
            play.state.reduced.discard(name)
            none = [] if play.is_simple else [Option(DONE, "None")]
            second = yield from pick(play, "flips too", flippable(board, side), *none)
            if second is not None:
                play.state.reduced.discard(second.name)
        else:
            unit = board.units[name]
            place = yield from pick_place(play, "rebuilt at", rebuilds(board, side))
            board.put(unit, place)
            board.reduce(unit)


def refit_options(play: IslandPlay, side: str) -> list[Option]:
    """What a Replacement Point can buy: reduced units to flip, eliminated ones to rebuild
    (14.5).
    """
    board = play.board
    options = []
    for unit in play.listed(flippable(board, side)):
        words = f"Flip {unit_words(board, unit)}"
        if play.is_simple:
            words = f"Restore {unit.name}, {area_words(board.place(unit))}"
        options.append(Option(f"{FLIP} {unit.name}", words))
    if rebuilds(board, side):
        for unit in play.listed(board.at(LOST, side)):
            options.append(Option(f"{REBUILD} {unit.name}", f"Rebuild {unit.name}, reduced"))
    return options


def flippable(board: IslandBoard, side: str) -> list[Unit]:
    """Reduced units on the map that can trace supply (14.5.1)."""
    units = [unit for unit in board.of_side(side) if board.is_reduced(unit)]
    return [unit for unit in units if board.is_supplied(board.place(unit), side)]


def rebuilds(board: IslandBoard, side: str) -> list[str]:
    """Where an eliminated unit may be rebuilt: a supplied Area of its side that is not full
    (14.5.3, 14.5.4).
    """
    areas = [area for area in board.areas if board.controls(area) == side]
    areas = [area for area in areas if not board.is_full(area, side)]
    return [area for area in areas if board.is_supplied(area, side)]


def all_names(names: list[str]) -> str:
    """Units as text, in one list."""
    return units_words(names).replace("; ", ", ")


def losses_words(board: IslandBoard, before: IslandState) -> str:
    """The units of each side reduced, eliminated or driven back since a position, as text after a
    separator.
    """
    words = ""
    for side in (AMERICAN, JAPANESE):
        if fates := fates_words(board, before, side, "back to"):
            words += f". {side.capitalize()}: {fates}"
    return words or ". No losses"


def fates_words(board: IslandBoard, before: IslandState, side: str, way: str) -> str:
    """What became of the units of a side since a position, as text; ``way`` is said of those in
    another place.
    """
    fates: dict[str, list[str]] = {}
    for unit in board.of_side(side):
        place = board.place(unit)
        was_reduced = unit.name in before.reduced
        fate = ""
        if place != before.places.get(unit.name, ""):
            fate = "eliminated" if place == LOST else f"{way} {area_words(place)}"
        elif board.is_reduced(unit) != was_reduced:
            fate = "restored" if was_reduced else "reduced"
        fates.setdefault(fate, []).append(unit.name)
    return "; ".join(f"{all_names(names)} {fate}" for fate, names in fates.items() if fate)


def moves_words(board: IslandBoard, before: IslandState, side: str) -> str:
    """Where the units of a side have gone since a position, and which Areas they took, as text."""
    gone: dict[str, list[str]] = {}
    for unit in board.of_side(side):
        place = board.place(unit)
        if place not in (LOST, before.places.get(unit.name, "")):
            gone.setdefault(place, []).append(unit.name)
    parts = []
    for place, names in gone.items():
        verb = "to"
        is_held = place in board.areas and board.controls(place) == side
        if is_held and before.control.get(place, JAPANESE) != side:
            verb = "takes" if len(names) == 1 else "take"
        parts.append(f"{all_names(names)} {verb} {area_words(place)}")
    return "; ".join(parts)


def settle(play: IslandPlay) -> None:
    """Give Areas to those who hold them, and report them (7.2)."""
    for area, side in play.board.settle():
        report_entries(play)
        play.say(f"{combat.SIDES[side]} controls Area {area}")


def report_entries(play: IslandPlay) -> None:
    """Report the places that the computer's units have entered."""
    for place, units in play.entered.items():
        play.say(entering_words(units, place))
    play.entered.clear()


def pick(
    play: IslandPlay,
    about: str,
    units: list[Unit],
    *more: Option,
    also: Callable[[Unit], str] | None = None,
) -> Procedure[Unit | None]:
    """Ask for one of some units, or return the only one if there is no other answer. None for
    another answer.

    ``also`` gives what is added to the text of a unit.
    """
    if not units:
        return None
    options = unit_options(play, units, also)
    if len(options) == 1 and not more:
        return play.board.units[options[0].value]
    answer = yield from play.choose(about, *options, *more)
    return play.board.units.get(answer)


def unit_options(
    play: IslandPlay, units: list[Unit], also: Callable[[Unit], str] | None = None
) -> list[Option]:
    """Some units as options, each with what ``also`` adds to its text."""
    options = []
    for unit in play.listed(units):
        words = unit_words(play.board, unit)
        if also:
            words += also(unit)
        options.append(Option(unit.name, words))
    return options


def pick_place(
    play: IslandPlay,
    about: str,
    places: list[str],
    prefix: str = "",
    *first: Option,
) -> Procedure[str]:
    """Ask for one of some places or for another answer; or return the only place."""
    if len(places) == 1:
        return places[0]
    options = [Option(place, f"{prefix}{play.board.reach_words(place)}") for place in places]
    return (yield from play.choose(about, *first, *options))


def unit_words(board: IslandBoard, unit: Unit) -> str:
    """A unit as text: its strength, its value, its place."""
    strength = "reduced" if board.is_reduced(unit) else "full"
    return f"{unit.name}, {strength}, value {board.value(unit)}, {area_words(board.place(unit))}"


def entering_words(units: list[Unit], place: str) -> str:
    """Units that enter a place, as text."""
    names = units_words([unit.name for unit in units])
    enter = "enters" if len(units) == 1 else "enter"
    return f"{names} {enter} {area_words(place)}"
