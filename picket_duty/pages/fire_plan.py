"""The fire plan as the captain reads it: the aims with their price, the fighters held back, the
exec's advice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from picket_duty.book.ids import FighterSlot, SupportShip, slot_named
from picket_duty.book.vocabulary import Remark
from picket_duty.events import Note
from picket_duty.facts import Fate, WaveReport
from picket_duty.odds import aims
from picket_duty.odds.fire import Orders
from picket_duty.odds.plan import fighters_kept, is_fighters, is_same_order
from picket_duty.rules.damage import section_of
from picket_duty.rules.play import Play
from picket_duty.state import SCENARIO, SECTIONS
from picket_duty.text.chances import ENOUGH, EXEC, Recommendation, goal_of, has_enough, share_of
from picket_duty.text.names import WEAPONS as WEAPON_NAMES
from picket_duty.text.names import count, listed, percent, plane_number, title_case
from picket_duty.text.orders import plan_words
from picket_duty.text.ship_service import has_more_ships

#: The plans that serve no aim: the captain's, gun by gun, the exec's own, and doctrine's.
BY_GUNS = "Gun by gun"
EXECS_OWN = "Your exec's plan"
DOCTRINES_OWN = "Its own plan"
#: Weapons of several kinds.
WEAPONS = "weapons"
#: Comes before the guns that differ.
DIFFERS = ", what differs: "
#: Said if the captain opens fire without an aim.
CHOOSE = "Choose an aim first: {}."
#: Said for a digit with no aim.
NO_AIM = "There is no aim {}. Choose {}."
#: What slots are called when they are counted; any other is a gun.
GUN = "gun"
SHOOTERS = {SupportShip: "support ship", FighterSlot: "fighter"}
#: Said while the plan is not the one that the exec has named; his own has a number.
AGAIN = "Press s again to use it."
AGAIN_OWN = "Press {} or s again to use it."


class AimRow(NamedTuple):
    """An aim in the list: name, expected hits, chance of none, section likeliest hit, what it gains
    and costs.
    """

    name: str
    hits: str
    no_hit: str
    likeliest_hit: str
    effect: str = ""
    cost: str = ""


HEADINGS = AimRow("Aim", "hits", "no hit", "likeliest hit", "gains and costs")


def aim_name(play: Play, aim: aims.Aim) -> str:
    """The name of an aim: ``Fewest hits``, ``The bomb first``, ``Guard aft (deck fire 2)``."""
    if aim.kind == aims.FEWEST:
        return "Fewest hits"
    if aim.kind == aims.WEAPONS:
        weapons = _weapon_words(play)
        return "Weapons first" if weapons == WEAPONS else f"The {weapons} first"
    reason = aims.guard_reason(play, aim.section)
    if reason is None:
        # It is only the likeliest section to be hit.
        return f"Guard {aim.section}"
    what, number = reason
    words = {
        aims.GuardReason.DECK_FIRE: f"deck fire {number}",
        aims.GuardReason.FIRE: count(number, "fire"),
        aims.GuardReason.FLOOD: f"flooding {number}",
        aims.GuardReason.MEN: f"{count(number, 'man', 'men')} left",
        aims.GuardReason.HITS: count(number, "hit"),
    }
    return f"Guard {aim.section} ({words[what]})"


def aim_row(plans: aims.AimPlans, aim: aims.Aim, held: int, to: str = " to ") -> AimRow:
    """A row of the list of aims: gain and cost (in hits, or else by section) against ``Fewest
    hits``.
    """
    now, fewest = plans.figures(plans.plan(aim, held)), plans.figures(plans.plan(aims.Aim(), held))
    row = plan_row(aim_name(plans.play, aim), now)
    if aim.kind == aims.FEWEST:
        return row
    more = round(now.expected, 2) - round(fewest.expected, 2)
    cost = f"+{more:.2f} hits"
    worse = max(SECTIONS, key=lambda name: now.sections[name] - fewest.sections[name])
    if more < 0.005:
        risen = (
            percent(fewest.sections[worse]) != percent(now.sections[worse]) and worse != aim.section
        )
        cost = (
            f"{worse} {_change(fewest.sections[worse], now.sections[worse], to)}"
            if risen
            else "at no cost"
        )
    if aim.kind == aims.WEAPONS and now.weapon is not None and fewest.weapon is not None:
        return row._replace(
            effect=f"{_weapon_words(plans.play)} {_change(fewest.weapon, now.weapon, to)}",
            cost=cost,
        )
    change = _change(fewest.sections[aim.section], now.sections[aim.section], to)
    return row._replace(effect=f"{aim.section} {change}", cost=cost)


def _weapon_words(play: Play) -> str:
    """The weapon that planes of the wave still carry, or ``weapons`` if they carry several
    kinds.
    """
    flying = [plane for plane in play.state.air.planes if plane.flying and plane.special]
    kinds = {WEAPON_NAMES[plane.weapon] for plane in flying}
    return kinds.pop() if len(kinds) == 1 else WEAPONS


def plan_row(name: str, odds: aims.AimOdds) -> AimRow:
    """The row of any plan."""
    section = odds.likeliest_hit
    return AimRow(
        name,
        f"{odds.expected:.2f}",
        percent(odds.none),
        f"{section} {percent(odds.sections[section])}",
    )


def only_words(plans: aims.AimPlans, held: int) -> str:
    """The chances of the only aim with some fighters held back, instead of a list of aims."""
    row = plan_row("", plans.figures(plans.plan(aims.Aim(), held)))
    return (
        f"Only plan: {row.hits} hits expected, no hit {row.no_hit}, likeliest hit "
        f"{row.likeliest_hit}"
    )


def _change(before: float, after: float, to: str) -> str:
    """A chance with another aim, as ``28 to 6%``; the chance alone if it stays the same."""
    was = percent(before)
    now = percent(after)
    return now if was == now else f"{was.removesuffix('%')}{to}{now}"


def judged_words(plans: aims.AimPlans, given: Orders, better: Orders) -> tuple[str, str]:
    """A fire plan and doctrine's as orders with their chances; a plan that no aim gives by the guns
    that differ.
    """
    chosen = aim_of(plans, given), aim_of(plans, better)
    subject = next(
        (aim for aim in chosen if aim is not None and aim.kind != aims.FEWEST), aims.Aim()
    )
    said = []
    for aim, orders, than, own in zip(
        chosen, (given, better), (better, given), (BY_GUNS, DOCTRINES_OWN), strict=True
    ):
        odds = plans.figures(orders)
        chance = ""
        if subject.kind == aims.WEAPONS:
            chance = f"{_weapon_words(plans.play)} {percent(odds.weapon or 0.0)}, "
        elif subject.kind == aims.GUARD:
            chance = f"{subject.section} {percent(odds.sections[subject.section])}, "
        guns = f"{DIFFERS}{plan_words(orders, than)}" if aim is None else ""
        said.append(
            f"{order_words(plans, aim, orders, own)} ({chance}{odds.expected:.2f} hits "
            f"expected){guns}"
        )
    return said[0], said[1]


def order_words(
    plans: aims.AimPlans, aim: aims.Aim | None, orders: Orders, own: str = BY_GUNS
) -> str:
    """A fire plan as an order: ``the bomb first, 2 fighters held back``; ``own`` is what a plan
    without an aim is.
    """
    name, kept = (
        own if aim is None else aim_name(plans.play, aim),
        fighters_kept(plans.choice, orders),
    )
    held = (
        f", {count(kept, 'fighter') if kept else 'no fighters'} held back"
        if plans.most_held
        else ""
    )
    return f"{name[:1].lower()}{name[1:]}{held}"


def aim_of(plans: aims.AimPlans, orders: Orders) -> aims.Aim | None:
    """The aim that gives a plan; None if no aim does."""
    held = min(fighters_kept(plans.choice, orders), plans.most_held)
    same = (
        aim
        for aim in plans.offered(held)
        if is_same_order(plans.play, plans.choice, orders, plans.plan(aim, held))
    )
    return next(same, None)


class FireOrder(NamedTuple):
    """A fire plan as the captain ordered it, until its wave is over.

    ``said`` is the order, empty for the only sensible plan; ``chance`` that of a hit by the
    ``weapon`` or on the ``section`` it cared for; ``moved`` are the slots with the planes at which
    they would not fire for the fewest hits.
    """

    said: str
    weapon: str
    section: str
    chance: float
    expected: float
    held: int
    moved: frozenset[tuple[str, int]] = frozenset()


def order_given(
    plans: aims.AimPlans, aim: aims.Aim | None, orders: Orders, held: int, is_execs: bool
) -> FireOrder:
    """The order of a fire plan: an aim, the exec's own plan, gun by gun, or how many fighters are
    held back.
    """
    odds = plans.figures(orders)
    held = held if aim is not None else fighters_kept(plans.choice, orders)
    plain = FireOrder("", "", "", 0.0, odds.expected, held if plans.most_held else 0)
    if aim is not None and not plans.is_question(held):
        if not plans.most_held:
            return plain
        said = f"You held back {count(held, 'fighter')}" if held else "You held no fighter back"
        return plain._replace(said=said, held=0)
    if not orders:
        return plain._replace(said="You held your fire")
    if is_execs and aim is None:
        return plain._replace(said="You took your exec's plan")
    if aim is not None and aim.kind == aims.FEWEST:
        return plain._replace(said="You went for the fewest hits")
    fewest = plans.plan(aims.Aim(), min(held, plans.most_held))
    if aim is None:
        return plain._replace(
            said="You aimed gun by gun", moved=frozenset(orders.items() - fewest.items())
        )
    flying = [plane for plane in plans.play.state.air.planes if plane.flying]
    if aim.kind == aims.WEAPONS:
        after = {plane.number for plane in flying if plane.special}
    else:
        ordinary = (plane for plane in flying if not plane.special)
        after = {
            plane.number
            for plane in ordinary
            if section_of(plans.play, plane.bearing) == aim.section
        }
    moved = (
        (slot, plane)
        for slot, plane in orders.items()
        if plane in after and fewest.get(slot) not in after
    )
    order = plain._replace(moved=frozenset(moved))
    if aim.kind == aims.GUARD:
        return order._replace(
            said=f"You guarded {aim.section}",
            section=aim.section,
            chance=odds.sections[aim.section],
        )
    name = aim_name(plans.play, aim)
    said = f"You went after {name[:1].lower()}{name[1:]}"
    return order._replace(said=said, weapon=_weapon_words(plans.play), chance=odds.weapon or 0.0)


def result_words(order: FireOrder, wave: WaveReport) -> tuple[str, ...]:
    """What came of an order in short sentences; empty for the only sensible plan without fighters
    held back.
    """
    splashed = {
        plane.number: plane.shot_down_by for plane in wave.planes if plane.fate is Fate.SPLASHED
    }
    guns = {plane: slot for plane, slot in splashed.items() if (slot, plane) in order.moved}
    kept = [
        plane
        for plane, slot in splashed.items()
        if wave.number > 1 and is_fighters(slot) and plane not in guns
    ]
    if not order.said and not kept:
        return ()
    hits = f"{order.expected:.2f} hits expected, {wave.strikes} taken."
    told = [f"{order.said}: {hits}"] if order.said else []
    direct = [each for each in wave.impacts if not each.near]
    if order.weapon or order.section:
        hit = (
            "it was hit"
            if any(impact.section == order.section for impact in direct)
            else "no hit there"
        )
        if order.weapon:
            struck = sum(impact.by_weapon for impact in direct)
            what = order.weapon.removesuffix("s")
            hit = f"{count(struck, what) if struck else f'no {what}'} hit you"
        told = [f"{order.said}: {hit} (chance of a hit {percent(order.chance)}).", hits]
    if guns:
        told.append(f"Aimed by your order, {_named(guns.values())} splashed {_planes(guns)}.")
    if kept:
        told.append(f"Fighters you had held back splashed {_planes(kept)}.")
    if order.held:
        turned_away = any(
            isinstance(event, Note) and event.text == Remark.FIGHTERS for event in wave.consequences
        )
        use = ", but the other waves withdrew" if turned_away else " for the next wave"
        told.append(f"You held back {count(order.held, 'fighter')}{use}.")
    return tuple(told) if order.said else (*told, hits)


def _planes(planes: Collection[int]) -> str:
    return (
        f"plane{'s' if len(planes) > 1 else ''} "
        f"{listed([str(plane_number(plane)) for plane in planes])}"
    )


def _named(slots: Iterable[str]) -> str:
    """The slots that did something, each once: guns by name, fighters and support ships by kind."""
    kinds = (SHOOTERS.get(type(slot_named(slot)), slot) for slot in slots)
    return listed(
        [f"{kind}s" if kind in SHOOTERS.values() else kind for kind in dict.fromkeys(kinds)]
    )


def raid_words(play: Play) -> str:
    """The wave in the raid: ``wave 1 of 3: 7 planes now, 4 and 2 to come``."""
    air = play.state.air
    flying = sum(plane.flying for plane in air.planes)
    sizes = [str(len(wave)) for wave in air.waves]
    coming = f", {listed(sizes)} to come" if sizes else ""
    return f"wave {air.wave} of {air.wave + len(sizes)}: {count(flying, 'plane')} now{coming}"


def held_words(plans: aims.AimPlans, aim: aims.Aim | None, held: int) -> str:
    """The fighters of this wave and those held back for later ones, with their price; empty if none
    can be held.
    """
    if not plans.most_held:
        return ""
    many = held or max(1, plans.share)
    price = _price(plans, aim or aims.Aim(), many)
    if not held:
        return f"{plans.fighters} now, none held back (holding {many}: {price})"
    return f"{plans.fighters - held} now, {held} held back: {price}"


def gun_words(slots: Iterable[str]) -> str:
    """How many guns, support ships and fighters some slots are."""
    kinds = Counter(SHOOTERS.get(type(slot_named(slot)), GUN) for slot in slots)
    return listed([count(kinds[kind], kind) for kind in (GUN, *SHOOTERS.values()) if kinds[kind]])


def single_words(plans: aims.AimPlans, fire: str = "press f") -> str:
    """What to do while there is only one aim; ``fire`` is how to open fire."""
    held = "Hold fighters back if you like, then " if plans.most_held else ""
    return title_case(f"{held}{fire} to open fire.")


def near_miss_words(plans: aims.AimPlans, orders: Orders) -> str:
    """The chance of no near miss either under a plan, while the ship has so few hull points that
    one may be fatal.
    """
    hull = plans.play.ship.hull
    if hull > plans.play.tables.numbers.steady_hull:
        return ""
    undamaged = percent(plans.odds.wave(orders).undamaged)
    return f"Hull {hull}: near misses can be fatal. No hit and no near miss: {undamaged}"


def numbers_words(most: int, before: str = "") -> str:
    """The numbers to choose from: ``1``, ``1 or 2``, ``1, 2 or 3``."""
    return listed([f"{before}{number}" for number in range(1, most + 1)], "or")


def dropped_words(plans: aims.AimPlans, aim: aims.Aim | None, held: int) -> str:
    """Said if the aim chosen is no longer offered because of the fighters now held back; else
    empty.
    """
    left = plans.offered(held)
    if aim is None or aim in left:
        return ""
    name = aim_name(plans.play, aim)
    again = (
        f"Choose {numbers_words(len(left))}."
        if len(left) > 1
        else f"Only {aim_name(plans.play, left[0])} is left."
    )
    return f"{name} makes little difference with {count(held, 'fighter')} held back. {again}"


def advice_words(plans: aims.AimPlans, shown: int) -> str:
    """The exec's advice and why; an aim has its number if it is in the list with ``shown`` fighters
    held back.
    """
    aim, held, orders = plans.advised()
    if aim is None:
        fewest = plans.figures(plans.plan(aims.Aim(), min(held, plans.most_held)))
        more = plans.figures(orders).expected - fewest.expected
        hits = f"{more:.2f} more hits, but" if round(more, 2) > 0 else "the hits should land"
        return f"Your exec would use a different plan: {hits} where they do less damage."
    many = f"{held} of {count(plans.fighters, 'fighter')}" if held else "no fighter"
    price = f" ({_price(plans, aim, held)})" if held else ""
    if not plans.is_question(shown) and not plans.is_question(held):
        return (
            f"Your exec would "
            f"{f'hold {many} back{price}' if plans.most_held else 'open fire with this plan'}."
        )
    number = next(
        (f"{number}, " for number, each in plans.numbered(shown).items() if each == aim), ""
    )
    advice = f"Your exec would choose {number}{aim_name(plans.play, aim)}"
    if plans.is_question(held):
        lead = plans.lead()
        less = f"{percent(lead)} less damage than the next aim"
        advice += f" ({less if lead >= 0.02 else 'any aim would do'})"
    return f"{advice}{f', {many} held back{price}' if plans.most_held else ''}."


def _price(plans: aims.AimPlans, aim: aims.Aim, held: int) -> str:
    return f"+{plans.given_up(aim, held):.2f} hits now, -{plans.saved_later(held):.2f} later"


def chances_words(
    plans: aims.AimPlans, held: int, advised: Recommendation, differs: bool, working: bool
) -> str:
    """The chances of the aims by playouts, each with its number; together if none differs for
    certain.
    """
    setup = plans.play.state.setup
    least = min(chance.branches for chance in advised.chances.values())
    if len(advised.chances) < 2:
        return ""
    if not has_enough(advised.chances):
        return f"Counting ... {least} of {ENOUGH} games with each order." if working else ""
    goal = goal_of(setup, advised)
    if differs:
        named = {aim.name: str(number) for number, aim in plans.numbered(held).items()}
        figures = dict[str, str]()
        execs, many, _ = plans.advised()
        if execs is None or many != held:
            named[EXEC] = "your exec's order"
        for name, words in (
            (name, words) for name, words in named.items() if name in advised.chances
        ):
            # The ships lost on average; of the only ship, the chance that she sinks.
            lost = advised.chances[name].lost
            several = has_more_ships(setup, plans.play.tables)
            risk = f" ({lost:.1f} ships lost)" if several else f" (she sinks {percent(lost)})"
            figures[words] = (
                f"{percent(share_of(advised, name))}{risk if setup.kind != SCENARIO else ''}"
            )
        said = (
            f"Chance {goal}: {', '.join(f'{words} {figure}' for words, figure in figures.items())}."
        )
        return f"{said} Still counting: {least} games with each order so far." if working else said
    if working:
        return f"Counting ... {least} games with each order so far, too close to call."
    shares = sorted({round(100 * share_of(advised, name)) for name in advised.chances})
    span = f"{shares[0]}%" if len(shares) == 1 else f"{shares[0]} to {shares[-1]}%"
    orders = "any aim" if plans.is_question(held) else "this plan or your exec's"
    return f"With {orders}, the chance {goal} is {span}."
