"""The check of a card that someone gives, with the wording of cards made by earlier versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from picket_duty.facts import Fate, facts_of, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.game_card import (
    LUCK,
    PAST,
    SHOT,
    STRIKE,
    UNCLEAR,
    WIDTH,
    GameCard,
    card_lines,
    last_ship_words,
    ships_lost_words,
    times_hit_words,
    wave_rows,
)
from picket_duty.text.english import count
from picket_duty.text.names import loss_words
from picket_duty.text.turning_points import WITHIN

#: A count on cards of earlier versions: a plane set afire that still hit the ship was counted both
#: here and as a hit.
DOWN = "splashed or afire"
#: How many of the hits were by planes afire, which count as both. The oldest cards lack it.
AFIRE_TOO = " ({} afire)"
NO_AFIRE_TOO = re.compile(r" \(\d+ afire\)")
#: Words of cards made by earlier versions, and those in use now. They are replaced in this order:
#: later rows also find what earlier ones made. Of a cause, only the beginning may be listed; the rest
#: of it follows.
REWORDED = {
    "down or aflame": DOWN,
    "missed or gone": PAST.words,
    "shot down": SHOT.words,
    "strike": "hit",
    f"{STRIKE.glyph} hit": f"{STRIKE.glyph} {STRIKE.words}",
    f"{STRIKE.ascii} hit": f"{STRIKE.ascii} {STRIKE.words}",
    "Worst of each wave": "Worst per wave",
    " ships from ": " ships since ",
    "Really:": "In 1945:",
    "In 1945: hit 0 times": "In 1945: not hit",
    ", try ": ", attempt ",
    "No plane came": "No planes came",
    f"({WITHIN})": UNCLEAR,
    "afloat, off her station": "afloat, off station",
    "lost, ship lost": "ship lost",
    "lost with the ship": "ship lost",
    "ship lost: deck fire": "ship lost: she foundered, burning",
    "ship lost: a deck fire got": "ship lost: she foundered, burning",
    "ship lost: she foundered, a deck fire": "ship lost: she foundered, burning",
    "ship lost: flooding": "ship lost: she foundered from flooding",
    "ship lost: dead in the water": "ship lost: she foundered while dead in the water",
    "ship lost: hull integrity gone": "ship lost: her hull gave way",
    "ship lost: she foundered with her hull gone": "ship lost: her hull gave way",
    "ship lost: broken in two by a hit": "ship lost: an explosion broke her back",
}
#: Counts of cards made by earlier versions, as patterns, and how they are written now.
RECOUNTED: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (
        r"^(.+) and (\d+) ships? before her, ",
        # The date of the start follows in the line.
        lambda match: last_ship_words(match[1], ships=int(match[2]) + 1, start=""),
    ),
    (r" and (\d+) by weapons", lambda match: _by_weapons(int(match[1]))),
    (r"\b(\d+) ships? sunk", lambda match: ships_lost_words(int(match[1]))),
    (r"(?<=In 1945: )(\d+) hits?\b", lambda match: times_hit_words(int(match[1]))),
    # The cause of a loss if it is worded as in ``Leave.why``; ``loss_words`` leaves others, such as
    # those of REWORDED, as they are. An explosion is looked up without the "her" before its room.
    (r"(?<=ship lost: )(?:her (?=.* exploded))?(.+)", lambda match: loss_words(match[1])),
    (r", (commanded|unaided)\b", lambda match: f", aid: {match[1]}"),
    # Once the chance at the start had no margin of error, which depends on the number of playouts.
    (r"(?<=%) (?:±|\+/-)\d+(?= to )", lambda _: ""),
    # Once the line about the real ship ended with what became of her in doctrine's games.
    (r"(?<=In 1945: )([^;]*); .*", lambda match: match[1]),
)
#: How lines begin that only cards of earlier versions have.
FORMER = ("Doctrine, same dice", "Doctrine, 1,000 games")


def first_difference(given: Iterable[str], card: GameCard) -> str:
    """The first line of a given card that is not on this card, or empty.

    Lines that earlier versions wrote for the same game are right, too. A line of luck is not
    checked if the luck of this card is unknown.
    """
    rows = [*card_lines(card, ascii_only=True), *card_lines(card), _former_planes(card.game)]
    for ascii_only in (True, False):
        rows += wave_rows(card.game, ascii_only)
        rows += wave_rows(card.game, ascii_only, former=True)
    rows += [NO_AFIRE_TOO.sub("", row) for row in rows]
    right = {_squeezed(row) for row in rows}
    unchecked = FORMER if card.luck else (*FORMER, LUCK)
    for row in given:
        words = _squeezed(row)
        if words and words not in right and not words.startswith(unchecked):
            return row.strip()
    return ""


def _squeezed(line: str) -> str:
    """A line in today's wording, without the marks of quotations and extra spaces."""
    for former, words in REWORDED.items():
        line = line.replace(former, words)
    for pattern, written in RECOUNTED:
        line = re.sub(pattern, written, line)
    return " ".join(line.strip(" \t\r>|`").split())


def _former_planes(game: Game) -> str:
    """The line of planes as earlier versions wrote it."""
    summary = game.summary()
    facts = facts_of(game).whole
    weapons = _by_weapons(weapon_hits(facts.days))
    came = f"{count(summary['planes'], 'plane')} in {count(summary['waves'], 'wave')}"
    down = f"{summary['destroyed'] + summary['flamed']} {DOWN}, {count(summary['hits'], 'hit')}"
    afire = sum(
        plane.afire and plane.fate is Fate.CRASHED for wave in facts.waves for plane in wave.planes
    )
    line = f"{came}: {down}{AFIRE_TOO.format(afire)}{weapons}"
    return line if afire and len(line) <= WIDTH else f"{came}: {down}{weapons}"


def _by_weapons(hits: int) -> str:
    if not hits:
        return ""
    return f" + {hits} by {'a weapon' if hits == 1 else 'weapons'}"
