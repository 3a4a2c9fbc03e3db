"""The fire plan as the captain reads it: the chances of each aim, what is in the ship, the later
waves, the exec's advice.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from picket_duty.book.data import CompartmentData
from picket_duty.book.ids import FighterSlot, SupportShip, slot_named
from picket_duty.odds import aims
from picket_duty.odds.fire import Orders
from picket_duty.odds.orders import fighters_kept, is_same_order
from picket_duty.rules.play import Play
from picket_duty.state import CHIEFS, SECTIONS
from picket_duty.text.chances import ENOUGH, Recommendation, goal_of, has_enough, share_of
from picket_duty.text.english import count, listed, lowered, percent, signed
from picket_duty.text.names import WEAPONS as WEAPON_NAMES
from picket_duty.text.names import part_of_ship, room_words
from picket_duty.text.orders import plan_words
from picket_duty.text.ship_service import has_more_ships
from picket_duty.text.styled_text import Line, line

#: The plans that serve no aim: the captain's, gun by gun, the exec's own, and doctrine's.
BY_GUNS = "Gun by gun"
EXECS_OWN = "Your exec's plan"
DOCTRINES_OWN = "Doctrine's plan"
#: What weapons of several kinds are called, and one of them in the heading of its chance.
SEVERAL_KINDS = "weapons"
ANY_KIND = "weapon"
#: Comes before the guns that differ.
DIFFERS = "; differences: "
#: Said if the captain opens fire without an aim.
CHOOSE = "Choose an aim first: {}."
#: Said for a digit with no aim.
NO_AIM = "There is no aim {}. Choose {}."
#: What slots are called when they are counted; any other is a gun.
GUN = "gun"
SHOOTERS = {SupportShip: "support ship", FighterSlot: "fighter"}
#: Said while the plan is not the one that the exec has named.
AGAIN = "Press s again to use his plan."
#: Above the aims, and above their chances.
NAMED = "Chance of a crash"
#: The least room of a chance.
CHANCE_ROOM = len(">99%")
#: The chance of many crashes is listed if it is at least this for one of the plans: 1% when rounded.
LEAST_MANY = 0.005
#: The kind of rooms that are named first: the bridge, steering ...
CONTROL = "control"
#: What comes last in the name of one of several rooms of a kind: its number, or where it is.
WHICH_ROOM = re.compile(r" (\d+|forward|aft)$")


class PlanRow(NamedTuple):
    """A plan to choose by its number; 0 for the player's own, made gun by gun.

    ``like`` is the number of an earlier aim with nearly the same chances now, 0 if there is none.
    """

    number: int
    name: str
    odds: aims.AimOdds
    is_set: bool = False
    like: int = 0


def aim_name(play: Play, aim: aims.Aim) -> str:
    """The name of an aim: ``Fewest hits``, ``The bomb first``, ``Guard aft``."""
    if aim.kind == aims.FEWEST:
        return "Fewest hits"
    if aim.kind == aims.GUARD:
        return f"Guard {aim.section}"
    weapons = weapon_of_wave(play)
    return "Weapons first" if weapons == SEVERAL_KINDS else f"The {weapons} first"


def weapon_of_wave(play: Play) -> str:
    """The weapon that planes of the wave still carry, or ``weapons`` if they carry several
    kinds.
    """
    flying = [plane for plane in play.state.air.planes if plane.flying and plane.special]
    kinds = {WEAPON_NAMES[plane.weapon] for plane in flying}
    return kinds.pop() if len(kinds) == 1 else SEVERAL_KINDS


def table_lines(play: Play, rows: Sequence[PlanRow]) -> list[str]:
    """The heading and each row without its number: the chance of a hit on each section, by the
    weapon if a plane carries one, and of many crashes if that is likely enough.
    """
    chances = chances_of(play, [row.odds for row in rows])
    room = max(len(NAMED), *(len(row.name) for row in rows))
    headings = "".join(f"  {heading:>{CHANCE_ROOM}}" for heading in chances[0])
    lines = [f"{NAMED:<{room}}{headings}"]
    for row, listed_chances in zip(rows, chances, strict=True):
        cells = "".join(
            f"  {chance:>{max(CHANCE_ROOM, len(heading))}}"
            for heading, chance in listed_chances.items()
        )
        lines.append(f"{row.name:<{room}}{cells}")
    return lines


def chances_of(play: Play, plans: Sequence[aims.AimOdds]) -> list[dict[str, str]]:
    """The chances that the fire plan lists for each of some plans, by heading. The chance of many
    crashes is listed only if one of the plans makes it likely enough.
    """
    has_many = any(odds.many >= LEAST_MANY for odds in plans)
    return [_chances(play, odds, has_many) for odds in plans]


def _chances(play: Play, odds: aims.AimOdds, has_many: bool) -> dict[str, str]:
    """The chances of a plan by heading: of each section, of the weapons, of many crashes."""
    chances = {section: percent(odds.sections[section]) for section in SECTIONS}
    if odds.weapon is not None:
        weapons = weapon_of_wave(play)
        kind = ANY_KIND if weapons == SEVERAL_KINDS else weapons
        chances[f"{kind} hit"] = percent(odds.weapon)
    if has_many:
        chances[f"{aims.worse_from(play)}+ crashes"] = percent(odds.many)
    return chances


# -- what is in a section --------------------------------------------------------


def section_line(play: Play, aim: aims.Aim | None, odds: aims.AimOdds, room: int) -> Line:
    """What is in the section guarded, or else in the one likeliest to be hit, in so many
    characters: rooms, men, and what is weak there; the last rooms give way first.
    """
    guarded = aim.section if aim is not None else ""
    section = guarded or odds.likeliest_hit
    part = part_of_ship(section)
    head = f"{part}: " if guarded else f"{part}, likeliest hit: "
    rooms = _rooms_left(play, section)
    left = play.ship.men[section]
    all_men = play.tables.numbers.men[section]
    men = f"{left} of {all_men} men" if left < all_men else count(left, "man", "men")
    weak = "".join(f"; {clause}" for clause in _weak_clauses(play, section))
    while rooms and len(f"{head}{', '.join(rooms)}; {men}{weak}") > room:
        rooms.pop()
    standing = f"{', '.join(rooms)}; " if rooms else ""
    return line(
        (head, "dim"), standing, (men, "warn" if left < all_men else "plain"), (weak, "warn")
    )


def _rooms_left(play: Play, section: str) -> list[str]:
    """The rooms of a section that are not out of action. Rooms of a kind are named together:
    ``magazines 3 to 5``.
    """
    kinds: dict[str, list[str]] = {}
    for data in sorted(_rooms_of(play, section), key=lambda data: data.kind != CONTROL):
        if not play.ship.compartments[data.id].out:
            which = WHICH_ROOM.search(data.name)
            kind = room_words(WHICH_ROOM.sub("", data.name).removeprefix("5-inch "))
            kinds.setdefault(kind, []).append(which[1] if which else "")
    return [_kind_words(kind, which) for kind, which in kinds.items()]


def _kind_words(kind: str, which: list[str]) -> str:
    """The rooms of a kind by their numbers; those without numbers only in the plural."""
    if not which[0].isdigit():
        return f"{kind}s" if len(which) > 1 else kind
    if len(which) == 1:
        return f"{kind} {which[0]}"
    is_range = len(which) > 2 and int(which[-1]) - int(which[0]) == len(which) - 1
    numbers = f"{which[0]} to {which[-1]}" if is_range else listed(which)
    return f"{kind}s {numbers}"


def _rooms_of(play: Play, section: str) -> list[CompartmentData]:
    rooms = play.tables.compartments.values()
    return [data for data in rooms if data.section == section and data.id in play.ship.compartments]


def _weak_clauses(play: Play, section: str) -> list[str]:
    """What is weak in a section: a poor chief, fires, flooding, damage."""
    clauses = []
    ship = play.ship
    chief = ship.crew.get(CHIEFS[section])
    if chief is not None and chief.value < 0:
        clauses.append(f"chief {signed(chief.value)}")
    rooms = [ship.compartments[data.id] for data in _rooms_of(play, section)]
    mounts = [
        ship.mounts[name] for name, each in play.armament().items() if each.section == section
    ]
    if level := ship.deck_fires.get(section):
        clauses.append(f"deck fire {level}")
    if fires := sum(room.fire and not room.out for room in rooms):
        clauses.append(f"{count(fires, 'room')} on fire")
    if points := sum(flood.points for flood in ship.floods if flood.section == section):
        clauses.append(f"flooding {points}")
    if hits := sum(room.markers for room in rooms if not room.out):
        clauses.append(f"{count(hits, 'hit')} on rooms")
    if gone := sum(room.out for room in rooms):
        clauses.append(f"{count(gone, 'room')} out")
    if hits := sum(mount.hits for mount in mounts if not mount.destroyed):
        clauses.append(f"{count(hits, 'hit')} on mounts")
    if gone := sum(mount.destroyed for mount in mounts):
        clauses.append(f"{count(gone, 'mount')} destroyed")
    return clauses


# -- the raid and the fighters ---------------------------------------------------------


def raid_words(play: Play) -> str:
    """The wave in the raid: ``wave 1 of 3: 7 planes, 6 later``."""
    air = play.state.air
    flying = sum(plane.flying for plane in air.planes)
    later = sum(map(len, air.waves))
    words = f"wave {air.wave} of {air.wave + len(air.waves)}: {count(flying, 'plane')}"
    return f"{words}, {later} later" if later else words


def fighters_words(plans: aims.AimPlans, held: int) -> str:
    """The fighters of this wave and those held back: ``6 now, 0 held``; empty if none can be
    held.
    """
    return f"{plans.fighters - held} now, {held} held" if plans.most_held else ""


def left_words(plans: aims.AimPlans, held: int) -> str:
    """The fighters left for the later waves; empty if none can be held back."""
    return f"fighters left: {held}" if plans.most_held else ""


def later_words(play: Play) -> str:
    """The planes of each later wave; empty if none comes."""
    air = play.state.air
    waves = []
    for number, wave in enumerate(air.waves, air.wave + 1):
        planes = " ".join(f"{plane.bearing:03d}{plane.altitude}" for plane in wave)
        waves.append(f"wave {number}: {planes}")
    return "  ".join(waves)


def gun_words(slots: Iterable[str]) -> str:
    """How many guns, support ships and fighters some slots are."""
    kinds = Counter(SHOOTERS.get(type(slot_named(slot)), GUN) for slot in slots)
    return listed([count(kinds[kind], kind) for kind in (GUN, *SHOOTERS.values()) if kinds[kind]])


def near_miss_words(play: Play, odds: aims.AimOdds | None) -> str:
    """A warning while the ship has so few hull points that a near miss may be fatal, with the
    chance of neither a hit nor a near miss under the plan, if there is one.
    """
    hull = play.ship.hull
    if hull > play.tables.numbers.steady_hull:
        return ""
    warning = f"Hull {hull}: near misses can be fatal."
    if odds is None:
        return warning
    return f"{warning} Chance of no hit and no near miss: {percent(odds.undamaged)}."


def numbers_words(numbers: Sequence[int], before: str = "") -> str:
    """The numbers to choose from: ``1``, ``1 or 2``, ``1, 2 or 3``."""
    return listed([f"{before}{number}" for number in numbers], "or")


def like_words(row: PlanRow) -> str:
    """That a plan has nearly the same chances as an earlier one; empty if it differs."""
    return f"much like aim {row.like}" if row.like else ""


# -- a plan as an order ------------------------------------------------------------------


def judged_pair(plans: aims.AimPlans, given: Orders, better: Orders) -> tuple[str, str]:
    """A fire plan and doctrine's as orders with their chances. A plan that no aim gives is described by
    the guns that differ.
    """
    # If one of the plans is for a weapon or a section, both give the chance of that.
    chosen = (aim_of(plans, orders) for orders in (given, better))
    special = (aim for aim in chosen if aim is not None and aim.kind != aims.FEWEST)
    subject = next(special, None)
    return (
        _judged(plans, subject, given, than=better, own=BY_GUNS),
        _judged(plans, subject, better, than=given, own=DOCTRINES_OWN),
    )


def _judged(
    plans: aims.AimPlans, subject: aims.Aim | None, orders: Orders, than: Orders, own: str
) -> str:
    """A fire plan with its chances, also of what the aim ``subject`` is for; without an aim it is
    called ``own``, and the guns are listed that differ from the plan ``than``.
    """
    aim = aim_of(plans, orders)
    odds = plans.figures(orders)
    chances = f"{odds.expected:.2f} hits expected"
    if subject is not None:
        name, chance = _subject(plans.play, subject, odds)
        chances = f"{name} {percent(chance)}, {chances}"
    guns = f"{DIFFERS}{plan_words(orders, than)}" if aim is None else ""
    return f"{order_words(plans, aim, orders, own)} ({chances}){guns}"


def _subject(play: Play, aim: aims.Aim, odds: aims.AimOdds) -> tuple[str, float]:
    """What an aim is for, a weapon or a section, and the chance that it hits or is hit."""
    if aim.kind == aims.WEAPONS:
        return weapon_of_wave(play), odds.weapon or 0.0
    return aim.section, odds.sections[aim.section]


def order_words(
    plans: aims.AimPlans, aim: aims.Aim | None, orders: Orders, own: str = BY_GUNS
) -> str:
    """A fire plan as an order: ``the bomb first, 2 fighters held back``; ``own`` is what a plan
    without an aim is.
    """
    words = lowered(own if aim is None else aim_name(plans.play, aim))
    if not plans.most_held:
        return words
    kept = fighters_kept(plans.choice, orders)
    return f"{words}, {count(kept, 'fighter') if kept else 'no fighters'} held back"


def aim_of(plans: aims.AimPlans, orders: Orders) -> aims.Aim | None:
    """The aim that gives a plan; None if no aim does."""
    held = min(fighters_kept(plans.choice, orders), plans.most_held)
    same = (
        aim
        for aim in aims.EVERY_AIM
        if is_same_order(plans.play, plans.choice, orders, plans.plan(aim, held))
    )
    return next(same, None)


# -- the exec ----------------------------------------------------------------------------


def advice_words(
    plans: aims.AimPlans, number: int, aim: aims.Aim | None, held: int, games: int
) -> str:
    """What the exec would choose, by its number, and why: the damage that he expects, or the
    ``games`` played with each order; no ``aim`` is his own plan.
    """
    name = "his own plan" if aim is None else aim_name(plans.play, aim)
    back = ""
    if plans.most_held:
        back = f", {f'{held} of {plans.fighters}' if held else 'no fighters'} held back"
    why = "least damage expected"
    if games:
        why = f"best chance in {games} simulated games"
    elif held and aim is not None:
        more = plans.given_up(aim, held)
        why += f" (+{more:.2f} hits now, -{plans.saved_later(held):.2f} later)"
    return f"Your exec would choose {number}, {name}{back}: {why}."


def chances_words(
    plans: aims.AimPlans,
    labels: Mapping[str, str],
    named: str,
    advised: Recommendation,
    differs: bool,
    working: bool,
) -> str:
    """The chances by playouts with their standard error; ``labels`` are the orders listed, by name,
    and ``named`` is the one that the exec names. Unless an order ``differs`` for certain, the games
    do not show which is better.
    """
    chances = {name: each for name, each in advised.chances.items() if name in labels}
    if len(chances) < 2:
        return ""
    least = min(chance.branches for chance in chances.values())
    if not has_enough(chances):
        if not working:
            return ""
        return f"Simulating ... {least} of {ENOUGH} games played with each order."
    shares = {name: share_of(advised, name) for name in labels if name in chances}
    error = max(math.sqrt(share * (1.0 - share) / least) for share in shares.values())
    figures = ", ".join(
        f"{percent(share)} with {labels[name]}{_lost_words(plans.play, advised.chances[name].lost)}"
        for name, share in shares.items()
    )
    goal = goal_of(plans.play.state.setup, advised)
    words = f"Chance {goal}: {figures} (standard error {100 * error:.1f} points)."
    if working:
        return f"{words} Still simulating ({least} games played with each order)."
    best = max(shares, key=shares.__getitem__)
    if not differs and shares[best] - min(shares.values()) <= error:
        return f"{words} The difference is within the standard error."
    if not differs:
        return f"{words} The games do not show which order is better."
    if best != named and named in shares:
        return f"{words} The games do not show whether {labels[named]} or {labels[best]} is better."
    return words


def _lost_words(play: Play, lost: float) -> str:
    """The ships lost on average, if the game has more than one."""
    return f" ({lost:.1f} ships lost)" if has_more_ships(play.state.setup, play.tables) else ""
