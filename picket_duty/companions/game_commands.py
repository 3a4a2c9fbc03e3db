"""The commands of the companion games: ``games``, and ``--game`` for tables, referee and replay."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import CHARTS, Command, chosen_folder, completer, path_of_save
from picket_duty.commands.output import echo, fail, print_json, print_lines, say

if TYPE_CHECKING:
    from picket_duty.companions.companion import Companion
    from picket_duty.extensions import ChartSet


@completer
def complete_names() -> Iterable[str]:
    """The names of the companion games."""
    from picket_duty.companions.companion import companion_names

    return companion_names()


@completer
def complete_saves() -> Iterable[str]:
    """The names of the saved companion games."""
    from picket_duty.saves import list_saves

    return (save.name for save in list_saves(at_table=True))


@click.group(invoke_without_command=True, epilog=f"Example: {NAME} games --json")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per game, each on its own line."
)
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """List the companion games.

    Use 'games show' to see what the program offers for a game.
    """
    if context.invoked_subcommand is not None:
        return
    from picket_duty.companions.companion import companion, companion_names

    listed = [companion(name) for name in companion_names()]
    if not as_json:
        width = max(len(game.name) for game in listed)
        print_lines(f"{game.name:<{width}}  {game.description.title}" for game in listed)
        echo(f"To see what the program offers for a game: {NAME} games show GAME", err=True)
        return
    for game in listed:
        file = game.description
        print_json(
            {
                "name": game.name,
                "title": file.title,
                "publisher": file.publisher,
                "edition": file.edition,
                "over": file.over or None,
                "can": file.can,
                "tables": game.chart_ids(),
                "lacks": [
                    {"what": lack.what, "table": lack.table, "reason": lack.reason}
                    for lack in game.lacks
                ],
                "forms": [form.table for form in file.forms],
            }
        )


@games.command("show", epilog=f"Example: {NAME} games show ie-shima")
@click.argument("name", metavar="GAME", shell_complete=complete_names)
def games_show(name: str) -> None:
    """Show what the program offers for a game.

    The command also lists the game's charts and the data that the rulebook leaves out.
    """
    from picket_duty.companions.companion import companion
    from picket_duty.companions.table_pages import game_page
    from picket_duty.pages.formats import text_lines

    print_lines(text_lines(game_page(companion(name)), width=79))


@games.command("fill", epilog=f"Example: {NAME} games fill ie-shima areas")
@click.argument("name", metavar="GAME", shell_complete=complete_names)
@click.argument("table", metavar="[TABLE]", required=False)
@click.argument("entry", metavar="[ENTRY]", required=False)
@click.option(
    "--from",
    "file",
    metavar="FILE",
    help="Read the data from a TOML file, or from standard input (-).",
)
@click.option(
    "--show", is_flag=True, help="Print the data entered so far, in the format that --from reads."
)
def games_fill(
    name: str, table: str | None, entry: str | None, file: str | None, show: bool
) -> None:
    """Enter data that a rulebook leaves out.

    Copy the data from your own printed game, entry by entry. The charts and the referee
    then use the data.
    """
    from picket_duty.bounded import UnboundedError
    from picket_duty.companions import fill
    from picket_duty.companions.companion import companion
    from picket_duty.companions.form_prompt import FormPrompt

    game = companion(name)
    folder = fill.owner_folder(name)
    if table is None and not game.description.forms:
        fail(f"{name}: this game has no data to enter")
    forms = (fill.form_of(game, table),) if table is not None else game.description.forms
    excluded_by_file = show or table is not None
    if (file is not None and excluded_by_file) or (show and entry is not None):
        fail("--from cannot be used with TABLE, ENTRY or --show; --show cannot be used with ENTRY")
    try:
        if file is not None:
            _from_file(game, folder, file)
        elif show:
            sheets = [(form, fill.read_sheet(folder, form)) for form in forms]
            print_lines(fill.text_of_sheets(sheets).splitlines())
        else:
            for form in forms:
                labels = fill.form_entries(game, form)
                if entry is not None and entry not in labels:
                    fail(f"{form.table} has no entry {entry[:40]!r}. Entries: {', '.join(labels)}.")
                if not FormPrompt(game, form, folder, sys.stdin, say).run(entry):
                    return
                echo(f"saved in {fill.sheet_path(folder, form)}", err=True)
    except UnboundedError:
        # A line typed into the form is too long. Any other OSError is one of writing.
        raise
    except OSError as error:
        fail(f"{error.filename or folder}: cannot be written ({error.strerror})")


def _from_file(game: Companion, folder: Path, file: str) -> None:
    """Read tables or single entries from a TOML file. If anything in it is wrong, nothing is saved.
    Raises OSError.
    """
    from picket_duty.bounded import STANDARD_INPUT, within
    from picket_duty.charts import ChartError
    from picket_duty.charts.toml_files import LARGEST_FILE, read_text
    from picket_duty.companions import fill

    try:
        if file == "-":
            text = within(sys.stdin.read(LARGEST_FILE + 1), STANDARD_INPUT, LARGEST_FILE)
        else:
            text = read_text(Path(file))
        sheets = [
            (form, fill.read_sheet(folder, form) | entries)
            for form, entries in fill.sheets_from(game, text)
        ]
    except (OSError, UnicodeDecodeError, ChartError) as error:
        fail(f"{file}: {error}")
    for form, sheet in sheets:
        if fault := next(fill.sheet_faults(game, form, sheet), ""):
            fail(f"{file}: {form.table}: {fault}")
    fill.write_sheets(folder, sheets)
    for form, sheet in sheets:
        echo(f"{form.title}: {len(sheet)} of {len(fill.form_entries(game, form))}")


@games.command("saves", epilog=f"Example: {NAME} games saves")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per save, each on its own line."
)
def games_saves(as_json: bool) -> None:
    """List saved companion games, latest first."""
    from picket_duty.commands.save_commands import print_save
    from picket_duty.saves import list_saves, saves_folder
    from picket_duty.text.english import count

    saves = list_saves(at_table=True)
    if not saves and not as_json:
        echo(f"no saved games in {saves_folder(at_table=True)}", err=True)
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
                    "trouble": save.short_trouble,
                }
            )
            continue
        words = save.short_trouble
        if name is not None:
            state = "finished" if save.over else save.label
            words = f"{name}: {state}, {count(save.answers, 'answer')}"
        print_save(save, words)


@games.command("rename", epilog=f"Example: {NAME} games rename ie-shima-20260101-120000-000 sunday")
@click.argument("save", shell_complete=complete_saves)
@click.argument("name")
def games_rename(save: str, name: str) -> None:
    """Rename a saved companion game."""
    from picket_duty.saves import find_save, rename_save

    echo(rename_save(find_save(save, at_table=True), name, at_table=True))


@games.command("delete", epilog=f"Example: {NAME} games delete sunday --yes")
@click.argument("save", shell_complete=complete_saves)
@click.option("--yes", is_flag=True, help="Delete without asking.")
def games_delete(save: str, yes: bool) -> None:
    """Delete a saved companion game."""
    from picket_duty.commands.save_commands import delete
    from picket_duty.saves import find_save

    delete(find_save(save, at_table=True), yes)


class GameCharts:
    """Access of the commands of ``tables`` to the charts of a companion game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def charts(self, as_shipped: bool = False) -> Companion:
        """The charts, with the data that the owner entered unless ``as_shipped``."""
        from picket_duty.companions.companion import companion
        from picket_duty.companions.fill import owner_folder
        from picket_duty.saves import SaveError

        if chosen_folder() is not None:
            fail("--game cannot be used with --tables")
        # Without a home folder, nothing was entered.
        with suppress(SaveError):
            return companion(self.name, None if as_shipped else owner_folder(self.name))
        return companion(self.name)

    def answer(self, charts: ChartSet, question: object) -> dict[str, Any]:
        """The answer to one question of ``tables query``."""
        from picket_duty.companions.queries import answer_query

        return answer_query(cast("Companion", charts), question)

    def check(self, folder: Path | None) -> tuple[list[str], str]:
        """Faults of the charts as shipped, and what was checked."""
        from picket_duty.companions.check import companion_faults

        game = self.charts(as_shipped=True)
        if folder is not None:
            fail("--game cannot be used with a folder. Use one or the other.")
        return list(companion_faults(game)), f"the companion game {game.name}"


