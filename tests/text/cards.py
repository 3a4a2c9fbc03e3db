"""Plays games and checks every headline and wave card against the ship and the records of the game.

``python -m tools.fuzz.cards 500`` checks many more games than the suite.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from picket_duty.book.ids import AFS, SFS
from picket_duty.book.vocabulary import DECLARATION, DIVE, HULL_LOSS, SPECIAL_ATTACK
from picket_duty.captains import Captain
from picket_duty.events import Damage, Event, Fire, Leave, NewShip, Raid, Strike, Support, TurnEnd, WaveBegun
from picket_duty.facts import Fate, Observer, WaveReport
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import GONE, SECTIONS, SHOT_DOWN
from picket_duty.text import headlines
from picket_duty.text.headlines import Headline, headlines_since
from picket_duty.text.wave_card import card_due, card_text

SPARED = ("miss", "near_miss")
#: Slots credited by kind, by the start of their names.
CREDITED = {"AFS": AFS, "SFS": SFS}
#: The words of a card for each fate.
FATES = {
    Fate.SPLASHED: "splashed",
    Fate.MISSED: "missed",
    Fate.WITHDREW: "withdrew",
    Fate.NEAR_MISS: "near miss",
    Fate.CRASHED: "crashed",
}
#: The end of the only plane of a wave that is a near miss.
CLOSE = "crashed close aboard"
#: Tracks on a card.
TOLD = {
    "hull": r"hull (\d+) to (\d+)",
    "maneuver": r"maneuver (\d+) to (\d+)",
    "fuel": r"fuel (\d+) to (\d+)",
}


class Sheet(msgspec.Struct):
    """The ship and the records at the start of a wave."""

    ship: Any
    hits: int
    near: int
    planes: list[dict[str, Any]]
    weapons: int = 0
    headlines_seen: list[Headline] = []


def card_of(fight: Sequence[Event], waves: int = 1, lost: bool = False) -> WaveReport:
    """The wave of the events of a fight alone."""
    observer = Observer()
    observer.take_all(fight)
    return msgspec.structs.replace(observer.waves[-1], waves=waves, lost=lost)


class CardWatch:
    """A game played by a captain, with its ``cards`` and ``headlines_seen``; a false one raises AssertionError."""

    def __init__(self, game: Game, captain: Captain) -> None:
        self.game = game
        self.captain = captain
        self.cards: list[WaveReport] = []
        self.headlines_seen: list[Headline] = []
        self.sheet: Sheet | None = None

    def play(self, most: int = 60000) -> CardWatch:
        """Play the game to its end, or at most so many answers."""
        while self.game.request is not None and most:
            most -= 1
            self.step()
        self.check_counts()
        return self

    def step(self) -> None:
        """Give one answer and check what follows."""
        game, first = self.game, len(self.game.events)
        before = _copy(game)
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(self.captain.choose(game))
        new = game.events[first:]
        headlines_new = headlines_since(game, first)
        self.headlines_seen += headlines_new
        self._check_coming(headlines_new)
        if self.sheet is not None:
            self.sheet.headlines_seen += headlines_new
            self.sheet.weapons += sum(
                isinstance(event, Roll) and event.purpose is SPECIAL_ATTACK and event.result["result"] not in SPARED
                for event in new
            )
        card = card_due(game, first)
        if card is not None:
            assert self.sheet is not None, "a card without a wave"
            self.cards.append(card)
            self._check_card(card, any(isinstance(event, Leave) and event.reason == SUNK for event in new))
            self._check_records()
            self.sheet = None
        begun = [event for event in new if isinstance(event, WaveBegun)]
        if begun:
            assert self.sheet is None, "a wave without a card"
            self.sheet = before
            self.sheet.planes = begun[-1].planes

    # -- headlines ----------------------------------------------------------------------------

    def _check_coming(self, coming: list[Headline]) -> None:
        """A dive has a headline when its dice are needed, and at no other time."""
        request = self.game.request
        dives = isinstance(request, Roll) and request.purpose in (DIVE, SPECIAL_ATTACK) and not request.chart.note_id
        headline_dives = [headline for headline in coming if headline.kind == headlines.DIVES]
        assert len(headline_dives) == dives, (headline_dives, request)
        if dives:
            plane = self.game.state.air.planes[request.plane]
            assert plane.type in headline_dives[0].words
            assert f"plane {plane.number + 1}" in headline_dives[0].words
            assert plane.special or f"{plane.bearing:03d} " in headline_dives[0].words
            assert ("afire" in headline_dives[0].words) == plane.flamed
        for headline in coming:
            assert headline.kind in headlines.KINDS
            assert headline.words

    def check_counts(self) -> None:
        """Every headline has its event, and every important event its headline."""
        events, counts = self.game.events, Counter(item.kind for item in self.headlines_seen)
        assert counts[headlines.LOST] == sum(isinstance(event, Leave) and event.reason == SUNK for event in events)
        assert counts[headlines.LEAVES] == sum(isinstance(event, Leave) and event.reason != SUNK for event in events)
        assert counts[headlines.DAY_OVER] == sum(isinstance(event, TurnEnd) for event in events)
        assert counts[headlines.RAID] == sum(isinstance(event, Raid) and event.planes > 0 for event in events)
        assert counts[headlines.EXPLOSION] == sum(
            isinstance(event, Damage) and event.effect == "explosion" for event in events
        )
        declarations = [event for event in events if isinstance(event, Roll) and event.purpose is DECLARATION]
        assert counts[headlines.DECLARES] == len(declarations)
        assert counts[headlines.ACE] == sum(isinstance(event, Fire) and event.ace for event in events)
        assert counts[headlines.ARRIVES] == sum(isinstance(event, NewShip) for event in events)
        for raid, item in zip(
            [event for event in events if isinstance(event, Raid) and event.planes],
            [item for item in self.headlines_seen if item.kind == headlines.RAID],
            strict=True,
        ):
            assert "Kikusui" in item.words or not raid.kikusui
            assert f": {raid.planes} plane" in item.words or raid.planes == 1

    # -- the card ----------------------------------------------------------------------------

    def _check_card(self, card: WaveReport, lost: bool) -> None:
        sheet, state = self.sheet, self.game.state
        assert sheet is not None
        text = card_text(card, self.game.tables)
        whole = "\n".join(text)
        assert text[0].startswith(f"Wave {card.number}")
        assert f"{len(sheet.planes)} plane" in text[0]
        self._check_fates(card, text[0])
        impacts = [item for item in sheet.headlines_seen if item.kind == headlines.STRIKES]
        assert len(impacts) == card.strikes
        assert card.strikes == state.records.hits - sheet.hits + sheet.weapons
        assert sum("Near miss by" in item for item in text) == sum(impact.near for impact in card.impacts)
        assert sum(item.startswith("  Plane ") for item in text) == card.strikes
        self._check_crashes(card, text)
        if not lost:
            assert card.waves >= card.number + len(state.air.waves)
            self._check_tracks(text, whole)

    def _check_crashes(self, card: WaveReport, text: list[str]) -> None:
        """Every crash has its own line, and the hull points of chart 14-1 are told with its column."""
        for number, fate in card.fates.items():
            named = sum(row.startswith(f"  Plane {number + 1}, ") and " crashed" in row for row in text)
            assert named == (fate is Fate.CRASHED), (number, fate, text)
        rolls = (event for event in self.game.events if isinstance(event, Roll) and event.purpose is HULL_LOSS)
        rolled = [roll for roll in rolls if (roll.wave, roll.phase) == (card.number, self._phase())]
        match = re.search(r"chart 14-1 for (\d+) crash(?:es)?: (\d+) (?:of the \d+ )?hull point", text[-1])
        if match:
            assert rolled[-1].column == self.game.tables["14-1"].column_of(int(match[1]))
            assert 0 < int(match[2]) <= rolled[-1].result["hull"]
        elif rolled and not card.lost:
            assert not rolled[-1].result["hull"] or not self.game.state.ship.hull

    def _check_fates(self, card: WaveReport, text: str) -> None:
        """Every plane is counted once, by its fate."""
        counted = dict.fromkeys(FATES.values(), 0)
        single = re.search(rf"1 plane(, set afire,)? ({'|'.join(FATES.values())}|{CLOSE})", text)
        if single:
            counted[single[2].replace(CLOSE, "near miss")] = 1
        planes, _, weapons = re.sub(r" \([^)]*\)", "", text).partition(";")
        for number, fate in re.findall(rf"(\d+) ({'|'.join(FATES.values())})", planes):
            counted[fate] += int(number)
        parts = re.search(r"(\d+) crashed \(([\w, ]+ (?:forward|amidships|aft))", text)
        assert parts is None or int(parts[1]) == sum(map(int, re.findall(r"\d+", parts[2])))
        near = sum(impact.near and impact.by_weapon for impact in card.impacts)
        assert sum(map(int, re.findall(r"(\d+) \w+ near miss", weapons))) == near
        assert counted == {words: list(card.fates.values()).count(fate) for fate, words in FATES.items()}
        assert sum(counted.values()) == len(card.fates)
        events = [event for event in self.game.events if event.wave == card.number and event.phase == self._phase()]
        ends = {event.plane: event.outcome for event in events if isinstance(event, Strike) and not event.weapon}
        shots = [event for event in events if isinstance(event, Fire | Support)]
        assert counted["splashed"] == sum(shot.state == GONE and shot.state_before != GONE for shot in shots)
        for fate, outcome in (("crashed", "hit"), ("near miss", "near_miss"), ("missed", "miss")):
            assert counted[fate] == list(ends.values()).count(outcome)
        downed = {shot.plane for shot in shots if shot.state in (SHOT_DOWN, GONE)}
        assert set(card.shot_down_by) == downed
        flamed = sum(map(int, re.findall(r"(?:\(|; )(?:all )?(\d+)(?: of them)? set afire\)", text)))
        flamed += len(re.findall(r"[(,] ?set afire[,)]", text)) + 2 * text.count("both set afire)")
        assert counted["splashed"] + flamed == len(downed)

    def _check_records(self) -> None:
        """The cards so far add up to the records of the game."""
        records = self.game.state.records
        fates = Counter(fate for card in self.cards for fate in card.fates.values())
        assert fates[Fate.SPLASHED] == records.destroyed
        assert sum(len(card.shot_down_by) for card in self.cards) == records.destroyed + records.flamed
        assert (fates[Fate.CRASHED], fates[Fate.NEAR_MISS]) == (records.hits, records.near_misses)
        credit = Counter(CREDITED.get(slot[:3], slot) for card in self.cards for slot in card.shot_down_by.values())
        assert credit == records.by_mount

    def _phase(self) -> str:
        return next(event.phase for event in reversed(self.game.events) if isinstance(event, WaveBegun))

    def _check_tracks(self, text: list[str], whole: str) -> None:
        """The card has exactly the losses of the ship: on the last line, or in the impact that caused all of it."""
        assert self.sheet is not None
        before, now = self.sheet.ship, self.game.state.ship
        for track, pattern in TOLD.items():
            told = [match for row in text if (match := re.search(pattern, row, re.IGNORECASE))]
            match = told[-1] if told else None
            stated = (int(match[1]), int(match[2])) if match else None
            assert match is None or match.string == text[-1] or len(told) == 1, "said twice, or not in full"
            was, left = getattr(before, track), getattr(now, track)
            assert stated == ((was, left) if was != left else None), (track, text)
        men = sum(before.men[section] - now.men[section] for section in SECTIONS)
        assert sum(map(int, re.findall(r"(\d+) casualt(?:y|ies)", whole))) == men, whole
        for section, level in re.findall(r"Plane .* crashed (\w+):.*deck fire level (\d)", whole):
            assert int(level) <= now.deck_fires["midship" if section == "amidships" else section]
        floods = re.findall(r"flooding (\d+)", whole)
        assert not floods or int(floods[-1]) == now.flood


def _copy(game: Game) -> Sheet:
    """A copy of the present sheet."""
    state = game.state
    ship = msgspec.structs.replace(state.ship, men=dict(state.ship.men))
    return Sheet(ship, state.records.hits, state.records.near_misses, [])
