"""The form of the gun mounts: hits, directors, aces and planes credited.

Places and sizes are in millimeters from the top left corner of the sheet, sizes of text in points
(``text_mark``). Marks of a row are placed from its bottom line ``y``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from picket_duty.book import Tables
from picket_duty.book.data import CaliberData, MountData
from picket_duty.figures.marks import Mark
from picket_duty.pages.form_parts import (
    A4,
    BOLD,
    BOXES_LOST,
    GAP,
    MARGIN,
    SIDE,
    SOFT,
    Subject,
    box_mark,
    box_row,
    boxes_of,
    heading_marks,
    hit_boxes,
    text_mark,
)

#: Boxes for planes credited to a mount; a higher number is written after the boxes.
KILLS = 10
#: Where the columns of boxes begin.
HITS_AT = 70
DIRECTOR_AT = 108
ACE_AT = 128
KILLS_AT = 138
#: Side of a box of hits, and of the box for an ace.
BOX = 5.2


def guns_form(subject: Subject) -> Iterator[Mark]:
    """The mounts aboard, a row each under a heading for their caliber."""
    y = 41.0
    aboard = [mount for mount in subject.data.mounts if mount.id in subject.ship.mounts]
    for kind, group in itertools.groupby(aboard, key=lambda mount: mount.kind):
        mounts = list(group)
        caliber = subject.tables.calibers[kind]
        has_directors = _has_directors(subject.tables, caliber)
        yield from _guns_heading(subject, caliber, mounts, y, has_directors)
        y += 7.5
        for mount in mounts:
            yield from _mount_row(subject, mount, y, has_directors)
            y += 8.6
        y += 6
    planes = subject.tables.numbers.ace_planes
    text = f"d: damaged; x: destroyed. A crew with {planes} planes is an ace crew (advanced game)."
    yield text_mark(MARGIN, y, text, 7, SOFT)


def _guns_heading(
    subject: Subject,
    caliber: CaliberData,
    mounts: Sequence[MountData],
    y: float,
    has_directors: bool,
) -> Iterator[Mark]:
    yield from heading_marks(MARGIN, y, A4[0] - 2 * MARGIN, f"{caliber.name} guns")
    full = max(hit_boxes(subject.tables, mount) for mount in mounts)
    needed = "Hit: destroyed" if full == 1 else f"Hits ({full}: destroyed)"
    yield text_mark(HITS_AT, y - 0.3, needed, 6.5, SOFT)
    yield text_mark(DIRECTOR_AT, y - 0.3, "Director" if has_directors else "", 6.5, SOFT)
    yield text_mark(ACE_AT, y - 0.3, "Ace", 6.5, SOFT)
    yield text_mark(KILLS_AT, y - 0.3, "Planes credited", 6.5, SOFT)


def _has_directors(tables: Tables, caliber: CaliberData) -> bool:
    """Whether each mount of a caliber has its own director: if none is shared, and if it gives a
    bonus (chart 9-1).
    """
    if caliber.director:
        return False
    levels = tables[caliber.chart].columns
    return any(tables["9-1"].entry(caliber.bonus, level)["bonus"] for level in levels)


def _mount_row(subject: Subject, mount: MountData, y: float, has_directors: bool) -> Iterator[Mark]:
    now = subject.ship.mounts[mount.id]
    full, hits, _ = boxes_of(subject, mount.id)
    yield text_mark(MARGIN, y - 1.2, mount.name, 9, BOLD)
    yield text_mark(MARGIN + 34, y - 1.2, mount.section, 7.5, SOFT)
    yield from box_row(HITS_AT, y, full, hits, BOX)
    if has_directors:
        yield from box_row(DIRECTOR_AT, y, 2, BOXES_LOST[now.director], BOX, heads="dx")
    yield box_mark(ACE_AT, y - BOX, BOX, BOX, crossed=now.ace)
    yield from box_row(KILLS_AT, y, KILLS, now.kills)
    if now.kills > KILLS:
        end = KILLS_AT + KILLS * (SIDE + GAP)
        yield text_mark(end + 1, y - 1, str(now.kills), 8, BOLD)
