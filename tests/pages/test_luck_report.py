"""Reports of the win probability: sums, curve and moments as text, as data and in a report."""

import json
import re
from functools import partial
from xml.etree import ElementTree

import msgspec
import pytest

from picket_duty.analysis.measurements import Measurements
from picket_duty.analysis.playout_tasks import PlayoutTask, run_task, state_after
from picket_duty.analysis.segments import sources_of
from picket_duty.analysis.win_analysis import known_analysis
from picket_duty.analysis.win_probability import Deviation, SamplePoint, WinProbability
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain, decide, exec_answer
from picket_duty.events import Crew
from picket_duty.figures import svg
from picket_duty.figures.curves import Leg, curve
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.orders import is_fighters, is_same_order
from picket_duty.pages import chance_moments, luck_report, win_curve
from picket_duty.pages.blocks import Paragraph, plain
from picket_duty.pages.chance_moments import DICE, ORDERS, moments_of, order_moments
from picket_duty.pages.fire_plan import aim_name
from picket_duty.pages.formats import text_lines
from picket_duty.pages.game_card import luck_words
from picket_duty.pages.luck_report import luck_page, review_page, sums_page
from picket_duty.pages.report import ReportError, write_report
from picket_duty.requests import ASSIGN, Choice
from picket_duty.text import turning_points
from picket_duty.text.styled_text import text_of
from picket_duty.text.turning_points import WITHIN
from tests.analysis.whole import analyze_game
from tests.games import new_game, of_kind
from tests.saves.games import played


@pytest.fixture(scope="module")
def game():
    return played("random", seed=5, scenario=1)


@pytest.fixture(scope="module")
def known(game):
    measurements = Measurements()
    analyze_game(game, playouts=64, known=measurements)
    return measurements


@pytest.fixture(scope="module")
def measured(game, known):
    return known_analysis(game, known)


@pytest.mark.slow
def test_the_sums_on_the_page_equal_those_of_the_game(game, measured):
    whole, parts = (plain(block.text) for block in sums_page(game, measured))
    start, luck, orders, end = (
        int(number) for number in re.findall(r"(?:^|luck |orders |(?<=\d): )([+-]?\d+)", whole)
    )
    assert (start, end) == (round(100 * measured.start), round(100 * measured.end))
    assert orders == round(100 * measured.decisions)
    assert start + luck + orders == end, "as shown, to the digit"
    shown = {
        name: int(re.search(rf"{name} ([+-]?\d+)", parts)[1]) for name in luck_report.PART_NAMES
    }
    assert luck == sum(shown.values()), "as shown, to the digit"
    assert "at the end" in whole


@pytest.mark.slow
def test_the_document_of_luck_fits_and_says_how_many_games_it_is_based_on(game, measured):
    text = text_lines(luck_report.luck_document(game, measured), 80)
    assert any("based on 64 games" in row for row in text)
    assert all(len(row) <= 80 and row.isprintable() for row in text)


@pytest.mark.slow
def test_moments_report_what_happened_or_the_better_order(game, measured, monkeypatch):
    monkeypatch.setattr(WinProbability, "moments", partial(WinProbability.moments, measured, 12))
    moments = moments_of(game, measured)
    assert {moment.kind for moment in moments} == {DICE, ORDERS}
    assert [moment.answers for moment in moments] == sorted(moment.answers for moment in moments)
    for item in moments:
        assert item.before in (0.0, 1.0) or item.after - item.before == pytest.approx(item.change)
        assert bool(item.better) == (item.kind == ORDERS)
        assert item.where
        assert item.better in text_of(luck_report.moment_line(item))


def test_an_order_says_if_the_exec_would_have_given_it_too():
    """The exec's fire plans are not always doctrine's: he is named beside his own, not beside any
    other.
    """
    for agreed in (True, False):
        game = new_game(seed=5, scenario=5)
        play_until(
            game, lambda choice, game=game: choice.decision is FIRE_PLAN and not agree(game, choice)
        )
        answers = len(game.answers)
        doctrine = decide(game.play, game.request)
        game.answer(
            exec_answer(game.play, game.request) if agreed else dict(list(doctrine.items())[1:])
        )
        words = order_moments(game, [Deviation(answers, "0002", "0022", doctrine)])[0].words
        assert words.endswith(chance_moments.AGREED) == agreed


