"""The group of commands: help, options, and errors; bad input is reported in one line, a bug is not."""

from __future__ import annotations

import errno

import click
import pytest
from click.testing import CliRunner

from picket_duty import book, setup
from picket_duty.commands import output
from picket_duty.commands.main import COMMANDS, GONE, SHORT, command_groups, main
from picket_duty.commands.options import OPTIONS
from picket_duty.commands.play_commands import play
from picket_duty.commands.referee_command import referee
from picket_duty.extensions import COMMAND_GROUPS, extensions
from picket_duty.setup import SetupOptions


@pytest.mark.parametrize("fault", [ValueError("a slip"), KeyError("a slip"), TypeError("a slip"), OSError("a slip")])
def test_a_bug_raises_its_exception(home, monkeypatch, fault):
    def slip(*_):
        raise fault

    monkeypatch.setattr(setup, "_first_ship", slip)
    result = CliRunner().invoke(main, ["play", "--campaign", "mini", "--auto", "random"])
    assert result.exit_code == 1
    assert result.exception is fault


def test_an_unreadable_file_is_named(home, monkeypatch, run):
    def closed(*_):
        raise PermissionError(errno.EACCES, "Permission denied", "tables/names.toml")

    monkeypatch.setattr(book, "load_tables", closed)
    assert run("locate").err == "picket-duty: tables/names.toml: Permission denied\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "--scenario", "6", "--auto", "scripted:nowhere.toml"], "nowhere.toml: No such file"),
        (["play", "--scenario", "6", "--auto", "no_module:Captain"], "policy no_module:Captain"),
        (["referee", "--scenario", "6", "--computer", "cook"], "Unknown kind of roll: 'cook'"),
        (["log", "nowhere"], "no save 'nowhere'"),
        (["tables", "roll", "10", "--dice", "7,7"], "is not in the range 1 to 6"),
        (["--tables", "nowhere", "tables", "list"], "nowhere does not exist"),
        (["play", "--scenario", "6", "--auto", "random", "--save", "nowhere/a.picket"], "cannot write"),
    ],
)
def test_bad_usage_is_reported_in_one_line(run, words, says):
    result = run(*words)
    assert result.status == 2
    assert says in result.err
    assert len(result.err.splitlines()) == 1


def test_binary_input_is_reported_in_one_line(home):
    words = ["play", "--scenario", "6", "--seed", "7", "--plain"]
    result = CliRunner().invoke(main, words, input=b"\xff\xfe\n")
    assert result.exit_code == 2
    assert "can't decode byte 0xff" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output


def test_options_have_the_defaults_of_a_set_up():
    chosen = SetupOptions()
    assert set(OPTIONS) == set(SetupOptions.__struct_fields__)
    for field, (_, reading) in OPTIONS.items():
        if "default" in reading:
            assert reading["default"] == getattr(chosen, field), field


def test_a_command_has_the_options_of_a_set_up():
    for command, left_out in [(play, set()), (referee, {"station", "start", "dice", "undo", "aid", "officers"})]:
        names = {parameter.name for parameter in command.params}
        assert set(OPTIONS) - names == left_out


def test_every_command_can_be_loaded():
    context = click.Context(main)
    sources = (COMMANDS, *(extension.commands for extension in extensions()))
    names = [name for source in sources for group in source.values() for name in group]
    assert len(set(names)) == len(names)
    assert sorted(main.list_commands(context)) == sorted(names)
    for name in names:
        assert main.get_command(context, name).name == name


def commands(command=main, context=None):
    context = context or click.Context(command, info_name="picket-duty")
    yield command, context
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        if not below.hidden:
            yield from commands(below, click.Context(below, context, info_name=name))


EVERY_COMMAND = list(commands())


def test_short_help_is_a_whole_sentence_under_45_characters():
    for command, _ in EVERY_COMMAND:
        short = command.help.split("\n\n")[0].strip()
        assert len(short) <= SHORT
        assert short.endswith(".")
        assert command.get_short_help_str(SHORT) == short


def test_every_command_has_an_example_of_itself():
    for command, context in EVERY_COMMAND:
        assert command.epilog.startswith("Example: ")
        assert context.command_path in command.epilog


def test_every_option_is_explained_in_a_sentence():
    for command, _ in EVERY_COMMAND:
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help.endswith("."), option.name
                assert "  " not in option.help


def test_help_lists_every_command_in_its_group_uncut(run):
    text = run("--help").out
    assert "..." not in text.split("Play:")[1]
    headings = [line.removesuffix(":") for line in text.splitlines() if line.removesuffix(":") in COMMAND_GROUPS]
    groups = {group: names for group, names in command_groups().items() if names}
    assert headings == [group for group in COMMAND_GROUPS if group in groups]
    for group, names in groups.items():
        listed = text.split(f"\n{group}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in listed.splitlines()] == list(names)


@pytest.mark.parametrize("arguments", [["whittle"], ["whittle", "--help"], ["whittle", "a", "--knife"]])
def test_a_command_that_is_gone_names_the_one_to_use(run, monkeypatch, arguments):
    monkeypatch.setitem(GONE, "whittle", "saves copy SAVE NEW")
    result = run(*arguments)
    assert (result.status, result.out) == (2, "")
    assert result.err == "picket-duty: The command whittle is gone. Use picket-duty saves copy SAVE NEW instead.\n"
    assert "whittle" not in run("--help").out


def test_no_command_is_listed_as_gone():
    assert not GONE.keys() & set(main.list_commands(click.Context(main)))


def test_options_that_mean_the_same_have_one_spelling():
    """A short option always belongs to the same long option, and vice versa."""
    spellings = {tuple(sorted(option.opts)) for command, _ in commands() for option in command.params}
    assert {names for names in spellings if len(names) > 1} == {("--games", "-n"), ("--out", "-o")}
    assert not {("--games",), ("--out",)} & spellings
    assert not {("--output",), ("--branches",), ("--tries",), ("--processes",)} & spellings


def test_progress_in_lines_says_how_many_games_are_played(capsys, monkeypatch):
    """The first count, one after the interval, and the last; without lines nothing where there is no terminal."""
    times = iter([0.0, 1.0, output.LINE_INTERVAL, output.LINE_INTERVAL + 1])
    monkeypatch.setattr(output.time, "monotonic", lambda: next(times))
    with output.progress_bar(40, in_lines=True) as show:
        assert show is not None
        for played in (10, 20, 30, 40):
            show(played, 0)
    assert capsys.readouterr().err.splitlines() == ["10 of 40 games", "30 of 40 games", "40 of 40 games"]
    with output.progress_bar(40) as show:
        assert show is None
