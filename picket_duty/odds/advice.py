"""The staff's advice on a fire plan and on the men, in short lines; what hangs on each option stands in ``stakes``."""

from __future__ import annotations

from picket_duty.odds import fire, plan, repair
from picket_duty.odds.planned import Planned
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice
from picket_duty.rules.play import Play
from picket_duty.text.names import count
from picket_duty.text.outcomes import percent
from picket_duty.text.status import NO_GAIN


def advise(play: Play, choice: Choice) -> list[str]:
    """What the staff would do about a fire plan or the men, in sum; nothing on a choice between options."""
    if choice.kind == ASSIGN:
        return fire_lines(play, choice)
    return men_lines(play, choice) if choice.kind == MEN_TO_JOBS else []


def fire_lines(play: Play, choice: Choice) -> list[str]:
    """The strikes of the wave if nobody fires and as the staff plans, where they fall, fighters kept."""
    orders = plan.staff_plan(play, choice)
    odds = Planned(play)
    unfired, planned = odds.wave({}), odds.wave(orders)
    lines = [
        f"the wave: {unfired.expected:.2f} strikes expected if unfired at, {planned.expected:.2f} as the staff plans; "
        f"no strike {percent(planned.none)}",
        f"a plane strikes {section_words(fire.wave_odds(play, orders, coming=planned.coming))}",
    ]
    kept = fighters_kept(choice, orders)
    if kept and play.state.air.waves:
        lines.append(f"{kept} AFS kept: {'it saves' if kept == 1 else 'they save'} more in the later waves")
    return lines


def section_words(odds: fire.WaveOdds) -> str:
    """The chance of each section that a plane strikes there."""
    return ", ".join(f"{section} {percent(1 - chances[0])}" for section, chances in odds.sections.items())


def fighters_kept(choice: Choice, orders: fire.Orders) -> int:
    """How many AFS markers a plan keeps."""
    return sum(map(plan.is_fighters, choice.slots)) - sum(map(plan.is_fighters, orders))


def men_lines(play: Play, choice: Choice) -> list[str]:
    """What the staff would give each job, and the chance that it is done with in this round."""
    best = repair.best_men(play, choice)
    left = [f"the staff leaves {choice.jobs[name].text}: {NO_GAIN}" for name in repair.left_alone(play, choice, best)]
    if not best:
        return ["the staff would send nobody", *left]
    found = []
    for name, men in best.items():
        job = choice.jobs[name]
        done = percent(repair.done(play, name, job, men))
        found.append(f"the staff would send {count(men, 'man', 'men')} to {job.text}: done with {done}")
    return found + left
