"""Combat at Ie Shima: values line by line, calls, dice, results; bombardment and kamikaze; the
Advantage.

Data of map and counters that were not entered are asked for; on a tracked board the modules of attacks
and bombardments provide it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

import msgspec

from picket_duty.charts import Row
from picket_duty.charts.kinds import computed
from picket_duty.charts.lookups import total_of
from picket_duty.companions.fill import sheet_in
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, OTHER, URBAN, Unit
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import MOST, Procedure, shares_of
from picket_duty.requests import Option, Purpose, Roll
from picket_duty.text.english import percent

SIDES = {AMERICAN: "The American player", JAPANESE: "The Japanese player"}
AIR = "air"
ARTILLERY = "artillery"
NAVAL = "naval"
KAMIKAZE = "kamikaze"
#: The charts of an attack and of a bombardment.
COMBAT = "combat"
BOMBARDMENT = "bombardment"
#: Results of an attack, as named in the chart and in the chances: the defender loses, or every
#: attacker.
SUCCESS = "success"
REPULSE = "repulse"
BEACH = "beach"
NOBODY = ""
#: What the Advantage is spent for (15.1).
SPENT_FOR = {
    "return": "to return Special Units",
    "reroll": "to reroll",
    "points": "for one more Replacement Point",
}
#: The chances of a bombardment add up the results of at least so many Attrition Points.
MANY = 4

DR = Purpose("dr", "Attacker's DR", "11.4.1")
DEFENCE_DR = Purpose("defence dr", "Defender's DR", "11.4.1")
CALL = Purpose("call", "Support call", "19.2, 19.4")

#: The markers as they were entered, by side and marker.
TYPED = {
    (AMERICAN, AIR): AIR,
    (AMERICAN, ARTILLERY): ARTILLERY,
    (AMERICAN, NAVAL): NAVAL,
    (JAPANESE, ARTILLERY): "japanese artillery",
}


class Half(msgspec.Struct):
    """A player's half of the impulse of a ``number``, or the night, whose number is 0.

    ``sunset`` is the first American DR in it, 0 before there is one. ``bombards``: it is an American
    bombardment. ``rerolled``: the Advantage was spent for a reroll. ``called`` are the support calls
    made in it.
    """

    side: str
    number: int
    night: bool = False
    sunset: int = 0
    bombards: bool = False
    rerolled: bool = False
    called: list[str] = []


class Site(msgspec.Struct, frozen=True):
    """The Area fought for; its number is empty if only its terrain was typed."""

    area: str
    tem: int
    urban: bool = False
    rubble: bool = False


class Totals(msgspec.Struct, frozen=True):
    """AT and DT of an attack: the value and the DR of each side (11.4.1)."""

    attack: int
    attack_dr: int
    defence: int
    defence_dr: int

    @property
    def difference(self) -> int:
        """AT less DT."""
        return self.attack + self.attack_dr - self.defence - self.defence_dr

    def text(self) -> str:
        """The totals and their difference."""
        return (
            f"{self.attack} + {self.attack_dr} against {self.defence} + {self.defence_dr} "
            f"({self.difference:+d})"
        )


class Odds(msgspec.Struct, frozen=True):
    """The results of an attack, each with the points that the defender takes, and how many of all
    equally likely dice give them (11.4.4).
    """

    results: Counter[tuple[str, int]]

    def success(self, points: int = 0) -> float:
        """The chance of a success for at least some AP."""
        hits = 0
        for (result, lost), number in self.results.items():
            if result == SUCCESS and lost >= points:
                hits += number
        return hits / self.results.total()

    def shares(self) -> dict[str, str]:
        """The chance of each result as text."""
        return shares_of(result for result, _ in self.results.elements())

    def success_words(self) -> str:
        """The chance of a success as text."""
        return self.shares().get(SUCCESS, percent(0))


def combat_by_numbers(play: IslandPlay, half: Half) -> Procedure[None]:
    """An attack resolved with numbers read off the map: values line by line, calls, dice, result
    and rubble (11.4).
    """
    # The most units besides the one that leads.
    most = play.tables.limit("stacking") - 1
    lead = yield from play.number("lead", least=0, most=MOST)
    full = yield from _up_to(play, "full", most)
    reduced = yield from _up_to(play, "reduced", most - full)
    battalions = (1 + full + reduced) // play.tables.numbers["battalion"]
    attack = {
        "lead_unit": lead,
        "each_additional_full": full,
        "each_additional_reduced": reduced,
        "battalion_integrity": (yield from _up_to(play, "whole", battalions)),
    }
    defence = {
        "lead_unit": (yield from play.number("lead defender", least=0, most=MOST)),
        "each_additional": (yield from play.number("defenders", least=0, most=most)),
    }
    site = yield from site_asked(play)
    values = yield from combat_values(play, half, site, attack, defence)
    mandatory = yield from play.confirm("mandatory")
    totals = yield from roll_totals(play, half, *values, COMBAT)
    result_of_combat(play, totals.difference, mandatory)
    make_rubble(play, site, totals)


def _up_to(play: IslandPlay, about: str, most: int) -> Procedure[int]:
    """Ask for a number read off the map; not asked if only 0 is possible."""
    if most:
        return (yield from play.number(about, least=0, most=most))
    return 0


def combat_values(
    play: IslandPlay, half: Half, site: Site, attack: dict[str, int], defence: dict[str, int]
) -> Procedure[tuple[int, int]]:
    """Attack Value and Defense Value: what units give, support calls, air support and the ground
    (11.4.2, 11.4.3).
    """
    attack_terms, defence_terms = air_and_ground(play, half, site)
    attack_terms |= attack
    defence_terms |= defence
    for chart in calls_of(play, half) if play.state.advanced else ():
        name = chart.removeprefix("support/")
        attack_terms[f"{name}_call"] = yield from called(play, half, chart, site.urban)
    attack_value = add_up(play, "attack", attack_terms)
    return attack_value, add_up(play, "defence", defence_terms)


def air_and_ground(
    play: IslandPlay, half: Half, site: Site
) -> tuple[dict[str, int], dict[str, int]]:
    """What air support gives to the attack and, with the ground, to the defense, by line (11.4.2,
    11.4.3).
    """
    american_air = half.side == AMERICAN and play.is_clear
    japanese_attack_by_day = half.side == JAPANESE and play.is_clear and not half.night
    defence = {
        "area_tem": site.tem,
        "rubble": site.rubble,
        "air_support_japanese_assault_clear_daylight": japanese_attack_by_day,
    }
    return {"air_support_american_clear": american_air}, defence


def site_asked(play: IslandPlay) -> Procedure[Site]:
    """The Area fought for: by its number if the map was entered, otherwise by the values printed on
    it.
    """
    limit = play.tables.limit
    if typed := sheet_in(play.tables, "areas"):
        area = yield from play.number("where", least=1, most=limit("areas"))
        if str(area) in typed:
            return site_of(play, str(area))
    tem = yield from play.number("tem", limit("tem_low"), limit("tem_high"))
    if not play.state.advanced:
        return Site(area="", tem=tem)
    urban = yield from play.confirm("urban")
    return Site(area="", tem=tem, urban=urban, rubble=urban and (yield from play.confirm("rubble")))


def site_of(play: IslandPlay, area: str) -> Site:
    """An Area as it was entered, with the rubble made since."""
    typed = sheet_in(play.tables, "areas")[area]
    return Site(
        area,
        typed["tem"],
        urban=typed["terrain"] == URBAN,
        rubble=area in play.state.rubble,
    )


def result_of_combat(play: IslandPlay, difference: int, mandatory: bool) -> tuple[str, int]:
    """Report the result of a combat. Returns its name and the points that the defender takes
    (11.4.4).
    """
    result, lost = _on_chart(play, difference)
    lead = "reduce the Lead Attacking Unit, or eliminate it if already reduced"
    remarks = {
        REPULSE: "Repulse: reduce every attacking unit; eliminate those already reduced",
        "stalemate": f"Stalemate: {lead}",
        SUCCESS: f"Success: {lead}; the defender takes {lost} AP",
    }
    play.say(remarks[result])
    if result == REPULSE and mandatory:
        play.say("The attackers retreat")
    return result, lost


def _on_chart(play: IslandPlay, difference: int) -> tuple[str, int]:
    """The result of a combat and the points that the defender takes, by AT less DT (11.4.4)."""
    row = play.tables[COMBAT].entry(difference)
    return str(row["result"]), int(computed(row["attrition"], difference))


def dr_margins(play: IslandPlay) -> list[int]:
    """The attacker's DR less the defender's for all equally likely dice, the highest first."""
    sums = dr_sums(play, "combat")
    return sorted((mine - other for mine, other in product(sums, repeat=2)), reverse=True)


def attack_values(
    play: IslandPlay, units: Sequence[Unit], area: str, lead: Unit | None
) -> tuple[int, int]:
    """Both values of an attack without calls and figures, led by ``lead`` or the strongest unit
    (11.4.2, 11.4.3).
    """
    board = play.board
    side = units[0].side
    defenders = board.at(area, OTHER[side])
    attack, defence = air_and_ground(play, Half(side, number=0), site_of(play, area))
    strongest_defender = max(defenders, key=board.value)
    attack |= board.attack_terms(lead or max(units, key=board.value), units)
    defence |= board.defence_terms(strongest_defender, defenders)
    attack_value = total_of(play.tables.sum_chart("attack"), attack)
    return attack_value, total_of(play.tables.sum_chart("defence"), defence)


def attack_odds(
    play: IslandPlay, units: Sequence[Unit], area: str, lead: Unit | None = None
) -> Odds:
    """The odds of an attack in an Area, without calls and figures (11.4)."""
    attack, defence = attack_values(play, units, area, lead)
    results: Counter[tuple[str, int]] = Counter()
    for margin, number in Counter(dr_margins(play)).items():
        results[_on_chart(play, attack - defence + margin)] += number
    return Odds(results)


def dr_sums(play: IslandPlay, chart: str) -> list[int]:
    """The sum of a chart's DR for all equally likely dice."""
    faces = play.tables[chart].die("DR").faces
    return [sum(dice) for dice in product(*(range(1, face + 1) for face in faces))]


