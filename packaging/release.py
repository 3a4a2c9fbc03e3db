"""Run the release checklist: build everything, install it, play a scenario from it, and list what passed.

python packaging/release.py                      all steps; the files are written to the folder dist
python packaging/release.py packages site        these steps only
python packaging/release.py --python PATH ...    with these Pythons, besides python3.11 to python3.14 on the PATH

A step without its tool or Python is skipped, with the reason. The exit status is 1 if a step fails. pip installs tools
and dependencies from its configured package index. Nothing is published.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from build import PYTHONS, ROOT, environment, install, work_python
from stores import COMPLETIONS, MAN, address_of, write_stores

#: Commands that every installation must run, after a game that must end the same everywhere.
GAME = ("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--json")
SMOKE = (("tables", "check"), ("tables", "show", "9-2/5in", "--roll", "8", "--column", "M"), ("manual",), ("games",))
TYPED = "from importlib.resources import files; assert files('picket_duty').joinpath('py.typed').is_file()"
#: The outcomes of a step.
PASSED, SKIPPED, FAILED = "passed", "skipped", "FAILED"


class Skipped(Exception):
    """A step cannot run here; the text is the reason."""


class Failed(Exception):
    """A check of a step failed; the text says what differs."""


class Release(NamedTuple):
    """What the steps share: the folder of the files, a folder for work, the extra Pythons, and the address."""

    dist: Path
    work: Path
    pythons: tuple[Path, ...]
    address: str


def main() -> None:
    """Run the steps named on the command line and print their outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"one or more of {', '.join(STEPS)}")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--python", type=Path, action="append", default=[])
    arguments = parser.parse_args()
    if unknown := set(arguments.steps) - set(STEPS):
        parser.error(f"unknown step {', '.join(sorted(unknown))}; the steps are {', '.join(STEPS)}")
    with tempfile.TemporaryDirectory() as work:
        os.environ["PICKET_DUTY_HOME"] = str(Path(work) / "home")
        release = Release(arguments.into.resolve(), Path(work), tuple(arguments.python), address_of(dict(os.environ)))
        release.dist.mkdir(parents=True, exist_ok=True)
        outcomes = [run_step(name, release) for name in arguments.steps or STEPS]
    sys.exit(FAILED in outcomes)


def run_step(name: str, release: Release) -> str:
    """Run a step and print its outcome, which is returned."""
    start = time.monotonic()
    outcome, remark = PASSED, ""
    try:
        remark = ", ".join(STEPS[name](release))
    except Skipped as reason:
        outcome, remark = SKIPPED, str(reason)
    except (Failed, OSError, subprocess.CalledProcessError) as error:
        outcome, remark = FAILED, str(error)
    print(f"{name:<12}{outcome:<9}{time.monotonic() - start:5.0f} s  {remark}", flush=True)
    return outcome


# -- the steps: each yields what it did ----------------------------------------------------


def packages(release: Release) -> Iterator[str]:
    """Build the wheel and the source distribution; check their pages for a package index."""
    for old in (*release.dist.glob("*.whl"), *release.dist.glob("*.tar.gz")):
        old.unlink()
    python = environment(release.work / "tools", "build>=1.2,<2", "twine>=6")
    output(python, "-m", "build", "--outdir", release.dist, ROOT)
    for path in built(release):
        output(python, "-m", "twine", "check", "--strict", path)
        yield path.name


