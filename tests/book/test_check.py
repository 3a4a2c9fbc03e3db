"""``tables check`` reports every kind of fault with its file and row, and never with a
traceback.
"""

import re
import shutil
from collections import Counter, defaultdict
from functools import partial
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.book import load_tables
from picket_duty.book.check_tables import check, checked_tables
from picket_duty.book.effects import EFFECTS, Effect
from picket_duty.book.tables import shipped_folder
from picket_duty.charts import ChartError
from picket_duty.odds.damage_costs import EFFECT_COSTS
from picket_duty.rules.damage import CARRIED
from tests.book.shipped import PLAN, change
from tests.text_table import cases, table_of

SHIPPED = shipped_folder()


@pytest.fixture
def layer(tmp_path):
    return partial(change, tmp_path)


def test_the_shipped_tables_and_sound_layers_are_clean(layer, tmp_path):
    assert check() == check(tmp_path) == []
    assert check(layer("charts/24.toml", "spaces = 2", "spaces = 3")) == []
    text = shipped("charts/24.toml").replace('id = "24"', 'id = "X-9"')
    assert check(layer("charts/X-9.toml", text=text.replace("spaces", "whatever"))) == []
    layer("README.md", text="my tables")
    assert check(layer(".hidden/x.toml", text="=")) == []
    assert check(tmp_path / "gone") == [f"tables folder {tmp_path / 'gone'} does not exist"]


@pytest.mark.parametrize("missing", ["campaigns", "scenarios", "ships/plans"])
def test_a_folder_without_files_is_reported(missing, tmp_path, monkeypatch):
    shipped = shutil.copytree(SHIPPED, tmp_path / "tables")
    monkeypatch.setattr("picket_duty.book.tables.shipped_folder", lambda: shipped)
    shutil.rmtree(shipped / missing)
    (shipped / missing).mkdir()
    assert f"{missing}: no files found" in check()


