"""Companion games: other games of the battle, refereed and looked up. Each is a folder of data."""

from pathlib import Path

from picket_duty.extensions import COMPANION_GAMES, Extension, KeyPlace, MenuEntry, Topic

_HERE = "picket_duty.companions"
_SCREENS = f"{_HERE}.screens"

EXTENSION = Extension(
    commands={COMPANION_GAMES: {"games": f"{_HERE}.game_commands:games"}},
    options={
        "referee": f"{_HERE}.game_commands:referee_options",
        "replay": f"{_HERE}.game_commands:replay_companions",
        "tables": f"{_HERE}.game_commands:game_option",
    },
    topics=(Topic("companions", Path(__file__).with_name("companions.md"), after="tables"),),
    menu=(
        MenuEntry(
            "table",
            "Companion games",
            "A practice island and four board games",
            f"{_SCREENS}.games_screen:GamesScreen",
            after="saves",
        ),
    ),
    key_places=(
        KeyPlace(
            "Companion games",
            (
                f"{_SCREENS}.table_screen:AtTableScreen",
                f"{_SCREENS}.table_board:TableBoard",
                f"{_SCREENS}.table_replay:TableReplayScreen",
                f"{_SCREENS}.table_board:TablePageScreen",
                f"{_SCREENS}.table_orders:TableOrders",
                f"{_SCREENS}.table_panels:Cover",
                f"{_SCREENS}.games_screen:GamesScreen",
            ),
            after="Game setup",
        ),
    ),
    # ``table`` is the kind of setup of every companion game.
    game_screens={"table": f"{_SCREENS}.table_screen:AtTableScreen"},
)
