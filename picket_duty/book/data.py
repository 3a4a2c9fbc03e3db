"""The other data files: numbers, compartments, calibres, ships, options, scenarios, campaigns, aircraft, names."""

from __future__ import annotations

import datetime
from typing import Literal

import msgspec

from picket_duty.book.effects import Effect


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plain numbers of the rules of play (``house/numbers.toml`` names the paragraph of each)."""

    ammunition: int
    fuel: int
    hull: int
    maneuver: int
    morale_limit: int
    men: dict[str, int]
    men_per_job: int
    hits_damaged: int
    hits_flamed: int
    markers_fresh: int
    markers_other: int
    markers_stack: int
    hull_loss_destroyed: int
    mount_hits: int
    ace_planes: int
    maneuver_low: int
    maneuver_very_low: int
    list_limit: int
    flood_limit: int
    flood_per_hit: int
    secondary_hits: int
    deck_fire_start: int
    deck_fire_limit: int
    deck_fire_burns: int
    deck_fire_hull_loss: int
    rounds_after: int
    land_radars: int
    relief_stores: int
    relief_hull: int
    relief_maneuver: int
    relief_destroyed: int
    steady_hull: int
    days_in_week: int


class CompartmentData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A primary compartment of house table G-1."""

    id: str
    name: str
    section: str
    kind: str
    markers: int
    floodable: bool = False
    explodes: str = ""
    feeds: str = ""
    out: tuple[Effect, ...] = ()
    destroyed_by_hit: tuple[Effect, ...] = ()


class Equipment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of equipment of house table G-1; ``section`` is empty where any section may mend it."""

    id: str
    name: str
    section: str = ""
    mendable: bool = False


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House table G-1: the damage sheet of a ship."""

    id: str
    title: str
    source: str
    compartments: tuple[CompartmentData, ...]
    equipment: tuple[Equipment, ...]


class CalibreData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A calibre of guns: its charts, what it needs to fire well, and what it is worth to the staff.

    ``chart`` is its gunnery chart, ``bonus`` its row of chart 9-1. ``director`` is the equipment that directs all its
    mounts, empty where each has a director of its own. ``power``: no bonus when both fire rooms are out. ``by_hand``:
    a hit mount is worked by hand and has no bonus. ``mended``: the option gun-repair mends its mounts.
    ``magazine_each``: a magazine that feeds no mount of a ship is not aboard. ``worth`` and ``magazine_worth`` are
    what a mount and a magazine lost cost, in ships.
    """

    id: str
    name: str
    chart: str
    bonus: str
    worth: float
    magazine_worth: float
    director: str = ""
    power: bool = False
    by_hand: bool = False
    mended: bool = False
    magazine_each: bool = False


class CalibresFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``calibres.toml``: every calibre that a ship may mount."""

    calibres: tuple[CalibreData, ...]


#: Options that the rules read by themselves; a scenario's own are named after it.
GUN_REPAIR, ACES, LIST_AND_TRIM = "gun-repair", "aces", "list-and-trim"


class OptionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule (rules 11): its name and what it does in words, and who may play with it.

    ``always`` is the level that always plays with it. ``special``: only for the scenarios that name it.
    """

    id: str
    title: str
    text: str
    rule: str
    always: str = ""
    special: bool = False


class OptionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``options.toml``: every optional rule."""

    options: tuple[OptionData, ...]


class MountData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gun mount of a ship: its calibre, its section and its row of the firing chart."""

    id: str
    name: str
    kind: str
    section: str
    firing: str
    magazine: str = ""
    other_magazine: str = ""
    modifiers: tuple[str, ...] = ()


class ShipOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an option changes in a ship's armament."""

    remove: tuple[str, ...] = ()
    modifiers: dict[str, tuple[str, ...]] = {}


class ShipData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class of ship: her mounts and her firing chart."""

    id: str
    name: str
    class_name: str
    firing: str
    mounts: tuple[MountData, ...]
    options: dict[str, ShipOption] = {}


class DeckPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship from above as she is drawn, bow left, starboard above: a file of ``ships/plans`` named as hers.

    ``rows`` begin and end with the hull; | is a bulkhead between sections, any other word is a place, which ``places``
    names by the id of what stands there: a mount, a tub's director, a compartment or a piece of equipment.
    """

    rows: tuple[str, ...]
    places: dict[str, str]


