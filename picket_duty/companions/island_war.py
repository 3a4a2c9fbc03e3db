"""Okinawa, Island War, both editions, as a ledger: Game-Turn after Game-Turn what is allowed, what
scores, who has won.

There are no combat and no dice; they are in the Standard Rules in the box. Results on the map are
typed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from picket_duty.charts.kinds import ChartError
from picket_duty.companions.table import (
    MOST,
    MOVE,
    OVER,
    SET_UP,
    Procedure,
    TablePlay,
    TableState,
    TableSystem,
)
from picket_duty.requests import NUMBER, Decision, Option
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text.names import count

US = "us"
JAPANESE = "japanese"
SIDES = {US: "the U.S. player", JAPANESE: "the Japanese player"}
#: The sides as the ledger names them.
LEDGER_SIDES = {US: "U.S.", JAPANESE: "Japanese"}
#: How a scenario is won by the lead, not by the Japanese total.
MARGIN = "margin"
#: Items of the ledger that have a question of their own, and the one of the losses.
ELIMINATED = "unit_eliminated"
RETREAT = "us_retreat"
EXIT = "japanese_exit"
HOLD = "japanese_hold"
#: The item of the end that traces lines to the map edge.
COMMUNICATIONS = "us_without_line_of_communications"
DONE = "done"
#: Why no unit invades or leaves the map.
NONE_CAN = "none are left that can (14.13, 15.0)"


class LedgerState(TableState):
    """The ledger of a scenario (0 before one is chosen), with points and losses by side, item or
    kind of unit.

    ``exited`` are U.S. battalions; ``left_map`` and ``returned`` are Japanese units that left or
    were replaced. ``played_on``: the points were reached, and the players continue.
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

    def total(self, side: str) -> int:
        """The Victory Points of a side."""
        return self.points.get(side, 0)


class Ledger(TablePlay[LedgerState]):
    """A scenario in play: what its charts allow and score, and how many units there can be."""

    @property
    def scenario(self) -> Mapping[str, Any]:
        """The sheet of the scenario."""
        return {"name": None} | self.tables["scenarios"].entry(self.state.scenario).fields

    @property
    def allowed(self) -> Mapping[str, Any]:
        """What the Game-Turn allows and scores."""
        return self.tables.find_fields("turns", scenario=self.state.scenario, turn=self.state.move)

    def item(self, name: str) -> Mapping[str, Any]:
        """An item of the ledger; empty if it does not score in the scenario."""
        try:
            return self.tables.find_fields("victory", scenario=self.state.scenario, item=name)
        except ChartError:
            return {}

    def say_note(self, name: str) -> None:
        """Report a rule when it matters: a note of the chart of Game-Turns."""
        self.say(self.tables["turns"].note(name).text)

    def score(self, name: str, number: int) -> None:
        """Score a number of an item, if it scores in the scenario."""
        if number and (fields := self.item(name)):
            self.pay(fields["side"], number * fields["points"], name)

    def pay(self, side: str, points: int, name: str) -> None:
        """Score points for an item of the ledger; reaching the points to win is announced."""
        state = self.state
        before = self.state.total(side)
        sheet = self.scenario
        state.points[side] = before + points
        brought = state.scored.setdefault(side, {})
        brought[name] = brought.get(name, 0) + points
        self.say(f"{count(points, 'point')} to {SIDES[side]}: {score_label(name)}")
        if (
            side == JAPANESE
            and sheet["wins"] != MARGIN
            and before < sheet["points"] <= before + points
        ):
            self.say(f"The Japanese player has {sheet['points']} points and has won", head=True)

    def us_kinds(self) -> set[str]:
        """The kinds of units that the U.S. player sets up in any scenario; all others are
        Japanese.
        """
        return {
            row.asked["unit"]
            for row in self.tables.keyed_chart("forces").rows
            if row.asked["side"] == US
        }

    def deployed(self, side: str) -> Counter[str]:
        """How many units of each kind a side sets up; empty if the scenario does not give their
        numbers.
        """
        counts: Counter[str] = Counter()
        for row in self.tables.keyed_chart("forces").rows:
            if (row.asked["scenario"], row.asked["side"]) == (self.state.scenario, side):
                if row.fields.get("count") is None:
                    return Counter()
                counts[row.asked["unit"]] += row.fields["count"]
        return counts

    def japanese_kinds(self) -> list[str]:
        """The kinds of Japanese units that the scenario can have: those that it sets up, or all."""
        set_up = self.deployed(JAPANESE)
        american = self.us_kinds()
        kinds = [
            row.label for row in self.tables.list_rows("unit-values") if row.label not in american
        ]
        return [kind for kind in kinds if not set_up or kind in set_up]

    def left_of(self, kind: str) -> int:
        """The number of Japanese units of a kind that can still be on the map; MOST if the scenario
        gives no number.
        """
        state = self.state
        set_up = self.deployed(JAPANESE)
        return (
            set_up[kind] - state.losses.get(kind, 0) - state.left_map.get(kind, 0)
            if set_up
            else MOST
        )

    def japanese_left(self) -> int:
        """The number of Japanese units that can still be on the map; MOST if the scenario gives no
        number.
        """
        state = self.state
        set_up = self.deployed(JAPANESE)
        lost = sum(state.losses.get(kind, 0) for kind in set_up)
        return set_up.total() - lost - state.japanese_exited if set_up else MOST

    def us_on_map(self) -> int:
        """The most U.S. units that can be on the map: known in the campaign, where arrivals are
        counted; else MOST.
        """
        state = self.state
        if self.revision < 2 or not self.item("us_arrives"):
            return MOST
        came = self.deployed(US).total() + state.arrived + state.replaced
        removed = state.japanese_exited * self.tables.limit(
            "us_units_removed_for_each_japanese_exit"
        )
        return max(0, came - state.us_lost - removed)


