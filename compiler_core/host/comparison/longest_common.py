"""The longest common subsequence of two token sequences, exactly and fast.

The dynamic programme runs on whole rows packed into integers, one bit per token on the right, so
that a row costs a few additions (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). The
rows are kept and walked back. 5,000 by 5,000 tokens take some hundredths of a second.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

Pairs = list[tuple[int, int]]


def longest_common(left: Sequence[Hashable], right: Sequence[Hashable]) -> Pairs:
    """Index pairs (i, j), increasing in both, with left[i] == right[j]; as many as possible."""
    start = _common_prefix(left, right)
    end = _common_suffix(left, right, start)
    middle = _by_bits(left[start : len(left) - end], right[start : len(right) - end])
    prefix = [(index, index) for index in range(start)]
    suffix = [(len(left) - back, len(right) - back) for back in range(end, 0, -1)]
    return [*prefix, *((i + start, j + start) for i, j in middle), *suffix]


def _common_prefix(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    shorter = min(len(left), len(right))
    return next((index for index in range(shorter) if left[index] != right[index]), shorter)


def _common_suffix(left: Sequence[Hashable], right: Sequence[Hashable], start: int) -> int:
    most = min(len(left), len(right)) - start
    for back in range(1, most + 1):
        if left[-back] != right[-back]:
            return back - 1
    return most


def _by_bits(left: Sequence[Hashable], right: Sequence[Hashable]) -> Pairs:
    """Bit j of row i is clear where the length grows between columns j and j + 1."""
    if not left or not right:
        return []
    places: dict[Hashable, int] = {}
    for column, token in enumerate(right):
        places[token] = places.get(token, 0) | 1 << column
    every = (1 << len(right)) - 1
    row = every
    rows = [row]
    for token in left:
        matching = row & places.get(token, 0)
        row = ((row + matching) | (row - matching)) & every
        rows.append(row)
    return _walk_back(rows, len(right))


def _walk_back(rows: Sequence[int], columns: int) -> Pairs:
    pairs: Pairs = []
    line, column = len(rows) - 1, columns
    while line and column:
        bit = 1 << (column - 1)
        if rows[line] & bit:
            column -= 1
        elif not rows[line - 1] & bit:
            line -= 1
        else:
            line -= 1
            column -= 1
            pairs.append((line, column))
    pairs.reverse()
    return pairs
