"""The Gymnasium environment: Gymnasium's own checker, whole games, and correct observations."""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

import numpy as np  # noqa: E402

from picket_duty import Game  # noqa: E402
from picket_duty.book import load_tables  # noqa: E402
from picket_duty.book.ids import slot_named  # noqa: E402
from picket_duty.captains import play_out  # noqa: E402
from picket_duty.captains.doctrine import DoctrineCaptain  # noqa: E402
from picket_duty.lab.gym import SITUATION, PicketEnv, PicketVectorEnv  # noqa: E402
from picket_duty.lab.observations import SAVED, features_of  # noqa: E402
from picket_duty.odds import fire, plan  # noqa: E402
from picket_duty.odds.damage_weights import accumulated_damage, by_hand  # noqa: E402
from picket_duty.odds.roll_odds import shift_of  # noqa: E402
from picket_duty.requests import ASSIGN  # noqa: E402
from picket_duty.rules import gunnery  # noqa: E402

NAME = "picket_duty.lab.gym:PicketDuty-v0"
TABLES = load_tables()
PLACE = {feature.name: place for place, feature in enumerate(features_of(TABLES))}


def at_random(env: PicketEnv, chance: np.random.Generator) -> int:
    """Any legal answer."""
    return int((chance.random(env.action_space.n) * env.action_masks()).argmax())


def questions(seeds: int = 6, **arguments: Any) -> Iterator[PicketEnv]:
    """An environment at every question of some games answered at random."""
    env, chance = PicketEnv(tables=TABLES, **arguments), np.random.default_rng(1)
    for seed in range(seeds):
        env.reset(seed=seed)
        while not env.game.over:
            yield env
            env.step(at_random(env, chance))


def at_first_slot(**arguments: Any) -> PicketEnv:
    """An environment at the first slot of a fire plan of many."""
    return next(env for env in questions(scenario=2, **arguments) if env.asked and len(env.asked) > 8)


# -- the environment ----------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    [
        {"scenario": 2, "shaping": 1.0, "harm_cost": 1.0},
        {"campaign": "mini", "level": "advanced"},
        {"scenario": 7, "decisions": ["fire plan"]},
    ],
)
@pytest.mark.filterwarnings("error")
def test_checker(setup: dict[str, object]) -> None:
    """Gymnasium's checker passes."""
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(NAME, **setup).unwrapped)


def test_games() -> None:
    """Masked actions are legal, others are replaced by the lowest; a game ends with its reward."""
    env, chance = gymnasium.make(NAME, scenario=2, hit_cost=0.1).unwrapped, np.random.default_rng(3)
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        over, rewards = False, 0.0
        while not over:
            assert env.observation_space.contains(seen)
            assert (env.action_masks() == info["action_mask"]).all()
            seen, reward, over, _, info = env.step(at_random(env, chance))
            assert not info["illegal"]
            rewards += reward
        won = env.game.outcome.result == "us_win"
        assert rewards == pytest.approx((1 if won else -1) - 0.1 * env.game.state.records.hits)
    env.reset(seed=1)
    assert env.step(env.action_space.n - 1)[4]["illegal"]


def test_same_seed_same_game() -> None:
    """The seed of reset is that of the dice."""
    env = gymnasium.make(NAME, scenario=2).unwrapped
    first, second = (env.reset(seed=5)[0] for _ in range(2))
    assert (first == second).all()


