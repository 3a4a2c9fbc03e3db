"""The search of the manual: the sections that answer a search or a question (``answers``), and
their order among the charts that match (``found``).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from picket_duty.charts import search
from picket_duty.manual import BINDINGS, LEAST_TYPED, LIKENESS, PAGES, Match, alike, synonyms
from picket_duty.manual.passages import Passage, passages_of

#: How much a word counts that has the same meaning as the one typed, or that begins with it.
ALIKE = 0.8
#: How much two words count once more if they follow each other as in the search.
TOGETHER = 0.8
#: A passage of this many words counts as it is, a longer one less and a shorter one more.
USUAL = 25
#: Factor for a definition: a passage that begins with the words searched for.
DEFINITION = 1.5
#: Factor for a row of a table that only names columns or has only numbers beside the words typed.
ROW_ALONE = 0.5
#: Factors for a passage on a page that answers questions, and on a page of detail.
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
#: The worth of a synonym that is the whole search, of one that is all of a question, and of each
#: word of one that is a part of it.
ALL_TYPED = 60.0
ALL_ASKED = 8.0
PART_MEANT = 5.0
#: A passage that is worth more than this for synonyms counts as if it had all the words searched
#: for.
MEANT = 4.0
#: Sections of the manual listed before the charts that a search names.
LEADING = 3
#: Terms of the manual that a search means by its synonyms, by page; each with what it adds to the
#: score.
Hints = dict[str, list[tuple[str, float]]]


class Section(NamedTuple):
    """A section that answers: its best passage, its score, and the stems to highlight. ``share`` is
    the weight of the searched words that the passage has, as a share of that of all words (0 to 1).
    """

    passage: Passage
    share: float
    score: float
    marked: frozenset[str]


class Word(NamedTuple):
    """A word searched for: the stems that match it with what each counts, and its weight."""

    factors: dict[str, float]
    weight: float


class Search(NamedTuple):
    """What is searched for: its text, its words and their total weight, all stems that match them,
    the terms that its synonyms stand for, and whether it is a question.
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
    words = [_word(word, is_last=number == len(typed)) for number, word in enumerate(typed, 1)]
    weight = sum(word.weight for word in words)
    if not weight:
        return []
    wanted = Search(
        text=search.bare(text),
        words=words,
        weight=weight,
        stems=frozenset(stem for word in words for stem in word.factors),
        hints=_hints(text),
        is_question=search.is_question(text),
    )
    best = _best_by_heading(wanted)
    least = LEAST_OF_BEST * max((section.share for section in best), default=0.0)
    sections = [section for section in best if section.share >= least]
    return sorted(sections, key=lambda section: -section.score)


def _word(word: str, is_last: bool) -> Word:
    """A word with the stems that match it: its own, those with the same meaning, and, for the last
    word, which may still be typed, those that begin with it. If there are none, a stem that is
    spelled like it.
    """
    known = _rarity()
    own = search.stem(word)
    factors = {search.stem(other): ALIKE for other in alike().get(own, ())}
    if is_last and len(word) >= search.LEAST_STEM:
        factors |= {stem: ALIKE for stem in known if stem.startswith(word)}
    if own in known:
        factors[own] = 1.0
    factors = {stem: factor for stem, factor in factors.items() if stem in known}
    if not factors:
        from difflib import get_close_matches

        factors = dict.fromkeys(get_close_matches(own, known, n=1, cutoff=LIKENESS), ALIKE)
    # An unknown word weighs as much as the rarest known one.
    if not factors:
        return Word(factors={}, weight=math.log(1 + len(_all_passages())))
    most = max(factors.values())
    return Word(factors, max(known[stem] for stem, factor in factors.items() if factor == most))


@cache
def _rarity() -> dict[str, float]:
    """How rare each stem is: log(1 + n / m), if m of the n passages have it."""
    passages = _all_passages()
    counts = Counter(stem for passage in passages for stem in set(passage.stems))
    return {stem: math.log(1 + len(passages) / count) for stem, count in counts.items()}


@cache
def _all_passages() -> tuple[Passage, ...]:
    return tuple(passage for name in PAGES if name != BINDINGS for passage in passages_of(name))


def _hints(text: str) -> Hints:
    """The terms of the synonyms in a search, by page, with what each is worth."""
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


