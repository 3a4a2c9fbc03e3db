"""The draft of dice that the player throws: a field for each die."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.requests import Illegal, Roll

#: The dice that are also entered by their total.
TWO = 2


def limits_of(face: int) -> tuple[int, int]:
    """The lowest and the highest number on a die with so many faces; ten faces begin at 0."""
    return (0, 9) if face == 10 else (1, face)


class DiceDraft:
    """The dice typed so far, one by one; ``index`` is the current field."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self.faces = faces
        self.dice: list[int | None] = [None] * len(faces)
        self.index = 0

    @property
    def is_full(self) -> bool:
        """Whether every die is typed."""
        return None not in self.dice

    @property
    def missing(self) -> int:
        """How many dice are not typed."""
        return self.dice.count(None)

    def enter(self, digit: int) -> tuple[int, int] | None:
        """Enter the current die and go to the next empty field.

        Returns the lowest and the highest number on the die if it cannot show the digit.
        """
        low, high = limits_of(self.faces[self.index])
        if not low <= digit <= high:
            return low, high
        self.dice[self.index] = digit
        if not self.is_full:
            self.index = self.dice.index(None)
        return None

    def move(self, step: int) -> None:
        """Go to another field."""
        self.index = max(0, min(len(self.dice) - 1, self.index + step))

    def erase(self) -> None:
        """Clear the current field, or the one before it if it is empty."""
        if self.dice[self.index] is None:
            self.index = max(0, self.index - 1)
        self.dice[self.index] = None


def dice_of(text: str) -> list[int]:
    """Dice typed as ``3 4`` or ``3,4``. Raises Illegal."""
    try:
        return [int(part) for part in text.replace(",", " ").replace("+", " ").split()]
    except ValueError:
        raise Illegal(f"{text!r}: not valid dice. Type each die, for example 3 4.") from None


def dice_or_total(roll: Roll, text: str) -> list[int]:
    """The dice typed. A single number stands for two dice: their sum, or the digits of d100. Raises
    Illegal.

    Two dice with that sum are recorded: charts of two six-sided dice know only the sum.
    """
    dice = dice_of(text)
    if len(dice) != 1 or len(roll.faces) != TWO or roll.is_matrix:
        return dice
    if roll.faces == (10, 10):
        digits = text.strip()
        return [int(digit) for digit in digits] if len(digits) == TWO else dice
    # All other charts with two dice have six-sided ones.
    total = dice[0]
    if not TWO <= total <= sum(roll.faces):
        return dice
    first = max(1, total - 6)
    return [first, total - first]
