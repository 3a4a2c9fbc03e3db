"""A day of a campaign or patrol on one page, when it is over."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Mapping, Sequence

import msgspec

from picket_duty.analysis.officers import crew_words
from picket_duty.book import Tables
from picket_duty.book.vocabulary import MORALE, SINKING_ROLLS
from picket_duty.charts.words import day_words
from picket_duty.events import Event, Loss, TurnEnd, answers_of
from picket_duty.facts import Day, campaign_days, facts_of, weapon_hits
from picket_duty.game import Game, ReplayState
from picket_duty.pages.awards import awards_on
from picket_duty.pages.blocks import (
    Columns,
    Fields,
    Heading,
    Items,
    Page,
    Paragraph,
    Row,
    Space,
    Text,
    styled,
)
from picket_duty.pages.crews import people_of_day
from picket_duty.pages.final_page import last_entry
from picket_duty.pages.historical_day import day_page
from picket_duty.pages.orders import crew_values, station_words
from picket_duty.pages.phases import phase_blocks
from picket_duty.pages.relief import day_chance_words
from picket_duty.pages.ships import (
    arrival_after,
    duty_status,
    ship_before_repairs,
    station_assigned,
)
from picket_duty.pages.stages import stage_section
from picket_duty.requests import Roll
from picket_duty.rules.anchorage import refitted
from picket_duty.rules.campaign import days_to_serve, stage_at_stake
from picket_duty.rules.play import Play
from picket_duty.rules.records import days_over
from picket_duty.setup import UNAIDED
from picket_duty.state import LOST, DayRecord
from picket_duty.text.campaign_progress import held_words, progress_words, stakes_words
from picket_duty.text.chances import Chance
from picket_duty.text.dates import short_date
from picket_duty.text.deck_log import departure_words
from picket_duty.text.english import count, listed, signed, times, title_case
from picket_duty.text.fact_rows import tracks_words
from picket_duty.text.log import log_line
from picket_duty.text.rolls import modifier_words
from picket_duty.text.ship_service import Award, award_words, ship_title
from picket_duty.text.status import damage_lines, met_words, repaired_words
from picket_duty.text.styled_text import Line, line, text_of

#: The phases and what follows them are side by side if each has so many columns.
COLUMN = 74


class DutyDay(msgspec.Struct, frozen=True):
    """A day on duty, as its page shows it when it is over.

    ``facts`` are those of the day, ``events`` what happened on it; ``closed`` are the records of
    the days that are over, ``record`` that of this one. ``period`` is the number of the stage or
    month that it ends, 0 for none; ``goes_on`` is whether it is the last day that is over, and the
    game continues.
    """

    game: Game
    date: str
    facts: list[Day]
    events: list[Event]
    closed: list[DayRecord]
    record: DayRecord | None
    period: int
    goes_on: bool


def end_of_day_page(
    game: Game, date: str, simulated: Mapping[str, Chance] = {}, counting: bool = False
) -> Page:
    """A day on duty on one page: its result, what comes next, its phases, people, a new ship, a
    stage that is over.

    ``simulated`` has chances after days, by date; they replace estimates. While games are still
    ``counting``, no estimate is shown.
    """
    state = game.state
    day = _duty_day(game, date)
    # A stage that is over is what the day is about.
    is_stage = bool(day.period and state.stages)
    period = _period_blocks(day)
    rows = [
        *_ship_rows(day, is_stage),
        ("Month", _month_line(day)),
        ("Campaign", _campaign_line(game)),
        ("Chance", _chance_words(day, simulated, counting)),
        *_next_rows(day),
        ("So far", _totals(day)),
    ]
    right = _people_blocks(day)
    if day.goes_on:
        right += _new_ship(game, date)
    if not is_stage:
        right += period
    right += day_page(game.tables, datetime.date.fromisoformat(date))
    number = title_case(progress_words(state, game.tables, date))
    page: Page = [
        Heading(_heading(day), 4, aside=number),
        Fields(tuple(rows)),
        Space(),
        Columns((tuple(_fought(day)), tuple(right)), least=COLUMN),
    ]
    if not is_stage:
        return page
    page = [*period, Space(), *page]
    # A stage that was lost ends with the last entries of the ship's log; a ship that sank has a
    # separate page.
    sank = state.records.calendar.get(date) == LOST
    if day.closed and not sank and not state.stages[day.period - 1].held:
        page += last_entry(game, day.closed[-1].ship, only_last=True)
    return page


def _duty_day(game: Game, date: str) -> DutyDay:
    known = facts_of(game).whole
    closed = days_over(game.state)
    return DutyDay(
        game=game,
        date=date,
        facts=[fact for fact in known.days if fact.date == date],
        events=[event for event in known.events if event.phase.startswith(date)],
        closed=closed,
        record=next((record for record in game.state.records.daily if record.date == date), None),
        period=campaign_days.period_ended(game.state, game.tables, date),
        goes_on=bool(closed) and closed[-1].date == date and not game.state.outcome,
    )


def _period_blocks(day: DutyDay) -> Page:
    """The stage or month that ends with the day, and the day's awards."""
    blocks: Page = []
    if day.period:
        blocks += stage_section(day.game, day.period)
    if awards := awards_on(day.game, day.date):
        blocks += awards_section(awards)
    return blocks


