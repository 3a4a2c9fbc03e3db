"""All text about a game, as lines of styled spans: facts, rolls, decisions, the ship, the days.

``phrases`` is the table of wordings: one row per fact, one field per voice. ``log``, ``headlines``
(with ``turning_points``), ``cards`` (with ``control_report``), ``deck_log`` and ``diary_entries``
fill it in for the five voices; ``fact_rows`` has what they share. The screen draws spans; plain mode and
reports join their text.
"""
