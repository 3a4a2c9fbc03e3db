"""The scripted captain, whose answers are in a table or a file, and the random one, which gives any
legal answer.

A script maps a decision (``about``) to its answer, or to a list of answers used in order, the last
one repeatedly. ``*`` says how other decisions are answered: ``doctrine``, ``none`` (the least: no,
nobody, nothing) or ``random``. An illegal answer is replaced in the same way. Example, as JSON or
TOML:

    {"emergency maneuver": "yes", "repair men": {}, "fire plan": {"5in-1": 0}, "relief": ["stay",
    "repair"],
     "*": "doctrine"}
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from picket_duty.book.vocabulary import DECISIONS
from picket_duty.captains import PolicyError
from picket_duty.captains.doctrine import decide
from picket_duty.charts.reading import parse_toml
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Illegal
from picket_duty.rules import control, upkeep
from picket_duty.rules.play import NO


class RandomCaptain:
    """Answers every choice at random, from a separate generator, not from the game's dice."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(f"captain {seed}").random

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        return self.decide(choice)

    def decide(self, choice: Choice) -> Answer:
        """A legal answer to a choice."""
        chance = self._chance
        if choice.kind == ONE:
            legal = choice.legal()
            return legal[int(chance() * len(legal))]
        if choice.kind == ASSIGN:
            picks = {
                slot: int(chance() * (len(planes) + 1)) for slot, planes in choice.slots.items()
            }
            return {slot: choice.slots[slot][pick - 1] for slot, pick in picks.items() if pick}
        left = dict(choice.men)
        taken = set[str]()
        orders: dict[str, int] = {}
        for name, job in choice.jobs.items():
            men = int(chance() * (min(choice.most, left[job.section]) + 1))
            if not men or job.group in taken:
                continue
            if job.group:
                taken.add(job.group)
            left[job.section] -= men
            orders[name] = men
        return orders


OTHERWISE = ("doctrine", "none", "random")


class ScriptedCaptain:
    """Answers choices from a script. Raises ValueError for an unknown decision or value of
    ``*``.
    """

    def __init__(self, script: Mapping[str, Any], seed: int = 0) -> None:
        self.otherwise = script.get("*", "doctrine")
        if self.otherwise not in OTHERWISE:
            raise ValueError(
                f"'*' cannot be {self.otherwise!r}. Choose one of: {', '.join(OTHERWISE)}"
            )
        for about in script:
            if about != "*" and about not in DECISIONS:
                raise ValueError(f"unknown decision {about!r}. Decisions: {', '.join(DECISIONS)}")
        self._script = {
            about: list(answer) if isinstance(answer, list) else [answer]
            for about, answer in script.items()
        }
        self._random = RandomCaptain(seed)

    def choose(self, game: Game) -> Answer:
        """The answer of the script, or the one that ``*`` selects."""
        choice = game.request
        assert isinstance(choice, Choice)
        answers = self._script.get(choice.about)
        if answers:
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            try:
                return choice.check(answer)
            except Illegal:
                pass
        if self.otherwise == "random":
            return self._random.decide(choice)
        return least(choice) if self.otherwise == "none" else decide(game.play, choice)


def least(choice: Choice) -> Answer:
    """The answer that does least: no, none, stay, nobody."""
    if choice.kind != ONE:
        return {}
    legal = choice.legal()
    return next(
        (value for value in (NO, control.NO_FLOODING, upkeep.STAY) if value in legal), legal[0]
    )


def read_script(path: str) -> ScriptedCaptain:
    """A captain from a JSON or TOML file. Raises PolicyError with the name of the file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        script = parse_toml(text) if path.endswith(".toml") else json.loads(text)
        if not isinstance(script, dict):
            raise ValueError("expected a table of decisions and answers")
        return ScriptedCaptain(script)
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise PolicyError(f"{path}: {error}") from None
