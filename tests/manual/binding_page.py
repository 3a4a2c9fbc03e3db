"""The page of the manual that lists every key binding, made from the bindings by
``tests.golden.regenerate``.
"""

from __future__ import annotations

from pathlib import Path

from picket_duty.manual import BINDINGS, FILES
from picket_duty.tui.keymap import key_groups

FILE: Path = FILES[BINDINGS]
HEAD = """\
# Key names

To change a key, write the name of the action and the new key under `[keys]` in the [settings file](keys), for example
`plan.suggest = "g"`. Separate multiple keys with commas. When the program starts, it checks the names and the keys.

If a panel and the page that contains it use the same key, the key works in the panel."""
TABLE = ("| Name | Default keys | Action |", "|---|---|---|")


def binding_page() -> str:
    """The page in Markdown: a table for each place, with the name of every binding, its default
    keys and its use.
    """
    parts = [HEAD]
    for place, bindings in key_groups().items():
        rows = [
            f"| `{key.id}` | `{key.key}` | {key.tooltip or key.description} |" for key in bindings
        ]
        parts.append("\n".join([f"## {place}\n", *TABLE, *rows]))
    return "\n\n".join(parts) + "\n"
