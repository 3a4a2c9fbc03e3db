"""Saves and replay codes of earlier editions of the tables: played on where the games are the same, else refused."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from picket_duty import saves
from picket_duty.book.data import FormerTables
from picket_duty.book.tables import Tables
from picket_duty.saves import SaveError, read_record, verify
from picket_duty.saves.replay_code import CodeError, read_code
from tests.saves.games import TABLES, other_tables, saved

#: Codes made by an earlier edition, with the game they describe.
CODES = json.loads(Path(__file__).with_name("former_codes.json").read_text(encoding="utf-8"))


def test_a_code_of_an_earlier_edition_is_the_same_game():
    for entry in CODES:
        if entry.get("refused"):
            with pytest.raises(CodeError, match=entry["refused"]):
                read_code(entry["code"], TABLES)
            continue
        game = read_code(entry["code"], TABLES).game
        assert (game.state_hash, game.summary()["outcome"]) == (entry["state_hash"], entry["outcome"]), entry["code"]


def next_edition(*changed: str) -> Tables:
    """Tables with another digest that list the present ones as a former edition."""
    tables = Tables()
    tables.__dict__["digest"] = "0" * 16
    tables.__dict__["former"] = {TABLES.digest: FormerTables(TABLES.digest, changed)}
    return tables


@pytest.mark.parametrize("setup", [{"scenario": 6}, {"campaign": "mini", "level": "advanced"}])
def test_a_save_of_an_earlier_edition_is_resumed_at_the_same_request(tmp_path, setup):
    path = tmp_path / "a.picket"
    game = saved(path, seed=5, answers=150, **setup)
    again = saves.resume(path, next_edition("long-a"))
    assert (again.state_hash, again.requests) == (game.state_hash, game.requests)
    again.save_file.close()


@pytest.mark.parametrize(
    "opened",
    [saves.resume, partial(saves.resume, from_snapshot=True), saves.load_whole, saves.repair_save],
    ids=["resume", "resume from the snapshot", "load whole", "repair"],
)
def test_a_save_of_a_campaign_whose_rules_changed_is_refused_and_left_as_it_is(tmp_path, opened):
    path = tmp_path / "a.picket"
    saved(path, campaign="long-b", seed=5, answers=60)
    before = path.read_bytes()
    with pytest.raises(SaveError, match="the rules of 'The Long Campaign: Every Day' have changed since this game"):
        opened(path, tables=next_edition("long-a", "long-b"))
    assert path.read_bytes() == before


def test_a_save_of_a_campaign_whose_rules_changed_cannot_be_verified(tmp_path):
    path = tmp_path / "a.picket"
    saved(path, campaign="long-a", seed=5, answers=60)
    with pytest.raises(SaveError, match="the rules of 'The Long Campaign: Five Mini Campaigns' have changed"):
        verify(read_record(path), next_edition("long-a"), "a")


def test_modified_tables_have_no_former_editions(tmp_path):
    layer = Tables(other_tables(tmp_path, "house/numbers.toml", "ammunition = 10", "ammunition = 9"))
    assert not layer.former
    assert not any(layer.plays_as(digest) for digest in TABLES.former)
