"""One player's half of an impulse by day: the action, what it leads to, and the sunset DR (6.3, 8.0)."""

from __future__ import annotations

from copy import deepcopy

from picket_duty.charts import Row
from picket_duty.charts.lookups import row_of, total_of
from picket_duty.charts.words import word_of
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_assault import assault_areas, assault_impulse
from picket_duty.companions.ie_shima_board import AMERICAN, OTHER
from picket_duty.companions.ie_shima_bombardment import bombardment_on_board, bombardment_targets
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_regroup import regroup
from picket_duty.companions.ie_shima_reports import moves_words, report_entries
from picket_duty.companions.ie_shima_setup import ask_variant
from picket_duty.companions.ie_shima_victory import goal_words, report_points, victory_words
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option, Purpose, Roll
from picket_duty.text.english import lowered, percent

ASSAULT = "assault"
BOMBARD = "bombard"
REGROUP = "regroup"
PASS = "pass"
#: A change of the rules, which a practice game offers beside the actions.
VARIANT = "variant"
#: The actions of an impulse, and as a practice game explains them.
ACTION_WORDS = {ASSAULT: "Assault", BOMBARD: "Bombardment", REGROUP: "Regroup", PASS: "Pass"}
EXPLAINED_ACTIONS = {
    ASSAULT: "Assault: the units of one Area move and attack",
    BOMBARD: "Bombardment: planes or guns fire at an Area",
    REGROUP: "Regroup: units move one Area without attacking",
    PASS: "Pass: if both sides pass, night falls",
}
SUNSET = Purpose("sunset", "Sunset DR", "6.3.1")
#: Results of the sunset DR.
DAY_ENDS = "day_ends"
WEATHER_CHANGES = "weather_changes"


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
    # The computer's impulse becomes a headline, an Assault with its moves.
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
    if play.has_practice_aids:
        night = f" Chance of nightfall afterward: {night_chance(play, half)}"
    goal = ""
    if play.has_practice_aids and play.state.move == half.number == 1:
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
        ends += row_of(chart, total).fields["result"] == DAY_ENDS
    return percent(ends / len(sums))


def actions(play: IslandPlay, half: combat.Half) -> list[Option]:
    """What a player may do in an impulse (8.1); on a tracked board an Assault needs a unit that can
    act.
    """
    state = play.state
    is_explained = play.orders_stacks(half.side)
    words = dict(EXPLAINED_ACTIONS if is_explained else ACTION_WORDS)
    if is_explained and half.side == AMERICAN:
        # An American bombardment leaves the impulse marker where it is (12.1).
        words[BOMBARD] += "; the impulse marker stays"
    if not usable_markers(play, half):
        del words[BOMBARD]
    barred = {}
    if state.keeps_board and not assault_areas(play, half):
        barred[ASSAULT] = "no unit can move or attack"
    options = [Option(what, text, barred.get(what, "")) for what, text in words.items()]
    if is_explained:
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


def marker_bombards(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Choose a marker, mark it as used for the day, and bombard (12.1.1, 19.1). An American
    bombardment is noted in the impulse, for the impulse marker.
    """
    half.bombards = half.side == AMERICAN
    options = []
    for name in usable_markers(play, half):
        words = name.capitalize()
        known = combat.factor_of(play, half.side, name)
        if play.has_practice_aids and known is not None:
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


def attacks(play: IslandPlay, half: combat.Half) -> Procedure[None]:
    """Attacks on the table, as long as there are any."""
    while (yield from play.confirm("combat")):
        yield from combat.combat_by_numbers(play, half)


def change_control(play: IslandPlay, about: str) -> Procedure[None]:
    """Areas that changed hands, one after another."""
    while area := (yield from play.number(about, least=0, most=play.tables.limit("areas"))):
        side = play.state.control[str(area)] = OTHER[play.controls(area)]
        play.say(f"{combat.SIDES[side]} controls Area {area}")


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
    if result == WEATHER_CHANGES and half.bombards:
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
    play.say(f"Sunset DR {half.sunset}: {lowered(words)} ({why})")
    return result == DAY_ENDS, result == WEATHER_CHANGES
