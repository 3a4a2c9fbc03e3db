"""Wording of the fields, rows and charts of this game, for drawings and for queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from picket_duty.book.effects import EFFECTS
from picket_duty.book.limits import FIRST_DAY, LAST_DAY, WAVES, calendar_days
from picket_duty.charts import Book
from picket_duty.charts.kinds import Fields, ListChart, PrintedColumn, RawChart
from picket_duty.charts.words import date_label, format_signed, word_of

ORDINALS = ("1st", "2nd", "3rd")


def _stations(value: Any) -> str:
    numbers = value if isinstance(value, list) else [value]
    return f"Station{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}" if numbers else "-"


def _dates(value: Any) -> str:
    return ", ".join(map(date_label, value))


def _either(yes: str, no: str) -> Callable[[Any], str]:
    """The words for a yes or no of a note, so that its line answers the question its text asks."""
    return lambda value: yes if value else no


def printed_row(raw: RawChart, fields: Fields, text: str) -> str | None:
    """The wording of a row of attack tables, planes, stations, gun bonuses and compartments; None for other charts."""
    if "note_a" in fields:
        return _attack_words(fields, text)
    if "sec" in fields:
        return f"{text} (SEC)" if fields["sec"] else text
    if "can_fire" in fields:
        return format_signed(fields["bonus"]) if fields["can_fire"] else "Cannot fire"
    if text:
        return None
    if fields.get("plane") or fields.get("type"):
        plane, weapon, note = str(fields.get("plane") or fields.get("type")), fields.get("weapon"), fields.get("note")
        armed = f" w/ {raw.words.get(weapon, weapon)}" if weapon else ""
        return plane + armed + (f" ({note})" if note else "")
    if fields.get("station") is not None:
        again = fields.get("reroll_on")
        return _stations(fields["station"]) + (f" (roll again if {_dates(again)})" if again else "")
    return None


def _attack_words(fields: Fields, text: str) -> str:
    planes = fields.get("planes") or []
    if not planes:
        return text or "No attacks"
    return ", ".join(planes) + (" + (see note A)" if fields.get("note_a") else "")


def parts(raw: RawChart) -> Sequence[PrintedColumn] | None:
    """The printed columns of attack tables, waves and the station calendar; None for other charts."""
    fields = [] if raw.kind == "notes" else getattr(raw, "fields", [])
    if "note_a" in fields:

        def planes(fields: Fields, text: str) -> str:
            return "-" if fields.get("random") else str(len(fields.get("planes") or []))

        attack = PrintedColumn("Bearing of attack / altitude", _attack_words)
        return PrintedColumn("Planes", planes, right=True), attack
    if "waves" in fields:
        return [*_wave_parts(raw, "waves", "{} wave"), *_wave_parts(raw, "special", "Special {}")]
    if isinstance(raw, ListChart) and "active" in fields:

        def stations(fields: Fields, text: str) -> str:
            return text or (_stations(fields["stations"]) if fields.get("stations") else "")

        table = PrintedColumn("Table", lambda fields, text: fields.get("table") or "")
        return PrintedColumn("Stations", stations), table
    return None


def _wave_parts(raw: RawChart, field: str, heading: str) -> list[PrintedColumn]:
    def words(number: int, fields: Fields, text: str) -> str:
        waves = [*(fields.get(field) or []), *[None] * WAVES]
        return word_of(raw, waves[number] or None)

    return [
        PrintedColumn(heading.format(name), partial(words, number), right=True) for number, name in enumerate(ORDINALS)
    ]


def _answer_reroll(fields: dict[str, Any], asked: int) -> None:
    spans = fields.pop("reroll_on")
    if spans:
        fields["reroll_on"] = [day.isoformat() for span in spans for day in calendar_days(span)]


def _answer_planes(fields: dict[str, Any], asked: int) -> None:
    planes = fields["planes"]
    if isinstance(planes, list):
        fields["planes"] = [{"bearing": int(plane[:-1]), "altitude": plane[-1]} for plane in planes]


def _answer_waves(fields: dict[str, Any], asked: int) -> None:
    """Change the waves to three entries, null for none; ``all`` is the number of planes in the question."""
    waves = [asked if wave == "all" else wave for wave in fields["waves"]]
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
    parts=parts,
    answers={"reroll_on": _answer_reroll, "planes": _answer_planes, "waves": _answer_waves},
)
