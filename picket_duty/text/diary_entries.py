"""The war diary's voice: a day in a few sentences.

Each occasion is said in several ways. The date alone picks one, so that a diary reads the same whenever it is written,
and differently on two days in a row.
"""

from __future__ import annotations

import datetime
from collections import Counter

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, parts_of
from picket_duty.book.vocabulary import DamageEffect, Sky
from picket_duty.dice import number_of
from picket_duty.events import Control, Damage
from picket_duty.facts import Blow, Day, Fate, Killed, Phase, Side, harm_of, shooter_side
from picket_duty.state import PHASES
from picket_duty.text import item_name
from picket_duty.text.deck_log import killed_clause, plural
from picket_duty.text.names import WEAPONS, listed, number_words, part_of_ship, sentence
from picket_duty.text.phrases import Phrase, battle_rows, day_rows, harm_rows, raid_rows, words
from picket_duty.text.wave_card import shooter_fields

#: The row of each occasion. Its name, with the date, picks the way in which it is said.
OCCASIONS: dict[str, Phrase] = {
    "station": day_rows.ON_HER_STATION,
    "new station": day_rows.ON_NEW_STATION,
    "first station": day_rows.ON_FIRST_STATION,
    "no station": day_rows.ON_NO_STATION,
    "no duty": day_rows.NO_DUTY,
    "quiet": day_rows.QUIET_DAY,
    "not over": day_rows.DAY_NOT_OVER,
    "raid": battle_rows.RAID,
    "mass raid": battle_rows.KIKUSUI_RAID,
    "in sight": raid_rows.PLANES_MET,
    "none down": raid_rows.NONE_DOWN,
    "the one down": raid_rows.THE_ONE_DOWN,
    "one down": raid_rows.ONE_DOWN,
    "both down": raid_rows.BOTH_DOWN,
    "all down": raid_rows.ALL_DOWN,
    "some down": raid_rows.SOME_DOWN,
    "best": raid_rows.BEST_MOUNT,
    "struck": battle_rows.CRASH,
    "struck often": battle_rows.CRASHES,
    "weapon": battle_rows.WEAPON_STRUCK,
    "close": battle_rows.NEAR_MISS,
    "weapon close": battle_rows.WEAPON_NEAR,
    "missed": battle_rows.MISSES,
    "missed burning": raid_rows.BURNING_MISSES,
    "some burning": raid_rows.SOME_BURNING_MISSES,
    "blew up": harm_rows.ITEMS[DamageEffect.EXPLODES],
    "destroyed": harm_rows.ITEMS[DamageEffect.DESTROYED],
    "fire": raid_rows.FIRES,
    "fire out": raid_rows.FIRES_OUT,
    "men": raid_rows.MEN_LOST,
    "stores": day_rows.STORES,
    "stopped": day_rows.LYING_TO,
}


def say(occasion: str, label: str, **fields: str) -> str:
    """An occasion of a day or phase, in one of the ways it is said."""
    ways = OCCASIONS[occasion].diary
    date, _, phase = label.partition("/")
    turn = datetime.date.fromisoformat(date).toordinal() + (PHASES.index(phase) if phase in PHASES else 0)
    return words(ways[(turn + number_of(occasion)) % len(ways)], **fields)


def _only(row: Phrase, **fields: object) -> str:
    """A row that the diary says in one way."""
    (way,) = row.diary
    return words(way, **fields)


def _when(phase: Phase) -> str:
    """A phase within a sentence: ``in the morning``."""
    return _only(day_rows.WHEN[phase.name])


# -- a day -------------------------------------------------------------------------


def day_sentences(day: Day, station_before: int | None) -> list[str]:
    """Weather and station, and whether nothing came. ``station_before`` is that of the ship's last day on duty."""
    if not day.phases:
        return [say("no duty", day.date)]
    weather = _weather(day)
    station = next((phase.station for phase in day.phases if phase.station), None)
    occasion = {None: "no station", station_before: "station"}.get(station, "new station")
    if station is not None and station_before is None:
        occasion = "first station"
    sentences = [say(occasion, day.date, weather=weather, station=str(station))]
    sentences += [say("stopped", phase.label, when=_when(phase)) for phase in day.phases if phase.stopped]
    if any(phase.running for phase in day.phases):
        sentences.append(say("not over", day.date))
    elif not any(phase.attacked or phase.weather is Sky.TYPHOON for phase in day.phases):
        sentences.append(say("quiet", day.date))
    return sentences