def test_a_fire_plan_is_told_as_the_captain_ordered_it():
    """By aim and fighters held back with its price; only a plan that no aim gives, by the guns that
    differ.
    """
    game = new_game(seed=3, scenario=4, level="advanced")
    play_until(
        game, lambda choice: choice.kind == ASSIGN and AimPlans(game.play, choice).is_question(2)
    )
    answers = len(game.answers)
    plans = AimPlans(game.play, game.request)
    aim = plans.offered(2)[-1]
    fewest = plans.plan(Aim(), 0)
    idle = next(slot for slot in fewest if not is_fighters(slot))
    by_hand = {slot: plane for slot, plane in fewest.items() if slot != idle}
    told = {}
    for name, orders in (("aim", plans.plan(aim, 2)), ("hand", by_hand)):
        trial = new_game(seed=3, scenario=4, level="advanced")
        for answer in [*game.answers, orders]:
            trial.answer(answer)
        told[name] = order_moments(trial, [Deviation(answers, "0002", "0022", fewest)])[0]
    name = aim_name(game.play, aim)
    figures = plans.figures(plans.plan(aim, 2))
    ordered = f"Fire plan: {name[:1].lower()}{name[1:]}, 2 fighters held back ("
    assert told["aim"].words.startswith(ordered)
    assert f"{figures.expected:.2f} hits expected)" in told["aim"].words
    assert told["aim"].better.startswith("fewest hits, no fighters held back (")
    assert told["aim"].better.endswith(f"{plans.figures(fewest).expected:.2f} hits expected)")
    assert told["hand"].words.startswith("Fire plan: gun by gun, ")
    assert f": no target: {idle}" in told["hand"].words


def agree(game, choice):
    return is_same_order(
        game.play, choice, exec_answer(game.play, choice), decide(game.play, choice)
    )


def play_until(game, reached):
    play_out(
        game,
        DoctrineCaptain(),
        lambda game: isinstance(game.request, Choice) and reached(game.request),
    )


def test_the_orders_judged_are_listed_and_all_are_counted(game, measured):
    data = luck_report.review_json(game, measured)
    worse = [order for order in data if order["verdict"] == "worse"]
    assert worse
    assert [order["cost"] for order in worse] == sorted(
        (order["cost"] for order in worse), reverse=True
    )
    *rows, counted, _, signs = (plain(block.text) for block in review_page(game, measured, 0))
    ranked = [
        *worse,
        *(
            order
            for kind in ("better", "within margin")
            for order in data
            if order["verdict"] == kind
        ),
    ]
    for number, (row, order) in enumerate(zip(rows, ranked, strict=True), 1):
        assert row.startswith(f"{number}. ")
        assert ("within the margin of error)" in row) == (order["verdict"] == "within margin")
        assert f"answer {order['number']})" in row
        assert game.answers[order["number"]] == order["given"] != order["better"]
    verdicts = ("worse", "better", "within margin", "open")
    said = ("lowered your chance", "raised it", "within the margin", "not judged yet")
    for verdict, words in zip(verdicts, said, strict=True):
        number = sum(order["verdict"] == verdict for order in data)
        assert (f"{number} {words}" in counted) == bool(number)
    assert counted.startswith(f"{len(data)} orders differed from doctrine: ")
    assert signs.startswith("± is the margin of error of the difference")
    moments = order_moments(game, measured.ranked, measured)
    assert order_moments(game, measured.ranked, measured, known=moments) == moments
    (nothing,) = review_page(game, msgspec.structs.replace(measured, deviations=()), 0)
    assert plain(nothing.text) == luck_report.FOLLOWED


def test_the_officers_orders_are_not_listed_and_their_share_of_the_sum_is_named(game, measured):
    (first, *own) = measured.deviations
    mine = msgspec.structs.replace(first, by_officers=True)
    shared = msgspec.structs.replace(measured, deviations=(mine, *own))
    numbers = {game.base + order.answers for order in own}
    assert {order["number"] for order in luck_report.review_json(game, shared)} == numbers
    assert (
        luck_report.as_json(game, shared)["chance"] == luck_report.as_json(game, measured)["chance"]
    )
    assert luck_report.orders_words(shared).startswith(f"{len(own)} orders differed from doctrine")
    assert chance_moments.order_at(game, shared, first.answers) is None
    points = turning_points.points_words(round(100 * first.gain))
    said = plain(sums_page(game, shared)[0].text)
    assert f" (your officers' share: {points}): " in said
    assert "officers" not in plain(sums_page(game, measured)[0].text)
    theirs = msgspec.structs.replace(measured, deviations=(mine,))
    (nothing,) = review_page(game, theirs, 0)
    assert plain(nothing.text) == luck_report.FOLLOWED