def _best_by_heading(wanted: Search) -> list[Section]:
    """The best passage under each heading, if one has any of what is wanted."""
    best: dict[tuple[str, int], Section] = {}
    for passage in _all_passages():
        judged = _judged(passage, wanted)
        heading = passage.page, passage.heading_number
        if judged is not None and (heading not in best or judged.score > best[heading].score):
            best[heading] = judged
    return list(best.values())


def _judged(passage: Passage, wanted: Search) -> Section | None:
    """The section of a passage, judged by the passage and its headings; None if these have nothing
    of the search.
    """
    hinted = _hinted(passage, wanted)
    heading = _stems_of(passage.page, passage.heading_number)
    is_matched = not (wanted.stems.isdisjoint(passage.known) and wanted.stems.isdisjoint(heading))
    if not is_matched and not hinted:
        return None
    matched, score = _matched(passage, wanted)
    # A passage with few of the words counts much less.
    score *= (matched / wanted.weight) ** 2
    # Two words that follow each other as in the search count once more.
    pairs = set(pairwise(passage.stems))
    for first, second in pairwise(wanted.words):
        if any(stem in first.factors and other in second.factors for stem, other in pairs):
            score += TOGETHER * (first.weight + second.weight)
    score *= _fitness(passage, wanted)
    # A passage with a term that the search means counts as if it had all the words.
    if hinted > MEANT:
        matched = wanted.weight
    return Section(passage, matched / wanted.weight, score + hinted, _marked(passage, wanted))


def _hinted(passage: Passage, wanted: Search) -> float:
    """What a passage is worth for the synonyms in the search, or for a heading as typed."""
    hints = wanted.hints.get(passage.page, ())
    hinted = sum(worth * _place_of(passage, term) for term, worth in hints)
    if passage.is_first and wanted.text in _names(passage.heading):
        hinted += AS_TYPED
    return hinted


def _place_of(passage: Passage, term: str) -> float:
    """How well a passage has a term, 0 to 1. A term in the heading counts most for the heading
    itself and the first passage below it.
    """
    if term in passage.heading.casefold():
        return 1.0 if passage.is_first else 0.5
    return 0.8 if term in passage.text.casefold() else 0.0


@cache
def _names(heading: str) -> tuple[str, str]:
    """A heading as it may be typed: with its number and without."""
    return search.bare(heading), search.bare(NUMBER_OF_HEADING.sub("", heading))


def _matched(passage: Passage, wanted: Search) -> tuple[float, float]:
    """The weight of the words that a passage or its headings have, and a first score."""
    heading = _stems_of(passage.page, passage.heading_number)
    title = _stems_of(passage.page, number=0)
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


def _factor(word: Word, known: frozenset[str]) -> float:
    """What a word counts in a passage with these stems, 0 to 1."""
    return max((factor for stem, factor in word.factors.items() if stem in known), default=0.0)


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
    meant = (stem for stem in passage.stems if stem not in search.EMPTY)
    if all(stem in word.factors for stem, word in zip(meant, wanted.words, strict=False)):
        factor *= DEFINITION
    if passage.names_columns or all(
        stem.isdigit() or stem in wanted.stems for stem in passage.stems
    ):
        factor *= ROW_ALONE
    return factor


def _marked(passage: Passage, wanted: Search) -> frozenset[str]:
    """The stems of the search that a passage or its heading has."""
    known = passage.known | _stems_of(passage.page, passage.heading_number)
    marked = set(wanted.stems & known)
    for term, _ in wanted.hints.get(passage.page, ()):
        marked |= known.intersection(search.stems(term))
    return frozenset(marked)


@cache
def _stems_of(name: str, number: int) -> frozenset[str]:
    """The stems of a passage of a page; passage 0 is the page's title."""
    return frozenset(passages_of(name)[number].stems)


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
    # Any other beginning of an id counts like words of the title.
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


def is_numbered(match: search.ChartMatch, typed: str) -> bool:
    """Whether a search gives the number of a chart, or its first part: 9-2 for 9-2/5in."""
    return match is search.ChartMatch.NUMBER or (
        match is search.ChartMatch.PARTS and any(char.isdigit() for char in typed)
    )
