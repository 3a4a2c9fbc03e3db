"""Layout of the panels on the battle screen: all at once, or one at a time with tabs."""

from __future__ import annotations

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from picket_duty.tui.widgets.panel import CachedBackground

#: The smallest board (without header and key line) that shows all panels at once.
ALL_WIDTH = 120
ALL_HEIGHT = 37
#: The smallest board with two panels beside each other, or one above the other.
TWO_WIDTH = 98
TWO_HEIGHT = 34
#: The columns of the panels on the right. If plot and ship are joined, they first get the columns
#: that they need, and the right has fewer, down to the least.
RIGHT = 45
LEAST_RIGHT = 39
JOINED_LEFT = 80
#: Panels in the order of their tabs and keys.
PLOT = "plot"
MOUNTS = "mounts"
SHIP = "ship"
DAMAGE = "damage"
LOG = "log"
TABS = (PLOT, MOUNTS, SHIP, DAMAGE, LOG)
#: The place that all order panels share, which is also their class.
ORDERS = "orders"
#: Least rows of log and mounts if all panels show, with their headings.
LOG_ROWS = 13
MOUNT_ROWS = 19
#: Rows of the legend of the mounts, and the least rows of a board that has them.
LEGEND_ROWS = 2
LEGEND_FROM = 44
#: Rows of the orders that are enough for most decisions, so that the board keeps its layout: below
#: the plot alone, and below plot and ship as one.
ORDERS_ROWS = 11
JOINED_ROWS = 16
#: Least rows of the orders under tabs where no order is given or the plot is not in front.
LEAST_TABBED = 9
#: Rows of a damage sheet apart from the plot.
APART_DAMAGE = 12
#: Least rows of the orders below an enlarged panel.
LEAST_ORDERS = 5
#: The most rows that orders may take from the panels above them.
MORE_ORDERS = 6
#: The least rows that orders leave to the panels above them; to a damage sheet in front, which then
#: shows the ship; to plot and ship as one.
LEAST_ABOVE = 7
LEAST_DAMAGE = 9
LEAST_JOINED = 18


def panel_key(name: str) -> str:
    """The key that enlarges a panel."""
    return f"F{TABS.index(name) + 2}"


def shows_all(size: Size) -> bool:
    """Whether a board of this size shows every panel at once."""
    return size.width >= ALL_WIDTH and size.height >= ALL_HEIGHT


