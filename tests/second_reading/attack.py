"""Charts 8-1, 8-1A..8-1H, D-2, 22, 22-1, 8-2, 8-3: transcribed from the printed charts."""

from tests.text_table import table_of

COLUMNS = ["-2", "-1", "0", "+1", "+2"]
# 8-1 ("2 or <" and "13 or >" one beyond)
#     roll  -2  -1  0  +1  +2
RAID = table_of("""
    1  | H H F E D
    2  | H H F E D
    3  | H G E D C
    4  | G F D D C
    5  | G E D C B
    6  | F E C C B
    7  | F D C B A
    8  | E C B B A
    9  | D B B A A
    10 | C B A A A
    11 | B A A NA NA
    12 | A NA NA NA NA
    13 | NA NA RR RR RR
    14 | NA NA RR RR RR
    """)

# rolls 2..12: number printed, planes; "" no attacks, "RR" random result, "+" note A
LETTERS = {
    "A": table_of("""
        None | RR
        6    | 0M 135M 180H 180L 270H 270L
        6    | 45H 135L 270M 270M 0H 0L +
        0    | ''
        5    | 90L 90M 135L 225H 180L
        5    | 270L 270M 270L 315M 0H
        0    | ''
        3    | 225L 270H 45H
        8    | 315L 315M 45L 45M 90H 135M 180H 180M
        0    | ''
        2    | 225L 225H
        """),
    "B": table_of("""
        5    | 90L 225H 315H 270H 270L
        5    | 270L 45M 135M 180M 90L
        4    | 135M 135H 225L 225L
        0    | ''
        6    | 0H 0M 0L 135M 45H 45M
        0    | ''
        6    | 180L 225L 225M 270H 270M 45M
        # slip: printed 1350L
        7    | 270H 270M 225L 180M 180L 135L 0M
        0    | ''
        2    | 180H 180L +
        None | RR
        """),
    "C": table_of("""
        2    | 180L 180M
        6    | 90M 315H 0L 90H 180H 180L
        0    | ''
        5    | 90M 135L 180H 270L 270L
        4    | 270H 270M 45L 315M
        6    | 45H 45M 270L 270M 180H 180H
        3    | 0H 315M 270L
        0    | ''
        5    | 225L 315H 270M 90L 45H +
        1    | 180L
        None | RR
        """),
    "D": table_of("""
        2    | 270H 270L
        0    | ''
        0    | ''
        None | RR
        3    | 90L 90M 135H
        4    | 180L 225L 270L 270M
        3    | 315H 0H 90L +
        0    | ''
        2    | 0M 315M
        5    | 180H 180M 135M 90M 90L
        None | RR
        """),
    "E": table_of("""
        0    | ''
        5    | 90L 90M 90H 45M 45L
        4    | 270L 270M 270H 90M
        4    | 180H 180L 90M 0L
        6    | 45L 90L 90M 0M 270M 270H
        None | RR
        0    | ''
        4    | 270M 225H 180M 135L
        2    | 90H 45L
        5    | 0L 180L 270H 270M 270L
        0    | ''
        """),
    "F": table_of("""
        4    | 315L 315M 270M 180H
        0    | ''
        4    | 0L 45L 45M 90L
        0    | ''
        0    | ''
        4    | 270L 225M 180L 180H
        3    | 135M 180M 180L
        None | RR
        0    | ''
        2    | 225L 180L
        8    | 315H 45H 225H 225M 225M 0H 0M 90H
        """),
    "G": table_of("""
        3    | 90L 135L 180L
        3    | 135H 180H 180M
        3    | 270L 270H 315M
        0    | ''
        4    | 0M 180M 225L 225H
        0    | ''
        0    | ''
        None | RR
        7    | 225L 135H 135H 225L 225M 225H 180L
        2    | 180M 225H
        2    | 180L 315L
        """),
    "H": table_of("""
        3    | 315L 315H 45L
        2    | 0H 90H
        0    | ''
        4    | 90M 180M 225H 270M
        0    | ''
        4    | 270L 90L 135M 180L
        3    | 135H 180M 225L
        0    | ''
        None | RR
        8    | 45L 45M 45H 315L 315M 315H 0H 0M
        4    | 90H 270H 180H 135L
        """),
}

# rolls 2..12
D2 = [0, 0, 45, 45, 90, 90, 135, 180, 225, 270, 315]
KIKUSUI_BEARING = [0, 45, 90, 135, 180, 180, 225, 225, 270, 270, 315]
KIKUSUI_PLANES = [12, 9, 7, 11, 9, 10, 8, 12, 13, 6, 18]

# 8-2, rolls 2..12: plane, weapon, note
RANDOM = table_of("""
    Sally | ohka    | A
    Peggy | ohka    | A
    Betty | ohka    | A
    Val   | bomb    | A
    Zero  | bomb    | A
    None  | None    | B
    Kate  | torpedo | A
    Myrt  | torpedo | A
    Jill  | torpedo | A
    Grace | torpedo | A
    Judy  | bomb    | A
    """)

# 8-3: planes, waves, special planes allowed; 2-4 "All", 1 by the slip like 2-4
WAVES = table_of("""
     1 | (1, None, None)  | (2, 0, 0)
     2 | (2, None, None)  | (2, 0, 0)
     3 | (3, None, None)  | (2, 0, 0)
     4 | (4, None, None)  | (2, 0, 0)
     5 | (3, 2, None)     | (2, 2, 0)
     6 | (3, 3, None)     | (2, 2, 0)
     7 | (4, 3, None)     | (2, 2, 0)
     8 | (4, 4, None)     | (2, 2, 0)
     9 | (5, 4, None)     | (2, 2, 0)
    10 | (5, 5, None)     | (2, 2, 0)
    11 | (6, 3, 2)        | (2, 2, 2)
    12 | (6, 4, 2)        | (2, 2, 2)
    13 | (7, 4, 2)        | (2, 2, 2)
    14 | (7, 4, 3)        | (2, 2, 2)
    15 | (8, 5, 2)        | (2, 2, 2)
    16 | (8, 5, 3)        | (2, 2, 2)
    17 | (9, 5, 3)        | (2, 2, 2)
    18 | (9, 6, 3)        | (2, 2, 2)
    """)
