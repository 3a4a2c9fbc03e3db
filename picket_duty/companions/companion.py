"""A companion game: its description, the data that it lacks, and its charts."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from picket_duty.charts import Book, Chart, ChartError
from picket_duty.charts.data_faults import faults_of
from picket_duty.charts.kinds import KeyedChart, ListChart, ListRow, SumChart, Text
from picket_duty.charts.lookups import find
from picket_duty.charts.reading import chart_id_of, file_name, load_chart
from picket_duty.charts.toml_files import digest_of, read_toml
from picket_duty.charts.words import did_you_mean


class MissingData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data that a rulebook lacks, and why: a table, one ``field`` of its answers, or its answers
    for some keys (``asked``).
    """

    what: Text
    table: Text
    reason: Text
    field: str = ""
    asked: dict[str, list[str | int]] = {}

    @property
    def is_whole(self) -> bool:
        """Whether the whole table is missing."""
        return not self.field and not self.asked

    def concerns(self, asked: Mapping[str, Any]) -> bool:
        """Whether a query with these keys asks for the missing data."""
        return all(asked.get(key) in values for key, values in self.asked.items())

    def explain(self, name: str) -> str:
        """A sentence that a game of this name lacks the data, and why."""
        return f"{name} lacks {self.what}: {self.reason}"


class FormField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field of a form: one of some ``words``, or one or ``many`` numbers of a kind (``numbers``),
    or a text.

    ``mutual``: the numbers name other entries, and each entry is named by those that it names.
    """

    name: Text
    words: tuple[Text, ...] = ()
    numbers: str = ""
    many: bool = False
    mutual: bool = False


class DataForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that the owner of a game can enter. Its entries are the rows of ``chart`` and those in
    ``entries``, each by its name or by a range of numbers.

    ``grouped``: entries whose names differ only in the last character are a battalion, and one can
    be copied to all.
    """

    table: Text
    title: Text
    key: Text
    by: Literal["number", "name"]
    fields: tuple[FormField, ...]
    entries: tuple[Text, ...] = ()
    chart: str = ""
    grouped: bool = False


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a companion game. Its charts override those of the game ``over``.

    ``can`` are sentences about what the program offers for the game. ``days`` are the first and the
    last day of its calendar, ``levels`` is whether it has a basic and an advanced level.
    ``headings`` are headings of chart fields that differ from their names, ``numbers`` the numbers
    of its rules that are not in a chart. ``former`` are digests of earlier editions of its files,
    which differ only in wording.
    """

    title: Text
    publisher: Text
    edition: Text
    can: tuple[Text, ...]
    lacks: tuple[MissingData, ...]
    over: str = ""
    days: tuple[datetime.date, datetime.date] | None = None
    levels: bool = False
    headings: dict[str, str] = {}
    numbers: dict[str, int] = {}
    forms: tuple[DataForm, ...] = ()
    former: tuple[str, ...] = ()


GAME = "game.toml"
CHARTS = "charts"


def companions_folder() -> Path:
    """The companions that come with the program: in the package, or beside it in a checkout. Raises
    ChartError.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "games", package.parent.parent / "companions"):
        if folder.is_dir():
            return folder
    raise ChartError(f"no companion games found in {package}. Reinstall the program.")


def companion_names() -> list[str]:
    """The companions by name."""
    return sorted(path.parent.name for path in companions_folder().glob(f"*/{GAME}"))


def companion(name: str, owner_folder: Path | None = None) -> Companion:
    """A companion by name, with the data that its owner entered in a folder if it exists. Raises
    ChartError.
    """
    names = companion_names()
    if name not in names:
        listed = f"Games: {', '.join(names)}."
        raise ChartError(f"no companion game {name!r}. {listed}{did_you_mean(name, names)}")
    return Companion(companions_folder() / name, owner_folder)


