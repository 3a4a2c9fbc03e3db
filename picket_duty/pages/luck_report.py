"""The chance of winning as text and JSON: over a game (luck and orders), and with each option of a
decision.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

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
from picket_duty.events import Crew, DecisionMade
from picket_duty.figures.plots import Leg, NumberedPoint, Tick
from picket_duty.game import Game
from picket_duty.odds.aims import EVERY_AIM, AimPlans
from picket_duty.odds.plan import is_same_order
from picket_duty.pages.blocks import CurveChart, Page, Paragraph, styled
from picket_duty.pages.fire_plan import DIFFERS, aim_name, judged_words
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
from picket_duty.text.names import count, label_words, percent, signed, title_case
from picket_duty.text.orders import format_order
from picket_duty.text.styled_text import Line, Span, line, safe

#: Causes of a change, and their words.
DICE = "dice"
ORDERS = "orders"
#: The captain of the playouts: doctrine with quick fire plans.
PLAYOUTS = "games simulated with the quick doctrine captain"
#: The parts of luck, as shown.
PART_NAMES = ("crew", "what the enemy sent", "battle dice")
#: For a game whose chance hardly changed.
NONE = "Nothing changed your chance by 2 points or more."
#: In place of moments none of which is outside its margin of error.
UNCERTAIN = "No single event clearly changed your chance."
#: Said of an order that needs more playouts.
OPEN = f"The effect of your order is {turning_points.NOT_JUDGED}"
#: Said beside numbers that more playouts may change.
COUNTING = "still counting"
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
    sources = sources_of(game)
    drawn = [
        part
        for part in analysis.segments()
        if set(sources[part.answers : part.last]) == {CREW_DRAWN}
    ]
    crew = sum(turning_points.points_between(*_ends(part)) for part in drawn)
    enemy = round(100 * luck_parts(game, analysis)[ENEMY])
    luck = turning_points.points_between(analysis.start, analysis.end) - round(
        100 * analysis.decisions
    )
    return list(
        zip(
            PART_NAMES,
            map(turning_points.format_points, (crew, enemy, luck - crew - enemy)),
            strict=True,
        )
    )


def moments_of(game: Game, analysis: WinProbability) -> list[Moment]:
    """The largest changes of the chance, in the order of the game. The game needs its history."""
    return [
        _dice_moment(game, part)
        if isinstance(part, Segment)
        else order_moments(game, [part], analysis)[0]
        for part in analysis.moments()
    ]


def _ends(segment: Segment) -> tuple[float, float]:
    """The chances before and after the dice of a segment."""
    return _chance(segment.end.chance - segment.gain), segment.end.chance


def certain(moments: Sequence[Moment]) -> list[Moment]:
    """The moments outside their margin of error."""
    return [moment for moment in moments if not moment.within_margin]


def order_at(game: Game, analysis: WinProbability, answers: int) -> Moment | None:
    """The order given after a number of answers, if doctrine would have given another."""
    orders = [order for order in analysis.deviations if order.answers == answers]
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
        where, given, better = words.get(order.answers) or _order_words(game, order)
        # The playouts of an order are good for the difference only.
        before = (
            share(order.better) if analysis is None else _chance(chance_at(analysis, order.answers))
        )
        after = _chance(before + order.gain)
        error = CLAIM * order.error
        moments.append(
            Moment(
                ORDERS,
                order.answers,
                where,
                given,
                before,
                after,
                order.gain,
                better,
                error,
                order.is_open,
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
    where = turning_points.format_moment(game.events, timed[0], timed[-1])
    change = part.gain if part.is_clear else 0.0
    words = turning_points.format_turning_point(game.events, begin, end, game.tables, change)
    if set(sources_of(game)[part.answers : part.last]) == {CREW_DRAWN}:
        drawn = (event for event in game.events[begin:end] if isinstance(event, Crew))
        gunner = next((event for event in drawn if event.post == GUNNERY_OFFICER), None)
        if gunner is not None:
            value = signed(gunner.value) if gunner.value else "average"
            words = (
                f"The crew comes aboard; gunnery officer {gunner.name.rpartition(' ')[2]}, {value}"
            )
    return Moment(DICE, part.answers, where, words, *_ends(part), part.gain, error=part.margin)


#: Said of an order that differs from doctrine's, but not from the exec's.
AGREED = ", as your exec would order"


def _order_words(game: Game, order: Deviation) -> tuple[str, str, str]:
    """When an order was given, the order, and doctrine's."""
    begin, _ = events_between(game.events, order.answers, order.answers + 1)
    event = game.events[begin]
    before_it = game.at(order.answers)
    choice = before_it.request
    assert isinstance(event, DecisionMade)
    assert isinstance(choice, Choice)
    if choice.kind == ASSIGN:
        plans = AimPlans(before_it.play, choice)
        given, doctrine = judged_words(plans, event.answer, order.instead)
        given += (
            AGREED
            if is_same_order(before_it.play, choice, event.answer, plans.advised()[2])
            else ""
        )
    else:
        given = safe(format_order(event, game.tables))
        doctrine = orders.format_better_order(choice, order.instead, game.tables)
    return (
        turning_points.format_moment(game.events, begin),
        f"{title_case(event.about)}: {given}",
        doctrine,
    )


