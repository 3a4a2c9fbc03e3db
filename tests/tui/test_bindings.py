"""Rows of key bindings, and the pages that share closing and text."""

from __future__ import annotations

import importlib.util
import inspect
import pkgutil

from textual.binding import Binding

from picket_duty import tui
from picket_duty.tui.app import PicketApp
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, line
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.widgets.panel import ScrollText
from tests.tui.conftest import TABLES, running


def test_a_binding_row_becomes_a_binding_with_the_same_fields() -> None:
    assert bind("f5,x", "roll", "Roll", "Roll the dice", "dice.roll", display="F5", priority=True) == Binding(
        "f5,x", "roll", "Roll", key_display="F5", priority=True, tooltip="Roll the dice", id="dice.roll"
    )
    assert bind("x", "roll", "Roll") == Binding("x", "roll", "Roll")


def test_a_hidden_binding_is_not_on_the_key_line() -> None:
    assert hidden("x", "roll", "Roll", "Roll the dice", "dice.roll") == Binding(
        "x", "roll", "Roll", show=False, tooltip="Roll the dice", id="dice.roll"
    )


def test_back_has_one_id_and_label_everywhere() -> None:
    assert back("escape,r", "Back to the menu") == Binding(
        "escape,r", "close", "Back", key_display="Esc", tooltip="Back to the menu", system=True, id="page.back"
    )


class NarrowPage(TextPage[None]):
    """A page of 100 lines, each with the width it was made for."""

    MAX_WIDTH = 60
    BINDINGS = [back()]

    def lines_for(self, width: int) -> list[Line]:
        """The lines."""
        return [line(f"made for {width}") for _ in range(100)]


async def test_a_text_page_has_a_width_scrolls_and_closes() -> None:
    app = PicketApp(TABLES)
    async with running(app) as (pilot, _):
        page = NarrowPage()
        app.push_screen(page)
        await pilot.pause()
        text = page.query_one(ScrollText)
        assert text.has_focus
        assert text.lines[0] == line("made for 60")
        await pilot.press("pagedown")
        assert text.scroll_offset.y > 0
        read_to = text.scroll_offset.y
        page.redraw_text()
        assert text.scroll_offset.y == read_to
        page.turn_page()
        assert text.scroll_offset.y == 0
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


def test_the_help_of_every_key_begins_with_a_capital() -> None:
    bound = 0
    # The core is tested without companions, too.
    brought = ["picket_duty.companions.screens"] if importlib.util.find_spec("picket_duty.companions") else []
    for package in (tui, *map(importlib.import_module, brought)):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, owner in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                for binding in vars(owner).get("BINDINGS", ()):
                    if not isinstance(binding, Binding) or not owner.__module__.startswith("picket_duty."):
                        continue
                    bound += 1
                    assert not binding.tooltip or binding.tooltip[0].isupper(), (name, binding.id, binding.tooltip)
    assert bound > 100
