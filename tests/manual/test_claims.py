"""The numbers of the manual and of the lesson, computed from the tables or by the engine.

The claims of a page in ``claims.toml`` are pieces of text that occur once on the page, each with
the check of its numbers: an expression, whose names are looked up in this module, or a test of the
rules that cites the paragraph. Every number in digits is in such a piece, or in one of ``fixed``:
numbers that no table or rule has, each with the reason. Manual and game can therefore only change
together.
"""

import datetime
import math
import random
import re
import tempfile
import tomllib
from collections import Counter  # noqa: F401
from functools import lru_cache, partial
from importlib import import_module
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from statistics import NormalDist  # noqa: F401

import pytest
from textual.constants import ESCAPE_DELAY  # noqa: F401

from picket_duty import manual
from picket_duty.analysis import statistics
from picket_duty.analysis.half_wins import half_wins_of
from picket_duty.analysis.officers import load_officers
from picket_duty.analysis.playouts import End, orders_of
from picket_duty.analysis.recommendation import recommend
from picket_duty.analysis.win_analysis import has_curve
from picket_duty.captains import standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.charts.words import ASCII_VARIABLE
from picket_duty.drafts.typed import decision_of
from picket_duty.extensions import extensions
from picket_duty.facts import facts_of
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.damage_weights import load_weights
from picket_duty.odds.declarations import load_declarations
from picket_duty.pages.action_report_pages import REPORT_LEVEL, action_blocks
from picket_duty.pages.win_options import recommendation_json, win_lines
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.requests import Choice, Illegal, Job, Roll
from picket_duty.rules import anchorage, control, damage, gunnery, raid
from picket_duty.state import CAMPAIGN, POSTS, SCENARIO, Flood
from picket_duty.text.chances import worded_recommendation
from picket_duty.text.english import title_case
from picket_duty.text.names import POST_NAMES
from picket_duty.tui.glyphs import glyphs_for
from picket_duty.tui.keymap import key_groups
from picket_duty.tui.radar_plot import frame_of, frame_round
from picket_duty.tui.screens.tutorial import lesson_game, load_script
from tests.analysis import test_recommendation  # noqa: F401
from tests.analysis.whole import at_decision
from tests.captains import test_standing_orders  # noqa: F401
from tests.games import TABLES, new_game, of_kind, play_to
from tests.manual.binding_page import FILE, HEAD, binding_page
from tests.manual.readings import KEYED
from tests.rules import script
from tests.rules.script import (  # noqa: F401
    CALM,
    Run,
    blow,
    in_wave,
    plane,
    reasons,
    run,
    serving,
    start,
)
from tests.saves.games import played as played_game
from tests.text_table import table_of
from tools import calibrate
from tools.weights import PIECES, by_hand_of

#: The modules whose names the claims use, besides this one and the tests of the rules; the last of
#: a name counts.
KNOWN = """
tui.scenes
analysis analysis.segments analysis.statistics book.effects book.ids book.limits book.vocabulary
captains events odds odds.aims odds.fights odds.survival odds.roll_odds pages.game_card
pages.luck_report plain.conversation plain.plain_mode rules saves.daily_watch saves.replay_code state
text text.turning_points tui.autoplay tui.radar_plot tui.live_recommendation analysis.decision_analysis
analysis.recommendation analysis.win_probability analysis.win_analysis captains.calls text.chances
facts.campaign_days text.orders
"""
T = TABLES
#: The expressions of each page by quote, and the numbers that no table or rule has, by reason.
CLAIMS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))
FIXED = CLAIMS.pop("fixed")
N = TABLES.numbers
G = TABLES.compartments
#: The options that the advanced game always plays with.
ALWAYS_ADVANCED = [option.id for option in TABLES.options.values() if option.always == "advanced"]
LESSON = load_script()
#: Ways of two dice to each total.
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
ALL = sum(WAYS.values())


def played(test, *arguments):
    """Run a test of the rules, which fails by itself if the game behaves differently; returns
    True.
    """
    test(*arguments)
    return True


