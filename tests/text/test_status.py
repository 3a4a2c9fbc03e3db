"""The counts of a total in words."""

from __future__ import annotations

from picket_duty.facts import PlaneCounts
from picket_duty.text.status import fate_words


def test_planes_still_flying_have_no_fate_yet():
    counts = PlaneCounts(splashed=1, crashed=1, missed=1, set_afire=1, flying=2)
    assert (counts.met, counts.missed_or_withdrew) == (5, 1)
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; of the 4 not splashed, 1 had been set afire"
    )
