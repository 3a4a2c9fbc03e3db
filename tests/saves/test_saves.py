"""Saves survive kills, full disks, second programs; damaged and foreign ones are refused in one
line.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tracemalloc
import zlib
from pathlib import Path

import msgspec
import pytest

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.rules.system import decode
from picket_duty.saves import OtherTables, SaveError, format, save_file
from picket_duty.saves.format import FORMAT_VERSION
from picket_duty.saves.record import parse
from picket_duty.saves.replay import Differs
from picket_duty.saves.writer import default_name, entries_of, header_of
from tests.games import new_game
from tests.systems import POSIX
from tools.fuzz import damage, kills

from .entries import contents_of, rebuilt
from .faulty import Faulty
from .games import TABLES, begun, changed_midway, new_branch, other_tables, play, played, saved


@pytest.mark.slow
@POSIX
def test_a_killed_program_loses_nothing_answered(tmp_path):
    counted = kills.run(20, tmp_path, seed=3, campaign="long-a")
    assert counted["kills"] == 20


def test_a_power_cut_loses_at_most_the_phase(tmp_path, monkeypatch):
    path = tmp_path / "a.picket"
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    game = begun(path, campaign="mini", seed=3)
    captain = RandomCaptain(3)
    while game.request is not None:
        play(game, captain, 1)
        on_disk = parse(path.read_bytes()[: max(synced)], "save")
        assert len(on_disk.answers) >= game.checkpoints[-1].answers, (
            "more than the phase would be lost"
        )


@POSIX
def test_a_full_disk_stops_the_answer_not_the_game(tmp_path):
    import resource

    path = tmp_path / "a.picket"
    game = begun(path, scenario=4, seed=8)
    captain = RandomCaptain(8)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    refused = 0
    while game.request is not None:
        size = path.stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 7, hard))
        request = game.request
        before = game.state_hash
        events = len(game.events)
        try:
            answer = (
                game.dice.throw(request.faces)
                if hasattr(request, "faces")
                else captain.decide(request)
            )
            with pytest.raises(SaveError, match="cannot be written"):
                game.answer(answer)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        refused += 1
        assert game.request is request
        assert (game.state_hash, len(game.events)) == (before, events)
        assert path.stat().st_size == size
        game.answer(answer)
    assert game.state_hash == played(scenario=4, seed=8).state_hash
    assert refused == len(game.answers) == len(saves.read_record(path).answers)
    saves.verify(saves.read_record(path), TABLES, "save")


def test_a_partial_write_that_cannot_be_removed_is_removed_later(tmp_path):
    class Worn(Faulty):
        """A file whose every third write is torn and cannot be truncated at once."""

        writes = 0
        stuck = False

        def write(self, data):
            self.writes += 1
            if self.writes % 3:
                return self.file.write(data)
            self.stuck = True
            return self.file.write(data[: len(data) // 2])

        def truncate(self, size):
            if self.stuck:
                self.stuck = False
                raise OSError("input/output error")
            return self.file.truncate(size)

    path = tmp_path / "a.picket"
    game = begun(path, scenario=6, seed=1)
    Worn(game.save_file)
    captain = RandomCaptain(1)
    failed = 0
    while game.request is not None:
        try:
            play(game, captain, 1)
        except SaveError:
            failed += 1
            play(game, RandomCaptain(99), 1)
    assert failed > 5
    assert saves.read_record(path).answers == entries_of(game)


def test_a_torn_last_line_is_dropped_with_a_notice(path):
    saved(path, scenario=6, seed=2, answers=30)
    path.write_bytes(path.read_bytes()[:-5])
    assert saves.read_record(path).torn
    game = saves.resume(path, TABLES)
    assert "cut off" in game.save_file.notice
    assert game.requests == 29
    game.save_file.close()
    assert not saves.read_record(path).torn


def test_a_save_is_resumed_at_the_same_request_after_every_change(tmp_path):
    path = tmp_path / "a.picket"
    chance = random.Random(5)
    whole = played(campaign="mini", level="advanced", seed=11)
    game = begun(path, campaign="mini", level="advanced", seed=11)
    captain = RandomCaptain(11)
    while game.request is not None:
        play(game, captain, chance.randrange(1, 40))
        if game.answers and game.request is not None and chance.random() < 0.3:
            back = chance.randrange(1, min(9, len(game.answers)) + 1)
            again = game.answers[-back:]
            game.undo(back)
            for answer in again:
                game.answer(answer)
        before = game.state_hash
        game.save_file.close()
        game = saves.resume(path, TABLES, whole=chance.random() < 0.3)
        assert game.state_hash == before
    assert game.state_hash == whole.state_hash
    saves.verify(saves.read_record(path), TABLES, "save")


@POSIX
def test_the_name_of_a_new_save_is_synced_before_play_continues(tmp_path, monkeypatch):
    """Otherwise a power failure loses the whole file."""
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_ino))
    begun(tmp_path / "a.picket", scenario=6, seed=3)
    assert synced[0] == tmp_path.stat().st_ino
    synced.clear()
    saves.export_save(tmp_path / "a.picket", tmp_path / "b.picket")
    assert synced == [(tmp_path / "b.picket").stat().st_ino, tmp_path.stat().st_ino]


def test_a_second_program_is_refused_and_a_save_is_read_under_its_lock(path):
    game = begun(path, scenario=6, seed=2)
    for refused in (saves.resume, saves.delete_save):
        with pytest.raises(SaveError, match="open in another program"):
            refused(path)
    code = (
        f"from pathlib import Path; from picket_duty.saves import resume; "
        f"resume(Path({str(path)!r}))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "open in another program" in other.stderr
    play(game, RandomCaptain(2), 3)
    game.save_file.close()
    assert saves.resume(path, TABLES).requests == 3
    # What another program wrote before unlocking is not cut off.
    path = path.with_name("b.picket")
    saved(path, scenario=6, seed=2, answers=20)
    early = saves.read_record(path)
    game = saves.resume(path, TABLES)
    play(game, RandomCaptain(4), 5)
    game.save_file.close()
    assert len(early.answers) == 20
    assert saves.resume(path, TABLES).requests == 25


@POSIX
def test_a_read_only_folder_is_named(home):
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "closed"
        folder.mkdir()
        saved(folder / "a.picket", scenario=6, seed=2, answers=4)
        before = (folder / "a.picket").read_bytes()
        for path, mode in ((top, 0o755), (folder / "a.picket", 0o444), (folder, 0o555)):
            os.chmod(path, mode)
        command = [sys.executable, "-c", AS_NOBODY, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        os.chmod(folder, 0o755)
        assert done.stdout.splitlines() == [
            "new: Permission denied",
            "old: Permission denied",
            "read: 4",
        ]
        assert (folder / "a.picket").read_bytes() == before


#: Runs in a separate process, which loads everything before it drops its privileges.
AS_NOBODY = """
import os, sys
from pathlib import Path
from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty import Game
from picket_duty.saves import SaveError, read_record, resume, start_save
folder, tables = Path(sys.argv[1]), load_tables()
game = Game.new(scenario=6, tables=tables)
tables.digest, tables.all_charts()
if not os.getuid():
    os.setuid(65534)
