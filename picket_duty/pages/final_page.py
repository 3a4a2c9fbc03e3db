"""The last page of a game, and of a ship lost in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from picket_duty.facts import facts_of, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.blocks import Heading, Items, Page, Paragraph, paragraphs_of
from picket_duty.pages.campaign_calendar import month_blocks
from picket_duty.pages.crews import casualties_line, killed_blocks
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.ships import arrival_after, closing_state, ship_before_repairs, ships_of
from picket_duty.rules.records import days_over
from picket_duty.saves.service_record import honors_words
from picket_duty.state import Ship, State
from picket_duty.text.campaign_progress import held_words, stage_sentences
from picket_duty.text.dates import plain_day
from picket_duty.text.phrases import card_words, phrase
from picket_duty.text.ship_service import (
    credit_words,
    end_title,
    end_words,
    hardest_day_words,
    has_more_ships,
    real_words,
    service_words,
    ship_title,
)
from picket_duty.text.status import fought_words


def final_page(game: Game) -> Page:
    """The last page of a game that is over."""
    facts = facts_of(game).whole
    state = closing_state(game.state, facts.days)
    ships = ships_of(state)
    log = last_entry(game)
    page: Page = [Heading(end_title(state, game.tables), 2), Paragraph(end_words(game, state))]
    page += log if state.scenario else _campaign(game, state)
    page += killed_blocks(ships) or [Paragraph(phrase("none_fell").card)]
    page += _service(game, state, ships)
    page += _awards(game, ships)
    if not state.scenario:
        page += log
    return page + _history(game, ships)


def _service(game: Game, state: State, ships: Sequence[Ship]) -> Page:
    """What the ships did; in a scenario also the casualties."""
    facts = facts_of(game).whole
    records = state.records
    page: Page = [
        Heading("Her service" if len(ships) == 1 else "Their service", 3),
        Paragraph(fought_words(records, weapon_hits(facts.days))),
    ]
    if records.destroyed + records.flamed:
        page.append(Paragraph(credit_words(state, game.tables, facts.days)))
    if state.scenario:
        page.append(Paragraph(casualties_line(state.ship, state, game.tables, facts)))
    return page


def _history(game: Game, ships: Sequence[Ship]) -> Page:
    """The historical outcome of a scenario, or the real ships."""
    state = game.state
    if state.scenario:
        real = paragraphs_of(game.tables.scenarios[int(state.setup.name)].history)
        return [Heading("Historical outcome", 3), *real] if real else []
    sentences = tuple(filter(None, (real_words(ship, game.tables) for ship in ships)))
    return [Heading("The real ships", 3), Items(sentences)] if sentences else []


def farewell_page(game: Game, ship: Ship) -> Page:
    """The page of a ship that was just lost: why, the last lines of her log, and what she did."""
    state = game.state
    facts = facts_of(game).whole
    records = [day for day in state.records.daily if day.ship == ship.name]
    blocks: Page = [Heading(card_words("title_lost", ship=ship_title(ship)), 2)]
    if has_more_ships(state.setup, game.tables):
        blocks.append(Paragraph(f"Ships lost so far: {state.records.ships_sunk}."))
    blocks += [*last_entry(game, ship.name, only_last=True), Heading("Her service", 3)]
    if records:
        blocks.append(Paragraph(service_words(ship, records, state, facts.days)))
    blocks.append(Paragraph(casualties_line(ship, state, game.tables, facts)))
    blocks += [*_awards(game, [ship]), *killed_blocks([ship])]
    if real := real_words(ship, game.tables):
        blocks += [Heading("The real ship", 3), Paragraph(real)]
    return blocks


def ship_that_left(game: Game) -> Ship:
    """The ship of the last finished day on duty. If she is already back, this is how she was before
    the repairs.
    """
    closed = days_over(game.state)
    name = game.state.ship.name
    if closed:
        name = closed[-1].ship
        came = arrival_after(game, closed[-1].date)
        if came is not None and came.name == name:
            before = ship_before_repairs(game, came)
            if before is not None:
                return before
    state = closing_state(game.state, facts_of(game).whole.days)
    return next((ship for ship in ships_of(state) if ship.name == name), state.ship)


def last_entry(game: Game, ship: str = "", only_last: bool = False) -> Page:
    """The last page of the log, of one ship if it is named; with ``only_last`` its last two
    entries.
    """
    facts = facts_of(game).whole
    days = [day for day in facts.days if day.phases and ship in ("", day.ship)][-1:]
    if not days:
        return []
    page = log_blocks(msgspec.structs.replace(facts, days=days), game.tables)
    paragraphs = [block for block in page if isinstance(block, Paragraph)][-2 if only_last else 0 :]
    if days[0].lost:
        paragraphs.append(Paragraph(phrase("log_ends").card, "sign"))
    title = "From the last page of her log" if only_last else "The last page of her log"
    return [Heading(f"{title}, {plain_day(days[0].date)}", 3), *paragraphs]


def _awards(game: Game, ships: list[Ship]) -> Page:
    names = {ship.name for ship in ships}
    awards = honors_words([award for award in awards_so_far(game) if award.ship in names])
    if not awards:
        return []
    return [Paragraph(card_words("honors", ships=len(ships), honors=awards))]


def _campaign(game: Game, state: State) -> Page:
    """The stages, then the service of each ship, or the days of the only one."""
    facts = facts_of(game).whole
    page: Page = []
    if stages := stage_sentences(state, facts):
        page += [Heading(held_words(state), 3), Items(tuple(stages))]
    lines = []
    for ship in ships_of(state):
        if days := [day for day in state.records.daily if day.ship == ship.name]:
            lines.append(service_words(ship, days, state, facts.days))
    if len(lines) > 1:
        page += [Heading("The whole story", 3), *month_blocks(state, game.tables)]
        page.append(Items(tuple(lines)))
    elif len(state.records.calendar) > 1:
        page += [Heading("Day by day", 3), *month_blocks(state, game.tables)]
        if hardest := hardest_day_words(state.records.daily, facts.days):
            page.append(Paragraph(hardest))
    return page
