"""The last pages of a game: its end, the service of each ship and of her crew, awards, and the real
ship.

The captains of the gun mounts are known to no rule. Their names follow from the seed, the ship, the
mount and the number of captains that it has lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import ACES
from picket_duty.book.ids import AFS, SFS
from picket_duty.book.vocabulary import DamageEffect, Track
from picket_duty.dice import mix, number_of
from picket_duty.events import Damage, Leave, Loss
from picket_duty.facts import Day, OfficerRecord, Side, shooter_side, weapon_hits
from picket_duty.game import Game
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import surname_of
from picket_duty.state import CAMPAIGN, POSTS, DayRecord, Setup, Ship, State
from picket_duty.text import dates, english, names
from picket_duty.text.phrases import phrase, words
from picket_duty.text.status import met_words, outcome_has_days, outcome_words
from picket_duty.text.styled_text import Line, line


class MountCaptain(msgspec.Struct):
    """The captain of a mount: ``number`` counts those before who were lost with it.

    ``dates`` are the days of the planes credited, splashed or set afire; ``lost`` is the phase in
    which the mount was destroyed, empty if it was not.
    """

    ship: str
    mount: str
    number: int = 0
    dates: list[str] = []
    lost: str = ""

    def name(self, setup: Setup, tables: Tables) -> str:
        """The surname."""
        return captain_name(
            setup.seed, self.ship, self.mount, self.number, tables, tuple(setup.officers.values())
        )

    def is_ace(self, setup: Setup, tables: Tables) -> bool:
        """Whether the crew became aces, if the option is on."""
        return ACES in setup.options and len(self.dates) >= tables.numbers.ace_planes


@lru_cache(maxsize=256)
def captain_name(
    seed: int, ship: str, mount: str, number: int, tables: Tables, officers: tuple[str, ...] = ()
) -> str:
    """The surname of a mount's captain after ``number`` others, none of the ship's ``officers``,
    drawn or chosen.
    """
    start = number_of(f"mount captains {seed} {ship}")
    surnames = tables.names.surnames
    mounts = list(tables.mounted)
    crew = {surname_of(seed, count, surnames) for count in range(len(surnames) // 2)}
    crew |= {name.split()[-1] for name in officers if name.strip()}
    # In an order of the game and the ship; those that officers and chiefs take first come last.
    order = sorted(
        range(len(surnames)), key=lambda index: (surnames[index] in crew, mix(start ^ index))
    )
    return surnames[order[(mounts.index(mount) + number * len(mounts)) % len(order)]]


def mount_captains(days: Iterable[Day], tables: Tables) -> list[MountCaptain]:
    """The captains credited with planes or lost on some days, in that order."""
    captains: list[MountCaptain] = []
    aboard: dict[tuple[str, str], MountCaptain] = {}

    def of(ship: str, mount: str) -> MountCaptain:
        captain = aboard.get((ship, mount))
        if captain is None or captain.lost:
            captain = MountCaptain(ship, mount, 0 if captain is None else captain.number + 1)
            aboard[ship, mount] = captain
            captains.append(captain)
        return captain

    for day in days:
        for phase in day.phases:
            for slot in phase.shot_down_by:
                if shooter_side(slot) is Side.GUNS:
                    of(day.ship, slot).dates.append(day.date)
            for hit in phase.consequences:
                if (
                    isinstance(hit, Damage)
                    and hit.effect == DamageEffect.DESTROYED
                    and hit.item in tables.mounted
                ):
                    of(day.ship, hit.item).lost = phase.label
    return captains


def captains_aboard(ship: Ship, days: Iterable[Day], tables: Tables) -> dict[str, MountCaptain]:
    """The captain of each mount of a ship that is not destroyed; ``days`` are all of the game so
    far.
    """
    last = {
        captain.mount: captain
        for captain in mount_captains(days, tables)
        if captain.ship == ship.name
    }
    aboard = {}
    for name, mount in ship.mounts.items():
        captain = last.get(name, MountCaptain(ship.name, name))
        if captain.lost:
            captain = MountCaptain(ship.name, name, captain.number + 1)
        if not mount.destroyed:
            aboard[name] = captain
    return aboard


def record_words(captain: MountCaptain, setup: Setup, tables: Tables) -> str:
    """The name of a captain with the planes, and when the mount was lost."""
    return words(
        phrase("mount_captain_record").card,
        captain=captain.name(setup, tables),
        when=dates.label_words(captain.lost),
        planes=len(captain.dates) or None,
        crew="ace" if captain.is_ace(setup, tables) else "",
    )


def credited_words(
    captains: Iterable[MountCaptain], date: str, setup: Setup, tables: Tables
) -> str:
    """The planes credited to the mounts on a day, most first, and which crews became aces; empty if
    there are none.
    """
    credited: dict[int, list[str]] = {}
    for captain in captains:
        if planes := captain.dates.count(date):
            mount = _credited_mount(captain, date, setup, tables)
            credited.setdefault(planes, []).append(mount)
    alike = [
        words(
            phrase("mounts_alike").card,
            planes=planes,
            each="each" if mounts[1:] else "",
            mounts=english.listed(mounts),
        )
        for planes, mounts in sorted(credited.items(), reverse=True)
    ]
    if alike:
        return words(phrase("mounts_credited").card, mounts="; ".join(alike))
    return ""


def _credited_mount(captain: MountCaptain, date: str, setup: Setup, tables: Tables) -> str:
    """A mount with its captain, their total if it is higher than that of the day, and whether they
    became aces.
    """
    total = sum(day <= date for day in captain.dates)
    before = total - captain.dates.count(date)
    mount = words(
        phrase("mount_captain").card,
        mount=captain.mount,
        captain=captain.name(setup, tables),
        total=english.ordinal_words(total) if before else None,
    )
    became = ACES in setup.options and before < tables.numbers.ace_planes <= total
    return words(phrase("mount_credited").card, mount=mount, crew="ace" if became else "")


#: How the records name fighters and support ships.
SUPPORT = {AFS: Side.FIGHTERS, SFS: Side.SUPPORT_SHIPS}


# -- how it ended --------------------------------------------------------------


def ship_title(ship: Ship) -> str:
    """A ship with her hull number, if she has one: ``USS Bush (DD-529)``."""
    return names.titled_ship_words(ship.name, ship.hull_number)


def end_title(state: State, tables: Tables) -> str:
    """The title of the last page of a game; of a campaign or patrol the verdict, and what became of
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
        where = words(phrase("picket_station").card, station=last.station)
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
    named = outcome_has_days(state, game.tables) or state.records.days == fighting
    days = "" if named else english.count(fighting, "fighting day")
    spell = dates.spell_words(dates.short_date(state.setup.start.isoformat()), day)
    return words(phrase("campaign").card, spell=spell, days=days, end=end)


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
        # The records add up the mounts of all ships: a captain is named if the planes are all
        # theirs.
        of_slot = [captain for captain in captains if captain.mount == slot]
        name = of_slot[0].name(state.setup, tables) if len(of_slot) == 1 else ""
        best.append(words(phrase("scorer").card, shooter=shooter, captain=name, planes=planes))
    return words(phrase("best_gunners").card, best=english.listed(best))


