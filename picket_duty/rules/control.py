"""Damage control: declaration, flooding, men, repairs, fires (charts 17, 20, 21, 21-1, rules 7)."""

from __future__ import annotations

from picket_duty.book import vocabulary
from picket_duty.book.data import LIST_AND_TRIM, CompartmentData
from picket_duty.book.ids import DECK_FIRE, ROOM, WATER_LINES, JobId
from picket_duty.book.vocabulary import DamageEffect, Remark
from picket_duty.charts import Chart, Modifier
from picket_duty.events import Control, Damage, note_of
from picket_duty.requests import Choice, Job, Option, Roll
from picket_duty.rules import damage, deck_fires, jobs
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import CHIEFS, PORT, SECTIONS, STARBOARD, WORKING

#: Stages of the emergency declaration (rules 7.1). They change in ``declare``, at the start and at
#: the end of the next wave (``wave.fight_wave``), and in ``rescind`` or at the end of the turn.
NO_EMERGENCY = 0
DECLARED = 1
STANDING = 2
MAY_RESCIND = 3
#: The option to flood nothing.
NO_FLOODING = "none"


def rounds_after(play: Play) -> Procedure[None]:
    """Up to three rounds after the last wave or in a quiet phase, while there is work to do (rules
    4.5).
    """
    for _ in range(play.tables.numbers.rounds_after):
        if not work_to_do(play):
            return
        yield from hold_round(play)


def work_to_do(play: Play) -> bool:
    """Whether there is an open repair job or counterflooding is possible."""
    return any(jobs.open_entries(play)) or can_counterflood(play)


def control_round(play: Play) -> Procedure[None]:
    """The damage control round of a wave, skipped if there is no work to do."""
    if work_to_do(play):
        yield from hold_round(play)
    else:
        # No job of the next round is continued: nobody works in this one.
        play.ship.jobs = {}


def hold_round(play: Play) -> Procedure[None]:
    """One damage control round, in its five steps."""
    play.state.air.round += 1
    if play.ship.declared == NO_EMERGENCY:
        yield from declare(play)
    yield from flood_compartments(play)
    yield from counterflood(play)
    put_out = yield from repair(play)
    yield from spread_fires(play)
    yield from burn_deck(play, put_out)


def declare(play: Play) -> Procedure[None]:
    """The captain may attempt an emergency declaration (chart 17)."""
    yes = yield from play.confirm(vocabulary.DECLARE, "Declare an emergency", "No emergency")
    if not yes:
        return
    row = yield play.ask(declaration_roll(play))
    if row["declared"]:
        play.ship.declared = DECLARED
        play.emit(note_of(Remark.EMERGENCY))


def declaration_roll(play: Play) -> Roll:
    """The roll on chart 17 in the captain's column."""
    chart = play.tables["17"]
    return Roll(chart, vocabulary.DECLARATION, column=chart.column_of(play.value_of("captain")))


def rescind(play: Play) -> Procedure[None]:
    """The captain may end the emergency; asked before gunfire, from the second wave after the
    declaration.
    """
    yes = yield from play.confirm(vocabulary.RESCIND, "Rescind", "Keep it")
    if yes:
        play.ship.declared = NO_EMERGENCY


# -- flooding ------------------------------------------------------------------


def flood_compartments(play: Play) -> Procedure[None]:
    """Voluntary flooding of burning compartments, one attempt each (chart 21, rules 7.2)."""
    tried: set[str] = set()
    while True:
        burning = [data for data in _burning(play) if data.floodable and data.id not in tried]
        if not burning:
            return
        options = (
            Option(NO_FLOODING, "No flooding"),
            *(Option(data.id, f"Flood {data.name}") for data in burning),
        )
        name = yield from play.choose(Choice(vocabulary.FLOOD, options))
        if name == NO_FLOODING:
            return
        tried.add(name)
        yield from flood_one(play, name)


def _burning(play: Play) -> list[CompartmentData]:
    """The compartments that burn and are in action, in the order of the damage sheet."""
    fires = [name for name, room in play.ship.compartments.items() if room.fire and not room.out]
    if fires:
        return [data for data in play.tables.sheet.compartments if data.id in fires]
    return []


