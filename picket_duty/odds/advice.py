"""The staff's advice: short lines of odds to stand beside the orders a player is asked for."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.vocabulary import ASK_RELIEF, COUNTERFLOOD, DECLARE, FLOOD, ORDER_MANEUVER, RESCIND
from picket_duty.odds import fire, harm, plan, repair
from picket_duty.odds.rolls import chance
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision
from picket_duty.rules import control, damage, gunnery, wave
from picket_duty.rules.play import Play
from picket_duty.wording.names import count, plane_name


def advise(play: Play, choice: Choice) -> list[str]:
    """What the staff can say about a choice; nothing where there is nothing to work out."""
    if choice.kind == ASSIGN:
        return fire_lines(play, choice)
    if choice.kind == MEN_TO_JOBS:
        return men_lines(play, choice)
    teller = ABOUT.get(choice.decision)
    return teller(play, choice) if teller else []


def fire_lines(play: Play, choice: Choice) -> list[str]:
    """Each plane's chance to hit now and under the best plan, then the wave's."""
    best = plan.best_plan(play, choice)
    before, after = fire.wave_odds(play, {}), fire.wave_odds(play, best.orders)
    lines = []
    for open_fire, planned in zip(before.planes, after.planes, strict=True):
        plane = play.state.air.planes[planned.plane]
        place = f"{plane.weapon} attack" if plane.special else f"{plane.bearing:03d}{plane.altitude}"
        down = planned.hits[4]
        line = (
            f"{plane_name(plane.number)} {plane.type} {place}: hits {open_fire.hit:.0%} if not fired at, "
            f"{planned.hit:.0%} with the plan (flamed {planned.hits[3]:.0%}, destroyed {down:.0%})"
        )
        if planned.weapon:
            strikes = sum(share for key, share in planned.weapon.items() if key not in ("miss", "near_miss"))
            line += f", its {plane.weapon} strikes {strikes:.0%}"
        lines.append(line)
    lines.append(
        f"the wave: {before.expected:.2f} hits if not fired at, {after.expected:.2f} with the plan; "
        f"unhurt {after.number[0]:.0%}"
    )
    likely = ", ".join(f"{section} {1 - chances[0]:.0%}" for section, chances in after.sections.items())
    lines.append(f"chance of a hit {likely}")
    kept = sum(map(plan.is_fighters, choice.slots)) - sum(map(plan.is_fighters, best.orders))
    if kept:
        lines.append(f"{kept} AFS kept: {'it saves' if kept == 1 else 'they save'} more in the later waves")
    return lines


def men_lines(play: Play, choice: Choice) -> list[str]:
    """The chance of each job with 1, 2, 3 men; what the staff would give it."""
    best = repair.best_men(play, choice)
    lines = []
    for name, job in choice.jobs.items():
        most = min(choice.most, choice.men[job.section])
        rates = "  ".join(f"{men}: {repair.success(play, name, job, men):.0%}" for men in range(1, most + 1))
        line = f"{job.text}: {rates or 'no men left'}"
        if name in best:
            line += f"; {best[name]} advised, done {repair.done(play, name, job, best[name]):.0%}"
        lines.append(line)
    return lines


# -- yes or no -----------------------------------------------------------------


def _maneuver(play: Play, choice: Choice) -> list[str]:
    rate = chance(wave.maneuver_roll(play), "yes")
    orders: fire.Orders = plan.best_plan(play, gunnery.plan_choice(play)).orders
    held, turned = (fire.wave_odds(play, orders, maneuver=done).expected for done in (False, True))
    return [f"succeeds {rate:.0%}; hits expected {held:.2f} on course, {turned:.2f} if it succeeds"]


def _declaration(play: Play, choice: Choice) -> list[str]:
    rate = chance(control.declaration_roll(play), "yes")
    waves = count(len(play.state.air.waves), "more wave") if play.state.air.waves else "no more waves"
    return [f"granted {rate:.0%}; the guns then stay silent, {waves} known in this phase"]


def _rescind(play: Play, choice: Choice) -> list[str]:
    firing = fire.ship_with(play, declared=control.NONE)
    held, fired = (fire.wave_odds(one, _orders(one)).expected for one in (play, firing))
    return [f"hits expected in this wave {held:.2f} with the guns silent, {fired:.2f} with them firing"]


def _orders(play: Play) -> dict[str, int]:
    return plan.best_plan(play, gunnery.plan_choice(play), limit=0).orders


def _flooding(play: Play, choice: Choice) -> list[str]:
    works = chance(control.flooding_roll(play, ""), "yes")
    lines = [f"flooding succeeds {works:.0%}; a failure may blow the compartment up at once"]
    for option in choice.options[1:]:
        gain = repair.flooding_gain(play, option.value)
        blast = chance(damage.explosion_roll(play, option.value), "yes")
        verdict = "flooding is the smaller risk" if gain > 0 else "fighting the fire is the smaller risk"
        lines.append(f"{option.text}: explodes {(1 - works) * blast:.1%}; {verdict}")
    return lines


def _counterflooding(play: Play, choice: Choice) -> list[str]:
    works = chance(control.flooding_roll(play, ""), "yes")
    return [f"succeeds {works:.0%}; failure is harmless"]


def _relief(play: Play, choice: Choice) -> list[str]:
    ship = play.ship
    lines = [f"fuel {ship.fuel}, ammunition {ship.ammunition}, hull {ship.hull}, maneuver {ship.maneuver}"]
    if "repair" in choice.legal() and ship.hull < play.tables.numbers.steady_hull:
        lines.append(f"founders on the way {repair.sinks_on_the_way(play):.0%}")
    return lines


def harm_words(value: float) -> str:
    """A harm in words: hundredths of a ship."""
    return f"{100 * value / harm.LOST:.1f} % of a ship"


ABOUT: dict[Decision, Callable[[Play, Choice], list[str]]] = {
    ORDER_MANEUVER: _maneuver,
    DECLARE: _declaration,
    RESCIND: _rescind,
    FLOOD: _flooding,
    COUNTERFLOOD: _counterflooding,
    ASK_RELIEF: _relief,
}