def test_an_order_that_is_not_decided_reads_open_everywhere(game, measured):
    """Two of 64 pairs differ: neither a cost nor a difference within the margin."""
    place = measured.deviations[0].answers
    order = Deviation(place, "0" * 62 + "22", "2222" + "0" * 60, measured.deviations[0].instead)
    few = msgspec.structs.replace(
        measured, deviations=(order, msgspec.structs.replace(order, given="", better=""))
    )
    assert [entry["verdict"] for entry in luck_report.review_json(game, few)] == ["open", "open"]
    assert [entry["verdict"] for entry in luck_report.as_json(game, few)["orders"]] == [
        "open",
        "open",
    ]
    (words,) = (plain(block.text) for block in review_page(game, few, 0))
    assert (
        words
        == f"2 orders differed from doctrine; they have not been judged yet. {luck_report.EXPLAINED}"
    )
    assert not any(moment.kind == ORDERS for moment in moments_of(game, few))
    words = plain(luck_report.better_order(chance_moments.order_at(game, few, place)).text)
    assert "not been judged yet" in words
    assert "%" not in words


def test_the_sums_in_json_add_up(game, measured):
    data = json.loads(
        json.dumps(
            luck_report.as_json(game, measured), default=lambda value: value.__struct_fields__
        )
    )
    chance = data["chance"]
    assert list(chance) == ["start", "luck", "orders", "end", "crew", "enemy", "battle"]
    assert chance["crew"] + chance["enemy"] + chance["battle"] == chance["luck"]
    assert chance["start"] + chance["luck"] + chance["orders"] == chance["end"] == 0.0
    assert data["curve"][0] == {"answers": 0, "chance": chance["start"]}
    assert len(data["orders"]) == len(measured.deviations)


def test_luck_is_split_by_source(game, measured):
    sources = sources_of(game)
    for segment in measured.segments():
        assert len(set(sources[segment.answers : segment.last])) == 1
    crew = [part.gain for part in measured.segments() if sources[part.answers] == "crew"]
    parts = luck_report.luck_parts(game, measured)
    assert crew
    assert parts["crew"] == sum(crew)
    assert sum(parts.values()) == measured.luck


def test_the_crew_has_the_points_of_its_swing():
    """From 49% to 66% are 17 points, although 16.4 points were gained."""
    over = played("random", seed=5, scenario=2)
    drawn = (
        sources_of(over).index("crew"),
        1 + max(n for n, source in enumerate(sources_of(over)) if source == "crew"),
    )
    assert set(sources_of(over)[slice(*drawn)]) == {"crew"}
    check_swing_of_crew(over, drawn)


def check_swing_of_crew(over, drawn):
    points = (point(drawn[0], 126), point(drawn[1], 168), point(len(over.answers), 0))
    points = points if not drawn[0] else (point(0, 106), *points)
    analysis = WinProbability(128, True, points, ())
    swing = next(moment for moment in moments_of(over, analysis) if moment.answers == drawn[0])
    assert swing.points == 17
    gunner = next(
        e for e in of_kind(over.events, Crew) if e.post == "gunnery_officer" and not e.killed
    )
    value = f"{gunner.value:+d}" if gunner.value else "average"
    assert (
        swing.words == f"The crew comes aboard; gunnery officer {gunner.name.split()[-1]}, {value}"
    )
    rows = dict(luck_report.part_rows(over, analysis))
    assert rows["crew"] == "+17"
    assert sum(map(int, rows.values())) == round(100 * analysis.end) - round(100 * analysis.start)


def test_both_orders_are_played_with_the_same_dice(game, measured):
    order = measured.deviations[0]
    state = state_after(game, order.answers)
    for given, results in (
        (game.answers[order.answers], order.given),
        (order.instead, order.better),
    ):
        tasks = [PlayoutTask(state, given, 1, number) for number in range(8)]
        assert "".join(run_task("", task) for task in tasks) == results[:8]


