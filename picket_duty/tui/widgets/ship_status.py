"""The ship status (tracks, support, crew, record, the day so far) and the damage sheet."""

from __future__ import annotations

from picket_duty.book.ids import CARRIER, FighterSlot, slot_named
from picket_duty.state import POSTS, SCENARIO, SECTIONS, Ship
from picket_duty.text import names, status
from picket_duty.text.names import SHORT_SECTIONS, signed
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import ship_pictures
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import cut, fit, length, pad, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.widgets.panel import Panel

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


class ShipStatus(Panel):
    """Tracks as bars, support, radars, morale, and the officers with their values."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        """Tracks on the left, crew on the right, the record below if there is room; everything in
        short in few rows.
        """
        head = self.heading("Ship status", width, safe(self.view.ship.hull_number))
        if height < FULL_ROWS:
            return [head, *self._short(width)]
        wide = width >= WIDE
        left = 32 if wide else 21
        lines = side_by_side(self._tracks(wide), self._crew(width - left - 1, wide), left)
        if len(lines) + 2 <= height:
            # The header shows them too, on most terminals.
            state = self.view.state
            weather = state.air.weather if state.step == "phase" else ""
            station = f"station {state.ship.station}" if state.ship.station else ""
            lines.insert(
                0,
                line(
                    (", ".join(filter(None, (names.phase_words(state), weather, station))), "title")
                ),
            )
        lines.insert(0, head)
        record = self._record(width, height - len(lines))
        lines += [*([[]] if record and len(lines) + len(record) < height else []), *record]
        room = height - len(lines) - 2
        if room + 2 < LEAST_TODAY:
            return lines
        from picket_duty.pages.phases import today_page

        today = page_lines(today_page(self.view.game), width, self.glyphs)
        return [*lines, [], self.heading("Today", width), *today[-room:]] if today else lines

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
            before = "  " if lines[-1] else ""
            value, style = (
                ("-", "dim")
                if officer is None
                else (signed(officer.value), _value_style(officer.value))
            )
            if length(lines[-1]) + len(f"{before}{name} {value}") > width:
                lines.append([])
                before = ""
            lines[-1] += line((f"{before}{name} ", "dim"), (value, style))
        return lines

    def _tracks(self, wide: bool) -> list[Line]:
        """The tracks and the support; in a narrow panel without hull, maneuver and flood, which the
        header shows.
        """
        ship = self.view.ship
        numbers = self.view.game.tables.numbers
        glyphs = self.glyphs
        label = 12 if wide else 6
        limit = numbers.morale_limit
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
        cells = "".join(
            glyphs.hit if mark == ship.morale else glyphs.ring for mark in range(-limit, limit + 1)
        )
        morale = line(
            fit("Morale", label), (fit(cells, BAR), style), (f" {signed(ship.morale):>2}", style)
        )
        return [*lines, morale, *self._support_rows(wide)]

    def _bar(self, name: str, value: int, most: int, label: int, bad_high: bool = False) -> Line:
        danger = most - value if bad_high else value
        style = (
            "bad"
            if danger <= most // 4 or danger < LOW
            else "warn"
            if danger <= most // 2
            else "good"
        )
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
            fighters = (line("AFS fighters:"), line(f"  carrier {carrier}, land {land}"))
            return [
                line("FDT aboard ", team),
                line("SFS support ships ", craft),
                *fighters,
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
            wanted = (
                f" of {state.fighting_days_wanted}"
                if state.fighting_days_wanted and not state.stages
                else ""
            )
            rows.append(line((f"{'Full days served':<22} {state.fighting_days}{wanted}", "dim")))
        return [row for row in rows if row]

    def _last(self, room: int = 0) -> Line:
        """Water lines out, an emergency declared, or else the land radars; empty in the basic
        game.
        """
        state = self.view.state
        ship = self.view.ship
        if ship.lines_out or ship.declared:
            return line(("Water lines out" if ship.lines_out else "EMERGENCY GRANTED", "bad"))
        return line(f"{'Land radars':<{room}} {state.land_radars}") if state.advanced else []

    def _crew(self, width: int, wide: bool) -> list[Line]:
        lines = []
        label = 23 if wide else 10
        for post, short in zip(POSTS, POST_NAMES, strict=True):
            title = fit(names.title_case(names.POST_NAMES[post]) if wide else short, label)
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
        records = self.view.state.records
        ship = self.view.ship
        flying = sum(plane.flying and not plane.outcome for plane in self.view.state.air.planes)
        label = "All ships: " if any(day.ship != ship.name for day in records.daily) else "Record: "
        fallen = ", ".join(
            safe(names.naval_name(officer.name, officer.post)) for officer in ship.fallen
        )
        full = sum(self.view.game.tables.numbers.men.values())
        lost = full - sum(ship.men.values())
        men = f"{names.count(lost, 'man', 'men')} of {full} killed or wounded" if lost > 0 else ""
        lines: list[Line] = []
        for title, words in (
            (label, status.met_words(records, flying=flying)),
            ("Killed: ", fallen),
            ("Repair parties: ", men),
        ):
            wrapped = wrap(line((title, "dim"), words), width)
            if words and len(lines) + len(wrapped) <= room:
                lines += wrapped
        return lines


def _value_style(value: int) -> str:
    return "good" if value > 0 else "bad" if value < 0 else "plain"


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


class DamageSheet(Panel):
    """The deck plan with its damage in words; the list if the player prefers it or no plan fits."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        self.listed = False

    def draw(self, width: int, height: int) -> list[Line]:
        view = self.view
        plan = list[Line]()
        if not self.listed:
            clicks = view.clicks()
            wild = view.wild()
            at_work = view.men_at_work()
            ship = view.ship
            tables = view.game.tables
            plan = ship_pictures.deck_plan(
                ship, tables, width, height - 1, self.glyphs, clicks, wild, at_work
            )
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
        column = width // len(SECTIONS)
        columns = [self._section(section, column - 1) for section in SECTIONS]
        note = list_and_trim(view.ship) or ("m: plan" if self.listed else "")
        lines = [self.heading("Damage sheet", width, note)]
        for row in range(max(map(len, columns))):
            lines.append(
                [
                    span
                    for cells in columns
                    for span in pad(cells[row] if row < len(cells) else [], column)
                ]
            )
        lines += [
            *_at_work(view, width),
            *_damage(status.damage_lines(view.state, view.game.tables), width),
        ]
        if view.ship.floods:
            lines += wrap(line(("Flooded: ", "dim"), status.flooded_words(view.ship)), width)
        key = (
            ship_pictures.label_key(view.ship, view.game.tables) if column - 1 < LEAST_NAMED else []
        )
        return [*lines, *_points_lost(view, width), *(wrap(key, width) if key else [])]

    def _section(self, section: str, width: int) -> list[Line]:
        """The head of a section, shortened to the width, a fire always shown; its compartments with
        their hits.
        """
        game = self.view.game
        ship = self.view.ship
        glyphs = self.glyphs
        full = game.tables.numbers.men[section]
        men = ship.men[section]
        fire = ship.deck_fires.get(section)
        level = f"L{fire}{'!' if section in self.view.wild() else ''}"
        long, short = (f" FIRE {level}", f" {level}") if fire else (" men", "")
        notes = (
            (f"{section.capitalize():<8}", long),
            (f"{SHORT_SECTIONS[section].capitalize()} ", short),
        )
        heads = [
            line(
                (name, "title"),
                (f"{men}/{full}", "warn" if men < full else "dim"),
                (note, "bad" if fire else "dim"),
            )
            for name, note in notes
        ]
        rows = [heads[0] if length(heads[0]) <= width else heads[1]]
        labels = ship_pictures.labels_of(ship, game.tables)
        label = max(8, min(20, width - 10))
        for data in game.tables.sheet.compartments:
            condition = ship_pictures.condition_of(ship, game.tables, data.id)
            if data.section != section or condition is None:
                continue
            name = data.name
            for words, shorter in SHORT:
                name = name.replace(words, shorter)
            name = labels.get(data.id, name) if width < LEAST_NAMED else name
            boxes = glyphs.box * condition.filled + glyphs.box_empty * max(
                0, data.markers - condition.filled
            )
            note = f" {NOTES[condition.sign]}" if condition.sign else ""
            style = condition.style
            hits = (fit(boxes, 4), style if condition.filled else "sea")
            rows.append(line((f"{fit(name, label)} ", style), hits, (note, style)))
        return rows


