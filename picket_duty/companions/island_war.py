"""Okinawa, Island War, both editions, as a ledger: Game-Turn after Game-Turn what is allowed, what scores, who has won.

There are no combat and no dice; they are in the Standard Rules in the box. Results on the map are typed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from picket_duty.charts.keyed import find
from picket_duty.charts.kinds import KeyedChart, ListChart
from picket_duty.charts.spans import ChartError
from picket_duty.companions.registry import Companion
from picket_duty.companions.table import (
    MOST,
    MOVE,
    NO,
    OVER,
    SET_UP,
    Step,
    TablePlay,
    TableState,
    TableSystem,
)
from picket_duty.requests import NUMBER, ONE, Decision, Option
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text import count

US, JAPANESE, BOTH = "us", "japanese", "both"
SIDES = {US: "the U.S. player", JAPANESE: "the Japanese player"}
#: The sides as the ledger names them.
LEDGER_SIDES = {US: "U.S.", JAPANESE: "Japanese"}
#: Label of points for the places of units when the scenario ends.
AT_END = "unit at end"
#: How a scenario is won by the lead, not by the Japanese total.
MARGIN = "margin"
#: Items of the ledger that have a question of their own, and the one of the losses.
ELIMINATED, RETREAT, EXIT, HOLD = "unit_eliminated", "us_retreat", "japanese_exit", "japanese_hold"
#: The item of the end that traces lines to the map edge.
COMMUNICATIONS = "us_without_line_of_communications"
#: Places for which a unit that is farther on, and was counted before, is not counted again.
NEXT_LINE = ("japanese_north_of_secondary", "japanese_in_central_zone")
DONE = "done"

SCENARIO = Decision("scenario", ONE, "Which scenario?", "18.0")
INVADES = {
    US: Decision("us invades", ONE, "Does the U.S. player invade this Game-Turn?", "14.1"),
    JAPANESE: Decision("japanese invades", ONE, "Does the Japanese player invade this Game-Turn?", "14.1"),
}
INVADERS = Decision("invaders", NUMBER, "How many units invade?", "14.14")
INVADER = Decision("invader", ONE, "Which kind of engineer or commando unit invades?", "14.12")
OF_KIND = Decision("invaders of kind", NUMBER, "How many units of this kind invade?", "14.12")
CITY = Decision("city", ONE, "Is a city hex of Shuri or Naha still under Japanese control?", "13.15")
REPLACE = Decision(
    "replace", NUMBER, "What is the Defense Strength of the infantry unit being replaced? (0: none)", "13.12"
)
REPLACES = Decision("replaces", ONE, "Which destroyed infantry unit is replaced?", "13.12")
REPLACE_US = Decision("replace us", NUMBER, "How many destroyed U.S. units are replaced this Game-Turn?", "13.11")
ARRIVE = Decision("arrive", NUMBER, "How many U.S. reinforcements enter the map?", "18.54")
LEAVE = Decision("leave", NUMBER, "How many 4-3-10 battalions exited off the northeast edge this Game-Turn?", "18.23")
HAPPENED = Decision("happened", ONE, "What happened this Game-Turn?", "17.0")
UNIT = Decision("unit", ONE, "Which kind of unit was eliminated?", "17.11")
UNITS = Decision("units", NUMBER, "How many were eliminated?", "17.12")
HEXES = Decision("hexes", NUMBER, "How many hexes did the unit retreat?", "17.21")
LEAVES = Decision("leaves", ONE, "Which kind of Japanese unit left the map?", "17.41")
STRENGTH = Decision(
    "strength", NUMBER, "What is the total Defense Strength of the units that exited off the northeast edge?", "17.41"
)
REMOVED = Decision("left", NUMBER, "How many Japanese units left the map?", "17.41")
ON_MAP = Decision("on map", NUMBER, "How many Japanese units are on the map?", "18.44")
PLAY_ON = Decision("play on", ONE, "The Japanese player has scored enough points and wins. Play on?", "18.4", marked=NO)
HELD = Decision("held", ONE, "Are any Japanese units on the map?", "18.54")
US_SOUTH = Decision("us south", ONE, "Does the U.S. player have a unit in the southern zone?", "17.6")
JAPANESE_NORTH = Decision(
    "japanese north", ONE, "Does the Japanese player have a unit in the central or northern zone?", "17.6"
)


class LedgerState(TableState):
    """The ledger of a scenario (0 before one is chosen).

    ``points`` are by side, ``scored`` the points that each item has brought to a side. ``exited`` are U.S.
    battalions. ``losses`` are eliminated Japanese units by kind, ``left_map`` those that left by the map edge, and
    ``returned`` those that points replaced. ``us_lost`` are eliminated U.S. units, ``arrived`` U.S. reinforcements.
    ``played_on``: the points were reached, and the players continue.
    """

    scenario: int = 0
    points: dict[str, int] = {}
    scored: dict[str, dict[str, int]] = {}
    invasions: dict[str, int] = {}
    bank: int = 0
    replaced: int = 0
    exited: int = 0
    japanese_exited: int = 0
    japanese_replaced: int = 0
    losses: dict[str, int] = {}
    left_map: dict[str, int] = {}
    returned: dict[str, int] = {}
    us_lost: int = 0
    arrived: int = 0
    played_on: bool = False

    def label(self) -> str:
        """The next step as saves name it."""
        return SET_UP if self.step == SET_UP else f"scenario {self.scenario}, Game-Turn {self.move}"

    def summary(self) -> dict[str, Any]:
        """The scenario, the Game-Turn, the outcome, and every number of the ledger that is not 0, by label."""
        numbers = {f"{name} invasions": self.invasions.get(side, 0) for side, name in LEDGER_SIDES.items()}
        numbers |= self.other_counts()
        for side, name in LEDGER_SIDES.items():
            numbers[f"{name} points"] = self.total(side)
            numbers |= {f"{name} for {item}": points for item, points in self.scored.get(side, {}).items()}
        head = {"scenario": self.scenario or None, "game-turn": self.move, "outcome": self.outcome or None}
        return {"game": self.setup.name, **head, **{words: number for words, number in numbers.items() if number}}

    def other_counts(self) -> dict[str, int]:
        """The counts other than points and invasions, by label."""
        return {
            "replacement bank": self.bank,
            "U.S. units replaced": self.replaced,
            "Japanese units replaced": self.japanese_replaced,
            "Japanese units that left": self.japanese_exited,
            "battalions exited": self.exited,
            "U.S. units lost": self.us_lost,
            "U.S. reinforcements": self.arrived,
            **{f"Japanese lost {unit}": number for unit, number in sorted(self.losses.items())},
            **{f"Japanese exited {unit}": number for unit, number in sorted(self.left_map.items())},
            **{f"Japanese replaced {unit}": number for unit, number in sorted(self.returned.items())},
        }

    def total(self, side: str) -> int:
        """The Victory Points of a side."""
        return self.points.get(side, 0)

    def pay(self, side: str, points: int, item: str) -> None:
        """Add points to a side for an item of the ledger."""
        self.points[side] = self.total(side) + points
        brought = self.scored.setdefault(side, {})
        brought[item] = brought.get(item, 0) + points


Ledger = TablePlay[LedgerState]

# -- the steps -----------------------------------------------------------


def begin(play: Ledger) -> Step[None]:
    """Ask for the scenario, then report its rules and setup."""
    chart = play.tables["scenarios"].raw
    assert isinstance(chart, ListChart)
    options = [
        Option(row.label, f"{row.fields.get('name') or 'Scenario'} ({_turns(row.fields)})") for row in chart.rows
    ]
    number = yield from play.choose(SCENARIO, *options)
    state = play.state
    state.scenario = int(number)
    sheet = scenario_of(play)
    state.move, state.step = sheet["first_turn"], MOVE
    play.say(f"Scenario {number}, Game-Turns {_turns(sheet)}. The U.S. player moves first", head=True)
    if sheet["primary"]:
        second = f", secondary line {sheet['secondary']}" if sheet["secondary"] else ", no secondary line"
        play.say(f"Primary line {sheet['primary']}{second}")
    for words in (*forces_words(play), *special_words(play)):
        play.say(words)


def turn(play: Ledger) -> Step[None]:
    """A Game-Turn: arrivals, invasions, what happened, what it scores; the last one ends the scenario."""
    state = play.state
    allowed = allowed_in(play)
    play.say(f"Game-Turn {state.move}{', the last' if allowed['last'] else ''}", head=True)
    invaders = yield from (movement if play.revision > 1 else former_movement)(play, allowed)
    yield from happenings(play, invaders)
    yield from scored_each_turn(play, allowed)
    play.say(ledger_words(play))
    if allowed["last"] or (yield from is_given_up(play)):
        yield from verdict(play)
        return
    state.move += 1


def is_given_up(play: Ledger) -> Step[bool]:
    """Whether a scenario ends now that the points to win are reached; asked once (18.44, 18.54)."""
    sheet = scenario_of(play)
    if sheet["wins"] == MARGIN or play.state.total(JAPANESE) < sheet["points"] or play.state.played_on:
        return False
    if not (yield from play.confirm(PLAY_ON)):
        return True
    play.state.played_on = True
    return False


# -- the parts of a Game-Turn ----------------------------------------------


def movement(play: Ledger, allowed: Mapping[str, Any]) -> Step[Counter[str]]:
    """Arrivals and invasions of both Player-Turns; returns the Japanese invaders by kind.

    Invasions come last, because they end a Movement Phase (14.13).
    """
    replaced = yield from arrivals(play, allowed)
    # U.S. replacements did not begin the Player-Turn on a coastal hex; reinforcements may invade at once (12.2).
    most = min(us_on_map(play) - replaced, limit(play, "us_invading_units_each_turn"))
    if allowed["us_may_invade"] and most > 0 and (yield from invades(play, US)):
        units = yield from play.number(INVADERS, 1, most)
        score(play, "us_invades", units)
    if allowed["japanese_replacement_point"]:
        yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    invaders: Counter[str] = Counter()
    able = allowed["japanese_may_invade"] and is_open(invader_options(play, invaders))
    if able and (yield from invades(play, JAPANESE)):
        yield from japanese_invasion(play, invaders)
    return invaders


def former_movement(play: Ledger, allowed: Mapping[str, Any]) -> Step[Counter[str]]:
    """The movement of saves before the second revision, which did not ask for the kinds of Japanese invaders."""
    if allowed["us_may_invade"] and (yield from invades(play, US)):
        units = yield from play.number(INVADERS, 1, limit(play, "us_invading_units_each_turn"))
        score(play, "us_invades", units)
    if allowed["japanese_may_invade"]:
        yield from invades(play, JAPANESE)
    if allowed["japanese_replacement_point"]:
        yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    yield from arrivals(play, allowed)
    return Counter()


def invades(play: Ledger, side: str) -> Step[bool]:
    """Whether a side makes one of its invasions of the scenario now; if so, its rules are reported."""
    invasions = play.state.invasions
    left = scenario_of(play)[f"{side}_invasions"] - invasions.get(side, 0)
    if not left or not (yield from play.confirm(INVADES[side])):
        return False
    invasions[side] = invasions.get(side, 0) + 1
    play.say(f"Invasions left for {SIDES[side]}: {left - 1 or 'none'}")
    say_note(play, f"{side} invaders")
    say_note(play, "invaders")
    if side == US and left > 1:
        play.say(play.tables["scenarios"].note("second invasion").text)
    return True


def japanese_invasion(play: Ledger, invaders: Counter[str]) -> Step[None]:
    """The Japanese units that invade, one kind after another, added to ``invaders`` (14.12)."""
    while not invaders or is_open(invader_options(play, invaders)):
        more = [Option(DONE, "No other kind")] if invaders else []
        kind = yield from play.choose(INVADER, *invader_options(play, invaders), *more)
        if kind == DONE:
            return
        units = yield from play.number(OF_KIND, 1, left_of(play, kind) - invaders[kind])
        invaders[kind] += units


def invader_options(play: Ledger, invaders: Counter[str]) -> list[Option]:
    """The Japanese kinds of units; those that cannot invade are barred.

    The rulebook does not say which counters are engineers or commandos, but artillery is neither.
    """
    options = []
    for unit in japanese_kinds(play):
        barred = "all of them invade" if invaders[unit] else "none are left"
        barred = "" if left_of(play, unit) > invaders[unit] else barred
        barred = "artillery units are neither engineers nor commandos (14.12)" if is_artillery(unit) else barred
        options.append(Option(unit, f"Japanese {unit}", barred))
    return options


def japanese_replacements(play: Ledger, points: int) -> Step[None]:
    """A point for the bank while a city hex is held, and infantry bought out of it."""
    if not (yield from play.confirm(CITY)):
        return
    state = play.state
    state.bank += points
    if play.revision > 1:
        yield from infantry_bought(play)
        return
    if state.bank and replaceable(play):
        say_note(play, "japanese replacements")
    while state.bank and replaceable(play):
        strength = yield from play.number(REPLACE, 0, state.bank)
        if not strength:
            return
        state.bank -= strength
        state.japanese_replaced += 1


def infantry_bought(play: Ledger) -> Step[None]:
    """Destroyed infantry replaced for points of its Defense Strength, one unit after another (13.12)."""
    state = play.state
    while is_open(infantry_options(play)):
        say_note(play, "japanese replacements")
        unit = yield from play.choose(REPLACES, *infantry_options(play), Option(DONE, "None"))
        if unit == DONE:
            return
        state.bank -= defense_of(unit)
        state.japanese_replaced += 1
        state.returned[unit] = state.returned.get(unit, 0) + 1
        play.say(f"{unit} returns for {count(defense_of(unit), 'point')}; {state.bank} left")


def infantry_options(play: Ledger) -> list[Option]:
    """The kinds of destroyed Japanese infantry; those that cost more points than there are are barred."""
    state, options = play.state, []
    for unit in japanese_kinds(play):
        if not is_artillery(unit) and state.losses.get(unit, 0) > state.returned.get(unit, 0):
            cost = defense_of(unit)
            barred = f"the bank has {count(state.bank, 'point')} (13.12)" if cost > state.bank else ""
            options.append(Option(unit, f"{unit} for {count(cost, 'point')}", barred))
    return options


def arrivals(play: Ledger, allowed: Mapping[str, Any]) -> Step[int]:
    """U.S. units that come back or arrive, each of which scores in the campaign; battalions that must leave.

    Returns the number of units replaced.
    """
    state = play.state
    replaced = (yield from us_replacements(play)) if allowed["us_replacements"] else 0
    units = replaced
    words = on_the_track(play)
    if words:
        play.say(f"U.S. reinforcements on the track: {words}")
    if words or item(play, "us_arrives"):
        say_note(play, "reinforcements")
    if item(play, "us_arrives"):
        track = f" On the track: {words}, plus any held back earlier" if words else ""
        asked = Decision(ARRIVE.id, NUMBER, f"{ARRIVE.words}{track}", ARRIVE.rule)
        arrived = yield from play.number(asked, 0, MOST)
        units += arrived
        if play.revision > 1:
            state.arrived += arrived
        score(play, "us_arrives", units)
    if item(play, "us_not_exited") and (left := limit(play, "us_battalions_to_exit") - state.exited):
        say_note(play, "exit")
        gone = yield from play.number(LEAVE, 0, left)
        state.exited += gone
        due = limit(play, "us_battalions_to_exit"), limit(play, "us_battalions_exit_by")
        play.say(f"{state.exited} of {due[0]} battalions have left. All are due by Game-Turn {due[1]}")
    return replaced


def us_replacements(play: Ledger) -> Step[int]:
    """Destroyed U.S. units that return, within the number of the scenario and of those destroyed (13.11)."""
    state = play.state
    left = limit(play, "us_replacement_units") - state.replaced
    decision = REPLACE_US
    if play.revision > 1:
        destroyed = state.us_lost - state.replaced
        words = f"{REPLACE_US.words} ({destroyed} destroyed and not replaced, {left} allowed)"
        decision = Decision(REPLACE_US.id, NUMBER, words, REPLACE_US.rule)
        left = min(left, destroyed)
    if not left:
        return 0
    say_note(play, "us replacements")
    units = yield from play.number(decision, 0, left)
    state.replaced += units
    return units


def on_the_track(play: Ledger) -> str:
    """The U.S. reinforcements of the Game-Turn, if the owner of the box typed them in."""
    try:
        chart = play.tables["reinforcements"].raw
        assert isinstance(chart, KeyedChart)
        return str(find(chart, {"turn": play.state.move}).fields["units"])
    except ChartError:
        return ""


def happenings(play: Ledger, invaders: Counter[str]) -> Step[None]:
    """Units eliminated, U.S. retreats, Japanese units that left, as often as there are.

    ``invaders`` are the Japanese units that invaded this Game-Turn, by kind.
    """
    while (what := (yield from play.choose(HAPPENED, *happening_options(play, invaders)))) != DONE:
        if what == ELIMINATED:
            yield from eliminated(play)
        elif what == RETREAT:
            hexes = yield from play.number(HEXES, 1, MOST)
            score(play, RETREAT, hexes)
        else:
            say_note(play, "exit")
            units, strength = yield from (exit_of_kind(play, invaders) if play.revision > 1 else former_exit(play))
            play.state.japanese_exited += units
            score(play, EXIT, strength)
            removed = units * limit(play, "us_units_removed_for_each_japanese_exit")
            play.say(f"The U.S. player chooses {count(removed, 'unit')} to remove")


def exit_of_kind(play: Ledger, invaders: Counter[str]) -> Step[tuple[int, int]]:
    """Japanese units of one kind that left the map: their number and Defense Strength (15.0, 17.41)."""
    unit = yield from play.choose(LEAVES, *leaver_options(play, invaders))
    units = yield from play.number(REMOVED, 1, left_of(play, unit) - invaders[unit])
    left_map = play.state.left_map
    left_map[unit] = left_map.get(unit, 0) + units
    return units, units * defense_of(unit)


def leaver_options(play: Ledger, invaders: Counter[str]) -> list[Option]:
    """The Japanese kinds of units; those that cannot leave the map are barred: gone, or moved by invading (14.13)."""
    options = []
    for unit in japanese_kinds(play):
        invaded = "they invaded and cannot move any farther (14.13)" if invaders[unit] else "none are left"
        barred = "" if left_of(play, unit) > invaders[unit] else invaded
        options.append(Option(unit, f"Japanese {unit}", barred))
    return options


def former_exit(play: Ledger) -> Step[tuple[int, int]]:
    """The number and strength of Japanese units that left, as saves before the second revision have them."""
    strength = yield from play.number(STRENGTH, 1, MOST)
    units = yield from play.number(REMOVED, 1, min(strength, japanese_left(play)))
    return units, strength


def happening_options(play: Ledger, invaders: Counter[str]) -> list[Option]:
    """What can happen in a Game-Turn."""
    none = "" if japanese_left(play) else "no Japanese unit is on the map"
    if not none and play.revision > 1 and not is_open(leaver_options(play, invaders)):
        none = "all units on the map invaded and cannot move any farther (14.13)"
    return [
        Option(ELIMINATED, "Units were eliminated"),
        Option(RETREAT, "A U.S. unit retreated and was not eliminated"),
        Option(EXIT, "Japanese units exited off the northeast edge", none),
        Option(DONE, "Nothing more"),
    ]


def eliminated(play: Ledger) -> Step[None]:
    """Score eliminated units of one kind for the other side, if they score in the scenario.

    Of Japanese units no more than the scenario sets up; the U.S. player has those of the track besides.
    """
    american = us_units(play.tables)
    unit = yield from play.choose(UNIT, *unit_options(play, american))
    most = us_on_map(play) if unit in american else min(left_of(play, unit), japanese_left(play))
    count = yield from play.number(UNITS, 1, most)
    if unit not in american:
        play.state.losses[unit] = play.state.losses.get(unit, 0) + count
    elif play.revision > 1:
        play.state.us_lost += count
    side = JAPANESE if unit in american else US
    if item(play, ELIMINATED)["side"] in (BOTH, side):
        pay(play, side, count * play.tables["unit-values"].entry(unit)["points"], ELIMINATED)
    else:
        play.say(f"{SIDES[side][0].upper()}{SIDES[side][1:]} scores nothing in this scenario")


def unit_options(play: Ledger, american: set[str]) -> list[Option]:
    """The kinds of units that the scenario can have: those of the U.S. player, and the Japanese that it sets up."""
    values, japanese = play.tables["unit-values"].raw, japanese_kinds(play)
    assert isinstance(values, ListChart)
    options = []
    for row in values.rows:
        if row.label in american:
            options.append(Option(row.label, f"U.S. {row.label}", "" if us_on_map(play) else "none are left"))
        elif row.label in japanese:
            gone = not (left_of(play, row.label) and japanese_left(play))
            options.append(Option(row.label, f"Japanese {row.label}", "none are left" if gone else ""))
    return options


def scored_each_turn(play: Ledger, allowed: Mapping[str, Any]) -> Step[None]:
    """Score the end of a Game-Turn: battalions that should have left, Japanese units on the map."""
    if allowed["exit_due"]:
        score(play, "us_not_exited", limit(play, "us_battalions_to_exit") - play.state.exited)
    if item(play, "japanese_on_map"):
        units = yield from play.number(ON_MAP, 0, japanese_left(play))
        score(play, "japanese_on_map", units)
    if allowed["hold_points"] and (yield from play.confirm(HELD)):
        pay(play, JAPANESE, allowed["hold_points"], HOLD)


# -- the end ---------------------------------------------------------------


def verdict(play: Ledger) -> Step[None]:
    """Score the places of units, check for an automatic victory, and report the winner."""
    counts: dict[str, int] = {}
    for name, fields in items_of(play).items():
        if fields["per"] == AT_END:
            if name == COMMUNICATIONS:
                play.say(play.tables["victory"].note("line of communications").text)
            again = ", not including those counted above" if name in NEXT_LINE else ""
            words = f"How many units count as {item_words(name)}{again}?"
            asked = Decision(name, NUMBER, words, "17.5" if name == COMMUNICATIONS else "17.3")
            counts[name] = yield from play.number(asked, 0, most_at_end(play, name, counts))
            score(play, name, counts[name])
    sheet, state = scenario_of(play), play.state
    japanese, american = state.total(JAPANESE), state.total(US)
    by_lead = sheet["wins"] == MARGIN
    reached = japanese - (american if by_lead else 0) >= sheet["points"]
    automatic = not reached and (yield from is_automatic(play, counts))
    state.step, state.outcome = OVER, JAPANESE_WIN if reached or automatic else US_WIN
    others = f"U.S. {american}, a Japanese lead of {japanese - american}" if by_lead else f"U.S. {american}"
    why = "automatically (17.6)" if automatic else f"Japanese {japanese}, {others}; {sheet['points']} needed"
    play.say(f"{'The Japanese' if reached or automatic else 'The U.S.'} player has won: {why}", head=True)


def most_at_end(play: Ledger, name: str, counts: Mapping[str, int]) -> int:
    """The most units that an item of the end can count: no more Japanese units than are left and not counted yet."""
    if not (play.revision and name.startswith(JAPANESE)):
        return MOST
    return japanese_left(play) - sum(number for item, number in counts.items() if item.startswith(JAPANESE))


def is_automatic(play: Ledger, counts: Mapping[str, int]) -> Step[bool]:
    """17.6: no U.S. unit south and a Japanese one north, by the secondary line or by zones; None without either."""
    if counts:
        south = sum(count for name, count in counts.items() if items_of(play)[name]["side"] == US)
        names = [name for name in counts if name.startswith(JAPANESE)]
        return not south and any(counts[name] for name in names)
    if scenario_of(play)["primary"]:
        return False
    south_held = yield from play.confirm(US_SOUTH)
    north_held = yield from play.confirm(JAPANESE_NORTH)
    return north_held and not south_held


# -- the charts ------------------------------------------------------------


def scenario_of(play: Ledger) -> Mapping[str, Any]:
    """The sheet of the scenario."""
    fields = play.tables["scenarios"].entry(play.state.scenario).fields
    return {"name": None} | fields


def allowed_in(play: Ledger) -> Mapping[str, Any]:
    """What the Game-Turn allows and scores."""
    chart = play.tables["turns"].raw
    assert isinstance(chart, KeyedChart)
    return find(chart, {"scenario": play.state.scenario, "turn": play.state.move}).fields


def items_of(play: Ledger) -> dict[str, Mapping[str, Any]]:
    """The items of the ledger that score in the scenario, by name."""
    chart = play.tables["victory"].raw
    assert isinstance(chart, KeyedChart)
    names = dict.fromkeys(row.asked["item"] for row in chart.rows)
    return {name: fields for name in names if (fields := item(play, name))}


def item(play: Ledger, name: str) -> Mapping[str, Any]:
    """An item of the ledger; empty if it does not score in the scenario."""
    chart = play.tables["victory"].raw
    assert isinstance(chart, KeyedChart)
    try:
        return find(chart, {"scenario": play.state.scenario, "item": name}).fields
    except ChartError:
        return {}


def limit(play: Ledger, name: str) -> int:
    """A plain number of the rules."""
    return int(play.tables["limits"].entry(name)["number"])


def say_note(play: Ledger, name: str) -> None:
    """Report a rule when it matters: a note of the chart of Game-Turns."""
    play.say(play.tables["turns"].note(name).text)


def us_units(tables: Companion) -> set[str]:
    """The units that the U.S. player sets up in any scenario; all others are Japanese."""
    chart = tables["forces"].raw
    assert isinstance(chart, KeyedChart)
    return {row.asked["unit"] for row in chart.rows if row.asked["side"] == US}


def deployed(play: Ledger) -> dict[str, int]:
    """The number of Japanese units of each kind that the scenario sets up; empty if not listed."""
    chart = play.tables["forces"].raw
    assert isinstance(chart, KeyedChart)
    counts: dict[str, int] = {}
    for row in chart.rows:
        if row.asked["scenario"] == play.state.scenario and row.asked["side"] == JAPANESE:
            count = row.fields.get("count")
            if count is None:
                return {}
            counts[row.asked["unit"]] = counts.get(row.asked["unit"], 0) + count
    return counts


def japanese_kinds(play: Ledger) -> list[str]:
    """The kinds of Japanese units that the scenario can have: those that it sets up, or all."""
    values, set_up, american = play.tables["unit-values"].raw, deployed(play), us_units(play.tables)
    assert isinstance(values, ListChart)
    return [row.label for row in values.rows if row.label not in american and (not set_up or row.label in set_up)]


def is_open(options: list[Option]) -> bool:
    """Whether any of some options may be chosen."""
    return any(not option.barred for option in options)


def is_artillery(unit: str) -> bool:
    """Whether a kind of unit is artillery; its label gives barrage, FPF and range before a stroke (17.11)."""
    return "/" in unit


def defense_of(unit: str) -> int:
    """The Defense Strength in the label of a kind of unit: the second number, for artillery that after the stroke."""
    before, _, after = unit.partition("/")
    return int(after.split("-")[0] if after else before.split("-")[1])


def left_of(play: Ledger, unit: str) -> int:
    """The number of Japanese units of a kind that can still be on the map; MOST if the scenario gives no number."""
    state, set_up = play.state, deployed(play)
    gone = state.losses.get(unit, 0) + state.left_map.get(unit, 0)
    return set_up[unit] - gone if set_up else MOST


def japanese_left(play: Ledger) -> int:
    """The number of Japanese units that can still be on the map."""
    state, set_up = play.state, deployed(play)
    lost = sum(state.losses.get(unit, 0) for unit in set_up)
    return sum(set_up.values()) - lost - state.japanese_exited if set_up else MOST


def us_on_map(play: Ledger) -> int:
    """The most U.S. units that can be on the map: known in the campaign, where arrivals are counted; else MOST."""
    if play.revision < 2 or not item(play, "us_arrives"):
        return MOST
    state, chart = play.state, play.tables["forces"].raw
    assert isinstance(chart, KeyedChart)
    rows = [row for row in chart.rows if row.asked["scenario"] == state.scenario and row.asked["side"] == US]
    came = sum(int(row.fields["count"]) for row in rows) + state.arrived + state.replaced
    removed = state.japanese_exited * limit(play, "us_units_removed_for_each_japanese_exit")
    return max(0, came - state.us_lost - removed)


def replaceable(play: Ledger) -> int:
    """The number of destroyed Japanese units that points can replace: all but the artillery."""
    state = play.state
    lost = sum(state.losses.get(unit, 0) for unit in japanese_kinds(play) if not is_artillery(unit))
    return lost - state.japanese_replaced


def forces_words(play: Ledger) -> list[str]:
    """The initial deployment as text, one line per place."""
    chart = play.tables["forces"].raw
    assert isinstance(chart, KeyedChart)
    forces: dict[tuple[str, str], list[str]] = {}
    for row in chart.rows:
        if row.asked["scenario"] == play.state.scenario:
            count = row.fields.get("count")
            words = f"{count} ({row.asked['unit']})" if count else row.asked["unit"]
            forces.setdefault((row.asked["side"], row.asked["place"]), []).append(words)
    names = {US: "U.S.", JAPANESE: "Japanese"}
    return [f"{names[side]}, {place}: {', '.join(units)}" for (side, place), units in forces.items()]


def special_words(play: Ledger) -> list[str]:
    """Special rules of a scenario as text: invasions, battalions that leave, fire, victory."""
    sheet = scenario_of(play)
    words = []
    for side, who in ((US, "U.S."), (JAPANESE, "Japanese")):
        number, first = sheet[f"{side}_invasions"], sheet.get(f"{side}_invasions_from")
        turns = f"on {number} Game-Turn{'s' if number > 1 else ''}{f', from Game-Turn {first}' if first else ''}"
        words.append(f"{who} invasions: {f'{turns}, but not on the last' if number else 'none'} (14.0)")
    if item(play, "us_not_exited"):
        battalions, turn = limit(play, "us_battalions_to_exit"), limit(play, "us_battalions_exit_by")
        words.append(f"{battalions} 4-3-10 battalions must exit off the northeast edge by Game-Turn {turn} (18.23)")
    words.append(play.tables["limits"].note("barrage").text)
    words.append(f"U.S. fire: at most {limit(play, 'us_fpf_points_each_combat')} FPF points per combat (16.2)")
    lead = "more than the U.S. player at the end" if sheet["wins"] == MARGIN else "in all"
    words.append(f"The Japanese player wins with {sheet['points']} points {lead}; otherwise the U.S. player wins")
    return words


def score(play: Ledger, name: str, count: int) -> None:
    """Ask for the number of an item, if it scores in the scenario."""
    if count and (fields := item(play, name)):
        pay(play, fields["side"], count * fields["points"], name)


def pay(play: Ledger, side: str, points: int, name: str) -> None:
    """Score an item of the ledger for a side; reaching the points to win is announced."""
    before = play.state.total(side)
    play.state.pay(side, points, name)
    play.say(f"{points} {'point' if points == 1 else 'points'} to {SIDES[side]}: {item_words(name)}")
    sheet = scenario_of(play)
    if side == JAPANESE and sheet["wins"] != MARGIN and before < sheet["points"] <= before + points:
        play.say(f"The Japanese player has {sheet['points']} points and has won", head=True)


def item_words(name: str) -> str:
    """An item of the ledger as text."""
    if name == ELIMINATED:
        return "units eliminated"
    words = name.replace("_", " ")
    return f"U.S. {words.removeprefix('us ')}" if words.startswith("us ") else words.replace("japanese", "Japanese")


def ledger_words(play: Ledger) -> str:
    """The ledger in one line."""
    return f"Victory Points: Japanese {play.state.total(JAPANESE)}, U.S. {play.state.total(US)}"


def _turns(sheet: Mapping[str, Any]) -> str:
    return f"{sheet['first_turn']} to {sheet['last_turn']}"


SYSTEM: TableSystem[LedgerState, Ledger] = TableSystem(LedgerState, Ledger, {SET_UP: begin, MOVE: turn})
