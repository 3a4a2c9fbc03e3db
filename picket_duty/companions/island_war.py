"""Okinawa, Island War, both editions, as a ledger: Game-Turn after Game-Turn what is allowed, what
scores, who has won.

There are no combat and no dice; they are in the Standard Rules in the box. Results on the map are
typed in.
"""

from __future__ import annotations

from collections import Counter

from picket_duty.charts.errors import ChartError
from picket_duty.charts.kinds import Fields
from picket_duty.companions.island_war_ledger import (
    ELIMINATED,
    HOLD,
    JAPANESE,
    LEDGER_SIDES,
    MARGIN,
    SIDES,
    US,
    Ledger,
    LedgerState,
)
from picket_duty.companions.table import MOST, MOVE, OVER, SET_UP, Procedure, TableSystem, add_to
from picket_duty.requests import NUMBER, Decision, Option
from picket_duty.state import JAPANESE_WIN, US_WIN
from picket_duty.text.english import count, title_case

RETREAT = "us_retreat"
EXIT = "japanese_exit"
#: The item of the end that traces lines to the map edge.
COMMUNICATIONS = "us_without_line_of_communications"
DONE = "done"
#: Why no unit invades or leaves the map.
NONE_CAN = "no eligible units are left (14.13, 15.0)"


def choose_scenario(play: Ledger) -> Procedure[None]:
    """Ask for the scenario, then report its rules and setup."""
    rows = play.tables.list_rows("scenarios")
    options = [Option(row.label, _scenario_words(row.fields)) for row in rows]
    number = yield from play.choose("scenario", *options)
    state = play.state
    state.scenario = int(number)
    sheet = play.scenario
    state.move = sheet["first_turn"]
    state.step = MOVE
    play.say(
        f"Scenario {number}, Game-Turns {_turns(sheet)}; the U.S. player moves first", head=True
    )
    if sheet["primary"]:
        secondary = sheet["secondary"]
        second = f"secondary line {secondary}" if secondary else "no secondary line"
        play.say(f"Primary line {sheet['primary']}, {second}")
    say_forces(play)
    say_special_rules(play)


def _scenario_words(sheet: Fields) -> str:
    """A scenario by its name and Game-Turns; without a name by its Game-Turns and what wins it."""
    turns = f"Game-Turns {_turns(sheet)}"
    if name := sheet.get("name"):
        return f"{name} ({turns})"
    margin = "a margin of " if sheet["wins"] == MARGIN else ""
    return f"{turns} (the Japanese player needs {margin}{sheet['points']} points)"


def say_forces(play: Ledger) -> None:
    """Report the units that each side sets up, by place."""
    forces: dict[str, list[str]] = {}
    for row in play.forces():
        where = f"{LEDGER_SIDES[row.key_values['side']]}, {row.key_values['place']}"
        unit = row.key_values["unit"]
        many = row.fields.get("count")
        forces.setdefault(where, []).append(f"{many} ({unit})" if many else unit)
    for where, units in forces.items():
        play.say(f"{where}: {', '.join(units)}")


def _turns(sheet: Fields) -> str:
    return f"{sheet['first_turn']} to {sheet['last_turn']}"


def say_special_rules(play: Ledger) -> None:
    """Report the special rules of the scenario: invasions, battalions that leave, fire, victory."""
    sheet = play.scenario
    limit = play.tables.limit
    for side, who in LEDGER_SIDES.items():
        turns = "none"
        if number := sheet[f"{side}_invasions"]:
            first = sheet.get(f"{side}_invasions_from")
            begin = f", from Game-Turn {first}" if first else ""
            turns = f"on {count(number, 'Game-Turn')}{begin}, but not on the last"
        play.say(f"{who} invasions: {turns} (14.0)")
    if play.item("us_not_exited"):
        battalions = limit("us_battalions_to_exit")
        turn = limit("us_battalions_exit_by")
        play.say(
            f"{battalions} battalions (4-3-10) must exit off the northeast edge by Game-Turn "
            f"{turn} (18.23)"
        )
    play.say(play.tables["limits"].note("barrage").text)
    play.say(
        f"U.S. fire: at most {limit('us_fpf_points_each_combat')} FPF points per combat (16.2)"
    )
    lead = "in all"
    if sheet["wins"] == MARGIN:
        lead = "more than the U.S. player at the end"
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
    if play.counts_by_kind:
        invaders = yield from arrivals_and_invasions(play, allowed)
    else:
        invaders = yield from former_movement(play, allowed)
    yield from happenings(play, invaders)
    if allowed["exit_due"]:
        play.score("us_not_exited", play.tables.limit("us_battalions_to_exit") - state.exited)
    if play.item("japanese_on_map"):
        play.score(
            "japanese_on_map",
            (yield from play.number("on map", least=0, most=play.japanese_left())),
        )
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


