"""The plot: the destroyer in the middle, the planes of the wave around her by bearing and altitude."""

from __future__ import annotations

import math
from functools import lru_cache

from textual import events
from textual.message import Message

from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.state import TORPEDO, Plane
from picket_duty.tui.lines import Line, Span, fit, line, wrap
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.panel import Panel
from picket_duty.wording.names import PLANE_STATES, WEAPONS, count, plane_number

BEARINGS = (0, 45, 90, 135, 180, 225, 270, 315)
ALTITUDES = "LMH"
#: How much wider than high a cell of the plot is drawn.
STRETCH = 2.5
#: A diagonal reaches this far of its ring.
DIAGONAL = 0.72
LIST_WIDTH = 34
#: How far apart the dots of a ring are, in columns.
DOT_DISTANCE = 3
MOST_RING = 11
OUTCOMES = {"hit": "HIT US", "near_miss": "near miss", "miss": "missed"}
SHORT_WEAPONS = {**WEAPONS, TORPEDO: "torp."}

Cells = list[list[Span]]


class Plot(Panel):
    """The planes in the air, and beside them what is known of each."""

    class Picked(Message):
        """A plane was clicked."""

        def __init__(self, plane: int) -> None:
            super().__init__()
            self.plane = plane

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(id=id)
        self.situation = situation

    def draw(self, width: int, height: int) -> list[Line]:
        """The plot at the left, the list of planes at the right."""
        air = self.situation.state.air
        planes = air.planes
        title = f"Plot, wave {air.wave}" if planes else "Plot"
        chart = self._chart(width - LIST_WIDTH - 1, max(1, height - 1))
        beside = self._list(min(46, width - len(chart[0]) - 2), height - 1)
        lines = [self.heading(title, width, self._light())]
        for row, cells in enumerate(chart):
            right = beside[row] if row < len(beside) else []
            lines.append([*cells, Span("  "), *right])
        return lines

    def on_click(self, event: events.Click) -> None:
        """A click on a plane's digit or its line looks at the plane."""
        action = event.style.meta.get("plane")
        if action is not None:
            self.post_message(self.Picked(action))

    def _light(self) -> str:
        state = self.situation.state
        if state.step != "phase":
            return ""
        return "night" if state.night else "day"

    # -- the chart -----------------------------------------------------------

    def _chart(self, width: int, height: int) -> Cells:
        """Rings, bearings, ship and planes as rows of single cells."""
        ring = max(3, min((height - 2) // 2, MOST_RING, int((width // 2 - 6) / STRETCH)))
        half = int((ring + 1) * STRETCH) + 3
        middle = height // 2
        cells = [[Span(self.signs.sea)] * (2 * half + 1) for _ in range(height)]
        rings = {"L": max(2, round(ring * 0.4)), "M": round(ring * 0.7), "H": ring}
        for altitude in ALTITUDES:
            self._ring(cells, half, middle, rings[altitude])
        for bearing in BEARINGS:
            x, y = _place(bearing, ring + 1, half, middle)
            text = f"{bearing:03d}"
            x += 2 if 0 < bearing < 180 else -2 if bearing > 180 else 0
            _write(cells, x - 1, y, text, "dim")
        for altitude in ALTITUDES:
            x, y = _place(0, rings[altitude], half, middle)
            _write(cells, x - 3, y, altitude, "dim")
        self._ship(cells, half, middle, ring)
        self._planes(cells, half, middle, rings)
        return cells

    def _ring(self, cells: Cells, half: int, middle: int, ring: int) -> None:
        for across, down in _dots(ring):
            _write(cells, half + across, middle + down, self.signs.ring, "sea")

    def _ship(self, cells: Cells, half: int, middle: int, ring: int) -> None:
        reach = 2 if ring >= 9 else 1
        for row in range(-reach, reach + 1):
            sign = self.signs.bow if row == -reach else self.signs.stern if row == reach else self.signs.hull
            _write(cells, half, middle + row, sign, "ship")

    def _planes(self, cells: Cells, half: int, middle: int, rings: dict[str, int]) -> None:
        groups: dict[tuple[int, str], list[Plane]] = {}
        for plane in self.situation.state.air.planes:
            if plane.flying and not plane.special:
                groups.setdefault((plane.bearing, plane.altitude), []).append(plane)
        for (bearing, altitude), planes in groups.items():
            x, y = _place(bearing, rings[altitude], half, middle)
            shift = 0 if 0 < bearing < 180 else len(planes) - 1 if bearing > 180 else len(planes) // 2
            for place, plane in enumerate(planes):
                _write(cells, x - shift + place, y, str(plane_number(plane.number)), self._tone(plane))

    def _tone(self, plane: Plane) -> str:
        if plane.number == self.situation.plane:
            return "mark"
        return {"undamaged": "plane", "damaged": "warn", "shot_down": "good"}.get(plane.state, "dim")

    # -- the list ------------------------------------------------------------

    def _list(self, width: int, height: int) -> list[Line]:
        air = self.situation.state.air
        lines: list[Line] = []
        ordinary = [plane for plane in air.planes if not plane.special]
        special = [plane for plane in air.planes if plane.special]
        lines += [self._plane(plane) for plane in ordinary]
        if special:
            lines.append(line(("Special attack box", "title")))
            lines += [self._plane(plane) for plane in special]
        if not air.planes:
            lines.append(line(("No planes in the air", "dim")))
        lines += self._waves(width)
        bearing = self._bearing(width)
        if len(lines) + len(bearing) <= height:
            lines += bearing
        return lines

    def _plane(self, plane: Plane) -> Line:
        looked_at = plane.number == self.situation.plane
        signs = self.signs
        where = (
            SHORT_WEAPONS.get(plane.weapon, plane.weapon) if plane.special else f"{plane.bearing:03d} {plane.altitude}"
        )
        hits = signs.hit * min(3, plane.hits) + signs.clear * max(0, 3 - plane.hits)
        state = OUTCOMES.get(plane.outcome) or PLANE_STATES.get(plane.state, plane.state)
        guns = sum(target == plane.number for target in self.situation.targets().values())
        tone = self._tone(plane) if plane.flying else "dim"
        action = f"screen.look_at({plane.number})" if self.situation.planning else ""
        return [
            Span(signs.mark if looked_at else " ", "key"),
            Span(f"{plane_number(plane.number)} {fit(plane.type, 8)}", tone, action),
            Span(f"{fit(where, 5)} {hits} "),
            Span(fit(state, 9), "bad" if plane.outcome == "hit" else tone if tone != "mark" else "strong"),
            Span(f" x{guns}" if guns and plane.flying else "", "key"),
        ]

    def _waves(self, width: int) -> list[Line]:
        air = self.situation.state.air
        lines: list[Line] = []
        if air.waves:
            sizes = " and ".join(str(len(wave)) for wave in air.waves)
            more = f"waves of {sizes} planes" if air.waves[1:] else f"a wave of {count(len(air.waves[0]), 'plane')}"
            lines += wrap(line(("To come: ", "dim"), more), width)
        if air.maneuver is not None and air.planes:
            done = ("made", "good") if air.maneuver else ("failed", "bad")
            lines.append(line(("Emergency maneuver: ", "dim"), done))
        return lines

    def _bearing(self, width: int) -> list[Line]:
        """What bears on the plane looked at."""
        plane = self.situation.plane_looked_at()
        if plane is None or not plane.flying:
            return []
        slots = " ".join(slot.replace("carrier", "c").replace("land", "l") for slot in self.situation.bearing_slots())
        how = f"Spray ({SPRAY_LEVEL[plane.weapon]}) at" if plane.special else "Bear on"
        return wrap(line((f"{how} {plane_number(plane.number)}: ", "dim"), slots or "nothing"), width)


def _place(bearing: int, ring: int, half: int, middle: int) -> tuple[int, int]:
    """Column and row of a bearing on a ring."""
    across = math.sin(math.radians(bearing)) * ring * STRETCH
    down = -math.cos(math.radians(bearing)) * ring
    if bearing % 90:
        across, down = across * DIAGONAL / math.sin(math.pi / 4), down * DIAGONAL / math.sin(math.pi / 4)
    return half + round(across), middle + round(down)


@lru_cache(maxsize=64)
def _dots(ring: int) -> tuple[tuple[int, int], ...]:
    """The dots of a ring at even distances as the eye sees them: a row counts for two columns."""
    found = [(0, -ring)]
    for step in range(360):
        angle = math.radians(step)
        across, down = round(math.sin(angle) * ring * STRETCH), -round(math.cos(angle) * ring)
        last = found[-1]
        if abs(across - last[0]) + 2 * abs(down - last[1]) >= DOT_DISTANCE:
            found.append((across, down))
    return tuple(found)


def _write(cells: Cells, x: int, y: int, text: str, tone: str) -> None:
    """Write a text into the cells, as far as it falls within them."""
    if not 0 <= y < len(cells):
        return
    for place, sign in enumerate(text):
        if 0 <= x + place < len(cells[y]):
            cells[y][x + place] = Span(sign, tone)
