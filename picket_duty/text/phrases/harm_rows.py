"""Rows of the phrase table: what was hit, lost and repaired aboard, and who was killed."""

from __future__ import annotations

from picket_duty.book.ids import DECK_FIRE, SHIP
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Track
from picket_duty.events import Damage
from picket_duty.text.phrases import Phrase

#: The names of rooms within a sentence, where the chart prints only what is in them or shortens them.
ROOM_NAMES = {
    "Alcohol": "alcohol locker",
    "Battery Charging": "battery charging room",
    "Cold Storage": "cold storage room",
    "Fruit/Veg.": "fruit and vegetable locker",
    "Ice Machine": "ice machine room",
    "Inflammable Stores": "inflammable storeroom",
    "Locker, Fan": "locker and fan room",
    "Ord. Storeroom": "ordnance storeroom",
    "Projector": "projector room",
    "Provisions": "provisions storeroom",
    "Repair Stores": "repair storeroom",
    "Small Arms Mgz": "small arms magazine",
    "Supply Stores": "supply storeroom",
    "Torpedo Ordnance": "torpedo ordnance room",
    "Wardroom Stores": "wardroom storeroom",
}
# -- damage --------------------------------------------------------------------

SHIP_SUNK = Phrase(log="  [bad]The hit sinks the ship[/]", brief="ship sinks")
SUPERFICIAL = Phrase(log="  Superficial damage", brief="superficial damage")
NO_HARM = Phrase(brief="no damage")
#: Compartments, mounts, directors, equipment. The deck log may add the hit markers. ``points`` are the first ones of a
#: compartment, ``more`` are added to others and make ``total``.
ITEMS = {
    DamageEffect.HIT: Phrase(
        log="  [bad]{Item}: hit<, {points:hit marker}><, {more} more {more:=hit marker}, now {total}>[/]",
        brief="{item} afire",
        deck_log="{item} hit and set afire",
    ),
    DamageEffect.BURNS: Phrase(
        log="  [bad]{Item}: still burning<, {points:hit marker}><, {more} more {more:=hit marker}, now {total}>[/]",
        brief="{item} still burning",
        deck_log="fire in {item} gained ground",
    ),
    DamageEffect.EXPLODES: Phrase(
        log="  [bad]{Item}: explodes[/]",
        headline="{Item} explodes",
        brief="{item} explodes",
        swing="{Items} {number:=explodes|explode}",
        deck_log="{item} blew up",
        diary=("{Names} blew up.",),
    ),
    DamageEffect.FLOODED: Phrase(
        log="  [bad]{Item}: flooded[/]", brief="{item} flooded", deck_log="{item} flooded to quench the fire"
    ),
    DamageEffect.DAMAGED: Phrase(
        log="  [bad]{Item}: damaged[/]",
        brief="{item} damaged",
        deck_log="{item} damaged",
        diary=("{Names} {were} damaged.", "Damaged: {names}."),
    ),
    DamageEffect.DESTROYED: Phrase(
        log="  [bad]{Item}: destroyed[/]",
        brief="{item} destroyed",
        deck_log="{item} destroyed",
        diary=("{Names} {were} destroyed.", "Destroyed: {names}."),
    ),
    DamageEffect.LOST: Phrase(
        log="  [bad]{Item}: lost[/]", brief="{item} lost", deck_log="power to the gun directors lost"
    ),
    DamageEffect.KILLED: Phrase(log="  [bad]{Item}: killed[/]", brief="{item} killed", deck_log="{item} killed"),
    DamageEffect.OUT_OF_ORDER: Phrase(
        log="  [bad]{Item}: out of order[/]", brief="{item} out of order", deck_log="{item} failed"
    ),
    DamageEffect.SUPERFICIAL: Phrase(log="  {Item}: no new damage"),
}
#: A stack that is hit does not burn.
STACK_HIT = Phrase(brief="{item} hit", deck_log="{item} hit")
#: ``part`` is the section in Navy terms; ``where`` is the same, empty in a line that already names it.
DECK_FIRES = {
    DamageEffect.LIT: Phrase(
        log="  [bad]Deck fire breaks out {part}, level {points}[/]",
        brief="deck fire< {where}> level {points}",
        deck_log="fire broke out on deck {part}",
    ),
    DamageEffect.GROWS: Phrase(
        log="  [bad]Deck fire {part} grows to level {points}[/]",
        brief="deck fire< {where}> level {points}",
        deck_log="fire on deck {part} spread",
    ),
    DamageEffect.OUT_OF_CONTROL: Phrase(
        log="  [bad]Deck fire {part} is out of control: {must_leave}, even if the fire is put out[/]",
        headline="Deck fire {part} out of control: {must_leave}, even if the fire is put out",
        brief="deck fire< {where}> out of control",
        deck_log="fire on deck {part} out of control",
    ),
}
#: A deck fire that was out of control before.
STILL_OUT_OF_CONTROL = Phrase(
    log="  [bad]Deck fire {part} is still out of control[/]", deck_log="fire on deck {part} still out of control"
)


