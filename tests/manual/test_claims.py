"""The numbers of the manual and of the lesson, computed from the tables or by the engine.

The claims of a page in ``claims.toml`` are pieces of text that occur once on the page, each with the check of its
numbers: an expression, or a test of the rules that cites the paragraph. Every number in digits is in such a piece, or
in one of ``fixed``: numbers that no table or rule has, each with the reason. Manual and game can therefore only change
together.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.resources import files

import pytest

from picket_duty import manual
from picket_duty.extensions import extensions
from picket_duty.tui.screens.tutorial import FILE
from tests.manual import evidence
from tests.manual.test_manual import KEYED
from tools import calibrate

LESSON_PAGE = "tutorial"
PAGES = (*manual.PAGES, LESSON_PAGE)
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")
#: What has numbers that state nothing: commands, links to charts, measured figures with their interval, names of guns,
#: charts, scenarios and keys, the numbers of lists and of paragraphs of rules.
NAMES = (
    re.compile(r"`[^`]*`"),
    re.compile(r"\[[^\]]*\]\(chart:[^)]*\)"),
    re.compile(r"(?<=\| )[\d., ]+%? \([^|\n]*\)[^|\n]*(?=\|)"),
    re.compile(
        r"5-inch|[24]0 mm|Mk 37|\b[A-Z]-?\d+\b|(?:[Ss]cenarios?|[Rr]esult|[Tt]ables?|[Rr]ule) \d[-\d]*", re.ASCII
    ),
    re.compile(r"^(?:#+ )?\d+\. ", re.MULTILINE),
    re.compile(r"^\| \d+\.[\d., to]+ \|", re.MULTILINE),
)


def raw(page: str) -> str:
    """The source of a page; for the lesson, its whole file with continued lines joined."""
    if page != LESSON_PAGE:
        return manual.page(page)
    return files(manual).joinpath(FILE).read_text(encoding="utf-8").replace("\\\n", "")


def prose(page: str) -> str:
    if page != LESSON_PAGE:
        return raw(page)
    return "\n".join(lesson[part] for lesson in tomllib.loads(raw(page))["lessons"] for part in ("text", "hint"))


@lru_cache
def running(text: str) -> str:
    """A text in one line, each link reduced to its label."""
    return " ".join(LINK.sub(r"\1", text).split())


#: The claims of pages that the packages around the core add; they are with the tests of the package.
ADDED = {
    topic.name: importlib.import_module(f"tests.{topic.path.parent.name}.claims")
    for extension in extensions()
    for topic in extension.topics
}
FIXED = evidence.FIXED | {page: claims.FIXED for page, claims in ADDED.items()}


def claims(page: str) -> dict[str, Callable[[], bool]]:
    if page in ADDED:
        return ADDED[page].CLAIMS
    rules = {quote: partial(eval, rule, vars(evidence)) for quote, rule in evidence.CLAIMS.get(page, {}).items()}
    return rules | {quote: partial(bool, true) for quote, true in evidence.made(page).items()}


@pytest.mark.parametrize("page", PAGES)
def test_each_number_claimed_is_on_its_page_and_right(page: str) -> None:
    text = running(raw(page))
    for quote, check in claims(page).items():
        assert text.count(quote) == 1, quote
        shown = check if hasattr(check, "__name__") else check()
        assert shown is True or shown.__name__.startswith("test_") or shown() is True, quote


def test_every_number_in_digits_is_claimed_or_fixed() -> None:
    for page in PAGES:
        assert unclaimed(page) == []


def test_every_fixed_number_is_on_its_page() -> None:
    assert set(FIXED) <= set(PAGES)
    for page, reasons in FIXED.items():
        text = running(raw(page))
        assert [quote for quotes in reasons.values() for quote in quotes if text.count(quote) != 1] == []


def unclaimed(page: str) -> list[str]:
    """The numbers outside all claims, with the text around them."""
    text = prose(page)
    shown = running(text)
    held = [*claims(page), *(quote for quotes in FIXED.get(page, {}).values() for quote in quotes)]
    if page == "readings":
        held += [running(row.group()) for row in KEYED.finditer(text)]
    spans = [(shown.index(quote), shown.index(quote) + len(quote)) for quote in held if quote in shown]
    for name in NAMES:
        text = name.sub(lambda match: re.sub(r"\d", "_", match[0]), text)
    hidden = running(text)
    return [
        hidden[max(0, number.start() - 30) : number.end() + 20]
        for number in re.finditer(r"\d+", hidden)
        if not any(first <= number.start() < last for first, last in spans)
    ]


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
