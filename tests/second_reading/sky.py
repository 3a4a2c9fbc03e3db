"""Charts 6-1..6-5, 7-1, 7-2, 7-3: transcribed from the printed charts."""

from tests.text_table import table_of

# 6-1, rolls 1 (one beyond "2 or less") .. 12
WEATHER = ["storm"] * 2 + ["rain"] * 2 + ["clear"] * 8
# 6-2, rolls 0 (one beyond "1 or less") .. 6
TYPHOON = [1, 1, 0, 0, 0, 0, 0]
# 6-3, rolls 1..6: days, ship damaged
TYPHOON_DAYS = table_of("""
    2 | 0
    2 | 0
    3 | 0
    3 | 0
    3 | 0
    4 | 1
    """)
# 6-4, rolls 2..12
TYPHOON_DAMAGE = [("sinks", None), ("major", None), ("moderate", 2), ("light", 1)] + [
    ("superficial", None)
] * 7
# 6-5, rolls 1..6
REPAIR_DAYS = [2, 2, 3, 3, 3, 4]

# 7-1, rolls 2..12: - none, C carrier, L land, B carrier and land
COVERAGE = dict(table_of("""
    ('mar24-apr06', 'day')   | --CCCCCCCCC
    ('mar24-apr06', 'night') | --CCCCCCCCC
    ('apr07-apr15', 'day')   | --CCCCLLLBB
    ('apr07-apr15', 'night') | --CCCCCCCCC
    ('apr16-jun25', 'day')   | -CLBBBBBBBB
    ('apr16-jun25', 'night') | --CCLLBBBBB
    """))  # fmt: skip

# 7-2: roll, then markers in the columns -2 -1 0 +1 +2 ("2 or less" and "12 +" one beyond)
AFS = table_of("""
    1  | '00012'
    2  | '00012'
    3  | '00012'
    4  | '00122'
    5  | '01123'
    6  | '01233'
    7  | '12233'
    8  | '12233'
    9  | '12233'
    10 | '12234'
    11 | '12344'
    12 | '23344'
    13 | '23344'
    """)  # fmt: skip
# 7-3, rolls 0..7 (as many land as carrier)
KIKUSUI_AFS = [1, 1, 1, 2, 2, 3, 4, 4]
