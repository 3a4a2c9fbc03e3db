"""The facts of a whole game, with its officers."""

from __future__ import annotations

import msgspec

from picket_duty import events
from picket_duty.book.ids import DECK_FIRE, SECONDARY, split_id
from picket_duty.events import Event, JsonObject
from picket_duty.facts.days import Day
from picket_duty.facts.planes import PlaneCounts, count_planes
from picket_duty.facts.waves import WaveReport


class OfficerRecord(msgspec.Struct):
    """An officer or chief, and what was done under them.

    ``since`` is the phase of the appointment of a successor, empty for the first holder; ``killed``
    the phase of death and ``successor`` who took over then, both empty if alive. ``dates`` are the
    days in the post. ``splashed`` counts planes splashed that are credited to the ship's guns
    (gunnery officer); ``maneuvers`` and ``evaded`` emergency maneuvers tried and successful
    (captain, engineering officer); ``kept_afloat`` rolls of table 16 survived (damage control
    officer); ``morale_rises`` and ``morale_falls`` changes at the end of a day (executive officer,
    chief petty officer). The others are of the chief of a repair party and count its successful
    jobs: ``fires_out`` deck fires put out, ``rooms_saved`` compartments restored, ``headway`` those
    after which a compartment still has hit markers; ``repaired`` are the jobs of other repairs, in
    order.
    """

    ship: str
    post: str
    name: str
    value: int
    since: str = ""
    killed: str = ""
    successor: str = ""
    dates: list[str] = []
    splashed: int = 0
    maneuvers: int = 0
    evaded: int = 0
    kept_afloat: int = 0
    morale_rises: int = 0
    morale_falls: int = 0
    fires_out: int = 0
    rooms_saved: int = 0
    headway: int = 0
    repaired: list[str] = []

    def repair(self, job: events.Control) -> None:
        """Count a successful job."""
        kind = split_id(job.job).kind
        if kind == DECK_FIRE:
            self.fires_out += 1
        elif kind == SECONDARY or (job.markers and not job.markers_left):
            self.rooms_saved += 1
        elif job.markers:
            self.headway += 1
        else:
            self.repaired.append(job.job)


class GameFacts(msgspec.Struct):
    """The whole game and its result as in ``play --json``; ``missing`` answers came before its
    first event, and ``trouble`` says why they cannot be read.
    """

    days: list[Day]
    events: list[Event]
    summary: JsonObject
    missing: int = 0
    officers: list[OfficerRecord] = []
    trouble: str = ""

    @property
    def waves(self) -> list[WaveReport]:
        """Every wave of the game."""
        return [wave for day in self.days for phase in day.phases for wave in phase.waves]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(plane for wave in self.waves for plane in wave.planes)

    def casualties(self, ship: str) -> tuple[int, int]:
        """The officers and chiefs of a ship killed, and men of her repair parties killed or
        wounded.
        """
        days = [day for day in self.days if day.ship == ship]
        return sum(len(day.killed) for day in days), sum(day.men_lost for day in days)
