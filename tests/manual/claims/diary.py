"""Claims of the page `diary`: a quote, and the check that reads it from the tables or plays it."""

from __future__ import annotations

import re

from picket_duty.facts.wave_facts import Fate, PlaneReport
from picket_duty.pages.action_report import PARTS
from picket_duty.state import CHIEFS
from picket_duty.text import raid_report
from tests.manual.evidence import N, T, played
from tests.pages import test_war_diary
from tests.text import test_diary_entries

AWARDS = {award.id: award for award in T.awards}


def asks(award: str, to: str, span: str, **needs: int) -> bool:
    """Whether an award has this recipient, span and needs."""
    data = AWARDS[award]
    return (data.to, data.span, data.needs) == (to, span, needs)


def posts(award: str) -> set[str]:
    """The posts whose holders an award is for."""
    return set(AWARDS[award].posts)


def counted_by_the_bench() -> bool:
    """Whether the file gives the number of games for each award, all above zero."""
    text = " ".join((T.folders[-1] / "awards.toml").read_text(encoding="utf-8").replace("\n#", " ").split())
    counts = dict(re.findall(r"([a-z-]+) (\d+)[,.]", text[text.index("in so many games:") : text.index("[[awards]]")]))
    return set(counts) == set(AWARDS) and all(int(games) > 0 for games in counts.values())


CLAIMS = {
    "draws a lesson only from at least five instances, such as five attempts at a maneuver": lambda: (
        raid_report.CASES == 5
    ),
    "The action reports follow the Navy's 1945 form: summary, preliminaries, chronology, ordnance, "
    "battle damage, damage control, casualties, lessons": lambda: (
        [part.split(" ")[0] for part in PARTS]
        == ["Brief", "Preliminaries", "Chronological", "Ordnance", "Battle", "Damage", "Casualties", "Lessons"]
    ),
    "a game reads the same every time.": lambda: played(test_war_diary.test_consecutive_days_have_different_wordings),
    'If the table says "in a day", everything must happen on the same day': lambda: played(
        test_war_diary.test_every_award_is_granted_exactly_at_its_requirements, AWARDS["presidential-unit-citation"]
    ),
    "| the ship | stopping 15 planes in a day on which she was hit 3 times |": lambda: asks(
        "presidential-unit-citation", "ship", "day", shot_down=15, strikes=3
    ),
    "| the ship | stopping 14 planes in a day |": lambda: asks("navy-unit-commendation", "ship", "day", shot_down=14),
    ("| the ship | serving on 3 days on which planes came; she gets another star for every 3 more such days"): lambda: (
        asks("battle-star", "ship", "service", attacked=3)
        and AWARDS["battle-star"].again
        and played(test_war_diary.test_a_battle_star_is_awarded_repeatedly_and_a_cross_only_once)
    ),
    "| the captain | stopping 12 planes in a day on which the ship was hit 3 times |": lambda: (
        asks("navy-cross", "officer", "day", shot_down=12, strikes=3) and posts("navy-cross") == {"captain"}
    ),
    "| the captain | stopping 25 planes while in command |": lambda: asks(
        "silver-star-captain", "officer", "service", shot_down=25
    ),
    "| the gunnery officer | stopping 12 planes in a day |": lambda: asks(
        "silver-star-gunnery", "officer", "day", shot_down=12
    ),
    (
        "| the damage control officer and the engineering officer | making 8 repairs in a day on which the "
        "ship was hit 4 times |"
    ): lambda: (
        asks("silver-star-damage-control", "officer", "day", strikes=4, jobs=8)
        and posts("silver-star-damage-control") == {"damage_control_officer", "engineering_officer"}
    ),
    "| the damage control officer | making 15 repairs while in the post |": lambda: asks(
        "bronze-star-damage-control", "officer", "service", jobs=15
    ),
    (
        "| the chief whose repair party put out the most deck fires | putting out 4 deck fires in a day on "
        "which 6 men were killed or wounded |"
    ): lambda: (
        asks("bronze-star-chiefs", "officer", "day", fires_out=4, men_lost=6)
        and posts("bronze-star-chiefs") == set(CHIEFS.values())
        and AWARDS["bronze-star-chiefs"].foremost
    ),
    (
        "| the executive officer and the chief petty officer | serving in the post on 6 days on which planes came |"
    ): lambda: (
        asks("navy-commendation-xo", "officer", "service", attacked=6)
        and posts("navy-commendation-xo") == {"xo", "cpo"}
    ),
    "| a gun crew | stopping 4 planes in a day |": lambda: asks("navy-commendation-crew", "crew", "day", shot_down=4),
    "| a gun crew | stopping 3 planes, with or without the `aces` option |": lambda: (
        asks("ace-crew", "crew", "service", shot_down=N.ace_planes) and N.ace_planes == 3
    ),
    "| the captain | serving 20 fighting days in command |": lambda: asks(
        "promotion-captain", "officer", "service", fighting_days=20
    ),
    "| the executive officer | serving 15 fighting days in the post |": lambda: asks(
        "promotion-commander", "officer", "service", fighting_days=15
    ),
    "| the engineering, gunnery and damage control officers | serving 10 fighting days in the post |": lambda: asks(
        "promotion-lieutenant-commander", "officer", "service", fighting_days=10
    ),
    ("| the chief petty officer and the chiefs of Repair I and III | serving 10 fighting days in the post |"): lambda: (
        asks("promotion-warrant", "officer", "service", fighting_days=10)
        and posts("promotion-warrant") == {"cpo", "repair_one_chief", "repair_three_chief"}
    ),
    "The wave card, the records and the diary credit a plane to the first gun, ship or fighter that set it afire or "
    "splashed it. The log and the action report also say who splashed a burning plane in the end.": lambda: (
        PlaneReport(0, "Val", 90, "L", "", Fate.SPLASHED, "5in-1", "40mm-A").shot_down_by == "5in-1"
        and PlaneReport(0, "Val", 90, "L", "", Fate.SPLASHED, "", "40mm-A").shot_down_by == "40mm-A"
        and played(test_diary_entries.test_a_burning_plane_is_credited_to_the_first_shooter)
    ),
    "A day counts toward an officer's awards only if the officer held the post when the day began. "
    "Officers who are killed still get their awards.": lambda: played(
        test_war_diary.test_an_officer_is_awarded_for_days_begun_in_the_post
    ),
    "how often each award was given in 10,000 games": counted_by_the_bench,
    "For any one day, a ship gets only the highest citation that she earned.": lambda: played(
        test_war_diary.test_a_day_earns_the_ship_one_citation
    ),
}
