"""A fixed environment for golden listings: empty folders, one terminal, no machine names in the
output.
"""

from __future__ import annotations

import calendar
import datetime
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from picket_duty import __version__
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.pages.ships_served import ships_served
from picket_duty.saves.service_record import record_game, service_file

ROOT = Path(__file__).resolve().parents[2]
#: The day on which everything is shown.
TODAY = datetime.date(2026, 1, 3)
#: When every save was last played and changed, in local time, so that lists show the same everywhere.
CHANGED = calendar.timegm((2026, 1, 2, 12, 30, 0))
#: Lines of an output that are listed, and the characters of a line; a checksum stands for the rest.
MOST_LINES = 25
MOST_SIGNS = 400


@contextmanager
def fixed_home() -> Iterator[Path]:
    """An empty folder for saves and settings, no routine orders, always the same day. Returns the
    folder of saves.
    """
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        home = Path(folder).resolve() / "home"
        (home / "saves").mkdir(parents=True)
        patch.setenv("PICKET_DUTY_HOME", str(home))
        patch.setenv("PICKET_DUTY_CONFIG", str(home.parent / "config.toml"))
        for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        patch.setattr("picket_duty.captains.standing_orders.ROUTINE", StandingOrders())
        patch.setattr("picket_duty.saves.daily_watch.today", lambda: TODAY)
        patch.setattr("time.time_ns", lambda: CHANGED * 10**9)
        # Saves hold the time of play, and lists show it by the clock of this machine.
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield home / "saves"
    time.tzset()


def date_saves(folder: Path) -> None:
    for path in folder.rglob("*"):
        os.utime(path, (CHANGED, CHANGED))


def record_games(*games: Game) -> None:
    """Put finished games into the service record, with their ships, as if they ended on the same
    day.
    """
    for number, game in enumerate(games):
        record_game(game, f"game-{number}", ships_served)
    file = service_file()
    file.write_text(
        re.sub(r'"finished":"[^"]*"', '"finished":"2026-01-02T12:30:00"', file.read_text("utf-8")),
        "utf-8",
    )


def neutral(text: str, home: Path) -> str:
    """An output without the version and the folders of this machine."""
    places = {str(home.parent): "HOME", str(ROOT): "TREE", __version__: "VERSION"}
    for place, word in places.items():
        text = text.replace(place, word)
    text = re.sub(r"[\d.]+ s, [\d.,]+ games/s, [\d.,]+ requests/s", "SPEED", text)
    text = re.sub(r'"(\w*seconds|\w*per_second)":[\d.e+-]+', r'"\1":SPEED', text)
    return re.sub(r"\d\.\d{7,}(e-?\d+)?", lambda number: f"{float(number[0]):.6g}", text)


def shortened(lines: Iterable[str]) -> Iterator[str]:
    """The first lines of an output, and a checksum of what is left out."""
    lines = list(lines)
    yield from (
        line if len(line) <= MOST_SIGNS else f"{line[:MOST_SIGNS]}... {checksum(line)}"
        for line in lines[:MOST_LINES]
    )
    if rest := lines[MOST_LINES:]:
        yield f"... {len(rest)} more lines, {checksum(*rest)}"


def each_kind_once(lines: Iterable[str], head: str = "== ") -> Iterator[str]:
    """The lines of transcripts whose kind is new: they differ in more than numbers, names and
    places on the ship.

    A line that starts with ``head`` begins a part. It ends with the number of lines of the part and
    their checksum, so that a change of a line that is not listed is noticed, too.
    """
    parts: list[list[str]] = []
    for line in lines:
        if line.startswith(head) or not parts:
            parts.append([])
        parts[-1].append(line)
    seen: set[str] = set()
    for first, *rest in parts:
        yield f"{first}: {len(rest)} lines, {checksum(*rest)}" if rest else first
        for line in rest:
            if (kind := _kind(line)) not in seen:
                seen.add(kind)
                yield line


def _kind(line: str) -> str:
    """A line without what differs from one of its kind to the next."""
    bare = re.sub(r"\[.*?\]|\(.*?\)", "()", line.strip())
    bare = re.sub(r"(?<=.)\b[A-Z][\w.-]*(?: [A-Z][\w.-]*)*", "NAME", bare)
    return re.sub(r"\b(forward|midship|amidships|aft)\b", "SECTION", re.sub(r"[+-]?\d+", "0", bare))


def listed_once(blocks: Iterable[str]) -> Iterator[str]:
    """Blocks of lines whose first line has a checksum of the block, without the lines that an
    earlier block has.
    """
    seen: set[str] = set()
    for block in blocks:
        head, *lines = block.split("\n")
        yield head
        for line in lines:
            if line not in seen:
                seen.add(line)
                yield line


def checksum(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
