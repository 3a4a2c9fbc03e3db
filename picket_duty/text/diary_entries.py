"""The sentences of a war diary: a day in a few of them, made from its story.

Each occasion is said in several ways. Which one is taken hangs on the day alone, never on dice, so that a diary reads
the same whenever it is written, and on two days in a row differently.
"""

from __future__ import annotations

import datetime
from collections import Counter

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, parts_of
from picket_duty.book.vocabulary import DamageEffect
from picket_duty.dice import number_of
from picket_duty.events import Control, Damage
from picket_duty.facts import Blow, Day, Fate, Killed, Phase, Side, harm_of, shooter_side
from picket_duty.facts.wave import WEAPON, WEAPON_NEAR
from picket_duty.state import DESTROYED, PHASES
from picket_duty.text import item_name
from picket_duty.text.deck_log import killed_clause, plural
from picket_duty.text.names import WEAPONS, title_case
from picket_duty.text.prose import joined, number_words, part_of_ship, sentence

#: The parts of a day as a diary has them.
WHEN = {"morning": "in the morning", "midday": "at midday", "evening": "after dark"}
TYPHOON = "typhoon"
SKY = {"clear": "clear", "rain": "rain", "storm": "heavy weather", TYPHOON: "typhoon"}
#: Every sentence by its occasion, in each way it is said.
SAID: dict[str, tuple[str, ...]] = {
    "station": (
        "{weather} on Radar Picket Station No. {station}.",
        "{weather}; on Radar Picket Station No. {station}.",
        "Radar Picket Station No. {station}: {small}.",
    ),
    "new station": (
        "{weather}. She took up Radar Picket Station No. {station}.",
        "Now on Radar Picket Station No. {station}: {small}.",
    ),
    "first station": (
        "{weather}. Her first station was Radar Picket Station No. {station}.",
        "{weather} on her first station, Radar Picket Station No. {station}.",
    ),
    "no station": ("{weather}. She had no assigned station.",),
    "no duty": ("No picket station was active; no duty.",),
    "quiet": (
        "Nobody came.",
        "Not a plane came near her.",
        "A quiet day.",
        "The watches passed without an alarm.",
        "An empty sky.",
    ),
    "not over": ("The day is not over.",),
    "raid": (
        "{When} {planes} came at her{waves}.",
        "General quarters {when}: {planes}{waves}.",
        "{Planes} came {when}{waves}.",
    ),
    "mass raid": (
        "{When} a mass raid reached her: {planes}{waves}.",
        "The Kikusui came {when}: {planes}{waves}.",
    ),
    "in sight": ("Of these {met} came in sight.", "She met {met} of them."),
    "none down": ("None was shot down.", "No plane was shot down."),
    "the one down": ("It was brought down by {who}.", "It fell to {who}."),
    "one down": ("One was brought down, by {who}.", "One fell to {who}."),
    "both down": ("Both were shot down{who}.",),
    "all down": ("All {number} were shot down{who}.", "Every one of the {number} was shot down{who}."),
    "some down": ("{Number} were shot down{who}.", "Of them {number} were shot down{who}."),
    "best": ("{Mount} alone brought down {number}.", "{Number} of them went to {mount}."),
    "struck": ("{Plane} crashed into her {part}.", "{Plane} struck her {part}."),
    "struck often": ("{Number} crashed into her: {listed}.", "She was struck by {number}: {listed}."),
    "weapon": ("{Weapon} from {plane} struck her.", "{Weapon} released by {plane} found her."),
    "close": ("{Number} crashed close aboard.",),
    "weapon close": ("{Weapon} from {plane} fell close aboard.",),
    "missed": ("{Number} dived and missed.", "{Number} dived at her and missed."),
    "missed burning": ("{Number} dived burning and missed.", "{Number} came down at her in flames and missed."),
    "some burning": ("{Number} dived and missed, {burning} of them in flames.",),
    "blew up": ("{Names} blew up.",),
    "destroyed": ("{Names} {were} destroyed.", "She lost {names}."),
    "fire": ("Fire broke out {parts}.", "Deck fires burned {parts}."),
    "fire out": ("Fire broke out {parts} and was put out.", "Fire {parts} was fought and put out."),
    "men": ("The repair parties lost {men}.", "Of the repair parties {men} {were} lost."),
    "stores": (
        "At the day's end hull {hull}, fuel {fuel}, ammunition {ammunition}.",
        "She ended the day with hull {hull}, fuel {fuel} and ammunition {ammunition}.",
    ),
    "stopped": ("She lay to for survivors {when}.",),
}


