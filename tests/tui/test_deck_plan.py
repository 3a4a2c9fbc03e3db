"""The deck plan of the ship, and the list of her damage: at every size, in every state, in ASCII."""

import re
from itertools import chain

import pytest

from picket_duty.book import load_tables
from picket_duty.book.check_tables import check
from picket_duty.book.deck import read_deck
from picket_duty.book.tables import shipped_folder
from picket_duty.events import Damage, PhaseBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.stations import build_ship
from picket_duty.state import DAMAGED, DESTROYED, Flood
from picket_duty.text.status import damage_lines, points_lost, without_job
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui import deck_plan
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.widgets.damage_sheet import DamageSheet, below_plan
from picket_duty.tui.widgets.radar import RadarPlot
from tests.games import TABLES, new_game
from tests.recipes import ship_of_the_recipes
from tests.tui.conftest import off_screen, running, text_of, texts
from tests.tui.games import at_choice, at_roll, first_game, hurt_ship

SHIPS = sorted(TABLES.ships)
SIZES = [(72, 9), (74, 12), (80, 11), (100, 20), (160, 50)]


def ship_of(ship_class="fletcher", options=()):
    return build_ship(TABLES, "USS Evans", "DD-552", ship_class, options)


def words_of(lines):
    return " ".join(texts(lines)).replace("|", " ").replace("│", " ").split()


def styles(lines, word):
    for line in lines:
        for span in line:
            if word in span.text:
                return span.style
    raise AssertionError(word)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ship_class", SHIPS)
def test_a_plan_fills_its_size_and_names_every_place_once(ship_class, size, glyphs):
    width, height = size
    lines = deck_plan.deck_plan(ship_of(ship_class), TABLES, width, height, glyphs)
    assert len(lines) == (16 if height >= 16 else 9)
    assert {length(line) for line in lines} == {width}
    plan = TABLES.plan_of(ship_class)
    assert plan is not None
    words = words_of(lines)
    for place in read_deck(plan).places:
        assert words.count(place.word) == 1, place
    assert line_text([span for line in lines for span in line]).isascii() or not glyphs.ascii


@pytest.mark.parametrize("size", [(60, 40), (160, 8), (0, 0), (10, 3)])
def test_a_size_that_is_too_small_and_a_ship_without_a_plan_have_none(size, tmp_path):
    assert deck_plan.deck_plan(ship_of(), TABLES, *size, UNICODE) == []
    assert not deck_plan.plan_fits(ship_of(), TABLES, *size)
    folder = ship_of_the_recipes(tmp_path)
    (folder / "ships" / "plans" / "lcs.toml").unlink()
    tables = load_tables(folder)
    ship = build_ship(tables, "LCS(L)(3)-21", "", "lcs", ())
    assert deck_plan.deck_plan(ship, tables, 160, 50, UNICODE) == []


def test_states_have_a_glyph_and_a_style_and_the_edge_shows_men_fires_and_flooding_by_section():
    ship = ship_of()
    rooms = ship.compartments
    rooms["cic"].markers = 2
    rooms["radio"].destroyed = True
    rooms["fire-room-fwd"].markers = 3
    rooms["fire-room-fwd"].fire = True
    rooms["5in-mgz-5"].flooded = True
    ship.mounts["5in-1"].hits = 1
    ship.mounts["40mm-C"].destroyed = True
    ship.mounts["40mm-A"].director = DAMAGED
    ship.equipment["sg"] = DAMAGED
    ship.equipment["mk37"] = DESTROYED
    ship.lines_out = True
    lines = deck_plan.deck_plan(ship, TABLES, 100, 9, ASCII)
    words = words_of(lines)
    for word in (
        "cic!2",
        "radioX",
        "fire1*3",
        "mag5~",
        "[1]!1",
        "(C)X",
        "dA!",
        "sg!",
        "mk37X",
        "water!",
    ):
        assert word in words
    style_by_word = {
        word: styles(lines, word)
        for word in ("cic!", "radio", "fire1", "mag5", "[1]", "sc", "fire2")
    }
    assert style_by_word == {
        "cic!": "warn",
        "radio": "bad",
        "fire1": "bad",
        "mag5": "warn",
        "[1]": "warn",
        "sc": "plain",
        "fire2": "plain",
    }
    boxes = texts(deck_plan.deck_plan(ship, TABLES, 100, 16, ASCII))
    row = next(number for number, text in enumerate(boxes) if "fire1*" in text)
    at = boxes[row].index("fire1*")
    assert boxes[row + 1][at : at + 4] == "###."


