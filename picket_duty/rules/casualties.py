"""Men and officers lost to a hit (rules 6, table 13)."""

from __future__ import annotations

from picket_duty.book import effects, vocabulary
from picket_duty.book.effects import Effect
from picket_duty.events import Loss
from picket_duty.requests import Roll
from picket_duty.rules import jobs
from picket_duty.rules.blow import HitContext
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import Fallen


def lose_men(play: Play, section: str, blow: HitContext) -> Procedure[None]:
    """Lose repair men to a hit, idle men first (rules 6)."""
    ship = play.ship
    row = yield play.ask(
        Roll(play.tables["rules"].die("men"), vocabulary.MEN, blow.actor, plane=blow.plane)
    )
    lost = min(row["men"], ship.men[section])
    if not lost:
        return
    ship.men[section] -= lost
    play.emit(Loss(track=vocabulary.MEN_TRACKS[section], points=lost, left=ship.men[section]))
    # If fewer men are left than are on the section's jobs, the last jobs lose theirs.
    section_jobs = [job for job in ship.jobs if jobs.section_of(play, job) == section]
    excess = sum(ship.jobs[job] for job in section_jobs) - ship.men[section]
    for job in reversed(section_jobs):
        taken = min(max(excess, 0), ship.jobs[job])
        excess -= taken
        ship.jobs[job] -= taken
        if not ship.jobs[job]:
            del ship.jobs[job]


def kill(play: Play, effect: effects.Kill, blow: HitContext) -> Procedure[None]:
    """Kill the officers in the given posts; each is replaced at once (table 13)."""
    for post in effect.posts:
        yield from kill_post(play, post, blow)


def kill_post(play: Play, post: str, blow: HitContext) -> Procedure[None]:
    """Kill and replace an officer; a single hit does not also kill the successor (rules 6)."""
    ship = play.ship
    if post in blow.killed:
        return
    blow.killed.append(post)
    ship.fallen.append(Fallen(post, name=ship.crew[post].name, phase=play.state.label))
    yield from play.fill_post(post, killed=True)


def kill_officer(play: Play, effect: Effect, blow: HitContext) -> Procedure[None]:
    """Roll on table 13 and kill the officer it names, if any."""
    row = yield play.ask(Roll(play.tables["13"], vocabulary.OFFICER, blow.actor, plane=blow.plane))
    if row["killed"]:
        yield from kill_post(play, row["killed"], blow)
