"""Where the panels of the battle screen stand: all at once, or one at a time with tabs."""

from __future__ import annotations

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

#: The smallest board (without status line and key line) that shows all panels at once.
ALL_WIDTH, ALL_HEIGHT = 120, 38
#: From this width on the event log has a column of its own.
LOG_WIDTH = 156
RIGHT = 45
#: Panels that share the room, in the order of their tabs.
TABS = ("plot", "mounts", "ship", "damage", "log")


def shows_all(size: Size) -> bool:
    """Whether a board of this size shows every panel at once."""
    return size.width >= ALL_WIDTH and size.height >= ALL_HEIGHT


def places(size: Size, shown: str) -> dict[str, Region]:
    """The region of each panel; panels without one are hidden. ``shown`` is the tab in front."""
    if not shows_all(size):
        return _tabbed(size, shown)
    return _all_at_once(size)


def _tabbed(size: Size, shown: str) -> dict[str, Region]:
    width, height = size
    orders = min(14, max(9, height * 2 // 5))
    top = height - orders - 1
    return {
        "tabs": Region(0, 0, width, 1),
        shown: Region(0, 1, width, top),
        "orders": Region(0, 1 + top, width, orders),
    }


def _all_at_once(size: Size) -> dict[str, Region]:
    width, height = size
    log = min(50, width - ALL_WIDTH - 1) if width >= LOG_WIDTH else 0
    left = width - RIGHT - 1 - (log + 1 if log else 0)
    damage = 13 if height < 42 else 15
    orders = 10 if height < 42 else 13
    plot = height - damage - orders
    right = left + 1
    mounts = min(19, height - 19)
    found = {
        "plot": Region(0, 0, left, plot),
        "damage": Region(0, plot, left, damage),
        "orders": Region(0, plot + damage, left, orders),
        "mounts": Region(right, 0, RIGHT, mounts),
    }
    if log:
        found["ship"] = Region(right, mounts, RIGHT, height - mounts)
        found["log"] = Region(right + RIGHT + 1, 0, log, height)
    else:
        found["ship"] = Region(right, mounts, RIGHT, 11)
        found["log"] = Region(right, mounts + 11, RIGHT, height - mounts - 11)
    return found


class BoardLayout(Layout):
    """Places the panels of a board by their ids, the order panels all in the place of the orders."""

    name = "board"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """The regions of the children that are shown."""
        found = places(size, parent.shown if isinstance(parent, Board) else TABS[0])
        placements = []
        for order, child in enumerate(children):
            region = found.get("orders" if child.has_class("orders") else child.id or "")
            if region is not None:
                placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child, order))
        return placements


LAYOUT = BoardLayout()


class Board(Widget):
    """The container of the panels."""

    def __init__(self, *children: Widget, id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self.shown = TABS[0]

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        return LAYOUT

    def show_tab(self, name: str) -> None:
        """Bring a panel to the front where only one fits."""
        self.shown = name
        self.refresh(layout=True)
