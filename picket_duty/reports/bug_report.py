"""Bug reports: one text file with the save, the version, the hashes of the tables and the last events.

After a crash it also says where in the program it happened; without a game in progress it has no save. ``write`` makes
a report, and ``replay`` replays its save with the same tables. A report never names the user, folders or the machine,
only its operating system.
"""

from __future__ import annotations

import base64
import hashlib
import platform
import traceback
from collections.abc import Sequence
from pathlib import Path

import msgspec

from picket_duty import __version__
from picket_duty.book import Tables
from picket_duty.book.check_set import checked_tables
from picket_duty.book.tables import shipped_folder
from picket_duty.charts import ChartError
from picket_duty.charts.words import safe
from picket_duty.game import Game
from picket_duty.saves import FORMAT_VERSION, LARGEST_FILE, SaveError, load_whole

TITLE = "Picket Duty bug report"
LAST_EVENTS = 80
PACKAGE = __name__.partition(".")[0]
TEXT, BASE64 = "text", "base64"


class BugReport(msgspec.Struct):
    """A parsed bug report: facts by name, the bytes of the save, and the files of modified tables."""

    facts: dict[str, str]
    save: bytes
    tables: dict[str, str]


def write(path: Path | None, tables: Tables, breakdown: Sequence[str] = ()) -> str:
    """The bug report of a save, which may be damaged, or of a crash without one.

    ``breakdown`` are the lines of ``where_it_broke``. Raises SaveError if the save cannot be read at all.
    """
    facts = {
        "program": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "format": str(FORMAT_VERSION),
        "tables": tables.digest,
    }
    sections: list[str] = []
    if path is not None:
        data = _read(path)
        fault, state_hash, events = _last_events(path, tables)
        facts |= {"fault": fault or "none", "state": state_hash}
        sections = _section("events", [safe(event) for event in events])
    if breakdown:
        sections += _section("breakdown", [safe(line) for line in breakdown])
    sections += _section("hashes", [f"{hash_of(file)} {name}" for name, file in sorted(tables.files().items())])
    for name, text in changed_tables(tables).items():
        sections += _section(f"table {name}", text.splitlines())
    if path is not None:
        sections += _save_section(data)
    return "\n".join([TITLE, *(f"{name}: {safe(value)}" for name, value in facts.items()), *sections]) + "\n"


def where_it_broke(error: BaseException) -> list[str]:
    """The error and its traceback, with paths relative to packages and without values of variables."""
    # An error in a worker thread is wrapped by Textual.
    trace = traceback.TracebackException.from_exception(getattr(error, "error", error))
    calls = [f"{_in_package(call.filename)}:{call.lineno} in {call.name}" for call in trace.stack]
    return ["".join(trace.format_exception_only()).strip().splitlines()[0], *calls]


def _in_package(filename: str) -> str:
    """The path of a file, starting at its package."""
    parts = Path(filename).parts
    packages = [at for at, part in enumerate(parts) if part == PACKAGE or parts[at - 1] == "site-packages"]
    return "/".join(parts[packages[-1] :] if packages else parts[-1:])


def _read(path: Path) -> bytes:
    """The bytes of a save, at most as many as a save may have. Raises SaveError."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE)
    except OSError as error:
        raise SaveError(f"{path}: cannot read ({error.strerror})") from None


def read(text: str) -> BugReport:
    """A bug report from its text. Raises SaveError if it is not one or is incomplete."""
    lines = text.split("\n")
    if not lines or lines[0].strip() != TITLE:
        raise SaveError("not a bug report from this program")
    report, at = BugReport({}, b"", {}), 1
    while at < len(lines) and not lines[at].startswith("-- "):
        name, _, value = lines[at].partition(": ")
        report.facts[name] = value
        at += 1
    while at < len(lines) and lines[at].startswith("-- "):
        *title, count = lines[at].removeprefix("-- ").split(" ")
        if not (count.isascii() and count.isdigit() and len(count) < 10) or at + 1 + int(count) > len(lines):
            raise SaveError(f"bug report, line {at + 1}: the section {' '.join(title)} is incomplete")
        content = lines[at + 1 : at + 1 + int(count)]
        at += 1 + int(count)
        if title[:1] == ["table"] and len(title) == 2:
            report.tables[title[1]] = "\n".join(content) + "\n"
        elif title[:1] == ["save"]:
            report.save = _save_of(title[-1], content)
    if not report.save:
        raise SaveError("the bug report has no save")
    return report


def replay(text: str, folder: Path) -> Game:
    """Replay the save of a bug report with its tables; both are unpacked into ``folder``. Raises SaveError."""
    report = read(text)
    save = folder / "reported.picket"
    save.write_bytes(report.save)
    if not report.tables:
        return load_whole(save, Tables())
    layer = folder / "tables"
    for name, content in report.tables.items():
        _unpack(layer, name, content)
    try:
        return load_whole(save, checked_tables(layer))
    except ChartError as error:
        raise SaveError(f"bug report: {error}") from None


def _unpack(layer: Path, name: str, content: str) -> None:
    """Write a file of the tables, never outside their folder. Raises SaveError."""
    if "\0" in name or ".." in name.split("/") or Path(name).is_absolute() or Path(name).suffix != ".toml":
        raise SaveError(f"bug report: {name!r} is not a tables file")
    target = layer / name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise SaveError(f"bug report: {name!r} cannot be written ({error})") from None


def hash_of(file: Path) -> str:
    """A short hash of a table file that ignores the kind of line ends."""
    return hashlib.blake2b(file.read_bytes().replace(b"\r\n", b"\n"), digest_size=6).hexdigest()


def changed_tables(tables: Tables) -> dict[str, str]:
    """The files in use that are not the shipped ones, with their text."""
    shipped = shipped_folder().resolve()
    return {
        name: file.read_text(encoding="utf-8", errors="replace")
        for name, file in sorted(tables.files().items())
        if not file.resolve().is_relative_to(shipped)
    }


def _last_events(path: Path, tables: Tables) -> tuple[str, str, list[str]]:
    """The fault of a save, the hash of its state, and its last events."""
    from picket_duty.reports.log_pages import last_lines

    try:
        game = load_whole(path, tables)
    except SaveError as error:
        return str(error).replace(str(path), path.name), "", []
    return "", game.state_hash, last_lines(game, LAST_EVENTS)


def _section(title: str, lines: list[str]) -> list[str]:
    return [f"-- {title} {len(lines)}", *lines]


def _save_section(data: bytes) -> list[str]:
    """The save as text if all its lines are complete and printable, else in base 64, so that no byte is lost."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if text.endswith("\n") and text.replace("\n", "").isprintable():
        return _section(f"save {TEXT}", text[:-1].split("\n"))
    packed = base64.b64encode(data).decode("ascii")
    return _section(f"save {BASE64}", [packed[at : at + 100] for at in range(0, len(packed), 100)])


def _save_of(form: str, content: list[str]) -> bytes:
    try:
        if form == TEXT:
            return ("\n".join(content) + "\n").encode()
        return base64.b64decode("".join(content), validate=True)
    except ValueError:
        raise SaveError("the save in the bug report is damaged") from None
