"""A day phase by phase, its end, and the awards made for it."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import HULL, MORALE, SINKING_ROLLS, DamageEffect, Remark, Track
from picket_duty.charts.words import day_words
from picket_duty.events import Damage, Event, Leave, Loss, Note, TurnEnd
from picket_duty.facts import Aftermath, Killed, Phase, is_harm, is_weather, live_facts, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Heading, Items, Paragraph, Space
from picket_duty.pages.calendar import day_page
from picket_duty.pages.game_history import known_facts
from picket_duty.requests import Roll
from picket_duty.state import CAMPAIGN, QUIET
from picket_duty.text import log_line
from picket_duty.text.battle import format_damage
from picket_duty.text.campaign_progress import day_number_words, days_done_words, sunk_words
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.log import format_tracks
from picket_duty.text.names import count, date_words, naval_date, title_case
from picket_duty.text.phrases import phrase, say
from picket_duty.text.ship_service import Award, award_words, casualty_words
from picket_duty.text.status import met_words, raid_words
from picket_duty.text.styled_text import Line, Span, line

#: The characters before an award and before a promotion.
AWARD, PROMOTION = "*", "^"
#: Up to this number of quiet days before a day have a line each.
FEW_QUIET = 2


def today_page(game: Game) -> list[Block]:
    """The day so far, phase by phase; the current phase does not mention a raid that is not known yet."""
    day = live_facts(game).day_of(game.state.date.isoformat())
    blocks: list[Block] = []
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            blocks.append(Paragraph(line((phase.name.capitalize(), "title"))))
        else:
            blocks += phase_blocks(game, phase)
    return blocks


def phase_blocks(game: Game, phase: Phase) -> list[Block]:
    """A phase: its weather and raid, then damage, casualties and damage control."""
    station = f", station {phase.station}" if phase.station else ""
    weather, attack = (phase.weather or "quiet").capitalize(), "no attack"
    if phase.raid is not None and phase.attacked:
        fates = f": {raid_words(phase)}" if phase.planes else ""
        attack = f"{'Kikusui raid' if phase.raid.kikusui else 'raid'} of {count(phase.raid.planes, 'plane')}{fates}"
    return [
        Paragraph(line((f"{phase.name.capitalize()}{station}", "title"))),
        Paragraph(f"{weather}, {attack}", indent=2, hang=4),
        *_damage(game, phase),
    ]


def _damage(game: Game, phase: Phase) -> list[Block]:
    """Each impact with what it did, then later losses."""
    blocks: list[Block] = []
    for wave in phase.waves:
        for impact in wave.impacts:
            harm = _harm(game, impact.after)
            none = [] if harm else [Span(f": {format_damage(impact, game.tables)}")]
            head = [Span(f"Wave {wave.number}: ", "dim"), *log_line(impact.strike, game.tables), *none]
            blocks += [Paragraph(head, indent=2, hang=4), *harm]
        harm = _harm(game, wave.later)
        blocks += [Paragraph(line((f"After wave {wave.number}:", "dim")), indent=2, hang=4)] if harm and blocks else []
        blocks += harm
    harm = _harm(game, phase.later)
    blocks += [Paragraph(line(("After the raid:", "dim")), indent=2, hang=4)] if harm and blocks else []
    blocks += harm
    done = "; ".join(dict.fromkeys(repair_clauses(phase.repairs, game.tables)))
    return [*blocks, Paragraph(line(("Damage control: ", "dim"), done), indent=2, hang=4)] if done else blocks


def _harm(game: Game, events: Sequence[Aftermath]) -> list[Block]:
    """A line for each harm to the ship or her crew, each new level of a deck fire, an emergency, and for weather
    that ends the day."""
    shown = (event.event if isinstance(event, Killed) else event for event in events if _is_shown(event))
    return [Paragraph(log_line(event, game.tables), indent=4, hang=2) for event in shown]


def _is_shown(event: Aftermath) -> bool:
    if isinstance(event, Note):
        return event.remark == (Remark.EMERGENCY, "") or is_weather(event)
    return is_harm(event) or (isinstance(event, Damage) and event.effect == DamageEffect.GROWS)


# -- the end of a day ------------------------------------------------------------------


def end_of_day_page(game: Game, date: str, awards: Sequence[Block] = (), skipped: bool = True) -> list[Block]:
    """What happened on a day, phase by phase; stores at its end; its awards; what happened historically.

    ``skipped`` is whether quiet days before it had no page.
    """
    state, tables, day = game.state, game.tables, datetime.date.fromisoformat(date)
    today = [event for event in game.events if event.phase.startswith(date)]
    facts = [day for day in live_facts(game).days if day.date == date]
    number = day_number_words(state, tables, date)
    ship = next((day.ship for day in state.records.daily if day.date == date), state.ship.name)
    head = line((f"End of day, {date_words(day)}", "title"), (f"   {title_case(number)}" if number else "", "strong"))
    blocks: list[Block] = [Paragraph(head), Paragraph(ship)]
    blocks += [Paragraph(line((words, "dim"))) for words in quiet_before(game, date)] if skipped else []
    if facts and not any(phase.attacked for day in facts for phase in day.phases):
        blocks.append(Paragraph(line(("No plane attacked.", "strong"))))
    for phase in (phase for day in facts for phase in day.phases):
        blocks += [Space(), *phase_blocks(game, phase)]
    ended = [event for event in today if isinstance(event, TurnEnd)]
    left = [event for event in today if isinstance(event, Leave)]
    lines = [line((title_case(format_tracks(ended[-1])), "strong"))] if ended else []
    lines += _morale(game, today)
    if lost := casualty_words(sum(len(day.killed) for day in facts), sum(day.men_lost for day in facts)):
        lines.append(line((f"{title_case(lost)}.", "bad")))
    if left:
        lines += hull_rolls([event for event in today if isinstance(event, Roll)], tables)
        lines += [log_line(event, tables) for event in left]
    lines += _totals(game)
    if ended and not left and not state.outcome and not state.new_station and state.ship.station:
        lines.append(line(f"Next day, {day_words(state.date)}: station {state.ship.station}."))
    history = day_page(tables, day)
    return [
        *blocks,
        Space(),
        *map(Paragraph, lines),
        *([Space(), *awards] if awards else []),
        *([Space(), *history] if history else []),
    ]


def hull_rolls(rolls: Sequence[Roll], tables: Tables) -> list[Line]:
    """The rolls that might have sunk a ship; several in which her hull held are counted in one line."""
    rolls = [roll for roll in rolls if roll.purpose in SINKING_ROLLS]
    held = [roll for roll in rolls if roll.purpose is HULL and roll.result is not None and not roll.result["sinks"]]
    if len(held) < 2:
        return [log_line(roll, tables) for roll in rolls]
    others = [log_line(roll, tables) for roll in rolls if roll not in held]
    return [say(phrase("stayed_afloat").log, rolls=len(held)), *others]


def quiet_before(game: Game, date: str) -> list[str]:
    """The quiet days on duty just before a day, which have no page of their own, in a line or two."""
    state = game.state
    before = [day.date for day in state.records.daily if day.date < date]
    quiet = list(itertools.takewhile(lambda day: state.records.calendar.get(day) == QUIET, reversed(before)))[::-1]
    days = [day_words(datetime.date.fromisoformat(day)) for day in quiet]
    if len(quiet) > FEW_QUIET:
        return [f"{days[0]} to {days[-1]}: {count(len(days), 'quiet day')}."]
    closed = {event.phase.partition("/")[0] for event in game.events if is_weather(event)}
    return [
        f"{words}: quiet.{' Weather closed in.' if day in closed else ''}"
        for day, words in zip(quiet, days, strict=True)
    ]


def _morale(game: Game, today: Sequence[Event]) -> list[Line]:
    """How morale changed at the end of the day and by which chart, if it did."""
    charts = [event.table for event in today if isinstance(event, Roll) and event.purpose is MORALE]
    changes = [event for event in today if isinstance(event, Loss) and event.track == Track.MORALE and event.points]
    return [
        [*log_line(change, game.tables), Span(f" (chart {chart})", "dim")]
        for change, chart in zip(changes, charts, strict=False)
    ]


def _totals(game: Game) -> list[Line]:
    """The totals of the game so far."""
    state, records = game.state, game.state.records
    met = met_words(records, weapons=weapon_hits(known_facts(game).days))
    so_far = line(f"{'Campaign' if state.setup.kind == CAMPAIGN else 'Game'} so far: {met}")
    if state.scenario:
        return [so_far]
    lost = sunk_words(state, game.tables)
    sunk = f". Ships you have lost: {records.ships_sunk}" if records.ships_sunk and not lost else ""
    rows = [line((days_done_words(state), "strong"), sunk)]
    return [*rows, *([line(lost)] if lost else []), so_far]


# -- awards ----------------------------------------------------------------------------


def awards_page(awards: Sequence[Award], date: str) -> list[Block]:
    """The awards of a day: those with a citation one by one, then the others in a list."""
    ships = " and ".join(dict.fromkeys(award.ship for award in awards))
    title = line(("AWARDS  ", "title"), (f"{ships}, {count(len(awards), 'award')}", "dim"))
    blocks: list[Block] = [Heading(title, 3, aside=naval_date(date))]
    for award in awards:
        if award.citation:
            blocks += [Space(), *_cited(award)]
    rest = tuple(line(("", "good"), award_words(award)) for award in awards if not award.citation)
    return [*blocks, Space(), Items(rest)] if rest else blocks


def _cited(award: Award) -> list[Block]:
    """An award with its citation: what, to whom, and the words that are read out."""
    sign, name = (PROMOTION, f"Promoted to {award.name}") if award.promotion else (AWARD, award.name)
    again = f", award no. {award.number}" if award.number > 1 else ""
    fallen = ", posthumously" if award.posthumous else ""
    aboard = "" if award.to == award.ship else f", {award.ship}"
    return [
        Paragraph(line((f"{sign} ", "good"), (name.upper(), "strong"), (f"{again}{fallen}", "dim"))),
        Paragraph(line((title_case(f"{award.to}{aboard}"), "title")), indent=2),
        Paragraph(award.citation, indent=2),
    ]
