"""Okinawa (International Team): its state, and the Japanese pieces in the hexes.

The umpire keeps the hidden ones and shows them only to the Japanese player.
"""

from __future__ import annotations

from picket_duty.companions.table import MOVE, Procedure, TablePlay, TableState, add_to
from picket_duty.requests import Option
from picket_duty.text.english import count

JAPANESE = "japanese"
#: The option of a set-up for a hidden placement recorded by the umpire.
UMPIRE = "umpire"
#: The option that names no ship, target, gun or piece.
DONE = "done"
#: What can be hidden. Fortifications and minefields are in a hex in addition to its units.
UNITS = {
    "infantry": "Infantry, militia, navy",
    "artillery": "Artillery",
    "armoured": "Armored unit",
}
WORKS = {"fortification": "Fortification", "minefield": "Minefield"}
FORTIFICATION = "fortification"
IN_FORTIFICATION = "in_fortification"
#: Only the Japanese player may see these answers.
PRIVATE = {"piece", "place", "joins", "shows"}
NO_MORE = Option(DONE, "None (or no more)")


class TeamState(TableState):
    """Okinawa (International Team) in play.

    ``hidden`` are the pieces that the umpire keeps, ``placed`` those on the map, by hex; ``free``
    are hexes crossed out. ``eliminated`` counts Japanese pieces by the target they were.
    ``halved``: a capture halves the pieces next to it in the following move.
    """

    planes_to_come: int = 0
    hits_at_target: int = 0
    ships_sunk: int = 0
    planes_lost: int = 0
    lost_to_mines: int = 0
    eliminated: dict[str, int] = {}
    halved: bool = False
    hidden: dict[str, list[str]] = {}
    placed: dict[str, list[str]] = {}
    free: set[str] = set()

    def counts(self) -> dict[str, int]:
        """The counts by label."""
        return {
            "planes to come": self.planes_to_come,
            "planes lost": self.planes_lost,
            "ships sunk": self.ships_sunk,
            "hits on this target": self.hits_at_target,
            **{f"{target} eliminated": number for target, number in self.eliminated.items()},
            "American pieces lost to mines": self.lost_to_mines,
        }

    def eliminate(self, target: str, number: int) -> None:
        """Count Japanese pieces eliminated."""
        add_to(self.eliminated, target, number)

    def units_in(self, label: str) -> list[str]:
        """The Japanese units on the map in a hex."""
        return [piece for piece in self.placed.get(label, []) if piece in UNITS]


TeamPlay = TablePlay[TeamState]


def has_umpire(play: TeamPlay) -> bool:
    """Whether the umpire records the hidden placement."""
    return UMPIRE in play.state.setup.options


def pieces_words(pieces: list[str]) -> str:
    """Pieces as text."""
    return ", ".join((UNITS | WORKS)[piece].split(",")[0].lower() for piece in pieces)


def placement(play: TeamPlay) -> Procedure[None]:
    """The Japanese player, looking alone, hides pieces one after another."""
    play.say("The Japanese player hides the pieces while the American player looks away", head=True)
    play.state.seat = JAPANESE
    options = [Option(kind, words) for kind, words in (UNITS | WORKS).items()]
    options.append(Option(DONE, "All pieces are hidden"))
    while (kind := (yield from play.choose("piece", *options))) != DONE:
        label = yield from play.read_label("place")
        pieces = play.state.hidden.setdefault(label, [])
        if kind in UNITS:
            is_full = sum(piece in UNITS for piece in pieces) >= play.tables.numbers["stack"]
        else:
            is_full = kind in pieces
        if is_full:
            play.say(f"Hex {label} is full: {pieces_words(pieces)}", side=JAPANESE)
            continue
        pieces.append(kind)
        play.say(f"Hex {label}: {pieces_words(pieces)}", side=JAPANESE)
    play.state.seat = ""
    play.say("The umpire has recorded all hidden pieces")
    play.state.step = MOVE


def reveal(play: TeamPlay, about: str) -> Procedure[None]:
    """The Japanese player, looking alone, shows pieces that take part from now on."""
    play.state.seat = JAPANESE
    while (label := (yield from play.read_label(about, NO_MORE))) != DONE:
        if play.state.hidden.get(label, []):
            find_pieces(play, label)
        else:
            play.say(f"Hex {label}: you have nothing hidden here", side=JAPANESE)
    play.state.seat = ""


def find_pieces(play: TeamPlay, label: str) -> list[str]:
    """Place the hidden pieces of a hex on the map and return them; an empty hex is crossed out."""
    state = play.state
    pieces = state.hidden.get(label, [])
    on_map = state.placed.get(label, [])
    if pieces:
        del state.hidden[label]
        state.free.discard(label)
        state.placed[label] = [*on_map, *pieces]
        play.say(f"Hex {label}: place {pieces_words(pieces)} on the map")
    elif on_map:
        play.say(f"Hex {label}: nothing else is hidden here; on the map: {pieces_words(on_map)}")
    else:
        state.free.add(label)
        play.say(f"Hex {label}: nothing is hidden here; cross out the hex")
    return pieces


