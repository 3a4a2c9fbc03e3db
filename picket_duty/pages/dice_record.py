"""The dice of all finished games: how often each face came up, and the luck of the guns.

Each game of the service record is replayed from its save, so every die is counted. Games without a save that plays the
same with the tables in use are left out, and the page says how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from picket_duty.analysis.statistics import chi_square_tail
from picket_duty.book import Tables
from picket_duty.book.vocabulary import GUNNERY
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Columns, Grid, Heading, Paragraph, Space
from picket_duty.pages.dice_luck import LedgerLine, counted_words, ledger
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, list_saves, load_whole
from picket_duty.saves.service_record import FinishedGame, ends_as, game_id, is_entry_of
from picket_duty.setup import is_players
from picket_duty.text.names import count, percent

#: The faces of each kind of die; a d100 is two ten-sided dice.
FACES = {"d6": range(1, 7), "d10": range(10)}
NAMES = {"d6": "Six-sided dice", "d10": "Ten-sided dice"}
#: Columns of the counts of one kind of die.
LEAST = 36


class DiceCounts(msgspec.Struct, frozen=True):
    """The dice that the program rolled in ``counted`` of ``games`` finished games.

    ``seen`` has the number of each face by kind of die, ``guns`` the line of the ledger for the ship's guns, None if
    they never fired.
    """

    games: int
    counted: int
    seen: dict[str, Counter[int]]
    guns: LedgerLine | None

    def total(self, kind: str) -> int:
        """The number of dice of a kind."""
        return self.seen[kind].total()

    def expected(self, kind: str) -> float:
        """The expected number of each face of a kind of die."""
        return self.total(kind) / len(FACES[kind])

    def chance(self, kind: str) -> float:
        """The probability that as many fair dice come up at least as unevenly, by the chi-square test."""
        expected = self.expected(kind)
        if not expected:
            return 1.0
        square = sum((self.seen[kind][face] - expected) ** 2 / expected for face in FACES[kind])
        return chi_square_tail(square, len(FACES[kind]) - 1)


def count_dice(entries: Sequence[FinishedGame], tables: Tables) -> DiceCounts:
    """Count the dice of finished games by replaying their saves."""
    seen: dict[str, Counter[int]] = {kind: Counter() for kind in FACES}
    fired: list[Roll] = []
    counted = 0
    for game in _replayed(entries, tables):
        counted += 1
        for roll in game.events:
            if not isinstance(roll, Roll) or is_players(roll, game.state.setup.dice):
                continue
            for die, faces in zip(roll.dice, roll.faces, strict=True):
                seen[f"d{faces}"][die] += 1
            if roll.purpose == GUNNERY:
                fired.append(roll)
    return DiceCounts(len(entries), counted, seen, next(iter(ledger(tables, fired)), None))


def _replayed(entries: Iterable[FinishedGame], tables: Tables) -> Iterator[Game]:
    """The games that can be replayed whole, each from the save of its entry or from a copy that ended alike."""
    saves = [(save, game_id(save.setup)) for save in list_saves() if save.over and save.setup is not None]
    for entry in entries:
        copies = [save for save, which in saves if save.setup and is_entry_of(entry, which, save.name, save.setup)]
        for save in sorted(copies, key=lambda save: save.name != entry.save):
            with suppress(SaveError):
                game = load_whole(save.path, tables)
                if not game.base and ends_as(entry, game):
                    yield game
                    break


def dice_page(counts: DiceCounts | None) -> list[Block]:
    """How even the dice are, and the luck of the guns; without ``counts`` that they are being counted."""
    head = Heading("Dice of all finished games", 3)
    if counts is None:
        return [head, Paragraph("Replaying every game to count its dice")]
    left = counts.games - counts.counted
    without = f" Not counted: {count(left, 'game')} without a save that can be replayed." if left else ""
    blocks: list[Block] = [
        head,
        Paragraph(f"{count(counts.counted, 'game')} counted.{without}"),
        Paragraph("Dice that you rolled yourself are left out. So are rolls that you undid."),
    ]
    if not counts.counted:
        return blocks
    blocks.append(Space())
    blocks.append(Columns(tuple(tuple(_faces(counts, kind)) for kind in FACES), LEAST, stretch=False))
    return [*blocks, Heading("Luck of your guns", 3), Paragraph(_guns(counts.guns))]


def _faces(counts: DiceCounts, kind: str) -> Iterator[Block]:
    total, expected = counts.total(kind), counts.expected(kind)
    yield Heading(f"{NAMES[kind]}: {total:,}", 3)
    rows = tuple(
        (str(face), str(counts.seen[kind][face]), f"{expected:.1f}", f"{counts.seen[kind][face] - expected:+.1f}")
        for face in FACES[kind]
    )
    yield Grid(("Face", "Seen", "Expected", "Difference"), rows, right=(0, 1, 2, 3))
    if total:
        yield Paragraph(f"Chance that fair dice are at least this uneven: {percent(counts.chance(kind))}.")


def _guns(line: LedgerLine | None) -> str:
    if line is None:
        return "Your guns have not fired."
    return (
        f"{count(line.rolls, 'roll')}: {line.rolled} {counted_words(line)}, {line.expected:.1f} expected. "
        f"Better than {percent(line.percentile)} of all possible results; 50% is average."
    )


def as_json(counts: DiceCounts) -> dict[str, Any]:
    """The counts as one JSON object: the dice of each kind by face, and the guns."""
    dice = {
        kind: {
            "total": counts.total(kind),
            "expected": counts.expected(kind),
            "seen": {str(face): counts.seen[kind][face] for face in faces},
            "chance": counts.chance(kind),
        }
        for kind, faces in FACES.items()
    }
    return {"games": counts.games, "counted": counts.counted, **dice, "guns": counts.guns}
