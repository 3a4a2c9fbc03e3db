"""The manual on the screen: pages, links, charts, search, back."""

from itertools import chain

import pytest
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.command import CommandList
from textual.screen import Screen

from picket_duty.manual import PAGES, page, search
from picket_duty.manual.markdown import chart_of, links
from picket_duty.tui.drawn_page import DrawnPage
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen
from picket_duty.tui.screens.help import HelpScreen, key_list
from picket_duty.tui.screens.manual_reader import ROWS_ABOVE, ManualScreen, item_value
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel
from tests.games import TABLES, new_game
from tests.quick import first_is_quick
from tests.tui.conftest import drawn, opened, running, text_of, type_in, until


def words(line):
    return "".join(span.text for span in line)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_and_keeps_its_links(name):
    for width in (46, 96):
        shown = DrawnPage(name, width)
        assert all(len(words(line).rstrip()) <= width for line in shown.lines), name
        assert [target for target, _ in shown.links] == [target for _, target in links(page(name))]
        assert all(0 <= row < len(shown.lines) for _, row in shown.links)
        text = "\n".join(words(line) for line in shown.lines)
        assert "](" not in text
        assert "**" not in text


async def test_a_page_scrolls_by_almost_its_height_and_back():
    async with running() as (pilot, _):
        screen = await opened(pilot, ManualScreen("wave"))
        rows = screen.query_one("#reading", TextPanel).size.height - 2
        places = []
        for key in ("pagedown", "pagedown", "pageup", "pageup"):
            await pilot.press(key)
            places.append(round(screen.query_one("#reading", TextPanel).scroll_offset.y))
        assert places == [rows, 2 * rows, rows, 0]


@pytest.mark.slow
async def test_links_lead_to_pages_and_charts_and_back():
    async with running() as (pilot, app):
        screen = await opened(pilot, ManualScreen("wave"))
        assert chart_of(screen.drawn.links[0][0]) == "A-1"
        await pilot.press("tab", "right")
        assert isinstance(app.screen, ChartScreen)
        await pilot.press("escape")
        number = next(n for n, (target, _) in enumerate(screen.drawn.links) if target in PAGES)
        await pilot.press(*["tab"] * number, "enter")
        assert screen.topic != "wave"
        await pilot.press("left")
        assert screen.topic == "wave"
        assert screen.marked == number
        await pilot.press("escape")
        assert app.screen is not screen


@first_is_quick("topic", [next(iter(PAGES)), "wave", list(PAGES)[-1]])
async def test_the_list_shows_the_open_page(topic):
    async with running(ManualScreen(topic)) as (pilot, app):
        choices = app.screen.query_one(ItemList)
        assert choices.item.value == topic
        # The list scrolls when its height is known.
        await until(
            pilot, lambda: 0 <= choices.index - round(choices.scroll_offset.y) < choices.size.height
        )


