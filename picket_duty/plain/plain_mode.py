"""Plain mode: the game on standard input and output, without a screen. It works in a pipe."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, TYPE_CHECKING

import msgspec

from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.book.vocabulary import (
    COUNTERFLOOD,
    DECLARE,
    FIRE,
    FLOOD,
    REPAIR,
    REPAIR_MEN,
)
from picket_duty.captains import calls, standing_orders
from picket_duty.captains.doctrine import exec_answer
from picket_duty.drafts.choice import ChoiceDraft
from picket_duty.drafts.typed import AUTO, EXEC, GO, HOLD, decision_of
from picket_duty.events import PhaseBegun
from picket_duty.facts import WaveReport, facts_of
from picket_duty.game import Game
from picket_duty.odds.consequences import consequences
from picket_duty.pages.choices import choice_lines
from picket_duty.pages.crews import gunners_today
from picket_duty.pages.dice_luck import expected_on_card
from picket_duty.pages.fire_order import result_clauses
from picket_duty.pages.formats import text_lines
from picket_duty.pages.orders import rules_clauses
from picket_duty.plain import conversation
from picket_duty.plain.fire_plan import HELP as PLAN_HELP
from picket_duty.plain.fire_plan import PlanPrompt
from picket_duty.plain.printing import printer
from picket_duty.plain.prompt_loop import Say
from picket_duty.plain.typed_standing_orders import (
    COMMANDS,
    MANEUVER,
    OFF,
    ROUTINE,
    changed_by,
    standing_orders_lines,
)
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Illegal, Request, Roll
from picket_duty.rules.records import days_over
from picket_duty.saves import SaveError
from picket_duty.saves.notes import EXEC_ASKED, note_asked
from picket_duty.setup import UNAIDED, is_players
from picket_duty.state import CAMPAIGN, date_in_label
from picket_duty.text.control_report import plain_report_lines, report_due
from picket_duty.text.dates import date_words
from picket_duty.text.headlines import quiet_phases
from picket_duty.text.names import game_words, option_words, ship_words
from picket_duty.text.orders import answer_words
from picket_duty.text.rolls import roll_words

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer

EXEC_HELP = """\
  exec                   show what your exec would order, gun by gun or job by job
  odds                   show the odds for this roll or decision
  crew                   show your officers and chiefs: values, records, awards"""
#: Playouts of each option by default, and the most that may be asked for.
BRANCHES = 256
MOST = 100_000
WORDS_HELP = f"""\
  win, win 1000          show your chance of winning with each order, from {BRANCHES} games or as many as you type; \
Ctrl+C stops
  orders                 show your standing orders; change them with orders {ROUTINE}, orders {ROUTINE} {OFF}, \
