"""Build hooks: the man pages, and a README for the package index with links that work.

Hatchling runs both hooks. click-man writes the man pages from the commands; an editable installation has none. The
address of the repository is in pyproject.toml (``tool.hatch.metadata.hooks.custom.address``) or in
``PICKET_DUTY_ADDRESS``. Without an address, the package lists none and its README is unchanged.
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

#: The environment variable that overrides the field in pyproject.toml.
ADDRESS = "PICKET_DUTY_ADDRESS"
#: The folder of the pages before they are packed, and after installation.
BUILT = "build/man"
INSTALLED = "share/man/man1"
#: A link or picture in a README that points to a file of the repository.
RELATIVE = re.compile(r"(!?)(\[[^\]]*\]\()([^)#:]+)(\))")


class ManPages(BuildHookInterface):
    """Writes a man page for each command and adds it to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the pages. ``version`` is the kind of wheel, "editable" or "standard"."""
        if version == "editable":
            return
        folder = Path(self.root) / BUILT
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for page in write_pages(Path(self.root), folder):
            build_data["shared_data"][str(page)] = f"{INSTALLED}/{page.name}"


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