def test_reset_options_change_the_situation_for_one_game() -> None:
    """Options that are not named keep the environment's values."""
    env = PicketEnv(scenario=2, level="advanced", tables=TABLES)
    setups = []
    for options in ({"campaign": "mini"}, {"patrol": "1945-04-06", "days": 2, "level": "basic"}, {}):
        seen, _ = env.reset(seed=1, options=options)
        assert env.observation_space.contains(seen)
        setup = env.game.state.setup
        setups.append((setup.kind, setup.name, setup.level, setup.days))
    assert setups == [
        ("campaign", "mini", "advanced", 0),
        ("patrol", "1945-04-06", "basic", 2),
        ("scenario", "2", "advanced", 0),
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scenery": 2}, f"unknown option 'scenery'. Options: {', '.join(SITUATION)}"),
        ({"scenario": 9}, "unknown scenario '9'; scenarios: 1 "),
        ({"scenario": 2.5}, "scenario must be int or str, not 2.5"),
        ({"scenario": 2, "campaign": "mini"}, "choose a scenario, a campaign or a patrol"),
        ({"level": "easy"}, "unknown level 'easy'; levels: basic, advanced"),
        ({"patrol": "April"}, "'April' is not a valid date (use YYYY-MM-DD)"),
        ({"patrol": "1945-04-06", "days": True}, "days must be int, not True"),
        ({"options": ["submarines"]}, "unknown option 'submarines'; options: "),
    ],
)
def test_a_bad_option_is_reported_in_one_line(options: dict[str, object], words: str) -> None:
    """For ``reset`` and for the environment."""
    env = PicketEnv(scenario=2, tables=TABLES)
    for wrong in (lambda: env.reset(options=options), lambda: PicketEnv(tables=TABLES, **options)):
        with pytest.raises(ValueError, match=re.escape(words)) as fault:
            wrong()
        assert "\n" not in str(fault.value)


# -- chosen decisions -----------------------------------------------------------


def test_doctrine_makes_the_other_decisions() -> None:
    """Only named decisions are asked; without any the game is doctrine's."""
    asked = {env.game.request.about for env in questions(scenario=2, decisions=["fire plan", "emergency maneuver"])}
    assert asked == {"fire plan", "emergency maneuver"}
    env = PicketEnv(scenario=2, decisions=["relieving ship"], tables=TABLES)
    _, info = env.reset(seed=4)
    alone = Game.new(scenario=2, seed=env.game.state.setup.seed, tables=TABLES)
    play_out(alone, DoctrineCaptain())
    assert env.game.state_hash == alone.state_hash
    assert (info["about"], list(np.flatnonzero(env.action_masks()))) == ("", [0])
    _, reward, over, _, _ = env.step(0)
    assert over
    assert reward == (1 if alone.outcome.result == "us_win" else -1)


@pytest.mark.parametrize("decisions", [["fire"], "fire", []])
def test_an_unknown_decision_is_refused(decisions: list[str] | str) -> None:
    """The error lists the known decisions."""
    with pytest.raises(ValueError, match="Decisions: emergency maneuver, fire plan, "):
        PicketEnv(scenario=2, decisions=decisions, tables=TABLES)


# -- what is seen -----------------------------------------------------------------------


def test_every_number_has_a_name_and_a_unit() -> None:
    """Features are the same for every ship and game, and complete."""
    features = features_of(TABLES)
    assert len({feature.name for feature in features}) == len(features)
    assert all(feature.unit for feature in features)
    for setup in {"scenario": 7}, {"scenario": 8}, {"campaign": "long-b", "level": "advanced"}:
        env = PicketEnv(tables=TABLES, **setup)
        assert env.features == features
        assert env.observation_space.shape == (len(features),)


def test_an_observation_shows_ship_and_sky() -> None:
    """A sample of the numbers, at every question of some games."""
    for env in questions(3, scenario=8, level="advanced"):
        seen, ship, air = env.seen, env.game.state.ship, env.game.state.air
        assert seen[PLACE["hull"]] == pytest.approx(ship.hull / TABLES.numbers.hull)
        assert seen[PLACE["stopped for survivors"]] == air.stopped
        assert seen[PLACE["maneuver result"]] == {None: 0, True: 1, False: -1}[air.maneuver]
        assert seen[PLACE["rain"]] == (air.weather == "rain")
        assert seen[PLACE["40mm-C director"]] == (ship.mounts["40mm-C"].director == "working")
        bearings = [plane.bearing for wave in air.waves[:1] for plane in wave]
        assert seen[PLACE["next wave: planes from 090"]] == pytest.approx(bearings.count(90) / 10)
        for plane in air.planes:
            if plane.flying:
                sine, cosine = (seen[PLACE[f"plane {plane.number + 1}: bearing {part}"]] for part in ("sine", "cosine"))
                assert np.degrees(np.arctan2(sine, cosine)) % 360 == pytest.approx(plane.bearing, abs=0.01)


