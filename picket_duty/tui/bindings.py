"""Key bindings as rows of a table: keys, action, label, tooltip, id."""

from __future__ import annotations

from textual.binding import Binding


def bind(
    keys: str,
    action: str,
    label: str,
    tooltip: str = "",
    id: str | None = None,
    *,
    display: str | None = None,
    show: bool = True,
    system: bool = False,
    priority: bool = False,
) -> Binding:
    """A binding of one or several keys (comma-separated).

    The label is shown on the key line, the tooltip in help and in the manual's list of keys. Without an id the player
    cannot change the keys. ``display`` is how the key line writes the keys; ``system`` bindings come last there.
    """
    return Binding(
        keys, action, label, show=show, key_display=display, priority=priority, tooltip=tooltip, id=id, system=system
    )


def hidden(
    keys: str, action: str, label: str, tooltip: str = "", id: str | None = None, *, display: str | None = None
) -> Binding:
    """A binding that is not shown on the key line."""
    return bind(keys, action, label, tooltip, id, display=display, show=False)


def back(keys: str = "escape,q", tooltip: str = "Go back", action: str = "close") -> Binding:
    """The binding that closes a page: the same id and label everywhere."""
    return bind(keys, action, "Back", tooltip, "page.back", display="Esc", system=True)


#: The key for help where ``?`` is typed.
HELP = bind("f1", "app.help", "Help", "Keys and how to play", "page.help", system=True)
