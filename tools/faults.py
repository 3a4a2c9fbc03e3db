"""Fails every write, sync, rename, read and allocation in turn, and cuts the power at every moment.

``python -m tools.faults`` does one task after another: a save, its index, settings, reports, the
service record. It makes the first call of a kind fail, then the second, until the task succeeds.
After each fault it checks what is on the disk, and that the task then succeeds. Then it cuts the
power after each change of the disk: what was not synced is lost, kept or torn. It prints the cases
and every finding, and exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import builtins
import contextlib
import errno
import gc
import io
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from picket_duty import saves
from picket_duty.book import load_tables
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, service_record
from picket_duty.saves.files import BEING_WRITTEN, write_file
from picket_duty.saves.record import parse_prefix, read_record
from picket_duty.saves.save_list import rename_save, repair_save
from picket_duty.saves.writer import entries_of
from picket_duty.tui.settings import SettingsError, read_settings, remember

#: Calls that fail, by kind, with the error of the operating system; a torn write leaves half of its
#: data.
ERRORS = {
    "write": errno.ENOSPC,
    "torn write": errno.ENOSPC,
    "sync": errno.EIO,
    "rename": errno.EIO,
    "read": errno.EIO,
    "open": errno.EMFILE,
    "unlink": errno.EACCES,
}
MEMORY = "allocation"
KINDS = (*ERRORS, MEMORY)
#: The packages in which an allocation fails: at the nth call of one of their functions.
PACKAGES = ("/picket_duty/saves/", "/picket_duty/tui/settings.py")
#: Errors with which a task may end.
REPORTED = (SaveError, SettingsError, OSError, MemoryError)
#: The most faults of one kind in one task.
MOST = 400
ANSWERS = 25
TABLES = load_tables()


class Change(NamedTuple):
    """A change of the disk: the kind, the file by its number or the names, the place and the
    data.
    """

    kind: str
    file: int = 0
    name: str = ""
    to: str = ""
    at: int = 0
    data: bytes = b""


class Disk:
    """The system calls on files of a folder: counted, failed at the nth one of a kind, and
    recorded.
    """

    def __init__(self, folder: Path, kind: str = "", number: int = 0) -> None:
        self.folder = str(folder)
        self.kind = kind
        self.left = number
        self.fired = False
        self.changes: list[Change] = []

    def step(self, *kinds: str) -> None:
        """Count a call. Raises OSError if it is the one that fails."""
        if self.kind in kinds and not self.fired:
            self.left -= 1
            if self.left == 0:
                self.fired = True
                raise OSError(ERRORS[self.kind], os.strerror(ERRORS[self.kind]))

    def is_mine(self, path: Any) -> bool:
        """Whether a path is in the folder."""
        return isinstance(path, str | os.PathLike) and os.path.abspath(path).startswith(self.folder)

    def trace(self, frame: FrameType, event: str, argument: object) -> None:
        """Fail an allocation at the call of a function."""
        code = frame.f_code
        if self.fired or event != "call" or code.co_name == "<genexpr>":
            return
        if any(name in code.co_filename for name in PACKAGES):
            self.left -= 1
            if self.left == 0:
                self.fired = True
                raise MemoryError

    @contextmanager
    def mounted(self) -> Iterator[Disk]:
        """Replace the system calls by those of this disk."""
        real = {
            name: getattr(os, name)
            for name in ("open", "write", "fsync", "replace", "rename", "link", "unlink")
        }
        real_open, traced = builtins.open, sys.gettrace()

        def opened(path: Any, flags: int, *more: Any, **named: Any) -> int:
            mine = self.is_mine(path)
            if mine:
                self.step("open")
            new = mine and flags & os.O_CREAT and not os.path.lexists(path)
            number: int = real["open"](path, flags, *more, **named)
            if new:
                self.changes.append(Change("create", os.fstat(number).st_ino, str(path)))
            return number

        def write(file: int, data: Any) -> int:
            self._write(file, bytes(data), lambda part: real["write"](file, part))
            return len(data)

        def fsync(file: int) -> None:
            self.step("sync")
            real["fsync"](file)
            self.changes.append(Change("sync", os.fstat(file).st_ino))

        def moved(name: str) -> Callable[..., None]:
            def move(source: Any, target: Any) -> None:
                self.step("rename")
                file = os.lstat(source).st_ino
                real[name](source, target)
                self.changes.append(
                    Change("link" if name == "link" else "rename", file, str(source), str(target))
                )

            return move

        def unlink(path: Any, **named: Any) -> None:
            self.step("unlink")
            real["unlink"](path, **named)
            self.changes.append(Change("unlink", name=str(path)))

        def open_file(path: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
            if not self.is_mine(path):
                return real_open(path, mode, *more, **named)
            self.step("open")
            new = ("x" in mode or "w" in mode or "a" in mode) and not os.path.lexists(path)
            file = real_open(path, mode, *more, **named)
            if new:
                self.changes.append(Change("create", os.fstat(file.fileno()).st_ino, str(path)))
            return File(file, self) if "b" in mode else file

        patches = {
            "open": opened,
            "write": write,
            "fsync": fsync,
            "unlink": unlink,
            "remove": unlink,
            **{name: moved(name) for name in ("replace", "rename", "link")},
        }
        real |= {"remove": os.remove}
        try:
            for name, call in patches.items():
                setattr(os, name, call)
            builtins.open = io.open = open_file  # type: ignore[assignment]
            if self.kind == MEMORY:
                sys.settrace(self.trace)  # type: ignore[arg-type]
            yield self
        finally:
            sys.settrace(traced)
            builtins.open = io.open = real_open
            for name, call in real.items():
                setattr(os, name, call)

    def _write(self, file: int, data: bytes, put: Callable[[bytes], Any]) -> None:
        """Write data at the end of a file, or half of it if the write is torn."""
        at = os.fstat(file).st_size
        number = os.fstat(file).st_ino
        try:
            self.step("write", "torn write")
        except OSError:
            if self.kind == "torn write":
                put(data[: len(data) // 2])
                self.changes.append(Change("write", number, at=at, data=data[: len(data) // 2]))
            raise
        put(data)
        self.changes.append(Change("write", number, at=at, data=data))


class File:
    """An open binary file whose reads and writes are those of a disk."""

    def __init__(self, file: Any, disk: Disk) -> None:
        self._file = file
        self._disk = disk

    def write(self, data: Any) -> int:
        """Write bytes."""
        self._disk._write(self._file.fileno(), bytes(data), self._put)
        return len(data)

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def read(self, *size: int) -> Any:
        """Read bytes."""
        self._disk.step("read")
        return self._file.read(*size)

    def readline(self, *size: int) -> Any:
        """Read a line."""
        self._disk.step("read")
        return self._file.readline(*size)

    def truncate(self, size: int) -> int:
        """Cut the file."""
        self._disk.step("write")
        self._file.truncate(size)
        self._disk.changes.append(Change("cut", os.fstat(self._file.fileno()).st_ino, at=size))
        return size

    def __enter__(self) -> File:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[bytes]:
        self._disk.step("read")
        return iter(self._file)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


# -- tasks -----------------------------------------------------------------------------


class Task:
    """A task in a home folder. ``check`` looks at the disk after a fault, and returns what is
    wrong, mostly nothing.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.saves = home / "saves"

    def prepare(self) -> None:
        """Make the files that are there before."""

    def run(self) -> None:
        """Do the task. Raises one of ``REPORTED``."""
        raise NotImplementedError

    def check(self, done: bool) -> str:
        """What is wrong on the disk, after a fault or when the task is ``done``."""
        raise NotImplementedError

    def close(self) -> None:
        """Close what is open."""


