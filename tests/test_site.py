"""The website is built from the pages of the manual: every link works, and nothing is loaded from another host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from picket_duty.manual import PAGES, links, page

pytest.importorskip("material", reason="builds the site: the extra site")
pytest.importorskip("mkdocs_asciinema_player", reason="plays the demonstration: the extra site")

ROOT = Path(__file__).parent.parent


class Page(HTMLParser):
    """The resources, links and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Collect the attributes of a tag."""
        given = dict(attrs)
        self.places.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "a" and given.get("href"):
            self.leads.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(given["href"])
        elif given.get("src"):
            self.loads.append(given["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The site, built into a separate folder; any warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Page]:
    """All pages of the site."""
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def test_every_page_of_the_manual_exists(site, pages):
    assert {site / "manual" / f"{name}.html" for name in PAGES} <= set(pages)
    assert site / "index.html" in pages


def test_every_link_has_a_target(site, pages):
    for path, content in pages.items():
        for target in content.leads:
            address = urlparse(target)
            if address.scheme:
                continue
            there = (path.parent / unquote(address.path)).resolve() if address.path else path
            there = there / "index.html" if there.is_dir() else there
            assert there.is_file(), f"{path.name}: {target}"
            if address.fragment and there in pages:
                assert address.fragment in pages[there].places, f"{path.name}: {target}"


def test_the_page_loads_nothing_from_another_host(site, pages):
    for path, content in pages.items():
        for source in content.loads:
            assert not urlparse(source).netloc, f"{path.name}: {source}"
            assert (path.parent / unquote(urlparse(source).path)).is_file(), f"{path.name}: {source}"
    for style in site.rglob("*.css"):
        assert not re.search(r"@import|url\(['\"]?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_a_chart_links_to_the_readings_or_is_plain_text(site, pages):
    named = {target for name in PAGES for _, target in links(page(name)) if target.startswith("chart:")}
    led = {
        target
        for site_page in pages.values()
        for target in site_page.leads
        if target.startswith("readings.html#chart-")
    }
    assert "readings.html#chart-16" in led
    assert len(led) < len(named)
    assert not any(target.startswith("chart:") for site_page in pages.values() for target in site_page.leads)
    assert not list(site.rglob("chart*"))


def test_the_demonstration_is_on_the_start_page(site):
    shown = (site / "index.html").read_text(encoding="utf-8")
    assert 'AsciinemaPlayer.create("demonstration.cast"' in shown
    assert (site / "demonstration.cast").is_file()
