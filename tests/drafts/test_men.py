"""The draft of repair men: what may be assigned, and who is still idle."""

from __future__ import annotations

import pytest

from picket_duty.book.ids import SECONDARY
from picket_duty.drafts.men import MenDraft
from picket_duty.requests import Choice, Illegal
from tests.tui.games import hurt_ship


def draft() -> MenDraft:
    game = hurt_ship()
    assert isinstance(game.request, Choice)
    return MenDraft(game.play, game.request)


def test_men_of_a_section_are_assigned_until_none_are_left() -> None:
    men = draft()
    name, job = next(iter(men.choice.jobs.items()))
    assert men.left() == men.choice.men
    men.assign(name, 1)
    assert men.left()[job.section] == men.choice.men[job.section] - 1
    before = dict(men.men)
    with pytest.raises(Illegal):
        men.assign(name, men.choice.most + 1)
    assert men.men == before
    men.assign(name, 0)
    assert men.order() == {}


def test_idle_men_who_would_help_are_counted_until_they_are_assigned() -> None:
    men = draft()
    helpful = men.helpful()
    assert helpful > 0
    men.men = dict(men.execs)
    assert men.helpful() < helpful


def test_each_job_has_a_figure_for_each_number_of_men() -> None:
    men = draft()
    for name in men.choice.jobs:
        assert len(men.chances(name)) == len(men.columns(name)) == len(men.outcomes[name].rates)
        men.men = {name: 1}
        assert men.has_enough(name) == (
            men.outcomes[name].rates[0] == max(men.outcomes[name].rates)
        )


def test_jobs_that_no_fight_depends_on_are_listed_last() -> None:
    men = draft()
    assert men.rest == [name for name, job in men.choice.jobs.items() if job.kind == SECONDARY]
    assert men.rest == list(men.choice.jobs)[-len(men.rest) :]
    assert men.men == {}, "nobody is assigned beforehand"
