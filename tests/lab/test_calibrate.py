"""Calibration: the bands of section 13 of the rules of play, and the games that each is measured in."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.events import Strike
from picket_duty.lab.batch import begin
from picket_duty.rules import raid
from tests.saves.games import played
from tools import calibrate

TABLES = load_tables()
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
    ("wins", "scenario 2"): (42, 55),
    ("wins", "scenario 3"): (42, 55),
    ("wins", "scenario 4"): (42, 55),
    ("wins", "scenario 5"): (42, 55),
    ("wins", "scenario 6"): (75, 85),
    ("wins", "scenario 7"): (60, 70),
    ("wins", "scenario 8"): (62, 73),
    ("wins", "random"): (10, 20),
    ("wins", "no men"): (0, 20),
}
#: Additional bands for games that section 13 does not measure, in percent; stages for "stages held".
OURS = {
    ("wins", "mini basic doctrine"): (44, 54),
    ("wins", "mini advanced doctrine"): (36, 46),
    ("wins", "mini basic random"): (11, 19),
    ("wins", "mini advanced random"): (5, 11),
    ("stages held", "long-a basic"): (210, 260),
    ("stages held", "long-a advanced"): (155, 205),
}


def test_the_bands_are_those_of_section_13() -> None:
    """Every band of the rules of play, the additional ones for campaigns, and no other."""
    bands = {(band.id, band.series): (band.low * 100, band.high * 100) for band in calibrate.bands()}
    low, high = bands.pop(("ships sunk", "long-b"))
    assert (low, high) == (600, 1000)
    assert bands == {key: pytest.approx(band) for key, band in (SECTION_13 | OURS).items()}


def test_band_names_fit_their_column() -> None:
    """All labels differ and fit their column."""
    words = [band.words for band in calibrate.bands()]
    assert len(set(words)) == len(words)
    assert max(map(len, words)) < 58


def test_an_ordinary_day_is_one_basic_day_of_a_fresh_ship() -> None:
    """A one-day basic patrol on every date without a great raid."""
    series = calibrate.series_named("ordinary day", "greedy", 200)
    days = calibrate.ordinary_days(TABLES)
    assert [part.batch.chosen.patrol for part in series] == [day.isoformat() for day in days]
    assert {(part.batch.chosen.days, part.batch.chosen.level, part.change) for part in series} == {(1, "basic", "")}
    assert sum(part.batch.games for part in series) == pytest.approx(200, rel=0.2)
    campaign = TABLES.campaigns["mini"]
    assert (days[0], days[-1]) == (campaign.start, campaign.end)
    for day in days:
        assert TABLES["K-1"].find(day) is None
    assert (campaign.end - campaign.start).days + 1 > len(days) > 50


def test_a_day_is_counted_once_and_its_ship_is_new() -> None:
    """One day per game, a hit counted once; no damage is left from an earlier day."""
    series = calibrate.series_named("ordinary day", "greedy", 60, 3)[7]
    seen = set()
    for number in range(12):
        game = begin(series.batch, number, TABLES)
        assert not raid.kikusui_today(game.play)
        assert game.state.ship.hull == TABLES.numbers.hull
        play_out(game, captain_named("greedy", number))
        counted = calibrate.count(game)
        hits = sum(isinstance(event, Strike) and event.outcome == "hit" for event in game.events)
        assert counted["day hit"] == (int(hits > 0), 1)
        assert counted["lost"] == (game.state.records.ships_sunk, hits)
        seen.add(counted["day hit"])
    assert seen == {(0, 1), (1, 1)}


def test_long_b_is_measured_in_the_advanced_game() -> None:
    """Damaged ships have a separate band for the cost of a hit."""
    (series,) = calibrate.series_named("long-b", "greedy", 3000)
    batch = series.batch
    assert (batch.chosen.campaign, batch.chosen.level, batch.games) == ("long-b", "advanced", 150)


def test_the_other_calibration_series() -> None:
    """The games and captains of the other series: guns alone, Kikusui raids, random."""

    def series(name: str) -> list[tuple[object, str, str]]:
        parts = calibrate.series_named(name, "greedy", 40)
        return [(part.batch.chosen.scenario, part.batch.policy, part.change) for part in parts]

    assert series("bare guns") == [(2, "greedy", "bare")]
    assert series("bare guns, ordinary") == [(6, "greedy", "bare")]
    assert TABLES.scenarios[2].kikusui
    assert not TABLES.scenarios[6].kikusui
    assert series("kikusui") == [(number, "greedy", "") for number, part in TABLES.scenarios.items() if part.kikusui]
    assert series("random") == [(2, "random", "")]
    assert series("no men") == [(2, "greedy", "no men")]
    assert series("scenario 7") == [(7, "greedy", "")]


def test_campaigns_are_measured_at_both_levels() -> None:
    """Mini campaigns keep their captain; long campaign A is played by the captain of the run."""
    for level in ["basic", "advanced"]:
        for captain in ("doctrine", "random"):
            (series,) = calibrate.series_named(f"mini {level} {captain}", "greedy", 1000)
            chosen = series.batch.chosen
            assert (chosen.campaign, chosen.level, series.batch.policy) == ("mini", level, captain)
            assert series.batch.games == 1000
        (series,) = calibrate.series_named(f"long-a {level}", "greedy", 1000)
        chosen = series.batch.chosen
        assert (chosen.campaign, chosen.level, series.batch.policy) == ("long-a", level, "greedy")
        assert series.batch.games == 200


def test_stages_held_are_counted_in_long_campaign_a() -> None:
    """The stages of the summary; none in another game."""
    game = played("greedy", campaign="long-a", seed=4)
    held = [stage["held"] for stage in game.summary()["stages"]]
    assert len(held) == 5
    assert calibrate.count(game)["stages held"] == (held.count(True), 1)
    assert calibrate.count(played("greedy", scenario=1, seed=1))["stages held"] == (0, 1)


def test_a_count_is_not_printed_as_a_percentage() -> None:
    """Ships and stages have two decimals."""
    band = next(band for band in calibrate.bands() if band.id == "stages held")
    figure = calibrate.figure(band, [{"stages held": (1, 1)}, {"stages held": (0, 1)}, {"stages held": (2, 1)}])
    assert "   1.00  " in calibrate.line(figure)
    assert "%" not in calibrate.line(figure)


def test_the_greedy_captain_is_measured_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit status is 1 if a figure is outside its band."""
    measured: list[object] = []
    band = calibrate.bands()[0]
    figure = calibrate.Measurement(band, band.low, (band.low, band.high), 9)
    outside = calibrate.Measurement(band, 0.0, (0.0, 0.0), 9)
    monkeypatch.setattr(calibrate, "measure", lambda policy, *rest: measured.append(policy) or [figure])
    for arguments in ([], ["--policy", "doctrine"]):
        monkeypatch.setattr("sys.argv", ["calibrate", *arguments])
        with pytest.raises(SystemExit) as ended:
            calibrate.main()
        assert ended.value.code == 0
    assert measured == [calibrate.YARDSTICK, "doctrine"] == ["greedy", "doctrine"]
    assert capsys.readouterr().out.count(band.words) == 2
    monkeypatch.setattr(calibrate, "measure", lambda *_: [figure, outside])
    with pytest.raises(SystemExit) as ended:
        calibrate.main()
    assert ended.value.code == 1


def test_calibration_figures() -> None:
    """Every band has its series and figure; the counts match the events."""
    for band in calibrate.bands():
        series = calibrate.series_named(band.series, "greedy", 20)
        assert series
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


def test_verdicts() -> None:
    """In; out only if the whole interval is outside; else unsure."""
    band = calibrate.Band("wins", "x", "scenario 1", 0.4, 0.5)
    for value, interval, verdict in (
        (0.45, (0.4, 0.5), "in"),
        (0.6, (0.55, 0.65), "out"),
        (0.51, (0.49, 0.6), "unsure"),
    ):
        assert calibrate.Measurement(band, value, interval, 10).verdict == verdict
