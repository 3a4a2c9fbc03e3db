"""Reads a war diary back: each sentence is recognized by its phrase, and each number is compared with the game."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from picket_duty.facts import Fate
from picket_duty.pages.blocks import Block, Heading, Paragraph
from picket_duty.pages.war_diary import read_diary, ship_blocks, ships_with_days
from picket_duty.text import item_name
from picket_duty.text.deck_log import hull_words
from picket_duty.text.names import naval_name
from picket_duty.text.phrases import cases, phrase
from tests.pages.sentences import (
    Account,
    check_entry,
    check_fight,
    number,
    same,
    take_sentence,
)
from tests.pages.truth import Phase, Watch

PARTS = "(?:(?:forward|amidships|aft)(?:, | and )?)+"
CREDIT = r"(?: by [^,(]+?| \([^)]*\))?"
#: A plane that came down burning, the only one of its raid not splashed.
BURNING = r"(\w+)(, afire,)?"
#: Patterns of fields; other fields match any text without a period.
SLOTS = {
    **dict.fromkeys(("number", "met", "rest", "afire"), r"\w+"),
    **dict.fromkeys(("fuel", "ammunition"), r"\d+"),
    "all": r"[Bb]oth|[Aa]ll \w+",
    "bogeys": r"[Aa] single bogey|\w+ bogeys",
    "time": r"\d{4}(?: on \d+ \w+)?",
    "waves": r"(?:in \w+ waves: )?",
    "when": "|".join(f"[{one[0]}{one[0].upper()}]{one[1:]}" for row in cases("when").values() for one in row.diary),
    "station": r"\d+",
    "were": "was|were",
    "parts": PARTS,
    "part": "forward|amidships|aft",
    "side": "from [a-z ]+",
    "credit": CREDIT,
    "ends": "(?:(?!set afire).)+?",
    "kinds": r"\w+ [A-Z][^:]*",
    "company": "in company with .+?|no support craft in company",
    "place": r"bearing \d{3}, distance \d+ miles from Point Bolo",
}


def _pattern(way: str) -> re.Pattern[str]:
    """The pattern of a phrase with any values of its fields."""
    seen: set[str] = set()
    text = ""
    for part, singular_or_plural in re.findall(r"([^{]+|\{\w+\})|\{\w+:=([^}]+)\}", way):
        if singular_or_plural:
            text += f"(?:{singular_or_plural})"
        elif part.startswith("{"):
            slot = part[1:-1].lower()
            text += f"({'?:' if slot in seen else f'?P<{slot}>'}{SLOTS.get(slot, '.+?')})"
            seen.add(slot)
        else:
            text += re.escape(part).replace("<", "(?:").replace(">", ")?")
    return re.compile(text)


#: The facts with sentences of their own in daily entries.
FACTS = (
    "first_station", "new_station", "station", "station_in_storm", "no_station", "no_duty", "quiet", "quiet_in_rain",
    "quiet_in_storm", "quiet_after_raid", "not_over", "raid_by_day", "night_raid", "raid_again", "raid_of_one",
    "mass_raid", "sighted", "some_sighted", "none_sighted", "still_to_come", "ends", "all_afire", "all_afire_one_end",
    "some_of_all_afire", "every_one_afire", "some_afire", "one_end", "single", "single_afire", "best", "secured",
    "stores", "stopped", "remark",
)  # fmt: skip
PATTERNS = [
    (f"{fact}: {case}" if case else fact, _pattern(way))
    for fact in FACTS
    for case, row in cases(fact).items()
    for way in row.diary
]
#: Phrases shared with the log, and the departure of a ship.
ENTRY = re.compile(
    r"(?:Rode out the typhoon until .+\.|USS .+? (?:for|to) picket duty\."
    r"|Left station for the anchorage .+?\.(?: (?:Due back|Damage found beyond repair) .+\.)?"
    r"|.+? (?:sank|foundered) [^.]+\.)"
)
#: The end of a sentence; not that of ``No. 2``.
END = re.compile(r"(?<!No)\.(?= )")
RAIDS = ("raid_by_day", "night_raid", "raid_again", "raid_of_one", "mass_raid")
#: A number of planes with a fate, within a sentence.
ENDS = (
    (Fate.SPLASHED, re.compile(r"(\w+) (?:was|were) splashed( by [^,(]+?(?=,| and |$)| \([^)]*\))?")),
    (Fate.CRASHED, re.compile(rf"{BURNING} crashed into the ship")),
    (Fate.NEAR_MISS, re.compile(rf"{BURNING} crashed close aboard")),
    (Fate.MISSED, re.compile(rf"{BURNING} missed")),
    (Fate.WITHDREW, re.compile(rf"{BURNING} withdrew")),
    (Fate.FLYING, re.compile(rf"{BURNING} (?:was|were) still attacking")),
)


def sentences(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each sentence of an entry by its occasion, with the values of its fields; unknown sentences by their text."""
    while text:
        stops = [stop.end() for stop in END.finditer(text + " ")]
        known = [(end, form) for end in stops if (form := _known(text[:end])) is not None]
        assert known, f"what does this say? {text!r}"
        end, form = max(known) if known[0][1][0] == "entry" else known[0]
        yield form
        text = text[end:].strip()


