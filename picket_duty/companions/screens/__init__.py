"""The screens of the companion games."""

#: How to play, in the help of these screens.
GUIDE = """\
You play another board game on your own table, with its map and counters. The program is the referee, the record \
keeper and the chart book. It asks for what it cannot know: numbers on the map, decisions, and dice. Type the dice you \
rolled, or press Space to let the computer roll.

The score sheet is on the left, the question at the top right, and the log below it. Choose an option by its number or \
with the arrows. If there are ten or more, type the number and press Enter. To answer with a number or a label, type \
it and press Enter. Every answer is saved. Press u to undo the last answer.

When only one player may look, the table is covered until that player uncovers it."""
