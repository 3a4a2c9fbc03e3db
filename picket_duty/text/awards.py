"""An honour in words: to whom, what, and what for."""

from __future__ import annotations

import msgspec

from picket_duty.text.names import title_case

#: What a second and a third award of the same decoration is worn as.
AGAIN = "another"


class Honour(msgspec.Struct, frozen=True, omit_defaults=True):
    """An honour as it was granted: on which day, aboard which ship, to whom, what for.

    ``name`` is that of the decoration, of a promotion that of the new rank; ``number`` counts those of one kind that
    he, she or they have by then, ``men`` the men it is for where it has none by name, ``crew`` says that it is for a
    gun crew, ``posthumous`` that he fell on that day.
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
    """An honour in a sentence: ``Navy Cross to Cdr. John Hall, captain, for ...``."""
    again = f"{AGAIN} " if honour.number > 1 else ""
    fallen = ", posthumously" if honour.posthumous else ""
    if honour.crew:
        return title_case(f"{honour.to}: {honour.name}, {honour.why}.")
    if honour.men:
        return f"{honour.name} to {honour.to}, {honour.why}."
    if honour.promotion:
        return title_case(f"{honour.to}, promoted to {honour.name}{fallen} {honour.why}.")
    return title_case(f"{again}{honour.name} to {honour.to}{fallen}, {honour.why}.")