def flood_one(play: Play, name: str) -> Procedure[None]:
    """One attempt: success extinguishes the fire and floods the compartment, failure may cause an
    explosion.
    """
    ship = play.ship
    data = play.tables.compartments[name]
    row = yield play.ask(flooding_roll(play, name))
    if not row["successful"]:
        yield from damage.explosion(play, name)
        return
    compartment = ship.compartments[name]
    compartment.fire = False
    compartment.markers = 0
    compartment.flooded = True
    ship.jobs.pop(name, None)
    play.emit(Damage(section=data.section, item=name, effect=DamageEffect.FLOODED))
    yield from damage.take_water(
        play, data.section, side="", points=play.tables.numbers.flood_per_hit, cause=name
    )
    yield from damage.put_out_of_action(play, name, compartment)


def flooding_roll(play: Play, name: str) -> Roll:
    """The roll on chart 21 for a compartment, or for counterflooding. ``name`` does not change its
    chances.
    """
    return Roll(
        play.tables["21"], vocabulary.FLOODING, name, modifiers=flooding_modifiers(play), item=name
    )


def flooding_modifiers(play: Play) -> tuple[Modifier, ...]:
    """-1 with damaged or destroyed water lines (chart 21); ``lines_out`` (table 15) does not
    count.
    """
    if play.ship.equipment[WATER_LINES] == WORKING:
        return ()
    return (play.tables["21"].modifier("water_lines"),)


def can_counterflood(play: Play) -> bool:
    """Whether there is list or trim to correct by counterflooding (advanced, rules 6)."""
    ship = play.ship
    return (
        play.state.option(LIST_AND_TRIM)
        and bool(ship.floods)
        and bool(ship.list_points or ship.trim_points)
    )


def counterflood(play: Play) -> Procedure[None]:
    """One attempt per round to flood the other side or end; failure has no effect (rules 7.2)."""
    if not can_counterflood(play):
        return
    places = [(section, side) for section in SECTIONS for side in (PORT, STARBOARD, "")]
    options = (
        Option(NO_FLOODING, "No counterflooding"),
        *(Option(place_of(*place), place_of(*place).capitalize()) for place in places),
    )
    answer = yield from play.choose(Choice(vocabulary.COUNTERFLOOD, options))
    if answer == NO_FLOODING:
        return
    section, side = next(place for place in places if place_of(*place) == answer)
    row = yield play.ask(flooding_roll(play, "counterflood"))
    if row["successful"]:
        yield from damage.take_water(
            play,
            section,
            side,
            points=play.tables.numbers.flood_per_hit,
            cause=vocabulary.COUNTERFLOOD.id,
        )


def place_of(section: str, side: str) -> str:
    """Name of a flooded place in orders: section and side, or section and center."""
    return f"{section} {side or 'center'}"


# -- repairs ---------------------------------------------------------------------


def repair(play: Play) -> Procedure[set[str]]:
    """Assign men, then roll each job; returns the sections whose deck fire was extinguished."""
    ship = play.ship
    choice = men_choice(play)
    assigned: dict[str, int] = {}
    if choice.jobs and any(choice.men.values()):
        assigned = yield from play.choose(choice)
    ship.jobs = dict(assigned)
    put_out: set[str] = set()
    for name, job in choice.jobs.items():
        # Another job's roll, such as an explosion, may end a job or take its men.
        men = ship.jobs.get(name, 0)
        if not men:
            continue
        row = yield play.ask(repair_roll(play, name, job, men))
        removed = 0
        flood_before = ship.flood
        if row["successful"]:
            removed = yield from succeed(play, name, job)
            if job.kind == DECK_FIRE:
                put_out.add(job.section)
            if job.kind != ROOM or not ship.compartments[name].markers:
                # A finished job frees its men, so that a new hit there is a new job (rules 7.4).
                ship.jobs.pop(name, None)
        if play.no_events:
            continue
        play.emit(
            Control(
                section=job.section,
                job=name,
                men=men,
                success=row["successful"],
                markers=removed,
                markers_left=ship.compartments[name].markers if job.kind == ROOM else 0,
                water_drained=flood_before - ship.flood,
                flood=ship.flood,
                officer=ship.crew[CHIEFS[job.section]].name if row["successful"] else "",
            )
        )
    return put_out


def men_choice(play: Play) -> Choice:
    """The choice of men per repair job: the open jobs and the men of each section."""
    return Choice(
        vocabulary.REPAIR_MEN,
        jobs=jobs.open_jobs(play),
        men=dict(play.ship.men),
        most=play.tables.numbers.men_per_job,
    )


