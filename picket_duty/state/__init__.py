"""What is: ship, sky, calendar. Plain structs; the rules change them."""

from picket_duty.state.air import DAMAGED as PLANE_DAMAGED
from picket_duty.state.air import GONE, REMOVED, SHOT_DOWN, UNDAMAGED, Air, Plane
from picket_duty.state.game import (
    ADVANCED,
    BASIC,
    DRAW,
    JAPANESE_WIN,
    PHASES,
    RECORD,
    US_WIN,
    DayRecord,
    Records,
    Setup,
    State,
)
from picket_duty.state.ship import (
    CHIEFS,
    DAMAGED,
    DESTROYED,
    POSTS,
    SECTIONS,
    WORKING,
    Compartment,
    Fallen,
    Flood,
    Mount,
    Officer,
    Ship,
)

__all__ = [
    "ADVANCED", "BASIC", "CHIEFS", "DAMAGED", "DESTROYED", "DRAW", "GONE", "JAPANESE_WIN", "PHASES", "PLANE_DAMAGED",
    "POSTS", "RECORD", "REMOVED", "SECTIONS", "SHOT_DOWN", "UNDAMAGED", "US_WIN", "WORKING",
    "Air", "Compartment", "DayRecord", "Fallen", "Flood", "Mount", "Officer", "Plane", "Records",
    "Setup", "Ship", "State",
]
