"""Types of the data files other than charts: numbers, compartments, calibers, ships, deck plans,
scenarios ...
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from picket_duty.book import effects, limits

#: A count, and a count of at least 1.
Count: TypeAlias = Annotated[int, Meta(ge=0, le=limits.MOST_COUNTED)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=limits.MOST_COUNTED)]
Station: TypeAlias = Annotated[int, Meta(ge=limits.STATIONS.start, le=limits.STATIONS.stop - 1)]
#: The cost of losing something; the loss of the ship costs 1.
Worth: TypeAlias = Annotated[float, Meta(ge=0, le=1.0)]
Miles: TypeAlias = Annotated[float, Meta(ge=-limits.MOST_MILES, le=limits.MOST_MILES)]
Id: TypeAlias = Annotated[
    str,
    Meta(pattern=rf"\A{limits.ID}\Z", description="one word of letters, digits, dots and dashes"),
]
#: The id of something in another file, which may not be left out.
Reference: TypeAlias = Annotated[str, Meta(min_length=1)]
#: A name of a ship or a person.
ShownName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"\S",
        max_length=limits.LONGEST_NAME,
        description=f"a name of 1 to {limits.LONGEST_NAME} letters",
    ),
]
Text: TypeAlias = Annotated[str, Meta(pattern=r"\S", description="text")]


class FileData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the files of tables hold; unknown fields are faults."""


class Numbers(FileData, frozen=True):
    """The numbers of the rules that are in no chart (``house/numbers.toml`` names the paragraph of
    each).
    """

    ammunition: Positive
    fuel: Positive
    hull: Positive
    maneuver: Positive
    morale_limit: Count
    men: dict[str, Count]
    men_per_job: Count
    hits_damaged: Count
    hits_flamed: Count
    markers_fresh: Positive
    markers_other: Positive
    markers_stack: Positive
    hull_loss_destroyed: Count
    mount_hits: Count
    ace_planes: Count
    maneuver_low: Count
    maneuver_very_low: Count
    list_limit: Count
    flood_limit: Positive
    flood_per_hit: Count
    secondary_hits: Count
    deck_fire_start: Count
    deck_fire_limit: Count
    deck_fire_burns: Count
    deck_fire_hull_loss: Count
    rounds_after: Annotated[int, Meta(ge=0, le=9)]
    land_radars: Count
    relief_stores: Count
    relief_hull: Count
    relief_maneuver: Count
    relief_destroyed: Count
    steady_hull: Count
    days_in_week: Count


class CompartmentData(FileData, frozen=True):
    """A primary compartment of house table G-1.

    ``markers`` hit markers destroy it. ``explodes`` is its column of chart 21-1, ``feeds`` the
    caliber of a magazine; both may be empty. ``out`` are the effects when it is destroyed or
    flooded, ``destroyed_by_hit`` the additional ones when a hit destroys it.
    """

    id: Id
    name: str
    section: Reference
    kind: str
    markers: Positive
    floodable: bool = False
    explodes: str = ""
    feeds: str = ""
    out: tuple[effects.Effect, ...] = ()
    destroyed_by_hit: tuple[effects.Effect, ...] = ()


class Equipment(FileData, frozen=True):
    """A piece of equipment of house table G-1; ``section`` is empty if any section may repair
    it.
    """

    id: Id
    name: str
    section: str = ""
    repairable: bool = False


class Sheet(FileData, frozen=True):
    """House table G-1: the damage sheet of a ship."""

    id: str
    title: str
    source: str
    compartments: Annotated[tuple[CompartmentData, ...], Meta(max_length=limits.MOST_ABOARD)]
    equipment: Annotated[tuple[Equipment, ...], Meta(max_length=limits.MOST_ABOARD)]


