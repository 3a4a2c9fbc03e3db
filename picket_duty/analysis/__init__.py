"""Analysis of games: win probability, recommendations, reviews, baselines, and the worker processes for playouts."""
