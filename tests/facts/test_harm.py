"""What counts as harm to the ship, and its sum."""

from __future__ import annotations

import pytest

from picket_duty.book.vocabulary import DamageEffect, Track
from picket_duty.events import Crew, Damage, Loss, Note
from picket_duty.facts import Killed, MenLost, TrackLoss, harm_of, is_harm

CAPTAIN = Crew(post="captain", killed=True, value=1, name="Baker")


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED), True),
        (Damage(section="aft", item="sc", effect=DamageEffect.SUPERFICIAL), False),
        (Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2), True),
        (Damage(section="aft", item="deck fire", effect=DamageEffect.GROWS, points=3), False),
        (Loss(track=Track.HULL, points=1, left=5), True),
        (Loss(track=Track.HULL, points=0, left=0), False),
        (Loss(track=Track.MEN_AFT, points=1, left=5), True),
        (Loss(track=Track.SFS, points=1, left=0), True),
        (Loss(track=Track.FLOOD, points=1, left=1), True),
        (Loss(track=Track.COUNTERFLOODING, points=1, left=1), False),
        (Loss(track=Track.FUEL, points=1, left=1), False),
        (Loss(track=Track.MORALE, points=1, left=-1), False),
        (Killed("captain", "Able", "Baker", CAPTAIN), True),
        (Note(text="Superficial"), False),
    ],
    ids=str,
)
def test_is_harm(event, expected):
    assert is_harm(event) is expected


def test_harm_counts_each_item_once():
    """The last state of each item, the men by section, and a track from its first to its last value."""
    harm = harm_of(
        [
            Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED),
            Loss(track=Track.MEN_AFT, points=1, left=9),
            Loss(track=Track.HULL, points=1, left=5),
            Damage(section="aft", item="sc", effect=DamageEffect.DESTROYED),
            Loss(track=Track.MEN_AFT, points=2, left=7),
            Loss(track=Track.HULL, points=2, left=3),
            Killed("captain", "", "Baker", CAPTAIN),
        ]
    )
    sc, men, hull, captain = harm.entries
    assert isinstance(sc, Damage)
    assert sc.effect is DamageEffect.DESTROYED
    assert men == MenLost("aft", 3)
    assert hull == TrackLoss(Track.HULL, 6, 3, 3)
    assert isinstance(captain, Killed)
    assert harm.men == 3
    assert not harm.touched
    assert harm_of([Damage(section="", item="", effect=DamageEffect.SUPERFICIAL)]).touched