def say(occasion: str, label: str, **words: str) -> str:
    """An occasion of a day or phase in one of the ways it is said."""
    ways = SAID[occasion]
    date, _, phase = label.partition("/")
    turn = datetime.date.fromisoformat(date).toordinal() + (PHASES.index(phase) if phase in PHASES else 0)
    return ways[(turn + number_of(occasion)) % len(ways)].format_map(words)


# -- a day -------------------------------------------------------------------------


def day_sentences(day: Day, station_before: int | None) -> list[str]:
    """Weather and station, and whether nothing came. ``station_before`` is that of her last day on duty."""
    if not day.phases:
        return [say("no duty", day.date)]
    weather = _weather(day)
    station = next((phase.station for phase in day.phases if phase.station), None)
    occasion = {None: "no station", station_before: "station"}.get(station, "new station")
    if station is not None and station_before is None:
        occasion = "first station"
    said = [say(occasion, day.date, weather=title_case(weather), small=weather, station=str(station))]
    said += [say("stopped", phase.label, when=WHEN[phase.name]) for phase in day.phases if phase.stopped]
    if any(phase.running for phase in day.phases):
        said.append(say("not over", day.date))
    elif not any(phase.attacked or phase.weather == TYPHOON for phase in day.phases):
        said.append(say("quiet", day.date))
    return said


def _weather(day: Day) -> str:
    """The weather of a day: ``rain in the morning and at midday, clear after dark``."""
    known = [phase for phase in day.phases if phase.weather]
    kinds = dict.fromkeys(phase.weather for phase in known)
    if not kinds:
        return "weather not told"
    if len(kinds) == 1 and len(known) == len(PHASES):
        return f"{SKY[known[0].weather]} all day"
    parts = [f"{SKY[kind]} {joined([WHEN[phase.name] for phase in known if phase.weather == kind])}" for kind in kinds]
    return ", ".join(parts)


def stores_sentence(day: Day) -> str:
    """How she stands at the end of a day."""
    assert day.end is not None
    end = day.end
    return say("stores", day.date, hull=str(end.hull), fuel=str(end.fuel), ammunition=str(end.ammunition))


# -- a raid ------------------------------------------------------------------------


def raid_sentences(phase: Phase, tables: Tables) -> list[str]:
    """A raid: what came, what was shot down and by whom, what struck, what it cost."""
    assert phase.raid is not None
    label, planes = phase.label, phase.raid.planes
    when, number = WHEN[phase.name], len(phase.waves)
    came = "a single plane" if planes == 1 else f"{number_words(planes)} planes"
    waves = f" in {number_words(number)} waves" if number > 1 else ""
    kind = "mass raid" if phase.raid.kikusui else "raid"
    said = [say(kind, label, when=when, When=title_case(when), planes=came, Planes=title_case(came), waves=waves)]
    met = len(phase.planes)
    if met < planes and not phase.running:
        said.append(say("in sight", label, met=number_words(met) if met else "none"))
    said += _shot_down(phase, met, tables)
    said += _struck(phase)
    said += _cost(phase, tables)
    return said


def _shot_down(phase: Phase, met: int, tables: Tables) -> list[str]:
    """How many were brought down, by whom, and who was foremost."""
    label = phase.label
    by = phase.shot_down_by
    number = len(by)
    if not number:
        return [say("none down", label)] if met else []
    if number == 1:
        who = _shooter(by[0], tables)
        return [say("the one down" if met == 1 else "one down", label, who=who)]
    words = number_words(number)
    occasion = "some down" if number < met else "both down" if number == 2 else "all down"
    said = [say(occasion, label, number=words, Number=title_case(words), who=_by_whom(by))]
    mounts = Counter(who for who in by if shooter_side(who) is Side.GUNS)
    best = [mount for mount, planes in mounts.items() if planes == max(mounts.values())]
    if len(best) == 1 and 1 < mounts[best[0]] < number:
        name, most = item_name(tables, best[0]), number_words(mounts[best[0]])
        said.append(say("best", label, mount=name, Mount=title_case(name), number=most, Number=title_case(most)))
    return said


#: Who brings planes down, as a diary names them.
SIDES = {Side.GUNS: "her guns", Side.FIGHTERS: "the fighters", Side.SUPPORT_SHIPS: "the support ships"}


def _by_whom(by: list[str]) -> str:
    """``: four by her guns and one by the fighters``, or `` by her guns`` where all were theirs."""
    counts = Counter(map(shooter_side, by))
    if len(counts) == 1:
        return f" by {SIDES[next(iter(counts))]}"
    parts = [f"{number_words(counts[side])} by {words}" for side, words in SIDES.items() if counts[side]]
    return f": {joined(parts)}"


def _shooter(slot: str, tables: Tables) -> str:
    side = shooter_side(slot)
    if side is Side.GUNS:
        return item_name(tables, slot)
    return "a support ship" if side is Side.SUPPORT_SHIPS else SIDES[side]