def outcome(play: IslandPlay, chart: str, difference: int) -> str:
    """The result of a difference on the chart of an attack, as named in the chances (11.4.4, 12.5,
    19.1).
    """
    if chart == KAMIKAZE:
        return SUCCESS if difference > 0 else "failure"
    if chart == COMBAT:
        return _on_chart(play, difference)[0]
    lost = bombardment_points(play, difference)
    if lost >= MANY:
        return f"{MANY} AP or more"
    return f"{lost or 'no'} AP"


def bombardment_points(play: IslandPlay, difference: int) -> int:
    """The Attrition Points of a bombardment by its difference (12.5)."""
    row = play.tables[BOMBARDMENT].entry(difference)
    return int(computed(row["attrition"], difference))


def calls_of(play: IslandPlay, half: Half) -> list[str]:
    """The support calls that the attacker may make now, in their order (11.4)."""
    if half.side == JAPANESE:
        return ["support/satchel"]
    named = {"support/artillery": "artillery_support", "support/tank": "tank_support"}
    return [chart for chart, key in named.items() if play.allowed[key] and chart not in half.called]


def called(play: IslandPlay, half: Half, name: str, is_urban: bool) -> Procedure[bool]:
    """Whether the attacker makes a support call, and it is answered."""
    if not (yield from play.confirm(name.removeprefix("support/"))):
        return False
    half.called = [*half.called, name]
    chart = play.tables[name]
    holds = {"urban": is_urban, "rain": not play.is_clear, "night": half.night}
    modifiers = tuple(chart.modifier(what) for what in chart.raw.modifiers if holds[what])
    row: Row = yield play.ask(Roll(chart, CALL, name, modifiers=modifiers))
    available = "available" if row["available"] else "not available"
    play.say(f"{chart.raw.title}: {available}")
    return bool(row["available"])


