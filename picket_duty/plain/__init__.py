"""The game in lines of text: the line mode and the referee."""
