"""``scenario``: templates for your own scenarios, and their check."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, fail, write_text

if TYPE_CHECKING:
    from pathlib import Path


@click.group(epilog=f'Example: {NAME} scenario new "The Long Night"')
def scenario() -> None:
    """Write and check your own scenarios."""


@scenario.command(
    "new", epilog=f'Example: {NAME} scenario new "The Long Night" --out long-night.toml'
)
@click.argument("name", metavar="NAME")
@click.option(
    "-o", "--out", type=options.PATH, metavar="FILE", help="File to write (default: NAME.toml)."
)
@options.tables_option
def scenario_new(name: str, out: Path | None) -> None:
    """Write a template for a new scenario.

    The file has a comment on every field, and the scenario can be played as it is.
    """
    from pathlib import Path

    from picket_duty.book.scenario_template import new_scenario, slug_of
    from picket_duty.book.tables import SUFFIX

    path = out or Path(f"{slug_of(name)}{SUFFIX}")
    if not path.name.isprintable():
        fail(f"{path.name!r} is not a valid file name. Use printable characters.")
    if path.suffix != SUFFIX:
        fail(f"{path}: the name of a scenario file must end in {SUFFIX}")
    if os.path.lexists(path):
        fail(f"{path} exists and was not overwritten. Choose another file with --out.")
    write_text(new_scenario(name, str(path), options.chosen_tables()), path)
    echo("The scenario can be played as it is. After you change it:")
    echo(f"  {NAME} scenario check {path}")
    echo(f"  {NAME} play --scenario {slug_of(name)} --tables {path}")


@scenario.command("check", epilog=f"Example: {NAME} scenario check long-night.toml")
@click.argument("file", metavar="FILE", type=options.PATH)
def scenario_check(file: Path) -> None:
    """Check a scenario for mistakes.

    The command prints one mistake per line.
    """
    from picket_duty.book.check_tables import check
    from picket_duty.commands.table_commands import print_faults

    if not file.is_file():
        fail(f"{file} is not a scenario file. Create one with '{NAME} scenario new'.")
    print_faults(check(file), str(file))
