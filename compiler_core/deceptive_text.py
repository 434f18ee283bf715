"""Characters that reorder or hide text on screen, and marks that show them.

A source may hold them in comments, strings and names, so that a person reads another program than
the compiler does (Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021). They are
shown by their code points; a text without them stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from compiler_core.source import SourceFile

# Format characters as Unicode lists them (general category Cf), separators of lines and paragraphs,
# control characters except those that a source is laid out with, and letters without a glyph.
_CATEGORIES = ("Cf", "Zl", "Zp", "Cc")
_LAYOUT = "\t\n\v\f"
_EMPTY_LETTERS = "\u115f\u1160\u3164\uffa0\u034f"
_CANDIDATE = re.compile(r"[^\x20-\x7e\t\n\v\f]")
# Persian and Indic words, and pictures composed of several, hold joiners (U+200C and U+200D).
_JOINED = re.compile(r"(?<=[^\x00-\x7f])(?P<joiner>[\u200c\u200d])(?=[^\x00-\x7f])|.", re.DOTALL)
MAXIMUM_LINES_NAMED = 8


def deceives(character: str) -> bool:
    """True if it is not seen, or changes the order in which others are seen."""
    if character in _LAYOUT:
        return False
    return unicodedata.category(character) in _CATEGORIES or character in _EMPTY_LETTERS


def is_deceptive(text: str) -> bool:
    """True if the text holds such a character; about a millisecond for 200,000 characters."""
    return any(map(deceives, set(_CANDIDATE.findall(text))))


def with_marks(text: str) -> str:
    """The text with `<U+202E>` in place of each such character."""
    return _CANDIDATE.sub(_mark, text)


def with_marks_in_prose(text: str) -> str:
    """The same for text in any language, in which joiners between two letters are spelling."""
    if not is_deceptive(text):
        return text
    return _JOINED.sub(lambda match: match["joiner"] or with_marks(match[0]), text)


def _mark(match: re.Match[str]) -> str:
    character = match[0]
    return _named(character) if deceives(character) else character


def _named(character: str) -> str:
    return f"<U+{ord(character):04X}>"


def deceptive_lines(source: SourceFile) -> dict[int, tuple[str, ...]]:
    """By line from 1: the characters, each once, as `U+202E`.

    A byte order mark at the very beginning is left out: compilers skip it, and it hides nothing.
    """
    text = source.text.removeprefix("\ufeff")
    lines = ((number, _deceptive(line)) for number, line in enumerate(text.split("\n"), 1))
    return {number: characters for number, characters in lines if characters}


def _deceptive(line: str) -> tuple[str, ...]:
    characters = dict.fromkeys(
        character for character in _CANDIDATE.findall(line) if deceives(character)
    )
    return tuple(_named(character).strip("<>") for character in characters)


def deceptive_note(sources: Sequence[SourceFile]) -> str:
    """One sentence that names the lines; empty if there are none."""
    places = [location for source in sources for location in _places(source, len(sources) > 1)]
    if not places:
        return ""
    named, more = places[:MAXIMUM_LINES_NAMED], len(places) - MAXIMUM_LINES_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return (
        f"This source holds characters that reorder or hide text: {', '.join(named)}{rest}. "
        "The compiler reads them as they stand; here each is shown by its code point, "
        "so that you read what it reads."
    )


def _places(source: SourceFile, is_named: bool) -> Iterator[str]:
    file = f" of {source.name}" if is_named else ""
    for line, characters in deceptive_lines(source).items():
        yield f"line {line}{file} ({', '.join(characters)})"
