"""Waiting until the program is idle, on a busy machine."""

from __future__ import annotations

import asyncio
import hashlib
import os
import subprocess
import sys
import threading

import pytest

from tests.tui.conftest import PATIENCE, THREADS, idle, run

#: Rounds of a hash that take some hundredths of a second, without the interpreter's lock.
ROUNDS = 50_000
#: The lowest priority of a thread.
LOWEST = 19


@pytest.mark.slow
@pytest.mark.skipif(not THREADS.exists(), reason="reads /proc")
def test_a_thread_without_a_processor_is_not_idle() -> None:
    """The thread shares a processor with a busy process of higher priority."""
    processor = min(os.sched_getaffinity(0))
    done = threading.Event()

    def work() -> None:
        os.sched_setaffinity(threading.get_native_id(), {processor})
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
        hashlib.pbkdf2_hmac("sha256", b"", b"", ROUNDS)
        done.set()

    async def wait() -> None:
        thread = threading.Thread(target=work)
        thread.start()
        await idle()
        assert done.is_set()
        await asyncio.to_thread(thread.join)

    code = f"import os, time; os.sched_setaffinity(0, {{{processor}}}); end = time.monotonic() + {PATIENCE}\n"
    code += "print(flush=True)\nwhile time.monotonic() < end: pass"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as hog:
        hog.stdout.readline()
        try:
            run(wait())
        finally:
            hog.kill()
