"""The pages of the list of games: a companion game, the practice island, a save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import international_team_pieces as international_team
from picket_duty.companions.companion import Companion
from picket_duty.pages.blocks import Block, Heading, Items, Paragraph, Space
from picket_duty.text.english import count
from picket_duty.text.styled_text import line, safe

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Short names of the games, because titles are long.
SHORT = {
    "ie-shima": "Ie Shima",
    "international-team": "International Team",
    "island-war-1975": "Island War 1975",
    "island-war-2008": "Island War 2008",
}


def game_page(game: Companion) -> list[Block]:
    """A game: its publisher, what the program offers, what its rulebook lacks and why, what can be
    typed in.
    """
    file = game.description
    edition = safe(f"{file.publisher}; {file.edition}")
    lacks = [line((safe(lack.what), "strong"), f": {safe(lack.reason)}") for lack in game.lacks]
    blocks: list[Block] = [
        Heading(f"{game.name}  {file.title}", level=4),
        Paragraph(line((edition, "dim"))),
        Heading("What the program offers", level=4),
        Items(file.can),
        Heading("Charts", level=4),
        Paragraph(", ".join(game.chart_ids())),
        Heading("Missing data", level=4),
        Items(tuple(lacks)),
    ]
    if file.forms:
        forms = []
        for form in file.forms:
            command = f"picket-duty games fill {game.name} {form.table}"
            forms.append(line(f"{safe(form.title)}: ", (command, "key")))
        blocks.append(Heading("Data that you can enter from your copy of the game", level=4))
        blocks.append(Items(tuple(forms)))
    return blocks


def practice_page(game: Companion) -> list[Block]:
    """What the practice island is, how long a game takes, and how it is won."""
    days = game.limit("turns_basic")
    needed = game.limit("victory_points_to_win")
    texts = (
        f"Try the rules of {safe(game.description.title)} without owning the game. The island is "
        f"invented: its map, "
        "borders and values are not those of the printed game.",
        f"The American player lands from boats and takes Areas, and wins with {needed} points "
        f"at the end of day {days}. The Japanese player holds the hills and the town.",
        "Each side in turn attacks from one Area, bombards, regroups or passes, until the sun "
        "sets. The "
        "computer rolls all dice. A game takes about half an hour; it is saved after every answer.",
        "You begin with the basic game. On any of your turns, you can switch to the advanced "
        "or extended game, "
        "or add historical figures or a bid.",
    )
    return [
        Heading("Practice island", level=4),
        *(block for text in texts for block in (Paragraph(text), Space())),
    ]


def save_page(save: SaveInfo) -> list[Block]:
    """A save: its name, its game and progress, and when it was played; or why it cannot be read."""
    blocks: list[Block] = [Heading(save.name, level=4), Space()]
    if save.setup is None:
        return [*blocks, Paragraph(line((f"Cannot be read: {safe(save.short_trouble)}", "bad")))]
    name = SHORT.get(save.setup.name, safe(save.setup.name))
    progress = "finished" if save.over else safe(save.label)
    blocks.append(Paragraph(line((name, "strong"), f": {progress}")))
    if international_team.UMPIRE in save.setup.options:
        blocks.append(Paragraph("The umpire records the hidden pieces"))
    if island.PRACTICE in save.setup.options:
        blocks.append(Paragraph(f"Played on the {island.INVENTED}"))
    played = f"{count(save.answers, 'answer')}, played {save.modified:%b %d %H:%M}"
    return [*blocks, Paragraph(line((played, "dim")))]
