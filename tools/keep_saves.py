"""Makes the saves, cards and replay codes that ``tests/saves/kept`` keeps of a version, by playing
that version.

``python tools/keep_saves.py TREE FOLDER [NAME...]`` plays the games below, or those named, with the
program in TREE, a checkout of the version, through its command line. It writes to FOLDER one save
for each game, the card of each finished game, and ``games.json``: the number of answers, the hash
of the state, the hash of the events and the replay code, as that version computes them.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

#: Prints what the version itself makes of a save.
PROBE = """
import hashlib, json, sys
from pathlib import Path
from picket_duty import Game, __version__
from picket_duty.events import as_dict

def lasting(value):
    # The words of an event may change, what happened may not.
    if isinstance(value, dict):
        return {name: lasting(value[name]) for name in sorted(value) if name != "why"}
    return [lasting(item) for item in value] if isinstance(value, list) else value

game = Game.load(Path(sys.argv[1]))
events = json.dumps([lasting(as_dict(event)) for event in game.events])
print(json.dumps({
    "version": __version__,
    "answers": game.requests,
    "state_hash": game.state_hash,
    "events_hash": hashlib.sha256(events.encode()).hexdigest()[:16],
    "outcome": game.summary()["outcome"] if game.over else None,
}))
"""
#: More answers than a short game asks for.
MANY = 400


class Played(NamedTuple):
    """A game: the commands that play it, each with the lines typed in plain mode. SAVE is replaced
    by its path.
    """

    name: str
    commands: list[tuple[str, list[str]]]
    #: The command of another game, of which only the code is kept, because its save is too large.
    code_only: str = ""


def automatic(name: str, choices: str) -> Played:
    """A game that a captain plays to the end."""
    return Played(name, [(f"play {choices} --save SAVE", [])])


def typed(name: str, choices: str, *lines: str) -> Played:
    """A game in plain mode, ended by these lines or by the end of the game."""
    return Played(name, [(f"play {choices} --plain --save SAVE", list(lines))])


GAMES = [
    automatic("scenario-1-basic", "--scenario 1 --seed 12 --auto doctrine"),
    automatic("scenario-2-advanced", "--scenario 2 --level advanced --seed 12 --auto random"),
    automatic("scenario-4-advanced", "--scenario 4 --level advanced --seed 14 --auto doctrine"),
    automatic("scenario-6-advanced", "--scenario 6 --level advanced --seed 19 --auto random"),
    automatic("scenario-7-basic", "--scenario 7 --seed 17 --auto random"),
    automatic("scenario-8-basic", "--scenario 8 --seed 18 --option dunlap-1941 --auto doctrine"),
    automatic("mini-basic", "--campaign mini --seed 21 --auto doctrine"),
    automatic(
        "mini-advanced", "--campaign mini --level advanced --seed 65 --ship Évreux --auto random"
    ),
    automatic("patrol-basic", "--patrol 1945-04-06 --days 2 --seed 23 --auto doctrine"),
    automatic(
        "patrol-advanced",
        "--patrol 1945-05-11 --days 1 --station 3 --level advanced --seed 24 --auto random",
    ),
    typed(
        "undone",
        "--scenario 6 --seed 31",
        *["y", "y", "undo", "y", "y", "undo", "undo"],
        *["y"] * MANY,
    ),
    typed(
        "undo-of-decisions",
        "--scenario 2 --seed 32 --undo dice",
        "y",
        "undo",
        "hold",
        "undo",
        *["y"] * MANY,
    ),
    typed("under-way", "--scenario 4 --level advanced --seed 33", *["y"] * 6, "undo", "y", "quit"),
    typed("own-dice", "--scenario 6 --seed 34 --dice own", *["auto"] * MANY),
    typed("mini-under-way", "--campaign mini --seed 35", *["y"] * 15, "quit"),
    Played(
        "branches",
        [
            ("play --scenario 6 --seed 36 --plain --save SAVE", [*["y"] * 8, "quit"]),
            ("branch at SAVE 18 --name second", []),
            ("resume SAVE --plain", [*["hold", "y"] * 3, "quit"]),
            ("branch at SAVE 15 --name third", []),
            ("resume SAVE --plain", ["y"] * MANY),
        ],
    ),
    Played("watch", [("watch --date 2026-11-20 --plain", ["y"] * MANY)]),
]
#: Games that only versions with their options can play.
AIDED = [
    typed(
        "commanded",
        "--scenario 6 --seed 41 --aid commanded",
        *["weapons", "keep share", "fire"] * 3,
        *["y"] * MANY,
    ),
    typed(
        "advised",
        "--scenario 5 --seed 42 --aid advised --ask all",
        *["y"] * 4,
        "undo",
        *["y"] * MANY,
    ),
    typed("unaided", "--scenario 2 --seed 43 --aid unaided --ask captain", *["auto"] * MANY),
    typed(
        "officers", "--scenario 3 --seed 44 --aid advised", "orders officers command", *["y"] * MANY
    ),
]
LONG = [
    Played(
        campaign,
        [(f"play --campaign {campaign} {choices} --plain --save SAVE", [*["y"] * 20, "quit"])],
        f"play --campaign {campaign} {choices} --auto random --save SAVE",
    )
    for campaign, choices in (("long-a", "--start 1945-05-01 --seed 51"), ("long-b", "--seed 52"))
]


def main() -> None:
    """Play every game and write the files."""
    tree = Path(sys.argv[1]).resolve()
    folder = Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    has_aid = "--aid" in run(tree, folder, "play --help").stdout
    chosen = [
        game
        for game in (*GAMES, *(AIDED if has_aid else ()), *LONG)
        if game.name in sys.argv[3:] or not sys.argv[3:]
    ]
    games = [played(tree, folder, game) for game in chosen]
    (folder / "games.json").write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


def played(tree: Path, folder: Path, game: Played) -> dict[str, Any]:
    """Play a game and write its save and card; returns what the version makes of it."""
    save = folder / f"{game.name}.picket"
    save.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        for command, lines in game.commands:
            result = run(tree, home, command.replace("SAVE", str(save)), lines)
            if result.returncode:
                sys.exit(f"{game.name}: {command}: {result.stderr.strip()}")
        if not save.exists():
            shutil.move(next(home.rglob("*.picket")), save)
        probed = run_python(tree, home, "-c", PROBE, str(save))
        entry: dict[str, Any] = {"name": game.name, **json.loads(probed.stdout)}
        entry["code"] = None
        if game.code_only:
            other = home / "other.picket"
            run(tree, home, game.code_only.replace("SAVE", str(other)))
            entry["code"] = json.loads(run(tree, home, f"card {other} --json").stdout)["code"]
        elif entry["outcome"] is not None:
            card = run(tree, home, f"card {save} --json")
            entry["code"] = json.loads(card.stdout)["code"]
            text = run(tree, home, f"card {save}").stdout
            (folder / f"{game.name}.card.txt").write_text(text, encoding="utf-8")
    print(
        f"{entry['version']} {game.name}: {entry['answers']} answers, {entry['outcome']}, "
        f"{save.stat().st_size} bytes"
    )
    return entry


def run(
    tree: Path, home: Path, command: str, lines: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command of the version's program, with lines on its standard input."""
    typed_lines = "".join(f"{line}\n" for line in lines or ())
    return run_python(tree, home, "-m", "picket_duty", *command.split(), typed=typed_lines)


def run_python(
    tree: Path, home: Path, *arguments: str, typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the version's Python code in a home of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(tree),
        "PYTHONIOENCODING": "utf-8",
        "PICKET_DUTY_HOME": str(home),
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
    )


if __name__ == "__main__":
    main()
