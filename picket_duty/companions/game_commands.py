"""``games``: lists the companion games, their missing data and their saves; takes the data the owner types in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME
from picket_duty.commands.output import echo, fail, print_json
from picket_duty.companions.game_options import complete_names, complete_saves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from picket_duty.companions.fill import Sheet
    from picket_duty.companions.registry import Companion, Form


@click.group(invoke_without_command=True, epilog=f"Example: {NAME} games --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game, one a line.")
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """List the companion games: what each can do, and what its text lacks."""
    if context.invoked_subcommand is not None:
        return
    from picket_duty.companions.registry import companion, companion_names

    for number, game in enumerate(map(companion, companion_names())):
        if as_json:
            print_json(_as_json(game))
            continue
        if number:
            echo("")
        for line in _lines(game):
            echo(line)


@games.command("fill", epilog=f"Example: {NAME} games fill ie-shima areas")
@click.argument("name", metavar="GAME", shell_complete=complete_names)
@click.argument("table", metavar="[TABLE]", required=False)
@click.argument("entry", metavar="[ENTRY]", required=False)
@click.option("--from", "file", metavar="FILE", help="Read it from a TOML file, - for the standard input.")
@click.option("--show", is_flag=True, help="Print what was typed in, as --from reads it.")
def games_fill(name: str, table: str | None, entry: str | None, file: str | None, show: bool) -> None:
    """Type in from the box what a game's text lacks, entry by entry; its charts and its referee then know it."""
    from picket_duty.companions.fill import form_of, known_owner_folder
    from picket_duty.companions.registry import companion

    game, folder = companion(name), known_owner_folder(name)
    if folder is None:
        fail("no home folder is known; set PICKET_DUTY_HOME to a folder of yours")
    if table is None and not game.game.forms:
        fail(f"{name}: nothing can be typed in")
    forms = (form_of(game, table),) if table is not None else game.game.forms
    if file is not None or show:
        if entry is not None or (file is not None and (show or table is not None)):
            fail("--from reads whole tables and --show prints them; leave out the rest")
        _show(folder, forms) if show else _from_file(game, folder, str(file))
        return
    for form in forms:
        if not _fill(game, form, folder, entry):
            return


@games.command("saves", epilog=f"Example: {NAME} games saves")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a save, one a line.")
def games_saves(as_json: bool) -> None:
    """List the games at the table, the one played last first."""
    from picket_duty.companions import table_saves

    saves = table_saves.list_games()
    if not saves and not as_json:
        echo(f"no games in {table_saves.table_folder()}", err=True)
    for save in saves:
        name = save.setup.name if save.setup is not None else None
        if as_json:
            print_json(
                {
                    "name": save.name,
                    "path": str(save.path),
                    "game": name,
                    "at": save.label,
                    "answers": save.answers,
                    "over": save.over,
                    "modified": save.modified.isoformat(timespec="seconds"),
                    "trouble": save.trouble,
                }
            )
            continue
        progress = "over" if save.over else save.label
        summary = f"{name}: {progress}, {save.answers} answers" if name else f"! {' '.join(save.trouble.split())}"
        echo(f"{save.name}  {save.modified:%Y-%m-%d %H:%M}  {summary}")


@games.command("rename", epilog=f"Example: {NAME} games rename ie-shima-20260101-120000-000 sunday")
@click.argument("save", shell_complete=complete_saves)
@click.argument("name")
def games_rename(save: str, name: str) -> None:
    """Give a game at the table another name."""
    from picket_duty.companions import table_saves

    echo(table_saves.rename(table_saves.find(save), name))


@games.command("delete", epilog=f"Example: {NAME} games delete sunday --yes")
@click.argument("save", shell_complete=complete_saves)
@click.option("--yes", is_flag=True, help="Do not ask.")
def games_delete(save: str, yes: bool) -> None:
    """Delete a game at the table."""
    from picket_duty.companions import table_saves

    path = table_saves.find(save)
    if not yes:
        click.confirm(f"Delete {path}?", abort=True, err=True)
    table_saves.delete(path)
    echo(f"deleted {path}", err=True)


