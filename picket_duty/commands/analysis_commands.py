"""``luck`` and ``review``: the analysis of a saved game, and what all commands of analysis share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, fail, print_error, print_json, print_lines

if TYPE_CHECKING:
    from picket_duty.analysis.win_analysis import Analysis
    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.game import Game

#: The most games played at a sample point.
MOST_LUCK_BRANCHES = 2**14
#: Width of the pages.
WIDTH = 80

#: Processes, by default one for each processor.
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes (default: one per processor).",
)

# -- luck and review -------------------------------------------------------------


def branches_option(words: str) -> Callable[[options.Command], options.Command]:
    """``-n``: the number of games to play for each chance or order, as the ``words`` of help say."""
    return click.option(
        "-n",
        "--games",
        "branches",
        type=click.IntRange(1, MOST_LUCK_BRANCHES),
        default=None,
        metavar="N",
        help=words,
    )


def stage_option(command: options.Command) -> options.Command:
    """``--stage``: the stage of a long campaign to analyze."""
    words = "Analyze this stage of long campaign A and your chance of holding it."
    return click.option("--stage", type=int, default=0, metavar="N", help=words)(command)


def refuse_unaided(game: Game) -> None:
    """End the command for a game whose chances are hidden."""
    if game.hides_chances:
        fail("Odds of an unaided game are shown only after the game ends")


def game_or_stage(save: str | None, stage: int = 0) -> Game:
    """A saved game, or one of its stages as a separate game.

    Ends the command if its chances are hidden, or if it has no such stage.
    """
    from picket_duty.analysis.stage_game import stage_game
    from picket_duty.rules.campaign import stages_begun
    from picket_duty.text.english import count

    game = options.load_saved_game(save)
    refuse_unaided(game)
    if not stage:
        return game
    last = stages_begun(game.state)
    if not last:
        fail(f"--stage {stage}: only long campaign A has stages")
    if not 1 <= stage <= last:
        fail(f"--stage {stage}: this game has {count(last, 'stage')} so far. Choose 1 to {last}.")
    return stage_game(game, stage)


@click.command(epilog=f"Example: {NAME} luck my-save")
@options.save_argument
@branches_option(
    "Number of games to simulate for each chance and each order, rounded up to a power of two. "
    "Default: 128 for each chance (32 in a campaign or patrol); for an order, as many as it "
    "takes to get a clear result."
)
@jobs_option
@click.option(
    "--quick",
    is_flag=True,
    help="Only compare the dice with their expected values; simulate no games.",
)
@stage_option
@options.json_option
@options.tables_option
def luck(
    save: str | None, branches: int | None, jobs: int | None, quick: bool, stage: int, as_json: bool
) -> None:
    """Show how luck and orders shaped a game.

    The report charts your chance of winning, splits the result into dice and orders, and lists the
    dice by purpose.
    """
    from picket_duty.pages import luck_report
    from picket_duty.pages.blocks import Paragraph
    from picket_duty.pages.dice_luck import ledger as ledger_of
    from picket_duty.pages.dice_luck import ledger_page
    from picket_duty.pages.formats import text_lines

    game = game_or_stage(save, stage)
    ledger = ledger_of(game.tables, game.events)
    result = None
    if not quick:
        result = win_probability_of(game, branches=branches or 0, jobs=jobs, stage=stage)
    if as_json:
        data = luck_report.as_json(game, result) if result else {}
        print_json({**data, "ledger": ledger})
        return
    blocks = ledger_page(ledger)
    if result:
        orders = luck_report.orders_words(result)
        if result.own_orders:
            orders += f" '{NAME} review' lists the orders that differed from doctrine."
        blocks = [*luck_report.luck_document(game, result), *blocks, Paragraph(orders)]
    print_lines(text_lines(blocks, WIDTH))


def win_probability_of(
    game: Game, branches: int, jobs: int | None, stage: int = 0
) -> WinProbability:
    """The win probability over a game, measured with a progress bar.

    Finished measurements are stored, even after Ctrl+C. Ends the command for a game that is too
    long.
    """
    analysis, cut = run_analysis(game, branches=branches, jobs=jobs, stage=stage)
    if cut:
        games_at_points = sum(map(len, analysis.known.points.values()))
        games_of_orders = sum(map(len, analysis.known.better.values()))
        end_cut(cut, done=games_at_points + games_of_orders)
    return analysis.so_far()


def run_analysis(
    game: Game, branches: int, jobs: int | None, stage: int = 0, curve: bool = True
) -> tuple[Analysis, str]:
    """Run the analysis of a game; returns it and what cut it short, empty if nothing did.

    ``curve``: also measure the chance of winning at sample points.
    """
    from picket_duty.analysis.measurements import load_measurements, store_measurements
    from picket_duty.analysis.win_analysis import Analysis, has_curve
    from picket_duty.analysis.workers import INTERRUPTED, WorkersLost, cores
    from picket_duty.commands.output import progress_counter

    if not has_curve(game, stage):
        fail(_too_long_words(game))
    known = load_measurements(game, stage)
    analysis = Analysis(game, chosen_folder_name(), known, stage)
    try:
        with progress_counter("simulation tasks") as progress:
            for _ in analysis.run(jobs or cores(), playouts=branches, curve=curve):
                if progress is not None:
                    progress(analysis.done, analysis.total)
    except KeyboardInterrupt:
        return analysis, INTERRUPTED
    except WorkersLost as error:
        return analysis, str(error)
    finally:
        store_measurements(game, known, stage)
    return analysis, ""


def _too_long_words(game: Game) -> str:
    """Why a game is too long to analyze, and what to do instead."""
    from picket_duty.analysis.win_analysis import MOST_DAYS
    from picket_duty.rules.campaign import stages_begun
    from picket_duty.state import CAMPAIGN
    from picket_duty.text.english import count

    last = stages_begun(game.state)
    if last:
        return (
            f"Long campaign A is analyzed by stage. Choose one of its {count(last, 'stage')} with "
            f"--stage N."
        )
    kind = f"A patrol of more than {MOST_DAYS:,} days"
    if game.state.setup.kind == CAMPAIGN:
        kind = "A long campaign"
    return (
        f"{kind} is too long to analyze. Use '{NAME} luck --quick' to compare its dice with their "
        f"expected values."
    )


@click.command(epilog=f"Example: {NAME} review my-save")
@options.save_argument
@branches_option(
    "Maximum number of games for each order (default: as many as it takes to get a clear "
    "result). Orders that stand out are simulated again."
)
@jobs_option
@stage_option
@options.json_option
@options.tables_option
def review(
    save: str | None, branches: int | None, jobs: int | None, stage: int, as_json: bool
) -> None:
    """List orders that differed from doctrine.

    For each order, you see what it changed, what doctrine would have ordered, and the number to use
    with 'saves copy --at'. If you press Ctrl+C, you see the orders judged so far and how many are
    left.
    """
    from picket_duty.pages import luck_report
    from picket_duty.pages.formats import text_lines

    game = game_or_stage(save, stage)
    analysis, cut = run_analysis(game, branches=branches or 0, jobs=jobs, stage=stage, curve=False)
    result = analysis.so_far()
    if cut and not result.is_compared:
        end_cut(cut, done=0, one="order", many="orders")
    if as_json:
        print_json({"orders": luck_report.review_json(game, result)})
    else:
        print_lines(text_lines(luck_report.review_page(game, result, game.base), WIDTH))
        if result.ranked and not cut:
            _print_costliest(save, game, result)
        if result.ranked:
            echo(
                f"To play on from one of these orders: {NAME} saves copy SAVE NEW --at "
                f"ANSWER. SAVE does not change."
            )
    if cut:
        judged = len(result.own_orders) - result.open_orders
        end_cut(cut, done=judged, one="order", many="orders")


def _print_costliest(save: str | None, game: Game, result: WinProbability) -> None:
    """Print the costliest of the orders judged, played out twice, if an order cost anything;
    ``game`` may be a stage of the saved one.
    """
    from picket_duty.analysis.played_twice import can_play_twice, play_twice
    from picket_duty.pages.chance_moments import order_moments
    from picket_duty.pages.formats import text_lines
    from picket_duty.pages.played_twice import twice_page

    order = min(result.ranked, key=lambda order: order.gain)
    if order.gain >= 0:
        return
    whole = options.load_saved_game(save)
    if not can_play_twice(whole):
        return
    [moment] = order_moments(game, [order])
    two_lines = play_twice(whole, game.base + order.answers)
    lines = text_lines(twice_page(two_lines, moment), WIDTH)
    print_lines(["", "Your costliest order:", "", *lines, ""])


# -- what these commands share -----------------------------------------------------


def end_cut(cut: str, done: int, one: str = "game", many: str = "games") -> NoReturn:
    """End a command whose run was cut short, with status 130 after Ctrl+C, else 2.

    ``one`` and ``many`` are the noun of the count, singular and plural.
    """
    from picket_duty.analysis.workers import INTERRUPTED

    counted = f"{done} {one if done == 1 else many} counted"
    status = print_error(f"{cut} ({counted})" if cut == INTERRUPTED else f"{counted}, then {cut}")
    click.get_current_context().exit(130 if cut == INTERRUPTED else status)


def chosen_folder_name() -> str:
    """The folder or file of ``--tables`` as text for other processes; empty for none."""
    folder = options.chosen_folder()
    return str(folder) if folder else ""
