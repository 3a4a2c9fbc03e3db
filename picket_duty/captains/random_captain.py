"""The random captain, who gives any legal answer."""

from __future__ import annotations

import random

from picket_duty.game import Game
from picket_duty.requests import ASSIGN, ONE, Answer, Choice


class RandomCaptain:
    """Answers every choice at random, from a separate generator, not from the game's dice."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(f"captain {seed}").random

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        return self.decide(choice)

    def decide(self, choice: Choice) -> Answer:
        """A legal answer to a choice."""
        chance = self._chance
        if choice.kind == ONE:
            legal = choice.legal()
            return legal[int(chance() * len(legal))]
        if choice.kind == ASSIGN:
            # 0 holds the slot's fire; any other pick is the place of a plane, from 1.
            picks = {
                slot: int(chance() * (len(planes) + 1)) for slot, planes in choice.slots.items()
            }
            return {slot: choice.slots[slot][pick - 1] for slot, pick in picks.items() if pick}
        return self._assign_men(choice)

    def _assign_men(self, choice: Choice) -> dict[str, int]:
        # Only one job of a group may have men.
        taken = set[str]()
        orders: dict[str, int] = {}
        for name, job in choice.jobs.items():
            left = choice.idle(orders)[job.section]
            men = int(self._chance() * (min(choice.most, left) + 1))
            if not men or job.group in taken:
                continue
            if job.group:
                taken.add(job.group)
            orders[name] = men
        return orders
