"""The results of rolls in words, and whether they are good or bad for the ship."""

from __future__ import annotations

import re
from collections.abc import Callable

from picket_duty.book import vocabulary
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.charts import Row
from picket_duty.charts.words import printed_words
from picket_duty.requests import Purpose, Roll
from picket_duty.state import PHASES
from picket_duty.text.english import count, signed, title_case
from picket_duty.text.names import LEVELS, room_words
from picket_duty.text.styled_text import safe

#: Good results of a shot.
GOOD_RESULTS = (
    vocabulary.FireResult.HIT,
    vocabulary.FireResult.TWO_HITS,
    vocabulary.FireResult.FLAMED,
    vocabulary.FireResult.DESTROYED,
)
#: Fields of results that are bad for the ship if true.
BAD_FIELDS = ("sinks", "explosion", "spreads", "killed")
#: What a chart prints in parentheses after a result and the log leaves out: letters of notes, each
#: of which has its own roll and line, ``SEC``, and rules of the printed rulebook.
NOTES = re.compile(r"(?: \((?:[A-Z]|SEC|Rule \d+)\))+(?=$|;)")
#: A hit on a magazine as the damage charts print it in several spellings: ``40mm. Mgz. Aft Hit``.
MAGAZINE = re.compile(
    r"(?P<size>\d+) ?(?P<unit>mm|in)\.? Mgz\.?(?: (?P<end>Aft|Fwd))?(?: #?(?P<number>\d))? Hit",
    re.I,
)
#: A place or a gun that was hit, as the damage charts print it: ``40mm Gun Tub C``, ``5in Gun # 1``.
HIT = re.compile(r"(?P<place>.*[A-Za-z].*) (?P<fate>Hit|Destroyed|Killed)")
GUN = re.compile(r"(?P<size>5|20|40) ?(?:mm|in)\.?(?: Gun)?(?: Tub)?(?: #)? ?(?P<mark>\w)")
GUN_KINDS = {"5": "5-inch mount", "20": "20 mm mount", "40": "40 mm tub"}
#: Words of the damage charts, and how the log writes them.
PRINTED = {
    "SC & SG Radar": "SC and SG radars",
    " & ": " and ",
    "AFT ": "Aft ",
    "FWD ": "Forward ",
    "Fwd ": "Forward ",
    "Stbd ": "Starboard ",
    "Prop ": "propeller ",
    "Random Result roll": "Random result: roll",
    "Random Result – roll": "Random result: roll",
    "Officer Killed": "Officer killed",
    "Surface Fire Support Marker": "surface fire support marker",
    "left, Superficial Damage": "left, superficial damage",
    "Carrier and Land based": "Carrier- and land-based",
    "Carrier based": "Carrier-based",
    "Land based": "Land-based",
    "land based radar is off line": "land radar station is off the air",
    "US fighters": "U.S. fighters",
    "w/ Bomb": "with bomb",
    "w/ Torpedo": "with torpedo",
    "w/ Ohka": "with Ohka",
    "20mm ": "20 mm ",
    '5" Gun controller': "director",
}
#: What a result costs, at its end, as in ``Rudder damaged: 5 maneuver points``.
COST = re.compile(r": \d+ (?:hull|maneuver|fuel) points?$")
#: The capital of a word that is not the first.
CAPITAL = re.compile(r"(?<=\w )[A-Z](?=[a-z]{2})")
#: Results of chart 8-1: the names of its attack tables, and the other results in words.
ATTACK_TABLES = tuple("ABCDEFGH")
NO_TABLE = {NO_ATTACK: "No attack", RANDOM: "Random result"}
#: The styles of dives and special attacks that do not strike the ship.
DIVE_STYLES = {
    vocabulary.StrikeOutcome.MISS: "good",
    vocabulary.StrikeOutcome.NEAR_MISS: "warn",
}


def result_of(roll: Roll) -> str:
    """The result of a roll in words."""
    row = roll.result
    if row is None:
        return ""
    if row.fields.get("result") == vocabulary.STILL_WORKS:
        return "no damage"
    special = RESULTS.get(roll.purpose)
    words = special(roll, row) if special else ""
    if not words:
        words = NOTES.sub("", printed_words(roll.chart, row, roll.column))
    words = _as_written(words)
    # If the chart prints no words for the row, its fields say it.
    return safe(words) if words.strip() else _fields_words(row)


def _as_written(words: str) -> str:
    """A result in the spelling of the log."""
    words = MAGAZINE.sub(_magazine, words)
    if hit := HIT.fullmatch(words):
        return hit_words(hit["place"], hit["fate"].lower())
    if words.istitle():
        # A result that is printed with capitals is no title within a line.
        return CAPITAL.sub(lambda match: match[0].lower(), words)
    return COST.sub(r"\g<0> lost", _spelled_out(words))


def _magazine(printed: re.Match[str]) -> str:
    unit = "-inch" if printed["unit"] == "in" else " mm"
    magazine = f"{printed['size']}{unit} magazine"
    if printed["number"]:
        return f"{magazine} {printed['number']} hit"
    if printed["end"]:
        return f"Aft {magazine} hit"
    return f"{magazine} hit"


