"""Plain mode: whole games as text, orders in every form, and mistakes that change nothing."""

import io
import re

import pytest

from picket_duty.analysis import decision_analysis
from picket_duty.analysis.decision_analysis import DecisionAnalysis
from picket_duty.analysis.playouts import End, run_playout
from picket_duty.analysis.workers import WorkerPool, WorkersLost
from picket_duty.captains.doctrine import decide, exec_answer
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.drafts.typed import decision_of
from picket_duty.events import Undone
from picket_duty.facts import facts_of
from picket_duty.pages.relief import measured_words
from picket_duty.pages.ships import ship_record
from picket_duty.plain import plain_mode
from picket_duty.plain.typed_standing_orders import changed_by
from picket_duty.requests import Choice, Illegal, Roll
from picket_duty.setup import is_players
from picket_duty.state import Flood
from picket_duty.text.english import signed, title_case
from picket_duty.text.names import POST_NAMES, item_name, naval_name
from picket_duty.text.ship_service import casualty_words
from tests.games import new_game
from tests.plain.games import talk, to_choice
from tests.quick import first_is_quick


@first_is_quick("scenario", range(1, 9))
def test_every_scenario_can_be_played_to_its_end(scenario):
    over, text = talk(new_game(scenario=scenario, seed=scenario), *["auto"] * 500)
    assert over
    assert "Historical outcome: " in text
    assert "victory" in text.lower()


def test_quit_and_the_end_of_input_leave_the_game_unfinished():
    game = to_choice("fire plan", scenario=3, seed=5)
    before = game.state_hash
    for lines in ((), ("quit",)):
        assert talk(game, *lines)[0] is False
        assert game.state_hash == before


def test_own_dice_are_requested_one_roll_at_a_time_and_a_typo_changes_nothing():
    game = new_game(scenario=6, seed=7, dice="own")
    _, text = talk(game, "3 x", "7 1", "3", "3 4")
    assert "! '3 x': not valid dice. Type each die, for example 3 4." in text
    assert "! a die roll of 7 is outside the range 1 to 6; chart V-1 needs 2d6" in text
    assert "! chart V-1 needs 2d6, but the number of dice is 1" in text
    assert game.state.ship.crew["captain"].value == 0
    assert game.requests == 1
    game = at_gunnery()
    before = game.state_hash
    assert "but the number of dice is 3" in talk(game, "2 3 4")[1]
    assert "but the number of dice is 0" in talk(game, ",")[1]
    assert game.state_hash == before


def test_dice_of_a_whole_battery_can_be_typed_in_one_line():
    """Two dice per gun that fires. Dice left over, as when a plane is splashed early, are named."""
    one_by_one, at_once = (at_gunnery() for _ in range(2))
    guns = 0
    while isinstance(one_by_one.request, Roll) and one_by_one.request.purpose.id == "gunnery":
        one_by_one.answer([2, 3])
        guns += 1
    assert guns > 3
    assert "! " not in talk(at_once, " ".join(["2 3"] * guns))[1]
    assert at_once.state_hash == one_by_one.state_hash
    more = at_gunnery()
    text = talk(more, " ".join(["2 3"] * guns + ["4 5 6 6"]))[1]
    assert "! Gunnery: no more dice are needed. Not used: 4 5 6 6." in text
    assert more.state_hash == one_by_one.state_hash


def at_gunnery():
    game = to_choice("fire plan", scenario=3, seed=5, dice="own")
    game.answer(decision_of(game.play, game.request, "auto"))
    while game.request.purpose.id != "gunnery":
        game.answer([2, 3])
    return game


def test_mine_asks_only_for_gunnery_and_damage_control():
    game = new_game(scenario=3, seed=5, dice="mine")
    asked = set()
    left = set()
    while game.request is not None:
        if not isinstance(game.request, Roll):
            game.answer(decision_of(game.play, game.request, "auto"))
            continue
        (asked if is_players(game.request, game.state.setup.dice) else left).add(
            game.request.purpose.id
        )
        game.roll()
    assert asked == {"gunnery", "support", "maneuver", "declaration", "repair"}
    assert {"weather", "raid", "identify", "dive", "damage"} <= left


def refusal(call, *arguments):
    try:
        call(*arguments)
    except Illegal as error:
        return str(error)
    return ""


