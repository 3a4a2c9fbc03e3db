"""The gun mounts: state, director, magazine, arcs and the target each has in the plan."""

from __future__ import annotations

from picket_duty.book.data import MountData
from picket_duty.requests import Request
from picket_duty.rules.gunnery import director_bonus, director_state
from picket_duty.rules.play import Armed
from picket_duty.state import WORKING
from picket_duty.text.names import count, plane_number
from picket_duty.text.ship_service import captains_aboard, record_words
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import fit, joined, side_by_side, wrap
from picket_duty.tui.widgets.panel import Panel

#: The bearings of the arcs, from the port quarter past the bow to the stern.
ARC_BEARINGS = (225, 270, 315, 0, 45, 90, 135, 180)
NARROW = 39
#: Least columns for the words about a mount without a target.
WITH_HOLDS = 42
#: The target of a mount that could fire and has none in the plan.
HOLDS = " holds"
#: The columns of the director's bonus and of the magazine.
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


class Mounts(Panel):
    """A row for each mount; in two columns if there are too few rows but enough columns."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        #: Rows drawn for the current request: mounts do not change until it is answered.
        self._asked: Request | None = None
        self._rows: dict[tuple[object, ...], Line] = {}

    def draw(self, width: int, height: int) -> list[Line]:
        """One row for each mount, and the legend if there is room."""
        view = self.view
        battery = self.view.game.play.battery()
        targets = self.view.targets()
        if self._asked is not view.game.request or self._asked is None:
            self._asked = view.game.request
            self._rows.clear()
        note = "no bonuses" if view.ship.gun_bonuses_lost else ""
        if view.ship.declared or not view.ship.ammunition:
            note = f"silent: {'emergency' if view.ship.declared else 'no ammunition'}"
        two_columns = len(battery) + 2 > height and width >= 2 * NARROW
        captains = self._captains() if width >= WITH_CAPTAINS and not two_columns else {}
        has_words = not two_columns and width >= WITH_HOLDS
        rows = [
            self._row(armed, targets.get(name), has_words, captains)
            for name, armed in battery.items()
        ]
        captain = f"{' ' * (len(HOLDS) - 1)}captain" if captains else ""
        columns = f" {fit('mount', 7)}{fit('state', 7)}{fit('dir.', BONUS)}{fit('ammo', AMMO)}"
        head = line((f"{columns}{self.glyphs.compass} at{captain}", "dim"))
        if two_columns:
            half = (len(rows) + 1) // 2
            lines = side_by_side([head, *rows[:half]], [head, *rows[half:]], width // 2)
            arcs = line((f" {self._altitudes()}", "dim"))
            return [self.heading("Gun mounts", width, note), *lines, arcs]
        legend = self._legend(width)
        fits = len(rows) + len(legend) + 2 <= height
        # A panel without room for the legend has the arcs in its heading.
        lines = [
            self.heading(
                "Gun mounts", width, note or ("" if fits else self._altitudes(short=True))
            ),
            head,
            *rows,
        ]
        return [*lines, *(legend if fits or height < len(rows) else [])]

    def _captains(self) -> dict[str, str]:
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
        seen = {
            levels
            for armed in self.view.game.play.battery().values()
            for levels in armed.arcs.values()
        }
        signs = [
            (sign, levels) for levels, sign in self.glyphs.arcs.items() if levels in seen and levels
        ]
        if short:
            return " ".join(
                f"{sign}{'all' if levels == 'LMH' else levels}" for sign, levels in signs
            )
        return "  ".join(f"{sign} {ALTITUDES[levels]}" for sign, levels in signs)

    def _legend(self, width: int) -> list[Line]:
        if width < WIDE_LEGEND:
            words = [f" Arcs: {self._altitudes()}", " +: director's bonus  other: magazine at -1"]
        else:
            words = [
                (
                    f" Arcs run from the port quarter around the bow to the stern. Altitudes: "
                    f"{self._altitudes()}"
                ),
                (
                    ' Dir.: + is the director\'s bonus (chart 9-1). "hit": director damaged. '
                    '"out": director destroyed.'
                ),
                ' Ammo: "other" is the farther magazine; the tub fires at -1.',
                (
                    f" {self.glyphs.to} can fire at the selected plane. Click a mount to "
                    f"highlight its arcs on the plot."
                ),
            ]
        return [row for text in words for row in wrap(line((text, "dim")), width, indent=1)]

    def _row(
        self, armed: Armed, target: int | None, has_words: bool, captains: dict[str, str]
    ) -> Line:
        """A mount with its target; ``has_words``: there is room for the words about one without a
        target.
        """
        view = self.view
        glyphs = self.glyphs
        name = armed.data.id
        mount = self.view.ship.mounts[armed.data.id]
        chosen = view.mount_marked() is armed
        slots = view.planning.slots if view.planning is not None else {}
        bears = view.by_guns and view.plane in slots.get(name, ())
        captain = captains.get(name)
        key = (
            name,
            target,
            chosen,
            bears,
            view.plane if view.by_guns else None,
            has_words,
            captain,
            len(captains),
        )
        if key in self._rows:
            return self._rows[key]
        state = "ready"
        style = "plain"
        if mount.destroyed or mount.hits:
            state, style = (
                ("LOST", "bad") if mount.destroyed else (count(mount.hits, "hit"), "warn")
            )
        elif view.ship.declared or not view.ship.ammunition:
            state = "silent"
            style = "dim"
        aimed = f" {glyphs.to}{plane_number(target)}" if target is not None else "   "
        if target is None and name in slots and has_words:
            aimed = HOLDS
        ace = "good" if mount.ace else "plain"
        row = [
            Span(glyphs.mark if chosen else glyphs.to if bears else " ", "key"),
            Span(
                fit(f"{name}{'*' if mount.ace and not has_words else ''}", 7),
                "mark" if chosen else "strong" if bears else "plain",
            ),
            Span(fit(state, 7), style),
            self._director(armed, mount.destroyed),
            self._magazine(armed.data),
            *self._arcs(armed, mount.destroyed),
            Span(fit(aimed, len(HOLDS)) if captains else aimed, "key"),
            Span(f"  {captain}" if captain else " ace" if mount.ace and has_words else "", ace),
        ]
        if mount.destroyed:
            # Only the cursor and the word for its state stand out: nothing else of it counts any
            # longer.
            row = [
                span if column in (CURSOR, STATE) else Span(span.text, "dim")
                for column, span in enumerate(row)
            ]
        action = f"screen.mark_mount('{name}')"
        self._rows[key] = [Span(text, style, action) for text, style, _ in row]
        return self._rows[key]

    def _director(self, armed: Armed, destroyed: bool) -> Span:
        """Its director: + if it gives a bonus, or its damage; nothing for a destroyed mount."""
        state = director_state(self.view.game.play, armed)
        if destroyed:
            return Span(fit("-", BONUS), "dim")
        if state != WORKING:
            return Span(fit("hit" if state == "damaged" else "out", BONUS), "bad")
        helps = any(director_bonus(self.view.game.play, armed, level) for level in armed.bonus)
        return Span(fit("+" if helps else "none", BONUS), "good" if helps else "dim")

    def _magazine(self, data: MountData) -> Span:
        """The source of its ammunition: the nearest magazine, the other one, or none."""
        near, other = map(self.view.ship.compartments.get, (data.magazine, data.other_magazine))
        if near is None:
            return Span(fit("-", AMMO), "dim")
        if not near.out:
            name = MAGAZINES.get(data.magazine) or f"mag {data.magazine[-1]}"
            return Span(
                fit(f"{name}!" if near.fire else name, AMMO), "warn" if near.fire else "dim"
            )
        return (
            Span(fit("other", AMMO), "warn")
            if other and not other.out
            else Span(fit("NONE", AMMO), "bad")
        )

    def _arcs(self, armed: Armed, destroyed: bool) -> Line:
        """The altitudes by bearing, those of the plane selected gun by gun highlighted."""
        view = self.view
        plane = self.view.plane_looked_at()
        lit = plane is not None and view.by_guns and not plane.special and not destroyed
        spans = []
        for bearing in ARC_BEARINGS:
            levels = armed.arcs[bearing]
            here = (
                lit and plane is not None and plane.bearing == bearing and plane.altitude in levels
            )
            style = "key" if here else "plain" if levels else "sea"
            spans.append(Span(self.glyphs.arcs.get(levels, "?"), style))
        return joined(spans)
