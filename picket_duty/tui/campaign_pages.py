"""Pages about a campaign: its calendar, the historical day, the squadron, and the map."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import Land, StationPlace
from picket_duty.book.historical_days import day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.facts import Day
from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.marks import Polygon
from picket_duty.rules.anchorage import refitted
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import Play
from picket_duty.rules.records import days_on_duty, reported_days, reported_marks
from picket_duty.rules.stations import stations_today
from picket_duty.state import (
    ABSENT,
    ATTACKED,
    CAMPAIGN,
    LOST,
    NO_DUTY,
    QUIET,
    SECTIONS,
    STORMED,
    STRUCK,
    DayRecord,
    Ship,
    State,
)
from picket_duty.text import count, damage_lines, item_name
from picket_duty.text.campaign_progress import (
    campaign_of,
    days_done_words,
    progress_words,
    stages_words,
    stakes_words,
    sunk_words,
)
from picket_duty.text.historical import day_sentences, day_title, play_words
from picket_duty.text.names import FATES, listed, naval_name, signed, title_case
from picket_duty.text.ship_service import gun_credits
from picket_duty.text.status import UNHURT, met_words
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, length, line, pad, safe, wrap

#: Glyph, style and words of each mark.
MARKS = {
    QUIET: (".", "dim", QUIET),
    ATTACKED: ("!", "warn", ATTACKED),
    STRUCK: ("#", "bad", "crash"),
    ABSENT: ("a", "sea", ABSENT),
    STORMED: ("~", "title", STORMED),
    NO_DUTY: ("-", "dim", NO_DUTY),
    LOST: ("X", "bad", "ship lost"),
}
#: The words for an attacked day beside the number of such days: a day on which a plane crashed into the ship has
#: another mark. A hit by a weapon alone has none.
NO_CRASH = "attacked, no crash"
#: The glyph before a day of a Kikusui raid (house table K-1, advanced games).
KIKUSUI = "*"
WEEKDAYS = " Su  Mo  Tu  We  Th  Fr  Sa "
CELL = 4
MONTH = 7 * CELL
GAP = 2
#: Tracks of a ship that was sunk.
NOTHING = "-"
#: Future days in the strip of days.
AHEAD = 3
ONE_DAY = datetime.timedelta(days=1)


def calendar_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """As many months side by side as fit, the key, the historical events of the day, the days on duty."""
    campaign = next(iter(tables.campaigns.values()))
    months = _months(campaign.start, campaign.end)
    across = max(1, min(len(months), (width + GAP) // (MONTH + GAP)))
    lines = progress_lines(state, tables, width)
    for first in range(0, len(months), across):
        blocks = [_month(days, state, tables, glyphs) for days in months[first : first + across]]
        for row in range(max(map(len, blocks))):
            joined: Line = []
            for block in blocks:
                joined += pad(block[row] if row < len(block) else [], MONTH + GAP)
            lines.append(joined)
        lines.append([])
    history = [[Span("  "), *event] for event in history_lines(tables, state.date, width - 4)]
    history += [[]] if history else []
    return [*lines[:-1], *_legend(state, tables, width, glyphs), [], *history, *_days(state, tables, width, glyphs)]


def evening_of(state: State, date: datetime.date) -> State:
    """The state for the calendar of a day that is over, without the next one, which may have begun."""
    if date >= state.date:
        return state
    last, records = date.isoformat(), state.records
    daily = [day for day in records.daily if day.date <= last]
    calendar = {day: mark for day, mark in records.calendar.items() if day <= last}
    records = msgspec.structs.replace(records, daily=daily, calendar=calendar)
    return msgspec.structs.replace(state, date=date, step="turn_end", day_start={}, records=records)


def progress_lines(state: State, tables: Tables, width: int) -> list[Line]:
    """The day of the game, the fighting days done and the stages; empty once the game is over."""
    if state.outcome or not (day := progress_words(state, tables)):
        return []
    done = "" if state.setup.kind != CAMPAIGN else days_done_words(state)
    lines = wrap(line((f"  {title_case(day)}", "strong"), (f"   {done}" if done else "", "dim")), width, indent=2)
    for words in filter(None, (sunk_words(state, tables), *stages_words(state))):
        lines += wrap(line((f"  {safe(words)}", "dim")), width, indent=4)
    return [*lines, []]


def _months(first: datetime.date, last: datetime.date) -> list[list[datetime.date]]:
    """The days of a range, grouped by month."""
    months: list[list[datetime.date]] = []
    day = first
    while day <= last:
        if not months or months[-1][0].month != day.month:
            months.append([])
        months[-1].append(day)
        day += ONE_DAY
    return months


def _month(days: list[datetime.date], state: State, tables: Tables, glyphs: Glyphs) -> list[Line]:
    lines = [line((f"  {days[0]:%B %Y}", "title")), line((WEEKDAYS, "dim"))]
    week: Line = [Span(" " * CELL * _weekday(days[0]))]
    for day in days:
        week += _cell(day, state, tables, glyphs)
        if _weekday(day) == 6:
            lines.append(week)
            week = []
    return [*lines, week] if week else lines


def _cell(day: datetime.date, state: State, tables: Tables, glyphs: Glyphs) -> Line:
    """A day: its number and its mark, with a glyph before it for today or for a Kikusui raid."""
    today = day == state.date
    sign, style, _ = MARKS.get(reported_marks(state).get(day.isoformat(), ""), (" ", "plain", ""))
    number = "strong" if today else "plain" if sign != " " else "dim"
    before = Span(glyphs.mark, "key") if today else Span(KIKUSUI, "warn") if kikusui(day, state, tables) else Span(" ")
    return [before, Span(f"{day.day:>2}", number), Span(sign, style)]


def day_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> Line:
    """The days around today with their marks in one line, from the first day of the game; each month by its name."""
    last, first = state.date + ONE_DAY * AHEAD, state.date
    while last > first and _columns(first, last) > width:
        last -= ONE_DAY
    while first > state.setup.start and _columns(first - ONE_DAY, last) <= width:
        first -= ONE_DAY
    strip: Line = []
    for month in _months(first, last):
        strip.append(Span(f"{' ' if strip else ''}{month[0]:%b} ", "title"))
        strip += [span for day in month for span in _cell(day, state, tables, glyphs)]
    return strip


#: The fewest columns of the strip of days beside its key.
LEAST_STRIP = 7 * CELL


def explained_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The strip of days, with the key of its signs beside it, or below it if there is no room."""
    strip = day_strip(state, tables, width, glyphs)
    key = _marks_key(strip)
    room = width - length(key)
    if room < LEAST_STRIP:
        return [strip, [span._replace(text=span.text.removeprefix(" ")) if span is key[0] else span for span in key]]
    strip = day_strip(state, tables, room, glyphs)
    return [[*strip, *_marks_key(strip)]]


