"""The drafts of a choice and of dice: keys, typing, and the answer they give."""

from __future__ import annotations

import pytest

from picket_duty.drafts.choice import NONE, ChoiceDraft, answer_of
from picket_duty.drafts.dice import DiceDraft
from picket_duty.requests import LABEL, NUMBER, ONE, Choice, Decision, Illegal, Option


def choice_of(kind: str, *values: str, **fields: object) -> Choice:
    decision = Decision("test", kind, "Which?", "1", numbered=bool(fields.pop("numbered", False)))
    options = tuple(Option(value, value.upper()) for value in values)
    return Choice(decision, options, **fields)  # type: ignore[arg-type]


def test_an_option_is_selected_by_keys_and_arrows_before_it_is_the_answer() -> None:
    draft = ChoiceDraft(choice_of(ONE, "yes", "no", "later"))
    with pytest.raises(Illegal, match="Choose first: 1, 2 or 3"):
        draft.answer()
    draft.move(-1)
    assert draft.answer() == "yes"
    draft.move(10)
    draft.move(1)
    assert draft.answer() == "later"
    draft.type("2")
    assert draft.answer() == "no"
    with pytest.raises(Illegal, match="4 is not an option"):
        draft.type("4")
    assert draft.answer() is None, "Enter was meant for what was refused"
    assert draft.answer() == "no"


def test_many_keys_are_named_by_the_first_and_the_last() -> None:
    draft = ChoiceDraft(choice_of(ONE, *map(str, range(10))))
    assert draft.open_keys() == "1 to 10"


def test_numbers_of_the_map_are_keys_and_other_options_have_letters() -> None:
    draft = ChoiceDraft(choice_of(ONE, "3", "12", "pass", numbered=True))
    assert draft.keys == ["3", "12", "a"]
    draft.type("1")
    draft.type("2")
    assert draft.value == "12"
    draft.type("a")
    assert draft.value == "pass"
    assert answer_of(draft.choice, "PASS") == "pass"


def test_a_number_is_typed_or_stepped_within_its_limits_and_begun_afresh() -> None:
    draft = ChoiceDraft(choice_of(NUMBER, least=-2, most=20))
    with pytest.raises(Illegal, match="a number from -2 to 20"):
        draft.answer()
    for character in "19":
        draft.type(character)
    draft.move(-1)
    assert draft.answer() == 20
    draft.move(-1)
    assert draft.answer() == 20
    draft.type("7", afresh=True)
    draft.erase()
    draft.type("5")
    assert draft.answer() == 5
    assert draft.takes("-")
    assert not draft.takes("x")


def test_a_label_is_typed_in_capitals_and_its_option_is_the_answer_to_nothing_typed() -> None:
    draft = ChoiceDraft(choice_of(LABEL, "done"))
    assert (draft.selected, draft.answer()) == (NONE, "done")
    for character in "b12":
        draft.type(character)
    assert draft.answer() == "B12"


def test_dice_fill_their_fields_and_one_that_a_die_cannot_show_is_refused() -> None:
    draft = DiceDraft((6, 10))
    assert draft.enter(7) == (1, 6)
    assert draft.enter(3) is None
    assert (draft.index, draft.missing) == (1, 1)
    assert draft.enter(0) is None
    assert (draft.is_full, draft.dice) == (True, [3, 0])
    draft.move(-5)
    draft.erase()
    assert draft.dice == [None, 0]
    draft.enter(6)
    assert draft.dice == [6, 0]
