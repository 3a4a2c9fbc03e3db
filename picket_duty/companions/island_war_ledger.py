"""The ledger of Okinawa, Island War, both editions: points, units and what a Game-Turn allows."""

from __future__ import annotations

from collections import Counter

from picket_duty.charts.errors import ChartError
from picket_duty.charts.kinds import Fields, KeyedRow
from picket_duty.companions.table import MOST, SET_UP, TablePlay, TableState, add_to
from picket_duty.text.english import count

US = "us"
JAPANESE = "japanese"
SIDES = {US: "the U.S. player", JAPANESE: "the Japanese player"}
#: The sides as the ledger names them.
LEDGER_SIDES = {US: "U.S.", JAPANESE: "Japanese"}
#: How a scenario is won by the lead, not by the Japanese total.
MARGIN = "margin"
#: Items of the ledger: units that were eliminated, and hexes that the Japanese player holds.
ELIMINATED = "unit_eliminated"
HOLD = "japanese_hold"


class LedgerState(TableState):
    """The ledger of a scenario (0 before one is chosen), with points and losses by side, item or
    kind of unit.

    ``bank`` are the points that buy Japanese replacements. ``exited`` are U.S. battalions;
    ``us_lost``, ``replaced`` and ``arrived`` are U.S. units destroyed, returned and new.
    ``left_map`` and ``returned`` are Japanese units that left or were replaced, by kind.
    ``played_on``: the points were reached, and the players continue.
    """

    scenario: int = 0
    points: dict[str, int] = {}
    scored: dict[str, dict[str, int]] = {}
    invasions: dict[str, int] = {}
    bank: int = 0
    replaced: int = 0
    exited: int = 0
    japanese_exited: int = 0
    japanese_replaced: int = 0
    losses: dict[str, int] = {}
    left_map: dict[str, int] = {}
    returned: dict[str, int] = {}
    us_lost: int = 0
    arrived: int = 0
    played_on: bool = False

    def label(self) -> str:
        """The next step as saves name it."""
        if self.step == SET_UP:
            return SET_UP
        return f"scenario {self.scenario}, Game-Turn {self.move}"

    def total(self, side: str) -> int:
        """The Victory Points of a side."""
        return self.points.get(side, 0)


class Ledger(TablePlay[LedgerState]):
    """A scenario in play: what its charts allow and score, and how many units there can be."""

    @property
    def scenario(self) -> Fields:
        """The sheet of the scenario."""
        return {"name": None} | self.tables["scenarios"].entry(self.state.scenario).fields

    @property
    def bars_impossible(self) -> bool:
        """Whether counts end at the units that there can be; older saves take any number."""
        return self.revision >= 1

    @property
    def counts_by_kind(self) -> bool:
        """Whether Japanese units that invade, leave or return are asked for by kind, and U.S. losses
        and arrivals are counted; older saves lack this.
        """
        return self.revision >= 2

    @property
    def allowed(self) -> Fields:
        """What the Game-Turn allows and scores."""
        return self.tables.find_fields("turns", scenario=self.state.scenario, turn=self.state.move)

    def item(self, name: str) -> Fields:
        """An item of the ledger; empty if it does not score in the scenario."""
        try:
            return self.tables.find_fields("victory", scenario=self.state.scenario, item=name)
        except ChartError:
            return {}

    def say_note(self, name: str) -> None:
        """Report a rule when it matters: a note of the chart of Game-Turns."""
        self.say(self.tables["turns"].note(name).text)

    def score(self, name: str, number: int) -> None:
        """Score a number of an item, if it scores in the scenario."""
        if number and (fields := self.item(name)):
            self.pay(fields["side"], number * fields["points"], name)

    def pay(self, side: str, points: int, name: str) -> None:
        """Score points for an item of the ledger; reaching the points to win is announced."""
        state = self.state
        before = self.state.total(side)
        sheet = self.scenario
        state.points[side] = before + points
        add_to(state.scored.setdefault(side, {}), name, points)
        self.say(f"{count(points, 'point')} to {SIDES[side]}: {score_label(name)}")
        if (
            side == JAPANESE
            and sheet["wins"] != MARGIN
            and before < sheet["points"] <= before + points
        ):
            self.say(f"The Japanese player has {sheet['points']} points and has won", head=True)

    def invasions_left(self, side: str) -> int:
        """How many of its invasions in the scenario a side has left."""
        return int(self.scenario[f"{side}_invasions"] - self.state.invasions.get(side, 0))

    def us_kinds(self) -> set[str]:
        """The kinds of units that the U.S. player sets up in any scenario; all others are
        Japanese.
        """
        rows = self.tables.keyed_chart("forces").rows
        return {row.key_values["unit"] for row in rows if row.key_values["side"] == US}

    def forces(self) -> list[KeyedRow]:
        """The units that the scenario sets up, by side and place."""
        rows = self.tables.keyed_chart("forces").rows
        return [row for row in rows if row.key_values["scenario"] == self.state.scenario]

    def deployed(self, side: str) -> Counter[str]:
        """How many units of each kind a side sets up; empty if the scenario does not give their
        numbers.
        """
        counts: Counter[str] = Counter()
        for row in self.forces():
            if row.key_values["side"] == side:
                if row.fields.get("count") is None:
                    return Counter()
                counts[row.key_values["unit"]] += row.fields["count"]
        return counts

    def japanese_kinds(self) -> list[str]:
        """The kinds of Japanese units that the scenario can have: those that it sets up, or all."""
        american = self.us_kinds()
        kinds = [row.label for row in self.tables.list_rows("unit-values")]
        set_up = self.deployed(JAPANESE) or kinds
        return [kind for kind in kinds if kind in set_up and kind not in american]

    def left_of(self, kind: str) -> int:
        """The number of Japanese units of a kind that can still be on the map; MOST if the scenario
        gives no number.
        """
        state = self.state
        set_up = self.deployed(JAPANESE)
        if not set_up:
            return MOST
        return set_up[kind] - state.losses.get(kind, 0) - state.left_map.get(kind, 0)

    def japanese_left(self) -> int:
        """The number of Japanese units that can still be on the map; MOST if the scenario gives no
        number.
        """
        set_up = self.deployed(JAPANESE)
        if not set_up:
            return MOST
        lost = sum(self.state.losses.get(kind, 0) for kind in set_up)
        return set_up.total() - lost - self.state.japanese_exited

    def us_on_map(self) -> int:
        """The most U.S. units that can be on the map: known in the campaign, where arrivals are
        counted; else MOST.
        """
        state = self.state
        if not self.counts_by_kind or not self.item("us_arrives"):
            return MOST
        came = self.deployed(US).total() + state.arrived + state.replaced
        removed = state.japanese_exited * self.tables.limit(
            "us_units_removed_for_each_japanese_exit"
        )
        return max(0, came - state.us_lost - removed)


def score_label(name: str) -> str:
    """An item of the ledger as text."""
    if name == ELIMINATED:
        return "units eliminated"
    words = name.replace("_", " ")
    if words.startswith("us "):
        return f"U.S. {words.removeprefix('us ')}"
    return words.replace("japanese", "Japanese")
