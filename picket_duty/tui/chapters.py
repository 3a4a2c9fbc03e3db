"""The charts by chapter, for lists: what a chart is about, by its number."""

from __future__ import annotations

from typing import NamedTuple


class Chapter(NamedTuple):
    """Words for it, and the first parts of the numbers of its charts."""

    words: str
    numbers: tuple[str, ...]


#: In the order of a day on duty.
CHAPTERS = (
    Chapter("Crew, station, support", ("V", "1", "2", "3", "4", "5", "23")),
    Chapter("Weather", ("6",)),
    Chapter("Fighters overhead", ("7", "S")),
    Chapter("The raid", ("8", "D", "A", "22", "K")),
    Chapter("Gunnery", ("9", "firing")),
    Chapter("Maneuver, dives and weapons", ("19", "10", "12")),
    Chapter("Damage", ("11", "13", "14", "15", "16")),
    Chapter("Damage control", ("17", "20", "21")),
    Chapter("Stores and the anchorage", ("24", "18")),
    Chapter("Scenarios and campaigns", ("scenario", "campaign")),
)
OTHERS = Chapter("Others", ())


def chapter_of(chart: str) -> Chapter:
    """The chapter of a chart by its id."""
    first = chart.replace("/", "-").partition("-")[0]
    return next((chapter for chapter in CHAPTERS if first in chapter.numbers), OTHERS)


def by_chapter(charts: list[str]) -> list[tuple[Chapter, list[str]]]:
    """Charts under their chapters, in the order of the chapter's numbers; chapters without any are left out."""
    found: dict[Chapter, list[str]] = {}
    for chart in charts:
        found.setdefault(chapter_of(chart), []).append(chart)
    return [(chapter, _in_order(found[chapter], chapter)) for chapter in (*CHAPTERS, OTHERS) if chapter in found]


def _in_order(charts: list[str], chapter: Chapter) -> list[str]:
    numbers = chapter.numbers
    if not numbers:
        return charts
    return sorted(charts, key=lambda chart: numbers.index(chart.replace("/", "-").partition("-")[0]))
