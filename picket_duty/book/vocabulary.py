"""The vocabulary of play: what rolls are for, what decisions are about, and the closed sets of
words in events.

Saves, events files and hashes contain the values: a member may be renamed, its value may not.
"""

from __future__ import annotations

from enum import StrEnum

from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Decision, Purpose

# -- rolls --------------------------------------------------------------------

# ``given``: the roll belongs to the day, not to the battle. ``mine``: the player rolls with
# ``--dice mine``. ``helps``: the sign of a modifier that helps the player, by default +1; 0 if
# neither sign does. ``asked``: other words on some charts, by chart, or by chart and note.

LENGTH = Purpose("length", "Length of the campaign", "rules 10", given=True)
CREW = Purpose("crew", "Crew value", "rules 2")
STATION = Purpose(
    "station",
    "Picket station",
    "rules 3",
    given=True,
    asked=dict.fromkeys(("1-1 split", "2-2 split"), "Which of the two stations?"),
)
FDT = Purpose("fdt", "Fighter direction team", "rules 3", given=True)
SFS = Purpose("sfs", "Surface fire support", "rules 3", given=True)
LAND_RADAR = Purpose(
    "land radar", "Is another land radar station activated?", "rules 3", given=True
)
WATER_LINES = Purpose("water lines", "Are the water lines still out?", "table 15, result 2")
WEATHER = Purpose(
    "weather",
    "Weather",
    "rules 4.1",
    given=True,
    helps=0,
    asked={"6-1 rain": "Do planes come in the rain?", "6-2": "Effect of the storm"},
)
TYPHOON = Purpose("typhoon", "Typhoon", "tables 6-3 to 6-5")
COVERAGE = Purpose("coverage", "Fighter coverage", "rules 4.2", given=True)
STOPPED = Purpose("stopped", "Did the ship stop for survivors?", "scenario 8", given=True)
RAID = Purpose(
    "raid",
    "Is there an attack?",
    "rules 4.3",
    given=True,
    helps=0,
    asked={
        "8-1 night": "Do planes come at night?",
        "22": "How many planes?",
        "8-2": "Random result",
        "8-2 B": "Does the weather close in, or does a land radar fail?",
        **{f"8-1{letter}": "Which planes?" for letter in "ABCDEFGH"},
        **{f"8-1{letter} A": "How many more planes?" for letter in "ABCDEFGH"},
    },
)
BEARING = Purpose(
    "bearing",
    "Bearing of plane",
    "rules 4.3",
    given=True,
    asked={"22-1 altitude": "Altitude of plane", "D-2 altitude": "Altitude of plane"},
)
RELIEF = Purpose("relief", "Does relief arrive?", "scenario 7")
IDENTIFY = Purpose("identify", "Type of plane", "rules 5.1", given=True)
MANEUVER = Purpose("maneuver", "Emergency maneuver", "rules 5.2", mine=True)
SUPPORT = Purpose("support", "Supporting fire", "rules 5.3", mine=True)
GUNNERY = Purpose("gunnery", "Gunnery", "rules 5.3", mine=True)
SPECIAL_ATTACK = Purpose("special attack", "Special attack", "rules 5.4", helps=-1)
DIVE = Purpose(
    "dive",
    "Dive",
    "rules 5.5",
    helps=-1,
    asked={"10 section": "Section hit"},
)
DAMAGE = Purpose(
    "damage",
    "Hit location",
    "rules 6",
    asked={
        "rules 6 side": "In which section does the fire start?",
        **dict.fromkeys(
            ("11/forward B director", "11/midship D director", "11/aft C director"),
            "Tub director",
        ),
        **dict.fromkeys(("11/forward B gun", "11/midship D gun", "11/aft C gun"), "Tub gun"),
        **dict.fromkeys(("11/forward B 5in", "11/aft B 5in"), "Gun"),
        "11/forward C destroyed": "Bridge",
        "11/forward C captain": "Captain",
        "11/forward D": "Radio room",
        "11/forward H": "Mk 37 director",
        "11/aft F": "Steering room",
        **dict.fromkeys(("11/forward E", "11/aft D"), "Does the compartment explode?"),
        "11/midship A": "Does the boiler explode?",
        **dict.fromkeys(("11/forward F", "11/midship F"), "Radars"),
        **dict.fromkeys(("11/forward G", "11/midship E", "11/aft I"), "Water lines"),
    },
)
NEAR_MISS = Purpose("near miss", "Near miss", "table 11-1")
RANDOM = Purpose("random", "Random result", "table 15")
OFFICER = Purpose("officer", "Who is killed?", "table 13")
MEN = Purpose("men", "Repair party casualties", "rules 6")
HULL_LOSS = Purpose("hull loss", "Hull points lost", "rules 5.6")
HULL = Purpose("hull", "Does the ship stay afloat?", "table 14")
EXPLOSION = Purpose("explosion", "Does the compartment explode?", "table 21-1")
DECLARATION = Purpose("declaration", "Emergency declaration", "rules 7.1", mine=True)
FLOODING = Purpose("flooding", "Flooding", "rules 7.2", mine=True)
REPAIR = Purpose(
    "repair",
    "Repair",
    "rules 7.4",
    mine=True,
    asked={"20 markers": "How many hit markers are removed?"},
)
FIRE = Purpose("fire", "Does the fire do more damage?", "rules 7.5")
UPKEEP = Purpose("upkeep", "Stores used", "rules 8", helps=-1)
MORALE = Purpose("morale", "Morale", "rules 8")
REASSIGNED = Purpose("reassigned", "Days until the new station", "table 15, result 8")
ANCHORAGE = Purpose(
    "anchorage",
    "Return to the anchorage",
    "rules 9",
    asked={
        "16": "Does the ship founder?",
        "18": "How long do repairs take?",
        "18-1": "How long does replenishment take?",
    },
)
#: The rolls that may sink the ship.
SINKING_ROLLS = frozenset((HULL, ANCHORAGE))
#: Rolls that are consequences of an impact, and all rolls of the fight of a wave. CREW is here for
#: the successors of men killed, ANCHORAGE for flooding that forces the ship to return at once.
IMPACT_ROLLS = frozenset(
    (DAMAGE, NEAR_MISS, RANDOM, MEN, OFFICER, CREW, EXPLOSION, HULL, ANCHORAGE)
)
FIGHT_ROLLS = IMPACT_ROLLS | {IDENTIFY, MANEUVER, GUNNERY, SUPPORT, SPECIAL_ATTACK, DIVE, HULL_LOSS}
#: Rolls of damage control, and rolls of a day's end, which are not damage control.
CONTROL_ROLLS = frozenset((REPAIR, FIRE, FLOODING, DECLARATION))
DAY_ROLLS = frozenset((UPKEEP, MORALE, RELIEF))

