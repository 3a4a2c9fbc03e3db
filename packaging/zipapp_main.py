"""Starts the zipapp, or names the Python it needs. It must parse on every Python, Python 2
included.
"""

import sys

OLDEST = (3, 11)


def fault(version):
    """The error for a Python that is too old; empty for others."""
    if tuple(version[:2]) >= OLDEST:
        return ""
    versions = tuple(version[:2]) + OLDEST
    return "Python %d.%d is too old. Run this file with Python %d.%d or newer" % versions  # noqa: UP031


if __name__ == "__main__":
    if fault(sys.version_info):
        sys.stderr.write("picket-duty: " + fault(sys.version_info) + "\n")
        sys.exit(2)
    from _bootstrap import bootstrap

    bootstrap()
