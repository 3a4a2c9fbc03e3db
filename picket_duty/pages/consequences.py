"""The expected consequences of each option of a decision in words; a whole decision for plain
mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.ids import DIRECTOR, GUN, PUMP, ROOM, STACK, WATER_LINES
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    ORDER_MANEUVER,
    RESCIND,
)
from picket_duty.odds import consequences as outcomes
from picket_duty.odds.departure import Departure, chance_of_no_return
from picket_duty.odds.prospects import Emergency, Prospects, SpoiledAim, prospects
from picket_duty.odds.repair_men import not_needed
from picket_duty.pages.blocks import Block, Fields, Grid, Paragraph
from picket_duty.pages.comparisons import comparison_blocks, outcome_blocks, outcomes_of
from picket_duty.pages.formats import text_lines
from picket_duty.pages.relief import question_notes, relief_page
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision, Job
from picket_duty.rules import anchorage, scenario
from picket_duty.rules.campaign import data_of as campaign_data
from picket_duty.rules.campaign import days_to_serve
from picket_duty.rules.control import NO_FLOODING
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import State
from picket_duty.text import english, names
from picket_duty.text.campaign_progress import at_stake_words

#: What a decision is about, for players who see no figures; a declaration if no wave can come any
#: longer.
DECLARED_AFTER_WAVES = (
    "If an emergency is granted, repairs are easier. No wave can come today, so it costs nothing."
)
HARD_TURN_IN_SHORT = (
    "Planes hit less often in this wave, above all if the maneuver succeeds, but all your mounts "
    "aim much worse. Even a failed attempt may cost fuel when the day ends."
)
IN_SHORT: dict[Decision, str] = {
    ORDER_MANEUVER: (
        "If the maneuver succeeds, planes hit less often in this wave. Even a failed attempt may "
        "cost fuel when the day ends."
    ),
    DECLARE: (
        "If an emergency is granted, repairs are easier, but your guns stay silent in the next "
        "wave of the day."
    ),
    RESCIND: "When the emergency ends, your guns can fire again, and repairs are no longer easier.",
    FLOOD: "Flooding puts out the fire, but you lose the compartment and the ship takes on water.",
    COUNTERFLOOD: "Counterflooding reduces list or trim, but the ship takes on more water.",
}


def in_short_words(choice: Choice, state: State) -> str:
    """What a decision is about, without a figure; empty if its options say it."""
    if choice.decision == ORDER_MANEUVER and state.option(SPOILED_AIM):
        return HARD_TURN_IN_SHORT
    return IN_SHORT.get(choice.decision, "")


def caution_words(
    choice: Choice, state: State, tables: Tables, expected: Prospects | None = None
) -> str:
    """What a deck fire may cost, beside the decision to declare an emergency; empty if none burns
    (rules 7.5).

    With what is ``expected`` of both answers it also says what leaving would mean while a smaller
    fire burns.
    """
    worst = max(state.ship.deck_fires.values(), default=0)
    if choice.decision != DECLARE or not worst:
        return ""
    numbers = tables.numbers
    hull = english.count(numbers.deck_fire_hull_loss, "hull point")
    words = [f"A deck fire of level {numbers.deck_fire_burns} or more costs {hull} per round."]
    if state.ship.hull <= numbers.deck_fire_hull_loss:
        words.append("At hull 0, the ship may sink.")
    if anchorage.reasons_to_return(Play(state, tables)):
        return " ".join(["Your ship must leave her station; now she herself is at stake.", *words])
    may_leave = False
    if isinstance(expected, Emergency):
        _, undeclared = expected.risk
        may_leave = undeclared.leaves > 0
    is_wild = worst >= numbers.deck_fire_limit
    if is_wild:
        wild = "A deck fire out of control forces your ship to leave, even if you put it out later."
        words.insert(0, wild)
    left = _leaving_words(Play(state, tables), expected is not None)
    if left and (is_wild or may_leave):
        words.append(f"If your ship must leave, {left}.")
    return " ".join(words)


def _leaving_words(play: Play, aided: bool) -> str:
    """What it means that she leaves, with its chance if ``aided``; empty for a squadron, which has
    other ships.
    """
    if play.state.scenario:
        return "the scenario is lost"
    data = campaign_data(play)
    if data is None or data.squadron:
        return ""
    if days_to_serve(play) <= 1:
        return f"{at_stake_words(play.state) or 'the campaign'} is lost"
    chance = f" ({english.percent(chance_of_no_return(play))})" if aided else ""
    unless = f"unless she founders on the way or is sent to the rear{chance}"
    return f"she goes in for repairs, {unless}"


def consequence_words(expected: outcomes.Consequence) -> str:
    """The consequence of an option in one line; empty for one that is in a table."""
    match expected:
        case outcomes.FiresOutcome():
            return _fighting_fires(expected)
        case outcomes.FloodOutcome():
            return _flooding(expected)
        case outcomes.CounterfloodOutcome():
            return _counterflood(expected)
        case outcomes.StayOutcome() | Departure():
            # The page of the question has their parts in columns (``relief_page``).
            return ""
        case outcomes.RelievingShip():
            return _relieving(expected)
        case outcomes.PlaneOutcome():
            planned = f"{english.percent(expected.planned)} with your exec's plan"
            return f"hits {english.percent(expected.unfired)} unopposed, {planned}"
        case (
            outcomes.ManeuverOutcome()
            | outcomes.DeclarationOutcome()
            | outcomes.RescindOutcome()
            | outcomes.RepairOutcome()
        ):
            return ""


def _fighting_fires(expected: outcomes.FiresOutcome) -> str:
    fires = []
    for number, (name, out) in enumerate(expected.fires):
        damage = worse_words(expected.worse[number]) if expected.worse else ""
        failed = f" (if not, {damage})" if damage else ""
        fires.append(f"{name} {english.percent(out)}{failed}")
    what, it = ("fire", "it") if len(fires) == 1 else ("fires", "each")
    chances = f"chance to put {it} out this round: {', '.join(fires)}"
    return f"repair parties keep fighting the {what}; {chances}"


def _relieving(expected: outcomes.RelievingShip) -> str:
    words = f"hull {expected.hull}, fuel {expected.fuel}, ammunition {expected.ammunition}"
    words += f", men {expected.men}"
    if expected.destroyed:
        words += f"; {english.count(expected.destroyed, 'item')} destroyed"
    crew = [f"{names.POST_NAMES[post]} {english.signed(value)}" for post, value in expected.crew]
    return f"{words}; {', '.join(crew) or 'all officers and chiefs are average'}"


def _flooding(expected: outcomes.FloodOutcome) -> str:
    flooding = f"flooding {expected.flood} of {expected.limit}"
    words = f"succeeds {english.percent(expected.works)}: fire out, compartment lost, {flooding}"
    return f"{words}; explodes {english.percent(expected.explodes)}" if expected.explodes else words


def _counterflood(expected: outcomes.CounterfloodOutcome) -> str:
    angles = []
    if points := expected.list_points:
        angles.append(f"list {abs(points)} {'starboard' if points > 0 else 'port'}")
    if points := expected.trim_points:
        angles.append(f"trim {abs(points)} {'aft' if points > 0 else 'forward'}")
    words = ", ".join(angles) or "even keel"
    return f"{words}; hinders the guns and the helm" if expected.hinders else words


def counterflooding_words(expected: outcomes.Consequences) -> str:
    """What all counterflooding has in common, in sentences; empty for another decision."""
    now = expected.get(NO_FLOODING)
    # Every attempt has the same chance and flooding; the last option is one.
    after = list(expected.values())[-1] if expected else None
    if not isinstance(now, outcomes.CounterfloodOutcome):
        return ""
    if not isinstance(after, outcomes.CounterfloodOutcome) or after.works is None:
        return ""
    hinder = "List and trim hinder the guns and the helm."
    if not now.hinders:
        hinder = "List and trim have no effect now."
    chance = f"An attempt succeeds {english.percent(after.works)} of the time"
    return f"{hinder} {chance}, and flooding is then {after.flooded} of {after.limit}."


def sums(expected: outcomes.Consequences) -> list[str]:
    """What the page of odds adds up for both answers, in sentences."""
    made = expected.get(YES)
    none = expected.get(NO)
    if isinstance(made, outcomes.ManeuverOutcome) and isinstance(none, outcomes.ManeuverOutcome):
        tried = f"{made.strikes:.2f} if you try the maneuver"
        return [f"Hits expected in this wave: {tried}, {none.strikes:.2f} if you hold course."]
    if not isinstance(made, outcomes.DeclarationOutcome):
        return []
    in_all = {"ship sinks": made.in_all.sinks, "must leave": made.in_all.leaves}
    risks = [f"{what} {english.percent(share)}" for what, share in in_all.items() if share]
    return [f"If you declare an emergency, granted or not: {', '.join(risks)}."] if risks else []


def worse_in_short(expected: outcomes.RepairOutcome, chances: bool = True) -> str:
    """What happens if a job fails, in a column of a table: the worst of it. A deck fire out of
    control costs hull too, but that it is out of control is worse.
    """
    hull = 0 if expected.level > expected.limit else expected.hull
    words = worse_words(msgspec.structs.replace(expected, hull=hull, may_sink=False), chances)
    return words.replace(" risk of hit marker ", " hit ").replace(" risk of ", " ")


def rest_words(play: Play) -> str:
    """The heading of the jobs that no fight depends on, with their part in tonight's morale."""
    if scenario.last_turn(play):
        return "Not needed in battle:"
    morale = english.signed(play.tables["23"].modifier("secondary").value)
    return f"Not needed in battle, but damage here gives {morale} on tonight's morale roll:"


