"""The passages of the manual's pages, and the search for those that answer a question.

``found`` lists them with the charts that match. A passage is a heading, a paragraph, an item of a
list or a row of a table; each has its number on its page, from 0 in the order in which the page is
drawn.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from picket_duty.charts import search
from picket_duty.manual import BINDINGS, PAGES, Match, page, tree, words_of

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: The most columns of a table whose cells are shown without the names of their columns. In a wider
#: table, the name precedes each cell of at most ``SHORT_CELL`` words.
NAMELESS = 2
SHORT_CELL = 3
#: The space between two sentences.
SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z0-9])")

#: How much a word counts that has the same meaning as the one typed, or that begins with it.
ALIKE = 0.8
#: How much two words count once more if they follow each other as in the search.
TOGETHER = 0.8
#: A passage of this many words counts as it is, a longer one less and a shorter one more.
USUAL = 25
#: Factors for passages: for a definition, which begins with the words searched for; for a row of a
#: table that only names columns or has only numbers beside the words typed; for a page that answers
#: questions; for a page of detail.
DEFINITION = 1.5
ROW_ALONE = 0.5
ANSWERING = 1.4
DETAIL = 0.5
#: Pages that answer questions, and pages of detail, which come after the others.
ANSWERS = ("questions", "glossary")
DETAILED = ("readings", "companions", "browser", "calibration", "simulation")
#: What is added to the score of a heading that is the whole search, with its number or without:
#: more than for any synonym.
AS_TYPED = 100.0
NUMBER_OF_HEADING = re.compile(r"^\d+\. ")
#: A section is listed if its ``share`` is at least this part of the largest share.
LEAST_OF_BEST = 0.65


class Passage(NamedTuple):
    """A passage: its number on the page, the number and text of the heading above it, its text, and
    its stems.

    The text of a table's row names its columns; the stems are those of the row alone. ``known`` are
    the same stems as a set. ``names_columns``: it is the first row.
    """

    page: str
    number: int
    heading_number: int
    heading: str
    text: str
    stems: tuple[str, ...]
    known: frozenset[str]
    names_columns: bool

    @property
    def is_heading(self) -> bool:
        """Whether the passage is a heading."""
        return self.number == self.heading_number


class Section(NamedTuple):
    """A section that answers: its best passage, the share of the searched words' weight that it has
    (0 to 1), its score, the stems to highlight.
    """

    passage: Passage
    share: float
    score: float
    marked: frozenset[str]


def table_row_words(cells: Sequence[str], columns: Sequence[str]) -> str:
    """A table's row as text: its first cell, a colon and the other cells. In a table of three
    columns or more, short cells follow the name of their column.

    If the first column has no name, as one of numbers, the second cell belongs to the name of the
    row and gets no column name.
    """
    first, *others = cells
    if len(columns) > NAMELESS:
        named = columns[1:] if columns[0] else ["", *columns[2:]]
        others = [_named_cell(*pair) for pair in zip(named, others, strict=False)]
    return ": ".join(filter(None, [first, "; ".join(filter(None, others))]))


def _named_cell(column: str, cell: str) -> str:
    """A cell after the name of its column, if the column has a name and the cell is short."""
    if column and 0 < len(cell.split()) <= SHORT_CELL:
        return f"{column[:1].lower()}{column[1:]} {cell}"
    return cell


def _words_in(node: SyntaxTreeNode) -> str:
    """The text of a node in one line."""
    return " ".join(words_of(node).split())


@cache
def passages_of(name: str) -> tuple[Passage, ...]:
    """The passages of a page, by number. Raises KeyError."""
    passages = []
    heading_number = 0
    heading = ""
    for number, (kind, words, text) in enumerate(_pieces(page(name))):
        if kind == "heading":
            heading_number = number
            heading = text
        own = tuple(search.stems(words))
        passages.append(
            Passage(
                page=name,
                number=number,
                heading_number=heading_number,
                heading=heading,
                text=text,
                stems=own,
                known=frozenset(own),
                names_columns=kind == "columns",
            )
        )
    return tuple(passages)


def _pieces(page: str) -> Iterator[tuple[str, str, str]]:
    """The headings, paragraphs, items and rows of a page: kind, words that are searched, and text
    as a search shows it.
    """
    for node in tree(page).children:
        if node.type == "table":
            yield from _rows(node)
        elif node.type in ("heading", "paragraph"):
            yield node.type, _words_in(node), _words_in(node)
        else:
            for part in node.children:
                yield node.type, _words_in(part), _words_in(part)


def _rows(table: SyntaxTreeNode) -> Iterator[tuple[str, str, str]]:
    """The rows of a table in the same form; the header only if it has names."""
    rows = [row for part in table.children for row in part.children]
    header, *body = ([_words_in(cell) for cell in row.children] for row in rows)
    if any(header):
        yield "columns", " ".join(header), table_row_words(header, [])
    for cells in body:
        if any(cells):
            yield "row", " ".join(cells), table_row_words(cells, header)


@cache
def _all_passages() -> tuple[Passage, ...]:
    return tuple(passage for name in PAGES if name != BINDINGS for passage in passages_of(name))


@cache
def _rarity() -> dict[str, float]:
    """How rare each stem is: the logarithm of 1 plus the number of passages for each one that has
    it.
    """
    passages = _all_passages()
    counts = Counter(root for passage in passages for root in set(passage.stems))
    return {root: math.log(1 + len(passages) / count) for root, count in counts.items()}


class Word(NamedTuple):
    """A word searched for: the stems that match it with what each counts, and its weight."""

    factors: dict[str, float]
    weight: float


#: Terms of the manual that a search means by its synonyms, by page; each with what it adds to the
#: score.
Hints = dict[str, list[tuple[str, float]]]


class Search(NamedTuple):
    """What is searched for: its text, the words with their weight, all their stems, the terms of
    synonyms by page, whether it asks.
    """

    text: str
    words: list[Word]
    weight: float
    stems: frozenset[str]
    hints: Hints
    is_question: bool


def answers(text: str) -> list[Section]:
    """The sections for a search, the best first, each with its best passage."""
    typed = search.words_typed(text)
    words = [_word(word, number == len(typed)) for number, word in enumerate(typed, 1)]
    weight = sum(word.weight for word in words)
    if not weight:
        return []
    wanted = Search(
        text=search.bare(text),
        words=words,
        weight=weight,
        stems=frozenset(root for word in words for root in word.factors),
        hints=_hints(text),
        is_question=search.is_question(text),
    )
    found = _best_by_heading(wanted)
    least = LEAST_OF_BEST * max((section.share for section in found), default=0.0)
    sections = [section for section in found if section.share >= least]
    return sorted(sections, key=lambda section: -section.score)


def _best_by_heading(wanted: Search) -> list[Section]:
    """The best passage under each heading, if one has any of what is wanted."""
    best: dict[tuple[str, int], Section] = {}
    for passage in _all_passages():
        judged = _judged(passage, wanted)
        heading = passage.page, passage.heading_number
        if judged is not None and (heading not in best or judged.score > best[heading].score):
            best[heading] = judged
    return list(best.values())


def _word(word: str, last: bool) -> Word:
    """A word with the stems that match it: its own, those with the same meaning, and, for the last
    word, which may still be typed, those that begin with it. If none does, a stem spelled like it.
    """
    from picket_duty.manual import alike

    known = _rarity()
    own = search.stem(word)
    factors = {search.stem(other): ALIKE for other in alike().get(own, ())}
    if last and len(word) >= search.LEAST_STEM:
        factors |= {root: ALIKE for root in known if root.startswith(word)}
    if own in known:
        factors[own] = 1.0
    factors = {root: factor for root, factor in factors.items() if root in known}
    if not factors:
        from difflib import get_close_matches

        factors = dict.fromkeys(get_close_matches(own, known, n=1, cutoff=0.75), ALIKE)
    # An unknown word weighs as much as the rarest known one.
    if not factors:
        return Word({}, math.log(1 + len(_all_passages())))
    most = max(factors.values())
    return Word(factors, max(known[root] for root, factor in factors.items() if factor == most))


#: The worth of a synonym that is the whole search, of one that is all of a question, and of each
#: word of one that is a part of it.
ALL_TYPED = 60.0
ALL_ASKED = 8.0
PART_MEANT = 5.0


def _hints(text: str) -> Hints:
    """The terms of the synonyms in a search, by page, with what each is worth."""
    from picket_duty.manual import LEAST_TYPED, synonyms

    typed = search.stems(text)
    asked = [search.stem(word) for word in search.words_typed(text)]
    begun = search.bare(text)
    # A word of the manual is a separate search, not the beginning of a longer synonym.
    is_begun = len(begun) >= LEAST_TYPED and typed[-1] not in _rarity()
    hints: Hints = {}
    for row in synonyms():
        worth = 0.0
        for phrase in row.words:
            own = search.stems(phrase)
            if own == typed or (is_begun and phrase.startswith(begun)):
                worth = max(worth, ALL_TYPED)
            elif own == asked:
                worth = max(worth, ALL_ASKED)
            elif f" {' '.join(own)} " in f" {' '.join(typed)} ":
                worth = max(worth, PART_MEANT * len(own))
        if worth:
            hints.setdefault(row.topic, []).append((row.term.casefold(), worth))
    return hints


def _judged(passage: Passage, wanted: Search) -> Section | None:
    """The passage judged, with its headings; None if it has nothing of the search."""
    hinted = _hinted(passage, wanted)
    heading = _stems_of(passage.page, passage.heading_number)
    is_matched = not (wanted.stems.isdisjoint(passage.known) and wanted.stems.isdisjoint(heading))
    if not is_matched and not hinted:
        return None
    matched, score = _matched(passage, wanted)
    # A passage with few of the words counts much less.
    score *= (matched / wanted.weight) ** 2
    pairs = set(pairwise(passage.stems))
    for first, second in pairwise(wanted.words):
        if any(root in first.factors and other in second.factors for root, other in pairs):
            score += TOGETHER * (first.weight + second.weight)
    score *= _fitness(passage, wanted)
    # A passage with a term that the search means counts as if it had all the words.
    if hinted > ALL_ASKED / 2:
        matched = wanted.weight
    return Section(passage, matched / wanted.weight, score + hinted, _marked(passage, wanted))


def _matched(passage: Passage, wanted: Search) -> tuple[float, float]:
    """The weight of the words that a passage or its headings have, and a first score."""
    heading = _stems_of(passage.page, passage.heading_number)
    title = _stems_of(passage.page, 0)
    # 1 for a passage of the usual length, up to 2 for a shorter one, toward 0 for a longer one.
    brief = 2 * USUAL / (USUAL + len(passage.stems))
    matched = 0.0
    score = 0.0
    for word in wanted.words:
        here = _factor(word, passage.known)
        above = _factor(word, heading)
        matched += word.weight * max(here, above, _factor(word, title))
        score += word.weight * (here * brief + above)
    return matched, score


def _marked(passage: Passage, wanted: Search) -> frozenset[str]:
    """The stems of the search that a passage or its heading has."""
    known = passage.known | _stems_of(passage.page, passage.heading_number)
    marked = set(wanted.stems & known)
    for term, _ in wanted.hints.get(passage.page, ()):
        marked |= known.intersection(search.stems(term))
    return frozenset(marked)


@cache
def _names(heading: str) -> tuple[str, str]:
    """A heading as it may be typed: with its number and without."""
    return search.bare(heading), search.bare(NUMBER_OF_HEADING.sub("", heading))


def _fitness(passage: Passage, wanted: Search) -> float:
    """A factor for the kind of a passage: definitions and answers come before others, rows without
    text after them.
    """
    factor = DETAIL if passage.page in DETAILED else 1.0
    if wanted.is_question and passage.page in ANSWERS:
        factor = ANSWERING
    if passage.is_heading:
        return factor
    # Whether the first words of the passage are those of the search, in order.
    meant = (root for root in passage.stems if root not in search.EMPTY)
    if all(root in word.factors for root, word in zip(meant, wanted.words, strict=False)):
        factor *= DEFINITION
    if passage.names_columns or all(
        root.isdigit() or root in wanted.stems for root in passage.stems
    ):
        factor *= ROW_ALONE
    return factor


@cache
def _stems_of(name: str, number: int) -> frozenset[str]:
    """The stems of a passage of a page; passage 0 is the page's title."""
    return frozenset(passages_of(name)[number].stems)


