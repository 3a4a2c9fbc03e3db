"""Figures: marks in one coordinate system, drawn as SVG, as PDF, or in the cells of a terminal."""
