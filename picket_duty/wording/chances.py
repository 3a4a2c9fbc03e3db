"""Chances of winning in words: what an order leads to, and how far it stands behind the best."""

from __future__ import annotations

from picket_duty.state import CAMPAIGN, Setup
from picket_duty.wording.stakes import percent

#: What makes up for no difference that could be told, in chances.
HALF_A_POINT = 0.005


def chance_words(setup: Setup, chance: float, low: float, high: float, draw: float = 0.0, lost: float = 0.0) -> str:
    """``keep the station 71% (66-76)``; of a campaign ``wins 63% (58-68), draws 8%, 6.4 ships lost``."""
    campaign = setup.kind == CAMPAIGN
    found = f"{'wins' if campaign else 'keep the station'} {percent(chance)} ({100 * low:.0f}-{100 * high:.0f})"
    if campaign and draw:
        found += f", draws {percent(draw)}"
    if campaign and lost:
        found += f", {lost:.1f} ships lost"
    return found


def afloat_words(lost: float) -> str:
    """What is left to hope for where a scenario's station is lost whatever is ordered: ``station lost, afloat 64%``."""
    return f"station lost, afloat {percent(1.0 - lost)}"


def behind_words(low: float, high: float) -> str:
    """How far an order stands behind the best, by its interval; empty where that cannot be told."""
    if low <= 0.0 or high < HALF_A_POINT:
        return ""
    first, last = max(1, round(100 * low)), max(1, round(100 * high))
    points = "1 point" if first == last == 1 else f"{first} points" if first == last else f"{first} to {last} points"
    return f"{points} behind"
