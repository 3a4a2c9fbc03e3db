"""Play a companion game in a test: answers, what is asked, what was reported, the score sheet."""

from __future__ import annotations

from picket_duty.companions.table import Headline, RefereeRemark, is_visible
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
    events = [event for event in game.events[since:] if is_visible(event, seat)]
    return [event.text for event in events if isinstance(event, RefereeRemark)]


def sheet(game, seat=""):
    """The score sheet: for each section its texts by name."""
    sections = score_sheet(game.state, game.tables, seat)
    return {section.title: {name: plain(text) for name, text in section.rows} for section in sections}


class See(dict):
    """What is to be seen at a point of a game, by the names that ``seen`` knows."""


def walk(game, *steps, change=None):
    """Take steps: an answer, dice, what is asked next and its turn, marks for ``change``, facts to be seen.

    Returns the facts that are otherwise: the number of the step, the name, what is wanted and what is seen.
    """
    wrong = []
    for number, step in enumerate(steps):
        if isinstance(step, See):
            facts = {name: (wanted, seen(game, name, wanted)) for name, wanted in step.items()}
            wrong += [(number, name, *both) for name, both in facts.items() if both[0] != both[1]]
        elif isinstance(step, dict):
            change(game, step)
        elif isinstance(step, tuple) and isinstance(step[0], str):
            until(game, *step)
        else:
            give(game, step)
    return wrong


def seen(game, name, wanted):
    """A fact of a game; of lists of texts and answers those that are as wanted."""
    match name:
        case "says":
            return [text for text in wanted if text in remarks(game)]
        case "unsaid":
            return [text for text in wanted if text not in remarks(game)]
        case "begins":
            return [text for text in wanted if any(remark.startswith(text) for remark in remarks(game))]
        case "times":
            return {text: remarks(game).count(text) for text in wanted}
        case "last":
            return remarks(game)[-len(wanted) :]
        case "prompts":
            return [text for text in wanted if text in game.request.prompt]
        case "headlines":
            said = [event.text for event in game.events if isinstance(event, Headline)]
            return [text for text in wanted if text in said]
        case "texts":
            return {option.value: option.text for option in game.request.options if option.value in wanted}
        case "chances":
            return {option.text.partition("success ")[2] for option in game.request.options}
        case "first":
            return game.request.legal()[: len(wanted)]
        case "marked":
            return game.request.decision.marked
        case "units":
            return {area: len(game.play.board.at(area)) for area in wanted}
        case "answers":
            return game.answers
        case "about":
            return about(game)
        case "legal":
            return game.request.legal()
        case "offers":
            return [answer for answer in wanted if answer in game.request.legal()]
        case "bars":
            return [answer for answer in wanted if answer not in game.request.legal()]
        case "at":
            return {unit: game.state.places.get(unit, "") for unit in wanted}
        case "areas":
            return {area: game.state.control.get(area, "japanese") for area in wanted}
        case "reduced":
            return sorted(game.state.reduced)
        case "pieces":
            whole = sheet(game, game.state.seat)
            return {title: rows for title, rows in whole.items() if title not in ("Calendar", "Totals")}
        case "on_map":
            return sheet(game, game.state.seat).get("Found on the map", {})
        case "crossed":
            return sheet(game, game.state.seat).get("Crossed out", {}).get("", "")
        case "ends_in":
            return {text: text in remarks(game)[-1] for text in wanted}
        case "asked":
            return {what: any(getattr(event, "about", "") == what for event in game.events) for what in wanted}
        case "points":
            return game.state.total("japanese"), game.state.total("us")
        case "most":
            return game.request.most
        case "result":
            return game.outcome.result
    return getattr(game.state, name)
