"""The ship status (tracks, support, crew, record, the day so far) and the damage sheet."""

from __future__ import annotations

from itertools import chain, zip_longest

from picket_duty.book.ids import CARRIER, FighterSlot, slot_named
from picket_duty.state import POSTS, SCENARIO, SECTIONS, Ship
from picket_duty.text import english, names, status
from picket_duty.text.english import signed
from picket_duty.text.names import SHORT_SECTIONS
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import ship_pictures
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import cut, fit, length, pad, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.ship_pictures import Condition
from picket_duty.tui.widgets.panel import ViewPanel

#: The posts in a narrow panel, and in one with few rows.
POST_NAMES = (
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
        return [[], self.heading("Today", width), *today[2 - room :]] if today else []

    def _short(self, width: int) -> list[Line]:
        """Stores, support and the officers' values; the header shows the rest."""
        ship = self.view.ship
        team, craft = self._help()
        carrier, land = self._fighters()
        lines = [
            line(f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Morale {signed(ship.morale)}"),
            [*line("FDT aboard ", team), Span("  "), *self._last()],
            line("SFS ", craft, f"  AFS fighters {carrier} carrier, {land} land"),
            [],
        ]
        for post, name in zip(POSTS, SHORT_POSTS, strict=True):
            officer = ship.crew.get(post)
            value = ("-", "dim")
            if officer is not None:
                value = (signed(officer.value), _value_style(officer.value))
            before = "  " if lines[-1] else ""
            words = line((f"{before}{name} ", "dim"), value)
            if length(lines[-1]) + length(words) > width:
                lines.append([])
                words = line((f"{name} ", "dim"), value)
            lines[-1] += words
        return lines

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
        ring = self.glyphs.ring
        below = ring * (numbers.morale_limit + ship.morale)
        above = ring * (numbers.morale_limit - ship.morale)
        cells = fit(below + self.glyphs.hit + above, BAR)
        morale = line(fit("Morale", label), (cells, style), (f" {signed(ship.morale):>2}", style))
        return [*lines, morale, *self._support_rows(wide)]

    def _bar(self, name: str, value: int, most: int, label: int, bad_high: bool = False) -> Line:
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
        markers = [slot_named(marker) for marker in self.view.state.air.markers]
        carrier = sum(isinstance(slot, FighterSlot) and slot.type == CARRIER for slot in markers)
        return carrier, len(markers) - carrier

    def _help(self) -> tuple[tuple[str, str], tuple[str, str]]:
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
        team, craft = self._help()
        carrier, land = self._fighters()
        if not wide:
            return [
                line("FDT aboard ", team),
                line("SFS support ships ", craft),
                line("AFS fighters:"),
                line(f"  carrier {carrier}, land {land}"),
                self._last(),
            ]
        rows = [
            line(f"{'Fighter team (FDT)':<22} ", team),
            line(f"{'Support ships (SFS)':<22} ", craft),
            line(f"{'Carrier fighters (AFS)':<22} {carrier}"),
            line(f"{'Land fighters (AFS)':<22} {land}"),
            self._last(22),
        ]
        if state.setup.kind != SCENARIO:
            served = f"{'Full days served':<22} {state.fighting_days}"
            if state.fighting_days_wanted and not state.stages:
                served += f" of {state.fighting_days_wanted}"
            rows.append(line((served, "dim")))
        return [row for row in rows if row]

    def _last(self, room: int = 0) -> Line:
        """Water lines out, an emergency declared, or else the land radars; empty in the basic
        game.
        """
        state = self.view.state
        ship = self.view.ship
        if ship.lines_out:
            return line(("Water lines out", "bad"))
        if ship.declared:
            return line(("EMERGENCY GRANTED", "bad"))
        return line(f"{'Land radars':<{room}} {state.land_radars}") if state.advanced else []

    def _crew(self, width: int, wide: bool) -> list[Line]:
        lines = []
        label = 23 if wide else 10
        for post, short in zip(POSTS, POST_NAMES, strict=True):
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
            ("All ships: " if self._had_others() else "Record: ", self._met()),
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

    def _met(self) -> str:
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


#: Names of compartments in the list, shortened.
SHORT = (
    ("5-inch magazine", "5-in mag"),
    ("40 mm magazine forward", "40mm mag fwd"),
    ("40 mm magazine aft", "40mm mag aft"),
    ("20 mm magazine aft", "20mm mag aft"),
    ("Fuel tanks", "Fuel"),
    ("Steering room", "Steering"),
    (" room", " rm"),
    (" forward", " fwd"),
)
#: The least columns of a section for the names of compartments; with fewer they are listed by their
#: labels on the plan.
LEAST_NAMED = 23
#: The state of a compartment in the list, by its glyph on the plan.
NOTES = {
    ship_pictures.HIT: "hit",
    ship_pictures.BURNING: "FIRE",
    ship_pictures.FLOODED: "flood",
    ship_pictures.LOST: "LOST",
}


class DamageSheet(ViewPanel):
    """The deck plan with its damage in words; the list if the player prefers it or no plan fits."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self.listed = False

    def draw(self, width: int, height: int) -> list[Line]:
        view = self.view
        plan = [] if self.listed else plan_of(view, width, height - 1, self.glyphs)
        if not plan:
            return self._list(width)
        lines = [
            self.heading("Damage: bow left", width, list_and_trim(view.ship) or "m: list"),
            *plan,
        ]
        return [*lines, *below_plan(view, width, height - len(lines))]

    def change(self) -> None:
        """Switch between plan and list."""
        self.listed = not self.listed
        self.scroll_home(animate=False, immediate=True)
        self.redraw()

    def _list(self, width: int) -> list[Line]:
        """A column for each section, then all damage in words and flooding by place."""
        view = self.view
        ship = view.ship
        tables = view.game.tables
        column = width // len(SECTIONS)
        columns = [self._section(section, column - 1) for section in SECTIONS]
        note = list_and_trim(ship) or ("m: plan" if self.listed else "")
        lines = [self.heading("Damage sheet", width, note)]
        for cells in zip_longest(*columns, fillvalue=list[Span]()):
            lines.append(list(chain.from_iterable(pad(spans, column) for spans in cells)))
        lines += _at_work(view, width)
        lines += _damage(status.damage_lines(view.state, tables), width)
        if ship.floods:
            lines += wrap(line(("Flooded: ", "dim"), status.flooded_words(ship)), width)
        lines += _points_lost(view, width)
        if column - 1 < LEAST_NAMED and (key := ship_pictures.label_key(ship, tables)):
            lines += wrap(key, width)
        return lines

    def _section(self, section: str, width: int) -> list[Line]:
        """The head of a section, shortened to the width, a fire always shown; its compartments with
        their hits.
        """
        tables = self.view.game.tables
        ship = self.view.ship
        rows = [self._section_head(section, width)]
        labels = ship_pictures.labels_of(ship, tables) if width < LEAST_NAMED else {}
        room = max(8, min(20, width - 10))
        for data in tables.sheet.compartments:
            condition = ship_pictures.condition_of(ship, tables, data.id)
            if data.section == section and condition is not None:
                name = fit(labels.get(data.id) or _short_name(data.name), room)
                rows.append(self._compartment(name, condition, data.markers))
        return rows

    def _section_head(self, section: str, width: int) -> Line:
        full = self.view.game.tables.numbers.men[section]
        men = self.view.ship.men[section]
        fire = self.view.ship.deck_fires.get(section)
        level = f"L{fire}{'!' if section in self.view.wild() else ''}"

        def head(name: str, note: str) -> Line:
            return line(
                (name, "title"),
                (f"{men}/{full}", "warn" if men < full else "dim"),
                (note, "bad" if fire else "dim"),
            )

        long = head(f"{section.capitalize():<8}", f" FIRE {level}" if fire else " men")
        if length(long) <= width:
            return long
        return head(f"{SHORT_SECTIONS[section].capitalize()} ", f" {level}" if fire else "")

    def _compartment(self, name: str, condition: Condition, markers: int) -> Line:
        sign, style, filled, _ = condition
        full = self.glyphs.box * filled
        boxes = fit(full + self.glyphs.box_empty * (markers - filled), 4)
        note = f" {NOTES[sign]}" if sign else ""
        return line((f"{name} ", style), (boxes, style if filled else "sea"), (note, style))


def _short_name(name: str) -> str:
    for words, shorter in SHORT:
        name = name.replace(words, shorter)
    return name


def list_and_trim(ship: Ship) -> str:
    """The flooding of a ship with her list and trim; empty without flooding."""
    if not ship.floods:
        return ""
    return f"flood {ship.flood}, {status.list_words(ship)}, {status.trim_words(ship)}"


def plan_of(view: BattleView, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The deck plan of the ship with the men at work and what a click does; none if it does not
    fit.
    """
    return ship_pictures.deck_plan(
        view.ship,
        view.game.tables,
        width,
        height,
        glyphs,
        view.clicks(),
        view.wild(),
        view.men_at_work(),
    )


def below_plan(view: BattleView, width: int, rows: int) -> list[Line]:
    """The damage in words and the keys to the plan, in at most so many rows."""
    points = _points_lost(view, width)
    key = wrap(ship_pictures.label_key(view.ship, view.game.tables), width)
    damage = _by_plan(view)
    lines = _at_work(view, width)
    if len(lines) > rows:
        lines = []
    room = rows - len(lines)
    if room > len(key):
        # The key keeps its place below the damage.
        room -= len(key)
    # What does not fit is counted.
    fitting = (_damage(damage, width, shown) for shown in range(len(damage), -1, -1))
    lines += next((words for words in fitting if len(words) <= room), [])
    unhurt = [] if damage or points else [line(("Nothing is damaged.", "dim"))]
    for more in (key, unhurt, points, wrap(ship_pictures.state_key(), width)):
        if len(lines) + len(more) <= rows:
            lines += more
    return lines


def _by_plan(view: BattleView) -> list[str]:
    """The damage in words, first what has no place on the plan."""
    ship = view.ship
    tables = view.game.tables
    aboard = {*ship.mounts, *ship.compartments, *ship.equipment, *ship.secondary}
    others = aboard - ship_pictures.labels_of(ship, tables).keys()
    names_of = tuple(names.item_words(tables, item) for item in others)
    damage = status.damage_lines(view.state, tables)
    return sorted(damage, key=lambda words: not words.startswith(names_of))


def _damage(hurt: list[str], width: int, shown: int | None = None) -> list[Line]:
    """The damage in words, all of it or the first ``shown`` with the number of the others."""
    if not hurt:
        return []
    words = hurt[:shown]
    if more := len(hurt) - len(words):
        words.append(f"and {more} more" if shown else english.count(more, "item"))
    return wrap(line(("Damage: ", "dim"), safe("; ".join(words))), width)


def _points_lost(view: BattleView, width: int) -> list[Line]:
    lost = status.points_lost(view.ship, view.game.tables)
    return [cut(line(("Lost: ", "dim"), (lost, "warn")), width)] if lost else []


def _at_work(view: BattleView, width: int) -> list[Line]:
    jobs = view.men_at_work()
    if not jobs:
        return []
    tables = view.game.tables
    words = ", ".join(f"{safe(names.item_words(tables, job))} {men}" for job, men in jobs.items())
    return wrap(line(("Men at work: ", "dim"), (words, "key")), width)
