"""The end of a turn: stores, morale, relief (charts 23, 24, 15/8, rules 8)."""

from __future__ import annotations

from picket_duty.book.vocabulary import ASK_RELIEF, MORALE, UPKEEP, Track
from picket_duty.events import USED, Loss, TurnEnd
from picket_duty.requests import Choice, Option, Roll
from picket_duty.rules import anchorage, control
from picket_duty.rules.play import Play, Procedure

STAY = "stay"
ASK_REPLENISH = "replenish"
ASK_REPAIR = "repair"


def end_of_turn(play: Play) -> Procedure[None]:
    """Fuel always, ammunition after an attack, then morale."""
    state = play.state
    ship = play.ship
    row = yield play.ask(fuel_roll(play))
    play.lose(Track.FUEL, row["spaces"], cause=USED)
    if state.attacked_today:
        row = yield play.ask(ammunition_roll(play))
        play.lose(Track.AMMUNITION, row["spaces"], cause=USED)
    row = yield play.ask(morale_roll(play))
    limit = play.tables.numbers.morale_limit
    morale_before = ship.morale
    ship.morale = max(-limit, min(limit, ship.morale + row["shift"]))
    play.emit(Loss(track=Track.MORALE, points=morale_before - ship.morale, left=ship.morale))
    ship.declared = control.NO_EMERGENCY
    play.emit(
        TurnEnd(
            date=state.date.isoformat(),
            fuel=ship.fuel,
            ammunition=ship.ammunition,
            hull=ship.hull,
            morale=ship.morale,
            maneuver=ship.maneuver,
        )
    )


def fuel_roll(play: Play) -> Roll:
    """The roll on chart 24 for fuel, with a modifier after an emergency maneuver."""
    maneuvered = (
        (play.tables["rules"].modifier("maneuvered"),) if play.state.maneuvered_today else ()
    )
    return Roll(play.tables["24"], UPKEEP, "fuel", modifiers=maneuvered, item="fuel")


def ammunition_roll(play: Play) -> Roll:
    """The roll on chart 24 for ammunition."""
    return Roll(play.tables["24"], UPKEEP, "ammunition", item="ammunition")


def morale_roll(play: Play) -> Roll:
    """The roll on chart 23: XO and CPO select the column, secondary damage modifies the die."""
    chart = play.tables["23"]
    rules = play.tables["rules"]
    officers = [rules.modifier(post, play.value_of(post)) for post in ("xo", "cpo")]
    shifts = tuple(modifier for modifier in officers if modifier.value)
    column = chart.column_of(sum(modifier.value for modifier in shifts))
    modifiers = (chart.modifier("secondary"),) if play.ship.secondary else ()
    return Roll(chart, MORALE, column=column, modifiers=modifiers, column_modifiers=shifts)


def ask_relief(play: Play) -> Procedure[str]:
    """The captain may ask for relief if the rules allow it; returns stay, replenish or repair."""
    options = relief_options(play)
    # The first option is to stay.
    if all(option.barred for option in options[1:]):
        return STAY
    answer = yield from play.choose(Choice(ASK_RELIEF, options))
    return str(answer)


def relief_options(play: Play) -> tuple[Option, ...]:
    """The options stay, replenishment and repair, each with the reason if it is barred."""
    ship = play.ship
    numbers = play.tables.numbers
    low = min(ship.fuel, ship.ammunition) <= numbers.relief_stores
    damaged = (
        ship.hull <= numbers.relief_hull
        or ship.maneuver <= numbers.relief_maneuver
        or anchorage.things_destroyed(play) >= numbers.relief_destroyed
    )
    stores_barred = ""
    if not low:
        stores_barred = f"fuel and ammunition are above {numbers.relief_stores}"
    repair_barred = "" if damaged else "not damaged enough"
    return (
        Option(STAY, "Stay on station"),
        Option(ASK_REPLENISH, "Return for fuel and ammunition", barred=stores_barred),
        Option(ASK_REPAIR, "Return for repairs", barred=repair_barred),
    )
