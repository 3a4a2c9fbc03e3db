"""Charts: kinds, reading, lookup, drawing and queries. This package does not depend on the game's
subject.
"""

from picket_duty.charts.book import Book
from picket_duty.charts.chart import Chart, Modifier, Row
from picket_duty.charts.errors import ChartError

__all__ = ["Book", "Chart", "ChartError", "Modifier", "Row"]
