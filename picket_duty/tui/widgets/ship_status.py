"""The ship status: tracks, support, crew, record, and the day so far."""

from __future__ import annotations

from picket_duty.book.data import Numbers
from picket_duty.book.ids import CARRIER, Fighters, slot_named
from picket_duty.state import POSTS
from picket_duty.text.names import count, phase_words, signed
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import Line, Span, fit, line, pad, safe, wrap
from picket_duty.tui.phase_lines import today_lines
from picket_duty.tui.widgets.panel import Panel

POST_NAMES = ("Captain", "XO", "Engineer", "Gunnery", "Dam.cont.", "CPO", "Repair 1", "Repair 2", "Repair 3")
LONG_POSTS = (
    "Captain",
    "Executive officer",
    "Engineering officer",
    "Gunnery officer",
    "Damage control",
    "Chief petty officer",
    "Chief, repair one",
    "Chief, repair two",
    "Chief, repair three",
)
SHORT_POSTS = ("Capt", "XO", "Eng", "Gun", "DC", "CPO", "R1", "R2", "R3")
#: Least rows for tracks and crew.
FULL_ROWS = 10
#: Least columns for long labels and full names.
WIDE = 70
BAR = 10
LOW = 3
#: Least rows for the day so far, with its heading.
LEAST_TODAY = 6


