"""The end of a day: what happened on it, the awards made for it, and a change of ship."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.worker import get_current_worker

from picket_duty.book import Tables
from picket_duty.book.vocabulary import HULL, MORALE, Track
from picket_duty.charts.words import day_words
from picket_duty.events import Event, Leave, Loss, NewShip, TurnEnd
from picket_duty.facts import Day, GameFacts, count_records, is_weather, live_facts
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK, stage_at_stake
from picket_duty.setup import UNAIDED
from picket_duty.state import CAMPAIGN, LOST, QUIET, DayRecord, Ship
from picket_duty.text import log_line
from picket_duty.text.campaign_progress import (
    day_number_words,
    days_done_words,
    next_words,
    period_days,
    period_words,
    score_words,
    stakes_words,
    sunk_words,
)
from picket_duty.text.chances import holding_words
from picket_duty.text.consequences import no_relief_words
from picket_duty.text.log import stores_words
from picket_duty.text.names import count, date_words, listed, naval_date, naval_name, short_date, signed, title_case
from picket_duty.text.phrases import phrase, say
from picket_duty.text.ship_service import (
    Award,
    award_words,
    best_day_words,
    best_guns_words,
    casualty_words,
    harm_on,
    ship_title,
)
from picket_duty.text.stage_result import decisive_words, dice_words
from picket_duty.text.status import met_words
from picket_duty.tui.autoplay import GOES_ON, SINKING_ROLLS
from picket_duty.tui.bindings import bind
from picket_duty.tui.campaign_pages import can_play, duty_status, history_lines, ship_record, squadron_words
from picket_duty.tui.game_lines import phase_lines
from picket_duty.tui.lines import Line, Span, fit, line, pad, safe, wrap
from picket_duty.tui.screens.campaign_records import PLAY, HistoricalDayScreen, play_day
from picket_duty.tui.screens.page import BattlePage

if TYPE_CHECKING:
    from picket_duty.analysis.playouts import End

#: The symbols of an award and of a promotion.
AWARD, PROMOTION = "*", "^"
#: The key line of the day page if awards follow.
AWARDS = "awards"
#: Citations are no wider than this, in columns.
CITATION = 84


class DayScreen(BattlePage):
    """What happened on a day, then the awards made for it, if any.

    ``after`` names what comes next; ``skipped`` is whether quiet days before it had no page.
    """

    BINDINGS: ClassVar = [
        bind("enter", "go_on", "Continue", "Continue to the awards, if any, and then to the game", "day.on"),
        bind("l", "luck", "Luck", "How the day's dice and orders compare with the average", "day.luck"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "day.records"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "day.crew", display="c"),
        bind("h", "history", "History", "What happened on this date in 1945", "day.history"),
        PLAY,
    ]

    def __init__(self, game: Game, date: str, after: str, skipped: bool = True) -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.after = after
        self.skipped = skipped
        #: The awards of the day; None until the page was drawn.
        self.awards: list[Award] | None = None
        self.day_read = False

    def action_go_on(self) -> None:
        """Show the awards after the day, then return to the battle."""
        if self._has_scene() and not self.day_read:
            self.day_read = True
            self.turn_page()
            return
        self.dismiss()

    def action_luck(self) -> None:
        """Show the luck of the day."""
        from picket_duty.tui.screens.luck import LuckScreen

        self.app.push_screen(LuckScreen(self.game, self.date))

    def action_records(self) -> None:
        """Show calendar, ships, map and other records."""
        from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, date=self.date))

    def action_crew(self) -> None:
        """Show the page of the crew."""
        from picket_duty.tui.screens.campaign_records import CREWS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def action_history(self) -> None:
        """Show the historical day with its sources."""
        self.app.push_screen(HistoricalDayScreen(datetime.date.fromisoformat(self.date)))

    def action_play_day(self) -> None:
        """Set up a patrol as the historical ship."""
        play_day(self, datetime.date.fromisoformat(self.date))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A historical ship is not known for every day."""
        return action != "play_day" or can_play(self.game.tables, datetime.date.fromisoformat(self.date))

    def lines_for(self, width: int) -> list[Line]:
        """The day; its awards after that."""
        from picket_duty.pages.awards import awards_on

        if self.awards is None:
            self.awards = awards_on(self.game, self.date)
        if self.day_read:
            lines, then = awards_lines(self.awards, self.date, width), self.after
        else:
            then = AWARDS if self._has_scene() else self.after
            listed = awards_lines(self.awards, self.date, width) if self.awards and not self._has_scene() else []
            lines = day_lines(self.game, self.game.events, self.date, width, listed, self.skipped)
        # The key line says that Enter continues.
        return lines if then == GOES_ON else [*lines, [], line(("Enter", "key"), f": {then}")]

    def _has_scene(self) -> bool:
        """Whether the awards of the day have a page: those without a citation are listed below the day."""
        return any(award.citation for award in self.awards or ())


