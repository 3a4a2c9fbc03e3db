"""The manual: the rules of play and how to use the program, one Markdown page per topic.

A link names another page, ``[Damage](damage)``, or a chart, ``[9-2](chart:9-2/5in)``; a space in a
chart id is written ``%20``. ``search.toml`` lists the former names of pages and the words that
readers search for.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from picket_duty.charts.toml_files import read_toml
from picket_duty.extensions import extensions
from picket_duty.manual.markdown import CHART

#: The pages of the core by group, in reading order.
_CORE = {
    "Play": (
        "start",
        "questions",
        "keys",
        "officers",
        "tactics",
        "options",
        "scenarios",
        "campaigns",
        "watch",
        "dice",
        "saves",
    ),
    "Rules": (
        "ship",
        "phase",
        "weather",
        "fighters",
        "attack",
        "wave",
        "damage",
        "control",
        "turn",
        "anchorage",
    ),
    "Analysis": ("luck", "diary", "simulation"),
    "Reference": ("glossary", "tables", "readings", "calibration", "bindings"),
}


def _groups() -> dict[str, tuple[str, ...]]:
    """The pages by group, with each page of an extension behind the topic that it follows."""
    groups = {group: list(names) for group, names in _CORE.items()}
    for extension in extensions():
        for topic in extension.topics:
            for names in groups.values():
                if topic.after in names:
                    names.insert(names.index(topic.after) + 1, topic.name)
    return {group: tuple(names) for group, names in groups.items()}


def _files() -> dict[str, Path]:
    added = {topic.name: topic.path for extension in extensions() for topic in extension.topics}
    names = [name for names in GROUPS.values() for name in names]
    return {name: added.get(name, Path(__file__).with_name(f"{name}.md")) for name in names}


#: The pages by group, in reading order.
GROUPS = _groups()
FILES = _files()
#: The pages in reading order.
PAGES = tuple(FILES)
#: The page that lists the key bindings. A search leaves it out: it would find some key for every
#: word.
BINDINGS = "bindings"
#: A search shorter than this matches only whole synonyms.
LEAST_TYPED = 4
#: How alike two spellings must be for one to be suggested, from 0 to 1.
LIKENESS = 0.75
#: A link in Markdown: its label and its target.
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")
#: Sections listed for a search at most, and pages with a similar name if there are none.
MOST_FOUND = 40
MOST_ALIKE = 3


class Synonyms(NamedTuple):
    """Words that a reader may search for, and where the manual answers: the page, and the manual's
    own word on it.
    """

    words: tuple[str, ...]
    topic: str
    term: str


class Match(NamedTuple):
    """A section that a search lists: its page, the title of the page, the heading of the section,
    the number of the passage that answers, the number of its heading, and the stems to highlight.
    """

    name: str
    title: str
    heading: str
    number: int
    heading_number: int
    marked: frozenset[str]

    @property
    def words(self) -> str:
        """Page and section in words."""
        return self.title if self.heading == self.title else f"{self.title}: {self.heading}"


def topics() -> list[tuple[str, str]]:
    """The name and title of every page, in reading order."""
    return [(name, title_of(name)) for name in PAGES]


def grouped_topics() -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups in reading order, each with the name and title of its pages."""
    return [(group, [(name, title_of(name)) for name in names]) for group, names in GROUPS.items()]


@lru_cache(maxsize=len(PAGES))
def page(name: str) -> str:
    """The Markdown of a page. Raises KeyError for an unknown name."""
    text = FILES[name].read_text(encoding="utf-8")
    # A link to a page of a package that is not installed becomes plain text.
    return LINK.sub(
        lambda link: link[0] if link[2] in FILES or link[2].startswith(CHART) else link[1], text
    )


def title_of(name: str) -> str:
    """The title of a page: its first heading. Raises KeyError."""
    return page(name).partition("\n")[0].lstrip("# ")


def former_names() -> dict[str, str]:
    """The former names of pages, each with its present name."""
    return dict(_search_data()["former_names"])


@cache
def synonyms() -> tuple[Synonyms, ...]:
    """The table of synonyms; entries for pages that are not installed are left out."""
    rows = _search_data()["synonyms"]
    return tuple(
        Synonyms(tuple(row["words"]), row["topic"], row["term"])
        for row in rows
        if row["topic"] in FILES
    )


@cache
def _search_data() -> dict[str, Any]:
    return read_toml(Path(__file__).with_name("search.toml"))


def topic_named(text: str) -> str | None:
    """The page with this name, title, former name or synonym, ignoring letter case; None if there
    is none.
    """
    wanted = _normal(text)
    for name, title in topics():
        if wanted in (name, title.casefold()):
            return name
    synonym = next((row.topic for row in synonyms() if wanted in row.words), None)
    return former_names().get(wanted, synonym)


def close_topics(text: str) -> list[str]:
    """The names of up to three pages whose name, title or synonym is spelled much like a text, the
    closest first.
    """
    from difflib import get_close_matches

    names = {word: row.topic for row in synonyms() for word in row.words}
    names |= {title.casefold(): name for name, title in topics()} | {name: name for name in PAGES}
    # More words than pages, because several words may name the same page.
    near = get_close_matches(_normal(text), names, n=2 * MOST_ALIKE, cutoff=LIKENESS)
    return list(dict.fromkeys(names[word] for word in near))[:MOST_ALIKE]


@cache
def alike() -> dict[str, tuple[str, ...]]:
    """Words that readers type for one of the manual's words, by stem."""
    from picket_duty.charts.search import stem

    return {stem(word): tuple(others) for word, others in _search_data()["alike"].items()}


def search(text: str) -> list[Match]:
    """The sections that answer a search or a question, the best first.

    Without any, the pages with a name spelled much like the text are listed.
    """
    from picket_duty.charts.search import LONGEST_SEARCH
    from picket_duty.manual.answers import answers

    text = text[:LONGEST_SEARCH]
    matches = []
    for passage, _, _, marked in answers(text)[:MOST_FOUND]:
        title = title_of(passage.page)
        matches.append(
            Match(
                passage.page, title, passage.heading, passage.number, passage.heading_number, marked
            )
        )
    if matches or not text.strip():
        return matches
    return [
        Match(
            name,
            title=title_of(name),
            heading=title_of(name),
            number=0,
            heading_number=0,
            marked=frozenset(),
        )
        for name in close_topics(text)
    ]


def snippet(match: Match, most: int) -> str:
    """The passage that answers, in up to ``most`` characters; empty for a page listed for its name
    only.
    """
    from picket_duty.manual.passages import excerpt, passages_of

    if not match.marked:
        return ""
    passages = passages_of(match.name)
    passage = passages[match.number]
    # A heading says less than the passage below it.
    if passage.is_heading and match.number + 1 < len(passages):
        passage = passages[match.number + 1]
    return excerpt(passage, match.marked, most)


def _normal(text: str) -> str:
    """A text to compare: in lower case, with single spaces."""
    return " ".join(text.split()).casefold()
