"""Plain words for requests, rolls and events: what the captain reads."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    CREW,
    DAMAGE,
    DIVE,
    GUNNERY,
    HULL_LOSS,
    MEN,
    SPECIAL_ATTACK,
    SUPPORT,
    UPKEEP,
)
from picket_duty.charts import Chart, Modifier, Row
from picket_duty.charts.words import day_words, result_words
from picket_duty.events import (
    Chosen,
    Control,
    Crew,
    Damage,
    Ended,
    Event,
    Fire,
    Happening,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    Undone,
    WaveBegun,
    Weather,
)
from picket_duty.requests import MEN_TO_JOBS, ONE, Roll
from picket_duty.state import Plane, Setup, State
from picket_duty.tui.lines import Line, Span, line, safe
from picket_duty.wording import OUTCOMES, POST_NAMES, count, item_name

LEVELS = {"L": "low", "M": "medium", "H": "high"}
TRACKS = {
    "ammunition": "Ammunition",
    "fuel": "Fuel",
    "hull": "Hull",
    "maneuver": "Maneuver",
    "flood": "Flood",
    "morale": "Morale",
    "sfs": "Surface fire support",
}
PLANE_STATES = {
    "undamaged": "undamaged",
    "damaged": "damaged",
    "shot_down": "flamed",
    "destroyed": "destroyed",
    "removed": "gone",
}
STRIKES = {"miss": "misses", "near_miss": "near miss", "hit": "HITS the ship", "special": "its weapon finds the ship"}
EFFECTS = {
    "damaged": "damaged",
    "destroyed": "destroyed",
    "hit": "hit",
    "burns": "burns on",
    "flooded": "flooded",
    "explosion": "explodes",
    "killed": "killed",
    "sunk": "sunk",
    "lit": "breaks out",
    "grows": "grows",
    "out of control": "out of control",
    "lost": "lost",
    "out of order": "out of order",
}


# -- names -------------------------------------------------------------------


def signed(value: int) -> str:
    """A number with its sign; zero without."""
    return f"{value:+d}" if value else "0"


def plane_words(plane: Plane) -> str:
    """A plane in a few words."""
    if plane.special:
        return f"plane {plane.number} ({plane.type}, {plane.weapon})"
    where = f"{plane.bearing:03d} {LEVELS.get(plane.altitude, plane.altitude)}"
    return f"plane {plane.number} ({plane.type + ', ' if plane.type else ''}{where})"


def game_words(setup: Setup, tables: Tables) -> str:
    """A game in a line: scenario, campaign or patrol, and its level."""
    if setup.kind == "scenario":
        data = tables.scenarios[int(setup.name)]
        return f"Scenario {data.number}, {data.title} ({setup.level})"
    if setup.kind == "campaign":
        return f"{tables.campaigns[setup.name].title} ({setup.level})"
    return f"Patrol from {date_words(setup.start)} ({setup.level})"


def date_words(day: datetime.date) -> str:
    """A day as the log has it: Apr 6, 1945."""
    return f"{day_words(day)}, {day.year}"


def phase_words(state: State) -> str:
    """Day and phase of the game in a few words."""
    if state.step == "setup":
        return f"{day_words(state.date)}, setting up"
    if state.step != "phase" and state.step != "over":
        return day_words(state.date)
    return f"{day_words(state.date)}, {state.phase_name}{' (night)' if state.night else ''}"


# -- rolls -------------------------------------------------------------------


def purpose_of(roll: Roll) -> str:
    """What a roll is for."""
    return roll.purpose.words_on(roll.chart)


def actor_of(roll: Roll, tables: Tables) -> str:
    """Who or what a roll is about, in words; empty where its purpose says it all."""
    if roll.purpose is CREW:
        return POST_NAMES.get(roll.item, roll.item)
    if roll.item:
        return roll.item if roll.purpose is SUPPORT else safe(item_name(tables, roll.item))
    return "" if roll.plane is None else f"plane {roll.plane}"


def subject_of(roll: Roll, tables: Tables) -> str:
    """What a roll is for and who makes it, in one."""
    what, who = purpose_of(roll), actor_of(roll, tables)
    if not who:
        return what
    if what.endswith(" of a plane") and who.startswith("plane "):
        return what.replace("a plane", who)
    return f"{what.rstrip('?')}, {who}{'?' if what.endswith('?') else ''}"


def chart_of(roll: Roll) -> str:
    """The chart of a roll and its column."""
    title = f"{roll.table}  {roll.chart.text if roll.chart.letter else roll.chart.raw.title}"
    return f"{title}, column {column_heading(roll.chart, roll.column)}" if roll.column is not None else title


def column_heading(chart: Chart, column: str | None) -> str:
    """A column as printed."""
    return chart.heading(str(column))


def result_of(roll: Roll) -> str:
    """The result of a roll in words."""
    row = roll.result
    if row is None:
        return ""
    if roll.purpose is HULL_LOSS:
        return f"{row['hull']} hull"
    if roll.purpose is MEN:
        return f"{row['men']} men"
    if roll.purpose is UPKEEP:
        return f"{row['spaces']} used"
    words = "" if roll.table == "scenario/7 relief" else result_words(roll.chart, row, roll.column)
    return safe(words) if words.strip() else _fields_words(row)


def _fields_words(row: Row) -> str:
    """The fields of a row, for the small charts of notes."""
    found = []
    for name, value in row.fields.items():
        words = name.replace("_", " ")
        if isinstance(value, bool):
            found.append(words if value else f"not {words}")
        elif value is not None:
            found.append(str(value) if name in ("result", "section") else f"{words} {value}")
    return ", ".join(found)


def dice_words(roll: Roll) -> str:
    """The dice of a resolved roll: 3+4, or tens and units of a hundred, or row and column."""
    if roll.is_matrix:
        return f"{roll.row}, {roll.col}"
    if roll.faces[0] == 10 and len(roll.dice) == 2:
        return f"{roll.dice[0]}{roll.dice[1]}"
    return "+".join(map(str, roll.dice))


def modifier_spans(modifier: Modifier, rule: bool = True) -> Line:
    """A modifier with its reason and the rule it comes from."""
    tone = "good" if modifier.value > 0 else "bad" if modifier.value < 0 else "dim"
    found = [Span(signed(modifier.value), tone), Span(f" {safe(modifier.why)}")]
    return [*found, Span(f" ({modifier.rule})", "dim")] if rule else found


def sum_words(roll: Roll) -> Line:
    """Dice, modifiers, total and result of a resolved roll in one line."""
    found = [Span(dice_words(roll), "strong")]
    for modifier in roll.modifiers:
        found += [Span(" "), *modifier_spans(modifier, rule=False)]
    if not roll.is_matrix and ((len(roll.dice) > 1 and roll.faces[0] == 6) or roll.modifiers):
        found.append(Span(f" = {roll.total}"))
    return [*found, Span(": "), Span(result_of(roll), result_tone(roll))]


GOOD_RESULTS = ("hit", "2 hits", "flamed", "destroyed")


def result_tone(roll: Roll) -> str:
    """Good or bad news for the ship."""
    row = roll.result
    if row is None:
        return "plain"
    result = row.fields.get("result")
    if roll.purpose in (GUNNERY, SUPPORT):
        return "good" if result in GOOD_RESULTS else "dim"
    if roll.purpose in (DIVE, SPECIAL_ATTACK):
        return {"miss": "good", "near_miss": "warn"}.get(str(result), "bad")
    if "successful" in row.fields:
        return "good" if row["successful"] else "bad"
    if roll.purpose in (DAMAGE, HULL_LOSS):
        return "bad"
    return "strong"


# -- events ------------------------------------------------------------------


class Teller:
    """Tells events in plain words, each part with its tone."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def tell(self, event: Happening) -> Line:
        """An event as a line; empty where there is nothing worth telling."""
        if isinstance(event, Roll):
            return self._roll(event)
        told = TELLERS.get(type(event))
        return told(self, event) if told else []

    def _name(self, item: str) -> str:
        return safe(item_name(self.tables, item))

    def _roll(self, roll: Roll) -> Line:
        who = actor_of(roll, self.tables)
        what = who if roll.purpose in (GUNNERY, SUPPORT) else subject_of(roll, self.tables)
        return [Span(f"  {what}: ", "dim"), *sum_words(roll)]

    def _phase(self, event: PhaseBegun) -> Line:
        station = f", station {event.station}" if event.station else ""
        day = datetime.date.fromisoformat(event.date)
        return line((f"{day_words(day)}, {event.name} ({event.light}){station}", "title"))

    def _weather(self, event: Weather) -> Line:
        return line(f"Weather: {event.weather}")

    def _raid(self, event: Raid) -> Line:
        kikusui = "Kikusui raid: " if event.kikusui else ""
        if not event.planes:
            return line(f"{kikusui}No planes come in")
        return line((f"{kikusui}{count(event.planes, 'plane')} coming in", "warn"))

    def _wave(self, event: WaveBegun) -> Line:
        planes = []
        for plane in event.planes:
            where = plane["weapon"] or f"{plane['bearing']:03d}{plane['altitude']}"
            planes.append(f"{plane['plane']} {plane['type']} {where}")
        return line((f"Wave {event.number}: ", "title"), ", ".join(planes))

    def _chosen(self, event: Chosen) -> Line:
        answer = event.answer
        if event.kind == ONE:
            words = {"yes": "yes", "no": "no", "none": "none"}.get(str(answer), self._name(str(answer)))
        elif not answer:
            words = "nobody"
        elif event.kind == MEN_TO_JOBS:
            words = ", ".join(f"{men} to {self._name(job)}" for job, men in answer.items())
        else:
            words = self._plan_words(answer)
        return line((f"Order, {event.about}: ", "key"), words)

    def _plan_words(self, plan: dict[str, int]) -> str:
        planes: dict[int, list[str]] = {}
        for slot, plane in plan.items():
            planes.setdefault(plane, []).append(slot.removeprefix("AFS "))
        return "; ".join(f"plane {plane}: {' '.join(slots)}" for plane, slots in sorted(planes.items()))

    def _fire(self, event: Fire | Support) -> Line:
        if not event.hits and event.state not in ("destroyed", "shot_down"):
            return []
        tone = "good" if event.state in ("destroyed", "shot_down") else "plain"
        state = PLANE_STATES.get(event.state, event.state)
        return line(f"  {self._name(event.by)} hits plane {event.plane}: ", (state, tone))

    def _strike(self, event: Strike) -> Line:
        where = f", {event.section}" if event.section else ""
        tone = {"miss": "good", "near_miss": "warn"}.get(event.outcome, "bad")
        return line(f"Plane {event.plane} ", (f"{STRIKES[event.outcome]}{where}", tone))

    def _damage(self, event: Damage) -> Line:
        if event.effect == "superficial":
            return line("  Superficial damage")
        what = self._name(event.item)
        what = f"{what[:1].upper()}{what[1:]}"
        if event.item == "deck fire":
            points = f", level {event.points}" if event.points else ""
            what = f"Deck fire {event.section}"
        else:
            points = f", {count(event.points, 'marker')}" if event.points else ""
        return line("  ", (f"{what}: {EFFECTS.get(event.effect, event.effect)}{points}", "bad"))

    def _control(self, event: Control) -> Line:
        done = "done" if event.success and not event.markers else f"{event.markers} off" if event.success else "failed"
        who = f"  {count(event.men, 'man', 'men')}, {self._name(event.job)}: "
        return line(who, (done, "good" if event.success else "bad"))

    def _crew(self, event: Crew) -> Line:
        post = POST_NAMES.get(event.post, event.post)
        if event.killed:
            return line((f"  The {post} is killed", "bad"), f"; {safe(event.name)} ({signed(event.value)}) steps in")
        return line(f"  {safe(event.name)}, {post} ({signed(event.value)})")

    def _loss(self, event: Loss) -> Line:
        if not event.points:
            return []
        track = TRACKS.get(event.track, event.track)
        worse = event.points > 0
        shown = event.points if event.track == "flood" else -event.points
        return line(f"  {track} ", (f"{signed(shown)}", "bad" if worse else "good"), f", now {event.left}")

    def _leave(self, event: Leave) -> Line:
        if event.reason == "sunk":
            return line(("The ship is lost", "bad"))
        until = f", back on {event.until}" if event.until else ", for good"
        return line((f"She leaves her station: {safe(event.reason)}{until}", "warn"))

    def _new_ship(self, event: NewShip) -> Line:
        verb = "comes back on duty" if event.returning else "takes the duty"
        return line((f"{safe(event.name)} {event.hull} {verb}", "title"))

    def _turn_end(self, event: TurnEnd) -> Line:
        return line(
            (f"End of the day. Fuel {event.fuel}, ammunition {event.ammunition}, hull {event.hull}", "title"),
            (f", morale {signed(event.morale)}", "title"),
        )

    def _undone(self, event: Undone) -> Line:
        return line((f"Taken back: {count(event.answers, 'answer')}", "dim"))

    def _note(self, event: Note) -> Line:
        return line(safe(event.text))

    def _ended(self, event: Ended) -> Line:
        return line((OUTCOMES.get(str(event.summary.get("outcome")), "The game is over"), "title"))


TELLERS: dict[type[Event], Callable[..., Line]] = {
    PhaseBegun: Teller._phase,
    Weather: Teller._weather,
    Raid: Teller._raid,
    WaveBegun: Teller._wave,
    Chosen: Teller._chosen,
    Fire: Teller._fire,
    Support: Teller._fire,
    Strike: Teller._strike,
    Damage: Teller._damage,
    Control: Teller._control,
    Crew: Teller._crew,
    Loss: Teller._loss,
    Leave: Teller._leave,
    NewShip: Teller._new_ship,
    TurnEnd: Teller._turn_end,
    Undone: Teller._undone,
    Note: Teller._note,
    Ended: Teller._ended,
}
