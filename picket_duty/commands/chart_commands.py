"""``tables`` and ``scenario``: the charts of the game, and templates for your own scenarios."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import CHARTS, chart_ids, chosen_folder, chosen_tables, tables_option
from picket_duty.commands.output import can_print, echo, escaped, fail, print_json, write_text
from picket_duty.extensions import extended

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping

    from picket_duty.charts import Chart, Row
    from picket_duty.extensions import ChartSet
    from picket_duty.requests import Roll


class ChartSource(Protocol):
    """Other charts than the program's own, chosen by an option of a package around the core."""

    def charts(self) -> ChartSet:
        """The charts. Ends the command or raises ChartError if they cannot be used."""

    def answer(self, charts: ChartSet, question: object) -> dict[str, Any]:
        """The answer to one question of ``tables query``."""

    def check(self, folder: Path | None) -> tuple[list[str], str]:
        """Faults of the charts, and what was checked; ``folder`` is the one given to ``tables check``."""


@click.group(invoke_without_command=True, epilog=f"Example: {NAME} tables show 9-2/5in")
@extended("tables")
@tables_option
@click.pass_context
def tables(context: click.Context) -> None:
    """The charts of the game: list, show, roll, query, check."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@tables.command("list", epilog=f"Example: {NAME} tables list")
@extended("tables")
@tables_option
def tables_list() -> None:
    """List every chart: id, level (a advanced, b basic) and title."""
    for chart in _charts().all_charts():
        echo(f"{chart.id:<18} {chart.raw.level[:1]}  {chart.raw.title}")


@tables.command("show", epilog=f"Example: {NAME} tables show 10 --roll 8 --column damaged")
@click.argument("chart_id", metavar="ID", shell_complete=chart_ids)
@click.option("--roll", metavar="N", help="Mark a total; R,C for a matrix; a date, a number or a name for a list.")
@click.option("--column", metavar="C", help="Mark a column, by its key or its heading.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Plain ASCII.")
@extended("tables")
@tables_option
def tables_show(chart_id: str, roll: str | None, column: str | None, ascii_only: bool) -> None:
    """Draw a chart as it is printed."""
    from rich.console import Console

    from picket_duty.charts import ChartError
    from picket_duty.charts.draw import draw

    chart = _the_chart(_charts(), chart_id)
    ascii_only = ascii_only or not can_print("►°Ω│")
    try:
        drawn = draw(chart, _wanted(chart, roll), _column(chart, column), ascii_only)
    except ChartError as error:
        fail(str(error))
    console = Console(file=sys.stdout, highlight=False)
    with console.capture() as captured:
        console.print(drawn)
    # The color codes are the drawing's own; texts of the chart were made safe when it was drawn.
    click.echo(captured.get(), nl=False)


@tables.command("roll", epilog=f"Example: {NAME} tables roll 10 --column damaged --modifier -1 --dice 3,4")
@click.argument("chart_id", metavar="ID", shell_complete=chart_ids)
@click.option("--column", metavar="C", help="The column, by its key or its heading.")
@click.option(
    "--modifier", "modifiers", metavar="N", type=click.IntRange(-99, 99), multiple=True, help="Add N; may repeat."
)
@click.option("--dice", metavar="D,D", help="Dice rolled on the table.")
@click.option("--seed", metavar="N", type=int, help="Roll these dice again.")
@click.option("--json", "as_json", is_flag=True, help="One roll event as JSON.")
@extended("tables")
@tables_option
def tables_roll(
    chart_id: str, column: str | None, modifiers: tuple[int, ...], dice: str | None, seed: int | None, as_json: bool
) -> None:
    """Roll on a chart and print dice, modifiers, total and result."""
    from picket_duty.book.vocabulary import BY_HAND
    from picket_duty.charts import ChartError, Modifier
    from picket_duty.dice import Dice
    from picket_duty.requests import Illegal, Roll

    chart = _the_chart(_charts(), chart_id)
    if not chart.faces:
        fail(f"chart {chart.id} is not rolled on; '{NAME} tables show {chart.id}' draws it")
    if chart.cells and modifiers:
        fail(f"chart {chart.id} is a matrix; nothing modifies its dice")
    if dice is not None and seed is not None:
        fail("--dice and --seed exclude each other")
    given = tuple(Modifier(value, "given", "tables roll") for value in modifiers)
    roll = Roll(chart, BY_HAND, column=_column(chart, column), modifiers=given)
    try:
        if dice is not None:
            thrown = roll.check(_numbers(dice, "--dice"))
        else:
            seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
            source = Dice(seed)
            source.take(roll)
            thrown = source.throw(roll.faces)
        row = roll.resolve(thrown)
    except (ChartError, Illegal) as error:
        fail(str(error))
    _print_roll(roll, row, seed, as_json)


@tables.command(
    "query", epilog="""Example: echo '{"table":"10","roll":8,"column":"damaged"}' | picket-duty tables query"""
)
@extended("tables")
@tables_option
def tables_query() -> None:
    """Answer JSON questions from standard input, one a line, each with one line."""
    from picket_duty.charts.query import answer, answer_line

    known, source = _charts(), _chart_source()
    answers = answer if source is None else source.answer
    for line in sys.stdin.buffer:
        if line.strip():
            click.echo(escaped(answer_line(cast("Mapping[str, Chart]", known), line, answers).decode()))


@tables.command("check", epilog=f"Example: {NAME} tables check my-tables")
@click.argument("folder", metavar="[DIR|FILE]", required=False, type=click.Path(path_type=Path))
@extended("tables")
@tables_option
def tables_check(folder: Path | None) -> None:
    """Validate a set of tables, or the file of one scenario, laid over the shipped ones; one complaint a line."""
    if (source := _chart_source()) is not None:
        _print_faults(*source.check(folder))
        return
    from picket_duty.book.check_set import check
    from picket_duty.book.tables import SUFFIX

    environment = os.environ.get("PICKET_DUTY_TABLES")
    chosen = folder or chosen_folder() or (Path(environment) if environment else None)
    if chosen is not None and not chosen.exists():
        fail(f"tables {'file' if chosen.suffix == SUFFIX else 'folder'} {chosen} does not exist")
    _print_faults(check(chosen), str(chosen or "the shipped tables"))


# -- shared ---------------------------------------


def _chart_source() -> ChartSource | None:
    """The charts chosen by an option of a package around the core; None for the program's own."""
    source: ChartSource | None = click.get_current_context().meta.get(CHARTS)
    return source


