"""The other data files: house numbers, compartments, ships, scenarios, campaigns, aircraft, names."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.charts.chart import Effect


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
    """An island: points of its outline, miles east and north of Point Bolo."""

    name: str
    points: tuple[tuple[int, int], ...]


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
