"""The umpire of Okinawa (International Team): what the Japanese player hides, and the American pieces that run into it.

Hexagons are plain labels, because the rulebook has no map: the players see on theirs which are adjacent. Hidden pieces
are shown only to the Japanese player, who is then alone at the table; pieces found are shown to both.
"""

from __future__ import annotations

from typing import Any

from picket_duty.companions.table import MOVE, Procedure, TablePlay, TableState
from picket_duty.requests import Option
from picket_duty.text.names import count

JAPANESE = "japanese"
#: The option of a set-up for a hidden placement recorded by the umpire.
UMPIRE = "umpire"
#: What can be hidden. Fortifications and minefields are in a hex in addition to its units.
UNITS = {"infantry": "Infantry, militia, navy", "artillery": "Artillery", "armoured": "Armored unit"}
WORKS = {"fortification": "Fortification", "minefield": "Minefield"}
FORTIFICATION, MINEFIELD, IN_FORTIFICATION = "fortification", "minefield", "in_fortification"
DONE = "done"

#: Only the Japanese player may see these answers.
PRIVATE = {"piece", "place", "joins", "shows"}
NO_MORE = Option(DONE, "None (or no more)")
NO_WAY = Option(DONE, "Nowhere: every path is blocked, so they are eliminated")


class TeamState(TableState):
    """Okinawa (International Team) in play.

    ``hidden`` are the pieces that the umpire keeps, ``placed`` those found and placed on the map, both by hex;
    ``free`` are hexes crossed out. ``planes_to_come`` have not attacked yet this move, ``hits_at_target`` are those
    at the target that is being fired at. ``eliminated`` counts Japanese pieces by the target they were. ``halved``: a
    capture halves the pieces next to it in the following move.
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

    def summary(self) -> dict[str, Any]:
        """The move, the outcome, and the counts that are not 0."""
        head = {"game": self.setup.name, "seed": self.setup.seed, "move": self.move, "outcome": self.outcome or None}
        return {**head, **self.counts()}

    def counts(self) -> dict[str, int]:
        """The counts that are not 0, by label."""
        numbers = {
            "planes to come": self.planes_to_come,
            "planes lost": self.planes_lost,
            "ships sunk": self.ships_sunk,
            "hits on this target": self.hits_at_target,
            **{f"{target} eliminated": number for target, number in self.eliminated.items()},
            "American pieces lost to mines": self.lost_to_mines,
        }
        return {words: number for words, number in numbers.items() if number}

    def eliminate(self, target: str, number: int) -> None:
        """Count Japanese pieces eliminated."""
        self.eliminated[target] = self.eliminated.get(target, 0) + number

    def hidden_in(self, label: str) -> list[str]:
        """The pieces hidden in a hex."""
        return list(self.hidden.get(label, ()))

    def placed_in(self, label: str) -> list[str]:
        """The pieces found in a hex, which are on the map."""
        return list(self.placed.get(label, ()))

    def units_in(self, label: str) -> list[str]:
        """The Japanese units on the map in a hex."""
        return [piece for piece in self.placed_in(label) if piece in UNITS]


TeamPlay = TablePlay[TeamState]


def pieces_text(pieces: list[str]) -> str:
    """Pieces as text."""
    return ", ".join((UNITS | WORKS)[piece].split(",")[0].lower() for piece in pieces)


def _record(places: dict[str, list[str]], label: str, pieces: list[str]) -> None:
    """Record the pieces of a hex; an empty one is removed."""
    if pieces:
        places[label] = pieces
    else:
        places.pop(label, None)


# -- hiding --------------------------------------------------------------


def placement(play: TeamPlay) -> Procedure[None]:
    """The Japanese player, looking alone, hides pieces one after another."""
    play.say("The Japanese player hides the pieces. The American player looks away", head=True)
    play.seat(JAPANESE)
    options = [Option(kind, words) for kind, words in (UNITS | WORKS).items()]
    while (kind := (yield from play.choose("piece", *options, Option(DONE, "All pieces are hidden")))) != DONE:
        label = yield from play.read_label("place")
        hide_piece(play, label, kind)
    play.seat()
    play.say("The umpire has recorded all hidden pieces")
    play.state.step = MOVE


def hide_piece(play: TeamPlay, label: str, kind: str) -> None:
    """Hide a piece in a hex, unless it is full."""
    pieces = play.state.hidden_in(label)
    alike = [piece for piece in pieces if (piece in UNITS if kind in UNITS else piece == kind)]
    if len(alike) >= (play.tables.game.numbers["stack"] if kind in UNITS else 1):
        play.say(f"{label} is full: {pieces_text(pieces)}", side=JAPANESE)
        return
    pieces.append(kind)
    _record(play.state.hidden, label, pieces)
    play.say(f"{label}: {pieces_text(pieces)}", side=JAPANESE)


# -- finding -------------------------------------------------------------


def find_pieces(play: TeamPlay, label: str) -> list[str]:
    """Place the hidden pieces of a hex on the map and return them; an empty hex is crossed out."""
    state = play.state
    pieces, on_map = state.hidden_in(label), state.placed_in(label)
    if pieces:
        _record(state.hidden, label, [])
        state.free.discard(label)
        _record(state.placed, label, [*on_map, *pieces])
        play.say(f"{label}: place {pieces_text(pieces)} on the map")
    elif on_map:
        play.say(f"{label}: nothing else is hidden here. On the map: {pieces_text(on_map)}")
    else:
        state.free.add(label)
        play.say(f"{label}: nothing is hidden here. Cross it out")
    return pieces


def american_movement(play: TeamPlay) -> Procedure[None]:
    """American pieces enter hexes that are not crossed out; each is named first."""
    stops = Option(DONE, "It stops here")
    while (yield from play.confirm("moves")):
        while (label := (yield from play.read_label("enters", stops))) != DONE:
            if meets_enemy(play, label):
                break


def meets_enemy(play: TeamPlay, label: str) -> bool:
    """Resolve the entry of a piece into a hex. Returns whether it meets an enemy or a minefield.

    Pieces already on the map meet it too; a fortification that was found empty can be entered.
    """
    pieces = find_pieces(play, label)
    if MINEFIELD in play.state.placed_in(label):
        play.state.lost_to_mines += 1
        play.say(f"{label}: mines eliminate the piece that enters")
    elif pieces:
        play.say(f"Enemy in {label}: the piece goes back one hex, stops there and attacks")
    elif play.state.units_in(label):
        play.say(f"Enemy in {label}: the piece stops one hex short and attacks")
    else:
        return False
    return True


def reveal(play: TeamPlay, about: str) -> Procedure[None]:
    """The Japanese player, looking alone, shows pieces that take part from now on."""
    play.seat(JAPANESE)
    while (label := (yield from play.read_label(about, NO_MORE))) != DONE:
        if play.state.hidden_in(label):
            find_pieces(play, label)
        else:
            play.say(f"{label}: you have nothing hidden there", side=JAPANESE)
    play.seat()


def hit_hex(play: TeamPlay, label: str, hits: int) -> Procedure[None]:
    """Eliminate as many pieces of a hex just revealed as the hits suffice for (shots necessary for elimination)."""
    fired = hits
    while True:
        pieces = play.state.placed_in(label)
        needed: dict[str, int] = {}
        for piece in pieces:
            if piece != FORTIFICATION:
                target = IN_FORTIFICATION if piece in UNITS and FORTIFICATION in pieces else piece
                needed[piece] = play.tables["elimination"].entry(target)["hits"]
        fit = [piece for piece, shots in needed.items() if shots <= hits]
        if not fit:
            if hits == fired:
                play.say(f"{label}: {count(hits, 'hit')}, nothing eliminated")
            return
        lost = yield from choose_piece(play, "lost", fit)
        hits -= needed[lost]
        play.state.eliminate(lost, 1)
        remove_pieces(play, label, [lost], f", {count(hits, 'hit')} left")


def choose_piece(play: TeamPlay, about: str, pieces: list[str]) -> Procedure[str]:
    """Ask for one of several kinds of pieces, or return the only one."""
    kinds = list(dict.fromkeys(pieces))
    if len(kinds) == 1:
        return kinds[0]
    return (yield from play.choose(about, *[Option(kind, (UNITS | WORKS)[kind]) for kind in kinds]))


# -- on the map ------------------------------------------------------------


def shot_away(play: TeamPlay, target: str, number: int) -> Procedure[None]:
    """Ask for the hexes of pieces on the map that were eliminated by shots at a named target."""
    while number and any(fit_for(play, label, target) for label in play.state.placed):
        label = yield from play.read_label("fell", NO_MORE)
        if label == DONE:
            return
        fit = fit_for(play, label, target)
        if not fit:
            play.say(f"{label}: there is no such piece in that hex")
            continue
        remove_pieces(play, label, [(yield from choose_piece(play, "fell piece", fit))])
        number -= 1


def fit_for(play: TeamPlay, label: str, target: str) -> list[str]:
    """The pieces on the map in a hex that shots at this target eliminate."""
    pieces = play.state.placed_in(label)
    sheltered = FORTIFICATION in pieces
    if target == IN_FORTIFICATION:
        return [piece for piece in pieces if piece in UNITS and sheltered]
    return [piece for piece in pieces if piece == target and not (piece in UNITS and sheltered)]


def units_eliminated(play: TeamPlay) -> Procedure[None]:
    """Ask for the hexes of Japanese pieces that a fight has eliminated; mines stay (fights)."""
    while label := (yield from read_hex_of_units(play, "fell")):
        remove_pieces(play, label, play.state.units_in(label))


def units_retreat(play: TeamPlay) -> Procedure[None]:
    """Ask for the hexes of Japanese pieces that retreated after a fight; fortifications stay."""
    while label := (yield from read_hex_of_units(play, "back from")):
        units = play.state.units_in(label)
        target = yield from play.read_label("back to", NO_WAY)
        if target == DONE:
            remove_pieces(play, label, units)
        else:
            move_units(play, label, target, units)


def units_move(play: TeamPlay) -> Procedure[None]:
    """Ask for the moves of Japanese pieces on the map."""
    while label := (yield from read_hex_of_units(play, "goes from")):
        unit = yield from choose_piece(play, "goes", play.state.units_in(label))
        target = yield from play.read_label("goes to")
        move_units(play, label, target, [unit])


def read_hex_of_units(play: TeamPlay, about: str) -> Procedure[str]:
    """Ask for a hex until one with Japanese units on the map is named; empty if there are no more."""
    state = play.state
    while any(map(state.units_in, state.placed)) and (label := (yield from play.read_label(about, NO_MORE))) != DONE:
        if state.units_in(label):
            return label
        play.say(f"{label}: there is no Japanese unit in that hex")
    return ""


def move_units(play: TeamPlay, label: str, target: str, units: list[str]) -> None:
    """Move units on the map to another hex, unless it is full."""
    there = play.state.units_in(target)
    if target != label and len(there) + len(units) > play.tables.game.numbers["stack"]:
        play.say(f"{target} is full: {pieces_text(there)}")
        return
    take_away(play, label, units)
    _record(play.state.placed, target, [*play.state.placed_in(target), *units])
    play.state.free.discard(target)
    play.say(f"{pieces_text(units)}: from {label} to {target}")


def remove_pieces(play: TeamPlay, label: str, pieces: list[str], left: str = "") -> None:
    """Eliminate pieces on the map; an empty fortification blows up. ``left`` follows in the report."""
    take_away(play, label, pieces)
    play.say(f"{label}: {pieces_text(pieces)} eliminated{left}")
    if FORTIFICATION in play.state.placed_in(label) and not play.state.units_in(label):
        take_away(play, label, [FORTIFICATION])
        play.say(f"{label}: the fortification is empty and blows up")


def take_away(play: TeamPlay, label: str, pieces: list[str]) -> None:
    """Take pieces on the map out of a hex."""
    left = play.state.placed_in(label)
    for piece in pieces:
        left.remove(piece)
    _record(play.state.placed, label, left)
