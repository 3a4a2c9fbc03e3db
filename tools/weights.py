"""Measured damage weights: what each kind of damage to the ship costs in games won.

From the top of the repository: ``python -m tools.weights [-n GAMES] [--seed N] [--jobs N]``. What
is printed goes into ``picket_duty/odds/weights.toml``.

At sample points of doctrine's games, two playouts use the same dice, one with an extra piece of
damage. The difference in wins is the weight of the piece, in ships: as a share of the wins that a
lost ship costs at the moments when planes dive. Scenarios and campaigns have weights of their own.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.playouts import is_won
from picket_duty.analysis.statistics import Z95, deviation, mean, mean_interval
from picket_duty.analysis.workers import Jobs, cores, tables_of, workers
from picket_duty.book import Tables, effects
from picket_duty.book.effects import Effect
from picket_duty.book.ids import RADARS, STACK
from picket_duty.book.vocabulary import DIVE, Reason
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.dice import Dice, mix, number_of
from picket_duty.game import Game
from picket_duty.odds.damage_costs import hit_cost, near_miss_cost
from picket_duty.odds.damage_weights import SHIP, MeasuredWeight, hand_measure
from picket_duty.requests import MEN_TO_JOBS, Choice, Roll
from picket_duty.rules import casualties, damage
from picket_duty.rules.blow import HitContext
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.setup import SetupOptions
from picket_duty.state import CAMPAIGN, DESTROYED, LEVELS, SCENARIO, SECTIONS, WORKING, Plane

#: One of this many moments is a sample point, so that those of a game are nearly independent.
ONE_OF = 4
#: Games of scenarios that are sampled.
GAMES = 1000
#: Playouts per sample point, and games per block.
BRANCHES = 4
BLOCK = 10
#: Campaign games take longer: the share of the requested games played of each kind.
SHARE = {SCENARIO: 1.0, CAMPAIGN: 0.1}
MINI = "mini"
#: Upper 95 % bound for the count of an event that was never observed (rule of three).
SELDOM = 3
#: The extra plane that does the damage, and its possible bearings.
NOBODY = 255
BEARINGS = range(0, 360, 45)
#: Moments at which damage is added: a plane dives; men are sent to a deck fire.
DIVING = "diving"
BURNING = "burning"

_PLAYER = QuickCaptain()


class Piece(msgspec.Struct, frozen=True):
    """A piece of damage: the id of its weight, its name, the moment it is added, and the function
    that adds it.

    ``do`` gets a number to pick one of several targets; it returns None if there is no target.
    """

    id: str
    words: str
    do: Callable[[Play, int], Procedure[None] | None]
    moment: str = DIVING


#: For each piece and sample point: games lost because of it minus games won because of it.
Losses = dict[str, Counter[int]]


# -- pieces of damage ---------------------------------------------------------------------


def _effect(
    effect_of: Callable[[Play, int], Effect | None],
) -> Callable[[Play, int], Procedure[None] | None]:
    """A function that applies an effect by the rules."""

    def do(play: Play, number: int) -> Procedure[None] | None:
        effect = effect_of(play, number)
        if effect is None:
            return None
        return damage.carry_effects(play, (effect,), HitContext(SECTIONS[number % len(SECTIONS)]))

    return do


def _mount(kind: str) -> Callable[[Play, int], Procedure[None] | None]:
    """A function that destroys a working mount of a caliber."""

    def effect_of(play: Play, number: int) -> Effect | None:
        mounts = play.ship.mounts
        working = [
            mount
            for mount, data in play.armament().items()
            if data.kind == kind and not mounts[mount].destroyed
        ]
        return effects.DestroyMounts((working[number % len(working)],)) if working else None

    return _effect(effect_of)


def _item(*items: str) -> Callable[[Play, int], Procedure[None] | None]:
    """A function that destroys working equipment."""

    def effect_of(play: Play, number: int) -> Effect | None:
        working = any(play.ship.equipment[item] == WORKING for item in items)
        return effects.DestroyEquipment(items) if working else None

    return _effect(effect_of)


def _director(play: Play, number: int) -> Procedure[None] | None:
    tubs = [
        play.ship.mounts[mount] for mount, data in play.armament().items() if data.kind == "40mm"
    ]
    working = [tub for tub in tubs if tub.director == WORKING and not tub.destroyed]
    if not working:
        return None
    working[number % len(working)].director = DESTROYED
    return _done()


def _room(play: Play, number: int, *kinds: str, burns: bool = True) -> str:
    """An undamaged compartment of some kinds, by default of those that burn; empty if there is
    none.
    """
    sound = [
        data.id
        for data in play.tables.sheet.compartments
        if (data.kind in kinds if kinds else data.kind != STACK)
        and data.id in play.ship.compartments
        and not play.ship.compartments[data.id].markers
        and not play.ship.compartments[data.id].out
    ]
    return sound[number % len(sound)] if sound else ""


def _marker(play: Play, number: int) -> Procedure[None] | None:
    name = _room(play, number)
    if not name:
        return None
    play.ship.compartments[name].fire = True
    play.ship.compartments[name].markers = 1
    return _done()


def _stack(play: Play, number: int) -> Procedure[None] | None:
    name = _room(play, number, "stack")
    if not name:
        return None
    play.ship.compartments[name].markers = play.tables.numbers.markers_stack
    return _done()


def _magazine(feeds: str) -> Callable[[Play, int], Procedure[None] | None]:
    """A function that disables what a magazine feeds, as if flooded, but without the water."""

    def do(play: Play, number: int) -> Procedure[None] | None:
        data = play.tables.compartments
        names = [
            name
            for name, room in play.ship.compartments.items()
            if data[name].feeds == feeds and not room.out
        ]
        if not names:
            return None
        play.ship.compartments[names[number % len(names)]].flooded = True
        return _done()

    return do


def _officer(play: Play, number: int) -> Procedure[None] | None:
    return casualties.kill_post(
        play, tuple(play.ship.crew)[number % len(play.ship.crew)], HitContext()
    )


def _secondary(play: Play, number: int) -> Procedure[None] | None:
    if not play.state.advanced:
        return None
    impact = HitContext(SECTIONS[number % len(SECTIONS)])
    hit = [
        effect
        for cell in play.tables[f"11/{impact.section}"].cells.values()
        for effect in cell.effects
        if isinstance(effect, effects.HitSecondary)
    ]
    return (
        damage.carry_effects(play, (hit[number // len(SECTIONS) % len(hit)],), impact)
        if hit
        else None
    )


def _man(play: Play, number: int) -> Procedure[None] | None:
    men = play.ship.men
    sections = [section for section in SECTIONS if men[section]]
    if not sections:
        return None
    men[sections[number % len(sections)]] -= 1
    return _done()


def _leave(play: Play, number: int) -> Procedure[None] | None:
    if play.state.forced:
        return None
    play.state.forced.append(Reason.DECK_FIRE)
    return _done()


def _hull(play: Play, number: int) -> Procedure[None] | None:
    return damage.lose_hull(play, 1) if play.ship.hull else None


def _hit(play: Play, number: int) -> Procedure[None]:
    plane = Plane(NOBODY, BEARINGS[number % len(BEARINGS)], "L")
    return damage.plane_hits(play, plane, damage.section_of(play, plane.bearing))


def _done() -> Procedure[None]:
    """A step for damage that needs no dice."""
    yield from ()


def _if(
    exists: Callable[[Play], Any], effect: Effect
) -> Callable[[Play, int], Procedure[None] | None]:
    """A function that applies an effect if ``exists`` is true."""
    return _effect(lambda play, number: effect if exists(play) else None)


#: Every piece of damage that has a weight.
PIECES = (
    Piece("leave", "Leaving the station", _leave, BURNING),
    Piece("hit", "A hit by a plane", _hit),
    Piece("near_miss", "A near miss", _effect(lambda play, number: effects.NearMiss())),
    Piece(
        "stopped", "Dead in the water", _if(lambda play: play.ship.maneuver, effects.DeadInWater())
    ),
    Piece("hull_point", "Hull point", _hull),
    Piece(
        "deck_fire",
        "Deck fire, or one more level",
        _effect(lambda play, number: effects.DeckFire()),
    ),
    Piece("marker", "Hit marker on a burning compartment", _marker),
    Piece(
        "maneuver_point",
        "Maneuver point",
        _if(lambda play: play.ship.maneuver > 1, effects.LoseManeuver(1)),
    ),
    Piece("fuel_point", "Fuel point", _if(lambda play: play.ship.fuel, effects.LoseFuel(1))),
    Piece("director", "Director of a 40 mm tub", _director),
    Piece(
        "bonuses",
        "All gun bonuses",
        _if(lambda play: not play.ship.gun_bonuses_lost, effects.LoseGunBonuses()),
    ),
    Piece("mk37", "Mk 37 director", _item("mk37")),
    Piece("water_lines", "Water lines", _item("water-lines")),
    Piece("rudder", "Rudder", _item("rudder")),
    Piece("shaft", "Shaft", _item("port-shaft")),
    Piece("radars", "Both radars", _item(*RADARS)),
    Piece("team", "Fighter direction team", _if(lambda play: play.ship.fdt, effects.KillFdt())),
    Piece("support_ship", "Support ship", _if(lambda play: play.ship.sfs, effects.LoseSfs())),
    Piece("officer", "Officer or chief", _officer),
    Piece("man", "Repair party man", _man),
    Piece("stack", "Stack hit", _stack),
    Piece("secondary", "Secondary compartment hit (advanced)", _secondary),
    Piece("mounts 5in", "5-inch mount", _mount("5in")),
    Piece("mounts 40mm", "40 mm tub", _mount("40mm")),
    Piece("mounts 20mm", "20 mm mount", _mount("20mm")),
    Piece("magazines 5in", "5-inch magazine", _magazine("5in")),
    Piece("magazines 40mm", "40 mm magazine", _magazine("40mm")),
    Piece("magazines 20mm", "20 mm magazine", _magazine("20mm")),
)


# -- sample points and playouts ------------------------------------------------------------------


class Sample(msgspec.Struct, frozen=True):
    """The games that are sampled: scenarios or campaigns, seed by seed."""

    kind: str
    games: int
    seed: int = 1

    def chosen(self, number: int) -> SetupOptions:
        """Game ``number``: every scenario at every level in turn, or the campaign at every
        level.
        """
        level = LEVELS[number % len(LEVELS)]
        seed = self.seed + number
        if self.kind == CAMPAIGN:
            return SetupOptions(campaign=MINI, level=level, seed=seed)
        scenarios = tuple(tables_of("").scenarios)
        return SetupOptions(
            scenario=scenarios[number // len(LEVELS) % len(scenarios)], level=level, seed=seed
        )


def moments(game: Game) -> Iterator[tuple[str, int]]:
    """Yield the sample points of a game played by doctrine, numbered; the game is at that point."""
    count = 0
    while game.request is not None:
        if moment := _moment(game):
            count += 1
            number = mix(number_of(f"moment {game.dice.seed} {count}"))
            if not number % ONE_OF:
                yield moment, number // ONE_OF
        if isinstance(game.request, Choice):
            game.answer(decide(game.play, game.request))
        else:
            game.roll()


def _moment(game: Game) -> str:
    request = game.request
    if isinstance(request, Roll):
        return DIVING if request.purpose is DIVE and not request.chart.note_id else ""
    assert isinstance(request, Choice)
    return BURNING if request.kind == MEN_TO_JOBS and game.play.ship.deck_fires else ""


def won_with(game: Game, piece: Piece | None, number: int) -> bool | None:
    """Whether a playout that starts with a piece of damage is won; None if the piece has no
    target.
    """
    trial = game.branch(number)
    if piece is not None:
        step = piece.do(trial.play, number)
        if step is None:
            return None
        try:
            carry(step, Dice(number))
        except Sunk:
            return False
    trial.play.no_events = True
    play_out(trial, _PLAYER)
    return is_won(trial.state)


def carry(step: Procedure[None], dice: Dice) -> None:
    """Play a step that needs only dice. May raise Sunk."""
    reply: Any = None
    dice.begin("harm")
    with contextlib.suppress(StopIteration):
        while True:
            roll = step.send(reply)
            assert isinstance(roll, Roll)
            dice.take(roll)
            reply = roll.resolve(dice.throw(roll.faces))


def play_block(sample: Sample, first: int) -> Losses:
    """Every piece of damage at the sample points of a block of games."""
    losses: Losses = {}
    tables = tables_of("")
    for number in range(first, min(first + BLOCK, sample.games)):
        game = Game.begin(sample.chosen(number), tables)
        for moment, at in moments(game):
            seeds = [number_of(f"harm {at} {branch}") for branch in range(BRANCHES)]
            before = [bool(won_with(game, None, seed)) for seed in seeds]
            if moment == DIVING:
                losses.setdefault(SHIP, Counter())[sum(before)] += 1
            for piece in PIECES:
                if piece.moment == moment:
                    _count(
                        losses.setdefault(piece.id, Counter()),
                        before,
                        [won_with(game, piece, branch_seed) for branch_seed in seeds],
                    )
    return losses


def _count(losses: Counter[int], before: list[bool], after: list[bool | None]) -> None:
    """Count a sample point if the piece could be done in each of its playouts."""
    if None not in after:
        losses[sum(before) - sum(map(bool, after))] += 1


# -- weights ------------------------------------------------------------------------------------


def measure(games: int = GAMES, seed: int = 1, jobs: Jobs = 1) -> Iterator[MeasuredWeight]:
    """Measure every weight and yield those of each kind of game when its games are done.

    The first of a kind is the cost of a lost ship in wins. Raises WorkersLost.
    """
    with workers(jobs) as run:
        for kind, share in SHARE.items():
            sample = Sample(kind, max(1, round(games * share)), seed)
            losses: Losses = {}
            for block in run(partial(play_block, sample), range(0, sample.games, BLOCK)):
                for name, counts in block.items():
                    losses.setdefault(name, Counter()).update(counts)
            yield from weights_of_kind(kind, losses)


def weights_of_kind(kind: str, losses: Mapping[str, Counter[int]]) -> Iterator[MeasuredWeight]:
    """The weights of a kind of game from its losses, the lost ship first."""
    ships = losses.get(SHIP, Counter())
    ship = mean(ships) / BRANCHES if ships.total() else 0.0
    if not ship:
        return
    low, high = mean_interval(ships)
    yield MeasuredWeight(
        SHIP, "A ship lost, in wins", kind, ship, low / BRANCHES, high / BRANCHES, ships.total()
    )
    error = deviation(ships) / math.sqrt(ships.total()) / mean(ships)
    for piece in PIECES:
        counts = losses.get(piece.id, Counter())
        if counts.total() < 2:
            continue
        value = mean(counts) / BRANCHES / ship
        low, high = (bound / BRANCHES / ship for bound in mean_interval(counts))
        # The rule of three bounds the count of an event that was never observed.
        half = max(
            math.hypot((high - low) / 2, Z95 * value * error),
            SELDOM / (counts.total() * BRANCHES) / ship,
        )
        yield MeasuredWeight(
            piece.id, piece.words, kind, value, value - half, value + half, counts.total()
        )


# -- output -------------------------------------------------------------------------------------


HEAD = f"{'game':<10}{'damage':<38}{'weight':>7}   95% interval       by hand  (samples)"


def line(weight: MeasuredWeight, tables: Tables) -> str:
    """A weight as a line of the table."""
    interval = f"{weight.low:7.3f} to {weight.high:6.3f}"
    hand = "" if weight.id == SHIP else f"{by_hand_of(weight, tables):9.3f}"
    return (
        f"{weight.kind:<10}{weight.words:<38}{weight.value:7.3f} "
        f"{interval:<20}{hand:<10}({weight.moments:,})"
    )


def by_hand_of(weight: MeasuredWeight, tables: Tables) -> float:
    """The weight set by hand; 0 if there is none."""
    measure = hand_measure(tables, weight.kind == SCENARIO)
    table, _, caliber = weight.id.partition(" ")
    by_table: dict[str, Callable[[], float]] = {
        "hit": lambda: hit_cost(measure, "", True),
        "near_miss": lambda: near_miss_cost(measure),
        "radars": lambda: sum(map(measure.equipment, RADARS)),
        "team": lambda: measure.team,
        "support_ship": lambda: measure.support_ship,
        "mounts": lambda: measure.caliber(caliber),
        "magazines": lambda: measure.magazine(caliber),
    }
    return (
        by_table[table]() if table in by_table else float(getattr(measure.weights, weight.id, 0.0))
    )


def as_toml(weights: Iterable[MeasuredWeight], command: str) -> str:
    """The weights as the TOML file that the odds read."""
    lines = [
        "# Weights of damage, measured in games won. Each is a share of the cost of a lost ship.",
        f"# Made by: {command}",
    ]
    for weight in weights:
        lines += ["", "[[worths]]"]
        for name, value in msgspec.to_builtins(weight).items():
            lines.append(
                f"{name} = {json.dumps(round(value, 5) if isinstance(value, float) else value)}"
            )
    return "\n".join([*lines, ""])


def main() -> None:
    """Measure the weights and print the file."""
    parser = argparse.ArgumentParser(description="Measure how many wins each kind of damage costs.")
    parser.add_argument(
        "-n", "--games", type=int, default=GAMES, help=f"games of scenarios (default: {GAMES})"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=cores(), help="number of processes (default: one per processor)"
    )
    asked = parser.parse_args()
    measured = measure(asked.games, asked.seed, asked.jobs)
    print(
        as_toml(measured, f"python -m tools.weights -n {asked.games} --seed {asked.seed}"), end=""
    )


if __name__ == "__main__":
    main()
