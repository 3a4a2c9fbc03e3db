"""Companions: other games of the battle, what their texts hold and what they lack. Each is a folder of data."""

from picket_duty.companions.answers import answer
from picket_duty.companions.registry import Companion, companion, companion_names

__all__ = ["Companion", "answer", "companion", "companion_names"]
