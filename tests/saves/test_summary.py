"""The summary of a save agrees with the whole save, and accepts nothing that ``parse`` would refuse."""

from __future__ import annotations

import datetime
import random
import zlib

import msgspec
import pytest

from picket_duty.captains.random import RandomCaptain
from picket_duty.saves import SaveError, index, list_saves, parse, resume
from picket_duty.saves.format import seal, unseal
from picket_duty.saves.index import SaveSummary, summarize
from picket_duty.saves.index import _whole_summary as whole_summary

from .games import TABLES, new_branch, play, saved

#: Entries as a forger might write them.
FORGED = (
    ["r", [1, 2], "hit"], ["r", [1.0], "hit"], ["r", [True], "hit"], ["r", "12", "hit"], ["r", [10**30], "hit"],
    ["r", [1], 3], ["r", [1]], ["r", [1], "hit", 0], ["c", "yes"], ["c"], ["c", {"a": [1]}], ["undo", 1], ["undo", 0],
    ["undo", -1], ["undo", True], ["undo", 10**6], ["at", "a/b", "hash", "packed"], ["at", "a/b", "hash"],
    ["at", "a/b", "hash", "packed", "none"], ["at", "a/b", "hash", "packed", "none", "air"], ["at", 1, "hash", "x"],
    ["at", "a/b", "hash", "packed", "none", "air", "more"], ["over", "hash"], ["over", ""], ["over", 7], ["over"],
    ["note", "a", None], ["note", 1, None], ["tables", "digest", "program"], ["tables", "digest"], ["format", 2],
    ["format", 1], ["format", 99], ["branch", "b", 1], ["branch", "main", 1], ["switch", "main"], ["switch", "b"],
    ["drop", "main"], ["game", {}], ["x"], [], [[]], [None], {"r": 1}, "r", 1,
)  # fmt: skip


def told(data: bytes) -> SaveSummary:
    """The summary by reading the whole save. Raises SaveError."""
    record = parse(data, "save")
    assert not record.torn
    assert list(record.branches) == ["main"]
    return SaveSummary(
        record.setup, record.snapshots[-1].label if record.snapshots else "", len(record.answers), record.over
    )  # fmt: skip


def enough(data: bytes) -> bool:
    """Whether there is a summary; checks that it agrees with the whole save."""
    seen = summarize(data)
    assert seen is None or seen == told(data)
    return seen is not None


def sealed(contents: list) -> bytes:
    """Entries as the lines of a save, with correct checksums."""
    data, crc = b"", 0
    for content in contents:
        line, crc = seal(content, crc) if isinstance(content, list) and content else (msgspec.json.encode(content), crc)
        data += line
    return data


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> bytes:
    """A finished game's save with an undone answer and a note."""
    path = tmp_path_factory.mktemp("summary") / "a.picket"
    game = saved(path, scenario=6, seed=3, answers=40)
    game = resume(path, TABLES)
    game.undo()
    game.journal.write_note("key", {"value": [1, None]})
    play(game, RandomCaptain(3))
    game.journal.close()
    return path.read_bytes()


def contents_of(data: bytes) -> list:
    """The entries of a save."""
    listed, crc = [], 0
    for line in data.splitlines():
        content, crc = unseal(line, crc)
        listed.append(content)
    return listed


def test_a_plain_save_has_a_summary(data, tmp_path):
    assert b'["undo",' in data
    assert enough(data)
    for number, setup in enumerate(({"campaign": "mini"}, {"patrol": "1945-04-06", "days": 2}, {"scenario": 3})):
        saved(tmp_path / f"{number}.picket", seed=number, **setup)
        assert enough((tmp_path / f"{number}.picket").read_bytes())


def test_undoing_an_answer_also_undoes_its_step_and_the_end(data):
    contents = contents_of(data)
    assert told(data).over
    back = len([content for content in contents if content[0] in "rc"]) - 20
    data = sealed([*contents, ["undo", back]])
    assert enough(data)
    assert (told(data).over, told(data).label) == ("", summarize(data).label)


