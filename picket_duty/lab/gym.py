"""A Gymnasium environment over the requests of a game (extra ``gym``: ``pip install "picket-duty[gym]"``).

The environment rolls the dice. The agent makes the decisions, each split into questions with a few answers:

- a choice of ``one``: which option;
- a fire plan: for each slot in turn, 0 to hold fire (or keep the marker), else 1 + the number of the plane;
- repair men: for each job in turn, how many men.

An illegal action is replaced by the lowest legal one and sets ``info["illegal"]``. The legal actions are in
``action_masks()``, as MaskablePPO expects, and in ``info["action_mask"]``. ``features`` names each number of an
observation. With ``decisions`` the agent makes only these; doctrine makes the rest.

The reward is 1 for a victory, -1 for a defeat, 0 otherwise. Further terms are enabled by a coefficient:

- ``hit_cost``: subtracted for each strike on the ship.
- ``harm_cost``: subtracted for damage worth one ship (``odds.damage_weights``), as soon as it is expected. A slot of a
  fire plan is credited with the damage it prevents; later rewards have the difference between actual and expected
  damage. The threat of a new wave is not charged. This term changes the goal: a captain may win fewer games to be
  damaged less.
- ``shaping``: multiplies the change of a potential, which is minus the damage the ship has and the damage expected from
  the planes in the air under the plan so far, in ships; 0 when the game is over. Its sum over a game depends only on
  the first potential, so it does not change which captain is best for a learner without discount. ``discount`` must
  be the learner's.

    env = gymnasium.make("picket_duty.lab.gym:PicketDuty-v0", scenario=2, decisions=["fire plan"])
    env.reset(seed=7, options={"campaign": "mini", "level": "advanced"})
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from picket_duty.book import Tables, load_tables
from picket_duty.book.tables import ENVIRONMENT
from picket_duty.book.vocabulary import DECISIONS
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.lab.observations import ANSWERS, Feature, Observer, Seen
from picket_duty.odds.damage_weights import accumulated_damage, by_hand
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.state import JAPANESE_WIN, US_WIN

Mask: TypeAlias = NDArray[np.bool_]

#: Arguments that choose the game: exactly one.
GAMES = ("scenario", "campaign", "patrol")
#: Arguments of the environment and options of ``reset`` that describe a situation, with their types.
SITUATION: Mapping[str, tuple[type, ...]] = {
    "scenario": (int, str),
    "campaign": (str,),
    "patrol": (str, datetime.date),
    "level": (str,),
    "options": (list, tuple),
    "ship": (str,),
    "days": (int,),
    "station": (int,),
    "start": (str, datetime.date),
}
#: The default game.
UNNAMED = {"scenario": 6}


class Fight(NamedTuple):
    """A wave for the reward: its identity, the ship's damage so far, the damage expected from the wave."""

    wave: tuple[datetime.date, int, int]
    damage: float
    expected: float

    def since(self, before: Fight) -> float:
        """The damage done or expected since an earlier time, beyond what was expected then.

        The damage expected from a wave that has come since is not counted: the captain did not cause it.
        """
        expected = self.expected if self.wave == before.wave else 0.0
        return self.damage + expected - before.damage - before.expected


