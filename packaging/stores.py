"""The files for desktops, app stores and package managers: desktop entry, icon, metainfo, Homebrew formula, Flatpak.

python packaging/stores.py              draw packaging/picket-duty.svg, the icon
python packaging/stores.py dist         write dist/stores, from the wheel and the zipapp in dist

The wheel includes desktop entry, icon, metainfo and shell completions (packaging/hatch_build.py). Formula and manifest
name the files of a release, so they are written after the build and need the address of the repository. The manifest
installs from wheels that pip downloads next to it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
NAME, TITLE, EXTRAS = "picket-duty", "Picket Duty", "web"
ICON = ROOT / "packaging" / f"{NAME}.svg"
#: The folders of man pages and completions after installation; shells find a completion by its name.
MAN = "share/man/man1"
COMPLETIONS = {
    "bash": "share/bash-completion/completions/picket-duty",
    "zsh": "share/zsh/site-functions/_picket-duty",
    "fish": "share/fish/vendor_completions.d/picket-duty.fish",
}
SUMMARY = "Command a destroyer on radar picket duty off Okinawa, 1945"
#: Hosts whose projects have an application id of another form than the reversed host name.
HOSTS = {"github.com": ("io", "github"), "gitlab.com": ("io", "gitlab")}
#: The Flatpak runtime, its Python, and the wheels that run on it.
RUNTIME, RUNTIME_PYTHON = "24.08", "3.12"
RUNTIME_WHEELS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
#: The heading of a released version in CHANGELOG.md.
RELEASE = re.compile(r"^## (\d[\w.]*) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def app_id(address: str) -> str:
    """The application id of the project at an address, such as io.github.OWNER.picket_duty; its name without one."""
    if not address:
        return NAME
    url = urlparse(address)
    host = HOSTS.get(url.netloc, tuple(reversed(url.hostname.split("."))))
    words = (re.sub(r"\W", "_", word) for word in (*host, *url.path.strip("/").split("/")))
    return ".".join(f"_{word}" if word[0].isdigit() else word for word in words)


def desktop_entry(address: str) -> str:
    """The desktop entry. The game runs in a terminal, which the desktop opens."""
    return f"""\
[Desktop Entry]
Type=Application
Name={TITLE}
GenericName=Naval Wargame
Comment={SUMMARY}
Exec={NAME}
Icon={app_id(address)}
Terminal=true
Categories=Game;StrategyGame;
Keywords=destroyer;kamikaze;navy;solitaire;wargame;
"""


def metainfo(address: str) -> str:
    """The AppStream metainfo of the project at an address, with the releases of the changelog."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = "\n".join(f'    <release version="{name}" date="{date}"/>' for name, date in RELEASE.findall(changes))
    identity, at = app_id(address), escape(address)
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>{identity}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>{TITLE}</name>
  <summary>{SUMMARY}</summary>
  <developer id="{identity}">
    <name>The {TITLE} contributors</name>
  </developer>
  <description>
    <p>
      You are captain of a Fletcher-class destroyer on radar picket duty off Okinawa in the spring of 1945. Kamikazes
      come in waves, by day and by night. You direct the combat air patrol, the guns and the support ships. Then you
      keep your ship afloat.
    </p>
    <p>
      Picket Duty is an unofficial computer edition of a solitaire board wargame, and it runs in a terminal. It shows
      every die roll with the reason for each modifier.
    </p>
    <ul>
      <li>Eight scenarios, three campaigns and free patrols</li>
      <li>A daily watch with the same raid and dice for everyone</li>
      <li>War diaries, awards and a service record</li>
      <li>An analysis of luck and orders after each game</li>
    </ul>
  </description>
  <launchable type="desktop-id">{identity}.desktop</launchable>
  <icon type="stock">{identity}</icon>
  <url type="homepage">{at}</url>
  <url type="bugtracker">{at}/issues</url>
  <url type="vcs-browser">{at}</url>
  <categories>
    <category>Game</category>
    <category>StrategyGame</category>
  </categories>
  <provides>
    <binary>{NAME}</binary>
  </provides>
  <supports>
    <control>keyboard</control>
  </supports>
  <content_rating type="oars-1.1">
    <content_attribute id="violence-realistic">mild</content_attribute>
  </content_rating>
  <releases>
{releases}
  </releases>
</component>
"""


def formula(address: str, version: str, zipapp: Path) -> str:
    """The Homebrew formula, which installs the zipapp of a release."""
    return f"""\
