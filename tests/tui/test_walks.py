"""Walks through the program: keys, the screens they lead to, and the texts that panels show
there.
"""

import datetime
import os
import re

from picket_duty.captains import captain_named, play_out, standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.drafts.choice import NONE
from picket_duty.drafts.fire_plan import PlanSetting
from picket_duty.events import Undone
from picket_duty.facts.campaign_days import period_days
from picket_duty.odds.aims import Aim
from picket_duty.rules.control import STANDING
from picket_duty.rules.gunnery import plan_choice
from picket_duty.saves import list_saves, read_record, saves_folder, start_save
from picket_duty.saves.daily_watch import attempts_on
from picket_duty.saves.service_record import read_service
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.tui.app import PicketApp
from picket_duty.tui.keymap import binding_ids
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import (
    PLANES,
    CampaignRecordsScreen,
    HistoricalDayScreen,
)
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.charts import ChartListScreen
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.game_lists import CampaignScreen, ScenarioScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import MenuScreen, SettingsScreen
from picket_duty.tui.screens.open_games import play
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import (
    SavedGamesScreen,
)
from picket_duty.tui.settings import FAST, NORMAL, SPEEDS, Settings, read_settings
from picket_duty.tui.widgets.choice_panel import ChoicePanel
from picket_duty.tui.widgets.choices import ItemList
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.panel import Panel, ScrollText
from tests.games import TABLES, new_game
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.tui.conftest import text_of
from tests.tui.games import DATE as WATCHED
from tests.tui.games import (
    at_choice,
    at_roll,
    big_plan,
    campaign,
    finished_try,
    first_game,
    forward,
    hurt_ship,
    middle,
    playback,
    played,
    save_of,
    under_way,
)
from tests.tui.walk import Walk, walks


def menu(app):
    return app.screen.query_one(ItemList)


def scrolled(app, name):
    """The rows above a panel's first visible row: none, or a page."""
    panel = app.screen.query_one(name, Panel)
    assert panel.scroll_offset.y in (
        0,
        min(panel.size.height - 1, len(panel.lines) - panel.size.height),
    )
    return panel.scroll_offset.y


def log_is_back(app):
    return app.screen.query_one(EventLog).lines_below > 0


def men(app):
    return app.screen.query_one(RepairPanel).draft.men


def at_relief():
    game = first_game(at_choice("one", 0), campaign="long-b")
    return PicketApp(
        TABLES, forward(game, lambda game: getattr(game.request, "about", "") == "relief")
    )


def click(panel, action):
    async def at_text(pilot):
        lines = pilot.app.screen.query_one(f"#{panel}", Panel).lines
        row = next(
            row for row, spans in enumerate(lines) if any(span.action == action for span in spans)
        )
        actions = [span.action for span in lines[row]]
        before = lines[row][: actions.index(action)]
        await pilot.click(f"#{panel}", offset=(sum(len(span.text) for span in before) + 1, row))

    return at_text


def at_emergency(game):
    return getattr(game.request, "about", "") == "emergency declaration"


def finished(scenario):
    game = new_game(scenario=scenario, seed=1)
    start_save(game, "g")
    play_out(game, captain_named("doctrine", 1))
    return PicketApp(TABLES, game)


def last_wave(game):
    return at_choice("assign", 3)(game) and not game.state.air.waves


def guns_silent():
    game = first_game(
        lambda game: at_choice("assign", 3)(game) and not game.state.air.markers, scenario=2
    )
    game.play.ship.declared = STANDING
    game.request = plan_choice(game.play)
    return PicketApp(TABLES, game)


def three_saves():
    os.utime(under_way("older", 12, scenario=6, seed=1), (1, 1))
    under_way("newer", 12, scenario=5, seed=1)
    save_of("done", scenario=1, seed=4)
    return PicketApp(TABLES)


def broken_save():
    saves_folder().mkdir(parents=True)
    (saves_folder() / "broken.picket").write_text("no save of ours\n")
    return SavedGamesScreen()