def point(answers, value, playouts=128):
    return SamplePoint(answers, results(value, playouts))


def results(value, playouts=128):
    """Results by hand: the first playouts are won, and a draw for an odd half win."""
    return (value // 2 * "2" + value % 2 * "1").ljust(playouts, "0")


def test_changes_within_the_margin_of_error_are_marked():
    over = played("random", seed=5, scenario=2)
    place = next(number for number, answer in enumerate(over.answers) if isinstance(answer, str))
    last = len(over.answers)
    apart = Deviation(place, results(32), results(38)[::-1], "no")
    flat = WinProbability(128, True, (point(0, 38), point(last, 0)), (apart,))
    assert luck_words(flat) == "Luck -13, orders -2 (unclear): 15% ±6 to 0%"
    sums = " ".join(plain(block.text) for block in sums_page(over, flat))
    assert "15% at the start, luck -13, orders -2: 0% at the end  (margin" in sums
    assert "(margin of error: 6 points overall, 9 for your orders; 1 order not judged yet)" in sums
    alike = WinProbability(
        128, True, flat.points, (Deviation(place, results(24), results(38), "no"),)
    )
    assert luck_words(alike) == "Luck -10, orders -5: 15% ±6 to 0%", "by the error of the same dice"
    sure = chance_moments.order_at(over, alike, place)
    assert (sure.points, sure.within_margin) == (-5, False)
    assert f"(-5 ±4, answer {place})" in text_of(luck_report.moment_line(sure, 1, place))
    fall = WinProbability(128, True, (point(0, 128), point(last, 0)), (apart,))
    page = [plain(block.text) for block in of_kind(luck_page(over, fall), Paragraph)]
    assert not any(WITHIN in text for text in page), "only the moment outside it is listed"
    small = WinProbability(128, True, (point(0, 38), point(last, 30)), ())
    *_, said = page = [plain(block.text) for block in of_kind(luck_page(over, small), Paragraph)]
    assert len(page) == 3
    assert said.startswith(
        f"{luck_report.UNCERTAIN} Over the whole game, your chance went from 15% to 12%. "
    )
    assert said.endswith(" hits.")
    drawn = WinProbability(128, True, (point(0, 38), point(9, 0)), (), is_compared=False)
    assert [plain(block.text) for block in sums_page(over, drawn)] == [
        "15% at the start, 0% at the end  (margin of error: 6 points)"
    ], "before the orders are compared, luck and orders are not split"


def test_a_game_that_every_playout_wins_or_loses_has_plain_words_and_no_margin():
    game = new_game(seed=5, campaign="mini", level="basic")
    won = WinProbability(16, False, (point(0, 32, 16), point(9, 32, 16)), ())
    lost = WinProbability(16, False, (point(0, 0, 16), point(9, 0, 16)), ())
    scenario = new_game(seed=5, scenario=2)
    words = [plain(block.text) for block in (*sums_page(game, won), *sums_page(scenario, lost))]
    sure = "In every game simulated from every point, "
    assert words == [f"{sure}this campaign is won.", f"{sure}the station is lost."]
    nearly = WinProbability(16, True, (point(0, 32, 16), point(9, 30, 16), point(12, 32, 16)), ())
    assert not nearly.is_certain
    even = WinProbability(16, True, (point(0, 16, 16), point(12, 32, 16)), ())
    assert nearly.end_margin < even.end_margin / 2, (
        "near certainty the margin is not that of an even chance"
    )


def test_a_change_by_dice_has_the_error_of_the_difference():
    """By hand: from 50 % to 20 % of 100 playouts with the same dice, then to a result."""
    over = played("random", seed=5, scenario=2)
    last = len(over.answers)
    analysis = WinProbability(
        100, True, (point(0, 100, 100), point(20, 40, 100), point(last, 0, 100)), ()
    )
    first, second = moments_of(over, analysis)
    assert first.error == pytest.approx(3 * (0.3 * 0.7 / 99) ** 0.5)
    assert second.error == pytest.approx(3 * (0.2 * 0.8 / 99) ** 0.5)


def test_a_chance_ends_at_100_percent_and_a_battle_never_in_doubt_has_no_moments():
    over = played("random", seed=5, scenario=2)
    last = len(over.answers)
    place = next(number for number, answer in enumerate(over.answers) if isinstance(answer, str))
    order = Deviation(place, results(190, 100), results(160, 100), "no")
    beyond = WinProbability(100, True, (point(0, 190, 100), point(last, 0, 100)), (order,))
    assert max(moment.before for moment in moments_of(over, beyond)) == 1.0, (
        "95 % and 15 points gained"
    )
    flat = WinProbability(2, True, (point(0, 3, 2), point(last, 3, 2)), ())
    assert plain(luck_page(over, flat)[-1].text) == luck_report.NONE, (
        "a battle that is never in doubt"
    )


def test_points_of_few_playouts_make_no_swing_and_are_not_drawn():
    """A point of 16 playouts that stands out alone: the swing is between the points with all, the
    curve is calm.
    """
    over = played("random", seed=5, scenario=2)
    few = [point(answers, value, 16) for answers, value in ((20, 16), (30, 0), (40, 16))]
    analysis = WinProbability(
        128, True, (point(0, 128), *few, point(50, 128), point(len(over.answers), 0)), ()
    )
    (swing,) = moments_of(over, analysis)
    assert (swing.answers, swing.before, swing.after) == (50, 0.5, 0.0)
    assert win_curve.drawn_points(analysis) == [(0, 0.5), (50, 0.5), (len(over.answers), 0.0)]
    uneven = (
        point(answers, value) for answers, value in ((0, 128), (20, 134), (40, 122), (50, 128))
    )
    analysis = WinProbability(128, True, (*uneven, point(len(over.answers), 0)), ())
    places = [place for place, _ in win_curve.drawn_points(analysis)]
    assert places == [0, 50, len(over.answers)], "nor what is within the margin of error"
    check_drawn_beside_orders(analysis)


def check_drawn_beside_orders(analysis):
    clear = Deviation(20, results(150), results(100), "no")
    stepped = win_curve.drawn_points(msgspec.structs.replace(analysis, deviations=(clear,)))
    assert {(20, 134 / 256), (40, 122 / 256)} < set(stepped), (
        "but the points beside an order that mattered are"
    )


def test_the_drawing_shows_dice_orders_and_moments(game, measured):
    listed = chance_moments.certain(moments_of(game, measured))
    drawing = luck_report.curve_of(game, measured, listed)
    root = ElementTree.fromstring(svg.element(curve(drawing.title, drawing.legs, drawing.points)))
    kinds = [part.get("class") for part in root.iter() if part.get("class")]
    assert kinds.count("moment") == len(listed) > 0
    assert kinds.count("order") == sum(order.gain != 0 for order in measured.deviations) + 1, (
        "and one for the key"
    )
    assert kinds.count("dice") > 2
    numbers = [
        float(value) for part in root.iter() for value in (part.get("cx"), part.get("cy")) if value
    ]
    assert all(0 <= value <= 800 for value in numbers)


def test_a_report_includes_the_analysis_if_given(game, measured):
    html = write_report(game, "html", ("luck",), measured)
    assert "Dice and orders" in html
    assert 'class="dice"' in html
    assert "games simulated with the quick version of the doctrine captain" in write_report(
        game, "md", ("luck",), measured
    )
    assert "chance" in json.loads(write_report(game, "json", ("luck",), measured))
    assert "Dice and orders" not in write_report(game, "html", ("history",))
    with pytest.raises(ReportError, match="luck"):
        write_report(game, "html", ("fortune",))


def test_only_complete_measurements_are_recalled(game, known):
    assert known_analysis(game, Measurements()) is None
    assert known_analysis(game, msgspec.structs.replace(known, curve=False)) is None
    assert not known_analysis(
        game, msgspec.structs.replace(known, given={}, better={}, doctrine=None)
    ).is_compared


def test_a_moment_lies_on_the_curve(monkeypatch):
    legs = [Leg(0, 0.5, 10, 0.9, False), Leg(10, 0.9, 10, 0.4, True), Leg(10, 0.4, 20, 0.0, False)]
    monkeypatch.setattr(win_curve, "legs_of", lambda analysis: legs)
    chances = [win_curve.chance_at(None, answers) for answers in (0, 5, 15)]
    assert chances == pytest.approx([0.5, 0.7, 0.2])
