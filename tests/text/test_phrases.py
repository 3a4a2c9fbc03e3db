"""The phrase table: its small template language, and that every fact it must know has a row."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DamageEffect, Sky, StrikeOutcome, Track
from picket_duty.events import Damage
from picket_duty.facts import Fate, ShotResult
from picket_duty.text.phrases import Phrase, battle_rows, day_rows, harm_rows, raid_rows, say, service_rows, words
from picket_duty.text.styled_text import STYLES

#: Effects that only a deck fire has, or only something else.
OF_FIRES = {DamageEffect.LIT, DamageEffect.GROWS, DamageEffect.OUT_OF_CONTROL}
OF_THE_SHIP = {DamageEffect.SUNK}
#: Fates of planes that a wave card never shows: the carrier of an Ohka turned away, and no plane is still flying.
NOT_ON_CARDS = {Fate.FLYING}


def rows() -> Iterator[tuple[str, Phrase]]:
    """Every row of the table with its name."""
    for module in (battle_rows, day_rows, harm_rows, raid_rows, service_rows):
        for name, value in vars(module).items():
            if isinstance(value, Phrase):
                yield f"{module.__name__}.{name}", value
            elif isinstance(value, dict):
                yield from (
                    (f"{module.__name__}.{name}[{key}]", row) for key, row in value.items() if isinstance(row, Phrase)
                )


def templates(row: Phrase) -> Iterator[str]:
    """Every template of a row, those of the diary one by one."""
    for name in row.__struct_fields__:
        value = getattr(row, name)
        yield from [value] if isinstance(value, str) else value


def test_a_field_is_filled_in_and_capitalized_on_demand() -> None:
    assert words("{Plane} crashes into {part}", plane="plane 3", part="the bridge") == "Plane 3 crashes into the bridge"
    with pytest.raises(KeyError):
        words("{plane}")


def test_a_number_has_its_noun_its_verb_or_its_sign() -> None:
    template = "{men:man|men} {men:=fails|fail}, {hits:hit}, bearing {bearing:03d}, {value:+}"
    assert words(template, men=1, hits=2, bearing=45, value=1) == "1 man fails, 2 hits, bearing 045, +1"
    assert words(template, men=2, hits=1, bearing=0, value=0) == "2 men fail, 1 hit, bearing 000, 0"
    assert words("{hits:hit}", hits=0) == "0 hits"
    assert words("{value:+}", value=-2) == "-2"


def test_a_part_is_left_out_if_a_field_of_it_is_empty_and_only_then() -> None:
    template = "hull {left}<, to the {cause}><, {points:point}>"
    assert words(template, left=0, cause="fire", points=0) == "hull 0, to the fire, 0 points"
    assert words(template, left=0, cause="", points=None) == "hull 0"


def test_a_styled_part_is_a_span_and_text_of_one_style_is_one_span() -> None:
    spans = say("  {item}: [bad]hit< by {plane}>[/], no more", item="Bridge", plane="plane 1")
    assert [(span.text, span.style) for span in spans] == [
        ("  Bridge: ", "plain"),
        ("hit by plane 1", "bad"),
        (", no more", "plain"),
    ]


def test_values_are_never_read_as_marks() -> None:
    assert words("{name} is {post}", name="[bad]<{x}>[/]", post="captain") == "[bad]<{x}>[/] is captain"


@pytest.mark.parametrize(("name", "row"), rows())
def test_every_row_can_be_read(name: str, row: Phrase) -> None:
    assert any(templates(row)), f"{name} says nothing in any voice"
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


FIELDS = {
    "item": "fire room aft", "markers": 2, "points": 3, "section": "aft", "where": "aft", "part": "aft", "level": 2,
    "must_leave": "she must leave",
}  # fmt: skip
#: Headline, line of a card and line of the deck log of every effect, by the table of its row.
DAMAGE = {
    ("ITEMS", "HIT"): ("", "fire room aft hit", "fire room aft hit and set afire, 2 hit markers"),
    ("ITEMS", "BURNS"): ("", "fire room aft still burning", "fire in fire room aft gained ground, 2 hit markers"),
    ("ITEMS", "EXPLODES"): ("Fire room aft explodes", "fire room aft explodes", "fire room aft blew up"),
    ("ITEMS", "FLOODED"): ("", "fire room aft flooded", "fire room aft flooded to quench the fire"),
    ("ITEMS", "DAMAGED"): ("", "fire room aft damaged", "fire room aft damaged"),
    ("ITEMS", "DESTROYED"): ("", "fire room aft destroyed", "fire room aft destroyed"),
    ("ITEMS", "LOST"): ("", "fire room aft lost", "power to the gun directors lost"),
    ("ITEMS", "KILLED"): ("", "fire room aft killed", "fire room aft killed"),
    ("ITEMS", "OUT_OF_ORDER"): ("", "fire room aft out of order", "fire room aft failed"),
    ("ITEMS", "SUPERFICIAL"): ("", "", ""),
    ("DECK_FIRES", "LIT"): ("", "deck fire aft level 3", "fire broke out on deck aft, level 2"),
    ("DECK_FIRES", "GROWS"): ("", "deck fire aft level 3", "fire on deck aft spread, level 2"),
    ("DECK_FIRES", "OUT_OF_CONTROL"): (
        "Deck fire aft out of control: she must leave",
        "deck fire aft out of control",
        "fire on deck aft out of control",
    ),
}


@pytest.mark.parametrize("name", ["ITEMS", "DECK_FIRES"])
def test_every_effect_of_damage_is_said_in_these_words(name: str) -> None:
    said = {}
    for effect, row in getattr(harm_rows, name).items():
        texts = (row.headline, row.brief, row.deck_log)
        said[name, effect.name] = tuple(words(text, **FIELDS) if text else "" for text in texts)
    assert said == {key: texts for key, texts in DAMAGE.items() if key[0] == name}
