"""What a pass changed in a program's text: lines that came and went, with a few around them.

Values are numbered anew by every print, so lines that differ in numbers alone count as the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

from app.atlas.views.atlas import ComparedLine
from compiler_core.trace import Snapshot

_VALUE = re.compile(r"%[\w#:.-]+|\^bb\d+")
_AROUND = 1
_MOST_ROWS = 50
_KEPT = 256
"""Comparisons: they are most of what a page's second view would take."""


@lru_cache(maxsize=_KEPT)
def difference_rows(before: Snapshot, after: Snapshot) -> tuple[ComparedLine, ...]:
    """At most some fifty rows, the last of which says how many more there are."""
    left, right = _texts(before), _texts(after)
    rows = list(islice(_rows(left, right), _MOST_ROWS + 1))
    if len(rows) > _MOST_ROWS:
        more = sum(1 for _ in _rows(left, right)) - _MOST_ROWS
        rows[_MOST_ROWS:] = [ComparedLine("…", f"{more:,} more rows")]
    return tuple(rows)


def _texts(snapshot: Snapshot) -> list[str]:
    return [line.text for line in snapshot.lines]


def _rows(left: Sequence[str], right: Sequence[str]) -> Iterator[ComparedLine]:
    masked = [[_VALUE.sub("%", text).strip() for text in side] for side in (left, right)]
    matcher = SequenceMatcher(None, *masked, autojunk=False)
    for at, group in enumerate(matcher.get_grouped_opcodes(_AROUND)):
        if at:
            yield ComparedLine("…", "")
        for kind, first, last, start, end in group:
            if kind == "equal":
                yield from (ComparedLine(" ", text) for text in right[start:end])
                continue
            yield from (ComparedLine("-", text) for text in left[first:last])
            yield from (ComparedLine("+", text) for text in right[start:end])
