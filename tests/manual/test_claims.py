"""What the manual and the lesson say, held by the engine and the tables.

Every claim is a quote that stands once in its page, with a check. A sentence that gives a number, a sign, a direction
or an order of steps has a claim, or stands in EXEMPT with the reason why it needs none: so that neither the manual nor
the game can change alone.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

import pytest

from picket_duty import manual
from picket_duty.tui.tutorial import FILE
from tests.manual.claims.exempt import EXEMPT
from tests.manual.test_manual import KEYED

LESSON_PAGE = "tutorial"
PAGES = (*manual.PAGES, LESSON_PAGE)

NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty "
    "hundred thousand once twice half halves halved both second third"
)
SIGNS = "plus minus"
DIRECTIONS = (
    "more less fewer most least higher lower highest lowest high low further left right better worse best worst above "
    "below beyond grow grows larger smaller stronger weaker always never"
)
ORDER = "first last then before after next until earlier later"
TELLING = re.compile(
    rf"\d|[-+]\d|\b(?:{'|'.join(f'{NUMBERS} {SIGNS} {DIRECTIONS} {ORDER}'.split())})\b",
    re.IGNORECASE,
)
CODE = re.compile(r"`[^`]*`")
CHART_LINK = re.compile(r"\[[^\]]*\]\(chart:[^)]*\)")
NUMBER_OF_LIST = re.compile(r"^\d+\. ")
#: Where a sentence of running text ends.
STOP = re.compile(r"(?<=[.?!])\s+(?=[A-Z*\"'`\[(])")


@lru_cache
def raw(page: str) -> str:
    """The source of a page, of the lesson its whole file with its lines joined."""
    if page != LESSON_PAGE:
        return manual.page(page)
    return files(manual).joinpath(FILE).read_text(encoding="utf-8").replace("\\\n", "")


def running(text: str) -> str:
    """A text in one line, each link reduced to its label."""
    return " ".join(manual.without_links(text).split())


@lru_cache
def claims(page: str) -> dict[str, Callable[[], bool]]:
    """The claims of a page: quote and check."""
    found: dict[str, Callable[[], bool]] = importlib.import_module(f"tests.manual.claims.{page}").CLAIMS
    return found


CLAIMS = [(page, quote) for page in PAGES for quote in claims(page)]


@pytest.mark.parametrize(("page", "quote"), CLAIMS, ids=[f"{page}-{quote[:60]}" for page, quote in CLAIMS])
def test_a_claim_stands_once_in_its_page_and_holds(page: str, quote: str) -> None:
    """The quote, word for word; the check, from the engine or the tables."""
    assert running(raw(page)).count(quote) == 1
    assert claims(page)[quote]() is True


# -- the guard ------------------------------------------------------------------------


def sentences(page: str) -> list[str]:
    """Every sentence, heading and row of a table of a page, links and all."""
    if page == LESSON_PAGE:
        lessons = tomllib.loads(files(manual).joinpath(FILE).read_text(encoding="utf-8"))["lessons"]
        return [one for lesson in lessons for part in ("text", "hint") for one in split(lesson[part])]
    return split(manual.page(page))


def split(text: str) -> list[str]:
    """A text in sentences; a heading, a row of a table and an item of a list begin anew."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if not line.strip() or re.match(r"#|\||\s*- |\d+\. ", line) or (blocks[-1] and blocks[-1][0][0] in "#|"):
            blocks.append([])
        if line.strip():
            blocks[-1].append(line)
    found = [NUMBER_OF_LIST.sub("", " ".join(" ".join(block).split())) for block in blocks if block]
    return [one for block in found for one in ([block] if block[0] in "#|" else STOP.split(block))]


def tells(sentence: str) -> bool:
    """Whether a sentence gives a number, a sign, a direction or an order, other than in a chart's name or a command."""
    if sentence.startswith("|") and not sentence.strip("|-: "):
        return False
    return bool(TELLING.search(CODE.sub("", CHART_LINK.sub("", sentence))))


def uncovered(page: str) -> list[str]:
    """The telling sentences of a page that no claim speaks of, in running form."""
    text = running(raw(page))
    spans = [(text.index(quote), text.index(quote) + len(quote)) for quote in claims(page) if quote in text]
    spans += [_span(text, running(row.group())) for row in KEYED.finditer(raw(page))] if page == "readings" else []
    found = []
    place = 0
    for sentence in sentences(page):
        first, last = _span(text, running(sentence), place)
        place = last
        if tells(sentence) and not any(start < last and first < end for start, end in spans):
            found.append(running(sentence))
    return found


def _span(text: str, part: str, since: int = 0) -> tuple[int, int]:
    first = text.index(part, since)
    return first, first + len(part)


@pytest.mark.parametrize("page", PAGES)
def test_a_number_without_a_claim_fails(page: str) -> None:
    """Every telling sentence has a claim or is exempt; no exemption is left over."""
    exempt = EXEMPT.get(page, {})
    bare = uncovered(page)
    assert [one for one in bare if not any(one.startswith(begin) for begin in exempt)] == []
    assert [begin for begin in exempt if sum(one.startswith(begin) for one in bare) != 1] == []


def test_every_exemption_gives_its_reason() -> None:
    """Pages that exist, and words why."""
    assert set(EXEMPT) <= set(PAGES)
    assert all(len(reason.split()) >= 2 for page in EXEMPT.values() for reason in page.values())


def test_the_guard_sees_what_is_telling() -> None:
    """A number, a word for one, a sign, a direction, an order; not a chart, a command or the number of a step."""
    for sentence in (
        "A deck fire has level 2.",
        "Two hits damage a plane.",
        "Right is better for you.",
        "Fighters fire first.",
        "| spray fire | -2 |",
        "Morale above that helps.",
    ):
        assert tells(sentence), sentence
    for sentence in (
        "Roll on [table 8-1](chart:8-1).",
        "`picket-duty play --scenario 2` starts it.",
        "|---|---|",
    ):
        assert not tells(sentence), sentence
