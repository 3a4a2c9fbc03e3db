"""Rows of the phrase table: phases and their weather, decisions, days, and ships that come and go."""

from __future__ import annotations

from picket_duty.book.vocabulary import Sky
from picket_duty.text.phrases import Phrase

# -- phases --------------------------------------------------------------------

PHASE = Phrase(log="[title]{day}, {name} ({light})<, picket station {station}>[/]")
WEATHER = {
    Sky.CLEAR: Phrase(log="Weather: clear"),
    Sky.RAIN: Phrase(log="Weather: rain"),
    Sky.STORM: Phrase(log="Weather: storm, nobody flies"),
    Sky.TYPHOON: Phrase(log="Weather: typhoon, nobody flies"),
}
QUIET_PHASE = Phrase(headline="{Phase}, {weather}: nobody comes", swing="Nobody comes")
ORDER = Phrase(log="[key]{About}: [/]{order}", swing="{About}: {order}")
UNDONE = Phrase(log="[dim]{answers} taken back[/]")
OUTCOME = Phrase(log="[title]{outcome}[/]")

# -- days and ships ------------------------------------------------------------

#: ``back`` is the day on which she returns; ``why`` what sank her.
LEAVES = Phrase(
    log="[warn]She leaves her station: {reason}<; back on {back}>[/]",
    headline="She leaves her station: {reason}<, back on {back}>",
    swing="She leaves her station: {reason}",
)
LEAVES_FOR_GOOD = Phrase(
    log="[warn]She leaves her station: {reason}; she is sent to the rear[/]",
    headline="She leaves her station: {reason}",
    swing="She leaves her station: {reason}",
)
SHIP_LOST = Phrase(
    log="[bad]The ship is lost<: {why}>[/]",
    headline="{ship} is lost<: {why}>",
    swing="the ship is lost<: {why}>",
)
NEW_SHIP = Phrase(log="[title]{ship} takes the duty[/]", headline="{ship} takes the duty")
SHIP_RETURNS = Phrase(log="[title]{ship} returns to duty[/]", headline="{ship} is back on duty")
CREW_ABOARD = Phrase(swing="The crew comes aboard: values {values:+} in sum")
RELIEVED = Phrase(headline="Relief has come")
DAY_OVER = Phrase(log="[title]End of {day}: {stores}[/]", headline="End of {day}", swing="The end of the day")
STORES = Phrase(
    log="fuel {fuel}, ammunition {ammunition}, hull {hull}, maneuver {maneuver}, morale {morale:+}",
)
