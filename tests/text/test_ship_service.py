"""The captains of the mounts: their names depend on seed, ship and mount alone, their planes are those of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.facts import Day, game_facts, live_facts
from picket_duty.game import Game
from picket_duty.pages.final_page import final_page
from picket_duty.pages.formats import text_lines
from picket_duty.pages.ships import changes_of_day, crew_page, people_of_day, ships_of
from picket_duty.rules.play import surname_of
from picket_duty.state import POSTS, Officer, Ship
from picket_duty.text.names import POST_NAMES, title_case
from picket_duty.text.ship_service import captain_name, captains_aboard, crew_rows, mount_captains
from picket_duty.text.styled_text import text_of
from tests.saves.games import TABLES, played

GAMES = [
    *({"scenario": number, "level": level, "seed": number} for number in (3, 4, 5) for level in ("basic", "advanced")),
    *({"campaign": "mini", "level": level, "seed": seed} for seed in (5, 26) for level in ("basic", "advanced")),
]


@pytest.mark.parametrize("seed", range(5))
def test_no_captain_of_a_mount_has_the_surname_of_an_officer_or_chief(seed: int) -> None:
    game = Game.new(campaign="mini", level="advanced", seed=seed, tables=TABLES)
    play_out(game, captain_named("doctrine", seed), lambda now: len(now.state.ship.crew) == len(POSTS))
    ship = game.state.ship
    crew = {officer.name.split()[-1] for officer in ship.crew.values()}
    names = [captain_name(seed, ship.name, mount, 0, TABLES) for mount in TABLES.mounted]
    assert crew
    assert not crew & set(names)
    surnames = TABLES.names.surnames
    successors = {surname_of(seed, count, surnames) for count in range(4 * len(POSTS))}
    later = [captain_name(seed, ship.name, mount, 1, TABLES) for mount in TABLES.mounted]
    assert not successors & {*names, *later}, "nor of one that may follow them"
    chosen = [captain_name(seed, ship.name, mount, 0, TABLES, (f"Lt. John {names[0]}",)) for mount in TABLES.mounted]
    assert names[0] not in chosen


def test_a_name_depends_on_seed_ship_and_mount_alone() -> None:
    for seed in [0, 1, 2**62]:
        names = [captain_name(seed, "USS Bush", mount, 0, TABLES) for mount in TABLES.mounted]
        assert len(set(names)) == len(names), "no two mounts of a ship have captains of one name"
        assert set(names) <= set(TABLES.names.surnames)
        assert names == [captain_name(seed, "USS Bush", mount, 0, load_tables()) for mount in TABLES.mounted]
        assert names != [captain_name(seed, "USS Black", mount, 0, TABLES) for mount in TABLES.mounted]
        assert names != [captain_name(seed + 1, "USS Bush", mount, 0, TABLES) for mount in TABLES.mounted]
        later = [captain_name(seed, "USS Bush", "5in-1", number, TABLES) for number in range(5)]
        assert len(set(later)) == 5, "a new captain has another name"


@pytest.mark.parametrize("setup", [
    *GAMES,
    pytest.param({"campaign": "long-b", "level": "advanced", "seed": 10}, marks=pytest.mark.slow),
    pytest.param({"campaign": "long-a", "level": "basic", "seed": 3}, marks=pytest.mark.slow),
], ids=str)  # fmt: skip
def test_their_planes_add_up_to_those_of_the_game(setup: dict[str, object]) -> None:
    game = played(**setup)
    state, captains = game.state, mount_captains(live_facts(game).days, TABLES)
    credited: Counter[str] = Counter()
    for captain in captains:
        credited[captain.mount] += len(captain.dates)
    guns = {mount: planes for mount, planes in state.records.by_mount.items() if mount in TABLES.mounted}
    assert +credited == guns
    for ship in ships_of(state):
        for name, mount in ship.mounts.items():
            of_mount = [captain for captain in captains if (captain.ship, captain.mount) == (ship.name, name)]
            assert [captain.number for captain in of_mount] == list(range(len(of_mount)))
            aboard = [captain for captain in of_mount if not captain.lost]
            named = captains_aboard(ship, live_facts(game).days, TABLES)
            assert (name in named) != mount.destroyed
            assert mount.destroyed or len(named[name].dates) == mount.kills
            if not mount.destroyed:
                assert sum(len(captain.dates) for captain in aboard) == mount.kills
                assert any(captain.is_ace(state.setup, TABLES) for captain in aboard) == mount.ace
            else:
                assert not aboard, "the captain is lost with the mount"


def test_a_captain_of_a_mount_that_was_destroyed_is_killed_once() -> None:
    game, lost = _with(lambda game: [one for one in mount_captains(live_facts(game).days, TABLES) if one.lost])
    facts = live_facts(game).days
    people = [text_of(text) for day in facts for text in people_of_day(day.date, facts, game.state.setup, TABLES)]
    for captain in lost:
        name = captain.name(game.state.setup, TABLES)
        assert sum(text.startswith(f"{name}, captain of ") for text in people) == 1


def _with(found: Callable[[Game], list[Any]]) -> tuple[Game, list[Any]]:
    for seed, number, level in product(range(200), (3, 4, 5), ("basic", "advanced")):
        game = played(scenario=number, level=level, seed=seed)
        if what := found(game):
            return game, what
    raise AssertionError("no game has it")


def test_the_pages_name_them() -> None:
    game = played(campaign="mini", level="advanced", seed=5)
    facts, setup = game_facts(game), game.state.setup
    best = max(mount_captains(facts.days, TABLES), key=lambda one: len(one.dates))
    name = best.name(setup, TABLES)
    pages = (final_page(game), crew_page(ships_of(game.state), game.state, TABLES, facts, []))
    for page in pages:
        assert name in "\n".join(text_lines(page, 100))
    through = [day for day in facts.days if day.date <= best.dates[0]]
    changes = "\n".join(text_lines(changes_of_day(through, setup, TABLES), 100))
    begun = Day("1945-06-30", best.ship, phases=[msgspec.structs.replace(through[-1].phases[0], waves=[], later=[])])
    assert "\n".join(text_lines(changes_of_day([*through, begun], setup, TABLES), 100)) == changes, "nothing new yet"
    planes = best.dates.count(best.dates[0])
    assert re.search(rf"{planes}( each)? by [^;]*{best.mount} \({name}\)", " ".join(changes.split()))


def test_an_officer_without_a_record_is_listed_with_value_and_name() -> None:
    ship = Ship("USS Bush", "DD-529", "fletcher", 10, 10, 6, 4, {}, {}, {}, {})
    ship.crew = {post: Officer(f"Lt. {post}", 1) for post in POSTS}
    assert [(post, text_of(said)) for post, said in crew_rows(ship, [], [], TABLES)] == [
        (title_case(POST_NAMES[post]), f"+1  Lt. {post}") for post in POSTS
    ]
