"""The texts of a game in each voice, for the golden text files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named
from picket_duty.facts import WaveReport, game_facts
from picket_duty.game import Game
from picket_duty.pages.blocks import Document
from picket_duty.pages.formats import to_text
from picket_duty.pages.log_pages import action_blocks, log_blocks
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.requests import Roll
from picket_duty.text.cards import card_due, card_text
from picket_duty.text.headlines import Headline, headlines_since
from picket_duty.text.log import log_text, repeats_a_roll
from tests.golden.fixed import checksum, each_kind_once

#: Games of each automatic captain in which rare things happen: every scenario, days of each month, all campaigns.
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("random", {"scenario": number, "level": "advanced", "seed": number}) for number in range(1, 9)),
    *(("greedy", {"scenario": number, "level": "basic", "seed": number + 20}) for number in range(1, 9)),
    *(
        (captain, {"patrol": date, "days": 5, "level": "advanced", "seed": 3})
        for date in ("1945-03-26", "1945-04-06", "1945-05-11", "1945-06-03")
        for captain in ("doctrine", "random")
    ),
    *(("random", {"campaign": "mini", "level": "advanced", "seed": seed}) for seed in range(1, 9)),
    ("random", {"campaign": "long-a", "level": "advanced", "seed": 2}),
    ("greedy", {"campaign": "long-b", "level": "advanced", "seed": 2}),
)


def wording_lines() -> Iterator[str]:
    """Many games, each with a checksum of its texts in each voice, so that a change of any sentence is noticed."""
    for captain, setup in GAMES:
        voices: dict[str, list[str]] = {}
        for line in text_lines(*told(captain, setup)):
            if line.startswith("# "):
                lines = voices.setdefault(line.removeprefix("# ").lower(), [])
            else:
                lines.append(line)
        words = ", ".join(f"{voice} {checksum(*lines)}" for voice, lines in voices.items())
        yield f"{captain}, {' '.join(str(value) for value in setup.values())}: {words}"


def told(captain_name: str, setup: Mapping[str, Any]) -> tuple[Game, list[Headline], list[WaveReport]]:
    """A game played to its end by an automatic captain with the seed's dice, its headlines and wave cards."""
    game = Game.new(tables=Tables(), **setup)
    captain = captain_named(captain_name, 0)
    headlines: list[Headline] = []
    cards: list[WaveReport] = []
    while (request := game.request) is not None:
        first = len(game.events)
        if isinstance(request, Roll):
            game.roll()
        else:
            game.answer(captain.choose(game))
        headlines += headlines_since(game, first)
        cards += [card] if (card := card_due(game, first)) else []
    return game, headlines, cards


def kinds_of_text(game: Game, headlines: Sequence[Headline], cards: Sequence[WaveReport]) -> list[str]:
    """The texts of a long game, with each kind of line once.

    The prose of the deck log differs in every line: a checksum stands for it.
    """
    lines = list(each_kind_once(text_lines(game, headlines, cards), "# "))
    prose = next(place for place, line in enumerate(lines) if line.startswith("# Deck log"))
    after = next(place for place, line in enumerate(lines) if line.startswith("# War diary"))
    return [*lines[: prose + 1], *lines[after:]]


def text_lines(game: Game, headlines: Sequence[Headline], cards: Sequence[WaveReport]) -> list[str]:
    """The log, the headlines and wave cards, the deck log and the war diary of a game."""
    facts = game_facts(game)
    report = Document("", (*log_blocks(facts, game.tables), *action_blocks(facts, game.tables)))
    return [
        "# Log",
        *log_lines(game),
        "# Headlines",
        *(f"{headline.kind} ({headline.style}): {headline.words}" for headline in headlines),
        "# Wave cards",
        *(line for card in cards for line in card_text(card, game.tables)),
        "# Deck log and action report",
        *to_text(report).splitlines(),
        "# War diary",
        *to_text(diary_of(read_diary(game), reports=False)).splitlines(),
    ]


def log_lines(game: Game) -> list[str]:
    """The lines of the log, rolls included."""
    lines = []
    for number, event in enumerate(game.events):
        if not repeats_a_roll(event, game.events[number - 1] if number else None):
            lines.append(log_text(event, game.tables))
    return [line for line in lines if line]
