"""The command ``picket-duty``: commands are loaded when called, errors in the input are one line.

Data goes to standard output, remarks to standard error. Exit status: 0 for success, 2 with one line on standard error
for bad usage or input, 1 with one line if output or a save cannot be written. A closed pipe is not an error. A bug
ends in a traceback.
"""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import click

from picket_duty import __version__
from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_tables, tables_option
from picket_duty.commands.output import (
    UNWRITTEN,
    echo,
    forget_output,
    is_bad_input,
    print_error,
    settle_streams,
    unwritten,
)

#: The shells with a completion script, and the variable their scripts set to ask for completions.
SHELLS = ("bash", "zsh", "fish")
ASKS = f"_{NAME.replace('-', '_')}_complete".upper()
#: Module and function of each command of the core.
COMMANDS = {
    "branch": "picket_duty.commands.save_commands:branch",
    "bug-report": "picket_duty.commands.save_commands:bug_report",
    "card": "picket_duty.commands.watch:card",
    "compare": "picket_duty.commands.watch:compare",
    "diary": "picket_duty.commands.document_commands:diary",
    "history": "picket_duty.commands.manual:history",
    "log": "picket_duty.commands.save_commands:log",
    "luck": "picket_duty.commands.analyze:luck",
    "manual": "picket_duty.commands.manual:manual",
    "odds": "picket_duty.commands.analyze:odds",
    "play": "picket_duty.commands.play_commands:play",
    "referee": "picket_duty.commands.play_commands:referee",
    "replay": "picket_duty.commands.save_commands:replay",
    "resume": "picket_duty.commands.play_commands:resume",
    "review": "picket_duty.commands.analyze:review",
    "saves": "picket_duty.commands.save_commands:saves",
    "scenario": "picket_duty.commands.chart_commands:scenario",
    "service": "picket_duty.commands.play_commands:service",
    "sheets": "picket_duty.commands.document_commands:sheets",
    "tables": "picket_duty.commands.chart_commands:tables",
    "watch": "picket_duty.commands.watch:watch",
    "what-if": "picket_duty.commands.analyze:what_if",
}


def _late_commands() -> dict[str, str]:
    """Module and function of each command of the core, and of those that packages around it add."""
    from picket_duty.extensions import extensions

    added = {name: reference for extension in extensions() for name, reference in extension.commands.items()}
    return {**COMMANDS, **added}


class CommandGroup(click.Group):
    """A group that loads its commands when called and reports bad input in one line with exit status 2."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*super().list_commands(context), *_late_commands()})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A command by name; one of ``COMMANDS`` or of a package around the core is loaded now."""
        if (command := super().get_command(context, name)) is not None:
            return command
        from picket_duty.extensions import load

        reference = COMMANDS.get(name) or _late_commands().get(name)
        return load(reference) if reference else None

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command and exit with its status."""
        status = 0
        settle_streams()
        try:
            result: Any = super().main(*args, **{**extra, "standalone_mode": False})
            status = result if isinstance(result, int) else 0
        except click.ClickException as error:
            status = print_error(error.format_message(), error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            status = 130
        except Exception as error:
            if why := unwritten(error):
                forget_output()
                sys.exit(print_error(why, UNWRITTEN))
            if not is_bad_input(error):
                raise
            status = print_error(f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error))
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe ends it without an error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            forget_output()
            return 0
        return result


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    epilog=f"Example: {NAME} tables show 10 --roll 8 --column damaged",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name=NAME)
@tables_option
@click.pass_context
def main(context: click.Context) -> None:
    """A destroyer on radar picket duty off Okinawa, 1945: a solitaire chart wargame."""
    if context.invoked_subcommand is None:
        from picket_duty.commands.play_commands import open_screen

        open_screen(None, None)


@main.command(epilog=f"Example: {NAME} locate")
@tables_option
def locate() -> None:
    """Print where saves, settings and tables lie."""
    from picket_duty.saves.paths import config_folder, data_folder

    echo(f"data    {data_folder()}")
    echo(f"config  {config_folder()}")
    tables = chosen_tables()
    for place in (*tables.single.values(), *tables.folders):
        echo(f"tables  {place}")


@main.command(epilog=f'Example: eval "$({NAME} completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, options, saves and charts."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, NAME, ASKS).source())
