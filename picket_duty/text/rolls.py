"""Rolls in words: purpose, actor, chart, dice, modifiers with their reasons, and result."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from picket_duty.book import Tables, vocabulary
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.charts import Chart, Modifier, Row
from picket_duty.charts.words import column_label, printed_words
from picket_duty.requests import Purpose, Roll
from picket_duty.state import PHASES
from picket_duty.text.english import count, lowered, signed, title_case
from picket_duty.text.names import LEVELS, POST_NAMES, item_name, item_words, plane_name, room_words
from picket_duty.text.styled_text import Line, Span, safe, text_of

if TYPE_CHECKING:
    from picket_duty.charts.search import ChartEntry

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
    "20mm ": "20 mm ",
    '5" Gun controller': "director",
}
#: What joins two numbers in the heading of a column.
SEVERAL = re.compile(r"(?<=\d),(?=\d)")
#: The capital of a word that is not the first.
CAPITAL = re.compile(r"(?<=\w )[A-Z](?=[a-z]{2})")
#: New wordings of reasons that read wrong beside the value of a modifier as the chart prints them.
REASONS = {
    "Built-in value": "Base value",
    "Chit of each fighter type present": "Value of one fighter type present",
    "Each SFS marker available": "SFS markers available",
    "Each hit on the gun": "Hits on the gun",
    "Nearest 40mm magazine destroyed": "Nearer 40 mm magazine destroyed",
    "Repairs continued from the previous wave": "Repairs continued from the previous round",
    "Single 20 mm mounts A, B, C (1941 armament)": "This 20 mm mount is a single, not a twin",
    "Toward a miss": "Successful emergency maneuver",
}
#: Results of chart 8-1: the names of its attack tables, and the other results in words.
ATTACK_TABLES = tuple("ABCDEFGH")
NO_TABLE = {NO_ATTACK: "No attack", RANDOM: "Random result"}
#: The styles of dives and special attacks that do not strike the ship.
DIVE_STYLES = {
    vocabulary.StrikeOutcome.MISS: "good",
    vocabulary.StrikeOutcome.NEAR_MISS: "warn",
}
#: The start of the table of a die that is on no chart, before the paragraph of the rules.
RULES = "rules"
#: What the rolls of fighter coverage are for, by chart.
COVERAGE_CHARTS = {
    "7-1": "Fighter types in the combat air patrol",
    "7-2": "Air fire support (AFS)",
    "7-3": "Air fire support (AFS), one of 2 rolls",
}
#: What charts without rolls are about, in the words of a search.
ABOUT = {"9-1": "gun bonus"}
#: Things that a search finds on another chart than the one with a roll for them: readers who look
#: for the director want its bonus.
THINGS = {"Mk 37 director": "9-1", "Mk 37": "9-1", "director bonus": "9-1"}


# -- what a roll is for ------------------------------------------------------------


def purpose_of(roll: Roll) -> str:
    """The purpose of a roll in words. Each chart of fighter coverage has its own: the rolls follow
    one another.
    """
    return COVERAGE_CHARTS.get(roll.table) or roll.purpose.words_on(roll.chart)


def searched(charts: Iterable[Chart]) -> list[ChartEntry]:
    """The charts of the book as they are searched: also by the words of the log, and by what they
    are about.
    """
    # Loaded only for a search.
    from picket_duty.charts.search import entry

    entries = []
    for chart in charts:
        names = [words for words in _rolls_on(chart) if words not in THINGS]
        names += [thing for thing, chart_id in THINGS.items() if chart_id == chart.id]
        entries.append(entry(chart, names, ABOUT.get(chart.id, "")))
    return entries


def _rolls_on(chart: Chart) -> Iterator[str]:
    """The rolls on a chart, in the words of the log and of questions."""
    for purpose, where in vocabulary.CHARTS_OF.items():
        if chart.id in where:
            yield purpose.words
    if chart.id in COVERAGE_CHARTS:
        yield COVERAGE_CHARTS[chart.id]
    # The keys of ``Purpose.asked``, which has other words for the chart itself and for its notes.
    places = {chart.id}
    for die in chart.die_charts.values():
        places.add(f"{die.id} {die.note_id}")
    for purpose in vocabulary.PURPOSES.values():
        for place, asked in purpose.asked.items():
            # A single word, such as "Bridge", is the name of a thing and not a question.
            if place in places and " " in asked:
                yield asked


def actor_of(roll: Roll, tables: Tables) -> str:
    """The subject of a roll; empty if its purpose states it."""
    if roll.purpose is vocabulary.CREW:
        return POST_NAMES[roll.item]
    if roll.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT) and roll.plane is not None:
        return f"{safe(item_name(tables, roll.item))} at {plane_name(roll.plane)}"
    if roll.item:
        return safe(item_words(tables, roll.item))
    if roll.plane is None:
        return ""
    # Planes are numbered within their wave, but bearings are rolled before the waves are known.
    raid = " of the raid" if roll.purpose is vocabulary.BEARING else ""
    return f"{plane_name(roll.plane)}{raid}"


def subject_of(roll: Roll, tables: Tables) -> str:
    """Purpose and actor of a roll."""
    what = purpose_of(roll)
    who = actor_of(roll, tables)
    if not who or what.lower() == who.lower():
        return what
    # Type of plane 3.
    if what.endswith(" of plane") and roll.plane is not None:
        return what.replace("plane", who)
    # Aft fire room: does the fire do more damage?
    if what.endswith("?"):
        return f"{title_case(who)}: {lowered(what)}"
    return f"{what}, {who}"


def before_result(what: str) -> str:
    """A subject before its result: with a colon, unless it is a question."""
    return f"{what} " if what.endswith("?") else f"{what}: "


def chart_of(roll: Roll) -> str:
    """The chart of a roll and its column, or the note on it that asks for the die."""
    title = f"{roll.table}  {roll.chart.raw.title}"
    if roll.chart.letter:
        title = f"{roll.table}, note: {roll.chart.text}"
    if roll.column is None:
        return title
    return f"{title}, column {column_heading(roll.chart, roll.column)}"


def chart_line(roll: Roll) -> Line:
    """The chart of a roll and its column with the word for it; for a die of the rules, their
    paragraph.
    """
    if is_rule(roll):
        return [
            Span("Rules ", "dim"),
            Span(safe(f"{roll.table.removeprefix(RULES).strip()}: {roll.chart.text}")),
        ]
    return [Span("Chart ", "dim"), Span(safe(chart_of(roll)))]


def is_rule(roll: Roll) -> bool:
    """Whether the rules ask for a die that is on no chart."""
    return roll.table.startswith(RULES)


def column_heading(chart: Chart, column: str | None) -> str:
    """A column in words."""
    return SEVERAL.sub(" or ", column_label(chart, str(column)))


# -- dice and modifiers --------------------------------------------------------------


def modifier_line(modifier: Modifier, roll: Roll, rule: bool = True) -> Line:
    """A modifier of a roll with its reason and rule, styled by whether it helps the player."""
    # A maneuver pulls toward a miss with either sign.
    helps = modifier.value * roll.purpose.helps if roll.toward is None else abs(modifier.value)
    style = "dim"
    if helps:
        style = "good" if helps > 0 else "bad"
    spans = [Span(signed(modifier.value), style), Span(f" {modifier_reason(modifier)}")]
    if rule:
        return [*spans, Span(f" ({modifier.rule})", "dim")]
    return spans


def modifier_reason(modifier: Modifier) -> str:
    """Reason of a modifier, without the rule for its sign that the chart prints after a colon."""
    why = modifier.why.partition(":")[0]
    return safe(REASONS.get(why, why))


def total_line(roll: Roll) -> Line:
    """Dice, modifiers, total and result of a resolved roll in one line."""
    return _with_result(dice_line(roll), roll)


def dice_line(roll: Roll, reasons: bool = True) -> Line:
    """Dice, modifiers and total of a resolved roll; without ``reasons``, the sum of the
    modifiers.
    """
    dice = "+".join(map(str, roll.dice))
    if roll.is_matrix:
        dice = f"row {roll.row} column {roll.col}"
    elif roll.faces[0] == 10 and len(roll.dice) == 2:
        # Tens and units of a hundred.
        dice = f"{roll.dice[0]}{roll.dice[1]}"
    spans = [Span(dice, "strong")]
    if reasons:
        for modifier in roll.modifiers:
            spans += [Span(" "), *modifier_line(modifier, roll, rule=False)]
    elif not roll.is_matrix and (added := sum(modifier.value for modifier in roll.modifiers)):
        # A maneuver pulls toward a miss with either sign.
        helps = roll.toward is not None or added * roll.purpose.helps > 0
        spans.append(Span(f" {signed(added)}", "good" if helps else "bad"))
    if _is_summed(roll):
        spans.append(Span(f" = {roll.total}"))
    return spans


def _is_summed(roll: Roll) -> bool:
    """Whether a total is shown: not of the row and column of a matrix, nor, without modifiers, of
    the two digits of a d100 or of one die.
    """
    if roll.is_matrix:
        return False
    return bool(roll.modifiers) or (len(roll.dice) > 1 and roll.faces[0] == 6)


def _with_result(spans: Line, roll: Roll) -> Line:
    """The dice and the result. A single die has "rolled" before it: alone, its number could be that
    of something else.
    """
    result = Span(result_of(roll), result_style(roll))
    if _is_summed(roll):
        return [*spans, Span(": "), result]
    if len(roll.dice) == 1:
        return [Span("rolled "), *spans, Span(": "), result]
    return [*spans, Span(", "), result]


# -- results ---------------------------------------------------------------------------


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
    words = MAGAZINE.sub(_magazine, words)
    if hit := HIT.fullmatch(words):
        words = hit_words(hit["place"], hit["fate"].lower())
    elif words.istitle():
        # A result that is printed with capitals is no title within a line.
        words = CAPITAL.sub(lambda match: match[0].lower(), words)
    if words.strip():
        return safe(words)
    # The chart prints no words for this row: its fields say it.
    parts = []
    for name, value in row.fields.items():
        field = name.replace("_", " ")
        if isinstance(value, bool):
            parts.append(field if value else f"not {field}")
        elif value is not None:
            parts.append(str(value) if name in ("result", "section") else f"{field} {value}")
    return ", ".join(parts)


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
    for printed, written in PRINTED.items():
        place = place.replace(printed, written)
    return f"{title_case(room_words(place))} {fate}"


def _raid(roll: Roll, row: Row) -> str:
    """The planes of a raid, or the attack table to roll on; empty if the printed words say it."""
    planes = row.fields.get("planes")
    halved = "; night, so only half come" if roll.phase.endswith(PHASES[-1]) else ""
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
    if not roll.chart.note_id:
        return ""
    return "The second" if row["pick"] else "The first"


def _hull(roll: Roll, row: Row) -> str:
    rolled = row["hull"]
    left = roll.points_left
    if left is not None and rolled > left:
        return (
            f"{rolled} rolled, but only {left} left" if left else f"{rolled} rolled, but none left"
        )
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


# -- whole rolls -------------------------------------------------------------------------


def roll_line(roll: Roll, tables: Tables) -> Line:
    """A resolved roll as a line of the log."""
    return [Span(f"  {before_result(_logged(roll, tables))}", "dim"), *total_line(roll)]


def _logged(roll: Roll, tables: Tables) -> str:
    is_shot = roll.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT)
    if is_shot:
        return actor_of(roll, tables)
    return subject_of(roll, tables)


def short_roll_line(roll: Roll, tables: Tables) -> Line:
    """A resolved roll in one short line: subject, dice, sum of modifiers, total and result, without
    reasons.
    """
    return [
        Span(f"  {before_result(subject_of(roll, tables))}", "dim"),
        *_with_result(dice_line(roll, reasons=False), roll),
    ]


def roll_words(roll: Roll, tables: Tables) -> str:
    """A roll in one line of text with its chart: the dice to be rolled, or the dice and their
    result.
    """
    where = f"{_logged(roll, tables)} [{_table_and_column(roll)}]"
    if roll.dice:
        return f"{where}: {text_of(total_line(roll))}"
    modifiers = f", {modifier_words(roll.modifiers)}" if roll.modifiers else ""
    return f"{where}: {roll.dice_name}{modifiers}"


def dice_to_roll(roll: Roll) -> str:
    """The dice of a roll not made yet, its chart and column, and its modifiers: ``2d6 on S-1, +1
    FDT present``.
    """
    modifiers = f"; {modifier_words(roll.modifiers)}" if roll.modifiers else ""
    return f"{roll.dice_name} on {_table_and_column(roll)}{modifiers}"


def _table_and_column(roll: Roll) -> str:
    if roll.column is None:
        return roll.table
    reasons = ""
    if roll.column_modifiers:
        reasons = f" ({modifier_words(roll.column_modifiers)})"
    return f"{roll.table}, column {column_heading(roll.chart, roll.column)}{reasons}"


def modifier_words(modifiers: tuple[Modifier, ...]) -> str:
    """Modifiers with their reasons: ``+1 Mk 37 director, -1 Hits on the gun``."""
    reasons: list[str] = []
    for modifier in modifiers:
        reason = modifier_reason(modifier)
        if reason in reasons:
            # Two types of fighters, each with its own value.
            reason = reason.replace("of one", "of the other")
        reasons.append(reason)
    values = [signed(modifier.value) for modifier in modifiers]
    return ", ".join(map(" ".join, zip(values, reasons, strict=True)))
