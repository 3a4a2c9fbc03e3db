"""Replay codes: a finished game as a short text that anyone can send and replay.

A code holds the set-up and the player's decisions; the dice follow from the seed. Each decision is
its number among the legal ones, and all of them form one large number in mixed radix. No captain's
judgment and no floating point is involved, so that codes are the same on every machine. A hash of
the last state verifies the replay, a checksum the text.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable

import msgspec

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.requests import ASSIGN, NUMBER, ONE, Answer, Choice, Roll
from picket_duty.saves.daily_watch import rotation_digest, watch_setup
from picket_duty.saves.loading import changed_words, same_games
from picket_duty.saves.replay import missing_option
from picket_duty.setup import (
    ADVISED,
    AIDS,
    BY_COMPUTER,
    SetupError,
    SetupOptions,
    choices_of,
    make_setup,
)
from picket_duty.state import Setup

#: The version of the code, to be raised by any change of codes: their content, the numbering of
#: decisions, the rules.
VERSION = 2
#: The previous version: it has no aid, because every game was then played advised.
WITHOUT_AID = 1
#: The aids by their number in a code.
CODED_AIDS = (*AIDS, ADVISED)
PREFIX = "PD"
#: The digits: no letters that are easily confused, no characters with a meaning in forums.
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: Letters that are read as the digits they look like.
MISREAD = str.maketrans("OIL", "011")
#: Characters of the longest code: twice that of a campaign of every day.
LONGEST = 2000
CHECKSUM_BITS = 40
HASH_BITS = 32
LENGTH_BITS = 10
DATE_BITS = 22
ATTEMPT_BITS = 4
#: A code in a text: up to its end or an empty line.
IN_TEXT = re.compile(r"\bP\s*D\s*(\d+)\s*-((?:[^\n]|\n(?![ \t]*\r?\n))*)", re.IGNORECASE)
#: Why a game with dice typed in, or with the tutorial's, has no code.
OTHER_DICE = "a replay code cannot include hand-rolled dice or the tutorial's fixed dice"
#: The letter of each choice of the set-up.
LETTERS = {
    "seed": "r",
    "scenario": "s",
    "campaign": "c",
    "patrol": "p",
    "days": "d",
    "station": "n",
    "start": "f",
    "level": "l",
    "options": "o",
    "undo": "u",
    "ship": "v",
    "officers": "m",
}

#: A function that writes or reads a digit: it takes the value (None to read it) and the radix, and
#: returns the value.
Digit = Callable[[int | None, int], int]


class CodeError(SaveError):
    """A code that cannot be made or replayed; the text says why."""


class CodedSetup(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, rename=LETTERS
):
    """The choices of a set-up in a code: only those that are not the default, each under a
    letter.
    """

    seed: int
    scenario: int | None = None
    campaign: str | None = None
    patrol: str | None = None
    days: int = SetupOptions().days
    station: int | None = None
    start: str | None = None
    level: str = SetupOptions().level
    options: tuple[str, ...] = ()
    undo: str = SetupOptions().undo
    ship: str | None = None
    officers: dict[str, str] = {}


class Coded(msgspec.Struct, frozen=True):
    """A game replayed from its code, with the date of its watch and the number of the attempt
    (``tried``; 0 if it was not an attempt, or if a captain played it).
    """

    game: Game
    watch: datetime.date | None
    tried: int


# -- making a code -----------------------------------------------------------------


def code_of(game: Game, watch: datetime.date | None = None, tried: int = 0) -> str:
    """The code of a finished game with its whole history. Raises CodeError if it can have none."""
    if not game.over:
        raise CodeError("the game is not over. Finish it to get its replay code.")
    if game.base or not game.history:
        raise CodeError("the record of this game lacks its first decisions")
    if game.state.setup.dice != BY_COMPUTER:
        raise CodeError(OTHER_DICE)
    out = DigitWriter()
    out(_first_bits(game.tables.digest), 1 << HASH_BITS)
    out(_first_bits(game.state_hash), 1 << HASH_BITS)
    out(min(tried, (1 << ATTEMPT_BITS) - 1), 1 << ATTEMPT_BITS)
    out(CODED_AIDS.index(game.recorded_aid), len(CODED_AIDS))
    _write_setup(game.state.setup, watch, game.tables, out)
    # A replay gives the legal answers of each decision, and shows whether the dice are the seed's.
    decisions = iter([answer for answer in game.answers if not isinstance(answer, tuple)])
    replay = Game.of_setup(game.state.setup, game.tables, history=False)
    try:
        _play(replay, lambda choice: coded_answer(choice, next(decisions), out))
    except (StopIteration, KeyError, ValueError):
        # With the dice of the seed, the game asks for other decisions.
        raise CodeError(OTHER_DICE) from None
    if replay.state_hash != game.state_hash:
        raise CodeError(OTHER_DICE)
    number = _checked(out.number, VERSION)
    text = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    code = f"{PREFIX}{VERSION}-{text}"
    if len(code) > LONGEST:
        raise CodeError(
            f"the replay code would be {len(code)} characters long; the limit is {LONGEST}. "
            f"Send the save instead."
        )
    return code


# -- reading a code ----------------------------------------------------------------


def read_code(text: str, tables: Tables) -> Coded:
    """The game of a code, replayed; white space in it is ignored. Raises CodeError."""
    version, digits = _digits_of(text)
    made_with = digits.bits(HASH_BITS)
    known = {_first_bits(digest): digest for digest in (*tables.former, tables.digest)}
    digest = known.get(made_with, "")
    if not digest:
        raise CodeError(
            f"the replay code was made with different tables (yours are {tables.digest})"
        )
    end = digits.bits(HASH_BITS)
    tried = digits.bits(ATTEMPT_BITS)
    aid = ADVISED if version == WITHOUT_AID else CODED_AIDS[digits.read(len(CODED_AIDS))]
    watch, setup = _read_setup(tables, digits)
    if not same_games(digest, setup, tables):
        raise CodeError(f"{changed_words(setup, tables)} since the code was made")
    game = _play(
        Game.of_setup(setup, tables), lambda choice: coded_answer(choice, answer=None, digit=digits)
    )
    if digits.left or _first_bits(game.state_hash) != end:
        raise CodeError(
            "the replay does not end as recorded. The code was made by a different version."
        )
    game.recorded_aid = aid
    return Coded(game, watch, tried)


def _digits_of(text: str) -> tuple[int, DigitReader]:
    """The version of a code, and what it holds. Raises CodeError."""
    _, code = split_code(text)
    head, _, body = code.upper().partition("-")
    version = head.removeprefix(PREFIX)
    if version not in map(str, (WITHOUT_AID, VERSION)):
        raise CodeError(f"the code is version {version[:9]}; this program plays version {VERSION}")
    if len(code) > LONGEST:
        raise CodeError(f"the code has {len(code)} characters; the limit is {LONGEST}")
    number = 0
    for sign in body.translate(MISREAD):
        if sign not in DIGITS:
            raise CodeError(f"the code is damaged: codes never contain {sign!r}")
        number = number * len(DIGITS) + DIGITS.index(sign)
    digits = DigitReader(number >> CHECKSUM_BITS)
    if _checked(digits.left, int(version)) != number:
        raise CodeError("the code is damaged or was edited: checksum mismatch")
    return int(version), digits


def split_code(text: str) -> tuple[str, str]:
    """The text before the code, and the code without white space. Raises CodeError if there is
    none.
    """
    match = IN_TEXT.search(text)
    if match is None:
        raise CodeError(f"no replay code found; replay codes start with {PREFIX}{VERSION}-")
    return text[: match.start()], "".join(match.group(0).split())


# -- the content, for writing and reading alike --------------------------------------


def _play(game: Game, answer: Callable[[Choice], Answer]) -> Game:
    """Play a game to its end with its own dice and the decisions of a function."""
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
        else:
            game.answer(answer(request))
    return game


def coded_answer(choice: Choice, answer: Answer | None, digit: Digit) -> Answer:
    """Write a decision as its number among the legal ones, or read it if ``answer`` is None."""
    if choice.kind == ASSIGN:
        plan = {}
        # Number 0 is to hold fire.
        for slot, planes in choice.slots.items():
            targets: tuple[int | None, ...] = (None, *planes)
            number = digit(
                None if answer is None else targets.index(answer.get(slot)), len(targets)
            )
            if number:
                plan[slot] = planes[number - 1]
        return plan
    if choice.kind == ONE:
        legal = choice.legal()
        return legal[digit(None if answer is None else legal.index(answer), len(legal))]
    if choice.kind == NUMBER:
        return choice.least + digit(
            None if answer is None else answer - choice.least, choice.most - choice.least + 1
        )
    return _assign_men(choice, answer, digit)


def _assign_men(choice: Choice, answer: Answer | None, digit: Digit) -> Answer:
    """Write or read an assignment of men: for each job its number of men, limited by the men left
    and by other jobs of its group.
    """
    assigned: dict[str, int] = {}
    manned = set()
    for name, job in choice.jobs.items():
        left = choice.idle(assigned)[job.section]
        room = 0 if job.group in manned else min(choice.most, left)
        if men := digit(None if answer is None else answer.get(name, 0), room + 1):
            assigned[name] = men
            # Most jobs have no group.
            manned |= {job.group} - {""}
    return assigned


def _write_setup(
    setup: Setup, watch: datetime.date | None, tables: Tables, out: DigitWriter
) -> None:
    """Write the set-up: the date of a watch, else its choices as JSON. Raises CodeError."""
    out(int(watch is not None), radix=2)
    if watch is not None:
        out(int(rotation_digest(tables), 16), 1 << HASH_BITS)
        out(watch.toordinal(), 1 << DATE_BITS)
        return
    try:
        chosen = msgspec.structs.asdict(choices_of(setup, tables))
        words = msgspec.json.encode(CodedSetup(**{field: chosen[field] for field in LETTERS}))
    except (OverflowError, ValueError) as error:
        raise CodeError(f"the setup does not fit in a replay code: {error}") from None
    if len(words) >= 1 << LENGTH_BITS:
        raise CodeError("the crew's names are too long for a replay code")
    out(len(words), 1 << LENGTH_BITS)
    out(int.from_bytes(words), 256 ** len(words))


def _read_setup(tables: Tables, digits: DigitReader) -> tuple[datetime.date | None, Setup]:
    """Read what ``_write_setup`` wrote: the date of a watch, if it is one, and the set-up."""
    try:
        is_watch = digits.bits(1)
        if is_watch:
            made_with = digits.bits(HASH_BITS)
            if made_with not in (
                int(digest, 16) for digest in (rotation_digest(tables), *tables.rotation.former)
            ):
                raise CodeError("the code is for a watch that this version does not have")
            date = datetime.date.fromordinal(digits.bits(DATE_BITS))
            return date, watch_setup(date, tables)
        size = digits.bits(LENGTH_BITS)
        words = digits.read(256**size).to_bytes(size)
        chosen = msgspec.json.decode(words, type=CodedSetup)
        if why := missing_option(chosen.options, tables):
            raise CodeError(why)
        return None, make_setup(tables, SetupOptions(**msgspec.structs.asdict(chosen)))
    except (msgspec.MsgspecError, UnicodeDecodeError, SetupError, ValueError) as error:
        raise CodeError(f"the code does not describe a playable game: {error}") from None


# -- numbers and characters -----------------------------------------------------------


class DigitWriter:
    """Puts digits into a number, the first one lowest."""

    def __init__(self) -> None:
        self.number = 0
        self._scale = 1

    def __call__(self, value: int | None, radix: int) -> int:
        if value is None or not 0 <= value < radix:
            raise ValueError(f"{value} must be less than {radix}")
        self.number += value * self._scale
        self._scale *= radix
        return value


class DigitReader:
    """Takes digits from a number; ``left`` is the rest. As a ``Digit``, it ignores the value."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, value: int | None, radix: int) -> int:
        return self.read(radix)

    def read(self, radix: int) -> int:
        """The next digit."""
        self.left, digit = divmod(self.left, radix)
        return digit

    def bits(self, count: int) -> int:
        """A number of so many bits."""
        return self.read(1 << count)


def _first_bits(digest: str) -> int:
    """The first ``HASH_BITS`` bits of a hash in hexadecimal digits, 4 bits each."""
    return int(digest, 16) >> (4 * len(digest) - HASH_BITS)


def _checked(payload: int, version: int) -> int:
    """A number with its checksum in the lowest bits."""
    words = f"{PREFIX}{version} {payload:x}".encode()
    return payload << CHECKSUM_BITS | int.from_bytes(
        hashlib.blake2b(words, digest_size=CHECKSUM_BITS // 8).digest()
    )
