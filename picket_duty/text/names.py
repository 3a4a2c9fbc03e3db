"""Names of things aboard, ships, posts, planes (numbered from 1, in events and JSON from 0) and
games.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import takewhile

from picket_duty import state as game_state
from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, DIRECTOR, PUMP, SECONDARY, split_id
from picket_duty.book.vocabulary import Reason
from picket_duty.charts.words import day_words
from picket_duty.state import REAR, SUNK
from picket_duty.text.dates import date_words, label_words
from picket_duty.text.english import count, listed
from picket_duty.text.phrases import cases, phrase, words
from picket_duty.text.styled_text import safe

POST_NAMES = {
    "captain": "captain",
    "xo": "executive officer",
    "engineering_officer": "engineering officer",
    "gunnery_officer": "gunnery officer",
    "damage_control_officer": "damage control officer",
    "cpo": "chief petty officer",
    "repair_one_chief": "chief of Repair I",
    "repair_two_chief": "chief of Repair II",
    "repair_three_chief": "chief of Repair III",
}
OUTCOMES = {
    game_state.US_WIN: "US victory",
    game_state.JAPANESE_WIN: "Japanese victory",
    game_state.DRAW: "Draw",
    game_state.RECORD: "The patrol is over",
}
#: The same in a word, for the player.
RESULTS = {game_state.US_WIN: "won", game_state.DRAW: "drawn", game_state.JAPANESE_WIN: "lost"}
PLANE_STATES = {
    game_state.UNDAMAGED: "undamaged",
    game_state.PLANE_DAMAGED: "damaged",
    game_state.SHOT_DOWN: "afire",
    game_state.GONE: "splashed",
    game_state.REMOVED: "gone",
}
SHORT_SECTIONS = {"forward": "fwd", "midship": "mid", "aft": "aft"}
#: The fate of a ship that does not come back.
FATES = {SUNK: "sunk", REAR: "sent to the rear"}
WEAPONS = {game_state.OHKA: "Ohka", game_state.BOMB: "bomb", game_state.TORPEDO: "torpedo"}
#: What happens when a ship can no longer stay on her station.
MUST_LEAVE = "must leave station at the end of the phase"
#: The same in a scenario, which is lost then, in short.
STATION_LOST = "station lost"
DIRECTOR_OF = "director of"
RADAR = "radar"
SHAFT = "shaft"
LEVELS = {"L": "low", "M": "medium", "H": "high"}
NO_WINNER = "A patrol is neither won nor lost."
#: The game of the lesson.
FIRST_BATTLE = "First battle"
#: The names of rooms within a sentence, where the chart prints only what is in them or shortens
#: them.
ROOM_NAMES = {
    "Alcohol": "alcohol locker",
    "Battery Charging": "battery charging room",
    "Cold Storage": "cold storage room",
    "Fruit/Veg.": "fruit and vegetable locker",
    "Ice Machine": "ice machine room",
    "Inflammable Stores": "inflammable storeroom",
    "Locker, Fan": "locker and fan room",
    "Ord. Storeroom": "ordnance storeroom",
    "Projector": "projector room",
    "Provisions": "provisions storeroom",
    "Repair Stores": "repair storeroom",
    "Shower Head": "showers and head",
    "Small Arms Mgz": "small arms magazine",
    "Supply Stores": "supply storeroom",
    "Torpedo Ordnance": "torpedo ordnance room",
    "Wardroom Stores": "wardroom storeroom",
}


def result_words(outcome: str, stages: int, held: int) -> str:
    """How a game ended: its outcome, in a campaign of stages the number held."""
    if stages:
        return f"{held} of {stages} stages held"
    return OUTCOMES.get(outcome, outcome or "The game is over")


# -- things aboard ---------------------------------------------------------------


def item_name(tables: Tables, item: str) -> str:
    """The name of a compartment, mount, piece of equipment, slot or job by its id; an unknown id as
    it is.
    """
    parts = split_id(item)
    if parts.kind == DECK_FIRE:
        return f"deck fire {part_of_ship(parts.section)}"
    if parts.kind == SECONDARY:
        return f"{parts.target} ({parts.section})"
    if parts.kind == PUMP:
        return f"pumping out {item_name(tables, parts.target)}"
    if parts.kind == DIRECTOR:
        return f"{DIRECTOR_OF} {item_name(tables, parts.target)}"
    if parts.target in tables.compartments:
        return tables.compartments[parts.target].name
    for equipment in tables.sheet.equipment:
        if equipment.id == parts.target:
            return equipment.name
    mounts = (mount for ship in tables.ships.values() for mount in ship.mounts)
    return next((mount.name for mount in mounts if mount.id == item), item)


def item_words(tables: Tables, item: str) -> str:
    """The name of an item within a sentence: ``aft fire room``, ``deck fire aft``, ``SC radar``."""
    parts = split_id(item)
    if parts.kind == DECK_FIRE:
        return item_name(tables, item)
    if parts.kind == PUMP:
        return f"pumping out {item_words(tables, parts.target)}"
    return room_words(item_name(tables, item))


def room_words(name: str) -> str:
    """A name within a sentence, in lower case except for abbreviations: ``aft fire room``,
    ``aft storeroom 1``.
    """
    # Such as ``Storeroom #1 (aft)``.
    name, _, section = name.removesuffix(")").partition(" (")
    room, number, which = name.partition(" #")
    name = f"{ROOM_NAMES.get(room, room)}{number}{which}"
    name = " ".join(map(_lowered, name.split(" "))).replace("#", "No. ")
    if section:
        return f"{part_before(section)} {name}"
    room, _, end = name.rpartition(" ")
    # Where one of two rooms is comes before its name: "after" would be read as a preposition.
    return f"{end} {room}" if end in ("forward", "aft") else name


def _lowered(word: str) -> str:
    """A capitalized word in lower case; abbreviations, numbers and Mk as they are."""
    after_capital = word.replace("'", "")[1:]
    is_word = after_capital.isalpha() and after_capital.islower()
    return word.lower() if is_word and word != "Mk" else word


def the_room(name: str) -> str:
    """A name within a sentence, with its article unless it is a mount or one of several numbered
    rooms.
    """
    # Such as ``Magazine 3``, ``Storeroom #1``, ``Locker 2 (aft)``, ``40 mm tub A``.
    numbered = re.search(r"\d$|#\d|\d \(| (?:mount|tub) \w+$", name)
    if numbered:
        return room_words(name)
    return f"the {room_words(name)}"


def is_mount(name: str) -> bool:
    """Whether a name is that of a mount or tub."""
    return name.rpartition(" ")[0].endswith(("mount", "tub"))


def grouped(names: list[str]) -> str:
    """Names grouped by kind: ``5-inch mounts 1 and 2, and 40 mm tub A``. A comma sets off the last
    kind if one before it has several members.
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, mark = name.rpartition(" ")
        kinds.setdefault(kind, []).append(mark)
    groups = []
    for kind, marks in kinds.items():
        if len(marks) > 1 and kind.endswith(("mount", "tub", "plane")):
            kind += "s"
        groups.append(f"{kind} {listed(marks)}".strip())
    if len(groups) == 2 and " and " in groups[0]:
        return f"{groups[0]}, and {groups[1]}"
    return listed(groups)


