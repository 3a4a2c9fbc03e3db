"""Ie Shima: every answer transcribed a second time, from the rules alone, paragraph by
paragraph.
"""

from __future__ import annotations

import math

from tests.text_table import table_of

DAYS = [f"1945-04-{day}" for day in range(16, 23)]
DICE = range(2, 13)

# 5.3.1, 5.3.2
GREEN = "green beach box"
BLUE = "blue beach box"
BATTALIONS = {
    "1/306": ("ABCD", GREEN),
    "2/306": ("EFGH", GREEN),
    "3/306": ("IKLM", GREEN),
    "1/305": ("ABCD", BLUE),
    "3/305": ("IKLM", BLUE),
}
JAPANESE = {"2/1": "Areas 15 and/or 16", "SEI-": "any urban Area", "Labor-": "any Area"}
JAPANESE |= dict.fromkeys(("Pillbox-", "MG-", "IE-"), "Special Units Box")

#: Chart, what is asked and answered, and every answer.
LISTS = table_of("""
    # 10.2
    movement  | enter    | mf     | vacant                                      | 1
    movement  | enter    | mf     | vacant_adjacent_to_enemy                    | 2
    movement  | enter    | mf     | only_reduced_enemy                          | 3
    movement  | enter    | mf     | full_strength_enemy                         | 4
    movement  | enter    | mf     | japanese_area_from_beach_box                | all
    movement  | enter    | mf     | american_area_from_special_units_box        | all
    # 11.4.2 A to G
    attack    | line     | adds   | lead_unit                                   | combat value
    attack    | line     | adds   | each_additional_full                        | 1
    attack    | line     | adds   | each_additional_reduced                     | 0.5
    attack    | line     | adds   | battalion_integrity                         | 1
    attack    | line     | adds   | air_support_american_clear                  | 1
    attack    | line     | adds   | artillery_call                              | 1
    attack    | line     | adds   | tank_call                                   | 2
    attack    | line     | adds   | satchel_call                                | 4
    # 11.4.3 A to E
    defence   | line     | adds   | lead_unit                                   | combat value
    defence   | line     | adds   | each_additional                             | 1
    defence   | line     | adds   | area_tem                                    | tem
    defence   | line     | adds   | air_support_japanese_assault_clear_daylight | 2
    defence   | line     | adds   | rubble                                      | 1
    # 13.1 A to D
    attrition | loss     | points | full_eliminated                             | 3
    attrition | loss     | points | full_to_reduced                             | 1
    attrition | loss     | points | reduced_eliminated                          | 2
    attrition | loss     | points | reduced_retreats                            | 1
    # 6.1
    phases    | phase    | name   | 1                                           | reinforcement
    phases    | phase    | name   | 2                                           | daylight
    phases    | phase    | name   | 3                                           | night
    phases    | phase    | name   | 4                                           | refit
    phases    | phase    | name   | 5                                           | end
    # 13.2.2
    retreat | priority | to | 1 | free area with fewest enemy-controlled neighbours
    retreat | priority | to | 2 | friendly-controlled contested
    retreat | priority | to | 3 | enemy-controlled contested
    retreat | priority | to | 4 | fully stacked
    # 7.1: eight units
    limits    | limit    | number | stacking                                    | 8
    # 3.1
    limits    | limit    | number | areas                                       | 16
    # 3.1.3
    limits    | limit    | number | tem_low                                     | 1
    limits    | limit    | number | tem_high                                    | 4
    # 5.1: four turns
    limits    | limit    | number | turns_basic                                 | 4
    # 21.1: to April 22, a turn a day
    limits    | limit    | number | turns_extended                              | 7
    # 9.2
    limits    | limit    | number | mf_rain                                     | -1
    # 10.2.2
    limits    | limit    | number | special_units_placed_each_impulse           | 4
    # 10.2.3
    limits    | limit    | number | special_units_placed_each_night             | 4
    limits    | limit    | number | special_units_placed_in_one_area            | 1
    # 15.1A
    limits    | limit    | number | advantage_special_units                     | 6
    # 17.2
    limits    | limit    | number | victory_points_to_win                       | 10
    # 18.1
    limits    | limit    | number | bid_low                                     | -10
    limits    | limit    | number | bid_high                                    | 10
    # 19.1
    limits    | limit    | number | kamikaze_attack                             | 4
    limits    | limit    | number | kamikaze_defence                            | 6
    # 20.1
    limits    | limit    | number | historical_figure                           | 1
    """)


def cells():
    for table, key, field, asked, value in LISTS:
        yield {"table": table, key: asked}, {field: value}
    for battalion, (companies, place) in BATTALIONS.items():
        for company in companies:
            yield {"table": "setup", "unit": f"{battalion} {company}"}, {"place": place}
    for name, place in JAPANESE.items():
        for letter in "ABCD":
            yield {"table": "setup", "unit": name + letter}, {"place": place}
    yield from turns()
    yield from dice()
    yield from points()


