"""War diaries and awards: in every format, always the same, and without effect on the game."""

import datetime
import itertools
import re
from collections import Counter

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from picket_duty.book import load_tables
from picket_duty.book.check_tables import check
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DamageEffect
from picket_duty.captains import captain_named, play_out
from picket_duty.events import (
    Control,
    Crew,
    Damage,
    Fire,
    Loss,
    PhaseBegun,
    Raid,
    Strike,
    TurnEnd,
)
from picket_duty.facts import (
    Day,
    Fate,
    GameFacts,
    Impact,
    Killed,
    Phase,
    PlaneReport,
    WaveReport,
    facts_of,
    shot_of,
)
from picket_duty.game import Game
from picket_duty.pages.awards import awards_of, awards_on
from picket_duty.pages.blocks import Document, Heading, Paragraph
from picket_duty.pages.formats import text_lines
from picket_duty.pages.html_format import to_html
from picket_duty.pages.report import report_of
from picket_duty.pages.service_pages import register_page
from picket_duty.pages.ships_served import ships_served
from picket_duty.pages.war_diary import (
    ANNEX,
    day_lead,
    diary_of,
    read_diary,
    ship_blocks,
    ships_with_days,
)
from picket_duty.saves import resume, service_record
from picket_duty.state import POSTS
from picket_duty.text import action_report, deck_log, diary_entries, phrases
from picket_duty.text.diary_entries import ends_sentences, say
from picket_duty.text.ship_service import Award, award_words
from tests.games import TABLES, of_kind
from tests.pages.browser import CHROMIUM, Outline, printed_pages
from tests.saves.games import SHIPPED, play, played, saved
from tests.text_table import cases


@pytest.fixture(scope="module")
def campaign():
    return played("doctrine", campaign="mini", level="advanced", seed=2)


@pytest.fixture(scope="module")
def long_game():
    return played("doctrine", campaign="long-a", level="advanced", seed=3)


def test_a_day_has_an_entry_once_something_happened_on_it():
    game = played("doctrine", 0, campaign="mini", level="basic", seed=5)
    begun = set()
    captain = captain_named("doctrine", 5)
    while game.request is not None and len(begun) < 3:
        play(game, captain, 1)
        days = [day.date for day in facts_of(game).whole.days]
        reported = [day.date for day in read_diary(game).facts.days]
        ends = [place for place, event in enumerate(game.events) if isinstance(event, TurnEnd)]
        ended = {game.events[place].date for place in ends}
        raided = any(event.planes for event in of_kind(game.events[max(ends, default=0) :], Raid))
        assert reported == [day for day in days if raided or day in ended]
        begun |= {*days} - {*reported}
    assert len(begun) == 3


SETUPS = [
    *({"scenario": number, "level": "basic"} for number in range(1, 9)),
    {"campaign": "mini", "level": "basic"},
    {"patrol": "1945-06-20", "days": 4, "level": "advanced"},
]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(0, 10**6))
@example({"scenario": 2, "level": "basic"}, 500000)
@example({"campaign": "mini", "level": "basic"}, 11)
def test_a_diary_has_every_day_also_a_quiet_last_day(setup, seed):
    game = played("doctrine", seed=seed, history=False, **setup)
    diary = read_diary(game)
    blocks = [block for ship in ships_with_days(diary) for block in ship_blocks(diary, ship)]
    leads = [block.lead for block in of_kind(blocks, Paragraph) if block.lead]
    assert len(leads) == len(set(leads))
    assert {day_lead(event.date) for event in of_kind(game.events, PhaseBegun)} <= set(leads)


@pytest.mark.slow
def test_every_ship_of_a_long_campaign_has_one(long_game):
    diary = read_diary(long_game)
    ships = ships_with_days(diary)
    assert {ship.name for ship in ships} == {day.ship for day in long_game.state.records.daily}
    third = diary_of(diary, ships[2:3], reports=False)
    assert third.title == f"War diary: {ships[2].name} ({ships[2].hull_number})"
    assert not [block for block in of_kind(third.blocks, Heading) if block.level == 2]
    heads = of_kind(diary_of(diary).blocks, Heading)
    tops = [head.text for head in heads if head.level == 2]
    assert tops == [*(f"{ship.name} ({ship.hull_number})" for ship in ships), ANNEX]
    assert [head.text for head in heads].count(
        "Loss of the ship"
    ) == long_game.state.records.ships_sunk


