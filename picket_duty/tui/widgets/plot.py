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

#: Columns of the list of planes beside the scope, of its short form, and the least that the scope keeps for itself.
LIST_WIDTH, SHORT_WIDTH, SCOPE_WIDTH = 35, 18, 32
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
        beside = next((room for room in (LIST_WIDTH, SHORT_WIDTH) if width - room > SCOPE_WIDTH), 0)
        across = max(1, width - beside - 1)
        found = self._list(beside, rows) if beside else []
        for row, cells in enumerate(self._scope(across, rows)):
            right = found[row] if row < len(found) else []
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
        """What is known of each plane, what is to come, what bears on the plane looked at."""
        planes = self.situation.state.air.planes
        write = self._plane if width >= LIST_WIDTH else self._short
        lines = [write(plane) for plane in planes if not plane.special]
        special = [write(plane) for plane in planes if plane.special]
        if special:
            lines += [line(("Special attack box", "title")), *special]
        if not planes:
            lines += wrap(line(("No planes in the air", "dim")), width)
        lines += self._waves(width)
        bearing = self._bearing(width)
        return [*lines, *bearing] if len(lines) + len(bearing) <= height else lines

    def _plane(self, plane: Plane) -> Line:
        """Number, type, bearing and altitude or weapon, hits, state, how many fire at it."""
        where = (
            SHORT_WEAPONS.get(plane.weapon, plane.weapon) if plane.special else f"{plane.bearing:03d} {plane.altitude}"
        )
        stage, blip = self._stages[plane.number], self._blip(plane)
        state = stage if stage in (COMING, DIVING, *OVER) else PLANE_STATES.get(plane.state, plane.state)
        tone = blip.tone if blip.tone != "mark" else "strong"
        middle = [Span(f"{fit(where, 5)} "), self._hits(plane), Span(f" {fit(state, 10)}", tone)]
        return [*self._head(plane, blip), *middle, self._guns(plane)]

    def _short(self, plane: Plane) -> Line:
        """Number, type, hits, how many fire at it."""
        return [*self._head(plane, self._blip(plane)), self._hits(plane), self._guns(plane)]

    def _head(self, plane: Plane, blip: Blip) -> Line:
        mark = Span(self.signs.mark if plane.number == self.situation.plane else " ", "key")
        return [mark, Span(f"{blip.name} {fit(plane.type, 8)}", blip.tone, blip.action)]

    def _hits(self, plane: Plane) -> Span:
        most = self.situation.game.tables.numbers.hits_flamed
        return Span(self.signs.hit * min(most, plane.hits) + self.signs.clear * max(0, most - plane.hits))

    def _guns(self, plane: Plane) -> Span:
        guns = sum(target == plane.number for target in self.situation.targets().values())
        return Span(f" x{guns}" if guns and plane.flying else "", "key")

    def _waves(self, width: int) -> list[Line]:
        air = self.situation.state.air
        lines: list[Line] = []
        if air.waves:
            sizes = " and ".join(str(len(wave)) for wave in air.waves)
            more = f"waves of {sizes} planes" if air.waves[1:] else f"a wave of {count(len(air.waves[0]), 'plane')}"
            lines += wrap(line(("To come: ", "dim"), more), width)
        if air.maneuver is not None and air.planes:
            done = ("made", "good") if air.maneuver else ("failed", "bad")
            lines += wrap(line(("Emergency maneuver: ", "dim"), done), width)
        return lines

    def _bearing(self, width: int) -> list[Line]:
        """What bears on the plane looked at."""
        plane = self.situation.plane_looked_at()
        if plane is None or not plane.flying:
            return []
        slots = " ".join(slot.replace("carrier", "c").replace("land", "l") for slot in self.situation.bearing_slots())
        how = f"Spray ({SPRAY_LEVEL[plane.weapon]}) at" if plane.special else "Bear on"
        return wrap(line((f"{how} {plane_number(plane.number)}: ", "dim"), slots or "nothing"), width)
