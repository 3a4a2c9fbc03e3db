"""The service record: its sums, and its lines in full."""

import datetime
from unittest.mock import Mock

import msgspec
import pytest

from picket_duty import saves
from picket_duty.book import Tables
from picket_duty.book.check_tables import check
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.pages.formats import text_lines
from picket_duty.pages.service_pages import service_page
from picket_duty.saves import daily_watch as watches
from picket_duty.saves import service_record as record
from picket_duty.saves.daily_watch import (
    attempts_on,
    counted_save,
    start_or_resume,
    watch_choices,
    watch_setup,
)
from picket_duty.saves.save_file import SaveFile
from picket_duty.setup import SetupError
from tests.games import TABLES, new_game
from tests.saves.faulty import Faulty
from tests.saves.games import LOST, WON, other_tables, played
from tests.saves.games import play as play_on
from tests.text_table import table_of


def test_sums_begin_at_zero_and_count_every_game():
    assert record.totals([]) == record.Totals(
        games=0,
        won=0,
        drawn=0,
        lost=0,
        days=0,
        planes=0,
        destroyed=0,
        flamed=0,
        hits=0,
        ships_sunk=0,
        by_type={},
    )
    assert record.totals([LOST, WON]) == record.Totals(
        games=2,
        won=1,
        drawn=0,
        lost=1,
        days=3,
        planes=13,
        destroyed=6,
        flamed=2,
        hits=3,
        ships_sunk=1,
        by_type={"Val": 5, "Kate": 1},
    )


def test_a_campaign_of_stages_is_recorded_by_the_stages_held(home):
    game = new_game(campaign="long-a", level="basic", seed=2)
    play_out(game, captain_named("greedy", 1))
    record.record_game(game, "a")
    (entry,) = record.read_service()
    held = sum(stage["held"] for stage in game.summary()["stages"])
    assert (entry.stages, entry.stages_held, entry.outcome) == (5, held, "us_win")
    sums = record.totals([WON, entry])
    assert (sums.games, sums.won, sums.stages, sums.stages_held) == (2, 1, 5, held)


def test_the_record_is_begun_in_a_folder_that_does_not_exist_yet(tmp_path, monkeypatch):
    path = tmp_path / "home" / "picket" / "service.jsonl"
    monkeypatch.setenv("PICKET_DUTY_HOME", str(path.parent))
    record.append_line(b"first")
    record.append_line(b"second")
    assert path.read_bytes() == b"first\nsecond\n"
    path.write_bytes(b"torn by a full")
    record.append_line(b"third")
    assert path.read_bytes() == b"torn by a full\nthird\n"


def finished(save, policy="doctrine"):
    """A game of scenario 6, played to its end in a save of this name in the saves folder."""
    game = new_game(scenario=6, level="basic", seed=7)
    saves.start_save(game, save)
    play_out(game, captain_named(policy, 1))
    record.record_game(game, save)
    return game


def test_an_end_that_is_undone_is_unfinished_and_the_last_end_counts(home):
    game = finished("first")
    (before,) = record.read_service()
    game.undo(len(game.answers))
    assert record.read_service() == []
    play_out(game, captain_named("random", 4))
    record.record_game(game, "first")
    (after,) = record.read_service()
    assert (after.game, after.save) == (before.game, "first")
    assert (after.outcome, after.planes, after.hits) != (before.outcome, before.planes, before.hits)
    record.record_game(game, "first")
    assert record.read_service() == [after]


class FullAtTheEnd(Faulty):
    def write(self, data):
        if b'"over"' in data:
            raise OSError("the disk is full")
        return self.file.write(data)


def test_an_end_that_could_not_be_written_is_undone_too(home, monkeypatch):
    write_end = SaveFile.write_end

    def full(save_file, state_hash):
        FullAtTheEnd(save_file)
        write_end(save_file, state_hash)

    monkeypatch.setattr(SaveFile, "write_end", full)
    game = finished("first")
    assert "the disk is full" in game.save_file.doubt
    assert len(record.read_service()) == 1
    game.undo(1)
    assert record.read_service() == []


def test_an_end_undone_after_the_save_was_opened_again_or_renamed_is_unfinished(home):
    finished("first").save_file.close()
    saves.rename_save(saves.path_of("first"), "second")
    game = saves.resume(saves.path_of("second"), whole=True)
    game.undo(1)
    assert record.read_service() == []
    game.save_file.close()
    # The second undo of the same end does nothing.
    game = saves.resume(saves.path_of("second"), whole=True)
    game.undo(1)
    assert record.read_service() == []


