"""The end of a game: its last page in prose with the ship as she was left, or its totals."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding

from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Space, styled
from picket_duty.pages.campaign_records import result_page
from picket_duty.pages.final_page import final_page
from picket_duty.pages.game_card import against_history
from picket_duty.pages.ships import closing_state, ship_record
from picket_duty.state import SUNK
from picket_duty.text.ship_service import cause_of_loss
from picket_duty.text.styled_text import Line, line, safe
from picket_duty.tui.deck_plan import deck_plan
from picket_duty.tui.game_analysis import GameAnalysis, analysis_page, start_analysis
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import campaign_records
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.chance_curve import luck_screen
from picket_duty.tui.screens.day_end import picture_lines
from picket_duty.tui.screens.dialogs import AskScreen, if_yes
from picket_duty.tui.screens.open_games import rematch
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.screens.replay import Playback, ReplayScreen, load_playback, open_replay
from picket_duty.tui.widgets.panel import ScrollText

#: How the last page is left: for the menu, for the board, or for the board to undo a decision.
MENU = "menu"
BOARD = "board"
UNDO = "undo"
#: Prose is wrapped at this width.
TEXT_WIDTH = 100


class OutcomeScreen(TextPage[str]):
    """The last page in prose, or the figures. Returns MENU, BOARD or UNDO.

    With the ``path`` of a save, it is the last page of an earlier game, and leads back to the page
    before it.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        hidden(
            "enter",
            "read_on",
            "Scroll down",
            "Scroll down; at the end, return to the menu (asks you to confirm first)",
            "outcome.read_on",
        ),
        # Narrow key lines drop the last keys.
        bind("q", "leave", "Menu", "Return to the menu", "outcome.menu"),
        bind(
            "c",
            "card",
            "Card",
            "Show a summary of the game to share, with its replay code",
            "outcome.card",
        ),
        bind("d", "diary", "Diary", "Open the war diaries of all your ships", "outcome.diary"),
        bind(
            "l",
            "luck",
            "Luck",
            "Show how dice and orders changed your chance of winning",
            "outcome.luck",
        ),
        bind(
            "f",
            "figures",
            "Totals",
            "Switch between the totals and the closing page",
            "outcome.figures",
        ),
        bind("p", "replay", "Replay", "Replay the game, step by step", "outcome.replay"),
        bind(
            "r",
            "records",
            "Records",
            "Show the calendar, ships, map and other records",
            "outcome.records",
        ),
        bind("n", "rematch", "Rematch", "Start a new game with the same setup", "outcome.rematch"),
        bind(
            "escape,b",
            "go_back",
            "Board",
            "Return to the board",
            "outcome.look_at_the_board",
            display="Esc",
        ),
        bind(
            "u",
            "undo",
            "Undo",
            "Go back to your last decision and play on from there",
            "outcome.undo",
        ),
    ]

    def __init__(self, game: Game, path: Path | None = None) -> None:
        super().__init__()
        self.game = game
        self.is_earlier = path is not None
        self.path = game.save_path if path is None else path
        self.in_figures = False
        self.had_no_raid = not game.state.records.planes
        self.analysis = GameAnalysis(game)

    def on_mount(self) -> None:
        """Start the win probability analysis if analysis is on and the game is not too long for
        it.
        """
        self.analysis.listeners[self] = self.redraw_text
        if self.context.analyzer() is not None and self.analysis.has_curve:
            start_analysis(self.app, self.analysis)

    def action_figures(self) -> None:
        self.in_figures = not self.in_figures
        self.turn_page()

    def action_read_on(self) -> None:
        """Scroll to the rest of the page; at its end, ask whether to go to the menu."""
        reading = self.query_one(ScrollText)
        if reading.scroll_offset.y < reading.max_scroll_y:
            reading.action_page_down()
        elif self.is_earlier:
            self.dismiss(MENU)
        else:
            question = "Back to the menu? You can replay the game from your saves."
            self.app.push_screen(
                AskScreen(question, "menu", "stay"), if_yes(partial(self.dismiss, MENU))
            )

    def action_leave(self) -> None:
        self.dismiss(MENU)

    def action_undo(self) -> None:
        """Return to the board, which asks whether to undo the last decision."""
        self.dismiss(UNDO)

    def action_go_back(self) -> None:
        """Return from the totals to the last page, from the last page to the board."""
        if self.in_figures:
            self.action_figures()
        else:
            self.dismiss(BOARD)

    def action_rematch(self) -> None:
        """Begin a new game with the same setup; after a game without a raid the dice are new."""
        game = self.game
        rematch(self.app, game.state.setup, game.aid, game.notes, new_dice=self.had_no_raid)

    def action_luck(self) -> None:
        self.app.push_screen(luck_screen(self.analysis, partial(open_replay, self.path)))

    def action_diary(self) -> None:
        campaign_records.open_diary(self, self.game)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: a scenario has no records, an unsaved game no replay or card, an
        earlier game no rematch or undo.
        """
        if action in ("replay", "card"):
            return self.path is not None
        if action in ("rematch", "undo"):
            return not self.is_earlier
        return action != "records" or not self.game.state.scenario

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the page of an earlier game leads back, and a game without a raid is
        played again with new dice.
        """
        if binding.action == "rematch" and self.had_no_raid:
            return "New dice"
        if self.is_earlier and binding.action in ("leave", "go_back"):
            return "Back"
        return binding.description

    def action_card(self) -> None:
        if self.path is not None:
            self.app.push_screen(CardScreen(self.path, self.analysis))

    def action_replay(self) -> None:
        """Replay the game from its save: a resumed game holds only its last answers."""
        path = self.path
        if path is None:
            return

        def show(playback: Playback) -> None:
            if self.is_current:
                self.app.push_screen(ReplayScreen(playback, self.analysis))

        failed = partial(self.notify, severity="error")
        self.in_background(
            lambda: load_playback(path, self.game.tables), show, lambda error: failed(str(error))
        )

    def action_records(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game))

    def lines_for(self, width: int) -> list[Line]:
        glyphs = self.context.glyphs
        text_width = min(width, TEXT_WIDTH)
        if self.in_figures:
            days = facts_of(self.game).whole.days
            tables = self.game.tables
            state = closing_state(self.game.state, days)
            figures = [*result_page(state, tables, days), *ship_record(state.ship, state, tables)]
            lines = page_lines([*figures, *self._against_history], width, glyphs)
        else:
            chance = page_lines(analysis_page(self.analysis), text_width, glyphs)
            against = page_lines(self._against_history, text_width, glyphs)
            story = ending_lines(self.game, width, self.size.height, glyphs)
            lines = [*story, *against]
            if chance:
                lines += [[], *chance]
        if self.had_no_raid and not self.is_earlier:
            lines = [line(("n", "key"), ": again with new dice"), [], *lines]
        leads_to = "back" if self.is_earlier else "back to the menu"
        return [*lines, [], line(("Enter", "key"), f": {leads_to}")]

    @cached_property
    def _against_history(self) -> list[Block]:
        """The battle compared with the historical one; empty if the real ship is unknown."""
        text = against_history(self.game)
        return [Space(), styled(text, "strong")] if text else []


def ending_lines(game: Game, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The last page of a game; a low screen gets no picture."""
    ship = game.state.ship
    prose = page_lines(final_page(game), min(width, TEXT_WIDTH), glyphs)
    lines = [*picture_lines(ship, game, width, height, glyphs), *prose]
    if ship.mounts and (deck := deck_plan(ship, game.tables, width, height, glyphs)):
        why = cause_of_loss(game)
        title = f"Damage at the end: {ship.name}"
        if ship.fate == SUNK:
            title += f", sunk ({why})" if why else ", sunk"
        lines += [[], *wrap(line((safe(title), "title")), width), *deck]
    return lines
