"""``play``, ``resume`` and ``service``: output for other programs, and errors in one line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from picket_duty.game import Game
from picket_duty.saves import service_record

RESULT = (
    "level seed outcome afloat on_station days phases waves planes destroyed flamed hits near_misses hull "
    "ships_sunk requests state_hash aid"
).split()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    return tmp_path


def run(*words: str, text: str = ""):
    return CliRunner().invoke(main, words, input=text, catch_exceptions=True)


def bad(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


@pytest.mark.parametrize("scenario", range(1, 9))
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_auto_prints_one_json_object(scenario, level):
    run_of_game = run(
        "play", "--scenario", str(scenario), "--level", level, "--seed", "3", "--auto", "doctrine", "--json"
    )
    assert run_of_game.exit_code == 0
    result = json.loads(run_of_game.stdout)
    assert list(result) == ["scenario", *RESULT]
    assert result["scenario"] == scenario
    assert result["outcome"] in ("us_win", "japanese_win")


@pytest.mark.parametrize(
    ("campaign", "more"),
    [
        ("mini", ["fighting_days"]),
        ("long-a", ["fighting_days", "stages", "stages_held"]),
        ("long-b", ["fighting_days"]),
    ],
)
def test_campaigns_run_automatically(campaign, more):
    result = json.loads(run("play", "--campaign", campaign, "--seed", "3", "--auto", "random", "--json").stdout)
    assert list(result) == ["campaign", *RESULT[:-3], *more, *RESULT[-3:]]
    assert result["outcome"] in ("us_win", "japanese_win", "draw")


def test_the_hash_depends_on_the_seed():
    hashes = [
        json.loads(run("play", "--scenario", "3", "--seed", seed, "--auto", "random", "--json").stdout)["state_hash"]
        for seed in ("1", "1", "2")
    ]
    assert hashes[0] == hashes[1] != hashes[2]


def test_events_contain_every_die_once_and_totals_add_up():
    result = run("play", "--scenario", "3", "--seed", "1", "--auto", "doctrine", "--events", "-")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    rolls = [event for event in events if event["event"] == "roll"]
    assert len(rolls) > 50
    for roll in rolls:
        assert all(set(modifier) == {"value", "why", "rule"} for modifier in roll["modifiers"])
        if "row" in roll:
            assert roll["dice"] == [roll["row"], roll["col"]]
            continue
        dice = roll["dice"]
        natural = dice[0] * 10 + dice[1] if roll["table"] == "A-1" else sum(dice)
        assert roll["total"] == natural + sum(modifier["value"] for modifier in roll["modifiers"])
    answered = len(rolls) + sum(event["event"] == "choice" for event in events)
    assert events[-1]["event"] == "outcome"
    assert events[-1]["requests"] == answered


def test_events_are_written_to_a_file(tmp_path):
    path = tmp_path / "events.jsonl"
    assert run("play", "--scenario", "6", "--seed", "1", "--auto", "random", "--events", str(path)).exit_code == 0
    assert json.loads(path.read_text().splitlines()[-1])["event"] == "outcome"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--scenario", "9"], "unknown scenario '9'; scenarios: 1 anthony"),
        (["--scenario", "1", "--campaign", "mini"], "choose a scenario, a campaign or a patrol"),
        (["--campaign", "short"], "unknown campaign 'short'; campaigns: mini, long-a, long-b"),
        (["--scenario", "1", "--level", "expert"], "unknown level 'expert'; levels: basic, advanced"),
        (["--scenario", "1", "--option", "radar"], "unknown option 'radar'; options: "),
        (["--scenario", "1", "--option", "dunlap-1941"], "does not apply to scenario 1"),
        (["--campaign", "mini", "--option", "anthony-full-day"], "belongs to a scenario"),
        (["--patrol", "1945-03-23"], "choose a date from 1945-03-24 to 1945-06-25"),
        (["--patrol", "April 1"], "is not a valid date (use YYYY-MM-DD)"),
        (["--patrol", "1945-04-01", "--days", "0"], "a patrol lasts at least 1 day"),
        (["--patrol", "1945-04-01", "--station", "17"], "stations: 1 to 16"),
        (["--campaign", "mini", "--start", "1945-04-01"], "only long-a lets you choose the first day"),
        (["--scenario", "1", "--dice", "loaded"], "unknown dice 'loaded'; dice: computer, own, mine"),
        (["--scenario", "1", "--auto", "admiral"], "unknown captain 'admiral'"),
        (["--scenario", "1", "--undo", "never"], "unknown undo rule 'never'; rules: free, dice"),
        (["--scenario", "1", "--officer", "cook=Ed"], "unknown post 'cook'; posts: captain"),
        (["--scenario", "1", "--officer", "captain"], "write POST=NAME"),
        (["--scenario", "1", "--ship", "\n"], "must have 1 to 40 printable characters"),
    ],
)
def test_an_error_names_the_fault_and_the_remedy(words, says):
    extra = [] if "--auto" in words else ["--auto", "random"]
    assert says in bad("play", *words, *extra)


def test_json_and_events_need_auto():
    assert "--events and --json can only be used with --auto" in bad("play", "--scenario", "1", "--json")


def test_without_a_terminal_plain_mode_is_suggested():
    assert "--plain" in bad("play", "--scenario", "1")
    assert "--plain" in bad()


@pytest.mark.slow
def test_a_game_in_plain_mode_can_be_resumed_to_its_end(home):
    left = run("play", "--scenario", "3", "--seed", "5", "--plain", text="auto\nauto\n")
    assert left.exit_code == 0
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in left.stderr
    assert len(list((home / "saves").iterdir())) == 1
    ended = run("resume", "--plain", text="auto\n" * 300)
    assert "Historical outcome: " in ended.stdout
    assert "no unfinished game" in bad("resume", "--plain")
    entries = service_record.read_service()
    assert [(entry.kind, entry.name) for entry in entries] == [("scenario", "3")]
    assert "1 game, " in run("service").stdout
    assert json.loads(run("service", "--json").stdout)["totals"]["games"] == 1


def test_a_save_is_never_overwritten(tmp_path):
    path = tmp_path / "mine.picket"
    path.write_text("a letter home")
    assert "already exists" in bad("play", "--scenario", "3", "--plain", "--save", str(path))
    assert path.read_text() == "a letter home"


def test_players_can_name_officers_and_ship():
    result = run(
        "play", "--patrol", "1945-04-06", "--days", "1", "--seed", "2", "--ship", "USS Hope",
        "--officer", "captain=Cdr. Ann Hale", "--auto", "doctrine", "--events", "-",
    )  # fmt: skip
    assert '"name":"Cdr. Ann Hale"' in result.stdout


def test_an_empty_service_record_says_so():
    assert "No finished games yet." in run("service").stdout


@pytest.mark.parametrize(("words", "asked"), [((), False), (("--ask", "all"), True)])
def test_routine_decisions_are_asked_only_with_ask_all(words, asked):
    result = run("play", "--scenario", "3", "--seed", "9", "--plain", *words)
    assert ("Try an emergency maneuver?" in result.stdout) is asked


def aid_of_game(*words: str) -> str:
    """The aid of a new game with a player, as stored in its save."""
    result = run("play", "--scenario", "6", "--seed", "7", "--plain", *words, text="quit\n")
    assert result.exit_code == 0, result.output
    path = result.stderr.splitlines()[0].removeprefix("Saving to ")
    return Game.load(path).aid


@pytest.mark.slow
def test_a_game_with_a_player_starts_with_the_aid_of_the_settings(home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    assert aid_of_game() == "commanded"
    (home / "config.toml").write_text('aid = "unaided"\n[keys]\n"plan.suggest" = "g"\n')
    assert aid_of_game() == "unaided"
    assert aid_of_game("--aid", "commanded") == "commanded"
    auto = run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--json")
    assert json.loads(auto.stdout)["aid"] == "commanded", "a game without a player has no settings"
    (home / "config.toml").write_text('aid = "none"\n')
    assert aid_of_game("--aid", "unaided") == "unaided"


@pytest.mark.slow
def test_the_aid_advised_of_older_versions_is_played_as_commanded(home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    (home / "config.toml").write_text('aid = "advised"\nstaff = "off"\n')
    assert aid_of_game() == aid_of_game("--aid", "advised") == "commanded"
    (home / "config.toml").unlink()
    monkeypatch.setenv("PICKET_DUTY_AID", "advised")
    monkeypatch.setenv("PICKET_DUTY_STAFF", "off")
    assert aid_of_game() == "commanded"
    auto = run("play", "--scenario", "6", "--seed", "7", "--aid", "advised", "--auto", "doctrine", "--json")
    assert json.loads(auto.stdout)["aid"] == "commanded"


def test_faulty_settings_are_reported_and_the_game_starts(home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    (home / "config.toml").write_text('aid = "none"\n')
    result = run("play", "--scenario", "6", "--seed", "7", "--plain", text="quit\n")
    assert result.exit_code == 0
    assert "aid" in result.stderr.splitlines()[0]


def test_help_says_what_the_aid_is_by_default():
    words = " ".join(run("play", "--help").output.split())
    assert "Default: the level in your settings." in words