def choose_scenario(play: Ledger) -> Procedure[None]:
    """Ask for the scenario, then report its rules and setup."""
    options = [
        Option(
            row.label, f"{row.fields.get('name') or 'Scenario'} (Game-Turns {_turns(row.fields)})"
        )
        for row in play.tables.list_rows("scenarios")
    ]
    number = yield from play.choose("scenario", *options)
    state = play.state
    state.scenario = int(number)
    sheet = play.scenario
    state.move = sheet["first_turn"]
    state.step = MOVE
    play.say(
        f"Scenario {number}, Game-Turns {_turns(sheet)}. The U.S. player moves first", head=True
    )
    if sheet["primary"]:
        second = (
            f", secondary line {sheet['secondary']}"
            if sheet["secondary"]
            else ", no secondary line"
        )
        play.say(f"Primary line {sheet['primary']}{second}")
    forces: dict[tuple[str, str], list[str]] = {}
    for row in play.tables.keyed_chart("forces").rows:
        if row.asked["scenario"] == state.scenario:
            many = row.fields.get("count")
            unit = row.asked["unit"]
            forces.setdefault((row.asked["side"], row.asked["place"]), []).append(
                f"{many} ({unit})" if many else unit
            )
    for (side, place), units in forces.items():
        play.say(f"{LEDGER_SIDES[side]}, {place}: {', '.join(units)}")
    say_special_rules(play)


def _turns(sheet: Mapping[str, Any]) -> str:
    return f"{sheet['first_turn']} to {sheet['last_turn']}"


