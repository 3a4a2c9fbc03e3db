"""The odds of what a game waits for, as text and as JSON: what ``picket-duty odds`` prints."""

from __future__ import annotations

from typing import Any

from picket_duty.charts.words import result_words
from picket_duty.game import Game
from picket_duty.odds import fire, plan, repair
from picket_duty.odds.advice import advise, harm_words
from picket_duty.odds.rolls import outcomes
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Roll
from picket_duty.wording.names import count, grouped, item_name, label_words, plane_name
from picket_duty.wording.rolls import roll_words

#: Compartments named of those a wave may strike: the likeliest.
STRUCK = 8


def lines(game: Game) -> list[str]:
    """The odds of the request that a game waits for."""
    request = game.request
    if request is None:
        return ["The game is over."]
    if isinstance(request, Roll):
        return roll_lines(request, game)
    when = f"{label_words(request.phase)}{f', wave {request.wave}' if request.wave else ''}"
    found = [f"{when}: {request.prompt} ({request.rule})"]
    found += [f"  {line}" for line in advise(game.play, request)]
    if request.kind == ASSIGN:
        found += _plan_lines(game, request)
    elif request.kind == MEN_TO_JOBS:
        best = repair.best_men(game.play, request)
        found.append("best use of the men: " + (_men_words(game, best) or "nobody"))
    return found


def _men_words(game: Game, best: dict[str, int]) -> str:
    return ", ".join(f"{count(men, 'man', 'men')} to {item_name(game.tables, job)}" for job, men in best.items())


def roll_lines(roll: Roll, game: Game) -> list[str]:
    """Every result of a roll with its chance."""
    found = [roll_words(roll, game.tables)]
    for row, chance in outcomes(roll):
        found.append(f"  {chance:6.1%}  {row.label:<8} {result_words(roll.chart, row, roll.column)}")
    return found


def _plan_lines(game: Game, choice: Choice) -> list[str]:
    best, greedy = plan.best_plan(game.play, choice), plan.greedy_plan(game.play, choice)
    nothing = plan.plan_of(game.play, choice, {})
    proven = "proven best" if best.proven else "best found"
    found = [
        f"harm expected: {harm_words(nothing.whole)} without fire, {harm_words(greedy.whole)} shot by shot, "
        f"{harm_words(best.whole)} with the plan ({proven})"
    ]
    for number in dict.fromkeys(best.orders.values()):
        slots = [item_name(game.tables, slot) for slot, plane in best.orders.items() if plane == number]
        found.append(f"  at {plane_name(number)}: {grouped(slots)}")
    odds = fire.wave_odds(game.play, best.orders)
    number_words = ", ".join(f"{hits}: {chance:.0%}" for hits, chance in enumerate(odds.number) if chance >= 0.005)
    found.append(f"hits on the ship  {number_words}")
    names = game.tables.compartments
    struck = sorted(names, key=lambda name: -odds.struck(name))[:STRUCK]
    found.append("struck  " + ", ".join(f"{names[name].name} {odds.struck(name):.1%}" for name in struck))
    return found


def as_json(game: Game) -> dict[str, Any]:
    """The same as one JSON object."""
    request = game.request
    if request is None:
        return {"request": None}
    if isinstance(request, Roll):
        rows = [{"row": row.label, "result": dict(row.fields), "chance": chance} for row, chance in outcomes(request)]
        return {"request": "roll", "table": request.table, "column": request.column, "rows": rows}
    found: dict[str, Any] = {
        "request": request.about, "phase": request.phase, "wave": request.wave, "advice": advise(game.play, request),
    }  # fmt: skip
    if request.kind == ASSIGN:
        best = plan.best_plan(game.play, request)
        odds = fire.wave_odds(game.play, best.orders)
        found |= {
            "plan": best,
            "wave": odds.planes,
            "hits": odds.number,
            "sections": odds.sections,
            "struck": {name: odds.struck(name) for name in game.tables.compartments},
        }
    elif request.kind == MEN_TO_JOBS:
        most = request.most
        found |= {
            "men": repair.best_men(game.play, request),
            "jobs": [
                repair.job_odds(game.play, name, job, men)
                for name, job in request.jobs.items()
                for men in range(min(most, request.men[job.section]) + 1)
            ],
        }
    return found
