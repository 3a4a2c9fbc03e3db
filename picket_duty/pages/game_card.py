"""The card of a game: its result in a few lines of plain text, to share.

Every figure comes from events and state, so that a replay code gives the same card. The lines fit
any forum: none is longer than ``WIDTH``, and no character is drawn double width or taken for
markup.
"""

from __future__ import annotations

import datetime
import textwrap
from pathlib import Path
from typing import NamedTuple

import msgspec

from picket_duty.analysis.win_probability import WinProbability
from picket_duty.book import Tables
from picket_duty.book.historical_days import SUNK as SUNK_REALLY
from picket_duty.book.historical_days import ship_on
from picket_duty.charts.words import to_ascii
from picket_duty.facts import Fate, PlaneReport, count_records, facts_of, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.blocks import Heading, Page, Paragraph, Space, styled
from picket_duty.pages.luck_report import contributions
from picket_duty.pages.report import ReportError
from picket_duty.pages.ships import ships_of
from picket_duty.rules.campaign import stages_held
from picket_duty.saves import load_whole, read_record
from picket_duty.saves.notes import EXEC_ASKED, REOPENED, asked_of
from picket_duty.saves.replay_code import CodeError, code_of
from picket_duty.saves.service_record import attempt_of
from picket_duty.setup import ADVISED
from picket_duty.state import SCENARIO, SUNK, Setup, State
from picket_duty.text.campaign_progress import stages_by_ship
from picket_duty.text.dates import date_words
from picket_duty.text.english import count, listed, percent
from picket_duty.text.names import OUTCOMES, house_words, result_words, situation_words
from picket_duty.text.ship_service import cause_of_loss, has_more_ships, ship_title
from picket_duty.text.status import MISSED_OR_WITHDREW, fate_parts, fate_words, hit_words
from picket_duty.text.styled_text import line, safe
from picket_duty.text.turning_points import points_words

#: Columns and lines of a card, and lines of its row of waves.
WIDTH = 72
MOST_LINES = 12
ROWS = 3
TITLE = "PICKET DUTY"


class FateSign(NamedTuple):
    """The glyph of a fate of planes, and its meaning."""

    glyph: str
    ascii: str
    words: str

    def drawn(self, ascii_only: bool) -> str:
        """The glyph in one of the looks."""
        return self.ascii if ascii_only else self.glyph


#: The fates of planes, the worst for the ship first.
STRIKE, NEAR, SHOT, PAST = SIGNS = (
    FateSign("●", "!", "crashed"),
    FateSign("○", "o", "near miss"),
    FateSign("×", "x", "splashed"),
    FateSign("·", ".", MISSED_OR_WITHDREW),
)
#: The remark beside points that are within their margin of error.
UNCLEAR = "(unclear)"
#: What the player of an unaided game asked, below the code.
ASKED_WORDS = {
    EXEC_ASKED: "the exec was asked for advice",
    REOPENED: "the end was undone after the odds and luck reports could be seen",
}
NOTHING_ASKED = "played without the exec's advice or the odds and luck reports"
#: The words that begin the lines about the real ship and about luck.
REALLY = "In 1945"
LUCK = "Luck"


class GameCard(msgspec.Struct, frozen=True):
    """A finished game with its whole history.

    ``watch`` is the date of its daily watch, ``tried`` the number of the attempt, 0 if no player
    played it. ``luck`` is the line of what luck and orders brought, empty if unknown. ``asked`` is
    what the player of an unaided game asked, of ``KINDS_ASKED``; None if it is not known.
    """

    game: Game
    watch: datetime.date | None = None
    tried: int = 0
    luck: str = ""
    asked: list[str] | None = None


