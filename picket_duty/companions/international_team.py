"""Okinawa (International Team) refereed: a move is the nine actions of its sequence, with the numbers they need.

The players enter distances, factors and numbers; the program resolves duels, fire, landing quotas, fights,
and the calendar. The hidden placement of the Japanese stays between the players, or the umpire keeps it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from itertools import product

from picket_duty.charts import ChartError, Row
from picket_duty.charts.keyed import line_named, row_of, total_of
from picket_duty.charts.kinds import SumChart, worked_out
from picket_duty.charts.spans import numbers_in
from picket_duty.charts.words import word_of
from picket_duty.companions import umpire
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.table import MOST, MOVE, OVER, SET_UP, Procedure, TableSystem
from picket_duty.companions.umpire import TeamPlay, TeamState
from picket_duty.requests import Option, Purpose, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text.names import count, percent

#: The letters of results against the attacker, against the defender, and of a capture.
ATTACKER, DEFENDER, CAPTURE = "A", "D", "p"
ROLES = {ATTACKER: "attacker", DEFENDER: "defender"}
#: The fate of a weaker attacker.
BEATEN = "Ae"
DUEL = Purpose("plane", "The plane's die", "Aeronaval battle")
SHIPS_DUEL = Purpose("ship", "The ship's die", "Aeronaval battle")
FIRE = Purpose("fire", "Fire", "Bombings")
FIGHT = Purpose("fight", "A fight", "The Result of Fights")


#: The form in which the owner enters the kamikazes of the calendar.
PLANES_FORM = "planes"
FIRES = {"fire/ship": "A ship", "fire/artillery": "Artillery, or a fortification"}
#: Options that name no ship, target or gun.
DONE, MOP_UP, SUPPOSED = "done", "mop_up", "supposed"


# -- a move --------------------------------------------------------------


def has_umpire(play: TeamPlay) -> bool:
    """Whether the umpire records the hidden placement."""
    return umpire.UMPIRE in play.state.setup.options


def play_move(play: TeamPlay) -> Procedure[None]:
    """A move from the placing of ships to the Japanese fights, and whether the game is over."""
    first, last = move_days(play)
    play.say(f"Move {play.state.move}: {first:%B} {first.day} to {last:%B} {last.day}", head=True)
    if play.state.halved:
        play.state.halved = False
        play.say("Pieces next to a hex captured last move count as half")
    for row in play.tables.list_rows("sequence"):
        action = row.fields["action"]
        play.say(f"{row.label}. {word_of(play.tables['sequence'].raw, action)}")
        if action in ACTIONS:
            yield from ACTIONS[action](play)
    yield from end_of_move(play)


def end_of_move(play: TeamPlay) -> Procedure[None]:
    """The American player wins when no Japanese piece is left, the Japanese player if the calendar ends first."""
    state = play.state
    # Units land in the first move and begin moving in the next, so nothing can be cleared in it.
    cleared = (state.move > 1 or not play.revision) and (yield from play.confirm("cleared"))
    hidden = [piece for pieces in state.hidden.values() for piece in pieces]
    if cleared and has_umpire(play) and any(piece in umpire.UNITS for piece in hidden):
        play.say("The umpire: Japanese units are still hidden. The game continues")
        cleared = False
    if cleared or state.move == len(play.tables.list_rows("calendar")):
        state.step, state.outcome = OVER, US_WIN if cleared else JAPANESE_WIN
        winner = "American" if cleared else "Japanese"
        last = move_days(play)[1]
        play.say(f"The game ends on {last:%B} {last.day}: the {winner} player has won", head=True)
        return
    state.move += 1


def place_kamikazes(play: TeamPlay) -> Procedure[None]:
    """The kamikazes of the calendar: entered by the owner of the box, or asked for, as the rulebook lacks them."""
    typed = sheet_in(play.tables, PLANES_FORM).get(str(play.state.move))
    if typed:
        planes = int(typed["planes"])
        play.say(f"Calendar: {count(planes, 'kamikaze')}")
    else:
        planes = yield from play.number("planes", 0, play.tables.game.numbers["pieces"] if play.revision else MOST)
    play.state.planes_to_come = planes


def duels(play: TeamPlay) -> Procedure[None]:
    """Planes against ships, one after another, until the planes are used up."""
    chart = play.tables.sum_chart("kamikaze")
    factors = [str(number) for number in numbers_in(line_named(chart, "factor").numbers)]
    options = [Option(factor, f"A ship with a fire factor of {factor}") for factor in factors]
    state = play.state
    while state.planes_to_come:
        ship = yield from play.choose("ship", *options, Option(DONE, "None: the remaining planes do not attack"))
        if ship == DONE:
            break
        planes = yield from play.number("planes at ship", 1, state.planes_to_come)
        state.planes_to_come -= planes
        yield from duel(play, int(ship), planes)
    state.planes_to_come = 0


def duel(play: TeamPlay, factor: int, planes: int) -> Procedure[None]:
    """Planes against one ship; if it is sunk, the planes left over leave the game."""
    chart = play.tables.sum_chart("kamikaze")
    die = play.tables["kamikaze"].die("die")
    play.say(duel_chances(chart, die.faces[0], factor, planes))
    for plane in range(1, planes + 1):
        result = "roll_again"
        while result == "roll_again":
            mine: Row = yield play.ask(Roll(die, DUEL))
            other: Row = yield play.ask(Roll(die, SHIPS_DUEL))
            terms = {"plane": mine["die"], "ship": other["die"], "factor": factor}
            result = row_of(chart, total_of(chart, terms)).fields["result"]
            sums = f"{mine['die']} + {chart.constant} against {other['die']} + {factor}"
            play.say(f"Plane {plane} of {planes}: {sums}, {word_of(chart, result).lower()}")
        if result == "ship_sunk":
            play.state.ships_sunk += 1
            return
        play.state.planes_lost += 1


def duel_chances(chart: SumChart, faces: int, factor: int, planes: int) -> str:
    """The chances of planes against a ship: equal sums are rolled again, and all planes attack the same ship."""
    terms = ({"plane": mine, "ship": other, "factor": factor} for mine, other in product(range(1, faces + 1), repeat=2))
    results = [row_of(chart, total_of(chart, each)).fields["result"] for each in terms]
    sunk, lost = (results.count(result) for result in ("ship_sunk", "plane_lost"))
    alone = sunk / (sunk + lost)
    words = f"Chances: ship sunk {percent(alone)}"
    return words if planes == 1 else f"{words} per plane, {percent(1 - (1 - alone) ** planes)} for {planes} planes"


# -- fire ----------------------------------------------------------------


def american_fire(play: TeamPlay) -> Procedure[None]:
    """Ships and artillery that have landed fire, and may search hexes."""
    others = [Option(MOP_UP, "Search hexes (no dice): hidden pieces there go on the map")]
    if has_umpire(play):
        others.append(Option(SUPPOSED, "A hex where you suspect hidden pieces"))
    yield from fire(play, list(FIRES), *others, at_japanese=True)


def japanese_fire(play: TeamPlay) -> Procedure[None]:
    """Artillery and manned fortifications fire; they do not search. Pieces that fire or move later are shown first."""
    if has_umpire(play):
        yield from umpire.reveal(play, "shows")
    yield from fire(play, ["fire/artillery"])


def fire(play: TeamPlay, guns: list[str], *others: Option, at_japanese: bool = False) -> Procedure[None]:
    """One target after another, each with the shots of all pieces that fire at it."""
    play.say("Declare all shots and their targets first. Then enter them one by one")
    chart = play.tables["elimination"]
    targets = [Option(row.label, word_of(chart.raw, row.label)) for row in play.tables.list_rows("elimination")]
    while True:
        target = yield from play.choose("target", *targets, *others, Option(DONE, "No more targets"))
        if target == DONE:
            return
        if target == MOP_UP:
            if has_umpire(play):
                umpire.find_pieces(play, (yield from play.read_label("search")))
            else:
                play.say("Place the hidden pieces in these hexes on the map")
            continue
        if target == SUPPOSED:
            yield from blind_fire(play, guns)
            continue
        needed = chart.entry(target)["hits"]
        hits = yield from shots_at_target(play, guns, f" of {needed} needed")
        lost = min(hits // needed, play.tables.game.numbers["stack"])
        play.state.eliminate(target, lost)
        play.say(f"{count(hits, 'hit')}; one piece for every {needed}: {lost or 'none'} eliminated")
        if at_japanese and has_umpire(play):
            yield from umpire.shot_away(play, target, lost)


def blind_fire(play: TeamPlay, guns: list[str]) -> Procedure[None]:
    """Shots at a hex where pieces are suspected; what is hidden there is shown afterward."""
    label = yield from play.read_label("supposed")
    hits = yield from shots_at_target(play, guns)
    if umpire.find_pieces(play, label) or play.state.placed_in(label):
        yield from umpire.hit_hex(play, label, hits)


def shots_at_target(play: TeamPlay, guns: list[str], needed: str = "") -> Procedure[int]:
    """The hits of several pieces at one target, added up; ``needed`` shows how many eliminate it, if known."""
    hits = 0
    options = [Option(chart, FIRES[chart]) for chart in guns]
    while True:
        name = yield from play.choose("guns", *options, Option(DONE, "No more fire at this target"))
        if name == DONE:
            play.state.hits_at_target = 0
            return hits
        chart = play.tables[name]
        columns = [int(column) for column in chart.columns]
        distance = yield from play.number("distance", min(columns), max(columns))
        rows = (chart.look_up(die, str(distance)) for die in range(1, chart.faces[0] + 1))
        play.say_chances(count(row["hits"], "hit") for row in rows)
        row: Row = yield play.ask(Roll(chart, FIRE, name, column=str(distance)))
        hits += row["hits"]
        play.state.hits_at_target = hits
        play.say(f"{count(row['hits'], 'hit')} at range {distance}, {hits}{needed or ' in all'}")


# -- landing and fights --------------------------------------------------


def american_landing(play: TeamPlay) -> Procedure[None]:
    """Report how many units the chosen beach takes; with an umpire, resolve the movement."""
    hexes = yield from play.number("beach", 0, MOST)
    if hexes:
        units = worked_out(play.tables["landing"].entry(hexes)["units"], hexes)
        play.say(f"Up to {units} units may land there")
    if has_umpire(play):
        yield from umpire.american_movement(play)


def american_fights(play: TeamPlay) -> Procedure[None]:
    """The fights of the American movement; hidden pieces may join a defense first."""
    if has_umpire(play):
        yield from umpire.reveal(play, "joins")
    yield from fights(play, japanese=DEFENDER)


def japanese_movement(play: TeamPlay) -> Procedure[None]:
    """The umpire follows the Japanese pieces that are on the map."""
    if has_umpire(play):
        yield from umpire.units_move(play)


def fights(play: TeamPlay, japanese: str) -> Procedure[None]:
    """Fights until the players have no more; ``japanese`` is the role of the Japanese in them."""
    while (yield from play.confirm("fights")):
        attack = yield from play.number("attack", 0, MOST)
        defence, fortified = yield from defence_of(play)
        result = yield from resolve_fight(play, attack - defence, fortified)
        if has_umpire(play) and result[:1] in ("", japanese):
            yield from (umpire.units_retreat if result[1:].isdigit() else umpire.units_eliminated)(play)


def defence_of(play: TeamPlay) -> Procedure[tuple[int, bool]]:
    """The defenders' factors, doubled in a fortification, then with what the soil adds; whether they are in one."""
    numbers = play.tables.game.numbers
    factors = yield from play.number("defence", 0, MOST)
    fortified = yield from play.confirm("fortified")
    units = yield from play.number("mountain", 0, numbers["stack"])
    total = factors * (numbers["fortification"] if fortified else 1) + units * numbers["mountain"]
    doubled = f" x {numbers['fortification']}" if fortified else ""
    soil = f" + {units} x {numbers['mountain']}" if units else ""
    play.say(f"The defense is {factors}{doubled}{soil}{f' = {total}' if doubled or soil else ''}")
    return total, fortified


