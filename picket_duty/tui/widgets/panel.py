"""A panel of styled lines, drawn by Textual's line API; only lines that changed are painted
again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.filter import LineFilter
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.widget import Widget

from picket_duty.charts.words import in_ascii_look
from picket_duty.text.styled_text import Line, Span, safe
from picket_duty.tui.app_context import context_of
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cell_len, joined, length

if TYPE_CHECKING:
    from picket_duty.tui.battle_view import BattleView

#: Most styles cached: a long log has many click actions.
MOST_STYLES = 1000
#: Most painted lines cached.
MOST_STRIPS = 1000


class CachedBackground(Widget):
    """A container that shows only its background: blank lines, painted once for a size and a
    style.
    """

    #: The blank lines, and what they were painted for.
    _blank_lines: list[Strip] | None = None
    _painted_for: tuple[Region, Size] | None = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The blank lines."""
        painted_for = (crop, self.size)
        if self._blank_lines is None or self._painted_for != painted_for:
            self._painted_for = painted_for
            self._blank_lines = super().render_lines(crop)
        return self._blank_lines

    def notify_style_update(self) -> None:
        """Paint the lines again for a new theme."""
        super().notify_style_update()
        self._blank_lines = None


class Panel(ScrollView, can_focus=False, inherit_bindings=False):
    """Lines of text. A subclass makes its lines for a width and a height in ``draw``.

    After any change of what a panel shows, ``redraw`` makes the lines again and has Textual paint
    those that differ. ``titled`` is whether the first line, the heading, is shown.
    """

    #: Whether the text can be selected with the mouse and copied.
    ALLOW_SELECT = False

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.lines: list[Line] = []
        self.titled = True
        #: The key that enlarges the panel, and the action of a click on its heading; empty for none.
        self.key = ""
        self.enlarge = ""
        #: The size at the last redraw: for another one, all lines are painted again.
        self._drawn_size = Size(0, 0)
        #: Whether the lines may be old: the panel was hidden or had no size.
        self._is_stale = True
        #: What ``redraw_for`` was told that the lines show, None after other redraws.
        self._drawn_from: Hashable = None
        #: Painted lines by their content, and Rich styles by style name and action.
        self._painted: dict[tuple[Span, ...], Strip] = {}
        self._styles_of: dict[tuple[str, str], Style] = {}
        self._ground: Style | None = None
        #: The filters of the styles: Textual applies them to every line, the panel once to every
        #: style.
        self._filters: Sequence[LineFilter] = ()

    @cached_property
    def glyphs(self) -> Glyphs:
        """The glyphs of the terminal."""
        return context_of(self.app).glyphs

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines of the panel."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Make the lines again and paint those that changed."""
        size = self.size
        self._drawn_from = None
        self._is_stale = not size.width or not size.height or not self.display
        if self._is_stale:
            return
        before = self.lines
        self.lines = self._draw(size)
        if self.ALLOW_SELECT and self.lines != before and self.text_selection is not None:
            # The selected text is no longer in its place.
            self.screen.clear_selection()
        size_before = self._drawn_size
        self._drawn_size = size
        # If all lines fit, the screen needs no new layout.
        self.virtual_size = Size(size.width, max(size.height, len(self.lines)))
        if size_before != size:
            self._painted.clear()
            self.refresh()
            return
        changed = self._parts_changed(before, round(self.scroll_offset.y), size)
        if changed:
            self.refresh(*changed)

    def redraw_for(self, shown: Hashable) -> None:
        """Make the lines again unless they show the same already; ``shown`` is all that may have
        changed since the last redraw.
        """
        if self._drawn_from is None or self._drawn_from != shown or self._drawn_size != self.size:
            self.redraw()
            self._drawn_from = shown

    def words_of(self, binding: Binding) -> str:
        """The label of a key for the key line, by the panel's state."""
        return binding.description

    def keys_of(self, binding: Binding) -> str:
        """The keys of a binding as the key line writes them; empty for those of the binding."""
        return ""

    def draw_ahead(self, size: Size) -> None:
        """Make the lines for a size in advance of the layout, so that the first frame is up to
        date.
        """
        if not self.size.width and size.width:
            self.lines = self._draw(size)

    def _parts_changed(self, before: list[Line], top: int, size: Size) -> list[Region]:
        """The regions of visible rows that changed; an unchanged line stays the same object."""
        regions = []
        for y in range(top, max(top + size.height, len(self.lines))):
            old = _at(before, y)
            new = _at(self.lines, y)
            if old == new:
                if y < len(self.lines):
                    self.lines[y] = old
            elif y < top + size.height:
                first, last = _difference(old, new, size.width)
                regions.append(Region(first, y - top, last - first, 1))
        return regions

    def _draw(self, size: Size) -> list[Line]:
        """The lines for a size, without the heading if the panel has no title.

        More lines than rows leave a column for the scroll bar. Characters that cannot be printed
        are replaced.
        """
        hidden_rows = 0 if self.titled else 1
        lines = self.draw(size.width, size.height + hidden_rows)[hidden_rows:]
        if len(lines) > size.height:
            lines = self.draw(size.width - 1, size.height + hidden_rows)[hidden_rows:]
        if "".join([span.text for spans in lines for span in spans]).isprintable():
            return list(lines)
        return [[span._replace(text=safe(span.text)) for span in spans] for spans in lines]

    def on_resize(self) -> None:
        self.redraw()

    def on_hide(self) -> None:
        self._is_stale = True

    def on_show(self) -> None:
        # A panel that is shown was usually drawn when its size was set.
        if self._is_stale:
            self.redraw()

    def notify_style_update(self) -> None:
        """Paint everything again for a new theme."""
        super().notify_style_update()
        self._drawn_size = Size(0, 0)
        self._forget_styles()

    def _forget_styles(self) -> None:
        self._painted.clear()
        self._styles_of.clear()
        self._ground = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """The visible lines, from the cache unless they changed.

        Only a panel with a border or padding, or with a link under the mouse, needs Textual to go
        over their segments.
        """
        width = self.size.width
        top = round(self.scroll_offset.y)
        filters = self.get_line_filters()
        if filters != self._filters:
            self._filters = filters
            self._forget_styles()
        if self.styles.gutter or self.hover_style.link_id or (crop.x, crop.width) != (0, width):
            return super().render_lines(crop)
        return [self._shown_line(y + top, width) for y in crop.line_range]

    def render_line(self, y: int) -> Strip:
        """One line of the terminal, from the cache if it was painted before."""
        return self._shown_line(y + round(self.scroll_offset.y), self.size.width)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """The selected text, without the spaces that fill its lines."""
        rows: list[str] = []
        for y, spans in enumerate(self.lines):
            if (span := selection.get_span(y)) is not None:
                text = self._painted_line(spans, self.size.width).text
                rows.append(text[span[0] : span[1] if span[1] >= 0 else None].rstrip())
        return "\n".join(rows), "\n"

    def _shown_line(self, y: int, width: int) -> Strip:
        """A painted line. If its text can be selected, it knows its place, and what is selected is
        highlighted.
        """
        strip = self._painted_line(_at(self.lines, y), width)
        if not self.ALLOW_SELECT:
            return strip
        selection = self.text_selection
        span = selection.get_span(y) if selection is not None else None
        if span is not None:
            strip = _highlighted(strip, span, self._style("mark", action=""))
        return strip.apply_offsets(0, y)

    def _painted_line(self, spans: Line, width: int) -> Strip:
        """The spans of a line as a strip of the panel's width."""
        content = tuple(spans)
        strip = self._painted.get(content)
        if strip is None or strip.cell_length != width:
            if len(self._painted) >= MOST_STRIPS:
                self._painted.clear()
            ascii_only = self.glyphs.ascii
            encoding = self.glyphs.encoding
            segments = [
                Segment(
                    in_ascii_look(text, encoding) if ascii_only else text,
                    self._styles_of.get((style, action)) or self._style(style, action),
                )
                for text, style, action in joined(spans)
            ]
            # A known length saves Textual from measuring every segment.
            strip = Strip(segments, None if ascii_only else length(spans))
            strip = self._painted[content] = strip.adjust_cell_length(
                width, self._style("plain", action="")
            )
        return strip

    def heading(self, title: str, width: int, right: str = "") -> Line:
        """The heading: a rule with the title, and at its end a note and the key that enlarges the
        panel.
        """
        rule = self.glyphs.rule
        action = self.enlarge
        head = [Span(rule * 2, "sea", action), Span(f" {title} ", "title", action)]
        note_and_key = "  ".join(filter(None, (right, self.key)))
        # Without room for the note, the heading ends with the key, or with nothing.
        ends = [f" {words} {rule}" for words in (note_and_key, self.key) if words]
        end = next((words for words in ends if length(head) + cell_len(words) <= width), "")
        fill = max(0, width - length(head) - cell_len(end))
        return [*head, Span(rule * fill, "sea", action), Span(end, "dim", action)]

    def _style(self, style: str, action: str) -> Style:
        """The Rich style of a style name, with the action of a click on it."""
        look = self._styles_of.get((style, action))
        if look is None:
            look = self._clickable(style, action) if action else self._ink(style)
            if len(self._styles_of) > MOST_STYLES:
                self._styles_of.clear()
            self._styles_of[style, action] = look
        return look

    def _clickable(self, style: str, action: str) -> Style:
        return self._style(style, action="") + Style(meta={"@click": action})

    def _ink(self, style: str) -> Style:
        """The Rich style of a style name on the ground of the panel, after Textual's filters."""
        if self._ground is None:
            self._ground = self.rich_style
        look = self._ground + self.app.get_component_styles(f"style--{style}").partial_rich_style
        for line_filter in self._filters:
            (segment,) = line_filter.apply([Segment(" ", look)], self.background_colors[1])
            look = segment.style or look
        return look


