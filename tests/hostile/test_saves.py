"""Hostile saves, one fast case of each kind; no command destroys a save, and names reach files
unharmed.
"""

import io
import os
import random
import shutil
import time
from unittest.mock import Mock

import msgspec
import pytest

from picket_duty import saves
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.charts import ChartError
from picket_duty.charts.toml_files import parse_toml
from picket_duty.pages.blocks import Document, Items, Paragraph
from picket_duty.pages.formats import to_markdown
from picket_duty.plain import plain_mode
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, save_list, service_record
from picket_duty.saves.format import pack
from picket_duty.saves.record import Snapshot
from picket_duty.saves.replay import game_from
from picket_duty.saves.save_file import SaveFile
from picket_duty.saves.writer import entries_of, header_of
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.widgets.panel import Panel
from tests.games import TABLES, new_game
from tests.saves.entries import rebuilt
from tests.saves.games import begun, play, played, saved
from tests.systems import POSIX
from tests.tui.conftest import running, text_of, until
from tests.tui.games import forward
from tools.fuzz import forged
from tools.fuzz.meddling import MEDDLING

#: Seconds after 1970 that are outside every calendar.
BEYOND = 10**12


def of_other_tables(path, kind, name):
    header = header_of(played(scenario=6, seed=2, answers=12))
    path.write_bytes(
        rebuilt([["game", {**header, "setup": {**header["setup"], "kind": kind, "name": name}}]])
    )
    return path


@pytest.fixture
def odd_folder(home):
    """A folder with a game to continue, and newer files that are not games."""
    saved(home / "good.picket", scenario=6, seed=2, answers=12)
    os.utime(home / "good.picket", (1_000_000_000, 1_000_000_000))
    of_other_tables(home / "scenario.picket", "scenario", "9")
    of_other_tables(home / "word.picket", "scenario", "x" * 50)
    of_other_tables(home / "campaign.picket", "campaign", "short")
    of_other_tables(home / "war.picket", "war", "1")
    shutil.copy(home / "scenario.picket", home / "far.picket")
    os.utime(home / "far.picket", (BEYOND, BEYOND))
    (home / "folder.picket").mkdir()
    (home / "nowhere.picket").symlink_to(home / "gone")
    (home / "itself.picket").symlink_to(home / "itself.picket")
    os.mkfifo(home / "pipe.picket")
    return home


@POSIX
def test_every_file_in_the_folder_is_listed_and_an_unreadable_one_refused_with_the_reason(
    odd_folder, run
):
    damaged = {save.name: bool(save.trouble) for save in saves.list_saves()}
    troubled = {"folder", "nowhere", "itself", "pipe"}
    assert damaged == {path.stem: path.stem in troubled for path in odd_folder.iterdir()}
    assert (
        len(run("saves").out.splitlines())
        == len(run("saves", "list", "--json").out.splitlines())
        == len(damaged)
    )
    for name, why in (
        ("pipe", "not a regular file"),
        ("folder", "not a regular file"),
        ("nowhere", "No such file"),
    ):
        for words in (
            ("log", name),
            ("saves", "rename", name, "other"),
            ("resume", name, "--plain"),
        ):
            result = run(*words)
            assert (result.status, why in result.err) == (2, True), result.err


async def test_the_menu_and_the_list_resume_games(odd_folder):
    async with running(size=(160, 50)) as (pilot, app):
        assert isinstance(app.screen, MenuScreen)
        await until(pilot, lambda: "USS Kimberly" in text_of(app, "menu"))
        await app.push_screen(SavedGamesScreen())
        await until(pilot, lambda: "made with different tables: scenario 9" in text_of(app, "menu"))
        assert "cannot be read" in text_of(app, "menu")


@POSIX
@pytest.mark.parametrize("taken_up", [False, True])
@pytest.mark.parametrize("meddle", MEDDLING)
def test_a_moved_save_is_reported_and_nothing_is_lost(home, meddle, taken_up):
    path = home / "games" / "a.picket"
    game = begun(path, 150, campaign="mini", level="advanced", seed=5)
    game.save_file.write_note("front", 7)
    if taken_up:
        game.save_file.close()
        game = saves.resume(path, TABLES)
        assert game.base
    before = saves.read_record(path).answers
    request = game.request
    meddle(path)
    with pytest.raises(SaveError, match=r"Nothing is lost.*a-rescued\.picket.*again"):
        play(game, RandomCaptain(5), 1)
    assert game.request is request
    assert game.save_file.path.name == "a-rescued.picket"
    play(game, RandomCaptain(5), 30)
    game.save_file.close()
    record = saves.read_record(game.save_file.path)
    assert record.answers[:150] == before
    assert len(record.answers) == 180
    assert record.notes["front"] == 7
    assert saves.load_whole(game.save_file.path, TABLES).state_hash == game.state_hash


