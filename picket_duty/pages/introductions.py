"""What a scenario or a campaign is about, for a player who has not chosen it yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from picket_duty.book import Tables
from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.pages.blocks import Block, Heading, Items, Paragraph, Space, paragraphs_of, styled
from picket_duty.text import dates, english, names
from picket_duty.text.styled_text import line, safe


def scenario_page(data: ScenarioData, tables: Tables) -> Iterator[Block]:
    """The situation of a scenario: its ship, date and length, how it is won, what happened, its
    special rules.
    """
    ship = tables.ships[data.ship_class]
    kind = names.class_words(ship.name, ship.class_name, data.ship)
    yield Heading(f"{data.number}  {data.title}", level=3)
    yield Paragraph(line((safe(f"{data.ship} {data.hull}".strip()), "strong"), safe(f", {kind}")))
    yield Paragraph(f"{dates.date_words(data.date)}, picket station {data.station}")
    yield Paragraph(f"{english.count(data.turns, 'day')}: {', '.join(data.phases)}")
    rules = data.special
    for option in tables.options.values():
        # The setup page names options by their titles.
        rules = tuple(
            rule.replace(f"option {option.id}", f"option {option.title}") for rule in rules
        )
    yield from _introduction_blocks(data.victory, data.background, rules)
    if data.credit:
        yield Space()
        yield from map(styled, data.credit.strip().splitlines())


def campaign_page(data: CampaignData) -> Iterator[Block]:
    """What a campaign is about: its dates, how it is won, what happened, its special rules."""
    yield Heading(data.title, level=3)
    yield Paragraph(f"{dates.date_words(data.start)} to {dates.date_words(data.end)}")
    yield from _introduction_blocks(data.victory, data.background, data.special)


def _introduction_blocks(victory: str, background: str, rules: Iterable[str]) -> Iterator[Block]:
    for heading, text in (("Victory", victory), ("Background", background)):
        yield Heading(heading, level=3)
        yield from paragraphs_of(text)
    yield Heading("Special rules", level=3)
    yield Items(tuple(rules))
