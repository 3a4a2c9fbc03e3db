"""Honours and diaries as lines: the page of a day's honours, a ship's diary without or with her action reports."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from picket_duty.reports.war_diary import Diary, report_blocks, ship_blocks
from picket_duty.state import Ship
from picket_duty.text.awards import Honour, honour_words
from picket_duty.text.names import date_words
from picket_duty.tui.ending import page_lines
from picket_duty.tui.lines import Line, line, safe, wrap

#: The signs of an honour and of a promotion.
HONOUR, PROMOTION = "*", "^"


def honours_lines(honours: Sequence[Honour], date: str, width: int) -> list[Line]:
    """The honours of a day, those of each ship under her name."""
    day = date_words(datetime.date.fromisoformat(date))
    lines = [line((f"{day}: honours", "title"))]
    for ship in dict.fromkeys(honour.ship for honour in honours):
        lines += [[], line((safe(ship), "strong"))]
        for honour in honours:
            if honour.ship == ship:
                sign = PROMOTION if honour.promotion else HONOUR
                lines += wrap(line((f"  {sign} ", "good"), safe(honour_words(honour))), width, 4)
    return lines


def diary_lines(diary: Diary, ship: Ship, reports: bool, width: int) -> list[Line]:
    """The diary of a ship, or her action reports."""
    return page_lines(report_blocks(diary, ship) if reports else ship_blocks(diary, ship), width)
