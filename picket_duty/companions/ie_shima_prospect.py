"""What a question in a game of Ie Shima concerns, a chart; and what an answer does: an Area, its
units, the chances of an attack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import Unit
from picket_duty.companions.ie_shima_orders import attackers_of
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.score_sheets import Row, titled_rows
from picket_duty.pages.blocks import Block, Paragraph
from picket_duty.requests import Choice
from picket_duty.text.english import count

#: The charts that answer questions, each with the ids of its questions.
CHARTS = {
    "sunset": ("american impulse", "japanese impulse"),
    "movement": ("order", "act", "alone", "move", "regroup order", "regroup", "regroup to"),
    "bombardment": ("marker", "target", "primary"),
    "attack": ("leads", "joins"),
    "defence": ("leads defence",),
    "attrition": ("loss",),
    "retreat": ("retreats to", "leaves"),
    "reinforcements": ("returns", "spend return"),
    "replacements": ("refit", "flips too", "spend points"),
    "support/artillery": ("artillery",),
    "support/tank": ("tank",),
    "support/satchel": ("satchel",),
}


def chart_of_question(play: IslandPlay, about: str) -> tuple[str, int | None]:
    """The chart for a question (empty if it has none), and the difference it is about (None if
    about no roll).
    """
    if about == "spend reroll":
        return play.last_attack
    return next((chart for chart, questions in CHARTS.items() if about in questions), ""), None


def prospect(play: IslandPlay, choice: Choice, value: str) -> list[Block]:
    """What an answer concerns: an Area with its units and their values, and the chances of an
    attack or a reroll.
    """
    if choice.about == "spend reroll":
        return [Paragraph(f"Chances if you reroll: {play.chances}")]
    board = play.board
    unit = board.units.get(value)
    place = board.place(unit) if unit else area_of_answer(value) or value
    title = island.area_words(place)
    if place in board.areas:
        ground = board.areas[place]
        terrain = "urban" if ground.urban else "clear"
        title += f": {terrain}, TEM +{ground.tem}"
        if worth := board.points(place):
            title += f", {count(worth, 'point')}"
    elif place not in board.places():
        return []
    rows = list(_units_by_value(board, place))
    if units := attackers_of(play, choice.about, value):
        rows += _attack_rows(play, units, place, unit)
    return [titled_rows(title, rows or [("", "no units")])]


def _units_by_value(board: island.IslandBoard, place: str) -> Iterator[Row]:
    """The units of each side in a place, the strongest first."""
    for side in (island.AMERICAN, island.JAPANESE):
        values: dict[int, list[str]] = {}
        for unit in sorted(board.at(place, side), key=board.value, reverse=True):
            label = unit.name
            if board.is_reduced(unit):
                label += island.REDUCED
            values.setdefault(board.value(unit), []).append(label)
        texts = []
        for number, names in values.items():
            texts.append(f"{island.units_words(names)}: Combat Value {number}")
        if texts:
            yield side.capitalize(), "; ".join(texts)


def _attack_rows(play: IslandPlay, units: list[Unit], area: str, lead: Unit | None) -> list[Row]:
    """The values and the odds of an attack, and what it costs."""
    attack, defence = combat.attack_values(play, units, area, lead)
    shares = combat.attack_odds(play, units, area, lead).shares()
    dice = count(len(play.tables["combat"].die("DR").faces), "die", "dice")
    chances = ", ".join(f"{result} {share}" for result, share in shares.items())
    reduced = f"all {len(units)}" if len(units) > 1 else "1"
    return [
        ("Attack", f"{attack} + {dice} against {defence} + {dice}: {chances}"),
        ("Cost", f"your lead unit is reduced; a repulse reduces {reduced}"),
    ]


def area_of_answer(value: str) -> str:
    """The number of the Area that an answer concerns: 3 in ``3``, ``attack 3`` or ``5 > 3``. Empty
    for none, such as a unit (``1/306 A``).
    """
    area = re.search(r"(?:^|[> ])(\d+)$", value)
    return area[1] if area and "/" not in value else ""
