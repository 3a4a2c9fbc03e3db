"""``play``, ``resume``, ``watch``, ``card`` and ``service``: output for other programs, and errors
in one line.
"""

import datetime
import json
import subprocess
import sys
from shutil import which

import pytest

from picket_duty.analysis import win_analysis, win_probability
from picket_duty.commands import COMPLETION_VARIABLE, SHELLS
from picket_duty.commands.document_commands import SHEETS
from picket_duty.game import Game
from picket_duty.pages import printed_forms as report
from picket_duty.saves import daily_watch as watches
from picket_duty.saves import service_record
from tests.command_line import completed
from tests.games import TABLES
from tests.saves.games import saved
from tests.text_table import cases, table_of, texts_of

RESULT = (
    "level seed outcome afloat on_station days phases waves planes destroyed flamed hits "
    "near_misses hull "
    "ships_sunk requests state_hash aid"
).split()


def bad(run, *words):
    """The one line that a command prints about bad input."""
    result = run(*words)
    assert (result.status, len(result.err.splitlines())) == (2, 1)
    assert result.out == ""
    return result.err


def test_the_result_of_a_campaign_of_stages_begins_with_the_stages_held(run):
    words = ("play", "--campaign", "long-a", "--seed", "3", "--auto", "random")
    data = json.loads(run(*words, "--json").out)
    first, *lines = run(*words).out.splitlines()
    assert first == f"Stages held: {data['stages_held']} of 5"
    for number, stage in enumerate(data["stages"], 1):
        held = "held" if stage["held"] else "lost"
        words = f"{held} by {stage['ships'][0]}" if stage["ships"] else "not played"
        assert lines[number - 1].startswith(f"Stage {number}: {words}")
    assert not [line for line in lines if "[" in line or "stages" in line]
    assert f"outcome      {data['outcome']}" in lines


def test_auto_prints_one_json_object(run):
    for scenario in range(1, 9):
        level = ("basic", "advanced")[scenario % 2]
        command = (
            "play",
            "--scenario",
            scenario,
            "--level",
            level,
            "--seed",
            3,
            "--auto",
            "doctrine",
            "--json",
        )
        result = json.loads(run(*command).out)
        assert list(result) == ["scenario", *RESULT]
        assert (result["scenario"], result["level"]) == (scenario, level)
        assert result["outcome"] in ("us_win", "japanese_win")
    stages = ["stages", "stages_held"]
    for campaign, more in [("mini", []), ("long-a", stages), ("long-b", [])]:
        result = json.loads(
            run("play", "--campaign", campaign, "--seed", "3", "--auto", "random", "--json").out
        )
        assert list(result) == ["campaign", *RESULT[:-3], "fighting_days", *more, *RESULT[-3:]]
        assert result["outcome"] in ("us_win", "japanese_win", "draw")


def test_events_contain_every_die_once_and_totals_add_up(run, home):
    path = home / "events.jsonl"
    words = ("play", "--scenario", "3", "--seed", "1", "--auto", "doctrine", "--events")
    assert "state_hash" in run(*words, path).out
    assert run(*words, "-").out == path.read_text()
    events = [json.loads(line) for line in path.read_text().splitlines()]
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


def test_an_error_names_the_fault_and_the_remedy(run):
    for words, says in table_of("""
        ['--scenario', '9']                             | unknown scenario '9'; scenarios: 1 anthony
        ['--scenario', '1', '--campaign', 'mini']       | choose a scenario, a campaign or a patrol
        ['--patrol', 'April 1']                         | is not a valid date (use YYYY-MM-DD)
        ['--campaign', 'mini', '--start', '1945-04-01'] | only long-a lets you choose the first day
        ['--scenario', '1', '--auto', 'admiral']        | unknown captain 'admiral'
        ['--scenario', '1', '--json']                   | --events and --json can only be used with --auto
        ['--scenario', '1', '--officer', 'captain']     | write POST=NAME
        """):
        extra = [] if {"--auto", "--json"} & set(words) else ["--auto", "random"]
        assert says in bad(run, "play", *words, *extra)


