"""The gun mounts: state, director, magazine, arcs and the target each has in the plan."""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.book.data import MountData
from picket_duty.requests import Request
from picket_duty.rules.gunnery import director_bonus, director_state
from picket_duty.rules.play import ArmedMount
from picket_duty.state import DAMAGED, WORKING, Mount
from picket_duty.text.english import count
from picket_duty.text.mount_captains import captains_aboard, record_words
from picket_duty.text.names import plane_number
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import fit, joined, side_by_side, wrap
from picket_duty.tui.widgets.panel import ViewPanel

#: The bearings of the arcs, from the port quarter past the bow to the stern.
ARC_BEARINGS = (225, 270, 315, 0, 45, 90, 135, 180)
#: Least columns for the row of a mount.
COLUMN_WIDTH = 39
#: Least columns for the words about a mount without a target.
WITH_HOLDS = 42
#: The target of a mount that could fire and has none in the plan.
HOLDS = " holds"
#: The columns of the mount's name, its state, the director's bonus and the magazine.
LABEL = 7
CONDITION = 7
BONUS = 5
AMMO = 7
#: The places of the cursor and of the state in the row of a mount.
CURSOR = 0
STATE = 2
#: Words for the altitudes of an arc, in the legend.
ALTITUDES = {
    "LMH": "all",
    "LM": "low-med",
    "MH": "med-high",
    "H": "high",
    "M": "medium",
    "L": "low",
}
#: Least columns for the legend in full sentences.
WIDE_LEGEND = 70
#: Least columns for the captains of the mounts.
WITH_CAPTAINS = 80
#: Short names of magazines that feed several mounts.
MAGAZINES = {"40mm-mgz-fwd": "40 fwd", "40mm-mgz-aft": "40 aft", "20mm-mgz-aft": "20 aft"}


class _RowKey(NamedTuple):
    """What the row of a mount shows besides the state of the mount: rows with the same key are the
    same.

    ``plane`` is the plane selected gun by gun. ``holds`` means that the mount could fire and has no
    target. ``has_words`` means that there is room for words about a mount without a target.
    """

    name: str
    target: int | None
    is_chosen: bool
    bears: bool
    holds: bool
    plane: int | None
    has_words: bool
    captain: str
    has_captains: bool


