"""What a search finds in the charts and the manual, in the order of every list that shows both."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.charts.search import Entry
from picket_duty.charts.search import Match as ChartMatch
from picket_duty.manual import Match

#: Sections of the manual listed before the charts that a search names.
LEADING = 3


def is_numbered(match: ChartMatch, typed: str) -> bool:
    """Whether a search gives the number of a chart, or its first part: 9-2 for 9-2/5in."""
    return match is ChartMatch.NUMBER or (match is ChartMatch.PARTS and any(char.isdigit() for char in typed))


def found(charts: Sequence[tuple[ChartMatch, Entry]], sections: Sequence[Match], typed: str) -> list[Entry | Match]:
    """Charts by number, the best sections, charts by title, the other sections, charts by their text."""
    numbered = [chart for match, chart in charts if is_numbered(match, typed)]
    named = [chart for match, chart in charts if match < ChartMatch.TEXT and not is_numbered(match, typed)]
    others = [chart for match, chart in charts if match is ChartMatch.TEXT]
    return [*numbered, *sections[:LEADING], *named, *sections[LEADING:], *others]
