"""A plain opponent for the practice island of Ie Shima: it plays either side by the options
offered, and says why.

It does not look ahead and never chooses by chance, so a saved game is replayed with the same
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_assault import BOTH, assault_areas, begin_assault
from picket_duty.companions.ie_shima_attacks import attack_in, attackers
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    DONE,
    JAPANESE,
    OTHER,
    SPECIAL,
    Unit,
    area_words,
    opponent_of,
)
from picket_duty.companions.ie_shima_impulse import ASSAULT, BOMBARD, PASS, REGROUP
from picket_duty.companions.ie_shima_losses import ELIMINATE, FLIP, RETREAT
from picket_duty.companions.ie_shima_moves import STAY, entries
from picket_duty.companions.ie_shima_picks import ALL
from picket_duty.companions.ie_shima_play import NO_ATTACK, Assault, IslandPlay
from picket_duty.companions.ie_shima_refit import REBUILD
from picket_duty.companions.table import NO, YES
from picket_duty.requests import Decision, Option

#: The least chance of success with which it attacks by choice.
GOOD = 0.5
#: The worth of units that land or reinforce: as much as the least good attack.
UNOPPOSED = 0.5
#: The chance of success that the American side is content with: it sends no more units into an
#: attack.
ENOUGH = 0.85
#: If at least this many units can march toward a goal, it regroups before it takes an Area that
#: scores nothing.
MARCHING = 4
#: The most that an Area is worth that scores nothing: a vacant one, or an attack sure to succeed.
NO_SCORE = 1.0
#: Decisions of the defender.
DEFENDING = {"leads defence", "loss", "leaves"}
#: Questions that are not those of a side.
SHARED = {"advanced", "extended", "board", "figures"}
#: Decisions that are always the Japanese player's.
ALWAYS_JAPANESE = {"place", "returns", "spend return"}
#: Decisions that always get the same answer.
ALWAYS = {
    "activate": DONE,
    "night area": DONE,
    "joins": ALL,
    "figure": YES,
    "leaves": DONE,
    "spend reroll": NO,
}
#: An answer and its reason, which may be empty.
Answer = tuple[str, str]


def answer_for(
    play: IslandPlay, decision: Decision, options: tuple[Option, ...]
) -> tuple[str, str, str] | None:
    """Side, answer and reason if the computer plays or helps the side that decides; else None."""
    side = decider(play, decision, options)
    if not side or side not in (opponent_of(play.state), play.helped_side):
        return None
    return side, *chosen_answer(play, side, decision, options)


def decider(play: IslandPlay, decision: Decision, options: Sequence[Option]) -> str:
    """The side that answers a decision; empty for questions about the game."""
    if decision.id in SHARED:
        return ""
    if decision.id in ALWAYS_JAPANESE:
        return JAPANESE
    if decision.id.startswith("spend "):
        return play.state.advantage
    if decision.id == "retreats to":
        # The text of an option begins with the unit that retreats.
        name, _, _ = options[0].text.partition(":")
        return play.board.units[name].side
    if decision.id in DEFENDING:
        return OTHER[play.attacker]
    return play.attacker


def chosen_answer(
    play: IslandPlay, side: str, decision: Decision, options: Sequence[Option]
) -> Answer:
    """The answer to a decision of a side: always one of the options that are not barred."""
    legal = [option.value for option in options if not option.barred]
    answer = ALWAYS.get(decision.id, "")
    why = ""
    if policy := POLICIES.get(decision.id):
        answer, why = policy(play, side, legal)
    if answer not in legal:
        return legal[0], ""
    return answer, why


def worth_of_areas(play: IslandPlay, now: Assault, side: str) -> dict[str, tuple[float, str]]:
    """The worth of each Area that units can enter or contest, and the reason."""
    board = play.board
    joining: dict[str, list[Unit]] = {}
    for mover in now.movers:
        if has_goals(play, side) and holds_area(play, mover.unit):
            continue
        for area in entries(play, now, mover):
            joining.setdefault(area, []).append(mover.unit)
    for area in board.areas:
        joining.setdefault(area, []).extend(attackers(board, now, area))
    worth = {}
    for area, units in joining.items():
        if units and area in board.areas:
            value, why = worth_of_area(play, side, area, units)
            if value:
                worth[area] = value, why
    return worth


def worth_of_area(play: IslandPlay, side: str, area: str, units: list[Unit]) -> tuple[float, str]:
    """The worth of an Area to units that can act there, and the reason; 0 for none.

    An attack is worth its chance of success, times one more than the points of the Area. A vacant
    enemy Area is worth at least as much as any attack on an Area with the same points.
    """
    board = play.board
    place = area_words(area)
    points = board.points(area) if has_goals(play, side) else 0
    if not board.is_vacant(area, side):
        different = list(dict.fromkeys(units))
        odds = combat.attack_odds(play, different[: board.stacking], area)
        chance = odds.success()
        if chance < GOOD:
            return 0.0, ""
        why = f"Attack in {place}: success {odds.success_words()}"
        return chance * (NO_SCORE + points), why
    if board.controls(area) != side:
        gain = points if has_goals(play, side) else board.areas[area].tem
        return NO_SCORE + gain, f"{place} is vacant"
    if any(board.place(unit) in board.boxes for unit in units):
        return UNOPPOSED, f"Units land in {place}"
    return 0.0, ""


def best_assault(play: IslandPlay, side: str, actives: Sequence[str]) -> tuple[float, str, str]:
    """The best of the Areas that can be active: its worth (0 if none), the Area, the reason."""
    board = play.board
    best = (0.0, "", "")
    for active in actives:
        if active == SPECIAL:
            best = max(best, (UNOPPOSED, active, f"{NO_ATTACK}Special Units reinforce the Areas"))
            continue
        boxes = list(board.boxes) if active == BOTH else [active]
        units = [unit for place in boxes for unit in board.at(place, side)]
        now = begin_assault(board, units)
        # Landing comes before everything else.
        lands = has_goals(play, side) and active not in board.areas
        landing_bonus = len(board.areas) if lands else 0
        for value, why in worth_of_areas(play, now, side).values():
            best = max(best, (value + landing_bonus, active, why))
    return best


def has_goals(play: IslandPlay, side: str) -> bool:
    """Whether a side plays for the Areas that score; in older saves the American side does not."""
    return side == AMERICAN and play.revision > 1


def holds_area(play: IslandPlay, unit: Unit) -> bool:
    """Whether a unit is the last one in its Area, which it therefore holds."""
    place = play.board.place(unit)
    return place in play.board.areas and len(play.board.at(place, unit.side)) == 1


def marches(play: IslandPlay) -> dict[str, list[str]]:
    """The American units that can regroup to places nearer to a goal, with these places."""
    board = play.board
    steps = board.steps_to_goal(AMERICAN)
    ways: dict[str, list[str]] = {}
    for unit in board.of_side(AMERICAN):
        start = board.place(unit)
        if start not in steps or board.is_contested(start) or holds_area(play, unit):
            continue
        ways_on = board.regroups(unit)
        nearer = [place for place in ways_on if steps.get(place, len(steps)) < steps[start]]
        if nearer:
            ways[unit.name] = nearer
    return ways


def _impulse(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Assault with good odds, else bombard, else pass. A side with goals bombards first, which is
    free. It regroups if no assault is good, or if the best scores nothing and many units can march.
    """
    goals = has_goals(play, side)
    if goals and BOMBARD in legal:
        return BOMBARD, "A bombardment does not use up any daylight"
    actives = [option.value for option in assault_areas(play, combat.Half(side, number=0))]
    worth, _, why = best_assault(play, side, actives)
    ways = marches(play) if goals else {}
    scores = worth > NO_SCORE
    rather_march = goals and not scores and len(ways) >= MARCHING
    if worth and ASSAULT in legal and not rather_march:
        return ASSAULT, why
    if ways:
        return REGROUP, f"{len(ways)} units move toward Areas worth points"
    return BOMBARD if BOMBARD in legal else PASS, "No attack has good odds"


