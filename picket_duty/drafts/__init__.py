"""Drafts: a decision or a roll while the player makes it, the same on the screen and in plain mode."""
