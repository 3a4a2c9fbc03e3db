"""Plain mode and referee mode: the game on standard input and output, without a screen. They work in a pipe.

In referee mode you play on the table, and you or the computer make each kind of roll.
"""

from __future__ import annotations

import math
import shutil
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import IO, TYPE_CHECKING

import msgspec

from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.book.vocabulary import PURPOSES
from picket_duty.captains.doctrine import exec_answer
from picket_duty.captains.standing_orders import (
    StandingOrders,
    asks_to_play_on,
    call_reason,
    load_standing_orders,
    save_standing_orders,
    standing_answer,
)
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
from picket_duty.pages.ships import gunners_today
from picket_duty.plain.conversation import (
    EXEC,
    GO,
    HELP,
    NOBODY,
    PHASE_MARK,
    PROMPT,
    Conversation,
    Mode,
    Say,
    Word,
    decision_of,
    dice_of,
)
from picket_duty.plain.fire_plan import HELP as PLAN_HELP
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Illegal, Request, Roll
from picket_duty.setup import UNAIDED, is_players
from picket_duty.state import CAMPAIGN
from picket_duty.text.cards import card_text, report_text
from picket_duty.text.names import date_words, game_words, option_words, ship_words
from picket_duty.text.rolls import actor_of, dice_to_roll, purpose_of, roll_words
from picket_duty.text.turning_points import format_better_order

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer

EXEC_HELP = """\
  exec                   show what your exec would order, gun by gun or job by job
  odds                   show the odds for this roll or decision
  crew                   show your officers and chiefs: values, records, awards"""
#: The words of each order, and what turns it off.
ROUTINE, MANEUVER, COMMANDS, OFF = "routine", "maneuver from", "officers command", "off"
#: The changes that may be typed.
CHANGES = f"{ROUTINE}, {ROUTINE} {OFF}, {MANEUVER} 40, {COMMANDS}, {COMMANDS} {OFF}"
#: Playouts of each option by default, and the most that may be asked for.
BRANCHES, MOST = 256, 100_000
#: How many times progress is shown until the playouts are done.
STEPS = 8
WORDS_HELP = f"""\
  win, win 1000          show your chance of winning with each order; the computer plays {BRANCHES} games with each, or
                         as many as you type; Ctrl+C stops
  orders                 show your standing orders; change them with orders {ROUTINE}, orders {ROUTINE} {OFF},
                         orders {MANEUVER} 40, orders {COMMANDS}, orders {COMMANDS} {OFF}"""
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
        rolls_unasked=lambda roll: not is_players(roll, game.state.setup.dice),
        question=lambda request: [],
        card=lambda card: [],
        report=lambda report: ["", *report_text(report, game.tables)],
        quiet=lambda headline: [f"{headline.words}."],
        help=f"{HELP}\n{PLAN_HELP}\n{EXEC_HELP}\n{WORDS_HELP}",
    )
    conversation = Conversation(game, source, say, mode)
    show = conversation.show
    typed = _TypedDecisions(game, show)
    orders, chances = OrdersWord(game, show), ChancesWord(game, typed.plan, show)
    conversation.words |= {
        "orders": orders.carry_out,
        "crew": lambda rest: show(_crew(game)),
        "win": _unless_unaided(game, chances.carry_out),
        "odds": _unless_unaided(game, lambda rest: show(_odds(game, typed.plan))),
    }
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
            return self.plan.execs(choice) if choice.kind == ASSIGN else exec_answer(game.play, choice)
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
            if choice.kind != ONE:
                raise Illegal("No order yet. Type an order such as 1=2, or type auto or hold.")
            numbers = [str(number) for number, option in enumerate(choice.options, 1) if not option.barred]
            raise Illegal(f"No order yet. Type {' or '.join(numbers)}, or y to follow your exec's advice.")
        answer = decision_of(game, choice, text)
        return self.plan.by_hand(choice, answer) if choice.kind == ASSIGN else answer

    def card(self, wave: WaveReport) -> list[str]:
        """The card of the wave just fought, with what came of the player's order."""
        game, ordered = self.game, self.plan.ordered
        expected = expected_strikes(game) if game.history else None
        # The page of the day says it too.
        wave.order = result_words(ordered, wave) if ordered is not None else ()
        self.plan.ordered = None
        card = msgspec.structs.replace(wave, expected=expected, gunners=gunners_today(game))
        return ["", *card_text(card, game.tables)]

    def _exec(self, rest: str) -> None:
        """Show the exec's order, which Enter then gives; at a fire plan, the aim that he would choose."""
        game, request = self.game, self.game.request
        if isinstance(request, Choice) and request.kind == ASSIGN and game.aid != UNAIDED:
            self.show(self.plan.advice())
            return
        self._looked_at = request
        if not isinstance(request, Choice):
            self.show(["  ~ Roll the dice. There is nothing to decide."])
            return
        order = format_better_order(request, exec_answer(game.play, request), game.tables)
        self.show([f"  ~ Your exec would order ({request.about}):", *(f"  ~   {line}" for line in order.split("; "))])