@POSIX
def test_a_save_moved_repeatedly_is_reported_briefly(home):
    game = begun(home / "a.picket", scenario=6, seed=2)
    for number in ("", "2", "3"):
        os.truncate(game.save_file.path, 9)
        with pytest.raises(
            SaveError, match=r"was changed by another program .* during the game"
        ) as caught:
            play(game, RandomCaptain(5), 1)
        assert f"now in a-rescued{number}.picket in the same folder" in str(caught.value)
        assert str(home) not in str(caught.value)
    game.save_file.path.unlink()
    moved = (
        r"a-rescued3\.picket was moved or deleted .* now in a-rescued3\.picket in the same folder"
    )
    with pytest.raises(SaveError, match=moved):
        play(game, RandomCaptain(5), 1)


@POSIX
def test_the_player_is_warned_until_the_game_can_be_saved(home, monkeypatch):
    path = home / "a.picket"
    game = begun(path, 10, scenario=6, seed=2)
    path.unlink()
    with monkeypatch.context() as full:
        full.setattr(SaveFile, "copy_to", Mock(side_effect=SaveError("the disk is full")))
        for _ in range(2):
            with pytest.raises(SaveError, match=r"the disk is full.*while the program runs"):
                game.roll()
    with pytest.raises(SaveError, match="answer"):
        game.roll()
    play(game, RandomCaptain(5))
    game.save_file.close()
    assert saves.read_record(home / "a-rescued.picket").answers == entries_of(game)


@POSIX
def test_plain_mode_reports_a_lost_save_and_continues(home):
    path = home / "a.picket"
    game = begun(path, scenario=6, seed=2)

    class Player(io.StringIO):
        def readline(self, *_):
            if len(game.answers) > 25:
                path.unlink(missing_ok=True)
            return "auto\n"

    output = io.StringIO()
    assert plain_mode.play(game, Player(), output)
    game.save_file.close()
    assert output.getvalue().count("Nothing is lost") == 1
    assert saves.read_record(home / "a-rescued.picket").answers == entries_of(game)


@pytest.mark.slow
@POSIX
async def test_the_screen_reports_a_lost_save_and_continues(home):
    game = forward(
        new_game(scenario=2, seed=3),
        lambda game: len(game.answers) > 20 and isinstance(game.request, Roll),
    )
    path = saves.start_save(game, "a")
    async with running(game, (160, 50)) as (pilot, app):
        path.unlink()
        before = len(game.answers)
        await pilot.press("enter")

        def told():
            lines = [line for panel in app.screen.query(Panel) for line in panel.lines]
            return "".join(span.text for line in lines for span in line)

        await until(pilot, lambda: "a-rescued" in told())
        assert len(game.answers) == before
        await pilot.press("enter")
        assert len(game.answers) > before
    game.save_file.close()
    assert saves.read_record(home / "a-rescued.picket").answers == entries_of(game)


@POSIX
@pytest.mark.parametrize("meddle", MEDDLING)
def test_a_save_moved_before_the_player_leaves_is_written_elsewhere(home, meddle):
    path = home / "games" / "a.picket"
    game = begun(path, 20, scenario=6, seed=2)
    meddle(path)
    assert "Nothing is lost" in game.save_file.close()
    assert game.save_file.close() == ""
    assert saves.read_record(game.save_file.path).answers == entries_of(game)


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("log", "a", "-o"), ("bug-report", "a", "-o"), ("bug-report", "a", "--out")]
)
def test_no_report_is_written_over_a_save_unless_forced(home, run, words):
    saved(home / "a.picket", scenario=6, seed=2)
    data = (home / "a.picket").read_bytes()
    (home / "damaged.picket").write_text("was one")
    shutil.copy(home / "a.picket", home / "no ending")
    for name in ("a.picket", "damaged.picket", "no ending"):
        result = run(*words, home / name)
        assert result.status == 2
        assert "is a save and was not overwritten" in result.err
    assert (home / "a.picket").read_bytes() == (home / "no ending").read_bytes() == data
    assert run(*words, home / "no ending", "--force").status == 0
    assert (home / "no ending").read_bytes() != data
    assert run(*words, home / "report").status == run(*words, home / "report").status == 0