class CaliberData(FileData, frozen=True):
    """A caliber of guns: its charts, its directors, and the damage weights of its mounts.

    ``chart`` is its gunnery chart, ``bonus`` its row of chart 9-1. ``director`` is the equipment
    that directs all its mounts, empty if each mount has its own director. ``power``: no bonus when
    both fire rooms are out. ``by_hand``: a hit mount is worked by hand and has no bonus.
    ``repairable``: the option gun-repair repairs its mounts. ``magazine_each``: a magazine that
    feeds no mount of a ship is not aboard. ``worth`` and ``magazine_worth`` are the costs of losing
    a mount and a magazine; the ship costs 1.
    """

    id: str
    name: str
    chart: Reference
    bonus: Reference
    worth: Worth
    magazine_worth: Worth
    director: str = ""
    power: bool = False
    by_hand: bool = False
    repairable: bool = False
    magazine_each: bool = False


class CalibersFile(FileData, frozen=True):
    """``calibers.toml``: every caliber that a ship may mount."""

    calibers: Annotated[tuple[CaliberData, ...], Meta(min_length=1)]


#: Options that the rules use; options of one scenario are named after it.
GUN_REPAIR = "gun-repair"
ACES = "aces"
LIST_AND_TRIM = "list-and-trim"
SPOILED_AIM = "spoiled-aim"


class OptionData(FileData, frozen=True):
    """An optional rule (rules 11).

    ``always`` is the level that always plays with it. ``special``: it can be chosen only in
    scenarios that name it. ``house``: a rule of this edition, not of the printed game.
    """

    id: str
    title: str
    text: str
    rule: str
    always: str = ""
    special: bool = False
    house: bool = False


class OptionsFile(FileData, frozen=True):
    """``options.toml``: every optional rule."""

    options: Annotated[tuple[OptionData, ...], Meta(min_length=1)]


class MountData(FileData, frozen=True):
    """A gun mount of a ship: its caliber (``kind``), its section and its row of the firing chart.

    ``magazine`` and ``other_magazine`` are the compartments that feed it, either of which is
    enough. ``modifiers`` are those of the firing chart that apply to its fire.
    """

    id: Id
    name: str
    kind: Reference
    section: Reference
    firing: Reference
    magazine: str = ""
    other_magazine: str = ""
    modifiers: tuple[str, ...] = ()


class ShipOption(FileData, frozen=True):
    """Changes to a ship's armament by an option: mounts removed, and modifiers added by mount."""

    remove: tuple[str, ...] = ()
    modifiers: dict[str, tuple[str, ...]] = {}


class ShipData(FileData, frozen=True):
    """A ship class: its mounts and its firing chart."""

    id: Id
    name: str
    class_name: str
    firing: Reference
    mounts: Annotated[tuple[MountData, ...], Meta(max_length=limits.MOST_ABOARD)]
    options: dict[str, ShipOption] = {}


PlanRow: TypeAlias = Annotated[
    str,
    Meta(
        max_length=limits.PLAN_COLUMNS,
        description=f"a row of {limits.PLAN_COLUMNS} columns or fewer",
    ),
]
Meters: TypeAlias = Annotated[float, Meta(ge=-limits.MOST_METERS, le=limits.MOST_METERS)]
#: A point of a side view: meters aft of the stem and above the water.
ShipPoint: TypeAlias = tuple[Meters, Meters]
#: A row of portholes: first and last position, distance between them, height above the water
#: (meters).
Portholes: TypeAlias = tuple[Meters, Meters, Annotated[float, Meta(ge=0.1)], Meters]
SideAreas: TypeAlias = Annotated[
    tuple[Annotated[tuple[ShipPoint, ...], Meta(min_length=3)], ...],
    Meta(max_length=limits.SIDE_MARKS),
]
SideLines: TypeAlias = Annotated[
    tuple[Annotated[tuple[ShipPoint, ...], Meta(min_length=2)], ...],
    Meta(max_length=limits.SIDE_MARKS),
]


class SidePart(FileData, frozen=True):
    """A part of the side view that is no longer drawn when ``item``, which is in the deck plan's
    ``places``, is destroyed.
    """

    item: str
    solid: SideAreas = ()
    thin: SideLines = ()


