"""The panels of a companion game beside the request: score sheet, log, cover."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.message import Message

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_map, ie_shima_play
from picket_duty.companions.ie_shima_prospect import area_of_answer
from picket_duty.companions.score_sheets import AREAS, DAY, MAP, UNITS
from picket_duty.companions.screens.table_view import View
from picket_duty.companions.table import RefereeRemark, rolled_words
from picket_duty.events import DecisionMade, Event
from picket_duty.pages.blocks import Fields
from picket_duty.requests import Roll
from picket_duty.text.english import count, title_case
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind
from picket_duty.tui.lines import cut, length, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.widgets.panel import LogPanel, Panel

#: The least rows of a score sheet with the framed map.
MAP_ROWS = 30
#: The least rows below a small map in which the units are listed.
UNIT_ROWS = 12


class ScoreSheetPanel(Panel):
    """The score sheet: calendar or track, windows, ledger, totals."""

    def __init__(self, view: View) -> None:
        super().__init__("score-sheet")
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        play = self.view.tracked_play()
        sections = self.view.score_sheet()
        lines = []
        if play is not None and width >= ie_shima_map.SMALL_MAP.columns:
            lines = self._map_lines(play, sections, width, height)
            left_out = [MAP, DAY, AREAS]
            is_small = self._is_small(width, height)
            # If there are too few rows to list the units here, the page of the key w lists them.
            if is_small and height < len(lines) + UNIT_ROWS:
                left_out.append(UNITS)
            if is_small:
                lines += self._boxes(play, width)
            sections = [section for section in sections if section.title not in left_out]
        lines += page_lines(sections, width, self.glyphs)
        if len(lines) <= height:
            return lines
        over = f"+{len(lines) - height + 1} more, "
        more = line((over, "dim"), ("w", "key"), (": score sheet", "dim"))
        return [*lines[: height - 1], cut(more, width)]

    def _frame(self) -> ie_shima_map.MapSize:
        if self.glyphs.ascii:
            return ie_shima_map.ASCII_MAP
        return ie_shima_map.FRAMED_MAP

    def _is_small(self, width: int, height: int) -> bool:
        """Whether the framed map has no room."""
        return width < self._frame().columns or height < MAP_ROWS

    def _map_lines(
        self, play: ie_shima_play.IslandPlay, sections: list[Fields], width: int, height: int
    ) -> list[Line]:
        """The day, the map, what borders it cannot draw, and its key."""
        is_small = self._is_small(width, height)
        day = next((section for section in sections if section.title == DAY), Fields(rows=()))
        lines = _day_lines(day, width, is_small)
        size = ie_shima_map.SMALL_MAP if is_small else self._frame()
        area = area_of_answer(self.view.selected)
        drawing, others = ie_shima_map.drawn_map(play.board, size, area)
        # The last row would have the borders to Areas below the lowest ones.
        lines += drawing[:-1]
        if others:
            lines += wrap(line(("Other borders ", "dim"), ", ".join(others)), width, indent=1)
        key = ie_shima_map.MAP_KEY
        if not is_small:
            key = f"{key}  {ie_shima_map.BOX_KEY}"
        return [*lines, cut([Span(key, "dim")], width)]

    def _boxes(self, play: ie_shima_play.IslandPlay, width: int) -> list[Line]:
        """The boxes beside the map, with the number of units in each."""
        texts = play.board.box_texts().items()
        boxes = ((words, str(len(play.board.at(place)) or "")) for place, words in texts)
        return page_lines([Fields(tuple(boxes))], width, self.glyphs)


def _day_lines(day: Fields, width: int, is_small: bool) -> list[Line]:
    """The facts of the day, as many in a line as it has room for; ``is_small`` leaves out those
    without a name.
    """
    lines: list[Line] = []
    for name, text in day.rows:
        if not name and is_small:
            continue
        fact = [Span(f" {name} " if name else " ", "dim"), *text, Span(" ")]
        if lines and length([*lines[-1], *fact]) <= width:
            lines[-1] += fact
        else:
            lines += wrap(fact, width, indent=1)
    return lines


class TableLog(LogPanel):
    """The log of answers, rolls and remarks, the newest at the bottom."""

    def __init__(self, view: View) -> None:
        super().__init__("table-log")
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        # A reader of older lines has the whole panel.
        above = [] if self.lines_below else self._above(width, height)
        if len(above) >= height - 1:
            return above[:height]
        room = height - 1 - len(above)
        lines = list[Line]()
        new = {id(event) for event in self.view.game.events[self.view.old_events :]}
        for event in reversed(self.view.visible_events()):
            # On the practice island the log has remarks alone.
            if isinstance(event, RefereeRemark) or not island.is_practice(self.view.game.state):
                lines[:0] = event_lines(event, width, is_new=id(event) in new)
            if len(lines) >= room + self.lines_below:
                break
        shown = self.in_view(lines, room)
        more = ""
        if self.lines_below:
            more = f"{count(self.lines_below, 'more line')} below"
        return [*above, self.heading("Log", width, more), *shown][:height]

    def _above(self, width: int, height: int) -> list[Line]:
        """What the selected answer concerns, and what happened last."""
        above = page_lines(self.view.prospect(), width, self.glyphs)
        headlines = self.view.headlines()
        if not headlines:
            return above
        above.append(self.heading("What happened", width))
        said = []
        for text in headlines:
            said += wrap([Span(f" {safe(text)}", "strong")], width, indent=3)
        # If not all fit, the latest do, without the log.
        return [*above, *said[-max(1, height - len(above)) :]]


def event_lines(event: Event, width: int, is_new: bool = True) -> list[Line]:
    """An event as lines, dim unless it is new; empty if it is not shown."""
    if isinstance(event, Roll):
        text = rolled_words(event)
        style = "dim"
    elif isinstance(event, DecisionMade):
        # Ids of choices are in saves and keep their spelling.
        subject = event.about.replace("defence", "defense").replace("spend ", "advantage for ")
        about = title_case(subject)
        if subject.startswith("us "):
            about = f"U.S. {subject.removeprefix('us ')}"
        text = f"{about}: {event.words}"
        style = "dim"
    elif isinstance(event, RefereeRemark):
        text = event.text
        style = "plain" if is_new else "dim"
        style = "title" if event.head else style
    else:
        return []
    return wrap([Span(f" {safe(text)}", style)], width, indent=3)


class Cover(Panel, can_focus=True):
    """A page that covers the table while the players change seats."""

    class Uncovered(Message):
        """The next player is at the screen."""

    BINDINGS: ClassVar = [
        bind(
            "enter,space",
            "uncover",
            "Show",
            "Show the game to the player whose turn it is",
            "table.uncover",
        ),
    ]

    def __init__(self, words: Callable[[], str]) -> None:
        super().__init__("cover")
        self.words = words

    def draw(self, width: int, height: int) -> list[Line]:
        words = line("The game is hidden. The other player should look away.")
        lines = [
            line((self.words(), "title")),
            [],
            words,
            [],
            line(("Enter", "key"), ": show the game"),
        ]
        return [*([[]] * (height // 3)), *([Span("    "), *spans] for spans in lines)]

    def action_uncover(self) -> None:
        self.post_message(self.Uncovered())

    on_click = action_uncover