def meets_enemy(play: TeamPlay, label: str) -> bool:
    """Whether a piece that enters a hex meets an enemy or mines, which is resolved; an empty
    fortification is none.
    """
    pieces = find_pieces(play, label)
    if "minefield" in play.state.placed.get(label, []):
        play.state.lost_to_mines += 1
        play.say(f"Hex {label}: mines eliminate the piece that enters")
    elif pieces:
        play.say(f"Enemy in hex {label}: the piece goes back one hex, stops there and attacks")
    elif play.state.units_in(label):
        play.say(f"Enemy in hex {label}: the piece stops one hex short and attacks")
    else:
        return False
    return True


def hit_hex(play: TeamPlay, label: str, hits: int) -> Procedure[None]:
    """Eliminate as many pieces of a hex just revealed as the hits suffice for (shots necessary for
    elimination).
    """
    fired = hits
    while needed := hits_needed(play, label, hits):
        lost = yield from choose_piece(play, "lost", list(needed))
        hits -= needed[lost]
        play.state.eliminate(lost, number=1)
        remove_pieces(play, label, [lost], f", {count(hits, 'hit')} left")
    if hits == fired:
        play.say(f"Hex {label}: {count(hits, 'hit')}, nothing eliminated")


def hits_needed(play: TeamPlay, label: str, hits: int) -> dict[str, int]:
    """The hits needed for each piece on the map in a hex, if no more than some ``hits``."""
    chart = play.tables["elimination"]
    pieces = play.state.placed.get(label, [])
    needed_by_piece = {}
    for piece in pieces:
        # A fortification goes with its units.
        if piece == FORTIFICATION:
            continue
        needed = int(chart.entry(target_of(piece, pieces))["hits"])
        if needed <= hits:
            needed_by_piece[piece] = needed
    return needed_by_piece


def target_of(piece: str, pieces: list[str]) -> str:
    """The target that a piece is among the pieces of its hex."""
    if piece in UNITS and FORTIFICATION in pieces:
        return IN_FORTIFICATION
    return piece


def choose_piece(play: TeamPlay, about: str, pieces: list[str]) -> Procedure[str]:
    """Ask for one of several kinds of pieces, or return the only one."""
    kinds = list(dict.fromkeys(pieces))
    if len(kinds) == 1:
        return kinds[0]
    options = [Option(kind, (UNITS | WORKS)[kind]) for kind in kinds]
    return (yield from play.choose(about, *options))


def shot_away(play: TeamPlay, target: str, number: int) -> Procedure[None]:
    """Ask for the hexes of pieces on the map that were eliminated by shots at a named target."""
    while number and any(pieces_of_target(play, label, target) for label in play.state.placed):
        label = yield from play.read_label("fell", NO_MORE)
        if label == DONE:
            return
        if pieces := pieces_of_target(play, label, target):
            piece = yield from choose_piece(play, "fell piece", pieces)
            remove_pieces(play, label, [piece])
            number -= 1
        else:
            play.say(f"Hex {label}: there is no such piece here")


def pieces_of_target(play: TeamPlay, label: str, target: str) -> list[str]:
    """The pieces on the map in a hex that shots at this target eliminate."""
    pieces = play.state.placed.get(label, [])
    return [piece for piece in pieces if target_of(piece, pieces) == target]


def read_hex_of_units(play: TeamPlay, about: str) -> Procedure[str]:
    """Ask for a hex until one with Japanese units on the map is named; empty if there are no
    more.
    """
    state = play.state
    while any(map(state.units_in, state.placed)):
        label = yield from play.read_label(about, NO_MORE)
        if label == DONE:
            return ""
        if state.units_in(label):
            return label
        play.say(f"Hex {label}: there is no Japanese unit here")
    return ""


def move_units(play: TeamPlay, label: str, target: str, units: list[str]) -> None:
    """Move units on the map to another hex, unless it is full."""
    there = play.state.units_in(target)
    if target != label and len(there) + len(units) > play.tables.numbers["stack"]:
        play.say(f"{target} is full: {pieces_words(there)}")
        return
    take_away(play, label, units)
    play.state.placed[target] = [*play.state.placed.get(target, []), *units]
    play.state.free.discard(target)
    play.say(f"{pieces_words(units)}: from {label} to {target}")


def remove_pieces(play: TeamPlay, label: str, pieces: list[str], left: str = "") -> None:
    """Eliminate pieces on the map; an empty fortification blows up. ``left`` follows in the
    report.
    """
    take_away(play, label, pieces)
    play.say(f"Hex {label}: {pieces_words(pieces)} eliminated{left}")
    if FORTIFICATION in play.state.placed.get(label, []) and not play.state.units_in(label):
        take_away(play, label, [FORTIFICATION])
        play.say(f"Hex {label}: the fortification is empty and blows up")


def take_away(play: TeamPlay, label: str, pieces: list[str]) -> None:
    """Take pieces on the map out of a hex."""
    left = play.state.placed[label]
    for piece in pieces:
        left.remove(piece)
    if not left:
        del play.state.placed[label]
