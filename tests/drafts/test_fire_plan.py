"""The draft of a fire plan: what can be set, what its rows say, undo."""

from __future__ import annotations

import pytest

from picket_duty.drafts.fire_plan import FirePlanDraft, PlanSetting, begin_fire_plan
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.plan import is_fighters
from picket_duty.pages.fire_plan import BY_GUNS, EXECS_OWN
from picket_duty.requests import Choice, Illegal
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text.names import percent
from tests.tui.games import aims_plan, big_plan


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
    assert draft.now == PlanSetting(draft.by_aims().plan(Aim(), 2), Aim(), 2)
    draft.take_back()
    assert draft.now == first
    draft.take_back()
    assert (draft.now, draft.can_take_back) == (start, False)


def test_rows_are_the_aims_then_the_execs_plan_then_the_players_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draft = draft_of()
    aims = len(draft.by_aims().offered())
    assert [row.number for row in draft.rows()] == [*range(1, aims + 1)]
    assert not any(row.is_set for row in draft.rows())
    slot = next(iter(draft.choice.slots))
    monkeypatch.setattr(AimPlans, "advised", lambda plans: (None, 0, {slot: 1}))
    draft.ask_exec()
    assert draft.rows()[-1].figures.name == EXECS_OWN
    assert draft.choose(aims + 1)
    assert draft.now == PlanSetting({slot: 1}, is_execs=True)
    assert draft.chosen == aims + 1
    draft.aim_slots({slot: 2})
    assert draft.rows()[-1].figures.name == BY_GUNS
    assert (draft.rows()[-1].is_set, draft.chosen) == (True, 0)
    assert not draft.choose(aims + 2)


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
    draft.by_aims().most_held = 0
    with pytest.raises(Illegal, match="the last wave"):
        draft.check_holding()
    draft.by_aims().fighters = 0
    with pytest.raises(Illegal, match="no fighters"):
        draft.check_holding()
