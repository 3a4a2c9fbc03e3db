"""The screens of the companion games."""

#: The section of the manual, and how to play, in the help of these screens.
SECTION = "companion games"
GUIDE = """\
You can play on the practice island without a board game: the map is on the screen, and the computer rolls all dice. \
It can also play the other side. Play the other companion games on your own table, with the printed map and counters. \
The program is the referee: it keeps the records and looks up the charts. It asks you for everything that it cannot \
know, such as numbers on the map, your decisions, and your dice. Type the dice you rolled, or press Space to let the \
computer roll.

The map or the score sheet is on the left, the question is at the top right, and the log is below it. Select an \
option by its number or with the arrow keys, and press Enter. To answer with a number or a label, type it and press \
Enter. The program saves every answer. Press u to undo the last answer.

On the practice island, a unit is at full strength or reduced. MF is a unit's movement. TEM is what the ground adds \
to the defense. AT is the attacker's total, and DT is the defender's total. AP are losses that a side must take. RP \
are points that restore units.

When only one player may look, the program hides the screen until that player reveals it."""
