"""Pages, the event log and the side view of the ship as lines, without a screen."""

from __future__ import annotations

import pytest

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import WaveBegun
from picket_duty.facts import live_facts, sections_hit
from picket_duty.figures.cells import BITS
from picket_duty.figures.plots import bars
from picket_duty.game import Game
from picket_duty.pages.blocks import BarChart, Columns, DayChart, Fields, Grid, Heading, Items, Paragraph, Space, Trace
from picket_duty.requests import Roll
from picket_duty.text.cards import card_due, over_line
from picket_duty.text.ship_service import mount_captains
from picket_duty.text.styled_text import line, text_of
from picket_duty.tui.autoplay import ASK, OVER, Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.settings import FAST, NORMAL
from picket_duty.tui.ship_pictures import INTACT, SideState, side_state, side_view
from picket_duty.tui.widgets.event_log import MOST_LINES, EventLog
from tests.tui.conftest import off_screen, texts
from tests.tui.games import TABLES, new_game, played

TABLE = Grid(
    ("Ship", "Hull", "Captain"),
    (("USS Bush", line(("2/6", "bad")), "Comdr. R. E. Westholm"), ("USS Luce", "6/6", "Comdr. J. W. Waterhouse")),
    right=(1,),
    optional=(2,),
)


def drawn(*blocks, width=40):
    return [text_of(spans) for spans in page_lines(blocks, width, ASCII)]


def test_a_table_leaves_out_its_optional_columns_on_a_narrow_screen():
    assert drawn(TABLE, width=60)[:2] == [
        "Ship      Hull  Captain                ",
        "USS Bush   2/6  Comdr. R. E. Westholm  ",
    ]
    assert drawn(TABLE, width=30) == ["Ship      Hull", "USS Bush   2/6", "USS Luce   6/6"]


def test_cells_keep_their_styles_and_break():
    assert ("2/6", "bad") in [(span.text, span.style) for spans in page_lines([TABLE], 60, ASCII) for span in spans]
    broken = drawn(Grid(("No.", "What happened"), (("1", "a plane crashed amidships at noon"),)), width=20)
    assert [text.rstrip() for text in broken] == [
        "No.  What happened",
        "1    a plane crashed",
        "     amidships at",
        "     noon",
    ]


def test_labels_leave_out_what_is_empty():
    assert drawn(Fields((("Ship", "hull 2"), ("Damage", ""), ("Stores", line(("fuel 3", "warn"))))), width=40) == [
        "Ship    hull 2",
        "Stores  fuel 3",
    ]


def test_labels_may_have_a_title_and_only_short_ones_a_column():
    fields = Fields((("Move", "1 of 27"), ("Japanese units that left", "2"), ("", "9 14")), "Totals")
    head, *rows = drawn(fields, width=40)
    assert "Totals" in head
    assert len(head) == 40
    assert rows == [" Move  1 of 27", " Japanese units that left  2", " 9 14"]


def test_parts_stand_side_by_side_if_there_is_room():
    parts = Columns(((Paragraph("left"),), (Paragraph("right"),), (Paragraph("below"),)), 10, stretch=False)
    assert [text.rstrip() for text in drawn(parts, width=22)] == ["left        right", "", "below"]
    assert [text.rstrip() for text in drawn(parts, width=80)] == ["left        right       below"]
    assert [text.rstrip() for text in drawn(parts, width=12)] == ["left", "", "right", "", "below"]


def test_headings_have_a_line_before_them_and_their_date_at_the_end():
    assert drawn(Heading("AWARDS", aside="6 April"), Paragraph("Two."), Heading("More", 3), width=20) == [
        "AWARDS       6 April",
        "Two.",
        "",
        "More",
    ]


@pytest.mark.parametrize("width", [40, 78, 120])
def test_every_kind_of_block_fits_its_width(width):
    blocks = [
        Heading("A heading " * 8),
        Paragraph("An entry. " * 30, "log", "00 to 04"),
        Paragraph("R. J. Archer", "sign"),
        Items(("an item " * 20,)),
        Fields((("Label", "its text " * 20),)),
        TABLE,
        BarChart("Splashed", (("Zeke", 13), ("Val", 4))),
        DayChart("Planes met", tuple((f"Apr {day}", day % 7) for day in range(1, 31)), 6, marks="." * 30),
        Columns(((TABLE,), (Items(("an item " * 20,)),)), 38),
        bars("Credited", [("5in-1", 3)]),
        Trace("Rolls", ("a roll " * 30,)),
        Space(),
    ]
    lines = page_lines(blocks, width, ASCII)
    assert max(map(length, lines)) <= width
    assert lines[-1] == []


WIDTH = 140


def log_of(game: Game) -> EventLog:
    log = off_screen(EventLog(BattleView(game)))
    return log


def test_the_log_names_the_captain_of_a_mount_that_splashed_a_plane() -> None:
    game = new_game(scenario=3, seed=9)
    while game.request is not None:
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
    setup, tables = game.state.setup, game.tables
    captains = [captain for captain in mount_captains(live_facts(game).days, tables) if captain.dates]
    assert captains
    shown = texts(log_of(game)._all(WIDTH, MOST_LINES))
    for captain in captains:
        named = f"({captain.name(setup, tables)})"
        assert any(line.startswith(f"  {captain.mount} at") and named in line for line in shown)