def test_orders_by_number_by_name_and_as_json_are_the_same():
    """Planes are typed as shown, from 1; JSON counts them from 0, as events and saves do."""
    game = to_choice("fire plan", scenario=3, seed=5)
    slots = game.request.slots
    number = [*slots].index("5in-1") + 1
    plane = slots["5in-1"][0]
    for text in (f"{number}={plane + 1}", f"5in-1={plane + 1}", f'{{"5in-1": {plane}}}'):
        assert game.request.check(decision_of(game.play, game.request, text)) == {"5in-1": plane}


def test_an_invalid_order_is_explained():
    game = to_choice("fire plan", scenario=3, seed=5)
    slots = game.request.slots
    flying = {plane.number for plane in game.state.air.planes}
    slot = next(slot for slot in slots if len(slots[slot]) < len(flying))
    planes = slots[slot]
    beyond = min(flying - {*planes}) + 1
    faults = {
        "99=1": "the first number must be from 1 to 29",
        "5in-1=0": "5-inch mount 1: no plane 0. Planes: 1, 2, 3, 4, 5.",
        "20mm-Q=1": "20mm-Q: no such slot",
        "5in-1": "is not an order",
        "5in-1=x": "is not an order",
        '{"5in-1": ': "is not valid JSON",
        f"{slot}={beyond}": f"cannot fire at plane {beyond}, only at {planes[0] + 1}",
    }
    said = {text: refusal(decision_of, game.play, game.request, text) for text in faults}
    assert {text: words for text, words in said.items() if faults[text] not in words} == {}


@pytest.mark.slow
def test_a_campaign_shows_a_page_at_the_end_of_each_day_and_a_word_command_does_not_start_the_next():
    output = io.StringIO()
    at_the_end = iter(["ship\n", "\n"])

    class Typist(io.StringIO):
        def readline(self, size=-1):
            read_on = output.getvalue().endswith(("or type quit.\n", "or type quit\n"))
            return next(at_the_end, "quit\n") if read_on else "auto\n"

    plain_mode.play(new_game(campaign="mini", level="advanced", seed=5), Typist(), output)
    text = output.getvalue()
    asks = text.index("Press Enter for the next day")
    second = text.index("=== Mar 26, morning")
    page = text[text.index("\n\n=== Mar 24, USS") : asks]
    assert "4 more fighting days" in " ".join(page.split())
    assert re.search(r"^Orders +Mar 26, station \d+", page, re.MULTILINE)
    refused = text.index("! ship: press Enter for the next day, or type quit")
    assert asks < refused < second
    assert text.index("Mar 25: no picket station active") < second
    assert not re.search(r"\\n|^#", text, re.MULTILINE)


def test_ship_lists_men_and_crew_in_ship_order_and_where_the_flooding_is():
    """The order does not depend on that of the maps, which a save sorts by name."""
    game = new_game(scenario=3, level="advanced", seed=5)
    ship = game.state.ship
    before = ship_record(ship, game.state, game.tables)
    ship.men = dict(sorted(ship.men.items()))
    ship.crew = dict(sorted(ship.crew.items()))
    assert ship_record(ship, game.state, game.tables) == before
    assert dict(before[1].rows)["Repair parties"].startswith("forward")
    ship.floods = [Flood("aft", "", 1, "steering"), Flood("forward", "port", 2, "cic")]
    flooded = "aft center 1, forward port 2; list 2 to port, trim 1 by the head"
    assert dict(ship_record(ship, game.state, game.tables)[1].rows)["Flooded"] == flooded


def test_the_last_day_has_a_page():
    over, text = talk(new_game(patrol="1945-04-10", days=2, seed=6), *["auto"] * 600)
    assert over
    assert text.index("The patrol is over") < text.index("=== Apr 11, USS")


def test_a_question_is_asked_once_and_repeated_on_request():
    game = to_choice("fire plan", scenario=3, seed=5)
    _, text = talk(game, "ship", "sky", "5in-1=9", "nonsense")
    assert text.count("Fire plan (rules 5.3)") == 1
    _, text = talk(game, "plan", "again")
    assert text.count("Fire plan (rules 5.3)") == 3
    before = game.state_hash
    _, text = talk(game, "?", "ship", "sky")
    assert "fire plan: slot 1 at plane 2" in text
    assert text.count("saved after every answer") == 1
    assert "ammunition 10" in text
    assert game.state_hash == before, "word commands change nothing"


@pytest.mark.slow
def test_log_shows_the_last_lines_printed():
    game = to_choice("fire plan", scenario=3, seed=5)
    _, output = talk(game)
    for words, number in (("log", 20), ("log 7", 7)):
        _, text = talk(game, words)
        shown = text.split("\n> ")[1].splitlines()
        lines = [
            line for line in output.split("Fire plan (rules 5.3)")[0].splitlines() if line.strip()
        ]
        assert shown == lines[-number:]
    assert "log some: type the number of lines" in talk(game, "log some")[1]


