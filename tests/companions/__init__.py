"""Companion games: charts compared with a second transcription, lookups, commands, referee,
screens.
"""
