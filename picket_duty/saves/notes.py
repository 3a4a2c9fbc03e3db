"""The notes in a save that the program itself uses: their keys, and what they say about a game."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from picket_duty.book.vocabulary import ADVISED, AIDS
from picket_duty.paths import SaveError

if TYPE_CHECKING:
    from picket_duty.game import AnyGame

#: The key of the note with who makes the decisions from there on; empty if it is not known.
DECIDER = "decider"
#: The key of the note with the lessons shown in a first battle, whose dice are fixed and which is
#: not recorded.
LESSON = "lesson"
#: The key of the note with the time of play, in nanoseconds since 1970; games of older versions
#: have none.
PLAYED = "played"
#: The key of the note with the aid of a game.
AID = "aid"
#: The key of the note with what the player of an unaided game has asked before its end: a list of
#: EXEC_ASKED and REOPENED. Games of older versions have none.
ASKED = "asked"
#: The exec was asked for advice.
EXEC_ASKED = "exec"
#: The end was undone. A game that has ended shows odds and luck, so the player may have seen them.
REOPENED = "reopened"
KINDS_ASKED = (EXEC_ASKED, REOPENED)


def aid_of(notes: dict[str, Any]) -> str:
    """The aid of a game, from the notes of its save; older programs played every game advised."""
    return str(notes[AID]) if notes.get(AID) in AIDS else ADVISED


def asked_of(notes: Mapping[str, Any]) -> list[str] | None:
    """What the player of an unaided game has asked, of ``KINDS_ASKED``, from the notes of its save;
    None if they do not say.
    """
    asked = notes.get(ASKED)
    if not isinstance(asked, list):
        return None
    return [kind for kind in KINDS_ASKED if kind in asked]


def asked_with(notes: Mapping[str, Any], kind: str) -> list[str]:
    """What the player has asked, with one of ``KINDS_ASKED`` more."""
    asked = asked_of(notes) or []
    return asked if kind in asked else [*asked, kind]


def note_asked(game: AnyGame, kind: str) -> None:
    """Note in the save of an unaided game that is not over what its player asks."""
    asked = asked_with(game.notes, kind)
    if game.save_file is None or not game.hides_chances or asked == asked_of(game.notes):
        return
    # If it cannot be written, the next answer cannot be written either, and says so.
    with contextlib.suppress(SaveError):
        game.save_file.write_note(ASKED, asked)


def played_at(notes: dict[str, Any]) -> int | None:
    """When a game was last played, in nanoseconds since 1970, from the notes of its save; None if
    they do not say.
    """
    played = notes.get(PLAYED)
    return played if type(played) is int else None


def lessons_read(game: AnyGame) -> int | None:
    """The number of lessons shown in a saved game; None for any other game."""
    shown = game.notes.get(LESSON)
    return shown if isinstance(shown, int) else None