def arrivals_and_invasions(play: Ledger, allowed: Fields) -> Procedure[Counter[str]]:
    """Arrivals, then invasions, which end a Movement Phase (14.13); returns the Japanese invaders
    by kind (14.12).
    """
    replaced = yield from arrivals(play, allowed)
    # U.S. replacements did not begin the Player-Turn on a coastal hex; reinforcements may invade at
    # once (12.2).
    most = min(play.us_on_map() - replaced, play.tables.limit("us_invading_units_each_turn"))
    if allowed["us_may_invade"] and most > 0 and (yield from invades(play, US)):
        play.score("us_invades", (yield from play.number("invaders", least=1, most=most)))
    yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    if not allowed["japanese_may_invade"]:
        return Counter()
    return (yield from japanese_invaders(play))


def japanese_invaders(play: Ledger) -> Procedure[Counter[str]]:
    """The Japanese units that invade, by kind, if any can and the player wishes."""
    invaders: Counter[str] = Counter()
    options = kind_options(play, invaders, invading=True)
    if not _any_possible(options) or not (yield from invades(play, JAPANESE)):
        return invaders
    while _any_possible(options):
        more = [Option(DONE, "No other kind of unit")] if invaders else []
        kind = yield from play.choose("invader", *options, *more)
        if kind == DONE:
            break
        most = play.left_of(kind) - invaders[kind]
        invaders[kind] += yield from play.number("invaders of kind", least=1, most=most)
        options = kind_options(play, invaders, invading=True)
    return invaders


def former_movement(play: Ledger, allowed: Fields) -> Procedure[Counter[str]]:
    """The movement of saves before the second revision, which did not ask for the kinds of Japanese
    invaders.
    """
    if allowed["us_may_invade"] and (yield from invades(play, US)):
        most = play.tables.limit("us_invading_units_each_turn")
        play.score("us_invades", (yield from play.number("invaders", least=1, most=most)))
    if allowed["japanese_may_invade"]:
        yield from invades(play, JAPANESE)
    yield from japanese_replacements(play, allowed["japanese_replacement_point"])
    yield from arrivals(play, allowed)
    return Counter()


def invades(play: Ledger, side: str) -> Procedure[bool]:
    """Whether a side makes one of its invasions of the scenario now; if so, its rules are
    reported.
    """
    left = play.invasions_left(side)
    if not left or not (yield from play.confirm(f"{side} invades")):
        return False
    add_to(play.state.invasions, side)
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


def _any_possible(options: list[Option]) -> bool:
    return any(not option.barred for option in options)


def _is_artillery(kind: str) -> bool:
    """Whether a kind is artillery, such as ``1-2-10/1-6``: its label gives barrage, FPF and range
    before the stroke (17.11).
    """
    return "/" in kind


def _defense_of(kind: str) -> int:
    """The Defense Strength in the label of a kind of unit: 3 in ``2-3-10``, and for artillery the
    number after the stroke, 1 in ``1-2-10/1-6``.
    """
    if _is_artillery(kind):
        return int(kind.partition("/")[2].split("-")[0])
    return int(kind.split("-")[1])


def japanese_replacements(play: Ledger, points: int) -> Procedure[None]:
    """While a city hex is held, ``points`` go to the bank, and destroyed infantry may be bought for
    its Defense Strength (13.12).
    """
    state = play.state
    if not points or not (yield from play.confirm("city")):
        return
    state.bank += points
    if not play.counts_by_kind:
        yield from former_replacements(play)
        return
    while _any_possible(options := infantry_options(play)):
        play.say_note("japanese replacements")
        kind = yield from play.choose("replaces", *options, Option(DONE, "None"))
        if kind == DONE:
            return
        state.bank -= _defense_of(kind)
        state.japanese_replaced += 1
        add_to(state.returned, kind)
        play.say(f"{kind} returns for {count(_defense_of(kind), 'point')}; {state.bank} left")


def former_replacements(play: Ledger) -> Procedure[None]:
    """The replacements of saves before the second revision: infantry by its strength alone."""
    state = play.state
    kinds = [kind for kind in play.japanese_kinds() if not _is_artillery(kind)]
    lost = sum(state.losses.get(kind, 0) for kind in kinds)
    if state.bank and lost != state.japanese_replaced:
        play.say_note("japanese replacements")
    while state.bank and lost != state.japanese_replaced:
        strength = yield from play.number("replace", least=0, most=state.bank)
        if not strength:
            return
        state.bank -= strength
        state.japanese_replaced += 1


