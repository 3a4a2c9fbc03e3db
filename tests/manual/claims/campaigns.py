# ruff: noqa: E501
"""Claims of the page `campaigns`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.pages.game_card import real_ship
from picket_duty.tui.autoplay import QUIET_SPELL, SHORT_SPELL
from tests.manual.evidence import T, played, row
from tests.rules import test_campaigns
from tests.rules.script import start

CLAIMS = {
    "ends on June 25": lambda: {str(campaign.end) for campaign in T.campaigns.values()} == {"1945-06-25"},
    "`mini` | 5 or 7 fighting days from March 24": lambda: (
        str(T.campaigns["mini"].start) == "1945-03-24"
        and {t: row("campaign/1 length", t)["fighting_days"] for t in range(1, 7)}
        == {1: 5, 2: 5, 3: 5, 4: 7, 5: 7, 6: 7}
    ),
    "| Five Mini Campaigns: Long A, `long-a` | five stages of 5 fighting days each, starting between March 24 and June 1 | fewer than 8 ships are sunk;": lambda: (
        (T.campaigns["long-a"].stages, T.campaigns["long-a"].fighting_days, T.campaigns["long-a"].squadron)
        == (5, 5, False)
        and str(T.campaigns["long-a"].start) == "1945-03-24"
        and str(T.campaigns["long-a"].latest_start) == "1945-06-01"
        and T.campaigns["long-a"].ships_sunk_draw == 8
    ),
    "day until June 25, with a squadron | fewer than 8 ships are sunk |": lambda: (
        T.campaigns["long-b"].squadron and T.campaigns["long-b"].ships_sunk_draw == 8
    ),
    "is away on June 25. You also lose if the ship has not completed her fighting days by June 25, or if she is": test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10,
    "not begun by June 25 are not played.": test_campaigns.test_long_a_a_stage_that_is_not_complete_when_june_25_ends_is_lost_rules_10,
    "lose the stage at once if she is sunk or": lambda: all(
        played(
            test_campaigns.test_long_a_a_stage_is_lost_at_once_if_she_sinks_or_is_returned_to_the_rear_rules_10, dice
        )
        for dice in (test_campaigns.SINKS, test_campaigns.REAR)
    ),
    "when June 25 ends.": test_campaigns.test_long_a_a_stage_that_is_not_complete_when_june_25_ends_is_lost_rules_10,
    "a card sums up three quiet days in a row, or two just before an": lambda: (QUIET_SPELL, SHORT_SPELL) == (3, 2),
    "date from March 24 to June 25, any number of": lambda: (
        str(T.campaigns["mini"].start) == "1945-03-24" and str(T.campaigns["mini"].end) == "1945-06-25"
    ),
    "to browse all 94 days": lambda: (LAST_DAY - FIRST_DAY).days + 1 == 94,
    "In six scenarios, the": lambda: (
        sum(real_ship(start(number).state.setup, T) is not None for number in T.scenarios) == 6
    ),
}
