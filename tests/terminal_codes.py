"""What the program writes to switch a terminal's modes on and off."""

ALTERNATE_ON = b"\x1b[?1049h"
ALTERNATE_OFF = b"\x1b[?1049l"

MOUSE_ON = b"\x1b[?1000h"
MOUSE_OFF = b"\x1b[?1000l"

CURSOR_ON = b"\x1b[?25h"
