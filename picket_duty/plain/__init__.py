"""Plain mode and referee mode: the game as plain text, on one prompt loop."""
