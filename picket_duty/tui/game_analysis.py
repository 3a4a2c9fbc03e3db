"""How the chance of a game went, worked out beside the screen and shown: sums, curve, moments.

``Fortunes`` belongs to one game; screens that show it are told when there is news. What is worked out is kept, so that
a game left early is gone on with another time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen
from textual.worker import get_current_worker

from picket_duty.game import Game
from picket_duty.text.consequences import percent
from picket_duty.text.swings import chance_name, points_column, points_words
from picket_duty.tui.curve import Mark, curve_lines, key_line
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, cut, line, safe, wrap

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import Reckoning
    from picket_duty.reports.win_probability import Moment

#: Processes that work beside a screen: more would heat the player's machine for little.
MOST_PROCESSES = 4
#: Seconds between two words of how far the work is.
NEWS = 0.3
#: Rows of the curve on a page that has more to tell.
SHORT = 9


#: Answers of a game that is long: it is played out only when asked for.
LONG = 1500


class Left(Exception):
    """Nobody looks any more."""


class GameAnalysis:
    """What the chance of a game did. ``found`` is None until it is worked out; ``done`` of ``of`` says how far that is.

    ``whole`` is the game from its first answer, as the moments count them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.whole: Game | None = None
        self.found: Reckoning | None = None
        self.moments: list[Moment] = []
        #: The orders that cost most, None until they are judged.
        self.worst: list[Moment] | None = None
        self.trouble = ""
        self.asked = False
        self.done = self.of = 0
        #: Who is told of news.
        self.listeners: list[Callable[[], None]] = []

    @property
    def long(self) -> bool:
        """Whether it takes minutes rather than seconds."""
        return self.game.base + len(self.game.answers) > LONG

    @property
    def stage(self) -> tuple[bool, bool, str]:
        """What there is to be shown; between two stages there is only how far the work is."""
        return self.found is None, self.worst is None, self.trouble

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers, where it is known and was not doctrine's."""
        if self.found is None or self.whole is None:
            return None
        from picket_duty.reports.win_probability import order_at

        judged = next((one for one in self.worst or () if one.answers == answers), None)
        return judged or order_at(self.whole, self.found, answers)

    def tell(self) -> None:
        """Tell those who look that there is news."""
        for listener in list(self.listeners):
            listener()

    def work_out(self, folder: str, jobs: int, news: Callable[[], None]) -> None:
        """Work it out, beside the screen; ``news`` is called often and may raise Left, which ends the work."""
        from picket_duty.analysis.cache import keep, recall
        from picket_duty.analysis.review import review
        from picket_duty.analysis.win_probability import reckon
        from picket_duty.analysis.workers import WorkersLost
        from picket_duty.reports.win_probability import moments_of, worst_of
        from picket_duty.saves import SaveError

        def progress(done: int, of: int) -> None:
            self.done, self.of = done, of
            news()

        try:
            whole = whole_of(self.game)
            known = recall(whole)
            try:
                found = reckon(whole, jobs, folder=folder, known=known, progress=progress, background=True)
                self.moments = moments_of(whole, found)
                self.whole, self.found = whole, found
                news()
                judged = review(whole, found, known, jobs, folder, progress, background=True)
            finally:
                keep(whole, known)
            self.worst = worst_of(whole, judged)
        except WorkersLost:
            self._give_up("The staff was interrupted")
        except (SaveError, OSError) as error:
            self._give_up(str(error))
        news()

    def recall(self) -> None:
        """Take what was worked out another time, where all of it was kept."""
        from picket_duty.analysis.cache import recall
        from picket_duty.analysis.win_probability import recalled
        from picket_duty.reports.win_probability import moments_of
        from picket_duty.saves import SaveError

        try:
            whole = whole_of(self.game)
        except SaveError:
            return
        found = recalled(whole, recall(whole))
        if found is not None and self.found is None:
            self.moments, self.whole, self.found = moments_of(whole, found), whole, found

    def _give_up(self, why: str) -> None:
        """It may be asked for again."""
        self.trouble, self.asked = why, False


def begin(app: App[Any], analysis: GameAnalysis) -> None:
    """Let the staff work beside the screens, for as long as one of them shows it."""
    from picket_duty.analysis.workers import cores

    analysis.asked, analysis.trouble = True, ""
    folder = str(analysis.game.tables.layer or "")
    jobs = min(MOST_PROCESSES, cores())

    def work() -> None:
        worker = get_current_worker()
        told_at, told = 0.0, analysis.stage

        def news() -> None:
            nonlocal told_at, told
            if worker.is_cancelled or not analysis.listeners:
                raise Left
            if analysis.stage != told or time.monotonic() - told_at >= NEWS:
                told_at, told = time.monotonic(), analysis.stage
                app.call_from_thread(analysis.tell)

        try:
            analysis.work_out(folder, jobs, news)
        except Left:
            analysis.asked = analysis.found is not None

    app.run_worker(work, thread=True, group="fortunes")


