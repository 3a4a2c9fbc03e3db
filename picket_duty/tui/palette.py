"""The command palette: the actions of the current screen, charts, sections of the manual, settings
and saves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on
from textual.app import App, SystemCommand
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider, SearchIcon
from textual.content import Content
from textual.markup import escape
from textual.widgets import Input
from textual.worker import Worker, WorkerError

from picket_duty.charts.search import (
    LONGEST_SEARCH,
    ChartEntry,
    has_word,
    is_question,
    matches,
    stems,
    words_typed,
)
from picket_duty.charts.words import safe
from picket_duty.manual import Match as ManualMatch
from picket_duty.manual import search, snippet
from picket_duty.manual.answers import found, is_numbered
from picket_duty.text.names import game_words, has_game
from picket_duty.tui.app_context import context_of
from picket_duty.tui.screens.charts import ChartScreen, chapter_of, chart_entries
from picket_duty.tui.screens.menu import destinations
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.settings import SETTINGS, Setting

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Saves listed at most, the latest first.
MOST_SAVES = 300
#: Scores by kind of hit, best first: a chart by its number, the manual and charts if the search is a
#: question, commands, other names, the manual and charts if it is no question, and charts by
#: chapter. The rank among the hits of a kind is subtracted.
NUMBER = 900.0
ANSWER = 850.0
COMMAND = 800.0
NAMED = 750.0
LOOKED_UP = 700.0
CHAPTER = 600.0
#: The highest score of a name with the letters of the search in it, but not its words.
LETTERS = 500.0
#: Sections of the manual listed at most.
MOST_SECTIONS = 12
#: Lines of the text of a section, and columns of the palette beside it.
SNIPPET_LINES = 2
MARGIN = 8


class Palette(CommandPalette, DismissOnce[None]):
    """Textual's command palette. It closes once, and errors of a search that outlives it are not
    reported.
    """

    def __init__(self) -> None:
        super().__init__(placeholder="Search for commands")

    def on_mount(self) -> None:
        """In ASCII, a mark instead of a magnifying glass."""
        if (glyphs := context_of(self.app).glyphs).ascii:
            self.query_one(SearchIcon).icon = glyphs.mark

    @on(Input.Changed)
    def cut(self, event: Input.Changed) -> None:
        """Cut a search that is too long before it is searched."""
        if len(event.value) > LONGEST_SEARCH:
            event.stop()
            event.prevent_default()
            event.input.value = event.value[:LONGEST_SEARCH]

    @on(Input.Submitted)
    async def end_search(self) -> None:
        """End the search for what was typed before Enter takes its best result; keys typed since
        then wait.
        """
        searches = [worker for worker in self.workers if worker.node is self]
        with suppress(WorkerError):
            await self.workers.wait_for_complete(searches)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Report an error of a search, unless the palette is closing."""
        if self.is_active:
            super().on_worker_state_changed(event)


