"""The radar panel: the planes of the wave around the ship, and a list of what is known of each."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator
from typing import NamedTuple

import msgspec

from picket_duty.facts import live_facts
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Words
from picket_duty.requests import Request, Roll
from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.rules.wave import maneuver_barred
from picket_duty.state import GONE, SECTIONS, TORPEDO, UNDAMAGED, Plane
from picket_duty.text.names import PLANE_STATES, WEAPONS, count, plane_number, slots_words
from picket_duty.text.status import damage_lines
from picket_duty.text.styled_text import text_of
from picket_duty.tui import radar_plot
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import Line, Span, fit, length, line, pad, wrap
from picket_duty.tui.radar_plot import (
    AWAY,
    COMING,
    DIVING,
    MISSED,
    NEAR,
    ON_RUN,
    OVER,
    SPLASHED,
    STRUCK,
    Blip,
    Frame,
    contacts,
    stages,
)
from picket_duty.tui.ship_pictures import deck_plan, places_of, plan_fits
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.ship_status import below_plan, list_and_trim

#: Columns of the list of planes, of its short form, and the least of the radar plot.
LIST_WIDTH, SHORT_WIDTH, SCOPE_WIDTH = 36, 18, 32
#: Sizes of the deck plan on the joint board in cells; the columns of its corner, and of the corner of the plot alone.
PLANS, CORNER, NARROW_CORNER = ((110, 16), (90, 9), (74, 9), (62, 9)), 30, 20
#: Rows below plot and ship for the damage in words and the keys: of an undamaged ship, and at most.
KEY_ROWS, DAMAGE_ROWS = 1, 6
#: Blank columns on either side of the ship on the joint board.
BESIDE_SHIP = 2
#: The letters of the rings and of the list.
ALTITUDES = "L low  M medium  H high"
#: The number of guns, support ships and fighters that fire at a plane.
GUNS_SIGN = "x2: two firing at it"
#: The sign at the bearings of later waves, while there are any.
LATER_SIGN = f"{radar_plot.LATER} later wave"
SHORT_WEAPONS = {**WEAPONS, TORPEDO: "torp."}
#: Styles of planes by stage; in other stages by the plane's state.
STAGE_STYLES = {STRUCK: "bad", NEAR: "dim", MISSED: "dim", SPLASHED: "dim", AWAY: "dim", DIVING: "bad", ON_RUN: "bad"}
STATE_STYLES = {"undamaged": "plane", "damaged": "warn", "shot_down": "good"}


class _Base(NamedTuple):
    """A plot without the selection: its cells, the marks of its planes, and its lines by the selection drawn on it."""

    cells: Cells
    planes: list[Words]
    lines: dict[Hashable, list[Line]]


class RadarPlot(Panel):
    """The radar plot with its list of planes, or planes and ship on one board."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        #: Whether plot and ship may be one board, and whether they are.
        self.may_join = self.joined = False
        #: Whether the plot fills most of the screen; the order panel then has no room for the planes.
        self.enlarged = False
        self._stages: dict[int, str] = {}
        self._guns_at: Counter[int] = Counter()
        #: Plots drawn for the current request without the selection: the rest does not change until it is answered.
        self._asked: Request | None = None
        self._bases: dict[Hashable, _Base] = {}
        #: Sea and ship of these plots: the planes' names change with the plan.
        self._grounds: dict[Hashable, Cells] = {}
        self._waves_drawn: dict[int, list[list[Line]]] = {}
        #: The numbers of the ship's cells by plot: no plane is named there.
        self._aboard: dict[Frame, set[int]] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """The radar plot on the left and the list of planes on the right; or planes and ship on one board."""
        air = self.view.state.air
        self._start_request()
        wave = f", wave {air.wave}" if air.planes else ""
        rows = max(1, height - 1)
        if self.joined and (joined := self._joined(width, rows)):
            flood = list_and_trim(self.view.ship)
            return [self.heading(f"Plot and ship{wave}", width, flood or self._note("b: separate")), *joined]
        lines = [self.heading(f"Plot{wave}", width, self._note("b: show with ship"))]
        if self.view.listed and not self.enlarged:
            return [*lines, *self._plot(width, rows, alone=True)]
        beside = next((room for room in (LIST_WIDTH, SHORT_WIDTH) if width - room > SCOPE_WIDTH), 0)
        across = max(1, width - beside - 1)
        listed = self._list(beside, rows) if beside else []
        for row, cells in enumerate(self._plot(across, rows)):
            right = listed[row] if row < len(listed) else []
            lines.append([*cells, Span(" "), *right])
        return lines

    def _start_request(self) -> None:
        """Forget what was drawn for another request."""
        game = self.view.game
        if self._asked is not game.request or game.request is None:
            self._asked = game.request
            self._bases.clear()
            self._grounds.clear()
            self._waves_drawn.clear()
            self._stages = stages(game)
        self._guns_at = Counter(self.view.targets().values())

    def _joined(self, width: int, rows: int) -> list[Line]:
        """Plot and ship with the damage in words below them; empty if they do not fit."""
        hurt = damage_lines(self.view.state, self.view.game.tables) or self.view.ship.secondary
        for most in range(DAMAGE_ROWS if hurt else KEY_ROWS, -1, -1):
            below = below_plan(self.view, width, most)
            if board := self._room_for_board(width, rows - len(below)):
                return [*self._board(*board), *below]
        return []

    def _room_for_board(self, width: int, height: int) -> tuple[Frame, tuple[int, int]] | None:
        """The frame of the radar plot around the largest deck plan that fits, and the cells of the plan."""
        ship, tables = self.view.ship, self.view.game.tables
        for rings in (radar_plot.RINGS_ROOM, radar_plot.FLAT_RINGS):
            for plan in PLANS:
                frame = radar_plot.frame_round(width, height, plan, rings)
                if frame is not None and plan_fits(ship, tables, *plan):
                    return frame, plan
        return None

    def _note(self, key: str) -> str:
        """Day or night, and the key that joins or separates plot and ship."""
        state = self.view.state
        light = "" if state.step != "phase" else "night" if state.night else "day"
        return "  ".join(word for word in (light, key if self.may_join else "") if word)

    # -- the plot ------------------------------------------------------------

    def _plot(self, width: int, height: int, alone: bool = False) -> list[Line]:
        """Rings, arcs, lines of fire, the ship, the planes; ``alone`` adds what the list beside it would say."""
        frame = radar_plot.frame_of(width, height)
        points = dict(zip(SECTIONS, radar_plot.section_points(frame), strict=True))
        battery = self.view.game.play.battery()
        guns = {mount: points[armed.data.section] for mount, armed in battery.items()}
        fires = self.view.ship.deck_fires
        forward, midship, aft = ("bad" if fires.get(section) else "ship" for section in SECTIONS)
        hull = radar_plot.hull(frame, self.glyphs.dots, (forward, midship, aft))

        def ship(cells: Cells) -> None:
            cells.overlay(hull)
            cells.draw(Words(*points[section], self.glyphs.flames * level, "bad") for section, level in fires.items())
            if alone:
                self._corners(cells, frame, NARROW_CORNER)

        blips = self._detailed() if alone else self._blips()
        self._aboard[frame] = set(hull.lit)
        base = self._base("plot with corners" if alone else "plot", frame, blips, ship)
        return self._selection(base, frame, blips, guns, hull)

    def _board(self, frame: Frame, plan: tuple[int, int]) -> list[Line]:
        """The planes around the deck plan of the ship, with waves to come and the letters in corners."""
        ship, tables = self.view.ship, self.view.game.tables
        left, top = frame.x // ACROSS - plan[0] // 2, frame.y // DOWN - plan[1] // 2
        places = places_of(ship, tables, *plan).items()

        def deck(cells: Cells) -> None:
            view = self.view
            lines = deck_plan(ship, tables, *plan, self.glyphs, view.clicks(), view.wild(), view.men_at_work())
            aboard = self._aboard[frame] = set()
            for row, spans in enumerate(lines, top):
                words = text_of(spans).rstrip()
                start = len(words) - len(words.lstrip())
                aboard.update(range(row * frame.width + left + start, row * frame.width + left + len(words)))
                # Neither rings nor paths of planes run through the ship.
                cells.clear(left + start - BESIDE_SHIP, row, len(words) - start + 2 * BESIDE_SHIP)
                cells.write_line(left, row, spans)
            self._corners(cells, frame, CORNER)

        blips = self._detailed()
        guns = {item: ((left + x) * ACROSS, (top + y) * DOWN) for item, (x, y) in places}
        return self._selection(self._base("board", frame, blips, deck), frame, blips, guns)

    def _base(self, kind: str, frame: Frame, blips: list[Blip], ship: Callable[[Cells], None]) -> _Base:
        """The plot without the selection, cached for the request: sea, ship and planes, drawn in this order.

        ``kind`` names what ``ship`` draws.
        """
        armed = self.view.mount_marked()
        below = kind, frame, armed.data.id if armed else "", bool(self._guns_at)
        key = *below, tuple(blip.note for blip in blips)
        base = self._bases.get(key)
        if base is None:
            dots = self.glyphs.dots
            ground = self._grounds.get(below)
            if ground is None:
                ground = Cells(frame.width, frame.height, dots, under=radar_plot.background(frame, dots))
                if armed is not None and not self.view.ship.mounts[armed.data.id].destroyed:
                    ground.shade(radar_plot.lit_cells(frame, armed.arcs), "lit")
                self._sea(ground, frame, blips)
                ship(ground)
                self._grounds[below] = ground
            cells = Cells(frame.width, frame.height, dots, under=ground)
            base = self._bases[key] = _Base(cells, self._sky(cells, frame, blips), {})
        return base

    def _selection(
        self, base: _Base, frame: Frame, blips: list[Blip], guns: dict[str, tuple[int, int]], hull: Cells | None = None
    ) -> list[Line]:
        """The plot with lines of fire, below the ``hull`` if given, and the plane selected; cached for the request."""
        target, firing, silent = self._aimed(guns)
        key = self.view.plane, target, frozenset(firing), frozenset(silent)
        lines = base.lines.get(key)
        if lines is None:
            cells = Cells(frame.width, frame.height, self.glyphs.dots, under=base.cells)
            for blip in blips:
                if blip.plane.number == target and not blip.plane.special:
                    cells.draw(radar_plot.fire_marks(frame, {guns[gun] for gun in silent}, blip, "sea", 4))
                    cells.draw(radar_plot.fire_marks(frame, {guns[gun] for gun in firing}, blip, "key", 2))
            selected = "" if target is None else _look_at(target)
            cells.draw(msgspec.structs.replace(mark, style="mark") for mark in base.planes if mark.action == selected)
            if hull is not None:
                cells.overlay(hull)
            lines = base.lines[key] = cells.lines()
        return lines

    def _corners(self, cells: Cells, frame: Frame, width: int) -> None:
        """Waves to come at the top right, the letters of the altitudes at the bottom left."""
        self._write_right(cells, frame, width)
        row = frame.height - 1
        hit = [f"{self.glyphs.hit} hit"] if any(plane.hits for plane in self.view.state.air.planes) else []
        signs = [*hit, *([LATER_SIGN] if self.view.state.air.waves else []), ALTITUDES]
        for sign in reversed(signs):
            if cells.is_blank(0, row, len(sign) + 1):
                cells.write_line(0, row, line((sign, "dim")))
                row -= 1

    def _write_right(self, cells: Cells, frame: Frame, width: int) -> None:
        """Waves to come and the maneuver at the top right, or at the bottom if a bearing is in the way."""
        top, bottom = 0, frame.height
        for lines in self._waves(width):
            left = frame.width - max(map(length, lines))
            below = range(bottom - len(lines), top, -1)
            place = next((row for row in (top, *below) if _is_free(cells, left, row, lines)), None)
            if place is None:
                continue
            for row, spans in enumerate(lines, place):
                cells.write_line(left, row, spans)
            top, bottom = (top + len(lines), bottom) if place == top else (top, place)

    def _sea(self, cells: Cells, frame: Frame, blips: list[Blip]) -> None:
        for bearing in {plane.bearing for wave in self.view.state.air.waves for plane in wave}:
            cells.draw((radar_plot.later_mark(frame, bearing),))
        cells.draw(radar_plot.trace_marks(frame, blips))
        cells.draw(radar_plot.run_marks(frame, blips))

    def _sky(self, cells: Cells, frame: Frame, blips: list[Blip]) -> list[Words]:
        """Draw the planes: special ones at the edge, those just reported, those of the wave; returns their marks."""
        special = list(self._specials(frame, blips))
        radar_plot.label(cells, special)
        radar_plot.label(cells, radar_plot.reported_marks(frame, contacts(self.view.game), self.glyphs.plane))
        taken = [cell for cell, span in cells.words.items() if span.text != " "]
        others = radar_plot.blip_marks(frame, blips, taken, self._aboard[frame])
        radar_plot.label(cells, others)
        return [*special, *others]

    def _blips(self) -> list[Blip]:
        planes = self.view.state.air.planes
        return [self._blip(plane) for plane in planes if self._stages[plane.number] != AWAY]

    def _detailed(self) -> list[Blip]:
        """The planes on the plot with their hits after their names."""
        blips = ((blip, self.glyphs.hit * self._hits(blip.plane).text.count(self.glyphs.hit)) for blip in self._blips())
        return [blip._replace(note=f" {hits}" if hits else "") for blip, hits in blips]

    def _blip(self, plane: Plane) -> Blip:
        glyphs, stage = self.glyphs, self._stages[plane.number]
        sign = {"damaged": glyphs.hurt, "shot_down": glyphs.flames}.get(plane.state, glyphs.plane)
        if stage in OVER:
            sign = glyphs.struck if stage == STRUCK else glyphs.wreck
        style = STAGE_STYLES.get(stage) or STATE_STYLES.get(plane.state, "dim")
        return Blip(plane, stage, str(plane_number(plane.number)), sign, style, _look_at(plane.number))

    def _aimed(self, guns: Collection[str]) -> tuple[int | None, set[str], set[str]]:
        """The plane with lines of fire, the ``guns`` that fire at it, and those that bear but do not fire.

        That is the gun firing now, or in a fire plan made gun by gun the mounts that bear on the plane selected.
        """
        request, view = self.view.game.request, self.view
        if isinstance(request, Roll) and request.plane is not None:
            return request.plane, {request.item}.intersection(guns), set()
        bearing = set(view.bearing_slots()).intersection(guns) if view.by_guns else set()
        firing = {gun for gun in bearing if view.plan.get(gun) == view.plane}
        return view.plane if view.by_guns else None, firing, bearing - firing

    def _specials(self, frame: Frame, blips: list[Blip]) -> Iterator[Words]:
        for number, blip in enumerate(blip for blip in blips if blip.plane.special):
            weapon = SHORT_WEAPONS.get(blip.plane.weapon, blip.plane.weapon)
            text = f"{blip.text}{SPRAY_LEVEL[blip.plane.weapon]} {blip.plane.type} {weapon}{blip.note}"
            yield radar_plot.words(radar_plot.special_cell(frame, number), text, blip.style, blip.action)

    # -- the list ------------------------------------------------------------

    def wave_lines(self, width: int, room: int) -> list[Line]:
        """The planes of the wave for a panel beside plot and ship, in one column or two; empty without ``room``."""
        self._start_request()
        planes = [pad(self._plane(plane), LIST_WIDTH + 1) for plane in self.view.state.air.planes]
        across = max(1, width // (LIST_WIDTH + 1))
        rows = -(-len(planes) // across)
        if not self.joined or not planes or rows > room:
            return []
        return [list(itertools.chain(*planes[row::rows])) for row in range(rows)]

    def _list(self, width: int, height: int) -> list[Line]:
        """What is known of each plane, waves to come, and what bears on the plane selected."""
        planes = self.view.state.air.planes
        write = self._plane if width >= LIST_WIDTH else self._short
        lines = [write(plane) for plane in planes if not plane.special]
        special = [write(plane) for plane in planes if plane.special]
        if special:
            lines += [line(("Special attack box", "title")), *special]
        if not planes:
            reported = len(contacts(self.view.game))
            words = f"{count(reported, 'plane')} reported so far" if reported else "No planes in the air"
            lines += wrap(line((words, "warn" if reported else "dim")), width)
        lines += itertools.chain(*self._waves(width))
        if len(lines) >= height:
            return lines
        bearing = self._bearing(width)
        lines += bearing if len(lines) + len(bearing) <= height else []
        legends = (self._legend(width, full, later) for full, later in ((True, True), (False, True), (False, False)))
        return [*lines, *next((legend for legend in legends if len(lines) + len(legend) <= height), [])]

    def _plane(self, plane: Plane) -> Line:
        """A plane: number, type, bearing and altitude or weapon, hits, state, number of guns at it."""
        where = (
            f"{SHORT_WEAPONS.get(plane.weapon, plane.weapon).rstrip('.')} {SPRAY_LEVEL[plane.weapon]}"
            if plane.special
            else f"{plane.bearing:03d} {plane.altitude}"
        )
        stage, blip = self._stages[plane.number], self._blip(plane)
        hit = count(plane.hits, "hit") if plane.hits and plane.state == UNDAMAGED else ""
        state = stage if stage in (COMING, ON_RUN, DIVING, *OVER) else hit or PLANE_STATES.get(plane.state, plane.state)
        style = "strong" if plane.number == self.view.plane else blip.style
        middle = [Span(f"{fit(where, 6)} "), self._hits(plane), Span(f" {fit(state, 10)}", style)]
        return [*self._head(plane, blip), *middle, self._guns(plane)]

    def _short(self, plane: Plane) -> Line:
        return [*self._head(plane, self._blip(plane)), self._hits(plane), self._guns(plane)]

    def _head(self, plane: Plane, blip: Blip) -> Line:
        here = plane.number == self.view.plane
        mark = Span(self.glyphs.mark if here else " ", "key")
        return [mark, Span(f"{blip.name} {fit(plane.type, 8)}", "mark" if here else blip.style, blip.action)]

    def _hits(self, plane: Plane) -> Span:
        """The hits as boxes; blank for a destroyed plane, which may have had no hits."""
        most = self.view.game.tables.numbers.hits_flamed
        if plane.state == GONE:
            return Span(" " * most)
        return Span(self.glyphs.hit * min(most, plane.hits) + self.glyphs.clear * max(0, most - plane.hits))

    def _guns(self, plane: Plane) -> Span:
        guns = self._guns_at[plane.number]
        return Span(f" x{guns}" if guns and plane.flying else "", "key")

    def _waves(self, width: int) -> list[list[Line]]:
        """Waves to come, maneuver and emergency: a list of lines for each, cached for the request."""
        drawn = self._waves_drawn.get(width)
        if drawn is None:
            drawn = self._waves_drawn[width] = self._draw_waves(width)
        return drawn

    def _draw_waves(self, width: int) -> list[list[Line]]:
        air = self.view.state.air
        drawn: list[list[Line]] = []
        if air.waves:
            sizes = " and ".join(str(len(wave)) for wave in air.waves)
            more = f"waves of {sizes} planes" if air.waves[1:] else f"a wave of {count(len(air.waves[0]), 'plane')}"
            drawn.append(wrap(line(("To come: ", "dim"), more), width))
        if air.maneuver is not None and air.planes:
            done = ("succeeded", "good") if air.maneuver else ("failed", "bad")
            drawn.append(wrap(line(("Emergency maneuver: ", "dim"), done), width))
        elif air.planes and (barred := maneuver_barred(self.view.game.play)):
            drawn.append(wrap(line(("No emergency maneuver: ", "dim"), (barred, "warn")), width))
        if words := self._declaration():
            drawn.append(wrap(line(("Emergency: ", "dim"), words), width))
        return drawn

    def _declaration(self) -> tuple[str, str] | None:
        """Whether an emergency is in force, or was refused in this phase, with its style; else None."""
        view = self.view
        if view.ship.declared:
            return "granted, guns silent", "bad"
        phase = live_facts(view.game).phase_of(view.state.label)
        refused = phase is not None and not all(phase.declarations)
        return ("not granted, guns manned", "warn") if refused else None

    def _legend(self, width: int, full: bool, later: bool) -> list[Line]:
        """The abbreviations of the list, each in one row: ``full`` with what hits mean, ``later`` with the rim."""
        numbers = self.view.game.tables.numbers
        signs = [sign for sign in self._signs(width) if later or sign != LATER_SIGN]
        if full and len(signs) > 1:
            signs[0] += f" ({numbers.hits_damaged} damaged, {numbers.hits_flamed} afire)"
        rows = [""]
        for sign in reversed(signs):
            longer = f"{rows[-1]}  {sign}".lstrip()
            rows[-1:] = [longer] if len(longer) <= width else [rows[-1], sign]
        return [row for words in rows for row in wrap(line((words, "dim")), width, indent=0)]

    def _signs(self, width: int) -> list[str]:
        """What the signs for hits, guns and later waves mean, if there is room, and the letters of the altitudes."""
        if width < LIST_WIDTH:
            return [ALTITUDES]
        later = [LATER_SIGN] if self.view.state.air.waves else []
        hits = f"{self.glyphs.hit}{self.glyphs.clear}{self.glyphs.clear} 1 hit"
        return [hits, *([GUNS_SIGN] if self._guns_at else []), *later, ALTITUDES]

    def _bearing(self, width: int) -> list[Line]:
        plane = self.view.plane_looked_at()
        if plane is None or not plane.flying:
            return []
        slots = slots_words(self.view.bearing_slots())
        how = f"Spray fire ({SPRAY_LEVEL[plane.weapon]}) at" if plane.special else "Can fire at"
        return wrap(line((f"{how} {plane_number(plane.number)}: ", "dim"), slots or "nothing"), width)


def _is_free(cells: Cells, left: int, top: int, lines: list[Line]) -> bool:
    return all(cells.has_no_text(left - 1, row, length(spans) + 1) for row, spans in enumerate(lines, top))


def _look_at(number: int) -> str:
    return f"screen.look_at({number})"
