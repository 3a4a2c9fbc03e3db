"""Hostile tables and settings: the check rejects everything that would crash or never end, each
fault in one line.
"""

import os
import re
import time

import pytest

from picket_duty.book.check_tables import check
from picket_duty.book.tables import Tables, shipped_folder
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.pages.form_parts import Subject
from picket_duty.pages.printed_forms import printed_forms
from picket_duty.rules import damage
from picket_duty.rules.blow import HitContext
from picket_duty.state import SECTIONS
from picket_duty.tui.settings import SettingsError, read_settings, remember
from tests.systems import POSIX
from tools.fuzz.tables import try_mutant

SHIPPED = shipped_folder()

#: Seconds within which the check of any folder must end.
SOON = 5


def changed(folder, name, *pairs, count=1):
    """A set with one changed file; each old text must occur and is replaced ``count`` times, 0 for
    all.
    """
    text = (SHIPPED / name).read_text(encoding="utf-8")
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        new_text = re.sub(old, new, text, count=count)
        assert new_text != text, old
        text = new_text
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def told(folder):
    """All faults of a folder, found within the time limit."""
    began = time.process_time()
    faults = check(folder)
    assert time.process_time() - began < SOON
    return "\n".join(faults)


# file, old and new text (replaced everywhere), expected fault
CRASHES = {
    "table 15 to itself": (
        "charts/15.toml",
        r"effects = \[[^]]*\]",
        'effects = [{do = "random"}]',
        "a result leads back to table 15",
    ),
    "15 to 11-1 to 15": (
        "charts/15.toml",
        r"effects = \[[^]]*\]",
        'effects = [{do = "near_miss"}]',
        "a result leads back to table 15",
    ),
    "11-1 to itself": (
        "charts/11-1.toml",
        r'\{ ?do = "superficial" ?\}',
        '{do = "near_miss"}',
        "a result leads back to table 11-1",
    ),
    "rolled again on every day": ("charts/2-2A.toml", r", reroll_on = \[[^]]*\]", "", ""),
    "no column ranges": (
        "charts/8-1.toml",
        r"(?ms)^column_ranges = \[.*?\]$",
        "",
        "this chart selects its column by a sum, so it needs 'column_ranges'",
    ),
    "pick beyond the list": (
        "charts/1-1.toml",
        r"pick = 1",
        "pick = 2",
        "pick 2 is not a number from 0 to 1",
    ),
    "pick of the calendar": (
        "charts/2-2.toml",
        r"pick = 0",
        "pick = -3",
        "pick -3 is not a number from 0 to 1",
    ),
    "light guns at high planes": (
        "house/firing-fletcher.toml",
        r'"LM"',
        '"LMH"',
        "chart 9-2/20mm has no column for H",
    ),
    "men": (
        "house/numbers.toml",
        r"midship = 10",
        "midship = 1000000000",
        "men.midship 1000000000 is not a number",
    ),
    "rounds": (
        "house/numbers.toml",
        r"rounds_after = 3",
        "rounds_after = 1000000000",
        "is not a number from 0 to 9",
    ),
    "weeks": (
        "house/numbers.toml",
        r"days_in_week = 7",
        "days_in_week = 1000000000",
        "is not a number from 0 to 99",
    ),
    "hits that push off the chart": ("charts/9-2-5in.toml", r'"<=2"', '"2"', "no row covers"),
    "no options": ("options.toml", r"(?s)\A.*\Z", "options = []\n", "options.toml: no options"),
    "option of nobody": (
        "options.toml",
        r'always = "advanced"',
        'always = "advanced"\nspecial = true',
        "be both",
    ),
    "no calibers": (
        "calibers.toml",
        r"(?s)\A.*\Z",
        "calibers = []\n",
        "calibers.toml: no calibers",
    ),
    "worth": (
        "calibers.toml",
        r"worth = 0.02",
        "worth = nan",
        "worth nan is not a number from 0 to 1",
    ),
    "chart of a caliber": (
        "calibers.toml",
        r'chart = "9-2/20mm"',
        'chart = "9-1"',
        "the rules need 'range' here",
    ),
    "no aircraft": (
        "aircraft.toml",
        r"(?s)\A.*\Z",
        "aircraft = []\n",
        "aircraft.toml: no aircraft",
    ),
    "class of the campaigns": (
        "ships/fletcher.toml",
        r'id = "fletcher"',
        'id = "fletcha"',
        "unknown ship 'fletcher'",
    ),
    "firing chart": (
        "ships/dunlap.toml",
        r'firing = "firing/dunlap"',
        'firing = "9-1"',
        "the rules need ['bearing']",
    ),
    "id of a mount": (
        "ships/fletcher.toml",
        r'id = "20mm-G"',
        'id = "AFS carrier 1"',
        "is not one word of letters",
    ),
    "turns": (
        "scenarios/6.toml",
        r"turns = \d+",
        "turns = 1000000000",
        "run past the end of the calendar",
    ),
    "slug": ("scenarios/6.toml", r'slug = "[^"]*"', 'slug = "../x"', "is not one word of letters"),
    "ship of a scenario": (
        "scenarios/6.toml",
        r'ship = "[^"]*"',
        "ship = '" + "x" * 41 + "'",
        "a name of 1 to 40",
    ),
    "fighting days": (
        "campaigns/long-a.toml",
        r"fighting_days = 5",
        "fighting_days = 1000000000",
        "is not a number",
    ),
    "names": (
        "names.toml",
        r'name = "USS Radford"',
        'name = "\\\\u001b[2J"',
        "contains a control character",
    ),
    "a room that the rules name": (
        "house/G-1.toml",
        r'id = "fire-room-aft"',
        'id = "fire-room-mid"',
        "compartment 'fire-room-aft' is missing",
    ),
    "flooding without a table": (
        "house/G-1.toml",
        r', explodes = "magazines"',
        "",
        "no column in chart 21-1",
    ),
    "markers": (
        "house/G-1.toml",
        r"markers = 4",
        "markers = 1000000000",
        "1000000000 is not a number from 1 to 99",
    ),
    "notes where none are rolled": (
        "house/G-1.toml",
        r"out = \[[^]]*\]",
        'out = [{do = "hit_5in", mount = "5in-1", notes = ["B"]}]',
        "are allowed only in",
    ),
    "secondary of no section": (
        "charts/12-1.toml",
        r'\{do = "lose_hull", points = 3\}',
        '{do = "hit_secondary", compartment = "x"}',
        "in a table without a section",
    ),
    "special plane without a weapon": (
        "charts/8-2.toml",
        r', weapon = "ohka"',
        "",
        "a special attack plane needs a weapon",
    ),
    "special plane not allowed": (
        "charts/8-3.toml",
        r"special = \[\d, ",
        "special = [0, ",
        "sends one special attack plane",
    ),
    "neither weeks nor rear": (
        "charts/18.toml",
        r"weeks = \d+, ",
        "",
        "needs 'weeks', unless it sends",
    ),
    "bearing without a section": (
        "charts/11-aft.toml",
        r"only = \[[^]]*\]",
        "only = []",
        "bearing 135, 180, 225",
    ),
    "a die of the rules": (
        "house/rules.toml",
        r"men = 3",
        'men = "many"',
        "men 'many' is not a number from 0 to 99",
    ),
    "planes of note A": (
        "charts/8-1A.toml",
        r"planes = 6 ",
        "planes = 60 ",
        "planes 60 is not a number from 0 to 6",
    ),
    "a length of another kind": (
        "campaigns/mini.toml",
        r'length = "[^"]*"',
        'length = "K-1"',
        "'K-1' has no field",
    ),
    "special attack that never misses": (
        "charts/12-2.toml",
        r'result = "miss"',
        'result = "near_miss"',
        "chart 12-2 has no 'miss' row that",
    ),
    "a miss beyond the dice": (
        "charts/12-3.toml",
        r'\{ roll = "5..10", result = "miss", text = "Miss" \}',
        '{ roll = "5..10", result = "near_miss", text = "x" }, { roll = "13", result = "miss" }',
        "has no 'miss' row that can be rolled with 2d6",
    ),
    "effects of a miss": (
        "charts/12-2.toml",
        r'text = "Miss"',
        'text = "Miss", effects = [{do = "deck_fire"}]',
        "row 3 (5..9): a miss cannot have effects",
    ),
    "columns of a chart without": (
        "charts/22.toml",
        r"(?s)rows = \[.*?\n\]",
        'columns = ["x"]\nrows = [{ roll = "0..99", cells = [1] }]',
        "columns are not allowed",
    ),
    "two dice for a row": (
        "charts/11-1.toml",
        r'row_dice = "1d6"',
        'row_dice = "2d6"',
        "row_dice '2d6' is not 1d6 or 1d10",
    ),
    "a field that every row is asked for": (
        "house/A-1.toml",
        r'fields = \["type", "weapon"\]',
        'fields = ["type"]',
        "field 'weapon' is missing",
    ),
    "a die of chart 8-2": (
        "charts/8-2.toml",
        r'result = "radar"',
        'result = "fog"',
        "result 'fog' is not one of weather, radar",
    ),
    "a patrol past the calendar": (
        "watch.toml",
        r"days = 2",
        "days = 9",
        "patrols starting 1945-06-21: 9 days run past the end of the calendar (1945-06-25)",
    ),
    "effects that are never carried out": (
        "charts/24.toml",
        r"spaces = 2 ",
        'spaces = 2, effects = [{do = "sink"}] ',
        "row 3 (6): effect sink: allowed only in tables",
    ),
    "another officer killed": (
        "charts/13.toml",
        r'posts = \["xo"\]',
        'posts = ["cpo"]',
        "row 10 (12): the effects must match 'killed'",
    ),
    "a ship that does not sink": (
        "charts/14.toml",
        r'(text = "Ship does not sink")',
        r'\1, effects = [{do = "sink"}]',
        "the effects must match 'sinks'",
    ),
    "effects of a note for guns": (
        "charts/11-aft.toml",
        r'\{ roll = "1..3", result = "damaged" \}',
        '{ roll = "1..3", result = "damaged", effects = [{do = "sink"}] }',
        "note 'B 5in': no compartment hit refers to this note",
    ),
    "an unhurt gun": (
        "charts/11-aft.toml",
        r'\{ roll = "1..3", result = "damaged" \}',
        '{ roll = "1..3", result = "ok" }',
        "note 'C gun': result 'ok' is not one of damaged, destroyed",
    ),
    "a room that explodes again": (
        "charts/21-1.toml",
        r"fuel_rooms = \[ \{do = \"sink\"\} \]",
        'fuel_rooms = [ {do = "destroy_compartment", compartment = "fuel-aft"} ]',
        "compartment fuel-aft: its own effects would destroy it again",
    ),
    "rooms that destroy each other": (
        "house/G-1.toml",
        r"markers = 3 \}",
        'markers = 3, out = [{do = "hit_compartment", compartment = "cic"}] }',
        "compartment cic: its own effects would destroy it again",
    ),
    "a stack that feeds guns": (
        "house/G-1.toml",
        r'kind = "magazine"',
        'kind = "stack"',
        "compartment 5in-mgz-1 feeds guns, so it must be a magazine",
    ),
    "a bridge that feeds guns": (
        "house/G-1.toml",
        r'kind = "control", markers = 3, destroyed',
        'kind = "magazine", feeds = "5in", markers = 3, destroyed',
        "compartment bridge feeds guns, so it must be a magazine",
    ),
    **{
        f"no {field}": (
            "house/numbers.toml",
            rf"{field} = \d+",
            f"{field} = 0",
            f"{field} 0 is not a number from 1 to 99",
        )
        for field in (
            "ammunition",
            "fuel",
            "hull",
            "maneuver",
            "markers_fresh",
            "markers_other",
            "markers_stack",
            "flood_limit",
        )
    },
    "a number format in a citation": (
        "awards.toml",
        r"\{strikes\}",
        "{strikes:%}",
        "the braces of {strikes} may contain only a name",
    ),
    "a conversion in a reason": (
        "awards.toml",
        r"\{shot_down\}",
        "{shot_down!z}",
        "the braces of {shot_down} may contain only a name",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CRASHES if CRASHES[case][3]])
