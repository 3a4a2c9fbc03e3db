"""The phrase table: how each fact is said in each of five voices.

The rows are data, in the TOML files next to this module: a row is one fact, and its keys are the
voices. ``battle.toml`` has waves, shots and impacts, ``raids.toml`` raids as a whole,
``damage.toml`` damage, losses and repairs, ``days.toml`` phases, days and the service of ships. A
table of rows such as ``damage.hit`` has one row for each case of a fact. The modules of the voices
select rows and fill them in. They contain no other wording of facts: to reword a fact, change its
row.

A phrase is a template, filled in by ``say`` (with styles) or ``words`` (plain text):

========================  =======================================================================
``{plane}``, ``{Plane}``  a field; with a capital, the field with its first letter capitalized
``{points:hit marker}``   a number with its noun: 1 hit marker, 2 hit markers
``{men:man|men}``         the same with an irregular plural
``{men:=makes|make}``     the word for one or several, without the number
``{value:+}``             a number with its sign
``[bad]killed[/]``        a part with a style of ``text.styled_text``
``<, {cause}>``           a part that is left out if one of its fields is empty or None
========================  =======================================================================

``fields`` of a row are the fields that its phrases may use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec

from picket_duty.charts.toml_files import read_toml
from picket_duty.text.english import title_case
from picket_duty.text.styled_text import Line, Span

#: The files of the table.
FILES = ("battle", "raids", "damage", "days")
#: The pieces of a template: a style begins or ends, a part that may be left out begins or ends,
#: text.
MARKS = re.compile(r"\[(?:/|(\w+))\]|[<>]|[^\[<>]+")


class Phrase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one fact is said in each voice; a voice that never says it is empty.

    ``log`` is the line of the event log, ``headline`` the line across the screen and in the win
    probability analysis, ``card`` the line on a card or a page, next to the dice, or in a list of
    damage. ``deck_log`` is the clause of deck log and action report. ``diary`` has the alternative
    sentences of the war diary.
    """

    fields: tuple[str, ...] = ()
    log: str = ""
    headline: str = ""
    card: str = ""
    deck_log: str = ""
    diary: tuple[str, ...] = ()

    def in_voice(self, voice: str) -> str:
        """The phrase of a voice; for the diary, the first of its sentences."""
        if voice == "diary":
            return self.diary[0]
        return str(getattr(self, voice))


def phrase(fact: str, case: str = "") -> Phrase:
    """The row of a fact, or of one case of it. Raises KeyError if there is none."""
    return cases(fact)[case]


def cases(fact: str) -> Mapping[str, Phrase]:
    """The rows of a fact by case, in the order of the file; a fact without cases has the empty
    one.
    """
    return facts()[fact]


@cache
def facts() -> Mapping[str, Mapping[str, Phrase]]:
    """The whole table by fact and case, read when the first row is used. Raises ValueError if a row
    is not valid.
    """
    table: dict[str, dict[str, Phrase]] = {}
    for name in FILES:
        for fact, row in read_toml(Path(__file__).with_name(f"{name}.toml")).items():
            if fact in table:
                raise ValueError(f"{name}.toml: {fact} is also in another file")
            with_cases = all(isinstance(value, dict) for value in row.values())
            try:
                table[fact] = msgspec.convert(row if with_cases else {"": row}, dict[str, Phrase])
            except msgspec.ValidationError as error:
                raise ValueError(f"{name}.toml: {fact}: {error}") from None
    return table


class _Part(msgspec.Struct, frozen=True):
    """A piece of a template in one style, left out unless every field in ``needed`` has a value."""

    text: str
    style: str
    needed: tuple[str, ...] = ()


class _Number(int):
    """A number that can be formatted with its noun or its sign."""

    def __format__(self, spec: str) -> str:
        number = int(self)
        if spec == "+":
            return f"{number:+d}" if number else "0"
        # Neither a noun nor, after ``=``, a word: a format of Python.
        if spec[:1] != "=" and not spec[:1].isalpha():
            return format(number, spec)
        singular, _, plural = spec.removeprefix("=").partition("|")
        word = singular if number == 1 else plural or f"{singular}s"
        return word if spec[0] == "=" else f"{number} {word}"


class _Fields(dict[str, Any]):
    """The fields of a phrase; a capitalized name is the lowercase field with its first letter
    capitalized.
    """

    def __missing__(self, name: str) -> Any:
        value = str(self[name.lower()]) if name != name.lower() else None
        if value is None:
            raise KeyError(name)
        return title_case(value)


def say(template: str, **fields: Any) -> Line:
    """A phrase with its fields filled in, as a line with styles. Raises ValueError if the row lacks
    the voice.
    """
    line: Line = []
    for text, style in _filled(template, fields):
        if line and line[-1].style == style:
            text = line.pop().text + text
        line.append(Span(text, style))
    return line


def words(template: str, **fields: Any) -> str:
    """A phrase with its fields filled in, as plain text. Raises ValueError if the row lacks the
    voice.
    """
    if template and "{" not in template and "[" not in template:
        return template
    return "".join(text for text, _ in _filled(template, fields))


def card_words(fact: str, case: str = "", /, **fields: Any) -> str:
    """A fact on a card as plain text."""
    return words(phrase(fact, case).card, **fields)


def card_line(fact: str, case: str = "", /, **fields: Any) -> Line:
    """A fact on a card as a line with styles."""
    return say(phrase(fact, case).card, **fields)


def deck_log_words(fact: str, case: str = "", /, **fields: Any) -> str:
    """A fact in the deck log as plain text."""
    return words(phrase(fact, case).deck_log, **fields)


def _filled(template: str, fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The texts of a phrase with their styles, without the parts left out."""
    if not template:
        raise ValueError("The phrase has no text for this use")
    values = _Fields(fields)
    for name, value in fields.items():
        if type(value) is int:
            values[name] = _Number(value)
    for part in _parts(template):
        if not any(values[name] in ("", None) for name in part.needed):
            yield part.text.format_map(values), part.style


@lru_cache(maxsize=1024)
def _parts(template: str) -> tuple[_Part, ...]:
    """The pieces of a template between its marks."""
    parts: list[_Part] = []
    style = "plain"
    # The first piece of the optional part that began last.
    optional = 0
    for mark in MARKS.finditer(template):
        if mark[0] == "<":
            optional = len(parts)
        elif mark[0] == ">":
            names = [
                name
                for part in parts[optional:]
                for _, name, _, _ in Formatter().parse(part.text)
                if name
            ]
            parts[optional:] = [
                msgspec.structs.replace(part, needed=tuple(names)) for part in parts[optional:]
            ]
        elif mark[0].startswith("["):
            style = mark[1] or "plain"
        else:
            parts.append(_Part(mark[0], style))
    return tuple(parts)
