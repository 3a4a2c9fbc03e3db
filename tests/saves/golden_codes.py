"""Codes and cards of games played once, in ``codes.json``: every Python reads them as the same games.

``python -m tests.saves.golden_codes`` at the top of the repository plays them anew; it is to be done where tables or
rules were changed on purpose. ``--check`` only compares, with whatever Python runs it.
"""

from __future__ import annotations

import datetime
import json
import platform
import sys
from pathlib import Path
from typing import Any

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.reports.game_card import Card, card_lines
from picket_duty.saves.daily_watch import watch_setup
from picket_duty.saves.replay_code import code_of, read_code

FILE = Path(__file__).with_name("codes.json")
TABLES = load_tables()
#: A week of watches and some other games.
DATES = [datetime.date(2026, 11, 16) + datetime.timedelta(day) for day in range(7)]
GAMES: tuple[dict[str, Any], ...] = (
    {"scenario": 6, "level": "basic"},
    {"scenario": 8, "options": ["dunlap-1941"]},
    {"campaign": "mini", "level": "advanced", "ship": "USS Night Heron", "officers": {"captain": "Cdr. Ann Öst"}},
    {"campaign": "long-a", "start": "1945-05-01"},
    {"patrol": "1945-05-11", "days": 3, "ship": "la-prade", "station": 3, "undo": "dice"},
)


def play_all() -> list[dict[str, Any]]:
    """Every game played by the random captain, as the file holds it."""
    games: list[tuple[Game, datetime.date | None]] = [
        (Game.of_setup(watch_setup(date, TABLES), TABLES), date) for date in DATES
    ]
    games += [(Game.new(tables=TABLES, seed=number, **chosen), None) for number, chosen in enumerate(GAMES)]
    found = []
    for game, date in games:
        play_out(game, captain_named("random", 3))
        found.append(told(game, code_of(game, date, 1), date))
    return found


def told(game: Game, code: str, date: datetime.date | None) -> dict[str, Any]:
    """A game as the file holds it."""
    card = Card(game, date, 1)
    return {
        "date": date.isoformat() if date else None,
        "code": code,
        "outcome": game.summary()["outcome"],
        "state_hash": game.state_hash,
        "card": card_lines(card),
        "ascii": card_lines(card, ascii_only=True),
    }


def read_again(entry: dict[str, Any]) -> dict[str, Any]:
    """What an entry's code is read as."""
    coded = read_code(entry["code"], TABLES)
    return told(coded.game, code_of(coded.game, coded.watch, coded.tried), coded.watch)


def main() -> int:
    """Write the file anew, or compare with it."""
    if "--check" in sys.argv:
        entries = json.loads(FILE.read_text(encoding="utf-8"))
        wrong = [entry["code"] for entry in entries if read_again(entry) != entry]
        print(f"Python {platform.python_version()}: {len(entries) - len(wrong)} of {len(entries)} codes as written")
        return bool(wrong)
    FILE.write_text(json.dumps(play_all(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