def _factor(word: Word, known: frozenset[str]) -> float:
    """What a word counts in a passage with these stems, 0 to 1."""
    return max((factor for root, factor in word.factors.items() if root in known), default=0.0)


def _hinted(passage: Passage, wanted: Search) -> float:
    """What a passage is worth for the synonyms in the search, or for a heading as typed."""
    hints = wanted.hints.get(passage.page, ())
    hinted = sum(worth * _place_of(passage, term) for term, worth in hints)
    # The heading itself, or the first passage below it.
    if passage.number <= passage.heading_number + 1 and wanted.text in _names(passage.heading):
        hinted += AS_TYPED
    return hinted


def _place_of(passage: Passage, term: str) -> float:
    """How well a passage has a term, 0 to 1: best in its heading for the heading and the first
    passage below it.
    """
    if term in passage.heading.casefold():
        return 1.0 if passage.number <= passage.heading_number + 1 else 0.5
    return 0.8 if term in passage.text.casefold() else 0.0


def excerpt(passage: Passage, marked: frozenset[str], most: int) -> str:
    """Up to ``most`` characters of a passage, from the first sentence with most of the marked
    words.
    """
    text = passage.text
    if len(text) <= most:
        return text
    sentences = SENTENCE.split(text)
    counts = [len(marked & set(search.stems(sentence))) for sentence in sentences]
    text = " ".join(sentences[counts.index(max(counts)) :])
    return text if len(text) <= most else f"{text[: most - 2].rpartition(' ')[0]}.."