# -- typing in -------------------------------------------------------------


def _fill(game: Companion, form: Form, folder: Path, only: str | None = None) -> bool:
    """Ask the empty entries of a form, or ``only`` one. False if the player leaves."""
    from picket_duty.companions.fill import PROMPT, FormPrompt, entries_of, path_of

    labels = entries_of(game, form)
    if only is not None and only not in labels:
        fail(f"{form.table} has no entry {only[:40]!r}; it has {', '.join(labels)}")
    try:
        goes_on = FormPrompt(game, form, folder, sys.stdin, lambda text: echo(text, nl=not text.endswith(PROMPT))).run(
            only
        )
    except OSError as error:
        fail(f"{error.filename or folder}: cannot write ({error.strerror})")
    if goes_on:
        echo(f"kept in {path_of(folder, form)}", err=True)
    return goes_on


def _from_file(game: Companion, folder: Path, file: str) -> None:
    """Read tables or single entries from a TOML file: all, or none if anything is wrong."""
    from picket_duty.charts import ChartError
    from picket_duty.charts.reading import text_of
    from picket_duty.companions.fill import entries_of, faults_of, read_sheet, sheets_from

    try:
        text = sys.stdin.read() if file == "-" else text_of(Path(file))
        sheets = [(form, read_sheet(folder, form) | entries) for form, entries in sheets_from(game, text)]
    except (OSError, UnicodeDecodeError, ChartError) as error:
        fail(f"{file}: {error}")
    for form, sheet in sheets:
        if fault := next(faults_of(game, form, sheet), ""):
            fail(f"{file}: {form.table}: {fault}")
    _keep(folder, sheets)
    for form, sheet in sheets:
        echo(f"{form.title}: {len(sheet)} of {len(entries_of(game, form))}")


def _show(folder: Path, forms: Sequence[Form]) -> None:
    """Print what was typed in as TOML."""
    from picket_duty.companions.fill import read_sheet, text_of_sheets

    for line in text_of_sheets([(form, read_sheet(folder, form)) for form in forms]).splitlines():
        echo(line)


def _keep(folder: Path, sheets: Sequence[tuple[Form, Sheet]]) -> None:
    """Write what was typed in. Ends the command if it cannot."""
    from picket_duty.companions.fill import write_sheets

    try:
        write_sheets(folder, sheets)
    except OSError as error:
        fail(f"{error.filename or folder}: cannot write ({error.strerror})")


# -- the list --------------------------------------------------------------


def _as_json(game: Companion) -> dict[str, Any]:
    file = game.game
    return {
        "name": game.name,
        "title": file.title,
        "publisher": file.publisher,
        "edition": file.edition,
        "over": file.over or None,
        "can": file.can,
        "tables": game.chart_ids(),
        "lacks": [{"what": lack.what, "table": lack.table, "reason": lack.reason} for lack in game.lacks],
        "forms": [form.table for form in file.forms],
    }


def _lines(game: Companion) -> list[str]:
    """A game as lines of text: title, what it can do, its tables, its missing data and why."""
    file = game.game
    lines = [f"{game.name}  {file.title}", *_wrapped("by     ", f"{file.publisher}; {file.edition}")]
    for words in file.can:
        lines += _wrapped("can    ", words)
    lines += _wrapped("tables ", ", ".join(game.chart_ids()))
    for lack in game.lacks:
        lines += _wrapped("lacks  ", f"{lack.what}: {lack.reason}")
    if file.forms:
        lines += _wrapped("fill   ", f"{', '.join(form.table for form in file.forms)} ({NAME} games fill {game.name})")
    return lines


def _wrapped(head: str, words: str) -> list[str]:
    from textwrap import wrap

    return wrap(words, 79, initial_indent=f"  {head}", subsequent_indent=" " * (len(head) + 2), break_on_hyphens=False)
