"""A look-up imports only the modules that the benchmark of speed lists with a reason."""

from __future__ import annotations

import subprocess
import sys

import pytest

from picket_duty.charts import parsed
from picket_duty.charts.reading import parse_toml
from tests.charts.test_parsed import FILES
from tests.quick import first_is_quick
from tools.bench.bench_speed import IMPORTS, LOOK_UPS, MORE_IMPORTS

#: Runs a look-up with a parsed copy and prints what it imports besides the modules of others that are listed.
PROBE = """
import importlib, sys
import click
copy, others, *words = sys.argv[1:]
for name in others.split():
    importlib.import_module(name)
before = set(sys.modules)
from picket_duty.charts import parsed
parsed.NAME = copy
from picket_duty.commands.main import main
try:
    main(words)
finally:
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    path = tmp_path_factory.mktemp("copy") / "copy"
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    path.write_bytes(parsed.pack({text: parse_toml(text) for text in texts}))
    return path


@first_is_quick("words", LOOK_UPS)
def test_a_look_up_imports_what_is_listed(copy, words):
    listed = {**IMPORTS, **MORE_IMPORTS[words]}
    own = {name for name in listed if name.partition(".")[0] == "picket_duty"}
    others = " ".join(listed.keys() - own)
    command = [sys.executable, "-c", PROBE, str(copy), others, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    tops = {name.partition(".")[0] for name in others.split()}
    imported = {name for name in done.stderr.split() if name.partition(".")[0] not in tops}
    assert imported == own
