"""What the claims of the manual are read from: the tables, and single steps of the rules played by scripted dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from picket_duty.book.ids import SupportShip
from picket_duty.charts import Row
from picket_duty.game import Game
from picket_duty.requests import Choice, Illegal, Job, Roll
from picket_duty.rules import anchorage, control, damage, gunnery, raid, wave
from picket_duty.rules.play import Play
from picket_duty.simulate import calibrate
from picket_duty.state import Flood
from picket_duty.tui.tutorial import load_script
from tests.rules.script import CALM, TABLES, Run, blow, drive, in_wave, plane, reasons, run, start

T = TABLES
N = TABLES.numbers
G = TABLES.compartments
LESSON = load_script()
#: Ways of two dice to each total.
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
ALL = sum(WAYS.values())
BEARINGS = tuple(range(0, 360, 45))


def played(test: Callable[..., None], *arguments: Any) -> bool:
    """Play the script of a test of the rules, which fails by itself where the game does otherwise."""
    test(*arguments)
    return True


# -- tables -------------------------------------------------------------------------


def mod(chart: str, name: str) -> int | None:
    """A modifier of a chart by its name."""
    return T[chart].modifier(name).value


def row(chart: str, total: int, column: str | None = None) -> dict[str, Any]:
    """What a chart says for a total."""
    return T[chart].look_up(total, column).fields


def die(chart: str, note: str, field: str) -> dict[int, Any]:
    """What each number of the die of a note says."""
    return {number: T[chart].die(note).look_up(number)[field] for number in range(1, 7)}


def totals(chart: str, field: str, value: Any, column: str | None = None, low: int = 2, high: int = 12) -> set[int]:
    """The totals at which a chart says this."""
    return {total for total in range(low, high + 1) if row(chart, total, column)[field] == value}


def mounts(ship: str = "fletcher") -> dict[str, Any]:
    """The mounts of a class of ship."""
    return {one.id: one for one in T.ships[ship].mounts}


def levels(mount: str, bearing: int, ship: str = "fletcher") -> str:
    """The altitudes at which a mount bears."""
    return str(T[T.ships[ship].firing].entry(mounts(ship)[mount].firing, str(bearing))["levels"])


def below_waterline(section: str) -> list[Row]:
    """The cells of a damage table below the waterline."""
    return [cell for cell in T[f"11/{section}"].raw.cells if cell["below_waterline"]]


def does(effects: Any) -> list[str]:
    """What effects do, by name."""
    return [one.do for one in effects]


# -- chart 8-1 as printed -------------------------------------------------------------


def outcomes_of_8_1(column: str, dice: int) -> list[tuple[float, float]]:
    """Chance and mean number of planes for every end of the roll on 8-1 and its tables; 8-2 brings one but on 7."""
    single = 1 - WAYS[7] / ALL
    found: list[tuple[float, float]] = []
    for total, ways in WAYS.items():
        letter = row("8-1", total + dice, column)["result"]
        if letter in ("NA", "RR"):
            found.append((ways / ALL * (single if letter == "RR" else 1), float(letter == "RR")))
            continue
        for second, more in WAYS.items():
            listed = row(f"8-1{letter}", second)
            extra = sum(die("8-1A", "A", "planes").values()) / 6 if listed["note_a"] else 0
            chance = ways * more / ALL / ALL
            found.append((chance * single, 1.0) if listed["random"] else (chance, len(listed["planes"]) + extra))
    return found


def mean_planes(column: str, dice: int) -> float:
    """Mean number of planes of a day phase, to the hundredth."""
    return round(sum(chance * planes for chance, planes in outcomes_of_8_1(column, dice)), 2)


def mean_raid(column: str, dice: int) -> float:
    """Mean number of planes of a raid that comes, to the tenth."""
    come = [(chance, planes) for chance, planes in outcomes_of_8_1(column, dice) if planes]
    return round(sum(chance * planes for chance, planes in come) / sum(chance for chance, _ in come), 1)


def by_column(figure: Callable[[str, int], float], dice: int) -> list[float]:
    """A figure of 8-1 for each column, from left to right."""
    return [figure(column, dice) for column in T["8-1"].raw.columns]


# -- gunnery --------------------------------------------------------------------------


def fire(kind: str, level: str) -> dict[str, int]:
    """Of 36 shots with the director's bonus, how many end in each result."""
    bonus = T["9-1"].entry(kind, level)["bonus"]
    found: dict[str, int] = {}
    for total, ways in WAYS.items():
        result = row(f"9-2/{kind}", total + bonus, level)["result"]
        found[result] = found.get(result, 0) + ways
    return found


def down(kind: str, level: str) -> int:
    """Of 36 shots, how many flame or destroy."""
    return sum(fire(kind, level).get(result, 0) for result in ("flamed", "destroyed"))


def sky(play: Play, *planes: Any) -> Play:
    """A play with planes in the air, one low plane on the beam unless named."""
    in_wave(play, *(planes or (plane(90),)))
    return play


def guns(play: Play, mount: str, level: str = "L", spray: bool = False) -> dict[str, int]:
    """The modifiers of a mount with their reasons."""
    return reasons(gunnery.gun_modifiers(play, play.armament()[mount], level, spray))


def support_shot(level: str) -> Roll:
    """The shot of a support ship at a plane."""
    return gunnery.shot_roll(start(sfs=1), SupportShip(1), plane(90, level))


# -- plays ----------------------------------------------------------------------------


def at(play: Play, **values: Any) -> Play:
    """A play with tracks and states of the ship set."""
    for name, value in values.items():
        setattr(play.ship, name, value)
    return play


def go(play: Play, step: Callable[[Play], Any], dice: Any = None, choices: Any = None) -> Run:
    """A step of the rules played by a script."""
    return run(play, step(play), dice, choices)