# -- the curve ---------------------------------------------------------------------


def legs_of(analysis: WinProbability) -> list[Leg]:
    """The curve of the chance, 0 to 1, over the answers of a game: dice as slopes, orders as
    vertical steps.
    """
    places = [order.answers for order in analysis.deviations]
    legs: list[Leg] = []
    for (place, level), (last, end) in pairwise(drawn_points(analysis)):
        orders = analysis.deviations[bisect_left(places, place) : bisect_left(places, last)]
        slope = (end - level - sum(order.gain for order in orders)) / max(1, last - place)
        for order in orders:
            before = level + slope * (order.answers - place)
            after = before + order.gain
            legs.append(Leg(place, level, order.answers, before, False))
            legs.append(Leg(order.answers, before, order.answers, after, True))
            place = order.answers
            level = after
        legs.append(Leg(place, level, last, end, False))
    return [leg for leg in legs if (leg.x, leg.y) != (leg.to_x, leg.to_y)]


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
    answered = [event for event in game.events if isinstance(event, Roll | DecisionMade)]
    for answers, event in enumerate(answered):
        day, _, phase = event.phase.partition("/")
        if not game.state.scenario:
            begun.setdefault(day, Tick(answers, label_words(event.phase).partition(",")[0]))
        elif event.wave is not None or phase in PHASES:
            label = phase if event.wave is None else f"wave {event.wave}"
            begun.setdefault((phase, event.wave), Tick(answers, label))
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
    points = tuple(
        NumberedPoint(moment.answers, chance_at(analysis, moment.answers), moment.words)
        for moment in listed
    )
    return CurveChart(
        chance_title(game, analysis.stage),
        tuple(legs_of(analysis)),
        points,
        tuple(ticks_of(game)),
        here,
    )


# -- in words ------------------------------------------------------------------------


def chance_title(game: Game, stage: int) -> str:
    """Whose chance it is."""
    return f"Your chance of {turning_points.chance_name(game.state.setup, stage)}{'' if stage else ' through the game'}"


def luck_page(
    game: Game,
    analysis: WinProbability,
    largest: Sequence[Moment] | None = None,
    counting: bool = False,
) -> Page:
    """The curve, the sums, and in full the ``largest`` moments outside their margin of error."""
    found = moments_of(game, analysis) if largest is None else largest
    moments = certain(found)
    return [
        curve_of(game, analysis, moments),
        *sums_page(game, analysis, counting),
        *uncertain_note(game, analysis, found),
        *(
            Paragraph(moment_text(moment, number), "log")
            for number, moment in enumerate(moments, 1)
        ),
        *([] if found or analysis.is_certain else [Paragraph(NONE)]),
    ]


def luck_document(game: Game, analysis: WinProbability) -> Page:
    """The page of luck with the number of playouts behind each chance."""
    fewest = min(len(point.results) for point in analysis.points)
    elsewhere = f", where the curve is flat on {fewest}" if fewest < analysis.playouts else ""
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
    whole = (
        f"It was {start} at both ends of the game"
        if start == end
        else f"The whole game took it from {start} to {end}"
    )
    return [Paragraph(f"{UNCERTAIN} {whole}: {turning_points.format_waves(game.events)}.")]


