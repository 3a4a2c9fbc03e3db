"""Last Battle: Ie Shima refereed: a step is a day with its phases, its impulses, sunset and
weather.

If the values printed on counters and Areas were entered, the program tracks the board; otherwise it
asks for them.
"""

from __future__ import annotations

import datetime
from copy import deepcopy
from functools import partial

from picket_duty.charts import Modifier, Row
from picket_duty.charts.kinds import Fields, computed
from picket_duty.charts.lookups import row_of, total_of
from picket_duty.charts.spans import numbers_in
from picket_duty.charts.words import word_of
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.ie_shima_assault import assault_areas, assault_impulse, night_on_board
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, LOST, OTHER, Unit
from picket_duty.companions.ie_shima_bombardment import bombardment_on_board, bombardment_targets
from picket_duty.companions.ie_shima_opponent import answer_for
from picket_duty.companions.ie_shima_picks import NO_MORE, pick
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_refit import spend_points
from picket_duty.companions.ie_shima_regroup import regroup
from picket_duty.companions.ie_shima_reports import fates_words, moves_words, report_entries
from picket_duty.companions.ie_shima_setup import place_units
from picket_duty.companions.table import MOST, MOVE, OVER, SET_UP, Procedure, TableSystem
from picket_duty.requests import Option, Purpose, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text.english import percent, signed

ASSAULT = "assault"
BOMBARD = "bombard"
REGROUP = "regroup"
PASS = "pass"
VARIANT = "variant"
#: The actions of an impulse, and as a practice game explains them.
ACTION_WORDS = {ASSAULT: "Assault", BOMBARD: "Bombardment", REGROUP: "Regroup", PASS: "Pass"}
EXPLAINED_ACTIONS = {
    ASSAULT: "Assault: the units of one Area move and attack",
    BOMBARD: "Bombardment: planes or guns fire at an Area",
    REGROUP: "Regroup: units move one Area, no attack",
    PASS: "Pass: if both sides pass, night falls",
}
#: The charts that answer questions, each with the ids of its questions.
CHARTS = {
    "sunset": ("american impulse", "japanese impulse"),
    "movement": ("order", "act", "alone", "move", "regroup order", "regroup", "regroup to"),
    "bombardment": ("marker", "target", "primary"),
    "attack": ("leads", "joins"),
    "defence": ("leads defence",),
    "attrition": ("loss",),
    "retreat": ("retreats to", "leaves"),
    "reinforcements": ("returns", "spend return"),
    "replacements": ("refit", "flips too", "spend points"),
    "support/artillery": ("artillery",),
    "support/tank": ("tank",),
    "support/satchel": ("satchel",),
}

SUNSET = Purpose("sunset", "Sunset DR", "6.3.1")
RETURN = Purpose("return", "Special Units returning", "6.2.1")


def choose_variant(play: IslandPlay) -> Procedure[None]:
    """The set-up: the variant and the bid (a practice game begins with the basic game), whether the
    program tracks the board, and the places of the units if it does.
    """
    state = play.state
    if not play.is_simple:
        yield from ask_variant(play)
    state.advantage = AMERICAN
    if island.is_practice(state):
        play.say(f"This is the {island.INVENTED}", head=True)
        play.say("The island does not have the map or the units of the printed game")
        state.keeps_board = True
    elif any(sheet_in(play.tables, form.table) for form in play.tables.description.forms):
        # The program tracks map and counters if all data were entered.
        if missing := island.missing_of_board(play.tables):
            play.say(f"The program cannot keep track of the board: {missing[0]}")
        else:
            state.keeps_board = yield from play.confirm("board")
    if state.keeps_board:
        if play.is_simple:
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


def goal_words(play: IslandPlay) -> str:
    """What the American player needs in the basic game, and which Areas give it (17.2)."""
    goals = []
    for row in play.tables.keyed_chart("victory").rows:
        if "area" in row.key_values and row.fields["points"]:
            only = row.fields.get("only")
            day = f" on {datetime.date.fromisoformat(only):%B %d}" if only else ""
            goals.append(
                f"{row.fields['points']} for {span_words(str(row.key_values['area']))}{day}"
            )
    days = play.tables.limit("turns_basic")
    needed = play.tables.limit("victory_points_to_win")
    return (
        f"American goal: {needed} Victory Points at the end of day {days} ({', '.join(goals)}). "
        f"Losses cost points."
    )


