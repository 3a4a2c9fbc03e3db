"""Filling a form in plain mode: the data that a companion's text lacks, typed in from the box."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from picket_duty.charts import ChartError
from picket_duty.companions.fill import entries_of, faults_of, read_sheet, read_value, words_of, write_sheets
from picket_duty.companions.registry import Companion, Form, FormField

PROMPT = ": "
QUIT, DELETE = "quit", "delete"
#: Prints a line, or a question that ends with the prompt.
Say = Callable[[str], None]


class Filling:
    """A form being filled; each complete entry is saved. Raises OSError if it cannot be."""

    def __init__(self, game: Companion, form: Form, own: Path, source: IO[str], say: Say) -> None:
        """Read what was typed in before. Raises ChartError if it cannot be used."""
        self.game = game
        self.form = form
        self.own = own
        self.source = source
        self.say = say
        self.sheet = read_sheet(own, form)

    def run(self, only: str | None = None) -> bool:
        """Ask the empty entries, or ``only`` one. False if the player leaves.

        Contradictions between entries are printed at the end, also then.
        """
        labels = entries_of(self.game, self.form)
        self.say(
            f"{self.form.title}: {len(self.sheet)} of {len(labels)}. Enter passes an entry by, {QUIT} leaves, "
            f"{DELETE} empties an entry; change one by its name"
        )
        asked = [only] if only is not None else [label for label in labels if label not in self.sheet]
        goes_on = all(map(self._one, asked))
        for fault in faults_of(self.game, self.form, self.sheet):
            self.say(f"! {fault}; 'picket-duty games fill {self.game.name} {self.form.table} ENTRY' changes one")
        return goes_on

    def _one(self, label: str) -> bool:
        """Take an entry: typed, skipped or emptied. False if the player leaves."""
        entry = self._typed(label)
        if entry is None:
            return False
        if entry:
            self.sheet[label] = entry
            write_sheets(self.own, [(self.form, self.sheet)])
        return True

    def _typed(self, label: str) -> dict[str, Any] | None:
        """The fields typed for an entry; empty to leave it as it is, None if the player leaves."""
        found: dict[str, Any] = {}
        before = self.sheet.get(label, {})
        for field in self.form.fields:
            while field.name not in found:
                self.say(f"{self._question(label, field, before)}{PROMPT}")
                line = self.source.readline()
                if not line or line.strip() == QUIT:
                    return None
                if not line.strip():
                    return {}
                if line.strip() == DELETE:
                    self._empty(label)
                    return {}
                try:
                    found[field.name] = read_value(field, line.strip())
                except ChartError as error:
                    self.say(f"! {error}")
        return found

    def _question(self, label: str, field: FormField, before: dict[str, Any]) -> str:
        """The question, with the value typed before."""
        now = before.get(field.name)
        shown = " ".join(map(str, now)) if isinstance(now, list) else now
        asked = f"{self.form.key} {label}, {field.name.replace('_', ' ')} ({words_of(field)})"
        return asked if now is None else f"{asked}, now {shown}"

    def _empty(self, label: str) -> None:
        """Forget an entry."""
        if self.sheet.pop(label, None) is None:
            self.say(f"{self.form.key} {label} is empty")
            return
        write_sheets(self.own, [(self.form, self.sheet)])
        self.say(f"{self.form.key} {label} is empty now")
