"""Rows of the phrase table: a raid as a whole, in action report and war diary."""

from __future__ import annotations

from picket_duty.facts import Fate
from picket_duty.text.phrases import Phrase

# -- what came -----------------------------------------------------------------

NO_RAIDS = Phrase(report="No enemy aircraft attacked this ship.")
#: ``place``, ``company`` and ``team`` are empty if they are not known.
PRELIMINARIES = Phrase(
    report="{ship}<, {captain} commanding,> was patrolling {station}<, {place}><, {company}>.< {team}.> "
    "<{Light}; >{weather}. {Bogeys} {verb} reported closing."
)
ON_STATION = Phrase(report="Radar Picket Station No. {station}")
OFF_STATION = Phrase(report="off Okinawa without an assigned station")
DIRECTORS = Phrase(report="A fighter direction team was aboard")
WAVES = Phrase(report=" in {number} waves")
#: The openings of a raid, by situation: by day, at night, again on the same day, a single plane, and a mass raid.
#: ``time`` has the date if it is past midnight.
RAID_BY_DAY = Phrase(
    diary=(
        "At {time} {bogeys} were reported closing; sounded general quarters.",
        "Went to general quarters at {time} with {bogeys} closing.",
        "With {bogeys} closing at {time}, all hands went to general quarters.",
        "Sounded general quarters at {time}; {bogeys} closing.",
        "Manned battle stations at {time} on report of {bogeys} closing.",
        "Received report of {bogeys} closing at {time}; sounded general quarters.",
    )
)
RAID_BY_NIGHT = Phrase(
    diary=(
        "At {time}, ship darkened, {bogeys} were reported closing; sounded general quarters.",
        "Sounded general quarters at {time} on report of {bogeys} closing in the dark.",
        "Night alert at {time}: {bogeys} closing. All hands to general quarters.",
        "Went to general quarters at {time} as {bogeys} closed under cover of darkness.",
        "After dark {bogeys} approached; general quarters at {time}.",
    )
)
RAID_AGAIN = Phrase(
    diary=(
        "General quarters again at {time} with {bogeys} closing.",
        "At {time} {bogeys} were reported closing; again sounded general quarters.",
        "Battle stations again at {time}; {bogeys} closing.",
        "A further raid developed at {time}, {bogeys} closing; sounded general quarters.",
        "Returned to general quarters at {time} on report of {bogeys} closing.",
    )
)
RAID_OF_ONE = Phrase(
    diary=(
        "At {time} a single bogey was reported closing; sounded general quarters.",
        "Sounded general quarters at {time}; a single bogey closing.",
        "A single bogey closed this station at {time}; all hands to general quarters.",
        "Went to general quarters at {time} with a single bogey closing.",
    )
)
MASS_RAID = Phrase(
    diary=(
        "At {time} a mass raid was reported, {bogeys} closing this station; sounded general quarters.",
        "Went to general quarters at {time} on report of a mass raid; {bogeys} closed this station.",
        "A mass raid developed at {time}, {bogeys} closing this station; all hands to general quarters.",
        "Sounded general quarters at {time}; {bogeys} of a mass raid closing this station.",
        "Heavy raids reported at {time}, {bogeys} closing this station; manned battle stations.",
        "Mass raid alert at {time}; {bogeys} closed this station. Sounded general quarters.",
    )
)
BOGEYS = Phrase(diary=("{number} bogeys",))
ONE_BOGEY = Phrase(diary=("a single bogey",))
#: What was sighted: all planes of the raid, or some of them. ``waves`` is empty or the row after these.
SIGHTED = Phrase(diary=("Sighted {waves}{kinds}.", "Identified {waves}{kinds}.", "Made out {waves}{kinds}."))
SOME_SIGHTED = Phrase(diary=("Of these, {met} came within sight: {kinds}.", "Sighted only {met}: {kinds}."))
NONE_SIGHTED = Phrase(diary=("None came within sight.", "No enemy plane came within sight."))
IN_WAVES = Phrase(diary=("in {number} waves: ",))
#: Of a raid, the planes that were still to come when the ship sank; ``number`` is empty for one.
STILL_TO_COME = Phrase(diary=("The ship was lost before the last< {number}> came in.",))

# -- how the planes ended ------------------------------------------------------

