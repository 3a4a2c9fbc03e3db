"""``scenario``: the player's own scenarios."""

from __future__ import annotations

import os
from pathlib import Path

import click

from picket_duty.commands import NAME
from picket_duty.commands.errors import fail
from picket_duty.commands.options import chosen_tables, tables_option
from picket_duty.commands.output import echo, write_text


@click.group()
def scenario() -> None:
    """Situations of your own."""


@scenario.command("new", epilog=f'Example: {NAME} scenario new "The Long Night" --out long-night.toml')
@click.argument("name", metavar="NAME")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="The file (else NAME.toml).")
@tables_option
def scenario_new(name: str, out: Path | None) -> None:
    """Write a scenario that can be played as it is, with a word on every field, into a file of its own."""
    from picket_duty.book.scenario_template import new_scenario, slug_of
    from picket_duty.book.tables import SUFFIX

    path = out or Path(f"{slug_of(name)}{SUFFIX}")
    if path.suffix != SUFFIX:
        fail(f"{path}: the file of a scenario ends in {SUFFIX}")
    if os.path.lexists(path):
        fail(f"{path}: is there already and was left as it is; choose another with --out")
    write_text(new_scenario(name, str(path), chosen_tables()), path)
    echo("It can be played as it is. When you have changed it:")
    echo(f"  {NAME} tables check {path}")
    echo(f"  {NAME} play --scenario {slug_of(name)} --tables {path}")
