"""The action report of a raid, in the voice of the deck log."""

from __future__ import annotations

from picket_duty import facts
from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, StrikeOutcome
from picket_duty.text.deck_log import killed_sentences, kinds_words, strike_words
from picket_duty.text.diary_entries import bogeys_words, company_words, ends_sentences
from picket_duty.text.english import number_alone, number_words
from picket_duty.text.names import naval_name, party_words, place_words
from picket_duty.text.phrases import deck_log_words, phrase, words

#: The fewest cases that support a lesson.
CASES = 5


def preliminaries(day: facts.Day, phase: facts.Phase, tables: Tables) -> str:
    """The ship's station, the ships in company, her captain, the weather, and the first report."""
    assert phase.raid is not None
    number = phase.raid.planes
    night = phase.light is Light.NIGHT
    sky = "not recorded"
    if phase.weather:
        sky = phrase("weather", phase.weather).diary[0]
    station = phrase("report_off_station").deck_log
    if phase.station:
        station = deck_log_words("report_on_station", station=phase.station)
    return deck_log_words(
        "preliminaries",
        ship=day.ship,
        station=station,
        place=place_words(phase.station, tables),
        company=company_words(phase),
        team=phrase("directors").deck_log if phase.direction_team else "",
        light="darkness" if night else "",
        weather=f"weather: {sky}" if night else f"Weather: {sky}",
        captain=naval_name(day.crew_at(phase).get("captain", "")),
        bogeys=bogeys_words(number),
        verb="was" if number == 1 else "were",
    )


def raid_result(phase: facts.Phase, tables: Tables) -> str:
    """The fates of the planes of a raid, the effects of weapons, and which planes were splashed."""
    planes = phase.planes
    if not planes:
        return phrase("none_sighted").diary[0]
    met = len(planes)
    waves = len(phase.waves)
    attacked = deck_log_words(
        "attacked",
        planes=f"{number_words(met)} enemy {'plane' if met == 1 else 'planes'}",
        waves=deck_log_words("waves", number=number_words(waves)) if waves > 1 else "",
    )
    sentences = [attacked, *ends_sentences(planes, phase.label, tables, fact="ends_of_these")]
    sentences += [strike_words(impact) for impact in phase.impacts if impact.by_weapon]
    splashed = [plane for plane in planes if plane.fate is facts.Fate.SPLASHED]
    if splashed:
        sentences.append(deck_log_words("enemy_losses", kinds=kinds_words(splashed)))
    return " ".join(sentences)


def plane_fate_words(plane: facts.PlaneReport) -> str:
    """The history of a plane: the effect of fire on it, the effect of its weapon, its fate."""
    history = [phrase("ended", plane.fate).deck_log]
    if plane.fate is facts.Fate.SPLASHED:
        return history[0]
    if plane.weapon_result:
        missed = plane.weapon_result in (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)
        weapon = plane.weapon_result if missed else "struck"
        history.insert(0, phrase("weapon_fate", weapon).deck_log)
    if plane.set_afire:
        history.insert(0, phrase("set_afire").deck_log)
    return ", ".join(history)


def casualty_lines(phase: facts.Phase) -> list[str]:
    """The officers and chiefs killed, then the men of each repair party killed or wounded."""
    lines = killed_sentences(phase.consequences)
    for entry in facts.damage_of(phase.consequences).entries:
        if isinstance(entry, facts.MenLost):
            row = phrase("section_men_lost").deck_log
            party = party_words(entry.section)
            lines.append(words(row, number=number_words(entry.men), men=entry.men, party=party))
    return lines


def lessons(phase: facts.Phase) -> list[str]:
    """The lessons of a phase, each a sentence; none if no lesson has at least ``CASES`` cases."""
    tries = {
        "maneuvers": [wave.maneuver for wave in phase.waves if wave.maneuver is not None],
        "repairs": [job.success for job in phase.repairs],
    }
    return [
        deck_log_words(name, tries=number_words(len(cases)), successes=number_alone(sum(cases)))
        for name, cases in tries.items()
        if len(cases) >= CASES
    ]
