"""A war diary read back: each sentence is known by the words it is made from, each number held against the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from picket_duty.reports.document import Block, Heading, Paragraph
from picket_duty.reports.war_diary import read_diary, ship_blocks, ships_with_days
from picket_duty.state import DESTROYED
from picket_duty.text.diary_entries import OCCASIONS
from picket_duty.text.phrases import day_rows
from tests.reports.sentences import (
    Told,
    check_entry,
    number,
    same,
    section,
    take_phrase,
)
from tests.reports.truth import Phase, Watch

#: What may stand in a slot; anything but a stop in any other.
SLOTS = {
    **dict.fromkeys(("number", "burning", "hull", "fuel", "ammunition", "met"), r"\w+"),
    "planes": r"[Aa] single plane|\w+ planes",
    "waves": r"(?: in \w+ waves)?",
    "when": "|".join(f"[{one[0]}{one[0].upper()}]{one[1:]}" for row in day_rows.WHEN.values() for one in row.diary),
    "station": r"\d+",
    "were": "was|were",
    "parts": "(?:(?:forward|amidships|aft)(?:, | and )?)+",
    "part": "forward|amidships|aft",
}


def _pattern(way: str) -> re.Pattern[str]:
    """What a sentence looks like whatever its slots hold."""
    parts = re.split(r"\{(\w+)\}", way)
    return re.compile(
        "".join(
            f"(?P<{part}>{SLOTS.get(part.lower(), '.+?')})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
    )


PATTERNS = [(occasion, _pattern(way)) for occasion, row in OCCASIONS.items() for way in row.diary]
#: What the log has in the same words.
ENTRY = re.compile(
    r"(?:Left station: [^.]+\.(?: (?:To be ready|Found beyond) .+\.)?|Rode out the typhoon until .+\."
    r"|USS .+? for picket duty\.|.+? (?:sank|foundered) [^.]+\.)"
)


def sentences(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each sentence of an entry by its occasion, with what stands in its slots; others under their own words."""
    while text:
        stops = [stop.end() for stop in re.finditer(r"\.(?= |$)", text)]
        known = [(end, found) for end in stops if (found := _known(text[:end])) is not None]
        assert known, f"what does this say? {text!r}"
        end, found = max(known) if known[0][1][0] == "entry" else known[0]
        yield found
        text = text[end:].strip()


def _known(said: str) -> tuple[str, dict[str, str]] | None:
    for occasion, pattern in PATTERNS:
        match = pattern.fullmatch(said)
        if match is not None and not any(". " in value for value in match.groupdict().values()):
            return occasion, match.groupdict()
    if take_phrase(Told(), said[:-1]):
        return "phrase", {"text": said[:-1]}
    return ("entry", {"text": said}) if ENTRY.fullmatch(said) else None


# -- a raid against the truth ----------------------------------------------------------


def check_raid(watch: Watch, phase: Phase, text: str) -> None:
    """What the sentences of a raid claim is all that was so."""
    said: Counter[str] = Counter()
    told = Told()
    for occasion, slots in sentences(text):
        said[occasion] += 1
        slots = {name.lower(): value for name, value in slots.items()}
        if occasion == "phrase":
            assert take_phrase(told, slots["text"])
        elif occasion in CHECKS:
            CHECKS[occasion](watch, phase, slots)
    check_what_is_said(watch, phase, said)
    same("fallen", sum(told.fallen.values()), sum(phase.fallen.values()))


