"""Rows of the phrase table: a raid as a whole, and what it teaches."""

from __future__ import annotations

from picket_duty.text.phrases import Phrase

# -- what came, and what was shot down -----------------------------------------

NO_RAIDS = Phrase(report="No raid came near the ship.")
PRELIMINARIES = Phrase(
    report="{ship}, picket station {station}, {light}, weather {weather}.< {captain} commanding.> "
    "{planes:plane} by table {table}, {waves:wave} met."
)
RESULT = Phrase(
    report="{met:plane} met: {destroyed} destroyed, {flamed} flamed. The ship took {strikes:strike} and "
    "{near:near miss|near misses}<, and {weapons:weapon} struck>."
)
FIRING = Phrase(
    report="{mounts:mount} fired, {hits} with effect"
    "<; {attacks:attack} by fighters and support ships, {good} with effect>."
)
PLANES_MET = Phrase(
    diary=("Of these {met} came in sight.", "She met {met} of them."),
)
#: How many planes of a raid were shot down. ``who`` is a shooter or side, or the two rows below.
NONE_DOWN = Phrase(diary=("None was shot down.", "No plane was shot down."))
THE_ONE_DOWN = Phrase(diary=("It was brought down by {who}.", "It fell to {who}."))
ONE_DOWN = Phrase(diary=("One was brought down, by {who}.", "One fell to {who}."))
BOTH_DOWN = Phrase(diary=("Both were shot down{who}.",))
ALL_DOWN = Phrase(diary=("All {number} were shot down{who}.", "Every one of the {number} was shot down{who}."))
SOME_DOWN = Phrase(diary=("{Number} were shot down{who}.", "Of them {number} were shot down{who}."))
BY_ONE_SIDE = Phrase(diary=(" by {side}",))
BY_SIDES = Phrase(diary=("{number} by {side}",))
BEST_MOUNT = Phrase(diary=("{Mount} alone brought down {number}.", "{Number} of them went to {mount}."))

# -- what struck and what missed -----------------------------------------------

#: A blow in the list of the action report. ``outcome`` is the word of ``battle.blow_row``.
BLOW = Phrase(
    report='<{number}: >{type}< with {weapon}>, <bearing {bearing}, >{outcome}< {section}><, by the chart "{place}">.'
)
BURNING_MISSES = Phrase(diary=("{Number} dived burning and missed.", "{Number} came down at her in flames and missed."))
SOME_BURNING_MISSES = Phrase(diary=("{Number} dived and missed, {burning} of them in flames.",))

# -- what it cost --------------------------------------------------------------

#: Deck fires by ``parts`` of the ship, those that burned on and those that were all put out; men by their number.
FIRES = Phrase(diary=("Fire broke out {parts}.", "Deck fires burned {parts}."))
FIRES_OUT = Phrase(diary=("Fire broke out {parts} and was put out.", "Fire {parts} was fought and put out."))
MEN_LOST = Phrase(diary=("The repair parties lost {men}.", "Of the repair parties {men} {were} lost."))
SECTION_MEN_LOST = Phrase(report="{men:repair man|repair men} {section}")

# -- what it teaches -----------------------------------------------------------

BEST_SHOOTER = Phrase(report="{Shooter} brought down {planes} of {all}.")
GUNS_COMPARED = Phrase(
    report="The {best} guns did best, {best_hits} of {best_shots:shot} with effect; the {worst} guns did worst, "
    "{worst_hits} of {worst_shots}."
)
NOT_FIRED_AT = Phrase(report="{planes:plane} came in that nobody fired at; {struck} struck the ship.")
STRUCK_AFLAME = Phrase(
    report="A plane set aflame is not stopped: of {aflame} aflame {struck} struck the ship all the same."
)
FIGHTERS_SHARE = Phrase(report="The combat air patrol brought down {planes} of the {all:plane} shot down.")
MANEUVERS = Phrase(report="Radical maneuvers were tried in {waves:wave} and came off in {successes}.")
REPAIRS = Phrase(report="Of {jobs:repair job} {successes} succeeded.")
NOTHING_NEW = Phrase(report="Nothing new was learned.")