# file, old text, new text, expected fault
FAULTS = table_of(r"""
    '24' | roll = "2..5" | roll = "2..4" | no row covers 5
    '10' | roll = "9..12" | roll = "10..12" | no row covers 9
    '24' | roll = "2..5" | roll = "1..5" | row 2 (1..5) overlaps row 1 (1) at 1
    9-2-5in | roll = "3" | roll = "<=3" | row 2 (<=3) overlaps row 1 (<=2) at 2
    3-1 | roll = "5..12" | roll = "5..11" | no row covers 12, which can be rolled with 2d6
    6-2 | roll = "<=1" | roll = "1" | no row covers 0, which can be rolled with 1d6
    '16' | clamp = true | clamp = false | no row covers 0, 1, 13, 14, which can be rolled with 2d6
    '24' | roll = "2..5" | roll = "2-5" | row 2 (2-5): range '2-5' must be a number
    '24' | roll = "2..5" | roll = "2..5000000000" | is too large for any dice
    '24' | 'roll = "2..5", ' | '' | row 2: field 'roll' is missing
    '24' | kind = "range" | kind = "wheel" | unknown kind 'wheel'; it must be one of range, matrix, list
    '24' | kind = "range" | kind = "list" | "but the rules need 'range' here"
    '24' | level = "basic" | level = "expert" | level 'expert' is not basic or advanced
    '24' | dice = "1d6" | dice = "1d8" | dice '1d8' is not one of 1d6, 2d6, 1d10, d100
    '24' | title = "Ammo and Fuel Consumption" | title = " " | title ' ' is not text
    '24' | kind = "range" | 'kind = "range"\ntint = "red"' | unknown field 'tint'; known fields: id
    '24' | fields = ["spaces"] | fields = ["spaces", "x"] | unknown field 'x'; known fields
    '24' | fields = ["spaces"] | fields = ["space"] | field 'spaces' is missing
    '24' | spaces = 2 | spaces = 2, x = 1 | row 3 (6): unknown field 'x'
    '24' | , spaces = 2 | '' | row 3 (6): field 'spaces' is missing
    '24' | spaces = 2 | spaces = "2" | row 3 (6): spaces '2' is not a number from 0 to 99
    '24' | spaces = 2 | spaces = true | row 3 (6): spaces True is not a number
    6-1 | weather = "rain" | weather = "fog" | row 2 (3..4): weather 'fog' is not one of storm
    '10' | '"near_miss", "miss", "miss"] }' | '"nearly", "miss", "miss"] }' | column undamaged: 'nearly' is not
    '10' | , cells = ["hit B", "hit", "hit", "hit"] | '' | row 6 (9..12): cells are missing
    '10' | '["hit B", "hit", "hit", "hit"]' | '["hit"]' | row 6 (9..12): the number of cells
    9-1 | can_fire = false | can_shoot = false | column H: unknown field 'can_shoot'
    '10' | '"shot_down"]' | '"burning"]' | unknown column 'burning'; known columns: special
    '10' | '"shot_down"]' | '"burning"]' | column 'shot_down' is missing
    '10' | '"shot_down"]' | '"damaged"]' | duplicate column 'damaged'
    '10' | '"Undamaged (0-1 hit)", ' | '' | the number of headings must be 4, not 3
    '19' | '"<=-2", "-1"' | '"<=-2", "-2"' | column -1 overlaps column -2 at -2
    14-1 | '">=3"' | '">=4"' | no column covers 3
    14-1 | '"1..2", ' | '' | the number of column ranges must be 2, not 1
    14-1 | '"1..2"' | '"few"' | column 1-2: range 'few' must be a number
    7-1 | id = "apr07-apr15" | id = "easter" | period 'easter' has no column 'easter
    7-1 | last = "04-15" | last = "04-14" | no period covers 04-15
    7-1 | last = "04-15" | last = "04-16" | overlaps period 'apr07-apr15' at 04-16
    7-1 | '"both", "carrier"] }' | '"all", "carrier"] }' | "'all' is not one of none, carrier, land, both"
    2-2A | station = 15 | station = 17 | row 10 (12): station 17 is not a number from 1 to 16
    2-2A | '["04-02..04-28"]' | '["April"]' | row 6 (8): reroll_on ['April'] is not a list
    2-2 | at = "03-26" | at = "03-36" | row 3 (03-36): '03-36' is not a valid date (use MM-DD)
    2-2 | at = "03-24" | at = "03-23" | row 1 (03-23): outside the calendar (03-24 to 06-25)
    2-2 | at = "03-24" | at = "03-23" | no row covers 03-24
    2-2 | at = "04-01" | at = "04-01..04-02" | row 10 (04-02..04-28) overlaps row 9
    2-2 | at = "05-01..05-04" | at = "05-04..05-01" | row 12 (05-04..05-01): runs backward
    2-2 | table = "2-4B" | table = "2-9Z" | row 19 (06-17..06-25): table '2-9Z' is not a chart
    2-2 | table = "2-4B" | table = "24" | table: chart '24' has no field 'station'
    2-2 | stations = [5, 9, 15, 16], table = "2-4B" | stations = [5, 9, 15, 16] | but has no table
    1-1 | 'id = "split"\nletter = "split"' | 'id = "s"\nletter = "s"' | no 'split' note to choose between them
    2-2 | at = "03-26", active = true | at = "03-26", active = false |
        "'active' is False, but the number of stations listed is 1"
    8-1 | '"E", "D", "C"] }' | '"E", "D", "K"] }' | row 2 (3): 'K' needs table 8-1K, which does not exist
    8-1B | '"135L", "0M"' | '"1350L", "0M"' | is not a list of 0 to 99, each a plane like 135L
    8-1B | planes = [], note_a = false, random = true | planes = ["0L"], note_a = false, random = true |
        cannot have both planes and a random result
    D-2 | bearing = 315 | bearing = 320 | bearing 320 is not a bearing
    8-3 | waves = [3, 2] | waves = [3, 3] | row 2 (5): the waves add up to 6 planes, not 5
    '22' | planes = 18 | planes = 20 | no row covers 19, 20, but chart 22 can send 20
    8-3 | special = [2, 2, 0] | special = [2, 2] | special [2, 2] is not a list of 3 to 3
    8-2 | plane = "Sally" | plane = "Spitfire" | row 1 (2): plane 'Spitfire' is not an aircraft
    8-2 | weapon = "ohka" | weapon = "laser" | weapon 'laser' is not one of ohka, bomb, torpedo
    8-2 | note = "B" | note = "A" | row 6 (7): needs a plane, or a note
    firing-la-prade | '"LMH", "LMH", "LMH", "LMH"' | '"HML", "LMH", "LMH", "LMH"' |
        "'HML' is not a combination of L, M and H"
    '10' | '[modifiers.maneuver]' | '[modifiers.luck]' | modifier 'maneuver' is missing
    '10' | why = "Successful emergency maneuver" | why = "" | modifiers.maneuver: why '' is not text
    '10' | value = -1 | value = -10 | modifiers.maneuver: value -10 is not a number from -9
    8-1 | only = "1" | only = "0" | stations must be 1 to 16
    8-1 | only = "1" | only = "1..2" | overlaps modifier 'station_1' at 2
    '16' | natural = [2] | natural = [1] | "'natural' lists 1, which cannot be rolled with 2d6"
    21-1 | magazines = [ | powder = [ | "'column_effects' names an unknown column, 'powder'"
    21-1 | '"fuel_rooms"]' | '"oil"]' | unknown column 'fuel_rooms' of chart 21-1
    '10' | id = "section" | id = "part" | note 'section' is missing or has no 'dice'
    '10' | fields = ["section"] | fields = ["part"] | note 'section': its fields must be section, not part
    '10' | '"1..2", section' | '"1..2", part' | note 'section': row 1 (1..2): field 'section'
    '10' | roll = "5..6", section | roll = "5", section | no row covers 6, which can be rolled with 1d6
    '10' | dice = "1d6" | dice = "1d7" | note 'section': dice '1d7' is not one of 1d6
    '13' | killed = "xo" | killed = "cook" | row 10 (12): killed 'cook' is not one of captain
    """)


