"""The card of a game: at most twelve lines that add up, fit everywhere and are the same in every
replay.
"""

import datetime
import re
from collections import Counter

import msgspec
import pytest

from picket_duty.analysis.measurements import Measurements
from picket_duty.analysis.win_analysis import known_analysis
from picket_duty.facts import Fate, count_records, facts_of
from picket_duty.facts.campaign_days import is_cut_short
from picket_duty.pages import game_card
from picket_duty.pages.card_check import first_difference
from picket_duty.pages.game_card import (
    GameCard,
    against_history,
    card_lines,
    code_lines,
    luck_words,
    waves_of,
)
from picket_duty.pages.report import ReportError
from picket_duty.saves.replay_code import read_code
from picket_duty.state import SUNK
from tests.analysis.whole import analyze_game
from tests.games import HOUSE_RULES, TABLES
from tests.saves.games import played, saved

DATE = datetime.date(2026, 11, 20)
GAMES = (
    {"scenario": 4, "level": "advanced"},
    {"scenario": 8, "ship": "USS " + "Wonderful " * 3},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "long-a", "level": "advanced"},
    {"patrol": "1945-05-11", "days": 3, "ship": "la-prade", "station": 3},
)


@pytest.fixture(
    scope="module", params=GAMES, ids=lambda setup: " ".join(map(str, setup.values()))[:20]
)
def game(request):
    return played("random", seed=4, **request.param)


def full(game):
    return GameCard(game, DATE, 12, f"{game_card.LUCK} +12, orders -3 points of winning")


def test_a_card_fits_any_forum(game):
    for ascii_only in (False, True):
        lines = card_lines(full(game), ascii_only)
        assert len(lines) <= game_card.MOST_LINES
        assert all(lines)
        assert max(map(len, lines)) <= game_card.WIDTH
        assert all(
            line.isprintable() and not line.startswith(("#", ">", "-", "*", "    "))
            for line in lines
        )
    assert "".join(lines).isascii()
    signs = {sign[0] for sign in game_card.SIGNS}
    words = [line for line in card_lines(full(game)) if not signs >= set(line) - {" "}]
    assert max(map(len, words)) < game_card.WIDTH, "no line is cut"


def test_one_glyph_per_plane_adds_up_to_the_totals(game):
    records = game.state.records
    signs = Counter(sign for wave in waves_of(game) for sign in wave)
    assert (len(waves_of(game)), signs.total()) == (records.waves, records.planes)
    assert (signs[game_card.STRIKE], signs[game_card.NEAR]) == (records.hits, records.near_misses)
    assert signs[game_card.SHOT] <= records.destroyed + records.flamed
    assert signs.keys() <= {game_card.STRIKE, game_card.NEAR, game_card.SHOT, game_card.PAST}


def test_a_forged_line_about_the_real_ship_is_detected():
    game = played("doctrine", scenario=5, seed=1)
    really = game_card.history_words(game.state.setup, TABLES)
    former = "; 1 captain in 9 loses her, half take 2-3", "; no captain loses her, half take 1"
    for line in (really, *(really + end for end in former)):
        assert first_difference([line], GameCard(game)) == ""
        assert first_difference([line.replace("hit 4", "hit 9")], GameCard(game))


def test_a_card_that_says_hit_0_times_still_matches():
    game = played("doctrine", scenario=1, level="basic", seed=1)
    assert "In 1945: not hit, survived" in card_lines(full(game))
    assert first_difference(["In 1945: hit 0 times, survived"], full(game)) == ""


def test_a_card_in_its_former_wording_still_matches():
    game = played("random", scenario=4, level="advanced", seed=4)
    former = [
        "5 planes in 1 wave: 2 down or aflame, 4 strikes",
        "● strike  ○ near miss  × shot down  · missed or gone",
        "● hit  ○ near miss  × splashed  · missed or withdrew",
        "Really: 4 strikes, sunk",
        "In 1945: 4 hits, sunk",
        "Doctrine, same dice: lost, ship lost, 2 splashed or afire, 4 hits",
        "Doctrine, same dice: lost with the ship, 2 splashed or afire, 4 hits",
        "Doctrine, same dice: ship lost, 2 splashed or afire, 4 hits",
        "Doctrine, 1,000 games: 61% won, 12.5 splashed or afire, 2.4 hits",
        "In 1945: hit 4 times, sunk; 1 captain in 9 loses her, half take 2-3",
        "Japanese victory; ship lost: deck fire out of control",
        "Japanese victory; ship lost: a deck fire got out of control",
    ]
    assert first_difference(former, full(game)) == ""
    assert first_difference(["5 planes in 1 wave: 2 down or aflame, 5 strikes"], full(game))
    situation = card_lines(full(game))[1]
    assert situation.endswith(", aid: commanded")
    assert first_difference([situation.replace("aid: ", "")], full(game)) == ""
    assert first_difference([situation.replace("aid: commanded", "unaided")], full(game))