for name, what in (
    ("new", lambda: saves.start_save(game, path=folder / "b.picket")),
    ("old", lambda: saves.resume(folder / "a.picket", tables)),
):
    try:
        what()
        print(f"{name}: written")
    except SaveError as error:
        print(f"{name}: {str(error).partition('(')[2].partition(')')[0]}")
print(f"read: {len(saves.read_record(folder / 'a.picket').answers)}")
"""


def test_a_name_is_the_set_up_and_the_time_to_the_millisecond_or_one_that_is_valid_for_a_file(home):
    assert re.fullmatch(
        r"scenario-3-basic-\d{8}-\d{6}-\d{3}", default_name(played(scenario=3, answers=0))
    )
    for name in (
        "",
        "a/b",
        "..",
        "../x",
        "a\nb",
        "CON",
        "nul.x",
        "x" * 200,
        ".hidden",
        'a"b',
        "a\0b",
        "a\\b",
    ):
        with pytest.raises(SaveError, match="is not a valid save name"):
            saves.path_of(name)


def test_a_save_is_never_overwritten_and_copied_elsewhere_when_resumed(home, tmp_path):
    path = saves.start_save(played(scenario=6, seed=2, answers=3), name="Night watch")
    assert path.name == "Night watch.picket"
    before = path.read_bytes()
    with pytest.raises(SaveError, match="already exists"):
        saves.start_save(played(scenario=6, seed=3, answers=3), name="Night watch")
    assert path.read_bytes() == before
    path = tmp_path / "a.picket"
    copy = tmp_path / "b.picket"
    saved(path, campaign="mini", seed=5, answers=150)
    game = saves.resume(path, TABLES)
    game.save(copy)
    play(game, RandomCaptain(1), 10)
    game.save_file.close()
    assert len(saves.read_record(copy).answers) == 160
    assert len(saves.read_record(path).answers) == 150


@pytest.mark.slow
def test_a_compact_copy_keeps_only_the_current_branch_without_undone_answers(run, home):
    path = home / "a.picket"
    target = home / "b.picket"
    saved(path, scenario=4, seed=3)
    for number in range(20):
        line = new_branch(path, 20, f"line {number}")
        play(line, RandomCaptain(number))
        line.undo(5)
        play(line, RandomCaptain(number))
        line.save_file.close()
    assert run("saves", "export", "a", target, "--compact").status == 0
    assert target.stat().st_size < path.stat().st_size / 5
    assert saves.load_whole(target, TABLES).state_hash == line.state_hash
    saves.verify(saves.read_record(target), TABLES, "b")


def names():
    return [save.name for save in saves.list_saves()]


def test_the_game_played_last_is_resumed_whatever_the_times_of_the_files(home, monkeypatch):
    for name in ("first", "second", "third"):
        saved(home / f"{name}.picket", scenario=6, seed=2, answers=9)
    os.utime(home / "first.picket")
    os.utime(home / "third.picket", (0, 0))
    assert names() == ["third", "second", "first"]
    assert saves.find_save(None).stem == "third"
    assert saves.latest_save().name == "third"
    saves.resume(home / "first.picket", TABLES).save_file.close()
    saves.copy_save(home / "first.picket", home / "copy.picket")
    assert names()[:2] == ["third", "second"], "a game that is only opened or copied is not played"
    play(saves.resume(home / "first.picket", TABLES), RandomCaptain(1), 1)
    assert names()[0] == saves.find_save(None).stem == "first"
    # Two open games, each played on: the time is written again after a while.
    monkeypatch.setattr(save_file, "PLAYED_EVERY", 0)
    games = [saves.resume(home / f"{name}.picket", TABLES) for name in ("second", "third")]
    for game in (*games, games[0]):
        play(game, RandomCaptain(1), 1)
    assert names()[:2] == ["second", "third"]
    assert saves.find_save(None).stem == "second"


def test_a_save_without_a_time_of_play_counts_by_the_time_of_its_file(home):
    for number, name in enumerate(("old", "older", "oldest")):
        path = home / f"{name}.picket"
        saved(path, scenario=6, seed=2, answers=9)
        entries = contents_of(path.read_bytes())
        path.write_bytes(rebuilt([entry for entry in entries if entry[:2] != ["note", "played"]]))
        os.utime(path, (10**9 - number, 10**9 - number))
    assert names() == ["old", "older", "oldest"]
    assert saves.find_save(None).stem == "old"


@pytest.mark.parametrize("at_table", [False, True])
def test_a_save_of_either_kind_that_is_a_broken_link_is_found_with_its_fault(home, at_table):
    folder = saves.saves_folder(at_table)
    folder.mkdir(exist_ok=True)
    (folder / "away.picket").symlink_to(folder / "nowhere.picket")
    (listed,) = saves.list_saves(at_table)
    with pytest.raises(SaveError, match=re.escape(listed.trouble)):
        saves.find_save("away", at_table)


@pytest.mark.parametrize("at_table", [False, True])
def test_a_mistyped_save_suggests_the_nearest_name(home, at_table):
    folder = saves.saves_folder(at_table)
    folder.mkdir(exist_ok=True)
    (folder / "sunday.picket").touch()
    with pytest.raises(SaveError, match=r"Did you mean sunday\?"):
        saves.find_save("sundy", at_table)


def test_commands_list_rename_export_delete(run, home):
    saved(home / "a.picket", scenario=2, seed=1)
    saved(home / "b.picket", campaign="mini", seed=1, answers=40)
    (home / "c.picket").write_bytes(b"nothing of ours\n")
    listed = run("saves").out.splitlines()
    assert len(listed) == 3
    assert "over" in next(line for line in listed if line.startswith("a "))
    assert "! " in next(line for line in listed if line.startswith("c "))
    entries = [json.loads(line) for line in run("saves", "list", "--json").out.splitlines()]
    assert {entry["name"]: bool(entry["trouble"]) for entry in entries} == {
        "a": False,
        "b": False,
        "c": True,
    }
    assert run("saves", "rename", "a", "b").status == 2
    assert run("saves", "rename", "a", "kept for later").status == 0
    target = home.parent / "out.picket"
    assert run("saves", "export", "kept for later", target).status == 0
    assert run("saves", "export", "b", target).status == 2
    assert saves.read_record(target).over
    assert run("saves", "delete", "c", "--yes").status == 0
    assert run("saves", "delete", target.with_suffix(".txt"), "--yes").status == 2
    assert {save.name for save in saves.list_saves()} == {"kept for later", "b"}
    assert run("saves", "delete", "nowhere", "--yes").status == 2


@pytest.mark.slow
def test_every_changed_byte_is_detected_and_every_length_is_readable(path):
    saved(path, scenario=6, seed=2)
    data = path.read_bytes()
    flips, cuts = damage.damage_all(data, random.Random(9))
    assert flips == len(data) == cuts - 1
    assert path.read_bytes() == data


def test_a_damaged_save_is_not_changed_and_can_be_repaired(run, home):
    path = home / "a.picket"
    saved(path, campaign="mini", seed=5, answers=150)
    data = bytearray(path.read_bytes())
    data[len(data) * 2 // 3] ^= 4
    path.write_bytes(bytes(data))
    with pytest.raises(SaveError, match=r"a\.picket: line \d+: damaged") as refused:
        saves.resume(path, TABLES)
    lines = re.search(
        r"'picket-duty saves repair' recovers its first (\d+) lines\.$", str(refused.value)
    )
    result = run("saves", "repair", "a")
    assert f"program. The {lines[1]} undamaged lines were copied to" in result.out
    assert result.status == 0
    assert "a-repaired.picket" in result.out
    assert path.read_bytes() == bytes(data)
    game = saves.resume(home / "a-repaired.picket", TABLES)
    assert 50 < game.requests < 150


def test_a_save_with_zeros_of_a_power_cut_can_be_repaired(home):
    zeros = home / "b.picket"
    saved(zeros, scenario=6, seed=2, answers=30)
    whole = zeros.read_bytes()
    for number, (answers, kept) in enumerate(((30, len(whole)), (29, len(whole) - 5))):
        zeros.write_bytes(whole[:kept] + bytes(300))
        with pytest.raises(
            SaveError, match=r"ends in zeros, as after a power failure.* 'picket-duty saves repair'"
        ):
            saves.resume(zeros, TABLES)
        words = saves.repair_save(zeros, TABLES)
        assert re.search(r"power failure\. The \d+ undamaged lines were copied to", words)
        repaired = home / f"b-repaired{number + 1 if number else ''}.picket"
        assert len(saves.read_record(repaired).answers) == answers


def hostile():
    """Files that are not saves, or forged saves with correct checksums."""
    game = played(scenario=6, seed=2, answers=12)
    header = header_of(game)
    first = ["game", header]

    def with_setup(**changes):
        return [["game", {**header, "setup": {**header["setup"], **changes}}]]

    def at(state):
        return ["at", "x/turn", "0", format.pack(msgspec.json.encode(state))]

    state = msgspec.json.decode(game.checkpoints[-1].state)
    bomb = format.pack(b" " * (8 * format.LARGEST_STATE))
    return {
        "empty": b"",
        "text": b"hello\n" * 50,
        "binary": bytes(range(256)) * 40,
        "line ends": b"\n" * 5000,
        "no header": rebuilt([["r", [1], "x"]]),
        "foreign": rebuilt([["game", {"format": "chess", "version": 1}]]),
        "newer": rebuilt([["game", {**header, "version": FORMAT_VERSION + 1, "program": "9.9"}]]),
        "format 1": rebuilt([["game", {**header, "version": 1}]]),
        "format of no program": rebuilt([first, ["format", 2]]),
        "version of text": rebuilt([["game", {**header, "version": "1"}]]),
        "no set-up": rebuilt([["game", {**header, "setup": None}]]),
        "scenario 99": rebuilt(with_setup(name="99")),
        "campaign of none": rebuilt(with_setup(kind="campaign", name="none")),
        "kind of none": rebuilt(with_setup(kind="war")),
        "ship of none": rebuilt(with_setup(ship_class="yamato")),
        "huge seed": rebuilt([*with_setup(seed=10**18), ["c", "x"]]),
        "deep": rebuilt([first])[:-1] + b"\n" + b"[" * 100_000 + b"\n",
        "deep and sealed": rebuilt([first])
        + _sealed_after(rebuilt([first]), b'["c",' + b"[" * 5000 + b"]" * 5000),
        "long line": rebuilt([first, ["c", "x" * 2_000_000]]),
        "undo of more": rebuilt([first, ["undo", 5]]),
        "undo of none": rebuilt([first, ["r", [1, 1], "-2"], ["undo", 0]]),
        "unknown entry": rebuilt([first, ["fly", 1]]),
        "entry of a number": rebuilt([first, [7, 1]]),
        "entry of a list": rebuilt([first, [["r"], 1]]),
        "dice of text": rebuilt([first, ["r", "66", "x"]]),
        "too many dice": rebuilt([first, ["r", [1] * 9, "x"]]),
        "decision for dice": rebuilt([first, ["c", "yes"]]),
        "state of rubbish": rebuilt([first, ["at", "1945-06-01/turn", "00", "rubbish"]]),
        "state of a list": rebuilt([first, ["at", "1945-06-01/turn", "00", format.pack(b"[1,2]")]]),
        "state bomb": rebuilt([first, ["at", "1945-06-01/turn", "00", bomb]]),
        "state of an unknown step": rebuilt(
            [
                first,
                ["at", "x/turn", "0", format.pack(msgspec.json.encode({**state, "step": "dance"}))],
            ]
        ),
        "state without ship": rebuilt([first, at({**state, "ship": 7})]),
        "change without state": rebuilt([first, ["at", "x/turn", "0", "x", "gone", "ship"]]),
        "branch of none": rebuilt([first, ["branch", "b", 7]]),
        "branch twice": rebuilt([first, ["branch", "main", 0]]),
        "switch to none": rebuilt([first, ["switch", "b"]]),
        "drop of the line played": rebuilt([first, ["drop", "main"]]),
        "two headers": rebuilt([first, first]),
    }


def _sealed_after(before, body):
    crc = 0
    for line in before.split(b"\n")[:-1]:
        crc = zlib.crc32(line[:-12], crc)
    return body + b',"%08x"]\n' % zlib.crc32(body, crc)


HOSTILE = hostile()


def test_a_save_of_format_1_is_listed_and_refused_in_one_line(home, run):
    path = home / "a.picket"
    path.write_bytes(HOSTILE["format 1"])
    line = r"saved by picket-duty .* in format 1, which this version cannot read\. .*"
    (listed,) = saves.list_saves()
    assert re.fullmatch(rf"{re.escape(str(path))}: line 1: {line}", listed.trouble)
    for words in (
        ("resume", "a", "--plain"),
        ("replay", "a"),
        ("log", "a"),
        ("saves", "repair", "a"),
    ):
        done = run(*words)
        assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1), words
        assert re.search(line, done.err)
    assert path.read_bytes() == HOSTILE["format 1"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line_and_not_changed(tmp_path, run, name):
    path = tmp_path / "x.picket"
    path.write_bytes(HOSTILE[name])
    tracemalloc.start()
    with pytest.raises(SaveError) as caught:
        saves.resume(path, TABLES)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000
    assert len(str(caught.value).splitlines()) == 1
    assert path.read_bytes() == HOSTILE[name]
    assert run("replay", path, "--verify").status == 2
    run("log", path)
    assert path.read_bytes() == HOSTILE[name]


def test_a_huge_file_is_refused_without_reading_it(tmp_path):
    path = tmp_path / "x.picket"
    with path.open("wb") as file:
        file.truncate(3 * 1024**3)
    with pytest.raises(SaveError, match="too large for a save"):
        saves.read_record(path)


@pytest.mark.slow
def test_a_file_of_a_million_answers_is_refused_within_bounds(tmp_path):
    path = tmp_path / "x.picket"
    path.write_bytes(
        rebuilt(
            [["game", header_of(played(scenario=6, answers=1))], *([["r", [1], "x"]] * 400_001)]
        )
    )
    with pytest.raises(SaveError, match="too many answers"):
        saves.read_record(path)


@pytest.mark.slow
def test_a_state_packed_against_another_is_restored(tmp_path):
    game = played(campaign="long-b", level="advanced", seed=4)
    states = [point.state for point in game.checkpoints]
    for base, state in (
        (states[0], states[-1]),
        (states[-1], states[0]),
        (states[-40], states[-1]),
    ):
        packed, names = format.pack_change(state, base)
        restored = format.join_state(format.changed_parts(packed, names, format.state_parts(base)))
        assert decode(restored) == decode(state)
    assert format.unpack(format.pack(states[-1])) == states[-1]


@pytest.mark.slow
def test_every_snapshot_in_the_save_of_a_long_campaign_matches_its_hash(path):
    game = saved(path, campaign="long-b", level="advanced", seed=3)
    assert path.stat().st_size < 1_000_000
    points = saves.read_record(path).snapshots
    assert len(points) == len(game.checkpoints)
    for point, step in zip(points, game.checkpoints, strict=True):
        assert (point.label, point.state_hash) == (step.label, step.state_hash)
        assert decode(point.state()) == decode(step.state)


@pytest.mark.slow
def test_a_save_of_other_tables_is_reported_and_continued_from_its_snapshot(tmp_path, run, home):
    path = home / "a.picket"
    saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    data = path.read_bytes()
    layer = other_tables(tmp_path / "layer")
    other = load_tables(layer)
    with pytest.raises(OtherTables, match="made with different tables") as caught:
        saves.resume(path, other)
    assert caught.value.snapshot.label in str(caught.value)
    back = len(saves.read_record(path).answers) - caught.value.snapshot.answers
    assert 0 < back < 170
    assert str(caught.value).endswith(f"{back} answers earlier.")
    assert "saves repair" in str(caught.value)
    assert path.read_bytes() == data
    assert run("--tables", layer, "saves", "repair", "a").status == 0
    game = saves.resume(path, other)
    assert 0 < game.requests <= 170
    assert (
        game.state.label == caught.value.snapshot.label.replace("/turn", "/morning")
        or game.requests
    )
    play(game, RandomCaptain(0))
    game.save_file.close()
    assert saves.read_record(path).over
    assert saves.load_whole(path, other).state_hash == game.state_hash
    with pytest.raises(OtherTables):
        saves.resume(path, TABLES)


@pytest.mark.parametrize(
    "change", [('title = "', 'title = "My '), ('title = "', '# A comment.\ntitle = "')]
)
def test_a_save_is_resumed_with_tables_that_give_the_same_results(change, path, tmp_path):
    before = saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    other = load_tables(other_tables(tmp_path / "layer", "charts/10.toml", *change))
    assert other.digest != TABLES.digest
    game = saves.resume(path, other)
    assert (game.state_hash, game.answers, game.base) == (before.state_hash, before.answers, 0)
    assert "made with different tables" in game.save_file.notice
    play(game, RandomCaptain(0), 40)
    game.save_file.close()
    again = saves.resume(path, other)
    assert not again.save_file.notice
    assert again.state_hash == game.state_hash
    again.save_file.close()
    assert saves.resume(path, TABLES).state_hash == game.state_hash, "and back again"


def test_changed_rows_tell_the_history_from_where_the_tables_changed(path, tmp_path):
    game, start, other = changed_midway(path, tmp_path / "layer")
    loaded = saves.load_whole(path, other)
    assert loaded.base == start
    assert loaded.state_hash == game.state_hash
    again = saves.resume(path, other)
    again.save_file.close()
    assert again.base == start, "no day has begun since"
    beginning = saves.load_whole(path, other, start)
    assert (beginning.base, beginning.requests) == (start, start)
    with pytest.raises(Differs, match="table V-1"):
        saves.load_whole(path, other, start - 1)
    entries = contents_of(path.read_bytes())
    next(entry for entry in entries if entry[0] == "r")[2] = "no such row"
    path.write_bytes(rebuilt(entries))
    for tables in (TABLES, other):
        with pytest.raises(
            Differs, match=r"recorded row 'no such row', .* \(made with different tables\)$"
        ):
            saves.verify(saves.read_record(path), tables, "a")


def test_the_first_step_and_every_fifth_day_are_saved_whole_and_others_as_changes(tmp_path):
    path = tmp_path / "days.picket"
    saved(path, patrol="1945-04-05", days=30, level="advanced", seed=11, policy="doctrine")
    points = [
        entry for line in path.read_bytes().splitlines() if (entry := json.loads(line))[0] == "at"
    ]
    assert {len(point) for point in points} == {5, 7}, (
        "label, hash, state, checksum; a change also has base and names"
    )
    days = [number for number, point in enumerate(points) if point[1].endswith(("/setup", "/turn"))]
    assert len(days) > 5
    whole = [number for number, point in enumerate(points) if len(point) == 5]
    assert whole == [0, *days[4::5]]


def test_a_resumed_campaign_can_undo_back_to_the_start_of_its_day(path):
    whole = saved(path, campaign="mini", seed=5, answers=170)
    resumed = saves.resume(path, TABLES)
    assert resumed.base > 0
    resumed.undo(len(resumed.answers))
    resumed.save_file.close()
    assert resumed.checkpoints[0].day
    assert resumed.state.date == whole.state.date


@pytest.mark.slow
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("campaign", ["long-a", "long-b"])
def test_a_game_can_be_left_and_resumed_a_hundred_times(tmp_path, campaign, level):
    path = tmp_path / "long.picket"
    whole = new_game(campaign=campaign, level=level, seed=99, history=False)
    play(whole, RandomCaptain(5))
    game = new_game(campaign=campaign, level=level, seed=99)
    saves.start_save(game, path=path)
    captain = RandomCaptain(5)
    chance = random.Random(f"{campaign} {level}")
    left = sorted(chance.sample(range(1, whole.requests), 100))
    for before, after in zip([0, *left], left, strict=False):
        play(game, captain, after - before)
        game.save_file.close()
        game = saves.resume(path, TABLES)
        assert game.requests == after
    play(game, captain)
    assert game.state_hash == whole.state_hash
    assert game.summary() == whole.summary()
    assert path.stat().st_size < 170 * whole.requests
