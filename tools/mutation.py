"""Mutation testing by a random sample: how many small faults in the code do the tests notice?

    python -m tools.mutation map              record which tests run which lines (takes a few
    minutes)
    python -m tools.mutation run -n 200       apply 200 random mutants, one at a time, and run their
    tests
    python -m tools.mutation run --only FILE:LINE   every mutant of one line
    python -m tools.mutation again            try the survivors again, after new tests

Needs ``pip install pytest-cov``. ``run`` appends to ``build/mutation/results.jsonl``; ``table``
prints it by area. A mutant changes one operator, condition, number or text of a module. Each runs
the tests that execute its line, nearest first, up to a limit. It is *killed* when one of them
fails, and *survived* when none does.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutation"
MAP = WORK / "map.json"
RESULTS = WORK / "results.jsonl"
#: Share of each area in a sample of 200.
AREAS = {
    "rules": ("rules",),
    "odds": ("odds", "captains"),
    "saves": ("saves", "game.py"),
    "text": ("facts", "text", "pages", "figures"),
    "screens": ("tui", "plain"),
    "analysis": ("analysis", "lab"),
    "tables": ("book", "charts"),
    "packages": ("companions", "web", "commands"),
}
SHARES = {
    "rules": 40,
    "odds": 25,
    "saves": 30,
    "text": 40,
    "screens": 30,
    "analysis": 15,
    "tables": 10,
    "packages": 10,
}
#: Seconds after which a run of tests counts as hanging, so as killed; the last run is the longest.
PATIENCE = 300
LAST_PATIENCE = 900
#: What every mutant that survives the nearest tests faces next, slow or not: the golden files and
#: the errors. Then come the quick tests of its package.
LAST = ("tests/saves/test_golden.py", "tests/test_prose.py")
#: Tests of the first run, which kills most mutants, and the most that the second run adds.
NEAREST = 30
MOST = 200

#: Arguments that change no result of a program without faults: sizes of caches, garbage collection,
#: equal lengths.
WITHOUT_EFFECT = ("maxsize", "gc", "strict")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}


class Mutant(NamedTuple):
    """One change: file, line, old source and new source."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    old: str
    new: str


# -- mutants ---------------------------------------------------------------------------


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a module."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    skipped = {id(node) for node in _skipped(tree)}
    changes = [
        (node, new)
        for node in _nodes(tree, skipped)
        if hasattr(node, "lineno")
        for new in _changes(node, text)
    ]
    name = path.relative_to(ROOT).as_posix()
    return [
        Mutant(
            name,
            node.lineno,
            node.col_offset,
            node.end_lineno or 0,
            node.end_col_offset or 0,
            ast.get_source_segment(text, node) or "",
            new,
        )
        for node, new in changes
    ]


def _skipped(tree: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, annotations, typing-only blocks and settings of speed or of checks: changing them
    changes nothing.
    """
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            yield body[0]
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield node
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation:
            yield node.annotation
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
            yield node.returns
        if isinstance(node, ast.Assert) or (
            isinstance(node, ast.keyword) and node.arg in WITHOUT_EFFECT
        ):
            yield node
        if isinstance(node, ast.Assign) and any(
            isinstance(name, ast.Name) and name.id == "__all__" for name in node.targets
        ):
            yield node


def _nodes(node: ast.AST, skipped: set[int]) -> Iterator[ast.AST]:
    if id(node) in skipped or isinstance(node, ast.JoinedStr):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _nodes(child, skipped)


def _changes(node: ast.AST, text: str) -> Iterator[str]:
    """The source that may replace a node."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            yield f"({ast.unparse(ast.Compare(left, [COMPARISONS[type(op)]()], [right]))})"
        case ast.BoolOp(op=op, values=values):
            other: ast.boolop = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not _is_text(
            node
        ):
            yield f"({ast.unparse(ast.BinOp(left, ARITHMETIC[type(op)](), right))})"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value):
            yield str(value + 1)
        case ast.Constant(value=float() as value):
            yield repr(value * 2 + 1)
        case ast.Constant(value=str() as value) if " " in value.strip():
            yield repr(value.strip().partition(" ")[2])


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def apply(text: str, mutant: Mutant) -> str:
    """A module's text with one mutant in it. Columns count bytes of UTF-8, as ``ast`` does."""
    lines = text.encode().splitlines(keepends=True)
    first = lines[mutant.line - 1]
    last = lines[mutant.end_line - 1]
    lines[mutant.line - 1 : mutant.end_line] = [
        first[: mutant.column] + mutant.new.encode() + last[mutant.end_column :]
    ]
    return b"".join(lines).decode()