def test_the_edge_of_the_plan_shows_men_fires_and_flooding_by_section():
    ship = ship_of()
    ship.men["aft"] = 9
    ship.deck_fires = {"midship": 3}
    ship.floods = [
        Flood("aft", "port", 2, "hit"),
        Flood("aft", "port", 1, "hit"),
        Flood("forward", "", 1, "hit"),
    ]
    jobs = {"deck fire midship": 2, "fire-room-aft": 3, "pump fuel-aft": 1, "water-lines aft": 1}
    plan = deck_plan.deck_plan(ship, TABLES, 80, 9, ASCII, at_work=jobs)
    lines = texts(plan)
    assert "Forward 14/14 men" in lines[0]
    assert "Aft 9/13 men" in lines[0]
    assert "*** FIRE 3 +2" in lines[-1]
    assert "+2" in lines[-1]
    assert "~ flood 1" in lines[-1].split("FIRE")[0]
    assert "~ flood 3 port" in lines[-1].split("FIRE")[1]
    words = words_of(plan)
    assert {"fire2+3", "fuel-a+1", "water+1"} <= set(words)


@pytest.mark.parametrize("width", [74, 80, 110])
def test_fires_out_of_control_are_whole_with_the_men_at_work(width):
    """Beside another one a fire gives up its flames, and neither is cut off at the edge or by the
    other.
    """
    ship = ship_of()
    ship.deck_fires = {"aft": 3}
    jobs = {"deck fire aft": 3, "deck fire midship": 2}
    (*_, edge) = texts(deck_plan.deck_plan(ship, TABLES, width, 9, ASCII, None, ["aft"], jobs))
    assert " *** FIRE 3 OUT OF CONTROL +3 " in edge
    ship.deck_fires = {"midship": 3, "aft": 3}
    (*_, edge) = texts(
        deck_plan.deck_plan(ship, TABLES, width, 9, ASCII, None, ["midship", "aft"], jobs)
    )
    assert " FIRE 3 OUT OF CONTROL +2 " in edge
    assert " FIRE 3 OUT OF CONTROL +3" in edge


def test_a_fire_that_nobody_fights_has_no_men():
    ship = ship_of()
    ship.deck_fires = {"midship": 2, "aft": 1}
    at_work = {"deck fire aft": 1}
    (*_, edge) = texts(deck_plan.deck_plan(ship, TABLES, 80, 9, ASCII, at_work=at_work))
    assert re.findall(r"FIRE (\d)(?: \+(\d))?", edge) == [("2", ""), ("1", "1")]


def test_nobody_is_at_work_before_orders_and_after_results():
    """Men of the last round are not at work while the next one is open, although their job counts
    as continued.
    """
    game = first_game(at_choice("men", 1), scenario=2)
    request = game.request
    name, job = next(iter(request.jobs.items()))
    men = {name: 1} if request.men[job.section] else {}
    game.state.ship.jobs = {name: 3}
    view = BattleView(game)
    assert view.men_at_work() == {}
    game.answer(men)
    assert view.men_at_work() == men
    while isinstance(game.request, Roll) and game.request.wave == request.wave:
        game.roll()
    assert view.men_at_work() == {}


