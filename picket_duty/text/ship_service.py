"""The last pages of a game: its end, the service of each ship and of her crew, awards, and the real
ship.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import AFS, SFS
from picket_duty.book.vocabulary import Track
from picket_duty.events import Leave, Loss
from picket_duty.facts import Day, OfficerRecord, Side, weapon_hits
from picket_duty.game import Game
from picket_duty.state import CAMPAIGN, POSTS, SUNK, DayRecord, Setup, Ship, State
from picket_duty.text import dates, english, names
from picket_duty.text.mount_captains import mount_captains
from picket_duty.text.phrases import card_words, phrase, words
from picket_duty.text.status import met_words, outcome_has_days, outcome_words
from picket_duty.text.styled_text import Line, line

#: How the records name fighters and support ships.
SUPPORT = {AFS: Side.FIGHTERS, SFS: Side.SUPPORT_SHIPS}


# -- how it ended --------------------------------------------------------------


def ship_title(ship: Ship) -> str:
    """A ship with her hull number, if she has one: ``USS Bush (DD-529)``."""
    return names.titled_ship_words(ship.name, ship.hull_number)


def end_title(state: State, tables: Tables) -> str:
    """The title of the last page of a game; in a campaign or patrol, the verdict and what became of
    the ship.
    """
    if not state.scenario:
        return outcome_words(state, tables)
    row = phrase("title_held" if state.on_station else "title_left")
    if state.ship.fate == SUNK:
        row = phrase("title_lost")
    return words(row.card, ship=ship_title(state.ship))


def end_words(game: Game, state: State) -> str:
    """How a game ended, in a sentence or two; ``state`` is its state with what became of the last
    ship.
    """
    ship = state.ship
    last = state.records.daily[-1] if state.records.daily else None
    day = dates.short_date(last.date if last else state.date.isoformat())
    where = phrase("her_station").card
    if last and last.station:
        where = card_words("picket_station", station=last.station)
    row = phrase("end_afloat" if state.on_station else "end_left")
    if ship.fate:
        row = phrase("end_fate")
    end = words(
        row.card,
        ship=ship.name,
        where=where,
        fate=names.FATES.get(ship.fate, ""),
        day=day,
        why=cause_of_loss(game),
        hull=ship.hull,
    )
    if not state.records.planes:
        end = f"{phrase('no_raid_came').card} {end}"
    if state.scenario:
        return f"{end} {names.OUTCOMES[state.outcome]}."
    fighting = state.fighting_days
    # The outcome names the fighting days, or they are all days on duty.
    is_said = outcome_has_days(state, game.tables) or state.records.days == fighting
    days = "" if is_said else english.count(fighting, "fighting day")
    spell = dates.spell_words(dates.short_date(state.setup.start.isoformat()), day)
    return card_words("campaign", spell=spell, days=days, end=end)


def cause_of_loss(game: Game) -> str:
    """What sank the ship lost last, such as ``flooding``; empty if it is not known."""
    left = next((event for event in reversed(game.events) if isinstance(event, Leave)), None)
    if left is not None and left.reason == SUNK:
        return names.loss_words(left.why)
    return ""


# -- what a ship or a game had done --------------------------------------------


def credit_words(state: State, tables: Tables, facts: Sequence[Day]) -> str:
    """The three best gunners; ``facts`` have the captains of the mounts."""
    captains = [captain for captain in mount_captains(facts, tables) if captain.dates]
    ranked = sorted(state.records.by_mount.items(), key=lambda item: (-item[1], item[0]))
    best = []
    for slot, planes in ranked[:3]:
        shooter = names.item_name(tables, slot)
        if slot in SUPPORT:
            shooter = phrase("side", SUPPORT[slot]).diary[0]
        # The records add up the planes of a mount on all ships: its captain is named only if there
        # was one.
        of_slot = [captain for captain in captains if captain.mount == slot]
        name = of_slot[0].name(state.setup, tables) if len(of_slot) == 1 else ""
        best.append(card_words("scorer", shooter=shooter, captain=name, planes=planes))
    return card_words("best_gunners", best=english.listed(best))


def has_more_ships(setup: Setup, tables: Tables) -> bool:
    """Whether another ship takes over when one is lost; ships lost then decide the game."""
    return setup.kind == CAMPAIGN and tables.campaigns[setup.name].replacement


class DayDamage(NamedTuple):
    """The damage of a day to the ship and her crew. The gravest comes first, so that the days
    compare by it.
    """

    hull: int = 0
    officers: int = 0
    men: int = 0
    hits: int = 0

    @property
    def words(self) -> str:
        """The damage in words; empty if there is none."""
        parts = []
        if self.hits:
            parts.append(card_words("hits_on", hits=self.hits))
        if self.hull:
            parts.append(card_words("hull_lost_on", lost=self.hull))
        if self.officers or self.men:
            parts.append(casualty_words(self.officers, self.men))
        return ", ".join(parts)


def damage_on(record: DayRecord, facts: Iterable[Day]) -> DayDamage:
    """The damage of a day; only its crashes if its events are not known."""
    day = next((day for day in facts if day.date == record.date), None)
    if day is None:
        return DayDamage(hits=record.hits)
    hull = 0
    hits = 0
    for phase in day.phases:
        for event in phase.consequences:
            if isinstance(event, Loss) and event.track == Track.HULL:
                hull += event.points
        hits += sum(not impact.near for impact in phase.impacts)
    return DayDamage(hull=hull, officers=len(day.killed), men=day.men_lost, hits=hits)


def hardest_day(days: Sequence[DayRecord], facts: Sequence[Day]) -> tuple[DayRecord, DayDamage]:
    """The day with the most damage to the ship; of several the one with the most planes. If the
    facts of some days are unknown, the damage of all is their crashes alone.
    """
    are_known = {day.date for day in facts}.issuperset(day.date for day in days)
    known = facts if are_known else ()
    day = max(days, key=lambda day: (damage_on(day, known), day.planes))
    return day, damage_on(day, known)


def hardest_day_words(days: Sequence[DayRecord], facts: Sequence[Day] = ()) -> str:
    """The hardest day and why, if planes came on several: the damage, or else the planes met."""
    if sum(day.planes > 0 for day in days) < 2:
        return ""
    day, damage = hardest_day(days, facts)
    date = dates.short_date(day.date)
    met = "" if damage.words else english.count(day.planes, "plane")
    return card_words("hardest_day", day=date, met=met, damage=damage.words)


def service_words(ship: Ship, days: list[DayRecord], state: State, facts: Sequence[Day]) -> str:
    """A ship's time on duty in a few sentences, and how it ended; ``days`` are hers, ``facts``
    those known.
    """
    first = dates.short_date(days[0].date)
    last = dates.short_date(days[-1].date)
    recorded = {day.date for day in days}
    weapons = weapon_hits([day for day in facts if day.date in recorded])
    served = card_words(
        "service",
        ship=ship_title(ship),
        days=len(days),
        stations=_stations(days),
        spell=dates.spell_words(first, last),
        met=met_words(*days, weapons=weapons),
    )
    sentences = [served, hardest_day_words(days, facts)]
    if ship.fallen:
        sentences.append(card_words("number_fallen", number=len(ship.fallen)))
    if ship.fate:
        sentences.append(card_words("her_fate", fate=names.FATES[ship.fate], day=last))
    elif state.outcome and ship.name == state.ship.name:
        end = phrase("on_duty_at_end" if state.on_station else "off_station_at_end")
        sentences.append(end.card)
    return " ".join(filter(None, sentences))


def _stations(days: Iterable[DayRecord]) -> str:
    """The stations of some days, each once."""
    numbers = list(dict.fromkeys(str(day.station) for day in days if day.station))
    if not numbers:
        return ""
    noun = "station" if len(numbers) == 1 else "stations"
    return f"{noun} {english.listed(numbers)}"


# -- officers and chiefs ---------------------------------------------------------


def crew_rows(
    ship: Ship, officers: Iterable[OfficerRecord], awards: Iterable[Award], tables: Tables
) -> list[tuple[str, Line]]:
    """Everyone who held a post aboard a ship, by post: value, name, when killed or appointed, deeds
    and awards.
    """
    held = [record for record in officers if record.ship == ship.name]
    known = {record.post for record in held}
    for post, officer in ship.crew.items():
        if post not in known:
            held.append(OfficerRecord(ship.name, post, officer.name, officer.value))
    granted = [award for award in awards if award.ship == ship.name]
    rows = []
    for record in sorted(held, key=lambda record: POSTS.index(record.post)):
        recipient = recipient_words(record.name, record.post)
        received = [award for award in granted if award.to == recipient]
        post = english.title_case(names.POST_NAMES[record.post])
        rows.append((post, _officer_line(record, received, tables)))
    return rows


def _officer_line(record: OfficerRecord, received: Sequence[Award], tables: Tables) -> Line:
    """The value and the name, then when killed or appointed, the deeds and the awards."""
    name = record.name
    for award in received:
        if award.promotion:
            name = names.promoted_name(name, award.name)
    style = "plain"
    if record.value:
        style = "good" if record.value > 0 else "bad"
    spans = line(
        (f"{english.signed(record.value):>2}  ", style),
        (names.naval_name(name, record.post), "dim" if record.killed else "strong"),
    )
    deeds = english.listed(deed_clauses(record, tables))
    done = "; ".join(filter(None, [deeds, _honors(received)]))
    since = _time_in_post(record)
    if since:
        spans += line(": ", (since, "bad" if record.killed else "dim"))
    if done:
        spans += line(f"; {done}") if since else line(": ", done)
    return spans


def _time_in_post(record: OfficerRecord) -> str:
    if record.killed:
        return card_words("killed_when", when=dates.label_words(record.killed))
    if record.since:
        return card_words("in_post_since", when=dates.label_words(record.since))
    return ""


def _honors(received: Sequence[Award]) -> str:
    honors = [f"promoted to {award.name}" if award.promotion else award.name for award in received]
    return ", ".join(_with_numbers(honors))


def _with_numbers(names: Iterable[str]) -> list[str]:
    """Each name once, with its number if there are several."""
    numbers = Counter(names)
    return [f"{name} ({number})" if number > 1 else name for name, number in numbers.items()]


def deed_clauses(record: OfficerRecord, tables: Tables) -> list[str]:
    """What an officer or chief did, each kind of deed once."""
    maneuvers = "maneuvers_ordered" if record.post == "captain" else "maneuvers_made"
    counted = {
        "splashed_under": record.splashed,
        maneuvers: record.maneuvers,
        "kept_afloat": record.kept_afloat,
        "morale_rose": record.morale_rises,
        "morale_fell": record.morale_falls,
        "fires_put_out": record.fires_out,
        "rooms_saved": record.rooms_saved,
        "headway_made": record.headway,
        "repairs_made": len(record.repaired),
    }
    jobs = _with_numbers(names.item_words(tables, job) for job in record.repaired)
    fields = {
        "done": record.evaded or "none",
        "morale": "" if record.morale_rises else "morale",
        "jobs": english.listed(jobs),
    }
    clauses = []
    for row, number in counted.items():
        if number:
            times = english.times(number) or "once"
            clauses.append(card_words(row, number=number, times=times, **fields))
    return clauses


def casualty_words(officers: int, men: int) -> str:
    """Officers and chiefs killed, and men of the repair parties killed or wounded; empty if there
    are none.
    """
    parts = ((officers, phrase("officers_killed")), (men, phrase("men_killed_or_wounded")))
    return ", ".join(words(row.card, number=number) for number, row in parts if number)


def recipient_words(name: str, post: str) -> str:
    """An officer or chief as awards name them."""
    return f"{names.naval_name(name, post)}, {names.POST_NAMES[post]}"


# -- the real ships --------------------------------------------------------------


def real_words(ship: Ship, tables: Tables) -> str:
    """The end of the real Fletcher of that name, if she was lost off Okinawa; empty if not."""
    for loss in tables.map_data.lost:
        if loss.ship == ship.name:
            row = phrase("real_station" if loss.station else "real_off_station")
            where = words(row.card, station=loss.station)
            day = dates.plain_day(loss.date.isoformat())
            row = phrase("real_loss")
            return words(row.card, ship=loss.ship, hull=loss.hull, day=day, where=where)
    return ""


# -- awards ----------------------------------------------------------------------


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """An award as granted, or a promotion to the rank ``name``; ``number`` counts those of its kind
    to the recipient.

    ``men`` is the number of recipients without names; ``crew``: it is for the crew of a gun;
    ``citation`` may be empty.
    """

    date: str
    ship: str
    id: str
    name: str
    to: str
    why: str
    number: int = 1
    men: int = 0
    crew: bool = False
    promotion: bool = False
    posthumous: bool = False
    citation: str = ""


def award_words(award: Award) -> str:
    """An award in a sentence: ``Navy Cross to Comdr. John Hall, captain, for ...``."""
    if award.crew:
        return english.title_case(f"{award.to}: {award.name}, {award.why}.")
    if award.promotion:
        promoted = "posthumously promoted" if award.posthumous else "promoted"
        return english.title_case(f"{award.to}, {promoted} to {award.name} {award.why}.")
    fallen = ", posthumously" if award.posthumous else ""
    again = "another " if award.number > 1 and not award.men else ""
    return english.title_case(f"{again}{award.name} to {award.to}{fallen}, {award.why}.")