class Playing(Task):
    """A game that is begun, saved, played, undone and closed; a failed answer is given again."""

    def prepare(self) -> None:
        """The game and its captain, not saved yet."""
        self.saves.mkdir(parents=True)
        self.game = Game.new(tables=TABLES, scenario=6, seed=3)
        self.captain = RandomCaptain(3)
        self.value: Any = None

    def run(self) -> None:
        """Save the game, then play on."""
        game = self.game
        if game.save_file is None:
            saves.start_save(game, "a")
        while game.request is not None and len(game.answers) < ANSWERS:
            if isinstance(game.request, Roll):
                game.roll()
                continue
            self.value = self.captain.choose(game) if self.value is None else self.value
            game.answer(self.value, "player")
            self.value = None
        if game.events and len(game.answers) == ANSWERS:
            game.undo(3)

    def check(self, done: bool) -> str:
        """Every answer that the game took is in the save, and no other."""
        game = self.game
        if game.save_file is None:
            left = sorted(path.name for path in self.saves.iterdir())
            return f"files of a game that was not saved: {left}" if left else ""
        record = read_record(game.save_file.path)
        if record.answers != entries_of(game):
            return f"{len(record.answers)} answers in the save, {len(game.answers)} in the game"
        if done:
            game.save_file.close()
            again = saves.resume(game.save_file.path, TABLES, whole=True)
            again.save_file.close()  # type: ignore[union-attr]
            return "" if again.state_hash == game.state_hash else "another state after resuming"
        return ""

    def close(self) -> None:
        """Close the save."""
        if self.game.save_file is not None:
            self.game.save_file.close()


