"""The line mode: the game on standard input and output, without a screen. Works in a pipe."""

from __future__ import annotations

import datetime
import shutil
import textwrap
from contextlib import closing
from typing import IO

import msgspec

from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.captains.doctrine import decide
from picket_duty.charts.words import encodable, safe
from picket_duty.events import Event
from picket_duty.game import Game
from picket_duty.odds.option_outcomes import consequences
from picket_duty.odds.report import advise
from picket_duty.plain.chances import HELP as CHANCES_HELP
from picket_duty.plain.chances import ChancesWord
from picket_duty.plain.conversation import HELP as TALK_HELP
from picket_duty.plain.conversation import PHASE_MARK, PROMPT, Manner, Say, Talk
from picket_duty.plain.standing_orders import HELP as STANDING_HELP
from picket_duty.plain.standing_orders import StandingWords
from picket_duty.reports.dice_luck import expected_strikes
from picket_duty.requests import Choice, Request, Roll
from picket_duty.setup import is_players
from picket_duty.state import CAMPAIGN
from picket_duty.text import choice_lines, day_lines, roll_words
from picket_duty.text.awards import honour_words
from picket_duty.text.historical import HEADING, day_sentences
from picket_duty.text.names import date_words, game_words, option_words, ship_words
from picket_duty.text.swings import better_order_words
from picket_duty.text.wave_card import WaveCard, card_text

STAFF_HELP = """\
  staff                  what the staff would order now, gun by gun and job by job
  odds                   the odds of what is wanted"""
#: Lines are not wrapped to less than this many signs.
NARROWEST = 20


def play(game: Game, source: IO[str], target: IO[str]) -> bool:
    """Play until the game is over (True) or the input ends or says quit (False). Raises Unsaved, OSError."""
    say = _printer(target)
    data = game.tables.scenarios[int(game.state.setup.name)] if game.state.scenario else None
    for line in _introduction(game):
        say(line)
    manner = Manner(
        lambda roll: not wants_own_dice(game, roll),
        lambda request: _question(game, request),
        card=lambda card: _card(game, card),
        help=f"{TALK_HELP}\n{STAFF_HELP}\n{CHANCES_HELP}\n{STANDING_HELP}",
    )
    talk = Talk(game, source, say, manner)
    standing, chances = StandingWords(game, talk.show), ChancesWord(game, talk.show)
    talk.words |= {
        "orders": standing.carry_out, "chances": chances.carry_out,
        "staff": lambda rest: talk.show(_staffs(game)), "odds": lambda rest: talk.show(_odds(game)),
    }  # fmt: skip
    manner.decides, manner.calls = standing.answer, standing.calls
    pages = _Pages(talk)
    if data is None:
        manner.before = pages.before
    with closing(chances):
        over = talk.run()
    if over and data is None:
        pages.rest()
    if over and data is not None:
        talk.show(["", *_printed(f"What history did: {data.history}")])
    return over


def _introduction(game: Game) -> list[str]:
    """What is played, in which ship, with which options, and what it is about; the story only as the game begins."""
    state, tables = game.state, game.tables
    setup, ship = state.setup, state.ship
    lines = [f"{game_words(setup, tables)}: {ship_words(ship.name, ship.hull_number)}, {date_words(state.date)}"]
    if setup.options:
        lines.append(f"Options: {option_words(setup.options, tables)}")
    data: ScenarioData | CampaignData | None = None
    if state.scenario:
        data = tables.scenarios[int(setup.name)]
    elif setup.kind == CAMPAIGN:
        data = tables.campaigns[setup.name]
    if data is not None and not game.requests:
        lines += [*_printed(data.background), *_printed(data.victory)]
    return [*lines, ""]


def wants_own_dice(game: Game, roll: Roll) -> bool:
    """Whether the player rolls these dice himself."""
    return is_players(roll, game.state.setup.dice)