def _heading(day: DutyDay) -> Line:
    """The date, where she was and what came: ``Apr 6, USS Bush, station 1: attacked twice, 1
    hit``.
    """
    where = day.game.state.ship.name
    if day.record is not None:
        where = f"{day.record.ship}, station {day.record.station}"
    result = "no attack"
    phases = [phase for fact in day.facts for phase in fact.phases]
    if attacks := sum(phase.attacked for phase in phases):
        hits = sum(not impact.near for phase in phases for impact in phase.impacts)
        struck = count(hits, "hit") if hits else "no hit"
        result = f"attacked {times(attacks) or 'once'}, {struck}"
    return line((f"{short_date(day.date)}, {where}: {result}", "title"))


def _month_line(day: DutyDay) -> Text:
    if not day.period or day.game.state.stages:
        return ""
    return line((f"{datetime.date.fromisoformat(day.date):%B %Y} is over.", "good"))


def _campaign_line(game: Game) -> Text:
    """The stages held, the ships sunk and what is at stake."""
    state = game.state
    said: list[str] = []
    if any(stage.held is not None for stage in state.stages):
        said.append(f"{held_words(state)}.")
    if state.stages and state.records.ships_sunk:
        said.append(f"{count(state.records.ships_sunk, 'ship')} sunk.")
    if stakes := stakes_words(state, game.tables):
        said.append(stakes)
    return line((" ".join(said), "strong")) if said else ""


def _chance_words(day: DutyDay, simulated: Mapping[str, Chance], counting: bool) -> str:
    """The chance of winning now, and how the day changed it if it is known for the evening before;
    estimated where it is not ``simulated``.
    """
    game = day.game
    if not (day.goes_on and shows_chance(game)):
        return ""
    if counting and day.date not in simulated:
        return "Simulating ..."
    now = simulated.get(day.date)
    morning = morning_of(game, day.date)
    if morning is None:
        return day_chance_words(game.play, morning=None, simulated=(now, None))
    before = simulated.get(campaign_days.day_before(game.state, day.date))
    return day_chance_words(game.play, morning.play, (now, before))


def _totals(day: DutyDay) -> str:
    """The planes so far; empty for a single raid, which is shown below."""
    days = facts_of(day.game).whole.days
    raids = [phase for fact in days for phase in fact.phases if phase.attacked]
    if len(raids) < 2:
        return ""
    return title_case(met_words(day.game.state.records, weapons=weapon_hits(days)))


def _fought(day: DutyDay) -> Page:
    """The phases with an attack or later damage, the others in one line, then the rolls by which
    she might have sunk.
    """
    game = day.game
    parts: list[Page] = []
    quiet: dict[str, list[str]] = {}
    for phase in (phase for fact in day.facts for phase in fact.phases):
        if phase.attacked or phase.later:
            parts.append(phase_blocks(game, phase, casualties=False))
        else:
            quiet.setdefault(phase.weather or "quiet", []).append(phase.name)
    if quiet:
        skies = "; ".join(f"{listed(names)} ({weather})" for weather, names in quiet.items())
        parts.append([Paragraph(line(("No attack", "title"), f": {skies}"), hang=4)])
    blocks = _spaced(parts)
    for event in day.events:
        if isinstance(event, Roll) and event.purpose in SINKING_ROLLS:
            blocks.append(Paragraph(log_line(event, game.tables), hang=4))
    return blocks


