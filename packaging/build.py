"""Build the program as a single file from a wheel of this checkout, in a separate environment.

python packaging/build.py zipapp        picket-duty.pyz: needs Python 3.11 to 3.14; not for Macs
with Intel processors python packaging/build.py executable    picket-duty, on Windows
picket-duty.exe: for this system, needs nothing else

pip installs Python packages from its configured package index. The file is written to the folder
dist, or to --into FOLDER. Test it with: python -m pytest tests/packages --program FILE
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "picket-duty"
#: The extras included, because nothing can be installed into the file later: the browser server,
#: and PDF where the file serves one system only, since that library is compiled.
FOR_ALL = "web"
FOR_ONE = "web,paper"
SHIV = "shiv>=1,<2"
PYINSTALLER = "pyinstaller>=6.10,<7"
#: The only library of the game that exists only in compiled form. The zipapp includes it for all
#: these platforms. On macOS the file name does not show the processor, so only one of the two can
#: be included.
COMPILED = "msgspec"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64"),
    ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_28_aarch64"),
    ("musllinux_1_1_x86_64", "musllinux_1_2_x86_64"),
    ("macosx_11_0_arm64",),
    ("win_amd64",),
    ("win_arm64",),
)


def main() -> None:
    """Build the file named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("zipapp", "executable"))
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        built = (zipapp if arguments.what == "zipapp" else executable)(Path(work))
        arguments.into.mkdir(parents=True, exist_ok=True)
        program = shutil.copy(built, arguments.into)
    print(f"{program}  {Path(program).stat().st_size / 1e6:.1f} MB")


def zipapp(work: Path) -> Path:
    """A file that Python runs. It unpacks itself into the user's home folder when it is first
    started.
    """
    python = environment(work / "env", SHIV)
    site = work / "site"
    # Click requires colorama only on Windows, but this file runs on every system.
    install(python, "--target", str(site), f"{wheel(work, python)}[{FOR_ALL}]", "colorama")
    add_compiled(python, site, work)
    program = work / f"{NAME}.pyz"
    options = [
        "--site-packages",
        str(site),
        "--console-script",
        NAME,
        "--output-file",
        str(program),
        "--compressed",
    ]
    run(python, "-m", "shiv", *options, "--python", "/usr/bin/env python3", "--reproducible")
    replace_main(program, ROOT / "packaging" / "zipapp_main.py")
    return program


def replace_main(program: Path, main: Path) -> None:
    """Replace the module that Python runs first in a zipapp; everything else, and its first line,
    stays.
    """
    with zipfile.ZipFile(program) as old:
        entries = [(entry, old.read(entry)) for entry in old.infolist()]
    shebang = program.read_bytes().partition(b"\n")[0] + b"\n"
    with program.open("wb") as file:
        file.write(shebang)
        with zipfile.ZipFile(file, "w") as new:
            for entry, content in entries:
                new.writestr(
                    entry, main.read_bytes() if entry.filename == "__main__.py" else content
                )


def add_compiled(python: Path, site: Path, work: Path) -> None:
    """Add the compiled library for every Python and platform. Python finds the right file by its
    name.
    """
    (installed,) = site.glob(f"{COMPILED}-*.dist-info")
    requirement = installed.stem.replace("-", "==")
    for number, platforms in enumerate(PLATFORMS):
        for minor in PYTHONS:
            folder = work / f"compiled-{number}-{minor}"
            tags = [word for tag in platforms for word in ("--platform", tag)]
            only = ["--no-deps", "--only-binary", ":all:", "--python-version", minor, *tags]
            try:
                install(python, "--target", str(folder), *only, requirement)
            except subprocess.CalledProcessError:
                print(
                    f"{requirement} is not available for Python {minor} on {platforms[0]}",
                    file=sys.stderr,
                )
                continue
            for path in folder.glob(f"{COMPILED}/*.*"):
                if path.suffix in (".so", ".pyd"):
                    shutil.copy(path, site / COMPILED)


def executable(work: Path) -> Path:
    """An executable for this system."""
    built = wheel(work, environment(work / "env"))
    python = work_python(work / "env")
    install(python, PYINSTALLER, f"{built}[{FOR_ONE}]")
    # Commands, screens and widgets are loaded by name, so all modules are included.
    options = ["--collect-submodules", "picket_duty", "--collect-data", "picket_duty"]
    options += [
        "--collect-submodules",
        "textual",
        "--collect-data",
        "textual",
        "--collect-data",
        "textual_serve",
    ]
    options += [
        "--exclude-module",
        "tkinter",
        "--distpath",
        str(work),
        "--workpath",
        str(work / "pyinstaller"),
    ]
    entry = str(ROOT / "packaging" / "entry.py")
    if (
        sys.platform == "win32"
    ):  # Pipes use UTF-8 as on other systems; an executable ignores Python's variables.
        options += ["--python-option", "X utf8=1"]
    options += ["--specpath", str(work), "--log-level", "WARN", "--onefile", "--name", NAME]
    run(python, "-m", "PyInstaller", *options, entry)
    return next(work / name for name in (f"{NAME}.exe", NAME) if (work / name).is_file())


def wheel(work: Path, python: Path) -> Path:
    """The wheel of this checkout."""
    run(
        python,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--wheel-dir",
        str(work / "wheel"),
        str(ROOT),
    )
    return next((work / "wheel").glob("*.whl"))


def environment(folder: Path, *tools: str) -> Path:
    """Create an environment with these tools; returns its Python."""
    venv.create(folder, with_pip=True)
    python = work_python(folder)
    if tools:
        install(python, *tools)
    return python


def work_python(folder: Path) -> Path:
    """The Python of an environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def install(python: Path, *words: str) -> None:
    """Install packages. Raises CalledProcessError."""
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *words)


def run(*words: str | Path) -> None:
    """Run a command outside the checkout. Raises CalledProcessError."""
    subprocess.run(
        [str(word) for word in words], check=True, cwd=tempfile.gettempdir(), env=os.environ
    )


if __name__ == "__main__":
    main()
