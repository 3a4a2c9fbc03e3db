"""Plain mode: the game on standard input and output, without a screen. It works in a pipe."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import IO

import msgspec

from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.captains.doctrine import exec_answer
from picket_duty.charts.words import in_encoding, safe
from picket_duty.events import Event, PhaseBegun
from picket_duty.facts import WaveReport, live_facts
from picket_duty.game import Game
from picket_duty.odds.consequences import consequences
from picket_duty.pages.consequences import choice_lines
from picket_duty.pages.dice_luck import expected_strikes
from picket_duty.pages.fire_plan import result_words
from picket_duty.pages.formats import text_lines
from picket_duty.pages.orders import rules_words
from picket_duty.plain.conversation import HELP, PHASE_MARK, Conversation, Mode
from picket_duty.plain.fire_plan import HELP as PLAN_HELP
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.plain.prompt import EXEC, GO, NOBODY, PROMPT, Say, Word, decision_of
from picket_duty.plain.word_commands import HELP as WORDS_HELP
from picket_duty.plain.word_commands import ChancesWord, OrdersWord
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Illegal, Request, Roll
from picket_duty.setup import UNAIDED, is_players
from picket_duty.state import CAMPAIGN
from picket_duty.text.cards import card_text, report_text
from picket_duty.text.names import date_words, game_words, option_words, ship_words
from picket_duty.text.rolls import roll_words
from picket_duty.text.turning_points import format_better_order

EXEC_HELP = """\
  exec                   show what your exec would order, gun by gun or job by job
  odds                   show the odds for this roll or decision
  crew                   show your officers and chiefs: values, records, awards"""
#: Inputs that give the order shown: Enter and two words.
FIRE = "fire"
GIVES = ("", GO, FIRE)
#: Narrowest width of wrapped lines, in characters.
NARROWEST = 20


def play(game: Game, source: IO[str], target: IO[str], look: Callable[[str], str] = str) -> bool:
    """Play until the game is over (True), or the input ends or the player quits (False). Raises Unsaved, OSError.

    ``look`` changes a line to the symbols that the player wants.
    """
    say = printer(target, look)
    data = game.tables.scenarios[int(game.state.setup.name)] if game.state.scenario else None
    for line in _introduction(game):
        say(line)
    mode = Mode(
        rolls_unasked=lambda roll: not wants_own_dice(game, roll),
        question=lambda request: [],
        card=lambda card: [],
        report=lambda report: ["", *report_text(report, game.tables)],
        quiet=lambda headline: [f"{headline.words}."],
        help=f"{HELP}\n{PLAN_HELP}\n{EXEC_HELP}\n{WORDS_HELP}",
    )
    conversation = Conversation(game, source, say, mode)
    show = conversation.show
    orders, chances = OrdersWord(game, show), ChancesWord(game, show)
    conversation.words |= {
        "orders": orders.carry_out,
        "crew": lambda rest: show(_crew(game)),
        "win": _unless_unaided(game, chances.carry_out),
        "odds": _unless_unaided(game, lambda rest: show(_odds(game))),
    }
    typed = _TypedDecisions(game, show)
    conversation.words |= typed.words
    mode.decision, mode.question, mode.card = typed.decision, typed.question, typed.card
    mode.asks_to_play_on, mode.play_on, mode.heads_control = orders.asks_to_play_on, orders.play_on, True
    mode.standing_answer, mode.interruption = orders.answer, orders.interruption
    mode.standing = lambda: orders.standing
    pages = _DayPages(conversation)

    def question(request: Request) -> list[str]:
        pages.read(request.phase[:10])
        return typed.question(request)

    if data is None:
        mode.before_event, mode.question = pages.before, question
    with closing(chances):
        over = conversation.run()
    if over and data is None:
        pages.rest()
    if over and data is not None:
        show(["", *_printed(f"Historical outcome: {data.history}")])
    return over


def _introduction(game: Game) -> list[str]:
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
        rules = rules_words(state, tables) if state.stages else [data.victory]
        lines += [row for words in (data.background, *rules) for row in _printed(words)]
    return [*lines, ""]


def wants_own_dice(game: Game, roll: Roll) -> bool:
    """Whether the player rolls these dice."""
    return is_players(roll, game.state.setup.dice)


def _unless_unaided(game: Game, word: Word) -> Word:
    def carry_out(rest: str) -> None:
        if game.aid == UNAIDED:
            raise Illegal("You are playing unaided, so no odds are shown")
        word(rest)

    return carry_out


class _TypedDecisions:
    """The player's decisions as typed: questions by the aid of the game, fire plans in steps."""

    def __init__(self, game: Game, show: Callable[[Iterable[str]], None]) -> None:
        self.game = game
        self.show = show
        self.plan = PlanPrompt(game, show)
        #: The decision for which the player has looked at the exec's order.
        self._looked_at: Request | None = None
        self.words: dict[str, Word] = {
            "exec": self._exec,
            "aim": self.plan.aim, "guns": self.plan.guns, "clear": self.plan.clear,
        }  # fmt: skip

    def question(self, request: Request) -> list[str]:
        """The dice requested, or the choice with as many odds as the aid allows."""
        game = self.game
        if isinstance(request, Roll):
            return [f"Roll {roll_words(request, game.tables)}"]
        if request.kind == ASSIGN:
            return self.plan.question(request)
        if game.aid == UNAIDED:
            return choice_lines(request, game.state, game.tables)
        return choice_lines(request, game.state, game.tables, consequences(game.play, request))

    def decision(self, choice: Choice, text: str) -> Answer | None:
        """The answer that a line gives, None if it only changes the fire plan. Raises Illegal."""
        game = self.game
        if text in EXEC or (self._looked_at is choice and text in GIVES):
            return exec_answer(game.play, choice)
        if choice.kind == ASSIGN:
            if text in GIVES:
                return self.plan.given(choice, enter=not text)
            if text.startswith(f"{NOBODY} "):
                self.plan.hold(text.removeprefix(NOBODY).strip())
                return None
            if text != NOBODY and not text.startswith("{"):
                self.plan.set_slots(choice, text)
                return None
        elif text in GIVES and text != FIRE:
            raise Illegal(_how_to_answer(choice))
        return decision_of(game, choice, text)

    def card(self, wave: WaveReport) -> list[str]:
        """The card of the wave just fought, with what came of the player's order."""
        game, ordered = self.game, self.plan.ordered
        expected = expected_strikes(game) if game.history else None
        order = result_words(ordered, wave) if ordered is not None else ""
        self.plan.ordered = None
        return ["", *card_text(msgspec.structs.replace(wave, expected=expected, order=order), game.tables)]

    def _exec(self, rest: str) -> None:
        """Show the exec's order, which Enter then gives; at a fire plan, the aim that he would choose."""
        request = self.game.request
        if isinstance(request, Choice) and request.kind == ASSIGN and self.game.aid != UNAIDED:
            self.show(self.plan.advice())
            return
        self.show(_exec_order(self.game))
        self._looked_at = request


