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

    @property
    def price(self) -> str:
        """What it gains and costs; empty for the fewest hits and for a plan that serves no aim."""
        return f"{self.effect}, {self.cost}" if self.cost else ""

    def columns(self, room: int, gap: int) -> str:
        """The columns before the price, with a name of so many characters and so many spaces."""
        figures = f"{self.hits:>4}{self.no_hit:>9}{'':{gap}}{self.likeliest_hit:<13}"
        return f"{self.name:<{room}}{'':{gap}}{figures}"


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
    now = plans.figures(plans.plan(aim, held))
    row = plan_row(aim_name(plans.play, aim), now)
    if aim.kind == aims.FEWEST:
        return row
    fewest = plans.figures(plans.plan(aims.Aim(), held))
    subject, before = _subject(plans.play, aim, fewest)
    _, after = _subject(plans.play, aim, now)
    effect = f"{subject} {_change(before, after, to)}"
    return row._replace(effect=effect, cost=_cost(aim, fewest, now, to))


def _subject(play: Play, aim: aims.Aim, odds: aims.AimOdds) -> tuple[str, float]:
    """What an aim is for, a weapon or a section, and the chance that it hits or is hit."""
    if aim.kind == aims.WEAPONS:
        return _weapon_words(play), odds.weapon or 0.0
    return aim.section, odds.sections[aim.section]


def _cost(aim: aims.Aim, fewest: aims.AimOdds, now: aims.AimOdds, to: str) -> str:
    """What an aim costs in hits, or else where it raises the chance of one most."""
    more = round(now.expected, 2) - round(fewest.expected, 2)
    if more >= 0.005:
        return f"+{more:.2f} hits"
    worse = max(SECTIONS, key=lambda name: now.sections[name] - fewest.sections[name])
    change = _change(fewest.sections[worse], now.sections[worse], to)
    if worse == aim.section or to not in change:
        return "at no cost"
    return f"{worse} {change}"


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


def judged_pair(plans: aims.AimPlans, given: Orders, better: Orders) -> tuple[str, str]:
    """A fire plan and doctrine's as orders with their chances; a plan that no aim gives by the guns
    that differ.
    """
    chosen = (aim_of(plans, orders) for orders in (given, better))
    special = (aim for aim in chosen if aim is not None and aim.kind != aims.FEWEST)
    subject = next(special, None)
    return (
        _judged(plans, subject, given, better, BY_GUNS),
        _judged(plans, subject, better, given, DOCTRINES_OWN),
    )


def _judged(
    plans: aims.AimPlans, subject: aims.Aim | None, orders: Orders, than: Orders, own: str
) -> str:
    aim = aim_of(plans, orders)
    odds = plans.figures(orders)
    chances = f"{odds.expected:.2f} hits expected"
    if subject is not None:
        name, chance = _subject(plans.play, subject, odds)
        chances = f"{name} {percent(chance)}, {chances}"
    guns = f"{DIFFERS}{plan_words(orders, than)}" if aim is None else ""
    return f"{order_words(plans, aim, orders, own)} ({chances}){guns}"


def order_words(
    plans: aims.AimPlans, aim: aims.Aim | None, orders: Orders, own: str = BY_GUNS
) -> str:
    """A fire plan as an order: ``the bomb first, 2 fighters held back``; ``own`` is what a plan
    without an aim is.
    """
    words = _lowered(own if aim is None else aim_name(plans.play, aim))
    if not plans.most_held:
        return words
    kept = fighters_kept(plans.choice, orders)
    return f"{words}, {count(kept, 'fighter') if kept else 'no fighters'} held back"


