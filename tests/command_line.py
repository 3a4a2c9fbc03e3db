"""The command line in this process: a run of it, its commands, and its completions."""

import click
from click.shell_completion import BashComplete
from click.testing import CliRunner

from picket_duty.commands import COMPLETION_VARIABLE
from picket_duty.commands.main import main


def run(*words, stdin=None):
    return CliRunner().invoke(main, [str(word) for word in words], input=stdin)


def good(*words, stdin=None):
    result = run(*words, stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def bad(*words, stdin=None):
    """Run a command that fails; returns its one line on standard error."""
    result = run(*words, stdin=stdin)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("picket-duty: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def referee(*words, lines=()):
    """Run ``referee`` with these lines typed."""
    return run("referee", *words, stdin="".join(f"{line}\n" for line in lines))


def commands(command=main, context=None):
    """Every command with its context."""
    context = context or click.Context(command, info_name="picket-duty")
    yield command, context
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        if not below.hidden:
            yield from commands(below, click.Context(below, context, info_name=name))


def completed(*words):
    """The completions that bash gets for the last of these words."""
    asked = BashComplete(main, {}, "picket-duty", COMPLETION_VARIABLE)
    return [completion.value for completion in asked.get_completions(list(words[:-1]), words[-1])]
