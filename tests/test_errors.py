"""The form of error messages: short sentences that say what happened, then what to do.

``tests/golden/listings/errors.txt`` lists all messages for readers. It is compared with the source like the other
listings, so that a new message appears in the diff of its commit.
"""

from __future__ import annotations

import re

import pytest

from tests.golden.error_lines import error_lines

#: Longest sentence, in words; a value filled in counts as one word.
LONGEST_SENTENCE = 12
#: Messages of the web server are pages of their own: whole sentences.
PAGES = ("web/server.py",)
#: Phrases that no message has.
PRIVATE_WORDS = re.compile(
    r"\b(?:wants?|wanted|anew|till|exclude each other|taken? (?:back|up)|of ours|(?<!there )is no|are no|stands?|"
    r"tells?|told|go on|goes on|signs|whoever|mend|made neither|the try|nobody|each other)\b"
)


def messages() -> list[tuple[str, str]]:
    """Every message that is to be checked, with its module."""
    module, pairs = "", []
    for line in error_lines():
        if line.startswith("== "):
            module = line.removeprefix("== ")
        elif module not in PAGES:
            pairs.append((module, line.partition(": ")[2]))
    return pairs


def sentences(message: str) -> list[str]:
    """The sentences of a message; a colon or a semicolon ends one too."""
    return re.split(r"(?<=[.:;?])\s+", message)


def test_the_check_finds_faults():
    for wrong in ["nothing typed stands before this", "PATH: exists. choose another", "It is gone. Retry"]:
        assert faults_of("", wrong)


@pytest.mark.slow
def test_every_error_message_follows_the_style():
    assert "\n".join(fault for module, message in messages() for fault in faults_of(module, message)) == ""


def faults_of(module: str, message: str) -> list[str]:
    place = f"{module}: {message!r}"
    message = re.sub(r"\{[^}]*\}", "VALUE", message)
    faults = [
        f"{place}: {words} words in a sentence"
        for sentence in sentences(message)
        if (words := len(sentence.split())) > LONGEST_SENTENCE
    ]
    if private := PRIVATE_WORDS.search(re.sub(r"'[^']*'", "COMMAND", message)):
        faults.append(f"{place}: {private.group()!r}")
    message = re.sub(r"\"[^\"]*\"", "QUOTE", message)
    several = re.search(r"[\w\])']\. +\S", message)
    is_list = re.search(r"[.?] \w[^.]*: VALUE$", message)
    if several and not is_list and not message.rstrip().endswith((".", "?", "'")):
        faults.append(f"{place}: the last of several sentences has no period")
    if re.search(r"[\w\])'\"]\. +[a-z]", message):
        faults.append(f"{place}: a sentence begins with a small letter")
    if not several and not message.startswith(". ") and re.search(r"\w\.$", message):
        faults.append(f"{place}: a single sentence ends with a period")
    return faults
