"""A Gymnasium environment over the requests of a game (extra ``gym``: ``pip install "picket-duty[gym]"``).

Dice roll themselves; the agent is asked for decisions, each broken into questions with a few answers:

- a choice of ``one``: which option;
- a fire plan: for each slot in turn, 0 to hold fire (or keep the marker), else 1 + the number of the plane;
- repair men: for each job in turn, how many men.

An action that is not legal counts as the least legal one (``info["illegal"]`` says so); ``info["action_mask"]`` marks
the legal ones. The reward is 1 for a victory, -1 for a defeat, 0 otherwise, less ``hit_cost`` for each hit on the ship.
The observation is a vector of numbers in 0 to 1: tracks, crew, mounts, compartments, sky, and the question itself.

    env = gymnasium.make("picket_duty.captains.gym:PicketDuty-v0", scenario=2)
"""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from picket_duty.book import load_tables
from picket_duty.book.ids import AFS, DECK_FIRE, SFS
from picket_duty.book.vocabulary import DECISIONS
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.state import (
    CHIEFS,
    JAPANESE_WIN,
    PLANE_DAMAGED,
    POSTS,
    SECTIONS,
    SHOT_DOWN,
    UNDAMAGED,
    US_WIN,
    WEAPONS,
    WORKING,
    Plane,
)

Observation: TypeAlias = NDArray[np.float32]

#: The most answers of a question: the longest list of options is that of flooding, the largest wave has nine planes.
ACTIONS = 24
#: Planes of a wave that are seen, and numbers for each.
PLANES, PLANE_NUMBERS = 9, 8
#: What a track, a modifier or a count is divided by to lie within 0 to 1.
FULL = 10.0
VALUES = 4.0
BEARINGS = 360.0
STATES = {UNDAMAGED: 0.0, PLANE_DAMAGED: 0.5, SHOT_DOWN: 1.0}
ALTITUDES = {"L": 0.0, "M": 0.5, "H": 1.0}


