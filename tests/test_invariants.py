"""Invariants at every request of every kind of game, for any orders and dice."""

import random
from collections import Counter
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice, Illegal, Roll
from picket_duty.state import SECTIONS, State
from tests.book.shipped import shipped_parsed_once
from tests.games import TABLES, new_game, of_kind, step
from tests.invariants import Watch, check_end, check_game, check_state
from tools.fuzz import parsers
from tools.fuzz.phases import game_of, play_checked
from tools.fuzz.tables import play_random

LEVELS = ("basic", "advanced")

#: Every kind of game with the number of seeds played.
GAMES = [
    *(({"scenario": number, "level": level}, 25) for number in range(1, 9) for level in LEVELS),
    ({"scenario": 1, "options": ("anthony-full-day",)}, 4),
    ({"scenario": 8, "options": ("dunlap-1941", "gun-repair", "aces", "list-and-trim")}, 4),
    ({"scenario": 5, "level": "advanced", "options": ("spoiled-aim",)}, 8),
    *(({"campaign": name, "level": level}, 8) for name in ("mini", "long-a") for level in LEVELS),
    ({"campaign": "long-b", "level": "basic"}, 2),
    ({"campaign": "long-b", "level": "advanced", "options": ("gun-repair",)}, 2),
    ({"patrol": "1945-04-05", "days": 12, "level": "advanced"}, 8),
    ({"patrol": "1945-03-24", "days": 6, "level": "advanced"}, 8),
    (
        {
            "patrol": "1945-05-20",
            "days": 8,
            "station": 1,
            "options": ("gun-repair", "list-and-trim"),
        },
        8,
    ),
    ({"patrol": "1945-06-20", "days": 30, "ship": "USS La Prade", "level": "advanced"}, 8),
]
IDS = [" ".join(str(value) for value in chosen.values()) for chosen, _ in GAMES]


def computer_dice(game, captain):
    return (
        game.dice.throw(game.request.faces)
        if isinstance(game.request, Roll)
        else captain.choose(game)
    )


def wild_dice(seed):
    """Dice that favor their extremes, so that rare results are frequent."""
    chance = random.Random(seed)

    def answer(game, captain):
        if not isinstance(game.request, Roll):
            return captain.choose(game)
        ends = chance.random() < 0.4
        low = chance.random() < 0.5
        ranges = [(0, 9) if face == 10 else (1, face) for face in game.request.faces]
        return tuple(
            (least if low else most) if ends else chance.randint(least, most)
            for least, most in ranges
        )

    return answer


def play_out(game, seed=0, answer=computer_dice, watch=True, most=40000):
    captain = RandomCaptain(seed)
    looker = Watch(game)
    while game.request is not None:
        request = game.request
        if watch:
            looker.request()
        reply = answer(game, captain)
        game.answer(reply)
        if watch:
            looker.answered(request, reply)
        assert game.requests < most, "the game does not end"
    return game


@pytest.mark.slow
@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize(("chosen", "seeds"), GAMES, ids=IDS)
def test_random_play_keeps_every_invariant(chosen, seeds, wild):
    for seed in range(seeds):
        game = new_game(seed=seed, history=False, **chosen)
        check_end(play_out(game, seed, wild_dice(seed) if wild else computer_dice))


FEW = [
    {"scenario": 2},
    {"scenario": 5, "level": "advanced"},
    {"scenario": 7, "level": "advanced"},
    {"scenario": 8},
    {"campaign": "mini", "level": "advanced"},
    pytest.param({"campaign": "long-a"}, marks=pytest.mark.slow),
    {"patrol": "1945-05-02", "level": "advanced"},
]


def new(chosen, seed, **more):
    return new_game(seed=seed, **chosen, **more)