def say_special_rules(play: Ledger) -> None:
    """Report the special rules of the scenario: invasions, battalions that leave, fire, victory."""
    sheet = play.scenario
    limit = play.tables.limit
    for side, who in LEDGER_SIDES.items():
        number = sheet[f"{side}_invasions"]
        first = sheet.get(f"{side}_invasions_from")
        turns = f"on {count(number, 'Game-Turn')}{f', from Game-Turn {first}' if first else ''}"
        play.say(f"{who} invasions: {f'{turns}, but not on the last' if number else 'none'} (14.0)")
    if play.item("us_not_exited"):
        battalions = limit("us_battalions_to_exit")
        turn = limit("us_battalions_exit_by")
        play.say(
            f"{battalions} 4-3-10 battalions must exit off the northeast edge by Game-Turn "
            f"{turn} (18.23)"
        )
    play.say(play.tables["limits"].note("barrage").text)
    play.say(
        f"U.S. fire: at most {limit('us_fpf_points_each_combat')} FPF points per combat (16.2)"
    )
    lead = "more than the U.S. player at the end" if sheet["wins"] == MARGIN else "in all"
    play.say(
        f"The Japanese player wins with {sheet['points']} points {lead}; otherwise the U.S. "
        f"player wins"
    )


def game_turn(play: Ledger) -> Procedure[None]:
    """A Game-Turn: arrivals, invasions, what happened, what it scores; the last one ends the
    scenario.
    """
    state = play.state
    allowed = play.allowed
    play.say(f"Game-Turn {state.move}{', the last' if allowed['last'] else ''}", head=True)
    invaders = yield from (arrivals_and_invasions if play.revision > 1 else former_movement)(
        play, allowed
    )
    yield from happenings(play, invaders)
    if allowed["exit_due"]:
        play.score("us_not_exited", play.tables.limit("us_battalions_to_exit") - state.exited)
    if play.item("japanese_on_map"):
        play.score("japanese_on_map", (yield from play.number("on map", 0, play.japanese_left())))
    if allowed["hold_points"] and (yield from play.confirm("held")):
        play.pay(JAPANESE, allowed["hold_points"], HOLD)
    play.say(f"Victory Points: Japanese {state.total(JAPANESE)}, U.S. {state.total(US)}")
    sheet = play.scenario
    is_over = allowed["last"]
    is_won = sheet["wins"] != MARGIN and state.total(JAPANESE) >= sheet["points"]
    if is_won and not is_over and not state.played_on:
        # Once the points to win are reached, the players are asked whether the scenario ends
        # (18.44, 18.54).
        state.played_on = yield from play.confirm("play on")
        is_over = not state.played_on
    if is_over:
        yield from verdict(play)
    else:
        state.move += 1


def arrivals_and_invasions(play: Ledger, allowed: Mapping[str, Any]) -> Procedure[Counter[str]]:
    """Arrivals, then invasions, which end a Movement Phase (14.13); returns the Japanese invaders
    by kind (14.12).
    """
    replaced = yield from arrivals(play, allowed)
    # U.S. replacements did not begin the Player-Turn on a coastal hex; reinforcements may invade at
    # once (12.2).
    most = min(play.us_on_map() - replaced, play.tables.limit("us_invading_units_each_turn"))
    if allowed["us_may_invade"] and most > 0 and (yield from invades(play, US)):
        play.score("us_invades", (yield from play.number("invaders", 1, most)))
    yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    invaders: Counter[str] = Counter()
    able = allowed["japanese_may_invade"] and _any_open(kind_options(play, invaders, invading=True))
    goes_on = able and (yield from invades(play, JAPANESE))
    while goes_on and _any_open(options := kind_options(play, invaders, invading=True)):
        kind = yield from play.choose(
            "invader", *options, *([Option(DONE, "No other kind")] if invaders else [])
        )
        goes_on = kind != DONE
        if goes_on:
            invaders[kind] += yield from play.number(
                "invaders of kind", 1, play.left_of(kind) - invaders[kind]
            )
    return invaders