def day_lines(
    game: Game,
    events: Sequence[Event],
    date: str,
    width: int,
    awards: Sequence[Line] = (),
    skipped: bool = True,
) -> list[Line]:
    """What happened on a day, phase by phase; stores at its end; its awards; what happened historically.

    ``skipped`` is whether quiet days before it had no page.
    """
    day = datetime.date.fromisoformat(date)
    today = [event for event in events if event.phase.startswith(date)]
    number = day_number_words(game.state, game.tables, date)
    lines = [
        line((f"End of day, {date_words(day)}", "title"), (f"   {title_case(number)}" if number else "", "strong")),
        line(_ship_on(game, date)),
    ]
    lines += [line((words, "dim")) for words in quiet_before(game, date)] if skipped else []
    facts = [day for day in live_facts(game).days if day.date == date]
    if facts and not any(phase.attacked for day in facts for phase in day.phases):
        lines.append(line(("No plane attacked.", "strong")))
    for phase in (phase for day in facts for phase in day.phases):
        lines += [[], *phase_lines(game, phase, width)]
    ended = [event for event in today if isinstance(event, TurnEnd)]
    left = [event for event in today if isinstance(event, Leave)]
    lines.append([])
    if ended:
        lines.append(line((title_case(stores_words(ended[-1])), "strong")))
    lines += _morale(game, today)
    lost = casualty_words(sum(len(day.killed) for day in facts), sum(day.men_lost for day in facts))
    if lost:
        lines.append(line((f"{title_case(lost)}.", "bad")))
    if left:
        rolls = [event for event in today if isinstance(event, Roll) and event.purpose in SINKING_ROLLS]
        for row in (*grave_lines(rolls, game.tables), *(log_line(event, game.tables) for event in left)):
            lines += wrap(row, width, indent=4)
    for row in _totals(game):
        lines += wrap(row, width, indent=2)
    if ended and not left:
        lines += wrap(line(tomorrow_words(game)), width, indent=2)
    lines += [[], *awards] if awards else []
    real = history_lines(game.tables, day, width)
    return [*lines, [], *real] if real else lines


def grave_lines(rolls: Sequence[Roll], tables: Tables) -> list[Line]:
    """The rolls that might have sunk a ship; several in which her hull held are counted in one line."""
    held = [roll for roll in rolls if roll.purpose is HULL and roll.result is not None and not roll.result["sinks"]]
    if len(held) < 2:
        return [log_line(roll, tables) for roll in rolls]
    others = [log_line(roll, tables) for roll in rolls if roll not in held]
    return [say(phrase("stayed_afloat").log, rolls=len(held)), *others]


#: Up to this number of quiet days before a day have a line each.
FEW_QUIET = 2


def quiet_before(game: Game, date: str) -> list[str]:
    """The quiet days on duty just before a day, which have no page of their own, in a line or two."""
    state = game.state
    before = [day.date for day in state.records.daily if day.date < date]
    quiet = list(itertools.takewhile(lambda day: state.records.calendar.get(day) == QUIET, reversed(before)))[::-1]
    days = [day_words(datetime.date.fromisoformat(day)) for day in quiet]
    if len(quiet) > FEW_QUIET:
        return [f"{days[0]} to {days[-1]}: {count(len(days), 'quiet day')}."]
    closed = {event.phase.partition("/")[0] for event in game.events if is_weather(event)}
    return [
        f"{words}: quiet.{' Weather closed in.' if day in closed else ''}"
        for day, words in zip(quiet, days, strict=True)
    ]


def tomorrow_words(game: Game) -> str:
    """The station of the day that has just begun; empty if the game is over or the station is not assigned yet."""
    state = game.state
    if state.outcome or state.new_station or not state.ship.station:
        return ""
    return f"Next day, {day_words(state.date)}: station {state.ship.station}."


