"""``odds``: the odds of the next roll or decision of a saved game."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.analysis_commands import WIDTH, end_cut, game_or_stage, jobs_option
from picket_duty.commands.output import fail, print_json, print_lines

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.requests import Answer

#: Games played with each order, for a margin of error of about four points; and the most.
BRANCHES = 512
MOST_BRANCHES = 10**6


@click.command(epilog=f"Example: {NAME} odds my-save --win")
@options.save_argument
@click.option(
    "--win", is_flag=True, help="Also simulate games to show the chance of winning with each order."
)
@click.option(
    "-n",
    "--games",
    "branches",
    type=click.IntRange(1, MOST_BRANCHES),
    default=BRANCHES,
    show_default=True,
    help="With --win: number of games played with each order.",
)
@click.option(
    "--hold",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="With --win, for a fire plan: hold back this many fighters for later waves.",
)
@jobs_option
@options.json_option
@options.tables_option
def odds(
    save: str | None, hold: int, win: bool, branches: int, jobs: int | None, as_json: bool
) -> None:
    """Show the odds of the next roll or decision.

    The odds cover a roll, a fire plan or the repair parties, depending on what comes next in the
    game.
    """
    from picket_duty.pages import odds_report
    from picket_duty.pages.formats import text_lines

    game = game_or_stage(save)
    if not as_json:
        print_lines(text_lines(odds_report.odds_page(game), WIDTH))
    if win:
        _print_chances_of_winning(game, branches=branches, jobs=jobs, held=hold, as_json=as_json)
    elif as_json:
        print_json(odds_report.odds_json(game))


def _print_chances_of_winning(
    game: Game, branches: int, jobs: int | None, held: int, as_json: bool
) -> None:
    """Play games with each order of the decision that the game waits for, and print how many it
    wins. As JSON, the odds come first.
    """
    import math

    from picket_duty.analysis.decision_analysis import DecisionAnalyzer
    from picket_duty.analysis.workers import INTERRUPTED
    from picket_duty.odds.aims import AimPlans
    from picket_duty.pages import odds_report
    from picket_duty.pages.win_options import options_json, recommendation_json, win_lines
    from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice

    choice = game.request if isinstance(game.request, Choice) else None
    if held and (choice is None or choice.kind != ASSIGN):
        fail(f"--hold {held}: no fire plan is being made in this game")
    if held and choice is not None and held > (most := AimPlans(game.play, choice).most_held):
        fail(f"--hold {held}: you can hold back at most {most} fighters here. Choose 0 to {most}.")
    yours: Answer | None = None
    if as_json and choice is not None and choice.kind == MEN_TO_JOBS:
        # JSON has one more order of repair men: nobody is assigned.
        yours = {}
    analyzer = DecisionAnalyzer(processes=jobs or 0)
    try:
        question = analyzer.start(game, yours, most=branches, time_limit=math.inf, held=held)
        with contextlib.suppress(KeyboardInterrupt):
            question.finish()
    finally:
        analyzer.close()
    chances = question.figures()
    behind = question.behind()
    recommendation = question.recommendation(game)
    if as_json:
        print_json(
            odds_report.odds_json(game)
            | {
                "options": options_json(game, question.orders, chances, behind, held),
                "staff": recommendation_json(game, recommendation),
            }
        )
    else:
        print_lines(["", *win_lines(game, chances, behind, recommendation, held)])
    if not question.done:
        played = min(map(len, question.ends.values()))
        end_cut(INTERRUPTED, done=played, one="game with each order", many="games with each order")