def test_input_that_would_crash_is_refused(tmp_path, case):
    name, old, new, complaint = CRASHES[case]
    assert complaint in told(changed(tmp_path, name, old, new, count=0))


def test_an_attack_table_by_any_name_has_the_fields_of_one(tmp_path):
    changed(tmp_path, "charts/8-1.toml", '"NA"', '"x"', count=0)
    text = (SHIPPED / "charts/24.toml").read_text(encoding="utf-8")
    (tmp_path / "charts/8-1x.toml").write_text(text.replace('"24"', '"8-1x"'), encoding="utf-8")
    assert "charts/8-1x.toml: field 'note_a' is missing" in told(tmp_path)


def test_a_note_of_a_new_attack_table_has_the_fields_that_are_rolled(tmp_path):
    changed(tmp_path, "charts/8-1.toml", '"NA"', '"K"', count=0)
    text = (SHIPPED / "charts/8-1A.toml").read_text(encoding="utf-8")
    rows, note = text.replace('"8-1A"', '"8-1K"').split("[[notes]]")
    note = note.replace("planes", "more")
    (tmp_path / "charts/8-1K.toml").write_text(f"{rows}[[notes]]{note}", encoding="utf-8")
    assert "charts/8-1K.toml: note 'A': field 'planes' is missing" in told(tmp_path)


