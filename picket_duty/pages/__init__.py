"""What each screen and each document contains, as blocks, and how blocks are written to a file.

``blocks`` defines them; ``html`` and ``plaintext`` write them, and ``picket_duty/tui/page_view.py`` shows them on a
screen. The other modules make the pages: of a day, a stage, a ship, a crew, a campaign, a log, a report.
"""
