"""The charts of the book as a search finds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from picket_duty.book import vocabulary
from picket_duty.charts import Chart
from picket_duty.text.rolls import COVERAGE_CHARTS

if TYPE_CHECKING:
    from picket_duty.charts.search import ChartEntry

#: What charts without rolls are about, in the words of a search.
ABOUT = {"9-1": "gun bonus"}
#: Things that a search finds on another chart than the one with a roll for them: readers who look
#: for the director want its bonus.
THINGS = {"Mk 37 director": "9-1", "Mk 37": "9-1", "director bonus": "9-1"}


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
    # The keys of ``Purpose.asked``, which has other words for the chart itself and for its notes:
    # "1-1", "1-1 split".
    places = {chart.id}
    for die in chart.die_charts.values():
        places.add(f"{die.id} {die.note_id}")
    for purpose in vocabulary.PURPOSES.values():
        for place, asked in purpose.asked.items():
            # A single word, such as "Bridge", is the name of a thing and not a question.
            if place in places and " " in asked:
                yield asked