def card_lines(card: GameCard, ascii_only: bool = False) -> list[str]:
    """The card, at most ``MOST_LINES`` lines of ``WIDTH`` columns."""
    game = card.game
    state = game.state
    # Cards of older versions, which had the aid ``ADVISED``, did not name it.
    aid = "" if game.recorded_aid == ADVISED else f", aid: {game.aid}"
    facts = [
        _title(card),
        f"{situation_words(state.setup, game.tables)}{aid}",
        _ship_words(state),
        *_planes(game),
        _end(game),
        # The stages held by each ship, those not played, and whether the end of the calendar cut a
        # campaign short.
        *textwrap.wrap(". ".join(stages_by_ship(state)), WIDTH),
    ]
    luck = to_ascii(card.luck) if ascii_only else card.luck
    measures = list(filter(None, (history_words(state.setup, game.tables), luck)))
    # The legend of the waves has a row, too.
    rows = min(ROWS, MOST_LINES - len(facts) - len(measures) - 1)
    return [row[:WIDTH] for row in (*facts, *wave_rows(game, ascii_only, rows), *measures)]


def _title(card: GameCard) -> str:
    if card.watch is None:
        house = house_words(card.game.state.setup.options, card.game.tables)
        return ", ".join(filter(None, (TITLE, house)))
    which = ""
    if not card.tried:
        which = ", played by the program"
    elif card.tried > 1:
        which = f", attempt {card.tried}: does not count"
    return f"{TITLE}, the watch of {card.watch.isoformat()}{which}"


def _ship_words(state: State) -> str:
    name = safe(ship_title(state.ship))
    ships = len(ships_of(state))
    start = date_words(state.setup.start)
    return last_ship_words(name, ships, start) if ships > 1 else f"{name}, {start}"


def card_of_save(path: Path, tables: Tables) -> GameCard:
    """The card of a save, with the watch and attempt of its notes. Raises SaveError,
    ReportError.
    """
    notes = read_record(path).notes
    watch, tried = attempt_of(notes) or (None, 0)
    game = load_whole(path, tables)
    if not game.over:
        raise ReportError(f"{path.name}: the game is not over. Finish it to get its card.")
    return GameCard(game, watch, tried, asked=asked_of(notes))


def code_lines(card: GameCard) -> list[str]:
    """The replay code below a card, or why it has none."""
    try:
        code = code_of(card.game, card.watch, card.tried)
    except CodeError as error:
        return ["", *textwrap.wrap(f"No replay code: {error}.", WIDTH)]
    return ["", *textwrap.wrap(code, WIDTH, break_on_hyphens=False)]


def asked_lines(card: GameCard) -> list[str]:
    """The lines below the code, after a blank one: what the player of an unaided game asked, which
    the code does not show. Empty if that is not known.
    """
    if card.asked is None:
        return []
    asked = [ASKED_WORDS[kind] for kind in card.asked] or [NOTHING_ASKED]
    return ["", *textwrap.wrap(f"Not verified: {listed(asked)}.", WIDTH)]


def card_page(card: GameCard, ascii_only: bool, progress: str = "") -> Page:
    """The card with its replay code, and the ``progress`` of its analysis."""
    title, *facts = card_lines(card, ascii_only)
    page: Page = [Heading(title, 3), *map(Paragraph, facts)]
    if progress:
        page.append(styled(progress))
    return [
        *page,
        Space(),
        styled("Replay code: others can use it to check this card"),
        *(styled(row, "key") for row in code_lines(card)[1:]),
        *map(styled, asked_lines(card)),
        Space(),
        Paragraph(line(("c", "key"), ": copy both   ", ("w", "key"), ": write both to a file")),
    ]


# -- what happened ---------------------------------------------------------------------


def last_ship_words(ship: str, ships: int, start: str) -> str:
    """The last of several ships, since the start of the game."""
    return f"{ship}, the last of {ships} ships since {start}"


def _planes(game: Game) -> list[str]:
    records = game.state.records
    if not records.planes:
        return ["No planes came"]
    weapons = hit_words(weapon_hits(facts_of(game).whole.days))
    counts = count_records(records)
    came = f"{count(counts.met, 'plane')} in {count(records.waves, 'wave')}"
    full = textwrap.wrap(f"{came}: {fate_words(counts)}{weapons}", WIDTH)
    if len(full) <= 2:
        return full
    return textwrap.wrap(f"{came}: {', '.join(fate_parts(counts))}{weapons}", WIDTH)


