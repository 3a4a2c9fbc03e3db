"""Puzzles: the list of what to solve, the position on the board, and the page that judges the answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.widget import Widget

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.saves import SaveError
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text import count
from picket_duty.text.names import title_case
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line, Span, cut, fit, line, safe, wrap
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.settings import OFF, STEP
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.orders import OneOrders, Orders
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.analysis.puzzle_record import Change
    from picket_duty.analysis.puzzles import Puzzle, Verdict
    from picket_duty.reports.puzzle_report import Line as PlayedLine

TEXT_WIDTH = 100
#: What the player does after an answer: another puzzle, or the game from the position.
NEXT, PLAY = "next", "play"
#: Values of the items besides the kinds: today's puzzle, and one near the player's rating.
TODAY, NEAR = "today", "near"
#: Actions of the battle screen that a puzzle does without.
UNUSED = ("pace", "standing", "very_well", "odds", "undo", "records", "bug_report")
#: Worker processes that judge an answer.
MAX_PROCESSES = 4
#: Columns of chance, points and error.
FIGURES = 24


class PuzzlesScreen(Page[None]):
    """What can be solved: today's puzzle, one near the player's rating, one of a kind."""

    BINDINGS: ClassVar = [back(tooltip="Back to the menu")]

    def __init__(self, first: Puzzle | None = None) -> None:
        """With ``first``, its position is opened at once."""
        super().__init__()
        self._first = first
        #: Draws the next puzzle of the kind last chosen.
        self._draw: Callable[[], Puzzle] = partial(_near, "")

    def content(self) -> Iterable[Widget]:
        """The rating, and what can be solved."""
        yield TextPanel(self._head, id="head")
        yield Choices(self._items(), id="menu")

    def on_mount(self) -> None:
        """Open the first puzzle, if there is one."""
        if self._first is not None:
            self._open(self._first)

    def on_screen_resume(self) -> None:
        """Redraw: a puzzle may have been answered."""
        self.query_one(TextPanel).redraw()
        choices = self.query_one(Choices)
        choices.set_items(self._items(), follow=True)
        choices.focus()

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Open a puzzle."""
        value = event.item.value
        self._draw = partial(_near, "" if value in (TODAY, NEAR) else value)
        try:
            self._open(_today() if value == TODAY else self._draw())
        except SaveError as error:
            self.notify(str(error), severity="error", markup=False)

    def _open(self, puzzle: Puzzle) -> None:
        from picket_duty.analysis.puzzles import position_of

        try:
            game = position_of(puzzle, self.context.tables)
        except SaveError as error:
            self.notify(str(error), title="The puzzle cannot be played", severity="error", markup=False)
            return
        chosen = self.context.settings.aid
        game.aid = UNAIDED if chosen == UNAIDED else COMMANDED
        self.app.push_screen(PuzzleScreen(puzzle, game), partial(self._left, puzzle))

    def _left(self, puzzle: Puzzle, after: str | None) -> None:
        """Open the next puzzle, or play on from the last one."""
        if after == NEXT:
            self._open(self._draw())
        elif after == PLAY:
            self._play_on(puzzle)

    def _play_on(self, puzzle: Puzzle) -> None:
        """Begin a game at the position, which does not count in the service record."""
        from picket_duty.analysis.puzzles import position_of
        from picket_duty.saves.service_record import PUZZLE
        from picket_duty.setup import ADVISED

        game = position_of(puzzle, self.context.tables)
        game.aid = self.context.settings.aid or ADVISED
        self.context.start_game(game)
        if game.journal is not None:
            game.journal.write_note(PUZZLE, puzzle.id)

    # -- drawn -----------------------------------------------------------------------

    def _head(self, width: int) -> list[Line]:
        from picket_duty.analysis.puzzle_record import answered, rating_of
        from picket_duty.reports.puzzle_report import rating_words

        width, entries = min(width, TEXT_WIDTH), answered()
        solved = sum(entry.solved for entry in entries)
        counted = f"{count(len(entries), 'puzzle')} answered, {solved} right" if entries else "No puzzles answered yet"
        words = "Find the best order in positions from real games. Only your first answer to each puzzle counts."
        return [
            line(("Puzzles", "title")),
            line(("Your rating: ", "dim"), (rating_words(rating_of(entries)), "strong"), (f"  {counted}", "dim")),
            *wrap([Span(words)], width, indent=0),
        ]

    def _items(self) -> list[Item]:
        from picket_duty.analysis.puzzle_record import answered
        from picket_duty.analysis.puzzles import KINDS, puzzles
        from picket_duty.reports.puzzle_report import KIND_WORDS

        try:
            today = _today()
        except SaveError:
            return [Item(NEAR, "No puzzles", "This installation has no puzzles")]
        known = {entry.puzzle: entry.solved for entry in answered()}
        done = {True: ", solved", False: ", missed"}.get(known.get(today.id), "")  # type: ignore[arg-type]
        about = f"{title_case(KIND_WORDS[today.kind])}, rating {today.rating.rating:.0f}{done}"
        items = [
            Item(TODAY, "Today's puzzle", about),
            Item(NEAR, "Near your rating", "A puzzle you have not answered"),
        ]
        for kind in KINDS:
            ids = [puzzle.id for puzzle in puzzles(kind)]
            solved = sum(known.get(name, False) for name in ids)
            if ids:
                items.append(Item(kind, title_case(KIND_WORDS[kind]), f"{count(len(ids), 'puzzle')}, {solved} solved"))
        return items