def _charts() -> ChartSet:
    """The charts to use: the program's own unless others were chosen."""
    source = _chart_source()
    return chosen_tables() if source is None else source.charts()


def _print_faults(faults: list[str], what: str) -> None:
    """Print the faults, one per line. Ends the command if there are any."""
    for fault in faults:
        echo(" ".join(fault.split()))
    if faults:
        fail(f"{len(faults)} complaint{'s' if faults[1:] else ''} about {what}")
    echo(f"nothing wrong with {what}")


def _the_chart(tables: ChartSet, chart_id: str) -> Chart:
    """A chart by id. Ends the command with similar ids if there is none."""
    from picket_duty.charts import ChartError

    try:
        return tables[chart_id]
    except (ChartError, OSError) as error:
        known = tables.chart_ids()
        if chart_id in known or _chart_source() is not None:
            fail(str(error))
        near = _near(chart_id, known)
        hint = f"did you mean {' or '.join(near)}?" if near else f"'{NAME} tables list' names them all"
        fail(f"no table {chart_id!r}; {hint}")


def _near(wanted: str, known: list[str]) -> list[str]:
    """Up to three similar ids, compared by their letters and digits."""
    from difflib import get_close_matches

    plain = {"".join(char for char in chart_id.casefold() if char.isalnum()): chart_id for chart_id in known}
    bare = "".join(char for char in wanted.casefold() if char.isalnum())
    starts = [chart_id for chart_id in known if bare and chart_id.casefold().startswith(wanted.casefold())]
    if starts:
        return starts[:3]
    return [plain[bare]] if bare in plain else [plain[chart_id] for chart_id in get_close_matches(bare, plain, 3, 0.6)]


