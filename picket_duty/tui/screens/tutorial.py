"""The first battle: a game with scripted first dice, and lessons shown beside the battle screen."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from textual import events
from textual.app import App
from textual.geometry import Region, Size
from textual.widget import Widget

from picket_duty import manual
from picket_duty.book import Tables
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.charts.toml_files import read_toml
from picket_duty.dice import Dice
from picket_duty.game import Game
from picket_duty.requests import Choice, Request, Roll
from picket_duty.saves import SaveError
from picket_duty.saves.notes import LESSON, lessons_read
from picket_duty.saves.save_list import LESSON_NAME
from picket_duty.setup import SetupOptions
from picket_duty.text.styled_text import Line, Span, safe
from picket_duty.tui.app_context import context_of
from picket_duty.tui.keymap import bind
from picket_duty.tui.lines import wrap
from picket_duty.tui.scenes import ASK, OVER
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.board import header_rows
from picket_duty.tui.screens.open_games import start_game
from picket_duty.tui.settings import OFF
from picket_duty.tui.widgets.board_layout import ORDERS, Board
from picket_duty.tui.widgets.orders import Orders
from picket_duty.tui.widgets.panel import Panel

#: A key in the text of a lesson.
KEY = re.compile(r"\[([^\]]+)\]")
#: From the first width on, the lesson has its own column beside the board, of the second width.
BESIDE = 120
COLUMN = 40


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A page shown at the first request of its kind: a roll by its purpose, a choice by its
    subject.

    ``over`` says what the page covers on a small screen: ORDERS, or else the panels above them.
    ``tab`` is the panel brought to the front. ``hint`` says what to press. A page with ``ended`` is
    shown when the game is over.
    """

    title: str
    text: str
    hint: str
    over: str
    purpose: str = ""
    about: str = ""
    wave: int | None = None
    tab: str = ""
    ended: bool = False

    def fits(self, request: Request | None) -> bool:
        """Whether the lesson is shown at this request."""
        if request is None:
            return self.ended
        if self.ended or (self.wave is not None and request.wave != self.wave):
            return False
        if isinstance(request, Choice):
            return request.about == self.about
        return request.purpose.id == self.purpose


class FixedDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice for the rolls of a purpose, in order; table, actor, plane and wave restrict them if
    given.
    """

    purpose: str
    dice: tuple[tuple[int, ...], ...]
    table: str = ""
    actor: str = ""
    plane: int | None = None
    wave: int | None = None

    def fits(self, roll: Roll) -> bool:
        """Whether the dice apply to this roll."""
        given = (
            (self.table, roll.table),
            (self.actor, roll.actor),
            (self.plane, roll.plane),
            (self.wave, roll.wave),
        )
        return roll.purpose.id == self.purpose and all(
            wanted in ("", None) or wanted == now for wanted, now in given
        )


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tutorial: its game, its lessons in order, its fixed dice."""

    scenario: int
    level: str
    seed: int
    lessons: tuple[Lesson, ...]
    fixed: tuple[FixedDice, ...]


def load_script() -> Script:
    """The tutorial shipped with the manual."""
    return msgspec.convert(read_toml(Path(manual.__file__).with_name("tutorial.toml")), Script)


# -- its game --------------------------------------------------------------------------


