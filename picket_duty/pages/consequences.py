"""The expected consequences of each option of a decision in words; a whole decision for plain
mode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    ORDER_MANEUVER,
    RESCIND,
)
from picket_duty.charts.words import day_words
from picket_duty.odds import consequences as outcomes
from picket_duty.odds import measured
from picket_duty.pages.blocks import Block, Fields, Paragraph
from picket_duty.pages.formats import text_lines
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision
from picket_duty.rules import anchorage
from picket_duty.rules.campaign import data_of as campaign_data
from picket_duty.rules.campaign import days_to_serve, stage_at_stake
from picket_duty.rules.play import NO, YES, Play
from picket_duty.rules.records import last_day
from picket_duty.state import State
from picket_duty.text import names
from picket_duty.text.campaign_progress import at_stake_words
from picket_duty.text.chances import Chance, chance_words, simulated_words

#: What a decision is about, for players who see no figures; a declaration if no wave can come any
#: longer.
DECLARED_AFTER_WAVES = (
    "If it is granted, repairs are easier. No wave can come today, so it costs you nothing."
)
IN_SHORT: dict[Decision, str] = {
    ORDER_MANEUVER: "If it succeeds, planes hit less often in this wave. Even a failed attempt may cost fuel "
    "at the "
    "end of the day.",
    DECLARE: (
        "If it is granted, repairs are easier, but your guns stay silent in the next wave of the "
        "day."
    ),
    RESCIND: "When the emergency ends, your guns can fire again, and repairs are no longer easier.",
    FLOOD: "Flooding puts out the fire, but you lose the compartment and the ship takes on water.",
    COUNTERFLOOD: "Counterflooding reduces list or trim, but the ship takes on more water.",
}


#: A chance that is not worth a word.
NEVER = names.percent(0.0)


def caution_words(
    choice: Choice, state: State, tables: Tables, expected: outcomes.Consequences | None = None
) -> str:
    """What a deck fire may cost, beside the decision to declare an emergency; empty if none burns
    (rules 7.5).

    With what is ``expected`` of each option it also says what leaving would mean while a smaller
    fire burns.
    """
    play = Play(state, tables)
    worst = max(state.ship.deck_fires.values(), default=0)
    if choice.decision != DECLARE or not worst:
        return ""
    numbers = tables.numbers
    data = campaign_data(play)
    left = "the scenario is lost" if state.scenario else ""
    made = next(
        (option for option in (expected or {}).values() if isinstance(option, outcomes.Declaring)),
        None,
    )
    if data is not None and not data.squadron:
        chance = f" ({names.percent(made.no_return)})" if made is not None else ""
        left = (
            f"she goes in for repairs, unless she founders on the way or is sent to the "
            f"rear{chance}"
        )
        if days_to_serve(play) <= 1:
            left = f"{at_stake_words(state) or 'the campaign'} is lost"
    hull = names.count(numbers.deck_fire_hull_loss, "hull point")
    words = [f"A deck fire of level {numbers.deck_fire_burns} or more costs {hull} per round."]
    if state.ship.hull <= numbers.deck_fire_hull_loss:
        words.append("At hull 0 she may sink.")
    if anchorage.reasons_to_return(play):
        words.insert(0, "She must leave her station; now the ship is at stake.")
    elif worst >= numbers.deck_fire_limit:
        words.insert(
            0, "A deck fire out of control forces her to leave, even if you put it out later."
        )
    may_leave = worst >= numbers.deck_fire_limit or (made is not None and made.in_all.leaves > 0)
    if left and may_leave and not anchorage.reasons_to_return(play):
        words.append(f"If she must leave, {left}.")
    return " ".join(words)


def relief_chances_words(choice: Choice, play: Play) -> dict[str, str]:
    """The measured chance with each answer about relief and its margin of error; empty if there is
    none.
    """
    if choice.decision is not ASK_RELIEF or not days_to_serve(play):
        return {}
    chances = measured.relief_chances(play, choice.legal())
    return {name: _estimated_words(play, chance) for name, chance in chances.items()}


def _estimated_words(play: Play, chance: float) -> str:
    margin = 2.0 * measured.error(play)
    setup = play.state.setup
    stage = stage_at_stake(play.state)
    low = max(0.0, chance - margin)
    high = min(1.0, chance + margin)
    return f"{chance_words(setup, chance, low, high, stage=stage)}, estimated"


def day_chance_words(
    now: Play, morning: Play | None, simulated: tuple[Chance | None, Chance | None]
) -> str:
    """The chance after a day and in its ``morning``: estimates until those of ``simulated`` games
    replace them.
    """
    evening, first = simulated
    if evening is not None:
        last = simulated_words(now.state.setup, evening, stage_at_stake(now.state))
        before = None if first is None else first.chance
    else:
        last = _estimated_words(now, measured.chance_to_last(now, days_to_serve(now)))
        before = (
            None if morning is None else measured.chance_to_last(morning, days_to_serve(morning))
        )
    return last if before is None else f"{last}; {names.percent(before)} in the morning"


def consequence_words(expected: outcomes.Consequence) -> str:
    """The consequence of an option in one line."""
    match expected:
        case outcomes.ManeuverOutcome():
            words = _strikes(expected.strikes)
            if expected.made is not None:
                words = (
                    f"succeeds {names.percent(expected.made)}: {words} ({expected.if_made:.2f} if "
                    f"it does)"
                )
            if expected.fuel is None:
                return words
            dry = f" (runs out {names.percent(expected.dry)})" if expected.dry else ""
            return f"{words}, fuel tonight -{expected.fuel:.1f}{dry}"
        case outcomes.Declaring():
            return _declaring(expected)
        case outcomes.Rescinding():
            guns = "guns silent" if expected.silent else "guns fire"
            repairs = (
                f"repairs {'keep' if expected.silent else 'lose'} their "
                f"{names.signed(expected.repairs)}"
            )
            return f"{guns}: {_strikes(expected.strikes)}; {repairs}"
        case outcomes.FightingFires():
            harms = [
                f" (if not, {damage})" if (damage := worse_words(each)) else ""
                for each in expected.worse
            ]
            rooms = zip(expected.fires, harms or [""] * len(expected.fires), strict=True)
            fires = ", ".join(
                f"{name} {names.percent(out)}{damage}" for (name, out), damage in rooms
            )
            what, it = ("fire", "it") if len(expected.fires) == 1 else ("fires", "each")
            return (
                f"repair parties keep fighting the {what}; chance to put {it} out this round: "
                f"{fires}"
            )
        case outcomes.FloodingRoom():
            flooding = f"flooding {expected.flood} of {expected.limit}"
            works = (
                f"succeeds {names.percent(expected.works)}: fire out, compartment lost, {flooding}"
            )
            return f"{works}; explodes {names.percent(expected.explodes)}"
        case outcomes.CounterfloodOutcome():
            return _counterflood(expected)
        case outcomes.Staying():
            dry = (
                f", {names.percent(expected.fuel_out)} chance of running out tomorrow"
                if expected.fuel_out
                else ""
            )
            empty = expected.ammunition_out
            spent = f", {names.percent(empty)} chance of running out if attacked" if empty else ""
            stores = (
                f"fuel {expected.fuel}{dry}; ammunition {expected.ammunition}{spent}; hull "
                f"{expected.hull}"
            )
            return (
                stores if expected.maneuver is None else f"{stores}; maneuver {expected.maneuver}"
            )
        case outcomes.GoingIn():
            return _going_in(expected)
        case outcomes.Relieving():
            tracks = (
                f"hull {expected.hull}, fuel {expected.fuel}, ammunition {expected.ammunition}, "
                f"men {expected.men}"
            )
            destroyed = (
                f"; {names.count(expected.destroyed, 'item')} destroyed"
                if expected.destroyed
                else ""
            )
            crew = ", ".join(
                f"{names.POST_NAMES[post]} {names.signed(value)}" for post, value in expected.crew
            )
            return f"{tracks}{destroyed}; {crew or 'no officer or chief above or below average'}"
        case outcomes.RepairOutcome(rates=rates):
            ladder = "no men left"
            if rates:
                more = (f", {men} {names.percent(rate)}" for men, rate in enumerate(rates[1:], 2))
                ladder = f"1 man {names.percent(rates[0])}{''.join(more)}"
            danger = worse_words(expected)
            return f"{ladder}{f'; if it fails, {danger}' if danger else ''}"
        case outcomes.Striking():
            unfired = names.percent(expected.unfired)
            planned = names.percent(expected.planned)
            return f"hits {unfired} with no fire, {planned} with your exec's plan"


def _strikes(strikes: float) -> str:
    return f"{strikes:.2f} hits expected"


def _prospects(
    expected: outcomes.Declaring, risk: outcomes.Risk, repairs: float, strikes: float
) -> list[tuple[str, str]]:
    rows = [("sinks", names.percent(risk.sinks)), ("must leave", names.percent(risk.leaves))]
    if expected.rolls == 1:
        rows.append(("fire out" if expected.fire else "repaired", names.percent(repairs)))
    elif expected.rolls:
        rows.append(("repaired", f"{repairs:.1f} of {expected.rolls}"))
    if expected.planes:
        rows.append((f"next {names.count(expected.planes, 'plane')}", f"{strikes:.2f} hits"))
    return rows


def _declaring(expected: outcomes.Declaring) -> str:
    rows = _prospects(expected, expected.risk, expected.repairs, expected.strikes)
    parts = [f"{name} {text}" for name, text in rows if text != NEVER] or ["nothing to repair"]
    if expected.granted is None:
        return ", ".join(parts)
    if expected.planes:
        parts.append("guns silent")
    elif expected.raid:
        parts.append(f"guns silent if another raid comes today ({names.percent(expected.raid)})")
    elif not expected.must_leave:
        parts.append("guns silent, but no other raid can come today")
    granted = f"if granted ({names.percent(expected.granted)}): {', '.join(parts)}"
    rows = _prospects(expected, expected.in_all, 0.0, 0.0)[:2]
    overall = ", ".join(f"{name} {text}" for name, text in rows if text != NEVER)
    return (
        f"overall, this round: {overall}; {granted}"
        if overall
        else f"{granted}; otherwise nothing changes"
    )


def declaration_table(expected: outcomes.Consequences) -> list[tuple[str, ...]]:
    """The headings, then the chances of declaring an emergency, of one granted, of none; empty for
    another decision.
    """
    made = expected.get(YES)
    none = expected.get(NO)
    if (
        not isinstance(made, outcomes.Declaring)
        or not isinstance(none, outcomes.Declaring)
        or made.granted is None
    ):
        return []
    granted = made.granted
    repairs = granted * made.repairs + (1.0 - granted) * none.repairs
    hits = granted * made.strikes + (1.0 - granted) * none.strikes
    rows = zip(
        _prospects(made, made.in_all, repairs, hits),
        _prospects(made, made.risk, made.repairs, made.strikes),
        _prospects(made, none.in_all, none.repairs, none.strikes),
        strict=True,
    )
    columns: list[tuple[str, ...]] = [
        ("this round", "", f"if granted ({names.percent(granted)})", "")
    ]
    for (name, overall), (_, if_granted), (_, without) in rows:
        texts = overall, if_granted, without
        columns += [(name, *texts)] if set(texts) != {NEVER} else []
    if made.raid and not made.planes and not made.must_leave:
        silent = f"{names.percent(granted)} silent"
        columns.append(
            (f"guns in next raid ({names.percent(made.raid)})", silent, "silent", "can fire")
        )
    return list(zip(*columns, strict=True)) if len(columns) > 1 else []


def _counterflood(expected: outcomes.CounterfloodOutcome) -> str:
    sides = (
        ("list", expected.list_points, "starboard", "port"),
        ("trim", expected.trim_points, "aft", "forward"),
    )
    angles = [
        f"{name} {abs(points)} {more if points > 0 else less}"
        for name, points, more, less in sides
        if points
    ]
    words = f"{', '.join(angles) or 'on an even keel'}{', which hampers guns and helm' if expected.hinders else ''}"
    if expected.works is not None:
        return f"succeeds {names.percent(expected.works)}: {words}"
    return (
        f"{words}; flooding {expected.flood} of {expected.limit}, {expected.flooded} if you "
        f"counterflood"
    )


def _going_in(expected: outcomes.GoingIn) -> str:
    days = [f"{day_words(day)} {names.percent(share)}" for day, share in expected.back]
    parts = [f"back {', '.join(days)}"] if days else []
    if expected.rear:
        loses = f", which loses {expected.rear_loses}" if expected.rear_loses else ""
        parts.append(
            f"to the rear{'' if loses else ' for good'} {names.percent(expected.rear)}{loses}"
        )
    if expected.founders:
        parts.append(f"founders on the way {names.percent(expected.founders)}")
    if expected.over:
        few = f"not enough days left for {names.count(expected.to_serve, 'fighting day')}"
        parts.append(
            f"{few if expected.to_serve else 'the game ends first'} {names.percent(expected.over)}"
        )
    parts.append(
        "everything repaired"
        if expected.is_repaired
        else "stores full, but destroyed items stay destroyed"
    )
    return "; ".join(parts)


def worse_words(expected: outcomes.RepairOutcome, chances: bool = True) -> str:
    """What happens if a job fails, with its chance if ``chances``; empty if nothing does."""
    if expected.level:
        out = "still out of control" if expected.out_of_control else "out of control"
        grown = out if expected.level > expected.limit else f"level {expected.level}"
        hull = f", hull -{expected.hull}" if expected.hull else ""
        return f"{grown}{hull}{', she may sink' if expected.may_sink else ''}"
    if not expected.spreads:
        return ""
    is_last = expected.markers >= expected.limit
    hits = f"{expected.markers} of {expected.limit}"
    if not chances:
        return "destroyed" if is_last else f"hit marker {hits}"
    return (
        f"{names.percent(expected.spreads)} risk of "
        f"{'destruction' if is_last else f'hit marker {hits}'}"
    )


#: Width of the lines.
WIDTH = 79
#: How to type a fire plan and the repair parties.
ANSWERS = {
    ASSIGN: (
        "  type 1=2 3=1: slot 1 at plane 2, slot 3 at plane 1; auto: your exec's plan; hold: hold "
        "fire"
    ),
    MEN_TO_JOBS: "  type 1=2 3=1: 2 men to job 1, 1 man to job 3; auto: your exec's plan; hold: no repairs",
}


def choice_lines(
    choice: Choice, state: State, tables: Tables, consequences: outcomes.Consequences | None = None
) -> list[str]:
    """A choice with its options, their consequences if given, what can fire and what cannot, and
    how to answer it.
    """
    how = filter(None, [ANSWERS.get(choice.kind)])
    page = text_lines(options_page(choice, state, tables, consequences or {}), WIDTH - 2)
    lines = [f"{choice.prompt} ({choice.rule})", *how, *(f"  {row}" for row in page if row)]
    if choice.kind == ASSIGN:
        lines += [*(row for row, _ in slot_rows(choice, tables)), *barred_rows(choice, tables)]
    return lines


def options_page(
    choice: Choice,
    state: State,
    tables: Tables,
    consequences: outcomes.Consequences,
    simulated: Mapping[str, str] = {},
) -> list[Block]:
    """The options of a choice with their consequences; ``simulated`` chances replace the estimates
    about relief.
    """
    caution = caution_words(choice, state, tables, consequences)
    notes = [*([caution] if caution else []), *question_notes(choice, state, tables)]
    estimates = (
        {**relief_chances_words(choice, Play(state, tables)), **simulated} if consequences else {}
    )

    def row(label: str, name: str, text: str, barred: str = "") -> tuple[str, str]:
        if barred:
            return f"{label}  {text}", f"[not possible: {barred}]"
        if name not in consequences:
            return label, text
        expected = consequence_words(consequences[name])
        return f"{label}  {text}", "; ".join(filter(None, (estimates.get(name), expected)))

    options = [
        row(str(number), each.value, each.text, each.barred)
        for number, each in enumerate(choice.options, 1)
    ]
    for number, (name, job) in enumerate(choice.jobs.items(), 1):
        going_on = ", continued" if job.continued else ""
        options.append(row(str(number), name, f"{job.text} ({job.section}{going_on})"))
    if choice.kind == ASSIGN:
        flying = [plane for plane in state.air.planes if plane.flying]
        options += [
            row("plane", str(plane.number), names.short_plane_words(plane)) for plane in flying
        ]
    men = ", ".join(f"{section} {men}" for section, men in choice.men.items())
    available = [Paragraph(f"men available: {men}")] if men else []
    return [*map(Paragraph, notes), *available, Fields(tuple(options))]


def question_notes(choice: Choice, state: State, tables: Tables) -> list[str]:
    """Why relief is asked about, and the fighting days she has to serve, in sentences; empty for
    any other choice.
    """
    if choice.decision is not ASK_RELIEF:
        return []
    play = Play(state, tables)
    ship = state.ship
    numbers = tables.numbers
    tracks = (
        ("fuel", ship.fuel, numbers.relief_stores),
        ("ammunition", ship.ammunition, numbers.relief_stores),
        ("hull", ship.hull, numbers.relief_hull),
        ("maneuver", ship.maneuver, numbers.relief_maneuver),
    )
    reasons = [f"{name} is down to {left}" for name, left, limit in tracks if left <= limit]
    if (destroyed := anchorage.things_destroyed(play)) >= numbers.relief_destroyed:
        reasons.append(
            f"{names.count(destroyed, 'item')} {'is' if destroyed == 1 else 'are'} destroyed"
        )
    notes = [f"{names.title_case(names.listed(reasons))}."]
    if to_serve := days_to_serve(play):
        last = last_day(play)
        number = stage_at_stake(state)
        left = names.count((last - state.date).days, "day")
        later = len(state.stages) - number
        others = f" and {names.count(later, 'other')}" if later else ""
        if state.stages:
            days = names.count(to_serve, "more fighting day")
            notes.append(f"Stage {number} needs {days}; {left} left for it{others}.")
        else:
            days = names.count(to_serve, "fighting day")
            notes.append(f"She has {days} to serve by {day_words(last)}, in {left}.")
    return notes


def slot_rows(
    choice: Choice, tables: Tables, detail: Callable[[str], object] = lambda slot: None
) -> list[tuple[str, str]]:
    """A line for each run of slots with the same targets and ``detail``: ``1-3  5-inch mounts 1 to
    3: planes 2, 4``.
    """
    runs: list[tuple[object, int, list[str]]] = []
    for number, (slot, planes) in enumerate(choice.slots.items(), 1):
        short = names.slot_words(slot)
        like = (short[: max(short.rfind("-"), short.rfind(" "))], tuple(planes), detail(slot))
        if runs and runs[-1][0] == like:
            runs[-1][2].append(slot)
        else:
            runs.append((like, number, [slot]))
    rows = []
    for _, number, slots in runs:
        numbers = f"{number}-{number + len(slots) - 1}" if slots[1:] else str(number)
        name = names.item_name(tables, slots[0])
        if slots[1:]:
            kind, _, first = name.rpartition(" ")
            last = names.item_name(tables, slots[-1]).rpartition(" ")[2]
            name = (
                f"{kind}{'s' if names.is_mount(name) else ''} {first} "
                f"{'to' if slots[2:] else 'and'} {last}"
            )
        targets = [str(names.plane_number(plane)) for plane in choice.slots[slots[0]]]
        rows.append(
            (
                (
                    f"  {numbers:>5}  {name}: {'planes' if targets[1:] else 'plane'} "
                    f"{', '.join(targets)}"
                ),
                slots[0],
            )
        )
    return rows


def barred_rows(choice: Choice, tables: Tables) -> list[str]:
    """A line for each reason why slots cannot fire."""
    reasons: dict[str, list[str]] = {}
    for slot, why in choice.barred.items():
        reasons.setdefault(why, []).append(names.item_name(tables, slot))
    return [f"      -  {names.grouped(slots)}: {why}" for why, slots in reasons.items()]
