"""The reader of saves: every entry is read or refused with the line and the reason."""

from __future__ import annotations

import datetime
import random
import re
import zlib
from pathlib import Path

import msgspec
import pytest

from picket_duty.captains.scripted import RandomCaptain
from picket_duty.saves import SaveError, format, index, list_saves, parse, resume
from picket_duty.saves.format import NO_ENTRY, seal, unseal
from picket_duty.saves.record import parse_prefix

from .games import TABLES, new_branch, play, saved

#: Entries as a forger might write them after the last line of a save, and the fault; empty if there is none.
FORGED = [
    (["r", [1, 2], "hit"], ""), (["r", [1.0], "hit"], NO_ENTRY), (["r", [True], "hit"], NO_ENTRY),
    (["r", "12", "hit"], NO_ENTRY), (["r", [10**30], "hit"], ""), (["r", [1], 3], NO_ENTRY), (["r", [1]], NO_ENTRY),
    (["r", [1], "hit", 0], NO_ENTRY), (["c", "yes"], ""), (["c"], NO_ENTRY), (["c", {"a": [1]}], ""), (["undo", 1], ""),
    (["undo", 0], "undoes 0 answers"), (["undo", -1], "undoes -1 answers"), (["undo", True], NO_ENTRY),
    (["undo", 10**6], "there are only"), (["at", "a/b", "hash", "packed"], ""), (["at", "a/b", "hash"], NO_ENTRY),
    (["at", "a/b", "hash", "packed", "none"], NO_ENTRY), (["at", "a/b", "hash", "packed", "none", "air"], NO_ENTRY),
    (["at", 1, "hash", "x"], NO_ENTRY), (["at", "a/b", "hash", "packed", "none", "air", "more"], NO_ENTRY),
    (["over", "hash"], ""), (["over", ""], ""), (["over", 7], NO_ENTRY), (["over"], NO_ENTRY),
    (["note", "a", None], ""), (["note", 1, None], NO_ENTRY), (["tables", "digest", "program"], ""),
    (["tables", "digest"], NO_ENTRY),
    (["format", 2], NO_ENTRY), (["branch", "b", 1], ""), (["branch", "main", 1], "cannot create branch 'main'"),
    (["branch", "b", -1], "a branch starts at answer -1"), (["branch", "b", 10**6], "there are only"),
    (["branch", 1, 1], NO_ENTRY), (["switch", "main"], ""), (["switch", "b"], "no branch 'b'"),
    (["switch", 1], NO_ENTRY), (["drop", "main"], "cannot be deleted"), (["drop", "b"], "cannot be deleted"),
    (["game", {}], NO_ENTRY), (["x"], NO_ENTRY), ([[]], NO_ENTRY), ([None], NO_ENTRY),
]  # fmt: skip


def sealed(contents: list) -> bytes:
    """Entries as the lines of a save, with correct checksums."""
    data, crc = b"", 0
    for content in contents:
        line, crc = seal(content, crc)
        data += line
    return data


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> bytes:
    """A finished game's save with an undone answer and a note."""
    path = tmp_path_factory.mktemp("summary") / "a.picket"
    game = saved(path, scenario=6, seed=3, answers=40)
    game = resume(path, TABLES)
    game.undo()
    game.save_file.write_note("key", {"value": [1, None]})
    play(game, RandomCaptain(3))
    game.save_file.close()
    return path.read_bytes()


def contents_of(data: bytes) -> list:
    """The entries of a save."""
    return [msgspec.json.decode(line)[:-1] for line in data.splitlines()]


def test_undoing_an_answer_also_undoes_its_step_and_the_end(data):
    assert b'["undo",' in data
    record = parse(data, "save")
    assert record.over
    back = len(record.answers) - 20
    undone = parse(sealed([*contents_of(data), ["undo", back]]), "save")
    assert (undone.over, len(undone.answers)) == ("", 20)
    assert undone.label == [point.label for point in record.snapshots if point.answers <= 20][-1]


