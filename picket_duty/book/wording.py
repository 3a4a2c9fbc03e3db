"""How the fields and rows of this game's charts are worded, on the printed charts and in answers to
questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from picket_duty.book.effects import EFFECTS
from picket_duty.book.limits import FIRST_DAY, LAST_DAY, WAVES, calendar_days
from picket_duty.charts import Book
from picket_duty.charts.book import PrintedColumn
from picket_duty.charts.kinds import Fields, ListChart, RawChart
from picket_duty.charts.words import date_label, signed_words, word_of


def _stations(value: Any) -> str:
    numbers = value if isinstance(value, list) else [value]
    if numbers:
        return f"Station{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"
    return "-"


def _dates(value: Any) -> str:
    return ", ".join(map(date_label, value))


def _either(yes: str, no: str) -> Callable[[Any], str]:
    """A formatter of a yes or no in the results of a note, which answer the question of its text:
    ``1-2: still out; 3-6: working again`` to "roll one die to see whether the lines are still out".
    """
    return lambda value: yes if value else no


def printed_row(raw: RawChart, fields: Fields, text: str) -> str | None:
    """The wording of a row that is printed in its own way; None for other rows."""
    # The attack tables 8-1A to 8-1H.
    if "note_a" in fields:
        return _attack_words(fields, text)
    # The main damage tables 11.
    if "sec" in fields:
        return f"{text} (SEC)" if fields["sec"] else text
    # The gun bonuses of chart 9-1.
    if "can_fire" in fields:
        if fields["can_fire"]:
            return signed_words(fields["bonus"])
        return "Cannot fire"
    if text:
        return None
    # The planes of charts 8-2 and A-1.
    if plane := fields.get("plane") or fields.get("type"):
        weapon = fields.get("weapon")
        note = fields.get("note")
        armed = f" w/ {raw.words.get(weapon, weapon)}" if weapon else ""
        return f"{plane}{armed}" + (f" ({note})" if note else "")
    # The station tables 2-2A to 2-4B.
    if fields.get("station") is not None:
        again = fields.get("reroll_on")
        return _stations(fields["station"]) + (f" (roll again if {_dates(again)})" if again else "")
    return None


def _attack_words(fields: Fields, text: str) -> str:
    planes = fields.get("planes") or []
    if not planes:
        return text or "No attacks"
    return ", ".join(planes) + (" + (see note A)" if fields.get("note_a") else "")


def printed_columns(raw: RawChart) -> Sequence[PrintedColumn] | None:
    """The columns of a chart that is printed in its own way; None for other charts."""
    fields = raw.fields
    # The attack tables 8-1A to 8-1H.
    if "note_a" in fields:
        planes = PrintedColumn(
            "Planes",
            lambda row, _: "-" if row.get("random") else str(len(row.get("planes") or [])),
            right=True,
        )
        return planes, PrintedColumn("Bearing of attack / altitude", _attack_words)
    # The waves of chart 8-3.
    if "waves" in fields:
        return [
            *_wave_columns(raw, "waves", "{} wave"),
            *_wave_columns(raw, "special", "Special {}"),
        ]
    # The station calendar, chart 2-2.
    if isinstance(raw, ListChart) and "active" in fields:
        stations = PrintedColumn(
            "Stations",
            lambda row, text: text or (_stations(row["stations"]) if row.get("stations") else ""),
        )
        return stations, PrintedColumn("Table", lambda row, _: row.get("table") or "")
    return None


def _wave_columns(raw: RawChart, field: str, heading: str) -> list[PrintedColumn]:
    def words(number: int, fields: Fields, text: str) -> str:
        # A row may have fewer entries than there can be waves. None and 0 are printed as a dash.
        waves = [*(fields.get(field) or []), *[None] * WAVES]
        return word_of(raw, waves[number] or None)

    return [
        PrintedColumn(heading.format(name), partial(words, number), right=True)
        for number, name in enumerate(("1st", "2nd", "3rd"))
    ]


# Changes of fields for ``tables query``. ``number`` is the number in the question: for chart 8-3
# the number of planes.


def _answer_reroll(fields: dict[str, Any], number: int) -> None:
    """Replace the printed spans of dates by every date in them."""
    spans = fields.pop("reroll_on")
    if spans:
        fields["reroll_on"] = [day.isoformat() for span in spans for day in calendar_days(span)]


def _answer_planes(fields: dict[str, Any], number: int) -> None:
    """Split planes like 135L into bearing and altitude."""
    planes = fields["planes"]
    if isinstance(planes, list):
        fields["planes"] = [{"bearing": int(plane[:-1]), "altitude": plane[-1]} for plane in planes]


def _answer_waves(fields: dict[str, Any], number: int) -> None:
    """Change the waves to three entries, null for none; ``all`` becomes the number of planes."""
    waves = [number if wave == "all" else wave for wave in fields["waves"]]
    fields["waves"] = waves + [None] * (WAVES - len(waves))


#: The settings of this game for its charts.
BOOK = Book(
    effects=EFFECTS,
    days=(FIRST_DAY, LAST_DAY),
    headings={"reroll_on": "Roll again on"},
    field_words={
        "bearing": lambda value: f"{value}°" if isinstance(value, int) else str(value),
        "station": _stations,
        "stations": _stations,
        "reroll_on": _dates,
    },
    note_words={
        "pick": _either("the second", "the first"),
        "men": lambda value: "1 man" if value == 1 else f"{value} men",
        "altitude": lambda value: {"L": "low", "M": "medium", "H": "high"}[value],
        "attack": _either("an attack is possible", "no attack"),
        "out": _either("still out", "working again"),
        "stopped": _either("stopped", "under way"),
        "spreads": _either("one more marker", "no more"),
    },
    row_words=printed_row,
    printed_columns=printed_columns,
    answers={"reroll_on": _answer_reroll, "planes": _answer_planes, "waves": _answer_waves},
)
