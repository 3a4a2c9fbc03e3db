"""The replay code: a finished game as a word of letters and digits that anyone can send and play again.

It holds which game it was and what its captain answered; the dice follow from the seed. Each answer is its number among
the legal ones, all of them together one large number in a mixed radix: without a captain's judgement or a fraction
anywhere, so that it is the same on every machine. The hash of its last state says whether it was played again as it
was played; a checksum, whether it was copied right.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable

import msgspec

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, NUMBER, ONE, Answer, Choice, Roll
from picket_duty.saves.daily_watch import rotation_digest, watch_setup
from picket_duty.saves.format import SaveError
from picket_duty.setup import BY_COMPUTER, Choices, SetupError, choices_of, make_setup
from picket_duty.state import Setup

#: The version of the code. What moves codes wants a new one: what stands in them, how requests are numbered, the rules.
VERSION = 1
PREFIX = "PD"
#: The digits: no letter that is read as another, no sign that a forum takes for its own.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011")
#: Signs of the longest code: twice that of a campaign of every day.
LONGEST = 2000
#: Bits of the checksum, of what is kept of a hash, of a length or a version.
CHECK, HASH, SHORT = 40, 32, 10
#: Bits of a date, and of the number of a try; the try that no player made is 0.
DATE, TRY = 22, 4
#: The code within a text: to its end, or to an empty line.
IN_TEXT = re.compile(r"\bP\s*D\s*(\d+)\s*-((?:[^\n]|\n(?![ \t]*\r?\n))*)", re.IGNORECASE)

#: Where a code begins.
BEGINS = re.compile(r"(?=\bP\s*D\s*\d+\s*-)", re.IGNORECASE)
#: Why a game has no code whose dice were typed in, wholly or here and there.
OTHER_DICE = "its dice are not those of its seed: a code has no others"
#: The letter under which a choice stands.
LETTERS = {
    "seed": "r", "scenario": "s", "campaign": "c", "patrol": "p", "days": "d", "station": "n", "start": "f",
    "level": "l", "options": "o", "undo": "u", "ship": "v", "officers": "m",
}  # fmt: skip

#: What passes a digit on: its value, None where it is to be read, and its radix; answers the value.
Digit = Callable[[int | None, int], int]


class CodeError(SaveError):
    """A code that cannot be made or cannot be played again; the text says why."""


class Chosen(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename=LETTERS):
    """What was chosen before the first die, as a code keeps it: only what is not as always, each under a letter."""

    seed: int
    scenario: int | None = None
    campaign: str | None = None
    patrol: str | None = None
    days: int = Choices().days
    station: int | None = None
    start: str | None = None
    level: str = Choices().level
    options: tuple[str, ...] = ()
    undo: str = Choices().undo
    ship: str | None = None
    officers: dict[str, str] = {}


class Coded(msgspec.Struct, frozen=True):
    """A game played again from its code. ``watch`` is the date of the watch it was, ``tried`` which try, 0 for none."""

    game: Game
    watch: datetime.date | None
    tried: int


# -- making a code -----------------------------------------------------------------


def code_of(game: Game, watch: datetime.date | None = None, tried: int = 0) -> str:
    """The code of a finished game, known from its first answer on. Raises CodeError where it can have none."""
    _check_codable(game)
    out = _Out()
    out(_short(game.tables.digest), 1 << HASH)
    out(_short(game.state_hash), 1 << HASH)
    out(min(tried, (1 << TRY) - 1), 1 << TRY)
    _which(game.state.setup, watch, game.tables, out)
    answers = iter([one for one in game.answers if not isinstance(one, tuple)])
    again = Game.of_setup(game.state.setup, game.tables, history=False)
    try:
        _played(again, lambda choice: _answer(choice, next(answers), out))
    except (StopIteration, KeyError, ValueError):
        raise CodeError(OTHER_DICE) from None
    if again.state_hash != game.state_hash:
        raise CodeError(OTHER_DICE)
    code = f"{PREFIX}{VERSION}-{_signs(_checked(out.number()))}"
    if len(code) > LONGEST:
        raise CodeError(f"the game is too long for a code ({len(code)} signs, at most {LONGEST}); send its save")
    return code


def _check_codable(game: Game) -> None:
    if not game.over:
        raise CodeError("the game is not over: a code is made of a finished one")
    if game.base or not game.history:
        raise CodeError("the game is not known from its first answer on")
    if game.state.setup.dice != BY_COMPUTER:
        raise CodeError(OTHER_DICE)


# -- reading a code ----------------------------------------------------------------


def read_code(text: str, tables: Tables) -> Coded:
    """The game of a code, played again; blanks and line ends within it count for nothing. Raises CodeError."""
    taken = _In(_number(text))
    if taken(None, 1 << HASH) != _short(tables.digest):
        raise CodeError(f"the code was made with other tables than these ({tables.digest})")
    end, tried = taken(None, 1 << HASH), taken(None, 1 << TRY)
    watch, setup = _read_which(tables, taken)
    game = _played(Game.of_setup(setup, tables), lambda choice: _answer(choice, None, taken))
    if taken.left or _short(game.state_hash) != end:
        raise CodeError("the code plays to another end than it tells: another version of the program made it")
    return Coded(game, watch, tried)


def parts_of(text: str) -> tuple[str, str]:
    """What stands before the code in a text, and the code without blanks. Raises CodeError where there is none."""
    found = IN_TEXT.search(text)
    if found is None:
        raise CodeError(f"there is no code in it: one begins with {PREFIX}{VERSION}-")
    return text[: found.start()], "".join(found.group(0).split())


def codes_in(text: str) -> list[str]:
    """Every code that stands in a text, one after another."""
    return [found.group(0) for part in BEGINS.split(text) if (found := IN_TEXT.match(part))]


def _number(text: str) -> int:
    """What a code holds, its version and its checksum verified."""
    _, code = parts_of(text)
    head, _, body = code.upper().partition("-")
    version = head.removeprefix(PREFIX)
    if version != str(VERSION):
        raise CodeError(f"the code is of version {version[:9]}; this program plays version {VERSION}")
    if len(code) > LONGEST:
        raise CodeError(f"the code has {len(code)} signs; none has more than {LONGEST}")
    number = 0
    for sign in body.translate(MISREAD):
        if sign not in SIGNS:
            raise CodeError(f"the code is damaged: {sign!r} stands in none")
        number = number * len(SIGNS) + SIGNS.index(sign)
    payload = number >> CHECK
    if _checked(payload) != number:
        raise CodeError("the code is damaged or was altered: its checksum is another")
    return payload


# -- what stands in it, the same for both ways ---------------------------------------


def _played(game: Game, answer: Callable[[Choice], Answer]) -> Game:
    """A game played to its end by its own dice."""
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
        else:
            game.answer(answer(request))
    return game


def _answer(choice: Choice, answer: Answer | None, digit: Digit) -> Answer:
    """An answer by its number among the legal ones; without one the answer that is read."""
    if choice.kind == ASSIGN:
        return _plan(choice, answer, digit)
    if choice.kind == ONE:
        legal = choice.legal()
        return legal[digit(None if answer is None else legal.index(answer), len(legal))]
    if choice.kind == NUMBER:
        return choice.least + digit(None if answer is None else answer - choice.least, choice.most - choice.least + 1)
    return _men(choice, answer, digit)


def _plan(choice: Choice, answer: dict[str, int] | None, digit: Digit) -> dict[str, int]:
    """Slot by slot, 0 for one that holds its fire."""
    found = {}
    for slot, planes in choice.slots.items():
        known = None if answer is None else planes.index(answer[slot]) + 1 if slot in answer else 0
        if number := digit(known, len(planes) + 1):
            found[slot] = planes[number - 1]
    return found


def _men(choice: Choice, answer: dict[str, int] | None, digit: Digit) -> dict[str, int]:
    """Job by job, no more than there are left in its section, none where its group has men of another."""
    found = {}
    left, manned = dict(choice.men), set()
    for name, job in choice.jobs.items():
        room = 0 if job.group in manned else min(choice.most, left[job.section])
        if men := digit(None if answer is None else answer.get(name, 0), room + 1):
            found[name] = men
            left[job.section] -= men
            manned |= {job.group} - {""}
    return found


def _which(setup: Setup, watch: datetime.date | None, tables: Tables, out: _Out) -> None:
    """Which game it is: the date of a watch, else all that was chosen."""
    out(int(watch is not None), 2)
    if watch is not None:
        out(int(rotation_digest(tables), 16), 1 << HASH)
        out(watch.toordinal(), 1 << DATE)
        return
    try:
        words = msgspec.json.encode(_chosen(setup, tables))
    except (OverflowError, ValueError) as error:
        raise CodeError(f"it cannot be told in a code: {error}") from None
    if len(words) >> SHORT:
        raise CodeError("the names of its crew are too long for a code")
    out(len(words), 1 << SHORT)
    out(int.from_bytes(words), 256 ** len(words))


def _read_which(tables: Tables, taken: _In) -> tuple[datetime.date | None, Setup]:
    """The date of the watch, None for another game, and its set-up. Raises CodeError."""
    try:
        if taken(None, 2):
            if taken(None, 1 << HASH) != int(rotation_digest(tables), 16):
                raise CodeError("the code is of a watch that this version's rotation has not")
            date = datetime.date.fromordinal(taken(None, 1 << DATE))
            return date, watch_setup(date, tables)
        size = taken(None, 1 << SHORT)
        words = taken(None, 256**size).to_bytes(size)
        return None, _setup_of(msgspec.json.decode(words, type=Chosen), tables)
    except (msgspec.MsgspecError, UnicodeDecodeError, SetupError, ValueError) as error:
        raise CodeError(f"the code names no game that can be played: {error}") from None


def _chosen(setup: Setup, tables: Tables) -> Chosen:
    chosen = msgspec.structs.asdict(choices_of(setup, tables))
    return Chosen(**{field: chosen[field] for field in LETTERS})


def _setup_of(chosen: Chosen, tables: Tables) -> Setup:
    return make_setup(tables, Choices(**msgspec.structs.asdict(chosen)))


# -- numbers and signs ----------------------------------------------------------------


class _Out:
    """Digits given one after another."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def __call__(self, value: int | None, radix: int) -> int:
        if value is None or not 0 <= value < radix:
            raise ValueError(f"{value} is not below {radix}")
        self._digits.append((value, radix))
        return value

    def number(self) -> int:
        """All of them as one number, the first at its low end."""
        found = 0
        for value, radix in reversed(self._digits):
            found = found * radix + value
        return found


class _In:
    """Digits taken one after another from a number; ``left`` is what nobody took."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, value: int | None, radix: int) -> int:
        self.left, found = divmod(self.left, radix)
        return found


def _short(digest: str) -> int:
    """What a code keeps of a hash."""
    return int(digest, 16) >> (4 * len(digest) - HASH)


def _checked(payload: int) -> int:
    """A number with its checksum at the low end."""
    words = f"{PREFIX}{VERSION} {payload:x}".encode()
    return payload << CHECK | int.from_bytes(hashlib.blake2b(words, digest_size=CHECK // 8).digest())


def _signs(number: int) -> str:
    found = ""
    while number:
        number, sign = divmod(number, len(SIGNS))
        found = SIGNS[sign] + found
    return found