def test_a_diary_is_the_same_whenever_it_is_written(tmp_path, campaign):
    path = tmp_path / "a.picket"
    saved(path, "doctrine", answers=300, campaign="mini", level="advanced", seed=2)
    again = resume(path, TABLES)
    assert again.base
    play(again, captain_named("doctrine", 5), 20)
    again.undo(3)
    play(again, captain_named("doctrine", 5), 2)
    assert facts_of(again).whole.days != facts_of(again).days
    play(again, captain_named("doctrine", 5))
    assert diary_of(read_diary(again)) == diary_of(read_diary(campaign))
    assert awards_of(facts_of(again).whole, TABLES) == awards_of(facts_of(campaign).whole, TABLES)
    assert ships_served(again) == ships_served(campaign)
    again.save_file.close()


def test_consecutive_days_have_different_wordings():
    rows = [
        (fact, case, row) for fact, rows in phrases.facts().items() for case, row in rows.items()
    ]
    for fact, case, row in rows:
        ways = row.diary
        if len(ways) > 1:
            slots = dict.fromkeys(re.findall(r"\{(\w+)\}", " ".join(ways)), "x")
            slots |= dict.fromkeys(re.findall(r"\{(\w+):=", " ".join(ways)), 2)
            days = [say(fact, f"1945-04-{day:02d}", case, **slots) for day in range(1, 31)]
            assert all(before != after for before, after in itertools.pairwise(days)), (fact, case)
            assert len(set(days)) == len(ways)


#: What the log says of the hull.
HULL = re.compile(r"hull damage now \w+|hull failing", re.I)


def test_a_wave_has_one_state_of_the_hull_in_the_log_and_the_diary():
    """Her last one, also if several impacts cost hull points."""
    several = 0
    for seed in range(8):
        game = played("random", campaign="mini", level="basic", seed=seed)
        for wave in (
            wave
            for day in facts_of(game).whole.days
            for phase in day.phases
            for wave in phase.waves
        ):
            said = [
                *deck_log.impact_sentences(wave, TABLES),
                *deck_log.later_sentences(wave, TABLES),
            ]
            assert len(HULL.findall(" ".join(said))) <= 1
            losses = [event for event in of_kind(wave.consequences, Loss) if event.track == "hull"]
            several += len([loss for loss in losses if loss.points]) > 1
    assert several


def test_a_plane_is_splashed_by_its_last_shooter_and_credited_to_its_first():
    plane = PlaneReport(
        0, "Val", 45, "L", "", Fate.SPLASHED, set_afire_by="5in-1", destroyed_by="40mm-A"
    )
    others = [PlaneReport(n, "Val", 45, "L", "", Fate.MISSED, set_afire_by="5in-2") for n in (1, 2)]
    said = " ".join(ends_sentences([plane, *others], "1945-04-06/morning", TABLES))
    assert "one was splashed (credited to 5-inch mount 1)" in said
    assert "The other two planes had both been set afire." in said
    all_missed = " ".join(ends_sentences(others, "1945-04-06/morning", TABLES))
    assert "Both planes had been set afire." in all_missed
    alone = msgspec.structs.replace(plane, destroyed_by="5in-1")
    assert ends_sentences([alone], "1945-04-06/morning", TABLES) == [
        "It was splashed by 5-inch mount 1."
    ]


