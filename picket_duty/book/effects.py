"""The closed vocabulary of effects: what a result may do, each with exactly its arguments.

Effects stand in rows and cells of charts 6-4, 11, 11-1, 12, 13, 15 and 21-1 and in the notes of table 11. The
damage rules carry each out by its type, the odds value it by its type; files name it by ``do``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, NamedTuple, get_args

import msgspec

from picket_duty.book.limits import MOST_POINTS
from picket_duty.state.ship import POSTS, SECTIONS

Points = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]


class Done(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """What every effect has: its name in files."""

    @property
    def do(self) -> str:
        """The name of the effect in files."""
        return str(self.__struct_config__.tag)


class Sink(Done, frozen=True, tag="sink"):
    """The ship is lost."""


class DeadInWater(Done, frozen=True, tag="dead_in_water"):
    """All maneuver points lost."""


class LoseHull(Done, frozen=True, tag="lose_hull"):
    """Hull points lost."""

    points: Points


class LoseManeuver(Done, frozen=True, tag="lose_maneuver"):
    """Maneuver points lost."""

    points: Points


class LoseFuel(Done, frozen=True, tag="lose_fuel"):
    """Fuel points lost."""

    points: Points


class LoseSfs(Done, frozen=True, tag="lose_sfs"):
    """A surface fire support marker lost."""


class LoseLandRadar(Done, frozen=True, tag="lose_land_radar"):
    """A land radar station off line in place of the hit."""


class LoseGunBonuses(Done, frozen=True, tag="lose_gun_bonuses"):
    """No gun has a bonus any more."""


class DeckFire(Done, frozen=True, tag="deck_fire"):
    """A deck fire in a section, by default the one struck."""

    section: str = ""


class NearMiss(Done, frozen=True, tag="near_miss"):
    """Table 11-1."""


class Random(Done, frozen=True, tag="random"):
    """Table 15."""


class Superficial(Done, frozen=True, tag="superficial"):
    """Nothing that counts."""


class Nothing(Done, frozen=True, tag="none"):
    """No damage."""


class KillFdt(Done, frozen=True, tag="kill_fdt"):
    """The fighter direction team is killed."""


class KillOfficer(Done, frozen=True, tag="kill_officer"):
    """Table 13."""


class Kill(Done, frozen=True, tag="kill"):
    """Officers killed by name of their post."""

    posts: Names


class HitCompartment(Done, frozen=True, tag="hit_compartment"):
    """A primary compartment: its notes, then markers and fire."""

    compartment: Name
    notes: tuple[Name, ...] = ()


class DestroyCompartment(Done, frozen=True, tag="destroy_compartment"):
    """A compartment destroyed; inside a note the one being hit."""

    compartment: str = ""


class HitTub(Done, frozen=True, tag="hit_tub"):
    """A 40 mm tub: the notes of its director and of its guns."""

    mount: Name
    notes: tuple[Name, Name]


class Hit5in(Done, frozen=True, tag="hit_5in"):
    """A mount without a director of its own, by one note."""

    mount: Name
    notes: tuple[Name]


class Hit20mm(Done, frozen=True, tag="hit_20mm"):
    """A mount that any hit destroys."""

    mount: Name


class DestroyMounts(Done, frozen=True, tag="destroy_mounts"):
    """Several mounts destroyed at once."""

    mounts: Names


class HitEquipment(Done, frozen=True, tag="hit_equipment"):
    """Equipment by the die of its note, one roll for each item."""

    items: Names
    notes: tuple[Name]


class DamageEquipment(Done, frozen=True, tag="damage_equipment"):
    """Equipment damaged outright."""

    items: Names


class DestroyEquipment(Done, frozen=True, tag="destroy_equipment"):
    """Equipment destroyed outright."""

    items: Names


class HitSecondary(Done, frozen=True, tag="hit_secondary"):
    """A secondary compartment, by the name printed (advanced)."""

    compartment: Name


class LinesOut(Done, frozen=True, tag="lines_out"):
    """The water lines fail for a while."""


class Fighters(Done, frozen=True, tag="fighters"):
    """US fighters drive every plane off."""


class Reassigned(Done, frozen=True, tag="reassigned"):
    """A new station at the end of the turn."""


Effect = (
    Sink
    | DeadInWater
    | LoseHull
    | LoseManeuver
    | LoseFuel
    | LoseSfs
    | LoseLandRadar
    | LoseGunBonuses
    | DeckFire
    | NearMiss
    | Random
    | Superficial
    | Nothing
    | KillFdt
    | KillOfficer
    | Kill
    | HitCompartment
    | DestroyCompartment
    | HitTub
    | Hit5in
    | Hit20mm
    | DestroyMounts
    | HitEquipment
    | DamageEquipment
    | DestroyEquipment
    | HitSecondary
    | LinesOut
    | Fighters
    | Reassigned
)
#: The types of effects by their names in files.
EFFECTS: dict[str, type[Effect]] = {kind.__struct_config__.tag: kind for kind in get_args(Effect)}


#: Damage tables with notes of their own, and those that know the section struck.
NOTED = ("11/forward", "11/midship", "11/aft", "11-1", "12-1", "12-2", "12-3")
IN_A_SECTION = ("11/forward", "11/midship", "11/aft", "21-1", "G-1")


class Known(NamedTuple):
    """The names that effects may use."""

    compartments: frozenset[str]
    equipment: frozenset[str]
    mounts: frozenset[str]


def misplaced(effects: Iterable[Any], chart_id: str, answering: Collection[str]) -> Iterator[str]:
    """Effects that need what their table does not know: whose notes to roll, which section was struck.

    ``answering`` are its notes whose die gives a result: what becomes of a mount or of equipment.
    """
    for effect in effects:
        notes = getattr(effect, "notes", ())
        if notes and chart_id not in NOTED:
            yield f"effect {effect.do}: notes are rolled by the tables {', '.join(NOTED)} only"
        for note in notes if isinstance(effect, HitTub | Hit5in | HitEquipment) else ():
            if note not in answering:
                yield f"effect {effect.do}: note {note!r} has no die with a result"
        if isinstance(effect, HitSecondary) and chart_id not in IN_A_SECTION:
            yield f"effect {effect.do}: no section is struck on this table"


def check_effects(effects: Iterable[Any], notes: Collection[str], inside_note: bool, known: Known) -> Iterator[str]:
    """What is wrong with the names in the effects of one row. ``notes`` are the ids of notes it may roll."""
    allowed: dict[str, tuple[str, Collection[str]]] = {
        "section": ("section", SECTIONS),
        "compartment": ("compartment", known.compartments),
        "mount": ("mount", known.mounts),
        "mounts": ("mount", known.mounts),
        "items": ("equipment", known.equipment),
        "posts": ("post", POSTS),
        "notes": ("note", notes),
    }
    for effect in effects:
        if isinstance(effect, DestroyCompartment) and not effect.compartment and not inside_note:
            yield f"effect {effect.do}: compartment is missing"
        if isinstance(effect, HitSecondary):
            continue
        for field, (word, names) in allowed.items():
            said = getattr(effect, field, ())
            for name in (said,) if isinstance(said, str) else said:
                if name and name not in names:
                    yield f"effect {effect.do}: unknown {word} {name!r}; known: {', '.join(sorted(names)) or 'none'}"