def things_words(names: Sequence[str]) -> str:
    """Things that share a verb: ``rudder and both shafts``, ``SC and SG radars``, ``20 mm mounts E
    and F``, ``40 mm tub B and its director``.
    """
    directed = [name for name in names if f"{DIRECTOR_OF} {name}" in names]
    paired = {*directed, *(f"{DIRECTOR_OF} {name}" for name in directed)}
    kinds: dict[str, list[str]] = {}
    for name in names:
        if name not in paired:
            kind, mark = _kind_and_mark(name)
            kinds.setdefault(kind, []).append(mark)
    said = [_kind_words(kind, marks) for kind, marks in kinds.items()]
    if directed:
        directors = "their directors" if directed[1:] else "its director"
        said.append(f"{grouped(directed)} and {directors}")
    return listed(said)


def _kind_and_mark(name: str) -> tuple[str, str]:
    """What several things of a kind share, and what distinguishes one: ``20 mm mount`` and ``E``,
    ``radar`` and ``SC``.
    """
    before, _, last = name.rpartition(" ")
    if is_mount(name):
        return before, last
    return (last, before) if last in (RADAR, SHAFT) else (name, "")


def _kind_words(kind: str, marks: Sequence[str]) -> str:
    """Things of one kind; a ship has two shafts."""
    if kind == SHAFT and marks[1:]:
        return "both shafts"
    plural = f"{kind}s".replace(DIRECTOR_OF, "directors of") if marks[1:] else kind
    if kind in (RADAR, SHAFT):
        return f"{listed(marks)} {plural}"
    return f"{plural} {listed(marks)}".strip()


