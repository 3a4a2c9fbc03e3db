"""Charts: kinds, reading, look-up, drawing and query. Nothing here knows what the charts are about."""

from picket_duty.charts.book import Book
from picket_duty.charts.chart import Chart, Modifier, Row
from picket_duty.charts.spans import ChartError

__all__ = ["Book", "Chart", "ChartError", "Modifier", "Row"]
