"""The draft of a fire plan: what can be set, what its rows say, undo."""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.drafts.fire_plan import FirePlanDraft, PlanSetting, begin_fire_plan
from picket_duty.game import Game
from picket_duty.odds.aims import EVERY_AIM, Advice, Aim, AimPlans
from picket_duty.odds.orders import is_fighters
from picket_duty.pages.fire_plan import BY_GUNS, EXECS_OWN, PlanRow, aim_name, like_words
from picket_duty.requests import Choice, Illegal
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text.chances import BETTER, EXEC, WIN, Chance, Recommendation
from picket_duty.text.english import percent
from tests.games import new_game
from tests.tui.games import aims_plan, at_choice, big_plan, forward


def draft_of(aid: str = COMMANDED) -> FirePlanDraft:
    game = aims_plan() if aid == COMMANDED else big_plan(aid)
    assert isinstance(game.request, Choice)
    return begin_fire_plan(game, game.request)


def test_undo_takes_back_each_change_and_a_change_to_the_same_is_none() -> None:
    draft = draft_of()
    start = draft.now
    assert draft.choose(1)
    first = draft.now
    assert draft.choose(1)
    draft.hold(2)
    draft.aim_slots({"5in-3": None})
    assert (draft.now.aim, draft.now.held) == (None, 2)
    draft.take_back()
    assert draft.now == PlanSetting(draft.aim_plans().plan(Aim(), 2), Aim(), 2)
    draft.take_back()
    assert draft.now == first
    draft.take_back()
    assert (draft.now, draft.can_take_back) == (start, False)


def test_rows_are_the_aims_then_the_execs_plan_then_the_players_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draft = draft_of()
    aims = draft.aim_plans().offered()
    assert [row.name for row in draft.rows()] == [aim_name(draft.play, aim) for aim in aims]
    assert [row.number for row in draft.rows()] == [*range(1, len(aims) + 1)]
    assert not any(row.is_set for row in draft.rows())
    slot = next(iter(draft.choice.slots))
    monkeypatch.setattr(AimPlans, "advised", lambda plans: Advice(None, 0, {slot: 1}))
    own = len(aims) + 1
    assert not draft.choose(own), "he has not named it"
    draft.ask_exec()
    assert draft.rows()[-1].name == EXECS_OWN
    assert draft.choose(own)
    assert draft.now == PlanSetting({slot: 1}, is_execs=True)
    assert draft.chosen == own
    draft.hold(1)
    assert draft.rows()[-1] == PlanRow(own, f"{EXECS_OWN}, 0 held", draft.rows()[-1].odds)
    draft.aim_slots({slot: 2})
    assert draft.rows()[-1].name == BY_GUNS
    assert (draft.rows()[-1].is_set, draft.chosen) == (True, 0)
    assert not draft.choose(own + 1)


def changes(game: Game) -> bool:
    """Whether an aim listed at first is like another with fighters held back, and the other way
    around.
    """
    if not at_choice("assign")(game) or not game.state.air.waves:
        return False
    assert isinstance(game.request, Choice)
    plans = AimPlans(game.play, game.request)
    first, *more = (plans.offered(held) for held in range(plans.most_held + 1))
    is_lost = any(set(first) - set(offered) for offered in more)
    return is_lost and any(set(offered) - set(first) for offered in more)


def changing_draft() -> FirePlanDraft:
    game = forward(new_game(scenario=5, level="advanced", seed=2), changes)
    assert isinstance(game.request, Choice)
    return begin_fire_plan(game, game.request)


def test_a_number_means_the_same_aim_however_many_fighters_are_held_back() -> None:
    draft = changing_draft()
    aims = draft.aim_plans()
    numbers: dict[int, str] = {}
    alike = 0
    for held in (*range(aims.most_held + 1), *range(aims.most_held, -1, -1)):
        draft.hold(held)
        if held == 1:
            draft.ask_exec()
        names = {row.number: row.name.partition(",")[0] for row in draft.rows()}
        assert names | numbers == names, "no row is lost and none changes its number"
        numbers = names
        for row in draft.rows():
            aim = draft.numbered[row.number - 1]
            assert bool(row.like) == (aim is not None and aim not in aims.offered(held))
            alike += bool(row.like)
    assert alike
    assert draft.numbered[: len(aims.offered())] == aims.offered()


