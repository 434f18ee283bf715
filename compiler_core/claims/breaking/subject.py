"""What a sentence itself names stays as it is: a change of that would break another sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from compiler_core.claims.breaking.change import Change

_SYNONYMS: dict[str, str] = {
    "float": r"float(s|ing)?\b",
    "double": r"doubles?\b",
    "int": r"(int|integers?|whole numbers?)\b",
    "unsigned": r"unsigned\b",
    "short": r"shorts?\b",
    "char": r"(chars?|bytes?)\b",
    "bit-field": r"bit[- ]?fields?\b",
    "sve": r"sve2?\b",
    "-Ofast": r"(-Ofast|-ffast-math)\b",
}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def named_by(says: str, change: Change) -> tuple[str, ...]:
    """The words of the sentence that the change would take away or give it."""
    return words_named(says, change.touches)


def words_named(says: str, touches: Iterable[str]) -> tuple[str, ...]:
    """Those of the words that the sentence has."""
    return tuple(word for word in touches if _is_named(says, word))


def _is_named(says: str, word: str) -> bool:
    pattern = "|".join(_patterns(word))
    return re.search(rf"(?<![\w-])({pattern})", says, re.IGNORECASE) is not None


def _patterns(word: str) -> Iterator[str]:
    yield _SYNONYMS.get(word, rf"{re.escape(word)}(?![\w-])")
    if word.isdigit() and int(word) < len(_NUMBERS):
        yield rf"{_NUMBERS[int(word)]}\b"
