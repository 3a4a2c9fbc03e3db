"""A day phase by phase: its weather and raids, the damage, and damage control."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Remark
from picket_duty.events import Damage, Loss, Note
from picket_duty.facts import Aftermath, Killed, Phase, is_harm, is_weather, live_facts
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Paragraph
from picket_duty.text import log_line
from picket_duty.text.battle import format_damage
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.names import count
from picket_duty.text.status import raid_words
from picket_duty.text.styled_text import Span, line


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


def phase_blocks(game: Game, phase: Phase, casualties: bool = True) -> list[Block]:
    """A phase: its weather and raid, then damage, with or without casualties, and damage control."""
    weather, attack = phase.weather or "quiet", "no attack"
    if phase.raid is not None and phase.attacked:
        fates = f": {raid_words(phase)}" if phase.planes else ""
        attack = f"{'Kikusui raid' if phase.raid.kikusui else 'raid'} of {count(phase.raid.planes, 'plane')}{fates}"
    told = line((phase.name.capitalize(), "title"), f": {weather}, {attack}")
    return [Paragraph(told, hang=4), *_damage(game, phase, casualties)]


def _damage(game: Game, phase: Phase, casualties: bool) -> list[Block]:
    """Each impact with what it did, then later losses."""
    blocks: list[Block] = []

    def harm_of(events: Sequence[Aftermath]) -> list[Block]:
        return _harm(game, [event for event in events if casualties or not _is_casualty(event)])

    for wave in phase.waves:
        for impact in wave.impacts:
            harm = harm_of(impact.after)
            none = [] if any(map(_is_shown, impact.after)) else [Span(f": {format_damage(impact, game.tables)}")]
            head = [Span(f"Wave {wave.number}: ", "dim"), *log_line(impact.strike, game.tables), *none]
            blocks += [Paragraph(head, indent=2, hang=4), *harm]
        harm = harm_of(wave.later)
        blocks += [Paragraph(line((f"After wave {wave.number}:", "dim")), indent=2, hang=4)] if harm and blocks else []
        blocks += harm
    harm = harm_of(phase.later)
    blocks += [Paragraph(line(("After the raid:", "dim")), indent=2, hang=4)] if harm and blocks else []
    blocks += harm
    done = "; ".join(dict.fromkeys(repair_clauses(phase.repairs, game.tables)))
    return [*blocks, Paragraph(line(("Damage control: ", "dim"), done), indent=2, hang=4)] if done else blocks


def _harm(game: Game, events: Sequence[Aftermath]) -> list[Block]:
    """A line for each harm to the ship or her crew, each new level of a deck fire, an emergency, and for weather
    that ends the day."""
    shown = (event.event if isinstance(event, Killed) else event for event in events if _is_shown(event))
    return [Paragraph(log_line(event, game.tables), indent=4, hang=2) for event in shown]


def _is_casualty(event: Aftermath) -> bool:
    return isinstance(event, Killed) or (isinstance(event, Loss) and event.track in MEN_SECTIONS)


def _is_shown(event: Aftermath) -> bool:
    if isinstance(event, Note):
        return event.remark == (Remark.EMERGENCY, "") or is_weather(event)
    return is_harm(event) or (isinstance(event, Damage) and event.effect == DamageEffect.GROWS)