def _wanted(chart: Chart, roll: str | None) -> int | str | tuple[int, int] | datetime.date | None:
    """The row that ``--roll`` marks, by kind of chart. Ends the command if it does not fit."""
    from picket_duty.charts.kinds import ListChart

    if roll is None:
        return None
    if chart.raw.kind == "matrix":
        at = _numbers(roll, "--roll")
        if len(at) != 2:
            fail(f"chart {chart.id} is a matrix: --roll wants row,column, such as 3,4")
        return at[0], at[1]
    if isinstance(chart.raw, ListChart) and chart.raw.by == "date":
        from picket_duty.book.limits import date_span

        return date_span(roll.removeprefix(f"{chart.book.first_day.year}-"))[0]
    if isinstance(chart.raw, ListChart) and chart.raw.by == "name":
        return roll
    if chart.raw.kind == "notes":
        fail(f"chart {chart.id} has no rows to mark")
    at = _numbers(roll, "--roll")
    if len(at) != 1:
        fail(f"--roll {roll!r} is not one number")
    return at[0]


def _column(chart: Chart, column: str | None) -> str | None:
    """The key of a column given by key or printed heading."""
    if column is None or column in chart.columns:
        return column
    for key in chart.columns:
        if column.casefold() in (chart.heading(key).casefold(), key.casefold()):
            return key
    if chart.numbered and column.isascii() and column.isdigit():
        return chart.column_at(int(column))
    return column


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        fail(f"{option} {text!r} is not a number, or numbers with a comma between them")


def _print_roll(roll: Roll, row: Row, seed: int | None, as_json: bool) -> None:
    """Print a resolved roll, as text or as one JSON event."""
    if as_json:
        from picket_duty.events import roll_as_dict

        print_json(roll_as_dict(roll))
        return
    from picket_duty.charts.words import result_words, signed

    chart = roll.chart
    column = f", column {roll.column}" if roll.column is not None else ""
    echo(f"table     {chart.id}  {chart.raw.title}{column}")
    origin = f"  (seed {seed})" if seed is not None else ""
    echo(f"dice      {', '.join(map(str, roll.dice))}{origin}")
    for modifier in roll.modifiers:
        echo(f"modifier  {signed(modifier.value)}")
    if roll.is_matrix:
        echo(f"row       {roll.row}")
        echo(f"column    {roll.col}")
    else:
        echo(f"total     {roll.total}")
    echo(f"result    {result_words(chart, row, roll.column)}")


@click.group()
def scenario() -> None:
    """Situations of your own."""


@scenario.command("new", epilog=f'Example: {NAME} scenario new "The Long Night" --out long-night.toml')
@click.argument("name", metavar="NAME")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="The file (else NAME.toml).")
@tables_option
def scenario_new(name: str, out: Path | None) -> None:
    """Write a scenario that can be played as it is, with a word on every field, into a file of its own."""
    from picket_duty.book.scenario_template import new_scenario, slug_of
    from picket_duty.book.tables import SUFFIX

    path = out or Path(f"{slug_of(name)}{SUFFIX}")
    if path.suffix != SUFFIX:
        fail(f"{path}: the file of a scenario ends in {SUFFIX}")
    if os.path.lexists(path):
        fail(f"{path}: is there already and was left as it is; choose another with --out")
    write_text(new_scenario(name, str(path), chosen_tables()), path)
    echo("It can be played as it is. When you have changed it:")
    echo(f"  {NAME} tables check {path}")
    echo(f"  {NAME} play --scenario {slug_of(name)} --tables {path}")