class Kept(Task):
    """A task with a finished save ``a``."""

    def prepare(self) -> None:
        """The save."""
        self.saves.mkdir(parents=True)
        self.path = self.saves / "a.picket"
        self.path.write_bytes(_finished())


class Resuming(Kept):
    """A save is resumed and closed."""

    def run(self) -> None:
        """Resume it."""
        game = saves.resume(self.path, TABLES)
        self.state = game.state_hash
        assert game.save_file is not None
        game.save_file.close()

    def check(self, done: bool) -> str:
        """The save is as it was."""
        return "" if self.path.read_bytes() == _finished() else "the save was changed"


class Renaming(Kept):
    """A save is renamed."""

    def run(self) -> None:
        """Rename it, unless it is."""
        if self.path.exists():
            if (self.saves / "b.picket").exists():
                (self.saves / "b.picket").unlink()
            rename_save(self.path, "b")

    def check(self, done: bool) -> str:
        """One name or both hold the whole save."""
        there = [path for path in sorted(self.saves.iterdir()) if path.suffix == ".picket"]
        if done and [path.name for path in there] != ["b.picket"]:
            return f"{[path.name for path in there]} after renaming"
        return (
            ""
            if there and all(path.read_bytes() == _finished() for path in there)
            else "half a save, or none"
        )


class Copying(Kept):
    """A save is copied and repaired."""

    def run(self) -> None:
        """Copy the first answers; repair what needs no repair."""
        target = self.saves / "b.picket"
        target.unlink(missing_ok=True)
        saves.copy_save(self.path, target, 9)
        with contextlib.suppress(SaveError):
            repair_save(self.path, TABLES)

    def check(self, done: bool) -> str:
        """The original is as it was, the copy whole or not there."""
        target = self.saves / "b.picket"
        if self.path.read_bytes() != _finished():
            return "the original was changed"
        if target.exists() and len(read_record(target).answers) != 9:
            return "half a copy"
        return "no copy" if done and not target.exists() else ""


class Listing(Kept):
    """The saves are listed, which writes the index."""

    def run(self) -> None:
        """List them."""
        self.listed = [save.name for save in saves.list_saves() if not save.trouble]

    def check(self, done: bool) -> str:
        """The list is right, and never depends on a damaged index."""
        return "" if not done or self.listed == ["a"] else f"listed {self.listed}"


class Setting(Task):
    """A setting is changed, another one is kept."""

    def prepare(self) -> None:
        """The other one."""
        remember("aid", "unaided")

    def run(self) -> None:
        """Change it."""
        remember("bell", "on")

    def check(self, done: bool) -> str:
        """Old or new, and whole."""
        settings = read_settings(list)
        if settings.aid != "unaided" or settings.bell not in (("on",) if done else ("", "on")):
            return f"aid {settings.aid!r}, bell {settings.bell!r}"
        return ""


class Reporting(Task):
    """A report replaces an older one."""

    def prepare(self) -> None:
        """The older one."""
        self.target = self.home / "report.txt"
        self.target.write_bytes(b"old" * 1000)

    def run(self) -> None:
        """Write the new one."""
        write_file(self.target, b"new" * 2000)

    def check(self, done: bool) -> str:
        """Old or new, and whole."""
        allowed = (b"new" * 2000,) if done else (b"new" * 2000, b"old" * 1000)
        return "" if self.target.read_bytes() in allowed else "half a report"


