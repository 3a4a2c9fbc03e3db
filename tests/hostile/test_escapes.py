"""Untrusted names: control characters are escaped, and no name can forge a line."""

import asyncio
import json
import re
import shutil

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.charts.words import in_encoding, safe
from picket_duty.pages.report import write_report
from picket_duty.requests import Roll
from picket_duty.saves import SaveError, list_saves, start_save
from picket_duty.saves.format import seal
from picket_duty.setup import SetupError
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.screens.open_games import resume_game
from tests.games import new_game
from tests.saves.games import SHIPPED, saved

#: A title, a color, a forged line, a bell, an eight-bit introducer, reversed text.
EVIL = "Evil\x1b]0;owned\x07\x1b[31m\nforged: line\r\x9b31m\u202egnp\u2028next\x7f"
SHOWN = r"Evil\x1b]0;owned\x07\x1b[31m\nforged: line\r\x9b31m\u202egnp\u2028next\x7f"


def harmless(*texts):
    """Whether there is no control character, and no line that a name forged."""
    shown = "\n".join(texts)
    forged = any(line.startswith("forged") for line in shown.splitlines())
    return not forged and all(sign.isprintable() or sign == "\n" for sign in shown)


def resealed(path, *pairs, program=""):
    crc = 0
    lines = []
    for line in path.read_bytes().splitlines():
        content = json.loads(line)[:-1]
        if program and content[0] == "game":
            content[1]["program"] = program
            content[1]["version"] = 1
        text = json.dumps(content)
        for before, after in pairs:
            text = text.replace(json.dumps(before)[1:-1], json.dumps(after)[1:-1])
        sealed, crc = seal(json.loads(text), crc)
        lines.append(sealed)
    path.write_bytes(b"".join(lines))


@pytest.fixture
def forged(home):
    path = home / "one.picket"
    saved(path, answers=40, scenario=3, seed=5, ship="Harmless")
    resealed(path, ("Harmless", EVIL))
    return path


def test_control_characters_and_those_missing_in_an_encoding_are_replaced():
    more = (0xAD, 0x200B, 0x202E, 0x2028, 0x2029, 0x2066, 0xFEFF, 0xDCFF, 0xE0001)
    for number in (*range(0x20), *range(0x7F, 0xA0), *more):
        shown = safe(f"a{chr(number)}b")
        assert shown.isprintable()
        assert shown.startswith("a\\")
    assert safe(EVIL) == SHOWN
    assert safe("two\u00a0words") == "two words"
    assert safe("Отважный 響") == "Отважный 響"
    assert in_encoding("4–6 Ω", "ascii") == "4-6 (omega)"
    assert in_encoding("é–", "cp437") == "é-"
    assert in_encoding("Я", "ascii") == "?"


COMMANDS = (
    ("saves",),
    ("saves", "list", "--json"),
    ("log",),
    ("log", "--format", "md"),
    ("log", "--format", "json"),
    ("replay",),
    ("odds",),
    ("resume", "--plain"),
    ("saves", "repair", "one"),
    ("saves", "copy", "one", "two"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_name_of_a_ship(run, forged, words):
    result = run(*words)
    assert harmless(result.out, result.err)
    assert words != ("saves",) or (SHOWN in result.out and result.out.count("\n") == 1)


def test_the_name_of_a_file(run, home):
    saved(home / "plain.picket", answers=2, scenario=3, seed=5)
    bad = "bad\x1b[31m\nforged"
    shutil.copy(home / "plain.picket", home / f"{bad}.picket")
    for words in (
        ("saves",),
        ("replay", bad),
        ("log", f"nothing{bad}"),
        ("saves", "list", "--json"),
    ):
        result = run(*words)
        assert harmless(result.out, result.err)
    names = [json.loads(line)["name"] for line in run("saves", "list", "--json").out.splitlines()]
    assert bad in names


@pytest.mark.slow
def test_the_program_that_wrote_a_save(run, home):
    path = home / "old.picket"
    saved(path, answers=2, scenario=3, seed=5)
    resealed(path, ("@program", EVIL), program="@program")
    for words in (
        ("saves",),
        ("replay", "old"),
        ("resume", "old", "--plain"),
        ("bug-report", "old"),
    ):
        result = run(*words)
        assert harmless(result.out, result.err)


@pytest.mark.slow
def test_untrusted_tables_are_checked(run, tmp_path):
    folder = tmp_path / "set"
    shutil.copytree(SHIPPED / "charts", folder / "charts")
    file = folder / "charts" / "10.toml"
    file.write_text(
        re.sub("(?m)^title.*", lambda _: f"title = {json.dumps(EVIL)}", file.read_text())
    )
    for words in (
        ("list",),
        ("show", "10"),
        ("show", "10", "--ascii"),
        ("check",),
        ("show", "\x1b[31m\nforged"),
    ):
        result = run(
            "tables", *words, *(("--tables", folder) if words != ("check",) else (folder,))
        )
        assert harmless(result.out, result.err)


def test_service_record_and_answers_have_no_control_characters(run, home):
    entry = {
        **dict.fromkeys(("finished", "name", "outcome", "ship", "captain"), EVIL),
        **dict.fromkeys(("days", "planes", "destroyed", "flamed", "hits", "ships_sunk"), 1),
        **{"save": "s", "kind": "patrol", "level": "basic", "by_type": {EVIL: 1}},
    }
    (home.parent / "service.jsonl").write_text(json.dumps(entry) + "\n")
    for words in (("service",), ("service", "--json")):
        result = run(*words)
        assert harmless(result.out)
    result = run(
        "tables", "query", input=json.dumps({"table": "\x9b31m\x1b"}, ensure_ascii=False) + "\n"
    )
    assert harmless(result.out)


def test_reports():
    for form in ["text", "md"]:
        game = new_game(scenario=3, seed=5)
        for officer in game.state.ship.crew.values():
            officer.name = EVIL
        game.state.ship.name = EVIL
        while not game.over and game.requests < 400:
            game.roll() if isinstance(game.request, Roll) else game.answer(
                decide(game.play, game.request)
            )
        text = write_report(game, form)
        assert harmless(text)


def test_typed_names_with_control_characters_are_refused(tmp_path):
    for chosen in [{"ship": EVIL}, {"officers": {"captain": EVIL}}, {"ship": "a\nb"}]:
        with pytest.raises(SetupError, match="printable"):
            new_game(scenario=3, **chosen)
    game = new_game(scenario=3, seed=5)
    for name in ("a\x1b[31m.picket", "a\nb.picket", "a\udcff.picket"):
        with pytest.raises(SaveError, match="printable"):
            start_save(game, path=tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_panels_questions_and_notices(forged, monkeypatch):
    shutil.copy(forged, forged.with_name("bad\x1b[31m\nforged.picket"))
    broken = forged.with_name("torn\x1b[31m.picket")
    broken.write_bytes(b"nothing")
    tables = load_tables()
    assert len(list_saves()) == 3

    async def look():
        shown = []
        app = PicketApp(tables)

        def keep():
            for y in range(app.size.height):
                shown.append(
                    "".join(segment.text for segment in app.screen._compositor.render_strips()[y])
                )

        async with app.run_test(size=(120, 50)) as pilot:
            await pilot.pause()
            keep()
            app.notify(EVIL, markup=False)
            app.push_screen(AskScreen(EVIL))
            await pilot.pause()
            keep()
            await pilot.press("n")
            resume_game(app, forged)
            await pilot.pause()
            keep()
        return shown

    shown = asyncio.run(look())
    assert any("owned" in line for line in shown)
    assert harmless(*shown)
