"""What a scenario or a campaign is about, before it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from picket_duty.book import Tables
from picket_duty.book.data import CampaignData, ScenarioData
from picket_duty.pages.blocks import Block, Heading, Items, Paragraph, Space
from picket_duty.text.names import class_words, count, date_words
from picket_duty.text.styled_text import line, safe


def scenario_page(data: ScenarioData, tables: Tables) -> Iterator[Block]:
    """The situation of a scenario: its ship, date and length, how it is won, what happened, its special rules."""
    ship = tables.ships[data.ship_class]
    kind = class_words(ship.name, ship.class_name, data.ship)
    yield Heading(f"{data.number}  {data.title}", level=3)
    yield Paragraph(line((safe(f"{data.ship} {data.hull}".strip()), "strong"), safe(f", {kind}")))
    yield Paragraph(f"{date_words(data.date)}, picket station {data.station}")
    yield Paragraph(f"{count(data.turns, 'day')}: {', '.join(data.phases)}")
    rules = data.special
    for option in tables.options.values():
        # The setup page names options by their titles.
        rules = tuple(rule.replace(f"option {option.id}", f"option {option.title}") for rule in rules)
    yield from _text(data.victory, data.background, rules)
    if data.credit:
        yield Space()
        yield from _paragraphs(data.credit, "dim")


def campaign_page(data: CampaignData) -> Iterator[Block]:
    """What a campaign is about: its dates, how it is won, what happened, its special rules."""
    yield Heading(data.title, level=3)
    yield Paragraph(f"{date_words(data.start)} to {date_words(data.end)}")
    yield from _text(data.victory, data.background, data.special)


def _text(victory: str, background: str, rules: Iterable[str]) -> Iterator[Block]:
    for heading, text in (("Victory", victory), ("Background", background)):
        yield Heading(heading, level=3)
        yield from _paragraphs(text)
    yield Heading("Special rules", level=3)
    yield Items(tuple(rules))


def _paragraphs(text: str, style: str = "plain") -> Iterator[Block]:
    for part in text.strip().splitlines():
        yield Paragraph(line((safe(part), style))) if part.strip() else Space()
