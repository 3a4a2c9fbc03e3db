"""The prompt that fills a form of a companion game, entry by entry."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

from picket_duty.charts import ChartError
from picket_duty.companions.companion import Companion, DataForm, FormField
from picket_duty.companions.fill import (
    allowed_words,
    battalion_of,
    form_entries,
    read_sheet,
    read_value,
    sheet_faults,
    write_sheets,
)
from picket_duty.plain.prompt_loop import FIELD_PROMPT, QUIT, Leave, LinePrompt, Say

DELETE = "delete"
SAME = "same"


class FormPrompt(LinePrompt):
    """A form being filled; each complete entry is saved. Raises OSError if it cannot be."""

    def __init__(
        self, game: Companion, form: DataForm, folder: Path, source: IO[str], say: Say
    ) -> None:
        """Read the data entered before. Raises ChartError if they cannot be used."""
        super().__init__(source, say)
        self.game = game
        self.form = form
        self.folder = folder
        self.sheet = read_sheet(folder, form)

    def run(self, only: str | None = None) -> bool:
        """Ask the empty entries, or ``only`` one. False if the player leaves.

        Contradictions between entries are printed at the end in both cases.
        """
        labels = form_entries(self.game, self.form)
        self.say(
            f"{self.form.title}: {len(self.sheet)} of {len(labels)} entered. "
            f"Press Enter to skip an entry; type {DELETE} to clear one, or {QUIT} to leave."
        )
        if self.form.grouped:
            self.say(f"Type {SAME} to copy the first entry of a battalion to the whole battalion.")
        # Entries that were copied in the meantime are not asked any more.
        asked = [only] if only else (label for label in labels if label not in self.sheet)
        finished = True
        try:
            for label in asked:
                self._ask_entry(label)
        except Leave:
            finished = False
        for fault in sheet_faults(self.game, self.form, self.sheet):
            self.say(
                f"! {fault}. Correct it with: picket-duty games fill {self.game.name} "
                f"{self.form.table} ENTRY"
            )
        return finished

    def _ask_entry(self, label: str) -> None:
        """Ask for the fields of an entry, and save it if it is complete. Raises Leave."""
        fields: dict[str, Any] = {}
        for field in self.form.fields:
            while field.name not in fields:
                typed = self.ask(self._question(label, field))
                if not typed:
                    return
                if typed == DELETE:
                    self._delete(label)
                    return
                if typed == SAME and self.form.grouped:
                    if self._copy(label):
                        return
                    continue
                try:
                    fields[field.name] = read_value(field, typed)
                except ChartError as error:
                    self.say(f"! {error}")
        self.sheet[label] = fields
        self._write()

    def _question(self, label: str, field: FormField) -> str:
        """The question for a field of an entry, with its present value."""
        value = self.sheet.get(label, {}).get(field.name)
        if isinstance(value, list):
            value = " ".join(map(str, value))
        now = "" if value is None else f", now {value}"
        name = field.name.replace("_", " ")
        return f"{self.form.key} {label}, {name} ({allowed_words(field)}){now}{FIELD_PROMPT}"

    def _write(self) -> None:
        write_sheets(self.folder, [(self.form, self.sheet)])

    def _delete(self, label: str) -> None:
        had = self.sheet.pop(label, None)
        self._write()
        self.say(f"{self.form.key} {label} {'cleared' if had else 'was already empty'}")

    def _copy(self, label: str) -> bool:
        """Copy the first entry of a battalion to its empty entries. False if none was entered
        yet.
        """
        battalion = battalion_of(label)
        entries = form_entries(self.game, self.form)
        members = [other for other in entries if battalion_of(other) == battalion]
        entered = [other for other in members if other in self.sheet]
        if not entered:
            self.say(
                f"! no unit of {battalion} has been entered yet. Type the values for this unit."
            )
            return False
        copies = [other for other in members if other not in self.sheet]
        self.sheet |= {other: dict(self.sheet[entered[0]]) for other in copies}
        self._write()
        self.say(f"{entered[0]} copied to {', '.join(copies) or 'no unit'}")
        return True
