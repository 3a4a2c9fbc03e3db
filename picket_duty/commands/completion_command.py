"""Shell completion: the scripts of bash, zsh and fish, which ask the program for values."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from picket_duty.commands import COMPLETION_VARIABLE, NAME, SHELLS


# The build of a wheel writes the packed scripts with this function too.
def completion_of(shell: str) -> ShellComplete:
    """The completion of a shell, which writes its script."""
    completion_class = get_completion_class(shell)
    assert completion_class is not None
    return completion_class(click.Command(NAME), {}, NAME, COMPLETION_VARIABLE)


@click.command(epilog=f'Example: eval "$({NAME} completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a script for shell completion.

    The script completes commands, options, saves and charts. Add the line in the example to your
    shell's startup file.
    """
    click.echo(completion_of(shell).source())
