"""The island of Ie Shima as its owner entered it: Areas, beach boxes and units, their places and
their moves.

No player is asked and nothing is rolled here. An IslandBoard answers from the charts, the typed
data and the state of the game.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from picket_duty.companions.companion import Companion
from picket_duty.companions.fill import battalion_of, form_entries, form_of, sheet_faults, sheet_in
from picket_duty.companions.table import SET_UP, TableState
from picket_duty.text.english import count

AMERICAN = "american"
JAPANESE = "japanese"
OTHER = {AMERICAN: JAPANESE, JAPANESE: AMERICAN}
CLEAR = "clear"
RAIN = "rain"
#: The place of Japanese Special Units, as named in the set-up, and that of eliminated units.
SPECIAL = "Special Units Box"
LOST = "eliminated"
#: The beach box of the reinforcements (6.2.2): its dot.
BROWN = "brown beach box"
URBAN = "urban"
#: The option of a game on the invented practice island.
PRACTICE = "practice"
#: The option of a practice game in which units move together and nothing about the variant is asked
#: at the start; older saves lack it.
STACKS = "stacks"
#: The options of a side played by the computer.
OPPONENTS = {"computer-american": AMERICAN, "computer-japanese": JAPANESE}
#: The label of a reduced unit after its name.
REDUCED = " (reduced)"
#: The label of everything that is shown of the practice island.
INVENTED = "invented practice island"
#: The option of an attack in an Area begins with this, followed by the Area's number.
ATTACK = "attack"
#: The option that does no more, or nothing.
DONE = "done"
#: The decisions that choose one unit: to lead an attack or a defense, or to be hit first.
LEADERS = {"leads", "leads defence", "primary"}
#: Decisions of the computer that are reported in practice games too; there, its other decisions show
#: in their results.
REPORTED = {
    "american impulse",
    "japanese impulse",
    "marker",
    "target",
    "aim",
    "figure",
    "night area",
    "refit",
}
#: The tables that a board needs; markers and the length of the impulse track can be asked for.
NEEDED = ("areas", "boxes", "units")


class IslandState(TableState):
    """Last Battle: Ie Shima in play.

    ``keeps_board``: the program tracks the board, with each unit in ``places``. ``control`` is the
    side of each Area whose marker was placed. ``advantage`` is the side that has the Advantage, and
    ``next_advantage`` the one that gets it after it was spent. ``first_day_point``: the American
    player has the point that an Area gives on one day only. ``figures``: historical figures are
    played. ``used`` are the bombardment markers used today, by side; ``penalty`` the Replacement
    Points that kamikaze cost; ``figure_turns`` the turns in which each side's figure was placed
    last; ``fallen`` the sides whose figure was killed.
    """

    advanced: bool = False
    extended: bool = False
    keeps_board: bool = False
    bid: int = 0
    weather: str = CLEAR
    advantage: str = ""
    next_advantage: str = ""
    used: dict[str, list[str]] = {}
    penalty: int = 0
    first_day_point: bool = False
    control: dict[str, str] = {}
    rubble: set[str] = set()
    places: dict[str, str] = {}
    reduced: set[str] = set()
    figures: bool = False
    figure_turns: dict[str, int] = {}
    fallen: set[str] = set()

    def label(self) -> str:
        """The next step as saves name it."""
        return labeled(self, SET_UP if self.step == SET_UP else f"turn {self.move}")


def labeled(state: TableState, text: str) -> str:
    """A text with the label of the practice island if the game is played there."""
    return f"{text} ({INVENTED})" if is_practice(state) else text


def is_practice(state: TableState) -> bool:
    """Whether a game is played on the invented practice island."""
    return PRACTICE in state.setup.options


def opponent_of(state: TableState) -> str:
    """The side that the computer plays; empty if both are played by people."""
    return next((side for option, side in OPPONENTS.items() if option in state.setup.options), "")


class Unit(msgspec.Struct, frozen=True):
    """A counter: Combat Value and Movement Factor at full strength and reduced; ``begins`` is where
    it is set up.
    """

    name: str
    side: str
    battalion: str
    begins: str
    values: tuple[int, int]
    factors: tuple[int, int]

    @property
    def is_special(self) -> bool:
        """Whether it is a Japanese Special Unit."""
        return self.begins == SPECIAL

    @property
    def is_pillbox(self) -> bool:
        """Whether it is a pillbox, which neither moves nor attacks."""
        return self.battalion == "Pillbox"


class Ground(msgspec.Struct, frozen=True):
    """An Area of the map."""

    tem: int
    urban: bool
    beside: tuple[str, ...]


class IslandBoard:
    """The map and counters of one game. Every unit has its place in the state."""

    def __init__(self, tables: Companion, state: IslandState) -> None:
        self.state = state
        self.tables = tables
        self.areas = areas_of(tables)
        #: The beach boxes, each with the Areas beside it.
        self.boxes = {
            name: tuple(map(str, box["adjacent"]))
            for name, box in sheet_in(tables, "boxes").items()
        }
        #: The counters by name, in the order of the setup; those that arrive later have no starting
        #: place.
        self.units: dict[str, Unit] = {}
        begins = {row.label: row.fields["place"] for row in tables.list_rows("setup")}
        typed = sheet_in(tables, "units")
        for name in form_entries(tables, form_of(tables, "units")):
            entry = typed[name]
            place = begins.get(name, "")
            # Only American units arrive later.
            side = AMERICAN if not place or place in self.boxes else JAPANESE
            values = (entry["combat_value"], entry["reduced_value"])
            factors = (entry["mf"], entry["reduced_mf"])
            self.units[name] = Unit(
                name,
                side,
                battalion=battalion_of(name),
                begins=place,
                values=values,
                factors=factors,
            )
        #: Units by place; computed again after a unit has moved.
        self.units_by_place: dict[str, list[Unit]] = {}
        self.stacking = tables.limit("stacking")

    def place(self, unit: Unit) -> str:
        """Where a unit is: an Area, a box, eliminated, or nowhere yet (empty)."""
        return self.state.places.get(unit.name, "")

    def at(self, place: str, side: str = "") -> list[Unit]:
        """The units at a place, of one side or of both."""
        if not self.units_by_place:
            for unit in self.units.values():
                self.units_by_place.setdefault(self.place(unit), []).append(unit)
        return [unit for unit in self.units_by_place.get(place, ()) if side in ("", unit.side)]

    def of_side(self, side: str) -> list[Unit]:
        """All units of a side, on the board or not."""
        return [unit for unit in self.units.values() if unit.side == side]

    def is_reduced(self, unit: Unit) -> bool:
        """Whether a unit shows its reduced side."""
        return unit.name in self.state.reduced

    def value(self, unit: Unit) -> int:
        """The Combat Value that a unit shows."""
        return unit.values[self.is_reduced(unit)]

    def places(self) -> list[str]:
        """Areas and boxes, in their order."""
        return [*self.areas, *self.boxes, SPECIAL]

    def put(self, unit: Unit, place: str) -> None:
        """Place a unit."""
        self.state.places[unit.name] = place
        self.units_by_place.clear()

    def reduce(self, unit: Unit) -> bool:
        """Turn a unit to its reduced side, or eliminate a reduced one; returns whether it is still
        on the board.
        """
        if self.is_reduced(unit):
            self.lose(unit)
            return False
        self.state.reduced.add(unit.name)
        return True

    def lose(self, unit: Unit) -> None:
        """Eliminate a unit."""
        self.put(unit, LOST)
        self.state.reduced.discard(unit.name)

    def controls(self, place: str) -> str:
        """Who controls a place; boxes are their owners'."""
        if place in self.boxes:
            return AMERICAN
        return self.state.control.get(place, JAPANESE)

    def is_contested(self, place: str) -> bool:
        """Whether units of both sides are in a place (7.3)."""
        return bool(self.at(place, AMERICAN)) and bool(self.at(place, JAPANESE))

    def is_vacant(self, place: str, side: str) -> bool:
        """Whether no enemy of a side is in a place (7.4)."""
        return not self.at(place, OTHER[side])

    def is_free(self, place: str, side: str) -> bool:
        """Whether a side controls a place without an enemy in it (7.5)."""
        return self.is_vacant(place, side) and self.controls(place) == side

    def is_full(self, place: str, side: str) -> bool:
        """Whether a side has as many units in an Area as it may; boxes hold any number (7.1)."""
        return not self.room(place, side)

    def room(self, place: str, side: str) -> int:
        """How many more units of a side a place may hold (7.1)."""
        if place not in self.areas:
            return len(self.units)
        return max(0, self.stacking - len(self.at(place, side)))

    def points(self, area: str) -> int:
        """The Victory Points of an Area, if they can still be won (17.2)."""
        fields = self.tables.find_fields("victory", area=int(area))
        today = day_of_turn(self.tables, self.state)
        if fields["only"] and fields["only"] != str(today):
            return 0
        return int(fields["points"])

    def settle(self) -> list[tuple[str, str]]:
        """Give Areas with units of only one side to that side (7.2); returns those that changed,
        with their owners.
        """
        changed = []
        for area in self.areas:
            for side in (AMERICAN, JAPANESE):
                is_alone = self.at(area, side) and self.is_vacant(area, side)
                if is_alone and side != self.controls(area):
                    self.state.control[area] = side
                    changed.append((area, side))
        return changed

    def steps_to_goal(self, side: str) -> dict[str, int]:
        """How many borders a side must cross from each place to the nearest Area that it does not
        hold and that scores; if it holds all that score, to any that it does not hold.
        """
        open_areas = [area for area in self.areas if not self.is_free(area, side)]
        edge = [area for area in open_areas if self.points(area)] or open_areas
        steps: dict[str, int] = {}
        number = 0
        while edge:
            steps |= dict.fromkeys(edge, number)
            number += 1
            edge = [place for area in edge for place in self.beside(area) if place not in steps]
        return steps

    def beside(self, place: str) -> list[str]:
        """Areas and boxes beside a place, in their order."""
        if place not in self.areas:
            return list(self.boxes.get(place, ()))
        near = [box for box, areas in self.boxes.items() if place in areas]
        return [*self.areas[place].beside, *near]

    def box_texts(self) -> dict[str, str]:
        """The boxes in words, beach boxes with the Areas beside them."""
        texts = {box: f"{box} (beside {', '.join(areas)})" for box, areas in self.boxes.items()}
        texts[SPECIAL] = SPECIAL
        return texts

    def reach_words(self, place: str) -> str:
        """A place in words, a beach box with the Areas beside it."""
        if place not in self.boxes:
            return area_words(place)
        areas = " and ".join(map(area_words, self.boxes[place]))
        return f"{place}, beside {areas}"

    def factor(self, unit: Unit, rain: bool) -> int:
        """The Movement Factor of a unit now (9.2)."""
        change = self.tables.limit("mf_rain") if rain and unit.side == AMERICAN else 0
        return max(0, unit.factors[self.is_reduced(unit)] + change)

    def cost(self, unit: Unit, start: str, place: str) -> int | None:
        """The movement that entering a place costs; None for all of it (10.2).

        ``start`` need not be beside it: at night, Special Units come from their box.
        """
        enemy = OTHER[unit.side]
        enemies = self.at(place, enemy)
        if start in self.boxes and place in self.areas and self.controls(place) == JAPANESE:
            way = "japanese_area_from_beach_box"
        elif start == SPECIAL and self.controls(place) == AMERICAN:
            way = "american_area_from_special_units_box"
        elif not all(map(self.is_reduced, enemies)):
            way = "full_strength_enemy"
        elif enemies:
            way = "only_reduced_enemy"
        elif any(self.at(neighbor, enemy) for neighbor in self.beside(place)):
            way = "vacant_adjacent_to_enemy"
        else:
            way = "vacant"
        mf = self.tables["movement"].entry(way)["mf"]
        return None if mf == "all" else int(mf)

    def may_enter(self, unit: Unit, start: str, place: str) -> bool:
        """Whether a unit may go from one place to one beside it, whatever it costs (3.2, 7.1,
        10.3.2).
        """
        if unit.side == JAPANESE and place in self.boxes:
            return False
        if self.is_full(place, unit.side):
            return False
        return not self.is_contested(start) or self.is_free(place, unit.side)

    def regroups(self, unit: Unit) -> list[str]:
        """Where a unit may regroup (8.1.3)."""
        if unit.is_pillbox:
            return []
        free = [place for place in self.beside(self.place(unit)) if self.is_free(place, unit.side)]
        return [place for place in free if not self.is_full(place, unit.side)]

    def retreats(self, unit: Unit, start: str, back: str = "") -> list[str]:
        """Where a unit may retreat: of the open places beside it that have room, those of the best
        priority; if all open places are full, those beyond them. With ``back``, it can only go there
        or through it. The unit is lost if there is none.
        """
        if unit.is_pillbox:
            return []
        seen = {start}
        edge = [back] if back else self.beside(start)
        while edge:
            seen.update(edge)
            ranks: dict[str, tuple[int, int]] = {}
            for place in edge:
                if rank := self._priority(unit.side, place):
                    ranks[place] = rank
            ends = [place for place in ranks if not self.is_full(place, unit.side)]
            if ends:
                best = min(ranks[place] for place in ends)
                return [place for place in ends if ranks[place] == best]
            near = [neighbor for place in ranks for neighbor in self.beside(place)]
            edge = [neighbor for neighbor in near if neighbor not in seen]
        return []

    def _priority(self, side: str, place: str) -> tuple[int, int] | None:
        """The priority of a place for a retreat, lowest first; None if it is closed (13.2.2)."""
        if side == JAPANESE and place in self.boxes:
            return None
        if self.is_free(place, side):
            near = [neighbor for neighbor in self.beside(place) if neighbor in self.areas]
            enemies = sum(self.controls(neighbor) == OTHER[side] for neighbor in near)
            return 1, enemies
        if self.is_contested(place):
            return (2, 0) if self.controls(place) == side else (3, 0)
        return None

    def is_supplied(self, place: str, side: str) -> bool:
        """Whether a supply line leads from a place, through places that a side controls, to one of
        its sources.
        """
        sources = list(self.boxes)
        if side == JAPANESE:
            sources = [str(self.tables.numbers["supply_area"])]
        reached = [place]
        # The list grows while it is read.
        for here in reached:
            if here in sources and self.controls(here) == side:
                return True
            for neighbor in self.beside(here):
                if self.controls(neighbor) == side and neighbor not in reached:
                    reached.append(neighbor)
        return False

    def cut_off(self) -> list[str]:
        """Areas that change hands: not supplied, and without units of the side that controls them
        (14.2).
        """
        areas = [area for area in self.areas if not self.at(area, self.controls(area))]
        return [area for area in areas if not self.is_supplied(area, self.controls(area))]

    def whole_battalions(self, units: Iterable[Unit]) -> int:
        """How many battalions of infantry are there with all their units (11.4.2C)."""
        battalions = Counter(unit.battalion for unit in units if not unit.is_special)
        return list(battalions.values()).count(self.tables.numbers["battalion"])

    def attack_terms(self, lead: Unit, units: Sequence[Unit]) -> dict[str, int]:
        """What the units of an attack give to its value, by line (11.4.2)."""
        reduced = sum(self.is_reduced(unit) for unit in units if unit != lead)
        return {
            "lead_unit": self.value(lead),
            "each_additional_full": len(units) - 1 - reduced,
            "each_additional_reduced": reduced,
            "battalion_integrity": self.whole_battalions(units),
        }

    def defence_terms(self, lead: Unit, units: Sequence[Unit]) -> dict[str, int]:
        """What the units of a defense give to its value, by line (11.4.3)."""
        return {"lead_unit": self.value(lead), "each_additional": len(units) - 1}

    def american_losses(self) -> int:
        """American units that are reduced or eliminated (17.2)."""
        units = self.of_side(AMERICAN)
        return sum(self.is_reduced(unit) or self.place(unit) == LOST for unit in units)


