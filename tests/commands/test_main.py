"""The group of commands: help, options, and errors; bad input is reported in one line, a bug is
not.
"""

import errno
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner

from picket_duty import book, saves, setup
from picket_duty.analysis.win_analysis import Analysis
from picket_duty.book.check_tables import check
from picket_duty.book.tables import shipped_folder
from picket_duty.commands.main import COMMANDS, GONE, SHORT, command_groups, main
from picket_duty.commands.options import OPTIONS
from picket_duty.commands.play_commands import play
from picket_duty.commands.referee_command import referee
from picket_duty.extensions import COMMAND_GROUPS, extensions
from picket_duty.pages import luck_report
from picket_duty.plain.prompt_loop import PromptLoop
from picket_duty.saves import SaveError
from picket_duty.saves.save_file import SaveFile
from picket_duty.setup import SetupOptions
from tests.command_line import commands
from tests.golden import fixed
from tests.golden.command_lines import transcripts
from tests.saves.games import saved
from tests.systems import POSIX
from tests.text_table import cases


@pytest.mark.parametrize(
    "fault", [ValueError("a slip"), KeyError("a slip"), TypeError("a slip"), OSError("a slip")]
)
def test_a_bug_raises_its_exception(home, monkeypatch, fault):
    monkeypatch.setattr(setup, "_first_ship", Mock(side_effect=fault))
    result = CliRunner().invoke(main, ["play", "--campaign", "mini", "--auto", "random"])
    assert (result.exit_code, result.exception) == (1, fault)


def test_unreadable_files_and_binary_input_are_reported_in_one_line(home, monkeypatch, run):
    words = ["play", "--scenario", "6", "--seed", "7", "--plain"]
    result = CliRunner().invoke(main, words, input=b"\xff\xfe\n")
    assert result.exit_code == 2
    assert "can't decode byte 0xff" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output
    closed = PermissionError(errno.EACCES, "Permission denied", "tables/names.toml")
    monkeypatch.setattr(book, "load_tables", Mock(side_effect=closed))
    assert run("locate").err == "picket-duty: tables/names.toml: Permission denied\n"


@cases("""
    words                                                   | says
    play --scenario 6 --auto scripted:nowhere.toml          | nowhere.toml: No such file
    play --scenario 6 --auto no_module:Captain              | policy no_module:Captain
    referee --scenario 6 --computer cook                    | Unknown kind of roll: 'cook'
    log nowhere                                             | no save named 'nowhere'
    tablse list |
        Did you mean tables? List the commands with 'picket-duty --help'.
    play --campaign long                                    | Did you mean long-a or long-b?
    play --scenario cassinyong                              | Did you mean cassin-young?
    play --scenario 4 --option gun-repar                    | Did you mean gun-repair?
    watch --option spoiled-aim                              | No such option '--option'
    play --scenario 4 --officer captan=Hara                 | Did you mean captain?
    play --scenario 4 --level advancd                       | Did you mean advanced?
    play --scenario 4 --auto doctrn                         | Did you mean doctrine?
    tables show 9-2/5inn                                    | Did you mean 9-2/5in?
    sheets --class fletchr -o blank                         | Did you mean fletcher?
    referee --scenario 6 --computer gunery                  | Did you mean gunnery?
    bogus |
        No such command 'bogus'. List the commands with 'picket-duty --help'.
    play --scenario 6 --auto random --save nowhere/a.picket | cannot be written
    """)
def test_bad_usage_is_reported_in_one_line(run, words, says):
    result = run(*words.split())
    assert result.status == 2
    assert says in result.err
    assert len(result.err.splitlines()) == 1


def test_the_options_of_a_set_up_have_its_defaults_and_are_those_of_the_commands():
    chosen = SetupOptions()
    assert set(OPTIONS) == set(SetupOptions.__struct_fields__)
    for field, reading in OPTIONS.items():
        if "default" in reading:
            assert reading["default"] == getattr(chosen, field), field
    for command, left_out in [
        (play, set()),
        (referee, {"station", "start", "dice", "undo", "aid", "officers"}),
    ]:
        names = {parameter.name for parameter in command.params}
        assert set(OPTIONS) - names == left_out


def test_every_command_can_be_loaded_and_none_is_listed_as_gone():
    context = click.Context(main)
    sources = (COMMANDS, *(extension.commands for extension in extensions()))
    names = [name for source in sources for group in source.values() for name in group]
    assert len(set(names)) == len(names)
    assert sorted(main.list_commands(context)) == sorted(names)
    for name in names:
        assert main.get_command(context, name).name == name
    assert not GONE.keys() & set(names)


