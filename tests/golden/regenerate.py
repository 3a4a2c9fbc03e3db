"""The golden files and how they are written. From the top of the repository: ``python -m
tests.golden.regenerate``.

Names of files after it write only those. ``states/NAME.txt`` has the states of a game: the hash of
each, and the events between them, without any wording. ``states/captains.txt`` has a line for each
of many games of every automatic captain. ``texts/NAME.txt`` has the texts of a few of the games,
and ``listings/NAME.txt`` texts that no game shows in full. After writing, read the diff: a changed
line in ``states`` is a change of the rules or the charts, one in ``texts`` or ``listings`` a change
of wording. The manual's list of key bindings is written, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from picket_duty.facts import WaveReport
from picket_duty.game import Game
from picket_duty.text.headlines import Headline
from tests.golden import listings
from tests.golden.game_lines import (
    captain_lines,
    kinds_of_text,
    state_lines,
    text_lines,
    told,
    wording_lines,
)
from tests.manual import binding_page
from tests.saves.golden_codes import golden_card_lines
from tests.text_table import table_of

FOLDER = Path(__file__).resolve().parent
STATES = FOLDER / "states"
TEXTS = FOLDER / "texts"
LISTINGS = FOLDER / "listings"
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
#: The games whose texts are kept, one of each kind, and those of them in which each kind of line is
#: listed once.
TOLD = dict(
    table_of("""
    scenario-basic    | {'scenario': 3, 'level': 'basic', 'seed': 3}
    scenario-advanced | {'scenario': 4, 'level': 'advanced', 'seed': 2049}
    campaign-mini     | {'campaign': 'mini', 'level': 'basic', 'seed': 26}
    patrol            | {'patrol': '1945-04-05', 'days': 9, 'level': 'advanced', 'seed': 9}
    campaign-long-a   | {'campaign': 'long-a', 'level': 'basic', 'seed': 2}
    """)
)
LONG = ("patrol", "campaign-long-a")
#: Listings whose modules import most of the program, and so are imported only when needed.
LATE = ("advice", "commands", "pages", "plain", "screens", "table")


@cache
def played(name: str) -> tuple[Game, list[Headline], list[WaveReport]]:
    """A game played to its end by the doctrine captain with the seed's dice, its headlines and wave
    cards.
    """
    return told("doctrine", (PLAYED | TOLD)[name])


def _late(name: str) -> Iterable[str]:
    function = f"{name.removesuffix('s')}_lines"
    module = import_module(f"tests.golden.{'screen_lines' if name == 'pages' else function}")
    lines: Iterable[str] = getattr(module, function)()
    return lines


def _state(name: str) -> Iterable[str]:
    return state_lines(played(name)[0], brief=name not in LISTED_EVENTS)


def _texts(name: str) -> Iterable[str]:
    return (kinds_of_text if name in LONG else text_lines)(*played(name))


#: Each golden file, and what makes its lines.
FILES: dict[Path, Callable[[], Iterable[str]]] = {
    **{STATES / f"{name}.txt": partial(_state, name) for name in PLAYED},
    STATES / "captains.txt": captain_lines,
    **{TEXTS / f"{name}.txt": partial(_texts, name) for name in TOLD},
    LISTINGS / "help.txt": listings.help_lines,
    LISTINGS / "keys.txt": listings.key_lines,
    LISTINGS / "vocabulary.txt": listings.vocabulary_lines,
    LISTINGS / "wording.txt": wording_lines,
    LISTINGS / "cards.txt": golden_card_lines,
    LISTINGS / "forms.txt": lambda: listings.form_lines(played("campaign-mini")[0]),
    LISTINGS / "pictures.txt": listings.picture_lines,
    LISTINGS / "documents.txt": listings.document_lines,
    LISTINGS / "schema.txt": listings.schema_lines,
    **{LISTINGS / f"{name}.txt": partial(_late, name) for name in LATE},
}
#: Files that take seconds.
SLOW = ("captains", "schema", "wording", *LATE)


def main() -> int:
    """Write the golden files named on the command line, or all, and print which have changed."""
    known = {path.stem for path in FILES}
    if unknown := set(sys.argv[1:]) - known:
        sys.exit(f"No golden file: {', '.join(sorted(unknown))}. Names: {', '.join(sorted(known))}")
    names = sys.argv[1:] or known
    texts = {path: "\n".join(lines()) + "\n" for path, lines in FILES.items() if path.stem in names}
    if not sys.argv[1:]:
        texts[binding_page.FILE] = binding_page.binding_page()
    for path, text in texts.items():
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if before != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{'changed' if before else 'new'}  {path}")
    for path in FOLDER.glob("*/*.txt"):
        if path not in FILES:
            path.unlink()
            print(f"removed  {path.relative_to(FOLDER)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
