"""Faults of the effects in charts and in the damage sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from picket_duty.book.effects import DestroyCompartment, Hit5in, HitEquipment, HitSecondary, HitTub
from picket_duty.state import POSTS, SECTIONS

#: Damage tables that may roll notes.
NOTED = ("11/forward", "11/midship", "11/aft", "11-1", "12-1", "12-2", "12-3")
#: Tables that may have effects. The rules carry them out in the damage tables and in the sheet; in
#: 13, 14 and 16 the rules read a field, and the effects must say the same.
WITH_EFFECTS = (*NOTED, "6-4", "13", "14", "15", "16", "21-1", "G-1")
#: Tables in which the section is known, so that a secondary compartment may be hit.
OF_A_SECTION = ("11/forward", "11/midship", "11/aft", "21-1", "G-1")


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
    with_result: Collection[str] = (),
) -> Iterator[str]:
    """Faults of the effects of a row.

    ``notes`` are the notes that the row may roll. ``with_result`` are those whose die has a field
    ``result``, which decides what becomes of an item. ``inside_note``: the row is one of a note.
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
        if chart_id not in WITH_EFFECTS:
            yield f"effect {effect.do}: allowed only in tables {', '.join(WITH_EFFECTS)}"
        # Within a note, the compartment that is hit is the default.
        if isinstance(effect, DestroyCompartment) and not effect.compartment and not inside_note:
            yield f"effect {effect.do}: field 'compartment' is missing"
        # A secondary compartment is given by its printed name, which is not an id.
        if not isinstance(effect, HitSecondary):
            for field, (word, names) in allowed.items():
                yield from _check_names(effect, field, word, names)
        rolled = getattr(effect, "notes", ())
        if rolled and chart_id not in NOTED:
            yield f"effect {effect.do}: notes are allowed only in tables {', '.join(NOTED)}"
        if isinstance(effect, HitTub | Hit5in | HitEquipment):
            for note in rolled:
                if note not in with_result:
                    yield f"effect {effect.do}: note {note!r} needs 'dice' and a field 'result'"
        if isinstance(effect, HitSecondary) and chart_id not in OF_A_SECTION:
            yield f"effect {effect.do}: not allowed in a table without a section"


def _check_names(effect: Any, field: str, word: str, names: Collection[str]) -> Iterator[str]:
    """Faults of the names in a field, which an effect may lack; ``word`` is what they name."""
    value = getattr(effect, field, ())
    given = [value] if isinstance(value, str) else value
    for name in given:
        if name and name not in names:
            choices = f"known: {', '.join(sorted(names))}" if names else "no names are defined"
            yield f"effect {effect.do}: unknown {word} {name!r}; {choices}"
