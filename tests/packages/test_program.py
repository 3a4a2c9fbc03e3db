"""The single-file program works like the installed one: tables, companions, manual, processes,
screen, browser.

Run by hand and by the workflow: python -m pytest tests/packages --program dist/picket-duty
"""

import asyncio
import json
import os
import re
import socket
import subprocess

import click
import pytest

from picket_duty import __version__
from picket_duty.commands.main import main
from picket_duty.companions.companion import companion_names
from picket_duty.manual import PAGES
from tests.systems import POSIX

#: Timeout in seconds, long enough for a process that unpacks itself.
PATIENCE = 60


def test_the_program_reports_this_version(run):
    assert run("--version").strip().endswith(__version__)


@pytest.mark.parametrize("command", sorted(main.list_commands(click.Context(main))))
def test_every_command_is_aboard(run, command):
    # A zipapp prints the name by which it was called.
    assert (
        run(command, "--help").replace(".pyz", "", 1).startswith(f"Usage: picket-duty {command} ")
    )


#: What prints tables, companion games and the manual.
SHOWN = (
    *(f"tables {words}" for words in ("check", "list", "show 9-2/5in --roll 8 --column M")),
    *(f"tables --game {name} {words}" for name in companion_names() for words in ("list", "check")),
    *(f"manual {page}" for page in PAGES),
)


@pytest.mark.parametrize("words", SHOWN)
def test_tables_companion_games_and_manual_are_aboard(run, installed, words):
    assert run(*words.split()) == installed(*words.split())


def test_a_game_is_the_same(run, installed):
    words = ("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--json")
    assert json.loads(run(*words)) == json.loads(installed(*words))


def test_the_phrases_are_aboard(run, installed, tmp_path):
    """The log is worded from TOML files in the package."""
    save = str(tmp_path / "game.jsonl")
    run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--save", save)
    for voice in ("log", "diary"):
        assert run(voice, save) == installed(voice, save) != ""


def test_worker_processes(run, installed):
    words = ("simulate", "--scenario", "6", "-n", "60", "--json", "--jobs")
    said = [
        json.loads(output)
        for output in (run(*words, "1"), run(*words, "2"), installed(*words, "1"))
    ]
    assert all(output.pop("seconds") for output in said)
    assert said[0] == said[1] == said[2]


def test_the_analyzer_uses_separate_processes(run, tmp_path):
    save = tmp_path / "a.picket"
    run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--save", save)
    assert "%" in run("luck", save, "--games", "2")


def test_sheets_can_be_written_as_pdf(program, run, tmp_path):
    if program[-1].endswith(".pyz"):
        pytest.skip("the zipapp is for every system and has no compiled libraries for paper")
    paper = tmp_path / "sheets.pdf"
    run("sheets", "--out", paper)
    assert paper.read_bytes().startswith(b"%PDF-")


@POSIX
def test_the_screen_with_its_styles_workers_and_keys(program, at_home, tmp_path):
    from tests.hostile.program import Terminal

    removed = dict.fromkeys(
        name for name in os.environ if name.startswith(("PYTHON", "PICKET_DUTY"))
    )
    environment = {
        **removed,
        "PYTHONPATH": None,
        "PICKET_DUTY_HOME": at_home["PICKET_DUTY_HOME"],
        "PICKET_DUTY_PACE": "fast",
    }
    words = [*program, "play", "--scenario", "6", "--seed", "7", "--ask", "all"]
    for starts, keys in (
        (words, {"ORDERS": "\r", "maneuver": "o", r"Exec: .*?\d%": "\x1b?", "Keys": "\x1b\x11"}),
        (program, {"First battle": "\x11"}),
    ):
        screen = Terminal(tmp_path, program=starts, rows=40, columns=120, **environment)
        for shown, typed in keys.items():
            screen.wait_for(shown)
            screen.seen = b""
            screen.press(typed.encode())
        assert screen.end() == 0


def test_a_game_runs_in_a_browser(program, at_home, tmp_path):
    aiohttp = pytest.importorskip(
        "aiohttp", reason="speaks to the server as a browser does: the extra web"
    )
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        words = [*program, "serve", "--port", str(listener.getsockname()[1])]
    server = subprocess.Popen(words, cwd=tmp_path, env=at_home, stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+", server.stderr.readline())
        assert b"First battle" in asyncio.run(first_screen(aiohttp, address[0]))
    finally:
        server.terminate()
        server.wait(PATIENCE)


async def first_screen(aiohttp, address):
    """The output sent to a browser until the menu is shown, after the page and its parts are
    loaded.
    """
    seen = b""
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        async with session.get(address) as page:
            text = await page.text()
        assert "Picket Duty" in text
        for part in re.findall(r'(?:src|href)="([^":]+\.(?:js|css))', text):
            async with session.get(f"{address}{part}") as file:
                assert file.status == 200, part
                assert await file.text()
        origin = "/".join(address.split("/")[:3])
        async with session.ws_connect(f"{address}ws?width=120&height=40", origin=origin) as line:
            while b"First battle" not in seen:
                message = await line.receive()
                assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), seen[
                    -500:
                ]
                seen += message.data if isinstance(message.data, bytes) else message.data.encode()
    return seen