def test_the_help_of_every_command_is_in_sentences_with_an_example():
    """The short help is a whole sentence under 45 characters."""
    for command, context in commands():
        short = command.help.split("\n\n")[0].strip()
        assert len(short) <= SHORT
        assert short.endswith(".")
        assert command.get_short_help_str(SHORT) == short
        assert command.epilog.startswith("Example: ")
        assert context.command_path in command.epilog
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help.endswith("."), option.name
                assert "  " not in option.help


def test_help_lists_every_command_in_its_group_uncut(run):
    text = run("--help").out
    assert "..." not in text.split("Play:")[1]
    headings = [
        line.removesuffix(":")
        for line in text.splitlines()
        if line.removesuffix(":") in COMMAND_GROUPS
    ]
    groups = {group: names for group, names in command_groups().items() if names}
    assert headings == [group for group in COMMAND_GROUPS if group in groups]
    for group, names in groups.items():
        listed = text.split(f"\n{group}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in listed.splitlines()] == list(names)


@pytest.mark.parametrize(
    "arguments", [["whittle"], ["whittle", "--help"], ["whittle", "a", "--knife"]]
)
def test_a_command_that_is_gone_names_the_one_to_use(run, monkeypatch, arguments):
    monkeypatch.setitem(GONE, "whittle", "saves copy SAVE NEW")
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "picket-duty: The command whittle has been removed. Use 'picket-duty saves copy SAVE NEW' instead.\n"
    )
    assert "whittle" not in run("--help").out


def test_options_that_mean_the_same_have_one_spelling():
    """A short option always belongs to the same long option, and vice versa."""
    spellings = {
        tuple(sorted(option.opts)) for command, _ in commands() for option in command.params
    }
    assert {names for names in spellings if len(names) > 1} == {("--games", "-n"), ("--out", "-o")}
    assert not {("--games",), ("--out",)} & spellings
    assert not {("--output",), ("--branches",), ("--tries",), ("--processes",)} & spellings


