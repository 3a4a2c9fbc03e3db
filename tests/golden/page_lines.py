"""Pages of the screens, for a golden listing: what the functions write that make their lines.

The listing of whole screens shows each page in one game; here are games at several stages, and sizes too small, odd or
large. Lines that are listed before are left out.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from picket_duty.book.ids import DIRECTOR
from picket_duty.facts import game_facts
from picket_duty.figures import plots
from picket_duty.figures.plots import Leg
from picket_duty.game import Game
from picket_duty.pages import campaign_day, campaign_records, orders, ships
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.orders import campaign_page, scenario_page
from picket_duty.text.campaign_progress import days_done_words, progress_words, stages_words
from picket_duty.text.status import damage_lines, ship_lines
from picket_duty.tui import palette, ship_pictures
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import Line, cut, fit, line, pad, side_by_side, wrap
from picket_duty.tui.page_view import page_lines as view
from picket_duty.tui.screens.campaign_records import map_lines
from picket_duty.tui.screens.menu import status_of
from picket_duty.tui.screens.tutorial import lesson_lines, load_script
from picket_duty.tui.widgets.autoplay_panel import day_strip
from tests.golden.fixed import checksum, listed_once
from tests.tui.games import TABLES, hurt_ship, new_game, played

#: A width of the pages, odd and too small for some of their lines.
WIDTH = 57
#: Sizes of the plan of the ship and of her picture from the side.
PLANS = ((71, 9), (80, 15), (117, 22))


def page_lines() -> Iterator[str]:
    yield from listed_once(_blocks())


def _blocks() -> Iterator[str]:
    games = _games()
    for name, game in games.items():
        yield f"== {name}"
        yield from _game(game)
        for page, make in _pages(game, WIDTH).items():
            yield from _drawn(page, make())
    yield from _ships(games)
    yield from _charts()
    yield from _texts()


def _games() -> dict[str, Game]:
    return {
        "hurt ship": hurt_ship(),
        "first day": new_game(campaign="mini", seed=5),
        "patrol over": played(patrol="1945-04-05", days=9, level="advanced", seed=9),
        "campaign over": played(campaign="mini", level="advanced", seed=2),
    }


def _game(game: Game) -> Iterator[str]:
    state = game.state
    yield str(status_of(game))
    yield status_of(game).asked if game.request else "over"
    yield from (progress_words(state, TABLES), days_done_words(state))
    yield from stages_words(state)
    yield from ship_lines(state, TABLES)
    yield from damage_lines(state, TABLES)


def _pages(game: Game, width: int) -> dict[str, Any]:
    state, facts = game.state, game_facts(game)
    awards = awards_so_far(game)
    blocks = {
        "calendar": campaign_records.calendar_page(state, TABLES),
        "squadron": ships.squadron_page(state, TABLES),
        "record": ships.ship_record(state.ship, state, TABLES),
        "planes": campaign_records.planes_page(state, TABLES),
        "days": campaign_records.daily_plots(state, TABLES),
        "crews": ships.crew_page(ships.current_first(state), state, TABLES, facts, awards),
        "result": campaign_records.result_page(state, TABLES),
        "today": campaign_day.today_page(game),
        "orders": orders.orders_page(state, TABLES, spaced=False, background=False),
    }
    pages = {name: partial(view, page, width, UNICODE) for name, page in blocks.items()} | {
        "strip": lambda: [day_strip(state, TABLES, width, ASCII)],
        "map": partial(map_lines, state, TABLES, width, 20, UNICODE),
        "plan": partial(ship_pictures.deck_plan, state.ship, TABLES, width, 20, ASCII),
    }
    if facts.days:
        first = facts.days[0].date
        pages["first day"] = partial(view, campaign_day.end_of_day_page(game, first), width, UNICODE)
    return pages


def _ships(games: dict[str, Game]) -> Iterator[str]:
    ship = games["hurt ship"].state.ship
    for width, height in PLANS:
        yield f"fits: {ship_pictures.plan_fits(ship, TABLES, width, height)}"
        yield from _drawn(
            f"plan, {width} by {height}",
            ship_pictures.deck_plan(ship, TABLES, width, height, UNICODE, {"5in-1": "act"}, ("aft",)),
        )
    yield from _drawn("key", [ship_pictures.label_key(ship, TABLES), ship_pictures.state_key()])
    items = [*ship.compartments, *TABLES.mounted, "sg", "sc", "water lines forward", *(f"5in-1 {DIRECTOR}",)]
    yield from (f"{item}: {ship_pictures.condition_of(ship, TABLES, item)}" for item in items)
    side = TABLES.plan_of("fletcher").side
    if side is not None:
        for width, height in ((40, 8), (80, 12)):
            struck = ("aft", "forward", "")
            for state in (
                ship_pictures.INTACT,
                ship_pictures.side_state(ship, TABLES, struck),
                ship_pictures.SideState(sinking=True),
            ):
                yield from _drawn(
                    f"side, {width} by {height}", ship_pictures.side_view(side, width, height, UNICODE, state)
                )


def _charts() -> Iterator[str]:
    rows = [("Zeke", 13), ("Val", 4), ("Betty with Ohka", 0), ("Nate", 1)]
    legs = [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.25, True), Leg(10, 0.25, 30, 0.0, False)]
    marks = [plots.NumberedPoint(10, 0.25), plots.NumberedPoint(30, 0.0)]
    parts = [
        ("splashed", 5, "good", "#"), ("crashed", 2, "bad", "*"), ("missed", 0, "dim", "."), ("near", 9, "warn", "+")
    ]  # fmt: skip
    series = plots.TimeSeries("Hull", [6, 6, 5, 3, 3, 0, 1], 6)
    long = plots.TimeSeries("Fuel", [day * 7 % 11 for day in range(100)], 10)
    for glyphs in (UNICODE, ASCII):
        for width in (20, 81):
            yield from _drawn(f"bars, {width}", plots.bar_lines(rows, width, glyphs.dots))
            yield from _drawn(f"share, {width}", plots.share_lines(parts, width))
            yield from _drawn(f"columns, {width}", plots.column_lines(series, width, 4, glyphs.dots, "SMTWTFS"))
            yield from _drawn(f"many columns, {width}", plots.column_lines(long, width, 6, glyphs.dots))
            yield from _drawn(f"curve, {width}", plots.curve_lines(legs, marks, width, 9, glyphs.dots, 10))
        yield from _drawn("key", [plots.curve_key(glyphs.dots), plots.curve_key(glyphs.dots, True)])
    yield from _drawn("no bars", [*plots.bar_lines([], 40, ASCII.dots), *plots.share_lines([], 40)])


def _texts() -> Iterator[str]:
    yield from (f"{target.title}: {target.help}" for target in palette.places(PicketApp(TABLES)))
    lesson = load_script().lessons[0]
    yield from _drawn(f"lesson {lesson.title}", lesson_lines(lesson, 60, "1 of 9"))
    yield from _drawn(f"lesson {lesson.title}, done", lesson_lines(lesson, 37, now=False))
    yield from _drawn("scenario 8", view(scenario_page(TABLES.scenarios[8], TABLES), 70, ASCII))
    yield from _drawn("mini campaign", view(campaign_page(TABLES.campaigns["mini"]), 70, ASCII))
    for day in (1, 13):
        date = datetime.date(1945, 4, day)
        yield from _drawn(f"history {date}", view(campaign_records.day_page(TABLES, date), 60, UNICODE))
        yield from _drawn(f"ships of {date}", view(campaign_records.historical_day_page(TABLES, date), 60, UNICODE))
    words = line(
        ("Fire ", "title"), ("at the plane that is ", "dim"), ("nearest", "key"), " to your ship, and then at the next"
    )
    for width in (5, 12, 13, 24, 60):
        yield from _drawn(f"wrapped, {width}", [*wrap(words, width), cut(words, width), pad(words, width)])
        yield f"{fit('The next plane', width)!r}"
    yield from _drawn("beside", side_by_side([words[:1], words[1:2]], [words[2:], [], words[:1]], 30))


def _drawn(name: str, lines: Sequence[Line]) -> Iterator[str]:
    """The lines as one block, with a checksum of them and their styles."""
    texts = ["".join(span.text for span in spans).rstrip() for spans in lines]
    looks = checksum(*(f"{span.text} {span.style} {span.action}" for spans in lines for span in spans))
    yield "\n".join([f"-- {name}: {len(texts)} lines, {looks}", *texts])
