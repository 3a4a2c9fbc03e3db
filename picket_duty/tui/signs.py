"""The signs of plot and panels: box and plot characters, or ASCII where the terminal shows nothing else."""

from __future__ import annotations

import os
from dataclasses import dataclass

ENVIRONMENT = "PICKET_DUTY_ASCII"


@dataclass(frozen=True)
class Signs:
    """Every sign a panel draws beside letters and digits. All are one cell wide."""

    ascii: bool
    rule: str
    mark: str
    to: str
    full: str
    empty: str
    hit: str
    clear: str
    box: str
    box_empty: str
    ring: str
    sea: str
    bow: str
    hull: str
    stern: str
    arcs: dict[str, str]
    compass: str
    on: str
    off: str
    dot: str
    split: str
    dash: str


UNICODE = Signs(
    ascii=False,
    rule="─",
    mark="►",
    to="→",
    full="█",
    empty="░",
    hit="●",
    clear="○",
    box="■",
    box_empty="□",
    ring="·",
    sea=" ",
    bow="▲",
    hull="█",
    stern="▀",
    arcs={"LMH": "■", "LM": "▄", "MH": "▀", "H": "▔", "M": "-", "L": "▁", "": "·"},
    compass="↙←↖↑↗→↘↓",
    on="✓",
    off=" ",
    dot="·",
    split="│",
    dash="–",
)
ASCII = Signs(
    ascii=True,
    rule="-",
    mark=">",
    to=">",
    full="#",
    empty=".",
    hit="*",
    clear="o",
    box="#",
    box_empty=".",
    ring=".",
    sea=" ",
    bow="^",
    hull="#",
    stern="V",
    arcs={"LMH": "#", "LM": "=", "MH": '"', "H": "'", "M": "-", "L": "_", "": "."},
    compass="/<\\^/>\\v",
    on="x",
    off=" ",
    dot=".",
    split="|",
    dash="-",
)


def signs_for(encoding: str | None) -> Signs:
    """The signs that an encoding can show; PICKET_DUTY_ASCII asks for the plain ones."""
    if os.environ.get(ENVIRONMENT):
        return ASCII
    every = "".join(
        "".join(value.values()) if isinstance(value, dict) else value
        for value in vars(UNICODE).values()
        if isinstance(value, str | dict)
    )
    try:
        every.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
