"""A plain opponent for the practice island of Ie Shima: it plays either side by the options
offered, and says why.

It does not look ahead and never chooses by chance, so a saved game is replayed with the same
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions import ie_shima_moves as moves
from picket_duty.companions import ie_shima_play
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    ATTACK,
    DONE,
    JAPANESE,
    OTHER,
    SPECIAL,
    Unit,
)
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import NO, YES
from picket_duty.requests import Decision, Option

#: The least chance of success with which it attacks by choice.
GOOD = 0.5
#: The chance of success that the American side is content with: it sends no more units into an
#: attack.
ENOUGH = 0.85
#: The number of units that can march toward a goal from which it regroups before it takes an Area
#: that scores nothing.
MARCHING = 4
#: Decisions of the defender, and questions that are not those of a side.
DEFENDING = {"leads defence", "loss", "leaves"}
SHARED = {"advanced", "extended", "board", "figures"}
#: Decisions that are always the Japanese player's.
ALWAYS_JAPANESE = {"place", "returns", "spend return"}
#: Decisions that always get the same answer.
ALWAYS = {
    "activate": DONE,
    "night area": DONE,
    "joins": moves.ALL,
    "figure": YES,
    "leaves": DONE,
    "spend reroll": NO,
}
#: An answer and its reason, which may be empty.
Answer = tuple[str, str]


def answer_for(
    play: IslandPlay, decision: Decision, options: tuple[Option, ...]
) -> tuple[str, str, str] | None:
    """Side, answer and reason if the computer plays the side that decides; else None."""
    side = decider(play, decision, options)
    if not side or side not in (island.opponent_of(play.state), play.helped):
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
        return play.board.units[options[0].text.partition(":")[0]].side
    return OTHER[play.attacker] if decision.id in DEFENDING else play.attacker


def chosen_answer(
    play: IslandPlay, side: str, decision: Decision, options: Sequence[Option]
) -> Answer:
    """The answer to a decision of a side: always one of the options that are not barred."""
    legal = [option.value for option in options if not option.barred]
    policy = _impulse if decision.id.endswith(" impulse") else POLICIES.get(decision.id)
    answer, why = (
        policy(play, side, legal) if policy is not None else (ALWAYS.get(decision.id, ""), "")
    )
    return (answer, why) if answer in legal else (legal[0], "")


def worth_of_areas(
    play: IslandPlay, now: ie_shima_play.Assault, side: str
) -> dict[str, tuple[float, str]]:
    """The worth of each Area that units can enter or contest, and the reason.

    An attack is worth its chance of success; a vacant enemy Area is worth more than any attack.
    """
    board = play.board
    joining: dict[str, list[Unit]] = {}
    for mover in now.movers:
        stays = has_goals(play, side) and holds_area(play, mover.unit)
        for area in [] if stays else moves.entries(play, now, mover):
            joining.setdefault(area, []).append(mover.unit)
    for area in board.areas:
        joining.setdefault(area, []).extend(moves.attackers(board, now, area))
    worth = {}
    for area, units in joining.items():
        if not units or area not in board.areas:
            continue
        if not board.is_vacant(area, side):
            room = [*dict.fromkeys(units)][: board.stacking]
            chance = combat.success_chance(play, room, area)
            if chance >= GOOD:
                weight = 1.0 + board.points(area) if has_goals(play, side) else 1.0
                reason = (
                    f"Attack in {island.place_text(area)}: success "
                    f"{combat.success_text(play, room, area)}"
                )
                worth[area] = (chance * weight, reason)
        elif board.controls(area) != side:
            gain = board.points(area) if has_goals(play, side) else board.areas[area].tem
            worth[area] = (1.0 + gain, f"{island.place_text(area)} is vacant")
        elif any(board.place(unit) in board.boxes for unit in units):
            worth[area] = (GOOD, f"Units land in {island.place_text(area)}")
    return worth


def plans(play: IslandPlay, side: str, actives: Sequence[str]) -> tuple[float, str, str]:
    """The best of the Areas that can be active: its worth (0 if none), the Area, the reason."""
    board = play.board
    best = (0.0, "", "")
    for active in actives:
        if active == SPECIAL:
            plan = (GOOD, active, "No attack: Special Units reinforce the Areas")
        else:
            boxes = list(board.boxes) if active == moves.BOTH else [active]
            now = moves.begin_assault(
                board, [unit for place in boxes for unit in board.at(place, side)]
            )
            worth = worth_of_areas(play, now, side).values()
            lands = has_goals(play, side) and active not in board.areas
            plan = (
                (max(worth)[0] + lands * len(board.areas), active, max(worth)[1]) if worth else best
            )
        best = max(best, plan)
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
    board, steps = play.board, play.board.steps_to_goal(AMERICAN)
    ways: dict[str, list[str]] = {}
    for unit in board.units.values():
        start = board.place(unit)
        if (
            unit.side != AMERICAN
            or start not in steps
            or board.is_contested(start)
            or holds_area(play, unit)
        ):
            continue
        nearer = [
            place
            for place in board.regroups(unit)
            if place in steps and steps[place] < steps[start]
        ]
        if nearer:
            ways[unit.name] = nearer
    return ways


def _impulse(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Assault with good odds, else bombard, else pass; with goals bombard first, which is free, and
    rather march.
    """
    goals = has_goals(play, side)
    if goals and "bombard" in legal:
        return "bombard", "A bombardment does not use up any daylight"
    worth, _, why = plans(
        play, side, [option.value for option in moves.assault_areas(play, combat.Half(side, 0))]
    )
    ways = marches(play) if goals else {}
    if worth and "assault" in legal and (not goals or worth > 1.0 or len(ways) < MARCHING):
        return "assault", why
    if ways:
        return "regroup", f"{len(ways)} units move toward Areas that score"
    return "bombard" if "bombard" in legal else "pass", "No attack has good odds"


