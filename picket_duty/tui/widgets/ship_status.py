"""The ship status (tracks, support, crew, record, the day so far) and the damage sheet."""

from __future__ import annotations

from picket_duty.book.data import CompartmentData, Numbers
from picket_duty.book.ids import CARRIER, FighterSlot, slot_named, split_id
from picket_duty.state import DAMAGED, DESTROYED, POSTS, SCENARIO, SECTIONS, WORKING, Ship
from picket_duty.text import status
from picket_duty.text.names import (
    SHORT_SECTIONS,
    count,
    item_name,
    item_words,
    name_within,
    naval_name,
    phase_words,
    signed,
)
from picket_duty.tui import ship_pictures
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import Line, Span, cut, fit, length, line, pad, safe, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.widgets.panel import Panel

POST_NAMES = ("Captain", "XO", "Engineer", "Gunnery", "Dam.cont.", "CPO", "Repair 1", "Repair 2", "Repair 3")
LONG_POSTS = (
    "Captain",
    "Executive officer",
    "Engineering officer",
    "Gunnery officer",
    "Damage control",
    "Chief petty officer",
    "Chief, repair 1",
    "Chief, repair 2",
    "Chief, repair 3",
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
            return [self.heading("Ship status", width, safe(self.view.ship.hull_number)), *self._short(width)]
        wide = width >= WIDE
        left = 32 if wide else 21
        tracks, crew = self._tracks(wide), self._crew(width - left - 1, wide)
        lines = side_by_side(tracks, crew, left)
        # The header shows day, weather and station too, on most terminals.
        lines[:0] = [self._where()] if len(lines) + 2 <= height else []
        lines[:0] = [self.heading("Ship status", width, safe(self.view.ship.hull_number))]
        record = self._record(width, height - len(lines))
        space: list[Line] = [[]] if record and len(lines) + len(record) < height else []
        lines += [*space, *record]
        return [*lines, *self._today(width, height - len(lines))]

    def _today(self, width: int, room: int) -> list[Line]:
        """The day so far, its latest lines if not all fit."""
        if room < LEAST_TODAY:
            return []
        from picket_duty.pages.campaign_day import today_page

        lines = page_lines(today_page(self.view.game), width, self.glyphs)
        return [[], self.heading("Today", width), *lines[-(room - 2) :]] if lines else []

    def _short(self, width: int) -> list[Line]:
        """Stores, support and the officers' values; the header shows the rest."""
        ship, posts = self.view.ship, zip(POSTS, SHORT_POSTS, strict=True)
        stores = f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Morale {signed(ship.morale)}"
        (team, craft), (carrier, land) = self._help(), self._fighters()
        values: list[Line] = []
        for post, name in posts:
            officer = ship.crew.get(post)
            style = "dim" if officer is None else _value_style(officer.value)
            values.append(line((f"{name} ", "dim"), ("-" if officer is None else signed(officer.value), style)))
        support = [
            [*line("FDT aboard ", team), Span("  "), *self._last()],
            line("SFS ", craft, f"  AFS fighters {carrier} carrier, {land} land"),
        ]
        return [line(stores), *support, *_unbroken(values, width)]

    def _where(self) -> Line:
        state = self.view.state
        words = [phase_words(state)]
        if state.step == "phase" and state.air.weather:
            words.append(state.air.weather)
        if state.ship.station:
            words.append(f"station {state.ship.station}")
        return line((", ".join(words), "title"))

    def _tracks(self, wide: bool) -> list[Line]:
        """The tracks and the support; in a narrow panel without hull, maneuver and flood, which the header shows."""
        ship, numbers = self.view.ship, self.view.game.tables.numbers
        lines = [
            self._bar("Ammunition" if wide else "Ammo", ship.ammunition, numbers.ammunition, wide),
            self._bar("Fuel", ship.fuel, numbers.fuel, wide),
            self._morale(numbers, wide),
        ]
        if wide:
            lines[2:2] = [
                self._bar("Hull", ship.hull, numbers.hull, wide),
                self._bar("Maneuver", ship.maneuver, numbers.maneuver, wide),
                self._bar("Flood", ship.flood, numbers.flood_limit, wide, bad_high=True),
            ]
        return [*lines, *self._support_rows(wide)]

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
        style = _value_style(morale)
        cells = "".join(self.glyphs.hit if mark == morale else self.glyphs.ring for mark in range(-limit, limit + 1))
        label = 12 if wide else 6
        return [Span(fit("Morale", label)), Span(fit(cells, BAR), style), Span(f" {signed(morale):>2}", style)]

    def _fighters(self) -> tuple[int, int]:
        markers = [slot_named(marker) for marker in self.view.state.air.markers]
        carrier = sum(isinstance(slot, FighterSlot) and slot.type == CARRIER for slot in markers)
        return carrier, len(markers) - carrier

    def _help(self) -> tuple[tuple[str, str], tuple[str, str]]:
        ship = self.view.ship
        if ship.station is None or self.view.state.new_station:
            return ("-", "dim"), ("-", "dim")
        return ("yes", "good") if ship.fdt else ("no", "dim"), (str(ship.sfs), "plain")

    def _support_rows(self, wide: bool) -> list[Line]:
        """Fighter direction team, support ships, fighters, and the land radars or what is worse, below the tracks."""
        state, (team, craft), (carrier, land) = self.view.state, self._help(), self._fighters()
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
            wanted = f" of {state.fighting_days_wanted}" if state.fighting_days_wanted and not state.stages else ""
            rows.append(line((f"{'Full days served':<22} {state.fighting_days}{wanted}", "dim")))
        return [row for row in rows if row]

    def _last(self, room: int = 0) -> Line:
        """Water lines out, an emergency declared, or else the land radars; empty in the basic game."""
        state, ship = self.view.state, self.view.ship
        if ship.lines_out:
            return line(("Water lines out", "bad"))
        if ship.declared:
            return line(("EMERGENCY GRANTED", "bad"))
        return line(f"{'Land radars':<{room}} {state.land_radars}") if state.advanced else []

    def _crew(self, width: int, wide: bool) -> list[Line]:
        lines = []
        names = LONG_POSTS if wide else POST_NAMES
        label = 20 if wide else 10
        for post, title in zip(POSTS, names, strict=True):
            officer = self.view.ship.crew.get(post)
            if officer is None:
                lines.append(line(fit(title, label), ("not assigned yet" if wide else "-", "dim")))
                continue
            name = safe(naval_name(officer.name, post))
            room, style = min(width - label - 3, 30), _value_style(officer.value)
            shown = name_within(name, room) if wide else name.rsplit(" ", 1)[-1]
            lines.append(line((fit(title, label), "dim"), fit(shown, room), (f"{signed(officer.value):>3}", style)))
        return lines

    def _record(self, width: int, room: int) -> list[Line]:
        """The planes met and their fates, the officers killed, the men lost: those of them that fit."""
        records, ship = self.view.state.records, self.view.ship
        flying = sum(plane.flying and not plane.outcome for plane in self.view.state.air.planes)
        label = "All ships: " if any(day.ship != ship.name for day in records.daily) else "Record: "
        rows = [line((label, "dim"), status.met_words(records, flying=flying))]
        if ship.fallen:
            names = ", ".join(safe(naval_name(officer.name, officer.post)) for officer in ship.fallen)
            rows.append(line(("Killed: ", "dim"), names))
        men, full = sum(ship.men.values()), sum(self.view.game.tables.numbers.men.values())
        if men < full:
            words = f"{count(full - men, 'man', 'men')} of {full} killed or wounded"
            rows.append(line(("Repair parties: ", "dim"), words))
        lines: list[Line] = []
        for row in rows:
            wrapped = wrap(row, width)
            if len(lines) + len(wrapped) <= room:
                lines += wrapped
        return lines


def _value_style(value: int) -> str:
    return "good" if value > 0 else "bad" if value < 0 else "plain"


def _unbroken(items: list[Line], width: int) -> list[Line]:
    """Items beside each other in as many lines as they need; no item is broken."""
    lines: list[Line] = [[]]
    for item in items:
        if lines[-1] and length(lines[-1]) + 2 + length(item) > width:
            lines.append([])
        lines[-1] += [*([Span("  ")] if lines[-1] else []), *item]
    return lines


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


#: The least columns of a section for the names of compartments; with fewer they are listed by their labels on the plan.
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
        """The plan, or the list."""
        view, plan = self.view, list[Line]()
        ship, tables = view.ship, view.game.tables
        if not self.listed:
            clicks, wild, at_work = view.clicks(), view.wild(), view.men_at_work()
            plan = ship_pictures.deck_plan(ship, tables, width, height - 1, self.glyphs, clicks, wild, at_work)
        if not plan:
            return self._list(width)
        lines = [self.heading("Damage: bow left", width, list_and_trim(ship) or "m: list"), *plan]
        return [*lines, *below_plan(view, width, height - len(lines))]

    def change(self) -> None:
        """Switch between plan and list."""
        self.listed = not self.listed
        self.scroll_home(animate=False, immediate=True)
        self.redraw()

    def _list(self, width: int) -> list[Line]:
        """A column for each section, then equipment, secondary compartments and flooding."""
        column = width // len(SECTIONS)
        columns = [self._section(section, column - 1) for section in SECTIONS]
        note = list_and_trim(self.view.ship) or ("m: plan" if self.listed else "")
        lines = [self.heading("Damage sheet", width, note)]
        for row in range(max(map(len, columns))):
            joined_row: Line = []
            for cells in columns:
                joined_row += pad(cells[row] if row < len(cells) else [], column)
            lines.append(joined_row)
        lines += _at_work(self.view, width)
        lines += self._equipment(width)
        lines += _secondary(self.view, width)
        lines += self._flooding(width)
        lost = _points_lost(self.view)
        key = ship_pictures.label_key(self.view.ship, self.view.game.tables) if column - 1 < LEAST_NAMED else []
        return [*lines, *(wrap(lost, width) if lost else []), *(wrap(key, width) if key else [])]

    def _section(self, section: str, width: int) -> list[Line]:
        game = self.view.game
        ship = self.view.ship
        full = game.tables.numbers.men[section]
        men = ship.men[section]
        fire = ship.deck_fires.get(section)
        wild = "!" if section in self.view.wild() else ""
        head = _head(section, f"{men}/{full}", men < full, f"{fire}{wild}" if fire else "", width)
        rows = [
            self._compartment(data, condition, width)
            for data in game.tables.sheet.compartments
            if data.section == section and (condition := ship_pictures.condition_of(ship, game.tables, data.id))
        ]
        return [head, *rows]

    def _compartment(self, data: CompartmentData, condition: ship_pictures.Condition, width: int) -> Line:
        glyphs, style = self.glyphs, condition.style
        name = data.name
        for long, short in SHORT:
            name = name.replace(long, short)
        if width < LEAST_NAMED:
            name = ship_pictures.labels_of(self.view.ship, self.view.game.tables).get(data.id, name)
        label = max(8, min(20, width - 10))
        boxes = glyphs.box * condition.filled + glyphs.box_empty * max(0, data.markers - condition.filled)
        return [
            Span(f"{fit(name, label)} ", style),
            Span(fit(boxes, 4), style if condition.filled else "sea"),
            Span(f" {NOTES[condition.sign]}" if condition.sign else "", style),
        ]

    def _equipment(self, width: int) -> list[Line]:
        ship, tables = self.view.ship, self.view.game.tables
        spans: Line = [Span("Equipment: ", "dim")]
        broken, jobless = 0, status.without_job(ship, tables)
        for item in tables.sheet.equipment:
            state = ship.equipment[item.id]
            if state == WORKING:
                continue
            broken += 1
            style = "warn" if state == DAMAGED else "bad"
            why = f" ({status.NO_JOB})" if item.id in jobless else ""
            spans += [Span(f"{item.name} "), Span(f"{_word(state)}{why}  ", style)]
        for mount_id, mount in ship.mounts.items():
            if mount.director != WORKING:
                broken += 1
                spans += [Span(f"{mount_id} director "), Span(f"{_word(mount.director)}  ", "warn")]
        if not broken:
            spans.append(Span("all working (Mk 37, SC, SG, water lines, rudder, shafts)"))
        if ship.gun_bonuses_lost:
            spans.append(Span("gun bonuses lost  ", "bad"))
        return wrap(spans, width)

    def _flooding(self, width: int) -> list[Line]:
        ship = self.view.ship
        return wrap(line(("Flooded: ", "dim"), status.flooded_words(ship)), width) if ship.floods else []


def _head(section: str, men: str, few: bool, fire: str, width: int) -> Line:
    """The head of a section, shortened to the width; a fire is always shown."""
    names = (fit(section.capitalize(), 8), f"{SHORT_SECTIONS[section].capitalize()} ")
    notes = (f" FIRE L{fire}", f" L{fire}") if fire else (" men", "")
    heads = [
        line((name, "title"), (men, "warn" if few else "dim"), (note, "bad" if fire else "dim"))
        for note in notes
        for name in names
    ]
    return next((head for head in heads if length(head) <= width), heads[-1])


def _word(state: str) -> str:
    return {DAMAGED: "damaged", DESTROYED: "DESTROYED"}.get(state, state)


def list_and_trim(ship: Ship) -> str:
    """The flooding of a ship with her list and trim; empty without flooding."""
    return f"flood {ship.flood}, {status.list_words(ship)}, {status.trim_words(ship)}" if ship.floods else ""


def below_plan(view: BattleView, width: int, rows: int) -> list[Line]:
    """The damage in words and the keys to the plan, in at most so many rows."""
    ship, tables = view.ship, view.game.tables
    damage, lost = status.damage_lines(view.state, tables), _points_lost(view)
    hurt = _damage(damage, width)
    points = wrap(lost, width) if lost else []
    unhurt = [] if damage or lost else [line(("Nothing is damaged.", "dim"))]
    key = wrap(ship_pictures.label_key(ship, tables), width)
    lines = _beside_plan(view, width)[:rows]
    for more in (_at_work(view, width), hurt, key, unhurt, points, wrap(ship_pictures.state_key(), width)):
        room = rows - len(lines)
        if more is hurt and room > len(key):
            # The key keeps its place below the damage.
            room -= len(key)
        if len(more) <= room:
            lines += more
        elif more is hurt:
            # The damage that fits, and how much more there is.
            fewer = (_damage(damage, width, shown) for shown in range(len(damage) - 1, -1, -1))
            lines += next((fitting for fitting in fewer if len(fitting) <= room), [])
        elif more is points and room > 0:
            # Rather cut than left out: there may be a single row below the ship.
            first, *rest = more[room]
            rest = [Span(" "), first._replace(text=first.text.lstrip()), *rest]
            lines += [*more[: room - 1], cut([*more[room - 1], *rest], width)]
    return lines


def _damage(hurt: list[str], width: int, shown: int | None = None) -> list[Line]:
    """The damage in words, all of it or the first ``shown`` with the number of the others."""
    more = len(hurt[shown:]) if shown is not None else 0
    others = [f"and {more} more" if shown else count(more, "item")] if more else []
    return wrap(line(("Damage: ", "dim"), safe("; ".join([*hurt[:shown], *others]))), width) if hurt else []


def _points_lost(view: BattleView) -> Line:
    lost = status.points_lost(view.ship, view.game.tables)
    return line(("Lost: ", "dim"), (lost, "warn")) if lost else []


def _at_work(view: BattleView, width: int) -> list[Line]:
    jobs = view.men_at_work()
    if not jobs:
        return []
    words = ", ".join(f"{safe(item_words(view.game.tables, job))} {men}" for job, men in jobs.items())
    return wrap(line(("Men at work: ", "dim"), (words, "key")), width)


def _beside_plan(view: BattleView, width: int) -> list[Line]:
    """Damage that no plan shows: secondary compartments, and items that are not on it."""
    ship, tables = view.ship, view.game.tables
    on_plan, words = ship_pictures.labels_of(ship, tables), {sign: word for sign, word, _ in ship_pictures.STATES}
    others = [item for item in (*ship.mounts, *ship.compartments, *ship.equipment) if item not in on_plan]
    marks = [(item, mark) for item in others if (mark := ship_pictures.condition_of(ship, tables, item)) and mark.sign]
    spans = [
        span for item, mark in marks
        for span in (Span(f"{safe(item_name(tables, item))} "), Span(f"{words[mark.sign]}  ", mark.style))
    ]  # fmt: skip
    if ship.gun_bonuses_lost:
        spans.append(Span("gun bonuses lost", "bad"))
    return [*(_secondary(view, width) if ship.secondary else []), *(wrap(spans, width) if spans else [])]


def _secondary(view: BattleView, width: int) -> list[Line]:
    if not view.state.advanced:
        return []
    if not view.ship.secondary:
        return [line(("Secondary compartments: ", "dim"), "none hit")]
    limit = view.game.tables.numbers.secondary_hits
    spans: Line = [Span("Secondary: ", "dim")]
    for name, hits in view.ship.secondary.items():
        room = split_id(name)
        state = DESTROYED if hits >= limit else DAMAGED
        style = "warn" if hits < limit else "bad"
        spans += [Span(f"{safe(room.target)} ({SHORT_SECTIONS[room.section]}) "), Span(f"{_word(state)}  ", style)]
    return wrap(spans, width)
