"""Random tables within the schema, played by random captains.

From the top of the repository: ``python -m tools.fuzz.tables 200``.

Every chart keeps its rows and its vocabulary; contents of rows, modifiers and numbers are shuffled.
All invariants must hold and every game must end.

``python -m tools.fuzz.tables 1300 --mutated``: this many sets of changed files. The check of a set
must end soon and raise nothing; a valid set must play every scenario at both levels, every
campaign and a patrol without a fault, and show its charts, odds and pages. ``--games 50`` plays
so many games of each set, ``--minutes 20`` stops after so much CPU time. Faults are counted by
their cause.
"""

from __future__ import annotations

import argparse
import copy
import io
import math
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from picket_duty.book import Tables
from picket_duty.book.check_tables import check
from picket_duty.book.data import Numbers
from picket_duty.book.wording import BOOK
from picket_duty.captains import Captain, captain_named
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.charts import Chart
from picket_duty.charts.draw import draw
from picket_duty.charts.kinds import RangeChart, RawChart
from picket_duty.events import as_dict
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.game import Game
from picket_duty.pages.final_page import final_page
from picket_duty.pages.form_parts import Subject
from picket_duty.pages.formats import to_text
from picket_duty.pages.game_card import GameCard, card_lines
from picket_duty.pages.odds_report import odds_json, odds_page
from picket_duty.pages.printed_forms import printed_forms
from picket_duty.pages.report import FORMATS, write_report
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.requests import Roll
from picket_duty.state import SECTIONS
from tests.pages.games import thrown
from tools.fuzz.mutants import mutant
from tools.fuzz.phases import play_checked

#: Fields that locate a row; all other fields are its contents.
PLACE = ("roll", "at", "row", "col", "id")
#: Most answers of a game, and of a step: games with such tables may be long.
ENOUGH = 2_000
MOST_IN_A_STEP = 5_000
#: The captains and the dice of the games, in turn, and the shares of rolls and choices whose odds
#: are read.
CAPTAINS = ("random", "doctrine", "greedy")
DICE = ("computer", "wild")
ODDS_OF_ROLLS = 0.01
ODDS_OF_CHOICES = 0.05
#: CPU seconds that the check of a set or a game may take.
PATIENCE = 20


def random_tables(chance: random.Random) -> Tables:
    """The shipped tables with shuffled contents."""
    tables = Tables()
    for chart in tables.all_charts():
        if chart.raw.kind in ("range", "matrix") and chance.random() < 0.7:
            raw = copy.deepcopy(chart.raw)
            deal(raw, chance)
            tables[chart.id] = Chart(raw, BOOK)
        elif chart.raw.kind == "notes":
            raw = copy.deepcopy(chart.raw)
            bend_modifiers(raw, chance)
            tables[chart.id] = Chart(raw, BOOK)
    tables.__dict__["numbers"] = bend_numbers(tables.numbers, chance)
    return tables


def deal(raw: RawChart, chance: random.Random) -> None:
    """Shuffle the contents of rows and cells, and the numbers of the modifiers."""
    for rows in (list(raw.rows), *(list(note.rows) for note in raw.notes)):
        places = [{key: getattr(row, key) for key in PLACE if hasattr(row, key)} for row in rows]
        chance.shuffle(rows)
        for row, place in zip(rows, places, strict=True):
            for key, value in place.items():
                setattr(row, key, value)
    bend_modifiers(raw, chance)


def bend_modifiers(raw: RawChart, chance: random.Random) -> None:
    """Change the numbers of the modifiers slightly; totals beyond the chart count as its last
    row.
    """
    if isinstance(raw, RangeChart):
        raw.clamp = True
    for modifiers in (raw.modifiers, raw.column_modifiers):
        for modifier in modifiers.values():
            if modifier.value is not None and chance.random() < 0.5:
                modifier.value += chance.choice((-2, -1, 1, 2))


def bend_numbers(numbers: Numbers, chance: random.Random) -> Numbers:
    """Change the numbers of the rules slightly, within the limits of the check."""
    changes = {}
    for name in (
        "ammunition",
        "fuel",
        "hull",
        "maneuver",
        "rounds_after",
        "men_per_job",
        "mount_hits",
        "days_in_week",
    ):
        changes[name] = max(1, getattr(numbers, name) + chance.choice((-2, -1, 0, 0, 1, 2)))
    changes["ace_planes"] = chance.randrange(1, 6)
    changes["flood_limit"] = chance.randrange(4, 13)
    changes["men"] = {section: chance.randrange(0, 20) for section in numbers.men}
    return msgspec.structs.replace(numbers, **changes)


def play_random(number: int) -> int:
    """Play one game on random tables; returns its number of phases."""
    chance = random.Random(number)
    tables = random_tables(chance)
    setup = ({"scenario": number % 8 + 1}, {"campaign": "mini"}, {"campaign": "long-b"})[
        chance.randrange(3)
    ]
    level = chance.choice(("basic", "advanced"))
    game = Game.new(level=level, seed=number, tables=tables, history=False, **setup)
    return play_checked(game, RandomCaptain(number), every=5)


# -- sets of changed files -----------------------------------------------


class Endless(Exception):
    """Something did not end in time."""


