"""The key line at the bottom of a screen, and the names of keys."""

from __future__ import annotations

from textual.binding import ActiveBinding, Binding
from textual.keys import key_to_character

from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.lines import cut, length
from picket_duty.tui.widgets.panel import Panel

#: The names of keys on the key line that are not their character or their own name.
KEY_NAMES = {
    "space": "Space",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "underscore": "_",
}

#: Keys and actions listed first on the key line.
FIRST = ("enter", "open_fire", "suggest", "space", "play_on", "step_back")


def key_name(binding: Binding) -> str:
    """The name of the first key of a binding."""
    return binding.key_display or key_words(binding.key)


def key_words(key: str) -> str:
    """The name of a key as it is shown: ``Enter``, ``F2``, ``[``, ``Ctrl+_``."""
    if key in KEY_NAMES:
        return KEY_NAMES[key]
    *held, last = key.split("+")
    character = last if len(last) == 1 else key_to_character(last)
    name = KEY_NAMES.get(last, last.capitalize())
    if last not in KEY_NAMES and character and character.isprintable():
        name = character
    if held and len(name) == 1:
        name = name.upper()
    return "+".join([*(part.capitalize() for part in held), name])


class KeyLine(Panel):
    """The keys of the active bindings, as many as fit; system bindings always do.

    With Textual 8.2.8's Footer a chart takes 2.6 times as long to open, a change of keys 9 times as
    long, and at 80 columns the key that leads back is not shown.
    """

    #: What is said instead of the keys until the next key, empty for nothing.
    notice = ""

    def say(self, notice: str) -> None:
        """Say something instead of the keys; an empty text shows the keys again."""
        self.notice = notice
        self.redraw()

    def on_mount(self) -> None:
        """Redraw whenever the bindings of the screen change."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.redraw())

    def draw(self, width: int, height: int) -> list[Line]:
        if self.notice:
            return [cut(line((f" {self.notice}", "warn")), width)]
        shown: list[Line] = []
        # System bindings come last.
        last: Line = []
        seen: set[str] = set()
        takes_text = getattr(self.screen, "takes_text", False)
        for active in sorted(self.screen.active_bindings.values(), key=_rank):
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            character = key_to_character(binding.key)
            # Where text is typed, a key with a character is a letter and not a command.
            if takes_text and binding.system and character is not None and character.isprintable():
                continue
            seen.add(binding.action)
            words = self._key(active)
            if binding.system:
                last += words
            else:
                shown.append(words)
        room = width - 1 - length(last)
        spans: Line = [Span(" ")]
        for words in shown:
            if length(words) <= room:
                spans += words
                room -= length(words)
        return [[*spans, *last]]

    def _key(self, active: ActiveBinding) -> Line:
        """The keys and the label of a binding; empty if it has no label now."""
        binding = active.binding
        # The labels of some panels and screens depend on their state.
        words_of = getattr(active.node, "words_of", None)
        label = words_of(binding) if words_of else binding.description
        if not label:
            return []
        keys = active.node.keys_of(binding) if isinstance(active.node, Panel) else ""
        action = self._clicked_action(active)
        return [
            Span(keys or key_name(binding), "key", action),
            Span(f" {label}  ", "dim", action),
        ]

    def _clicked_action(self, active: ActiveBinding) -> str:
        """What a click on a key runs: its action on the screen, the panel or the program that has
        the binding; empty if none of them has it.
        """
        action = active.binding.action
        if action.startswith("app."):
            return action
        owners = ((self.screen, "screen"), (self.screen.focused, "focused"), (self.app, "app"))
        for node, name in owners:
            if active.node is node:
                return f"{name}.{action}"
        return ""


def _rank(active: ActiveBinding) -> int:
    """The place of a key: those that answer the request come first, the search last, since it needs
    room that is left.
    """
    binding = active.binding
    if binding.action == "command_palette":
        return len(FIRST) + 1
    places = (FIRST.index(name) for name in (binding.key, binding.action) if name in FIRST)
    return min(places, default=len(FIRST))
