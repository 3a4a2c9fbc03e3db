"""Charts 9-1, 9-2, 10 and the firing charts: transcribed from the printed charts."""

from tests.text_table import table_of

# 9-1: L M H; None = cannot fire
BONUS = {"5in": (0, 1, 1), "40mm": (1, 1, 0), "20mm": (0, 0, None)}

# 9-2: roll, L M H; m miss, h hit, 2 two hits, F flamed, D destroyed (open rows one beyond)
FIRE = {
    "9-2/5in": table_of("""
        1  | mmm
        2  | mmm
        3  | mmm
        4  | mmm
        5  | mmm
        6  | mhh
        7  | hhh
        8  | hh2
        9  | h22
        10 | 2FF
        11 | FDD
        # slip: the row is missing on the chart
        12 | DDD
        13 | DDD
        """),
    "9-2/40mm": table_of("""
        1  | mmm
        2  | mmm
        3  | mmm
        4  | mmm
        5  | mmm
        6  | hmm
        7  | hhm
        8  | 2hh
        9  | F2h
        10 | FF2
        11 | DDF
        12 | DDD
        13 | DDD
        """),
    "9-2/20mm": table_of("""
        1  | mm
        2  | mm
        3  | mm
        4  | mm
        5  | mm
        6  | mm
        7  | hm
        8  | 2h
        9  | '22'
        10 | F2
        11 | DF
        12 | DD
        13 | DD
        """),
}
FIRE_WORDS = {"m": "miss", "h": "hit", "2": "2 hits", "F": "flamed", "D": "destroyed"}

# 10: columns special, undamaged, damaged, shot_down; m miss, n near miss, H hit
DIVE_COLUMNS = ["special", "undamaged", "damaged", "shot_down"]
DIVE = table_of("""
    2  | mmmm
    3  | mmmm
    4  | mmmm
    5  | mnmm
    6  | nnnm
    7  | nHnn
    8  | HHHn
    9  | HHHH
    10 | HHHH
    11 | HHHH
    12 | HHHH
    """)
DIVE_WORDS = {"m": "miss", "n": "near_miss", "H": "hit"}

# firing charts; columns 315 0 45 90 135 180 225 270, "-" = cannot fire
BEARINGS = [315, 0, 45, 90, 135, 180, 225, 270]
LA_PRADE = {
    #                 315  0    45   90   135  180  225  270
    'Bow 5" #1': "    LMH  LMH  LMH  LMH  -    -    -    LMH",
    'Stern 5" #5': "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    "Bow 40mm A": "   LMH  LMH  LMH  LMH  -    -    -    LMH",
    "Stern 40mm E": " MH   -    MH   LMH  LMH  LMH  LMH  LMH",
    "Port 20mm A": "  LM   LM   -    -    -    -    -    LM",
    "Stbd 20mm B": "  -    LM   LM   LM   -    -    -    -",
    "Stbd 20mm C": "  -    -    LM   LM   LM   -    -    -",
    "Port 20mm D": "  LM   -    -    -    -    -    LM   LM",
    "Port 20mm E": "  LM   -    -    -    -    M    LM   LM",
    "Stbd 20mm F": "  -    M    LM   LM   LM   -    -    -",
    "Stbd 20mm G": "  -    M    LM   LM   LM   -    -    -",
    "Port 20mm H": "  LM   -    -    -    -    -    LM   LM",
    "Port 20mm I": "  -    -    -    -    -    LM   LM   LM",
    "Stbd 20mm J": "  -    -    -    LM   LM   LM   -    -",
}
DUNLAP = {
    #                   315  0    45   90   135  180  225  270
    '5" #1 - Bow': "    LMH  LMH  LMH  LMH  -    -    -    LMH",
    '5" #2 - Bow': "    LMH  LMH  LMH  LMH  -    -    -    LMH",
    '5" #3 - Stern': "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    '5" #4 - Stern': "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    "40mm C - Stbd": "  -    -    H    LMH  LMH  H    -    -",
    "40 mm D - Port": " H    -    -    -    -    H    LMH  LMH",
    "20mm A - Bow": "   LM   LM   -    -    -    -    -    LM",
    "20mm B - Bow": "   LM   M    LM   -    -    -    -    -",
    "20mm C - Bow": "   -    LM   LM   LM   -    -    -    -",
    "20mm D -": "       -    M    LM   LM   LM   M    -    -",
    "20mm E - Midship": "LM  M    -    -    -    M    LM   LM",
}
# rules section 2, house table F-1
FLETCHER = {
    #              315  0    45   90   135  180  225  270
    "5-inch 1": "  LMH  LMH  LMH  LMH  -    -    -    LMH",
    "5-inch 2": "  LMH  LMH  LMH  LMH  -    -    -    LMH",
    "5-inch 3": "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    "5-inch 4": "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    "5-inch 5": "  -    -    -    LMH  LMH  LMH  LMH  LMH",
    "40 mm A": "   -    LMH  LMH  LMH  H    -    -    -",
    "40 mm B": "   LMH  LMH  -    -    -    -    H    LMH",
    "40 mm C": "   -    -    H    LMH  LMH  H    -    -",
    "40 mm D": "   H    -    -    -    -    H    LMH  LMH",
    "40 mm E": "   MH   -    MH   LMH  LMH  LMH  LMH  LMH",
    "20 mm A": "   -    -    LM   LM   LM   -    -    -",
    "20 mm B": "   LM   -    -    -    -    -    LM   LM",
    "20 mm C": "   -    -    LM   LM   LM   -    -    -",
    "20 mm D": "   LM   -    -    -    -    -    LM   LM",
    "20 mm E": "   -    -    -    LM   LM   LM   -    -",
    "20 mm F": "   -    -    -    -    LM   LM   LM   -",
    "20 mm G": "   -    -    -    -    -    LM   LM   LM",
}
FIRING = {"firing/la-prade": LA_PRADE, "firing/dunlap": DUNLAP, "firing/fletcher": FLETCHER}
