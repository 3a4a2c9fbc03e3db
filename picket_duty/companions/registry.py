"""Where the companions lie, and one of them taken off the shelf: its charts, each loaded when first asked for."""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path

import msgspec

from picket_duty.charts import Book, Chart, ChartError
from picket_duty.charts.faults import faults_of
from picket_duty.charts.reading import chart_id_of, file_name, load_chart, read_toml
from picket_duty.companions.data import GameFile, Lack

GAME = "game.toml"
CHARTS = "charts"


def shipped_folder() -> Path:
    """The companions that come with the program: in the package, or beside it in a checkout. Raises ChartError."""
    package = Path(__file__).resolve().parent
    for folder in (package / "games", package.parent.parent / "companions"):
        if folder.is_dir():
            return folder
    raise ChartError(f"no companion games found in {package} or beside the program; reinstall it")


def companion_names() -> list[str]:
    """The companions by name."""
    return sorted(path.parent.name for path in shipped_folder().glob(f"*/{GAME}"))


def companion(name: str, own: Path | None = None) -> Companion:
    """A companion by name; ``own`` is the folder of what its owner typed in, which need not exist.

    Raises ChartError where there is none, or where its files cannot be used.
    """
    known = companion_names()
    if name not in known:
        raise ChartError(f"no companion game {name!r}; there are {', '.join(known)}")
    return Companion(shipped_folder() / name, own)


class Companion(dict[str, Chart]):
    """A companion game: what its file says, and its charts by id.

    ``folders`` are its own and those of the games it is laid over; a chart is that of the first that has it.
    ``lacks`` are those of all of them.
    """

    def __init__(self, folder: Path, own: Path | None = None) -> None:
        """Read what the game says of itself; ``own`` goes before its own charts. Raises ChartError."""
        super().__init__()
        self.name = folder.name
        self.folders = [folder]
        self.game = read_game(folder)
        self.lacks: tuple[Lack, ...] = self.game.lacks
        game = self.game
        while game.over:
            below = folder.parent / game.over
            if below in self.folders:
                raise ChartError(f"{self.folders[-1] / GAME}: over {game.over!r} comes back to itself")
            self.folders.append(below)
            game = read_game(below)
            self.lacks += game.lacks
        if own is not None and own.is_dir():
            self.folders.insert(0, own)
        self.book = Book(days=game.days, headings=game.headings, levels=game.levels)

    def __bool__(self) -> bool:
        """A game is one even before its first chart is loaded."""
        return True

    def __missing__(self, chart_id: str) -> Chart:
        for folder in self.folders:
            path = folder / CHARTS / file_name(chart_id)
            if path.is_file():
                chart = load_chart(path, self.book)
                if chart.id != chart_id:
                    break
                self[chart_id] = chart
                return chart
        for lack in self.lacks:
            if lack.table == chart_id and lack.is_whole:
                raise ChartError(f"{self.name} lacks {lack.what}: {lack.reason}")
        raise ChartError(f"no chart {chart_id[:40]!r}; {self.name} has {', '.join(self.chart_ids())}")

    @cached_property
    def digest(self) -> str:
        """A short hash over every file of the game: by it a save knows its charts."""
        summed = hashlib.blake2b(digest_size=8)
        for folder in self.folders:
            for path in sorted(folder.rglob("*.toml")):
                name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
                summed.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
        return summed.hexdigest()

    def chart_ids(self) -> list[str]:
        """The ids of all charts, in the order of their names."""
        return sorted({chart_id_of(path) for folder in self.folders for path in (folder / CHARTS).glob("*.toml")})

    def all_charts(self) -> list[Chart]:
        """Every chart, loaded."""
        return [self[chart_id] for chart_id in self.chart_ids()]


def read_game(folder: Path) -> GameFile:
    """What a companion says of itself. Raises ChartError naming the file and the fault."""
    table = read_toml(folder / GAME)
    try:
        return msgspec.convert(table, GameFile, strict=False)
    except msgspec.ValidationError:
        raise ChartError(f"{folder / GAME}: {next(faults_of(table, GameFile))}") from None
