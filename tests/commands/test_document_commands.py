"""``sheets`` on the command line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from picket_duty.commands import document_commands as command
from picket_duty.pages import printed_forms as report
from tests.saves.games import saved


def test_help_lists_every_sheet():
    assert command.SHEETS == report.KINDS


def test_blank_sheets_of_each_class_as_svg(run, tmp_path):
    for ship_class in ("fletcher", "la-prade", "dunlap"):
        folder = tmp_path / ship_class
        assert run("sheets", "--format", "svg", "--out", folder, "--class", ship_class).status == 0
        names = sorted(path.name for path in folder.iterdir())
        sheets = ("calendar", "damage-sheet", "gun-mounts", "secondary-compartment-hit-sheet", "ships-log")
        assert names == [f"{sheet}-{ship_class}.svg" for sheet in sheets]


def test_sheets_filled_in_from_a_save(run, tmp_path):
    path = tmp_path / "kimberly.pd"
    saved(path, scenario=6, seed=1)
    assert run("sheets", path, "--format", "svg", "--out", tmp_path / "sheets", "--sheet", "log").status == 0
    (file,) = (tmp_path / "sheets").iterdir()
    assert file.name == "ships-log-uss-kimberly.svg"
    assert "DD-521" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("words", "why"), [
    (("--class", "yacht"), "No class 'yacht'. Classes: dunlap, fletcher, la-prade."),
    (("nothing", "--class", "fletcher"), "--class cannot be used with a save"),
    (("nothing",), "nothing"),
    (("--sheet", "charts"), "charts"),
])  # fmt: skip
def test_invalid_options_are_refused(run, tmp_path, words, why):
    result = run("sheets", *words, "--format", "svg", "--out", tmp_path / "x")
    assert result.status == 2
    assert why in result.err


def test_a_save_is_not_overwritten(run, tmp_path):
    path = tmp_path / "kimberly.pd"
    saved(path, scenario=6, seed=1)
    before = path.read_bytes()
    assert run("sheets", "--format", "svg", "--out", path).status == 2
    assert path.read_bytes() == before


def test_a_pdf_has_all_sheets(run, tmp_path):
    pytest.importorskip("reportlab", reason="the extra 'paper' is not installed")
    file = tmp_path / "sheets.pdf"
    assert run("sheets", "--out", file).status == 0
    data = file.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") == len(report.KINDS)
    run("sheets", "--out", file)
    assert file.read_bytes() == data


@pytest.mark.slow
def test_a_missing_extra_is_named(tmp_path):
    """The process cannot import reportlab, even if it is installed here."""
    script = (
        "import sys; sys.modules['reportlab'] = None; "
        f"sys.argv = ['picket-duty', 'sheets', '--out', {str(tmp_path / 'x.pdf')!r}]\n"
        "from picket_duty.commands.main import main; main()"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "picket-duty[paper]" in result.stderr
    assert result.stderr.count("\n") == 1
