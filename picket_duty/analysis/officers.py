"""The worth of officers' and chiefs' values, in points of the chance of winning, measured over many
games.

The numbers are in ``officers.toml``, made by ``tools/officers.py`` for one scenario. They differ in
other games, so no text gives them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from picket_duty.odds.damage_weights import load_measured
from picket_duty.state import SCENARIO, Officer, Setup
from picket_duty.text.english import signed

#: A post whose points per value are within this many standard errors of 0 is not named.
MIN_ERRORS = 2.0
GUNNERY_OFFICER = "gunnery_officer"


class Worth(msgspec.Struct, frozen=True):
    """Points of the chance of winning per value of a post, and their standard error."""

    points: float
    error: float


class OfficerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The measurement: the scenario, its level, the number of games, and the worth of each post.

    ``gunnery`` is the percentage of games won by the value of the gunnery officer.
    """

    scenario: int
    level: str
    games: int
    gunnery: dict[str, int]
    posts: dict[str, Worth]


@cache
def load_officers() -> OfficerTable:
    """The measured worth of every post."""
    return load_measured("officers.toml", OfficerTable)


def points_of_posts() -> dict[str, float]:
    """Points per value by post; 0 for a post whose effect is within its error."""
    return {
        post: worth.points if abs(worth.points) > MIN_ERRORS * worth.error else 0.0
        for post, worth in load_officers().posts.items()
    }


def crew_points(crew: Mapping[str, Officer]) -> float:
    """The points that a crew adds to the chance of winning, compared with a crew of values 0."""
    known = points_of_posts().items()
    return sum(points * crew[post].value for post, points in known if post in crew)


def is_measured(setup: Setup) -> bool:
    """Whether the measurement is of this game: its numbers say nothing about other games."""
    measured = load_officers()
    return (setup.kind, setup.name, setup.level) == (
        SCENARIO,
        str(measured.scenario),
        measured.level,
    )


def crew_words(crew: Mapping[str, Officer], setup: Setup) -> str:
    """That the gunnery officer matters most; in the game that was measured also the games won with
    this one and with others, and the points of the whole crew. Empty without a gunnery officer.
    """
    if GUNNERY_OFFICER not in crew:
        return ""
    value = crew[GUNNERY_OFFICER].value
    won = load_officers().gunnery
    if not is_measured(setup):
        yours = f"{signed(value)} on every gun's roll" if value else "average"
        return f"The gunnery officer matters most; yours is {yours}."
    # The officer is compared with an average one; an average one with a good and a poor one.
    compared = [0] if value else [1, -1]
    others = [f"with one rated {signed(other)}, you win {won[str(other)]}" for other in compared]
    best = f"with an officer rated {signed(value)}, you win {won[str(value)]} games out of 100"
    points = round(crew_points(crew))
    whole = "is as good as an average crew"
    if points:
        whole = f"is worth {signed(points)} percentage points"
    games = "; ".join([best, *others])
    return f"The gunnery officer matters most: {games}. The whole crew {whole}."
