"""The state of a game: ship, aircraft, calendar and records. Plain structs, changed only by the
rules.
"""

from __future__ import annotations

import datetime

import msgspec

SECTIONS = ("forward", "midship", "aft")
POSTS = (
    "captain",
    "xo",
    "engineering_officer",
    "gunnery_officer",
    "damage_control_officer",
    "cpo",
    "repair_one_chief",
    "repair_two_chief",
    "repair_three_chief",
)
PORT = "port"
STARBOARD = "starboard"
CHIEFS = {"forward": "repair_one_chief", "midship": "repair_two_chief", "aft": "repair_three_chief"}
WORKING = "working"
DAMAGED = "damaged"
DESTROYED = "destroyed"


class Officer(msgspec.Struct, omit_defaults=True):
    """An officer or chief; ``value`` is -2 to +2."""

    name: str
    value: int


class Mount(msgspec.Struct, omit_defaults=True):
    """A gun mount. ``director`` is the state of a 40 mm tub's director; ``kills`` is the number of
    planes credited, for which the crew may become aces (``ace``).
    """

    hits: int = 0
    destroyed: bool = False
    ace: bool = False
    kills: int = 0
    director: str = WORKING


class Compartment(msgspec.Struct, omit_defaults=True):
    """A primary compartment. ``paid`` is whether the effects of its loss have been applied."""

    markers: int = 0
    fire: bool = False
    flooded: bool = False
    destroyed: bool = False
    paid: bool = False

    @property
    def out(self) -> bool:
        """Whether the compartment is out of action: destroyed or flooded."""
        return self.destroyed or self.flooded


class Flood(msgspec.Struct, omit_defaults=True):
    """Flooding in a section; ``side`` is port, starboard or empty; ``cause`` is the compartment or
    order behind it.
    """

    section: str
    side: str
    points: int
    cause: str


class Fallen(msgspec.Struct, omit_defaults=True):
    """An officer or chief who was killed, with the phase of death."""

    post: str
    name: str
    phase: str


class Ship(msgspec.Struct, omit_defaults=True):
    """A ship with all values of her log and damage sheet.

    ``declared`` is the stage of the emergency declaration: 0 none, 1 until the next wave, 2 through
    its damage control round, 3 the captain may rescind it. ``lines_out`` is whether the water lines
    are out (table 15, result 2). ``back`` is the day the ship is ready again, None if she is on
    duty; ``away`` is the kind of her absence, which determines what is repaired; ``fate`` is how
    she left for good, empty while she serves.

    By id: ``equipment`` has its condition, ``secondary`` the hits of secondary compartments,
    ``deck_fires`` the level of each section's fire, ``jobs`` the men of the repair jobs of the last
    round. ``fdt``: a fighter direction team is aboard. ``sfs`` is the number of support ships.
    ``stations`` are all stations that she has had.
    """

    name: str
    hull_number: str
    ship_class: str
    ammunition: int
    fuel: int
    hull: int
    maneuver: int
    men: dict[str, int]
    mounts: dict[str, Mount]
    compartments: dict[str, Compartment]
    equipment: dict[str, str]
    crew: dict[str, Officer] = {}
    morale: int = 0
    station: int | None = None
    fdt: bool = False
    sfs: int = 0
    secondary: dict[str, int] = {}
    deck_fires: dict[str, int] = {}
    floods: list[Flood] = []
    jobs: dict[str, int] = {}
    lines_out: bool = False
    gun_bonuses_lost: bool = False
    declared: int = 0
    fate: str = ""
    away: str = ""
    back: datetime.date | None = None
    fallen: list[Fallen] = []
    stations: list[int] = []

    @property
    def fires(self) -> int:
        """The number of fires: deck fires, and compartments that burn and are in action."""
        rooms = sum(room.fire and not room.out for room in self.compartments.values())
        return len(self.deck_fires) + rooms

    @property
    def flood(self) -> int:
        """Points on the flood track."""
        return sum(flood.points for flood in self.floods)

    @property
    def trim_points(self) -> int:
        """Aft flooding minus forward flooding: positive is down by the stern."""
        return sum(
            {"aft": 1, "forward": -1}.get(flood.section, 0) * flood.points for flood in self.floods
        )

    @property
    def list_points(self) -> int:
        """Starboard flooding minus port flooding: positive is a list to starboard."""
        return sum(
            {STARBOARD: 1, PORT: -1}.get(flood.side, 0) * flood.points for flood in self.floods
        )


#: States of a plane. The first three are the columns of table 10: a plane that is set afire
#: (SHOT_DOWN) still dives. A plane that is GONE was destroyed, one that is REMOVED withdrew or
#: dived.
UNDAMAGED = "undamaged"
PLANE_DAMAGED = "damaged"
SHOT_DOWN = "shot_down"
GONE = "destroyed"
REMOVED = "removed"

