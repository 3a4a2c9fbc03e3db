"""The single lines of a screen: status at the top, tabs, and the keys that matter at the bottom."""

from __future__ import annotations

from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from picket_duty.tui.lines import Line, Span, length, line, safe
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.board import TABS
from picket_duty.tui.widgets.panel import Panel
from picket_duty.wording.names import phase_words

TAB_TITLES = {"plot": "Plot", "mounts": "Mounts", "ship": "Ship log", "damage": "Damage", "log": "Log"}
#: How keys are written on the key line.
KEY_NAMES = {
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "question_mark": "?",
    "f1": "F1",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "plus": "+",
    "minus": "-",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "slash": "/",
    "backspace": "Backspace",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "equals_sign": "=",
}


#: Keys and actions that stand first on the key line.
FIRST = ("enter", "suggest", "space")


def key_name(binding: Binding) -> str:
    """The first key of a binding as a player reads it."""
    if binding.key_display:
        return binding.key_display
    return KEY_NAMES.get(binding.key, binding.key.upper() if len(binding.key) > 1 else binding.key)


def _rank(active: ActiveBinding) -> int:
    """The keys that give the answer come first."""
    places = [FIRST.index(one) for one in (active.binding.key, active.binding.action) if one in FIRST]
    return min(places, default=len(FIRST))


class StatusLine(Panel):
    """Where and when: one line over the board."""

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(id=id)
        self.situation = situation

    def draw(self, width: int, height: int) -> list[Line]:
        """Ship, phase, weather, station, waves and pace, what the ship log shows too left out where it does not fit."""
        state, signs = self.situation.state, self.signs
        air = state.air
        parts: list[tuple[str, str]] = [(safe(state.ship.name), "strong"), (phase_words(state), "title")]
        if air.weather and state.step == "phase":
            parts.append((air.weather, "plain"))
        if state.ship.station:
            parts.append((f"station {state.ship.station}", "plain"))
        if air.wave:
            parts.append((f"wave {air.wave} of {air.wave + len(air.waves)}", "warn"))
        if state.setup.kind != "scenario":
            parts.append((f"day {state.turn}", "plain"))
        parts.append((self.situation.pace, "dim"))
        if self.situation.orders:
            parts.append((self.situation.orders, "warn"))
        for spare in (f"station {state.ship.station}", air.weather):
            if sum(len(text) + 3 for text, _ in parts) > width:
                parts = [part for part in parts if part[0] != spare]
        found: Line = [Span(" ")]
        for text, tone in parts:
            found += [*([Span(f" {signs.split} ", "sea")] if len(found) > 1 else []), Span(text, tone)]
        return [found]


class Tabs(Panel):
    """The panels by name, the one in front marked."""

    shown = TABS[0]

    def draw(self, width: int, height: int) -> list[Line]:
        """One line of names, each to be clicked."""
        found: Line = []
        for number, name in enumerate(TABS):
            here = name == self.shown
            text = f"[F{number + 2} {TAB_TITLES[name]}]" if here else f" F{number + 2} {TAB_TITLES[name]} "
            found += [Span(text, "mark" if here else "dim", f"screen.tab('{name}')"), Span(" ")]
        return [[*found, *line(("Tab: next", "dim"))]]


class KeyLine(Panel):
    """The keys that matter now, as many as fit; the first and the last always do."""

    def on_mount(self) -> None:
        """Follow the bindings of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[object]) -> None:
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The keys shown, in the order of their bindings; help and leaving stay at the end."""
        shown: list[Line] = []
        last: list[Line] = []
        seen: set[str] = set()
        for active in sorted(self.screen.active_bindings.values(), key=_rank):
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            seen.add(binding.action)
            action = binding.action if "." in binding.action else f"screen.{binding.action}"
            words = line((key_name(binding), "key"), Span(f" {binding.description}  ", "dim"))
            words = [span._replace(action=action) for span in words] if active.node is self.screen else words
            (last if binding.system else shown).append(words)
        room = width - 1 - sum(map(length, last))
        found: Line = [Span(" ")]
        for words in shown:
            if length(words) <= room:
                found += words
                room -= length(words)
        return [[*found, *(span for words in last for span in words)]]