def look_up(screen: Screen[Any], analysis: GameAnalysis) -> None:
    """Look beside a screen whether it was worked out another time."""

    def work() -> None:
        worker = get_current_worker()
        analysis.recall()
        if analysis.found is not None and not worker.is_cancelled:
            screen.app.call_from_thread(analysis.tell)

    if analysis.found is None and not analysis.asked:
        screen.run_worker(work, thread=True)


def whole_of(game: Game) -> Game:
    """A game from its first answer: where only its end was loaded, read from its save. Raises SaveError."""
    from picket_duty.saves import load_whole

    return load_whole(game.journal.path, game.tables) if game.base and game.journal else game


# -- on the page -------------------------------------------------------------------


def sums_line(found: Reckoning) -> Line:
    """Start, luck, orders, end in a line, and how far a chance may be from the true one."""
    from picket_duty.reports.win_probability import brought, sums_of

    sums = sums_of(found)
    luck, orders = brought(found)
    return line(
        (percent(sums.start), "strong"), (" at the start, luck ", "plain"), (luck, "title"),
        (", your orders ", "plain"), (orders, "warn"), (": ", "plain"),
        (percent(sums.end), "strong"), (f" {'at the end' if found.over else 'now'}", "plain"),
        (f"  (each within {round(100 * found.sure)})", "dim"),
    )  # fmt: skip


def heading(game: Game) -> Line:
    """What the page tells of."""
    return line((f"How the chance of {chance_name(game.state.setup)} went", "title"))


def picture(
    analysis: GameAnalysis, width: int, height: int, glyphs: Glyphs, marked: Sequence[Moment], here: int | None = None
) -> list[Line]:
    """The curve with what is listed below it by its numbers, and what the signs are."""
    from picket_duty.reports.win_probability import found_at, legs_of

    found = analysis.found
    if found is None:
        return []
    marks = [Mark(one.answers, found_at(found, one.answers), str(number)) for number, one in enumerate(marked, 1)]
    return [*curve_lines(legs_of(found), marks, width, height - 1, glyphs, here), key_line(glyphs)]


def moment_line(number: int, one: Moment) -> Line:
    """A moment in a line: its number, what it brought, what happened or what was ordered instead of what."""
    style = "dim" if one.close else "good" if one.points > 0 else "bad"
    better = f" (doctrine: {one.better})" if one.better else ""
    head = line(
        (f"{number} ", "key"),
        (f"{one.kind:<6} ", "dim"),
        (f"{points_column(points_words(one.points, one.error))}  ", style),
    )
    return [*head, Span(safe(one.words + better))]


def detail_lines(one: Moment, width: int) -> list[Line]:
    """All that is to be said of a moment."""
    head = line((f"{one.where}: ", "title"), (f"{percent(one.before)} to {percent(one.after)}", "strong"))
    words = f"{one.words}. Doctrine: {one.better}" if one.better else one.words
    return [*wrap(head, width), *wrap([Span(safe(words))], width)]


def better_lines(one: Moment, width: int) -> list[Line]:
    """What doctrine would have ordered, and the chance with either."""
    chances = f"{percent(one.before)}, as ordered {percent(one.after)}"
    return wrap(line(("Doctrine: ", "title"), safe(one.better), (f"  {chances}", "strong")), width)


def waiting_lines(analysis: GameAnalysis, key: str) -> list[Line]:
    """What stands where it is not worked out: how far it is, why it is not, or how to ask for it."""
    trouble = [line((safe(analysis.trouble), "bad"))] if analysis.trouble else []
    if not analysis.asked:
        return [*trouble, line((key, "key"), (": let the staff play out how the chance went", "dim"))]
    far = f", {analysis.done} of {analysis.of}" if analysis.of else ""
    return [line((f"The staff plays out how the chance went{far}", "dim"))]


def page_lines(analysis: GameAnalysis, width: int, glyphs: Glyphs) -> list[Line]:
    """The part of a page: heading, sums, a short curve, the moments; or how far the work is. Empty if never asked."""
    if not analysis.asked and analysis.found is None:
        return []
    found: list[Line] = [[], heading(analysis.game)]
    if analysis.found is None:
        return [*found, *waiting_lines(analysis, "")]
    found += [*wrap(sums_line(analysis.found), width), *picture(analysis, width, SHORT, glyphs, analysis.moments)]
    return [*found, *(cut(moment_line(number, one), width) for number, one in enumerate(analysis.moments, 1))]
