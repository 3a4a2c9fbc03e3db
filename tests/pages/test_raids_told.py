"""What deck log and diary say about a raid agrees with its facts: each plane, hit, loss and casualty once."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from picket_duty.facts import Day, Fate, Killed, Phase, count_planes, game_facts, harm_of
from picket_duty.facts.wave_facts import ImpactOutcome
from picket_duty.pages.log_pages import chronicle, raid_hours, sank_in
from picket_duty.text.diary_entries import ends_sentences, raid_sentences
from picket_duty.text.names import number_words
from tests.facts.test_properties import FEW, MANY
from tests.pages.games import TABLES, watched

NUMBERS = {number_words(number): number for number in range(60)}
CAME = r"(?:bearing \d{3}|which had lost its \w+|after releasing its \w+),"
WEAPON = r"\b(?:Ohka|Bomb|Torpedo) from \w+"
#: The sentences for each outcome of an impact.
IMPACTS = {
    ImpactOutcome.CRASH: rf"{CAME} crashed into the ship",
    ImpactOutcome.NEAR_MISS: rf"{CAME} crashed close aboard",
    ImpactOutcome.WEAPON: rf"{WEAPON} struck the ship",
    ImpactOutcome.WEAPON_NEAR: rf"{WEAPON} exploded close aboard",
}
#: The verb of each fate in a list of them.
ENDS = {
    Fate.SPLASHED: "(?:was|were) splashed",
    Fate.CRASHED: "crashed into the ship",
    Fate.NEAR_MISS: "crashed close aboard",
    Fate.MISSED: "missed",
    Fate.WITHDREW: "withdrew",
}


def check_raids(days: list[Day]) -> None:
    """Check what is said about every raid of some days."""
    for day in days:
        for phase in day.phases:
            if phase.attacked:
                lost = sank_in(day, phase)
                log = " ".join(entry.words for entry in chronicle(phase, TABLES, lost))
                diary = " ".join(raid_sentences(phase, TABLES, raid_hours(phase, TABLES, lost)))
                check_action(log, phase)
                check_action(diary, phase)
                check_planes(log, phase)


def check_action(text: str, phase: Phase) -> None:
    """Impacts by their outcome, men and officers lost, equipment destroyed."""
    outcomes = Counter(impact.outcome for impact in phase.impacts)
    assert {outcome: len(re.findall(pattern, text)) for outcome, pattern in IMPACTS.items()} == {
        outcome: outcomes[outcome] for outcome in IMPACTS
    }
    men = re.findall(r"(\w+) m[ae]n of the repair party", text)
    assert sum(NUMBERS[word.lower()] if word.isalpha() else int(word) for word in men) == harm_of(phase.aftermath).men
    killed = [event.event.post for event in phase.aftermath if isinstance(event, Killed)]
    assert text.count("was killed in action") == len(killed)


def check_planes(log: str, phase: Phase) -> None:
    """The planes set afire, splashed and missed in the deck log; the fates of all in the summary add up to them."""
    planes = phase.planes
    down = [plane for plane in planes if plane.set_afire_by or plane.destroyed_by]
    assert len(re.findall(r"(?:set afire|splashed)(?: and splashed)? by [^.]+\.", log)) == len(down)
    assert len(re.findall(r"splashed by", log)) == sum(bool(plane.destroyed_by) for plane in planes)
    if not planes or phase.running:
        return
    ends, *afire = ends_sentences(planes, phase.label, TABLES)
    counts = count_planes(planes)
    for fate, verb in ENDS.items():
        said = re.findall(rf"(?:\b(all) )?(\w+)(?:, afire,)? {verb}", ends, re.IGNORECASE)
        numbers = [len(planes) if name.lower() in ("it", "both") else NUMBERS[name.lower()] for _, name in said]
        assert sum(numbers) == counts.of(fate), (fate, ends)
    assert bool(afire) == (counts.set_afire > 0 and counts.met - counts.splashed > 1)


@pytest.mark.parametrize(("kind", "seed"), FEW)
def test_raids_of_a_few_games(kind, seed):
    check_raids(game_facts(watched(kind, seed).game).days)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MANY)
def test_raids_of_three_hundred_games(kind, seed):
    check_raids(game_facts(watched(kind, seed).game).days)
