"""A puzzle in plain mode: the position and the question; the player looks around and gives one order."""

from __future__ import annotations

from typing import IO

from picket_duty.game import Game
from picket_duty.odds.option_outcomes import consequences
from picket_duty.plain.conversation import Conversation, Mode
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.plain.plain_mode import printer
from picket_duty.plain.prompt import EXEC, GO, NOBODY, Leave, decision_of
from picket_duty.requests import ASSIGN, Answer, Choice, Illegal
from picket_duty.text import choice_lines

#: Lines that give the fire plan shown.
FIRE = ("", GO, "fire")
#: How to leave the answer to the exec, which a puzzle does without.
AUTO = "; auto: your exec's plan"
#: Said to a player who asks the exec.
NO_EXEC = "Your exec does not help with puzzles"
HELP = """\
  2, or a word           choose an option by number or by word
  1=2 3=1                fire plan: slot 1 at plane 2, slot 3 at plane 1; repair parties: 2 men to job 1, 1 to job 3
  promote 2, keep 4      fire plan: aim more guns at plane 2; keep 4 fighters for later waves
  fire                   give the fire plan shown
  hold                   hold fire; no repairs
  plan, again            repeat the question
  ship, sky, log         show your ship, the planes, the last lines of the log
  quit                   leave without an answer"""


class PuzzlePrompt:
    """Asks for the answer to a puzzle."""

    def __init__(self, game: Game, source: IO[str], target: IO[str]) -> None:
        self.game = game
        self.plan = PlanPrompt(game, self._show)
        mode = Mode(rolls_unasked=lambda roll: True, question=lambda request: [], help=HELP)
        self._say = printer(target)
        self._talk = Conversation(game, source, self._say, mode)
        words = self._talk.words
        del words["undo"]
        words |= {
            "promote": lambda rest: self.plan.promote(rest, 1),
            "demote": lambda rest: self.plan.promote(rest, -1),
            "keep": self.plan.keep,
            "clear": self.plan.clear,
            "plan": lambda rest: self._ask(),
            "again": lambda rest: self._ask(),
            "exec": self._refuse,
            **dict.fromkeys(EXEC, self._refuse),
        }

    def answer(self) -> Answer | None:
        """The player's order, checked; None if the player quits."""
        self._ask()
        try:
            while True:
                try:
                    order = self._typed(self._talk.prompt.ask())
                    if order is not None:
                        return self._choice.check(order)
                except Illegal as error:
                    self._say(f"! {error}")
        except Leave:
            return None

    @property
    def _choice(self) -> Choice:
        choice = self.game.request
        assert isinstance(choice, Choice)
        return choice

    def _typed(self, text: str) -> Answer | None:
        """The order that a line gives; None for a word command or a change of the plan. Raises Illegal."""
        choice = self._choice
        if choice.kind == ASSIGN and text in FIRE:
            return self.plan.given(choice)
        if self._talk.prompt.carry_out(text):
            return None
        if choice.kind == ASSIGN and text != NOBODY and not text.startswith("{"):
            self.plan.set_slots(choice, text)
            return None
        return decision_of(self.game, choice, text)

    def _ask(self) -> None:
        game, choice = self.game, self._choice
        if choice.kind == ASSIGN:
            lines = self.plan.question(choice)
        else:
            lines = choice_lines(choice, game.state, game.tables, consequences(game.play, choice))
        self._show([line.replace(AUTO, "") for line in lines])

    def _refuse(self, rest: str) -> None:
        raise Illegal(NO_EXEC)

    def _show(self, lines: list[str]) -> None:
        self._talk.show(lines)