def turns():
    for turn, day in enumerate(DAYS, 1):
        said = {
            "turn": turn,
            "reinforcement_phase": turn > 1,  # 6.1.1
            "american_reinforcements": ["2/307", "3/307"] if turn == 2 else [],  # 6.2.2
            "artillery_support": turn >= 2,  # 19.2
            "tank_support": turn >= 3,
            "naval_bombardment": turn <= 4,  # 21.2
            "basic_game": turn <= 4,  # 5.1
            "both_beach_boxes_at_once": turn == 1,  # 16.2
            "victory_check": turn == 4,  # 17.2, 21.1
            "area_4_point": turn == 1,  # 17.2
        }
        yield {"table": "turns", "date": day}, said
        # 14.4: one for the box at Area 1, one for that at Area 2, from the 17th two for that at
        # Areas 5 and 14
        boxes = {"1": 1, "2": 1} | ({"5 and 14": 2} if turn >= 2 else {})
        american = {"points": sum(boxes.values()), "by_box": boxes}
        yield {"table": "replacements", "date": day, "side": "american"}, american
        yield (
            {"table": "replacements", "date": day, "side": "japanese"},
            {"points": 1, "by_box": {"16": 1}},
        )


def dice():
    for roll in DICE:
        yield {"table": "reinforcements", "roll": roll}, {"units": roll // 2}  # 6.2.1
        for impulse in range(1, 16):  # 6.3.1
            result = (
                "on" if roll > impulse else "weather_changes" if roll == impulse else "day_ends"
            )
            yield {"table": "sunset", "roll": roll, "impulse": impulse}, {"result": result}
        for other in DICE:  # 19.1
            left = 4 + roll - (6 + other)
            result = {"success": left > 0, "attrition": max(0, left)}
            yield {"table": "kamikaze", "attack": roll, "defence": other}, result
        for tem in range(1, 5):  # 19.3.1: greater than 11
            yield {"table": "rubble", "roll": roll, "tem": tem}, {"rubble": roll + tem > 11}
    for difference in range(-30, 31):  # 11.4.4, 12.7
        result = "repulse" if difference < 0 else "stalemate" if difference == 0 else "success"
        lost = max(0, difference)
        yield {"table": "combat", "difference": difference}, {"result": result, "attrition": lost}
        yield {"table": "bombardment", "difference": difference}, {"attrition": lost}
    for roll in range(1, 7):  # 19.2.1, 19.4.1
        yield {"table": "support/artillery", "roll": roll}, call(roll >= 4, 1)
        for modified in (False, True):
            for other in (False, True):
                tank = roll - modified - other >= 4
                satchel = roll + modified + other >= 5
                yield (
                    {"table": "support/tank", "roll": roll, "urban": modified, "rain": other},
                    call(tank, 2),
                )
                yield (
                    {"table": "support/satchel", "roll": roll, "rain": modified, "night": other},
                    call(satchel, 4),
                )


def call(available, value):
    return {"available": available, "adds": value if available else 0}


def points():
    """17.2, 17.2.1."""

    def said(**fields):
        return {"points": None, "only": None, "american_wins": None} | fields

    for area in range(1, 17):
        value = 3 if area in (15, 16) else 2 if area in (11, 12, 13, 14) else 1 if area == 4 else 0
        only = "1945-04-16" if area == 4 else None
        yield {"table": "victory", "area": area}, said(points=value, only=only)
    for lost in range(41):
        question = {"table": "victory", "american_units_reduced_or_eliminated": lost}
        yield question, said(points=-math.floor(lost / 5))
    for contested in (True, False):
        yield {"table": "victory", "contested_15_and_16": contested}, said(points=int(contested))
    for total in range(-5, 20):
        yield {"table": "victory", "total": total}, said(american_wins=total >= 10)


#: Questions whose answers the text does not hold.
REFUSED = dict(
    table_of("""
    areas | [{'area': 4, 'field': 'tem'}, {'area': 16, 'field': 'adjacent'}, {}]
    units | [{'unit': '1/305 A', 'field': 'combat_value'}, {'marker': 'naval bombardment', 'field': 'attack_factor'}]
    turns | [{'date': '1945-04-15'}, {'date': '1945-04-23'}, {'date': '1945-04-17', 'field': 'impulses'}]
    setup | [{'unit': '2/307'}, {'unit': 'Ernie Pyle'}]
    reinforcements | [{'roll': 1}, {'roll': 13}]
    sunset | [{'roll': 13, 'impulse': 3}, {'roll': 7, 'impulse': 0}]
    movement | [{'enter': 'rubble'}]
    attack | [{'line': 'pillbox'}]
    defence | [{'line': 'satchel_call'}, {'area_tem': 5}]
    kamikaze | [{'attack': 1, 'defence': 7}, {'attack': 7, 'defence': 13}, {'attack': 7}]
    support/artillery | [{'roll': 0}, {'roll': 7}]
    support/tank | [{'roll': 7, 'urban': True, 'rain': True}, {'roll': 4}]
    support/satchel | [{'roll': 0, 'rain': True, 'night': True}, {'roll': 4, 'rain': 1, 'night': 0}]
    attrition | [{'loss': 'pillbox_retreats'}]
    rubble | [{'roll': 9, 'tem': 0}, {'roll': 9, 'tem': 5}]
    replacements | [{'date': '1945-04-23', 'side': 'american'}, {'date': '1945-04-17', 'side': 'allied'}]
    victory | [{'area': 0}, {'area': 17}, {'american_units_reduced_or_eliminated': -1}, {'area': 15, 'total': 10}]
    limits | [{'limit': 'impulses'}]
    phases | [{'phase': 6}]
    retreat | [{'priority': 5}]
    markers | [{'marker': 'air'}]
    impulses | [{}]
    """)
)
