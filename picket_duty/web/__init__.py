"""The screen in a browser: who is let in, where his saves lie, the process of his game, the pages."""