def _morale(game: Game, today: Sequence[Event]) -> list[Line]:
    """How morale changed at the end of the day and by which chart, if it did."""
    charts = [event.table for event in today if isinstance(event, Roll) and event.purpose is MORALE]
    changes = [event for event in today if isinstance(event, Loss) and event.track == Track.MORALE and event.points]
    return [
        [*log_line(change, game.tables), Span(f" (chart {chart})", "dim")]
        for change, chart in zip(changes, charts, strict=False)
    ]


def _ship_on(game: Game, date: str) -> str:
    """The name of the ship on duty on a day."""
    names = [day.ship for day in game.state.records.daily if day.date == date]
    return safe(names[0] if names else game.state.ship.name)


def _totals(game: Game) -> list[Line]:
    """The totals of the game so far."""
    state = game.state
    records = state.records
    met = line(f"{'Campaign' if state.setup.kind == CAMPAIGN else 'Game'} so far: {met_words(records)}")
    if state.scenario:
        return [met]
    lost = sunk_words(state, game.tables)
    sunk = f". Ships you have lost: {records.ships_sunk}" if records.ships_sunk and not lost else ""
    rows = [line((days_done_words(state), "strong"), sunk)]
    return [*rows, *([line(lost)] if lost else []), met]


def awards_lines(awards: Sequence[Award], date: str, width: int) -> list[Line]:
    """The awards of a day: those with a citation one by one, then the others in a list."""
    day = naval_date(date)
    head, many = "AWARDS", count(len(awards), "award")
    ships = " and ".join(dict.fromkeys(award.ship for award in awards))
    title = line((f"{head}  ", "title"), (safe(f"{ships}, {many}"), "dim"))
    lines = [[*pad(title, width - len(day)), Span(day, "dim")]]
    cited = [award for award in awards if award.citation]
    for award in cited:
        lines += [[], *_cited(award, width)]
    rest = [award for award in awards if not award.citation]
    if rest:
        lines.append([])
    for award in rest:
        lines += wrap(line((f"{AWARD} ", "good"), safe(award_words(award))), width, 2)
    return lines


def _cited(award: Award, width: int) -> list[Line]:
    """An award with its citation: what, to whom, and the words that are read out."""
    sign, name = (PROMOTION, f"Promoted to {award.name}") if award.promotion else (AWARD, award.name)
    again = f", award no. {award.number}" if award.number > 1 else ""
    fallen = ", posthumously" if award.posthumous else ""
    aboard = "" if award.to == award.ship else f", {award.ship}"
    return [
        line((f"{sign} ", "good"), (f"{name.upper()}", "strong"), (f"{again}{fallen}", "dim")),
        *wrap(line("  ", (safe(title_case(f"{award.to}{aboard}")), "title")), width, indent=2),
        *[[Span("  "), *row] for row in wrap(line(safe(award.citation)), min(width, CITATION) - 2, indent=0)],
    ]


class ShipScreen(BattlePage):
    """The farewell of a ship that was lost or left her station, then the ship that takes her place."""

    MAX_WIDTH = 130
    BINDINGS: ClassVar = [
        bind(
            "enter",
            "go_on",
            "Continue",
            "Continue to the next ship, if there is one, and then to the game",
            "ship.go_on",
        ),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "ship.crew", display="c"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "ship.records"),
    ]

    def __init__(self, game: Game, happened: Sequence[Event]) -> None:
        super().__init__()
        self.game = game
        self.leaves = any(isinstance(event, Leave) for event in happened)
        self.came = next((event for event in happened if isinstance(event, NewShip)), None)

    def action_go_on(self) -> None:
        """From the farewell to the next ship, from there to the battle."""
        if self.leaves and self.came is not None:
            self.leaves = False
            self.turn_page()
            return
        self.dismiss()

    def action_records(self) -> None:
        """Show calendar, ships, map and other records."""
        from picket_duty.tui.screens.campaign_records import SHIPS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, SHIPS))

    def action_crew(self) -> None:
        """Show the page of the crews."""
        from picket_duty.tui.screens.campaign_records import CREWS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def lines_for(self, width: int) -> list[Line]:
        """The farewell, or the next ship."""
        from picket_duty.pages.farewell import ship_that_left
        from picket_duty.tui.screens.outcome import farewell_lines, picture_lines

        game, height, glyphs = self.game, self.size.height, self.context.glyphs
        if self.leaves:
            return farewell_lines(game, ship_that_left(game), width, height, glyphs)
        picture = picture_lines(game.state.ship, game.tables, width, height, glyphs)
        return [*picture, *arrival_lines(game, self.came, width)]


#: The playouts for the chance of holding the next stage.
PLAYOUTS = 240


