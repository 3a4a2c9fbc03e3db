"""Scenes of a battle: what is shown or played next, and how long it lasts.

Some rolls share a scene.
"""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.book import vocabulary
from picket_duty.facts import WaveReport
from picket_duty.requests import Answer, Roll
from picket_duty.text import headlines
from picket_duty.text.control_report import ControlReport
from picket_duty.text.headlines import Headline
from picket_duty.text.status import Succession

#: Rolls to make, and a decision that the officers make for the player.
ROLLS = "rolls"
OFFICERS_ORDER = "order"
#: A roll was made, and there is time to read it.
ROLL_MADE = "read"
#: A headline, the card of a wave, and the damage control report of a phase.
HEADLINE = "headline"
WAVE_CARD = "card"
CONTROL_REPORT = "report"
#: The page of a day that is over, of a lost ship, and of the first orders.
DAY_PAGE = "day"
LOST_SHIP_PAGE = "ship"
ORDERS_PAGE = "orders"
#: The card of officers killed, and of quiet days.
KILLED_CARD = "killed"
QUIET_DAYS_CARD = "quiet"
#: A call from the officers in command.
OFFICERS_CALL = "call"
#: A decision or roll of the player.
ASK = "ask"
#: The end of the game.
OVER = "over"
#: Scenes that play something.
PLAYED = (ROLLS, OFFICERS_ORDER)
#: Scenes that ``Autoplay.to_next_headline`` does not stop at.
SKIPPED = (*PLAYED, ROLL_MADE)
#: Scenes shown on a separate page.
PAGES = (DAY_PAGE, LOST_SHIP_PAGE, ORDERS_PAGE)
#: Scenes that open a screen, a page or a card over the board: all of them wait for the player.
OWN_SCREENS = (*PAGES, KILLED_CARD, QUIET_DAYS_CARD)
#: Headlines that are shown three times as long.
LONG = (
    headlines.LOST,
    headlines.STRIKES,
    headlines.EXPLOSION,
    headlines.CRIPPLED,
    headlines.LEAVES,
)
#: Rolls without a decision: consecutive ones of the same purpose share a scene.
ROUTINE = frozenset(
    (
        vocabulary.CREW,
        vocabulary.STATION,
        vocabulary.FDT,
        vocabulary.SFS,
        vocabulary.LAND_RADAR,
        vocabulary.WATER_LINES,
        vocabulary.WEATHER,
        vocabulary.COVERAGE,
        vocabulary.RAID,
        vocabulary.BEARING,
        vocabulary.IDENTIFY,
        vocabulary.UPKEEP,
        vocabulary.MORALE,
    )
)
#: Of these, each plane has its own scene, so that planes appear on the plot one by one.
BY_PLANE = frozenset((vocabulary.BEARING, vocabulary.IDENTIFY))
#: Frequent rolls that matter little.
SHOTS = frozenset((vocabulary.GUNNERY, vocabulary.SUPPORT))
#: Rolls that decide what happens to the ship.
WEIGHTY = frozenset(
    (
        vocabulary.DAMAGE,
        vocabulary.RANDOM,
        vocabulary.EXPLOSION,
        vocabulary.HULL_LOSS,
        vocabulary.FLOODING,
        vocabulary.REPAIR,
        vocabulary.FIRE,
    )
)


class Durations(NamedTuple):
    """Durations at the speed normal, in seconds.

    ``roll``: a roll or a standing order; ``shot``: a single shot; ``plane``: a plane placed or
    identified; ``weighty``: a roll that decides what happens to the ship; ``headline``: a headline,
    or a roll that may sink her; ``card``: the card of a wave without damage, or the only fire plan;
    ``guard``: how long keys are ignored after autoplay stops, since they were meant for autoplay;
    ``page``: the same for a separate page, which a second press would close unread.
    """

    roll: float = 0.3
    shot: float = 0.25
    plane: float = 0.12
    weighty: float = 0.6
    headline: float = 1.0
    card: float = 4.0
    guard: float = 0.6
    page: float = 1.2

    def of_roll(self, roll: Roll) -> float:
        """How long a roll is shown before it is made."""
        if roll.purpose in BY_PLANE:
            return self.plane
        if roll.purpose in SHOTS:
            return self.shot
        if roll.purpose in WEIGHTY:
            return self.weighty
        if roll.purpose in vocabulary.SINKING_ROLLS:
            return self.headline
        return self.roll

    def of_headline(self, headline: Headline) -> float:
        """How long a headline is shown."""
        return self.headline * (3 if headline.kind in LONG else 1)


WATCHED = Durations()
#: For tests and benchmarks: nothing takes time.
AT_ONCE = Durations(**dict.fromkeys(Durations._fields, 0.0))


class Scene(NamedTuple):
    """What is being played or shown, of one of the kinds above.

    ``seconds`` is how long it lasts, None if it waits for the player. ``always_waits`` means that
    it waits at every speed: so does the card of a wave that harmed the ship, a roll that may have
    sunk her, and what ends a phase.

    ``answer`` is the officers' answer to a decision: by standing orders or, in a scene of the kind
    ``ASK``, the only fire plan, with which they open fire unless the player stops them. ``wave`` is
    the wave of a card, or the one that a decision directly follows. ``date`` is the day of a page,
    or the first of some quiet days. ``reason`` is the reason of a call. ``killed`` are the officers
    of a card. ``events_shown`` is the number of the game's events that the panels show meanwhile,
    None for all: during a wave card they show nothing later than the wave. ``earlier_waves`` are
    the outcomes of waves before, which nothing has shown.
    """

    kind: str
    seconds: float | None = None
    answer: Answer = None
    headline: Headline | None = None
    wave: WaveReport | None = None
    report: ControlReport | None = None
    date: str = ""
    reason: str = ""
    killed: tuple[Succession, ...] = ()
    events_shown: int | None = None
    always_waits: bool = False
    earlier_waves: tuple[Headline, ...] = ()

    @property
    def is_loss(self) -> bool:
        """Whether it shows what sank the ship."""
        in_wave = self.wave is not None and self.wave.sunk_in_fight
        return in_wave or (self.report is not None and self.report.lost is not None)


def shares_scene(first: Roll, then: Roll, all_planes: bool) -> bool:
    """Whether the roll ``then`` shares the scene of the ``first``; ``all_planes`` puts all planes
    in one scene.
    """
    if (
        first.purpose not in ROUTINE
        or then.purpose is not first.purpose
        or then.phase != first.phase
    ):
        return False
    return all_planes or first.purpose not in BY_PLANE or then.plane == first.plane
