"""What is still free, laid side by side between pairs so that likenesses add up to the most."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from compiler_core.graph.pairing.labels import Codes, Labels
from compiler_core.graph.pairing.marks import Wiring
from compiler_core.graph.pairing.partners import Keys, Partners

# Cells of one table: two rows of 2,000 nodes. Longer ones are cut into pieces of equal shares.
_MOST_CELLS = 4_000_000
# Names are judged by pairs where these are more than one in so many nodes; otherwise by how many
# nodes of one name are alike.
_FEW, _ALIKE = 10, 0.9
# What a likeness counts. Of the operator's family: without it nodes are never laid together.
_OPERATOR, _SHAPED, _EXACT, _AROUND, _SHAPES, _NAME, _BESIDE = 2, 3, 4, 2, 1, 3, 3


@dataclass(frozen=True, slots=True)
class _Side:
    """Of one side: by node the family's code; by likeness its weight, and by node a code, -1 for
    what tells nothing."""

    families: np.ndarray
    weights: tuple[int, ...]
    likenesses: np.ndarray


def align(
    partners: Partners, labels: tuple[Labels, Labels], codes: Codes, named: bool
) -> list[tuple[int, int]]:
    """Pairs of free nodes, not joined yet. named: whether names tell anything."""
    sides = (
        _side(partners.left, labels[0], codes, named, _beside(partners.left, partners.of_left)),
        _side(partners.right, labels[1], codes, named, _beside(partners.right, _own(partners))),
    )
    pairs: list[tuple[int, int]] = []
    for left, right in _gaps(partners):
        for lefts, rights in _pieces(left, right):
            scores = _scores(sides, lefts, rights)
            pairs += [(lefts[row], rights[column]) for row, column in _best_path(scores)]
    return pairs


def _likenesses(
    wiring: Wiring,
    labels: Labels,
    codes: Codes,
    named: bool,
    beside: tuple[Sequence[int], Sequence[int]],
) -> Iterator[tuple[int, Sequence[int]]]:
    """Weights, each with a code for every node."""
    nodes = wiring.nodes
    yield _OPERATOR, labels.plain("operator")
    yield _SHAPED, _where(labels.telling, labels.plain("shaped"))
    yield _EXACT, _where(labels.telling, labels.plain("exact"))
    for degree in ("operator", "shaped"):
        for number in (1, 2):
            yield _AROUND, labels.rounds[degree][number]
    yield _SHAPES, [codes.of(("shapes", node.shapes)) if node.shapes else -1 for node in nodes]
    if named:
        yield _NAME, [codes.of(("name", node.name)) for node in nodes]
    yield _BESIDE, beside[0]
    yield _BESIDE, beside[1]


def _where(telling: Sequence[bool], codes: Sequence[int]) -> list[int]:
    return [code if tells else -1 for tells, code in zip(telling, codes, strict=True)]


def _side(
    wiring: Wiring,
    labels: Labels,
    codes: Codes,
    named: bool,
    beside: tuple[Sequence[int], Sequence[int]],
) -> _Side:
    rows = list(_likenesses(wiring, labels, codes, named, beside))
    return _Side(
        np.array(labels.families, np.int64),
        tuple(weight for weight, _ in rows),
        np.array([row for _, row in rows], np.int64),
    )


def _own(partners: Partners) -> list[int]:
    """By node of the right, its own number where it has a partner."""
    return [at if other >= 0 else -1 for at, other in enumerate(partners.of_right)]


def _beside(wiring: Wiring, numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """By node, its first maker and its first reader that are of pairs; -1 for none. numbers: of
    such nodes on the right."""

    def number(node: int) -> int:
        return numbers[node] if node >= 0 else node - 1  # -1 says that there is none

    def first(edges: Sequence[int]) -> int:
        return next((known for neighbour in edges if (known := number(neighbour)) != -1), -1)

    makers = [first([edge.node for edge in edges]) for edges in wiring.makers]
    readers = [first([reader.node for reader in edges]) for edges in wiring.readers]
    return makers, readers


def _gaps(partners: Partners) -> Iterator[tuple[list[int], list[int]]]:
    """Free nodes of both sides between pairs that stand in the same order on both."""
    places = {node: at for at, node in enumerate(partners.right.order)}
    paired = [
        (at, places[partners.of_left[node]])
        for at, node in enumerate(partners.left.order)
        if partners.of_left[node] >= 0
    ]
    fences = [paired[at] for at in longest_rising([position for _, position in paired])]
    ends = (len(partners.left.order), len(partners.right.order))
    before = (-1, -1)
    for fence in (*fences, ends):
        left = partners.left.order[before[0] + 1 : fence[0]]
        right = partners.right.order[before[1] + 1 : fence[1]]
        lefts = [node for node in left if partners.of_left[node] < 0]
        rights = [node for node in right if partners.of_right[node] < 0]
        if lefts and rights:
            yield lefts, rights
        before = fence


def longest_rising(values: Sequence[int]) -> list[int]:
    """Places of a longest rising part of the values (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        pile = bisect_left(tops, value)
        before.append(ends[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(value)
            ends.append(at)
        else:
            tops[pile], ends[pile] = value, at
    places: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        places.append(at)
        at = before[at]
    return places[::-1]


def _pieces(left: list[int], right: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    count = ceil(sqrt(max(len(left) * len(right) / _MOST_CELLS, 1)))
    for at in range(count):
        yield (
            left[len(left) * at // count : len(left) * (at + 1) // count],
            right[len(right) * at // count : len(right) * (at + 1) // count],
        )


def _scores(sides: tuple[_Side, _Side], left: list[int], right: list[int]) -> np.ndarray:
    """One row for each node of the left: what it gains beside each of the right, 0 for never."""
    scores = np.ones((len(left), len(right)), np.int32)
    rows = zip(sides[0].weights, sides[0].likenesses, sides[1].likenesses, strict=True)
    for weight, row, other in rows:
        likeness = row[left][:, None]
        scores += weight * ((likeness == other[right][None, :]) & (likeness != -1))
    family = sides[0].families[left][:, None] == sides[1].families[right][None, :]
    return np.where(family, scores, 0)


def _best_path(scores: np.ndarray) -> list[tuple[int, int]]:
    """Rows and columns, both rising, whose scores add up to the most; none of score 0."""
    rows, columns = scores.shape
    best = np.zeros((rows + 1, columns + 1), np.int32)
    for row in range(rows):
        best[row + 1, 1:] = np.maximum(best[row, 1:], best[row, :-1] + scores[row])
        np.maximum.accumulate(best[row + 1], out=best[row + 1])
    path: list[tuple[int, int]] = []
    row, column = rows, columns
    while row and column:
        if best[row, column] == best[row - 1, column]:
            row -= 1
        elif best[row, column] == best[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            path.append((row, column))
    return path[::-1]


def is_named_alike(partners: Partners, keys: Keys) -> bool:
    """Whether names of the pairs so far mostly agree; with few pairs, whether most names are shared
    and by nodes that are alike. keys: of the nodes themselves."""
    lefts, rights = partners.left.nodes, partners.right.nodes
    pairs = partners.pairs()
    fewest = min(len(lefts), len(rights))
    if _FEW * len(pairs) > fewest:
        return 2 * sum(lefts[a].name == rights[b].name for a, b in pairs) > len(pairs)
    of_name = {node.name: key for node, key in zip(lefts, keys[0], strict=True)}
    shared = [at for at, node in enumerate(rights) if node.name in of_name]
    alike = sum(of_name[rights[at].name] == keys[1][at] for at in shared)
    return 2 * len(shared) > fewest and alike >= _ALIKE * len(shared)
