"""The screens of the companion games."""

#: How to play, in the help of these screens.
GUIDE = """\
On the practice island, you need no table: the map is on the screen, the computer rolls all dice and can play the \
other side. Any other game you play on your own table, with its map and counters: the program is the referee, keeps \
the records and looks up the charts. It asks you for what it cannot know: numbers on the map, decisions, and dice. \
Type the dice you rolled, or press Space to let the computer roll.

The score sheet is on the left, the question is at the top right, and the log is below it. Select an option by its \
number or with the arrow keys; Enter answers. To answer with a number or a label, type it and press Enter. The \
program saves every answer. Press u to undo the last answer.

On the practice island, a unit is at full strength or reduced. MF is a unit's movement. TEM is what the ground adds \
to the defense. AT is the attacker's total, DT the defender's. AP are losses to take. RP are points that restore \
units.

When only one player may look, the program hides the screen until that player shows it again."""
