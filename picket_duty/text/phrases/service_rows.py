"""Rows of the phrase table: a ship's whole service, the end of a game, and the real ships."""

from __future__ import annotations

from picket_duty.state import ABSENT, ATTACKED, LOST, NO_DUTY, QUIET, STORMED, STRUCK
from picket_duty.text.phrases import Phrase

# -- how it ended --------------------------------------------------------------

#: The title of the last page of a scenario; ``ship`` with her hull number.
TITLE_LOST = Phrase(report="{ship} is lost")
TITLE_REAR = Phrase(report="{ship} is sent to the rear")
TITLE_HELD = Phrase(report="{ship} held her station")
TITLE_LEFT = Phrase(report="{ship} left her station")
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
DIARY_GOES_ON = Phrase(diary=("Last entry that of {date}.",))
DIARY_AT_ANCHORAGE = Phrase(diary=("{ship} left station on {date} and was off station at the end of the period.",))
DIARY_ON_STATION = Phrase(diary=("At the end of the period, {date}, {ship} was afloat and on station.",))
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
#: splashed or set afire.
FOUGHT = Phrase(report="<{days} on duty, >{phases:phase}, {waves:wave}, {planes:plane}<: {fates}>.")
BEST_GUNNERS = Phrase(report="Most planes credited: {best}.")
CREDIT = Phrase(report="{shooter} ({planes})")
CREDITED_BY_TYPE = Phrase(report="Splashed or set afire, by type: {types}<, others {others}>.")
ACES = Phrase(report="{number:=Ace|Aces} aboard {ship}: {mounts}.")
MEN_LEFT = Phrase(report="{men} of the {full} men in her repair parties were left; hull integrity {hull}.")
HONORS = Phrase(report="Awards: {honors}.")
SERVICE = Phrase(report="{ship}: {days:day} on duty< on {stations}>, {spell}. {met}.")
HER_HARDEST_DAY = Phrase(report="Her hardest day was {day}, with {met}.")
HER_FATE = Phrase(report="She was {fate} on {day}.")
ON_DUTY_AT_END = Phrase(report="She was on duty at the end.")
OFF_STATION_AT_END = Phrase(report="She was off her station at the end.")
#: The days of a campaign by the marks of the calendar.
CALENDAR = Phrase(report="{days:day}: {kinds}.< The hardest was {day}, with {met}.>")
ONE_DAY = Phrase(report="1 day, {kind}.")
DAYS = {
    QUIET: Phrase(report="quiet"),
    ATTACKED: Phrase(report="under attack"),
    STRUCK: Phrase(report="with hits"),
    LOST: Phrase(report="on which the ship was lost"),
    ABSENT: Phrase(report="off station"),
    STORMED: Phrase(report="in a typhoon"),
    NO_DUTY: Phrase(report="without duty"),
}

# -- those who were killed -----------------------------------------------------

FALLEN = Phrase(report="{name}, {post}< of {ship}>, {when}")
NUMBER_FALLEN = Phrase(report="{number:officer or chief|officers and chiefs} killed.")
NONE_FELL = Phrase(report="None of her officers and chiefs was killed.")
NONE_FELL_ON_ANY = Phrase(report="No officer or chief was killed.")

# -- the real ships ------------------------------------------------------------

REAL_LOSS = Phrase(report="{ship} ({hull}) was lost to air attack on {day}, {where}.")
REAL_STATION = Phrase(report="on station {station}")
REAL_OFF_STATION = Phrase(report="away from the picket stations")