def test_every_truncation_and_many_changed_bytes_are_detected(data):
    chance = random.Random(1)
    for length in range(0, len(data), 7):
        assert enough(data[:length]) == data[:length].endswith(b"\n")
    for _ in range(1500):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        assert summarize(bytes(changed)) is None


def test_a_checksum_in_capitals_or_with_spaces_is_rejected(data):
    lines = data.splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line[-11:-3] != line[-11:-3].upper())
    for change in (bytes.upper, lambda mark: mark[:-1] + b" ", lambda mark: b""):
        end = lines[place][-3:]
        changed = [*lines[:place], lines[place][:-11] + change(lines[place][-11:-3]) + end, *lines[place + 1 :]]
        assert summarize(b"".join(changed)) is None


@pytest.mark.parametrize("content", FORGED, ids=str)
def test_the_quick_summary_accepts_only_what_a_full_reading_accepts(data, content):
    contents = contents_of(data)
    for place in (0, 1, 5, len(contents)):
        forged = sealed([*contents[:place], content, *contents[place:]])
        enough(forged)


def test_missing_repeated_and_broken_lines_are_detected(data):
    chance, contents = random.Random(2), contents_of(data)
    for _ in range(60):
        first, second = sorted(chance.sample(range(len(contents)), 2))
        for changed in (contents[:first] + contents[second:], contents[:second] + contents[first:]):
            forged = sealed(changed)
            enough(forged)
    for broken in (b"\n", b" ", b"\0", b'["c",1]\n', b"[]\n"):
        for place in (0, data.find(b"\n") + 1, len(data)):
            assert summarize(data[:place] + broken + data[place:]) is None
    assert summarize(b"") is None


def test_a_save_with_several_branches_is_read_completely(tmp_path, home):
    path = home / "a.picket"
    saved(path, scenario=6, seed=3, answers=30)
    new_branch(path, 10, "other").journal.close()
    assert summarize(path.read_bytes()) is None
    (listed,) = list_saves()
    assert (listed.branches, listed.answers, listed.trouble) == (2, 10, "")


def test_the_list_shows_a_damaged_save_with_its_fault(data, home):
    (home / "whole.picket").write_bytes(data)
    (home / "damaged.picket").write_bytes(data.replace(b'["undo",', b'["undo" ,'))
    listed = {save.name: save for save in list_saves()}
    assert (listed["whole"].trouble, listed["whole"].over) == ("", True)
    assert "damaged" in listed["damaged"].trouble
    with pytest.raises(SaveError, match="line"):
        parse((home / "damaged.picket").read_bytes(), "save")


def test_a_save_read_whole_has_the_same_summary(data, tmp_path):
    path = tmp_path / "a.picket"
    path.write_bytes(data)
    assert whole_summary(data, path) == summarize(data)
    only_header = sealed(contents_of(data)[:1])
    assert whole_summary(only_header, path).label == ""


def test_a_line_with_a_valid_checksum_that_is_no_entry_is_refused():
    for body in (b"[1,", b"[{"):
        with pytest.raises(SaveError, match=r"^not a valid save entry$"):
            unseal(body + b',"%08x"]' % zlib.crc32(body), 0)


def test_a_save_with_more_answers_than_allowed_has_no_quick_summary(data, monkeypatch):
    entries = len(data.splitlines()) - 1
    monkeypatch.setattr(index, "MOST_ANSWERS", entries)
    assert summarize(data) is not None
    monkeypatch.setattr(index, "MOST_ANSWERS", entries - 1)
    assert summarize(data) is None


def test_a_save_of_the_largest_size_is_summed_up_and_needs_no_repair(data, home, monkeypatch):
    path = home / "large.picket"
    path.write_bytes(data)
    monkeypatch.setattr(index, "LARGEST_FILE", len(data))
    assert summarize(data) is not None
    assert index.repair(path, TABLES) == "nothing to repair"
    monkeypatch.setattr(index, "LARGEST_FILE", len(data) - 1)
    assert summarize(data) is None


def test_a_time_out_of_range_is_the_first_or_the_last_date():
    assert index._moment(10**30) == datetime.datetime.max
    assert index._moment(-(10**30)) == datetime.datetime.min
    assert index._moment(86_400 * 10**9 * 365).year == 1971
