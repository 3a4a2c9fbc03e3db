# ruff: noqa: E501
"""Claims of the page `campaigns`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from datetime import timedelta

from picket_duty.analysis.campaign_rating import Record, new_ship_words, ratings
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.reports.game_card import real_ship
from picket_duty.text.historical import day_sentences
from picket_duty.tui.autoplay import QUIET_SPELL, SHORT_SPELL
from tests.analysis import test_campaign_rating
from tests.book import test_historical_days
from tests.manual.evidence import T, played, row, start
from tests.rules import test_anchorage, test_campaigns
from tests.text import test_consequences

#: The least standing that earns each rating, in percent.
RATINGS = {rating.name: rating.least for rating in ratings().names}

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
    "| Five Mini Campaigns: Long A, `long-a` | 25 fighting days in five stages, with a squadron, starting between March 24 and June 1 | fewer than 8 ships are sunk |": lambda: (
        T.campaigns["long-a"].squadron
        and T.campaigns["long-a"].fighting_days == 5 * T.campaigns["long-a"].stage_days
        and T.campaigns["long-a"].fighting_days == 25
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
    "when a ship is relieved, sunk or sent to the rear, another ship takes over the next day": lambda: (
        played(test_campaigns.test_long_b_another_takes_station_the_next_day_rules_10)
        and all(
            played(test_campaigns.test_long_a_another_ship_fights_the_next_day_rules_10, dice)
            for dice in ({"16": 12, "18": 2}, {"16": 2}, {"16": 12, "18": 12})
        )
        and played(
            test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9, "long-a", {"16": 2}
        )
        and played(
            test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9,
            "long-a",
            {"16": 12, "18": 12},
        )
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
    "**Long A** has five stages of five fighting days each": lambda: T.campaigns["long-a"].stage_days == 5,
    (
        "You hold a stage if the ship that began it is still on station after the fifth day. Otherwise, you lose it."
    ): lambda: (
        played(test_campaigns.test_long_a_a_stage_is_held_by_the_ship_that_began_it_rules_10)
        and played(test_campaigns.test_long_a_a_stage_is_lost_with_another_ship_on_station_rules_10)
    ),
    "Good play nearly always wins long campaign A": lambda: (
        min(
            sum(row.campaigns for row in entry.stages[-1] if row.sunk < T.campaigns["long-a"].ships_sunk_draw)
            / entry.games
            for entry in ratings().measured
        )
        > 0.95
    ),
    "2000 campaigns that doctrine played at your level.": lambda: (
        {entry.games for entry in ratings().measured} == {2000}
        and played(test_campaign_rating.test_both_levels_are_measured_and_the_counts_are_complete)
    ),
    "More stages held is better. With equal stages, fewer ships sunk is better. With equal losses too, fewer ships sent to the rear is better.": lambda: (
        played(
            test_campaign_rating.test_a_record_is_compared_by_stages_held_then_ships_sunk_then_ships_sent_to_the_rear
        )
    ),
    "did worse than you gives the rating. Campaigns with the same record count half": lambda: played(
        test_campaign_rating.test_the_rating_by_hand, Record(0, 0, 0), (20, 50, 30), 55, "Good"
    ),
    "| Outstanding | 90% or more |": lambda: RATINGS["Outstanding"] == 90,
    "| Excellent | 70% to 90% |": lambda: RATINGS["Excellent"] == 70,
    "| Good, level with doctrine | 30% to 70% |": lambda: (
        RATINGS["Good"] == 30 and played(test_campaign_rating.test_a_record_level_with_doctrine_has_the_middle_rating)
    ),
    "| Fair | 10% to 30% |": lambda: RATINGS["Fair"] == 10,
    "| Poor | under 10% |": lambda: RATINGS["Poor"] == 0,
    (
        "Until the campaign ends, the page of each day says what the rating still depends on. It is the stage while "
        "you can hold it, and after that the ships sunk."
    ): lambda: played(
        test_campaign_rating.test_what_the_rating_still_depends_on_is_the_stage_and_once_it_is_lost_the_ships_sunk
    ),
    (
        "If analysis is on, it also gives her chance of holding that stage if doctrine plays on, beside that of a new "
        "ship in stage 1"
    ): lambda: "stage 1" in new_ship_words(T, start(campaign="long-a").state.setup),
    (
        "The page of a stage gives the damage of the ship that begins the next one, and why a damaged ship was not "
        "offered relief."
    ): lambda: played(test_consequences.test_a_damaged_ship_that_is_not_offered_relief_has_the_limits_rules_8),
    "if the campaign starts on another day than March 24.": lambda: played(
        test_campaign_rating.test_only_measured_campaigns_are_rated
    ),
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
