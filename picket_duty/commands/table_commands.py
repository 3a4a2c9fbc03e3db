"""``tables``: charts shown, rolled on, checked and queried."""

from __future__ import annotations

import contextlib
import datetime
import os
import sys
from typing import TYPE_CHECKING, Any, Protocol, cast

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import (
    can_print,
    echo,
    escaped,
    fail,
    print_json,
    print_lines,
)
from picket_duty.extensions import extended

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from picket_duty.charts import Chart
    from picket_duty.extensions import ChartSet
    from picket_duty.requests import Roll

#: Most charts that an error message names, and most characters that it repeats of what was typed.
MOST_LISTED = 8
LONGEST_ECHO = 40


class ChartSource(Protocol):
    """Charts of another game, chosen by an option of a package around the core."""

    def charts(self) -> ChartSet:
        """The charts. Ends the command or raises ChartError if they cannot be used."""

    def answer(self, charts: ChartSet, question: object) -> dict[str, Any]:
        """The answer to one question of ``tables query``."""

    def check(self, folder: Path | None) -> tuple[list[str], str]:
        """Faults of the charts, and what was checked. ``folder`` is the argument of ``tables
        check``.
        """


class ChartGroup(click.Group):
    """The group ``tables``: anything that is not a command is a chart to show, as in ``tables
    18-1``.
    """

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of some arguments."""
        chart = bool(args) and args[0] not in self.commands and not args[0].startswith("-")
        return super().resolve_command(context, ["show", *args] if chart else args)


@click.group(
    cls=ChartGroup, invoke_without_command=True, epilog=f"Example: {NAME} tables show 9-2/5in"
)
@extended("tables")
@options.tables_option
@click.pass_context
def tables(context: click.Context) -> None:
    """Show, roll on and check the charts."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@tables.command("list", epilog=f"Example: {NAME} tables list")
@extended("tables")
@options.tables_option
def tables_list() -> None:
    """List all charts.

    Each line shows the id, the level of the game (basic or advanced) and the title.
    """
    _print_titles(_charts().all_charts())


@tables.command("show", epilog=f"Example: {NAME} tables show 10 --roll 8 --column damaged")
@click.argument("chart_id", metavar="ID", shell_complete=options.chart_names)
@click.option(
    "--roll",
    metavar="N",
    help=(
        "Mark the row for this total. For a matrix, give ROW,COLUMN. To narrow a list, give a "
        "date, number or name."
    ),
)
@click.option("--column", metavar="C", help="Mark a column, by key or heading.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters.")
@extended("tables")
@options.tables_option
def tables_show(chart_id: str, roll: str | None, column: str | None, ascii_only: bool) -> None:
    """Show a chart as printed.

    Give the chart's number as printed (12.1, D-2, 9-2) or words from its title. If several charts match, the
    best match is shown and the others are listed below it.
    """
    from rich.console import Console

    from picket_duty.charts.draw import draw

    charts = _charts()
    best, *others = _matching_ids(charts, chart_id)
    chart = charts[best]
    ascii_only = ascii_only or not can_print("►°│")
    drawn = draw(chart, _marked_row(chart, roll), _column(chart, column), ascii=ascii_only)
    console = Console(file=sys.stdout, highlight=False)
    with console.capture() as captured:
        console.print(drawn)
    # The color codes are the drawing's own; texts of the chart were made safe when it was drawn.
    click.echo(captured.get(), nl=False)
    if others:
        print_lines(["", f"Other charts that match {chart_id[:LONGEST_ECHO]!r}:"])
        _print_titles(charts[other] for other in others)