def mod(chart, name):
    return T[chart].modifier(name).value


def row(chart, total, column=None):
    return T[chart].look_up(total, column).fields


def die(chart, note, field):
    return {number: T[chart].die(note).look_up(number)[field] for number in range(1, 7)}


def totals(chart, field, value, column=None, low=2, high=12):
    return {total for total in range(low, high + 1) if row(chart, total, column)[field] == value}


def mounts(ship="fletcher"):
    return {mount.id: mount for mount in T.ships[ship].mounts}


def levels(mount, bearing, ship="fletcher"):
    return str(T[T.ships[ship].firing].entry(mounts(ship)[mount].firing, str(bearing))["levels"])


def outcomes_of_8_1(column, dice):
    """The chance and mean number of planes of each result of 8-1 and its tables; 8-2 brings one
    plane except on 7.
    """
    single = 1 - WAYS[7] / ALL
    results = []
    for total, ways in WAYS.items():
        letter = row("8-1", total + dice, column)["result"]
        if letter in ("NA", "RR"):
            results.append((ways / ALL * (single if letter == "RR" else 1), float(letter == "RR")))
            continue
        for second, more in WAYS.items():
            listed = row(f"8-1{letter}", second)
            extra = sum(die("8-1A", "A", "planes").values()) / 6 if listed["note_a"] else 0
            chance = ways * more / ALL / ALL
            results.append(
                (chance * single, 1.0)
                if listed["random"]
                else (chance, len(listed["planes"]) + extra)
            )
    return results


def mean_planes(column, dice):
    """The mean number of planes in a day phase, rounded to two decimals."""
    return round(sum(chance * planes for chance, planes in outcomes_of_8_1(column, dice)), 2)


def not_growing():
    """Neighboring columns of 8-1 with no more planes in the right one, with the station's modifier
    of the dice.
    """
    columns = T["8-1"].raw.columns
    return [
        (dice, left, right)
        for dice in (0, -1, -2)
        for left, right in pairwise(columns)
        if mean_planes(left, dice) >= mean_planes(right, dice)
    ]


def mean_raid(column, dice):
    """The mean number of planes of a raid that comes, rounded to one decimal."""
    come = [(chance, planes) for chance, planes in outcomes_of_8_1(column, dice) if planes]
    return round(
        sum(chance * planes for chance, planes in come) / sum(chance for chance, _ in come), 1
    )


def by_column(figure, dice):
    """A figure of 8-1 for each column, from left to right."""
    return [figure(column, dice) for column in T["8-1"].raw.columns]


def raids_in_100(least):
    """The raids of at least so many planes in 100 phases, for each column and each modifier of the
    stations.
    """
    return {
        round(
            100 * sum(chance for chance, planes in outcomes_of_8_1(column, dice) if planes >= least)
        )
        for dice in (0, -1, -2)
        for column in T["8-1"].raw.columns
    }


def fire(kind, level):
    """The results of all 36 rolls of a shot with the director's bonus."""
    bonus = T["9-1"].entry(kind, level)["bonus"]
    rolls = {}
    for total, ways in WAYS.items():
        result = row(f"9-2/{kind}", total + bonus, level)["result"]
        rolls[result] = rolls.get(result, 0) + ways
    return rolls


def down(kind, level):
    """The number of 36 rolls that set the plane afire or destroy it."""
    return sum(fire(kind, level).get(result, 0) for result in ("flamed", "destroyed"))


def sky(play, *planes):
    """A play with planes in the air, one low plane on the beam unless named."""
    in_wave(play, *(planes or (plane(90),)))
    return play


def guns(play, mount, level="L", spray=False):
    return reasons(gunnery.gun_modifiers(play, play.battery()[mount], level, spray))


def at(play, **values):
    """A play with tracks and states of the ship set."""
    for name, value in values.items():
        setattr(play.ship, name, value)
    return play


def go(play, step, dice=None, choices=None):
    return run(play, step(play), dice, choices)


def shift(roll):
    return sum(modifier.value for modifier in roll.column_modifiers)


