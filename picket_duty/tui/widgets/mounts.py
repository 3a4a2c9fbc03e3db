"""The gun mounts: state, director, magazine, arcs and the target each has in the plan."""

from __future__ import annotations

from picket_duty.book.data import MountData
from picket_duty.requests import Request
from picket_duty.rules.battery import Armed
from picket_duty.rules.gunnery import director_bonus, director_state
from picket_duty.state import WORKING
from picket_duty.text import count, plane_number
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import Line, Span, fit, joined, line, pad, wrap
from picket_duty.tui.widgets.panel import Panel

#: The bearings of the arcs, from port quarter over the bow to the stern.
ARC_BEARINGS = (225, 270, 315, 0, 45, 90, 135, 180)
NARROW = 39
#: Most rows of the legend.
LEGEND_ROWS = 6
#: Words for arcs without altitudes and with all of them.
ALTITUDES = {"": "none", "LMH": "low, medium, high"}
#: Short names of magazines that feed several mounts.
MAGAZINES = {"40mm-mgz-fwd": "fwd 40mm", "40mm-mgz-aft": "aft 40mm", "20mm-mgz-aft": "aft 20mm"}


class Mounts(Panel):
    """A row for each mount; in two columns if there are too few rows but enough columns."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        self._targets: dict[str, int] = {}
        self._marked: Armed | None = None
        #: Rows drawn for the current request: mounts do not change until it is answered.
        self._asked: Request | None = None
        self._rows: dict[tuple[object, ...], Line] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """One row for each mount."""
        view = self.view
        self._targets, self._marked = view.targets(), view.mount_marked()
        if self._asked is not view.game.request:
            self._asked = view.game.request
            self._rows.clear()
        rows = [self._row(armed) for armed in view.game.play.battery().values()]
        head = self._head()
        lines = [self.heading("Gun mounts", width, self._note())]
        if len(rows) + 2 <= height or width < 2 * NARROW:
            lines += [head, *rows]
            legend = self._legend(width) if len(lines) + LEGEND_ROWS <= height else []
            return [*lines, *legend]
        half = (len(rows) + 1) // 2
        column = width // 2
        lines.append([*pad(head, column), *head])
        for row in range(half):
            right = rows[half + row] if half + row < len(rows) else []
            lines.append([*pad(rows[row], column), *right])
        return [*lines, *self._legend(width)]

    def _legend(self, width: int) -> list[Line]:
        """The legend of the arcs."""
        arcs = "  ".join(f"{sign} {ALTITUDES.get(levels, levels)}" for levels, sign in self.glyphs.arcs.items())
        words = f"Arcs from the port quarter over the bow to the stern, by altitude: {arcs}"
        director = "dir + gives the bonus of chart 9-1; a click on a mount lights its arcs on the plot"
        return [[], *wrap(line((words, "dim")), width), *wrap(line((director, "dim")), width)]

    def _note(self) -> str:
        ship = self.view.ship
        if ship.declared:
            return "silent: emergency"
        if not ship.ammunition:
            return "silent: no ammunition"
        return "no bonuses" if ship.gun_bonuses_lost else ""

    def _head(self) -> Line:
        columns = f" {fit('mount', 7)}{fit('state', 7)}{fit('dir', 4)}{fit('magazine', 9)}"
        return line((f"{columns}{self.glyphs.compass} at", "dim"))

    def _row(self, armed: Armed) -> Line:
        view, name = self.view, armed.data.id
        planning = view.planning
        bears = planning is not None and view.plane in planning.slots.get(name, ())
        key = (name, self._marked is armed, bears, view.plane, self._targets.get(name))
        row = self._rows.get(key)
        if row is None or self._asked is None:
            row = self._rows[key] = self._drawn(armed, bears)
        return row

    def _drawn(self, armed: Armed, bears: bool) -> Line:
        glyphs, data = self.glyphs, armed.data
        mount = self.view.ship.mounts[data.id]
        target = self._targets.get(data.id)
        state, style = self._state(data)
        chosen = self._marked is armed
        row = [
            Span(glyphs.mark if chosen else glyphs.to if bears else " ", "key"),
            Span(fit(data.id, 7), "mark" if chosen else "strong" if bears else "plain"),
            Span(fit(state, 7), style),
            *self._director(armed),
            *self._magazine(data),
            *self._arcs(armed),
            Span(f" {glyphs.to}{plane_number(target)}" if target is not None else "   ", "key"),
            Span(" ace" if mount.ace else "", "good"),
        ]
        action = f"screen.mark_mount('{data.id}')"
        return [Span(text, style, action) for text, style, _ in row]

    def _state(self, data: MountData) -> tuple[str, str]:
        ship = self.view.ship
        mount = ship.mounts[data.id]
        if mount.destroyed:
            return "LOST", "bad"
        if mount.hits:
            return count(mount.hits, "hit"), "warn"
        if ship.declared or not ship.ammunition:
            return "silent", "dim"
        return "ready", "plain"

    def _director(self, armed: Armed) -> Line:
        """Its director: + if it gives a bonus, - if not, or its damage."""
        state = director_state(self.view.game.play, armed)
        if state != WORKING:
            return [Span(fit("hit" if state == "damaged" else "out", 4), "bad")]
        helps = any(director_bonus(self.view.game.play, armed, level) for level in armed.bonus)
        return [Span(fit("+" if helps else "-", 4), "good" if helps else "dim")]

    def _magazine(self, data: MountData) -> Line:
        """Where its ammunition comes from: the nearest magazine, the other one, or none."""
        rooms = self.view.ship.compartments
        if not data.magazine or data.magazine not in rooms:
            return [Span(fit("-", 9), "dim")]
        name = MAGAZINES.get(data.magazine) or f"mag {data.magazine[-1]}"
        near = rooms[data.magazine]
        if not near.out:
            burning = near.fire and not near.out
            return [Span(fit(f"{name}{' !' if burning else ''}", 9), "warn" if burning else "dim")]
        other = rooms.get(data.other_magazine)
        if other is not None and not other.out:
            return [Span(fit("other -1", 9), "warn")]
        return [Span(fit("NONE", 9), "bad")]

    def _arcs(self, armed: Armed) -> Line:
        plane, arcs = self.view.plane_looked_at(), self.glyphs.arcs
        bearing = plane.bearing if plane is not None and not plane.special else None
        spans = []
        for place in ARC_BEARINGS:
            levels = armed.arcs[place]
            bears = place == bearing and plane is not None and plane.altitude in levels
            spans.append(Span(arcs.get(levels, "?"), "key" if bears else "plain" if levels else "sea"))
        return joined(spans)
