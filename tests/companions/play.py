"""Play a companion game in a test: answers, what is asked, what was reported, the score sheet."""

from __future__ import annotations

from picket_duty.companions.table import RefereeRemark, is_visible
from picket_duty.companions.table_pages import score_sheet
from picket_duty.pages.blocks import plain
from picket_duty.requests import NUMBER, Roll


def give(game, *answers):
    """Give answers one after another; dice as (3, 4), or as a number for one die."""
    for answer in answers:
        is_roll = isinstance(game.request, Roll)
        assert is_roll or not isinstance(answer, tuple), (about(game), answer)
        assert isinstance(answer, tuple | int) or not is_roll, (about(game), answer)
        game.answer((answer,) if is_roll and isinstance(answer, int) else answer)
    return game


def about(game):
    """What is asked: the purpose of a roll, the id of a choice."""
    if game.request is None:
        return "over"
    return game.request.purpose.id if isinstance(game.request, Roll) else game.request.about


def until(game, what, turn=None):
    """Give the mildest answers until this is asked: nothing happens, everyone passes."""
    while not (about(game) == what and turn in (None, game.state.move)):
        request = game.request
        assert request is not None, remarks(game)[-1]
        if isinstance(request, Roll):
            game.answer((3, 4) if len(request.faces) == 2 else (3,))
        elif request.kind == NUMBER:
            game.answer(max(0, request.least))
        else:
            legal = request.legal()
            game.answer(next(answer for answer in ("pass", "done", "no", *legal) if answer in legal))
    return game


def remarks(game, seat="", since=0):
    """The remarks of the referee that a side may read, or both."""
    events = [event for event in game.events[since:] if is_visible(event, seat)]
    return [event.text for event in events if isinstance(event, RefereeRemark)]


def sheet(game, seat=""):
    """The score sheet: for each section its texts by name."""
    sections = score_sheet(game.state, game.tables, seat)
    return {section.title: {name: plain(text) for name, text in section.rows} for section in sections}