def _end(game: Game) -> str:
    state = game.state
    if has_more_ships(state.setup, game.tables):
        result = result_words(state.outcome, len(state.stages), stages_held(state))
        return f"{result}; {ships_lost_words(state.records.ships_sunk)}"
    outcome = OUTCOMES[state.outcome]
    if state.ship.fate == SUNK:
        why = cause_of_loss(game)
        return f"{outcome}; ship lost: {why}" if why else f"{outcome}; ship lost"
    where = "on station" if state.on_station else "off station"
    return f"{outcome}; afloat, {where}, hull {state.ship.hull} of {game.tables.numbers.hull}"


def ships_lost_words(ships: int) -> str:
    """The ships lost in a game."""
    return f"{count(ships, 'ship')} lost"


# -- the waves in glyphs ----------------------------------------------------------------


def wave_rows(game: Game, ascii_only: bool, most: int = ROWS, former: bool = False) -> list[str]:
    """A group of glyphs for each wave, and a legend. If the groups need more than ``most`` rows,
    each wave has only its worst glyph.

    ``former``: as versions before 1.0.0 counted them (``waves_of``), for ``card_check``, which also
    accepts their cards.
    """
    waves = waves_of(game, former)
    if not waves:
        return []
    signs = [f"{sign.drawn(ascii_only)} {sign.words}" for sign in SIGNS]
    groups = ["".join(sign.drawn(ascii_only) for sign in wave) for wave in waves]
    rows = textwrap.wrap(" ".join(groups), WIDTH, break_long_words=False, break_on_hyphens=False)
    if len(rows) <= most:
        return [*rows, "  ".join(signs)]
    worst = "".join(min(wave, key=SIGNS.index).drawn(ascii_only) for wave in waves)
    rows = [worst[at : at + WIDTH] for at in range(0, len(worst), WIDTH)]
    if len(rows) > most:
        rows = [*rows[: most - 1], rows[most - 1][: WIDTH - len(" ...")] + " ..."]
    return [*rows, f"Worst per wave: {' '.join(signs)}"]


def waves_of(game: Game, former: bool = False) -> list[list[FateSign]]:
    """The fate of each plane by wave; before 1.0.0 (``former``), one set afire that withdrew
    counted as splashed.
    """
    return [[_sign(plane, former) for plane in wave.planes] for wave in facts_of(game).whole.waves]


def _sign(plane: PlaneReport, former: bool) -> FateSign:
    if former and plane.fate is Fate.WITHDREW and plane.set_afire:
        return SHOT
    known = {Fate.CRASHED: STRIKE, Fate.NEAR_MISS: NEAR, Fate.SPLASHED: SHOT}
    return known.get(plane.fate, PAST)


# -- what it is measured by ----------------------------------------------------------------


def luck_words(analysis: WinProbability) -> str:
    """The points that luck and orders gained, and the chances of winning at the start, with its
    margin of error, and at the end.
    """
    luck, orders = (
        f"{points_words(points)} {UNCLEAR}" if close else points_words(points)
        for points, close in contributions(analysis)
    )
    margin = round(100 * analysis.end_margin)
    chances = f"{percent(analysis.start)} ±{margin} to {percent(analysis.end)}"
    return f"{LUCK} {luck}, orders {orders}: {chances}"


def history_words(setup: Setup, tables: Tables) -> str:
    """What became of the real ship of a scenario; empty if it is not known or the scenario is
    invented.
    """
    if setup.kind != SCENARIO:
        return ""
    data = tables.scenarios[int(setup.name)]
    real = ship_on(tables.history, data.date, data.ship)
    if real is None:
        return ""
    struck = "" if real.strikes is None else f"{times_hit_words(real.strikes)}, "
    return f"{REALLY}: {struck}{'sunk' if real.fate == SUNK_REALLY else 'survived'}"


def times_hit_words(planes: int) -> str:
    """How many planes hit the real ship."""
    if planes < 2:
        return "hit once" if planes else "not hit"
    return f"hit {planes} times"


def against_history(game: Game) -> str:
    """This battle and the real one in a sentence; empty if the real ship is not known."""
    state = game.state
    really = history_words(state.setup, game.tables)
    if not really:
        return ""
    end = "lost" if state.ship.fate == SUNK else f"hull {state.ship.hull}"
    hits = state.records.hits + weapon_hits(facts_of(game).whole.days)
    return f"{safe(state.ship.name)}: {count(hits, 'hit')}, {end}. {really}."
