"""The first battle: a real game whose first dice are fixed, and the lessons that go with it."""

from __future__ import annotations

import datetime
import tomllib
from importlib.resources import files

import msgspec

from picket_duty.book import Tables
from picket_duty.dice import Dice
from picket_duty.game import Game
from picket_duty.requests import Choice, Request, Roll
from picket_duty.saves.service_record import LESSON
from picket_duty.setup import Choices

FILE = "tutorial.toml"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page shown when a request of its kind first stands: a roll by purpose, a choice by what it is about.

    ``over`` says what it lies over where there is little room: the orders, or the panels above them. ``tab`` is the
    panel brought to the front, ``hint`` what to do now; ``ended`` is shown when the game is over.
    """

    title: str
    text: str
    hint: str
    over: str
    purpose: str = ""
    about: str = ""
    wave: int | None = None
    tab: str = ""
    ended: bool = False

    def fits(self, request: Request | None) -> bool:
        """Whether this is the request to show it at."""
        if request is None:
            return self.ended
        if self.ended or (self.wave is not None and request.wave != self.wave):
            return False
        if isinstance(request, Choice):
            return request.about == self.about
        return request.purpose.id == self.purpose


class Fixed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice for the rolls of a purpose, in order: on a table, by an actor, at a plane, in a wave."""

    purpose: str
    dice: tuple[tuple[int, ...], ...]
    table: str = ""
    actor: str = ""
    plane: int | None = None
    wave: int | None = None

    def fits(self, roll: Roll) -> bool:
        """Whether these dice are for this roll."""
        return (
            roll.purpose.id == self.purpose
            and self.table in ("", roll.table)
            and self.actor in ("", roll.actor)
            and self.plane in (None, roll.plane)
            and self.wave in (None, roll.wave)
        )


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole tutorial: the game it plays, its lessons in order, its fixed dice."""

    scenario: int
    level: str
    seed: int
    lessons: tuple[Lesson, ...]
    fixed: tuple[Fixed, ...]


def load_script() -> Script:
    """The tutorial as shipped with the manual."""
    text = files("picket_duty.manual").joinpath(FILE).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Script)


# -- its game --------------------------------------------------------------------------


class LessonDice(Dice):
    """The dice of the script as long as it has some for a roll, then the game's own."""

    def __init__(self, game: Game, script: Script) -> None:
        super().__init__(game.dice.seed)
        self.own, self.game, self.script = game.dice, game, script
        self._fixed: tuple[int, ...] | None = None
        if isinstance(game.request, Roll):
            self._fixed = self._of_script(game.request)

    def begin(self, step: str) -> None:
        """Start a step of play."""
        self.own.begin(step)

    def take(self, roll: Roll) -> None:
        """Look for dice of the script; those of its kind are used up in order, and again after what was taken back."""
        self.own.take(roll)
        self._fixed = self._of_script(roll)

    def throw(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The dice of the script, or the game's own."""
        if self._fixed is not None and len(self._fixed) == len(faces):
            return self._fixed
        return self.own.throw(faces)

    def _of_script(self, roll: Roll) -> tuple[int, ...] | None:
        for fixed in self.script.fixed:
            if fixed.fits(roll):
                used = sum(fixed.fits(event) for event in self.game.events if isinstance(event, Roll))
                return fixed.dice[used] if used < len(fixed.dice) else None
        return None


def lesson_game(script: Script, tables: Tables) -> Game:
    """A new game of the lesson."""
    game = Game.begin(Choices(scenario=script.scenario, level=script.level, seed=script.seed), tables)
    return with_lesson(game, script)


def with_lesson(game: Game, script: Script) -> Game:
    """A game with the dice of the lesson."""
    game.dice = LessonDice(game, script)
    return game


# -- kept in its save ------------------------------------------------------------------


def lesson_name() -> str:
    """A name for the save of a lesson begun now."""
    return f"first-battle-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]


def lessons_read(game: Game) -> int | None:
    """How many lessons of a saved game were shown; None for a game that is no lesson."""
    found = game.journal.notes.get(LESSON) if game.journal is not None else None
    return found if isinstance(found, int) else None


def keep_lessons(game: Game, shown: int) -> None:
    """Keep in the save of a game that it is a lesson, and how many pages were shown. Raises SaveError."""
    if game.journal is not None:
        game.journal.write_note(LESSON, shown)
