"""The pages of the service record: games, totals, ships, and the dice of all games, recounted by
hand.
"""

import json
import re
from collections import Counter
from itertools import product

import msgspec
import pytest

from picket_duty.analysis.statistics import chi_square_tail
from picket_duty.captains import captain_named, play_out
from picket_duty.pages.dice_luck import ledger
from picket_duty.pages.formats import text_lines
from picket_duty.pages.service_dice import DiceCounts, count_dice, dice_json, dice_page
from picket_duty.pages.service_pages import register_page, service_page
from picket_duty.requests import Roll
from picket_duty.saves import copy_save, path_of, rename_save, start_save
from picket_duty.saves.format import seal
from picket_duty.saves.service_record import (
    FinishedGame,
    read_service,
    record_game,
    service_file,
    ship_register,
)
from picket_duty.text.styled_text import text_of
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from tests.games import HOUSE_RULES, TABLES, new_game, of_kind
from tests.saves.games import LOST, WON, played


def text(entries):
    return "\n".join(
        " ".join(row.split()) for row in text_lines(service_page(entries, TABLES), 120)
    )


def changed(entry, **fields):
    return FinishedGame(**{name: getattr(entry, name) for name in entry.__struct_fields__} | fields)


def test_the_record_lists_games_sums_and_ships():
    assert "No finished games yet." in text([])
    shown = text([LOST, WON])
    assert "2 games, 3 days on duty" in shown
    assert "won 1 " in shown
    assert "lost 1 " in shown
    assert "13 planes met: 6 splashed (46%), 3 crashed, 4 neither; 1 ship lost" in shown
    assert "Val 5 " in shown
    assert "2026-01-02 L lost 3 Kikusui 2 basic 5 of 12 USS Laffey Cdr Becton 1" in shown
    won = (
        "2026-01-03 W won patrol 1945-04-06, watch of 2026-01-03 advanced 1 of 1 USS Bush Cdr "
        "Westholm 2"
    )
    assert won in shown
    assert shown.index(won) < shown.index("2026-01-02 L lost"), "the latest first"
    title, *_, ship, served = [
        row.strip() for row in text_lines(register_page(ship_register([LOST, WON])), 120) if row
    ]
    assert title == "Ship register  1 ship"
    assert ship == "* Bush DD-529  1945-04-06 to 1945-04-07"
    assert served == "Cdr Westholm: 2 days on duty; 1 plane met, 0 crashed"
    assert "No ships yet." in " ".join(text_lines(register_page([])))


def test_the_record_names_the_house_rules_of_a_game_even_one_of_an_earlier_version(home):
    record_game(played("doctrine", scenario=3, seed=5, options=HOUSE_RULES), "one")
    (entry,) = read_service()
    dropped = changed(entry, house_rules=["one-repair-party"])
    assert "3 Kikusui 2, Hard turns spoil the aim" in text([entry])
    assert "3 Kikusui 2, one-repair-party" in text([dropped])


def test_a_campaign_of_stages_has_the_stages_held():
    shown = text([changed(LOST, stages=5, stages_held=3)])
    assert "in stages (3 of 5 stages held) 1 " in shown
    assert "2026-01-02 s 3 of 5 " in shown
    assert "lost 1" not in shown


def test_damaged_and_old_entries_are_skipped_and_every_line_fits(home):
    for save, setup in (
        ("one", {"scenario": 3, "seed": 5}),
        ("two", {"campaign": "mini", "seed": 3}),
    ):
        record_game(played("doctrine", **setup), save)
    with service_file().open("a") as file:
        file.write("no entry\n" + json.dumps({"save": "three", "kind": "odd"}) + "\n")
    page = service_page(read_service(), TABLES)
    for width, glyphs in product((74, 79, 119, 159), (UNICODE, ASCII)):
        rows = page_lines(page, width, glyphs)
        shown = "\n".join(map(text_of, rows))
        assert "2 games" in shown
        assert ".." not in shown, "no line is cut"
        assert all(length(row) <= width for row in rows)
        assert ("Days" in shown) == (width > 100), "narrow pages leave out columns"
        assert (
            len(
                [
                    row
                    for row in shown.split("\n")
                    if row.startswith(read_service()[0].finished[:10])
                ]
            )
            == 2
        )
        if glyphs.ascii:
            assert shown.isascii()


#: The dice of the charts that are read with ten-sided ones, as printed; all other dice have six
#: faces.
TEN_SIDED = {
    "11/forward": ("d10", "d6"),
    "11/midship": ("d10", "d6"),
    "11/aft": ("d10", "d6"),
    "A-1": ("d10", "d10"),
}


def finish(save, dice="computer", **setup):
    game = new_game(dice=dice, **setup)
    start_save(game, save)
    play_out(game, captain_named("doctrine", 1))
    record_game(game, save)
    game.save_file.close()
    return game


#: Games by the name of their save.
GAMES = {
    "laffey": {"scenario": 6, "level": "basic", "seed": 7},
    "advanced": {"scenario": 3, "level": "advanced", "seed": 11},
    "mini": {"campaign": "mini", "level": "basic", "seed": 2},
}


def finish_all():
    return [finish(save, **setup) for save, setup in GAMES.items()]


def counts():
    return count_dice(read_service(), TABLES)


def rolls_of(run, setup):
    """The rolls of ``play --events``."""
    options = [word for name, value in setup.items() for word in (f"--{name}", value)]
    out = run("play", *options, "--auto", "doctrine", "--events", "-").out
    return [event for event in map(json.loads, out.splitlines()) if event["event"] == "roll"]