def _spaced(parts: Sequence[Page]) -> Page:
    """Parts one below another. One of several blocks, such as a phase with damage, has a space
    before and after it.
    """
    blocks = [*parts[0]] if parts else []
    for before, part in itertools.pairwise(parts):
        if len(before) > 1 or len(part) > 1:
            blocks.append(Space())
        blocks += part
    return blocks


def _ship_rows(day: DutyDay, is_stage: bool) -> list[Row]:
    """Her tracks and damage at the end of the day, and why she left; if a stage is over, its
    section says why.
    """
    game = day.game
    ended = [event for event in day.events if isinstance(event, TurnEnd)]
    left = [fact for fact in day.facts if fact.leave is not None]
    # No event ends the last day of a game.
    is_last = game.over and not ended and not left
    if is_last:
        ship = game.state.ship
        date = game.state.date.isoformat()
        end = TurnEnd(
            date=date,
            fuel=ship.fuel,
            ammunition=ship.ammunition,
            hull=ship.hull,
            morale=ship.morale,
            maneuver=ship.maneuver,
        )
        ended = [end]
    rows: list[Row] = []
    if ended:
        rows.append(("Ship", line((title_case(tracks_words(ended[-1])), "strong"))))
    # Only the present damage is known. It is that of this day unless she left or another day began.
    if is_last or (day.goes_on and not left):
        rows.append(_damage_row(game))
    if not is_stage:
        rows += [_departure_row(fact) for fact in left]
    return rows


def _damage_row(game: Game) -> Row:
    return "Damage", "; ".join(damage_lines(game.state, game.tables))


def _departure_row(fact: Day) -> Row:
    label, style = ("Lost", "bad") if fact.lost else ("Departure", "warn")
    return label, line((departure_words(fact), style))


def shows_chance(game: Game) -> bool:
    """Whether the page of a day has the chance of winning or of holding the stage."""
    return (
        game.aid != UNAIDED
        and not game.over
        and bool(days_to_serve(game.play))
        and game.state.ship.back is None
    )


def morning_of(game: Game, date: str) -> Game | None:
    """The game as it was in the morning of a day. None if that is not known, if another stage was
    at stake, or if no ship was on duty with days to serve.
    """
    if game.base:
        return None
    before = itertools.takewhile(lambda event: not event.phase.startswith(date), game.events)
    answers = len(answers_of(before))
    point = next(point for point in reversed(game.checkpoints) if point.answers <= answers)
    start = ReplayState(point.state, tuple(game.answers[point.answers : answers]))
    morning = Game.of_replay_state(start, game.tables)
    is_same_stage = stage_at_stake(morning.state) == stage_at_stake(game.state)
    if is_same_stage and morning.state.ship.crew and days_to_serve(morning.play):
        return morning
    return None


def _next_rows(day: DutyDay) -> list[Row]:
    """The ship that comes on duty if it is another one, the squadron and the orders."""
    if not day.goes_on:
        return []
    state = day.game.state
    others = [ship for ship in state.squadron if ship.name != state.ship.name]
    squadron = []
    for ship in others:
        _, status, _ = duty_status(ship, state)
        squadron.append(f"{ship.name}: {status}")
    return [
        *_arrival_rows(day),
        ("Squadron", "; ".join(squadron)),
        ("Orders", _orders_line(day)),
    ]


def _arrival_rows(day: DutyDay) -> list[Row]:
    """Another ship that comes on duty: her tracks, what was repaired, and her damage."""
    game = day.game
    ship = game.state.ship
    came = arrival_after(game, day.date)
    if came is None:
        return []
    tracks = (
        f": hull {ship.hull}, maneuver {ship.maneuver}, fuel {ship.fuel}, ammunition "
        f"{ship.ammunition}, morale {signed(ship.morale)}"
    )
    label = "Ship back" if came.returning else "New ship"
    rows: list[Row] = [
        (label, line((ship_title(ship), "strong"), tracks)),
    ]
    before = ship_before_repairs(game, came) if came.returning else None
    if before is not None:
        after = refitted(Play(game.state, game.tables), before)
        rows.append(("Repaired", repaired_words(before, after, game.tables)))
    return [*rows, _damage_row(game)]