@pytest.mark.slow
def test_a_game_in_plain_mode_can_be_resumed_to_its_end(run, home):
    left = run("play", "--scenario", "3", "--seed", "5", "--plain", input="auto\nauto\n")
    assert left.status == 0
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in left.err
    assert len(list(home.iterdir())) == 1
    ended = run("resume", "--plain", input="auto\n" * 300)
    assert "Historical outcome: " in ended.out
    assert "no unfinished game" in bad(run, "resume", "--plain")
    entries = service_record.read_service()
    assert [(entry.kind, entry.name) for entry in entries] == [("scenario", "3")]
    assert "1 game, " in run("service").out
    assert json.loads(run("service", "--json").out)["totals"]["games"] == 1


def test_resume_without_a_name_says_which_of_several_games_it_resumes(run, home):
    for seed in ("5", "6"):
        run("play", "--scenario", "6", "--seed", seed, "--plain", input="quit\n")
        told = run("resume", "--plain", input="quit\n").err
        assert ("To list your other games, run 'picket-duty saves'" in told) is (seed == "6")
        names = [path.stem for path in home.iterdir()]
        assert any(f"Resuming {name}." in told for name in names) is (seed == "6")


def test_a_save_is_never_overwritten(run, tmp_path):
    path = tmp_path / "mine.picket"
    path.write_text("a letter home")
    assert "already exists" in bad(run, "play", "--scenario", "3", "--plain", "--save", str(path))
    assert path.read_text() == "a letter home"


def test_ship_officers_and_routine_decisions_are_as_the_options_say(run):
    patrol = ("--patrol", "1945-04-06", "--days", "1", "--seed", "2", "--ship", "USS Hope")
    result = run(
        "play", *patrol, "--officer", "captain=Cdr. Ann Hale", "--auto", "doctrine", "--events", "-"
    )
    assert '"name":"Cdr. Ann Hale"' in result.out
    for words, asked in [((), False), (("--ask", "all"), True)]:
        result = run("play", "--scenario", "3", "--seed", "9", "--plain", *words)
        assert ("Try an emergency maneuver?" in result.out) is asked


def aid_of_game(run, *words):
    result = run("play", "--scenario", "6", "--seed", "7", "--plain", *words, input="quit\n")
    assert result.status == 0
    path = result.err.splitlines()[0].removeprefix("Saving to ")
    return Game.load(path).aid