def _marks_key(strip: Line) -> Line:
    """The marks on a strip of days, each with its meaning."""
    shown = {span.text for span in strip}
    key: Line = []
    for sign, style, words in MARKS.values():
        if sign in shown:
            key += [Span(f"  {sign} ", style), Span(words, "dim")]
    if KIKUSUI in shown:
        key += [Span(f"  {KIKUSUI} ", "warn"), Span("Kikusui raids", "dim")]
    return key


def _columns(first: datetime.date, last: datetime.date) -> int:
    """The columns of some days and of the names of their months, each name after the first with a space before it."""
    months = _months(first, last)
    return CELL * (len(months) + sum(map(len, months))) + len(months) - 1


def kikusui(day: datetime.date, state: State, tables: Tables) -> bool:
    """Whether the Kikusui rules apply on a day of this game."""
    return state.advanced and tables["K-1"].find(day) is not None


def _weekday(day: datetime.date) -> int:
    """0 for Sunday to 6 for Saturday."""
    return (day.weekday() + 1) % 7


def _legend(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The key, with the number of days for each mark."""
    marks = list(reported_marks(state).values())
    items = [([Span(f"{glyphs.mark} ", "key"), Span("today")])]
    if state.advanced:
        words = " (today is one)" if kikusui(state.date, state, tables) else ""
        items.append([Span(f"{KIKUSUI} ", "warn"), Span(f"Kikusui raids{words}")])
    for mark, (sign, style, words) in MARKS.items():
        words = NO_CRASH if mark == ATTACKED else words
        items.append([Span(f"{sign} ", style), Span(words), Span(f" {marks.count(mark)}", "strong")])
    lines: list[Line] = [[Span("  ")]]
    for item in items:
        if sum(len(span.text) for span in (*lines[-1], *item)) > width - 2:
            lines.append([Span("  ")])
        lines[-1] += [*item, Span("   ")]
    return lines


#: The least width that has bars of planes beside the days, their first column, and the columns left free after them.
BARS_WIDTH, BARS_PLACE, BARS_MARGIN = 110, 84, 8


def _days(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The days on duty, newest first."""
    days = reported_days(state)
    if not days:
        return [line(("  No days on duty yet", "dim"))]
    most = max(day.planes for day in days) or 1
    lines = [line(("  Days on duty, latest first", "title"))]
    if width >= BARS_WIDTH:
        key = line((f"{glyphs.full} ", "good"), ("splashed   ", "dim"), (f"{glyphs.empty} ", "bad"), ("others", "dim"))
        lines = [[*pad(lines[0], BARS_PLACE), *key]]
    return [*lines, *(_day(day, state, tables, width, most, glyphs) for day in reversed(days))]


def _day(day: DayRecord, state: State, tables: Tables, width: int, most: int, glyphs: Glyphs) -> Line:
    mark = reported_marks(state).get(day.date, "")
    sign, style, words = MARKS.get(mark, (" ", "plain", ""))
    date = datetime.date.fromisoformat(day.date)
    spans = [
        Span(f"  {fit(day_words(date), 7)}"),
        Span(f"{sign} {fit(words, 10)}", style),
        Span(fit(safe(day.ship), 18), "plain"),
        Span(fit(f"st {day.station}" if day.station else "", 6), "dim"),
    ]
    if day.planes:
        spans.append(Span(f"{count(day.planes, 'plane'):>9}, {day.destroyed:>2} splashed, {day.hits:>2} crashed"))
    if width >= BARS_WIDTH and day.planes:
        room = width - BARS_PLACE - BARS_MARGIN
        cells = max(1, round(day.planes * room / most))
        splashed = min(cells, round(day.destroyed * room / most))
        spans = [
            *pad(spans, BARS_PLACE),
            Span(glyphs.full * splashed, "good"),
            Span(glyphs.empty * (cells - splashed), "bad"),
        ]
    return spans


# -- the historical day ------------------------------------------------------------


def history_lines(tables: Tables, date: datetime.date, width: int) -> list[Line]:
    """What happened on a day in a few sentences, and the key that starts its patrol; empty outside the calendar."""
    words = " ".join(day_sentences(tables, date))
    if not words:
        return []
    return [line((day_title(date), "title")), *wrap([Span(words)], width), *play_line(tables, date)]


def play_line(tables: Tables, date: datetime.date) -> list[Line]:
    """The key that starts a patrol of the day's ship; empty if no ship is known."""
    words = play_words(day_of(tables.history, date)) if can_play(tables, date) else ""
    return [line(("p", "key"), (f": play a patrol as {words}", "dim"))] if words else []


def can_play(tables: Tables, date: datetime.date) -> bool:
    """Whether a destroyer and her station are known on a day."""
    return FIRST_DAY <= date <= LAST_DAY and day_of(tables.history, date).playable is not None


# -- the squadron ------------------------------------------------------------------

#: Why a ship is away, by ``Ship.away``.
AWAY = {"repair": "repairs", "replenish": "replenishment", "storm repair": "storm repairs"}
WIDE = 112


def ships_of(state: State) -> list[Ship]:
    """Every ship of the game: the one on duty, those away, those lost or sent to the rear."""
    others = [*state.squadron, *state.lost]
    return [state.ship, *(ship for ship in others if ship.name != state.ship.name)]


def station_assigned(state: State) -> int | None:
    """The station of the ship on duty; None while she is away or her station is to be assigned."""
    ship = state.ship
    return None if state.new_station or ship.back is not None or ship.fate else ship.station


def as_she_is(ship: Ship, state: State, tables: Tables) -> Ship:
    """A ship, or one that is back and ready as the anchorage has repaired and filled her."""
    if not state.outcome and ship.back is not None and ship.back <= state.date:
        return refitted(Play(state, tables), ship)
    return ship


def duty_status(ship: Ship, state: State) -> tuple[str, str, str]:
    """Symbol, words and style of a ship's duty status."""
    if ship.fate == SUNK:
        return "X", "sunk", "bad"
    if ship.fate:
        return "<", "sent to the rear", "warn"
    if ship.back is None and state.outcome and not state.on_station:
        return "<", "left her station", "warn"
    if ship.back is None:
        station = station_assigned(state)
        where = f"on station {station}" if station else "on duty, station to be assigned"
        return "*", where, "good"
    what = AWAY.get(ship.away, ship.away)
    if ship.back <= state.date:
        return "+", f"ready since {day_words(ship.back)}", "title"
    return "a", f"{what}, returns {day_words(ship.back)}", "plain"


def squadron_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The roster, one ship per line (two on wide terminals), with totals."""
    head = f"     {fit('Ship', 20)}{fit('Hull no.', 10)}{fit('Status', 32)}"
    wide = width >= WIDE
    head += f"{fit('hull', 6)}{fit('man.', 6)}{fit('fuel', 6)}{fit('amm.', 6)}" if wide else f"{fit('hull', 6)}"
    lines = [line((head + ("Captain" if wide else "days"), "dim"))]
    for ship in ships_of(state):
        lines += _row(ship, state, tables, wide)
    ready = sum(duty_status(ship, state)[0] == "+" for ship in state.squadron)
    away = len(state.squadron) - ready
    sent = sum(bool(ship.fate) and ship.fate != SUNK for ship in ships_of(state))
    data, sums = campaign_of(state, tables), f"  {state.records.ships_sunk} sunk, {sent} sent to the rear"
    if state.outcome and state.squadron:
        sums = f"{sums}, {len(state.squadron)} at the anchorage"
    elif data is not None and data.squadron and not state.outcome:
        sums = f"  1 on duty, {away} away, {ready} ready,{sums[1:]}"
    stakes = _stakes(state, tables, width)
    legend = "  Marks: * on duty   a away   + ready   X sunk   < left or sent to the rear"
    totals = [[], line((sums, "strong")), line((legend, "dim"))]
    return [*lines, *totals, *stakes, *_readiness(state, width), *_best(state, width)]


def _stakes(state: State, tables: Tables, width: int) -> list[Line]:
    """What counts now, below the roster; empty once the game is over."""
    words = stakes_words(state, tables)
    lines = wrap(line(("  What counts  ", "dim"), (safe(words), "strong")), width, indent=15)
    return [[], *lines] if words else []


def squadron_words(state: State) -> str:
    """The other ships of the squadron: each ready or away, with the day she is back; empty without any."""
    return "; ".join(
        f"{ship.name}: {words}"
        for ship in state.squadron
        if ship.name != state.ship.name
        for _, words, _ in (duty_status(ship, state),)
    )


def _readiness(state: State, width: int) -> list[Line]:
    """Which ships can take over now, and which is back next; empty without a squadron and at the end of the game."""
    waiting = [(ship.back, ship.name) for ship in state.squadron if ship.back is not None]
    if not waiting or state.outcome:
        return []
    ready = [name for back, name in waiting if back <= state.date]
    coming = sorted((back, name) for back, name in waiting if back > state.date)
    lines = wrap(line(("  Ready now    ", "dim"), (safe(listed(ready)) or "none", "title")), width, indent=15)
    if coming:
        back = [f"{name} on {day_words(day)}" for day, name in coming]
        lines += wrap(line(("  Back next    ", "dim"), safe(listed(back))), width, indent=15)
    return [[], *lines]


def _best(state: State, width: int) -> list[Line]:
    """The ship that splashed the most planes, with the fewest crashes into her, if several ships served."""
    days = days_on_duty(state)
    served = {name: [day for day in days if day.ship == name] for name in dict.fromkeys(day.ship for day in days)}
    ranks = {
        name: (sum(day.destroyed for day in of_ship), -sum(day.hits for day in of_ship))
        for name, of_ship in served.items()
    }
    highest = max(ranks.values(), default=(0, 0))
    best = [name for name, rank in ranks.items() if rank == highest]
    if len(served) < 2 or not highest[0]:
        return []
    names = [_with_fate(name, state) for name in best]
    words = f"{listed(names)} (most planes splashed, {highest[0]} each)"
    if len(best) == 1:
        days_served, met = count(len(served[best[0]]), "day"), met_words(*served[best[0]])
        words = f"{names[0]} (most planes splashed), {days_served} on duty, {met}"
    return wrap(line(("  Best record  ", "dim"), (safe(words), "good")), width, indent=15)


def _with_fate(name: str, state: State) -> str:
    """The name of a ship, with her fate if she is gone for good."""
    fate = next((ship.fate for ship in (*state.lost, state.ship) if ship.name == name and ship.fate), "")
    return f"{name}, {FATES[fate]}" if fate else name


def _row(ship: Ship, state: State, tables: Tables, wide: bool) -> list[Line]:
    sign, words, style = duty_status(ship, state)
    ship = as_she_is(ship, state, tables)
    sunk = ship.fate == SUNK
    days = sum(day.ship == ship.name for day in days_on_duty(state))
    spans = [
        Span(f"  {sign}  ", style),
        Span(fit(safe(ship.name), 20), "strong"),
        Span(fit(safe(ship.hull_number), 10), "dim"),
        Span(fit(words, 32), style),
        Span(fit(NOTHING if sunk else f"{ship.hull}/{tables.numbers.hull}", 6)),
    ]
    if not wide:
        return [[*spans, Span(str(days))]]
    captain = safe(naval_name(ship.crew["captain"].name)) if "captain" in ship.crew else ""
    levels = (ship.maneuver, ship.fuel, ship.ammunition)
    spans += [Span(fit(NOTHING if sunk else str(left), 6)) for left in levels] + [Span(captain)]
    served = list(dict.fromkeys(map(str, ship.stations)))
    where = f", {'station' if len(served) == 1 else 'stations'} {', '.join(served)}" if served else ""
    killed = f", {count(len(ship.fallen), 'officer')} killed" if ship.fallen else ""
    morale = "" if sunk else f", morale {signed(ship.morale)}"
    more = f"{count(days, 'day')} on duty{where}{morale}{killed}"
    return [spans, [Span(" " * 35), Span(more, "dim")]]


# -- one ship --------------------------------------------------------------------


def ship_record(
    ship: Ship,
    state: State,
    tables: Tables,
    width: int,
    counts: bool = True,
    facts: Sequence[Day] = (),
) -> list[Line]:
    """The record of a ship: days, stations, planes, damage and casualties. Her officers are on the page of the crew.

    Without ``counts`` it has no days and planes, which are those of the game if she served alone. Her ``facts`` have
    the credits of mounts that were destroyed.
    """
    days = [day for day in days_on_duty(state) if day.ship == ship.name]
    lines = [line((safe(ship.name), "title"), (f" {safe(ship.hull_number)}", "dim"))]
    rows = [("On duty", _spell(days))] if counts else []
    stations = list(dict.fromkeys(map(str, ship.stations)))
    rows.append(("Station" if len(stations) == 1 else "Stations", ", ".join(stations) or "none"))
    rows += [("Planes", met_words(*days))] if counts else []
    if kills := _kills(ship, facts):
        credits = ", ".join(f"{item_name(tables, name)}: {planes}" for planes, name in kills)
        rows.append(("Gun credits", f"{credits} (splashed or set afire)"))
    rows.append(("Ship", f"hull {ship.hull}, maneuver {ship.maneuver}"))
    rows.append(("Stores", f"fuel {ship.fuel}, ammunition {ship.ammunition}"))
    rows.append(("Repair parties", ", ".join(f"{section} {ship.men[section]}" for section in SECTIONS)))
    if ship.mounts:
        hurt = damage_lines(_with(state, ship), tables)
        rows.append(("Damage", "; ".join(hurt) if hurt else UNHURT))
    for label, words in rows:
        lines += wrap(line((f"  {label:<16}", "dim"), safe(words)), width, indent=18)
    return lines


def _kills(ship: Ship, facts: Sequence[Day]) -> list[tuple[int, str]]:
    """The planes credited to each mount of a ship, the most first, by the facts as far as they are known."""
    kills = {name: mount.kills for name, mount in ship.mounts.items()}
    for (name, slot), planes in gun_credits(facts).items():
        if name == ship.name:
            kills[slot] = max(planes, kills.get(slot, 0))
    return sorted(((planes, name) for name, planes in kills.items() if planes), reverse=True)


def _spell(days: Sequence[DayRecord]) -> str:
    if not days:
        return "no days yet"
    first, last = (day_words(datetime.date.fromisoformat(day.date)) for day in (days[0], days[-1]))
    return f"{count(len(days), 'day')}, {first}{f' to {last}' if last != first else ''}"


def _with(state: State, ship: Ship) -> State:
    """The state with this ship on duty, for functions that describe the ship on duty."""
    import msgspec

    return msgspec.structs.replace(state, ship=ship)


# -- the map -----------------------------------------------------------------------

#: Miles shown east and north of Point Bolo.
REACH_EAST, REACH_NORTH = 82, 64
#: Height of a row of a terminal, in columns.
STRETCH = 2.0
#: Columns of the map for each of its rows.
COLUMNS_PER_ROW = REACH_EAST / REACH_NORTH * STRETCH
BESIDE = 34
#: How far from the middle of an island its name may be, in columns and rows.
NAME_COLUMNS, NAME_ROWS = 14, 3


def map_lines(state: State, tables: Tables, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The map on the left, its key and today's stations on the right."""
    rows = max(15, height)
    columns = min(width - BESIDE - 2, round((rows - 1) * COLUMNS_PER_ROW))
    map_rows = _map(state, tables, columns, rows, glyphs).lines()
    beside = _beside(state, tables, width - columns - 3, glyphs)
    lines = []
    for row in range(max(len(map_rows), len(beside))):
        at_left = map_rows[row] if row < len(map_rows) else []
        lines.append([*pad(at_left, columns + 2), *(beside[row] if row < len(beside) else [])])
    return lines


def small_map_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The map with its key below it, for the side of another page."""
    rows = _map(state, tables, width, round(width / COLUMNS_PER_ROW) + 1, glyphs).lines()
    station = station_assigned(state)
    yours = line((f"[{station}]", "mark"), (" your station   ", "dim")) if station else []
    active = line(("(n)", "key"), (" active today   ", "dim")) if active_today(state, tables) is not None else []
    return [*rows, [], [*yours, *active, *line(("+", "strong"), (" Point Bolo", "dim"))]]


def _map(state: State, tables: Tables, columns: int, rows: int, glyphs: Glyphs) -> Cells:
    cells = Cells(columns, rows, glyphs.dots, under=_coast(tables, columns, rows, glyphs.dots), blank="ship")
    bolo = _map_cell(0, 0, columns, rows)
    cells.write(*bolo, "+", "strong")
    cells.write(columns // 2, 0, "N", "dim")
    active = active_today(state, tables)
    for place in tables.waters.stations:
        _station(cells, place, state, active)
    for land in tables.waters.lands:
        _name(cells, land)
    return cells


def _station(cells: Cells, place: StationPlace, state: State, active: list[int] | None) -> None:
    """The number of a station, in brackets if it is active today."""
    angle = math.radians(place.bearing)
    east, north = math.sin(angle) * place.distance, math.cos(angle) * place.distance
    x, y = _map_cell(east, north, cells.width, cells.height)
    if station_assigned(state) == place.number:
        cells.write(x - 1, y, f"[{place.number}]", "mark")
    elif active is not None and place.number in active:
        cells.write(x - 1, y, f"({place.number})", "key")
    else:
        cells.write(x, y, str(place.number), "plain" if active is None else "dim")


def _name(cells: Cells, land: Land) -> None:
    """The name of an island if there is room for it, as near to the island's middle as possible."""
    many = len(land.points)
    east, north = sum(point[0] for point in land.points) / many, sum(point[1] for point in land.points) / many
    x, y = _map_cell(east, north, cells.width, cells.height)
    size = len(land.name) + 2
    free = [
        (max(column - x, x - column - size + 1) + STRETCH * abs(row - y), row, column)
        for row in range(max(0, y - NAME_ROWS), min(cells.height, y + NAME_ROWS + 1))
        for column in range(max(0, x - NAME_COLUMNS - size), x + NAME_COLUMNS)
        if cells.is_blank(column, row, size)
    ]
    if free:
        _, row, column = min(free)
        cells.write(column + 1, row, land.name, "dim")


def _map_cell(east: float, north: float, columns: int, rows: int) -> tuple[int, int]:
    """The column and row of a place, given in miles from Point Bolo."""
    x, y = _dot(east, north, columns, rows)
    return min(columns - 1, int(x) // ACROSS), min(rows - 1, int(y) // DOWN)


def _dot(east: float, north: float, columns: int, rows: int) -> tuple[float, float]:
    """A place in dots from the upper left, given in miles from Point Bolo."""
    across, down = columns * ACROSS - 1, rows * DOWN - 1
    return (east + REACH_EAST) * across / (2 * REACH_EAST), (REACH_NORTH - north) * down / (2 * REACH_NORTH)


@lru_cache(maxsize=8)
def _coast(tables: Tables, columns: int, rows: int, look: str) -> Cells:
    """The coasts of all islands."""
    cells = Cells(columns, rows, look, blank="ship")
    for land in tables.lands:
        cells.draw((Polygon(tuple(_dot(east, north, columns, rows) for east, north in land.points), "ship"),))
    return cells


def active_today(state: State, tables: Tables) -> list[int] | None:
    """The stations active today, none after the last day; None if any station may be used."""
    if state.date > max(campaign.end for campaign in tables.campaigns.values()):
        return []
    return stations_today(Play(state, tables))


# -- beside the map ----------------------------------------------------------------


def _beside(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    station = station_assigned(state)
    active = active_today(state, tables)
    lines = [
        line(("[n]", "mark"), " your station"),
        line(("(n)", "key"), " active today")
        if active is not None
        else line(("You may be sent to any station.", "dim")),
        line((" n ", "dim"), " not active today") if active is not None else [],
        line((" + ", "strong"), " Point Bolo"),
        [],
        line(("Today  ", "dim"), (f"station {station}" if station else "no station yet", "strong")),
    ]
    lines += _where(station, tables, width)
    if active is not None:
        words = ", ".join(map(str, active)) or "none (no picket duty today)"
        lines += wrap(line(("Active ", "dim"), words), width, indent=7)
    lines += _radars(state, tables, width)
    lines += [[], line(("Days served, by station", "title"))]
    served = days_by_station(state)
    if not served:
        lines.append(line(("none yet", "dim")))
    for number, days in served:
        lines.append(line(f"{number:>3}  ", (glyphs.full * min(days, width - 12), "title"), f" {count(days, 'day')}"))
    return [*lines, [], line(("Positions are approximate.", "dim"))]


def _where(station: int | None, tables: Tables, width: int) -> list[Line]:
    for place in tables.waters.stations:
        if place.number == station:
            words = f"{place.distance} miles, {place.bearing:03d} from Point Bolo"
            return wrap(line(("       ", "dim"), words), width, indent=7)
    return []


def _radars(state: State, tables: Tables, width: int) -> list[Line]:
    """Land radar stations: on the air, lost, and those still to come."""
    if not state.advanced:
        return []
    most = tables.numbers.land_radars
    coming = max(0, most - state.land_radars - state.land_radars_lost)
    glyphs = "*" * state.land_radars + "X" * state.land_radars_lost + "." * coming
    words = f" {state.land_radars} of {most} on the air"
    lost = f", {state.land_radars_lost} lost" if state.land_radars_lost else ""
    return wrap(line(("Land radar ", "dim"), (glyphs, "good"), words + lost), width, indent=11)


def days_by_station(state: State) -> list[tuple[int, int]]:
    """The stations served with the days on each, most days first."""
    days: dict[int, int] = {}
    for day in reported_days(state):
        if day.station:
            days[day.station] = days.get(day.station, 0) + 1
    return sorted(days.items(), key=lambda item: (-item[1], item[0]))
