"""Time to write the diary of a long campaign from its save: ``python tests/bench/bench_diary.py``."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.reports.html import to_html
from picket_duty.reports.plaintext import to_bbcode, to_markdown
from picket_duty.reports.war_diary import diary_of, read_diary
from picket_duty.saves import load_whole, start_save

TABLES = load_tables()


def main() -> None:
    """Play the long campaign of every day, then write its diary in each format."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.picket"
        game = Game.new(campaign="long-b", level="advanced", seed=3, tables=TABLES)
        start_save(game, path=path)
        play_out(game, captain_named("doctrine", 3))
        assert game.journal is not None
        game.journal.close()
        print(f"{len(game.state.records.calendar)} days, {len(game.state.records.daily)} on duty")
        writers: dict[str, Callable[[Any], Any]] = {"md": to_markdown, "html": to_html, "bbcode": to_bbcode}
        for form, write in writers.items():
            started = time.perf_counter()
            document = write(diary_of(read_diary(load_whole(path, TABLES))))
            print(f"{form:<8}{time.perf_counter() - started:.2f} s, {len(document)} characters")


if __name__ == "__main__":
    main()
