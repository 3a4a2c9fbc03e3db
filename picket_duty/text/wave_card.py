"""The card of a wave: what came, what became of it, what it did to the ship, and how that went against the odds.

It is due when the fight of the wave is over, before its damage control. Every figure on it is one of the wave's events,
but for the number of the raid's waves and for what was to be expected, which whoever shows the card works out. The
cards of a game add up to its records: planes destroyed, flamed, that struck and that were near misses, and the credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import Fighters, SupportShip, slot_named
from picket_duty.book.vocabulary import StrikeOutcome, Track
from picket_duty.events import Event, Fire, Leave, Loss, PhaseBegun, Raid, Strike, Support, WaveBegun
from picket_duty.facts.fight import in_fight
from picket_duty.game import Game
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.wave import wave_sizes
from picket_duty.state import GONE, SHOT_DOWN
from picket_duty.text.fight import Blow, blows_of, harm_words, no_harm
from picket_duty.text.names import count, item_name, listed, often, plane_name, title_case
from picket_duty.text.spans import Line, Span, line, safe, text_of

#: What became of a plane, the worst for the ship first, and how it is said of several. Each plane is counted once; one
#: that is flamed dives all the same, unless it is an Ohka's carrier.
STRUCK, CLOSE, DESTROYED, DIVED_PAST, FELL, GONE_HOME, TO_DIVE = (
    "struck us", "near miss", "destroyed", "missed", "fell in flames", "turned away", "had not dived",
)  # fmt: skip
#: The fates as the card tells them, each with its style.
FATES = {
    DESTROYED: "good", DIVED_PAST: "good", FELL: "good", GONE_HOME: "good", TO_DIVE: "plain", CLOSE: "warn",
    STRUCK: "bad",
}  # fmt: skip
#: Fates that say by themselves what fire had made of the plane.
SHOT_DOWN_FATES = (DESTROYED, FELL)
#: Tracks that stand on a line of the card's own.
TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL)


class WaveCard(msgspec.Struct, frozen=True):
    """A wave when its fight is over. ``fates`` is what became of each plane, by its number.

    ``waves`` is the number of the raid's waves; ``shot_down`` names for each plane flamed or destroyed the slot that
    has the credit, the one whose shot made it so first; ``tracks`` holds hull, maneuver and fuel where they went down:
    from, to. ``expected`` are the strikes that the fire plan left to be expected, None where nobody worked them out.
    ``over`` is the place among the game's events where the fight ended: the card is to be shown before what stands
    there.
    """

    number: int
    waves: int
    fates: dict[int, str]
    shot_down: dict[int, str]
    blows: tuple[Blow, ...]
    tracks: dict[str, tuple[int, int]]
    expected: float | None = None
    over: int = 0

    @property
    def strikes(self) -> int:
        """How often a plane or a weapon struck the ship."""
        return sum(not blow.near for blow in self.blows)


# -- when it is due, and what it holds -----------------------------------------------------


def card_due(game: Game, first: int) -> WaveCard | None:
    """The card of the wave whose fight the last answer ended: ``first`` is how many events there were before it."""
    events = game.events
    wave = events[first].wave if first < len(events) else None
    if wave is None:
        return None
    begun = next((place for place in range(first, -1, -1) if _begins(events[place], wave)), None)
    if begun is None or isinstance(events[begun], PhaseBegun):
        return None
    fight = list(takewhile(lambda one: in_fight(one, wave), islice(events, begun, None)))
    end = begun + len(fight)
    if end <= first or (end == len(events) and in_fight(game.request, wave)):
        return None
    lost = end < len(events) and _is_lost(events[end])
    card = card_of(fight, game.tables, waves_of_raid(events[:begun], game.tables), lost)
    return msgspec.structs.replace(card, over=end)


def _is_lost(event: Event) -> bool:
    return isinstance(event, Leave) and event.reason == SUNK


def _begins(event: Event, wave: int) -> bool:
    return isinstance(event, PhaseBegun) or (isinstance(event, WaveBegun) and event.number == wave)


def waves_of_raid(events: Sequence[Event], tables: Tables) -> int:
    """In how many waves the last raid among some events comes."""
    raid = next(event for event in reversed(events) if isinstance(event, Raid))
    return len(wave_sizes(tables, raid.planes))


def card_of(fight: Sequence[Event], tables: Tables, waves: int, lost: bool = False) -> WaveCard:
    """The card of a wave from the events of its fight, the wave itself first; ``lost`` where the ship sank in it."""
    begun = fight[0]
    assert isinstance(begun, WaveBegun)
    blows = tuple(blows_of(fight))
    shot = _shot_down(fight)
    never = TO_DIVE if lost else GONE_HOME
    fates = {plane["plane"]: _fate(plane["plane"], fight) or never for plane in begun.planes}
    for plane in shot:
        if fates[plane] == GONE_HOME:
            fates[plane] = FELL
    return WaveCard(begun.number, waves, fates, shot, blows, _tracks(fight))


def _shot_down(fight: Sequence[Event]) -> dict[int, str]:
    """The planes flamed or destroyed, and whose shot did it first: the rules give the credit to that one."""
    found: dict[int, str] = {}
    for event in fight:
        if isinstance(event, Fire | Support) and event.state in (SHOT_DOWN, GONE):
            found.setdefault(event.plane, event.by)
    return found


def _fate(plane: int, fight: Sequence[Event]) -> str:
    """What became of a plane itself, whatever its weapon did; empty where it was not destroyed and never dived."""
    for event in fight:
        if isinstance(event, Fire | Support) and event.plane == plane and event.state == GONE:
            return DESTROYED
        if isinstance(event, Strike) and event.plane == plane and not event.weapon:
            return {StrikeOutcome.MISS: DIVED_PAST, StrikeOutcome.NEAR_MISS: CLOSE}.get(event.outcome, STRUCK)
    return ""


def _tracks(fight: Sequence[Event]) -> dict[str, tuple[int, int]]:
    """Where the ship's tracks stood before and after."""
    found: dict[str, tuple[int, int]] = {}
    for event in fight:
        if isinstance(event, Loss) and event.points and event.track in TRACKS:
            first, _ = found.get(event.track, (event.left + event.points, 0))
            found[event.track] = (first, event.left)
    return found


