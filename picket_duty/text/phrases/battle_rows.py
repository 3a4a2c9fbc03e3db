"""Rows of the phrase table: raids and waves, shots at planes, and what planes and their weapons did."""

from __future__ import annotations

from picket_duty.book.ids import CARRIER, Fighters, SupportShip, slot_named
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.events import Strike
from picket_duty.facts import Blow, Fate, Shot, ShotResult, Side
from picket_duty.text.phrases import Phrase

# -- raids and waves -----------------------------------------------------------

#: In the deck log ``planes`` is spelled out: a single plane, two planes.
RAID = Phrase(
    log="[warn]Raid: {planes:plane}[/]< (at night, half of the {rolled} rolled)>",
    headline="Raid: {planes:plane}< in {waves} waves, the first> from {bearings}",
    swing="A raid of {planes:plane}",
    deck_log="{number:=Bogey|Bogeys} reported, {planes} closing. Sounded general quarters.",
)
KIKUSUI_RAID = Phrase(
    log="[warn]Kikusui raid: {planes:plane}[/]< (at night, half of the {rolled} rolled)>",
    headline="Kikusui raid: {planes:plane}< in {waves} waves, the first> from {bearings}",
    swing="A raid of {planes:plane}",
    deck_log="Mass raid reported, {planes} closing. Sounded general quarters.",
)
#: The number of planes of a raid, for the two rows above.
ONE_PLANE = Phrase(deck_log="a single plane")
SOME_PLANES = Phrase(deck_log="{number} planes")
#: A single plane with a weapon: no bearing is known.
SPECIAL_RAID = Phrase(headline="Raid: {type} with {weapon}")
SPECIAL_KIKUSUI_RAID = Phrase(headline="Kikusui raid: {type} with {weapon}")
NO_RAID = Phrase(log="Raid: no planes< (at night, half of the {rolled} rolled)>", swing="No attack")
NO_KIKUSUI_RAID = Phrase(log="Kikusui raid: no planes< (at night, half of the {rolled} rolled)>", swing="No attack")
WAVE = Phrase(
    log="[title]Wave {number}<, {which}>: [/]{planes}[dim]<; still to come: {to_come}>[/]",
    card="[title]Wave {number}< of {waves}> is over. [/]{planes:plane}",
    swing="The wave: {planes}",
    deck_log="{name}: {planes} sighted.",
)
#: Which planes of the raid a later wave has: their bearings were rolled by these numbers.
PLANES_OF_RAID = Phrase(log="planes {first} {between} {last} of the raid")
PLANE_OF_RAID = Phrase(log="plane {first} of the raid")
#: The name of a wave in the deck log; more waves have a number.
WAVE_NAMES = {1: Phrase(deck_log="First wave"), 2: Phrase(deck_log="Second wave"), 3: Phrase(deck_log="Third wave")}
NUMBERED_WAVE = Phrase(deck_log="Wave {number}")
MANEUVERED = Phrase(deck_log="Maneuvered radically at best speed.")
MANEUVER_FAILED = Phrase(deck_log="Attempted radical maneuvers without success.")
COMMENCED_FIRING = Phrase(deck_log="Commenced firing.")
#: A plane in the line of its wave. Without the number sign, its number would look like a count. The altitude of a
#: special attack plane is the one at which it is fired at.
PLANE_SIGHTED = Phrase(log="#{number} {type} {bearing:03d}{altitude}< (no {weapon}: special attack box full)>")
SPECIAL_SIGHTED = Phrase(log="#{number} {type} with {weapon} at {altitude} altitude")
MANEUVER_SUCCEEDS = Phrase(swing="The emergency maneuver succeeds")
MANEUVER_FAILS = Phrase(swing="The emergency maneuver fails")
HULL_LOST = Phrase(swing="Hits in this wave: {lost}")
NO_HULL_LOST = Phrase(swing="Hits in this wave: no hull damage")
#: What chart 14-1 cost at the end of a wave, on its card; a note of a damage chart.
HULL_AT_END = Phrase(card="[dim] (chart 14-1 for {crashes:crash|crashes}: <{part} of the >{lost:hull point})[/]")
NO_HULL_AT_END = Phrase(card="No hull points lost[dim] (chart 14-1 for {crashes:crash|crashes})[/]")
#: Ends the line of a wave in which nothing hit the ship.
NO_STRIKES = Phrase(log="[good]; no hits[/]")
SINKS = Phrase(card="[bad]The ship sinks[/]")
#: ``rolls`` only if there were several.
STAYS_AFLOAT = Phrase(card="[warn]She stays afloat (chart 14<, {rolls} rolls>)[/]")
CHART_NOTE = Phrase(card="[dim]    Chart {chart}, note {letter}. {note}[/]")
EXPECTED_STRIKES = Phrase(card="[dim]{expected} hits expected, {hits} taken.[/]")