def hit_words(place: str, fate: str) -> str:
    """What was hit, by its name in the log, from the name that the chart prints."""
    if gun := GUN.fullmatch(place):
        return f"{GUN_KINDS[gun['size']]} {gun['mark']} {fate}"
    return f"{title_case(room_words(_spelled_out(place)))} {fate}"


def _spelled_out(words: str) -> str:
    for printed, written in PRINTED.items():
        words = words.replace(printed, written)
    return words


def _fields_words(row: Row) -> str:
    """The fields of a row in words: ``sinks``, ``not successful``, ``days 3``."""
    parts = []
    for name, value in row.fields.items():
        field = name.replace("_", " ")
        if isinstance(value, bool):
            parts.append(field if value else f"not {field}")
        elif value is not None:
            parts.append(str(value) if name in ("result", "section") else f"{field} {value}")
    return ", ".join(parts)


def _raid(roll: Roll, row: Row) -> str:
    """The planes of a raid, or the attack table to roll on; empty if the printed words say it."""
    planes = row.fields.get("planes")
    halved = "; at night, only half come" if roll.phase.endswith(PHASES[-1]) else ""
    # Chart 8-2 lists each plane.
    if isinstance(planes, list | tuple):
        if not planes:
            return ""
        # Such as ``45L``: a bearing and an altitude.
        listed = ", ".join(f"{int(plane[:-1]):03d}{plane[-1]}" for plane in planes)
        more = ", plus more planes (note A)" if row["note_a"] else ""
        return f"{listed}{more}{halved}"
    # An attack table has their number.
    if halved and type(planes) is int and not roll.chart.note_id:
        return f"{count(planes, 'plane')}{halved}"
    # Chart 8-1 names an attack table.
    result = str(row.fields.get("result"))
    if result in ATTACK_TABLES:
        return f"Roll on attack table {result}"
    return NO_TABLE.get(result, "")


def _value(roll: Roll, row: Row) -> str:
    """The value of an officer or of a fighter type, or a number of AFS markers."""
    if "value" in row.fields:
        return f"value {signed(row['value'])}"
    if "markers" in row.fields:
        return count(row["markers"], "AFS marker")
    return ""


def _markers(roll: Roll, row: Row) -> str:
    markers = row.fields.get("markers", "")
    if isinstance(markers, int):
        return count(markers, "marker")
    return str(markers)


def _morale(roll: Roll, row: Row) -> str:
    shift = row["shift"]
    if not shift:
        return "no change"
    return f"{'up' if shift > 0 else 'down'} {abs(shift)}"


def _station(roll: Roll, row: Row) -> str:
    """Which of two stations it is, by the die of a note; empty for the chart itself."""
    if not roll.chart.note_id:
        return ""
    return "The second" if row["pick"] else "The first"


def _hull(roll: Roll, row: Row) -> str:
    rolled = row["hull"]
    left = roll.points_left
    if left is not None and rolled > left:
        rest = f"only {left} left" if left else "none left"
        return f"{rolled} rolled, but {rest}"
    return count(rolled, "hull point") if rolled else "none"


#: Purposes whose results have special words; if the words are empty, the result as printed is used.
RESULTS: dict[Purpose, Callable[[Roll, Row], str]] = {
    vocabulary.HULL_LOSS: _hull,
    vocabulary.MEN: lambda roll, row: count(row["men"], "man", "men"),
    vocabulary.REPAIR: _markers,
    vocabulary.DECLARATION: lambda roll, row: "granted" if row["declared"] else "not granted",
    vocabulary.MORALE: _morale,
    vocabulary.UPKEEP: lambda roll, row: f"{row['spaces'] or 'none'} used",
    vocabulary.REASSIGNED: lambda roll, row: count(row["days"], "day"),
    vocabulary.RELIEF: lambda roll, row: "Relieved" if row["relieved"] else "No relief yet",
    vocabulary.STATION: _station,
    vocabulary.RAID: _raid,
    vocabulary.BEARING: lambda roll, row: (
        LEVELS.get(row.fields.get("altitude", "")) or f"{row['bearing']:03d}"
    ),
    vocabulary.CREW: _value,
    vocabulary.COVERAGE: _value,
}


def result_style(roll: Roll) -> str:
    """Style of a result: whether it is good or bad for the ship."""
    row = roll.result
    if row is None:
        return "plain"
    result = row.fields.get("result")
    if roll.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT):
        return "good" if result in GOOD_RESULTS else "dim"
    if result in vocabulary.UNHARMED:
        return "good"
    if result and roll.purpose in (vocabulary.DIVE, vocabulary.SPECIAL_ATTACK):
        return DIVE_STYLES.get(result, "bad")
    if "successful" in row.fields:
        return "good" if row["successful"] else "bad"
    for field in BAD_FIELDS:
        if field in row.fields:
            return "bad" if row[field] else "good"
    if roll.purpose is vocabulary.HULL_LOSS:
        return "bad" if row["hull"] else "plain"
    if roll.purpose is vocabulary.DAMAGE:
        return "bad"
    return "strong"
