"""Saves of companion games made before their files were reworded still open (``former_saves``)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from picket_duty.companions import table_saves
from picket_duty.companions.registry import companion, companion_names
from picket_duty.saves import SaveError
from picket_duty.saves.record import read_record

SAVES = sorted(Path(__file__).with_name("former_saves").glob("*.picket"))


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_a_save_of_a_former_edition_is_resumed(save, tmp_path):
    """Every answer and state is the same, and the game accepts another answer."""
    path = tmp_path / save.name
    shutil.copy(save, path)
    record = read_record(path)
    assert record.tables in companion(record.setup.name).game.former
    game, states = table_saves.verify_game(path)
    assert states > 0
    resumed = table_saves.resume_game(path)
    assert resumed.state_hash == game.state_hash
    resumed.undo()
    resumed.save_file.close()
    assert table_saves.load_game(path).state_hash == resumed.state_hash


def test_every_game_has_a_save_of_each_former_edition():
    former = {(name, digest) for name in companion_names() for digest in companion(name).game.former}
    assert former == {(record.setup.name, record.tables) for record in map(read_record, SAVES)}


@pytest.mark.parametrize("name", companion_names())
def test_the_present_edition_is_not_listed_as_former(name):
    assert companion(name).digest not in companion(name).game.former


def test_a_save_of_an_unlisted_edition_is_refused(tmp_path, monkeypatch):
    path = tmp_path / SAVES[0].name
    shutil.copy(SAVES[0], path)
    name = read_record(path).setup.name
    plays_as = companion(name).plays_as
    assert plays_as(companion(name).digest)
    assert not plays_as("0" * 16)
    monkeypatch.setattr(table_saves, "companion", lambda _: companion(next(n for n in companion_names() if n != name)))
    with pytest.raises(SaveError, match="made with different"):
        table_saves.load_game(path)
