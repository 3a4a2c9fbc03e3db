"""The chance of winning as text and JSON: over a game (luck and orders), and with each option of a
decision.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from picket_duty.analysis.officers import GUNNERY_OFFICER
from picket_duty.analysis.segments import (
    BATTLE,
    CREW_DRAWN,
    ENEMY,
    SOURCES,
    events_between,
    sources_of,
)
from picket_duty.analysis.statistics import Interval
from picket_duty.analysis.win_probability import (
    Deviation,
    Segment,
    WinProbability,
    share,
    stretches,
)
from picket_duty.events import Crew, DecisionMade, Event, JsonObject, answers_of
from picket_duty.figures.plots import Leg, NumberedPoint, Tick
from picket_duty.game import Game
from picket_duty.odds.aims import EVERY_AIM, AimPlans
from picket_duty.odds.plan import is_same_order
from picket_duty.pages.blocks import CurveChart, Page, Paragraph, styled
from picket_duty.pages.fire_plan import DIFFERS, aim_name, judged_pair
from picket_duty.requests import ASSIGN, Answer, Choice, Roll
from picket_duty.rules.campaign import stage_at_stake
from picket_duty.state import CAMPAIGN, PHASES
from picket_duty.text import orders, turning_points
from picket_duty.text.chances import (
    CLAIM,
    EXEC,
    NOW,
    YOURS,
    Chance,
    Recommendation,
    behind_words,
    chance_words,
    recommendation_words,
)
from picket_duty.text.dates import label_words
from picket_duty.text.english import count, percent, signed, title_case
from picket_duty.text.orders import decision_words
from picket_duty.text.styled_text import Line, Span, line, safe

#: Causes of a change, and their words.
DICE = "dice"
ORDERS = "orders"
#: The captain of the playouts: doctrine with quick fire plans.
PLAYOUTS = "games simulated with the quick doctrine captain"
#: The parts of luck, as shown.
PART_NAMES = ("crew", "enemy raids", "battle dice")
#: For a game whose chance hardly changed.
NONE = "Nothing changed your chance by 2 points or more."
#: In place of moments none of which is outside its margin of error.
UNCERTAIN = "No single event clearly changed your chance."
#: Said of an order that needs more playouts.
OPEN = f"The effect of your order is {turning_points.NOT_JUDGED}"
#: Said beside numbers that more playouts may change.
COUNTING = "still simulating"
#: Precedes the order of doctrine.
DOCTRINE = "Doctrine would order"


class Moment(msgspec.Struct, frozen=True):
    """A change of the chance, by dice or by an order, after a number of ``answers``.

    ``where`` names day, phase and wave, ``words`` what happened; the chance went from ``before`` to
    ``after``. ``better`` is what doctrine would have ordered, empty for dice. ``error`` is the
    margin of error of the change. ``is_open``: it takes more playouts to say what the order
    changed.
    """

    kind: str
    answers: int
    where: str
    words: str
    before: float
    after: float
    change: float
    better: str = ""
    error: float = 0.0
    is_open: bool = False

    @property
    def points(self) -> int:
        """The change in points between the two chances as shown."""
        return turning_points.points_between(self.before, self.after)

    @property
    def within_margin(self) -> bool:
        """Whether the change is within the margin of error."""
        return abs(self.change) <= self.error


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

    The points of the crew are those of its swings, from chance to chance as shown.
    """
    drawn = [part for part in analysis.segments() if _is_crew(game, part)]
    crew = sum(turning_points.points_between(*_ends(part)) for part in drawn)
    enemy = round(100 * luck_parts(game, analysis)[ENEMY])
    whole = turning_points.points_between(analysis.start, analysis.end)
    luck = whole - round(100 * analysis.decisions)
    parts = (crew, enemy, luck - crew - enemy)
    return list(zip(PART_NAMES, map(turning_points.points_words, parts), strict=True))


def _is_crew(game: Game, part: Segment) -> bool:
    """Whether the dice of a segment only drew the crew."""
    return set(sources_of(game)[part.answers : part.last]) == {CREW_DRAWN}


