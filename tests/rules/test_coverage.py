"""Fighter coverage and AFS markers (charts 7-1 to 7-3; rules 4.2)."""

from __future__ import annotations

from picket_duty.rules import coverage
from picket_duty.rules.play import Play

from .script import Run, drive, reasons, run, start


def cover(play: Play, dice: dict[str, object], kikusui: bool = False) -> Run:
    return run(play, coverage.roll_coverage(play, kikusui), dice)


def test_7_1_by_date_and_day_or_night():
    for column, days in [
        ("mar24-apr06", ("03-24", "04-06")),
        ("apr07-apr15", ("04-07", "04-15")),
        ("apr16-jun25", ("04-16", "06-25")),
    ]:
        for day in days:
            for phase in range(3):
                done = cover(start(date=f"1945-{day}", phase=phase), {"7-1": 12, "7-2": 7})
                assert done.roll("7-1").column == f"{column} {'night' if phase == 2 else 'day'}"


def test_7_1_each_type_gets_a_value_and_a_roll_on_7_2():
    for total, types in [(2, []), (3, ["carrier"]), (4, ["land"]), (5, ["carrier", "land"]), (12, ["carrier", "land"])]:
        play = start()
        done = cover(play, {"7-1": total, "V-1:carrier": 9, "V-1:land": 4, "7-2": 7})
        values = {"carrier": 1, "land": -1}
        assert play.state.air.coverage == {name: values[name] for name in types}
        assert [(roll.actor, roll.column) for roll in done.all("7-2")] == [
            (name, "+1" if name == "carrier" else "-1") for name in types
        ]


def test_7_2_note_fdt():
    for fdt, why, total in [(True, {"FDT present": 1}, 8), (False, {"No FDT": -1}, 6)]:
        play = start(fdt=fdt)
        roll = cover(play, {"7-1": 3, "7-2": 7}).roll("7-2")
        assert (reasons(roll.modifiers), roll.total) == (why, total)


def test_7_2_markers_by_chit_and_total_open_ended():
    for value, total, fdt, markers in [
        (12, 2, False, 2), (2, 2, False, 0), (2, 12, True, 2), (12, 12, True, 4), (7, 3, True, 1), (7, 2, True, 0),
    ]:  # fmt: skip
        play = start(fdt=fdt)
        cover(play, {"7-1": 3, "V-1": value, "7-2": total})
        assert play.state.air.markers == [f"AFS carrier {n}" for n in range(1, markers + 1)]


def test_both_types_add_up_and_markers_last_for_this_phase_only_rules_4_2():
    play = start()
    cover(play, {"7-1": 12, "7-2": 7})
    assert play.state.air.markers == ["AFS carrier 1", "AFS carrier 2", "AFS land 1", "AFS land 2"]
    game, _ = drive(start(), {"7-1": 3}, until=lambda game: game.state.phase == 1)
    assert game.state.air.markers == []


def test_7_3_matches_the_printed_example():
    """Dice 4 and 2 with the FDT: 5 land and 5 carrier."""
    play = start(2)
    done = cover(play, {"7-3": [4, 2]}, kikusui=True)
    assert done.tables() == ["7-3", "7-3"]
    assert [roll.total for roll in done.rolls] == [5, 3]
    assert play.state.air.markers == [f"AFS {name} {n}" for name in ("carrier", "land") for n in range(1, 6)]
    assert play.state.air.coverage == {}


def test_7_3_without_fdt():
    play = start(2, fdt=False)
    done = cover(play, {"7-3": [1, 1]}, kikusui=True)
    assert [reasons(roll.modifiers) for roll in done.rolls] == [{"No FDT": -1}] * 2
    assert len(play.state.air.markers) == 4
