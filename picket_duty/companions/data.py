"""What the file ``game.toml`` of a companion says: its title, its edition, what it can do and what it lacks."""

from __future__ import annotations

import datetime
from typing import Any

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


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A companion game. ``over`` names the one of whose charts it changes some; ``days`` are its first and last.

    ``headings`` print the fields of its charts that do not print themselves, ``numbers`` are those of its rules that
    stand in no chart.
    """

    title: Text
    publisher: Text
    edition: Text
    can: tuple[Text, ...]
    lacks: tuple[Lack, ...]
    over: str = ""
    days: tuple[datetime.date, datetime.date] | None = None
    headings: dict[str, str] = {}
    numbers: dict[str, int] = {}
