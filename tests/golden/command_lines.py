"""What every command prints, for a golden listing: each with representative options, over a few
saves.
"""

from __future__ import annotations

import contextlib
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from picket_duty.book.vocabulary import DECISIONS
from picket_duty.captains import captain_named, play_out
from picket_duty.commands.main import main
from picket_duty.game import Game
from picket_duty.saves import start_save
from tests.golden.fixed import (
    date_saves,
    each_kind_once,
    fixed_home,
    neutral,
    record_games,
    shortened,
)

#: Saves of games played to their end, by name, and of games that wait for a decision about
#: something.
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

#: The commands, each with the words that follow it.
READING = """
--version
play | --scenario 1 --seed 3 --auto doctrine | --campaign mini --level advanced --seed 2 --auto doctrine
play | --scenario 5 --level advanced --seed 3 --auto greedy --json
play | --scenario 2 --level advanced --seed 8 --auto greedy --events -
play | --patrol 1945-05-04 --days 2 --level advanced --seed 4 --auto random --officer captain=Hara
replay | day | guns --to 12 | month --verify
log | day | day --format md --part history --part action | basic --format html | basic --format json
log | guns --format text --part trace | mini --part history
diary | mini --no-reports | month | month --format md --no-reports | month --format html | day --format json
card | day | month --ascii | basic --json
service |  | --json
odds | guns | guns --json | fires | fires --json | dawn | guns --win --games 16 --jobs 1
odds | fires --win --games 16 --jobs 1 --json
luck | basic --games 8 --jobs 1 | basic --games 8 --jobs 1 --json | month --quick | month --quick --json
review | fires --games 8 --jobs 1 | fires --games 8 --jobs 1 --json
compare | basic basic
what-if | day
simulate | --scenario 6 -n 30 --policy doctrine --jobs 1
simulate | --scenario 2 --level advanced -n 12 --policy random --jobs 1 --json
simulate | --patrol 1945-04-05 --days 5 --level advanced -n 10 --jobs 1
calibrate | -n 20
saves | list | list --json
branch | list day
tables | list | show 10 --roll 8 --column damaged | show 9-2/5in --ascii | show damage
tables | roll 10 --column damaged --modifier -1 --dice 3,4 | roll 10 --column damaged --modifier -1 --dice 3,4 --json
tables | roll 10 --column damaged --seed 5 | check
manual |  | damage | --search torpedo
history |  | 1945-05-04 | 1945-05-04 --json
watch | --date 2026-11-21 --auto doctrine | --date 2026-11-21 --auto greedy --json
puzzle | --check Q1VPNS yes --json
find-puzzles | --help
locate
completion | bash | zsh | fish
games |  | show ie-shima | --json | saves
sheets | day | day --format svg -o sheets | --class dunlap --format svg --sheet log -o blank
card
log | nothing
odds | day
"""

#: What changes saves; in this order, after the others.
CHANGING = """
saves | copy day hold-fire --at 30 | copy day hold-fire --at 30 | copy day hold-fire --at 9999
saves | copy day whole --branch 2 | rename basic renamed | export day copy.picket
saves | export day compact.picket --compact | repair day | delete renamed | delete renamed < n | delete renamed --yes
saves | list
scenario | new "The Long Night" --out night.toml
service
"""


def command_lines() -> Iterator[str]:
    """Each command with its status, output and errors, with each kind of line once."""
    yield from each_kind_once(transcripts())


def transcripts() -> Iterator[str]:
    with fixed_home() as folder:
        record_games(*make_saves())
        for line in (READING + CHANGING).split("\n"):
            command, *cases = line.split(" | ")
            for case in cases or [""] * bool(command):
                date_saves(folder.parent)
                yield from _said(f"{command} {case}".strip(), folder.parent)


def make_saves() -> list[Game]:
    games = [_play(Game.new(**setup), name, None) for name, setup in ENDED.items()]  # type: ignore[arg-type]
    for name, (about, setup) in WAITING.items():
        _play(Game.new(**setup), name, about)  # type: ignore[arg-type]
    return games


def _play(game: Game, name: str, about: str | None) -> Game:
    """Save a game played to the first decision about something, the first of all, or its end."""
    start_save(game, name)
    stops = {None: (), "": tuple(DECISIONS)}.get(about, (about,))
    play_out(
        game,
        captain_named("doctrine", 1),
        lambda game: getattr(game.request, "about", None) in stops,
    )
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
