"""The golden files and how they are written. From the top of the repository: ``python -m tests.golden.regenerate``.

Names of games and listings after it write only those.
``states/NAME.txt`` has the states of a game: the hash of each, and the events between them, without any wording.
``states/captains.txt`` has a line for each of many games of every automatic captain.
``texts/NAME.txt`` has the texts of a few of the games, and ``listings/NAME.txt`` texts that no game shows in full.
After writing, read the diff: a changed line in ``states`` is a change of the rules or the charts, one in ``texts`` or
``listings`` a change of wording. The manual's list of key bindings is written, too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from picket_duty.book.tables import Tables
from picket_duty.facts import WaveReport
from picket_duty.game import Game
from picket_duty.text.headlines import Headline
from tests.golden.captain_lines import captain_lines
from tests.golden.listings import form_lines, help_lines, key_lines, vocabulary_lines
from tests.golden.picture_lines import picture_lines
from tests.golden.state_lines import brief_lines, state_lines
from tests.golden.text_lines import kinds_of_text, text_lines, told, wording_lines
from tests.manual import binding_page
from tests.saves.golden_codes import golden_card_lines

FOLDER = Path(__file__).resolve().parent
STATES, TEXTS, LISTINGS = FOLDER / "states", FOLDER / "texts", FOLDER / "listings"
CAPTAINS = STATES / "captains.txt"
COMMAND = "python -m tests.golden.regenerate"
#: Name of each game with its set-up.
PLAYED = {
    f"scenario-{number}-{level}": {"scenario": number, "level": level, "seed": first + number}
    for number in range(1, 9)
    for level, first in (("basic", 1945), ("advanced", 2045))
}
PLAYED["patrol-advanced"] = {"patrol": "1945-04-05", "days": 9, "level": "advanced", "seed": 9}
PLAYED["campaign-mini-basic"] = {"campaign": "mini", "level": "basic", "seed": 26}
PLAYED["campaign-mini-advanced"] = {"campaign": "mini", "level": "advanced", "seed": 2}
#: The games whose events are listed, not only counted.
LISTED_EVENTS = ("scenario-4-advanced", "campaign-mini-basic")
#: The games whose texts are kept, one of each kind, and those of them in which each kind of line is listed once.
TOLD = {
    "scenario-basic": {"scenario": 3, "level": "basic", "seed": 3},
    "scenario-advanced": {"scenario": 4, "level": "advanced", "seed": 2049},
    "campaign-mini": {"campaign": "mini", "level": "basic", "seed": 26},
    "patrol": {"patrol": "1945-04-05", "days": 9, "level": "advanced", "seed": 9},
    "campaign-long-a": {"campaign": "long-a", "level": "basic", "seed": 2},
}
LONG = ("patrol", "campaign-long-a")
#: The listings, each with the function that makes it, and the game whose forms are printed.
LISTED = {
    "help": help_lines,
    "keys": key_lines,
    "vocabulary": vocabulary_lines,
    "wording": wording_lines,
    "cards": golden_card_lines,
    "forms": lambda: form_lines(played("campaign-mini")[0]),
    "pictures": lambda: [*picture_lines(Tables())],
    "documents": lambda: lines_of("document_lines"),
    "advice": lambda: lines_of("advice_lines"),
    "plain": lambda: lines_of("plain_lines"),
    "table": lambda: lines_of("table_lines"),
    "schema": lambda: lines_of("schema_lines"),
    "commands": lambda: lines_of("command_lines"),
    "pages": lambda: lines_of("page_lines"),
    "screens": lambda: lines_of("screen_lines"),
}
#: Listings that take seconds.
SLOW = ("advice", "commands", "pages", "plain", "schema", "screens", "table", "wording")


def captain_files() -> dict[Path, str]:
    """The file of the captains' games and its current contents."""
    return {CAPTAINS: "\n".join(captain_lines()) + "\n"}


def lines_of(name: str) -> Iterable[str]:
    """The lines of a listing whose module imports most of the program, and so is imported only when needed."""
    lines: Iterable[str] = getattr(import_module(f"tests.golden.{name}"), name)()
    return lines


def listing_files(name: str) -> dict[Path, str]:
    """The file of a listing and its current contents."""
    return {LISTINGS / f"{name}.txt": "\n".join(LISTED[name]()) + "\n"}


def state_files(name: str) -> dict[Path, str]:
    """The file of a game's states and its current contents."""
    lines = state_lines if name in LISTED_EVENTS else brief_lines
    return {STATES / f"{name}.txt": "\n".join(lines(played(name)[0])) + "\n"}


def text_files(name: str) -> dict[Path, str]:
    """The file of a game's texts and its current contents."""
    lines = kinds_of_text if name in LONG else text_lines
    return {TEXTS / f"{name}.txt": "\n".join(lines(*played(name))) + "\n"}


@cache
def played(name: str) -> tuple[Game, list[Headline], list[WaveReport]]:
    """A game played to its end by the doctrine captain with the seed's dice, its headlines and wave cards."""
    return told("doctrine", (PLAYED | TOLD)[name])


def main() -> int:
    """Write the golden files named on the command line, or all, and print which have changed."""
    if unknown := set(sys.argv[1:]) - {*PLAYED, *TOLD, *LISTED}:
        sys.exit(f"No golden file: {', '.join(sorted(unknown))}. Names: {', '.join([*PLAYED, *TOLD, *LISTED])}")
    names = sys.argv[1:] or [*PLAYED, *TOLD, *LISTED]
    files = {path: text for name in PLAYED if name in names for path, text in state_files(name).items()}
    files |= {path: text for name in TOLD if name in names for path, text in text_files(name).items()}
    files |= {path: text for name in LISTED if name in names for path, text in listing_files(name).items()}
    if not sys.argv[1:]:
        files |= captain_files() | {binding_page.FILE: binding_page.binding_page()}
    for path, text in files.items():
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if before != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{'changed' if before else 'new'}  {path}")
    for path in [*STATES.glob("*.txt"), *TEXTS.glob("*.txt"), *LISTINGS.glob("*.txt")]:
        if path not in files and not sys.argv[1:]:
            path.unlink()
            print(f"removed  {path.relative_to(FOLDER)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
