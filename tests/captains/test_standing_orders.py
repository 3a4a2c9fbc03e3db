"""Standing orders: their answers and values, when officers in command call, how a save stores them."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import REPAIR_MEN, DamageEffect
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import (
    NOTE,
    ORDERS,
    ROUTINE,
    StandingOrderError,
    StandingOrders,
    call_reason,
    is_declaration_open,
    is_short_of_men,
    load_standing_orders,
    same_declaration,
    same_men,
    save_standing_orders,
    still_sends_nobody,
)
from picket_duty.captains.standing_orders import standing_answer as answer
from picket_duty.events import Chosen, Control, Damage, Leave, Loss, Strike
from picket_duty.game import Game
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import Job, Roll
from picket_duty.rules import scenario, wave
from picket_duty.saves import resume, start_save
from tests.quick import first_is_quick

TABLES = load_tables()


@cache
def at(about: str, **setup: object) -> Game:
    """The first game that asks for a decision; tests must not play it on."""
    for seed in range(50):
        game = Game.new(seed=seed, tables=TABLES, history=False, **setup)
        while game.request is not None and (isinstance(game.request, Roll) or game.request.about != about):
            game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
        if game.request is not None:
            return game
    raise AssertionError(f"no game asks for {about}")


def test_without_orders_the_captain_is_asked() -> None:
    game = at("emergency maneuver", scenario=3)
    assert answer(game, StandingOrders()) is None
    assert not StandingOrders().on
    assert StandingOrders().words() == ""


def test_a_maneuver_always_never_or_from_a_chance_on() -> None:
    game = at("emergency maneuver", scenario=3)
    percent = round(chance(wave.maneuver_roll(game.play), "yes") * 100)
    assert 2 <= percent <= 97
    assert answer(game, StandingOrders().but("maneuver", "always")) == "yes"
    assert answer(game, StandingOrders().but("maneuver", "never")) == "no"
    assert answer(game, StandingOrders().from_chance(percent - 1)) == "yes"
    assert answer(game, StandingOrders().from_chance(percent + 2)) == "no"


@first_is_quick(
    ("about", "order", "setup"),
    [
        ("fire plan", "fire plan", {"scenario": 3}),
        ("emergency declaration", "declaration", {"scenario": 2}),
        ("voluntary flooding", "flooding", {"scenario": 2}),
        ("repair men", "men", {"scenario": 2}),
        ("relief", "relief", {"campaign": "long-b"}),
        ("relieving ship", "relief", {"campaign": "long-b"}),
    ],
)
def test_officers_decide_as_doctrine_does(about: str, order: str, setup: dict[str, object]) -> None:
    game = at(about, **setup)
    wanted = decide(game.play, game.request)
    assert answer(game, StandingOrders().but(order, "staff")) == wanted
    assert answer(game, StandingOrders(commands=True)) == wanted
    others = [name for name, allowed in ORDERS.items() if name != order and "staff" in allowed]
    assert answer(game, StandingOrders(dict.fromkeys(others, "staff"))) is None


def test_never_declares_and_never_floods() -> None:
    assert answer(at("emergency declaration", scenario=2), StandingOrders().but("declaration", "never")) == "no"
    assert answer(at("voluntary flooding", scenario=2), StandingOrders().but("flooding", "never")) == "none"


def test_an_unknown_standing_order_is_refused() -> None:
    with pytest.raises(StandingOrderError, match="unknown standing order 'guns'"):
        StandingOrders().but("guns", "staff")
    with pytest.raises(StandingOrderError, match="men cannot be 'never'"):
        StandingOrders().but("men", "never")
    with pytest.raises(StandingOrderError, match="1 to 99 percent, not 100"):
        StandingOrders().from_chance(100)
    assert not StandingOrders().but("men", "staff").but("men", "ask").on


def test_officers_in_command_call_for_each_reason() -> None:
    game = Game.new(scenario=3, seed=1, tables=TABLES)
    low = game.tables.numbers.steady_hull
    assert call_reason(game, [Strike(plane=0, outcome="hit", section="aft")]) == "we are hit"
    assert call_reason(game, [Strike(plane=0, outcome="near_miss", section="aft")]) == ""
    assert call_reason(game, [Strike(plane=0, outcome="special", section="", weapon="bomb", near=True)]) == ""
    assert call_reason(game, [Loss(track="hull", points=1, left=low + 1)]) == ""
    assert call_reason(game, [Loss(track="hull", points=1, left=low)]) == f"the hull is at {low}"
    fire = Damage(section="aft", item="deck fire", effect="out of control")
    assert call_reason(game, [fire]) == "a deck fire is out of control"
    assert call_reason(game, [Leave(reason="replenishment", until="")]) == "we are leaving the station"
    assert call_reason(game, [Leave(reason="sunk", until="")]) == "a ship is lost"


def test_a_save_keeps_standing_orders_and_a_new_game_starts_with_the_routine_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    game = Game.new(scenario=3, seed=1, tables=TABLES)
    start_save(game, "orders")
    assert game.journal is not None
    given = StandingOrders(commands=True).from_chance(40).but("men", "staff")
    save_standing_orders(game, given)
    path = game.journal.path
    game.journal.close()
    again = resume(path, TABLES)
    assert load_standing_orders(again) == given
    assert again.journal is not None
    for broken in ("x", {"orders": {"men": "never"}}, {"orders": {"guns": "staff"}}, {"least": 0}, {"orders": 3}):
        again.journal.write_note(NOTE, broken)
        assert load_standing_orders(again) == StandingOrders()
    again.journal.close()
    assert load_standing_orders(Game.new(scenario=3, seed=1, tables=TABLES)) == ROUTINE
    assert load_standing_orders(Game.new(scenario=3, seed=1, tables=TABLES, dice="own")) == StandingOrders()
    assert not ROUTINE.words()


# -- the routine of a new game ------------------------------------------------------------------


def asked(standing: StandingOrders, **setup: object) -> list[str]:
    """The decisions that the captain is asked in a game, answered by doctrine."""
    game = Game.new(tables=TABLES, **setup)
    decisions = []
    while game.request is not None:
        if isinstance(game.request, Roll):
            game.roll()
            continue
        order = answer(game, standing)
        if order is None:
            decisions.append(game.request.about)
            order = decide(game.play, game.request)
        game.answer(order)
    return decisions


def test_routine_orders_leave_real_decisions_to_the_captain() -> None:
    routine = [name for seed in range(4) for name in asked(ROUTINE, scenario=2, level="advanced", seed=seed)]
    everything = [
        name for seed in range(4) for name in asked(StandingOrders(), scenario=2, level="advanced", seed=seed)
    ]
    assert set(routine) <= {"fire plan", "emergency declaration", "repair men"}
    assert routine.count("fire plan") == everything.count("fire plan") > 0
    assert len(routine) <= 0.6 * len(everything)


def test_a_lone_plane_without_a_wave_to_follow_gets_all_fire_without_asking() -> None:
    setup = {"scenario": 6, "level": "basic", "seed": 4}
    routine, everything = asked(ROUTINE, **setup), asked(StandingOrders(), **setup)
    assert everything.count("fire plan") - routine.count("fire plan") == 1
    game = Game.new(tables=TABLES, **setup)
    while isinstance(game.request, Roll) or game.request.about != "fire plan" or answer(game, ROUTINE) is None:
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
    plane = next(plane.number for plane in game.state.air.planes if plane.flying)
    assert answer(game, ROUTINE) == dict.fromkeys(game.request.slots, plane)
    assert answer(game, ROUTINE.but("fire plan", "ask")) is None


def test_the_player_assigns_men_only_if_a_section_has_too_few() -> None:
    game = at("repair men", scenario=2)
    assert answer(game, StandingOrders().but("men", "short")) == decide(game.play, game.request)
    section = next(iter(game.request.jobs.values())).section
    jobs = {f"{number}": Job(section, DECK_FIRE, "Deck fire") for number in range(2)}
    for men, short in ((0, False), (1, True), (2 * game.request.most - 1, True), (2 * game.request.most, False)):
        choice = msgspec.structs.replace(game.request, jobs=jobs, men={**game.request.men, section: men})
        play = at.__wrapped__("repair men", scenario=2).play
        play.ship.deck_fires = {section: 2}
        assert is_short_of_men(play, choice) is short


def test_an_unchanged_question_is_answered_from_the_cache() -> None:
    game = at("repair men", scenario=2)
    choice = game.request
    name = next(iter(choice.jobs))
    given = {name: 1}
    phase = choice.phase
    chosen = Chosen(kind="men", about="repair men", rule="", answer=given, phase=phase)
    failed = Control(section="", job=name, men=1, success=False, markers=0, phase=phase)
    before = list(game.events)
    try:
        game.events.extend([chosen, failed])
        assert same_men(game, choice) == given
        game.events.append(msgspec.structs.replace(failed, success=True))
        assert same_men(game, choice) is None
    finally:
        game.events[:] = before


def test_a_declaration_is_asked_only_against_a_deck_fire() -> None:
    game = at("emergency declaration", scenario=2)
    standing = StandingOrders().but("declaration", "fires")
    play = at.__wrapped__("emergency declaration", scenario=2).play
    last = scenario.phases_of(play)[-1]
    cases = (
        ({"aft": 1}, [[]], last, True),
        ({}, [[]], last, False),
        ({"aft": 3}, [], last - 1, True),
        ({"aft": 3}, [], last, False),
    )
    for fires, waves, phase, is_open in cases:
        play.ship.deck_fires, play.state.air.waves, play.state.phase = fires, waves, phase
        assert is_declaration_open(play) is is_open
        if fires and not waves and phase == last:
            assert decide(play, game.request) == "yes", "it costs nothing then"
    assert (answer(game, standing) is None) is is_declaration_open(game.play)


@pytest.mark.parametrize(
    ("given", "effect", "level", "asked"),
    [
        ("no", None, 0, False),
        ("no", "grows", 2, False),
        ("no", "grows", 3, True),
        ("no", "lit", 1, True),
        ("yes", "lit", 1, False),
        ("yes", "grows", 3, False),
    ],
)
def test_a_declaration_is_asked_again_when_the_fire_is_worse(
    given: str, effect: str | None, level: int, asked: bool
) -> None:
    game = at("emergency declaration", scenario=2)
    phase = game.request.phase
    events = [Chosen(kind="one", about="emergency declaration", rule="", answer=given, phase=phase)]
    if effect is not None:
        events.append(Damage(section="aft", item=DECK_FIRE, effect=DamageEffect(effect), points=level, phase=phase))
    before = list(game.events)
    try:
        game.events.extend(events)
        assert same_declaration(game, game.request) == (None if asked else given)
    finally:
        game.events[:] = before


def test_the_note_in_a_save_keeps_its_name(tmp_path):
    """Saves of earlier versions have their standing orders under this name."""
    game = Game.new(scenario=1, seed=1, tables=TABLES)
    start_save(game, path=tmp_path / "a.picket")
    save_standing_orders(game, StandingOrders({"flooding": "never"}))
    assert game.journal.notes["standing orders"]["orders"] == {"flooding": "never"}
    game.journal.close()


def test_officers_who_go_on_sending_nobody_say_so_once_in_a_phase() -> None:
    """Each round of damage control asks again; the log has a line only for the first."""
    order = partial(Chosen, "men", REPAIR_MEN.id, "7.3", phase="1945-04-07/midday")
    evening = Chosen("men", REPAIR_MEN.id, "7.3", {}, phase="1945-04-07/evening")
    events = [order({}), order({}), order({"deck fire aft": 2}), order({}), order({}), evening]
    every = range(len(events))
    assert [still_sends_nobody(events, place, every) for place in every] == [False, True, False, False, True, False]
    assert not still_sends_nobody(events, 1, [1]), "the first was the captain's"