def test_a_wave_ends_with_its_card():
    game = new_game(scenario=3, level="advanced", seed=3)
    _, text = talk(game, *["auto"] * 500)
    cards = [line for line in text.splitlines() if line.startswith("Wave ")]
    assert [card.split(".")[0] for card in cards] == ["Wave 1 of 2 is over", "Wave 2 of 2 is over"]
    assert text.count("You went for ") == 2
    assert (
        text.index("--- Wave 1: ")
        < text.index(cards[0])
        < text.index("--- Wave 2, planes ")
        < text.index(cards[1])
    )
    assert text.index(cards[0]) < text.index("Declare an emergency?")


def test_long_lines_are_wrapped_only_on_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    game = to_choice("fire plan", scenario=3, seed=5)
    piped = io.StringIO()
    shown = io.StringIO()
    shown.isatty = lambda: True
    plain_mode.play(game, io.StringIO(""), piped)
    plain_mode.play(game, io.StringIO(""), shown)
    assert max(map(len, piped.getvalue().splitlines())) > 60
    assert max(map(len, shown.getvalue().splitlines())) < 60
    assert piped.getvalue().split() == shown.getvalue().split()


def test_the_help_wraps_beside_its_commands(monkeypatch):
    game = to_choice("fire plan", scenario=3, seed=5)
    monkeypatch.setenv("COLUMNS", "100")
    shown = io.StringIO()
    shown.isatty = lambda: True
    plain_mode.play(game, io.StringIO("help\n"), shown)
    after = shown.getvalue().partition("> ")[2]
    entries = f"> {after}".partition("\n> ")[0].splitlines()
    wrapped = [line for line in entries if not line[2:25].strip()]
    assert len(wrapped) > 3
    assert all(line[25] != " " and line.startswith(" " * 25) for line in wrapped)


def test_playouts_start_only_with_chances(monkeypatch):
    begun = []

    def refuse(*call):
        begun.append(call)
        raise WorkersLost

    monkeypatch.setattr(WorkerPool, "submit", refuse)
    game = to_choice("emergency maneuver", scenario=6, seed=3)
    talk(game, "ship", "plan")
    assert not begun
    _, text = talk(game, "win 4", "win 2", "win none", "?")
    assert begun
    assert "~ 4 games with each order have already been played" in text
    assert "Playing 2 games" not in text
    assert "~ Playing 4 games with each order. Press Ctrl+C to stop." in text
    for order in ("yes", "no"):
        won = sum(run_playout(game, order, number).won for number in range(4))
        assert f"holds the station {won * 25}% (" in text
    assert "~ Exec: " in text
    assert "Too few games simulated from here to estimate a chance" in text
    assert "! win none: type the number of games, 1 to 100000" in text
    assert "show your chance of winning with each order" in text
    assert isinstance(game.request, Choice)


