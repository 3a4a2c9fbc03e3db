"""The main menu with its submenus, and the settings page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events, on
from textual.app import App
from textual.widget import Widget

from picket_duty.book import Tables
from picket_duty.book.data import SideView
from picket_duty.book.ids import FLETCHER
from picket_duty.extensions import MenuEntry, extensions, load
from picket_duty.state import US_WIN
from picket_duty.text.dates import label_words
from picket_duty.text.names import FIRST_BATTLE, game_words, has_game, phase_words
from picket_duty.text.styled_text import Line, line, safe
from picket_duty.tui.app_context import context_of
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.screens.dialogs import AskScreen, if_yes
from picket_duty.tui.screens.page import Page, head
from picket_duty.tui.settings import SETTINGS, Setting, Settings, settings_file
from picket_duty.tui.side_view import side_view
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.form import Form, FormRow
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Lines of the title below the ship, and the height from which a blank line separates them.
WORDS = 2
AIRY = 10
#: Least lines of a picture of the ship.
LEAST_SHIP = 4
#: Names of entries of the menu.
NEW = "new"
CONTINUE = "continue"
LESSON = "lesson"
LOOK_UP = "look_up"
SAVES = "saves"
SETTINGS_ENTRY = "settings"
QUIT = "quit"


# -- what can be opened ----------------------------------------------------------------


class Destination(NamedTuple):
    """A page that the menu or the palette opens: its name, a hint, and how it is opened."""

    words: str
    hint: str
    open: Callable[[App[Any]], object]


def _to(screen: str) -> Callable[[App[Any]], object]:
    """What opens a screen, ``module:class`` of this package; it is imported when it is opened."""
    return lambda app: app.push_screen(load(f"picket_duty.tui.screens.{screen}")())


def _open_patrol(app: App[Any]) -> None:
    from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields

    app.push_screen(SetupScreen("Patrol", fixed={}, fields=patrol_fields(context_of(app).tables)))


NEW_GAMES = (
    Destination(
        "Scenario",
        "Battles of one or two days; start with scenario 4",
        _to("game_lists:ScenarioScreen"),
    ),
    Destination(
        "Campaign", "A mini campaign or the whole battle", _to("game_lists:CampaignScreen")
    ),
    Destination("Patrol", "Choose any date, station and ship", _open_patrol),
    Destination(
        "Today's watch",
        "Same dice for everyone; your first attempt counts",
        _to("day_watch:DayWatchScreen"),
    ),
)
REFERENCE = (
    Destination("Charts", "All the charts in the game", _to("charts:ChartListScreen")),
    Destination("Manual", "The rules, topic by topic", _to("manual_reader:ManualScreen")),
    Destination(
        "Historical days",
        "Okinawa in 1945, day by day",
        _to("campaign_records:HistoricalDayScreen"),
    ),
    Destination(
        "Help", "The keys and a short guide to the game", lambda app: context_of(app).action_help()
    ),
)
SAVED_GAMES = Destination(
    "Saves", "Replay your games, or see their cards and luck", _to("saved_games:SavedGamesScreen")
)
SETTINGS_PAGE = Destination(
    "Settings", "Theme, speed, and help in new games", _to("menu:SettingsScreen")
)
RECORD = Destination(
    "Service record", "List your finished games, with totals", _to("saved_games:ServiceScreen")
)


def _submenu(words: str, hint: str, pages: tuple[Destination, ...]) -> Destination:
    """A page that offers further choices."""
    return Destination(words, hint, lambda app: app.push_screen(DestinationsScreen(words, pages)))


def _start_lesson(app: App[Any]) -> None:
    load("picket_duty.tui.screens.tutorial:start_lesson")(app)


def destinations() -> list[Destination]:
    """Every page that the palette lists: those of the menu and of its submenus."""
    lesson = Destination(FIRST_BATTLE, "Play a battle, step by step", _start_lesson)
    return [
        # The palette lists help, the last one, among the actions of the screen.
        *REFERENCE[:-1],
        SAVED_GAMES,
        RECORD,
        *NEW_GAMES,
        lesson,
        *map(_destination, _extension_entries()),
        SETTINGS_PAGE,
    ]


def _extension_entries() -> Iterator[MenuEntry]:
    """The menu entries of the packages around the core."""
    return (entry for extension in extensions() for entry in extension.menu)


def _destination(entry: MenuEntry) -> Destination:
    return Destination(entry.label, entry.hint, lambda app: app.push_screen(load(entry.screen)()))


# -- the menu --------------------------------------------------------------------------


class MenuScreen(Page[None]):
    """The main menu, below every other screen."""

    #: The picture of the ship grows with the terminal.
    VERTICAL_BREAKPOINTS = [*Page.VERTICAL_BREAKPOINTS, (32, "-tall"), (44, "-great")]
    BINDINGS: ClassVar = [
        bind("q", "quit_game", "Quit", "Quit the program", "menu.quit", system=True),
        hidden(
            "escape",
            "ask_to_quit",
            "Quit",
            "Quit the program (asks you to confirm first)",
            "menu.ask_to_quit",
        ),
    ]

    def __init__(self, covered: bool = False) -> None:
        super().__init__()
        #: Whether the program opened with a game above the menu, which has not been built yet.
        self._covered = covered
        #: The latest two games in progress: two are enough to know that there are several.
        self._newest: list[SaveInfo] = []
        #: The status of the only game in progress, empty until its save is read.
        self._status = ""
        #: Whether the menu was in front before.
        self._was_in_front = False
        #: Whether the first battle has been won; until then it is the first entry.
        self._lesson_won = False

    def content(self) -> Iterable[Widget]:
        if self._covered:
            return
        self._newest = self._games()
        self._lesson_won = self._is_lesson_won()
        plan = self.context.tables.plan_of(FLETCHER)
        yield Title(plan.side if plan else None)
        yield ItemList(self._items(), CONTINUE if self._newest else "", id="menu")

    async def on_screen_resume(self) -> None:
        """Focus the list; after a game, select Continue, or New game when the first battle has been
        won or no game is left to continue.
        """
        was_in_front = self._was_in_front
        self._was_in_front = True
        if self._covered and not was_in_front:
            # The game is about to be shown above the menu.
            return
        if self._covered:
            # The menu is seen for the first time, so it is built now.
            self._covered = False
            await self.mount_all(self.content(), before="#keys")
        elif was_in_front:
            # A game or a page above the menu may have changed the saves.
            before = self._newest
            self._newest = self._games()
            self._status = ""
            was_won = self._lesson_won
            self._lesson_won = self._lesson_won or self._is_lesson_won()
            entries = self.query_one(ItemList)
            entries.set_items(self._items())
            # A game played on has another time, so it is not the same entry.
            if self._newest and self._newest[0] not in before:
                entries.select(CONTINUE)
            elif (self._lesson_won and not was_won) or (before and not self._newest):
                entries.select(NEW)
        self._fit_title()
        self.query_one(ItemList).focus()
        if len(self._newest) == 1:
            # After the first frame, because it opens the save.
            self.call_after_refresh(self._read_status, self._newest[0])

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._fit_title()

    def _fit_title(self) -> None:
        """Leave the title the rows that the list and the key line do not need."""
        for entries in self.query(ItemList):
            self.query_one(Title).styles.max_height = max(
                WORDS, self.size.height - len(entries.items) - 1
            )

    def _read_status(self, save: SaveInfo) -> None:
        """Read the save of the only game in progress, and add its status to the menu."""

        def show(status: str) -> None:
            if self._newest:
                self._status = status
                self.query_one(ItemList).set_items(self._items())

        self.in_background(
            lambda: status_of_save(save, self.context.tables), show, failed=lambda error: None
        )

    def _entries(self) -> dict[str, Destination]:
        """The entries of the menu by name; the first battle comes first until it has been won."""
        lesson = Destination(
            FIRST_BATTLE, "New here? Play this battle, step by step", _start_lesson
        )
        entries = [
            (NEW, _submenu("New game", "Scenario, campaign, patrol, today's watch", NEW_GAMES))
        ]
        if self._newest:
            hint = self._continue_hint()
            entries.append((CONTINUE, Destination("Continue", hint, lambda app: self._resume())))
        if self._lesson_won:
            entries.append((LESSON, lesson))
        else:
            entries.insert(0, (LESSON, lesson))
        entries += [
            (
                LOOK_UP,
                _submenu(
                    "Charts and manual", "Charts, rules, and the events of each day", REFERENCE
                ),
            ),
            (
                SAVES,
                Destination(
                    "Saves and service record",
                    "Replay a game, or see your totals",
                    SAVED_GAMES.open,
                ),
            ),
            (SETTINGS_ENTRY, SETTINGS_PAGE),
            (QUIT, Destination("Quit", "Every game is saved", lambda app: self.action_quit_game())),
        ]
        for added in _extension_entries():
            names = [name for name, _ in entries]
            entries.insert(names.index(added.after) + 1, (added.name, _destination(added)))
        return dict(entries)

    def _continue_hint(self) -> str:
        """The game in progress; if there are several, that one is to be chosen."""
        if len(self._newest) > 1:
            return "Choose one of your games in progress"
        save = self._newest[0]
        game = game_of_save(save, self.context.tables)
        return self._status or f"{game}, {label_words(save.label)}"

    def _items(self) -> list[Item]:
        return [Item(name, entry.words, entry.hint) for name, entry in self._entries().items()]

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        self._entries()[event.item.value].open(self.app)

    def action_quit_game(self) -> None:
        self.app.exit(0)

    def action_ask_to_quit(self) -> None:
        """Ask, then quit: Esc closes pages, and one too many must not end the program."""
        question = AskScreen("Quit Picket Duty? Every game is saved.", "quit", "stay")
        self.app.push_screen(question, if_yes(self.action_quit_game))

    def _resume(self) -> None:
        if len(self._newest) > 1:
            _to("saved_games:GamesInProgressScreen")(self.app)
        else:
            load("picket_duty.tui.screens.open_games:resume_game")(self.app, self._newest[0].path)

    def _games(self) -> list[SaveInfo]:
        """The latest two games in progress."""
        from picket_duty.saves import latest_saves

        tables = self.context.tables
        return latest_saves(
            most=2,
            wanted=lambda save: (
                save.setup is not None and not save.over and has_game(save.setup, tables)
            ),
        )

    def _is_lesson_won(self) -> bool:
        from picket_duty.saves import lesson_saves

        return any(map(self._is_won, lesson_saves()))

    def _is_won(self, path: Path) -> bool:
        """Whether the game of a save was won. Only this needs the rules, which take long to
        import.
        """
        from picket_duty.saves import SaveError, read_record, replay_last_day

        with suppress(SaveError):
            record = read_record(path)
            if record.over:
                game = replay_last_day(record, self.context.tables, str(path))
                return game.state.outcome == US_WIN
        return False


def game_of_save(save: SaveInfo, tables: Tables) -> str:
    """The game of a save in one line; empty if it cannot be read."""
    if save.setup is None:
        return ""
    if save.is_lesson:
        return FIRST_BATTLE
    return game_words(save.setup, tables)


def status_of_save(save: SaveInfo, tables: Tables) -> str:
    """The status of a saved game, replayed from its last day without opening the save. Raises
    SaveError.
    """
    from picket_duty.saves import read_record, replay_last_day

    state = replay_last_day(read_record(save.path), tables, str(save.path)).state
    # The most important facts come first, because small terminals cut the rest.
    hull = f"hull {state.ship.hull}/{tables.numbers.hull}"
    phase = phase_words(state, tables)
    return "  ".join([safe(state.ship.name), phase, hull, game_of_save(save, tables)])


class DestinationsScreen(Page[None]):
    """A page of the menu that offers further choices."""

    BINDINGS: ClassVar = [back(tooltip="Return to the menu")]

    def __init__(self, heading: str, destinations: tuple[Destination, ...]) -> None:
        super().__init__()
        self.heading = heading
        self.destinations = {page.words: page for page in destinations}

    def content(self) -> Iterable[Widget]:
        yield head(self.heading)
        yield ItemList(
            [Item(name, name, page.hint) for name, page in self.destinations.items()], id="menu"
        )

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        self.destinations[event.item.value].open(self.app)


class Title(Panel):
    """A picture of the ship and the name of the game."""

    def __init__(self, side: SideView | None) -> None:
        super().__init__("title")
        self.side = side

    def draw(self, width: int, height: int) -> list[Line]:
        airy: list[Line] = [[]] if height >= AIRY else []
        room = height - WORDS - len(airy)
        ship: list[Line] = []
        if self.side and room >= LEAST_SHIP:
            ship = side_view(self.side, width, room, self.glyphs)
        return [
            *ship,
            *airy,
            line(("P I C K E T   D U T Y", "title"), ("   unofficial", "dim")),
            line("Command a destroyer off Okinawa, 1945. Fight off raids and stay on station."),
        ]


class SettingsForm(Form):
    """A field for each setting; Enter changes it too."""

    BINDINGS: ClassVar = [
        hidden("enter", "change(1)", "Change", "Choose the next value", "settings.change")
    ]


class SettingsScreen(Page[None]):
    """The settings page."""

    BINDINGS: ClassVar = [back()]

    def content(self) -> Iterable[Widget]:
        yield head(
            "Settings",
            "Left and Right change the selected setting at once.",
            f"Saved in {settings_file()}",
            "To change keys, edit this file. The manual page 'Key names' lists every key.",
        )
        yield SettingsForm(
            [field_of(setting, self.context.settings) for setting in SETTINGS], id="form"
        )

    @on(SettingsForm.Changed)
    def change(self) -> None:
        field = self.query_one(Form).field
        self.context.choose_setting(field.name, field.value)


def field_of(setting: Setting, settings: Settings) -> FormRow:
    """The field of a setting at its current value."""
    value = getattr(settings, setting.name) or setting.default()
    choices = tuple((choice, choice) for choice in setting.values())
    return FormRow(setting.name, setting.label, value, choices, note=setting.note)
