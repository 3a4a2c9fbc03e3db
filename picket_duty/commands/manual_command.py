"""``manual``: the rules and how to play."""

from __future__ import annotations

import sys

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import can_print, echo, fail, print_lines

#: Widest text on a terminal, for readability.
WIDEST = 100
#: Characters of the longest name of a page of the core.
NAME_WIDTH = 11
#: The most characters of a passage, and the columns to its left, which align it with the titles.
SNIPPET = 84
INDENT = 2 + NAME_WIDTH + 2
#: The most sections printed.
MOST_PRINTED = 12


@click.command(epilog=f"Example: {NAME} manual damage")
@click.argument("topic", metavar="[TOPIC]", nargs=-1, shell_complete=options.topic_names)
@click.option("--list", "as_list", is_flag=True, help="List the topics.")
@click.option("--search", metavar="TEXT", help="List the sections that match TEXT.")
def manual(topic: tuple[str, ...], as_list: bool, search: str | None) -> None:
    """Read the manual.

    If you give no topic, all pages are listed.
    """
    wanted = " ".join(topic)
    if bool(wanted) + as_list + (search is not None) > 1:
        fail("Use only one of these: a topic, --list or --search")
    if search is not None:
        _print_matches(search)
    elif wanted:
        _print_page(wanted)
    else:
        _print_topics()
        if not as_list:
            echo("")
            echo(
                f"Read a page: {NAME} manual start. Search all pages: {NAME} manual --search undo."
            )


def _print_matches(wanted: str) -> None:
    """Print the sections that match, each with a passage around the words if it has them."""
    from picket_duty.manual import search, snippet

    matches = search(wanted)
    for match in matches[:MOST_PRINTED]:
        print_lines([_topic_words(match.name, match.words)])
        if passage := snippet(match, SNIPPET):
            print_lines([f"{'':<{INDENT}}{passage}"])
    if not matches:
        echo(f"No page contains {wanted!r}", err=True)


def _print_topics() -> None:
    """Print the topics of the manual under the headings of their groups."""
    from picket_duty.manual import grouped_topics

    for number, (group, pages) in enumerate(grouped_topics()):
        if number:
            echo("")
        echo(group)
        print_lines(_topic_words(name, title) for name, title in pages)


def _topic_words(name: str, title: str) -> str:
    return f"  {name:<{NAME_WIDTH}}  {title}"


def _print_page(wanted: str) -> None:
    import shlex

    from picket_duty.manual import close_topics, page, topic_named
    from picket_duty.manual.markdown import chart_of, links

    name = topic_named(wanted)
    if name is None:
        near = " or ".join(close_topics(wanted))
        hint = f" Did you mean {near}?" if near else ""
        fail(
            f"No topic {wanted!r}.{hint} Search with '{NAME} manual --search "
            f"{shlex.quote(wanted)}'."
        )
    text = page(name)
    _print_text(text)
    charts = [shlex.quote(chart) for _, target in links(text) if (chart := chart_of(target))]
    if charts:
        echo("")
        echo(f"Charts: {' '.join(dict.fromkeys(charts))}")
        echo(f"To see a chart, run '{NAME} tables show ID'.")


def _print_text(text: str) -> None:
    """Print a page, formatted on a terminal that can show it."""
    if not sys.stdout.isatty() or not can_print("•─━┃"):
        from picket_duty.manual.markdown import plain

        print_lines(plain(text).removesuffix("\n").split("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    drawn = Markdown(text)
    # Links become plain text, because nothing can be clicked.
    for token in drawn.parsed:
        token.children = [
            child for child in token.children or [] if child.type not in ("link_open", "link_close")
        ]
    console = Console()
    console.print(drawn, width=min(console.width, WIDEST))
