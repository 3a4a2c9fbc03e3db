"""Walks through the program: keys, the screens they lead to, and the texts that panels show
there.
"""

import datetime
import inspect
import os
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from picket_duty.captains import captain_named, play_out, standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.events import Undone
from picket_duty.facts.campaign_days import period_days
from picket_duty.game import Game
from picket_duty.odds.aims import Aim
from picket_duty.requests import Choice, Roll
from picket_duty.rules.control import STANDING
from picket_duty.rules.gunnery import plan_choice
from picket_duty.saves import list_saves, read_record, saves_folder, start_save
from picket_duty.saves.daily_watch import attempts_on
from picket_duty.saves.service_record import read_service
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.text.names import title_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.keymap import binding_ids
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import (
    PLANES,
    CampaignRecordsScreen,
    HistoricalDayScreen,
    ShipDiaryScreen,
)
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, RollScreen
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.screens.game_setup import (
    CampaignScreen,
    OfficersScreen,
    ScenarioScreen,
    SetupScreen,
)
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import DestinationsScreen, MenuScreen, SettingsScreen
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.open_games import play
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import (
    GamesInProgressScreen,
    SavedGamesScreen,
    ServiceScreen,
)
from picket_duty.tui.settings import FAST, MANUAL, NORMAL, SPEEDS, Settings, read_settings
from picket_duty.tui.widgets.board_layout import Board
from picket_duty.tui.widgets.choices import ItemList
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.orders import NONE, ChoicePanel
from picket_duty.tui.widgets.panel import Panel, ScrollText
from tests.games import TABLES, new_game
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.tui.conftest import opened, running, text_of, texts, until
from tests.tui.games import (
    at_choice,
    at_roll,
    big_plan,
    campaign,
    first_game,
    forward,
    hurt_ship,
    middle,
    playback,
    played,
    save_of,
)
from tests.tui.test_open_games import DATE as WATCHED
from tests.tui.test_open_games import finished_try, under_way

DAY = datetime.timedelta(1)


class No(str):
    """A text that a panel does not show."""


class Walk:
    """Steps from a first screen on: keys, sizes of the terminal, the kind of screen shown, texts of
    panels, others.
    """

    def __init__(
        self,
        start: Callable[[], Any],
        *steps: Any,
        size: tuple[int, int] = (80, 24),
        slow: bool = True,
    ):
        self.start = start
        self.steps = steps
        self.size = size
        self.slow = slow

    async def take(self) -> None:
        start = self.start()
        app = start if isinstance(start, PicketApp) else PicketApp(TABLES)
        async with running(app, self.size) as (pilot, _):
            if start is not app:
                await opened(pilot, start)
            for number, step in enumerate(self.steps):
                if isinstance(step, str):
                    await pilot.press(*step.split())
                    continue
                if inspect.iscoroutinefunction(step):
                    await step(pilot)
                    continue
                if isinstance(step, tuple):
                    await pilot.resize_terminal(*step)
                    await pilot.pause()
                    continue
                try:
                    await until(pilot, lambda step=step: shows(app, step))
                except TimeoutError:
                    raise AssertionError(f"step {number}: {step} on {app.screen}") from None


def shows(app: PicketApp, step: Any) -> bool:
    """Whether a screen of a kind is shown, its panels show texts, or something else is so."""
    if isinstance(step, type):
        return isinstance(app.screen, step)
    if not isinstance(step, dict):
        return bool(step(app))
    for name, wanted in step.items():
        lines = [
            line
            for panel in app.screen.query(f"#{name}").results(Panel)
            for line in texts(panel.lines)
        ]
        shown = "\n".join([*lines, " ".join(" ".join(lines).split())])
        if any(
            (text in shown) is isinstance(text, No)
            for text in ((wanted,) if isinstance(wanted, str) else wanted)
        ):
            return False
    return True


def typed(text: str) -> str:
    return " ".join("space" if letter == " " else letter for letter in text)


def walks(table: dict[str, Walk]) -> pytest.MarkDecorator:
    """Parametrize a test by walks, of which the slow ones are marked."""
    return pytest.mark.parametrize(
        "walk",
        [
            pytest.param(walk, id=name, marks=[pytest.mark.slow] * walk.slow)
            for name, walk in table.items()
        ],
    )


def answers(*last: object) -> Callable[[PicketApp], bool]:
    return lambda app: app.screen.game.answers[-len(last) :] == list(last)


def requested(kind: type) -> Callable[[PicketApp], bool]:
    return lambda app: isinstance(app.screen.game.request, kind)


def displays(*names: str, no: str = "") -> Callable[[PicketApp], bool]:
    wanted = dict.fromkeys(names, True) | ({no: False} if no else {})
    return lambda app: all(
        app.screen.query_one(f"#{name}").display is shown for name, shown in wanted.items()
    )


def board(app: PicketApp) -> Board:
    return app.screen.query_one(Board)


def menu(app: PicketApp) -> ItemList:
    return app.screen.query_one(ItemList)


