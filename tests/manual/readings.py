"""The rows of the Designer's readings that have keys, each a value of the tables."""

import re

from picket_duty import manual

KEYED = re.compile(r"^\| [RSC] \|(?:.*\|)? (?P<value>[^|]+) \| (?P<keys>`[^|]+`) \|$", re.MULTILINE)


def quoted():
    """The key and value of every keyed row."""
    for row in KEYED.finditer(manual.page("readings")):
        for key in re.findall(r"`([^`]+)`", row["keys"]):
            yield key, row["value"].strip()