class Recording(Task):
    """A finished game is entered in the service record, after another one."""

    def prepare(self) -> None:
        """The two games."""
        first = _played(1)
        self.game = _played(2)
        service_record.record_game(first, "first")

    def run(self) -> None:
        """Enter it."""
        service_record.record_game(self.game, "second")

    def check(self, done: bool) -> str:
        """The first is there once, the second at most once."""
        names = Counter(entry.save for entry in service_record.read_service())
        if names["first"] != 1 or names["second"] > 1 or (done and names["second"] != 1):
            return f"entries {dict(names)}"
        return ""


TASKS: tuple[type[Task], ...] = (
    Playing,
    Resuming,
    Renaming,
    Copying,
    Listing,
    Setting,
    Reporting,
    Recording,
)
_PLAYED: dict[int, Game] = {}
_BYTES: list[bytes] = []


def _played(seed: int) -> Game:
    if seed not in _PLAYED:
        game = Game.new(tables=TABLES, scenario=6, seed=seed)
        captain = RandomCaptain(seed)
        while game.request is not None:
            game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
        _PLAYED[seed] = game
    return _PLAYED[seed]


def _finished() -> bytes:
    if not _BYTES:
        with tempfile.TemporaryDirectory() as folder:
            game = _played(2)
            path = saves.start_save(game, path=Path(folder) / "a.picket")
            assert game.save_file is not None
            game.save_file.close()
            game.save_file = None
            _BYTES.append(path.read_bytes())
    return _BYTES[0]


# -- every fault -----------------------------------------------------------------------


def faults(task: type[Task], kind: str, most: int = MOST) -> Iterator[str]:
    """A line for each fault of a kind in a task: empty, or the finding."""
    for number in range(1, most + 1):
        # What is there before a task need not be looked at after it: in a large process that takes
        # a second.
        gc.freeze()
        with _home() as home:
            task_here = task(home)
            task_here.prepare()
            disk = Disk(home, kind, number)
            before = _descriptors()
            finding = ""
            try:
                with disk.mounted():
                    task_here.run()
            except REPORTED:
                pass
            except Exception as error:
                finding = f"{type(error).__name__}: {error}"
            if not disk.fired:
                task_here.close()
                return
            finding = finding or _state(task_here, before)
            yield f"{task.__name__}, {kind} {number}: {finding}" if finding else ""


def _state(task: Task, before: int) -> str:
    """What is wrong after a fault, and after the task was done again."""
    try:
        if wrong := task.check(done=False):
            return wrong
        task.run()
        if wrong := task.check(done=True):
            return f"done again: {wrong}"
    except Exception as error:
        return f"afterwards {type(error).__name__}: {error}"
    task.close()
    gc.collect()
    left = [path.name for path in task.home.rglob(f"*{BEING_WRITTEN}")]
    if len(left) > 1:
        return f"left over: {left}"
    return f"{_descriptors() - before} files left open" if _descriptors() > before else ""


