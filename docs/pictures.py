"""Take the screenshots of the docs as SVG. The program plays from fixed seeds and is driven by
keys.

python docs/pictures.py            all screenshots
python docs/pictures.py battle     those whose name starts with this

docs/pictures has each main screen at three sizes. The two screenshots of the README are copied next
to this file.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from textual.screen import Screen

from picket_duty.book import load_tables
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen
from picket_duty.tui.screens.charts import ChartListScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.tutorial import TutorialScreen, lesson_game, load_script
from picket_duty.tui.settings import Settings

HERE = Path(__file__).parent
FOLDER = HERE / "pictures"
SIZES = ((80, 24), (120, 40), (160, 50))
#: Scenario 5, in which USS Evans is hit in the first wave.
EVANS = 5
SEED = 4
#: Its first wave with three planes around the ship, one of them with a torpedo: a calm picture to
#: begin with.
THREE_PLANES = 57
#: The pictures in the README, and their size.
README = ("battle", "damage")
README_SIZE = (120, 40)
TABLES = load_tables()


class Picture(NamedTuple):
    """A screenshot: its name, the game, a screen opened above the battle or the menu, and the keys
    pressed then.
    """

    name: str
    game: Callable[[], Game] | None = None
    screen: Callable[[Game | None], Screen[Any]] | None = None
    keys: tuple[str, ...] = ()
    pace: str = "step"


def at(about: str, damaged: bool = False, seed: int = SEED) -> Game:
    """Scenario 5 played by the exec's orders to a choice, before or after the ship is damaged."""
    return until(
        Game.new(scenario=EVANS, seed=seed, tables=TABLES),
        lambda game: (
            isinstance(game.request, Choice)
            and game.request.about == about
            and bool(game.state.records.hits) == damaged
        ),
    )


def campaign() -> Game:
    """A long campaign in the first days of May."""
    game = Game.new(campaign="long-b", level="advanced", seed=10, tables=TABLES)
    return until(game, lambda game: (game.state.date.month, game.state.date.day) >= (5, 4))


def until(game: Game, condition: Callable[[Game], bool]) -> Game:
    """Play a game by the exec's orders until a condition holds. Ends the program if it never
    does.
    """
    while not condition(game):
        if game.request is None:
            raise SystemExit("The game ended before the condition held")
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(suggest(game))
    return game


def the_plan() -> Game:
    """The fire plan of the first wave."""
    return at("fire plan", seed=THREE_PLANES)


def the_men() -> Game:
    """Damage control after the first hits."""
    return at("repair men", damaged=True)


def the_end() -> Game:
    """Scenario 5 played to its end."""
    return until(Game.new(scenario=EVANS, seed=SEED, tables=TABLES), lambda game: game.over)


PICTURES = (
    Picture("menu"),
    Picture("scenarios", keys=("home", "down", "enter", "down", "down")),
    Picture(
        "lesson",
        screen=lambda _: TutorialScreen(lesson_game(load_script(), TABLES), "fast"),
        pace="fast",
    ),
    Picture("battle", the_plan, keys=("1",)),
    Picture("maneuver", lambda: at("emergency maneuver")),
    Picture("card", the_plan, keys=("1", "f"), pace="fast"),
    Picture("damage", the_men),
    Picture("odds", the_plan, lambda game: OddsScreen(known(game))),
    Picture("chart", the_plan, keys=("1", "g", "t")),
    Picture("charts", screen=lambda _: ChartListScreen(TABLES)),
    Picture("manual", screen=lambda _: ManualScreen("wave")),
    Picture("campaign", campaign),
    Picture("waters", campaign, lambda game: CampaignRecordsScreen(known(game)), ("3",)),
    Picture("outcome", the_end, lambda game: OutcomeScreen(known(game))),
)


def known(game: Game | None) -> Game:
    """The game of a picture that needs one."""
    assert game is not None
    return game


async def take(picture: Picture, size: tuple[int, int]) -> str:
    """Take a picture at a size; returns SVG."""
    game = picture.game() if picture.game else None
    app = PicketApp(TABLES, game, settings=Settings(pace=picture.pace))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if picture.screen is not None:
            app.push_screen(picture.screen(game))
            await pilot.pause()
        await pilot.press(*picture.keys)
        await app.workers.wait_for_complete()
        await pilot.pause()
        # The picture loads no font from the network; the reader's fixed-width font is used.
        return re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)


async def main(begin: str) -> None:
    """Take all pictures whose name starts with ``begin``."""
    FOLDER.mkdir(exist_ok=True)
    for picture in PICTURES:
        for width, height in SIZES if picture.name.startswith(begin) else ():
            target = FOLDER / f"{picture.name}-{width}x{height}.svg"
            target.write_text(await take(picture, (width, height)), encoding="utf-8")
            print(target.relative_to(HERE))
            if picture.name in README and (width, height) == README_SIZE:
                shutil.copyfile(target, HERE / f"{picture.name}.svg")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["PICKET_DUTY_HOME"] = home
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else ""))
