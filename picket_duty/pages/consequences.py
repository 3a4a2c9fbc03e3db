"""The expected consequences of each option of a decision, in words."""

from __future__ import annotations

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.ids import DIRECTOR, GUN, PUMP, ROOM, STACK, WATER_LINES
from picket_duty.book.vocabulary import COUNTERFLOOD, DECLARE, FLOOD, ORDER_MANEUVER, RESCIND
from picket_duty.odds import consequences as outcomes
from picket_duty.odds.departure import Departure, chance_of_no_return
from picket_duty.odds.prospects import Emergency, Prospects
from picket_duty.requests import Choice, Decision, Job
from picket_duty.rules import anchorage, scenario
from picket_duty.rules.campaign import data_of as campaign_data
from picket_duty.rules.campaign import days_to_serve
from picket_duty.rules.control import NO_FLOODING
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import State
from picket_duty.text import english, names
from picket_duty.text.campaign_progress import at_stake_words

#: What a decision is about, for players who see no figures: a declaration if no wave can come any
#: longer, an emergency maneuver that spoils the aim, and every other decision.
DECLARED_AFTER_WAVES = (
    "If an emergency is granted, repairs are easier. No wave can come today, so an emergency costs "
    "nothing."
)
HARD_TURN_IN_SHORT = (
    "In this wave, planes are less likely to hit you, above all if the maneuver succeeds, but all "
    "your mounts aim much worse. Even a failed attempt may cost fuel when the day ends."
)
IN_SHORT: dict[Decision, str] = {
    ORDER_MANEUVER: (
        "If the maneuver succeeds, planes are less likely to hit you in this wave. Even a failed "
        "attempt may cost fuel when the day ends."
    ),
    DECLARE: (
        "If an emergency is granted, repairs are easier, but your guns stay silent in the next "
        "wave of the day."
    ),
    RESCIND: "When the emergency ends, your guns can fire again, but repairs lose their bonus.",
    FLOOD: "Flooding puts out the fire, but you lose the compartment and the ship takes on water.",
    COUNTERFLOOD: "Counterflooding reduces list or trim, but the ship takes on more water.",
}

#: The chance of a job without men.
NO_CHANCE = "-"


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
    is_wild = worst >= numbers.deck_fire_limit
    if is_wild:
        wild = "A deck fire out of control forces your ship to leave, even if you put it out later."
        words.insert(0, wild)
    # A smaller fire may still force her to leave, as far as that is known.
    may_leave = is_wild
    if isinstance(expected, Emergency):
        _, undeclared = expected.risk
        may_leave = is_wild or undeclared.leaves > 0
    left = _leaving_words(Play(state, tables), aided=expected is not None)
    if left and may_leave:
        words.append(f"If your ship must leave, {left}.")
    return " ".join(words)


def _leaving_words(play: Play, aided: bool) -> str:
    """What it means if she leaves, with the chance that she does not return if ``aided``; empty for
    a squadron, which has other ships.
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
    return f"{hinder} {chance} and raises flooding to {after.flooded} of {after.limit}."


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
    if not risks:
        return []
    return [f"If you declare an emergency, whether granted or not: {', '.join(risks)}."]


def worse_in_short(expected: outcomes.RepairOutcome, chances: bool = True) -> str:
    """What happens if a job fails, in a column of a table: ``level 2, hull -1``, ``17% hit 2 of
    3``.
    """
    # The worst of it is enough: a deck fire out of control costs hull too, but less.
    hull = 0 if expected.level > expected.limit else expected.hull
    words = worse_words(msgspec.structs.replace(expected, hull=hull, may_sink=False), chances)
    # ``worse_words`` says "17% risk of hit marker 2 of 3" or "17% risk of destruction".
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


def chances_by_men(expected: outcomes.RepairOutcome, most: int) -> list[str]:
    """The chance of a job with no man, one man and so on up to ``most``; empty for men that its
    section does not have.
    """
    chances = [NO_CHANCE, *map(english.percent, expected.rates)]
    return chances + [""] * (most + 1 - len(chances))