def span_words(span: str) -> str:
    """The Areas of a range of numbers, as text."""
    first, *others = numbers_in(span)
    if not others:
        return f"Area {first}"
    return f"each of Areas {first} {'to' if others[1:] else 'and'} {others[-1]}"


def play_turn(play: IslandPlay) -> Procedure[None]:
    """A Turn: reinforcements, daylight, night, refit, end."""
    date = play.date
    allowed = play.allowed
    play.state.weather = island.CLEAR
    play.state.used.clear()
    play.say(island.labeled(play.state, f"{date:%B} {date.day}, turn {play.state.move}"), head=True)
    if allowed["reinforcement_phase"]:
        yield from reinforcements(play, allowed)
    if (yield from daylight(play)):
        return
    yield from night_phase(play)
    if ends_with_every_area(play):
        return
    yield from refit_phase(play)
    yield from end_of_day(play, allowed)


def reinforcements(play: IslandPlay, allowed: Fields) -> Procedure[None]:
    """Japanese Special Units that return, by dice or by the Advantage; American battalions by date
    (6.2).
    """
    play.say("Reinforcement Phase")
    # Older saves ask for the Advantage even if no unit can return.
    none_lost = play.revision and play.state.keeps_board and not lost_special_units(play)
    if not none_lost and (yield from combat.spends(play, JAPANESE, "return")):
        units = play.tables.limit("advantage_special_units")
    else:
        bid = play.state.bid
        modifiers = (Modifier(bid, "The bid", "18.1"),) if bid else ()
        row: Row = yield play.ask(
            Roll(play.tables["reinforcements"].die("bid"), RETURN, modifiers=modifiers)
        )
        units = row["units"]
    play.say(f"Special Units that may return: {units}")
    if play.state.keeps_board:
        for _ in range(units):
            # They go back to their box at full strength (6.2.1).
            back = yield from pick(play, "returns", lost_special_units(play), NO_MORE)
            if back is None:
                break
            play.board.put(back, island.SPECIAL)
        for unit in play.board.units.values():
            if unit.battalion in allowed["american_reinforcements"]:
                play.board.put(unit, island.BROWN)
    if allowed["american_reinforcements"]:
        arrivals = (
            f"{' and '.join(allowed['american_reinforcements'])} arrive in the brown beach box"
        )
        play.say(arrivals)
        play.announce(arrivals)
    combat.pass_advantage(play)


def lost_special_units(play: IslandPlay) -> list[Unit]:
    """The Special Units that are eliminated and may return."""
    return [unit for unit in play.board.at(LOST, JAPANESE) if unit.is_special]


def daylight(play: IslandPlay) -> Procedure[bool]:
    """Impulses until the sun sets or both players pass. True if the American player has won
    (6.3).
    """
    number = 1
    passed = 0
    changes = False
    while True:
        if changes:
            play.state.weather = island.RAIN if play.is_clear else island.CLEAR
            play.say(f"The weather changes to {play.state.weather}")
        play.say(island.labeled(play.state, f"Impulse {number}, {play.state.weather}"), head=True)
        for side in (JAPANESE, AMERICAN):
            half = combat.Half(side, number)
            action = yield from impulse(play, half)
            if ends_with_every_area(play):
                return True
            passed = passed + 1 if action == PASS else 0
            if side == AMERICAN:
                ended, changes = yield from sunset(play, half)
                if ended:
                    return False
            if passed > 1:
                play.say("Both players pass; the Daylight Phase ends")
                return False
        # ``half`` is the American half now. Its bombardment leaves the marker where it is (12.1).
        number += not half.bombards
        # The players keep the track if it was not entered (3.5).
        tracks = sheet_in(play.tables, "impulses").values()
        if number > max((track["spaces"] for track in tracks), default=MOST):
            play.say("The impulse marker leaves its track; the Daylight Phase ends")
            return False