def moments_of(game: Game, analysis: WinProbability) -> list[Moment]:
    """The largest changes of the chance, in the order of the game. The game needs its history."""
    moments: list[Moment] = []
    for part in analysis.moments():
        if isinstance(part, Segment):
            moments.append(_dice_moment(game, part))
        else:
            moments += order_moments(game, [part], analysis)
    return moments


def _ends(segment: Segment) -> tuple[float, float]:
    """The chances before and after the dice of a segment."""
    return _chance(segment.end.chance - segment.gain), segment.end.chance


def certain(moments: Sequence[Moment]) -> list[Moment]:
    """The moments outside their margin of error."""
    return [moment for moment in moments if not moment.within_margin]


def order_at(game: Game, analysis: WinProbability, answers: int) -> Moment | None:
    """The player's order after a number of answers, if doctrine would have given another."""
    orders = [order for order in analysis.own_orders if order.answers == answers]
    return next(iter(order_moments(game, orders, analysis)), None)


def order_moments(
    game: Game,
    judged: Iterable[Deviation],
    analysis: WinProbability | None = None,
    known: Iterable[Moment] = (),
) -> list[Moment]:
    """Orders as moments; with an analysis, their change is shown from the chance on its curve.

    ``known`` are earlier moments of the same game: what was ordered is not worked out again.
    """
    words = {moment.answers: (moment.where, moment.words, moment.better) for moment in known}
    moments = []
    for order in judged:
        where, given, better = words.get(order.answers) or _order_and_better(game, order)
        # The playouts of an order are good for the difference only.
        before = share(order.better)
        if analysis is not None:
            before = _chance(chance_at(analysis, order.answers))
        moments.append(
            Moment(
                kind=ORDERS,
                answers=order.answers,
                where=where,
                words=given,
                before=before,
                after=_chance(before + order.gain),
                change=order.gain,
                better=better,
                error=CLAIM * order.error,
                is_open=order.is_open,
            )
        )
    return moments


def _chance(value: float) -> float:
    """A sum of chances as a chance: orders may have gained more than it could rise."""
    return min(max(0.0, value), 1.0)


def _dice_moment(game: Game, part: Segment) -> Moment:
    begin, end = events_between(game.events, part.answers, part.last)
    # The rolls and decisions of the segment have its time.
    timed = [
        index for index in range(begin, end) if isinstance(game.events[index], Roll | DecisionMade)
    ] or [begin]
    where = turning_points.time_words(game.events, timed[0], timed[-1])
    words = _crew_words(game.events[begin:end]) if _is_crew(game, part) else ""
    if not words:
        change = part.gain if part.is_clear else 0.0
        words = turning_points.turning_point_words(game.events, begin, end, game.tables, change)
    return Moment(DICE, part.answers, where, words, *_ends(part), part.gain, error=part.margin)


def _crew_words(events: Sequence[Event]) -> str:
    """The crew as drawn, by its gunnery officer; empty if he is not among the events."""
    for event in events:
        if isinstance(event, Crew) and event.post == GUNNERY_OFFICER:
            value = signed(event.value) if event.value else "average"
            surname = event.name.rpartition(" ")[2]
            return f"The crew comes aboard; gunnery officer {surname}, {value}"
    return ""


#: Said of an order that differs from doctrine's, but not from the exec's.
AGREED = ", as your exec would order"


def _order_and_better(game: Game, order: Deviation) -> tuple[str, str, str]:
    """When an order was given, the order, and doctrine's."""
    begin, _ = events_between(game.events, order.answers, order.answers + 1)
    event = game.events[begin]
    before_it = game.at(order.answers)
    choice = before_it.request
    assert isinstance(event, DecisionMade)
    assert isinstance(choice, Choice)
    if choice.kind == ASSIGN:
        plans = AimPlans(before_it.play, choice)
        given, doctrine = judged_pair(plans, event.answer, order.instead)
        if is_same_order(before_it.play, choice, event.answer, plans.advised()[2]):
            given += AGREED
    else:
        given = safe(decision_words(event, game.tables))
        doctrine = orders.answer_words(choice, order.instead, game.tables)
    where = turning_points.time_words(game.events, begin)
    return where, f"{title_case(event.about)}: {given}", doctrine


