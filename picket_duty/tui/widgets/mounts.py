"""The gun mounts: state, director, magazine, arcs and the target each has in the plan."""

from __future__ import annotations

from picket_duty.book.data import MountData
from picket_duty.requests import Request
from picket_duty.rules.gunnery import director_bonus, director_state
from picket_duty.rules.play import Armed
from picket_duty.state import WORKING
from picket_duty.text.names import count, plane_number
from picket_duty.text.ship_service import captains_aboard, record_words
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import Line, Span, fit, joined, line, side_by_side, wrap
from picket_duty.tui.widgets.panel import Panel

#: The bearings of the arcs, from the port quarter past the bow to the stern.
ARC_BEARINGS = (225, 270, 315, 0, 45, 90, 135, 180)
NARROW = 39
#: Least columns for the words about a mount without a target.
WITH_HOLDS = 42
#: The target of a mount that could fire and has none in the plan.
HOLDS = " holds"
#: The columns of the director's bonus and of the magazine.
BONUS, AMMO = 5, 7
#: The places of the cursor and of the state in the row of a mount.
CURSOR, STATE = 0, 2
#: Words for the altitudes of an arc, in the legend.
ALTITUDES = {"LMH": "all", "LM": "low-med", "MH": "med-high", "H": "high", "M": "medium", "L": "low"}
#: Least columns for the legend in full sentences.
WIDE_LEGEND = 70
#: Least columns for the captains of the mounts.
WITH_CAPTAINS = 80
#: Short names of magazines that feed several mounts.
MAGAZINES = {"40mm-mgz-fwd": "40 fwd", "40mm-mgz-aft": "40 aft", "20mm-mgz-aft": "20 aft"}


