"""Hostile input and environments: one fast case of each kind; the long runs are in tools/fuzz."""
