"""The voice of the deck log, in the style of a ship's papers of 1945; a clause has no capital and
no period.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, PUMP, split_id
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Reason, StrikeOutcome, Track
from picket_duty.events import Control, Damage, Loss
from picket_duty.facts import (
    Arrival,
    Consequence,
    Day,
    Impact,
    Killed,
    Phase,
    PlaneReport,
    ShotResult,
    WaveReport,
)
from picket_duty.facts.damage import is_out_of_control
from picket_duty.facts.days import Stores
from picket_duty.text.dates import plain_day
from picket_duty.text.english import (
    listed,
    lowered,
    number_alone,
    number_words,
    sentence,
    times,
)
from picket_duty.text.fact_rows import SUBJECT, damage_row, impact_row, shooter_words
from picket_duty.text.names import (
    POST_NAMES,
    WEAPONS,
    item_words,
    naval_name,
    part_of_ship,
    party_words,
    room_words,
    the_room,
    things_words,
    titled_ship_words,
)
from picket_duty.text.phrases import cases, deck_log_words, phrase, words

# -- ships and days ------------------------------------------------------------


def arrival_words(arrival: Arrival) -> str:
    """A ship takes the duty."""
    ship = titled_ship_words(arrival.name, arrival.hull)
    if not arrival.returning:
        return deck_log_words("new_ship", ship=ship)
    after = ""
    if arrival.after in cases("after"):
        after = phrase("after", arrival.after).deck_log
    return deck_log_words("ship_returns", ship=ship, after=after)


def departure_words(day: Day) -> str:
    """How a ship left her station, or was lost."""
    assert day.leave is not None
    if day.lost:
        cause = cause_words(day.leave.why)
        return deck_log_words("sank", day.lost, ship=day.ship, cause=cause)
    reasons = reasons_words(day.leave.reason)
    if day.sent_to_rear:
        return deck_log_words("leaves_for_good", reasons=reasons)
    back = plain_day(day.leave.until) if day.leave.until else ""
    return deck_log_words("leaves", reasons=reasons, back=back)


def cause_words(why: str) -> str:
    """The cause of a loss, as the end of a sentence; empty if it is not known."""
    rows = cases("loss_reason")
    # The diary has the causes as ends of sentences. The reason of an explosion begins with its
    # room.
    room = why.removesuffix(f" {Reason.EXPLODED}")
    if room != why:
        return words(rows[Reason.EXPLODED].diary[0], room=the_room(room))
    if known := [rows[part].diary[0] for part in why.split(", ") if part in rows]:
        return listed(known)
    return phrase("lost_to_damage").deck_log if why else ""


def reasons_words(reasons: str) -> str:
    """Why a ship left her station: ``because of flooding and hull damage``; an unknown reason as it
    is.
    """
    known = cases("leave_reason")
    parts = [
        known[Reason(part)].diary[0] if part in known else f"because of {part}"
        for part in reasons.split(", ")
    ]
    # "Because of" is said once, before the first reason.
    return listed(parts).replace(" and because of ", " and ").replace(", because of ", ", ")


def storm_words(phase: Phase) -> str:
    """How long a typhoon lasted."""
    after = datetime.date.fromisoformat(phase.date) + datetime.timedelta(days=phase.typhoon_days)
    return deck_log_words("typhoon_over", day=plain_day(after.isoformat()))


def stores_fields(stores: Stores, tables: Tables) -> dict[str, str | int]:
    """The fields of the sentences on stores: fuel and ammunition in percent, the state of the
    hull.
    """
    full = tables.numbers
    fuel = round(100 * stores.fuel / full.fuel)
    ammunition = round(100 * stores.ammunition / full.ammunition)
    return {"fuel": fuel, "ammunition": ammunition, "hull": hull_words(stores.hull, full.hull)}


def hull_words(left: int, full: int) -> str:
    """The state of the hull by the points left: ``hull damage slight``. The cases are numbered from
    0 for no points to the last for ``full``.
    """
    most = len(cases("hull")) - 1
    return phrase("hull", str(round(left * most / full))).deck_log


def flooding_words(flood: int, limit: int) -> str:
    """How serious flooding is: ``slight``. The cases are numbered from 0 for no flooding to the
    last for ``limit``; what is between two counts as the higher one.
    """
    most = len(cases("flooding")) - 1
    # A floor division of the negative number rounds up, without a float.
    degree = -(-flood * most // limit)
    return phrase("flooding", str(min(degree, most))).deck_log


# -- watches and raids ---------------------------------------------------------


def steaming_words(phase: Phase) -> str:
    """How the first watch of a phase begins: station, lights, weather."""
    row = phrase("station_name" if phase.station else "no_station_name")
    station = words(row.deck_log, station=phase.station)
    sentences = [deck_log_words("steaming", phase.light, station=station)]
    if phase.weather:
        sentences.append(phrase("weather", phase.weather).deck_log)
    if phase.stopped:
        sentences.append(phrase("stopped").deck_log)
    return " ".join(sentences)


def contact_words(phase: Phase) -> str:
    """A raid is reported."""
    assert phase.raid is not None
    number = phase.raid.planes
    planes = deck_log_words(
        "some_planes" if number > 1 else "one_plane",
        number=number_words(number),
    )
    row = phrase("kikusui_raid" if phase.raid.kikusui else "raid")
    return words(row.deck_log, number=number, planes=planes)


def kinds_words(planes: Iterable[PlaneReport]) -> str:
    """Planes by type: ``two Vals and one Zeke``."""
    kinds = Counter(plane.type for plane in planes)
    return listed([f"{number_words(each)} {_plural(kind, each)}" for kind, each in kinds.items()])


def _plural(kind: str, number: int) -> str:
    if number == 1 or kind.endswith("s"):
        return kind
    return f"{kind}s"


def fight_sentences(wave: WaveReport, tables: Tables) -> list[str]:
    """The fight before the first impact: maneuver, fire, planes splashed, weapons that missed."""
    sentences = []
    if wave.maneuver is not None:
        row = phrase("maneuvered" if wave.maneuver else "maneuver_failed")
        sentences.append(row.deck_log)
    if any(shot.by_guns for shot in wave.shots):
        sentences.append(phrase("commenced_firing").deck_log)
    for plane in wave.planes:
        if ends := _shot_down(plane, tables):
            row = phrase("shot_down_by")
            sentences.append(words(row.deck_log, type=plane.type, ends=" and ".join(ends)))
    return sentences + weapons_missed(wave)


def _shot_down(plane: PlaneReport, tables: Tables) -> list[str]:
    """Who set a plane afire, and who destroyed it; one clause if that was the same shooter."""
    shots = {ShotResult.SET_AFIRE: plane.set_afire_by, ShotResult.DESTROYED: plane.destroyed_by}
    shooters = {
        result: shooter_words(slot, "deck_log", tables) for result, slot in shots.items() if slot
    }
    if len(shooters) == 2 and len(set(shooters.values())) == 1:
        shooters = {ShotResult.FINISHED_OFF: shooters[ShotResult.SET_AFIRE]}
    return [deck_log_words("shot", result, shooter=shooter) for result, shooter in shooters.items()]


def weapons_missed(wave: WaveReport) -> list[str]:
    """The weapons that missed the ship."""
    row = phrase("weapon_missed")
    missed = [plane for plane in wave.planes if plane.weapon_result == StrikeOutcome.MISS]
    return [words(row.deck_log, weapon=WEAPONS[plane.weapon], type=plane.type) for plane in missed]


def dive_sentences(wave: WaveReport) -> list[str]:
    """The end of a wave: planes that released an Ohka and withdrew, and those that missed."""
    withdrew = [plane.type for plane in wave.planes if plane.carries_ohka and plane.weapon_result]
    sentences = [deck_log_words("withdrew", type=kind) for kind in withdrew]
    if missed := wave.counts.missed:
        sentences.append(deck_log_words("misses", number=number_words(missed), planes=missed))
    return sentences


def impact_sentences(wave: WaveReport, tables: Tables) -> list[str]:
    """Each plane or weapon that hit the ship or fell close aboard, with the damage and those
    killed.
    """
    impacts = impacts_logged(wave)
    return [
        " ".join([impact_words(impact, tables), *killed_sentences(impact.after)])
        for impact in impacts
    ]


def impacts_logged(wave: WaveReport) -> list[Impact]:
    """The impacts of a wave with what the log says of each: the state of the hull only after its
    last loss.
    """
    return [
        msgspec.structs.replace(impact, after=_with_final_hull(impact.after, wave))
        for impact in wave.impacts
    ]


def later_sentences(wave: WaveReport, tables: Tables) -> list[str]:
    """What was lost and noted in a wave apart from the impacts."""
    return [sentence(text) for text in clauses(_with_final_hull(wave.later, wave), tables)]


def _with_final_hull(events: Iterable[Consequence], wave: WaveReport) -> list[Consequence]:
    """The events without the losses of hull points, except the last one of the wave."""
    lost = [
        event
        for event in wave.consequences
        if isinstance(event, Loss) and event.track == Track.HULL and event.points
    ]
    return [event for event in events if not any(event is before for before in lost[:-1])]


def impact_words(impact: Impact, tables: Tables) -> str:
    """What hit the ship or fell close aboard, and the damage; those killed have sentences of their
    own.
    """
    after = [event for event in impact.after if not isinstance(event, Killed)]
    done = clauses(after, tables)
    # A room that was damaged is named with its damage.
    named = any(room_words(impact.room) in _clause(event, tables) for event in after)
    room = the_room(impact.room) if impact.room and not named else ""
    strike = strike_words(impact, room)
    if done:
        return f"{strike} {sentence('; '.join(done))}"
    return strike


def strike_words(impact: Impact, room: str = "") -> str:
    """What hit the ship or fell close aboard."""
    weapon = WEAPONS[impact.weapon] if impact.weapon else ""
    # The bearing of a special plane is not known.
    row = "came"
    if impact.bearing is None:
        row = "came_burning" if impact.flamed else "came_after_release"
    came = deck_log_words(
        row,
        type=impact.type,
        bearing=impact.bearing,
        weapon=weapon,
        burning="burning" if impact.flamed else "",
    )
    return words(
        impact_row(impact).deck_log,
        came=came,
        part=part_of_ship(impact.section),
        type=impact.type,
        weapon=weapon,
        room=room,
    )


# -- what was hit, lost and repaired -------------------------------------------


def clauses(events: Iterable[Consequence], tables: Tables) -> list[str]:
    """The events as clauses. Things in the same state share a clause, and equal events are said
    once, with how often they happened. Each loss on a track has a separate clause.
    """
    told: dict[Hashable, list[Consequence]] = {}
    for number, event in enumerate(events):
        key = number if isinstance(event, Loss) else _told_with(event, tables)
        told.setdefault(key, []).append(event)
    return [text for alike in told.values() for text in _clauses_alike(alike, tables)]


def _told_with(event: Consequence, tables: Tables) -> Hashable:
    """The key of an event among ``clauses``: events with equal keys share a clause. It is a deck
    fire, a row with a verb for several things, or all the words.
    """
    if isinstance(event, Damage) and event.item == DECK_FIRE:
        return event.section, is_out_of_control(event)
    if isinstance(event, Damage) and damage_row(event, tables).deck_log.startswith(SUBJECT):
        return damage_row(event, tables)
    return _clause(event, tables)


def _clauses_alike(alike: Sequence[Consequence], tables: Tables) -> list[str]:
    """The clauses of events told together."""
    first = alike[0]
    counted = Counter(_clause(event, tables) for event in alike)
    if isinstance(first, Damage) and first.item == DECK_FIRE:
        if is_out_of_control(first):
            # However often it is hit again.
            return [_clause(first, tables)]
        # Lit, then spread once or more: two different clauses.
        if first.effect == DamageEffect.LIT and len(counted) == 2:
            part = part_of_ship(first.section)
            often = times(len(alike) - 1)
            return [deck_log_words("fire_lit_and_spread", part=part, times=often)]
    # Different things in the same state.
    elif isinstance(first, Damage) and len(counted) == len(alike) > 1:
        names = [item_words(tables, event.item) for event in alike if isinstance(event, Damage)]
        return [words(damage_row(first, tables).deck_log, item=things_words(names))]
    return [f"{text} {times(often)}".strip() for text, often in counted.items() if text]


def _clause(event: Consequence, tables: Tables) -> str:
    if isinstance(event, Damage):
        if event.effect in (DamageEffect.SUPERFICIAL, DamageEffect.SUNK):
            return ""
        named = {"part": part_of_ship(event.section)}
        if event.item != DECK_FIRE:
            named = {"item": item_words(tables, event.item)}
        return words(damage_row(event, tables).deck_log, **named)
    if isinstance(event, Loss):
        return _loss(event, tables)
    if isinstance(event, Killed):
        return killed_clause(event)
    if event.remark and (text := phrase("remark", event.remark[0]).deck_log):
        return text
    return lowered(event.text)


def killed_sentences(events: Iterable[Consequence]) -> list[str]:
    """The officers and chiefs killed, each with the successor."""
    return [sentence(killed_clause(event)) for event in events if isinstance(event, Killed)]


def killed_clause(event: Killed) -> str:
    """An officer or chief who was killed, and the successor."""
    return deck_log_words(
        "killed",
        post=POST_NAMES[event.post],
        fallen=naval_name(event.name, event.post),
        successor=naval_name(event.successor, event.post),
    )


def _loss(event: Loss, tables: Tables) -> str:
    """A loss as a clause; empty if no points were lost or the log leaves it out."""
    if not event.points:
        return ""
    left_words = number_alone(event.left)
    if event.track in MEN_SECTIONS:
        men = f"{number_words(event.points)} {'man' if event.points == 1 else 'men'}"
        party = party_words(MEN_SECTIONS[event.track])
        return deck_log_words("men_lost", men_words=men, party=party, left_words=left_words)
    row = None if event.left else cases("at_end").get(event.track)
    row = row or phrase("loss", event.track)
    if not row.deck_log:
        return ""
    numbers = tables.numbers
    full = {
        Track.FUEL: numbers.fuel,
        Track.AMMUNITION: numbers.ammunition,
        Track.MANEUVER: numbers.maneuver,
    }
    state = ""
    if event.track == Track.HULL:
        # The state after all hits so far: ``hull damage now slight``.
        state = " now ".join(hull_words(event.left, numbers.hull).rsplit(" ", 1))
    return words(
        row.deck_log,
        left_words=left_words,
        # Only the rows of these three tracks have a percentage.
        percent=round(100 * event.left / full.get(event.track, 1)),
        state=state,
        degree=flooding_words(event.left, numbers.flood_limit),
    )


def repairs_words(jobs: Iterable[Control], tables: Tables) -> str:
    """The successful repairs after a wave as a sentence; empty if there were none."""
    done = repair_clauses(jobs, tables)
    return sentence(listed(done)) if done else ""


def phase_repairs_words(phase: Phase, tables: Tables) -> str:
    """The report of the repair parties after the raid; empty if they achieved nothing."""
    done = repair_clauses(phase.control, tables)
    if done:
        return deck_log_words("repair_report", repairs=listed(done))
    return ""


def repair_clauses(jobs: Iterable[Control], tables: Tables) -> list[str]:
    """The successful repairs, one clause per job and one for all deck fires, with the flooding that
    remains.
    """
    jobs = list(jobs)
    fires = [job for job in jobs if job.success and split_id(job.job).kind == DECK_FIRE]
    parts = list(dict.fromkeys(part_of_ship(job.section) for job in fires))
    # A fire that broke out again in the same part is said once.
    row = phrase("fires_out" if parts[1:] else "fire_out")
    done = [words(row.deck_log, parts=listed(parts))] if fires else []
    for job in jobs:
        if job.success and job not in fires:
            item = job.job
            row = phrase("restored")
            if split_id(item).kind == PUMP:
                item = split_id(item).target
                row = phrase("pumped_out")
            elif job.markers:
                row = phrase("headway") if job.markers_left else phrase("put_right")
            headway = words(phrase("headway").deck_log, item=item_words(tables, item))
            # Only the last result for a room is said: more headway, or that it is back in service.
            if headway in done:
                done.remove(headway)
            done.append(words(row.deck_log, item=item_words(tables, item)))
        if job.water_drained:
            done.append(_pumping(job, tables.numbers.flood_limit))
    return done


def _pumping(job: Control, limit: int) -> str:
    """What became of the flooding when water was pumped out."""
    if not job.flood:
        return phrase("flooding_stopped").deck_log
    degree = flooding_words(job.flood, limit)
    before = flooding_words(job.flood + job.water_drained, limit)
    row = phrase("flooding_less" if degree == before else "flooding_down")
    return words(row.deck_log, degree=degree)
