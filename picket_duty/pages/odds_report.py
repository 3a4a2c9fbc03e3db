"""The odds of the current request as text and JSON, for ``picket-duty odds`` and the odds page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from picket_duty.book import effects
from picket_duty.book.effects import Effect
from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains.doctrine import ReliefNeed, relief_need
from picket_duty.charts import Chart
from picket_duty.charts.words import format_result
from picket_duty.game import Game
from picket_duty.odds import fire, measured, plan, repair
from picket_duty.odds.aims import AimPlans, exec_plan
from picket_duty.odds.consequences import consequences, planes_under
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.fire import Orders
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes, weapon_strikes
from picket_duty.odds.roll_odds import outcomes
from picket_duty.pages.blocks import Block, Fields, Grid, Items, Paragraph, Space, styled
from picket_duty.pages.consequences import options_page, reason_words
from picket_duty.pages.fire_plan import aim_of, order_words
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Choice, Roll
from picket_duty.rules.anchorage import things_destroyed
from picket_duty.rules.campaign import days_to_serve
from picket_duty.rules.play import Play
from picket_duty.rules.upkeep import STAY
from picket_duty.rules.wave import special_roll
from picket_duty.text import names
from picket_duty.text.chances import RecommendationText
from picket_duty.text.rolls import roll_words
from picket_duty.text.status import NO_GAIN
from picket_duty.text.styled_text import line
from picket_duty.text.turning_points import differing

#: Number of compartments listed, the likeliest first.
STRUCK = 8
#: Width of the page in plain mode, behind its mark.
WIDTH = 76
#: The plans compared.
NO_FIRE, YOURS, EXECS = "no fire", "your plan", "exec's plan"
#: By plan, before the slots that the other plan does not aim at the plane.
ONLY_HERE = {YOURS: "only in your plan: ", EXECS: "only in the exec's plan: "}
#: Below this chance a weapon hardly ever hits; why it does not if the guns prevent it (rules 5.4).
HARDLY, LOST = 0.005, "a plane set afire loses its weapon"
#: Explains the row of expected damage.
DAMAGE_UNIT = "(Damage of 1.00 equals one ship lost. Damage expected from later waves is included.)"
#: Digits of the expected damage and of an interval: usually, and if two figures would look alike.
DIGITS = (2, 3)
#: The interval of expected hits that are no estimate.
EXACT = "exact"
#: Explains expected hits that are fewer than the chances of the planes together, by a hundredth or more.
EARLY_END = (
    "(The chances of the individual planes add up to more, because the wave can end before every plane attacks.)"
)
HUNDREDTH = 0.01
#: A hit on a secondary compartment, and what it is in the basic game, which has none.
SECONDARY, SUPERFICIAL = "secondary compartment", "superficial damage"
#: The effects of each kind of damage.
KINDS: dict[str, tuple[type[Effect], ...]] = {
    "compartment": (effects.HitCompartment, effects.DestroyCompartment),
    SECONDARY: (effects.HitSecondary,),
    "gun": (effects.HitTub, effects.Hit5in, effects.Hit20mm, effects.DestroyMounts),
    "deck fire": (effects.DeckFire,),
    "equipment": (
        effects.HitEquipment, effects.DamageEquipment, effects.DestroyEquipment, effects.LinesOut, effects.KillFdt,
    ),
    "random result (table 15)": (effects.Random,),
    "little or no damage": (effects.Superficial, effects.Nothing),
    "hull, maneuver, fuel or SFS": (effects.LoseHull, effects.LoseManeuver, effects.LoseFuel, effects.LoseSfs),
}  # fmt: skip
OTHER = "other"
#: Up to this number of results of a single cell are listed; more are counted.
FEW = 8


def odds_page(game: Game, orders: Orders | None = None, simulated: Mapping[str, str] = {}) -> list[Block]:
    """The odds of the current request; for a fire plan also those of the player's ``orders`` so far.

    ``simulated`` are the chances of the answers about relief, once games are simulated.
    """
    request = game.request
    if request is None:
        return [Paragraph("The game is over.")]
    if isinstance(request, Roll):
        return roll_odds_page(request, game)
    when = f"{names.label_words(request.phase)}{f', wave {request.wave}' if request.wave else ''}"
    head = Paragraph(f"{when}: {request.prompt} ({request.rule})")
    if request.kind == ASSIGN:
        return [head, *plan_page(game, request, orders)]
    options = options_page(request, game.state, game.tables, consequences(game.play, request), simulated)
    advice = advise(game.play, request)
    return [head, *options, *([Items(tuple(advice))] if advice else [])]


# -- rolls ---------------------------------------------------------------------


def roll_odds_page(roll: Roll, game: Game) -> list[Block]:
    """Every result of a roll with its chance; results of a damage chart are summed by kind."""
    rows = outcomes(roll)
    lines: list[tuple[str, ...]] = []
    kinds: dict[str, dict[str, float]] = {}
    for row, chance in rows:
        words = format_result(roll.chart, row, roll.column)
        if roll.is_matrix:
            items = kinds.setdefault(kind_of(row.effects, game.state.advanced), {})
            items[words] = items.get(words, 0.0) + chance
        else:
            lines.append((names.percent(chance), row.label, words))
    for kind, items in sorted(kinds.items(), key=lambda entry: -sum(entry[1].values())):
        lines.append((names.percent(sum(items.values())), f"{kind}: {items_of_kind(items)}"))
    return [Paragraph(roll_words(roll, game.tables)), Grid(("",) * len(lines[0]), tuple(lines), right=(0,))]


def kind_of(what: Iterable[Effect], advanced: bool = True) -> str:
    """The kind of a result of a damage chart: the first kind that any of its effects belongs to.

    Only the advanced game has secondary compartments.
    """
    done = tuple(what)
    kinds = [kind for kind, types in KINDS.items() if any(isinstance(effect, types) for effect in done)]
    if not advanced and SECONDARY in kinds:
        kinds = [*(kind for kind in kinds if kind != SECONDARY), SUPERFICIAL]
    return kinds[0] if kinds else OTHER


def items_of_kind(items: dict[str, float]) -> str:
    """The results of a kind: likelier ones with their chance, those of a single cell together."""
    if len(items) == 1:
        return next(iter(items))
    least = min(items.values())
    ordered = sorted(items.items(), key=lambda entry: -entry[1])
    parts = [f"{words} {names.percent(chance)}" for words, chance in ordered if chance > least]
    single = [words for words, chance in ordered if chance == least]
    if len(single) > FEW:
        return "; ".join([*parts, f"{len(single)} {'others' if parts else 'results'}, {names.percent(least)} each"])
    if len(single) == 1:
        return "; ".join([*parts, f"{single[0]} {names.percent(least)}"])
    return "; ".join([*parts, f"{names.percent(least)} each: {', '.join(single)}"])


# -- fire plans -----------------------------------------------------------------


def plan_page(game: Game, choice: Choice, orders: Orders | None = None) -> list[Block]:
    """The wave plane by plane: without fire, under the player's orders if there are any, under the exec's plan."""
    play, by_aim = game.play, AimPlans(game.play, choice)
    odds, plans = by_aim.odds, dict[str, Orders]({NO_FIRE: {}})
    aim, _, staff = by_aim.advised()
    yours = orders if orders != staff else None
    if yours:
        plans[YOURS] = yours
    plans[EXECS] = staff
    waves = {name: odds.wave(each) for name, each in plans.items()}
    strikes = list(waves.values())
    values = [plan.plan_of(play, choice, each, fitted(play)).whole for each in plans.values()]
    # A digit more if two different damages look alike.
    short, damages = ([f"{value:.{digits}f}" for value in values] for digits in DIGITS)
    damages = damages if len(set(damages)) > len(set(short)) else short
    intervals = [_interval(wave) for wave in strikes]
    rows: list[tuple[str, ...]] = [
        *(
            (names.plane_line(plane), *(names.percent(wave.planes[index].any) for wave in strikes))
            for index, plane in enumerate(odds.planes.values())
        ),
        ("expected hits", *(f"{wave.expected:.2f}" for wave in strikes)),
        *([("  95% interval", *intervals)] if set(intervals) != {EXACT} else []),
        ("no hit", *(names.percent(wave.none) for wave in strikes)),
        ("no hit, no near miss", *(names.percent(wave.undamaged) for wave in strikes)),
        ("expected damage", *damages),
    ]
    adds_up_to_more = any(sum(plane.any for plane in wave.planes) - wave.expected >= HUNDREDTH for wave in strikes)
    others = {YOURS: staff, EXECS: yours or staff}
    said = {EXECS: order_words(by_aim, aim, staff, "his own")}
    if yours:
        said[YOURS] = order_words(by_aim, aim_of(by_aim, yours), yours)
    named = list(plans)[1:]
    shown = YOURS if yours else EXECS
    return [
        Grid(("chance that a plane hits", *plans), tuple(rows), right=tuple(range(1, len(plans) + 1))),
        Paragraph(DAMAGE_UNIT),
        *([Paragraph(EARLY_END)] if adds_up_to_more else []),
        *([Paragraph("Your plan is the same as your exec's.")] if orders == staff else []),
        *(
            _orders(game, choice, f"{name}: {said[name]}", ONLY_HERE[name], plans[name], waves[name], others[name])
            for name in named
        ),
        _struck(game, shown, plans[shown], waves[shown]),
    ]


def _interval(wave: WaveStrikes) -> str:
    """The 95 % interval of the expected hits, with digits enough to tell its ends apart; ``EXACT`` of an exact mean."""
    pairs = ((f"{wave.low:.{digits}f}", f"{wave.high:.{digits}f}") for digits in DIGITS)
    return next((f"{low}-{high}" for low, high in pairs if low != high), EXACT)


def _orders(
    game: Game, choice: Choice, title: str, only: str, orders: Orders, wave: WaveStrikes, other: Orders
) -> Fields:
    """The slots that fire at each plane and its chances. Those not so in the ``other`` plan come last."""
    differ = dict(differing(orders, other))
    rows = []
    for plane in wave.planes:
        slots = [slot for slot in choice.slots if orders.get(slot) == plane.plane]
        if slots:
            same = names.grouped([names.item_name(game.tables, slot) for slot in slots if slot not in differ])
            here = names.grouped([names.item_name(game.tables, slot) for slot in slots if slot in differ])
            guns = "; ".join(filter(None, (same, f"{only}{here}" if here else "")))
            rows.append((names.plane_name(plane.plane), f"{guns}. {_fate(game.play, plane)}."))
    untargeted = [names.plane_name(plane.plane) for plane in wave.planes if plane.plane not in orders.values()]
    rows += [("no fire", f"at {names.grouped(untargeted)}")] if untargeted else []
    return Fields(tuple(rows), names.title_case(title))


def _fate(play: Play, plane: PlaneStrikes) -> str:
    parts = [f"splashed {names.percent(plane.destroyed)}", f"set afire {names.percent(plane.aflame)}"]
    parts += [weapon_words(play, plane, "the ship")] if plane.weapon is not None else []
    return names.title_case(", ".join([*parts, f"dive hits {names.percent(plane.dive)}"]))


def weapon_words(play: Play, strikes: PlaneStrikes, ship: str) -> str:
    """The chance that the weapon of a plane hits and that it sinks the ``ship``; why, if it hardly ever does."""
    plane = play.state.air.planes[strikes.plane]
    weapon, chance = names.WEAPONS[plane.weapon], strikes.weapon or 0.0
    unfired = weapon_strikes(fire.weapon_outcomes(play, plane))
    if not unfired:
        roll = special_roll(play, plane)
        none = f"(no result on chart {roll.table} is a hit)"
        return f"the {weapon} cannot hit {none if roll.maneuver is None else 'after your maneuver'}"
    if chance < HARDLY <= unfired:
        return f"{weapon} hits {names.percent(chance)} ({LOST})"
    sinks = f" (sinks {ship} {names.percent(strikes.sinks)})" if strikes.sinks else ""
    return f"{weapon} hits {names.percent(chance)}{sinks}"


def _struck(game: Game, name: str, orders: Orders, wave: WaveStrikes) -> Fields:
    odds = fire.wave_odds(game.play, orders, coming=wave.coming)
    compartments = game.tables.compartments
    likeliest = sorted(compartments, key=lambda name: -odds.struck(name))
    by_chance: dict[str, list[str]] = {}
    for item in filter(odds.struck, likeliest[:STRUCK]):
        by_chance.setdefault(names.percent(odds.struck(item)), []).append(compartments[item].name)
    parts = [f"{', '.join(items)} {chance}{' each' if items[1:] else ''}" for chance, items in by_chance.items()]
    others = [odds.struck(item) for item in likeliest[STRUCK:] if odds.struck(item)]
    parts += [f"{names.count(len(others), 'other compartment')}, {_at_most(others)}"] if others else []
    shares = {section: kind_shares(game.tables[f"11/{section}"], game.state.advanced) for section in odds.sections}
    chances = {
        kind: odds.at_least_once({section: part.get(kind, 0.0) for section, part in shares.items()})
        for kind in dict.fromkeys(kind for part in shares.values() for kind in part)
    }
    kinds = sorted(chances.items(), key=lambda entry: -entry[1])
    rows = (
        ("crash", section_words(odds)),
        ("result", ", ".join(f"{kind} {names.percent(chance)}" for kind, chance in kinds)),
        ("compartment hit", "; ".join(parts)),
    )
    return Fields(rows, f"Chance of at least one, with {name} (several can happen at once)")


def _at_most(chances: Sequence[float]) -> str:
    most = names.percent(max(chances))
    limit = f"under {most[1:]}" if most.startswith("<") else most if len(chances) == 1 else f"at most {most}"
    return limit if len(chances) == 1 else f"each {limit}"


def kind_shares(chart: Chart, advanced: bool = True) -> dict[str, float]:
    """The share of a damage chart's cells by kind of damage, adding up to 1."""
    shares: dict[str, float] = {}
    for cell in chart.cells.values():
        kind = kind_of(cell.effects, advanced)
        shares[kind] = shares.get(kind, 0.0) + 1 / len(chart.cells)
    return shares


