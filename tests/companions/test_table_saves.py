"""Whole companion games: interrupted at each answer, undone, resumed, refused."""

import random
import shutil
from pathlib import Path

import msgspec
import pytest

from picket_duty import Game
from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.companion import Companion, companion, companion_names
from picket_duty.requests import LABEL, NUMBER, Roll
from picket_duty.saves import SaveError, list_saves, load_whole, saves_folder
from picket_duty.saves.record import Snapshot, read_record
from tests.companions.play import about, saved
from tests.systems import POSIX
from tools.fuzz import tables_killed


def answer_at_random(game, dice):
    """A random answer that ends a move soon: few planes, few shots."""
    request = game.request
    if isinstance(request, Roll):
        game.roll()
    elif request.kind == LABEL:
        game.answer(dice.choice([*request.legal(), "1", "2", "3"]))
    elif request.kind == NUMBER and request.about not in ("control", "supply"):
        game.answer(dice.randint(request.least, min(request.most, request.least + 12)))
    elif request.about in ("control", "supply"):
        game.answer(dice.choice((0, 0, request.most)))
    elif request.about == "cleared":
        game.answer("no")
    else:
        game.answer(dice.choice(request.legal()))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), tables_killed.GAMES)
def test_undo_restores_every_total(name, options):
    game = table_saves.new_game(name, 5, options)
    dice = random.Random(9)
    stood = []
    moves = set()
    while not game.over and len(stood) < 150:
        stood.append(
            (game.state_hash, about(game), msgspec.to_builtins(game.state, order="deterministic"))
        )
        moves.add(game.state.move)
        answer_at_random(game, dice)
    assert len(moves) > 1
    assert len({str(look[2]) for look in stood}) > 5
    for before in reversed(stood):
        game.undo()
        assert (
            game.state_hash,
            about(game),
            msgspec.to_builtins(game.state, order="deterministic"),
        ) == before


def test_a_finished_game_is_resumed_as_finished():
    game, path = table_saves.begin_game("island-war-1975", seed=1)
    dice = random.Random(2)
    while not game.over:
        answer_at_random(game, dice)
    game.save_file.close()
    resumed = table_saves.resume_game(path)
    assert resumed.over
    assert resumed.summary() == game.summary()
    resumed.save_file.close()


def test_saves_of_other_charts_and_other_games_are_refused(tmp_path, monkeypatch):
    _, path = saved("international-team", 3)
    with monkeypatch.context() as patch:
        patch.setattr(Companion, "digest", "0" * 16)
        with pytest.raises(SaveError, match="made with different international-team charts"):
            table_saves.resume_game(shutil.copy(path, tmp_path / "changed.picket"))
    other = Game.new(scenario=6, seed=7)
    other.save(tmp_path / "destroyer.picket")
    other.save_file.close()
    with pytest.raises(SaveError, match="not of a companion game"):
        table_saves.resume_game(tmp_path / "destroyer.picket")
    with pytest.raises(SaveError, match="'picket-duty referee --game international-team'"):
        Game.load(path)


def test_a_save_of_an_older_program_is_continued_from_its_answers(monkeypatch):
    """Its states, which stored sums under the displayed words, are not compared."""
    game, path = saved("island-war-1975", "1")
    older = msgspec.json.encode(
        {"setup": {}, "scenario": 1, "sums": {"U.S. points": 3}, "marks": {}}
    )
    assert table_saves.verify_game(path)[1] > 0
    monkeypatch.setattr(Snapshot, "state", lambda self: older)
    again, compared = table_saves.verify_game(path)
    assert (again.state_hash, compared) == (game.state_hash, 0)


def test_a_companion_without_moves_offers_only_charts(monkeypatch):
    monkeypatch.delitem(table_saves.SYSTEMS, "ie-shima")
    with pytest.raises(ChartError, match="The program cannot referee ie-shima"):
        table_saves.new_game("ie-shima", seed=1)


@pytest.mark.parametrize("torn", [b"", b'["c", "to'])
def test_a_companion_save_in_the_saves_folder_is_listed_with_the_command_that_resumes_it(torn):
    _, path = saved("island-war-1975", "1")
    saves_folder().mkdir()
    copy = saves_folder() / "mislaid.picket"
    copy.write_bytes(path.read_bytes() + torn)
    (listed,) = list_saves()
    assert listed.setup is None
    assert listed.trouble.endswith(
        "a companion game. Open it with 'picket-duty referee --game island-war-1975'."
    )
    with pytest.raises(SaveError, match="a companion game"):
        load_whole(copy)
    resumed = table_saves.resume_game(copy)
    assert resumed.state.scenario == 1
    resumed.save_file.close()


SAVES = sorted(Path(__file__).with_name("former_saves").glob("*.picket"))


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_a_save_of_a_former_edition_is_resumed(save, tmp_path):
    path = Path(shutil.copy(save, tmp_path))
    record = read_record(path)
    assert record.tables in companion(record.setup.name).description.former
    game, states = table_saves.verify_game(path)
    assert states > 0
    resumed = table_saves.resume_game(path)
    assert resumed.state_hash == game.state_hash
    resumed.undo()
    resumed.save_file.close()
    assert table_saves.load_game(path).state_hash == resumed.state_hash


def test_every_game_has_a_save_of_each_former_edition():
    former = {
        (name, digest)
        for name in companion_names()
        for digest in companion(name).description.former
    }
    assert former == {(record.setup.name, record.tables) for record in map(read_record, SAVES)}
    assert not former & {(name, companion(name).digest) for name in companion_names()}, (
        "the present edition"
    )


def test_a_save_of_an_unlisted_edition_is_refused(tmp_path, monkeypatch):
    path = Path(shutil.copy(SAVES[0], tmp_path))
    name = read_record(path).setup.name
    assert companion(name).plays_as(companion(name).digest)
    assert not companion(name).plays_as("0" * 16)
    monkeypatch.setattr(
        table_saves,
        "companion",
        lambda _: companion(next(n for n in companion_names() if n != name)),
    )
    with pytest.raises(SaveError, match="made with different"):
        table_saves.load_game(path)


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(("name", "options"), tables_killed.GAMES)
def test_a_killed_program_loses_no_answer(name, options, tmp_path):
    assert tables_killed.run(name, options, 5, tmp_path)["kills"] == 5