def _known(said: str) -> tuple[str, dict[str, str]] | None:
    for occasion, pattern in PATTERNS:
        match = pattern.fullmatch(said)
        if match is not None and not any(END.search(value) for value in match.groupdict().values() if value):
            return occasion, {name: value or "" for name, value in match.groupdict().items()}
    if take_sentence(Account(), said[:-1]):
        return "log", {"text": said[:-1]}
    return ("entry", {"text": said}) if ENTRY.fullmatch(said) else None


# -- how planes ended ------------------------------------------------------------------


class End:
    """The actual fate of a plane, whether it was set afire, who destroyed it, and who is credited with it."""

    def __init__(self, wave: Any, plane: Any, running: bool) -> None:
        ends = dict(wave.ends.get(plane["plane"], []))
        dive = wave.dives.get(plane["plane"])
        self.kind = str(plane["type"])
        self.by = ends.get("destroyed", "")
        self.credit = ends.get("shot_down", self.by) if self.by else ""
        self.afire = "shot_down" in ends and not self.by
        fates = {"miss": Fate.MISSED, "near_miss": Fate.NEAR_MISS, None: Fate.FLYING if running else Fate.WITHDREW}
        self.fate = Fate.SPLASHED if self.by else fates.get(dive, Fate.CRASHED)


def ends_of(phase: Phase) -> list[End]:
    """The fate of each plane met in a phase."""
    return [End(wave, plane, False) for wave in phase.waves for plane in wave.planes]


