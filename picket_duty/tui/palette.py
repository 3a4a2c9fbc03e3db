"""The command palette: charts, manual pages, settings and saves, beside the actions of the current screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import App
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from picket_duty.book.limits import FIRST_DAY
from picket_duty.manual import search, snippet, title_of, topics
from picket_duty.text.names import game_words, has_game
from picket_duty.tui.app_context import context_of
from picket_duty.tui.lines import safe
from picket_duty.tui.screens.charts import chapter_of
from picket_duty.tui.settings import SETTINGS

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Saves listed at most, the latest first.
MOST_SAVES = 300
#: Score of a manual page that contains the query in its text only.
HOLDS = 0.1
#: The most characters of the text around a match.
SNIPPET = 70


class Target(NamedTuple):
    """A destination: its name, what it is, and how to open it."""

    name: str
    about: str
    go: Callable[[], object]


class Finder(Provider):
    """Finds charts, manual pages, settings and saves by any part of their names."""

    async def startup(self) -> None:
        """List the saves in the background."""
        from picket_duty.saves import list_saves

        self._saves = await asyncio.to_thread(list_saves)

    async def discover(self) -> Hits:
        """The main pages, before anything is typed."""
        for place in places(self.app):
            yield DiscoveryHit(place.name, place.go, help=place.about)

    async def search(self, query: str) -> Hits:
        """The targets that match the query, and the manual pages that contain it."""
        matcher = self.matcher(query)
        for target in targets(self.app, self._saves):
            if (score := matcher.match(target.name)) > 0:
                yield Hit(score, matcher.highlight(target.name), target.go, text=target.name, help=target.about)
        for match in search(query):
            shown, around = Content(f"Manual: {match.title}"), snippet(match, SNIPPET) or "Contains your search"
            yield Hit(HOLDS, shown, partial(_read, self.app, match.name), text=shown.plain, help=around)


def places(app: App[Any]) -> list[Target]:
    """The main pages."""
    from picket_duty.tui.screens.campaign_records import HistoricalDayScreen
    from picket_duty.tui.screens.charts import ChartListScreen
    from picket_duty.tui.screens.keys import SettingsScreen

    return [
        Target("Charts", "All charts, by chapter", lambda: app.push_screen(ChartListScreen(context_of(app).tables))),
        Target("Manual", "The rules of play, topic by topic", lambda: _read(app, topics()[0][0])),
        Target(
            "Historical days",
            "What happened off Okinawa, day by day",
            lambda: app.push_screen(HistoricalDayScreen(FIRST_DAY)),
        ),
        Target("Settings", "Theme, speed, keys", lambda: app.push_screen(SettingsScreen())),
    ]


def targets(app: App[Any], saves: list[SaveInfo]) -> Iterable[Target]:
    """Everything that can be opened."""
    context = context_of(app)
    yield from places(app)
    for setting in SETTINGS:
        for value in setting.values():
            yield Target(f"{setting.label}: {value}", "Setting", partial(context.choose_setting, setting.name, value))
    for chart in context.tables.all_charts():
        name = f"Chart {chart.id} {chart.raw.title} ({chapter_of(chart.id).words})"
        yield Target(name, "Chart", partial(_show_chart, app, chart.id))
    for name, _ in topics():
        yield Target(f"Manual: {title_of(name)}", "Manual page", partial(_read, app, name))
    for save in saves[:MOST_SAVES]:
        if save.setup is not None and not save.trouble and has_game(save.setup, context.tables):
            words = f"{game_words(save.setup, context.tables)}, {'finished' if save.over else 'in progress'}"
            if not save.over:
                yield Target(f"Continue {safe(save.name)}", words, partial(context.resume_game, save.path))
            yield Target(f"Replay {safe(save.name)}", words, partial(_replay, app, save))


def _show_chart(app: App[Any], chart: str) -> None:
    from picket_duty.tui.screens.charts import ChartScreen

    app.push_screen(ChartScreen(context_of(app).tables[chart]))


def _read(app: App[Any], topic: str) -> None:
    from picket_duty.tui.screens.manual_reader import ManualScreen

    app.push_screen(ManualScreen(topic))


def _replay(app: App[Any], save: SaveInfo) -> None:
    from picket_duty.saves import SaveError
    from picket_duty.tui.screens.replay import ReplayScreen, load_playback

    try:
        app.push_screen(ReplayScreen(load_playback(save.path, context_of(app).tables)))
    except SaveError as error:
        app.notify(str(error), title="Cannot replay this game", severity="error", markup=False)
