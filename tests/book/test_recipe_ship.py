"""The ship of the recipes, with a 3-inch gun, needs only data: it is played, valued by the odds,
and in the log.
"""

import pytest

from picket_duty.book import load_tables
from picket_duty.book.check_tables import check
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.odds import damage_costs, damage_weights, plan, repair
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.pages.odds_report import advise, roll_odds_page
from picket_duty.requests import Roll
from picket_duty.rules import gunnery, jobs
from tests.games import of_kind
from tests.quick import first_is_quick
from tests.recipes import GUN, ship_of_the_recipes
from tests.saves.games import play


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return ship_of_the_recipes(tmp_path_factory.mktemp("recipes"))


@pytest.fixture(scope="module")
def tables(folder):
    return load_tables(folder)


def at_plan(tables, level="basic"):
    """A game at a fire plan in which a 3-inch mount bears on a plane."""
    for seed in range(100):
        game = Game.new(scenario=7, seed=seed, level=level, tables=tables)
        play_out(
            game,
            captain_named("doctrine", seed),
            lambda game: GUN in getattr(game.request, "slots", ()),
        )
        if game.request is not None:
            return game
    raise AssertionError("no seed leads to a plan")


def test_the_set_is_clean(folder):
    assert check(folder) == []


@first_is_quick("level", ["basic", "advanced"])
def test_her_guns_fire_are_hit_and_are_repaired(tables, level):
    rolls = []
    struck = set()
    for seed in range(60):
        game = Game.new(scenario=7, seed=seed, level=level, options=("gun-repair",), tables=tables)
        play_out(game, captain_named("doctrine", seed))
        rolls += [event for event in of_kind(game.events, Roll) if event.table == "9-2/3in"]
        struck |= {
            getattr(event, "item", "")
            for event in game.events
            if getattr(event, "effect", "") == "damaged"
        }
    assert rolls
    assert any(modifier.rule == "9-1" for roll in rolls for modifier in roll.modifiers)
    assert GUN in struck


def test_a_hit_mount_is_worked_by_hand_and_repaired(tables):
    game = Game.new(scenario=7, seed=1, options=("gun-repair",), tables=tables)
    data = game.play.battery()[GUN]
    mount = game.state.ship.mounts[GUN]
    assert gunnery.director_bonus(game.play, data, "M").value == 1
    mount.hits = 1
    assert gunnery.director_bonus(game.play, data, "M") is None
    job = jobs.open_jobs(game.play)[GUN]
    assert repair.worth_of(game.play, job, damage_weights.by_hand(game.play)) > 0
    jobs.repair_item(game.play, job)
    assert gunnery.director_bonus(game.play, data, "M").value == 1
    for room in ("fire-room-fwd", "fire-room-aft"):
        game.state.ship.compartments[room].destroyed = True
    assert gunnery.director_bonus(game.play, data, "M") is None


def test_damage_weights_cover_her_mounts(tables):
    game = at_plan(tables)
    best = plan.best_plan(game.play, game.request)
    assert best.orders.get(GUN) is not None
    open_fire = PlanOdds(game.play).wave({})
    planned = PlanOdds(game.play).wave(best.orders)
    assert planned.expected < open_fire.expected
    assert advise(game.play, game.request)
    measure = damage_weights.by_hand(game.play)
    caliber = tables.calibers["3in"]
    assert tables.mounted[GUN] is caliber
    assert damage_costs.out_of_action_cost(measure, "3in-mgz") == caliber.magazine_worth
    row = next(cell for cell in tables["11/forward"].cells.values() if "5in Gun # 2" in cell.text)
    worth = damage_costs.effects_cost(measure, tables["11/forward"], row.effects, 0)
    assert worth > damage_costs.effects_cost(measure, tables["11/forward"], row.effects[:1], 0) > 0


def test_her_fire_is_reported(tables, run, home):
    game = at_plan(tables)
    play(game, captain_named("doctrine", 0), answers=1)
    while isinstance(game.request, Roll) and game.request.table != "9-2/3in":
        game.roll()
    (head, chances) = roll_odds_page(game.request, game)
    assert "9-2/3in" in head.text
    assert chances.rows


@pytest.mark.slow
def test_the_ship_works_in_log_and_report(tables, folder, run, home):
    for seed in range(30):
        game = Game.new(scenario=7, seed=seed, level="advanced", tables=tables)
        play_out(game, captain_named("doctrine", seed))
        if GUN in game.state.records.by_mount:
            break
    game.save(home / "lcs.picket")
    game.save_file.close()
    for form in ("md", "html", "json", "text"):
        result = run("log", "lcs", "--format", form, "--tables", folder)
        assert result.status == 0, result.err
        assert "3-inch gun" in result.out, form
    assert run("replay", "lcs", "--verify", "--tables", folder).status == 0