@cache
def slot_words(slot: str) -> str:
    """A slot of the fire plan in short: ``carr 1``, ``5in-1``."""
    return slot.replace("AFS carrier ", "carr ").replace("AFS land ", "land ")


def slots_words(slots: Iterable[str]) -> str:
    """Slots in short, grouped by kind: ``5in-1 2  40mm-A  carr 1 3``."""
    kinds: dict[str, list[str]] = {}
    for slot in map(slot_words, slots):
        end = max(slot.rfind("-"), slot.rfind(" ")) + 1
        kinds.setdefault(slot[:end], []).append(slot[end:])
    return "  ".join(kind + " ".join(marks) for kind, marks in kinds.items())


# -- planes --------------------------------------------------------------------------


def plane_number(number: int) -> int:
    """The number of a plane in text, counted from 1."""
    return number + 1


def plane_name(number: int) -> str:
    """``plane 1`` for the first plane of the wave."""
    return f"plane {plane_number(number)}"


def plane_words(plane: game_state.Plane) -> str:
    """A plane in a few words: ``plane 3 (Zeke, 225 low)``."""
    if plane.special:
        return f"{plane_name(plane.number)} ({plane.type} with {WEAPONS[plane.weapon]})"
    where = f"{plane.bearing:03d} {LEVELS[plane.altitude]}"
    return f"{plane_name(plane.number)} ({plane.type + ', ' if plane.type else ''}{where})"


def short_plane_words(plane: game_state.Plane) -> str:
    """A plane in short: number, type, bearing and altitude or weapon and the altitude fired at,
    hits and state.
    """
    where = f"{plane.bearing:03d}{plane.altitude}"
    if plane.special:
        # Not loaded for the menu.
        from picket_duty.rules.gunnery import level_of

        where = f"with {WEAPONS[plane.weapon]}, {level_of(plane)}"
    words = f"{plane_number(plane.number)} {plane.type} {where}"
    if plane.hits:
        words += f", {count(plane.hits, 'hit')}"
    if plane.state != game_state.UNDAMAGED:
        words += f", {PLANE_STATES[plane.state]}"
    return words


def to_come_words(sizes: Sequence[int]) -> str:
    """The later waves of a raid, by their numbers of planes."""
    if len(sizes) == 1:
        return f"a wave of {count(sizes[0], 'plane')}"
    return f"waves of {listed([str(size) for size in sizes])} planes"


# -- games --------------------------------------------------------------------


def option_words(options: Sequence[str], tables: Tables) -> str:
    """Options by title, or by id if the tables do not have them."""
    return ", ".join(
        tables.options[name].title if name in tables.options else safe(name) for name in options
    )


def house_words(options: Collection[str], tables: Tables) -> str:
    """The house rules among the options by title; empty if there are none."""
    return ", ".join(rule.title for rule in tables.house_rules if rule.id in options)


def phase_words(state: game_state.State, tables: Tables) -> str:
    """Day and phase of the game in a few words; at its end, those of its last day."""
    # Not loaded for the menu.
    from picket_duty.rules.records import day_reached

    last = day_reached(state, tables)
    if state.outcome and last < state.date:
        return label_words(game_state.label_of(last, len(game_state.PHASES) - 1))
    if state.step in ("phase", "over"):
        return f"{day_words(state.date)}, {state.phase_name}"
    return f"{day_words(state.date)}{', setting up' if state.step == 'setup' else ''}"


