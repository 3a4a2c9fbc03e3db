"""Saves and what is made of them: list, name, delete, export, mend; replay, log, branch, bug report, referee."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands.main import NAME, fail, tables_option, the_tables

if TYPE_CHECKING:
    from picket_duty.game import Game

SAVE = click.argument("save", metavar="[SAVE]", required=False)


@contextlib.contextmanager
def one_line() -> Iterator[None]:
    """A fault of a save ends the command with one line."""
    from picket_duty.journal import SaveError

    try:
        yield
    except SaveError as error:
        fail(str(error))


# -- saves -------------------------------------------------------------------------


@click.group(invoke_without_command=True, epilog=f"Example: {NAME} saves rename patrol-3 night-watch")
@click.pass_context
def saves(context: click.Context) -> None:
    """The saves: list, rename, delete, export, mend."""
    if context.invoked_subcommand is None:
        _list(as_json=False)


@saves.command("list", epilog=f"Example: {NAME} saves list --json")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def saves_list(as_json: bool) -> None:
    """List every save, the one played last first."""
    _list(as_json)


def _list(as_json: bool) -> None:
    from picket_duty.journal import list_saves, saves_folder

    found = list_saves()
    if not found and not as_json:
        click.echo(f"no saves in {saves_folder()}", err=True)
    for save in found:
        if as_json:
            import msgspec

            entry = {
                "name": save.name,
                "path": str(save.path),
                "setup": msgspec.to_builtins(save.setup) if save.setup else None,
                "at": save.label,
                "answers": save.answers,
                "lines": save.lines,
                "over": save.over,
                "modified": save.modified.isoformat(timespec="seconds"),
                "trouble": save.trouble,
            }
            click.echo(msgspec.json.encode(entry).decode())
            continue
        when = save.modified.strftime("%Y-%m-%d %H:%M")
        if save.setup is None:
            click.echo(f"{save.name}  {when}  ! {' '.join(save.trouble.split())}")
            continue
        setup = save.setup
        state = "over" if save.over else save.label
        lines = f"  {save.lines} lines" if save.lines > 1 else ""
        click.echo(
            f"{save.name}  {when}  {setup.kind} {setup.name} ({setup.level}), {setup.ship}: {state}, "
            f"{save.answers} answers{lines}"
        )


@saves.command("rename", epilog=f"Example: {NAME} saves rename scenario-6-basic-20260101-120000-000 kimberly")
@click.argument("save")
@click.argument("name")
def saves_rename(save: str, name: str) -> None:
    """Give a save another name."""
    from picket_duty.journal import find_save, rename

    with one_line():
        click.echo(rename(find_save(save), name))


@saves.command("delete", epilog=f"Example: {NAME} saves delete kimberly --yes")
@click.argument("save")
@click.option("--yes", is_flag=True, help="Do not ask.")
def saves_delete(save: str, yes: bool) -> None:
    """Delete a save."""
    from picket_duty.journal import delete, find_save

    with one_line():
        path = find_save(save)
        if not yes:
            click.confirm(f"Delete {path}?", abort=True, err=True)
        delete(path)
    click.echo(f"deleted {path}", err=True)


@saves.command("export", epilog=f"Example: {NAME} saves export kimberly backup.picket")
@click.argument("save")
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--compact", "small", is_flag=True, help="Only the line being played, nothing that was taken back.")
@tables_option
def saves_export(save: str, target: Path, small: bool) -> None:
    """Copy a save to a file, also while it is played; an existing file is never overwritten."""
    from picket_duty.journal import compact, export, find_save

    with one_line():
        if small:
            compact(find_save(save), target, the_tables())
        else:
            export(find_save(save), target)
    click.echo(target)


@saves.command("mend", epilog=f"Example: {NAME} saves mend kimberly")
@click.argument("save")
@tables_option
def saves_mend(save: str) -> None:
    """Make a save playable: damaged, what is whole is copied; of other tables, it goes on from its last snapshot."""
    from picket_duty.journal import find_save, mend

    with one_line():
        click.echo(mend(find_save(save), the_tables()))


# -- replay and reports ------------------------------------------------------------


@click.command(epilog=f"Example: {NAME} replay kimberly --verify")
@SAVE
@click.option("--verify", is_flag=True, help="Compare every row and state; name the first difference.")
@click.option("--to", "upto", type=click.IntRange(0), metavar="N", help="Only the first N answers.")
@click.option("--plain", is_flag=True, help="Plain lines, as always.")
@tables_option
def replay(save: str | None, verify: bool, upto: int | None, plain: bool) -> None:
    """Play a save again: print what happened, or verify it."""
    from picket_duty import journal
    from picket_duty.reports.trace import trace_line

    tables = the_tables()
    with one_line():
        path = _path(save)
        if verify:
            record = journal.read_record(path)
            game = journal.verify(record, tables, str(path), upto)
            count = len(record.answers) if upto is None else min(upto, len(record.answers))
            click.echo(f"{path.name}: {count} answers, {len(game.checkpoints)} states, all as recorded")
            click.echo(f"state {game.state_hash}, tables {tables.digest}")
            return
        game = journal.load_whole(path, tables, upto)
    for event in game.events:
        click.echo(trace_line(event, tables))


@click.command(epilog=f"Example: {NAME} log kimberly --format html -o kimberly.html")
@SAVE
@click.option("--format", "form", default="text", show_default=True, metavar="md|html|json|text", help="The format.")
@click.option("--part", "parts", multiple=True, metavar="PART", help="history, log, action or trace; may repeat.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@tables_option
def log(save: str | None, form: str, parts: tuple[str, ...], output: Path | None) -> None:
    """Write the report of a game: history, ship's log, after-action report, referee's trace."""
    from picket_duty.journal import load_whole
    from picket_duty.reports import PARTS, write_report

    with one_line():
        game = load_whole(_path(save), the_tables())
    _write(write_report(game, form, parts or PARTS), output)


@click.command("bug-report", epilog=f"Example: {NAME} bug-report kimberly -o report.txt")
@SAVE
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@tables_option
def bug_report(save: str | None, output: Path | None) -> None:
    """Write save, version, table hashes and last events into one text file."""
    from picket_duty.reports import bugreport

    with one_line():
        _write(bugreport.write(_path(save), the_tables()), output)


# -- branches ------------------------------------------------------------------------


@click.group(epilog=f"Example: {NAME} branch at kimberly 120 --name hold-fire")
def branch() -> None:
    """Lines of play in one save: go back, play on, keep both."""


@branch.command("list", epilog=f"Example: {NAME} branch list kimberly")
@SAVE
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@tables_option
def branch_list(save: str | None, as_json: bool) -> None:
    """List the lines of a save and compare them: outcome, hits, hull."""
    import msgspec

    from picket_duty.journal import branches

    with one_line():
        found = branches.compare(_path(save), the_tables())
    for line in found:
        if as_json:
            click.echo(msgspec.json.encode(line).decode())
            continue
        facts = line.summary
        shot = facts["destroyed"] + facts["flamed"]
        mark = "*" if line.current else " "
        origin = f"from {line.parent} at {line.at}" if line.parent else ""
        click.echo(
            f"{mark} {line.name:<16} {line.answers:>6} answers  {line.label:<20} {line.outcome or 'goes on':<13} "
            f"hits {facts['hits']:>2}  hull {facts['hull']}  shot down {shot:>3}  {origin}"
        )


@branch.command("decisions", epilog=f"Example: {NAME} branch decisions kimberly")
@SAVE
@tables_option
def branch_decisions(save: str | None) -> None:
    """List the decisions of the line being played, each with the number to go back to."""
    import json

    from picket_duty.journal import branches

    with one_line():
        found = branches.decisions(_path(save), the_tables())
    for number, phase, about, answer in found:
        told = answer if isinstance(answer, str) else json.dumps(answer)
        click.echo(f"{number:>6}  {phase:<20} {about}: {told}")


@branch.command("at", epilog=f"Example: {NAME} branch at kimberly 120 --name hold-fire")
@click.argument("save")
@click.argument("number", metavar="N", type=click.IntRange(0))
@click.option("--name", required=True, metavar="NAME", help="Name of the new line.")
@tables_option
def branch_at(save: str, number: int, name: str) -> None:
    """Go back to the first N answers and play on from there in a new line."""
    from picket_duty.journal import branches

    with one_line():
        _opened(branches.begin(_path(save), number, name, the_tables()), name)


@branch.command("switch", epilog=f"Example: {NAME} branch switch kimberly main")
@click.argument("save")
@click.argument("name")
@tables_option
def branch_switch(save: str, name: str) -> None:
    """Go on with another line."""
    from picket_duty.journal import branches

    with one_line():
        _opened(branches.switch(_path(save), name, the_tables()), name)


@branch.command("delete", epilog=f"Example: {NAME} branch delete kimberly hold-fire")
@click.argument("save")
@click.argument("name")
def branch_delete(save: str, name: str) -> None:
    """Give a line up."""
    from picket_duty.journal import branches

    with one_line():
        branches.drop(_path(save), name)
    click.echo(f"line {name} given up", err=True)


# -- referee ---------------------------------------------------------------------------


@click.command(epilog=f"Example: {NAME} referee --scenario 6 --computer crew --computer identify")
@click.argument("save", metavar="[SAVE]", required=False)
@click.option("--scenario", metavar="1..8|NAME", help="A scenario by number or name.")
@click.option("--campaign", metavar="mini|long-a|long-b", help="A campaign.")
@click.option("--patrol", metavar="DATE", help="A free patrol from DATE on.")
@click.option("--days", type=int, default=5, show_default=True, help="Days of a patrol.")
@click.option("--level", default="basic", show_default=True, metavar="basic|advanced", help="Level of the rules.")
@click.option("--option", "options", metavar="NAME", multiple=True, help="An option of the rules; may repeat.")
@click.option("--seed", type=int, help="Seed of the computer's dice.")
@click.option("--ship", metavar="NAME", help="Name of the ship.")
@click.option("--computer", "computer", multiple=True, metavar="KIND", help="A kind of roll the computer makes.")
@click.option("--table", "table", multiple=True, metavar="KIND", help="Only these are rolled on the table.")
@click.option("--save", "save_path", metavar="PATH", type=click.Path(path_type=Path), help="Where to save a new game.")
@tables_option
def referee(
    save: str | None,
    scenario: str | None,
    campaign: str | None,
    patrol: str | None,
    days: int,
    level: str,
    options: tuple[str, ...],
    seed: int | None,
    ship: str | None,
    computer: tuple[str, ...],
    table: tuple[str, ...],
    save_path: Path | None,
) -> None:
    """Referee the board game: you roll, the program asks, looks up, keeps the sheets and says the next step."""
    from picket_duty import journal
    from picket_duty.book.vocabulary import PURPOSES
    from picket_duty.game import Game
    from picket_duty.terminal.referee import NOTE, PROMPT, Referee, checked_kinds

    kinds = checked_kinds(computer) if not table else set(PURPOSES) - checked_kinds(table)
    new = scenario is not None or campaign is not None or patrol is not None
    if new and save is not None:
        fail("a save is taken up as it is; leave out --scenario, --campaign and --patrol")
    with one_line():
        if new:
            game = Game.new(
                scenario=scenario, campaign=campaign, patrol=patrol, days=days, level=level, options=options, seed=seed,
                ship=ship, dice="own", tables=the_tables(),
            )  # fmt: skip
            click.echo(f"saved in {journal.start_save(game, path=save_path)}", err=True)
        else:
            game = journal.resume(_path(save), the_tables(), whole=True)
        assert game.journal is not None
        if game.journal.notice:
            click.echo(game.journal.notice, err=True)
        if not computer and not table and not new:
            kinds = {kind for kind in _noted(game.journal.notes.get(NOTE)) if kind in PURPOSES}
        elif kinds or not new:
            game.journal.write_note(NOTE, sorted(kinds))
    try:
        over = Referee(game, sys.stdin, lambda text: click.echo(text, nl=text != PROMPT), kinds).run()
    finally:
        game.journal.close()
    if not over:
        click.echo(f"left; take it up again with '{NAME} referee'", err=True)


# -- what the commands above share ----------------------------------------------------------


def _path(save: str | None) -> Path:
    """A save by name; without one the one played last, finished or not. Raises SaveError."""
    from picket_duty.journal import SaveError, find_save, list_saves, saves_folder

    if save is not None:
        return find_save(save)
    for found in list_saves():
        if not found.trouble:
            return found.path
    raise SaveError(f"no save in {saves_folder()}; start a game with '{NAME} play'")


def _noted(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _opened(game: Game, name: str) -> None:
    """A line has been made the one played on; this command does not play it itself."""
    assert game.journal is not None
    game.journal.close()
    click.echo(f"line {name}, {game.requests} answers, {game.state.label}; '{NAME} resume' goes on with it")


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    try:
        output.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        fail(f"{output}: cannot write ({error.strerror})")
    click.echo(output, err=True)
