"""The built package: man pages, completions, and the zipapp on an old Python."""

import ast
import importlib.util
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipapp
import zipfile
from pathlib import Path

import click
import pytest

from picket_duty import __version__
from tests.command_line import commands

pytest.importorskip("hatchling", reason="builds the package: the extra test")
pytest.importorskip("click_man", reason="writes the man pages: the extra test")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def hooks():
    spec = importlib.util.spec_from_file_location(
        "hatch_build", ROOT / "packaging" / "hatch_build.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(hooks, tmp_path_factory):
    folder = tmp_path_factory.mktemp("man")
    return {page.name: page.read_text(encoding="utf-8") for page in hooks.write_pages(ROOT, folder)}


COMMANDS = {tuple(context.command_path.split()): command for command, context in commands()}


def test_every_command_has_one_man_page_with_options_example_and_commands(pages):
    assert sorted(pages) == sorted(f"{'-'.join(words)}.1" for words in COMMANDS)
    assert len(pages) > 40
    for words in COMMANDS:
        page = pages[f"{'-'.join(words)}.1"].replace(r"\-", "-")
        command = COMMANDS[words]
        for option in command.params:
            assert isinstance(option, click.Argument) or f"\\fB{option.opts[0].rstrip(',')}" in page
        assert (command.epilog or "") in page
        if isinstance(command, click.Group):
            for below in (other for other in COMMANDS if other[:-1] == words):
                assert f"{'-'.join(below)}(1)".replace(" ", "-") in page.replace(" ", "-")


@pytest.mark.skipif(
    not shutil.which("man") or not shutil.which("groff"), reason="draws the page: man and groff"
)
def test_a_man_page_is_drawn_without_warnings(pages, tmp_path):
    path = tmp_path / "page.1"
    path.write_text(pages["picket-duty-simulate.1"], encoding="utf-8")
    drawn = subprocess.run(
        ["man", "--warnings=w", "-l", str(path)], capture_output=True, text=True, timeout=60
    )
    assert drawn.stderr == ""
    assert "--policy" in drawn.stdout
    assert "Example: picket-duty simulate" in drawn.stdout


def test_no_line_of_a_man_page_is_a_roff_command(hooks):
    assert hooks.roff(".TH is no order\n'nor this, a \\ is one, -n an option") == (
        "\\&.TH is no order\n\\&'nor this, a \\e is one, \\-n an option"
    )


@pytest.mark.slow
def test_the_packages_have_the_man_pages_and_the_build_scripts(tmp_path, monkeypatch):
    from hatchling.build import build_sdist, build_wheel

    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        names = wheel.namelist()
    at = f"picket_duty-{__version__}.data/data/share/man/man1"
    pages = {f"{at}/{'-'.join(words)}.1" for words in COMMANDS}
    assert {name for name in names if name.startswith(at)} == pages
    share = f"picket_duty-{__version__}.data/data/share"
    completions = ("bash-completion/completions/picket-duty", "zsh/site-functions/_picket-duty")
    shared = {
        *pages,
        *(
            f"{share}/{name}"
            for name in (*completions, "fish/vendor_completions.d/picket-duty.fish")
        ),
    }
    assert {name for name in names if name.startswith(share)} == shared
    for name in ("py.typed", "tui/style.tcss", "manual/start.md", "charts/parsed.msgpack"):
        assert f"picket_duty/{name}" in names
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    assert {"packaging/hatch_build.py", "README.md", "LICENSE"} <= inside


def test_the_packed_completions_are_those_of_the_command(hooks, run):
    packed = hooks.completions(ROOT)
    for shell, path in hooks.COMPLETIONS.items():
        assert packed[path].rstrip() == run("completion", shell).out.rstrip()


MAIN = ROOT / "packaging" / "zipapp_main.py"
TOO_OLD = "picket-duty: Python 3.10 is too old. Run this file with Python 3.11 or newer\n"


def test_the_zipapp_names_the_python_that_it_and_the_package_need():
    ast.parse(MAIN.read_text(encoding="utf-8"), feature_version=(3, 4))
    lie = (
        f"import runpy, sys; sys.version_info = (3, 10, 13); runpy.run_path({str(MAIN)!r}, "
        f"run_name='__main__')"
    )
    result = subprocess.run([sys.executable, "-c", lie], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (2, TOO_OLD)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = ".".join(map(str, runpy.run_path(str(MAIN))["OLDEST"]))
    assert project["requires-python"] == f">={oldest}"
    named = [word.rpartition(" ")[2] for word in project["classifiers"] if "Python :: 3." in word]
    assert named[0] == oldest
    build = (ROOT / "packaging" / "build.py").read_text(encoding="utf-8")
    assert f"PYTHONS = {tuple(named)}".replace("'", '"') in build


def test_only_the_main_module_of_a_zipapp_is_replaced(tmp_path):
    replace_main = runpy.run_path(str(ROOT / "packaging" / "build.py"))["replace_main"]
    program = tmp_path / "a.pyz"
    (tmp_path / "in").mkdir()
    for name in ("__main__.py", "_bootstrap.py"):
        (tmp_path / "in" / name).write_text("def bootstrap(): print('started')", encoding="utf-8")
    zipapp.create_archive(
        tmp_path / "in", program, interpreter="/usr/bin/env python3", compressed=True
    )
    replace_main(program, MAIN)
    assert program.read_bytes().startswith(b"#!/usr/bin/env python3\nPK")
    result = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=60
    )
    assert (result.stdout, result.stderr) == ("started\n", "")