# -- the curve ---------------------------------------------------------------------


def legs_of(analysis: WinProbability) -> list[Leg]:
    """The curve of the chance, 0 to 1, over the answers of a game: dice as slopes, orders as
    vertical steps.
    """
    places = [order.answers for order in analysis.deviations]
    legs: list[Leg] = []
    for begin, end in pairwise(drawn_points(analysis)):
        between = slice(bisect_left(places, begin[0]), bisect_left(places, end[0]))
        legs += _legs_between(begin, end, analysis.deviations[between])
    return [leg for leg in legs if (leg.x, leg.y) != (leg.to_x, leg.to_y)]


def _legs_between(
    begin: tuple[int, float], end: tuple[int, float], orders: Sequence[Deviation]
) -> Iterator[Leg]:
    """The curve between two of its points: the dice bring what the orders in between do not."""
    x, y = begin
    dice = end[1] - y - sum(order.gain for order in orders)
    slope = dice / max(1, end[0] - x)
    for order in orders:
        before = y + slope * (order.answers - x)
        after = before + order.gain
        yield Leg(x, y, order.answers, before, False)
        yield Leg(order.answers, before, order.answers, after, True)
        x = order.answers
        y = after
    yield Leg(x, y, *end, False)


#: The fewest segments between points with all playouts that say that the first round of points is
#: complete.
FEW = 4


def drawn_points(analysis: WinProbability) -> list[tuple[int, float]]:
    """The points of the curve by answers: the ends of what clearly changed it; every point in the
    first round.
    """
    places = [point.answers for point in analysis.points]
    parts = analysis.segments(analysis.playouts)
    is_rough = not analysis.is_compared and len(parts) < FEW
    clear = set(places) if is_rough else {places[0], places[-1]}
    for part in stretches(parts):
        clear |= {part.answers, part.last} if part.is_clear else set()
    for order in analysis.deviations:
        after = bisect_right(places, order.answers)
        clear |= set(places[after - 1 : after + 1]) if order.is_clear else set()
    return [(point.answers, point.chance) for point in analysis.points if point.answers in clear]


def chance_at(analysis: WinProbability, answers: int) -> float:
    """The chance on the curve after a number of answers, before the order given there."""
    for leg in legs_of(analysis):
        if leg.x == answers:
            return leg.y
        if leg.x < answers < leg.to_x:
            return leg.y + (leg.to_y - leg.y) * (answers - leg.x) / (leg.to_x - leg.x)
    return analysis.end if answers else analysis.start


def ticks_of(game: Game) -> list[Tick]:
    """Where the days of a game begin; for a scenario, its phases and its waves.

    A phase without an attack is minor, one with an attack is major.
    """
    begun: dict[object, Tick] = {}
    for answers, event in enumerate(answers_of(game.events)):
        day, _, phase = event.phase.partition("/")
        if not game.state.scenario:
            begun.setdefault(day, Tick(answers, label_words(event.phase).partition(",")[0]))
        elif event.wave is not None:
            begun.setdefault((phase, event.wave), Tick(answers, f"wave {event.wave}"))
        elif phase in PHASES:
            begun.setdefault(phase, Tick(answers, phase))
    ticks = list(begun.values())
    calm = {tick for tick, then in pairwise(ticks) if {tick.label, then.label} <= set(PHASES)}
    return [
        tick._replace(minor=tick in calm, major=tick.label in PHASES and tick not in calm)
        for tick in ticks
    ]


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


# -- in words ------------------------------------------------------------------------


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
    found = moments_of(game, analysis) if largest is None else largest
    moments = certain(found)
    page: Page = [
        curve_of(game, analysis, moments),
        *sums_page(game, analysis, counting),
        *uncertain_note(game, analysis, found),
    ]
    for number, moment in enumerate(moments, 1):
        page.append(Paragraph(moment_line(moment, number), "log"))
    if not found and not analysis.is_certain:
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
    """In place of moments of which none is outside its margin of error: that none is, and what the
    game did in all.
    """
    if not moments or certain(moments):
        return []
    start = percent(analysis.start)
    end = percent(analysis.end)
    whole = f"In the whole game, your chance went from {start} to {end}"
    if start == end:
        whole = f"Your chance was {start} both at the start and at the end"
    in_all = turning_points.waves_words(game.events)
    return [Paragraph(f"{UNCERTAIN} {whole}. In all: {in_all[:1].lower()}{in_all[1:]}.")]