class ShipStatus(Panel):
    """Tracks as bars, support, radars, morale, and the officers with their values."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        """Tracks on the left, crew on the right, the record below if there is room; everything in short in few rows."""
        if height < FULL_ROWS:
            return [self.heading("Ship log", width, safe(self.view.ship.hull_number)), *self._short(width)]
        wide = width >= WIDE
        left = 32 if wide else 21
        tracks, crew = self._tracks(wide), self._crew(width - left - 1, wide)
        lines = [self.heading("Ship log", width, safe(self.view.ship.hull_number)), self._where()]
        for row in range(max(len(tracks), len(crew))):
            at_left = tracks[row] if row < len(tracks) else []
            at_right = crew[row] if row < len(crew) else []
            lines.append([*pad(at_left, left), *at_right])
        if height >= len(lines) + 3:
            lines += self._record(width)
        return [*lines, *self._today(width, height - len(lines))]

    def _today(self, width: int, room: int) -> list[Line]:
        """The day so far, its latest lines if not all fit."""
        lines = today_lines(self.view.game, width) if room >= LEAST_TODAY else []
        return [[], self.heading("Today", width), *lines[-(room - 2) :]] if lines else []

    def _short(self, width: int) -> list[Line]:
        """Stores, support and the officers' values; the header shows the rest."""
        ship, posts = self.view.ship, zip(POSTS, SHORT_POSTS, strict=True)
        stores = f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Morale {signed(ship.morale)}"
        team, fighters, last = self._support(False)[:3]
        values: Line = []
        for post, name in posts:
            officer = ship.crew.get(post)
            style = (
                "dim" if officer is None else "good" if officer.value > 0 else "bad" if officer.value < 0 else "plain"
            )
            values += line((f"{name} ", "dim"), ("-" if officer is None else signed(officer.value), style), "  ")
        return [line(stores), [*team, Span("  "), *fighters], last, *wrap(values, width, indent=0)]

    def _where(self) -> Line:
        """Day, phase, weather and station."""
        state = self.view.state
        words = [phase_words(state)]
        if state.step == "phase" and state.air.weather:
            words.append(state.air.weather)
        if state.ship.station:
            words.append(f"station {state.ship.station}")
        return line((", ".join(words), "title"))

    def _tracks(self, wide: bool) -> list[Line]:
        ship, numbers = self.view.ship, self.view.game.tables.numbers
        lines = [
            self._bar("Ammunition" if wide else "Ammo", ship.ammunition, numbers.ammunition, wide),
            self._bar("Fuel", ship.fuel, numbers.fuel, wide),
            self._bar("Hull", ship.hull, numbers.hull, wide),
            self._bar("Maneuver" if wide else "Maneu", ship.maneuver, numbers.maneuver, wide),
            self._bar("Flood", ship.flood, numbers.flood_limit, wide, bad_high=True),
            self._morale(numbers, wide),
        ]
        return [*lines, *self._support(wide)]

    def _bar(self, name: str, value: int, most: int, wide: bool, bad_high: bool = False) -> Line:
        glyphs = self.glyphs
        danger = most - value if bad_high else value
        style = "bad" if danger <= most // 4 or (danger < LOW) else "warn" if danger <= most // 2 else "good"
        label = 12 if wide else 6
        filled = max(0, min(value, most))
        sign = "!" if style == "bad" else " "
        return [
            Span(fit(name, label)),
            Span(glyphs.full * filled, style),
            Span(glyphs.empty * (most - filled) + " " * (BAR - most), "sea"),
            Span(f" {value:>2}{sign}", "strong" if style != "bad" else "bad"),
        ]

    def _morale(self, numbers: Numbers, wide: bool) -> Line:
        morale = self.view.ship.morale
        limit = numbers.morale_limit
        style = "good" if morale > 0 else "bad" if morale < 0 else "plain"
        cells = "".join(self.glyphs.hit if mark == morale else self.glyphs.ring for mark in range(-limit, limit + 1))
        label = 12 if wide else 6
        return [Span(fit("Morale", label)), Span(fit(cells, BAR), style), Span(f" {signed(morale):>2}", style)]

    def _support(self, wide: bool) -> list[Line]:
        state, ship = self.view.state, self.view.ship
        markers = [slot_named(marker) for marker in state.air.markers]
        carrier = sum(isinstance(slot, Fighters) and slot.type == CARRIER for slot in markers)
        land = len(markers) - carrier
        radars = f"land radar {state.land_radars}" if state.advanced else ""
        team = ("FDT yes", "good") if ship.fdt else ("FDT no", "dim")
        lines = [
            line(team, f"  SFS {ship.sfs}"),
            line(f"AFS carrier {carrier} land {land}"),
            line(radars),
        ]
        if ship.lines_out:
            lines[2] = line(("water lines out", "bad"))
        elif ship.declared:
            lines[2] = line(("EMERGENCY DECLARED", "bad"))
        if wide and state.setup.kind != "scenario":
            lines.append(line((count(state.fighting_days, "fighting day"), "dim")))
        return lines

    def _crew(self, width: int, wide: bool) -> list[Line]:
        lines = []
        names = LONG_POSTS if wide else POST_NAMES
        label = 20 if wide else 10
        for post, title in zip(POSTS, names, strict=True):
            officer = self.view.ship.crew.get(post)
            if officer is None:
                lines.append(line(fit(title, label), ("not drawn yet" if wide else "-", "dim")))
                continue
            name = safe(officer.name)
            shown = name if wide else name.rsplit(" ", 1)[-1]
            style = "good" if officer.value > 0 else "bad" if officer.value < 0 else "plain"
            room = min(width - label - 3, 30)
            lines.append(line((fit(title, label), "dim"), fit(shown, room), (f"{signed(officer.value):>3}", style)))
        return lines

    def _record(self, width: int) -> list[Line]:
        records, ship = self.view.state.records, self.view.ship
        shot = records.destroyed + records.flamed
        hits, near = count(records.hits, "strike"), count(records.near_misses, "near miss", "near misses")
        lines = [
            [],
            line(("Record: ", "dim"), f"{count(records.planes, 'plane')} met, {shot} shot down"),
            line(("        ", "dim"), f"{hits}, {near}, {count(records.waves, 'wave')}"),
        ]
        if ship.fallen:
            lines.append(line(("Fallen: ", "dim"), ", ".join(safe(officer.name) for officer in ship.fallen)))
        return lines