@pytest.mark.slow
def test_every_format_is_written(run, home):
    game = saved(home / "a.picket", "doctrine", scenario=2, level="advanced", seed=5)
    name = game.state.ship.name
    for form in ("html", "md", "bbcode", "text"):
        target = home.parent / f"a.{form}"
        assert run("diary", "a", "--format", form, "--out", target).status == 0
        data = target.read_bytes()
        assert name.encode() in data
        if form == "html":
            assert not Outline(data.decode()).open
        for tag in ("b", "list", "code", "size", "i") if form == "bbcode" else ():
            assert len(re.findall(rf"\[{tag}[\]=]", data.decode())) == data.decode().count(
                f"[/{tag}]"
            )
    short = run("diary", "a", "--no-reports").out
    assert "ACTION REPORTS" not in short
    for ship in (name.removeprefix("USS ").lower(), "1"):
        assert run("diary", "a", "--ship", ship, "--no-reports").out == short
    refused = run("diary", "a", "--ship", "Yamato")
    assert refused.status == 2
    assert f"1 {name}" in refused.err
    for command in ("diary", "log"):
        refused = run(command, "a", "--format", "pdf", "--out", home.parent / "a.pdf")
        assert (refused.status, len(refused.err.splitlines())) == (2, 1)
        assert not (home.parent / "a.pdf").exists()
    assert run("diary", "a", "--out", home / "a.picket").status == 2


@pytest.fixture(scope="module")
def whole_diary():
    return diary_of(read_diary(played("doctrine", campaign="long-a", level="advanced", seed=3)))


def test_html_has_running_heads_contents_and_one_typeface(whole_diary):
    html = to_html(whole_diary)
    assert html.count("@top-left") == html.count("<section")
    ship = next(block.ship for block in of_kind(whole_diary.blocks, Heading) if block.ship)
    assert f'@top-left{{content:"{ship}"}}' in html
    assert html.count('<a href="#part-') == sum(
        isinstance(block, Heading) and (block.level == 2 or bool(block.ship))
        for block in whole_diary.blocks
    )
    assert "sans-serif" not in html
    strange = to_html(Document("a", (Heading('</style>"\\', 2), Paragraph("x"))))
    assert strange.count("</style>") == 1


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")
def test_each_action_report_is_printed_on_pages_of_its_own(whole_diary, tmp_path):
    page = tmp_path / "diary.html"
    page.write_text(to_html(whole_diary), encoding="utf-8")
    alone = [
        block for block in whole_diary.blocks if not isinstance(block, Heading) or not block.ship
    ]
    bare = tmp_path / "bare.html"
    bare.write_text(to_html(Document("a", tuple(alone))), encoding="utf-8")
    reports = sum(isinstance(block, Heading) and bool(block.ship) for block in whole_diary.blocks)
    assert reports > 10
    assert printed_pages(page) >= reports + 2
    assert printed_pages(page) > printed_pages(bare)


def test_awards_change_no_game(tmp_path, campaign):
    (tmp_path / "awards.toml").write_text("awards = []\n", encoding="utf-8")
    without = load_tables(tmp_path)
    assert without.digest == TABLES.digest
    assert without.awards == ()
    game = Game.new(tables=without, campaign="mini", level="advanced", seed=2)
    play_out(game, captain_named("doctrine", 5))
    assert awards_of(facts_of(game).whole, without) == []
    assert awards_of(facts_of(campaign).whole, TABLES)
    assert game.state_hash == campaign.state_hash


def killed(post):
    crew = Crew(post=post, killed=True, value=0, name="another")
    return Killed(post, f"the {post}", "another", crew)


def a_day(number, done):
    """A day with some deeds: every plane credited to one mount, every post filled, captain
    first.
    """
    did = Counter(done)
    planes = [PlaneReport(n, "Val", 90, "L", "") for n in range(max(did["shot_down"], 1))]
    shots = [
        shot_of(Fire(plane=n, by="5in-1", hits=3, state="destroyed"))
        for n in range(did["shot_down"])
    ]
    wave = WaveReport(1, planes, shots=shots)
    strike = Strike(plane=0, outcome="hit", section="aft")
    wave.impacts = [
        Impact(n + 1, 0, "Val", "", 90, "hit", "aft", strike) for n in range(did["strikes"])
    ]
    job = Control(section="aft", job="deck fire aft", men=1, success=True, markers=0)
    wave.control = [msgspec.structs.replace(job) for _ in range(max(did["fires_out"], did["jobs"]))]
    wave.later = [Loss(track="men aft", points=did["men_lost"], left=0)] if did["men_lost"] else []
    if did["fell"]:
        wave.later += map(killed, POSTS)
    date = (datetime.date(1945, 3, 24) + datetime.timedelta(number)).isoformat()
    phase = Phase(f"{date}/morning", date, "morning", "day", 1, waves=[wave])
    phase.raid = Raid(planes=len(planes) if did["attacked"] else 0, kikusui=False, table="8-1A")
    return Day(date, "USS Bush", crew={post: f"the {post}" for post in POSTS}, phases=[phase])


