"""``saves``, ``replay``, ``log``, ``branch`` and ``bug-report``: saves and what is made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import (
    chosen_tables,
    force_option,
    load_saved_game,
    output_option,
    path_of_save,
    save_argument,
    save_names,
    tables_option,
)
from picket_duty.commands.output import echo, print_json, write_text
from picket_duty.extensions import extended

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.saves import SaveInfo

json_lines_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


# -- saves -------------------------------------------------------------------------


@click.group(invoke_without_command=True, epilog=f"Example: {NAME} saves rename patrol-3 night-watch")
@click.pass_context
def saves(context: click.Context) -> None:
    """The saves: list, rename, delete, export, mend."""
    if context.invoked_subcommand is None:
        _list(as_json=False)


@saves.command("list", epilog=f"Example: {NAME} saves list --json")
@json_lines_option
def saves_list(as_json: bool) -> None:
    """List every save, the one played last first."""
    _list(as_json)


def _list(as_json: bool) -> None:
    from picket_duty.saves import list_saves, saves_folder

    all_saves = list_saves()
    if not all_saves and not as_json:
        echo(f"no saves in {saves_folder()}", err=True)
    for save in all_saves:
        if as_json:
            print_json(_entry(save))
        else:
            echo(_line(save))


def _entry(save: SaveInfo) -> dict[str, Any]:
    """A save as a line of ``saves list --json``."""
    import msgspec

    return {
        "name": save.name,
        "path": str(save.path),
        "setup": msgspec.to_builtins(save.setup) if save.setup else None,
        "at": save.label,
        "answers": save.answers,
        "lines": save.branches,
        "over": save.over,
        "modified": save.modified.isoformat(timespec="seconds"),
        "trouble": save.trouble,
    }


def _line(save: SaveInfo) -> str:
    """A save as a line of the list."""
    when = save.modified.strftime("%Y-%m-%d %H:%M")
    setup = save.setup
    if setup is None:
        return f"{save.name}  {when}  ! {' '.join(save.trouble.split())}"
    from picket_duty.text.names import label_words

    state = "over" if save.over else label_words(save.label)
    lines = f"  {save.branches} lines" if save.branches > 1 else ""
    game = f"{setup.kind} {setup.name} ({setup.level}), {setup.ship}"
    return f"{save.name}  {when}  {game}: {state}, {save.answers} answers{lines}"


@saves.command("rename", epilog=f"Example: {NAME} saves rename scenario-6-basic-20260101-120000-000 kimberly")
@click.argument("save", shell_complete=save_names)
@click.argument("name")
def saves_rename(save: str, name: str) -> None:
    """Give a save another name."""
    from picket_duty.saves import find_save, rename

    echo(rename(find_save(save), name))


@saves.command("delete", epilog=f"Example: {NAME} saves delete kimberly --yes")
@click.argument("save", shell_complete=save_names)
@click.option("--yes", is_flag=True, help="Do not ask.")
def saves_delete(save: str, yes: bool) -> None:
    """Delete a save."""
    from picket_duty.saves import delete, find_save

    path = find_save(save)
    if not yes:
        click.confirm(f"Delete {path}?", abort=True, err=True)
    delete(path)
    echo(f"deleted {path}", err=True)


@saves.command("export", epilog=f"Example: {NAME} saves export kimberly backup.picket")
@click.argument("save", shell_complete=save_names)
@click.argument("target", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--compact", "small", is_flag=True, help="Only the line being played, nothing that was taken back.")
@tables_option
def saves_export(save: str, target: Path, small: bool) -> None:
    """Copy a save to a file, also while it is played; an existing file is never overwritten."""
    from picket_duty.saves import compact, export, find_save

    if small:
        compact(find_save(save), target, chosen_tables())
    else:
        export(find_save(save), target)
    echo(target)


@saves.command("mend", epilog=f"Example: {NAME} saves mend kimberly")
@click.argument("save", shell_complete=save_names)
@tables_option
def saves_mend(save: str) -> None:
    """Make a save playable: damaged, what is whole is copied; of other tables, it goes on from its last snapshot."""
    from picket_duty.saves import find_save, repair

    echo(repair(find_save(save), chosen_tables()))


# -- replay and reports ------------------------------------------------------------


@click.command(epilog=f"Example: {NAME} replay kimberly --verify")
@save_argument
@extended("replay")
@click.option("--verify", is_flag=True, help="Compare every row and state; name the first difference.")
@click.option("--to", "upto", type=click.IntRange(0), metavar="N", help="Only the first N answers.")
@click.option("--plain", is_flag=True, help="Plain lines, as always.")
@tables_option
def replay(save: str | None, verify: bool, upto: int | None, plain: bool) -> None:
    """Play a save again, also of a companion game: print what happened, or verify it."""
    from picket_duty import saves
    from picket_duty.reports.log_pages import trace_line

    tables = chosen_tables()
    path = path_of_save(save)
    if verify:
        record = saves.read_record(path)
        game = saves.verify(record, tables, str(path), upto)
        count = len(record.answers) if upto is None else min(upto, len(record.answers))
        compared = sum(snapshot.answers <= count for snapshot in record.snapshots)
        echo(f"{path.name}: {count} answers, {compared} states, all as recorded")
        echo(f"state {game.state_hash}, tables {tables.digest}")
        return
    game = saves.load_whole(path, tables, upto)
    for event in game.events:
        echo(trace_line(event, tables))


@click.command(epilog=f"Example: {NAME} log kimberly --format html -o kimberly.html")
@save_argument
@click.option("--format", "form", default="text", show_default=True, metavar="md|html|json|text", help="The format.")
@click.option("--part", "parts", multiple=True, metavar="PART", help="history, log, action, trace or luck; may repeat.")
@output_option
@force_option
@tables_option
def log(save: str | None, form: str, parts: tuple[str, ...], output: Path | None, force: bool) -> None:
    """Write the report of a game: history, ship's log, after-action report, referee's trace.

    How the chance of winning went stands in it where 'luck' has worked it out, and with '--part luck'.
    """
    from picket_duty.analysis.win_probability import known_analysis, load_measurements
    from picket_duty.reports import LUCK, PARTS, write_report

    game = load_saved_game(save)
    if LUCK in parts:
        from picket_duty.commands.analyze import analyzed

        report = write_report(game, form, parts, analyzed(game, 0, None)[0])
    else:
        report = write_report(
            game, form, parts or PARTS, None if parts else known_analysis(game, load_measurements(game))
        )
    write_text(report, output, force)


@click.command("bug-report", epilog=f"Example: {NAME} bug-report kimberly -o report.txt")
@save_argument
@output_option
@force_option
@tables_option
def bug_report(save: str | None, output: Path | None, force: bool) -> None:
    """Write save, version, table hashes and last events into one text file."""
    from picket_duty.reports import bug_report

    write_text(bug_report.write(path_of_save(save), chosen_tables()), output, force)


# -- branches ------------------------------------------------------------------------


@click.group(epilog=f"Example: {NAME} branch at kimberly 120 --name hold-fire")
def branch() -> None:
    """Lines of play in one save: go back, play on, keep both."""


@branch.command("list", epilog=f"Example: {NAME} branch list kimberly")
@save_argument
@json_lines_option
@tables_option
def branch_list(save: str | None, as_json: bool) -> None:
    """List the lines of a save and compare them: outcome, hits, hull."""
    from picket_duty.saves import branches
    from picket_duty.text.names import OUTCOMES, label_words

    compared = branches.compare(path_of_save(save), chosen_tables())
    for line in compared:
        if as_json:
            print_json(line)
            continue
        facts = line.summary
        shot = facts["destroyed"] + facts["flamed"]
        mark = "*" if line.current else " "
        origin = f"from {line.parent} at {line.at}" if line.parent else ""
        ends = OUTCOMES.get(line.outcome, "goes on")
        echo(
            f"{mark} {line.name:<16} {line.answers:>6} answers  {label_words(line.label):<22} {ends:<16} "
            f"strikes {facts['hits']:>2}  hull {facts['hull']}  shot down {shot:>3}  {origin}"
        )


@branch.command("decisions", epilog=f"Example: {NAME} branch decisions kimberly")
@save_argument
@tables_option
def branch_decisions(save: str | None) -> None:
    """List the decisions of the line being played, each with the number to go back to."""
    import json

    from picket_duty.saves import branches

    decisions = branches.decisions(path_of_save(save), chosen_tables())
    for number, phase, about, answer in decisions:
        text = answer if isinstance(answer, str) else json.dumps(answer)
        echo(f"{number:>6}  {phase:<20} {about}: {text}")


@branch.command("at", epilog=f"Example: {NAME} branch at kimberly 120 --name hold-fire")
@click.argument("save", shell_complete=save_names)
@click.argument("number", metavar="N", type=click.IntRange(0))
@click.option("--name", required=True, metavar="NAME", help="Name of the new line.")
@tables_option
def branch_at(save: str, number: int, name: str) -> None:
    """Go back to the first N answers and play on from there in a new line."""
    from picket_duty.saves import branches

    _opened(branches.begin(path_of_save(save), number, name, chosen_tables()), name)


@branch.command("switch", epilog=f"Example: {NAME} branch switch kimberly main")
@click.argument("save", shell_complete=save_names)
@click.argument("name")
@tables_option
def branch_switch(save: str, name: str) -> None:
    """Go on with another line."""
    from picket_duty.saves import branches

    _opened(branches.switch(path_of_save(save), name, chosen_tables()), name)


@branch.command("delete", epilog=f"Example: {NAME} branch delete kimberly hold-fire")
@click.argument("save", shell_complete=save_names)
@click.argument("name")
def branch_delete(save: str, name: str) -> None:
    """Give a line up."""
    from picket_duty.saves import branches

    branches.drop(path_of_save(save), name)
    echo(f"line {name} given up", err=True)


# -- shared ----------------------------------------------------------


def _opened(game: Game, name: str) -> None:
    """Report the branch that is now current; close its save."""
    from picket_duty.text.names import label_words

    assert game.journal is not None
    game.journal.close()
    if game.journal.notice:
        echo(game.journal.notice, err=True)
    echo(f"line {name}, {game.requests} answers, {label_words(game.state.label)}; '{NAME} resume' goes on with it")
