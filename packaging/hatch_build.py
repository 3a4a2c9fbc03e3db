"""The build hook that adds man pages (click-man), shell completions and parsed tables to the wheel.

Man pages and completions are written from the commands. An editable installation has none of the
three.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: The folder of the shared files, and the file of parsed tables, before they are packed.
BUILT = "build/share"
PARSED = "build/parsed.msgpack"
#: The folders whose TOML files are parsed.
DATA = ("tables", "companions", "picket_duty")
#: The folders of man pages and completions after installation; shells find a completion by its
#: name.
MAN = "share/man/man1"
COMPLETIONS = {
    "bash": "share/bash-completion/completions/picket-duty",
    "zsh": "share/zsh/site-functions/_picket-duty",
    "fish": "share/fish/vendor_completions.d/picket-duty.fish",
}


class SharedFiles(BuildHookInterface):
    """Writes man pages, completions and parsed tables, and adds them to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files. ``version`` is the kind of wheel, "editable" or "standard"."""
        if version == "editable":
            return
        root = Path(self.root)
        folder = Path(self.root) / BUILT
        shutil.rmtree(folder, ignore_errors=True)
        (folder / MAN).mkdir(parents=True)
        write_pages(root, folder / MAN)
        for name, text in completions(root).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            build_data["shared_data"][str(path)] = path.relative_to(folder).as_posix()
        (root / PARSED).write_bytes(parsed_files(root))
        build_data["force_include"][str(root / PARSED)] = "picket_duty/charts/parsed.msgpack"


def version_of(root: Path) -> str:
    """The version of the package. Raises TypeError if there is none."""
    text = (root / "picket_duty" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)[1]


def write_pages(root: Path, folder: Path) -> list[Path]:
    """Write the man pages of all commands into a folder; returns them by name."""
    sys.path.insert(0, str(root))
    from click_man.core import write_man_pages

    from picket_duty.commands import NAME
    from picket_duty.commands.main import main

    write_man_pages(NAME, whole(main), version=version_of(root), target_dir=str(folder))
    return sorted(folder.iterdir())


def completions(root: Path) -> dict[str, str]:
    """The completion scripts by path; each asks the program for values.

    ``source`` of bash would ask for the version of bash on the machine that builds.
    """
    sys.path.insert(0, str(root))
    from click.shell_completion import ShellComplete

    from picket_duty.commands.completion_command import completion_of

    return {path: ShellComplete.source(completion_of(shell)) for shell, path in COMPLETIONS.items()}


def parsed_files(root: Path) -> bytes:
    """The copy of all TOML files that the program reads instead of parsing them."""
    sys.path.insert(0, str(root))
    from picket_duty.charts.parsed import pack

    paths = sorted(path for folder in DATA for path in (root / folder).rglob("*.toml"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return pack({text: tomllib.loads(text) for text in texts})


def whole(command: Any) -> Any:
    """A copy of a command for a man page: with its subcommands loaded, its first sentence uncut,
    and its example.
    """
    import copy

    import click

    page = copy.copy(command)
    page.short_help = roff(command.help.partition(".")[0])
    page.help = roff("\n\n".join(filter(None, (command.help, command.epilog))))
    if isinstance(command, click.Group):
        context = click.Context(command)
        commands = {
            name: command.get_command(context, name) for name in command.list_commands(context)
        }
        page.commands = {name: whole(below) for name, below in commands.items() if not below.hidden}
    return page


def roff(text: str) -> str:
    r"""A text escaped for roff: backslashes, dashes, and dots or apostrophes at the start of a line."""
    text = text.replace("\b", "").replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)
