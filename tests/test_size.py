"""``tools/size.py`` counts what it says."""

import ast
import json
import subprocess
import sys

import pytest

from picket_duty.commands.main import COMMANDS
from picket_duty.extensions import extensions
from picket_duty.tui.settings import SETTINGS
from tools.size import ROOT, code_rows, measure_tests, public_names
from tools.size import Report as SizeReport

MODULE = '''"""A module."""

# A comment.
NAME = """a text
of two lines"""


def first() -> str:
    """A docstring
    of two lines."""

    return "#"  # code


class Second:
    """Only a docstring."""


def _private(): ...
'''


def test_code_is_counted_without_docstrings_comments_and_blank_lines():
    assert code_rows(MODULE, ast.parse(MODULE)) == {4, 5, 8, 12, 15, 19}


def test_public_names_are_functions_and_classes():
    assert list(public_names(ast.parse(MODULE))) == ["first", "Second"]


def test_lines_of_tests_and_recorded_files_are_counted(tmp_path):
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden" / "page.txt").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "golden" / "page.py").write_text("", encoding="utf-8")
    (tmp_path / "test_it.py").write_text("X = 1\n\n\ndef test_it():\n    assert X\n", encoding="utf-8")
    report = SizeReport()
    measure_tests(tmp_path, report)
    assert report == SizeReport(test_lines=5, test_function_lines=2, test_functions=1, golden_lines=2)


@pytest.mark.slow
def test_the_program_is_measured_as_it_is():
    output = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "size.py"), "--json"], capture_output=True, text=True, check=True
    ).stdout
    report = json.loads(output)
    assert report["total"]["lines"] == sum(package["lines"] for package in report["packages"].values())
    assert report["total"]["modules"] == len(list((ROOT / "picket_duty").rglob("*.py")))
    assert report["interface"]["settings"] == len(SETTINGS)
    added = sum(len(names) for extension in extensions() for names in extension.commands.values())
    assert report["interface"]["commands"] == sum(map(len, COMMANDS.values())) + added
