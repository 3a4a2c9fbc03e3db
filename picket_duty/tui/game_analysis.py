"""Win probability of a game, computed in the background for the screens that show it.

A ``GameAnalysis`` belongs to one game and notifies the screens that listen to it. Results are cached, so an analysis
that was left early is resumed later.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen
from textual.worker import get_current_worker

from picket_duty.events import DecisionMade
from picket_duty.figures import plots
from picket_duty.figures.plots import Tick
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import stages_begun
from picket_duty.state import PHASES
from picket_duty.text.consequences import percent
from picket_duty.text.names import label_words
from picket_duty.text.turning_points import align_points, chance_name, format_points
from picket_duty.tui.crash_handler import wants_traceback
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, line, safe, wrap

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.pages.luck_report import Moment

#: Worker processes of a background analysis: more would heat the player's machine for little gain.
MAX_PROCESSES = 4
#: Said of a game whose orders were all those of doctrine, or cost nothing that can be measured.
NO_COST = "None of your orders clearly lowered your chances."
#: Said with it if the orders that differ from doctrine's lowered or raised them together, within the margin of error.
WITHIN_MARGIN = "Together they are within their margin of error."
#: Seconds between two progress reports.
REPORT_INTERVAL = 0.3
#: The rounds of damage control after the last wave of a phase, on the time axis of the curve.
REPAIRS = "repairs"
#: Rows of the curve on a page with more to show.
CURVE_ROWS = 9

#: Held by the analysis that computes: the next one waits, and then knows what the first one measured.
COMPUTING = threading.Lock()


class Abandoned(Exception):
    """No screen shows the analysis any more."""


class GameAnalysis:
    """The win probability over a game. ``result`` is None until computed; ``done`` of ``total`` is the progress.

    In a campaign of stages it is the chance of holding one ``stage``, by default the current one or the last; 0 is the
    whole game. ``whole`` is what is analyzed, from its first answer; ``moments`` count their answers in it, and
    ``before`` is the number of answers before it.
    """

    def __init__(self, game: Game, stage: int = 0) -> None:
        self.game = game
        #: The stages that have begun.
        self.stages = stages_begun(game.state)
        self.stage = stage or self.stages
        self.whole: Game | None = None
        #: The game from its first answer, also if only a stage of it is analyzed.
        self.entire: Game | None = None
        self.result: WinProbability | None = None
        self.moments: list[Moment] = []
        #: The most costly orders; None until they are judged.
        self.worst: list[Moment] | None = None
        self.error = ""
        #: About how many seconds the analysis takes, 0 until it is known.
        self.seconds = 0.0
        self.started = False
        self.done = self.total = 0
        #: Called whenever there is something new to show.
        self.listeners: list[Callable[[], None]] = []

    @property
    def has_curve(self) -> bool:
        """Whether the game or the stage can be analyzed; of other games, only the dice are compared."""
        from picket_duty.analysis.win_probability import has_curve

        return has_curve(self.game, self.stage)

    @property
    def before(self) -> int:
        """The answers of the game before the stage that is analyzed; 0 for a whole game and until it is known."""
        return self.whole.base if self.stage and self.whole is not None else 0

    @property
    def state_shown(self) -> tuple[bool, bool, str]:
        """A value that changes when there is something new to show; between two of them only the progress changes."""
        return self.result is None, self.worst is None, self.error

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers; None if unknown or the same as doctrine's."""
        if self.result is None or self.whole is None:
            return None
        from picket_duty.pages.luck_report import order_at

        place = answers - self.before
        judged = next((order for order in self.worst or () if order.answers == place), None)
        return judged or order_at(self.whole, self.result, place)

    def chance_at(self, answers: int) -> float | None:
        """The chance after so many answers of the game; None if unknown, and outside the stage that is analyzed."""
        if self.result is None:
            return None
        from picket_duty.pages.luck_report import chance_at

        place = answers - self.before
        if self.stage and not 0 <= place <= self.result.points[-1].answers:
            return None
        return chance_at(self.result, place)

    @property
    def swings(self) -> list[Moment]:
        """The moments outside their margin of error; all if none is.

        An order that was played again has the same chances as among the costliest orders.
        """
        from picket_duty.pages.luck_report import certain

        again = {order.answers: order for order in self.worst or ()}
        return certain([again.get(moment.answers, moment) if moment.better else moment for moment in self.moments])

    def heading_lines(self, width: int) -> list[Line]:
        """Above the moments if none is outside its margin of error: that none is."""
        from picket_duty.pages.luck_report import UNCERTAIN

        swings = self.swings
        return wrap(line((UNCERTAIN, "dim")), width) if swings and swings[0].close else []

    def notify(self) -> None:
        """Call every listener."""
        for listener in list(self.listeners):
            listener()

    def compute(self, folder: str, jobs: int, report: Callable[[], None]) -> None:
        """Compute in this thread; ``report`` is called often and may raise Abandoned, which ends the work."""
        from picket_duty.analysis.review import review
        from picket_duty.analysis.win_probability import (
            analyze_game,
            estimated_seconds,
            load_measurements,
            store_measurements,
        )
        from picket_duty.analysis.workers import WorkersLost
        from picket_duty.pages.luck_report import moments_of, worst_of
        from picket_duty.saves import SaveError

        def progress(done: int, total: int) -> None:
            self.done, self.total = done, total
            report()

        try:
            whole, stage = self._analyzed_game(), self.stage
            known = load_measurements(whole, stage)
            self.seconds = self.seconds or estimated_seconds(whole, jobs, stage)
            try:
                result = analyze_game(whole, jobs, 0, folder, known, progress, background=True, stage=stage)
                self.moments = moments_of(whole, result)
                self.whole, self.result = whole, result
                report()
                judged = review(whole, result, known, jobs, folder, progress, background=True)
            finally:
                store_measurements(whole, known, stage)
            self.worst = worst_of(whole, judged, self.result)
        except WorkersLost:
            self.fail("The analysis was interrupted")
        except (SaveError, OSError) as error:
            self.fail(str(error))
        report()

    def load_cached(self) -> None:
        """Load the result from the cache, if it is complete."""
        from picket_duty.analysis.win_probability import estimated_seconds, known_analysis, load_measurements
        from picket_duty.analysis.workers import cores
        from picket_duty.pages.luck_report import moments_of
        from picket_duty.saves import SaveError

        try:
            whole = self._analyzed_game()
        except SaveError:
            return
        result = known_analysis(whole, load_measurements(whole, self.stage), self.stage)
        if result is not None and self.result is None:
            self.moments, self.whole, self.result = moments_of(whole, result), whole, result
        elif self.result is None:
            self.whole = whole if self.stage else self.whole
            self.seconds = estimated_seconds(whole, min(MAX_PROCESSES, cores()), self.stage)

    def _analyzed_game(self) -> Game:
        """The game from its first answer, or the stage as a separate game. Raises SaveError."""
        from picket_duty.analysis.win_probability import stage_game

        self.entire = whole = whole_game(self.game)
        return stage_game(whole, self.stage) if self.stage else whole

    def fail(self, error: str) -> None:
        """Show the error; the player may start the analysis again."""
        self.error, self.started = error, False


