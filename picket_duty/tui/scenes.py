"""Scenes: what autoplay shows or plays next, how long each lasts, and which rolls share one."""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.book import vocabulary
from picket_duty.captains import standing_orders
from picket_duty.facts import WaveReport
from picket_duty.requests import Answer, Roll
from picket_duty.text import headlines
from picket_duty.text.cards import ControlReport
from picket_duty.text.headlines import Headline
from picket_duty.text.status import Succession

#: Kinds of scenes: rolls to make, a standing order to give; time to read a roll; a headline, a wave card, the damage
#: control report of a phase, the page of a day, of a lost ship or of the first orders, the card of officers killed or
#: of quiet days to show; a call from the officers in command; a decision or roll of the player; the end of
#: the game.
ROLLS, ORDER, READ, HEADLINE, CARD, REPORT, DAY, SHIP, ORDERS, KILLED, QUIET_DAYS, CALL, ASK, OVER = (
    "rolls", "order", "read", "headline", "card", "report", "day", "ship", "orders", "killed", "quiet", "call",
    "ask", "over",
)  # fmt: skip
#: Scenes that play something; scenes that ``to_next_headline`` does not stop at.
PLAYED = (ROLLS, ORDER)
SKIPPED = (*PLAYED, READ)
#: Scenes shown on a separate page, and those on one or on a card over the board: they wait for the player.
WHOLE_PAGES = (DAY, SHIP, ORDERS)
PAGES = (*WHOLE_PAGES, KILLED, QUIET_DAYS)
#: Number of consecutive days on duty without damage, and without a page, that are shown on a card: at most, and before
#: an attack.
QUIET_SPELL, SHORT_SPELL = 3, 2
#: Headlines that are shown for longer.
LONG = (
    headlines.LOST,
    headlines.STRIKES,
    headlines.EXPLOSION,
    headlines.CRIPPLED,
    headlines.LEAVES,
)
#: How many times as long.
LONG_HEADLINE = 3
#: Headlines that follow the card of the wave.
AFTER_WAVE = (headlines.LEAVES, headlines.RELIEVED, headlines.ARRIVES, headlines.DAY_OVER)
#: The headline that explains a call of the officers in command, by its reason.
CALL_HEADLINES = {standing_orders.STRUCK: headlines.STRIKES, standing_orders.SHIP_LOST: headlines.LOST}
#: Rolls without a decision: consecutive ones of the same purpose share a scene.
ROUTINE = frozenset((
    vocabulary.CREW, vocabulary.STATION, vocabulary.FDT, vocabulary.SFS, vocabulary.LAND_RADAR, vocabulary.WATER_LINES,
    vocabulary.WEATHER, vocabulary.COVERAGE, vocabulary.RAID, vocabulary.BEARING, vocabulary.IDENTIFY,
    vocabulary.UPKEEP, vocabulary.MORALE,
))  # fmt: skip
#: Of these, each plane has its own scene, so that planes appear on the plot one by one.
BY_PLANE = frozenset((vocabulary.BEARING, vocabulary.IDENTIFY))
#: Frequent rolls that matter little; rolls that decide what happens to the ship; rolls that may sink her.
SHOTS = frozenset((vocabulary.GUNNERY, vocabulary.SUPPORT))
WEIGHTY = frozenset((
    vocabulary.DAMAGE, vocabulary.RANDOM, vocabulary.EXPLOSION, vocabulary.HULL_LOSS, vocabulary.FLOODING,
    vocabulary.REPAIR, vocabulary.FIRE,
))  # fmt: skip
#: Rolls whose result is left on screen for a while: the crew drawn, and whether the ship stays afloat.
READ_ROLLS = (vocabulary.CREW, *vocabulary.SINKING_ROLLS)


class Durations(NamedTuple):
    """Durations at the speed normal, in seconds.

    ``roll``: a roll or a standing order; ``shot``: a single shot; ``plane``: a plane placed or identified;
    ``weighty``: a roll that decides what happens to the ship; ``headline``: a headline, or a roll that may sink her;
    ``card``: the card of a wave without damage; ``guard``: how long keys are ignored after autoplay stops, since they
    were meant for autoplay; ``page``: the same for a separate page, which a second press would close unread.
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
        return self.headline if roll.purpose in vocabulary.SINKING_ROLLS else self.roll

    def of_headline(self, headline: Headline) -> float:
        """How long a headline is shown."""
        return self.headline * (LONG_HEADLINE if headline.kind in LONG else 1)


WATCHED = Durations()
#: For tests and benchmarks: nothing takes time.
AT_ONCE = Durations(0, 0, 0, 0, 0, 0, 0, 0)


class Scene(NamedTuple):
    """What is being played or shown; ``seconds`` is how long it lasts, None if it waits for the player.

    ``answer`` is that of a standing order; ``wave`` that of a card, or the one that a decision directly follows;
    ``date`` the day of a page, or the first of some quiet days; ``reason`` that of a call; ``killed`` the officers of a
    card. ``seen`` is the number of the game's events that the panels show meanwhile, None for all: during a wave card
    they show nothing later than the wave. ``waits``: it waits for the player at every speed: the card of a wave
    that harmed the ship, and what ends a phase.
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
    seen: int | None = None
    waits: bool = False


def same_step(first: Roll, then: Roll, all_planes: bool) -> bool:
    """Whether a roll shares the step of the one before it; ``all_planes`` puts every plane in one step."""
    if first.purpose not in ROUTINE or then.purpose is not first.purpose or then.phase != first.phase:
        return False
    return all_planes or first.purpose not in BY_PLANE or then.plane == first.plane