def _question(game: Game, request: Request) -> list[str]:
    """The dice wanted, or the choice with what the staff can say about it."""
    if isinstance(request, Roll):
        return [f"Roll {roll_words(request, game.tables)}"]
    advice = [f"  ~ {line}" for line in advise(game.play, request)]
    return [*choice_lines(request, game.state, game.tables, consequences(game.play, request)), *advice]


def _staffs(game: Game) -> list[str]:
    """What the staff would order, a line for each plane or job; it rolls no dice."""
    request = game.request
    if not isinstance(request, Choice):
        return ["  ~ dice are wanted, no order"]
    order = better_order_words(request, decide(game.play, request), game.tables)
    return [f"  ~ the staff's order for the {request.about}:", *(f"  ~   {line}" for line in order.split("; "))]


def _odds(game: Game) -> list[str]:
    """The odds of what is wanted, as the command of that name prints them."""
    from picket_duty.odds import report

    return [f"  ~ {line}" for line in report.lines(game)]


def _card(game: Game, card: WaveCard) -> list[str]:
    """The card of the wave just fought, with what was to be expected where the game can be looked back on."""
    if game.history:
        card = msgspec.structs.replace(card, expected=expected_strikes(game))
    return ["", *card_text(card, game.tables)]


class _Pages:
    """A page at each day's end, before anything of the next day is told."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.shown = self._over()

    def before(self, event: Event) -> None:
        """The pages of the days that ended before an event; the player reads on by Enter. Raises Leave."""
        self.shown = min(self.shown, self._over())
        daily = self.talk.game.state.records.daily
        while self.shown < self._over() and daily[self.shown].date < event.phase[:10]:
            self._page()
            self.talk.say("Press Enter for the next day, or quit.")
            self._read_on()

    def _read_on(self) -> None:
        """Wait for Enter, or ``auto`` from who leaves everything to the staff. Raises Leave."""
        while (text := self.talk.read()) not in ("", "auto"):
            self.talk.say(f"! {text}: the next day has not begun; press Enter for it, or quit")

    def rest(self) -> None:
        """The page of the last day."""
        while self.shown < self._over():
            self._page()

    def _page(self) -> None:
        game = self.talk.game
        date = game.state.records.daily[self.shown].date
        head, *told = day_lines(game.state, self.shown)
        self.talk.show(["", f"{PHASE_MARK}{head}", *told])
        self.talk.show(_honours(game, date))
        self.talk.show(_real_day(game, datetime.date.fromisoformat(date)))
        self.shown += 1

    def _over(self) -> int:
        """How many days on duty are over."""
        state = self.talk.game.state
        return len(state.records.daily) - bool(state.day_start)


def _honours(game: Game, date: str) -> list[str]:
    """The honours of a day, a line each under their heading; none where there are none."""
    from picket_duty.reports.awards import honours_on

    honours = honours_on(game, date)
    return [f"{PHASE_MARK}Honours", *(f"    {honour_words(one)}" for one in honours)] if honours else []


def _real_day(game: Game, date: datetime.date) -> list[str]:
    """What really happened on a day, in a sentence or two under their heading."""
    told = day_sentences(game.tables, date)
    return [f"{PHASE_MARK}{HEADING}", *(f"    {one}" for one in told)] if told else []


def _printed(text: str) -> list[str]:
    """The lines of a text of the scenario as they are printed."""
    return text.split("\n")


def _wrapped(text: str) -> str:
    """A line broken at its blanks for the terminal, what follows under its beginning."""
    width = shutil.get_terminal_size().columns - 1
    if len(text) <= width:
        return text
    indent = " " * (len(text) - len(text.lstrip(" *~")))
    return textwrap.fill(text, max(width, NARROWEST), subsequent_indent=indent, break_on_hyphens=False)


def _printer(target: IO[str]) -> Say:
    encoding = getattr(target, "encoding", None) or "utf-8"

    def say(text: str) -> None:
        end = "" if text == PROMPT else "\n"
        told = encodable(safe(text), encoding)
        target.write((_wrapped(told) if end and target.isatty() else told) + end)
        target.flush()

    return say
