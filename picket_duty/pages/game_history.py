"""The history of a game: its result, its calendar, plots of its days, its ships and crews, and credits for planes."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from picket_duty.events import Undone
from picket_duty.facts import GameFacts, Observer, game_facts, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Heading, Items, Paragraph
from picket_duty.pages.calendar import month_blocks
from picket_duty.pages.campaign_records import credits_block, daily_plots
from picket_duty.pages.crew import crew_page, killed_blocks
from picket_duty.pages.squadron import closing_state, roster, ships_of
from picket_duty.rules.campaign import stages_held
from picket_duty.rules.records import days_on_duty
from picket_duty.text import count
from picket_duty.text.campaign_progress import stage_sentences
from picket_duty.text.names import label_words, option_words, result_words
from picket_duty.text.ship_service import Award
from picket_duty.text.status import met_words


def history_page(game: Game, facts: GameFacts, awards: list[Award]) -> list[Block]:
    """Result, calendar, plots, ships, crews, credits."""
    state, tables = closing_state(game.state, facts.days), game.tables
    ships = ships_of(state)
    blocks: list[Block] = [Heading("History"), *_result(facts, game), *stage_blocks(game, facts)]
    if state.records.calendar:
        blocks += [Heading("Calendar", 3), *month_blocks(state, tables)]
    if len(days_on_duty(state)) > 1:
        blocks += [Heading("Day by day", 3), *daily_plots(state, tables)]
    blocks += [Heading("Ships", 3), roster(ships, state, tables), *killed_blocks(ships, several=len(ships) > 1)]
    blocks += [Heading("Officers and chiefs", 3), *crew_page(ships, state, tables, facts, awards)]
    return [*blocks, Heading("Credits", 3), credits_block(state, tables)]


def stage_blocks(game: Game, facts: GameFacts) -> list[Block]:
    """Every stage of a campaign: held or lost, and by which ship; empty for a game without stages."""
    stages = stage_sentences(game.state, facts)
    return [Heading("Stages", 3), Items(tuple(stages))] if stages else []


def _result(facts: GameFacts, game: Game) -> list[Block]:
    summary, state = facts.summary, game.state
    records = state.records
    how = result_words(state.outcome, len(state.stages), stages_held(state))
    how = how if state.outcome else f"Game in progress, {label_words(state.label)}"
    text = (
        f"{how}. {count(summary['days'], 'day')} on duty, {count(summary['waves'], 'wave')}, "
        f"{met_words(records, weapons=weapon_hits(facts.days))}. Own ships sunk: {summary['ships_sunk']}."
    )
    setup = state.setup
    options = f", with {option_words(setup.options, game.tables)}" if setup.options else ""
    return [Paragraph(text), Paragraph(f"{setup.level.capitalize()} game, seed {setup.seed}{options}.")]


#: For each resumed game: the number of earlier answers, and the observer of the whole game.
_WHOLE: WeakKeyDictionary[Game, tuple[int, Observer]] = WeakKeyDictionary()


def known_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer; only since it was resumed if its save cannot be read."""
    from picket_duty.saves import SaveError

    try:
        return whole_game_facts(game)
    except SaveError:
        return game_facts(game)


def whole_game_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer; the part before it was resumed is read from its save.

    Raises SaveError if the save cannot be read.
    """
    if not game.base or game.save_file is None:
        return game_facts(game)
    known = _WHOLE.get(game)
    if known is None or known[0] != game.base:
        from picket_duty.saves import load_whole

        whole = load_whole(game.save_file.path, game.tables)
        # An undo is an event of the game, but undone answers are not replayed.
        since = sum(not isinstance(event, Undone) for event in game.events)
        known = _WHOLE[game] = game.base, Observer(whole, whole.events[: len(whole.events) - since])
    return game_facts(game, known[1])
