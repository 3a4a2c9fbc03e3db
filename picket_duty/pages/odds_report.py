"""The odds of the current request as text and JSON, for ``picket-duty odds`` and the odds page."""

from __future__ import annotations

from collections.abc import Mapping

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.charts.words import printed_words
from picket_duty.events import JsonObject
from picket_duty.game import Game
from picket_duty.odds import fire, plan, repair, repair_men
from picket_duty.odds.aims import AimPlans, exec_plan
from picket_duty.odds.consequences import consequences, planes_under
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.fire import Orders
from picket_duty.odds.orders import fighters_kept
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes, weapon_strikes
from picket_duty.odds.roll_odds import outcomes
from picket_duty.pages.blocks import Fields, Grid, Items, Page, Paragraph, Space, styled
from picket_duty.pages.choices import options_page
from picket_duty.pages.consequences import sums
from picket_duty.pages.fire_plan import aim_name, aim_of, order_words
from picket_duty.pages.relief import relief_estimates
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Choice, Roll
from picket_duty.rules.play import Play
from picket_duty.rules.wave import special_roll
from picket_duty.text.chances import RecommendationText
from picket_duty.text.dates import label_words
from picket_duty.text.english import count, percent, title_case
from picket_duty.text.names import WEAPONS, grouped, item_name, plane_name, short_plane_words
from picket_duty.text.rolls import roll_words
from picket_duty.text.status import NO_GAIN
from picket_duty.text.styled_text import line

#: Width of the page in plain mode, behind its mark.
WIDTH = 76
#: The plans compared.
NO_FIRE = "no fire"
YOURS = "your plan"
EXECS = "exec's plan"
#: The most compartments listed with their chance of a hit.
MOST_ROOMS = 8
#: Explains the row of expected damage.
DAMAGE_UNIT = "(Damage of 1.00 equals one ship lost. Damage expected from later waves is included.)"


def odds_page(game: Game, orders: Orders | None = None, simulated: Mapping[str, str] = {}) -> Page:
    """The odds of the current request, with the player's ``orders`` and ``simulated`` chances about
    relief.
    """
    request = game.request
    if request is None:
        return [Paragraph("The game is over.")]
    if isinstance(request, Roll):
        return roll_odds_page(request, game)
    when = f"{label_words(request.phase)}{f', wave {request.wave}' if request.wave else ''}"
    head = Paragraph(f"{when}: {request.prompt} ({request.rule})")
    if request.kind == ASSIGN:
        return [head, *plan_page(game, request, orders)]
    expected = consequences(game.play, request)
    chances = {**relief_estimates(request, game.play), **simulated}
    options = options_page(request, game.state, game.tables, expected, chances)
    more = [*sums(expected), *advise(game.play, request)]
    return [head, *options, *([Items(tuple(more))] if more else [])]


# -- rolls ---------------------------------------------------------------------


def roll_odds_page(roll: Roll, game: Game) -> Page:
    """Every result of a roll with its chance; equal results of a damage chart together, the
    likeliest first.
    """
    rows: dict[tuple[str, str], float] = {}
    for row, chance in outcomes(roll):
        label = "" if roll.is_matrix else row.label
        result = (label, printed_words(roll.chart, row, roll.column))
        rows[result] = rows.get(result, 0.0) + chance
    if roll.is_matrix:
        rows = dict(sorted(rows.items(), key=lambda entry: -entry[1]))
    lines = tuple((percent(chance), *filter(None, result)) for result, chance in rows.items())
    return [
        Paragraph(roll_words(roll, game.tables)),
        Grid(("",) * len(lines[0]), lines, right=(0,)),
    ]


# -- fire plans -----------------------------------------------------------------


def plan_page(game: Game, choice: Choice, orders: Orders | None = None) -> Page:
    """The wave plane by plane: without fire, under the player's orders if there are any, under the
    exec's plan.
    """
    by_aim = AimPlans(game.play, choice)
    aim, _, execs = by_aim.advised()
    plans: dict[str, Orders] = {NO_FIRE: {}}
    said: dict[str, str] = {}
    if orders and orders != execs:
        plans[YOURS] = orders
        said[YOURS] = order_words(by_aim, aim_of(by_aim, orders), orders)
    plans[EXECS] = execs
    said[EXECS] = order_words(by_aim, aim, execs, own="his own")
    waves = {name: by_aim.odds.wave(each) for name, each in plans.items()}
    page: Page = [_chances(game, choice, by_aim, plans, waves), Paragraph(DAMAGE_UNIT)]
    # The player's plan if it differs from the exec's.
    shown = next(iter(said))
    page.append(_by_aim(by_aim, plans[shown]))
    if orders == execs:
        page.append(Paragraph("Your plan is the same as your exec's."))
    for name, text in said.items():
        page.append(_orders(game, choice, f"{name}: {text}", plans[name], waves[name]))
    return [*page, _struck(game, shown, plans[shown], waves[shown])]


