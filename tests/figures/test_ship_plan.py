"""The ship from above: each class by its plan, hits where the damage was."""

from picket_duty.facts import facts_of
from picket_duty.figures.marks import Circle, Figure, Polyline, Words
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.pages.action_report_pages import action_blocks
from picket_duty.state import PORT, SECTIONS, STARBOARD
from tests.games import TABLES, of_kind
from tests.saves.games import played


def ship_of(ship_class, *hits, tables=TABLES):
    return damaged_ship("USS Evans: where she was struck", "USS Evans", tables, ship_class, hits)


def circles(figure, style):
    return [mark for mark in of_kind(figure.marks, Circle) if mark.style == style]


def test_each_class_is_drawn_with_its_own_guns_and_stacks():
    for ship_class in sorted(TABLES.ships):
        figure = ship_of(ship_class)
        mounts = TABLES.ships[ship_class].mounts
        assert len(circles(figure, "gun")) == len(mounts)
        barrels = [mark for mark in of_kind(figure.marks, Polyline) if mark.style == "barrel"]
        assert len(barrels) == sum(mount.kind == "5in" for mount in mounts)
        assert len(circles(figure, "stack")) == 2
        plan = TABLES.plan_of(ship_class)
        assert figure.lines[1].endswith(plan.rows[3])
    assert len({ship_of(ship_class).lines for ship_class in TABLES.ships}) == len(TABLES.ships), (
        "they look different"
    )


def test_a_hit_is_drawn_at_the_damaged_item_or_else_in_its_section():
    known = Hit(
        "1",
        "midship",
        PORT,
        "FWD Fire Room Hit",
        ("deck fire", "fire-room-fwd"),
        "1: Zeke, FWD Fire Room Hit",
    )
    sides = [
        Hit(str(number), "aft", side, "Laundry Hit")
        for number, side in enumerate((STARBOARD, "", PORT), 2)
    ]
    figure = ship_of("fletcher", known, *sides)
    first, *others = circles(figure, "hit")
    assert first.title == "1: Zeke, FWD Fire Room Hit"
    (room,) = circles(ship_of("fletcher", known._replace(side=STARBOARD)), "hit")
    assert (room.x, room.y) == (first.x, first.y)
    assert len({hit.x for hit in others}) == 1
    assert [hit.y for hit in others] == sorted({hit.y for hit in others})
    check_labels(figure)


def check_labels(figure):
    numbers = [mark.text for mark in of_kind(figure.marks, Words) if mark.style == "number"]
    assert numbers == ["1", "2", "3", "4"]
    starboard, _, centerline, port, _ = figure.lines
    lines = {"*2": starboard, "*3": centerline, "*1": port, "*4": port}
    assert all(label in line for label, line in lines.items())


def test_hits_on_one_place_stay_apart():
    hits = [Hit(str(number), "aft", "", "Laundry Hit") for number in range(1, 4)]
    figure = ship_of("fletcher", *hits)
    assert len({hit.x for hit in circles(figure, "hit")}) == 3
    beside = ship_of("fletcher", *(hit._replace(side=STARBOARD) for hit in hits))
    assert "*1 *2 *3" in beside.lines[0], "one blank between two labels"


def test_hits_on_guns_leave_their_labels_whole():
    hits = Hit("1", "aft", "", "", ("5in-4",)), Hit("2", "aft", "", "", ("5in-5",))
    _, deck, centerline, *_ = ship_of("fletcher", *hits).lines
    assert deck == ship_of("fletcher").lines[1]
    assert (centerline.index("*1"), centerline.index("*2")) == (
        deck.index("[4]"),
        deck.index("[5]"),
    )
    crowd = [Hit(str(number), "aft", "", "Laundry Hit") for number in range(1, 60)]
    assert len(ship_of("fletcher", *crowd).lines[2]) <= len(deck), "no wider than without hits"


def test_every_hit_lies_on_the_figure():
    for ship_class in sorted(TABLES.ships):
        places = [(section, side) for section in SECTIONS for side in (PORT, "", STARBOARD)]
        hits = [Hit(str(number), *place, f"place {number}") for number, place in enumerate(places)]
        figure = ship_of(ship_class, *hits)
        for hit in circles(figure, "hit"):
            assert hit.across <= hit.x <= figure.width - hit.across
            assert hit.down <= hit.y <= 130
        assert max(map(len, figure.lines)) <= 90
        assert len(circles(figure, "gun")) == len(TABLES.ships[ship_class].mounts)


def test_a_class_without_a_plan_is_not_drawn():
    assert ship_of("escort") is None


def test_a_report_draws_the_class_of_the_ship():
    """Scenario 7 is fought by USS La Prade, which has two 5-inch mounts."""
    games = (played("random", scenario=7, seed=seed) for seed in range(20))
    figures = next(
        figures
        for game in games
        if (figures := of_kind(action_blocks(facts_of(game).whole, TABLES), Figure))
    )
    plan = TABLES.plan_of("la-prade")
    assert figures[0].lines[1].endswith(plan.rows[3][-12:])
    assert (
        len([mark for mark in of_kind(figures[0].marks, Polyline) if mark.style == "barrel"]) == 2
    )
