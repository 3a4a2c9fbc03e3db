"""The card of a game: at most twelve lines that add up, fit everywhere and are the same in every replay."""

from __future__ import annotations

import datetime
import re

import msgspec
import pytest

from picket_duty.analysis.win_probability import Measurements, known_analysis
from picket_duty.facts import Fate, count_records, game_facts
from picket_duty.game import Game
from picket_duty.pages.game_card import (
    LUCK,
    MOST_LINES,
    NEAR,
    PAST,
    SHOT,
    SIGNS,
    STRIKE,
    WIDTH,
    GameCard,
    _former_planes,
    against_history,
    card_lines,
    card_of_save,
    code_lines,
    history_words,
    luck_words,
    same_card,
    waves_of,
)
from picket_duty.pages.report import ReportError
from picket_duty.rules.campaign import SUNK
from picket_duty.text.campaign_progress import is_cut_short
from tests.analysis.whole import analyze_game
from tests.saves.games import TABLES, played, saved

DATE = datetime.date(2026, 11, 20)
GAMES = (
    {"scenario": 4, "level": "advanced"},
    {"scenario": 8, "ship": "USS " + "Wonderful " * 3},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "long-a", "level": "advanced"},
    {"patrol": "1945-05-11", "days": 3, "ship": "la-prade", "station": 3},
)


@pytest.fixture(scope="module", params=GAMES, ids=lambda setup: " ".join(map(str, setup.values()))[:20])
def game(request) -> Game:
    return played("random", seed=4, **request.param)


def full(game: Game) -> GameCard:
    """A card with every line that one can have."""
    return GameCard(game, DATE, 12, f"{LUCK} +12, orders -3 points of winning")


def test_a_card_fits_any_forum(game):
    for ascii_only in (False, True):
        lines = card_lines(full(game), ascii_only)
        assert len(lines) <= MOST_LINES
        assert all(lines)
        assert max(map(len, lines)) <= WIDTH
        assert all(line.isprintable() and not line.startswith(("#", ">", "-", "*", "    ")) for line in lines)
    assert "".join(lines).isascii()


def test_no_line_of_a_card_is_cut(game):
    signs = {sign[0] for sign in SIGNS}
    words = [line for line in card_lines(full(game)) if not signs >= set(line) - {" "}]
    assert max(map(len, words)) < WIDTH


def test_one_glyph_per_plane_adds_up_to_the_totals(game):
    signs = [sign for wave in waves_of(game) for sign in wave]
    records = game.state.records
    assert len(waves_of(game)) == records.waves
    assert len(signs) == records.planes
    assert signs.count(STRIKE) == records.hits
    assert signs.count(NEAR) == records.near_misses
    assert signs.count(SHOT) <= records.destroyed + records.flamed
    assert signs.count(PAST) == records.planes - sum(signs.count(glyph) for glyph in (STRIKE, NEAR, SHOT))


def test_a_card_is_compared_with_the_real_ship():
    setup = {number: played("doctrine", scenario=number, seed=1).state.setup for number in (5, 7)}
    assert [history_words(chosen, TABLES) for chosen in setup.values()] == ["In 1945: hit 4 times, survived", ""]


def test_a_forged_line_about_the_real_ship_is_detected():
    game = played("doctrine", scenario=5, seed=1)
    really = history_words(game.state.setup, TABLES)
    former = "; 1 captain in 9 loses her, half take 2-3", "; no captain loses her, half take 1"
    for line in (really, *(really + end for end in former)):
        assert same_card([line], GameCard(game)) == ""
        assert same_card([line.replace("hit 4", "hit 9")], GameCard(game))