class StageScreen(BattlePage):
    """The page of a stage of a long campaign, or of a month, that is over."""

    MAX_WIDTH = 110
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Continue to the next day", "stage.go_on"),
        bind("l", "luck", "Luck", "What dice and orders did to your chance of holding the stage", "stage.luck"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "stage.records"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "stage.crew", display="c"),
    ]

    def __init__(self, game: Game, number: int) -> None:
        super().__init__()
        self.game = game
        self.number = number
        #: What is known of the stage from its events; None until the page was drawn.
        self._told: StageTold | None = None
        #: The next stage if its chance is shown, else 0; its playouts, empty until they are done.
        self._next_stage = 0
        self._ends: list[End] = []

    def on_mount(self) -> None:
        """Play the next stage on, if analysis is on and the player sees odds."""
        game = self.game
        if self.context.staff() is None or game.aid == UNAIDED or not game.state.stages or game.over:
            return
        self._next_stage = stage_at_stake(game.state)
        self._play_on(Game.of_replay_state(game.replay_state, game.tables))

    def _play_on(self, game: Game) -> None:
        from picket_duty.analysis.playouts import run_playout

        def ends() -> list[End]:
            worker = get_current_worker()
            return [run_playout(game, None, number) for number in range(PLAYOUTS) if not worker.is_cancelled]

        self.in_background(ends, self._show_chance)

    def _show_chance(self, ends: list[End]) -> None:
        self._ends = ends
        self.redraw_text()

    def action_records(self) -> None:
        """Show the ships and the other records."""
        from picket_duty.tui.screens.campaign_records import SHIPS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, SHIPS))

    def action_crew(self) -> None:
        """Show the page of the crews."""
        from picket_duty.tui.screens.campaign_records import CREWS, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def action_luck(self) -> None:
        """Show the chance of holding the stage; a chosen moment is replayed."""
        from picket_duty.tui.game_analysis import GameAnalysis
        from picket_duty.tui.screens.luck import ChanceCurveScreen
        from picket_duty.tui.screens.replay import open_replay

        journal = self.game.journal
        replay = partial(open_replay, journal.path if journal is not None else None)
        self.app.push_screen(ChanceCurveScreen(GameAnalysis(self.game, self.number), replay))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A month has no chance to show."""
        return action != "luck" or bool(self.game.state.stages)

    def lines_for(self, width: int) -> list[Line]:
        """The stage, below a picture of the ship that was on duty last if there is room."""
        from picket_duty.pages.farewell import ship_that_left
        from picket_duty.tui.screens.outcome import picture_lines

        lines, height = self.result_lines(width), self.size.height
        picture = picture_lines(ship_that_left(self.game), self.game.tables, width, height, self.context.glyphs)
        return [*picture, *lines] if len(picture) + len(lines) < height - 1 else lines

    def result_lines(self, width: int) -> list[Line]:
        """The stage: its result and days, what comes next, then its losses and awards."""
        state, tables = self.game.state, self.game.tables
        days = period_days(state, self.number)
        if self._told is None:
            self._told = told_of(self.game, days)
        told = self._told
        rows = [
            ("Campaign", score_words(state, tables), "plain"),
            ("Next", next_words(state, tables), "strong"),
            ("", no_relief_words(state, tables) if state.stages and not state.outcome else "", "plain"),
            ("Chance", self._chance(), "plain"),
            ("Dice", told.dice, "plain"),
            ("Best day", told.best_day, "plain"),
            ("Best gun", told.guns, "plain"),
            ("Losses", told.losses, "plain"),
            ("Awards", told.honors, "plain"),
            ("Squadron", squadron_words(state), "plain"),
        ]
        lines = [*stage_head(self.game, self.number, days, told.facts, width), []]
        by_stage = state.stages and len(days) <= MOST_DAYS_LISTED
        lines += served_by_day(days, told.facts.days, width) if by_stage else served_lines(days)
        lines.append([])
        for label, words, style in rows:
            lines += wrap(line((f"{label:<11}", "dim"), (safe(words), style)), width, indent=11) if words else []
        return lines

    def _chance(self) -> str:
        """The chance of holding the next stage, a line even while it is calculated; empty if it is not shown."""
        from picket_duty.analysis.playouts import chance_of

        if not self._next_stage:
            return ""
        return holding_words(self._next_stage, chance_of(self._ends) if self._ends else None)


class StageTold(NamedTuple):
    """What the page of a stage or month has from events, in words: its dice, best day, best guns, losses and awards."""

    facts: GameFacts
    dice: str
    best_day: str
    guns: str
    losses: str
    honors: str


def told_of(game: Game, days: Sequence[DayRecord]) -> StageTold:
    """What the page of a stage or month has from the events of its days."""
    from picket_duty.pages.game_history import known_facts

    facts, dates = known_facts(game), {day.date for day in days}
    of_stage = [day for day in facts.days if day.date in dates]
    events = [event for event in facts.events if event.phase.partition("/")[0] in dates]
    best, guns = best_day_words(days, facts.days), best_guns_words(of_stage, game.tables)
    return StageTold(facts, _dice(events, game.tables), best, guns, _losses(game, days, of_stage), _honors(game, dates))


def stage_head(game: Game, number: int, days: Sequence[DayRecord], facts: GameFacts, width: int) -> list[Line]:
    """The result of a stage and what decided it; of a month its name."""
    state, tables = game.state, game.tables
    spell = " to ".join(dict.fromkeys(naval_date(day.date) for day in (*days[:1], *days[-1:])))
    words, good = period_words(state, number)
    head = line((words.upper(), "good" if good else "bad"))
    lines = [[*pad(head, width - len(spell)), Span(spell, "dim")]]
    why = decisive_words(state, tables, number, facts) if state.stages else ""
    return [*lines, *wrap(line(safe(why)), width, indent=0)] if why else lines


#: More days than these have no line each.
MOST_DAYS_LISTED = 10
#: Columns of a date and of a ship; of the fates of planes in a line by ship and in one by day.
DATE_WIDTH, SHIP_WIDTH = 7, 20
FATE_COLUMNS = (("Splashed", 9), ("Crashed", 9), ("Near miss", 10), ("Missed/withdrew", 16))
#: The columns of a day on a narrow page.
FEW_COLUMNS = (("Splashed", 9), ("Crashed", 8))
#: Columns of the hull points lost, and their heading.
HULL_WIDTH, HULL_LOST = 10, "Hull lost"


class Ends(NamedTuple):
    """How a ship ended a day, under a heading."""

    head: str
    stayed: str
    away: str
    rear: str
    sunk: str = "sunk"


#: On a wide page, and on a narrow one.
ENDS = Ends("At day's end", "on station", "left station", "to the rear")
SHORT_ENDS = Ends("End", "on", "away", "rear")
#: From this width a day has all columns.
ALL_COLUMNS = 110


def served_lines(days: Sequence[DayRecord]) -> list[Line]:
    """What each ship did in some days, a line each."""
    head = f"{'Ship':<{SHIP_WIDTH}}{'Days':>4}{'Planes':>8}{_heads(FATE_COLUMNS)}"
    ships = list(dict.fromkeys(day.ship for day in days))
    rows = [(name, [day for day in days if day.ship == name]) for name in ships]
    rows += [("Together", list(days))] if len(ships) > 1 else []
    lines = [line((head, "dim"))]
    for name, served in rows:
        figures = f"{len(served):>4}{_fates(served, FATE_COLUMNS)}"
        lines.append(line((f"{fit(safe(name), SHIP_WIDTH)}", "strong"), figures))
    return lines


def served_by_day(days: Sequence[DayRecord], facts: Sequence[Day], width: int) -> list[Line]:
    """What happened on each day of a stage, a line each, and in all; ``facts`` are those known."""
    fates, ends = (FATE_COLUMNS, ENDS) if width >= ALL_COLUMNS else (FEW_COLUMNS, SHORT_ENDS)
    head = f"{'Date':<{DATE_WIDTH}}{'Ship':<{SHIP_WIDTH}}{'Station':>7}{'Planes':>8}{_heads(fates)}"
    lines, lost = [line((f"{head}{HULL_LOST:>{HULL_WIDTH}}  {ends.head}", "dim"))], 0
    for day in days:
        known = next((fact for fact in facts if fact.date == day.date), None)
        hull = harm_on(day, facts).hull
        lost += hull
        lines.append(
            line(
                (fit(short_date(day.date), DATE_WIDTH), "dim"),
                (fit(safe(day.ship), SHIP_WIDTH), "strong"),
                f"{day.station or '':>7}{_fates([day], fates)}",
                (f"{hull if known is not None else '':>{HULL_WIDTH}}", "bad" if hull else "plain"),
                _end_of_day(known.leave if known is not None else None, ends),
            )
        )
    total = f"{'':>7}{_fates(days, fates)}{lost:>{HULL_WIDTH}}"
    return [*lines, line((fit("In all", DATE_WIDTH + SHIP_WIDTH), "dim"), (total, "strong"))]


def _end_of_day(left: Leave | None, ends: Ends) -> tuple[str, str]:
    """How a ship ended a day, with its style."""
    if left is None:
        return f"  {ends.stayed}", "dim"
    if left.reason == SUNK:
        return f"  {ends.sunk}", "bad"
    return f"  {ends.rear if left.rear else ends.away}", "warn"


def _heads(fates: Sequence[tuple[str, int]]) -> str:
    """The headings of the columns of fates."""
    return "".join(f"{name:>{room}}" for name, room in fates)


def _fates(days: Sequence[DayRecord], fates: Sequence[tuple[str, int]]) -> str:
    """The planes met on some days, then their fates in columns."""
    counts = count_records(*days)
    numbers = counts.splashed, counts.crashed, counts.near_misses, counts.missed_or_withdrew
    columns = "".join(f"{number:>{room}}" for number, (_, room) in zip(numbers, fates, strict=False))
    return f"{counts.met:>8}{columns}"


def _dice(events: Sequence[Event], tables: Tables) -> str:
    """The hits that the dice of some events gave on the ship and on planes, beside the average; empty without dives."""
    from picket_duty.pages.dice_luck import COUNTED_PLANES, COUNTED_STRIKES, ledger

    lines = ledger(tables, events)
    strikes, planes = (
        [entry for entry in lines if entry.counted == counted] for counted in (COUNTED_STRIKES, COUNTED_PLANES)
    )
    if not strikes:
        return ""
    ship = sum(entry.rolled for entry in strikes), sum(entry.expected for entry in strikes)
    return dice_words(*ship, sum(entry.rolled for entry in planes), sum(entry.expected for entry in planes))


def _losses(game: Game, days: Sequence[DayRecord], facts: Sequence[Day]) -> str:
    """The officers killed and men lost on some days, and the ships that were lost; ``facts`` are those of the days."""
    lost = casualty_words(sum(len(day.killed) for day in facts), sum(day.men_lost for day in facts))
    sunk = [day.ship for day in days if game.state.records.calendar.get(day.date) == LOST]
    parts = [
        f"{listed(sunk)} sunk" if sunk else "No ship sunk",
        lost or "no officers or repair-party men lost",
    ]
    return f"{'; '.join(parts)}."


def _honors(game: Game, dates: Collection[str]) -> str:
    """The awards of some days, counted by name."""
    from picket_duty.pages.awards import awards_so_far
    from picket_duty.saves.service_record import awards_line

    return awards_line([award for award in awards_so_far(game) if award.date in dates]) or "None."


def _commands(ship: Ship) -> list[Line]:
    """Who commands a ship, with the captain's value; empty before the crew is known."""
    captain = ship.crew.get("captain")
    if captain is None:
        return []
    return [line(f"{safe(naval_name(captain.name))} (value {signed(captain.value)}) commands her.")]