def test_every_die_of_all_games_is_counted_as_in_their_events(run):
    """The rolls are those of ``play --events``; a note to table 11 calls for a single die, which
    has six faces.
    """
    games = finish_all()
    seen = {"d6": Counter(), "d10": Counter()}
    for setup in GAMES.values():
        for roll in rolls_of(run, setup):
            kinds = TEN_SIDED.get(roll["table"], ("d6", "d6"))[: len(roll["dice"])]
            if len(kinds) == 1:
                kinds = ("d6",)
            for kind, die in zip(kinds, roll["dice"], strict=True):
                seen[kind][die] += 1
    made = counts()
    assert made.seen == seen
    assert made.seen["d6"].total() + made.seen["d10"].total() > 500
    assert (made.games, made.counted) == (3, 3)
    fired = [line for game in games for line in ledger(TABLES, game.events) if line.name == "Guns"]
    assert made.guns.rolls == sum(line.rolls for line in fired)
    assert made.guns.rolled == sum(line.rolled for line in fired)
    assert made.guns.expected == pytest.approx(sum(line.expected for line in fired))


def test_games_without_a_save_that_ended_alike_are_left_out(home):
    finish_all()
    whole = counts()
    copy_save(path_of("mini"), path_of("copy"))
    rename_save(path_of("laffey"), "other")
    assert counts().seen == whole.seen, "a game has another save now, or a second one"
    path_of("mini").unlink()
    assert counts().seen == whole.seen, "its copy is counted"
    path_of("copy").unlink()
    left = counts()
    assert (left.games, left.counted) == (3, 2)
    assert left.seen["d6"].total() < whole.seen["d6"].total()
    assert "Not counted: 1 game without a save" in " ".join(text_lines(dice_page(left)))
    path_of("advanced").write_text("damaged")
    assert counts().counted == 1


def test_a_save_of_other_tables_or_with_another_end_is_left_out(home):
    finish("laffey", scenario=6, level="basic", seed=7)
    (entry,) = read_service()
    assert count_dice([entry], TABLES).counted == 1
    assert count_dice([msgspec.structs.replace(entry, hits=entry.hits + 1)], TABLES).counted == 0
    assert count_dice([msgspec.structs.replace(entry, game="")], TABLES).counted == 1, (
        "as older programs wrote it"
    )
    changed = b""
    crc = 0
    for line in path_of("laffey").read_bytes().splitlines():
        *content, _ = json.loads(line)
        if content[0] == "r" and content[2] in ("hit", "miss"):
            content[2] = "miss" if content[2] == "hit" else "hit"
        sealed, crc = seal(content, crc)
        changed += sealed
    path_of("laffey").write_bytes(changed)
    assert counts() == DiceCounts(1, 0, {"d6": Counter(), "d10": Counter()}, None)


def test_dice_of_the_player_are_left_out(home):
    finish("own", dice="own", scenario=6, level="basic", seed=7)
    assert counts().seen["d6"].total() == 0
    game = finish("mine", dice="mine", scenario=6, level="basic", seed=8)
    rolls = [roll for roll in of_kind(game.events, Roll) if not roll.purpose.mine]
    made = counts()
    assert (
        made.seen["d6"].total() + made.seen["d10"].total()
        == sum(len(roll.dice) for roll in rolls)
        > 0
    )
    assert made.guns is None


def test_the_page_and_the_command_show_the_same_counts(run):
    assert "0 games counted." in run("service", "--dice").out
    assert json.loads(run("service", "--dice", "--json").out)["d6"]["total"] == 0
    finish_all()
    made = counts()
    out = run("service", "--dice").out
    assert out == "\n".join(text_lines(dice_page(made), 80)) + "\n"
    for kind, sides in (("d6", 6), ("d10", 10)):
        expected = made.seen[kind].total() / sides
        for face, seen in made.seen[kind].items():
            assert re.search(rf"^ +{face} +{seen} +{expected:.1f} ", out, re.MULTILINE)
    data = json.loads(run("service", "--dice", "--json").out)
    assert (data["games"], data["counted"]) == (3, 3)
    assert {int(face): seen for face, seen in data["d6"]["seen"].items()} == dict(made.seen["d6"])
    assert data["d10"]["total"] == made.seen["d10"].total()
    assert data["guns"]["rolled"] == made.guns.rolled


def test_the_record_of_one_captain_has_only_the_games_that_he_ended(run):
    finish_all()
    entries = read_service()
    captain = entries[0].captain
    own = [entry for entry in entries if entry.captain == captain]
    data = json.loads(run("service", "--captain", captain.upper(), "--json").out)
    assert [entry["save"] for entry in data["games"]] == [entry.save for entry in own]
    assert data["totals"]["planes"] == sum(entry.planes for entry in own)
    surname = captain.rpartition(" ")[2]
    assert f"{len(own)} game" in run("service", "--captain", surname).out
    wrong = run("service", "--captain", f"{captain}x")
    assert wrong.status == 2
    assert f"Did you mean {captain}?" in wrong.err


def test_the_chi_square_test_has_the_tabulated_values_and_finds_a_loaded_die():
    for freedom, critical in [(1, 3.841459), (5, 11.070498), (9, 16.918978)]:
        assert chi_square_tail(critical, freedom) == pytest.approx(0.05, abs=1e-6)
        assert chi_square_tail(0.0, freedom) == 1.0
    even = DiceCounts(
        1, 1, {"d6": Counter(dict.fromkeys(range(1, 7), 100)), "d10": Counter()}, None
    )
    loaded = DiceCounts(1, 1, {"d6": Counter({**even.seen["d6"], 6: 160}), "d10": Counter()}, None)
    assert dice_json(even)["d6"]["chance"] == 1.0
    assert dice_json(loaded)["d6"]["chance"] < 0.001