# -- the exec's advice ------------------------------------------------------------


def advise(play: Play, choice: Choice) -> list[str]:
    """The exec's fire plan or assignment of men in brief; empty for a choice between options."""
    if choice.kind == ASSIGN:
        return plan_lines(play, choice, exec_plan(play, choice))
    return men_lines(play, choice) if choice.kind == MEN_TO_JOBS else []


def plan_lines(play: Play, choice: Choice, orders: Orders) -> list[str]:
    """The expected strikes without fire and under the exec's plan, their sections, fighters held back."""
    odds = PlanOdds(play)
    unfired, planned = odds.wave({}), odds.wave(orders)
    lines = [
        f"expected hits: {unfired.expected:.2f} if you hold fire, {planned.expected:.2f} with your exec's plan "
        f"(chance of no hits: {names.percent(planned.none)})",
        f"chance of at least one crash: {section_words(fire.wave_odds(play, orders, coming=planned.coming))}",
    ]
    kept = plan.fighters_kept(choice, orders)
    if kept and play.state.air.waves:
        lines.append(
            f"{names.count(kept, 'AFS marker')} held back: {'it prevents' if kept == 1 else 'they prevent'} "
            "more damage in later waves"
        )
    return lines


def section_words(odds: fire.WaveOdds) -> str:
    """The chance of at least one crash on each section."""
    return ", ".join(f"{section} {names.percent(1 - chances[0])}" for section, chances in odds.sections.items())


