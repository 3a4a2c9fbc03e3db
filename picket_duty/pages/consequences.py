"""The expected consequences of each option of a decision in words; a whole decision for plain
mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    ORDER_MANEUVER,
    RESCIND,
)
from picket_duty.odds import consequences as outcomes
from picket_duty.odds import round_risk
from picket_duty.pages.blocks import Block, Fields, Paragraph
from picket_duty.pages.formats import text_lines
from picket_duty.pages.relief import question_notes, relief_page
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision
from picket_duty.rules import anchorage
from picket_duty.rules.campaign import data_of as campaign_data
from picket_duty.rules.campaign import days_to_serve
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import State
from picket_duty.text import names
from picket_duty.text.campaign_progress import at_stake_words

#: What a decision is about, for players who see no figures; a declaration if no wave can come any
#: longer.
DECLARED_AFTER_WAVES = (
    "If it is granted, repairs are easier. No wave can come today, so it costs you nothing."
)
IN_SHORT: dict[Decision, str] = {
    ORDER_MANEUVER: (
        "If it succeeds, planes hit less often in this wave. Even a failed attempt may cost fuel "
        "at the end of the day."
    ),
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
    worst = max(state.ship.deck_fires.values(), default=0)
    if choice.decision != DECLARE or not worst:
        return ""
    numbers = tables.numbers
    hull = names.count(numbers.deck_fire_hull_loss, "hull point")
    words = [f"A deck fire of level {numbers.deck_fire_burns} or more costs {hull} per round."]
    if state.ship.hull <= numbers.deck_fire_hull_loss:
        words.append("At hull 0 she may sink.")
    if anchorage.reasons_to_return(Play(state, tables)):
        return " ".join(["She must leave her station; now the ship is at stake.", *words])
    options = (expected or {}).values()
    made = next((option for option in options if isinstance(option, outcomes.Declaring)), None)
    is_wild = worst >= numbers.deck_fire_limit
    if is_wild:
        wild = "A deck fire out of control forces her to leave, even if you put it out later."
        words.insert(0, wild)
    left = _leaving_words(Play(state, tables), made)
    if left and (is_wild or (made is not None and made.in_all.leaves > 0)):
        words.append(f"If she must leave, {left}.")
    return " ".join(words)


def _leaving_words(play: Play, made: outcomes.Declaring | None) -> str:
    """What it means that she leaves; empty for a squadron, which has other ships."""
    if play.state.scenario:
        return "the scenario is lost"
    data = campaign_data(play)
    if data is None or data.squadron:
        return ""
    if days_to_serve(play) <= 1:
        return f"{at_stake_words(play.state) or 'the campaign'} is lost"
    chance = f" ({names.percent(made.no_return)})" if made is not None else ""
    unless = f"unless she founders on the way or is sent to the rear{chance}"
    return f"she goes in for repairs, {unless}"


def consequence_words(expected: outcomes.Consequence) -> str:
    """The consequence of an option in one line."""
    match expected:
        case outcomes.ManeuverOutcome():
            return _maneuver(expected)
        case outcomes.Declaring():
            return _declaring(expected)
        case outcomes.Rescinding():
            return _rescinding(expected)
        case outcomes.FightingFires():
            return _fighting_fires(expected)
        case outcomes.FloodingRoom():
            flooding = f"flooding {expected.flood} of {expected.limit}"
            works = f"succeeds {names.percent(expected.works)}: fire out, compartment lost"
            return f"{works}, {flooding}; explodes {names.percent(expected.explodes)}"
        case outcomes.CounterfloodOutcome():
            return _counterflood(expected)
        case outcomes.Staying() | outcomes.GoingIn():
            # The page of the question has their parts in columns (``relief_page``).
            return ""
        case outcomes.Relieving():
            return _relieving(expected)
        case outcomes.RepairOutcome():
            return _repairing(expected)
        case outcomes.Striking():
            planned = f"{names.percent(expected.planned)} with your exec's plan"
            return f"hits {names.percent(expected.unfired)} with no fire, {planned}"


def _maneuver(expected: outcomes.ManeuverOutcome) -> str:
    words = _strikes(expected.strikes)
    if expected.made is not None:
        made = names.percent(expected.made)
        words = f"succeeds {made}: {words} ({expected.if_made:.2f} if it does)"
    if expected.fuel is None:
        return words
    dry = f" (runs out {names.percent(expected.dry)})" if expected.dry else ""
    return f"{words}, fuel tonight -{expected.fuel:.1f}{dry}"


def _rescinding(expected: outcomes.Rescinding) -> str:
    guns = "silent" if expected.silent else "fire"
    keep = "keep" if expected.silent else "lose"
    repairs = f"repairs {keep} their {names.signed(expected.repairs)}"
    return f"guns {guns}: {_strikes(expected.strikes)}; {repairs}"


def _fighting_fires(expected: outcomes.FightingFires) -> str:
    fires = []
    for number, (name, out) in enumerate(expected.fires):
        damage = worse_words(expected.worse[number]) if expected.worse else ""
        failed = f" (if not, {damage})" if damage else ""
        fires.append(f"{name} {names.percent(out)}{failed}")
    what, it = ("fire", "it") if len(fires) == 1 else ("fires", "each")
    chances = f"chance to put {it} out this round: {', '.join(fires)}"
    return f"repair parties keep fighting the {what}; {chances}"


def _relieving(expected: outcomes.Relieving) -> str:
    words = f"hull {expected.hull}, fuel {expected.fuel}, ammunition {expected.ammunition}"
    words += f", men {expected.men}"
    if expected.destroyed:
        words += f"; {names.count(expected.destroyed, 'item')} destroyed"
    crew = [f"{names.POST_NAMES[post]} {names.signed(value)}" for post, value in expected.crew]
    return f"{words}; {', '.join(crew) or 'no officer or chief above or below average'}"


def _repairing(expected: outcomes.RepairOutcome) -> str:
    ladder = "no men left"
    if expected.rates:
        first, *others = map(names.percent, expected.rates)
        more = "".join(f", {men} {rate}" for men, rate in enumerate(others, 2))
        ladder = f"1 man {first}{more}"
    danger = worse_words(expected)
    return f"{ladder}; if it fails, {danger}" if danger else ladder


def _strikes(strikes: float) -> str:
    return f"{strikes:.2f} hits expected"


def _prospects(
    expected: outcomes.Declaring, risk: round_risk.Risk, repairs: float, strikes: float
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
    in_all = expected.in_all
    risks = (("sinks", names.percent(in_all.sinks)), ("must leave", names.percent(in_all.leaves)))
    overall = [f"{name} {text}" for name, text in risks if text != NEVER]
    if not overall:
        return f"{granted}; otherwise nothing changes"
    return f"overall, this round: {', '.join(overall)}; {granted}"


def declaration_table(expected: outcomes.Consequences) -> list[tuple[str, ...]]:
    """The headings, then the chances of declaring an emergency, of one granted, of none; empty for
    another decision.
    """
    made = expected.get(YES)
    none = expected.get(NO)
    if not isinstance(made, outcomes.Declaring) or not isinstance(none, outcomes.Declaring):
        return []
    if made.granted is None:
        return []
    granted = names.percent(made.granted)
    repairs = _either(made.granted, made.repairs, none.repairs)
    hits = _either(made.granted, made.strikes, none.strikes)
    overall = _prospects(made, made.in_all, repairs, hits)
    if_granted = _prospects(made, made.risk, made.repairs, made.strikes)
    without = _prospects(made, none.in_all, none.repairs, none.strikes)
    columns: list[tuple[str, ...]] = [("this round", "", f"if granted ({granted})", "")]
    for cells in zip(overall, if_granted, without, strict=True):
        texts = tuple(text for _, text in cells)
        if set(texts) != {NEVER}:
            columns.append((cells[0][0], *texts))
    if made.raid and not made.planes and not made.must_leave:
        raid = f"guns in next raid ({names.percent(made.raid)})"
        columns.append((raid, f"{granted} silent", "silent", "can fire"))
    return list(zip(*columns, strict=True)) if len(columns) > 1 else []


def _either(chance: float, one: float, other: float) -> float:
    return chance * one + (1.0 - chance) * other


def _counterflood(expected: outcomes.CounterfloodOutcome) -> str:
    angles = []
    if points := expected.list_points:
        angles.append(f"list {abs(points)} {'starboard' if points > 0 else 'port'}")
    if points := expected.trim_points:
        angles.append(f"trim {abs(points)} {'aft' if points > 0 else 'forward'}")
    words = ", ".join(angles) or "on an even keel"
    if expected.hinders:
        words += ", which hampers guns and helm"
    if expected.works is not None:
        return f"succeeds {names.percent(expected.works)}: {words}"
    flooding = f"flooding {expected.flood} of {expected.limit}"
    return f"{words}; {flooding}, {expected.flooded} if you counterflood"


def worse_words(expected: outcomes.RepairOutcome, chances: bool = True) -> str:
    """What happens if a job fails, with its chance if ``chances``; empty if nothing does."""
    if expected.level:
        words = f"level {expected.level}"
        if expected.level > expected.limit:
            words = "still out of control" if expected.out_of_control else "out of control"
        if expected.hull:
            words += f", hull -{expected.hull}"
        return f"{words}, she may sink" if expected.may_sink else words
    if not expected.spreads:
        return ""
    hits = f"hit marker {expected.markers} of {expected.limit}"
    is_last = expected.markers >= expected.limit
    if not chances:
        return "destroyed" if is_last else hits
    return f"{names.percent(expected.spreads)} risk of {'destruction' if is_last else hits}"


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
    chances: Mapping[str, str] = {},
) -> list[Block]:
    """The options of a choice with their consequences; about relief with the ``chances`` that are
    known.
    """
    caution = caution_words(choice, state, tables, consequences)
    play = Play(state, tables)
    notes = [*([caution] if caution else []), *question_notes(choice, play)]
    if choice.men:
        men = ", ".join(f"{section} {men}" for section, men in choice.men.items())
        notes.append(f"men available: {men}")
    is_relief = choice.decision is ASK_RELIEF and bool(consequences)
    labels = {}
    rows = []
    for label, name, text, barred in _named_options(choice, state):
        words = f"[not possible: {barred}]" if barred else ""
        if is_relief:
            labels[name] = f"{label}  {text}"
            words = words or chances.get(name, "")
            rows += [(labels[name], words)] if words else []
            continue
        if name in consequences and not barred:
            words = consequence_words(consequences[name])
        rows.append((f"{label}  {text}", words) if words else (label, text))
    parts = relief_page(choice, play, labels) if is_relief else []
    return [*map(Paragraph, notes), *parts, Fields(tuple(rows))]


def _named_options(choice: Choice, state: State) -> Iterator[tuple[str, str, str, str]]:
    """The label, name and text of each option, job or plane, and why it is barred."""
    for number, option in enumerate(choice.options, 1):
        yield str(number), option.value, option.text, option.barred
    for number, (name, job) in enumerate(choice.jobs.items(), 1):
        going_on = ", continued" if job.continued else ""
        yield str(number), name, f"{job.text} ({job.section}{going_on})", ""
    if choice.kind == ASSIGN:
        for plane in state.air.planes:
            if plane.flying:
                yield "plane", str(plane.number), names.short_plane_words(plane), ""


def slot_rows(
    choice: Choice, tables: Tables, detail: Callable[[str], object] = lambda slot: None
) -> list[tuple[str, str]]:
    """A line for each run of slots with the same targets and ``detail``: ``1-3  5-inch mounts 1 to
    3: planes 2, 4``; and its first slot.
    """

    def like(numbered: tuple[int, str]) -> tuple[object, ...]:
        slot = numbered[1]
        short = names.slot_words(slot)
        return short[: max(short.rfind("-"), short.rfind(" "))], choice.slots[slot], detail(slot)

    rows = []
    for _, run in groupby(enumerate(choice.slots, 1), like):
        (first, slot), *others = run
        numbers = f"{first}-{first + len(others)}" if others else str(first)
        name = _run_name([slot, *(other for _, other in others)], tables)
        targets = [str(names.plane_number(plane)) for plane in choice.slots[slot]]
        planes = f"{'planes' if targets[1:] else 'plane'} {', '.join(targets)}"
        rows.append((f"  {numbers:>5}  {name}: {planes}", slot))
    return rows


def _run_name(slots: list[str], tables: Tables) -> str:
    """A run of slots of a kind by their numbers: ``5-inch mounts 1 to 3``."""
    name = names.item_name(tables, slots[0])
    if len(slots) == 1:
        return name
    kind, _, first = name.rpartition(" ")
    last = names.item_name(tables, slots[-1]).rpartition(" ")[2]
    kinds = f"{kind}s" if names.is_mount(name) else kind
    return f"{kinds} {first} {'to' if slots[2:] else 'and'} {last}"


def barred_rows(choice: Choice, tables: Tables) -> list[str]:
    """A line for each reason why slots cannot fire."""
    reasons: dict[str, list[str]] = {}
    for slot, why in choice.barred.items():
        reasons.setdefault(why, []).append(names.item_name(tables, slot))
    return [f"      -  {names.grouped(slots)}: {why}" for why, slots in reasons.items()]
