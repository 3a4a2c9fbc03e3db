"""The closed set of effects that a chart may have, one type for each.

Effects are in rows and cells of charts 6-4, 11, 11-1, 12, 13, 15 and 21-1 and in the notes of table
11. The damage rules apply them and the odds weight them by type; chart files name them by ``do``.
The ``notes`` of an effect name notes of its chart, whose dice or effects belong to the effect.
"""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec

from picket_duty.book.limits import MOST_POINTS

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