def test_no_events_are_written_over_a_save(home, run):
    saved(home / "a.picket", scenario=6, seed=2)
    data = (home / "a.picket").read_bytes()
    (home / "link").symlink_to(home / "a.picket")
    for name in ("a.picket", "link"):
        result = run("play", "--scenario", "6", "--auto", "random", "--events", home / name)
        assert result.status == 2
        assert "is a save" in result.err
    assert (home / "a.picket").read_bytes() == data


def test_only_saves_are_renamed(home, run, tmp_path):
    for name in ("letter.txt", "letter.picket"):
        letter = tmp_path / name
        letter.write_text("dear all")
        result = run("saves", "rename", letter, "mine")
        assert result.status == 2
        assert "not a save" in result.err
        assert letter.read_text() == "dear all"
    saved(tmp_path / "b.picket", scenario=6, seed=2, answers=3)
    (home / "damaged.picket").write_text("was one")
    assert run("saves", "rename", tmp_path / "b.picket", "moved").status == 0
    assert run("saves", "rename", "damaged", "kept").status == 0
    assert {path.name for path in home.iterdir()} == {"moved.picket", "kept.picket"}


FORGED_STATES = [
    (lambda state: state["ship"]["mounts"].pop("5in-1"), "mount '5in-1' is missing"),
    (lambda state: state["ship"]["compartments"].pop("cic"), "compartment 'cic' is missing"),
    (lambda state: state["ship"]["equipment"].pop("mk37"), "equipment 'mk37' is missing"),
    (lambda state: state["ship"]["crew"].pop("captain"), "post 'captain' is missing"),
    (lambda state: state["ship"]["men"].pop("aft"), "section 'aft' is missing"),
    (lambda state: state["ship"]["mounts"].update({"16in-1": {}}), "unknown mount '16in-1'"),
    (
        lambda state: state["ship"]["compartments"].update({"bilge\n": {}}),
        r"unknown compartment 'bilge\n'",
    ),
    (
        lambda state: state["ship"]["equipment"].update(kettle="working"),
        "unknown equipment 'kettle'",
    ),
    (lambda state: state["ship"].update(hull=10**18), "hull (1000"),
    (lambda state: state.update(date="2999-01-01"), "the date (2999-01-01) is out of range"),
    (lambda state: state.update(step="phase", phase=9), "phase 9"),
    (lambda state: state.update(stages=[{}]), "the campaign has 1 stages, not 0"),
]


def test_a_forged_state_is_refused_with_the_name_of_the_fault():
    game = played(scenario=2, level="advanced", seed=3)
    for forge, says in FORGED_STATES:
        state = msgspec.json.decode(game.checkpoints[-1].state)
        forge(state)
        point = Snapshot(0, "x/phase", "", pack(msgspec.json.encode(state)))
        with pytest.raises(SaveError) as caught:
            game_from(TABLES, game.state.setup, point, "a save")
        assert says in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.slow
def test_forged_states_are_refused_or_played():
    refused, taken = forged.fuzz(150, random.Random(11))
    assert refused > 30
    assert taken > 30


@pytest.mark.slow
def test_a_forged_save_that_opens_opens_again_after_play_with_undo():
    assert forged.fuzz_saves(150, random.Random(11)) > 50


def test_a_bug_is_not_reported_as_a_bad_save(tmp_path, monkeypatch):
    path = tmp_path / "a.picket"
    saved(path, scenario=6, seed=2, answers=20)

    monkeypatch.setattr(
        "picket_duty.rules.system.play_step", Mock(side_effect=KeyError("a fault of ours"))
    )
    with pytest.raises(KeyError, match="a fault of ours"):
        saves.resume(path, TABLES)


@pytest.fixture
def read(monkeypatch):
    """The saves that were read completely."""
    results = []
    read_record = save_list.read_record
    monkeypatch.setattr(
        save_list, "read_record", lambda path: results.append(path.stem) or read_record(path)
    )
    return results


def many(home, count):
    saved(home / "0.picket", scenario=6, seed=2, answers=12)
    data = (home / "0.picket").read_bytes()
    for number in range(count):
        path = home / f"{number}.picket"
        path.write_bytes(data)
        os.utime(path, (1_000_000_000 + number, 1_000_000_000 + number))


