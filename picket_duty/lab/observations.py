"""Observations of a game for a learner: numbers from -1 to 1, each with a name and a unit (``features_of``).

Ship, sky and planes are written once per decision; what a question changes (the plan so far, the odds of the slot, the
legal answers) is updated question by question, which gives most of the speed.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from picket_duty.book import Tables
from picket_duty.book.ids import (
    AFS,
    DECK_FIRE,
    DIRECTOR,
    GUN,
    INSTRUMENT,
    PUMP,
    ROOM,
    SECONDARY,
    SFS,
    Fighters,
    SupportShip,
    slot_named,
)
from picket_duty.book.vocabulary import DECISIONS, FLOOD, ORDER_MANEUVER
from picket_duty.odds import damage_weights, fire, repair
from picket_duty.odds.fire import Hits, Threats
from picket_duty.odds.roll_odds import chance, row_outcomes
from picket_duty.requests import ASSIGN, Choice, Job
from picket_duty.rules import control, gunnery, wave
from picket_duty.rules.play import YES, Play
from picket_duty.rules.scenario import phases_of
from picket_duty.rules.weather import TYPHOON
from picket_duty.state import (
    DAMAGED,
    KINDS,
    PHASES,
    PLANE_DAMAGED,
    POSTS,
    SECTIONS,
    WEAPONS,
    WORKING,
    Plane,
)

Seen: TypeAlias = NDArray[np.float32]

#: The most answers to a question: flooding has the longest list of options, the largest wave nine planes.
ANSWERS = 24
#: Planes of a wave in an observation.
PLANES = 9
#: Markers, support ships and shots at a plane are counted in tens, waves in fours.
TENS, FOURS = 10.0, 4.0
#: Upper limits of damage, in ships: a fifth of a ship is a little more than one strike costs; and of the damage one
#: slot can prevent.
DAMAGE, SAVED = 0.2, 0.05
ALTITUDES = {"L": 0.0, "M": 0.5, "H": 1.0}
STATES = {WORKING: 1.0, DAMAGED: 0.5}
BEARINGS = tuple(range(0, 360, 45))
JOBS = (DECK_FIRE, ROOM, PUMP, INSTRUMENT, DIRECTOR, GUN, SECONDARY)
#: Upper limit for the number of slots of a fire plan, or of jobs.
PLAN = 30
#: Upper limit of the value of officers and chiefs.
BEST_OFFICER = 2.0
TRUTH = "0 or 1"
SHIPS = "ships lost, {} and more being 1"


class Feature(msgspec.Struct, frozen=True):
    """The name and unit of one number of an observation."""

    name: str
    unit: str


class Part(msgspec.Struct, frozen=True):
    """A group of numbers of an observation: their features and their place."""

    name: str
    features: tuple[Feature, ...]
    first: int

    @property
    def place(self) -> slice:
        """Their place in an observation."""
        return slice(self.first, self.first + len(self.features))


class Fleet(msgspec.Struct, frozen=True):
    """The mounts of a set of tables, those with their own director, and the kinds of weather."""

    mounts: tuple[str, ...]
    directed: tuple[str, ...]
    weather: tuple[str, ...]


def fleet_of(tables: Tables) -> Fleet:
    """The mounts and weather of a set of tables, the same for every game."""
    kinds = {mount.id: tables.calibers[mount.kind] for ship in tables.ships.values() for mount in ship.mounts}
    chart = tables["9-1"]
    directed = [
        mount
        for mount, data in kinds.items()
        if not data.director and any(chart.entry(data.bonus, level)["bonus"] for level in chart.columns)
    ]
    weather = dict.fromkeys(row["weather"] for row, _ in row_outcomes(tables["6-1"], None, 0))
    return Fleet(tuple(sorted(kinds)), tuple(sorted(directed)), (*weather, TYPHOON))


# -- what each number is --------------------------------------------------------------


def parts_of(tables: Tables) -> dict[str, Part]:
    """The parts of an observation in their order, by name."""
    fleet, parts, first = fleet_of(tables), {}, 0
    for name, features in (
        ("ship", _ship_features(tables, fleet)),
        ("sky", _sky_features(fleet)),
        ("planes", [feature for number in range(1, PLANES + 1) for feature in _plane_features(number)]),
        ("decision", [Feature(f"decision: {about}", TRUTH) for about in DECISIONS]),
        ("plan", [feature for number in range(1, PLANES + 1) for feature in _plan_features(number)]),
        ("asked", _asked_features(fleet)),
        ("legal", [Feature(f"answer {answer}: legal", TRUTH) for answer in range(ANSWERS)]),
        ("works", [Feature(f"answer {answer}: works", "chance that it does") for answer in range(ANSWERS)]),
        ("saves", [Feature(f"answer {answer}: saves", SHIPS.format(SAVED)) for answer in range(ANSWERS)]),
    ):
        parts[name] = Part(name, tuple(features), first)
        first += len(parts[name].features)
    return parts


class Layout(msgspec.Struct, frozen=True):
    """The layout of observations for a set of tables, the same for every game."""

    fleet: Fleet
    parts: dict[str, Part]
    features: tuple[Feature, ...]


@lru_cache(maxsize=4)
def layout_of(tables: Tables) -> Layout:
    """The layout, computed once per set of tables."""
    parts = parts_of(tables)
    return Layout(fleet_of(tables), parts, tuple(feature for part in parts.values() for feature in part.features))


def features_of(tables: Tables) -> tuple[Feature, ...]:
    """Every feature of an observation in order, the same for every game with these tables."""
    return layout_of(tables).features


def _ship_features(tables: Tables, fleet: Fleet) -> Iterator[Feature]:
    for track in ("ammunition", "fuel", "hull", "maneuver"):
        yield Feature(track, f"share of the {getattr(tables.numbers, track)} at the start")
    limit = tables.numbers.flood_limit
    yield Feature("flood", f"share of {limit} points")
    yield Feature("list", f"share of {limit} points, to starboard positive")
    yield Feature("trim", f"share of {limit} points, by the stern positive")
    yield Feature("morale", f"share of {tables.numbers.morale_limit}, -1 to 1")
    for name in ("fighter direction team", "water lines marked out", "gun bonuses lost"):
        yield Feature(name, TRUTH)
    yield Feature("support ships", f"of {TENS:g}")
    yield Feature("emergency declaration", f"stage, of {FOURS:g}")
    for post in POSTS:
        yield Feature(f"value of {post}", f"of {BEST_OFFICER:g}, -1 to 1")
    for section in SECTIONS:
        yield Feature(f"deck fire {section}", f"level, of {tables.numbers.deck_fire_limit}")
    for section in SECTIONS:
        yield Feature(f"men {section}", f"share of {tables.numbers.men[section]}")
    for mount in fleet.mounts:
        yield Feature(f"{mount} hits", f"of {tables.numbers.mount_hits}; destroyed or not carried 1")
    for mount in fleet.directed:
        yield Feature(f"{mount} director", TRUTH)
    for data in tables.sheet.compartments:
        yield Feature(f"{data.id} markers", f"of {data.markers}; destroyed, flooded or not there 1")
        yield Feature(f"{data.id} burns", TRUTH)
    for item in tables.equipment:
        yield Feature(item, "working 1, damaged 0.5, destroyed 0")


def _sky_features(fleet: Fleet) -> Iterator[Feature]:
    for names in KINDS, PHASES, fleet.weather:
        yield from (Feature(name, TRUTH) for name in names)
    yield Feature("advanced game", TRUTH)
    yield Feature("phases left today", f"of {len(PHASES)}")
    yield Feature("days since the start", "share of the longest campaign")
    yield Feature("stopped for survivors", TRUTH)
    yield Feature("Kikusui raid", TRUTH)
    yield Feature("maneuver result", "succeeded 1, failed -1, not tried 0")
    yield Feature("fighter markers", f"of {TENS:g}")
    yield Feature("waves come", f"of {FOURS:g}")
    yield Feature("waves coming", f"of {FOURS:g}")
    for which in "next wave", "later waves":
        yield from (Feature(f"{which}: planes from {bearing:03}", f"of {TENS:g}") for bearing in BEARINGS)
        yield from (Feature(f"{which}: planes at altitude {altitude}", f"of {TENS:g}") for altitude in ALTITUDES)


def _plane_features(number: int) -> Iterator[Feature]:
    for name, unit in (
        ("flying", TRUTH), ("bearing sine", "-1 to 1"), ("bearing cosine", "-1 to 1"),
        ("altitude", "low 0, medium 0.5, high 1"), ("hits", "share of those that flame it"), ("damaged", TRUTH),
        ("aflame", TRUTH), ("special", TRUTH), *((weapon, TRUTH) for weapon in WEAPONS),
        ("harm unfired at", SHIPS.format(DAMAGE)),
    ):  # fmt: skip
        yield Feature(f"plane {number}: {name}", unit)


def _plan_features(number: int) -> Iterator[Feature]:
    for name, unit in (
        ("slots at it", f"of {TENS:g}"), ("untouched", "chance under the plan so far"),
        ("aflame", "chance under the plan so far"), ("destroyed", "chance under the plan so far"),
        ("harm", f"{SHIPS.format(DAMAGE)}, under the plan so far"),
    ):  # fmt: skip
        yield Feature(f"plan, plane {number}: {name}", unit)


def _asked_features(fleet: Fleet) -> Iterator[Feature]:
    yield from (Feature(f"asked: {name}", TRUTH) for name in (*fleet.mounts, AFS, SFS, *JOBS, *SECTIONS))
    yield Feature("asked: questions left", f"of {PLAN}")
    yield Feature("asked: men left in the section", f"of {TENS:g}")


# -- values ------------------------------------------------------------


#: Effects of shots: by the common traits of slots, then by altitude, special or not, and weapon of the plane.
Shots = dict[object, dict[tuple[str, bool, str], Hits]]


class Plan:
    """A fire plan built slot by slot: what each plane may still do, and what the current slot would prevent."""

    def __init__(self, play: Play, threats: Threats, shots: Shots) -> None:
        """``threats`` and ``shots`` are caches that are still valid."""
        self._play = play
        self._planes: dict[int, Plane] = {}
        self._kinds: dict[int, tuple[str, bool, str]] = {}
        self._weights: dict[int, Hits] = {}
        self._shots = shots
        self.threat: dict[int, Hits] = {}
        self.hits: dict[int, Hits] = {}
        self.damage: dict[int, float] = {}
        self.slots: dict[int, int] = {}
        for plane in play.state.air.planes:
            if plane.flying:
                number = plane.number
                self._planes[number] = plane
                self._kinds[number] = (plane.altitude, plane.special, plane.weapon)
                self.threat[number] = threats.of(plane)
                self.slots[number] = 0
                self._set(number, fire.hits_of(plane))

    @property
    def whole(self) -> float:
        """The damage expected from the wave, in ships."""
        return sum(self.damage.values())

    def shots(self, slot: str, planes: Sequence[int]) -> dict[int, Hits]:
        """The effect of a slot on each plane; computed once for equal slots and equal planes."""
        fires = slot_named(slot)
        alike = gunnery.alike(self._play, fires)
        known = self._shots.get(alike)
        if known is None:
            known = self._shots[alike] = {}
        hits_by_plane: dict[int, Hits] = {}
        for number in planes:
            kind = self._kinds[number]
            hits = known.get(kind)
            if hits is None:
                hits = known[kind] = fire.shot_hits(gunnery.shot_roll(self._play, fires, self._planes[number]))
            hits_by_plane[number] = hits
        return hits_by_plane

    def saved(self, number: int, shot: Hits) -> float:
        """The damage prevented by one more shot at a plane, in ships."""
        first, second, third, flamed = self._weights[number]
        return self.damage[number] - (first * shot[0] + second * shot[1] + third * shot[2] + flamed * shot[3])

    def aim(self, number: int, shot: Hits) -> None:
        """Aim a slot at a plane."""
        self.slots[number] += 1
        self._set(number, fire.combine(self.hits[number], shot))

    def _set(self, number: int, hits: Hits) -> None:
        threat = self.threat[number]
        self.hits[number] = hits
        self.damage[number] = fire.cost(threat, hits)
        self._weights[number] = fire.weights_of(threat, hits)


class Observer:
    """Observes a game for one learner. ``seen`` is the current observation; ``legal`` is the part of it with the mask
    of legal answers.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        layout = layout_of(tables)
        parts, self.features, self._fleet = layout.parts, layout.features, layout.fleet
        # Written as a C array, in half the time of numpy for single numbers, and read as a numpy array.
        self._numbers = array("f", bytes(4 * len(self.features)))
        self.seen: Seen = np.frombuffer(self._numbers, np.float32)
        self.plan: Plan
        self._first = {name: part.first for name, part in parts.items()}
        self.legal_place = parts["legal"].place
        self.legal: Seen = self.seen[self.legal_place]
        self._no_question = self._numbers[parts["decision"].first :]
        self._no_answers = self._numbers[parts["legal"].first :]
        ends = [date for campaign in tables.campaigns.values() for date in (campaign.start, campaign.end)]
        self._days = float((max(ends) - min(ends)).days)
        first = self._first["asked"]
        asked = [feature.name.removeprefix("asked: ") for feature in parts["asked"].features]
        self._asked = {name: first + place for place, name in enumerate(asked)}
        self._slots_left, self._men_left = first + len(asked) - 2, first + len(asked) - 1
        self._no_slot = self._numbers[first : first + len(asked)]
        self._shots: dict[int, Hits] = {}
        #: Effects of planes by their hits, while everything they depend on stays the same.
        self._threats: dict[object, Threats] = {}
        self._known_shots: dict[object, Shots] = {}
        self._rooms = [(data.id, data.markers) for data in tables.sheet.compartments]
        self._gear = list(tables.equipment)

    def look(self, play: Play, choice: Choice | None) -> None:
        """Update the observation: the game is at another decision, or over."""
        self.plan = plan = Plan(play, self._threats_of(play), self._shots_of(play))
        numbers, first = self._numbers, self._first["decision"]
        numbers[:first] = array("f", self._ship(play) + self._sky(play) + self._planes(play, plan))
        numbers[first:] = self._no_question
        if choice is not None:
            numbers[first + DECISION_AT[choice.about]] = 1.0
            if choice.kind == ASSIGN:
                for number in plan.hits:
                    self._look_at_plan(plan, number)

    def _threats_of(self, play: Play) -> Threats:
        """Effects of planes by their hits, which depend on plane, damage weights and modifiers of dives and weapons."""
        measure = damage_weights.by_hand(play)
        key = (measure, wave.dive_modifiers(play))
        threats = self._threats.get(key)
        if threats is None:
            threats = self._threats[key] = Threats(fire.seen_with(play), measure)
        return threats

    def _shots_of(self, play: Play) -> Shots:
        """Effects of shots. They depend on the plane, the slot and the readiness of the guns."""
        return self._known_shots.setdefault(gunnery.readiness(play), {}) if play.state.air.planes else {}

    # -- questions ------------------------------------------------------------------

    def ask_one(self, play: Play, choice: Choice, legal: Sequence[int]) -> None:
        """Ask a decision between options, with the chance of each one that depends on a die."""
        numbers, first = self._numbers, self._first
        for answer in legal:
            numbers[first["legal"] + answer] = 1.0
            value = choice.options[answer].value
            if choice.decision is ORDER_MANEUVER and value == YES:
                numbers[first["works"] + answer] = chance(wave.maneuver_roll(play), "yes")
            elif choice.decision is FLOOD and value != control.NO_FLOODING:
                numbers[first["works"] + answer] = chance(control.flooding_roll(play, value), "yes")
                numbers[first["saves"] + answer] = _damage_share(repair.flooding_gain(play, value), SAVED)

    def ask_slot(self, slot: str, planes: Sequence[int], left: int) -> None:
        """Ask a slot of the fire plan: its effect on each plane it bears on, given the plan so far."""
        self._ask(_slot_name(slot), left)
        plan, numbers, first = self.plan, self._numbers, self._first["legal"]
        self._shots = plan.shots(slot, planes)
        numbers[first] = 1.0
        for number, shot in self._shots.items():
            answer = number + 1
            if answer < ANSWERS:
                numbers[first + answer] = 1.0
                numbers[first + ANSWERS + answer] = 1.0 - shot[0]
                saved = plan.saved(number, shot) / SAVED
                numbers[first + 2 * ANSWERS + answer] = saved if saved < 1.0 else 1.0

    def aim(self, number: int) -> None:
        """Aim the current slot at a plane."""
        self.plan.aim(number, self._shots[number])
        self._look_at_plan(self.plan, number)

    def ask_job(self, play: Play, name: str, job: Job, most: int, men: int, left: int) -> None:
        """Ask a repair job: its chance with 0 to ``most`` men, of ``men`` left in the section."""
        self._ask(job.kind, left)
        numbers, first = self._numbers, self._first["legal"]
        numbers[self._asked[job.section]] = 1.0
        numbers[self._men_left] = min(1.0, men / TENS)
        for number in range(most + 1):
            numbers[first + number] = 1.0
            numbers[first + ANSWERS + number] = repair.success(play, name, job, number)

    def _ask(self, name: str, left: int) -> None:
        """Clear the numbers of the last question for a new one."""
        numbers = self._numbers
        numbers[self._first["asked"] : self._first["legal"]] = self._no_slot
        numbers[self._first["legal"] :] = self._no_answers
        place = self._asked.get(name)
        if place is not None:
            numbers[place] = 1.0
        numbers[self._slots_left] = min(1.0, left / PLAN)

    def _look_at_plan(self, plan: Plan, number: int) -> None:
        """Write the effect of the plan so far on a plane."""
        if number >= PLANES:
            return
        hits, first, numbers = plan.hits[number], self._first["plan"] + number * PLAN_OF_PLANE, self._numbers
        numbers[first] = min(1.0, plan.slots[number] / TENS)
        numbers[first + 1] = hits[0]
        numbers[first + 2] = hits[3]
        numbers[first + 3] = max(0.0, 1.0 - sum(hits))
        numbers[first + 4] = _damage_share(plan.damage[number])

    # -- written once per decision -------------------------------------------

    def _ship(self, play: Play) -> list[float]:
        ship, numbers = play.ship, self.tables.numbers
        limit = numbers.flood_limit
        seen = [ship.ammunition / numbers.ammunition, ship.fuel / numbers.fuel]
        seen += [ship.hull / numbers.hull, ship.maneuver / numbers.maneuver, _within(ship.flood / limit)]
        seen += [_within(ship.list_points / limit), _within(ship.trim_points / limit)]
        seen.append(ship.morale / numbers.morale_limit)
        seen += [float(ship.fdt), float(ship.lines_out), float(ship.gun_bonuses_lost)]
        seen += [min(1.0, ship.sfs / TENS), ship.declared / FOURS]
        crew, fires, mounts = ship.crew, ship.deck_fires, ship.mounts
        seen += [crew[post].value / BEST_OFFICER if post in crew else 0.0 for post in POSTS]
        seen += [min(1.0, fires.get(section, 0) / numbers.deck_fire_limit) for section in SECTIONS]
        seen += [ship.men[section] / numbers.men[section] for section in SECTIONS]
        most, rooms, gear = numbers.mount_hits, ship.compartments, ship.equipment
        for name in self._fleet.mounts:
            mount = mounts.get(name)
            seen.append(1.0 if mount is None or mount.destroyed else mount.hits / most)
        for name in self._fleet.directed:
            mount = mounts.get(name)
            seen.append(0.0 if mount is None or mount.director != WORKING else 1.0)
        for name, markers in self._rooms:
            room = rooms.get(name)
            if room is None or room.destroyed or room.flooded:
                seen += OUT
            elif room.markers or room.fire:
                seen += (room.markers / markers, float(room.fire))
            else:
                seen += WHOLE
        seen += [STATES.get(gear.get(item, WORKING), 0.0) for item in self._gear]
        return seen

    def _sky(self, play: Play) -> list[float]:
        state, air = play.state, play.state.air
        seen = [float(state.setup.kind == kind) for kind in KINDS]
        seen += [float(state.phase == phase) for phase in range(len(PHASES))]
        seen += [float(air.weather == weather) for weather in self._fleet.weather]
        later = sum(phase > state.phase for phase in phases_of(play))
        seen += [float(state.advanced), later / len(PHASES)]
        seen.append(min(1.0, (state.date - state.setup.start).days / self._days))
        seen += [float(air.stopped), float(air.kikusui)]
        seen.append(0.0 if air.maneuver is None else 1.0 if air.maneuver else -1.0)
        seen += [min(1.0, len(air.markers) / TENS), min(1.0, air.wave / FOURS), min(1.0, len(air.waves) / FOURS)]
        seen += _coming(air.waves[0] if air.waves else ())
        return seen + _coming([plane for planes in air.waves[1:] for plane in planes])

    def _planes(self, play: Play, plan: Plan) -> list[float]:
        seen: list[float] = []
        for plane in play.state.air.planes[:PLANES]:
            if plane.flying:
                seen += _plane(plane, plan.threat[plane.number], self.tables.numbers.hits_flamed)
            else:
                seen += NO_PLANE
        return seen + NO_PLANE * (PLANES - len(seen) // len(NO_PLANE))


@lru_cache(maxsize=256)
def _slot_name(slot: str) -> str:
    """The feature name of a slot: a mount by its id, a marker by its kind."""
    match slot_named(slot):
        case Fighters():
            return AFS
        case SupportShip():
            return SFS
    return slot


def _within(number: float) -> float:
    """A number clipped to -1 to 1."""
    return max(-1.0, min(1.0, number))


def _damage_share(ships: float, most: float = DAMAGE) -> float:
    """Damage scaled for an observation."""
    return _within(ships / most)


def _coming(planes: Sequence[Plane]) -> list[float]:
    """Planes still to come, by bearing and by altitude."""
    if not planes:
        return NONE_COME
    seen = list(NONE_COME)
    for plane in planes:
        seen[BEARING_AT[plane.bearing]] += 1 / TENS
        if plane.altitude in ALTITUDE_AT:
            seen[ALTITUDE_AT[plane.altitude]] += 1 / TENS
    return [min(1.0, share) for share in seen]


def _plane(plane: Plane, threat: Hits, flamed: int) -> list[float]:
    sine, cosine = DIRECTIONS[plane.bearing]
    special = plane.special
    return [
        1.0,
        sine,
        cosine,
        ALTITUDES.get(plane.altitude, 0.0),
        min(1.0, plane.hits / flamed),
        float(plane.state == PLANE_DAMAGED),
        float(plane.flamed),
        float(special),
        *(float(special and plane.weapon == weapon) for weapon in WEAPONS),
        _damage_share(fire.cost(threat, fire.hits_of(plane))),
    ]


#: A compartment that is out of action, and a whole one.
OUT, WHOLE = (1.0, 0.0), (0.0, 0.0)
DECISION_AT = {about: place for place, about in enumerate(DECISIONS)}
DIRECTIONS = {bearing: (math.sin(math.radians(bearing)), math.cos(math.radians(bearing))) for bearing in BEARINGS}
BEARING_AT = {bearing: place for place, bearing in enumerate(BEARINGS)}
ALTITUDE_AT = {altitude: len(BEARINGS) + place for place, altitude in enumerate(ALTITUDES)}
NO_PLANE = [0.0] * len(list(_plane_features(1)))
PLAN_OF_PLANE = len(list(_plan_features(1)))
NONE_COME = [0.0] * (len(BEARINGS) + len(ALTITUDES))
