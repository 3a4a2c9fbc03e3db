"""Victory at Ie Shima: Victory Points, Automatic Victory, the end of the game (17.0)."""

from __future__ import annotations

import datetime

from picket_duty.charts.kinds import computed
from picket_duty.charts.spans import numbers_in
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import OVER
from picket_duty.state import US_WIN
from picket_duty.text.english import signed


def ends_with_every_area(play: IslandPlay) -> bool:
    """End the game if every Area has an American marker: an Automatic Victory (17.1). Returns whether
    it has ended.
    """
    if any(play.controls(area) == JAPANESE for area in range(1, play.tables.limit("areas") + 1)):
        return False
    finish(play, US_WIN, "all Areas are American (17.1)")
    return True


def finish(play: IslandPlay, result: str, why: str) -> None:
    """End the game."""
    play.state.step = OVER
    play.state.outcome = result
    winner = AMERICAN if result == US_WIN else JAPANESE
    play.say(f"{combat.SIDES[winner]} has won: {why}", head=True)


def victory_words(play: IslandPlay) -> str:
    """The Victory Points of a practice game with their parts; empty in other games."""
    if not (play.has_practice_aids and play.state.keeps_board):
        return ""
    total = points_on_board(play)
    lost = play.board.american_losses()
    losses = points_for_losses(play, lost)
    areas = f"{total}: {signed(total - losses)} for Areas, {signed(losses)} for losses"
    return f"{areas} (units lost or reduced: {lost})"


def report_points(play: IslandPlay, before: str) -> None:
    """Report the Victory Points of a practice game if they have changed since ``before``, or in any
    case if that is empty.
    """
    # The number of units lost, in parentheses, does not count as a change.
    now = victory_words(play)
    if now.partition(" (")[0] != before.partition(" (")[0]:
        play.say(f"Points {now}")


def points_on_board(play: IslandPlay) -> int:
    """The American Victory Points on a tracked board: both hills contested and controlled, losses
    (17.2, 17.2.1).
    """
    board = play.board
    numbers = play.tables.numbers
    hills = [str(numbers[name]) for name in ("contested_area", "contested_area_too")]
    contested = all(board.is_contested(area) and board.controls(area) == JAPANESE for area in hills)
    return victory_points(play, contested, board.american_losses())


def victory_points(play: IslandPlay, contested: bool, lost: int) -> int:
    """The American Victory Points, for hills contested and units lost (17.2)."""
    total = points_for_losses(play, lost)
    total += play.tables.find_fields("victory", contested_15_and_16=contested)["points"]
    for area in range(1, play.tables.limit("areas") + 1):
        row = play.tables.find_fields("victory", area=area)
        # An Area that scores on one day only may have changed hands since.
        is_held = play.state.first_day_point if row["only"] else play.controls(area) == AMERICAN
        total += row["points"] if is_held else 0
    return int(total)


def points_for_losses(play: IslandPlay, lost: int) -> int:
    """The Victory Points, zero or less, for American units reduced or eliminated (17.2)."""
    row = play.tables.find_fields("victory", american_units_reduced_or_eliminated=lost)
    return int(computed(row["points"], lost))


def goal_words(play: IslandPlay) -> str:
    """What the American player needs in the basic game, and which Areas give it (17.2)."""
    goals = []
    for row in play.tables.keyed_chart("victory").rows:
        if "area" in row.key_values and row.fields["points"]:
            only = row.fields.get("only")
            day = f" on {datetime.date.fromisoformat(only):%B %d}" if only else ""
            goals.append(
                f"{row.fields['points']} for {span_words(str(row.key_values['area']))}{day}"
            )
    days = play.tables.limit("turns_basic")
    needed = play.tables.limit("victory_points_to_win")
    return (
        f"American goal: {needed} Victory Points at the end of day {days} ({', '.join(goals)}). "
        f"Losses cost points."
    )


def span_words(span: str) -> str:
    """The Areas of a range of numbers, as text."""
    first, *others = numbers_in(span)
    if not others:
        return f"Area {first}"
    return f"each of Areas {first} {'to' if others[1:] else 'and'} {others[-1]}"