def has_game(setup: game_state.Setup, tables: Tables) -> bool:
    """Whether these tables have the game of a set-up, which may come from a save made with
    others.
    """
    if setup.kind == game_state.SCENARIO:
        return setup.name in map(str, tables.scenarios)
    if setup.kind == game_state.CAMPAIGN:
        return setup.name in tables.campaigns
    return setup.kind == game_state.PATROL


def game_words(setup: game_state.Setup, tables: Tables) -> str:
    """A game in one line: scenario, campaign or patrol, and its level; by its name if the tables do
    not have it.
    """
    if not has_game(setup, tables):
        return safe(f"made with different tables: {setup.kind} {setup.name} ({setup.level})")
    if setup.kind == game_state.SCENARIO:
        data = tables.scenarios[int(setup.name)]
        return f"Scenario {data.number}, {data.title} ({setup.level})"
    if setup.kind == game_state.CAMPAIGN:
        return f"{tables.campaigns[setup.name].title} ({setup.level})"
    return f"Patrol from {date_words(setup.start)} ({setup.level})"


# -- ships -----------------------------------------------------------------------------


def leave_words(reasons: str) -> str:
    """Why a ship leaves her station; ``reasons`` are joined by commas, as in ``Leave.reason``."""
    rows = cases("leave_reason")
    return listed(
        [
            words(rows[Reason(part)].log) if part in rows else safe(part)
            for part in reasons.split(", ")
        ]
    )


def loss_words(why: str) -> str:
    """What sank a ship, from ``Leave.why``; empty if it is not known."""
    if why in cases("loss_reason"):
        return words(phrase("loss_reason", Reason(why)).log)
    room = why.removesuffix(f" {Reason.EXPLODED}")
    if room == why:
        # A ship that sinks on the way to the anchorage may have left for several reasons.
        rows = cases("leave_reason")
        return leave_words(why) if all(part in rows for part in why.split(", ")) else safe(why)
    room = room_words(room)
    return words(phrase("loss_reason", Reason.EXPLODED).log, room=safe(room))


def class_words(plan: str, class_name: str, ship: str) -> str:
    """The class of a ship in words: the name of her ``plan``, ``Fletcher-class destroyer``. A plan
    of one ship has the name of the ``ship``; then ``Dunlap class``.
    """
    return f"{class_name} class" if plan == ship else plan


def ship_words(name: str, hull: str) -> str:
    """A ship with her hull number, if she has one, for a line on the screen."""
    return safe(titled_ship_words(name, hull))


def titled_ship_words(name: str, hull: str) -> str:
    """A ship with her hull number in parentheses, if she has one: ``USS Bush (DD-529)``."""
    return f"{name} ({hull})" if hull else name


def part_of_ship(section: str) -> str:
    """A section in the words of the Navy: forward, amidships, aft."""
    return "amidships" if section == "midship" else section


def party_words(section: str) -> str:
    """The repair party of a section: ``midships repair party``."""
    return f"{part_before(section)} repair party"


def part_before(section: str) -> str:
    """A section before the name of a thing: ``forward``, ``midships``, ``aft``."""
    return "midships" if section == "midship" else section


def place_words(station: int | None, tables: Tables) -> str:
    """Bearing and distance of a station from Point Bolo; empty if the tables do not have it."""
    places = (place for place in tables.map_data.stations if place.number == station)
    return "".join(
        words(phrase("place").diary[0], bearing=place.bearing, distance=place.distance)
        for place in places
    )


# -- officers and chiefs ---------------------------------------------------------------

