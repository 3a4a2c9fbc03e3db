"""The ship status: tracks, support, crew, record, the day so far."""

from __future__ import annotations

from picket_duty.book.ids import CARRIER, FighterSlot, slot_named
from picket_duty.state import POSTS, SCENARIO
from picket_duty.text import english, names, status
from picket_duty.text.english import signed
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.lines import fit, length, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.widgets.panel import ViewPanel

#: The posts in a narrow panel, and in one with few rows.
NARROW_POSTS = (
    "Captain",
    "XO",
    "Engineer",
    "Gunnery",
    "Dam.cont.",
    "CPO",
    "Repair 1",
    "Repair 2",
    "Repair 3",
)
SHORT_POSTS = ("Capt", "XO", "Eng", "Gun", "DC", "CPO", "R1", "R2", "R3")
#: Least rows for tracks and crew; least columns for long labels and full names; least rows for the
#: day so far.
FULL_ROWS = 10
WIDE = 70
LEAST_TODAY = 6
#: Columns of the labels of support in the wide form.
SUPPORT_WIDTH = 25
#: The cells of a track, and the points from which one is low.
BAR = 10
LOW = 3


class ShipStatus(ViewPanel):
    """Tracks as bars, support, radars, morale, and the officers with their values."""

    def draw(self, width: int, height: int) -> list[Line]:
        """Tracks on the left, crew on the right, the record below if there is room; everything in
        short in few rows.
        """
        head = self.heading("Ship status", width, safe(self.view.ship.hull_number))
        if height < FULL_ROWS:
            return [head, *self._short(width)]
        wide = width >= WIDE
        # The columns of the tracks.
        left = 32 if wide else 21
        lines = [
            head,
            *side_by_side(self._tracks(wide), self._crew(width - left - 1, wide), left),
        ]
        if len(lines) < height:
            # The header shows it too, on most terminals.
            lines.insert(1, line((self._where(), "title")))
        record = self._record(width, height - len(lines))
        if record and len(lines) + len(record) < height:
            lines.append([])
        lines += record
        return [*lines, *self._today(width, height - len(lines))]

    def _where(self) -> str:
        """The phase, with the weather and the station if there are any."""
        state = self.view.state
        parts = [names.phase_words(state, self.view.game.tables)]
        if state.step == "phase" and state.air.weather:
            parts.append(state.air.weather)
        if state.ship.station:
            parts.append(f"station {state.ship.station}")
        return ", ".join(parts)

    def _today(self, width: int, room: int) -> list[Line]:
        """The day so far below a heading, its last lines if there is no room for all."""
        if room < LEAST_TODAY:
            return []
        from picket_duty.pages.phases import today_page

        today = page_lines(today_page(self.view.game), width, self.glyphs)
        # A blank line and the heading are above it.
        rows = room - 2
        return [[], self.heading("Today", width), *today[-rows:]] if today else []

    def _short(self, width: int) -> list[Line]:
        """Stores, support and the officers' values; the header shows the rest."""
        ship = self.view.ship
        team, craft = self._support()
        carrier, land = self._fighters()
        lines = [
            line(f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Morale {signed(ship.morale)}"),
            [*line("FDT aboard ", team), Span("  "), *self._emergency_or_radars()],
            line("SFS ", craft, f"  AFS fighters {carrier} carrier, {land} land"),
            [],
        ]
        for post, name in zip(POSTS, SHORT_POSTS, strict=True):
            value = self._officer_value(post)
            before = "  " if lines[-1] else ""
            words = line((f"{before}{name} ", "dim"), value)
            if length(lines[-1]) + length(words) > width:
                lines.append([])
                words = line((f"{name} ", "dim"), value)
            lines[-1] += words
        return lines

    def _officer_value(self, post: str) -> tuple[str, str]:
        officer = self.view.ship.crew.get(post)
        if officer is None:
            return "-", "dim"
        return signed(officer.value), _value_style(officer.value)

    def _tracks(self, wide: bool) -> list[Line]:
        """The tracks and the support; in a narrow panel without hull, maneuver and flood, which the
        header shows.
        """
        ship = self.view.ship
        numbers = self.view.game.tables.numbers
        label = 12 if wide else 6
        lines = [
            self._bar("Ammunition" if wide else "Ammo", ship.ammunition, numbers.ammunition, label),
            self._bar("Fuel", ship.fuel, numbers.fuel, label),
        ]
        if wide:
            lines += [
                self._bar("Hull", ship.hull, numbers.hull, label),
                self._bar("Maneuver", ship.maneuver, numbers.maneuver, label),
                self._bar("Flood", ship.flood, numbers.flood_limit, label, bad_high=True),
            ]
        style = _value_style(ship.morale)
        # Morale is one sign on a scale from the limit below zero to that above.
        ring = self.glyphs.ring
        below = ring * (numbers.morale_limit + ship.morale)
        above = ring * (numbers.morale_limit - ship.morale)
        cells = fit(below + self.glyphs.hit + above, BAR)
        morale = line(fit("Morale", label), (cells, style), (f" {signed(ship.morale):>2}", style))
        return [*lines, morale, *self._support_rows(wide)]

    def _bar(self, name: str, value: int, most: int, label: int, bad_high: bool = False) -> Line:
        """A track as a bar in the color of its danger: a low value, or a high one with
        ``bad_high``.
        """
        danger = most - value if bad_high else value
        style = "good"
        if danger <= most // 4 or danger < LOW:
            style = "bad"
        elif danger <= most // 2:
            style = "warn"
        filled = max(0, min(value, most))
        return line(
            fit(name, label),
            (self.glyphs.full * filled, style),
            (self.glyphs.empty * (most - filled) + " " * (BAR - most), "sea"),
            (f" {value:>2}!", "bad") if style == "bad" else (f" {value:>2} ", "strong"),
        )

    def _fighters(self) -> tuple[int, int]:
        """The fighters of the carriers and those from land, by their markers."""
        markers = [slot_named(marker) for marker in self.view.state.air.markers]
        carrier = sum(isinstance(slot, FighterSlot) and slot.type == CARRIER for slot in markers)
        return carrier, len(markers) - carrier

    def _support(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The fighter direction team and the support ships, styled."""
        ship = self.view.ship
        if ship.station is None or self.view.state.new_station:
            return ("-", "dim"), ("-", "dim")
        return ("yes", "good") if ship.fdt else ("no", "dim"), (str(ship.sfs), "plain")

    def _support_rows(self, wide: bool) -> list[Line]:
        """Fighter direction team, support ships, fighters, and the land radars or what is worse,
        below the tracks.
        """
        state = self.view.state
        team, craft = self._support()
        carrier, land = self._fighters()
        if not wide:
            return [
                line("FDT aboard ", team),
                line("SFS ships ", craft),
                line("AFS fighters:"),
                line(f"  carrier {carrier}, land {land}"),
                self._emergency_or_radars(),
            ]
        rows = [
            line(f"{'Fighter direction (FDT)':<{SUPPORT_WIDTH}} ", team),
            line(f"{'Support ships (SFS)':<{SUPPORT_WIDTH}} ", craft),
            line(f"{'Carrier fighters (AFS)':<{SUPPORT_WIDTH}} {carrier}"),
            line(f"{'Land-based fighters (AFS)':<{SUPPORT_WIDTH}} {land}"),
            self._emergency_or_radars(SUPPORT_WIDTH),
        ]
        if state.setup.kind != SCENARIO:
            served = f"{'Full days served':<{SUPPORT_WIDTH}} {state.fighting_days}"
            if state.fighting_days_wanted and not state.stages:
                served += f" of {state.fighting_days_wanted}"
            rows.append(line((served, "dim")))
        return [row for row in rows if row]

    def _emergency_or_radars(self, label_width: int = 0) -> Line:
        """Water lines out, an emergency declared, or else the land radars; empty in the basic
        game.
        """
        state = self.view.state
        ship = self.view.ship
        if ship.lines_out:
            return line(("Water lines out", "bad"))
        if ship.declared:
            return line(("EMERGENCY GRANTED", "bad"))
        return line(f"{'Land radars':<{label_width}} {state.land_radars}") if state.advanced else []

    def _crew(self, width: int, wide: bool) -> list[Line]:
        lines = []
        label = 23 if wide else 10
        for post, short in zip(POSTS, NARROW_POSTS, strict=True):
            title = fit(english.title_case(names.POST_NAMES[post]) if wide else short, label)
            officer = self.view.ship.crew.get(post)
            if officer is None:
                lines.append(line(title, ("not assigned yet" if wide else "-", "dim")))
                continue
            name = safe(names.naval_name(officer.name, post))
            room = min(width - label - 3, 30)
            shown = names.name_within(name, room) if wide else name.rsplit(" ", 1)[-1]
            value = (f"{signed(officer.value):>3}", _value_style(officer.value))
            lines.append(line((title, "dim"), fit(shown, room), value))
        return lines

    def _record(self, width: int, room: int) -> list[Line]:
        lines: list[Line] = []
        for title, words in (
            ("All ships: " if self._had_others() else "Record: ", self._planes_met()),
            ("Killed: ", self._fallen()),
            ("Repair parties: ", self._men_lost()),
        ):
            wrapped = wrap(line((title, "dim"), words), width)
            if words and len(lines) + len(wrapped) <= room:
                lines += wrapped
        return lines

    def _had_others(self) -> bool:
        name = self.view.ship.name
        return any(day.ship != name for day in self.view.state.records.daily)

    def _planes_met(self) -> str:
        state = self.view.state
        flying = sum(plane.flying and not plane.outcome for plane in state.air.planes)
        return status.met_words(state.records, flying=flying)

    def _fallen(self) -> str:
        fallen = self.view.ship.fallen
        return ", ".join(safe(names.naval_name(officer.name, officer.post)) for officer in fallen)

    def _men_lost(self) -> str:
        full = sum(self.view.game.tables.numbers.men.values())
        lost = full - sum(self.view.ship.men.values())
        return (
            f"{english.count(lost, 'man', 'men')} of {full} killed or wounded" if lost > 0 else ""
        )


def _value_style(value: int) -> str:
    if value == 0:
        return "plain"
    return "good" if value > 0 else "bad"
