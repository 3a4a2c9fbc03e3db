"""Rows of the phrase table: raids and waves, shots at planes, and what planes and their weapons did."""

from __future__ import annotations

from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.events import Strike
from picket_duty.facts import Blow, Fate, Shot, ShotResult
from picket_duty.text.phrases import Phrase

# -- raids and waves -----------------------------------------------------------

RAID = Phrase(
    log="[warn]Raid: {planes:plane}[/]<, at night half of the {rolled} rolled>",
    headline="Raid: {planes:plane}< in {waves} waves, first> from {bearings}",
    swing="A raid of {planes:plane}",
)
KIKUSUI_RAID = Phrase(
    log="[warn]Kikusui raid: {planes:plane}[/]<, at night half of the {rolled} rolled>",
    headline="Kikusui raid: {planes:plane}< in {waves} waves, first> from {bearings}",
    swing="A raid of {planes:plane}",
)
#: A single plane with a weapon: no bearing is known.
SPECIAL_RAID = Phrase(headline="Raid: {type} with {weapon}")
SPECIAL_KIKUSUI_RAID = Phrase(headline="Kikusui raid: {type} with {weapon}")
NO_RAID = Phrase(log="Raid: no planes", swing="Nobody comes")
NO_KIKUSUI_RAID = Phrase(log="Kikusui raid: no planes", swing="Nobody comes")
WAVE = Phrase(
    log="[title]Wave {number}: [/]{planes}[dim]<; to come {to_come}>[/]",
    card="[title]Wave {number}< of {waves}> is over. [/]{planes:plane}: ",
    swing="The wave is {planes}",
)
#: A plane in the line of its wave: a bare number would read as a count.
PLANE_SIGHTED = Phrase(log="#{number} {type} {bearing:03d}{altitude}")
SPECIAL_SIGHTED = Phrase(log="#{number} {type} with {weapon}")
MANEUVER_SUCCEEDS = Phrase(swing="The emergency maneuver succeeds")
MANEUVER_FAILS = Phrase(swing="The emergency maneuver fails")
HULL_LOST = Phrase(swing="The strikes of the wave: {lost}")
NO_HULL_LOST = Phrase(swing="The strikes of the wave: no hull lost")
EXPECTED_STRIKES = Phrase(card="[dim]Expected strikes {expected}, had {strikes}.[/]")

# -- shots ---------------------------------------------------------------------

#: A shot by what it did; ``short`` follows the dice.
SHOTS = {
    ShotResult.MISS: Phrase(log="[dim]  {Shooter} misses {plane}[/]", short="[dim]miss[/]"),
    ShotResult.HIT: Phrase(log="  {Shooter}: {hits:hit} on {plane}", short="{hits:hit}"),
    ShotResult.DAMAGED: Phrase(
        log="  {Shooter}: {hits:hit} on {plane}, [good]damaged[/]", short="{hits:hit}, [good]DAMAGED[/]"
    ),
    ShotResult.SET_AFIRE: Phrase(
        log="  {Shooter}: {hits:hit} on {plane}, [good]flamed[/]", short="{hits:hit}, [good]FLAMED[/]"
    ),
    ShotResult.DESTROYED: Phrase(log="  {Shooter} [good]destroys {plane}[/]", short="[good]DESTROYED[/]"),
    ShotResult.FINISHED_OFF: Phrase(
        log="  {Shooter} [good]finishes {plane} off (credited when it was flamed)[/]",
        short="[good]FINISHED OFF[/] (credited when it was flamed)",
    ),
}
#: Shots at a plane that another shot set afire; the last set it afire once more.
MISS_AT_BURNING = Phrase(
    log="[dim]  {Shooter} does no more harm to {plane}, already flamed[/]", short="[dim]no more harm[/]"
)
HIT_AT_BURNING = Phrase(log="  {Shooter}: {hits:hit} on {plane}, already flamed", short="{hits:hit}, already flamed")
FLAMED_AGAIN = Phrase(log="  {Shooter} hits {plane}, already flamed", short="hit, already flamed")


def shot_row(shot: Shot) -> Phrase:
    """The row of a shot."""
    if shot.event.flamed_again:
        return FLAMED_AGAIN
    if shot.at_burning and shot.result is ShotResult.MISS:
        return MISS_AT_BURNING
    return HIT_AT_BURNING if shot.at_burning and shot.result is ShotResult.HIT else SHOTS[shot.result]