def worse_words(expected: outcomes.RepairOutcome, chances: bool = True) -> str:
    """What happens if a job fails, with its chance if ``chances``; empty if nothing does."""
    # Only a deck fire has a level.
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
    return f"{english.percent(expected.spreads)} risk of {'destruction' if is_last else hits}"


def unrepaired_words(play: Play, job: Job) -> str:
    """What the ship lacks in a fight until a job is done; empty if nothing."""
    tables = play.tables
    directed = [data.name for data in tables.calibers.values() if data.director == job.target]
    if directed:
        return f"no {directed[0]} bonus"
    # The mounts that can be repaired lose the bonus with their first hit, too.
    if job.kind in (DIRECTOR, GUN):
        return "no director bonus"
    if job.target == WATER_LINES:
        return f"{english.signed(tables['20'].modifier('water_lines').value)} on repairs"
    if job.kind == PUMP:
        return "still flooded"
    if job.kind == ROOM and tables.compartments[job.target].kind == STACK:
        return "no maneuver"
    return ""


#: The chance of a job without men.
NO_CHANCE = "-"
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
    play = Play(state, tables)
    expected = prospects(play, choice) if consequences else None
    caution = caution_words(choice, state, tables, expected)
    notes = [*([caution] if caution else []), *question_notes(choice, play)]
    if isinstance(expected, SpoiledAim):
        return [*map(Paragraph, notes), *outcome_blocks(choice, outcomes_of(play, expected))]
    if expected is not None:
        return [*map(Paragraph, notes), *comparison_blocks(choice, expected)]
    if together := counterflooding_words(consequences):
        notes.append(together)
    if choice.men:
        men = ", ".join(f"{section} {men}" for section, men in choice.men.items())
        notes.append(f"men available: {men}")
    if choice.jobs:
        return [*map(Paragraph, notes), *_jobs_blocks(choice, play, consequences)]
    # The page about relief has the consequences in columns under these labels; below it, only what
    # bars an option or its chance is listed.
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
    """The label, name and text of each option or plane, and why it is barred."""
    for number, option in enumerate(choice.options, 1):
        yield str(number), option.value, option.text, option.barred
    if choice.kind == ASSIGN:
        for plane in state.air.planes:
            if plane.flying:
                yield "plane", str(plane.number), names.short_plane_words(plane), ""