# -- shots ---------------------------------------------------------------------

#: A shot by its result; ``short`` follows the dice. ``officer`` is the gunnery officer in the director.
SHOTS = {
    ShotResult.MISS: Phrase(log="[dim]  {Shooter} misses {plane}[/]", short="[dim]miss[/]"),
    ShotResult.HIT: Phrase(log="  {Shooter}: {hits:hit} on {plane}", short="{hits:hit}"),
    ShotResult.DAMAGED: Phrase(
        log="  {Shooter}: {hits:hit} on {plane}, [good]now damaged[/]", short="{hits:hit}, [good]DAMAGED[/]"
    ),
    ShotResult.SET_AFIRE: Phrase(
        log="  {Shooter}: {hits:hit} on {plane}, [good]now afire[/]",
        short="{hits:hit}, [good]SET AFIRE[/]",
        deck_log="set afire by {shooter}",
    ),
    ShotResult.DESTROYED: Phrase(
        log="  {Shooter} [good]splashes {plane}[/]<, {officer} directing>",
        short="[good]SPLASHED[/]<, {officer} directing>",
        deck_log="splashed by {shooter}",
    ),
    ShotResult.FINISHED_OFF: Phrase(
        log="  {Shooter} [good]splashes {plane}[/], which was already afire",
        short="[good]SPLASHED[/], already afire",
        deck_log="set afire and splashed by {shooter}",
    ),
}
#: A plane that was set afire or splashed, with one or both of the clauses above.
SHOT_DOWN_BY = Phrase(deck_log="{type} {ends}.")
#: The shooter in the words of the deck log (which names a mount) and of the diary.
GUN = Phrase(card="{item}", deck_log="{item}", diary=("{item}",))
CARRIER_FIGHTERS = Phrase(card="fighters", deck_log="carrier fighters", diary=("carrier fighters",))
LAND_FIGHTERS = Phrase(card="fighters", deck_log="land-based fighters", diary=("land-based fighters",))
SUPPORT_SHIP = Phrase(card="support ships", deck_log="support craft {number}", diary=("a support craft",))
SIDES = {
    Side.GUNS: Phrase(diary=("ship's gunfire",)),
    Side.FIGHTERS: Phrase(diary=("the combat air patrol",)),
    Side.SUPPORT_SHIPS: Phrase(diary=("the support craft",)),
}
#: The chart says "Flamed", without a number of hits.
FLAMED = Phrase(log="  {Shooter} [good]sets {plane} afire[/]", short="[good]SET AFIRE[/]")
#: Shots at a plane that is already afire; ``FLAMED_AGAIN`` is the same result a second time.
MISS_AT_BURNING = Phrase(log="[dim]  {Shooter} misses {plane}, already afire[/]", short="[dim]miss, already afire[/]")
HIT_AT_BURNING = Phrase(log="  {Shooter}: {hits:hit} on {plane}, already afire", short="{hits:hit}, already afire")
FLAMED_AGAIN = Phrase(log="  {Shooter} hits {plane}, already afire", short="hit, already afire")


def shooter_row(slot: str) -> Phrase:
    """The row of a shooter."""
    match slot_named(slot):
        case Fighters(type=base):
            return CARRIER_FIGHTERS if base == CARRIER else LAND_FIGHTERS
        case SupportShip():
            return SUPPORT_SHIP
    return GUN


def shot_row(shot: Shot) -> Phrase:
    """The row of a shot."""
    if shot.event.flamed_again:
        return FLAMED_AGAIN
    if shot.event.flamed:
        return FLAMED
    if shot.at_burning and shot.result is ShotResult.MISS:
        return MISS_AT_BURNING
    return HIT_AT_BURNING if shot.at_burning and shot.result is ShotResult.HIT else SHOTS[shot.result]


