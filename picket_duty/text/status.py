"""Status of the ship, her officers and chiefs, days and the finished game as lines of text."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.ids import director_id
from picket_duty.events import Crew
from picket_duty.facts import Fate, Phase, PlaneCounts, count_records
from picket_duty.rules.campaign import stages_held
from picket_duty.rules.control import place_of
from picket_duty.state import (
    CAMPAIGN,
    DAMAGED,
    PORT,
    STARBOARD,
    SUNK,
    WORKING,
    Compartment,
    DayRecord,
    Mount,
    Records,
    Ship,
    State,
)
from picket_duty.text.english import count, listed, signed, title_case
from picket_duty.text.names import (
    MUST_LEAVE,
    OUTCOMES,
    POST_NAMES,
    STATION_LOST,
    WEAPONS,
    grouped,
    item_words,
    leave_words,
    naval_name,
    part_of_ship,
    result_words,
)
from picket_duty.text.phrases import card_words

#: The remark on damage that no repair job can repair.
NO_JOB = "not repairable at sea"
#: The remark on a job that is not recommended although men are idle: the repair only raises the
#: column of chart 8-1.
NO_GAIN = "no benefit (the repair draws more planes; chart 8-1)"
#: Shown if nothing aboard is hit, burning or flooded, even if hull points are lost.
UNHURT = "nothing hit or burning"
#: Planes that missed the ship or withdrew; the records do not distinguish them.
MISSED_OR_WITHDREW = "missed or withdrew"


# -- the state of the ship -----------------------------------------------------------


def flooded_words(ship: Ship) -> str:
    """Flooding by place: ``aft center 1, forward port 2``."""
    points: dict[str, int] = {}
    for flood in ship.floods:
        place = place_of(flood.section, flood.side)
        points[place] = points.get(place, 0) + flood.points
    return ", ".join(f"{place} {number}" for place, number in points.items())


def list_words(ship: Ship) -> str:
    """List of the ship and its side."""
    side = STARBOARD if ship.list_points > 0 else PORT
    if ship.list_points:
        return f"list {abs(ship.list_points)} to {side}"
    return "list 0"


def trim_words(ship: Ship) -> str:
    """Trim of the ship and which end is down."""
    end = "stern" if ship.trim_points > 0 else "head"
    if ship.trim_points:
        return f"trim {abs(ship.trim_points)} by the {end}"
    return "trim 0"


def damage_lines(state: State, tables: Tables) -> list[str]:
    """Everything hit, burning, flooded or destroyed, after the loss of the ship or the reason to
    leave.
    """
    ship = state.ship
    lines = []
    if ship.fate == SUNK:
        lines.append("ship lost")
    elif state.forced:
        lines.append(_must_leave(state, tables))
    for section, level in ship.deck_fires.items():
        lines.append(f"deck fire {part_of_ship(section)}, level {level}")
    for name, room in ship.compartments.items():
        if condition := _room_condition(name, room, tables):
            lines.append(f"{item_words(tables, name)} {condition}")
    for name, mount in ship.mounts.items():
        lines += _mount_lines(name, mount, tables)
    lines += _equipment_lines(ship, tables)
    for name, hits in ship.secondary.items():
        hurt = "destroyed" if hits >= tables.numbers.secondary_hits else "damaged"
        lines.append(f"{item_words(tables, name)} {hurt}")
    if ship.lines_out:
        lines.append("water lines out of action")
    return lines


def _equipment_lines(ship: Ship, tables: Tables) -> list[str]:
    lines = []
    jobless = without_job(ship, tables)
    for name, condition in ship.equipment.items():
        if condition != WORKING:
            repair = f" ({NO_JOB})" if name in jobless else ""
            lines.append(f"{item_words(tables, name)} {condition}{repair}")
    return lines


def _mount_lines(name: str, mount: Mount, tables: Tables) -> list[str]:
    lines = []
    words = item_words(tables, name)
    if mount.destroyed:
        lines.append(f"{words} destroyed")
    elif mount.hits:
        lines.append(f"{words}: {count(mount.hits, 'hit')}")
    if mount.director != WORKING:
        lines.append(f"{item_words(tables, director_id(name))} {mount.director}")
    return lines


def _must_leave(state: State, tables: Tables) -> str:
    why = ", ".join(state.forced)
    # ``leave_words`` say that a deck fire was out of control. While it still is, the reason as the
    # rules word it fits.
    if tables.numbers.deck_fire_limit not in state.ship.deck_fires.values():
        why = leave_words(why)
    return f"{STATION_LOST if state.scenario else MUST_LEAVE}: {why}"


def _room_condition(name: str, room: Compartment, tables: Tables) -> str:
    """What is wrong with a room; empty if it is whole."""
    if room.destroyed:
        return "destroyed"
    if room.flooded:
        return "flooded"
    if not room.markers:
        return ""
    most = count(tables.compartments[name].markers, "hit marker")
    return f"{'burning' if room.fire else 'hit'}, {room.markers} of {most}"


def repaired_words(before: Ship, after: Ship, tables: Tables) -> str:
    """What the anchorage repaired aboard a ship: the items, then the points of hull and maneuver;
    empty if nothing.
    """
    still = set(_damaged(after))
    repaired = []
    if items := [item_words(tables, item) for item in _damaged(before) if item not in still]:
        repaired.append(grouped(items))
    for track in ("hull", "maneuver"):
        gained = getattr(after, track) - getattr(before, track)
        if gained > 0:
            repaired.append(count(gained, f"{track} point"))
    return "; ".join(repaired)


def _damaged(ship: Ship) -> list[str]:
    mounts = [name for name, mount in ship.mounts.items() if mount.destroyed or mount.hits]
    directors = [
        director_id(name) for name, mount in ship.mounts.items() if mount.director != WORKING
    ]
    rooms = [name for name, room in ship.compartments.items() if room.markers or room.out]
    equipment = [name for name, condition in ship.equipment.items() if condition != WORKING]
    return [*mounts, *directors, *rooms, *equipment, *ship.secondary]


def without_job(ship: Ship, tables: Tables) -> list[str]:
    """Damaged equipment that no repair party can repair: rudder and shafts."""
    fixed = (item.id for item in tables.sheet.equipment if not item.repairable)
    return [item for item in fixed if ship.equipment[item] == DAMAGED]


def points_lost(ship: Ship, tables: Tables) -> str:
    """Hull and maneuver points lost, which no repair job restores; empty if none are."""
    tracks = (
        ("hull", ship.hull, tables.numbers.hull),
        ("maneuver", ship.maneuver, tables.numbers.maneuver),
    )
    lost = [
        f"{full - left} of {count(full, f'{name} point')}"
        for name, left, full in tracks
        if left < full
    ]
    return f"{listed(lost)} ({NO_JOB})" if lost else ""


# -- planes by fate --------------------------------------------------------------------


def met_words(*records: Records | DayRecord, flying: int = 0, weapons: int = 0) -> str:
    """The planes met, counted by fate, with those still ``flying`` and the ``weapons`` that hit the
    ship besides.
    """
    counts = count_records(*records, flying=flying)
    planes = count(counts.met, "plane")
    if counts.met:
        return f"{planes}: {fate_words(counts)}{hit_words(weapons)}"
    return "no planes"


def hit_words(weapons: int) -> str:
    """The weapons that hit the ship, after a count of planes, which does not include them; empty
    without any.
    """
    if weapons:
        return f"; {count(weapons, 'weapon')} hit the ship"
    return ""


def record_words(planes: int, splashed: int, crashed: int, note: str = "") -> str:
    """The planes of a service record, in counts that add up: splashed (with a note), crashed,
    neither.
    """
    if not planes:
        return "no planes met"
    parts = (
        f"{splashed} {fate_label(Fate.SPLASHED)}{note}",
        f"{crashed} {fate_label(Fate.CRASHED)}",
        f"{planes - splashed - crashed} neither",
    )
    return f"{count(planes, 'plane')} met: {', '.join(parts)}"


def raid_words(phase: Phase) -> str:
    """The planes met in a phase, counted by fate, and the weapons that hit: ``1 withdrew; its Ohka
    hit``.
    """
    counts = phase.counts
    other = fate_label(Fate.MISSED if counts.missed else Fate.WITHDREW)
    if counts.missed and counts.withdrew:
        other = MISSED_OR_WITHDREW
    fates = fate_words(counts, other)
    weapons = Counter(
        WEAPONS.get(impact.weapon, "weapon")
        for impact in phase.impacts
        if impact.by_weapon and not impact.near
    )
    hits = [
        f"its {weapon}" if counts.met == 1 else count(number, weapon)
        for weapon, number in weapons.items()
    ]
    return f"{fates}; {listed(hits)} hit" if hits else fates


def fate_words(counts: PlaneCounts, other: str = MISSED_OR_WITHDREW) -> str:
    """Planes by fate, ``other`` for those that did not reach the ship, and how many not splashed
    were set afire.
    """
    parts = fate_parts(counts, other)
    text = ", ".join(parts)
    afire = counts.afire
    others = counts.met - counts.splashed
    fates_not_splashed = len(parts) - bool(counts.splashed)
    # With one fate besides splashed, the planes afire are named beside it.
    if not afire or fates_not_splashed != 1:
        return f"{text}{afire_words(counts)}"
    many = f"{afire} "
    if afire == others:
        many = {1: "", 2: "both "}.get(others, f"all {others} ")
    return f"{text} ({many}already afire)"


def afire_words(counts: PlaneCounts) -> str:
    """How many of the planes not splashed were set afire, after their number; empty if none
    were.
    """
    afire = counts.afire
    others = counts.met - counts.splashed
    if not afire:
        return ""
    if afire < others and counts.splashed:
        return f"; of the {others} not splashed, {afire} had been set afire"
    if afire < others:
        return f"; {afire} of the {others} had been set afire"
    if counts.splashed:
        return f"; the {'one' if others == 1 else others} not splashed had been set afire"
    every = {1: "the plane", 2: "both"}.get(others, f"all {others}")
    return f"; {every} had been set afire"


def fate_parts(counts: PlaneCounts, other: str = MISSED_OR_WITHDREW) -> list[str]:
    """The number of planes of each fate, without fates that no plane had; they add up to the planes
    met.
    """
    fates = (
        (counts.splashed, fate_label(Fate.SPLASHED)),
        (counts.crashed, fate_label(Fate.CRASHED)),
        (counts.near_misses, fate_label(Fate.NEAR_MISS, counts.near_misses)),
        (counts.missed_or_withdrew, other),
        (counts.flying, fate_label(Fate.FLYING)),
    )
    return [f"{number} {label}" for number, label in fates if number]


def fate_label(fate: Fate, planes: int = 1) -> str:
    """A fate in a list or after a number of planes: ``crashed``, ``near misses``."""
    return card_words("fate_label", fate, planes=planes)


def fate_heading(fate: Fate) -> str:
    """A fate as the heading of a column: ``Crashed``."""
    return title_case(fate_label(fate))


def fought_words(records: Records, weapons: int) -> str:
    """The days, phases, waves and planes of a game in a sentence; ``weapons`` is how many weapons
    hit a ship.
    """
    days = count(records.days, "day")
    phases = count(records.phases, "phase")
    waves = count(records.waves, "wave")
    met = met_words(records, weapons=weapons)
    return f"{days} on duty, {phases}, {waves}, {met}."


# -- the finished game -----------------------------------------------------------------


def outcome_words(state: State, tables: Tables) -> str:
    """The outcome and its reason: what happened to the ship, days or ships lost, or the stages
    held.
    """
    verdict = OUTCOMES[state.outcome]
    reason = _outcome_reason(state, tables)
    if not state.stages:
        return f"{verdict}: {reason}"
    held = result_words(state.outcome, len(state.stages), stages_held(state))
    return f"{held}. By the printed rules: {verdict}, {reason}"


def _outcome_reason(state: State, tables: Tables) -> str:
    """What decided the game: the ships sunk, or what became of the ship and after how long."""
    setup = state.setup
    draw = 0
    if setup.kind == CAMPAIGN:
        draw = tables.campaigns[setup.name].ships_sunk_draw
    if draw:
        return f"{count(state.records.ships_sunk, 'ship')} sunk ({draw} would be a draw)"
    fate = "is afloat and on her station" if state.on_station else "left her station"
    if state.ship.fate == SUNK:
        fate = "sank"
    reason = f"{state.ship.name} {fate}"
    if setup.kind != CAMPAIGN:
        return reason
    wanted = count(state.fighting_days_wanted, "fighting day")
    if state.fighting_days == state.fighting_days_wanted and not state.on_station:
        return f"{reason} on the last of {wanted}"
    return f"{reason} after {state.fighting_days} of {wanted}"


def outcome_has_days(state: State, tables: Tables) -> bool:
    """Whether ``outcome_words`` names the fighting days."""
    return state.setup.kind == CAMPAIGN and not tables.campaigns[state.setup.name].ships_sunk_draw


# -- officers and chiefs ---------------------------------------------------------------

#: The post whose value counts most: every shot depends on it.
MOST_IMPORTANT = "gunnery_officer"
#: What the value of each post affects.
DUTIES = {
    "captain": "maneuvers, declarations",
    "xo": "morale",
    "engineering_officer": "maneuvers",
    "gunnery_officer": "every shot",
    "damage_control_officer": "keeping her afloat",
    "cpo": "morale",
    "repair_one_chief": "repairs forward",
    "repair_two_chief": "repairs amidships",
    "repair_three_chief": "repairs aft",
}


class Succession(NamedTuple):
    """An officer or chief who was killed, and the successor; ``value_before`` is None if it is not
    known.
    """

    post: str
    killed: str
    successor: str
    value_before: int | None
    value: int
    phase: str

    @property
    def title(self) -> str:
        """The headline: ``Lt. R. Hughes, gunnery officer, killed``."""
        post = POST_NAMES[self.post]
        if self.killed:
            return f"{self.killed}, {post}, killed"
        return f"{title_case(post)} killed"

    @property
    def then(self) -> str:
        """Who takes over; the player is the captain."""
        return card_words(
            "succeeds_you" if self.post == "captain" else "succeeds",
            successor=self.successor,
        )

    @property
    def change(self) -> str:
        """What changes: ``Value (every shot): was +1, now -1``."""
        duty = f"Value ({DUTIES[self.post]})"
        if self.value_before is None:
            return f"{duty}: {signed(self.value)}"
        if self.value_before == self.value:
            return f"{duty}: still {signed(self.value)}"
        return f"{duty}: was {signed(self.value_before)}, now {signed(self.value)}"


def succession(event: Crew) -> Succession:
    """The succession that an event reports."""
    fallen, successor = (naval_name(name, event.post) for name in (event.fallen, event.name))
    return Succession(
        event.post,
        killed=fallen,
        successor=successor,
        value_before=event.value_before,
        value=event.value,
        phase=event.phase,
    )
