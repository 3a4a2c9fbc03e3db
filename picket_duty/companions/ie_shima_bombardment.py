"""A bombardment of an Area of a tracked board (12.0)."""

from __future__ import annotations

from copy import deepcopy

from picket_duty.charts.lookups import total_of
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import OTHER, IslandBoard, area_words
from picket_duty.companions.ie_shima_losses import absorb, room_for_points
from picket_duty.companions.ie_shima_picks import pick
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_reports import losses_words, settle
from picket_duty.companions.table import Procedure
from picket_duty.requests import Option
from picket_duty.text.english import count, percent, title_case


def bombardment_targets(board: IslandBoard, side: str, marker: str) -> list[str]:
    """The Areas that a marker may bombard: with an enemy; no contested urban one from the sea (12.2
    to 12.4).
    """
    areas = [area for area in board.areas if board.at(area, OTHER[side])]
    if marker != combat.NAVAL:
        return areas
    return [area for area in areas if not (board.areas[area].urban and board.is_contested(area))]


def bombardment_on_board(play: IslandPlay, half: combat.Half, marker: str) -> Procedure[None]:
    """Bombard an Area with a marker; the Primary Target takes the first point (12.5)."""
    board = play.board
    before = deepcopy(play.state)
    areas = bombardment_targets(board, half.side, marker)
    area = areas[0]
    if len(areas) > 1:
        options = [Option(area, target_words(play, half.side, marker, area)) for area in areas]
        area = yield from play.choose("target", *options)
    primary = yield from pick(play, "primary", board.at(area, OTHER[half.side]))
    assert primary is not None
    factor = yield from combat.attack_factor(play, half.side, marker)
    site = combat.site_of(play, area)
    lost = yield from combat.roll_bombardment(play, half, site, factor)
    yield from absorb(play, primary, lost)
    settle(play)
    words = f"{marker} at Area {area}, {lost or 'no'} AP"
    # The computer's plan already says who bombards.
    if not play.computer_plan:
        words = f"{half.side.capitalize()} bombardment: {words}"
    play.announce(f"{title_case(words)}{losses_words(board, before)}")


def target_words(play: IslandPlay, side: str, marker: str, area: str) -> str:
    """An Area as text; in a practice game with its enemies, and what a marker brings there
    (12.5).
    """
    factor = combat.factor_of(play, side, marker)
    if factor is None or not play.has_practice_aids:
        return area_words(area)
    site = combat.site_of(play, area)
    ground = {"area_tem": site.tem, "rubble": site.rubble}
    lead = factor - total_of(play.tables.sum_chart("defence"), ground)
    enemies = play.board.at(area, OTHER[side])
    most = room_for_points(play, area, OTHER[side])
    lost = []
    for margin in combat.dr_margins(play):
        points = combat.bombardment_points(play, lead + margin)
        lost.append(min(most, points))
    chance = sum(points > 0 for points in lost) / len(lost)
    mean = sum(lost) / len(lost)
    return (
        f"{area_words(area)}: {count(len(enemies), 'unit')}, hit {percent(chance)}, "
        f"average {mean:.1f} AP"
    )
