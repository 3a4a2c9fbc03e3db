"""Dice typed or pasted into a panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from picket_duty.text.english import count
from picket_duty.text.styled_text import safe


class DicePanel(Protocol):
    """A panel into which dice are typed; ``notice`` says what was wrong with the last one."""

    notice: str

    def say(self, notice: str) -> None:
        """Show what was wrong."""


def paste_dice(panel: DicePanel, text: str, missing: int, enter: Callable[[int], object]) -> None:
    """Enter pasted dice one by one, at most as many as are ``missing``, up to the first that is
    refused.
    """
    try:
        digits = pasted_dice(text, missing)
    except ValueError as error:
        panel.say(str(error))
        return
    for digit in digits:
        enter(digit)
        if panel.notice:
            return


def pasted_dice(text: str, missing: int) -> list[int]:
    """The digits of pasted dice such as ``5 4``, ``5,4`` or ``54``, at most as many as are
    ``missing``.

    Raises ValueError with the reason for anything else.
    """
    digits = "".join(text.replace(",", " ").split())
    for digit in digits:
        if not (digit.isascii() and digit.isdigit()):
            raise ValueError(
                f"'{safe(digit)}' is not a digit. Paste only the digits your dice show."
            )
    if len(digits) > missing:
        raise ValueError(
            f"You pasted {count(len(digits), 'number')}, but this roll needs only {missing}"
        )
    return [int(digit) for digit in digits]
