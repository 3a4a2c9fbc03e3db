"""The whole state of a game: setup, calendar, ships, aircraft and records. Plain data, no rules."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.state.air import Air
from picket_duty.state.ship import Ship

PHASES = ("morning", "midday", "evening")
LEVELS = BASIC, ADVANCED = ("basic", "advanced")
#: Kinds of games.
KINDS = SCENARIO, CAMPAIGN, PATROL = ("scenario", "campaign", "patrol")
#: Setup kind of a companion game; the setup's name is the name of the game. Its games have separate saves.
TABLE = "table"
US_WIN, JAPANESE_WIN, DRAW, RECORD = "us_win", "japanese_win", "draw", "record"
#: Words of the calendar for a day: no attack, attacked, hit, ship absent, typhoon, no duty, ship lost.
QUIET, ATTACKED, STRUCK, ABSENT, STORMED, NO_DUTY, LOST = (
    "quiet", "attacked", "hit", "absent", "typhoon", "no duty", "lost",
)  # fmt: skip


class Setup(msgspec.Struct, frozen=True):
    """The choices made before the first die. ``kind`` is scenario, campaign or patrol.

    ``undo`` is free, or dice if rolls cannot be undone; ``officers`` are the player's names for officers of the first
    ship, by post.
    """

    kind: str
    name: str
    level: str
    seed: int
    start: datetime.date
    ship_class: str
    ship: str = ""
    hull_number: str = ""
    station: int | None = None
    days: int = 0
    options: tuple[str, ...] = ()
    dice: str = "computer"
    undo: str = "free"
    officers: dict[str, str] = {}


class DayRecord(msgspec.Struct, omit_defaults=True):
    """A day on duty: the state of the ship at its end, and the counts of the day."""

    date: str
    ship: str
    station: int
    hull: int = 0
    fuel: int = 0
    ammunition: int = 0
    morale: int = 0
    men: int = 0
    planes: int = 0
    destroyed: int = 0
    flamed: int = 0
    hits: int = 0
    near_misses: int = 0


class Records(msgspec.Struct, omit_defaults=True):
    """Counts and daily records of a game.

    ``by_type`` and ``by_mount`` count planes splashed or set afire; ``calendar`` has a word for each day by its ISO
    date (quiet, attacked, hit, absent, typhoon, no duty, lost); ``daily`` are the days on duty.
    """

    days: int = 0
    phases: int = 0
    waves: int = 0
    planes: int = 0
    destroyed: int = 0
    flamed: int = 0
    hits: int = 0
    near_misses: int = 0
    ships_sunk: int = 0
    by_type: dict[str, int] = {}
    by_mount: dict[str, int] = {}
    calendar: dict[str, str] = {}
    daily: list[DayRecord] = []


class Stage(msgspec.Struct, omit_defaults=True):
    """A stage of long campaign A: its ship, empty before it begins, and its fighting days so far.

    ``held`` is None until the stage is judged (rules 10).
    """

    ship: str = ""
    days: int = 0
    held: bool | None = None


class State(msgspec.Struct, omit_defaults=True):
    """The state of a game between steps of play.

    ``step`` is the name of the next step; ``phase`` is 0 to 2; ``forced`` are the reasons why the ship must return to
    the anchorage at the end of the phase. ``sank_roll`` is whether table 16 was rolled in this phase, ``had_way``
    whether the ship could move then. ``weather_before`` is the weather of the previous phase, empty if there was none.
    ``day_start`` are the counts of the records at the start of a day on duty, empty when the day is over.
    ``fighting_days_wanted`` are those of the campaign or of each of its ``stages``.
    """

    setup: Setup
    date: datetime.date
    ship: Ship
    step: str = "setup"
    turn: int = 1
    phase: int = 0
    weather_before: str = ""
    air: Air = msgspec.field(default_factory=Air)
    squadron: list[Ship] = []
    lost: list[Ship] = []
    land_radars: int = 0
    land_radars_lost: int = 0
    attacked_today: bool = False
    maneuvered_today: bool = False
    reassigned: bool = False
    turn_aborted: bool = False
    phase_played: bool = False
    day_start: dict[str, int] = {}
    forced: list[str] = []
    sank_roll: bool = False
    had_way: bool = False
    fighting_days: int = 0
    fighting_days_wanted: int = 0
    stages: list[Stage] = []
    new_station: bool = True
    ships_named: int = 0
    officers_named: int = 0
    records: Records = msgspec.field(default_factory=Records)
    outcome: str = ""
    on_station: bool = True

    @property
    def phase_name(self) -> str:
        """Morning, midday or evening."""
        return PHASES[self.phase]

    @property
    def night(self) -> bool:
        """Whether the phase is night (evening, 2000 to 0400)."""
        return self.phase == 2

    @property
    def label(self) -> str:
        """The phase as in events: ``1945-03-26/morning``."""
        return label_of(self.date, self.phase)

    @property
    def advanced(self) -> bool:
        """Whether the advanced game is played."""
        return self.setup.level == ADVANCED

    @property
    def scenario(self) -> bool:
        """Whether this is one of the scenarios of the rule book."""
        return self.setup.kind == SCENARIO

    def option(self, name: str) -> bool:
        """Whether an option is in play."""
        return name in self.setup.options


def label_of(date: datetime.date, phase: int) -> str:
    """A phase as in events: ``1945-03-26/morning``."""
    return f"{date.isoformat()}/{PHASES[phase]}"
