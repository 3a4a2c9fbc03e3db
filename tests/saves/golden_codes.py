"""Codes of games played once, in ``codes.json``: every Python reads them as the same games.

From the top of the repository ``python -m tests.saves.golden_codes`` plays the games again and
writes the file; do that only if tables or rules changed on purpose. ``--check`` compares only, with
the Python that runs it. The text of their cards is in ``tests/golden/listings/cards.txt``.
"""

from __future__ import annotations

import datetime
import json
import platform
import sys
from pathlib import Path
from typing import Any

from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.pages.game_card import GameCard, card_lines
from picket_duty.saves.daily_watch import watch_setup
from picket_duty.saves.replay_code import code_of, read_code
from tests.games import TABLES, new_game

FILE = Path(__file__).with_name("codes.json")
#: A week of watches and some other games.
DATES = [datetime.date(2026, 11, 16) + datetime.timedelta(day) for day in range(7)]
GAMES: tuple[dict[str, Any], ...] = (
    {"scenario": 6, "level": "basic"},
    {"scenario": 8, "options": ["dunlap-1941"]},
    {
        "campaign": "mini",
        "level": "advanced",
        "ship": "USS Night Heron",
        "officers": {"captain": "Cdr. Ann Öst"},
    },
    {"campaign": "long-a", "start": "1945-05-01"},
    {"patrol": "1945-05-11", "days": 3, "ship": "la-prade", "station": 3, "undo": "dice"},
)


def play_all() -> list[dict[str, Any]]:
    games: list[tuple[Game, datetime.date | None]] = [
        (Game.of_setup(watch_setup(date, TABLES), TABLES), date) for date in DATES
    ]
    games += [(new_game(seed=number, **chosen), None) for number, chosen in enumerate(GAMES)]
    entries = []
    for game, date in games:
        play_out(game, captain_named("random", 3))
        entries.append(entry_of(game, code_of(game, date, 1), date))
    return entries


def entry_of(game: Game, code: str, date: datetime.date | None) -> dict[str, Any]:
    return {
        "date": date.isoformat() if date else None,
        "code": code,
        "outcome": game.summary()["outcome"],
        "state_hash": game.state_hash,
    }


def read_again(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry of the game that an entry's code describes."""
    coded = read_code(entry["code"], TABLES)
    return entry_of(coded.game, code_of(coded.game, coded.watch, coded.tried), coded.watch)


def golden_card_lines() -> list[str]:
    """The cards of all games of the file, in Unicode and in ASCII."""
    lines = []
    for entry in json.loads(FILE.read_text(encoding="utf-8")):
        coded = read_code(entry["code"], TABLES)
        card = GameCard(coded.game, coded.watch, coded.tried)
        lines += [
            f"== {entry['code'][:20]}",
            *card_lines(card),
            "-- ascii",
            *card_lines(card, ascii_only=True),
        ]
    return lines


def main() -> int:
    if "--check" in sys.argv:
        entries = json.loads(FILE.read_text(encoding="utf-8"))
        wrong = [entry["code"] for entry in entries if read_again(entry) != entry]
        print(
            f"Python {platform.python_version()}: {len(entries) - len(wrong)} of "
            f"{len(entries)} codes unchanged"
        )
        return bool(wrong)
    FILE.write_text(json.dumps(play_all(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