# -- in words ------------------------------------------------------------------------------


def card_lines(card: WaveCard, tables: Tables) -> list[Line]:
    """The card in lines of its own, the longer ones to be wrapped: planes, credit, each blow, the tracks, luck."""
    many = f" of {card.waves}" if card.waves > 1 else ""
    head = line((f"Wave {card.number}{many} is over. ", "title"), f"{count(len(card.fates), 'plane')}: ")
    lines = [[*head, *_fates(card)], *_credit(card, tables)]
    lines += [_blow(blow, tables) for blow in card.blows]
    last = _tracks_line(card)
    if card.expected is not None:
        luck = f"Expected strikes {card.expected:.2f}, had {card.strikes}."
        last += [Span(". " if last else ""), Span(luck, "dim")]
    return [*lines, last] if last else lines


def card_text(card: WaveCard, tables: Tables) -> list[str]:
    """The card in lines of plain text."""
    return [text_of(one) for one in card_lines(card, tables)]


def _fates(card: WaveCard) -> Line:
    """How many planes came to which end, and how many of them were flamed before; weapons that struck by themselves."""
    found: Line = []
    for fate, style in FATES.items():
        planes = [plane for plane, end in card.fates.items() if end == fate]
        if planes:
            words = count(len(planes), CLOSE, "near misses") if fate == CLOSE else f"{len(planes)} {fate}"
            where = _sections(card) if fate == STRUCK else []
            found += [Span(", " if found else ""), Span(f"{words} {listed(where)}".strip(), style)]
            found.append(Span(_flamed(card, planes, fate)))
    weapons = sum(not blow.near and bool(blow.strike.weapon) for blow in card.blows)
    return [*found, *line("; ", (f"{count(weapons, 'weapon')} struck us", "bad"))] if weapons else found


def _flamed(card: WaveCard, planes: Sequence[int], fate: str) -> str:
    """How many of some planes were flamed, in brackets; nothing where their fate says it, or none was."""
    flamed = sum(plane in card.shot_down for plane in planes)
    if not flamed or fate in SHOT_DOWN_FATES:
        return ""
    return " (flamed)" if len(planes) == 1 else f" ({flamed} flamed)"


def _sections(card: WaveCard) -> list[str]:
    """The sections that planes struck, in the order of the blows, each once."""
    return list(dict.fromkeys(blow.strike.section for blow in card.blows if not (blow.near or blow.strike.weapon)))


def _credit(card: WaveCard, tables: Tables) -> list[Line]:
    """Who shot planes down, destroyed or flamed: mounts by name, fighters and support ships by their kind."""
    if not card.shot_down:
        return []
    found = Counter(_shooter(slot, tables) for slot in card.shot_down.values())
    by = ", ".join(f"{name} {often(number)}".strip() for name, number in found.items())
    return [line((f"  {len(card.shot_down)} shot down, destroyed or flamed", "good"), f": {by}")]


def _shooter(slot: str, tables: Tables) -> str:
    match slot_named(slot):
        case Fighters():
            return "fighters"
        case SupportShip():
            return "support ships"
    return safe(item_name(tables, slot))


def _blow(blow: Blow, tables: Tables) -> Line:
    """A blow in a line: who, where, and what it did."""
    section = blow.strike.section
    harm = f": {', '.join(harm_words(blow.after, tables, section)) or no_harm(blow.after)}"
    plane = plane_name(blow.strike.plane)
    if blow.near:
        return line("  ", ("Near miss", "warn"), f" by {plane}, {blow.who}{harm}")
    where = f" {section}" if section else ""
    return line(f"  {title_case(plane)}, {blow.who}, ", (f"strikes us{where}", "bad"), harm)


def _tracks_line(card: WaveCard) -> Line:
    words = [f"{track} {first} to {left}" for track, (first, left) in card.tracks.items()]
    return [Span(title_case(listed(words)), "bad")] if words else []