class Mounts(Panel):
    """A row for each mount; in two columns if there are too few rows but enough columns."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        self._targets: dict[str, int] = {}
        self._marked: Armed | None = None
        #: Whether a row has room for the word for a mount without a target.
        self._has_words = False
        #: Rows drawn for the current request: mounts do not change until it is answered.
        self._asked: Request | None = None
        self._rows: dict[tuple[object, ...], Line] = {}
        #: The legends drawn for the current request, by width.
        self._legends: dict[int, list[Line]] = {}
        #: The captains of the mounts with their planes, by mount; empty if there is no room for them.
        self._captains: dict[str, str] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """One row for each mount."""
        view = self.view
        self._targets, self._marked = view.targets(), view.mount_marked()
        if self._asked is not view.game.request:
            self._asked = view.game.request
            self._rows.clear()
            self._legends.clear()
        battery = view.game.play.battery()
        two_columns = len(battery) + 2 > height and width >= 2 * NARROW
        self._has_words = not two_columns and width >= WITH_HOLDS
        captains = self._captains_named() if width >= WITH_CAPTAINS and not two_columns else {}
        if captains != self._captains:
            self._captains = captains
            self._rows.clear()
        rows = [self._row(armed) for armed in battery.values()]
        head = self._head()
        if not two_columns:
            legend = self._legend(width)
            fits = len(rows) + len(legend) + 2 <= height
            # A panel without room for the legend has the arcs in its heading.
            note = self._note() or ("" if fits else self._altitudes(short=True))
            return [
                self.heading("Gun mounts", width, note),
                head,
                *rows,
                *(legend if fits or height < len(rows) else []),
            ]
        lines = [self.heading("Gun mounts", width, self._note())]
        half = (len(rows) + 1) // 2
        beside = [head, *rows[half:]]
        # The legend begins below the shorter column.
        arcs = line((f" {self._altitudes()}", "dim"))
        spare = half - len(rows[half:])
        lines += side_by_side([head, *rows[:half]], [*beside, *([arcs] if spare else [])], width // 2)
        ace = " * marks an ace crew." if any(mount.ace for mount in view.ship.mounts.values()) else ""
        words = f" Arcs: port quarter to stern. +: director's bonus. at: target plane. {self.glyphs.to}: can fire.{ace}"
        return [*lines, *([] if spare else [arcs]), *wrap(line((words, "dim")), width)]

    def _captains_named(self) -> dict[str, str]:
        """The captains aboard with their planes, in words."""
        from picket_duty.pages.ships import known_facts

        game = self.view.game
        aboard = captains_aboard(self.view.ship, known_facts(game).days, game.tables)
        return {name: record_words(captain, game.state.setup, game.tables) for name, captain in aboard.items()}

    def _altitudes(self, short: bool = False) -> str:
        """The altitudes of the arcs that the mounts have, by their glyphs; ``short`` has the letters of the plot."""
        seen = {levels for armed in self.view.game.play.battery().values() for levels in armed.arcs.values()}
        signs = [(sign, levels) for levels, sign in self.glyphs.arcs.items() if levels in seen and levels]
        if short:
            return " ".join(f"{sign}{'all' if levels == 'LMH' else levels}" for sign, levels in signs)
        return "  ".join(f"{sign} {ALTITUDES[levels]}" for sign, levels in signs)

    def _legend(self, width: int) -> list[Line]:
        legend = self._legends.get(width)
        if legend is None:
            legend = self._legends[width] = self._draw_legend(width)
        return legend

    def _draw_legend(self, width: int) -> list[Line]:
        if width < WIDE_LEGEND:
            words = [f" Arcs: {self._altitudes()}", " +: director's bonus  other: magazine at -1"]
        else:
            words = [
                f" Arcs run from the port quarter around the bow to the stern. Altitudes: {self._altitudes()}",
                ' Dir.: + is the director\'s bonus (chart 9-1). "hit": director damaged. "out": director destroyed.',
                ' Ammo: "other" is the farther magazine; the tub fires at -1.',
                f" {self.glyphs.to} can fire at the selected plane. Click a mount to highlight its arcs on the plot.",
            ]
        return [row for text in words for row in wrap(line((text, "dim")), width, indent=1)]

    def _note(self) -> str:
        ship = self.view.ship
        if ship.declared:
            return "silent: emergency"
        if not ship.ammunition:
            return "silent: no ammunition"
        return "no bonuses" if ship.gun_bonuses_lost else ""

    def _head(self) -> Line:
        columns = f" {fit('mount', 7)}{fit('state', 7)}{fit('dir.', BONUS)}{fit('ammo', AMMO)}"
        captain = f"{' ' * (len(HOLDS) - 1)}captain" if self._captains else ""
        return line((f"{columns}{self.glyphs.compass} at{captain}", "dim"))

    def _row(self, armed: Armed) -> Line:
        view, name = self.view, armed.data.id
        planning = view.planning
        bears = planning is not None and view.by_guns and view.plane in planning.slots.get(name, ())
        holds = planning is not None and name in planning.slots and name not in self._targets
        key = (name, self._has_words, self._marked is armed, bears, self._lit(armed), self._targets.get(name), holds)
        row = self._rows.get(key)
        if row is None or self._asked is None:
            row = self._rows[key] = self._drawn(armed, bears, holds)
        return row

    def _drawn(self, armed: Armed, bears: bool, holds: bool) -> Line:
        glyphs, data = self.glyphs, armed.data
        mount = self.view.ship.mounts[data.id]
        target = self._targets.get(data.id)
        state, style = self._state(data)
        chosen = self._marked is armed
        aimed = HOLDS if holds and self._has_words else "   "
        aimed = f" {glyphs.to}{plane_number(target)}" if target is not None else aimed
        star = "*" if mount.ace and not self._has_words else ""
        row = [
            Span(glyphs.mark if chosen else glyphs.to if bears else " ", "key"),
            Span(fit(data.id + star, 7), "mark" if chosen else "strong" if bears else "plain"),
            Span(fit(state, 7), style),
            *self._director(armed),
            *self._magazine(data),
            *self._arcs(armed),
            Span(fit(aimed, len(HOLDS)) if self._captains else aimed, "key"),
            *self._captain(data.id),
        ]
        if mount.destroyed:
            # Only the cursor and the word for its state stand out: nothing else of it counts any longer.
            row = [span if column in (CURSOR, STATE) else Span(span.text, "dim") for column, span in enumerate(row)]
        action = f"screen.mark_mount('{data.id}')"
        return [Span(text, style, action) for text, style, _ in row]

    def _captain(self, name: str) -> Line:
        """The captain of a mount with the planes, or whether it has an ace crew."""
        ace = self.view.ship.mounts[name].ace
        if captain := self._captains.get(name):
            return [Span(f"  {captain}", "good" if ace else "plain")]
        return [Span(" ace" if ace and self._has_words else "", "good")]

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
        """Its director: + if it gives a bonus, or its damage; nothing for a destroyed mount."""
        if self.view.ship.mounts[armed.data.id].destroyed:
            return [Span(fit("-", BONUS), "dim")]
        state = director_state(self.view.game.play, armed)
        if state != WORKING:
            return [Span(fit("hit" if state == "damaged" else "out", BONUS), "bad")]
        helps = any(director_bonus(self.view.game.play, armed, level) for level in armed.bonus)
        return [Span(fit("+" if helps else "none", BONUS), "good" if helps else "dim")]

    def _magazine(self, data: MountData) -> Line:
        """The source of its ammunition: the nearest magazine, the other one, or none."""
        rooms = self.view.ship.compartments
        if not data.magazine or data.magazine not in rooms:
            return [Span(fit("-", AMMO), "dim")]
        name = MAGAZINES.get(data.magazine) or f"mag {data.magazine[-1]}"
        near = rooms[data.magazine]
        if not near.out:
            burning = near.fire and not near.out
            return [Span(fit(f"{name}{'!' if burning else ''}", AMMO), "warn" if burning else "dim")]
        other = rooms.get(data.other_magazine)
        if other is not None and not other.out:
            return [Span(fit("other", AMMO), "warn")]
        return [Span(fit("NONE", AMMO), "bad")]

    def _lit(self, armed: Armed) -> int | None:
        """The bearing of the plane selected gun by gun if it is in the mount's arcs; None for a destroyed mount."""
        if self.view.ship.mounts[armed.data.id].destroyed or not self.view.by_guns:
            return None
        plane = self.view.plane_looked_at()
        if plane is None or plane.special or plane.altitude not in armed.arcs.get(plane.bearing, ""):
            return None
        return plane.bearing

    def _arcs(self, armed: Armed) -> Line:
        lit, arcs = self._lit(armed), self.glyphs.arcs
        spans = []
        for place in ARC_BEARINGS:
            levels = armed.arcs[place]
            style = "key" if place == lit else "plain" if levels else "sea"
            spans.append(Span(arcs.get(levels, "?"), style))
        return joined(spans)
