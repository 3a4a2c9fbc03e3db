"""An honor in words: recipient, decoration, and reason."""

from __future__ import annotations

import msgspec

from picket_duty.text.names import title_case

#: Word before a second or later award of the same decoration.
AGAIN = "another"


class Honour(msgspec.Struct, frozen=True, omit_defaults=True):
    """An honor as granted: day, ship, recipient and reason.

    ``name`` is the decoration, or the new rank of a promotion; ``number`` counts those of its kind that the recipient
    has by then; ``men`` is the number of recipients if they have no names; ``crew``: it is for a gun crew;
    ``posthumous``: the recipient was killed on that day.
    """

    date: str
    ship: str
    id: str
    name: str
    to: str
    why: str
    number: int = 1
    men: int = 0
    crew: bool = False
    promotion: bool = False
    posthumous: bool = False


def honour_words(honour: Honour) -> str:
    """An honor in a sentence: ``Navy Cross to Cdr. John Hall, captain, for ...``."""
    again = f"{AGAIN} " if honour.number > 1 else ""
    fallen = ", posthumously" if honour.posthumous else ""
    if honour.crew:
        return title_case(f"{honour.to}: {honour.name}, {honour.why}.")
    if honour.men:
        return f"{honour.name} to {honour.to}, {honour.why}."
    if honour.promotion:
        return title_case(f"{honour.to}, promoted to {honour.name}{fallen} {honour.why}.")
    return title_case(f"{again}{honour.name} to {honour.to}{fallen}, {honour.why}.")
