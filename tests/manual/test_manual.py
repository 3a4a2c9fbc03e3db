"""The manual: links, search and synonyms, the house numbers it quotes, and the command."""

import asyncio
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from picket_duty import manual
from picket_duty.book import Tables
from picket_duty.book.data import Numbers
from picket_duty.book.limits import calendar_span
from picket_duty.charts.search import stems
from picket_duty.commands.main import CommandGroup, main
from picket_duty.commands.table_commands import tables as tables_group
from picket_duty.extensions import PACKAGES, extensions
from picket_duty.manual import markdown
from picket_duty.manual.passages import passages_of, table_row_words
from picket_duty.state import POSTS
from picket_duty.text.names import POST_NAMES
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.game_lists import ScenarioScreen
from tests.games import TABLES
from tests.manual.readings import quoted
from tests.quick import first_is_quick
from tests.text_table import table_of
from tests.tui.conftest import running

WEAPONS = {"bomb": "bomb", "torpedo": "torpedo", "ohka": "Ohka"}
MONTHS = {3: "Mar", 4: "Apr", 5: "May", 6: "Jun"}


def found(text):
    """The name and title of the pages that a search lists, best first."""
    return [(match.name, match.title) for match in manual.search(text)]


def test_every_page_has_a_file_and_a_title():
    paths = set(Path(manual.__file__).parent.glob("*.md"))
    added = {topic.path for extension in extensions() for topic in extension.topics}
    assert paths | added == set(manual.FILES.values())
    assert all(path.stem == name and path.is_file() for name, path in manual.FILES.items())
    topics = manual.topics()
    assert [name for name, _ in topics] == list(manual.PAGES)
    assert dict(topics)["damage"] == "Damage"
    assert len({title.casefold() for _, title in topics}) == len(topics)
    with pytest.raises(KeyError):
        manual.page("../cli")


@pytest.mark.skipif(len(extensions()) < len(PACKAGES), reason="a package with a page is missing")
def test_a_page_equals_its_file_if_all_packages_are_installed():
    for name in manual.PAGES:
        assert manual.page(name) == manual.FILES[name].read_text(encoding="utf-8")


def test_a_link_to_a_missing_page_is_plain_text(monkeypatch):
    monkeypatch.delitem(manual.FILES, "companions", raising=False)
    text = manual.page.__wrapped__("tables")
    assert "(companions)" not in text
    assert "Companion games" in text


#: The Markdown that the pages may use: blocks, parts of tables, and words.
SUPPORTED = set("heading paragraph bullet_list ordered_list list_item table".split())
SUPPORTED |= set(
    "root inline thead tbody tr th td text softbreak strong em code_inline link".split()
)


def test_every_page_is_as_it_should_be():
    """ASCII, one title, no overlong prose, supported Markdown; each link resolves and leads to each
    page.
    """
    known = set(TABLES.chart_ids())
    targets = set()
    for name in manual.PAGES:
        text = manual.page(name)
        assert text.isascii()
        assert [line for line in text.splitlines() if line.startswith("# ")] == [
            f"# {manual.title_of(name)}"
        ]
        assert not [
            line for line in text.splitlines() if len(line) > 130 and not line.startswith("|")
        ]
        links = markdown.links(text)
        assert text.count("](") == len(links)
        for label, target in links:
            chart = markdown.chart_of(target)
            assert target in manual.PAGES if chart is None else chart in known, (
                name,
                label,
                target,
            )
            assert chart is None or TABLES[chart].id == chart
        targets |= {
            target for _, target in links if target != name and markdown.chart_of(target) is None
        }
        assert {node.type for node in markdown.tree(text).walk()} <= SUPPORTED
        assert not re.search(r"\]\(|\*\*|`|^\|", markdown.plain(text), re.MULTILINE), (
            "the plain page has no markup"
        )
    assert {*manual.PAGES} - targets <= {"start", "phase", "turn", "scenarios"}


