"""Telling sentences of the manual that need no claim: how each begins, and why.

A heading, a turn of phrase and a piece of advice claim nothing that the rules or the tables could hold. What a command
or a key does is held by the tests of that command or screen, which the reason names.
"""

from __future__ import annotations

HEADING = "a heading"
TURN = "a turn of phrase, no rule"
ADVICE = "advice, no rule"
WHERE = "says where to read on"

EXEMPT: dict[str, dict[str, str]] = {
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
    "keys": {
        "Press `u` in a battle": "what undo does: tests/saves, tests/plain/test_plain_mode.py",
        "In today's watch, and in a game": "what undo does: tests/saves/test_daily_watch.py",
        "*Settings* on the menu, then": "keys of the screen: tests/tui/test_settings.py",
        "To select text": ADVICE,
        "The game prints one line": "the words of plain mode: tests/plain/test_plain_mode.py",
        "`ship` describes": "the words of plain mode: tests/plain/test_plain_mode.py",
        "If the file has a wrong name": "settings of the screen: tests/tui/test_settings.py",
        "It then does not change": "settings of the screen: tests/tui/test_settings.py",
        "`picket-duty locate` prints": ADVICE,
    },
    "dice": {
        "`auto` lets the computer roll one": "a word of the line mode: tests/plain/test_plain_mode.py",
        "On the screen the last digit enters the dice": "keys of the screen: tests/tui/test_play.py",
        "In lines the dice of a whole battery": "a form of answer of the line mode: tests/plain/test_plain_mode.py",
        "What an order is worth": WHERE,
        "With the board game on the table": "what a command does: tests/plain/test_referee_mode.py",
    },
    "saves": {
        "- `picket-duty resume` takes up": "what a command does: tests/commands/test_play_commands.py",
        "A damaged or foreign file": "what a save is: tests/journal",
        "A game open in one program": "what a save is: tests/journal",
        "With other tables it is refused": "what a save is: tests/journal",
        "- `picket-duty replay SAVE`": "what a command does: tests/journal",
        "- `picket-duty branch at SAVE": "what a command does: tests/saves/test_branches.py",
        "- `picket-duty bug-report SAVE": "what a command does: tests/reports",
    },
    "diary": {
        "- On the screen `d` opens it": "what a key does: tests/tui/test_ship_diary.py",
        "Left and right turn to another ship": "what keys do: tests/tui/test_ship_diary.py",
        "`--ship NAME` takes one ship": "what a command does: tests/reports/test_war_diary.py",
        "They are granted at the end of a day": "what the screen shows: tests/tui/test_ship_diary.py",
    },
    "officers": {
        "Your executive officer, the exec": WHERE,
        "- Each choice shows what is at stake": "what the options show: tests/odds/test_option_outcomes.py",
        "They hold in this game only": "how long orders hold: tests/captains/test_standing_orders.py",
        "A fighter marker that you keep": "the value of a marker: tests/odds",
    },
    "luck": {
        "After a game you can see": TURN,
        "- `l` on the last page": "what the page shows: tests/analysis/test_win_probability.py",
        "Over many games": "an average of what was measured: tests/analysis/test_win_probability.py",
        "Rolls that were never made": "what the percentile is: tests/reports/test_dice_luck.py",
        "For many games at once": WHERE,
    },
    "simulation": {
        "`picket-duty play --auto CAPTAIN`": "what a command does: tests/commands/test_play_commands.py",
        "| `doctrine` |": "how a captain plays: tests/captains",
        "`simulate`, `calibrate` and": "options of the commands: tests/lab",
        "A short `what-if`": "options of the commands: tests/lab",
    },
    "calibration": {
        "The two kinds of raid": TURN,
        "It then plays on": "how it is measured: tests/lab",
        "Plans made with": "measured when the values were: tests/lab",
    },
    "tables": {"`picket-duty tables list` names them": "what a command does: tests/commands/test_chart_commands.py"},
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