def scrolled(app: PicketApp, name: str) -> int:
    """The rows above a panel's first visible row: none, or a page."""
    panel = app.screen.query_one(name, Panel)
    assert panel.scroll_offset.y in (
        0,
        min(panel.size.height - 1, len(panel.lines) - panel.size.height),
    )
    return panel.scroll_offset.y


def log(app: PicketApp) -> EventLog:
    return app.screen.query_one(EventLog)


def men(app: PicketApp) -> dict[str, int]:
    return app.screen.query_one(RepairPanel).men


def at_relief() -> PicketApp:
    game = first_game(at_choice("one", 0), campaign="long-b")
    return PicketApp(
        TABLES, forward(game, lambda game: getattr(game.request, "about", "") == "relief")
    )


def option(app: PicketApp) -> tuple[int, int]:
    panel = app.screen.query_one(ChoicePanel)
    return panel.index, len(panel.choice.options)


def click(panel: str, action: str) -> Callable[[Pilot[Any]], Awaitable[object]]:
    async def at_text(pilot: Pilot[Any]) -> None:
        lines = pilot.app.screen.query_one(f"#{panel}", Panel).lines
        row = next(
            row for row, spans in enumerate(lines) if any(span.action == action for span in spans)
        )
        actions = [span.action for span in lines[row]]
        before = lines[row][: actions.index(action)]
        await pilot.click(f"#{panel}", offset=(sum(len(span.text) for span in before) + 1, row))

    return at_text


def at_emergency(game: Game) -> bool:
    return getattr(game.request, "about", "") == "emergency declaration"


def finished(scenario: int) -> PicketApp:
    game = new_game(scenario=scenario, seed=1)
    start_save(game, "g")
    play_out(game, captain_named("doctrine", 1))
    return PicketApp(TABLES, game)


def last_wave(game: Game) -> bool:
    return at_choice("assign", 3)(game) and not game.state.air.waves


def guns_silent() -> PicketApp:
    game = first_game(
        lambda game: at_choice("assign", 3)(game) and not game.state.air.markers, scenario=2
    )
    game.play.ship.declared = STANDING
    game.request = plan_choice(game.play)
    return PicketApp(TABLES, game)


def three_saves() -> PicketApp:
    os.utime(under_way("older", 12, scenario=6, seed=1), (1, 1))
    under_way("newer", 12, scenario=5, seed=1)
    save_of("done", scenario=1, seed=4)
    return PicketApp(TABLES)


def broken_save() -> SavedGamesScreen:
    saves_folder().mkdir(parents=True)
    (saves_folder() / "broken.picket").write_text("no save of ours\n")
    return SavedGamesScreen()