def test_a_table_rolled_again_on_every_day(tmp_path):
    rows = r'(\{ roll = "[^"]*", station = \d+)(, reroll_on = \[[^]]*\])?'
    changed(tmp_path, "charts/2-2A.toml", rows, r'\1, reroll_on = ["03-24..06-25"]', count=0)
    assert "table 2-2A is a reroll on " in told(tmp_path)


def test_the_forms_of_a_ship_that_lacks_an_item_of_her_shipped_plan(tmp_path):
    for path in [*SHIPPED.glob("charts/*.toml"), *SHIPPED.glob("house/*.toml")]:
        if '"rudder"' in path.read_text(encoding="utf-8"):
            name = path.relative_to(SHIPPED).as_posix()
            changed(tmp_path, name, '"rudder"', '"helm"', count=0)
    assert told(tmp_path) == ""
    tables = Tables(tmp_path)
    assert printed_forms(Subject(tables, tables.ships["fletcher"]))


def test_a_hit_is_drawn_in_a_section_without_room_on_the_plan(tmp_path):
    path = tmp_path / "ships/plans/fletcher.toml"
    path.parent.mkdir(parents=True)
    path.write_text("rows = ['/        | |        /']\nplaces = {}\n", encoding="utf-8")
    hits = [Hit("1", section, "", "Deck Fire") for section in SECTIONS]
    assert damaged_ship("", "", Tables(tmp_path), "fletcher", hits) is not None