def hashes(game, captain):
    while game.request is not None:
        game.answer(computer_dice(game, captain))
        yield game.state_hash


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_same_seed_and_answers_same_hash(chosen):
    first = list(hashes(new(chosen, 3), RandomCaptain(5)))
    assert list(hashes(new(chosen, 3, history=False), RandomCaptain(5))) == first
    assert list(hashes(new(chosen, 4), RandomCaptain(5))) != first
    fresh = Game.new(seed=3, tables=load_tables(), history=False, **chosen)
    assert list(hashes(fresh, RandomCaptain(5))) == first


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_two_games_interleaved_do_not_disturb_each_other(chosen):
    alone = [list(hashes(new(chosen, seed), RandomCaptain(seed))) for seed in (1, 2)]
    together = zip_longest(*(hashes(new(chosen, seed), RandomCaptain(seed)) for seed in (1, 2)))
    assert list(together) == list(zip_longest(*alone))


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_dice_typed_in_equal_computer_dice(chosen):
    """roll() and answer() with the same dice, also as a list: the same states, the same rolls."""
    rolled = new(chosen, 6)
    typed = new(chosen, 6)
    captain = RandomCaptain(2)
    other = RandomCaptain(2)
    while rolled.request is not None:
        if isinstance(rolled.request, Roll):
            typed.answer(list(rolled.roll().dice))
        else:
            rolled.answer(captain.choose(rolled))
            typed.answer(other.choose(typed))
        assert rolled.state_hash == typed.state_hash
    assert typed.outcome == rolled.outcome
    assert of_kind(typed.events, Roll) == of_kind(rolled.events, Roll)


def illegal_dice(faces):
    count = len(faces)
    return [
        *((wrong,) * count for wrong in (-1, True, 1.0, "1", None)),
        (1,) * (count + 1),
        (1,) * (count - 1),
        tuple(11 if face == 10 else 7 for face in faces),
        *([] if faces[0] == 10 else [(0,) * count]),
        *([[1]] * count, None, 3, "34", (), [], {}, object(), 99, float("nan")),
    ]


def illegal_answers(request):
    if isinstance(request, Roll):
        return illegal_dice(request.faces)
    common = [None, 7, "no such answer", b"no", 3.5, (1, 2), [["yes"]], object(), True]
    if request.kind == "one":
        return [
            *common,
            "",
            {},
            {"yes": 1},
            ["yes"],
            *(option.value for option in request.options if option.barred),
        ]
    if request.kind == "assign":
        slot = next(iter(request.slots))
        wrong = [{slot: item} for item in (-1, 99, "0", True, 0.0, [0], {}, (0,))]
        wrong += [{item: 0} for item in ("no such mount", 3, None, ("a",), *request.barred)]
        return [*common, *wrong, {"no such mount": None}, {slot: request.slots[slot][0], "x": 1}]
    job = next(iter(request.jobs))
    wrong = [{job: item} for item in (-1, 4, "1", True, 1.0, None, [1])]
    wanted = Counter(item.section for item in request.jobs.values())
    if any(3 * wanted[section] > request.men[section] for section in SECTIONS):
        wrong.append(dict.fromkeys(request.jobs, 3))
    if groups := [name for name, item in request.jobs.items() if item.group]:
        wrong.append(dict.fromkeys(groups, 1))
    return [*common, *wrong, {"no such job": 1}, {3: 1}]


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_illegal_answers_change_nothing(chosen):
    game = new(chosen, 8)
    captain = RandomCaptain(1)
    kinds = Counter()
    while game.request is not None and game.requests < 600:
        request = game.request
        kind = "roll" if isinstance(request, Roll) else request.kind
        kinds[kind] += 1
        if kinds[kind] <= 25:
            before = (game.state_hash, len(game.events), len(game.answers), game.requests)
            shape = msgspec.structs.astuple(request)
            for wrong in illegal_answers(request):
                with pytest.raises(Illegal) as refused:
                    game.answer(wrong)
                assert str(refused.value).strip()
                assert game.request is request
                assert msgspec.structs.astuple(request) == shape
                assert (
                    game.state_hash,
                    len(game.events),
                    len(game.answers),
                    game.requests,
                ) == before
            if isinstance(request, Choice):
                with pytest.raises(Illegal, match=r"^no dice are needed now$"):
                    game.roll()
        game.answer(computer_dice(game, captain))
    assert {"roll", "one"} <= set(kinds)