def test_interrupted_chances_show_the_results_so_far(monkeypatch):
    def stopped(question):
        for order, won in (("yes", True), ("no", False)):
            question.ends[order][0] = End(won, False, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(decision_analysis, "MAX_LOSSES", -1)
    monkeypatch.setattr(DecisionAnalysis, "wait", stopped)
    _, text = talk(to_choice("emergency maneuver", scenario=6, seed=3), "win")
    assert "~ Stopped" in text
    assert "game for each order, simulated with the doctrine captain" in text


def test_exec_shows_the_order_that_auto_gives():
    game = to_choice("emergency maneuver", scenario=6, seed=3)
    choice = game.request
    staffs = decide(game.play, game.request)
    _, text = talk(game, "exec", "odds", "later", "hold the course" if staffs == "no" else "y")
    assert "~ Your exec would order (emergency maneuver):" in text
    assert next(option.text for option in choice.options if option.value == staffs) in text
    assert "! 'later' is not an option. Type one of: 1 Maneuver, 2 Hold course." in text
    assert staffs in game.answers
    game = to_choice("fire plan", scenario=6, seed=3)
    staffs = decide(game.play, game.request)
    _, text = talk(game, "exec", "odds", "y")
    for slot in staffs:
        assert item_name(game.tables, slot).split()[-1] in text
    assert any(
        line.startswith("  ~ ") and "chance that a plane hits" in line for line in text.splitlines()
    )
    assert staffs in game.answers


def test_crew_lists_officers_with_their_records():
    game = new_game(campaign="mini", level="advanced", seed=4)
    _, text = talk(game, *["auto"] * 4, "crew", "quit")
    page = " ".join(
        text[text.rindex(f"{game.state.ship.name}  {game.state.ship.hull_number}, ") :].split()
    )
    for post, officer in game.state.ship.crew.items():
        assert (
            f"{title_case(POST_NAMES[post])} {signed(officer.value)} "
            f"{naval_name(officer.name, post)}"
        ) in page


@pytest.mark.slow
def test_a_ship_lost_has_her_farewell_at_the_end_of_the_day():
    game = new_game(campaign="mini", seed=6)
    over, text = talk(game, *["auto"] * 600)
    assert over
    ship = game.state.ship
    page = text[text.index(f"{ship.name} ({ship.hull_number}) is lost".upper()) :]
    assert "From the last page of her log" in page
    assert "Her service" in page
    day = facts_of(game).whole.days[-1]
    lost = casualty_words(len(day.killed), day.men_lost)
    assert not lost or lost in text


def test_orders_are_changed_by_words():
    routine = StandingOrders(routine=True, least=20)
    assert changed_by(routine, "maneuver from 40") == StandingOrders(routine=True, least=40)
    assert changed_by(routine, "routine off") == StandingOrders(least=20)
    assert changed_by(StandingOrders(), "routine").routine
    assert changed_by(routine, "officers command") == StandingOrders(
        routine=True, least=20, commands=True
    )
    assert changed_by(StandingOrders(commands=True), "officers command off") == StandingOrders()
    listed = "Type one of: routine, routine off, maneuver from 40, officers command"
    words = ("men", "men never", "none", "off", "maneuver always", "fire plan officers")
    assert [text for text in words if listed not in refusal(changed_by, routine, text)] == []
    chances = {
        text: refusal(changed_by, routine, f"maneuver from {text}")
        for text in ("0", "100", "x", "-1", "1.5")
    }
    bounds = "The maneuver chance must be 1 to 99 percent, not "
    assert [text for text, said in chances.items() if f"{bounds}'{text}'" not in said] == []


def test_a_standing_order_answers_without_asking():
    game = new_game(scenario=3, seed=9)
    _, output = talk(game, "orders maneuver from 99", "orders routine")
    assert output.count("Try an emergency maneuver?") == 1
    assert "  * Your officers hold course (an emergency maneuver is not worth its cost)\n" in output
    assert game.request.about == "fire plan"


def test_officers_in_command_call_and_continue_at_enter():
    game = new_game(scenario=3, seed=9)
    _, output = talk(game, "orders officers command", "fire", "orders bad one", *[""] * 20)
    assert "Captain, we are hit. Press Enter to let your officers continue" in output
    assert "! fire: there is nothing to decide or roll now" in output
    assert "! Unknown standing order 'bad one'. Type one of: routine, " in output
    assert game.over


def test_chances_needs_a_number_within_bounds():
    wrong = ("0", "100001", "000000050", "-1", "1.5", "many", "\u0661")
    _, text = talk(
        to_choice("emergency maneuver", scenario=6, seed=3), *(f"win {words}" for words in wrong)
    )
    assert [
        words
        for words in wrong
        if f"! win {words}: type the number of games, 1 to 100000\n" not in text
    ] == []


def answered(game, count=1):
    """The game after so many more of the exec's orders, at its next decision."""
    while game.request is not None and (count or isinstance(game.request, Roll)):
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(exec_answer(game.play, game.request))
            count -= 1
    return game


def test_an_undo_keeps_the_places_of_all_events_before_it():
    game = answered(new_game(scenario=6, seed=7), 0)
    first = len(game.answers)
    answered(game).undo(len(game.answers) - first)
    second = len(answered(game).answers)
    events = list(game.events)
    answered(game).undo(len(game.answers) - second)
    assert list(map(type, game.events)) == [*map(type, events), Undone]
    game.undo(len(game.answers) - first)
    assert sum(isinstance(event, Undone) for event in game.events) == 2, (
        "the undo after it is undone too"
    )


@pytest.mark.parametrize("aid", ["commanded", "unaided"])
def test_the_exec_estimates_the_chances_about_relief_unless_unaided(aid):
    game = to_choice("relief", campaign="mini", level="basic", seed=7, aid=aid)
    order = next(
        option.text
        for option in game.request.options
        if option.value == decide(game.play, game.request)
    )
    _, text = talk(game, "exec")
    told = " ".join(text.replace("~", "").split())
    assert "Your exec would order (relief):" in told
    assert order in told
    assert (measured_words(game.request, game.play) in told) == (aid != "unaided")
