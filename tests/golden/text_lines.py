"""The texts of a game in each voice, for the golden text files."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.facts import Wave, game_facts
from picket_duty.game import Game
from picket_duty.pages.action_report import action_blocks
from picket_duty.pages.blocks import Document
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.plaintext import to_text
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.text import log_text, repeats_a_roll
from picket_duty.text.headlines import Headline
from picket_duty.text.wave_card import card_text
from tests.golden.fixed import each_kind_once


def kinds_of_text(game: Game, headlines: Sequence[Headline], cards: Sequence[Wave]) -> list[str]:
    """The texts of a long game, with each kind of line once."""
    return [*each_kind_once(text_lines(game, headlines, cards), "# ")]


def text_lines(game: Game, headlines: Sequence[Headline], cards: Sequence[Wave]) -> list[str]:
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
