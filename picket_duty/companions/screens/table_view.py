"""What the panels of a companion game show of it."""

from __future__ import annotations

from picket_duty.companions import ie_shima_map, ie_shima_play
from picket_duty.companions.ie_shima_prospect import prospect
from picket_duty.companions.international_team_pieces import PRIVATE
from picket_duty.companions.score_sheets import score_sheet
from picket_duty.companions.table import Headline, RefereeRemark, is_visible
from picket_duty.companions.table_pages import SHORT
from picket_duty.companions.table_saves import TableGame
from picket_duty.events import DecisionMade, Event
from picket_duty.pages.blocks import Block, Fields
from picket_duty.requests import Choice
from picket_duty.text.styled_text import Line, line, safe
from picket_duty.tui.lines import cut


class View:
    """The view of a game on its panels: the game, the side that may look, and whether all events
    are shown.
    """

    def __init__(self, game: TableGame) -> None:
        self.game = game
        #: The side that is alone at the screen, empty for both.
        self.seat = ""
        #: Whether private events are shown too, as in a game that is over.
        self.shows_all = False
        #: The selected answer, empty for none.
        self.selected = ""
        #: The number of events before the last answer: the later ones are new.
        self.old_events = 0

    def visible_events(self) -> list[Event]:
        """The events that the players at the screen may read."""
        return [event for event in self.game.events if self.shows_all or self._may_read(event)]

    def _may_read(self, event: Event) -> bool:
        is_private = isinstance(event, DecisionMade) and event.about in PRIVATE
        return is_visible(event, self.seat) and (bool(self.seat) or not is_private)

    def headlines(self) -> list[str]:
        """What happened since the player's last impulse began, or in the one before if nothing has
        happened in it.
        """
        texts: list[str] = []
        for event in reversed(self.visible_events()):
            if isinstance(event, Headline):
                texts.insert(0, event.text)
            # Only the player's impulses are decisions made, not those of the computer.
            elif texts and isinstance(event, DecisionMade) and event.about.endswith(" impulse"):
                break
        return texts

    def tracked_play(self) -> ie_shima_play.IslandPlay | None:
        """The game on a board that the program tracks; None for any other game."""
        play = self.game.play
        if isinstance(play, ie_shima_play.IslandPlay) and ie_shima_map.has_map(play.state):
            return play
        return None

    def prospect(self) -> list[Block]:
        """What the selected answer concerns, on a tracked board."""
        play = self.tracked_play()
        request = self.game.request
        if play is not None and isinstance(request, Choice):
            return prospect(play, request, self.selected)
        return []

    def score_sheet(self) -> list[Fields]:
        """The score sheet as the players at the screen may see it."""
        state = self.game.state
        return score_sheet(state, self.game.tables, state.seat if self.shows_all else self.seat)

    def head(self) -> str:
        """The last heading in the log."""
        remarks = (
            event for event in reversed(self.visible_events()) if isinstance(event, RefereeRemark)
        )
        return next((remark.text for remark in remarks if remark.head), "")

    def title(self, width: int, before: str, split: str) -> list[Line]:
        """The title of the game and the last heading in one line."""
        spans = line(" ", (before, "warn"), (SHORT[self.game.tables.name], "strong"))
        if head := self.head():
            spans += line((f" {split} ", "sea"), (safe(head), "title"))
        return [cut(spans, width)]
