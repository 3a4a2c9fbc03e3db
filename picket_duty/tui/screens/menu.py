"""The main menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.widget import Widget

from picket_duty.book.data import SideView
from picket_duty.book.ids import FLETCHER
from picket_duty.extensions import MenuEntry, extensions, load
from picket_duty.text.names import FIRST_BATTLE, game_words, has_game, label_words
from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line, line
from picket_duty.tui.screens.page import AskScreen, Page
from picket_duty.tui.ship_pictures import side_view
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Lines of the title below the ship, and the height from which a blank line separates them.
WORDS, AIRY = 2, 10
#: Least lines of a picture of the ship.
LEAST_SHIP = 4


class MenuScreen(Page[None]):
    """The main menu, below every other screen."""

    #: The picture of the ship grows with the terminal.
    VERTICAL_BREAKPOINTS = [*Page.VERTICAL_BREAKPOINTS, (32, "-tall"), (44, "-great")]
    BINDINGS: ClassVar = [
        bind("q", "quit_game", "Quit", "Quit the program", "menu.quit", system=True),
        hidden("escape", "ask_to_quit", "Quit", "Quit the program (asks you to confirm first)", "menu.ask_to_quit"),
    ]

    def __init__(self, covered: bool = False) -> None:
        super().__init__()
        #: Whether the program opens with a game above the menu, which is then built when first shown.
        self._covered = covered
        self._newest: list[SaveInfo] = []
        self._status = ""
        self._begun = False

    def content(self) -> Iterable[Widget]:
        """The title and the choices."""
        if self._covered:
            return
        self._newest = self._games()
        plan = self.context.tables.plan_of(FLETCHER)
        yield Title(plan.side if plan else None, id="title")
        yield Choices(self._items(), id="menu")

    async def on_screen_resume(self) -> None:
        """Focus the list; after a game, select Continue."""
        begun, self._begun = self._begun, True
        if self._covered and not begun:
            return
        if self._covered:
            self._covered = False
            await self.mount_all(self.content(), before="#keys")
        elif begun:
            before, self._newest, self._status = self._newest, self._games(), ""
            choices = self.query_one(Choices)
            left = choices.item.value if choices.item is not None else ""
            choices.set_items(self._items(), follow=True)
            if self._newest and self._newest[0] not in before:
                choices.action_move(-len(choices.items))
            elif left in ("continue", "tutorial") and self._lesson_is_over():
                places = [item.value for item in choices.items]
                choices.action_move(places.index("scenario") - choices.place)
        self._fit_title()
        self.query_one(Choices).focus()
        if self._newest:
            self._look(self._newest[0])

    def on_resize(self, event: events.Resize) -> None:
        """Make room for every item."""
        super().on_resize(event)
        self._fit_title()

    def _fit_title(self) -> None:
        """Limit the height of the title, so that no item is hidden below it."""
        for choices in self.query(Choices):
            self.query_one(Title).styles.max_height = max(WORDS, self.size.height - len(choices.items) - 1)

    @work(thread=True, exclusive=True)
    def _look(self, save: SaveInfo) -> None:
        """Compute the status of the newest game in the background."""
        from picket_duty.saves import SaveError
        from picket_duty.tui.screens.saved_games import game_of_save, status_of_save

        try:
            status = status_of_save(save, self.context.tables)
        except SaveError:
            return
        # The most important facts come first, because small terminals cut the rest.
        words = (status.ship, status.day, status.hull, game_of_save(save, self.context.tables))
        self.from_worker(self._tell, "  ".join(filter(None, words)))

    def _tell(self, words: str) -> None:
        if self.is_attached and self._newest:
            self._status = words
            self.query_one(Choices).set_items(self._items(), follow=True)

    def _items(self) -> list[Item]:
        items = []
        if self._newest and (setup := self._newest[0].setup) is not None:
            game = FIRST_BATTLE if self._newest[0].is_lesson else game_words(setup, self.context.tables)
            words = f"{game}, {label_words(self._newest[0].label)}"
            items.append(Item("continue", "Continue", self._status or words))
        items += [
            Item("tutorial", FIRST_BATTLE, "New here? Play this battle, step by step"),
            Item("scenario", "New scenario", "Eight historical situations of one or two days"),
            Item("campaign", "Campaign", "A mini campaign or the whole battle"),
            Item("patrol", "Patrol", "Choose any date, station and ship"),
            Item("watch", "Today's watch", "The same dice for everyone; your first attempt counts"),
            Item("replay", "Replay", "Watch a saved game again, step by step"),
            Item("service", "Service record", "Your finished games, with totals"),
            Item("tables", "Charts", "All the charts in the game"),
            Item("manual", "Manual", "The rules, topic by topic"),
            Item("settings", "Settings", "Theme, speed, aid in new games, keys"),
            Item("help", "Help", "The keys and a short guide to the game"),
            Item("quit", "Quit", "Every game is saved"),
        ]
        for entry in _added():
            index = [item.value for item in items].index(entry.after) + 1
            items.insert(index, Item(entry.name, entry.label, entry.hint))
        return items

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Open the chosen item."""
        for entry in _added():
            if entry.name == event.item.value:
                self.app.push_screen(load(entry.screen)())
                return
        getattr(self, f"_go_{event.item.value}")()

    def action_quit_game(self) -> None:
        """Quit the program."""
        self.app.exit(0)

    def action_ask_to_quit(self) -> None:
        """Ask, then quit: Esc closes pages, and one too many must not end the program."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.action_quit_game()

        self.app.push_screen(AskScreen("Quit Picket Duty? Every game is saved.", "quit", "stay"), answered)

    def _go_continue(self) -> None:
        """Resume the only game in progress; list them if there are several."""
        from picket_duty.tui.screens.saved_games import GamesInProgressScreen

        if len(self._newest) > 1:
            self.app.push_screen(GamesInProgressScreen())
        else:
            self.context.resume_game(self._newest[0].path)

    def _games(self) -> list[SaveInfo]:
        """The newest games in progress, two at most."""
        from picket_duty.saves import latest_saves

        tables = self.context.tables
        return latest_saves(2, lambda save: save.setup is not None and not save.over and has_game(save.setup, tables))

    def _lesson_is_over(self) -> bool:
        """Whether the game played last is a first battle that is over."""
        from picket_duty.saves import latest_saves

        return any(save.is_lesson and save.over for save in latest_saves(1, lambda save: True, finished=True))

    def _go_tutorial(self) -> None:
        self.context.start_lesson()

    def _go_watch(self) -> None:
        from picket_duty.saves.daily_watch import today
        from picket_duty.tui.screens.day_watch import DayWatchScreen

        self.app.push_screen(DayWatchScreen(today()))

    def _go_scenario(self) -> None:
        from picket_duty.tui.screens.game_setup import ScenarioScreen

        self.app.push_screen(ScenarioScreen(self.context.tables))

    def _go_campaign(self) -> None:
        from picket_duty.tui.screens.game_setup import CampaignScreen

        self.app.push_screen(CampaignScreen(self.context.tables))

    def _go_patrol(self) -> None:
        from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields

        self.app.push_screen(SetupScreen("Patrol", {}, patrol_fields(self.context.tables)))

    def _go_tables(self) -> None:
        from picket_duty.tui.screens.charts import ChartListScreen

        self.app.push_screen(ChartListScreen(self.context.tables))

    def _go_replay(self) -> None:
        from picket_duty.tui.screens.saved_games import SavedGamesScreen

        self.app.push_screen(SavedGamesScreen())

    def _go_service(self) -> None:
        from picket_duty.tui.screens.service_history import ServiceScreen

        self.app.push_screen(ServiceScreen())

    def _go_manual(self) -> None:
        from picket_duty.tui.screens.manual_reader import ManualScreen

        self.app.push_screen(ManualScreen())

    def _go_settings(self) -> None:
        from picket_duty.tui.screens.settings_page import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def _go_help(self) -> None:
        self.context.action_help()

    def _go_quit(self) -> None:
        self.action_quit_game()


def _added() -> Iterator[MenuEntry]:
    """The menu entries of the packages around the core."""
    return (entry for extension in extensions() for entry in extension.menu)


class Title(Panel):
    """A picture of the ship and the name of the game."""

    def __init__(self, side: SideView | None, id: str | None = None) -> None:
        super().__init__(id=id)
        self.side = side

    def draw(self, width: int, height: int) -> list[Line]:
        """The ship, as large as fits, and two lines."""
        airy: list[Line] = [[]] if height >= AIRY else []
        room = height - WORDS - len(airy)
        ship = side_view(self.side, width, room, self.glyphs) if self.side and room >= LEAST_SHIP else []
        return [
            *ship,
            *airy,
            line(("P I C K E T   D U T Y", "title"), ("   unofficial", "dim")),
            line("Command a destroyer off Okinawa, 1945. Fight off raids and stay on station."),
        ]