#: Ranks in full, as citations have them.
FULL_RANKS = {
    "Capt.": "Captain",
    "Cdr.": "Commander",
    "Lt. Cdr.": "Lieutenant Commander",
    "Lt.": "Lieutenant",
    "Ens.": "Ensign",
}
CHIEF = "CPO "
WARRANT = "CWO "
#: The rates of chiefs and warrant officers as the Navy wrote them in 1945, by post.
RATES = {
    "cpo": "CBM",
    "repair_one_chief": "CSF",
    "repair_two_chief": "CMM",
    "repair_three_chief": "CCM",
}
WARRANTS = {"cpo": "Ch. Bosn. ", "repair_two_chief": "Ch. Mach. "}


def naval_name(name: str, post: str = "") -> str:
    """The holder of a post with the 1945 abbreviation of the rank: ``Comdr. John Hall``, ``CBM
    Leonard Rossi``.
    """
    if name.startswith(CHIEF):
        return f"{RATES.get(post, 'CPO')} {name.removeprefix(CHIEF)}"
    if name.startswith(WARRANT):
        return f"{WARRANTS.get(post, 'Ch. Carp. ')}{name.removeprefix(WARRANT)}"
    return re.sub(r"^(Lt\. )?Cdr\. ", r"\1Comdr. ", name)


def promoted_name(name: str, rank: str) -> str:
    """A name with another rank, given in full: ``Lt. Cdr. John Hall`` for ``Lt. John Hall``."""
    # The only rank that FULL_RANKS lacks is that of a warrant officer.
    short = next((short for short, full in FULL_RANKS.items() if full == rank), WARRANT.strip())
    # ``Lt. Cdr.`` comes before ``Lt.``, with which it begins.
    ranks = (*FULL_RANKS, "CPO", "CWO")
    before = next((known for known in ranks if name.startswith(f"{known} ")), "")
    return f"{short} {name.removeprefix(before).strip()}"


def short_name(name: str, post: str = "") -> str:
    """Rank of 1945 and surname: ``Comdr. Hall`` for ``Cdr. John Hall``, ``CSF Rossi`` for ``CPO
    Leonard Rossi``.
    """
    parts = naval_name(name, post).split()
    rank = list(takewhile(lambda part: part.endswith(".") or part.isupper(), parts[:-1]))
    return " ".join([*rank, *parts[-1:]])


def name_within(name: str, most: int) -> str:
    """A name in up to ``most`` characters if possible: the given name becomes an initial, ``Ch.
    Mach. D. Hamilton``.
    """
    parts = name.split()
    if len(name) <= most or len(parts) < 3:
        return name
    *rank, given, surname = parts
    return " ".join([*rank, f"{given[0]}.", surname])


# -- the day's watch, and the situation of a game ------------------------------------

#: The rules of the day's watch.
SAME_FOR_ALL = (
    "Everyone gets the same ship, raid and dice. Rolls cannot be undone. Only one attempt counts."
)


def situation_words(setup: game_state.Setup, tables: Tables) -> str:
    """A game with its days and its station: ``Patrol from Apr 6, 1945 (basic), 2 days, station
    10``.
    """
    days = f", {count(setup.days, 'day')}" if setup.kind == game_state.PATROL else ""
    station = f", station {setup.station}" if setup.station else ""
    return f"{game_words(setup, tables)}{days}{station}"


def watch_words(setup: game_state.Setup, tables: Tables) -> str:
    """The game of a day's watch and its ship in a line."""
    return f"{situation_words(setup, tables)}, {ship_words(setup.ship, setup.hull_number)}"


def title_words(date: datetime.date) -> str:
    """The day's watch with its date."""
    return f"Watch for {date_words(date)}"


def briefing(setup: game_state.Setup, tables: Tables) -> str:
    """Situation of a game, for the player."""
    if setup.kind == game_state.SCENARIO:
        return tables.scenarios[int(setup.name)].background
    if setup.kind == game_state.CAMPAIGN:
        return tables.campaigns[setup.name].background
    days = (
        f"{count(setup.days, 'day')} on Picket Station {setup.station}, beginning "
        f"{date_words(setup.start)}"
    )
    return (
        f"{days}, during the mass raids. {NO_WINNER} Bring your ship through, afloat and on "
        f"station at the end."
    )
