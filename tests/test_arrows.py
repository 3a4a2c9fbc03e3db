"""Imports flow one way (design, layout): a module may only reach what stands below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import picket_duty

PACKAGE = Path(picket_duty.__file__).parent
#: From bottom to top; a name may import from its own layer's modules listed before it, or from lower layers.
LOWER = ("charts", "state", "requests", "events", "rules", "dice", "game")
UPPER = (
    "tui",
    "simulate",
    "captains",
    "reports",
    "odds",
    "plain",
    "cli",
    "commands",
    "wording",
    "journal",
    "service",
    "bugreport",
    "referee",
)
LAYERS = {
    "charts": ("state",),
    "requests": ("charts",),
    "state": (),
    "events": ("charts", "requests"),
    "rules": ("charts", "state", "requests", "events"),
    "dice": ("requests",),
    "game": ("charts", "state", "requests", "events", "rules", "dice"),
}


def imported(path: Path) -> set[str]:
    """First-level names of this package that a file imports when it is loaded, not inside functions."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("picket_duty."):
            found.add(node.module.split(".")[1])
        elif isinstance(node, ast.ImportFrom) and node.module == "picket_duty":
            found.update(alias.name for alias in node.names)
    return found


def test_lower_layers_import_only_what_stands_below():
    for layer, allowed in LAYERS.items():
        path = PACKAGE / layer
        files = path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
        for file in files:
            extra = imported(file) & {*LOWER, *UPPER} - {layer, *allowed}
            assert not extra, f"{file.relative_to(PACKAGE)} imports {sorted(extra)}"


def test_nothing_but_the_screen_imports_textual():
    for file in PACKAGE.rglob("*.py"):
        if "tui" in file.relative_to(PACKAGE).parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] == "textual" for name in names), file


def test_playing_without_a_screen_loads_neither_textual_nor_rich():
    code = (
        "import sys; from picket_duty import Game; from picket_duty.captains import captain_named, play_out;"
        "import picket_duty.plain, picket_duty.journal;"
        "g = Game.new(scenario=6, seed=7, history=False); play_out(g, captain_named('doctrine', 7));"
        "print([name for name in ('textual', 'rich') if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