def _orders_line(day: DutyDay) -> Line:
    """The next day on duty and the station, with what helps her there if the station is new."""
    state = day.game.state
    came = arrival_after(day.game, day.date)
    station = station_assigned(state)
    head = day_words(state.date)
    rest = ""
    if state.ship.back is not None:
        # The player chooses first which ship of the squadron takes over.
        rest = ": another ship takes over."
    elif station is None:
        rest = ": her station has not been assigned yet."
    elif came is None and day.record is not None and station == day.record.station:
        head += f", station {station}."
    else:
        # The words begin with ``Station 1:``.
        where, _, help = station_words(state.ship, state, day.game.tables).partition(":")
        head += f", {where.lower()}"
        rest = f":{help}"
    if came is None and skips_days(state.date, day.date):
        rest += " Not on duty until then."
    return line((head, "strong"), rest)


def _people_blocks(day: DutyDay) -> Page:
    game = day.game
    known = facts_of(game).whole.days
    people = people_of_day(day.date, known, game.state.setup, game.tables)
    people += _morale(day.events, game.tables)
    return [Heading("People", 4), *map(Paragraph, people)] if people else []


def skips_days(then: datetime.date, date: str) -> bool:
    """Whether there are days without duty between a day and ``then``, the next one on duty."""
    return (then - datetime.date.fromisoformat(date)).days > 1


def _new_ship(game: Game, date: str) -> Page:
    """The crew of a new ship, once it is drawn."""
    came = arrival_after(game, date)
    ship = game.state.ship
    if came is None or came.returning or not ship.crew:
        return []
    name = line((f"{ship.name}, her officers and chiefs", "title"))
    kind = game.tables.ships.get(ship.ship_class)
    blocks: Page = [
        Heading(name, 4, aside=kind.name if kind else ""),
        crew_values(ship),
    ]
    if gunnery := crew_words(ship.crew, game.state.setup):
        blocks.append(styled(gunnery))
    return blocks


def _morale(today: Sequence[Event], tables: Tables) -> list[Line]:
    """The changes of morale, each with its roll."""
    return [
        _morale_line(roll, change, tables)
        for roll, change in itertools.pairwise(today)
        if isinstance(roll, Roll)
        and roll.purpose is MORALE
        and isinstance(change, Loss)
        and change.points
    ]


def _morale_line(roll: Roll, change: Loss, tables: Tables) -> Line:
    """How morale changed, by which roll, and what it does to repairs."""
    cause = f"rolled {roll.natural}"
    if modifiers := modifier_words((*roll.column_modifiers, *roll.modifiers)):
        cause += f", {modifiers}"
    effect = "as usual"
    if change.left:
        sign = "positive" if change.left > 0 else "negative"
        effect = signed(tables["20"].modifier(f"morale_{sign}").value)
    changed = title_case(text_of(log_line(change, tables)).strip())
    return line(changed, (f" (chart {roll.table}: {cause}); repairs {effect}", "dim"))


def awards_section(awards: Sequence[Award]) -> Page:
    """The awards of a day: those with a citation one by one, then the others in a list."""
    blocks: Page = [Heading("Awards", 4)]
    others: list[Text] = []
    for award in awards:
        if award.citation:
            blocks += _citation(award)
        else:
            others.append(award_words(award))
    if others:
        blocks.append(Items(tuple(others)))
    return blocks


def _citation(award: Award) -> Page:
    name = f"Promoted to {award.name}" if award.promotion else award.name
    more = f", award no. {award.number}" if award.number > 1 else ""
    if award.posthumous:
        more += ", posthumously"
    return [
        Paragraph(line(("* ", "good"), (name.upper(), "strong"), (more, "dim"))),
        Paragraph(line((title_case(award.to), "title")), indent=2),
        Paragraph(award.citation, indent=2),
    ]