def succeed(play: Play, name: str, job: Job) -> Procedure[int]:
    """Carry out a successful repair; returns the number of hit markers removed."""
    ship = play.ship
    if job.kind == DECK_FIRE:
        del ship.deck_fires[job.section]
        return 0
    if job.kind != ROOM:
        jobs.repair_item(play, job)
        return 0
    row = yield play.ask(markers_roll(play, name))
    compartment = ship.compartments[name]
    removed = (
        compartment.markers if row["markers"] == "all" else min(compartment.markers, row["markers"])
    )
    compartment.markers -= removed
    if not compartment.markers:
        compartment.fire = False
        jobs.drain(play, name)
    return removed


def markers_roll(play: Play, name: str) -> Roll:
    """The die for the number of hit markers that a success removes (chart 20)."""
    return Roll(play.tables["20"].die("markers"), vocabulary.REPAIR, f"{name} markers", item=name)


def repair_roll(play: Play, name: str, job: Job, men: int) -> Roll:
    """The roll on chart 20 for a job with ``men`` men (rules 7.4)."""
    chart = play.tables["20"]
    shifts = repair_shifts(play, name, job, men)
    column = chart.column_of(sum(modifier.value for modifier in shifts))
    return Roll(
        chart,
        vocabulary.REPAIR,
        actor=name,
        column=column,
        modifiers=repair_modifiers(play, chart, job),
        column_modifiers=shifts,
        item=name,
    )


def repair_shifts(play: Play, name: str, job: Job, men: int) -> tuple[Modifier, ...]:
    """Column modifiers of a repair roll: base value, men, chief, minus markers, fire level or kind
    of job.
    """
    rules = play.tables["rules"]
    ship = play.ship
    modifiers = [
        rules.modifier("men", men),
        rules.modifier("chief", play.value_of(CHIEFS[job.section])),
    ]
    if job.kind == DECK_FIRE:
        modifiers.append(rules.modifier("deck_fire_level", -ship.deck_fires[job.section]))
        modifiers.append(rules.modifier("deck_fire"))
    else:
        modifiers.append(rules.modifier("repair_base"))
        if job.kind == ROOM:
            modifiers.append(rules.modifier("markers", -ship.compartments[name].markers))
        else:
            modifiers.append(rules.modifier("other_job"))
    return tuple(modifier for modifier in modifiers if modifier.value)


def repair_modifiers(play: Play, chart: Chart, job: Job) -> tuple[Modifier, ...]:
    """Dice modifiers of a repair roll, as printed with chart 20."""
    ship = play.ship
    modifiers = []
    if ship.lines_out or ship.equipment[WATER_LINES] != WORKING:
        modifiers.append(chart.modifier("water_lines"))
    if ship.morale:
        modifiers.append(
            chart.modifier("morale_positive" if ship.morale > 0 else "morale_negative")
        )
    if job.continued:
        modifiers.append(chart.modifier("continued"))
    if ship.declared:
        modifiers.append(chart.modifier("emergency"))
    return tuple(modifiers)


# -- fires -------------------------------------------------------------------------


def spread_fires(play: Play) -> Procedure[None]:
    """Each burning compartment may take one more marker (rules 7.5)."""
    compartments = play.ship.compartments
    for data in play.tables.sheet.compartments:
        compartment = compartments.get(data.id)
        if compartment is None or not compartment.fire or compartment.out:
            continue
        row = yield play.ask(spread_roll(play, data.id))
        if row["spreads"]:
            damage.emit_markers(play, data, DamageEffect.BURNS, markers=1)
            yield from damage.add_markers(play, data.id, markers=1, blow=None)


def spread_roll(play: Play, name: str) -> Roll:
    """The die for the fire of a compartment (rules 7.5)."""
    return Roll(play.tables["rules"].die("spread"), vocabulary.FIRE, name, item=name)


def burn_deck(play: Play, put_out: set[str]) -> Procedure[None]:
    """Deck fires that were not extinguished grow, then damage the hull (rules 7.5)."""
    numbers = play.tables.numbers
    fires = play.ship.deck_fires
    for section in SECTIONS:
        # Where a fire was put out, an explosion may have lit another, which does not grow yet.
        if section not in fires or section in put_out:
            continue
        fires[section] += 1
        if fires[section] > numbers.deck_fire_limit:
            yield from deck_fires.deck_fire_out_of_control(play, section)
        else:
            play.emit(
                Damage(
                    section=section,
                    item=DECK_FIRE,
                    effect=DamageEffect.GROWS,
                    points=fires[section],
                )
            )
    for section in SECTIONS:
        if fires.get(section, 0) >= numbers.deck_fire_burns:
            yield from damage.lose_hull(
                play, numbers.deck_fire_hull_loss, JobId(DECK_FIRE, section=section).id
            )
