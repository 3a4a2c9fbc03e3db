"""The officers and chiefs in words: what the value of each post affects, and who succeeded whom."""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.events import Crew
from picket_duty.game import Game
from picket_duty.state import Fallen
from picket_duty.text.names import POST_NAMES, signed

#: The post whose value counts most: every shot depends on it.
MOST_IMPORTANT = "gunnery_officer"
#: What the value of each post affects.
DUTIES = {
    "captain": "maneuvers, declarations",
    "xo": "morale",
    "engineering_officer": "maneuvers",
    "gunnery_officer": "every shot",
    "damage_control_officer": "keeping her afloat",
    "cpo": "morale",
    "repair_one_chief": "repairs forward",
    "repair_two_chief": "repairs midship",
    "repair_three_chief": "repairs aft",
}


class Succession(NamedTuple):
    """An officer or chief who was killed, and the successor; ``value_before`` is None if it is not known."""

    post: str
    killed: str
    successor: str
    value_before: int | None
    value: int
    phase: str

    @property
    def title(self) -> str:
        """The headline: ``Lt. R. Hughes, gunnery officer, killed``."""
        post = POST_NAMES[self.post]
        return f"{self.killed}, {post}, killed" if self.killed else f"{post.capitalize()} killed"

    @property
    def change(self) -> str:
        """What changes: ``Every shot: +1 becomes -1``."""
        duty = DUTIES[self.post].capitalize()
        if self.value_before is None or self.value_before == self.value:
            return f"{duty}: {'still ' if self.value_before is not None else ''}{signed(self.value)}"
        return f"{duty}: {signed(self.value_before)} becomes {signed(self.value)}"

    @property
    def is_worse(self) -> bool:
        """Whether the successor is known to be worse."""
        return self.value_before is not None and self.value < self.value_before


def succession(game: Game, place: int) -> Succession:
    """The succession reported by the event with index ``place``."""
    event = game.events[place]
    assert isinstance(event, Crew)
    fallen = _fallen(game, event, place)
    name = fallen.name if fallen is not None else ""
    earlier = (other for other in reversed(game.events[:place]) if isinstance(other, Crew))
    before = next((other.value for other in earlier if (other.post, other.name) == (event.post, name)), None)
    return Succession(event.post, name, event.name, before, event.value, event.phase)


def _fallen(game: Game, event: Crew, place: int) -> Fallen | None:
    """The record of the officer whom a successor replaced, counted back from the last one by the successors that came
    later."""
    state = game.state
    ships = [*(ship for ship in (*state.lost, *state.squadron) if ship.name != state.ship.name), state.ship]
    same = [one for ship in ships for one in ship.fallen if (one.post, one.phase) == (event.post, event.phase)]
    later = sum(
        isinstance(other, Crew) and other.killed and (other.post, other.phase) == (event.post, event.phase)
        for other in game.events[place + 1 :]
    )
    return same[-1 - later] if len(same) > later else None
