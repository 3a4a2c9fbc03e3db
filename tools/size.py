"""Size of the program: lines, modules, functions, tests, golden listings, commands, options,
settings and menu entries.

``python tools/size.py`` measures the tree that contains this script; ``python tools/size.py
REVISION`` measures a revision of its repository, in a temporary folder. ``--json`` prints one
object. Commands and settings are counted by importing the package that is measured, in a process of
its own, with the packages of the Python that runs the script.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "picket_duty"
#: Modules directly in the package are listed under this name.
TOP = "(modules)"
#: Tokens that are neither code nor text.
BLANK = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Prints the commands, options and settings of the package found on the path.
INTERFACE = """
import importlib, json
import click
from picket_duty.commands.main import main

def walk(command, context):
    options = sum(isinstance(parameter, click.Option) for parameter in command.params)
    if not isinstance(command, click.Group):
        return 1, options
    counts = [(0, options)]
    for name in command.list_commands(context):
        counts.append(walk(command.get_command(context, name), context))
    return tuple(map(sum, zip(*counts)))

context = click.Context(main)
commands, options = walk(main, context)
settings = importlib.import_module("picket_duty.tui.settings").SETTINGS
extensions = importlib.import_module("picket_duty.extensions").extensions()
print(json.dumps({
    "commands": len(main.list_commands(context)),
    "commands with subcommands": commands,
    "options": options,
    "settings": len(settings),
    "menu entries of packages": sum(len(extension.menu) for extension in extensions),
}))
"""


@dataclass
class Size:
    """Counts of one package, or of all. ``code`` is lines without docstrings, comments and blank
    lines.
    """

    lines: int = 0
    code: int = 0
    modules: int = 0
    functions: int = 0
    #: Public functions and classes whose name another module of the program also defines.
    repeated: int = 0

    def add(self, other: Size) -> None:
        """Add the counts of another, but for ``repeated``: a name may be repeated across
        packages.
        """
        self.lines += other.lines
        self.code += other.code
        self.modules += other.modules
        self.functions += other.functions


@dataclass
class Report:
    """Everything that is measured of a tree."""

    packages: dict[str, Size] = field(default_factory=dict)
    total: Size = field(default_factory=Size)
    test_lines: int = 0
    #: Lines of test functions, from ``def`` to the last statement.
    test_function_lines: int = 0
    test_functions: int = 0
    #: Lines of all recorded files in tests/golden.
    golden_lines: int = 0
    #: Commands, options, settings and menu entries, by name.
    interface: dict[str, int] = field(default_factory=dict)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the size of the program.")
    parser.add_argument(
        "revision", nargs="?", help="a revision of the repository (default: the files as they are)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if arguments.revision is None:
        report = measure(ROOT)
    else:
        with tempfile.TemporaryDirectory() as folder:
            extract(arguments.revision, Path(folder))
            report = measure(Path(folder))
    if arguments.json:
        print(json.dumps(asdict(report)))
    else:
        print("\n".join(report_lines(report)))


def extract(revision: str, folder: Path) -> None:
    """Write the files of a revision to a folder. Ends the script if git does not know it."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", "--format=tar", revision],
        stdout=subprocess.PIPE,
        check=False,
    )
    if archive.returncode:
        sys.exit(f"{revision}: git cannot read this revision")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")


def measure(tree: Path) -> Report:
    """The size of the program in a tree."""
    report = Report()
    places: dict[str, set[str]] = defaultdict(set)
    owners: dict[str, set[str]] = defaultdict(set)
    for path in python_files(tree / PACKAGE):
        inside = path.relative_to(tree / PACKAGE)
        package = inside.parts[0] if len(inside.parts) > 1 else TOP
        text = path.read_text(encoding="utf-8")
        module = ast.parse(text)
        size = Size(
            len(text.splitlines()), len(code_rows(text, module)), 1, count(module, FUNCTIONS)
        )
        report.packages.setdefault(package, Size()).add(size)
        report.total.add(size)
        for name in public_names(module):
            places[name].add(str(inside))
            owners[name].add(package)
    repeated = {name for name, modules in places.items() if len(modules) > 1}
    report.total.repeated = len(repeated)
    for package, size in report.packages.items():
        size.repeated = sum(package in owners[name] for name in repeated)
    measure_tests(tree / "tests", report)
    report.interface = interface(tree)
    return report


