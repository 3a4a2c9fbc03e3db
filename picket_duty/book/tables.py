"""Finds, reads and layers the files of ``tables/``."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from picket_duty.book import data
from picket_duty.book.limits import MOST_FILES
from picket_duty.book.wording import BOOK
from picket_duty.charts import Chart, ChartError
from picket_duty.charts.reading import chart_id_of, file_name, load_chart
from picket_duty.charts.toml_files import digest_of, read_toml
from picket_duty.state import SECTIONS

if TYPE_CHECKING:
    from picket_duty.book.historical_days import History

ENVIRONMENT = "PICKET_DUTY_TABLES"
CHART_FOLDERS = ("charts", "house")
#: House files that are not charts: the damage sheet and the numbers of the rules.
NOT_CHARTS = ("G-1.toml", "numbers.toml")
#: The folder of deck plans; each has the name of its ship's file.
PLANS = "ships/plans"
#: House table G-1, the damage sheet.
SHEET = "house/G-1.toml"
COAST = "coast.toml"
AWARDS = "awards.toml"
#: The rotation of the day's watch.
ROTATION = "watch.toml"
#: Earlier editions whose saves these tables play.
FORMER = "former.toml"
#: The file name of a single scenario that is layered over the tables.
OWN = "scenarios/own.toml"
SUFFIX = ".toml"
#: The folder of historical events.
HISTORY = "history"
#: Files that are not part of the digest, because they change no game.
NOT_IN_DIGEST = (COAST, AWARDS, f"{HISTORY}/", f"{PLANS}/", ROTATION, FORMER)

T = TypeVar("T", bound=msgspec.Struct)


def shipped_folder() -> Path:
    """The folder of the shipped tables: in the package, or next to it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "tables", package.parent / "tables"):
        if (folder / "charts").is_dir():
            return folder
    raise ChartError(f"no tables found in {package} or next to it. Reinstall the program.")


def _lazy_file(name: str, kind: type[T]) -> cached_property[T]:
    """A file of the tables, read when first asked for."""
    return cached_property(lambda tables: tables._read(name, kind))


