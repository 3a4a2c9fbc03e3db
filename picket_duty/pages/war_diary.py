"""The war diary of each ship of a game: class and officers, daily entries, end and awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from picket_duty.book import Tables
from picket_duty.facts import Day, GameFacts, facts_of
from picket_duty.facts.campaign_days import is_cut_short
from picket_duty.game import Game
from picket_duty.pages.action_report_pages import action_blocks
from picket_duty.pages.awards import awards_of
from picket_duty.pages.blocks import (
    Block,
    Document,
    Grid,
    Heading,
    Items,
    Page,
    Paragraph,
    paragraphs_of,
)
from picket_duty.pages.crews import killed_blocks
from picket_duty.pages.html_format import to_html
from picket_duty.pages.log_pages import raid_hours, sank_in
from picket_duty.pages.ships import closing_state, ships_of
from picket_duty.paths import SaveError, data_folder
from picket_duty.rules.campaign import stages_held
from picket_duty.rules.play import armament_of
from picket_duty.saves.files import write_file
from picket_duty.state import POSTS, RECORD, SCENARIO, SUNK, Ship, State
from picket_duty.text.campaign_progress import cut_short_words, stage_sentences
from picket_duty.text.dates import date_in_sentence, day_name, naval_date, plain_day
from picket_duty.text.deck_log import arrival_words, departure_words, stores_fields, storm_words
from picket_duty.text.diary_entries import (
    closing_sentence,
    day_sentences,
    raid_sentences,
    say,
    service_sentences,
)
from picket_duty.text.english import count, listed, number_words, title_case
from picket_duty.text.names import POST_NAMES, class_words, game_words, naval_name, result_words
from picket_duty.text.phrases import phrase, words
from picket_duty.text.ship_service import Award, award_words, real_words, ship_title

#: The heading of the action reports.
ANNEX = "Annex: action reports"
#: The folder of the diaries written from the screen.
FOLDER = "diaries"


class Diary(msgspec.Struct, frozen=True):
    """The source of diaries: a game with the state in which it is described, its facts and all its
    awards.
    """

    game: Game
    state: State
    facts: GameFacts
    awards: list[Award]


def read_diary(game: Game) -> Diary:
    """The diaries of a game so far. The current day is in them once something has happened on it.
    Raises SaveError.
    """
    facts = facts_of(game).whole
    if facts.trouble:
        raise SaveError(facts.trouble)
    days = [
        day
        for day in facts.days
        if day.arrivals
        or any(phase.attacked for phase in day.phases)
        or not any(phase.running for phase in day.phases)
    ]
    return Diary(
        game=game,
        state=closing_state(game.state, facts.days),
        facts=msgspec.structs.replace(facts, days=days),
        awards=awards_of(facts, game.tables),
    )


def diary_of(diary: Diary, ships: Sequence[Ship] = (), reports: bool = True) -> Document:
    """The diaries of some ships, or of all if none is given. With ``reports``, the action reports
    follow as an annex.
    """
    wanted = list(ships) or ships_with_days(diary)
    blocks: Page = []
    if diary.facts.missing:
        missing = count(diary.facts.missing, "answer was", "answers were")
        blocks.append(
            Paragraph(f"The first {missing} given with different tables and cannot be shown.")
        )
    if not wanted:
        blocks.append(Paragraph("No ship has had a day on duty yet."))
    if len(wanted) == 1:
        title = ship_title(wanted[0])
        # The title of the document names the ship.
        blocks += ship_blocks(diary, wanted[0])[1:]
    else:
        title = "Radar picket line off Okinawa"
        blocks += _introduction(diary, len(wanted))
        for ship in wanted:
            blocks += ship_blocks(diary, ship, alone=False)
    if reports and wanted:
        named = {ship.name for ship in wanted}
        days = [day for day in diary.facts.days if day.ship in named]
        blocks += [Heading(ANNEX), *_reports(diary, days)]
    return Document(f"War diary: {title}", tuple(blocks))


def _introduction(diary: Diary, ships: int) -> Page:
    """The game of several diaries, and its stages."""
    if not ships:
        return []
    game = diary.game
    days = diary.facts.days
    text = words(
        phrase("diaries").diary[0],
        number=number_words(ships),
        first=plain_day(days[0].date),
        last=naval_date(days[-1].date),
        game=game_words(game.state.setup, game.tables),
        outcome=_result(game),
    )
    stages = stage_sentences(diary.state, diary.facts)
    return [Paragraph(text), Items(tuple(stages))] if stages else [Paragraph(text)]


def write_diary(diary: Diary) -> Path:
    """Write the diaries of a game as HTML next to the saves; returns the path. Raises OSError,
    SaveError.
    """
    game = diary.game
    name = f"diary-{game.state.setup.seed}"
    if game.save_file is not None:
        name = game.save_file.path.stem
    path = data_folder() / FOLDER / f"{name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, to_html(diary_of(diary)).encode("utf-8", "replace"))
    return path


def ships_with_days(diary: Diary) -> list[Ship]:
    """The ships that have a diary, in the order in which they came on duty."""
    served = {day.ship for day in diary.facts.days}
    return [ship for ship in ships_of(diary.state) if ship.name in served]


def ship_blocks(diary: Diary, ship: Ship, alone: bool = True) -> Page:
    """The diary of one ship. ``alone``: a note names the game, because no introduction does."""
    game = diary.game
    days = [day for day in diary.facts.days if day.ship == ship.name]
    blocks: Page = [
        Heading(ship_title(ship), 2),
        *_commissioning(diary, ship, days),
        Heading("Daily entries", 3),
        *_days(days, game),
        *_end(diary, ship, days),
    ]
    awards = [award for award in diary.awards if award.ship == ship.name]
    if awards:
        granted = (f"{plain_day(award.date)}: {award_words(award)}" for award in awards)
        blocks += [Heading("Awards", 3), Items(tuple(granted))]
    if alone:
        fields = {"game": game_words(game.state.setup, game.tables), "outcome": _result(game)}
        blocks += [Heading("Note", 3), Paragraph(words(phrase("diary_note").diary[0], **fields))]
    return blocks + _real_ship(game, ship)


def _real_ship(game: Game, ship: Ship) -> Page:
    """What history knows of the ship; in a scenario, of the ship that fought it."""
    setup = game.state.setup
    name = ship.name
    real = real_words(ship, game.tables)
    if setup.kind == SCENARIO:
        scenario = game.tables.scenarios[int(setup.name)]
        name = scenario.ship
        real = scenario.history
    paragraphs = paragraphs_of(real)
    heading = words(phrase("real_ship").diary[0], ship=name)
    return [Heading(heading, 3), *paragraphs] if paragraphs else []


def report_blocks(diary: Diary, ship: Ship) -> Page:
    """The action reports of one ship."""
    return [
        Heading(ANNEX, 3),
        *_reports(diary, [day for day in diary.facts.days if day.ship == ship.name]),
    ]


def _reports(diary: Diary, days: list[Day]) -> Page:
    """The action reports of some days, without their own heading."""
    return action_blocks(msgspec.structs.replace(diary.facts, days=days), diary.game.tables)[1:]


# -- the ship and her officers -------------------------------------------------------


def _commissioning(diary: Diary, ship: Ship, days: list[Day]) -> Iterator[Block]:
    """The class and the guns of a ship, her service, and her first officers."""
    tables = diary.game.tables
    kind = ship.ship_class
    guns: Counter[str] = Counter()
    if plan := tables.ships.get(ship.ship_class):
        kind = class_words(plan.name, plan.class_name, ship.name)
        mounts = armament_of(tables, ship.ship_class, diary.game.state.setup.options)
        guns.update(tables.mounted[name].name for name in mounts)
    battery = listed([f"{number_words(number)} {caliber}" for caliber, number in guns.items()])
    sentence = words(phrase("ship_class").diary[0], kind=kind, battery=battery)
    yield Paragraph(" ".join([sentence, *service_sentences(days)]))
    yield from _first_crew(diary, ship)


def _first_crew(diary: Diary, ship: Ship) -> Iterator[Block]:
    """The first holder of each post."""
    officers = [record for record in diary.facts.officers if record.ship == ship.name]
    # Reversed, so that the first holder of a post replaces his successors.
    crew = {record.post: record.name for record in reversed(officers)}
    rows = tuple(
        (title_case(POST_NAMES[post]), naval_name(crew[post], post))
        for post in POSTS
        if post in crew
    )
    if rows:
        yield Heading("Officers and chiefs", 3)
        yield Grid(("Post", "Name"), rows)


# -- daily entries -----------------------------------------------------------------


def _days(days: list[Day], game: Game) -> Iterator[Block]:
    """The entries of some days: the day, each of its raids, and its evening."""
    tables = game.tables
    before: Day | None = None
    for day in days:
        arrivals = [arrival_words(arrival) for arrival in day.arrivals if arrival.name == day.ship]
        sentences = [*arrivals, *day_sentences(day, before, tables)]
        yield Paragraph(" ".join(sentences), lead=day_lead(day.date))
        if day.phases:
            before = day
        raids = [phase for phase in day.phases if phase.attacked]
        for phase in raids:
            hours = raid_hours(phase, tables, sank_in(day, phase))
            again = phase is not raids[0]
            yield Paragraph(" ".join(raid_sentences(phase, tables, hours, again=again)))
        ends = bool(game.state.outcome) and day is days[-1]
        if evening := _evening(day, tables, stores=bool(raids) or ends):
            yield Paragraph(" ".join(evening))


def _evening(day: Day, tables: Tables, stores: bool) -> list[str]:
    """With ``stores`` the stores left, then a storm, and where the ship went."""
    sentences = []
    if stores and day.stores is not None:
        sentences.append(say("stores", day.date, case="", **stores_fields(day.stores, tables)))
    for phase in day.phases:
        if phase.typhoon_days and not day.lost:
            sentences.append(storm_words(phase))
    if day.leave is not None:
        sentences.append(departure_words(day))
    return sentences


def day_lead(date: str) -> str:
    """A date before its entry: ``Friday, 6 April``."""
    return day_name(date).rpartition(" ")[0]


# -- the end, awards, the real ship ------------------------------------------------


def _end(diary: Diary, ship: Ship, days: list[Day]) -> Iterator[Block]:
    """The end of a ship's diary: her fate so far, her stages, the signature, and those killed."""
    game = diary.game
    state = diary.state
    title = "Close of the diary" if ship.fate or state.outcome else "Diary to date"
    if ship.fate == SUNK:
        title = "Loss of the ship"
    yield Heading(title, 3)
    yield Paragraph(closing_sentence(game, ship, days))
    sentences = zip(state.stages, stage_sentences(state, diary.facts), strict=False)
    stages = [sentence for stage, sentence in sentences if stage.ship == ship.name]
    if state.outcome and is_cut_short(state):
        stages.append(f"{cut_short_words(state, date_in_sentence)}.")
    if stages:
        yield Items(tuple(stages))
    captain = ship.crew["captain"].name if "captain" in ship.crew else ""
    if captain and ship.fate != SUNK and state.outcome:
        yield Paragraph(words(phrase("signature").diary[0], captain=naval_name(captain)), "sign")
    yield from killed_blocks([ship])


def _result(game: Game) -> str:
    state = game.state
    if state.outcome in ("", RECORD):
        return ""
    return result_words(state.outcome, len(state.stages), stages_held(state))