def _act(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """A side with goals first makes an attack that is almost sure. Else move a unit; else make an
    attack that is due or good; else stop.
    """
    now = play.assault
    assert now is not None
    play.computer_goal = ""
    board = play.board
    odds = {}
    for area in board.areas:
        if units := attackers(board, now, area):
            odds[area] = combat.attack_odds(play, units, area)
    for area, chances in odds.items():
        if has_goals(play, side) and chances.success() >= ENOUGH:
            return _attack(area, chances)
    due = [area for area in odds if area not in now.contested]
    if move := _next_move(play, now, side, due):
        return move
    for area in [*due, *odds]:
        if area in due or odds[area].success() >= GOOD:
            return _attack(area, odds[area])
    return DONE, ""


def _next_move(play: IslandPlay, now: Assault, side: str, due: list[str]) -> Answer | None:
    """The next unit to move, to an Area where an attack is ``due``, else to the best Area; None if
    no unit moves. The Area is kept as the ``computer_goal`` of the play.
    """
    worth = worth_of_areas(play, now, side)
    best_first = sorted(worth, key=lambda area: -worth[area][0])
    for area in due or best_first:
        for mover in now.movers:
            if area in entries(play, now, mover) and joins(play, mover.unit, area, due):
                play.computer_goal = area
                _, why = worth.get(area, (0.0, ""))
                return mover.unit.name, why
    return None


def _attack(area: str, odds: combat.Odds) -> Answer:
    return attack_in(area), f"Success {odds.success_words()}"


def joins(play: IslandPlay, unit: Unit, area: str, due: list[str]) -> bool:
    """Whether a unit goes to an Area: to land, to fight, or to take it. A unit that holds another
    Area leaves it only for an attack that is ``due``.
    """
    board = play.board
    if has_goals(play, unit.side) and area not in due and holds_area(play, unit):
        return False
    lands = board.place(unit) in board.boxes
    return lands or not board.is_vacant(area, unit.side) or not board.at(area, unit.side)


def _ground(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The Area without enemies with the best ground and the fewest own units."""
    board = play.board

    def merit(area: str) -> tuple[bool, int]:
        tem = board.areas[area].tem if area in board.areas else 0
        return board.is_vacant(area, side), 2 * tem - len(board.at(area, side))

    area = max(legal, key=merit)
    return area, f"TEM {board.areas[area].tem}" if area in board.areas else ""


def _strongest(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The unit with the highest Combat Value leads, or is hit first."""
    units = [play.board.units[name] for name in legal if name in play.board.units]
    if not units:
        return legal[0], ""
    strongest = max(units, key=play.board.value)
    return strongest.name, ""


def _loss(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Flip the weakest full unit, else retreat a reduced one, else eliminate the weakest."""
    order = [FLIP, RETREAT, ELIMINATE]

    def merit(answer: str) -> tuple[int, int]:
        what, _, _ = answer.partition(" ")
        return order.index(what), play.board.value(_unit_in(play, answer))

    return min(legal, key=merit), ""


def _unit_in(play: IslandPlay, answer: str) -> Unit:
    """The unit in an answer such as ``flip MG-A``."""
    _, _, name = answer.partition(" ")
    return play.board.units[name]


def _refit(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Flip the strongest reduced unit, else rebuild the strongest one that was eliminated."""
    for what in (FLIP, REBUILD):
        names = [name for name in legal if name.startswith(f"{what} ")]
        if names:
            return max(names, key=lambda name: sum(_unit_in(play, name).values)), ""
    return DONE, ""


def _move(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Move once, to the Area for which ``_next_move`` chose the unit."""
    goal = play.computer_goal
    play.computer_goal = ""
    return (goal if goal in legal else STAY), ""


def _active(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The Area from which the best assault starts."""
    _, area, _ = best_assault(play, side, legal)
    return area, ""


def _regroup(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The next unit that can march nearer to a goal, else none."""
    ways = marches(play)
    return next((name for name in legal if name in ways), DONE), ""


def _regroup_to(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    steps = play.board.steps_to_goal(AMERICAN)
    # No place is as many steps away as there are places.
    return min(legal, key=lambda place: steps.get(place, len(steps))), ""


def _target(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The Area that defends least, with the most enemies."""
    board = play.board
    area = min(legal, key=lambda area: (board.areas[area].tem, -len(board.at(area, OTHER[side]))))
    return area, f"TEM {board.areas[area].tem}"


#: The policy for each decision; others are answered with the first option.
POLICIES: dict[str, Callable[[IslandPlay, str, list[str]], Answer]] = {
    "american impulse": _impulse,
    "japanese impulse": _impulse,
    "place": _ground,
    "active": _active,
    "act": _act,
    "move": _move,
    "target": _target,
    "regroup to": _regroup_to,
    "commit at": _ground,
    "regroup": _regroup,
    "primary": _strongest,
    "leads": _strongest,
    "leads defence": _strongest,
    "loss": _loss,
    "refit": _refit,
}
