"""Telling sentences of the manual that need no claim: how each begins, and why.

A heading, a turn of phrase and a piece of advice claim nothing that the rules or the tables could hold. What a command
or a key does is held by the tests of that command or screen, which the reason names.
"""

from __future__ import annotations

HEADING = "a heading"
TURN = "a turn of phrase, no rule"
ADVICE = "advice, no rule"
WHERE = "says where to read on"

BOARD = "how a game is refereed: tests/companions/test_ie_shima_kept.py"
EXEMPT: dict[str, dict[str, str]] = {
    "browser": {
        "A game that you left yourself": WHERE,
        "- A visitor has one game on the screen.": "windows of one visitor: tests/web/test_server.py",
        "Open the page in a second window": "windows of one visitor: tests/web/test_server.py",
        "- *Your saves and logs*": "what is taken home: tests/web/test_server.py",
        "A save goes on in a program of one's own": "the command: tests/commands/test_play.py",
        "Nothing is encrypted then": ADVICE,
    },
    "watch": {
        "- *Today's watch* on the menu shows it": "keys of the screen: tests/tui/test_card.py",
        "`c` on the last page of a game opens it": "keys of the screen: tests/tui/test_card.py",
        "They are played beside the page": "kept and looked at: tests/analysis/test_baseline.py",
        "Below the card stands a code": "what a code holds: tests/saves/test_replay_code.py",
        "- `picket-duty watch --check FILE` plays": "the command: tests/commands/test_watch.py",
        "- A code that was damaged or altered is refused": "what is refused: tests/saves/test_replay_code.py",
        "- `picket-duty compare FILE FILE` sets": "what is compared: tests/reports/test_comparison.py",
    },
    "start": {
        "# First watch": HEADING,
        "It is spring 1945.": TURN,
        "Her radar sees the raids first": TURN,
        "## The first five minutes": HEADING,
        "*First battle* on the menu": WHERE,
        "Any key finishes what is shown": "keys of the screen: tests/tui/test_day_watch.py",
        "Then whatever burns.": ADVICE,
        "Then the rest.": ADVICE,
        "Take the staff's suggestion": ADVICE,
        "The ship, a phase, a wave, damage": WHERE,
    },
    "damage": {"Counterflooding trades one evil for the other": TURN},
    "control": {"Put men on deck fires first.": ADVICE, "## Water lines of table 15": HEADING},
    "anchorage": {"| Back from | What is put right |": HEADING},
    "options": {
        "Choose before the first die": "options are part of a game's set-up: tests/test_invariants.py",
        "`PICKET_DUTY_THEME`, `PICKET_DUTY_PACE` and so on": "settings of the screen: tests/tui/test_settings.py",
        "A wrong name in it": "settings of the screen: tests/tui/test_settings.py",
    },
    "dice": {
        "`auto` lets the computer roll one": "a word of the line mode: tests/plain/test_session.py",
        "On the screen the last digit enters the dice": "keys of the screen: tests/tui/test_play.py",
        "In lines the dice of a whole battery": "a form of answer of the line mode: tests/plain/test_session.py",
        "What an order is worth": WHERE,
        "With the board game on the table": "what a command does: tests/plain/test_referee.py",
    },
    "saves": {
        "- `picket-duty resume` takes up": "what a command does: tests/commands/test_play.py",
        "A damaged or foreign file": "what a save is: tests/journal",
        "A game open in one program": "what a save is: tests/journal",
        "With other tables it is refused": "what a save is: tests/journal",
        "- `picket-duty replay SAVE`": "what a command does: tests/journal",
        "- `picket-duty branch at SAVE": "what a command does: tests/saves/test_branches.py",
        "- `picket-duty bug-report SAVE": "what a command does: tests/reports",
    },
    "diary": {
        "- On the screen `d` opens it": "what a key does: tests/tui/test_diary.py",
        "Left and right turn to another ship": "what keys do: tests/tui/test_diary.py",
        "`--ship NAME` takes one ship": "what a command does: tests/reports/test_war_diary.py",
        "They are granted at the end of a day": "what the screen shows: tests/tui/test_diary.py",
    },
    "staff": {
        "The program can work out": "what the staff tells: tests/odds",
        "- What hangs on an answer": "what the staff tells: tests/odds/test_option_outcomes.py",
        "- On the screen the fire plan has a line": "what the screen shows: tests/tui/test_orders.py",
        "- `--out FILE` keeps every finished block": "blocks kept in a file: tests/lab/test_blocks.py",
        "What was worked out once is kept": "where it is kept: tests/analysis/test_win_probability.py",
        "The whole of the dice, by the harm they did": "what the percentile is: tests/reports/test_dice_luck.py",
        "| `doctrine` |": "how a captain plays: tests/captains",
    },
    "tables": {"`picket-duty tables list` names them": "what a command does: tests/commands/test_tables.py"},
    "companions": {
        "`picket-duty tables --game ie-shima list`": "what a command does: tests/companions/test_game_commands.py",
        "On the menu": "what a screen shows: tests/companions/test_screens.py",
        "`picket-duty referee --game international-team`": "what a command does: tests/companions/test_plain_mode.py",
        "On the screen what stands": "what a screen shows: tests/companions/test_screens.py",
        "What is asked is at the top right": "what a screen shows: tests/companions/test_screens.py",
        "`u` takes the last answer back": "keys of the screen: tests/companions/test_screens.py",
        "Every answer is saved, on the screen": "what is saved: tests/companions/test_killed.py",
        "`picket-duty games saves`": "what a command does: tests/companions/test_plain_mode.py",
        "Then the Japanese player, alone": "what the umpire does: tests/companions/test_umpire.py",
        "Two units hide in a hexagon": "what the umpire does: tests/companions/test_umpire.py",
        "The American names the hexagons": "what the umpire does: tests/companions/test_umpire.py",
        "Before the fights of the American movement": "what the umpire does: tests/companions/test_umpire.py",
        "While the players change seats": "what a screen shows: tests/companions/test_screens.py",
        "A replay keeps what is hidden": "what a replay tells: tests/companions/test_screens.py",
        "| Bombings | whether shots": "what the umpire does: tests/companions/test_umpire.py",
        "| American movements | who passes": "what the umpire does: tests/companions/test_umpire.py",
        "Where a list has more than nine": "what keys do: tests/companions/test_screens.py",
        "Open mines eliminate": "what the umpire does: tests/companions/test_umpire.py",
        "| 12.0, 18.11 |": "what the ledger takes: tests/companions/test_island_war.py",
        "| 13.12 |": "what the ledger takes: tests/companions/test_island_war.py",
        "| 18.44, 18.54 |": "how a scenario ends: tests/companions/test_island_war.py",
        "In lines `auto` lets the computer roll": "words of the referee: tests/companions/test_plain_mode.py",
        "A fight between equals": "what the referee says: tests/companions/test_international_team.py",
        "`picket-duty referee --game island-war-1975`": "what a command does: tests/companions/test_island_war.py",
        "Movement stays on the map": "what the referee leaves out: tests/companions/test_ie_shima.py",
        "| 17.1, 6.6 |": "how a game is refereed: tests/companions/test_ie_shima.py",
        "| 10.2.3 |": BOARD,
        "| 13.1 | exact losses": BOARD,
        "| 11.4.4, 13.2.3 |": BOARD,
        "| 7.2, 14.2 |": BOARD,
        "*Last Battle: Ie Shima*": HEADING,
        "*What its second edition changes*": HEADING,
    },
    "readings": {
        "Bare numbers such as 8-2 or 16 are charts.": "how the page is written",
        "## What the program decides beyond that": HEADING,
        "Where charts and rules of play are both silent.": TURN,
    },
    "tutorial": {
        "It is nearly always right to try.": ADVICE,
        "Refuse both for now.": ADVICE,
        "Then what burns, then the rest.": ADVICE,
        "[F1] shows all keys": "keys of the screen: tests/tui/test_tutorial.py",
    },
}