def former_movement(play: Ledger, allowed: Mapping[str, Any]) -> Procedure[Counter[str]]:
    """The movement of saves before the second revision, which did not ask for the kinds of Japanese
    invaders.
    """
    if allowed["us_may_invade"] and (yield from invades(play, US)):
        most = play.tables.limit("us_invading_units_each_turn")
        play.score("us_invades", (yield from play.number("invaders", 1, most)))
    if allowed["japanese_may_invade"]:
        yield from invades(play, JAPANESE)
    yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    yield from arrivals(play, allowed)
    return Counter()


def invades(play: Ledger, side: str) -> Procedure[bool]:
    """Whether a side makes one of its invasions of the scenario now; if so, its rules are
    reported.
    """
    invasions = play.state.invasions
    left = play.scenario[f"{side}_invasions"] - invasions.get(side, 0)
    if not left or not (yield from play.confirm(f"{side} invades")):
        return False
    invasions[side] = invasions.get(side, 0) + 1
    play.say(f"Invasions left for {SIDES[side]}: {left - 1 or 'none'}")
    play.say_note(f"{side} invaders")
    play.say_note("invaders")
    if side == US and left > 1:
        play.say(play.tables["scenarios"].note("second invasion").text)
    return True


def kind_options(play: Ledger, invaders: Counter[str], invading: bool = False) -> list[Option]:
    """The Japanese kinds of units; barred are those that cannot leave the map, or cannot invade
    (14.12, 14.13).
    """
    options = []
    for kind in play.japanese_kinds():
        barred = "" if play.left_of(kind) > invaders[kind] else NONE_CAN
        if invading and _is_artillery(kind):
            # The rulebook does not say which counters are engineers or commandos.
            barred = "artillery units are neither engineers nor commandos (14.12)"
        options.append(Option(kind, f"Japanese {kind}", barred))
    return options


def _any_open(options: list[Option]) -> bool:
    return any(not option.barred for option in options)


def _is_artillery(kind: str) -> bool:
    """The label of artillery gives barrage, FPF and range before a stroke (17.11)."""
    return "/" in kind


def _defense_of(kind: str) -> int:
    """The Defense Strength in the label of a kind of unit: the second number, for artillery that
    after the stroke.
    """
    before, _, after = kind.partition("/")
    return int(after.split("-")[0] if after else before.split("-")[1])


def japanese_replacements(play: Ledger, points: int) -> Procedure[None]:
    """A point for the bank while a city hex is held, and destroyed infantry bought for its Defense
    Strength (13.12).
    """
    state = play.state
    if not points or not (yield from play.confirm("city")):
        return
    state.bank += points
    if play.revision < 2:
        # As saves before the second revision have it: infantry replaced by its strength alone.
        lost = sum(
            state.losses.get(kind, 0) for kind in play.japanese_kinds() if not _is_artillery(kind)
        )
        if state.bank and lost != state.japanese_replaced:
            play.say_note("japanese replacements")
        while state.bank and lost != state.japanese_replaced:
            strength = yield from play.number("replace", 0, state.bank)
            if not strength:
                return
            state.bank -= strength
            state.japanese_replaced += 1
        return
    while _any_open(options := infantry_options(play)):
        play.say_note("japanese replacements")
        kind = yield from play.choose("replaces", *options, Option(DONE, "None"))
        if kind == DONE:
            return
        state.bank -= _defense_of(kind)
        state.japanese_replaced += 1
        state.returned[kind] = state.returned.get(kind, 0) + 1
        play.say(f"{kind} returns for {count(_defense_of(kind), 'point')}; {state.bank} left")


def infantry_options(play: Ledger) -> list[Option]:
    """The kinds of destroyed Japanese infantry; those that cost more points than there are are
    barred.
    """
    state = play.state
    options = []
    for kind in play.japanese_kinds():
        if not _is_artillery(kind) and state.losses.get(kind, 0) > state.returned.get(kind, 0):
            cost = _defense_of(kind)
            barred = (
                f"the bank has {count(state.bank, 'point')} (13.12)" if cost > state.bank else ""
            )
            options.append(Option(kind, f"{kind} for {count(cost, 'point')}", barred))
    return options