orders {MANEUVER} 40, orders {COMMANDS}, orders {COMMANDS} {OFF}"""
#: Inputs that give the order shown: Enter and two words.
OPEN_FIRE = "fire"
GIVES = ("", GO, OPEN_FIRE)
#: Answers to the question whether to play on; any other line counts as the answer to the decision.
AGREEMENTS = ("", "yes", "y")
REFUSALS = ("no", "n")
#: The decisions and rolls of a damage control round.
CONTROL = (DECLARE, FLOOD, COUNTERFLOOD, REPAIR_MEN, REPAIR, FIRE)


def play(game: Game, source: IO[str], target: IO[str], look: Callable[[str], str] = str) -> bool:
    """Play until the game is over (True), or the input ends or the player quits (False). Raises
    Unsaved, OSError.

    ``look`` changes a line to the symbols that the player wants.
    """
    return PlainGame(game, source, printer(target, look)).run()


class PlainGame(conversation.Conversation):
    """A game in plain mode: questions by the aid of the game, standing orders, and a page at the
    end of each day.
    """

    def __init__(self, game: Game, source: IO[str], say: Say) -> None:
        super().__init__(
            game, source, say, f"{conversation.HELP}\n{PLAN_HELP}\n{EXEC_HELP}\n{WORDS_HELP}"
        )
        self.standing = standing_orders.load_standing_orders(game)
        self.plan = PlanPrompt(game, self.show)
        #: The decision for which the player has looked at the exec's order.
        self._looked_at: Request | None = None
        #: Whether the officers finish the game without a call.
        self._finishing = False
        #: The phase in which the player of a lost scenario was asked whether to play on.
        self._plays_on = ""
        #: Phase and round of the last heading of damage control.
        self._round: tuple[str, int] | None = None
        #: Number of days whose page was printed.
        self._days = len(days_over(game.state))
        self._analyzer: DecisionAnalyzer | None = None
        self.words |= {
            "aim": self.plan.aim,
            "guns": self.plan.guns,
            "clear": self.plan.clear,
            "exec": self._exec,
            "odds": self._odds,
            "win": self._win,
            "crew": self._crew,
            "orders": self._orders,
        }

    def run(self) -> bool:
        """Play with an introduction, and show the last day or the historical outcome at the end."""
        self.show([*self._introduction(), ""])
        try:
            over = super().run()
        finally:
            if self._analyzer is not None:
                self._analyzer.close()
        state = self.game.state
        if over and state.scenario:
            outcome = self.game.tables.scenarios[int(state.setup.name)].history
            self.show(["", *f"Historical outcome: {outcome}".split("\n")])
        elif over:
            # All days that are left, without a stop after each.
            list(self._days_ended())
        return over

    def _introduction(self) -> list[str]:
        """The game and its options; at its start also what it is about, and how it is won."""
        state = self.game.state
        tables = self.game.tables
        setup = state.setup
        ship = ship_words(state.ship.name, state.ship.hull_number)
        lines = [f"{game_words(setup, tables)}: {ship}, {date_words(state.date)}"]
        if setup.options:
            lines.append(f"Options: {option_words(setup.options, tables)}")
        data: ScenarioData | CampaignData | None = None
        if state.scenario:
            data = tables.scenarios[int(setup.name)]
        elif setup.kind == CAMPAIGN:
            data = tables.campaigns[setup.name]
        if data is not None and not self.game.requests:
            rules = rules_clauses(state, tables) if state.stages else [data.victory]
            lines += "\n".join([data.background, *rules]).split("\n")
        return lines

    def undone(self) -> None:
        """Note that the game was undone to an earlier point."""
        super().undone()
        self._round = None

    # -- questions and answers ------------------------------------------------------

    def rolls_unasked(self, roll: Roll) -> bool:
        """Whether the computer rolls these dice."""
        return not is_players(roll, self.game.state.setup.dice)

    def take_line(self, request: Request) -> None:
        """Follow the standing orders, or ask. Raises Illegal, SaveError, Leave."""
        game = self.game
        order = standing_orders.standing_answer(game, self.standing)
        if order is None:
            order = self.plan.by_officers(self.standing)
        self._head_round(request)
        if order is not None:
            self.unasked(partial(self.by_officers, order))
        elif (
            standing_orders.officers_may_finish(game, self.standing)
            and self._plays_on != game.state.label
        ):
            self._ask_to_play_on(request)
        else:
            super().take_line(request)

    def _ask_to_play_on(self, request: Request) -> None:
        """Ask, once in a phase of a lost scenario, whether the player plays on or the officers finish
        the game.
        """
        self.say(
            f"{standing_orders.STATION_LOST} Play on to save the ship? yes: play on; no: your "
            "officers finish the game"
        )
        text = self.ask()
        if text.partition(" ")[0] in self.words:
            self.carry_out(text)
            return
        self._plays_on = self.game.state.label
        self._finishing = text in REFUSALS
        if self._finishing:
            self.standing = self.standing.commanded(commands=True)
        elif text not in AGREEMENTS:
            self.take(request, text)

    def _head_round(self, request: Request) -> None:
        """Print the heading of a round of damage control, once."""
        about = request.purpose if isinstance(request, Roll) else request.decision
        number = self.game.state.air.round
        if about in CONTROL and self._round != (self.game.state.label, number):
            self._round = (self.game.state.label, number)
            self.show(["", f"{conversation.PART_MARK}Damage control, round {number}"])

    def question(self, request: Request) -> list[str]:
        """The dice requested, or the choice with as many odds as the aid allows. Raises Leave."""
        self._turn_days(request.phase)
        game = self.game
        if isinstance(request, Roll):
            return [f"Roll {roll_words(request, game.tables)}"]
        if request.kind == ASSIGN:
            return self.plan.question(request)
        odds = {} if game.aid == UNAIDED else consequences(game.play, request)
        return choice_lines(request, game.state, game.tables, odds)

    def take(self, request: Request, text: str) -> None:
        """Use a line as a word command or an answer; for a choice, Enter is one."""
        if text or isinstance(request, Roll):
            super().take(request, text)
        else:
            self.answer(request, text)

    def decision(self, choice: Choice, text: str) -> Answer | None:
        """The answer that a line gives, None if it only changes the fire plan. Raises Illegal."""
        play = self.game.play
        # Once the player has seen the exec's order, Enter gives it.
        is_seen = self._looked_at is choice and text in GIVES
        if text in EXEC:
            note_asked(self.game, EXEC_ASKED)
        if choice.kind == ASSIGN:
            if is_seen or text in EXEC:
                return self.plan.execs(choice)
            return self._fire_order(choice, text)
        if is_seen or text in EXEC:
            return exec_answer(play, choice)
        if text not in ("", GO):
            return decision_of(play, choice, text)
        if choice.kind != ONE:
            raise Illegal("No order yet. Type an order such as 1=2, or type auto or hold.")
        keys = ChoiceDraft(choice).open_keys()
        raise Illegal(f"No order yet. Type {keys}, or y to follow your exec's advice.")

    def _fire_order(self, choice: Choice, text: str) -> Answer | None:
        if text in GIVES:
            return self.plan.given(choice, enter=not text)
        if text == HOLD or text.startswith("{"):
            return self.plan.by_hand(choice, decision_of(self.game.play, choice, text))
        if text.startswith(f"{HOLD} "):
            self.plan.hold(text.removeprefix(HOLD).strip())
        else:
            self.plan.set_slots(choice, text)
        return None

    # -- events -----------------------------------------------------------------------

    def summaries(self, first: int) -> Iterator[tuple[int, list[str]]]:
        """A line for each phase without an attack, the card of a wave, the report of a phase's
        damage control.
        """
        for at, headline in quiet_phases(self.game, self.printed):
            yield at, [f"{headline.words}."]
        yield from super().summaries(first)
        if (report := report_due(self.game, first)) is not None:
            yield (
                max(report.over, self.printed),
                ["", *plain_report_lines(report, self.game.tables)],
            )

    def card(self, wave: WaveReport) -> WaveReport:
        """A wave with what came of the player's order."""
        ordered = self.plan.ordered
        self.plan.ordered = None
        # Not in the copy below, because the page of the day shows what came of the order too.
        wave.order = result_clauses(ordered, wave) if ordered is not None else ()
        expected = expected_on_card(self.game)
        return msgspec.structs.replace(wave, expected=expected, gunners=gunners_today(self.game))

    def print_events(self, first: int) -> None:
        """Print the events; officers in command then call the captain for a serious one. Raises
        Leave.
        """
        super().print_events(first)
        if (
            not self.standing.commands
            or self._finishing
            or not (why := calls.call_reason(self.game, self.game.events[first:]))
        ):
            return
        self.say(
            f"Captain, {why}. Press Enter to let your officers continue, or type 'orders' or 'quit'."
        )
        while (text := self.ask()) not in ("", AUTO):
            try:
                if not self.carry_out(text):
                    self.say(f"! {text}: there is nothing to decide or roll now")
            except (Illegal, SaveError) as error:
                self.say(f"! {error}")

    def print_event(self, index: int) -> None:
        """Print an event; before a phase, the pages of the days that have ended. Raises Leave."""
        event = self.game.events[index]
        if isinstance(event, PhaseBegun):
            self._turn_days(event.phase)
        super().print_event(index)

    def _turn_days(self, phase: str) -> None:
        """Print the pages of the days that ended before a phase, and wait for Enter after each.
        Raises Leave.
        """
        if self.game.state.scenario:
            return
        for _ in self._days_ended(before=date_in_label(phase)):
            self.say("Press Enter for the next day, or type quit.")
            # A script may answer everything with ``auto``.
            while (text := self.read()) not in ("", AUTO):
                self.say(f"! {text}: press Enter for the next day, or type quit")

    def _days_ended(self, before: str = "") -> Iterator[None]:
        """Print the page of each day that has ended, up to the one ``before`` a date if it is given.
        The farewell of a ship lost on a day comes before the page. Yields after each page, for the
        caller to wait.
        """
        from picket_duty.pages.campaign_day import end_of_day_page
        from picket_duty.pages.final_page import farewell_page
        from picket_duty.pages.ships import ships_of

        game = self.game
        over = days_over(game.state)
        # After an undo, fewer days may be over than were printed.
        self._days = min(self._days, len(over))
        for record in over[self._days :]:
            if before and record.date >= before:
                return
            day = facts_of(game).day_of(record.date)
            for ship in ships_of(game.state):
                if day is not None and day.lost and ship.name == record.ship:
                    self.show(["", *text_lines(farewell_page(game, ship))])
            head, *lines = text_lines(end_of_day_page(game, record.date))
            self.show(["", f"{conversation.PHASE_MARK}{head}", *lines])
            self._days += 1
            yield

    # -- word commands ---------------------------------------------------------------

    def _exec(self, rest: str) -> None:
        """Show the exec's order, which Enter then gives; at a fire plan, the aim that he would
        choose.
        """
        game = self.game
        request = self.game.request
        if isinstance(request, Choice) and request.kind == ASSIGN and game.aid != UNAIDED:
            self.show(self.plan.advice())
            return
        self._looked_at = request
        note_asked(game, EXEC_ASKED)
        if not isinstance(request, Choice):
            self.say("  ~ Roll the dice. There is nothing to decide.")
            return
        order = answer_words(request, exec_answer(game.play, request), game.tables)
        self.show(
            [
                f"  ~ Your exec would order ({request.about}):",
                *(f"  ~   {line}" for line in order.split("; ")),
                *self._measured(request),
            ]
        )

    def _measured(self, choice: Choice) -> list[str]:
        """The exec's estimate about relief, if the player sees figures."""
        from picket_duty.pages.odds_report import WIDTH
        from picket_duty.pages.relief import measured_words

        if self.game.aid == UNAIDED:
            return []
        return [
            f"  ~ {line}" for line in textwrap.wrap(measured_words(choice, self.game.play), WIDTH)
        ]

    def _odds(self, rest: str) -> None:
        from picket_duty.pages.odds_report import WIDTH, odds_page

        self._check_aided()
        self.show(
            f"  ~ {row}"
            for row in text_lines(odds_page(self.game, dict(self.plan.now.targets)), WIDTH)
            if row
        )

    def _win(self, rest: str) -> None:
        """Play the game to the end with every option of the decision, or with every aim. Ctrl+C
        stops.
        """
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer
        from picket_duty.pages.win_options import win_lines

        self._check_aided()
        if rest and not (
            rest.isascii() and rest.isdigit() and len(rest) < 9 and 1 <= int(rest) <= MOST
        ):
            raise Illegal(f"win {rest}: type the number of games, 1 to {MOST}")
        most = int(rest or BRANCHES)
        held = self.plan.now.held
        self._analyzer = self._analyzer or DecisionAnalyzer()
        analysis = self._analyzer.start(self.game, most=most, time_limit=math.inf, held=held)
        done = min(map(len, analysis.ends.values()), default=0)
        if done >= most:
            self.say(f"  ~ {done} games with each order have already been played")
        else:
            self.say(f"  ~ Playing {most} games with each order. Press Ctrl+C to stop.")
        try:
            analysis.finish()
        except KeyboardInterrupt:
            analysis.stop()
            self.say("  ~ Stopped")
        lines = win_lines(
            self.game,
            analysis.figures(),
            analysis.behind(),
            analysis.recommendation(self.game),
            held,
        )
        self.show(f"  ~ {line}" for line in lines or ["No games were played."])

    def _check_aided(self) -> None:
        if self.game.aid == UNAIDED:
            raise Illegal("You are playing unaided, so no odds are shown")

    def _crew(self, rest: str) -> None:
        from picket_duty.facts import facts_of
        from picket_duty.pages.awards import awards_so_far
        from picket_duty.pages.crews import changes_of_day, crew_page

        state = self.game.state
        tables = self.game.tables
        facts = facts_of(self.game).whole
        page = crew_page([state.ship], state, tables, facts, awards_so_far(self.game))
        self.show(text_lines([*changes_of_day(facts.days, state.setup, tables), *page]))

    def _orders(self, rest: str) -> None:
        """Change the standing orders as typed and show them. Raises Illegal, SaveError."""
        if rest:
            changed = changed_by(self.standing, rest)
            standing_orders.save_standing_orders(self.game, changed)
            self.standing = changed
        self.show(standing_orders_lines(self.standing))