class PicketEnv(gymnasium.Env[Observation, np.int64]):
    """A game as an environment. ``setup`` are the arguments of ``Game.new`` (scenario, level ...), without the seed."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, hit_cost: float = 0.0, render_mode: str | None = None, **setup: Any) -> None:
        self.render_mode = render_mode
        self.hit_cost = hit_cost
        self._tables = setup.pop("tables", None) or load_tables()
        self._setup = setup or {"scenario": 6}
        self.game = self._begin(0)
        self.action_space = spaces.Discrete(ACTIONS)
        size = len(self._observe())
        self.observation_space = spaces.Box(0.0, 1.0, (size,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game; ``seed`` is that of its dice."""
        super().reset(seed=seed)
        self.game = self._begin(int(self.np_random.integers(2**31)))
        return self._observe(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the question; plays on to the next one."""
        hits = self.game.state.records.hits
        wanted = int(action)
        legal = self._legal()
        illegal = wanted not in legal
        self._take(legal[0] if illegal else wanted)
        outcome = self.game.state.outcome
        reward = float(outcome == US_WIN) - float(outcome == JAPANESE_WIN)
        reward -= self.hit_cost * (self.game.state.records.hits - hits)
        return self._observe(), reward, self.game.over, False, self._info() | {"illegal": illegal}

    def render(self) -> str:
        """The ship and the question in lines of text."""
        from picket_duty.wording import choice_lines, ship_lines

        lines = ship_lines(self.game.state, self._tables)
        if isinstance(self.game.request, Choice):
            lines += choice_lines(self.game.request, self.game.state, self._tables)
        return "\n".join(lines)

    # -- questions --------------------------------------------------------------

    def _begin(self, seed: int) -> Game:
        game = Game.new(**self._setup, seed=seed, tables=self._tables, history=False)
        self._asked: list[str] = []
        self._given: dict[str, int] = {}
        self._roll_on(game)
        return game

    def _roll_on(self, game: Game) -> None:
        """Roll until a decision is wanted, and begin with its first question."""
        while isinstance(game.request, Roll):
            game.roll()
        choice = game.request
        self._given = {}
        self._asked = []
        if isinstance(choice, Choice) and choice.kind != ONE:
            self._asked = list(choice.slots if choice.kind == ASSIGN else choice.jobs)

    def _legal(self) -> list[int]:
        """The legal actions, the least first."""
        choice = self.game.request
        if not isinstance(choice, Choice):
            return [0]
        if choice.kind == ONE:
            return [number for number, option in enumerate(choice.options) if not option.barred]
        name = self._asked[0]
        if choice.kind == ASSIGN:
            return [0, *(1 + plane for plane in choice.slots[name])]
        job = choice.jobs[name]
        others = [choice.jobs[given] for given, men in self._given.items() if men]
        if job.group and any(other.group == job.group for other in others):
            return [0]
        used = sum(men for given, men in self._given.items() if choice.jobs[given].section == job.section)
        return list(range(min(choice.most, choice.men[job.section] - used) + 1))

    def _take(self, action: int) -> None:
        choice = self.game.request
        if not isinstance(choice, Choice):
            return
        if choice.kind == ONE:
            self.game.answer(choice.options[action].value)
            self._roll_on(self.game)
            return
        name = self._asked.pop(0)
        if action:
            self._given[name] = action - 1 if choice.kind == ASSIGN else action
        if not self._asked:
            self.game.answer(self._given)
            self._roll_on(self.game)

    # -- what is seen --------------------------------------------------------------

    def _info(self) -> dict[str, Any]:
        mask: NDArray[np.int8] = np.zeros(ACTIONS, dtype=np.int8)
        mask[[action for action in self._legal() if action < ACTIONS]] = 1
        choice = self.game.request
        return {
            "action_mask": mask,
            "about": choice.about if isinstance(choice, Choice) else "",
            "asked": self._asked[0] if self._asked else "",
        }

    def _observe(self) -> Observation:
        state, ship = self.game.state, self.game.state.ship
        air, numbers = state.air, self._tables.numbers
        seen = [ship.ammunition / FULL, ship.fuel / FULL, ship.hull / FULL, ship.maneuver / FULL, ship.flood / FULL]
        seen += [0.5 + ship.morale / (2 * VALUES), float(ship.fdt), ship.sfs / FULL, ship.declared / VALUES]
        seen += [0.5 + (ship.crew[post].value if post in ship.crew else 0) / VALUES for post in POSTS]
        seen += [ship.deck_fires.get(section, 0) / numbers.deck_fire_limit for section in CHIEFS]
        seen += [ship.men[section] / numbers.men[section] for section in SECTIONS]
        seen += [1.0 if mount.destroyed else mount.hits / numbers.mount_hits for mount in ship.mounts.values()]
        for data in self._tables.sheet.compartments:
            found = ship.compartments.get(data.id)
            seen += [1.0, 0.0] if found is None or found.out else [found.markers / data.markers, float(found.fire)]
        seen += [float(one == WORKING) for one in ship.equipment.values()]
        coming = sum(map(len, air.waves))
        seen += [state.phase / 2, len(air.markers) / FULL, coming / (2 * FULL), len(air.waves) / VALUES]
        for number in range(PLANES):
            seen += _plane(air.planes[number]) if number < len(air.planes) else [0.0] * PLANE_NUMBERS
        seen += self._question()
        observed: Observation = np.clip(np.array(seen, dtype=np.float32), 0.0, 1.0)
        return observed

    def _question(self) -> list[float]:
        """Which decision, which slot or job, and which actions are legal."""
        choice = self.game.request
        about = choice.about if isinstance(choice, Choice) else ""
        ship = self.game.state.ship
        seen = [float(about == one) for one in DECISIONS]
        asked = self._asked[0] if self._asked else ""
        seen += [float(asked == mount) for mount in ship.mounts]
        seen += [float(asked.startswith(kind)) for kind in (AFS, SFS, DECK_FIRE)]
        legal = self._legal()
        return seen + [float(action in legal) for action in range(ACTIONS)]


def _plane(plane: Plane) -> list[float]:
    """A plane in numbers."""
    return [
        float(plane.flying),
        plane.bearing / BEARINGS,
        ALTITUDES.get(plane.altitude, 0.0),
        STATES.get(plane.state, 0.0),
        float(plane.special),
        *(float(plane.special and plane.weapon == weapon) for weapon in WEAPONS),
    ]


gymnasium.register("PicketDuty-v0", entry_point="picket_duty.captains.gym:PicketEnv")