def _highlighted(strip: Strip, span: tuple[int, int], look: Style) -> Strip:
    """A strip with the characters of a span in another style; -1 is the end of the line."""
    first, last = (cell_len(strip.text[:end]) if end >= 0 else strip.cell_length for end in span)
    selected = [
        Segment(text, style + look if style is not None else look)
        for text, style, _ in strip.crop(first, last)
    ]
    return Strip([*strip.crop(0, first), *selected, *strip.crop(last)], strip.cell_length)


def _at(lines: list[Line], index: int) -> Line:
    return lines[index] if index < len(lines) else []


def _difference(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The first column in which two lines differ, and the column after the last one: the width if
    they differ in length.
    """
    first = 0
    same = 0
    for span, other in zip(old, new, strict=False):
        if span != other:
            break
        first += cell_len(span.text)
        same += 1
    last = length(new)
    if last != length(old):
        return first, width
    for span, other in zip(reversed(old[same:]), reversed(new[same:]), strict=False):
        if span != other:
            break
        last -= cell_len(span.text)
    return first, max(last, first + 1)


class LogPanel(Panel):
    """Lines of which the newest are shown at the bottom, until the player scrolls back."""

    ALLOW_SELECT = True
    #: The number of lines below those shown; 0 shows the newest.
    lines_below = 0

    def look_back(self, lines: int) -> None:
        """Scroll back, or forward by a negative number."""
        self.lines_below = max(0, self.lines_below + lines)
        self.redraw()

    def on_mouse_scroll_up(self) -> None:
        self.look_back(3)

    def on_mouse_scroll_down(self) -> None:
        self.look_back(-3)

    def in_view(self, lines: list[Line], room: int) -> list[Line]:
        """The lines that are shown."""
        self.lines_below = max(0, min(self.lines_below, len(lines) - room))
        end = len(lines) - self.lines_below
        return lines[max(0, end - room) : end]


class ViewPanel(Panel):
    """A panel of the battle, which draws what its view shows."""

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view


class TextPanel(Panel):
    """Text that is not scrolled with keys; ``write`` makes its lines for a width."""

    ALLOW_SELECT = True

    def __init__(self, write: Callable[[int], list[Line]], id: str | None = None) -> None:
        super().__init__(id=id)
        self.write = write

    def draw(self, width: int, height: int) -> list[Line]:
        return self.write(width)

    def show_text(self, write: Callable[[int], list[Line]]) -> None:
        """Show another text from its top."""
        self.write = write
        self.scroll_home(animate=False, immediate=True)
        self.redraw()


class ScrollText(TextPanel, can_focus=True):
    """Text that is scrolled with keys."""

    BINDINGS: ClassVar = [
        hidden("up", "scroll_up", "Up", "Scroll the text up", "text.up"),
        bind(
            "down", "scroll_down", "Scroll", "Scroll the text down", "text.scroll", display="Up/Dn"
        ),
        hidden("pageup", "page_up", "Page up", "Scroll one page up", "text.page_up"),
        hidden(
            "pagedown,space", "page_down", "Page down", "Scroll one page down", "text.page_down"
        ),
        hidden("home", "scroll_home", "Top", "Go to the top of the text", "text.top"),
        hidden("end", "scroll_end", "End", "Go to the end of the text", "text.end"),
    ]

    @property
    def is_long(self) -> bool:
        """Whether the text has more lines than the panel shows."""
        return len(self.lines) > self.size.height

    def redraw(self) -> None:
        """Make the lines again; the key line names the keys that scroll while there is something to
        scroll.
        """
        was_long = self.is_long
        super().redraw()
        if self.is_long != was_long:
            self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: text that fits does not scroll."""
        if action == "scroll_down" and not self.is_long:
            return False
        return super().check_action(action, parameters)
