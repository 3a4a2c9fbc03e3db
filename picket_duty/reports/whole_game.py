"""The facts of a game from its first answer on, also if it was resumed from a save."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from picket_duty.events import Undone
from picket_duty.facts import GameFacts, facts_since, game_facts
from picket_duty.game import Game

#: For each game that was resumed: how many answers came before, the whole game as read, and how many events it has
#: before the first of the resumed game.
_BEFORE: WeakKeyDictionary[Game, tuple[int, Game, int]] = WeakKeyDictionary()


def whole_game_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer on: what came before it was resumed is read from its save.

    Raises SaveError if the save cannot be read.
    """
    if not game.base or game.journal is None:
        return game_facts(game)
    known = _BEFORE.get(game)
    if known is None or known[0] != game.base:
        from picket_duty.saves import load_whole

        whole = load_whole(game.journal.path, game.tables)
        # Undo is an event of the game, but a save is not replayed through what was undone.
        since = sum(not isinstance(event, Undone) for event in game.events)
        known = _BEFORE[game] = game.base, whole, len(whole.events) - since
    _, whole, count = known
    return facts_since(game, whole, [*whole.events[:count], *game.events])
