"""The odds of the current request as text and JSON, for ``picket-duty odds`` and the odds page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from picket_duty.book import effects
from picket_duty.book.effects import Effect
from picket_duty.charts import Chart
from picket_duty.charts.words import result_words
from picket_duty.game import Game
from picket_duty.odds import fire, plan, repair
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.fire import Orders
from picket_duty.odds.option_outcomes import consequences
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes
from picket_duty.odds.roll_odds import Outcomes, outcomes
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Roll
from picket_duty.rules.play import Play
from picket_duty.text.consequences import percent
from picket_duty.text.names import WEAPONS, count, grouped, item_name, label_words, plane_line, plane_name
from picket_duty.text.prompts import choice_lines
from picket_duty.text.rolls import roll_words
from picket_duty.text.status import NO_GAIN

#: How many compartments are named, the likeliest.
STRUCK = 8
#: Columns of the first field of the table of a fire plan, and of the others.
NAMES, COLUMN = 32, 13
#: The plans that are compared.
YOURS, STAFFS = "your plan", "staff's plan"
#: Kinds of damage by the effects that belong to them.
KINDS: dict[str, tuple[type[Effect], ...]] = {
    "a compartment": (effects.HitCompartment, effects.DestroyCompartment),
    "a secondary compartment": (effects.HitSecondary,),
    "a gun": (effects.HitTub, effects.Hit5in, effects.Hit20mm, effects.DestroyMounts),
    "a deck fire": (effects.DeckFire,),
    "equipment": (
        effects.HitEquipment, effects.DamageEquipment, effects.DestroyEquipment, effects.LinesOut, effects.KillFdt,
    ),
    "table 15": (effects.Random,),
    "next to nothing": (effects.Superficial, effects.Nothing),
    "tracks": (effects.LoseHull, effects.LoseManeuver, effects.LoseFuel, effects.LoseSfs),
}  # fmt: skip
OTHER = "something else"
#: Up to this many results of a single cell are named, more are counted.
FEW = 8


def lines(game: Game, orders: Orders | None = None) -> list[str]:
    """The odds of the current request; for a fire plan also those of the player's ``orders`` so far."""
    request = game.request
    if request is None:
        return ["The game is over."]
    if isinstance(request, Roll):
        return roll_lines(request, game)
    when = f"{label_words(request.phase)}{f', wave {request.wave}' if request.wave else ''}"
    head = f"{when}: {request.prompt} ({request.rule})"
    if request.kind == ASSIGN:
        return [head, *plan_lines(game, request, orders)]
    text = [head, *choice_lines(request, game.state, game.tables, consequences(game.play, request), typed=False)[1:]]
    return [*text, *(f"  {line}" for line in advise(game.play, request))]


# -- rolls ---------------------------------------------------------------------


def roll_lines(roll: Roll, game: Game) -> list[str]:
    """Every result of a roll with its chance; results of a damage chart are summed by kind."""
    rows = outcomes(roll)
    head = roll_words(roll, game.tables)
    if roll.is_matrix:
        return [head, *_summed(roll, rows)]
    return [
        head,
        *(f"  {chance:6.1%}  {row.label:<8} {result_words(roll.chart, row, roll.column)}" for row, chance in rows),
    ]


def _summed(roll: Roll, rows: Outcomes) -> list[str]:
    """A line for each kind of result, the likeliest first, with its results."""
    kinds: dict[str, dict[str, float]] = {}
    for row, chance in rows:
        items = kinds.setdefault(kind_of(row.effects), {})
        words = result_words(roll.chart, row, roll.column)
        items[words] = items.get(words, 0.0) + chance
    ordered = sorted(kinds.items(), key=lambda entry: -sum(entry[1].values()))
    return [f"  {sum(items.values()):6.1%}  {kind}: {_items(items)}" for kind, items in ordered]


def kind_of(what: Iterable[Effect]) -> str:
    """The kind that a result of a damage chart is summed under: the first that one of its effects belongs to."""
    done = tuple(what)
    for kind, types in KINDS.items():
        if any(isinstance(effect, types) for effect in done):
            return kind
    return OTHER


def _items(items: dict[str, float]) -> str:
    """The results of a kind: likelier ones with their chance, those of a single cell together."""
    if len(items) == 1:
        return next(iter(items))
    least = min(items.values())
    ordered = sorted(items.items(), key=lambda entry: -entry[1])
    parts = [f"{words} {chance:.1%}" for words, chance in ordered if chance > least]
    single = [words for words, chance in ordered if chance == least]
    if len(single) > FEW:
        return ", ".join([*parts, f"{len(single)} more at {least:.1%} each"])
    return ", ".join([*parts, f"{least:.1%}{' each' if len(single) > 1 else ''} {', '.join(single)}"])