def flooded(*points, level="advanced"):
    return at(start(level=level), floods=[Flood(section, side, 1, "x") for section, side in points])


def column(kind, men, chief=0, level=2, markers=1):
    """The sum that selects the column of chart 20 for a compartment, a deck fire or another job
    aft.
    """
    play = start(crew={"repair_three_chief": chief})
    play.ship.deck_fires = {"aft": level}
    play.ship.compartments["steering"].markers = markers
    name = {"deck fire": "deck fire aft", "compartment": "steering", "other": "40mm-E director"}[
        kind
    ]
    play.ship.mounts["40mm-E"].director = "damaged"
    return shift(control.repair_roll(play, name, control.men_choice(play).jobs[name], men))


def mending(play, continued=False, section="aft"):
    return reasons(
        control.repair_modifiers(play, T["20"], Job(section, "other", "", continued=continued))
    )


def raid_shift(play=None, **ship):
    return reasons(raid.column_modifiers(at(play or start(), **ship), T["8-1"]))


def today(play=None, coverage=None, **state):
    """A play with values of its state set, and with fighters overhead by their base."""
    play = play or start()
    play.state.air.coverage = coverage or {}
    for name, value in state.items():
        setattr(play.state, name, value)
    return play


def marked(name, markers=1, **state):
    play = start()
    compartment = play.ship.compartments[name]
    compartment.markers = markers
    for what, value in state.items():
        setattr(compartment, what, value)
    return play


def parts_of_a_report():
    game = played_game(scenario=2, seed=0, level="advanced")
    blocks = action_blocks(facts_of(game).whole, T)
    numbered = [
        block.text.split(". ") for block in blocks if getattr(block, "level", 0) == REPORT_LEVEL + 1
    ]
    last = next(place for place, (numeral, _) in enumerate(numbered) if numeral == "VIII")
    return [name for _, name in numbered[last - 7 : last + 1]]


def at_fire_plan(undo="free"):
    game = play_to(new_game(scenario=2, seed=7, undo=undo), "fire plan", lambda _: "no")
    return game, game.request


def typed_plan(text):
    """The fire plan that a line of plain mode orders; slots by their place in the list."""
    game, choice = at_fire_plan()
    slots = list(choice.slots)
    return {
        str(slots.index(slot) + 1): number
        for slot, number in decision_of(game.play, choice, text).items()
    }


def lesson_tables(purpose):
    """The tables that the lesson's game rolls on for a purpose, in order, up to its first
    decision.
    """
    game = lesson_game(LESSON, T)
    game.roll_on()
    return [event.table for event in of_kind(game.events, Roll) if event.purpose.id == purpose]