def infantry_options(play: Ledger) -> list[Option]:
    """The kinds of destroyed Japanese infantry; those that cost more points than there are are
    barred.
    """
    state = play.state
    options = []
    for kind in play.japanese_kinds():
        if not _is_artillery(kind) and state.losses.get(kind, 0) > state.returned.get(kind, 0):
            cost = _defense_of(kind)
            barred = ""
            if cost > state.bank:
                barred = f"the bank has {count(state.bank, 'point')} (13.12)"
            options.append(Option(kind, f"{kind} for {count(cost, 'point')}", barred))
    return options


def arrivals(play: Ledger, allowed: Fields) -> Procedure[int]:
    """U.S. units that arrive, which scores in the campaign, and that must leave; returns how many
    were replaced.
    """
    replaced = 0
    if allowed["us_replacements"]:
        replaced = yield from us_replacements(play)
    arrived = yield from reinforcements(play)
    if play.item("us_arrives"):
        play.score("us_arrives", replaced + arrived)
    yield from battalions_leave(play)
    return replaced


def us_replacements(play: Ledger) -> Procedure[int]:
    """Ask how many U.S. units return, and return their number."""
    state = play.state
    most = allowed = play.tables.limit("us_replacement_units") - state.replaced
    words = ""
    if play.counts_by_kind:
        # No more return than were destroyed (13.11).
        destroyed = state.us_lost - state.replaced
        words = f" ({destroyed} destroyed and not replaced, {allowed} allowed)"
        most = min(allowed, destroyed)
    if not most:
        return 0
    play.say_note("us replacements")
    number = yield from play.number("replace us", least=0, most=most, left=words)
    state.replaced += number
    return number


def reinforcements(play: Ledger) -> Procedure[int]:
    """Report the U.S. reinforcements of the track, if the owner of the box typed it in. Where
    arrivals score, ask how many there are, and return their number.
    """
    try:
        units = str(play.tables.find_fields("reinforcements", turn=play.state.move)["units"])
    except ChartError:
        units = ""
    if units:
        play.say(f"U.S. reinforcements on the track: {units}")
    scores = bool(play.item("us_arrives"))
    if units or scores:
        play.say_note("reinforcements")
    if not scores:
        return 0
    track = f" On the track: {units}, plus any held back earlier" if units else ""
    number = yield from play.number("arrive", least=0, most=MOST, track=track)
    if play.counts_by_kind:
        play.state.arrived += number
    return number


def battalions_leave(play: Ledger) -> Procedure[None]:
    """Ask how many of the battalions that must exit have left."""
    state = play.state
    battalions = play.tables.limit("us_battalions_to_exit")
    turn = play.tables.limit("us_battalions_exit_by")
    if play.item("us_not_exited") and battalions > state.exited:
        play.say_note("exit")
        state.exited += yield from play.number("leave", least=0, most=battalions - state.exited)
        play.say(
            f"{state.exited} of {battalions} battalions have left. All must leave by Game-Turn {turn}."
        )