# -- fire plans -----------------------------------------------------------------


def plan_lines(game: Game, choice: Choice, orders: Orders | None = None) -> list[str]:
    """The wave plane by plane: without fire, under the player's orders if there are any, under the officers' plan."""
    play, odds = game.play, PlanOdds(game.play)
    plans: dict[str, Orders] = {"unfired at": {}}
    staff = plan.staff_plan(play, choice)
    yours = orders if orders != staff else None
    if yours:
        plans[YOURS] = yours
    plans[STAFFS] = staff
    waves = {name: odds.wave(each) for name, each in plans.items()}
    text = [_row("a plane or its weapon strikes", plans)]
    for place, plane in enumerate(odds.planes.values()):
        text.append(_row(plane_line(plane), (percent(wave.planes[place].any) for wave in waves.values())))
    text += [
        _row("strikes expected", (f"{wave.expected:.2f}" for wave in waves.values())),
        *_interval(waves),
        _row("no strike", (percent(wave.none) for wave in waves.values())),
        _row("undamaged", (percent(wave.undamaged) for wave in waves.values())),
        _row("harm, of a ship, later waves too", (harm(play, choice, each) for each in plans.values())),
    ]
    if orders == staff:
        text.append("your plan is the staff's")
    for name in list(plans)[1:]:
        text += [f"{name}:", *_orders(game, choice, plans[name], waves[name])]
    shown = YOURS if yours else STAFFS
    return [*text, *_struck(game, shown, plans[shown], waves[shown])]


def _interval(waves: dict[str, WaveStrikes]) -> list[str]:
    """The 95 % interval of the expected strikes, unless exact: early ends of a wave are simulated."""
    bounds = [(f"{wave.low:.2f}", f"{wave.high:.2f}") for wave in waves.values()]
    if all(low == high for low, high in bounds):
        return []
    return [_row("  95 % interval", (f"{low}-{high}" for low, high in bounds))]


def _row(name: str, cells: Iterable[str]) -> str:
    return f"  {name:<{NAMES}}" + "".join(f"{cell:>{COLUMN}}" for cell in cells)


def harm(play: Play, choice: Choice, orders: Orders) -> str:
    """The expected damage under a plan, as a share of a ship."""
    return f"{plan.plan_of(play, choice, orders, fitted(play)).whole:.1%}"


def _orders(game: Game, choice: Choice, orders: Orders, wave: WaveStrikes) -> list[str]:
    """Who fires at each plane and its chances; markers kept."""
    text = []
    for plane in wave.planes:
        slots = [item_name(game.tables, slot) for slot, number in orders.items() if number == plane.plane]
        if slots:
            text.append(f"  at {plane_name(plane.plane)}: {grouped(slots)}; {_fate(game.play, plane)}")
    untargeted = [plane_name(plane.plane) for plane in wave.planes if plane.plane not in orders.values()]
    text += [f"  nobody at {grouped(untargeted)}"] if untargeted else []
    kept = plan.fighters_kept(choice, orders)
    return [*text, *([f"  {kept} AFS kept"] if kept else [])]


def _fate(play: Play, plane: PlaneStrikes) -> str:
    """The chances of a plane: aflame (it may still strike), destroyed, strikes by weapon and dive."""
    parts = [f"aflame {percent(plane.aflame)}", f"destroyed {percent(plane.destroyed)}"]
    if plane.weapon is not None:
        weapon = WEAPONS[play.state.air.planes[plane.plane].weapon]
        sinks = f" (sinks her {percent(plane.sinks)})" if plane.sinks else ""
        parts.append(f"its {weapon} strikes {percent(plane.weapon)}{sinks}")
    return ", ".join([*parts, f"its dive strikes {percent(plane.dive)}"])


def _struck(game: Game, name: str, orders: Orders, wave: WaveStrikes) -> list[str]:
    """Where planes strike under a plan, the kinds of damage, and the likeliest compartments."""
    odds = fire.wave_odds(game.play, orders, coming=wave.coming)
    names = game.tables.compartments
    likeliest = sorted(names, key=lambda name: -odds.struck(name))
    named = ", ".join(f"{names[name].name} {odds.struck(name):.1%}" for name in likeliest[:STRUCK])
    others = sum(odds.struck(name) for name in likeliest[STRUCK:])
    rest = f", {count(len(likeliest) - STRUCK, 'other')} together {others:.1%}" if others else ""
    return [
        f"under {name} a plane strikes {section_words(odds)}",
        f"it hits {', '.join(_kinds_struck(game, odds))}",
        f"of the compartments {named}{rest}",
    ]


