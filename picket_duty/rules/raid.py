"""Attack determination and the planes of a raid (charts 8-1, 8-2, D-2, 22, 22-1, rules 4.3)."""

from __future__ import annotations

from picket_duty.book.ids import PLOTTING_ROOMS, RADARS, secondary_id
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.book.vocabulary import BEARING, RAID, Remark, Sky
from picket_duty.charts import Chart, Modifier
from picket_duty.charts.spans import ends_of
from picket_duty.events import Raid, note_of
from picket_duty.requests import Roll
from picket_duty.rules import stations
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Plane

#: The planes of the raid, and the number rolled before halving at night.
Placed = tuple[list[Plane], int]
PLOT_ROOM = secondary_id("forward", "Plot Room")


def kikusui_today(play: Play) -> bool:
    """Whether the Kikusui rules are in effect (scenario, or the dates of K-1 in the advanced
    game).
    """
    state = play.state
    if state.scenario:
        return play.tables.scenarios[int(state.setup.name)].kikusui
    return state.advanced and play.tables["K-1"].find(state.date) is not None


def determine_raid(play: Play, kikusui: bool) -> Procedure[list[Plane]]:
    """The planes of this phase in the order they enter, empty for no attack."""
    state = play.state
    air = play.state.air
    if state.night and not (yield play.ask(night_roll(play)))["attack"]:
        play.emit(note_of(Remark.QUIET_NIGHT))
        return []
    if kikusui:
        air.table = "22"
        air.kikusui = True
        planes, rolled = yield from kikusui_planes(play)
    else:
        planes, rolled = yield from ordinary_planes(play)
    play.emit(Raid(planes=len(planes), kikusui=kikusui, table=air.table, rolled=rolled))
    return planes


def kikusui_planes(play: Play) -> Procedure[Placed]:
    """Chart 22 for the number, 22-1 for each plane; halved at night before 22-1."""
    rolled = (yield play.ask(kikusui_roll(play)))["planes"]
    planes: list[Plane] = []
    for number in range(at_night(play, rolled)):
        planes.append((yield from placed_plane(play, "22-1", number)))
    return planes, rolled


def at_night(play: Play, rolled: int) -> int:
    """Number of planes that come: half of those rolled at night, rounded down (8-1, rules 4.3)."""
    return rolled // 2 if play.state.night else rolled


def placed_plane(play: Play, chart: str, number: int) -> Procedure[Plane]:
    """A plane with bearing and altitude rolled on a bearing table (D-2 or 22-1)."""
    table = play.tables[chart]
    bearing = yield play.ask(Roll(table, BEARING, f"plane {number}", plane=number))
    altitude = yield play.ask(
        Roll(table.die("altitude"), BEARING, f"altitude {number}", plane=number)
    )
    return Plane(number, bearing["bearing"], altitude["altitude"])


def night_roll(play: Play) -> Roll:
    """The die for an attack at night (note to 8-1)."""
    return Roll(play.tables["8-1"].die("night"), RAID, "night")


def kikusui_roll(play: Play) -> Roll:
    """The roll on chart 22."""
    return Roll(play.tables["22"], RAID)


def ordinary_planes(play: Play) -> Procedure[Placed]:
    """Chart 8-1 and the attack table it names."""
    air = play.state.air
    result = (yield play.ask(raid_roll(play)))["result"]
    air.table = result
    if result == NO_ATTACK:
        return [], 0
    if result == RANDOM:
        planes = yield from random_result(play)
        return planes, len(planes)
    chart = play.tables[f"8-1{result}"]
    air.table = chart.id
    row = yield play.ask(attack_roll(chart))
    if row["random"]:
        planes = yield from random_result(play)
        return planes, len(planes)
    listed = [parse_plane(number, text) for number, text in enumerate(row["planes"])]
    rolled = len(listed)
    if row["note_a"]:
        rolled += (yield play.ask(note_a_roll(chart)))["planes"]
    total = at_night(play, rolled)
    planes = listed[:total]
    for number in range(len(planes), total):
        planes.append((yield from placed_plane(play, "D-2", number)))
    return planes, rolled