#: Every purpose of a roll in a game, by id, in the order of the rules.
PURPOSES = {
    purpose.id: purpose
    for purpose in (
        LENGTH,
        CREW,
        STATION,
        FDT,
        SFS,
        LAND_RADAR,
        WATER_LINES,
        WEATHER,
        TYPHOON,
        COVERAGE,
        STOPPED,
        RAID,
        BEARING,
        RELIEF,
        IDENTIFY,
        MANEUVER,
        SUPPORT,
        GUNNERY,
        SPECIAL_ATTACK,
        DIVE,
        DAMAGE,
        NEAR_MISS,
        RANDOM,
        OFFICER,
        MEN,
        HULL_LOSS,
        HULL,
        EXPLOSION,
        DECLARATION,
        FLOODING,
        REPAIR,
        FIRE,
        UPKEEP,
        MORALE,
        REASSIGNED,
        ANCHORAGE,
    )
}

#: The charts of each purpose besides those in its ``asked``. ANCHORAGE has all of its charts there;
#: those of COVERAGE are in ``text.rolls``.
CHARTS_OF = {
    LENGTH: ("campaign/1 length",),
    CREW: ("V-1",),
    STATION: ("1-1", "2-2A", "2-3A", "2-3B", "2-3C", "2-3D", "2-3E", "2-3F", "2-4A", "2-4B"),
    FDT: ("3-1",),
    SFS: ("4-1",),
    LAND_RADAR: ("5-1",),
    WATER_LINES: ("15",),
    WEATHER: ("6-1",),
    TYPHOON: ("6-3", "6-4", "6-5"),
    STOPPED: ("rules",),
    RAID: ("8-1",),
    BEARING: ("22-1", "D-2"),
    RELIEF: ("scenario/7 relief",),
    IDENTIFY: ("A-1",),
    MANEUVER: ("19",),
    SUPPORT: ("S-1", "9-2/40mm"),
    GUNNERY: ("9-2/5in", "9-2/40mm", "9-2/20mm"),
    SPECIAL_ATTACK: ("12-1", "12-2", "12-3"),
    DIVE: ("10",),
    DAMAGE: ("11/forward", "11/midship", "11/aft"),
    NEAR_MISS: ("11-1",),
    RANDOM: ("15",),
    OFFICER: ("13",),
    MEN: ("rules",),
    HULL_LOSS: ("14-1",),
    HULL: ("14",),
    EXPLOSION: ("21-1",),
    DECLARATION: ("17",),
    FLOODING: ("21",),
    REPAIR: ("20",),
    FIRE: ("rules",),
    UPKEEP: ("24",),
    MORALE: ("23",),
    REASSIGNED: ("15",),
}

