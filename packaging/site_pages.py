"""MkDocs hooks for the website: README, manual and the pages for developers, with working links.

mkdocs.yml names these hooks. The pages are the files of the checkout. A link in the manual names a page or a chart. A
chart links to the designer's reading that discusses it, and becomes plain text if there is none: the printed charts
may not be published.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files

from picket_duty.manual import CHART, FILES, PAGES, grouped_topics

ROOT = Path(__file__).resolve().parent.parent
MANUAL = "picket_duty/manual"
READINGS = "manual/readings.md"
#: The pages in docs for players and for scripting.
GUIDES = {
    "install": "Installing",
    "scripting": "Scripting",
    "lab": "Many games",
    "tables": "Changing the tables",
}
#: Each file of the checkout with its page on the site.
PAGE_OF = {
    "README.md": "index.md",
    **{path.relative_to(ROOT).as_posix(): f"manual/{name}.md" for name, path in FILES.items()},
    **{f"docs/{name}.md": f"{name}.md" for name in (*GUIDES, "ARCHITECTURE", "recipes", "release")},
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
}
#: The pages for developers, in order. Search results list the pages for players first.
WORK = {
    "ARCHITECTURE.md": "Architecture",
    "CONTRIBUTING.md": "Contributing",
    "recipes.md": "Recipes",
    "release.md": "Making a release",
    "CHANGELOG.md": "Changes",
}
LATE = {"boost": 0.2}
FILE_OF = {page: file for file, page in PAGE_OF.items()}
LINK = re.compile(r"(?<!\\)\[([^\]\n]*)\]\(([^)\s]+)\)")
#: Code, which is shown unchanged.
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r'<a id="([^"]+)"></a>')
DEMONSTRATION = """
```asciinema-player
{"file": "demonstration.cast", "cols": 120, "rows": 40, "title": "Picket Duty"}
```
"""
#: The end of the paragraph that mentions the demonstration.
PLAYED = re.compile(r"(?<=\n\n)(?:(?!\n\n).)*`asciinema play .*?\n(?=\n)", re.DOTALL)
#: The pictures on the page of screens: those in docs/pictures that show no printed chart.
SCREENS = {
    "menu": "The menu",
    "scenarios": "Choosing a scenario",
    "lesson": "The first battle, explained step by step",
    "battle": "The fire plan of a wave",
    "maneuver": "An emergency maneuver",
    "card": "The card of a wave",
    "damage": "Damage control",
    "odds": "The odds of a plan",
    "manual": "The manual",
    "campaign": "A campaign",
    "waters": "The waters off Okinawa",
    "outcome": "The end of a game",
    "keys": "The keys",
}
SCREENS_PAGE = "screens.md"


def on_config(config):
    """Set the navigation."""
    guides = [{title: f"{name}.md"} for name, title in GUIDES.items()]
    manual = [{group: [{title: f"manual/{name}.md"} for name, title in pages]} for group, pages in grouped_topics()]
    work = [{title: page} for page, title in WORK.items()]
    config.nav = [
        {"Picket Duty": "index.md"},
        {"Screens": SCREENS_PAGE},
        {"Manual": manual},
        {"Guides": guides},
        {"Development": work},
    ]
    return config


def on_files(files: Files, config) -> Files:
    """Add the pages from outside the folder docs."""
    for file, page in {**PAGE_OF, "LICENSE": "LICENSE"}.items():
        if not file.startswith("docs/"):
            files.append(File.generated(config, page, abs_src_path=str(ROOT / file)))
    files.append(File.generated(config, SCREENS_PAGE, content=screens()))
    return files


def screens() -> str:
    """The page of screens."""
    shown = (f"## {title}\n\n![{title}](pictures/{name}-120x40.svg)\n" for name, title in SCREENS.items())
    return "\n".join(["# Screens\n", *shown])


@event_priority(100)  # Runs before the asciinema plugin looks for recordings.
def on_page_markdown(markdown: str, page, config, files) -> str:
    """A page with links for the site. The start page also shows the demonstration."""
    here = page.file.src_uri
    if here in WORK:
        page.meta["search"] = LATE
    if here == SCREENS_PAGE:
        return markdown
    if here == "index.md":
        markdown = PLAYED.sub(lambda paragraph: paragraph[0] + DEMONSTRATION, markdown, count=1)
    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(lambda link: linked(here, link[1], link[2]), part) for part in parts[::2]]
    return marked_once("".join(parts))


def marked_once(text: str) -> str:
    """The page with each anchor only where it occurs first."""
    seen: set[str] = set()

    def first(mark: re.Match[str]) -> str:
        new = mark[1] not in seen
        seen.add(mark[1])
        return mark[0] if new else ""

    return MARK.sub(first, text)


def linked(here: str, label: str, target: str) -> str:
    """A link as written on a page of the site."""
    if target.startswith(CHART):
        return to_chart(here, label, anchor(target))
    if re.match(r"[a-z]+:", target) or target.startswith("#"):
        return f"[{label}]({target})"
    name, _, place = target.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(FILE_OF[here]), name))
    # Pages of the manual link to each other by topic, wherever the files are.
    page = f"manual/{name}.md" if name in PAGES else PAGE_OF.get(file, file.removeprefix("docs/"))
    return f"[{label}]({posixpath.relpath(page, posixpath.dirname(here) or '.')}{'#' + place if place else ''})"


def to_chart(here: str, label: str, place: str) -> str:
    """The name of a chart, linked to the reading that discusses it; in the readings, the anchor itself."""
    if place not in discussed_charts():
        return label
    if here == READINGS:
        return f'<a id="{place}"></a>{label}'
    return f"[{label}]({posixpath.relpath(READINGS, posixpath.dirname(here) or '.')}#{place})"


def discussed_charts() -> set[str]:
    """The anchors of the charts that the designer's readings discuss."""
    text = (ROOT / MANUAL / "readings.md").read_text(encoding="utf-8")
    return {anchor(target) for _, target in LINK.findall(text) if target.startswith(CHART)}


def anchor(target: str) -> str:
    """The anchor of a chart on the page of readings."""
    return "chart-" + re.sub(r"[^a-z0-9]+", "-", target.removeprefix(CHART).lower())
