"""Telling sentences of the manual that need no claim: how each begins, and why.

A heading, a turn of phrase and advice state nothing that the rules or the tables could check. The tests of a command or
screen, named in the reason, check what it does.
"""

from __future__ import annotations

HEADING = "a heading"
TURN = "a turn of phrase, no rule"
ADVICE = "advice, no rule"
WHERE = "says where to read on"
MEASURED = "measured with the command above the table; bands: tests/lab/test_calibrate.py"

EXEMPT: dict[str, dict[str, str]] = {
    "watch": {
        "Orders that only one of them": "what is compared: tests/reports/test_comparison.py",
        "- *Today's watch* on the menu shows it": "keys of the screen: tests/tui/test_card.py",
        "`c` on the last page opens it": "keys of the screen: tests/tui/test_card.py",
        "The games are played in the background": "kept and looked at: tests/analysis/test_baseline.py",
        "The replay code below the card": "what a code holds: tests/saves/test_replay_code.py",
        "- `picket-duty watch --check FILE` replays": "the command: tests/commands/test_watch.py",
        "If you leave it, you can resume it later.": "what is resumed: tests/saves/test_daily_watch.py",
        "- `picket-duty compare FILE FILE` compares": "what is compared: tests/reports/test_comparison.py",
    },
    "start": {
        "- **Damage**: the ship from above": "what the screen shows: tests/tui",
        "To delegate more": WHERE,
        "If planes come, you go to general quarters": TURN,
        "Before the guns fire": "the order of a wave: the page wave",
        "# First watch": HEADING,
        "## What to read next": HEADING,
        "It is the spring of 1945.": TURN,
        "Your radar sees the raids first": TURN,
        "## The first five minutes": HEADING,
        "*First battle* on the menu": WHERE,
        "Any key finishes the step on the screen": "keys of the screen: tests/tui/test_day_watch.py",
        "Then fight fires in compartments.": ADVICE,
        "Then repair everything else.": ADVICE,
        "It is sound, but not always the best.": ADVICE,
        "Ship and crew, a phase, a wave, damage": WHERE,
    },
    "control": {"Fight deck fires first.": ADVICE, "## Water lines of table 15": HEADING},
    "ship": {
        "So does a patrol": "options of a command: tests/commands",
    },
    "phase": {"A **turn** is one day.": "a definition"},
    "fighters": {"A good patrol therefore": TURN},
    "wave": {"After its dive a plane": "no plane dives twice: tests/rules/test_wave.py"},
    "keys": {
        "Press `u` in a battle": "what undo does: tests/saves, tests/plain/test_plain_mode.py",
        "In today's watch, and in a game": "what undo does: tests/saves/test_daily_watch.py",
        "*Settings* on the menu, then": "keys of the screen: tests/tui/test_settings.py",
        "To select text": ADVICE,
        "The game prints one line": "the words of plain mode: tests/plain/test_plain_mode.py",
        "`ship` describes": "the words of plain mode: tests/plain/test_plain_mode.py",
        "`picket-duty locate` prints": ADVICE,
    },
    "dice": {
        "Use `--class dunlap`": "what a command does: tests/reports",
        "`auto` lets the computer roll once.": "a word of plain mode: tests/plain/test_plain_mode.py",
        "On the screen the dice are entered": "keys of the screen: tests/tui/test_play.py",
        "In plain mode you can type the dice": "a form of answer of plain mode: tests/plain/test_plain_mode.py",
        "Your exec and officers explains": WHERE,
        "It names the next step, asks": "what a command does: tests/plain/test_referee_mode.py",
    },
    "saves": {
        "Saves made with earlier editions": "what is resumed: tests/saves/test_former_tables.py",
        "- *Continue* on the menu": "what the screen shows: tests/tui",
        "`--to N` stops": "what a command does: tests/saves",
        "The program says where both": "what a crash leaves: tests/hostile",
        "`picket-duty resume NAME` resumes": "what a command does: tests/commands/test_play_commands.py",
        "You never have to save.": "what a save is: tests/saves",
        "A game open in one program": "what a save is: tests/saves",
        "With different tables, it is rejected": "what a save is: tests/saves",
        "`--verify` replays every answer": "what a command does: tests/saves",
        "Both branches stay in the save.": "what a command does: tests/saves/test_branches.py",
        "- `picket-duty bug-report SAVE": "what a command does: tests/reports",
    },
    "diary": {
        "- On the screen, `d` opens it": "what a key does: tests/tui/test_ship_diary.py",
        "The left and right arrow keys": "what keys do: tests/tui/test_ship_diary.py",
        "`--ship NAME` writes one ship": "what a command does: tests/reports/test_war_diary.py",
        "A plane counts once": "what is counted: tests/reports/test_war_diary.py",
        "When a mount is destroyed, its new crew": "what is counted: tests/reports/test_war_diary.py",
        "`picket-duty service`, or": "what a command does: tests/commands",
    },
    "officers": {
        "Your executive officer, the exec": WHERE,
        "- Each choice shows what is at stake": "what the options show: tests/odds/test_option_outcomes.py",
        "They apply only to this game and last": "how long orders hold: tests/captains/test_standing_orders.py",
        "A fighter marker that you keep": "the value of a marker: tests/odds",
    },
    "luck": {
        "After a game you can see": TURN,
        "- `l` on the last page": "what the page shows: tests/analysis/test_win_probability.py",
        "Over many games": "an average of what was measured: tests/analysis/test_win_probability.py",
        "In 48 basic games of scenarios 1 to 8": "measured as picket_duty/analysis/marks.py says",
        "`picket-duty service` lists": "what a command shows: tests/analysis/test_marks.py",
        "For many games at once": WHERE,
    },
    "simulation": {
        "A trained captain always": "how it was measured: docs/train_captain.py",
        "`picket-duty play --auto CAPTAIN`": "what a command does: tests/commands/test_play_commands.py",
        "| `doctrine` |": "how a captain plays: tests/captains",
        "`simulate`, `calibrate` and": "options of the commands: tests/lab",
        "It asks about one slot": "what the environment asks: tests/lab",
        "A short `what-if`": "options of the commands: tests/lab",
    },
    "calibration": {
        "It then plays on": "how it is measured: tests/lab",
        "The bands of mini campaigns": "how the bands were set: picket_duty/lab/bands.toml",
        "This captain stops fewer": "measured: the table above it",
        "Plans made with": "measured when the values were: tests/lab",
    },
    "tables": {"`picket-duty tables list` lists them": "what a command does: tests/commands/test_chart_commands.py"},
    "readings": {
        "Numbers such as 8-2 or 16 refer to charts.": "how the page is written",
        "The firing chart of the Fletcher": "how the page is written",
        "The right column says": "how the page is written",
        "- For markers and fires, see": WHERE,
        "Long A: 400 games": MEASURED,
        "| Captain, level | Wins": "the heading of what was measured",
        "| Doctrine, basic |": MEASURED,
        "| Doctrine, advanced |": MEASURED,
        "| Greedy, basic |": MEASURED,
        "| Greedy, advanced |": MEASURED,
        "| Random, basic |": MEASURED,
        "| Random, advanced |": MEASURED,
        "A draw is not": MEASURED,
    },
    "tutorial": {
        "Select one by its number": "keys of the screen: tests/tui/test_tutorial.py",
        "Then comes the combat air patrol.": "the order of a phase: tests/manual/test_lesson.py",
        "Last: is there an attack?": "the order of a phase: tests/manual/test_lesson.py",
        "Each mount, fighter marker and": "who may be given a plane: tests/manual/test_lesson.py",
        "First you may declare": "the order of a round: tests/manual/test_lesson.py",
        "Choose no declaration": "the order of a round: tests/manual/test_lesson.py",
        "What next?": TURN,
        "It is nearly always right to try.": ADVICE,
        "Then fight other fires, then repair the rest.": ADVICE,
        "Refuse both for now.": ADVICE,
        "[F1] shows all keys": "keys of the screen: tests/tui/test_tutorial.py",
    },
}
