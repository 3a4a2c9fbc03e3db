"""Rows of the phrase table: phases and their weather, decisions, days, ships that come and go, and their service."""

from __future__ import annotations

from picket_duty.book.vocabulary import REPAIR_MEN, Light, Reason, Remark, Sky
from picket_duty.facts.day_facts import (
    IN_TYPHOON,
    ON_STATION,
    ON_THE_WAY,
    REPAIRED,
    REPLENISHED,
    STORM_REPAIRED,
)
from picket_duty.state import ABSENT, ATTACKED, LOST, NO_DUTY, QUIET, STORMED, STRUCK
from picket_duty.text.phrases import Phrase

# -- phases --------------------------------------------------------------------

PHASE = Phrase(log="[title]{day}, {name} (<{hours}, >{light})<, picket station {station}>[/]")
WEATHER = {
    Sky.CLEAR: Phrase(
        log="Weather: clear", swing="clear weather", deck_log="Sky clear, visibility good.", diary=("clear",)
    ),
    Sky.RAIN: Phrase(
        log="Weather: rain",
        swing="rain",
        deck_log="Overcast with rain squalls, visibility poor.",
        diary=("rain squalls",),
    ),
    Sky.STORM: Phrase(
        log="Weather: storm, no flying",
        swing="a storm, no flying",
        deck_log="Heavy weather, sea rough; no flying weather.",
        diary=("heavy weather",),
    ),
    Sky.TYPHOON: Phrase(
        log="Weather: typhoon, no flying",
        swing="a typhoon, no flying",
        deck_log="Typhoon. Sea mountainous, ship laboring heavily; all topside gear secured.",
        diary=("typhoon",),
    ),
}
NO_WEATHER = Phrase(diary=("weather not recorded",))
WEATHER_ALL_DAY = Phrase(diary=("{weather} all day",))
#: What a day or a phase begins with, as rolled.
STATION_ASSIGNED = Phrase(swing="picket station {station}")
DIRECTION_TEAM = Phrase(swing="a fighter direction team comes aboard")
NO_DIRECTION_TEAM = Phrase(swing="no fighter direction team")
SURFACE_SUPPORT = Phrase(swing="surface fire support: <{only} >{markers:SFS marker}")
NO_SURFACE_SUPPORT = Phrase(swing="no surface fire support")
LAND_RADAR = Phrase(swing="another land radar station is activated")
NO_LAND_RADAR = Phrase(swing="no other land radar station")
AIR_PATROL = Phrase(swing="combat air patrol: <{only} >{fighters:AFS marker} ({parts})")
NO_AIR_PATROL = Phrase(swing="no combat air patrol")
QUIET_PHASE = Phrase(
    headline="{Phase}<, {weather}>: no attack", swing="No attack", deck_log="No enemy aircraft sighted."
)
#: How the first watch of a phase begins, and the later ones.
STEAMING = {
    Light.DAY: Phrase(deck_log="Steaming on {station}, off Okinawa, lookout watch set."),
    Light.NIGHT: Phrase(deck_log="Steaming on {station}, off Okinawa, darkened ship, condition of readiness two."),
}
STATION_NAME = Phrase(deck_log="Radar Picket Station No. {station}")
NO_STATION_NAME = Phrase(deck_log="no assigned station")
AS_BEFORE = Phrase(deck_log="Steaming as before.")
TYPHOON_AS_BEFORE = Phrase(deck_log="Wind and sea as before.")
DEAD_IN_WATER = Phrase(deck_log="Dead in the water.")
LYING_TO = Phrase(deck_log="Lying to for survivors.", diary=("Lay to {when} to pick up survivors.",))
SECURED = Phrase(deck_log="Secured from general quarters.")
#: The phases of a day within a sentence.
WHEN = {
    "morning": Phrase(diary=("in the morning",)),
    "midday": Phrase(diary=("at midday",)),
    "evening": Phrase(diary=("after dark",)),
}
#: Remarks. ``subject`` is a type of plane, a station or a day.
REMARKS = {
    Remark.CARRIER_LEAVES: Phrase(log="The {subject} withdraws"),
    Remark.CARRIER_FALLS: Phrase(log="The {subject} withdraws afire, its Ohka lost"),
    Remark.STATION: Phrase(log="Picket station {subject}"),
    Remark.SAME_STATION: Phrase(log="Picket station {subject}, as before"),
    Remark.NO_ACTIVE_STATION: Phrase(log="{subject}: no picket station active, no duty"),
    Remark.RAIN: Phrase(log="Rain keeps enemy planes away"),
    Remark.QUIET_NIGHT: Phrase(log="No attack tonight"),
    Remark.WEATHER_CLOSES_IN: Phrase(
        log="Weather closes in: no further phases today",
        deck_log="the weather closed in",
        diary=("{When} the weather closed in for the rest of the day.",),
    ),
    Remark.FIGHTERS: Phrase(
        log="U.S. fighters appear: the remaining planes withdraw",
        deck_log="friendly fighters arrived and the remaining planes withdrew",
    ),
    Remark.RADAR_LOST: Phrase(
        log="A land radar station goes off line", deck_log="a shore radar station went off the air"
    ),
    Remark.NO_RADAR: Phrase(
        log="No land radar station is working: no effect", deck_log="no shore radar station on the air"
    ),
    Remark.REASSIGNED: Phrase(
        log="Ordered to another picket station at the end of the day",
        deck_log="received orders to another picket station",
    ),
    Remark.REASSIGNED_IN_VAIN: Phrase(
        log="Ordered to another picket station: no effect in a scenario",
        deck_log="received orders to another picket station, later canceled",
    ),
    Remark.EMERGENCY: Phrase(
        log="Emergency declared: all hands to damage control, guns silent",
        deck_log="all hands to damage control, guns ceased firing",
    ),
}
#: Several rolls of a day in which the ship did not sink.
STAYED_AFLOAT = Phrase(log="  Chart 14: stays afloat in {rolls:roll}")
#: Why a ship leaves her station. A deck fire may be out by then.
LEAVE_REASONS = {
    Reason.DECK_FIRE: Phrase(log="a deck fire got out of control", diary=("because of fire damage",)),
    Reason.FLOODING: Phrase(log="flooding got beyond control", diary=("because of flooding",)),
    Reason.DEAD_IN_WATER: Phrase(log="she lay dead in the water", diary=("because of loss of power or steering",)),
    Reason.HULL_GONE: Phrase(log="her hull gave out", diary=("because of hull damage",)),
    Reason.TYPHOON_DAMAGE: Phrase(log="typhoon damage", diary=("because of typhoon damage",)),
    Reason.OUT_OF_FUEL: Phrase(log="out of fuel", diary=("because of lack of fuel",)),
    Reason.OUT_OF_AMMUNITION: Phrase(log="out of ammunition", diary=("because of lack of ammunition",)),
    Reason.REASSIGNED: Phrase(
        log="new orders, with repairs first", diary=("for repairs, with orders to another station",)
    ),
    Reason.REPLENISHMENT: Phrase(log="relieved to replenish", diary=("to replenish",)),
    Reason.REPAIRS: Phrase(log="relieved for repairs", diary=("for repairs",)),
}
#: What sank a ship; ``room`` is the compartment that exploded.
LOSS_REASONS = {
    Reason.DECK_FIRE: Phrase(
        log="she foundered, a deck fire out of control", diary=("after a deck fire got out of control",)
    ),
    Reason.FLOODING: Phrase(log="she foundered from flooding", diary=("from progressive flooding",)),
    Reason.DEAD_IN_WATER: Phrase(log="she foundered while dead in the water", diary=("while dead in the water",)),
    Reason.HULL_GONE: Phrase(log="she foundered with her hull gone", diary=("when her hull gave way",)),
    Reason.NO_HULL_LEFT: Phrase(log="her hull gave way", diary=("when her hull gave way",)),
    Reason.BROKEN: Phrase(log="broken in two by a hit", diary=("after a hit broke her hull",)),
    Reason.STORM_DAMAGE: Phrase(log="storm damage", diary=("from storm damage",)),
    Reason.ON_THE_WAY: Phrase(log="she foundered on the way to the anchorage", diary=("from her damage",)),
    Reason.EXPLODED: Phrase(log="{room} exploded", diary=("after {room} exploded",)),
}
#: The reasons of a return on which a ship that founders is lost (table 16).
FOUNDERED = {Reason.DECK_FIRE, Reason.FLOODING, Reason.DEAD_IN_WATER, Reason.HULL_GONE, Reason.ON_THE_WAY}
#: The names of decisions in the log, if not their ids.
ORDER_NAMES = {REPAIR_MEN.id: "repair parties"}
ORDER = Phrase(log="[key]{About}: [/]{order}", swing="{About}: {order}")
#: The order for an emergency maneuver, also if the officers gave it for the captain.
MANEUVER_ORDERED = Phrase(log="[key]Emergency maneuver: [/]{captain} orders hard rudder and full speed")
#: An order that the officers gave for the captain.
OFFICERS_NO_MEN = Phrase(log="[key]Your officers: [/]no men sent")
OFFICERS_RESCIND = Phrase(log="[key]Your officers [/]end the emergency: the guns are manned again")
OFFICERS_COURSE = Phrase(log="[key]Your officers [/]hold course (no emergency maneuver)")
OFFICERS_ORDER = Phrase(log="[key]Your officers: [/]{order} ({about})")
UNDONE = Phrase(log="[dim]{answers} undone[/]")
OUTCOME = Phrase(log="[title]{outcome}[/]")