def has_more_ships(setup: Setup, tables: Tables) -> bool:
    """Whether another ship takes over when one is lost; ships lost then decide the game."""
    return setup.kind == CAMPAIGN and tables.campaigns[setup.name].replacement


class DayDamage(NamedTuple):
    """The damage of a day to the ship and her crew, the gravest first."""

    hull: int = 0
    officers: int = 0
    men: int = 0
    hits: int = 0

    @property
    def words(self) -> str:
        """The damage in words; empty if there is none."""
        parts = (
            words(phrase("hits_on").card, hits=self.hits) if self.hits else "",
            words(phrase("hull_lost_on").card, lost=self.hull) if self.hull else "",
            casualty_words(self.officers, self.men),
        )
        return ", ".join(filter(None, parts))


def damage_on(record: DayRecord, facts: Iterable[Day]) -> DayDamage:
    """The damage of a day; only its crashes if its events are not known."""
    day = next((day for day in facts if day.date == record.date), None)
    if day is None:
        return DayDamage(hits=record.hits)
    after = [event for phase in day.phases for event in phase.consequences]
    hull = sum(
        event.points for event in after if isinstance(event, Loss) and event.track == Track.HULL
    )
    impacts = [impact for phase in day.phases for impact in phase.impacts]
    return DayDamage(
        hull, len(day.killed), day.men_lost, sum(not impact.near for impact in impacts)
    )


