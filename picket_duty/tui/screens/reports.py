"""Pages to read between the fighting: the end of a day, and the outcome."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import work

from picket_duty.game import Game
from picket_duty.requests import ONE, Choice
from picket_duty.text.chances import STAFF, YOURS, Counsel
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.diary import honours_lines
from picket_duty.tui.game_analysis import GameAnalysis, begin, page_lines
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.playback import Playback, load_playback
from picket_duty.tui.report import day_lines, outcome_lines
from picket_duty.tui.screens.historical_day import PLAY, HistoryScreen, can_play, play_day
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.suggest import suggest

if TYPE_CHECKING:
    from picket_duty.text.awards import Honour
    from picket_duty.tui.screens.chance_curve import CurveScreen

TEXT_WIDTH = 100
#: What comes after the page of a day on which some were granted.
HONOURS = "the day's honours"


class DayScreen(TextPage[None]):
    """What happened on a day, then the honours granted for it where there are any. ``after`` says what comes then."""

    BINDINGS: ClassVar = [
        bind("enter", "go_on", "Go on", "On to the day's honours, then to what comes next", "day.on"),
        bind("l", "luck", "Luck", "What the dice gave, and what your orders cost", "day.luck"),
        bind("r", "records", "Records", "Calendar, squadron, waters and records", "day.records"),
        bind("h", "history", "Real day", "What really happened, with its sources", "day.history"),
        PLAY,
        hidden("escape,q", "close", "back", "On to what comes next", "page.back", display="Esc"),
    ]

    def __init__(self, game: Game, date: str, after: str) -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.after = after
        #: None until the page of the day was drawn.
        self.honours: list[Honour] | None = None
        self.day_read = False

    def action_go_on(self) -> None:
        """From the day to its honours, from there to the battle."""
        if self.honours and not self.day_read:
            self.day_read = True
            self.turn_page()
            return
        self.dismiss()

    def action_luck(self) -> None:
        """What the dice of the day gave."""
        from picket_duty.tui.screens.luck import LuckScreen

        self.app.push_screen(LuckScreen(self.game, self.date))

    def action_records(self) -> None:
        """Calendar, squadron, waters and records."""
        from picket_duty.tui.screens.campaign_records import RecordsScreen

        self.app.push_screen(RecordsScreen(self.game))

    def action_history(self) -> None:
        """The real day, with its sources."""
        self.app.push_screen(HistoryScreen(datetime.date.fromisoformat(self.date)))

    def action_play_day(self) -> None:
        """A patrol on the station of the real ship."""
        play_day(self, datetime.date.fromisoformat(self.date))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A real ship to stand the watch of is not known of every day."""
        return action != "play_day" or can_play(self.game.tables, datetime.date.fromisoformat(self.date))

    def lines_for(self, width: int) -> list[Line]:
        """The day, or its honors once the day was read."""
        from picket_duty.reports.awards import honours_on

        if self.honours is None:
            self.honours = honours_on(self.game, self.date)
        if self.day_read:
            lines, then = honours_lines(self.honours, self.date, width), self.after
        else:
            lines = day_lines(self.game, self.game.events, self.date, width)
            then = HONOURS if self.honours else self.after
        return [*lines, [], line(("Enter", "key"), f": {then}")]


class OddsScreen(TextPage[None]):
    """The exact odds of the request, and what the staff advises."""

    BINDINGS: ClassVar = [back("escape,q,o,enter")]

    def __init__(self, game: Game, plan: Mapping[str, int] | None = None, counsel: Counsel | None = None) -> None:
        """The odds of a game's request; of a fire plan those of ``plan``, the player's as it stands.

        ``counsel`` is what the staff has played out, as far as it is known.
        """
        super().__init__()
        self.game = game
        self.plan = plan
        self.counsel = counsel or Counsel()

    def lines_for(self, width: int) -> list[Line]:
        """The odds, then the advice."""
        from picket_duty.odds.report import lines

        found: list[Line] = [line(("Odds and advice", "title"))]
        for text in lines(self.game, self.plan):
            found += wrap([Span(safe(text))], width, indent=4)
        words = {STAFF: "The staff's orders", YOURS: "Your orders"}
        request = self.game.request
        if isinstance(request, Choice):
            words |= {option.value: option.text for option in request.options}
        if self.counsel.words:
            found += [[], *wrap([Span(safe(f"  {self.counsel.words}"), "strong")], width, indent=4)]
        elif isinstance(request, Choice) and request.kind == ONE:
            found += [[], line("  The staff advises: ", (safe(words[suggest(self.game)]), "strong"))]
        found += [line(f"  {safe(words[name])}: {safe(chance)}") for name, chance in self.counsel.chances.items()]
        return found


