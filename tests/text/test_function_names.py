"""The names of functions that make text say what they return, as CONTRIBUTING.md has it."""

import ast
import re
from pathlib import Path

import pytest

import picket_duty

#: What functions with these names return, as it is annotated.
RETURNS = {
    r"\w_words": {"str"},
    r"\w_(sentences|clauses)": {"list[str]", "tuple[str, ...]"},
    r"\w_(sentence|clause)": {"str"},
    r"\w_line": {"Line", "Text"},
    r"\w_lines": {"list[Line]", "list[str]", "tuple[str, ...]"},
    r"\w_(page|blocks)": {"Page", "list[Block]", "Iterator[Block]"},
}
FORMER = re.compile(r"_?format_\w+|(?!has_|to_)\w*_text")
#: What is not text: files, JSON and results of many games, and what Textual draws.
NO_TEXT = {"None", "bool", "bytes", "list[bytes]", "Strip", "list[Strip]"}
STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)
READS = re.compile(r"_?(read|open)_\w+")


@pytest.mark.slow
def test_functions_that_make_text_are_named_by_what_they_return():
    package = Path(picket_duty.__file__).parent
    wrong = []
    for path in sorted(package.rglob("*.py")):
        for function in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            if not _is_true(function):
                wrong.append(f"{path.relative_to(package)}: {function.name}")
    assert not wrong, "\n".join(wrong)


def _functions(block):
    """The functions in a module, a class or another statement; no expression has one."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.FunctionDef):
            yield node
        if isinstance(node, STATEMENTS):
            yield from _functions(node)


def _is_true(function):
    is_former = FORMER.fullmatch(function.name) is not None
    named = [kinds for name, kinds in RETURNS.items() if re.fullmatch(rf"\w*{name}", function.name)]
    # Few functions make text, and their annotations take the longest to read.
    if not is_former and not named:
        return True
    returned = ast.unparse(function.returns) if function.returns is not None else ""
    if returned in NO_TEXT or READS.fullmatch(function.name):
        return True
    return not is_former and all(returned in kinds for kinds in named)
