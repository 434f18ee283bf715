"""A gradebook that Canvas exported, back with one column filled and every other byte as it was.

Columns Student, ID, SIS User ID, SIS Login ID and Section come first; a row `Points Possible`
stands above the students.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError

KEYS = ("SIS Login ID", "SIS User ID", "ID", "Student")
"""By which a row is matched with a member's external id or nickname, in this order."""
MOST_BYTES = 4 << 20
_POSSIBLE = "points possible"


@dataclass(frozen=True, slots=True)
class Filled:
    """text: the file. matched: rows that got points. unmatched: those of nobody here."""

    text: str
    matched: int
    unmatched: tuple[str, ...]


def fill_column(content: bytes, column: str, points: Mapping[str, int]) -> Filled:
    """points: by external id or nickname, in any case. Raises InputError with the line."""
    text = _decoded(content)
    rows = _rows(text)
    if not rows:
        raise InputError(
            "The file is empty.", "Export the gradebook from Canvas and send it as is."
        )
    titles = [_value(text, cell) for cell in rows[0]]
    if column not in titles:
        raise InputError(
            f"The file has no column {column!r}.",
            "Make the assignment in Canvas first, then export the gradebook.",
        )
    if not any(key in titles for key in KEYS):
        raise InputError("Line 1 has none of Canvas's columns.", f"Expected one of {list(KEYS)}.")
    index = titles.index(column)
    known = {name.casefold(): value for name, value in points.items()}
    pieces: list[str] = []
    end = 0
    matched, unmatched = 0, []
    for number, row in enumerate(rows[1:], 2):
        names = [
            _value(text, row[titles.index(key)])
            for key in KEYS
            if key in titles and titles.index(key) < len(row)
        ]
        if any(user.strip().casefold() == _POSSIBLE for user in names) or not any(names):
            continue
        score = next((known[user.casefold()] for user in names if user.casefold() in known), None)
        if score is None:
            unmatched.append(names[-1])
            continue
        if index >= len(row):
            raise InputError(f"Line {number} has {len(row)} cells and no {column!r}.")
        start, stop = row[index]
        pieces += [text[end:start], str(score)]
        end = stop
        matched += 1
    return Filled("".join(pieces) + text[end:], matched, tuple(unmatched))


def _decoded(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise InputError(f"The file is larger than {MOST_BYTES >> 20} MiB.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(
            f"Line {line} is not UTF-8: found the byte 0x{content[error.start]:02x}.",
            "Save the file as UTF-8.",
        ) from error


def _rows(text: str) -> list[list[tuple[int, int]]]:
    """Begin and end of every cell, quotes included, row by row."""
    rows: list[list[tuple[int, int]]] = [[]]
    start = 0
    quoted = False
    for position, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character == ",":
            rows[-1].append((start, position))
            start = position + 1
        elif character == "\n":
            end = position - 1 if position > start and text[position - 1] == "\r" else position
            rows[-1].append((start, end))
            rows.append([])
            start = position + 1
    if start < len(text):
        rows[-1].append((start, len(text)))
    return [row for row in rows if row]


def _value(text: str, cell: tuple[int, int]) -> str:
    content = text[cell[0] : cell[1]].removeprefix("\ufeff").strip()
    if len(content) >= 2 and content[0] == content[-1] == '"':
        content = content[1:-1].replace('""', '"')
    return content
