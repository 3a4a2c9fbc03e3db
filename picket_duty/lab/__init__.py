"""Work over many games: batch simulation, calibration, cluster, fitted weights, the environment for learners."""
