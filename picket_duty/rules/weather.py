"""Weather, storms and typhoons (charts 6-1 to 6-5, rules 4.1)."""

from __future__ import annotations

import datetime

from picket_duty.charts import Modifier
from picket_duty.events import Weather
from picket_duty.rules import damage, records
from picket_duty.rules.play import Play, Step

OPEN, CLOSED, TYPHOON = "open", "closed", "typhoon"


def roll_weather(play: Play) -> Step[str]:
    """The weather of the phase: open to attack, closed to it, or a typhoon."""
    state = play.state
    row = yield from play.ask("6-1", "weather", modifiers=_wet(play, "6-1"))
    weather = row["weather"]
    typhoon = False
    if weather == "storm" and state.advanced:
        typhoon = (yield from play.ask("6-2", "weather", "storm", modifiers=_wet(play, "6-2")))["typhoon"]
    state.air.weather = "typhoon" if typhoon else weather
    state.weather_before = weather
    play.tell(Weather(weather=state.air.weather))
    if typhoon:
        return TYPHOON
    if weather == "storm":
        return CLOSED
    if weather == "rain":
        attack = (yield from play.ask(play.tables["6-1"].die("rain"), "weather", "rain"))["attack"]
        return OPEN if attack else CLOSED
    return OPEN


def ride_typhoon(play: Play) -> Step[int | None]:
    """Days marked off and what the typhoon does to the ship; days of repair where she must go in.

    Today is the first day marked off; the date moves to the last one.
    """
    state = play.state
    row = yield from play.ask("6-3", "typhoon")
    after = state.date + datetime.timedelta(days=row["days"])
    records.mark_away(play, "typhoon", after)
    state.date = after - datetime.timedelta(days=1)
    if not row["ship_damaged"]:
        return None
    damaged = yield from play.ask("6-4", "typhoon", "damage")
    yield from damage.carry_out(play, damaged, damage.Blow())
    if damaged["result"] != "major":
        return None
    return int((yield from play.ask("6-5", "typhoon", "repair"))["days"])


def _wet(play: Play, chart: str) -> tuple[Modifier, ...]:
    if play.state.weather_before in ("rain", "storm"):
        return (play.tables[chart].modifier("wet"),)
    return ()
