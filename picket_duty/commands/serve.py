"""``serve``: the terminal interface in a browser, through textual-serve."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import click

from picket_duty.commands.shared import NAME, chosen_folder, echo, fail, tables_option, the_tables

#: The page of textual-serve, and what gives its terminal the keys without a click: once it is there, and whenever the
#: window has them again.
PAGE = "app_index.html"
KEYBOARD = """<script>
  const takeKeys = () => document.querySelector(".textual-terminal textarea")?.focus();
  const waiting = setInterval(() => {
    takeKeys();
    if (document.activeElement?.matches(".textual-terminal textarea")) clearInterval(waiting);
  }, 50);
  addEventListener("focus", takeKeys);
</script>
"""


@click.command(epilog=f"Example: {NAME} serve --port 8000")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--host", default="localhost", show_default=True, help="Address to listen on; other machines reach localhost never."
)
@tables_option
def serve(port: int, host: str) -> None:
    """Play in a browser: the same screens, served to this machine."""
    from tempfile import TemporaryDirectory

    try:
        from textual_serve.server import Server
    except ImportError:
        fail("textual-serve is not installed; install the extra: pip install 'picket-duty[web]'")
    the_tables()
    _check_free(host, port)
    folder = chosen_folder()
    if folder is not None:
        os.environ["PICKET_DUTY_TABLES"] = str(folder.resolve())
    echo(f"Picket Duty on http://{host}:{port} (Ctrl+C ends it)", err=True)
    with TemporaryDirectory() as templates:
        own_page(Path(templates))
        Server(command_line(), host=host, port=port, title="Picket Duty", templates_path=templates).serve()


def own_page(folder: Path) -> None:
    """Write the page of textual-serve into a folder, with the keyboard in it at once."""
    import textual_serve

    page = (Path(textual_serve.__file__).parent / "templates" / PAGE).read_text(encoding="utf-8")
    head, end, rest = page.rpartition("</body>")
    (folder / PAGE).write_text(f"{head}{KEYBOARD}{end}{rest}", encoding="utf-8")


def command_line() -> str:
    """The command line of the screen for the system's shell. It imports nothing from the current folder."""
    root = str(Path(__file__).resolve().parents[2])
    code = f"import sys; sys.path.append({root!r}); from picket_duty.commands.main import main; main()"
    # The program in one file is its own Python and takes no code.
    words = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-c", code]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _check_free(host: str, port: int) -> None:
    """End the command where the address cannot be listened on."""
    try:
        family, kind, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        fail(f"cannot listen on {host}:{port} ({error.strerror}); choose another --port")
