"""What the file ``game.toml`` of a companion says: its title, its edition, what it can do and what it lacks."""

from __future__ import annotations

import datetime
from typing import Any, Literal

import msgspec

from picket_duty.charts.kinds import Text


class Lack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the text of a game does not hold, and why.

    ``table`` is where one would look for it: the whole table where nothing else is said, else a ``field`` of its
    answers, or the questions whose keys have the values ``asked``.
    """

    what: Text
    table: Text
    reason: Text
    field: str = ""
    asked: dict[str, list[str | int]] = {}

    @property
    def is_whole(self) -> bool:
        """Whether the whole table is missing."""
        return not self.field and not self.asked

    def covers(self, query: dict[str, Any]) -> bool:
        """Whether a question without an answer asks for this."""
        return all(query.get(key) in values for key, values in self.asked.items())


class FormField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is typed in for an entry of a form: one of some ``words``, a number within ``numbers``, else a text.

    ``many`` such numbers stand in one line, with blanks between them; where it is ``mutual`` each entry is named by
    those that it names.
    """

    name: Text
    words: tuple[Text, ...] = ()
    numbers: str = ""
    many: bool = False
    mutual: bool = False


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that the text lacks and the owner of the box can type in: its key, its entries, its fields.

    ``entries`` are names, or spans of numbers; ``chart`` is one whose rows' labels go before them.
    """

    table: Text
    title: Text
    key: Text
    by: Literal["number", "name"]
    fields: tuple[FormField, ...]
    entries: tuple[Text, ...] = ()
    chart: str = ""


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A companion game. ``over`` names the one of whose charts it changes some; ``days`` are its first and last.

    ``levels`` is whether it has a basic and an advanced game. ``headings`` print the fields of its charts that do not
    print themselves, ``numbers`` are those of its rules that stand in no chart, ``forms`` are the tables that its
    owner can type in.
    """

    title: Text
    publisher: Text
    edition: Text
    can: tuple[Text, ...]
    lacks: tuple[Lack, ...]
    over: str = ""
    days: tuple[datetime.date, datetime.date] | None = None
    levels: bool = False
    headings: dict[str, str] = {}
    numbers: dict[str, int] = {}
    forms: tuple[Form, ...] = ()