def _act(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Join an attack that is due, make it, go to the best Area, or stop."""
    now = play.now
    assert now is not None
    play.intent = ""
    board = play.board
    worth = worth_of_areas(play, now, side)
    due = [name.removeprefix(f"{ATTACK} ") for name in legal if name.startswith(f"{ATTACK} ")]
    must = [area for area in due if area not in now.contested]
    chances = {
        area: combat.success_chance(play, moves.attackers(board, now, area), area) for area in due
    }
    reasons = {
        area: f"Success {combat.success_text(play, moves.attackers(board, now, area), area)}"
        for area in due
    }
    for area in due:
        if has_goals(play, side) and chances[area] >= ENOUGH:
            return f"{ATTACK} {area}", reasons[area]
    for area in must or sorted(worth, key=lambda area: -worth[area][0]):
        for mover in now.movers:
            stays = has_goals(play, side) and area not in must and holds_area(play, mover.unit)
            if not stays and mover.unit.name in legal and area in moves.entries(play, now, mover):
                lands = board.place(mover.unit) in board.boxes
                if lands or not board.is_vacant(area, side) or not board.at(area, side):
                    play.intent = area
                    return mover.unit.name, worth.get(area, (0.0, ""))[1]
    for area in [*must, *due]:
        if area in must or chances[area] >= GOOD:
            return f"{ATTACK} {area}", reasons[area]
    return DONE, ""


def _ground(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The Area without enemies with the best ground and the fewest own units."""
    board = play.board

    def merit(area: str) -> tuple[bool, int]:
        tem = board.areas[area].tem if area in board.areas else 0
        return board.is_vacant(area, side), 2 * tem - len(board.at(area, side))

    area = max(legal, key=merit)
    return area, f"TEM {board.areas[area].tem}" if area in board.areas else ""


def _strongest(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    units = [play.board.units[name] for name in legal if name in play.board.units]
    return (max(units, key=play.board.value).name, "") if units else (legal[0], "")


def _loss(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """Flip the weakest full unit, else retreat a reduced one, else eliminate the weakest."""
    order = [moves.FLIP, moves.RETREAT, moves.ELIMINATE]

    def merit(name: str) -> tuple[int, int]:
        what, _, unit = name.partition(" ")
        return order.index(what), play.board.value(play.board.units[unit])

    return min(legal, key=merit), ""


def _refit(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    for what in (moves.FLIP, moves.REBUILD):
        names = [name for name in legal if name.startswith(f"{what} ")]
        if names:
            return max(
                names, key=lambda name: sum(play.board.units[name.partition(" ")[2]].values)
            ), ""
    return DONE, ""


def _move(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    goal = play.intent
    play.intent = ""
    return (goal if goal in legal else moves.STAY), ""


def _regroup_to(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    steps = play.board.steps_to_goal(AMERICAN)
    return min(legal, key=lambda place: steps.get(place, len(steps))), ""


def _target(play: IslandPlay, side: str, legal: list[str]) -> Answer:
    """The Area that defends least, with the most enemies."""
    board = play.board
    area = min(legal, key=lambda area: (board.areas[area].tem, -len(board.at(area, OTHER[side]))))
    return area, f"TEM {board.areas[area].tem}"


#: The policy for each decision; others are answered with the first option.
POLICIES: dict[str, Callable[[IslandPlay, str, list[str]], Answer]] = {
    "place": _ground,
    "active": lambda play, side, legal: (plans(play, side, legal)[1], ""),
    "act": _act,
    "move": _move,
    "target": _target,
    "regroup to": _regroup_to,
    "commit at": _ground,
    "regroup": lambda play, side, legal: (
        next(filter(marches(play).__contains__, legal), DONE),
        "",
    ),
    "primary": _strongest,
    "leads": _strongest,
    "leads defence": _strongest,
    "loss": _loss,
    "refit": _refit,
}
