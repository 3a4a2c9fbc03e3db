"""Analysis of games: win probability, recommendations, reviews, and the worker processes for
playouts.
"""
