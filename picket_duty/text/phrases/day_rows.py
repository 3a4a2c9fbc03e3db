"""Rows of the phrase table: phases and their weather, decisions, days, and ships that come and go."""

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
from picket_duty.text.phrases import Phrase

# -- phases --------------------------------------------------------------------

PHASE = Phrase(log="[title]{day}, {name} ({light})<, picket station {station}>[/]")
WEATHER = {
    Sky.CLEAR: Phrase(log="Weather: clear", deck_log="Sky clear, visibility good.", diary=("clear",)),
    Sky.RAIN: Phrase(log="Weather: rain", deck_log="Overcast with rain squalls, visibility poor.", diary=("rain",)),
    Sky.STORM: Phrase(
        log="Weather: storm, no flying",
        deck_log="Heavy weather, sea rough; no flying weather.",
        diary=("heavy weather",),
    ),
    Sky.TYPHOON: Phrase(
        log="Weather: typhoon, no flying",
        deck_log="Typhoon. Sea mountainous, ship laboring heavily; all topside gear secured.",
        diary=("typhoon",),
    ),
}
NO_WEATHER = Phrase(diary=("weather not told",))
WEATHER_ALL_DAY = Phrase(diary=("{weather} all day",))
QUIET_PHASE = Phrase(
    headline="{Phase}<, {weather}>: no attack", swing="Nobody comes", deck_log="No enemy aircraft sighted."
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
LYING_TO = Phrase(deck_log="Lying to for survivors.", diary=("She lay to for survivors {when}.",))
SECURED = Phrase(deck_log="Secured from general quarters.")
#: The phases of a day within a sentence.
WHEN = {
    "morning": Phrase(diary=("in the morning",)),
    "midday": Phrase(diary=("at midday",)),
    "evening": Phrase(diary=("after dark",)),
}
#: What a note says. ``subject`` is a type of plane, a station or a day.
REMARKS = {
    Remark.CARRIER_LEAVES: Phrase(log="The {subject} withdraws"),
    Remark.CARRIER_FALLS: Phrase(log="The {subject} withdraws afire, its Ohka lost"),
    Remark.STATION: Phrase(log="Picket station {subject}"),
    Remark.SAME_STATION: Phrase(log="Picket station {subject}, as before"),
    Remark.NO_ACTIVE_STATION: Phrase(log="{subject}: no picket station active, no duty"),
    Remark.RAIN: Phrase(log="Rain keeps enemy planes away"),
    Remark.QUIET_NIGHT: Phrase(log="No attack tonight"),
    Remark.WEATHER_CLOSES_IN: Phrase(log="Weather closes in: no further phases today"),
    Remark.FIGHTERS: Phrase(log="U.S. fighters appear: the remaining planes withdraw"),
    Remark.RADAR_LOST: Phrase(log="A land radar station goes off line"),
    Remark.NO_RADAR: Phrase(log="No land radar station is working"),
    Remark.REASSIGNED: Phrase(log="Ordered to another picket station at the end of the day"),
    Remark.REASSIGNED_IN_VAIN: Phrase(log="Ordered to another picket station: no effect in a scenario"),
    Remark.EMERGENCY: Phrase(log="Emergency declared: all hands to damage control, guns silent"),
}
#: Why a ship leaves her station. A deck fire may be out by then.
LEAVE_REASONS = {
    Reason.DECK_FIRE: Phrase(log="a deck fire got out of control"),
    Reason.FLOODING: Phrase(log="too much flooding"),
    Reason.DEAD_IN_WATER: Phrase(log="dead in the water"),
    Reason.HULL_GONE: Phrase(log="hull integrity gone"),
    Reason.TYPHOON_DAMAGE: Phrase(log="typhoon damage"),
    Reason.OUT_OF_FUEL: Phrase(log="out of fuel"),
    Reason.OUT_OF_AMMUNITION: Phrase(log="out of ammunition"),
    Reason.REASSIGNED: Phrase(log="ordered to another station"),
    Reason.REPLENISHMENT: Phrase(log="to replenish"),
    Reason.REPAIRS: Phrase(log="for repairs"),
}
#: What sank a ship; ``room`` is the compartment that exploded.
LOSS_REASONS = {
    Reason.DECK_FIRE: Phrase(log="deck fire out of control"),
    Reason.FLOODING: Phrase(log="flooding"),
    Reason.DEAD_IN_WATER: Phrase(log="dead in the water"),
    Reason.HULL_GONE: Phrase(log="hull integrity gone"),
    Reason.NO_HULL_LEFT: Phrase(log="hull integrity gone"),
    Reason.BROKEN: Phrase(log="broken in two by a hit"),
    Reason.STORM_DAMAGE: Phrase(log="storm damage"),
    Reason.EXPLODED: Phrase(log="{room} exploded"),
}
#: The names of decisions in the log, if not their ids.
ORDER_NAMES = {REPAIR_MEN.id: "repair parties"}
ORDER = Phrase(log="[key]{About}: [/]{order}", swing="{About}: {order}")
UNDONE = Phrase(log="[dim]{answers} undone[/]")
OUTCOME = Phrase(log="[title]{outcome}[/]")

# -- days and ships ------------------------------------------------------------

#: A day on a station: the one of the day before, another, or the first of a ship.
ON_HER_STATION = Phrase(
    diary=(
        "{Weather} on Radar Picket Station No. {station}.",
        "{Weather}; on Radar Picket Station No. {station}.",
        "Radar Picket Station No. {station}: {weather}.",
    )
)
ON_NEW_STATION = Phrase(
    diary=(
        "{Weather}. She took up Radar Picket Station No. {station}.",
        "Now on Radar Picket Station No. {station}: {weather}.",
    )
)
ON_FIRST_STATION = Phrase(
    diary=(
        "{Weather}. Her first station was Radar Picket Station No. {station}.",
        "{Weather} on her first station, Radar Picket Station No. {station}.",
    )
)
ON_NO_STATION = Phrase(diary=("{Weather}. She had no assigned station.",))
NO_DUTY = Phrase(
    deck_log="No picket station active this date; no patrol duty.",
    diary=("No picket station was active; no duty.",),
)
QUIET_DAY = Phrase(
    diary=(
        "Nobody came.",
        "Not a plane came near her.",
        "A quiet day.",
        "The watches passed without an alarm.",
        "An empty sky.",
    )
)
DAY_NOT_OVER = Phrase(diary=("The day is not over.",))
TYPHOON_OVER = Phrase(deck_log="Rode out the typhoon until {day}.")
SIGNATURE = Phrase(deck_log="Examined: {captain}, USN, Commanding", diary=("{captain}, USN, Commanding",))
#: ``back`` is the day on which she returns; ``why`` what sank her.
LEAVES = Phrase(
    log="[warn]Ship leaves her station: {reason}<; due back {back}>[/]",
    headline="Ship leaves her station: {reason}<; due back {back}>",
    swing="She leaves her station: {reason}",
    deck_log="Left station: {reason}.< To be ready for duty again on {back}.>",
)
LEAVES_FOR_GOOD = Phrase(
    log="[warn]Ship leaves her station: {reason}; sent to the rear[/]",
    headline="Ship leaves her station: {reason}; sent to the rear",
    swing="She leaves her station: {reason}",
    deck_log="Left station: {reason}. Found beyond repair at the anchorage; ordered to the rear.",
)
SHIP_LOST = Phrase(
    log="[bad]Ship lost<: {why}>[/]",
    headline="{ship} lost<: {why}>",
    swing="the ship is lost<: {why}>",
)
CREW_ABOARD = Phrase(swing="The crew comes aboard: values {values:+} in sum")
#: Where a ship was lost.
LOST_AT = {
    ON_STATION: Phrase(deck_log="{ship} sank on her station."),
    ON_THE_WAY: Phrase(deck_log="{ship} foundered on the way to the anchorage."),
    IN_TYPHOON: Phrase(deck_log="{ship} foundered in the typhoon."),
}
NEW_SHIP = Phrase(
    log="[title]{ship} takes over the picket duty[/]",
    headline="{ship} takes over the picket duty",
    deck_log="{ship} reported for picket duty.",
)
SHIP_RETURNS = Phrase(
    log="[title]{ship} returns to duty[/]",
    headline="{ship} returns to duty",
    deck_log="{ship}, <{after}, >returned for picket duty.",
)
#: What a ship comes back from, if it is known.
AFTER = {
    REPAIRED: Phrase(deck_log="having completed repairs"),
    STORM_REPAIRED: Phrase(deck_log="having made good her storm damage"),
    REPLENISHED: Phrase(deck_log="having replenished"),
}
RELIEVED = Phrase(headline="Relief has arrived", deck_log="Relieved of picket duty.")
DAY_OVER = Phrase(log="[title]End of {day}: {stores}[/]", headline="End of {day}", swing="The end of the day")
STORES = Phrase(
    log="fuel {fuel}, ammunition {ammunition}, hull {hull}, maneuver {maneuver}, morale {morale:+}",
    deck_log="Report at the end of the day: fuel {fuel} of {full_fuel}, ammunition {ammunition} of {full_ammunition}, "
    "hull integrity {hull} of {full_hull}, morale {morale:+}.",
    diary=(
        "At the day's end hull {hull}, fuel {fuel}, ammunition {ammunition}.",
        "She ended the day with hull {hull}, fuel {fuel} and ammunition {ammunition}.",
    ),
)