# the effects of table 11: old text, new text, expected fault
EFFECT_FAULTS = table_of("""
    do = "hit_tub" | do = "paint_tub" | effect 'paint_tub'
    mount = "40mm-A" | mount = "40mm-Z" | effect hit_tub: unknown mount '40mm-Z'
    compartment = "5in-mgz-1" | compartment = "chapel" | unknown compartment 'chapel'
    items = ["mk37"] | items = ["mk38"] | unknown equipment 'mk38'
    notes = ["E"]} | notes = ["X"]} | effect hit_compartment: unknown note 'X'
    below_waterline = false, notes = ["B"] | below_waterline = false, notes = ["Q"] | unknown note 'Q'
    '["B director", "B gun"]' | '["B gun"]' | effect hit_tub: notes ['B gun'] is not a list of 2
    , mount = "40mm-A" | '' | effect hit_tub: field 'mount' is missing
    '{do = "deck_fire"}' | '{do = "deck_fire", points = 2}' | effect deck_fire: unknown field
    '{do = "deck_fire"}' | '{do = "deck_fire", section = "top"}' | unknown section 'top'
    posts = ["captain"] | posts = ["cook"] | note 'C captain': row 2 (5..6): effect kill: unknown post
    '{do = "kill_fdt"}' | '"kill_fdt"' | effect 'kill_fdt' is not a table
    effects = [ {do = "kill_fdt"} ] | effects = "kill_fdt" | "'effects' is 'kill_fdt', which"
    items = ["mk37"] | items = [37] | items [37] is not a list of 1 or more, each text
    items = ["mk37"] | items = "mk37" | items 'mk37' is not a list of 1 or more, each text
    '{ row = 0, col = 1,' | '{ row = 1, col = 1,' | row 0, column 1: the cell is missing
    '{ row = 0, col = 1,' | '{ row = 1, col = 1,' | row 1, column 1: duplicate cell
    '{ row = 0, col = 1,' | '{ row = 10, col = 1,' | row 10, column 1: cannot be rolled with 1d10
    '{ row = 0, col = 1,' | '{ row = "0", col = 1,' | row '0', column 1: row '0' is not a whole
    sec = false, | sec = 0, | row 0, column 1: sec 0 is not true or false
    sec = false, | sec = false, x = 1, | row 0, column 1: unknown field 'x'
    id = "B gun" | id = "B director" | duplicate note 'B director'
    '{do = "kill_fdt"}' | '{do = "kill_fdt", why = "x"}' | kill_fdt: unknown field 'why'
    """)


@cases("""
    new                               | fault
    '{do = "lose_hull", points = 0}'  | effect lose_hull: points 0 is not a number from 1 to 10
    '{do = "lose_hull", points = 11}' | effect lose_hull: points 11 is not a number from 1 to 10
    '{do = "destroy_compartment"}'    | effect destroy_compartment: field 'compartment' is missing
    """)
