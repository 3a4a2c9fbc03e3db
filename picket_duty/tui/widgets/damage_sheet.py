"""The damage sheet: the deck plan with the damage in words, or a list by section."""

from __future__ import annotations

from itertools import chain, zip_longest

from picket_duty.state import SECTIONS, Ship
from picket_duty.text import english, names, status
from picket_duty.text.names import SHORT_SECTIONS
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import deck_plan
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.deck_plan import Condition
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import cut, fit, length, pad, wrap
from picket_duty.tui.widgets.panel import ViewPanel

#: Names of compartments in the list, shortened.
SHORT = (
    ("5-inch magazine", "5-in mag"),
    ("40 mm magazine forward", "40 mm mag fwd"),
    ("40 mm magazine aft", "40 mm mag aft"),
    ("20 mm magazine aft", "20 mm mag aft"),
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
    deck_plan.HIT: "hit",
    deck_plan.BURNING: "FIRE",
    deck_plan.FLOODED: "flood",
    deck_plan.LOST: "LOST",
}


class DamageSheet(ViewPanel):
    """The deck plan with its damage in words; the list if the player prefers it or no plan fits."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        #: Whether the player prefers the list.
        self.as_list = False

    def draw(self, width: int, height: int) -> list[Line]:
        view = self.view
        plan = [] if self.as_list else plan_of(view, width, height - 1, self.glyphs)
        if not plan:
            return self._list(width)
        lines = [
            self.heading("Damage: bow left", width, list_and_trim(view.ship) or "m: list"),
            *plan,
        ]
        return [*lines, *below_plan(view, width, height - len(lines))]

    def change(self) -> None:
        """Switch between plan and list."""
        self.as_list = not self.as_list
        self.scroll_home(animate=False, immediate=True)
        self.redraw()

    def _list(self, width: int) -> list[Line]:
        """A column for each section, then all damage in words and flooding by place."""
        view = self.view
        ship = view.ship
        tables = view.game.tables
        column = width // len(SECTIONS)
        columns = [self._section(section, column - 1) for section in SECTIONS]
        note = list_and_trim(ship) or ("m: plan" if self.as_list else "")
        lines = [self.heading("Damage sheet", width, note)]
        for cells in zip_longest(*columns, fillvalue=list[Span]()):
            lines.append(list(chain.from_iterable(pad(spans, column) for spans in cells)))
        lines += _at_work(view, width)
        lines += _damage(status.damage_lines(view.state, tables), width)
        if ship.floods:
            lines += wrap(line(("Flooded: ", "dim"), status.flooded_words(ship)), width)
        lines += _points_lost(view, width)
        if column - 1 < LEAST_NAMED and (key := deck_plan.label_key(ship, tables)):
            lines += wrap(key, width)
        return lines

    def _section(self, section: str, width: int) -> list[Line]:
        """The head of a section, shortened to the width, a fire always shown; its compartments with
        their hits.
        """
        tables = self.view.game.tables
        ship = self.view.ship
        rows = [self._section_head(section, width)]
        labels = deck_plan.labels_of(ship, tables) if width < LEAST_NAMED else {}
        # Besides its name, a compartment needs ten columns for boxes and state.
        room = max(8, min(20, width - 10))
        for data in tables.sheet.compartments:
            condition = deck_plan.condition_of(ship, tables, data.id)
            if data.section == section and condition is not None:
                name = fit(labels.get(data.id) or _short_name(data.name), room)
                rows.append(self._compartment(name, condition, data.markers))
        return rows

    def _section_head(self, section: str, width: int) -> Line:
        """A section with its men and the level of its deck fire, ``!`` if it is out of control."""
        full = self.view.game.tables.numbers.men[section]
        men = self.view.ship.men[section]
        fire = self.view.ship.deck_fires.get(section)
        level = f"L{fire}{'!' if section in self.view.fires_out_of_control() else ''}"

        def head(name: str, note: str) -> Line:
            return line(
                (name, "title"),
                (f"{men}/{full}", "warn" if men < full else "dim"),
                (note, "bad" if fire else "dim"),
            )

        full_head = head(f"{section.capitalize():<8}", f" FIRE {level}" if fire else " men")
        if length(full_head) <= width:
            return full_head
        return head(f"{SHORT_SECTIONS[section].capitalize()} ", f" {level}" if fire else "")

    def _compartment(self, name: str, condition: Condition, markers: int) -> Line:
        """A compartment with a box for each of its ``markers``, filled for hits, and its state."""
        style = condition.style
        filled = condition.filled
        boxes = fit(self.glyphs.box * filled + self.glyphs.box_empty * (markers - filled), 4)
        note = f" {NOTES[condition.sign]}" if condition.sign else ""
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
    return deck_plan.deck_plan(
        view.ship,
        view.game.tables,
        width,
        height,
        glyphs,
        actions=view.clicks(),
        out_of_control=view.fires_out_of_control(),
        at_work=view.men_at_work(),
    )


def below_plan(view: BattleView, width: int, rows: int) -> list[Line]:
    """The damage in words and the keys to the plan, in at most so many rows."""
    points = _points_lost(view, width)
    label_key = wrap(deck_plan.label_key(view.ship, view.game.tables), width)
    damage = _off_plan_first(view)
    lines = _at_work(view, width)
    if len(lines) > rows:
        lines = []
    room = rows - len(lines)
    if room > len(label_key):
        # The key of the labels keeps its place below the damage.
        room -= len(label_key)
    # As much of the damage as fits; the rest is counted.
    fitting = (_damage(damage, width, shown) for shown in range(len(damage), -1, -1))
    lines += next((words for words in fitting if len(words) <= room), [])
    unhurt = [] if damage or points else [line(("Nothing is damaged.", "dim"))]
    for more in (label_key, unhurt, points, wrap(deck_plan.state_key(), width)):
        if len(lines) + len(more) <= rows:
            lines += more
    return lines


def _off_plan_first(view: BattleView) -> list[str]:
    """The damage in words, first that of what has no place on the plan."""
    ship = view.ship
    tables = view.game.tables
    aboard = {*ship.mounts, *ship.compartments, *ship.equipment, *ship.secondary}
    off_plan = aboard - deck_plan.labels_of(ship, tables).keys()
    names_off_plan = tuple(names.item_words(tables, item) for item in off_plan)
    damage = status.damage_lines(view.state, tables)
    return sorted(damage, key=lambda words: not words.startswith(names_off_plan))


def _damage(hurt: list[str], width: int, shown: int | None = None) -> list[Line]:
    """The damage in words, all of it or the first ``shown`` with the number of the others."""
    if not hurt:
        return []
    words = hurt[:shown]
    if more := len(hurt) - len(words):
        words.append(f"and {more} more" if shown else english.count(more, "item"))
    return wrap(line(("Damage: ", "dim"), safe("; ".join(words))), width)


def _points_lost(view: BattleView, width: int) -> list[Line]:
    """The hull and maneuver points lost, which no job restores."""
    lost = status.points_lost(view.ship, view.game.tables)
    return [cut(line(("Lost: ", "dim"), (lost, "warn")), width)] if lost else []


def _at_work(view: BattleView, width: int) -> list[Line]:
    """The jobs of a damage control round that is being rolled, with their men."""
    jobs = view.men_at_work()
    if not jobs:
        return []
    tables = view.game.tables
    words = ", ".join(f"{safe(names.item_words(tables, job))} {men}" for job, men in jobs.items())
    return wrap(line(("Men at work: ", "dim"), (words, "key")), width)
