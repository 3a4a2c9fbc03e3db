"""Saves: one append-only file per game, with a JSON line for every answer, written before play goes
on.

``format`` defines the lines, their checksums and limits; ``record`` reads a save, ``notes``
explains what its notes say, ``save_file`` writes to an open one, and ``writer`` saves a game in a
new one; ``loading`` makes a game from a save, which ``replay`` compares with it; ``save_list``
lists, finds and copies the files of the folder.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from picket_duty.paths import SaveError
    from picket_duty.saves.loading import OtherTables, load_whole, replay_last_day, resume, verify
    from picket_duty.saves.places import path_of, saves_folder
    from picket_duty.saves.record import read_record
    from picket_duty.saves.save_list import (
        SaveInfo,
        copy_save,
        delete_save,
        export_save,
        find_save,
        has_other_saves,
        is_save,
        latest_save,
        latest_saves,
        lesson_saves,
        list_saves,
        rename_save,
        repair_save,
    )
    from picket_duty.saves.writer import start_save

__all__ = [
    "OtherTables",
    "SaveError",
    "SaveInfo",
    "copy_save",
    "delete_save",
    "export_save",
    "find_save",
    "is_save",
    "latest_save",
    "has_other_saves",
    "latest_saves",
    "lesson_saves",
    "list_saves",
    "load_whole",
    "path_of",
    "read_record",
    "rename_save",
    "repair_save",
    "replay_last_day",
    "resume",
    "saves_folder",
    "start_save",
    "verify",
]

#: The modules of these names, from the lightest: to list saves, neither rules nor the game loop are
#: imported.
_MODULES = (
    "paths",
    "saves.places",
    "saves.record",
    "saves.writer",
    "saves.save_list",
    "saves.loading",
)


def __getattr__(name: str) -> Any:
    """One of the names, from the first module that has it. Raises AttributeError."""
    for module in _MODULES if name in __all__ else ():
        if name in (names := vars(import_module(f"picket_duty.{module}"))):
            return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
