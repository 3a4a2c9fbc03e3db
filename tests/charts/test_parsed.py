"""The parsed copy of the shipped TOML files: the same data as in the files, and only for unchanged
ones.
"""

import datetime
import tomllib

import msgspec
import pytest

from picket_duty.book.tables import Tables
from picket_duty.charts import parsed
from picket_duty.charts.toml_files import read_toml
from tests.charts.files import FILES, ROOT


def with_text_dates(data):
    if isinstance(data, dict):
        return {key: with_text_dates(value) for key, value in data.items()}
    if isinstance(data, list):
        return [with_text_dates(value) for value in data]
    return data.isoformat() if isinstance(data, datetime.date) else data


@pytest.fixture
def copied(monkeypatch, tmp_path):
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    copy = tmp_path / "copy"
    copy.write_bytes(parsed.pack({text: tomllib.loads(text) for text in texts}))
    monkeypatch.setattr(parsed, "NAME", str(copy))
    return copy


def test_the_copy_has_the_data_of_every_file(copied):
    assert len(FILES) > 100
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        # Its text, so that the types of numbers and the order of names count too.
        assert repr(parsed.find(text)) == repr(with_text_dates(tomllib.loads(text))), path
    assert (
        parsed.state_words(path.read_text(encoding="utf-8") for path in FILES)
        == "The parsed copy of the tables is current"
    )


def test_tables_from_the_copy_are_equal(copied, monkeypatch):
    read = contents(Tables())
    monkeypatch.setattr(parsed, "NAME", "nowhere")
    assert contents(Tables()) == read


def contents(tables):
    charts = [(chart.raw, chart.kind) for chart in tables.all_charts()]
    names = "ships scenarios campaigns history aircraft options awards numbers names".split()
    return charts, *(getattr(tables, name) for name in names)


def test_a_changed_file_is_read_as_toml(copied, tmp_path):
    text = (ROOT / "tables/charts/10.toml").read_text(encoding="utf-8")
    path = tmp_path / "10.toml"
    path.write_text(text.replace("Aircraft", "Airplane"), encoding="utf-8", newline="\r\n")
    assert parsed.find(path.read_text(encoding="utf-8")) is None
    assert read_toml(path)["title"] == "Japanese Hit Table (Airplane)"
    assert parsed.state_words([text, path.read_text(encoding="utf-8")]) == (
        "The parsed copy of the tables is out of date for 1 file; TOML is read instead"
    )


@pytest.mark.parametrize("cut", [0, 100, -1])
def test_a_damaged_copy_is_not_used(copied, cut):
    copied.write_bytes(copied.read_bytes()[:cut])
    assert (
        parsed.state_words([]) == "There is no parsed copy of the tables, so they are read as TOML"
    )
    assert read_toml(FILES[0]) == tomllib.loads(FILES[0].read_text(encoding="utf-8"))


def test_no_two_files_have_the_same_key():
    texts = {path.read_text(encoding="utf-8") for path in FILES}
    assert len(msgspec.msgpack.decode(parsed.pack({text: {} for text in texts}))) == len(texts)