def test_the_plan_and_one_board_show_a_fire_out_of_control_until_it_is_out():
    """A shaft has no place on the plan and no job; the text gives its cost and why nobody can
    repair it.
    """
    ship = ship_of()
    ship.deck_fires = {"midship": 3, "aft": 3}
    ship.maneuver = TABLES.numbers.maneuver - 2
    ship.equipment["port-shaft"] = ship.equipment["sc"] = DAMAGED
    game = new_game(scenario=3, seed=9)
    game.state.ship = ship
    game.events.append(Damage(section="midship", item="deck fire", effect="out of control"))
    assert BattleView(game).fires_out_of_control() == ["midship"]
    game.events.append(PhaseBegun(name="midday", light="day", date="1945-04-06", station=1))
    assert BattleView(game).fires_out_of_control() == []
    game.events.pop()
    lines = texts(deck_plan.deck_plan(ship, TABLES, 100, 9, ASCII, None, ["midship"]))
    assert "*** FIRE 3 OUT OF CONTROL" in lines[-1]
    assert lines[-1].count("OUT OF CONTROL") == 1
    full = TABLES.numbers.maneuver
    assert points_lost(ship, TABLES) == f"2 of {full} maneuver points (not repairable at sea)"
    ship.hull = 2
    both = f"4 of {TABLES.numbers.hull} hull points and 2 of {full} maneuver points"
    assert points_lost(ship, TABLES) == f"{both} (not repairable at sea)"
    assert points_lost(ship_of(), TABLES) == ""
    assert without_job(ship, TABLES) == ["port-shaft"]
    ship.deck_fires["midship"] = 2
    assert BattleView(game).fires_out_of_control() == []
    game = new_game(scenario=3, seed=9)
    state = game.state
    state.ship = ship_of()
    state.forced = ["deck fire out of control"]
    state.ship.deck_fires = {"midship": TABLES.numbers.deck_fire_limit}
    game.events.append(Damage(section="midship", item="deck fire", effect="out of control"))
    assert "*** FIRE 3 OUT OF CONTROL" in plot_of(game, joined=True)
    assert damage_lines(state, TABLES)[0].endswith(": deck fire out of control")
    state.ship.deck_fires = {}
    assert "OUT OF CONTROL" not in plot_of(game, joined=True)
    assert damage_lines(state, TABLES)[0].endswith(": a deck fire got out of control")


def plot_of(game, joined):
    plot = RadarPlot(BattleView(game))
    plot.glyphs = ASCII
    plot.joined = joined
    return "\n".join(texts(plot.draw(160, 36)))


def test_damage_that_does_not_fit_is_counted_and_no_word_is_cut():
    view = BattleView(hurt_ship())
    for mount in list(view.ship.mounts.values())[:8]:
        mount.hits = 1
    hurt = damage_lines(view.state, TABLES)
    for rows in (2, 3, 4):
        told = " ".join(words_of(below_plan(view, 60, rows)))
        shown = sum(item in told for item in hurt)
        assert 0 < shown < len(hurt), told
        assert f"and {len(hurt) - shown} more" in told


def test_the_plot_says_why_no_emergency_maneuver_is_possible():
    game = first_game(at_roll("gunnery"), scenario=4)
    game.state.air.maneuver = None
    for joined in (False, True):
        assert "mergency maneuver" not in plot_of(game, joined)
        fuel = game.state.ship.fuel
        game.state.ship.fuel = 0
        assert re.search(
            "No emergency maneuver: no.* fuel", " ".join(plot_of(game, joined).split())
        )
        game.state.ship.fuel = fuel


def test_places_have_the_click_actions_of_the_screen_unless_an_option_removed_them():
    lines = deck_plan.deck_plan(
        ship_of(), TABLES, 80, 9, ASCII, {"5in-1": "screen.mark", "cic": "screen.job(0)"}
    )
    clicked = {span.text: span.action for line in lines for span in line if span.action}
    assert clicked == {"[1]": "screen.mark", "cic": "screen.job(0)"}
    ship = ship_of("dunlap", ("dunlap-1941",))
    assert deck_plan.condition_of(ship, TABLES, "40mm-C") is None
    words = words_of(deck_plan.deck_plan(ship, TABLES, 74, 9, ASCII))
    assert not {"(C)", "dC"} & set(words)
    assert "20D" in words


def clicks_on(panel):
    """The actions of the places of a panel that can be clicked."""
    spans = chain.from_iterable(panel.lines)
    return {span.text: span.action for span in spans if span.action}


