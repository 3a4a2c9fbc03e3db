"""What every command prints, for a golden listing: each with representative options, over a few saves."""

from __future__ import annotations

import contextlib
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from picket_duty.captains import captain_named
from picket_duty.commands.main import main
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.saves import start_save
from tests.golden.fixed import date_saves, each_kind_once, fixed_home, neutral, record_games, shortened

#: Saves of games played to their end, by name, and of games that wait for a decision about something.
ENDED = {
    "day": {"scenario": 4, "level": "advanced", "seed": 7},
    "month": {"patrol": "1945-04-05", "days": 9, "level": "advanced", "seed": 9},
    "mini": {"campaign": "mini", "level": "basic", "seed": 26},
    "basic": {"scenario": 6, "level": "basic", "seed": 3},
}
WAITING = {
    "guns": ("fire plan", {"scenario": 3, "level": "advanced", "seed": 5}),
    "fires": ("repair men", {"scenario": 2, "level": "advanced", "seed": 4}),
    "dawn": ("", {"campaign": "long-b", "level": "advanced", "seed": 3, "ship": "Kimberly"}),
}

READING = """
--version
play --scenario 1 --seed 3 --auto doctrine
play --campaign mini --level advanced --seed 2 --auto doctrine
play --scenario 5 --level advanced --seed 3 --auto greedy --json
play --scenario 2 --level advanced --seed 8 --auto greedy --events -
play --patrol 1945-05-04 --days 2 --level advanced --seed 4 --auto random --officer captain=Hara
replay day
replay guns --to 12
replay month --verify
log day
log day --format md --part history --part action
log basic --format html
log basic --format json
log guns --format text --part trace
log mini --part history
diary mini --no-reports
diary month
diary month --format md --no-reports
diary month --format html
diary day --format json
card day
card month --ascii
card basic --json
service
service --json
odds guns
odds guns --json
odds fires
odds fires --json
odds dawn
odds guns --win --games 16 --jobs 1
odds fires --win --games 16 --jobs 1 --json
luck basic --games 8 --jobs 1
luck basic --games 8 --jobs 1 --json
luck month --quick
luck month --quick --json
review fires --games 8 --jobs 1
review fires --games 8 --jobs 1 --json
compare basic basic
what-if day
simulate --scenario 6 -n 30 --policy doctrine --jobs 1
simulate --scenario 2 --level advanced -n 12 --policy random --jobs 1 --json
simulate --patrol 1945-04-05 --days 5 --level advanced -n 10 --jobs 1
calibrate -n 20
saves list
saves list --json
branch list day
tables list
tables show 10 --roll 8 --column damaged
tables show 9-2/5in --ascii
tables show damage
tables roll 10 --column damaged --modifier -1 --dice 3,4
tables roll 10 --column damaged --modifier -1 --dice 3,4 --json
tables roll 10 --column damaged --seed 5
tables check
manual
manual damage
manual --search torpedo
history
history 1945-05-04
history 1945-05-04 --json
watch --date 2026-11-21 --auto doctrine
watch --date 2026-11-21 --auto greedy --json
puzzle --check Q1VPNS yes --json
find-puzzles --help
locate
completion bash
completion zsh
completion fish
games
games --json
games saves
sheets day
sheets day --format svg -o sheets
sheets --class dunlap --format svg --sheet log -o blank
card
log nothing
odds day
"""

#: What changes saves; in this order, after the others.
CHANGING = """
saves copy day hold-fire --at 30
saves copy day hold-fire --at 30
saves copy day hold-fire --at 9999
saves copy day whole --branch 2
saves rename basic renamed
saves export day copy.picket
saves export day compact.picket --compact
saves repair day
saves delete renamed
saves delete renamed < n
saves delete renamed --yes
saves list
scenario new "The Long Night" --out night.toml
service
"""


def command_lines() -> Iterator[str]:
    """Each command with its status, output and errors, with each kind of line once."""
    yield from each_kind_once(transcripts())


def transcripts() -> Iterator[str]:
    with fixed_home() as folder:
        record_games(*make_saves())
        for command in [*READING.strip().splitlines(), *CHANGING.strip().splitlines()]:
            date_saves(folder.parent)
            yield from _said(command, folder.parent)


def make_saves() -> list[Game]:
    games = [_play(Game.new(**setup), name, None) for name, setup in ENDED.items()]  # type: ignore[arg-type]
    for name, (about, setup) in WAITING.items():
        _play(Game.new(**setup), name, about)  # type: ignore[arg-type]
    return games


def _play(game: Game, name: str, about: str | None) -> Game:
    """Save a game played to the first decision about something, the first of all, or its end."""
    start_save(game, name)
    captain = captain_named("doctrine", 1)
    while (request := game.request) is not None:
        if isinstance(request, Choice) and about in ("", request.about):
            break
        if isinstance(request, Roll):
            game.roll()
        else:
            game.answer(captain.choose(game))
    game.save_file.close()
    return game


def _said(command: str, home: Path) -> Iterator[str]:
    """A command, its status and what it printed. Files are written below the home folder."""
    words, _, typed = command.partition(" < ")
    runner = CliRunner()
    with tempfile.TemporaryDirectory(dir=home) as folder, contextlib.chdir(folder):
        result = runner.invoke(main, shlex.split(words), input=f"{typed}\n" if typed else "")
        written = sorted(path for path in Path().rglob("*") if path.is_file())
        yield f"== {command}: status {result.exit_code}"
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        yield from shortened(neutral(result.stdout, home).splitlines())
        yield from (f"! {line}" for line in neutral(result.stderr, home).splitlines())
        for path in written:
            yield f"-- {path.as_posix()}"
            if path.suffix != ".pdf":
                yield from shortened(neutral(path.read_text(encoding="utf-8"), home).splitlines())
