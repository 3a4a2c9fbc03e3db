"""Charts: kinds, reading, look-up, drawing and query. Nothing here knows what the charts are about."""

from picket_duty.charts.chart import CALENDAR_YEAR, Chart, ChartError, Effect, Modifier, Row

__all__ = ["CALENDAR_YEAR", "Chart", "ChartError", "Effect", "Modifier", "Row"]
