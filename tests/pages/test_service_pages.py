"""The pages of the service record: games, totals and ships, on any width and in plain text."""

from __future__ import annotations

import json

import pytest

from picket_duty.book.tables import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.pages.formats import text_lines
from picket_duty.pages.service_pages import register_page, service_page
from picket_duty.saves.service_record import (
    FinishedGame,
    ServedShip,
    read_service,
    record_game,
    service_file,
    ship_register,
)
from picket_duty.text.styled_text import text_of
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines

TABLES = load_tables()
LOST = FinishedGame(
    save="one", finished="2026-01-02T03:04", kind="scenario", name="3", level="basic", outcome="japanese_win",
    ship="USS Laffey", captain="Cdr Becton", days=1, planes=12, destroyed=5, flamed=2, hits=3, ships_sunk=1,
    by_type={"Val": 4, "Kate": 1},
)  # fmt: skip
WON = FinishedGame(
    save="two", finished="2026-01-03T03:04", kind="patrol", name="1945-04-06", level="advanced", outcome="us_win",
    ship="USS Bush", captain="Cdr Westholm", days=2, planes=1, destroyed=1, flamed=0, hits=0, ships_sunk=0,
    by_type={"Val": 1}, watch="2026-01-03",
    ships=[ServedShip("Bush", "DD-529", "Cdr Westholm", "1945-04-06", "1945-04-07", 2, 1, 1, 0)],
)  # fmt: skip


def text(entries: list[FinishedGame]) -> str:
    """The record in plain text, its blanks squeezed."""
    return "\n".join(" ".join(row.split()) for row in text_lines(service_page(entries, TABLES), 120))


def test_the_record_lists_games_and_sums() -> None:
    assert "No finished games yet." in text([])
    shown = text([LOST, WON])
    assert "2 games, 3 days on duty" in shown
    assert "won 1, lost 1" in shown
    assert "13 planes met: 6 splashed (46%), 3 crashed, 4 neither; 1 ship lost" in shown
    assert "Val 5 " in shown
    assert "2026-01-02 L lost 3 Kikusui 2 basic 5 of 12 USS Laffey Cdr Becton 1" in shown
    won = "2026-01-03 W won patrol 1945-04-06, watch of 2026-01-03 advanced 1 of 1 USS Bush Cdr Westholm 2"
    assert won in shown
    assert shown.index(won) < shown.index("2026-01-02 L lost"), "the latest first"


def test_the_register_lists_the_ships() -> None:
    shown = [row.strip() for row in text_lines(register_page(ship_register([LOST, WON])), 120) if row]
    assert shown[0] == "Ship register  1 ship"
    assert shown[-2:] == [
        "* Bush DD-529  1945-04-06 to 1945-04-07",
        "Cdr Westholm: 2 days on duty; 1 plane met, 0 crashed",
    ]
    assert "No ships yet." in " ".join(text_lines(register_page([])))


def test_a_campaign_of_stages_has_the_stages_held() -> None:
    staged = FinishedGame(**{**{name: getattr(LOST, name) for name in LOST.__struct_fields__}, "stages": 5})
    staged.stages_held = 3
    shown = text([staged])
    assert "in stages (3 of 5 stages held) 1" in shown
    assert "2026-01-02 s 3 of 5 " in shown
    assert "lost 1" not in shown


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [74, 79, 119, 159])
def test_damaged_and_old_entries_are_skipped_and_every_line_fits(home, width: int, glyphs) -> None:
    for save, setup in (("one", {"scenario": 3, "seed": 5}), ("two", {"campaign": "mini", "seed": 3})):
        game = Game.new(tables=TABLES, **setup)
        play_out(game, captain_named("doctrine", 1))
        record_game(game, save)
    with service_file().open("a") as file:
        file.write("no entry\n" + json.dumps({"save": "three", "kind": "odd"}) + "\n")
    rows = page_lines(service_page(read_service(), TABLES), width, glyphs)
    shown = "\n".join(map(text_of, rows))
    assert "2 games" in shown
    assert ".." not in shown, "no line is cut"
    assert all(length(row) <= width for row in rows)
    assert ("Days" in shown) == (width > 100), "narrow pages leave out columns"
    assert len([row for row in shown.split("\n") if row.startswith(read_service()[0].finished[:10])]) == 2
    if glyphs.ascii:
        assert shown.isascii()


@pytest.mark.parametrize(("types", "said"), [(10, ""), (11, "and 1 more type\n"), (12, "and 2 more types\n")])
def test_the_record_says_how_many_types_it_leaves_out(types: int, said: str) -> None:
    """The most frequent types have bars; the list does not end in the middle without a word."""
    many = FinishedGame(**{name: getattr(LOST, name) for name in LOST.__struct_fields__})
    many.by_type = {f"Type {number}": number + 1 for number in range(types)}
    shown = text([many])
    assert said in shown
    assert ("more type" in shown) == bool(said)