def test_a_finished_game_accepts_no_answer():
    game = play_out(new({"scenario": 6}, 1), watch=False)
    before = game.state_hash
    for call in (lambda: game.answer((1, 1)), lambda: game.answer("yes"), game.roll):
        with pytest.raises(Illegal, match=r"^the game is over$"):
            call()
    assert game.state_hash == before


def shape(request):
    return None if request is None else msgspec.structs.astuple(request)


def some_points(answers):
    chance = random.Random(1)
    return sorted({0, 1, answers - 1, *(chance.randrange(answers) for _ in range(12))})


def play_again(game, answers):
    """Give the same answers; the dice are the same too."""
    for answer in answers:
        request = game.request
        if isinstance(request, Roll):
            assert request.check(answer) == game.dice.throw(request.faces), "the dice moved"
        game.answer(answer)


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_undo_to_any_point_and_on_again(chosen):
    game = new(chosen, 9)
    captain = RandomCaptain(3)
    states = [game.state_hash]
    asked = [shape(game.request)]
    while game.request is not None:
        game.answer(computer_dice(game, captain))
        states.append(game.state_hash)
        asked.append(shape(game.request))
    answers = list(game.answers)
    outcome = game.outcome
    steps = list(game.checkpoints)
    for point in some_points(len(answers)):
        game.undo(len(game.answers) - point)
        assert (game.state_hash, shape(game.request), game.requests) == (
            states[point],
            asked[point],
            point,
        )
        assert game.answers == answers[:point]
        play_again(game, answers[point:])
        assert (game.state_hash, game.outcome, game.answers) == (states[-1], outcome, answers)
        assert [step.state_hash for step in game.checkpoints] == [step.state_hash for step in steps]


def test_undo_step_by_step_back_to_the_beginning_and_no_further():
    game = new({"scenario": 3, "level": "advanced"}, 2)
    captain = RandomCaptain(3)
    states = [game.state_hash, *hashes(game, captain)]
    before = (game.request, len(game.events))
    for count in (0, -1, 10**6):
        with pytest.raises(Illegal):
            game.undo(count)
        assert (game.state_hash, game.request, len(game.events)) == (states[-1], *before)
    for point in range(len(states) - 2, -1, -1):
        game.undo()
        assert game.state_hash == states[point]
    with pytest.raises(Illegal):
        game.undo()
    assert game.state_hash == states[0]


