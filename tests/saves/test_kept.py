"""Saves, cards and replay codes of earlier versions (``kept``) are the same games today.

``tools/keep_saves.py`` made them by playing those versions. ``games.json`` has what the version
itself made of each.
"""

import hashlib
import json
import shutil
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.book.data import FormerTables
from picket_duty.book.tables import Tables
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.commands.main import main
from picket_duty.events import as_dict
from picket_duty.game import Game
from picket_duty.rules.records import last_day
from picket_duty.saves import SaveError, read_record, verify
from picket_duty.saves.replay_code import CodeError, read_code, split_code
from picket_duty.setup import UNDO_DICE
from picket_duty.state import label_of
from tests.games import TABLES
from tests.saves.games import other_tables, play, saved

#: The words in an event, which may change.
WORDS = "why"
#: Fields of events that versions lacked.
LACKED = {
    "0.1.0": {"lost_weapon", "fighting_days"},
    "0.2.0": {"lost_weapon", "fighting_days"},
    "1.0.0": {"lost_weapon"},
    "1.0.0-unreleased": set(),
}
#: Versions in which the outcome had the phase of the day after the calendar that ended the game.
LATE_OUTCOME = {"0.1.0", "0.2.0", "1.0.0", "1.0.0-unreleased"}
KEPT = Path(__file__).with_name("kept")
VERSIONS = sorted(folder.name for folder in KEPT.iterdir())
#: The campaigns whose rules have changed since these versions.
CHANGED = ("long-a", "long-b")
LISTED = [
    (folder, entry)
    for folder in map(KEPT.joinpath, VERSIONS)
    for entry in json.loads((folder / "games.json").read_text(encoding="utf-8"))
]
GAMES = [(folder, entry) for folder, entry in LISTED if entry["name"] not in CHANGED]
REFUSED = [(folder, entry) for folder, entry in LISTED if entry["name"] in CHANGED]
FINISHED = [(folder, entry) for folder, entry in GAMES if entry["outcome"] is not None]


def name_of(game):
    return f"{game[0].name}-{game[1]['name']}"


@pytest.fixture(params=GAMES, ids=name_of)
def kept(request, tmp_path):
    """A copy of a kept save, what its version made of it, and the version."""
    folder, entry = request.param
    return Path(shutil.copy(folder / f"{entry['name']}.picket", tmp_path)), entry, folder.name


def events_hash(game, version):
    """The hash of a game's events as ``tools/keep_saves.py`` computes it, as they were in a version
    and without fields that it lacked.
    """
    left_out = {WORDS, *LACKED[version]}
    told = [as_dict(event) for event in game.events]
    if version in LATE_OUTCOME and game.over and game.state.date > last_day(game.state, TABLES):
        told[-1]["phase"] = label_of(game.state.date, 0)

    def lasting(value):
        if isinstance(value, dict):
            return {name: lasting(value[name]) for name in sorted(value) if name not in left_out}
        return [lasting(item) for item in value] if isinstance(value, list) else value

    return hashlib.sha256(json.dumps([lasting(event) for event in told]).encode()).hexdigest()[:16]


def test_every_save_of_a_version_is_listed_and_says_its_version():
    assert set(LACKED) == set(VERSIONS)
    for folder in map(KEPT.joinpath, VERSIONS):
        listed = {entry["name"] for kept, entry in LISTED if kept == folder}
        assert {path.stem for path in folder.glob("*.picket")} == listed
    for folder, entry in LISTED:
        first = (folder / f"{entry['name']}.picket").read_text(encoding="utf-8").splitlines()[0]
        assert f'"program":"{entry["version"]}"' in first


def test_a_kept_save_has_the_same_state_and_events_and_is_played_on(kept):
    """The last answer of a finished game is undone before, unless dice cannot be undone."""
    path, entry, version = kept
    game = Game.load(path, TABLES)
    assert (game.requests, game.state_hash) == (entry["answers"], entry["state_hash"])
    assert (game.summary()["outcome"] if game.over else None) == entry["outcome"]
    assert events_hash(game, version) == entry["events_hash"], (
        f"Events of {path.stem} differ. If a field is new, add it to LACKED."
    )
    game.save_file.close()
    game = saves.resume(path, TABLES, whole=True)
    assert (game.requests, game.state_hash) == (entry["answers"], entry["state_hash"])
    if game.over and game.state.setup.undo != UNDO_DICE:
        game.undo()
    play(game, RandomCaptain(1), 20)
    game.save_file.close()
    again = saves.load_whole(path, TABLES)
    assert (again.state_hash, again.requests) == (game.state_hash, game.requests)