def _descriptors() -> int:
    """The number of open files of this process; 0 where that is not known."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


@contextmanager
def _home() -> Iterator[Path]:
    """A new home folder of the program."""
    before = {name: os.environ.get(name) for name in ("PICKET_DUTY_HOME", "PICKET_DUTY_CONFIG")}
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        os.environ["PICKET_DUTY_HOME"] = folder
        os.environ.pop("PICKET_DUTY_CONFIG", None)
        try:
            yield Path(folder)
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value


# -- power cuts ------------------------------------------------------------------------


def power_cuts(task: type[Task], seeds: int = 4) -> Iterator[str]:
    """A line for each power cut in a task: empty, or the finding. Each cut is tried with several
    fates of the rest.
    """
    with _home() as home:
        task_here = task(home)
        task_here.prepare()
        files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
        numbers = {path: path.stat().st_ino for path in files}
        with Disk(home).mounted() as disk:
            task_here.run()
        task_here.close()
        for cut in range(len(disk.changes) + 1):
            for seed in range(seeds):
                left = _after_cut(
                    disk.changes[:cut], files, numbers, random.Random(f"{cut}/{seed}"), seed
                )
                finding = _found(task_here, left, disk.changes[:cut], numbers)
                yield (
                    f"{task.__name__}, power cut after {cut} changes, {seed}: {finding}"
                    if finding
                    else ""
                )


def _after_cut(
    changes: list[Change],
    files: dict[Path, bytes],
    numbers: dict[Path, int],
    dice: random.Random,
    fate: int,
) -> dict[str, bytes]:
    """The files by name after a power cut: 0 loses all that was not synced, 1 keeps it, others lose
    and tear some.
    """
    content = {numbers[path]: data for path, data in files.items()}
    waiting: dict[int, list[Change]] = {}
    names = {str(path): numbers[path] for path in files}
    for change in changes:
        if change.kind == "create":
            content[change.file] = b""
            names[change.name] = change.file
        elif change.kind in ("write", "cut"):
            waiting.setdefault(change.file, []).append(change)
        elif change.kind == "sync":
            for write in waiting.pop(change.file, []):
                content[change.file] = _applied(content.get(change.file, b""), write)
        elif change.kind in ("rename", "link"):
            names[change.to] = change.file
            if change.kind == "rename":
                names.pop(change.name, None)
        elif change.kind == "unlink":
            names.pop(change.name, None)
    for file, writes in waiting.items():
        kept = {0: 0, 1: len(writes)}.get(fate, dice.randint(0, len(writes)))
        for write in writes[:kept]:
            content[file] = _applied(content.get(file, b""), write)
        if fate > 1 and kept < len(writes) and writes[kept].kind == "write":
            torn = writes[kept].data[: dice.randint(0, len(writes[kept].data))]
            content[file] = _applied(content.get(file, b""), writes[kept]._replace(data=torn))
    return {name: content.get(file, b"") for name, file in names.items()}


def _applied(content: bytes, change: Change) -> bytes:
    if change.kind == "cut":
        return content[: change.at]
    return (
        content[: change.at].ljust(change.at, b"\0")
        + change.data
        + content[change.at + len(change.data) :]
    )


def _found(
    task: Task, left: dict[str, bytes], changes: list[Change], numbers: dict[Path, int]
) -> str:
    """What is wrong with the files after a power cut."""
    for name, data in left.items():
        if name.endswith(".picket"):
            file = next(
                (
                    change.file
                    for change in changes
                    if change.kind == "create" and change.name == name
                ),
                0,
            )
            synced = sum(change.kind == "sync" and change.file == file for change in changes)
            if wrong := _save_fault(task, data, synced):
                return f"{Path(name).name}: {wrong}"
        elif name.endswith("report.txt") and data not in (b"old" * 1000, b"new" * 2000):
            return f"{len(data)} bytes of a report"
        elif name.endswith("config.toml") and b'aid = "unaided"' not in data:
            return f"settings {data!r}"
    if isinstance(task, Renaming | Resuming | Copying) and _finished() not in left.values():
        return "the save is gone"
    return ""


def _save_fault(task: Task, data: bytes, synced: int) -> str:
    """What is wrong with a save after a power cut; before its first sync it may hold anything that
    is refused.
    """
    record, fault, _ = parse_prefix(data)
    if isinstance(task, Playing):
        whole = [
            tuple(answer) if isinstance(answer, tuple) else answer
            for answer in entries_of(task.game)
        ]
        if not synced:
            return ""
        if record is None or (fault and b"\0" not in data):
            return fault
        common = min(len(record.answers), len(whole))
        return "" if record.answers[:common] == whole[:common] else "other answers"
    return fault


# -- the run ---------------------------------------------------------------------------


def main() -> int:
    """Run every task with every fault and every power cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=MOST, help="faults of one kind in one task")
    parser.add_argument(
        "--fates", type=int, default=12, help="fates of what was not synced at each power cut"
    )
    options = parser.parse_args()
    found: list[str] = []
    for task in TASKS:
        counted: Counter[str] = Counter()
        for kind in KINDS:
            for line in faults(task, kind, options.most):
                counted[kind] += 1
                found += [line] if line else []
        for line in power_cuts(task, options.fates):
            counted["power cut"] += 1
            found += [line] if line else []
        print(f"{task.__name__:<10} {sum(counted.values()):>5}  {dict(counted)}", flush=True)
    print("\n".join(found) or "No findings.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