def saved_lines():
    """The number of lines of a save before an answer, after it, and after it was undone."""
    game = new_game(scenario=1, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "claims.picket"
        game.save(path)
        lengths = []
        for change in (lambda: None, game.roll, game.undo):
            change()
            lengths.append(len(path.read_text().splitlines()))
        game.save_file.close()
    return [length - lengths[0] for length in lengths]


def first_weather(ship, seed=5):
    game = new_game(patrol="1945-04-20", days=1, ship=ship, seed=seed, history=False)
    while True:
        request = game.request
        if request.table == "6-1":
            return game.roll().dice
        game.roll()


def request_after_undo(undo):
    game, choice = at_fire_plan(undo)
    game.answer({slot: planes[0] for slot, planes in choice.slots.items()})
    assert isinstance(game.request, Roll)
    game.roll()
    try:
        game.undo_decision()
    except Illegal:
        return "refused"
    return game.request.about


def station_modifier(number):
    return [
        modifier.value for modifier in raid.dice_modifiers(at(start(), station=number), T["8-1"])
    ]


def must_return(**ship):
    return anchorage.reasons_to_return(at(start(), **ship))


def a_hit(cell, bearing=135, dice=None, radars=0, **values):
    play = at(start(level="advanced"), **values)
    play.state.land_radars = radars
    (struck,) = in_wave(play, plane(bearing))
    section = damage.section_of(play, bearing)
    script = {f"11/{section}": cell, "rules 6:men": 1, **(dice or {})}
    return go(play, lambda running: damage.plane_hits(running, struck, section), script)


def band(figure, series):
    """A band of the calibration in percent; ships and stages are counts."""
    (measured,) = [item for item in calibrate.bands() if (item.id, item.series) == (figure, series)]
    scale = 1 if figure in calibrate.COUNTS else 100
    return round(measured.low * scale, 4), round(measured.high * scale, 4)


AWARDS = {award.id: award for award in T.awards}


def asks(award, to, span, **needs):
    data = AWARDS[award]
    return (data.to, data.span, data.needs) == (to, span, needs)


def counted_by_the_bench():
    """Whether the file gives the number of games for each award, all above zero."""
    text = " ".join(
        (T.folders[-1] / "awards.toml").read_text(encoding="utf-8").replace("\n#", " ").split()
    )
    counts = dict(
        re.findall(
            r"([a-z-]+) (\d+)[,.]", text[text.index("in so many games:") : text.index("[[awards]]")]
        )
    )
    return set(counts) == set(AWARDS) and all(int(games) > 0 for games in counts.values())


KEYS = {
    binding.id: binding.key.split(",") for bindings in key_groups().values() for binding in bindings
}


def ascii_on_request():
    """Whether the variable turns the ASCII symbols on, and off again."""
    looks = {}
    with pytest.MonkeyPatch.context() as patch:
        for value in ("1", "0"):
            patch.setenv(ASCII_VARIABLE, value)
            looks[value] = glyphs_for("utf-8", ascii_chosen=True).ascii
    return looks == {"1": True, "0": False}


def half_wins(outcome, on_station):
    state = start().state
    state.outcome = outcome
    state.on_station = on_station
    return half_wins_of(state)


def analyzed(stage=0, **kind):
    """Whether the curve of a game, or of a stage of it, can be computed."""
    return has_curve(new_game(**kind, seed=1), stage)


def is_asked(**ship):
    """Whether the routine asks about an emergency with such a ship, while a wave is to come."""
    game = at_decision("emergency declaration", seed=0, scenario=2)
    game.state.air.waves = [[]]
    game.play.ship.deck_fires = {}
    for name, value in ship.items():
        setattr(game.play.ship, name, value)
    return standing_orders.standing_answer(game, standing_orders.ROUTINE) is None


def said(doctrines, other, games=512):
    """The recommendation when doctrine's order and the other one won these shares of the games."""
    game = at_decision()
    choice = game.request
    assert isinstance(choice, Choice)
    own = str(decide(game.play, choice))
    ends = {
        name: {number: End(number < games * share, False, 0) for number in range(games)}
        for name, share in ((own, doctrines), ("no" if own == "yes" else "yes", other))
    }
    recommendation = recommend(game, orders_of(game), ends)
    assert recommendation is not None
    return recommendation


def same_sentence():
    """Whether the screen, ``odds --win`` and its JSON have the same sentence, the screen with its
    error.
    """
    game = at_decision()
    recommendation = said(0.7, 0.5)
    assert isinstance(game.request, Choice)
    words = worded_recommendation(game.request, game.state.setup, recommendation).words
    data = recommendation_json(game, recommendation) or {}
    lines = win_lines(
        game,
        recommendation.chances,
        dict.fromkeys(recommendation.chances, (0.0, 0.0)),
        recommendation,
    )
    sentence, _, error = words.partition(" Standard error")
    return bool(error) and data["words"] == sentence == lines[0]


def wrong_when_watched():
    """How often one of two equal orders seems better with 95 % confidence at least once while
    watched.
    """
    dice = random.Random(1)
    wrong = 0
    trials = 20_000
    for _ in range(trials):
        total = 0.0
        played = 0
        for games in (64, 128, 256, 512):
            total += dice.gauss(0.0, math.sqrt(games - played))
            played = games
            if abs(total) > statistics.Z95 * math.sqrt(games):
                wrong += 1
                break
    return wrong / trials


def aims_by_words():
    """Whether the words for a commanded plan exist, and the plan follows them."""
    game, choice = at_fire_plan()
    plan = PlanPrompt(game, lambda lines: None)
    plan.question(choice)
    before = plan.now.targets
    plan.aim("1")
    first = plan.now.targets
    plan.set_slots(choice, "1=2")
    follows = first == AimPlans(game.play, choice).plan(Aim())
    return before == {} and follows and plan.now.targets != first


def same(page, *beginnings):
    """Whether another page has one claim with each of these beginnings; they are checked there."""
    return all(sum(quote.startswith(words) for quote in CLAIMS[page]) == 1 for words in beginnings)


def gains(is_so):
    """The points that a declaration gains in some situations, in whole points."""
    return {round(gain.points) for gain in load_declarations().gains if is_so(gain.situation)}


BOW_UP = frame_of(39, 14)
BOW_LEFT = frame_round(114, 34, (74, 9))


MONDAY = datetime.date(2026, 11, 16)


def made(page):
    """Claims of a page or of its tables that are written by a program: whole rows, and whether they
    are as computed.
    """
    return MADE[page]() if page in MADE else {}


def bindings_made():
    listed = manual.page("bindings").removeprefix(HEAD)
    return {" ".join(listed.split()): FILE.read_text() == binding_page()}


def posts_made():
    measured = load_officers().posts
    return {
        (
            f"| {title_case(POST_NAMES[post])} | {measured[post].points:.1f} "
            f"({measured[post].error:.1f}) |"
        ): True
        for post in POSTS
    }


def weights_made():
    weights = {(weight.id, weight.kind): weight for weight in load_weights()}
    rows = {}
    for piece in PIECES:
        cells = [piece.words]
        for weight in (weights[piece.id, SCENARIO], weights[piece.id, CAMPAIGN]):
            numbers = (by_hand_of(weight, T), weight.value, weight.low, weight.high)
            hand, value, low, high = (f"{round(number, 3) + 0.0:.3f}" for number in numbers)
            cells += [hand, f"{value} ({low} to {high})"]
        rows[f"| {' | '.join(cells)} |"] = True
    return rows


def calibration_made():
    rows = weights_made()
    for words, captain, level, low, high in table_of("""
        of the doctrine captain | doctrine | basic    | 44 | 54
        of the doctrine captain | doctrine | advanced | 36 | 46
        with random orders      | random   | basic    | 11 | 19
        with random orders      | random   | advanced | 5  | 11
        """):
        row_of_band = f"| Win rate {words}, {level} mini campaign | {low}-{high}% |"
        rows[row_of_band] = band("wins", f"mini {level} {captain}") == (low, high)
    return rows


MADE = {"bindings": bindings_made, "ship": posts_made, "calibration": calibration_made}


LESSON_PAGE = "tutorial"
PAGES = (*manual.PAGES, LESSON_PAGE)
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")
#: What has numbers that state nothing: commands, links to charts, measured figures with their
#: interval, names of guns, charts, scenarios and keys, the numbers of lists and of paragraphs of
#: rules.
NAMES = (
    re.compile(r"`[^`]*`"),
    re.compile(r"\[[^\]]*\]\(chart:[^)]*\)"),
    re.compile(r"(?<=\| )[\d., ]+%? \([^|\n]*\)[^|\n]*(?=\|)"),
    re.compile(
        r"5-inch|[24]0 mm|Mk 37|\b[A-Z]-?\d+\b|(?:[Ss]cenarios?|[Rr]esult|[Tt]ables?|[Rr]ule) \d[-\d]*(?:\.\d+)*",
        re.ASCII,
    ),
    re.compile(r"^(?:#+ )?\d+\. ", re.MULTILINE),
    re.compile(r"^(?:\| \d+\.[\d., to]+ \||- \*\*\d+\.[\d., ]+)", re.MULTILINE),
)


def raw(page):
    """The source of a page; for the lesson, its whole file with continued lines joined."""
    if page != LESSON_PAGE:
        return manual.page(page)
    return files(manual).joinpath("tutorial.toml").read_text(encoding="utf-8").replace("\\\n", "")


def prose(page):
    if page != LESSON_PAGE:
        return raw(page)
    return "\n".join(
        lesson[part] for lesson in tomllib.loads(raw(page))["lessons"] for part in ("text", "hint")
    )


@lru_cache
def running(text):
    """A text in one line, each link reduced to its label."""
    return " ".join(LINK.sub(r"\1", text).split())


#: What the expressions may name.
SCOPE = {
    name: value
    for known in KNOWN.split()
    for name, value in vars(import_module(f"picket_duty.{known}")).items()
}
SCOPE |= {
    path.stem: import_module(f"tests.rules.{path.stem}")
    for path in Path(script.__file__).parent.glob("test_*.py")
}
SCOPE |= globals()
#: The claims of pages that the packages around the core add; they are with the tests of the
#: package.
ADDED = {
    topic.name: import_module(f"tests.{topic.path.parent.name}.claims")
    for extension in extensions()
    for topic in extension.topics
}
FIXED |= {page: claims.FIXED for page, claims in ADDED.items()}


def claims(page):
    if page in ADDED:
        return ADDED[page].CLAIMS
    rules = {quote: partial(eval, rule, SCOPE) for quote, rule in CLAIMS.get(page, {}).items()}
    return rules | {quote: partial(bool, true) for quote, true in made(page).items()}


@pytest.mark.parametrize("page", PAGES)
def test_each_number_claimed_is_on_its_page_and_right(page):
    text = running(raw(page))
    for quote, check in claims(page).items():
        assert text.count(quote) == 1, quote
        shown = check if hasattr(check, "__name__") else check()
        assert shown is True or shown.__name__.startswith("test_") or shown() is True, quote


def test_every_number_in_digits_is_claimed_or_fixed():
    for page in PAGES:
        assert unclaimed(page) == []


def test_every_fixed_number_is_on_its_page():
    assert set(FIXED) <= set(PAGES)
    for page, by_reason in FIXED.items():
        text = running(raw(page))
        assert [
            quote for quotes in by_reason.values() for quote in quotes if text.count(quote) != 1
        ] == []


def unclaimed(page):
    """The numbers outside all claims, with the text around them."""
    text = prose(page)
    shown = running(text)
    held = [*claims(page), *chain.from_iterable(FIXED.get(page, {}).values())]
    if page == "readings":
        held += [running(row.group()) for row in KEYED.finditer(text)]
    spans = [
        (shown.index(quote), shown.index(quote) + len(quote)) for quote in held if quote in shown
    ]
    for name in NAMES:
        text = name.sub(lambda match: re.sub(r"\d", "_", match[0]), text)
    hidden = running(text)
    return [
        hidden[max(0, number.start() - 30) : number.end() + 20]
        for number in re.finditer(r"\d+", hidden)
        if not any(first <= number.start() < last for first, last in spans)
    ]


def test_each_measured_figure_is_inside_its_band_or_marked():
    """The last cells of the calibration table each hold a figure with its interval."""
    measured = manual.page("calibration").partition("## Calibration")[2]
    row = r"^\| .+? \| (?:(below) (?=\d)|(?=[\d.]+-))([\d.]+)(?:-([\d.]+))?%? \| (.+) \|$"
    rows = re.findall(row, measured, re.MULTILINE)
    assert len(rows) == len(
        {(band.id, re.sub("scenario [2-5]", "2 to 5", band.series)) for band in calibrate.bands()}
    )
    check_bands(rows)


def check_bands(rows):
    for below, low, high, cells in rows:
        least, most = (0.0, float(low)) if below else (float(low), float(high))
        for cell in cells.split(" | "):
            for figure in re.findall(r"\d+\.\d+", re.sub(r"\(.*?\)", "", cell)):
                assert least <= float(figure) <= most or re.search(
                    r"over|under|below|above", cell
                ), cell