def test_pages_are_found_by_name_title_former_name_and_search():
    for typed, topic in table_of("""
        Control             | control
        ' damage  CONTROL ' | control
        staff               | officers
        STAFF               | officers
        settings            | keys
        cooking             | None
        """):
        assert manual.topic_named(typed) == topic
    assert set(manual.former_names().values()) <= set(manual.PAGES)


def test_a_search_ignores_case_line_breaks_emphasis_and_links_and_finds_similar_names():
    assert found("OUT of control") == found("out of control") != []
    assert "wave" in dict(found("spray fire"))
    assert found("  ") == []
    assert found("zzzzzz") == []
    assert not any(
        "(chart:" in passage.text for name in manual.PAGES for passage in passages_of(name)
    )
    assert "control" in dict(found("repairs water lines"))
    for typed, topic in [("colorz", "keys"), ("manoover", "wave"), ("kamikazy", "wave")]:
        assert topic in dict(found(typed))


def test_the_text_of_a_row_names_the_columns_of_its_short_cells():
    """A table with two columns needs no names; a column of numbers without a heading numbers the
    rows.
    """
    track = next(
        passage.text for passage in passages_of("ship") if passage.text.startswith("Maneuver")
    )
    assert track == (
        "Maneuver: starts at 10; at 0, the ship is dead in the water and must return to the "
        "anchorage"
    )
    night = next(
        passage.text for passage in passages_of("phase") if passage.text.startswith("Evening")
    )
    assert night == "Evening: hours 2000-0400; light night"
    assert (
        table_row_words(["1", "The End Is Near", "Anthony"], ["", "Scenario", "Ship"])
        == "1: The End Is Near; ship Anthony"
    )
    assert table_row_words(["spray fire", "-2"], ["Reason", "Modifier"]) == "spray fire: -2"


@first_is_quick("row", manual.synonyms(), ids=lambda row: row.words[0], quick=10)
def test_a_synonym_leads_to_a_word_of_its_page(row):
    assert row.topic in manual.PAGES
    assert any(row.term.casefold() in passage.text.casefold() for passage in passages_of(row.topic))
    for word in row.words:
        assert word == word.casefold()
        assert row.topic in dict(found(word)), word


def test_each_synonym_has_one_meaning():
    words = [word for row in manual.synonyms() for word in row.words]
    assert len(words) == len(set(words))
    assert not set(words) & {*manual.PAGES, *manual.former_names()}


