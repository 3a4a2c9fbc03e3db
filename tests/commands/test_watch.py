"""``watch`` and ``card`` on the command line."""

from __future__ import annotations

import datetime
import json

import pytest

from picket_duty.analysis import win_probability
from picket_duty.saves import daily_watch as watches
from tests.saves.games import TABLES, saved

DATE = "2026-11-20"
#: The keys of ``watch --json`` and ``watch --check --json``, on which other tools rely.
KEYS = ["date", "setup", "outcome", "state_hash", "code", "card"]
CHECKED = ["ok", "date", "outcome", "state_hash"]


@pytest.fixture(autouse=True)
def luck_is_given_up(monkeypatch):
    """Interrupt the analysis, as by Ctrl+C, because it takes too long for a test."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(win_probability.Analysis, "run", interrupted)


@pytest.fixture
def played(run):
    """Play the watch of a date with a captain; returns card and code."""

    def play(policy: str = "random", date: str = DATE) -> str:
        return run("watch", "--date", date, "--auto", policy).out

    return play


def test_a_watch_played_automatically_is_one_object(run):
    result = run("watch", "--date", DATE, "--auto", "doctrine", "--json")
    data = json.loads(result.out)
    assert list(data) == KEYS
    assert data["date"] == DATE
    assert data["setup"] == {"scenario": 4, "level": "advanced", "seed": watches.watch_setup(
        datetime.date.fromisoformat(DATE), TABLES).seed}  # fmt: skip
    assert data["card"][0] == "PICKET DUTY, the watch of 2026-11-20, played by the program"
    checked = json.loads(run("watch", "--check", data["code"], "--json").out)
    assert list(checked) == CHECKED
    assert checked == {"ok": True, "date": DATE, "outcome": data["outcome"], "state_hash": data["state_hash"]}


def test_play_with_the_seed_of_the_watch_has_the_same_dice(run):
    data = json.loads(run("watch", "--date", DATE, "--auto", "doctrine", "--json").out)
    words = [f"--{name}={value}" for name, value in data["setup"].items()]
    again = json.loads(run("play", *words, "--undo", "dice", "--auto", "doctrine", "--json").out)
    assert again["state_hash"] == data["state_hash"]


def test_the_default_date_is_today(run, monkeypatch):
    monkeypatch.setattr(watches, "today", lambda: datetime.date(2026, 11, 21))
    assert json.loads(run("watch", "--json").out)["date"] == "2026-11-21"


@pytest.mark.slow
def test_json_without_a_captain_shows_the_attempt_that_counts(run):
    before = json.loads(run("watch", "--date", DATE, "--json").out)
    assert list(before) == KEYS
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
    assert run("watch", "--check", "-", input=f"{card}\n\n{code}\n").out.endswith("The card matches the code\n")
    again = run("watch", "--date", DATE, "--plain", input="undo\n" + "auto\n" * 300)
    assert "This is attempt 2. It does not count." in again.out
    assert "PICKET DUTY, the watch of 2026-11-20, attempt 2: does not count" in again.out
    games = json.loads(run("service", "--json").out)["games"]
    assert [(game["watch"], game["save"]) for game in games] == [(DATE, "watch-2026-11-20")]


def test_an_automatic_game_is_not_an_attempt(run, played, home):
    played()
    assert list(home.iterdir()) == []
    assert watches.attempts_on(datetime.date.fromisoformat(DATE)) == []


def test_bad_usage_prints_one_line(run):
    for words, said in [
        (["watch", "--date", "today"], "'today' is not a valid date (use YYYY-MM-DD)"),
        (["watch", "--date", "2026-02-30", "--plain"], "'2026-02-30' is not a valid date (use YYYY-MM-DD)"),
        (["watch", "--auto", "nobody"], "unknown captain 'nobody'"),
        (["watch", "--check", "PD1-00"], "the code is damaged or was edited"),
        (["watch", "--check", "PD7-ABC"], "the code has version 7; this program plays version 2"),
        (["watch", "--check", "/nowhere/card.txt"], "no replay code found"),
        (["watch", "--check", "x" * 5000], "no replay code found"),
        (["compare", "PD1-00", "PD1-00"], "The command compare is gone. Use picket-duty watch --check CODE instead."),
        (["what-if", "nothing", "-n", "5"], "The command what-if is gone. Use picket-duty review SAVE instead."),
        (["card", "nothing"], "no save 'nothing'"),
    ]:
        result = run(*words)
        assert result.status == 2
        assert said in result.err
        assert len(result.err.strip().splitlines()) == 1
        assert result.out == ""


# -- checks ------------------------------------------------------------------------------


@pytest.mark.slow
def test_card_and_code_are_compared(run, played, tmp_path):
    text = played()
    file = tmp_path / "card.txt"
    file.write_text(text, encoding="utf-8")
    assert run("watch", "--check", file).out.endswith("The card matches the code\n")
    code = text.split("\n\n")[1]
    assert run("watch", "--check", code).out.endswith("The code is valid. There was no card to compare it with.\n")
    file.write_text(text.replace(" near miss", " near-miss"), encoding="utf-8")
    result = run("watch", "--check", file)
    assert result.status == 2
    assert "The card and the code do not match." in result.err


def test_a_code_from_another_day_is_refused(run, played):
    code = played().split("\n\n")[1]
    assert run("watch", "--date", DATE, "--check", code).status == 0
    result = run("watch", "--date", "2026-11-21", "--check", code)
    assert result.status == 2
    assert "This code is for the watch on 2026-11-20, not 2026-11-21" in result.err


# -- card --------------------------------------------------------------------------------


def test_every_finished_game_has_a_card(run, home, tmp_path):
    saved(home / "kimberly.picket", scenario=6, seed=1)
    output = run("card", "kimberly").out
    assert output.startswith("PICKET DUTY\nScenario 6, First Blood (basic), station 9, commanded\n")
    assert json.loads(run("card", "kimberly", "--json").out)["code"] in output.replace("\n", "")
    assert run("card", "kimberly", "--ascii").out.isascii()
    assert run("card", "kimberly", "-o", tmp_path / "card.txt").out == ""
    assert (tmp_path / "card.txt").read_text(encoding="utf-8").strip() == output.strip()
    assert run("watch", "--check", tmp_path / "card.txt").out.endswith("The card matches the code\n")


def test_an_unfinished_game_has_no_card(run, home):
    saved(home / "kimberly.picket", scenario=6, seed=1, answers=10)
    result = run("card", "kimberly")
    assert result.status == 2
    assert "the game is not over" in result.err


def test_luck_already_known_is_on_the_card(run, home, monkeypatch):
    saved(home / "kimberly.picket", scenario=6, seed=3)
    known = win_probability.WinProbability(
        2, True, (win_probability.SamplePoint(0, "21"), win_probability.SamplePoint(9, "00")), ()
    )
    monkeypatch.setattr(win_probability, "known_analysis", lambda *_: known)
    assert "Luck -75, orders 0: 75% ±33 to 0%" in run("card", "kimberly").out