def _jobs_blocks(
    choice: Choice, play: Play, consequences: outcomes.Consequences
) -> Iterator[Block]:
    """The jobs with the chance of each by its men, and what happens if it fails; those that no
    fight depends on below the others.
    """
    rest = not_needed(choice.jobs)
    if needed := [name for name in choice.jobs if name not in rest]:
        yield _jobs_table(choice, play, needed, consequences)
    if rest:
        yield Paragraph(rest_words(play))
        yield _jobs_table(choice, play, rest, consequences)


def _jobs_table(
    choice: Choice, play: Play, shown: Iterable[str], consequences: outcomes.Consequences
) -> Grid:
    """Some jobs, with what happens if one fails and its chance by the number of men."""
    numbers = {name: number for number, name in enumerate(choice.jobs, 1)}
    rows: list[tuple[str, ...]] = []
    for name in shown:
        job = choice.jobs[name]
        going_on = ", continued" if job.continued else ""
        label = f"{numbers[name]}  {job.text} ({names.SHORT_SECTIONS[job.section]}{going_on})"
        expected = consequences.get(name)
        if isinstance(expected, outcomes.RepairOutcome):
            worse = worse_words(expected) or unrepaired_words(play, job)
            rows.append((label, worse, *chances_by_men(expected, choice.most)))
        else:
            rows.append((label,))
    if not consequences:
        return Grid(("",), tuple(rows))
    men = (*map(str, range(choice.most)), f"{choice.most} men")
    return Grid(("", "if it fails", *men), tuple(rows), right=tuple(range(2, len(men) + 2)))


def chances_by_men(expected: outcomes.RepairOutcome, most: int) -> list[str]:
    """The chance of a job with no man, one man and so on up to ``most``; empty for men that its
    section does not have.
    """
    chances = [NO_CHANCE, *map(english.percent, expected.rates)]
    return chances + [""] * (most + 1 - len(chances))


def slot_rows(
    choice: Choice, tables: Tables, detail: Callable[[str], object] = lambda slot: None
) -> list[tuple[str, str]]:
    """A line for each run of slots of a kind with the same targets and ``detail``: ``1-3 5-inch
    mounts 1 to 3: planes 2, 4``; and its first slot.
    """

    def like(numbered: tuple[int, str]) -> tuple[object, ...]:
        _, slot = numbered
        short = names.slot_words(slot)
        # The short name up to the number at its end is the kind.
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