@pytest.mark.slow
def test_lists_do_not_load_the_parser():
    code = (
        "import sys; from picket_duty.commands.main import main; from picket_duty import manual;"
        "manual.topics(); manual.topic_named('Damage');"
        "print([name for name in ('markdown_it', 'tomlkit', 'rich', 'textual') if name in "
        "sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_plain_has_no_markup_and_keeps_the_rows_of_paragraphs_and_items():
    text = markdown.plain(
        "# Top\n\n**Bold** and [9-2](chart:9-2/5in), *soft* `key`\n\n| A | B |\n|---|---|\n| "
        "long | x |\n"
    )
    assert text == "Top\n===\n\nBold and 9-2, soft key\n\n  A     B\n  long  x\n"
    text = (
        "# Top\n\nOne row\nand another.\n\n- an **item**\n  of two rows\n- a second\n\n1. "
        "[first](ship)\n2. then\n"
    )
    rows = (
        "Top\n===\n\nOne row\nand another.\n\n- an item\n  of two rows\n- a second\n\n1. "
        "first\n2. then\n"
    )
    assert markdown.plain(text) == rows


@pytest.mark.skipif(
    len(extensions()) < len(PACKAGES), reason="the manual names commands of every package"
)
def test_commands_named_in_the_manual_exist():
    text = "\n".join(manual.page(name) for name in manual.PAGES)
    known = {*CommandGroup.list_commands(main, None), "manual"}
    assert {*re.findall(r"`picket-duty ([a-z][a-z-]+)", text)} <= known
    assert {*re.findall(r"`picket-duty tables ([a-z]+)", text)} <= set(tables_group.commands)


def test_options_campaigns_and_posts_are_all_described():
    for option in TABLES.options:
        assert f"`{option}`" in manual.page("options")
    for campaign in TABLES.campaigns:
        assert f"`{campaign}`" in manual.page("campaigns")
    crew = manual.page("ship").casefold()
    for post in POSTS:
        assert (
            re.sub(
                r"^chief of repair i+$", "chiefs of repair i, ii, iii", POST_NAMES[post].casefold()
            )
            in crew
        )


def test_scenarios_are_the_eight_of_the_tables():
    rows = re.findall(
        r"^\| (\d) \| (.+?) \| (.+?) \| (\w+ \d+)(?:-\d+)? \| (\d+) \| (.*)\|$",
        manual.page("scenarios"),
        re.M,
    )
    assert len(rows) == len(TABLES.scenarios)
    for number, title, ship, date, station, mark in rows:
        data = TABLES.scenarios[int(number)]
        assert (title, f"USS {ship}", int(station)) == (data.title, data.ship, data.station)
        assert date == f"{data.date:%B} {data.date.day}"
        assert ("Kikusui" in mark) == data.kikusui


def test_every_chart_with_a_note_is_in_the_readings():
    slips = manual.page("readings").partition("## Chart slips")[2].partition("\n## ")[0]
    linked = {markdown.chart_of(target) for _, target in markdown.links(slips)}
    noted = {chart.id for chart in TABLES.all_charts() if chart.raw.note}
    assert noted <= linked | {"8-1C"}


QUOTED = dict(quoted())


def spans(chart, field):
    """The rows of a chart as the readings write them: ``yes on 1-3; no on 4-6``."""
    notes = {note.id: note for note in chart.raw.notes}
    rows = notes[chart.note_id].rows if chart.note_id else chart.raw.rows
    said = {True: "yes", False: "no"}
    return "; ".join(
        (
            f"{said[value] if isinstance(value := row.fields[field], bool) else value} on "
            f"{row.label.replace('..', '-')}"
        )
        for row in rows
    )


def aircraft():
    """House table A-1 as the readings write it."""
    totals = {}
    armed = {}
    for total in range(100):
        row = TABLES["A-1"].look_up(total)
        totals[row["type"]] = totals.get(row["type"], 0) + 1
        if row["weapon"]:
            armed[row["type"]] = (row["weapon"], armed.get(row["type"], ("", 0))[1] + 1)
    return ", ".join(
        f"{name} {count}"
        + (f" ({WEAPONS[armed[name][0]]} {armed[name][1]})" if name in armed else "")
        for name, count in totals.items()
    )


def kikusui():
    """House table K-1 as the readings write it."""
    raids = []
    for at, _ in TABLES["K-1"].list_rows:
        first, last = calendar_span(at)
        raids.append(f"{MONTHS[first.month]} {first.day}-{last.day}")
    return "; ".join(raids)


def house_value(key):
    """The value of a key of the readings in the house tables, as text."""
    first, _, rest = key.partition(" ")
    if first == "numbers":
        name, _, part = rest.partition(".")
        value = getattr(TABLES.numbers, name)
        return str(value[part] if part else value)
    if first == "G-1":
        name, _, out = rest.partition(" ")
        data = TABLES.compartments[name]
        return str(data.out[0].points if out else data.markers)
    if first == "rules" and rest.startswith("die "):
        chart = TABLES["rules"].die(rest.removeprefix("die "))
        return spans(
            chart, next(note.fields[0] for note in chart.raw.notes if note.id == chart.note_id)
        )
    if first == "rules":
        return str(TABLES["rules"].raw.modifiers[rest].value)
    return {
        "A-1": aircraft,
        "K-1": kikusui,
        "V-1": lambda: spans(TABLES["V-1"], "value"),
        "S-1": lambda: spans(TABLES["S-1"], "result"),
    }[key]()


def test_a_quoted_number_is_that_of_the_house_table():
    for key, value in QUOTED.items():
        assert value.replace("+", "") == house_value(key)


def test_every_house_number_is_quoted():
    numbers = {name for name in Numbers.__struct_fields__ if name != "men"}
    wanted = {f"numbers {name}" for name in numbers} | {
        f"numbers men.{part}" for part in TABLES.numbers.men
    }
    wanted |= {f"G-1 {name}" for name in TABLES.compartments}
    paid = [
        name
        for name, data in TABLES.compartments.items()
        if any(hasattr(effect, "points") for effect in data.out)
    ]
    wanted |= {f"G-1 {name} out" for name in paid}
    rules = TABLES["rules"].raw
    wanted |= {f"rules {name}" for name, raw in rules.modifiers.items() if raw.value is not None}
    wanted |= {f"rules die {note.id}" for note in rules.notes}
    wanted |= {"A-1", "K-1", "V-1", "S-1"}
    assert set(QUOTED) == wanted


def test_a_topic_that_is_unknown_or_misspelled_and_clashing_options_are_one_line(run):
    for words, said in table_of(r"""
        ('cooking',)       | "No topic 'cooking'. Search with 'picket-duty manual --search cooking'.\n"
        ('wave', '--list') | 'Use only one of these: a topic, --list or --search\n'
        ('damaje',)        | No topic 'damaje'. Did you mean damage
        ('weatherr',)      | No topic 'weatherr'. Did you mean weather
        ('keeyboard',)     | No topic 'keeyboard'. Did you mean keys
        """):
        result = run("manual", *words)
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
        assert result.err.startswith(f"picket-duty: {said}")


def test_a_page_is_rendered_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    with pytest.raises(SystemExit):
        main(["manual", "ship"])
    out, _, charts = capsys.readouterr().out.partition("Charts: ")
    assert "firing/fletcher" in charts
    assert "Ship and crew" in out
    assert "**" not in out
    assert "chart:" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_match_shows_the_passage_that_answers():
    for typed in ["spray fire", "what does the director do?", "combat air patrol"]:
        for match in manual.search(typed):
            around = manual.snippet(match, 70)
            assert len(around) <= 70
            assert around.removesuffix("..") in " ".join(
                passage.text for passage in passages_of(match.name)
            )
            assert match.marked & set(
                stems(f"{match.heading} {passages_of(match.name)[match.number].text}")
            )


def test_naval_words_and_synonyms_find_the_page_or_passage_that_answers():
    for typed, topic, around in table_of("""
        combat air patrol | fighters | ''
        CAP               | fighters | ''
        general quarters  | start    | ''
        bogey             | attack   | ''
        Bogeys            | attack   | ''
        radar picket      | ship     | ''
        undo              | keys     | ''
        uninstall         | keys     | ''
        screen reader     | keys     | ''
        evasive           | wave     | ''
        rescind           | control  | emergency
        flooding          | control  | you may flood
        counterflooding   | damage   | counterflooding
        remap             | keys     | edit the settings file
        """):
        first = manual.search(typed)[0]
        assert first.name == topic
        assert around.casefold() in manual.snippet(first, 400).casefold()


#: Words of a passage that must be among the first hits, and the questions that it answers, as a new
#: player types them.
QUESTIONS = {
    "gets -1 on its roll": "what does an emergency maneuver do?",
    "you roll on table 20 once for each job": "how do repair parties fight fires?",
    "can reach the plane's bearing and altitude": "which guns can fire at this plane?",
    "air fire support": "what does AFS mean?",
    "combat air patrol": "what is CAP",
    "the captain and the CPO are killed": "what happens when the bridge is hit?",
    "afloat and on station": "how is a scenario won? | how do I win | when do I win | how is the game won",
    "has left her station": "how do i lose | what happens when the station is lost",
    "may sink": "can my ship sink",
    "deck fire is out of control": "when must I leave my station?",
    "every repair roll gets +1": "what does morale do?",
    "table 22": "how many planes are coming",
    "rocket bomb": "what is an Ohka?",
    "+2": "what does declaring an emergency do",
    "its magazines are destroyed": "why can't this gun fire | why is a gun not firing | why won't my guns shoot",
    "during an emergency": "why are my guns silent",
    "third hit destroys it": "what happens if a gun is hit",
    "When ammunition is at 0": "what if ammunition runs out",
    "misses your ship": "what is a near miss",
    "special attack box": "what is spray fire",
    "flood a burning magazine": "how does flooding work?",
    "captain and the CPO are killed": "captain killed",
    "Put out deck fires first": "how to put out a fire",
    "Press u in a battle": "how do I undo?",
    "Press v in a battle": "change the speed",
    "Press q to leave": "how do i quit",
    "chief petty officer": "who is the CPO",
    "repaired only at the anchorage": "repair guns",
    "above level 3": "deck fire out of control | what does level 3 mean",
    "planes come only on a 5 or 6": "what is different at night | what happens at night",
    "Firing costs nothing": "does firing cost ammunition",
    "goes to the anchorage to replenish": "how do I get more ammunition",
    "even if you put the fire out": "why did I lose my station when the fire was out",
    "would not make any plane less dangerous": "why do my guns hold fire | what does my exec hold fire for",
    "at least through the day's next wave": "how long does an emergency last",
    "can attack in a later wave": "does a kept fighter come back",
    "no difference between carrier and land-based fighters": (
        "does a fighter return after it fires | difference carrier land fighters"
    ),
    "compares several fire plans by the damage": "who is the exec | what is the difference between exec and doctrine",
    "the orders that your officers would give without you": "who is the doctrine captain",
    "roll once on table 14-1": "hull points lost by a crash",
    "do not stay for the next phase": "do fighters stay for the next phase",
    "only the damage listed in table 11-1": "what does a near miss do",
    "a compartment, a gun, a radar or a director": "what happens when a plane crashes into my ship",
    "restored only at the anchorage": "how do I repair the hull",
    "emergency maneuvers (table 19)": "what does the captain do",
    "every shot from every mount": "what does the gunnery officer do",
    "take these steps in order": "what happens at the end of the day",
    "The advanced game adds": "what is the difference between basic and advanced",
    "never changes during a wave": "can planes change altitude",
    "Press Space to pause": "how do I pause",
    "when it would grow above level 3": "when is a deck fire out of control",
    "no planes come": "do planes attack in a storm",
    "withdraws after its attack": "withdrew | withdraws | why did the Betty withdraw?",
    "You do not collect victory points": "points | what do points mean | victory points",
    "lowers a 60% chance to 56%": "what does -4 points mean | what does -4 mean",
    "one plane on any bearing": "how far do fighters reach",
    "fighter direction team": "how do I get more fighters | what does FDT mean",
    "no job takes more than three men": "how many men | how many repair parties do I have",
    "after its last phase": "when does the game end",
    "bursts a shell near a plane": "what is a proximity fuze",
    "low, medium and high altitude": "what do the rings on the plot mean",
    "A plane in range is on its ring": "what does in range mean",
    "reaches low and medium planes": "what do LM and LMH mean",
    "press Space to aim the gun at the plane": "how do I aim a gun",
    "Everything else is the same as by day": "can I shoot at night",
    "the ship's radars are working: +1": "what does the radar do",
    "only while its director works": "what happens when the director is destroyed",
    "These modifiers apply": "why did my gun miss",
    "loses any weapon it carried": "what does set afire mean",
    "is destroyed": "what does splashed mean",
    "a piloted rocket bomb": "what is a Baka",
    "all hands at their battle stations": "what is GQ",
    "determines all the dice": "what is the seed",
    "part of a chart that applies to your situation": "what is a column",
    "a gun position on the ship": "what is a mount",
    "emergency maneuver once per wave": "how do I turn the ship",
    "represents her speed": "how fast is the ship",
    "start a new game with the same setup": "how do I start over",
    "change the speed": "how do I skip",
    "another ship takes over the next day": "what happens after I lose a ship",
    "a marker that shows damage": "what are hit markers",
    "one to three waves": "how many waves are there",
    "maneuver is at 0": "what is dead in the water",
    "founder (sink on the way)": "founder | foundering | sinking on the way",
    "table 16": "does she founder",
    "10 carry a bomb, 6 a torpedo and 4 an Ohka": "plane types",
    "hits in 21 of 36 rolls if it is undamaged": "which plane is most dangerous",
    "there is a raid in 63 to 74 of every 100 phases": "how likely is a raid | how often will they attack",
    "planes of a later wave will come from there": (
        "arrow at bearing next wave | dots at the edge of the plot | direction of waves to "
        "come | next wave bearing"
    ),
    "the director of the 5-inch mounts": "mk 37 director",
    "up to three more rounds": "what happens to a fire after the last wave",
    "An Ohka costs 3 hull points at once": "does an Ohka cost hull",
    "only fighters, support ships and spray fire can reach it": (
        "can 5-inch guns fire at an Ohka plane? | can my guns shoot at an Ohka"
    ),
    "you may ask for relief to replenish as soon as": "what happens when fuel is low | low ammunition",
    "takes over only when the ship on duty leaves": "can I swap the ship on duty | when does a ready ship take over",
    "doctrine is what your officers do without orders": "what is the difference between doctrine, exec and officers",
}


@pytest.mark.slow
def test_a_question_finds_its_answer():
    """The first two hits are in view without scrolling."""
    for answer, questions in QUESTIONS.items():
        for typed in questions.split(" | "):
            shown = [manual.snippet(match, 400) for match in manual.search(typed)[:2]]
            assert any(answer in text for text in shown), (typed, shown)


def test_a_word_or_a_heading_finds_its_section_first():
    for typed, page, heading in table_of("""
        night                                      | attack    | Is there an attack?
        crash                                      | questions | What happens when a plane hits the ship?
        program crash                              | saves     | Saves
        5. Fires                                   | control   | 5. Fires
        fires                                      | control   | 5. Fires
        fire                                       | control   | 5. Fires
        evasive                                    | wave      | 2. Emergency maneuver
        why can't a gun fire                       | questions | Why can't a gun fire?
        Near misses                                | damage    | Near misses
        what happens to a fire after the last wave | control   | Damage control
        does an Ohka cost hull                     | wave      | 6. Hull
        can 5-inch guns fire at an Ohka plane?     | questions | Which guns can fire at a plane?
        what happens when fuel is low              | questions | What happens when fuel or ammunition runs out?
        can I swap the ship on duty                | campaigns | Campaigns and patrols
        when does a ready ship take over           | campaigns | Campaigns and patrols
        """):
        first = manual.search(typed)[0]
        assert (first.name, first.heading) == (page, heading)


HEADING = "## Your own scenario"


def steps():
    section = manual.page("scenarios").partition(HEADING)[2].partition("\n## ")[0]
    return [
        shlex.split(" ".join(code.split()))[1:]
        for code in re.findall(r"`(picket-duty [^`]*)`", section)
    ]


@pytest.mark.slow
def test_the_documented_steps_to_a_new_scenario_work(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    new, check, play, screen = steps()
    assert run(*new).status == 0
    (file,) = tmp_path.glob("*.toml")
    assert (check[-1], play[-1], screen[-1]) == (file.name,) * 3
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("station = 1\n", "station = 17\n"), encoding="utf-8")
    result = run(*check)
    assert result.status == 2
    assert f"{file.name}: station 17 is not a number from 1 to 16" in result.out
    file.write_text(text.replace("station = 1\n", "station = 14\n"), encoding="utf-8")
    assert run(*check).status == 0
    left = run(*play, "--plain", "--seed", "2", "--save", "own.pd", input="ship\nquit\n")
    assert "station 14" in left.out
    assert f"own.pd --plain --tables {file.name}'" in left.err
    assert "--tables" in run("resume", "own.pd", "--plain").err
    check_moved(run, file)


def check_moved(run, file):
    moved = file.rename("shared.toml")
    assert run("resume", "own.pd", "--plain", "--tables", moved, input="quit\n").status == 0
    gone = run("resume", "own.pd", "--plain", "--tables", file)
    assert (gone.status, gone.err.count("\n")) == (2, 1)
    assert "does not exist" in gone.err

    async def listed():
        async with running(PicketApp(Tables(moved))) as (pilot, app):
            screen = ScenarioScreen()
            await app.push_screen(screen)
            await pilot.pause()
            return [item.text for item in screen.items()]

    assert "9 The Long Night" in asyncio.run(listed())
