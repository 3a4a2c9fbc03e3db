"""Exact chances, made from the same rolls and charts that the game plays with."""