class PicketDuty < Formula
  desc "Solitaire wargame: destroyer on radar picket duty off Okinawa, 1945"
  homepage "{address}"
  url "{address}/releases/download/v{version}/{zipapp.name}", using: :nounzip
  version "{version}"
  sha256 "{digest(zipapp)}"
  license "MIT"

  depends_on "python@3.13"

  on_macos do
    depends_on arch: :arm64
  end

  def install
    libexec.install "{zipapp.name}"
    (bin/"{NAME}").write <<~SH
      #!/bin/sh
      exec "#{{Formula["python@3.13"].opt_bin}}/python3.13" "#{{libexec}}/{zipapp.name}" "$@"
    SH
    chmod 0755, bin/"{NAME}"
    generate_completions_from_executable(bin/"{NAME}", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/{NAME} --version")
    assert_match "9-2/5in", shell_output("#{{bin}}/{NAME} tables list")
  end
end
"""


def flatpak(address: str, version: str, wheels: list[Path]) -> dict[str, Any]:
    """The Flatpak manifest, which installs wheels from the folder ``wheels`` next to it.

    The network is for ``serve``. Flatpak keeps saves in its own data folder of the application.
    """
    install = f"pip3 install --no-index --find-links=. --prefix=/app '{NAME}[{EXTRAS}]=={version}'"
    sources = [{"type": "file", "path": f"wheels/{wheel.name}", "sha256": digest(wheel)} for wheel in sorted(wheels)]
    return {
        "id": app_id(address),
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": NAME,
        "finish-args": ["--share=network"],
        "modules": [
            {
                "name": NAME,
                "buildsystem": "simple",
                "only-arches": ["x86_64"],
                "build-commands": [install],
                "sources": sources,
            }
        ],
    }


def digest(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def download(wheel: Path, folder: Path) -> list[Path]:
    """A wheel and those it depends on, for the Python of the runtime. Raises CalledProcessError."""
    tags = [word for tag in RUNTIME_WHEELS for word in ("--platform", tag)]
    only = ["--only-binary", ":all:", "--python-version", RUNTIME_PYTHON, *tags]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, *only, "--dest", str(folder), f"{wheel}[{EXTRAS}]"], check=True)
    return list(folder.glob("*.whl"))


def write_stores(address: str, dist: Path) -> list[Path]:
    """Write every file of ``dist/stores``. Raises FileNotFoundError if the wheel or the zipapp is missing."""
    wheel = next(dist.glob("*.whl"), dist / f"{NAME}.whl").resolve(strict=True)
    version = wheel.name.split("-")[1]
    zipapp, folder, identity = dist / f"{NAME}.pyz", dist / "stores", app_id(address)
    (folder / "wheels").mkdir(parents=True, exist_ok=True)
    manifest = flatpak(address, version, download(wheel, folder / "wheels"))
    texts = {
        f"{identity}.desktop": desktop_entry(address),
        f"{identity}.metainfo.xml": metainfo(address),
        f"{identity}.svg": ICON.read_text(encoding="utf-8"),
        f"{NAME}.rb": formula(address, version, zipapp),
        f"{identity}.json": json.dumps(manifest, indent=2) + "\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def address_of(environment: dict[str, str]) -> str:
    """The address of the repository, from the environment or pyproject.toml; empty if there is none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    field = project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"]
    return str(environment.get("PICKET_DUTY_ADDRESS", field)).rstrip("/")


# -- the icon ------------------------------------------------------------------------------

#: The side of the icon, the waterline, and the place of the stem and the scale of the ship, in pixels.
SIDE, WATER, STEM, SCALE = 128, 84.0, 12.0, 0.9
#: The rings of the radar scope, the sweep, and the contacts.
RINGS = (60.0, 40.0, 20.0)
SWEEP = ((64.0, 64.0), (86.0, 8.2), (104.0, 19.3))
CONTACTS = ((88.0, 32.0), (96.0, 39.0), (40.0, 26.0))


def icon() -> str:
    """The icon as SVG: a Fletcher from her port side, from the tables, on a radar scope."""
    from picket_duty.book import load_tables
    from picket_duty.figures import svg
    from picket_duty.figures.marks import Circle, Figure, Polygon, Polyline, Style, Stylesheet

    sheet = Stylesheet(
        {
            "page": Style(),
            "scope": Style(fill="night"),
            "ring": Style(stroke="ring", width=1.5),
            "sweep": Style(fill="ring"),
            "contact": Style(fill="contact"),
            "sea": Style(fill="sea"),
            "hull": Style(fill="steel", stroke="steel", width=0.8),
            "line": Style(stroke="steel", width=1.2),
        },
        {"night": "#0b1f2a", "ring": "#2f7d5b", "contact": "#ffb347", "sea": "#1d4a66", "steel": "#dfe7ea"},
    )
    side = load_tables().plan_of("fletcher").side
    middle = SIDE / 2
    marks = (
        Circle(middle, middle, middle - 2, middle - 2, "scope"),
        Polygon(SWEEP, "sweep"),
        *(Circle(middle, middle, radius, radius, "ring") for radius in RINGS),
        *(Circle(x, y, 3, 3, "contact") for x, y in CONTACTS),
        Polygon(sea(middle, middle - 2), "sea"),
        *(Polygon(on_icon(points), "hull") for points in side.solid),
        *(Polyline(on_icon(points), "line") for points in side.thin),
    )
    return svg.file(Figure(TITLE, SIDE, SIDE, marks, sheet))


def on_icon(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Points of a side view, in meters, on the icon."""
    return tuple((STEM + x * SCALE, WATER - y * SCALE) for x, y in points)


def sea(middle: float, radius: float) -> tuple[tuple[float, float], ...]:
    """The part of the scope below the waterline."""
    from math import asin, cos, pi, sin

    start = asin((WATER - middle) / radius)
    angles = (start + (pi - 2 * start) * step / 24 for step in range(25))
    return tuple((middle + radius * cos(angle), middle + radius * sin(angle)) for angle in angles)


def main() -> None:
    """Draw the icon, or write the files of a release."""
    import os

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dist", type=Path, nargs="?", help="the folder of the wheel and the zipapp")
    dist = parser.parse_args().dist
    if dist is None:
        sys.path.insert(0, str(ROOT))
        ICON.write_text(icon(), encoding="utf-8")
        print(ICON)
        return
    address = address_of(dict(os.environ))
    if not address:
        parser.error("enter the address of the repository in pyproject.toml, or set PICKET_DUTY_ADDRESS")
    print(*write_stores(address, dist), sep="\n")


if __name__ == "__main__":
    main()
