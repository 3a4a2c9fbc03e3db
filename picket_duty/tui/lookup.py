"""What a search finds in the charts and the manual, in the order of every list that shows both."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.charts.search import ChartEntry, ChartMatch, asks_for_chart, bare, has_word, stems, words_typed
from picket_duty.manual import Match

#: Sections of the manual listed before the charts that a search names.
LEADING = 3


def is_numbered(match: ChartMatch, typed: str) -> bool:
    """Whether a search gives the number of a chart, or its first part: 9-2 for 9-2/5in."""
    return match is ChartMatch.NUMBER or (match is ChartMatch.PARTS and any(char.isdigit() for char in typed))


def found(
    charts: Sequence[tuple[ChartMatch, ChartEntry]], sections: Sequence[Match], typed: str
) -> list[ChartEntry | Match]:
    """Charts by number, the best sections, charts by roll or title, the other sections, charts by their text.

    Charts whose roll is searched for in several words come before the sections, unless the heading of the best section
    has these words too. Charts also come first if the search has the word chart.
    """
    numbered = [chart for match, chart in charts if is_numbered(match, typed)]
    rolled = [chart for match, chart in charts if match is ChartMatch.ROLL]
    named = [chart for match, chart in charts if match is ChartMatch.TITLE or _is_begun(match, typed)]
    others = [chart for match, chart in charts if match is ChartMatch.TEXT]
    is_chart = asks_for_chart(typed) or (rolled and not _is_answered(sections, typed))
    leading = 0 if is_chart else LEADING
    return [*numbered, *sections[:leading], *rolled, *named, *sections[leading:], *others]


def _is_begun(match: ChartMatch, typed: str) -> bool:
    """Whether a search has the first characters of a chart's id, but not its number."""
    return match < ChartMatch.ROLL and not is_numbered(match, typed)


def _is_answered(sections: Sequence[Match], typed: str) -> bool:
    """Whether a search is a single word, or the heading of the best section has all its words."""
    own = frozenset(stems(sections[0].heading)) if sections else frozenset()
    return " " not in bare(typed) or all(has_word(own, word) for word in words_typed(typed))
