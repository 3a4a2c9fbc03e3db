"""The reader of saves: every entry is read or refused with the line and the reason."""

import datetime
import random
import re
import tempfile
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from picket_duty import saves
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.checkpoints import Checkpoint
from picket_duty.saves import SaveError, format, list_saves, places, resume, save_list
from picket_duty.saves.format import unseal
from picket_duty.saves.record import parse, parse_prefix
from picket_duty.saves.save_file import create
from picket_duty.saves.writer import header_of
from tests.text_table import table_of

from .entries import contents_of, rebuilt
from .games import TABLES, new_branch, play, played, saved

#: Entries as a forger might write them after the last line of a save, and the fault; empty if there
#: is none.
FORGED = table_of("""
    ['r', [1, 2], 'hit']                                   | ''
    ['r', [1.0], 'hit']                                    | not a valid save entry
    ['r', [True], 'hit']                                   | not a valid save entry
    ['r', '12', 'hit']                                     | not a valid save entry
    ['r', [1000000000000000000000000000000], 'hit']        | ''
    ['r', [1], 3]                                          | not a valid save entry
    ['r', [1]]                                             | not a valid save entry
    ['r', [1], 'hit', 0]                                   | not a valid save entry
    ['c', 'yes']                                           | ''
    ['c']                                                  | not a valid save entry
    ['c', {'a': [1]}]                                      | ''
    ['undo', 1]                                            | ''
    ['undo', 0]                                            | undoes 0 answers
    ['undo', -1]                                           | undoes -1 answers
    ['undo', True]                                         | not a valid save entry
    ['undo', 1000000]                                      | there are only
    ['at', 'a/b', 'hash', 'packed']                        | ''
    ['at', 'a/b', 'hash']                                  | not a valid save entry
    ['at', 'a/b', 'hash', 'packed', 'none']                | not a valid save entry
    ['at', 'a/b', 'hash', 'packed', 'none', 'air']         | not a valid save entry
    ['at', 1, 'hash', 'x']                                 | not a valid save entry
    ['at', 'a/b', 'hash', 'packed', 'none', 'air', 'more'] | not a valid save entry
    ['over', 'hash']                                       | ''
    ['over', '']                                           | ''
    ['over', 7]                                            | not a valid save entry
    ['over']                                               | not a valid save entry
    ['note', 'a', None]                                    | ''
    ['note', 1, None]                                      | not a valid save entry
    ['tables', 'digest', 'program']                        | ''
    ['tables', 'digest']                                   | not a valid save entry
    ['format', 2]                                          | not a valid save entry
    ['branch', 'b', 1]                                     | ''
    ['branch', 'main', 1]                                  | cannot create branch 'main'
    ['branch', 'b', -1]                                    | a branch starts at answer -1
    ['branch', 'b', 1000000]                               | there are only
    ['branch', 1, 1]                                       | not a valid save entry
    ['switch', 'main']                                     | ''
    ['switch', 'b']                                        | no branch 'b'
    ['switch', 1]                                          | not a valid save entry
    ['drop', 'main']                                       | cannot be deleted
    ['drop', 'b']                                          | cannot be deleted
    ['game', {}]                                           | not a valid save entry
    ['x']                                                  | not a valid save entry
    [[]]                                                   | not a valid save entry
    [None]                                                 | not a valid save entry
    """)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A finished game's save with an undone answer and a note."""
    path = tmp_path_factory.mktemp("summary") / "a.picket"
    game = saved(path, scenario=6, seed=3, answers=40)
    game = resume(path, TABLES)
    game.undo()
    game.save_file.write_note("key", {"value": [1, None]})
    play(game, RandomCaptain(3))
    game.save_file.close()
    return path.read_bytes()


def test_undoing_an_answer_also_undoes_its_step_and_the_end(data):
    assert b'["undo",' in data
    record = parse(data, "save")
    assert record.over
    back = len(record.answers) - 20
    undone = parse(rebuilt([*contents_of(data), ["undo", back]]), "save")
    assert (undone.over, len(undone.answers)) == ("", 20)
    assert undone.label == [point.label for point in record.snapshots if point.answers <= 20][-1]


