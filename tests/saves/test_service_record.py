"""The service record: its sums, and its lines in full."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.saves import copy_save, path_of, rename_save, resume, start_save
from picket_duty.saves.service_record import Totals, append_line, read_service, record_game, service_file, totals
from tests.saves.games import LOST, WON


def test_sums_begin_at_zero_and_count_every_game() -> None:
    assert totals([]) == Totals(
        games=0, won=0, drawn=0, lost=0, days=0, planes=0, destroyed=0, flamed=0, hits=0, ships_sunk=0, by_type={}
    )
    assert totals([LOST, WON]) == Totals(
        games=2, won=1, drawn=0, lost=1, days=3, planes=13, destroyed=6, flamed=2, hits=3, ships_sunk=1,
        by_type={"Val": 5, "Kate": 1},
    )  # fmt: skip


def test_a_campaign_of_stages_is_recorded_by_the_stages_held(home: Path) -> None:
    game = Game.new(campaign="long-a", level="basic", seed=2)
    play_out(game, captain_named("greedy", 1))
    record_game(game, "a")
    (entry,) = read_service()
    held = sum(stage["held"] for stage in game.summary()["stages"])
    assert (entry.stages, entry.stages_held, entry.outcome) == (5, held, "us_win")
    sums = totals([WON, entry])
    assert (sums.games, sums.won, sums.stages, sums.stages_held) == (2, 1, 5, held)


def test_the_record_is_begun_in_a_folder_that_does_not_exist_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "home" / "picket" / "service.jsonl"
    monkeypatch.setenv("PICKET_DUTY_HOME", str(path.parent))
    append_line(b"first")
    append_line(b"second")
    assert path.read_bytes() == b"first\nsecond\n"
    path.write_bytes(b"torn by a full")
    append_line(b"third")
    assert path.read_bytes() == b"torn by a full\nthird\n"


def finished(save: str, policy: str = "doctrine") -> Game:
    """A game of scenario 6, played to its end in a save of this name in the saves folder."""
    game = Game.new(scenario=6, level="basic", seed=7)
    start_save(game, save)
    play_out(game, captain_named(policy, 1))
    record_game(game, save)
    return game


def close(game: Game) -> None:
    game.save_file.close()


def test_an_end_that_is_undone_is_unfinished_and_the_last_end_counts(home: Path) -> None:
    game = finished("first")
    (before,) = read_service()
    game.undo(len(game.answers))
    assert read_service() == []
    play_out(game, captain_named("random", 4))
    record_game(game, "first")
    (after,) = read_service()
    assert (after.game, after.save) == (before.game, "first")
    assert (after.outcome, after.planes, after.hits) != (before.outcome, before.planes, before.hits)
    record_game(game, "first")
    assert read_service() == [after]


def test_an_end_undone_after_the_save_was_opened_again_or_renamed_is_unfinished(home: Path) -> None:
    close(finished("first"))
    rename_save(path_of("first"), "second")
    game = resume(path_of("second"), whole=True)
    game.undo(1)
    assert read_service() == []
    close(game)
    # The second undo of the same end does nothing.
    game = resume(path_of("second"), whole=True)
    game.undo(1)
    assert read_service() == []


def test_an_end_that_is_undone_in_a_copy_stays_in_the_record(home: Path) -> None:
    close(finished("first"))
    (entry,) = read_service()
    copy_save(path_of("first"), path_of("copy"))
    game = resume(path_of("copy"), whole=True)
    game.undo(len(game.answers))
    play_out(game, captain_named("random", 4))
    record_game(game, "copy")
    assert read_service() == [entry]


def test_an_end_that_an_earlier_program_left_in_the_record_is_replaced(home: Path) -> None:
    game = finished("first")
    (entry,) = read_service()
    stale = msgspec.structs.replace(entry, outcome="japanese_win" if entry.outcome == "us_win" else "us_win")
    service_file().write_bytes(msgspec.json.encode(LOST) + b"\n" + msgspec.json.encode(stale) + b"\n")
    record_game(game, "first")
    assert [other.outcome for other in read_service()] == [LOST.outcome, entry.outcome]
