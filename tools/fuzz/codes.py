"""Replay codes with copying errors: each is refused in one line, or describes the same game.

From the top of the repository: ``python -m tools.fuzz.codes 10000``.
"""

from __future__ import annotations

import argparse
import datetime
import random
import sys
import time
from collections import Counter

from picket_duty.book import Tables, load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.saves.daily_watch import watch_setup
from picket_duty.saves.replay_code import DIGITS, PREFIX, CodeError, code_of, read_code

#: The games whose codes are damaged, one of each kind.
GAMES: tuple[dict[str, object], ...] = (
    {"scenario": 6},
    {"scenario": 5, "level": "advanced"},
    {"campaign": "mini", "level": "advanced"},
    {"patrol": "1945-05-11", "days": 2, "ship": "la-prade", "options": ["gun-repair"]},
)
#: Characters for random changes.
ANY = DIGITS + DIGITS.lower() + "OILoilU-_ \n\t>.,\u00e9\U0001f4e1\x00"
SAME = "the same game"
REFUSED = "refused"


def damaged(code: str, chance: random.Random) -> str:
    """A code with a copying error."""
    place = chance.randrange(len(code))
    end = chance.randrange(place, len(code) + 1)
    match chance.randrange(10):
        case 0:
            return code[:place] + chance.choice(ANY) + code[place + 1 :]
        case 1:
            return code[:place] + chance.choice(ANY) + code[place:]
        case 2:
            return code[:place] + code[place + 1 :]
        case 3:
            return (
                code[:place]
                + code[place + 1 : place + 2]
                + code[place : place + 1]
                + code[place + 2 :]
            )
        case 4:
            return code[:place]
        case 5:
            return code[:place] + code[end:]
        case 6:
            return code[:end] + code[place:]
        case 7:
            return code[:place] + code[place:end][::-1] + code[end:]
        case 8:
            return f"{PREFIX}{chance.randrange(30)}-{code.partition('-')[2]}"
        case _:
            return "".join(
                chance.choice((sign, sign.lower(), f" {sign}", f"{sign}\n")) for sign in code
            )


def judge(code: str, game: Game, tables: Tables) -> str:
    """The result for a damaged code.

    Raises AssertionError if it describes another game, CodeError if the error has more than one
    line.
    """
    try:
        read = read_code(code, tables).game
    except CodeError as error:
        if len(str(error).splitlines()) != 1:
            raise
        return REFUSED
    assert read.state_hash == game.state_hash, code
    assert read.answers == game.answers, code
    return SAME


def games(tables: Tables) -> list[tuple[Game, str]]:
    """Finished games and their codes, including a watch."""
    games = [Game.new(tables=tables, seed=number, **chosen) for number, chosen in enumerate(GAMES)]  # type: ignore[arg-type]
    date = datetime.date(2026, 11, 21)
    games.append(Game.of_setup(watch_setup(date, tables), tables))
    codes = []
    for game in games:
        play_out(game, captain_named("random", 7))
        codes.append((game, code_of(game, date if game is games[-1] else None, 1)))
    return codes


def fuzz(count: int, seed: int) -> Counter[str]:
    """Damage this many codes and count the results."""
    tables = load_tables()
    chance = random.Random(seed)
    known = games(tables)
    counts: Counter[str] = Counter()
    for _ in range(count):
        game, code = chance.choice(known)
        counts[judge(damaged(code, chance), game, tables)] += 1
    return counts


def main() -> int:
    """Damage this many codes; stops at one that is read as another game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("codes", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    problems = fuzz(asked.codes, asked.seed)
    words = ", ".join(f"{number} {word}" for word, number in problems.items())
    print(f"{asked.codes} damaged codes in {time.perf_counter() - began:.0f} s: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