def _chances(
    game: Game,
    choice: Choice,
    by_aim: AimPlans,
    plans: Mapping[str, Orders],
    waves: Mapping[str, WaveStrikes],
) -> Grid:
    """The chance that each plane hits with each plan, the hits and the damage to expect."""
    play = game.play
    strikes = list(waves.values())
    damages = [plan.plan_of(play, choice, each, fitted(play)).whole for each in plans.values()]
    rows: list[tuple[str, ...]] = []
    for index, plane in enumerate(by_aim.odds.planes.values()):
        chances = (percent(wave.planes[index].any) for wave in strikes)
        rows.append((short_plane_words(plane), *chances))
    rows += [
        ("expected hits", *(f"{wave.expected:.2f}" for wave in strikes)),
        ("no hit", *(percent(wave.none) for wave in strikes)),
        ("no hit, no near miss", *(percent(wave.undamaged) for wave in strikes)),
        ("expected damage", *(f"{damage:.2f}" for damage in damages)),
    ]
    columns = tuple(range(1, len(plans) + 1))
    return Grid(("chance that a plane hits", *plans), tuple(rows), right=columns)


def _by_aim(plans: AimPlans, orders: Orders) -> Grid:
    """The hits to expect with each aim and the chance of none, with as many fighters held back as
    in some orders.
    """
    held = min(fighters_kept(plans.choice, orders), plans.most_held)
    rows = []
    for aim in plans.offered(held):
        odds = plans.figures(plans.plan(aim, held))
        rows.append((aim_name(plans.play, aim), f"{odds.expected:.2f}", percent(odds.none)))
    back = f", {held} held back" if held else ""
    return Grid((f"aim{back}", "expected hits", "no hit"), tuple(rows), right=(1, 2))


def _orders(game: Game, choice: Choice, title: str, orders: Orders, wave: WaveStrikes) -> Fields:
    """The guns of a plan at each plane, with what comes of the plane; then the planes without fire."""
    rows = []
    for plane in wave.planes:
        slots = [slot for slot in choice.slots if orders.get(slot) == plane.plane]
        if slots:
            parts = [f"splashed {percent(plane.destroyed)}", f"set afire {percent(plane.aflame)}"]
            if plane.weapon is not None:
                parts.append(weapon_words(game.play, plane, ship="the ship"))
            parts.append(f"dive hits {percent(plane.dive)}")
            guns = grouped([item_name(game.tables, slot) for slot in slots])
            rows.append((plane_name(plane.plane), f"{guns}. {title_case(', '.join(parts))}."))
    targeted = set(orders.values())
    untargeted = [plane_name(plane.plane) for plane in wave.planes if plane.plane not in targeted]
    if untargeted:
        rows.append(("no fire", f"at {grouped(untargeted)}"))
    return Fields(tuple(rows), title=title_case(title))


def weapon_words(play: Play, strikes: PlaneStrikes, ship: str) -> str:
    """The chance that the weapon of a plane hits and that it sinks the ``ship``; why, if it hardly
    ever does.
    """
    plane = play.state.air.planes[strikes.plane]
    weapon = WEAPONS[plane.weapon]
    chance = strikes.weapon or 0.0
    unfired = weapon_strikes(fire.weapon_outcomes(play, plane))
    if not unfired:
        roll = special_roll(play, plane)
        none = f"(no result on chart {roll.table} is a hit)"
        return f"the {weapon} cannot hit {none if roll.toward is None else 'after your maneuver'}"
    # A weapon hardly ever hits if the guns prevent it (rules 5.4).
    if chance < 0.005 <= unfired:
        return f"{weapon} hits {percent(chance)} (a plane set afire loses its weapon)"
    sinks = f" (sinks {ship} {percent(strikes.sinks)})" if strikes.sinks else ""
    return f"{weapon} hits {percent(chance)}{sinks}"


