"""``manual``: the rules of play on the command line."""

from __future__ import annotations

import sys

import click

from picket_duty.commands import NAME
from picket_duty.commands.complete import topic_names
from picket_duty.commands.output import can_print, echo, fail, print_lines

#: Widest text on a terminal, for readability.
WIDEST = 100


@click.command(epilog=f"Example: {NAME} manual damage")
@click.argument("topic", metavar="[TOPIC]", nargs=-1, shell_complete=topic_names)
@click.option("--list", "as_list", is_flag=True, help="List the topics.")
@click.option("--search", metavar="TEXT", help="List the topics that contain TEXT.")
def manual(topic: tuple[str, ...], as_list: bool, search: str | None) -> None:
    """Print a page of the manual; without a topic, the list of them."""
    from picket_duty.manual import find, topics

    wanted = " ".join(topic)
    if bool(wanted) + as_list + (search is not None) > 1:
        fail("a topic, --list and --search exclude each other")
    if search is not None:
        _print_topics(find(search))
        if not find(search):
            echo(f"no page contains {search!r}", err=True)
        return
    if wanted:
        _print_page(wanted)
        return
    _print_topics(topics())
    if not as_list:
        echo("")
        echo(f"Read one with '{NAME} manual start'.")


def _print_topics(pages: list[tuple[str, str]]) -> None:
    for name, title in pages:
        echo(f"{name:<10}  {title}")


def _print_page(wanted: str) -> None:
    """Print a page with its charts named below it. Ends the command if there is none."""
    from picket_duty.manual import PAGES, page, plain, topic_named

    name = topic_named(wanted)
    if name is None:
        fail(f"no topic {wanted!r}; topics: {', '.join(PAGES)}")
    text = page(name)
    if sys.stdout.isatty() and can_print("•─━┃"):
        _print_rich(text)
    else:
        print_lines(plain(text).removesuffix("\n").split("\n"))
    charts = _charts_of(text)
    if charts:
        print_lines(["", f"Charts: {charts}", f"Draw one with '{NAME} tables show ID'."])


def _charts_of(text: str) -> str:
    """The ids of the charts a page links to, each once, quoted for the shell."""
    import shlex

    from picket_duty.manual import chart_of, links

    charts = [chart_of(target) for _, target in links(text)]
    return " ".join(shlex.quote(chart) for chart in dict.fromkeys(charts) if chart)


def _print_rich(text: str) -> None:
    """Print a page for the terminal; links become their words, as nothing can be clicked."""
    from rich.console import Console
    from rich.markdown import Markdown

    drawn = Markdown(text)
    for token in drawn.parsed:
        token.children = [child for child in token.children or () if child.type not in ("link_open", "link_close")]
    console = Console()
    console.print(drawn, width=min(console.width, WIDEST))
