"""The screens of the companion games."""

#: How to play, in the help of these screens.
GUIDE = """\
Another game of the battle lies on your table, with its map and its counters; the program is the referee, clerk and \
chart book beside it. It asks for what it cannot know: numbers read off the map, decisions, and the dice, which you \
type or Space rolls.

At the left is what stands, at the top right what is asked, below it what was told. An option is chosen by its number \
or with the arrows; where a list has more than nine, its number waits for Enter. A number or a label is typed, then \
Enter. Every answer is saved; u takes the last one back.

Where one player has the table to himself, a cover lies over it until he uncovers it."""