def _how_to_answer(choice: Choice) -> str:
    if choice.kind != ONE:
        return "No order yet. Type an order such as 1=2, or type auto or hold."
    numbers = [str(number) for number, option in enumerate(choice.options, 1) if not option.barred]
    return f"No order yet. Type {' or '.join(numbers)}, or y to follow your exec's advice."


def _exec_order(game: Game) -> list[str]:
    request = game.request
    if not isinstance(request, Choice):
        return ["  ~ Roll the dice. There is nothing to decide."]
    order = format_better_order(request, exec_answer(game.play, request), game.tables)
    return [f"  ~ Your exec would order ({request.about}):", *(f"  ~   {line}" for line in order.split("; "))]


def _odds(game: Game) -> list[str]:
    from picket_duty.pages.odds_report import WIDTH, odds_page

    return [f"  ~ {row}" for row in text_lines(odds_page(game), WIDTH) if row]


class _DayPages:
    """Prints the page of each day before the next day begins, and before anything is asked after it."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.shown = self._over()

    def before(self, event: Event) -> None:
        """Print the pages of the days that ended before a phase begins. Raises Leave."""
        if isinstance(event, PhaseBegun):
            self.read(event.phase[:10])

    def read(self, before: str) -> None:
        """Print the pages of the days that ended before a date, and wait for Enter after each. Raises Leave."""
        self.shown = min(self.shown, self._over())
        daily = self.conversation.game.state.records.daily
        while self.shown < self._over() and daily[self.shown].date < before:
            self._page()
            self.conversation.say("Press Enter for the next day, or type quit.")
            # A script may answer everything with ``auto``.
            while (text := self.conversation.prompt.read()) not in ("", "auto"):
                self.conversation.say(f"! {text}: press Enter for the next day, or type quit")

    def rest(self) -> None:
        """Print the page of the last day."""
        while self.shown < self._over():
            self._page()

    def _page(self) -> None:
        """Print the farewell of a ship lost on the day, then its page."""
        from picket_duty.pages.campaign_day import end_of_day_page
        from picket_duty.pages.final_page import farewell_page
        from picket_duty.pages.ships import ships_of

        game = self.conversation.game
        record = game.state.records.daily[self.shown]
        day = live_facts(game).day_of(record.date)
        for ship in ships_of(game.state):
            if day is not None and day.lost and ship.name == record.ship:
                self.conversation.show(["", *text_lines(farewell_page(game, ship))])
        head, *lines = text_lines(end_of_day_page(game, record.date, skipped=False))
        self.conversation.show(["", f"{PHASE_MARK}{head}", *lines])
        self.shown += 1

    def _over(self) -> int:
        state = self.conversation.game.state
        return len(state.records.daily) - bool(state.day_start)


def _crew(game: Game) -> list[str]:
    from picket_duty.pages.awards import awards_so_far
    from picket_duty.pages.ships import changes_of_day, crew_page, known_facts

    state, facts = game.state, known_facts(game)
    changes = changes_of_day(facts.days, state.setup, game.tables)
    return text_lines([*changes, *crew_page([state.ship], state, game.tables, facts, awards_so_far(game))])


def _printed(text: str) -> list[str]:
    return text.split("\n")


def _wrapped(text: str) -> str:
    """A line wrapped for the terminal, with a hanging indent."""
    width = shutil.get_terminal_size().columns - 1
    if len(text) <= width:
        return text
    indent = " " * (len(text) - len(text.lstrip(" *~")))
    return textwrap.fill(text, max(width, NARROWEST), subsequent_indent=indent, break_on_hyphens=False)


def printer(target: IO[str], look: Callable[[str], str] = str) -> Say:
    """Prints lines on a stream, wrapped if it is a terminal."""
    encoding = getattr(target, "encoding", None) or "utf-8"

    def say(text: str) -> None:
        end = "" if text == PROMPT else "\n"
        line = in_encoding(look(safe(text)), encoding)
        target.write((_wrapped(line) if end and target.isatty() else line) + end)
        target.flush()

    return say