def start_analysis(app: App[Any], analysis: GameAnalysis) -> None:
    """Compute in the background for as long as a screen listens."""
    from picket_duty.analysis.workers import cores

    analysis.started, analysis.error = True, ""
    folder = str(analysis.game.tables.layer or "")
    jobs = min(MAX_PROCESSES, cores())

    def work() -> None:
        worker = get_current_worker()
        reported_at, reported = 0.0, analysis.state_shown

        def report() -> None:
            nonlocal reported_at, reported
            if worker.is_cancelled or not analysis.listeners:
                raise Abandoned
            if analysis.state_shown != reported or time.monotonic() - reported_at >= REPORT_INTERVAL:
                reported_at, reported = time.monotonic(), analysis.state_shown
                app.call_from_thread(analysis.notify)

        try:
            while not COMPUTING.acquire(timeout=REPORT_INTERVAL):
                report()
            try:
                analysis.compute(folder, jobs, report)
            finally:
                COMPUTING.release()
        except Abandoned:
            analysis.started = analysis.result is not None
            if analysis.listeners and not analysis.started and not worker.is_cancelled:
                # A page was opened on it again while it ended.
                app.call_from_thread(start_analysis, app, analysis)
        except Exception as error:
            # A save that was changed by hand may not be playable: the page says so, and the program goes on.
            if wants_traceback():
                raise
            analysis.fail(f"The calculation failed: {error}")
            app.call_from_thread(analysis.notify)

    app.run_worker(work, thread=True, group="analysis")


