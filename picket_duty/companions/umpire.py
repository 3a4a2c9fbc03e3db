"""The umpire of Okinawa (International Team): what the Japanese player hides, and the American pieces that run into it.

Hexagons are plain labels, because the rulebook has no map: the players see on theirs which are adjacent. Hidden pieces
are shown only to the Japanese player, who is then alone at the table; pieces found are shown to both.
"""

from __future__ import annotations

from typing import Any

from picket_duty.charts.kinds import ListChart
from picket_duty.companions.table import Step, TablePlay, TableState
from picket_duty.requests import LABEL, ONE, Decision, Option
from picket_duty.text import count

JAPANESE = "japanese"
#: The option of a set-up for a hidden placement recorded by the umpire.
UMPIRE = "umpire"
#: What can be hidden. Fortifications and minefields are in a hex in addition to its units.
UNITS = {"infantry": "Infantry, militia, navy", "artillery": "Artillery", "armoured": "Armored unit"}
WORKS = {"fortification": "Fortification", "minefield": "Minefield"}
FORTIFICATION, MINEFIELD, IN_FORTIFICATION = "fortification", "minefield", "in_fortification"
DONE = "done"

PIECE = Decision("piece", ONE, "Japanese player: which piece do you hide next?", "Setting up the game")
PLACE = Decision("place", LABEL, "In which hex do you hide it? (not a beach)", "Setting up the game")
SEARCH = Decision("search", LABEL, "Which hex is searched?", "Bombings")
SUPPOSED = Decision("supposed", LABEL, "Which hex do you fire at, where pieces may be hidden?", "Bombings")
LOST = Decision("lost", ONE, "Which piece is lost? The player under fire chooses", "Bombings")
MOVES = Decision("moves", ONE, "Does an American piece enter a hex that is not crossed out?", "How to Use Little Maps")
ENTERS = Decision("enters", LABEL, "Which hex does it enter next?", "How to Use Little Maps")
JOINS = Decision(
    "joins", LABEL, "In which hex do hidden pieces join the defense from ambush?", "American Movements and Fights"
)
SHOWS = Decision(
    "shows", LABEL, "In which hex do hidden pieces fire, move or attack now?", "Bombings; Preparation of the Game"
)
FELL = Decision("fell", LABEL, "In which hex are Japanese pieces eliminated?", "The Result of Fights")
FELL_ONE = Decision("fell piece", ONE, "Which piece is eliminated?", "Shots Necessary for Elimination")
BACK_FROM = Decision("back from", LABEL, "From which hex do Japanese pieces retreat?", "The Result of Fights")
BACK_TO = Decision("back to", LABEL, "To which hex do they retreat?", "The Result of Fights")
GOES_FROM = Decision("goes from", LABEL, "From which hex does a Japanese piece on the map move?", "Movement")
GOES_TO = Decision("goes to", LABEL, "Where does it end its move?", "Movement")
GOES = Decision("goes", ONE, "Which piece moves?", "Movement")
#: Only the Japanese player may see these answers.
PRIVATE = {decision.id for decision in (PIECE, PLACE, JOINS, SHOWS)}
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


TeamPlay = TablePlay[TeamState]

# -- hiding --------------------------------------------------------------


def placement(play: TeamPlay) -> Step[None]:
    """The Japanese player, looking alone, hides pieces one after another."""
    play.say("The Japanese player hides the pieces. The American player looks away", head=True)
    play.seat(JAPANESE)
    options = [Option(kind, words) for kind, words in (UNITS | WORKS).items()]
    while (kind := (yield from play.choose(PIECE, *options, Option(DONE, "All pieces are hidden")))) != DONE:
        label = yield from play.read_label(PLACE)
        hide(play, label, kind)
    play.seat()
    play.say("The umpire has recorded all hidden pieces")


def hide(play: TeamPlay, label: str, kind: str) -> None:
    """Hide a piece in a hex, unless it is full."""
    pieces = hidden_in(play, label)
    alike = [piece for piece in pieces if (piece in UNITS if kind in UNITS else piece == kind)]
    if len(alike) >= (play.tables.game.numbers["stack"] if kind in UNITS else 1):
        play.say(f"{label} is full: {words_of(pieces)}", side=JAPANESE)
        return
    keep(play.state.hidden, label, [*pieces, kind])
    play.say(f"{label}: {words_of(hidden_in(play, label))}", side=JAPANESE)


def hidden_in(play: TeamPlay, label: str) -> list[str]:
    """The pieces hidden in a hex."""
    return list(play.state.hidden.get(label, ()))