def test_points_of_an_effect_are_positive_and_only_a_note_may_omit_its_compartment(
    layer, new, fault
):
    faults = check(layer("charts/12-1.toml", '{do = "lose_hull", points = 3}', new))
    assert faults == [f"charts/12-1.toml: row 2 (3): {fault}"]


KINDS = set(get_args(Effect))


def test_every_shipped_effect_is_of_the_vocabulary():
    used = set()
    for chart in load_tables().all_charts():
        rows = [row for rows in chart.by_column.values() for row in rows] + list(
            chart.cells.values()
        )
        rows += [row for die in chart.die_charts.values() for row in die.by_column[None]]
        used |= {effect.do for row in rows for effect in row.effects}
        used |= {effect.do for note in chart.raw.notes for effect in note.effects}
    assert used == set(EFFECTS)
    assert len(EFFECTS) == len(KINDS)
    assert set(EFFECTS.values()) == set(CARRIED) == set(EFFECT_COSTS) == KINDS, (
        "named, applied and weighted"
    )


# the other files: file, old text, new text, expected fault
FILE_FAULTS = table_of(r"""
    house/A-1.toml | type = "Spruce" | type = "Boeing" |
        row 41 (99): type 'Boeing' is not an aircraft in aircraft.toml
    aircraft.toml | name = "Val" | name = "Zeke" | duplicate aircraft 'Zeke'
    aircraft.toml | service = "Navy" | service = "Marines" | aircraft 1 (Zeke): service 'Marines'
    aircraft.toml | crew = 1 | crew = 0 | aircraft 1 (Zeke): crew 0 is not a number from 1 to 99
    aircraft.toml | crew = 1 | crew = "one" | aircraft 1 (Zeke): crew 'one' is not a number
    ships/fletcher.toml | firing = "firing/fletcher" | firing = "firing/x" | firing 'firing/x' is not a chart
    ships/fletcher.toml | firing = "5-inch 1" | firing = "6-inch" |
        "mount 5in-1: firing: unknown row '6-inch' of chart firing/fletcher; known: 5-inch 1, "
    ships/fletcher.toml | firing = "5-inch 1" | firing = "6-inch" |
        no mount uses row '5-inch 1' of chart firing/fletcher
    ships/fletcher.toml | firing = "5-inch 1" | firing = "5-inch 2" | is for 5in-2
    ships/fletcher.toml | id = "5in-2" | id = "5in-1" | duplicate mount '5in-1'
    ships/fletcher.toml | kind = "5in" | kind = "3in" | mount 5in-1: kind: unknown caliber
    ships/fletcher.toml | section = "forward" | section = "top" | mount 5in-1: unknown section 'top'
    ships/fletcher.toml | magazine = "5in-mgz-1" | magazine = "shed" |
        mount 5in-1: magazine: unknown compartment 'shed'
    ships/dunlap.toml | '["twin_20mm"]' | '["triple"]' | mount 20mm-A: unknown modifier
    ships/dunlap.toml | remove = ["40mm-C" | remove = ["40mm-X" |
        option dunlap-1941: remove: unknown mount '40mm-X'
    ships/dunlap.toml | id = "dunlap" | id = "fletcher" | duplicate id 'fletcher'
    scenarios/8.toml | ship_class = "dunlap" | ship_class = "mahan" |
        ship_class: unknown ship 'mahan'; known: dunlap, fletcher, la-prade
    scenarios/8.toml | station = 2 | station = 17 | station 17 is not a number from 1
    scenarios/8.toml | 1945-04-07 | 1945-07-04 | date 1945-07-04 is outside the calendar
    scenarios/8.toml | 1945-04-07 | April 7 | "'April 7' is not a valid date (use YYYY-MM-DD)"
    scenarios/8.toml | turns = 1 | turns = 0 | turns 0 is not a number of 1 or more
    scenarios/8.toml | '["morning", "midday"' | '["midday", "morning"' | "'phases' must list phases in this"
    scenarios/8.toml | '"gun-repair"' | '"laser"' | unknown option 'laser'
    scenarios/8.toml | number = 8 | number = 7 | duplicate number 7
    scenarios/8.toml | slug = "dunlap" | slug = "la-prade" | duplicate slug 'la-prade'
    scenarios/7.toml | relief = "scenario/7 relief" | relief = "scenario/9" | relief 'scenario/9' is not a chart
    scenarios/7.toml | relief = "scenario/7 relief" | relief = "24" | relief: chart '24' has no field 'relieved'
    campaigns/mini.toml | length = "campaign/1 length" | length = "x" | length 'x' is not a chart
    campaigns/mini.toml | length = "campaign/1 length" | length = "24" |
        length: chart '24' has no field 'fighting_days'
    campaigns/mini.toml | 1945-06-25 | 1945-08-15 | is outside the calendar
    campaigns/long-a.toml | latest_start = "1945-06-01" | latest_start = "1945-06-02" |
        a start on 1945-06-02 is too late for 25 fighting days
    campaigns/long-a.toml | latest_start = "1945-06-01" | latest_start = "1945-03-23" |
        "'latest_start' (1945-03-23) is before 'start' (1945-03-24)"
    campaigns/mini.toml | replacement = false | 'replacement = false\nlatest_start = "1945-06-01"' |
        "'latest_start' is allowed only if 'choose_start' is true"
    campaigns/mini.toml | id = "mini" | id = "long-a" | duplicate id 'long-a'
    house/G-1.toml | section = "forward" | section = "top" | compartment 5in-mgz-1: unknown section 'top'
    house/G-1.toml | markers = 4 | markers = 0 | compartments 1 (5in-mgz-1): markers 0
    house/G-1.toml | feeds = "5in" | feeds = "6in" | unknown caliber '6in'
    house/G-1.toml | id = "sg" | id = "sc" | duplicate compartment 'sc'
    house/G-1.toml | name = "SC radar", section = "forward" | name = "SC radar", section = "up" |
        equipment sc: unknown section 'up'
    house/G-1.toml | posts = ["captain" | posts = ["cook" | compartment bridge: effect kill: unknown post 'cook'
    house/G-1.toml | id = "cic" | id = "den" | unknown compartment 'cic'
    house/numbers.toml | midship = 10 | middle = 10 | men: section 'midship' is missing
    house/numbers.toml | midship = 10 | middle = 10 | men: unknown section 'middle'
    house/numbers.toml | fuel = 10 | fuel = -1 | fuel -1 is not a number from 1 to 99
    house/numbers.toml | fuel = 10 | 'fuel = 10\nluck = 7' | unknown field 'luck'; known fields
    house/numbers.toml | fuel = 10 | '' | field 'fuel' is missing
    names.toml | xo = "Lt. Cdr." | cook = "Mess" | ranks: post 'xo' is missing
    names.toml | xo = "Lt. Cdr." | cook = "Mess" | ranks: unknown post 'cook'; known: captain
    calibers.toml | chart = "9-2/5in" | chart = "9-2/4in" | caliber 5in: chart '9-2/4in' is not a chart
    calibers.toml | bonus = "5in" | bonus = "4in" | 5in: bonus: unknown row '4in' of chart 9-1; known: 5in
    calibers.toml | director = "mk37" | director = "mk1" | 5in: director: unknown equipment 'mk1'
    calibers.toml | id = "40mm" | id = "5in" | duplicate caliber '5in'
    charts/9-2-5in.toml | '["L", "M", "H"]' | '["low", "M", "H"]' |
        calibers.toml: 5in: chart 9-2/5in: only these columns are allowed
    charts/9-2-5in.toml | '[modifiers.ace]' | '[modifiers.x]' |
        calibers.toml: 5in: chart 9-2/5in has no modifier 'ace'
    charts/9-2-5in.toml | '[modifiers.hit]' | '[modifiers.x]' |
        calibers.toml: 5in: chart 9-2/5in has no modifier 'hit'
    options.toml | id = "aces" | id = "gun-repair" | options.toml: duplicate option 'gun-repair'
    options.toml | id = "aces" | id = "experts" | options.toml: option 'aces' is missing
    options.toml | always = "advanced" | always = "expert" |
        option aces: always: unknown level 'expert'; known: basic, advanced
    options.toml | 'title = "Ace crews"\n' | '' | options.toml: options 4 (aces): field 'title' is missing
    options.toml | id = "dunlap-1941" | id = "dunlap" |
        "ships/dunlap.toml: unknown option 'dunlap-1941'; known: dunlap, "
    """)


