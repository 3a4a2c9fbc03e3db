"""Cards over the board: officers killed, and days without damage."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.pages.blocks import Block, Paragraph, Space, styled
from picket_duty.state import CAMPAIGN, DayRecord, State
from picket_duty.text import dates, english
from picket_duty.text.campaign_progress import days_done_words
from picket_duty.text.status import Succession, met_words


def killed_card(killed: Sequence[Succession]) -> list[Block]:
    """The card of officers and chiefs who were killed: who takes over, and what changes."""
    blocks: list[Block] = []
    for loss in killed:
        blocks += [
            Space(),
            styled(loss.title.upper(), "bad"),
            styled(dates.label_words(loss.phase)),
            Paragraph(english.sentence(loss.then)),
            styled(loss.change),
        ]
    # No space before the first.
    return blocks[1:]


def quiet_card(days: Sequence[DayRecord], state: State) -> list[Block]:
    """The card of days without damage: the planes met, the ship after them, and what is left of the
    campaign.
    """
    end = days[-1]
    what = "QUIET DAYS"
    met = "no enemy aircraft"
    if any(day.planes for day in days):
        what = "DAYS WITHOUT DAMAGE"
        met = met_words(*days)
    span = f"{dates.short_date(days[0].date)} to {dates.short_date(end.date)}"
    morale = english.signed(end.morale)
    tracks = f"Hull {end.hull}, fuel {end.fuel}, ammunition {end.ammunition}, morale {morale}."
    blocks: list[Block] = [
        styled(f"{len(days)} {what}, {span}", "title"),
        Paragraph(f"{end.ship}, station {end.station}: {met}."),
        Paragraph(tracks),
    ]
    if state.setup.kind == CAMPAIGN:
        blocks.append(styled(f"{days_done_words(state)}.", "strong"))
    return blocks