#: Sections of the manual listed before the charts that a search names.
LEADING = 3


def is_numbered(match: search.ChartMatch, typed: str) -> bool:
    """Whether a search gives the number of a chart, or its first part: 9-2 for 9-2/5in."""
    return match is search.ChartMatch.NUMBER or (
        match is search.ChartMatch.PARTS and any(char.isdigit() for char in typed)
    )


def found(
    charts: Sequence[tuple[search.ChartMatch, search.ChartEntry]],
    sections: Sequence[Match],
    typed: str,
) -> list[search.ChartEntry | Match]:
    """Charts by number, the best sections, charts by roll or title, the other sections, charts by
    their text.

    Charts whose roll is searched for in several words come before the sections, unless the heading
    of the best section has these words too. Charts also come first if the search has the word
    chart.
    """
    numbered = [chart for match, chart in charts if is_numbered(match, typed)]
    rolled = [chart for match, chart in charts if match is search.ChartMatch.ROLL]
    named = [
        chart
        for match, chart in charts
        if match is search.ChartMatch.TITLE
        or (match < search.ChartMatch.ROLL and not is_numbered(match, typed))
    ]
    others = [chart for match, chart in charts if match is search.ChartMatch.TEXT]
    heading = frozenset(search.stems(sections[0].heading)) if sections else frozenset()
    # A single word is no roll searched for in several words.
    is_answered = " " not in search.bare(typed) or all(
        search.has_word(heading, word) for word in search.words_typed(typed)
    )
    leading = 0 if search.asks_for_chart(typed) or (rolled and not is_answered) else LEADING
    return [*numbered, *sections[:leading], *rolled, *named, *sections[leading:], *others]
