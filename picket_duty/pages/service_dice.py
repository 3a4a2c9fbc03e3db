"""The dice of all finished games, counted by replaying their saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import msgspec

from picket_duty.analysis.statistics import chi_square_tail
from picket_duty.book import Tables
from picket_duty.book.vocabulary import GUNNERY
from picket_duty.events import JsonObject
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Columns, Grid, Heading, Page, Paragraph, Space
from picket_duty.pages.dice_luck import LedgerLine, counted_words, ledger
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, list_saves, load_whole, service_record
from picket_duty.setup import is_players
from picket_duty.text.english import count, percent

#: The faces of each kind of die; a d100 is two ten-sided dice.
FACES = {"d6": range(1, 7), "d10": range(10)}
NAMES = {"d6": "Six-sided dice", "d10": "Ten-sided dice"}


class DiceCounts(msgspec.Struct, frozen=True):
    """The dice that the program rolled in ``counted`` of ``games`` finished games.

    ``seen`` has the number of each face by kind of die, ``guns`` the line of the ledger for the
    ship's guns, None if they never fired.
    """

    games: int
    counted: int
    seen: dict[str, Counter[int]]
    guns: LedgerLine | None


def count_dice(entries: Sequence[service_record.FinishedGame], tables: Tables) -> DiceCounts:
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
    guns = next(iter(ledger(tables, fired)), None)
    return DiceCounts(len(entries), counted, seen, guns)


def _replayed(entries: Iterable[service_record.FinishedGame], tables: Tables) -> Iterator[Game]:
    """The finished games that a save still has whole."""
    games = [
        (save, save.setup, service_record.game_id(save.setup))
        for save in list_saves()
        if save.over and save.setup is not None
    ]
    for entry in entries:
        copies = [
            save
            for save, setup, game_id in games
            if service_record.is_entry_of(entry, game_id, save=save.name, setup=setup)
        ]
        # The save that the entry names comes first, then its copies.
        for save in sorted(copies, key=lambda save: save.name != entry.save):
            with suppress(SaveError):
                game = load_whole(save.path, tables)
                if not game.base and service_record.ends_as(entry, game):
                    yield game
                    break


def dice_page(counts: DiceCounts | None) -> Page:
    """How even the dice are, and the luck of the guns. While they are being counted (None), the
    page says so.
    """
    head = Heading("Dice rolls in all finished games", 3)
    if counts is None:
        return [head, Paragraph("Replaying every game to tally its dice rolls")]
    counted = f"{count(counts.counted, 'game')} counted."
    if not_counted := counts.games - counts.counted:
        games = count(not_counted, "game")
        counted += f" Not counted: {games} without a save that can be replayed."
    page: Page = [
        head,
        Paragraph(counted),
        Paragraph("Dice that you rolled yourself are left out. So are rolls that you undid."),
    ]
    if not counts.counted:
        return page
    dice = dice_json(counts)
    faces = tuple(_faces(name, dice[kind]) for kind, name in NAMES.items())
    return [
        *page,
        Space(),
        Columns(faces, least=36, stretch=False),
        Heading("Luck of your guns", 3),
        Paragraph(_luck_of_guns(counts.guns)),
    ]


def _faces(name: str, dice: JsonObject) -> tuple[Block, ...]:
    """How often each face of a kind of die came up, from its part of ``dice_json``."""
    even = dice["expected"]
    rows = tuple(
        (face, str(seen), f"{even:.1f}", f"{seen - even:+.1f}")
        for face, seen in dice["seen"].items()
    )
    total = Heading(f"{name}: {dice['total']:,}", 3)
    grid = Grid(("Face", "Seen", "Expected", "Difference"), rows, right=(0, 1, 2, 3))
    if not dice["total"]:
        return (total, grid)
    chance = percent(dice["chance"])
    uneven = Paragraph(f"Chance that fair dice would be at least this uneven: {chance}.")
    return (total, grid, uneven)


def _luck_of_guns(guns: LedgerLine | None) -> str:
    if guns is None:
        return "Your guns have not fired."
    return (
        f"{count(guns.rolls, 'roll')}: {guns.rolled} {counted_words(guns)}, "
        f"{guns.expected:.1f} expected. "
        f"Better than {percent(guns.percentile)} of all possible results; 50% is average."
    )


def dice_json(counts: DiceCounts) -> JsonObject:
    """The counts as one JSON object. ``chance`` is the chance that fair dice would be at least as
    uneven, by the chi-square test.
    """
    dice: JsonObject = {}
    for kind, faces in FACES.items():
        seen = {str(face): counts.seen[kind][face] for face in faces}
        total = counts.seen[kind].total()
        expected = total / len(faces)
        chance = 1.0
        if total:
            square = sum((number - expected) ** 2 / expected for number in seen.values())
            chance = chi_square_tail(square, len(faces) - 1)
        dice[kind] = {"total": total, "expected": expected, "seen": seen, "chance": chance}
    return {"games": counts.games, "counted": counts.counted, **dice, "guns": counts.guns}