PLAN_FAULTS = [
    (PLAN, '"cic" = "cic"', '"cic" = "galley"', "place 'cic': the ship has no 'galley'"),
    (PLAN, '"cic" = "cic"', '"cic" = "galley"', "'cic' must be drawn once, not 0 times"),
    (PLAN, '"cic" = "cic"', '"cic" = "20mm-J"', "the ship has no '20mm-J'"),
    (PLAN, '"cic" = "cic"', '"cic" = "radio"', "'radio' must be drawn once, not 2 times"),
    (PLAN, "  water  ", "  cic    ", "place 'cic' must be drawn once, not 2 times"),
    (PLAN, "  water  ", "         ", "place 'water' must be drawn once, not 0 times"),
    (PLAN, "  water  ", "  galley ", "row 2: 'galley' is not listed in 'places'"),
    (PLAN, "'<   [1]", "'    [1]", "row 4: must begin with one of"),
    (PLAN, "cic  |", "ci\u00e9  |", "row 6: only printable ASCII characters are allowed"),
    (PLAN, "dB   20B", "   dB20B", "row 7: 'dB20B' is not listed in 'places'"),
    (PLAN, "dB   20B", " dB  20B", "row 7: 'dB' needs 2 free cells to its right, but has 1"),
    (
        PLAN,
        '"cic" = "cic"',
        '"cic" = "steering"',
        "row 6: 'cic' is drawn forward, but 'steering' is aft",
    ),
    (PLAN, "cic  |", "cic | ", "there must be 2 columns of bulkheads, not 3"),
    (PLAN, "]\n\n[places]", " '<  >', '<  >',\n]\n\n[places]", "9 rows; at most 7 are allowed"),
    (PLAN, "rudder    /", "rudder          /", "is not a row of 72 columns or fewer"),
    (PLAN, "\n[places]\n", "\n[spots]\n", "unknown field 'spots'"),
    # Side views.
    (PLAN, "length = 115", "length = 0", PLAN),
    (PLAN, "[9, 44, 3.2, 4.2]", "[9, 44, 0.0, 4.2]", PLAN),
    (PLAN, "[[22, 5.8], [22, 8.2]", "[[22, 5.8], [2200, 8.2]", PLAN),
    (PLAN, "height = 30", "high = 30", PLAN),
    (PLAN, "[[43.4, 8.2], [43.9, 29.6]]", "[[43.4, 8.2]]", PLAN),
    (PLAN, '{ item = "sc",', '{ item = "antenna",', PLAN),
]
HISTORY_FAULTS = table_of("""
    history/ships.toml | date = 1945-03-26 | date = 1945-03-20 | date 1945-03-20 is outside the calendar
    history/days.toml | date = 1945-06-22 | date = 1945-07-22 | date 1945-07-22 is outside the calendar
    history/ships.toml | station = 9 | station = 17 | ships 1: station 17 is not a number from 1 to 16
    history/stations.toml | number = 16 | number = 0 | number 0 is not a number from 1 to 16
    history/stations.toml | '"03-28"' | '"03-36"' | 'days: '
    history/ships.toml | hull = "DD-521" | hull = "521" | hull '521' is not a hull number such as 'DD-529'
    history/ships.toml | hull = "DD-521" | hull = "DD-522" | USS Kimberly has hull number 'DD-522' here
    history/ships.toml | hull = "DD-724" | hull = "DD-742" | "here, but 'DD-742' elsewhere"
    history/ships.toml | fate = "damaged" | fate = "hurt" | "'hurt'"
    history/ships.toml | source = "the damage report of October 1945, as printed with scenario 6" |
        source = "" | ships 1: source '' is not text of 1 to 300 characters that names a source
    history/raids.toml | about = ["navy", "army"] | about = ["air"] | an unknown field, 'air'; known fields: number
    history/raids.toml | last = 1945-04-07 | last = 1945-04-05 | "'last' (1945-04-05) is before 'first' (1945-04-06)"
    history/raids.toml | number = 2 | number = 1 | duplicate raid 1
    history/ships.toml | killed = 87 | killed = 8700 | killed 8700 is not a number from 0 to 400
    """)


