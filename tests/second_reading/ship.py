"""Charts 17, 18, 18-1, 19, 20, 21, 21-1, 23, 24, scenario 7 relief, campaign 1 length."""

from tests.text_table import table_of

# 17, rolls 1..6, columns -2 -1 0 +1 +2; y declared, - not declared (slip: row 1 all not declared)
DECLARED = ["-----", "----y", "---yy", "--yyy", "-yyyy", "yyyyy"]

# 18, rolls 2..12: weeks, None = return to rear
WEEKS = [1, 2, 2, 2, 3, 3, 3, 4, None, None, None]
# 18-1, rolls 2..12
REPLENISH = [1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4]

# 19, rolls 2..12, columns -2 -1 0 +1 +2
MANEUVER = [
    "-----",  # 2
    "-----",
    "----y",  # 4
    "----y",
    "---yy",  # 6
    "---yy",
    "--yyy",  # 8
    "--yyy",
    "-yyyy",  # 10
    "yyyyy",  # 11
    "yyyyy",
]

# 20, rolls 2..12
REPAIR_COLUMNS = ["-2", "-1..0", "+1", "+2"]
REPAIR = [
    "----",  # 2
    "----",
    "----",
    "---y",  # 5
    "--yy",  # 6
    "-yyy",  # 7
    "yyyy",  # 8
    "yyyy",
    "yyyy",
    "yyyy",
    "yyyy",
]

# 21, rolls 1..12
FLOODING = "-----yyyyyyy"

# 21-1, rolls 2..12, x explosion
ROOMS = ["magazines", "engine_rooms", "fire_rooms", "fuel_rooms"]
EXPLOSION = ["xxxx", "xxxx", "-xxx", "----", "----", "----", "----", "----", "----", "----", "----"]

# 23, rolls 1..6, columns -4..+4
MORALE_COLUMNS = ["-4", "-3", "-2", "-1", "0", "+1", "+2", "+3", "+4"]
MORALE = table_of("""
    -2 | -2 | -1 | -1 | -1 | -1 | -1 | -1 | -1
    -1 | -1 | -1 | 0  | 0  | 0  | 0  | 0  | 0
    -1 | 0  | 0  | 0  | 0  | 0  | 0  | 1  | 1
    0  | 0  | 0  | 0  | 1  | 1  | 1  | 1  | 1
    1  | 1  | 1  | 1  | 1  | 1  | 1  | 1  | 2
    1  | 1  | 1  | 1  | 2  | 2  | 2  | 2  | 2
    """)  # fmt: skip

# 24, rolls 1..6
CONSUMPTION = [0, 1, 1, 1, 1, 2]

# scenario 7, rolls 1..6, y relieved
RELIEF_COLUMNS = [
    "Turn 1 Mid-day",
    "Turn 1 Evening",
    "Turn 2 Morning",
    "Turn 2 Mid-day",
    "Turn 2 Evening",
]
RELIEF = ["-----", "-----", "-----", "---yy", "-yyyy", "yyyyy"]

# campaign 1, rolls 1..6
FIGHTING_DAYS = [5, 5, 5, 7, 7, 7]
