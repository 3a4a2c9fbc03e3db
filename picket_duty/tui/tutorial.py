"""The first battle: a real game whose first dice are fixed, and the lessons that go with it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.requests import Choice, Request, Roll
from picket_duty.rules.system import first_state
from picket_duty.setup import Choices, make_setup

FILE = "tutorial.toml"


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page shown once, when a request of its kind first stands: a roll by purpose, a choice by what it is about.

    ``at`` is top or bottom, where the page leaves free what it talks about; ``hint`` stays on the screen.
    """

    title: str
    text: str
    hint: str
    purpose: str = ""
    about: str = ""
    table: str = ""
    wave: int | None = None
    at: str = "top"
    tab: str = ""
    over: bool = False

    def fits(self, request: Request | None) -> bool:
        """Whether this is the request to show it at."""
        if request is None:
            return self.over
        if self.over or (self.wave is not None and request.wave != self.wave):
            return False
        if isinstance(request, Choice):
            return request.about == self.about
        return request.purpose.id == self.purpose and self.table in ("", request.table)


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


class TutorialGame(Game):
    """A game that throws the fixed dice as long as there are some, then its own."""

    def __init__(self, script: Script, tables: Tables) -> None:
        setup = make_setup(tables, Choices(scenario=script.scenario, level=script.level, seed=script.seed))
        self.script = script
        super().__init__(first_state(tables, setup), tables)

    def roll(self) -> Roll:
        """Throw the dice of the script where it has some for this roll."""
        request = self.request
        dice = self._fixed(request) if isinstance(request, Roll) else None
        if dice is None:
            return super().roll()
        found = self.answer(dice)
        assert isinstance(found, Roll)
        return found

    def _fixed(self, roll: Roll) -> tuple[int, ...] | None:
        """The dice for a roll: those of its kind are used up in order, and again after a decision taken back."""
        for fixed in self.script.fixed:
            if fixed.fits(roll):
                used = sum(fixed.fits(event) for event in self.events if isinstance(event, Roll))
                dice = fixed.dice[used] if used < len(fixed.dice) else None
                return dice if dice is not None and len(dice) == len(roll.faces) else None
        return None