@pytest.mark.slow
@pytest.mark.parametrize(
    "faults",
    [
        [(f"charts/{file}.toml", *fault) for file, *fault in FAULTS],
        [("charts/11-forward.toml", *fault) for fault in EFFECT_FAULTS],
        FILE_FAULTS,
        PLAN_FAULTS,
        HISTORY_FAULTS,
    ],
    ids=["charts", "table 11", "files", "plans", "history"],
)
def test_a_fault_is_reported_with_its_file(tmp_path, faults):
    for number, together in enumerate(by_charts(faults)):
        for name, old, new, _ in together:
            change(tmp_path / str(number), name, old, new)
        found = check(tmp_path / str(number))
        assert all(".toml: " in fault for fault in found)
        for name, old, new, complaint in together:
            matching = [fault for fault in found if complaint in fault]
            assert matching, (name, old, new, found)
            if name.startswith("charts/") and not re.search(
                r"of chart 21-1|chart 22 can send|calibers\.toml", complaint
            ):
                assert all(fault.startswith(f"{name}: ") for fault in matching)


def by_charts(faults):
    """The faults in groups of different charts, and each fault of another file alone: a check
    reads all tables, so that a group takes as long as a single fault.
    """
    alone = [[fault] for fault in faults if not fault[0].startswith("charts/")]
    groups = defaultdict(list)
    seen = Counter()
    for fault in faults:
        chart = fault[0]
        if chart.startswith("charts/"):
            groups[seen[chart]].append(fault)
            seen[chart] += 1
    return [*groups.values(), *alone]


