"""The ship's log, a page for each day."""

from __future__ import annotations

import datetime
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Sky
from picket_duty.dice import number_of
from picket_duty.facts import Day, GameFacts, Phase, WaveReport
from picket_duty.facts.days import ON_THE_WAY
from picket_duty.pages.blocks import Heading, Page, Paragraph
from picket_duty.text import dates, deck_log, english, names
from picket_duty.text.diary_entries import RaidHours
from picket_duty.text.phrases import cases, deck_log_words, phrase, words


class Watch(NamedTuple):
    """A watch of a phase: its hours, its start in minutes after midnight, and its length."""

    name: str
    start: int
    minutes: int


#: Minutes per day.
MINUTES_A_DAY = 1440
#: The watches of each phase.
WATCHES = {
    "morning": (Watch("04 to 08", 240, 240), Watch("08 to 12", 480, 240)),
    "midday": (
        Watch("12 to 16", 720, 240),
        Watch("16 to 18", 960, 120),
        Watch("18 to 20", 1080, 120),
    ),
    "evening": (Watch("20 to 24", 1200, 240), Watch("00 to 04", 1440, 240)),
}
#: How many watches of each phase, from its first on, may fight a raid: one at midday comes by
#: mid-afternoon.
RAID_WATCHES = {"morning": 2, "midday": 1, "evening": 2}


class Entry(NamedTuple):
    """An event of a raid; ``time`` is empty if it has the time of the previous entry."""

    time: str
    text: str

    @property
    def words(self) -> str:
        """The entry as a line of the log."""
        return f"{self.time} {self.text}" if self.time else self.text


class WatchLog:
    """The entries of a watch, each at a time within it. Times are minutes after midnight."""

    def __init__(self, watch: Watch) -> None:
        self.now = watch.start
        self.last = watch.start + watch.minutes - 1
        self.entries: list[Entry] = []

    def enter(self, text: str, after: int = 0) -> None:
        """Enter a text some minutes after the entry before, but within the watch. Without
        ``after``, it has the time of the entry before.
        """
        self.now = min(self.now + after, self.last)
        hour, minute = divmod(self.now % MINUTES_A_DAY, 60)
        self.entries.append(Entry(f"{hour:02d}{minute:02d}" if after else "", text))