# -- decisions ------------------------------------------------------------------

ORDER_MANEUVER = Decision("emergency maneuver", ONE, "Try an emergency maneuver?", "rules 5.2")
FIRE_PLAN = Decision("fire plan", ASSIGN, "Fire plan", "rules 5.3")
DECLARE = Decision("emergency declaration", ONE, "Declare an emergency?", "rules 7.1")
RESCIND = Decision("rescind emergency", ONE, "Rescind the emergency declaration?", "rules 7.1")
FLOOD = Decision("voluntary flooding", ONE, "Flood a burning compartment?", "rules 7.2")
COUNTERFLOOD = Decision("counterflooding", ONE, "Counterflood?", "rules 7.2")
REPAIR_MEN = Decision("repair men", MEN_TO_JOBS, "Assign repair parties", "rules 7.3")
ASK_RELIEF = Decision("relief", ONE, "Ask for relief?", "rules 8")
RELIEVING_SHIP = Decision("relieving ship", ONE, "Which ship takes over?", "rules 10")

#: Every decision, by id, in the order of the rules.
DECISIONS = {
    decision.id: decision
    for decision in (
        ORDER_MANEUVER,
        FIRE_PLAN,
        DECLARE,
        RESCIND,
        FLOOD,
        COUNTERFLOOD,
        REPAIR_MEN,
        ASK_RELIEF,
        RELIEVING_SHIP,
    )
}
#: Decisions of damage control, and of the fight of a wave.
CONTROL_ORDERS = frozenset(decision.id for decision in (DECLARE, FLOOD, COUNTERFLOOD, REPAIR_MEN))
FIGHT_ORDERS = frozenset(decision.id for decision in (RESCIND, ORDER_MANEUVER, FIRE_PLAN))

# -- words of events -------------------------------------------------------------


class Light(StrEnum):
    """Light of a phase."""

    DAY = "day"
    NIGHT = "night"


class Sky(StrEnum):
    """Weather of a phase (charts 6-1 and 6-2)."""

    CLEAR = "clear"
    RAIN = "rain"
    STORM = "storm"
    TYPHOON = "typhoon"


#: Results of the dice of table 11's notes that leave a director, the bridge or an officer as they
#: are.
STILL_WORKS = "ok"
UNHARMED = (STILL_WORKS, "standing", "unhurt")


class FireResult(StrEnum):
    """Result of a shot at a plane (charts 9-2 and S-1)."""

    MISS = "miss"
    NONE = "none"
    HIT = "hit"
    TWO_HITS = "2 hits"
    FLAMED = "flamed"
    DESTROYED = "destroyed"


class StrikeOutcome(StrEnum):
    """Outcome of a dive (chart 10); ``WEAPON`` is a weapon that struck or exploded close aboard
    (charts 12).
    """

    MISS = "miss"
    NEAR_MISS = "near_miss"
    HIT = "hit"
    WEAPON = "special"


class DamageEffect(StrEnum):
    """What happened to an item aboard.

    ``HIT``, ``BURNS``, ``EXPLODES`` and ``FLOODED`` apply to compartments, ``LIT``, ``GROWS`` and
    ``OUT_OF_CONTROL`` to deck fires, ``DAMAGED`` and ``DESTROYED`` to anything with these states.
    ``SUPERFICIAL`` changes nothing.
    """

    HIT = "hit"
    BURNS = "burns"
    EXPLODES = "explosion"
    FLOODED = "flooded"
    LIT = "lit"
    GROWS = "grows"
    OUT_OF_CONTROL = "out of control"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"
    LOST = "lost"
    KILLED = "killed"
    OUT_OF_ORDER = "out of order"
    SUNK = "sunk"
    SUPERFICIAL = "superficial"


