"""The charts: kinds, loading, validation, look-up, drawing and query."""

from picket_duty.charts.chart import CALENDAR_YEAR, Chart, ChartError, Effect, Modifier, Row
from picket_duty.charts.load import Tables, load_tables

__all__ = ["CALENDAR_YEAR", "Chart", "ChartError", "Effect", "Modifier", "Row", "Tables", "load_tables"]
