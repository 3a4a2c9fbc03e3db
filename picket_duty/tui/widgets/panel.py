"""A panel: lines with styles, drawn by the line API; only lines that changed are painted again."""

from __future__ import annotations

from functools import cached_property

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from picket_duty.charts.words import plain
from picket_duty.tui.app_context import context_of
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, cell_len, joined, length, safe

#: Styles kept: clicks in a long log are many.
MOST_STYLES = 1000


class Panel(ScrollView, can_focus=False, inherit_bindings=False):
    """Text in lines. A panel says in ``draw`` what its lines are for a width and a height."""

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.lines: list[Line] = []
        self.titled = True
        #: The key that enlarges the panel and the action of a click on its heading, empty for none.
        self.key = self.enlarge = ""
        self._drawn_for = Size(0, 0)
        #: What was painted of each line, and the style of each style and action.
        self._strips: dict[int, tuple[Line, Strip]] = {}
        self._styles_of: dict[tuple[str, str], Style] = {}
        self._ground: Style | None = None

    @cached_property
    def glyphs(self) -> Glyphs:
        """The signs of the terminal."""
        return context_of(self.app).glyphs

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines of the panel."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the panel again and paint the lines that changed."""
        size = self.size
        if not size.width or not size.height or not self.display:
            return
        before, self.lines = self.lines, self._draw(size)
        drawn_for, self._drawn_for = self._drawn_for, size
        # Lines fewer than rows are no reason to lay the screen out again.
        self.virtual_size = Size(size.width, max(size.height, len(self.lines)))
        if drawn_for != size:
            self._strips.clear()
            self.refresh()
            return
        changed = self._parts_changed(before, round(self.scroll_offset.y), size)
        if changed:
            self.refresh(*changed)

    def words_of(self, binding: Binding) -> str:
        """What a key of the panel does now, for the key line."""
        return binding.description

    def draw_ahead(self, size: Size) -> None:
        """Be drawn for a size before the layout gives it: no frame is empty, nor shows what stood here once."""
        if not self.size.width and size.width:
            self.lines = self._draw(size)

    def _parts_changed(self, before: list[Line], top: int, size: Size) -> list[Region]:
        """The parts of the rows in sight that are other than before; a line that is the same stays the same object."""
        found = []
        for y in range(top, max(top + size.height, len(self.lines))):
            old, new = _at(before, y), _at(self.lines, y)
            if old == new:
                if y < len(self.lines):
                    self.lines[y] = old
            elif y < top + size.height:
                first, last = _difference(old, new, size.width)
                found.append(Region(first, y - top, last - first, 1))
        return found

    def _draw(self, size: Size) -> list[Line]:
        """The lines, narrower where they need the scroll bar; whatever is named in them controls no terminal."""
        lines = self._untitled(size.width, size.height)
        if len(lines) > size.height:
            lines = self._untitled(size.width - 1, size.height)
        return [_safe_line(one) for one in lines]

    def _untitled(self, width: int, height: int) -> list[Line]:
        """The lines, without the heading where a tab says it already."""
        return self.draw(width, height) if self.titled else self.draw(width, height + 1)[1:]

    def on_resize(self) -> None:
        """Lines are broken for the width there is."""
        self.redraw()

    def on_show(self) -> None:
        """A panel that was hidden may be out of date."""
        self.redraw()

    def notify_style_update(self) -> None:
        """A new theme: everything is painted again."""
        super().notify_style_update()
        self._drawn_for = Size(0, 0)
        self._strips.clear()
        self._styles_of.clear()
        self._ground = None

    def render_line(self, y: int) -> Strip:
        """One line of the terminal; one painted before is not made again."""
        width = self.size.width
        index = y + round(self.scroll_offset.y)
        if index >= len(self.lines):
            return Strip.blank(width, self._style("plain", ""))
        spans = self.lines[index]
        painted = self._strips.get(index)
        if painted is not None and painted[0] is spans and painted[1].cell_length == width:
            return painted[1]
        segments = [Segment(self._printable(text), self._style(style, action)) for text, style, action in joined(spans)]
        strip = Strip(segments).adjust_cell_length(width, self._style("plain", ""))
        self._strips[index] = spans, strip
        return strip

    def heading(self, title: str, width: int, right: str = "") -> Line:
        """The heading of a panel: a rule with its title, and at its end a word and the key that enlarges it."""
        rule, action = self.glyphs.rule, self.enlarge
        words = "  ".join(word for word in (right, self.key) if word)
        end = f" {words} {rule}" if words else ""
        head = [Span(rule * 2, "sea", action), Span(f" {title} ", "title", action)]
        if length(head) + cell_len(end) > width:
            end = ""
        fill = max(0, width - length(head) - cell_len(end))
        return [*head, Span(rule * fill, "sea", action), Span(end, "dim", action)]

    def _style(self, style: str, action: str) -> Style:
        found = self._styles_of.get((style, action))
        if found is None:
            found = self._style(style, "") + Style(meta={"@click": action}) if action else self._ink(style)
            if len(self._styles_of) > MOST_STYLES:
                self._styles_of.clear()
            self._styles_of[style, action] = found
        return found

    def _ink(self, style: str) -> Style:
        """The style of a style on the panel's own ground."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground + self.app.get_component_styles(f"style--{style}").partial_rich_style

    def _printable(self, text: str) -> str:
        return plain(text) if self.glyphs.ascii and not text.isascii() else text


def _safe_line(spans: Line) -> Line:
    if all(span.text.isprintable() for span in spans):
        return spans
    return [span._replace(text=safe(span.text)) for span in spans]


def _at(lines: list[Line], index: int) -> Line:
    return lines[index] if index < len(lines) else []


def _difference(old: Line, new: Line, width: int) -> tuple[int, int]:
    """The columns between which two lines differ; to the end of the line where they differ in length."""
    first = same = 0
    for one, other in zip(old, new, strict=False):
        if one != other:
            break
        first += cell_len(one.text)
        same += 1
    last = length(new)
    if last != length(old):
        return first, width
    for one, other in zip(reversed(old[same:]), reversed(new[same:]), strict=False):
        if one != other:
            break
        last -= cell_len(one.text)
    return first, max(last, first + 1)