#: How much the officers help the player. Unaided: no chances and no plan. Commanded: the guns
#: follow the player's orders. No rule depends on it, so it is not part of the state.
UNAIDED = "unaided"
COMMANDED = "commanded"
AIDS = (UNAIDED, COMMANDED)
#: The aid of games from older versions that is now played as commanded.
ADVISED = "advised"


class Track(StrEnum):
    """A number on the ship's log sheet that goes up or down."""

    HULL = "hull"
    MANEUVER = "maneuver"
    FUEL = "fuel"
    AMMUNITION = "ammunition"
    FLOOD = "flood"
    MORALE = "morale"
    SFS = "sfs"
    MEN_FORWARD = "men forward"
    MEN_MIDSHIP = "men midship"
    MEN_AFT = "men aft"
    #: Counterflooding: events use the flood track for it, facts distinguish the two.
    COUNTERFLOODING = "counterflooding"


#: Track of the damage control men of each section, and the section of each such track.
MEN_TRACKS = {"forward": Track.MEN_FORWARD, "midship": Track.MEN_MIDSHIP, "aft": Track.MEN_AFT}
MEN_SECTIONS = {track: section for section, track in MEN_TRACKS.items()}


class RemarkTopic(StrEnum):
    """Topic of a note that reports mention separately; ``REMARK`` for any other note."""

    REMARK = ""
    WITHOUT_DUTY = "without duty"
    NEW_STATION = "station"
    NOBODY_COMES = "nobody comes"
    CARRIER_DONE = "carrier"


class Remark(StrEnum):
    """What a note says. The value is its text in JSON; ``{}`` is its subject: a type of plane, a
    station, a day.
    """

    CARRIER_LEAVES = "The {} turns away"
    CARRIER_FALLS = "The {} falls in flames"
    SAME_STATION = "Picket station {}, as before"
    STATION = "Picket station {}"
    NO_ACTIVE_STATION = "{}: no picket station is active, no duty"
    RAIN = "The rain keeps them away"
    QUIET_NIGHT = "Nobody comes tonight"
    WEATHER_CLOSES_IN = "The weather closes in: the rest of the day is not played"
    FIGHTERS = "US fighters appear: the remaining planes turn away"
    RADAR_LOST = "A land radar station goes off line"
    NO_RADAR = "No land radar station is working"
    REASSIGNED = "Orders to another picket station: reassigned when the turn is over"
    REASSIGNED_IN_VAIN = "Orders to another picket station: no effect in a scenario"
    EMERGENCY = "Emergency declared: all hands to damage control, guns silent"


#: The topic of each remark that has one.
TOPICS = {
    Remark.CARRIER_LEAVES: RemarkTopic.CARRIER_DONE,
    Remark.CARRIER_FALLS: RemarkTopic.CARRIER_DONE,
    Remark.STATION: RemarkTopic.NEW_STATION,
    Remark.SAME_STATION: RemarkTopic.NEW_STATION,
    Remark.NO_ACTIVE_STATION: RemarkTopic.WITHOUT_DUTY,
    Remark.RAIN: RemarkTopic.NOBODY_COMES,
    Remark.QUIET_NIGHT: RemarkTopic.NOBODY_COMES,
}


class Reason(StrEnum):
    """Why a ship leaves her station or sinks. ``EXPLODED`` follows the name of a compartment."""

    DECK_FIRE = "deck fire out of control"
    FLOODING = "flooding"
    DEAD_IN_WATER = "dead in the water"
    HULL_GONE = "hull integrity gone"
    TYPHOON_DAMAGE = "typhoon damage"
    OUT_OF_FUEL = "out of fuel"
    OUT_OF_AMMUNITION = "out of ammunition"
    REASSIGNED = "reassigned"
    REPLENISHMENT = "replenishment"
    REPAIRS = "repairs"
    BROKEN = "broken by the blow of a plane"
    STORM_DAMAGE = "storm damage"
    NO_HULL_LEFT = "no hull integrity left"
    ON_THE_WAY = "her damage, on the way to repair"
    EXPLODED = "exploded"
