"""Orders for units that attack or move together in a practice game."""

from __future__ import annotations

from functools import partial

import msgspec

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_attacks import attack_in, attackers, mandatory_words
from picket_duty.companions.ie_shima_board import ATTACK, DONE, OTHER, IslandBoard, Unit, area_words
from picket_duty.companions.ie_shima_losses import ELIMINATE, RETREAT, points_of, room_for_points
from picket_duty.companions.ie_shima_moves import entries
from picket_duty.companions.ie_shima_picks import pick
from picket_duty.companions.ie_shima_play import Assault, IslandPlay
from picket_duty.companions.ie_shima_reports import emptied_words
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option
from picket_duty.text.english import count, percent

#: An attack with a lower chance of success is not selected beforehand.
EVEN = 0.5
#: Options: one unit alone, and whether one unit is left behind.
THIS = "this"
HOLD = "hold"
#: What an attack can bring (11.4.4); it follows the question of which attack to make.
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


def next_order(play: IslandPlay, now: Assault, orders: Orders, fights: list[str]) -> Procedure[str]:
    """The next order: an attack in one of the Areas ``fights``, units that go together, a unit
    alone or no more; not asked if there is only one.
    """
    board = play.board
    if not orders and not fights:
        return DONE
    barred = mandatory_words(now, fights)
    if barred and not orders and len(fights) == 1:
        return attack_in(fights[0])
    attacks = [
        Order(attack_in(area), start=area, place=area, units=attackers(board, now, area))
        for area in fights
    ]
    moves = sorted(orders.values(), key=partial(rank_of, board))
    every = attacks + moves
    options = [Option(order.name, order_words(play, order, now)) for order in every]
    options += other_orders(board, now, moves)
    note = SUCCESS_TEXT if any(is_attack(board, order) for order in every) else ""
    decision = play.question("order", fields={"note": note})
    if not barred:
        decision = msgspec.structs.replace(decision, marked=preselected(play, every))
    act = yield from play.choose(decision, *options, Option(DONE, "No more", barred))
    if act != THIS:
        return act
    unit = yield from unit_alone(play, now)
    return unit.name


def order_words(play: IslandPlay, order: Order, now: Assault) -> str:
    """An attack with its chances, or units that go together."""
    if order.place == order.start:
        return f"Attack in Area {order.place}: {attack_words(play, order)}"
    return stack_words(play, order, now)


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


def stack_moves(play: IslandPlay, now: Assault) -> Orders:
    """The orders for units that can go together from a place to the next: not back to where they
    came from, and not into a box. If not all have room there, the strongest go.
    """
    board = play.board
    orders: Orders = {}
    strongest = sorted(now.movers, key=lambda mover: -board.value(mover.unit))
    # The weakest in each place stays behind if one must hold it.
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
    order = orders.setdefault(name, Order(name, start=start, place=place))
    if len(order.units) < board.room(place, unit.side):
        order.units.append(unit)


def rank_of(board: IslandBoard, order: Order) -> int:
    """The rank of an order: attacks first, moves that take no ground last."""
    side = order.units[0].side
    place = order.place
    if is_attack(board, order):
        return ATTACKS
    if place in board.boxes:
        return BACK
    # A move into an Area that the side holds is forward only if it leads nearer to a goal.
    steps = board.steps_to_goal(side)
    if board.is_free(place, side) and steps.get(place, 0) >= steps.get(order.start, 0):
        return BACK
    return FORWARD


def is_attack(board: IslandBoard, order: Order) -> bool:
    """Whether an order attacks, or must be followed by an attack."""
    return not board.is_vacant(order.place, order.units[0].side)


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


def attackers_of(play: IslandPlay, about: str, value: str) -> list[Unit]:
    """The units that attack if an answer is given: an order, or a lead unit; none if it brings no
    attack.
    """
    board = play.board
    now = play.assault
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
