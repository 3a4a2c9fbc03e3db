"""Blocks as one self-contained HTML file, for screen and print."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from picket_duty.figures import svg
from picket_duty.figures.marks import PAGE_PALETTE, REPORT, Figure
from picket_duty.pages.blocks import Document, Grid, Heading, Items, Paragraph, Text, Trace, plain
from picket_duty.pages.formats import Simple, simple_content

#: The least width of a table, in characters, whose rows become cards on a narrow screen.
CARDS_FROM = 37
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


def to_html(document: Document) -> str:
    """The whole file, in parts that begin a page with a running head. A bare title shares the page
    of the next part.
    """
    parts = _parts(document)
    rules = ""
    links = ""
    body = ""
    for number, part in enumerate(parts):
        first = part[0] if isinstance(part[0], Heading) else Heading("", level=1)
        rules += _page_rule(number, part, first, document.title)
        is_listed = _begins_part(first)
        if is_listed:
            kind = "" if first.level == 2 else ' class="in"'
            links += f'<a href="#part-{number}"{kind}>{escape(plain(first.text))}</a>'
        body += _section(number, parts, is_listed)
    title = escape(document.title)
    contents = f"<nav>{links}</nav>\n" if links else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}{svg.css(REPORT, PAGE_PALETTE)}{rules}\n</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{contents}{body}</body>\n</html>\n"
    )


def _parts(document: Document) -> list[list[Simple]]:
    """The blocks by the page that they begin or belong to."""
    parts: list[list[Simple]] = []
    for block in simple_content(document.blocks):
        if not parts or (isinstance(block, Heading) and _begins_part(block)):
            parts.append([])
        parts[-1].append(block)
    return parts


def _begins_part(heading: Heading) -> bool:
    """Whether a heading begins a part, which is then in the table of contents."""
    return heading.level == 2 or bool(heading.ship)


def _section(number: int, parts: Sequence[Sequence[Simple]], is_listed: bool) -> str:
    """A part of the body. One that is listed in the contents begins a page, unless the bare title
    before it has begun that page. A bare title uses the page rule of the next part.
    """
    part = parts[number]
    is_first = number == 0
    is_last = number + 1 == len(parts)
    page = number + 1 if _is_bare_title(part) and not is_last else number
    begins_page = is_listed and not is_first and not _is_bare_title(parts[number - 1])
    begins = ' class="page"' if begins_page else ""
    text = "\n".join(map(_html, part))
    return f'<section id="part-{number}"{begins} style="page:p{page}">\n{text}\n</section>\n'


def _is_bare_title(part: Sequence[Simple]) -> bool:
    return len(part) == 1


def _page_rule(number: int, part: Sequence[Simple], first: Heading, title: str) -> str:
    """The running head of a part: the ship or section, and the dates of its entries."""
    ship = first.ship or (plain(first.text) if first.level == 2 else title)
    paragraphs = [block for block in part if isinstance(block, Paragraph)]
    # A lead ends in the date of its entry: "Friday, 6 April".
    entries = [block.lead.rpartition(", ")[2] for block in paragraphs if block.lead]
    dates = first.date or " to ".join(dict.fromkeys([*entries[:1], *entries[-1:]]))
    left = f"@top-left{{content:{_quoted(ship)}}}"
    right = f"@top-right{{content:{_quoted(dates)}}}"
    return f"@page p{number}{{{left}{right}}}\n"


def _quoted(text: str) -> str:
    printable = "".join(
        sign if sign.isprintable() and sign not in '\\"<>&' else " " for sign in text
    )
    return f'"{printable}"'


def _html(block: Simple) -> str:
    match block:
        case Heading():
            aside = f' <span class="aside">{escape(block.aside)}</span>' if block.aside else ""
            return f"<h{block.level}>{_marked_up(block.text)}{aside}</h{block.level}>"
        case Paragraph():
            name = block.kind or ("day" if block.lead else "")
            kind = f' class="{name}"' if name else ""
            lead = f"<b>{escape(block.lead)}.</b> " if block.lead else ""
            return f"<p{kind}>{lead}{_marked_up(block.text)}</p>"
        case Items():
            return (
                "<ul>" + "".join(f"<li>{_marked_up(text)}</li>" for text in block.lines) + "</ul>"
            )
        case Grid():
            return _table(block)
        case Figure():
            return f"<figure><figcaption>{escape(block.title)}</figcaption>{svg.element(block)}</figure>"
        case Trace():
            lines = escape("\n".join(block.lines))
            title = f"{escape(block.title)} ({len(block.lines)} lines)"
            return f"<details><summary>{title}</summary><pre>{lines}</pre></details>"


def _marked_up(text: Text) -> str:
    if isinstance(text, str):
        return escape(text)
    html = ""
    for span in text:
        words = escape(span.text)
        html += words if span.style == "plain" else f'<span class="s-{span.style}">{words}</span>'
    return html


def _table(block: Grid) -> str:
    """A table. Each cell has its heading for the card that its row becomes on a narrow screen."""
    sides = [
        ' class="right"' if number in block.right else "" for number in range(len(block.headings))
    ]
    columns = list(zip(block.headings, sides, strict=True))
    head = ""
    if any(block.headings):
        cells = "".join(f"<th{side}>{escape(text)}</th>" for text, side in columns)
        head = f"<thead><tr>{cells}</tr></thead>"
    named = [f'{side} data-head="{escape(text)}"' for text, side in columns]
    rows = "".join(_table_row(row, named) for row in block.rows)
    texts = zip(block.headings, *block.rows, strict=True)
    width = sum(max(len(plain(text)) for text in column) for column in texts)
    kind = ' class="cards"' if width >= CARDS_FROM else ""
    return f"<table{kind}>{head}<tbody>{rows}</tbody></table>"


def _table_row(row: Sequence[Text], attributes: Sequence[str]) -> str:
    cells = zip(attributes, row, strict=True)
    return f"<tr>{''.join(f'<td{each}>{_marked_up(text)}</td>' for each, text in cells)}</tr>"