class PicketEnv(gymnasium.Env[Seen, np.int64]):
    """A game as an environment. ``situation`` holds the arguments of ``Game.new`` (scenario, level ...) but no seed.

    ``decisions`` are the ids of the learner's decisions, by default all. A game without any of them ends at its first
    step, with action 0. Raises ValueError; the message names the allowed values.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    _worth: float
    _fought: Fight

    def __init__(
        self,
        decisions: Sequence[str] | None = None,
        hit_cost: float = 0.0,
        harm_cost: float = 0.0,
        shaping: float = 0.0,
        discount: float = 1.0,
        render_mode: str | None = None,
        tables: Tables | None = None,
        **situation: Any,
    ) -> None:
        self.render_mode = render_mode
        self.hit_cost, self.harm_cost = hit_cost, harm_cost
        self.shaping, self.discount = shaping, discount
        self.tables = _shared_tables(os.environ.get(ENVIRONMENT, "")) if tables is None else tables
        self._decisions = _checked_decisions(decisions)
        self._situation = _checked(UNNAMED if not situation.keys() & {*GAMES} else {}, situation)
        self._observer = Observer(self.tables)
        self._begin(self._situation, 0)
        self.action_space = spaces.Discrete(ANSWERS)
        self.observation_space = spaces.Box(-1.0, 1.0, self._observer.seen.shape, np.float32)

    @property
    def features(self) -> tuple[Feature, ...]:
        """The name and unit of each number of an observation."""
        return self._observer.features

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new game; ``seed`` is the seed of its dice, ``options`` change the situation for this game alone.

        Raises ValueError for bad options.
        """
        super().reset(seed=seed)
        situation = _checked(self._situation, options or {})
        self.begin(situation)
        return self.seen.copy(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer the question and play to the next one."""
        reward, illegal = self.take(int(action))
        info = self._info()
        info["illegal"] = illegal
        return self.seen.copy(), reward, self.game.over, False, info

    def action_masks(self) -> Mask:
        """The legal actions, as MaskablePPO expects them."""
        return self.legal.astype(np.bool_)

    def clone(self, seed: int | None = None) -> PicketEnv:
        """A copy at the same question, for planning.

        From there it rolls the dice of ``seed``; without a seed the same dice as this game, which a captain cannot
        know.
        """
        clone: PicketEnv = object.__new__(PicketEnv)
        clone.__dict__.update(self.__dict__)
        clone._np_random = deepcopy(self._np_random)
        clone._observer = Observer(self.tables)
        dice = self.game.dice.seed if seed is None else seed
        clone.game = (
            Game.of_replay_state(self.game.replay_state, self.tables, seed=dice) if not self.game.over else self.game
        )
        clone._look()
        for action in self._taken:
            clone._take(action)
        return clone

    def render(self) -> str:
        """The ship and the question as text."""
        from picket_duty.text import choice_lines, ship_lines

        lines = ship_lines(self.game.state, self.tables)
        if isinstance(self.game.request, Choice):
            lines += choice_lines(self.game.request, self.game.state, self.tables)
        return "\n".join(lines)

    # -- without copies, for many games in parallel ------------------------

    @property
    def seen(self) -> Seen:
        """The current observation; the next answer changes it in place."""
        return self._observer.seen

    @property
    def legal(self) -> Seen:
        """The mask of legal answers; the next answer changes it in place."""
        return self._observer.legal

    @property
    def legal_place(self) -> slice:
        """The place of the legal answers in an observation."""
        return self._observer.legal_place

    def begin(self, situation: Mapping[str, Any] | None = None) -> None:
        """A new game with the next dice."""
        self._begin(self._situation if situation is None else situation, int(self.np_random.integers(2**31)))

    def take(self, action: int) -> tuple[float, bool]:
        """Answer the question and play to the next one. Returns the reward and whether the action was illegal."""
        hits, worth, fight = self.game.state.records.hits, self._worth, self._fought
        illegal = action not in self._legal
        self._take(self._legal[0] if illegal else action)
        state = self.game.state
        reward = -self.hit_cost * (state.records.hits - hits) if self.hit_cost else 0.0
        if self.shaping:
            self._worth = self.potential()
            reward += self.shaping * (self.discount * self._worth - worth)
        if self.harm_cost:
            self._fought = self._fight()
            reward -= self.harm_cost * self._fought.since(fight)
        if self.game.over:
            reward += float(state.outcome == US_WIN) - float(state.outcome == JAPANESE_WIN)
        return reward, illegal

    # -- questions --------------------------------------------------------------

    def _begin(self, situation: Mapping[str, Any], seed: int) -> None:
        self.game = Game.new(**situation, seed=seed, tables=self.tables)
        self._play_on()
        self._worth, self._fought = self.potential(), self._fight()

    def _play_on(self) -> None:
        """Roll, and let doctrine answer the other decisions, until the learner is asked."""
        game = self.game
        while (request := game.request) is not None:
            if isinstance(request, Roll):
                game.roll()
            elif request.about in self._decisions and _asks(request):
                break
            else:
                game.answer(decide(game.play, request))
        self._look()

    def _look(self) -> None:
        """Begin with the first question of the current decision."""
        choice = self.game.request
        self._taken: list[int] = []
        #: The answers so far for a fire plan or the men, and the slots or jobs still to ask, the current one first.
        self.orders: dict[str, int] = {}
        self.asked: list[str] = []
        self._legal = [0]
        if not isinstance(choice, Choice):
            self._observer.look(self.game.play, None)
            self._observer.legal[0] = 1.0
            return
        self._observer.look(self.game.play, choice)
        if choice.kind == ONE:
            self._legal = [number for number, option in enumerate(choice.options) if not option.barred]
            self._observer.ask_one(self.game.play, choice, self._legal)
            return
        self.asked = list(choice.slots if choice.kind == ASSIGN else choice.jobs)
        self._ask()

    def _ask(self) -> None:
        """Ask the next slot or job."""
        choice, name, left = self.game.request, self.asked[0], len(self.asked)
        assert isinstance(choice, Choice)
        if choice.kind == ASSIGN:
            planes = choice.slots[name]
            self._legal = [0, *(1 + plane for plane in planes)]
            self._observer.ask_slot(name, planes, left)
            return
        job = choice.jobs[name]
        used = sum(men for other, men in self.orders.items() if choice.jobs[other].section == job.section)
        men = choice.men[job.section] - used
        taken = job.group and any(choice.jobs[other].group == job.group for other, men in self.orders.items() if men)
        most = 0 if taken else min(choice.most, men)
        self._legal = list(range(most + 1))
        self._observer.ask_job(self.game.play, name, job, most, men, left)

    def _take(self, action: int) -> None:
        """Record a legal answer; a complete decision is answered and play continues."""
        choice = self.game.request
        if not isinstance(choice, Choice):
            return
        if choice.kind == ONE:
            self.game.answer(choice.options[action].value)
            self._play_on()
            return
        self._taken.append(action)
        name = self.asked.pop(0)
        if action:
            assigned = choice.kind == ASSIGN
            self.orders[name] = action - 1 if assigned else action
            if assigned:
                self._observer.aim(action - 1)
        if self.asked:
            self._ask()
            return
        self.game.answer(self.orders)
        self._play_on()

    # -- rewards --------------------------------------------------------------

    def potential(self) -> float:
        """Minus the ship's damage and the damage expected from the wave, in ships; 0 when the game is over."""
        if self.game.over:
            return 0.0
        return -accumulated_damage(by_hand(self.game.play), self.game.state.ship) - self._observer.plan.whole

    def _fight(self) -> Fight:
        """The current wave for the reward."""
        state = self.game.state
        wave = state.date, state.phase, state.air.wave
        return Fight(wave, accumulated_damage(by_hand(self.game.play), state.ship), self._observer.plan.whole)

    def _info(self) -> dict[str, Any]:
        choice = self.game.request
        return {
            "action_mask": self.legal.astype(np.int8),
            "about": choice.about if isinstance(choice, Choice) else "",
            "asked": self.asked[0] if self.asked else "",
        }


class PicketVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Games in parallel (``gymnasium.make_vec``), without the copies and checks of Gymnasium's own vector environments.

    A finished game starts again at the next step. ``infos`` of a step holds the masks of all games (``action_mask``);
    the environments themselves are in ``envs``.
    """

    def __init__(self, num_envs: int = 1, **arguments: Any) -> None:
        self.num_envs = num_envs
        self.envs = [PicketEnv(**arguments) for _ in range(num_envs)]
        first = self.envs[0]
        self.metadata = {**first.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.render_mode = first.render_mode
        self.single_action_space, self.single_observation_space = first.action_space, first.observation_space
        self.action_space = batch_space(first.action_space, num_envs)
        self.observation_space = batch_space(first.observation_space, num_envs)
        self._over = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """New games; a single ``seed`` is counted up from game to game."""
        seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else seed
        for number, env in enumerate(self.envs):
            env.reset(seed=seeds[number] if seeds is not None else None, options=options)
        self._over[:] = False
        seen = self._seen()
        return seen, {"action_mask": self._masks(seen)}

    def step(self, actions: NDArray[np.int64]) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Answer the question of each game."""
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, dtype=np.bool_)
        illegal = np.zeros(self.num_envs, dtype=np.bool_)
        for number, (env, action) in enumerate(zip(self.envs, actions.tolist(), strict=True)):
            if self._over[number]:
                env.begin()
            else:
                rewards[number], illegal[number] = env.take(action)
                over[number] = env.game.over
        self._over = over
        seen = self._seen()
        infos = {"action_mask": self._masks(seen), "illegal": illegal}
        return seen, rewards, over.copy(), np.zeros(self.num_envs, dtype=np.bool_), infos

    def action_masks(self) -> Mask:
        """The legal actions of each game."""
        return self._masks(self._seen()).view(np.bool_)

    def _seen(self) -> Seen:
        return np.stack([env.seen for env in self.envs])

    def _masks(self, seen: Seen) -> NDArray[np.int8]:
        return seen[:, self.envs[0].legal_place].astype(np.int8)