def test_each_wave_has_its_result_once_as_soon_as_its_fight_is_over() -> None:
    game = new_game(scenario=3, seed=9)
    log, results = log_of(game), []
    while game.request is not None:
        before = len(game.events)
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
        shown = texts(log._all(WIDTH, MOST_LINES))
        if card := card_due(game, before):
            results += texts([over_line(card)])
            assert shown.count(results[-1]) == 1
    assert len(results) == sum(isinstance(event, WaveBegun) for event in game.events) > 1
    assert [line for line in shown if " is over. " in line] == results
    assert texts(log_of(game)._all(WIDTH, MOST_LINES)) == shown, "the same if it is drawn only once"
    assert any(line.endswith("; no hits") for line in results)
    assert any("crashed" in line and "no hits" not in line for line in results)


@pytest.mark.parametrize("speed", [FAST, NORMAL])
def test_a_raid_without_a_question_is_in_the_log_from_its_first_wave_to_its_last(speed: str) -> None:
    game = new_game(scenario=3, seed=7)
    autoplay = Autoplay(game, speed, StandingOrders(commands=True))
    while autoplay.scene.kind not in (ASK, OVER):
        autoplay.finish()
    shown = texts(log_of(game)._all(WIDTH, MOST_LINES))
    marks = (
        "picket station 1",
        "Kikusui raid: 11 planes",
        "Wave 1:",
        "Wave 3 of 3 is over. 2 planes: 2 splashed; no hits",
    )
    places = [next(place for place, line in enumerate(shown) if mark in line) for mark in marks]
    assert places == sorted(places)


FLETCHER = TABLES.plan_of("fletcher")

SIDE = FLETCHER.side

assert SIDE is not None

#: The first of the characters with dots.
BRAILLE = 0x2800


@pytest.mark.parametrize("size", [(76, 7), (116, 13), (156, 19), (40, 19), (10, 2)])
def test_the_ship_is_as_large_as_its_size_allows(size: tuple[int, int]) -> None:
    width, height = size
    for glyphs in (UNICODE, ASCII, CONSOLE):
        lines = side_view(SIDE, width, height, glyphs)
        assert 1 < len(lines) <= height
        assert {length(line) for line in lines} == {length(lines[0])}
        assert length(lines[0]) <= width
        texts = [text_of(line) for line in lines]
        assert not glyphs.ascii or "".join(texts).isascii()
        *ship, sea = lines
        assert {span.style for span in sea if span.text.strip()} == {"sea"}
        assert {span.style for line in ship for span in line if span.text.strip()} == {"ship"}
        assert len(text_of(ship[-1]).strip()) > 0.9 * len(texts[0])


@pytest.mark.parametrize("size", [(76, 6), (76, 7)])
def test_the_top_of_the_mast_is_not_cut(size: tuple[int, int]) -> None:
    """The mast alone reaches the topmost row of dots, above the antenna."""
    top = text_of(side_view(SIDE, *size, UNICODE)[0])
    dots = [ord(cell) - BRAILLE & (BITS[0][0] | BITS[0][1]) for cell in top if ord(cell) >= BRAILLE]
    assert sum(bits.bit_count() for bits in dots) == 1


def _drawn(state: SideState, glyphs: Glyphs = UNICODE) -> list[str]:
    return [text_of(line) for line in side_view(SIDE, 100, 10, glyphs, state)]


def _dots(state: SideState) -> int:
    lines = side_view(SIDE, 100, 10, UNICODE, state)
    return sum((ord(cell) - BRAILLE).bit_count() for line in lines for span in line if span.style == "ship"
               for cell in span.text if ord(cell) >= BRAILLE)  # fmt: skip


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, CONSOLE], ids=["unicode", "ascii", "console"])
@pytest.mark.parametrize("setup", [
    {"scenario": 3, "seed": seed, "level": level} for seed in range(1, 5) for level in ("basic", "advanced")
])  # fmt: skip
def test_a_ship_that_was_hit_is_never_drawn_untouched(setup: dict[str, int | str], glyphs: Glyphs) -> None:
    game = played(**setup)
    ship, days = game.state.ship, live_facts(game).days
    struck = sections_hit(days, ship)
    assert len(struck) == sum(not impact.near for day in days for phase in day.phases for impact in phase.impacts)
    state = side_state(ship, game.tables, struck)
    hurt = struck or ship.deck_fires or ship.fate or any(mount.destroyed for mount in ship.mounts.values())
    assert not hurt or _drawn(state, glyphs) != _drawn(INTACT, glyphs)


@pytest.mark.parametrize("item", [part.item for part in SIDE.parts])
def test_what_is_destroyed_is_not_drawn(item: str) -> None:
    assert _dots(SideState(missing=frozenset({item}))) < _dots(INTACT)


def test_a_fire_smokes_and_flooding_lowers_the_ship() -> None:
    fire = side_view(SIDE, 100, 10, UNICODE, SideState(fires=((95, 3),)))
    assert any(span.style == "dim" for line in fire for span in line)
    assert any(span.text == "***" and span.style == "bad" for line in fire for span in line)
    assert not any(span.style in ("dim", "bad") for line in side_view(SIDE, 100, 10, UNICODE) for span in line)
    assert _dots(SideState(flood=5)) < _dots(INTACT)
    by_stern, by_bow = (_drawn(SideState(flood=4, trim=trim))[-2] for trim in (4, -4))
    assert by_stern.rstrip() != by_bow.rstrip()