def test_every_award_is_granted_exactly_at_its_requirements():
    for data in TABLES.awards:
        most = max(data.needs.values())
        days = 1 if data.span == "day" else most
        each = (
            dict(data.needs)
            if days == 1
            else {"shot_down": 1, "attacked": 1, "jobs": 1, "fighting_days": 1}
        )
        reached = GameFacts([a_day(number, each) for number in range(days)], [], {})
        granted = [award for award in awards_of(reached, TABLES) if award.id == data.id]
        assert granted
        assert {award.date for award in granted} == {reached.days[-1].date}
        measure = next(iter(data.needs))
        less = [a_day(0, {**each, measure: each[measure] - 1})] if days == 1 else reached.days[:-1]
        assert data.id not in {award.id for award in awards_of(GameFacts(less, [], {}), TABLES)}


def test_a_day_earns_the_ship_one_citation_and_a_cross_is_awarded_once():
    great = {"shot_down": 15, "strikes": 3}
    less = {"shot_down": 15}
    granted = awards_of(GameFacts([a_day(0, great), a_day(1, less)], [], {}), TABLES)
    cited = [
        award.id
        for award in granted
        if award.id in ("presidential-unit-citation", "navy-unit-commendation")
    ]
    assert cited == ["presidential-unit-citation", "navy-unit-commendation"]
    assert {award.date for award in granted if award.id == "navy-unit-commendation"} == {
        "1945-03-25"
    }
    days = [a_day(number, {"attacked": 1, "shot_down": 12, "strikes": 3}) for number in range(7)]
    awards = awards_of(GameFacts(days, [], {}), TABLES)
    assert [award.number for award in awards if award.id == "battle-star"] == [1, 2]
    assert [award.date for award in awards if award.id == "navy-cross"] == [days[0].date]
    game = played("doctrine", answers=60, campaign="mini", level="advanced", seed=2)
    assert any(phase.running for phase in facts_of(game).whole.days[-1].phases)
    assert awards_on(game, game.state.date.isoformat()) == [], "a day in progress has no awards yet"


def test_one_chief_is_awarded_for_the_fires_of_a_day():
    """The chief of the party that put out the most fires: here two aft, one forward, one
    midship.
    """
    day = a_day(0, {"fires_out": 4, "men_lost": 6})
    for control, section in zip(
        day.phases[0].waves[0].control, ("forward", "aft", "midship", "aft"), strict=True
    ):
        control.section = section
        control.job = f"deck fire {section}"
    stars = [
        award.to
        for award in awards_of(GameFacts([day], [], {}), TABLES)
        if award.id == "bronze-star-chiefs"
    ]
    assert stars == ["the repair_three_chief, chief of Repair III"]


def test_an_officer_is_awarded_for_days_begun_in_the_post():
    """The killed get their awards posthumously; a successor gets awards only from the next day
    on.
    """
    great = {"attacked": 1, "shot_down": 12, "strikes": 3}
    days = [a_day(0, {**great, "fell": 1}), a_day(1, great)]
    days[1].crew = dict.fromkeys(POSTS, "another")
    awards = [
        award for award in awards_of(GameFacts(days, [], {}), TABLES) if "captain" in award.to
    ]
    assert [
        (award.name, award.to, award.posthumous, award.date == days[0].date) for award in awards
    ] == [
        ("Navy Cross", "the captain, captain", True, True),
        ("Purple Heart", "the captain, captain", True, True),
        ("Navy Cross", "another, captain", False, False),
    ]