#: The fates of several planes; how many of those not splashed were set afire, all or some.
ENDS = Phrase(diary=("Of the {number} planes, {ends}.", "Result: {ends}."))
ALL_AFIRE = Phrase(
    diary=("Of the {number} planes, {splashed}; the other {afire} were set afire. Of the {afire}, {ends}.",)
)
ALL_AFIRE_ONE_END = Phrase(diary=("Of the {number} planes, {splashed}; the other {afire} were set afire, and {ends}.",))
SOME_OF_ALL_AFIRE = Phrase(
    diary=("Of the {rest}, {afire} had been set afire.", "{Afire} of the {rest} had been set afire.")
)
EVERY_ONE_AFIRE = Phrase(diary=("{All} were set afire; {ends}.",))
SOME_AFIRE = Phrase(
    diary=(
        "Of the {rest} not splashed, {afire} had been set afire.",
        "{Afire} of the {rest} not splashed had been set afire.",
    )
)
ONE_END = {
    Fate.SPLASHED: Phrase(diary=("{All} were splashed{credit}.",)),
    Fate.CRASHED: Phrase(diary=("{All} crashed into the ship.",)),
    Fate.NEAR_MISS: Phrase(diary=("{All} crashed close aboard.",)),
    Fate.MISSED: Phrase(diary=("{All} dived and missed.",)),
    Fate.WITHDREW: Phrase(diary=("{All} withdrew.",)),
    Fate.FLYING: Phrase(diary=("{All} were still attacking.",)),
}
#: A raid of a single plane, not afire or set afire; ``credit`` is who splashed it, or set it afire.
SINGLE_END = {
    Fate.SPLASHED: Phrase(diary=("It was splashed{credit}.",)),
    Fate.CRASHED: Phrase(diary=("It crashed into the ship.",)),
    Fate.NEAR_MISS: Phrase(diary=("It crashed close aboard.",)),
    Fate.MISSED: Phrase(diary=("It dived and missed.",)),
    Fate.WITHDREW: Phrase(diary=("It withdrew.",)),
    Fate.FLYING: Phrase(diary=("It was still attacking.",)),
}
SINGLE_AFIRE = {
    Fate.CRASHED: Phrase(diary=("Set afire{credit}, it crashed into the ship.",)),
    Fate.NEAR_MISS: Phrase(diary=("Set afire{credit}, it crashed close aboard.",)),
    Fate.MISSED: Phrase(diary=("Set afire{credit}, it dived and missed.",)),
    Fate.WITHDREW: Phrase(diary=("Set afire{credit}, it withdrew.",)),
    Fate.FLYING: Phrase(diary=("Though set afire{credit}, it was still attacking.",)),
}
#: A number of planes with the same fate, within ``ENDS``; ``afire`` only of the one plane not splashed.
SOME_END = {
    Fate.SPLASHED: Phrase(diary=("{number} {were} splashed{credit}",)),
    Fate.CRASHED: Phrase(diary=("{number}<, {afire},> crashed into the ship",)),
    Fate.NEAR_MISS: Phrase(diary=("{number}<, {afire},> crashed close aboard",)),
    Fate.MISSED: Phrase(diary=("{number}<, {afire},> missed",)),
    Fate.WITHDREW: Phrase(diary=("{number}<, {afire},> withdrew",)),
    Fate.FLYING: Phrase(diary=("{number}<, {afire},> {were} still attacking",)),
}
BY_ONE_SIDE = Phrase(diary=(" by {side}",))
BY_TWO = Phrase(diary=(" by {last} after {first} had set it afire",))
#: Who has the credit where others helped: the first to set a plane afire.
TO_ONE_SIDE = Phrase(diary=(" (credited to {side})",))
TO_SIDES = Phrase(diary=("{number}< {credited}> to {side}",))
CREDITED = Phrase(diary=("credited",))
BEST_MOUNT = Phrase(diary=("{Mount} was credited with {number}.",))
AFIRE = Phrase(diary=("afire",))

# -- what struck, and what it cost ---------------------------------------------

#: A blow in the list of the action report; ``end`` is the act of the plane or its weapon (``battle_rows.blow_row``).
BLOW = Phrase(report="<No. {number}: >{end}<, at {place}>.")
FIRES = Phrase(diary=("{number:=Fire|Fires} broke out {parts}.", "{number:=A fire|Fires} burned {parts}."))
FIRES_OUT = Phrase(
    diary=(
        "{number:=Fire|Fires} {parts} extinguished.",
        "{number:=Fire|Fires} broke out {parts} and {number:=was|were} brought under control.",
    )
)
FIRES_WILD = Phrase(diary=("{number:=Fire|Fires} {parts} got out of control.",))
FIRES_WILD_OUT = Phrase(
    diary=("{number:=Fire|Fires} {parts} got out of control and {number:=was|were} put out later.",)
)
MEN_LOST = Phrase(diary=("Casualties: {men} of the repair parties killed or wounded.",))
SECTION_MEN_LOST = Phrase(report="{Number} {men:=man|men} of the repair party {section} killed or wounded.")
SECURED = Phrase(diary=("Secured at {time}.", "Secured from general quarters at {time}."))

# -- the action report alone ---------------------------------------------------

ATTACKED = Phrase(report="{Planes} attacked the ship{waves}.")
ENEMY_LOSSES = Phrase(report="Enemy losses: {kinds} splashed.")
SUPPORT_FIRE = Phrase(report="Fighters and support craft made {attacks:attack}, {good} effective.")

# -- what it teaches, from five cases or more ----------------------------------

BEST_SHOOTER = Phrase(report="{Shooter} accounted for {planes} of the {all} planes set afire or splashed.")
GUNS_COMPARED = Phrase(
    report="The {best} battery was the most effective ({best_hits} of {best_shots} bursts), the {worst} battery the "
    "least ({worst_hits} of {worst_shots})."
)
NOT_FIRED_AT = Phrase(report="Of {planes} planes not taken under fire, {struck} crashed into the ship.")
STRUCK_AFLAME = Phrase(
    report="Of {afire} planes set afire, {struck} crashed into the ship. A burning plane must be kept under fire."
)
FIGHTERS_SHARE = Phrase(report="Of the {all} planes set afire or splashed, {planes} fell to the combat air patrol.")
MANEUVERS = Phrase(report="Radical maneuvers were attempted against {waves} waves and succeeded against {successes}.")
REPAIRS = Phrase(report="Repair parties completed {successes} of {jobs} jobs attempted during the action.")
