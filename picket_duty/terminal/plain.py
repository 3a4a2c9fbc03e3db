"""The line mode: the game on standard input and output, without a screen. Works in a pipe."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import IO, Any

from picket_duty.captains.doctrine import decide
from picket_duty.events import Happening, PhaseBegun, WaveBegun
from picket_duty.game import Game
from picket_duty.journal import SaveError
from picket_duty.odds.advice import advise
from picket_duty.requests import ASSIGN, ONE, Choice, Illegal, Roll
from picket_duty.setup import is_players
from picket_duty.wording import OUTCOMES, choice_lines, day_lines, event_words, plane_line, roll_words, ship_lines

HELP = """\
  a number, or a word    an option
  1=2 3=0                fire plan: slot 1 at plane 2, slot 3 at plane 0; men: job 1 gets 2 men
  {"5in-1": 2}           the same as JSON
  go                     fire plan and men: nobody but those named before
  auto                   what the staff suggests (computer dice: rolls)
  ship, sky              the ship's sheet, the planes
  undo                   back to the last decision
  quit                   leave; the game is saved after every answer"""


class Leave(Exception):
    """The player leaves the game."""


def wants_own_dice(game: Game, roll: Roll) -> bool:
    """Whether the player rolls these dice himself."""
    return is_players(roll, game.state.setup.dice)


def play(game: Game, source: IO[str], target: IO[str]) -> bool:
    """Play until the game is over (True) or the input ends or says quit (False)."""
    say = _printer(target)
    told = 0
    if game.state.scenario:
        scenario = game.tables.scenarios[int(game.state.setup.name)]
        say(f"{scenario.title}: {scenario.ship} {scenario.hull}\n{scenario.background}\n{scenario.victory}\n")
    day = len(game.state.records.daily)
    while game.request is not None:
        told = _report(game, told, say)
        if not game.state.scenario and len(game.state.records.daily) > day and day:
            say("\n".join(day_lines(game.state, day - 1)))
            say("Press Enter for the next day, or quit.")
            if source.readline().strip() == "quit":
                return False
        day = len(game.state.records.daily)
        try:
            _one_request(game, source, say)
        except Leave:
            return False
        except (Illegal, SaveError) as error:
            say(f"! {error}")
        told = min(told, len(game.events))
    _report(game, told, say)
    outcome = game.outcome
    assert outcome is not None
    say(f"\n{OUTCOMES[outcome.result]}")
    say(", ".join(f"{key} {value}" for key, value in outcome.summary.items() if key not in ("outcome", "state_hash")))
    if game.state.scenario:
        say(f"\nWhat history did: {game.tables.scenarios[int(game.state.setup.name)].history}")
    return True


def _one_request(game: Game, source: IO[str], say: Callable[..., None]) -> None:
    request = game.request
    if isinstance(request, Roll):
        if not wants_own_dice(game, request):
            game.roll()
            return
        say(f"Roll {roll_words(request)}")
        text = _read(game, source, say)
        if text == "auto":
            game.roll()
        elif text:
            game.answer(dice_of(text))
        return
    assert request is not None
    for line in choice_lines(request, game.state, game.tables):
        say(line)
    for line in advise(game.play, request):
        say(f"  ~ {line}")
    text = _read(game, source, say)
    if text:
        game.answer(decision_of(game, request, text))


def _read(game: Game, source: IO[str], say: Callable[..., None]) -> str:
    """A line of input, or an empty text where it was one of the words that only show something."""
    say("> ", end="")
    line = source.readline()
    if not line:
        raise Leave
    text = line.strip()
    if text == "quit":
        raise Leave
    if text in ("?", "help"):
        say(HELP)
        return ""
    if text == "ship":
        say("\n".join(ship_lines(game.state, game.tables)))
        return ""
    if text == "sky":
        say("\n".join(plane_line(plane) for plane in game.state.air.planes) or "The sky is empty")
        return ""
    if text == "undo":
        game.undo_decision()
        return ""
    if not text:
        say("! nothing entered; ? for help")
    return text


def dice_of(text: str) -> list[int]:
    """Dice typed as ``3 4`` or ``3,4``. Raises Illegal."""
    try:
        return [int(part) for part in text.replace(",", " ").replace("+", " ").split()]
    except ValueError:
        raise Illegal(f"{text!r} are not dice; type them singly, as 3 4") from None


def decision_of(game: Game, choice: Choice, text: str) -> Any:
    """A decision from a line: JSON, a number, a word, pairs, or the staff's suggestion. Raises Illegal."""
    if text == "auto":
        return decide(game.play, choice)
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Illegal(f"{text!r} is not JSON: {error}") from None
    if choice.kind != ONE:
        names = list(choice.slots if choice.kind == ASSIGN else choice.jobs)
        return {} if text == "go" else _pairs(text, names)
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(choice.options):
        return choice.options[int(text) - 1].value
    return text


def _pairs(text: str, names: list[str]) -> dict[str, int]:
    """``1=2 40mm-A=0`` as slots or jobs with their numbers. Raises Illegal."""
    found: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        try:
            number = int(value)
        except ValueError:
            number = -1
        if not equals or number < 0:
            raise Illegal(f"{part!r} is not an order; write number=number, as 1=2, or 'go', or 'auto'")
        if name.isascii() and name.isdigit():
            if not 1 <= int(name) <= len(names):
                raise Illegal(f"{part!r}: there is no number {name}; 1 to {len(names)}")
            name = names[int(name) - 1]
        found[name] = number
    return found


def _report(game: Game, told: int, say: Callable[..., None]) -> int:
    for event in game.events[told:]:
        line = event_words(event, game.tables)
        if line:
            say(f"{_lead(event)}{line}")
    return len(game.events)


def _lead(event: Happening) -> str:
    if isinstance(event, PhaseBegun):
        return "\n=== "
    if isinstance(event, WaveBegun):
        return "\n--- "
    return "    " if isinstance(event, Roll) else "  * "


def _printer(target: IO[str]) -> Callable[..., None]:
    encoding = getattr(target, "encoding", None) or "utf-8"

    def say(text: str, end: str = "\n") -> None:
        target.write(text.encode(encoding, "replace").decode(encoding) + end)
        target.flush()

    return say