def list_and_trim(ship: Ship) -> str:
    """The flooding of a ship with her list and trim; empty without flooding."""
    return (
        f"flood {ship.flood}, {status.list_words(ship)}, {status.trim_words(ship)}"
        if ship.floods
        else ""
    )


def below_plan(view: BattleView, width: int, rows: int) -> list[Line]:
    """The damage in words and the keys to the plan, in at most so many rows."""
    ship = view.ship
    tables = view.game.tables
    points = _points_lost(view, width)
    key = wrap(ship_pictures.label_key(ship, tables), width)
    aboard = {*ship.mounts, *ship.compartments, *ship.equipment, *ship.secondary}
    others = tuple(
        names.item_words(tables, item)
        for item in aboard - ship_pictures.labels_of(ship, tables).keys()
    )
    # What has no place on the plan comes first.
    damage = sorted(
        status.damage_lines(view.state, tables), key=lambda words: not words.startswith(others)
    )
    lines = _at_work(view, width)
    lines = lines if len(lines) <= rows else []
    # The key keeps its place below the damage. What does not fit is counted.
    room = rows - len(lines) - (len(key) if rows - len(lines) > len(key) else 0)
    fitting = (_damage(damage, width, shown) for shown in range(len(damage), -1, -1))
    lines += next((words for words in fitting if len(words) <= room), [])
    unhurt = [] if damage or points else [line(("Nothing is damaged.", "dim"))]
    for more in (key, unhurt, points, wrap(ship_pictures.state_key(), width)):
        lines += more if len(lines) + len(more) <= rows else []
    return lines


def _damage(hurt: list[str], width: int, shown: int | None = None) -> list[Line]:
    """The damage in words, all of it or the first ``shown`` with the number of the others."""
    more = len(hurt[shown:]) if shown is not None else 0
    others = [f"and {more} more" if shown else names.count(more, "item")] if more else []
    return (
        wrap(line(("Damage: ", "dim"), safe("; ".join([*hurt[:shown], *others]))), width)
        if hurt
        else []
    )


def _points_lost(view: BattleView, width: int) -> list[Line]:
    lost = status.points_lost(view.ship, view.game.tables)
    return [cut(line(("Lost: ", "dim"), (lost, "warn")), width)] if lost else []


def _at_work(view: BattleView, width: int) -> list[Line]:
    jobs = view.men_at_work()
    tables = view.game.tables
    words = ", ".join(f"{safe(names.item_words(tables, job))} {men}" for job, men in jobs.items())
    return wrap(line(("Men at work: ", "dim"), (words, "key")), width) if jobs else []
