"""``saves`` and ``replay``: the list of saves, and their care."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, print_json
from picket_duty.extensions import extended

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.saves import SaveInfo


@click.group(
    invoke_without_command=True, epilog=f"Example: {NAME} saves rename patrol-3 night-watch"
)
@click.pass_context
def saves(context: click.Context) -> None:
    """List, rename, copy or repair saved games."""
    if context.invoked_subcommand is None:
        context.invoke(saves_list)


@saves.command("list", epilog=f"Example: {NAME} saves list --json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def saves_list(as_json: bool) -> None:
    """List all saves, latest first."""
    import msgspec

    from picket_duty.saves import list_saves, saves_folder
    from picket_duty.text.dates import label_words
    from picket_duty.text.english import count

    all_saves = list_saves()
    if not all_saves and not as_json:
        echo(f"No saves in {saves_folder()}", err=True)
    for save in all_saves:
        setup = save.setup
        modified = save.modified
        if as_json:
            print_json(
                {
                    "name": save.name,
                    "path": str(save.path),
                    "setup": msgspec.to_builtins(setup) if setup else None,
                    "at": save.label,
                    "answers": save.answers,
                    "lines": save.branches,
                    "over": save.over,
                    "modified": modified.isoformat(timespec="seconds"),
                    "trouble": save.trouble,
                }
            )
            continue
        words = save.trouble
        if setup is not None:
            state = "over" if save.over else label_words(save.label)
            branches = f", {save.branches} branches" if save.branches > 1 else ""
            game = f"{setup.kind} {setup.name} ({setup.level}), {setup.ship}: {state}"
            words = f"{game}, {count(save.answers, 'answer')}{branches}"
        print_save(save, words)


def print_save(save: SaveInfo, words: str) -> None:
    """Print a line of a list of saves. ``words`` are its game, or what is wrong with a save whose
    set-up cannot be read.
    """
    if save.setup is None:
        words = f"! {' '.join(words.split())}"
    echo(f"{save.name}  {save.modified:%Y-%m-%d %H:%M}  {words}")


@saves.command(
    "rename", epilog=f"Example: {NAME} saves rename scenario-6-basic-20260101-120000-000 kimberly"
)
@click.argument("save", shell_complete=options.save_names)
@click.argument("name")
def saves_rename(save: str, name: str) -> None:
    """Rename a save."""
    from picket_duty.saves import find_save, rename_save

    echo(rename_save(find_save(save), name))


@saves.command("delete", epilog=f"Example: {NAME} saves delete kimberly --yes")
@click.argument("save", shell_complete=options.save_names)
@click.option("--yes", is_flag=True, help="Delete without asking.")
def saves_delete(save: str, yes: bool) -> None:
    """Delete a save."""
    from picket_duty.saves import find_save

    delete(find_save(save), sure=yes)


def delete(path: Path, sure: bool) -> None:
    """Delete a save of any game, after a question unless the player is ``sure``."""
    from picket_duty.saves import delete_save

    if not sure:
        click.confirm(f"Delete {path}?", abort=True, err=True)
    delete_save(path)
    echo(f"Deleted {path}", err=True)


@saves.command("copy", epilog=f"Example: {NAME} saves copy kimberly hold-fire --at 120")
@click.argument("save", shell_complete=options.save_names)
@click.argument("new")
@click.option(
    "--at",
    type=click.IntRange(0),
    metavar="N",
    help="Keep only the first N answers, to play on from there.",
)
@click.option(
    "--branch",
    default="",
    metavar="N",
    help="Copy branch N of an older save that has several branches.",
)
def saves_copy(save: str, new: str, at: int | None, branch: str) -> None:
    """Copy a save, or its beginning.

    The copy leaves out answers that were undone. The save is not changed.
    """
    from picket_duty.saves import copy_save, find_save, path_of

    name = Path(new)
    target = path_of(name.name, None if name.parent == Path() else name.parent)
    copy_save(find_save(save), target, at=at, name=branch)
    echo(target)


@saves.command("export", epilog=f"Example: {NAME} saves export kimberly backup.picket")
@click.argument("save", shell_complete=options.save_names)
@click.argument("target", metavar="FILE", type=options.PATH)
@click.option("--compact", "small", is_flag=True, help="Leave out answers that were undone.")
def saves_export(save: str, target: Path, small: bool) -> None:
    """Copy a save to a file.

    You can export a game while it is being played. An existing file is never overwritten.
    """
    from picket_duty.saves import copy_save, export_save, find_save

    path = find_save(save)
    if small:
        copy_save(path, target)
    else:
        export_save(path, target)
    echo(target)


@saves.command("repair", epilog=f"Example: {NAME} saves repair kimberly")
@click.argument("save", shell_complete=options.save_names)
@options.tables_option
def saves_repair(save: str) -> None:
    """Repair a save that cannot be resumed.

    If a save is damaged, its undamaged part is copied to a new save. If a save was made with
    different tables, the game continues from its last snapshot.
    """
    from picket_duty.saves import find_save, repair_save

    echo(repair_save(find_save(save), options.chosen_tables()))


@click.command(epilog=f"Example: {NAME} replay kimberly --verify")
@options.save_argument
@extended("replay")
@click.option(
    "--verify",
    is_flag=True,
    help="Compare every result and state with the save; report the first difference.",
)
@click.option(
    "--to", "upto", type=click.IntRange(0), metavar="N", help="Replay only the first N answers."
)
@options.tables_option
def replay(save: str | None, verify: bool, upto: int | None) -> None:
    """Print what happened in a save, or verify it."""
    from picket_duty.pages.trace_pages import trace_words
    from picket_duty.saves import load_whole

    tables = options.chosen_tables()
    path = options.path_of_save(save)
    if verify:
        _verify(path, tables, upto=upto)
        return
    game = load_whole(path, tables, upto=upto)
    for event in game.events:
        echo(trace_words(event, tables))


def _verify(path: Path, tables: Tables, upto: int | None) -> None:
    """Replay the first ``upto`` answers of a save, or all, and compare. Raises SaveError."""
    from picket_duty.saves import read_record, verify

    record = read_record(path)
    game = verify(record, tables, str(path), upto=upto)
    answers = len(record.answers)
    if upto is not None:
        answers = min(upto, answers)
    states = sum(snapshot.answers <= answers for snapshot in record.snapshots)
    echo(
        f"{path.name}: {answers} answers replayed and {states} states compared, no differences found"
    )
    echo(f"state {game.state_hash}, tables {tables.digest}")