NO_HITS = Phrase(swing="Every shot misses {planes}")
#: What follows on the line of a shot: its crew became aces; slots that were still to fire at a plane now destroyed.
ACE = Phrase(log="[good]; its crew are aces now[/]", headline="{Shooter} has an ace crew: {planes:plane} to its credit")
FIGHTERS_TOO_LATE = Phrase(log="; {slots} {number:=comes too late and is|come too late and are} spent")
NO_TARGET_LEFT = Phrase(log="; {slots} {number:=has|have} no target left")

# -- what planes and weapons do ------------------------------------------------

DIVES = Phrase(headline="{type} dives on us: {about}")
RELEASES = Phrase(headline="{type} lets its {weapon} go at us: {about}")
#: A plane that crashed into the ship. ``harm`` is what it did, in few words; ``part`` the section as the Navy says it,
#: ``came`` the plane as the deck log has it (``CAME``).
CRASH = Phrase(
    log="{Plane} [bad]strikes the ship< {section}>[/]",
    headline="{type} strikes us< {section}>: {harm}",
    card="  {Plane}, {type}, [bad]strikes us< {section}>[/]: {harm}",
    swing="{type} ({plane}) strikes the ship< {section}>: {harm}",
    deck_log="{came} crashed into the ship {part}",
)
NEAR_MISS = Phrase(
    log="[warn]Near miss[/] by {plane}",
    headline="Near miss by {type}: {harm}",
    card="  [warn]Near miss[/] by {plane}, {type}: {harm}",
    swing="Near miss by {type} ({plane}): {harm}",
    deck_log="{came} crashed close aboard",
)
WEAPON_STRUCK = Phrase(
    log="The {weapon} of {plane} [bad]strikes the ship[/]",
    headline="{type}'s {weapon} strikes us: {harm}",
    card="  {Plane}, {type}'s {weapon}, [bad]strikes us[/]: {harm}",
    swing="{type}'s {weapon} ({plane}) strikes the ship: {harm}",
    deck_log="{Weapon} from {type} struck the ship",
)
WEAPON_NEAR = Phrase(
    log="[warn]Near miss[/] by the {weapon} of {plane}",
    headline="Near miss by {type}'s {weapon}: {harm}",
    card="  [warn]Near miss[/] by {plane}, {type}'s {weapon}: {harm}",
    swing="Near miss by {type}'s {weapon} ({plane}): {harm}",
    deck_log="{Weapon} from {type} fell close aboard",
)
DIVE_MISSED = Phrase(log="{Plane} [good]misses[/]")
#: Planes and weapons that missed; ``number`` is how many.
MISSES = Phrase(swing="{names} {number:=misses|miss} the ship")
STRIKES_IN_ALL = Phrase(swing="{number:strike} on the ship, the first: {first}")
WEAPON_MISSED = Phrase(deck_log="{Weapon} from {type} missed.")


def strike_row(strike: Strike) -> Phrase:
    """The row of a dive or of a weapon's strike."""
    if strike.weapon:
        return WEAPON_NEAR if strike.near else WEAPON_STRUCK
    return STRIKES[strike.outcome]


#: Dives by their outcome.
STRIKES = {StrikeOutcome.MISS: DIVE_MISSED, StrikeOutcome.NEAR_MISS: NEAR_MISS, StrikeOutcome.HIT: CRASH}


def blow_row(blow: Blow) -> Phrase:
    """The row of a blow."""
    if blow.by_weapon:
        return WEAPON_NEAR if blow.near else WEAPON_STRUCK
    return NEAR_MISS if blow.near else CRASH


# -- how planes ended ----------------------------------------------------------

#: Each plane is counted once; one that was set afire dives all the same, unless it carried an Ohka. ``flamed`` is one
#: of the two rows below, or empty.
FATES = {
    Fate.DESTROYED: Phrase(card="[good]{planes} destroyed[/]"),
    Fate.MISSED: Phrase(card="[good]{planes} missed[/]<{flamed}>"),
    Fate.FELL: Phrase(card="[good]{planes} fell in flames[/]"),
    Fate.TURNED_AWAY: Phrase(card="[good]{planes} turned away[/]<{flamed}>"),
    Fate.NOT_DIVED: Phrase(card="{planes} had not dived<{flamed}>"),
    Fate.NEAR_MISS: Phrase(card="[warn]{planes:near miss|near misses}[/]<{flamed}>"),
    Fate.CRASHED: Phrase(card="[bad]{planes} struck us<{sections}>[/]<{flamed}>"),
}
ONE_FLAMED = Phrase(card=" (flamed)")
SOME_FLAMED = Phrase(card=" ({number} flamed)")
WEAPONS_STRUCK = Phrase(card="; [bad]{number:weapon} struck us[/]")
SHOT_DOWN = Phrase(card="[good]  {planes} shot down, destroyed or flamed[/]: {credits}")
