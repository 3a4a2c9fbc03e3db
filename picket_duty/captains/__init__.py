"""Autopilot captains: each answers choices by looking at the game."""
