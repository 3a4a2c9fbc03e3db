"""Ids that the rules use by name, and the ids of fire plan slots and repair jobs.

A slot is a fighter marker, a support ship or a mount; a job is named by what it does and where. In
events, saves and JSON both are texts, which ``id`` makes. ``slot_named`` parses the text of a slot,
``split_id`` that of a job.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from picket_duty.state import SECTIONS

AFS = "AFS"
SFS = "SFS"

#: Equipment of the damage sheet: both radars of chart 8-1, and the water lines of charts 15, 20 and
#: 21.
RADARS = ("sc", "sg")
WATER_LINES = "water-lines"
#: Compartments that modify chart 8-1 when out, each with a modifier of the same name.
PLOTTING_ROOMS = ("radio", "bridge", "cic")
#: The compartments that power the guns.
FIRE_ROOMS = ("fire-room-fwd", "fire-room-aft")
#: Kinds of compartments with special rules: a stack does not burn, and the loss of both fire rooms
#: stops the ship.
STACK = "stack"
FIRE_ROOM = "fire_room"
MAGAZINE = "magazine"
#: Items of damage events that are not in the tables.
SHIP = "ship"
FIGHTER_DIRECTION_TEAM = "fighter direction team"
GUN_BONUSES = "gun bonuses"
LINES_OUT = "water lines"
#: Types of AFS markers: where the fighters come from.
CARRIER = "carrier"
LAND = "land"
#: The class of the ships that relieve each other in a campaign.
FLETCHER = "fletcher"


class FighterSlot(msgspec.Struct, frozen=True):
    """An AFS marker: fighters of a type (carrier or land), numbered from 1."""

    type: str
    number: int

    @property
    def id(self) -> str:
        """As ``AFS carrier 1``."""
        return f"{AFS} {self.type} {self.number}"


class SupportShip(msgspec.Struct, frozen=True):
    """An SFS marker, numbered from 1."""

    number: int

    @property
    def id(self) -> str:
        """As ``SFS 1``."""
        return f"{SFS} {self.number}"


class Gun(msgspec.Struct, frozen=True):
    """A mount that fires."""

    mount: str

    @property
    def id(self) -> str:
        """The id of the mount, as ``5in-1``."""
        return self.mount


Slot = FighterSlot | SupportShip | Gun


@lru_cache(maxsize=4096)
def slot_named(text: str) -> Slot:
    """The slot of an id; any id that is not a marker is a mount."""
    match text.split(" "):
        case ["AFS", kind, number] if number.isdecimal():
            return FighterSlot(kind, int(number))
        case ["SFS", number] if number.isdecimal():
            return SupportShip(int(number))
    return Gun(text)


#: Kinds of jobs. A room is a primary compartment; an instrument is equipment of the damage sheet.
DECK_FIRE = "deck fire"
ROOM = "compartment"
PUMP = "pump"
INSTRUMENT = "instrument"
DIRECTOR = "director"
GUN = "gun"
SECONDARY = "secondary"


class JobId(msgspec.Struct, frozen=True):
    """Kind and target of a job; ``section`` only where the id contains it."""

    kind: str
    target: str = ""
    section: str = ""

    @property
    def id(self) -> str:
        """As ``deck fire aft``, ``cic``, ``pump cic``, ``40mm-A director``, ``aft/Steering``,
        ``water-lines aft``.
        """
        if self.kind == DECK_FIRE:
            return f"{DECK_FIRE} {self.section}"
        if self.kind == PUMP:
            return f"{PUMP} {self.target}"
        if self.kind == DIRECTOR:
            return f"{self.target} {DIRECTOR}"
        if self.kind == SECONDARY:
            return f"{self.section}/{self.target}"
        if self.section:
            return f"{self.target} {self.section}"
        return self.target


def secondary_id(section: str, name: str) -> str:
    """The id of a secondary compartment: the same name in two sections is two compartments."""
    return JobId(SECONDARY, target=name, section=section).id


def director_id(mount: str) -> str:
    """The id of the director of a single mount."""
    return JobId(DIRECTOR, mount).id


@lru_cache(maxsize=4096)
def split_id(text: str) -> JobId:
    """The kind and the target of a job. A plain name is returned as a room, although it may be an
    instrument or a gun.
    """
    section, slash, name = text.partition("/")
    if slash and section in SECTIONS:
        return JobId(SECONDARY, target=name, section=section)
    if text.startswith(f"{PUMP} "):
        return JobId(PUMP, text.removeprefix(f"{PUMP} "))
    if text.endswith(f" {DIRECTOR}"):
        return JobId(DIRECTOR, text.removesuffix(f" {DIRECTOR}"))
    name, _, section = text.rpartition(" ")
    if name and section in SECTIONS:
        if name == DECK_FIRE:
            return JobId(DECK_FIRE, target="", section=section)
        return JobId(INSTRUMENT, target=name, section=section)
    return JobId(ROOM, text)