def test_a_card_in_its_former_wording_still_matches():
    game = played("random", scenario=4, level="advanced", seed=4)
    former = [
        "5 planes in 1 wave: 2 down or aflame, 4 strikes",
        "● strike  ○ near miss  × shot down  · missed or gone",
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
    assert same_card(former, full(game)) == ""
    assert same_card(["5 planes in 1 wave: 2 down or aflame, 5 strikes"], full(game))


@pytest.mark.slow
def test_a_card_of_a_campaign_counts_weapons_and_ships_lost_apart():
    game = played("doctrine", seed=4, campaign="long-a", level="advanced")
    weapons = sum(impact.by_weapon and not impact.near for wave in game_facts(game).waves for impact in wave.impacts)
    lines = card_lines(GameCard(game))
    assert weapons == 1
    assert "; 1 weapon hit the ship" in " ".join(lines[3:5])
    end = next(line for line in lines if line.endswith("; 2 ships lost"))
    former = [_former_planes(game), _former_planes(game).replace(" + 1 by a weapon", " and 1 by weapons")]
    assert former[0] != former[1]
    assert same_card([*former, end.replace("lost", "sunk")], GameCard(game)) == ""
    assert same_card([former[1].replace("and 1", "and 2")], GameCard(game))


@pytest.mark.slow
@pytest.mark.parametrize(("captain", "start"), [("doctrine", "1945-03-24"), ("doctrine", "1945-06-01")])
def test_a_card_of_stages_says_who_held_them_and_what_was_cut_short(captain, start):
    games = [played(captain, seed=seed, campaign="long-a", level="advanced", start=start) for seed in range(4)]
    for game in games:
        lines, stages = card_lines(full(game)), game.state.stages
        assert len(lines) <= MOST_LINES
        assert max(map(len, lines)) <= WIDTH
        words = " ".join(lines)
        for number, stage in enumerate(stages, start=1):
            ship = re.escape(stage.ship)
            assert bool(stage.held) == bool(re.search(rf"{ship} \([\d, ]*\b{number}\b[\d, ]*\)", words))
        assert ("Cut short on" in words) == is_cut_short(game.state)
    assert any(is_cut_short(game.state) for game in games) or start < "1945-06"


def test_the_planes_of_a_card_add_up_and_the_former_line_still_matches():
    """Earlier versions counted planes afire twice, as splashed or afire and as hits."""
    games = (played("greedy", scenario=2, level="basic", seed=seed) for seed in range(40))
    game = next(game for game in games if crashed_afire(game))
    card, former = GameCard(game), _former_planes(game)
    counts = count_records(game.state.records)
    planes = next(line for line in card_lines(card) if line.startswith(f"{counts.met} planes in "))
    parts = [int(number) for number in re.findall(r"(\d+) (?:splashed|crashed|near miss|missed|withdrew)", planes)]
    assert sum(parts) == counts.met
    note = f" ({crashed_afire(game)} afire)"
    assert note in former
    assert not same_card([former], card)
    assert not same_card([former.replace(note, "")], card)
    assert same_card([former.replace(note, " (9 afire)")], card)


def test_the_former_line_of_several_ships_still_matches():
    game = played("random", seed=2, campaign="long-a", level="basic")
    ships = len({day.ship for day in game.state.records.daily})
    assert ships > 1
    line = card_lines(GameCard(game))[2]
    assert f", the last of {ships} ships from " in line
    former = line.replace(
        f", the last of {ships} ships from ", f" and {ships - 1} ship{'s' * (ships > 2)} before her, "
    )
    assert not same_card([former], GameCard(game))
    assert same_card([former.replace(f"{ships - 1} ship", f"{ships} ship")], GameCard(game))


def crashed_afire(game: Game) -> int:
    """The planes of a game that were set afire and crashed into the ship."""
    planes = [plane for wave in game_facts(game).waves for plane in wave.planes]
    return sum(plane.afire and plane.fate is Fate.CRASHED for plane in planes)


def test_a_battle_is_compared_with_the_real_one():
    game = played("doctrine", scenario=5, seed=1)
    ship = game.state.ship
    words = against_history(game)
    assert words.startswith(f"USS Evans: {game.state.records.hits} hit")
    assert f"hull {ship.hull}" in words or ", lost" in words
    assert words.endswith("In 1945: hit 4 times, survived.")
    assert against_history(played("doctrine", scenario=8, seed=1)) == ""


def test_a_ship_sunk_by_a_weapon_alone_was_hit():
    game = played("greedy", scenario=5, level="advanced", seed=11)
    assert (game.state.records.hits, game.state.ship.fate) == (0, SUNK)
    assert against_history(game).startswith(f"{game.state.ship.name}: 1 hit, lost.")


def test_attempts_that_do_not_count_are_labeled():
    game = played("random", scenario=6, seed=1)
    title = [card_lines(GameCard(game, date, tried))[0] for date, tried in ((None, 0), (DATE, 0), (DATE, 1), (DATE, 2))]
    assert title == [
        "PICKET DUTY",
        "PICKET DUTY, the watch of 2026-11-20, played by the program",
        "PICKET DUTY, the watch of 2026-11-20",
        "PICKET DUTY, the watch of 2026-11-20, attempt 2: does not count",
    ]


def test_a_game_without_a_plane_has_a_card():
    game = next(quiet for seed in range(40) if not (quiet := played(scenario=1, seed=seed)).state.records.planes)
    assert "No planes came" in card_lines(GameCard(game))
    assert not waves_of(game)


# -- held against a card that somebody shows ----------------------------------------------


def test_a_card_agrees_with_its_own_game_in_either_form(game):
    card = full(game)
    for lines in (card_lines(card), card_lines(card, ascii_only=True)):
        assert same_card(lines, card) == ""
        assert same_card([f"> {line} " for line in lines], card) == ""


def test_an_improved_card_does_not_match_its_game(game):
    card = full(game)
    lines = card_lines(card)
    for number in (0, len(lines) // 2, len(lines) - 1):
        worse = [*lines[:number], lines[number] + "!", *lines[number + 1 :]]
        assert same_card(worse, card) == lines[number] + "!"


def test_card_lines_without_a_computed_value_are_skipped():
    card = full(played("random", scenario=6, seed=1))
    bare = GameCard(card.game, card.watch, card.tried)
    assert same_card(card_lines(card), bare) == ""


# -- of a save ---------------------------------------------------------------------------


def test_a_save_has_a_card_when_its_game_is_over(tmp_path):
    saved(tmp_path / "over.picket", scenario=6, seed=1)
    card = card_of_save(tmp_path / "over.picket", TABLES)
    assert (card.watch, card.tried) == (None, 0)
    assert code_lines(card)[1].startswith("PD2-")
    saved(tmp_path / "on.picket", scenario=6, seed=1, answers=10)
    with pytest.raises(ReportError, match=r"on.picket: the game is not over"):
        card_of_save(tmp_path / "on.picket", TABLES)


def test_a_game_without_a_code_says_why():
    words = " ".join(code_lines(GameCard(played(scenario=6, seed=1, dice="own"))))
    assert (
        words.strip() == "No replay code: a replay code cannot include hand-rolled dice or the tutorial's fixed dice."
    )


def test_a_card_without_the_margin_of_its_chance_still_matches():
    """As cards had none, and those of other numbers of playouts have another; a chance that differs does not match."""
    words = "Luck +75, orders -6 (unclear): 31% ±17 to 100%"
    card = msgspec.structs.replace(full(played(scenario=6, seed=2)), luck=words)
    assert words in card_lines(card)
    assert "Luck +75, orders -6 (unclear): 31% +/-17 to 100%" in card_lines(card, ascii_only=True)
    for former in (" ±17", "", " ±9", " +/-17"):
        assert same_card([words.replace(" ±17", former)], card) == ""
    assert same_card([words.replace("31%", "32%")], card) != ""


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
