"""Claims of the page `diary`: a quote, and the check that reads it from the tables or plays it."""

from __future__ import annotations

import re

from picket_duty.pages.log_pages import PARTS
from picket_duty.state import CHIEFS
from picket_duty.text import diary_entries
from tests.manual.evidence import N, T

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
    "from at least five instances, such as five attempts at a": lambda: diary_entries.CASES == 5,
    "follow the Navy's 1945 form: summary,": lambda: (
        [part.split(" ")[0] for part in PARTS]
        == ["Brief", "Preliminaries", "Chronological", "Ordnance", "Battle", "Damage", "Casualties", "Lessons"]
    ),
    "ship | stopping 15 planes in a day on which she was hit 3 times |": lambda: asks(
        "presidential-unit-citation", "ship", "day", shot_down=15, strikes=3
    ),
    "ship | stopping 14 planes in a day |": lambda: asks("navy-unit-commendation", "ship", "day", shot_down=14),
    "ship | serving on 3 days on which planes came; she gets another star for every 3 more such days": lambda: (
        asks("battle-star", "ship", "service", attacked=3) and AWARDS["battle-star"].again
    ),
    "| stopping 12 planes in a day on which the ship was hit 3 times |": lambda: (
        asks("navy-cross", "officer", "day", shot_down=12, strikes=3) and posts("navy-cross") == {"captain"}
    ),
    "| stopping 25 planes while in": lambda: asks("silver-star-captain", "officer", "service", shot_down=25),
    "| stopping 12 planes in a day |": lambda: asks("silver-star-gunnery", "officer", "day", shot_down=12),
    "officer | making 8 repairs in a day on which the ship was hit 4 times |": lambda: (
        asks("silver-star-damage-control", "officer", "day", strikes=4, jobs=8)
        and posts("silver-star-damage-control") == {"damage_control_officer", "engineering_officer"}
    ),
    "officer | making 15 repairs while in": lambda: asks("bronze-star-damage-control", "officer", "service", jobs=15),
    "| putting out 4 deck fires in a day on which 6 men were killed": lambda: (
        asks("bronze-star-chiefs", "officer", "day", fires_out=4, men_lost=6)
        and posts("bronze-star-chiefs") == set(CHIEFS.values())
        and AWARDS["bronze-star-chiefs"].foremost
    ),
    "in the post on 6 days on which": lambda: (
        asks("navy-commendation-xo", "officer", "service", attacked=6)
        and posts("navy-commendation-xo") == {"xo", "cpo"}
    ),
    "crew | stopping 4 planes in a day |": lambda: asks("navy-commendation-crew", "crew", "day", shot_down=4),
    "crew | stopping 3 planes, with or": lambda: (
        asks("ace-crew", "crew", "service", shot_down=N.ace_planes) and N.ace_planes == 3
    ),
    "captain | serving 20 fighting days in": lambda: asks("promotion-captain", "officer", "service", fighting_days=20),
    "officer | serving 15 fighting days in": lambda: asks(
        "promotion-commander", "officer", "service", fighting_days=15
    ),
    "control officers | serving 10 fighting days in the post |": lambda: asks(
        "promotion-lieutenant-commander", "officer", "service", fighting_days=10
    ),
    "and III | serving 10 fighting days in": lambda: (
        asks("promotion-warrant", "officer", "service", fighting_days=10)
        and posts("promotion-warrant") == {"cpo", "repair_one_chief", "repair_three_chief"}
    ),
    "was given in 10,000 games": counted_by_the_bench,
}
