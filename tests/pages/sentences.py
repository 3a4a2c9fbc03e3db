"""Every sentence of the reports is read back and compared with what happened (``truth``).

An unknown sentence is a fault. A sentence of the log or a phrase of the action report is recognized by its pattern, and
its statement is recorded in an ``Account``. At the end of the phase the statements must equal what happened, no more
and no less.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.events import WaveBegun
from picket_duty.facts import game_facts
from picket_duty.game import Game
from picket_duty.pages.action_report import action_blocks
from picket_duty.pages.awards import awards_of
from picket_duty.pages.blocks import BarChart, Block, DayChart, Grid, Heading, Items, Paragraph, Trace, flat
from picket_duty.pages.game_history import history_page
from picket_duty.pages.log_pages import log_blocks, trace_blocks
from picket_duty.requests import Roll
from picket_duty.rules.records import days_on_duty
from picket_duty.state import DAMAGED, DESTROYED
from picket_duty.text import POST_NAMES, item_name
from picket_duty.text.names import ROOM_NAMES, naval_name
from picket_duty.text.phrases import cases, phrase
from picket_duty.text.styled_text import text_of
from tests.facts.fates import fates_told
from tests.pages.truth import Phase, Watch

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WATCHES = {
    "morning": ("04 to 08", "08 to 12"),
    "midday": ("12 to 16", "16 to 18", "18 to 20"),
    "evening": ("20 to 24", "00 to 04"),
}
SKIES = {"clear": "Sky clear", "rain": "Overcast with rain", "storm": "Heavy weather", "typhoon": "Typhoon."}
MONTHS = ("March", "April", "May", "June", "July", "August")


def number(text: str) -> int:
    """A number in letters or digits."""
    return NUMBERS.index(text.lower()) if text.lower() in NUMBERS else int(text)


def section(part: str) -> str:
    """The section of a part of the ship."""
    return "midship" if part == "amidships" else part


def date_of(heading: str) -> str:
    """The ISO date of a page's heading."""
    day, month, year = heading.split(", ")[-1].split(" ")
    return f"{year}-{3 + MONTHS.index(month):02d}-{int(day):02d}"


def reordered(name: str) -> str:
    """A name with the end of the ship first: ``aft stack``."""
    return re.sub(r"^(.+) (forward|aft)$", r"\2 \1", name)


#: The names of rooms that sentences do not name as the charts do.
ROOMS = {name.lower(): spoken for name, spoken in ROOM_NAMES.items()}


def spoken(name: str) -> str:
    """A name as in the diary, in lower case; a section in brackets follows the name."""
    bare, _, where = name.lower().replace("#", "no. ").removesuffix(")").partition(" (")
    bare = ROOMS.get(bare, bare)
    return f"{bare} {where.replace('midship', 'amidships')}" if where else reordered(bare)


def plain(name: str) -> str:
    """A name, from a chart or from a sentence, in one form."""
    return reordered(spoken(name))


def small(text: str) -> str:
    """A text as it appears within a sentence."""
    return text[:1].lower() + text[1:]


class Account:
    """The statements of the sentences of a phase."""

    def __init__(self) -> None:
        self.things: dict[str, Counter[str]] = {}
        self.tracks: dict[str, list[int]] = {}
        self.men: Counter[str] = Counter()
        self.casualties: Counter[str] = Counter()
        self.men_left: dict[str, int] = {}
        self.fallen: Counter[tuple[str, str]] = Counter()
        self.gone: set[str] = set()
        self.drained: Counter[int] = Counter()
        self.counts: Counter[str] = Counter()
        self.sections: Counter[str] = Counter()
        self.downed: Counter[tuple[str, ...]] = Counter()
        self.weapons: Counter[tuple[str, str]] = Counter()
        self.sightings: list[tuple[str, Counter[str]]] = []
        self.raid = 0
        self.fired = 0
        self.maneuvers: list[bool] = []
        self.withdrew: Counter[str] = Counter()

    def thing(self, what: str, name: str, often: int) -> None:
        """Record that something happened to an item a number of times."""
        self.things.setdefault(what, Counter())[plain(name)] += often

    def of(self, what: str) -> Counter[str]:
        """The names of the items to which something happened."""
        return self.things.get(what, Counter())


# -- phrases: what was hit, lost and repaired -------------------------------------------------

Entry = Callable[[Account, "re.Match[str]", int], None]


def _thing(what: str) -> Entry:
    return lambda account, match, often: account.thing(what, match[1], often)


def _fire(what: str) -> Entry:
    return lambda account, match, often: account.thing(what, section(match[1]), often)


def _fires_out(account: Account, match: re.Match[str], often: int) -> None:
    for part in re.split(r", (?:and )?| and ", match[1]):
        account.thing("out", section(part), often)


def _fires_by_section(account: Account, match: re.Match[str], often: int) -> None:
    fires = re.findall(r"(\w+) (forward|amidships|aft)", match[2])
    same("deck fires", number(match[1]), sum(number(fire[0]) for fire in fires))
    for many, part in fires:
        account.thing("out", section(part), often * number(many))