def damage_row(event: Damage) -> Phrase:
    """The row of an event of damage."""
    if event.item == SHIP:
        return SHIP_SUNK
    if not event.item:
        return SUPERFICIAL
    if event.again:
        return STILL_OUT_OF_CONTROL
    return DECK_FIRES[event.effect] if event.item == DECK_FIRE else ITEMS[event.effect]


# -- tracks --------------------------------------------------------------------

#: Men of the repair parties killed or wounded, ``where`` as with deck fires.
MEN_LOST = Phrase(
    log="  Repair party {part}: [bad]{points} killed or wounded[/], {left} left",
    brief="{points:casualty|casualties}< {where}>",
    deck_log="{men_words} of the repair party {part} killed or wounded, {left_words} left",
)
#: A track that went down (flooding: up). ``points`` were lost and ``left`` remain; ``first`` is what it was before the
#: blow or wave. ``cause`` gives the reason if there is no roll for it.
LOSSES = {
    Track.HULL: Phrase(
        log="  Hull integrity: [bad]{points} lost< to the {cause}>[/], {left} left",
        brief="hull {first} to {left}",
        deck_log="{state}",
    ),
    Track.MANEUVER: Phrase(
        log="  Maneuver: [bad]{points} lost< to the {cause}>[/], {left} left",
        brief="maneuver {first} to {left}",
        deck_log="maneuvering power reduced to {percent} percent",
        diary=("Maneuvering power fell to {percent} percent.", "Maneuvering power was down to {percent} percent."),
    ),
    Track.FUEL: Phrase(
        log="  Fuel: [bad]{points} lost< to the {cause}>[/], {left} left",
        brief="fuel {first} to {left}",
        deck_log="fuel down to {percent} percent",
    ),
    Track.AMMUNITION: Phrase(
        log="  Ammunition: [bad]{points} lost< to the {cause}>[/], {left} left",
        brief="ammunition {first} to {left}",
        deck_log="ammunition down to {percent} percent",
    ),
    Track.SFS: Phrase(
        log="  Support ships: [bad]{points} lost< to the {cause}>[/], {left} left",
        brief="a support ship lost",
        deck_log="one support craft lost, {left_words} left",
        diary=("{Number} of the support craft {craft:=was|were} lost.", "We lost {number} of our support craft."),
    ),
    Track.FLOOD: Phrase(
        log="  Flooding rises [bad]to {left}[/]<: {cause}>",
        brief="flooding {left}",
        deck_log="ship making water, flooding {degree}",
    ),
    Track.COUNTERFLOODING: Phrase(brief="flooding {left}", deck_log="counterflooded, flooding {degree}"),
    Track.MORALE: Phrase(log="  Morale falls [bad]to {left:+}[/]", brief="morale {first} to {left}"),
    **dict.fromkeys(MEN_SECTIONS, MEN_LOST),
}
#: A track at its limit, if that has special wording.
AT_END = {
    Track.HULL: Phrase(
        log="  Hull integrity: [bad]{points} lost< to the {cause}>[/], none left: {must_leave}",
        headline="Hull integrity gone: {must_leave}",
        deck_log="hull failing",
    ),
    Track.MANEUVER: Phrase(
        log="  Maneuver: [bad]{points} lost< to the {cause}>[/], dead in the water: {must_leave}",
        headline="Dead in the water: {must_leave}",
        brief="maneuver {first} to 0, dead in the water",
        deck_log="ship dead in the water",
        diary=("All maneuvering power was lost, and the ship lay dead in the water.",),
    ),
    Track.FUEL: Phrase(deck_log="no fuel left"),
    Track.AMMUNITION: Phrase(deck_log="no ammunition left"),
    Track.SFS: Phrase(
        deck_log="one support craft lost, none left",
        diary=("The last support craft was lost.", "Our last support craft was lost."),
    ),
    Track.FLOOD: Phrase(
        log="  Flooding rises [bad]to {left}[/]<: {cause}>: {must_leave}", headline="Flooding at {left}: {must_leave}"
    ),
}
#: A track that went down in several parts, with other losses between them.
LOST_IN_PARTS = Phrase(brief="{track} -{points} ({left} left)")
#: The state of the hull by the points left of six, and of flooding as a share of its limit, in the words of deck log
#: and diary.
HULL_STATES = (
    "hull failing", "hull damage critical", "hull damage severe", "hull damage heavy", "hull damage moderate",
    "hull damage slight", "hull sound",
)  # fmt: skip
FLOODING = ("none", "slight", "moderate", "serious", "beyond control")
HULL_STRUCK_AGAIN = Phrase(log="  [bad]More hull damage with hull integrity at 0[/]")
MORALE_RISES = Phrase(log="  Morale rises [good]to {left:+}[/]")
STORES_USED = Phrase(log="  {Track}: {points} used, {left} left")

