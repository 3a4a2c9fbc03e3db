"""What is made when a package is built: its man pages, and its page on a package index with links that lead somewhere.

Hatchling runs both hooks. The man pages are those of click-man, from the commands themselves; an editable installation
has none. The address of the repository stands in pyproject.toml (``tool.hatch.metadata.hooks.custom.address``) or in
``PICKET_DUTY_ADDRESS``; without one the package names no address and its README stays as it is.
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

#: The variable that goes before the field of pyproject.toml.
ADDRESS = "PICKET_DUTY_ADDRESS"
#: Where the pages are written to before they are packed, and where an installation has them.
MADE = "build/man"
INSTALLED = "share/man/man1"
#: A link or a picture of a README that leads to a file beside it.
RELATIVE = re.compile(r"(!?)(\[[^\]]*\]\()([^)#:]+)(\))")


class ManPages(BuildHookInterface):
    """Writes a man page for each command and puts them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the pages; ``version`` is that of the wheel's form, "editable" or "standard"."""
        if version == "editable":
            return
        made = Path(self.root) / MADE
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        for page in write_pages(Path(self.root), made):
            build_data["shared_data"][str(page)] = f"{INSTALLED}/{page.name}"


class PackagePage(MetadataHookInterface):
    """Gives the package its README and, where the address of the repository is known, its addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Enter readme and urls."""
        root = Path(self.root)
        text = (root / "README.md").read_text(encoding="utf-8")
        address = os.environ.get(ADDRESS, self.config.get("address", "")).rstrip("/")
        if address:
            text = absolute(text, address, f"v{version_of(root)}")
            metadata["urls"] = urls(address)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, address: str, tag: str) -> str:
    """A README whose links to files lead to the repository: pictures to the file itself, others to its page there."""
    return RELATIVE.sub(
        lambda link: f"{link[1]}{link[2]}{address}/{'raw' if link[1] else 'blob'}/{tag}/{link[3]}{link[4]}", text
    )


def urls(address: str) -> dict[str, str]:
    """The addresses that the package names."""
    return {
        "Homepage": address,
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
    }


def version_of(root: Path) -> str:
    """The version of the package. Raises AttributeError where there is none."""
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
    """A copy of a command as a page tells it: its commands loaded, its first sentence uncut, its example with it."""
    import copy

    import click

    found = copy.copy(command)
    found.short_help = roff(command.help.partition(".")[0])
    found.help = roff("\n\n".join(filter(None, (command.help, command.epilog))))
    if isinstance(command, click.Group):
        context = click.Context(command)
        names = command.list_commands(context)
        found.commands = {name: whole(command.get_command(context, name)) for name in names}
    return found


def roff(text: str) -> str:
    r"""A text whose signs roff takes as they are: a backslash, a dash, a mark at the start of a line."""
    text = text.replace("\b", "").replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)
