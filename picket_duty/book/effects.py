"""The closed set of effects that a chart may have, one type for each.

Effects are in rows and cells of charts 6-4, 11, 11-1, 12, 13, 15 and 21-1 and in the notes of table
11. The damage rules apply them and the odds weight them by type; chart files name them by ``do``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, NamedTuple, get_args

import msgspec

from picket_duty.book.limits import MOST_POINTS
from picket_duty.state import POSTS, SECTIONS

Points = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1)]


class BaseEffect(
    msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all effects."""

    @property
    def do(self) -> str:
        """The name of the effect in files."""
        return str(self.__struct_config__.tag)


class Sink(BaseEffect, frozen=True, tag="sink"):
    """The ship is lost."""


class DeadInWater(BaseEffect, frozen=True, tag="dead_in_water"):
    """All maneuver points lost."""


class LoseHull(BaseEffect, frozen=True, tag="lose_hull"):
    """Hull points lost."""

    points: Points


class LoseManeuver(BaseEffect, frozen=True, tag="lose_maneuver"):
    """Maneuver points lost."""

    points: Points


class LoseFuel(BaseEffect, frozen=True, tag="lose_fuel"):
    """Fuel points lost."""

    points: Points


class LoseSfs(BaseEffect, frozen=True, tag="lose_sfs"):
    """A surface fire support marker lost."""


class LoseLandRadar(BaseEffect, frozen=True, tag="lose_land_radar"):
    """A land radar station goes off line instead of the hit."""


class LoseGunBonuses(BaseEffect, frozen=True, tag="lose_gun_bonuses"):
    """All gun bonuses are lost."""


class DeckFire(BaseEffect, frozen=True, tag="deck_fire"):
    """A deck fire in a section, by default the section struck."""

    section: str = ""


class NearMiss(BaseEffect, frozen=True, tag="near_miss"):
    """Table 11-1."""


class Random(BaseEffect, frozen=True, tag="random"):
    """Table 15."""


class Superficial(BaseEffect, frozen=True, tag="superficial"):
    """Superficial damage."""


class Nothing(BaseEffect, frozen=True, tag="none"):
    """No damage."""


class KillFdt(BaseEffect, frozen=True, tag="kill_fdt"):
    """The fighter direction team is killed."""


class KillOfficer(BaseEffect, frozen=True, tag="kill_officer"):
    """Table 13."""


class Kill(BaseEffect, frozen=True, tag="kill"):
    """The holders of posts are killed."""

    posts: Names


class HitCompartment(BaseEffect, frozen=True, tag="hit_compartment"):
    """A primary compartment is hit: its notes first, then markers and fire."""

    compartment: Name
    notes: tuple[Name, ...] = ()


class DestroyCompartment(BaseEffect, frozen=True, tag="destroy_compartment"):
    """A compartment is destroyed; in a note, by default the one being hit."""

    compartment: str = ""


class HitTub(BaseEffect, frozen=True, tag="hit_tub"):
    """A 40 mm tub is hit: the notes of its director and of its guns."""

    mount: Name
    notes: tuple[Name, Name]


class Hit5in(BaseEffect, frozen=True, tag="hit_5in"):
    """A mount without its own director is hit: its note."""

    mount: Name
    notes: tuple[Name]


class Hit20mm(BaseEffect, frozen=True, tag="hit_20mm"):
    """A mount that any hit destroys is hit."""

    mount: Name


class DestroyMounts(BaseEffect, frozen=True, tag="destroy_mounts"):
    """Several mounts destroyed at once."""

    mounts: Names


class HitEquipment(BaseEffect, frozen=True, tag="hit_equipment"):
    """Equipment is hit: the die of its note, one roll per item."""

    items: Names
    notes: tuple[Name]


class DamageEquipment(BaseEffect, frozen=True, tag="damage_equipment"):
    """Equipment is damaged without a die."""

    items: Names


class DestroyEquipment(BaseEffect, frozen=True, tag="destroy_equipment"):
    """Equipment is destroyed without a die."""

    items: Names


class HitSecondary(BaseEffect, frozen=True, tag="hit_secondary"):
    """A secondary compartment is hit, by its printed name (advanced)."""

    compartment: Name


class LinesOut(BaseEffect, frozen=True, tag="lines_out"):
    """The water lines fail until a die repairs them."""


class Fighters(BaseEffect, frozen=True, tag="fighters"):
    """US fighters drive off every plane."""


class Reassigned(BaseEffect, frozen=True, tag="reassigned"):
    """A new station is assigned at the end of the turn."""


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


#: Damage tables that may roll notes.
NOTED = ("11/forward", "11/midship", "11/aft", "11-1", "12-1", "12-2", "12-3")
#: Where the rules carry out effects: damage tables and the sheet. 13, 14 and 16 repeat a field.
CARRIED_OUT = (*NOTED, "6-4", "13", "14", "15", "16", "21-1", "G-1")


class Known(NamedTuple):
    """The ids that effects may name."""

    compartments: frozenset[str]
    equipment: frozenset[str]
    mounts: frozenset[str]


def check_effects(
    effects: Iterable[Any],
    notes: Collection[str],
    inside_note: bool,
    known: Known,
    chart_id: str,
    answering: Any = (),
) -> Iterator[str]:
    """Faults of the effects of a row that may roll ``notes``; ``answering`` ones give a result for
    an item.
    """
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
        if chart_id not in CARRIED_OUT:
            yield f"effect {effect.do}: never carried out here; allowed in {', '.join(CARRIED_OUT)}"
        if isinstance(effect, DestroyCompartment) and not effect.compartment and not inside_note:
            yield f"effect {effect.do}: compartment is missing"
        for field, (word, names) in allowed.items() if not isinstance(effect, HitSecondary) else ():
            given = getattr(effect, field, ())
            for name in (given,) if isinstance(given, str) else given:
                if name and name not in names:
                    choices = f"known: {', '.join(sorted(names))}" if names else "none are defined"
                    yield f"effect {effect.do}: unknown {word} {name!r}; {choices}"
        rolled = getattr(effect, "notes", ())
        if rolled and chart_id not in NOTED:
            yield f"effect {effect.do}: notes are allowed only in tables {', '.join(NOTED)}"
        for note in rolled if isinstance(effect, HitTub | Hit5in | HitEquipment) else ():
            if note not in answering:
                yield f"effect {effect.do}: note {note!r} has no die roll that gives a result"
        if isinstance(effect, HitSecondary) and chart_id not in (
            "11/forward",
            "11/midship",
            "11/aft",
            "21-1",
            "G-1",
        ):
            yield f"effect {effect.do}: not allowed in a table without a section"
