"""The day and stage of a campaign in words, and what decided a stage."""

import datetime
import re
from collections import Counter
from functools import cache
from itertools import product

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import Sky
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.events import Weather
from picket_duty.facts import Day, campaign_days, facts_of
from picket_duty.facts.whole_game import GameFacts
from picket_duty.pages.crews import changes_of_day, crew_page, people_of_day
from picket_duty.pages.final_page import final_page
from picket_duty.pages.formats import text_lines
from picket_duty.pages.ships import ships_of
from picket_duty.rules.play import surname_of
from picket_duty.rules.records import days_on_duty, last_day
from picket_duty.state import LEVELS, LOST, PHASES, POSTS, DayRecord, Officer, Ship, Stage
from picket_duty.text import campaign_progress as progress
from picket_duty.text.dates import label_words, plain_day
from picket_duty.text.deck_log import departure_words
from picket_duty.text.english import title_case
from picket_duty.text.mount_captains import captain_name, captains_aboard, mount_captains
from picket_duty.text.names import POST_NAMES, item_name, phase_words
from picket_duty.text.ship_service import crew_rows
from picket_duty.text.styled_text import text_of
from tests.games import TABLES, new_game, of_kind
from tests.quick import first_is_quick
from tests.saves.games import play, played
from tests.text_table import table_of


def test_the_number_of_a_day_in_each_kind_of_game():
    game = played("doctrine", campaign="mini", level="basic", seed=3)
    numbers = []
    for point in game.checkpoints:
        state = game.at(point.answers).state
        if state.fighting_days_wanted:
            numbers.append(campaign_days.fighting_day(state))
            assert (
                progress.progress_words(state, TABLES)
                == f"day {numbers[-1]} of {state.fighting_days_wanted}"
            )
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, game.state.fighting_days + 1))
    assert campaign_days.fighting_day(game.state) == game.state.fighting_days
    for setup, words in table_of("""
        {'scenario': 3}                                          | ''
        {'patrol': '1945-04-06', 'days': 3, 'level': 'advanced'} | day 1 of 3
        {'campaign': 'long-b', 'level': 'basic'}                 | day 1 of 94
        """):
        state = new_game(seed=1, **setup).state
        assert progress.progress_words(state, TABLES) == words
        assert progress.stages_lines(state) == []


