"""The view model of the battle screen: the game and the orders not yet given; below it, the rolls
that a selection or a decision leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from picket_duty.book import vocabulary
from picket_duty.book.ids import slot_named
from picket_duty.charts import ChartError
from picket_duty.drafts.fire_plan import FirePlanDraft, begin_fire_plan
from picket_duty.events import Damage, DecisionMade
from picket_duty.facts import WaveReport, facts_of
from picket_duty.game import Game
from picket_duty.odds.aims import AimPlans
from picket_duty.odds.orders import is_fighters
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice, Job, Roll
from picket_duty.rules import (
    anchorage,
    control,
    coverage,
    gunnery,
    jobs,
    raid,
    stations,
    upkeep,
    wave,
    weather,
)
from picket_duty.rules.play import ArmedMount, Play
from picket_duty.state import SECTIONS, Plane, Ship, State
from picket_duty.tui.deck_plan import place_of_job


@dataclass
class BattleView:
    """The game as the panels show it, the fire plan being made, and the plane, slot and mount
    selected.
    """

    game: Game
    plane: int | None = None
    slot: str = ""
    #: The slot that the player selected last; it is selected again with each plane it bears on.
    chosen_slot: str = ""
    mount: str = ""
    #: The fire plan made last, None before the first.
    draft: FirePlanDraft | None = None
    #: The plans by aim that autoplay has worked out.
    known_aims: AimPlans | None = None
    #: The words of the header for the speed and the standing orders.
    speed: str = ""
    orders: str = ""
    #: Whether the ship is known to be lost, even while ``game`` shows an earlier position.
    lost: bool = False
    #: The number of events at the player's last order, -1 before the first.
    events_at_order: int = -1
    #: Whether the officers are about to open fire, since there is only one plan.
    officers_fire: bool = False
    #: The wave that the decision directly follows, whose card is shown with it.
    card: WaveReport | None = None
    #: Whether the order panel lists the planes, and whether the log is visible.
    panel_lists_planes: bool = False
    shows_log: bool = False
    #: The indexes of the events of decisions that the officers made.
    by_officers: set[int] = field(default_factory=set)
    #: The monotonic time until which keys are ignored, since autoplay has just stopped.
    guarded_until: float = 0.0
    #: The headline if the banner shows only its beginning.
    cut_headline: str = ""

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.game.state

    @property
    def ship(self) -> Ship:
        """The ship on duty."""
        return self.game.state.ship

    @property
    def planning(self) -> Choice | None:
        """The fire plan choice if one is requested, or None."""
        request = self.game.request
        return request if isinstance(request, Choice) and request.kind == ASSIGN else None

    @property
    def by_guns(self) -> bool:
        """Whether the fire plan is made gun by gun."""
        return self.draft is not None and self.draft.by_guns

    @property
    def wants_aim(self) -> bool:
        """Whether the fire plan waits for its aim: no gun has had a chance to get a target."""
        return self.planning is not None and self.draft is not None and self.draft.wants_aim

    def selected_plane(self) -> Plane | None:
        """The plane selected; None if none is, or if it has gone."""
        return next((plane for plane in self.state.air.planes if plane.number == self.plane), None)

    def first_event_since_order(self) -> int:
        """Index of the first event since the player's last order; in a resumed game, of the last
        choice; else 0.
        """
        events = self.game.events
        if 0 <= self.events_at_order <= len(events):
            return self.events_at_order
        latest = reversed(range(len(events)))
        return next((index for index in latest if isinstance(events[index], DecisionMade)), 0)

    def mount_with_arcs(self) -> ArmedMount | None:
        """The mount whose arcs are shown: the one clicked, the one selected gun by gun, or the one
        firing now.
        """
        request = self.game.request
        name = self.mount
        if not name and isinstance(request, Roll):
            name = request.item
        elif not name and self.by_guns:
            name = self.slot
        return self.game.play.battery().get(name)

    def targets(self) -> Mapping[str, int]:
        """The target of each slot: in the plan being made, or in the committed plan for slots that
        have yet to fire.
        """
        if self.planning is not None:
            return {} if self.draft is None else self.draft.now.targets
        air = self.state.air
        flying = {plane.number for plane in air.planes if plane.flying}
        targets: dict[str, int] = {}
        for event in facts_of(self.game).phase_events(self.game) if flying else ():
            if isinstance(event, DecisionMade) and event.kind == ASSIGN and event.wave == air.wave:
                targets = {slot: plane for slot, plane in event.answer.items() if plane in flying}
            elif isinstance(event, Roll):
                targets.pop(event.item, None)
        return targets

    def start_plan(self) -> None:
        """Start a fire plan, and select the first plane that any slot bears on."""
        choice = self.planning
        self.draft = None
        self.plane = None
        self.slot = ""
        if choice is None:
            return
        self.draft = begin_fire_plan(self.game, choice, self.known_aims)
        self.plane = min(plane for planes in choice.slots.values() for plane in planes)
        self.choose_slot(self.bearing_slots()[0])

    def look_at(self, plane: int) -> None:
        """Select a plane of the fire plan, and a slot that bears on it: the slot that the player
        selected last, or else the one selected now.

        If neither bears on the plane, it is the first slot of the same kind as the one selected
        now, or the first gun: a fighter would be used up.
        """
        self.plane = plane
        slots = self.bearing_slots()
        if self.chosen_slot in slots:
            self.slot = self.chosen_slot
        elif self.slot not in slots:
            kind = type(slot_named(self.slot)) if self.slot else None
            same_kind = [slot for slot in slots if type(slot_named(slot)) is kind]
            guns = [slot for slot in slots if not is_fighters(slot)]
            self.slot = next(iter(same_kind or guns or slots), "")

    def choose_slot(self, slot: str) -> None:
        """Select a slot for the player."""
        self.slot = slot
        self.chosen_slot = slot

    def clicks(self) -> dict[str, str]:
        """The click action of each place of the ship: select a mount, or send one more man to a
        job.
        """
        request = self.game.request
        actions = {name: f"screen.mark_mount('{name}')" for name in self.ship.mounts}
        if isinstance(request, Choice) and request.kind == MEN_TO_JOBS:
            actions |= {
                place_of_job(job): f"screen.job({number})"
                for number, job in enumerate(request.jobs)
            }
        return actions

    def men_at_work(self) -> dict[str, int]:
        """The men at each job while the rolls of a damage control round are made; nobody works
        before the orders or after the results.
        """
        request = self.game.request
        # The round is over when the planes of the next wave are identified.
        if not isinstance(request, Roll) or request.purpose is vocabulary.IDENTIFY:
            return {}
        last_decision = ""
        for event in facts_of(self.game).phase_events(self.game):
            if isinstance(event, DecisionMade):
                last_decision = event.about
        return dict(self.ship.jobs) if last_decision == vocabulary.REPAIR_MEN.id else {}

    def fires_out_of_control(self) -> list[str]:
        """The sections whose deck fire got out of control in this phase and is still at its last
        level.
        """
        damage = (
            event
            for event in facts_of(self.game).phase_events(self.game)
            if isinstance(event, Damage)
        )
        sections = {
            event.section
            for event in damage
            if event.effect == vocabulary.DamageEffect.OUT_OF_CONTROL
        }
        fires = self.ship.deck_fires
        limit = self.game.tables.numbers.deck_fire_limit
        return [name for name in SECTIONS if name in sections and fires.get(name) == limit]

    def bearing_slots(self) -> list[str]:
        """The slots of the fire plan that bear on the plane selected."""
        slots = self.planning.slots if self.planning is not None else {}
        return [slot for slot, planes in slots.items() if self.plane in planes]


def suggest(game: Game) -> Answer:
    """The exec's answer to the current choice. Raises ValueError if no choice is pending."""
    from picket_duty.captains.doctrine import exec_answer

    choice = game.request
    if not isinstance(choice, Choice):
        raise ValueError("no choice is pending")
    return exec_answer(game.play, choice)


