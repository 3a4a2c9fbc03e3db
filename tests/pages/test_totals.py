"""Totals in documents are of parts that add up; what deck log and diary say about a raid agrees with its facts."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from picket_duty.facts import Day, Fate, Killed, Phase, count_planes, count_records, game_facts, harm_of, weapon_hits
from picket_duty.facts.wave_facts import ImpactOutcome
from picket_duty.game import Game
from picket_duty.pages.blocks import Document, Grid, Heading
from picket_duty.pages.final_page import final_page, ships_served
from picket_duty.pages.formats import to_text
from picket_duty.pages.log_pages import CHRONOLOGY, DAMAGE, action_blocks, chronicle, raid_hours, sank_in
from picket_duty.pages.report import as_json, history_page, report_of
from picket_duty.pages.service_pages import register_page
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.text.campaign_progress import is_cut_short
from picket_duty.text.diary_entries import ends_sentences, raid_sentences
from picket_duty.text.names import number_words
from picket_duty.text.status import fought_words
from tests.facts.test_properties import FEW, MANY
from tests.pages.games import TABLES, watched
from tests.saves.games import played

PARTS = re.compile(r"(\d+) (splashed|crashed|near miss(?:es)?|missed or withdrew|missed|withdrew)\b")
#: A count of planes followed by its parts, up to the end of the parts.
TOTAL = re.compile(r"(\d+) planes?(?: met)?: ((?:\d+ [a-z ]+(?:, )?)+)")
GAMES = (
    *({"campaign": "mini", "level": "advanced", "seed": seed} for seed in range(4)),
    *({"scenario": number, "level": "advanced", "seed": seed} for number in (2, 4, 8) for seed in range(2)),
)


def text(blocks: list) -> str:
    return " ".join(to_text(Document("", tuple(blocks))).split())


@pytest.fixture(scope="module", params=[*GAMES, {"campaign": "long-a", "level": "advanced", "seed": 0}], ids=str)
def game(request) -> Game:
    return played("random", **request.param)


def test_every_total_of_planes_is_the_sum_of_its_parts(game):
    facts = game_facts(game)
    weapons = weapon_hits(facts.days)
    pages = {
        "final": text(final_page(game)),
        "history": text(history_page(game, facts, [])),
        "register": text(register_page(ships_served(game))),
        "plain": fought_words(game.state.records, weapons),
    }
    for name, page in pages.items():
        totals = TOTAL.findall(page)
        assert totals or not game.state.records.planes, name
        for total, parts in totals:
            assert sum(int(number) for number, _ in PARTS.findall(parts)) == int(total), (name, total, parts)
        if weapons and name != "register":
            assert f"{weapons} weapon" in page, name


def test_the_register_counts_the_planes_of_the_game_once(game):
    served, counts = ships_served(game), count_records(game.state.records)
    assert sum(ship.planes for ship in served) == counts.met
    for ship in served:
        assert ship.splashed is not None
        assert ship.splashed + ship.strikes + ship.near_misses <= ship.planes
        assert ship.shot_down >= ship.splashed


def test_every_part_of_a_report_has_the_stages_once():
    for part in ["history", "log", "action"]:
        game = played("doctrine", campaign="long-a", level="basic", start="1945-06-01", seed=3)
        page = text(report_of(game, game_facts(game), (part,)).blocks)
        assert is_cut_short(game.state)
        for number, stage in enumerate(game.state.stages, start=1):
            assert len(re.findall(rf"Stage {number}: (?:held|lost) by {re.escape(stage.ship)}", page)) == bool(
                stage.ship
            )
        assert page.count("Cut short on") == 1


def test_one_man_has_one_rank_in_json_and_in_the_diary(game):
    """Each name of a day is that of the state of the game with the rank that the diary writes."""
    facts = game_facts(game)
    muster = {
        str(row[-1]) for block in diary_of(read_diary(game)).blocks if isinstance(block, Grid) for row in block.rows
    }
    for day in as_json(game, facts, ("log",))["days"]:
        assert day["names"].keys() == day["crew"].keys()
        for post, name in day["crew"].items():
            assert day["names"][post].split()[-2:] == name.split()[-2:]
            if facts.crews[day["ship"]][post].name == name:
                assert day["names"][post] in muster


def test_one_report_gives_one_state_of_the_hull(game):
    """The list of damage has no state of the hull that the account of the same raid lacks."""
    states = re.compile(r"hull (?:damage now \w+|sound|failing)", re.I)
    part, found = "", {CHRONOLOGY: set(), DAMAGE: set()}
    for block in [*action_blocks(game_facts(game), TABLES), Heading("1. The end", 3)]:
        if isinstance(block, Heading):
            part = str(block.text).partition(". ")[2]
            if block.level == 3:
                assert found[DAMAGE] <= found[CHRONOLOGY]
                found = {CHRONOLOGY: set(), DAMAGE: set()}
        elif part in found:
            found[part] |= {state.lower() for state in states.findall(text([block]))}


NUMBERS = {number_words(number): number for number in range(60)}
CAME = r"(?:bearing \d{3}|which had lost its \w+|after releasing its \w+),"
WEAPON = r"\b(?:Ohka|Bomb|Torpedo) from \w+"
#: The sentences for each outcome of an impact.
IMPACTS = {
    ImpactOutcome.CRASH: rf"{CAME} crashed into the ship",
    ImpactOutcome.NEAR_MISS: rf"{CAME} crashed close aboard",
    ImpactOutcome.WEAPON: rf"{WEAPON} struck the ship",
    ImpactOutcome.WEAPON_NEAR: rf"{WEAPON} exploded close aboard",
}
#: The verb of each fate in a list of them.
ENDS = {
    Fate.SPLASHED: "(?:was|were) splashed",
    Fate.CRASHED: "crashed into the ship",
    Fate.NEAR_MISS: "crashed close aboard",
    Fate.MISSED: "missed",
    Fate.WITHDREW: "withdrew",
}


def check_raids(days: list[Day]) -> None:
    """Check what is said about every raid of some days."""
    for day in days:
        for phase in day.phases:
            if phase.attacked:
                lost = sank_in(day, phase)
                log = " ".join(entry.words for entry in chronicle(phase, TABLES, lost))
                diary = " ".join(raid_sentences(phase, TABLES, raid_hours(phase, TABLES, lost)))
                check_action(log, phase)
                check_action(diary, phase)
                check_planes(log, phase)


def check_action(text: str, phase: Phase) -> None:
    """Impacts by their outcome, men and officers lost, equipment destroyed."""
    outcomes = Counter(impact.outcome for impact in phase.impacts)
    assert {outcome: len(re.findall(pattern, text)) for outcome, pattern in IMPACTS.items()} == {
        outcome: outcomes[outcome] for outcome in IMPACTS
    }
    men = re.findall(r"(\w+) m[ae]n of the repair party", text)
    assert sum(NUMBERS[word.lower()] if word.isalpha() else int(word) for word in men) == harm_of(phase.aftermath).men
    killed = [event.event.post for event in phase.aftermath if isinstance(event, Killed)]
    assert text.count("was killed in action") == len(killed)


def check_planes(log: str, phase: Phase) -> None:
    """The planes set afire, splashed and missed in the deck log; the fates of all in the summary add up to them."""
    planes = phase.planes
    down = [plane for plane in planes if plane.set_afire_by or plane.destroyed_by]
    assert len(re.findall(r"(?:set afire|splashed)(?: and splashed)? by [^.]+\.", log)) == len(down)
    assert len(re.findall(r"splashed by", log)) == sum(bool(plane.destroyed_by) for plane in planes)
    if not planes or phase.running:
        return
    ends, *afire = ends_sentences(planes, phase.label, TABLES)
    counts = count_planes(planes)
    for fate, verb in ENDS.items():
        said = re.findall(rf"(?:\b(all) )?(\w+)(?:, afire,)? {verb}", ends, re.IGNORECASE)
        numbers = [len(planes) if name.lower() in ("it", "both") else NUMBERS[name.lower()] for _, name in said]
        assert sum(numbers) == counts.of(fate), (fate, ends)
    assert bool(afire) == (counts.set_afire > 0 and counts.met - counts.splashed > 1)


def test_raids_of_a_few_games():
    for kind, seed in FEW:
        check_raids(game_facts(watched(kind, seed).game).days)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MANY)
def test_raids_of_three_hundred_games(kind, seed):
    check_raids(game_facts(watched(kind, seed).game).days)
