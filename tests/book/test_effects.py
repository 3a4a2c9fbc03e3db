"""One vocabulary of effects: files, rules and odds have the same set."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from picket_duty.book.effects import EFFECTS, Effect, LoseHull
from picket_duty.odds.damage_weights import EFFECT_COSTS
from picket_duty.rules.damage import CARRIED

KINDS = set(get_args(Effect))


def test_every_effect_is_named_applied_and_weighted():
    assert set(EFFECTS.values()) == set(CARRIED) == set(EFFECT_COSTS) == KINDS
    assert len(EFFECTS) == len(KINDS)


def test_an_effect_reports_its_name():
    for name in EFFECTS:
        kind = EFFECTS[name]
        given = {field.name: field.type for field in msgspec.structs.fields(kind) if field.required}
        values = {"points": 1, "notes": ("a", "b")[: len(get_args(given.get("notes", ())))]}
        sample = {field: values.get(field, ["x"] if field in ("posts", "mounts", "items") else "x") for field in given}
        read = msgspec.convert({"do": name, **sample}, Effect)
        assert type(read) is kind
        assert read.do == name


def test_points_stay_on_the_tracks():
    for points in [0, 11, "2", None]:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"do": "lose_hull", "points": points}, Effect)
        assert msgspec.convert({"do": "lose_hull", "points": 10}, Effect) == LoseHull(10)
