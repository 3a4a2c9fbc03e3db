"""The scripted captain, whose answers are in a table or a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from picket_duty.book.vocabulary import DECISIONS
from picket_duty.captains import PolicyError, doctrine
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.charts import ChartError
from picket_duty.charts.toml_files import parse_toml, read_text
from picket_duty.game import Game
from picket_duty.requests import ONE, Answer, Choice, Illegal
from picket_duty.rules import control, upkeep
from picket_duty.rules.play import NO

OTHERWISE = ("doctrine", "none", "random")


class ScriptedCaptain:
    """Answers choices from a script: an answer, or a list of answers, by id of the decision.

    The answers of a list are given in order, and the last one again and again. ``*`` says who
    answers if the script has no legal answer. Raises ValueError for an unknown decision or value of
    ``*``.
    """

    def __init__(self, script: Mapping[str, Any], seed: int = 0) -> None:
        self.otherwise = script.get("*", "doctrine")
        if self.otherwise not in OTHERWISE:
            raise ValueError(
                f"'*' cannot be {self.otherwise!r}. Choose from: {', '.join(OTHERWISE)}"
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
        if self.otherwise == "none":
            return least(choice)
        return doctrine.decide(game.play, choice)


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
        text = read_text(Path(path))
        script = parse_toml(text) if path.endswith(".toml") else json.loads(text)
        if not isinstance(script, dict):
            raise ValueError("expected a table of decisions and answers")
        return ScriptedCaptain(script)
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror}") from None
    except RecursionError:
        raise PolicyError(f"{path}: the nesting is too deep") from None
    except (ChartError, ValueError) as error:
        raise PolicyError(f"{path}: {error}") from None
