"""Plain American English in all texts: no phrases of ``tests/prose.py``, American spelling."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache

import pytest

from tests.games import of_kind
from tests.prose import MARKDOWN, PYTHON, ROOT, TOML, hits, hits_in, markdown_texts, strings_of
from tests.quick import first_is_quick

#: Words and names that codespell takes for mistakes: ``[tool.codespell]`` in pyproject.toml. No
#: more than these.
MOST_IGNORED_WORDS = 10


def test_the_lint_finds_a_phrase_across_lines():
    assert [hit.advice for hit in hits_in("A game is taken\n    up where it was left.", "")] == [
        "resume, continue"
    ]


@first_is_quick("kind", [MARKDOWN, TOML, PYTHON], ids=["markdown", "toml", "python"])
def test_no_text_has_a_phrase_of_the_lint(kind):
    assert "\n".join(map(str, hits(kinds=(kind,)))) == ""


@pytest.mark.slow
def test_spelling_is_american():
    tops = ("picket_duty", "tests", "tables", "companions", "docs", "packaging", "pyproject.toml")
    command = [
        sys.executable,
        "-m",
        "codespell_lib",
        *tops,
        *(path.name for path in ROOT.glob("*.md")),
    ]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == ""


def test_the_list_of_ignored_words_does_not_grow():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["codespell"]
    assert settings["builtin"] == "clear,rare,en-GB_to_en-US"
    assert len(settings["ignore-words-list"].split(",")) <= MOST_IGNORED_WORDS


#: A word that the game does not use, as a regular expression, and the word it uses.
OTHER_WORDS = {
    r"\b[Ff]lamed (?:planes?|by)\b|\b(?:is|was|were) flamed\b|\baflame\b|\bin flames\b": "set afire",
    r"\b[Ss]hot down\b(?!\")|\bdowned\b": "splashed",
    r"\brammed\b|\bcollid(?:es?|ed)\b": "crashed",
    r"\b(?:rescind|cancel|revoke)\w* (?:an|the|your) emergency\b|\bemergency (?:is|was) (?:refused|over)\b": "ended",
    r"\bstaff\b|\badjutant\b|\bsubordinates\b": "officers",
    r"\b(?:first|second) officer\b|\bsecond in command\b": "exec",
    r"\bslow speed\b|\bspeed(?: is|:) (?:watch|slow|manual)\b|\bmanual speed\b": "normal, fast, step",
    r"\b[Dd]aily (?:challenge|game|watch|battle)\b|\bgame of the day\b": "today's watch",
}
#: What words mean is explained here: the table itself, and what readers may type into a search.
EXPLAINED = ("picket_duty/manual/glossary.md", "picket_duty/manual/search.toml")
#: Cards of earlier versions are read with their old words.
FORMER = {"splashed or afire", "down or aflame", "missed or gone", "shot down"}


def shown():
    texts = []
    for pattern in MARKDOWN:
        for path in ROOT.glob(pattern):
            texts += [(path, words) for _, words in markdown_texts(path.read_text("utf-8"))]
    for path in (path for folder in SHOWN for path in (ROOT / "picket_duty" / folder).rglob("*")):
        if path.suffix == ".py":
            texts += [
                (path, words) for words in templates(path.read_text("utf-8")) if words not in FORMER
            ]
        elif path.suffix == ".toml":
            texts += [(path, words) for words in strings_of(tomllib.loads(path.read_text("utf-8")))]
    named = [(path.relative_to(ROOT).as_posix(), " ".join(words.split())) for path, words in texts]
    return [(name, words) for name, words in named if name not in EXPLAINED]


@pytest.mark.slow
def test_no_text_uses_another_word():
    found = [
        f"{name}: {match.group()!r} in {words[:120]!r}: write {word}"
        for name, words in shown()
        for pattern, word in OTHER_WORDS.items()
        for match in re.finditer(pattern, words)
    ]
    assert found == []


SHOWN = ("tui", "pages", "text", "plain", "commands", "manual", "companions")


@cache
def templates(source):
    """The strings of a module that read as words, with ``{}`` for each field; neither docstrings
    nor styles.
    """
    return list(_templates(source))


def _templates(source):
    tree = ast.parse(source)
    skipped = set()
    nodes = list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.Assign) and any(
            getattr(name, "id", "").endswith("CSS") for name in node.targets
        ):
            skipped.update(ast.walk(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped.update(of_kind(node.values, ast.Constant))
    for node in nodes:
        if node in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(
                part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        else:
            continue
        if re.search(r"[A-Za-z]{2,} [A-Za-z{]|[A-Z{][a-z}]+[.!?:]$|^[A-Z][a-z]+ ", text):
            yield text


def test_a_text_of_whole_sentences_begins_with_a_capital():
    """A text that begins with a space or a sign continues another one; ``fast: ...`` is a label."""
    sentence = re.compile(r"[a-z]{2}[\w'-]* .*[\w)}][.!?]", re.DOTALL)
    texts = [
        (path.name, words)
        for folder in ("drafts", "pages", "plain", "text", "tui")
        for path in sorted((ROOT / "picket_duty" / folder).rglob("*.py"))
        for words in templates(path.read_text("utf-8"))
    ]
    assert [text for text in texts if sentence.fullmatch(text[1])] == []
    assert sentence.fullmatch("is no aim {}. Choose {}.")
    assert not sentence.fullmatch("fast: shows no rolls.")


#: Longest sentence, in words; a value filled in counts as one word.
LONGEST_SENTENCE = 12
#: Messages of the web server are pages of their own: whole sentences.
PAGES = "picket_duty/web/server.py"
#: What takes a message as its argument, besides exceptions: reports of faults, and remarks that a
#: player is shown.
REPORTERS = re.compile(r"(fail|print_error|faults.*(append|extend))$")
#: Phrases that no message has.
PRIVATE_WORDS = re.compile(
    r"\b(?:wants?|wanted|anew|till|exclude each other|taken? (?:back|up)|of ours|(?<!there )is no|are no|stands?|"
    r"tells?|told|go on|goes on|signs|whoever|mend|made neither|the try|nobody|each other)\b"
)


def messages():
    """The texts of every error with its module, ``{VALUE}`` for what is filled in."""
    for path in sorted((ROOT / "picket_duty").rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))) if module != PAGES else ():
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                arguments = [node.exc]
            elif isinstance(node, ast.Call) and REPORTERS.search(ast.unparse(node.func)):
                arguments = node.args
            elif isinstance(node, ast.Yield) and node.value is not None and "/check" in module:
                arguments = [node.value]
            else:
                continue
            yield from (
                (module, text)
                for argument in arguments
                for text in texts_of(argument)
                if " " in text
            )


def texts_of(node):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{VALUE}" for part in node.values
        )
    else:
        for part in ast.iter_child_nodes(node):
            yield from texts_of(part)


def test_the_check_finds_faults():
    for wrong in [
        "nothing typed stands before this",
        "PATH: exists. choose another",
        "It is gone. Retry",
    ]:
        assert faults_of("", wrong)


@pytest.mark.slow
def test_every_error_message_follows_the_style():
    assert (
        "\n".join(fault for module, message in messages() for fault in faults_of(module, message))
        == ""
    )


def faults_of(module, message):
    place = f"{module}: {message!r}"
    message = re.sub(r"\{[^}]*\}", "VALUE", message)
    faults = [
        f"{place}: {words} words in a sentence"
        for sentence in re.split(r"(?<=[.:;?])\s+", message)
        if (words := len(sentence.split())) > LONGEST_SENTENCE
    ]
    if private := PRIVATE_WORDS.search(re.sub(r"'[^']*'", "COMMAND", message)):
        faults.append(f"{place}: {private.group()!r}")
    message = re.sub(r"\"[^\"]*\"", "QUOTE", message)
    several = re.search(r"[\w\])']\. +\S|^VALUE [A-Z][a-z]", message)
    is_list = re.search(r"[.?] \w[^.]*: VALUE$", message)
    if several and not is_list and not message.rstrip().endswith((".", "?", "'", "VALUE")):
        faults.append(f"{place}: the last of several sentences has no period")
    if re.search(r"[\w\])'\"]\. +[a-z]", message):
        faults.append(f"{place}: a sentence begins with a small letter")
    if not several and not message.startswith(". ") and re.search(r"\w\.$", message):
        faults.append(f"{place}: a single sentence ends with a period")
    return faults