#: Weapons of special planes.
OHKA = "ohka"
BOMB = "bomb"
TORPEDO = "torpedo"
WEAPONS = (OHKA, BOMB, TORPEDO)


class Plane(msgspec.Struct, omit_defaults=True):
    """A plane of a wave.

    ``number`` counts from 0 within the wave; ``bearing`` is in degrees (0, 45, ... 315),
    ``altitude`` is L, M or H. ``special`` marks a plane in the special attack box: it keeps its
    bearing and altitude, but only AFS, SFS and spray fire can hit it. ``state`` is undamaged,
    damaged, shot_down (set afire), destroyed, or removed (withdrew or dived).
    """

    number: int
    bearing: int
    altitude: str
    type: str = ""
    weapon: str = ""
    special: bool = False
    hits: int = 0
    state: str = UNDAMAGED
    outcome: str = ""

    @property
    def flying(self) -> bool:
        """Whether the plane is still in the air."""
        return self.state not in (GONE, REMOVED)

    @property
    def flamed(self) -> bool:
        """Whether the plane was set afire; it then dives in the shot-down column."""
        return self.state == SHOT_DOWN


class Air(msgspec.Struct, omit_defaults=True):
    """The raid of a phase.

    ``waves`` are the planes of the waves to come, ``allowances`` the number of special planes
    allowed in each. ``wave`` is the number of the current wave (0 before the first). ``markers``
    are the AFS markers left; ``maneuver`` is whether the emergency maneuver of the wave succeeded,
    None before or without an attempt. ``plane_hits`` are the planes of the wave that hit the ship;
    ``round`` is the number of damage control rounds held.
    """

    weather: str = ""
    coverage: dict[str, int] = {}
    markers: list[str] = []
    table: str = ""
    kikusui: bool = False
    stopped: bool = False
    wave: int = 0
    planes: list[Plane] = []
    waves: list[list[Plane]] = []
    allowances: list[int] = []
    maneuver: bool | None = None
    plane_hits: int = 0
    round: int = 0


PHASES = ("morning", "midday", "evening")
BASIC = "basic"
ADVANCED = "advanced"
LEVELS = (BASIC, ADVANCED)
#: Kinds of games.
SCENARIO = "scenario"
CAMPAIGN = "campaign"
PATROL = "patrol"
KINDS = (SCENARIO, CAMPAIGN, PATROL)
#: Setup kind of a companion game; the setup's name is the name of the game. Its games have separate
#: saves.
TABLE = "table"
#: How a game ends; a patrol ends with a record.
US_WIN = "us_win"
JAPANESE_WIN = "japanese_win"
DRAW = "draw"
RECORD = "record"
#: What became of a ship that is gone for good (``Ship.fate``).
SUNK = "sunk"
REAR = "returned to rear"
#: Words of the calendar for a day.
QUIET = "quiet"
ATTACKED = "attacked"
STRUCK = "hit"
ABSENT = "absent"
STORMED = "typhoon"
NO_DUTY = "no duty"
LOST = "lost"


class Setup(msgspec.Struct, frozen=True):
    """The choices made before the first die. ``kind`` is scenario, campaign or patrol.

    ``undo`` is free, or dice if rolls cannot be undone; ``officers`` are the player's names for
    officers of the first ship, by post.
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

    ``by_type`` and ``by_mount`` count planes splashed or set afire; ``calendar`` has a word for
    each day by its ISO date (quiet, attacked, hit, absent, typhoon, no duty, lost); ``daily`` are
    the days on duty.
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
    """A stage of long campaign A; its ship is empty before it begins, ``held`` None until it is
    judged (rules 10).
    """

    ship: str = ""
    days: int = 0
    held: bool | None = None


class State(msgspec.Struct, omit_defaults=True):
    """The state of a game between steps of play.

    ``step`` is the name of the next step; ``phase`` is 0 to 2; ``forced`` are the reasons why the
    ship must return to the anchorage at the end of the phase. ``sank_roll`` is whether table 16 was
    rolled in this phase, ``had_way`` whether the ship could move then. ``weather_before`` is the
    weather of the previous phase, empty if there was none. ``day_start`` are the counts of the
    records at the start of a day on duty, empty when the day is over. ``fighting_days_wanted`` are
    those of the campaign or of each of its ``stages``. ``new_station``: the ship still needs a
    station. ``turn_aborted``: the weather ends the day early. ``ships_named`` and
    ``officers_named`` count the names taken from the lists. ``outcome`` is empty until the game is
    over.
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


def date_in_label(label: str) -> str:
    """The date in a label of ``label_of``: ``1945-03-26``."""
    return label.partition("/")[0]