@pytest.mark.slow
def test_a_game_with_a_player_starts_with_the_aid_of_the_settings(run, home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    assert aid_of_game(run) == "commanded"
    (home / "config.toml").write_text('aid = "unaided"\n[keys]\n"plan.suggest" = "g"\n')
    assert aid_of_game(run) == "unaided"
    assert aid_of_game(run, "--aid", "commanded") == "commanded"
    auto = run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--json")
    assert json.loads(auto.out)["aid"] == "commanded", "a game without a player has no settings"
    (home / "config.toml").write_text('aid = "none"\n')
    assert aid_of_game(run, "--aid", "unaided") == "unaided"


@pytest.mark.slow
def test_the_aid_advised_of_older_versions_is_played_as_commanded(run, home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    (home / "config.toml").write_text('aid = "advised"\nstaff = "off"\n')
    assert aid_of_game(run) == aid_of_game(run, "--aid", "advised") == "commanded"
    (home / "config.toml").unlink()
    monkeypatch.setenv("PICKET_DUTY_AID", "advised")
    monkeypatch.setenv("PICKET_DUTY_STAFF", "off")
    assert aid_of_game(run) == "commanded"
    auto = run(
        "play", "--scenario", "6", "--seed", "7", "--aid", "advised", "--auto", "doctrine", "--json"
    )
    assert json.loads(auto.out)["aid"] == "commanded"


def test_faulty_settings_are_reported_and_the_game_starts(run, home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(home / "config.toml"))
    (home / "config.toml").write_text('aid = "none"\n')
    result = run("play", "--scenario", "6", "--seed", "7", "--plain", input="quit\n")
    assert result.status == 0
    assert "aid" in result.err.splitlines()[0]


def test_blank_sheets_of_each_class_as_svg_but_never_over_a_save(run, tmp_path):
    assert SHEETS == report.KINDS
    for ship_class in ("fletcher", "la-prade", "dunlap"):
        folder = tmp_path / ship_class
        assert run("sheets", "--format", "svg", "--out", folder, "--class", ship_class).status == 0
        names = sorted(path.name for path in folder.iterdir())
        sheets = (
            "calendar",
            "damage-sheet",
            "gun-mounts",
            "secondary-compartment-hit-sheet",
            "ships-log",
        )
        assert names == [f"{sheet}-{ship_class}.svg" for sheet in sheets]
    path = tmp_path / "kimberly.pd"
    saved(path, scenario=6, seed=1)
    before = path.read_bytes()
    assert run("sheets", "--format", "svg", "--out", path).status == 2
    assert path.read_bytes() == before


@cases("""
    words                              | why
    ('--class', 'yacht')               | No class 'yacht'. Classes: dunlap, fletcher, la-prade.
    ('nothing', '--class', 'fletcher') | --class cannot be used with a save
    ('nothing',)                       | nothing
    ('--sheet', 'charts')              | charts
    """)
def test_invalid_options_are_refused(run, tmp_path, words, why):
    result = run("sheets", *words, "--format", "svg", "--out", tmp_path / "x")
    assert result.status == 2
    assert why in result.err


def test_a_pdf_has_all_sheets(run, tmp_path):
    pytest.importorskip("reportlab", reason="the extra 'paper' is not installed")
    file = tmp_path / "sheets.pdf"
    assert run("sheets", "--out", file).status == 0
    data = file.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == len(report.KINDS)
    run("sheets", "--out", file)
    assert file.read_bytes() == data


@pytest.mark.slow
def test_a_missing_extra_is_named(tmp_path):
    """The process cannot import reportlab, even if it is installed here."""
    script = (
        "import sys; sys.modules['reportlab'] = None; "
        f"sys.argv = ['picket-duty', 'sheets', '--out', {str(tmp_path / 'x.pdf')!r}]\n"
        "from picket_duty.commands.main import main; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert "pip install '.[paper]'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_page_and_the_sources_of_a_historical_day(run):
    for day in ("1945-04-06", "1945-04-16", "1945-05-11", "1945-05-28"):
        lines = run("history", day).out.splitlines()
        sources = [line for line in lines if line.startswith("  ")]
        assert sources
        assert not [source for source in sources if ".com" in source or ".org" in source]
    assert lines[-1] == 'picket-duty play --patrol 1945-05-28 --station 15 --ship "USS Drexler"'
    words = run(
        "play",
        "--patrol",
        "1945-04-06",
        "--days",
        "1",
        "--seed",
        "1",
        "--plain",
        input="auto\n" * 300,
    ).out
    text = " ".join(words.split())
    assert "This day off Okinawa: Apr 6, 1945" in text
    assert "p: play" not in text, "a key of the screen"
    assert "Sunk: USS Bush (station 1) and USS Colhoun (station 2)." in text


def test_a_day_as_json_is_one_object_and_its_patrol_can_be_played(run):
    data = json.loads(run("history", "1945-04-22", "--json").out)
    assert list(data) == ["date", "words", "raid", "ships", "notes", "stations", "play"], (
        "other tools rely on them"
    )
    assert data["play"] is None
    assert data["ships"][0]["sure"] is False
    assert len(json.loads(run("history", "--json").out)["days"]) == 94
    suggested = json.loads(run("history", "1945-05-28", "--json").out)["play"]
    words = [f"--{name}={value}" for name, value in suggested.items()]
    result = run("play", *words, "--days", "1", "--seed", "1", "--auto", "doctrine", "--json")
    assert json.loads(result.out)["patrol"] == "1945-05-28"
    for day, why in (
        ("1945-07-04", "is outside the battle"),
        ("may 4", "is not a valid date (use YYYY-MM-DD)"),
    ):
        assert why in bad(run, "history", day)


def test_commands_and_values_are_completed(monkeypatch, tmp_path):
    for words, first in table_of("""
        ('compl',)                    | ['completion']
        ('tables', 'show', '9-2/5')   | ['9-2/5in']
        ('tables', 'show', 'mane')    | ['maneuver']
        ('tables', 'roll', 'typ')     | ['typhoon']
        ('play', '--scenario', 'kim') | ['kimberly']
        ('play', '--campaign', '')    | ['mini', 'long-a', 'long-b']
        ('play', '--auto', 'd')       | ['doctrine']
        ('play', '--option', 'gun')   | ['gun-repair']
        ('manual', 'dam')             | ['damage']
        """):
        assert completed(*words) == first
    monkeypatch.setenv("PICKET_DUTY_TABLES", str(tmp_path / "nowhere"))
    assert completed("tables", "show", "9") == [], "the tables cannot be read"


#: Names with a control character, and names that a shell would run, split, expand or cut if they
#: were not quoted.
NAMES = [
    "k\x1b[31m",
    "$(touch PWN)",
    "`touch PWN`",
    "a|touch PWN",
    "a&touch PWN",
    "a>PWN",
    "a;touch PWN",
    "two words",
    "{a,b}",
    "it's",
    "back\\slash",
    "*",
    "a,b",
    "~",
    "~root",
]


def test_saves_are_completed_except_names_that_need_quotes(home):
    saved(home / "kim.picket", answers=1, scenario=6)
    for name in NAMES:
        (home / f"{name}.picket").write_bytes((home / "kim.picket").read_bytes())
    assert completed("log", "") == ["kim"]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_a_script(run, shell):
    result = run("completion", shell)
    assert result.status == 0
    assert COMPLETION_VARIABLE in result.out
    assert "picket-duty" in result.out
    if which(shell):
        done = subprocess.run([shell, "-n"], input=result.out, text=True, capture_output=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


DATE = "2026-11-20"
#: The keys of ``watch --json``, on which other tools rely, as on those of ``watch --check --json``.
WATCH_KEYS = ["date", "setup", "outcome", "state_hash", "code", "card"]


def test_a_watch_played_automatically_is_one_object_and_not_an_attempt(run, home):
    data = json.loads(run("watch", "--date", DATE, "--auto", "doctrine", "--json").out)
    assert list(data) == WATCH_KEYS
    assert data["date"] == DATE
    seed = watches.watch_setup(datetime.date.fromisoformat(DATE), TABLES).seed
    assert data["setup"] == {"scenario": 4, "level": "advanced", "seed": seed}
    assert data["card"][0] == "PICKET DUTY, the watch of 2026-11-20, played by the program"
    checked = json.loads(run("watch", "--check", data["code"], "--json").out)
    assert list(checked) == ["ok", "date", "outcome", "state_hash"]
    assert checked == {
        "ok": True,
        "date": DATE,
        "outcome": data["outcome"],
        "state_hash": data["state_hash"],
    }
    words = [f"--{name}={value}" for name, value in data["setup"].items()]
    again = json.loads(run("play", *words, "--undo", "dice", "--auto", "doctrine", "--json").out)
    assert again["state_hash"] == data["state_hash"], "the same dice"
    assert list(home.iterdir()) == []
    assert watches.attempts_on(datetime.date.fromisoformat(DATE)) == []


def test_the_default_date_is_today(run, monkeypatch):
    monkeypatch.setattr(watches, "today", lambda: datetime.date(2026, 11, 21))
    assert json.loads(run("watch", "--json").out)["date"] == "2026-11-21"


@pytest.mark.slow
def test_json_without_a_captain_shows_the_attempt_that_counts(run):
    before = json.loads(run("watch", "--date", DATE, "--json").out)
    assert list(before) == WATCH_KEYS
    assert (before["outcome"], before["code"], before["card"]) == (None, None, [])
    run("watch", "--date", DATE, "--plain", input="auto\n" * 300)
    after = json.loads(run("watch", "--date", DATE, "--json").out)
    assert after["outcome"] in ("us_win", "japanese_win")
    assert after["card"][0] == "PICKET DUTY, the watch of 2026-11-20"


@pytest.mark.slow
def test_a_watch_in_plain_mode_can_be_left_resumed_finished_and_repeated(run):
    left = run("watch", "--date", DATE, "--plain", input="auto\nquit\n")
    assert "This attempt counts." in left.out
    assert "PICKET DUTY" not in left.out
    done = run("watch", "--date", DATE, "--plain", input="auto\n" * 300)
    assert "This attempt counts." in done.out
    card, code = done.out[done.out.index("PICKET DUTY") :].strip().split("\n\n")
    assert run("watch", "--check", "-", input=f"{card}\n\n{code}\n").out.endswith(
        "The card matches the code\n"
    )
    again = run("watch", "--date", DATE, "--plain", input="undo\n" + "auto\n" * 300)
    assert "This is attempt 2. It does not count." in again.out
    assert "PICKET DUTY, the watch of 2026-11-20, attempt 2: does not count" in again.out
    games = json.loads(run("service", "--json").out)["games"]
    assert [(game["watch"], game["save"]) for game in games] == [(DATE, "watch-2026-11-20")]


def test_bad_usage_prints_one_line(run):
    for words, said in texts_of("""
        watch --date today              | 'today' is not a valid date (use YYYY-MM-DD)
        watch --date 2026-02-30 --plain | '2026-02-30' is not a valid date (use YYYY-MM-DD)
        watch --auto nobody             | unknown captain 'nobody'
        watch --check PD1-00            | the code is damaged or was edited
        watch --check PD7-ABC           | the code is version 7; this program plays version 2
        watch --check /nowhere/card.txt | no replay code found
        compare PD1-00 PD1-00           | The command compare has been removed. Use 'picket-duty watch --check CODE
        what-if nothing -n 5            | The command what-if has been removed. Use 'picket-duty review SAVE' instead.
        card nothing                    | no save named 'nothing'
        """):
        assert said in bad(run, *words.split())
    assert "no replay code found" in bad(run, "watch", "--check", "x" * 5000)


@pytest.mark.slow
def test_card_and_code_are_compared(run, tmp_path):
    text = run("watch", "--date", DATE, "--auto", "random").out
    file = tmp_path / "card.txt"
    file.write_text(text, encoding="utf-8")
    assert run("watch", "--check", file).out.endswith("The card matches the code\n")
    code = text.split("\n\n")[1]
    assert run("watch", "--check", code).out.endswith(
        "The code is valid. There was no card to compare it with.\n"
    )
    file.write_text(text.replace(" near miss", " near-miss"), encoding="utf-8")
    result = run("watch", "--check", file)
    assert result.status == 2
    assert "The card and the code do not match." in result.err
    assert run("watch", "--date", DATE, "--check", code).status == 0
    result = run("watch", "--date", "2026-11-21", "--check", code)
    assert result.status == 2
    assert "This code is from the watch of 2026-11-20, not of 2026-11-21" in result.err


def test_every_finished_game_has_a_card(run, home, tmp_path, monkeypatch):
    saved(home / "kimberly.picket", scenario=6, seed=3)
    output = run("card", "kimberly").out
    assert output.startswith(
        "PICKET DUTY\nScenario 6, First Blood (basic), station 9, aid: commanded\n"
    )
    assert json.loads(run("card", "kimberly", "--json").out)["code"] in output.replace("\n", "")
    assert run("card", "kimberly", "--ascii").out.isascii()
    assert run("card", "kimberly", "-o", tmp_path / "card.txt").out == ""
    assert (tmp_path / "card.txt").read_text(encoding="utf-8").strip() == output.strip()
    assert run("watch", "--check", tmp_path / "card.txt").out.endswith(
        "The card matches the code\n"
    )
    saved(home / "begun.picket", scenario=6, seed=1, answers=10)
    assert "the game is not over" in bad(run, "card", "begun")
    points = (win_probability.SamplePoint(0, "21"), win_probability.SamplePoint(9, "00"))
    known = win_probability.WinProbability(2, True, points, ())
    monkeypatch.setattr(win_analysis, "known_analysis", lambda *_: known)
    assert "Luck -75, orders 0: 75% ±33 to 0%" in run("card", "kimberly").out