def arrival_lines(game: Game, came: NewShip | None, width: int) -> list[Line]:
    """The ship that takes the duty with her record, and the rest of the squadron."""
    ship = game.state.ship
    verb = "is back on duty" if came is not None and came.returning else "takes over picket duty"
    lines = [line((f"{safe(ship_title(ship))} {verb}", "good"), f", {day_words(game.state.date)}")]
    if came is not None and came.returning:
        from picket_duty.pages.game_history import known_facts

        facts = known_facts(game).days
        lines += [*_commands(ship), *ship_record(ship, game.state, game.tables, width, facts=facts)[1:]]
    else:
        kind = game.tables.ships[ship.ship_class].name if ship.ship_class in game.tables.ships else ""
        stores = f"Fuel {ship.fuel}, ammunition {ship.ammunition}, {sum(ship.men.values())} men in repair parties."
        lines += wrap(line(f"{kind + '. ' if kind else ''}Hull {ship.hull}, maneuver {ship.maneuver}. {stores}"), width)
        lines += _commands(ship)
    waiting = [other for other in game.state.squadron if other.name != ship.name]
    if waiting:
        lines += [[], line(("Rest of the squadron", "title"))]
        for other in waiting:
            sign, words, style = duty_status(other, game.state)
            lines.append(line((f"  {sign} ", style), f"{safe(other.name):<20}", (words, style)))
    stakes = stakes_words(game.state, game.tables)
    return [*lines, [], *wrap(line((safe(stakes), "strong")), width)] if stakes else lines
