"""The command ``picket-duty``. Commands are loaded when called; bad input is reported in one line.

Data goes to standard output, remarks to standard error. The exit status is 0 for success. It is 2
for bad usage or bad input, with one line on standard error, and 1 if output or a save cannot be
written. A closed pipe is not an error. Bugs raise a traceback.
"""

from __future__ import annotations

import sys
from typing import Any, NoReturn, cast

import click

from picket_duty import __version__
from picket_duty.commands import NAME, output
from picket_duty.commands.options import chosen_tables, tables_option
from picket_duty.extensions import (
    ANALYSIS,
    COMMAND_GROUPS,
    LOOK_UP,
    PLAY,
    TOOLS,
    YOUR_GAMES,
    extensions,
    load,
)

#: Longest line that describes a command in a list, in characters.
SHORT = 44
_HERE = "picket_duty.commands"
#: Module and function of each command of the core, by group.
COMMANDS: dict[str, dict[str, str]] = {
    PLAY: {
        "play": f"{_HERE}.play_commands:play",
        "resume": f"{_HERE}.play_commands:resume",
        "watch": f"{_HERE}.watch_command:watch",
        "referee": f"{_HERE}.referee_command:referee",
    },
    LOOK_UP: {
        "tables": f"{_HERE}.table_commands:tables",
        "manual": f"{_HERE}.manual_command:manual",
        "history": f"{_HERE}.history_command:history",
    },
    YOUR_GAMES: {
        "saves": f"{_HERE}.save_commands:saves",
        "replay": f"{_HERE}.save_commands:replay",
        "log": f"{_HERE}.document_commands:log",
        "diary": f"{_HERE}.document_commands:diary",
        "card": f"{_HERE}.card_command:card",
        "service": f"{_HERE}.service_command:service",
    },
    ANALYSIS: {
        "odds": f"{_HERE}.odds_command:odds",
        "luck": f"{_HERE}.analysis_commands:luck",
        "review": f"{_HERE}.analysis_commands:review",
    },
    TOOLS: {
        "scenario": f"{_HERE}.scenario_command:scenario",
        "sheets": f"{_HERE}.document_commands:sheets",
        "bug-report": f"{_HERE}.document_commands:bug_report",
        "locate": f"{_HERE}.main:locate",
        "completion": f"{_HERE}.completion_command:completion",
    },
}

#: Commands of older versions that are gone, and the command line to use instead.
GONE = {
    "branch": "saves copy SAVE NEW --at N",
    "calibrate": "simulate",
    "compare": "watch --check CODE",
    "find-puzzles": "manual tactics",
    "puzzle": "manual tactics",
    "what-if": "review SAVE",
}


def command_groups() -> dict[str, dict[str, str]]:
    """Module and function of every command, by group, with those that the packages around the core
    add.
    """
    groups: dict[str, dict[str, str]] = {
        group: dict(COMMANDS.get(group, {})) for group in COMMAND_GROUPS
    }
    for extension in extensions():
        for group, commands in extension.commands.items():
            groups[group].update(commands)
    return groups


class CommandGroup(click.Group):
    """A group that loads its commands when called and reports bad input in one line with exit
    status 2.
    """

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands, group by group."""
        return [name for commands in command_groups().values() for name in commands]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A command by name, loaded now."""
        for commands in command_groups().values():
            if name in commands:
                return cast(click.Command, load(commands[name]))
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name. Raises UsageError for one that is gone, or not
        known.
        """
        name = args[0]
        if name in GONE:
            raise click.UsageError(
                f"The command {name} has been removed. Use '{NAME} {GONE[name]}' instead."
            )
        if (
            self.get_command(ctx, name) is None
            # Half a name is not an error while the shell completes it.
            and not ctx.resilient_parsing
            and not name.startswith("-")
        ):
            from picket_duty.charts.words import did_you_mean

            near = did_you_mean(name, self.list_commands(ctx))
            raise click.UsageError(
                f"No such command {name!r}.{near} List the commands with '{NAME} --help'."
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands under the headings of their groups, aligned throughout."""
        groups = {group: list(commands) for group, commands in command_groups().items() if commands}
        width = max(len(name) for names in groups.values() for name in names)
        for group, names in groups.items():
            commands = [(name, self.get_command(context, name)) for name in names]
            rows = [
                (f"{name:<{width}}", command.get_short_help_str(SHORT))
                for name, command in commands
                if command
            ]
            with formatter.section(group):
                formatter.write_dl(rows)

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command and exit with its status."""
        output.settle_streams()
        try:
            result: Any = super().main(*args, **{**extra, "standalone_mode": False})
            status = result if isinstance(result, int) else 0
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            status = error.exit_code
        except click.ClickException as error:
            status = output.print_error(error.format_message(), error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            status = 130
        except Exception as error:
            if isinstance(error, OSError) and error.filename is None and error.errno in output.FULL:
                # A stream or open file could not be written.
                output.forget_output()
                status = output.print_error(
                    f"the output cannot be written ({error.strerror})", output.UNWRITTEN
                )
            elif output.is_bad_input(error):
                words = str(error)
                if isinstance(error, OSError):
                    words = f"{error.filename}: {error.strerror}"
                status = output.print_error(words)
            else:
                raise
        sys.exit(status)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe ends it without an error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            output.forget_output()
            return 0
        return result


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    epilog=f"Example: {NAME} play --scenario 4",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name=NAME)
@tables_option
@click.pass_context
def main(context: click.Context) -> None:
    """Command a destroyer on radar picket duty.

    A solitaire wargame of the Battle of Okinawa, 1945. Without a command, the main menu opens. Add --help to a command
    to see its options.
    """
    if context.invoked_subcommand is None:
        from picket_duty.commands.sessions import open_screen

        open_screen()


@click.command(epilog=f"Example: {NAME} locate")
@tables_option
def locate() -> None:
    """Show where saves, settings and tables are.

    To remove all your saves and settings, delete the data and config folders.
    """
    from picket_duty.paths import config_folder, data_folder

    output.echo(f"data    {data_folder()}")
    output.echo(f"config  {config_folder()}")
    tables = chosen_tables()
    for path in (*tables.single.values(), *tables.folders):
        output.echo(f"tables  {path}")
