"""A campaign day on one page: its result, its phases, people, a new ship, a stage that is over,
orders and awards.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Collection, Mapping, Sequence

from picket_duty.analysis.officers import crew_words
from picket_duty.book import Tables
from picket_duty.book.vocabulary import MEN_SECTIONS, MORALE, SINKING_ROLLS, DamageEffect, Remark
from picket_duty.charts.words import day_words
from picket_duty.events import Damage, DecisionMade, Event, Loss, Note, TurnEnd
from picket_duty.facts import (
    Consequence,
    Day,
    Killed,
    Phase,
    campaign_days,
    count_records,
    facts_of,
    is_damage,
    is_weather,
    weapon_hits,
)
from picket_duty.game import Game, ReplayState
from picket_duty.pages import ships
from picket_duty.pages.awards import awards_on, awards_so_far
from picket_duty.pages.blocks import (
    Block,
    Columns,
    Fields,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Text,
    styled,
)
from picket_duty.pages.campaign_records import day_page
from picket_duty.pages.consequences import day_chance_words
from picket_duty.pages.final_page import last_entry
from picket_duty.pages.orders import crew_values, station_words
from picket_duty.requests import Roll
from picket_duty.rules.anchorage import refitted
from picket_duty.rules.campaign import SUNK, days_to_serve, stage_at_stake
from picket_duty.rules.play import Play
from picket_duty.saves.service_record import awards_line
from picket_duty.setup import UNAIDED
from picket_duty.state import LOST, DayRecord
from picket_duty.text import campaign_progress as progress
from picket_duty.text import ship_service
from picket_duty.text.chances import Chance
from picket_duty.text.deck_log import format_departure, repair_clauses
from picket_duty.text.fact_rows import format_damage, format_tracks
from picket_duty.text.log import log_line
from picket_duty.text.names import (
    count,
    listed,
    naval_date,
    short_date,
    signed,
    spell_words,
    times,
    title_case,
)
from picket_duty.text.phrases import phrase, words
from picket_duty.text.rolls import modifier_words
from picket_duty.text.status import damage_lines, met_words, raid_words, repaired_words
from picket_duty.text.styled_text import Line, Span, line, text_of

#: The phases and what follows them are side by side where each has so many columns.
COLUMN = 74


def end_of_day_page(
    game: Game, date: str, simulated: Mapping[str, Chance] = {}, counting: bool = False
) -> list[Block]:
    """A day on duty on one page: its result, what comes next, its phases, people, a new ship, a
    stage that is over.

    ``simulated`` chances after a day, by its date, replace estimates of the same, which are left
    out while games are ``counting``.
    """
    state = game.state
    tables = game.tables
    raided = facts_of(game).whole.days
    day = datetime.date.fromisoformat(date)
    today = [event for event in facts_of(game).whole.events if event.phase.startswith(date)]
    facts = [fact for fact in raided if fact.date == date]
    closed = state.records.daily[:-1] if state.day_start else state.records.daily
    goes_on = bool(closed) and closed[-1].date == date and not state.outcome
    number = campaign_days.period_ended(state, tables, date)
    awards = awards_on(game, date)
    # A stage that is over is what the day is about.
    leads = bool(number and state.stages)
    raids = [phase for fact in raided for phase in fact.phases if phase.attacked]
    held = (
        f"{progress.held_words(state)}."
        if any(stage.held is not None for stage in state.stages)
        else ""
    )
    sunk = (
        f"{count(state.records.ships_sunk, 'ship')} sunk."
        if state.stages and state.records.ships_sunk
        else ""
    )
    counts = " ".join(filter(None, (held, sunk, progress.stakes_words(state, tables))))
    chance = ""
    if goes_on and shows_chance(game):
        morning = morning_of(game, date)
        before = simulated.get(campaign_days.day_before(state, date))
        known = simulated.get(date), before if morning else None
        waits = counting and date not in simulated
        chance = (
            "Counting ..."
            if waits
            else day_chance_words(game.play, morning.play if morning else None, known)
        )
    # The date, what came, and the number of the day: ``Apr 6, USS Bush, station 1: attacked twice,
    # 1 hit``.
    impacts = [impact for fact in facts for phase in fact.phases for impact in phase.impacts]
    attacked = sum(phase.date == date for phase in raids)
    struck = sum(not impact.near for impact in impacts)
    result = f"attacked {times(attacked) or 'once'}, {count(struck, 'hit') if struck else 'no hit'}"
    record = next((each for each in state.records.daily if each.date == date), None)
    where = f"{record.ship}, station {record.station}" if record is not None else state.ship.name
    heading = line((f"{short_date(date)}, {where}: {result if attacked else 'no attack'}", "title"))
    rows: list[tuple[str, Text]] = [
        *_ship_rows(game, today, facts, goes_on, stage=leads),
        ("Month", line((f"{day:%B %Y} is over.", "good")) if number and not leads else ""),
        ("Campaign", line((counts, "strong")) if counts else ""),
        ("Chance", chance),
        *(_next_rows(game, date) if goes_on else []),
        # A single raid is told below.
        (
            "So far",
            title_case(met_words(state.records, weapons=weapon_hits(raided)))
            if len(raids) > 1
            else "",
        ),
    ]
    over: list[Block] = [
        *(stage_section(game, number) if number else []),
        *(awards_section(awards) if awards else []),
    ]
    people = [*ships.people_of_day(date, raided, state.setup, tables), *_morale(today, tables)]
    then: list[Block] = [Heading("People", 4)] if people else []
    then += [
        *map(Paragraph, people),
        *(_new_ship(game, date) if goes_on else []),
        *([] if leads else over),
        *day_page(tables, day),
    ]
    # A ship that sank has a separate page.
    is_lost = (
        leads and not state.stages[number - 1].held and state.records.calendar.get(date) != LOST
    )
    above: list[Block] = [*over, Space()] if leads else []
    return [
        *above,
        Heading(heading, 4, aside=title_case(progress.progress_words(state, tables, date))),
        Fields(tuple(rows)),
        Space(),
        Columns((tuple(_fought(game, facts, today)), tuple(then)), COLUMN),
        *(last_entry(game, closed[-1].ship, only_last=True) if is_lost and closed else []),
    ]


def _fought(game: Game, facts: Sequence[Day], today: Sequence[Event]) -> list[Block]:
    blocks: list[Block] = []
    skies: dict[str, list[str]] = {}
    before: list[Block] = []
    for phase in (phase for day in facts for phase in day.phases):
        if not (phase.attacked or phase.later):
            skies.setdefault(phase.weather or "quiet", []).append(phase.name)
            continue
        told = phase_blocks(game, phase, casualties=False)
        # Phases with damage stand apart.
        blocks += [*([Space()] if before and max(len(told), len(before)) > 1 else []), *told]
        before = told
    if skies:
        quiet = "; ".join(f"{listed(names)} {sky}" for sky, names in skies.items())
        blocks += [Space()] if len(before) > 1 else []
        blocks.append(Paragraph(line(("No attack", "title"), f": {quiet}"), hang=4))
    rolls = [event for event in today if isinstance(event, Roll) and event.purpose in SINKING_ROLLS]
    return [*blocks, *(Paragraph(log_line(roll, game.tables), hang=4) for roll in rolls)]


def _ship_rows(
    game: Game, today: Sequence[Event], facts: Sequence[Day], goes_on: bool, stage: bool
) -> list[tuple[str, Text]]:
    ended = [event for event in today if isinstance(event, TurnEnd)]
    left = [day for day in facts if day.leave is not None]
    # No event ends the last day of a game.
    if is_last := game.over and not ended and not left:
        ship = game.state.ship
        date = game.state.date.isoformat()
        ended = [TurnEnd(date, ship.fuel, ship.ammunition, ship.hull, ship.morale, ship.maneuver)]
    rows: list[tuple[str, Text]] = [
        ("Ship", line((title_case(format_tracks(event)), "strong"))) for event in ended[-1:]
    ]
    if is_last or (goes_on and not left):
        rows.append(("Damage", "; ".join(damage_lines(game.state, game.tables))))
    for day in () if stage else left:
        label, style = ("Lost", "bad") if day.lost else ("Departure", "warn")
        rows.append((label, line((format_departure(day), style))))
    return rows


def shows_chance(game: Game) -> bool:
    """Whether the page of a day has the chance of winning or of holding the stage."""
    return (
        game.aid != UNAIDED
        and not game.over
        and bool(days_to_serve(game.play))
        and game.state.ship.back is None
    )


def morning_of(game: Game, date: str) -> Game | None:
    """The game as it was in the morning of a day; None if that is not known, or was about another
    stage.
    """
    if game.base:
        return None
    before = itertools.takewhile(lambda event: not event.phase.startswith(date), game.events)
    answers = sum(isinstance(event, Roll | DecisionMade) for event in before)
    point = next(point for point in reversed(game.checkpoints) if point.answers <= answers)
    start = ReplayState(point.state, tuple(game.answers[point.answers : answers]))
    morning = Game.of_replay_state(start, game.tables)
    same = stage_at_stake(morning.state) == stage_at_stake(game.state)
    return morning if same and morning.state.ship.crew and days_to_serve(morning.play) else None


def _next_rows(game: Game, date: str) -> list[tuple[str, Text]]:
    state = game.state
    tables = game.tables
    ship = game.state.ship
    came = ships.arrival_after(game, date)
    rows: list[tuple[str, Text]] = []
    if came is not None:
        label = "Ship back" if came.returning else "New ship"
        left = (
            f"hull {ship.hull}, maneuver {ship.maneuver}, fuel {ship.fuel}, ammunition "
            f"{ship.ammunition}"
        )
        rows.append(
            (
                label,
                line(
                    (ship_service.ship_title(ship), "strong"),
                    f": {left}, morale {signed(ship.morale)}",
                ),
            )
        )
        before = ships.ship_before_repairs(game, came) if came.returning else None
        after = refitted(Play(state, tables), before) if before is not None else None
        rows.append(("Repaired", repaired_words(before, after, tables) if before and after else ""))
        rows.append(("Damage", "; ".join(damage_lines(state, tables))))
    others = [each for each in state.squadron if each.name != ship.name]
    rows.append(
        (
            "Squadron",
            "; ".join(f"{each.name}: {ships.duty_status(each, state)[1]}" for each in others),
        )
    )
    station = ships.station_assigned(state)
    day = day_words(state.date)
    yesterday = next(record for record in state.records.daily if record.date == date)
    if ship.back is not None:
        # The player chooses first which ship of the squadron takes over.
        orders = day, ": another ship takes over."
    elif station is None:
        orders = day, ": her station has not been assigned yet."
    elif came is None and station == yesterday.station:
        orders = f"{day}, station {station}.", ""
    else:
        where, _, help = station_words(ship, state, tables).partition(":")
        orders = f"{day}, {where.lower()}", f":{help}"
    away = " Not on duty until then." if skips_days(state.date, date) and came is None else ""
    return [*rows, ("Orders", line((orders[0], "strong"), f"{orders[1]}{away}"))]


def skips_days(then: datetime.date, date: str) -> bool:
    """Whether there are days without duty between a day and ``then``, the next one on duty."""
    return (then - datetime.date.fromisoformat(date)).days > 1


def _new_ship(game: Game, date: str) -> list[Block]:
    came = ships.arrival_after(game, date)
    ship = game.state.ship
    state = game.state
    if came is None or came.returning or not ship.crew:
        return []
    kind = game.tables.ships[ship.ship_class].name if ship.ship_class in game.tables.ships else ""
    gunnery = crew_words(ship.crew, state.setup)
    return [
        Heading(line((f"{ship.name}, her officers and chiefs", "title")), 4, aside=kind),
        crew_values(ship),
        *([styled(gunnery)] if gunnery else []),
    ]


def _morale(today: Sequence[Event], tables: Tables) -> list[Line]:
    lines = []
    for roll, change in itertools.pairwise(today):
        if (
            isinstance(roll, Roll)
            and roll.purpose is MORALE
            and isinstance(change, Loss)
            and change.points
        ):
            changed = title_case(text_of(log_line(change, tables)).strip())
            cause = ", ".join(
                filter(
                    None,
                    (
                        f"rolled {roll.natural}",
                        modifier_words((*roll.column_modifiers, *roll.modifiers)),
                    ),
                )
            )
            sign = "positive" if change.left > 0 else "negative"
            effect = (
                signed(tables["20"].modifier(f"morale_{sign}").value) if change.left else "as usual"
            )
            lines.append(
                line(changed, (f" (chart {roll.table}: {cause}); repairs {effect}", "dim"))
            )
    return lines


# -- awards ----------------------------------------------------------------------------


def awards_section(awards: Sequence[ship_service.Award]) -> list[Block]:
    """The awards of a day: those with a citation one by one, then the others in a list."""
    blocks: list[Block] = [Heading("Awards", 4)]
    for award in (award for award in awards if award.citation):
        name = f"Promoted to {award.name}" if award.promotion else award.name
        more = f", award no. {award.number}" if award.number > 1 else ""
        more += ", posthumously" if award.posthumous else ""
        blocks += [
            Paragraph(line(("* ", "good"), (name.upper(), "strong"), (more, "dim"))),
            Paragraph(line((title_case(award.to), "title")), indent=2),
            Paragraph(award.citation, indent=2),
        ]
    others = tuple(ship_service.award_words(award) for award in awards if not award.citation)
    return [*blocks, Items(others)] if others else blocks


def today_page(game: Game) -> list[Block]:
    """The day so far, phase by phase; the current phase does not mention a raid that is not known
    yet.
    """
    day = facts_of(game).day_of(game.state.date.isoformat())
    blocks: list[Block] = []
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            blocks.append(styled(phase.name.capitalize(), "title"))
        else:
            blocks += phase_blocks(game, phase)
    return blocks


def phase_blocks(game: Game, phase: Phase, casualties: bool = True) -> list[Block]:
    """A phase: its weather and raid, then each impact with its damage, later losses, and damage
    control.
    """
    weather = phase.weather or "quiet"
    attack = "no attack"
    if phase.raid is not None and phase.attacked:
        fates = f": {raid_words(phase)}" if phase.planes else ""
        attack = (
            f"{'Kikusui raid' if phase.raid.kikusui else 'raid'} of "
            f"{count(phase.raid.planes, 'plane')}{fates}"
        )
    head = Paragraph(line((phase.name.capitalize(), "title"), f": {weather}, {attack}"), hang=4)
    blocks: list[Block] = []

    def damage_of(events: Sequence[Consequence], after: str = "") -> list[Block]:
        """A line for each damage, after a heading if there is one and anything before it."""
        lines: list[Block] = []
        for event in filter(_is_shown, events):
            said = event.event if isinstance(event, Killed) else event
            if casualties or not (
                said is not event or (isinstance(said, Loss) and said.track in MEN_SECTIONS)
            ):
                lines.append(Paragraph(log_line(said, game.tables), indent=4, hang=2))
        headed = lines and after and blocks
        return [*([Paragraph(line((after, "dim")), indent=2, hang=4)] if headed else []), *lines]

    for wave in phase.waves:
        # The wave is named once, with what came of the order for it.
        number = [Span(f"Wave {wave.number}: ", "dim")]
        if wave.order:
            blocks.append(Paragraph([*number, Span(" ".join(wave.order))], indent=2, hang=4))
            number = []
        for impact in wave.impacts:
            none = (
                []
                if any(map(_is_shown, impact.after))
                else [Span(f": {format_damage(impact, game.tables)}")]
            )
            struck = [*number, *log_line(impact.strike, game.tables), *none]
            blocks += [Paragraph(struck, indent=2, hang=4), *damage_of(impact.after)]
            number = []
        blocks += damage_of(wave.later, f"After wave {wave.number}:")
    blocks += damage_of(phase.later, "After the raid:")
    refused = (
        [words(phrase("refused").card)]
        if phase.declarations and not any(phase.declarations)
        else []
    )
    done = "; ".join([*refused, *dict.fromkeys(repair_clauses(phase.repairs, game.tables))])
    control = [Paragraph(line(("Damage control: ", "dim"), done), indent=2, hang=4)] if done else []
    return [head, *blocks, *control]


def _is_shown(event: Consequence) -> bool:
    """Whether an event is damage, a new level of a deck fire, an emergency, or weather that ends
    the day.
    """
    if isinstance(event, Note):
        return event.remark == (Remark.EMERGENCY, "") or is_weather(event)
    return is_damage(event) or (isinstance(event, Damage) and event.effect == DamageEffect.GROWS)


#: The headings of the fates of planes.
FATES = ("Planes", "Splashed", "Crashed", "Near miss", "Missed")


def stage_section(game: Game, number: int) -> list[Block]:
    """The days, losses and awards of a stage or month, headed by the result of a stage and its
    reason.
    """
    state = game.state
    tables = game.tables
    facts = facts_of(game).whole
    days = campaign_days.period_days(state, number)
    dates = {day.date for day in days}
    of_stage = [day for day in facts.days if day.date in dates]
    spell = spell_words(naval_date(days[0].date), naval_date(days[-1].date)) if days else ""
    lost = ship_service.casualty_words(
        sum(len(day.killed) for day in of_stage), sum(day.men_lost for day in of_stage)
    )
    sunk = [day.ship for day in days if state.records.calendar.get(day.date) == LOST]
    lost_ships = f"{listed(sunk)} sunk" if sunk else "No ship sunk"
    by_day = bool(state.stages) and len(days) <= 10
    rows: tuple[tuple[str, Text], ...] = (
        ("Planes", "" if by_day else title_case(met_words(*days, weapons=weapon_hits(of_stage)))),
        ("Losses", f"{lost_ships}; {lost or 'no officers or repair party men killed or wounded'}."),
        (
            "Awarded",
            awards_line([award for award in awards_so_far(game) if award.date in dates]) or "None.",
        ),
    )
    served = [served_by_day(days, facts.days)] if by_day else []
    if not state.stages:
        return [Heading("The month", 4, aside=spell), Fields(rows)]
    style, result = ("good", "HELD") if state.stages[number - 1].held else ("bad", "LOST")
    why = Paragraph(line((progress.decisive_words(state, tables, number, facts), style)))
    return [
        Heading(line((f"STAGE {number} {result}", style)), 3, aside=spell),
        why,
        *served,
        Fields(rows),
    ]


def served_by_day(days: Sequence[DayRecord], facts: Sequence[Day]) -> Grid:
    """What happened on each day of a stage, a row each, and in all; ``facts`` are those known."""
    rows: list[tuple[Text, ...]] = []
    lost = 0
    for day in days:
        known = next((fact for fact in facts if fact.date == day.date), None)
        left = known.leave if known is not None else None
        hull = ship_service.damage_on(day, facts).hull
        lost += hull
        if left is None:
            end = "on station", "dim"
        elif left.reason == SUNK:
            end = "sunk", "bad"
        else:
            end = "to the rear" if left.rear else "left station", "warn"
        rows.append(
            (
                line((short_date(day.date), "dim")),
                line((day.ship, "strong")),
                str(day.station or ""),
                *_fates([day]),
                line((f"{hull if known is not None else ''}", "bad" if hull else "plain")),
                line(end),
            )
        )
    total = (line((number, "strong")) for number in (*_fates(days), str(lost)))
    rows.append(("", line(("In all", "dim")), "", *total, ""))
    heads = ("Date", "Ship", "Station", *FATES, "Hull lost", "At day's end")
    return Grid(heads, tuple(rows), right=tuple(range(2, 9)), optional=(8, 2, 6, 7))


def _fates(days: Collection[DayRecord]) -> tuple[str, ...]:
    counts = count_records(*days)
    numbers = (
        counts.met,
        counts.splashed,
        counts.crashed,
        counts.near_misses,
        counts.missed_or_withdrew,
    )
    return tuple(map(str, numbers))
