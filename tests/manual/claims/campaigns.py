# ruff: noqa: E501
"""Claims of the page `campaigns`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from datetime import timedelta

from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.pages.game_card import real_ship
from picket_duty.text.historical import day_sentences
from picket_duty.tui.autoplay import QUIET_SPELL, SHORT_SPELL
from tests.book import test_historical_days
from tests.manual.evidence import T, played, row, start
from tests.pages import test_final_page
from tests.rules import test_anchorage, test_campaigns
from tests.text import test_consequences

CLAIMS = {
    "begins with a ship on station and has at least one phase. It counts even if the ship leaves before the end of the day": lambda: (
        played(test_campaigns.test_a_fighting_day_needs_a_phase_played_also_if_the_ship_leaves_during_it_rules_10)
    ),
    "Every campaign ends on June 25": lambda: (
        {str(campaign.end) for campaign in T.campaigns.values()} == {"1945-06-25"}
    ),
    "| Mini Campaign, `mini` | 5 or 7 fighting days from March 24": lambda: (
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
    "| Every Day: Long B, `long-b` | every day until June 25, with a squadron | fewer than 8 ships are sunk |": lambda: (
        T.campaigns["long-b"].squadron and T.campaigns["long-b"].ships_sunk_draw == 8
    ),
    "In the long campaigns, the result is a draw if eight ships are sunk, and a Japanese victory if "
    "more than eight are sunk.": lambda: (
        played(test_campaigns.test_campaign_2_goes_by_the_ships_sunk, "long-a", 8, "draw")
        and played(test_campaigns.test_campaign_2_goes_by_the_ships_sunk, "long-b", 9, "japanese_win")
    ),
    (
        "is away on June 25. You also lose if the ship has not completed her fighting days by June 25, or if "
        "she is forced off station on the last fighting day."
    ): lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_mini_campaign_unfinished_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_forced_off_on_the_last_fighting_day_loses_rules_10)
    ),
    "**Long A** is five mini campaigns, one after another. Each of them is a stage of five fighting days, and one ship plays it.": lambda: (
        played(test_campaigns.test_long_a_is_five_stages_of_five_fighting_days_rules_10)
    ),
    "A stage begins with its first fighting day.": lambda: played(
        test_campaigns.test_long_a_a_stage_begins_with_its_first_fighting_day_rules_10
    ),
    "A ship that goes to the anchorage comes back and continues her stage.": lambda: played(
        test_campaigns.test_long_a_a_ship_at_the_anchorage_comes_back_and_continues_her_stage_rules_10
    ),
    "You hold the stage if she is afloat and on station after the last phase of its fifth fighting day.": lambda: all(
        played(test_campaigns.test_long_a_a_stage_is_lost_if_its_ship_is_off_station_on_the_fifth_day_rules_10, dice)
        for dice in (test_campaigns.AWAY, test_campaigns.SINKS, test_campaigns.REAR)
    ),
    "If she is gone, a new ship and crew begin it the next day.": lambda: played(
        test_campaigns.test_long_a_a_stage_is_lost_at_once_if_she_sinks_or_is_returned_to_the_rear_rules_10,
        test_campaigns.REAR,
    ),
    "Stages that have not begun by June 25 are not played.": lambda: played(
        test_campaigns.test_long_a_a_stage_that_is_not_complete_when_june_25_ends_is_lost_rules_10, 3, [(True, 5)]
    ),
    "This is judged before the end of the turn.": lambda: played(
        test_campaigns.test_long_a_a_stage_is_judged_before_section_8_rules_10
    ),
    "You lose the stage at once if she is sunk or sent to the rear.": lambda: all(
        played(
            test_campaigns.test_long_a_a_stage_is_lost_at_once_if_she_sinks_or_is_returned_to_the_rear_rules_10, dice
        )
        for dice in (test_campaigns.SINKS, test_campaigns.REAR)
    ),
    "You also lose it if it is not complete when June 25 ends.": lambda: (
        played(
            test_campaigns.test_long_a_a_stage_that_is_not_complete_when_june_25_ends_is_lost_rules_10,
            2,
            [(False, 4)],
        )
        and played(test_campaigns.test_long_a_a_ship_away_when_june_25_ends_loses_her_stage_rules_10)
    ),
    "Nothing changes a stage after it is judged.": lambda: played(
        test_campaigns.test_long_a_a_ship_returned_to_the_rear_by_section_8_loses_a_stage_that_is_not_judged_rules_10
    ),
    "A ship that is lost between two stages costs no stage. The campaign ends with the fifth stage.": lambda: (
        played(test_campaigns.test_long_a_a_ship_lost_between_two_stages_loses_none_rules_10, 0, [(True, 5)])
        and played(
            test_campaigns.test_long_a_ends_when_its_fifth_stage_is_judged_without_section_8_rules_10,
            "fit",
            {},
            (True, 5),
        )
    ),
    "The next stage begins with the next fighting day of the same ship. She keeps her damage, stores and crew.": lambda: (
        played(test_campaigns.test_long_a_is_five_stages_of_five_fighting_days_rules_10)
    ),
    "The printed verdict counts the ships sunk. Since hardly more than five ships can sink, it says that you win, and the last page gives it once.": lambda: (
        played(test_final_page.test_the_last_page_of_the_long_campaign_has_its_stages_and_says_the_printed_verdict_once)
    ),
    "when the ship on duty leaves for the anchorage, another ship takes over the next day.": lambda: played(
        test_campaigns.test_long_b_another_takes_station_the_next_day_rules_10
    ),
    "A ship that is sunk or sent to the rear is always replaced by a new ship and crew.": lambda: all(
        played(
            test_campaigns.test_in_long_b_a_ship_lost_for_good_is_replaced_by_a_new_one_chart_18_note_b_rules_9, dice
        )
        for dice in (test_campaigns.SINKS, test_campaigns.REAR)
    ),
    (
        "If one of your other ships is back from the anchorage by then, she takes over. If "
        "several ships are back, you choose one"
    ): lambda: (
        played(test_campaigns.test_in_long_b_the_ship_that_is_ready_relieves_rules_10)
        and played(test_campaigns.test_long_b_the_player_chooses_among_several_each_keeps_her_crew_rules_10)
    ),
    "A ship that is back from the anchorage takes over only when the ship on duty leaves": lambda: played(
        test_campaigns.test_in_long_b_a_ship_that_is_ready_waits_while_another_is_on_duty_rules_10
    ),
    (
        "The page of a stage gives the damage of the ship that begins the next one, and why a damaged ship was not "
        "offered relief."
    ): lambda: played(test_consequences.test_a_damaged_ship_that_is_not_offered_relief_has_the_limits_rules_8),
    "a card sums up three quiet days in a row, or two just before an attack": lambda: (
        (QUIET_SPELL, SHORT_SPELL) == (3, 2)
    ),
    "any date from March 24 to June 25, any number of days": lambda: (
        str(T.campaigns["mini"].start) == "1945-03-24" and str(T.campaigns["mini"].end) == "1945-06-25"
    ),
    "options. If you give any other name, you command a Fletcher": lambda: (
        [
            start(patrol="1945-04-16", ship=name).ship.ship_class
            for name in ("La Prade", "USS La Prade", "Dunlap", "Kidd")
        ]
        == ["la-prade", "la-prade", "dunlap", "fletcher"]
    ),
    "ends early if the ship is sunk or sent to the rear": lambda: (
        played(test_campaigns.test_free_patrol_sunk)
        and played(test_anchorage.test_returned_to_rear_ends_a_patrol_rules_9)
    ),
    "Left and Right keys to browse all 94 days": lambda: (LAST_DAY - FIRST_DAY).days + 1 == 94,
    "tell you what happened off Okinawa.": lambda: (
        {len(day_sentences(T, FIRST_DAY + timedelta(number))) for number in range(94)} == {1, 2}
    ),
    "one that was sunk.": lambda: played(test_historical_days.test_a_day_offers_the_station_of_its_worst_hit_destroyer),
    "In six scenarios, the card and the last page": lambda: (
        sum(real_ship(start(number).state.setup, T) is not None for number in T.scenarios) == 6
    ),
}
