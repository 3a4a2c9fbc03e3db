"""The disk space of visitors: what is removed, in which order, and how visitors are told."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

from picket_duty.game import Game
from picket_duty.saves import start_save
from picket_duty.web.disk import is_full, make_room, size_of
from picket_duty.web.server import NO_FOLDER
from picket_duty.web.visitors import COOKIE, MEGABYTE, Limits, Visitor, make_folder, new_cookie, visitor_of
from tests.saves.games import saved
from tests.web.client import browser, open_tab, served


def add_save(visitor: Visitor, name: str, age: int, is_finished: bool) -> Path:
    """A save, changed ``age`` seconds after the others began."""
    visitor.saves.mkdir(parents=True, exist_ok=True)
    path = visitor.saves / f"{name}.picket"
    saved(path, scenario=6, seed=7, answers=10**9 if is_finished else 5)
    os.utime(path, (1_700_000_000 + age, 1_700_000_000 + age))
    return path


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    """A visitor with three games and a report."""
    visitor = visitor_of(new_cookie(), tmp_path)
    make_folder(visitor)
    add_save(visitor, "unfinished", 0, False)
    add_save(visitor, "won", 2, True)
    add_save(visitor, "lost", 1, True)
    add_save(visitor, "latest", 3, False)
    visitor.reports.mkdir()
    (visitor.reports / "log.html").write_text("x" * 1000)
    return visitor


def test_within_the_limit_nothing_is_removed(visitor):
    assert make_room(visitor, size_of(visitor.home)) == []


def test_the_oldest_finished_games_go_first(visitor):
    assert make_room(visitor, size_of(visitor.home) - 1) == ["lost.picket"]


def test_the_latest_game_stays(visitor):
    assert make_room(visitor, 0) == ["lost.picket", "won.picket", "log.html", "unfinished.picket"]
    assert [path.name for path in visitor.saves.glob("*.picket")] == ["latest.picket"]


def test_an_open_game_stays(visitor):
    game = Game.new(scenario=6, seed=7)
    path = start_save(game, path=visitor.saves / "open.picket")
    os.utime(path, (1, 1))
    assert "open.picket" not in make_room(visitor, 0)
    game.journal.close()


def test_the_page_names_what_was_removed(tmp_path):
    cookie = new_cookie()
    path = add_save(visitor_of(cookie, tmp_path), "won", 1, True)
    (path.parent / "zeros").write_bytes(bytes(3 * MEGABYTE))

    async def visit():
        async with served(tmp_path, limits=Limits(disk=3 * MEGABYTE)) as (base, _), browser() as session:
            headers = {"Cookie": f"{COOKIE}={cookie}"}
            async with session.get(f"{base}/", headers=headers) as page:
                assert "more than 3 MB. Removed: won.picket" in " ".join((await page.text()).split())
            async with session.get(f"{base}/", headers=headers) as page:
                assert "Removed" not in await page.text()

    asyncio.run(visit())


def test_a_full_disk_refuses_new_visitors_only(tmp_path):
    async def visit():
        async with served(tmp_path, limits=Limits(all_disk=1)) as (base, _), browser() as old, browser() as new:
            await (await open_tab(old, base)).shows(b"|")
            (folder,) = (tmp_path / "visitors").iterdir()
            (folder / "file").write_text("x")
            assert is_full(tmp_path, 1)
            assert await (await open_tab(new, base)).is_closed() == NO_FOLDER
            await (await open_tab(old, base)).shows(b"|")

    asyncio.run(visit())