def in_stage(*days, held=()):
    """Long campaign A on a morning after stages of so many days, all by USS Wren; the last may go
    on.
    """
    state = new_game(campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted = 5
    state.fighting_days = sum(days)
    state.step = "turn"
    state.ship = msgspec.structs.replace(state.ship, name="USS Wren")
    for number, done in enumerate(days):
        state.stages[number] = Stage("USS Wren", done, held[number] if number < len(held) else None)
    first = state.setup.start
    dates = [first + datetime.timedelta(day) for day in range(sum(days))]
    state.records.daily = [DayRecord(date.isoformat(), "USS Wren", 1) for date in dates]
    state.date = first + datetime.timedelta(sum(days))
    return state


def test_the_long_campaign_of_stages_counts_days_within_a_stage():
    assert progress.progress_words(in_stage(), TABLES) == "stage 1 of 5, day 1"
    assert progress.progress_words(in_stage(3), TABLES) == "stage 1 of 5, day 4"
    between = in_stage(5, held=(True,))
    assert progress.progress_words(between, TABLES) == "stage 2 of 5, day 1"
    between.step = "turn_end"
    assert progress.progress_words(between, TABLES) == "stage 1 of 5, day 5", (
        "until the last day ends"
    )
    last = in_stage(5, 2, 5, 5, 4, held=(True, False, True, True))
    assert (
        progress.progress_words(last, TABLES) == progress.LONGEST_PROGRESS == "stage 5 of 5, day 5"
    )
    assert progress.progress_words(last, TABLES, "1945-03-30") == "stage 2 of 5, day 2"
    assert progress.progress_words(last, TABLES, "1945-06-01") == ""


#: Kinds of games of several days; in the first games a typhoon ends a day after its first phase.
SEVERAL_DAYS = ({"campaign": "mini"}, {"campaign": "long-a"})
COUNTED = [
    ({"campaign": "mini"}, "advanced", 1),
    ({"campaign": "long-a"}, "advanced", 4),
    *((kind, level, seed) for kind, level, seed in product(SEVERAL_DAYS, LEVELS, range(60))),
]


@first_is_quick(("kind", "level", "seed"), COUNTED, quick=2)
def test_a_day_is_counted_when_its_last_phase_is_over(kind, level, seed):
    """Title bar and records against the events: a fighting day has a phase without a typhoon."""
    game = new_game(level=level, seed=seed, **kind)
    captain = captain_named("greedy", seed)
    while game.request is not None:
        if game.state.fighting_days_wanted:
            check_days(game)
        play(game, captain, 1)
    days = fought_dates(game)
    assert len(days) == game.state.fighting_days
    shown = [progress.progress_words(game.state, TABLES, day) for day in days]
    assert [number_of(words, game.state) for words in shown] == list(range(1, len(days) + 1))


def check_days(game):
    """The day shown, and the days on duty in the records, at a request."""
    today = game.request.phase.partition("/")[0]
    days = fought_dates(game)
    before = [day for day in days if day < today]
    words = progress.progress_words(game.state, TABLES)
    assert number_of(words, game.state) == len(before) + 1, game.request.phase
    is_counted = today in days and game.state.fighting_days == len(days)
    listed = [day.date for day in days_on_duty(game.state)]
    assert [day for day in listed if day in days] == [*before, *([today] if is_counted else [])]


def fought_dates(game):
    """The dates with a phase that no typhoon ended."""
    skies = of_kind(game.events, Weather)
    fought = (sky.phase for sky in skies if sky.weather != Sky.TYPHOON)
    return list(dict.fromkeys(phase.partition("/")[0] for phase in fought))


def number_of(words, state):
    """The fighting day of the whole campaign that the words of its day or stage name."""
    stage, day = re.fullmatch(r"(?:stage (\d) of 5, )?day (\d+)(?: of \d+)?", words).groups()
    earlier = state.stages[: int(stage or 1) - 1]
    return sum(stage.days for stage in earlier) + int(day)


#: Kinds of games that may end while the ship is away; in the first game she is back on July 18.
ENDED = [
    *product([{"patrol": "1945-06-18", "days": 8}, {"patrol": "1945-04-01", "days": 6}], range(40)),
    *product([*SEVERAL_DAYS, {"campaign": "long-b"}], range(20)),
]


@first_is_quick(("kind", "seed"), ENDED)
def test_a_game_ends_on_its_last_day_even_if_the_ship_is_back_later(kind, seed):
    game = played("greedy", level=LEVELS[seed % 2], seed=seed, **kind)
    state = game.state
    phases = [event.phase for event in game.events]
    labels = [(day, PHASES.index(phase)) for day, phase in (label.split("/") for label in phases)]
    assert labels == sorted(labels)
    assert labels[-1][0] <= last_day(state, TABLES).isoformat()
    assert phase_words(state, TABLES) == label_words(phases[-1])


def test_days_belong_to_their_stage_except_one_lost_to_a_typhoon():
    state = in_stage(2, held=(False,))
    state.records.daily.append(DayRecord("1945-03-26", "USS Wren", 1))
    state.records.daily += [
        DayRecord("1945-03-27", "USS Bush", 1),
        DayRecord("1945-03-28", "USS Bush", 1),
    ]
    state.records.calendar["1945-03-26"] = LOST
    state.stages[1] = Stage("USS Bush", 2)
    assert [day.date[-2:] for day in campaign_days.period_days(state, 1)] == ["24", "25"]
    assert [day.date[-2:] for day in campaign_days.period_days(state, 2)] == ["27", "28"]
    state = in_stage(5, 2, held=(True, False))
    ends = [campaign_days.period_days(state, number)[-1].date for number in (1, 2)]
    ended = {
        day.date: campaign_days.period_ended(state, TABLES, day.date) for day in state.records.daily
    }
    assert {date: number for date, number in ended.items() if number} == {ends[0]: 1, ends[1]: 2}


def test_each_stage_that_has_begun_is_listed_with_its_ship_rules_10():
    assert progress.stages_lines(in_stage()) == []
    state = in_stage(5, 2, 5, 3, held=(True, False, False))
    stages = [
        "Stages held: 1 of 3 played, 2 to come",
        "Stage 1: held by USS Wren",
        "Stage 2: lost by USS Wren after 2 of 5 days",
        "Stage 3: lost by USS Wren on the last day",
        "Stage 4: 3 of 5 days done by USS Wren",
    ]
    assert progress.stages_lines(state) == stages
    assert progress.days_done_words(state) == "Stage 4: 3 of 5 fighting days done, 2 to go"
    state.ship.back = state.date + datetime.timedelta(2)
    assert progress.stages_lines(state)[-1] == f"{stages[-1]}; she is back on Apr 10"
    assert progress.stages_lines(in_stage(2))[0] == "Stages held: 0 of 0 played, 5 to come"
    state.outcome = "us_win"
    state.stages[3].held = False
    assert progress.stages_lines(state)[0] == "Stages held: 1 of 5"
    ended = "Stage 4: lost by USS Wren with 3 of 5 days done when the campaign ended on Jun 25"
    assert progress.stages_lines(state)[4:] == [
        ended,
        "Stage 5: not played",
        "Cut short on Jun 25, 1 stage not played",
    ]
    sentences = progress.stage_sentences(state, GameFacts([], [], {}))
    assert sentences[3:] == [
        "Stage 4: lost by USS Wren with 3 of 5 days done when the campaign ended on 25 June.",
        "Stage 5: not played.",
        "Cut short on 25 June, 1 stage not played.",
    ], "every date as in the sentence about how a ship left"
    state.ship.fate = "sunk"
    assert progress.stages_lines(state)[4] == "Stage 4: lost by USS Wren after 3 of 5 days"
    assert progress.days_done_words(state) == "Stage 4: 3 of 5 fighting days done"


def test_what_counts_in_a_campaign_is_its_stage_or_last_day_rules_10():
    holds = "USS Wren holds stage 2 if she is afloat and on station after"
    begins = (
        "USS Wren begins stage 2. She holds the stage if she is afloat and on station after 5 fighting "
        "days."
    )
    assert progress.stakes_words(in_stage(5, held=(True,)), TABLES) == begins
    assert (
        progress.stakes_words(in_stage(5, 2, held=(True,)), TABLES)
        == f"{holds} 3 more fighting days."
    )
    state = in_stage(5, 4, held=(True,))
    assert progress.stakes_words(state, TABLES) == f"{holds} 1 more fighting day."
    state.outcome = "us_win"
    assert progress.stakes_words(state, TABLES) == ""
    state = new_game(campaign="mini", level="basic", seed=1).state
    state.fighting_days_wanted = 5
    state.fighting_days = 3
    wins = f"{state.ship.name} wins if she is afloat and on station after 2 more fighting days."
    assert progress.stakes_words(state, TABLES) == wins
    state.fighting_days = 5
    assert progress.stakes_words(state, TABLES).endswith(
        " on station when her last fighting day ends."
    )
    state.outcome = "us_win"
    assert progress.stakes_words(state, TABLES) == ""


def test_a_campaign_of_every_day_counts_the_ships_sunk_and_others_do_not():
    state = new_game(campaign="long-b", level="basic", seed=1).state
    assert (
        progress.stakes_words(state, TABLES)
        == "No ships sunk. The eighth loss makes the campaign a draw."
    )
    state.date = state.setup.start + datetime.timedelta(days=9)
    state.step = "turn_end"
    state.records.ships_sunk = 1
    state.step = "turn"
    assert (
        progress.stakes_words(state, TABLES)
        == "1 ship sunk. The eighth loss makes the campaign a draw."
    )
    state.records.ships_sunk = 8
    drawn = "8 ships sunk: the campaign is now a draw. If you lose one more, you lose the campaign."
    assert progress.stakes_words(state, TABLES) == drawn
    state.records.ships_sunk = 9
    assert (
        progress.stakes_words(state, TABLES)
        == "9 ships sunk. With more than 8 sunk, you have lost the campaign."
    )


@cache
def stages_played():
    for seed in range(20):
        game = new_game(campaign="long-a", level="basic", seed=seed)
        play_out(game, QuickCaptain())
        if {stage.held for stage in game.state.stages} >= {True, False}:
            return game, facts_of(game).whole
    raise AssertionError("no campaign has both")


def test_a_stage_names_what_took_its_ship_off_station_or_how_hard_it_was_to_hold():
    game, facts = stages_played()
    state = game.state
    sentences = progress.stage_sentences(state, facts)
    assert len(sentences) == len(state.stages)
    for number, stage in enumerate(state.stages, start=1):
        if not stage.ship:
            assert sentences[number - 1] == f"Stage {number}: not played."
            continue
        words = progress.decisive_words(state, TABLES, number, facts)
        days = campaign_days.period_days(state, number)
        assert [day.ship for day in days] == [stage.ship] * stage.days
        if stage.held:
            held = (
                f"{stage.ship} was on station when its last day ended, with hull {days[-1].hull} "
                f"of "
            )
            assert words.startswith(held)
            assert sentences[number - 1] == f"Stage {number}: held by {stage.ship}."
            continue
        left = [day for day in facts.days if day.ship == stage.ship and day.leave is not None]
        whole = stage.days == state.fighting_days_wanted
        lost = [
            day for day in left if (day.date == days[-1].date if whole else not day.leave.until)
        ]
        if not lost:
            served = f"{stage.ship} served {stage.days} of 5 days in this stage."
            assert words == served, "June 25 came before its last day"
            continue
        assert words == f"{plain_day(lost[0].date)}: {departure_words(lost[0])}"
        assert sentences[number - 1].startswith(f"Stage {number}: lost by {stage.ship} ")
        assert sentences[number - 1].endswith(
            f" ({plain_day(lost[0].date)}). {departure_words(lost[0])}"
        )


GAMES = [
    *(
        {"scenario": number, "level": level, "seed": number}
        for number in (3, 4, 5)
        for level in ("basic", "advanced")
    ),
    *(
        {"campaign": "mini", "level": level, "seed": seed}
        for seed in (5, 26)
        for level in ("basic", "advanced")
    ),
]


@pytest.mark.parametrize("seed", range(5))
def test_no_captain_of_a_mount_has_the_surname_of_an_officer_or_chief(seed):
    game = new_game(campaign="mini", level="advanced", seed=seed)
    play_out(
        game, captain_named("doctrine", seed), lambda now: len(now.state.ship.crew) == len(POSTS)
    )
    ship = game.state.ship
    crew = {officer.name.split()[-1] for officer in ship.crew.values()}
    names = [captain_name(seed, ship.name, mount, 0, TABLES) for mount in TABLES.mounted]
    assert crew
    assert not crew & set(names)
    surnames = TABLES.names.surnames
    successors = {surname_of(seed, count, surnames) for count in range(4 * len(POSTS))}
    later = [captain_name(seed, ship.name, mount, 1, TABLES) for mount in TABLES.mounted]
    assert not successors & {*names, *later}, "nor of one that may follow them"
    chosen = [
        captain_name(seed, ship.name, mount, 0, TABLES, (f"Lt. John {names[0]}",))
        for mount in TABLES.mounted
    ]
    assert names[0] not in chosen


def test_a_name_depends_on_seed_ship_and_mount_alone():
    for seed in [0, 1, 2**62]:
        names = [captain_name(seed, "USS Bush", mount, 0, TABLES) for mount in TABLES.mounted]
        assert len(set(names)) == len(names), "no two mounts of a ship have captains of one name"
        assert set(names) <= set(TABLES.names.surnames)
        assert names == [
            captain_name(seed, "USS Bush", mount, 0, load_tables()) for mount in TABLES.mounted
        ]
        assert names != [
            captain_name(seed, "USS Black", mount, 0, TABLES) for mount in TABLES.mounted
        ]
        assert names != [
            captain_name(seed + 1, "USS Bush", mount, 0, TABLES) for mount in TABLES.mounted
        ]
        later = [captain_name(seed, "USS Bush", "5in-1", number, TABLES) for number in range(5)]
        assert len(set(later)) == 5, "a new captain has another name"


@pytest.mark.parametrize(
    "setup",
    [
        *GAMES,
        pytest.param(
            {"campaign": "long-b", "level": "advanced", "seed": 10}, marks=pytest.mark.slow
        ),
        pytest.param({"campaign": "long-a", "level": "basic", "seed": 3}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_their_planes_add_up_to_those_of_the_game(setup):
    game = played(**setup)
    captains = mount_captains(facts_of(game).days, TABLES)
    credited = Counter()
    for captain in captains:
        credited[captain.mount] += len(captain.dates)
    assert +credited == {
        mount: planes
        for mount, planes in game.state.records.by_mount.items()
        if mount in TABLES.mounted
    }
    for ship in ships_of(game.state):
        named = captains_aboard(ship, facts_of(game).days, TABLES)
        for name, mount in ship.mounts.items():
            line = [one for one in captains if (one.ship, one.mount) == (ship.name, name)]
            check_line(line, mount)
            assert (name in named) != mount.destroyed
            if not mount.destroyed:
                assert len(named[name].dates) == mount.kills
                assert named[name].is_ace(game.state.setup, TABLES) == mount.ace


def check_line(captains, mount):
    """The captains of a mount one after another: all but the last are lost."""
    assert [captain.number for captain in captains] == list(range(len(captains)))
    before = captains if mount.destroyed else captains[:-1]
    assert all(captain.lost for captain in before)


def test_a_captain_of_a_mount_that_was_destroyed_is_killed_once():
    for seed, number, level in product(range(200), (3, 4, 5), ("basic", "advanced")):
        game = played(scenario=number, level=level, seed=seed)
        facts = facts_of(game).days
        setup = game.state.setup
        if lost := [captain for captain in mount_captains(facts, TABLES) if captain.lost]:
            break
    people = [
        text_of(text) for day in facts for text in people_of_day(day.date, facts, setup, TABLES)
    ]
    assert lost
    for captain in lost:
        assert (
            sum(text.startswith(f"{captain.name(setup, TABLES)}, captain of ") for text in people)
            == 1
        )


def test_the_pages_name_captains_of_mounts_and_officers():
    game = played(campaign="mini", level="advanced", seed=5)
    facts = facts_of(game).whole
    setup = game.state.setup
    best = max(mount_captains(facts.days, TABLES), key=lambda one: len(one.dates))
    name = best.name(setup, TABLES)
    crew = crew_page(ships_of(game.state), game.state, TABLES, facts, [])
    for page in (final_page(game), crew):
        assert name in "\n".join(text_lines(page, 100))
    through = [day for day in facts.days if day.date <= best.dates[0]]
    changes = text_lines(changes_of_day(through, setup, TABLES), 100)
    assert re.search(
        rf"{best.dates.count(best.dates[0])}( each)? by [^;]*{item_name(TABLES, best.mount)} \({name}\)",
        " ".join(" ".join(changes).split()),
    )
    begun = Day(
        "1945-06-30",
        best.ship,
        phases=[msgspec.structs.replace(through[-1].phases[0], waves=[], later=[])],
    )
    assert text_lines(changes_of_day([*through, begun], setup, TABLES), 100) == changes, (
        "nothing new yet"
    )
    assert changes_of_day([], setup, TABLES) == []


def test_the_crew_is_listed_post_by_post():
    ship = Ship("USS Bush", "DD-529", "fletcher", 10, 10, 6, 4, {}, {}, {}, {})
    ship.crew = {post: Officer(f"Lt. {post}", 1) for post in POSTS}
    assert [(post, text_of(said)) for post, said in crew_rows(ship, [], [], TABLES)] == [
        (title_case(POST_NAMES[post]), f"+1  Lt. {post}") for post in POSTS
    ]