# -- days and ships ------------------------------------------------------------

#: A day on a station, by situation: the first day of a ship, a different station, the same station in fair or foul
#: weather. ``place`` is the bearing and distance from Point Bolo, ``company`` the support ships, both empty if not
#: known.
ON_FIRST_STATION = Phrase(
    diary=(
        "Took station on Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Arrived at Radar Picket Station No. {station}<, {place},> and commenced patrol<, {company}>. {Weather}.",
        "Commenced patrol of Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Patrolling Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Entered Radar Picket Station No. {station}<, {place},> and began patrol<, {company}>. {Weather}.",
        "Relieved the patrol on Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
    )
)
ON_NEW_STATION = Phrase(
    diary=(
        "Shifted to Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Proceeded to Radar Picket Station No. {station}<, {place},> and took station<, {company}>. {Weather}.",
        "Assumed patrol of Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Assigned this date to Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Changed station to Radar Picket Station No. {station}<, {place}><, {company}>. {Weather}.",
        "Moved to Radar Picket Station No. {station}<, {place},> and resumed patrol<, {company}>. {Weather}.",
    )
)
ON_SAME_STATION = Phrase(
    diary=(
        "Steaming as before on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Continued patrol of Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Patrolling Radar Picket Station No. {station} as before<, {company}>. {Weather}.",
        "Remained on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Patrol continued on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Operating as before on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Maintained patrol on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Underway on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Still on Radar Picket Station No. {station}<, {company}>. {Weather}.",
    )
)
IN_FOUL_WEATHER = Phrase(
    diary=(
        "Rode out the weather on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Kept station in a heavy sea on Radar Picket Station No. {station}<, {company}>. {Weather}.",
        "Steaming as before on Radar Picket Station No. {station} in heavy seas<, {company}>. {Weather}.",
    )
)
ON_NO_STATION = Phrase(
    diary=("Steaming off Okinawa without an assigned station. {Weather}.", "No station assigned this date. {Weather}.")
)
#: A ship's class and battery, and her time on duty as a whole.
SHIP_CLASS = Phrase(diary=("{kind}.< Battery: {battery} mounts.>",))
KILLED_ABOARD = Phrase(diary=("Killed in action:",))
NO_PLANES_MET = Phrase(diary=("No enemy planes were met.",))
PLANES_MET = Phrase(diary=("Met {number} enemy {plane}: {ends}.",))
#: Posts in the muster, if the diary has a different name for them.
BILLETS = {
    "captain": Phrase(diary=("Commanding officer",)),
    "repair_one_chief": Phrase(diary=("Chief in charge, Repair I",)),
    "repair_two_chief": Phrase(diary=("Chief in charge, Repair II",)),
    "repair_three_chief": Phrase(diary=("Chief in charge, Repair III",)),
}
PLACE = Phrase(diary=("bearing {bearing:03d}, distance {distance} miles from Point Bolo",))
COMPANY = Phrase(diary=("in company with {number} support craft",))
ALONE = Phrase(diary=("no support craft in company",))
NO_STATION_ACTIVE = Phrase(
    deck_log="No picket station active this date; no patrol duty.",
    diary=("No picket duty this date.", "No radar picket station manned this date; no patrol."),
)
#: A day without an attack, by situation: fair weather, rain, no flying weather, the day after an attack.
QUIET_DAY = Phrase(
    diary=(
        "No enemy contacts.",
        "No enemy aircraft closed the ship.",
        "All watches stood without incident.",
        "Patrol uneventful.",
        "No bogeys closed this station.",
        "No attack this date.",
        "Nothing of importance to report.",
        "No enemy aircraft sighted.",
        "No alerts on this station.",
    )
)
QUIET_IN_RAIN = Phrase(
    diary=(
        "Visibility poor; no enemy contacts.",
        "No enemy aircraft sighted through the rain.",
        "Low ceiling; no attack.",
    )
)
QUIET_IN_STORM = Phrase(
    diary=(
        "No flying weather; no contacts.",
        "No enemy aircraft in the air.",
        "Weather too heavy for flying; no attack.",
    )
)
QUIET_AFTER_RAID = Phrase(diary=("No attacks.", "The enemy did not return this date.", "No attack this date."))
DAY_NOT_OVER = Phrase(diary=("Day not completed.",))
TYPHOON_OVER = Phrase(deck_log="Rode out the typhoon until {day}.")
SIGNATURE = Phrase(deck_log="Examined: {captain}, USN, Commanding", diary=("{captain}, USN, Commanding",))
#: How a ship left her station; ``reasons`` are those of ``LEAVE_REASONS``.
LEFT_FOR_ANCHORAGE = Phrase(diary=("Left station for the anchorage {reasons}.< Due back {back}.>",))
LEFT_FOR_REAR = Phrase(
    diary=("Left station for the anchorage {reasons}. Damage found beyond repair there; ship ordered to a rear area.",)
)
#: Where a ship sank; ``cause`` is one of ``LOSS_REASONS``.
LOST_TO_DAMAGE = Phrase(diary=("from her damage",))
SANK = {
    ON_STATION: Phrase(diary=("{ship} sank on station< {cause}>.",)),
    ON_THE_WAY: Phrase(diary=("{ship} sank on the way to the anchorage< {cause}>.",)),
    IN_TYPHOON: Phrase(diary=("{ship} foundered in the typhoon< {cause}>.",)),
}
#: ``back`` is the day on which she returns; ``why`` what sank her.
LEAVES = Phrase(
    log="[warn]Ship leaves her station: {reason}<; due back {back}>[/]",
    headline="{ship} leaves her station: {reason}<; due back {back}>",
    swing="Ship leaves her station: {reason}<; due back {back}>",
    deck_log="Left station {reasons}.< Due back {back}.>",
)
LEAVES_FOR_GOOD = Phrase(
    log="[warn]Ship leaves her station: {reason}; sent to the rear[/]",
    headline="{ship} leaves her station: {reason}; sent to the rear",
    swing="Ship leaves her station: {reason}",
    deck_log="Left station {reasons}. Damage found beyond repair at the anchorage; ordered to a rear area.",
)
SHIP_LOST = Phrase(
    log="[bad]Ship lost<: {why}>[/]",
    headline="{ship} lost<: {why}>",
    swing="the ship is lost<: {why}>",
)
OFFICER_MATTERS = Phrase(swing="The crew comes aboard; {post} {name}, {value:+}, makes the most difference")
CREW_ABOARD = Phrase(swing="Crew values: {values:+} in total")
#: Where a ship was lost.
LOST_AT = {
    ON_STATION: Phrase(deck_log="{ship} sank on her station."),
    ON_THE_WAY: Phrase(deck_log="{ship} foundered on the way to the anchorage."),
    IN_TYPHOON: Phrase(deck_log="{ship} foundered in the typhoon."),
}
NEW_SHIP = Phrase(
    log="[title]{ship} takes over picket duty[/]",
    headline="{ship} takes over picket duty",
    deck_log="{ship} reported for picket duty.",
)
SHIP_RETURNS = Phrase(
    log="[title]{ship} returns to duty[/]",
    headline="{ship} returns to duty",
    deck_log="{ship}, <{after}, >returned to picket duty.",
)
#: Where a ship comes back from, if it is known.
AFTER = {
    REPAIRED: Phrase(deck_log="having completed repairs"),
    STORM_REPAIRED: Phrase(deck_log="having made good her storm damage"),
    REPLENISHED: Phrase(deck_log="having replenished"),
}
#: The roll of a declaration.
DECLARED = Phrase(headline="Emergency declared: all hands to damage control, guns silent")
NOT_DECLARED = Phrase(headline="The declaration failed: no emergency, guns still manned")
RELIEVED = Phrase(headline="Relief has arrived", deck_log="Relieved of picket duty.")
DAY_OVER = Phrase(log="[title]End of {day}: {stores}[/]", headline="End of {day}", swing="The end of the day")
STORES = Phrase(
    log="fuel {fuel}, ammunition {ammunition}, hull {hull}, maneuver {maneuver}, morale {morale:+}",
    deck_log="On hand at end of day: fuel {fuel} percent, ammunition {ammunition} percent. {Hull}.",
    diary=(
        "At end of day fuel on hand {fuel} percent, ammunition {ammunition} percent; {hull}.",
        "Fuel on hand at end of day {fuel} percent, ammunition {ammunition} percent; {hull}.",
        "On hand at end of day: fuel {fuel} percent, ammunition {ammunition} percent. {Hull}.",
    ),
)