def try_mutant(number: int, folder: Path, games: int = 0) -> tuple[str, int]:
    """Check the set of this number and play it if valid; returns ``passed`` or ``refused``, and the
    games played.

    Raises any error of the check or a game. ``games`` are played, 0 for one of each setup.
    """
    mutant(folder, random.Random(f"mutant {number}"))
    with patience():
        faults = check(folder)
    if faults:
        assert all(isinstance(fault, str) and fault for fault in faults)
        return "refused", 0
    tables = Tables(folder)
    show_charts(tables)
    chance = random.Random(number)
    dealt = list(setups(tables, chance))
    while len(dealt) < games:
        dealt += setups(tables, chance)
    chosen = chance.sample(dealt, games) if games else dealt
    for place, setup in enumerate(chosen):
        with patience():
            game = Game.new(seed=number + place, tables=tables, **setup)
            captain = captain_named(CAPTAINS[place % len(CAPTAINS)], number + place)
            play_some(game, captain, chance, DICE[place % len(DICE)])
            read_pages(game)
    return "passed", len(chosen)


def show_charts(tables: Tables) -> None:
    """Draw every chart as ``tables show`` does, and the forms and the deck of every ship."""
    for chart in tables.all_charts():
        Console(file=io.StringIO(), width=100).print(draw(chart))
    for ship in tables.ships.values():
        printed_forms(Subject(tables, ship))
        hits = [Hit("1", section, "", "a place") for section in SECTIONS]
        damaged_ship("", "", tables, ship.id, hits)


def read_pages(game: Game) -> None:
    """Write the reports, the diary, the events and the page of the end; the card of a game that is over."""
    for form in FORMATS:
        write_report(game, form)
    to_text(diary_of(read_diary(game)))
    msgspec.json.encode([as_dict(event) for event in game.events])
    msgspec.json.encode(game.summary())
    if game.over:
        card_lines(GameCard(game))
        final_page(game)


def setups(tables: Tables, chance: random.Random) -> Iterator[dict[str, Any]]:
    """Every scenario and campaign at both levels, with its options or without, and a patrol of any
    ship.
    """
    for level in ("advanced", "basic"):
        for number, scenario in tables.scenarios.items():
            offered = tuple(option.id for option in tables.options_of(scenario))
            yield {"scenario": number, "level": level, "options": chance.choice(((), offered))}
        start = min(campaign.start for campaign in tables.campaigns.values())
        free = tuple(option.id for option in tables.options.values() if not option.special)
        for name in tables.campaigns:
            yield {"campaign": name, "level": level, "options": chance.choice(((), free))}
        yield {
            "patrol": start,
            "days": 9,
            "level": level,
            "ship": chance.choice(sorted(tables.ships)),
        }


def play_some(game: Game, captain: Captain, chance: random.Random, dice: str) -> None:
    """Play until the game is over or has enough answers, and read the odds of some requests; wild
    ``dice`` are often the lowest or the highest. Raises Endless for a step that does not end.
    """
    steps: Counter[str] = Counter()
    while game.requests < ENOUGH and (request := game.request) is not None:
        steps[request.phase] += 1
        if steps[request.phase] > MOST_IN_A_STEP:
            raise Endless(f"{request.phase}: {request}")
        if chance.random() < (ODDS_OF_ROLLS if type(request) is Roll else ODDS_OF_CHOICES):
            odds_page(game)
            odds_json(game)
        answer = thrown(game, dice, chance) if type(request) is Roll else captain.choose(game)
        game.answer(answer)


@contextmanager
def patience() -> Iterator[None]:
    """Raises Endless if the block does not end in time."""

    def too_long(*_: object) -> None:
        raise Endless

    before = signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def try_mutants(first: int, count: int, each: int, minutes: float = math.inf) -> int:
    """Try this many sets with this many games each, or for this much CPU time; prints each fault,
    the faults by cause and the counts. Returns the number of faults.
    """
    counts: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    games = 0
    for number in range(first, first + count):
        if time.process_time() > minutes * 60:
            break
        with tempfile.TemporaryDirectory() as folder:
            try:
                verdict, played = try_mutant(number, Path(folder), each)
            except Exception as error:
                verdict = "fell"
                played = 0
                cause = cause_of(error)
                causes[cause] += 1
                print(f"set {number}: {error}: {cause}", flush=True)
        counts[verdict] += 1
        games += played
    for cause, times in causes.most_common():
        print(f"{times} times {cause}")
    listed = ", ".join(f"{word} {number}" for word, number in sorted(counts.items()))
    print(
        f"{sum(counts.values())} sets of tables: {listed}; {games} games, "
        f"{time.process_time():.0f} s of CPU time"
    )
    return counts["fell"]


def cause_of(error: Exception) -> str:
    """The kind of an error, and the last line of the program that it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/picket_duty/" in frame.filename] or frames
    place = own[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}, {place.name}"


def main() -> int:
    """Play this many games, each on different tables, and print the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--mutated", action="store_true", help="sets of changed files")
    parser.add_argument("--minutes", type=float, default=math.inf, help="most CPU time")
    parser.add_argument(
        "--games", type=int, default=0, dest="each", help="games of each set that passes the check"
    )
    asked = parser.parse_args()
    if asked.mutated:
        faults = try_mutants(asked.first, asked.games, asked.each, asked.minutes)
        return 1 if faults else 0
    phases = 0
    began = time.perf_counter()
    for number in range(asked.first, asked.first + asked.games):
        try:
            phases += play_random(number)
        except Exception:
            print(f"game {number}", file=sys.stderr)
            raise
    print(
        f"{asked.games} sets of tables, {phases} phases, {time.perf_counter() - began:.0f} s "
        f"without a fault"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
