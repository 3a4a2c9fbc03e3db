"""``serve``: the terminal interface in a browser, through textual-serve."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_folder, chosen_tables, tables_option
from picket_duty.commands.output import echo, fail

if TYPE_CHECKING:
    from picket_duty.web.visitors import Address

#: Hosts that mean every address of the machine.
EVERYWHERE = ("0.0.0.0", "::", "")


@click.command(epilog=f"Example: {NAME} serve --host 0.0.0.0 --public-url https://games.example/picket/")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--host",
    default="localhost",
    show_default=True,
    help="Address to listen on. With localhost, other machines cannot connect.",
)
@click.option("--public-url", metavar="URL", help="Address that browsers use when the server is behind a proxy.")
@click.option("--shared", is_flag=True, help="Let all visitors share this account's saves.")
@click.option(
    "--visitors", type=click.IntRange(1), default=8, show_default=True, help="Maximum number of games open at once."
)
@click.option(
    "--kept",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Maximum number of visitors whose saves are kept.",
)
@click.option(
    "--idle",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="Minutes without a keystroke before a game is closed.",
)
@click.option(
    "--disk",
    type=click.IntRange(1),
    default=20,
    show_default=True,
    help="Maximum megabytes of saves and reports per visitor.",
)
@click.option(
    "--all-disk",
    type=click.IntRange(1),
    default=2048,
    show_default=True,
    help="Maximum megabytes for all visitors; beyond that, new visitors are refused.",
)
@click.option(
    "--jobs",
    "processes",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Maximum number of analysis processes per game.",
)
@tables_option
def serve(
    *,
    port: int,
    host: str,
    public_url: str | None,
    shared: bool,
    visitors: int,
    kept: int,
    idle: int,
    disk: int,
    all_disk: int,
    processes: int,
) -> None:
    """Play in a browser.

    The server shows the same screens in a browser on this machine or another. Each visitor has a separate folder of
    saves, and a cookie identifies the visitor.
    """
    import asyncio

    try:
        from picket_duty.web.server import Serving, run
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "picket_duty":
            raise
        fail("textual-serve is not installed. Install it with: pip install 'picket-duty[web]'")
    from picket_duty.saves.paths import data_folder
    from picket_duty.web.visitors import MEGABYTE, Limits, names_of

    chosen_tables()
    public = _address(public_url)
    _check_free(host, port)
    folder = chosen_folder()
    if folder is not None:
        os.environ["PICKET_DUTY_TABLES"] = str(folder.resolve())
    limits = Limits(visitors, kept, idle * 60, processes, disk=disk * MEGABYTE, all_disk=all_disk * MEGABYTE)
    serving = Serving(command_words(), data_folder(), names_of(host, public), public, shared, limits)
    where = f"{public.origin}{public.path}" if public is not None else f"http://{_in_url(host)}:{port}/"
    try:
        asyncio.run(
            run(
                serving, host, port, lambda: echo(f"Picket Duty is running at {where} (press Ctrl+C to stop)", err=True)
            )
        )
    except OSError as error:
        fail(f"cannot listen on {host}:{port} ({error.strerror}). Choose another --port.")


def command_words() -> list[str]:
    """The command line that starts the program, without imports from the current folder."""
    root = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path.append({root!r}); from picket_duty.commands.main import main; main()"
    # An executable is its own Python and takes no code.
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-c", code]


def _address(text: str | None) -> Address | None:
    """The public address. Ends the command if it is not one."""
    from picket_duty.web.visitors import address_of

    if text is None:
        return None
    try:
        return address_of(text)
    except ValueError as error:
        fail(f"--public-url {error}")


def _in_url(host: str) -> str:
    """A host as part of a URL; the machine's name for every address."""
    name = socket.gethostname() if host in EVERYWHERE else host
    return f"[{name}]" if ":" in name else name


def _check_free(host: str, port: int) -> None:
    """End the command if the address is not free."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no such name"
        fail(f"cannot listen on {host}:{port} ({why}). Choose another --port.")
