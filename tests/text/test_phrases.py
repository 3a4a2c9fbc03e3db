"""The phrase table: its template language, and a row for every fact."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import picket_duty
from picket_duty.book import load_tables
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import (
    MEN_SECTIONS,
    DamageEffect,
    Reason,
    Remark,
    RemarkTopic,
    Sky,
    StrikeOutcome,
    Track,
)
from picket_duty.events import Damage, Note, note_of
from picket_duty.facts import Fate, ShotResult, Side
from picket_duty.text import phrases
from picket_duty.text.log import DIVES, damage_row, log_text
from picket_duty.text.names import leave_words, loss_words
from picket_duty.text.phrases import Phrase, cases, say, words

#: Effects of deck fires only, and of the whole ship only.
OF_FIRES = {DamageEffect.LIT, DamageEffect.GROWS, DamageEffect.OUT_OF_CONTROL}
OF_THE_SHIP = {DamageEffect.SUNK}
#: Fates that a wave card never shows, because no plane is still flying.
NOT_ON_CARDS = {Fate.FLYING}
PACKAGE = Path(picket_duty.__file__).parent


def strings() -> set[str]:
    """Every word in quotation marks in the code of the package."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return {word for text in texts for word in re.findall(r"[\"'](\w+)[\"']", text)}


def test_fields() -> None:
    assert words("{Plane} crashes into {part}", plane="plane 3", part="the bridge") == "Plane 3 crashes into the bridge"
    with pytest.raises(KeyError):
        words("{plane}")


def test_numbers_with_noun_verb_or_sign() -> None:
    template = "{men:man|men} {men:=fails|fail}, {hits:hit}, bearing {bearing:03d}, {value:+}"
    assert words(template, men=1, hits=2, bearing=45, value=1) == "1 man fails, 2 hits, bearing 045, +1"
    assert words(template, men=2, hits=1, bearing=0, value=0) == "2 men fail, 1 hit, bearing 000, 0"
    assert words("{hits:hit}", hits=0) == "0 hits"
    assert words("{value:+}", value=-2) == "-2"


def test_a_part_of_a_template_with_an_empty_field_is_omitted() -> None:
    template = "hull {left}<, to the {cause}><, {points:point}>"
    assert words(template, left=0, cause="fire", points=0) == "hull 0, to the fire, 0 points"
    assert words(template, left=0, cause="", points=None) == "hull 0"


def test_adjacent_text_of_one_style_is_one_span() -> None:
    spans = say("  {item}: [bad]hit< by {plane}>[/], no more", item="Bridge", plane="plane 1")
    assert [(span.text, span.style) for span in spans] == [
        ("  Bridge: ", "plain"),
        ("hit by plane 1", "bad"),
        (", no more", "plain"),
    ]


def test_marks_in_values_are_plain_text() -> None:
    assert words("{name} is {post}", name="[bad]<{x}>[/]", post="captain") == "[bad]<{x}>[/] is captain"


def test_every_row_is_valid_and_used() -> None:
    """Marks, styles and fields exist, and the code names every fact."""
    assert list(phrases.faults()) == []
    assert set(phrases.facts()) <= strings()


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ({"log": "{plane} misses"}, "crash: {plane} misses: no field plane"),
        ({"card": "<, {part}", "fields": ("part",)}, "crash: <, {part}: a mark is not closed"),
        ({"headline": "[red]x[/]"}, "crash: [red]x[/]: no style red"),
        ({"diary": ("Hit.",), "fields": ("part",)}, "crash: no phrase uses part"),
        ({}, "crash: no phrase in any voice"),
    ],
)
def test_faults_of_a_row_are_found(row: dict[str, Any], fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "_table", lambda: {"crash": {"": Phrase(**row)}})
    assert fault in [*phrases.faults()]


@pytest.mark.slow
def test_the_table_is_read_when_the_first_sentence_is_needed() -> None:
    code = (
        "import picket_duty.tui.app, picket_duty.tui.keymap; from picket_duty.text import phrases; "
        "print(phrases._table.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_a_phrase_in_a_voice_that_its_row_lacks_is_refused() -> None:
    for fill in (say, words):
        with pytest.raises(ValueError, match="no phrase in this voice"):
            fill(phrases.phrase("no_damage").headline)


def test_a_file_with_an_unknown_voice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "__file__", str(tmp_path / "phrases.py"))
    for name in phrases.FILES:
        tmp_path.joinpath(f"{name}.toml").write_text('[hit]\nspeech = "Hit"' if name == "raids" else "")
    with pytest.raises(ValueError, match=r"raids\.toml: hit: .*speech"):
        phrases._table.__wrapped__()


def test_every_effect_of_damage_has_a_row() -> None:
    """A new effect needs its row in ``picket_duty/text/phrases/damage.toml``."""
    for effect in DamageEffect:
        item = DECK_FIRE if effect in OF_FIRES else "ship" if effect in OF_THE_SHIP else "cic"
        row = damage_row(Damage(section="forward", item=item, effect=effect), load_tables())
        assert row.log, f"no log line for {effect}"
        assert row.card or effect is DamageEffect.SUPERFICIAL, f"no line of a card for {effect}"


def test_every_word_of_events_and_facts_has_a_row() -> None:
    assert set(cases("some_end")) == set(cases("ended")) == set(Fate)
    assert set(cases("side")) == set(Side)
    assert set(cases("loss")) == set(Track) - set(MEN_SECTIONS)
    assert set(cases("weather")) >= set(Sky)
    assert set(cases("shot")) == set(ShotResult)
    assert set(DIVES) == set(StrikeOutcome) - {StrikeOutcome.WEAPON}
    assert set(cases("fate")) == set(Fate) - NOT_ON_CARDS
    assert set(cases("remark")) == set(Remark)
    assert set(cases("leave_reason")) | set(cases("loss_reason")) == set(Reason)


def test_a_note_is_logged_in_the_words_of_its_remark() -> None:
    """JSON keeps the text of the event; the log has the words of the phrase table."""
    note = note_of(Remark.CARRIER_FALLS, "Betty")
    assert (note.text, note.topic) == ("The Betty falls in flames", RemarkTopic.CARRIER_DONE)
    assert log_text(note, load_tables()) == "The Betty, afire and without its Ohka, withdraws"
    for remark in Remark:
        subject = "3" if "{}" in remark else ""
        assert note_of(remark, subject).remark == (remark, subject)
    other = Note(text="Written by another version")
    assert other.remark is None
    assert log_text(other, load_tables()) == "Written by another version"


def test_reasons_in_words() -> None:
    assert leave_words("deck fire out of control, dead in the water") == (
        "a deck fire got out of control and she lay dead in the water"
    )
    assert leave_words("deck fire out of control, hull integrity gone") == (
        "a deck fire got out of control and her hull gave out"
    )
    assert leave_words("another reason") == "another reason"
    assert loss_words("broken by the blow of a plane") == "broken in two by a hit"
    assert loss_words("Handling room forward exploded") == "Handling room forward exploded"
    assert (loss_words(""), loss_words("another reason")) == ("", "another reason")
