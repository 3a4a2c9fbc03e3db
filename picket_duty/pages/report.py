"""The report of a game: its history, ship's log, action report, referee's trace and luck, in one of
four formats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from picket_duty.analysis.win_probability import WinProbability
from picket_duty.events import JsonObject, as_dict
from picket_duty.facts import Consequence, Day, GameFacts, Killed, WaveReport, facts_of, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.action_report_pages import action_blocks
from picket_duty.pages.awards import awards_of
from picket_duty.pages.blocks import Document, Heading, Items, Page, Paragraph
from picket_duty.pages.campaign_calendar import month_blocks
from picket_duty.pages.campaign_records import credits_block, daily_plots
from picket_duty.pages.crews import crew_page, killed_blocks
from picket_duty.pages.formats import to_markdown, to_text
from picket_duty.pages.html_format import to_html
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.luck_report import as_json as luck_json
from picket_duty.pages.luck_report import luck_document
from picket_duty.pages.ships import closing_state, roster, ships_of
from picket_duty.pages.trace_pages import trace_blocks
from picket_duty.rules.campaign import stages_held
from picket_duty.rules.records import days_on_duty
from picket_duty.text.campaign_progress import stage_sentences
from picket_duty.text.dates import label_words
from picket_duty.text.names import game_words, naval_name, option_words, result_words
from picket_duty.text.ship_service import Award
from picket_duty.text.status import fought_words

FORMATS = ("md", "html", "json", "text")
PARTS = ("history", "log", "action", "trace")
#: A part that ``write_report`` adds if it is given the win probability.
LUCK = "luck"


class ReportError(ValueError):
    """An unknown format or part; the text lists the known ones."""


def write_report(
    game: Game,
    form: str,
    parts: tuple[str, ...] = PARTS,
    win_probability: WinProbability | None = None,
) -> str:
    """The report of a game in one of FORMATS, with its win probability if given. Raises
    ReportError.
    """
    _check("format", form, FORMATS)
    for part in parts:
        _check("part", part, (*PARTS, LUCK))
    facts = facts_of(game).whole
    if form == "json":
        data = as_json(game, facts, parts)
        if win_probability:
            data |= luck_json(game, win_probability)
        return msgspec.json.encode(data).decode() + "\n"
    document = report_of(game, facts, parts)
    if win_probability:
        document = Document(
            document.title,
            (*document.blocks, Heading("Dice and orders"), *luck_document(game, win_probability)),
        )
    return {"html": to_html, "md": to_markdown, "text": to_text}[form](document)


def _check(what: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise ReportError(f"unknown {what} {given!r}; {what}s: {', '.join(known)}")


def report_of(game: Game, facts: GameFacts, parts: tuple[str, ...]) -> Document:
    """The requested parts, in their order."""
    blocks: Page = []
    if facts.missing:
        blocks.append(
            Paragraph(
                f"The first {facts.missing} answers were given with different tables and "
                f"cannot be shown."
            )
        )
    made: dict[str, Callable[[], Page]] = {
        "history": lambda: history_page(game, facts, awards_of(facts, game.tables)),
        "log": lambda: log_blocks(facts, game.tables),
        "action": lambda: action_blocks(facts, game.tables),
        "trace": lambda: trace_blocks(facts, game.tables),
    }
    if "history" not in parts:
        blocks += stage_blocks(game, facts)
    for part in PARTS:
        if part in parts:
            blocks += made[part]()
    return Document(game_words(game.state.setup, game.tables), tuple(blocks))


# -- the history ----------------------------------------------------------------------


def history_page(game: Game, facts: GameFacts, awards: list[Award]) -> Page:
    """Result, calendar, plots, ships, crews, credits."""
    state = closing_state(game.state, facts.days)
    tables = game.tables
    ships = ships_of(state)
    setup = state.setup
    how = result_words(game.state.outcome, len(state.stages), stages_held(game.state))
    how = how if state.outcome else f"Game in progress, {label_words(state.label)}"
    text = (
        f"{how}. {fought_words(state.records, weapon_hits(facts.days))} Own ships sunk: "
        f"{state.records.ships_sunk}."
    )
    options = f", with {option_words(setup.options, tables)}" if setup.options else ""
    blocks: Page = [Heading("History"), Paragraph(text)]
    blocks.append(Paragraph(f"{setup.level.capitalize()} game, seed {setup.seed}{options}."))
    blocks += stage_blocks(game, facts)
    if state.records.calendar:
        blocks += [Heading("Calendar", 3), *month_blocks(state, tables)]
    if len(days_on_duty(state)) > 1:
        blocks += [Heading("Day by day", 3), *daily_plots(state, tables)]
    blocks += [Heading("Ships", 3), roster(ships, state, tables), *killed_blocks(ships)]
    blocks += [Heading("Officers and chiefs", 3), *crew_page(ships, state, tables, facts, awards)]
    return [*blocks, Heading("Credits", 3), credits_block(state, tables)]


def stage_blocks(game: Game, facts: GameFacts) -> Page:
    """Every stage of a campaign: held or lost, and by which ship; empty for a game without
    stages.
    """
    stages = stage_sentences(game.state, facts)
    return [Heading("Stages", 3), Items(tuple(stages))] if stages else []


# -- JSON -----------------------------------------------------------------------------


def as_json(game: Game, facts: GameFacts, parts: tuple[str, ...]) -> JsonObject:
    """The report as data: set-up, result, days with their raids, records, and every event."""
    data: JsonObject = {
        "title": game_words(game.state.setup, game.tables),
        "setup": msgspec.to_builtins(game.state.setup),
        "result": facts.summary,
        "missing": facts.missing,
    }
    if "history" in parts:
        data["records"] = msgspec.to_builtins(game.state.records)
    if "log" in parts or "action" in parts:
        data["days"] = [day_json(day) for day in facts.days]
    if "trace" in parts:
        data["events"] = [as_dict(event) for event in facts.events]
    return data


def day_json(day: Day) -> JsonObject:
    """A day as data: ``crew`` has the names of the state, ``names`` the same people with the ranks
    of all documents.
    """
    names = {post: naval_name(name, post) for post, name in day.crew.items()}
    phases = []
    for phase in day.phases:
        begun = {"weather": phase.weather or "", "nobody_comes": phase.no_raid}
        told = _fields(phase, "label date name light station", **begun) | _fields(
            phase, "stopped typhoon_days raid"
        )
        told |= {"waves": [_wave_json(wave) for wave in phase.waves], **_fields(phase, "control")}
        phases.append(told | {"later": _consequences_json(phase.later), "running": phase.running})
    data = _fields(day, "date ship captain crew", phases=phases) | {"names": names}
    return data | _fields(day, "arrivals end relieved leave absence lost without_duty")


def _fields(struct: msgspec.Struct, names: str, **more: Any) -> JsonObject:
    """Some fields of a struct as data, by their ``names`` separated by spaces, then ``more``."""
    return {name: msgspec.to_builtins(getattr(struct, name)) for name in names.split()} | more


def _wave_json(wave: WaveReport) -> JsonObject:
    """A wave as data; ``blows`` are its impacts."""
    hit = "number plane type weapon bearing outcome section place room flamed"
    return {
        "number": wave.number,
        "planes": [
            {
                "plane": plane.number,
                **_fields(plane, "type bearing altitude"),
                "weapon": plane.weapon or None,
            }
            for plane in wave.planes
        ],
        "shots": [msgspec.to_builtins(shot.event) for shot in wave.shots],
        "maneuver": wave.maneuver,
        "weapons": wave.weapons,
        "blows": [
            _fields(impact, hit, after=_consequences_json(impact.after)) for impact in wave.impacts
        ],
        **_fields(wave, "missed dived sunk control"),
        "later": _consequences_json(wave.later),
    }


def _consequences_json(events: list[Consequence]) -> list[JsonObject]:
    return [_consequence_json(event) for event in events]


def _consequence_json(event: Consequence) -> JsonObject:
    if isinstance(event, Killed):
        return _fields(event, "post name successor")
    data: JsonObject = msgspec.to_builtins(event)
    return data