def roll_totals(
    play: IslandPlay, half: Half, attack: int, defence: int, chart: str
) -> Procedure[Totals]:
    """Report the chance of each result, then roll both DRs; by day again if the Advantage is spent
    (11.4, 15.1B). The values are those of the attacker and the defender.
    """
    outcomes = [outcome(play, chart, attack - defence + margin) for margin in dr_margins(play)]
    play.say_chances(outcomes)
    die = play.tables["combat"].die("DR")
    while True:
        # Both rolls name the attacker: their dice depend on the name.
        mine: Row = yield play.ask(Roll(die, DR, half.side))
        other: Row = yield play.ask(Roll(die, DEFENCE_DR, half.side))
        totals = Totals(attack, mine["sum"], defence, other["sum"])
        difference = totals.difference
        play.say(f"AT {attack} + {mine['sum']}, DT {defence} + {other['sum']}: {difference:+d}")
        play.last_attack = chart, difference
        result = outcome(play, chart, difference)
        if not (yield from rerolls(play, half, outcomes, result)):
            break
        half.rerolled = True
    # The first American DR is also the sunset DR (6.3.1).
    if half.side == AMERICAN and not half.sunset:
        half.sunset = mine["sum"]
    return totals


def rerolls(play: IslandPlay, half: Half, outcomes: Sequence[str], result: str) -> Procedure[bool]:
    """Whether the Advantage is spent to reroll a result; ``outcomes`` begin with the best one for
    the attacker (15.1B).
    """
    owner = play.state.advantage
    if not owner or half.night or half.rerolled:
        return False
    why = ""
    if play.has_practice_aids:
        wished = outcomes[0] if owner == half.side else outcomes[-1]
        if result == wished:
            return False
        chart, difference = play.last_attack
        if chart == BOMBARDMENT:
            # The result is only the points.
            result = f"the {OTHER[half.side].capitalize()} units take {result}"
        why = f"{half.side.capitalize()} attack: {result} ({difference:+d}). "
    return (yield from spends(play, owner, "reroll", why))


