"""The dice are fair, and each die is a function of its address."""

from collections import Counter
from itertools import product

import pytest

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.captains import play_out
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.dice import Dice, mix
from picket_duty.requests import BY_HAND, Choice, Purpose, Roll
from tests.games import TABLES, new_game, of_kind
from tests.quick import first_is_quick

#: Chi-square at p = 0.0001 by degrees of freedom: one test in ten thousand fails by chance, and the
#: seeds are fixed.
LIMIT = {1: 15.14, 5: 25.74, 9: 33.72, 10: 35.56, 35: 76.2, 99: 163.0}


def chi_square(counter, expected):
    assert set(counter) <= set(expected)
    return sum((counter[value] - number) ** 2 / number for value, number in expected.items())


def throws(chart, count, seed=1):
    """This many throws on a chart, each at a different address."""
    dice = begun(seed, "1945-05-15 phase 0 USS Test")
    return [thrown(dice, Roll(TABLES[chart], BY_HAND)) for _ in range(count)]


def thrown(dice, roll):
    dice.take(roll)
    return dice.throw(roll.faces)


@pytest.mark.slow
def test_one_die_two_dice_and_those_of_table_11_are_fair():
    for seed in [0, 1, 2, 99, -5, 2**40]:
        counts = Counter(die for (die,) in throws("24", 12000, seed))
        assert chi_square(counts, dict.fromkeys(range(1, 7), 2000)) < LIMIT[5]
    results = throws("11/forward", 30000)
    assert chi_square(Counter(row for row, _ in results), dict.fromkeys(range(10), 3000)) < LIMIT[9]
    assert (
        chi_square(Counter(col for _, col in results), dict.fromkeys(range(1, 7), 5000)) < LIMIT[5]
    )


@first_is_quick("seed", [0, 1, 7])
def test_two_dice_are_fair_and_independent(seed):
    counts = Counter(throws("10", 36000, seed))
    assert (
        chi_square(counts, {(number, two): 1000 for number in range(1, 7) for two in range(1, 7)})
        < LIMIT[35]
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 7])
def test_percentile_dice_are_fair(seed):
    counts = Counter(10 * tens + units for tens, units in throws("A-1", 50000, seed))
    assert chi_square(counts, dict.fromkeys(range(100), 500)) < LIMIT[99]


@first_is_quick("what", ["seed", "step", "wave", "purpose", "actor"])
def test_dice_are_fair_along_every_part_of_the_address(what):
    """First dice with one part of the address counting up: neighbors must be independent."""
    counts = Counter()
    pairs = Counter()
    last = None
    for number in range(9000):
        parts = {"seed": 5, "step": "step", "wave": None, "purpose": "p", "actor": "a"}
        parts[what] = number if what in ("seed", "wave") else f"{what} {number}"
        purpose = purpose_named(parts["purpose"])
        roll = Roll(TABLES["24"], purpose, parts["actor"], wave=parts["wave"])
        (die,) = thrown(begun(parts["seed"], parts["step"]), roll)
        counts[die] += 1
        if last is not None:
            pairs[last == die] += 1
        last = die
    assert chi_square(counts, dict.fromkeys(range(1, 7), 1500)) < LIMIT[5]
    assert chi_square(pairs, {True: 8999 / 6, False: 8999 * 5 / 6}) < LIMIT[1]


def purpose_named(name):
    return PURPOSES.get(name) or Purpose(name, name, "no rule")


def address(dice, purpose, actor, wave=1):
    return thrown(dice, Roll(TABLES["10"], purpose_named(purpose), actor, wave=wave))


def begun(seed=3, step="s"):
    dice = Dice(seed)
    dice.begin(step)
    return dice


def test_dice_depend_on_their_address_alone():
    dice = begun()
    first = address(dice, "gunnery", "5in-1")
    assert dice.throw((6, 6)) == first
    actors = ["5in-1", "5in-2", "40mm-A", "20mm-G", "AFS land 1"]
    everyone = begun()
    full = {actor: address(everyone, "gunnery", actor) for actor in actors}
    for silent in actors:
        dice = begun()
        for actor in reversed(actors):
            if actor != silent:
                assert address(dice, "gunnery", actor) == full[actor]
    first = begun()
    second = begun()
    for _ in range(3):
        address(first, "repair", "cic")
    assert address(first, "repair", "radio") == address(second, "repair", "radio")
    series = begun()
    assert len({address(series, "repair", "cic") for _ in range(30)}) > 10
    dice = begun()
    first = [address(dice, "gunnery", "5in-1") for _ in range(5)]
    dice.begin("s")
    assert [address(dice, "gunnery", "5in-1") for _ in range(5)] == first


def test_addresses_do_not_collide():
    """Step, wave, purpose, actor and count each change the dice (64-bit addresses, all
    different).
    """
    seen = set()
    purposes = ("gunnery", "dive", "repair", "damage")
    actors = ("5in-1", "plane 0", "plane 1", "")
    for step in range(20):
        dice = begun(1, f"step {step}")
        for wave, purpose, actor, _ in product((None, 1, 2, 3), purposes, actors, range(3)):
            address(dice, purpose, actor, wave)
            seen.add(dice.throw((2**32, 2**32)))
    assert len(seen) == 20 * 4 * 4 * 4 * 3


def test_mix_scatters_its_input_well():
    """Changing one bit changes about half the bits of the result."""
    for value in (0, 1, 12345, 2**63):
        for bit in range(0, 64, 7):
            changed = bin(mix(value) ^ mix(value ^ (1 << bit))).count("1")
            assert 12 <= changed <= 52


def test_the_random_captain_does_not_use_the_games_dice():
    """Two different captains get the same weather and the same raid on the first morning."""

    def morning(captain):
        game = new_game(scenario=5, seed=12)
        play_out(
            game,
            captain,
            lambda game: isinstance(game.request, Choice) and game.request.wave is not None,
        )
        return [event.dice for event in of_kind(game.events, Roll)]

    assert morning(RandomCaptain(1)) == morning(RandomCaptain(2))
