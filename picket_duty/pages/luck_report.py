"""The chance of winning over a game, by luck and by orders, as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from picket_duty.analysis.half_wins import share
from picket_duty.analysis.segments import (
    BATTLE,
    ENEMY,
    SOURCES,
    sources_of,
)
from picket_duty.analysis.win_probability import (
    Deviation,
    WinProbability,
)
from picket_duty.events import JsonObject
from picket_duty.figures.curves import NumberedPoint
from picket_duty.game import Game
from picket_duty.pages.blocks import CurveChart, Page, Paragraph, styled
from picket_duty.pages.chance_moments import (
    DICE,
    Moment,
    certain,
    dice_ends,
    draws_crew,
    moments_of,
    order_moments,
)
from picket_duty.pages.fire_plan import DIFFERS
from picket_duty.pages.win_curve import chance_at, legs_of, ticks_of
from picket_duty.state import CAMPAIGN
from picket_duty.text import turning_points
from picket_duty.text.chances import CLAIM
from picket_duty.text.english import count, lowered, percent
from picket_duty.text.styled_text import Line, Span, line, safe

#: The captain of the playouts: doctrine with quick fire plans.
PLAYOUTS = "games simulated with the quick version of the doctrine captain"
#: The parts of luck, as shown.
PART_NAMES = ("crew", "enemy raids", "battle dice")
#: For a game whose chance hardly changed.
NONE = "Nothing changed your chance by 2 points or more."
#: In place of moments none of which is outside its margin of error.
UNCERTAIN = "No single event clearly changed your chance."
#: Said of an order that needs more playouts.
OPEN = "The effect of your order has not been judged yet"
#: Said beside numbers that more playouts may change.
COUNTING = "still simulating"
#: Precedes the order of doctrine.
DOCTRINE = "Doctrine would order"
#: Said of a game in which the player gave only doctrine's orders.
FOLLOWED = "Every order you gave followed doctrine."
#: What doctrine is, after what differed from it.
EXPLAINED = (
    "The doctrine captain is an automatic captain who plays by the book; your exec may advise "
    "otherwise."
)
#: Below a swing: the chance may have changed since the swing before it.
SMALLER = "Only the biggest swings in your chance are listed here."


def luck_parts(game: Game, analysis: WinProbability) -> dict[str, float]:
    """Luck from the crew, from enemy raids, and from all other dice, as probabilities that add up
    to all luck.

    A segment that mixes sources counts as battle. The game needs its history.
    """
    sources = sources_of(game)
    sums = dict.fromkeys(SOURCES, 0.0)
    for segment in analysis.segments():
        kinds = set(sources[segment.answers : segment.last])
        sums[kinds.pop() if len(kinds) == 1 else BATTLE] += segment.gain
    return sums


def part_rows(game: Game, analysis: WinProbability) -> list[tuple[str, str]]:
    """The parts of luck with their points, as shown: they add up to the points of luck as shown.

    The points of the crew are those between the chances shown before and after it was drawn; the
    battle dice have what is left.
    """
    drawn = [part for part in analysis.segments() if draws_crew(game, part)]
    crew = sum(turning_points.points_between(*dice_ends(part)) for part in drawn)
    enemy = round(100 * luck_parts(game, analysis)[ENEMY])
    (luck, _), _ = contributions(analysis)
    parts = (crew, enemy, luck - crew - enemy)
    return list(zip(PART_NAMES, map(turning_points.points_words, parts), strict=True))


def curve_of(
    game: Game, analysis: WinProbability, listed: Sequence[Moment], here: int | None = None
) -> CurveChart:
    """The curve with the numbers of the moments listed below it; ``here`` is a position to mark, in
    answers.
    """
    points = [
        NumberedPoint(moment.answers, chance_at(analysis, moment.answers), moment.words)
        for moment in listed
    ]
    return CurveChart(
        title=chance_title(game, analysis.stage),
        legs=tuple(legs_of(analysis)),
        points=tuple(points),
        ticks=tuple(ticks_of(game)),
        here=here,
    )


def chance_title(game: Game, stage: int) -> str:
    """Whose chance it is."""
    title = f"Your chance of {turning_points.chance_name(game.state.setup, stage)}"
    return title if stage else f"{title}, point by point through the game"


def luck_page(
    game: Game,
    analysis: WinProbability,
    largest: Sequence[Moment] | None = None,
    counting: bool = False,
) -> Page:
    """The curve, the sums, and in full the ``largest`` moments outside their margin of error."""
    if largest is None:
        largest = moments_of(game, analysis)
    shown = certain(largest)
    page: Page = [
        curve_of(game, analysis, shown),
        *sums_page(game, analysis, counting),
        *uncertain_note(game, analysis, largest),
    ]
    for number, moment in enumerate(shown, 1):
        page.append(Paragraph(moment_line(moment, number), "log"))
    if not largest and not analysis.is_certain:
        page.append(Paragraph(NONE))
    return page


def luck_document(game: Game, analysis: WinProbability) -> Page:
    """The page of luck with the number of playouts behind each chance."""
    fewest = min(len(point.results) for point in analysis.points)
    elsewhere = f", or on {fewest} where the curve is flat" if fewest < analysis.playouts else ""
    return [
        *luck_page(game, analysis),
        Paragraph(f"Each chance is based on {analysis.playouts} {PLAYOUTS}{elsewhere}."),
    ]


def uncertain_note(game: Game, analysis: WinProbability, moments: Sequence[Moment]) -> Page:
    """The note instead of moments if none of them is outside its margin of error: it says so, and
    what happened in the game in all. Empty if one is, or if there are no moments.
    """
    if not moments or certain(moments):
        return []
    start = percent(analysis.start)
    end = percent(analysis.end)
    whole = f"Over the whole game, your chance went from {start} to {end}"
    if start == end:
        whole = f"Your chance was {start} both at the start and at the end"
    in_all = turning_points.waves_words(game.events)
    return [Paragraph(f"{UNCERTAIN} {whole}. In all: {lowered(in_all)}.")]


def sums_page(game: Game, analysis: WinProbability, counting: bool = False) -> Page:
    """Chance at the start, luck, orders and chance at the end with their margins of error; then
    luck by its source.

    ``counting``: more playouts may still change them. If all playouts end alike, the page says only
    that.
    """
    if analysis.is_certain:
        end = _certain_end(game, analysis)
        return [Paragraph(f"In every game simulated from every point, {end}.")]
    start = line((percent(analysis.start), "strong"), " at the start")
    end_words = " at the end" if analysis.over else " now"
    end_line = line((percent(analysis.end), "strong"), end_words)
    margins = (f"  ({_margins(analysis, counting)})", "dim")
    # Until every order has been played out, luck and orders are not known apart.
    if not analysis.is_split:
        return [Paragraph(line(*start, ", ", *end_line, margins))]
    luck, orders = (turning_points.points_words(points) for points, _ in contributions(analysis))
    shares = line(
        ", luck ", (luck, "title"), ", orders ", (orders, "warn"), f"{_officers_share(analysis)}: "
    )
    parts = ", ".join(f"{name} {points}" for name, points in part_rows(game, analysis))
    return [
        Paragraph(line(*start, *shares, *end_line, margins)),
        Paragraph(line(("Luck: ", "dim"), parts)),
    ]


def _officers_share(analysis: WinProbability) -> str:
    """The officers' part of the points of orders; empty if they only gave doctrine's orders."""
    orders = analysis.officers_orders
    if not orders:
        return ""
    points = round(100 * sum(order.gain for order in orders))
    return f" (your officers' share: {turning_points.points_words(points)})"


def _certain_end(game: Game, analysis: WinProbability) -> str:
    """The end of all playouts: the chance is 0 or 1 throughout."""
    if analysis.stage:
        return f"stage {analysis.stage} is {'held' if analysis.start else 'lost'}"
    if game.state.setup.kind == CAMPAIGN:
        return f"this campaign is {'won' if analysis.start else 'lost'}"
    return f"the station is {'kept' if analysis.start else 'lost'}"


def _margins(analysis: WinProbability, counting: bool) -> str:
    """The margins of error, and how many orders take more playouts."""
    said = f"margin of error: {round(100 * analysis.end_margin)} points"
    if counting:
        said = f"{COUNTING}; {said}"
    if analysis.is_split and analysis.deviations:
        margin = margin_points(CLAIM * analysis.orders_error)
        said += f" overall, {margin} for your orders"
    if analysis.open_orders:
        said += f"; {count(analysis.open_orders, 'order')} {turning_points.NOT_JUDGED}"
    return said


def waiting_page(
    key: str, done: float | None = None, seconds: float = 0.0, error: str = ""
) -> Page:
    """Shown without a complete curve: how much of it is ``done``, the error, or the ``key`` that
    starts the analysis.

    ``done`` is a share, None before the start. The curve takes about ``seconds`` in all, 0 if that
    is unknown.
    """
    takes = ""
    if seconds > 90:
        takes = f" (about {round(seconds / 60)} min)"
    elif seconds:
        takes = f" (about {max(1, round(seconds / 10)) * 10} s)"
    if done is not None:
        share_done = f": {percent(done)} done" if done else ""
        return [styled(f"Drawing the curve{takes}{share_done}")]
    start = Paragraph(line((key, "key"), (f": show how your chance changed{takes}", "dim")))
    return [styled(safe(error), "bad"), start] if error else [start]


def orders_words(analysis: WinProbability) -> str:
    """How many of the player's orders differed from doctrine, and what they changed; how many are
    open.
    """
    own = analysis.own_orders
    if not own:
        return FOLLOWED
    clear = [order.gain for order in own if order.is_clear]
    many = len(own)
    worse = sum(gain < 0 for gain in clear)
    counts = {
        "lowered your chance": worse,
        "raised it" if worse else "raised your chance": sum(gain > 0 for gain in clear),
        turning_points.WITHIN: many - len(clear) - analysis.open_orders,
        turning_points.NOT_JUDGED: analysis.open_orders,
    }
    differed = f"{count(many, 'order')} differed from doctrine"
    # All orders did the same.
    if many in counts.values():
        return f"{differed}; {_all_words(many, counts)}. {EXPLAINED}"
    parts = ", ".join(f"{number} {words}" for words, number in counts.items() if number)
    return f"{differed}: {parts}. {EXPLAINED}"


def _all_words(many: int, counts: Mapping[str, int]) -> str:
    """What all of the orders did, or how all were judged: ``they have not been judged yet``."""
    told = next(words for words, number in counts.items() if number == many)
    subject = "it" if many == 1 else "they"
    if told == turning_points.NOT_JUDGED:
        return f"{subject} {'has' if many == 1 else 'have'} not been judged yet"
    if told == turning_points.WITHIN:
        subject += " is" if many == 1 else " are"
    return f"{subject} {told}"


def better_order(moment: Moment) -> Paragraph:
    """What doctrine would have ordered, and the chance with either order."""
    chances = f"Chance {percent(moment.before)}, with your order {percent(moment.after)}"
    if moment.is_open:
        chances = OPEN
    return Paragraph(
        line((f"{DOCTRINE}: ", "title"), safe(moment.better), ". ", (chances, "strong"))
    )


def moment_row(number: int, moment: Moment, margin: bool = False) -> Line:
    """A moment in brief: its number, what it changed, what happened or was ordered and what
    doctrine would order, without the guns that differ.

    ``margin``: in a list of orders alone, with the margin of error of the points.
    """
    style = "good" if moment.points > 0 else "bad"
    if moment.within_margin:
        style = "dim"
    said, _, _ = moment.words.partition(DIFFERS)
    better, _, _ = moment.better.partition(DIFFERS)
    if better:
        said += f"; doctrine: {better}"
    kind = f"{moment.kind:<6} "
    points = f"{turning_points.points_words(moment.points):>4}"
    if margin:
        kind = ""
        points += f" {margin_sign(moment.error)}"
    head = line((f"{number} ", "key"), (kind, "dim"), (f"{points}  ", style))
    return [*head, Span(safe(said))]


def moment_line(moment: Moment, number: int = 0, answer: int | None = None) -> Line:
    """A moment in full: its time, both chances, what happened, or the order and doctrine's.

    ``number`` is that on the curve; ``answer`` is the number of the order for ``saves copy --at``.
    """
    change = turning_points.points_words(moment.points)
    if answer is not None:
        change += f" {margin_sign(moment.error)}, answer {answer}"
    else:
        change += f" points from {'the dice' if moment.kind == DICE else 'the order'}"
    if moment.within_margin:
        change += f", {turning_points.WITHIN}"
    told = moment.words
    if moment.better:
        told = f"Order: {moment.words}. {DOCTRINE}: {moment.better}"
    return line(
        (f"{number}. " if number else "", "key"),
        (f"{moment.where}: ", "title"),
        (f"{percent(moment.before)} to {percent(moment.after)}", "strong"),
        (f" ({change}). ", "dim"),
        safe(f"{told}."),
    )


def contributions(analysis: WinProbability) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """The points of luck and of orders, each with whether they are within their margin of error."""
    return turning_points.luck_and_orders(
        analysis.start,
        analysis.end,
        orders=analysis.decisions,
        error=analysis.end_margin,
        orders_error=CLAIM * analysis.orders_error,
    )


def margin_sign(margin: float) -> str:
    """The margin of error of a difference of orders beside its points: ``±3``."""
    return f"±{margin_points(margin)}"


def margin_points(margin: float) -> int:
    """A margin of error in points, at least 1: no figure is certain."""
    return max(1, round(100 * margin))


def review_page(game: Game, analysis: WinProbability, base: int) -> Page:
    """The orders judged, the clear ones first; ``base`` is the number of answers before those of
    the analysis.
    """
    judged = order_moments(game, analysis.ranked)
    page: Page = [
        Paragraph(moment_line(moment, number, base + moment.answers), "log")
        for number, moment in enumerate(judged, 1)
    ]
    page.append(Paragraph(orders_words(analysis)))
    if judged:
        page.append(
            Paragraph(f"Each chance is based on {PLAYOUTS}, with the same dice for both orders.")
        )
        page.append(Paragraph("± is the margin of error of the difference."))
    return page


def review_json(game: Game, analysis: WinProbability) -> list[JsonObject]:
    """Every order of the player that differs from doctrine's as data, the costliest first.

    The number of answers before, subject, cost, verdict, given and better, points and their error.
    """
    orders = sorted(analysis.own_orders, key=lambda order: (order.gain, order.answers))
    return [
        {
            "number": game.base + order.answers,
            "about": moment.words.partition(":")[0].lower(),
            "where": moment.where,
            "verdict": verdict(order),
            "cost": -order.gain,
            "points": 100 * order.gain,
            "error": 100 * order.error,
            "given": game.answers[order.answers],
            "better": order.instead,
            "chance": {"given": moment.after, "better": moment.before},
            "branches": len(order.given),
        }
        for order, moment in zip(orders, order_moments(game, orders), strict=True)
    ]


def verdict(order: Deviation) -> str:
    """What an order did to the chance compared with doctrine's, in a word for JSON; ``open`` needs
    more playouts.
    """
    if order.is_open:
        return "open"
    if not order.is_clear:
        return "within margin"
    return "worse" if order.gain < 0 else "better"


def as_json(game: Game, analysis: WinProbability) -> JsonObject:
    """The win probability as JSON: sums, curve by answers, moments, and the player's orders that
    differed from doctrine. The sum of orders has those of the officers too.
    """
    sums = {
        "start": analysis.start,
        "luck": analysis.luck,
        "orders": analysis.decisions,
        "end": analysis.end,
    }
    orders = [
        {
            "answers": each.answers,
            "given": share(each.given),
            "better": share(each.better),
            "verdict": verdict(each),
        }
        for each in analysis.own_orders
    ]
    return {
        "chance": sums | luck_parts(game, analysis),
        "branches": analysis.playouts,
        "curve": [{"answers": point.answers, "chance": point.chance} for point in analysis.points],
        "moments": moments_of(game, analysis),
        "orders": orders,
    }
