"""A ship: her tracks, crew, mounts, compartments and equipment. Plain data, no rules."""

from __future__ import annotations

import datetime

import msgspec

SECTIONS = ("forward", "midship", "aft")
POSTS = (
    "captain",
    "xo",
    "engineering_officer",
    "gunnery_officer",
    "damage_control_officer",
    "cpo",
    "repair_one_chief",
    "repair_two_chief",
    "repair_three_chief",
)
PORT, STARBOARD = "port", "starboard"
CHIEFS = {"forward": "repair_one_chief", "midship": "repair_two_chief", "aft": "repair_three_chief"}
WORKING, DAMAGED, DESTROYED = "working", "damaged", "destroyed"


class Officer(msgspec.Struct, omit_defaults=True):
    """An officer or chief; ``value`` is -2 to +2."""

    name: str
    value: int


class Mount(msgspec.Struct, omit_defaults=True):
    """A gun mount. ``director`` is the state of a 40 mm tub's director; ``kills`` is the number of planes credited."""

    hits: int = 0
    destroyed: bool = False
    ace: bool = False
    kills: int = 0
    director: str = WORKING


class Compartment(msgspec.Struct, omit_defaults=True):
    """A primary compartment. ``paid`` is whether its loss of maneuver has been applied."""

    markers: int = 0
    fire: bool = False
    flooded: bool = False
    destroyed: bool = False
    paid: bool = False

    @property
    def out(self) -> bool:
        """Whether the compartment is out of action: destroyed or flooded."""
        return self.destroyed or self.flooded


class Flood(msgspec.Struct, omit_defaults=True):
    """Flooding in a section; ``side`` is port, starboard or empty; ``cause`` is the compartment or order behind it."""

    section: str
    side: str
    points: int
    cause: str


class Fallen(msgspec.Struct, omit_defaults=True):
    """An officer or chief who was killed, with the phase of death."""

    post: str
    name: str
    phase: str


class Ship(msgspec.Struct, omit_defaults=True):
    """A ship with all values of her log and damage sheet.

    ``declared`` is the stage of the emergency declaration: 0 none, 1 until the next wave, 2 through its damage control
    round, 3 the captain may rescind it. ``lines_out`` is whether the water lines are out (table 15, result 2).
    ``back`` is the day the ship is ready again, None if she is on duty; ``away`` is the kind of her absence, which
    determines what is repaired.
    """

    name: str
    hull_number: str
    ship_class: str
    ammunition: int
    fuel: int
    hull: int
    maneuver: int
    men: dict[str, int]
    mounts: dict[str, Mount]
    compartments: dict[str, Compartment]
    equipment: dict[str, str]
    crew: dict[str, Officer] = {}
    morale: int = 0
    station: int | None = None
    fdt: bool = False
    sfs: int = 0
    secondary: dict[str, int] = {}
    deck_fires: dict[str, int] = {}
    floods: list[Flood] = []
    jobs: dict[str, int] = {}
    lines_out: bool = False
    gun_bonuses_lost: bool = False
    declared: int = 0
    fate: str = ""
    away: str = ""
    back: datetime.date | None = None
    fallen: list[Fallen] = []
    stations: list[int] = []

    @property
    def flood(self) -> int:
        """Points on the flood track."""
        return sum(flood.points for flood in self.floods)

    @property
    def trim_points(self) -> int:
        """Aft flooding minus forward flooding: positive is down by the stern."""
        return sum(_signed(flood.section, "aft", "forward") * flood.points for flood in self.floods)

    @property
    def list_points(self) -> int:
        """Starboard flooding minus port flooding: positive is a list to starboard."""
        return sum(_signed(flood.side, STARBOARD, PORT) * flood.points for flood in self.floods)


def _signed(place: str, plus: str, minus: str) -> int:
    return 1 if place == plus else -1 if place == minus else 0
