"""Plays games and checks every headline and wave card as data against the ship and the records of
the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from picket_duty.book.ids import AFS, SFS
from picket_duty.book.vocabulary import (
    DECLARATION,
    DIVE,
    SPECIAL_ATTACK,
    Track,
)
from picket_duty.captains import Captain
from picket_duty.events import (
    Damage,
    Event,
    Fire,
    Leave,
    NewShip,
    Raid,
    TurnEnd,
    WaveBegun,
)
from picket_duty.facts import Fate, Observer, TrackLoss, WaveReport
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import SUNK, Ship
from picket_duty.text import headlines
from picket_duty.text.cards import card_due, plain_card_lines
from picket_duty.text.headlines import Headline, headlines_since
from tests.games import of_kind

#: Slots credited by kind, by the start of their names.
CREDITED = {"AFS": AFS, "SFS": SFS}


def card_of(fight: Sequence[Event], waves: int = 1, lost: bool = False) -> WaveReport:
    observer = Observer()
    observer.take_all(fight)
    return msgspec.structs.replace(observer.waves[-1], waves=waves, sunk_in_fight=lost)


class CardWatch:
    """A game played by a captain, with its ``cards`` and ``headlines_seen``; a false one raises
    AssertionError.
    """

    def __init__(self, game: Game, captain: Captain) -> None:
        self.game = game
        self.captain = captain
        self.cards: list[WaveReport] = []
        self.headlines_seen: list[Headline] = []
        self.before: Ship | None = None

    def play(self, most: int = 60000) -> CardWatch:
        while self.game.request is not None and most:
            most -= 1
            self.step()
        self.check_counts()
        return self

    def step(self) -> None:
        game = self.game
        first = len(self.game.events)
        before = msgspec.structs.replace(game.state.ship, men=dict(game.state.ship.men))
        game.roll() if isinstance(game.request, Roll) else game.answer(self.captain.choose(game))
        new = game.events[first:]
        seen = headlines_since(game, first)
        self.headlines_seen += seen
        assert all(headline.words and headline.kind in headlines.KINDS for headline in seen)
        assert sum(headline.kind == headlines.DIVES for headline in seen) == self._dives()
        card = card_due(game, first)
        if card is not None:
            assert self.before is not None, "a card without a wave"
            self.cards.append(card)
            assert plain_card_lines(card, game.tables)
            self._check_records()
            if not any(isinstance(event, Leave) and event.reason == SUNK for event in new):
                self._check_losses(card, self.before)
            self.before = None
        if any(isinstance(event, WaveBegun) for event in new):
            assert self.before is None, "a wave without a card"
            self.before = before

    def _dives(self) -> bool:
        """Whether the dice of a dive are needed: then it has its headline, and at no other time."""
        request = self.game.request
        return (
            isinstance(request, Roll)
            and request.purpose in (DIVE, SPECIAL_ATTACK)
            and not request.chart.note_id
        )

    def check_counts(self) -> None:
        """Every headline has its event, and every important event its headline."""
        events = self.game.events
        counts = Counter(item.kind for item in self.headlines_seen)
        leaves = of_kind(events, Leave)
        assert counts[headlines.LOST] == sum(event.reason == SUNK for event in leaves)
        assert counts[headlines.LEAVES] == sum(event.reason != SUNK for event in leaves)
        assert counts[headlines.DAY_OVER] == len(of_kind(events, TurnEnd))
        assert counts[headlines.RAID] == sum(
            isinstance(event, Raid) and event.planes > 0 for event in events
        )
        damage = of_kind(events, Damage)
        assert counts[headlines.EXPLOSION] == sum(event.effect == "explosion" for event in damage)
        rolls = of_kind(events, Roll)
        assert counts[headlines.DECLARES] == sum(roll.purpose is DECLARATION for roll in rolls)
        assert counts[headlines.ACE] == sum(
            isinstance(event, Fire) and event.ace for event in events
        )
        assert counts[headlines.ARRIVES] == len(of_kind(events, NewShip))
        assert counts[headlines.STRIKES] >= sum(card.strikes for card in self.cards)

    def _check_records(self) -> None:
        records = self.game.state.records
        fates = Counter(fate for card in self.cards for fate in card.fates.values())
        assert fates[Fate.SPLASHED] == records.destroyed
        assert (
            sum(len(card.shot_down_by) for card in self.cards) == records.destroyed + records.flamed
        )
        assert (fates[Fate.CRASHED], fates[Fate.NEAR_MISS]) == (records.hits, records.near_misses)
        credit = Counter(
            CREDITED.get(slot[:3], slot)
            for card in self.cards
            for slot in card.shot_down_by.values()
        )
        assert credit == records.by_mount

    def _check_losses(self, card: WaveReport, before: Ship) -> None:
        now = self.game.state.ship
        damage = card.fight_damage
        told = {
            entry.track: (entry.first, entry.left)
            for entry in damage.entries
            if isinstance(entry, TrackLoss)
        }
        for track in (Track.HULL, Track.MANEUVER, Track.FUEL):
            was = getattr(before, track)
            left = getattr(now, track)
            assert told.get(track) == ((was, left) if was != left else None), track
        assert damage.men == sum(before.men.values()) - sum(now.men.values())


def wave(*events):
    planes = [
        {"plane": 0, "type": "Zeke", "bearing": 225, "altitude": "M", "weapon": None},
        {"plane": 1, "type": "Jill", "bearing": None, "altitude": None, "weapon": "torpedo"},
        {"plane": 2, "type": "Val", "bearing": 90, "altitude": "L", "weapon": None},
    ]
    all_events = [WaveBegun(number=1, planes=planes), *events]
    for event in all_events:
        event.phase = "1945-05-11/morning"
        event.wave = 1
    return all_events


def hit(plane, by, state):
    return Fire(plane=plane, by=by, hits=1, state=state, state_before="undamaged")