def test_an_aim_that_is_much_like_another_says_so_and_stays_chosen() -> None:
    draft = changing_draft()
    aims = draft.aim_plans()
    held, lost = next(
        (held, aim)
        for held in range(aims.most_held + 1)
        for aim in aims.offered()
        if aim not in aims.offered(held)
    )
    number = draft.numbered.index(lost) + 1
    assert draft.choose(number)
    draft.hold(held)
    assert draft.now == PlanSetting(aims.plan(lost, held), lost, held)
    row = draft.rows()[number - 1]
    assert (row.is_set, like_words(row)) == (True, "much like aim 1")
    assert draft.choose(1)
    assert draft.choose(number)
    assert draft.now.aim == lost


def test_fighters_are_held_back_one_at_a_time() -> None:
    draft = draft_of()
    most = draft.aim_plans().most_held
    held = []
    for more in (*[1] * (most + 1), *[-1] * (most + 1)):
        draft.hold(draft.next_held(more))
        held.append(draft.now.held)
    assert held == [*range(1, most + 1), most, *range(most - 1, -1, -1), 0]


def chances(named: str, others: float, games: int = 512) -> Recommendation:
    """What games say of the exec's plan and each aim, of which one is better than all others."""
    names = [EXEC, *(aim.name for aim in EVERY_AIM)]
    each = {
        name: Chance(0.7 if name == named else others, 0.0, 1.0, games, 0.0, 0.0) for name in names
    }
    return Recommendation(named, EXEC, names[1], BETTER, WIN, each)


def test_the_exec_names_the_aim_that_wins_most_often_and_no_other() -> None:
    draft = draft_of()
    draft.ask_exec()
    by_damage = draft.execs
    draft.learn_from_games(chances(EXEC, 0.6), 0)
    assert draft.execs == by_damage
    assert "least damage" in draft.advice_words()
    aim = draft.aim_plans().offered()[1]
    draft.learn_from_games(chances(aim.name, 0.6), 0)
    assert draft.execs == PlanSetting(draft.aim_plans().plan(aim), aim)
    assert draft.advice_words() == (
        f"Your exec would choose 2, {aim_name(draft.play, aim)}, no fighters held back: "
        "best chance in 512 simulated games."
    )
    words = draft.chances_words(0, chances(aim.name, 0.6), differs=True, more=False)
    assert "60% with 1 and 0 held, 70% with 2 and 0 held" in words
    assert "better" not in words
    worse = msgspec.structs.replace(chances("fewest", 0.1), order="fewest")
    worse.chances["fewest"] = msgspec.structs.replace(worse.chances["fewest"], chance=0.65)
    draft.learn_from_games(worse, 3)
    assert draft.execs.aim == aim, "it wins less often than the order that he has named"


def test_the_execs_order_is_listed_with_its_fighters_if_others_are_held_back_now() -> None:
    draft = draft_of()
    draft.ask_exec()
    execs = draft.execs
    assert execs.aim is not None
    assert execs.held
    number = draft.numbered.index(execs.aim) + 1
    words = draft.chances_words(0, chances(EXEC, 0.6), differs=True, more=False)
    assert f"70% with {number} and {execs.held} held" in words
    assert "60% with 1 and 0 held" in words
    words = draft.chances_words(execs.held, chances(execs.aim.name, 0.6), differs=True, more=False)
    assert " held" not in words


def test_each_plane_has_its_slots_and_its_chance_with_and_without_them() -> None:
    draft = draft_of()
    draft.choose(1)
    for row in draft.planes():
        targets = draft.now.targets
        assert row.slots == [
            each for each in draft.choice.slots if targets.get(each) == row.plane.number
        ]
        assert row.unfired == percent(draft.odds.plane(row.plane.number).any)
        assert row.planned == percent(draft.odds.plane(row.plane.number, row.slots).any)


def test_without_odds_guns_with_one_target_are_aimed_and_nothing_has_a_chance() -> None:
    draft = draft_of(UNAIDED)
    assert draft.by_guns
    assert draft.now.targets
    for slot, plane in draft.now.targets.items():
        assert not is_fighters(slot)
        assert draft.choice.slots[slot] == (plane,)
    assert {(row.unfired, row.planned) for row in draft.planes()} == {("", "")}
    assert draft.order(draft.now) is None


def test_an_aim_is_wanted_until_one_is_set_or_the_guns_are_aimed() -> None:
    draft = draft_of()
    assert draft.wants_aim
    draft.aim_slots({})
    assert not draft.wants_aim, "an empty plan made by hand holds fire"
    draft = draft_of()
    draft.choose(1)
    assert not draft.wants_aim


def test_no_fighters_are_held_back_in_the_last_wave() -> None:
    draft = draft_of()
    draft.check_holding()
    draft.aim_plans().most_held = 0
    with pytest.raises(Illegal, match="the last wave"):
        draft.check_holding()
    draft.aim_plans().fighters = 0
    with pytest.raises(Illegal, match="no fighters"):
        draft.check_holding()