def _lowered(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


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
    if aim is None:
        held = min(fighters_kept(plans.choice, orders), plans.most_held)
    plain = FireOrder("", "", "", 0.0, odds.expected, held)
    if aim is not None and not plans.is_question(held):
        if not plans.most_held:
            return plain
        said = "You held no fighter back"
        if held:
            said = f"You held back {count(held, 'fighter')}"
        return plain._replace(said=said, held=0)
    if not orders:
        return plain._replace(said="You held your fire")
    if is_execs and aim is None:
        return plain._replace(said="You took your exec's plan")
    fewest = plans.plan(aims.Aim(), held)
    if aim is None:
        moved = frozenset(orders.items() - fewest.items())
        return plain._replace(said="You aimed gun by gun", moved=moved)
    if aim.kind == aims.FEWEST:
        return plain._replace(said="You went for the fewest hits")
    subject, chance = _subject(plans.play, aim, odds)
    order = plain._replace(chance=chance, moved=_moved(plans.play, aim, orders, fewest))
    if aim.kind == aims.GUARD:
        return order._replace(said=f"You guarded {subject}", section=subject)
    name = _lowered(aim_name(plans.play, aim))
    return order._replace(said=f"You went after {name}", weapon=subject)


def _moved(play: Play, aim: aims.Aim, orders: Orders, fewest: Orders) -> frozenset[tuple[str, int]]:
    """The slots at planes that an aim is after, which would not fire at these for the fewest
    hits.
    """
    after = set()
    for plane in play.state.air.planes:
        is_weapon = aim.kind == aims.WEAPONS and plane.special
        comes_at = "" if plane.special else section_of(play, plane.bearing)
        if plane.flying and (is_weapon or comes_at == aim.section != ""):
            after.add(plane.number)
    return frozenset(
        (slot, plane)
        for slot, plane in orders.items()
        if plane in after and fewest.get(slot) not in after
    )


def result_clauses(order: FireOrder, wave: WaveReport) -> tuple[str, ...]:
    """What came of an order in short sentences; empty for the only sensible plan without fighters
    held back.
    """
    splashed = {
        plane.number: plane.shot_down_by for plane in wave.planes if plane.fate is Fate.SPLASHED
    }
    guns = {plane: slot for plane, slot in splashed.items() if (slot, plane) in order.moved}
    kept: list[int] = []
    if wave.number > 1:
        rest = (plane for plane in splashed if plane not in guns)
        kept = [plane for plane in rest if is_fighters(splashed[plane])]
    if not order.said and not kept:
        return ()
    hits = f"{order.expected:.2f} hits expected, {wave.strikes} taken."
    told = []
    if order.weapon or order.section:
        chance = f"(chance of a hit {percent(order.chance)})"
        told = [f"{order.said}: {_hit_words(order, wave)} {chance}.", hits]
    elif order.said:
        told = [f"{order.said}: {hits}"]
    if guns:
        told.append(f"Aimed by your order, {_named(guns.values())} splashed {_planes(guns)}.")
    if kept:
        told.append(f"Fighters you had held back splashed {_planes(kept)}.")
    if order.held:
        use = " for the next wave"
        if any(
            isinstance(event, Note) and event.text == Remark.FIGHTERS for event in wave.consequences
        ):
            use = ", but the other waves withdrew"
        told.append(f"You held back {count(order.held, 'fighter')}{use}.")
    return tuple(told) if order.said else (*told, hits)


def _hit_words(order: FireOrder, wave: WaveReport) -> str:
    """Whether the weapon hit that an order was after, or the section that it guarded."""
    direct = [each for each in wave.impacts if not each.near]
    if order.weapon:
        struck = sum(impact.by_weapon for impact in direct)
        what = order.weapon.removesuffix("s")
        return f"{count(struck, what) if struck else f'no {what}'} hit you"
    is_hit = any(impact.section == order.section for impact in direct)
    return "it was hit" if is_hit else "no hit there"


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
    again = f"Only {aim_name(plans.play, left[0])} is left."
    if len(left) > 1:
        again = f"Choose {numbers_words(len(left))}."
    what = f"little difference with {count(held, 'fighter')} held back"
    return f"{aim_name(plans.play, aim)} makes {what}. {again}"


def advice_words(plans: aims.AimPlans, shown: int) -> str:
    """The exec's advice and why; an aim has its number if it is in the list with ``shown`` fighters
    held back.
    """
    aim, held, orders = plans.advised()
    if aim is None:
        fewest = plans.figures(plans.plan(aims.Aim(), min(held, plans.most_held)))
        more = plans.figures(orders).expected - fewest.expected
        hits = "the hits should land"
        if round(more, 2) > 0:
            hits = f"{more:.2f} more hits, but"
        return f"Your exec would use a different plan: {hits} where they do less damage."
    many = f"{held} of {count(plans.fighters, 'fighter')}" if held else "no fighter"
    price = f" ({_price(plans, aim, held)})" if held else ""
    back = f"{many} back{price}"
    if not plans.is_question(shown) and not plans.is_question(held):
        advice = f"hold {back}" if plans.most_held else "open fire with this plan"
        return f"Your exec would {advice}."
    advice = f"Your exec would choose {_numbered(plans, aim, shown)}"
    if plans.is_question(held):
        lead = plans.lead()
        why = "any aim would do"
        if lead >= 0.02:
            why = f"{percent(lead)} less damage than the next aim"
        advice += f" ({why})"
    if plans.most_held:
        advice += f", {many} held back{price}"
    return f"{advice}."


def _numbered(plans: aims.AimPlans, aim: aims.Aim, held: int) -> str:
    """The name of an aim, after its number if it is in the list."""
    name = aim_name(plans.play, aim)
    numbers = [number for number, each in plans.numbered(held).items() if each == aim]
    return f"{numbers[0]}, {name}" if numbers else name


def _price(plans: aims.AimPlans, aim: aims.Aim, held: int) -> str:
    return f"+{plans.given_up(aim, held):.2f} hits now, -{plans.saved_later(held):.2f} later"


def chances_words(
    plans: aims.AimPlans, held: int, advised: Recommendation, differs: bool, working: bool
) -> str:
    """The chances of the aims by playouts, each with its number; together if none differs for
    certain.
    """
    chances = advised.chances
    if len(chances) < 2:
        return ""
    least = min(chance.branches for chance in chances.values())
    so_far = f"{least} games with each order so far"
    if not has_enough(chances):
        return f"Counting ... {least} of {ENOUGH} games with each order." if working else ""
    goal = goal_of(plans.play.state.setup, advised)
    if differs:
        said = f"Chance {goal}: {', '.join(_figures_clauses(plans, held, advised))}."
        return f"{said} Still counting: {so_far}." if working else said
    if working:
        return f"Counting ... {so_far}, too close to call."
    shares = sorted({round(100 * share_of(advised, name)) for name in chances})
    span = f"{shares[0]}%"
    if len(shares) > 1:
        span = f"{shares[0]} to {shares[-1]}%"
    orders = "any aim" if plans.is_question(held) else "this plan or your exec's"
    return f"With {orders}, the chance {goal} is {span}."


def _figures_clauses(plans: aims.AimPlans, held: int, advised: Recommendation) -> list[str]:
    """The chance of each aim by its number, and of the exec's order if it is another; outside a
    scenario also the ships lost on average, or the chance that the only ship sinks.
    """
    setup = plans.play.state.setup
    words = {aim.name: str(number) for number, aim in plans.numbered(held).items()}
    execs, many, _ = plans.advised()
    if execs is None or many != held:
        words[EXEC] = "your exec's order"
    figures = []
    for name in [name for name in words if name in advised.chances]:
        lost = advised.chances[name].lost
        risk = f" (she sinks {percent(lost)})"
        if setup.kind == SCENARIO:
            risk = ""
        elif has_more_ships(setup, plans.play.tables):
            risk = f" ({lost:.1f} ships lost)"
        figures.append(f"{words[name]} {percent(share_of(advised, name))}{risk}")
    return figures