#: The rolls of charts whose column or modifiers depend on the ship, the day or the raid.
CHARTS_NOW: dict[str, Callable[[Play], Roll]] = {
    "5-1": stations.land_radar_roll,
    "6-1": weather.weather_roll,
    "6-2": weather.storm_roll,
    "7-1": coverage.types_roll,
    "7-3": coverage.kikusui_roll,
    "8-1": raid.raid_roll,
    "14-1": wave.hull_loss_roll,
    "16": anchorage.sink_roll,
    "17": control.declaration_roll,
    "19": wave.maneuver_roll,
    "21": lambda play: control.flooding_roll(play, name=""),
    "23": upkeep.morale_roll,
    "24": upkeep.fuel_roll,
}


def chart_now(play: Play, chart: str) -> Roll | None:
    """The roll on a chart as it would be made now; None if nothing in the game changes it."""
    # Of a ship that is lost or in the rear, the state keeps nothing that could change a roll.
    if not play.ship.crew:
        return None
    # A repair roll is of a job; the first one that is open stands for the others.
    if chart == "20" and (open_jobs := jobs.open_jobs(play)):
        name, job = next(iter(open_jobs.items()))
        return repair_of(play, name, job, play.tables.numbers.men_per_job)
    make = CHARTS_NOW.get(chart)
    return _roll_now(play, lambda: make(play)) if make else None


def shot_of(play: Play, slot: str, plane: Plane | None) -> Roll | None:
    """The shot of a fire plan slot at a plane; None if nothing is selected."""
    if not slot or plane is None:
        return None
    return _roll_now(play, lambda: gunnery.shot_roll(play, slot_named(slot), plane))


def repair_of(play: Play, name: str, job: Job, men: int) -> Roll | None:
    """The roll of a repair job with a number of men, at least one."""
    return _roll_now(play, lambda: control.repair_roll(play, name, job, max(1, men)))


def decision_rolls(play: Play, choice: Choice) -> list[Roll]:
    """The rolls that a decision leads to, in their order; empty if it leads to none.

    A ship relieved for repairs rolls on table 18, before that on table 16 if her hull is weak; one
    relieved for stores rolls on table 18-1.
    """
    makes: list[Callable[[Play], Roll]] = []
    if choice.decision is vocabulary.ORDER_MANEUVER:
        makes = [wave.maneuver_roll]
    elif choice.decision is vocabulary.DECLARE:
        makes = [control.declaration_roll]
    elif choice.decision in (vocabulary.FLOOD, vocabulary.COUNTERFLOOD):
        makes = [lambda play: control.flooding_roll(play, name="")]
    elif choice.decision is vocabulary.ASK_RELIEF:
        if upkeep.ASK_REPAIR in choice.legal():
            if play.ship.hull < play.tables.numbers.steady_hull:
                makes.append(anchorage.sink_roll)
            makes.append(anchorage.repairs_roll)
        if upkeep.ASK_REPLENISH in choice.legal():
            makes.append(anchorage.replenish_roll)
    rolls = (_roll_now(play, partial(make, play)) for make in makes)
    return [roll for roll in rolls if roll is not None]


def _roll_now(play: Play, make: Callable[[], Roll]) -> Roll | None:
    """A roll with the current phase and wave; None if there is no chart for it."""
    try:
        roll = make()
    except ChartError:
        return None
    roll.phase = play.state.label
    roll.wave = play.state.air.wave
    return roll