def test_an_observation_shows_the_plan_so_far() -> None:
    """Each answer to the first slot gives a different observation."""
    env = at_first_slot()
    answers = [int(answer) for answer in np.flatnonzero(env.action_masks())]
    assert len(answers) > 1
    after = {env.clone().step(answer)[0].tobytes() for answer in answers}
    assert len(after) == len(answers)


@pytest.mark.slow
def test_the_damage_a_slot_prevents_matches_the_odds() -> None:
    """The damage prevented by each answer, by the measure used for fire plans."""
    compared = 0
    for env in questions(3, scenario=2, decisions=["fire plan"]):
        choice, play, slot = env.game.request, env.game.play, env.asked[0]
        orders = env.orders
        before = plan.plan_of(play, choice, orders).harm
        for answer in np.flatnonzero(env.action_masks())[1:]:
            number = int(answer) - 1
            shot = fire.shot_hits(gunnery.shot_roll(play, slot_named(slot), play.state.air.planes[number]))
            after = plan.plan_of(play, choice, {**orders, slot: number}).harm
            assert env.seen[PLACE[f"answer {answer}: works"]] == pytest.approx(1.0 - shot[0], abs=1e-6)
            saved = env.seen[PLACE[f"answer {answer}: saves"]]
            assert saved == pytest.approx(min(1.0, (before - after) / SAVED), abs=1e-5)
            compared += 1
    assert compared > 100


@pytest.mark.slow
def test_equal_slots_have_equal_shots() -> None:
    """At every plan of some games: the same chart, column and shift at every plane."""
    pairs = 0
    for env in questions(12, scenario=3):
        choice, play = env.game.request, env.game.play
        if choice.kind != ASSIGN:
            continue
        rolls: dict[object, object] = {}
        for slot, planes in choice.slots.items():
            for number in planes:
                roll = gunnery.shot_roll(play, slot_named(slot), play.state.air.planes[number])
                parameters = (roll.chart.id, roll.column, shift_of(roll))
                pairs += (key := (gunnery.alike(play, slot_named(slot)), number)) in rolls
                assert rolls.setdefault(key, parameters) == parameters
    assert pairs > 200


def test_the_training_script_lists_the_features(monkeypatch, capsys) -> None:
    """Works without a learner installed."""
    script = Path(__file__).parents[2] / "docs" / "train_captain.py"
    monkeypatch.setattr(sys, "argv", [str(script), "--features"])
    runpy.run_path(str(script), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines] == [
        f"{feature.name}: {feature.unit}" for feature in features_of(TABLES)
    ]


@pytest.mark.parametrize("decisions", [["fire plan"], ["fire plan", "repair men", "emergency declaration"]], ids=str)
def test_the_training_script_records_the_answers_of_doctrine(decisions: list[str]) -> None:
    """Played again in new environments, the lessons are games of doctrine; without a learner installed."""
    script = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "train_captain.py"))
    settings, seeds = {"scenario": 2, "decisions": decisions, "harm_cost": 10.0}, range(2)
    taught, place = script["lessons"](settings, seeds, 0.5), 0
    env = PicketEnv(tables=TABLES, **settings)
    for seed in seeds:
        env.reset(seed=seed)
        while not env.game.over:
            assert (env.seen == taught.seen[place]).all()
            assert (env.action_masks() == taught.masks[place]).all()
            reward, illegal = env.take(int(taught.answers[place]))
            rest = 0.0 if env.game.over else 0.5 * taught.rewards[place + 1]
            assert taught.rewards[place] == pytest.approx(reward + rest, abs=1e-4)
            assert not illegal
            place += 1
        doctrine = PicketEnv(scenario=2, decisions=["relieving ship"], tables=TABLES)
        doctrine.reset(seed=seed)
        assert env.game.state_hash == doctrine.game.state_hash
    assert place == len(taught.answers) == len(taught.rewards)
    learned = script["matched"](lambda seen, masks: masks.argmax(axis=1), taught)
    choices = taught.masks.sum(axis=1) > 1
    assert learned == ((taught.answers[choices] == taught.masks[choices].argmax(axis=1)).sum(), choices.sum())


