"""The eight scenarios: special rules and victory conditions (rules 10)."""

from __future__ import annotations

from picket_duty.book.data import ScenarioData
from picket_duty.book.vocabulary import RELIEF, STOPPED
from picket_duty.requests import Roll
from picket_duty.rules import records
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import JAPANESE_WIN, PHASES, US_WIN

PHASE_HEADINGS = {"morning": "Morning", "midday": "Mid-day", "evening": "Evening"}


def data_of(play: Play) -> ScenarioData | None:
    """The scenario being played, or None."""
    if not play.state.scenario:
        return None
    return play.tables.scenarios[int(play.state.setup.name)]


def phases_of(play: Play) -> tuple[int, ...]:
    """The phases played in each turn, as indices 0 to 2."""
    scenario = data_of(play)
    if scenario is None or play.state.option(f"{scenario.slug}-full-day"):
        return tuple(range(len(PHASES)))
    return tuple(PHASES.index(name) for name in scenario.phases)


def roll_stopped(play: Play) -> Procedure[None]:
    """Scenario 8: roll whether the ship is stopped for survivors in this phase."""
    scenario = data_of(play)
    if scenario is None or not scenario.stopped:
        return
    row = yield play.ask(Roll(play.tables["rules"].die("stopped"), STOPPED))
    play.state.air.stopped = row["stopped"]


def roll_relief(play: Play) -> Procedure[bool]:
    """Scenario 7: roll whether help arrives at the end of this phase."""
    roll = relief_roll(play)
    if roll is None:
        return False
    row = yield play.ask(roll)
    return bool(row["relieved"])


def relief_roll(play: Play) -> Roll | None:
    """The roll on the relief table of the scenario, None if it has no column for this phase."""
    scenario = data_of(play)
    if scenario is None or not scenario.relief:
        return None
    chart = play.tables[scenario.relief]
    column = f"Turn {play.state.turn} {PHASE_HEADINGS[play.state.phase_name]}"
    if column in chart.columns:
        return Roll(chart, RELIEF, column=column)
    return None


def last_turn(play: Play) -> bool:
    """Whether this is the scenario's last turn."""
    scenario = data_of(play)
    return scenario is not None and play.state.turn >= scenario.turns


def conclude(play: Play, outcome: str, on_station: bool = True) -> None:
    """End the game with an outcome."""
    records.close_day(play)
    play.state.outcome = outcome
    play.state.on_station = on_station
    play.state.step = "over"


def lose(play: Play) -> None:
    """A scenario is lost: the ship sank or left her station."""
    conclude(play, JAPANESE_WIN, on_station=False)


def win(play: Play) -> None:
    """A scenario is won: afloat and on station."""
    conclude(play, US_WIN)