def attack_roll(chart: Chart) -> Roll:
    """The roll on an attack table, 8-1A to 8-1H."""
    return Roll(chart, RAID, "table")


def note_a_roll(chart: Chart) -> Roll:
    """The die for the planes of note A of an attack table."""
    return Roll(chart.die("A"), RAID, "note A")


def parse_plane(number: int, text: str) -> Plane:
    """A plane of an attack table: ``270M`` is bearing 270, medium."""
    return Plane(number, int(text[:-1]), text[-1])


def random_result(play: Play) -> Procedure[list[Plane]]:
    """Chart 8-2: one special attack plane, or its note B."""
    state = play.state
    state.air.table = "8-2"
    row = yield play.ask(random_roll(play))
    if row["plane"] and state.night:
        # Half of one plane, rounded down (``at_night``).
        return []
    if row["plane"]:
        name = play.tables.aircraft[row["plane"]].name
        return [Plane(number=0, bearing=0, altitude="", type=name, weapon=row["weapon"])]
    result = yield play.ask(note_b_roll(play))
    if result["result"] == "weather":
        state.turn_aborted = True
        play.emit(note_of(Remark.WEATHER_CLOSES_IN))
    else:
        play.emit(note_of(Remark.RADAR_LOST if stations.lose_land_radar(play) else Remark.NO_RADAR))
    return []


def random_roll(play: Play) -> Roll:
    """The roll on chart 8-2."""
    return Roll(play.tables["8-2"], RAID, "random")


def note_b_roll(play: Play) -> Roll:
    """The die of note B of chart 8-2."""
    return Roll(play.tables["8-2"].die("B"), RAID, "note B")


def raid_roll(play: Play) -> Roll:
    """The roll on chart 8-1 with its column and dice modifiers."""
    chart = play.tables["8-1"]
    shifts = tuple(modifier for modifier in column_modifiers(play, chart) if modifier.value)
    column = chart.column_of(sum(modifier.value for modifier in shifts))
    return Roll(
        chart,
        RAID,
        column=column,
        modifiers=dice_modifiers(play, chart),
        column_modifiers=shifts,
    )


def column_modifiers(play: Play, chart: Chart) -> list[Modifier]:
    """Column modifiers of chart 8-1."""
    state = play.state
    ship = play.ship
    modifiers = [chart.modifier("fdt" if ship.fdt else "no_fdt")]
    for value in state.air.coverage.values():
        modifiers.append(chart.modifier("coverage", value))
    if not state.air.coverage:
        modifiers.append(chart.modifier("no_coverage"))
    radars = [ship.equipment[radar] for radar in RADARS]
    worst = next((worse for worse in (DESTROYED, DAMAGED) if worse in radars), WORKING)
    modifiers.append(chart.modifier(f"radars_{worst}"))
    if state.land_radars:
        name = "land_radar_low" if state.land_radars <= 2 else "land_radar_high"
        modifiers.append(chart.modifier(name))
    modifiers += [chart.modifier(name) for name in PLOTTING_ROOMS if ship.compartments[name].out]
    if ship.sfs:
        modifiers.append(chart.modifier("sfs", chart.modifier("sfs").value * ship.sfs))
    else:
        modifiers.append(chart.modifier("no_sfs"))
    if state.advanced and ship.secondary.get(PLOT_ROOM, 0) >= play.tables.numbers.secondary_hits:
        modifiers.append(chart.modifier("plot_room"))
    return modifiers


def dice_modifiers(play: Play, chart: Chart) -> tuple[Modifier, ...]:
    """Dice modifiers of chart 8-1: rain and the picket station."""
    modifiers = [chart.modifier("rain")] if play.state.air.weather == Sky.RAIN else []
    station = play.ship.station or 0
    # A modifier of a range of stations has the range in ``only``.
    for name, raw in chart.raw.modifiers.items():
        if not raw.only:
            continue
        first, last = ends_of(raw.only)
        if first <= station <= last and raw.value:
            modifiers.append(chart.modifier(name))
    return tuple(modifiers)
