"""The question about relief, in words: its parts beside each answer, and what the exec estimates
before he counts games.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.charts.words import day_words
from picket_duty.odds import survival
from picket_duty.odds.relief import (
    Lasting,
    ReliefOption,
    days_left,
    kikusui_ahead,
    ready_ships,
    relief_parts,
)
from picket_duty.pages.blocks import Grid, Page, Paragraph
from picket_duty.requests import Choice
from picket_duty.rules import anchorage
from picket_duty.rules.campaign import data_of as campaign_data
from picket_duty.rules.campaign import days_to_serve, stage_at_stake
from picket_duty.rules.play import Play
from picket_duty.rules.records import last_day
from picket_duty.state import CAMPAIGN, PATROL
from picket_duty.text import english
from picket_duty.text.chances import (
    Chance,
    by_doctrine_words,
    chance_words,
    gerund,
    simulated_words,
)
from picket_duty.text.names import house_words
from picket_duty.text.turning_points import chance_name

#: A table: its headings, and its rows with their labels.
Table = tuple[tuple[str, ...], dict[str, tuple[str, ...]]]
#: In place of a figure.
NONE = "-"
#: The most Kikusui raids named.
MOST_RAIDS = 4


# -- the parts ----------------------------------------------------------------------


def condition_table(play: Play, options: Mapping[str, ReliefOption]) -> Table:
    """The ship on station with each answer: hull, what else is not whole, and her stores."""
    numbers = play.tables.numbers
    men = sum(numbers.men.values())
    columns: dict[str, list[str]] = {
        "hull": [f"{option.hull}/{numbers.hull}" for option in options.values()],
        "maneuver": [f"{option.maneuver}/{numbers.maneuver}" for option in options.values()],
        "men": [f"{option.men}/{men}" for option in options.values()],
        "lost": [
            english.count(option.destroyed, "item") if option.destroyed else NONE
            for option in options.values()
        ],
        "fuel lasts": [_store_words(option.fuel, "day") for option in options.values()],
        "ammo lasts": [_store_words(option.ammunition, "raid day") for option in options.values()],
    }
    # These columns are left out if every ship is whole in them.
    whole = {
        "maneuver": f"{numbers.maneuver}/{numbers.maneuver}",
        "men": f"{men}/{men}",
        "lost": NONE,
    }
    shown = {
        name: cells
        for name, cells in columns.items()
        if name not in whole or any(cell != whole[name] for cell in cells)
    }
    rows = zip(*shown.values(), strict=True)
    return tuple(shown), dict(zip(options, rows, strict=True))


def _store_words(lasts: Lasting, unit: str) -> str:
    """How long a store lasts: ``2-4 days``."""
    if lasts.first == lasts.last:
        return english.count(lasts.last, unit)
    return f"{lasts.first}-{lasts.last} {unit}s"


def return_table(play: Play, option: ReliefOption) -> Table:
    """The possible days of return with their chances, and what she misses and serves with each."""
    days = option.returns
    dates = tuple(f"{day_words(day.date)} {english.percent(day.chance)}" for day in days)
    rows: dict[str, tuple[str, ...]] = {}
    if play.state.advanced:
        rows["Kikusui missed"] = tuple(str(day.missed) for day in days)
    # ``days_left`` is 0 in a game without a number of days; ``days_to_serve`` also in a patrol.
    if play.state.advanced and days_left(play):
        rows["Kikusui served"] = tuple(NONE if day.is_late else str(day.kikusui) for day in days)
    if play.state.setup.kind == PATROL:
        rows["days left then"] = tuple(str(len(day.serves)) for day in days)
    return dates, rows


def serving_words(play: Play, option: ReliefOption) -> str:
    """What is before a ship that stays: the days to serve, and the Kikusui days among them; empty
    in a game without a number of days.
    """
    # A ship that stays is back tomorrow.
    (day,) = option.returns
    if not days_left(play):
        return ""
    if day.is_late:
        return "too few days left to serve"
    words = f"serves {_dates_words(day.serves)}"
    if not play.state.advanced:
        return words
    return f"{words}, {english.count(day.kikusui, 'Kikusui day') if day.kikusui else 'no Kikusui'}"


def leaving_words(play: Play, option: ReliefOption) -> str:
    """The chances of the rear, of sinking on the way and of a late return, with what they mean, in
    sentences; empty if none can be.
    """
    leaving = option.leaving
    assert leaving is not None
    sentences = []
    if leaving.rear:
        rear = english.percent(leaving.rear)
        sentences.append(f"Sent to the rear ({rear}): {_rear_words(play, leaving.rear_loses)}.")
    if leaving.founders:
        sentences.append(f"Sinks on the way ({english.percent(leaving.founders)}).")
    if late := sum(day.chance for day in option.returns if day.is_late):
        sentences.append(f"Returns too late ({english.percent(late)}): {_late_words(play)}.")
    return " ".join(sentences)


def _late_words(play: Play) -> str:
    if days := days_to_serve(play):
        return f"too few days left for {english.count(days, 'fighting day')}"
    game = "patrol" if play.state.setup.kind == PATROL else "campaign"
    return f"the {game} is over by then"


def _rear_words(play: Play, loses: str) -> str:
    if loses:
        return f"{loses} is lost"
    return "the patrol ends" if play.state.setup.kind == PATROL else "she is gone for good"


def _dates_words(dates: Sequence[datetime.date]) -> str:
    """Dates, runs of days together: ``Apr 12-13, Apr 15``."""
    return ", ".join(map(_run_words, _runs(dates)))


def _runs(dates: Iterable[datetime.date]) -> list[list[datetime.date]]:
    """Dates in order, each run of days by itself."""
    runs: list[list[datetime.date]] = []
    for date in dates:
        if runs and (date - runs[-1][-1]).days == 1:
            runs[-1].append(date)
        else:
            runs.append([date])
    return runs


def _run_words(run: Sequence[datetime.date]) -> str:
    """A run of days: ``Apr 12-13``."""
    first = run[0]
    last = run[-1]
    if first == last:
        return day_words(first)
    end = str(last.day) if first.month == last.month else day_words(last)
    return f"{day_words(first)}-{end}"


def relief_page(choice: Choice, play: Play, labels: Mapping[str, str]) -> Page:
    """The parts of every legal answer beside its label: the ship, then when she is back."""
    options = relief_parts(play, choice)
    headings, rows = condition_table(play, options)
    condition = tuple((labels[name], *cells) for name, cells in rows.items())
    page: Page = [Grid(("", *headings), condition)]
    for name, option in options.items():
        number = labels[name].partition(" ")[0]
        if option.leaving is None:
            if words := serving_words(play, option):
                page.append(Paragraph(f"{number}  {words}"))
            continue
        page.append(_return_block(play, option, f"{number}  back"))
        if words := leaving_words(play, option):
            page.append(Paragraph(words))
    return page


def _return_block(play: Play, option: ReliefOption, label: str) -> Grid | Paragraph:
    """When a ship that leaves is back; ``label`` is the heading."""
    dates, cells = return_table(play, option)
    if not cells:
        return Paragraph(f"{label} {', '.join(dates)}")
    rows = tuple((name, *row) for name, row in cells.items())
    return Grid((label, *dates), rows, right=tuple(range(1, len(dates) + 1)))


# -- the question -------------------------------------------------------------------


def question_notes(choice: Choice, play: Play) -> list[str]:
    """Why relief is asked about, the days she has to serve, who relieves her and the Kikusui raids
    to come, in sentences; empty for any other choice.
    """
    if choice.decision is not ASK_RELIEF:
        return []
    notes = [_why_words(play), _service_words(play), _relieved_words(play), _kikusui_words(play)]
    return list(filter(None, notes))


def _why_words(play: Play) -> str:
    """Why relief is asked about: the tracks at their limits, and the items destroyed."""
    ship = play.ship
    numbers = play.tables.numbers
    tracks = (
        ("fuel", ship.fuel, numbers.relief_stores),
        ("ammunition", ship.ammunition, numbers.relief_stores),
        ("hull", ship.hull, numbers.relief_hull),
        ("maneuver", ship.maneuver, numbers.relief_maneuver),
    )
    reasons = [f"{name} is down to {left}" for name, left, limit in tracks if left <= limit]
    destroyed = anchorage.things_destroyed(play)
    if destroyed >= numbers.relief_destroyed:
        are = "is" if destroyed == 1 else "are"
        reasons.append(f"{english.count(destroyed, 'item')} {are} destroyed")
    return f"{english.title_case(english.listed(reasons))}."


def _service_words(play: Play) -> str:
    """The fighting days that she has to serve, and the days left for them."""
    state = play.state
    last = last_day(state, play.tables)
    left = english.count((last - state.date).days, "day")
    if state.setup.kind == PATROL:
        return f"The patrol ends on {day_words(last)}, in {left}."
    if not days_to_serve(play):
        return ""
    if not state.stages:
        days = english.count(days_to_serve(play), "fighting day")
        return f"She must serve {days} by {day_words(last)}, {left} from now."
    days = english.count(days_to_serve(play), "more fighting day")
    number = stage_at_stake(state)
    later = len(state.stages) - number
    others = f" and {english.count(later, 'other')}" if later else ""
    return f"Stage {number} needs {days}, with {left} left for this stage{others}."


def _relieved_words(play: Play) -> str:
    """Who takes the station if she leaves."""
    data = campaign_data(play)
    if data is None or not data.squadron:
        return "No ship relieves her."
    ready = [
        f"{ship.name} (hull {ship.hull}, fuel {ship.fuel}, ammunition {ship.ammunition})"
        for ship in ready_ships(play)
    ]
    if not ready:
        return "A new ship and crew relieve her."
    return f"{english.listed(ready, 'or')} relieves her."


def _kikusui_words(play: Play) -> str:
    """The next Kikusui raids, which have known dates in the advanced game."""
    if not play.state.advanced:
        return ""
    ahead = kikusui_ahead(play, last_day(play.state, play.tables))
    runs = _runs(ahead)[:MOST_RAIDS]
    dates = ", ".join(map(_run_words, runs))
    return f"Next Kikusui raids: {dates}." if dates else "No Kikusui raids are left."


# -- the exec's estimate ------------------------------------------------------------


def relief_estimates(choice: Choice, play: Play) -> dict[str, str]:
    """The measured chance with each answer about relief and its margin of error; empty if there is
    none.
    """
    if choice.decision is not ASK_RELIEF or not days_to_serve(play):
        return {}
    chances = survival.relief_chances(play, choice.legal())
    return {name: _estimated_words(play, chance) for name, chance in chances.items()}


def _estimated_words(play: Play, chance: float) -> str:
    """A measured chance, with a margin of two standard errors."""
    margin = 2.0 * survival.error(play)
    setup = play.state.setup
    stage = stage_at_stake(play.state)
    low = max(0.0, chance - margin)
    high = min(1.0, chance + margin)
    games = _games_words(play)
    return f"{chance_words(setup, chance, low, high, stage=stage)}, estimated{games}"


def _games_words(play: Play) -> str:
    """That the measured games had no house rules, if this game has some; else empty."""
    has_rules = house_words(play.state.setup.options, play.tables)
    return " from games without the house rules" if has_rules else ""


def day_chance_words(
    now: Play, morning: Play | None, simulated: tuple[Chance | None, Chance | None]
) -> str:
    """The chance after a day, and in its ``morning`` if that is known.

    ``simulated`` are the chances by games, if they were played: from the evening, and from the
    evening before, which stands for the morning. Without that of the evening, both are estimates.
    """
    evening, evening_before = simulated
    before = None
    if evening is not None:
        last = simulated_words(now.state.setup, evening, stage_at_stake(now.state))
        if evening_before is not None:
            before = evening_before.chance
    else:
        last = _estimated_words(now, survival.chance_to_last(now, days_to_serve(now)))
        if morning is not None:
            before = survival.chance_to_last(morning, days_to_serve(morning))
    return last if before is None else f"{last}; {english.percent(before)} in the morning"


def estimate_words(choice: Choice, play: Play, order: str) -> str:
    """What the exec says before he has counted games: doctrine's ``order``, and about relief the
    measured chances.
    """
    return f"{by_doctrine_words(choice, order)} {measured_words(choice, play)}".rstrip()


def measured_words(choice: Choice, play: Play) -> str:
    """The measured chances about relief in a campaign, as a sentence; empty for any other
    choice.
    """
    if choice.decision is not ASK_RELIEF or play.state.setup.kind != CAMPAIGN:
        return ""
    days = days_to_serve(play) or survival.MOST_DAYS
    chances = survival.relief_chances(play, choice.legal(), days)
    goal = chance_name(play.state.setup, stage_at_stake(play.state))
    if not days_to_serve(play):
        # Wins of a campaign without a number of days are not measured.
        goal = f"lasting {english.count(days, 'more fighting day')}"
    said = [f"{gerund(choice, name)} {english.percent(chance)}" for name, chance in chances.items()]
    error = english.count(round(100 * survival.error(play)), "point")
    note = f"standard error {error}"
    if games := _games_words(play):
        note += f",{games}"
    return f"Estimated chance of {goal}: {', '.join(said)} ({note})."