def _weather(day: Day) -> str:
    """The weather of a day: ``rain in the morning and at midday, clear after dark``."""
    known = [phase for phase in day.phases if phase.weather]
    kinds = dict.fromkeys(phase.weather for phase in known if phase.weather)
    if not kinds:
        return _only(day_rows.NO_WEATHER)
    skies = {kind: _only(day_rows.WEATHER[kind]) for kind in kinds}
    if len(kinds) == 1 and len(known) == len(PHASES):
        return _only(day_rows.WEATHER_ALL_DAY, weather=next(iter(skies.values())))
    parts = [f"{skies[kind]} {listed([_when(phase) for phase in known if phase.weather == kind])}" for kind in kinds]
    return ", ".join(parts)


def stores_sentence(day: Day) -> str:
    """The ship's stores at the end of a day."""
    assert day.end is not None
    end = day.end
    return say("stores", day.date, hull=str(end.hull), fuel=str(end.fuel), ammunition=str(end.ammunition))


# -- a raid ------------------------------------------------------------------------


def raid_sentences(phase: Phase, tables: Tables) -> list[str]:
    """A raid: what came, what was shot down and by whom, what struck the ship, what it cost."""
    assert phase.raid is not None
    label, planes = phase.label, phase.raid.planes
    came = _only(battle_rows.ONE_PLANE if planes == 1 else battle_rows.SOME_PLANES, number=number_words(planes))
    waves = _only(battle_rows.IN_WAVES, number=number_words(len(phase.waves))) if len(phase.waves) > 1 else ""
    kind = "mass raid" if phase.raid.kikusui else "raid"
    sentences = [say(kind, label, when=_when(phase), planes=came, waves=waves)]
    met = len(phase.planes)
    if met < planes and not phase.running:
        sentences.append(say("in sight", label, met=number_words(met) if met else "none"))
    sentences += _shot_down(phase, met, tables)
    sentences += _struck(phase)
    sentences += _cost(phase, tables)
    return sentences


def _shot_down(phase: Phase, met: int, tables: Tables) -> list[str]:
    """How many were shot down, by whom, and which mount shot down most."""
    label = phase.label
    slots = phase.shot_down_by
    number = len(slots)
    if not number:
        return [say("none down", label)] if met else []
    if number == 1:
        who = _only(battle_rows.shooter_row(slots[0]), **shooter_fields(slots[0], tables))
        return [say("the one down" if met == 1 else "one down", label, who=who)]
    occasion = "some down" if number < met else "both down" if number == 2 else "all down"
    sentences = [say(occasion, label, number=number_words(number), who=_by_whom(slots))]
    mounts = Counter(slot for slot in slots if shooter_side(slot) is Side.GUNS)
    best = [mount for mount, planes in mounts.items() if planes == max(mounts.values())]
    if len(best) == 1 and 1 < mounts[best[0]] < number:
        most = number_words(mounts[best[0]])
        sentences.append(say("best", label, mount=item_name(tables, best[0]), number=most))
    return sentences


def _by_whom(slots: list[str]) -> str:
    """``: four by her guns and one by the fighters``, or `` by her guns`` if all were theirs."""
    counts = Counter(map(shooter_side, slots))
    if len(counts) == 1:
        return _only(raid_rows.BY_ONE_SIDE, side=_only(battle_rows.SIDES[next(iter(counts))]))
    parts = [
        _only(raid_rows.BY_SIDES, number=number_words(counts[side]), side=_only(row))
        for side, row in battle_rows.SIDES.items()
        if counts[side]
    ]
    return f": {listed(parts)}"


def _struck(phase: Phase) -> list[str]:
    """What struck the ship, what fell close aboard, what missed."""
    label = phase.label
    blows = phase.crashes
    sentences: list[str] = []
    if len(blows) == 1:
        sentences.append(say("struck", label, plane=_plane(blows[0]), part=part_of_ship(blows[0].section)))
    elif blows:
        sentences.append(say("struck often", label, number=number_words(len(blows)), listed=_planes(blows)))
    sentences += [_weapon(blow, label) for blow in phase.blows if blow.by_weapon]
    if number_close := _close(phase):
        sentences.append(say("close", label, number=number_words(number_close)))
    return sentences + _missed(phase)