@pytest.mark.slow
def test_a_card_of_a_campaign_counts_weapons_and_ships_lost_apart():
    game = played("doctrine", seed=4, campaign="long-a", level="advanced")
    impacts = [impact for wave in facts_of(game).whole.waves for impact in wave.impacts]
    assert [impact.by_weapon and not impact.near for impact in impacts].count(True) == 1
    lines = card_lines(GameCard(game))
    assert "; 1 weapon hit the ship" in " ".join(lines[3:5])
    end = next(line for line in lines if line.endswith("; 2 ships lost"))
    planes = "193 planes in 53 waves: 165 splashed or afire, 18 hits + 1 by a weapon"
    former = [planes, planes.replace(" + 1 by a weapon", " and 1 by weapons")]
    assert former[0] != former[1]
    assert first_difference([*former, end.replace("lost", "sunk")], GameCard(game)) == ""
    assert first_difference([former[1].replace("and 1", "and 2")], GameCard(game))


@pytest.mark.slow
@pytest.mark.parametrize("start", ["1945-03-24", "1945-06-01"])
def test_a_card_of_stages_says_who_held_them_and_what_was_cut_short(start):
    games = [
        played("doctrine", seed=seed, campaign="long-a", level="advanced", start=start)
        for seed in range(4)
    ]
    for game in games:
        lines = card_lines(full(game))
        stages = game.state.stages
        assert len(lines) <= game_card.MOST_LINES
        assert max(map(len, lines)) <= game_card.WIDTH
        words = " ".join(lines)
        for number, stage in enumerate(stages, start=1):
            ship = re.escape(stage.ship)
            assert bool(stage.held) == bool(
                re.search(rf"{ship} \([\d, ]*\b{number}\b[\d, ]*\)", words)
            )
        assert ("Cut short on" in words) == is_cut_short(game.state)
    assert any(is_cut_short(game.state) for game in games) or start < "1945-06"


def afire(game):
    """The number of planes afire that crashed."""
    planes = [plane for wave in facts_of(game).whole.waves for plane in wave.planes]
    return sum(plane.afire and plane.fate is Fate.CRASHED for plane in planes)


def test_the_planes_of_a_card_add_up_and_the_former_line_still_matches():
    """Earlier versions counted planes afire twice, as splashed or afire and as hits."""
    games = (played("greedy", scenario=2, level="basic", seed=seed) for seed in range(40))
    game = next(game for game in games if afire(game))
    card = GameCard(game)
    former = "19 planes in 5 waves: 15 splashed or afire, 4 hits (3 afire)"
    counts = count_records(game.state.records)
    planes = next(line for line in card_lines(card) if line.startswith(f"{counts.met} planes in "))
    parts = [
        int(number)
        for number in re.findall(r"(\d+) (?:splashed|crashed|near miss|missed|withdrew)", planes)
    ]
    assert sum(parts) == counts.met
    note = f" ({afire(game)} afire)"
    assert note in former
    assert not first_difference([former], card)
    assert not first_difference([former.replace(note, "")], card)
    assert first_difference([former.replace(note, " (9 afire)")], card)


def test_the_former_line_of_several_ships_still_matches():
    game = played("random", seed=2, campaign="long-a", level="basic")
    ships = len({day.ship for day in game.state.records.daily})
    assert ships > 1
    line = card_lines(GameCard(game))[2]
    now = f", the last of {ships} ships since "
    assert now in line
    former = line.replace(now, f" and {ships - 1} ship{'s' * (ships > 2)} before her, ")
    assert not first_difference([former], GameCard(game))
    assert first_difference([former.replace(f"{ships - 1} ship", f"{ships} ship")], GameCard(game))


@pytest.mark.slow
def test_the_former_legend_of_a_long_campaign_still_matches():
    game = played("random", seed=2, campaign="long-b")
    legend = card_lines(GameCard(game))[-1]
    assert legend == "Worst per wave: ● crashed ○ near miss × splashed · missed or withdrew"
    former = "Worst of each wave: ● hit ○ near miss × splashed · missed or withdrew"
    assert not first_difference([former], GameCard(game))
    assert first_difference([former.replace("near miss", "missed")], GameCard(game))


