"""The event log, newest line at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.captains.deciders import still_sends_nobody
from picket_duty.events import DecisionMade, Event, Fire, Support, WaveBegun
from picket_duty.facts import facts_of
from picket_duty.requests import Roll
from picket_duty.state import GONE, SHOT_DOWN, date_in_label
from picket_duty.text.cards import over_line
from picket_duty.text.english import count
from picket_duty.text.log import log_line, officers_line, repeats_a_roll, shot_line
from picket_duty.text.mount_captains import mount_captains
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import wrap
from picket_duty.tui.widgets.panel import LogPanel, ViewPanel

#: Most lines in the log, enough for a day.
MOST_LINES = 2000
#: About the most events for each line of the log; some stretches have fewer lines.
EVENTS_A_LINE = 4


class EventLog(LogPanel, ViewPanel):
    """The log of events; scroll up to read back."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        #: Whether only what happened since the player's last order is shown.
        self.since_order = False
        #: The lines made so far, and the width that they were made for.
        self._lines: list[Line] = []
        self._width = 0
        #: The index of the first event whose lines are made.
        self._first_done = 0
        #: The number of events up to the last one whose lines are made, and that event.
        self._events_done = 0
        self._last_done: Event | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        """The heading and the last lines, or those scrolled back to."""
        room = max(1, height - 1)
        events = self.view.game.events
        if self.since_order:
            lines = self._lines_from(
                max(self.view.first_event_since_order(), len(events) - MOST_LINES), width
            )
        else:
            lines = self._all(width, self.lines_below + room)
        lines = [*lines, *self._wave_over(len(events), width)]
        if self.since_order and not lines:
            lines = [line(("Nothing yet", "dim"))]
        shown = self.in_view(lines, room)
        title = "Ship's log"
        more = "e: since order"
        if self.since_order:
            title = "Ship's log since your last order"
            more = "e: whole log"
        if self.lines_below:
            more = f"{count(self.lines_below, 'line')} below"
        return [self.heading(title, width, more), *shown]

    def _all(self, width: int, wanted: int) -> list[Line]:
        """At least the number of last lines ``wanted``, if there are so many.

        The lines made so far are kept; earlier ones are made when they are scrolled to.
        """
        events = self.view.game.events
        oldest = max(0, len(events) - MOST_LINES)
        if width != self._width or self._was_undone(events):
            self._lines = []
            self._events_done = 0
            self._width = width
        if self._events_done < len(events):
            self._append_new(events, oldest, width, wanted)
        if len(self._lines) < wanted and self._first_done > oldest:
            self._lines = self._lines_from(oldest, width)
            self._first_done = oldest
        del self._lines[:-MOST_LINES]
        return self._lines

    def _was_undone(self, events: Sequence[Event]) -> bool:
        """Whether an event whose lines are made is gone."""
        if self._events_done > len(events):
            return True
        return self._events_done > 0 and events[self._events_done - 1] is not self._last_done

    def _append_new(self, events: Sequence[Event], oldest: int, width: int, wanted: int) -> None:
        """Add the lines of the events since the last one whose lines are made.

        If none are made yet, it starts so many events before the end that they are likely to give
        the lines ``wanted``.
        """
        if not self._events_done:
            self._first_done = max(oldest, len(events) - EVENTS_A_LINE * wanted)
        self._lines += self._lines_from(max(self._events_done, self._first_done, oldest), width)
        self._events_done = len(events)
        self._last_done = events[-1]

    def _lines_from(self, first: int, width: int) -> list[Line]:
        """The lines of events from an index on, with a rule before each wave and its result after
        its fight.
        """
        events = self.view.game.events
        tables = self.view.game.tables
        lines: list[Line] = []
        for index in range(first, len(events)):
            event = events[index]
            lines += self._wave_over(index, width)
            if isinstance(event, WaveBegun):
                rule = self.glyphs.rule
                name = f"WAVE {event.number}"
                rest = rule * max(0, width - len(name) - 4)
                lines.append(line((f"{rule * 2} ", "sea"), (name, "title"), (f" {rest}", "sea")))
            if isinstance(event, DecisionMade) and index in self.view.by_officers:
                # The officers' order to send nobody is logged once in a phase.
                if still_sends_nobody(events, index, self.view.by_officers):
                    continue
                spans = officers_line(event, tables)
            else:
                spans = event_line(events, index, tables, self._captain(event))
            if spans:
                lines += wrap(spans, width, indent=4)
        return lines

    def _captain(self, event: Event) -> Line:
        """The captain of the mount that shot a plane down or set it ablaze, for its line."""
        if (
            not isinstance(event, Fire)
            or event.state not in (GONE, SHOT_DOWN)
            or event.state == event.state_before
        ):
            return []
        game = self.view.game
        date = date_in_label(event.phase)
        for captain in mount_captains(facts_of(game).whole.days, game.tables):
            if captain.mount == event.by and date in captain.dates:
                return line((f" ({captain.name(game.state.setup, game.tables)})", "good"))
        return []

    def _wave_over(self, index: int, width: int) -> list[Line]:
        """The result of the wave whose fight ended before the event at an index, or before the
        current request.
        """
        game = self.view.game
        if index == len(game.events) and game.request is None:
            return []
        wave = facts_of(game).fight_ended_at(index)
        return [] if wave is None else wrap(over_line(wave), width, indent=4)

    def newest(self) -> None:
        """Scroll to the newest line."""
        self.lines_below = 0


def event_line(
    events: Sequence[Event], index: int, tables: Tables, captain: Sequence[Span]
) -> Line:
    """An event as a line; a roll leads to its chart when it is clicked.

    A shot and its result share one line, that of the event, which names the ``captain`` of the
    mount; the roll before it has none. An event that only repeats its roll has no line.
    """
    event = events[index]
    if isinstance(event, Fire | Support) and isinstance(roll := events[index - 1], Roll):
        return _to_roll(shot_line(roll, event, tables, captain), index - 1)
    if not isinstance(event, Roll):
        repeats = index > 0 and repeats_a_roll(event, events[index - 1])
        return [] if repeats else log_line(event, tables)
    if any(isinstance(then, Fire | Support) for then in events[index + 1 : index + 2]):
        return []
    return _to_roll(log_line(event, tables), index)


def _to_roll(spans: Line, index: int) -> Line:
    """A line that leads to the roll at an index of the events when it is clicked."""
    return [span._replace(action=f"screen.roll_at({index})") for span in spans]