def test_a_file_that_cannot_be_read_causes_no_other_faults(tmp_path):
    for name, old, new in table_of("""
        ships/fletcher.toml | id = "20mm-G" | id = "20mm G"
        house/G-1.toml      | markers = 4   | markers = 0
        calibers.toml       | worth = 0.02  | worth = 2.0
        options.toml        | id = "aces"   | id = 3
        aircraft.toml       | crew = 1      | crew = 0
        """):
        faults = check(change(tmp_path / name.replace("/", "-"), name, old, new))
        assert [fault.startswith(f"{name}: ") for fault in faults] == [True], faults


def shipped(name):
    return (SHIPPED / name).read_text(encoding="utf-8")


def coast(points):
    return f'[[lands]]\nname = "Nowhere"\npoints = {points}\n'


UNUSED = "the program does not use this file"
TOO_FAR = "is not a list of 2, each a number from -500 to 500"
#: File, its whole text, its only fault.
FILES = [
    *(
        (
            "names.toml",
            re.sub(rf"(?ms)^{field} = \[.*?^\]$", f"{field} = []", shipped("names.toml")),
            f"no {field}",
        )
        for field in ("ships", "surnames", "given")
    ),
    *(
        (name, shipped("charts/10.toml"), UNUSED)
        for name in (
            "charts/10.tml",
            "charts/sub/10.toml",
            "10.toml",
            "chart/10.toml",
            "charts/10.toml~",
        )
    ),
    ("house/24.toml", shipped("charts/24.toml"), "id '24' is already used in charts/24.toml"),
    (
        "ships/plans/galleon.toml",
        shipped(PLAN),
        "no ship has this id; name the file after its ship",
    ),
    ("coast.toml", coast("[]"), "lands 1 (Nowhere): no points"),
    ("coast.toml", coast("[[0, 9999]]"), f"lands 1 (Nowhere): points 1: [0, 9999] {TOO_FAR}"),
    ("coast.toml", coast("[[0, nan]]"), f"lands 1 (Nowhere): points 1: [0, nan] {TOO_FAR}"),
    ("coast.toml", coast([[0, 0]] * 2001), "the islands have more than 2000 points"),
]


@pytest.mark.parametrize(("name", "text", "fault"), FILES, ids=range(len(FILES)))
def test_the_only_fault_of_a_file(layer, name, text, fault):
    folder = layer(name, text=text)
    assert check(folder) == [f"{name}: {fault}"]
    assert name != "coast.toml" or load_tables(folder).digest == load_tables().digest


@pytest.mark.parametrize(
    ("name", "changes", "fault"),
    [
        ("charts/4-2.toml", (), "charts/4-2.toml: id '24' is already used in charts/24.toml"),
        (
            "charts/24.toml",
            ('id = "24"', 'id = "25"'),
            "charts/24.toml: id '25' belongs in a file named 25.toml",
        ),
    ],
)
def test_an_id_in_the_wrong_file(layer, name, changes, fault):
    assert fault in check(layer(name, *changes, text=shipped("charts/24.toml")))


