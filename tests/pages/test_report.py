"""Reports: made from events, complete in every format, one HTML file that fits its window."""

import json
import re
from collections import Counter
from html import unescape

import pytest

from picket_duty.book.vocabulary import Light
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.facts import Phase, WaveReport, facts_of
from picket_duty.facts.campaign_days import is_cut_short
from picket_duty.figures import svg
from picket_duty.figures.marks import Figure
from picket_duty.pages import log_pages
from picket_duty.pages.action_report_pages import action_blocks, effective_words
from picket_duty.pages.blocks import Grid
from picket_duty.pages.formats import to_text
from picket_duty.pages.report import FORMATS, PARTS, as_json, report_of, write_report
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.requests import Roll
from picket_duty.text.rolls import roll_words
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import play, played, saved

from .browser import CHROMIUM, Outline, widths_of


@pytest.fixture(scope="module")
def campaign():
    return played("doctrine", campaign="mini", level="advanced", seed=2)


@pytest.fixture(scope="module")
def scenario():
    return played("doctrine", scenario=2, level="advanced", seed=5)


def test_the_html_is_self_contained(campaign):
    text = write_report(campaign, "html")
    page = Outline(text)
    assert not page.open
    assert not page.fetched
    assert ("script" in page.tags, "svg" in page.tags) == (False, True)
    assert [words for words in ("url(", "@import", "@media print") if words in text] == [
        "@media print"
    ]


def test_external_names_are_text_not_markup():
    bad = '<b>"&`|*'
    game = new_game(scenario=6, seed=7, ship=bad, officers={"captain": "<img src=x>"})
    while (choice := game.request) is not None:
        if isinstance(choice, Roll):
            game.roll()
        else:
            game.answer(choice.legal()[0] if choice.kind == "one" else {})
    text = write_report(game, "html")
    assert "<b>" not in text
    assert "<img" not in text
    assert "&lt;b&gt;" in text
    assert "<b>" not in write_report(game, "md").replace("\\<b\\>", "")


@pytest.mark.parametrize("form", FORMATS)
def test_every_die_is_in_the_trace(campaign, form):
    text = write_report(campaign, form, ("trace",))
    rolls = of_kind(campaign.events, Roll)
    if form == "json":
        listed_rolls = [event for event in json.loads(text)["events"] if event["event"] == "roll"]
        assert [event["dice"] for event in listed_rolls] == [list(roll.dice) for roll in rolls]
        return
    lines = unescape(re.sub("</?pre>", "\n", text)).splitlines()
    assert Counter(roll_words(roll, TABLES) for roll in rolls) <= Counter(map(str.strip, lines))


def test_every_hit_is_drawn_in_the_after_action_report(scenario):
    facts = facts_of(scenario).whole
    blocks = action_blocks(facts, TABLES)
    impacts = [impact for day in facts.days for phase in day.phases for impact in phase.impacts]
    struck = [impact.number for impact in impacts if impact.number]
    drawings = of_kind(blocks, Figure)
    assert sum(svg.element(drawing).count('class="hit"') for drawing in drawings) == len(struck) > 0
    drawn = "".join("".join(drawing.lines) for drawing in drawings)
    assert all(f"*{number}" in drawn for number in struck)
    assert all(impact.place for impact in impacts)


def test_a_game_without_any_day_has_a_report():
    game = played(scenario=6, seed=7, answers=2)
    for form in FORMATS:
        assert write_report(game, form)


@pytest.mark.slow
def test_any_point_of_a_game_can_be_reported():
    game = new_game(campaign="long-b", level="advanced", seed=3)
    captain = RandomCaptain(3)
    for _ in range(12):
        play(game, captain, 97)
        write_report(game, "html")
        write_report(game, "text", ("log", "action"))


@pytest.mark.slow
def test_the_command_writes_every_format(run, home):
    saved(home / "a.picket", scenario=2, seed=5)
    for form in FORMATS:
        target = home.parent / f"a.{form}"
        assert run("log", "a", "--format", form, "-o", target).status == 0
        assert target.read_text(encoding="utf-8") == run("log", "a", "--format", form).out
    assert run("log", "a", "--format", "odt").status == 2
    assert run("log", "a", "--part", "weather").status == 2
    assert run("log", "a", "-o", home.parent / "none" / "a.txt").status == 2
    assert set(PARTS) == {"history", "log", "action", "trace"}


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")
def test_the_page_fits_360_and_1280_pixels(tmp_path, campaign):
    page = tmp_path / "a.html"
    page.write_text(write_report(campaign, "html"), encoding="utf-8")
    for width, (scroll, most) in widths_of(page).items():
        assert scroll <= width
        assert most <= width


def test_no_entry_of_a_watch_is_later_than_its_end():
    """However many waves there are; of the watch from 0000 the hours begin again."""
    ends = set()
    for day in range(1, 9):
        waves = [WaveReport(number, []) for number in range(1, 90)]
        phase = Phase(
            f"1945-05-0{day}/evening", f"1945-05-0{day}", "evening", Light.NIGHT, 1, waves=waves
        )
        times = [
            entry.time for entry in log_pages.raid_entries(phase, TABLES, lost=False) if entry.time
        ]
        assert times == sorted(times)
        ends.add(times[-1])
        assert len(set(times[-9:])) == 1
    assert ends == {"2359", "0359"}


def test_every_part_of_a_report_has_the_stages_once():
    for part in ["history", "log", "action"]:
        game = played("doctrine", campaign="long-a", level="basic", start="1945-06-01", seed=3)
        page = " ".join(to_text(report_of(game, facts_of(game).whole, (part,))).split())
        assert is_cut_short(game.state)
        for number, stage in enumerate(game.state.stages, start=1):
            told = re.findall(rf"Stage {number}: (?:held|lost) by {re.escape(stage.ship)}", page)
            assert len(told) == bool(stage.ship)
        assert page.count("Cut short on") == 1


def test_one_man_has_one_rank_in_json_and_in_the_diary(campaign):
    facts = facts_of(campaign).whole
    grids = of_kind(diary_of(read_diary(campaign)).blocks, Grid)
    muster = {str(row[-1]) for grid in grids for row in grid.rows}
    for day in as_json(campaign, facts, ("log",))["days"]:
        assert day["names"].keys() == day["crew"].keys()
        for post, name in day["crew"].items():
            assert day["names"][post].split()[-2:] == name.split()[-2:]
            held = [
                record.name
                for record in facts.officers
                if (record.ship, record.post) == (day["ship"], post)
            ]
            if held[0] == name:
                assert day["names"][post] in muster


def test_effective_attacks_are_counted_as_one_would_say_it():
    said = {
        (1, 0): "which was not",
        (1, 1): "which was",
        (2, 0): "neither",
        (2, 1): "one",
        (2, 2): "both",
        (3, 3): "all",
        (3, 0): "none",
        (3, 2): "two",
    }
    assert {counts: effective_words(*counts) for counts in said} == said