def arrivals(play: Ledger, allowed: Mapping[str, Any]) -> Procedure[int]:
    """U.S. units that arrive, which scores in the campaign, and that must leave; returns how many
    were replaced.
    """
    state = play.state
    replaced = 0
    left = play.tables.limit("us_replacement_units") - state.replaced
    words = ""
    if play.revision > 1:
        # No more return than were destroyed (13.11).
        destroyed = state.us_lost - state.replaced
        words = f" ({destroyed} destroyed and not replaced, {left} allowed)"
        left = min(left, destroyed)
    if allowed["us_replacements"] and left:
        play.say_note("us replacements")
        replaced = yield from play.number("replace us", 0, left, left=words)
        state.replaced += replaced
    # The track, if the owner of the box typed it in.
    try:
        words = str(play.tables.find_fields("reinforcements", turn=state.move)["units"])
    except ChartError:
        words = ""
    if words:
        play.say(f"U.S. reinforcements on the track: {words}")
    if words or play.item("us_arrives"):
        play.say_note("reinforcements")
    if play.item("us_arrives"):
        track = f" On the track: {words}, plus any held back earlier" if words else ""
        arrived = yield from play.number("arrive", 0, MOST, track=track)
        if play.revision > 1:
            state.arrived += arrived
        play.score("us_arrives", replaced + arrived)
    battalions = play.tables.limit("us_battalions_to_exit")
    turn = play.tables.limit("us_battalions_exit_by")
    if play.item("us_not_exited") and battalions > state.exited:
        play.say_note("exit")
        state.exited += yield from play.number("leave", 0, battalions - state.exited)
        play.say(
            f"{state.exited} of {battalions} battalions have left. All are due by Game-Turn {turn}"
        )
    return replaced


def happenings(play: Ledger, invaders: Counter[str]) -> Procedure[None]:
    """Units eliminated, U.S. retreats, Japanese units that left; ``invaders`` invaded in this
    Game-Turn, by kind.
    """
    while True:
        can_leave = play.japanese_left() and (
            play.revision < 2 or _any_open(kind_options(play, invaders))
        )
        what = yield from play.choose(
            "happened",
            Option(ELIMINATED, "Units were eliminated"),
            Option(RETREAT, "A U.S. unit retreated and was not eliminated"),
            Option(
                EXIT, "Japanese units exited off the northeast edge", "" if can_leave else NONE_CAN
            ),
            Option(DONE, "Nothing more"),
        )
        if what == DONE:
            return
        if what == ELIMINATED:
            yield from eliminated(play)
        elif what == RETREAT:
            play.score(RETREAT, (yield from play.number("hexes", 1, MOST)))
        else:
            yield from japanese_exit(play, invaders)


def japanese_exit(play: Ledger, invaders: Counter[str]) -> Procedure[None]:
    """Japanese units that left the map score their Defense Strength (15.0, 17.41); older saves lack
    their kind.
    """
    state = play.state
    play.say_note("exit")
    if play.revision > 1:
        kind = yield from play.choose("leaves", *kind_options(play, invaders))
        units = yield from play.number("left", 1, play.left_of(kind) - invaders[kind])
        state.left_map[kind] = state.left_map.get(kind, 0) + units
        strength = units * _defense_of(kind)
    else:
        strength = yield from play.number("strength", 1, MOST)
        units = yield from play.number("left", 1, min(strength, play.japanese_left()))
    state.japanese_exited += units
    play.score(EXIT, strength)
    removed = units * play.tables.limit("us_units_removed_for_each_japanese_exit")
    play.say(f"The U.S. player chooses {count(removed, 'unit')} to remove")


