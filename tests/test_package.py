"""The built package: a man page for every command, and a page for the package index with working pictures."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import click
import pytest

from picket_duty import __version__
from picket_duty.commands.main import main

pytest.importorskip("hatchling", reason="builds the package: the extra test")
pytest.importorskip("click_man", reason="writes the man pages: the extra test")

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
AT = "https://example.org/navy/picket-duty"


@pytest.fixture(scope="module")
def hooks():
    """packaging/hatch_build.py."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "packaging" / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(hooks, tmp_path_factory) -> dict[str, str]:
    """The man pages by name."""
    folder = tmp_path_factory.mktemp("man")
    return {page.name: page.read_text(encoding="utf-8") for page in hooks.write_pages(ROOT, folder)}


def every_command(command=main, above=("picket-duty",)):
    """Each command that help lists, with the words that call it."""
    if command.hidden:
        return
    yield above, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from every_command(command.get_command(context, name), (*above, name))


COMMANDS = dict(every_command())


def test_every_command_has_one_man_page(pages):
    assert sorted(pages) == sorted(f"{'-'.join(words)}.1" for words in COMMANDS)
    assert len(pages) > 40


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_man_page_has_options_example_and_commands(pages, words):
    page, command = pages[f"{'-'.join(words)}.1"].replace(r"\-", "-"), COMMANDS[words]
    for option in command.params:
        assert isinstance(option, click.Argument) or f"\\fB{option.opts[0].rstrip(',')}" in page
    assert (command.epilog or "") in page
    if isinstance(command, click.Group):
        for below in (other for other in COMMANDS if other[:-1] == words):
            assert f"{'-'.join(below)}(1)".replace(" ", "-") in page.replace(" ", "-")


@pytest.mark.skipif(not shutil.which("man") or not shutil.which("groff"), reason="draws the page: man and groff")
def test_a_man_page_is_drawn_without_warnings(pages, tmp_path):
    path = tmp_path / "page.1"
    path.write_text(pages["picket-duty-simulate.1"], encoding="utf-8")
    drawn = subprocess.run(["man", "--warnings=w", "-l", str(path)], capture_output=True, text=True, timeout=60)
    assert drawn.stderr == ""
    assert "--policy" in drawn.stdout
    assert "Example: picket-duty simulate" in drawn.stdout


def test_no_line_of_a_man_page_is_a_roff_command(hooks):
    assert hooks.roff(".TH is no order\n'nor this, a \\ is one, -n an option") == (
        "\\&.TH is no order\n\\&'nor this, a \\e is one, \\-n an option"
    )


def metadata(folder: Path, monkeypatch) -> str:
    """The metadata page of the wheel, as a package index reads it."""
    from hatchling.build import prepare_metadata_for_build_wheel

    monkeypatch.chdir(ROOT)
    found = prepare_metadata_for_build_wheel(str(folder))
    return (folder / found / "METADATA").read_text(encoding="utf-8")


def test_without_an_address_the_package_lists_none(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ADDRESS", "")
    found = metadata(tmp_path, monkeypatch)
    assert found.endswith(README)
    assert "\nProject-URL:" not in found
    assert "Author: The Picket Duty contributors\n" in found


def test_with_an_address_every_picture_and_link_uses_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_ADDRESS", f"{AT}/")
    found = metadata(tmp_path, monkeypatch)
    assert f"Project-URL: Source, {AT}\n" in found
    assert f"Project-URL: Issues, {AT}/issues\n" in found
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", found)
    assert f"{AT}/raw/v{__version__}/docs/battle.svg" in pictures
    assert all(picture.startswith(f"{AT}/raw/") for picture in pictures)
    assert f"[LICENSE]({AT}/blob/v{__version__}/LICENSE)" in found
    for target in re.findall(r"\]\(([^)#]+)\)", found):
        assert re.match(r"https?://", target)
        inside = target.partition(f"/v{__version__}/")[2]
        assert not inside or (ROOT / inside).is_file()


@pytest.mark.slow
def test_the_packages_have_the_man_pages_and_the_build_scripts(tmp_path, monkeypatch):
    from hatchling.build import build_sdist, build_wheel

    monkeypatch.chdir(ROOT)
    with zipfile.ZipFile(tmp_path / build_wheel(str(tmp_path))) as wheel:
        names = wheel.namelist()
    at = f"picket_duty-{__version__}.data/data/share/man/man1"
    assert sorted(name for name in names if name.startswith(at)) == sorted(
        f"{at}/{'-'.join(words)}.1" for words in COMMANDS
    )
    assert {"picket_duty/py.typed", "picket_duty/tui/style.tcss", "picket_duty/manual/start.md"} <= set(names)
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as source:
        inside = {name.partition("/")[2] for name in source.getnames()}
    assert {"packaging/hatch_build.py", "packaging/build.py", "README.md", "LICENSE"} <= inside