async def test_m_switches_the_damage_sheet_between_plan_and_list():
    game = hurt_ship()
    game.state.ship.secondary = {"aft/Laundry": 1}
    async with running(game, (120, 40)) as (pilot, app):
        await pilot.press("b")
        sheet = app.screen.query_one(DamageSheet)
        plan = text_of(app, "damage")
        assert "((1))" in plan
        assert "Damage: aft laundry damaged; " in plan, (
            "what has no place on the plan is told below it"
        )
        assert len(sheet.lines) <= sheet.size.height, "the plan wants no scrolling"
        clicks = clicks_on(sheet)
        assert clicks["[1]"] == "screen.mark_mount('5in-1')"
        places = map(deck_plan.place_of_job, game.request.jobs)
        jobs = {place: f"screen.job({number})" for number, place in enumerate(places)}
        assert {action for action in clicks.values() if "job" in action} <= set(jobs.values())
        assert clicks["sg"] == jobs["sg"]
        await pilot.press("m")
        assert "((1))" not in text_of(app, "damage")
        assert {"Fire rm fwd", "5-in mag 5", "Steering", "CIC"} <= set(
            re.findall(r"[A-Z0-9](?:\S| (?=\S))+", text_of(app, "damage"))
        )
        await pilot.press("m")
        assert text_of(app, "damage") == plan


def test_equipment_missing_from_the_plan_is_listed_in_words(tmp_path):
    text = (shipped_folder() / "house/G-1.toml").read_text(encoding="utf-8")
    room = (
        '  { id = "galley", name = "Galley", section = "midship", kind = "control", markers = 3 '
        "},\n"
    )
    (tmp_path / "house").mkdir()
    changed = text.replace("compartments = [\n", f"compartments = [\n{room}")
    (tmp_path / "house/G-1.toml").write_text(changed, encoding="utf-8")
    assert check(tmp_path) == []
    game = Game.new(scenario=1, seed=1, tables=load_tables(tmp_path))
    game.state.ship.compartments["galley"].markers = 1
    game.state.ship.compartments["galley"].fire = True
    sheet = off_screen(DamageSheet(BattleView(game)), ASCII)
    drawn = texts(sheet.draw(80, 12))
    assert any("((1))" in text for text in drawn)
    assert any("Damage: galley burning, 1 of 3 hit markers" in text for text in drawn)


@pytest.mark.parametrize("width", [*range(40, 70, 3), 45, 60, 74, 114])
def test_the_list_separates_its_headings_and_no_two_compartments_read_alike(width):
    game = hurt_ship()
    game.state.ship.deck_fires = {"midship": 3}
    sheet = off_screen(DamageSheet(BattleView(game)), ASCII)
    sheet.as_list = True
    column = width // 3
    _, heads, *rows = texts(sheet.draw(width, 30))
    columns = [heads[start : start + column] for start in (0, column, 2 * column)]
    assert [head[:3].lower() for head in columns] == [
        "for" if columns[0][1] == "o" else "fwd",
        "mid",
        "aft",
    ]
    for head, section in zip(columns, ("forward", "midship", "aft"), strict=True):
        assert head.endswith(" ")
        assert f"{game.state.ship.men[section]}/{TABLES.numbers.men[section]} " in head
        assert ("L3" in head) == (section == "midship")
    check_names(rows, column, width)


def test_the_list_warns_of_sections_that_lack_men():
    game = new_game(scenario=1, seed=1)
    full = TABLES.numbers.men
    game.state.ship.men = {**full, "midship": full["midship"] - 1}
    sheet = off_screen(DamageSheet(BattleView(game)), ASCII)
    sheet.as_list = True
    heads = sheet.draw(74, 30)
    for section, style in (("forward", "dim"), ("midship", "warn"), ("aft", "dim")):
        assert styles(heads, f"{game.state.ship.men[section]}/{full[section]}") == style


def check_names(rows, column, width):
    cells = [row[first : first + column] for row in rows[:7] for first in (0, column, 2 * column)]
    names = [name.strip() for name, boxes, _ in (cell.partition("..") for cell in cells) if boxes]
    assert len(names) == len(set(names))
    assert len(names) > 15 or width < 45
