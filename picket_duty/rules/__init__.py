"""The rules of play: one module per chapter, as generators that change the state."""
