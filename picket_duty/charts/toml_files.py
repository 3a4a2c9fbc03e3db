"""Reading of TOML and text files of limited size, and the digest of files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from picket_duty.bounded import UnboundedError, read_file
from picket_duty.charts import parsed
from picket_duty.charts.errors import ChartError

#: Largest size of a file in bytes: twenty times the longest printed chart, and still fast to read.
LARGEST_FILE = 262_144
#: Deepest nesting of a file: ten times that of a list of effects in a row in a list.
DEEPEST = 40
#: A part of a dotted key with its dot.
KEY_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')[ \t]*\.[ \t]*"""
#: A dotted key of more parts than ``DEEPEST``, which would take tomllib seconds to read: at the
#: start of a line, after the brackets of a table's name, or inside an inline table.
DEEP_KEY = rf"(?:^[ \t]*\[?\[?|[{{,])[ \t]*(?:{KEY_PART}){{{DEEPEST}}}"
#: TOML allows 64-bit integers, but tomllib accepts larger ones.
LARGEST_NUMBER = 2**63
#: A message of tomllib: what is wrong, and the line, left out at the end of the file.
TOML_FAULT = r"(.+) \(at (?:line (\d+), column \d+|end of document)\)"
#: What is probably missing, by the message of tomllib.
TOML_SLIPS = {
    r"Illegal character '\n'": 'a quotation mark (") is probably missing at the end of the string',
    "Invalid value": 'a value, or the quotation marks (") around a string, are probably missing',
    "Expected '=' after a key in a key/value pair": "an equals sign (=) is probably missing after the name",
    "Expected newline or end of document after a statement": 'quotation marks (") are probably missing around a string',
    "Invalid initial character for a key part": "a name or a closing brace (}) is probably missing",
    "Unclosed inline table": "a comma, a closing brace (}) or the quotation marks around a string are probably missing",
    "Unclosed array": "a comma or a closing bracket (]) is probably missing, here or on the line before",
    "Expected ']' at the end of a table declaration": "a closing bracket (]) is probably missing",
    "Expected ']]' at the end of an array declaration": "two closing brackets (]]) are probably missing",
    "Unterminated string": 'quotation marks (""") are probably missing at the end of a string',
    "Cannot overwrite a value": "the name is given twice",
    "Invalid hex value": r"write each backslash in a string twice (\\)",
    r"Unescaped '\' in a string": r"write each backslash in a string twice (\\)",
}
#: The same for a message at the end of the file.
END_OF_FILE = "the file ends early; a closing bracket (]) or a value is probably missing"
#: Most characters of a line that a message repeats.
LONGEST_LINE = 60


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file, from the parsed copy if that has it. Raises ChartError with the file
    name.
    """
    try:
        text = read_text(path)
        data = parsed.find(text)
        return parse_toml(text) if data is None else data
    except (OSError, UnicodeDecodeError, ChartError) as error:
        raise ChartError(f"{path}: {error}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises ChartError, also for deep nesting or large numbers."""
    # Imported only here: if the parsed copy has every file, nothing is parsed.
    import tomllib

    # Counting dots first avoids searching, and compiling the pattern, for every ordinary file.
    is_deep = any(
        line.count(".") >= DEEPEST and re.search(DEEP_KEY, line) for line in text.split("\n")
    )
    try:
        data = None if is_deep else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChartError(toml_fault(str(error), text)) from None
    except (RecursionError, ValueError, OverflowError):
        data = None
    if data is None or not _is_sane(data):
        raise ChartError("the nesting is too deep, or a number is too large")
    return data


def _is_sane(data: Any) -> bool:
    """Whether data is nested no deeper than ``DEEPEST`` and its integers fit 64 bits."""
    level = [data]
    for _ in range(DEEPEST):
        if any(type(value) is int and abs(value) >= LARGEST_NUMBER for value in level):
            return False
        inside: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        level = inside
    return not level


def toml_fault(message: str, text: str) -> str:
    """The line of a mistake in a TOML text, what is probably missing there, and the start of the
    line.
    """
    parts = re.fullmatch(TOML_FAULT, message)
    if parts is None:
        return message
    lines = text.rstrip("\n").split("\n")
    what = parts[1]
    number = int(parts[2] or len(lines))
    if not parts[2] and what in ("Invalid value", "Unclosed array"):
        return f"line {number}: {END_OF_FILE}"
    line = lines[number - 1].strip() if number <= len(lines) else ""
    line = f"{line[:LONGEST_LINE]} ..." if len(line) > LONGEST_LINE else line
    return f"line {number}: {TOML_SLIPS.get(what, what)}: {line}"


def read_text(path: Path) -> str:
    """The text of a regular file of limited size. Raises ChartError, OSError or
    UnicodeDecodeError.
    """
    try:
        data = read_file(path, LARGEST_FILE)
    except UnboundedError as error:
        raise ChartError(error.strerror) from None
    return data.decode("utf-8").replace("\r\n", "\n")


def digest_of(files: Iterable[tuple[str, Path]]) -> str:
    """A short hash of files and the names given with them. The kind of line ends does not count."""
    import hashlib

    summed = hashlib.blake2b(digest_size=8)
    for name, path in files:
        data = read_file(path, LARGEST_FILE).replace(b"\r\n", b"\n")
        summed.update(b"%b\0%b\0" % (name.encode(), data))
    return summed.hexdigest()
