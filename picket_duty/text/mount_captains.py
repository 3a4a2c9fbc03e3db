"""The captains of the gun mounts: who they are, and the planes that their mounts stop.

They are known to no rule. Their names follow from the seed, the ship, the mount and the number of
captains that it has lost.
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
from picket_duty.state import Setup, Ship
from picket_duty.text import dates, english
from picket_duty.text.names import item_name
from picket_duty.text.phrases import card_words


class MountCaptain(msgspec.Struct):
    """The captain of a mount: ``number`` counts the captains before, who were lost with it.

    ``dates`` are the days of the planes credited, splashed or set afire; ``lost`` is the phase in
    which the mount was destroyed, empty if it was not.
    """

    ship: str
    mount: str
    number: int = 0
    dates: list[str] = []
    lost: str = ""

    def name(self, setup: Setup, tables: Tables) -> str:
        """The surname."""
        return captain_name(
            setup.seed, self.ship, self.mount, self.number, tables, tuple(setup.officers.values())
        )

    def is_ace(self, setup: Setup, tables: Tables) -> bool:
        """Whether the crew became aces, if the option is on."""
        return ACES in setup.options and len(self.dates) >= tables.numbers.ace_planes


@lru_cache(maxsize=256)
def captain_name(
    seed: int, ship: str, mount: str, number: int, tables: Tables, officers: tuple[str, ...] = ()
) -> str:
    """The surname of a mount's captain after ``number`` others, none of the ship's ``officers``,
    drawn or chosen.
    """
    start = number_of(f"mount captains {seed} {ship}")
    surnames = tables.names.surnames
    mounts = list(tables.mounted)
    # The half of the surnames that officers and chiefs draw first comes last for captains, so that
    # hardly any two people aboard have the same one.
    taken = {surname_of(seed, count, surnames) for count in range(len(surnames) // 2)}
    taken |= {name.split()[-1] for name in officers if name.strip()}

    def place(index: int) -> tuple[bool, int]:
        """The place of a surname: first those not taken, shuffled by the game and the ship."""
        return surnames[index] in taken, mix(start ^ index)

    order = sorted(range(len(surnames)), key=place)
    # The first captains of all mounts come first, then the second ones.
    turn = mounts.index(mount) + number * len(mounts)
    return surnames[order[turn % len(order)]]


def mount_captains(days: Iterable[Day], tables: Tables) -> list[MountCaptain]:
    """The captains credited with planes or lost on some days, in that order."""
    captains = []
    aboard: dict[tuple[str, str], MountCaptain] = {}

    def of(ship: str, mount: str) -> MountCaptain:
        """The present captain of a mount: a new one if the last was lost with it."""
        captain = aboard.get((ship, mount))
        if captain is None or captain.lost:
            captain = MountCaptain(ship, mount, number=0 if captain is None else captain.number + 1)
            aboard[ship, mount] = captain
            captains.append(captain)
        return captain

    for day in days:
        for phase in day.phases:
            for slot in phase.shot_down_by:
                if shooter_side(slot) is Side.GUNS:
                    of(day.ship, slot).dates.append(day.date)
            for hit in phase.consequences:
                if (
                    isinstance(hit, Damage)
                    and hit.effect == DamageEffect.DESTROYED
                    and hit.item in tables.mounted
                ):
                    of(day.ship, hit.item).lost = phase.label
    return captains


def captains_aboard(ship: Ship, days: Iterable[Day], tables: Tables) -> dict[str, MountCaptain]:
    """The captain of each mount of a ship that is not destroyed; ``days`` are all of the game so
    far.
    """
    last = {
        captain.mount: captain
        for captain in mount_captains(days, tables)
        if captain.ship == ship.name
    }
    aboard = {}
    for name, mount in ship.mounts.items():
        captain = last.get(name, MountCaptain(ship.name, name))
        if captain.lost:
            captain = MountCaptain(ship.name, name, number=captain.number + 1)
        if not mount.destroyed:
            aboard[name] = captain
    return aboard


def record_words(captain: MountCaptain, setup: Setup, tables: Tables) -> str:
    """The name of a captain with the planes, and when the mount was lost."""
    return card_words(
        "mount_captain_record",
        captain=captain.name(setup, tables),
        when=dates.label_words(captain.lost) if captain.lost else "",
        planes=len(captain.dates) or None,
        crew="ace" if captain.is_ace(setup, tables) else "",
    )


def credited_words(
    captains: Iterable[MountCaptain], date: str, setup: Setup, tables: Tables
) -> str:
    """The planes credited to the mounts on a day, most first, and which crews became aces; empty if
    there are none.
    """
    credited: dict[int, list[str]] = {}
    for captain in captains:
        if planes := captain.dates.count(date):
            mount = _credited_mount(captain, date, setup, tables)
            credited.setdefault(planes, []).append(mount)
    alike = [
        card_words(
            "mounts_alike",
            planes=planes,
            each="each" if mounts[1:] else "",
            mounts=english.listed(mounts),
        )
        for planes, mounts in sorted(credited.items(), reverse=True)
    ]
    if alike:
        return card_words("mounts_credited", mounts="; ".join(alike))
    return ""


def _credited_mount(captain: MountCaptain, date: str, setup: Setup, tables: Tables) -> str:
    """A mount with its captain, their total if it is higher than that of the day, and whether they
    became aces.
    """
    total = sum(day <= date for day in captain.dates)
    before = total - captain.dates.count(date)
    mount = card_words(
        "mount_captain",
        mount=item_name(tables, captain.mount),
        captain=captain.name(setup, tables),
        total=english.ordinal_words(total) if before else None,
    )
    became = ACES in setup.options and before < tables.numbers.ace_planes <= total
    return card_words("mount_credited", mount=mount, crew="ace" if became else "")