# -- how it ended --------------------------------------------------------------

#: The title of the last page of a scenario; ``ship`` with her hull number.
TITLE_LOST = Phrase(report="{ship} is lost")
TITLE_REAR = Phrase(report="{ship} is sent to the rear")
TITLE_HELD = Phrase(report="{ship} held her station")
TITLE_LEFT = Phrase(report="{ship} left her station")
#: How a ship left her station: lost, sent to the rear, or to come back.
WAS_LOST = Phrase(report="Lost on {day}<: {why}>.< Ships lost so far: {sunk}.>")
WAS_DETACHED = Phrase(report="{Why}, {day}. She was sent to a rear area and will not return.")
WENT_TO_ANCHORAGE = Phrase(report="{Why}, {day}. She is due back on {back}.")
HER_CASUALTIES = Phrase(report="Casualties: {casualties}.")
#: ``where`` is one of the two rows after these; ``why`` is what sank her.
END_FATE = Phrase(report="{ship}, on {where}, was {fate} on {day}<: {why}>.")
END_AFLOAT = Phrase(report="At the end, on {day}, {ship} was afloat and on {where}.")
END_LEFT = Phrase(report="On {day}, {ship} left {where}, afloat with hull integrity {hull}.")
STATION = Phrase(report="Radar Picket Station No. {station}")
HER_STATION = Phrase(report="her station")
CAMPAIGN = Phrase(report="{spell}<: {days}>. {end}")
LOG_ENDS = Phrase(report="End of log.")
#: The end of a diary: a ship lost, a ship sent to the rear, a game in progress, a ship away, a ship on station.
DIARY_LOST = Phrase(diary=("This diary closes with the loss of {ship} on {date}.",))
DIARY_REAR = Phrase(diary=("{ship} was detached on {date} and ordered to a rear area. Diary closed.",))
DIARY_GOES_ON = Phrase(diary=("The last entry is dated {date}.",))
DIARY_AT_ANCHORAGE = Phrase(diary=("{ship} left station on {date} and did not return.",))
DIARY_ON_STATION = Phrase(diary=("At the end of the period, {date}, {ship} was afloat and on station; {hull}.",))
DIARIES = Phrase(
    diary=(
        "War diaries of {number} destroyers on radar picket duty off Okinawa, {first} to {last}. "
        "Compiled from a game of Picket Duty: {game}<. Result: {outcome}>.",
    )
)
COMMENDED = Phrase(diary=("Commendation to {crew}, {why}.",))
DIARY_NOTE = Phrase(diary=("Compiled from a game of Picket Duty: {game}<. Result: {outcome}>.",))

