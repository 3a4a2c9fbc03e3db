"""The radar panel: the planes of the wave around the ship, and a list of what is known of each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable
from itertools import chain
from typing import NamedTuple

import msgspec

from picket_duty.facts import facts_of
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Words
from picket_duty.requests import Request, Roll
from picket_duty.rules.gunnery import SPRAY_LEVEL
from picket_duty.rules.play import ArmedMount
from picket_duty.rules.wave import maneuver_barred
from picket_duty.state import (
    GONE,
    PLANE_DAMAGED,
    SECTIONS,
    SHOT_DOWN,
    TORPEDO,
    UNDAMAGED,
    Plane,
)
from picket_duty.text.english import count
from picket_duty.text.names import PLANE_STATES, WEAPONS, plane_number, slots_words
from picket_duty.text.status import damage_lines
from picket_duty.text.styled_text import Line, Span, line, text_of
from picket_duty.tui import plane_labels, plane_stages, radar_plot
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.deck_plan import places_of, plan_fits
from picket_duty.tui.lines import fit, length, pad, side_by_side, wrap
from picket_duty.tui.plane_stages import (
    AWAY,
    COMING,
    DIVING,
    MISSED,
    NEAR,
    ON_RUN,
    OVER,
    SPLASHED,
    STRUCK,
)
from picket_duty.tui.radar_plot import Blip, Frame
from picket_duty.tui.widgets.damage_sheet import below_plan, list_and_trim, plan_of
from picket_duty.tui.widgets.panel import ViewPanel

#: Columns of the list of planes, as ``_plane_line`` fills them.
LIST_WIDTH = 36
#: The least columns of the radar plot beside the list.
PLOT_WIDTH = 32
#: Sizes of the deck plan on the joint board in cells, the largest first.
PLANS = ((110, 16), (90, 9), (74, 9), (62, 9))
#: Columns of the text in the corner of the joint board, and in that of the plot alone.
CORNER = 30
NARROW_CORNER = 20
#: Rows below plot and ship for the keys, if the ship is undamaged.
KEY_ROWS = 1
#: The most rows below plot and ship for the damage in words and the keys.
DAMAGE_ROWS = 6
#: Blank columns on either side of the ship on the joint board.
BESIDE_SHIP = 2
#: The meaning of the letters of the rings and of the list.
ALTITUDES = "L low  M medium  H high"
#: The sign at the bearings of later waves, while there are any.
LATER_SIGN = f"{radar_plot.LATER} later wave"
SHORT_WEAPONS = {**WEAPONS, TORPEDO: "torp."}
#: Styles of planes by stage; in other stages by the plane's state.
STAGE_STYLES = {
    STRUCK: "bad",
    NEAR: "dim",
    MISSED: "dim",
    SPLASHED: "dim",
    AWAY: "dim",
    DIVING: "bad",
    ON_RUN: "bad",
}
#: Styles by state; a plane that is shot down is afire, but still dives.
STATE_STYLES = {UNDAMAGED: "plane", PLANE_DAMAGED: "warn", SHOT_DOWN: "good"}


class _Base(NamedTuple):
    """A plot without the selection: its cells, the marks of its planes, and the finished lines for
    each selection that was drawn on it.
    """

    cells: Cells
    plane_marks: list[Words]
    lines: dict[Hashable, list[Line]]


class _Aimed(NamedTuple):
    """The plane with lines of fire, the guns that fire at it, and those that bear but do not
    fire.
    """

    plane: int | None = None
    firing: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()


class RadarPlot(ViewPanel):
    """The radar plot with its list of planes, or planes and ship on one board.

    The board screen sets ``may_join``, ``joined`` and ``enlarged`` when it arranges the panels.
    """

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        #: Whether there is room for plot and ship on one board, and whether they share one.
        self.may_join = False
        self.joined = False
        #: Whether the plot fills most of the screen; the order panel then has no room for the
        #: planes.
        self.enlarged = False
        #: The stage of each plane by its number, and the number of guns aimed at it.
        self._stages: dict[int, str] = {}
        self._guns_at: Counter[int] = Counter()
        #: Plots drawn for a request, without the selection: they do not change until it is
        #: answered.
        self._drawn_for_request: Request | None = None
        self._bases: dict[Hashable, _Base] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """The radar plot on the left and the list of planes on the right; or planes and ship on one
        board.
        """
        state = self.view.state
        rows = max(1, height - 1)
        self._start_request()
        wave = f", wave {state.air.wave}" if state.air.planes else ""
        light = ""
        if state.step == "phase":
            light = "night" if state.night else "day"
        if self.joined and (board := self._joint_board(width, rows)):
            note = list_and_trim(self.view.ship) or f"{light}  b: separate".strip()
            return [self.heading(f"Plot and ship{wave}", width, note), *board]
        note = f"{light}{'  b: plot and ship' if self.may_join else ''}".strip()
        head = self.heading(f"Plot{wave}", width, note)
        across = width - LIST_WIDTH - 1
        if (self.view.panel_lists_planes and not self.enlarged) or across < PLOT_WIDTH:
            return [head, *self._plot(width, rows, alone=True)]
        return [head, *side_by_side(self._plot(across, rows), self._list(rows)[:rows], across + 1)]

    def _start_request(self) -> None:
        """Bring up to date what is known of the planes, and forget the plots of an earlier
        request.
        """
        game = self.view.game
        if self._drawn_for_request is not game.request or game.request is None:
            self._drawn_for_request = game.request
            self._bases.clear()
            self._stages = plane_stages.stages(game)
        self._guns_at = Counter(self.view.targets().values())

    def _joint_board(self, width: int, rows: int) -> list[Line]:
        """Plot and ship, on the largest deck plan that fits, with the damage in words below; empty
        if none fits.
        """
        ship = self.view.ship
        tables = self.view.game.tables
        is_damaged = damage_lines(self.view.state, tables) or ship.secondary
        wanted_rows = DAMAGE_ROWS if is_damaged else KEY_ROWS
        # Round rings matter more than a large plan, and the words below more than both.
        for most_rows in range(wanted_rows, -1, -1):
            below = below_plan(self.view, width, most_rows)
            for rings in (radar_plot.RINGS_ROOM, radar_plot.FLAT_RINGS):
                for plan in PLANS:
                    frame = radar_plot.frame_round(width, rows - len(below), plan, rings)
                    if frame is not None and plan_fits(ship, tables, *plan):
                        return [*self._board(frame, plan), *below]
        return []

    # -- the plot ------------------------------------------------------------

    def _plot(self, width: int, height: int, alone: bool = False) -> list[Line]:
        """Rings, arcs, lines of fire, the ship, the planes; a plot ``alone`` also says what the
        list beside it would say.
        """
        frame = radar_plot.frame_of(width, height)
        fires = self.view.ship.deck_fires
        # The bow points up; ``down`` is half the length of the ship in dots.
        _, down = frame.axes(distance=0)
        # The dots from which the mounts of the three sections fire, forward, midship and aft.
        points = {
            section: (frame.x, frame.y + round(down * part))
            for section, part in zip(SECTIONS, (-0.75, 0.0, 0.75), strict=True)
        }
        guns = {
            mount: points[armed.data.section]
            for mount, armed in self.view.game.play.battery().items()
        }
        styles = tuple("bad" if fires.get(section) else "ship" for section in SECTIONS)
        hull = radar_plot.hull_cells(frame, self.glyphs.dots, styles)

        def draw_ship(cells: Cells) -> Collection[int]:
            cells.overlay(hull)
            cells.draw(
                Words(*points[section], self.glyphs.flames * level, "bad")
                for section, level in fires.items()
            )
            if alone:
                self._corners(cells, frame, NARROW_CORNER)
            return hull.lit

        return self._lines(frame, alone, draw_ship, guns, hull)

    def _board(self, frame: Frame, plan: tuple[int, int]) -> list[Line]:
        """The planes around the deck plan of the ship, with the waves to come and the meaning of
        the symbols in the corners. ``plan`` has the columns and rows of the deck plan.
        """
        view = self.view
        left = frame.x // ACROSS - plan[0] // 2
        top = frame.y // DOWN - plan[1] // 2

        def draw_deck(cells: Cells) -> Collection[int]:
            aboard = set[int]()
            for row, spans in enumerate(plan_of(view, *plan, self.glyphs), top):
                words = text_of(spans)
                size = len(words.strip())
                first = left + len(words) - len(words.lstrip())
                start = row * frame.width + first
                aboard.update(range(start, start + size))
                # Neither rings nor paths of planes run through the ship.
                cells.clear(first - BESIDE_SHIP, row, size + 2 * BESIDE_SHIP)
                cells.write_line(left, row, spans)
            self._corners(cells, frame, CORNER)
            return aboard

        guns = {
            item: ((left + x) * ACROSS, (top + y) * DOWN)
            for item, (x, y) in places_of(view.ship, view.game.tables, *plan).items()
        }
        return self._lines(frame, detailed=True, draw_ship=draw_deck, guns=guns)

    def _lines(
        self,
        frame: Frame,
        detailed: bool,
        draw_ship: Callable[[Cells], Collection[int]],
        guns: dict[str, tuple[int, int]],
        hull: Cells | None = None,
    ) -> list[Line]:
        """The plot with the lines of fire and the plane selected, cached for the request.

        ``draw_ship`` draws the ship and what is in the corners. It returns the numbers of the
        ship's cells, in which no plane is named. ``guns`` are the dots of the mounts by id.
        ``hull`` is drawn over the lines of fire. If ``detailed``, planes have their hits after
        their names.
        """
        blips = [
            self._blip(plane, detailed)
            for plane in self.view.state.air.planes
            if self._stages[plane.number] != AWAY
        ]
        lit_mount = self.view.mount_with_arcs()
        key = frame, detailed, lit_mount.data.id if lit_mount else ""
        if key not in self._bases:
            self._bases[key] = self._base(frame, lit_mount, blips, draw_ship)
        base = self._bases[key]
        aimed = self._aimed(guns)
        selection = self.view.plane, aimed
        if selection not in base.lines:
            cells = Cells(frame.width, frame.height, self.glyphs.dots, under=base.cells)
            for blip in blips:
                if blip.plane.number == aimed.plane and not blip.plane.special:
                    _draw_fire(cells, frame, blip, aimed, guns)
            if aimed.plane is not None:
                _highlight(cells, base.plane_marks, aimed.plane)
            if hull is not None:
                cells.overlay(hull)
            base.lines[selection] = cells.lines()
        return base.lines[selection]

    def _base(
        self,
        frame: Frame,
        lit_mount: ArmedMount | None,
        blips: list[Blip],
        draw_ship: Callable[[Cells], Collection[int]],
    ) -> _Base:
        """The plot without the selection; the arcs of ``lit_mount`` are lit, unless it is destroyed."""
        dots = self.glyphs.dots
        cells = Cells(frame.width, frame.height, dots, under=radar_plot.background(frame, dots))
        if lit_mount is not None and not self.view.ship.mounts[lit_mount.data.id].destroyed:
            cells.shade(radar_plot.lit_cells(frame, lit_mount.arcs), "lit")
        for bearing in {plane.bearing for wave in self.view.state.air.waves for plane in wave}:
            cells.draw((radar_plot.later_mark(frame, bearing),))
        cells.draw(radar_plot.trace_marks(frame, blips))
        cells.draw(radar_plot.run_marks(frame, blips))
        aboard = draw_ship(cells)
        return _Base(cells, self._draw_planes(cells, frame, blips, aboard), lines={})

    def _corners(self, cells: Cells, frame: Frame, width: int) -> None:
        """Write the waves to come and the maneuver at the top right, or at the bottom if a bearing
        is in the way; and the meaning of the signs at the bottom left.
        """
        top = 0
        bottom = frame.height
        for lines in self._waves(width):
            left = frame.width - max(map(length, lines))
            # The top rows if they are free, else the lowest free ones.
            places = (top, *range(bottom - len(lines), top, -1))
            free = (place for place in places if _has_room(cells, left, place, lines))
            first = next(free, None)
            if first is None:
                continue
            for row, spans in enumerate(lines, first):
                cells.write_line(left, row, spans)
            if first == top:
                top += len(lines)
            else:
                bottom = first
        self._signs(cells, frame.height - 1)

    def _signs(self, cells: Cells, row: int) -> None:
        """Write the meaning of the signs, from a row up."""
        air = self.view.state.air
        signs = [ALTITUDES]
        if air.waves:
            signs.append(LATER_SIGN)
        if any(plane.hits for plane in air.planes):
            signs.append(f"{self.glyphs.hit} hit")
        for sign in signs:
            if cells.is_blank(0, row, len(sign) + 1):
                cells.write_line(0, row, line((sign, "dim")))
                row -= 1

    def _draw_planes(
        self, cells: Cells, frame: Frame, blips: list[Blip], aboard: Collection[int]
    ) -> list[Words]:
        """Draw the planes in special attacks at the edge, those just reported, and the others of
        the wave; return the marks of all but those reported.
        """
        special = []
        for number, blip in enumerate(blip for blip in blips if blip.plane.special):
            plane = blip.plane
            weapon = SHORT_WEAPONS.get(plane.weapon, plane.weapon)
            text = f"{blip.text}{SPRAY_LEVEL[plane.weapon]} {plane.type} {weapon}{blip.note}"
            cell = radar_plot.special_cell(frame, number)
            special.append(radar_plot.text_mark(cell, text, blip.style, blip.action))
        radar_plot.write_labels(cells, special)
        reported = plane_stages.contacts(self.view.game)
        radar_plot.write_labels(
            cells, radar_plot.reported_marks(frame, reported, self.glyphs.plane)
        )
        taken = [cell for cell, span in cells.words.items() if span.text != " "]
        others = plane_labels.blip_marks(frame, blips, taken, aboard)
        radar_plot.write_labels(cells, others)
        return [*special, *others]

    def _blip(self, plane: Plane, detailed: bool = False) -> Blip:
        """A plane as it is drawn; if ``detailed``, with its hits as a note."""
        glyphs = self.glyphs
        stage = self._stages[plane.number]
        signs = {PLANE_DAMAGED: glyphs.hurt, SHOT_DOWN: glyphs.flames}
        sign = signs.get(plane.state, glyphs.plane)
        if stage in OVER:
            sign = glyphs.struck if stage == STRUCK else glyphs.wreck
        style = STAGE_STYLES.get(stage) or STATE_STYLES.get(plane.state, "dim")
        hits = self._hits_shown(plane) if detailed else 0
        note = f" {glyphs.hit * hits}" if hits else ""
        return Blip(
            plane,
            stage,
            name=str(plane_number(plane.number)),
            glyph=sign,
            style=style,
            action=_look_at(plane.number),
            note=note,
        )

    def _aimed(self, guns: Collection[str]) -> _Aimed:
        """The one of the ``guns`` that is firing now, or in a fire plan made gun by gun those that
        bear on the plane selected.
        """
        view = self.view
        request = view.game.request
        if isinstance(request, Roll) and request.plane is not None:
            return _Aimed(request.plane, frozenset({request.item}).intersection(guns))
        if not view.by_guns:
            return _Aimed()
        bearing = frozenset(view.bearing_slots()).intersection(guns)
        firing = frozenset(gun for gun in bearing if view.targets().get(gun) == view.plane)
        return _Aimed(view.plane, firing, silent=bearing - firing)

    # -- the list ------------------------------------------------------------

    def wave_lines(self, width: int, room: int) -> list[Line]:
        """The planes of the wave for a panel beside plot and ship, in as many columns as fit; empty
        if they need more rows than ``room``.
        """
        self._start_request()
        planes = [
            pad(self._plane_line(plane), LIST_WIDTH + 1) for plane in self.view.state.air.planes
        ]
        columns = max(1, width // (LIST_WIDTH + 1))
        rows = math.ceil(len(planes) / columns)
        if not self.joined or rows > room:
            return []
        # The planes run down the columns, not along the rows.
        return [[span for each in planes[row::rows] for span in each] for row in range(rows)]

    def _list(self, height: int) -> list[Line]:
        """What is known of each plane, the waves to come, what bears on the plane selected, and the
        meaning of the signs if there is room.
        """
        view = self.view
        planes = view.state.air.planes
        lines = [self._plane_line(plane) for plane in planes if not plane.special]
        if special := [self._plane_line(plane) for plane in planes if plane.special]:
            lines += [line(("Special attack box", "title")), *special]
        if reported := len(plane_stages.contacts(view.game)):
            lines.append(line((f"{count(reported, 'plane')} reported so far", "warn")))
        elif not planes:
            lines.append(line(("No planes in the air", "dim")))
        lines += chain.from_iterable(self._waves(LIST_WIDTH))
        plane = view.selected_plane()
        if plane is not None and plane.flying:
            how = f"Spray fire ({SPRAY_LEVEL[plane.weapon]}) at" if plane.special else "Can fire at"
            slots = slots_words(view.bearing_slots()) or "nothing"
            lines += wrap(line((f"{how} {plane_number(plane.number)}: ", "dim"), slots), LIST_WIDTH)
        room = max(0, height - len(lines))
        return [*lines, *(line((sign, "dim")) for sign in self._list_signs()[:room])]

    def _list_signs(self) -> list[str]:
        """The symbols of the list, each line with its meaning."""
        glyphs = self.glyphs
        numbers = self.view.game.tables.numbers
        signs = []
        if self._guns_at:
            signs.append("x2: two guns aimed")
        if self.view.state.air.waves:
            signs.append(LATER_SIGN)
        hits = f"1 hit ({numbers.hits_damaged} damaged, {numbers.hits_flamed} afire)"
        hit = glyphs.hit + 2 * glyphs.clear
        return list(filter(None, (ALTITUDES, "  ".join(signs), f"{hit} {hits}")))

    def _plane_line(self, plane: Plane) -> Line:
        """A plane: number, type, bearing and altitude or weapon, hits, state, number of guns at
        it.
        """
        where = f"{plane.bearing:03d} {plane.altitude}"
        if plane.special:
            weapon = SHORT_WEAPONS.get(plane.weapon, plane.weapon).rstrip(".")
            where = f"{weapon} {SPRAY_LEVEL[plane.weapon]}"
        blip = self._blip(plane)
        is_selected = plane.number == self.view.plane
        state = PLANE_STATES.get(plane.state, plane.state)
        if blip.stage in (COMING, ON_RUN, DIVING, *OVER):
            state = blip.stage
        elif plane.hits and plane.state == UNDAMAGED:
            state = count(plane.hits, "hit")
        guns = self._guns_at[plane.number]
        # With numbers of two digits and three boxes, this takes LIST_WIDTH columns.
        return [
            Span(self.glyphs.mark if is_selected else " ", "key"),
            Span(
                f"{blip.name} {fit(plane.type, 8)}",
                "mark" if is_selected else blip.style,
                blip.action,
            ),
            Span(f"{fit(where, 6)} "),
            self._hit_boxes(plane),
            Span(f" {fit(state, 10)}", "strong" if is_selected else blip.style),
            Span(f" x{guns}" if guns and plane.flying else "", "key"),
        ]

    def _hit_boxes(self, plane: Plane) -> Span:
        """The hits as boxes; blank for a destroyed plane."""
        most = self.view.game.tables.numbers.hits_flamed
        if plane.state == GONE:
            return Span(" " * most)
        hits = self._hits_shown(plane)
        return Span(self.glyphs.hit * hits + self.glyphs.clear * (most - hits))

    def _hits_shown(self, plane: Plane) -> int:
        """The number of boxes with a hit; 0 for a destroyed plane, which may have had no hits."""
        most = self.view.game.tables.numbers.hits_flamed
        return 0 if plane.state == GONE else min(most, plane.hits)

    def _waves(self, width: int) -> list[list[Line]]:
        """The waves to come, the maneuver, and an emergency in force or refused in this phase: a
        list of lines for each.
        """
        view = self.view
        air = view.state.air
        rows: list[Line] = []
        if len(air.waves) == 1:
            rows.append(
                line(("To come: ", "dim"), f"a wave of {count(len(air.waves[0]), 'plane')}")
            )
        elif air.waves:
            sizes = " and ".join(str(len(wave)) for wave in air.waves)
            rows.append(line(("To come: ", "dim"), f"waves of {sizes} planes"))
        if air.maneuver is not None and air.planes:
            done = ("succeeded", "good") if air.maneuver else ("failed", "bad")
            rows.append(line(("Emergency maneuver: ", "dim"), done))
        elif air.planes and (barred := maneuver_barred(view.game.play)):
            rows.append(line(("No emergency maneuver: ", "dim"), (barred, "warn")))
        phase = facts_of(view.game).phase_of(view.state.label)
        if view.ship.declared:
            rows.append(line(("Emergency: ", "dim"), ("granted, guns silent", "bad")))
        elif phase is not None and not all(phase.declarations):
            rows.append(line(("Emergency: ", "dim"), ("not granted, guns manned", "warn")))
        return [wrap(row, width) for row in rows]


def _has_room(cells: Cells, left: int, first: int, lines: list[Line]) -> bool:
    """Whether lines from the row ``first`` on, with a blank column to their left, cover no text."""
    return all(
        cells.has_no_text(left - 1, row, length(spans) + 1)
        for row, spans in enumerate(lines, first)
    )


def _draw_fire(
    cells: Cells, frame: Frame, blip: Blip, aimed: _Aimed, guns: dict[str, tuple[int, int]]
) -> None:
    """Draw the lines from the guns to a plane, with wider gaps for those that do not fire."""
    silent = {guns[name] for name in aimed.silent}
    firing = {guns[name] for name in aimed.firing}
    cells.draw(radar_plot.fire_marks(frame, silent, blip, "sea", spacing=4))
    cells.draw(radar_plot.fire_marks(frame, firing, blip, "key", spacing=2))


def _highlight(cells: Cells, planes: list[Words], number: int) -> None:
    """Draw the marks of a plane again as those of the plane selected."""
    for mark in planes:
        if mark.action == _look_at(number):
            cells.draw((msgspec.structs.replace(mark, style="mark"),))


def _look_at(number: int) -> str:
    return f"screen.look_at({number})"