def places(
    size: Size, front: str, large: str = "", apart: bool = False, orders_rows: int = 0
) -> dict[str, Region]:
    """The region of each panel; panels without one are hidden.

    ``front`` is the tab in front, ``large`` the panel that has all the room there is, empty for
    none; ``apart`` keeps plot and damage sheet apart where all panels are shown. The orders take
    ``orders_rows`` if those above can spare them, 0 where no order is given.
    """
    width, height = size
    if large:
        # The orders below it have a quarter of the board, or what they want up to a third.
        orders = max(LEAST_ORDERS, height // 4, min(orders_rows, height // 3))
        return {
            large: Region(0, 0, width, height - orders),
            ORDERS: Region(0, height - orders, width, orders),
        }
    if not shows_all(size):
        return _tabbed(size, front, orders_rows)
    return _all_at_once(size, apart, orders_rows)


def _orders_rows(usual: int, wanted: int, height: int, least: int = LEAST_ABOVE) -> int:
    """The rows of the orders: as usual, or as wanted up to MORE_ORDERS more, as long as ``least``
    rows are left above them.
    """
    return min(max(usual, min(wanted, usual + MORE_ORDERS)), height - least)


def _tabbed(size: Size, front: str, orders_rows: int) -> dict[str, Region]:
    """Tabs; the panel in front, with the plot or the mounts if there is room; the orders."""
    width, height = size
    usual = ORDERS_ROWS
    # Unless an order is given with the plot in front, the orders have about two fifths of a low
    # board.
    if not orders_rows or front != PLOT:
        usual = min(usual, max(LEAST_TABBED, height * 2 // 5 + 1))
    least = LEAST_DAMAGE if front == DAMAGE else LEAST_ABOVE
    below_tabs = height - 1
    orders = _orders_rows(usual, wanted=orders_rows, height=below_tabs, least=least)
    top = below_tabs - orders
    regions = {"tabs": Region(0, 0, width, 1), ORDERS: Region(0, 1 + top, width, orders)}
    # With room for two panels, the plot is always one of them.
    second = MOUNTS if front == PLOT else front
    if width >= TWO_WIDTH:
        regions[PLOT] = Region(0, 1, width - RIGHT - 1, top)
        regions[second] = Region(width - RIGHT, 1, RIGHT, top)
    elif height >= TWO_HEIGHT:
        regions[PLOT] = Region(0, 1, width, top // 2)
        regions[second] = Region(0, 1 + top // 2, width, top - top // 2)
    else:
        regions[front] = Region(0, 1, width, top)
    return regions


def _all_at_once(size: Size, apart: bool, orders_rows: int) -> dict[str, Region]:
    """Plot, damage and orders on the left, plot and damage as one unless ``apart``; on the right
    the other panels.
    """
    width, height = size
    beside = RIGHT if apart else min(RIGHT, max(LEAST_RIGHT, width - 1 - JOINED_LEFT))
    right = width - beside
    mounts = MOUNT_ROWS + (LEGEND_ROWS if height >= LEGEND_FROM else 0)
    # Below the mounts, the ship has what the log leaves; the log takes half, or its least rows.
    ship = height - mounts - max(LOG_ROWS, (height - mounts) // 2)
    log = mounts + ship
    return _left(right - 1, height, apart, orders_rows) | {
        MOUNTS: Region(right, 0, beside, mounts),
        SHIP: Region(right, mounts, beside, ship),
        LOG: Region(right, log, beside, height - log),
    }


def _left(width: int, height: int, apart: bool, orders_rows: int) -> dict[str, Region]:
    """The plot, the damage sheet if it is ``apart``, and the orders."""
    # A higher board gives some of the rows it has to spare to the orders and the damage.
    spare = height - ALL_HEIGHT
    usual = ORDERS_ROWS + min(4, spare // 3)
    damage = APART_DAMAGE + min(1, spare // 4) if apart else 0
    if apart:
        orders = _orders_rows(usual, wanted=orders_rows, height=height - damage)
    else:
        if orders_rows:
            usual = JOINED_ROWS + min(2, spare // 4)
        # Plot and ship as one can spare any rows above their least.
        orders = max(usual, min(orders_rows, height - LEAST_JOINED))
    plot = height - damage - orders
    regions = {
        PLOT: Region(0, 0, width, plot),
        ORDERS: Region(0, height - orders, width, orders),
    }
    if apart:
        regions[DAMAGE] = Region(0, plot, width, damage)
    return regions


class BoardLayout(Layout):
    """Places the panels of a board by their ids; all order panels share one place."""

    name = "board"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """The regions of the children that are shown."""
        assert isinstance(parent, Board)
        regions = parent.places(size)
        placements = []
        for order, child in enumerate(children):
            region = regions.get(ORDERS if child.has_class(ORDERS) else child.id or "")
            if region is not None:
                placements.append(WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child, order))
        return placements


LAYOUT = BoardLayout()


class Board(CachedBackground):
    """The container of the panels: ``shown`` is the tab in front, ``large`` the panel enlarged,
    empty for none.

    ``apart`` keeps plot and damage sheet apart; ``orders_rows`` are the rows that the orders want.
    """

    def __init__(self, *children: Widget, id: str | None = None) -> None:
        super().__init__(*children, id=id)
        self.shown = TABS[0]
        self.large = ""
        self.apart = False
        self.orders_rows = 0

    @property
    def layout(self) -> Layout:
        """The layout of the board."""
        return LAYOUT

    def places(self, size: Size) -> dict[str, Region]:
        """The region of each panel on a board of this size."""
        return places(
            size,
            front=self.shown,
            large=self.large,
            apart=self.apart,
            orders_rows=self.orders_rows,
        )