@pytest.mark.slow
def test_a_kept_save_is_verified_without_differences(kept):
    path, _, _ = kept
    result = CliRunner().invoke(main, ["replay", "--verify", str(path)])
    assert (result.exit_code, "no differences found" in result.stdout) == (0, True), result.output


@pytest.mark.parametrize("game", FINISHED, ids=name_of)
def test_a_kept_card_and_its_code_are_the_same_game(game):
    folder, entry = game
    card = (folder / f"{entry['name']}.card.txt").read_text(encoding="utf-8")
    if entry["code"] is None:
        with pytest.raises(CodeError, match="no replay code found"):
            split_code(card)
        return
    result = CliRunner().invoke(main, ["watch", "--check", "-", "--json"], input=card)
    assert result.exit_code == 0, result.output
    checked = json.loads(result.stdout)
    assert (checked["state_hash"], checked["outcome"]) == (entry["state_hash"], entry["outcome"])
    assert split_code(card)[1] == split_code(entry["code"])[1]


@pytest.mark.parametrize("game", REFUSED, ids=name_of)
def test_a_save_and_a_code_from_before_the_rules_changed_are_refused_in_one_line(game, tmp_path):
    folder, entry = game
    save = Path(shutil.copy(folder / f"{entry['name']}.picket", tmp_path))
    before = save.read_bytes()
    commands = (
        ["resume", str(save), "--plain"],
        ["replay", "--verify", str(save)],
        ["watch", "--check", entry["code"]],
    )
    for command in commands:
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert "changed since" in result.stderr
    assert save.read_bytes() == before


def test_a_save_with_an_option_that_no_longer_exists_is_refused_in_one_line(path, tmp_path):
    old = load_tables(other_tables(tmp_path, "options.toml", "spoiled-aim", "one-repair-party"))
    game = Game.new(tables=old, scenario=6, seed=5, options=["one-repair-party"])
    saves.start_save(game, path=path)
    play(game, RandomCaptain(1), 20)
    game.save_file.close()
    before = path.read_bytes()
    for command in (["resume", str(path), "--plain"], ["replay", "--verify", str(path)]):
        result = CliRunner().invoke(main, command)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert "option 'one-repair-party' no longer exists" in result.stderr
    assert path.read_bytes() == before


#: Codes made by an earlier edition, with the game they describe.
CODES = json.loads(Path(__file__).with_name("former_codes.json").read_text(encoding="utf-8"))


def test_a_code_of_an_earlier_edition_is_the_same_game():
    for entry in CODES:
        if entry.get("refused"):
            with pytest.raises(CodeError, match=entry["refused"]):
                read_code(entry["code"], TABLES)
            continue
        game = read_code(entry["code"], TABLES).game
        assert (game.state_hash, game.summary()["outcome"]) == (
            entry["state_hash"],
            entry["outcome"],
        ), entry["code"]


def next_edition(*changed):
    """Tables with another digest that list the present ones as a former edition."""
    tables = Tables()
    tables.__dict__["digest"] = "0" * 16
    tables.__dict__["former"] = {TABLES.digest: FormerTables(TABLES.digest, changed)}
    return tables


@pytest.mark.parametrize("setup", [{"scenario": 6}, {"campaign": "mini", "level": "advanced"}])
def test_a_save_of_an_earlier_edition_is_resumed_at_the_same_request(path, setup):
    game = saved(path, seed=5, answers=150, **setup)
    again = saves.resume(path, next_edition("long-a"))
    assert (again.state_hash, again.requests) == (game.state_hash, game.requests)
    again.save_file.close()


def verified(path, tables):
    verify(read_record(path), tables, "a")


@pytest.mark.parametrize(
    "opened",
    [
        saves.resume,
        partial(saves.resume, from_snapshot=True),
        saves.load_whole,
        saves.repair_save,
        verified,
    ],
    ids=["resume", "resume from the snapshot", "load whole", "repair", "verify"],
)
def test_a_save_of_a_campaign_whose_rules_changed_is_refused_and_left_as_it_is(path, opened):
    saved(path, campaign="long-b", seed=5, answers=60)
    before = path.read_bytes()
    with pytest.raises(
        SaveError, match="the rules of 'The Long Campaign: Every Day' have changed since this game"
    ):
        opened(path, tables=next_edition("long-a", "long-b"))
    assert path.read_bytes() == before


def test_modified_tables_have_no_former_editions(tmp_path):
    layer = Tables(
        other_tables(tmp_path, "house/numbers.toml", "ammunition = 10", "ammunition = 9")
    )
    assert not layer.former
    assert not any(layer.plays_as(digest) for digest in TABLES.former)
