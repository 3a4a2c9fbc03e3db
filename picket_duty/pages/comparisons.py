"""Both answers to a question side by side: a row for each effect, a column for each answer."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from picket_duty.book.ids import DECK_FIRE
from picket_duty.odds.prospects import SPECIAL_DIVE, Emergency, JobSides, Maneuvering, SpoiledAim
from picket_duty.pages.blocks import Block, Grid, Paragraph
from picket_duty.pages.fire_plan import chances_of
from picket_duty.requests import Choice
from picket_duty.rules.play import Play
from picket_duty.state import PLANE_DAMAGED, SHOT_DOWN, UNDAMAGED
from picket_duty.text import english, names

#: A chance that is not worth a row.
NEVER = english.percent(0.0)
#: The rows of a maneuver in their order.
ATTACKS = {
    UNDAMAGED: "dive, plane with 0 or 1 hit",
    PLANE_DAMAGED: "dive, plane with 2 hits",
    SHOT_DOWN: "dive, plane set afire",
    **names.WEAPONS,
    SPECIAL_DIVE: "dive after bomb or torpedo",
}
NO_RAID = "No raid can come today, so silent guns cost you nothing."

#: An effect with each answer: its name, with yes, with no.
Row = tuple[str, str, str]


class Comparison(msgspec.Struct, frozen=True):
    """What both answers lead to. ``about`` is what the rows are. ``yes`` and ``no`` say when each
    column holds: the column of no also holds if answer 1 is given but fails. ``note`` is a sentence
    below.
    """

    about: str
    yes: str
    no: str
    rows: tuple[Row, ...]
    note: str = ""


class Outcomes(msgspec.Struct, frozen=True):
    """What an emergency maneuver that spoils the aim leads to if it ``succeeds`` and if it
    ``fails``, and the course ``held``: rows of chances under ``headings``, and a ``note`` below.
    The other questions are a ``Comparison``.
    """

    headings: tuple[str, ...]
    succeeds: tuple[str, ...]
    fails: tuple[str, ...]
    held: tuple[str, ...]
    note: str


def outcomes_of(play: Play, expected: SpoiledAim) -> Outcomes:
    """The wave of each outcome in the columns of the fire plan, and what an attempt does to the
    planes and the mounts.
    """
    succeeds, fails, held = chances_of(play, [expected.succeeds, expected.fails, expected.held])
    rules = play.tables["rules"]
    guns = english.signed(rules.modifier("spoiled_aim").value)
    dives = english.signed(rules.modifier("hard_turn").value)
    note = (
        "Chance of a crash with the plan for the fewest hits and no fighters held back. Even if "
        f"the maneuver fails, the planes are less likely to hit ({dives}), and so are your guns ({guns})."
    )
    if expected.bearing:
        bearing = english.count(expected.bearing, "mount")
        note += f" Now {bearing} can fire, and {expected.directed} would lose a director bonus."
    if expected.dry.yes:
        tried = english.percent(expected.dry.yes)
        without = english.percent(expected.dry.no)
        note += (
            f" Chance of running out of fuel tonight: {tried} if you maneuver, {without} if not."
        )
    return Outcomes(
        headings=tuple(held),
        succeeds=(f"succeeds ({english.percent(expected.made)})", *succeeds.values()),
        fails=(f"fails ({english.percent(1.0 - expected.made)})", *fails.values()),
        held=tuple(held.values()),
        note=note,
    )


def outcome_blocks(choice: Choice, both: Outcomes) -> list[Block]:
    """The three outcomes below the answers that lead to them."""
    yes, no = (f"{number}  {option.text}" for number, option in enumerate(choice.options, 1))
    # Both outcomes of an attempt are below the answer, indented.
    tried = ((f"   {name}", *chances) for name, *chances in (both.succeeds, both.fails))
    rows = ((yes, *("" for _ in both.headings)), *tried, (no, *both.held))
    right = tuple(range(1, len(both.headings) + 1))
    return [Grid(("", *both.headings), rows, right=right), Paragraph(both.note)]


def compared(expected: Maneuvering | Emergency) -> Comparison:
    """Both answers in words."""
    if isinstance(expected, Maneuvering):
        return _maneuver(expected)
    # What matters most is read first, and needs no scrolling on a small screen.
    rows = [*_risks(expected), *_guns(expected), *_repairs(expected)]
    # An emergency is in force, and the question is whether it ends.
    if expected.granted is None:
        return Comparison(about="", yes="guns fire", no="guns silent", rows=tuple(rows))
    granted = english.percent(expected.granted)
    refused = english.percent(1.0 - expected.granted)
    quiet = not expected.planes and not expected.raid and not expected.must_leave
    return Comparison(
        about="in this round",
        yes=f"if granted ({granted})",
        no=f"or 1 refused ({refused})",
        rows=tuple(rows),
        note=NO_RAID if quiet else "",
    )


def comparison_blocks(choice: Choice, expected: Maneuvering | Emergency) -> list[Block]:
    """Both answers as a table with their numbers in its headings."""
    both = compared(expected)
    options = [f"{number}  {option.text}" for number, option in enumerate(choice.options, 1)]
    table = Grid((both.about, *options), (("", both.yes, both.no), *both.rows), right=(1, 2), gap=3)
    return [table, *([Paragraph(both.note)] if both.note else [])]


def _maneuver(expected: Maneuvering) -> Comparison:
    """The chance of each attack to hit, and of no fuel, if the maneuver succeeds or fails."""
    rows = []
    for name, attack in ATTACKS.items():
        if name in expected.hits:
            sides = expected.hits[name]
            rows.append((attack, english.percent(sides.yes), english.percent(sides.no)))
    if expected.dry.yes:
        tried = f"{english.percent(expected.dry.yes)} either way"
        rows.append(("no fuel left tonight", tried, english.percent(expected.dry.no)))
    made = english.percent(expected.made)
    fails = english.percent(1.0 - expected.made)
    return Comparison(
        about="chance to hit the ship",
        yes=f"if it succeeds ({made})",
        no=f"or 1 fails ({fails})",
        rows=possible(rows),
    )


def possible(rows: list[Row]) -> tuple[Row, ...]:
    """The rows in which something can happen."""
    return tuple(row for row in rows if row[1:] != (NEVER, NEVER))


def _repairs(expected: Emergency) -> Iterator[Row]:
    """A row for each fire, and one for all other jobs that can succeed."""
    others = []
    for each in expected.jobs:
        row = (_job(each), english.percent(each.done.yes), english.percent(each.done.no))
        if each.is_fire:
            yield row
        elif any(each.done):
            others.append((row, each.done))
    if len(others) == 1:
        ((row, _),) = others
        yield row
    elif others:
        yes = [done.yes for _, done in others]
        no = [done.no for _, done in others]
        yield f"each of {len(others)} other repairs", _range(yes), _range(no)


def _range(chances: list[float]) -> str:
    low = english.percent(min(chances))
    high = english.percent(max(chances))
    return low if low == high else f"{low.removesuffix('%')}-{high}"


def _job(each: JobSides) -> str:
    job = each.job
    if job.kind == DECK_FIRE:
        fire, _, _ = job.text.partition(",")
        return f"{names.room_words(fire)} out"
    what = names.room_words(job.text)
    return f"{what} fire out" if each.is_fire else f"{what} repaired"


def _risks(expected: Emergency) -> tuple[Row, ...]:
    """The chances that she sinks, and that she must leave, with each answer."""
    yes, no = expected.risk
    return possible(
        [
            ("ship sinks", english.percent(yes.sinks), english.percent(no.sinks)),
            (
                "ship must leave her station",
                english.percent(yes.leaves),
                english.percent(no.leaves),
            ),
        ]
    )


def _guns(expected: Emergency) -> Iterator[Row]:
    """What the guns do in the wave that the answer is about, and the hits expected of it: the
    present wave if an emergency may end, else the next one or the first of a raid that may come.
    """
    if not expected.planes:
        return
    hits = expected.hits
    planes = english.count(round(expected.planes), "plane")
    if expected.granted is None:
        these = "this plane" if round(expected.planes) == 1 else f"these {planes}"
        yield f"hits by {these}", f"{hits.yes:.2f}", f"{hits.no:.2f}"
    elif expected.raid:
        raid = f"if raided ({english.percent(expected.raid)}), {planes}"
        yield raid, f"guns silent, {hits.yes:.1f} hits", f"guns fire, {hits.no:.1f} hits"
    else:
        wave = f"next wave, {planes}"
        yield wave, f"guns silent, {hits.yes:.2f} hits", f"guns fire, {hits.no:.2f} hits"