@tables.command(
    "roll", epilog=f"Example: {NAME} tables roll 10 --column damaged --modifier -1 --dice 3,4"
)
@click.argument("chart_id", metavar="ID", shell_complete=options.chart_names)
@click.option("--column", metavar="C", help="Column, by key or heading.")
@click.option(
    "--modifier",
    "modifiers",
    metavar="N",
    type=click.IntRange(-99, 99),
    multiple=True,
    help="Add N to the dice; may be repeated.",
)
@click.option("--dice", metavar="D,D", help="Use these dice instead of rolling.")
@click.option("--seed", metavar="N", type=int, help="Seed for the dice.")
@click.option("--json", "as_json", is_flag=True, help="Print the roll as one JSON object.")
@extended("tables")
@options.tables_option
def tables_roll(
    chart_id: str,
    column: str | None,
    modifiers: tuple[int, ...],
    dice: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Roll on a chart."""
    from picket_duty.charts import Modifier
    from picket_duty.requests import BY_HAND, Roll

    charts = _charts()
    matching = _matching_ids(charts, chart_id)
    if len(matching) > 1:
        fail(f"{len(matching)} charts match {chart_id!r}: {', '.join(matching[:MOST_LISTED])}")
    chart = charts[matching[0]]
    if not chart.faces:
        fail(
            f"No dice are rolled on chart {chart.id}. Show it with '{NAME} tables show {chart.id}'."
        )
    if chart.cells and modifiers:
        fail(f"Chart {chart.id} is a matrix and takes no modifiers")
    if dice is not None and seed is not None:
        fail("--dice cannot be used with --seed")
    given = tuple(Modifier(value, "given", "tables roll") for value in modifiers)
    roll = Roll(chart, BY_HAND, column=_column(chart, column), modifiers=given)
    if dice is not None:
        thrown = roll.check(_numbers(dice, "--dice"))
    else:
        from picket_duty.dice import Dice

        if seed is None:
            seed = int.from_bytes(os.urandom(4), "big")
        source = Dice(seed)
        source.take(roll)
        thrown = source.throw(roll.faces)
    roll.resolve(thrown)
    if as_json:
        from picket_duty.events import roll_as_dict

        print_json(roll_as_dict(roll))
    else:
        print_lines(_roll_lines(roll, seed))


def _roll_lines(roll: Roll, seed: int | None) -> list[str]:
    """A roll on a chart: its dice and their seed, modifiers, total or cell, and result."""
    from picket_duty.charts.words import printed_words, signed_words

    chart = roll.chart
    in_column = f", column {roll.column}" if roll.column is not None else ""
    of_seed = f"  (seed {seed})" if seed is not None else ""
    lines = [
        f"table     {chart.id}  {chart.raw.title}{in_column}",
        f"dice      {', '.join(map(str, roll.dice))}{of_seed}",
    ]
    lines += [f"modifier  {signed_words(modifier.value)}" for modifier in roll.modifiers]
    if roll.is_matrix:
        lines += [f"row       {roll.row}", f"column    {roll.col}"]
    else:
        lines.append(f"total     {roll.total}")
    assert roll.result is not None
    return [*lines, f"result    {printed_words(chart, roll.result, roll.column)}"]


@tables.command(
    "query",
    epilog="""Example: echo '{"table":"10","roll":8,"column":"damaged"}' | picket-duty tables query""",
)
@extended("tables")
@options.tables_option
def tables_query() -> None:
    """Answer questions about charts in JSON.

    The command reads one question per line from standard input and prints one answer per line.
    """
    import msgspec

    from picket_duty.bounded import read_line
    from picket_duty.charts.query import answer_line

    charts = cast("Mapping[str, Chart]", _charts())
    source = _chart_source()
    answer = _answer if source is None else source.answer
    lines = 0
    lines_of_json = 0
    while line := read_line(sys.stdin.buffer):
        if line.strip():
            click.echo(escaped(answer_line(charts, line, answers=answer).decode()))
            lines += 1
            # A line that is not JSON is answered too, but the command fails if no line is JSON.
            with contextlib.suppress(msgspec.MsgspecError, RecursionError, ValueError):
                msgspec.json.decode(line)
                lines_of_json += 1
    if lines and not lines_of_json:
        fail("Standard input contains no JSON query")


def _answer(charts: Any, question: object) -> dict[str, Any]:
    """The answer to a question. If it asks for a total that the dice cannot make with any modifiers,
    the answer is an error.
    """
    from picket_duty.charts.kinds import TOTALS, RangeChart
    from picket_duty.charts.query import answer_question

    answer = answer_question(charts, question)
    raw = charts[answer["table"]].raw if "result" in answer else None
    if not isinstance(raw, RangeChart) or answer["query"]["roll"] in TOTALS[raw.dice]:
        return answer
    from picket_duty.book.check_tables import totals_with_modifiers

    totals = totals_with_modifiers(charts.layer)[raw.id]
    roll = answer["query"]["roll"]
    if roll in totals:
        return answer
    del answer["result"]
    possible = f"its totals run from {totals[0]} to {totals[-1]}"
    return answer | {"error": f"{roll} cannot be rolled on chart {raw.id}; {possible}"}


@tables.command("check", epilog=f"Example: {NAME} tables check my-tables")
@click.argument("folder", metavar="[DIR|FILE]", required=False, type=options.PATH)
@extended("tables")
@options.tables_option
def tables_check(folder: Path | None) -> None:
    """Check a set of tables for mistakes.

    The command checks a folder or one scenario file together with the built-in tables. It prints
    one mistake per line.
    """
    if (source := _chart_source()) is not None:
        print_faults(*source.check(folder))
        return
    from pathlib import Path

    from picket_duty.book.check_tables import check
    from picket_duty.book.tables import ENVIRONMENT, SUFFIX, Tables
    from picket_duty.charts import parsed
    from picket_duty.charts.toml_files import read_text

    chosen = folder or options.chosen_folder()
    if chosen is None and (from_environment := os.environ.get(ENVIRONMENT)):
        chosen = Path(from_environment)
    if chosen is not None and not chosen.exists():
        kind = "table file" if chosen.suffix == SUFFIX else "tables folder"
        fail(f"The {kind} {chosen} does not exist")
    print_faults(check(chosen), str(chosen or "the built-in tables"))
    # The built-in tables may be read from a parsed copy (``charts/parsed.py``).
    if chosen is None:
        echo(parsed.state_words(map(read_text, Tables().files().values())))


def _chart_source() -> ChartSource | None:
    """The charts chosen by an option of a package around the core; None for those of this game."""
    return cast("ChartSource | None", click.get_current_context().meta.get(options.CHARTS))


def _charts() -> ChartSet:
    """The charts to use: those of this game, or of the game that was chosen."""
    source = _chart_source()
    if source is None:
        return options.chosen_tables()
    return source.charts()


def print_faults(faults: list[str], what: str) -> None:
    """Print the mistakes in a set of tables, one per line; ends the command if there are any."""
    for fault in faults:
        echo(" ".join(fault.split()))
    if faults:
        fail(f"{len(faults)} mistake{'s' if faults[1:] else ''} in {what}")
    echo(f"No errors found in {what}")


def _matching_ids(charts: ChartSet, wanted: str) -> list[str]:
    """The ids of the charts that an id or words of a title match, the best first. Ends the command
    if there are none.
    """
    from picket_duty.charts import ChartError

    # An id is tried first: to list or search the charts, every file is read.
    with contextlib.suppress(ChartError, OSError):
        return [charts[wanted].id]
    from picket_duty.charts.search import ChartMatch, best_matches, entry
    from picket_duty.charts.words import did_you_mean
    from picket_duty.text.chart_search import searched

    known = charts.chart_ids()
    # A chart that exists could not be read; the caller reads it again and reports why.
    if wanted in known:
        return [wanted]
    if _chart_source() is None:
        matching = best_matches(searched(charts.all_charts()), wanted, worst=ChartMatch.TEXT)
    else:
        matching = best_matches(map(entry, charts.all_charts()), wanted, worst=ChartMatch.TITLE)
        if not matching:
            # A companion game says why it lacks a chart.
            charts[wanted]
    if matching:
        return matching
    hint = did_you_mean(wanted, known) or f" List all charts with '{NAME} tables list'."
    fail(f"No chart {wanted[:LONGEST_ECHO]!r}.{hint}")


def _print_titles(charts: Iterable[Chart]) -> None:
    for chart in charts:
        # The longest id is that of a chart of a scenario or campaign.
        echo(f"{chart.id:<18} {chart.raw.level:<8}  {chart.raw.title}")


def _marked_row(
    chart: Chart, roll: str | None
) -> int | str | tuple[int, int] | datetime.date | None:
    """The row that ``--roll`` marks: a total, row and column of a matrix, or the number, name or
    date of a list. Ends the command if the chart has no such rows.
    """
    from picket_duty.charts.kinds import ListChart

    if roll is None:
        return None
    by = chart.raw.by if isinstance(chart.raw, ListChart) else ""
    if by == "date":
        from picket_duty.book.limits import calendar_span

        # A date may be given with its year; ``calendar_span`` reads month and day.
        first_of_calendar, _ = chart.book.calendar
        day, _ = calendar_span(roll.removeprefix(f"{first_of_calendar.year}-"))
        return day
    if by == "name":
        return roll
    if chart.raw.kind == "notes":
        fail(f"Chart {chart.id} has no rows to mark")
    match _numbers(roll, "--roll"):
        case row, column if chart.raw.kind == "matrix":
            return row, column
        case _ if chart.raw.kind == "matrix":
            fail(f"Chart {chart.id} is a matrix. Give a row and a column, for example --roll 3,4.")
        case (number,):
            return number
    fail(f"--roll {roll!r}: give one number")


def _column(chart: Chart, column: str | None) -> str | None:
    """The key of a column given by key, by its printed heading or by that in words."""
    from picket_duty.charts.words import column_label

    if column is None or column in chart.columns:
        return column
    for key in chart.columns:
        if column.casefold() in {
            words.casefold() for words in (key, chart.heading(key), column_label(chart, key))
        }:
            return key
    if chart.has_numbered_columns and column.isascii() and column.isdigit():
        return chart.column_at(int(column))
    return column


def _numbers(text: str, option: str) -> tuple[int, ...]:
    """The numbers in the value of an option. Ends the command if it has anything else."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        fail(f"{option} {text!r}: give numbers separated by commas")
