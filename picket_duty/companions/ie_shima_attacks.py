"""An attack in an Area of a tracked board (11.0)."""

from __future__ import annotations

from copy import deepcopy

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    ATTACK,
    DONE,
    JAPANESE,
    OTHER,
    IslandBoard,
    Unit,
)
from picket_duty.companions.ie_shima_losses import absorb, retreat, retreat_by_choice, strike
from picket_duty.companions.ie_shima_moves import mover_of
from picket_duty.companions.ie_shima_picks import ALL, NO_MORE, pick, unit_options
from picket_duty.companions.ie_shima_play import Assault, IslandPlay
from picket_duty.companions.ie_shima_reports import losses_words, report_entries, settle
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option

FIGURES = {AMERICAN: "Ernie Pyle", JAPANESE: "Major Igawa"}


def attack_in(area: str) -> str:
    """The answer that orders an attack in an Area."""
    return f"{ATTACK} {area}"


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


def mandatory_words(now: Assault, fights: list[str]) -> str:
    """Why the player cannot stop yet, empty if he can: of the attacks that are possible, those in
    Areas that were not contested when the Assault began must be made (11.1).
    """
    due = [area for area in fights if area not in now.contested]
    return f"the attack in Area {due[0]} is mandatory (11.1)" if due else ""


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
    # A repulse reduces all attackers, any other result only the lead unit.
    for unit in units if result == combat.REPULSE else units[:1]:
        strike(play, unit)
    yield from absorb(play, defends, lost)
    if result == combat.REPULSE and mandatory:
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

    if play.has_practice_aids:
        units = sorted(units, key=lambda unit: -play.board.value(unit))
    lead = yield from pick(play, "leads", units, also=chance if play.has_practice_aids else None)
    assert lead is not None
    left = [unit for unit in units if unit != lead]
    if mandatory:
        return [lead, *left]
    chosen = [lead]
    while left:
        so_far = ""
        if play.has_practice_aids:
            odds = combat.attack_odds(play, chosen, area)
            so_far = f"Chance of success with the units chosen so far: {odds.success_words()}. "
        options = unit_options(play, left)
        # In a practice game, the option of all units comes first.
        options.insert(
            0 if play.has_practice_aids else len(options), Option(ALL, "All of these units")
        )
        joins = yield from play.choose("joins", *options, NO_MORE, odds=so_far)
        if joins == DONE:
            break
        chosen += [unit for unit in left if joins in (ALL, unit.name)]
        left = [unit for unit in left if unit not in chosen]
    return chosen


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