def _today() -> Puzzle:
    from picket_duty.analysis.puzzles import puzzle_of_day
    from picket_duty.saves.daily_watch import today

    return puzzle_of_day(today())


def _near(kind: str) -> Puzzle:
    """A puzzle near the player's rating that was not answered yet. Raises PuzzleError if there are none."""
    from picket_duty.analysis.puzzle_record import answered, rating_of
    from picket_duty.analysis.puzzles import NEAREST, puzzle_near

    entries = answered()
    known = {entry.puzzle for entry in entries}
    return puzzle_near(rating_of(entries).rating, known, secrets.randbelow(NEAREST), kind)


class PuzzleScreen(BattleScreen):
    """The position of a puzzle on the board. The first order is the answer; the game does not go on."""

    BINDINGS: ClassVar = []

    def __init__(self, puzzle: Puzzle, game: Game) -> None:
        super().__init__(game, STEP, OFF)
        self.puzzle = puzzle
        self.view.puzzle = True
        # Every decision is the player's, whatever the standing orders of a new game.
        self.autoplay = Autoplay(game, STEP, StandingOrders())

    def answer_request(self, answer: Answer) -> None:
        """Judge the answer on a separate page."""
        self.app.push_screen(PuzzleAnswerScreen(self.puzzle, self.game, answer), self._judged)

    def _judged(self, after: str | None) -> None:
        self.dismiss(after)  # type: ignore[arg-type]

    def action_leave(self) -> None:
        """Leave the puzzle without an answer."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: nothing that plays on or gives advice."""
        return action not in UNUSED and super().check_action(action, parameters)

    def _prepare(self, wanted: Orders) -> None:
        """Start the orders empty: the officers would give the answer away."""
        if isinstance(wanted, OneOrders):
            wanted.select_none()

    def _start_recommendation(self) -> None:
        """None: the exec does not help."""

    def _update_speed_words(self) -> None:
        self.view.speed = f"puzzle {self.puzzle.id}"


