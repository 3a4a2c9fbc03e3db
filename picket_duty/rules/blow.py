"""A hit on the ship, in code a *blow*, because a hit is also a result of many charts: where it
struck, the dice of the notes of its chart, and the effects that do no damage.
"""

from __future__ import annotations

import msgspec

from picket_duty.book import vocabulary
from picket_duty.book.effects import Effect
from picket_duty.book.vocabulary import DamageEffect
from picket_duty.charts import Chart, Row
from picket_duty.events import Damage
from picket_duty.requests import Roll
from picket_duty.rules.play import Play, Procedure


class HitContext(msgspec.Struct):
    """A hit: the section, the bearing in degrees (None for special planes), and the number of hit
    markers.

    ``chart`` is the chart with its notes; ``compartment`` is the compartment hit;
    ``below_waterline`` is whether its cell of the chart is; ``plane`` is the number of the plane,
    None if no plane struck; ``exploded`` is the compartment that exploded, if any; ``killed`` are
    the posts whose officers it has killed.
    """

    section: str = ""
    bearing: int | None = None
    markers: int = 1
    chart: Chart | None = None
    compartment: str = ""
    below_waterline: bool = False
    plane: int | None = None
    exploded: str = ""
    killed: list[str] = []

    @property
    def actor(self) -> str:
        """Actor of the hit in the address of the dice."""
        return "" if self.plane is None else f"plane {self.plane}"


def note_die(play: Play, note: str, blow: HitContext, item: str = "") -> Procedure[Row]:
    """The result of the die of a note of the damage chart in use."""
    row: Row = yield play.ask(note_roll(note, blow, item))
    return row


def note_roll(note: str, blow: HitContext, item: str) -> Roll:
    """The roll of a note, for one ``item`` if the note rolls for each of several."""
    assert blow.chart is not None
    return Roll(
        blow.chart.die(note),
        vocabulary.DAMAGE,
        f"{blow.actor} {note} {item}".strip(),
        plane=blow.plane,
        item=item,
    )


def superficial(play: Play, effect: Effect, blow: HitContext) -> None:
    """Report superficial damage, which has no effect."""
    play.emit(Damage(section=blow.section, item="", effect=DamageEffect.SUPERFICIAL))


def nothing(play: Play, effect: Effect, blow: HitContext) -> None:
    """No damage and no event."""
