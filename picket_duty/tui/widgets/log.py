"""The event log in plain words, the newest at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.events import Happening
from picket_duty.requests import Roll
from picket_duty.tui.lines import Line, wrap
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.panel import Panel
from picket_duty.wording import repeats_a_roll, tell

#: Lines kept: enough for a day in full.
KEPT = 2000


class EventLog(Panel):
    """What happened, told as it happens. Scroll up to read back."""

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(id=id)
        self.situation = situation
        self.back = 0
        self._told: list[Line] = []
        self._width = 0
        self._count = 0
        self._last: Happening | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        """The heading and every line told so far; new events are added, the old ones kept."""
        events = self.situation.game.events
        gone = self._count > len(events) or (self._count and events[self._count - 1] is not self._last)
        if gone or width != self._width:
            self._told, self._count, self._width = [], 0, width
        if self._count < len(events):
            tables = self.situation.game.tables
            for place in range(max(self._count, len(events) - KEPT), len(events)):
                told = told_at(events, place, tables)
                if told:
                    self._told += wrap(told, width, indent=4)
            self._count, self._last = len(events), events[-1]
            del self._told[:-KEPT]
        room = max(1, height - 1)
        self.back = max(0, min(self.back, len(self._told) - room))
        end = len(self._told) - self.back
        more = f"{self.back} lines below" if self.back else ""
        return [self.heading("Log", width, more), *self._told[max(0, end - room) : end]]

    def look_back(self, lines: int) -> None:
        """Read further back, or with a negative number toward the newest line."""
        self.back = max(0, self.back + lines)
        self.redraw()

    def newest(self) -> None:
        """Show the newest line again."""
        self.back = 0

    def on_mouse_scroll_up(self) -> None:
        """The wheel reads back."""
        self.look_back(3)

    def on_mouse_scroll_down(self) -> None:
        """The wheel reads on."""
        self.look_back(-3)


def told_at(events: Sequence[Happening], place: int, tables: Tables) -> Line:
    """An event as a line, empty where the roll before it said as much; a roll leads to its chart when it is clicked."""
    if repeats_a_roll(events[place]):
        return []
    told = tell(events[place], tables)
    if not isinstance(events[place], Roll):
        return told
    return [span._replace(action=f"screen.roll_at({place})") for span in told]
