"""A visitor's cookie, folder and files."""

from __future__ import annotations

import pytest

from picket_duty.game import Game
from picket_duty.saves import start_save
from picket_duty.web.visitors import (
    files_in,
    has_folder,
    is_cookie,
    make_folder,
    new_cookie,
    remember_left,
    take_left,
    visitor_of,
)


def test_no_two_visitors_have_one_cookie_or_one_folder(tmp_path):
    cookies = [new_cookie() for _ in range(50)]
    assert all(map(is_cookie, cookies))
    assert len({visitor_of(cookie, tmp_path).home for cookie in cookies}) == 50


@pytest.mark.parametrize("text", [None, "", "../..", "a" * 42, "a" * 44, "a" * 42 + "/", "a" * 42 + "\n", "é" * 43])
def test_invalid_cookies_are_refused(text):
    assert not is_cookie(text)


def test_the_folder_name_uses_nothing_the_visitor_sent(tmp_path):
    cookie = new_cookie()
    home = visitor_of(cookie, tmp_path).home
    assert home.parent == tmp_path / "visitors"
    assert not any(cookie[at : at + 6] in home.name for at in range(len(cookie) - 5))
    assert home == visitor_of(cookie, tmp_path).home


def test_the_number_of_visitor_folders_is_limited_and_they_are_private(tmp_path):
    first, second = (visitor_of(new_cookie(), tmp_path) for _ in range(2))
    assert has_folder(first, 1)
    make_folder(first)
    make_folder(first)
    assert has_folder(first, 1)
    assert not has_folder(second, 1)
    assert first.home.stat().st_mode & 0o077 == 0


def test_downloads_are_plain_files_of_the_visitor(tmp_path):
    (tmp_path / "secret.picket").write_text("secret")
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "mine.picket").write_text("mine")
    (folder / "mine.txt").write_text("mine")
    (folder / "below.picket").mkdir()
    (folder / "link.picket").symlink_to(tmp_path / "secret.picket")
    assert files_in(folder, ".picket") == {"mine.picket": folder / "mine.picket"}
    assert files_in(tmp_path / "none") == {}


def test_a_battle_left_open_is_resumed_once(tmp_path, monkeypatch):
    visitor = visitor_of(new_cookie(), tmp_path)
    monkeypatch.setenv("PICKET_DUTY_HOME", str(visitor.home))
    game = Game.new(scenario=6, seed=7)
    path = start_save(game)
    remember_left(visitor)
    game.journal.close()
    assert take_left(visitor) == path
    assert take_left(visitor) is None
    remember_left(visitor)
    assert take_left(visitor) is None


def test_a_remembered_save_cannot_name_another_folder(tmp_path):
    visitor = visitor_of(new_cookie(), tmp_path)
    make_folder(visitor)
    (tmp_path / "other.picket").write_text("")
    (visitor.home / "left").write_text("../../other.picket")
    assert take_left(visitor) is None
