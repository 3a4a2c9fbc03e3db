"""The status of the ship in one or two lines, above the board."""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.state import CAMPAIGN, PATROL, SUNK
from picket_duty.text.names import phase_words
from picket_duty.text.styled_text import Line, Span, safe
from picket_duty.tui.lines import cell_len, cut
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.panel import ViewPanel


class Part(NamedTuple):
    """A part of the status.

    If the parts do not fit, those that yield ``first`` take their ``short`` form; then the ``spare``
    ones are dropped, the last one first; then the others take their short form. ``most`` is the
    longest text of a part, for which room is reserved: what fits depends on the terminal, not on
    events.
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
        waves, *orders = self._battle()
        if height > 1:
            return [self._row([*where, waves], width), self._row([*vitals, *orders], width)]
        return [self._row([*where, *vitals, waves, *orders], width)]

    def _where(self) -> list[Part]:
        """Ship, phase, weather, station and day."""
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
            # The day of a campaign comes before weather and station, which matter less: the ship
            # status shows them too.
            is_spare = state.setup.kind == PATROL
            part = Part(day, "plain" if is_spare else "title", spare=is_spare, most=most)
            parts.insert(len(parts) if is_spare else 2, part)
        return parts

    def _vitals(self) -> list[Part]:
        """What is left of the ship: hull, fires, flooding, maneuver."""
        state = self.view.state
        ship = self.view.ship
        numbers = self.view.game.tables.numbers
        glyphs = self.glyphs
        if self.view.lost or ship.fate == SUNK:
            return [Part("LOST", "bad")]
        fires = ship.fires
        hull = f"{ship.hull}/{numbers.hull}"
        bar = glyphs.full * ship.hull + glyphs.empty * (numbers.hull - ship.hull)
        flood = "dim"
        if ship.flood:
            flood = _style(numbers.flood_limit - ship.flood, numbers.flood_limit)
        parts = []
        if ship.back is None and not state.outcome and reasons_to_return(self.view.game.play):
            parts.append(Part("STATION LOST" if state.scenario else "MUST LEAVE", "bad"))
        return [
            *parts,
            Part(f"Hull {bar} {hull}", _style(ship.hull, numbers.hull), short=f"Hull {hull}"),
            Part(f"Fires {fires}", "bad" if fires else "dim", most="Fires 3"),
            Part(f"Flood {ship.flood}", flood, most="Flood 9"),
            Part(
                f"Maneuver {ship.maneuver}",
                _style(ship.maneuver, numbers.maneuver),
                most="Maneuver 10",
            ),
        ]

    def _battle(self) -> list[Part]:
        """The waves, the speed and the standing orders."""
        air = self.view.state.air
        view = self.view
        all_waves = air.wave + len(air.waves)
        waves = Part(text="", style="warn", most="wave 3 of 3")
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
        """The parts in one line, as many and as long as fit."""
        # Parts yield first only to make room for the spare ones.
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
    """Whether parts need more columns: a blank before them, and three for each sign between two."""
    rooms = [room for part in parts if (room := max(cell_len(part.text), len(part.most)))]
    return 1 + sum(rooms) + 3 * (len(rooms) - 1) > width


def _style(value: int, most: int) -> str:
    """The style of a value of which the ship has ``most`` at best."""
    if value > most // 2:
        return "plain"
    return "warn" if value > most // 4 else "bad"
