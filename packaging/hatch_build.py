"""Build hooks: the shared files of the wheel, and a README for the package index with links that work.

Hatchling runs both hooks. The shared files are man pages, shell completions, and the files for desktops; an editable
installation has none. Man pages (click-man) and completions are written from the commands. The address of the
repository is in pyproject.toml (``tool.hatch.metadata.hooks.custom.address``) or in ``PICKET_DUTY_ADDRESS``. Without an
address, the package lists none and has no metainfo, and its README is unchanged.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The folder of this file is not on the path when Hatchling loads it.
sys.path.append(str(Path(__file__).parent))
from stores import COMPLETIONS, ICON, MAN, app_id, desktop_entry, metainfo

#: The environment variable that overrides the field in pyproject.toml.
ADDRESS = "PICKET_DUTY_ADDRESS"
#: The folder of the shared files before they are packed.
BUILT = "build/share"
#: A link or picture in a README that points to a file of the repository.
RELATIVE = re.compile(r"(!?)(\[[^\]]*\]\()([^)#:]+)(\))")


class SharedFiles(BuildHookInterface):
    """Writes man pages, completions and the files for desktops, and adds them to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files. ``version`` is the kind of wheel, "editable" or "standard"."""
        if version == "editable":
            return
        root, folder = Path(self.root), Path(self.root) / BUILT
        shutil.rmtree(folder, ignore_errors=True)
        (folder / MAN).mkdir(parents=True)
        write_pages(root, folder / MAN)
        address = self.metadata.core.urls.get("Homepage", "")
        for name, text in (completions(root) | desktop_files(address)).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            build_data["shared_data"][str(path)] = path.relative_to(folder).as_posix()


class PackagePage(MetadataHookInterface):
    """Gives the package its README and, if the address of the repository is known, its URLs."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``readme`` and ``urls``."""
        root = Path(self.root)
        text = (root / "README.md").read_text(encoding="utf-8")
        address = os.environ.get(ADDRESS, self.config.get("address", "")).rstrip("/")
        if address:
            text = absolute(text, address, f"v{version_of(root)}")
            metadata["urls"] = urls(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, address: str, tag: str) -> str:
    """The README with absolute links: pictures to the file in the repository, others to the page of the file."""
    return RELATIVE.sub(
        lambda link: f"{link[1]}{link[2]}{address}/{'raw' if link[1] else 'blob'}/{tag}/{link[3]}{link[4]}", text
    )


def urls(address: str) -> dict[str, str]:
    """The URLs that the package lists."""
    return {
        "Homepage": address,
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
    }


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

    from picket_duty.commands.completion import completion_of

    return {path: ShellComplete.source(completion_of(shell)) for shell, path in COMPLETIONS.items()}


def desktop_files(address: str) -> dict[str, str]:
    """The desktop entry and the icon by path, and the metainfo if the address of the repository is known."""
    name = app_id(address)
    files = {
        f"share/applications/{name}.desktop": desktop_entry(address),
        f"share/icons/hicolor/scalable/apps/{name}.svg": ICON.read_text(encoding="utf-8"),
    }
    return files | ({f"share/metainfo/{name}.metainfo.xml": metainfo(address)} if address else {})


def whole(command: Any) -> Any:
    """A copy of a command for a man page: with its subcommands loaded, its first sentence uncut, and its example."""
    import copy

    import click

    page = copy.copy(command)
    page.short_help = roff(command.help.partition(".")[0])
    page.help = roff("\n\n".join(filter(None, (command.help, command.epilog))))
    if isinstance(command, click.Group):
        context = click.Context(command)
        commands = {name: command.get_command(context, name) for name in command.list_commands(context)}
        page.commands = {name: whole(below) for name, below in commands.items() if not below.hidden}
    return page


def roff(text: str) -> str:
    r"""A text escaped for roff: backslashes, dashes, and dots or apostrophes at the start of a line."""
    text = text.replace("\b", "").replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)