def load_in_background(screen: Screen[Any], analysis: GameAnalysis) -> None:
    """Load the cached result without blocking the screen, unless the game is too long for one."""

    def work() -> None:
        worker = get_current_worker()
        analysis.load_cached()
        if (analysis.result or analysis.seconds) and not worker.is_cancelled:
            screen.app.call_from_thread(analysis.notify)

    if analysis.result is None and not analysis.started and analysis.has_curve:
        screen.run_worker(work, thread=True)


def whole_game(game: Game) -> Game:
    """A game from its first answer, read from its save if only its end was loaded. Raises SaveError."""
    from picket_duty.saves import load_whole

    return load_whole(game.journal.path, game.tables) if game.base and game.journal else game


# -- on the page -------------------------------------------------------------------


def sums_lines(analysis: GameAnalysis, width: int) -> list[Line]:
    """The sums and where luck came from; if the game is won or lost in all playouts, that. Empty without a result."""
    from picket_duty.pages.luck_report import certain_of

    result = analysis.result
    if result is None:
        return []
    if result.is_certain:
        return wrap(line(certain_of(analysis.game, result)), width)
    return [*wrap(sums_line(result), width), *wrap(parts_line(analysis), width)]


def sums_line(result: WinProbability) -> Line:
    """Chance at the start, luck, orders and chance at the end in a line, with the margin of error."""
    from picket_duty.pages.luck_report import brought, orders_margin, sums_of, whole_margin

    sums = sums_of(result)
    # The margins of error are at the end of the line.
    ordered = f"; for your orders, {whole_margin(orders_margin(result))}" if result.deviations else ""
    luck, orders = (points.partition(" (")[0] for points in brought(result))
    return line(
        (percent(sums.start), "strong"), (" at the start, luck ", "plain"), (luck, "title"),
        (", orders ", "plain"), (orders, "warn"), (": ", "plain"),
        (percent(sums.end), "strong"), (f" {'at the end' if result.over else 'now'}", "plain"),
        (f"  (margin of error {round(100 * result.end_margin)}{ordered})", "dim"),
    )  # fmt: skip


def parts_line(analysis: GameAnalysis) -> Line:
    """Where luck came from: crew, enemy, dice of battle. Empty without a result."""
    from picket_duty.pages.luck_report import part_words

    if analysis.result is None or analysis.whole is None:
        return []
    return line(("Luck: ", "dim"), part_words(analysis.whole, analysis.result))


def analysis_heading(analysis: GameAnalysis) -> Line:
    """The heading of the analysis: whose chance it is."""
    name = chance_name(analysis.game.state.setup, analysis.stage)
    return line((f"Your chance of {name}{'' if analysis.stage else ' through the game'}", "title"))


def curve_picture(
    analysis: GameAnalysis, width: int, height: int, glyphs: Glyphs, listed: Sequence[Moment], here: int | None = None
) -> list[Line]:
    """The curve with the numbers of the moments listed below it, and a key. Empty without a result."""
    from picket_duty.pages.luck_report import chance_at, legs_of

    result = analysis.result
    if result is None:
        return []
    marks = [plots.NumberedPoint(moment.answers, chance_at(result, moment.answers)) for moment in listed]
    ticks = ticks_of(analysis.whole) if analysis.whole is not None else ()
    curve = plots.curve_lines(legs_of(result), marks, width, height - 1, glyphs.dots, here, ticks)
    return [*curve, plots.curve_key(glyphs.dots, here is not None, bool(marks))]


