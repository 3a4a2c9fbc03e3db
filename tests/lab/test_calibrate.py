"""Calibration: the bands of section 13 of the rules of play, and the games that each is measured
in.
"""

import pytest

from tests.saves.games import played
from tests.text_table import table_of
from tools import calibrate

#: Figure and series of section 13 with their bands, in percent; ships for "ships sunk".
SECTION_13 = {
    ("shot down", "bare guns"): (58, 66),
    ("hits", "bare guns"): (20, 27),
    ("shot down", "bare guns, ordinary"): (66, 74),
    ("hits", "bare guns, ordinary"): (17, 24),
    ("day hit", "ordinary day"): (42, 52),
    ("lost", "ordinary day"): (7, 11),
    ("phase hit", "kikusui"): (60, 75),
    ("lost", "long-b"): (9, 13),
    ("wins", "scenario 1"): (90, 97),
    **{("wins", f"scenario {number}"): (42, 55) for number in (2, 3, 4, 5)},
    ("wins", "scenario 6"): (75, 85),
    ("wins", "scenario 7"): (60, 70),
    ("wins", "scenario 8"): (62, 73),
    ("wins", "random"): (10, 20),
    ("wins", "no men"): (0, 20),
}
#: Additional bands for games that section 13 does not measure, in percent; stages for "stages
#: held".
OURS = dict(
    table_of("""
    ('wins', 'mini basic doctrine')    | (44, 54)
    ('wins', 'mini advanced doctrine') | (36, 46)
    ('wins', 'mini basic random')      | (11, 19)
    ('wins', 'mini advanced random')   | (5, 11)
    ('stages held', 'long-a basic')    | (210, 260)
    ('stages held', 'long-a advanced') | (155, 205)
    """)
)


def test_the_bands_are_those_of_section_13():
    bands = {
        (band.id, band.series): (band.low * 100, band.high * 100) for band in calibrate.bands()
    }
    low, high = bands.pop(("ships sunk", "long-b"))
    assert (low, high) == (600, 1000)
    assert bands == {key: pytest.approx(band) for key, band in (SECTION_13 | OURS).items()}


def test_calibration_figures():
    for band in calibrate.bands():
        assert calibrate.series_named(band.series, "greedy", 20)
        assert band.low < band.high
    game = played("random", scenario=1, seed=1)
    counted = calibrate.count(game)
    assert counted["lost"] == (game.state.records.ships_sunk, game.state.records.hits)
    assert counted["day hit"][1] == game.state.records.days
    assert set(counted) == {band.id for band in calibrate.bands()}
    block = calibrate.play_series(calibrate.series_named("bare guns", "greedy", 20)[0], 0)
    band = next(band for band in calibrate.bands() if band.id == "shot down")
    figure = calibrate.figure(band, block)
    assert 0.4 < figure.value < 0.9
    assert calibrate.line(figure)
