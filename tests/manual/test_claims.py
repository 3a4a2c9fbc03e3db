"""The statements of the manual and of the lesson, checked against the engine and the tables.

Every claim is a quote that occurs once on its page, with a check. A sentence that gives a number, a sign, a direction
or an order of steps has a claim, or is listed in EXEMPT with the reason why it needs none. The manual and the game can
therefore only change together.
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
from picket_duty.extensions import extensions
from picket_duty.tui.screens.tutorial import FILE
from tests.manual.claims.exempt import EXEMPT as EXEMPT_OF_CORE
from tests.manual.test_manual import KEYED
from tools import calibrate

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
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")
CHART_LINK = re.compile(r"\[[^\]]*\]\(chart:[^)]*\)")
NUMBER_OF_LIST = re.compile(r"^\d+\. ")
#: Numbers that are part of a name: of a gun, a chart, a scenario, a key.
NAME = re.compile(
    r"5-inch|[24]0 mm|Mk 37|\b[A-Z]-?\d+\b|(?:[Ss]cenarios?|[Rr]esult|[Tt]ables?|[Rr]ule) \d[-\d]*", re.ASCII
)
#: A measured figure: that of the calibration with its interval.
MEASURED = re.compile(r"(?<=\| )[\d., ]+%? \([^|]*\)[^|]*(?=\|)")
#: Where a sentence of running text ends.
STOP = re.compile(r"(?<=[.?!])\s+(?=[A-Z*\"'`\[(])")


@lru_cache
def without_links(text: str) -> str:
    """A text with each link replaced by its label."""
    return LINK.sub(r"\1", text)


def raw(page: str) -> str:
    """The source of a page; for the lesson, its whole file with continued lines joined."""
    if page != LESSON_PAGE:
        return manual.page(page)
    return files(manual).joinpath(FILE).read_text(encoding="utf-8").replace("\\\n", "")


def running(text: str) -> str:
    """A text in one line, each link reduced to its label."""
    return " ".join(without_links(text).split())


#: The claims of pages that the packages around the core add; they are with the tests of the package.
ADDED = {
    topic.name: importlib.import_module(f"tests.{topic.path.parent.name}.claims")
    for extension in extensions()
    for topic in extension.topics
}
EXEMPT = {**EXEMPT_OF_CORE, **{page: claims.EXEMPT for page, claims in ADDED.items()}}


@lru_cache
def claims(page: str) -> dict[str, Callable[[], bool]]:
    """The claims of a page: quote and check."""
    module = ADDED.get(page) or importlib.import_module(f"tests.manual.claims.{page}")
    checks: dict[str, Callable[[], bool]] = module.CLAIMS
    return checks


CLAIMS = [(page, quote) for page in PAGES for quote in claims(page)]


@pytest.mark.parametrize(("page", "quote"), CLAIMS, ids=[f"{page}-{quote[:60]}" for page, quote in CLAIMS])
def test_each_claim_occurs_once_on_its_page_and_is_true(page: str, quote: str) -> None:
    """The quote is on the page word for word, and its check passes."""
    assert running(raw(page)).count(quote) == 1
    assert claims(page)[quote]() is True


# -- the guard ------------------------------------------------------------------------


def sentences(page: str) -> list[str]:
    """Every sentence, heading and table row of a page, with its links."""
    if page == LESSON_PAGE:
        lessons = tomllib.loads(files(manual).joinpath(FILE).read_text(encoding="utf-8"))["lessons"]
        return [sentence for lesson in lessons for part in ("text", "hint") for sentence in split(lesson[part])]
    return split(manual.page(page))


def split(text: str) -> list[str]:
    """The sentences of a text; headings, table rows and list items are separate."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if not line.strip() or re.match(r"#|\||\s*- |\d+\. ", line) or (blocks[-1] and blocks[-1][0][0] in "#|"):
            blocks.append([])
        if line.strip():
            blocks[-1].append(line)
    texts = [NUMBER_OF_LIST.sub("", " ".join(" ".join(block).split())) for block in blocks if block]
    return [sentence for block in texts for sentence in ([block] if block[0] in "#|" else STOP.split(block))]