def _odds(game: Game, plan: PlanPrompt) -> list[str]:
    from picket_duty.pages.odds_report import WIDTH, odds_page

    return [f"  ~ {row}" for row in text_lines(odds_page(game, plan.plan), WIDTH) if row]


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


# -- the word commands ``orders`` and ``win`` ------------------------------------------


class OrdersWord:
    """The word command ``orders``: shows and changes the standing orders, which then answer for the player."""

    def __init__(self, game: Game, show: Callable[[Sequence[str]], None]) -> None:
        self.game = game
        self.show = show
        self.standing = load_standing_orders(game)
        #: Whether the officers finish the game without a call; the phase in which the player chose to play on.
        self._finishing, self._plays_on = False, ""

    def answer(self) -> Answer | None:
        """The answer of the standing orders to the current choice; None if the player is asked."""
        return standing_answer(self.game, self.standing)

    def interruption(self, events: Sequence[Event]) -> str:
        """Why the player is called although their officers are in command; empty if not."""
        return call_reason(self.game, events) if self.standing.commands and not self._finishing else ""

    def asks_to_play_on(self) -> bool:
        """Whether the player must say first whether to play on: the station is lost."""
        return asks_to_play_on(self.game, self.standing) and self._plays_on != self.game.state.label

    def play_on(self, yes: bool) -> None:
        """Let the player play on, or the officers finish the game."""
        self._plays_on, self._finishing = self.game.state.label, not yes
        self.standing = self.standing if yes else self.standing.commanded(True)

    def carry_out(self, rest: str) -> None:
        """Change the standing orders as typed and show them. Raises Illegal, SaveError."""
        if rest:
            changed = changed_by(self.standing, rest)
            save_standing_orders(self.game, changed)
            self.standing = changed
        self.show(order_lines(self.standing))


def changed_by(standing: StandingOrders, text: str) -> StandingOrders:
    """The orders after a change that was typed. Raises Illegal."""
    order, _, last = text.rpartition(" ")
    try:
        if order == MANEUVER:
            return standing.from_chance(last)
    except ValueError as error:
        raise Illegal(str(error)) from None
    order, on = (order, False) if last == OFF else (text, True)
    if order == ROUTINE:
        return msgspec.structs.replace(standing, routine=on)
    if order == COMMANDS:
        return standing.commanded(on)
    raise Illegal(f"Unknown standing order {text!r}. Type one of: {CHANGES}.")


def order_lines(standing: StandingOrders) -> list[str]:
    """Every order with its value."""
    on = {True: "on", False: OFF}
    return [
        "Standing orders in this game:",
        f"  {COMMANDS:<17} {on[standing.commands]}",
        f"  {ROUTINE:<17} {on[standing.routine]}",
        f"  {MANEUVER:<17} {standing.least}%",
    ]


class ChancesWord:
    """The word command ``win``: plays the game to the end with every option of the current decision.

    At a fire plan that is every aim with the fighters now held back. Worker processes start when it is first used.
    """

    def __init__(self, game: Game, plan: PlanPrompt, show: Callable[[Iterable[str]], None]) -> None:
        self.game = game
        self.plan = plan
        self.show = show
        self._analyzer: DecisionAnalyzer | None = None

    def carry_out(self, rest: str) -> None:
        """Show the chance of winning with each option. Ctrl+C stops with the results so far. Raises Illegal."""
        from picket_duty.pages.luck_report import win_lines

        most = _branches(rest)
        question = self._started(most)
        done = min(map(len, question.ends.values()), default=0)
        if done >= most:
            self.show([f"  ~ {done} games with each order have already been played"])
        else:
            self.show([f"  ~ Playing {most} games with each order. Press Ctrl+C to stop."])
        try:
            self.show(f"  ~ {count} of {most}" for count in _progress(question))
            question.finish()
        except KeyboardInterrupt:
            question.stop()
            self.show(["  ~ Stopped"])
        figures = question.figures()
        lines = win_lines(self.game, figures, question.behind(), question.recommendation(self.game), self.plan.held)
        self.show(f"  ~ {line}" for line in lines or ["No games were played"])

    def close(self) -> None:
        """End the worker processes."""
        if self._analyzer is not None:
            self._analyzer.close()

    def _started(self, most: int) -> DecisionAnalysis:
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer

        self._analyzer = self._analyzer or DecisionAnalyzer()
        return self._analyzer.start(self.game, most=most, time_limit=math.inf, held=self.plan.held)


def _branches(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST and len(text) < 9):
        raise Illegal(f"win {text}: type how many games, 1 to {MOST}")
    return int(text or BRANCHES)


def _progress(question: DecisionAnalysis) -> Iterator[int]:
    """The number of playouts finished for every option, each time another part is done, except at the end."""
    step = 1
    while question.wait():
        counted = min(map(len, question.ends.values()))
        if counted * STEPS >= step * question.most and counted < question.most:
            yield counted
            step = counted * STEPS // question.most + 1


