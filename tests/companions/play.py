"""Play a companion game in a test: answers, what is asked, what was reported, the score sheet."""

from __future__ import annotations

from itertools import chain

from picket_duty.companions import table_saves
from picket_duty.companions.score_sheets import score_sheet
from picket_duty.companions.table import Headline, RefereeRemark, is_visible
from picket_duty.pages.blocks import plain
from picket_duty.requests import NUMBER, Roll
from tests.companions import small_island
from tests.games import of_kind
from tests.text_table import table_of


def give(game, *answers):
    """Give answers one after another; dice as (3, 4), or as a number for one die."""
    for answer in answers:
        is_roll = isinstance(game.request, Roll)
        assert is_roll or not isinstance(answer, tuple), (about(game), answer)
        assert isinstance(answer, tuple | int) or not is_roll, (about(game), answer)
        game.answer((answer,) if is_roll and isinstance(answer, int) else answer)
    return game


def saved(name, *answers):
    """A game begun and left after some answers, and its save."""
    game, path = table_saves.begin_game(name, seed=1)
    give(game, *answers).save_file.close()
    return game, path


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
            game.answer(
                next(answer for answer in ("pass", "done", "no", *legal) if answer in legal)
            )
    return game


def remarks(game, seat="", since=0):
    events = [event for event in game.events[since:] if is_visible(event, seat)]
    return [event.text for event in of_kind(events, RefereeRemark)]


def headlines(game):
    return [event.text for event in of_kind(game.events, Headline)]


def sheet(game, seat=""):
    """The score sheet: for each section its texts by name."""
    sections = score_sheet(game.state, game.tables, seat)
    return {
        section.title: {name: plain(text) for name, text in section.rows} for section in sections
    }


def own_sheet(game):
    return sheet(game, game.state.seat)


class See(dict):
    """What is to be seen at a point of a game, by the names that ``seen`` knows."""


def walk(game, *steps, change=None):
    """Take steps, each a table of steps (``steps_of``) or one of these: an answer, dice, what is
    asked next and its turn, marks for ``change``, facts to be seen.

    Returns the facts that are otherwise: the number of the step, the name, what is wanted and what
    is seen.
    """
    wrong = []
    for number, step in enumerate(chain.from_iterable(map(steps_of, steps))):
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


def steps_of(step):
    """The steps of a table, one row each; any other step alone.

    - ``do | ANSWER | ...``: answers and dice
    - ``until | ABOUT | TURN``: what is asked next, and in which turn
    - ``set | MARKS``: marks for ``change``
    - ``see | FACT | VALUE``: a fact; several values are a list, several parts a dictionary
    """
    if not isinstance(step, str) or "\n" not in step:
        yield step
        return
    for verb, *values in table_of(step):
        if verb == "do":
            yield from values
        elif verb == "until":
            yield tuple(values)
        elif verb == "set":
            yield one_of(values)
        else:
            name, *wanted = values
            yield See({name: one_of(wanted)})


def one_of(values):
    """One value, a dictionary of several parts, or a list."""
    if isinstance(values[0], dict):
        return {name: value for part in values for name, value in part.items()}
    return values[0] if len(values) == 1 else values


#: Facts of a game by name; of lists of texts and answers, those that are as wanted.
FACTS = {
    "says": lambda game, wanted: [text for text in wanted if text in remarks(game)],
    "unsaid": lambda game, wanted: [text for text in wanted if text not in remarks(game)],
    "begins": lambda game, wanted: [
        text for text in wanted if any(said.startswith(text) for said in remarks(game))
    ],
    "times": lambda game, wanted: {text: remarks(game).count(text) for text in wanted},
    "last": lambda game, wanted: remarks(game)[-len(wanted) :],
    "ends_in": lambda game, wanted: {text: text in remarks(game)[-1] for text in wanted},
    "headlines": lambda game, wanted: [text for text in wanted if text in headlines(game)],
    "answers": lambda game, _: game.answers,
    "about": lambda game, _: about(game),
    "prompts": lambda game, wanted: [text for text in wanted if text in game.request.prompt],
    "texts": lambda game, wanted: {
        one.value: one.text for one in game.request.options if one.value in wanted
    },
    "chances": lambda game, _: {
        option.text.partition("success ")[2] for option in game.request.options
    },
    "legal": lambda game, _: game.request.legal(),
    "first": lambda game, wanted: game.request.legal()[: len(wanted)],
    "offers": lambda game, wanted: [answer for answer in wanted if answer in game.request.legal()],
    "bars": lambda game, wanted: [
        answer for answer in wanted if answer not in game.request.legal()
    ],
    "marked": lambda game, _: game.request.decision.marked,
    "most": lambda game, _: game.request.most,
    "asked": lambda game, wanted: {
        what: any(getattr(event, "about", "") == what for event in game.events) for what in wanted
    },
    "at": lambda game, wanted: {unit: game.state.places.get(unit, "") for unit in wanted},
    "units": lambda game, wanted: {area: len(game.play.board.at(area)) for area in wanted},
    "areas": lambda game, wanted: {
        area: game.state.control.get(area, "japanese") for area in wanted
    },
    "reduced": lambda game, _: sorted(game.state.reduced),
    "pieces": lambda game, _: {
        title: rows
        for title, rows in own_sheet(game).items()
        if title not in ("Calendar", "Totals")
    },
    "on_map": lambda game, _: own_sheet(game).get("Found on the map", {}),
    "crossed": lambda game, _: own_sheet(game).get("Crossed out", {}).get("", ""),
    "points": lambda game, _: (game.state.total("japanese"), game.state.total("us")),
    "result": lambda game, _: game.outcome.result,
}


def seen(game, name, wanted):
    """A fact by its name, or a field of the state."""
    return FACTS[name](game, wanted) if name in FACTS else getattr(game.state, name)


def change(game, marks):
    """Change the board before the next choice is asked: ``at UNIT``, ``reduced UNIT``, ``area
    NUMBER``.
    """
    small_island.mark(game.state, marks)
    game.play.board.units_by_place.clear()