def test_an_end_that_is_undone_in_a_copy_stays_in_the_record(home):
    finished("first").save_file.close()
    (entry,) = record.read_service()
    saves.copy_save(saves.path_of("first"), saves.path_of("copy"))
    game = saves.resume(saves.path_of("copy"), whole=True)
    game.undo(len(game.answers))
    play_out(game, captain_named("random", 4))
    record.record_game(game, "copy")
    assert record.read_service() == [entry]


def test_an_end_that_an_earlier_program_left_in_the_record_is_replaced(home):
    game = finished("first")
    (entry,) = record.read_service()
    stale = msgspec.structs.replace(
        entry, outcome="japanese_win" if entry.outcome == "us_win" else "us_win"
    )
    record.service_file().write_bytes(
        msgspec.json.encode(LOST) + b"\n" + msgspec.json.encode(stale) + b"\n"
    )
    record.record_game(game, "first")
    assert [other.outcome for other in record.read_service()] == [LOST.outcome, entry.outcome]


DATE = datetime.date(2026, 11, 20)
#: Games of version 1 of the rotation. They never change; another game on a date needs a new
#: version.
DIGEST_1 = "bf166d66"
GAMES_1 = dict(
    table_of("""
    1999-12-31 | ('scenario', '8', 'basic', 2, 1664025364)
    2024-01-01 | ('scenario', '5', 'basic', 15, 381573573)
    2024-02-29 | ('patrol', '1945-04-06', 'advanced', 12, 1691304939)
    2026-11-21 | ('patrol', '1945-04-15', 'advanced', 2, 462589610)
    2026-11-22 | ('campaign', 'mini', 'advanced', None, 780160195)
    2026-11-23 | ('scenario', '3', 'basic', 1, 1422376123)
    2027-06-15 | ('patrol', '1945-05-11', 'advanced', 5, 1229452520)
    """)
)


def test_watches_of_rotation_version_1_and_of_past_dates_never_change():
    assert TABLES.rotation.version == 1
    assert watches.rotation_digest(TABLES) == "a95836ec"
    assert DIGEST_1 in TABLES.rotation.former
    for date, chosen in GAMES_1.items():
        setup = watch_setup(datetime.date.fromisoformat(date), TABLES)
        assert (setup.kind, setup.name, setup.level, setup.station, setup.seed) == chosen
    rotation = TABLES.rotation
    days = (rotation.active_from - rotation.first).days
    choices = [
        watch_choices(rotation.first + datetime.timedelta(day), TABLES) for day in range(days)
    ]
    stations = [choice.station for choice in choices if choice.patrol is not None]
    turns = len(stations) // len(rotation.stations) + 1
    assert stations == list(rotation.stations * turns)[: len(stations)]


def test_every_day_has_a_watch_and_a_week_every_kind():
    days = [datetime.date(2025, 12, 1) + datetime.timedelta(day) for day in range(400)]
    setups = [watch_setup(day, TABLES) for day in days]
    assert {setup.kind for setup in setups[:7]} == {"scenario", "campaign", "patrol"}
    assert {int(setup.name) for setup in setups if setup.kind == "scenario"} == set(
        TABLES.rotation.scenarios
    )
    patrols = [setup for setup in setups if setup.kind == "patrol"]
    assert {patrol.station for patrol in patrols} == set(range(1, 17))
    assert {patrol.start for patrol in patrols} == set(TABLES.rotation.patrols)
    assert {patrol.level for patrol in patrols} == {"basic", "advanced"}
    assert len({setup.seed for setup in setups}) == len(setups)
    assert all(setup.undo == "dice" and setup.dice == "computer" for setup in setups)
    for day in (datetime.date.min, datetime.date.max, watches.today()):
        assert watch_setup(day, TABLES).seed == watch_choices(day, TABLES).seed
    for words in ["", "yesterday", "2026-13-01", "20.11.2026"]:
        with pytest.raises(SetupError, match=r"is not a valid date \(use YYYY-MM-DD\)"):
            watches.date_of(words)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    table_of(r"""
        '"mini"' | '"maxi"' | unknown campaign 'maxi'; known: long-a, long-b, mini
        scenarios = [5 | scenarios = [9 | unknown scenario 9; known: 1, 2, 3, 4, 5, 6, 7, 8
        '"1945-04-06"' | '"1945-07-06"' | patrols 1945-07-06 is outside the calendar (1945-03-24 to 1945-06-25)
        days = 2 | days = 0 | days 0 is not a number from 1 to 99
        campaigns = ["mini"] | campaigns = [] | no campaigns
        'patrols = [\n  "1945-04-06"' | 'patrols = [\n  "1945-03-24"' |
            patrols starting 1945-03-24: chart 2-2 has no station active on all 2 days
        """),
)
def test_a_rotation_with_an_unknown_game_is_a_table_fault(tmp_path, before, after, fault):
    assert f"watch.toml: {fault}" in check(other_tables(tmp_path, "watch.toml", before, after))