class SideView(FileData, frozen=True):
    """A side view of a ship from port, bow left.

    ``solid`` are areas; ``thin`` are lines: masts, staffs, stays. ``parts`` are what can be
    destroyed.
    """

    length: Annotated[float, Meta(ge=10, le=limits.MOST_METERS)]
    height: Annotated[float, Meta(ge=5, le=limits.MOST_METERS)]
    solid: SideAreas
    thin: SideLines = ()
    parts: Annotated[tuple[SidePart, ...], Meta(max_length=limits.SIDE_MARKS)] = ()
    portholes: Annotated[tuple[Portholes, ...], Meta(max_length=limits.SIDE_MARKS)] = ()


class DeckPlan(FileData, frozen=True):
    """A plan view of a ship, bow left, starboard above: a file of ``ships/plans`` with the name of
    the ship's file.

    ``rows`` begin and end with the hull; | is a bulkhead between sections. Any other word is a
    place; ``places`` gives the id of its mount, tub director, compartment or piece of equipment.
    ``side`` is the optional side view.
    """

    rows: Annotated[tuple[PlanRow, ...], Meta(min_length=1, max_length=limits.PLAN_ROWS)]
    places: Annotated[dict[str, str], Meta(max_length=limits.PLAN_ROWS * limits.PLAN_COLUMNS)]
    side: SideView | None = None


class ScenarioData(FileData, frozen=True):
    """A scenario of the rule book. ``scenario_template`` explains its fields."""

    number: Positive
    slug: Id
    title: ShownName
    ship: ShownName
    hull: str
    ship_class: Reference
    station: Station
    date: datetime.date
    turns: Annotated[int, Meta(ge=1)]
    phases: Annotated[tuple[str, ...], Meta(min_length=1)]
    kikusui: bool
    options: tuple[str, ...]
    background: str
    special: tuple[str, ...]
    victory: str
    history: str
    relief: str = ""
    stopped: bool = False
    no_maneuver: bool = False
    credit: str = ""


class CampaignData(FileData, frozen=True):
    """A campaign.

    ``fighting_days`` is its length or that of each of its ``stages``; ``length`` is instead a chart
    for the length. ``ships_sunk_draw`` is the number of ships sunk that makes it a draw.
    ``replacement``: another ship takes over from a ship that leaves. ``squadron``: ships that leave
    may come back. ``latest_start`` is the last day on which the player may start it.
    """

    id: Id
    title: str
    number: Count
    start: datetime.date
    end: datetime.date
    background: str
    special: tuple[str, ...]
    victory: str
    fighting_days: Count = 0
    stages: Count = 0
    length: str = ""
    ships_sunk_draw: Count = 0
    replacement: bool = False
    squadron: bool = False
    choose_start: bool = False
    latest_start: datetime.date | None = None


class Rotation(FileData, frozen=True):
    """``watch.toml``: the rotation of the day's watch.

    ``week`` is the kind of game for each of seven days, starting on ``first``; the entries of each
    other list are used in turn. ``days`` is the length of patrols, ``patrols`` are their first
    days. Their stations come from ``stations`` before ``active_from``, then from those active on
    all their days (chart 2-2). ``former`` are the digests of earlier rotations with the same
    watches.
    """

    version: Positive
    first: datetime.date
    week: Annotated[tuple[str, ...], Meta(min_length=1)]
    levels: Annotated[tuple[str, ...], Meta(min_length=1)]
    scenarios: Annotated[tuple[int, ...], Meta(min_length=1)]
    campaigns: Annotated[tuple[str, ...], Meta(min_length=1)]
    patrols: Annotated[tuple[datetime.date, ...], Meta(min_length=1)]
    days: Positive
    stations: Annotated[tuple[Station, ...], Meta(min_length=1)]
    active_from: datetime.date = datetime.date.min
    former: tuple[str, ...] = ()


class Aircraft(FileData, frozen=True):
    """A type of Japanese aircraft."""

    name: str
    designation: str
    service: Literal["Navy", "Army"]
    role: str
    crew: Positive
    about: str
    aliases: tuple[str, ...] = ()