class ScenarioData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of the book."""

    number: int
    slug: str
    title: str
    ship: str
    hull: str
    ship_class: str
    station: int
    date: datetime.date
    turns: int
    phases: tuple[str, ...]
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


class CampaignData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign of the book; ``latest_start`` bounds a start of choice, so that its fighting days remain."""

    id: str
    title: str
    number: int
    start: datetime.date
    end: datetime.date
    background: str
    special: tuple[str, ...]
    victory: str
    fighting_days: int = 0
    length: str = ""
    ships_sunk_draw: int = 0
    replacement: bool = False
    squadron: bool = False
    choose_start: bool = False
    latest_start: datetime.date | None = None


class Rotation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``watch.toml``: which game the watch of each day is.

    ``week`` names the kinds of games of seven days, ``first`` is a day on which it begins; each of the other lists is
    gone through in turn. ``days`` and ``stations`` are those of patrols, ``patrols`` their first days.
    """

    version: int
    first: datetime.date
    week: tuple[str, ...]
    levels: tuple[str, ...]
    scenarios: tuple[int, ...]
    campaigns: tuple[str, ...]
    patrols: tuple[datetime.date, ...]
    days: int
    stations: tuple[int, ...]


class Aircraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of Japanese aircraft."""

    name: str
    designation: str
    service: str
    role: str
    crew: int
    about: str
    aliases: tuple[str, ...] = ()


class AircraftFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``aircraft.toml``: every type the house table A-1 and table 8-2 can name."""

    aircraft: tuple[Aircraft, ...]


class NamedShip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Fletcher-class destroyer by name and hull number."""

    name: str
    hull: str


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where generated names come from."""

    ships: tuple[NamedShip, ...]
    surnames: tuple[str, ...]
    given: tuple[str, ...]
    ranks: dict[str, str]


class StationPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a picket station lies: bearing and nautical miles from Point Bolo."""

    number: int
    bearing: int
    distance: int


class Land(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An island: points of its outline, miles east and north of Point Bolo; one or two points are a small island."""

    name: str
    points: tuple[tuple[float, float], ...]


class LostShip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Fletcher that was lost in history, and her station (0 for none)."""

    date: datetime.date
    ship: str
    hull: str
    station: int


class Waters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``stations.toml``: the waters round Okinawa and what was lost there; no rule depends on them."""

    stations: tuple[StationPlace, ...]
    lands: tuple[Land, ...]
    lost: tuple[LostShip, ...]


class Coast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``coast.toml``: finer outlines of islands, and the small ones without a name on the chart; a picture alone."""

    lands: tuple[Land, ...]


#: What an honour may ask for, counted over a day or a whole service: days with a phase played, days on which planes
#: came, planes that came, planes shot down by the ship's guns, strikes and near misses taken, repair men lost, repair
#: jobs done, deck fires put out; that an officer fell.
MEASURES = (
    "fighting_days", "attacked", "planes", "shot_down", "strikes", "near_misses", "men_lost", "jobs", "fires_out",
    "fell",
)  # fmt: skip
#: That he fell: of officers alone.
FELL = "fell"
#: That deck fires were put out, by the parties whose chiefs may be the foremost.
FIRES_OUT = "fires_out"
#: Who is honoured.
TO_SHIP, TO_OFFICER, TO_CREW, TO_MEN = "ship", "officer", "crew", "men"
#: Over what is counted: a single day, or all days of a ship's service, of an officer at his post, of a mount.
A_DAY, SERVICE = "day", "service"


class HonourData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An honour: to whom, and what must have been reached for it.

    All of ``needs`` must be reached in a day or over the service. One that is given ``again`` is given each time that
    the needs are reached once more. ``why`` are the words of its citation, with what was reached in braces, by the name
    of its measure. ``posts`` are those whose holder an honour of officers is for; ``rank`` makes it a promotion.
    ``foremost``: of the chiefs of the repair parties only the one whose party put out the most deck fires.
    """

    id: str
    name: str
    to: Literal["ship", "officer", "crew", "men"]
    needs: dict[str, int]
    why: str
    span: Literal["day", "service"] = "service"
    posts: tuple[str, ...] = ()
    again: bool = False
    rank: str = ""
    foremost: bool = False


class HonoursFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``honours.toml``: every honour, the highest first; no rule depends on it."""

    honours: tuple[HonourData, ...]