def sums_page(game: Game, analysis: WinProbability, counting: bool = False) -> Page:
    """Chance at the start, luck, orders and chance at the end with their margins of error; then
    luck by its source.

    ``counting``: more playouts may still change them. If all playouts end alike, only that.
    """
    if analysis.is_certain:
        end = f"the station is {'kept' if analysis.start else 'lost'}"
        if analysis.stage:
            end = f"stage {analysis.stage} is {'held' if analysis.start else 'lost'}"
        elif game.state.setup.kind == CAMPAIGN:
            end = f"this campaign is {'won' if analysis.start else 'lost'}"
        return [Paragraph(f"In all games simulated from each point, {end}.")]
    now = "at the end" if analysis.over else "now"
    ends = (
        line((percent(analysis.start), "strong"), " at the start"),
        line((percent(analysis.end), "strong"), f" {now}"),
    )
    margin = (
        f"{f'{COUNTING}; ' if counting else ''}margin of error {round(100 * analysis.end_margin)}"
    )
    open_orders = count(analysis.open_orders, "order") if analysis.open_orders else ""
    still_open = f"; {open_orders} {turning_points.NOT_JUDGED}" if open_orders else ""
    if not analysis.is_split:
        return [Paragraph(line(*ends[0], ", ", *ends[1], (f"  ({margin}{still_open})", "dim")))]
    # The margins of error are at the end of the line.
    luck, orders = (turning_points.format_points(points) for points, _ in contributions(analysis))
    if analysis.deviations:
        margin += (
            f"; for your orders, "
            f"{margin_sign(CLAIM * analysis.orders_error).removeprefix('±')}{still_open}"
        )
    whole = line(
        *ends[0],
        ", luck ",
        (luck, "title"),
        ", orders ",
        (orders, "warn"),
        ": ",
        *ends[1],
        (f"  ({margin})", "dim"),
    )
    parts = ", ".join(f"{name} {points}" for name, points in part_rows(game, analysis))
    return [Paragraph(whole), Paragraph(line(("Luck: ", "dim"), parts))]


def waiting_page(
    key: str, done: float | None = None, seconds: float = 0.0, error: str = ""
) -> Page:
    """Shown without a complete curve: how much of it is ``done``, the error, or the ``key`` that
    starts the analysis.

    ``done`` is a share, None before the start. The curve takes about ``seconds`` in all, 0 if that
    is unknown.
    """
    about = (
        f"{round(seconds / 60)} min" if seconds > 90 else f"{max(1, round(seconds / 10)) * 10} s"
    )
    takes = f" (about {about})" if seconds else ""
    if done is not None:
        return [styled(f"Drawing the curve{takes}{f': {percent(done)} done' if done else ''}")]
    failed = [styled(safe(error), "bad")] if error else []
    return [
        *failed,
        Paragraph(line((key, "key"), (f": show how your chance changed{takes}", "dim"))),
    ]


#: Said of a game whose orders were all those of doctrine.
FOLLOWED = "Every order followed doctrine."
#: What doctrine is, after what differed from it.
EXPLAINED = (
    "Doctrine is an automatic captain who plays by the book; your exec may advise otherwise."
)
#: Below a swing: the chance may have changed since the swing before it.
SMALLER = "Only the biggest swings are listed here."


def orders_words(analysis: WinProbability) -> str:
    """How many orders differed from doctrine, and what they changed; how many are open."""
    if not analysis.deviations:
        return FOLLOWED
    clear = [order.gain for order in analysis.deviations if order.is_clear]
    many = len(analysis.deviations)
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
    chances = OPEN if moment.is_open else chances
    return Paragraph(
        line((f"{DOCTRINE}: ", "title"), safe(moment.better), ". ", (chances, "strong"))
    )


def moment_row(number: int, moment: Moment, margin: bool = False) -> Line:
    """A moment in brief: its number, what it changed, what happened or was ordered and what
    doctrine would order.

    The guns that differ are left out.
    ``margin``: in a list of orders alone, with the margin of error of the points.
    """
    style = "dim" if moment.within_margin else "good" if moment.points > 0 else "bad"
    words, better = (part.partition(DIFFERS)[0] for part in (moment.words, moment.better))
    said = f"{words}; doctrine: {better}" if better else words
    points = f"{turning_points.format_points(moment.points):>4}{f' {margin_sign(moment.error)}' if margin else ''}"
    kind = "" if margin else f"{moment.kind:<6} "
    head = line((f"{number} ", "key"), (kind, "dim"), (f"{points}  ", style))
    return [*head, Span(safe(said))]


def moment_text(moment: Moment, number: int = 0, answer: int | None = None) -> Line:
    """A moment in full: its time, both chances, what happened, or the order and doctrine's.

    ``number`` is that on the curve; ``answer`` is the number of the order for ``saves copy --at``.
    """
    source = "the dice" if moment.kind == DICE else "the order"
    points = f"{turning_points.format_points(moment.points)} points from {source}"
    if answer is not None:
        points = (
            f"{turning_points.format_points(moment.points)} {margin_sign(moment.error)}, answer "
            f"{answer}"
        )
    within = f", {turning_points.WITHIN}" if moment.within_margin else ""
    told = f"Order: {moment.words}. {DOCTRINE}: {moment.better}" if moment.better else moment.words
    return line(
        (f"{number} " if number else "", "key"),
        (f"{moment.where}: ", "title"),
        (f"{percent(moment.before)} to {percent(moment.after)}", "strong"),
        (f" ({points}{within}). ", "dim"),
        safe(f"{told}."),
    )


