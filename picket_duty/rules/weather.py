"""Weather, storms and typhoons (charts 6-1 to 6-5, rules 4.1)."""

from __future__ import annotations

import datetime

from picket_duty.book.vocabulary import TYPHOON as TYPHOON_ROLL
from picket_duty.book.vocabulary import WEATHER, Remark, Sky
from picket_duty.charts import Modifier
from picket_duty.events import Weather, note_of
from picket_duty.requests import Roll
from picket_duty.rules import damage, records
from picket_duty.rules.blow import HitContext
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import STORMED

#: Whether the weather of a phase is open or closed to attacks, or a typhoon ends the day.
OPEN = "open"
CLOSED = "closed"
TYPHOON = "typhoon"


def roll_weather(play: Play) -> Procedure[str]:
    """Roll the weather of the phase; returns ``OPEN`` or ``CLOSED`` to attack, or ``TYPHOON``."""
    state = play.state
    row = yield play.ask(weather_roll(play))
    weather = row["weather"]
    typhoon = False
    if weather == Sky.STORM and state.advanced:
        typhoon = (yield play.ask(storm_roll(play)))["typhoon"]
    state.air.weather = Sky.TYPHOON if typhoon else weather
    state.weather_before = weather
    play.emit(Weather(weather=Sky(state.air.weather)))
    if typhoon:
        return TYPHOON
    if weather == Sky.STORM:
        return CLOSED
    if weather == Sky.RAIN:
        if (yield play.ask(rain_roll(play)))["attack"]:
            return OPEN
        play.emit(note_of(Remark.RAIN))
        return CLOSED
    return OPEN


def ride_typhoon(play: Play) -> Procedure[int | None]:
    """Roll the days lost to a typhoon and its damage; returns days of repair, or None if no repair
    is needed.

    Today is the first lost day; the date advances to the last one.
    """
    state = play.state
    row = yield play.ask(Roll(play.tables["6-3"], TYPHOON_ROLL))
    after = state.date + datetime.timedelta(days=row["days"])
    records.mark_away(play, STORMED, after)
    state.date = after - datetime.timedelta(days=1)
    if not row["ship_damaged"]:
        return None
    damaged = yield play.ask(Roll(play.tables["6-4"], TYPHOON_ROLL, "damage"))
    yield from damage.carry_out(play, damaged, HitContext())
    if damaged["result"] != "major":
        return None
    return int((yield play.ask(Roll(play.tables["6-5"], TYPHOON_ROLL, "repair")))["days"])


def weather_roll(play: Play) -> Roll:
    """The roll on chart 6-1."""
    return Roll(play.tables["6-1"], WEATHER, modifiers=_wet(play, "6-1"))


def storm_roll(play: Play) -> Roll:
    """The roll on chart 6-2 for whether the storm is a typhoon."""
    return Roll(play.tables["6-2"], WEATHER, "storm", modifiers=_wet(play, "6-2"))


def rain_roll(play: Play) -> Roll:
    """The die for an attack in rain (note to 6-1)."""
    return Roll(play.tables["6-1"].die("rain"), WEATHER, "rain")


def _wet(play: Play, chart: str) -> tuple[Modifier, ...]:
    """The modifier of a chart after rain or a storm in the previous phase; none after other
    weather.
    """
    if play.state.weather_before in (Sky.RAIN, Sky.STORM):
        return (play.tables[chart].modifier("wet"),)
    return ()
