"""Shell completion: the scripts of bash, zsh and fish, which ask the program for values.

A save may be named ``$(rm -r x)``. Click's script for bash offers such a name as it is, and Enter would run it; its
script for fish cuts a name at a comma. Here values are quoted for bash, and kept whole for both. zsh and fish quote
what they insert, except that fish leaves a ``~`` at the start, which it expands to a home folder.
"""

from __future__ import annotations

import shlex
from typing import Any

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from picket_duty.commands import ASKS, NAME, SHELLS

BASH = """\
%(complete_func)s() {
    local response type value
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done <<< "$response"
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""
FISH = """\
function %(complete_func)s
    set -l response (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) \
%(prog_name)s)
    for completion in $response
        set -l parts (string split -m 1 "," -- $completion)
        switch $parts[1]
            case dir
                __fish_complete_directories $parts[2]
            case file
                __fish_complete_path $parts[2]
            case plain
                printf '%%s\\n' $parts[2]
        end
    end
end
complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


@add_completion_class
class QuotedBash(BashComplete):
    """Completion for bash; values are quoted, so that bash takes each as one word and runs nothing in it."""

    source_template = BASH

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """The line that the script reads: type and value."""
        return f"{item.type},{shlex.quote(str(item.value)) if item.type == 'plain' else item.value}"


@add_completion_class
class WholeFish(FishComplete):
    """Completion for fish, which quotes what it inserts; values may contain commas."""

    source_template = FISH

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """The values that fish can insert: none that it would expand to a home folder."""
        items = super().get_completions(args, incomplete)
        return [item for item in items if not str(item.value).startswith("~")]


# The build of a wheel writes the packed scripts with this function too.
def completion_of(shell: str) -> ShellComplete:
    """The completion of a shell, which writes its script."""
    completion_class = get_completion_class(shell)
    assert completion_class is not None
    return completion_class(click.Command(NAME), {}, NAME, ASKS)


@click.command(epilog=f'Example: eval "$({NAME} completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print a script for shell completion.

    The script completes commands, options, saves and charts. Add the line in the example to your shell's startup file.
    """
    click.echo(completion_of(shell).source())
