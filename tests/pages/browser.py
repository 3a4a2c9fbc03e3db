"""Pages of HTML: their tags, and a headless Chromium, if one is installed, that measures and prints
them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
#: Added to a copy of the page: a frame of each width reports how far its content extends.
PROBE = """<!DOCTYPE html><meta charset="utf-8"><body><script>
const widths=[360,1280],found=[];
for(const w of widths){const f=document.createElement('iframe');f.style.cssText=`width:${w}px;height:800px;border:0`;
f.srcdoc=document.getElementById?window.page:'';document.body.append(f);
f.onload=()=>{const d=f.contentDocument.documentElement;const b=f.contentDocument.body;
let most=0;for(const e of b.querySelectorAll('*')){
const r=e.getBoundingClientRect();if(r.width)most=Math.max(most,r.right)}
found.push(`${w}:${d.scrollWidth}:${Math.round(most)}`);
if(found.length==widths.length){document.title='measured';const p=document.createElement('pre');p.id='found';
p.textContent=found.join(' ');document.body.append(p)}}}
</script>"""


def chromium(page: Path, *words: str) -> subprocess.CompletedProcess[str]:
    own = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    command = [str(CHROMIUM), *own, f"--user-data-dir={page.parent / 'chromium'}", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)


def widths_of(page: Path) -> dict[int, tuple[int, int]]:
    """For windows of 360 and 1280 pixels: the scroll width of the page, and the right edge of its
    content.
    """
    text = page.read_text(encoding="utf-8").replace("<details>", "<details open>")
    probe = page.with_name(f"probe-{page.name}")
    quoted = (
        text.replace("\\", "\\\\")
        .replace("`", "\\`")
        .replace("${", "\\${")
        .replace("</script", "<\\/script")
    )
    probe.write_text(
        PROBE.replace("<script>", f"<script>window.page=`{quoted}`;", 1), encoding="utf-8"
    )
    done = chromium(
        page, "--window-size=1400,900", "--virtual-time-budget=4000", "--dump-dom", probe.as_uri()
    )
    match = re.search(r'<pre id="found">([^<]*)</pre>', done.stdout)
    assert match, done.stderr[-500:]
    parts = (part.split(":") for part in match.group(1).split())
    return {int(width): (int(scroll), int(most)) for width, scroll, most in parts}


def printed_pages(page: Path) -> int:
    paper = page.with_suffix(".pdf")
    chromium(page, f"--print-to-pdf={paper}", page.as_uri())
    return len(re.findall(rb"/Type /Page\b", paper.read_bytes()))


class Outline(HTMLParser):
    """The tags of a page, each closed where it must be, and every resource it would fetch."""

    VOID = ("meta", "link", "img", "br", "hr", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.fetched += [
            value for name, value in attrs if name in ("src", "href") and not value.startswith("#")
        ]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
