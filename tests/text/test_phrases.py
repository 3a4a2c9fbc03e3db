"""The phrase table: its template language, and a row for every fact."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from picket_duty.book import load_tables
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DamageEffect, Reason, Remark, Sky, StrikeOutcome, Topic, Track
from picket_duty.events import Damage, Note, note_of
from picket_duty.facts import Fate, ShotResult
from picket_duty.text import log_text
from picket_duty.text.names import leave_words, loss_words
from picket_duty.text.phrases import Phrase, battle_rows, day_rows, harm_rows, raid_rows, say, words
from picket_duty.text.styled_text import STYLES

#: Effects of deck fires only, and of the whole ship only.
OF_FIRES = {DamageEffect.LIT, DamageEffect.GROWS, DamageEffect.OUT_OF_CONTROL}
OF_THE_SHIP = {DamageEffect.SUNK}
#: Fates that a wave card never shows, because no plane is still flying.
NOT_ON_CARDS = {Fate.FLYING}


def rows() -> Iterator[tuple[str, Phrase]]:
    """Every row of the table with its name."""
    for module in (battle_rows, day_rows, harm_rows, raid_rows, day_rows):
        for name, value in vars(module).items():
            if isinstance(value, Phrase):
                yield f"{module.__name__}.{name}", value
            elif isinstance(value, dict):
                yield from (
                    (f"{module.__name__}.{name}[{key}]", row) for key, row in value.items() if isinstance(row, Phrase)
                )


def templates(row: Phrase) -> Iterator[str]:
    """Every template of a row."""
    for name in row.__struct_fields__:
        value = getattr(row, name)
        yield from [value] if isinstance(value, str) else value


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


def test_every_row_is_a_valid_template() -> None:
    for name, row in rows():
        assert any(templates(row)), f"{name} has no wording in any voice"
        for template in templates(row):
            assert template.count("<") == template.count(">"), f"{name}: {template}"
            fields = {field.lower(): 2 for field in fields_of(template)}
            assert all(span.style in STYLES for span in say(template, **fields)), f"{name}: {template}"


def fields_of(template: str) -> set[str]:
    """The names of the fields of a template."""
    return {field for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.parametrize("effect", DamageEffect)
def test_every_effect_of_damage_has_a_row(effect: DamageEffect) -> None:
    """A new effect needs its row in ``picket_duty/text/phrases/harm_rows.py``."""
    item = DECK_FIRE if effect in OF_FIRES else "ship" if effect in OF_THE_SHIP else "cic"
    row = harm_rows.damage_row(Damage(section="forward", item=item, effect=effect))
    assert row.log, f"no log line for {effect}"
    assert row.brief or effect is DamageEffect.SUPERFICIAL, f"no brief words for {effect}"


def test_every_word_of_events_and_facts_has_a_row() -> None:
    assert set(harm_rows.LOSSES) == set(Track)
    assert set(day_rows.WEATHER) >= set(Sky)
    assert set(battle_rows.SHOTS) == set(ShotResult)
    assert set(battle_rows.STRIKES) == set(StrikeOutcome) - {StrikeOutcome.WEAPON}
    assert {fate for fate, row in battle_rows.FATES.items() if row.card} == set(Fate) - NOT_ON_CARDS
    assert set(day_rows.REMARKS) == set(Remark)
    assert set(day_rows.LEAVE_REASONS) | set(day_rows.LOSS_REASONS) == set(Reason)


def test_a_note_is_logged_in_the_words_of_its_remark() -> None:
    """JSON keeps the text of the event; the log has the words of the phrase table."""
    note = note_of(Remark.CARRIER_FALLS, "Betty")
    assert (note.text, note.topic) == ("The Betty falls in flames", Topic.CARRIER_DONE)
    assert log_text(note, load_tables()) == "The Betty withdraws afire, its Ohka lost"
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


FIELDS = {
    "item": "fire room aft", "markers": 2, "points": 3, "section": "aft", "where": "aft", "part": "aft", "level": 2,
    "must_leave": "must leave",
}  # fmt: skip
#: Headline, line of a card and line of the deck log of every effect, by the table of its row.
DAMAGE = {
    ("ITEMS", "HIT"): ("", "fire room aft afire", "fire room aft hit and set afire"),
    ("ITEMS", "BURNS"): ("", "fire room aft still burning", "fire in fire room aft gained ground"),
    ("ITEMS", "EXPLODES"): ("Fire room aft explodes", "fire room aft explodes", "fire room aft blew up"),
    ("ITEMS", "FLOODED"): ("", "fire room aft flooded", "fire room aft flooded to quench the fire"),
    ("ITEMS", "DAMAGED"): ("", "fire room aft damaged", "fire room aft damaged"),
    ("ITEMS", "DESTROYED"): ("", "fire room aft destroyed", "fire room aft destroyed"),
    ("ITEMS", "LOST"): ("", "fire room aft lost", "power to the gun directors lost"),
    ("ITEMS", "KILLED"): ("", "fire room aft killed", "fire room aft killed"),
    ("ITEMS", "OUT_OF_ORDER"): ("", "fire room aft out of order", "fire room aft failed"),
    ("ITEMS", "SUPERFICIAL"): ("", "", ""),
    ("DECK_FIRES", "LIT"): ("", "deck fire aft level 3", "fire broke out on deck aft"),
    ("DECK_FIRES", "GROWS"): ("", "deck fire aft level 3", "fire on deck aft spread"),
    ("DECK_FIRES", "OUT_OF_CONTROL"): (
        "Deck fire aft out of control: must leave, even if the fire is put out",
        "deck fire aft out of control",
        "fire on deck aft out of control",
    ),
}


@pytest.mark.parametrize("name", ["ITEMS", "DECK_FIRES"])
def test_every_damage_effect_has_its_wording(name: str) -> None:
    said = {}
    for effect, row in getattr(harm_rows, name).items():
        texts = (row.headline, row.brief, row.deck_log)
        said[name, effect.name] = tuple(words(text, **FIELDS) if text else "" for text in texts)
    assert said == {key: texts for key, texts in DAMAGE.items() if key[0] == name}