def _struck(game: Game, name: str, orders: Orders, wave: WaveStrikes) -> Fields:
    """The chance of a hit on each section and on the likeliest compartments under a plan."""
    odds = fire.wave_odds(game.play, orders, coming=wave.coming)
    compartments = game.tables.compartments
    ranked = sorted(filter(odds.struck, compartments), key=lambda room: -odds.struck(room))
    likeliest = ranked[:MOST_ROOMS]
    rooms = ", ".join(
        f"{compartments[room].name} {percent(odds.struck(room))}" for room in likeliest
    )
    rows = (("crash", section_words(odds)), ("compartment hit", rooms))
    return Fields(rows, title=f"{title_case(name)}: chance of at least one hit in each place")


# -- the exec's advice ------------------------------------------------------------


def advise(play: Play, choice: Choice) -> list[str]:
    """The exec's fire plan or assignment of men in brief; empty for a choice between options."""
    if choice.kind == ASSIGN:
        return plan_lines(play, choice, exec_plan(play, choice))
    if choice.kind != MEN_TO_JOBS:
        return []
    best = repair_men.best_men(play, choice)
    text = list[str]()
    for name, men in best.items():
        job = choice.jobs[name]
        sent = count(men, "man", "men")
        done = percent(repair.done(play, name, job, men))
        text.append(f"your exec would send {sent} to {job.text} ({done} to finish)")
    left = repair_men.left_alone(play, choice, best)
    skipped = (f"your exec would skip {choice.jobs[name].text}: {NO_GAIN}" for name in left)
    return [*(text or ["your exec would send nobody"]), *skipped]


def plan_lines(play: Play, choice: Choice, orders: Orders) -> list[str]:
    """The expected strikes without fire and under the exec's plan, their sections, fighters held
    back.
    """
    odds = PlanOdds(play)
    unfired = odds.wave(orders={})
    planned = odds.wave(orders)
    lines = [
        f"expected hits on the ship: {unfired.expected:.2f} if you hold fire, {planned.expected:.2f} with "
        f"your exec's plan "
        f"(chance of no hits: {percent(planned.none)})",
        (
            f"chance of at least one crash: "
            f"{section_words(fire.wave_odds(play, orders, coming=planned.coming))}"
        ),
    ]
    kept = fighters_kept(choice, orders)
    if kept and play.state.air.waves:
        lines.append(f"{count(kept, 'fighter')} held back to prevent more damage in later waves")
    return lines


def section_words(odds: fire.WaveOdds) -> str:
    """The chance of at least one crash on each section."""
    return ", ".join(
        f"{section} {percent(1 - chances[0])}" for section, chances in odds.sections.items()
    )


# -- the recommendation -------------------------------------------------------------


def advice_page(choice: Choice, advised: RecommendationText, order: str, working: bool) -> Page:
    """The recommendation as far as it is known, or the exec's ``order``; ``working``: more chances
    are to come.
    """
    texts = {option.value: option.text for option in choice.options}
    relief = choice.decision is ASK_RELIEF
    page: Page = []
    if advised.words:
        page.append(Paragraph(line((advised.words, "strong"))))
    elif choice.kind == ONE:
        who = "By rule of thumb: " if working and not relief else "Exec: "
        page.append(Paragraph(line(who, (f"{texts[order]}.", "strong"))))
    if working and not advised.words:
        page.append(styled("Calculating the chances of each option"))
    # Beside the answers about relief they are among the options.
    if advised.chances and not relief:
        rows = [(texts[name], chance) for name, chance in advised.chances.items()]
        page.append(Fields(tuple(rows)))
    return [Space(), *page] if page else []


# -- JSON -----------------------------------------------------------------------


def odds_json(game: Game) -> JsonObject:
    """The odds of the current request as one JSON object."""
    request = game.request
    if request is None:
        return {"request": None}
    if isinstance(request, Roll):
        rows = [
            {"row": row.label, "result": dict(row.fields), "chance": chance}
            for row, chance in outcomes(request)
        ]
        return {"request": "roll", "table": request.table, "column": request.column, "rows": rows}
    fields: JsonObject = {
        "request": request.about,
        "phase": request.phase,
        "wave": request.wave,
    }
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
        fields |= {
            "men": repair_men.best_men(game.play, request),
            "jobs": [
                repair.job_odds(game.play, name, job, men)
                for name, job in request.jobs.items()
                for men in range(min(request.most, request.men[job.section]) + 1)
            ],
        }
    return fields