def test_every_truncation_and_many_changed_bytes_are_detected(data):
    chance = random.Random(1)
    for length in range(data.find(b"\n") + 1, len(data), 7):
        assert parse(data[:length], "save").torn is not data[:length].endswith(b"\n")
    for _ in range(1500):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= chance.randrange(1, 256)
        assert parse_prefix(bytes(changed))[1]


def test_a_checksum_in_capitals_or_with_spaces_is_rejected(data):
    lines = data.splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line[-11:-3] != line[-11:-3].upper())
    for change in (bytes.upper, lambda mark: mark[:-1] + b" ", lambda mark: b""):
        end = lines[place][-3:]
        changed = [*lines[:place], lines[place][:-11] + change(lines[place][-11:-3]) + end, *lines[place + 1 :]]
        assert f"line {place + 1}: damaged" in parse_prefix(b"".join(changed))[1]


def test_an_entry_is_read_or_refused_with_its_line(data):
    contents, answers = contents_of(data), len(parse(data, "save").answers)
    for content, fault in FORGED:
        record, found, lines = parse_prefix(sealed([*contents, content]))
        assert (lines, bool(found)) == (len(contents) + (not fault), bool(fault)), content
        assert re.search(f"^line {len(contents) + 1}: .*{re.escape(fault)}" if fault else "^$", found), content
        more = 0 if fault else {"r": 1, "c": 1, "undo": -1}.get(content[0], 0)
        assert len(record.branches["main"].answers) == answers + more, content
        assert parse_prefix(sealed([content, *contents]))[1].startswith("line 1: ")
        for place in (1, 5):
            parse_prefix(sealed([*contents[:place], content, *contents[place:]]))


def test_missing_repeated_and_broken_lines_are_detected(data):
    chance, lines = random.Random(2), data.splitlines(keepends=True)
    for _ in range(60):
        first, second = sorted(chance.sample(range(len(lines)), 2))
        for changed in (lines[:first] + lines[second:], lines[:second] + lines[first:]):
            assert parse_prefix(b"".join(changed))[1]
    for broken in (b"\n", b" ", b"\0", b'["c",1]\n', b"[]\n"):
        for place in (0, data.find(b"\n") + 1):
            assert parse_prefix(data[:place] + broken + data[place:])[1]
    assert parse_prefix(b"") == (None, "the file is empty", 0)


def test_a_save_with_several_branches_is_listed_with_the_one_played_last(tmp_path, home):
    path = home / "a.picket"
    saved(path, scenario=6, seed=3, answers=30)
    new_branch(path, 10, "other").save_file.close()
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


def test_a_save_of_only_its_header_has_no_label(data):
    record = parse(sealed(contents_of(data)[:1]), "save")
    assert (record.label, record.answers, record.over) == ("", [], "")


def test_a_line_with_a_valid_checksum_that_is_no_entry_is_refused():
    for body in (b"[1,", b"[{"):
        with pytest.raises(SaveError, match=r"^not a valid save entry$"):
            unseal(body + b',"%08x"]' % zlib.crc32(body), 0)


def test_a_long_save_read_line_by_line_is_the_same(data, monkeypatch):
    read_at_once = parse(data, "save")
    monkeypatch.setattr(format, "_undamaged", lambda data, lines: None)
    assert parse(data, "save") == read_at_once


def test_a_save_of_the_largest_size_is_read_and_needs_no_repair(data, home, monkeypatch):
    path = home / "large.picket"
    path.write_bytes(data)
    for module in (format, index):
        monkeypatch.setattr(module, "LARGEST_FILE", len(data))
    assert parse(data, "save").over
    assert index.repair_save(path, TABLES) == "nothing to repair"
    monkeypatch.setattr(format, "LARGEST_FILE", len(data) - 1)
    with pytest.raises(SaveError, match="too large for a save"):
        parse(data, "save")


def test_a_time_out_of_range_is_the_first_or_the_last_date():
    def modified(changed):
        return index.SaveInfo(Path("a.picket"), None, "", 0, False, changed).modified

    assert modified(10**30) == datetime.datetime.max
    assert modified(-(10**30)) == datetime.datetime.min
    assert modified(86_400 * 10**9 * 365).year == 1971