def _fires_there(account: Account, match: re.Match[str], often: int) -> None:
    account.thing("out", section(match[2]), often * number(match[1]))


def _track(track: str) -> Entry:
    return lambda account, match, often: account.tracks.setdefault(track, []).extend([number(match[1])] * often)


#: Hull points of six, and quarters of the flooding limit, by the words for them.
HULL = {row.deck_log: int(points) for points, row in cases("hull").items()}
FLOODING = {row.deck_log: int(quarter) for quarter, row in cases("flooding").items()}


def quarter_of(flood: int) -> int:
    """Flooding in quarters of its limit of 10, rounded up."""
    return min(-(-flood * 4 // 10), 4)


def _worded(track: str, values: dict[str, int]) -> Entry:
    return lambda account, match, often: account.tracks.setdefault(track, []).extend([values[match[1]]] * often)


def _hull_now(account: Account, match: re.Match[str], often: int) -> None:
    account.tracks.setdefault("hull", []).extend([HULL[f"hull damage {match[1]}"]] * often)


def _percent(track: str) -> Entry:
    return lambda account, match, often: account.tracks.setdefault(track, []).extend([int(match[1]) // 10] * often)


def _gone(track: str) -> Entry:
    return lambda account, match, often: account.gone.add(track)


def _count(what: str) -> Entry:
    return lambda account, match, often: account.counts.update({what: often})


def _men(account: Account, match: re.Match[str], often: int) -> None:
    account.men[section(match[2])] += number(match[1]) * often
    account.men_left[section(match[2])] = 0 if match[3] == "none" else number(match[3])


def _drained(account: Account, match: re.Match[str], often: int) -> None:
    account.drained[FLOODING[match[1]]] += 1


def _fallen(account: Account, match: re.Match[str], often: int) -> None:
    account.fallen[match[1], match[2]] += often


PHRASES: list[tuple[re.Pattern[str], Entry]] = [
    (re.compile(pattern), entry)
    for pattern, entry in (
        (r"fire broke out on deck (\w+)(?:, level \d)?", _fire("lit")),
        (r"fire on deck (\w+) spread(?:, level \d)?", _fire("spread")),
        (r"fire on deck (\w+) (?:still )?out of control", _fire("wild")),
        (r"deck fire (\w+) put out", _fire("out")),
        (r"deck fires ([a-z, ]+) put out", _fires_out),
        (r"(\w+) deck fires put out \(([a-z, ]+)\)", _fires_by_section),
        (r"(\w+) deck fires (\w+) put out", _fires_there),
        (r"fire in ([^;]+) gained ground(?:, \d hit markers?)?", _thing("burns")),
        (r"([^;]+) hit(?: and set afire)?(?:, \d hit markers?)?", _thing("hit")),
        (r"power to the gun directors lost", _count("bonuses")),
        (r"(\w+) m[ae]n of the repair party (\w+) killed or wounded, (\w+) left", _men),
        (
            r"one support craft lost, none left",
            lambda account, match, often: account.tracks.setdefault("sfs", []).append(0),
        ),
        (r"one support craft lost, (\w+) left", _track("sfs")),
        (r"hull damage now (\w+)", _hull_now),
        (r"(hull damage \w+|hull sound)", _worded("hull", HULL)),
        (r"hull failing", _gone("hull")),
        (r"maneuvering power reduced to (\d+) percent", _percent("maneuver")),
        (r"ship dead in the water", _gone("maneuver")),
        (r"fuel down to (\d+) percent", _percent("fuel")),
        (r"no fuel left", _gone("fuel")),
        (r"(?:ship making water|counterflooded), flooding ([a-z ]+)", _worded("flood", FLOODING)),
        (r"the (.+?), (.+), was killed in action and .+ assumed his duties", _fallen),
        (r"([^;]+) damaged", _thing(DAMAGED)),
        (r"([^;]+) destroyed", _thing(DESTROYED)),
        (r"([^;]+) flooded to quench the fire", _thing("flooded")),
        (r"([^;]+) blew up", _count("explosions")),
        (r"([^;]+) killed", _thing("killed")),
        (r"([^;]+) failed", _count("lines")),
        (r"([^;]+) restored", _thing("restored")),
        (r"([^;]+) pumped out", _thing("pumped")),
        (r"headway made in ([^;]+)", _thing("headway")),
        (r"([^;]+) back in service", _thing("put right")),
        (r"flooding reduced to ([a-z ]+)", _drained),
        (r"flooding stopped", lambda account, match, often: account.drained.update({0: 1})),
        (r"all hands to damage control, guns ceased firing", _count("declared")),
        (r"friendly fighters arrived and the remaining planes withdrew", _count("fighters")),
        (r"a shore radar station went off the air", _count("radar lost")),
        (r"no shore radar station on the air", _count("no radar")),
        (r"received orders to another picket station(?:, later canceled)?", _count("orders")),
        (r"the weather closed in", _count("closes in")),
    )
]


def take_phrase(account: Account, text: str) -> bool:
    """Record a phrase; returns whether it is known."""
    text, often = small(text), 1
    for words, value in ((" twice", 2), *((f" {number_word} times", n) for n, number_word in enumerate(NUMBERS))):
        if text.endswith(words):
            text, often = text.removesuffix(words), value
    for pattern, entry in PHRASES:
        match = pattern.fullmatch(text)
        if match:
            entry(account, match, often)
            return True
    return False


# -- sentences of the log -------------------------------------------------------------------


def _crash(account: Account, match: re.Match[str], often: int) -> None:
    account.counts["hits"] += 1
    account.sections[section(match["part"])] += 1


def _weapon(result: str) -> Entry:
    return lambda account, match, often: account.weapons.update({(match[1].lower(), result): 1})


def _missed(account: Account, match: re.Match[str], often: int) -> None:
    account.counts["missed"] += number(match[1])


def _downed(account: Account, match: re.Match[str], often: int) -> None:
    account.downed[tuple(group for group in match.groups() if group)] += 1
    account.counts["splashed" if "splashed" in match[0] else "aflame"] += 1


def _downed_by_one(account: Account, match: re.Match[str], often: int) -> None:
    """Set afire and splashed by the same guns or aircraft, which are named once."""
    account.downed[(match[1], "set afire by", match[2], "splashed by", match[2])] += 1
    account.counts["splashed"] += 1


def _sighted(account: Account, match: re.Match[str], often: int) -> None:
    kinds: Counter[str] = Counter()
    for part in re.split(r", | and ", match[2]):
        many, kind = part.split(" ", 1)
        kinds[kind if number(many) == 1 or kind == "Frances" else kind.removesuffix("s")] += number(many)
    account.sightings.append((match[1], kinds))


def _raid(account: Account, match: re.Match[str], often: int) -> None:
    account.raid = 1 if match[1] == "a single plane" else number(match[1].removesuffix(" planes"))


#: A type of plane with its bearing, or with the fate of its weapon.
PLANE = r"(?:Burning )?(?P<type>\w+), (?:bearing \d{3}|its \w+ lost|after releasing its \w+), "
SENTENCES: list[tuple[re.Pattern[str], Entry]] = [
    (re.compile(pattern), entry)
    for pattern, entry in (
        (r"Steaming on (?:Radar Picket Station No\. \d+|no assigned station), off Okinawa, .*", _count("steaming")),
        (r"Steaming as before|Wind and sea as before", _count("before")),
        (r"Dead in the water", _count("dead")),
        (r"Sky clear, .*|Overcast with rain squalls, .*|Heavy weather, .*", _count("sky")),
        (r"Typhoon|Sea mountainous, .*", _count("sky")),
        (r"Lying to for survivors", _count("stopped")),
        (r"(?:Mass raid|Bogeys?) reported, (.+) closing", _raid),
        (r"Sounded general quarters|Secured from general quarters", _count("quarters")),
        (r"(First|Second|Third) wave: (.+) sighted", _sighted),
        (r"Maneuvered radically at best speed", lambda account, match, often: account.maneuvers.append(True)),
        (r"Attempted radical maneuvers without success", lambda account, match, often: account.maneuvers.append(False)),
        (r"Commenced firing", lambda account, match, often: setattr(account, "fired", account.fired + 1)),
        (r"(\w+) (set afire by) (.+) and (splashed by) (.+)", _downed),
        (r"(\w+) set afire and splashed by (.+)", _downed_by_one),
        (r"(\w+) (set afire by|splashed by) (.+)", _downed),
        (r"(Ohka|Bomb|Torpedo) from \w+ missed", _weapon("miss")),
        (r"(Ohka|Bomb|Torpedo) from \w+ exploded close aboard", _weapon("near_miss")),
        (r"(Ohka|Bomb|Torpedo) from \w+ struck the ship", _weapon("struck")),
        (PLANE + r"crashed close aboard", _count("near_misses")),
        (PLANE + r"crashed into the ship (?P<part>\w+)(?:, striking .+)?", _crash),
        (r"(\w+) planes? dived and missed the ship", _missed),
        (r"(\w+) withdrew", lambda account, match, often: account.withdrew.update({match[1]: 1})),
        (r"No enemy aircraft sighted", _count("nobody")),
    )
]


def take_sentence(account: Account, text: str) -> bool:
    """Record a sentence of the log without its period; returns whether it is known."""
    for pattern, entry in SENTENCES:
        match = pattern.fullmatch(text)
        if match:
            entry(account, match, 1)
            return True
    parts = phrases_of(text.removeprefix("Repair parties reported: "))
    return bool(parts) and all(take_phrase(account, part) for part in parts)


def phrases_of(text: str) -> list[str]:
    """The phrases joined in a sentence, the shortest ones that are known; empty if there are none."""
    for stop in (*(match.span() for match in re.finditer(r"; |, | and ", text)), (len(text), len(text))):
        if take_phrase(Account(), text[: stop[0]]):
            if stop[0] == len(text):
                return [text]
            rest = phrases_of(text[stop[1] :])
            if rest:
                return [text[: stop[0]], *rest]
    return []


def read_watch(account: Account, text: str) -> list[int]:
    """Read a watch's entry sentence by sentence; returns the times it names, in minutes."""
    times: list[int] = []
    while text:
        clock = re.match(r"(\d\d)(\d\d) ", text)
        if clock:
            times.append(60 * int(clock[1]) + int(clock[2]))
            text = text[5:]
        for stop in re.finditer(r"(?<!Ord)(?<!Veg)(?<!No)\.(?= |$)", text):
            if take_sentence(account, text[: stop.start()]):
                text = text[stop.end() :].strip()
                break
        else:
            raise AssertionError(f"what does this say? {text!r}")
    return times


# -- the claims against the truth --------------------------------------------------------------


def same(what: str, account: Any, truth: Any) -> None:
    """Check that the statements equal what happened."""
    assert account == truth, f"{what}: told {account}, but it was {truth}"


def check_changes(account: Account, phase: Phase) -> None:
    """Everything hit, lost and repaired in a phase, in any report."""
    for what in (DAMAGED, DESTROYED, "flooded", "killed", "lit", "spread"):
        truth = Counter({plain(name): often for name, often in phase.of(what).items()})
        same(what, +account.of(what), +truth)
    rooms = set(account.of("hit")) | set(account.of("burns"))
    destroyed = {name for name in account.of(DESTROYED) if name in {plain(room) for room in phase.of("rooms")}}
    same("rooms hit", rooms | destroyed, {plain(name) for name in phase.of("rooms")})
    same("explosions", account.counts["explosions"], phase.explosions)
    for track in ("hull", "maneuver", "fuel", "sfs", "flood"):
        check_track(track, account, phase.tracks.get(track, []))
    if "maneuver" in account.gone and phase.ship_now is not None:
        same("maneuver", phase.ship_now.maneuver, 0)
    check_remarks(account, phase)
    same(
        "fallen",
        account.fallen,
        Counter({(POST_NAMES[post], naval_name(name, post)): n for (post, name), n in phase.fallen.items()}),
    )


def check_remarks(account: Account, phase: Phase) -> None:
    """Check remarks: each as often as it happened."""
    known = phase.remarks
    for what in ("declared", "fighters", "radar lost", "closes in"):
        same(what, account.counts[what], known[what])
    same("orders", account.counts["orders"], known["reassigned"])
    same("no radar", account.counts["no radar"], known["land_radar"] - known["radar lost"])


def check_track(track: str, account: Account, changes: list[tuple[int, int]]) -> None:
    """Each value that a track reached, of the hull at least the last; one answer may be reported in steps."""
    ended = any(not after for _, after in changes) and track in ("hull", "maneuver", "fuel")
    assert not ended or track in account.gone, f"{track} gone, but it is not told"
    values = Counter(account.tracks.get(track, []))
    if track == "flood":
        # Flooding is reported in quarters of its limit, so a step may stay within one.
        steps = [(quarter_of(before), quarter_of(after)) for before, after in changes]
        assert all(values[after] for _, after in steps), f"flood: told {values}, but it came to {steps}"
        assert all(any(min(step) <= value <= max(step) for step in steps) for value in values), (values, steps)
        return
    ends = Counter(after for _, after in changes if after or not ended)
    due = Counter(after for _, after in changes[-1:] if after) if track == "hull" else ends
    assert not due - values, f"{track}: told {values}, but it came to {ends}"
    for value in values - ends:
        assert any(min(step) < value < max(step) for step in changes), f"{track} was never {value}: {changes}"


def check_fight(account: Account, phase: Phase) -> None:
    """Check the statements that log and diary share: hits, near misses, weapons, damage, repairs and casualties."""
    check_changes(account, phase)
    for what in ("restored", "pumped", "headway", "put right", "out"):
        same(what, account.of(what), Counter({plain(word): often for word, often in phase.of(what).items()}))
    drained: Counter[int] = Counter()
    for flood, often in phase.drained.items():
        drained[quarter_of(flood)] += often
    same("water gone", account.drained, drained)
    same("men lost", account.men, phase.men)
    if phase.ship_now is not None:
        for section, left in account.men_left.items():
            assert left >= phase.ship_now.men[section]
    same("hits", account.counts["hits"], phase.counts["hits"])
    same("near misses", account.counts["near_misses"], phase.counts["near_misses"])
    sections = Counter({name: often for name, often in phase.strikes.items() if name not in ("miss", "near_miss")})
    same("sections struck", account.sections, sections)
    weapons: Counter[tuple[str, str]] = Counter()
    for wave in phase.waves:
        for plane, result in wave.weapons.items():
            weapons[wave.planes[plane]["weapon"], result if result in ("miss", "near_miss") else "struck"] += 1
    same("weapons", account.weapons, weapons)


def check_log(game: Game, account: Account, phase: Phase) -> None:
    """Check the statements that only the log has: planes that came, planes splashed, maneuvers."""
    check_fight(account, phase)
    same("planes of the raid", account.raid, phase.raid)
    same("destroyed", account.counts["splashed"], phase.counts["destroyed"])
    same("flamed", account.counts["aflame"], phase.counts["flamed"])
    same("misses", account.counts["missed"], sum(list(w.dives.values()).count("miss") for w in phase.waves))
    same("waves", [kinds for _, kinds in account.sightings], [wave.types for wave in phase.waves])
    same("waves that were fired at", account.fired, sum(wave.fired for wave in phase.waves))
    same("nobody sighted", account.counts["nobody"], int(phase.kept_away or phase.no_planes))
    same("withdrew", account.withdrew, sum((wave.withdrew for wave in phase.waves), Counter()))
    same("maneuvers", account.maneuvers, [wave.maneuver for wave in phase.waves if wave.maneuver is not None])
    same("shot down by", account.downed, shot_down(game, phase))


def shot_down(game: Game, phase: Phase) -> Counter[tuple[str, ...]]:
    """Each plane set aflame or splashed, and by whom."""
    counts: Counter[tuple[str, ...]] = Counter()
    for wave in phase.waves:
        for plane, ends in wave.ends.items():
            words = [wave.planes[plane]["type"]]
            for state, by in ends:
                kind, _, rest = by.partition(" ")
                who = {"AFS carrier": "carrier fighters", "AFS land": "land-based fighters"}.get(by.rpartition(" ")[0])
                words += [
                    "splashed by" if state == "destroyed" else "set afire by",
                    who or (f"support craft {rest}" if kind == "SFS" else item_name(game.tables, by)),
                ]
            if ends:
                counts[tuple(words)] += 1
    return counts


# -- the log ---------------------------------------------------------------------------------


def pages(blocks: list[Block]) -> list[tuple[str, list[Paragraph]]]:
    """The pages of the log: heading and paragraphs."""
    listed: list[tuple[str, list[Paragraph]]] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 3:
            listed.append((block.text, []))
        elif isinstance(block, Paragraph):
            listed[-1][1].append(block)
    return listed


def check_logbook(game: Game, watch: Watch, blocks: list[Block]) -> None:
    """Every page, every watch."""
    phases = iter(watch.phases)
    arrivals = iter(watch.arrived)
    for heading, paragraphs in pages(blocks):
        date = date_of(heading)
        account: Account | None = None
        phase: Phase | None = None
        left = signed = False
        for paragraph in paragraphs:
            text = paragraph.text
            head = re.sub(r" \(\d+ \w+\)$", "", text.split(". ")[0])
            if paragraph.kind == "sign":
                signed = True
                captain = watch.captain_of(heading.split(", ")[0], date)
                same("commander", text, f"Examined: {naval_name(captain)}, USN, Commanding")
            elif head in {name for names in WATCHES.values() for name in names}:
                if phase is None or head == WATCHES[next(n for n, w in WATCHES.items() if head in w)][0]:
                    if phase is not None and account is not None:
                        check_log(game, account, phase)
                    phase, account = next(phases), Account()
                    same("date", (phase.begun.date, phase.ship), (date, heading.split(", ")[0]))
                    assert phase.begun.station is None or f"Station No. {phase.begun.station}," in text
                    assert SKIES[phase.weather] in text if phase.weather else True
                assert account is not None
                read_watch(account, text.partition(". ")[2])
            else:
                left = check_entry(game, watch, date, text, arrivals) or left
        if account is not None and phase is not None:
            check_log(game, account, phase)
        same("left or lost", left, date in watch.left)
        assert signed != (date in watch.sunk) or not watch.captains
    assert next(phases, None) is None, "a phase is not told"


def check_entry(game: Game, watch: Watch, date: str, text: str, arrivals: Any) -> bool:
    """Check an entry that is not a watch; returns whether it reports that the ship left."""
    numbers = game.tables.numbers
    report = re.fullmatch(r"On hand at end of day: fuel (\d+) percent, ammunition (\d+) percent\. (.+)\.", text)
    if report:
        fuel, ammunition, hull, _ = watch.stores[date]
        truth = (round(100 * fuel / numbers.fuel), round(100 * ammunition / numbers.ammunition))
        same("stores", (int(report[1]), int(report[2])), truth)
        same("hull", HULL[small(report[3])], hull)
        return False
    if text == "No picket station active this date; no patrol duty.":
        same("no duty", game.state.records.calendar[date], "no duty")
        return False
    if text == "Relieved of picket duty.":
        same("relieved", game.state.outcome, "us_win")
        return False
    if text.startswith("Rode out the typhoon until "):
        until = date_of(f", {text.removeprefix('Rode out the typhoon until ').removesuffix('.')} {date[:4]}")
        same("typhoon", until, watch.storms[date])
        return False
    if text.endswith((" for picket duty.", " returned to picket duty.")):
        name, reason = next(arrivals)
        assert text.startswith(f"{name} (")
        how = {
            "new": ") reported",
            "replenishment": "having replenished",
            "out of fuel": "having replenished",
            "out of ammunition": "having replenished",
            "typhoon damage": "storm damage",
        }.get(reason, "having completed repairs")
        assert how in text, (text, reason)
        return False
    where = {"on station": "sank on her station.", "on the way": "on the way", "typhoon": "in the typhoon."}
    if date in watch.sunk:
        assert where[watch.sunk[date]] in text, (text, watch.sunk[date])
    else:
        assert text.startswith("Left station "), text
        for reason in watch.left[date].split(", "):
            assert phrase("leave_reason", reason).diary[0].removeprefix("because of ") in text, (text, reason)
    return True


#: How the action report of a raid ends if the ship was lost in it.
ENDS = {"on station": "sank on her station.", "typhoon": "foundered in the typhoon."}

# -- the action report ----------------------------------------------------------------------------


def check_action(game: Game, watch: Watch, blocks: list[Block]) -> None:
    """Every raid with its figures."""
    from tests.pages.diaries import check_summary, runs_on

    raids = iter(phase for phase in watch.phases if phase.raid)
    account, logged, phase, section = Account(), Account(), None, ""
    fates: list[str] = []
    lost = 0
    for block in blocks:
        if isinstance(block, Heading):
            section = re.sub(r"^[IV]+\. ", "", block.text)
            if block.level == 3:
                if phase is not None:
                    close_raid(account, phase, fates)
                    check_log(game, logged, phase)
                account, logged, phase, fates = Account(), Account(), next(raids), []
                check_title(block.text, phase)
        elif phase is None:
            continue
        elif isinstance(block, Paragraph) and block.text in (f"{phase.ship} {end}" for end in ENDS.values()):
            same("ship lost", block.text, f"{phase.ship} {ENDS[watch.sunk[phase.begun.date]]}")
            lost += 1
        elif isinstance(block, Paragraph) and block.kind == "log":
            read_watch(logged, block.text)
        elif isinstance(block, Paragraph) and section == "Lessons and conclusions":
            for text in re.findall(r".+?\.(?= [A-Z]|$)", block.text):
                check_lesson(text.strip(), phase)
        elif isinstance(block, Paragraph) and section == "Brief summary":
            check_summary(watch, phase, block.text, runs_on(watch, phase))
        elif isinstance(block, Paragraph) and section == "Ordnance":
            check_support(block.text, phase)
        elif isinstance(block, Grid) and block.headings[0] == "Battery":
            check_shots(game, phase, block.rows)
        elif isinstance(block, Grid) and block.headings[0] == "Wave":
            planes = [(wave.number, plane) for wave in phase.waves for plane in wave.planes]
            same("planes", [row[2] for row in block.rows], [str(plane["type"]) for _, plane in planes])
            same("numbers", [int(row[1]) for row in block.rows], [plane["plane"] + 1 for _, plane in planes])
            same("waves", [int(row[0]) for row in block.rows], [wave for wave, _ in planes])
            fates = [row[6] for row in block.rows]
        elif isinstance(block, Grid) and block.headings[0] == "Work":
            same("jobs", len(block.rows), phase.counts["jobs"])
            same("jobs done", sum(row[3] == "completed" for row in block.rows), phase.counts["jobs done"])
        elif isinstance(block, Items):
            for line in block.lines:
                read_item(account, section, line)
    if phase is not None:
        close_raid(account, phase, fates)
        check_log(game, logged, phase)
    assert next(raids, None) is None, "a raid is not told"
    last = {phase.begun.date: phase for phase in watch.phases}
    same("ships lost", lost, sum(where in ENDS and bool(last[date].raid) for date, where in watch.sunk.items()))


def check_title(title: str, phase: Phase) -> None:
    """Ship, date and time of a raid; past midnight it is the next day."""
    match = re.fullmatch(r"\d+\. (.+), (\d+) (\w+) (\d{4}), (\d{4})", title)
    assert match is not None, title
    same("ship", match[1], phase.ship)
    date = datetime.date.fromisoformat(phase.begun.date)
    late = phase.begun.name == "evening" and int(match[5]) < 400
    date += datetime.timedelta(days=int(late))
    same("date", (int(match[2]), 3 + MONTHS.index(match[3]), int(match[4])), (date.day, date.month, date.year))


def check_support(text: str, phase: Phase) -> None:
    """The attacks of fighters and support ships."""
    match = re.fullmatch(r"Fighters and support craft made (\d+) attacks?, (\d+|none) effective\.", text)
    assert match is not None, text
    shots = [shot for wave in phase.waves for shot in wave.helped]
    good = sum(shot.hits > 0 or shot.flamed_again or shot.state == "destroyed" for shot in shots)
    same("support", (int(match[1]), 0 if match[2] == "none" else int(match[2])), (len(shots), good))


def check_shots(game: Game, phase: Phase, rows: Any) -> None:
    """The shots of each caliber, those that hit, and the planes brought down by guns."""
    mounted = game.tables.mounted
    for kind, fired, good, down in rows:
        shots = [shot for wave in phase.waves for shot in wave.shots if mounted[shot.by].name == kind]
        same(f"{kind} shots", int(fired), len(shots))
        hit = sum(shot.hits > 0 or shot.flamed_again or shot.state == "destroyed" for shot in shots)
        same(f"{kind} hits", int(good), hit)
        firsts = [ends[0][1] for wave in phase.waves for ends in wave.ends.values() if ends]
        same(f"{kind} down", int(down), sum(by in mounted and mounted[by].name == kind for by in firsts))


#: The lessons, each with the values that its numbers must have.
TAUGHT: list[tuple[str, Callable[[Phase], tuple[int, ...]]]] = [
    (r"The (?:.+) battery was the most effective .*", lambda phase: ()),
    (r"Of (\d+) planes not taken under fire, \d+ crashed into the ship\.", lambda phase: (unseen(phase),)),
    (r"Of (\d+) planes set afire, \d+ crashed into the ship\.", lambda phase: (phase.counts["flamed"],)),
    (r"A burning plane must be kept under fire\.", lambda phase: ()),
    (
        r"Of the (\d+) planes set afire or splashed, (\d+) fell to the combat air patrol\.",
        lambda phase: (len(downs(phase)), sum(by.startswith("AFS") for by in downs(phase))),
    ),
    (
        r".+ accounted for (\d+) of the (\d+) planes set afire or splashed\.",
        lambda phase: (most_down(phase), len(downs(phase))),
    ),
    (
        r"Radical maneuvers were attempted against (\d+) waves and succeeded against (\d+)\.",
        lambda phase: (
            sum(wave.maneuver is not None for wave in phase.waves),
            sum(bool(wave.maneuver) for wave in phase.waves),
        ),
    ),
    (
        r"Repair parties completed (\d+) of (\d+) jobs attempted during the action\.",
        lambda phase: (phase.counts["jobs done"], phase.counts["jobs"]),
    ),
]
#: The fewest cases of a lesson: one of its numbers must be at least this high.
CASES = 5


def downs(phase: Phase) -> list[str]:
    """Who brought each plane down."""
    return [ends[0][1] for wave in phase.waves for ends in wave.ends.values() if ends]


def most_down(phase: Phase) -> int:
    """The most planes credited to one shooter."""
    return max(Counter(downs(phase)).values())


def unseen(phase: Phase) -> int:
    """Planes that nobody fired at."""
    return sum(len(wave.planes) - len({shot.plane for shot in (*wave.shots, *wave.helped)}) for wave in phase.waves)


def check_lesson(text: str, phase: Phase) -> None:
    """A lesson is known, and its numbers are those of the raid."""
    for pattern, truth in TAUGHT:
        match = re.fullmatch(pattern, text)
        if match:
            values = truth(phase)
            same(text, tuple(map(int, match.groups())), values)
            assert not values or max(values) >= CASES, text
            return
    raise AssertionError(f"what does this teach? {text!r}")


def close_raid(account: Account, phase: Phase, fates: list[str]) -> None:
    """Check the fates of the planes and the lists of a raid."""
    same("fates: destroyed", fates.count("splashed"), phase.counts["destroyed"])
    same("fates: flamed", sum(fate.startswith("set afire") for fate in fates), phase.counts["flamed"])
    same("fates: hit", sum(fate.endswith("crashed into ship") for fate in fates), phase.counts["hits"])
    near = sum(re.search(r"crashed close aboard$", fate) is not None for fate in fates)
    same("fates: near miss", near, phase.counts["near_misses"])
    missed = sum(re.search(r"(?<!weapon )missed$", fate) is not None for fate in fates)
    same("fates: missed", missed, sum(list(w.dives.values()).count("miss") for w in phase.waves))
    struck = sum("weapon hit ship" in fate for fate in fates)
    same("fates: weapons", struck, sum(r not in ("miss", "near_miss") for w in phase.waves for r in w.weapons.values()))
    assert not account.men - phase.men, (account.men, phase.men)
    same("casualties", account.casualties, phase.men)


#: What hit the ship or fell close aboard; the names of some rooms begin with a short form.
BLOW = re.compile(
    rf"(?:No\. \d+: )?(?:{PLANE}crashed (?:close aboard|into the ship \w+)|\w+ from \w+ struck the ship"
    r"|\w+ from \w+ exploded close aboard)(?:, striking .*?)?(?<!Ord)(?<!Veg)(?<!No)\. ?"
)


def read_item(account: Account, section: str, line: str) -> None:
    """An item of a list: a casualty, a blow with its after-effects, or a phrase."""
    if section == "Casualties":
        match = re.fullmatch(r"(\w+) m[ae]n of the repair party (\w+) killed or wounded\.", line)
        if match:
            account.casualties["midship" if match[2] == "amidships" else match[2]] += number(match[1])
        else:
            assert take_phrase(account, line.removesuffix(".")), line
        return
    blow = BLOW.match(line)
    rest = line[blow.end() :] if blow else line
    for part in rest.removesuffix(".").split("; ") if rest else []:
        assert take_phrase(account, part), part


# -- history and trace ------------------------------------------------------------------------------


def number_before(words: str, text: str) -> int:
    """The number before some words, 0 if they are missing; without words that of the ships sunk."""
    match = re.search(rf"(\d+) {words}" if words else r"Own ships sunk: (\d+)\.", text)
    return int(match[1]) if match else 0


def check_history(game: Game, blocks: list[Block]) -> None:
    """Result, ships, credits and plots against the records."""
    state = game.state
    summary = game.summary()
    text = next(block.text for block in blocks if isinstance(block, Paragraph))
    days, waves, sunk = (number_before(words, text) for words in ("days? on duty", "waves?", ""))
    planes = number_before("planes?:", text)
    account = fates_told(text)
    hits, near, shot = account["crashed"], account["near miss"], account["splashed"] + account["set afire"]
    same("fates", sum(account.values()) - account["set afire"], planes)
    same("no planes", "no planes" in text, not planes)
    same("result", (days, waves, planes), (summary["days"], summary["waves"], summary["planes"]))
    same("shot down", shot, summary["destroyed"] + summary["flamed"])
    same("blows", (hits, near, sunk), (summary["hits"], summary["near_misses"], summary["ships_sunk"]))
    daily = days_on_duty(state)
    for block in flat(blocks):
        if isinstance(block, Grid) and "Ship" in block.headings:
            columns = dict(zip(block.headings, zip(*block.rows, strict=True), strict=True))
            same("days of the ships", sum(map(int, columns["Days"])), len(daily))
            same(
                "planes splashed by the ships", sum(map(int, columns["Splashed"])), sum(day.destroyed for day in daily)
            )
            same("crashes into the ships", sum(map(int, columns["Crashed"])), sum(day.hits for day in daily))
            same("ships sunk", [text_of(status) for status in columns["Status"]].count("sunk"), sunk)
        elif isinstance(block, BarChart):
            same(block.title, sum(planes for _, planes in block.values), shot)
        elif isinstance(block, DayChart):
            field = {"Planes met": "planes", "Planes splashed": "destroyed", "Men in repair parties": "men"}
            name = field.get(block.title, block.title.lower())
            same(block.title, [value for _, value in block.days], [getattr(day, name) for day in daily])
    lists = [block.lines for block in blocks if isinstance(block, Items)]
    killed = sum(len(ship.fallen) for ship in (*state.lost, *state.squadron, state.ship))
    same("killed", sum(map(len, lists)), killed)


def check_trace(game: Game, blocks: list[Block]) -> None:
    """Check every die with its total and result, and that each number in a line is in its event."""
    lines = [line for block in blocks if isinstance(block, Trace) for line in block.lines]
    same("lines of the trace", len(lines), len(game.events))
    for line, event in zip(lines, game.events, strict=True):
        if isinstance(event, Roll):
            check_roll_line(line, event)
        else:
            fields = msgspec.to_builtins(event)
            known = {str(digits) for digits in _numbers(fields)} | set(re.findall(r"\d+", str(fields)))
            known |= {str(int(digits) + 1) for digits in known}
            if isinstance(event, WaveBegun):
                known.add(str(event.before + len(event.planes)))
            names = set(re.findall(r"\d+", _names(game.tables)))
            strange = {str(int(match)) for match in re.findall(r"\d+", line)} - {
                str(int(digits)) for digits in known | names
            }
            assert not strange, (line, event)


def check_roll_line(line: str, roll: Roll) -> None:
    """The dice, their sum and the words of the result."""
    assert roll.plane is None or f"plane {roll.plane + 1}:" in line, line
    if roll.is_matrix:
        assert re.search(f"row {roll.dice[0]} column {roll.dice[1]}: [A-Z0-9]", line), line
        return
    match = re.search(r": (\d(?: \d)?)(?: \((.*)\))? = (-?\d+): \S", line)
    assert match is not None, line
    dice = [int(part) for part in match[1].split(" ")]
    natural = dice[0] * 10 + dice[1] if roll.faces == (10, 10) else sum(dice)
    changes = [int(digits) for digits in re.findall(r"(?:^|; )([+-]\d+) ", match[2] or "")]
    same("total", int(match[3]), natural + sum(changes))


def _numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [number for item in value.values() for number in _numbers(item)]
    if isinstance(value, list | tuple):
        return [number for item in value for number in _numbers(item)]
    return [value] if type(value) is int else []


def _names(tables: Tables) -> str:
    """Every name of a compartment or mount, for the numbers in them."""
    return " ".join(mount.name for ship in tables.ships.values() for mount in ship.mounts) + " ".join(
        room.name for room in tables.sheet.compartments
    )


def check_words(watch: Watch) -> None:
    """Check all reports of a game against its observer."""
    game = watch.game
    facts = game_facts(game)
    check_logbook(game, watch, log_blocks(facts, game.tables))
    check_action(game, watch, action_blocks(facts, game.tables))
    check_history(game, history_page(game, facts, awards_of(facts, game.tables)))
    check_trace(game, trace_blocks(facts, game.tables))
