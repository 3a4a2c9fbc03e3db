"""The page of the crew: its numbers agree with the facts of the game, over whole campaigns."""

from __future__ import annotations

import re

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named
from picket_duty.events import Control
from picket_duty.facts import Fate, Side, game_facts, shooter_side
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.formats import text_lines
from picket_duty.pages.ships import crew_page, ships_of
from picket_duty.requests import Roll
from picket_duty.state import POSTS, Officer, Ship
from picket_duty.text.names import POST_NAMES, times, title_case
from picket_duty.text.ship_service import crew_rows
from picket_duty.text.styled_text import text_of

TABLES = load_tables()
WORDS = {times(number) or "once": number for number in range(1, 200)}


def played(**setup: object) -> Game:
    game, captain = Game.new(tables=TABLES, **setup), captain_named("doctrine", 1)
    while game.request is not None:
        game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
    return game


def total(text: str, pattern: str) -> int:
    """The sum of the numbers that a pattern finds, as figures or as words."""
    return sum(WORDS[number] if number in WORDS else int(number) for number in re.findall(pattern, text))


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup",
    [
        *({"campaign": "mini", "level": level, "seed": seed} for seed in (4, 5, 6) for level in ("basic", "advanced")),
        {"campaign": "long-a", "level": "advanced", "seed": 3},
        {"campaign": "long-b", "level": "advanced", "seed": 10},
        {"patrol": "1945-05-11", "days": 6, "level": "advanced", "seed": 2},
    ],
    ids=str,
)
def test_the_numbers_of_the_crew_page_are_those_of_the_game(setup: dict[str, object]) -> None:
    game = played(**setup)
    facts, awards = game_facts(game), awards_so_far(game)
    page = crew_page(ships_of(game.state), game.state, TABLES, facts, awards)
    text = "\n".join(text_lines(page, 2000))
    planes = [plane for wave in facts.waves for plane in wave.planes if plane.fate is Fate.SPLASHED]
    guns = [plane for plane in planes if shooter_side(plane.shot_down_by) is Side.GUNS]
    assert total(text, r"(\d+) splashed planes? credited to the ship's guns") == len(guns)
    rolls = [event for event in game.events if isinstance(event, Roll)]
    maneuvers = [roll for roll in rolls if roll.purpose.id == "maneuver"]
    made = sum(bool(roll.result["successful"]) for roll in maneuvers)
    for what in (r"(\d+) emergency maneuvers? ordered", r"full power for (\d+) emergency maneuver"):
        assert total(text, what) == len(maneuvers)
        assert total(text, what.replace(r"(\d+)", r"\d+") + r"[a-z ]*, (\d+) successful") == made
    jobs = [event for event in game.events if isinstance(event, Control) and event.success]
    fires = total(text, r"(\d+) deck fires? put out")
    rooms, others = total(text, r"(\d+) compartments? saved"), total(text, r"(\d+) repairs?: ")
    headway = total(text, r"headway made (\w+(?: times)?) in damaged")
    assert fires == sum(job.job.startswith("deck fire") for job in jobs)
    assert fires + rooms + others + headway == len(jobs)
    afloat = [roll for roll in rolls if roll.purpose.id == "anchorage" and "sinks" in roll.result.fields]
    assert total(text, r"she stayed afloat (\w+(?: times)?) on a roll") == sum(
        not roll.result["sinks"] for roll in afloat
    )
    fallen = [officer for ship in ships_of(game.state) for officer in ship.fallen]
    assert total(text, r"(\d+) (?:officer or chief|officers and chiefs) killed") == len(fallen)
    assert len(re.findall(r": killed ", text)) == len(fallen)
    men = sum(day.men_lost for day in facts.days)
    assert total(text, r"(\d+) m[ae]n of the repair parties killed or wounded") == men
    for award in awards:
        if ", " in award.to:
            name, _, _ = award.to.partition(", ")
            # A promotion changes the rank before the name.
            name = " ".join(name.split()[-2:])
            assert re.search(rf"{re.escape(name)}.*{re.escape(award.name)}", text), award


def test_an_officer_without_a_record_is_listed_with_value_and_name() -> None:
    ship = Ship("USS Bush", "DD-529", "fletcher", 10, 10, 6, 4, {}, {}, {}, {})
    ship.crew = {post: Officer(f"Lt. {post}", 1) for post in POSTS}
    assert [(post, text_of(said)) for post, said in crew_rows(ship, [], [], TABLES)] == [
        (title_case(POST_NAMES[post]), f"+1  Lt. {post}") for post in POSTS
    ]
