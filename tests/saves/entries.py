"""The entries of a save, and a save of other entries."""

import json

from picket_duty.saves import format


def contents_of(data):
    return [json.loads(line)[:-1] for line in data.decode().splitlines()]


def rebuilt(contents):
    """A save with these entries and correct checksums."""
    crc = 0
    lines = []
    for content in contents:
        line, crc = format.seal(content, crc)
        lines.append(line)
    return b"".join(lines)