class Companion(dict[str, Chart]):
    """A companion game: its description, what it and the games below it lack, and its charts by id.

    The first of the ``folders`` that has a chart provides it: the owner's, the game's own, then
    those of the games that it overrides.
    """

    def __init__(self, folder: Path, owner_folder: Path | None = None) -> None:
        """Read the description of the game; charts in ``owner_folder`` override its own. Raises
        ChartError.
        """
        super().__init__()
        self.name = folder.name
        self.folders = [folder]
        self.description = read_description(folder)
        #: The numbers of its rules that are not in a chart.
        self.numbers = self.description.numbers
        bottom = self.description
        self.lacks: tuple[MissingData, ...] = bottom.lacks
        while bottom.over:
            self.folders.append(folder.parent / bottom.over)
            bottom = read_description(self.folders[-1])
            self.lacks += bottom.lacks
        if owner_folder is not None and owner_folder.is_dir():
            self.folders.insert(0, owner_folder)
        # Only the game that overrides no other says what the calendar and the headings are.
        self.book = Book(days=bottom.days, headings=bottom.headings, levels=bottom.levels)

    def __bool__(self) -> bool:
        """True even before the first chart is loaded."""
        return True

    def __missing__(self, chart_id: str) -> Chart:
        for folder in self.folders:
            path = folder / CHARTS / file_name(chart_id)
            # Another id may give the same file name.
            if path.is_file() and (chart := load_chart(path, self.book)).id == chart_id:
                self[chart_id] = chart
                return chart
        for lack in self.lacks:
            if lack.table == chart_id and lack.is_whole:
                raise ChartError(lack.explain(self.name))
        known = self.chart_ids()
        listed = f"the charts of {self.name} are {', '.join(known)}"
        if near := did_you_mean(chart_id, known):
            listed += f".{near}"
        raise ChartError(f"no chart {chart_id[:40]!r}; {listed}")

    @cached_property
    def digest(self) -> str:
        """A short hash of all files of the game; a save records it."""
        return digest_of(
            (f"{folder.name}/{path.relative_to(folder).as_posix()}", path)
            for folder in self.folders
            for path in sorted(folder.rglob("*.toml"))
        )

    def plays_as(self, digest: str) -> bool:
        """Whether games played with the files of this digest are the same with these."""
        return digest == self.digest or digest in self.description.former

    def chart_ids(self) -> list[str]:
        """The ids of all charts, in the order of their names."""
        ids: set[str] = set()
        for folder in self.folders:
            ids.update(map(chart_id_of, (folder / CHARTS).glob("*.toml")))
        return sorted(ids)

    def all_charts(self) -> list[Chart]:
        """Every chart, loaded."""
        return [self[chart_id] for chart_id in self.chart_ids()]

    def list_rows(self, chart_id: str) -> list[ListRow]:
        """The printed rows of a list chart. Raises ChartError."""
        raw = self[chart_id].raw
        assert isinstance(raw, ListChart)
        return raw.rows

    def keyed_chart(self, chart_id: str) -> KeyedChart:
        """A chart whose rows have several keys. Raises ChartError."""
        raw = self[chart_id].raw
        assert isinstance(raw, KeyedChart)
        return raw

    def find_fields(self, chart_id: str, **keys: Any) -> dict[str, Any]:
        """All fields of the row with these keys in a chart with several keys; a field that the row
        lacks is None. Raises ChartError.
        """
        chart = self.keyed_chart(chart_id)
        return dict.fromkeys(chart.fields) | find(chart, keys).fields

    def sum_chart(self, chart_id: str) -> SumChart:
        """A chart that adds up lines. Raises ChartError."""
        raw = self[chart_id].raw
        assert isinstance(raw, SumChart)
        return raw

    def limit(self, name: str) -> int:
        """A plain number of the rules, by its name in the chart ``limits``."""
        return int(self["limits"].entry(name)["number"])


def read_description(folder: Path) -> GameFile:
    """The description of a companion. Raises ChartError, which names the file and the fault."""
    table = read_toml(folder / GAME)
    try:
        return msgspec.convert(table, GameFile, strict=False)
    except msgspec.ValidationError:
        raise ChartError(f"{folder / GAME}: {next(faults_of(table, GameFile))}") from None
