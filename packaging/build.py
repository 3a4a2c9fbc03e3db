"""Build the program as one file, from a wheel of this checkout, in an environment of its own.

python packaging/build.py zipapp        picket-duty.pyz: wherever there is Python 3.11 to 3.14, but for Macs with Intel
python packaging/build.py executable    picket-duty, on Windows picket-duty.exe: this system, nothing else needed

Python packages come from the package index as pip is set up; the file goes to the folder dist, or to --into FOLDER.
What was built is tested by: python -m pytest tests/packages --program FILE
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "picket-duty"
#: What a file has aboard, for nothing can be installed into it later: the browser's server, and the diary on paper
#: where its compiled libraries need to serve one system alone.
FOR_ALL, FOR_ONE = "web", "web,paper"
SHIV = "shiv>=1,<2"
PYINSTALLER = "pyinstaller>=6.10,<7"
#: The one library of the game that is compiled and has no other form: the zipapp has it for all of these. On macOS a
#: name says nothing of the processor, so that one of the two alone can be aboard.
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
    """Build what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=("zipapp", "executable"))
    asked.add_argument("--into", type=Path, default=ROOT / "dist")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as work:
        made = (zipapp if given.what == "zipapp" else executable)(Path(work))
        given.into.mkdir(parents=True, exist_ok=True)
        found = shutil.copy(made, given.into)
    print(f"{found}  {Path(found).stat().st_size / 1e6:.1f} MB")


def zipapp(work: Path) -> Path:
    """A file that Python runs. It unpacks itself into the user's folder when it is first started."""
    python = environment(work / "env", SHIV)
    site = work / "site"
    # Click asks for colorama on Windows alone, and this file is for every system.
    install(python, "--target", str(site), f"{wheel(work, python)}[{FOR_ALL}]", "colorama")
    add_compiled(python, site, work)
    made = work / f"{NAME}.pyz"
    options = ["--site-packages", str(site), "--console-script", NAME, "--output-file", str(made), "--compressed"]
    run(python, "-m", "shiv", *options, "--python", "/usr/bin/env python3", "--reproducible")
    return made


def add_compiled(python: Path, site: Path, work: Path) -> None:
    """Add the compiled library in its forms for every Python and system; each finds its own by name."""
    (aboard,) = site.glob(f"{COMPILED}-*.dist-info")
    wanted = aboard.stem.replace("-", "==")
    for number, platforms in enumerate(PLATFORMS):
        for minor in PYTHONS:
            folder = work / f"compiled-{number}-{minor}"
            tags = [word for tag in platforms for word in ("--platform", tag)]
            only = ["--no-deps", "--only-binary", ":all:", "--python-version", minor, *tags]
            try:
                install(python, "--target", str(folder), *only, wanted)
            except subprocess.CalledProcessError:
                print(f"{wanted} is not to be had for Python {minor} on {platforms[0]}", file=sys.stderr)
                continue
            for path in folder.glob(f"{COMPILED}/*.*"):
                if path.suffix in (".so", ".pyd"):
                    shutil.copy(path, site / COMPILED)


def executable(work: Path) -> Path:
    """A file that this system runs."""
    built = wheel(work, environment(work / "env"))
    python = work_python(work / "env")
    install(python, PYINSTALLER, f"{built}[{FOR_ONE}]")
    # Commands, screens and widgets are loaded by name: none is left out.
    options = ["--collect-submodules", "picket_duty", "--collect-data", "picket_duty"]
    options += ["--collect-submodules", "textual", "--collect-data", "textual", "--collect-data", "textual_serve"]
    options += ["--exclude-module", "tkinter", "--distpath", str(work), "--workpath", str(work / "pyinstaller")]
    entry = str(ROOT / "packaging" / "entry.py")
    if sys.platform == "win32":  # What is piped is UTF-8 as everywhere else: an executable heeds no variable of Python.
        options += ["--python-option", "X utf8=1"]
    options += ["--specpath", str(work), "--log-level", "WARN", "--onefile", "--name", NAME]
    run(python, "-m", "PyInstaller", *options, entry)
    return next(work / name for name in (f"{NAME}.exe", NAME) if (work / name).is_file())


def wheel(work: Path, python: Path) -> Path:
    """The wheel of this checkout."""
    run(python, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(work / "wheel"), str(ROOT))
    return next((work / "wheel").glob("*.whl"))


def environment(folder: Path, *tools: str) -> Path:
    """A new environment with these tools; returns its Python."""
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
    """Run a command away from the checkout. Raises CalledProcessError."""
    subprocess.run([str(word) for word in words], check=True, cwd=tempfile.gettempdir(), env=os.environ)


if __name__ == "__main__":
    main()
