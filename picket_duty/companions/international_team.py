"""Okinawa (International Team) refereed: a move is the nine actions of its sequence, with the
numbers they need.

The players enter distances, factors and numbers. Hexagons are plain labels, because the rulebook
has no map.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product

from picket_duty.charts import Chart, ChartError, Row
from picket_duty.charts.kinds import computed
from picket_duty.charts.lookups import line_named, row_of, total_of
from picket_duty.charts.spans import numbers_in
from picket_duty.charts.words import word_of
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.international_team_pieces import (
    DONE,
    UMPIRE,
    UNITS,
    TeamPlay,
    TeamState,
    choose_piece,
    find_pieces,
    has_umpire,
    hit_hex,
    meets_enemy,
    move_units,
    placement,
    read_hex_of_units,
    remove_pieces,
    reveal,
    shot_away,
)
from picket_duty.companions.table import MOST, MOVE, OVER, SET_UP, Procedure, TableSystem
from picket_duty.requests import Option, Purpose, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text.english import count, percent

#: The letters of results against the attacker and against the defender.
ATTACKER = "A"
DEFENDER = "D"
ROLES = {ATTACKER: "attacker", DEFENDER: "defender"}
FIRES = {"fire/ship": "A ship", "fire/artillery": "Artillery, or a fortification"}
#: Targets that are hexes: searched without fire, or suspected to hold hidden pieces.
MOP_UP = "mop_up"
SUPPOSED = "supposed"
#: The result of equal sums of a plane and a ship.
ROLL_AGAIN = "roll_again"
PLANE_DIE = Purpose("plane", "The plane's die", "Aeronaval battle")
SHIP_DIE = Purpose("ship", "The ship's die", "Aeronaval battle")
FIGHT = Purpose("fight", "A fight", "The Result of Fights")
FIRE = Purpose("fire", "Fire", "Bombings")


def play_move(play: TeamPlay) -> Procedure[None]:
    """A move; the American wins when no Japanese piece is left, the Japanese player if the calendar
    ends first.
    """
    state = play.state
    calendar = play.tables.list_rows("calendar")
    days = next(row.fields for row in calendar if row.fields["turn"] == state.move)
    last = _day_words(days["last"])
    play.say(f"Move {state.move}: {_day_words(days['first'])} to {last}", head=True)
    if state.halved:
        state.halved = False
        play.say("Pieces next to a hex captured last move have their factor halved")
    for row in play.tables.list_rows("sequence"):
        action = row.fields["action"]
        play.say(f"{row.label}. {word_of(play.tables['sequence'].raw, action)}")
        if action in ACTIONS:
            yield from ACTIONS[action](play)
    cleared = yield from is_cleared(play)
    if not cleared and state.move < len(calendar):
        state.move += 1
        return
    state.step = OVER
    state.outcome = US_WIN if cleared else JAPANESE_WIN
    winner = "American" if cleared else "Japanese"
    play.say(f"The game ends on {last}: the {winner} player has won", head=True)


def _day_words(date: str) -> str:
    day = datetime.date.fromisoformat(date)
    return f"{day:%B} {day.day}"


def is_cleared(play: TeamPlay) -> Procedure[bool]:
    """Whether no Japanese unit is left; the umpire knows of hidden ones."""
    # Units land in the first move and begin moving in the next, so nothing can be cleared in it.
    # Older saves ask all the same.
    if play.state.move == 1 and play.revision:
        return False
    if not (yield from play.confirm("cleared")):
        return False
    hidden = [piece for pieces in play.state.hidden.values() for piece in pieces if piece in UNITS]
    if hidden:
        play.say("Umpire: Japanese units are still hidden, so the game continues")
    return not hidden


def place_kamikazes(play: TeamPlay) -> Procedure[None]:
    """The kamikazes of the calendar: entered by the owner of the box, or asked for, as the rulebook
    lacks them.
    """
    if typed := sheet_in(play.tables, "planes").get(str(play.state.move)):
        planes = int(typed["planes"])
        play.say(f"Calendar: {count(planes, 'kamikaze')}")
    else:
        most = play.tables.numbers["pieces"] if play.revision else MOST
        planes = yield from play.number("planes", least=0, most=most)
    play.state.planes_to_come = planes


def duels(play: TeamPlay) -> Procedure[None]:
    """Planes against ships, one after another, until the planes are used up."""
    chart = play.tables.sum_chart("kamikaze")
    state = play.state
    factors = numbers_in(line_named(chart, "factor").numbers)
    options = [Option(str(factor), f"A ship with a fire factor of {factor}") for factor in factors]
    options.append(Option(DONE, "None: the remaining planes do not attack"))
    while state.planes_to_come and (ship := (yield from play.choose("ship", *options))) != DONE:
        planes = yield from play.number("planes at ship", least=1, most=state.planes_to_come)
        state.planes_to_come -= planes
        yield from duel(play, int(ship), planes)
    state.planes_to_come = 0


def duel(play: TeamPlay, factor: int, planes: int) -> Procedure[None]:
    """Planes against one ship; if it is sunk, the planes left over leave the game."""
    play.say(f"Chances: ship sunk {duel_chances(play, factor, planes)}")
    for plane in range(1, planes + 1):
        result = ROLL_AGAIN
        while result == ROLL_AGAIN:
            result = yield from duel_rolled(play, factor, f"Plane {plane} of {planes}")
        if result == "ship_sunk":
            play.state.ships_sunk += 1
            return
        play.state.planes_lost += 1


def duel_chances(play: TeamPlay, factor: int, planes: int) -> str:
    """The chance that a plane, and all planes, sink a ship, as text."""
    faces = play.tables["kamikaze"].die("die").faces[0]
    results = Counter(
        duel_result(play, plane, ship, factor)
        for plane, ship in product(range(1, faces + 1), repeat=2)
    )
    # Equal sums are rolled again, and all planes attack the same ship.
    alone = results["ship_sunk"] / (results.total() - results[ROLL_AGAIN])
    if planes == 1:
        return percent(alone)
    return f"{percent(alone)} per plane, {percent(1 - (1 - alone) ** planes)} for {planes} planes"


def duel_result(play: TeamPlay, plane: int, ship: int, factor: int) -> str:
    """The result of a plane's die against a ship's."""
    chart = play.tables.sum_chart("kamikaze")
    total = total_of(chart, {"plane": plane, "ship": ship, "factor": factor})
    return str(row_of(chart, total).fields["result"])


def duel_rolled(play: TeamPlay, factor: int, plane: str) -> Procedure[str]:
    """Roll the dice of a plane and its ship, and report the result."""
    chart = play.tables.sum_chart("kamikaze")
    die = play.tables["kamikaze"].die("die")
    mine: Row = yield play.ask(Roll(die, PLANE_DIE))
    other: Row = yield play.ask(Roll(die, SHIP_DIE))
    result = duel_result(play, mine["die"], other["die"], factor)
    sums = f"{mine['die']} + {chart.constant} against {other['die']} + {factor}"
    play.say(f"{plane}: {sums}, {word_of(chart, result).lower()}")
    return result


def fire(play: TeamPlay, at_japanese: bool) -> Procedure[None]:
    """One target after another, each with all its shots; only Americans search, and the Japanese
    show pieces first.
    """
    guns = list(FIRES) if at_japanese else ["fire/artillery"]
    others = []
    if at_japanese:
        others.append(Option(MOP_UP, "Search hexes (no dice): hidden pieces there go on the map"))
        if has_umpire(play):
            others.append(Option(SUPPOSED, "A hex where you suspect hidden pieces"))
    elif has_umpire(play):
        yield from reveal(play, "shows")
    play.say("Declare all shots and their targets first, then enter them one by one")
    targets = [
        Option(row.label, word_of(play.tables["elimination"].raw, row.label))
        for row in play.tables.list_rows("elimination")
    ]
    targets += [*others, Option(DONE, "No more targets")]
    while (target := (yield from play.choose("target", *targets))) != DONE:
        if target == MOP_UP and has_umpire(play):
            find_pieces(play, (yield from play.read_label("search")))
        elif target == MOP_UP:
            play.say("If pieces were hidden in the searched hexes, put them on the map")
        elif target == SUPPOSED:
            label = yield from play.read_label("supposed")
            hits = yield from shots_at_target(play, guns)
            if find_pieces(play, label) or play.state.placed.get(label):
                yield from hit_hex(play, label, hits)
        else:
            lost = yield from shots_at_named_target(play, guns, target)
            if at_japanese and has_umpire(play):
                yield from shot_away(play, target, lost)


def shots_at_named_target(play: TeamPlay, guns: list[str], target: str) -> Procedure[int]:
    """Fire at pieces of a named kind; returns how many are eliminated."""
    needed = int(play.tables["elimination"].entry(target)["hits"])
    most = play.tables.numbers["stack"]
    hits = yield from shots_at_target(play, guns, f"; {needed} eliminate a piece")
    lost = min(hits // needed, most)
    play.state.eliminate(target, lost)
    rule = f"one piece for every {needed} hits, at most {most}"
    play.say(f"{count(hits, 'hit')}: {lost or 'none'} eliminated ({rule})")
    return lost


def shots_at_target(play: TeamPlay, guns: list[str], needed: str = "") -> Procedure[int]:
    """The hits of several pieces at one target, added up; ``needed`` says how many eliminate a
    piece, if known.
    """
    hits = 0
    options = [
        *(Option(chart, FIRES[chart]) for chart in guns),
        Option(DONE, "No more fire at this target"),
    ]
    while (name := (yield from play.choose("guns", *options))) != DONE:
        chart = play.tables[name]
        columns = [int(column) for column in chart.columns]
        distance = yield from play.number("distance", min(columns), max(columns))
        play.say_chances(count(row["hits"], "hit") for row in rows_of(chart, str(distance)))
        row: Row = yield play.ask(Roll(chart, FIRE, name, column=str(distance)))
        hits += row["hits"]
        play.state.hits_at_target = hits
        play.say(f"{count(row['hits'], 'hit')} at range {distance}, {hits} in all{needed}")
    play.state.hits_at_target = 0
    return hits


def american_landing(play: TeamPlay) -> Procedure[None]:
    """Report how many units the chosen beach takes; with an umpire, resolve the movement."""
    if hexes := (yield from play.number("beach", least=0, most=MOST)):
        units = computed(play.tables["landing"].entry(hexes)["units"], hexes)
        play.say(f"Up to {units} units may land on this beach")
    if not has_umpire(play):
        return
    # American pieces enter hexes that are not crossed out; each is named first.
    stops = Option(DONE, "The piece stops here")
    while (yield from play.confirm("moves")):
        label = yield from play.read_label("enters", stops)
        while label != DONE and not meets_enemy(play, label):
            label = yield from play.read_label("enters", stops)


def japanese_movement(play: TeamPlay) -> Procedure[None]:
    """The umpire follows the Japanese pieces that are on the map."""
    while has_umpire(play) and (label := (yield from read_hex_of_units(play, "goes from"))):
        unit = yield from choose_piece(play, "goes", play.state.units_in(label))
        target = yield from play.read_label("goes to")
        move_units(play, label, target, [unit])


def fights(play: TeamPlay, japanese_role: str) -> Procedure[None]:
    """Fights until there are no more. Hidden pieces may join a Japanese defense."""
    if japanese_role == DEFENDER and has_umpire(play):
        yield from reveal(play, "joins")
    while (yield from play.confirm("fights")):
        attack = yield from play.number("attack", least=0, most=MOST)
        # The factors are doubled in a fortification; then the soil adds to them.
        factors = yield from play.number("defence", least=0, most=MOST)
        fortified = yield from play.confirm("fortified")
        units = yield from play.number("mountain", least=0, most=play.tables.numbers["stack"])
        defense = defense_of(play, factors, fortified, units)
        result = yield from resolve_fight(play, attack - defense, fortified)
        # If the Japanese units lost, or the players settled the fight between themselves.
        if has_umpire(play) and result[:1] in ("", japanese_role):
            yield from follow_result(play, retreats=is_retreat(result))


def defense_of(play: TeamPlay, factors: int, fortified: bool, units: int) -> int:
    """The factors of a defense with fortification and mountains, which are reported."""
    numbers = play.tables.numbers
    terms = str(factors)
    total = factors
    if fortified:
        total *= numbers["fortification"]
        terms += f" x {numbers['fortification']}"
    if units:
        total += units * numbers["mountain"]
        terms += f" + {units} x {numbers['mountain']}"
    if fortified or units:
        terms += f" = {total}"
    play.say(f"The defense is {terms}")
    return total


def follow_result(play: TeamPlay, retreats: bool) -> Procedure[None]:
    """The umpire follows the Japanese units that were eliminated or retreat after a fight. Mines
    and fortifications stay.
    """
    no_way = Option(DONE, "Nowhere: every path is blocked, so the pieces are eliminated")
    while label := (yield from read_hex_of_units(play, "back from" if retreats else "fell")):
        there = play.state.units_in(label)
        target = (yield from play.read_label("back to", no_way)) if retreats else DONE
        if target == DONE:
            remove_pieces(play, label, there)
        else:
            move_units(play, label, target, there)


def is_retreat(result: str) -> bool:
    """Whether a result of a fight is a retreat, whose length follows the role."""
    return result[1:].isdigit()


def resolve_fight(play: TeamPlay, difference: int, fortified: bool) -> Procedure[str]:
    """Resolve a fight by its difference. The result begins with the role that loses: ``Ae`` and
    ``De`` eliminate it, ``D2`` is a retreat of two hexes. With a ``p`` at the end, pieces next to the
    captured hex have their factor halved in the next move.

    If the printed chart has no row for the difference, nothing is rolled, and the result is empty.
    """
    chart = play.tables["fights"]
    if difference < 0:
        play.say(f"The attacker is weaker by {-difference} and is eliminated without a roll")
        return f"{ATTACKER}e"
    try:
        column = chart.column_at(difference)
    except ChartError:
        play.say(
            f"The printed chart has no row for a difference of {difference}; settle the fight "
            f"between yourselves"
        )
        return ""
    outcomes = []
    for possible in rows_of(chart, column):
        result = str(possible["result"])
        fate = "retreats" if is_retreat(result) else "eliminated"
        outcomes.append(f"{ROLES[result[0]]} {fate}")
    play.say_chances(outcomes)
    row: Row = yield play.ask(Roll(chart, FIGHT, column=column))
    result = str(row["result"])
    fate = "is eliminated"
    if is_retreat(result):
        fate = f"retreats {count(int(result[1:]), 'hex', 'hexes')}"
    if result.endswith("p"):
        fate += "; in the next move, pieces next to the captured hex have their factor halved"
        play.state.halved = True
    play.say(f"Difference {difference}: the {ROLES[result[0]]} {fate}")
    if is_retreat(result):
        play.say("Units that cannot retreat are eliminated")
    elif fortified and result[0] != ATTACKER:
        play.say("All defenders of the fortification are eliminated, so it blows up")
    return result


def rows_of(chart: Chart, column: str) -> list[Row]:
    """The row of a column for each face of the die."""
    return [chart.look_up(die, column) for die in range(1, chart.faces[0] + 1)]


ACTIONS: dict[str, Callable[[TeamPlay], Procedure[None]]] = {
    "kamikaze_placed": place_kamikazes,
    "aeronaval_battle": duels,
    "american_artillery_fire": partial(fire, at_japanese=True),
    "american_landing_and_movement": american_landing,
    "american_fights": partial(fights, japanese_role=DEFENDER),
    "japanese_artillery_fire": partial(fire, at_japanese=False),
    "japanese_movement": japanese_movement,
    "japanese_fights": partial(fights, japanese_role=ATTACKER),
}
SYSTEM = TableSystem(
    TeamState,
    TeamPlay,
    {SET_UP: placement, MOVE: play_move},
    first_step=lambda setup: SET_UP if UMPIRE in setup.options else MOVE,
)
