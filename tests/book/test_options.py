"""Optional rules are in one file, which setup, form and checks read."""

import pytest

from picket_duty.book import load_tables
from picket_duty.book.check_tables import check
from picket_duty.book.tables import shipped_folder
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from picket_duty.state import State
from tests.games import TABLES, new_game

ADDED = """
[[options]]
id = "night-watch"
title = "Night watch"
text = "Nothing yet."
rule = "rules 11"
"""


def changed(tmp_path, more):
    text = (shipped_folder() / "options.toml").read_text(encoding="utf-8")
    (tmp_path / "options.toml").write_text(text + more, encoding="utf-8")
    return tmp_path


def test_every_option_that_the_rules_check_is_in_the_file():
    asked = set()

    class Listening(State):
        def option(self, name):
            asked.add(name)
            return super().option(name)

    for level in ("basic", "advanced"):
        for number in TABLES.scenarios:
            game = new_game(scenario=number, level=level, seed=5, history=False)
            game.play.state = Listening(
                **{name: getattr(game.state, name) for name in State.__struct_fields__}
            )
            play_out(game, DoctrineCaptain())
    days = {f"{scenario.slug}-full-day" for scenario in TABLES.scenarios.values()}
    assert {"aces", "list-and-trim", "gun-repair", "anthony-full-day"} <= asked
    assert asked - days <= set(TABLES.options)


def test_a_new_option_needs_only_an_entry_in_the_file(tmp_path):
    folder = changed(tmp_path, ADDED)
    assert check(folder) == []
    tables = load_tables(folder)
    game = Game.new(campaign="mini", seed=1, tables=tables, options=("night-watch",))
    assert game.state.option("night-watch")
    from picket_duty.tui.screens.game_setup import common_fields, common_options

    before, after = (
        [field.label for field in common_fields(common_options(set_of_tables))]
        for set_of_tables in (TABLES, tables)
    )
    assert [label for label in after if label not in before] == ["Night watch"]
    with pytest.raises(ValueError, match="unknown option 'night-watch'"):
        new_game(campaign="mini", seed=1, options=("night-watch",))


def test_an_option_can_be_always_on_at_a_level(tmp_path):
    tables = load_tables(changed(tmp_path, ADDED + 'always = "basic"\n'))
    assert Game.new(scenario=6, tables=tables).state.option("night-watch")
    assert not Game.new(scenario=6, level="advanced", tables=tables).state.option("night-watch")