#: By what they show; those that take long are slow.
WALKS = {
    "the form of a patrol shows errors and starts when valid": Walk(
        None,
        """
        press home down enter down down enter
        on SetupScreen
        press backspace*10
        type 1945-13-01
        press enter
        form: is not a valid date (use YYYY-MM-DD)
        press backspace*10
        type 1945-04-06
        press down backspace x enter
        form: The number of days must be a number, not 'x'
        press backspace 2 down right down right enter
        is game.state.setup.days = 2
        is game.state.setup.station = 1
        is game.state.setup.ship_class = la-prade
        """,
    ),
    "no name that is too long can be typed": Walk(
        None,
        """
        press down enter enter enter f2 down
        press x*41
        on OfficersScreen
        press enter enter
        so xo_is_cut
        """,
        xo_is_cut=lambda app: app.screen.game.state.setup.officers == {"xo": "x" * 40},
    ),
    "charts are found by number and by title": Walk(
        None,
        """
        press home down down enter enter
        on ChartListScreen
        so all_charts
        type weather
        list: 6-1
        list lacks: 9-2/5in
        press escape 9 - 2
        so three_charts
        press enter
        on ChartScreen
        press escape
        on ChartListScreen
        press z z z
        list: Nothing found
        """,
        all_charts=lambda app: f"{len(TABLES.chart_ids())} charts" in text_of(app, "head"),
        three_charts=lambda app: text_of(app, "list").count("9-2/") == 3,
    ),
    "o and t open odds and chart of the request": Walk(
        lambda: new_game(scenario=1, seed=1),
        """
        press o
        on OddsScreen
        reading: %
        press escape t
        on ChartScreen
        is chart.id = V-1
        press t
        on BattleScreen
        """,
        slow=False,
    ),
    "a question in the list of charts finds the manual": Walk(
        lambda: ChartListScreen(TABLES, "what does AFS mean"),
        """
        list: abbreviations
        press enter
        on ManualScreen
        so explained
        press escape
        on ChartListScreen
        """,
        explained=lambda app: app.screen.topic in ("questions", "glossary"),
    ),
    "looking up one chart after the other leaves one page to close": Walk(
        lambda: ChartListScreen(TABLES),
        """
        press enter
        on ChartScreen
        press slash
        on ChartListScreen
        press enter 1
        on ChartListScreen
        is search = 1
        is below = MenuScreen
        press enter slash s
        is search = s
        press f
        is search = sf
        """,
    ),
    "the first Esc clears a search, the second leaves the charts": Walk(
        lambda: ChartListScreen(TABLES),
        """
        press 1 9 escape
        on ChartListScreen
        press 1 9 enter escape escape
        on MenuScreen
        """,
        slow=False,
    ),
    "every page is searched": Walk(
        ManualScreen,
        """
        press slash
        type morale
        press enter
        head: Search:
        list: What does morale do?
        list lacks: Weather
        press down
        head: Search
        press escape slash
        type combat air patrol
        is topic = fighters
        press escape slash
        type uninstall
        is topic = keys
        press escape slash q q q
        list: Nothing found
        press escape
        list: Weather
        press escape
        on MenuScreen
        """,
    ),
    **{
        (
            f"{key} clears a search, and a slash is typed only in the number of a chart, "
            f"{start.__name__}"
        ): Walk(
            lambda start=start: start() if start is ManualScreen else start(TABLES),
            f"""
            press slash 9 - 2 slash 5 i n
            is search = 9-2/5in
            press {key}
            is search =
            type morale
            press {key}
            type fuel
            is search = fuel
            """,
        )
        for start in (ChartListScreen, ManualScreen)
        for key in ("slash", "ctrl+u")
    },
    "a slash after a chart begins a new search": Walk(
        ManualScreen,
        """
        press slash
        type 18.1
        press enter
        on ChartScreen
        press escape
        on ManualScreen
        is typing = False
        press slash
        type fuel
        is search = fuel
        """,
    ),
    "Enter is offered only if it does something": Walk(
        lambda: ManualScreen("wave"),
        """
        keys lacks: Enter
        press tab
        keys: Enter Open link
        press slash
        type morale
        keys: Enter End typing
        press enter
        keys lacks: Enter
        press slash
        type 12.1
        keys: Enter Open chart
        """,
        size=(120, 40),
    ),
    "a chart found is shown": Walk(
        ManualScreen,
        """
        press slash
        type hit location
        reading: Main Damage Table: Forward
        head: Chart 11/forward: press Enter to open it
        press down
        reading: Main Damage Table: Midship
        press pagedown
        so scrolled
        press tab
        is marked = None
        press down down
        reading: Chart slips
        press escape
        reading lacks: Main Damage Table
        """,
        scrolled=lambda app: app.screen.query_one("#reading").scroll_offset.y > 0,
    ),
    "a broken save is listed with the reason": Walk(
        broken_save,
        """
        menu: broken
        press enter
        head: not a save
        on SavedGamesScreen
        """,
        slow=False,
    ),
    "a save is renamed and deleted in the list": Walk(
        lambda: save_of("kept", campaign="mini", seed=3) and SavedGamesScreen(),
        """
        menu: kept
        press r
        on NameScreen
        press backspace*4
        type sunday
        press enter
        menu: sunday
        menu lacks: kept
        press x n
        menu: sunday
        press x y
        head: No saves yet
        hides menu
        """,
        slow=False,
    ),
    "without a save the list says so once": Walk(
        SavedGamesScreen,
        """
        head: No saves yet
        hides menu
        press s
        on ServiceScreen
        """,
        slow=False,
    ),
    "the roll to make comes after the past rolls": Walk(
        lambda: new_game(scenario=1, seed=1),
        """
        press left_square_bracket
        roll: "Roll "
        press escape enter t
        roll: "Roll "
        press left_square_bracket
        roll: Rolled [
        """,
    ),
    "rolls of a replay open on their charts": Walk(
        lambda: ReplayScreen(playback()),
        """
        press right right right left_square_bracket
        on RollScreen
        roll: Rolled [
        """,
    ),
    # Battles
    "a typing error in own dice can be corrected": Walk(
        lambda: first_game(at_roll("gunnery"), scenario=4, dice="own"),
        """
        press 7
        dice-orders: This die cannot show 7, only 1 to 6.
        press z
        dice-orders: 'z' is not a digit
        press enter
        dice-orders: press Space to let the computer roll
        press 5 backspace 3
        dice-orders: [ 3 ]
        press 6
        answers (3, 6)
        press 2 1
        answers (3, 6), (2, 1)
        press backspace 4 4
        answers (3, 6), (4, 4)
        """,
    ),
    "u without a decision says so, and Space lets the computer roll own dice": Walk(
        lambda: new_game(scenario=1, seed=1, dice="own"),
        """
        press u
        dice-orders: no decision
        press space
        is number of answers = 1
        """,
        slow=False,
    ),
    "undo goes back to the last decision": Walk(
        big_plan,
        """
        press 1 enter enter enter u n
        request Roll
        press u y
        so as_before
        is focused.id = plan-orders
        so undone
        """,
        as_before=lambda app: (
            app.screen.game.state_hash == big_plan().state_hash and app.focused.id == "plan-orders"
        ),
        undone=lambda app: isinstance(app.screen.game.events[-1], Undone),
        slow=False,
    ),
    "the menu below the first game is laid out when it is shown": Walk(
        big_plan,
        """
        so menu_is_bare
        press q y
        on MenuScreen
        menu: New game
        title: off Okinawa
        so menu_is_focused
        press down enter
        on DestinationsScreen
        """,
        menu_is_bare=lambda app: not app.screen_stack[0].query(ItemList),
        menu_is_focused=lambda app: app.focused is app.screen.query_one(ItemList),
    ),
    "a terminal is resized in the middle of a wave": Walk(
        big_plan,
        """
        press b 1
        shows damage
        size 80x24
        hides damage
        press f5
        shows damage
        hides plot
        size 60x20
        so room_is_whole
        so room_is_named
        size 160x50
        shows plot
        so plan_stays
        press enter
        request Roll
        """,
        room_is_whole=lambda app: app.screen.query_one("#room").region.size == (60, 20),
        room_is_named=lambda app: (
            "This terminal has 60 and 20" in str(app.screen.query_one("#room").render())
        ),
        plan_stays=lambda app: (
            app.screen.view.draft.now.targets == app.screen.view.draft.aims.plan(Aim())
            and app.focused
        ),
        size=(120, 40),
    ),
    "a terminal too small accepts no answers": Walk(
        lambda: first_game(at_choice("one", 0), scenario=6),
        """
        size 60x20
        press enter y 1 space o
        request Choice
        on BattleScreen
        size 120x40
        on BattleScreen
        press down enter
        is decided = True
        """,
        size=(120, 40),
    ),
    "q quits at once on a terminal too small for a question": Walk(
        lambda: new_game(scenario=6, seed=11),
        """
        size 60x20
        press q
        is return_value = 0
        """,
        size=(120, 40),
    ),
    "after the order to fire the plan gives way to the rolls": Walk(
        lambda: BattleScreen(big_plan(), NORMAL),
        """
        shows plan-orders
        press 1 f
        shows run-orders
        hides plan-orders
        """,
        slow=False,
    ),
    "the plot and the ship are joined and separated": Walk(
        big_plan,
        """
        plot: bridge
        plot: Plot and ship
        press b
        plot lacks: bridge
        press b
        size 160x50
        plot: bridge
        hides damage
        press b
        shows damage
        size 80x24
        hides damage
        """,
        size=(120, 40),
    ),
    "from the log since the last order a function key returns to the usual layout": Walk(
        big_plan,
        """
        press e
        is large = log
        press f2
        shows plot
        is large =
        is shown = plot
        size 80x24
        press e
        is large = log
        press f2
        shows plot
        is large =
        is shown = plot
        size 80x24
        """,
        size=(160, 50),
        slow=False,
    ),
    "a battle that opens fast says so beside a decision": Walk(
        lambda: PicketApp(
            TABLES,
            first_game(at_choice("men"), scenario=2, level="advanced"),
            settings=Settings(pace=FAST),
        ),
        """
        men-orders: Speed: fast.
        """,
        slow=False,
    ),
    "the row below the ship shows damage during a decision": Walk(
        lambda: first_game(at_emergency, scenario=4),
        """
        shows one-orders
        press b
        so row_of_damage
        """,
        row_of_damage=lambda app: any(
            row.startswith("Damage: ") for row in text_of(app, "damage").splitlines()
        ),
        size=(120, 40),
    ),
    "delegating is explained in the key line and the help": Walk(
        big_plan,
        """
        press question_mark
        reading: Let your officers handle the rest of
        press escape y
        roll-orders: Your officers will handle the rest of the wave.
        """,
    ),
    "unaided men are assigned without chances": Walk(
        lambda: first_game(at_choice("men", 4), scenario=2, level="advanced", aid=UNAIDED),
        """
        press plus
        men-orders lacks: %
        men-orders: column of chart 20
        so first_job_has_one
        press s
        men-orders: Exec:
        men-orders lacks: %
        so as_doctrine
        """,
        first_job_has_one=lambda app: men(app) == {next(iter(app.screen.game.request.jobs)): 1},
        as_doctrine=lambda app: men(app) == decide(app.screen.game.play, app.screen.game.request),
        size=(120, 40),
    ),
    "a weapon that cannot hit is said in words": Walk(
        lambda: big_plan(COMMANDED),
        """
        press 1 g
        so in_words
        """,
        in_words=lambda app: re.search(
            r"Plane 1: splashed \d+%, set afire \d+%; the bomb cannot hit after your maneuver, dive hits 28%",
            text_of(app, "plan-orders"),
        ),
        size=(160, 50),
    ),
    "names from saves are never markup": Walk(
        lambda: new_game(scenario=1, seed=1, ship="[b]x[/b] y"),
        """
        status: [b]x[/b] y
        press q n
        """,
        slow=False,
    ),
    "Enter never leaves a game and Esc never the program": Walk(
        lambda: new_game(scenario=1, seed=3),
        """
        press escape enter
        on BattleScreen
        press escape y
        on MenuScreen
        press escape
        on AskScreen
        so asks_to_quit
        press escape
        on MenuScreen
        press escape
        on AskScreen
        so asks_to_quit
        press escape
        on MenuScreen
        press escape
        on AskScreen
        so asks_to_quit
        press escape
        on MenuScreen
        is return_value = None
        """,
        asks_to_quit=lambda app: app.screen.question.startswith("Quit Picket"),
        slow=False,
    ),
    "a wave is over beside the decision that follows": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=3, seed=9), settings=Settings(pace=FAST)),
        """
        press y
        one-orders: Declare an emergency?
        one-orders: Wave 1 of 3 is over
        hides card
        """,
        size=(120, 40),
    ),
    "at the speed fast no headline covers the panels while a decision is asked": Walk(
        lambda: PicketApp(TABLES, new_game(scenario=3, seed=7), settings=Settings(pace=FAST)),
        """
        so raid_is_reported
        shows one-orders
        hides moment
        size 120x40
        hides moment
        size 160x50
        hides moment
        """,
        raid_is_reported=lambda app: (
            "Kikusui raid: 11 planes" in app.screen.autoplay.recent[-1].words
        ),
    ),
    "the log names the officers": Walk(
        lambda: (
            setattr(standing_orders, "ROUTINE", SHIPPED_ROUTINE)
            or PicketApp(TABLES, new_game(scenario=6, seed=7), settings=Settings(pace=FAST))
        ),
        """
        log: orders hard rudder and full speed
        """,
        size=(120, 40),
    ),
    "Enter sends no men that nobody has read": Walk(
        lambda: first_game(at_choice("men", 4), scenario=2, level="advanced", aid=COMMANDED),
        """
        press enter enter
        men-orders: no men assigned
        is game.request.kind = men
        press s enter
        so men_are_sent
        is decided = True
        """,
        men_are_sent=lambda app: app.screen.game.answers[-1] != {},
    ),
    "a plane that guns spare in an emergency says that they are silent": Walk(
        guns_silent,
        """
        plan-orders: guns silent
        plan-orders lacks: no gun bears
        """,
        size=(120, 40),
    ),
    "no fighters are held back without a later wave": Walk(
        lambda: first_game(last_wave, scenario=5),
        """
        press right_square_bracket
        so reason_is_shown
        is view.draft.now.held = 0
        keys lacks: Hold back
        """,
        reason_is_shown=lambda app: re.search(
            "You have no fighters|This is the last wave", text_of(app, "plan-orders")
        ),
        size=(120, 40),
        slow=False,
    ),
    "keys, header and arcs are named in full where they have room": Walk(
        lambda: big_plan(COMMANDED),
        """
        keys: Aim
        keys: "]/[ "
        so digits_of_aims
        size 120x40
        keys: "]/[ "
        mounts: ▄LM
        size 160x50
        status: Maneuver 10
        status lacks: ..
        """,
        digits_of_aims=lambda app: (
            f"1-{len(app.screen.view.draft.aims.offered())} Aim" in text_of(app, "keys")
        ),
        slow=False,
    ),
    "planes are listed once while a fire plan is made": Walk(
        lambda: big_plan(COMMANDED),
        """
        press 1
        plot lacks: undamaged
        plot: Zeke bomb
        plot: To come: waves of 4
        press f2
        plot: undamaged
        press f2
        size 120x40
        plot lacks: undamaged
        plot: Zeke bomb
        plot: To come: waves of 4
        press f2
        plot: undamaged
        press f2
        size 120x40
        """,
    ),
    "a panel chosen stays when fire is opened": Walk(
        big_plan,
        """
        press f3
        is shown = mounts
        press 1 f
        request Roll
        is shown = mounts
        """,
    ),
    "v changes the setting of the speed": Walk(
        lambda: PicketApp(TABLES, big_plan(COMMANDED), settings=Settings(pace=FAST)),
        """
        plan-orders lacks: Speed: fast.
        so held
        status: fast
        press v
        status: step
        is settings.pace = step
        press f1 escape
        status: step
        so normal_speed
        press f1 escape
        status: normal
        """,
        held=lambda app: setattr(app.screen.autoplay, "held", True) is None,
        normal_speed=lambda app: setattr(app.settings, "pace", NORMAL) is None,
    ),
    "a digit selects an option of a decision, and arrows stop at the ends": Walk(
        lambda: first_game(at_choice("one", 0), scenario=4),
        """
        so none_is_selected
        press up
        is option = 0
        press up
        is option = 0
        press down*3
        is option = 1
        press 9
        one-orders: ►2
        one-orders: Choose an option from the list
        press 1
        request Choice
        press enter
        is decided = True
        """,
        none_is_selected=lambda app: app.screen.query_one(ChoicePanel).draft.selected == NONE,
        slow=False,
    ),
    "a click on an option of a decision gives it": Walk(
        lambda: first_game(at_choice("one", 0), scenario=4),
        """
        so clicked
        answers 'no'
        """,
        clicked=click("one-orders", "screen.pick(1)"),
        slow=False,
    ),
    "the search is on the key line where it has room": Walk(
        MenuScreen,
        """
        keys: Ctrl+P Search
        so a_game_begins
        on BattleScreen
        keys lacks: Search
        keys: Hold back
        size 160x50
        so between_undo_and_help
        """,
        a_game_begins=lambda app: play(app, big_plan()) is None,
        between_undo_and_help=lambda app: re.search(
            "Undo.*Ctrl.P Search.*Help", text_of(app, "keys")
        ),
        slow=False,
    ),
    "a chart number searched in the manual lists the chart": Walk(
        ManualScreen,
        """
        press slash
        type tables 18-1
        list: Chart 18-1:
        press ctrl+u
        type 18 1
        so chart_is_first
        press enter
        on ChartScreen
        is chart.id = 18-1
        """,
        chart_is_first=lambda app: "Chart 18-1:" in text_of(app, "list").splitlines()[0],
    ),
    "the log since the last order starts with the order": Walk(
        big_plan,
        """
        press 1 enter enter enter e
        log: Ship's log since your last order
        log lacks: Type of plane
        log: Fire plan
        log: " at "
        press e
        log lacks: since your last order
        log: Ship's log
        """,
        size=(120, 40),
    ),
    "the enlarged ship status shows the day so far": Walk(
        hurt_ship,
        """
        press f4
        ship: Today
        ship: crashes into the ship
        ship: Hull integrity: 2 lost
        so fits
        press f4
        ship lacks: Today
        """,
        fits=lambda app: (
            len(app.screen.query_one("#ship").lines) <= app.screen.query_one("#ship").size.height
        ),
        size=(160, 50),
    ),
    "the list of saves says when a game was played and hides the name of its file": Walk(
        lambda: (
            start_save(new_game(campaign="mini", seed=1))
            and start_save(new_game(scenario=1, seed=2), "sunday")
            and SavedGamesScreen()
        ),
        """
        menu: : sunday
        menu: Scenario
        menu: "played "
        so time_is_shown
        so file_is_hidden
        """,
        time_is_shown=lambda app: re.search(
            r"played [A-Z][a-z]{2} \d+, \d\d:\d\d", text_of(app, "menu")
        ),
        file_is_hidden=lambda app: (
            not any(re.search(r"\d{6}", item.note) for item in menu(app).items)
        ),
        size=(120, 40),
    ),
    "page keys scroll a panel by its height less one line": Walk(
        hurt_ship,
        """
        press f5 m pagedown
        so down
        press pageup
        so up
        """,
        down=lambda app: scrolled(app, "#damage") > 0,
        up=lambda app: scrolled(app, "#damage") == 0,
    ),
    "on a small terminal a function key shows a panel and then enlarges it": Walk(
        big_plan,
        """
        press f6
        shows log
        is large =
        press f6
        is large = log
        press f6
        shows log
        is large =
        press e
        log: since your last order
        """,
    ),
    "the log returns to its newest lines when it is small again": Walk(
        hurt_ship,
        """
        press f6
        is large = log
        press pageup
        so log_is_back
        press f6
        is large =
        is log.lines_below = 0
        log lacks: below
        press f6
        is large = log
        press pageup
        so log_is_back
        press escape
        is large =
        is log.lines_below = 0
        log lacks: below
        """,
        log_is_back=log_is_back,
        size=(120, 40),
    ),
    "page keys of a replay scroll the enlarged panel, else the log": Walk(
        lambda: ReplayScreen(playback()),
        """
        press end pageup
        so log_is_back
        press pagedown
        is log.lines_below = 0
        press f2 pageup
        is large = plot
        is log.lines_below = 0
        """,
        log_is_back=log_is_back,
        size=(120, 40),
        slow=False,
    ),
    **{
        f"Enter accepts no order that nobody gave, {aid}": Walk(
            lambda aid=aid: first_game(at_choice("one", 0), scenario=4, aid=aid),
            """
            press enter
            request Choice
            one-orders: Choose first: 1 or 2.
            keys: Choose (1 or 2 first)
            press down down
            keys: Choose
            keys lacks: first
            press enter
            answers 'no'
            """,
            slow=aid != AIDS[0],
        )
        for aid in AIDS
    },
    **{
        f"Enter fires no plan that has only just appeared, {aid}": Walk(
            lambda aid=aid: big_plan(aid),
            f"""
            press enter enter enter
            request Choice
            plan-orders: {notice}
            is notice_style = {style}
            press {keys}
            request Roll
            """,
            slow=aid != AIDS[0],
        )
        for aid, notice, style, keys in (
            (COMMANDED, "Choose an aim first", "bad", "1 enter"),
            (UNAIDED, "ress f to open fire", "key", "1 space enter"),
        )
    },
    **{
        f"{key} is pressed twice before nobody fires": Walk(
            lambda: big_plan(UNAIDED),
            f"""
            so no_guns
            press {keys}
            request Choice
            plan-orders: {words}
            press {key}
            request Roll
            """,
            no_guns=lambda app: setattr(app.screen.view.draft, "now", PlanSetting()) is None,
        )
        for keys, key, words in (
            ("f", "f", "press f again to hold fire"),
            ("down enter", "enter", "no guns fire"),
        )
    },
    "men are assigned by keys": Walk(
        hurt_ship,
        """
        so nobody_is_sent
        press s
        so as_doctrine
        press c 3 down right plus minus plus 9
        men-orders: a job takes 0 to 3
        press enter
        request Choice
        men-orders: more men would help. Add them with +, or press f to send the men as shown.
        press f
        so three_and_two
        """,
        nobody_is_sent=lambda app: not men(app),
        as_doctrine=lambda app: men(app) == decide(app.screen.game.play, app.screen.game.request),
        three_and_two=lambda app: [*app.screen.game.answers[-1].values()] == [3, 2],
        slow=False,
    ),
    "y is offered unless the question is that of relief": Walk(
        at_relief,
        """
        keys lacks: Delegate
        so another_game
        keys: Delegate
        """,
        another_game=lambda app: (
            play(app, first_game(at_choice("one", 0), campaign="long-b")) is None
        ),
        size=(160, 50),
    ),
    # Settings
    "settings changed during a battle apply to it": Walk(
        lambda: PicketApp(TABLES, big_plan(), settings=Settings(pace="step")),
        """
        so settings_open
        on SettingsScreen
        press down left down right escape
        on BattleScreen
        is autoplay.speed = fast
        is bell = on
        """,
        settings_open=lambda app: app.push_screen(SettingsScreen()),
    ),
    "a theme and the speed of a battle are remembered": Walk(
        lambda: new_game(scenario=1, seed=1),
        """
        so high_contrast
        press v v
        status: fast
        so stored
        """,
        high_contrast=lambda app: app.choose_setting("theme", "high-contrast") is None,
        stored=lambda app: read_settings(binding_ids) == Settings("high-contrast", "fast"),
    ),
    "a game begins with the theme and speed of the settings": Walk(
        lambda: PicketApp(
            TABLES, new_game(scenario=1, seed=1), settings=Settings("daylight", "fast")
        ),
        """
        status: fast
        is theme = daylight
        """,
        slow=False,
    ),
    "keys can be remapped": Walk(
        lambda: PicketApp(
            TABLES, big_plan(), settings=Settings(keys={"plan.suggest": "x", "battle.leave": "z"})
        ),
        """
        keys: x Exec
        press s
        plan-orders lacks: Your exec
        press x
        plan-orders: Your exec
        press q
        on BattleScreen
        keys: q does nothing here.
        press s
        keys: s does nothing here.
        press x
        keys: z Leave
        press z y
        on MenuScreen
        """,
        slow=False,
    ),
    "digits and function keys can be remapped": Walk(
        lambda: PicketApp(
            TABLES,
            big_plan(UNAIDED),
            settings=Settings(keys={"plan.plane_2": "ctrl+b", "board.damage": "ctrl+d"}),
        ),
        """
        press 2
        so other_plane
        press ctrl+b ctrl+d
        is view.plane = 1
        is shown = damage
        """,
        other_plane=lambda app: app.screen.view.plane != 1,
    ),
    "the key line has the key that the player bound to a digit": Walk(
        lambda: PicketApp(TABLES, big_plan(), settings=Settings(keys={"plan.plane_1": "ctrl+a"})),
        """
        keys: Ctrl+A Aim
        keys lacks: 1-
        """,
        size=(160, 50),
        slow=False,
    ),
    "the settings page applies and stores changes at once": Walk(
        SettingsScreen,
        """
        press right
        is theme = daylight
        press down left
        so stored
        """,
        stored=lambda app: read_settings(binding_ids) == Settings("daylight", str(SPEEDS[-1])),
    ),
    # Campaigns
    "records open by key in a campaign": Walk(
        lambda: new_game(campaign="mini", seed=5),
        """
        press r
        on CampaignRecordsScreen
        press escape
        on BattleScreen
        """,
        slow=False,
    ),
    "there are no records in a scenario": Walk(
        lambda: new_game(scenario=1, seed=5),
        """
        press r
        on BattleScreen
        keys lacks: Records
        """,
        slow=False,
    ),
    "the records of a campaign that is over": Walk(
        lambda: CampaignRecordsScreen(campaign()),
        """
        reading: March 1945
        press right
        reading: Status
        press 7
        reading: US victory
        press right
        tabs: [1 Calendar]
        press left escape
        on MenuScreen
        """,
        slow=False,
    ),
    "the records of a campaign with a squadron": Walk(
        lambda: CampaignRecordsScreen(middle()),
        """
        tabs: 2 Squadron
        so digits_of_tabs
        """,
        digits_of_tabs=lambda app: (
            {key for key in app.screen.active_bindings if key.isdigit()}
            == {str(number) for number in range(1, len(app.screen.names) + 1)}
        ),
        slow=False,
    ),
    "only long campaign B has a squadron": Walk(
        lambda: CampaignRecordsScreen(new_game(campaign="long-a", seed=1)),
        """
        tabs: 2 Ships
        """,
        slow=False,
    ),
    "a mini campaign has one ship, and a game under way no result": Walk(
        lambda: CampaignRecordsScreen(new_game(campaign="mini", seed=1)),
        """
        press 7
        tabs: [1 Calendar]
        tabs lacks: Result
        tabs: 2 Map
        press 5
        tabs: [5 Crews]
        """,
        slow=False,
    ),
    "keys go through the days of history": Walk(
        lambda: HistoricalDayScreen(datetime.date(1945, 4, 18)),
        """
        reading: Apr 18
        so not_played
        press left left
        reading: USS Laffey (DD-724) was damaged at station 1
        reading: Naval History and Heritage Command
        so can_be_played
        """,
        not_played=lambda app: not app.screen.check_action("play_day", ()),
        can_be_played=lambda app: app.screen.check_action("play_day", ()),
        slow=False,
    ),
    "the diary from the books of a campaign": Walk(
        lambda: CampaignRecordsScreen(played(campaign="mini", seed=3)),
        """
        press d
        on ShipDiaryScreen
        """,
    ),
    "the diary of a save": Walk(
        lambda: save_of("kept", campaign="mini", seed=3) and SavedGamesScreen(),
        """
        menu: kept
        press d
        on ShipDiaryScreen
        reading: Officers and chiefs
        """,
    ),
    "the chance of holding a stage from the page of its last day": Walk(
        lambda: DayScreen(
            game := played(campaign="long-a", seed=1), period_days(game.state, 2)[-1].date
        ),
        """
        press l
        on ChanceCurveScreen
        is analysis.stage = 2
        """,
        slow=False,
    ),
    "keys select other days of the watch": Walk(
        lambda: PicketApp(TABLES, watch=WATCHED),
        """
        head: Nov 20, 2026
        press right
        head: Nov 21, 2026
        press left left
        head: Nov 19, 2026
        reading: Coming days
        """,
        slow=False,
    ),
    "one key leads from the calendar to the watch of a real ship": Walk(
        lambda: CampaignRecordsScreen(new_game(patrol="1945-05-04", seed=1), PLANES),
        """
        so not_played
        press 1
        so can_be_played
        press p
        on SetupScreen
        press enter
        on BattleScreen
        is game.state.setup.ship = USS Morrison
        is game.state.setup.station = 1
        is game.state.date = 1945-05-04
        """,
        not_played=lambda app: not app.screen.check_action("play_day", ()),
        can_be_played=lambda app: app.screen.check_action("play_day", ()),
    ),
    "the luck of one day and of a whole game": Walk(
        lambda: DayScreen(played(campaign="mini", seed=3), "1945-03-26"),
        """
        press l
        on LuckScreen
        reading: Mar 26
        reading: Dives
        so game_is_over
        on OutcomeScreen
        press l d
        on LuckScreen
        reading: whole game
        reading: Dives
        press escape escape
        on OutcomeScreen
        """,
        game_is_over=lambda app: app.push_screen(OutcomeScreen(played(scenario=3, seed=5))),
    ),
    "the key line names the keys that scroll only where text is hidden": Walk(
        CampaignScreen,
        "keys: Scroll down\n"
        + "so scrolls\npress down\n" * len(TABLES.campaigns)
        + """
        size 160x60
        keys lacks: Scroll down
        """,
        scrolls=lambda app: (
            app.screen.query_one(ScrollText).is_long is ("Scroll down" in text_of(app, "keys"))
        ),
    ),
    # Saves
    "an attempt at the watch is resumed": Walk(
        lambda: finished_try(answers=20) or PicketApp(TABLES, watch=WATCHED),
        """
        menu: Attempt 1 (counts)
        press enter
        on BattleScreen
        so same_attempt
        """,
        same_attempt=lambda app: app.playing.requests >= 20 and len(attempts_on(WATCHED)) == 1,
    ),
    "an unfinished game has no card": Walk(
        lambda: finished_try(answers=20) or CardScreen(list_saves()[0].path),
        """
        reading: the game is not over
        so card_is_titled
        press c w escape
        on MenuScreen
        """,
        card_is_titled=lambda app: text_of(app, "reading").split("\n")[0].strip() == "The card",
        slow=False,
    ),
    "Continue lists every game in progress": Walk(
        three_saves,
        """
        menu: Choose one of your games in progress
        press enter
        on GamesInProgressScreen
        so two_games
        menu: Scenario 5
        menu: Scenario 6
        menu lacks: done
        press down
        head: older
        press enter
        on BattleScreen
        is game.save_file.path.stem = older
        is below = MenuScreen
        so two_screens
        """,
        two_games=lambda app: text_of(app, "menu").count("played") == 2,
        two_screens=lambda app: (
            [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen]
        ),
        slow=False,
    ),
    "the list of scenarios begins at the one played last": Walk(
        lambda: save_of("done", scenario=3, seed=5) and ScenarioScreen(),
        """
        reading: USS Cassin Young
        is item.value = 3
        """,
    ),
    "a finished game is not continued at its end": Walk(
        lambda: ReplayScreen(load_playback(save_of("kimberly", scenario=3, seed=5), TABLES)),
        """
        press end g
        on ReplayScreen
        so one_branch
        """,
        one_branch=lambda app: list(read_record(list_saves()[0].path).branches) == ["main"],
    ),
    "a finished game is continued from its replay": Walk(
        lambda: finished(6),
        """
        on OutcomeScreen
        press p
        on ReplayScreen
        keys: g Play on
        press right right g enter
        on BattleScreen
        is game.over = False
        """,
    ),
    "undo on the last page plays on from the last decision": Walk(
        lambda: finished(3),
        """
        on OutcomeScreen
        keys: q Menu
        so recorded
        press u
        on AskScreen
        press enter
        on BattleScreen
        is game.over = True
        press u
        on AskScreen
        press y
        on BattleScreen
        request Choice
        so forgotten
        """,
        recorded=lambda app: read_service()[0].save == "g",
        forgotten=lambda app: read_service() == [],
    ),
    "the selection of the menu stops at its ends": Walk(
        MenuScreen,
        """
        press home up
        is row = 0
        press end down
        so last
        press pagedown
        so last
        """,
        last=lambda app: menu(app).index == len(menu(app).items) - 1,
        slow=False,
    ),
}


@walks(WALKS)
async def test_keys_lead_to_what_they_say(walk):
    await walk.take()
