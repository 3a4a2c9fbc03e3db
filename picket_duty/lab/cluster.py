"""Games on other machines: blocks are sent to the workers of a Dask scheduler (extra ``cluster``).

Each block carries the program version and the tables as text; a worker with a different version or
tables refuses it. Dask plays a block again if its worker is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import socket
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from picket_duty import __version__
from picket_duty.analysis import workers
from picket_duty.book import Tables
from picket_duty.book.tables import NOT_IN_DIGEST
from picket_duty.bounded import read_file
from picket_duty.captains import PolicyError
from picket_duty.charts import ChartError
from picket_duty.charts.toml_files import LARGEST_FILE
from picket_duty.extensions import missing_words

#: Kinds of connections to a scheduler, and the number above all ports.
SCHEMES = ("tcp", "tls")
MOST_PORTS = 65536
#: Seconds to wait for a scheduler and its workers, and for its greeting.
PATIENCE = 10
GREETING_PATIENCE = 2.0
#: Bytes that begin a greeting, and the most parts of one.
GREETING = 8
MOST_PARTS = 100
NOT_A_SCHEDULER = "the server at this address is not a Dask scheduler"
#: The least number of workers to plan for; more may join later.
LEAST_WORKERS = 16
#: Seconds between two checks that a silent scheduler is still connected.
CHECK_INTERVAL = 1.0

#: Folders that hold tables sent to this worker, until it ends.
_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []
#: A call to run on another machine.
Call = Callable[[], Any]


def on_executor(
    executor: Executor,
    size: int,
    pack: Callable[[Call], Call] = lambda call: call,
    alive: Callable[[], bool] = lambda: True,
) -> workers.Run:
    """Runs calls on any executor of ``size`` workers.

    ``pack`` prepares a call to be sent to another machine; ``alive`` is polled while waiting for a
    result.
    """

    def run(function: Callable[[Any], Any], arguments: Sequence[Any]) -> Iterator[Any]:
        def submit(argument: Any) -> Future[Any]:
            return executor.submit(pack(partial(function, argument)))

        try:
            for future in workers.in_order(submit, arguments, size * workers.AHEAD):
                while not wait([future], CHECK_INTERVAL).done:
                    if not alive():
                        raise CancelledError
                yield future.result()
        except workers.WorkersLost:
            raise
        except Exception as error:
            if reason := reason_lost(error):
                raise workers.WorkersLost(reason) from None
            raise

    return run


@contextmanager
def cluster(address: str, tables: Tables) -> Iterator[workers.Run]:
    """The workers of a scheduler, with these tables. Raises RunError if they cannot be reached."""
    client = _client_of(address)
    try:
        # A scheduler without workers is reported below.
        with contextlib.suppress(TimeoutError):
            client.wait_for_workers(1, timeout=PATIENCE)
        threads = sum(client.nthreads().values())
        if not threads:
            raise workers.RunError(f"{address}: the scheduler has no workers")
        pool = client.get_executor(pure=False)
        yield on_executor(
            pool,
            size=max(LEAST_WORKERS, threads),
            pack=packed(tables),
            alive=lambda: client.status == "running",
        )
        pool.shutdown(wait=False)
    finally:
        client.close()


def _client_of(address: str) -> Any:
    """A client of Dask, connected to a scheduler. Raises RunError if that cannot be reached."""
    try:
        from distributed import Client
        from distributed.comm import get_address_host_port, resolve_address
        from distributed.security import Security
    except ImportError:
        raise workers.RunError(missing_words("cluster")) from None
    _silence_dask()
    try:
        resolved = resolve_address(address)
        if (
            resolved.startswith("tls:")
            and Security().get_connection_args("client")["ssl_context"] is None
        ):
            raise ValueError("Dask's configuration has no TLS certificates")
        host, port = get_address_host_port(resolved)
        check_scheduler(host, port, scheme=resolved.partition("://")[0])
        asyncio.run(asyncio.wait_for(_check_identity(resolved), PATIENCE))
        return Client(resolved, timeout=PATIENCE, set_as_default=False)
    except Exception as error:
        # Dask raises errors of many kinds for an address that it cannot use.
        raise workers.RunError(
            f"{address}: cannot reach the scheduler ({_reason_words(error)})"
        ) from None


def _silence_dask() -> None:
    """Print no logs and warnings of Dask: errors are reported in one line."""
    loggers = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    for name in ("asyncio", "tornado.application", *loggers):
        logging.getLogger(name).handlers = [logging.NullHandler()]
    warnings.filterwarnings("ignore", module=r"distributed\b")


def check_scheduler(host: str, port: int, scheme: str) -> None:
    """Raise an OSError or ValueError unless a Dask scheduler answers; Dask itself would try for 20
    seconds.

    Dask greets every connection: the first eight bytes are the number of parts of its greeting.
    """
    if scheme not in SCHEMES:
        raise ValueError(
            f"the address must begin with {' or '.join(f'{scheme}://' for scheme in SCHEMES)}"
        )
    if not 0 < port < MOST_PORTS:
        raise ValueError(f"{port} is not a valid port")
    with socket.create_connection((host, port), GREETING_PATIENCE) as connection:
        if scheme == "tls":
            # The greeting is encrypted; ``_check_identity`` finds out what the server is.
            return
        try:
            greeting = connection.recv(GREETING, socket.MSG_WAITALL)
        except TimeoutError:
            greeting = b""
    if len(greeting) < GREETING or not 0 < int.from_bytes(greeting, "little") <= MOST_PARTS:
        raise ValueError(NOT_A_SCHEDULER)


async def _check_identity(address: str) -> None:
    """Raise an OSError or ValueError unless the server says that it is a Dask scheduler.

    A client of Dask that fails to connect would be closed only after twice its patience.
    """
    from distributed.comm import connect
    from distributed.security import Security

    try:
        connection = await connect(address, PATIENCE, **Security().get_connection_args("client"))
        try:
            await connection.write({"op": "identity", "reply": True})
            identity = await connection.read()
        finally:
            connection.abort()
    except OSError:
        raise
    except Exception:
        raise ValueError(NOT_A_SCHEDULER) from None
    if not isinstance(identity, dict) or identity.get("type") != "Scheduler":
        raise ValueError(NOT_A_SCHEDULER)


def packed(tables: Tables) -> Callable[[Call], Call]:
    """A function that packs a call for any machine with this version of the program.

    Dask sends the call as bytes. The worker unpickles them only when it runs the call: a worker
    without the program then fails at the block, not at its connection.
    """
    files = layer_of(tables)
    return lambda block: partial(
        pickle.loads, pickle.dumps(_Sent(__version__, tables.digest, files, pickle.dumps(block)))
    )


class _Sent:
    """A call of ``carry_out`` with these arguments, as bytes: pickle does not rebuild this object,
    but makes the call, so that unpickling plays the block.
    """

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return carry_out, self._arguments


def layer_of(tables: Tables) -> dict[str, str]:
    """The files that override the shipped tables, by name. Raises ChartError."""
    shipped = tables.folders[-1]
    files = {}
    for name, path in tables.files().items():
        if path == shipped / name or name.startswith(NOT_IN_DIGEST):
            continue
        try:
            files[name] = read_file(path, LARGEST_FILE).decode()
        except UnicodeDecodeError:
            raise ChartError(
                f"{path}: not a text file, so it cannot be sent to other machines"
            ) from None
    return files


def reason_lost(error: Exception) -> str:
    """Why workers were lost, from an error of the executor; empty for other errors."""
    if isinstance(error, BrokenExecutor | CancelledError):
        return "lost the connection to the scheduler"
    if type(error).__name__ == "KilledWorker":
        return "several workers died while running the same block of games"
    if isinstance(error, ImportError | AttributeError) and "picket_duty" in str(error):
        return f"a worker lacks picket-duty {__version__} ({_reason_words(error)})"
    return ""


def _reason_words(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or "no answer"


def carry_out(version: str, digest: str, files: Mapping[str, str], block: bytes) -> Any:
    """Play a block that was sent. Raises WorkersLost, with this worker's name, if version or tables
    differ.
    """
    if version != __version__:
        raise workers.WorkersLost(f"{_worker_name()}: has version {__version__}, not {version}")
    try:
        with workers.sent_tables(tables_sent(digest, files)):
            return pickle.loads(block)()
    except (PolicyError, ChartError) as error:
        raise workers.WorkersLost(f"{_worker_name()}: {error}") from None


def _worker_name() -> str:
    return f"worker {socket.gethostname()}, process {os.getpid()}"


def tables_sent(digest: str, files: Mapping[str, str]) -> Tables:
    """This worker's shipped tables with the files that were sent. Raises WorkersLost."""

    def load() -> Tables:
        tables = Tables(_written(files) if files else None)
        if tables.digest != digest:
            raise workers.WorkersLost(
                f"{_worker_name()}: has different tables ({tables.digest}, not {digest})"
            )
        return tables

    return workers.cached_tables(digest, load)


def _written(files: Mapping[str, str]) -> Path:
    """A new folder with these files."""
    temporary = tempfile.TemporaryDirectory(
        prefix="picket-duty-tables-", ignore_cleanup_errors=True
    )
    _FOLDERS.append(temporary)
    folder = Path(temporary.name)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder
