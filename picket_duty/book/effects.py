"""The closed vocabulary of effects: what a result may do, and the arguments each needs.

Effects stand in rows and cells of charts 6-4, 11, 11-1, 12, 13, 15 and 21-1 and in
the notes of table 11. The damage rules carry each out by its name; a chart
that asks for anything else is refused here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from picket_duty.state.ship import POSTS, SECTIONS

#: Most points one result may cost; the tracks are no longer.
MOST_POINTS = 10


class Wants(NamedTuple):
    """The arguments an effect must have, those it may have, and how many notes it rolls."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    notes: int | None = None


EFFECTS: dict[str, Wants] = {
    "sink": Wants(),
    "dead_in_water": Wants(),
    "lose_hull": Wants(("points",)),
    "lose_maneuver": Wants(("points",)),
    "lose_fuel": Wants(("points",)),
    "lose_sfs": Wants(),
    "lose_land_radar": Wants(),
    "lose_gun_bonuses": Wants(),
    "deck_fire": Wants(may=("section",)),
    "near_miss": Wants(),
    "random": Wants(),
    "superficial": Wants(),
    "none": Wants(),
    "kill_fdt": Wants(),
    "kill_officer": Wants(),
    "kill": Wants(("posts",)),
    "hit_compartment": Wants(("compartment",), ("notes",)),
    "destroy_compartment": Wants(may=("compartment",)),
    "hit_tub": Wants(("mount", "notes"), notes=2),
    "hit_5in": Wants(("mount", "notes"), notes=1),
    "hit_20mm": Wants(("mount",)),
    "destroy_mounts": Wants(("mounts",)),
    "hit_equipment": Wants(("items", "notes"), notes=1),
    "damage_equipment": Wants(("items",)),
    "destroy_equipment": Wants(("items",)),
    "hit_secondary": Wants(("compartment",)),
    "lines_out": Wants(),
    "fighters": Wants(),
    "reassigned": Wants(),
}


class Known(NamedTuple):
    """The names that effects may use."""

    compartments: frozenset[str]
    equipment: frozenset[str]
    mounts: frozenset[str]


def check_effects(effects: Any, notes: Iterable[str], known: Known, inside_note: bool = False) -> Iterator[str]:
    """What is wrong with the effects of one row. ``notes`` are the ids of notes it may roll."""
    if not isinstance(effects, list | tuple):
        yield "effects are a list"
        return
    for effect in effects:
        if not isinstance(effect, Mapping):
            yield f"effect {effect!r} is not a table"
            continue
        do = effect.get("do")
        wants = EFFECTS.get(do) if isinstance(do, str) else None
        if wants is None:
            yield f"unknown effect {do!r}; effects: {', '.join(EFFECTS)}"
            continue
        for problem in _check_arguments(effect, wants, frozenset(notes), known, inside_note):
            yield f"effect {do}: {problem}"


def _check_arguments(
    effect: Mapping[str, Any], wants: Wants, notes: frozenset[str], known: Known, inside_note: bool
) -> Iterator[str]:
    needs = wants.needs
    if effect["do"] == "destroy_compartment" and not inside_note:
        needs = ("compartment",)
    for name in needs:
        if name not in effect:
            yield f"lacks {name}"
    for name, value in effect.items():
        if name == "do":
            continue
        if name not in wants.needs + wants.may:
            yield f"has no use for {name}"
        elif name == "points":
            if type(value) is not int or not 1 <= value <= MOST_POINTS:
                yield f"points {value!r} are not 1 to {MOST_POINTS}"
        elif name in ("section", "compartment", "mount"):
            yield from _check_names(name, [value], notes, known, effect["do"])
        elif not isinstance(value, list | tuple) or not value:
            yield f"{name} are a list of names"
        else:
            yield from _check_names(name, value, notes, known, effect["do"])
    rolled = effect.get("notes")
    if wants.notes is not None and isinstance(rolled, list | tuple) and len(rolled) != wants.notes:
        yield f"rolls {wants.notes} notes, not {len(rolled)}"


def _check_names(name: str, values: Iterable[Any], notes: frozenset[str], known: Known, do: str) -> Iterator[str]:
    words: dict[str, tuple[str, Iterable[str]]] = {
        "section": ("section", SECTIONS),
        "compartment": ("compartment", known.compartments),
        "mount": ("mount", known.mounts),
        "mounts": ("mount", known.mounts),
        "items": ("equipment", known.equipment),
        "posts": ("post", POSTS),
        "notes": ("note", notes),
    }
    word, allowed = words[name]
    for value in values:
        if not isinstance(value, str) or not value:
            yield f"{word} {value!r} is not a name"
        elif do != "hit_secondary" and value not in allowed:
            yield f"unknown {word} {value!r}"
