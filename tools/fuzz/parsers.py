"""Coverage-guided fuzzing of everything that reads untrusted input.

From the top of the repository: ``python -m tools.fuzz.parsers 20000``.

Four targets: a save (read, then played), a chart file (loaded), a whole set of tables with one file
changed (checked), a line of ``tables query``. An input that reaches a new line of the program is
kept and changed further. Most changed saves get correct checksums, because they would otherwise all
be refused at once.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from picket_duty.book.check_tables import check
from picket_duty.book.wording import BOOK
from picket_duty.charts import ChartError
from picket_duty.charts.query import answer_line
from picket_duty.charts.reading import load_chart
from picket_duty.saves import SaveError
from picket_duty.saves.format import CHECKSUM_LENGTH
from picket_duty.saves.loading import replay_branch
from picket_duty.saves.record import parse
from tests.saves.games import SHIPPED, TABLES, saved

PACKAGE = str(SHIPPED.parent / "picket_duty")
#: One file of each kind, for the target that checks a whole set.
FILES = (
    "charts/10.toml",
    "charts/11-1.toml",
    "charts/8-3.toml",
    "charts/8-1.toml",
    "charts/21-1.toml",
    "house/G-1.toml",
    "house/numbers.toml",
    "scenarios/7.toml",
    "campaigns/long-b.toml",
    "ships/dunlap.toml",
    "names.toml",
    "aircraft.toml",
    "calibers.toml",
    "options.toml",
)
#: No input may take longer than this many seconds.
SLOWEST = 5.0
WORDS = (
    b"null",
    b"true",
    b"-1",
    b"0",
    b"1e999",
    b"99999999999999999999",
    b'""',
    b"[]",
    b"{}",
    b"[[[[[[[[",
    b"\xff",
    b"\0",
    b'"r"',
    b'"c"',
    b'"undo"',
    b'"at"',
    b'"branch"',
    b'"switch"',
    b'"drop"',
    b'"tables"',
    b'"over"',
    b'"main"',
    b"..",
    b"<=",
    b">=",
    b"inf",
    b"nan",
    b"1979-05-27",
    b"'''",
    b"\n",
    b"roll",
    b"cells",
    b"2d6",
    b"effects",
    b"sink",
)


class Coverage:
    """The lines of the program that were reached."""

    def __init__(self, watched: str = PACKAGE) -> None:
        self.watched = watched
        self.seen: set[tuple[CodeType, int]] = set()
        self.fresh = False

    def run(self, target: Callable[[bytes], None], data: bytes) -> bool:
        """Run a target on an input; returns whether it reached a new line."""
        self.fresh = False
        sys.settrace(self._call)
        try:
            target(data)
        finally:
            sys.settrace(None)
        return self.fresh

    def _call(self, frame: FrameType, event: str, _argument: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(self.watched) else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        place = (frame.f_code, frame.f_lineno)
        if place not in self.seen:
            self.seen.add(place)
            self.fresh = True
        return self._line


# -- targets ------------------------------------------------------------------------


def read_save(data: bytes) -> None:
    """Read a save and play every line of it."""
    try:
        record = parse(data, "save")
        for point in record.snapshots[:5]:
            point.state()
        for name in list(record.branches)[:3]:
            record.current = name
            replay_branch(record, TABLES, "save", 60)
    except SaveError as error:
        if len(str(error).splitlines()) != 1:
            raise ValueError("a complaint of several lines") from error


def read_chart(data: bytes) -> None:
    """Load a chart file and look something up in it."""
    path = Path(tempfile.gettempdir()) / "picket-duty-fuzz.toml"
    path.write_bytes(data)
    try:
        chart = load_chart(path, BOOK)
        for total in range(-1, 14):
            chart.look_up(total, chart.columns[0] if chart.columns else None)
    except ChartError:
        return


def check_set(data: bytes) -> None:
    """Check the shipped tables with one file replaced; the first line of the input is its name."""
    name, _, content = data.partition(b"\n")
    if (text := name.decode("utf-8", "replace")) not in FILES:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / text
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        for fault in check(Path(folder)):
            if not fault:
                raise ValueError("a fault without words")


def ask(data: bytes) -> None:
    """Ask ``tables query`` a question and check that the answer is one line."""
    line = answer_line(TABLES, data)
    assert line.startswith(b"{"), line
    assert b"\n" not in line


# -- inputs ---------------------------------------------------------------------------


def change(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """A few small changes: bytes, words, pieces removed, doubled, or copied from another input."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(6)
        if kind == 0 and changed:
            changed[min(at, len(changed) - 1)] = chance.randrange(256)
        elif kind == 1:
            changed[at:at] = chance.choice(WORDS)
        elif kind == 2:
            del changed[at : at + chance.randrange(1, 30)]
        elif kind == 3:
            changed[at:at] = changed[at : at + chance.randrange(1, 60)]
        elif kind == 4:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            changed[at : at + chance.randrange(40)] = other[start : start + chance.randrange(80)]
        else:
            digits = [place for place, sign in enumerate(changed) if 48 <= sign < 58]
            if digits:
                changed[chance.choice(digits)] = chance.randrange(48, 58)
    return bytes(changed[:200_000])