class Tables(dict[str, Chart]):
    """All tables of a game, each chart loaded when first asked for.

    ``layer`` is a modified set, layered file by file over the shipped one, or the file of a single
    scenario, which is added to the shipped ones. Raises ChartError naming the file and the row for
    anything that cannot be used.
    """

    #: The numbers of the rules, and the damage sheet (house table G-1).
    numbers = _lazy_file("house/numbers.toml", data.Numbers)
    sheet = _lazy_file(SHEET, data.Sheet)
    #: Ship and officer names.
    names = _lazy_file("names.toml", data.Names)
    #: The picket stations and the islands, for the map.
    map_data = _lazy_file("stations.toml", data.MapData)
    #: The rotation of the day's watch.
    rotation = _lazy_file(ROTATION, data.Rotation)

    def __init__(self, layer: Path | None = None) -> None:
        super().__init__()
        self.layer = layer
        self.folders = [shipped_folder()]
        #: The file of a single scenario by its name below the tables folder.
        self.single: dict[str, Path] = {}
        if layer and layer.is_dir():
            self.folders.insert(0, layer)
        elif layer and layer.is_file():
            self.single[OWN] = layer
        elif layer:
            raise ChartError(
                f"{'table file' if layer.suffix == SUFFIX else 'tables folder'} {layer} does not exist"
            )
        self._plans: dict[str, data.DeckPlan | None] = {}

    def __eq__(self, other: object) -> bool:
        """Identity: a set of tables equals only itself, so that it can be a cache key."""
        return self is other

    def __hash__(self) -> int:  # type: ignore[override]  # a dict says that it has none
        return id(self)

    def __bool__(self) -> bool:
        """True, even before the first chart is loaded."""
        return True

    def __missing__(self, chart_id: str) -> Chart:
        for folder in CHART_FOLDERS:
            path = self._find(f"{folder}/{file_name(chart_id)}")
            if path is None or path.name in NOT_CHARTS:
                continue
            chart = load_chart(path, BOOK)
            if chart.id == chart_id:
                self[chart_id] = chart
                return chart
            # The ids 9-2/5in and 9-2-5in have the same file name. The chart asked for may then be
            # in the other folder.
            if file_name(chart.id) != path.name:
                raise ChartError(
                    f"{path}: id {chart.id!r} belongs in a file named {file_name(chart.id)}"
                )
        raise ChartError(f"no chart {chart_id!r}. List the charts with 'picket-duty tables list'.")

    def chart_ids(self) -> list[str]:
        """The ids of all charts, in the order of the book, house tables last."""
        order_of: dict[str, tuple[object, ...]] = {}
        divisions = (*self.calibers, *SECTIONS)
        for order, folder in enumerate(CHART_FOLDERS):
            for path in self._files_in(folder):
                if path.name not in NOT_CHARTS:
                    chart_id = chart_id_of(path)
                    order_of.setdefault(chart_id, (order, _book_order(chart_id, divisions)))
        return sorted(order_of, key=lambda chart_id: order_of[chart_id])

    def all_charts(self) -> list[Chart]:
        """Every chart, loaded."""
        return [self[chart_id] for chart_id in self.chart_ids()]

    @cached_property
    def compartments(self) -> dict[str, data.CompartmentData]:
        """Primary compartments by id."""
        return {compartment.id: compartment for compartment in self.sheet.compartments}

    @cached_property
    def calibers(self) -> dict[str, data.CaliberData]:
        """Calibers by id, in the order of the rule book."""
        return {
            caliber.id: caliber
            for caliber in self._read("calibers.toml", data.CalibersFile).calibers
        }

    @cached_property
    def mounted(self) -> dict[str, data.CaliberData]:
        """The caliber of every mount of every ship class, by mount id."""
        return {
            mount.id: self.calibers[mount.kind]
            for ship in self.ships.values()
            for mount in ship.mounts
        }

    @cached_property
    def options(self) -> dict[str, data.OptionData]:
        """Optional rules by id."""
        return {
            option.id: option for option in self._read("options.toml", data.OptionsFile).options
        }

    @cached_property
    def house_rules(self) -> list[data.OptionData]:
        """The optional rules of this edition, which are not in the printed game."""
        return [option for option in self.options.values() if option.house]

    @cached_property
    def equipment(self) -> dict[str, data.Equipment]:
        """Equipment of the damage sheet by id."""
        return {item.id: item for item in self.sheet.equipment}

    def options_of(self, scenario: data.ScenarioData) -> list[data.OptionData]:
        """The optional rules allowed in a scenario: those of the scenario and those of any game."""
        return [
            option
            for option in self.options.values()
            if option.id in scenario.options or not option.special
        ]

    @cached_property
    def ships(self) -> dict[str, data.ShipData]:
        """Ship classes by id."""
        return {ship.id: ship for ship in self._read_all("ships", data.ShipData)}

    def plan_of(self, ship_class: str) -> data.DeckPlan | None:
        """The deck plan of a ship class, or None."""
        if ship_class not in self._plans:
            path = self._find(f"{PLANS}/{ship_class}.toml")
            self._plans[ship_class] = None
            if path is not None:
                self._plans[ship_class] = self._read_path(path, data.DeckPlan)
        return self._plans[ship_class]

    @cached_property
    def scenarios(self) -> dict[int, data.ScenarioData]:
        """Scenarios by number."""
        scenarios = self._read_all("scenarios", data.ScenarioData)
        return {
            scenario.number: scenario
            for scenario in sorted(scenarios, key=lambda scenario: scenario.number)
        }

    @cached_property
    def campaigns(self) -> dict[str, data.CampaignData]:
        """Campaigns by id."""
        campaigns = self._read_all("campaigns", data.CampaignData)
        campaigns.sort(key=lambda campaign: (campaign.number, campaign.id))
        return {campaign.id: campaign for campaign in campaigns}

    @cached_property
    def aircraft(self) -> dict[str, data.Aircraft]:
        """Aircraft by name and by other names."""
        listed = self._read("aircraft.toml", data.AircraftFile).aircraft
        named = {plane.name: plane for plane in listed}
        return named | {alias: plane for plane in listed for alias in plane.aliases}

    @cached_property
    def lands(self) -> tuple[data.Land, ...]:
        """The islands for the map: those of the coast file, then other named ones."""
        fine = self._read(COAST, data.Coast).lands
        drawn = {land.name for land in fine}
        return (*fine, *(land for land in self.map_data.lands if land.name not in drawn))

    @cached_property
    def awards(self) -> tuple[data.AwardData, ...]:
        """The awards of ships, officers and gun crews, the highest first."""
        return self._read(AWARDS, data.AwardsFile).awards

    @cached_property
    def history(self) -> History:
        """Historical events off Okinawa in 1945."""
        from picket_duty.book.historical_days import FILES, History

        # Each file holds one list, which has the name of the file, as the field for it has.
        return History(
            **{
                name: getattr(self._read(f"{HISTORY}/{name}.toml", kind), name)
                for name, kind in FILES.items()
            }
        )

    @cached_property
    def digest(self) -> str:
        """A short hash over every file that can change a game; saves record it."""
        files = sorted(self.files().items())
        return digest_of((name, path) for name, path in files if not name.startswith(NOT_IN_DIGEST))

    @cached_property
    def former(self) -> dict[str, data.FormerTables]:
        """Earlier editions of the shipped tables by digest; empty for modified tables."""
        if self.layer is not None:
            return {}
        return {edition.digest: edition for edition in self._read(FORMER, data.FormerFile).former}

    def plays_as(self, digest: str, campaign: str = "") -> bool:
        """Whether a game saved with tables of this digest goes the same way with these tables.
        ``campaign`` is the campaign that the game plays, if it plays one.
        """
        return digest == self.digest or (
            digest in self.former and not self.has_changed(digest, campaign)
        )

    def has_changed(self, digest: str, campaign: str) -> bool:
        """Whether the rules of a campaign have changed since the edition with this digest; False if
        there is no such edition.
        """
        edition = self.former.get(digest)
        return edition is not None and campaign in edition.changed

    def files(self) -> dict[str, Path]:
        """Every file in use by its path in the tables folder; a file of the layer replaces the
        shipped one. Raises ChartError if there are too many.
        """
        files: dict[str, Path] = {}
        for folder in reversed(self.folders):
            for number, path in enumerate(folder.rglob("*")):
                if number > MOST_FILES:
                    raise ChartError(
                        f"{folder}: not a tables folder; it has more than {MOST_FILES} files"
                    )
                if path.suffix == SUFFIX:
                    files[path.relative_to(folder).as_posix()] = path
        return files | self.single

    def _find(self, name: str) -> Path | None:
        paths = (folder / name for folder in self.folders)
        return self.single.get(name) or next((path for path in paths if path.is_file()), None)

    def _files_in(self, folder: str) -> list[Path]:
        """The files in use of a folder, such as ``ships``."""
        files: dict[str, Path] = {}
        for tables_folder in reversed(self.folders):
            paths = sorted((tables_folder / folder).glob(f"*{SUFFIX}"))
            files |= {path.name: path for path in paths}
        single = [path for name, path in self.single.items() if name.startswith(f"{folder}/")]
        return [*files.values(), *single]

    def _read_all(self, folder: str, kind: type[T]) -> list[T]:
        paths = self._files_in(folder)
        if not paths:
            raise ChartError(f"{self.folders[-1] / folder}: no files found. Reinstall the program.")
        return [self._read_path(path, kind) for path in paths]

    def _read(self, name: str, kind: type[T]) -> T:
        path = self._find(name)
        if path is None:
            raise ChartError(f"{self.folders[0] / name} is missing")
        return self._read_path(path, kind)

    def _read_path(self, path: Path, kind: type[T]) -> T:
        table = read_toml(path)
        try:
            return msgspec.convert(table, kind)
        except msgspec.ValidationError:
            from picket_duty.charts.data_faults import faults_of

            raise ChartError(f"{path}: {next(faults_of(table, kind))}") from None