# -- other texts -------------------------------------------------------------------------


def _crew(game: Game) -> list[str]:
    from picket_duty.pages.awards import awards_so_far
    from picket_duty.pages.ships import changes_of_day, crew_page, known_facts

    state, facts = game.state, known_facts(game)
    changes = changes_of_day(facts.days, state.setup, game.tables)
    return text_lines([*changes, *crew_page([state.ship], state, game.tables, facts, awards_so_far(game))])


def _printed(text: str) -> list[str]:
    return text.split("\n")


def _wrapped(text: str) -> str:
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


TWO = 2
#: The note in the save with the kinds of roll that the computer makes.
NOTE = "computer rolls"
#: Stands for every kind of roll.
EVERY = "all"
OWN_HELP = f"""\
{HELP}
  7                      the total of two six-sided dice
  34                     the two digits of d100
  back                   undo the last die or decision you typed
  computer KIND          let the computer make a kind of roll; computer all: every kind
  table KIND             make one kind of roll yourself; table all: every roll
  kinds                  list every kind of roll and who makes it"""


class Referee:
    """A game with dice rolled on the table. ``computer`` holds the kinds of roll that the computer makes."""

    def __init__(self, game: Game, source: IO[str], say: Say, computer: Iterable[str] = ()) -> None:
        """Referee a game from its current point. Raises Illegal for an unknown kind of roll."""
        self.game = game
        self.say = say
        self.computer = checked_kinds(computer)
        rolls = (event for event in game.events if isinstance(event, Roll))
        #: The numbers of the answers that were typed.
        self.typed = [
            number
            for number, answer in enumerate(game.answers)
            if not (isinstance(answer, tuple) and self.is_computers(next(rolls)))
        ]
        mode = Mode(
            rolls_unasked=self.is_computers,
            question=self._question,
            words={
                "back": self._back, "kinds": self._kinds,
                "computer": partial(self._assign, "computer"), "table": partial(self._assign, "table"),
            },
            help=OWN_HELP,
            mark="  mark: ",
            after_answer=self.typed.append,
            card=lambda card: ["", *card_text(card, game.tables)],
            dice_typed=dice_or_total,
        )  # fmt: skip
        self.conversation = Conversation(game, source, say, mode, len(game.events))

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        return self.conversation.run()

    def is_computers(self, roll: Roll) -> bool:
        """Whether the computer makes this roll."""
        return roll.purpose.id in self.computer

    def _question(self, request: Request) -> list[str]:
        if isinstance(request, Roll):
            what, who = purpose_of(request), actor_of(request, self.game.tables)
            subject = f": {who}" if who and who.lower() != what.lower() else ""
            return [f"Next: {what} ({request.purpose.rule}){subject}. Roll {dice_to_roll(request)}"]
        return ["Next: your decision.", *choice_lines(request, self.game.state, self.game.tables)]

    def _kinds(self, rest: str) -> None:
        for kind in PURPOSES.values():
            roller = "computer" if kind.id in self.computer else "table"
            self.conversation.say(f"  {roller:<8} {kind.id:<14} {kind.words} ({kind.rule})")

    def _assign(self, roller: str, kind: str) -> None:
        kinds = checked_kinds([kind])
        self.computer = self.computer | kinds if roller == "computer" else self.computer - kinds
        if self.game.save_file is not None:
            self.game.save_file.write_note(NOTE, sorted(self.computer))
        self.say(f"{', '.join(sorted(kinds)) if kind != EVERY else 'every roll'}: {roller}")

    def _back(self, rest: str) -> None:
        """Undo the last typed answer and the computer's rolls since, which will have the same results."""
        while self.typed and self.typed[-1] >= len(self.game.answers):
            self.typed.pop()
        if not self.typed:
            raise Illegal("There is nothing to undo")
        self.game.undo(len(self.game.answers) - self.typed[-1])
        self.typed.pop()
        self.conversation.undone()
        self.say("Undone")


def dice_or_total(roll: Roll, text: str) -> list[int]:
    """The dice typed. A single number stands for two dice: their sum, or the digits of d100. Raises Illegal.

    Two dice with that sum are recorded: charts of two six-sided dice know only the sum.
    """
    dice = dice_of(text)
    if len(dice) != 1 or len(roll.faces) != TWO or roll.is_matrix:
        return dice
    if roll.faces == (10, 10):
        return [int(digit) for digit in text.strip()] if len(text.strip()) == TWO else dice
    first = max(1, dice[0] - 6)
    return [first, dice[0] - first] if TWO <= dice[0] <= sum(roll.faces) else dice


def checked_kinds(kinds: Iterable[str]) -> set[str]:
    """Kinds of roll by name, every kind for ``all``. Raises Illegal for an unknown one; its message lists all kinds."""
    known = set(kinds)
    if EVERY in known:
        return set(PURPOSES)
    for kind in sorted(known):
        if kind not in PURPOSES:
            raise Illegal(f"Unknown kind of roll: {kind!r}. Types: {', '.join(PURPOSES)}.")
    return known
