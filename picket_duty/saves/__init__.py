"""Saves: one append-only file a game, a JSON line for every answer, written before play goes on.

``lines`` seals and opens the lines, ``record`` reads a save without playing it, ``writing`` keeps
one open, ``tally`` counts for both what a save may hold, ``playing`` makes a game of it again and verifies it,
``branches`` keeps several lines of play in it, ``listing`` finds the files by a ``glance`` at each, ``folder`` names,
copies and mends them.
"""

from picket_duty.game import Game, Saves
from picket_duty.saves.format import FORMAT_VERSION, LARGEST_FILE, MAIN, SUFFIX, SaveError
from picket_duty.saves.index import (
    SaveInfo,
    compact,
    delete,
    export,
    find_save,
    is_played,
    is_save,
    list_saves,
    look_at,
    mend,
    newest_save,
    newest_saves,
    rename,
)
from picket_duty.saves.loading import (
    Difference,
    Differs,
    OtherTables,
    load_whole,
    play_end,
    play_line,
    resume,
    verify,
)
from picket_duty.saves.paths import path_of, saves_folder
from picket_duty.saves.record import Line, Point, Record, parse, read_record
from picket_duty.saves.writer import Journal, default_name, open_for_more, start_save, write_whole

__all__ = [
    "FORMAT_VERSION", "LARGEST_FILE", "MAIN", "SUFFIX", "Difference", "Differs", "Game", "Journal", "Line",
    "OtherTables", "Point", "Record", "SaveError", "SaveInfo", "compact", "default_name", "delete", "export",
    "find_save", "is_played", "is_save", "list_saves", "load_whole", "look_at", "mend", "newest_save",
    "newest_saves", "open_for_more", "parse", "path_of", "play_end", "play_line", "read_record", "rename", "resume",
    "saves_folder", "start_save", "verify", "write_whole",
]  # fmt: skip

Game.saves = Saves(write_whole, resume)
