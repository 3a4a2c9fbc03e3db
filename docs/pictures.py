"""Take the pictures of the README: the program itself, driven by keys, saved as SVG.

python docs/pictures.py
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from picket_duty.book import load_tables
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.suggest import suggest

HERE = Path(__file__).parent
#: Scenario 5 is Evans' day: the fire plan against its first wave, and the damage sheet after hits.
SCENARIO, SEED, SIZE = 5, 4, (120, 40)


def played_to(about: str, damaged: bool) -> Game:
    """The game played on by the staff's orders to a choice, before or after the ship is hurt."""
    game = Game.new(scenario=SCENARIO, seed=SEED, tables=load_tables())
    while game.request is not None:
        if isinstance(game.request, Roll):
            game.roll()
        elif game.request.about == about and bool(game.state.records.hits) == damaged:
            return game
        else:
            game.answer(suggest(game))
    raise SystemExit(f"no {about} in this game")


async def take(name: str, game: Game, *keys: str) -> None:
    """One picture after some keys."""
    app = PicketApp(load_tables(), game)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        # The picture stands alone: no font is fetched from anywhere, the reader's own fixed-width one serves.
        picture = re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)
        (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")


async def main() -> None:
    """All pictures."""
    await take("battle", played_to("fire plan", damaged=False), "s")
    await take("damage", played_to("repair men", damaged=True), "s")


if __name__ == "__main__":
    asyncio.run(main())