BROKEN = [
    b"",
    b"id = = 3",
    b"\xff\xfe\x00\x01",
    b"a = " + b"[" * 5000,
    b"id = " + b"9" * 5000,
    b"id = 10",
    b"id = 1979-05-27T07:32:00Z",
    b'id="10"\ntitle="t"\nlevel="basic"\nkind="range"\nsource="s"\n[rows]\na=1',
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["charts/10.toml", "house/G-1.toml", "ships/fletcher.toml", "aircraft.toml"]
)
def test_a_broken_file(tmp_path, name):
    for number, data in enumerate(BROKEN):
        path = tmp_path / str(number) / name
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        faults = check(tmp_path / str(number))
        assert any(fault.startswith(f"{name}: ") for fault in faults), faults


def test_a_folder_instead_of_a_file_is_refused(tmp_path):
    (tmp_path / "charts/10.toml").mkdir(parents=True)
    assert any(fault.startswith("charts/10.toml: ") for fault in check(tmp_path))


VALUES = st.recursive(
    st.sampled_from(
        ["1", "-1", "99999999999", '""', '"x"', '"2..5"', '"<=1"', '">=9999"', "true", "inf", "nan"]
    )
    | st.sampled_from(
        [
            "1945-04-06",
            "07:32:00",
            '"04-01..05-01"',
            '"E"',
            '"hit_tub"',
            '{do = "kill"}',
            "{do = 3}",
        ]
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda values: f"[{', '.join(values)}]"),
    max_leaves=4,
)
KEYS = """id title level kind dice row_dice column_dice key fields columns headings column_ranges clamp natural rows
cells notes words modifiers periods x"""
LINES = st.dictionaries(st.sampled_from(KEYS.split()), VALUES, max_size=10)
ROWS = st.dictionaries(
    st.sampled_from(
        [
            "roll",
            "at",
            "cells",
            "text",
            "effects",
            "result",
            "row",
            "col",
            "name",
            "notes",
            "stations",
        ]
    )
    | st.sampled_from(
        ["planes", "waves", "special", "table", "active", "plane", "note", "note_a", "id", "sec"]
    ),
    VALUES,
    max_size=6,
).map(lambda row: "{" + ", ".join(f"{key} = {value}" for key, value in row.items()) + "}")
SHAPED = ["10", "8-3", "2-2", "8-1B", "11/forward", "8-2", "7-1", "firing/dunlap", "8-1", "K-1"]


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(SHAPED),
    st.sampled_from(["range", "matrix", "list"]),
    LINES,
    st.lists(ROWS, max_size=4),
    VALUES,
)
def test_a_hostile_chart_is_reported_as_a_fault(tmp_path_factory, table, kind, lines, rows, fields):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "charts").mkdir()
    body = ", ".join(rows)
    frame = {
        "id": f'"{table}"',
        "title": '"t"',
        "level": '"basic"',
        "kind": f'"{kind}"',
        "source": '"s"',
    }
    frame |= {"dice": '"2d6"', "row_dice": '"1d6"', "column_dice": '"1d6"', "key": '"date"'}
    frame |= {"fields": '["result", "planes"]', "rows": f"[{body}]", "cells": f"[{body}]"}
    text = "\n".join(f"{key} = {value}" for key, value in (frame | lines).items())
    name = table.replace("/", "-") + ".toml"
    (folder / "charts" / name).write_text(text, encoding="utf-8")
    faults = check(folder)
    assert any(fault.startswith(f"charts/{name}: ") for fault in faults), (text, faults)


def test_checked_tables(layer):
    assert checked_tables().folders == [SHIPPED]
    folder = layer("charts/24.toml", "spaces = 2", "spaces = 3")
    assert checked_tables(folder)["24"].look_up(6)["spaces"] == 3
    layer("charts/24.toml", "spaces = 3", "spaces = -3")
    with pytest.raises(ChartError, match=r"charts/24\.toml: row 3 \(6\): spaces -3"):
        checked_tables(folder)
    layer("charts/24.toml", "spaces = 0", "spaces = -1")
    with pytest.raises(ChartError, match=r"and 1 more; list them with 'picket-duty tables check'"):
        checked_tables(folder)
