"""Reports: made from events, complete in every format, one HTML file that fits its window."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape

import pytest

from picket_duty.book.vocabulary import Light
from picket_duty.events import Control, Strike
from picket_duty.facts import Phase, WaveReport, game_facts
from picket_duty.figures import svg
from picket_duty.figures.marks import Figure
from picket_duty.game import Game
from picket_duty.pages import log_pages
from picket_duty.pages.blocks import Document, Grid, Heading
from picket_duty.pages.formats import to_text
from picket_duty.pages.log_pages import CHRONOLOGY, DAMAGE, DAY, WATCHES, action_blocks
from picket_duty.pages.report import FORMATS, PARTS, as_json, report_of, write_report
from picket_duty.pages.war_diary import diary_of, read_diary
from picket_duty.requests import Roll
from picket_duty.text.campaign_progress import is_cut_short
from picket_duty.text.rolls import roll_words
from tests.saves.games import TABLES, played, saved

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
    assert "script" not in page.tags
    assert "url(" not in text
    assert "@import" not in text
    assert "svg" in page.tags
    assert "@media print" in text


def test_external_names_are_text_not_markup():
    bad = '<b>"&`|*'
    game = Game.new(scenario=6, seed=7, ship=bad, officers={"captain": "<img src=x>"}, tables=TABLES)
    while game.request is not None:
        game.roll() if isinstance(game.request, Roll) else game.answer(_first(game))
    text = write_report(game, "html")
    assert "<b>" not in text
    assert "<img" not in text
    assert "&lt;b&gt;" in text
    assert "<b>" not in write_report(game, "md").replace("\\<b\\>", "")


def _first(game):
    choice = game.request
    return choice.legal()[0] if choice.kind == "one" else {}


@pytest.mark.parametrize("form", FORMATS)
def test_every_die_is_in_the_trace(campaign, form):
    text = write_report(campaign, form, ("trace",))
    rolls = [event for event in campaign.events if isinstance(event, Roll)]
    if form == "json":
        listed_rolls = [event for event in json.loads(text)["events"] if event["event"] == "roll"]
        assert [event["dice"] for event in listed_rolls] == [list(roll.dice) for roll in rolls]
        return
    lines = unescape(re.sub("</?pre>", "\n", text)).splitlines()
    assert Counter(roll_words(roll, TABLES) for roll in rolls) <= Counter(map(str.strip, lines))


def test_the_after_action_report_has_every_raid_hit_and_job(scenario):
    facts = game_facts(scenario)
    raids = [phase for day in facts.days for phase in day.phases if phase.raid and phase.raid.planes]
    blocks = action_blocks(facts, TABLES)
    assert sum(isinstance(block, Heading) and block.level == 3 for block in blocks) == len(raids)
    strikes = [event for event in scenario.events if isinstance(event, Strike) and event.outcome != "miss"]
    impacts = [impact for raid in raids for impact in raid.impacts]
    assert [(impact.plane, impact.outcome) for impact in impacts] == [
        (strike.plane, strike.outcome) for strike in strikes
    ]
    jobs = [event for event in scenario.events if isinstance(event, Control)]
    assert sum(len(phase.control) + sum(len(w.control) for w in phase.waves) for phase in raids) == len(jobs)
    struck = [impact for impact in impacts if impact.number]
    drawings = [block for block in blocks if isinstance(block, Figure)]
    assert sum(svg.element(drawing).count('class="hit"') for drawing in drawings) == len(struck) > 0
    for impact in struck:
        assert any(f"*{impact.number}" in "".join(drawing.lines) for drawing in drawings)
    assert all(impact.place for impact in impacts)


def test_the_log_has_every_watch_of_every_phase(campaign):
    text = write_report(campaign, "text", ("log",))
    phases = campaign.state.records.phases
    entries = re.findall(
        r"^(?:00 to 04|04 to 08|08 to 12|12 to 16|16 to 18|18 to 20|20 to 24)(?: \(\d+ \w+\))?\. ", text, re.M
    )
    facts = game_facts(campaign)
    names = [phase.name for day in facts.days for phase in day.phases]
    assert len(names) == phases
    assert len(entries) == 2 * names.count("morning") + 3 * names.count("midday") + 2 * names.count("evening")
    assert "Examined:" in text


def test_a_game_without_any_day_has_a_report():
    game = played(scenario=6, seed=7, answers=2)
    for form in FORMATS:
        assert write_report(game, form)


@pytest.mark.slow
def test_any_point_of_a_game_can_be_reported():
    game = Game.new(campaign="long-b", level="advanced", seed=3, tables=TABLES)
    from picket_duty.captains.scripted import RandomCaptain
    from tests.saves.games import play

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


def test_the_watches_of_the_log_follow_each_other_and_have_the_hours_of_their_names():
    for watches in WATCHES.values():
        for name, start, minutes in watches:
            first, last = map(int, name.split(" to "))
            assert (start % DAY, minutes) == (first * 60, (last - first) * 60), name
        starts = [start for _, start, _ in watches]
        assert starts[1:] == [start + minutes for _, start, minutes in watches[:-1]]
        assert sum(minutes for _, _, minutes in watches) == DAY / len(WATCHES)
    assert WATCHES["evening"][-1][1] == DAY, "the last watch of the evening is on the next day"


def test_no_entry_of_a_watch_is_later_than_its_end():
    """However many waves there are; of the watch from 0000 the hours begin again."""
    ends = set()
    for day in range(1, 9):
        waves = [WaveReport(number, []) for number in range(1, 90)]
        phase = Phase(f"1945-05-0{day}/evening", f"1945-05-0{day}", "evening", Light.NIGHT, 1, waves=waves)
        times = [entry.time for entry in log_pages.chronicle(phase, TABLES, lost=False) if entry.time]
        assert times == sorted(times)
        ends.add(times[-1])
        assert len(set(times[-9:])) == 1
    assert ends == {"2359", "0359"}


def test_a_raid_has_the_hours_of_its_phase_and_other_dice_another_time() -> None:
    """One at midday comes by mid-afternoon; the same phase of another game may be at another time."""
    times: dict[str, list[str]] = {}
    for seed in range(8):
        game = played("doctrine", scenario=5, seed=seed)
        for phase in (phase for day in game_facts(game).days for phase in day.phases if phase.attacked):
            hours = log_pages.raid_hours(phase, TABLES, lost=False)
            times.setdefault(phase.label, []).append(hours.begun)
            first, last = {"morning": (4, 12), "midday": (12, 16), "evening": (20, 28)}[phase.name]
            assert first <= int(hours.begun[:2]) + (24 if hours.date != phase.date else 0) < last
    assert all(len(set(begun)) > 1 for begun in times.values() if len(begun) > 2)
    assert max(map(len, times.values())) > 2
    assert any(label.endswith("midday") for label in times)


def text(blocks: list) -> str:
    return " ".join(to_text(Document("", tuple(blocks))).split())


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


def test_one_man_has_one_rank_in_json_and_in_the_diary(campaign):
    """Each name of a day is that of the state of the game with the rank that the diary writes."""
    facts = game_facts(campaign)
    muster = {
        str(row[-1]) for block in diary_of(read_diary(campaign)).blocks if isinstance(block, Grid) for row in block.rows
    }
    for day in as_json(campaign, facts, ("log",))["days"]:
        assert day["names"].keys() == day["crew"].keys()
        for post, name in day["crew"].items():
            assert day["names"][post].split()[-2:] == name.split()[-2:]
            held = [record.name for record in facts.officers if (record.ship, record.post) == (day["ship"], post)]
            if held[0] == name:
                assert day["names"][post] in muster


def test_one_report_gives_one_state_of_the_hull(campaign):
    """The list of damage has no state of the hull that the account of the same raid lacks."""
    states = re.compile(r"hull (?:damage now \w+|sound|failing)", re.I)
    part, found = "", {CHRONOLOGY: set(), DAMAGE: set()}
    for block in [*action_blocks(game_facts(campaign), TABLES), Heading("1. The end", 3)]:
        if isinstance(block, Heading):
            part = str(block.text).partition(". ")[2]
            if block.level == 3:
                assert found[DAMAGE] <= found[CHRONOLOGY]
                found = {CHRONOLOGY: set(), DAMAGE: set()}
        elif part in found:
            found[part] |= {state.lower() for state in states.findall(text([block]))}
