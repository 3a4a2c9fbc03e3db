"""``saves``, ``replay``, ``log``, ``diary``, ``sheets`` and ``bug-report``: saves, and what is
written from them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, fail, print_json, write_bytes, write_text
from picket_duty.extensions import extended, missing_words

if TYPE_CHECKING:
    from picket_duty.pages.war_diary import Diary
    from picket_duty.saves import SaveInfo
    from picket_duty.state import Ship


def file_format_option(
    what: str, *formats: str, default: str
) -> Callable[[options.Command], options.Command]:
    """``--format``: the file format."""
    words = f"File format for the {what}."
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=default,
        show_default=True,
        help=words,
    )


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
    """List all saves, the latest first."""
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
    """A line of a list of saves: its name, when it was played, its game or what is wrong with it."""
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

    delete(find_save(save), yes)


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
    "--branch", default="", metavar="N", help="Copy branch N of an older save that has several."
)
def saves_copy(save: str, new: str, at: int | None, branch: str) -> None:
    """Copy a save, or its beginning.

    The copy leaves out undone answers. The save is not changed.
    """
    from picket_duty.saves import copy_save, find_save, path_of

    name = Path(new)
    target = path_of(name.name, None if name.parent == Path() else name.parent)
    copy_save(find_save(save), target, at, branch)
    echo(target)


@saves.command("export", epilog=f"Example: {NAME} saves export kimberly backup.picket")
@click.argument("save", shell_complete=options.save_names)
@click.argument("target", metavar="FILE", type=options.PATH)
@click.option("--compact", "small", is_flag=True, help="Leave out undone answers.")
def saves_export(save: str, target: Path, small: bool) -> None:
    """Copy a save to a file.

    You can export an open game. An existing file is never overwritten.
    """
    from picket_duty.saves import copy_save, export_save, find_save

    (copy_save if small else export_save)(find_save(save), target)
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
    from picket_duty import saves
    from picket_duty.pages.log_pages import trace_words

    tables = options.chosen_tables()
    path = options.path_of_save(save)
    if verify:
        record = saves.read_record(path)
        game = saves.verify(record, tables, str(path), upto)
        count = len(record.answers) if upto is None else min(upto, len(record.answers))
        compared = sum(snapshot.answers <= count for snapshot in record.snapshots)
        echo(f"{path.name}: {count} answers and {compared} states replayed, no differences found")
        echo(f"state {game.state_hash}, tables {tables.digest}")
        return
    game = saves.load_whole(path, tables, upto)
    for event in game.events:
        echo(trace_words(event, tables))


@click.command(epilog=f"Example: {NAME} log kimberly --format html -o kimberly.html")
@options.save_argument
@file_format_option("report", "md", "html", "json", "text", default="text")
@click.option(
    "--part",
    "parts",
    multiple=True,
    metavar="PART",
    help="Include only this part: history, log, action, trace or luck; may be repeated.",
)
@options.out_option
@options.force_option
@options.tables_option
def log(save: str | None, form: str, parts: tuple[str, ...], out: Path | None, force: bool) -> None:
    """Write a report of a game.

    The report has the history of the game, the ship's log, the after-action report and a trace of
    every roll. It also shows how your chance of winning changed, if 'luck' has calculated it or you
    add '--part luck'.
    """
    from picket_duty.analysis.win_probability import known_analysis, load_measurements
    from picket_duty.pages.report import LUCK, PARTS, write_report

    game = options.load_saved_game(save)
    analysis = None if parts else known_analysis(game, load_measurements(game))
    if LUCK in parts:
        from picket_duty.commands.analyze import analyzed, refuse_unaided

        refuse_unaided(game)
        analysis = analyzed(game, 0, None)
    write_text(write_report(game, form, parts or PARTS, analysis), out, force)


@click.command("bug-report", epilog=f"Example: {NAME} bug-report kimberly -o report.txt")
@options.save_argument
@options.out_option
@options.force_option
@options.tables_option
def bug_report(save: str | None, out: Path | None, force: bool) -> None:
    """Write a bug report.

    The report has the versions, your settings and the path of the save. It does not have your name.
    """
    from picket_duty.commands.sessions import player_settings
    from picket_duty.pages import bug_report

    write_text(
        bug_report.write(
            options.path_of_save(save), options.chosen_tables(), player_settings().chosen()
        ),
        out,
        force,
    )


@click.command(epilog=f"Example: {NAME} diary kimberly --format html --out kimberly.html")
@options.save_argument
@file_format_option("diary", "md", "html", "bbcode", "text", default="text")
@options.out_option
@click.option(
    "--ship",
    "which",
    metavar="NAME|N",
    help="Include only this ship, by name or by number in order of service.",
)
@click.option("--no-reports", is_flag=True, help="Leave out the action reports.")
@options.force_option
@options.tables_option
def diary(
    save: str | None, form: str, out: Path | None, which: str | None, no_reports: bool, force: bool
) -> None:
    """Write the war diary of a game.

    The diary follows each ship day by day: her officers, actions and awards, and how her service
    ended.
    """
    from picket_duty.pages.formats import to_bbcode, to_html, to_markdown, to_text
    from picket_duty.pages.war_diary import diary_of, read_diary

    read = read_diary(options.load_saved_game(save))
    document = diary_of(read, _ships(read, which), not no_reports)
    write_text(
        {"html": to_html, "md": to_markdown, "bbcode": to_bbcode, "text": to_text}[form](document),
        out,
        force,
    )


def _ships(diary: Diary, which: str | None) -> tuple[Ship, ...]:
    from picket_duty.charts.words import did_you_mean
    from picket_duty.pages.war_diary import ships_with_days

    if which is None:
        return ()
    ships = ships_with_days(diary)
    if which.isdigit() and 0 < int(which) <= len(ships):
        return (ships[int(which) - 1],)
    names = {ship.hull_number.casefold(): ship for ship in reversed(ships)}
    names |= {ship.name.casefold().removeprefix("uss "): ship for ship in reversed(ships)}
    named = names.get(which.casefold().removeprefix("uss "))
    if named is None:
        if not ships:
            fail(f"No ship {which!r}. The diary has no ships yet.")
        numbered = ", ".join(f"{number} {ship.name}" for number, ship in enumerate(ships, 1))
        near = did_you_mean(which, (ship.name for ship in ships))
        fail(f"No ship {which!r}. Ships: {numbered}.{near}")
    return (named,)


#: Repeats ``picket_duty.pages.printed_forms``, which is slow to import for a page of help; a test
#: compares them.
SHEETS = ("log", "guns", "damage", "secondary", "calendar")


@click.command(epilog=f"Example: {NAME} sheets --format svg --out sheets --class fletcher")
@click.argument("save", metavar="[SAVE]", required=False, shell_complete=options.save_names)
@file_format_option("sheets", "pdf", "svg", default="pdf")
@click.option(
    "-o",
    "--out",
    required=True,
    type=options.PATH,
    metavar="FILE|DIR",
    help="For PDF, the file to write; for SVG, the folder.",
)
@click.option(
    "--class",
    "ship_class",
    metavar="CLASS",
    help="Ship class for blank sheets (default: fletcher).",
)
@click.option(
    "--sheet",
    "kinds",
    type=click.Choice(SHEETS),
    multiple=True,
    help="Print only this sheet; may be repeated.",
)
@options.force_option
@options.tables_option
def sheets(
    save: str | None,
    form: str,
    out: Path,
    ship_class: str | None,
    kinds: tuple[str, ...],
    force: bool,
) -> None:
    """Write the board game's sheets for printing.

    The sheets are blank, or filled in from a save.
    """
    from picket_duty.book.ids import FLETCHER
    from picket_duty.charts.words import did_you_mean
    from picket_duty.pages.printed_forms import Subject, printed_forms

    if save is not None and ship_class is not None:
        fail("--class cannot be used with a save")
    tables = options.chosen_tables()
    state = None if save is None else options.load_saved_game(save).state
    name = ship_class or FLETCHER if state is None else state.ship.ship_class
    if name not in tables.ships:
        classes = f"Classes: {', '.join(tables.ships)}."
        fail(f"No class {name[:80]!r}. {classes}{did_you_mean(name, tables.ships)}")
    pages = printed_forms(Subject(tables, tables.ships[name], state), kinds or SHEETS)
    if form == "pdf":
        try:
            from picket_duty.figures import pdf
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "reportlab":
                raise
            fail(f"{missing_words('paper')} Or use --format svg.")
        write_bytes(pdf.pages(pages), out, force)
        return
    from picket_duty.figures import svg

    out.mkdir(parents=True, exist_ok=True)
    for page in pages:
        plain = page.title.casefold().replace("'", "")
        name = "-".join("".join(char if char.isalnum() else " " for char in plain).split())
        write_text(svg.file(page), out / f"{name}.svg", force)