def log_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The whole log, one page per day."""
    blocks: Page = [Heading("Ship's log")]
    for day in facts.days:
        blocks.append(Heading(f"{day.ship}, {dates.day_name(day.date)}", 3))
        blocks += [Paragraph(text, "log") for text in _entries(day, tables)]
        # Nobody signed the last page of a ship that was lost: her log went down with her.
        if day.captain and not day.lost and not any(phase.running for phase in day.phases):
            captain = names.naval_name(day.captain)
            blocks.append(Paragraph(deck_log_words("signature", captain=captain), "sign"))
    return blocks


def _entries(day: Day, tables: Tables) -> list[str]:
    """The entries of a day: ships that arrive, the watches, and how the day ends."""
    entries = [deck_log.arrival_words(arrival) for arrival in day.arrivals]
    for phase in day.phases:
        entries += _watches(day, phase, tables)
    if day.without_duty:
        entries.append(phrase("no_duty").deck_log)
    if day.relieved:
        entries.append(phrase("relieved").deck_log)
    for phase in day.phases:
        if phase.typhoon_days and not day.lost:
            entries.append(deck_log.storm_words(phase))
    if day.stores is not None:
        fields = deck_log.stores_fields(day.stores, tables)
        entries.append(deck_log_words("stores", **fields))
    if day.leave is not None:
        entries.append(deck_log.departure_words(day))
    return entries


def _watches(day: Day, phase: Phase, tables: Tables) -> list[str]:
    """An entry for each watch of a phase, one of which has the raid; the log may end with it."""
    raided = _raid_watch(phase)
    lost = sank_in(day, phase)
    entries = []
    for index, watch in enumerate(WATCHES[phase.name]):
        text = _routine(phase, index, raided)
        if index == raided:
            text = " ".join([text, *(entry.words for entry in raid_entries(phase, tables, lost))])
        entries.append(f"{_watch_name(phase, watch)}. {text}")
        if index == raided and (lost or _ends_with_raid(day, phase)):
            break
    return entries


def _routine(phase: Phase, index: int, raided: int) -> str:
    """The first sentence of a watch: the ship is steaming, or drifting after the raid."""
    if index > raided and phase.stopped_dead:
        return phrase("dead_in_water").deck_log
    if not index:
        return deck_log.steaming_words(phase)
    is_typhoon = phase.weather is Sky.TYPHOON
    return phrase("typhoon_as_before" if is_typhoon else "as_before").deck_log


def _watch_name(phase: Phase, watch: Watch) -> str:
    """The hours of a watch, with the date if it is past midnight."""
    if watch.start < MINUTES_A_DAY:
        return watch.name
    return f"{watch.name} ({dates.plain_day(_date_at(phase, watch.start))})"


def _ends_with_raid(day: Day, phase: Phase) -> bool:
    """Whether the log of a phase ends with its raid: the phase is not over yet, or the ship left her
    station then.
    """
    leaves = day.leave is not None and phase is day.phases[-1] and phase.attacked
    # A ship that is dead in the water drifts through the other watches (``_routine``).
    return phase.running or (leaves and not phase.stopped_dead)


def _raid_watch(phase: Phase) -> int:
    """The watch of a phase that fights the raid, by its index."""
    return _number_of("watch", phase) % RAID_WATCHES[phase.name]


def raid_hours(phase: Phase, tables: Tables, lost: bool) -> RaidHours:
    """The hours of a raid in the log; ``lost``: the ship sank in it."""
    times = [entry.time for entry in raid_entries(phase, tables, lost) if entry.time]
    watch = WATCHES[phase.name][_raid_watch(phase)]
    end = "" if lost or phase.running else times[-1]
    return RaidHours(date=_date_at(phase, watch.start), begun=times[0], secured=end)


def raid_entries(phase: Phase, tables: Tables, lost: bool) -> list[Entry]:
    """The entries of the raid of a phase and its consequences; ``lost``: the ship sank in it."""
    watch = WATCHES[phase.name][_raid_watch(phase)]
    log = WatchLog(watch)
    if phase.attacked:
        # The raid comes in the first third of the watch, so that all of it fits.
        minutes = 5 + _number_of("raid", phase) % max(watch.minutes // 3, 1)
        log.enter(deck_log.contact_words(phase), minutes)
    if phase.no_raid:
        log.enter(phrase("quiet_phase").deck_log)
    for wave in phase.waves:
        # Each wave comes 4 to 12 minutes after what was before it.
        minutes = 4 + _number_of(f"wave {wave.number}", phase) % 9
        log.enter(_sighting(wave), minutes)
        for text in deck_log.fight_sentences(wave, tables):
            log.enter(text)
        for text in deck_log.impact_sentences(wave, tables):
            log.enter(text, after=1)
        for text in (*deck_log.dive_sentences(wave), *deck_log.later_sentences(wave, tables)):
            log.enter(text)
        if repairs := deck_log.repairs_words(wave.control, tables):
            log.enter(repairs, after=3)
    for text in deck_log.clauses(phase.later, tables):
        log.enter(english.sentence(text))
    if phase_repairs := deck_log.phase_repairs_words(phase, tables):
        log.enter(phase_repairs, after=20)
    if phase.attacked and not lost and not phase.running:
        log.enter(phrase("secured").deck_log, after=15)
    return log.entries


def _sighting(wave: WaveReport) -> str:
    """The planes of a wave as they are sighted; the first waves have names of their own."""
    row = cases("wave_name").get(str(wave.number), phrase("numbered_wave"))
    name = words(row.deck_log, number=wave.number)
    planes = deck_log.kinds_words(wave.planes)
    return deck_log_words("wave", name=name, planes=planes)


def _number_of(what: str, phase: Phase) -> int:
    """A number that depends on the raid of a phase, so that another raid comes at another time.
    ``what`` is what the number is for.
    """
    raid = phase.raid.planes if phase.raid is not None else 0
    first = [f"{plane.type} {plane.bearing}" for wave in phase.waves[:1] for plane in wave.planes]
    return number_of(" ".join([what, phase.label, str(raid), *first]))


def _date_at(phase: Phase, minute: int) -> str:
    return (
        datetime.date.fromisoformat(phase.date) + datetime.timedelta(minute // MINUTES_A_DAY)
    ).isoformat()


def sank_in(day: Day, phase: Phase) -> bool:
    """Whether the ship was lost during a phase rather than on her way to the anchorage after it."""
    return bool(day.lost) and day.lost != ON_THE_WAY and phase is day.phases[-1]