def sunset(play: IslandPlay, half: combat.Half) -> Procedure[tuple[bool, bool]]:
    """Whether the day ends and whether the weather changes, by the first American DR of the impulse
    (6.3.1, 9.3).
    """
    if not half.sunset:
        row: Row = yield play.ask(Roll(play.tables["sunset"].die("DR"), SUNSET))
        half.sunset = row["sum"]
    chart = play.tables.sum_chart("sunset")
    total = total_of(chart, {"roll": half.sunset, "impulse": half.number})
    result = row_of(chart, total).fields["result"]
    if result == "weather_changes" and half.bombards:
        # If the marker stays where it is, so does the weather.
        result = "on"
    if half.bombards and result == "on":
        play.say(
            f"Sunset DR {half.sunset}: the impulse marker stays, because the American player "
            f"bombarded"
        )
        return False, False
    words = word_of(chart, result)
    why = f"{half.sunset} - impulse {half.number} = {total}"
    play.say(f"Sunset DR {half.sunset}: {words[:1].lower()}{words[1:]} ({why})")
    return result == "day_ends", result == "weather_changes"


def chart_of_question(play: IslandPlay, about: str) -> tuple[str, int | None]:
    """The chart for a question (empty if it has none), and the difference it is about (None if
    about no roll).
    """
    if about == "spend reroll":
        return play.compared
    return next((chart for chart, questions in CHARTS.items() if about in questions), ""), None


def impulse(play: IslandPlay, half: combat.Half) -> Procedure[str]:
    """One player's action, which is returned; then the Areas that changed hands, and the Advantage
    that was spent (8.0, 15.2).
    """
    play.attacker = half.side
    before = victory_words(play)
    position = deepcopy(play.state)
    action = yield from action_chosen(play, half)
    keeps_board = play.state.keeps_board
    if action == ASSAULT and keeps_board:
        yield from assault_impulse(play, half)
    elif action == ASSAULT:
        yield from attacks(play, half)
    elif action == REGROUP and keeps_board:
        yield from regroup(play, half.side)
    elif action == BOMBARD:
        yield from marker_bombards(play, half)
    report_entries(play)
    if action != PASS and not keeps_board:
        yield from change_control(play, "control")
    if half.side == island.opponent_of(play.state):
        moved = ""
        if action == ASSAULT:
            moved = moves_words(play.board, position, half.side)
        play.announce(moved)
    report_points(play, before)
    combat.pass_advantage(play)
    return action


def action_chosen(play: IslandPlay, half: combat.Half) -> Procedure[str]:
    """Ask for the action of an impulse. A change of the rules is no action: the player is asked
    again.
    """
    night = ""
    if play.is_simple:
        night = f" Chance of nightfall afterward: {night_chance(play, half)}"
    goal = ""
    if play.is_simple and play.state.move == half.number == 1:
        goal = f"{goal_words(play)} "
    about = f"{half.side} impulse"
    while True:
        action = yield from play.choose(about, *actions(play, half), night=night, goal=goal)
        if action != VARIANT:
            return action
        yield from ask_variant(play)
        play.state.figures = yield from play.confirm("figures")


def night_chance(play: IslandPlay, half: combat.Half) -> str:
    """The chance that the sunset DR of this impulse ends the day (6.3.1)."""
    chart = play.tables.sum_chart("sunset")
    sums = combat.dr_sums(play, "sunset")
    ends = 0
    for dice in sums:
        total = total_of(chart, {"roll": dice, "impulse": half.number})
        ends += row_of(chart, total).fields["result"] == "day_ends"
    return percent(ends / len(sums))


def actions(play: IslandPlay, half: combat.Half) -> list[Option]:
    """What a player may do in an impulse (8.1); on a tracked board an Assault needs a unit that can
    act.
    """
    state = play.state
    tells = play.orders_stacks(half.side)
    idle = state.keeps_board and not assault_areas(play, half)
    words = dict(EXPLAINED_ACTIONS if tells else ACTION_WORDS)
    if tells and half.side == AMERICAN:
        # An American bombardment leaves the impulse marker where it is (12.1).
        words[BOMBARD] += "; the impulse marker stays"
    if not usable_markers(play, half):
        del words[BOMBARD]
    options = [Option(what, text) for what, text in words.items()]
    options[0] = Option(ASSAULT, words[ASSAULT], "no unit can move or attack" if idle else "")
    if tells:
        variants = [name for name in ("advanced", "extended", "figures") if getattr(state, name)]
        rules = " and ".join(variants) or "basic"
        bid = f", bid {state.bid}" if state.bid else ""
        options.append(Option(VARIANT, f"Change the rules (now the {rules} game{bid})"))
    return options