class OutcomeScreen(TextPage[bool]):
    """How the game ended: its last page in prose, or its figures. Enter leads to the menu, b back to the board."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        # Where there is little room the last of them have none on the key line.
        bind("enter,escape,q", "leave(True)", "Menu", "Back to the menu", "outcome.menu", display="Enter"),
        bind("c", "card", "Card", "The card of the game, to be shown to others", "outcome.card"),
        bind("d", "diary", "Diary", "The war diary of every ship of the game", "outcome.diary"),
        bind("l", "luck", "Luck", "How the chance went: luck, orders, moments", "outcome.luck"),
        bind("f", "figures", "Totals", "The totals of the game, or its last page", "outcome.figures"),
        bind("p", "replay", "Replay", "The game again, step by step", "outcome.replay"),
        bind("r", "records", "Records", "Calendar, squadron, waters and records", "outcome.records"),
        bind("n", "rematch", "Rematch", "A new game with this set-up, with its dice or fresh ones", "outcome.rematch"),
        bind("b", "leave(False)", "Board", "Look at the board once more", "outcome.look_at_the_board"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.in_figures = False
        #: Her battle beside the real one, once it was looked up.
        self.beside_history: str | None = None
        self.analysis = GameAnalysis(game)
        #: The last page as it was written for a width and a height: the game is over.
        self._written: dict[tuple[int, int], list[Line]] = {}

    def on_mount(self) -> None:
        """The staff plays out how the chance went, where it thinks along."""
        self.analysis.listeners.append(self.redraw_text)
        if self.context.staff() is not None and not self.analysis.long:
            begin(self.app, self.analysis)

    def on_unmount(self) -> None:
        """Nobody looks here any more."""
        self.analysis.listeners.remove(self.redraw_text)

    def action_figures(self) -> None:
        """From the last page to the figures and back."""
        self.in_figures = not self.in_figures
        self.turn_page()

    def action_leave(self, menu: bool) -> None:
        """To the menu or back to the board."""
        self.dismiss(menu)

    def action_rematch(self) -> None:
        """A new game with the same set-up."""
        self.context.rematch(self.game.state.setup)

    def action_luck(self) -> None:
        """How the chance of the game went."""
        from picket_duty.tui.screens.chance_curve import CurveScreen

        self.app.push_screen(CurveScreen(self.analysis, self._open_moment))

    def _open_moment(self, page: CurveScreen, answers: int) -> None:
        """The game as it stood at a moment, on the screen of the replay."""
        from picket_duty.tui.screens.replay import ReplayScreen

        whole, journal = self.analysis.whole, self.game.journal
        if whole is not None:
            playback = Playback(whole, None if journal is None else journal.path)
            playback.wind(answers)
            page.app.push_screen(ReplayScreen(playback, self.analysis))

    def action_diary(self) -> None:
        """The war diary."""
        from picket_duty.tui.screens.ship_diary import open_diary

        open_diary(self, self.game)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A scenario has no calendar, a game that is not saved no replay."""
        if action in ("replay", "card"):
            return self.game.journal is not None
        return action != "records" or not self.game.state.scenario

    def action_card(self) -> None:
        """What it came to in a few lines, to be shown to others."""
        from picket_duty.tui.screens.card import CardScreen

        if self.game.journal is not None:
            self.app.push_screen(CardScreen(self.game.journal.path, self.analysis))

    def action_replay(self) -> None:
        """The game again, step by step, from its save: a game taken up again knows only what came after that."""
        if self.game.journal is not None:
            self._load(self.game.journal.path)

    @work(thread=True, exclusive=True)
    def _load(self, path: Path) -> None:
        from picket_duty.saves import SaveError

        try:
            playback = load_playback(path, self.game.tables)
        except SaveError as error:
            self.from_beside(partial(self.notify, str(error), severity="error", markup=False))
            return
        self.from_beside(self._show, playback)

    def _show(self, playback: Playback) -> None:
        from picket_duty.tui.screens.replay import ReplayScreen

        if self.is_current:
            self.app.push_screen(ReplayScreen(playback, self.analysis))

    def action_records(self) -> None:
        """Calendar, squadron, waters and records."""
        from picket_duty.tui.screens.campaign_records import RecordsScreen

        self.app.push_screen(RecordsScreen(self.game))

    def lines_for(self, width: int) -> list[Line]:
        """The last page, or the figures."""
        return self._figures(width) if self.in_figures else self._story(width)

    def _story(self, width: int) -> list[Line]:
        from picket_duty.tui.ending import ending_lines

        glyphs = self.context.glyphs
        place = width, self.size.height
        if place not in self._written:
            self._written[place] = ending_lines(self.game, *place, glyphs)
        chance = page_lines(self.analysis, min(width, TEXT_WIDTH), glyphs)
        return [*self._written[place], *self._against_history(width), *chance]

    def _against_history(self, width: int) -> list[Line]:
        """Her battle, the real one and the thousand beside each other; nothing where the real ship is not known."""
        from picket_duty.analysis.baseline import kept
        from picket_duty.reports.game_card import against_history

        if self.beside_history is None:
            known = kept(self.game.state.setup, self.game.tables)
            self.beside_history = against_history(self.game, known)
        words = self.beside_history
        return [[], *wrap([Span(words, "strong")], min(width, TEXT_WIDTH))] if words else []

    def _figures(self, width: int) -> list[Line]:
        """A scenario with what history did; a campaign with its losses and its last ship."""
        game = self.game
        if game.state.setup.kind == "scenario":
            return [*outcome_lines(game, min(width, TEXT_WIDTH)), *self._against_history(width)]
        from picket_duty.tui.screens.campaign_records import result_lines
        from picket_duty.tui.squadron import ship_story

        ship = ship_story(game.state.ship, game.state, game.tables, width)
        return [*result_lines(game.state, game.tables, width, self.context.glyphs), [], *ship]
