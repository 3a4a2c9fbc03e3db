"""Validation of ``honours.toml``: each honour is for somebody, asks for what is counted, and its words fit that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Formatter

from picket_duty.book.data import A_DAY, FELL, FIRES_OUT, MEASURES, TO_CREW, TO_MEN, TO_OFFICER, HonourData
from picket_duty.book.limits import MOST_COUNTED
from picket_duty.charts.spans import twice
from picket_duty.state.ship import CHIEFS, POSTS

#: What is counted for gun crews and for the men, where it is not everything.
COUNTED = {TO_CREW: ("shot_down",), TO_MEN: ("men_lost",)}


def faults_of_honours(honours: Sequence[HonourData]) -> Iterator[str]:
    """What is wrong with a list of honours, each fault with its row."""
    for again in twice([one.id for one in honours]):
        yield f"honour {again!r} stands twice"
    for row, one in enumerate(honours, 1):
        yield from (f"row {row}, {one.id}: {fault}" for fault in _faults_of(one))


def _faults_of(one: HonourData) -> Iterator[str]:
    if not one.needs:
        yield "needs nothing; name a measure and how much of it"
    counted = COUNTED.get(one.to)
    for measure, least in one.needs.items():
        if measure not in MEASURES:
            yield f"{measure!r} is not counted; measures: {', '.join(MEASURES)}"
        if counted is not None and measure not in counted:
            yield f"{measure!r} is not counted for {one.to!r}; {', '.join(counted)} is"
        if measure == FELL and one.to != TO_OFFICER:
            yield f"{FELL!r} is counted for {TO_OFFICER!r} alone"
        if not 1 <= least <= MOST_COUNTED:
            yield f"{measure} = {least}; wanted 1 to {MOST_COUNTED}"
    if (one.to == TO_OFFICER) != bool(one.posts):
        yield f"posts are wanted where to is {TO_OFFICER!r}, and nowhere else"
    for post in one.posts:
        if post not in POSTS:
            yield f"unknown post {post!r}; posts: {', '.join(POSTS)}"
    if one.rank and one.to != TO_OFFICER:
        yield f"a rank is wanted only where to is {TO_OFFICER!r}"
    if one.foremost and not (set(one.posts) <= set(CHIEFS.values()) and one.span == A_DAY and FIRES_OUT in one.needs):
        yield f"foremost is for chiefs of repair parties, of a day in which they put out fires ({FIRES_OUT})"
    for field, text in (("name", one.name), ("why", one.why)):
        if not text:
            yield f"{field} is empty; wanted words"
    for text in (one.id, one.name, one.rank, one.why):
        if text.strip() != text or not text.isprintable():
            yield f"{text!r} has blanks about it, or signs that cannot be printed"
    yield from _faults_of_words(one)


def _faults_of_words(one: HonourData) -> Iterator[str]:
    """The braces of a citation hold what the honour asks for."""
    try:
        named = [name for _, name, *_ in Formatter().parse(one.why) if name is not None]
    except ValueError as error:
        yield f"why: {error}; wanted words with needs in braces"
        return
    for name in named:
        if name not in one.needs:
            yield f"why: {{{name}}} is none of its needs ({', '.join(one.needs)})"