class PuzzleAnswerScreen(TextPage[str | None]):
    """The verdict on an answer, every order with its points, why, and a line of play."""

    BINDINGS: ClassVar = [
        bind("n", "after('next')", "Next", "Another puzzle near your rating", "puzzle.next"),
        bind("p", "after('play')", "Play on", "Continue the game from this position", "puzzle.play"),
        back("escape,q,enter", "Back to the list of puzzles"),
    ]

    def __init__(self, puzzle: Puzzle, game: Game, answer: Answer) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.game = game
        self.answer = answer
        self.verdict: Verdict | None = None
        self.change: Change | None = None
        self.played: list[PlayedLine] = []
        self.progress = (0, 0)
        self.trouble = ""

    def on_mount(self) -> None:
        """Judge the answer in the background."""
        self._judge()

    def action_after(self, what: str) -> None:
        """Close the page and go on."""
        self.dismiss(what)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: what comes next only after the verdict."""
        return action != "after" or self.verdict is not None

    @work(thread=True, exclusive=True)
    def _judge(self) -> None:
        from picket_duty.analysis.puzzle_record import record_answer
        from picket_duty.analysis.puzzles import judge, known_order
        from picket_duty.analysis.workers import ThisProcess, WorkersLost, cores, workers
        from picket_duty.reports.puzzle_report import played_lines
        from picket_duty.saves.daily_watch import today

        folder = str(self.game.tables.layer or "")
        game = Game.of_replay_state(self.game.replay_state, self.game.tables)
        try:
            if known_order(self.puzzle, game, self.answer) is not None:
                verdict = judge(self.puzzle, game, self.answer, ThisProcess())
            else:
                with workers(min(MAX_PROCESSES, cores()), background=True) as players:
                    verdict = judge(self.puzzle, game, self.answer, players, folder, self._report)
            change = record_answer(self.puzzle, verdict, today())
            self.from_worker(self._show, verdict, change)
            self.from_worker(self._show_lines, played_lines(self.puzzle, game, verdict))
        except (WorkersLost, SaveError, OSError) as error:
            self.from_worker(self._fail, str(error))

    def _report(self, done: int, total: int) -> None:
        self.from_worker(self._show_progress, done, total)

    def _show_progress(self, done: int, total: int) -> None:
        self.progress = (done, total)
        self.redraw_text()

    def _show(self, verdict: Verdict, change: Change) -> None:
        self.verdict, self.change = verdict, change
        self.redraw_text()
        self.refresh_bindings()

    def _show_lines(self, played: list[PlayedLine]) -> None:
        self.played = played
        self.redraw_text()

    def _fail(self, trouble: str) -> None:
        self.trouble = trouble
        self.redraw_text()

    # -- drawn -----------------------------------------------------------------------

    def lines_for(self, width: int) -> list[Line]:
        """The verdict, or that the answer is being judged."""
        from picket_duty.reports.puzzle_report import (
            rated_words,
            situation_lines,
            title_words,
            verdict_words,
            why_words,
        )

        verdict, change = self.verdict, self.change
        lines = [line((title_words(self.puzzle), "title"))]
        for words in situation_lines(self.game):
            lines += wrap([Span(safe(words), "dim")], width)
        if self.trouble:
            return [*lines, [], *wrap([Span(safe(self.trouble), "bad")], width)]
        if verdict is None or change is None:
            done, total = self.progress
            counted = f", {done:,} of at most {total:,} games" if total else ""
            return [*lines, [], line((f"Playing your order and the best one to the end{counted}...", "dim"))]
        style = "good" if verdict.solved else "bad"
        lines += [[], *wrap([Span(safe(verdict_words(self.puzzle, self.game, verdict)), style)], width)]
        lines += [*wrap([Span(rated_words(change))], width), [], *self._table(verdict, width)]
        lines += [
            [],
            *wrap(line(("Why: ", "title"), safe(why_words(self.puzzle, self.game, verdict))), width, indent=5),
        ]
        return [*lines, *self._plans(verdict, width), *self._played_lines(width)]

    def _table(self, verdict: Verdict, width: int) -> list[Line]:
        from picket_duty.reports.puzzle_report import table_rows

        rows = table_rows(self.puzzle, self.game, verdict)
        room = min(width - FIGURES - 2, max(len(row.words) for row in rows))
        lines = [line((f"  {'Order':<{room}}  Chance  Points   Error", "dim"))]
        for row in rows:
            mark, style = (self.context.glyphs.mark, "strong") if row.yours else (" ", "plain")
            figures = f"  {row.win:>6}  {row.points:>6}  {row.error:>6}"
            lines.append(cut(line((f"{mark} ", "key"), (fit(safe(row.words), room), style), figures), width))
        return lines

    def _plans(self, verdict: Verdict, width: int) -> list[Line]:
        """The best plan or assignment, and the player's if it is another."""
        from picket_duty.text.swings import better_order_words

        choice, tables = self.game.request, self.game.tables
        assert isinstance(choice, Choice)
        if choice.kind == ONE:
            return []
        best, yours = self.puzzle.best, verdict.yours
        named = [("Best: ", best)] if best.name == yours.name else [("Best:  ", best), ("Yours: ", yours)]
        lines: list[Line] = []
        for words, order in named:
            plan = safe(better_order_words(choice, order.value, tables))
            lines += wrap(line((words, "title"), plan), width, indent=len(words))
        return lines

    def _played_lines(self, width: int) -> list[Line]:
        """Two games with the same dice."""
        if not self.played:
            return []
        lines: list[Line] = [[], line(("Played out with the same dice", "title"))]
        for played in self.played:
            lines += wrap([Span(f"{safe(played.order)}:", "strong")], width)
            for words in played.headlines:
                lines += wrap([Span(f"  {safe(words)}")], width, indent=4)
            lines += wrap([Span(f"  {safe(played.outcome)}")], width, indent=4)
        return lines