# -- what a ship or a game had done --------------------------------------------

#: ``fates`` are the planes by fate, ``met`` the same with their total. Gunners are credited with the planes they
#: set afire, or splashed outright.
FOUGHT = Phrase(report="<{days} on duty, >{phases:phase}, {waves:wave}, {planes:plane}<: {fates}>.")
BEST_GUNNERS = Phrase(report="Top scorers (planes set afire or splashed outright): {best}.")
CREDIT = Phrase(report="{shooter} ({planes})")
CREDITED_BY_TYPE = Phrase(report="Splashed or set afire, by type: {types}<, others {others}>.")
ACES = Phrase(report="{number:=Ace|Aces} aboard {ship}: {mounts}.")
MEN_LEFT = Phrase(report="{men} of {full} men in her repair parties were left; hull integrity {hull}.")
HONORS = Phrase(report="Awards to {ships:=ship and crew|ships and crews}: {honors}.")
#: The day with the most planes splashed, and the mounts with the most planes, of some days.
BEST_DAY = Phrase(report="{day}, with {splashed} of {planes:plane} splashed and no hit taken.")
BEST_GUNS = Phrase(report="{Guns}, {planes:plane}< {each}> splashed or set afire.")
GUN_OF = Phrase(report="{gun}< of {ship}>")
SERVICE = Phrase(
    report="{ship}: {days:day} on duty< on {stations}>, {spell}. {met}<; {weapons:weapon} hit the ship>.",
    diary=("On picket duty for {number} {days}, {spell}<, on Radar Picket {stations}>.",),
)
HER_LAST_DAY = Phrase(report="Her last day, {day}: {met}<; {weapons:weapon} hit the ship>.")
HER_HARDEST_DAY = Phrase(report="Her hardest day was {day}: {harm}.")
HER_FATE = Phrase(report="She was {fate} on {day}.")
ON_DUTY_AT_END = Phrase(report="She was on duty at the end.")
OFF_STATION_AT_END = Phrase(report="She was off her station at the end.")
#: The days of a campaign by the marks of the calendar.
CALENDAR = Phrase(report="{days:day}: {kinds}.<{hardest}>")
ALL_ATTACKED = Phrase(report="{days:day} under attack<, {hit} of them with crashes>.<{hardest}>")
#: The day with the most harm to the ship; without harm, with the most planes.
HARDEST = Phrase(report=" The hardest was {day}< with {met}><: {harm}>.")
HULL_LOST_ON = Phrase(report="{lost:hull point} lost")
HITS_ON = Phrase(report="{hits:hit}")
DAMAGED_ON = Phrase(report="{items:item} damaged")
ONE_DAY = Phrase(report="1 day, {kind}.")
#: What a day was, by its mark.
KINDS = {
    QUIET: Phrase(report="quiet"),
    ATTACKED: Phrase(report="under attack"),
    STRUCK: Phrase(report="with crashes"),
    LOST: Phrase(report="on which the ship was lost"),
    ABSENT: Phrase(report="off station"),
    STORMED: Phrase(report="in a typhoon"),
    NO_DUTY: Phrase(report="without duty"),
}
#: The number of days of a kind; those under attack are also those with crashes.
DAYS = {
    mark: Phrase(report=f"{{days}} {row.report}{'< ({hit})>' if mark == ATTACKED else ''}")
    for mark, row in KINDS.items()
    if mark != STRUCK
}

