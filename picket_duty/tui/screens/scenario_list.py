"""The lists of scenarios and campaigns, each with its background, special rules and victory conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty.book import Tables
from picket_duty.state import CAMPAIGN, SCENARIO
from picket_duty.text.names import date_words
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, Span, line, paragraphs, wrap
from picket_duty.tui.screens.game_setup import SetupScreen, campaign_fields, scenario_fields
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.panel import Reading

if TYPE_CHECKING:
    from picket_duty.book.data import CampaignData, ScenarioData

BACK = back(tooltip="Back to the menu")
TEXT_WIDTH = 90


class ScenarioScreen(Page[None]):
    """The scenarios."""

    BINDINGS: ClassVar = [
        bind("pagedown,space", "scroll_text(8)", "Read on", "Scroll the text", "scenarios.read_on", display="PgDn"),
        *(
            hidden(str(digit), f"number({digit})", "By number", id=f"scenarios.number_{digit}")
            for digit in range(1, 10)
        ),
        hidden("pageup", "scroll_text(-8)", "Read back", id="scenarios.read_back"),
        BACK,
    ]

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def content(self) -> Iterable[Widget]:
        """The list on the left, the scenario on the right."""
        with Horizontal(id="pick"):
            yield from self._pick(self.items(), SCENARIO)

    def items(self) -> list[Item]:
        """The scenarios of the tables, the player's own included."""
        return [Item(str(data.number), f"{data.number} {data.title}") for data in self.tables.scenarios.values()]

    def _pick(self, items: list[Item], kind: str) -> Iterable[Widget]:
        """The list with what was played last selected, and the text of the selection."""
        from picket_duty.saves import latest_saves

        last = latest_saves(1, lambda save: save.setup is not None and save.setup.kind == kind, finished=True)
        names = [item.value for item in items]
        choices = Choices(items, id="list")
        if last and last[0].setup is not None and last[0].setup.name in names:
            choices.place = names.index(last[0].setup.name)
        yield choices
        yield Reading(self._lines_of(names[choices.place]), id="reading")

    def action_number(self, number: int) -> None:
        """Choose a scenario by its number."""
        values = [item.value for item in self.query_one(Choices).items]
        if str(number) in values:
            self.query_one(Choices).action_move(values.index(str(number)) - self.query_one(Choices).place)
            self.query_one(Choices).action_choose()

    def action_scroll_text(self, rows: int) -> None:
        """Scroll the text."""
        self.query_one(Reading).scroll_relative(y=rows, animate=False, immediate=True)

    @on(Choices.LookedAt)
    def look_at(self, event: Choices.LookedAt) -> None:
        """Show the text of the selected item."""
        self.query_one(Reading).show_text(self._lines_of(event.item.value))

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Open the setup page."""
        self.app.push_screen(self._setup_of(event.item.value))

    def _setup_of(self, value: str) -> SetupScreen:
        data = self.tables.scenarios[int(value)]
        title = f"Scenario {data.number}: {data.title}"
        return SetupScreen(title, {"scenario": data.number}, scenario_fields(data, self.tables))

    def _lines_of(self, value: str) -> Callable[[int], list[Line]]:
        data = self.tables.scenarios[int(value)]
        return lambda width: scenario_lines(data, self.tables, min(width, TEXT_WIDTH))


class CampaignScreen(ScenarioScreen):
    """The campaigns."""

    def content(self) -> Iterable[Widget]:
        """The list on the left, the campaign on the right."""
        items = [Item(data.id, data.title.removeprefix("The ")) for data in self.tables.campaigns.values()]
        with Horizontal(id="pick"):
            yield from self._pick(items, CAMPAIGN)

    def _setup_of(self, value: str) -> SetupScreen:
        data = self.tables.campaigns[value]
        return SetupScreen(data.title, {"campaign": data.id}, campaign_fields(data, self.tables))

    def _lines_of(self, value: str) -> Callable[[int], list[Line]]:
        data = self.tables.campaigns[value]
        return lambda width: campaign_lines(data, min(width, TEXT_WIDTH))


def scenario_lines(data: ScenarioData, tables: Tables, width: int) -> list[Line]:
    """The briefing of a scenario."""
    ship = tables.ships[data.ship_class]
    lines = [
        line((f"{data.number}  {data.title}", "title")),
        *wrap(line((f"{data.ship} {data.hull}".strip(), "strong"), f", {ship.name}"), width),
        line(f"{date_words(data.date)}, picket station {data.station}"),
        line(f"{data.turns} turn{'s' if data.turns > 1 else ''}, {', '.join(data.phases)}"),
        [],
        *paragraphs(data.background, width),
    ]
    return [*lines, *_rules(data.special, data.victory, width), *_credit(data.credit, width)]


def campaign_lines(data: CampaignData, width: int) -> list[Line]:
    """The briefing of a campaign."""
    lines = [
        line((data.title, "title")),
        line(f"{date_words(data.start)} to {date_words(data.end)}"),
        [],
        *paragraphs(data.background, width),
    ]
    return [*lines, *_rules(data.special, data.victory, width)]


def _rules(special: tuple[str, ...], victory: str, width: int) -> list[Line]:
    lines: list[Line] = [[], line(("Special rules", "title"))]
    for rule in special:
        lines += wrap([Span("- "), Span(rule)], width)
    return [*lines, [], line(("Victory", "title")), *paragraphs(victory, width)]


def _credit(credit: str, width: int) -> list[Line]:
    return [[], *paragraphs(credit, width, "dim")] if credit else []