def shift(roll: Roll) -> int:
    """The sum of the column modifiers of a roll."""
    return sum(one.value for one in roll.column_modifiers)


def maneuver_column(**ship: Any) -> int:
    """The column of chart 19 for a ship in some state."""
    return shift(wave.maneuver_roll(at(start(), **ship)))


def flooded(*points: tuple[str, str], level: str = "advanced") -> Play:
    """A play with flood points, each of a section and a side."""
    return at(start(level=level), floods=[Flood(section, side, 1, "x") for section, side in points])


def column(kind: str, men: int, chief: int = 0, level: int = 2, markers: int = 1) -> int:
    """The sum that picks the column of chart 20 for a compartment, a deck fire or another job aft."""
    play = start(crew={"repair_three_chief": chief})
    play.ship.deck_fires = {"aft": level}
    play.ship.compartments["steering"].markers = markers
    name = {"deck fire": "deck fire aft", "compartment": "steering", "other": "40mm-E director"}[kind]
    play.ship.mounts["40mm-E"].director = "damaged"
    return shift(control.repair_roll(play, name, control.men_choice(play).jobs[name], men))


def mending(play: Play, continued: bool = False, section: str = "aft") -> dict[str, int]:
    """The modifiers of chart 20 with their reasons."""
    return reasons(control.repair_modifiers(play, T["20"], Job(section, "other", "", continued=continued)))


def raid_shift(play: Play | None = None, **ship: Any) -> dict[str, int]:
    """The column modifiers of chart 8-1 with their reasons."""
    return reasons(raid.column_modifiers(at(play or start(), **ship), T["8-1"]))


def radars(active: int) -> Play:
    """A play with land radar stations on the air."""
    play = start(level="advanced")
    play.state.land_radars = active
    return play


def cover(**values: int) -> Play:
    """A play with fighters overhead, each type with its value."""
    play = start()
    play.state.air.coverage = values
    return play


def maneuvered() -> Play:
    """A play in whose turn an emergency maneuver was tried."""
    play = start()
    play.state.maneuvered_today = True
    return play


def first_weather(ship: str, seed: int = 5) -> tuple[int, ...]:
    """The dice of the first weather of a patrol, by the ship on duty."""
    game = Game.new(patrol="1945-04-20", days=1, ship=ship, seed=seed, tables=T, history=False)
    while True:
        request = game.request
        assert isinstance(request, Roll)
        if request.table == "6-1":
            return game.roll().dice
        game.roll()


def request_after_undo(undo: str) -> str:
    """What stands after a decision and the dice that followed it were to be taken back."""
    game = Game.new(scenario=2, seed=7, undo=undo, tables=T)
    while not (isinstance(game.request, Choice) and game.request.about == "fire plan"):
        game.roll() if isinstance(game.request, Roll) else game.answer("no")
    plan = {slot: planes[0] for slot, planes in game.request.slots.items()}
    game.answer(plan)
    assert isinstance(game.request, Roll)
    game.roll()
    try:
        game.undo_decision()
    except Illegal:
        return "refused"
    assert isinstance(game.request, Choice)
    return game.request.about


def fixed(purpose: str, place: int = 0) -> tuple[int, ...]:
    """The first dice that the lesson fixes for a purpose."""
    return next(one.dice[place] for one in LESSON.fixed if one.purpose == purpose)


def station_modifier(number: int) -> list[int]:
    """What a picket station adds to the dice of 8-1."""
    return [one.value for one in raid.dice_modifiers(at(start(), station=number), T["8-1"])]


def must_return(**ship: Any) -> list[str]:
    """Why a ship in some state must return."""
    return anchorage.reasons_to_return(at(start(), **ship))


def a_phase(**dice: Any) -> list[str]:
    """The tables of a calm phase in their order."""
    from picket_duty.rules import sequence

    return go(start(), sequence.play_phase, {**CALM, **dice}).tables()


def a_hit(cell: tuple[int, int], bearing: int = 135, dice: Any = None, radars: int = 0, **values: Any) -> Run:
    """A plane that hits, on a cell of the table of its section, and what follows."""
    play = at(start(level="advanced"), **values)
    play.state.land_radars = radars
    (struck,) = in_wave(play, plane(bearing))
    section = damage.section_of(play, bearing)
    script = {f"11/{section}": cell, "rules:men": 1, **(dice or {})}
    return go(play, lambda one: damage.plane_hits(one, struck, section), script)


# -- calibration ------------------------------------------------------------------------


def band(figure: str, series: str) -> tuple[float, float]:
    """A band of the calibration in percent (ships for ships sunk)."""
    (found,) = [one for one in calibrate.bands() if (one.id, one.series) == (figure, series)]
    scale = 1 if figure == "ships sunk" else 100
    return round(found.low * scale, 4), round(found.high * scale, 4)


__all__ = [
    "ALL",
    "BEARINGS",
    "CALM",
    "G",
    "LESSON",
    "N",
    "T",
    "WAYS",
    "a_hit",
    "a_phase",
    "at",
    "band",
    "below_waterline",
    "blow",
    "by_column",
    "column",
    "cover",
    "die",
    "does",
    "down",
    "drive",
    "fire",
    "first_weather",
    "fixed",
    "flooded",
    "go",
    "guns",
    "in_wave",
    "levels",
    "maneuver_column",
    "maneuvered",
    "mean_planes",
    "mean_raid",
    "mending",
    "mod",
    "mounts",
    "must_return",
    "plane",
    "played",
    "radars",
    "raid_shift",
    "reasons",
    "request_after_undo",
    "row",
    "shift",
    "sky",
    "start",
    "station_modifier",
    "support_shot",
    "totals",
]
