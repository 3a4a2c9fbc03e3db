"""The counts of a total in words."""

from __future__ import annotations

from picket_duty.facts import RecordCounts
from picket_duty.text.status import fate_words


def test_planes_still_flying_have_no_fate_yet():
    counts = RecordCounts(met=5, splashed=1, crashed=1, near_misses=0, set_afire=1, flying=2)
    assert counts.missed_or_withdrew == 1
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; of the 4 not splashed, 1 had been set afire"
    )