def men_lines(play: Play, choice: Choice) -> list[str]:
    """The men the exec would assign to each job, and the chance that it is finished in this round."""
    best = repair.best_men(play, choice)
    left = [
        f"your exec would skip {choice.jobs[name].text}: {NO_GAIN}" for name in repair.left_alone(play, choice, best)
    ]
    if not best:
        return ["your exec would send nobody", *left]
    text = []
    for name, men in best.items():
        job = choice.jobs[name]
        done = names.percent(repair.done(play, name, job, men))
        text.append(f"your exec would send {names.count(men, 'man', 'men')} to {job.text} ({done} to finish)")
    return text + left


# -- the recommendation -------------------------------------------------------------


def advice_page(game: Game, choice: Choice, advised: RecommendationText, order: str, working: bool) -> list[Block]:
    """The recommendation, as far as it is known, or the exec's ``order`` among options with its reason.

    ``working``: the chances of the options are being worked out.
    """
    texts = {option.value: option.text for option in choice.options}
    blocks: list[Block] = [Space()]
    if advised.words:
        blocks.append(Paragraph(line((advised.words, "strong"))))
    if choice.kind == ONE:
        relief = choice.decision is ASK_RELIEF
        reason = relief_words(game, order) if relief else reason_words(consequences(game.play, choice))
        if not advised.words:
            who = "By rule of thumb: " if working and not relief else "Exec: "
            blocks.append(Paragraph(line(who, (f"{texts[order]}. ", "strong"), reason)))
        elif reason and not (relief and days_to_serve(game.play)):
            # Among days to serve, what was simulated is the reason.
            blocks.append(Paragraph(reason))
    if working and not advised.words:
        blocks.append(styled("Working out the chances of each option"))
    # Beside the answers about relief they are among the options.
    shown = {} if choice.decision is ASK_RELIEF else advised.chances
    chances = tuple((texts[name], chance) for name, chance in shown.items())
    return [*blocks, *([Fields(chances)] if chances else [])] if len(blocks) > 1 or chances else []


