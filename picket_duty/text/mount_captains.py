"""The captains of the gun mounts by name, and the planes credited to them.

No rule knows them. A name follows from the seed, the ship, the mount and the number of captains it has lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import ACES
from picket_duty.book.vocabulary import DamageEffect
from picket_duty.dice import mix, number_of
from picket_duty.events import Damage
from picket_duty.facts import Day, Side, shooter_side
from picket_duty.rules.play import surname_of
from picket_duty.state import POSTS, Setup, Ship
from picket_duty.text.names import item_name, label_words
from picket_duty.text.phrases import phrase, words

DESTROYED = DamageEffect.DESTROYED


class MountCaptain(msgspec.Struct):
    """The captain of a mount: ``number`` counts those before who were lost with it.

    ``dates`` are the days of the planes credited, splashed or set afire; ``lost`` is the phase in which the mount was
    destroyed, empty if it was not.
    """

    ship: str
    mount: str
    number: int = 0
    dates: list[str] = []
    lost: str = ""

    def name(self, setup: Setup, tables: Tables) -> str:
        """The surname."""
        return captain_name(setup.seed, self.ship, self.mount, self.number, tables, tuple(setup.officers.values()))

    def is_ace(self, setup: Setup, tables: Tables) -> bool:
        """Whether the crew became aces, if the option is on."""
        return ACES in setup.options and len(self.dates) >= tables.numbers.ace_planes


def captain_name(seed: int, ship: str, mount: str, number: int, tables: Tables, officers: tuple[str, ...] = ()) -> str:
    """The surname of a mount's captain after ``number`` others; different for all mounts of a ship.

    It is none of the first crew: of the names drawn, or of those chosen for ``officers``.
    """
    names, mounts = _names(seed, ship, tables, officers), list(tables.mounted)
    return names[(mounts.index(mount) + number * len(mounts)) % len(names)]


@lru_cache(maxsize=16)
def _names(seed: int, ship: str, tables: Tables, officers: tuple[str, ...]) -> list[str]:
    """The surnames in an order of the game and the ship; those of the crew give way to the last ones."""
    start, surnames = number_of(f"mount captains {seed} {ship}"), tables.names.surnames
    names = [surnames[index] for index in sorted(range(len(surnames)), key=lambda index: mix(start ^ index))]
    crew = {surname_of(seed, count, surnames) for count in range(len(POSTS))}
    crew |= {name.split()[-1] for name in officers if name.strip()}
    others = [name for name in names if name not in crew]
    return [others.pop() if name in crew and others else name for name in names]


def mount_captains(days: Iterable[Day], tables: Tables) -> list[MountCaptain]:
    """The captains credited with planes or lost on some days, in that order."""
    captains: list[MountCaptain] = []
    aboard: dict[tuple[str, str], MountCaptain] = {}

    def of(ship: str, mount: str) -> MountCaptain:
        captain = aboard.get((ship, mount))
        if captain is None or captain.lost:
            captain = MountCaptain(ship, mount, 0 if captain is None else captain.number + 1)
            aboard[ship, mount] = captain
            captains.append(captain)
        return captain

    for day in days:
        for phase in day.phases:
            for slot in phase.shot_down_by:
                if shooter_side(slot) is Side.GUNS:
                    of(day.ship, slot).dates.append(day.date)
            for event in phase.aftermath:
                if isinstance(event, Damage) and event.effect == DESTROYED and event.item in tables.mounted:
                    of(day.ship, event.item).lost = phase.label
    return captains


def captains_aboard(ship: Ship, days: Iterable[Day], tables: Tables) -> dict[str, MountCaptain]:
    """The captain of each mount of a ship that is not destroyed; ``days`` are all of the game so far."""
    last = {captain.mount: captain for captain in mount_captains(days, tables) if captain.ship == ship.name}
    aboard = {}
    for name, mount in ship.mounts.items():
        captain = last.get(name, MountCaptain(ship.name, name))
        if captain.lost:
            captain = MountCaptain(ship.name, name, captain.number + 1)
        if not mount.destroyed:
            aboard[name] = captain
    return aboard


def captain_words(captain: MountCaptain, setup: Setup, tables: Tables) -> str:
    """A mount with its captain: ``5in-3 (Olsen)``."""
    return words(phrase("mount_captain").card, mount=captain.mount, captain=captain.name(setup, tables))


def record_words(captain: MountCaptain, setup: Setup, tables: Tables) -> str:
    """The name of a captain with the planes, and when the mount was lost."""
    fields = {
        "captain": captain.name(setup, tables),
        "when": label_words(captain.lost),
        "planes": len(captain.dates) or None,
        "crew": "ace" if captain.is_ace(setup, tables) else "",
    }
    return words(phrase("mount_captain_record").card, **fields)


def credited_words(captains: Iterable[MountCaptain], date: str, setup: Setup, tables: Tables) -> str:
    """The planes credited to the mounts on a day, most first, and which crews became aces; empty if there are none."""
    today = sorted((captain for captain in captains if date in captain.dates), key=lambda one: -one.dates.count(date))
    credited = []
    for captain in today:
        planes, total = captain.dates.count(date), sum(day <= date for day in captain.dates)
        became = ACES in setup.options and total - planes < tables.numbers.ace_planes <= total
        fields = {"planes": planes, "total": total if total > planes else None, "crew": "ace" if became else ""}
        mount = captain_words(captain, setup, tables)
        credited.append(words(phrase("mount_credited").card, mount=mount, **fields))
    return words(phrase("mounts_credited").card, mounts="; ".join(credited)) if credited else ""


def lost_words(captain: MountCaptain, setup: Setup, tables: Tables) -> str:
    """The captain of a mount that was destroyed."""
    return words(phrase("mount_lost").card, mount=item_name(tables, captain.mount), captain=captain.name(setup, tables))