def test_without_a_name_only_the_newest_is_read(home, run, read):
    many(home, 300)
    for words in (("resume", "--plain"), ("log",), ("odds",)):
        read.clear()
        assert run(*words, input="quit\n").status == 0
        assert read == ["299"], words


def test_finished_games_are_skipped_without_reading_them(home, read):
    many(home, 1)
    saved(home / "over.picket", scenario=6, seed=2)
    for number in range(50):
        (home / f"over-{number}.picket").hardlink_to(home / "over.picket")
    assert saves.latest_save().name == "0"
    assert read == ["0"]


def test_an_entry_torn_by_a_full_disk_does_not_spoil_the_next(home):
    service_record.record_game(played(scenario=6, seed=2), "a")
    whole = service_record.service_file().read_bytes()
    for torn, entries in (
        (whole[:40], ["4"]),
        (whole + whole[:40], ["6", "4"]),
        (whole[:-1], ["6", "4"]),
    ):
        service_record.service_file().write_bytes(torn)
        service_record.record_game(played(scenario=4, seed=2), "b")
        assert [entry.name for entry in service_record.read_service()] == entries


def test_the_service_record_counts_games_not_files(home):
    """An entry of an older version, without its game, counts by the name of its save."""
    game, other, third = (
        played(scenario=number, seed=seed) for number, seed in ((6, 2), (6, 3), (4, 2))
    )
    for one, name in ((game, "a"), (game, "a copy of another name"), (other, "a"), (third, "a")):
        service_record.record_game(one, name)
    assert [(entry.name, entry.save) for entry in service_record.read_service()] == [
        ("6", "a"),
        ("6", "a"),
        ("4", "a"),
    ]
    old = msgspec.json.decode(service_record.service_file().read_bytes().splitlines()[0])
    del old["game"]
    service_record.service_file().write_bytes(msgspec.json.encode(old) + b"\n")
    for name, entries in (("a", 1), ("b", 2)):
        service_record.record_game(game, name)
        assert len(service_record.read_service()) == entries


@pytest.fixture
def save(home):
    path = home / "mine.picket"
    saved(path, scenario=6, seed=7)
    return path


@pytest.mark.parametrize("command", [("log",), ("diary",), ("bug-report",)])
def test_force_does_not_overwrite_the_save_that_is_read(run, save, command):
    before = save.read_bytes()
    result = run(*command, "mine", "--out", save, "--force")
    assert (result.status, result.out) == (2, "")
    assert f"{save} is a save and was not overwritten. Choose another name." in result.err
    assert save.read_bytes() == before


def test_a_file_that_is_read_as_a_save_is_not_overwritten_by_a_report_on_it(home, run):
    path = home / "was one"
    path.write_text("damaged")
    for force in ((), ("--force",)):
        assert run("bug-report", path, "--out", path, *force).status == 2
    assert path.read_text() == "damaged"


@pytest.mark.parametrize("words", [("rename", "{}", "yours"), ("delete", "{}", "--yes")])
def test_companion_games_leave_the_saves_of_the_destroyer_alone(run, save, words):
    result = run("games", *(word.format(save) for word in words))
    assert (result.status, result.err) == (
        2,
        (
            f"picket-duty: {save}: this is a save of the main game, not of a companion game. Use "
            f"'picket-duty saves' for it.\n"
        ),
    )
    assert save.exists()


def test_a_key_of_very_many_parts_is_refused_at_once_and_a_text_with_many_dots_read():
    assert parse_toml('text = "' + "a. " * 100 + '"\n')["text"].count("a") == 100
    began = time.process_time()
    with pytest.raises(ChartError, match="the nesting is too deep"):
        parse_toml(".".join(["a"] * 20_000) + " = 1\n")
    assert time.process_time() - began < 1


def test_a_name_does_not_begin_a_list_in_markdown():
    for name, shown in [("1. one", "1\\. one"), ("- one", "\\- one"), ("2) two", "2\\) two")]:
        text = to_markdown(Document("Title", (Paragraph(name), Items((name,)))))
        assert text.splitlines()[2:] == [shown, "", f"- {shown}"]


def test_a_scenario_file_has_a_printable_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("scenario", "new", "Night", "--out", "a\nb.toml")
    assert (result.status, list(tmp_path.glob("*.toml"))) == (2, [])
    assert "'a\\nb.toml' is not a valid file name" in result.err
