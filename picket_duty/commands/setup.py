"""The options by which a game is chosen, the same for every command that begins one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, cast

import click

from picket_duty.commands.complete import campaign_names, option_names, scenario_names
from picket_duty.commands.shared import Command, fail

if TYPE_CHECKING:
    from picket_duty.setup import Choices

#: The option of each field of Choices, and how click reads it. The defaults are those of Choices, which is costly
#: to load for a page of help; a test holds them equal.
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "scenario": ("--scenario", {"metavar": "1..8|NAME", "help": "A scenario by number or name."}),
    "campaign": ("--campaign", {"metavar": "mini|long-a|long-b", "help": "A campaign."}),
    "patrol": ("--patrol", {"metavar": "DATE", "help": "A free patrol from DATE (1945-03-24 to 1945-06-25) on."}),
    "days": ("--days", {"type": int, "default": 5, "show_default": True, "help": "Days of a patrol."}),
    "station": ("--station", {"type": int, "help": "Station of a patrol, 1 to 16 (else by the charts)."}),
    "start": ("--start", {"metavar": "DATE", "help": "First day of campaign long-a."}),
    "level": (
        "--level",
        {"metavar": "basic|advanced", "default": "basic", "show_default": True, "help": "Level of the rules."},
    ),
    "options": ("--option", {"metavar": "NAME", "multiple": True, "help": "An option of the rules; may repeat."}),
    "seed": ("--seed", {"type": int, "help": "Seed of the dice."}),
    "ship": ("--ship", {"metavar": "NAME", "help": "Name of the ship."}),
    "dice": (
        "--dice",
        {
            "metavar": "computer|own|mine",
            "default": "computer",
            "show_default": True,
            "help": "Who rolls: the computer; you, all of them; you, only gunnery and damage control.",
        },
    ),
    "undo": (
        "--undo",
        {"metavar": "free|dice", "default": "free", "show_default": True, "help": "dice: nothing rolled goes back."},
    ),
    "officers": ("--officer", {"metavar": "POST=NAME", "multiple": True, "help": "Name an officer; may repeat."}),
}

#: What completes the value of an option in a shell.
VALUES = {"scenario": scenario_names, "campaign": campaign_names, "options": option_names}


def setup_options(leave_out: Collection[str] = (), seed: str = "Seed of the dice.") -> Callable[[Command], Command]:
    """The options of a set-up for a command, which is handed what was chosen as ``chosen``, a Choices.

    ``leave_out`` names the fields the command does not let choose, ``seed`` says what its seed is for.
    """
    fields = [field for field in OPTIONS if field not in leave_out]

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_choices(**given: Any) -> Any:
            chosen = _choices({field: given.pop(field) for field in fields})
            return command(chosen=chosen, **given)

        for field in reversed(fields):
            name, reading = OPTIONS[field]
            said = {"help": seed} if field == "seed" else {}
            with_choices = click.option(name, field, shell_complete=VALUES.get(field), **reading | said)(with_choices)
        return cast(Command, with_choices)

    return decorate


def _choices(given: dict[str, Any]) -> Choices:
    from picket_duty.setup import Choices

    officers = _by_post(given.pop("officers", ()))
    return Choices(**given, officers=officers)


def _by_post(officers: tuple[str, ...]) -> dict[str, str]:
    for officer in officers:
        if "=" not in officer:
            fail(f'--officer {officer!r} is not POST=NAME, as captain="Cdr. John Hale"')
    return dict(officer.split("=", 1) for officer in officers)