def units_are_hidden(play: TeamPlay) -> bool:
    """Whether a unit is hidden anywhere; fortifications and minefields do not count."""
    return any(piece in UNITS for pieces in play.state.hidden.values() for piece in pieces)


def words_of(pieces: list[str]) -> str:
    """Pieces as text."""
    return ", ".join((UNITS | WORKS)[piece].split(",")[0].lower() for piece in pieces)


def keep(places: dict[str, list[str]], label: str, pieces: list[str]) -> None:
    """Record the pieces of a hex; an empty one is removed."""
    if pieces:
        places[label] = pieces
    else:
        places.pop(label, None)


# -- finding -------------------------------------------------------------


def found_in(play: TeamPlay, label: str) -> list[str]:
    """Place the hidden pieces of a hex on the map and return them; an empty hex is crossed out."""
    pieces, state = hidden_in(play, label), play.state
    if not pieces:
        if on_map := placed_in(play, label):
            play.say(f"{label}: nothing else is hidden here. On the map: {words_of(on_map)}")
        else:
            state.free.add(label)
            play.say(f"{label}: nothing is hidden here. Cross it out")
        return []
    keep(state.hidden, label, [])
    state.free.discard(label)
    keep(state.placed, label, [*placed_in(play, label), *pieces])
    play.say(f"{label}: place {words_of(pieces)} on the map")
    return pieces


def placed_in(play: TeamPlay, label: str) -> list[str]:
    """The pieces found in a hex, which are on the map."""
    return list(play.state.placed.get(label, ()))


def search(play: TeamPlay) -> Step[None]:
    """Search a hex by fire, without dice."""
    label = yield from play.read_label(SEARCH)
    found_in(play, label)


def movement(play: TeamPlay) -> Step[None]:
    """American pieces enter hexes that are not crossed out; each is named first."""
    stops = Option(DONE, "It stops here")
    while (yield from play.confirm(MOVES)):
        while (label := (yield from play.read_label(ENTERS, stops))) != DONE:
            if meets(play, label):
                break


def meets(play: TeamPlay, label: str) -> bool:
    """Resolve the entry of a piece into a hex. Returns whether it meets an enemy or a minefield.

    Pieces already on the map meet it too; a fortification that was found empty can be entered.
    """
    pieces = found_in(play, label)
    on_map = placed_in(play, label)
    if MINEFIELD in on_map:
        play.state.lost_to_mines += 1
        play.say(f"{label}: mines eliminate the piece that enters")
    elif pieces:
        play.say(f"Enemy in {label}: the piece goes back one hex, stops there and attacks")
    elif any(piece in UNITS for piece in on_map):
        play.say(f"Enemy in {label}: the piece stops one hex short and attacks")
    else:
        return False
    return True


def reveal(play: TeamPlay, decision: Decision) -> Step[None]:
    """The Japanese player, looking alone, shows pieces that take part from now on."""
    play.seat(JAPANESE)
    while (label := (yield from play.read_label(decision, NO_MORE))) != DONE:
        if hidden_in(play, label):
            found_in(play, label)
        else:
            play.say(f"{label}: you have nothing hidden there", side=JAPANESE)
    play.seat()


def lose(play: TeamPlay, label: str, hits: int) -> Step[None]:
    """Eliminate as many pieces of a hex just revealed as the hits suffice for (shots necessary for elimination)."""
    fired = hits
    while True:
        pieces = placed_in(play, label)
        needed = {piece: shots_for(play, piece, pieces) for piece in pieces if piece != FORTIFICATION}
        options = [Option(piece, (UNITS | WORKS)[piece]) for piece, shots in needed.items() if shots <= hits]
        if not options:
            if hits == fired:
                play.say(f"{label}: {count(hits, 'hit')}, nothing eliminated")
            return
        lost = options[0].value if len(options) == 1 else (yield from play.choose(LOST, *options))
        hits -= needed[lost]
        pieces.remove(lost)
        play.state.eliminate(lost, 1)
        play.say(f"{label}: {words_of([lost])} eliminated, {count(hits, 'hit')} left")
        if FORTIFICATION in pieces and not any(piece in UNITS for piece in pieces):
            pieces.remove(FORTIFICATION)
            play.say(f"{label}: the fortification is empty and blows up")
        keep(play.state.placed, label, pieces)


def shots_for(play: TeamPlay, piece: str, beside: list[str]) -> int:
    """The number of hits that eliminate a piece, given the other pieces in its hex."""
    chart = play.tables["elimination"]
    assert isinstance(chart.raw, ListChart)
    sheltered = piece in UNITS and FORTIFICATION in beside
    return int(chart.entry(IN_FORTIFICATION if sheltered else piece)["hits"])