def sample(number: int, seed: int) -> list[Mutant]:
    """Random mutants, spread over the areas by their shares, and within one evenly over all its
    mutants.
    """
    chance = random.Random(seed)
    chosen: list[Mutant] = []
    for area, parts in AREAS.items():
        paths = [path for part in parts for path in _modules(ROOT / "picket_duty" / part)]
        mutants = [mutant for path in sorted(paths) for mutant in mutants_of(path)]
        chosen += chance.sample(mutants, round(number * SHARES[area] / sum(SHARES.values())))
    chance.shuffle(chosen)
    return chosen


def _modules(path: Path) -> list[Path]:
    return [path] if path.suffix == ".py" else list(path.rglob("*.py"))


def area_of(file: str) -> str:
    """The area of a file of the package."""
    part = file.split("/")[1]
    return next((area for area, parts in AREAS.items() if part in parts), "other")


# -- tests -----------------------------------------------------------------------------


def record_map() -> None:
    """Run all tests once and record, for each line of the package, the tests that execute it."""
    from coverage import CoverageData

    WORK.mkdir(parents=True, exist_ok=True)
    data_file = WORK / "coverage"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-m",
            "slow or not slow",
            "--cov=picket_duty",
            "--cov-context=test",
            "--cov-report=",
            "--ignore=tests/test_core_alone.py",
            "-p",
            "no:cacheprovider",
            "--timeout=600",
        ],
        cwd=ROOT,
        env={**os.environ, "COVERAGE_FILE": str(data_file)},
        check=False,
    )
    data = CoverageData(str(data_file))
    data.read()
    lines: dict[str, dict[int, list[str]]] = {}
    for file in data.measured_files():
        by_line = data.contexts_by_lineno(file)
        lines[Path(file).relative_to(ROOT).as_posix()] = {
            line: sorted(
                {context.rpartition("|")[0].partition("[")[0] for context in contexts if context}
            )
            for line, contexts in by_line.items()
        }
    MAP.write_text(json.dumps(lines), encoding="utf-8")


def tests_of(mutant: Mutant, lines: dict[str, dict[str, list[str]]]) -> list[str]:
    """The tests that execute a mutant's lines: those named after its module, the golden files, its
    package, the rest.

    A line that is executed by an import, such as a constant, belongs to no test: then the tests of
    its module.
    """
    by_line = lines.get(mutant.file, {})
    tests = {
        test
        for line in range(mutant.line, mutant.end_line + 1)
        for test in by_line.get(str(line), [])
    }
    if not tests:
        tests.update(*by_line.values())
    package, name = mutant.file.split("/")[1].removesuffix(".py"), Path(mutant.file).stem
    return sorted(
        tests,
        key=lambda test: (
            name not in test,
            "golden" not in test,
            f"tests/{package}" not in test,
            test,
        ),
    )