def _weapon(blow: Blow, label: str) -> str:
    """A bomb, torpedo or Ohka that struck the ship or fell close aboard."""
    occasion = "weapon close" if blow.near else "weapon"
    return say(occasion, label, weapon=_article(WEAPONS[blow.weapon]), plane=_article(blow.type))


def _planes(blows: list[Blow]) -> str:
    """The planes that struck, those alike together: ``two burning Vals aft and a Zeke forward``."""
    counts = Counter((blow.type, blow.flamed, part_of_ship(blow.section)) for blow in blows)
    parts = []
    for (kind, burning, part), number in counts.items():
        planes = plural(kind, number)
        planes = _only(battle_rows.BURNING_PLANE, type=planes) if burning else planes
        planes = f"{number_words(number)} {planes}" if number > 1 else _article(planes)
        parts.append(_only(battle_rows.CRASHED_PLANES, planes=planes, part=part))
    return listed(parts)


def _missed(phase: Phase) -> list[str]:
    """How many dived and missed, and how many of them were afire."""
    missed = [plane.set_afire for plane in phase.planes if plane.fate is Fate.MISSED]
    if not missed:
        return []
    burning, number = sum(missed), number_words(len(missed))
    if 0 < burning < len(missed):
        return [say("some burning", phase.label, number=number, burning=number_words(burning))]
    return [say("missed burning" if burning else "missed", phase.label, number=number)]


def _close(phase: Phase) -> int:
    return sum(plane.fate is Fate.NEAR_MISS for plane in phase.planes)


def _plane(blow: Blow) -> str:
    return _article(_only(battle_rows.BURNING_PLANE, type=blow.type) if blow.flamed else blow.type)


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'AEIOU' else 'a'} {noun}"


def _cost(phase: Phase, tables: Tables) -> list[str]:
    """What blew up, was destroyed and burned, the men lost, and who was killed."""
    label, after = phase.label, phase.aftermath
    damage = [event for event in after if isinstance(event, Damage)]
    sentences: list[str] = []
    for occasion, effect in (("blew up", DamageEffect.EXPLODES), ("destroyed", DamageEffect.DESTROYED)):
        items = list(dict.fromkeys(event.item for event in damage if event.effect == effect))
        if items:
            names = listed([_the(item, tables) for item in items])
            several = len(items) > 1 or any(word.endswith("s") for word in names.split(" "))
            sentences.append(say(occasion, label, names=names, were="were" if several else "was"))
    sentences += _fires(phase, damage)
    men = harm_of(after).men
    if men:
        number = f"{number_words(men)} {'man' if men == 1 else 'men'}"
        sentences.append(say("men", label, men=number, were="was" if men == 1 else "were"))
    return sentences + [sentence(killed_clause(event)) for event in after if isinstance(event, Killed)]


def _the(item: str, tables: Tables) -> str:
    """A thing within a sentence: a mount by its name, a room or a radar with its article."""
    name = item_name(tables, item)
    if item in tables.mounted or name[-1].isdigit():
        return name
    first = name.split(" ")[0]
    return f"the {name[0].lower()}{name[1:]}" if len(first) > 2 and first[1:].islower() else f"the {name}"


def _fires(phase: Phase, damage: list[Damage]) -> list[str]:
    """Where deck fires broke out, and whether all were put out before the raid was over."""
    lit = [event.section for event in damage if event.item == DECK_FIRE and event.effect == DamageEffect.LIT]
    if not lit:
        return []
    out = [job.section for job in phase.repairs if _puts_out(job)]
    parts = listed([part_of_ship(section) for section in dict.fromkeys(lit)])
    all_out = all(out.count(section) >= lit.count(section) for section in lit)
    return [say("fire out" if all_out else "fire", phase.label, parts=parts)]


def _puts_out(job: Control) -> bool:
    return job.success and parts_of(job.job).kind == DECK_FIRE
