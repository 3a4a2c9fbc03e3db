"""The single-line widgets of a screen: status at the top, tabs, and the key line at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.keys import key_to_character

from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.rules.campaign import SUNK
from picket_duty.state import CAMPAIGN, PATROL
from picket_duty.text.names import phase_words
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.lines import cell_len, cut, length
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.board_layout import TABS, panel_key
from picket_duty.tui.widgets.panel import Panel, ViewPanel

TAB_TITLES = {
    "plot": "Plot",
    "mounts": "Mounts",
    "ship": "Ship status",
    "damage": "Damage",
    "log": "Ship's log",
}
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


class Part(NamedTuple):
    """A part of the header. If it does not fit, ``spare`` parts are dropped, then the others use
    their ``short`` form.

    A part that yields ``first`` uses its short form only to save spare parts. ``most`` is its
    longest text, for which room is reserved: what fits depends on the terminal, not on events.
    """

    text: str
    style: str
    spare: bool = False
    short: str = ""
    most: str = ""
    first: bool = False


class StatusLine(ViewPanel):
    """Place, time and state of the ship above the board, in one or two lines."""

    def draw(self, width: int, height: int) -> list[Line]:
        """Ship, phase, vitals, waves, speed and standing orders; weather, station and day if they
        fit.
        """
        where = self._where()
        vitals = self._vitals()
        battle = self._battle()
        if height > 1:
            return [
                self._row([*where, *battle[:1]], width),
                self._row([*vitals, *battle[1:]], width),
            ]
        return [self._row([*where, *vitals, *battle], width)]

    def _where(self) -> list[Part]:
        # Not imported with the menu, which has no status line.
        from picket_duty.text.campaign_progress import LONGEST_PROGRESS, progress_words

        state = self.view.state
        tables = self.view.game.tables
        weather = state.air.weather if state.step == "phase" else ""
        station = f"station {state.ship.station}" if state.ship.station else ""
        parts = [
            Part(safe(state.ship.name), "strong"),
            Part(phase_words(state, tables), "title", most="Jun 30, morning"),
            Part(weather, "plain", spare=True, most="clear"),
            Part(station, "plain", spare=True, most="station 16"),
        ]
        if state.setup.kind in (CAMPAIGN, PATROL):
            day = progress_words(state, tables)
            most = "day 99 of 99" if " of " in day else "day 99"
            if day.startswith("stage"):
                most = LONGEST_PROGRESS
            # The day of a campaign matters more than weather and station, which the ship status
            # shows too.
            is_spare = state.setup.kind == PATROL
            part = Part(day, "plain" if is_spare else "title", spare=is_spare, most=most)
            parts.insert(len(parts) if is_spare else 2, part)
        return parts

    def _vitals(self) -> list[Part]:
        state = self.view.state
        ship = self.view.ship
        numbers = self.view.game.tables.numbers
        glyphs = self.glyphs
        if self.view.lost or ship.fate == SUNK:
            return [Part("LOST", "bad")]
        fires = ship.fires
        left = f"{ship.hull}/{numbers.hull}"
        hull = glyphs.full * ship.hull + glyphs.empty * (numbers.hull - ship.hull)
        flood = "dim"
        if ship.flood:
            flood = _style(numbers.flood_limit - ship.flood, numbers.flood_limit)
        parts = []
        if ship.back is None and not state.outcome and reasons_to_return(self.view.game.play):
            parts.append(Part("STATION LOST" if state.scenario else "MUST LEAVE", "bad"))
        return [
            *parts,
            Part(f"Hull {hull} {left}", _style(ship.hull, numbers.hull), short=f"Hull {left}"),
            Part(f"Fires {fires}", "bad" if fires else "dim", most="Fires 3"),
            Part(f"Flood {ship.flood}", flood, most="Flood 9"),
            Part(
                f"Maneuver {ship.maneuver}",
                _style(ship.maneuver, numbers.maneuver),
                most="Maneuver 10",
            ),
        ]

    def _battle(self) -> list[Part]:
        air = self.view.state.air
        view = self.view
        all_waves = air.wave + len(air.waves)
        waves = Part("", "warn", most="wave 3 of 3")
        if air.planes or air.waves:
            waves = waves._replace(
                text=f"wave {air.wave} of {all_waves}", short=f"wave {air.wave}/{all_waves}"
            )
        return [
            waves,
            Part(safe(view.speed), "warn" if view.speed == FAST else "dim", most="normal >>"),
            Part(safe(view.orders), "key", short="officers" if view.orders else "", first=True),
        ]

    def _row(self, parts: list[Part], width: int) -> Line:
        if _too_long(parts, width) and any(part.spare for part in parts):
            parts = _shortened(parts, first=True)
        while _too_long(parts, width):
            spare = next((part for part in reversed(parts) if part.spare), None)
            if spare is None:
                parts = _shortened(parts, first=False)
                break
            parts.remove(spare)
        spans: Line = [Span(" ")]
        for part in parts:
            if part.text:
                if len(spans) > 1:
                    spans.append(Span(f" {self.glyphs.split} ", "sea"))
                spans.append(Span(part.text, part.style))
        return cut(spans, width)


def _shortened(parts: list[Part], first: bool) -> list[Part]:
    """The parts, in their short form those that yield first, or all but those."""
    return [
        part._replace(text=part.short) if part.short and part.first is first else part
        for part in parts
    ]


def _too_long(parts: list[Part], width: int) -> bool:
    rooms = [room for part in parts if (room := max(cell_len(part.text), len(part.most)))]
    return 1 + sum(rooms) + 3 * (len(rooms) - 1) > width


def _style(value: int, most: int) -> str:
    if value > most // 2:
        return "plain"
    return "warn" if value > most // 4 else "bad"


class Tabs(Panel):
    """The names of the panels, the visible ones highlighted."""

    in_sight: tuple[str, ...] = TABS[:1]

    def draw(self, width: int, height: int) -> list[Line]:
        spans: Line = []
        for name in TABS:
            title = f"{panel_key(name)} {TAB_TITLES[name]}"
            spans += [_tab(title, name in self.in_sight, f"screen.panel('{name}')"), Span(" ")]
        return [[*spans, Span("Tab: next", "dim")]]


def _tab(title: str, here: bool, action: str) -> Span:
    if here:
        return Span(f"[{title}]", "mark", action)
    return Span(f" {title} ", "dim", action)


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
        last: Line = []
        seen: set[str] = set()
        typed = getattr(self.screen, "takes_text", False)
        for active in sorted(self.screen.active_bindings.values(), key=_rank):
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            character = key_to_character(binding.key)
            if typed and binding.system and character is not None and character.isprintable():
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
        action = binding.action
        if not action.startswith("app."):
            nodes = ((self.screen, "screen"), (self.screen.focused, "focused"), (self.app, "app"))
            owner = next((name for node, name in nodes if active.node is node), "")
            action = owner and f"{owner}.{action}"
        return [
            Span(keys or key_name(binding), "key", action),
            Span(f" {label}  ", "dim", action),
        ]


def _rank(active: ActiveBinding) -> int:
    """The place of a key: those that answer the request come first, the search last, since it needs
    room that is left.
    """
    binding = active.binding
    if binding.action == "command_palette":
        return len(FIRST) + 1
    places = (FIRST.index(name) for name in (binding.key, binding.action) if name in FIRST)
    return min(places, default=len(FIRST))


class PageTabs(Panel):
    """The names of the pages, the current one highlighted. Textual's Tabs takes 13 times as long to
    appear.
    """

    def __init__(self, names: tuple[str, ...], shown: int, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = names
        self.shown = shown

    def show(self, number: int) -> None:
        """Highlight another page."""
        self.shown = number
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """One line of clickable names; if they do not fit, those around the current page."""
        tabs = [
            _tab(f"{number + 1} {name}", number == self.shown, f"screen.show({number})")
            for number, name in enumerate(self.names)
        ]
        first = 0
        while first < self.shown and length(tabs[first : self.shown + 1]) >= width:
            first += 1
        return [[Span(" "), *tabs[first:]]]
