"""A walk through the program: a table of keys, the screens they lead to, and what is shown there."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from picket_duty.tui.app import PicketApp
from picket_duty.tui.widgets.board_layout import Board
from picket_duty.tui.widgets.choice_panel import ChoicePanel
from picket_duty.tui.widgets.choices import ItemList
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.panel import Panel
from tests.tui.conftest import running, texts, until


class Walk:
    """Steps from a game, a screen or (None) the menu on, one per line.

    - ``press KEYS``, ``type TEXT``, ``paste TEXT``, ``size 80x24``; ``x*3`` is a key thrice
    - ``select ITEM``: the item of a list by its value
    - ``on SCREEN``, ``request KIND``: the classes of what is shown and asked
    - ``PANEL: TEXT``, ``PANEL lacks: TEXT``; ``shows PANEL``, ``hides PANEL``
    - ``is FACT = VALUE``: a fact given by name, one of ``FACTS``, else an attribute of the screen
    - ``answers X, Y``: the last answers given
    - ``so NAME``: a condition or an action given by name
    """

    def __init__(
        self,
        start: Callable[[], Any] | None,
        steps: str,
        *,
        size: tuple[int, int] = (80, 24),
        slow: bool = True,
        **named: Callable[[Any], Any],
    ):
        self.start = start
        self.steps = [step.strip() for step in steps.splitlines() if step.strip()]
        self.size = size
        self.slow = slow
        self.named = named

    async def take(self) -> None:
        async with running(self.start() if self.start else None, self.size) as (pilot, _):
            for number, step in enumerate(self.steps):
                try:
                    await self.step(pilot, *step.split(" ", 1))
                except TimeoutError:
                    screen = pilot.app.screen
                    raise AssertionError(f"step {number}: {step} on {screen}") from None

    async def step(self, pilot: Pilot[Any], verb: str, words: str) -> None:
        named = self.named.get(words)
        if verb == "press":
            await pilot.press(*keys_of(words))
        elif verb == "type":
            await pilot.press(*("space" if sign == " " else sign for sign in words))
        elif verb == "paste":
            pilot.app.post_message(events.Paste(words))
            await pilot.pause()
        elif verb == "select":
            pilot.app.screen.query_one(ItemList).select(words)
            await pilot.pause()
        elif verb == "size":
            await pilot.resize_terminal(*map(int, words.split("x")))
            await pilot.pause()
        elif inspect.iscoroutinefunction(named):
            await named(pilot)
        elif verb == "so":
            await until(pilot, lambda: named(pilot.app))
        elif verb == "is":
            name, _, value = words.partition(" =")
            fact = (FACTS | self.named).get(name, lambda app: attrgetter(name)(app.screen))
            await until(pilot, lambda: str(fact(pilot.app)) == value.strip())
        else:
            await until(pilot, lambda: is_so(pilot.app, verb, words))


def keys_of(words: str) -> list[str]:
    """Keys by their names; a name and ``*3`` is the key thrice."""
    keys = []
    for word in words.split():
        key, _, times = word.partition("*")
        keys += [key] * int(times or 1)
    return keys


def is_so(app: PicketApp, verb: str, words: str) -> bool:
    """Whether a line of a walk is true now."""
    if verb == "on":
        return is_kind(app.screen, words)
    if verb == "request":
        return is_kind(app.screen.game.request, words)
    if verb == "answers":
        last = ast.literal_eval(f"[{words}]")
        return app.screen.game.answers[-len(last) :] == last
    if verb in ("shows", "hides"):
        return app.screen.query_one(f"#{words}").display is (verb == "shows")
    text = words.removeprefix("lacks: ")
    return (text.strip('"') in shown(app, verb.rstrip(":"))) is (text == words)


def is_kind(thing: object, name: str) -> bool:
    return any(kind.__name__ == name for kind in type(thing).__mro__)


def shown(app: PicketApp, name: str) -> str:
    """The text of a panel by lines, and once more as one line."""
    lines = [
        line for panel in app.screen.query(f"#{name}").results(Panel) for line in texts(panel.lines)
    ]
    return "\n".join([*lines, " ".join(" ".join(lines).split())])


#: Facts that are no attributes of the screen.
FACTS: dict[str, Callable[[Any], Any]] = {
    "number of answers": lambda app: len(app.screen.game.answers),
    "decided": lambda app: not isinstance(app.screen.game.answers[-1], tuple),
    "below": lambda app: type(app.screen_stack[-2]).__name__,
    "large": lambda app: app.screen.query_one(Board).large,
    "shown": lambda app: app.screen.query_one(Board).shown,
    "log.lines_below": lambda app: app.screen.query_one(EventLog).lines_below,
    "row": lambda app: app.screen.query_one(ItemList).index,
    "item.value": lambda app: app.screen.query_one(ItemList).item.value,
    "option": lambda app: app.screen.query_one(ChoicePanel).draft.selected,
    "focused.id": lambda app: app.focused.id,
    "notice_style": lambda app: app.screen.query_one(FirePlanPanel).notice_style,
    "theme": lambda app: app.theme,
    "return_value": lambda app: app.return_value,
    "settings.pace": lambda app: app.settings.pace,
}


def walks(table: dict[str, Walk]) -> pytest.MarkDecorator:
    """Parametrize a test by walks, of which the slow ones are marked."""
    return pytest.mark.parametrize(
        "walk",
        [
            pytest.param(walk, id=name, marks=[pytest.mark.slow] * walk.slow)
            for name, walk in table.items()
        ],
    )
