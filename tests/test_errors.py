"""The form of error messages: short sentences that say what happened, then what to do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.prose import ROOT

#: Longest sentence, in words; a value filled in counts as one word.
LONGEST_SENTENCE = 12
#: Messages of the web server are pages of their own: whole sentences.
PAGES = "picket_duty/web/server.py"
#: What takes a message as its argument, besides exceptions: reports of faults, and remarks that a player is shown.
REPORTERS = ("fail", "print_error", "append", "extend")
#: Phrases that no message has.
PRIVATE_WORDS = re.compile(
    r"\b(?:wants?|wanted|anew|till|exclude each other|taken? (?:back|up)|of ours|(?<!there )is no|are no|stands?|"
    r"tells?|told|go on|goes on|signs|whoever|mend|made neither|the try|nobody|each other)\b"
)


def messages() -> Iterator[tuple[str, str]]:
    """The texts of every error with its module, ``{VALUE}`` for what is filled in."""
    for path in sorted((ROOT / "picket_duty").rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if module != PAGES else ():
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                arguments = [node.exc]
            elif isinstance(node, ast.Call) and is_report(node):
                arguments = node.args
            elif isinstance(node, ast.Yield) and node.value is not None and "/check" in module:
                arguments = [node.value]
            else:
                continue
            yield from ((module, text) for argument in arguments for text in texts_of(argument) if " " in text)


def is_report(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    return name.endswith(REPORTERS) and (not name.endswith(("append", "extend")) or "faults" in name)


def texts_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{VALUE}" for part in node.values)
    else:
        for part in ast.iter_child_nodes(node):
            yield from texts_of(part)


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
    if several and not is_list and not message.rstrip().endswith((".", "?", "'", "VALUE")):
        faults.append(f"{place}: the last of several sentences has no period")
    if re.search(r"[\w\])'\"]\. +[a-z]", message):
        faults.append(f"{place}: a sentence begins with a small letter")
    if not several and not message.startswith(". ") and re.search(r"\w\.$", message):
        faults.append(f"{place}: a single sentence ends with a period")
    return faults
