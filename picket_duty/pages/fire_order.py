"""A fire plan as the captain ordered it, and what came of the order when its wave is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from picket_duty.book.ids import slot_named
from picket_duty.facts import Fate, WaveReport
from picket_duty.facts.waves import drives_off
from picket_duty.odds import aims
from picket_duty.odds.fire import Orders
from picket_duty.odds.orders import fighters_kept, is_fighters
from picket_duty.pages.fire_plan import ANY_KIND, SEVERAL_KINDS, SHOOTERS, aim_name, weapon_of_wave
from picket_duty.rules.damage import section_of
from picket_duty.rules.play import Play
from picket_duty.state import SECTIONS
from picket_duty.text.english import count, listed, lowered, percent
from picket_duty.text.names import WEAPONS as WEAPON_NAMES
from picket_duty.text.names import part_of_ship, plane_number

#: What the chance beside each result of an order is of.
AT_LEAST_ONE = "chance of at least one"
#: Weapons whose plural is not regular.
PLURALS = {"torpedo": "torpedoes"}


class FireOrder(NamedTuple):
    """A fire plan as the captain ordered it, until its wave is over: ``order_given`` makes it when
    he opens fire, and ``result_clauses`` says what came of it.

    ``said`` is the order, empty for the only sensible plan; ``odds`` are the chances that the
    captain saw, ``held`` the fighters held back. ``weapon`` is what the order was meant to stop,
    ``section`` what it was to guard, both empty for the fewest hits. ``moved`` are the slots that
    the order sent to other planes than the plan for the fewest hits would, each with its plane.
    """

    said: str
    odds: aims.AimOdds
    held: int
    weapon: str = ""
    section: str = ""
    moved: frozenset[tuple[str, int]] = frozenset()


def order_given(
    plans: aims.AimPlans, aim: aims.Aim | None, orders: Orders, held: int, is_execs: bool
) -> FireOrder:
    """The order of a fire plan: an aim, the exec's own plan, gun by gun, or how many fighters are
    held back. ``aim`` is None for a plan without one; ``is_execs`` is whether it is the exec's own.
    """
    if aim is None:
        held = min(fighters_kept(plans.choice, orders), plans.most_held)
    plain = FireOrder(said="", odds=plans.figures(orders), held=held)
    # With only one aim to choose from, the order is only about the fighters.
    if aim is not None and not plans.is_question(held):
        if not plans.most_held:
            return plain
        said = "You held no fighters back"
        if held:
            said = f"You held back {count(held, 'fighter')}"
        # ``result_clauses`` need not say it again.
        return plain._replace(said=said, held=0)
    if not orders:
        return plain._replace(said="You held your fire")
    if is_execs and aim is None:
        return plain._replace(said="You used your exec's plan")
    fewest = plans.plan(aims.Aim(), held)
    if aim is None:
        moved = frozenset(orders.items() - fewest.items())
        return plain._replace(said="You aimed gun by gun", moved=moved)
    if aim.kind == aims.FEWEST:
        return plain._replace(said="You went for the fewest hits")
    order = plain._replace(moved=_moved(plans.play, aim, orders, fewest))
    if aim.kind == aims.GUARD:
        return order._replace(said=f"You guarded {aim.section}", section=aim.section)
    name = lowered(aim_name(plans.play, aim))
    return order._replace(said=f"You went after {name}", weapon=weapon_of_wave(plans.play))


def _moved(play: Play, aim: aims.Aim, orders: Orders, fewest: Orders) -> frozenset[tuple[str, int]]:
    """The slots at planes that an aim is after, which would not fire at these for the fewest
    hits.
    """
    after = set()
    for plane in play.state.air.planes:
        is_weapon = aim.kind == aims.WEAPONS and plane.special
        comes_at = "" if plane.special else section_of(play, plane.bearing)
        is_guarded_against = aim.section != "" and comes_at == aim.section
        if plane.flying and (is_weapon or is_guarded_against):
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
    # All fighters of a later wave were held back in an earlier one.
    if wave.number > 1:
        rest = (plane for plane in splashed if plane not in guns)
        kept = [plane for plane in rest if is_fighters(splashed[plane])]
    if not order.said and not kept:
        return ()
    told = []
    if order.said:
        told = [f"{order.said}: {', '.join(_hit_clauses(order, wave)) or 'nothing hit you'}."]
    if guns:
        told.append(f"On your order, {_named(guns.values())} splashed {_planes(guns)}.")
    if kept:
        told.append(f"Fighters you had held back splashed {_planes(kept)}.")
    if order.held:
        use = " for the next wave"
        if any(map(drives_off, wave.consequences)):
            use = ", but the other waves withdrew"
        told.append(f"You held back {count(order.held, 'fighter')}{use}.")
    return tuple(told)


def _hit_clauses(order: FireOrder, wave: WaveReport) -> list[str]:
    """What hit the ship, and what the order cared for if that did not, with the chances that the
    captain saw.
    """
    clauses = []
    hits = [impact for impact in wave.impacts if not impact.near]
    weapons = [WEAPON_NAMES[impact.weapon] for impact in hits if impact.by_weapon]
    if weapons or order.weapon:
        name = _weapon_name(order, weapons)
        struck = f"no {name}"
        if weapons:
            struck = count(len(weapons), name, PLURALS.get(name, ""))
        clauses.append(f"{struck} hit you ({AT_LEAST_ONE}: {percent(order.odds.weapon or 0.0)})")
    crashed = Counter(impact.section for impact in hits if not impact.by_weapon)
    # The section that the order cared for comes first.
    for section in sorted(SECTIONS, key=lambda section: section != order.section):
        if section in crashed or section == order.section:
            crashes = crashed[section]
            struck = {0: "no hit", 1: "a hit"}.get(crashes, f"{crashes} hits")
            chance = percent(order.odds.sections[section])
            clauses.append(f"{struck} {part_of_ship(section)} ({AT_LEAST_ONE}: {chance})")
    return clauses


def _weapon_name(order: FireOrder, weapons: Sequence[str]) -> str:
    """What to call the weapons that hit: as the order did, by their kind, or only ``weapon``."""
    if order.weapon:
        return ANY_KIND if order.weapon == SEVERAL_KINDS else order.weapon
    return weapons[0] if len(set(weapons)) == 1 else ANY_KIND


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
