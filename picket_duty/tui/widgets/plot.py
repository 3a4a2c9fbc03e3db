"""The plot: a radar scope with the planes of the wave closing in on the ship, and what is known of each beside it."""

from __future__ import annotations

from textual import events
from textual.message import Message

from picket_duty.book.ids import Gun, slot_named
from picket_duty.requests import Roll
from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.state import SECTIONS, TORPEDO, Plane
from picket_duty.tui import scope
from picket_duty.tui.approach import AWAY, COMING, DIVING, MISSED, NEAR, OVER, SPLASHED, STRUCK, contacts, stages
from picket_duty.tui.canvas import Canvas, segment
from picket_duty.tui.lines import Line, Span, fit, line, wrap
from picket_duty.tui.scope import Blip, Frame
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.panel import Panel
from picket_duty.wording.names import PLANE_STATES, WEAPONS, count, plane_number

#: Columns of the list of planes beside the scope, and the least that the scope keeps for itself.
LIST_WIDTH, SCOPE_WIDTH = 35, 24
SHORT_WEAPONS = {**WEAPONS, TORPEDO: "torp."}
#: How a plane of a stage stands out; of the other stages its own state tells.
STAGE_TONES = {STRUCK: "bad", NEAR: "dim", MISSED: "dim", SPLASHED: "dim", AWAY: "dim", DIVING: "bad"}
STATE_TONES = {"undamaged": "plane", "damaged": "warn", "shot_down": "good"}


