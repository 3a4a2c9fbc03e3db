"""Every event of a game is true: its fields agree with the dice, the events before it and the
state.

Games are played answer by answer. Each event is compared with a sheet kept beside the game: planes
and their hits, the tracks of the ship, the last roll of each kind. Texts, facts and reports are
made from events alone.
"""

import pytest

from picket_duty import events
from picket_duty.book.vocabulary import DIVE, SPECIAL_ATTACK
from picket_duty.captains import captain_named, play_out
from picket_duty.requests import Roll
from picket_duty.state import CHIEFS
from picket_duty.text.log import repeats_a_roll
from picket_duty.text.rolls import roll_words
from tests.games import TABLES, new_game, of_kind, step

TRACKS = ("ammunition", "fuel", "hull", "maneuver", "morale", "sfs", "flood")
GAMES = [
    *(
        ({"scenario": number, "level": "advanced", "seed": number + 20}, "random")
        for number in range(2, 9)
    ),
    *(
        ({"scenario": number, "level": "basic", "seed": number + 40}, "greedy")
        for number in (1, 2, 5)
    ),
    *(
        ({"campaign": "mini", "level": level, "seed": 4}, "random")
        for level in ("basic", "advanced")
    ),
    (
        {"campaign": "mini", "level": "advanced", "seed": 5, "options": ("aces", "list-and-trim")},
        "doctrine",
    ),
    pytest.param(
        {"campaign": "long-b", "level": "advanced", "seed": 7}, "random", marks=pytest.mark.slow
    ),
    *(
        ({"patrol": "1945-05-20", "days": 6, "level": "advanced", "seed": seed}, "random")
        for seed in range(3)
    ),
]


