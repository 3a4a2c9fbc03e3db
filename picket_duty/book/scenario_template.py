"""The template of a scenario: a playable file with a comment on every field."""

from __future__ import annotations

import json
import re

from picket_duty.book.limits import FIRST_DAY, LAST_DAY, LONGEST_NAME, STATIONS
from picket_duty.book.tables import Tables
from picket_duty.charts import ChartError
from picket_duty.state import PHASES

#: The text of the file; names in braces are placeholders.
TEXT = """\
# A scenario for Picket Duty. It is playable as it is. Change what you like, then:
#
#   picket-duty scenario check {file}
#   picket-duty play --scenario {slug} --tables {file}
#   picket-duty --tables {file}            (it is in the list of scenarios)
#
# Lines that begin with # are comments. Text in double quotes is one line; text in triple double quotes may have several
# lines, and \\ at the end of a line joins it to the next.

# Its number in the list, which must be unique: {number} is free.
number = {number}
# Its name in commands: letters, digits, dots and dashes.
slug = "{slug}"
# Its title.
title = {title}

# The ship, her hull number ("" for none) and her class: {classes}.
ship = {ship}
hull = {hull}
ship_class = "fletcher"

# Where and when: picket station {first_station} to {last_station}; a day from {first_day} to {last_day}.
# The date determines which raids may come and what support she has.
station = 1
date = {first_fight}
# The number of days, and the phases played each day, in this order: {phases}.
turns = 1
phases = [{all_phases}]

# true: every raid is a Kikusui, a mass raid (charts 22 and 22-1).
kikusui = false
# Optional rules that the player may choose. Rules for any game:
# {options}.
options = [{listed_options}]

# Shown before the first die.
background = \"\"\"
It is the morning of {first_fight_words}. The night was quiet, and nobody believes that the day will be. You command \\
{ship_plain}.\"\"\"

# Special rules in words, one per line. Only the fields of this file affect play.
special = [
  "The scenario lasts one turn.",
]

# The victory condition in words. It is always this one: afloat and on station after the last phase.
victory = \"\"\"
The US player wins if the ship is afloat and on station at the end of the last phase. Any other result is a \\
Japanese victory.\"\"\"

# What really happened, shown at the end.
history = \"\"\"
This battle was never fought.\"\"\"

# -- optional fields ------------------------------------------------------------
# Remove the # from a line to use it.

# Early relief: the id of a chart that gives it, with columns such as "Turn 1 Mid-day".
# relief = "scenario/7 relief"
# true: before each attack, a die shows whether she is stopped for survivors in the water.
# stopped = true
# true: no emergency maneuver.
# no_maneuver = true
# Who made it.
# credit = "Scenario design: your name"
"""


def slug_of(name: str) -> str:
    """The name of a scenario in commands: ``The Long Night`` becomes ``the-long-night``. Raises
    ChartError.
    """
    slug = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    if not re.search("[a-z]", slug):
        raise ChartError(f"the name {name[:80]!r} needs at least one letter from a to z")
    return slug


def new_scenario(name: str, file: str, tables: Tables) -> str:
    """The text of a new scenario of this name, to be written to ``file``. Raises ChartError."""
    name = name.strip()
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ChartError(
            f"the name {name[:80]!r} must have 1 to {LONGEST_NAME} printable characters"
        )
    slug = slug_of(name)
    if any(slug == scenario.slug for scenario in tables.scenarios.values()):
        raise ChartError(f"scenario {slug!r} already exists. Choose another name.")
    ship = tables.names.ships[0]
    options = [option.id for option in tables.options.values() if not option.special]
    fight = next(iter(tables.scenarios.values())).date
    return TEXT.format(
        file=file,
        slug=slug,
        number=max(tables.scenarios) + 1,
        title=_quoted(name),
        classes=", ".join(tables.ships),
        ship=_quoted(ship.name),
        hull=_quoted(ship.hull),
        ship_plain=ship.name,
        first_station=STATIONS[0],
        last_station=STATIONS[-1],
        first_day=FIRST_DAY,
        last_day=LAST_DAY,
        first_fight=fight,
        first_fight_words=f"{fight:%B} {fight.day}, {fight.year}",
        phases=", ".join(PHASES),
        all_phases=", ".join(map(_quoted, PHASES)),
        options=", ".join(options),
        listed_options=", ".join(map(_quoted, options)),
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
