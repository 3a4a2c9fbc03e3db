"""A new scenario: written, validated, layered over the shipped tables, played, resumed."""

import datetime
import tomllib

import pytest

from picket_duty.book import Tables
from picket_duty.book.check_tables import check
from picket_duty.book.data import ScenarioData
from picket_duty.book.scenario_template import new_scenario, slug_of
from picket_duty.captains import captain_named, play_out
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.saves import SaveError, load_whole, resume, start_save
from tests.command_line import bad, good, run
from tests.text_table import table_of

SHIPPED = Tables()
NAME = 'The Long "Night"'
FILE = "long-night.toml"


@pytest.fixture
def own(tmp_path):
    path = tmp_path / FILE
    path.write_text(new_scenario(NAME, FILE, SHIPPED), encoding="utf-8")
    return path


def test_the_template_is_valid_as_written(own):
    assert check(own) == []
    data = Tables(own).scenarios[max(SHIPPED.scenarios) + 1]
    assert (data.title, data.slug) == (NAME, "the-long-night")
    assert list(Tables(own).scenarios) == [*SHIPPED.scenarios, data.number]


def test_every_field_has_a_comment_and_every_omitted_one_can_be_added(own):
    text = own.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 120
    given = tomllib.loads(text)
    left_out = [field for field in ScenarioData.__struct_fields__ if field not in given]
    assert left_out
    for field in left_out:
        assert f"\n# {field} = " in text
        text = text.replace(f"\n# {field} = ", f"\n{field} = ")
    own.write_text(text, encoding="utf-8")
    assert check(own) == []
    lines = text.splitlines()
    for field in ScenarioData.__struct_fields__:
        at = next(number for number, line in enumerate(lines) if line.startswith(f"{field} = "))
        while lines[at] and not lines[at].startswith("#"):
            at -= 1
        assert lines[at], f"{field} has no word above it"


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    table_of(r"""
        number = 9 | number = 6 | duplicate number 6; 9 is free
        turns = 1 | '' | field 'turns' is missing
        title = "The | title = "\u001b[2JThe | contains a control character
        It is the morning | It is\u001b[2J the morning |
            '[2J the morning of June 7, 1945. The night was ... contains a control character'
        '"The scenario lasts' | '"The\\u0007 scenario lasts' | scenario lasts one turn.' contains a control character
        turns = 1 | turns = | a value, or the quotation marks (") around a string, are probably missing: turns =
        """),
)
def test_faults_are_reported_for_their_own_file(own, before, after, complaint):
    text = own.read_text(encoding="utf-8")
    assert before in text
    own.write_text(text.replace(before, after, 1), encoding="utf-8")
    faults = check(own)
    assert all(fault.startswith(f"{FILE}: ") for fault in faults), faults
    assert any(complaint in fault for fault in faults), faults


def test_scenario_check_lists_the_mistakes_of_one_file(own, tmp_path):
    assert good("scenario", "check", own) == f"No errors found in {own}\n"
    text = own.read_text(encoding="utf-8")
    own.write_text(text.replace("turns = 1\n", "", 1), encoding="utf-8")
    checked = run("scenario", "check", own)
    assert (checked.exit_code, checked.stdout) == (2, f"{FILE}: field 'turns' is missing\n")
    assert f"1 mistake in {own}" in checked.stderr
    missing = tmp_path / "gone.toml"
    assert f"{missing} is not a scenario file." in bad("scenario", "check", missing)
    assert "is not a scenario file." in bad("scenario", "check", tmp_path)


def test_a_scenario_file_is_identified_by_content_not_name(own, tmp_path):
    tables = Tables(own)
    assert tables.digest != SHIPPED.digest
    moved = tmp_path / "as shared (1).toml"
    moved.write_bytes(own.read_bytes())
    assert Tables(moved).digest == tables.digest
    moved.write_text(
        own.read_text(encoding="utf-8").replace("station = 1\n", "station = 2\n"), encoding="utf-8"
    )
    assert Tables(moved).digest != tables.digest


def test_the_scenario_can_be_played_saved_and_resumed_with_its_file_alone(own, tmp_path):
    tables = Tables(own)
    game = Game.new(tables=tables, scenario="the-long-night", seed=3)
    path = start_save(game, path=tmp_path / "own.pd")
    play_out(game, captain_named("doctrine", 3))
    game.save_file.close()
    assert load_whole(path, Tables(own)).state_hash == game.state_hash
    for take_up in (resume, load_whole):
        with pytest.raises(SaveError, match="Name its file or folder with --tables") as caught:
            take_up(path, SHIPPED)
        assert "\n" not in str(caught.value)


def test_a_missing_file_is_reported_in_one_line(tmp_path):
    with pytest.raises(ChartError, match=r"table file .*gone\.toml does not exist"):
        Tables(tmp_path / "gone.toml")


def test_invalid_names_are_refused():
    for name in ("", "  ", "42", "\x1b[31m", "x" * 41, "Kimberly"):
        with pytest.raises(ChartError):
            new_scenario(name, FILE, SHIPPED)
    assert slug_of("  The Long Night! ") == "the-long-night"


def test_the_first_day_must_be_in_the_calendar():
    assert tomllib.loads(new_scenario(NAME, FILE, SHIPPED))["date"] == datetime.date(1945, 6, 7)