def resolve_fight(play: TeamPlay, difference: int, fortified: bool = False) -> Procedure[str]:
    """Resolve a fight by its difference. If the printed chart has no row for it, report that; nothing is rolled."""
    chart = play.tables["fights"]
    if difference < 0:
        play.say(f"The attacker is weaker by {-difference}: eliminated without a roll")
        return BEATEN
    try:
        column = chart.column_at(difference)
    except ChartError:
        play.say(f"The printed chart has no row for a difference of {difference}. Settle it between yourselves")
        return ""
    results = (str(chart.look_up(die, column)["result"]) for die in range(1, chart.faces[0] + 1))
    play.say_chances(f"{ROLES[result[0]]} {'retreats' if result[1:].isdigit() else 'eliminated'}" for result in results)
    row: Row = yield play.ask(Roll(chart, FIGHT, column=column))
    result = str(row["result"])
    play.say(f"Difference {difference}: {fight_result(result)}")
    if result.endswith(CAPTURE):
        play.state.halved = True
    if result[1:].isdigit():
        play.say("Units that cannot retreat are eliminated")
    elif fortified and result[0] != ATTACKER:
        play.say("All its defenders are eliminated, so the fortification blows up")
    return result


def fight_result(result: str) -> str:
    """A result of the fights table as text."""
    side = f"the {ROLES[result[0]]}"
    if result[1:].isdigit():
        return f"{side} retreats {count(int(result[1:]), 'hex', 'hexes')}"
    words = f"{side} is eliminated"
    return f"{words}; pieces next to the captured hex count as half next move" if result.endswith(CAPTURE) else words


ACTIONS: dict[str, Callable[[TeamPlay], Procedure[None]]] = {
    "kamikaze_placed": place_kamikazes,
    "aeronaval_battle": duels,
    "american_artillery_fire": american_fire,
    "american_landing_and_movement": american_landing,
    "american_fights": american_fights,
    "japanese_artillery_fire": japanese_fire,
    "japanese_movement": japanese_movement,
    "japanese_fights": partial(fights, japanese=ATTACKER),
}


def move_days(play: TeamPlay) -> tuple[datetime.date, datetime.date]:
    """First and last day of the move."""
    fields = next(row.fields for row in play.tables.list_rows("calendar") if row.fields["turn"] == play.state.move)
    return datetime.date.fromisoformat(fields["first"]), datetime.date.fromisoformat(fields["last"])


SYSTEM = TableSystem(
    TeamState,
    TeamPlay,
    {SET_UP: umpire.placement, MOVE: play_move},
    lambda setup: SET_UP if umpire.UMPIRE in setup.options else MOVE,
)
