"""The lists of scenarios and campaigns, with the text of the selected one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from picket_duty.odds.fights import measured_fights
from picket_duty.pages.blocks import Block
from picket_duty.pages.introductions import campaign_page, scenario_page
from picket_duty.state import BASIC, CAMPAIGN, SCENARIO
from picket_duty.text.styled_text import Line
from picket_duty.tui.keymap import back, bind, digits, hidden
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.game_setup import (
    SetupScreen,
    common_fields,
    common_options,
    scenario_fields,
    ship_name_row,
)
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import LIST_MARGIN, Item, ItemList, text_width
from picket_duty.tui.widgets.form import FormRow
from picket_duty.tui.widgets.panel import ScrollText

#: The greatest width of the text of a game.
TEXT_WIDTH = 90
#: Below the list: who played the games that were counted, and by which rules.
DOCTRINE = "   Doctrine is an automatic captain. Its games follow the printed rules."


class ScenarioScreen(Page[None]):
    """The list of scenarios, with the text of the selected one. The list of campaigns differs in the
    members that it overrides.
    """

    #: The kind of the games of the list.
    kind: ClassVar = SCENARIO
    #: The id of the box around the list and the text of the selected game.
    box: ClassVar = "fights"
    BINDINGS: ClassVar = [
        bind(
            "space,pagedown",
            "scroll(8)",
            "Scroll down",
            "Scroll down",
            "scenarios.read_on",
            display="Space",
        ),
        *digits("number", "Select a scenario by its number", "scenarios.number"),
        hidden("pageup", "scroll(-8)", "Scroll up", id="scenarios.read_back"),
        back(tooltip="Back to the menu"),
    ]

    def content(self) -> Iterable[Widget]:
        from picket_duty.saves import latest_saves

        last = latest_saves(
            most=1,
            wanted=lambda save: save.setup is not None and save.setup.kind == self.kind,
            finished=True,
        )
        played = next((save.setup.name for save in last if save.setup is not None), "")
        # The wide list of scenarios is above the text, the list of campaigns beside it.
        box = Vertical if self.box == "fights" else Horizontal
        with box(id=self.box):
            yield ItemList(self.items(), played, id="list")
            yield ScrollText(self._lines, id="reading")

    def items(self) -> list[Item]:
        """The scenarios of the tables, the player's own included, below the headings of their
        columns.
        """
        words = {
            number: (
                f"{fight.planes:>6.0f}   {fight.no_attack:>7.0f} %   {fight.won:>13.0f} %   "
                f"{fight.minutes:>7.0f}"
            )
            for number, fight in measured_fights(BASIC).items()
        }
        items = [
            Item(str(data.number), f"{data.number} {data.title}", words.get(data.number, ""))
            for data in self.context.tables.scenarios.values()
        ]
        width = text_width(items) + LIST_MARGIN
        heads = Item(
            "",
            f"{'   Scenario':<{width}}planes   no attack     doctrine wins   minutes",
            heading=True,
        )
        return [heads, *items, Item("", DOCTRINE, heading=True)]

    def action_number(self, number: int) -> None:
        """Select a scenario by its number: its briefing is read before it is chosen."""
        if number in self.context.tables.scenarios:
            self.query_one(ItemList).select(str(number))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A text that fits does not scroll."""
        return action != "scroll" or all(text.is_long for text in self.query(ScrollText))

    def action_scroll(self, rows: int) -> None:
        self.query_one(ScrollText).scroll_relative(y=rows, animate=False, immediate=True)

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        self.query_one(ScrollText).show_text(self._lines)

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        self.app.push_screen(self.setup_of(event.item.value))

    def _lines(self, width: int) -> list[Line]:
        item = self.query_one(ItemList).item
        page = self.page_of(item.value) if item is not None else ()
        return page_lines(page, min(width, TEXT_WIDTH), self.context.glyphs)

    def setup_of(self, value: str) -> SetupScreen:
        """The set-up of the game chosen."""
        data = self.context.tables.scenarios[int(value)]
        title = f"Scenario {data.number}: {data.title}"
        return SetupScreen(
            title, {"scenario": data.number}, scenario_fields(data, self.context.tables)
        )

    def page_of(self, value: str) -> Iterable[Block]:
        """The text of the game selected."""
        return scenario_page(self.context.tables.scenarios[int(value)], self.context.tables)


class CampaignScreen(ScenarioScreen):
    """The list of campaigns."""

    kind = CAMPAIGN
    box = "pick"

    def items(self) -> list[Item]:
        return [
            Item(data.id, data.title.removeprefix("The "))
            for data in self.context.tables.campaigns.values()
        ]

    def setup_of(self, value: str) -> SetupScreen:
        data = self.context.tables.campaigns[value]
        fields = [
            *common_fields(common_options(self.context.tables)),
            ship_name_row(self.context.tables),
        ]
        if data.choose_start:
            note = f"Any date from {data.start} to {data.latest_start or data.end}."
            fields.append(FormRow("start", "First day", data.start.isoformat(), note=note, most=10))
        return SetupScreen(data.title, {"campaign": data.id}, fields)

    def page_of(self, value: str) -> Iterable[Block]:
        return campaign_page(self.context.tables.campaigns[value])