def test_damaged_missing_and_repeated_lines_are_detected(data):
    chance = random.Random(1)
    for length in range(data.find(b"\n") + 1, len(data), 7):
        assert parse(data[:length], "save").torn is not data[:length].endswith(b"\n")
    for _ in range(1500):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        assert parse_prefix(bytes(changed))[1]
    lines = data.splitlines(keepends=True)
    place = next(
        number for number, line in enumerate(lines) if line[-11:-3] != line[-11:-3].upper()
    )
    for change in (bytes.upper, lambda mark: mark[:-1] + b" ", lambda mark: b""):
        end = lines[place][-3:]
        changed = [
            *lines[:place],
            lines[place][:-11] + change(lines[place][-11:-3]) + end,
            *lines[place + 1 :],
        ]
        assert f"line {place + 1}: damaged" in parse_prefix(b"".join(changed))[1]


def test_an_entry_is_read_or_refused_with_its_line(data):
    contents = contents_of(data)
    answers = len(parse(data, "save").answers)
    for content, fault in FORGED:
        record, found, lines = parse_prefix(rebuilt([*contents, content]))
        assert (lines, bool(found)) == (len(contents) + (not fault), bool(fault)), content
        assert re.search(
            f"^line {len(contents) + 1}: .*{re.escape(fault)}" if fault else "^$", found
        ), content
        more = 0 if fault else {"r": 1, "c": 1, "undo": -1}.get(content[0], 0)
        assert len(record.branches["main"].answers) == answers + more, content
        assert parse_prefix(rebuilt([content, *contents]))[1].startswith("line 1: ")
        for place in (1, 5):
            parse_prefix(rebuilt([*contents[:place], content, *contents[place:]]))


def test_missing_repeated_and_broken_lines_are_detected(data):
    chance = random.Random(2)
    lines = data.splitlines(keepends=True)
    for _ in range(60):
        first, second = sorted(chance.sample(range(len(lines)), 2))
        for changed in (lines[:first] + lines[second:], lines[:second] + lines[first:]):
            assert parse_prefix(b"".join(changed))[1]
    for broken in (b"\n", b" ", b"\0", b'["c",1]\n', b"[]\n"):
        for place in (0, data.find(b"\n") + 1):
            assert parse_prefix(data[:place] + broken + data[place:])[1]
    assert parse_prefix(b"") == (None, "the file is empty", 0)


def test_a_damaged_save_and_one_with_several_branches_are_listed(tmp_path, home, data):
    path = home / "a.picket"
    saved(path, scenario=6, seed=3, answers=30)
    new_branch(path, 10, "other").save_file.close()
    (listed,) = list_saves()
    assert (listed.branches, listed.answers, listed.trouble) == (2, 10, ""), "the one played last"
    (home / "whole.picket").write_bytes(data)
    (home / "damaged.picket").write_bytes(data.replace(b'["undo",', b'["undo" ,'))
    listed = {save.name: save for save in list_saves()}
    assert (listed["whole"].trouble, listed["whole"].over) == ("", True)
    assert "damaged" in listed["damaged"].trouble
    with pytest.raises(SaveError, match="line"):
        parse((home / "damaged.picket").read_bytes(), "save")


def test_a_save_of_only_its_header_is_read(data):
    record = parse(rebuilt(contents_of(data)[:1]), "save")
    assert (record.label, record.answers, record.over) == ("", [], "")


def test_a_line_with_a_valid_checksum_that_is_no_entry_is_refused():
    for body in (b"[1,", b"[{"):
        with pytest.raises(SaveError, match=r"^not a valid save entry$"):
            unseal(body + b',"%08x"]' % zlib.crc32(body), 0)


def test_a_save_of_the_largest_size_is_read_and_needs_no_repair(data, home, monkeypatch):
    path = home / "large.picket"
    path.write_bytes(data)
    for module in (format, save_list):
        monkeypatch.setattr(module, "LARGEST_FILE", len(data))
    assert parse(data, "save").over
    assert save_list.repair_save(path, TABLES) == "nothing to repair"
    monkeypatch.setattr(format, "LARGEST_FILE", len(data) - 1)
    with pytest.raises(SaveError, match="too large for a save"):
        parse(data, "save")


def test_a_time_out_of_range_is_the_first_or_the_last_date():
    def modified(changed):
        return save_list.SaveInfo(Path("a.picket"), changed).modified

    assert modified(10**30) == datetime.datetime.max
    assert modified(-(10**30)) == datetime.datetime.min
    assert modified(86_400 * 10**9 * 365).year == 1971