def hardest_day(days: Sequence[DayRecord], facts: Sequence[Day]) -> tuple[DayRecord, DayDamage]:
    """The day with the most damage to the ship, then planes; by crashes alone if some days are
    unknown.
    """
    known = {day.date for day in facts}.issuperset(day.date for day in days)
    ranked = [(damage_on(day, facts if known else ()), day.planes, day) for day in days]
    damage, _, day = max(ranked, key=lambda item: item[:2])
    return day, damage


def hardest_day_words(days: Sequence[DayRecord], facts: Sequence[Day] = ()) -> str:
    """The hardest day and why, if planes came on several: the damage, or else the planes met."""
    if sum(day.planes > 0 for day in days) < 2:
        return ""
    day, damage = hardest_day(days, facts)
    met = "" if damage.words else english.count(day.planes, "plane")
    return words(
        phrase("hardest_day").card, day=dates.short_date(day.date), met=met, damage=damage.words
    )


def service_words(ship: Ship, days: list[DayRecord], state: State, facts: Sequence[Day]) -> str:
    """A ship's time on duty in a few sentences, and how it ended; ``days`` are hers, ``facts``
    those known.
    """
    first = dates.short_date(days[0].date)
    last = dates.short_date(days[-1].date)
    recorded = {day.date for day in days}
    stations = english.listed(list(dict.fromkeys(str(day.station) for day in days if day.station)))
    if stations:
        stations = f"{'station' if stations.isdigit() else 'stations'} {stations}"
    served = words(
        phrase("service").card,
        ship=ship_title(ship),
        days=len(days),
        stations=stations,
        spell=dates.spell_words(first, last),
        met=met_words(*days, weapons=weapon_hits([day for day in facts if day.date in recorded])),
    )
    sentences = [served, hardest_day_words(days, facts)]
    if ship.fallen:
        sentences.append(words(phrase("number_fallen").card, number=len(ship.fallen)))
    if ship.fate:
        sentences.append(words(phrase("her_fate").card, fate=names.FATES[ship.fate], day=last))
    elif state.outcome and ship.name == state.ship.name:
        sentences.append(
            phrase("on_duty_at_end" if state.on_station else "off_station_at_end").card
        )
    return " ".join(filter(None, sentences))


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
        return words(phrase("killed_when").card, when=dates.label_words(record.killed))
    if record.since:
        return words(phrase("in_post_since").card, when=dates.label_words(record.since))
    return ""


def _honors(received: Sequence[Award]) -> str:
    named = Counter(
        f"promoted to {award.name}" if award.promotion else award.name for award in received
    )
    return ", ".join(f"{name} ({number})" if number > 1 else name for name, number in named.items())


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
    jobs = Counter(names.item_words(tables, job) for job in record.repaired)
    named = [f"{job} ({number})" if number > 1 else job for job, number in jobs.items()]
    return [
        words(
            phrase(row).card,
            number=number,
            times=english.times(number) or "once",
            done=record.evaded or "none",
            morale="" if record.morale_rises else "morale",
            jobs=english.listed(named),
        )
        for row, number in counted.items()
        if number
    ]


def casualty_words(officers: int, men: int) -> str:
    """Officers and chiefs killed, and men of the repair parties killed or wounded; empty if there
    are none.
    """
    parts = ((officers, phrase("officers_killed")), (men, phrase("men_killed_or_wounded")))
    return ", ".join(words(row.card, number=number) for number, row in parts if number)


def recipient_words(name: str, post: str) -> str:
    """An officer or chief as awards name them."""
    return f"{names.naval_name(name, post)}, {names.POST_NAMES[post]}"


# -- the killed, and the real ships ----------------------------------------------


def real_words(ship: Ship, tables: Tables) -> str:
    """The end of the real Fletcher of that name, if she was lost off Okinawa; empty if not."""
    for loss in tables.map_data.lost:
        if loss.ship == ship.name:
            row = phrase("real_station") if loss.station else phrase("real_off_station")
            fields = {
                "day": dates.plain_day(loss.date.isoformat()),
                "where": words(row.card, station=loss.station),
            }
            return words(phrase("real_loss").card, ship=loss.ship, hull=loss.hull, **fields)
    return ""


# -- awards ----------------------------------------------------------------------


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """An award as granted, or a promotion to the rank ``name``; ``number`` counts those of its kind
    to the recipient.

    ``men`` is the number of recipients without names; a ``crew`` is that of a gun; ``citation`` may
    be empty.
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