def attack_factor(play: IslandPlay, side: str, marker: str) -> Procedure[int]:
    """The Attack Factor of a marker: entered before, or asked for (12.6)."""
    factor = factor_of(play, side, marker)
    if factor is None:
        return (yield from play.number("factor", least=0, most=MOST))
    return factor


def factor_of(play: IslandPlay, side: str, marker: str) -> int | None:
    """The Attack Factor of a marker as it was entered; None if it was not, or for the kamikaze
    (12.6).
    """
    typed = sheet_in(play.tables, "markers").get(TYPED.get((side, marker), ""))
    return typed["attack_factor"] if typed else None


def roll_bombardment(play: IslandPlay, half: Half, site: Site, factor: int) -> Procedure[int]:
    """The dice of a bombardment; the points that the defender takes."""
    defence = add_up(play, "defence", {"area_tem": site.tem, "rubble": site.rubble})
    totals = yield from roll_totals(play, half, factor, defence, BOMBARDMENT)
    lost = bombardment_points(play, totals.difference)
    if lost:
        play.say(f"The defender takes {lost} AP, the Primary Target first")
    else:
        play.say("The defender takes no AP")
    make_rubble(play, site, totals)
    return lost


def kamikaze(play: IslandPlay, half: Half) -> Procedure[None]:
    """A kamikaze against the Naval Bombardment marker or a beach box (19.1)."""
    options = [Option(BEACH, "A Beach Approach Box")]
    if play.allowed["naval_bombardment"] and NAVAL not in play.state.used.get(AMERICAN, ()):
        options.insert(0, Option(NAVAL, "The Naval Bombardment marker"))
    aim = yield from play.choose("aim", *options)
    attack = play.tables.limit("kamikaze_attack")
    defence = play.tables.limit("kamikaze_defence")
    totals = yield from roll_totals(play, half, attack, defence, KAMIKAZE)
    if totals.difference <= 0:
        play.say("The kamikaze fails")
    elif aim == NAVAL:
        play.state.used.setdefault(AMERICAN, []).append(NAVAL)
        play.say("The Naval Bombardment marker now counts as used today")
    else:
        play.state.penalty += 1
        play.say("The American player loses one RP in the next Refit Phase")


def make_rubble(play: IslandPlay, site: Site, totals: Totals) -> None:
    """Rubble in an urban Area, by the attacker's DR and the TEM (19.3.1)."""
    if not play.state.advanced or not site.urban or site.rubble:
        return
    if not play.tables["rubble"].look_up(totals.attack_dr + site.tem)["rubble"]:
        return
    if not site.area:
        play.say("Rubble is placed in the Area")
        return
    play.say(f"Rubble is placed in Area {site.area}")
    play.state.rubble.add(site.area)


def spends(play: IslandPlay, side: str, what: str, why: str = "") -> Procedure[bool]:
    """Whether a player who has the Advantage spends it; it is nobody's until the impulse or the
    phase is over.
    """
    if play.state.advantage != side or not (yield from play.confirm(f"spend {what}", why=why)):
        return False
    play.state.advantage = NOBODY
    play.state.next_advantage = OTHER[side]
    if play.has_practice_aids:
        play.say(f"{SIDES[side]} spends the Advantage {SPENT_FOR[what]}")
    return True


def pass_advantage(play: IslandPlay) -> None:
    """The impulse or the phase is over: an Advantage spent in it passes to the other player
    (15.2).
    """
    state = play.state
    side = state.next_advantage
    state.next_advantage = NOBODY
    if side:
        state.advantage = side
        play.say(f"{SIDES[side]} has the Advantage")


def add_up(play: IslandPlay, name: str, terms: Mapping[str, int]) -> int:
    """Add up a value from its lines, and report it."""
    chart = play.tables.sum_chart(name)
    total = total_of(chart, terms)
    parts = []
    for line in chart.lines:
        number = int(terms.get(line.name, 0))
        if not number:
            continue
        words = line.name.replace("_", " ").replace("area tem", "area TEM")
        if words.startswith("air support"):
            # The rest of the line's name says only when it counts.
            words = "air support"
        # A line with a ``value`` adds the number itself, any other one ``adds`` for each.
        if line.value:
            words += f" {number}"
        elif number > 1:
            words += f" {number} x {line.adds:g}"
        else:
            words += f" {line.adds:g}"
        parts.append(words)
    play.say(f"{chart.title} {total}: {', '.join(parts) or 'no additions'}")
    return total