def eliminated(play: Ledger) -> Procedure[None]:
    """Score eliminated units of one kind, no more than there can be, for the other side if they
    score.
    """
    state = play.state
    american = play.us_kinds()
    japanese = play.japanese_kinds()
    options = list[Option]()
    for row in play.tables.list_rows("unit-values"):
        if row.label in american:
            options.append(
                Option(row.label, f"U.S. {row.label}", "" if play.us_on_map() else "none are left")
            )
        elif row.label in japanese:
            is_left = play.left_of(row.label) and play.japanese_left()
            options.append(
                Option(row.label, f"Japanese {row.label}", "" if is_left else "none are left")
            )
    kind = yield from play.choose("unit", *options)
    is_american = kind in american
    most = play.us_on_map() if is_american else min(play.left_of(kind), play.japanese_left())
    number = yield from play.number("units", 1, most)
    if not is_american:
        state.losses[kind] = state.losses.get(kind, 0) + number
    elif play.revision > 1:
        state.us_lost += number
    side = JAPANESE if is_american else US
    if play.item(ELIMINATED)["side"] in ("both", side):
        play.pay(side, number * play.tables["unit-values"].entry(kind)["points"], ELIMINATED)
    else:
        play.say(f"{SIDES[side][0].upper()}{SIDES[side][1:]} scores nothing in this scenario")


def verdict(play: Ledger) -> Procedure[None]:
    """Score the places of units, check for an automatic victory, and report the winner."""
    counts: dict[str, int] = {}
    for name in dict.fromkeys(row.asked["item"] for row in play.tables.keyed_chart("victory").rows):
        if play.item(name).get("per") != "unit at end":
            continue
        if name == COMMUNICATIONS:
            play.say(play.tables["victory"].note("line of communications").text)
        # A unit that is farther on was counted before.
        is_next = name in ("japanese_north_of_secondary", "japanese_in_central_zone")
        again = ", not including those counted above" if is_next else ""
        words = f"How many units count as {score_label(name)}{again}?"
        question = Decision(name, NUMBER, words, "17.5" if name == COMMUNICATIONS else "17.3")
        is_limited = play.revision and name.startswith(JAPANESE)
        counted = sum(number for other, number in counts.items() if other.startswith(JAPANESE))
        counts[name] = yield from play.number(
            question, 0, play.japanese_left() - counted if is_limited else MOST
        )
        play.score(name, counts[name])
    sheet = play.scenario
    state = play.state
    japanese = state.total(JAPANESE)
    american = state.total(US)
    by_lead = sheet["wins"] == MARGIN
    is_won = japanese - (american if by_lead else 0) >= sheet["points"]
    why = (
        f"Japanese {japanese}, U.S. "
        f"{american}{f', a Japanese lead of {japanese - american}' if by_lead else ''}"
    )
    why += f"; {sheet['points']} needed"
    # 17.6: no U.S. unit south and a Japanese one north, by the secondary line or by zones; not
    # without either.
    south = north = False
    if counts:
        south = any(number for name, number in counts.items() if play.item(name)["side"] == US)
        north = any(number for name, number in counts.items() if name.startswith(JAPANESE))
    elif not is_won and not sheet["primary"]:
        south = yield from play.confirm("us south")
        north = yield from play.confirm("japanese north")
    if not is_won and north and not south:
        is_won = True
        why = "automatically (17.6)"
    state.step = OVER
    state.outcome = JAPANESE_WIN if is_won else US_WIN
    play.say(f"{'The Japanese' if is_won else 'The U.S.'} player has won: {why}", head=True)


def score_label(name: str) -> str:
    """An item of the ledger as text."""
    if name == ELIMINATED:
        return "units eliminated"
    words = name.replace("_", " ")
    return (
        f"U.S. {words.removeprefix('us ')}"
        if words.startswith("us ")
        else words.replace("japanese", "Japanese")
    )


SYSTEM = TableSystem(LedgerState, Ledger, {SET_UP: choose_scenario, MOVE: game_turn})
