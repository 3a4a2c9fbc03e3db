"""The help page of each screen: its keys, and how to play."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual.binding import ActiveBinding

from picket_duty import manual
from picket_duty.charts.toml_files import read_toml
from picket_duty.pages.blocks import Heading, Paragraph, Space
from picket_duty.text.english import title_case
from picket_duty.text.styled_text import line
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.lines import fit
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.widgets.key_line import key_words

#: The least width of the column of key names on the help page.
KEYS_WIDTH = 14
#: The keys of each binding, and what it does.
Keys = list[tuple[str, str]]
#: How to play the destroyer, a file of the manual.
GUIDE = "guide.toml"


def key_list(bindings: Mapping[str, ActiveBinding]) -> Keys:
    """The names of the active keys of a screen, and what each does; those that only move the focus
    are left out.
    """
    names_of: dict[str, list[str]] = {}
    for key, active in bindings.items():
        binding = active.binding
        if (
            active.enabled
            and not key.startswith(("ctrl+", "super+"))
            and not binding.action.startswith("app.focus")
        ):
            words = binding.tooltip or binding.description.capitalize()
            names_of.setdefault(title_case(words), []).append(key_words(key))
    rows = [(_key_names(names), words) for words, names in names_of.items() if words]
    return [*rows, ("Ctrl+P", "Search all commands, themes, charts and pages")]


def _key_names(names: list[str]) -> str:
    """The names of keys; a run of digits is shortened to its ends."""
    digits = [name for name in names if name.isdigit()]
    if len(digits) > 2:
        others = [name for name in names if not name.isdigit()]
        names = [f"{digits[0]}-{digits[-1]}", *others]
    return " ".join(names)


class HelpScreen(TextPage[None]):
    """The keys of a screen, then how to play."""

    BINDINGS: ClassVar = [
        bind("m", "manual", "Manual", "Open the manual", "help.the_manual"),
        back("escape,q,question_mark,f1"),
    ]

    def __init__(self, keys: Keys, guide: str = "", search: str = "") -> None:
        """Without a ``guide``, that to playing the destroyer. ``search`` finds the section that the
        manual opens at.
        """
        super().__init__()
        self.search = search
        self.keys = keys
        guide = guide or read_toml(Path(manual.__file__).with_name(GUIDE))["text"]
        across = max([KEYS_WIDTH, *(len(names) for names, _ in keys)])
        rows = (line((f"  {fit(names, across)} ", "key"), words) for names, words in keys)
        self.blocks = [
            Heading("Keys", level=3),
            *(Paragraph(row, hang=across + 3) for row in rows),
            Heading(
                line(("How to play", "title"), ("   on this page, m opens the manual", "dim")),
                level=3,
            ),
            *(Paragraph(part) if part else Space() for part in guide.strip().splitlines()),
        ]

    def action_manual(self) -> None:
        sections = manual.search(self.search) if self.search else []
        self.app.push_screen(ManualScreen(search=self.search, match=next(iter(sections), None)))