def seal_again(data: bytes) -> bytes:
    """A save with correct checksums."""
    import zlib

    crc = 0
    lines = []
    for line in data.split(b"\n")[:-1]:
        body = line[:-CHECKSUM_LENGTH] if line[-2:] == b'"]' else line
        crc = zlib.crc32(body, crc)
        lines.append(body + b',"%08x"]\n' % crc)
    return b"".join(lines)


def change_save(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """A changed save, usually with correct checksums."""
    changed = change(data, chance, others)
    return seal_again(changed) if chance.random() < 0.8 else changed


def seeds() -> dict[str, list[bytes]]:
    """First inputs of each target."""
    with tempfile.TemporaryDirectory() as folder:
        saves = []
        for number in range(4):
            path = Path(folder) / f"{number}.picket"
            saved(
                path,
                answers=40 + number,
                scenario=2 * number + 1,
                level=("basic", "advanced")[number % 2],
                seed=5,
            )
            data = path.read_bytes()
            more = b'["undo",3,"00000000"]\n["branch","b",9,"00000000"]\n["switch","main","00000000"]\n'
            saves += [
                data,
                seal_again(data + more + b'["drop","b","00000000"]\n["note","k",[1],"00000000"]\n'),
            ]
    charts = [
        path.read_bytes()
        for part in ("charts", "house")
        for path in sorted((SHIPPED / part).glob("*.toml"))
    ]
    questions = [
        b'{"table":"9-2/5in","roll":7,"column":"M"}',
        b'{"table":"11/aft","row":3,"col":4}',
        b'{"table":"2-2","date":"1945-04-06"}',
        b'{"table":"8-3","planes":7}',
        b'{"table":"10","roll":99,"column":"x"}',
        b'{"table":"firing/fletcher","mount":"5in-1","bearing":45}',
        b'{"table":"7-1","period":"mar24-apr06","light":"day","roll":7}',
        b"[]",
        b"",
        b'{"table":5}',
    ]
    sets = [f"{name}\n".encode() + (SHIPPED / name).read_bytes() for name in FILES]
    return {
        "save": saves,
        "chart": [chart for chart in charts if len(chart) < 6000],
        "set": sets,
        "query": questions,
    }


TARGETS: dict[
    str, tuple[Callable[[bytes], None], Callable[[bytes, random.Random, list[bytes]], bytes]]
] = {
    "save": (read_save, change_save),
    "chart": (read_chart, change),
    "set": (check_set, change),
    "query": (ask, change),
}


def fuzz(
    name: str, inputs: int, chance: random.Random, slowest: float = math.inf
) -> tuple[int, int]:
    """Fuzz one target with this many inputs; returns inputs kept and lines reached.

    Raises a fault with its input, also for an input that takes longer than ``slowest`` CPU seconds.
    """
    target, mutate = TARGETS[name]
    corpus: list[bytes] = []
    coverage = Coverage(f"{PACKAGE}/book/check" if name == "set" else PACKAGE)
    for data in seeds()[name]:
        coverage.run(target, data)
        corpus.append(data)
    read = len(corpus)
    for _ in range(inputs):
        parent = corpus[-1 - int(chance.random() ** 2 * len(corpus))]
        data = mutate(parent, chance, corpus)
        began = time.process_time()
        try:
            fresh = coverage.run(target, data)
        except Exception as error:
            raise AssertionError(
                f"{name}: {type(error).__name__}: {error} for {data[:4000]!r}"
            ) from error
        assert time.process_time() - began < slowest, f"{name}: too slow for {data[:4000]!r}"
        if fresh:
            corpus.append(data)
            read += 1
    return read, len(coverage.seen)


def main() -> int:
    """Fuzz each target with this many inputs and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args()
    for name in TARGETS:
        read, lines = fuzz(name, asked.inputs, random.Random(asked.seed), SLOWEST)
        print(
            f"{name}: {asked.inputs} inputs tried, {read} kept, {lines} lines reached, no fault",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