def measure_tests(tests: Path, report: Report) -> None:
    """Fill in the counts of the tests and of the golden files."""
    for path in python_files(tests):
        text = path.read_text(encoding="utf-8")
        report.test_lines += len(text.splitlines())
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, FUNCTIONS) and node.name.startswith("test_"):
                report.test_functions += 1
                report.test_function_lines += (node.end_lineno or node.lineno) - node.lineno + 1
    for path in (tests / "golden").rglob("*"):
        if path.is_file() and path.suffix not in (".py", ".pyc"):
            report.golden_lines += len(path.read_text(encoding="utf-8").splitlines())


def python_files(folder: Path) -> Iterator[Path]:
    """The Python files below a folder, in order."""
    return iter(sorted(folder.rglob("*.py")))


def code_rows(text: str, module: ast.Module) -> set[int]:
    """The numbers of the lines that contain code, counted from 1."""
    rows: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK:
            rows.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(module):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            rows.difference_update(
                range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1)
            )
    return rows


def count(module: ast.Module, kinds: tuple[type[ast.AST], ...]) -> int:
    """The number of nodes of some kinds."""
    return sum(isinstance(node, kinds) for node in ast.walk(module))


def public_names(module: ast.Module) -> Iterator[str]:
    """The names of the functions and classes of a module, without those that begin with an
    underscore.
    """
    for node in module.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not node.name.startswith("_"):
            yield node.name


def interface(tree: Path) -> dict[str, int]:
    """Numbers of commands, options, settings and entries of the main menu."""
    result = subprocess.run(
        [sys.executable, "-c", INTERFACE],
        cwd=tree,
        env={"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
    )
    if result.returncode:
        sys.exit(f"the package cannot be imported: {result.stderr.strip().splitlines()[-1]}")
    counts: dict[str, Any] = json.loads(result.stdout)
    counts["menu entries"] = menu_items(tree) + counts.pop("menu entries of packages")
    return counts


def menu_items(tree: Path) -> int:
    """The number of entries that the main menu itself lists: pairs of a name and where it leads."""
    module = ast.parse((tree / PACKAGE / "tui" / "screens" / "menu.py").read_text(encoding="utf-8"))
    entries = next(
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and node.name == "_entries"
    )
    pairs = (
        node.elts
        for node in ast.walk(entries)
        if isinstance(node, ast.Tuple) and len(node.elts) == 2
    )
    return sum(isinstance(name, ast.Name) and name.id.isupper() for name, _ in pairs)


def report_lines(report: Report) -> list[str]:
    """The report as lines of text."""
    lines = [
        f"{'package':<14}{'lines':>8}{'code':>8}{'modules':>9}{'functions':>11}{'repeated names':>16}"
    ]
    for name, size in [*sorted(report.packages.items()), ("total", report.total)]:
        numbers = (
            f"{size.lines:>8}{size.code:>8}{size.modules:>9}{size.functions:>11}{size.repeated:>16}"
        )
        lines.append(f"{name:<14}{numbers}")
    lines += [
        "",
        f"{'test lines':<26}{report.test_lines:>8}",
        f"{'lines in test functions':<26}{report.test_function_lines:>8}",
        f"{'test functions':<26}{report.test_functions:>8}",
        f"{'golden lines':<26}{report.golden_lines:>8}",
    ]
    return lines + [f"{name:<26}{number:>8}" for name, number in report.interface.items()]


if __name__ == "__main__":
    main()