def contributions(analysis: WinProbability) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """The points of luck and of orders, each with whether they are within their margin of error."""
    start = analysis.start
    end = analysis.end
    orders = analysis.decisions
    return turning_points.luck_and_orders(
        start, end, orders, analysis.end_margin, CLAIM * analysis.orders_error
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
    orders = (
        Paragraph(moment_text(moment, number, base + moment.answers), "log")
        for number, moment in enumerate(judged, 1)
    )
    said: Page = [*orders, Paragraph(orders_words(analysis))]
    if judged:
        said.append(Paragraph(f"Chances are from {PLAYOUTS}, with the same dice for both orders."))
        said.append(Paragraph("± is the margin of error of the difference."))
    return said


def review_json(game: Game, analysis: WinProbability) -> list[dict[str, Any]]:
    """Every order that differs from doctrine's as data, the costliest first.

    The number of answers before, subject, cost, verdict, given and better, points and their error.
    """
    orders = sorted(analysis.deviations, key=lambda order: (order.gain, order.answers))
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
    return ("worse" if order.gain < 0 else "better") if order.is_clear else "within margin"


def as_json(game: Game, analysis: WinProbability) -> dict[str, Any]:
    """The win probability as JSON: sums, curve by answers, moments, and the orders that differed
    from doctrine.
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
        for each in analysis.deviations
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
    choice = game.request
    setup = game.state.setup
    stage = stage_at_stake(game.state)
    long = setup.kind == CAMPAIGN and game.tables.campaigns[setup.name].ships_sunk_draw
    words = {EXEC: "Exec's plan", YOURS: "Your plan", NOW: "As things stand"}
    if isinstance(choice, Choice):
        words |= {option.value: option.text for option in choice.options}
        aims = [aim for aim in EVERY_AIM if choice.kind == ASSIGN and aim.name in chances]
        back = f", {held} held back" if held else ""
        words |= {
            aim.name: f"{number} {aim_name(game.play, aim)}{back}"
            for number, aim in enumerate(aims, 1)
        }
    width = max((len(words[name]) for name in chances), default=0)
    lines = []
    if recommendation is not None and isinstance(choice, Choice):
        lines.append(recommendation_words(choice, setup, recommendation))
    for name, option in sorted(chances.items(), key=lambda pair: -pair[1].chance):
        lost = option.lost if long else 0.0
        chance = chance_words(
            setup, option.chance, option.low, option.high, option.draw, lost, stage
        )
        lines.append(
            ", ".join(
                filter(None, (f"{words[name]:<{width}}  {chance}", behind_words(*behind[name])))
            )
        )
    if (
        recommendation is None
        and len(chances) > 1
        and not any(behind_words(*interval) for interval in behind.values())
    ):
        lines.append("No measurable difference.")
    counted = min((chance.branches for chance in chances.values()), default=0)
    if counted:
        each = " for each order," if len(chances) > 1 else ""
        lines.append(
            f"{count(counted, 'game')}{each} simulated with the doctrine captain; 95% "
            f"confidence intervals in brackets."
        )
    return lines


def recommendation_json(game: Game, recommendation: Recommendation | None) -> dict[str, Any] | None:
    """The recommendation as one JSON object: the order, doctrine's, the next best, how they
    compare, the sentence.
    """
    if recommendation is None or not isinstance(game.request, Choice):
        return None
    data: dict[str, Any] = msgspec.to_builtins(recommendation)
    del data["chances"]
    return data | {"words": recommendation_words(game.request, game.state.setup, recommendation)}


def options_json(
    game: Game,
    orders: Mapping[str, Answer],
    chances: Mapping[str, Chance],
    behind: Mapping[str, Interval],
    held: int,
) -> list[dict[str, Any]]:
    """The options of a decision as JSON, each answer once: its value, chance, 95 % interval and
    number of playouts.

    At a fire plan one for each aim, with ``aim`` and ``hold``, the fighters held back.

    ``value`` is the answer as in a save, null for a roll. ``draw`` is the chance of a draw,
    ``lost`` the mean number of ships lost, ``behind`` the interval of what the option gives up
    compared with the best one.
    """
    options: list[dict[str, Any]] = []
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
