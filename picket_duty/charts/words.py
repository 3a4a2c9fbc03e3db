"""The words of a chart as they are printed: row labels, cells, headings, modifiers, planes."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from picket_duty.charts.chart import Chart, ChartError, RawChart, RawModifier, Row, date_span

LEVELS = {"basic": "basic game", "advanced": "advanced game Ω"}
HEADINGS = {
    "at": "",
    "ship_damaged": "Ship damaged",
    "reroll_on": "Roll again on",
    "fighting_days": "Fighting days",
}
MONTHS = ("Mar", "Apr", "May", "Jun")


def title_of(raw: RawChart) -> str:
    """The title line: id, title and level."""
    level = LEVELS.get(raw.level, raw.level)
    return f"{raw.id}  {raw.title}  ({level})"


def roll_label(label: str, dice: str = "") -> str:
    """A row label as printed: ``<=2`` is 2 or <, ``5..6`` is 5-6; two digits for d100."""
    parts = []
    for part in label.split(","):
        part = part.strip()
        if part.startswith("<="):
            parts.append(f"{part[2:]} or <")
        elif part.startswith(">="):
            parts.append(f"{part[2:]} or >")
        else:
            ends = [end.zfill(2) if dice == "d100" else end for end in part.split("..")]
            parts.append("-".join(ends))
    return ", ".join(parts)


def date_label(label: str) -> str:
    """``04-02..04-28`` as Apr 2 - 28."""
    try:
        first, last = date_span(label)
    except ChartError:
        return label
    start = day_words(first)
    if first == last:
        return start
    return f"{start} - {last.day if first.month == last.month else day_words(last)}"


def day_words(day: datetime.date) -> str:
    """A day as printed: Apr 6."""
    month = MONTHS[day.month - 3] if 3 <= day.month <= 6 else day.strftime("%b")
    return f"{month} {day.day}"


def heading_of(field: str) -> str:
    """A field as a column heading."""
    return HEADINGS.get(field, field.replace("_", " ").capitalize())


def word_of(raw: RawChart, value: Any) -> str:
    """A value as printed: by the chart's own words, else plainly."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    if value is None:
        return "-"
    if key in raw.words:
        return raw.words[key]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(word_of(raw, one) for one in value) or "-"
    if isinstance(value, int):
        return key
    return key[:1].upper() + key[1:] if key else "-"


def field_word(raw: RawChart, field: str, value: Any) -> str:
    """A value of a field as printed; bearings with their degrees, dates with their month."""
    if field == "bearing" and isinstance(value, int):
        return f"{value}°"
    if field == "reroll_on":
        return ", ".join(map(date_label, value)) if value else ""
    if field in ("station", "stations") and value is not None:
        numbers = value if isinstance(value, list) else [value]
        return f"Station {', '.join(map(str, numbers))}" if numbers else "-"
    if field == "weapon" and value is None:
        return ""
    return word_of(raw, value)


def row_words(chart: Chart, fields: dict[str, Any], text: str) -> str:
    """A row without columns in one phrase: its printed text, or its fields."""
    raw = chart.raw
    if "note_a" in fields:
        return attack_words(fields, text)
    if text:
        return text
    if fields.get("plane") or fields.get("type"):
        return plane_words(raw, fields)
    named = {field: value for field, value in fields.items() if value is not None}
    if "station" in named:
        again = named.pop("reroll_on", None)
        name = field_word(raw, "station", named["station"])
        return f"{name} (roll again if {field_word(raw, 'reroll_on', again)})" if again else name
    if len(fields) == 1:
        ((field, value),) = fields.items()
        return field_word(raw, field, value)
    if set(named) == {"note"}:
        return f"See note {named['note']}"
    return ", ".join(f"{field_word(raw, field, value)} {heading_of(field).lower()}" for field, value in named.items())


def attack_words(fields: dict[str, Any], text: str) -> str:
    """The planes of an attack table as printed, with the plus of note A."""
    planes = fields.get("planes") or []
    if not planes:
        return text or "No attacks"
    return ", ".join(planes) + (" + (see note A)" if fields.get("note_a") else "")


def plane_words(raw: RawChart, fields: dict[str, Any]) -> str:
    """A plane, its weapon and its note: Sally w/ Ohka (A)."""
    plane = str(fields.get("plane") or fields.get("type"))
    weapon = fields.get("weapon")
    note = fields.get("note")
    armed = f" w/ {raw.words.get(weapon, weapon)}" if weapon else ""
    return plane + armed + (f" ({note})" if note else "")


def modifier_words(modifiers: Iterable[RawModifier]) -> list[str]:
    """Modifiers as printed, one a line: +1 Ace gun crew; a chit's value shows as a sign of its own."""
    return [f"{signed(one.value):>3}  {one.why}" for one in modifiers]


def signed(value: int | None) -> str:
    """A modifier's number with its sign; ``+/-`` where a value chit gives it."""
    if value is None:
        return "+/-"
    return f"{value:+d}" if value else "0"


def plain(text: str) -> str:
    """A text in ASCII, for terminals that show nothing else."""
    for sign, instead in (("–", "-"), ("—", "-"), ("°", ""), ("Ω", "(omega)"), ("►", ">"), ("±", "+/-"), ("’", "'")):
        text = text.replace(sign, instead)
    return text.encode("ascii", "replace").decode("ascii")


def result_words(chart: Chart, row: Row, column: str | None = None) -> str:
    """A result as printed, for one line: the words of its row or cell with its note letters."""
    raw = chart.raw
    if chart.cells:
        marks = [f"({letter})" for letter in row.fields.get("notes") or []]
        return " ".join([row.text, *(["(SEC)"] if row.fields.get("sec") else []), *marks])
    if raw.periods:
        both = ("both" if row["land"] else "carrier") if row["carrier"] else "land" if row["land"] else "none"
        return word_of(raw, both)
    if column is not None and len(row.fields) == 1:
        return word_of(raw, next(iter(row.fields.values())))
    return row_words(chart, row.fields, row.text)