class Bench:
    """A copy of the tree in which mutants are applied one at a time."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutation-"))
        ignored = shutil.ignore_patterns(
            ".git", ".venv", "build", "__pycache__", ".hypothesis", ".mypy_cache"
        )
        shutil.copytree(ROOT, self.folder / "tree", ignore=ignored, symlinks=True)
        self.tree = self.folder / "tree"

    def try_one(self, mutant: Mutant, tests: list[str]) -> str:
        """``killed`` with the test that failed, or ``survived``."""
        path = self.tree / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(apply(text, mutant), encoding="utf-8")
        try:
            runs = [tests[:NEAREST], tests[NEAREST : NEAREST + MOST]]
            failed = next(filter(None, (self._run(chosen) for chosen in runs)), "")
            failed = failed or self._run(list(LAST), patience=LAST_PATIENCE)
            failed = failed or self._run(self._of_package(mutant), "not slow", LAST_PATIENCE)
            return f"killed by {failed}" if failed else "survived"
        finally:
            path.write_text(text, encoding="utf-8")

    def _of_package(self, mutant: Mutant) -> list[str]:
        folder = f"tests/{mutant.file.split('/')[1].removesuffix('.py')}"
        return [folder] if (self.tree / folder).is_dir() else []

    def _run(
        self, tests: list[str], marked: str = "slow or not slow", patience: int = PATIENCE
    ) -> str:
        """The first test that fails, empty for none."""
        if not tests:
            return ""
        listing = self.folder / "tests.txt"
        listing.write_text("\n".join(tests), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "--timeout=120",
            "-m",
            marked,
            f"@{listing}",
        ]
        environment = {**os.environ, "PYTHONPATH": str(self.tree), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command,
                cwd=self.tree,
                env=environment,
                capture_output=True,
                text=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "a run that did not end"
        if done.returncode == 0:
            return ""
        failures = [
            line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
        ]
        return failures[0].split(" - ")[0] if failures else f"exit status {done.returncode}"


def run(mutants: list[Mutant], jobs: int) -> None:
    """Try the mutants without a result in several copies of the tree; each result is written as
    soon as it is known.
    """
    lines = json.loads(MAP.read_text(encoding="utf-8"))
    done = {tuple(row[field] for field in Mutant._fields) for row in known_results()}
    mutants = [mutant for mutant in mutants if mutant not in done]
    benches = [Bench() for _ in range(jobs)]

    def work(number: int) -> None:
        for mutant in mutants[number::jobs]:
            result = benches[number].try_one(mutant, tests_of(mutant, lines))
            row = {"area": area_of(mutant.file), **mutant._asdict(), "result": result}
            with RESULTS.open("a", encoding="utf-8") as results:
                results.write(json.dumps(row) + "\n")
            print(
                (
                    f"{mutant.file}:{mutant.line}: {mutant.old[:50]!r} -> {mutant.new[:50]!r}: "
                    f"{result}"
                ),
                flush=True,
            )

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(work, range(jobs)))
    for bench in benches:
        shutil.rmtree(bench.folder, ignore_errors=True)


def known_results() -> list[dict[str, Any]]:
    """The results so far."""
    return (
        [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]
        if RESULTS.exists()
        else []
    )


def forget_survivors() -> list[Mutant]:
    """The survivors in today's code, removed from the results; one whose line moved is found by its
    text.
    """
    rows = known_results()
    survivors = [row for row in rows if row["result"] == "survived"]
    lines = [json.dumps(row) + "\n" for row in rows if row["result"] != "survived"]
    RESULTS.write_text("".join(lines), encoding="utf-8")
    return [mutant for row in survivors for mutant in _in_todays_code(row)]


def _in_todays_code(row: dict[str, Any]) -> list[Mutant]:
    path = ROOT / row["file"]
    alike = [
        mutant
        for mutant in (mutants_of(path) if path.exists() else [])
        if (mutant.old, mutant.new) == (row["old"], row["new"])
    ]
    return [min(alike, key=lambda mutant: abs(mutant.line - row["line"]))] if alike else []


def table() -> None:
    """Print the results by area, then the survivors."""
    rows = known_results()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counts[row["area"]][row["result"].split()[0]] += 1
    for area, count in sorted(counts.items()):
        print(f"{area:10} {count['killed']:4} killed {count['survived']:4} survived")
    for row in rows:
        if row["result"] == "survived":
            print(f"{row['file']}:{row['line']}: {row['old']!r} -> {row['new']!r}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("map", "run", "again", "table"))
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", metavar="FILE:LINE")
    given = parser.parse_args()
    if given.what == "map":
        record_map()
    elif given.what == "table":
        table()
    elif given.what == "again":
        run(forget_survivors(), given.jobs)
    elif given.only:
        file, _, line = given.only.partition(":")
        run([mutant for mutant in mutants_of(ROOT / file) if mutant.line == int(line)], given.jobs)
    else:
        run(sample(given.n, given.seed), given.jobs)


if __name__ == "__main__":
    main()
