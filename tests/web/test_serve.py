"""``picket-duty serve``: the screen in a browser, and the messages if that is not possible."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import picket_duty
from picket_duty.commands.main import main
from picket_duty.web.serve import command_arguments

ROOT = Path(__file__).resolve().parents[2]


def command(*words, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "picket_duty", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refusal(*words, **environment):
    run = command(*words, **environment)
    _, error = run.communicate(timeout=20)
    assert (run.returncode, error.count("\n")) == (2, 1)
    return error


@pytest.mark.slow
def test_without_textual_serve_one_line_names_the_extra(tmp_path):
    (tmp_path / "textual_serve").mkdir()
    (tmp_path / "textual_serve" / "__init__.py").write_text("raise ImportError('not here')\n")
    assert "pip install '.[web]'" in refusal("serve", PYTHONPATH=str(tmp_path))


@pytest.mark.slow
def test_a_port_in_use_is_reported_in_one_line():
    pytest.importorskip("textual_serve")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "Choose another port with --port" in refusal(
            "serve", "--port", str(taken.getsockname()[1])
        )


def test_the_single_file_program_embeds_python(monkeypatch):
    assert "-c" in command_arguments()
    assert (
        f"sys.path.append({str(Path(picket_duty.__file__).parents[1])!r});"
        in command_arguments()[-1]
    )
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/picket duty")
    assert command_arguments() == ["/opt/picket duty"]


@pytest.mark.parametrize(
    "words",
    [
        ("--port", "0"),
        ("--port", "65536"),
        ("--port", "http"),
        ("--port",),
        ("8000",),
        # Options of earlier versions.
        ("--host", "0.0.0.0"),
        ("--public-url", "https://games.example/"),
        ("--shared",),
        ("--visitors", "8"),
        ("--kept", "9"),
        ("--idle", "30"),
        ("--disk", "20"),
        ("--all-disk", "2048"),
        ("--jobs", "1"),
    ],
)
def test_bad_options_are_reported_in_one_line(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["serve", *words])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_server_command_imports_nothing_from_the_current_folder(tmp_path):
    for name in ("click", "textual", "picket_duty", "msgspec"):
        (tmp_path / f"{name}.py").write_text(
            "raise SystemExit('imported from the current folder')\n"
        )
    done = subprocess.run(
        [*command_arguments(), "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "picket-duty" in done.stdout
