"""Many saves: time for the commands, the menu and the lists. Nothing is asserted.

From the top of the repository: ``python -m tests.bench.bench_saves [SAVES]``.

Two folders of saves: one of SAVES scenarios (5,000), one of 500 finished long campaigns that are newer than the one
unfinished game. Prints CPU seconds, which are valid on a busy machine, then elapsed seconds.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.saves.games import saved

CAMPAIGNS = 500
MENU = """
import time
from picket_duty.book import load_tables
from picket_duty.saves import latest_saves
from picket_duty.text.names import game_words
tables, began, clock = load_tables(), time.process_time(), time.perf_counter()
[game_words(save.setup, tables) for save in latest_saves(2)]
print(time.process_time() - began, time.perf_counter() - clock)
"""


def main() -> int:
    """Print the seconds of each."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as top:
        home = Path(top) / "many"
        _many(home / "saves", count)
        print(f"{count} saves of scenarios, {_megabytes(home)} MB")
        for words in ("resume --plain", "log", "odds", "saves", "saves"):
            _time(home, words, [sys.executable, "-m", "picket_duty", *words.split()])
        _time_menu(home)
        home = Path(top) / "campaigns"
        _campaigns(home / "saves")
        print(f"{CAMPAIGNS} finished long campaigns, {_megabytes(home)} MB, and one game going on, the oldest")
        _time_menu(home)
        _time(home, "resume --plain", [sys.executable, "-m", "picket_duty", "resume", "--plain"])
    return 0


def _many(folder: Path, count: int) -> None:
    """Copies of eight scenarios, half of them finished."""
    folder.mkdir(parents=True)
    kinds = []
    for number in range(8):
        path = folder / f"kind{number}.picket"
        saved(path, scenario=number + 1, level="advanced", seed=number, answers=10**9 if number % 2 else 90)
        kinds.append(path.read_bytes())
        path.unlink()
    for number in range(count):
        path = folder / f"game-{number}.picket"
        path.write_bytes(kinds[number % 8])
        os.utime(path, (1_000_000_000 + number, 1_000_000_000 + number))


def _campaigns(folder: Path) -> None:
    """One unfinished game, and newer copies of a finished campaign."""
    folder.mkdir(parents=True)
    saved(folder / "open.picket", scenario=6, seed=1, answers=20)
    os.utime(folder / "open.picket", (1_000_000_000, 1_000_000_000))
    saved(folder / "over-0.picket", campaign="long-b", level="advanced", seed=3)
    for number in range(1, CAMPAIGNS):
        (folder / f"over-{number}.picket").hardlink_to(folder / "over-0.picket")


def _time(home: Path, name: str, words: list[str]) -> None:
    _run(name, words, {**os.environ, "PICKET_DUTY_HOME": str(home)})


def _time_menu(home: Path) -> None:
    for which in ("first", "again"):
        done = subprocess.run(
            [sys.executable, "-c", MENU],
            env={**os.environ, "PICKET_DUTY_HOME": str(home)}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        processor, clock = map(float, done.stdout.split())
        print(f"  {processor:7.3f} s {clock:7.3f} s  what the menu continues, looked for {which}", flush=True)


def _run(name: str, words: list[str], environment: dict[str, str]) -> None:
    began, clock = _children(), time.perf_counter()
    subprocess.run(words, env=environment, input=b"quit\n", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(f"  {_children() - began:7.3f} s {time.perf_counter() - clock:7.3f} s  picket-duty {name}", flush=True)


def _children() -> float:
    """CPU seconds of the programs started so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _megabytes(folder: Path) -> int:
    files = {path.stat().st_ino: path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    return sum(files.values()) // 10**6


if __name__ == "__main__":
    sys.exit(main())