class LessonDice(Dice):
    """The scripted dice while there are some for a roll, then the game's own."""

    def __init__(self, game: Game, script: Script) -> None:
        super().__init__(game.dice.seed)
        self.own = game.dice
        self.game = game
        self.script = script
        # A roll that the game waits for was taken by the dice before these.
        self._fixed = self._of_script(game.request) if isinstance(game.request, Roll) else None

    def begin(self, step: str) -> None:
        """Start a step of play."""
        self.own.begin(step)

    def take(self, roll: Roll) -> None:
        """Find scripted dice for a roll: they are used in order, and again after an undo."""
        self.own.take(roll)
        self._fixed = self._of_script(roll)

    def throw(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The scripted dice, or the game's own."""
        if self._fixed is not None and len(self._fixed) == len(faces):
            return self._fixed
        return self.own.throw(faces)

    def _of_script(self, roll: Roll) -> tuple[int, ...] | None:
        fixed = next((fixed for fixed in self.script.fixed if fixed.fits(roll)), None)
        if fixed is None:
            return None
        rolls = (event for event in self.game.events if isinstance(event, Roll))
        used = sum(map(fixed.fits, rolls))
        return fixed.dice[used] if used < len(fixed.dice) else None


def lesson_game(script: Script, tables: Tables) -> Game:
    """A new game of the tutorial."""
    game = Game.begin(
        SetupOptions(scenario=script.scenario, level=script.level, seed=script.seed), tables
    )
    game.dice = LessonDice(game, script)
    return game


def start_lesson(app: App[Any]) -> None:
    """Start the first battle, in a save named after the time."""
    name = f"{LESSON_NAME}{datetime.datetime.now():%Y%m%d-%H%M%S-%f}"[:-3]
    game = lesson_game(load_script(), context_of(app).tables)
    # The player makes every decision.
    start_game(app, game, StandingOrders(), lesson_name=name)


def lesson_lines(lesson: Lesson, width: int, hide_key: str = "", now: bool = True) -> list[Line]:
    """A lesson with its keys highlighted. On small screens, ``hide_key`` says beside the title how
    to hide it, and there are no blank lines.

    ``now`` adds the keys to press, which no longer apply once they were pressed.
    """
    lines = [[Span(lesson.title, "title"), Span(f"   {hide_key}", "dim")]]
    parts = [(part, "plain") for part in lesson.text.strip().split("\n\n")]
    if now:
        parts.append((f"Now: {lesson.hint}", "strong"))
    for number, (text, style) in enumerate(parts):
        if number and not hide_key:
            lines.append([])
        # The pattern splits the text so that every second piece is a key.
        pieces = enumerate(KEY.split(" ".join(text.split())))
        spans = [
            Span(safe(piece), "key" if index % 2 else style) for index, piece in pieces if piece
        ]
        lines += wrap(spans, width, indent=0)
    return lines


class LessonPanel(Panel):
    """The page of a lesson: in a column beside the board, or over panels that it does not
    explain.
    """

    lesson: Lesson | None = None
    #: Whether the game still waits at the request of the lesson.
    now = True

    def draw(self, width: int, height: int) -> list[Line]:
        """The lesson, without blank lines if it would not fit."""
        if self.lesson is None:
            return []
        lines = lesson_lines(self.lesson, width, now=self.now)
        if len(lines) > height:
            lines = lesson_lines(self.lesson, width, hide_key="l: hide this lesson", now=self.now)
        return lines


class TutorialScreen(BattleScreen):
    """The battle with its lessons. The dice wait at each lesson and roll automatically up to the
    next.
    """

    BINDINGS: ClassVar = [bind("l", "lesson", "Lesson", "Hide or show the lesson", "lesson.lesson")]

    def __init__(self, game: Game, pace: str, bell: str = OFF) -> None:
        self.script = load_script()
        #: The number of the last lesson shown, from 1; 0 before the first.
        self.shown = lessons_read(game) or 0
        if self.shown and self.script.lessons[self.shown - 1].fits(game.request):
            # If the game was resumed at the request of a lesson, the lesson is shown again.
            self.shown -= 1
        #: Whether the player has hidden the lesson.
        self.closed = False
        #: Whether the last lesson was shown because the game is over.
        self._ended = False
        #: The request at which the lesson is shown.
        self._shown_for: Request | None = None
        game.dice = LessonDice(game, self.script)
        super().__init__(game, pace, bell)
        # Rolls wait while a lesson is shown for them, or is to be.
        self.autoplay.waits_for = lambda request: (
            request is self._shown_for or self._next_lesson(request) > 0
        )
        # The lessons take the place of the page of orders.
        self.autoplay.has_orders = False
        self.autoplay.begin()

    def content(self) -> Iterable[Widget]:
        yield from super().content()
        yield LessonPanel(id="lesson")

    # -- where the lesson is placed --------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether the lesson has its own column."""
        return self.size.width >= BESIDE

    def room(self) -> Size:
        """The size of the board."""
        width, height = self.size
        return Size(width - COLUMN if self.beside else width, height)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._place)

    def rows_for(self, orders: Orders, board: Board) -> int:
        """The usual rows while a lesson covers the panels above the orders."""
        panel = self.query_one(LessonPanel)
        lesson = panel.lesson
        if panel.display and not self.beside and lesson is not None and lesson.over != ORDERS:
            return 0
        return super().rows_for(orders, board)

    def _place(self) -> None:
        """Place the lesson beside the board. On a small screen, it is shown only while its request is
        current, over panels that it does not explain.
        """
        panel = self.query_one(LessonPanel)
        lesson = panel.lesson
        panel.set_class(self.beside, "beside")
        now = self._shown_for is self.game.request and self.autoplay.scene.kind in (ASK, OVER)
        panel.display = lesson is not None and not self.closed and (self.beside or now)
        panel.now = now
        self._give_rows(self._order_panel())
        if lesson is None or self.beside:
            panel.styles.offset = (0, 0)
            panel.styles.width = COLUMN
            panel.styles.height = "100%"
        else:
            room = self.board_size()
            region = self.query_one(Board).places(room)[ORDERS]
            if lesson.over != ORDERS:
                region = Region(0, 0, room.width, region.y)
            panel.styles.offset = (region.x, region.y + header_rows(room.width))
            panel.styles.width = region.width
            panel.styles.height = region.height
        panel.redraw()

    # -- which lesson is shown ---------------------------------------------------------

    def _next_lesson(self, request: Request | None) -> int:
        """The number of the next lesson shown at a request; 0 if there is none."""
        waiting = enumerate(self.script.lessons[self.shown :], self.shown + 1)
        return next((number for number, lesson in waiting if lesson.fits(request)), 0)

    def _show_request(self) -> None:
        super()._show_request()
        is_new = (
            self.autoplay.scene.kind in (ASK, OVER) and self.game.request is not self._shown_for
        )
        if is_new and (shown := self._next_lesson(self.game.request)):
            lesson = self.query_one(LessonPanel).lesson = self.script.lessons[shown - 1]
            self.shown = shown
            self.closed = False
            self._shown_for = self.game.request
            if lesson.tab:
                self.action_tab(lesson.tab)
            try:
                if self.game.save_file is not None:
                    self.game.save_file.write_note(LESSON, shown)
            except SaveError as error:
                self._order_panel().say(str(error))
        self._place()

    def _show_outcome(self) -> None:
        """Show the last lesson first; Enter then shows the outcome."""
        if self._ended:
            super()._show_outcome()
        self._ended = True

    def _analyzer(self) -> None:
        """None: playouts do not know the scripted dice."""

    # -- keys ------------------------------------------------------------------------------

    def action_lesson(self) -> None:
        """Hide the lesson, or show it again; after its request it is shown over the orders."""
        panel = self.query_one(LessonPanel)
        if panel.lesson is not None:
            self.closed = panel.display
            if not self.closed:
                # On a small screen a lesson is shown only while its request is current.
                self._shown_for = self.game.request
            self._place()