def installs(release: Release) -> Iterator[str]:
    """Install both packages on every Python, and play the same game from each."""
    files, results = built(release), set()
    for python in found_pythons(release.pythons):
        version = output(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
        for number, path in enumerate(files):
            results.add(installed(python, release.work / f"env-{version}-{number}", path))
        yield version
    if len(results) > 1:
        raise Failed(f"the same game ended differently: {results}")


def zipapp(release: Release) -> Iterator[str]:
    """Build the zipapp and run the tests of the program on it."""
    yield program(release, "zipapp", "picket-duty.pyz")


def executable(release: Release) -> Iterator[str]:
    """Build the executable and run the tests of the program on it."""
    yield program(release, "executable", "picket-duty.exe" if sys.platform == "win32" else "picket-duty")


def site(release: Release) -> Iterator[str]:
    """Build the website and check its links."""
    python = environment(release.work / "site", f"{ROOT}[site,test]")
    output(python, "-m", "mkdocs", "build", "--strict", "--site-dir", release.work / "pages", cwd=ROOT)
    output(python, "-m", "pytest", "-q", "tests/test_site.py", cwd=ROOT)
    yield f"{len(list((release.work / 'pages').rglob('*.html')))} pages"


def stores(release: Release) -> Iterator[str]:
    """Write the files for app stores and package managers, and run the validators that are installed."""
    if not release.address:
        raise Skipped("pyproject.toml has no address of the repository")
    if not (release.dist / "picket-duty.pyz").is_file():
        raise Skipped("needs the step zipapp")
    written = {path.suffix: path for path in write_stores(release.address, release.dist)}
    for suffix, words in VALIDATORS.items():
        if shutil.which(words[0]):
            output(*words, written[suffix], cwd=release.work)
            yield f"{written[suffix].name} ({words[0]})"


VALIDATORS = {
    ".desktop": ("desktop-file-validate",),
    ".xml": ("appstreamcli", "validate", "--no-net"),
    ".rb": ("ruby", "-c"),
    ".json": ("flatpak-builder", "--show-manifest"),
}
STEPS: dict[str, Callable[[Release], Iterator[str]]] = {
    step.__name__: step for step in (packages, installs, zipapp, executable, site, stores)
}


# -- what the steps use --------------------------------------------------------------------


def output(*words: str | Path, cwd: Path | None = None) -> str:
    """The output of a command, which is run outside the checkout. Raises Failed with the end of its errors."""
    result = subprocess.run(
        list(map(str, words)), cwd=cwd or tempfile.gettempdir(), capture_output=True, encoding="utf-8", errors="replace"
    )
    if result.returncode:
        last = " / ".join((result.stdout + result.stderr).strip().splitlines()[-5:])
        raise Failed(f"{Path(words[0]).name} {' '.join(map(str, words[1:4]))}: {last}")
    return result.stdout


def built(release: Release) -> list[Path]:
    """The wheel and the source distribution. Raises Skipped if they are not built."""
    paths = [*release.dist.glob("*.whl"), *release.dist.glob("*.tar.gz")]
    if len(paths) != 2:
        raise Skipped("needs the step packages")
    return paths


def found_pythons(named: tuple[Path, ...]) -> list[Path]:
    """One Python of each supported version: those named, then those on the PATH. A pyenv shim may not start."""
    found = {}
    for python in (*named, *(Path(path) for version in PYTHONS if (path := shutil.which(f"python{version}")))):
        try:
            version = output(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
        except (Failed, OSError):
            continue
        if version in PYTHONS:
            found.setdefault(version, python)
    if not found:
        raise Skipped("no Python 3.11 to 3.14 on the PATH")
    return [found[version] for version in sorted(found)]


def installed(base: Path, folder: Path, package: Path) -> str:
    """Install a package and check the result; returns the state hash at the end of a game."""
    output(base, "-m", "venv", folder)
    python = work_python(folder)
    install(python, str(package))
    command = python.with_name("picket-duty")
    version = output(command, "--version").split()[-1]
    if version not in package.name:
        raise Failed(f"{package.name} reports version {version}")
    for words in SMOKE:
        output(command, *words)
    output(python, "-c", TYPED)
    for name in (f"{MAN}/picket-duty-play.1", *COMPLETIONS.values()):
        if not (folder / name).is_file():
            raise Failed(f"{package.name} lacks {name}")
    return str(json.loads(output(command, *GAME))["state_hash"])


def program(release: Release, kind: str, name: str) -> str:
    """Build a single-file program and test it; returns its name and size."""
    output(sys.executable, ROOT / "packaging" / "build.py", kind, "--into", release.dist)
    path = release.dist / name
    folder = release.work / "tests"
    python = work_python(folder) if folder.exists() else environment(folder, f"{ROOT}[test,web]")
    output(python, "-m", "pytest", "-q", "tests/packages", "--program", path, cwd=ROOT)
    return f"{name} {path.stat().st_size / 1e6:.1f} MB"


if __name__ == "__main__":
    main()