def happenings(play: Ledger, invaders: Counter[str]) -> Procedure[None]:
    """Units eliminated, U.S. retreats, Japanese units that left; ``invaders`` invaded in this
    Game-Turn, by kind.
    """
    while True:
        # Units that have just invaded cannot leave.
        can_leave = play.japanese_left() and (
            not play.counts_by_kind or _any_possible(kind_options(play, invaders))
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
            play.score(RETREAT, (yield from play.number("hexes", least=1, most=MOST)))
        else:
            yield from japanese_exit(play, invaders)


def japanese_exit(play: Ledger, invaders: Counter[str]) -> Procedure[None]:
    """Japanese units that left the map score their Defense Strength (15.0, 17.41); older saves lack
    their kind.
    """
    state = play.state
    play.say_note("exit")
    if play.counts_by_kind:
        kind = yield from play.choose("leaves", *kind_options(play, invaders))
        units = yield from play.number("left", least=1, most=play.left_of(kind) - invaders[kind])
        add_to(state.left_map, kind, units)
        strength = units * _defense_of(kind)
    else:
        strength = yield from play.number("strength", least=1, most=MOST)
        units = yield from play.number("left", least=1, most=min(strength, play.japanese_left()))
    state.japanese_exited += units
    play.score(EXIT, strength)
    removed = units * play.tables.limit("us_units_removed_for_each_japanese_exit")
    play.say(f"The U.S. player chooses {count(removed, 'unit')} to remove")


def eliminated(play: Ledger) -> Procedure[None]:
    """Ask for eliminated units of one kind, no more than there can be. They score for the other
    side, unless the scenario gives it nothing for them.
    """
    state = play.state
    kind = yield from play.choose("unit", *eliminated_options(play))
    is_american = kind in play.us_kinds()
    # Older saves count the units that left the map only in all, not by kind.
    most = play.us_on_map() if is_american else min(play.left_of(kind), play.japanese_left())
    number = yield from play.number("units", least=1, most=most)
    if not is_american:
        add_to(state.losses, kind, number)
    elif play.counts_by_kind:
        state.us_lost += number
    side = JAPANESE if is_american else US
    if play.item(ELIMINATED)["side"] in ("both", side):
        play.pay(side, number * play.tables["unit-values"].entry(kind)["points"], ELIMINATED)
    else:
        play.say(f"{title_case(SIDES[side])} scores nothing in this scenario")


def eliminated_options(play: Ledger) -> list[Option]:
    """The kinds of units that can be eliminated; barred are those of which none are left."""
    american = play.us_kinds()
    japanese = play.japanese_kinds()
    options = []
    for row in play.tables.list_rows("unit-values"):
        kind = row.label
        if kind in american:
            side = US
            left = play.us_on_map()
        elif kind in japanese:
            side = JAPANESE
            left = play.left_of(kind) and play.japanese_left()
        else:
            continue
        barred = "" if left else "none are left"
        options.append(Option(kind, f"{LEDGER_SIDES[side]} {kind}", barred))
    return options


def verdict(play: Ledger) -> Procedure[None]:
    """Score the places of units, check for an automatic victory, and report the winner."""
    counts = yield from units_at_end(play)
    sheet = play.scenario
    state = play.state
    japanese = state.total(JAPANESE)
    american = state.total(US)
    why = f"Japanese {japanese}, U.S. {american}"
    needed = sheet["points"]
    if sheet["wins"] == MARGIN:
        why += f", a Japanese lead of {japanese - american}"
        needed += american
    why += f"; {sheet['points']} needed"
    is_won = japanese >= needed
    if not is_won and (yield from wins_automatically(play, counts)):
        is_won = True
        why = "automatically (17.6)"
    state.step = OVER
    state.outcome = JAPANESE_WIN if is_won else US_WIN
    play.say(f"{'The Japanese' if is_won else 'The U.S.'} player has won: {why}", head=True)


def units_at_end(play: Ledger) -> Procedure[dict[str, int]]:
    """Ask how many units are in each place that scores at the end, and score them."""
    counts: dict[str, int] = {}
    chart = play.tables.keyed_chart("victory")
    for name in dict.fromkeys(row.key_values["item"] for row in chart.rows):
        if play.item(name).get("per") != "unit at end":
            continue
        rule = "17.3"
        if name == COMMUNICATIONS:
            play.say(play.tables["victory"].note("line of communications").text)
            rule = "17.5"
        # The chart has words such as "U.S. unit in the southern zone".
        side, place = chart.words[name].split(" unit ")
        words = f"How many {side} units are {place}"
        if name in ("japanese_north_of_secondary", "japanese_in_central_zone"):
            # A unit that is farther on was counted before.
            words += ", not including those counted above"
        most = MOST
        if play.bars_impossible and name.startswith(JAPANESE):
            most = play.japanese_left() - japanese_counted(counts)
        question = Decision(name, NUMBER, f"{words}?", rule)
        counts[name] = yield from play.number(question, least=0, most=most)
        play.score(name, counts[name])
    return counts


def japanese_counted(counts: dict[str, int]) -> int:
    """The Japanese units in some counts by item."""
    return sum(number for name, number in counts.items() if name.startswith(JAPANESE))


def wins_automatically(play: Ledger, counts: dict[str, int]) -> Procedure[bool]:
    """Whether no U.S. unit is south and a Japanese one is north at the end (17.6).

    The ``counts`` of units by place show it; without them the players are asked. A scenario with a
    primary line that counts no places has no automatic victory.
    """
    if counts:
        is_us_south = any(count for name, count in counts.items() if play.item(name)["side"] == US)
        return japanese_counted(counts) > 0 and not is_us_south
    if play.scenario["primary"]:
        return False
    is_us_south = yield from play.confirm("us south")
    return (yield from play.confirm("japanese north")) and not is_us_south


SYSTEM = TableSystem(LedgerState, Ledger, {SET_UP: choose_scenario, MOVE: game_turn})
