"""Where a saved game stands, without taking it up: the ship, the day, her hull, and what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from picket_duty.book import Tables
from picket_duty.requests import Roll
from picket_duty.text.names import phase_words
from picket_duty.text.rolls import purpose_of
from picket_duty.tui.lines import safe

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.saves import SaveInfo


class Stand(NamedTuple):
    """A game under way in words."""

    ship: str
    day: str
    station: str
    hull: str
    asked: str

    @property
    def words(self) -> str:
        """All of it in a line."""
        return "  ".join(one for one in (self.day, self.station, self.hull, self.asked) if one)


def stand_of(save: SaveInfo, tables: Tables) -> Stand:
    """Where a saved game stands, played on from its last day beside the save. Raises SaveError."""
    from picket_duty.saves import read_record, replay_last_day

    record = read_record(save.path)
    return stand(replay_last_day(record.branch, record.setup, tables, str(save.path)))


def stand(game: Game) -> Stand:
    """Where a game stands."""
    state = game.state
    ship = state.ship
    return Stand(
        safe(ship.name),
        phase_words(state),
        f"station {ship.station}" if ship.station else "",
        f"hull {ship.hull}/{game.tables.numbers.hull}",
        asked(game),
    )


def asked(game: Game) -> str:
    """What a game waits for, in a word or two."""
    request = game.request
    if request is None:
        return "over"
    return f"dice: {purpose_of(request)}" if isinstance(request, Roll) else request.about