#: By what they show; those that take long are slow.
WALKS = {
    "the form of a patrol shows errors and starts when valid": Walk(
        lambda: PicketApp(TABLES),
        "home down enter down down enter",
        SetupScreen,
        "backspace " * 10 + typed("1945-13-01") + " enter",
        {"form": "is not a valid date (use YYYY-MM-DD)"},
        "backspace " * 10 + typed("1945-04-06") + " down backspace x enter",
        {"form": "The number of days must be a number, not 'x'"},
        "backspace 2 down right down right enter",
        lambda app: (
            (setup := app.screen.game.state.setup) and (setup.days, setup.station) == (2, 1)
        ),
        lambda app: app.screen.game.state.setup.ship_class == "la-prade",
    ),
    "no name that is too long can be typed": Walk(
        lambda: PicketApp(TABLES),
        "down enter enter enter f2 down",
        typed("x" * 41),
        OfficersScreen,
        "enter enter",
        lambda app: app.screen.game.state.setup.officers == {"xo": "x" * 40},
    ),
    "charts are found by number and by title": Walk(
        lambda: PicketApp(TABLES),
        "home down down enter enter",
        ChartListScreen,
        {"head": f"{len(TABLES.chart_ids())} charts"},
        typed("weather"),
        {"list": ("6-1", No("9-2/5in"))},
        "escape 9 - 2",
        lambda app: text_of(app, "list").count("9-2/") == 3,
        "enter",
        ChartScreen,
        "escape",
        ChartListScreen,
        "z z z",
        {"list": "Nothing found"},
    ),
    "o and t open odds and chart of the request": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=1)),
        "o",
        OddsScreen,
        {"reading": "%"},
        "escape t",
        ChartScreen,
        lambda app: app.screen.chart.id == "V-1",
        "t",
        BattleScreen,
        slow=False,
    ),
    "a question in the list of charts finds the manual": Walk(
        lambda: ChartListScreen(TABLES, "what does AFS mean"),
        {"list": "abbreviations"},
        "enter",
        ManualScreen,
        lambda app: app.screen.topic in ("questions", "glossary"),
        "escape",
        ChartListScreen,
    ),
    "looking up one chart after the other leaves one page to close": Walk(
        lambda: ChartListScreen(TABLES),
        "enter",
        ChartScreen,
        "slash",
        ChartListScreen,
        "enter 1",
        ChartListScreen,
        lambda app: app.screen.search == "1" and isinstance(app.screen_stack[-2], MenuScreen),
        # A letter begins a new search after a chart was looked up.
        "enter slash s",
        lambda app: app.screen.search == "s",
        "f",
        lambda app: app.screen.search == "sf",
    ),
    "the first Esc clears a search, the second leaves the charts": Walk(
        lambda: ChartListScreen(TABLES),
        "1 9 escape",
        ChartListScreen,
        "1 9 enter escape escape",
        MenuScreen,
        slow=False,
    ),
    "every page is searched": Walk(
        ManualScreen,
        f"slash {typed('morale')} enter",
        {"head": "Search:", "list": ("What does morale do?", No("Weather"))},
        "down",
        {"head": "Search"},
        f"escape slash {typed('combat air patrol')}",
        lambda app: app.screen.topic == "fighters",
        f"escape slash {typed('uninstall')}",
        lambda app: app.screen.topic == "keys",
        "escape slash q q q",
        lambda app: "nothing found" in text_of(app, "list").lower(),
        "escape",
        {"list": "Weather"},
        "escape",
        MenuScreen,
    ),
    **{
        (
            f"{key} clears a search, and a slash is typed only in the number of a chart, "
            f"{start.__name__}"
        ): Walk(
            lambda start=start: start() if start is ManualScreen else start(TABLES),
            "slash 9 - 2 slash 5 i n",
            lambda app: app.screen.search == "9-2/5in",
            key,
            lambda app: app.screen.search == "",
            f"{typed('morale')} {key} {typed('fuel')}",
            lambda app: app.screen.search == "fuel",
        )
        for start in (ChartListScreen, ManualScreen)
        for key in ("slash", "ctrl+u")
    },
    "a slash after a chart begins a new search": Walk(
        ManualScreen,
        f"slash {typed('18.1')} enter",
        ChartScreen,
        "escape",
        ManualScreen,
        lambda app: not app.screen.typing,
        f"slash {typed('fuel')}",
        lambda app: app.screen.search == "fuel",
    ),
    "Enter is offered only if it does something": Walk(
        lambda: ManualScreen("wave"),
        {"keys": No("Enter")},
        "tab",
        {"keys": "Enter Open link"},
        f"slash {typed('morale')}",
        {"keys": "Enter End typing"},
        "enter",
        {"keys": No("Enter")},
        f"slash {typed('12.1')}",
        {"keys": "Enter Open chart"},
        size=(120, 40),
    ),
    "a chart found is shown": Walk(
        ManualScreen,
        f"slash {typed('hit location')}",
        {
            "reading": "Main Damage Table: Forward",
            "head": "Chart 11/forward: press Enter to open it",
        },
        "down",
        {"reading": "Main Damage Table: Midship"},
        "pagedown",
        lambda app: app.screen._page.scroll_offset.y > 0,
        # The links of the page before are not on the chart.
        "tab",
        lambda app: app.screen.marked is None,
        "down down",
        {"reading": "Chart slips"},
        "escape",
        {"reading": No("Main Damage Table")},
    ),
    "a broken save is listed with the reason": Walk(
        broken_save,
        {"menu": "broken"},
        "enter",
        {"head": "not a save"},
        SavedGamesScreen,
        slow=False,
    ),
    "without a save the list says so once": Walk(
        SavedGamesScreen,
        {"head": "No saves yet"},
        lambda app: not app.screen.query_one("#menu").display,
        "s",
        ServiceScreen,
        slow=False,
    ),
    "the roll to make comes after the past rolls": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=1)),
        "left_square_bracket",
        {"roll": "Roll "},
        "escape enter t",
        {"roll": "Roll "},
        "left_square_bracket",
        {"roll": "Rolled ["},
    ),
    "rolls of a replay open on their charts": Walk(
        lambda: ReplayScreen(playback()),
        "right right right left_square_bracket",
        RollScreen,
        {"roll": "Rolled ["},
    ),
    # Battles
    "a typing error in own dice can be corrected": Walk(
        lambda: PicketApp(TABLES, first_game(at_roll("gunnery"), scenario=4, dice="own")),
        "7",
        {"dice-orders": "This die cannot show 7, only 1 to 6."},
        "z",
        {"dice-orders": "'z' is not a digit"},
        "enter",
        {"dice-orders": "press Space to let the computer roll"},
        "5 backspace 3",
        {"dice-orders": "[ 3 ]"},
        "6",
        answers((3, 6)),
        "2 1",
        answers((3, 6), (2, 1)),
        "backspace 4 4",
        answers((3, 6), (4, 4)),
    ),
    "u without a decision says so, and Space lets the computer roll own dice": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=1, dice="own")),
        "u",
        {"dice-orders": "no decision"},
        "space",
        lambda app: len(app.screen.game.answers) == 1,
        slow=False,
    ),
    "undo goes back to the last decision": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "1 enter enter enter u n",
        requested(Roll),
        "u y",
        lambda app: (
            app.screen.game.state_hash == big_plan().state_hash and app.focused.id == "plan-orders"
        ),
        lambda app: isinstance(app.screen.game.events[-1], Undone),
        slow=False,
    ),
    "the menu below the first game is laid out when it is shown": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        lambda app: not app.screen_stack[0].query(ItemList),
        "q y",
        MenuScreen,
        {"menu": "New game", "title": "off Okinawa"},
        lambda app: app.focused is app.screen.query_one(ItemList),
        "down enter",
        DestinationsScreen,
    ),
    "a terminal is resized in the middle of a wave": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "b 1",
        displays("damage"),
        (80, 24),
        displays(no="damage"),
        "f5",
        displays("damage", no="plot"),
        (60, 20),
        lambda app: app.screen.query_one("#room").region.size == (60, 20),
        lambda app: "This terminal has 60 and 20" in str(app.screen.query_one("#room").render()),
        (160, 50),
        displays("plot"),
        lambda app: app.screen.view.plan == app.screen.view.aims.plan(Aim()) and app.focused,
        "enter",
        requested(Roll),
        size=(120, 40),
    ),
    "a terminal too small accepts no answers": Walk(
        lambda: PicketApp(TABLES, first_game(at_choice("one", 0), scenario=6)),
        (60, 20),
        "enter y 1 space o",
        requested(Choice),
        BattleScreen,
        (120, 40),
        BattleScreen,
        "down enter",
        lambda app: not isinstance(app.screen.game.answers[-1], tuple),
        size=(120, 40),
    ),
    "q quits at once on a terminal too small for a question": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=6, seed=11)),
        (60, 20),
        "q",
        lambda app: app.return_value == 0,
        size=(120, 40),
    ),
    "after the order to fire the plan gives way to the rolls": Walk(
        lambda: BattleScreen(big_plan(), NORMAL),
        displays("plan-orders"),
        "1 f",
        displays("run-orders", no="plan-orders"),
        slow=False,
    ),
    "the plot and the ship are joined and separated": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        {"plot": ("bridge", "Plot and ship")},
        "b",
        {"plot": No("bridge")},
        "b",
        (160, 50),
        {"plot": "bridge"},
        displays(no="damage"),
        "b",
        displays("damage"),
        (80, 24),
        displays(no="damage"),
        size=(120, 40),
    ),
    "from the log since the last order a function key returns to the usual layout": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        *(
            "e",
            lambda app: board(app).large == "log",
            "f2",
            displays("plot"),
            lambda app: (board(app).large, board(app).shown) == ("", "plot"),
            (80, 24),
        )
        * 2,
        size=(160, 50),
        slow=False,
    ),
    "a battle that opens fast says so beside a decision": Walk(
        lambda: PicketApp(
            TABLES,
            first_game(at_choice("men"), scenario=2, level="advanced"),
            settings=Settings(pace=FAST),
        ),
        {"men-orders": "Speed: fast."},
        slow=False,
    ),
    "the row below the ship shows damage during a decision": Walk(
        lambda: PicketApp(TABLES, first_game(at_emergency, scenario=4)),
        displays("one-orders"),
        "b",
        lambda app: any(row.startswith("Damage: ") for row in text_of(app, "damage").splitlines()),
        size=(120, 40),
    ),
    "delegating is explained in the key line and the help": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "question_mark",
        {"reading": "Let your officers handle the rest of"},
        "escape y",
        {"roll-orders": "Your officers will handle the rest of the wave."},
    ),
    "unaided men are assigned without chances or the exec": Walk(
        lambda: PicketApp(
            TABLES, first_game(at_choice("men", 4), scenario=2, level="advanced", aid=UNAIDED)
        ),
        "plus s",
        {
            "men-orders": (No("%"), No("xpected"), No("exec"), "column of chart 20"),
            "keys": No("Exec"),
        },
        lambda app: men(app) == {next(iter(app.screen.game.request.jobs)): 1},
        size=(120, 40),
    ),
    "a weapon that cannot hit is said in words": Walk(
        lambda: PicketApp(TABLES, big_plan(COMMANDED)),
        "1 g",
        lambda app: re.search(
            r"Plane 1: splashed \d+%, set afire \d+%; the bomb cannot hit after your maneuver, dive hits 28%",
            text_of(app, "plan-orders"),
        ),
        size=(160, 50),
    ),
    "names from saves are never markup": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=1, ship="[b]x[/b] y")),
        {"status": "[b]x[/b] y"},
        "q n",
        slow=False,
    ),
    "Enter never leaves a game and Esc never the program": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=3)),
        "escape enter",
        BattleScreen,
        "escape y",
        MenuScreen,
        *(
            "escape",
            AskScreen,
            lambda app: app.screen.question.startswith("Quit Picket"),
            "escape",
            MenuScreen,
        )
        * 3,
        lambda app: app.return_value is None,
        slow=False,
    ),
    "a wave is over beside the decision that follows": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=3, seed=9), settings=Settings(pace=FAST)),
        "y",
        {"one-orders": ("Declare an emergency?", "Wave 1 of 3 is over")},
        displays(no="card"),
        size=(120, 40),
    ),
    "at the speed fast no headline covers the panels while a decision is asked": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=3, seed=7), settings=Settings(pace=FAST)),
        lambda app: "Kikusui raid: 11 planes" in app.screen.autoplay.recent[-1].words,
        *(
            displays("one-orders", no="moment"),
            (120, 40),
            displays(no="moment"),
            (160, 50),
            displays(no="moment"),
        ),
    ),
    "the log names the officers": Walk(
        lambda: (
            setattr(standing_orders, "ROUTINE", SHIPPED_ROUTINE)
            or PicketApp(TABLES, new_game(scenario=6, seed=7), settings=Settings(pace=FAST))
        ),
        {"log": "orders hard rudder and full speed"},
        size=(120, 40),
    ),
    "Enter sends no men that nobody has read": Walk(
        lambda: PicketApp(
            TABLES, first_game(at_choice("men", 4), scenario=2, level="advanced", aid=COMMANDED)
        ),
        "enter enter",
        {"men-orders": "press f to send them as shown"},
        lambda app: app.screen.game.request.kind == "men",
        "s enter",
        lambda app: app.screen.game.answers[-1] != {},
        lambda app: not isinstance(app.screen.game.answers[-1], tuple),
    ),
    "a plane that guns spare in an emergency says that they are silent": Walk(
        guns_silent, {"plan-orders": ("guns silent", No("no gun bears"))}, size=(120, 40)
    ),
    "no fighters are held back without a later wave": Walk(
        lambda: PicketApp(TABLES, first_game(last_wave, scenario=5)),
        "right_square_bracket",
        lambda app: re.search(
            "You have no fighters|This is the last wave", text_of(app, "plan-orders")
        ),
        lambda app: app.screen.view.held == 0,
        {"keys": No("Hold back")},
        size=(120, 40),
        slow=False,
    ),
    "keys, header and arcs are named in full where they have room": Walk(
        lambda: PicketApp(TABLES, big_plan(COMMANDED)),
        {"keys": ("Aim", "]/[ ")},
        lambda app: f"1-{len(app.screen.view.aims.offered())} Aim" in text_of(app, "keys"),
        (120, 40),
        {"keys": "]/[ ", "mounts": "▄LM"},
        (160, 50),
        {"status": ("Maneuver 10", No(".."))},
        slow=False,
    ),
    "planes are listed once while a fire plan is made": Walk(
        lambda: PicketApp(TABLES, big_plan(COMMANDED)),
        "1",
        *(
            {"plot": (No("undamaged"), "Zeke bomb", "To come: waves of 4")},
            "f2",
            {"plot": "undamaged"},
            "f2",
            (120, 40),
        )
        * 2,
    ),
    "a panel chosen stays when fire is opened": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "f3",
        lambda app: board(app).shown == "mounts",
        "1 f",
        requested(Roll),
        lambda app: board(app).shown == "mounts",
    ),
    "v changes the setting of the speed": Walk(
        lambda: PicketApp(TABLES, big_plan(COMMANDED), settings=Settings(pace=FAST)),
        {"plan-orders": No("Speed: fast.")},
        # At a decision the game is not paused, and another page changes no speed.
        lambda app: setattr(app.screen.autoplay, "held", True) is None,
        {"status": "fast"},
        "v",
        {"status": "step"},
        lambda app: app.settings.pace == MANUAL,
        "f1 escape",
        {"status": "step"},
        lambda app: setattr(app.settings, "pace", NORMAL) is None,
        "f1 escape",
        {"status": "normal"},
    ),
    "a digit selects an option of a decision, and arrows go round": Walk(
        lambda: PicketApp(TABLES, first_game(at_choice("one", 0), scenario=4)),
        lambda app: option(app) == (NONE, 2),
        "up",
        lambda app: option(app) == (1, 2),
        "down",
        lambda app: option(app) == (0, 2),
        "down 9",
        {"one-orders": ("►2", "Choose an option from the list")},
        "1",
        requested(Choice),
        "enter",
        lambda app: not isinstance(app.screen.game.answers[-1], tuple),
        slow=False,
    ),
    "a click on an option of a decision gives it": Walk(
        lambda: PicketApp(TABLES, first_game(at_choice("one", 0), scenario=4)),
        click("one-orders", "screen.pick(1)"),
        lambda app: app.screen.game.answers[-1] == "no",
        slow=False,
    ),
    "the search is on the key line where it has room": Walk(
        MenuScreen,
        {"keys": "Ctrl+P Search"},
        lambda app: play(app, big_plan()) is None,
        BattleScreen,
        {"keys": (No("Search"), "Hold back")},
        (160, 50),
        lambda app: re.search("Undo.*Ctrl.P Search.*Help", text_of(app, "keys")),
        slow=False,
    ),
    "a chart number searched in the manual lists the chart": Walk(
        ManualScreen,
        f"slash {typed('tables 18-1')}",
        {"list": "Chart 18-1:"},
        f"ctrl+u {typed('18 1')}",
        lambda app: "Chart 18-1:" in text_of(app, "list").splitlines()[0],
        "enter",
        ChartScreen,
        lambda app: app.screen.chart.id == "18-1",
    ),
    "the log since the last order starts with the order": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "1 enter enter enter e",
        {"log": ("Ship's log since your last order", No("Type of plane"), "Fire plan", " at ")},
        "e",
        {"log": (No("since your last order"), "Ship's log")},
        size=(120, 40),
    ),
    "the enlarged ship status shows the day so far": Walk(
        lambda: PicketApp(TABLES, hurt_ship()),
        "f4",
        {"ship": ("Today", "crashes into the ship", "Hull integrity: 2 lost")},
        lambda app: (
            len(app.screen.query_one("#ship").lines) <= app.screen.query_one("#ship").size.height
        ),
        "f4",
        {"ship": No("Today")},
        size=(160, 50),
    ),
    "the list of saves says when a game was played and hides the name of its file": Walk(
        lambda: (
            start_save(new_game(campaign="mini", seed=1))
            and start_save(new_game(scenario=1, seed=2), "sunday")
            and SavedGamesScreen()
        ),
        {"menu": (": sunday", "Scenario", "played ")},
        lambda app: re.search(r"played [A-Z][a-z]{2} \d+, \d\d:\d\d", text_of(app, "menu")),
        lambda app: not any(re.search(r"\d{6}", item.note) for item in menu(app).items),
        size=(120, 40),
    ),
    "page keys scroll a panel by its height less one line": Walk(
        lambda: PicketApp(TABLES, hurt_ship()),
        "f5 m pagedown",
        lambda app: scrolled(app, "#damage") > 0,
        "pageup",
        lambda app: scrolled(app, "#damage") == 0,
    ),
    "on a small terminal a function key shows a panel and then enlarges it": Walk(
        lambda: PicketApp(TABLES, big_plan()),
        "f6",
        displays("log"),
        lambda app: board(app).large == "",
        "f6",
        lambda app: board(app).large == "log",
        "f6",
        displays("log"),
        lambda app: board(app).large == "",
        "e",
        {"log": "since your last order"},
    ),
    "the log returns to its newest lines when it is small again": Walk(
        lambda: PicketApp(TABLES, hurt_ship()),
        *(
            step
            for key in ("f6", "escape")
            for step in (
                "f6",
                lambda app: board(app).large == "log",
                "pageup",
                lambda app: log(app).back > 0,
                key,
                lambda app: board(app).large == "" and log(app).back == 0,
                {"log": No("below")},
            )
        ),
        size=(120, 40),
    ),
    "page keys of a replay scroll the enlarged panel, else the log": Walk(
        lambda: ReplayScreen(playback()),
        "end pageup",
        lambda app: log(app).back > 0,
        "pagedown",
        lambda app: log(app).back == 0,
        "f2 pageup",
        lambda app: (board(app).large, log(app).back) == ("plot", 0),
        size=(120, 40),
        slow=False,
    ),
    **{
        f"Enter accepts no order that nobody gave, {aid}": Walk(
            lambda aid=aid: PicketApp(TABLES, first_game(at_choice("one", 0), scenario=4, aid=aid)),
            "enter",
            requested(Choice),
            {"one-orders": "Choose first: 1 or 2.", "keys": "Choose (1 or 2 first)"},
            "up",
            {"keys": ("Choose", No("first"))},
            "enter",
            answers("no"),
            slow=aid != AIDS[0],
        )
        for aid in AIDS
    },
    **{
        f"Enter fires no plan that has only just appeared, {aid}": Walk(
            lambda aid=aid: PicketApp(TABLES, big_plan(aid)),
            "enter enter enter",
            requested(Choice),
            {"plan-orders": "Choose an aim first" if aid == COMMANDED else "ress f to open fire"},
            lambda app, aid=aid: (
                app.screen.query_one(FirePlanPanel).notice_style
                == ("bad" if aid == COMMANDED else "key")
            ),
            "1 space enter" if aid == UNAIDED else "1 enter",
            requested(Roll),
            slow=aid != AIDS[0],
        )
        for aid in AIDS
    },
    **{
        f"{key} is pressed twice before nobody fires": Walk(
            lambda: PicketApp(TABLES, big_plan(UNAIDED)),
            lambda app: setattr(app.screen.view, "plan", {}) is None,
            keys,
            requested(Choice),
            {"plan-orders": words},
            key,
            requested(Roll),
        )
        for keys, key, words in (
            ("f", "f", "press f again to hold fire"),
            ("down enter", "enter", "no guns fire"),
        )
    },
    "men are assigned by keys": Walk(
        lambda: PicketApp(TABLES, hurt_ship()),
        lambda app: men(app) == decide(app.screen.game.play, app.screen.game.request),
        "c 3 down right plus minus plus 9",
        {"men-orders": "a job takes 0 to 3"},
        "enter",
        requested(Choice),
        {
            "men-orders": "more men would help. Add them with +, or press f to send the men as shown."
        },
        "f",
        lambda app: [*app.screen.game.answers[-1].values()] == [3, 2],
        slow=False,
    ),
    "y is offered unless the question is that of relief": Walk(
        at_relief,
        {"keys": No("Delegate")},
        lambda app: play(app, first_game(at_choice("one", 0), campaign="long-b")) is None,
        {"keys": "Delegate"},
        size=(160, 50),
    ),
    # Settings
    "settings changed during a battle apply to it": Walk(
        lambda: PicketApp(TABLES, big_plan(), settings=Settings(pace="step")),
        lambda app: app.push_screen(SettingsScreen()),
        SettingsScreen,
        "down left down right escape",
        BattleScreen,
        lambda app: (app.screen.autoplay.speed, app.screen.bell) == ("fast", "on"),
    ),
    "a theme and the speed of a battle are remembered": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=1)),
        lambda app: app.choose_setting("theme", "high-contrast") is None,
        "v v",
        {"status": "fast"},
        lambda app: read_settings(binding_ids) == Settings("high-contrast", "fast"),
    ),
    "a game begins with the theme and speed of the settings": Walk(
        lambda: PicketApp(
            TABLES, new_game(scenario=1, seed=1), settings=Settings("daylight", "fast")
        ),
        {"status": "fast"},
        lambda app: app.theme == "daylight",
        slow=False,
    ),
    "keys can be remapped": Walk(
        lambda: PicketApp(
            TABLES, big_plan(), settings=Settings(keys={"plan.suggest": "x", "battle.leave": "z"})
        ),
        {"keys": "x Exec"},
        "s",
        {"plan-orders": No("Your exec")},
        "x",
        {"plan-orders": "Your exec"},
        "q",
        BattleScreen,
        {"keys": "z Leave"},
        "z y",
        MenuScreen,
        slow=False,
    ),
    "digits and function keys can be remapped": Walk(
        lambda: PicketApp(
            TABLES,
            big_plan(UNAIDED),
            settings=Settings(keys={"plan.plane_2": "ctrl+b", "board.damage": "ctrl+d"}),
        ),
        "2",
        lambda app: app.screen.view.plane != 1,
        "ctrl+b ctrl+d",
        lambda app: (app.screen.view.plane, board(app).shown) == (1, "damage"),
    ),
    "the key line has the key that the player bound to a digit": Walk(
        lambda: PicketApp(TABLES, big_plan(), settings=Settings(keys={"plan.plane_1": "ctrl+a"})),
        {"keys": ("Ctrl+A Aim", No("1-"))},
        size=(160, 50),
        slow=False,
    ),
    "the settings page applies and stores changes at once": Walk(
        SettingsScreen,
        "right",
        lambda app: app.theme == "daylight",
        "down left",
        lambda app: read_settings(binding_ids) == Settings("daylight", str(SPEEDS[-1])),
    ),
    # Campaigns
    "records open by key in a campaign": Walk(
        lambda: PicketApp(TABLES, new_game(campaign="mini", seed=5)),
        "r",
        CampaignRecordsScreen,
        "escape",
        BattleScreen,
        slow=False,
    ),
    "there are no records in a scenario": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=1, seed=5)),
        "r",
        BattleScreen,
        {"keys": No("Records")},
        slow=False,
    ),
    "the records of a campaign that is over": Walk(
        lambda: CampaignRecordsScreen(campaign()),
        {"reading": "March 1945"},
        "right",
        {"reading": "Status"},
        "7",
        {"reading": "US victory"},
        "right",
        {"tabs": "[1 Calendar]"},
        "left escape",
        MenuScreen,
        slow=False,
    ),
    "the records of a campaign with a squadron": Walk(
        lambda: CampaignRecordsScreen(middle()),
        {"tabs": "2 Squadron"},
        # The help names no other digit.
        lambda app: (
            {key for key in app.screen.active_bindings if key.isdigit()}
            == {str(number) for number in range(1, len(app.screen.names) + 1)}
        ),
        slow=False,
    ),
    "only long campaign B has a squadron": Walk(
        lambda: CampaignRecordsScreen(new_game(campaign="long-a", seed=1)),
        {"tabs": "2 Ships"},
        slow=False,
    ),
    "a mini campaign has one ship, and a game under way no result": Walk(
        lambda: CampaignRecordsScreen(new_game(campaign="mini", seed=1)),
        "7",
        {"tabs": ("[1 Calendar]", No("Result"), "2 Map")},
        "5",
        {"tabs": "[5 Crews]"},
        slow=False,
    ),
    "keys go through the days of history": Walk(
        lambda: HistoricalDayScreen(datetime.date(1945, 4, 18)),
        {"reading": "Apr 18"},
        lambda app: not app.screen.check_action("play_day", ()),
        "left left",
        {
            "reading": (
                "USS Laffey (DD-724) was damaged at station 1",
                "Naval History and Heritage Command",
            )
        },
        lambda app: app.screen.check_action("play_day", ()),
        slow=False,
    ),
    "the diary from the books of a campaign": Walk(
        lambda: CampaignRecordsScreen(played(campaign="mini", seed=3)), "d", ShipDiaryScreen
    ),
    "the diary of a save": Walk(
        lambda: save_of("kept", campaign="mini", seed=3) and SavedGamesScreen(),
        {"menu": "kept"},
        "d",
        ShipDiaryScreen,
        {"reading": "Officers and chiefs"},
    ),
    "the chance of holding a stage from the page of its last day": Walk(
        lambda: DayScreen(
            game := played(campaign="long-a", seed=1), period_days(game.state, 2)[-1].date
        ),
        "l",
        ChanceCurveScreen,
        lambda app: app.screen.analysis.stage == 2,
        slow=False,
    ),
    "keys select other days of the watch": Walk(
        lambda: PicketApp(TABLES, watch=WATCHED),
        {"head": title_words(WATCHED)},
        "right",
        {"head": title_words(WATCHED + DAY)},
        "left left",
        {"head": title_words(WATCHED - DAY)},
        {"reading": "Coming days"},
        slow=False,
    ),
    "one key leads from the calendar to the watch of a real ship": Walk(
        lambda: CampaignRecordsScreen(new_game(patrol="1945-05-04", seed=1), PLANES),
        lambda app: not app.screen.check_action("play_day", ()),
        "1",
        lambda app: app.screen.check_action("play_day", ()),
        "p",
        SetupScreen,
        "enter",
        BattleScreen,
        lambda app: (
            (setup := app.screen.game.state.setup)
            and (setup.ship, setup.station) == ("USS Morrison", 1)
        ),
        lambda app: app.screen.game.state.date == datetime.date(1945, 5, 4),
    ),
    "the luck of one day and of a whole game": Walk(
        lambda: DayScreen(played(campaign="mini", seed=3), "1945-03-26"),
        "l",
        LuckScreen,
        {"reading": ("Mar 26", "Dives")},
        lambda app: app.push_screen(OutcomeScreen(played(scenario=3, seed=5))),
        OutcomeScreen,
        "l d",
        LuckScreen,
        {"reading": ("whole game", "Dives")},
        "escape escape",
        OutcomeScreen,
    ),
    "the key line names the keys that scroll only where text is hidden": Walk(
        lambda: CampaignScreen(),
        {"keys": "Scroll down"},
        *(
            lambda app: (
                app.screen.query_one(ScrollText).is_long is ("Scroll down" in text_of(app, "keys"))
            ),
            "down",
        )
        * len(TABLES.campaigns),
        (160, 60),
        {"keys": No("Scroll down")},
    ),
    # Saves
    "an attempt at the watch is resumed": Walk(
        lambda: finished_try(answers=20) or PicketApp(TABLES, watch=WATCHED),
        {"menu": "Attempt 1 (counts)"},
        "enter",
        BattleScreen,
        lambda app: app.playing.requests >= 20 and len(attempts_on(WATCHED)) == 1,
    ),
    "an unfinished game has no card": Walk(
        lambda: finished_try(answers=20) or CardScreen(list_saves()[0].path),
        {"reading": "the game is not over"},
        lambda app: text_of(app, "reading").split("\n")[0].strip() == "The card",
        "c w escape",
        MenuScreen,
        slow=False,
    ),
    "Continue lists every game in progress": Walk(
        three_saves,
        {"menu": "hull 6/6"},
        "enter",
        GamesInProgressScreen,
        lambda app: text_of(app, "menu").count("played") == 2,
        {"menu": ("Scenario 5", "Scenario 6", No("done"))},
        "down",
        {"head": "older"},
        "enter",
        BattleScreen,
        lambda app: app.screen.game.save_file.path.stem == "older",
        lambda app: [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen],
        slow=False,
    ),
    "the list of scenarios begins at the one played last": Walk(
        lambda: save_of("done", scenario=3, seed=5) and ScenarioScreen(),
        {"reading": "USS Cassin Young"},
        lambda app: app.screen.query_one(ItemList).item.value == "3",
    ),
    "a finished game is not continued at its end": Walk(
        lambda: ReplayScreen(load_playback(save_of("kimberly", scenario=3, seed=5), TABLES)),
        "end g",
        ReplayScreen,
        lambda app: list(read_record(list_saves()[0].path).branches) == ["main"],
    ),
    "a finished game is continued from its replay": Walk(
        # The board below the replay has the save open; it is closed first.
        lambda: finished(6),
        OutcomeScreen,
        "p",
        ReplayScreen,
        {"keys": "g Play on"},
        "right right g enter",
        BattleScreen,
        lambda app: not app.screen.game.over,
    ),
    "undo on the last page plays on from the last decision": Walk(
        lambda: finished(3),
        OutcomeScreen,
        {"keys": "q Menu"},
        lambda app: read_service()[0].save == "g",
        "u",
        AskScreen,
        "enter",
        BattleScreen,
        lambda app: app.screen.game.over,
        "u",
        AskScreen,
        "y",
        BattleScreen,
        requested(Choice),
        lambda app: read_service() == [],
    ),
    "arrows in the menu go round, and page keys do not": Walk(
        MenuScreen,
        "home up",
        lambda app: menu(app).index == len(menu(app).items) - 1,
        "down",
        lambda app: menu(app).index == 0,
        "end pagedown",
        lambda app: menu(app).index == len(menu(app).items) - 1,
        slow=False,
    ),
}


@walks(WALKS)
async def test_keys_lead_to_what_they_say(walk):
    await walk.take()