# -- the crew ------------------------------------------------------------------

#: ``title`` says who was killed and ``change`` what changes. ``fallen`` is the name, if it is known.
KILLED = Phrase(
    log="  [bad]{title}[/]; {successor} takes over. {change}",
    brief="{post} killed",
    deck_log="the {post}<, {fallen},> was killed in action and {successor} assumed his duties",
)
APPOINTED = Phrase(log="  {name} is {post} ({value:+})")

# -- repairs -------------------------------------------------------------------

#: Men at a job, with or without the name of the chief. ``still`` is the number of hit markers left, ``flood`` the
#: flooding left.
REPAIRED = Phrase(
    log="  {Job}: {men:man|men} "
    "[good]{men:=succeeds|succeed}<, {markers:hit marker} removed, {still} left><, flooding falls to {flood}>[/]",
    swing="{jobs} repaired",
)
PARTLY_REPAIRED = Phrase(swing="progress on {jobs}")
REPAIRED_BY = Phrase(
    log="  {Job}: {officer} with {men:man|men} "
    "[good]succeeds<, {markers:hit marker} removed, {still} left><, flooding falls to {flood}>[/]",
)
NOT_REPAIRED = Phrase(log="  {Job}: {men:man|men} [bad]{men:=makes|make} no progress[/]", swing="no progress on {jobs}")
DAMAGE_CONTROL = Phrase(swing="Damage control: {parts}")
#: Successful repairs: a deck fire put out, a room pumped out, some or all of its hit markers removed, equipment
#: repaired.
FIRE_OUT = Phrase(deck_log="fire on deck {part} put out", brief="deck fire {part} put out", swing="{jobs} put out")
FIRES_OUT = Phrase(deck_log="fires on deck {parts} put out", brief="deck fires {parts} put out")
#: Several in one section; ``parts`` has the number in each section.
FIRES_OUT_THERE = Phrase(deck_log="{number} deck fires {part} put out")
FIRES_OUT_BY_SECTION = Phrase(deck_log="{number} deck fires put out ({parts})")
PUMPED_OUT = Phrase(deck_log="{item} pumped out", swing="{jobs} pumped out")
HEADWAY = Phrase(deck_log="headway made in {item}")
PUT_RIGHT = Phrase(deck_log="{item} back in service")
RESTORED = Phrase(deck_log="{item} restored")
FLOODING_DOWN = Phrase(deck_log="flooding reduced to {degree}")
FLOODING_STOPPED = Phrase(deck_log="flooding stopped")
REPAIR_REPORT = Phrase(deck_log="Repair parties reported: {repairs}.")
#: The damage control report of a phase: successful jobs, damage by fire and water, open jobs.
CONTROL = Phrase(
    card="[title]Damage control. [/]{done}<; {failed:attempt} failed>",
    headline="Damage control: <{refused}; >{done}<; {left}>",
)
#: Before the successful jobs of the headline above.
REFUSED = Phrase(brief="emergency not granted")
NOTHING_DONE = Phrase(brief="nothing repaired")
#: The open jobs of the headline above.
LEFT = Phrase(brief="{number:job} left")
NONE_LEFT = Phrase(brief="no jobs left")
#: Whether an emergency declared in the phase was granted, and how often it was tried in vain.
CONTROL_GRANTED = Phrase(card="[warn]  Emergency granted: all hands to damage control[/]")
CONTROL_REFUSED = Phrase(card="[warn]  Emergency not granted{tries}: guns stay manned[/]")
CONTROL_WORSE = Phrase(card="[bad]  Got worse[/]: {harm}")
#: The points of a track that fire and water cost, without those that other causes cost meanwhile; ``end`` if none is
#: left.
POINTS_LOST = Phrase(brief="{points} {track} {points:=point|points} lost<, {end}>")
TRACK_ENDS = {Track.MANEUVER: "dead in the water"}
#: A deck fire in a section where one was put out before.
NEW_FIRE = Phrase(brief="a new {fire}")
#: Failed jobs that had fewer men than allowed, with their men: chart 20's column would have been the same.
CONTROL_ENOUGH = Phrase(card="[dim]  Failed: {job} ({men:man|men}; more would not have helped)[/]")
CONTROLS_ENOUGH = Phrase(card="[dim]  Failed: {jobs}; more men would not have helped[/]")
CONTROL_LEFT = Phrase(card="  Still to repair: {jobs}")
#: No fire burns any longer, after some were put out.
ALL_FIRES_OUT = Phrase(card="[good]  All fires are out[/]")
OUT_TOO_LATE = Phrase(card="[warn]  All fires are out, but one got out of control: she must leave station[/]")
CONTROL_OVER = Phrase(card="[good]  Nothing is left to repair[/]")