# -- those who were killed -----------------------------------------------------

FALLEN = Phrase(report="{name}, {post}< of {ship}>, {when}")
NUMBER_FALLEN = Phrase(report="{number:officer or chief|officers and chiefs} killed.")
NONE_FELL = Phrase(report="No officers or chiefs were killed.")
NONE_FELL_ON_ANY = Phrase(report="No officer or chief was killed.")

#: The citation of an officer who was killed.
GAVE_HIS_LIFE = Phrase(report="{citation} He gallantly gave his life for his country.")

# -- what officers and chiefs did ------------------------------------------------

#: A part of the record of an officer or chief: by post, or of a repair party.
SPLASHED_UNDER = Phrase(report="{number:splashed plane} credited to the ship's guns")
MANEUVERS_ORDERED = Phrase(report="{number:emergency maneuver} ordered, {done} successful")
MANEUVERS_MADE = Phrase(report="full power for {number:emergency maneuver}, {done} successful")
KEPT_AFLOAT = Phrase(report="kept her afloat {times}")
MORALE_ROSE = Phrase(report="morale rose {times}")
#: Without its subject after the row before.
MORALE_FELL = Phrase(report="<{morale} >fell {times}")
FIRES_PUT_OUT = Phrase(report="{number:deck fire} put out by his party")
ROOMS_SAVED = Phrase(report="{number:compartment} saved")
HEADWAY_MADE = Phrase(report="headway made {times} in damaged compartments")
REPAIRS_MADE = Phrase(report="{number:repair}: {jobs}")
IN_POST_SINCE = Phrase(report="since {when}")
KILLED_WHEN = Phrase(report="killed {when}")
OFFICERS_KILLED = Phrase(report="{number:officer or chief|officers and chiefs} killed")
MEN_KILLED_OR_WOUNDED = Phrase(report="{number:man|men} of the repair parties killed or wounded")

# -- the real ships ------------------------------------------------------------

REAL_LOSS = Phrase(report="{ship} ({hull}) was lost to air attack on {day}, {where}.")
REAL_STATION = Phrase(report="on station {station}")
REAL_OFF_STATION = Phrase(report="away from the picket stations")
