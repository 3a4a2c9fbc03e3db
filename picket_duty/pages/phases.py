"""The phases of a day: weather, raid, impacts with their damage, and damage control."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Remark
from picket_duty.events import Damage, Loss, Note
from picket_duty.facts import (
    Consequence,
    Killed,
    Phase,
    WaveReport,
    facts_of,
    is_damage,
    is_weather,
)
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Page, Paragraph, styled
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.english import count
from picket_duty.text.fact_rows import damage_words
from picket_duty.text.log import log_line
from picket_duty.text.phrases import card_words
from picket_duty.text.status import raid_words
from picket_duty.text.styled_text import Span, line


def today_page(game: Game) -> Page:
    """The day so far, phase by phase; the current phase does not mention a raid that is not known
    yet.
    """
    day = facts_of(game).day_of(game.state.date.isoformat())
    blocks: Page = []
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            blocks.append(styled(phase.name.capitalize(), "title"))
        else:
            blocks += phase_blocks(game, phase)
    return blocks


def phase_blocks(game: Game, phase: Phase, casualties: bool = True) -> Page:
    """A phase: its weather and raid, then each impact with its damage, later losses, and damage
    control.
    """
    tables = game.tables
    blocks: Page = []
    for wave in phase.waves:
        blocks += _wave_blocks(wave, tables, casualties)
        later = _damage_blocks(wave.later, tables, casualties)
        if later and blocks:
            blocks.append(_label(f"After wave {wave.number}:"))
        blocks += later
    later = _damage_blocks(phase.later, tables, casualties)
    if later and blocks:
        blocks.append(_label("After the raid:"))
    return [_headline(phase), *blocks, *later, *_damage_control(phase, tables)]


def _headline(phase: Phase) -> Block:
    attack = "no attack"
    if phase.raid is not None and phase.attacked:
        raid = "Kikusui raid" if phase.raid.kikusui else "raid"
        attack = f"{raid} of {count(phase.raid.planes, 'plane')}"
        if phase.planes:
            attack += f": {raid_words(phase)}"
    name = (phase.name.capitalize(), "title")
    return Paragraph(line(name, f": {phase.weather or 'quiet'}, {attack}"), hang=4)


def _wave_blocks(wave: WaveReport, tables: Tables, casualties: bool) -> Page:
    """What came of the order for a wave, and its impacts."""
    # The wave is named once.
    number = [Span(f"Wave {wave.number}: ", "dim")]
    blocks: Page = []
    if wave.order:
        blocks.append(Paragraph([*number, Span(" ".join(wave.order))], indent=2, hang=4))
        number = []
    for impact in wave.impacts:
        struck = [*number, *log_line(impact.strike, tables)]
        if not any(map(_is_shown, impact.after)):
            struck.append(Span(f": {damage_words(impact, tables)}"))
        blocks.append(Paragraph(struck, indent=2, hang=4))
        blocks += _damage_blocks(impact.after, tables, casualties)
        number = []
    return blocks


def _damage_blocks(events: Sequence[Consequence], tables: Tables, casualties: bool) -> Page:
    """A line for each damage, without casualties unless they are wanted."""
    blocks: Page = []
    for event in filter(_is_shown, events):
        said = event.event if isinstance(event, Killed) else event
        if casualties or not _is_casualty(event):
            blocks.append(Paragraph(log_line(said, tables), indent=4, hang=2))
    return blocks


def _is_casualty(event: Consequence) -> bool:
    if isinstance(event, Loss):
        return event.track in MEN_SECTIONS
    return isinstance(event, Killed)


def _label(text: str) -> Block:
    return Paragraph(line((text, "dim")), indent=2, hang=4)


def _damage_control(phase: Phase, tables: Tables) -> Page:
    done = list(dict.fromkeys(repair_clauses(phase.repairs, tables)))
    # Every emergency that was asked for was refused.
    if phase.declarations and not any(phase.declarations):
        done.insert(0, card_words("refused"))
    if not done:
        return []
    return [Paragraph(line(("Damage control: ", "dim"), "; ".join(done)), indent=2, hang=4)]


def _is_shown(event: Consequence) -> bool:
    """Whether an event is damage, a new level of a deck fire, an emergency, or weather that ends
    the day.
    """
    if isinstance(event, Note):
        return event.text == Remark.EMERGENCY or is_weather(event)
    return is_damage(event) or (isinstance(event, Damage) and event.effect == DamageEffect.GROWS)
