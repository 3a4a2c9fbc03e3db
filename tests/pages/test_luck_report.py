"""Reports of the win probability: sums, curve and moments as text, as data and in a report."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from picket_duty.analysis.playouts import NOW
from picket_duty.analysis.review import TIMES, Reviewed, every_order, review
from picket_duty.analysis.segments import preludes_of, sources_of
from picket_duty.analysis.win_probability import (
    Deviation,
    Measurements,
    PlayoutTask,
    SamplePoint,
    WinProbability,
    analyze_game,
    known_analysis,
    pair_at,
    run_pair,
    run_task,
    state_after,
)
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import decide, exec_answer
from picket_duty.figures import svg
from picket_duty.figures.plots import ORDERED, SCALE, Leg, NumberedPoint, curve
from picket_duty.game import Game
from picket_duty.odds.plan import is_same_order
from picket_duty.pages import luck_report
from picket_duty.pages.blocks import Paragraph, plain
from picket_duty.pages.game_card import luck_words
from picket_duty.pages.luck_report import (
    AGREED,
    DICE,
    NONE,
    ORDERS,
    PART_NAMES,
    UNCERTAIN,
    Moment,
    are_orders_clear,
    as_json,
    certain,
    curve_of,
    luck_document,
    luck_page,
    luck_parts,
    moment_text,
    moments_of,
    order_at,
    orders_words,
    part_rows,
    review_json,
    review_page,
    sums_of,
    sums_page,
    worst_of,
)
from picket_duty.pages.plaintext import text_lines
from picket_duty.pages.report import ReportError, write_report
from picket_duty.requests import Choice, Roll
from picket_duty.text.styled_text import text_of
from picket_duty.text.turning_points import WITHIN

TABLES = load_tables()


@pytest.fixture(scope="module")
def game() -> Game:
    """A battle lost by the random captain."""
    new = Game.new(tables=TABLES, seed=5, scenario=2)
    play_out(new, captain_named("random", 5))
    return new


@pytest.fixture(scope="module")
def known(game: Game) -> Measurements:
    """Its measurements, with few playouts."""
    measurements = Measurements()
    analyze_game(game, playouts=4, known=measurements)
    return measurements


@pytest.fixture(scope="module")
def measured(game: Game, known: Measurements) -> WinProbability:
    """Its analysis."""
    again = known_analysis(game, known)
    assert again is not None
    return again


@pytest.mark.slow
def test_the_sums_on_the_page_equal_those_of_the_game(game: Game, measured: WinProbability) -> None:
    sums = sums_of(measured)
    whole, parts = (plain(block.text) for block in sums_page(game, measured))
    start, luck, orders, end = (int(number) for number in re.findall(r"(?:^|luck |orders |: )([+-]?\d+)", whole))
    assert (start, end) == (round(100 * sums.start), round(100 * sums.end))
    assert orders == round(100 * sums.orders)
    assert start + luck + orders == end, "as shown, to the digit"
    shown = {name: int(re.search(rf"{name} ([+-]?\d+)", parts)[1]) for name in PART_NAMES}
    assert luck == sum(shown.values()), "as shown, to the digit"
    assert "at the end" in whole
    text = text_lines(luck_document(game, measured), 80)
    assert any("from 4 playouts" in row for row in text)
    assert all(len(row) <= 80 and row.isprintable() for row in text)


@pytest.mark.slow
def test_moments_report_what_happened_or_the_better_order(
    game: Game, measured: WinProbability, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("picket_duty.pages.luck_report.MOMENTS", 12)
    moments = moments_of(game, measured)
    assert {moment.kind for moment in moments} == {DICE, ORDERS}
    assert [moment.answers for moment in moments] == sorted(moment.answers for moment in moments)
    for item in moments:
        assert item.after - item.before == pytest.approx(item.change)
        assert bool(item.better) == (item.kind == ORDERS)
        assert item.where
        assert item.better in text_of(moment_text(item))


def test_an_order_says_if_the_exec_would_have_given_it_too() -> None:
    """The exec's fire plans are not always doctrine's: he is named beside his own, not beside any other."""
    for agreed in (True, False):
        game = Game.new(tables=TABLES, seed=5, scenario=5)
        play_until(game, lambda choice, game=game: choice.decision is FIRE_PLAN and not agree(game, choice))
        answers, doctrine = len(game.answers), decide(game.play, game.request)
        game.answer(exec_answer(game.play, game.request) if agreed else dict(list(doctrine.items())[1:]))
        words = worst_of(game, [Reviewed(answers, 1, 2, 4, doctrine)])[0].words
        assert words.endswith(AGREED) == agreed


def agree(game: Game, choice: Choice) -> bool:
    """Whether the exec's order is doctrine's."""
    return is_same_order(game.play, choice, exec_answer(game.play, choice), decide(game.play, choice))


def play_until(game: Game, reached: Callable[[Choice], bool]) -> None:
    """Play by doctrine up to a decision."""
    while isinstance(game.request, Roll) or not reached(game.request):
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(decide(game.play, game.request))


def test_the_costliest_orders_are_played_again(game: Game, measured: WinProbability, known: Measurements) -> None:
    """The costliest first, by new playouts; reviewed orders are not played again."""
    judged = review(game, measured, known)
    assert 0 < len(judged) <= 3
    assert [order.cost for order in judged] == sorted((order.cost for order in judged), reverse=True)
    assert all(order.cost > 0 and order.playouts == TIMES * measured.playouts for order in judged)
    assert review(game, measured, known, progress=pytest.fail) == judged
    worst = worst_of(game, judged)
    text = [plain(block.text) for block in review_page(measured, worst, 0)]
    for order, reviewed, data in zip(judged, worst, review_json(game, judged), strict=True):
        assert reviewed.change == -order.cost == -data["cost"]
        assert reviewed.points < 0, "what shows no cost is not named"
        assert data["number"] == order.answers
        assert game.answers[data["number"]] == data["given"] != data["better"]
        (row,) = (row for row in text if f"answer {order.answers})" in row)
        assert reviewed.better in row
    assert "16 new playouts by the quick doctrine captain" in text[-2]
    assert text[-1].startswith("± is the margin of error of the difference")
    assert [row.partition(" ")[0] for row in text[:-2]] == [str(number) for number in range(1, len(worst) + 1)]
    (nothing,) = review_page(measured, [], 0)
    assert plain(nothing.text) == "No order cost a measurable chance of winning."


def test_a_review_uses_other_playouts_than_the_analysis(game: Game) -> None:
    """Playouts start at the given number; two parts add up to the whole."""
    place = state_after(game, 0)
    parts = [run_task("", PlayoutTask(0, place, NOW, 2, first=first)) for first in (0, 2)]
    assert sum(parts) == run_task("", PlayoutTask(0, place, NOW, 4))


def test_the_sums_in_json_add_up(game: Game, measured: WinProbability) -> None:
    data = json.loads(json.dumps(as_json(game, measured), default=lambda value: value.__struct_fields__))
    chance = data["chance"]
    assert list(chance) == ["start", "luck", "orders", "end", "crew", "enemy", "battle"]
    assert chance["crew"] + chance["enemy"] + chance["battle"] == chance["luck"]
    assert chance["start"] + chance["luck"] + chance["orders"] == chance["end"] == 0.0
    assert data["curve"][0] == {"answers": 0, "chance": chance["start"]}
    assert len(data["orders"]) == len(measured.deviations)


def test_luck_is_split_by_source(game: Game, measured: WinProbability) -> None:
    """Every segment has one source; crew is what its draws changed, and the parts add up exactly."""
    sources = sources_of(game)
    for segment in measured.segments():
        assert len(set(sources[segment.first : segment.last])) == 1
    crew = [part.luck for part in measured.segments() if sources[part.first] == "crew"]
    parts = luck_parts(game, measured)
    assert crew
    assert parts.crew == measured.chance(sum(crew))
    assert sum(parts) == measured.chance(measured.luck)


def test_the_crew_has_the_points_of_its_swing() -> None:
    """From 49% to 66% are 17 points, although 16.4 points were gained."""
    over = Game.new(tables=TABLES, seed=5, scenario=2)
    play_out(over, captain_named("random", 5))
    drawn = sources_of(over).index("crew"), 1 + max(n for n, source in enumerate(sources_of(over)) if source == "crew")
    assert set(sources_of(over)[slice(*drawn)]) == {"crew"}
    points = (SamplePoint(drawn[0], 126), SamplePoint(drawn[1], 168), SamplePoint(len(over.answers), 0))
    points = points if not drawn[0] else (SamplePoint(0, 106), *points)
    analysis = WinProbability(128, True, points, ())
    swing = next(moment for moment in moments_of(over, analysis) if moment.answers == drawn[0])
    assert swing.points == 17
    rows = dict(part_rows(over, analysis))
    assert rows["crew"] == "+17"
    assert sum(map(int, rows.values())) == round(100 * sums_of(analysis).end) - round(100 * sums_of(analysis).start)


def test_orders_are_counted_in_words(game: Game, measured: WinProbability) -> None:
    assert orders_words(measured).startswith(f"{len(measured.deviations)} orders differed from doctrine.")
    bare = WinProbability(2, True, (SamplePoint(0, 4), SamplePoint(9, 4)), ())
    assert orders_words(bare) == "Every order followed doctrine."


def test_every_order_that_differs_has_points_and_an_error(
    game: Game, measured: WinProbability, known: Measurements
) -> None:
    data = review_json(game, every_order(measured, known))
    assert {order["number"] for order in data} == {deviation.answers for deviation in measured.deviations}
    assert [order["cost"] for order in data] == sorted((order["cost"] for order in data), reverse=True)
    for order in data:
        assert order["points"] == -100 * order["cost"]
        assert order["error"] > 0
        assert order["points"] == pytest.approx(100 * (order["chance"]["given"] - order["chance"]["better"]))


def test_errors_of_orders_are_those_of_their_playouts(game: Game, measured: WinProbability) -> None:
    """Sums and squares of paired playouts, counted one by one."""
    deviation = measured.deviations[0]
    task = pair_at(game, deviation.answers, deviation.instead, measured.playouts)
    given, better, squares = run_pair("", task)
    assert (given, better, squares) == (deviation.given, deviation.better, deviation.squares)
    ones = [
        [
            run_task("", PlayoutTask(part.answers, part.state, part.order, 1, number))
            for part in (task.given, task.better)
        ]
        for number in range(measured.playouts)
    ]
    assert squares == sum((won - other) ** 2 for won, other in ones)


def test_changes_within_the_margin_of_error_are_marked() -> None:
    """On card, sums, list and review alike, in points between the rounded chances."""
    over = Game.new(tables=TABLES, seed=5, scenario=2)
    play_out(over, captain_named("random", 5))
    place = next(number for number, answer in enumerate(over.answers) if isinstance(answer, str))
    order = Deviation(place, 32, 38, "no", 128)
    flat = WinProbability(128, True, (SamplePoint(0, 38), SamplePoint(len(over.answers), 0)), (order,))
    assert luck_words(flat) == "Luck -13, orders -2 (unclear): 15% ±6 to 0%"
    assert not are_orders_clear(flat)
    sums = " ".join(plain(block.text) for block in sums_page(over, flat))
    assert "15% at the start, luck -13, orders -2: 0% at the end  (margin" in sums
    assert "(margin of error 6; for your orders, 9)" in sums
    order_given = order_at(over, flat, place)
    assert order_given is not None
    assert (order_given.points, order_given.within_margin) == (-2, True), "from the chance on the curve"
    assert "12% to 10% (-2 points from your order, within the margin of error)" in text_of(moment_text(order_given))
    assert f"(-2 ±9, answer {place}, within the margin of error)" in reviewed(flat, order_given)
    assert not moments_of(over, flat)[0].within_margin
    page = [plain(block.text) for block in luck_page(over, flat) if isinstance(block, Paragraph)]
    assert not any(WITHIN in text for text in page), "only the moment outside it is listed"
    small = WinProbability(128, True, (SamplePoint(0, 38), SamplePoint(len(over.answers), 30)), ())
    page = [plain(block.text) for block in luck_page(over, small) if isinstance(block, Paragraph)]
    assert page[2] == UNCERTAIN
    assert page[3].startswith("1 ")
    assert WITHIN in page[3]
    alike = WinProbability(128, True, flat.points, (Deviation(place, 32, 38, "no", 6),))
    assert luck_words(alike) == "Luck -13, orders -2: 15% ±6 to 0%", "by the error of the same dice"
    assert are_orders_clear(alike)
    sure = order_at(over, alike, place)
    assert sure is not None
    assert not sure.within_margin
    assert f"(-2 ±2, answer {place})" in reviewed(alike, sure)
    assert "for your orders, 2)" in " ".join(plain(block.text) for block in sums_page(over, alike))


def reviewed(analysis: WinProbability, order: Moment) -> str:
    """An order as in a review."""
    return plain(review_page(analysis, [order], 0)[0].text)


def test_a_game_that_every_playout_wins_or_loses_has_plain_words_and_no_margin() -> None:
    game = Game.new(tables=TABLES, seed=5, campaign="mini", level="basic")
    won = WinProbability(16, False, (SamplePoint(0, 32), SamplePoint(9, 32)), ())
    words = "In all 16 games played on from each point, this campaign is won."
    assert [plain(block.text) for block in sums_page(game, won)] == [words]
    lost = WinProbability(16, False, (SamplePoint(0, 0), SamplePoint(9, 0)), ())
    scenario = Game.new(tables=TABLES, seed=5, scenario=2)
    (only,) = sums_page(scenario, lost)
    assert plain(only.text) == "In all 16 games played on from each point, the station is lost."
    nearly = WinProbability(16, True, (SamplePoint(0, 32), SamplePoint(9, 30), SamplePoint(12, 32)), ())
    assert not nearly.is_certain
    assert nearly.end_margin < won.margin / 2, "near certainty the margin is not that of an even chance"


def test_a_change_by_dice_has_the_error_of_both_chances() -> None:
    """By hand: 100 playouts at 50 % and at 20 % have errors of 5 and 4 points; a result has none."""
    over = Game.new(tables=TABLES, seed=5, scenario=2)
    play_out(over, captain_named("random", 5))
    last = len(over.answers)
    analysis = WinProbability(100, True, (SamplePoint(0, 100), SamplePoint(20, 40), SamplePoint(last, 0)), ())
    first, second = moments_of(over, analysis)
    assert first.error == pytest.approx(1.96 * 0.01 * (25 + 16) ** 0.5, rel=1e-3)
    assert second.error == pytest.approx(1.96 * 0.04, rel=1e-3)
    place = next(number for number, answer in enumerate(over.answers) if isinstance(answer, str))
    order = Deviation(place, 190, 160, "no", 200)
    beyond = WinProbability(100, True, (SamplePoint(0, 190), SamplePoint(last, 0)), (order,))
    assert max(moment.before for moment in moments_of(over, beyond)) == 1.0, "95 % and 15 points gained"


def test_small_changes_before_a_fight_count_together() -> None:
    """By hand: the raid and its bearings cost 9 and 5 points, within the margin alone but not together."""
    over = Game.new(tables=TABLES, seed=5, scenario=5)
    play_out(over, captain_named("random", 5))
    preludes = preludes_of(over)
    raid = next(place for place, name in enumerate(preludes) if "/" in name)
    fight = preludes.index("", raid)
    assert not preludes[0], "the crew"
    assert preludes[raid - 1] == over.events[-1].phase[:10], "weather and help"

    def analysis_of(*values: int) -> WinProbability:
        places = (0, raid, raid + 1, fight, fight + 1, len(over.answers))
        return WinProbability(128, True, tuple(map(SamplePoint, places, values)), ())

    whole = next(part for part in moments_of(over, analysis_of(64, 64, 40, 26, 26, 0)) if part.answers == raid)
    assert (whole.before, whole.after, whole.within_margin) == (64 / 256, 26 / 256, False)
    assert re.match(r"(Kikusui r|R)aid: \d+ planes", whole.words)
    alone = moments_of(over, analysis_of(64, 64, 10, 4, 4, 0))
    assert [part.answers for part in alone] == [raid, raid + 1], "the raid alone is outside the margin"
    within = moments_of(over, analysis_of(64, 64, 56, 50, 50, 0))
    assert [part.answers for part in within if part.answers <= fight] == [raid, raid + 1], "within it even together"


def test_a_flat_game_has_no_moments() -> None:
    """A battle that is never in doubt has no moments."""
    over = Game.new(tables=TABLES, seed=5, scenario=1)
    play_out(over, captain_named("doctrine", 5))
    flat = WinProbability(2, True, (SamplePoint(0, 3), SamplePoint(len(over.answers), 3)), ())
    assert plain(luck_page(over, flat)[-1].text) == NONE


def test_the_drawing_shows_dice_orders_and_moments(game: Game, measured: WinProbability) -> None:
    listed = certain(moments_of(game, measured))
    drawing = curve_of(game, measured, listed)
    root = ElementTree.fromstring(svg.element(curve(drawing.title, drawing.legs, drawing.points)))
    kinds = [part.get("class") for part in root.iter() if part.get("class")]
    assert kinds.count("moment") == len(listed) > 0
    assert kinds.count("order") == sum(order.gain != 0 for order in measured.deviations) + 1, "and one for the key"
    assert kinds.count("dice") > 2
    numbers = [float(value) for part in root.iter() for value in (part.get("cx"), part.get("cy")) if value]
    assert all(0 <= value <= 800 for value in numbers)


def test_the_curve_as_text() -> None:
    """The curve rises to the top, drops at an order and stays level, with the scale at the left."""
    legs = [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.0, True), Leg(10, 0.0, 20, 0.0, False)]
    *rows, rule, key = curve("", legs, [NumberedPoint(0, 0.5)]).lines
    assert rows[0].startswith(" 100 ")
    assert rows[-1].startswith("   0 ")
    assert all(ORDERED in row for row in rows), "the order drops from the top to the bottom"
    (numbered,) = (row for row in rows if row[SCALE:].startswith("1"))
    assert numbered.startswith("  50 ")
    assert re.search(r"o_+$", rows[-1])
    assert set(rule.strip()) == {"-"}
    assert "listed below" in key
    assert curve("", [], []).lines


def test_a_report_includes_the_analysis_if_given(game: Game, measured: WinProbability) -> None:
    html = write_report(game, "html", ("luck",), measured)
    assert "Dice and orders" in html
    assert 'class="dice"' in html
    assert "playouts by the quick doctrine captain" in write_report(game, "md", ("luck",), measured)
    assert "chance" in json.loads(write_report(game, "json", ("luck",), measured))
    assert "Dice and orders" not in write_report(game, "html", ("history",))
    with pytest.raises(ReportError, match="luck"):
        write_report(game, "html", ("fortune",))


def test_only_complete_measurements_are_recalled(game: Game, known: Measurements) -> None:
    assert known_analysis(game, Measurements()) is None
    assert known_analysis(game, Measurements(4, {**known.points}, {}, known.doctrine)) is None


def test_a_moment_lies_on_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    legs = [Leg(0, 0.5, 10, 0.9, False), Leg(10, 0.9, 10, 0.4, True), Leg(10, 0.4, 20, 0.0, False)]
    monkeypatch.setattr(luck_report, "legs_of", lambda analysis: legs)
    chances = [luck_report.chance_at(None, answers) for answers in (0, 5, 15)]
    assert chances == pytest.approx([0.5, 0.7, 0.2])