def _use_game_charts(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Let a command use the charts of a companion game, if one is named."""
    if name is not None:
        context.meta[CHARTS] = GameCharts(name)


#: For the group ``tables`` or one of its commands; the innermost one given counts.
game_option = click.option(
    "--game",
    metavar="NAME",
    expose_value=False,
    callback=_use_game_charts,
    shell_complete=complete_names,
    help=f"Use the charts of a companion game ('{NAME} games' lists all games).",
)


def referee_options(command: Command) -> Command:
    """``--game`` and its options: ``referee`` with a companion game."""

    @click.option(
        "--game",
        "table_game",
        metavar="NAME",
        shell_complete=complete_names,
        help=f"Referee a companion game ('{NAME} games' lists all games).",
    )
    @click.option(
        "--umpire",
        is_flag=True,
        help="With --game international-team: let the program act as umpire for hidden pieces.",
    )
    @click.option(
        "--practice",
        is_flag=True,
        help="With --game ie-shima: play on the invented practice island.",
    )
    @click.option(
        "--opponent",
        type=click.Choice(["american", "japanese"]),
        help="With --practice: let the computer play this side.",
    )
    @functools.wraps(command)
    def referee(
        *,
        table_game: str | None,
        umpire: bool,
        practice: bool,
        opponent: str | None,
        **options: Any,
    ) -> Any:
        # ``options`` are those of ``referee`` itself; its ``computer`` and ``table`` say who makes
        # each kind of roll.
        if table_game is None:
            if umpire:
                fail("--umpire can only be used with --game international-team")
            if practice or opponent:
                fail("--practice and --opponent can only be used with --game ie-shima")
            return command(**options)
        from picket_duty.companions import ie_shima_board as island
        from picket_duty.companions.international_team_pieces import UMPIRE

        given_options = {
            UMPIRE: umpire,
            island.PRACTICE: practice,
            # In a new practice game, units move together.
            island.STACKS: practice,
            **{option: opponent == side for option, side in island.OPPONENTS.items()},
        }
        game_options = tuple(option for option, is_given in given_options.items() if is_given)
        chosen = options["chosen"]
        if chosen.names_a_game or options["computer"] or options["table"]:
            fail("--game cannot be used with setup options or roll options")
        return _referee(
            name=table_game,
            save=options["save"],
            seed=chosen.seed,
            path=options["save_path"],
            game_options=game_options,
            plain=options["plain"],
        )

    return cast(Command, referee)


def _referee(
    name: str,
    save: str | None,
    seed: int | None,
    path: Path | None,
    game_options: tuple[str, ...],
    plain: bool,
) -> None:
    """Referee a new or saved game, on the screen if there can be one."""
    from picket_duty.commands.sessions import converse, open_screen
    from picket_duty.companions import table_saves
    from picket_duty.companions.table_conversation import TableConversation, cover
    from picket_duty.plain import why_no_screen
    from picket_duty.saves import find_save
    from picket_duty.saves.places import as_argument

    if save is not None and (path is not None or game_options):
        fail("SAVE cannot be used with --save, --umpire, --practice or --opponent")
    if save is None:
        seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
        game, path = table_saves.begin_game(name, seed, path, game_options)
        echo(f"saved in {path}", err=True)
    else:
        path = find_save(save, at_table=True)
        game = table_saves.resume_game(path)
    assert game.save_file is not None
    if game.save_file.notice:
        echo(game.save_file.notice, err=True)

    def play() -> bool:
        # Checked here, so that ``converse`` closes the save.
        if game.state.setup.name != name:
            fail(f"{path}: this is a game of {game.state.setup.name}, not {name}")
        if plain or why_no_screen():
            return TableConversation(game, sys.stdin, say, cover).run()
        open_screen(game, path)
        return True

    def how_to_resume(path: Path) -> str:
        return f"referee --game {name} {as_argument(path, at_table=True)}"

    converse(game, play, how_to_resume)


def replay_companions(command: Command) -> Command:
    """``replay`` for saves of companion games; a name is looked for among the destroyer's saves
    first.
    """

    @functools.wraps(command)
    def replay(*, save: str | None, verify: bool, upto: int | None, **options: Any) -> Any:
        from picket_duty.saves import SaveError, find_save
        from picket_duty.saves.record import is_at_table

        path = None
        with suppress(SaveError):
            path = path_of_save(save)
        if path is None and save is not None:
            with suppress(SaveError):
                path = find_save(save, at_table=True)
        if path is None or not is_at_table(path):
            return command(save=save, verify=verify, upto=upto, **options)
        from picket_duty.companions import table_saves
        from picket_duty.companions.table_conversation import lines_of

        if verify:
            game, states = table_saves.verify_game(path, upto)
            echo(
                f"{path.name}: {len(game.answers)} answers replayed and {states} states compared, no "
                f"differences found"
            )
            echo(f"state {game.state_hash}, charts {game.tables.digest}")
        else:
            print_lines(lines_of(table_saves.load_game(path, upto)))
        return None

    return cast(Command, replay)
