"""A wave: identify, maneuver, fire, special attacks, dives, hull (charts 8-3, 10, 12, 14-1, 19,
A-1; rules 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from picket_duty.book import Tables
from picket_duty.book.ids import STACK
from picket_duty.book.vocabulary import (
    DIVE,
    HULL_LOSS,
    IDENTIFY,
    MANEUVER,
    ORDER_MANEUVER,
    SPECIAL_ATTACK,
    Remark,
    StrikeOutcome,
)
from picket_duty.charts import Chart, Modifier
from picket_duty.charts.kinds import TOTALS
from picket_duty.events import Event, IdentifiedPlane, PhaseBegun, Strike, WaveBegun, note_of
from picket_duty.requests import Roll, Toward
from picket_duty.rules import control, damage, firing, gunnery
from picket_duty.rules.blow import HitContext
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import BOMB, OHKA, REMOVED, TORPEDO, Plane

SPECIAL_CHART = {OHKA: "12-1", BOMB: "12-2", TORPEDO: "12-3"}


def split_raid(play: Play, planes: list[Plane]) -> None:
    """Split the raid into its waves with their allowances of special planes (chart 8-3)."""
    air = play.state.air
    air.waves = []
    air.allowances = []
    if not planes:
        return
    sizes = wave_sizes(play.tables, len(planes))
    allowances = play.tables["8-3"].entry(len(planes))["special"]
    rest = list(planes)
    # The chart may have more allowances, for waves that stay empty.
    for size, allowance in zip(sizes, allowances, strict=False):
        wave = rest[:size]
        rest = rest[size:]
        air.waves.append(wave)
        air.allowances.append(allowance)


def wave_sizes(tables: Tables, planes: int) -> list[int]:
    """Number of planes in each wave of a raid of ``planes`` planes, without empty waves (chart
    8-3).
    """
    sizes: list[int] = []
    for count in tables["8-3"].entry(planes)["waves"]:
        left = planes - sum(sizes)
        size = left if count == "all" else min(left, int(count))
        if size:
            sizes.append(size)
    return sizes


def fight_waves(play: Play) -> Procedure[None]:
    """Play the waves of the raid in order. Raises Sunk."""
    air = play.state.air
    # ``on_wave`` marks a point to resume from: before each wave, and once more after the last one.
    while True:
        if play.on_wave is not None:
            play.on_wave()
        if not air.waves:
            break
        air.planes = air.waves.pop(0)
        allowance = air.allowances.pop(0)
        air.wave += 1
        play.wave = air.wave
        yield from fight_wave(play, allowance)
        air.planes = []
    play.wave = None


def fight_wave(play: Play, allowance: int) -> Procedure[None]:
    """Play a wave: rules 5, steps 1 to 7. Raises Sunk."""
    air = play.state.air
    ship = play.ship
    air.plane_hits = 0
    air.maneuver = None
    # An emergency declared before the wave stands to its end; after that, it may be rescinded.
    if ship.declared == control.DECLARED:
        ship.declared = control.STANDING
    yield from identify(play, allowance)
    if ship.declared == control.MAY_RESCIND:
        yield from control.rescind(play)
    yield from maneuver(play)
    yield from firing.fire_plan(play)
    yield from special_attacks(play)
    yield from dives(play)
    if air.plane_hits:
        lost = yield play.ask(hull_loss_roll(play))
        yield from damage.lose_hull(play, lost["hull"])
    yield from control.control_round(play)
    if ship.declared == control.STANDING:
        ship.declared = control.MAY_RESCIND


def identify(play: Play, allowance: int) -> Procedure[None]:
    """Draw each plane's type. Armed planes go to the special attack box up to the allowance; other
    armed planes lose their weapons (rules 5.1).
    """
    air = play.state.air
    records = play.state.records
    records.waves += 1
    records.planes += len(air.planes)
    for number, plane in enumerate(air.planes):
        plane.number = number
    lost_weapons: dict[int, str] = {}
    for plane in air.planes:
        # The type of a plane of chart 8-2 is known already.
        if not plane.type:
            row = yield play.ask(
                Roll(play.tables["A-1"], IDENTIFY, f"plane {plane.number}", plane=plane.number)
            )
            plane.type = row["type"]
            plane.weapon = row["weapon"] or ""
        if plane.weapon and allowance:
            plane.special = True
            allowance -= 1
        elif plane.weapon:
            lost_weapons[plane.number] = plane.weapon
            plane.weapon = ""
    if play.no_events:
        return
    planes = [identified(plane, lost_weapons.get(plane.number, "")) for plane in air.planes]
    to_come = [len(wave) for wave in air.waves]
    play.emit(
        WaveBegun(
            number=air.wave, planes=planes, to_come=to_come, before=planes_before(play.events)
        )
    )


def identified(plane: Plane, lost_weapon: str) -> IdentifiedPlane:
    """A plane of a wave as it is reported."""
    entry: IdentifiedPlane = {
        "plane": plane.number,
        "type": plane.type,
        "bearing": None if plane.special else plane.bearing,
        "altitude": None if plane.special else plane.altitude,
        "weapon": plane.weapon or None,
    }
    if lost_weapon:
        entry["lost_weapon"] = lost_weapon
    return entry


def planes_before(events: Sequence[Event]) -> int:
    """How many planes came in the waves of a phase so far."""
    phase = takewhile(lambda event: not isinstance(event, PhaseBegun), reversed(events))
    return sum(len(event.planes) for event in phase if isinstance(event, WaveBegun))


def maneuver(play: Play) -> Procedure[None]:
    """The captain may attempt an emergency maneuver once per wave (chart 19, rules 5.2)."""
    if maneuver_barred(play):
        return
    yes = yield from play.confirm(
        ORDER_MANEUVER, "Maneuver", "Hold course", play.ship.crew["captain"].name
    )
    if not yes:
        return
    play.state.maneuvered_today = True
    row = yield play.ask(maneuver_roll(play))
    play.state.air.maneuver = row["successful"]


def maneuver_barred(play: Play) -> str:
    """Reason why no emergency maneuver is possible, or an empty text."""
    state = play.state
    ship = play.ship
    if state.scenario and play.tables.scenarios[int(state.setup.name)].no_maneuver:
        return "the scenario allows no maneuver"
    if not ship.maneuver:
        return "dead in the water"
    if not ship.fuel:
        return "no fuel"
    stacks = (data.id for data in play.tables.sheet.compartments if data.kind == STACK)
    if any(ship.compartments[stack].markers for stack in stacks):
        return "a stack is hit"
    if gunnery.listing(play):
        return "list or trim is too great"
    return ""


def maneuver_roll(play: Play) -> Roll:
    """The roll on chart 19 with its column."""
    chart = play.tables["19"]
    rules = play.tables["rules"]
    numbers = play.tables.numbers
    ship = play.ship
    modifiers = [
        rules.modifier(post, play.value_of(post)) for post in ("captain", "engineering_officer")
    ]
    if ship.maneuver <= numbers.maneuver_low:
        modifiers.append(rules.modifier("maneuver_low"))
    if ship.maneuver <= numbers.maneuver_very_low:
        modifiers.append(rules.modifier("maneuver_very_low"))
    shifts = tuple(modifier for modifier in modifiers if modifier.value)
    column = chart.column_of(sum(modifier.value for modifier in shifts))
    return Roll(chart, MANEUVER, column=column, column_modifiers=shifts)


def special_attacks(play: Play) -> Procedure[None]:
    """Attacks with Ohkas, bombs and torpedoes, then dives of the planes with bombs or torpedoes
    (rules 5.4).
    """
    for plane in play.state.air.planes:
        if not plane.special or not plane.flying:
            continue
        if not plane.flamed:
            yield from special_attack(play, plane)
        if plane.weapon == OHKA and plane.flying:
            play.emit(
                note_of(Remark.CARRIER_FALLS if plane.flamed else Remark.CARRIER_LEAVES, plane.type)
            )
            plane.state = REMOVED
    for plane in play.state.air.planes:
        if plane.special and plane.flying:
            yield from dive(play, plane)


def special_attack(play: Play, plane: Plane) -> Procedure[None]:
    """Attack with one weapon on its chart (12-1 to 12-3). Raises Sunk."""
    roll = special_roll(play, plane)
    row = yield play.ask(roll)
    if row["result"] == StrikeOutcome.MISS:
        return
    near = row["result"] == StrikeOutcome.NEAR_MISS
    play.emit(
        Strike(
            plane=plane.number,
            outcome=StrikeOutcome.WEAPON,
            section="",
            weapon=plane.weapon,
            near=near,
        )
    )
    yield from damage.carry_out(play, row, HitContext(plane=plane.number, chart=roll.chart))


def special_roll(play: Play, plane: Plane) -> Roll:
    """The roll of a weapon on its chart (12-1 to 12-3); a successful maneuver shifts it toward a
    miss.
    """
    chart = play.tables[SPECIAL_CHART[plane.weapon]]
    toward = toward_miss(chart) if play.state.air.maneuver else None
    return Roll(chart, SPECIAL_ATTACK, f"plane {plane.number}", toward=toward, plane=plane.number)


@lru_cache(maxsize=16)
def toward_miss(chart: Chart) -> Toward:
    """A maneuver's modifier on tables 12-1 to 12-3: toward the natural rolls that miss (note to
    table 19).
    """
    rolled = TOTALS[chart.dice]
    misses = (each for each in rolled if chart.look_up(each)["result"] == StrikeOutcome.MISS)
    return Toward(chart.modifier("maneuver"), tuple(misses))


def dives(play: Play) -> Procedure[None]:
    """All other planes still flying dive (rules 5.5)."""
    for plane in play.state.air.planes:
        if plane.flying and not plane.special:
            yield from dive(play, plane)


def dive(play: Play, plane: Plane) -> Procedure[None]:
    """One dive on table 10; the plane is expended."""
    row = yield play.ask(dive_roll(play, plane))
    result = row["result"]
    if result == StrikeOutcome.HIT:
        if plane.special:
            section = (yield play.ask(section_roll(play, plane)))["section"]
        else:
            section = damage.section_of(play, plane.bearing)
        yield from damage.plane_hits(play, plane, section)
    elif result == StrikeOutcome.NEAR_MISS:
        yield from damage.near_miss(play, plane)
    else:
        damage.miss(play, plane)
    plane.state = REMOVED


def dive_roll(play: Play, plane: Plane) -> Roll:
    """The roll on table 10 in the column of the plane's state. Special planes have their own
    column, unless they are aflame.
    """
    column = "special" if plane.special and not plane.flamed else plane.state
    actor = f"plane {plane.number}"
    return Roll(play.tables["10"], DIVE, actor, column, dive_modifiers(play), plane=plane.number)


def section_roll(play: Play, plane: Plane) -> Roll:
    """The die for the section that a special plane hits (note B of table 10)."""
    return Roll(
        play.tables["10"].die("section"), DIVE, f"section {plane.number}", plane=plane.number
    )


def hull_loss_roll(play: Play) -> Roll:
    """The roll on chart 14-1 in the column for the number of planes that hit in this wave. It can take
    at most the hull points that are left.
    """
    chart = play.tables["14-1"]
    column = chart.column_of(play.state.air.plane_hits)
    return Roll(chart, HULL_LOSS, column=column, points_left=play.ship.hull)


def dive_modifiers(play: Play) -> tuple[Modifier, ...]:
    """-1 for a successful emergency maneuver, -1 for a hard turn, +1 when stopped in scenario 8."""
    modifiers = []
    if play.state.air.maneuver:
        modifiers.append(play.tables["10"].modifier("maneuver"))
    if gunnery.turning_hard(play):
        modifiers.append(play.tables["rules"].modifier("hard_turn"))
    if play.state.air.stopped:
        modifiers.append(play.tables["rules"].modifier("stopped"))
    return tuple(modifiers)
