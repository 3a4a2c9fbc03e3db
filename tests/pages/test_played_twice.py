"""The page of an order played out twice: in words, with its points, and fitted to the room."""

from picket_duty.analysis.played_twice import TwoLines
from picket_duty.pages.blocks import Grid, plain
from picket_duty.pages.chance_moments import ORDERS, Moment
from picket_duty.pages.played_twice import RULE, SAME, twice_page
from picket_duty.text.two_lines import HARMLESS, HIT, WORK, Row
from tests.games import of_kind

ORDER = Moment(
    kind=ORDERS,
    answers=34,
    where="Apr 6, morning, wave 1",
    words="Fire plan: gun by gun (1.95 hits expected); differences: plane 1: 5in-1",
    before=0.6,
    after=0.53,
    change=-0.07,
    better="fewest hits (1.10 hits expected)",
    error=0.031,
)
ROWS = (
    Row("#1 Val", "missed", "splashed", HARMLESS),
    Row("#2 Kate", "crashed aft", "splashed", HIT),
    Row("deck fire aft", "2 men, failed", "-", WORK),
    Row("#3 Val", "splashed", "missed", HARMLESS),
)
END = (
    Row("end of morning", "hull 3", "hull 5", HIT),
    Row("result", "lost: sunk Apr 6, midday", "won, hull 4", HIT),
)


def shown(lines, moment=ORDER, most=10):
    page = twice_page(lines, moment, most)
    (grid,) = of_kind(page, Grid)
    rows = [tuple(map(plain, row)) for row in grid.rows]
    return [plain(block.text) for block in page if hasattr(block, "text")], rows


def test_both_orders_their_points_and_the_caution_are_on_the_page():
    said, rows = shown(TwoLines(ROWS, END))
    assert said == [
        "Two orders, the same dice",
        "Your order: Fire plan: gun by gun (1.95 hits expected)",
        "Doctrine would order: fewest hits (1.10 hits expected)",
        "Your order changed your chance by -7 points (margin of error 3).",
        RULE,
    ]
    assert rows == [row[:3] for row in (*ROWS, *END)]


def test_a_low_page_keeps_the_rows_that_matter_most_in_their_order():
    said, rows = shown(TwoLines(ROWS, END), most=4)
    assert [row[0] for row in rows] == ["#2 Kate", "deck fire aft", "end of morning", "result"]
    assert said[-1] == f"{RULE} Not listed: 2 smaller differences."


def test_orders_that_led_to_the_same_are_said_to_do_so():
    said, rows = shown(TwoLines((), END))
    assert said[-2:] == [SAME, RULE]
    assert [row[0] for row in rows] == ["end of morning", "result"]


def test_an_order_that_is_not_judged_has_no_points():
    said, _ = shown(TwoLines(ROWS, END), Moment(**ORDER_FIELDS | {"is_open": True}))
    assert "The effect of your order has not been judged yet." in said


ORDER_FIELDS = {name: getattr(ORDER, name) for name in ORDER.__struct_fields__}