class Ends:
    """The statements of some sentences about the fates of all planes of a raid."""

    def __init__(self, watch: Watch, phase: Phase) -> None:
        self.watch, self.truth = watch, ends_of(phase)
        self.told: Counter[Fate] = Counter()
        self.afire = 0

    def take(self, occasion: str, slots: dict[str, str]) -> None:
        """Record a sentence if it is about fates."""
        kind, _, fate = occasion.partition(": ")
        met = len(self.truth)
        if kind in ("single", "single_afire"):
            self.told[Fate(fate)] += 1
            self.afire += kind == "single_afire"
            if slots.get("credit") and kind == "single":
                self._check_credit(slots["credit"])
        elif kind == "one_end":
            same("all", self._all(slots["all"]), met)
            self.told[Fate(fate)] += met
            if fate == Fate.SPLASHED:
                self._check_credit(slots["credit"])
        elif occasion == "ends":
            if "number" in slots:
                same("planes", number(slots["number"]), met)
            self._ends(slots["ends"], 0)
        elif occasion in ("all_afire", "all_afire_one_end", "every_one_afire"):
            afire = number(slots["afire"]) if "afire" in slots else self._all(slots["all"])
            self.afire += afire
            if "splashed" in slots:
                same("planes", number(slots["number"]), met)
                self._ends(slots["splashed"], 0)
            self._ends(slots["ends"], afire)
        elif occasion in ("some_afire", "some_of_all_afire"):
            same("splashed", any(end.by for end in self.truth), occasion == "some_afire")
            same("not splashed", number(slots["rest"]), sum(end.fate is not Fate.SPLASHED for end in self.truth))
            self.afire += number(slots["afire"])

    def check(self, running: bool) -> None:
        """Check that all statements are true and every plane is counted once."""
        truth = Counter(end.fate for end in self.truth)
        if running:
            left = self.told.pop(Fate.FLYING, 0)
            same("planes", self.told.total() + left, len(self.truth))
            truth.pop(Fate.WITHDREW, None)
            self.told.pop(Fate.WITHDREW, None)
        same("ends", +self.told, +truth)
        same("afire", self.afire, sum(end.afire for end in self.truth))

    def _all(self, text: str) -> int:
        return 2 if text.lower() == "both" else number(text.split(" ")[1])

    def _ends(self, text: str, all_of: int) -> None:
        """A list of fates; ``all`` and ``both`` in it mean ``all_of``."""
        rest = text
        for fate, pattern in ENDS:
            for match in pattern.finditer(text):
                word = match[1].lower()
                self.told[fate] += all_of if word in ("all", "both") or f"all {word}" in text else number(word)
                if fate is Fate.SPLASHED:
                    self._check_credit(match[2] or "")
                elif match[2]:
                    same("not splashed", 1, sum(end.fate is not Fate.SPLASHED for end in self.truth))
                    self.afire += 1
                rest = rest.replace(match[0], "")
        assert not re.sub(r",| and |all|\s", "", rest), f"what does this say? {text!r}"

    def _who(self, slot: str) -> str:
        """The name of a gun, or of a kind of support."""
        fighters = {"AFS carrier": "carrier fighters", "AFS land": "land-based fighters"}
        support = "a support craft" if slot.startswith("SFS") else item_name(self.watch.game.tables, slot)
        return fighters.get(slot.rpartition(" ")[0], support)

    def _check_credit(self, credit: str) -> None:
        """Who splashed the planes: one shooter, one side, or several sides."""
        ends = [end for end in self.truth if end.by]
        sides = Counter(_side(end.credit) for end in ends)
        text = credit.strip(" ()").removeprefix("by ")
        alone = all(_side(end.by) == _side(end.credit) for end in ends)
        if len(ends) == 1:
            first, last = self._who(ends[0].credit), self._who(ends[0].by)
            same("who", text, last if ends[0].credit == ends[0].by else f"{last} after {first} had set it afire")
        elif len(sides) == 1:
            same("side", text, f"{'' if alone else 'credited to '}{next(iter(sides))}")
        else:
            credits = {
                side: number(many.removesuffix(" credited"))
                for many, side in (part.split(" to ") for part in re.split(r", | and ", text))
            }
            same("by whom", credits, dict(sides))


def _side(slot: str) -> str:
    return {"AFS": "the combat air patrol", "SFS": "the support craft"}.get(slot.split(" ")[0], "ship's gunfire")