def test_a_changed_rotation_leaves_saves_as_they_are(tmp_path):
    other = Tables(other_tables(tmp_path, "watch.toml", "days = 2", "days = 3"))
    assert other.digest == TABLES.digest
    assert watches.rotation_digest(other) != watches.rotation_digest(TABLES)


def test_the_first_attempt_counts_from_its_first_request_and_is_continued(home):
    assert (watches.unfinished_save(DATE), counted_save(DATE), attempts_on(DATE)) == (
        None,
        None,
        [],
    )
    game, number = start_or_resume(DATE, TABLES)
    path = game.save_file.path
    assert (number, path.stem) == (1, "watch-2026-11-20")
    assert record.attempt_of(saves.read_record(path).notes) == (DATE, 1)
    play_on(game, RandomCaptain(1), answers=8)
    game.save_file.close()
    assert watches.unfinished_save(DATE) == path
    again, number = start_or_resume(DATE, TABLES)
    assert (number, again.state_hash, again.requests) == (1, game.state_hash, 8)
    assert len(attempts_on(DATE)) == 1
    again.save_file.close()
    path.unlink()
    assert start_or_resume(DATE, TABLES)[1] == 2


def test_only_the_first_attempt_enters_the_service_record(home):
    for number in (1, 2, 3):
        game, which = start_or_resume(DATE, TABLES)
        assert which == number
        play_on(game, RandomCaptain(1))
        game.save_file.close()
        record.record_game(game, game.save_file.path.stem)
    assert counted_save(DATE).stem == "watch-2026-11-20"
    names = [attempt.save.removeprefix("watch-2026-11-20") for attempt in attempts_on(DATE)]
    assert names == ["", "-try-2", "-try-3"]
    (entry,) = record.read_service()
    assert (entry.watch, entry.save) == ("2026-11-20", "watch-2026-11-20")
    assert any(
        "watch of 2026-11-20" in line for line in text_lines(service_page([entry], TABLES), 120)
    )


def test_an_abandoned_or_unfinished_first_attempt_is_not_replaced_by_the_second(home):
    first, _ = start_or_resume(DATE, TABLES)
    first.save_file.close()
    aside = first.save_file.path.rename(first.save_file.path.with_suffix(".aside"))
    second, number = start_or_resume(DATE, TABLES)
    assert number == 2
    play_on(second, RandomCaptain(1))
    second.save_file.close()
    record.record_game(second, "second")
    assert record.read_service() == []
    aside.rename(first.save_file.path)
    assert counted_save(DATE) is None


def test_an_existing_save_of_that_name_is_not_changed(home):
    other = new_game(scenario=6, seed=1)
    saves.start_save(other, "watch-2026-11-20")
    before = other.save_file.path.read_bytes()
    game, number = start_or_resume(DATE, TABLES)
    assert number == 1
    assert game.save_file.path.stem == "watch-2026-11-20-again"
    assert other.save_file.path.read_bytes() == before
    assert attempts_on(DATE)[0].save == game.save_file.path.stem


def test_no_attempt_begins_if_it_cannot_be_recorded(home, monkeypatch):
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("picket_duty.saves.daily_watch.append_line", full)
    with pytest.raises(
        saves.SaveError, match="the attempt could not be added to the service record"
    ):
        start_or_resume(DATE, TABLES)
    assert attempts_on(DATE) == []
    assert list(home.iterdir()) == []


def test_an_attempt_is_recorded_with_its_game_and_other_notes_are_ignored(home, tmp_path):
    game = played(scenario=6, seed=1, answers=3)
    saves.start_save(game, path=tmp_path / "a.picket")
    assert watches.record_attempt(game, DATE) == 1
    game.save_file.close()
    assert saves.load_whole(tmp_path / "a.picket", TABLES).requests == 3
    for note in [None, 5, [], ["x", 1], ["2026-11-20"], ["2026-11-20", "1"], {"a": 1}]:
        assert record.attempt_of({record.WATCH: note}) is None


def test_from_the_new_rotation_on_a_patrol_goes_to_an_active_station_chart_2_2():
    first = TABLES.rotation.active_from
    pairs = set()
    for day in range(2000):
        chosen = watch_choices(first + datetime.timedelta(day), TABLES)
        if chosen.patrol is None:
            continue
        for more in range(chosen.days):
            entry = TABLES["2-2"].entry(chosen.patrol + datetime.timedelta(more))
            assert chosen.station in entry["stations"]
        pairs.add((chosen.patrol, chosen.station))
    assert {patrol for patrol, _ in pairs} == set(TABLES.rotation.patrols)
    assert len(pairs) > 3 * len(TABLES.rotation.patrols)