class Sheet:
    """What is known when an event is logged: tracks and planes after the events so far."""

    def __init__(self, game):
        self.game = game
        self.planes = {}
        self.rolls = {}
        self.held = set()
        self.raid_planes = 0
        self.aces = set()
        self.begin()

    def begin(self):
        """The tracks before an answer."""
        ship = self.game.state.ship
        self.tracks = {track: getattr(ship, track) for track in TRACKS}
        self.tracks |= {f"men {section}": men for section, men in ship.men.items()}
        self.aces &= {name for name, mount in ship.mounts.items() if mount.ace}
        self.crew = {post: (officer.name, officer.value) for post, officer in ship.crew.items()}

    def check(self, event):
        """Compare an event with the sheet, then update the sheet."""
        if isinstance(event, Roll):
            self.rolls[event.purpose.id] = event
            check_roll(event)
        elif checker := CHECKS.get(type(event)):
            checker(self, event)

    def wave(self, event):
        self.planes = {plane["plane"]: [0, "undamaged"] for plane in event.planes}
        assert event.before + len(event.planes) + sum(event.to_come) == self.raid_planes
        self.held = set()
        assert event.to_come == [len(wave) for wave in self.game.state.air.waves]

    def fire(self, event):
        """The state of the plane before and after a shot, and who is credited."""
        plane = self.planes[event.plane]
        before = plane[1]
        assert event.state_before == before
        shots = (self.rolls.get(purpose) for purpose in ("gunnery", "support"))
        roll = next(
            roll for roll in shots if roll and (roll.item, roll.plane) == (event.by, event.plane)
        )
        result = roll.result["result"]
        plane[0] += event.hits
        plane[1] = event.state
        aflame = before == "shot_down"
        gone = event.state == "destroyed"
        assert gone == (result == "destroyed")
        assert gone or (event.state == "shot_down") == (plane[0] >= TABLES.numbers.hits_flamed)
        assert event.flamed == (result == "flamed")
        assert event.flamed_again == (event.flamed and aflame)
        if isinstance(event, events.Fire) and event.officer:
            assert gone
            assert event.by.startswith("5in")
            assert event.officer in ("", self.crew["gunnery_officer"][0])
        assert repeats_a_roll(event, roll) == (
            not event.hits and event.state == before and not event.flamed_again
        )
        # A slot without a target does not fire again; a crew reported as aces has just become aces.
        assert not event.without_target or event.state == "destroyed"
        assert event.by not in self.held
        self.held |= set(event.without_target)
        mount = self.game.state.ship.mounts.get(event.by)
        ace = event.by not in self.aces and mount is not None and mount.ace
        assert not isinstance(event, events.Fire) or event.ace == ace
        if ace:
            self.aces.add(event.by)

    def strike(self, event):
        """It agrees with the roll of the dive, or with the roll of the weapon."""
        if event.weapon:
            result = self._result(SPECIAL_ATTACK.id, event.plane)
            assert event.near == (result == "near_miss")
            assert result != "miss"
            return
        result = self._result(DIVE.id, event.plane)
        if result != event.outcome:
            # Table 15, result 7, turns a hit into a miss if no land radar is working.
            row = self.rolls["random"].result
            assert (result, event.outcome, row and row["effect"]) == ("hit", "miss", "land_radar")
        assert bool(event.section) == (event.outcome == "hit")

    def _result(self, purpose, plane):
        rolls = [event for event in of_kind(self.game.events, Roll) if event.purpose.id == purpose]
        mine = [
            roll
            for roll in rolls
            if roll.plane == plane and not roll.chart.note_id and roll.result is not None
        ]
        return str(mine[-1].result["result"])

    def control(self, event):
        assert bool(event.officer) == event.success
        assert event.officer in ("", self.crew[CHIEFS[event.section]][0])
        room = self.game.state.ship.compartments.get(event.job)
        assert not event.markers or (room is not None and room.markers == event.markers_left)
        assert event.flood + event.water_drained == self.tracks["flood"]
        self.tracks["flood"] = event.flood

    def chosen(self, event):
        """The captain is named when an emergency maneuver is asked for, and only then."""
        assert bool(event.officer) == (event.about == "emergency maneuver")
        assert event.officer in ("", self.crew["captain"][0])

    def crew_event(self, event):
        """Who was killed, and the value that changes."""
        if event.killed:
            assert (event.fallen, event.value_before) == self.crew[event.post]
        self.crew[event.post] = (event.name, event.value)

    def raid(self, event):
        self.raid_planes = event.planes
        assert event.planes == (event.rolled // 2 if self.game.state.night else event.rolled)

    def loss(self, event):
        before = self.tracks[event.track]
        assert event.left == (
            before + event.points if event.track == "flood" else before - event.points
        )
        self.tracks[event.track] = event.left

    def leave(self, event):
        """A ship is lost for a reason that happened in this phase."""
        assert not (event.rear and self.game.state.scenario)
        if event.reason != "sunk":
            return
        earlier = self.game.events[: self.game.events.index(event)]
        now = [before for before in earlier if before.phase == event.phase]
        limit = TABLES.numbers.flood_limit
        losses = of_kind(now, events.Loss)
        causes = {
            "deck fire out of control": any(
                isinstance(before, events.Damage) and before.effect in event.why for before in now
            ),
            "flooding": any(loss.track == "flood" and loss.left >= limit for loss in losses),
            "dead in the water": any(loss.track == "maneuver" and not loss.left for loss in losses),
            "no hull integrity left": isinstance(earlier[-1], Roll) and earlier[-1].table == "14",
            "hull integrity gone": any(loss.track == "hull" and not loss.left for loss in losses),
            "broken by the blow of a plane": isinstance(earlier[-1], events.Damage)
            and earlier[-1].item == "ship",
            "exploded": isinstance(earlier[-2], events.Damage)
            and earlier[-2].effect == "explosion",
            "storm damage": isinstance(earlier[-1], events.Damage) and earlier[-1].item == "ship",
            "her damage": True,
        }
        named = [cause for cause in causes if cause in event.why]
        assert named
        assert all(causes[cause] for cause in named), (event.why, earlier[-3:])

    def new_ship(self, event):
        self.begin()


CHECKS = {
    events.WaveBegun: Sheet.wave,
    events.Fire: Sheet.fire,
    events.Support: Sheet.fire,
    events.Strike: Sheet.strike,
    events.Control: Sheet.control,
    events.DecisionMade: Sheet.chosen,
    events.Crew: Sheet.crew_event,
    events.Raid: Sheet.raid,
    events.Loss: Sheet.loss,
    events.Leave: Sheet.leave,
    events.NewShip: Sheet.new_ship,
}


def check_roll(roll):
    """The line of a roll has its dice, every modifier and its total."""
    line = str(roll_words(roll, TABLES))
    assert roll.is_matrix or all(str(die) in line for die in roll.dice)
    assert not roll.modifiers or f" = {roll.total}: " in line
    for modifier in roll.modifiers:
        assert f"{modifier.value:+d} " in line or not modifier.value


@pytest.mark.parametrize(("chosen", "name"), GAMES)
def test_every_event_of_a_game_is_true(chosen, name):
    game = new_game(**chosen, history=False)
    captain = captain_named(name, 3)
    sheet = Sheet(game)
    checked = 0
    while game.request is not None and len(game.events) < 6000:
        sheet.begin()
        step(game, captain.choose)
        for event in game.events[checked:]:
            sheet.check(event)
        checked = len(game.events)
    assert checked > 20


def test_events_at_the_start_of_a_day_carry_that_day():
    """The station is rolled before the morning, on the new date; typhoon damage on the day of the
    typhoon.
    """
    game = new_game(campaign="mini", level="advanced", seed=4, history=False)
    captain = captain_named("random", 3)
    play_out(game, captain)
    labels = [event.phase for event in game.events if not isinstance(event, events.Note)]
    order = [
        label.replace("/morning", "/1").replace("/midday", "/2").replace("/evening", "/3")
        for label in labels
    ]
    assert order[:-1] == sorted(order[:-1])
    begun = [event.phase for event in of_kind(game.events, events.PhaseBegun)]
    stations = [
        event.phase for event in of_kind(game.events, Roll) if event.purpose.id == "station"
    ]
    assert set(stations) <= {label for label in begun if label.endswith("/morning")}
