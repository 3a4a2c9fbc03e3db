"""The counts of many games: outcomes, and the numbers of ``play --json``."""

from __future__ import annotations

from collections import Counter

import msgspec

from picket_duty.analysis.statistics import mean
from picket_duty.events import JsonObject
from picket_duty.state import US_WIN

#: Fields of ``play --json`` that are not numbers to count; outcomes are counted separately.
NOT_COUNTED = ("scenario", "campaign", "patrol", "level", "seed", "outcome", "state_hash", "stages")
#: The counts of a block as plain data: games, outcomes, and pairs of value and count of each
#: number.
BlockData = tuple[int, dict[str, int], dict[str, list[tuple[int, int]]]]


class Results(msgspec.Struct):
    """Counts of a run: outcomes, and the values of each number of ``play --json``.

    ``seconds`` are those that the run had taken by then; ``cut`` is the reason why it ended early,
    or empty.
    """

    games: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    numbers: dict[str, Counter[int]] = {}
    seconds: float = 0.0
    cut: str = ""

    def add(self, other: Results) -> None:
        """Add other results."""
        self.games += other.games
        self.outcomes.update(other.outcomes)
        for name, counts in other.numbers.items():
            self.numbers.setdefault(name, Counter()).update(counts)

    def as_data(self) -> BlockData:
        """The counts as plain data."""
        return (
            self.games,
            dict(self.outcomes),
            {name: list(counts.items()) for name, counts in self.numbers.items()},
        )

    @classmethod
    def of_data(cls, data: BlockData) -> Results:
        """Results from ``as_data``. Raises ValueError if they do not add up."""
        games, outcomes, numbers = data
        if sum(outcomes.values()) != games:
            raise ValueError("the counts do not add up to the number of games")
        return cls(
            games,
            Counter(outcomes),
            {name: Counter(dict(pairs)) for name, pairs in numbers.items()},
        )

    @property
    def wins(self) -> int:
        """Games won."""
        return self.outcomes[US_WIN]

    @property
    def requests(self) -> int:
        """Requests answered in all games together."""
        return sum(
            value * count for value, count in self.numbers.get("requests", Counter()).items()
        )

    def mean(self, name: str) -> float:
        """The mean of a number of ``play --json``."""
        return mean(self.numbers.get(name, Counter()))


def counted(summary: JsonObject) -> dict[str, int]:
    """The numbers of a game that are counted over a run."""
    return {name: int(value) for name, value in summary.items() if name not in NOT_COUNTED}