def _kinds_struck(game: Game, odds: fire.WaveOdds) -> list[str]:
    """The chance of every kind of damage, the likeliest first."""
    shares = {section: kind_shares(game.tables[f"11/{section}"]) for section in odds.sections}
    kinds = dict.fromkeys(kind for part in shares.values() for kind in part)
    chances = {
        kind: odds.at_least_once({section: part.get(kind, 0.0) for section, part in shares.items()}) for kind in kinds
    }
    return [f"{kind} {chance:.1%}" for kind, chance in sorted(chances.items(), key=lambda entry: -entry[1])]


def kind_shares(chart: Chart) -> dict[str, float]:
    """The share of a damage chart's cells by kind of damage, adding up to 1."""
    shares: dict[str, float] = {}
    for cell in chart.cells.values():
        kind = kind_of(cell.effects)
        shares[kind] = shares.get(kind, 0.0) + 1 / len(chart.cells)
    return shares


# -- the staff's advice ------------------------------------------------------------


def advise(play: Play, choice: Choice) -> list[str]:
    """What the officers would do about a fire plan or the men; empty for a choice between options."""
    if choice.kind == ASSIGN:
        return fire_lines(play, choice)
    return men_lines(play, choice) if choice.kind == MEN_TO_JOBS else []


def fire_lines(play: Play, choice: Choice) -> list[str]:
    """The strikes of the wave without fire and under the officers' plan, their sections, fighters kept."""
    orders = plan.staff_plan(play, choice)
    odds = PlanOdds(play)
    unfired, planned = odds.wave({}), odds.wave(orders)
    lines = [
        f"the wave: {unfired.expected:.2f} strikes expected if unfired at, {planned.expected:.2f} as the staff plans; "
        f"no strike {percent(planned.none)}",
        f"a plane strikes {section_words(fire.wave_odds(play, orders, coming=planned.coming))}",
    ]
    kept = plan.fighters_kept(choice, orders)
    if kept and play.state.air.waves:
        lines.append(f"{kept} AFS kept: {'it saves' if kept == 1 else 'they save'} more in the later waves")
    return lines


def section_words(odds: fire.WaveOdds) -> str:
    """The chance of a strike on each section."""
    return ", ".join(f"{section} {percent(1 - chances[0])}" for section, chances in odds.sections.items())


def men_lines(play: Play, choice: Choice) -> list[str]:
    """The men the officers would send to each job, and the chance that it is finished in this round."""
    best = repair.best_men(play, choice)
    left = [f"the staff leaves {choice.jobs[name].text}: {NO_GAIN}" for name in repair.left_alone(play, choice, best)]
    if not best:
        return ["the staff would send nobody", *left]
    text = []
    for name, men in best.items():
        job = choice.jobs[name]
        done = percent(repair.done(play, name, job, men))
        text.append(f"the staff would send {count(men, 'man', 'men')} to {job.text}: done with {done}")
    return text + left


# -- JSON -----------------------------------------------------------------------


def as_json(game: Game) -> dict[str, Any]:
    """The odds of the current request as one JSON object."""
    request = game.request
    if request is None:
        return {"request": None}
    if isinstance(request, Roll):
        rows = [{"row": row.label, "result": dict(row.fields), "chance": chance} for row, chance in outcomes(request)]
        return {"request": "roll", "table": request.table, "column": request.column, "rows": rows}
    fields: dict[str, Any] = {
        "request": request.about, "phase": request.phase, "wave": request.wave,
        "stakes": consequences(game.play, request), "advice": advise(game.play, request),
    }  # fmt: skip
    if request.kind == ASSIGN:
        best = plan.plan_of(game.play, request, plan.staff_plan(game.play, request), fitted(game.play))
        strikes = PlanOdds(game.play).wave(best.orders)
        odds = fire.wave_odds(game.play, best.orders, coming=strikes.coming)
        fields |= {
            "plan": best,
            "strikes": strikes,
            "wave": odds.planes,
            "sections": odds.sections,
            "struck": {name: odds.struck(name) for name in game.tables.compartments},
        }
    elif request.kind == MEN_TO_JOBS:
        most = request.most
        fields |= {
            "men": repair.best_men(game.play, request),
            "jobs": [
                repair.job_odds(game.play, name, job, men)
                for name, job in request.jobs.items()
                for men in range(min(most, request.men[job.section]) + 1)
            ],
        }
    return fields