def ticks_of(game: Game) -> list[Tick]:
    """Where the days of a game begin; for a scenario, its phases, its waves and the repairs after them.

    A phase without an attack is minor, one with an attack is major.
    """
    ticks: list[Tick] = []
    before, fought = "", ""
    answered = [event for event in game.events if isinstance(event, Roll | DecisionMade)]
    for answers, event in enumerate(answered):
        label = _tick_words(event, not game.state.scenario, event.phase == fought)
        if label and label != before:
            ticks.append(Tick(answers, label))
        before = label or before
        fought = fought if event.wave is None else event.phase
    calm = {tick for tick, then in itertools.pairwise(ticks) if {tick.label, then.label} <= set(PHASES)}
    return [tick._replace(minor=tick in calm, major=tick.label in PHASES and tick not in calm) for tick in ticks]


def _tick_words(event: Roll | DecisionMade, by_day: bool, fought: bool) -> str:
    """The day of an event; its wave or its phase if not ``by_day``. ``fought``: the phase has had a wave."""
    if by_day:
        return label_words(event.phase).partition(",")[0]
    if event.wave is not None:
        return f"wave {event.wave}"
    if fought:
        return REPAIRS
    phase = event.phase.partition("/")[2]
    return phase if phase in PHASES else ""


def moment_line(number: int, moment: Moment, margin: bool = False) -> Line:
    """A moment in a line: its number, what it changed, what happened or was ordered and what doctrine would order.

    ``margin``: with the margin of error of the points.
    """
    from picket_duty.pages.luck_report import margin_sign

    style = "dim" if moment.close else "good" if moment.points > 0 else "bad"
    better = f" (doctrine: {moment.better})" if moment.better else ""
    points = f"{format_points(moment.points)} {margin_sign(moment.error)}" if margin else ""
    head = line(
        (f"{number} ", "key"),
        (f"{moment.kind:<6} ", "dim"),
        (f"{align_points(points or format_points(moment.points))}  ", style),
    )
    return [*head, Span(safe(moment.words + better))]


#: Precedes doctrine's order, and says what doctrine is.
DOCTRINE = "Doctrine would order"


def detail_lines(moment: Moment, width: int) -> list[Line]:
    """A moment in full."""
    head = line((f"{moment.where}: ", "title"), (f"{percent(moment.before)} to {percent(moment.after)}", "strong"))
    words = f"{moment.words}. {DOCTRINE}: {moment.better}" if moment.better else moment.words
    return [*wrap(head, width), *wrap([Span(safe(words))], width)]


def better_lines(moment: Moment, width: int) -> list[Line]:
    """What doctrine would have ordered, and the chance with either order."""
    chances = f"Chance {percent(moment.before)}, with your order {percent(moment.after)}"
    return wrap(line((f"{DOCTRINE}: ", "title"), safe(moment.better), ". ", (chances, "strong")), width)


def waiting_lines(analysis: GameAnalysis, key: str) -> list[Line]:
    """Shown without a result: the progress, the error, or the key that starts the analysis."""
    error = [line((safe(analysis.error), "bad"))] if analysis.error else []
    if not analysis.started:
        takes = f" ({seconds_words(analysis.seconds)})" if analysis.seconds else ""
        return [*error, line((key, "key"), (f": analyze how your chance changed{takes}", "dim"))]
    progress = f", {analysis.done} of {analysis.total}" if analysis.total else ""
    takes = f" ({seconds_words(analysis.seconds)} in all)" if analysis.seconds else ""
    return [line((f"Analyzing how your chance changed{progress}{takes}", "dim"))]


def seconds_words(seconds: float) -> str:
    """About how long something takes: ``about 40 s``, ``about 5 min``."""
    if seconds > 90:
        return f"about {round(seconds / 60)} min"
    return f"about {max(1, round(seconds / 10)) * 10} s"


def analysis_lines(analysis: GameAnalysis, width: int, glyphs: Glyphs) -> list[Line]:
    """Heading, sums, a short curve and the moments, or the progress; empty if the analysis was never started."""
    if not analysis.started and analysis.result is None:
        return []
    lines: list[Line] = [[], analysis_heading(analysis)]
    if analysis.result is None:
        return [*lines, *waiting_lines(analysis, "")]
    lines += [
        *sums_lines(analysis, width),
        *curve_picture(analysis, width, CURVE_ROWS, glyphs, analysis.swings),
        *analysis.heading_lines(width),
    ]
    numbered = enumerate(analysis.swings, 1)
    return [*lines, *(row for number, moment in numbered for row in wrap(moment_line(number, moment), width, indent=4))]
