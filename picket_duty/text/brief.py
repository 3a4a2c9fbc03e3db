"""Parts of sentences that several voices share: harm to the ship in a few words, blows, and who shot."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, SupportShip, slot_named
from picket_duty.events import Damage
from picket_duty.facts import Blow, Harm, Killed, MenLost, TrackLoss
from picket_duty.text.names import POST_NAMES, WEAPONS, item_name
from picket_duty.text.phrases import harm_rows, words
from picket_duty.text.styled_text import safe


def blow_fields(blow: Blow) -> dict[str, str]:
    """The plane, weapon and section of a blow, as the rows of blows name them."""
    return {"type": safe(blow.type), "weapon": WEAPONS.get(blow.weapon, ""), "section": blow.strike.section}


def shooter_fields(slot: str, tables: Tables) -> dict[str, str | int]:
    """The fields of the row of the one who shot from a slot."""
    shooter = slot_named(slot)
    number = shooter.number if isinstance(shooter, SupportShip) else 0
    return {"item": safe(item_name(tables, slot)), "number": number}


def harm_or_none(blow: Blow, tables: Tables, most: int | None = None) -> str:
    """What a blow did, at most so many things; that it was superficial or nothing if it harmed nothing."""
    things = harm_words(blow.harm, tables, blow.strike.section)[:most]
    return ", ".join(things) or words((harm_rows.SUPERFICIAL if blow.harm.touched else harm_rows.NO_HARM).brief)


def harm_words(suffered: Harm, tables: Tables, section: str = "") -> list[str]:
    """Each thing that was hit or lost; the ``section`` is named already. Empty if nothing was."""
    return [_entry(entry, tables, section) for entry in suffered.entries]


def _entry(entry: Damage | TrackLoss | MenLost | Killed, tables: Tables, section: str) -> str:
    if isinstance(entry, Killed):
        return words(harm_rows.KILLED.brief, post=POST_NAMES[entry.post])
    if isinstance(entry, MenLost):
        where = "" if entry.section == section else entry.section
        return words(harm_rows.MEN_LOST.brief, points=entry.men, where=where)
    if isinstance(entry, TrackLoss):
        at_end = harm_rows.AT_END.get(entry.track) if not entry.left else None
        row = at_end if at_end is not None and at_end.brief else harm_rows.LOSSES[entry.track]
        return words(row.brief, first=entry.first, left=entry.left)
    row = harm_rows.damage_row(entry)
    if entry.item == DECK_FIRE:
        where = "" if entry.section == section else entry.section
        return words(row.brief, where=where, points=entry.points)
    return words(row.brief, item=safe(item_name(tables, entry.item)).removesuffix(f" ({section})"))
