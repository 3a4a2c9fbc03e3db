"""The standard streams as every command finds them: there even where they were closed, never failing on a sign."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

STREAMS = ("stdin", "stdout", "stderr")


def settle_streams() -> None:
    """Fill the place of a stream that was closed, so that no save is opened there; replace what one cannot write."""
    for number, name in enumerate(STREAMS):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115
        elif number:
            _replace_signs(getattr(sys, name))


def forget_output() -> None:
    """The reader has gone, or takes no more: let nothing be written, not even at the end of the process."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _replace_signs(stream: Any) -> None:
    """What a stream has no sign for is replaced, never a fault."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        stream.reconfigure(errors="replace")