def check_what_is_said(watch: Watch, phase: Phase, said: Counter[str]) -> None:
    """Each thing that happened is told once, and nothing else."""
    down, hits = phase.counts["destroyed"] + phase.counts["flamed"], phase.counts["hits"]
    met = sum(len(wave.planes) for wave in phase.waves)
    same("raid told", said["raid"] + said["mass raid"], 1)
    same("down told", said["all down"] + said["both down"] + said["some down"], int(down > 1))
    same("one down told", said["the one down"] + said["one down"], int(down == 1))
    same("none down told", said["none down"], int(not down and met > 0))
    same("struck told", (said["struck"], said["struck often"]), (int(hits == 1), int(hits > 1)))
    same("weapons told", said["weapon"], weapons(phase, "struck"))
    same("weapons close told", said["weapon close"], weapons(phase, "near_miss"))
    same("close told", said["close"], int(phase.counts["near_misses"] > 0))
    same("missed told", said["missed"] + said["missed burning"] + said["some burning"], int(bool(missed(phase))))
    same("men told", said["men"], int(sum(phase.men.values()) > 0))
    same("destroyed told", said["destroyed"], int(bool(+phase.of(DESTROYED))))
    same("fire told", said["fire"] + said["fire out"], int(bool(+phase.of("lit"))))


def weapons(phase: Phase, result: str) -> int:
    """Weapons of special planes by what they did."""
    ends = [one if one in ("miss", "near_miss") else "struck" for wave in phase.waves for one in wave.weapons.values()]
    return ends.count(result)


def missed(phase: Phase) -> list[bool]:
    """The planes that dived and missed: whether each was aflame."""
    return [
        any(state == "shot_down" for state, _ in wave.ends.get(plane, []))
        for wave in phase.waves
        for plane, outcome in wave.dives.items()
        if outcome == "miss"
    ]


def downs(phase: Phase) -> list[str]:
    """Who brought each plane down."""
    return [ends[0][1] for wave in phase.waves for ends in wave.ends.values() if ends]


def sides(watch: Watch, phase: Phase) -> Counter[str]:
    """Planes brought down by her guns, by fighters, by support ships."""
    names = {"AFS": "the fighters", "SFS": "the support ships"}
    return Counter(names.get(by.split(" ")[0], "her guns") for by in downs(phase))


