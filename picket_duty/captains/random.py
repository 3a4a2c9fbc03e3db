"""The random captain: any legal order, each as likely as the other. He is the fuzzer's captain."""

from __future__ import annotations

import random

from picket_duty.requests import Answer, Choice


class RandomCaptain:
    """Answers every choice at random from his own source, never from the game's dice."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(f"captain {seed}").random

    def choose(self, choice: Choice) -> Answer:
        """A legal answer."""
        chance = self.chance
        if choice.kind == "one":
            legal = choice.legal()
            return legal[int(chance() * len(legal))]
        if choice.kind == "assign":
            orders: dict[str, int] = {}
            for slot, planes in choice.slots.items():
                pick = int(chance() * (len(planes) + 1))
                if pick:
                    orders[slot] = planes[pick - 1]
            return orders
        return self._men(choice)

    def _men(self, choice: Choice) -> Answer:
        left = dict(choice.men)
        taken: set[str] = set()
        orders: dict[str, int] = {}
        for name, job in choice.jobs.items():
            most = min(choice.most, left[job.section])
            men = int(self.chance() * (most + 1))
            if not men or job.group in taken:
                continue
            if job.group:
                taken.add(job.group)
            left[job.section] -= men
            orders[name] = men
        return orders