class Plot(Panel):
    """The planes in the air round the ship, and beside them what is known of each."""

    class Picked(Message):
        """A plane was clicked."""

        def __init__(self, plane: int) -> None:
            super().__init__()
            self.plane = plane

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(id=id)
        self.situation = situation
        self._stages: dict[int, str] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """The scope at the left, the list of planes at the right."""
        game, air = self.situation.game, self.situation.state.air
        self._stages = stages(game.state, game.request, game.events)
        title = f"Plot, wave {air.wave}" if air.planes else "Plot"
        lines = [self.heading(title, width, self._light())]
        rows = max(1, height - 1)
        across = max(1, width - LIST_WIDTH - 1)
        if across < SCOPE_WIDTH:
            return [*lines, *self._list(width, rows)[:rows]]
        beside = self._list(LIST_WIDTH, rows)
        for row, cells in enumerate(self._scope(across, rows)):
            right = beside[row] if row < len(beside) else []
            lines.append([*cells, Span(" "), *right])
        return lines

    def on_click(self, event: events.Click) -> None:
        """A click on a plane or its line looks at the plane."""
        action = event.style.meta.get("plane")
        if action is not None:
            self.post_message(self.Picked(action))

    def _light(self) -> str:
        state = self.situation.state
        if state.step != "phase":
            return ""
        return "night" if state.night else "day"

    # -- the scope -----------------------------------------------------------

    def _scope(self, width: int, height: int) -> list[Line]:
        """Rings, the arcs and lines of fire, the ship, the planes."""
        frame, signs = scope.frame_of(width, height), self.signs
        canvas = Canvas(width, height, signs.dots, under=scope.background(frame, signs.dots))
        situation = self.situation
        blips = [self._blip(plane) for plane in situation.state.air.planes if self._stages[plane.number] != AWAY]
        armed = situation.mount_marked()
        if armed is not None:
            scope.draw_arcs(canvas, frame, armed.arcs)
        scope.draw_coming(canvas, frame, {plane.bearing for wave in situation.state.air.waves for plane in wave})
        scope.draw_traces(canvas, frame, blips)
        self._fire(canvas, frame, blips)
        for section, dots in zip(SECTIONS, scope.hull(frame), strict=True):
            canvas.draw(dots, "bad" if situation.ship.deck_fires.get(section) else "ship")
        self._fires(canvas, frame)
        self._specials(canvas, frame, [blip for blip in blips if blip.plane.special])
        scope.draw_far(canvas, frame, contacts(situation.game), signs.plane)
        scope.draw_blips(canvas, frame, blips)
        return canvas.lines()

    def _blip(self, plane: Plane) -> Blip:
        signs, stage = self.signs, self._stages[plane.number]
        sign = {"damaged": signs.hurt, "shot_down": signs.flames}.get(plane.state, signs.plane)
        if stage in OVER:
            sign = signs.struck if stage == STRUCK else signs.wreck
        tone = STAGE_TONES.get(stage) or STATE_TONES.get(plane.state, "dim")
        if plane.number == self.situation.plane:
            tone = "mark"
        return Blip(plane, stage, str(plane_number(plane.number)), sign, tone, self._action(plane))

    def _action(self, plane: Plane) -> str:
        return f"screen.look_at({plane.number})" if self.situation.planning else ""

    def _fires(self, canvas: Canvas, frame: Frame) -> None:
        """The level of each deck fire, at its section."""
        for section, point in zip(SECTIONS, scope.section_points(frame), strict=True):
            level = self.situation.ship.deck_fires.get(section)
            if level:
                x, y = point[0] // 2, point[1] // 4
                canvas.write(x, y, f"{self.signs.flames}{level}", "bad")

    def _fire(self, canvas: Canvas, frame: Frame, blips: list[Blip]) -> None:
        """Lines of fire: of the gun that fires now; in a plan those of the mounts that bear on the plane looked at."""
        request, situation = self.situation.game.request, self.situation
        if isinstance(request, Roll) and request.item in situation.ship.mounts and request.plane is not None:
            shots = {request.plane: {request.item}}
            self._lines_of(canvas, frame, blips, shots, "key", 1)
            return
        plane = situation.plane
        if plane is None or situation.planning is None:
            return
        bearing = {slot for slot in situation.bearing_slots() if isinstance(slot_named(slot), Gun)}
        firing = {slot for slot in bearing if situation.plan.get(slot) == plane}
        self._lines_of(canvas, frame, blips, {plane: bearing - firing}, "sea", 4)
        self._lines_of(canvas, frame, blips, {plane: firing}, "key", 2)

    def _lines_of(
        self, canvas: Canvas, frame: Frame, blips: list[Blip], shots: dict[int, set[str]], tone: str, step: int
    ) -> None:
        """Lines from the sections in which these mounts stand."""
        battery = self.situation.game.play.battery()
        points = dict(zip(SECTIONS, scope.section_points(frame), strict=True))
        for blip in blips:
            mounts = shots.get(blip.plane.number, set())
            starts = {points[battery[mount].data.section] for mount in mounts}
            if not blip.plane.special:
                scope.draw_fire(canvas, frame, starts, blip, tone, step)

    def _specials(self, canvas: Canvas, frame: Frame, blips: list[Blip]) -> None:
        """Special planes have no bearing: they wait at the edge, and run in from there."""
        for row, blip in enumerate(blips):
            if blip.stage == DIVING:
                start = 9 * 2, row * 4 + 2
                canvas.draw(segment(start, (frame.x, frame.y)), "warn")
            weapon = SHORT_WEAPONS.get(blip.plane.weapon, blip.plane.weapon)
            canvas.write(0, row, f"{blip.name}{blip.sign} {weapon}", blip.tone, blip.action)

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
        stage = self._stages[plane.number]
        state = stage if stage in (COMING, DIVING, *OVER) else PLANE_STATES.get(plane.state, plane.state)
        guns = sum(target == plane.number for target in self.situation.targets().values())
        tone = self._blip(plane).tone
        return [
            Span(signs.mark if looked_at else " ", "key"),
            Span(f"{plane_number(plane.number)} {fit(plane.type, 8)}", tone, self._action(plane)),
            Span(f"{fit(where, 5)} {hits} "),
            Span(fit(state, 10), tone if tone != "mark" else "strong"),
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