NO_HITS = Phrase(swing="Every shot misses {planes}")
#: Additions to the line of a shot: a new ace crew; slots that were still to fire at a plane now splashed.
ACE = Phrase(log="[good]; its crew are now aces[/]", headline="{Shooter} has an ace crew: {planes:plane} credited")
FIGHTERS_TOO_LATE = Phrase(log="; {slots} {number:=arrives too late and is|arrive too late and are} spent")
NO_TARGET_LEFT = Phrase(log="; {slots} {number:=has|have} no target left")

# -- what planes and weapons do ------------------------------------------------

DIVES = Phrase(headline="{type} dives at the ship: {about}")
RELEASES = Phrase(headline="{type} releases its {weapon}: {about}")
#: A plane that crashed into the ship. ``harm`` is the damage, in a few words; ``part`` the section as the Navy says it,
#: ``came`` the plane as the deck log has it (``CAME``).
CRASH = Phrase(
    log="{Plane} [bad]crashes into the ship< {part}>[/]",
    headline="{type} crashes into the ship< {part}>: {harm}",
    card="  {Plane}, {type}, [bad]crashed< {part}>[/]: {harm}",
    swing="{type} ({plane}) crashes into the ship< {part}>: {harm}",
    deck_log="{came} crashed into the ship {part}<, striking {room}>.",
    report="{Plane}< {side}> crashed {part}",
    diary=("Hit {part} by {plane}< {side}>.", "The ship was hit {part} by {plane}< {side}>."),
)
BURNING_PLANE = Phrase(diary=("burning {type}",))
#: A plane in the deck log, before its fate: identified by its bearing; a special plane by the fate of its weapon.
CAME = Phrase(deck_log="{type}, bearing {bearing:03d},")
CAME_AFTER_RELEASE = Phrase(deck_log="{type}, after releasing its {weapon},")
CAME_BURNING = Phrase(deck_log="{type}, its {weapon} lost,")
#: Several planes that crashed, with equal ones grouped.
CRASHES = Phrase(diary=("Hit by {listed}.", "The ship was hit by {listed}."))
#: The only plane that crashed, after its weapon missed.
CRASH_AFTER_WEAPON = Phrase(diary=("The {type}'s {weapon} missed, but the plane itself hit the ship {part}.",))
CRASHED_PLANES = Phrase(diary=("{planes} {part}",))
NEAR_MISS = Phrase(
    log="[warn]Near miss[/] by {plane}",
    headline="Near miss by {type}: {harm}",
    card="  [warn]Near miss[/] by {plane}, {type}: {harm}",
    swing="Near miss by {type} ({plane}): {harm}",
    deck_log="{came} crashed close aboard.",
    report="{Plane}< {side}> crashed close aboard",
)
WEAPON_STRUCK = Phrase(
    log="{Plane}'s {weapon} [bad]hits the ship[/]",
    headline="{type}'s {weapon} hits the ship: {harm}",
    card="  {Plane}, {type}'s {weapon}, [bad]hit the ship[/]: {harm}",
    swing="{type}'s {weapon} ({plane}) hits the ship: {harm}",
    deck_log="{Weapon} from {type} struck the ship<, striking {room}>.",
    report="{Weapon} from {plane} hit the ship",
    diary=("{Weapons} hit the ship.",),
)
WEAPON_NEAR = Phrase(
    log="[warn]Near miss[/] by {plane}'s {weapon}",
    headline="Near miss by {type}'s {weapon}: {harm}",
    card="  [warn]Near miss[/] by {plane}, {type}'s {weapon}: {harm}",
    swing="Near miss by {type}'s {weapon} ({plane}): {harm}",
    deck_log="{Weapon} from {type} exploded close aboard.",
    report="{Weapon} from {plane} exploded close aboard",
    diary=("{Weapons} exploded close aboard.",),
)
DIVE_MISSED = Phrase(log="{Plane} [good]misses[/]")
#: Planes and weapons that missed; ``number`` is their number.
MISSES = Phrase(
    swing="{names} {number:=misses|miss} the ship",
    deck_log="{Number} {planes:=plane|planes} dived and missed the ship.",
)
#: Near misses that did no damage.
NEAR_MISSES = Phrase(swing="{number:=Near miss|Near misses} without damage by {names}")
STRIKES_IN_ALL = Phrase(swing="{number:hit} on the ship, the first: {first}")
WEAPON_MISSED = Phrase(deck_log="{Weapon} from {type} missed.", diary=("{Weapons} missed.",))
#: Weapons in the diary: the weapon of one plane, and those of several planes of a type.
ONE_WEAPON = Phrase(diary=("{weapon} from {plane}",))
SOME_WEAPONS = Phrase(diary=("{number} {weapon}s from {planes}",))
#: The side from which a plane came, by its bearing.
SIDES_OF_SHIP = {
    0: Phrase(diary=("from dead ahead",)),
    45: Phrase(diary=("from the starboard bow",)),
    90: Phrase(diary=("from the starboard beam",)),
    135: Phrase(diary=("from the starboard quarter",)),
    180: Phrase(diary=("from astern",)),
    225: Phrase(diary=("from the port quarter",)),
    270: Phrase(diary=("from the port beam",)),
    315: Phrase(diary=("from the port bow",)),
}


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

