"""``serve``: the terminal interface in a browser on this machine, through textual-serve."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_folder, chosen_tables, tables_option
from picket_duty.commands.output import echo, fail
from picket_duty.extensions import missing_words


@click.command(epilog=f"Example: {NAME} serve --port 8080")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on.",
)
@tables_option
def serve(*, port: int) -> None:
    """Play in a browser on this computer.

    The command prints the address to open in the browser. The address contains a new key each
    time. Nobody can open a game without this key. You play with your own saves and settings. Press
    Ctrl+C to stop.
    """
    import asyncio

    from picket_duty.book.tables import ENVIRONMENT

    try:
        from picket_duty.web.server import HOST, LocalServer, run
    except ImportError as error:
        # Only packages of the extra may be missing.
        if (error.name or "").partition(".")[0] == "picket_duty":
            raise
        fail(missing_words("web"))

    # Faulty tables are refused before the server starts.
    chosen_tables()
    folder = chosen_folder()
    if folder is not None:
        os.environ[ENVIRONMENT] = str(folder.resolve())
    server = LocalServer(command_arguments(), port)
    where = f"Picket Duty is running at {server.address} (press Ctrl+C to stop)"
    try:
        asyncio.run(run(server, lambda: echo(where, err=True)))
    except OSError as error:
        why = os.strerror(error.errno or 0)
        fail(f"cannot listen on {HOST}:{port} ({why}). Choose another port with --port.")


def command_arguments() -> list[str]:
    """The command line that starts the program, without imports from the current folder."""
    if getattr(sys, "frozen", False):
        # An executable is its own Python and takes no code.
        return [sys.executable]
    root = str(Path(__file__).resolve().parents[2])
    code = (
        f"import sys; sys.path.append({root!r}); from picket_duty.commands.main import main; main()"
    )
    return [sys.executable, "-P", "-c", code]
