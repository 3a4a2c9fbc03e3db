"""Many games without a player: results with intervals, chart coverage, calibration, luck and what-if."""