def tells(sentence: str) -> bool:
    """Whether a sentence gives a number, a sign, a direction or an order, other than in a chart's name or a command."""
    if sentence.startswith("|") and not sentence.strip("|-: "):
        return False
    return bool(TELLING.search(CODE.sub("", CHART_LINK.sub("", sentence))))


def spans(page: str) -> list[tuple[int, int]]:
    """The spans of a page's claims in its running text, and of the keyed numbers that test_manual.py checks."""
    text = running(raw(page))
    ranges = [span(text, quote) for quote in claims(page) if quote in text]
    return ranges + [span(text, running(row.group())) for row in KEYED.finditer(raw(page)) if page == "readings"]


def span(text: str, part: str, since: int = 0) -> tuple[int, int]:
    """The first and last position of a part of a text."""
    first = text.index(part, since)
    return first, first + len(part)


def placed(page: str) -> list[tuple[str, str, int]]:
    """Every telling sentence of a page: its source, its running form, and where that begins."""
    text, place, placed_quotes = running(raw(page)), 0, []
    for sentence in sentences(page):
        first, place = span(text, running(sentence), place)
        if tells(sentence):
            placed_quotes.append((sentence, running(sentence), first))
    return placed_quotes


def uncovered(page: str) -> list[str]:
    """The telling sentences of a page that no claim covers, in running form."""
    held = spans(page)
    return [
        line
        for _, line, first in placed(page)
        if not any(start < first + len(line) and first < end for start, end in held)
    ]


def numbers_without_a_claim(page: str) -> list[str]:
    """The numbers in digits outside all quotes, each with its sentence, without names and measured figures."""
    held = spans(page)
    bare = []
    for sentence, line, first in placed(page):
        if any(line.startswith(begin) for begin in EXEMPT.get(page, {})):
            continue
        hidden = running(CHART_LINK.sub(hide, CODE.sub(hide, sentence)))
        hidden = NAME.sub(hide, MEASURED.sub(hide, hidden))
        assert len(hidden) == len(line)
        for number in re.finditer(r"\d+", hidden):
            at = first + number.start()
            if not any(start <= at < end for start, end in held):
                bare.append(f"{number.group()}: {line}")
    return bare


def hide(part: re.Match[str]) -> str:
    """A part of a sentence blanked out; a link counts by its label."""
    return "_" * len(without_links(part.group()))


@pytest.mark.parametrize("page", PAGES)
def test_a_number_without_a_claim_fails(page: str) -> None:
    """Every telling sentence has a claim or is exempt, and every exemption is used."""
    exempt = EXEMPT.get(page, {})
    bare = uncovered(page)
    assert [sentence for sentence in bare if not any(sentence.startswith(begin) for begin in exempt)] == []
    assert [begin for begin in exempt if sum(sentence.startswith(begin) for sentence in bare) != 1] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_number_in_digits_is_in_a_claim(page: str) -> None:
    """A second number in a sentence needs its claim too."""
    assert numbers_without_a_claim(page) == []


def test_each_measured_figure_is_inside_its_band_or_marked() -> None:
    """The last cells of the calibration table each hold a figure with its interval."""
    rows = re.findall(
        r"^\| .+? \| (?:(below) (?=\d)|(?=[\d.]+-))([\d.]+)(?:-([\d.]+))?%? \| (.+) \|$", calibration(), re.MULTILINE
    )
    assert len(rows) == len({(band.id, re.sub("scenario [2-5]", "2 to 5", band.series)) for band in calibrate.bands()})
    for below, low, high, cells in rows:
        least, most = (0.0, float(low)) if below else (float(low), float(high))
        for cell in cells.split(" | "):
            for figure in re.findall(r"\d+\.\d+", re.sub(r"\(.*?\)", "", cell)):
                assert least <= float(figure) <= most or re.search(r"over|under|below|above", cell), cell


def calibration() -> str:
    """The section with the measured figures."""
    return manual.page("calibration").partition("## Calibration")[2]


def test_every_exemption_has_a_reason() -> None:
    """Exemptions name existing pages and give a reason."""
    assert set(EXEMPT) <= set(PAGES)
    assert all(len(reason.split()) >= 2 for page in EXEMPT.values() for reason in page.values())


def test_the_guard_recognizes_sentences_that_need_a_claim() -> None:
    """A number, a sign, a direction or an order is telling; a chart, a command or a step's number is not."""
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
