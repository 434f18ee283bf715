"""The characters of a page that reorder or hide text, shown by their code points.

Names come from strangers' models, files and members. A text field keeps what was typed, and
attributes that nobody reads keep what they carry.
"""

from __future__ import annotations

import re

from compiler_core.deceptive_text import is_deceptive, with_marks_in_prose

# What the server writes escapes `<` and `>` in text and attributes, so these are its own tags.
_PIECE = re.compile(
    r"<(?P<element>textarea|script|style)\b.*?</(?P=element)>|(?P<tag><[^>]*>)|(?P<text>[^<]+)",
    re.DOTALL,
)
_READ_ALOUD = re.compile(r'\b(?P<name>title|alt|aria-[a-z]+)="(?P<value>[^"]*)"')
_LINE_END = "\r"


def as_shown(document: str) -> str:
    """The HTML with `<U+202E>` where its text, or a title of it, holds such a character."""
    if not is_deceptive(document.replace(_LINE_END, "")):
        return document
    return _PIECE.sub(_piece, document)


def _piece(match: re.Match[str]) -> str:
    if match["text"]:
        return _marked(match["text"])
    if match["tag"]:
        return _READ_ALOUD.sub(_attribute, match["tag"])
    return match[0]


def _attribute(match: re.Match[str]) -> str:
    return f'{match["name"]}="{_marked(match["value"])}"'


def _marked(text: str) -> str:
    lines = text.split(_LINE_END)
    return _LINE_END.join(_escaped(with_marks_in_prose(line), line) for line in lines)


def _escaped(marked: str, line: str) -> str:
    """Marks as HTML; what was there before is escaped already."""
    return line if marked is line else marked.replace("<", "&lt;").replace(">", "&gt;")