def test_a_citation_says_that_an_officer_was_killed_unless_the_award_does():
    """A promotion has its own words, and a Purple Heart says so already."""
    days = [a_day(number, {"attacked": 1}) for number in range(19)]
    days.append(a_day(19, {"attacked": 1, "shot_down": 12, "strikes": 3, "fell": 1}))
    awards = {
        award.name: award
        for award in awards_of(GameFacts(days, [], {}), TABLES)
        if award.to == "the captain, captain" and award.posthumous
    }
    assert awards["Captain"].promotion
    says = {name: "gave his life" in award.citation for name, award in awards.items()}
    assert says == {"Navy Cross": True, "Captain": False, "Purple Heart": False}


@cases("""
    changed | words
    {} | Navy Cross to Cdr. Hall, captain, for her.
    {'number': 2, 'posthumous': True} | Another Navy Cross to Cdr. Hall, captain, posthumously, for her.
    {'to': 'the crew of tub A', 'name': 'Ace crew', 'crew': True} | The crew of tub A: Ace crew, for her.
    {'promotion': True, 'name': 'Captain', 'why': 'at last'} | Cdr. Hall, captain, promoted to Captain at last.
    {'promotion': True, 'name': 'Captain', 'why': 'at last', 'posthumous': True} |
        Cdr. Hall, captain, posthumously promoted to Captain at last.
    """)
def test_awards_in_words(changed, words):
    award = Award("1945-04-06", "USS Bush", "x", "Navy Cross", "Cdr. Hall, captain", "for her")
    assert award_words(msgspec.structs.replace(award, **changed)) == words


FAULTS = {
    "needs = { attacked = 3 }": (
        "needs = { moon = 3 }",
        "needs: unknown measure 'moon'; known: fighting_days",
    ),
    'id = "navy-cross"': ('id = "battle-star"', "duplicate award 'battle-star'"),
    'posts = ["captain"]': (
        'posts = ["cook"]',
        "award navy-cross: unknown post 'cook'; known: captain",
    ),
    "rank =": (
        "foremost = true\nrank =",
        "'foremost' is only for repair party chiefs. Set 'span' to 'day' and list 'fires_out' in 'needs'.",
    ),
    'to = "men"': ('to = "officer"', "'posts' is required if 'to' is 'officer'"),
    'why = "for {attacked} days': (
        'why = "for {moon} days',
        "why: {moon} is not one of these names: attacked",
    ),
    'to = "crew"': ('to = "cook"', "cook"),
    "needs = { men_lost = 1 }": (
        "needs = { planes = 1 }",
        "only men_lost can be counted for 'men', not 'planes'",
    ),
    'span = "day"\nneeds = { fell = 1 }': (
        "needs = { fell = 1 }",
        "'fell' is counted only for 'officer', with 'span' = 'day'",
    ),
    "needs = { jobs = 15 }": ("needs = { jobs = 0 }", "needs.jobs 0 is not a number from 1 to 99"),
}


@pytest.mark.parametrize("before", FAULTS)
def test_faults_of_awards_are_reported(tmp_path, before):
    after, complaint = FAULTS[before]
    text = (SHIPPED / "awards.toml").read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "awards.toml").write_text(text.replace(before, after, 1), encoding="utf-8")
    faults = check(tmp_path)
    assert any(fault.startswith("awards.toml: ") and complaint in fault for fault in faults), faults


def test_the_ship_register_has_every_ship_and_reads_old_records(
    tmp_path, monkeypatch, campaign, long_game
):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    service_record.record_game(campaign, "one", ships_served)
    service_record.record_game(long_game, "two", ships_served)
    service_record.record_game(played(scenario=6, seed=2), "three")
    entries = service_record.read_service()
    ships = service_record.ship_register(entries)
    assert len(entries) == 3
    assert [ship.name for ship in ships][-1] == campaign.state.ship.name
    assert len(ships) == len({day.ship for day in long_game.state.records.daily}) + 1
    sunk = campaign.state.records.ships_sunk + long_game.state.records.ships_sunk
    assert sum(ship.fate == "sunk" for ship in ships) == sunk
    assert sum(ship.shot_down for ship in ships) == sum(
        entry.destroyed + entry.flamed for entry in entries[:2]
    )
    assert any("Battle Star" in line for line in text_lines(register_page(ships)))
    ship = service_record.service_json(entries)["games"][0]["ships"][0]
    assert ship["honours"]  # codespell:ignore honours
    text = service_record.service_file().read_text(encoding="utf-8").splitlines()[2]
    assert 'ships":' not in text