def _struck(phase: Phase) -> list[str]:
    """What struck her, what fell close aboard, what missed."""
    label = phase.label
    blows = phase.crashes
    said: list[str] = []
    if len(blows) == 1:
        said.append(say("struck", label, Plane=title_case(_plane(blows[0])), part=part_of_ship(blows[0].section)))
    elif blows:
        number = number_words(len(blows))
        said.append(say("struck often", label, number=number, Number=title_case(number), listed=_planes(blows)))
    said += [_weapon(blow, label) for blow in phase.blows if blow.outcome in WEAPON_SAID]
    if number_close := _close(phase):
        said.append(say("close", label, Number=title_case(number_words(number_close))))
    return said + _missed(phase)


#: What a weapon did, by the occasion that says it: it is told apart from the dive of its plane.
WEAPON_SAID = {WEAPON: "weapon", WEAPON_NEAR: "weapon close"}


def _weapon(blow: Blow, label: str) -> str:
    """A bomb, torpedo or Ohka that struck her or fell close aboard."""
    weapon = _article(WEAPONS[blow.weapon])
    return say(WEAPON_SAID[blow.outcome], label, Weapon=title_case(weapon), plane=_article(blow.type))


def _planes(blows: list[Blow]) -> str:
    """The planes that struck, those alike together: ``two burning Vals aft and a Zeke forward``."""
    counts = Counter((blow.type, blow.flamed, part_of_ship(blow.section)) for blow in blows)
    parts = []
    for (kind, flamed, part), number in counts.items():
        burning = "burning " if flamed else ""
        many = f"{number_words(number)} {burning}{plural(kind, number)}"
        parts.append(f"{many if number > 1 else f'a burning {kind}' if flamed else _article(kind)} {part}")
    return joined(parts)


def _missed(phase: Phase) -> list[str]:
    """How many dived and missed, and how many of them were aflame."""
    missed = [plane.set_afire for plane in phase.planes if plane.fate is Fate.MISSED]
    if not missed:
        return []
    burning, number = sum(missed), title_case(number_words(len(missed)))
    if 0 < burning < len(missed):
        return [say("some burning", phase.label, Number=number, burning=number_words(burning))]
    return [say("missed burning" if burning else "missed", phase.label, Number=number)]


def _close(phase: Phase) -> int:
    return sum(plane.fate is Fate.NEAR_MISS for plane in phase.planes)


def _plane(blow: Blow) -> str:
    return f"a burning {blow.type}" if blow.flamed else _article(blow.type)


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'AEIOU' else 'a'} {noun}"


def _cost(phase: Phase, tables: Tables) -> list[str]:
    """What blew up, was destroyed and burned, the men lost, and who fell."""
    label, after = phase.label, phase.aftermath
    hurt = [event for event in after if isinstance(event, Damage)]
    said: list[str] = []
    for occasion, effect in (("blew up", DamageEffect.EXPLODES), ("destroyed", DESTROYED)):
        items = list(dict.fromkeys(event.item for event in hurt if event.effect == effect))
        if items:
            words = joined([_the(item, tables) for item in items])
            several = len(items) > 1 or any(word.endswith("s") for word in words.split(" "))
            were = "were" if several else "was"
            said.append(say(occasion, label, names=words, Names=title_case(words), were=were))
    said += _fires(phase, hurt)
    men = harm_of(after).men
    if men:
        words = f"{number_words(men)} {'man' if men == 1 else 'men'}"
        said.append(say("men", label, men=words, were="was" if men == 1 else "were"))
    return said + [sentence(killed_clause(event)) for event in after if isinstance(event, Killed)]


def _the(item: str, tables: Tables) -> str:
    """A thing as it stands in a sentence: a mount by its name, a room or a radar with its article."""
    name = item_name(tables, item)
    if item in tables.mounted or name[-1].isdigit():
        return name
    first = name.split(" ")[0]
    return f"the {name[0].lower()}{name[1:]}" if len(first) > 2 and first[1:].islower() else f"the {name}"


def _fires(phase: Phase, hurt: list[Damage]) -> list[str]:
    """Where deck fires broke out, and whether all were put out before the raid was over."""
    lit = [event.section for event in hurt if event.item == DECK_FIRE and event.effect == DamageEffect.LIT]
    if not lit:
        return []
    out = [job.section for job in phase.repairs if _puts_out(job)]
    parts = joined([part_of_ship(section) for section in dict.fromkeys(lit)])
    all_out = all(out.count(section) >= lit.count(section) for section in lit)
    return [say("fire out" if all_out else "fire", phase.label, parts=parts)]


def _puts_out(job: Control) -> bool:
    return job.success and parts_of(job.job).kind == DECK_FIRE
