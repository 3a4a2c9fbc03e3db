"""Companion games: their charts against a second reading, their contract, their commands."""