class Mounts(ViewPanel):
    """A row for each mount; in two columns if there are too few rows but enough columns."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        #: Rows drawn for the current request: mounts do not change until it is answered.
        self._drawn_for_request: Request | None = None
        self._rows: dict[_RowKey, Line] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """One row for each mount, and the legend if there is room."""
        battery = self.view.game.play.battery()
        targets = self.view.targets()
        request = self.view.game.request
        if self._drawn_for_request is not request or request is None:
            self._drawn_for_request = request
            self._rows.clear()
        # The rows have the heading and the names of the columns above them.
        two_columns = len(battery) + 2 > height and width >= 2 * COLUMN_WIDTH
        captains = self._captains() if width >= WITH_CAPTAINS and not two_columns else {}
        has_words = not two_columns and width >= WITH_HOLDS
        rows = [
            self._row(armed, targets.get(name), has_words, captains)
            for name, armed in battery.items()
        ]
        head = self._columns(bool(captains))
        note = self._note()
        if two_columns:
            half = (len(rows) + 1) // 2
            lines = side_by_side([head, *rows[:half]], [head, *rows[half:]], width // 2)
            arcs = line((f" {self._altitudes()}", "dim"))
            return [self.heading("Gun mounts", width, note), *lines, arcs]
        legend = self._legend(width)
        if len(rows) + len(legend) + 2 > height:
            # Without room for the legend, the arcs are in the heading.
            note = note or self._altitudes(short=True)
            # A panel too low for its rows scrolls, and keeps its legend below them.
            if len(rows) <= height:
                legend = []
        return [self.heading("Gun mounts", width, note), head, *rows, *legend]

    def _columns(self, captains: bool) -> Line:
        """The names of the columns."""
        columns = f" {fit('mount', LABEL)}{fit('state', CONDITION)}"
        columns += f"{fit('dir.', BONUS)}{fit('ammo', AMMO)}"
        columns += f"{self.glyphs.compass} at"
        if captains:
            # Of the columns of HOLDS, " at" takes three; two blanks come before a captain.
            columns += f"{' ' * (len(HOLDS) - 1)}captain"
        return line((columns, "dim"))

    def _note(self) -> str:
        """What keeps the guns silent, or weakens them."""
        ship = self.view.ship
        if ship.declared:
            return "silent: emergency"
        if not ship.ammunition:
            return "silent: no ammunition"
        return "no bonuses" if ship.gun_bonuses_lost else ""

    def _captains(self) -> dict[str, str]:
        """The captains of the mounts with their records, by the ids of the mounts."""
        from picket_duty.facts import facts_of

        game = self.view.game
        aboard = captains_aboard(self.view.ship, facts_of(game).whole.days, game.tables)
        return {
            name: record_words(captain, game.state.setup, game.tables)
            for name, captain in aboard.items()
        }

    def _altitudes(self, short: bool = False) -> str:
        """The altitudes of the arcs that the mounts have, by their glyphs; ``short`` has the
        letters of the plot.
        """
        seen: set[str] = set()
        for armed in self.view.game.play.battery().values():
            seen.update(armed.arcs.values())
        signs = [(sign, levels) for levels, sign in self.glyphs.arcs.items() if levels in seen]
        if short:
            letters = {"LMH": "all"}
            return " ".join(sign + letters.get(levels, levels) for sign, levels in signs if levels)
        return "  ".join(f"{sign} {ALTITUDES[levels]}" for sign, levels in signs if levels)

    def _legend(self, width: int) -> list[Line]:
        """The meaning of the columns, in full sentences if there is room."""
        if width < WIDE_LEGEND:
            words = [f" Arcs: {self._altitudes()}", " +: director bonus  other: far magazine, -1"]
        else:
            words = [
                (
                    f" Arcs run from the port quarter around the bow to the stern. Altitudes: "
                    f"{self._altitudes()}"
                ),
                (
                    ' Dir.: "+": director bonus (chart 9-1); "hit": director damaged; "out": '
                    "director destroyed."
                ),
                ' Ammo: "other": farther magazine; the mount fires at -1.',
                (
                    f" {self.glyphs.to} can fire at the selected plane. Click a mount to "
                    f"highlight its arcs on the plot."
                ),
            ]
        return [row for text in words for row in wrap(line((text, "dim")), width, indent=1)]

    def _row(
        self, armed: ArmedMount, target: int | None, has_words: bool, captains: dict[str, str]
    ) -> Line:
        """A mount with its target, drawn once for the request."""
        view = self.view
        name = armed.data.id
        slots = view.planning.slots if view.planning is not None else {}
        shown = _RowKey(
            name,
            target,
            is_chosen=view.mount_with_arcs() is armed,
            bears=view.by_guns and view.plane in slots.get(name, ()),
            holds=target is None and name in slots and has_words and not view.wants_aim,
            plane=view.plane if view.by_guns else None,
            has_words=has_words,
            captain=captains.get(name, ""),
            has_captains=bool(captains),
        )
        if shown not in self._rows:
            self._rows[shown] = self._drawn(armed, shown)
        return self._rows[shown]

    def _drawn(self, armed: ArmedMount, shown: _RowKey) -> Line:
        """A mount with its state, director, magazine, arcs, target, and captain or ace."""
        glyphs = self.glyphs
        mount = self.view.ship.mounts[shown.name]
        cursor = " "
        style = "plain"
        if shown.is_chosen:
            cursor = glyphs.mark
            style = "mark"
        elif shown.bears:
            cursor = glyphs.to
            style = "strong"
        label = shown.name
        words = ""
        if mount.ace and shown.has_words:
            words = " ace"
        elif mount.ace:
            label += "*"
        if shown.captain:
            words = f"  {shown.captain}"
        aimed = HOLDS if shown.holds else "   "
        if shown.target is not None:
            aimed = f" {glyphs.to}{plane_number(shown.target)}"
        # CURSOR and STATE are places in this row.
        row = [
            Span(cursor, "key"),
            Span(fit(label, LABEL), style),
            self._state(mount),
            self._director(armed, mount.destroyed),
            self._magazine(armed.data),
            *self._arcs(armed, mount.destroyed, shown.plane),
            Span(fit(aimed, len(HOLDS)) if shown.has_captains else aimed, "key"),
            Span(words, "good" if mount.ace else "plain"),
        ]
        if mount.destroyed:
            row = _dimmed(row)
        action = f"screen.mark_mount('{shown.name}')"
        return [span._replace(action=action) for span in row]

    def _state(self, mount: Mount) -> Span:
        """The state of a mount in a word, with its hits."""
        ship = self.view.ship
        if mount.destroyed:
            return Span(fit("LOST", CONDITION), "bad")
        if mount.hits:
            return Span(fit(count(mount.hits, "hit"), CONDITION), "warn")
        if ship.declared or not ship.ammunition:
            return Span(fit("silent", CONDITION), "dim")
        return Span(fit("ready", CONDITION))

    def _director(self, armed: ArmedMount, destroyed: bool) -> Span:
        """Its director: + if it gives a bonus, or its damage; nothing for a destroyed mount."""
        state = director_state(self.view.game.play, armed)
        if destroyed:
            return Span(fit("-", BONUS), "dim")
        if state != WORKING:
            return Span(fit("hit" if state == DAMAGED else "out", BONUS), "bad")
        helps = any(
            director_bonus(self.view.game.play, armed, level) for level in armed.director_bonus
        )
        return Span(fit("+" if helps else "none", BONUS), "good" if helps else "dim")

    def _magazine(self, data: MountData) -> Span:
        """The source of its ammunition: the nearest magazine, the other one, or none."""
        rooms = self.view.ship.compartments
        near = rooms.get(data.magazine)
        if near is None:
            return Span(fit("-", AMMO), "dim")
        name = MAGAZINES.get(data.magazine) or f"mag {data.magazine[-1]}"
        if not near.out and near.fire:
            return Span(fit(f"{name}!", AMMO), "warn")
        if not near.out:
            return Span(fit(name, AMMO), "dim")
        other = rooms.get(data.other_magazine)
        if other is not None and not other.out:
            return Span(fit("other", AMMO), "warn")
        return Span(fit("NONE", AMMO), "bad")

    def _arcs(self, armed: ArmedMount, destroyed: bool, selected: int | None) -> Line:
        """The altitudes by bearing; if the mount may fire at the plane selected gun by gun, its
        bearing is highlighted.
        """
        plane = None if selected is None else self.view.selected_plane()
        # A plane in a special attack has no bearing.
        if plane is not None and (plane.special or destroyed):
            plane = None
        spans = []
        for bearing in ARC_BEARINGS:
            levels = armed.arcs[bearing]
            style = "plain" if levels else "sea"
            if plane is not None and plane.bearing == bearing and plane.altitude in levels:
                style = "key"
            spans.append(Span(self.glyphs.arcs.get(levels, "?"), style))
        return joined(spans)


def _dimmed(row: Line) -> Line:
    """The row of a destroyed mount: only the cursor and the word for its state stand out."""
    return [
        span if column in (CURSOR, STATE) else Span(span.text, "dim")
        for column, span in enumerate(row)
    ]