def test_every_award_says_which_planes_it_counts():
    """Planes splashed and planes set afire are other counts than those splashed on the pages of
    days and crews.
    """
    for award in TABLES.awards:
        if "shot_down" in award.needs and award.id != "ace-crew":
            assert "account" not in award.why + award.citation
            for text in filter(None, (award.why, award.citation)):
                assert re.search(r"splash\w+ or (set(ting)? )?afire", text), (award.id, text)


def test_reports_after_a_captain_was_killed_name_his_successor():
    (day,) = facts_of(played("doctrine", scenario=4, level="basic", seed=20259)).whole.days
    raids = [phase for phase in day.phases if phase.attacked]
    (fallen,) = [killed for killed in day.killed if killed.post == "captain"]
    later = [fallen in raid.consequences for raid in raids].index(True) + 1
    assert raids[later:]
    for place, raid in enumerate(raids):
        told = action_report.preliminaries(day, raid, TABLES)
        in_command, other = (fallen.name, fallen.successor)[:: 1 if place < later else -1]
        assert in_command.rpartition(" ")[2] in told
        assert other.rpartition(" ")[2] not in told


def test_planes_that_fighters_drove_off_were_not_still_to_come():
    game = played("random", campaign="long-a", level="basic", seed=20158, options=("gun-repair",))
    driven_off = [
        phase
        for day in facts_of(game).whole.days
        for phase in day.phases
        if phase.driven_off and any(wave.sunk for wave in phase.waves)
    ]
    assert driven_off
    for phase in driven_off:
        hours = diary_entries.RaidHours(phase.date, "0600")
        told = " ".join(diary_entries.raid_sentences(phase, TABLES, hours))
        assert "before the last" not in told


def test_a_ship_without_a_hull_number_leaves_no_gap():
    game = played("random", campaign="mini", level="basic", seed=3, ship="USS Nobody")
    assert any(arrival.returning for day in facts_of(game).whole.days for arrival in day.arrivals)
    report = report_of(game, facts_of(game).whole, ("log", "history", "action"))
    texts = [*text_lines(report.blocks), *text_lines(diary_of(read_diary(game)).blocks)]
    named = [text for text in texts if "Nobody" in text]
    assert named
    assert [text.rstrip() for text in texts] == texts, "a line ends in a blank"
    assert not [text for text in named if re.search(r"\(\)|Nobody  ?[,.]|Nobody  returns", text)]


@cases("""
drained | left | told
3       | 0    | flooding stopped
1       | 1    | flooding reduced but still slight
3       | 2    | flooding reduced to slight
""")
def test_less_flooding_of_the_same_degree_is_still_that(drained, left, told):
    job = Control(
        phase="1945-04-06/morning",
        section="aft",
        job="fire_room_1",
        men=3,
        success=True,
        markers=1,
        water_drained=drained,
        flood=left,
    )
    assert deck_log.repair_clauses([job], TABLES)[-1] == told


def test_headway_is_told_once_and_not_of_a_room_that_is_back_in_service():
    jobs = [Control("forward", "cic", 2, True, 1, left) for left in (2, 1, 0)]
    assert deck_log.repair_clauses(jobs[:2], TABLES) == ["progress made in repairing CIC"]
    assert deck_log.repair_clauses(jobs, TABLES) == ["CIC back in service"]


def test_a_fire_out_of_control_is_told_once_in_a_sentence():
    fires = [
        Damage("aft", DECK_FIRE, DamageEffect.OUT_OF_CONTROL, points=3, again=again)
        for again in (False, True)
    ]
    assert deck_log.clauses(fires, TABLES) == ["deck fire aft out of control"]
    assert deck_log.clauses(fires[1:], TABLES) == ["deck fire aft still out of control"]
