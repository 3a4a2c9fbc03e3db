"""Options and arguments that several commands share, with shell completion of their values."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from picket_duty.commands import NAME
from picket_duty.commands.output import READ_SAVE, fail
from picket_duty.extensions import load

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import Game

#: Keys of ``context.meta``: for the folder or file of ``--tables``, and for the charts of another
#: game, which an option of a package around the core chose.
TABLES = "picket_duty.tables"
CHARTS = "picket_duty.charts"
Command = TypeVar("Command", bound=Callable[..., Any])
#: The type of a path to a file or folder.
PATH = click.Path(path_type=Path)


def completer(
    values: Callable[[], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """A completion function for click. Values that need quotes in a shell are left out."""

    def complete(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[str]:
        import shlex

        from picket_duty.charts import ChartError
        from picket_duty.saves import SaveError

        try:
            names = list(values())
        except (ChartError, SaveError, OSError):
            return []
        return [
            name
            for name in names
            if name.startswith(typed) and shlex.quote(name) == name and "," not in name
        ]

    return complete


def _tables() -> Tables:
    return cast("Tables", load("picket_duty.book:load_tables")())


save_names = completer(lambda: (save.name for save in load("picket_duty.saves:list_saves")()))


def _chart_names() -> Iterable[str]:
    """The ids of the charts, and the words of their titles, which find a chart too."""
    from picket_duty.charts.search import LEAST_STEM, words_typed

    charts = list(_tables().all_charts())
    words = {word for chart in charts for word in words_typed(chart.raw.title)}
    whole = (word for word in words if word.isalpha() and len(word) >= LEAST_STEM)
    return [*(chart.id for chart in charts), *sorted(whole)]


chart_names = completer(_chart_names)
scenario_names = completer(
    lambda: (
        name for number, data in _tables().scenarios.items() for name in (str(number), data.slug)
    )
)
campaign_names = completer(lambda: _tables().campaigns)
option_names = completer(lambda: _tables().options)
# Names in capitals, such as MODULE:CLASS, stand for others and cannot be completed.
captain_names = completer(lambda: filter(str.islower, load("picket_duty.captains:NAMES")))
topic_names = completer(lambda: load("picket_duty.manual:PAGES"))


#: A save by name or path.
save_argument = click.argument("save", metavar="[SAVE]", required=False, shell_complete=save_names)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
out_option = click.option("-o", "--out", type=PATH, metavar="FILE", help="Write to FILE.")
#: For reports only; other output never overwrites a save.
force_option = click.option("--force", is_flag=True, help="Overwrite FILE even if it is a save.")
plain_option = click.option(
    "--plain", is_flag=True, help="Play in plain mode instead of full screen."
)


# -- tables and saves ----------------------------------------------------


def _choose_tables(
    context: click.Context, _parameter: click.Parameter, folder: Path | None
) -> None:
    if folder is not None:
        context.meta[TABLES] = folder


#: ``--tables DIR|FILE`` for a group or a command; the innermost one takes precedence.
tables_option = click.option(
    "--tables",
    metavar="DIR|FILE",
    type=PATH,
    expose_value=False,
    callback=_choose_tables,
    help="Use the tables in DIR, or the scenario in FILE, in addition to the built-in tables.",
)


def chosen_folder() -> Path | None:
    """The folder or file given by ``--tables`` to this command or its group."""
    return cast("Path | None", click.get_current_context().meta.get(TABLES))


def chosen_tables() -> Tables:
    """The tables to use; a modified set is validated as a whole. Raises ChartError."""
    from picket_duty.book import load_tables
    from picket_duty.book.tables import ENVIRONMENT

    folder = chosen_folder()
    if folder is None and not os.environ.get(ENVIRONMENT):
        return load_tables()
    from picket_duty.book.check_tables import checked_tables

    return checked_tables(folder)


def path_of_save(name: str | None) -> Path:
    """A save by name; without a name the one played last, finished or not. Raises SaveError."""
    from picket_duty.saves import SaveError, find_save, latest_save, saves_folder

    if name is not None:
        path = find_save(name)
    elif (save := latest_save(lambda save: not save.trouble, finished=True)) is not None:
        path = save.path
    else:
        raise SaveError(f"No saves in {saves_folder()}. Start a game with '{NAME} play'.")
    click.get_current_context().meta[READ_SAVE] = path
    return path


def load_saved_game(name: str | None) -> Game:
    """The game of a save with its whole history; without a name the one played last. Raises
    SaveError.
    """
    from picket_duty.saves import load_whole

    return load_whole(path_of_save(name), chosen_tables())


# -- set-up --------------------------------------------------------------


#: The click arguments of the option for each field of SetupOptions. The defaults repeat those of
#: the struct, which is slow to import for a page of help; a test keeps them equal.
OPTIONS: dict[str, dict[str, Any]] = {
    "scenario": {"metavar": "1..8|NAME", "help": "Play this scenario, given by number or name."},
    "campaign": {"metavar": "mini|long-a|long-b", "help": "Play this campaign."},
    "patrol": {"metavar": "DATE", "help": "Play a patrol from DATE (1945-03-24 to 1945-06-25)."},
    "days": {
        "type": int,
        "default": 5,
        "show_default": True,
        "help": "Length of the patrol in days.",
    },
    "station": {
        "type": int,
        "help": "Station for the patrol, 1 to 16 (default: assigned by the charts).",
    },
    "start": {"metavar": "DATE", "help": "First day of campaign long-a."},
    "level": {
        "metavar": "basic|advanced",
        "default": "basic",
        "show_default": True,
        "help": "Level of the rules.",
    },
    "options": {
        "metavar": "NAME",
        "multiple": True,
        "help": "Use this optional rule; may be repeated.",
    },
    "seed": {"type": int, "help": "Seed for the dice."},
    "ship": {"metavar": "NAME", "help": "Name of your ship."},
    "dice": {
        "metavar": "computer|own|mine",
        "default": "computer",
        "show_default": True,
        "help": "Who rolls the dice. computer: the computer rolls everything; own: you roll "
        "everything; mine: you roll for your ship "
        "only (gunnery, support, maneuvers, emergency declarations, damage control).",
    },
    "undo": {
        "metavar": "free|dice",
        "default": "free",
        "show_default": True,
        "help": "What you can undo: any decision (free), or only decisions since the last roll (dice).",
    },
    "aid": {
        "metavar": "commanded|unaided",
        "help": "How much your officers help. commanded: you choose an aim and your officers assign the "
        "guns; unaided: "
        "you aim every gun and see no odds. Default: the level in your settings.",
    },
    "officers": {
        "metavar": "POST=NAME",
        "multiple": True,
        "help": "Name an officer; may be repeated.",
    },
}

#: The options with another name than their field: each adds one value to it.
FLAGS = {"options": "--option", "officers": "--officer"}
#: Shell completion of the value of an option.
VALUES = {"scenario": scenario_names, "campaign": campaign_names, "options": option_names}


def setup_options(
    leave_out: Collection[str] = (), seed: str = "Seed for the dice."
) -> Callable[[Command], Command]:
    """Decorator that adds the options of a set-up to a command. The command receives them as
    ``chosen``, a SetupOptions.

    ``leave_out`` names fields that the command does not offer; ``seed`` is the help text of its
    option ``--seed``.
    """
    fields = [field for field in OPTIONS if field not in leave_out]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_choices(**given: Any) -> Any:
            from picket_duty.setup import SetupOptions

            values = {field: given.pop(field) for field in fields}
            for officer in values.get("officers", ()):
                if "=" not in officer:
                    fail(f'--officer {officer!r}: write POST=NAME, such as captain="Cdr John Hale"')
            values["officers"] = dict(
                officer.split("=", 1) for officer in values.get("officers", ())
            )
            if "aid" in values and values["aid"] is None:
                # Not given: the default of the set-up, which a game with a player replaces by the
                # player's setting.
                del values["aid"]
            return command(chosen=SetupOptions(**values), **given)

        # As with stacked decorators, the option added last comes first in the help.
        for field in reversed(fields):
            arguments = OPTIONS[field]
            text = {"help": seed} if field == "seed" else {}
            with_choices = click.option(
                FLAGS.get(field, f"--{field}"),
                field,
                shell_complete=VALUES.get(field),
                **arguments | text,
            )(with_choices)
        return cast(Command, with_choices)

    return decorate