# -- rewards ------------------------------------------------------------------------------


def rewards(seed: int, **arguments: Any) -> tuple[float, float]:
    """The reward of a randomly played game, and its first potential."""
    env, chance = PicketEnv(scenario=2, tables=TABLES, **arguments), np.random.default_rng(9)
    env.reset(seed=seed)
    paid, first = 0.0, env.potential()
    while not env.game.over:
        paid += env.step(at_random(env, chance))[1]
    return paid, first


def test_shaping_rewards_add_up_to_a_constant() -> None:
    """For any answers, the rewards add up to the outcome minus the first potential."""
    for seed in range(4):
        plain, first = rewards(seed)
        shaped, _ = rewards(seed, shaping=3.0)
        assert shaped == pytest.approx(plain - 3.0 * first)


def test_damage_is_charged_when_it_is_expected() -> None:
    """A slot is credited with the damage it prevents; dice get the rest; the threat of a new wave is not charged."""
    env = at_first_slot(harm_cost=1.0, decisions=["fire plan"])
    answer = int(np.flatnonzero(env.action_masks())[-1])
    saved = env.seen[PLACE[f"answer {answer}: saves"]] * SAVED
    _, reward, over, _, _ = env.step(answer)
    assert not over
    assert 0 < reward == pytest.approx(saved, abs=1e-6)


def test_an_undamaged_ship_has_no_damage_and_a_battered_one_much() -> None:
    """In ships: none, some, and one at most."""
    fresh = Game.new(scenario=2, seed=1, tables=TABLES)
    assert accumulated_damage(by_hand(fresh.play), fresh.state.ship) == 0.0
    damages = [accumulated_damage(by_hand(env.game.play), env.game.state.ship) for env in questions(6, scenario=2)]
    assert 0.0 == min(damages) < 0.2 < max(damages) <= 1.0


# -- planning, and many games ----------------------------------------------------------------


@pytest.mark.slow
def test_a_clone_is_independent() -> None:
    """With the same dice or others; the original does not change, and a clone can be cloned."""
    chance, other = np.random.default_rng(2), 0
    for place, env in enumerate(questions(3, campaign="mini", level="advanced", shaping=1.0)):
        if place % 7:
            continue
        before = env.seen.copy()
        twin, stranger = env.clone(), env.clone(seed=99).clone()
        assert (twin.seen == before).all()
        assert (stranger.seen == before).all()
        assert stranger.game.dice.seed == 99
        own = env.clone()
        for _ in range(20):
            if own.game.over:
                break
            action = at_random(own, chance)
            first, second, third = own.step(action), twin.step(action), stranger.step(action)
            assert (first[0] == second[0]).all()
            assert first[1] == second[1]
            if not (first[0] == third[0]).all():
                other += 1
                break
        assert (env.seen == before).all()
    assert other > 3


def test_parallel_play_gives_the_same_games() -> None:
    """Equal to Gymnasium's own vector environment, new games included."""
    arguments = {"scenario": 6, "tables": TABLES, "harm_cost": 1.0}
    ours = gymnasium.make_vec(NAME, num_envs=3, **arguments)
    assert isinstance(ours, PicketVectorEnv)
    theirs = gymnasium.make_vec(NAME, num_envs=3, vectorization_mode="sync", **arguments)
    chance, ended = np.random.default_rng(4), 0
    seen, infos = ours.reset(seed=8)
    also, their_infos = theirs.reset(seed=8)
    for _ in range(150):
        assert ours.observation_space.contains(seen)
        assert (seen == also).all()
        assert (infos["action_mask"] == their_infos["action_mask"]).all()
        assert (infos["action_mask"] == ours.action_masks()).all()
        actions = (chance.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(axis=1)
        seen, paid, over, _, infos = ours.step(actions)
        also, wages, ends, _, their_infos = theirs.step(actions)
        assert (paid == wages).all()
        assert (over == ends).all()
        ended += over.sum()
    assert ended > 3
