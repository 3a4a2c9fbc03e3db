"""What each screen and document contains, as ``blocks``; ``formats`` writes them,
``tui/page_view.py`` shows them.
"""
