"""Keys typed before a screen is ready."""

from textual import events

from tests.text_table import table_of
from tests.tui.conftest import running, until

#: A search, letters, a digit, a move, a deleted character.
TYPED = table_of("""
    slash     | /
    a         | a
    '1'       | '1'
    c         | c
    down      | None
    backspace | None
    """)


async def typed_before_it_stands(screens):
    """Type keys before each of some screens is ready; they wait and are then taken."""
    async with running() as (pilot, app):
        menu = app.screen
        for kind, screen in screens.items():
            opened = screen()
            app.push_screen(opened)
            assert app.screen is opened, kind
            assert not opened.is_mounted
            for key, sign in TYPED:
                await app.on_event(events.Key(key, sign))
            assert app.is_taking_keys, kind
            await until(pilot, lambda opened=opened: opened.is_mounted and not app.is_taking_keys)
            while app.screen is not menu:
                app.pop_screen()