def sums_page(game: Game, analysis: WinProbability, counting: bool = False) -> Page:
    """Chance at the start, luck, orders and chance at the end with their margins of error; then
    luck by its source.

    ``counting``: more playouts may still change them. If all playouts end alike, only that.
    """
    if analysis.is_certain:
        end = _certain_end(game, analysis)
        return [Paragraph(f"In every game simulated from every point, {end}.")]
    start = line((percent(analysis.start), "strong"), " at the start")
    end_words = " at the end" if analysis.over else " now"
    end_line = line((percent(analysis.end), "strong"), end_words)
    margins = (f"  ({_margins(analysis, counting)})", "dim")
    if not analysis.is_split:
        return [Paragraph(line(*start, ", ", *end_line, margins))]
    luck, orders = (turning_points.points_words(points) for points, _ in contributions(analysis))
    shares = line(
        ", luck ", (luck, "title"), ", orders ", (orders, "warn"), f"{_officers_share(analysis)}: "
    )
    parts = ", ".join(f"{name} {points}" for name, points in part_rows(game, analysis))
    # The margins of error are at the end of the line.
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
    """The end of all playouts."""
    if analysis.stage:
        return f"stage {analysis.stage} is {'held' if analysis.start else 'lost'}"
    if game.state.setup.kind == CAMPAIGN:
        return f"this campaign is {'won' if analysis.start else 'lost'}"
    return f"the station is {'kept' if analysis.start else 'lost'}"


def _margins(analysis: WinProbability, counting: bool) -> str:
    """The margins of error, and how many orders take more playouts."""
    said = f"margin of error {round(100 * analysis.end_margin)}"
    if counting:
        said = f"{COUNTING}; {said}"
    if analysis.is_split and analysis.deviations:
        margin = margin_sign(CLAIM * analysis.orders_error).removeprefix("±")
        said += f"; for your orders, {margin}"
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


#: Said of a game in which the player gave only doctrine's orders.
FOLLOWED = "Every order you gave followed doctrine."
#: What doctrine is, after what differed from it.
EXPLAINED = (
    "Doctrine is an automatic captain who plays by the book; your exec may advise otherwise."
)
#: Below a swing: the chance may have changed since the swing before it.
SMALLER = "Only the biggest swings are listed here."


