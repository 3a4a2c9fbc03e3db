"""Bug reports: versions, settings, the path of the save and where a crash happened, without any
name of the player.
"""

from __future__ import annotations

import platform
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from picket_duty import __version__
from picket_duty.book import Tables
from picket_duty.charts.words import safe
from picket_duty.saves.format import FORMAT_VERSION

TITLE = "Picket Duty bug report"
PACKAGE = __name__.partition(".")[0]


def write(
    path: Path | None, tables: Tables, settings: Mapping[str, str], trace: Sequence[str] = ()
) -> str:
    """The bug report of a save or a crash, with the player's ``settings`` and the ``trace`` of
    ``where_it_broke``.
    """
    versions = {}
    for name in ("click", "msgspec", "rich", "textual"):
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    facts = {
        "picket-duty": __version__,
        "python": platform.python_version(),
        **versions,
        "system": f"{platform.system()} {platform.machine()}",
        "save format": str(FORMAT_VERSION),
        "tables": tables.digest,
        **{f"setting {name}": value for name, value in settings.items()},
        "save": str(path) if path is not None else "none",
    }
    lines = [TITLE, *(f"{name}: {value}" for name, value in facts.items()), *trace]
    # The path of the home folder has the user's name; a home of ``/`` has none.
    with suppress(RuntimeError):
        home = Path.home()
        lines = [line.replace(str(home), "~") for line in lines] if home.name else lines
    return "\n".join(map(safe, lines)) + "\n"


def where_it_broke(error: BaseException) -> list[str]:
    """The error and its traceback, with paths relative to packages and without values of
    variables.
    """
    # An error in a worker thread is wrapped by Textual.
    trace = traceback.TracebackException.from_exception(getattr(error, "error", error))
    lines = ["".join(trace.format_exception_only()).strip().splitlines()[0]]
    for call in trace.stack:
        parts = Path(call.filename).parts
        # Where the path within a package begins: this one, or an installed one.
        packages = [
            at
            for at, part in enumerate(parts)
            if part == PACKAGE or parts[at - 1] == "site-packages"
        ]
        path = "/".join(parts[packages[-1] :] if packages else parts[-1:])
        lines.append(f"{path}:{call.lineno} in {call.name}")
    return lines
