"""Help: the keys of the screen below, and how to play in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import ActiveBinding

from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line, Span, fit, line, paragraphs, wrap
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.widgets.bars import KEY_NAMES

#: The keys of each binding, and what it does.
Keys = list[tuple[str, str]]

GUIDE = """\
You are the captain of a destroyer on radar picket duty off Okinawa, spring 1945. A turn is a day of three phases: \
morning and midday are day, evening is night. In each phase the charts say what the weather does, which fighters are \
overhead, and whether a raid comes in, wave by wave.

In a wave you may try an emergency maneuver, then you lay the fire plan: every mount, fighter marker (AFS) and support \
ship (SFS) is given one plane it bears on, and only then do they fire. A plane with two hits is damaged, with three \
flamed; what is still in the air dives. Planes that carry a weapon wait in the special attack box: only AFS, SFS and \
spray fire reach them.

After each wave comes a round of damage control: up to three men on a job, each man only in his own section. Fires \
grow and burn the hull, hit markers destroy compartments, magazines and fuel can explode. A ship that is dead in the \
water, burns out of control, is flooded to 10 or has no hull left must leave her station.

The battle plays itself: a key finishes what is shown, two go on to the next moment, Space holds it, v changes the \
speed. y (very well) leaves the rest of a wave, or its damage control, to the staff; S gives standing orders.

Every roll shows its chart, its column and each modifier with its reason before the dice and after. t shows the chart \
of what is marked. The game is saved with every answer: q leaves it, Continue on the menu takes it up where you left it.

Signs: on the plot the digit is the plane, the rings are low, medium and high, 000 is the bow. Planes close in as the \
wave goes: in range on their ring, under fire within it, diving beside the ship. Lit dots are the arcs of the mount \
marked (a click on a gun, or Up and Down in the plan), dotted lines lead from the mounts that bear. F2 to F6 enlarge a \
panel and restore it, b lays plot and ship on one board, bow left. On the ship from above ! is hit, \
with its markers, * burning, ~ flooded, X destroyed, and +2 are men at work; in the list (m) filled boxes are hit \
markers, empty ones those left before the compartment is destroyed. On the gun mounts the arcs run from the port \
quarter over the bow to the stern; a full block fires at every altitude."""


def keys_of(bindings: Mapping[str, ActiveBinding]) -> Keys:
    """The keys of the active bindings of a screen, and what they do."""
    names_of: dict[str, list[str]] = {}
    for key, active in bindings.items():
        binding = active.binding
        if not active.enabled or key.startswith(("ctrl+", "super+")):
            continue
        words = binding.tooltip or binding.description
        if not words:
            continue
        name = KEY_NAMES.get(key, key.upper() if len(key) > 1 else key)
        names_of.setdefault(words, []).append(name)
    rows = [(" ".join(_short(names)), words[:1].upper() + words[1:]) for words, names in names_of.items()]
    return [*rows, ("Ctrl+P", "Every command, themes too")]


def _short(names: list[str]) -> list[str]:
    """Key names with a run of digits shortened to its ends."""
    digits = [name for name in names if name.isdigit()]
    if len(digits) > 2:
        return [f"{digits[0]}-{digits[-1]}", *(name for name in names if not name.isdigit())]
    return names


class HelpScreen(TextPage[None]):
    """The keys first, then how to play."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("m", "manual", "The manual", "The rules of play, topic by topic", "help.the_manual"),
        back("escape,q,question_mark,f1"),
    ]

    def __init__(self, keys: Keys, guide: str = GUIDE) -> None:
        super().__init__()
        self.keys = keys
        self._how_to_play = guide

    def action_manual(self) -> None:
        """Open the manual."""
        from picket_duty.tui.screens.manual_reader import ManualScreen

        self.app.push_screen(ManualScreen())

    def lines_for(self, width: int) -> list[Line]:
        """The keys, then the guide."""
        lines: list[Line] = [line(("Keys", "title"))]
        for names, words in self.keys:
            lines += wrap([Span(f"  {fit(names, 14)} ", "key"), Span(words)], width, indent=17)
        guide = paragraphs(self._how_to_play, min(width, 100))
        return [*lines, [], line(("How to play", "title"), ("   m opens the manual", "dim")), *guide]
