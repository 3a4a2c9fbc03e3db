"""Reads the counts of a total in words, such as "6 planes: 2 splashed, 1 crashed, 3 missed or withdrew"."""

from __future__ import annotations

import re

#: The part of a total with the planes set afire.
SET_AFIRE = re.compile(
    r"(?:; of the \d+ not splashed, (\d+)|; the (\d+) not splashed|; (\d+) of the \d+|; (?:all )?(\d+|both))"
    r" had been set afire|\((?:all )?(\d+|both)?\s?already afire"
)


def fates_told(text: str) -> dict[str, int]:
    """The planes splashed, crashed, near misses, missed or withdrew, and set afire, 0 for what is left out."""
    fates = {"splashed": 0, "crashed": 0, "near miss": 0, "missed or withdrew": 0}
    for words in fates:
        if match := re.search(rf"(\d+) {words}", text):
            fates[words] = int(match[1])
    match = SET_AFIRE.search(text)
    number = next(filter(None, match.groups()), "1") if match else "0"
    return fates | {"set afire": 2 if number == "both" else int(number)}
