"""What a save may hold, counted alike by who reads and by who writes it: nothing is written that is then refused."""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.saves.lines import MOST_ANSWERS, MOST_LINES, SaveError

#: The line that every save begins with.
MAIN = "main"
#: What dice are.
WHOLE = {int}


class Tally(msgspec.Struct):
    """The lines of play of a save with the answers of each, and the one played on. Empty before its first entry."""

    lines: dict[str, int] = {}
    current: str = MAIN

    def check(self, content: list[Any]) -> None:
        """Whether an entry may come next; nothing is counted. Raises SaveError, TypeError for no entry of ours."""
        match content:
            case ["r", list() | tuple() as dice, str()] if WHOLE.issuperset(map(type, dice)):
                self._check_room(1)
            case ["c", _]:
                self._check_room(1)
            case ["undo", count]:
                self._check_undo(count)
            case ["branch", name, at]:
                self._check_branch(name, at)
            case ["switch", name]:
                if name not in self.lines:
                    raise SaveError(f"there is no line {str(name)[:40]!r}")
            case ["drop", name]:
                if name not in self.lines or name == self.current:
                    raise SaveError(f"line {str(name)[:40]!r} cannot be given up")
            case ["at", str(), str(), str()] | ["at", str(), str(), str(), str(), str()]:
                pass
            case ["tables", str(), str()] | ["format", int()] | ["note", str(), _] | ["over", str()]:
                pass
            case ["game", dict()] if not self.lines:
                pass
            case _:
                raise TypeError

    def count(self, content: list[Any]) -> None:
        """Count an entry that was checked."""
        match content:
            case ["r" | "c", *_]:
                self.lines[self.current] += 1
            case ["undo", count]:
                self.lines[self.current] -= count
            case ["branch", name, at]:
                self.lines[name] = at
                self.current = name
            case ["switch", name]:
                self.current = name
            case ["drop", name]:
                del self.lines[name]
            case ["game", _]:
                self.lines[MAIN] = 0

    def _check_room(self, more: int) -> None:
        if sum(self.lines.values()) + more > MOST_ANSWERS:
            raise SaveError(f"more answers than any save has ({MOST_ANSWERS})")

    def _check_undo(self, count: Any) -> None:
        answers = self.lines[self.current]
        if type(count) is not int or not 0 < count <= answers:
            raise SaveError(f"takes back {str(count)[:20]} answers of {answers}")

    def _check_branch(self, name: Any, at: Any) -> None:
        if not isinstance(name, str) or name in self.lines:
            raise SaveError(f"cannot begin line {str(name)[:40]!r}")
        if len(self.lines) >= MOST_LINES:
            raise SaveError(f"cannot begin line {name[:40]!r}: a save has at most {MOST_LINES} lines")
        answers = self.lines[self.current]
        if type(at) is not int or not 0 <= at <= answers:
            raise SaveError(f"branches off at answer {str(at)[:20]} of {answers}")
        self._check_room(at)