def test_another_answer_after_undo_gives_another_game():
    game = new({"scenario": 2}, 5)
    while not isinstance(game.request, Choice):
        game.roll()
    game.answer({} if game.request.kind != "one" else game.request.legal()[0])
    first = game.state_hash
    game.undo()
    assert isinstance(game.request, Choice)
    game.answer(RandomCaptain(1).choose(game))
    play_out(game, 4, watch=False)
    assert game.state_hash != first
    check_state(game)


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_every_step_starts_from_its_snapshot_alone(chosen):
    """A game restored at any checkpoint, with the answers since, ends in the same state."""
    game = play_out(new(chosen, 11), 2, watch=False)
    points = game.checkpoints
    for point in points[:: max(1, len(points) // 6)]:
        again = Game(msgspec.json.decode(point.state, type=State), TABLES)
        for answer in game.answers[point.answers :]:
            again.answer(answer)
        assert again.state_hash == game.state_hash
        assert again.outcome.result == game.outcome.result


SETUPS = [
    *({"scenario": number} for number in range(1, 9)),
    {"campaign": "mini"},
    {"campaign": "long-a"},
    {"campaign": "long-b"},
    {"patrol": "1945-04-05", "days": 3},
]
#: Answers that no request, or not every request, accepts.
RUBBISH = (
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=8)
    | some.binary(max_size=4)
    | some.lists(some.integers(-2, 12) | some.none() | some.text(max_size=2), max_size=4)
    | some.dictionaries(
        some.text(max_size=12) | some.integers(), some.none() | some.integers(-3, 9) | some.text()
    )
)


class Engine(RuleBasedStateMachine):
    """A game that receives every kind of answer, with its save file open."""

    @initialize(
        setup=some.sampled_from(SETUPS),
        level=some.sampled_from(("basic", "advanced")),
        seed=some.integers(0, 9999),
    )
    def begin(self, setup, level, seed):
        self.folder = TemporaryDirectory()
        self.path = Path(self.folder.name) / "a.picket"
        self.game = new_game(**setup, level=level, seed=seed)
        saves.start_save(self.game, path=self.path)

    @rule(count=some.integers(1, 40), seed=some.integers(0, 99))
    def play_on(self, count, seed):
        captain = RandomCaptain(seed)
        while self.game.request is not None and count:
            count -= 1
            step(self.game, captain.choose)

    @precondition(lambda self: isinstance(self.game.request, Roll))
    @rule(data=some.data())
    def own_dice(self, data):
        faces = self.game.request.faces
        self.game.answer(
            [
                data.draw(some.integers(0, 9) if face == 10 else some.integers(1, face))
                for face in faces
            ]
        )

    @rule(answer=RUBBISH)
    def rubbish(self, answer):
        self._offer(answer)

    @precondition(lambda self: getattr(self.game.request, "kind", "") == "assign")
    @rule(data=some.data())
    def bend_fire_plan(self, data):
        choice = self.game.request
        slots = some.sampled_from([*choice.slots, *choice.barred, "5in-9", "AFS", ""])
        self._offer(
            data.draw(
                some.dictionaries(
                    slots, some.none() | some.integers(-1, 9) | some.booleans(), max_size=5
                )
            )
        )

    @precondition(lambda self: getattr(self.game.request, "kind", "") == "men")
    @rule(data=some.data())
    def bend_men(self, data):
        jobs = some.sampled_from([*self.game.request.jobs, "deck fire", "bridge"])
        self._offer(
            data.draw(some.dictionaries(jobs, some.integers(-1, 4) | some.booleans(), max_size=5))
        )

    def _offer(self, answer):
        """Give an answer: it is legal and play continues, or it is refused and nothing changes."""
        game = self.game
        before = self._standing()
        try:
            game.answer(answer)
        except Illegal as error:
            refusal = str(error)
        else:
            return
        assert refusal
        assert self._standing() == before

    def _standing(self):
        game = self.game
        return (
            game.state_hash,
            len(game.answers),
            len(game.events),
            id(game.request),
            self.path.stat().st_size,
        )

    @precondition(lambda self: self.game.answers)
    @rule(data=some.data())
    def undo(self, data):
        count = data.draw(some.integers(1, min(30, len(self.game.answers))))
        answers = self.game.answers[:-count]
        self.game.undo(count)
        assert self.game.answers == answers

    @rule(whole=some.booleans())
    def save_and_load(self, whole):
        before = self.game.state_hash, self.game.requests
        self.game.save_file.close()
        self.game = saves.resume(self.path, TABLES, whole=whole)
        assert (self.game.state_hash, self.game.requests) == before

    @invariant()
    def promises(self):
        if hasattr(self, "game"):
            check_game(self.game)

    def teardown(self):
        if hasattr(self, "game"):
            self.game.save_file.close()
            saves.verify(saves.read_record(self.path), TABLES, "a")
            self.folder.cleanup()


Engine.TestCase.settings = settings(
    max_examples=60, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
TestEngine = pytest.mark.slow(Engine.TestCase)


@pytest.mark.slow
def test_random_play_keeps_every_guarantee():
    for number in range(900_000, 900_039):
        play_checked(game_of(number, TABLES), RandomCaptain(number), every=3)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_random_tables_keep_every_guarantee(number):
    play_random(number)


#: Number of inputs per target, about a second of work each.
INPUTS = {"save": 60, "chart": 150, "set": 10, "query": 400}


@pytest.mark.slow
@pytest.mark.parametrize("target", parsers.TARGETS)
def test_a_short_fuzz_of_the_parsers(target):
    with shipped_parsed_once():
        read, lines = parsers.fuzz(target, INPUTS[target], random.Random(4))
    assert read
    assert lines > 50