def check_summary(watch: Watch, phase: Phase, text: str, running: bool) -> None:
    """Check the summary of an action report: the fates of planes, the effects of weapons, the planes splashed."""
    ends = Ends(watch, phase)
    attacked = re.match(r"(\w+) enemy planes? attacked the ship(?: in (\w+) waves)?\. ", text)
    if attacked is None:
        assert text == phrase("none_sighted").diary[0], text
        same("none met", len(ends.truth), 0)
        return
    same("met", number(attacked[1]), len(ends.truth))
    same("waves", number(attacked[2] or "one"), len(phase.waves))
    text = text[attacked.end() :]
    losses = re.search(r" ?Enemy losses: (.+) splashed\.$", text)
    same("losses", kinds(losses[1]) if losses else Counter(), Counter(end.kind for end in ends.truth if end.by))
    text = text[: losses.start()] if losses else text
    weapons = re.findall(r" ?(\w+) from \w+ (struck the ship|exploded close aboard)\.", text)
    text = re.sub(r" ?\w+ from \w+ (?:struck the ship|exploded close aboard)\.", "", text)
    truth = [weapon for wave in phase.waves for weapon in wave.weapons.values() if weapon != "miss"]
    same("weapons", len(weapons), len(truth))
    same("weapons close", sum(what == "exploded close aboard" for _, what in weapons), truth.count("near_miss"))
    text = re.sub(r"^Of these, ", f"Of the {attacked[1].lower()} planes, ", text.strip())
    for occasion, slots in sentences(text):
        ends.take(occasion, slots)
    ends.check(running)


def kinds(text: str) -> Counter[str]:
    """Planes by type: ``two Vals and one Zeke``."""
    counts: Counter[str] = Counter()
    for part in re.split(r", | and ", text):
        many, kind = part.split(" ", 1)
        counts[kind if number(many) == 1 or kind == "Frances" else kind.removesuffix("s")] += number(many)
    return counts


# -- a raid against the truth ----------------------------------------------------------


def check_raid(watch: Watch, phase: Phase, text: str, running: bool) -> None:
    """Check that the sentences of a raid state everything that happened."""
    said: Counter[str] = Counter()
    account, ends = Account(), Ends(watch, phase)
    for occasion, slots in sentences(text):
        said[occasion.partition(": ")[0]] += 1
        ends.take(occasion, slots)
        if occasion == "log":
            assert take_sentence(account, slots["text"])
        elif occasion in RAIDS:
            _raid(watch, phase, slots)
        elif occasion in CHECKS:
            CHECKS[occasion](watch, phase, slots)
    if ends.truth:
        ends.check(running)
    check_what_is_said(watch, phase, said, running)
    check_fight(account, phase)


def check_what_is_said(watch: Watch, phase: Phase, said: Counter[str], running: bool) -> None:
    """Check that each thing that happened is reported once, and nothing else."""
    met = sum(len(wave.planes) for wave in phase.waves)
    same("raid said", sum(said[occasion] for occasion in RAIDS), 1)
    if met:
        kinds_of_ends = ("ends", "one_end", "single", "single_afire", "all_afire", "all_afire_one_end")
        same("ends said", sum(said[kind] for kind in (*kinds_of_ends, "every_one_afire")), 1)
    sunk = watch.sunk.get(phase.begun.date) == "on station" and said["secured"] == 0
    same("secured said", said["secured"], int(not running and not sunk))
    same("still to come said", said["still_to_come"], int(sunk and met < phase.raid))


def weapons(phase: Phase, result: str) -> int:
    """Weapons of special planes by their effect."""
    ends = [
        weapon if weapon in ("miss", "near_miss") else "struck"
        for wave in phase.waves
        for weapon in wave.weapons.values()
    ]
    return ends.count(result)


def downs(phase: Phase) -> list[str]:
    """Who first set each plane afire or destroyed it."""
    return [ends[0][1] for wave in phase.waves for ends in wave.ends.values() if ends]