def relief_words(game: Game, order: str) -> str:
    """Why the exec asks for relief or stays; empty if not by limits: the best of the estimates beside the answers."""
    ship, need, close = game.state.ship, relief_need(game.play), ""
    if days_to_serve(game.play) and isinstance(game.request, Choice):
        chances = measured.relief_chances(game.play, game.request.legal())
        if chances[order] == max(chances.values()):
            return ""
        close = "The estimates are too close to call. "
    if order == STAY:
        return f"{close}Her hull, fuel and ammunition are good for another day." if need is ReliefNeed.NONE else ""
    if need is ReliefNeed.HULL:
        why = f"With her hull at {ship.hull} of {game.tables.numbers.hull}, one bad wave could sink her."
    elif need is ReliefNeed.DESTROYED:
        why = f"{things_destroyed(game.play)} items are destroyed, and only the anchorage can replace them."
    else:
        left, limit = {"fuel": ship.fuel, "ammunition": ship.ammunition}, game.tables.numbers.relief_stores
        low = [f"{name} {points}" for name, points in left.items() if points <= limit]
        why = f"{names.title_case(names.listed(low))} may not last another day."
    return f"{close}{why}"


# -- JSON -----------------------------------------------------------------------


def odds_json(game: Game) -> dict[str, Any]:
    """The odds of the current request as one JSON object."""
    request = game.request
    if request is None:
        return {"request": None}
    if isinstance(request, Roll):
        rows = [{"row": row.label, "result": dict(row.fields), "chance": chance} for row, chance in outcomes(request)]
        return {"request": "roll", "table": request.table, "column": request.column, "rows": rows}
    fields: dict[str, Any] = {"request": request.about, "phase": request.phase, "wave": request.wave}
    if request.kind == ASSIGN:
        # The search for the exec's plan takes longer than all that follows from it.
        orders = exec_plan(game.play, request)
        strikes = PlanOdds(game.play).wave(orders)
        odds = fire.wave_odds(game.play, orders, coming=strikes.coming)
        return fields | {
            "stakes": planes_under(game.play, orders),
            "advice": plan_lines(game.play, request, orders),
            "plan": plan.plan_of(game.play, request, orders, fitted(game.play)),
            "strikes": strikes,
            "wave": odds.planes,
            "sections": odds.sections,
            "struck": {name: odds.struck(name) for name in game.tables.compartments},
        }
    fields |= {"stakes": consequences(game.play, request), "advice": advise(game.play, request)}
    if request.kind == MEN_TO_JOBS:
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