def test_results_after_a_near_miss_roll_the_notes_of_their_own_chart():
    """A row of table 11 may cause a near miss and then a hit that rolls a note of table 11."""
    from picket_duty.game import Game

    tables = Tables()
    game = Game.new(scenario=6, tables=tables, seed=1)
    blow = HitContext("forward", 0, chart=tables["11/forward"])
    step = damage.near_miss_damage(game.play, blow)
    next(step)
    assert blow.chart is tables["11/forward"]


FRAME = (
    'id = "24"\ntitle = "t"\nlevel = "basic"\nkind = "range"\nsource = "s"\ndice = "1d6"\nfields '
    '= ["spaces"]\n'
)

ENDLESS = {
    "a modifier of 10^18": FRAME
    + 'rows = []\n[modifiers.x]\nwhy = "x"\nrule = "x"\nvalue = 1'
    + "0" * 18,
    "200,000 rows": FRAME + "rows = [" + '{roll="1",spaces=1},' * 200_000 + "]",
    "10,000 rows": FRAME + "rows = [" + '{roll="1",spaces=1},' * 10_000 + "]",
    "a row of 100,000 parts": FRAME + 'rows = [{roll = "' + "1," * 100_000 + '1", spaces = 1}]',
    "10,000 odd rows": FRAME + "rows = [" + "1," * 10_000 + "]",
    "a range of 10^18": FRAME + 'rows = [{roll = "1..1' + "0" * 18 + '", spaces = 1}]',
    "a number of 5,000 hex digits": FRAME + "rows = [{roll = 0x" + "f" * 5000 + ", spaces = 1}]",
    "a number of 10^23": FRAME + "rows = [{roll = 1, spaces = 1" + "0" * 23 + "}]",
    "nested tables": FRAME + "words." + "a." * 5000 + "b = 1",
    "nested lists": FRAME + "rows = " + "[" * 300 + "]" * 300,
}


@pytest.mark.slow
@pytest.mark.parametrize("case", ENDLESS)
@pytest.mark.parametrize("name", ["charts/24.toml", "ships/x.toml", "house/G-1.toml"])
def test_the_check_terminates(tmp_path, case, name):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(ENDLESS[case], encoding="utf-8")
    assert f"{name}: " in told(tmp_path)


@POSIX
@pytest.mark.parametrize("name", ["charts/24.toml", "names.toml", "ships/x.toml"])
def test_pipes_and_devices_are_refused(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        make(path)
        assert f"{name}: not a regular file" in told(tmp_path)
        path.unlink()


def test_a_file_in_place_of_a_folder_is_reported(tmp_path):
    for number in range(500):
        (tmp_path / f"{number}.txt").touch()
    assert told(tmp_path) == f"{tmp_path}: not a tables folder; it has more than 400 files"


@pytest.mark.slow
def test_tables_that_pass_the_check_can_be_played(tmp_path):
    """Seeds of valid sets and some invalid ones; the long run plays every game of all of them."""
    folders = [tmp_path / str(number) for number in range(12)]
    for folder in folders:
        folder.mkdir()
    played = {try_mutant(number, folder, games=3)[0] for number, folder in enumerate(folders)}
    assert played == {"passed", "refused"}


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setattr("picket_duty.paths.config_folder", lambda: tmp_path)
    return tmp_path / "config.toml"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "keys = " + "{a = " * 400 + "1" + "}" * 400,
        "x = " + "[" * 5000,
        "keys." + "a." * 3000 + "b = 1",
        "[" + "a." * 3000 + "b]",
        "pace = " + "9" * 5000,
        "pace = 0x" + "f" * 5000,
        "theme = " + str(10**30),
    ],
)
def test_a_nested_configuration(config, text):
    config.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings(lambda: [])
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(SettingsError):
        remember("theme", "x")


@POSIX
def test_an_endless_settings_file_is_refused(config):
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        make(config)
        with pytest.raises(SettingsError, match="not a regular file"):
            read_settings(lambda: [])
        config.unlink()
