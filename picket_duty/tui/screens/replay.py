"""The replay of a game, by request, wave, phase or day, with its log and recorded answers.

First come a game played back and the keys for that, which the companion games use too, then the
screen with its panels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Generic

import msgspec
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.book import Tables
from picket_duty.captains.standing_orders import orders_given
from picket_duty.drafts.fire_plan import FirePlanDraft, PlanSetting
from picket_duty.events import DecisionMade, WaveBegun
from picket_duty.game import Game
from picket_duty.pages.luck_report import better_order
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Option, Roll
from picket_duty.saves.record import read_record
from picket_duty.setup import new_seed
from picket_duty.systems import P, S, T
from picket_duty.text.english import percent
from picket_duty.text.names import phase_words, plane_words
from picket_duty.text.roll_results import result_of, result_style
from picket_duty.text.rolls import dice_line
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.text.turning_points import chance_name
from picket_duty.tui.game_analysis import GameAnalysis, load_cached_in_background
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.lines import length, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.board import BoardScreen
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.dialogs import PickScreen
from picket_duty.tui.screens.open_games import (
    FRESH,
    SAME,
    play_copy,
    rematch,
    resume_game,
    start_game,
)
from picket_duty.tui.widgets.choices import Item
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.roll_orders import RollOrders
from picket_duty.tui.widgets.status_line import StatusLine

#: The kinds of stops.
REQUEST = "request"
WAVE = "wave"
PHASE = "phase"
DAY = "day"


class Playback(Generic[S, T, P]):
    """A recorded game at a position: ``index`` answers given. ``game`` is the game as it was then.

    ``path`` is the save it was read from, None for a game that is not saved.
    """

    def __init__(self, whole: Game[S, T, P], path: Path | None = None) -> None:
        self.whole = whole
        self.path = path
        self.index = 0
        self.game = whole.at(0)
        #: The event of each answer.
        self._answered: list[Roll | DecisionMade] = []
        # The position at the start of each wave.
        waves = []
        for event in whole.events:
            if isinstance(event, Roll | DecisionMade):
                self._answered.append(event)
            elif isinstance(event, WaveBegun):
                waves.append(len(self._answered))
        points = [point for point in whole.checkpoints if point.answers]
        #: The positions of each kind of stop.
        self.stops = {
            REQUEST: range(self.length + 1),
            WAVE: waves,
            PHASE: [point.answers for point in points],
            DAY: [point.answers for point in points if point.day],
        }

    @property
    def length(self) -> int:
        """The number of answers."""
        return len(self.whole.answers)

    @property
    def at_end(self) -> bool:
        """Whether every answer is given."""
        return self.index == self.length

    def answer(self) -> Answer | None:
        """The answer given to the current request; None at the end."""
        return None if self.at_end else self.whole.answers[self.index]

    def rolled(self) -> Roll | None:
        """The roll made here with its dice and result; None for a decision and at the end."""
        if self.at_end:
            return None
        event = self._answered[self.index]
        return event if isinstance(event, Roll) else None

    def go_to(self, index: int) -> None:
        """Go to a position, or to the nearest end."""
        self.index = max(0, min(self.length, index))
        self.game = self.whole.at(self.index)

    def step(self, kind: str, way: int) -> None:
        """Go to the next stop of a kind (way 1) or the previous one (way -1), or to that end of the
        game.
        """
        stops = self.stops[kind]
        if way > 0:
            self.go_to(min((stop for stop in stops if stop > self.index), default=self.length))
        else:
            self.go_to(max((stop for stop in stops if stop < self.index), default=0))


def load_playback(path: Path, tables: Tables) -> Playback:
    """The playback of a save. Raises SaveError."""
    from picket_duty.saves import load_whole

    return Playback(load_whole(path, tables), path)


def begun_again(game: Game, answers: int, seed: int) -> Game:
    """A new game with the first answers of this one, then with the dice of another seed.

    The game must have its history from its first answer: its ``base``, the number of answers before
    its history, is 0.
    """
    again = Game.of_setup(msgspec.structs.replace(game.state.setup, seed=seed), game.tables)
    again.recorded_aid = game.recorded_aid
    for answer, decider in zip(game.answers[:answers], game.deciders, strict=False):
        again.answer(answer, decider)
    return again


def stop_keys(
    kind: str, keys: str, back_keys: str, name: str, id: str, what: str = ""
) -> tuple[Binding, Binding]:
    """The keys for the next and the previous stop of a kind.

    ``name`` is the label on the key line; ``what`` replaces it in the help.
    """
    letter = keys[0]
    what = what or name
    return (
        bind(
            keys,
            f"step('{kind}', 1)",
            name.capitalize(),
            f"Go to the next {what}",
            id,
            display=f"{letter}/{letter.upper()}",
        ),
        hidden(
            back_keys,
            f"step('{kind}', -1)",
            f"Previous {name}",
            f"Go to the previous {what}",
            f"{id}_before",
        ),
    )


#: The keys for the next and the previous answer.
BY_ANSWER = (
    bind(
        "right,space,enter",
        f"step('{REQUEST}', 1)",
        "Step",
        "Go to the next answer",
        "replay.on",
        display="Lt/Rt",
    ),
    hidden(
        "left,backspace",
        f"step('{REQUEST}', -1)",
        "Previous",
        "Go to the previous answer",
        "replay.before",
    ),
)
#: The keys for the start and the end of the game.
TO_AN_END = (
    bind(
        "home",
        "jump(False)",
        "Start/end",
        "Go to the start of the game",
        "replay.start",
        display="Home/End",
    ),
    hidden("end", "jump(True)", "End", "Go to the end of the game", "replay.end"),
)


class PlaybackControls:
    """Actions of a screen that plays back a recorded game."""

    playback: Playback

    def shown(self) -> None:
        """Show the current position."""
        raise NotImplementedError

    def action_step(self, kind: str, way: int) -> None:
        self.playback.step(kind, way)
        self.shown()

    def action_jump(self, end: bool) -> None:
        self.playback.go_to(self.playback.length if end else 0)
        self.shown()


class Position(StatusLine):
    """The position of the replay: ship, day, phase, answers and a bar."""

    def __init__(self, screen: ReplayScreen) -> None:
        super().__init__(screen.view, "status")
        self.replay = screen

    def draw(self, width: int, height: int) -> list[Line]:
        """One line, and the ship's vitals below it if the header has two."""
        state = self.view.state
        playback = self.replay.playback
        split = (f" {self.glyphs.split} ", "sea")
        spans = line(" ", ("REPLAY ", "warn"), (safe(state.ship.name), "strong"), split)
        spans.append(Span(phase_words(state, playback.whole.tables), "title"))
        # Between days, the number is that of the last wave, perhaps against another ship.
        if state.air.wave and state.step in ("phase", "over"):
            spans.append(Span(f", wave {state.air.wave}"))
        if chance := self._chance():
            spans += line(split, *chance)
        step = f"{position_words(playback)} "
        room = width - length(spans) - len(step) - 3
        if room >= 5:
            done = round(room * playback.index / max(1, playback.length))
            full = (self.glyphs.full * done, "title")
            empty = (self.glyphs.empty * (room - done), "sea")
            spans += line("  ", full, empty, " ", (step, "strong"))
        return [spans, self._row(self._vitals(), width)] if height > 1 else [spans]

    def _chance(self) -> Line:
        """The chance at the position; empty if it is not known."""
        analysis = self.replay.analysis
        playback = self.replay.playback
        chance = analysis.chance_at(playback.index)
        if analysis.result is None or chance is None:
            return []
        success = "winning"
        if analysis.stage:
            success = chance_name(self.view.state.setup, analysis.stage)
        # At the end of a finished game, it is the result; before that, an estimate.
        about = "" if analysis.result.over and playback.at_end else "about "
        return line((f"chance of {success} ", "dim"), (f"{about}{percent(chance)}", "strong"))