HEADER = header_of(played(scenario=6, seed=1, answers=1))
NAMES = (
    some.sampled_from(("main", "a", "b", "c", "d")) | some.text(max_size=3) | some.just("\ud800")
)
COUNTS = some.integers(-1, 12) | some.booleans() | some.just(2**70)
VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.text(max_size=9)
    | some.just("\udc80")
    | some.binary(max_size=3)
    | some.just("x" * 900)
    | some.just(object()),
    lambda more: (
        some.lists(more, max_size=3)
        | some.dictionaries(some.text(max_size=3) | some.integers(), more)
    ),
    max_leaves=5,
)
CALLS = some.one_of(
    some.tuples(
        some.just("write_roll"), some.lists(some.integers(0, 9) | some.just("6"), max_size=3), NAMES
    ),
    some.tuples(some.just("write_choice"), VALUES),
    some.tuples(some.just("write_undo"), COUNTS),
    some.tuples(some.just("write_note"), NAMES, VALUES),
    some.tuples(some.just("write_tables"), NAMES),
    some.tuples(some.just("write_end"), NAMES),
    some.tuples(some.just("write_checkpoint"), some.integers(1, 3000)),
    some.tuples(some.just("write"), some.tuples(some.just("branch"), NAMES, COUNTS).map(list)),
    some.tuples(some.just("write"), some.tuples(some.just("switch"), NAMES).map(list)),
    some.tuples(some.just("write"), some.tuples(some.just("drop"), NAMES).map(list)),
    some.tuples(some.just("write"), some.lists(VALUES, max_size=3)),
)


def test_a_save_holds_a_limited_number_of_branches(data, monkeypatch):
    monkeypatch.setattr(format, "MOST_BRANCHES", 1)
    assert parse_prefix(rebuilt([*contents_of(data), ["branch", "b", 1]]))[1].endswith(
        "cannot create branch 'b'"
    )


@pytest.fixture
def low_limits(monkeypatch):
    monkeypatch.setattr(format, "MOST_ANSWERS", 20)
    monkeypatch.setattr(format, "MOST_BRANCHES", 4)
    monkeypatch.setattr(format, "LARGEST_LINE", 800)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(calls=some.lists(CALLS, max_size=40))
def test_written_text_can_be_read_back(low_limits, calls):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.picket"
        save = create(path, HEADER)
        # With the first answer, whether it can be saved or not, the time is written.
        save.write_time()
        for name, *given_ in calls:
            before = path.read_bytes()
            try:
                getattr(save, name)(*_arguments(name, given_))
            except SaveError:
                assert path.read_bytes() == before
        save.close()
        content = parse(path.read_bytes(), "save")
        assert not content.torn
        assert content.branches == save.record.branches
        assert (content.current, content.notes) == (save.record.current, save.record.notes)


def _arguments(name, values):
    if name != "write_checkpoint":
        return values
    return [
        Checkpoint(
            0,
            0,
            "1945-04-01/turn",
            True,
            ((b'{"x":"' + bytes(range(40, 90)) * values[0] + b'"}',),),
        )
    ]


def test_one_answer_too_many_is_refused_and_the_request_stays_open(tmp_path, monkeypatch):
    monkeypatch.setattr(format, "MOST_ANSWERS", 15)
    path = tmp_path / "a.picket"
    game = saved(path, scenario=6, seed=2, answers=15)
    game = saves.resume(path, TABLES)
    request = game.request
    with pytest.raises(SaveError, match="too many answers; a save holds at most"):
        game.roll()
    assert game.request is request
    game.undo(2)
    game.roll()
    game.save_file.close()
    assert len(saves.read_record(path).answers) == 14


def test_a_state_too_large_to_be_read_back_is_not_written(tmp_path, monkeypatch):

    monkeypatch.setattr(format, "LARGEST_STATE", 500)
    path = tmp_path / "a.picket"
    game = saved(path, scenario=6, seed=2, answers=15)
    assert not saves.read_record(path).snapshots
    assert saves.resume(path, TABLES).state_hash == game.state_hash


def test_the_name_of_a_save_has_a_limit(tmp_path):
    longest = "a" * places.LONGEST_NAME
    assert places.path_of(longest, tmp_path).stem == longest
    with pytest.raises(SaveError, match="Use up to 100 printable characters"):
        places.path_of(longest + "a", tmp_path)
    with pytest.raises(SaveError, match="is not a valid save name"):
        places.path_of("", tmp_path)
