"""The worth of officers: measured numbers, the officer who matters most, words."""

from picket_duty.analysis.officers import (
    crew_points,
    crew_words,
    is_measured,
    load_officers,
    points_of_posts,
)
from picket_duty.state import POSTS, Officer
from tests.games import new_game

MEASURED = new_game(
    seed=1, scenario=load_officers().scenario, level=load_officers().level
).state.setup


def crew_of(**values):
    return {post: Officer(f"Lt. Paul {post.title()}", values.get(post, 0)) for post in POSTS}


def test_every_post_is_measured():
    """Every post has points and an error; those within two errors count as 0."""
    assert set(load_officers().posts) == set(POSTS)
    points = points_of_posts()
    assert points["gunnery_officer"] == max(points.values()) > 0
    for post, worth in load_officers().posts.items():
        assert points[post] == (worth.points if abs(worth.points) > 2 * worth.error else 0)


def test_crew_in_words():
    """The total in points, and the officer whose value changes it most; an effect within its error
    is not named.
    """
    points = points_of_posts()
    crew = crew_of(gunnery_officer=-1, captain=2)
    assert crew_points(crew) == 2 * points["captain"] - points["gunnery_officer"]
    assert "The whole crew is worth -4 percentage points." in crew_words(crew, MEASURED)
    assert "The whole crew is as good as an average crew." in crew_words(crew_of(cpo=2), MEASURED)
    assert crew_words({}, MEASURED) == ""


def test_no_number_of_the_measured_scenario_is_given_in_another_game():
    others = (
        {"scenario": 5},
        {"campaign": "mini"},
        {"campaign": "long-a"},
        {"scenario": 3, "level": "basic"},
    )
    setups = [new_game(seed=1, **other).state.setup for other in others]
    setups = [setup for setup in setups if not is_measured(setup)]
    assert len(setups) >= 3
    for setup in setups:
        assert "yours is +2" in crew_words(crew_of(gunnery_officer=2), setup)
        assert "yours is average" in crew_words(crew_of(gunnery_officer=0), setup)
        assert crew_words({}, setup) == ""


def test_the_gunnery_officer_in_words():
    """The measured games won with this value and an average crew, and the points of the crew."""
    won = load_officers().gunnery
    crew = crew_of(gunnery_officer=2)
    said = crew_words(crew, MEASURED)
    points = crew_points(crew)
    for part in (
        f"+2, you win {won['2']} games",
        f"rated 0, you win {won['0']}",
        f"worth {points:+.0f} percentage points",
    ):
        assert part in said
    average = crew_words(crew_of(), MEASURED)
    assert all(
        f"{value}, " in average and f"{won[str(int(value))]}" in average
        for value in ("0", "+1", "-1")
    )
