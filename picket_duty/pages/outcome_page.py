"""The totals of a finished battle."""

from __future__ import annotations

from picket_duty.facts import weapon_hits
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Fields, Heading, Paragraph, Space
from picket_duty.pages.game_history import known_facts
from picket_duty.pages.squadron import closing_state
from picket_duty.rules.campaign import SUNK
from picket_duty.state import JAPANESE_WIN, US_WIN, State
from picket_duty.text.names import FATES, OUTCOMES, game_words, item_name, ship_words
from picket_duty.text.ship_service import fallen_words
from picket_duty.text.status import met_words
from picket_duty.text.styled_text import line


def outcome_page(game: Game) -> list[Block]:
    """The result of a scenario, its figures, and the historical outcome."""
    days = known_facts(game).days
    state, tables = closing_state(game.state, days), game.tables
    ship, records = state.ship, state.records
    result = OUTCOMES[state.outcome]
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    best = sorted(records.by_mount.items(), key=lambda item: -item[1])
    figures = Fields(
        (
            ("Game", game_words(state.setup, tables)),
            ("Ship", f"{ship_words(ship.name, ship.hull_number)}: {_fate(state)}"),
            ("Days, phases", f"{records.days}, {records.phases}"),
            ("Waves", str(records.waves)),
            ("Planes", met_words(records, weapons=weapon_hits(days))),
            *([] if ship.fate == SUNK else [("Hull left", str(ship.hull))]),
            ("Seed", str(state.setup.seed)),
            ("Credited to", ", ".join(f"{item_name(tables, who)}: {planes}" for who, planes in best)),
            *(("Killed", fallen_words(fallen)) for fallen in ship.fallen),
        )
    )
    history = tables.scenarios[int(state.setup.name)].history
    return [
        Heading(line((result, style)), 3),
        Space(),
        figures,
        Heading("Historical outcome", 3),
        *(Paragraph(text) for text in history.splitlines() if text.strip()),
    ]


def _fate(state: State) -> str:
    if state.ship.fate:
        return FATES[state.ship.fate]
    return "on her station" if state.on_station else "afloat, off her station"
