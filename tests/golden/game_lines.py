"""Games played by the automatic captains: their states as data, without wording, and their texts in
each voice.

In a state file, ``@`` starts a step of play with the hash of its state, ``--`` a change of phase or
wave. The other lines are events; in most games only their number and checksum are listed, behind
the step, phase or wave that they belong to. A roll is ``roll purpose actor plane chart[column] dice
modifiers = total -> key of its result``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named
from picket_duty.charts import Modifier
from picket_duty.events import (
    BaseEvent,
    Control,
    Crew,
    Damage,
    DecisionMade,
    Ended,
    Fire,
    Note,
    Support,
    WaveBegun,
)
from picket_duty.facts import WaveReport, facts_of
from picket_duty.game import Game
from picket_duty.pages.action_report_pages import action_blocks
from picket_duty.pages.blocks import Document
from picket_duty.pages.formats import to_text
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.requests import Choice, Roll
from picket_duty.text.cards import card_due, plain_card_lines
from picket_duty.text.headlines import Headline, headlines_since
from picket_duty.text.log import log_words, repeats_a_roll
from tests.golden.fixed import checksum, each_kind_once

#: Fields that are left out: wording and names, and what lines before already have.
OMITTED: dict[type, tuple[str, ...]] = {
    DecisionMade: ("words", "officer"),
    Note: ("text",),
    Fire: ("flamed", "officer"),
    Support: ("flamed",),
    Control: ("officer",),
    Crew: ("fallen", "before"),
    Damage: ("again", "total"),
    WaveBegun: ("before",),
}
#: Fields on the line of the phase and wave.
SHARED = ("event", "phase", "wave")


def state_lines(game: Game, brief: bool = False) -> Iterator[str]:
    """Set-up, events with the hash of the state at every checkpoint, and the summary of a game.

    Brief: only the number and checksum of the events that follow a checkpoint or a change of phase
    or wave.
    """
    yield f"setup {_json(msgspec.to_builtins(game.state.setup))}"
    for first, *rest in _steps(game):
        if brief:
            yield f"{first}: {len(rest)} events, {checksum(*rest)}" if rest else first
        else:
            yield from (first, *rest)
    yield from (f"{key}: {_json(value)}" for key, value in game.summary().items())


def _steps(game: Game) -> list[list[str]]:
    """Each checkpoint and each change of phase or wave, with the events after it."""
    steps: list[list[str]] = []
    points = list(game.checkpoints)
    place: tuple[str, int | None] = ("", None)
    for number, event in enumerate(game.events):
        while points and points[0].events <= number:
            point = points.pop(0)
            steps.append([f"@ {point.label} {point.state_hash}"])
        if place != (event.phase, event.wave):
            place = (event.phase, event.wave)
            steps.append(
                [f"-- {event.phase}" + ("" if event.wave is None else f" wave {event.wave}")]
            )
        steps[-1].append(_roll_line(event) if isinstance(event, Roll) else _event_line(event))
    return steps


def _event_line(event: BaseEvent) -> str:
    kind = str(event.__struct_config__.tag)
    if isinstance(event, Ended):
        return f"{kind} {event.summary['outcome']}"
    fields: dict[str, Any] = msgspec.to_builtins(event)
    left_out = (*SHARED, *OMITTED.get(type(event), ()))
    return " ".join(
        [
            kind,
            *(f"{name}={_json(value)}" for name, value in fields.items() if name not in left_out),
        ]
    )


def _roll_line(roll: Roll) -> str:
    assert roll.result is not None
    chart = roll.table + (f"/{roll.chart.note_id}" if roll.chart.note_id else "")
    about = [
        "roll",
        roll.purpose.id,
        roll.actor,
        "" if roll.plane is None else f"plane={roll.plane}",
    ]
    about.append("" if roll.item in ("", roll.actor) else f"item={_json(roll.item)}")
    if roll.column is None:
        about.append(chart)
    else:
        shifts = "".join(f" {_modifier(modifier)}" for modifier in roll.column_modifiers)
        about.append(f"{chart}[{roll.column}{shifts}]")
    dice = [*map(str, roll.dice), *map(_modifier, roll.modifiers)]
    total = f"row {roll.row} column {roll.col}" if roll.is_matrix else f"{roll.total}"
    return (
        f"{' '.join(part for part in about if part)} {' '.join(dice)} = {total} -> "
        f"{roll.result.key}"
    )


def _modifier(modifier: Modifier) -> str:
    """The value of a modifier and the table or paragraph it comes from: ``+1(9-1)``."""
    return f"{modifier.value:+d}({modifier.rule})"


def _json(value: Any) -> str:
    return value if isinstance(value, str) and value and " " not in value else json.dumps(value)


def captain_lines() -> Iterator[str]:
    """Captain, set-up, number of answers and their checksum, outcome and hash of the last state.

    Each captain plays every scenario and campaign, so that a change of any of its rules appears as
    games that go another way.
    """
    tables = Tables()
    for name, setup in product(("doctrine", "greedy", "random"), every_setup(tables)):
        game = Game.new(tables=tables, history=False, **setup)
        captain = captain_named(name, setup["seed"])
        answers = []
        while (request := game.request) is not None:
            if isinstance(request, Choice):
                answers.append((request.about, captain.choose(game)))
                game.answer(answers[-1][1])
            else:
                game.roll()
        given = hashlib.blake2b(repr(answers).encode(), digest_size=6).hexdigest()
        words = " ".join(map(str, setup.values()))
        yield (
            f"{name}: {words}: {len(answers)} answers {given}: {game.state.outcome}: "
            f"{game.state_hash[:16]}"
        )


def every_setup(tables: Tables) -> list[dict[str, Any]]:
    setups: list[dict[str, Any]] = []
    for level in ("basic", "advanced"):
        for seed in range(1, 4):
            setups += (
                {"scenario": number, "level": level, "seed": seed} for number in tables.scenarios
            )
            setups.append({"campaign": "mini", "level": level, "seed": seed})
            setups.append({"patrol": "1945-04-05", "days": 6, "level": level, "seed": seed})
        setups += ({"campaign": name, "level": level, "seed": 1} for name in ("long-a", "long-b"))
    return setups


#: Games of each automatic captain in which rare things happen: every scenario, days of each month,
#: all campaigns.
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        ("random", {"scenario": number, "level": "advanced", "seed": number})
        for number in range(1, 9)
    ),
    *(
        ("greedy", {"scenario": number, "level": "basic", "seed": number + 20})
        for number in range(1, 9)
    ),
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
    """Many games, each with a checksum of its texts in each voice, so that a change of any sentence
    is noticed.
    """
    for captain, setup in GAMES:
        voices: dict[str, list[str]] = {}
        for line in text_lines(*told(captain, setup)):
            if line.startswith("# "):
                lines = voices.setdefault(line.removeprefix("# ").lower(), [])
            else:
                lines.append(line)
        words = ", ".join(f"{voice} {checksum(*lines)}" for voice, lines in voices.items())
        yield f"{captain}, {' '.join(map(str, setup.values()))}: {words}"


def told(
    captain_name: str, setup: Mapping[str, Any]
) -> tuple[Game, list[Headline], list[WaveReport]]:
    """A game played to its end by an automatic captain with the seed's dice, its headlines and wave
    cards.
    """
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


def kinds_of_text(
    game: Game, headlines: Sequence[Headline], cards: Sequence[WaveReport]
) -> list[str]:
    """The texts of a long game, with each kind of line once.

    The prose of the deck log differs in every line: a checksum stands for it.
    """
    lines = list(each_kind_once(text_lines(game, headlines, cards), "# "))
    prose = next(place for place, line in enumerate(lines) if line.startswith("# Deck log"))
    after = next(place for place, line in enumerate(lines) if line.startswith("# War diary"))
    return [*lines[: prose + 1], *lines[after:]]


def text_lines(game: Game, headlines: Sequence[Headline], cards: Sequence[WaveReport]) -> list[str]:
    """The log, the headlines and wave cards, the deck log and the war diary of a game."""
    facts = facts_of(game).whole
    befores = (None, *game.events)
    logged = (
        log_words(event, game.tables)
        for event, before in zip(game.events, befores, strict=False)
        if not repeats_a_roll(event, before)
    )
    report = Document("", (*log_blocks(facts, game.tables), *action_blocks(facts, game.tables)))
    return [
        "# Log",
        *filter(None, logged),
        "# Headlines",
        *(f"{headline.kind} ({headline.style}): {headline.words}" for headline in headlines),
        "# Wave cards",
        *(line for card in cards for line in plain_card_lines(card, game.tables)),
        "# Deck log and action report",
        *to_text(report).splitlines(),
        "# War diary",
        *to_text(diary_of(read_diary(game), reports=False)).splitlines(),
    ]
