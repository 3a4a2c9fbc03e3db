"""One word for one thing: no text that a player reads uses another word for what the glossary's last table names."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.prose import MARKDOWN, ROOT, markdown_texts
from tests.strings import SHOWN, phrases, templates

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


def shown() -> list[tuple[str, str]]:
    """Every text that a player reads, with its file."""
    texts = []
    for pattern in MARKDOWN:
        for path in ROOT.glob(pattern):
            texts += [(path, words) for _, words in markdown_texts(path.read_text("utf-8"))]
    for path in (path for folder in SHOWN for path in (ROOT / "picket_duty" / folder).rglob("*")):
        if path.suffix == ".py":
            texts += [(path, words) for words in templates(path.read_text("utf-8")) if words not in FORMER]
        elif path.suffix == ".toml":
            texts += [(path, words) for words in phrases(tomllib.loads(path.read_text("utf-8")))]
    return [(name, " ".join(words.split())) for path, words in texts if (name := _name(path)) not in EXPLAINED]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_text_uses_another_word():
    found = [
        f"{name}: {match.group()!r} in {words[:120]!r}: write {word}"
        for name, words in shown()
        for pattern, word in OTHER_WORDS.items()
        for match in re.finditer(pattern, words)
    ]
    assert found == []