def _raid(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    bogeys = slots.get("bogeys", "a single bogey").lower()
    same("planes", 1 if bogeys == "a single bogey" else number(bogeys.removesuffix(" bogeys")), phase.raid)
    clock, _, day = slots["time"].partition(" on ")
    late = phase.begun.name == "evening" and int(clock) < 400
    same("past midnight", bool(day), late)
    if late:
        after = datetime.date.fromisoformat(phase.begun.date) + datetime.timedelta(days=1)
        same("day after", int(day.split(" ")[0]), after.day)


def _sighted(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("types", kinds(slots["kinds"]), sum((wave.types for wave in phase.waves), Counter()))
    if "met" in slots:
        same("met", number(slots["met"]), sum(len(wave.planes) for wave in phase.waves))
    elif "waves" in slots:
        match = re.fullmatch(r"in (\w+) waves: ", slots["waves"])
        same("waves", number(match[1]) if match else 1, max(1, len(phase.waves)))


def _none_sighted(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("met", 0, sum(len(wave.planes) for wave in phase.waves))


def _still_to_come(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    coming = phase.raid - sum(len(wave.planes) for wave in phase.waves)
    same("still to come", number(slots["number"].strip()) if slots.get("number") else 1, coming)
    assert watch.sunk.get(phase.begun.date) == "on station"


def _best(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    mounts = watch.game.tables.mounted
    counts = Counter(end.credit for end in ends_of(phase) if end.credit in mounts)
    same("best", number(slots["number"]), max(counts.values()))


Check = Callable[[Watch, Phase, dict[str, str]], None]
CHECKS: dict[str, Check] = {
    "sighted": _sighted,
    "some_sighted": _sighted,
    "none_sighted": _none_sighted,
    "still_to_come": _still_to_come,
    "best": _best,
}


# -- the diary ---------------------------------------------------------------------------


def check_diary(watch: Watch) -> None:
    """Check every day of every ship: each phase with planes is reported, in order, and the end of each day."""
    diary = read_diary(watch.game)
    checked = 0
    for ship in ships_with_days(diary):
        phases = [phase for phase in watch.phases if phase.ship == ship.name]
        raids = iter([phase for phase in phases if phase.raid])
        blocks = ship_blocks(diary, ship)
        for date, paragraphs in entries(blocks):
            for text in paragraphs:
                checked += check_paragraph(watch, date, text, raids, phases)
        assert next(raids, None) is None, "a raid is not told"
    same("raids", checked, sum(bool(phase.raid) for phase in watch.phases))
    check_days(watch)
    check_awards(watch, diary.awards)


def check_days(watch: Watch) -> None:
    """Check that each day on duty has one entry, and that the end of the game reports her stores and hull."""
    diary = read_diary(watch.game)
    over, last = watch.game.request is None, watch.phases[-1]
    told: list[str] = []
    for ship in ships_with_days(diary):
        blocks = ship_blocks(diary, ship)
        days = list(entries(blocks))
        told += [date for date, _ in days]
        if over and ship.name == last.ship and last.begun.date not in watch.left:
            text = " ".join(days[-1][1])
            same("stores at the end", [occasion for occasion, _ in sentences(text)].count("stores"), 1)
            texts = [block.text for block in blocks if isinstance(block, Paragraph)]
            hull = hull_words(ship.hull, watch.game.tables.numbers.hull)
            same("hull at the end", sum(text.endswith(f" was afloat and on station; {hull}.") for text in texts), 1)
    same("one entry a day", len(told), len(set(told)))
    served = {phase.begun.date for phase in watch.phases}
    missing = served - set(told)
    # The day of a game in progress has no entry before something has happened on it.
    assert not missing or (not over and missing == {last.begun.date}), missing


def entries(blocks: list[Block]) -> Iterator[tuple[str, list[str]]]:
    """The paragraphs of each day, by its date."""
    listed: list[tuple[str, list[str]]] = []
    days = False
    for block in blocks:
        if isinstance(block, Heading):
            days = block.text == "Daily entries"
        elif days and isinstance(block, Paragraph):
            if block.lead:
                listed.append((date_of(block.lead), []))
            listed[-1][1].append(block.text)
    return iter(listed)


def date_of(lead: str) -> str:
    """The date of an entry."""
    day, month = lead.split(", ")[1].split(" ")
    months = ("March", "April", "May", "June", "July")
    return f"1945-{3 + months.index(month):02d}-{int(day):02d}"


def check_paragraph(watch: Watch, date: str, text: str, raids: Iterator[Phase], phases: list[Phase]) -> int:
    """A paragraph of a day; returns whether it described a raid."""
    first = next(sentences(text))
    if first[0] in RAIDS:
        phase = next(raids)
        same("date", phase.begun.date, date)
        check_raid(watch, phase, text, runs_on(watch, phase))
        return 1
    today = [phase for phase in phases if phase.begun.date == date]
    for occasion, slots in sentences(text):
        if occasion in ("station", "station_in_storm", "new_station", "first_station"):
            same("station", int(slots["station"]), next(p.begun.station for p in today if p.begun.station))
        elif occasion == "stores":
            fuel, ammunition, hull, _ = watch.stores[date]
            full = watch.game.tables.numbers
            same("fuel", int(slots["fuel"]), round(100 * fuel / full.fuel))
            same("ammunition", int(slots["ammunition"]), round(100 * ammunition / full.ammunition))
            same("hull", slots["hull"].lower(), hull_words(hull, full.hull))
        elif occasion.startswith("quiet"):
            assert not any(phase.raid for phase in today), text
        elif occasion == "remark: Weather closes in":
            assert any(phase.remarks["closes in"] for phase in today), text
        elif occasion == "entry":
            check_end(watch, date, slots["text"])
    return 0


def runs_on(watch: Watch, phase: Phase) -> bool:
    """Whether a phase is the last of a game that was cut short."""
    return phase is watch.phases[-1] and watch.game.request is not None


def check_end(watch: Watch, date: str, text: str) -> None:
    """Check the end of a day on which the ship did not stay on station."""
    if text.startswith("Left station for the anchorage "):
        for reason in watch.left[date].split(", "):
            assert phrase("leave_reason", reason).diary[0].removeprefix("because of ") in text, (text, reason)
    elif " sank " in text or " foundered " in text:
        where = {"on station": " sank on station", "on the way": " on the way to the anchorage", "typhoon": "typhoon"}
        assert where[watch.sunk[date]] in text, text
    elif "picket duty" not in text:
        check_entry(watch.game, watch, date, text, iter(()))


# -- awards -------------------------------------------------------------------------------


def deeds(watch: Watch, phases: list[Phase]) -> dict[str, int]:
    """The deeds of some phases by measure, counted independently."""
    mounts = watch.game.tables.mounted
    return {
        "fighting_days": len({phase.begun.date for phase in phases}),
        "attacked": len({phase.begun.date for phase in phases if phase.raid}),
        "shot_down": sum(by in mounts for phase in phases for by in downs(phase)),
        "strikes": sum(phase.counts["hits"] + weapons(phase, "struck") for phase in phases),
        "jobs": sum(phase.counts["jobs done"] for phase in phases),
        "men_lost": sum(sum(phase.men.values()) for phase in phases),
        "fires_out": sum(phase.counts["fires out"] for phase in phases),
    }


def check_awards(watch: Watch, awards: list[Any]) -> None:
    """Every recipient met the requirements of the award; for a ship and a day in exactly these numbers."""
    known = {award.id: award for award in watch.game.tables.awards}
    for award in awards:
        data = known[award.id]
        served = [p for p in watch.phases if p.ship == award.ship and p.begun.date <= award.date]
        counted = [p for p in served if p.begun.date == award.date] if data.span == "day" else served
        done = deeds(watch, counted)
        for measure, least in data.needs.items():
            if measure == "fell":
                assert any(naval_name(name, post) in award.to for p in counted for post, name in p.fallen), award
                continue
            assert done[measure] >= least, (award, done)
            if data.to == "ship" or (data.span == "day" and data.to == "officer"):
                assert str(done[measure]) in re.findall(r"\d+", award.why), (award, done)