def day_of_turn(tables: Companion, state: IslandState) -> datetime.date:
    """The day of the turn."""
    return tables.book.calendar[0] + datetime.timedelta(days=state.move - 1)


def missing_of_board(tables: Companion) -> list[str]:
    """What a board lacks, or what is wrong with its data, as text; empty if it is complete."""
    faults = []
    for table in NEEDED:
        form = form_of(tables, table)
        sheet = sheet_in(tables, table)
        missing = [label for label in form_entries(tables, form) if label not in sheet]
        if missing:
            entries = count(len(missing), "missing entry", "missing entries")
            faults.append(f"{table}: {entries}, starting with {missing[0]}")
        faults += [f"{table}: {fault}" for fault in sheet_faults(tables, form, sheet)]
    if not faults and not any(ground.urban for ground in areas_of(tables).values()):
        faults.append("areas: units start in an urban Area, but no Area is urban (5.3.2)")
    return faults


def areas_of(tables: Companion) -> dict[str, Ground]:
    """The Areas of the map by their numbers."""
    typed = sheet_in(tables, "areas")
    areas = {}
    for name in sorted(typed, key=int):
        ground = typed[name]
        beside = tuple(map(str, ground["adjacent"]))
        areas[name] = Ground(ground["tem"], urban=ground["terrain"] == URBAN, beside=beside)
    return areas


def area_words(place: str) -> str:
    """A place in words."""
    return f"Area {place}" if place.isdigit() else place


def units_words(names: Iterable[str]) -> str:
    """Units as text by battalion, as in ``1/306 A, B (reduced); MG-A``."""
    battalions: dict[str, list[str]] = {}
    for name in names:
        group = battalion_of(name.removesuffix(REDUCED))
        if group in battalions:
            name = name.removeprefix(group).lstrip(" -")
        battalions.setdefault(group, []).append(name)
    return "; ".join(map(", ".join, battalions.values()))


def unit_names_by_place(state: IslandState) -> dict[str, str]:
    """The units of a board as text by place, Areas before boxes; reduced ones labeled."""
    places: dict[str, list[str]] = {}
    for unit, place in state.places.items():
        name = f"{unit}{REDUCED}" if unit in state.reduced else unit
        places.setdefault(place, []).append(name)
    # By length first: the numbers of Areas then sort as numbers.
    ordered = sorted(places, key=lambda place: (not place.isdigit(), len(place), place))
    return {area_words(place): units_words(places[place]) for place in ordered}