def orders_words(analysis: WinProbability) -> str:
    """How many of the player's orders differed from doctrine, and what they changed; how many are
    open.
    """
    own = analysis.own_orders
    if not own:
        return FOLLOWED
    clear = [order.gain for order in own if order.is_clear]
    many = len(own)
    counts = {
        "lowered your chance": sum(gain < 0 for gain in clear),
        "raised it": sum(gain > 0 for gain in clear),
        turning_points.WITHIN: many - len(clear) - analysis.open_orders,
        turning_points.NOT_JUDGED: analysis.open_orders,
    }
    parts = ", ".join(f"{number} {words}" for words, number in counts.items() if number)
    return f"{count(many, 'order')} differed from doctrine: {parts}. {EXPLAINED}"


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
    doctrine would order.

    The guns that differ are left out.
    ``margin``: in a list of orders alone, with the margin of error of the points.
    """
    style = "good" if moment.points > 0 else "bad"
    if moment.within_margin:
        style = "dim"
    said, better = (part.partition(DIFFERS)[0] for part in (moment.words, moment.better))
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
        (f"{number} " if number else "", "key"),
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
        analysis.decisions,
        analysis.end_margin,
        CLAIM * analysis.orders_error,
    )


def margin_sign(margin: float) -> str:
    """The margin of error of a difference of orders beside its points, at least 1: no figure is
    certain. ``±3``
    """
    return f"±{max(1, round(100 * margin))}"


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
        page.append(Paragraph(f"Chances are from {PLAYOUTS}, with the same dice for both orders."))
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


# -- the options of a decision -----------------------------------------------------------


def win_lines(
    game: Game,
    chances: dict[str, Chance],
    behind: dict[str, Interval],
    recommendation: Recommendation | None = None,
    held: int = 0,
) -> list[str]:
    """The recommendation, then the chance of winning with every option of a decision, the best
    first.

    ``held`` are the fighters held back with every aim of a fire plan.
    """
    names = _option_names(game, held)
    width = max((len(names[name]) for name in chances), default=0)
    gaps = {name: behind_words(*interval) for name, interval in behind.items()}
    lines = []
    if recommendation is not None and isinstance(game.request, Choice):
        lines.append(recommendation_words(game.request, game.state.setup, recommendation))
    for name, option in sorted(chances.items(), key=lambda pair: -pair[1].chance):
        row = f"{names[name]:<{width}}  {_chance_row(game, option)}"
        lines.append(f"{row}, {gaps[name]}" if gaps[name] else row)
    if recommendation is None and len(chances) > 1 and not any(gaps.values()):
        lines.append("No measurable difference.")
    if counted := min((chance.branches for chance in chances.values()), default=0):
        each = " for each order," if len(chances) > 1 else ""
        lines.append(
            f"{count(counted, 'game')}{each} simulated with the doctrine captain; 95% "
            f"confidence intervals in brackets."
        )
    return lines


def _option_names(game: Game, held: int) -> dict[str, str]:
    """The options of the decision in words."""
    choice = game.request
    names = {EXEC: "Exec's plan", YOURS: "Your plan", NOW: "As things stand"}
    if not isinstance(choice, Choice):
        return names
    names |= {option.value: option.text for option in choice.options}
    if choice.kind == ASSIGN:
        back = f", {held} held back" if held else ""
        names |= {aim.name: f"{aim_name(game.play, aim)}{back}" for aim in EVERY_AIM}
    return names


def _chance_row(game: Game, option: Chance) -> str:
    setup = game.state.setup
    # Only in a long campaign the ships lost decide.
    long = setup.kind == CAMPAIGN and game.tables.campaigns[setup.name].ships_sunk_draw
    lost = option.lost if long else 0.0
    stage = stage_at_stake(game.state)
    return chance_words(setup, option.chance, option.low, option.high, option.draw, lost, stage)


def recommendation_json(game: Game, recommendation: Recommendation | None) -> JsonObject | None:
    """The recommendation as one JSON object: the order, doctrine's, the next best, how they
    compare, the sentence.
    """
    if recommendation is None or not isinstance(game.request, Choice):
        return None
    data: JsonObject = msgspec.to_builtins(recommendation)
    # Of the screens alone: their sentence compares orders that the data only has as a standing.
    del data["chances"], data["rival_leads"]
    return data | {"words": recommendation_words(game.request, game.state.setup, recommendation)}


def options_json(
    game: Game,
    orders: Mapping[str, Answer],
    chances: Mapping[str, Chance],
    behind: Mapping[str, Interval],
    held: int,
) -> list[JsonObject]:
    """The options of a decision as JSON, each answer once: its value, chance, 95 % interval and
    number of playouts.

    At a fire plan one for each aim, with ``aim`` and ``hold``, the fighters held back.

    ``value`` is the answer as in a save, null for a roll. ``draw`` is the chance of a draw,
    ``lost`` the mean number of ships lost, ``behind`` the interval of what the option gives up
    compared with the best one.
    """
    options: list[JsonObject] = []
    is_plan = isinstance(game.request, Choice) and game.request.kind == ASSIGN
    for name, chance in chances.items():
        if (is_plan and name == EXEC) or any(option["value"] == orders[name] for option in options):
            continue
        aim = {"aim": name, "hold": held} if is_plan else {}
        figures = {
            **aim,
            "value": orders[name],
            "win": chance.chance,
            "interval": [chance.low, chance.high],
        }
        more = {"draw": chance.draw, "lost": chance.lost, "behind": list(behind[name])}
        options.append({**figures, "branches": chance.branches, **more})
    return options