def usable_markers(play: IslandPlay, half: combat.Half) -> list[str]:
    """The bombardment markers that a player may use; on a tracked board, those with a target
    (12.1.1, 19.1).
    """
    if half.side == AMERICAN:
        can = {
            combat.AIR: play.is_clear,
            combat.ARTILLERY: True,
            combat.NAVAL: play.allowed["naval_bombardment"],
        }
    else:
        can = {combat.ARTILLERY: True, combat.KAMIKAZE: play.state.advanced}
    names = [name for name in can if can[name] and name not in play.state.used.get(half.side, ())]
    if not play.state.keeps_board:
        return names
    return [
        name
        for name in names
        if name == combat.KAMIKAZE or bombardment_targets(play.board, half.side, name)
    ]


def attacks(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Attacks on the table, as long as there are any."""
    while (yield from play.confirm("combat")):
        yield from combat.combat_by_numbers(play, half)


def marker_bombards(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Choose a marker, mark it as used for the day, and bombard (12.1.1, 19.1). An American
    bombardment is noted in the impulse, for the impulse marker.
    """
    half.bombards = half.side == AMERICAN
    options = []
    for name in usable_markers(play, half):
        words = name.capitalize()
        known = combat.factor_of(play, half.side, name)
        if play.is_simple and known is not None:
            words += f", Attack Factor {known}"
        options.append(Option(name, words))
    marker = yield from play.choose("marker", *options)
    play.state.used.setdefault(half.side, []).append(marker)
    if marker == combat.KAMIKAZE:
        yield from combat.kamikaze(play, half)
    elif play.state.keeps_board:
        yield from bombardment_on_board(play, half, marker)
    else:
        factor = yield from combat.attack_factor(play, half.side, marker)
        yield from combat.roll_bombardment(play, half, (yield from combat.site_asked(play)), factor)


def night_phase(play: IslandPlay) -> Procedure[None]:
    """The Japanese player places MG and IE units and attacks with them, or makes one Assault
    Impulse (6.4).
    """
    most = play.tables.limit("special_units_placed_each_night")
    play.attacker = JAPANESE
    before = victory_words(play)
    position = deepcopy(play.state)
    play.announce(f"Night falls on day {play.state.move}. Victory Points {before}")
    play.say(f"Night Phase: place up to {most} MG and IE units, one per Area", head=True)
    if not play.state.keeps_board:
        yield from attacks(play, combat.Half(JAPANESE, 0, night=True))
        yield from change_control(play, "control")
        return
    yield from night_on_board(play)
    report_entries(play)
    if moved := moves_words(play.board, position, JAPANESE):
        play.announce(f"Night: {moved}")
    report_points(play, before)


def refit_phase(play: IslandPlay) -> Procedure[None]:
    """Areas out of supply, then the Replacement Points of both players (14.0)."""
    before = victory_words(play)
    play.say("Refit Phase", head=True)
    if play.state.keeps_board:
        for area in play.board.cut_off():
            side = play.state.control[area] = OTHER[play.board.controls(area)]
            play.say(f"{combat.SIDES[side]} takes control of Area {area}, which is out of supply")
    else:
        yield from change_control(play, "supply")
    for side in (JAPANESE, AMERICAN):
        play.attacker = side
        points = replacement_points(play, side)
        if (yield from combat.spends(play, side, "points")):
            points += 1
        play.say(
            f"{combat.SIDES[side]} has {max(0, points)} RP; "
            "each point flips two reduced units or rebuilds one unit at reduced strength"
        )
        if play.state.keeps_board:
            position = deepcopy(play.state)
            yield from spend_points(play, side, points)
            restored = fates_words(play.board, position, side, "rebuilt in")
            if restored and side == island.opponent_of(play.state):
                play.announce(f"{side.capitalize()} refit: {restored}")
    report_points(play, before)
    combat.pass_advantage(play)


def replacement_points(play: IslandPlay, side: str) -> int:
    """The Replacement Points of a side: none for the Japanese player without its source of supply;
    kamikaze cost American ones.
    """
    points = int(play.tables["replacements"].entry(play.date, side)["points"])
    if side == JAPANESE:
        is_cut_off = play.controls(play.tables.numbers["supply_area"]) == AMERICAN
        return 0 if is_cut_off else points
    points -= play.state.penalty
    play.state.penalty = 0
    return points


def end_of_day(play: IslandPlay, allowed: Fields) -> Procedure[None]:
    """The point of Area 4, the count of Victory Points, and whether the game is over (6.6, 17.2,
    21.1).
    """
    state = play.state
    if ends_with_every_area(play):
        return
    point_area = play.tables.numbers["point_area"]
    if allowed["area_4_point"] and play.controls(point_area) == AMERICAN:
        state.first_day_point = True
        play.say("The American player holds today's Area and keeps the point for it")
        report_points(play, "")
    if allowed["victory_check"]:
        if state.keeps_board:
            points = points_on_board(play)
        else:
            contested = yield from play.confirm("contest")
            points = victory_points(play, contested, (yield from play.number("losses", 0, MOST)))
        if play.tables.find_fields("victory", total=points)["american_wins"]:
            finish(play, US_WIN, f"{points} Victory Points")
            return
        if not state.extended:
            needed = play.tables.limit("victory_points_to_win")
            finish(play, JAPANESE_WIN, f"{points} American Victory Points, {needed} needed")
            return
    if state.move == play.tables.limit("turns_extended"):
        finish(play, JAPANESE_WIN, "the American player did not control every Area in time")
        return
    state.move += 1


def change_control(play: IslandPlay, about: str) -> Procedure[None]:
    """Areas that changed hands, one after another."""
    while area := (yield from play.number(about, 0, play.tables.limit("areas"))):
        side = play.state.control[str(area)] = OTHER[play.controls(area)]
        play.say(f"{combat.SIDES[side]} controls Area {area}")


def ends_with_every_area(play: IslandPlay) -> bool:
    """End the game if every Area has an American marker: an Automatic Victory (17.1). Returns whether
    it has ended.
    """
    if any(play.controls(area) == JAPANESE for area in range(1, play.tables.limit("areas") + 1)):
        return False
    finish(play, US_WIN, "all Areas are American (17.1)")
    return True


def victory_points(play: IslandPlay, contested: bool, lost: int) -> int:
    """The American Victory Points, for hills contested and units lost (17.2)."""
    total = points_for_losses(play, lost)
    total += play.tables.find_fields("victory", contested_15_and_16=contested)["points"]
    for area in range(1, play.tables.limit("areas") + 1):
        row = play.tables.find_fields("victory", area=area)
        # An Area that scores on one day only may have changed hands since.
        is_held = play.state.first_day_point if row["only"] else play.controls(area) == AMERICAN
        total += row["points"] if is_held else 0
    return int(total)


def points_for_losses(play: IslandPlay, lost: int) -> int:
    """The Victory Points, zero or less, for American units reduced or eliminated (17.2)."""
    row = play.tables.find_fields("victory", american_units_reduced_or_eliminated=lost)
    return int(computed(row["points"], lost))


def points_on_board(play: IslandPlay) -> int:
    """The American Victory Points on a tracked board: both hills contested and controlled, losses
    (17.2, 17.2.1).
    """
    board = play.board
    numbers = play.tables.numbers
    hills = [str(numbers[name]) for name in ("contested_area", "contested_area_too")]
    contested = all(board.is_contested(area) and board.controls(area) == JAPANESE for area in hills)
    return victory_points(play, contested, board.american_losses())


def victory_words(play: IslandPlay) -> str:
    """The Victory Points of a practice game with their parts; empty in other games."""
    if not (play.is_simple and play.state.keeps_board):
        return ""
    total = points_on_board(play)
    lost = play.board.american_losses()
    losses = points_for_losses(play, lost)
    areas = f"{total}: {signed(total - losses)} for Areas, {signed(losses)} for losses"
    return f"{areas} (units lost or reduced: {lost})"


def report_points(play: IslandPlay, before: str) -> None:
    """Report the Victory Points of a practice game if they have changed since ``before``."""
    # The number of units lost, in parentheses, does not count as a change.
    now = victory_words(play)
    if now.partition(" (")[0] != before.partition(" (")[0]:
        play.say(f"Points {now}")


def finish(play: IslandPlay, result: str, why: str) -> None:
    """End the game."""
    play.state.step = OVER
    play.state.outcome = result
    winner = AMERICAN if result == US_WIN else JAPANESE
    play.say(f"{combat.SIDES[winner]} has won: {why}", head=True)


SYSTEM = TableSystem(
    island.IslandState,
    partial(IslandPlay, computer=answer_for),
    {SET_UP: choose_variant, MOVE: play_turn},
)
