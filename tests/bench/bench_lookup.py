"""Speed of chart lookups: ``pytest tests/bench/bench_lookup.py``.

Each round asks the same thousand questions; the rate is a thousand times the rounds per second.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from picket_duty.book import load_tables
from picket_duty.charts.query import answer, answer_line
from tests.second_reading import cells

TABLES = load_tables()
ROUND = 1000
COLUMNS = ("special", "undamaged", "damaged", "shot_down")


def test_charts_can_be_looked_up(benchmark):
    """``Chart.look_up`` on table 10: at least 300,000 per second."""
    chart = TABLES["10"]
    asked = list(itertools.islice(itertools.cycle(itertools.product(range(1, 14), COLUMNS)), ROUND))

    def look_up():
        for total, column in asked:
            chart.look_up(total, column)

    benchmark(look_up)
    assert ROUND / benchmark.stats.stats.median >= 300_000


def test_cell(benchmark):
    """``Chart.cell`` on table 11."""
    chart = TABLES["11/forward"]
    asked = list(itertools.islice(itertools.cycle(itertools.product(range(10), range(1, 7))), ROUND))

    def look_up():
        for row, column in asked:
            chart.cell(row, column)

    benchmark(look_up)


def test_answer(benchmark):
    """``answer`` over every chart."""
    asked = [question for question, _ in itertools.islice(cells(), 0, None, 2)][:ROUND]

    def ask():
        for question in asked:
            answer(TABLES, question)

    benchmark(ask)


def test_answer_line(benchmark):
    """A line of JSON in, a line of JSON out."""
    line = b'{"table":"10","roll":8,"column":"damaged"}'

    def ask():
        for _ in range(ROUND):
            answer_line(TABLES, line)

    benchmark(ask)


def test_load_all(benchmark):
    """Every chart from disk."""
    benchmark(lambda: load_tables().all_charts())