#: For cases of commands that the lab adds.
WITH_LAB = pytest.mark.skipif(
    not importlib.util.find_spec("picket_duty.lab"), reason="needs the lab"
)
SCRIPT = """
class Bold:
    def choose(self, game):
        return self.missing(game)


class Late:
    def __init__(self):
        raise RuntimeError("not today")


class Leaving:
    def choose(self, game):
        raise SystemExit
"""


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("os:system", "policy os:system: not a class"),
        ("os:_exit", "policy os:_exit: not a class"),
        ("bold_captain:Leaving", "line 14, raise SystemExit: SystemExit"),
        ("broken_captain:Any", "broken_captain.py, line 1, 1 / 0: ZeroDivisionError"),
        (
            "bold_captain:Bold",
            "bold_captain.py, line 4, return self.missing(game): AttributeError: 'Bold' object",
        ),
        ("bold_captain:Late", 'line 9, raise RuntimeError("not today"): RuntimeError: not today'),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["play", "--auto"],
        pytest.param(["simulate", "-n", "2", "--jobs", "1", "--policy"], marks=WITH_LAB),
    ],
)
def test_an_error_of_a_players_captain_shows_its_own_line(
    tmp_path, monkeypatch, policy, words, command
):
    (tmp_path / "bold_captain.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "broken_captain.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    result = CliRunner().invoke(main, [*command, policy, "--scenario", "6", "--seed", "7"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert words in result.stderr


@pytest.mark.parametrize("part", ["campaigns", "scenarios", "ships"])
def test_a_part_missing_in_an_installation_is_named(tmp_path, run, monkeypatch, part):
    tables = tmp_path / "tables"
    shutil.copytree(shipped_folder(), tables, ignore=shutil.ignore_patterns(part))
    monkeypatch.setattr("picket_duty.book.tables.shipped_folder", lambda: tables)
    refused = run("play", "--scenario", "6", "--auto", "doctrine")
    assert refused.err == (
        f"picket-duty: {tables / part}: no files found. Reinstall the program.\n"
    )


def test_a_forged_number_of_an_attempt_is_ignored(home):
    path = home / "watch.picket"
    saved(path, scenario=6, seed=7)
    game = saves.resume(path)
    game.save_file.write_note("watch", ["2026-11-21", -1])
    game.save_file.close()
    result = CliRunner().invoke(main, ["card", str(path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["code"]


@pytest.mark.parametrize(
    ("command", "again"), [("play --plain", "resume{} --plain"), ("referee", "referee{}")]
)
def test_a_game_is_resumed_by_its_name_or_the_path_of_its_save(tmp_path, home, run, command, again):
    path = tmp_path / "else where.picket"
    words = (*command.split(), "--scenario", "6", "--seed", "7")
    elsewhere = run(*words, "--save", path, input="quit\n").err
    assert f"Resume it with 'picket-duty {again}'".format(f" '{path}'") in elsewhere
    inside = run(*words, input="quit\n").err
    (save,) = home.iterdir()
    name = f" {save.stem}" if command == "referee" else ""
    assert f"Resume it with 'picket-duty {again}'".format(name) in inside


def moved_while_played(monkeypatch, happens):
    """The errors of a game that is left after ``happens`` was called with the path of its save."""
    ask = PromptLoop.ask

    def happens_then_ask(self):
        if (save := next(saves.saves_folder().glob("*.picket"), None)) is not None:
            happens(save)
        return ask(self)

    monkeypatch.setattr(PromptLoop, "ask", happens_then_ask)
    result = CliRunner().invoke(
        main, ["play", "--plain", "--scenario", "6", "--seed", "7"], input="quit\nquit\n"
    )
    assert result.exit_code == 0
    return result.stderr


def test_a_save_that_was_deleted_is_said_to_be_rescued_under_another_name(home, monkeypatch):
    errors = moved_while_played(monkeypatch, lambda path: path.unlink())
    (rescued,) = home.glob("*-rescued.picket")
    assert f"Nothing is lost: the whole game is now in {rescued.name} in the same folder" in errors
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in errors


def test_a_game_that_is_in_no_file_is_not_said_to_be_saved(home, monkeypatch):
    monkeypatch.setattr(SaveFile, "_move", Mock(side_effect=SaveError("the disk is full")))
    errors = moved_while_played(monkeypatch, lambda path: path.unlink())
    assert "The game is no longer saved in any file" in errors
    assert "Game saved" not in errors


@pytest.mark.parametrize(
    "command", [["watch"], ["resume"], ["play", "--scenario", "6"], [], ["play"]]
)
def test_without_a_terminal_a_command_advises_a_plain_mode_that_works(home, run, command):
    saved(home / "one.picket", answers=3, scenario=6, seed=7)
    advice = run(*command).err
    if command not in ([], ["play"]):
        assert advice.endswith("is not a terminal. Add --plain to play in plain mode.\n")
        return
    assert advice.endswith("Use plain mode, for example 'picket-duty play --scenario 1 --plain'.\n")
    assert run(*shlex.split(advice.split("'")[1])[1:], input="quit\n").status == 0


@pytest.mark.slow
@POSIX
def test_ctrl_c_in_plain_mode_says_that_the_game_is_saved(tmp_path):
    command = [
        sys.executable,
        "-m",
        "picket_duty",
        "play",
        "--plain",
        "--scenario",
        "6",
        "--seed",
        "7",
    ]
    environment = {
        **os.environ,
        "PICKET_DUTY_HOME": str(tmp_path),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        # A check that runs in the background ignores SIGINT, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        for line in process.stdout:
            if line.startswith("Fire plan"):
                break
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in errors


def test_questions_that_are_not_json_are_bad_input():
    nonsense = CliRunner().invoke(main, ["tables", "query"], input="nonsense\n<xml/>\n")
    assert (nonsense.exit_code, nonsense.stdout.count('"error"'), nonsense.stderr.count("\n")) == (
        2,
        2,
        1,
    )
    mixed = CliRunner().invoke(
        main, ["tables", "query"], input='nonsense\n{"table":"3-1","roll":7}\n'
    )
    assert (mixed.exit_code, mixed.stdout.count('"result"'), mixed.stderr) == (0, 1, "")
    assert CliRunner().invoke(main, ["tables", "query"], input="").exit_code == 0


@pytest.mark.parametrize("missing", ["charts/10.toml", "house/rules.toml", "options.toml"])
def test_a_file_missing_from_the_shipped_tables_is_found(tmp_path, monkeypatch, missing):
    shipped = tmp_path / "tables"
    shutil.copytree(shipped_folder(), shipped)
    (shipped / missing).unlink()
    monkeypatch.setattr("picket_duty.book.tables.shipped_folder", lambda: shipped)
    faults = check()
    assert [fault for fault in faults if missing.partition("/")[2] in fault and "missing" in fault]
    assert len(faults) < 4


SIMULATE = ("simulate", "--scenario", "2", "-n", "40", "--jobs", "1")


@pytest.mark.slow
def test_every_command_prints_only_ascii(monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    monkeypatch.setattr(fixed, "MOST_LINES", 10**9)
    monkeypatch.setattr(fixed, "MOST_SIGNS", 10**9)
    assert [line for line in transcripts() if not line.isascii()] == []


@pytest.mark.parametrize("words", [("card",), ("tables", "show", "22")])
def test_the_setting_and_the_environment_choose_the_look(home, tmp_path, monkeypatch, words):
    path = home / "g.picket"
    saved(path, scenario=3, seed=5)
    words = (*words, str(path)) if words == ("card",) else words
    settings = tmp_path / "home" / "config.toml"

    def look():
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0
        return result.stdout.isascii()

    assert not look()
    settings.write_text('ascii = "on"\n', encoding="utf-8")
    assert look()
    monkeypatch.setenv("PICKET_DUTY_ASCII", "0")
    assert not look()
    settings.write_text("ascii = [\n", encoding="utf-8")
    monkeypatch.delenv("PICKET_DUTY_ASCII")
    assert not look()
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    assert look()


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    "words", [("manual", "damage"), SIMULATE, ("tables", "show", "9-2/5in"), ("--help",)]
)
def test_a_terminal_gets_only_ascii(tmp_path, words):
    from tests.hostile.program import Terminal

    seen = {}
    for value in ("0", "1"):
        terminal = Terminal(tmp_path, *words, PICKET_DUTY_ASCII=value)
        assert terminal.end() == 0
        seen[value] = terminal.seen
    assert seen["1"].isascii()
    assert words == ("--help",) or not seen["0"].isascii()


@pytest.mark.slow
def test_plain_mode_prints_only_ascii(home, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    orders = "odds\nship\nsky\n?\nauto\n" * 40
    for number in (2, 3):
        command = [
            "play",
            "--plain",
            "--scenario",
            str(number),
            "--seed",
            "5",
            "--level",
            "advanced",
        ]
        result = CliRunner().invoke(main, command, input=orders)
        assert result.exit_code == 0
        assert [line for line in result.output.splitlines() if not line.isascii()] == []


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    path = tmp_path_factory.mktemp("stages") / "a.picket"
    saved(path, "greedy", campaign="long-a", seed=3)
    return path


@pytest.mark.slow
def test_the_luck_of_a_stage_adds_up_to_its_result(run, stages):
    done = run("luck", stages, "--stage", "2", "--games", "2", "--jobs", "1", "--json")
    chance = json.loads(done.out)["chance"]
    assert chance["start"] + chance["luck"] + chance["orders"] == chance["end"]
    assert chance["end"] in (0.0, 1.0)


@pytest.mark.slow
def test_a_stage_is_named_that_was_played_in_a_game_that_has_stages(run, stages, tmp_path):
    for stage in (-1, 6):
        error = run("review", stages, "--stage", stage).err
        assert re.search(
            rf"--stage {stage}: this game has (\d) stages so far\. Choose 1 to \1\.", error
        )
    error = "Long campaign A is analyzed by stage. Choose one of its 4 stages with --stage N."
    for command in ("luck", "review"):
        done = run(command, stages)
        assert (done.status, done.out, done.err) == (2, "", f"picket-duty: {error}\n")
    assert run("luck", stages, "--quick").status == 0
    saved(tmp_path / "a.picket", scenario=1, seed=3)
    done = run("luck", tmp_path / "a.picket", "--stage", "1")
    assert (done.status, done.out) == (2, "")
    assert "only long campaign A has stages" in done.err


def test_ctrl_c_ends_a_review_with_what_is_decided(stages, monkeypatch):
    """The orders decided by then and the number of those open, then status 130; nothing before they
    are known.
    """
    rounds = iter((None, {2: "no"}, {1: "yes", 2: "no"}))

    def interrupted(analysis, run):
        analysis.known.doctrine = next(rounds)
        analysis.known.given = {1: "0" * 512}
        analysis.known.better = {1: "2" * 512}
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(Analysis, "orders", interrupted)
    monkeypatch.setattr(luck_report, "order_moments", lambda *_: [])
    words = ["review", str(stages), "--stage", "1", "--jobs", "1"]
    early, undecided, late = (CliRunner().invoke(main, words) for _ in range(3))
    assert (early.exit_code, early.stdout) == (130, "")
    assert "0 orders counted" in early.stderr
    assert "1 order differed from doctrine; it has not been judged yet." in undecided.stdout
    assert "To play on" not in undecided.stdout
    assert "To play on from one of these orders" in late.stdout
    assert late.exit_code == 130
    assert (
        "2 orders differed from doctrine: 1 lowered your chance, 1 not judged yet." in late.stdout
    )
    assert "interrupted (1 order counted)" in late.stderr


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ({"campaign": "long-b"}, "A long campaign is too long to analyze."),
        (
            {"patrol": "1945-03-26", "days": 8},
            "A patrol of more than 7 days is too long to analyze.",
        ),
    ],
)
def test_a_long_game_is_refused_in_one_line_that_names_the_ledger_of_dice(
    run, tmp_path, kind, words
):
    path = tmp_path / "a.picket"
    saved(path, answers=400, seed=3, **kind)
    error = (
        f"picket-duty: {words} Use 'picket-duty luck --quick' to compare its dice with their "
        f"expected values.\n"
    )
    for command in (
        ("luck", path),
        ("luck", path, "--json"),
        ("review", path),
        ("log", path, "--part", "luck"),
    ):
        done = run(*command)
        assert (done.status, done.out, done.err) == (2, "", error)
    assert json.loads(run("luck", path, "--quick", "--json").out)["ledger"]