@lru_cache(maxsize=1)
def _shared_tables(folder: str) -> Tables:
    """The tables shared by all environments of this process, with everything cached for them."""
    return load_tables(folder or None)


def _asks(choice: Choice) -> bool:
    """Whether a decision has a question; there may be nothing to fire, or no job."""
    return bool(choice.options or choice.slots or choice.jobs)


def _checked_decisions(decisions: Sequence[str] | None) -> frozenset[str]:
    """The ids of the learner's decisions. Raises ValueError."""
    ids = [decisions] if isinstance(decisions, str) else list(DECISIONS if decisions is None else decisions)
    for about in ids:
        if about not in DECISIONS:
            raise ValueError(f"unknown decision {about!r}. Decisions: {', '.join(DECISIONS)}")
    if not ids:
        raise ValueError(f"name at least one decision. Decisions: {', '.join(DECISIONS)}")
    return frozenset(ids)


def _checked(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A situation with changes; a new game resets days and ship. Raises ValueError."""
    for name, value in changes.items():
        if name not in SITUATION:
            raise ValueError(f"unknown option {name!r}. Options: {', '.join(SITUATION)}")
        if value is not None and (isinstance(value, bool) or not isinstance(value, SITUATION[name])):
            kinds = " or ".join(kind.__name__ for kind in SITUATION[name])
            raise ValueError(f"{name} must be {kinds}, not {value!r}")
    base = {"level": before["level"]} if "level" in before else {}
    return {**(base if changes.keys() & {*GAMES} else before), **changes}


gymnasium.register(
    "PicketDuty-v0",
    entry_point="picket_duty.lab.gym:PicketEnv",
    vector_entry_point="picket_duty.lab.gym:PicketVectorEnv",
)