# -- on the map ------------------------------------------------------------


def shot_away(play: TeamPlay, target: str, number: int) -> Step[None]:
    """Ask for the hexes of pieces on the map that were eliminated by shots at a named target."""
    while number and any(fit_for(play, label, target) for label in on_the_map(play)):
        label = yield from play.read_label(FELL, NO_MORE)
        if label == DONE:
            return
        fit = fit_for(play, label, target)
        if not fit:
            play.say(f"{label}: there is no such piece in that hex")
            continue
        options = [Option(piece, (UNITS | WORKS)[piece]) for piece in dict.fromkeys(fit)]
        remove(play, label, [options[0].value if len(options) == 1 else (yield from play.choose(FELL_ONE, *options))])
        number -= 1


def fit_for(play: TeamPlay, label: str, target: str) -> list[str]:
    """The pieces on the map in a hex that shots at this target eliminate."""
    pieces = placed_in(play, label)
    sheltered = FORTIFICATION in pieces
    if target == IN_FORTIFICATION:
        return [piece for piece in pieces if piece in UNITS and sheltered]
    return [piece for piece in pieces if piece == target and not (piece in UNITS and sheltered)]


def fallen(play: TeamPlay) -> Step[None]:
    """Ask for the hexes of Japanese pieces that a fight has eliminated; mines stay (fights)."""
    while label := (yield from hexagon_of_units(play, FELL)):
        remove(play, label, units_in(play, label))


def gone_back(play: TeamPlay) -> Step[None]:
    """Ask for the hexes of Japanese pieces that retreated after a fight; fortifications stay."""
    while label := (yield from hexagon_of_units(play, BACK_FROM)):
        units = units_in(play, label)
        target = yield from play.read_label(BACK_TO, NO_WAY)
        if target == DONE:
            remove(play, label, units)
        else:
            go(play, label, target, units)


def hexagon_of_units(play: TeamPlay, asked: Decision) -> Step[str]:
    """Ask for a hex until one with Japanese units on the map is named; empty if there are no more."""
    while units_on_the_map(play) and (label := (yield from play.read_label(asked, NO_MORE))) != DONE:
        if units_in(play, label):
            return label
        play.say(f"{label}: there is no Japanese unit in that hex")
    return ""


def moved(play: TeamPlay) -> Step[None]:
    """Ask for the moves of Japanese pieces on the map."""
    while label := (yield from hexagon_of_units(play, GOES_FROM)):
        units = units_in(play, label)
        options = [Option(unit, UNITS[unit]) for unit in dict.fromkeys(units)]
        unit = options[0].value if len(options) == 1 else (yield from play.choose(GOES, *options))
        target = yield from play.read_label(GOES_TO)
        go(play, label, target, [unit])


def go(play: TeamPlay, label: str, target: str, units: list[str]) -> None:
    """Move units on the map to another hex, unless it is full."""
    there = units_in(play, target)
    if target != label and len(there) + len(units) > play.tables.game.numbers["stack"]:
        play.say(f"{target} is full: {words_of(there)}")
        return
    take_away(play, label, units)
    keep(play.state.placed, target, [*placed_in(play, target), *units])
    play.state.free.discard(target)
    play.say(f"{words_of(units)}: from {label} to {target}")


def remove(play: TeamPlay, label: str, pieces: list[str]) -> None:
    """Eliminate pieces on the map; an empty fortification blows up."""
    take_away(play, label, pieces)
    play.say(f"{label}: {words_of(pieces)} eliminated")
    if FORTIFICATION in placed_in(play, label) and not units_in(play, label):
        take_away(play, label, [FORTIFICATION])
        play.say(f"{label}: the fortification is empty and blows up")


def take_away(play: TeamPlay, label: str, pieces: list[str]) -> None:
    """Take pieces on the map out of a hex."""
    left = placed_in(play, label)
    for piece in pieces:
        left.remove(piece)
    keep(play.state.placed, label, left)


def on_the_map(play: TeamPlay) -> list[str]:
    """The hexes where pieces were found."""
    return list(play.state.placed)


def units_in(play: TeamPlay, label: str) -> list[str]:
    """The Japanese units on the map in a hex."""
    return [piece for piece in placed_in(play, label) if piece in UNITS]


def units_on_the_map(play: TeamPlay) -> bool:
    """Whether a Japanese unit is on the map anywhere."""
    return any(units_in(play, label) for label in on_the_map(play))
