"""Figures: marks and their back ends."""