class Finder(Provider):
    """Finds charts, manual pages, settings and saves by any part of their names."""

    async def startup(self) -> None:
        """Begin to read what is searched, in a separate task: Textual cancels the task of this
        call with the first search, if another key is typed during it.
        """
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        """List the saves and read the manual in the background."""
        from picket_duty.saves import list_saves

        self._saves = await asyncio.to_thread(list_saves)
        await asyncio.to_thread(search, "manual")
        self._charts = chart_entries(context_of(self.app).tables)

    async def discover(self) -> Hits:
        """The actions of the screen and the main pages, before anything is typed."""
        for command in (*self.app.get_system_commands(self.screen), *places(self.app)):
            yield DiscoveryHit(command.title, command.callback, help=command.help)

    async def search(self, query: str) -> Hits:
        """Commands, settings and saves by name, charts by number or words, sections of the manual
        that answer.
        """
        await asyncio.shield(self._reading)
        for command in self.app.get_system_commands(self.screen):
            if hit := self._named(query, command, COMMAND):
                yield hit
        for target in targets(self.app, self._saves):
            if hit := self._named(query, target, NAMED):
                yield hit
        for hit in self._looked_up(query):
            yield hit

    def _looked_up(self, query: str) -> Iterator[Hit]:
        """Charts and sections of the manual, then the charts of a chapter that the search names."""
        score = ANSWER if is_question(query) else LOOKED_UP
        matching = matches(self._charts, query)
        numbers = {chart.id for match, chart in matching if is_numbered(match, query)}
        for rank, item in enumerate(found(matching, search(query)[:MOST_SECTIONS], query)):
            if isinstance(item, ManualMatch):
                yield self._section(query, item, score - rank)
            else:
                yield self._chart(item, (NUMBER if item.id in numbers else score) - rank)
        listed = {chart.id for _, chart in matching}
        for chart in self._charts:
            if chart.id not in listed and _all_in(words_typed(query), chapter_of(chart.id)):
                yield self._chart(chart, CHAPTER)

    def _section(self, query: str, section: ManualMatch, score: float) -> Hit:
        name = f"Manual: {section.words}"
        around = escape(snippet(section, SNIPPET_LINES * (self.app.size.width - MARGIN)))
        read = partial(context_of(self.app).read_section, query, section)
        return Hit(score, Content(name), read, text=name, help=around or "Manual page")

    def _chart(self, chart: ChartEntry, score: float) -> Hit:
        name = f"Chart {chart.id} {chart.title} ({chapter_of(chart.id)})"

        def show() -> None:
            self.app.push_screen(ChartScreen(context_of(self.app).tables[chart.id]))

        return Hit(score, Content(name), show, text=name, help="Chart")

    def _named(self, query: str, target: SystemCommand, score: float) -> Hit | None:
        """The hit of a command whose title has every word typed, or the letters of a single one in
        their order; None for others.
        """
        matcher = self.matcher(query)
        letters = matcher.match(target.title)
        typed = words_typed(query)
        if _all_in(typed, target.title):
            score += min(1.0, letters / LETTERS)
        elif letters > 0 and len(typed) == 1:
            score = min(LETTERS, letters)
        else:
            return None
        return Hit(
            score,
            matcher.highlight(target.title),
            target.callback,
            text=target.title,
            help=target.help,
        )


def _all_in(typed: list[str], name: str) -> bool:
    """Whether a name has every word typed, in another form or unfinished; False without words."""
    own = frozenset(stems(name))
    return bool(typed) and all(has_word(own, word) for word in typed)


def places(app: App[Any]) -> list[SystemCommand]:
    """The main pages."""
    return [
        SystemCommand(place.words, place.hint, partial(place.open, app)) for place in destinations()
    ]


def targets(app: App[Any], saves: list[SaveInfo]) -> Iterable[SystemCommand]:
    """The main pages, every value of each setting, and the saves."""
    from picket_duty.tui.screens.open_games import resume_game

    def choose(setting: Setting, value: str) -> None:
        context_of(app).choose_setting(setting.name, value)
        app.notify(f"{setting.label}: {value}", title="Setting changed")

    yield from places(app)
    for setting in SETTINGS:
        for value in setting.values():
            yield SystemCommand(
                f"{setting.label}: {value}", "Change this setting", partial(choose, setting, value)
            )
    tables = context_of(app).tables
    for save in saves[:MOST_SAVES]:
        if save.setup is not None and not save.trouble and has_game(save.setup, tables):
            status = "finished" if save.over else "in progress"
            words = f"{game_words(save.setup, tables)}, {status}"
            if not save.over:
                yield SystemCommand(
                    f"Continue {safe(save.name)}", words, partial(resume_game, app, save.path)
                )
            yield SystemCommand(
                f"Replay {safe(save.name)}", words, partial(_replay, app, save.path)
            )


def _replay(app: App[Any], path: Path) -> None:
    from picket_duty.saves import SaveError
    from picket_duty.tui.screens.replay import ReplayScreen, load_playback

    try:
        app.push_screen(ReplayScreen(load_playback(path, context_of(app).tables)))
    except SaveError as error:
        app.notify(str(error), title="Cannot replay this game", severity="error")
