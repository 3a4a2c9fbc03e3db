"""A report as one self-contained HTML file, with styles and figures inside, for screen and print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from picket_duty.figures import plots, svg
from picket_duty.figures.marks import PAGE_PALETTE, REPORT, Figure
from picket_duty.pages import blocks
from picket_duty.pages.plaintext import listing

#: Tables wider than this many characters are shown row by row in a narrow window.
NARROW = 36
STYLE = """
:root{color-scheme:light dark;--ink:#1c2733;--paper:#fbfaf6;--soft:#5b6875;--rule:#c9c4b6;--sea:#2f5d7c;--hit:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#dfe5ea;--paper:#12181f;--soft:#93a1ae;--rule:#3a4652;--sea:#7fb2d4;
--hit:#f2736a}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.2rem;max-width:60rem;color:var(--ink);background:var(--paper);
font:16px/1.5 Georgia,"Times New Roman",serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5,h6{line-height:1.2;margin:1.6em 0 .5em;break-after:avoid}
h1{font-size:1.7rem;border-bottom:3px double var(--rule);padding-bottom:.3em;margin-top:0}
h2{font-size:1.35rem;border-bottom:1px solid var(--rule)} h3{font-size:1.1rem} h4{font-size:1rem;color:var(--soft)}
h5{font-size:.95rem} h6{font-size:.9rem;color:var(--soft)}
p{margin:.4em 0} p.log{padding-left:1.5em;text-indent:-1.5em} p.day{margin-top:1em}
p.sign{text-align:right;font-style:italic}
.s-dim{color:var(--soft)} .s-bad{color:var(--hit)} .s-warn,.s-key{color:var(--sea)} .s-strong,.s-title{font-weight:600}
.aside{float:right;font-weight:400} .right{text-align:right}
ul{padding-left:1.3em} li{margin:.15em 0}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.35;margin:.5em 0}
th,td{text-align:left;padding:.25em .5em;border-bottom:1px solid var(--rule);vertical-align:top}
tr{break-inside:avoid}
@media (max-width:560px){th,td{padding:.2em .15em;font-size:13px}.cards thead{display:none}
.cards tr{display:block;border-bottom:1px solid var(--rule);padding:.35em 0}
.cards td{display:flex;gap:.6em;border:0;padding:.05em 0}
.cards td::before{content:attr(data-head);flex:0 0 6.5em;color:var(--soft)}}
th{color:var(--soft);font-weight:600;overflow-wrap:break-word}
figure{margin:1em 0;break-inside:avoid} figcaption{font-size:.9rem;font-style:italic;color:var(--soft)}
svg{display:block;width:100%;max-width:46rem;height:auto;font-family:inherit;font-size:13px}
nav{columns:16rem;margin:1em 0}nav a{display:block;color:var(--sea)}nav a.in{padding-left:1em;font-size:.9rem}
details{margin:.3em 0} summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:12px/1.4 ui-monospace,monospace;margin:.4em 0}
@media print{:root{--ink:#000;--paper:#fff;--soft:#444;--rule:#999;--sea:#456;--hit:#900}body{max-width:none;padding:0;
font-size:11pt}nav{display:none}table{font-size:9pt}.page{break-before:page}
details:not([open]){display:none}p{orphans:2;widows:2}}
@page{margin:20mm 18mm 18mm;font:9pt Georgia,"Times New Roman",serif;
@bottom-center{content:"Page " counter(page) " of " counter(pages)}}
"""
#: The styles of figures, in the colors of the page.
FIGURES = svg.css(REPORT, PAGE_PALETTE)


def to_html(document: blocks.Document) -> str:
    """The whole file. On paper each part has a running head with its ship and dates."""
    parts = [_Part(number, part) for number, part in enumerate(blocks.sections_of(blocks.flat(document.blocks)))]
    for before, part in pairwise(parts):
        part.joined = len(before.blocks) == 1
        before.page = part.number if part.joined else before.number
    heads = "".join(part.rule(document.title) for part in parts)
    links = "".join(part.link for part in parts if part.listed)
    contents = f"<nav>{links}</nav>\n" if links else ""
    body = "\n".join(part.html for part in parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{STYLE}{FIGURES}{heads}\n</style>\n</head>\n<body>\n"
        f"<h1>{escape(document.title)}</h1>\n{contents}{body}\n</body>\n</html>\n"
    )


class _Part:
    """A part of the document: the first, or one whose heading begins a page."""

    def __init__(self, number: int, content: Sequence[blocks.Block]) -> None:
        self.number, self.blocks = number, content
        #: The number of its CSS rule, and whether the previous part is only a title on the same page.
        self.page, self.joined = number, False
        first = content[0]
        self.heading = first if isinstance(first, blocks.Heading) else blocks.Heading("", 1)
        self.listed = self.heading.level == 2 or bool(self.heading.ship)

    @property
    def link(self) -> str:
        """The entry in the contents."""
        kind = "" if self.heading.level == 2 else ' class="in"'
        return f'<a href="#part-{self.number}"{kind}>{escape(blocks.plain(self.heading.text))}</a>'

    def rule(self, title: str) -> str:
        """The CSS rule of its pages, with ship and dates at the top."""
        leads = [
            block.lead.rpartition(", ")[2]
            for block in self.blocks
            if isinstance(block, blocks.Paragraph) and block.lead
        ]
        ship = self.heading.ship or (blocks.plain(self.heading.text) if self.heading.level == 2 else title)
        head = _quoted(ship), _quoted(self.heading.date or blocks.span_of(leads))
        return f"@page p{self.number}{{@top-left{{content:{head[0]}}}@top-right{{content:{head[1]}}}}}\n"

    @property
    def html(self) -> str:
        """The part as a section."""
        text = "\n".join(SHAPES[type(block)](block) for block in self.blocks)
        kind = ' class="page"' if self.listed and self.number and not self.joined else ""
        return f'<section id="part-{self.number}"{kind} style="page:p{self.page}">\n{text}\n</section>'


def _quoted(text: str) -> str:
    printable = "".join(sign if sign.isprintable() and sign not in '\\"<>&' else " " for sign in text)
    return f'"{printable}"'


def _spans(text: blocks.Text) -> str:
    if isinstance(text, str):
        return escape(text)
    return "".join(
        f'<span class="s-{span.style}">{escape(span.text)}</span>' if span.style != "plain" else escape(span.text)
        for span in text
    )


def _heading(block: blocks.Heading) -> str:
    aside = f' <span class="aside">{escape(block.aside)}</span>' if block.aside else ""
    return f"<h{block.level}>{_spans(block.text)}{aside}</h{block.level}>"


def _paragraph(block: blocks.Paragraph) -> str:
    name = block.kind or ("day" if block.lead else "")
    kind = f' class="{name}"' if name else ""
    lead = f"<b>{escape(block.lead)}.</b> " if block.lead else ""
    return f"<p{kind}>{lead}{_spans(block.text)}</p>"


def _items(block: blocks.Items) -> str:
    return "<ul>" + "".join(f"<li>{_spans(text)}</li>" for text in block.lines) + "</ul>"


def _fields(block: blocks.Fields) -> str:
    rows = (f"<tr><th>{escape(label)}</th><td>{_spans(text)}</td></tr>" for label, text in block.rows if text)
    title = f"<caption>{escape(block.title)}</caption>" if block.title else ""
    return f"<table>{title}<tbody>{''.join(rows)}</tbody></table>"


def _grid(block: blocks.Grid) -> str:
    sides = [' class="right"' if number in block.right else "" for number in range(len(block.headings))]
    heads = "".join(f"<th{side}>{escape(text)}</th>" for text, side in zip(block.headings, sides, strict=True))
    head = f"<thead><tr>{heads}</tr></thead>" if any(block.headings) else ""
    named = [f'{side} data-head="{escape(text)}"' for text, side in zip(block.headings, sides, strict=True)]
    rows = "".join(
        "<tr>" + "".join(f"<td{name}>{_spans(text)}</td>" for name, text in zip(named, row, strict=True)) + "</tr>"
        for row in block.rows
    )
    widths = (
        max(len(blocks.plain(row[number])) for row in (block.headings, *block.rows)) for number in range(len(named))
    )
    kind = ' class="cards"' if sum(widths) > NARROW else ""
    return f"<table{kind}>{head}<tbody>{rows}</tbody></table>"


def _figure(block: Figure) -> str:
    return f"<figure><figcaption>{escape(block.title)}</figcaption>{svg.element(block)}</figure>"


def _trace(block: blocks.Trace) -> str:
    lines = escape("\n".join(block.lines))
    return f"<details><summary>{escape(block.title)} ({len(block.lines)} lines)</summary><pre>{lines}</pre></details>"


SHAPES: dict[type[blocks.Block], Callable[[Any], str]] = {
    blocks.Heading: _heading,
    blocks.Paragraph: _paragraph,
    blocks.Items: _items,
    blocks.Fields: _fields,
    blocks.Grid: _grid,
    blocks.Shares: lambda block: f"<p>{escape(listing(block))}</p>",
    blocks.Legend: lambda block: f"<p>{escape(listing(block))}</p>",
    blocks.BarChart: lambda block: _figure(plots.bars(block.title, block.values)),
    blocks.DayChart: lambda block: _figure(plots.columns(block.title, block.days, block.most)),
    blocks.CurveChart: lambda block: _figure(plots.curve(block.title, block.legs, block.points)),
    Figure: _figure,
    blocks.Trace: _trace,
}