def position_words(playback: Playback) -> str:
    """The position of a replay among its answers: ``step 210 of 360``."""
    return f"step {playback.index} of {playback.length}"


class ReplayScreen(PlaybackControls, BoardScreen[None]):
    """The panels of the battle at any position of a recorded game."""

    BINDINGS: ClassVar = [
        *BY_ANSWER,
        bind(
            "l",
            "curve",
            "Luck",
            "Show your chance of success throughout the game, with this point marked",
            "replay.curve",
        ),
        bind(
            "g",
            "play_on",
            "Play on",
            "Play on from here; the original game is kept",
            "replay.play_on",
        ),
        *stop_keys(WAVE, keys="w", back_keys="W", name="wave", id="replay.wave"),
        *stop_keys(PHASE, keys="p,down", back_keys="P,up", name="phase", id="replay.phase"),
        *stop_keys(DAY, keys="d", back_keys="D", name="day", id="replay.day"),
        *TO_AN_END,
        bind(
            "t",
            "chart",
            "Chart",
            "Show the chart for the current roll, or for the last roll",
            "replay.chart",
        ),
        bind(
            "r",
            "records",
            "Records",
            "Show the calendar, ships, map and other records at this point",
            "replay.records",
        ),
        bind(
            "n",
            "rematch",
            "Rematch",
            "Start a new game with this setup and either the same dice or new dice",
            "replay.rematch",
        ),
        back("q,escape", "Leave the replay"),
    ]

    def __init__(self, playback: Playback, analysis: GameAnalysis | None = None) -> None:
        """The playback of a game, with its analysis if another page started one."""
        super().__init__(playback.game)
        self.playback = playback
        self.analysis = analysis or GameAnalysis(playback.whole)

    def action_close(self) -> None:
        """Restore an enlarged panel; if there is none, leave the replay."""
        if not self.restore_panel():
            super().action_close()

    def content(self) -> Iterable[Widget]:
        for widget in super().content():
            yield Position(self) if isinstance(widget, StatusLine) else widget

    def order_panels(self) -> Iterable[Widget]:
        """The recorded request with its answer."""
        yield Recorded(self)

    def on_mount(self) -> None:
        self.query_one(Recorded).focus()
        self.analysis.listeners[self] = self.redraw
        load_cached_in_background(self, self.analysis)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: only a saved game can be continued, and only a game that is not too
        long has a curve.
        """
        if action == "curve":
            return self.analysis.has_curve
        return action != "play_on" or self.playback.path is not None

    def action_play_on(self) -> None:
        """Ask which dice to use, then continue from here in a new save."""
        playback = self.playback
        path = self.playback.path
        if path is None:
            return
        if playback.at_end and playback.whole.over:
            self.notify(
                "This is the end of the game. Go back to where you want to resume play.",
            )
            return
        if playback.at_end:
            resume_game(self.app, path)
            return

        def answered(dice: str | None) -> None:
            if dice == SAME:
                play_copy(self.app, path, playback.whole.base + playback.index)
            elif dice == FRESH:
                game = begun_again(playback.whole, playback.index, new_seed())
                start_game(self.app, game, orders_given(self._notes()))

        question = (
            f"Play on from {position_words(playback)}? The original game is kept. "
            f"Which dice do you want?"
        )
        answers = [Item(SAME, "The same dice", "a copy of the save, ending here")]
        # New dice need the whole game, to play its first answers again.
        if not playback.whole.base:
            answers.append(Item(FRESH, "New dice", "a new game that starts here"))
        self.app.push_screen(PickScreen(question, answers), answered)

    def action_rematch(self) -> None:
        whole = self.playback.whole
        rematch(self.app, whole.state.setup, whole.aid, self._notes())

    def _notes(self) -> Mapping[str, Any]:
        return {} if self.playback.path is None else read_record(self.playback.path).notes

    def action_curve(self) -> None:
        """Show the win probability with this position marked. Choosing a moment there closes that
        page and goes to the moment.
        """

        def jump(page: ChanceCurveScreen, answers: int) -> None:
            page.dismiss()
            # The page may have turned to another stage, which has its own analysis.
            del self.analysis.listeners[self]
            self.analysis = page.analysis
            self.analysis.listeners[self] = self.redraw
            self.playback.go_to(answers)
            self.shown()

        self.app.push_screen(
            ChanceCurveScreen(self.analysis, jump, self.playback.index), lambda _: self.redraw()
        )

    def action_records(self) -> None:
        from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game))

    def shown(self) -> None:
        """Show the game as it was here on every panel."""
        self.game = self.playback.game
        self.view.game = self.playback.game
        self.view.plane = None
        self.view.slot = ""
        choice = self.view.planning
        if choice is not None:
            # The recorded plan as a draft, for plot and mounts, with no gun selected.
            self.view.draft = FirePlanDraft(self.game.play, choice)
            self.view.draft.now = PlanSetting(self.playback.answer() or {})
            self.view.draft.by_guns = False
        self.query_one(EventLog).newest()
        self.query_one(Recorded).scroll_home(animate=False, immediate=True)
        self.redraw()


class Recorded(RollOrders, inherit_bindings=False):
    """The request, the answer given, and its result."""

    def __init__(self, screen: ReplayScreen) -> None:
        super().__init__(screen.view, "recorded")
        self.replay = screen

    def draw(self, width: int, height: int) -> list[Line]:
        request = self.view.game.request
        playback = self.replay.playback
        if playback.at_end:
            words = "The replay ends here. The game is not over."
            if self.view.game.over:
                words = "The game is over"
            lines = [self.heading("End of the replay", width), line((words, "strong"))]
            return [*lines, [], *self.last_roll(width, height - 3)]
        if not isinstance(request, Choice):
            return super().draw(width, height)
        lines = [
            self.heading("Decision", width, request.rule),
            line((safe(request.prompt), "strong")),
        ]
        lines += self._answer(request, width)
        if (better := self.replay.analysis.order_at(playback.index)) is not None:
            lines += page_lines([better_order(better)], width, self.glyphs)
        return [*lines, [], *self.last_roll(width, height - len(lines) - 1)]

    def dice_lines(self, roll: Roll, width: int) -> list[Line]:
        """The dice rolled, and their result."""
        done = self.replay.playback.rolled()
        if done is None:
            return []
        result = Span(f" {self.glyphs.to} {result_of(done)}", result_style(done))
        return wrap([Span("Rolled ", "title"), *dice_line(done), result], width, indent=4)

    def _answer(self, request: Choice, width: int) -> list[Line]:
        """The answer recorded: the option among the others, the guns at each plane, or the men at
        each job.
        """
        answer = self.replay.playback.answer()
        if request.kind == ONE:
            return [
                self._option(option, chosen=option.value == answer) for option in request.options
            ]
        given = dict(answer) if isinstance(answer, dict) else {}
        if request.kind == ASSIGN:
            return self._targets(given, width) or [line(("All guns held fire", "warn"))]
        return self._men(request, given, width) or [line(("No men were assigned", "warn"))]

    def _option(self, option: Option, chosen: bool) -> Line:
        words = safe(option.text)
        if option.barred:
            words += f": not available, {safe(option.barred)}"
        if chosen:
            return line((f" {self.glyphs.mark} ", "key"), (f" {words} ", "mark"))
        return line(("   ", "key"), (f" {words} ", "dim"))

    def _targets(self, given: Mapping[str, int], width: int) -> list[Line]:
        lines: list[Line] = []
        for plane in self.view.state.air.planes:
            if slots := [slot for slot, target in given.items() if target == plane.number]:
                at = line(("At ", "dim"), (plane_words(plane), "strong"), ": ")
                lines += wrap([*at, Span(safe(", ".join(slots)), "key")], width, indent=4)
        return lines

    def _men(self, request: Choice, given: Mapping[str, int], width: int) -> list[Line]:
        lines: list[Line] = []
        for name, number in given.items():
            job = request.jobs[name]
            men = self.glyphs.hit * number + self.glyphs.clear * (request.most - number)
            words = line(
                (f"  {men} {number} ", "good"), safe(job.text), (f" ({job.section})", "dim")
            )
            lines += wrap(words, width)
        return lines


def open_replay(save: Path | None, page: ChanceCurveScreen, answers: int) -> None:
    """Replay a game from a moment that was chosen on ``page``, the page of its chances.

    ``save`` is the save of the game, None if it has none; ``answers`` is the number of answers
    before the moment.
    """
    if (whole := page.analysis.full_game) is not None:
        playback = Playback(whole, save)
        playback.go_to(answers)
        page.app.push_screen(ReplayScreen(playback, page.analysis))
