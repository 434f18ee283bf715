"""The common lines of two texts: exactly for short ones, by landmarks first for long ones.

The exact longest common subsequence costs lines times lines. Long texts are cut before that at
lines which occur once on either side and keep their order (the idea of Bram Cohen's patience
diff); between two such landmarks the answer is exact again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from compiler_core.host.comparison.longest_common import longest_common

Pairs = list[tuple[int, int]]
# Up to here the exact answer for the whole takes about a millisecond.
EXACT_LINES = 400


def common_lines(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """Index pairs (i, j), increasing in both, with left[i] == right[j]."""
    if min(len(left), len(right)) <= EXACT_LINES:
        return longest_common(left, right)
    pairs: Pairs = []
    start_left = start_right = 0
    for end_left, end_right in [*_landmarks(left, right), (len(left), len(right))]:
        if start_left < end_left and start_right < end_right:
            gap = longest_common(left[start_left:end_left], right[start_right:end_right])
            pairs += [(start_left + line, start_right + two) for line, two in gap]
        if end_left < len(left):
            pairs.append((end_left, end_right))
        start_left, start_right = end_left + 1, end_right + 1
    return pairs


def _landmarks(left: Sequence[str], right: Sequence[str]) -> Pairs:
    """Lines that occur once on either side, as many as keep their order."""
    counts_left, counts_right = Counter(left), Counter(right)
    places = {line: position for position, line in enumerate(right) if counts_right[line] == 1}
    pairs = [
        (position, places[line])
        for position, line in enumerate(left)
        if counts_left[line] == 1 and line in places
    ]
    return _increasing(pairs)


def _increasing(pairs: Pairs) -> Pairs:
    """The longest subsequence that increases on the right (patience sorting)."""
    tops: list[int] = []
    on_top: list[int] = []
    before: list[int] = []
    for number, (_, right) in enumerate(pairs):
        pile = bisect_left(tops, right)
        before.append(on_top[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(right)
            on_top.append(number)
        else:
            tops[pile], on_top[pile] = right, number
    chosen: Pairs = []
    number = on_top[-1] if on_top else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = before[number]
    chosen.reverse()
    return chosen