def _raid(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    planes = slots["planes"].lower()
    same("planes", 1 if planes == "a single plane" else number(planes.removesuffix(" planes")), phase.raid)
    waves = slots.get("waves", "")
    match = re.fullmatch(r" in (\w+) waves", waves)
    same("waves", number(match[1]) if match else 1, max(1, len(phase.waves)))


def _down(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("down", number(slots.get("number", "two")), phase.counts["destroyed"] + phase.counts["flamed"])
    truth = sides(watch, phase)
    if slots["who"].startswith(" by "):
        same("all by", [slots["who"].removeprefix(" by ")], list(truth))
        return
    parts = re.split(r", | and ", slots["who"].removeprefix(": "))
    told = {side: number(often) for often, side in (part.split(" by ") for part in parts)}
    same("by whom", told, dict(truth))


def _best(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    mounts = watch.game.tables.mounted
    counts = Counter(by for by in downs(phase) if by in mounts)
    same("best", number(slots["number"]), max(counts.values()))


def _struck_often(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("strikes", number(slots["number"]), phase.counts["hits"])
    total = 0
    parts: Counter[str] = Counter()
    for one in re.split(r", | and ", slots["listed"]):
        words = one.split(" ")
        many = 1 if words[0] in ("a", "an") else number(words[0])
        total += many
        parts[section(words[-1])] += many
    same("planes that struck", total, phase.counts["hits"])
    same("where", parts, Counter({at: n for at, n in phase.strikes.items() if at not in ("miss", "near_miss")}))


def _close(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("close", number(slots["number"]), phase.counts["near_misses"])


def _missed(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("missed", number(slots["number"]), len(missed(phase)))
    if "burning" in slots:
        same("burning", number(slots["burning"]), sum(missed(phase)))


def _men(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("men", number(slots["men"].split(" ")[0]), sum(phase.men.values()))


def _names(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    told = slots["names"].lower()
    for name in +phase.of(DESTROYED):
        assert name.lower() in told, (name, told)


def _fire(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    same("fires", {section(one) for one in re.split(r", | and ", slots["parts"])}, set(+phase.of("lit")))


def _met(watch: Watch, phase: Phase, slots: dict[str, str]) -> None:
    met = 0 if slots["met"] == "none" else number(slots["met"])
    same("met", met, sum(len(wave.planes) for wave in phase.waves))


Check = Callable[[Watch, Phase, dict[str, str]], None]
CHECKS: dict[str, Check] = {
    "raid": _raid,
    "mass raid": _raid,
    "in sight": _met,
    "all down": _down,
    "both down": _down,
    "some down": _down,
    "best": _best,
    "struck often": _struck_often,
    "close": _close,
    "missed": _missed,
    "missed burning": _missed,
    "some burning": _missed,
    "men": _men,
    "destroyed": _names,
    "fire": _fire,
    "fire out": _fire,
}


# -- the diary ---------------------------------------------------------------------------


def check_diary(watch: Watch) -> None:
    """Every day of every ship: each phase with planes is told, in order, and so is how each day ended."""
    diary = read_diary(watch.game)
    told = 0
    for ship in ships_with_days(diary):
        phases = [phase for phase in watch.phases if phase.ship == ship.name]
        raids = iter([phase for phase in phases if phase.raid])
        blocks = ship_blocks(diary, ship)
        for date, paragraphs in entries(blocks):
            for text in paragraphs:
                told += check_paragraph(watch, date, text, raids, phases)
        assert next(raids, None) is None, "a raid is not told"
    same("raids", told, sum(bool(phase.raid) for phase in watch.phases))
    check_honours(watch, diary.honours)


def entries(blocks: list[Block]) -> Iterator[tuple[str, list[str]]]:
    """The paragraphs of each day, by its date."""
    found: list[tuple[str, list[str]]] = []
    days = False
    for block in blocks:
        if isinstance(block, Heading):
            days = block.text == "Her days"
        elif days and isinstance(block, Paragraph):
            if block.lead:
                found.append((date_of(block.lead), []))
            found[-1][1].append(block.text)
    return iter(found)


def date_of(lead: str) -> str:
    """The date of an entry."""
    day, month = lead.split(", ")[1].split(" ")
    months = ("March", "April", "May", "June", "July")
    return f"1945-{3 + months.index(month):02d}-{int(day):02d}"


def check_paragraph(watch: Watch, date: str, text: str, raids: Iterator[Phase], phases: list[Phase]) -> int:
    """A paragraph of a day; whether it told a raid."""
    first = next(sentences(text))
    if first[0] in ("raid", "mass raid"):
        phase = next(raids)
        same("date", phase.begun.date, date)
        check_raid(watch, phase, text)
        return 1
    today = [phase for phase in phases if phase.begun.date == date]
    for occasion, slots in sentences(text):
        if occasion in ("station", "new station", "first station"):
            same("station", int(slots["station"]), next(p.begun.station for p in today if p.begun.station))
        elif occasion == "stores":
            hull, fuel, ammunition = (int(slots[name]) for name in ("hull", "fuel", "ammunition"))
            same("stores", (fuel, ammunition, hull), watch.stores[date][:3])
        elif occasion == "quiet":
            assert not any(phase.raid for phase in today), text
        elif occasion == "entry" and "picket duty" not in slots["text"]:
            check_entry(watch.game, watch, date, slots["text"], iter(()))
    return 0


# -- honours -------------------------------------------------------------------------------


def deeds(watch: Watch, phases: list[Phase]) -> dict[str, int]:
    """What was done in some phases, by measure, counted from what was seen."""
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


def check_honours(watch: Watch, honours: list[Any]) -> None:
    """Whoever was honoured had done what the honour asks for; of a ship and of a day in just these numbers."""
    known = {one.id: one for one in watch.game.tables.honours}
    for honour in honours:
        data = known[honour.id]
        served = [p for p in watch.phases if p.ship == honour.ship and p.begun.date <= honour.date]
        counted = [p for p in served if p.begun.date == honour.date] if data.span == "day" else served
        done = deeds(watch, counted)
        for measure, least in data.needs.items():
            if measure == "fell":
                assert any(name in honour.to for phase in counted for _, name in phase.fallen), honour
                continue
            assert done[measure] >= least, (honour, done)
            if data.to == "ship" or (data.span == "day" and data.to == "officer"):
                assert str(done[measure]) in re.findall(r"\d+", honour.why), (honour, done)