#: Each plane is counted once, by its fate. ``more`` is one of the rows below, or empty; for planes that crashed into
#: several parts of the ship it begins with the number for each part, and ``part`` is empty.
FATES = {
    Fate.SPLASHED: Phrase(card="[good]{planes} splashed[/]", report="splashed"),
    Fate.CRASHED: Phrase(card="[bad]{planes} crashed< {part}>[/]< ({more})>", report="crashed into ship"),
    Fate.NEAR_MISS: Phrase(card="[warn]{planes:near miss|near misses}[/]< ({more})>", report="crashed close aboard"),
    Fate.MISSED: Phrase(card="[good]{planes} missed[/]< ({more})>", report="missed"),
    Fate.WITHDREW: Phrase(card="[good]{planes} withdrew[/]< ({more})>", deck_log="{type} withdrew.", report="withdrew"),
    Fate.FLYING: Phrase(report="still flying"),
}
#: Precedes the fate of a plane: it was set afire; the effect of its weapon.
SET_AFIRE = Phrase(report="set afire")
WEAPON_FATES = {
    StrikeOutcome.MISS: Phrase(report="weapon missed"),
    StrikeOutcome.NEAR_MISS: Phrase(report="weapon exploded close aboard"),
    "struck": Phrase(report="weapon hit ship"),
}
#: The same for the only plane of a wave; ``afire`` is the row below, or empty.
SINGLE_FATES = {
    Fate.SPLASHED: Phrase(card=" [good]splashed[/]"),
    Fate.CRASHED: Phrase(card="<, {afire},> [bad]crashed< {part}>[/]"),
    Fate.NEAR_MISS: Phrase(card="<, {afire},> [warn]crashed close aboard[/]"),
    Fate.MISSED: Phrase(card="<, {afire},> [good]missed[/]"),
    Fate.WITHDREW: Phrase(card="<, {afire},> [good]withdrew[/]"),
}
ONE_AFIRE = Phrase(card="set afire")
BOTH_AFIRE = Phrase(card="both set afire")
ALL_AFIRE = Phrase(card="all {number} set afire")
SOME_AFIRE = Phrase(card="{number} set afire")
#: The same after the numbers for each part of the ship.
SOME_OF_THEM_AFIRE = Phrase(card="{number} of them set afire")
WEAPONS_STRUCK = Phrase(card="; [bad]{number:weapon} hit the ship[/]")
WEAPONS_NEAR = Phrase(card="; [warn]{number} {weapon} {number:=near miss|near misses}[/]")
#: The gun that set the plane afire has the credit, even if another splashed it.
SPLASHED_BY = Phrase(card="[good]{planes} splashed[/], credited to {credits}")
SET_AFIRE_BY = Phrase(card="[good]{planes} set afire[/] by {credits}")
#: A shooter in these lists, the number of planes if there are several, and why it has the credit.
CREDIT = Phrase(card="{name}< ({number})>")
FIRST_TO_BURN = Phrase(card="{name}< ({number})> (first to set it afire)")