def test_a_battle_is_compared_with_the_real_one():
    game = played("doctrine", scenario=5, seed=1)
    ship = game.state.ship
    words = against_history(game)
    assert words.startswith(f"USS Evans: {game.state.records.hits} hit")
    assert f"hull {ship.hull}" in words or ", lost" in words
    assert words.endswith("In 1945: hit 4 times, survived.")
    assert against_history(played("doctrine", scenario=8, seed=1)) == ""
    game = played("greedy", scenario=5, level="advanced", seed=11)
    assert (game.state.records.hits, game.state.ship.fate) == (0, SUNK), "by a weapon alone"
    assert against_history(game).startswith(f"{game.state.ship.name}: 1 hit, lost.")


def test_attempts_that_do_not_count_are_labeled():
    game = played("random", scenario=6, seed=1)
    titles = [card_lines(GameCard(game, DATE, tried))[0] for tried in range(3)]
    says = [title.removeprefix("PICKET DUTY, the watch of 2026-11-20") for title in titles]
    assert (card_lines(GameCard(game))[0], says) == (
        "PICKET DUTY",
        [", played by the program", "", ", attempt 2: does not count"],
    )


def test_a_card_names_the_house_rules_and_matches_its_code():
    game = played("random", scenario=6, seed=1, options=HOUSE_RULES)
    card = GameCard(game)
    assert card_lines(card)[0] == "PICKET DUTY, Hard turns spoil the aim"
    code = " ".join(code_lines(card))
    assert read_code(code, TABLES).game.state.setup.options == HOUSE_RULES


def test_a_game_without_a_plane_has_a_card():
    game = next(
        quiet
        for seed in range(40)
        if not (quiet := played(scenario=1, seed=seed)).state.records.planes
    )
    assert "No planes came" in card_lines(GameCard(game))
    assert not waves_of(game)


def test_a_card_matches_its_game_in_either_form_and_an_improved_one_does_not(game):
    card = full(game)
    lines = card_lines(card)
    for shown in (lines, card_lines(card, ascii_only=True), [f"> {line} " for line in lines]):
        assert first_difference(shown, card) == ""
    for number in (0, len(lines) // 2, len(lines) - 1):
        worse = [*lines[:number], lines[number] + "!", *lines[number + 1 :]]
        assert first_difference(worse, card) == lines[number] + "!"


def test_card_lines_without_a_computed_value_are_skipped():
    card = full(played("random", scenario=6, seed=1))
    bare = GameCard(card.game, card.watch, card.tried)
    assert first_difference(card_lines(card), bare) == ""


def test_a_save_has_a_card_when_its_game_is_over(tmp_path):
    saved(tmp_path / "over.picket", scenario=6, seed=1)
    card = game_card.card_of_save(tmp_path / "over.picket", TABLES)
    assert (card.watch, card.tried) == (None, 0)
    assert game_card.code_lines(card)[1].startswith("PD2-")
    saved(tmp_path / "on.picket", scenario=6, seed=1, answers=10)
    with pytest.raises(ReportError, match=r"on.picket: the game is not over"):
        game_card.card_of_save(tmp_path / "on.picket", TABLES)


def test_a_game_without_a_code_says_why():
    words = " ".join(game_card.code_lines(GameCard(played(scenario=6, seed=1, dice="own")))).strip()
    assert words == (
        "No replay code: a replay code cannot include hand-rolled dice or the tutorial's "
        "fixed dice."
    )


def test_a_card_without_the_margin_of_its_chance_still_matches():
    """As cards had none, and those of other numbers of playouts have another; a chance that differs
    does not match.
    """
    words = "Luck +75, orders -6 (unclear): 31% ±17 to 100%"
    card = msgspec.structs.replace(full(played(scenario=6, seed=2)), luck=words)
    assert words in card_lines(card)
    assert "Luck +75, orders -6 (unclear): 31% +/-17 to 100%" in card_lines(card, ascii_only=True)
    for former in (" ±17", "", " ±9", " +/-17"):
        assert first_difference([words.replace(" ±17", former)], card) == ""
    assert first_difference([words.replace("31%", "32%")], card) != ""


@pytest.mark.slow
def test_start_luck_and_orders_add_up_to_the_result():
    game = played("random", scenario=6, seed=9)
    known = Measurements()
    assert known_analysis(game, known) is None
    analysis = analyze_game(game, playouts=2, known=known)
    assert known_analysis(game, known) == analysis
    figures = re.sub(r" ±\d+", "", luck_words(analysis))
    luck, orders, start, end = map(int, re.findall(r"(?<!\w)[-+]?\d+", figures))
    assert end in (0, 100)
    assert start + luck + orders == end
    del known.points[0]
    assert known_analysis(game, known) is None