class AircraftFile(FileData, frozen=True):
    """``aircraft.toml``: every type that house table A-1 and table 8-2 can name."""

    aircraft: Annotated[tuple[Aircraft, ...], Meta(min_length=1)]


class NamedShip(FileData, frozen=True):
    """A Fletcher-class destroyer by name and hull number."""

    name: ShownName
    hull: str


class Names(FileData, frozen=True):
    """Sources of generated names."""

    ships: Annotated[tuple[NamedShip, ...], Meta(min_length=1)]
    surnames: Annotated[tuple[ShownName, ...], Meta(min_length=1)]
    given: Annotated[tuple[ShownName, ...], Meta(min_length=1)]
    ranks: dict[str, str]


class StationPlace(FileData, frozen=True):
    """The place of a picket station: bearing and nautical miles from Point Bolo."""

    number: int
    bearing: int
    distance: int


class Land(FileData, frozen=True):
    """An island: points of its outline, miles east and north of Point Bolo; one or two points are a
    small island.
    """

    name: str
    points: Annotated[tuple[tuple[Miles, Miles], ...], Meta(min_length=1)]


class LostShip(FileData, frozen=True):
    """A Fletcher that was lost in history, and her station (0 for none)."""

    date: datetime.date
    ship: str
    hull: str
    station: int


class MapData(FileData, frozen=True):
    """``stations.toml``: the map of the waters around Okinawa and the ships lost there; no rule
    depends on them.
    """

    stations: tuple[StationPlace, ...]
    lands: tuple[Land, ...]
    lost: tuple[LostShip, ...]


class Coast(FileData, frozen=True):
    """``coast.toml``: detailed outlines of islands, and small islands without a name on the map;
    for the map only.
    """

    lands: tuple[Land, ...]


#: Measures that an award may require, counted over a day or a whole service: days with a phase
#: played, days on which planes came, planes that came, planes destroyed or set afire by the ship's
#: guns, hits and near misses taken, damage control men lost, repair jobs done, deck fires put out,
#: and whether an officer was killed.
MEASURES = (
    "fighting_days",
    "attacked",
    "planes",
    "shot_down",
    "strikes",
    "near_misses",
    "men_lost",
    "jobs",
    "fires_out",
    "fell",
)
#: The measure of officers killed in action.
FELL = "fell"
#: The measure of deck fires put out, for the chief of the repair party that put out the most.
FIRES_OUT = "fires_out"
#: Who receives an award.
TO_SHIP = "ship"
TO_OFFICER = "officer"
TO_CREW = "crew"
TO_MEN = "men"
#: The span of an award that is counted within a single day. The other span is the whole service: of
#: a ship, of an officer in one post, or of a mount.
A_DAY = "day"


class AwardData(FileData, frozen=True):
    """An award: its recipients and its requirements.

    All of ``needs``, the least value of each measure, must be reached in a day or over the service
    (``span``); with ``again`` it is granted each time they are reached once more. ``why`` is the
    reason, with the names of measures in braces, and ``citation`` the full text, also with
    ``{holder}``, ``{ship}`` and ``{day}``. ``posts`` are the posts of the officers who may receive
    it; ``rank`` makes it a promotion. ``foremost``: only the chief whose repair party put out the
    most deck fires receives it.
    """

    id: str
    name: Text
    to: Literal["ship", "officer", "crew", "men"]
    needs: Annotated[dict[str, Positive], Meta(min_length=1)]
    why: Text
    citation: str = ""
    span: Literal["day", "service"] = "service"
    posts: tuple[str, ...] = ()
    again: bool = False
    rank: str = ""
    foremost: bool = False


class AwardsFile(FileData, frozen=True):
    """``awards.toml``: every award, the highest first; no rule depends on it."""

    awards: tuple[AwardData, ...]


class FormerTables(FileData, frozen=True):
    """An earlier edition of the shipped tables. Its games play the same, except the campaigns in
    ``changed``.
    """

    digest: Text
    changed: tuple[Id, ...] = ()


class FormerFile(FileData, frozen=True):
    """``former.toml``: the editions whose saves and replay codes these tables play."""

    former: tuple[FormerTables, ...]