@pytest.mark.slow
@pytest.mark.parametrize("screen", [ManualScreen, ChartListScreen])
async def test_a_question_pasted_into_the_search_is_answered(
    screen,
):
    """Keys that come faster than messages are handled: an item found for the first letters is gone
    by then.
    """
    async with running(screen() if screen is ManualScreen else screen(TABLES)) as (pilot, app):
        await pilot.press("slash", *"emergency")
        choices = app.screen.query_one(ItemList)
        gone = Item("questions#46", "A section that is no longer listed")
        choices.post_message(ItemList.Highlighted(gone))
        choices.post_message(ItemList.Chosen(gone))
        for letter in " how do repair parties work?":
            app.post_message(events.Key("space" if letter == " " else letter, letter))
        # Keys are handled one by one: the list has the section before the last of them.
        await until(pilot, lambda: getattr(app.screen, "search", "").endswith("work?"))
        await until(pilot, lambda: "parties" in text_of(app, "list"))
        assert type(app.screen) is screen
        before = app.screen.search
        for key in ("backspace", "backspace", "t", "o"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        now = f"{before[:-2]}to"
        await until(pilot, lambda: getattr(app.screen, "search", "") == now)


def test_help_lists_only_keys_that_work_and_names_each_action_once():
    def active(key, tooltip, enabled=True):
        return ActiveBinding(Screen(), Binding(key, "act", tooltip=tooltip), enabled, tooltip)

    bindings = {
        "a": active("a", "attack"),
        "enter": active("enter", "attack"),
        "b": active("b", "board", enabled=False),
        "ctrl+c": active("ctrl+c", "copy"),
        "super+c": active("super+c", "copy"),
        "d": active("d", ""),
    }
    assert key_list(bindings) == [
        ("a Enter", "Attack"),
        ("Ctrl+P", "Search all commands, themes, charts and pages"),
    ]
    page = HelpScreen([("Right Space Enter", "Next answer"), ("b", "Board")])
    _, longest, short, *_ = drawn(page.blocks, 80).splitlines()
    assert longest == "  Right Space Enter Next answer"
    assert short == f"  {'b':17} Board"


BRIDGE_HIT = "what happens when the bridge is hit?"


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_a_section_found_opens_at_its_words(size):
    match = search(BRIDGE_HIT)[0]
    async with running(size=size) as (pilot, app):
        app.read_section(BRIDGE_HIT, match)
        await pilot.pause()
        screen = app.screen
        reading = screen.query_one("#reading", TextPanel)
        await until(pilot, lambda: reading.scroll_offset.y > 0)
        row = next(
            row
            for row, text in enumerate(text_of(app, "reading").splitlines())
            if match.heading in text
        )
        assert 0 <= row - reading.scroll_offset.y < reading.size.height, "the heading is in view"
        assert "destroys the bridge" in " ".join(text_of(app, "reading").split())
        spans = chain.from_iterable(screen.drawn.lines)
        assert {"bridge", "hit"} <= {span.text.casefold() for span in spans if span.style == "mark"}
        top = reading.scroll_offset.y
        place = screen.query_one(ItemList).index
        await pilot.press("pagedown")
        assert reading.scroll_offset.y > top
        assert screen.query_one(ItemList).index == place, "the page scrolls, the topic stays"
        await pilot.press("pageup", "down")
        assert screen.query_one(ItemList).index == place + 1


@pytest.mark.slow
async def test_a_section_found_opens_at_its_heading_if_its_words_are_in_view_below():
    """Up to the last line but one; a passage further down opens a few lines from the top."""
    listed = search("raid")
    async with running(size=(80, 24)) as (pilot, app):
        app.read_section("raid", listed[0])
        await pilot.pause()
        reading = app.screen.query_one("#reading", TextPanel)
        seen = set()
        for match in listed:
            app.screen.query_one(ItemList).select(item_value(match))
            await pilot.pause()
            heading = app.screen.drawn.rows[match.heading_number]
            row = app.screen.drawn.rows[match.number]
            height = reading.size.height
            near = row - heading < height - 1
            top = max(0, heading if near else row - ROWS_ABOVE)
            if len(app.screen.drawn.lines) <= height:
                top = 0
            await until(pilot, lambda top=top: round(reading.scroll_offset.y) == top)
            assert top <= row < top + height
            seen.add((near, row - heading > height * 2 // 3))
        assert {(True, False), (True, True), (False, True)} <= seen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_section_near_the_end_of_its_page_opens_at_the_top(size):
    match = search("6. Hull")[0]
    async with running(ManualScreen(search="6. Hull", match=match), size) as (pilot, app):
        shown = app.screen.query_one("#reading", TextPanel)
        await until(pilot, lambda: "6. Hull" in words(shown.lines[round(shown.scroll_offset.y)]))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_an_answer_found_in_the_palette_is_in_view(size):
    async with running(new_game(scenario=3, seed=7), size) as (pilot, app):
        await pilot.press("ctrl+p")
        await type_in(pilot, "declare an emer")
        heading = "What does declaring an emergency do?"
        await until(
            pilot,
            lambda: any(
                heading in str(hit.prompt) for hit in app.screen.query_one(CommandList).options
            ),
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ManualScreen) and app.screen.is_mounted)
        screen = app.screen
        await until(pilot, lambda: screen.query_one("#reading", TextPanel).scroll_offset.y > 0)
        row = next(
            row for row, text in enumerate(text_of(app, "reading").splitlines()) if heading in text
        )
        assert (
            0
            <= row - screen.query_one("#reading", TextPanel).scroll_offset.y
            < screen.query_one("#reading", TextPanel).size.height
        )


@pytest.mark.parametrize("typed", ["leave a station", "sent to the rear"])
def test_a_search_for_leaving_a_station_finds_the_anchorage(typed):
    assert search(typed)[0].name == "anchorage"