def load_tables(layer: str | Path | None = None) -> Tables:
    """The tables for a game: ``layer`` or PICKET_DUTY_TABLES layered over the shipped set. Raises
    ChartError.
    """
    chosen = layer or os.environ.get(ENVIRONMENT)
    return Tables(Path(chosen) if chosen else None)


class _Order(NamedTuple):
    """Sort key of a chart in the order of the book: 8-1A by 8, 1 and its name; 9-2/40mm by 9, 2 and
    the place of its caliber. Charts without a number come last.
    """

    without_number: bool = False
    chapter: int = 0
    number: int = 0
    division: int = 0
    name: str = ""


def _book_order(chart_id: str, divisions: tuple[str, ...]) -> _Order:
    """The sort key of a chart; ``divisions`` are the calibers and sections in their order."""
    # D-2 is printed after the attack tables 8-1A to 8-1H, whose division is 0.
    if chart_id == "D-2":
        return _Order(chapter=8, number=1, division=1)
    head, slash, division = chart_id.partition("/")
    chapter, _, number = head.partition("-")
    if not chapter.isdigit():
        return _Order(without_number=True, name=chart_id)
    digits = "".join(letter for letter in number if letter.isdigit())
    index = divisions.index(division) if division in divisions else 0
    return _Order(
        chapter=int(chapter),
        number=int(digits or 0),
        division=index,
        name=division if slash else number,
    )
