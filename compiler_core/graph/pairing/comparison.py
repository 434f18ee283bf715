"""What was changed between two networks, in the order in which they compute, with bytes and
instructions of both."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from compiler_core.graph.operator_kinds import is_product
from compiler_core.graph.pairing.alignment import longest_rising
from compiler_core.graph.pairing.differences import (
    NodeDifference,
    node_differences,
    wired_otherwise,
)
from compiler_core.graph.pairing.marks import NodeMark
from compiler_core.graph.pairing.matching import Group, Matching, match_networks
from compiler_core.graph.pairing.records import (
    ChangedPlace,
    ComparedNetwork,
    KernelWork,
    NetworkComparison,
    NetworkSide,
    PlaceKind,
    PlaceSide,
    ResultChange,
)
from compiler_core.graph.pairing.sentence import comparison_sentence


def compare_networks(left: ComparedNetwork, right: ComparedNetwork) -> NetworkComparison:
    """Both node by node."""
    matching = match_networks(left.marks, right.marks)
    otherwise = wired_otherwise(matching)
    places = tuple(_places(matching, otherwise, _Work(left.kernels), _Work(right.kernels)))
    pairs = [_marks_of(matching, group) for group in _single_pairs(matching)]
    results = list(_changed_results(matching, otherwise))
    changed = sum(len(region.left.names) == len(region.right.names) == 1 for region in places)
    comparison = NetworkComparison(
        left=_network_side(left),
        right=_network_side(right),
        sentence="",
        places=places,
        counts=dict(Counter(site.kind for site in places).most_common()),
        unchanged=len(pairs) - changed,
        renamed=tuple((a.name, b.name) for a, b in pairs if a.name != b.name),
        reordered=_reordered(matching),
        reshaped=len(results),
        reshaped_how=tuple(dict.fromkeys(change for changes in results for change in changes)),
    )
    return replace(comparison, sentence=comparison_sentence(comparison))


class _Work:
    """Instructions by node."""

    def __init__(self, kernels: Sequence[KernelWork]) -> None:
        self.kernels = kernels
        self.of_node: defaultdict[str, list[int]] = defaultdict(list)
        for number, kernel in enumerate(kernels):
            for name in kernel.sources:
                self.of_node[name].append(number)

    def side(self, nodes: Sequence[NodeMark]) -> PlaceSide:
        names = tuple(node.name for node in nodes)
        numbers = {number for name in names for number in self.of_node.get(name, ())}
        counted = sum(self.kernels[number].instructions for number in numbers)
        return PlaceSide(
            names,
            tuple(node.operator for node in nodes),
            sum(node.bytes for node in nodes),
            counted if self.kernels else None,
        )


def _network_side(network: ComparedNetwork) -> NetworkSide:
    counted = sum(kernel.instructions for kernel in network.kernels) if network.kernels else None
    marks = network.marks
    return NetworkSide(network.title, len(marks.nodes), marks.bytes, counted, marks.made)


def _places(
    matching: Matching, otherwise: dict[Group, str], left: _Work, right: _Work
) -> Iterator[ChangedPlace]:
    before = 0
    for group in matching.groups:
        lefts = [matching.left.nodes[at] for at in group.left]
        rights = [matching.right.nodes[at] for at in group.right]
        kind, words, types = _kind_and_words(group, lefts, rights, otherwise)
        if kind is None:
            before += 1
            continue
        yield ChangedPlace(
            kind=kind,
            left=left.side(lefts),
            right=right.side(rights),
            words=words,
            before=before,
            types=types,
        )
        before = 0


def _kind_and_words(
    group: Group, lefts: list[NodeMark], rights: list[NodeMark], otherwise: dict[Group, str]
) -> tuple[PlaceKind | None, str, str]:
    """And the types of its constants, where all of these changed alike."""
    if not lefts or not rights:
        return ("added" if rights else "removed"), "", ""
    if len(lefts) > 1 or len(rights) > 1:
        return _several(lefts, rights), "", ""
    differences = node_differences(lefts[0], rights[0])
    words = "; ".join(difference.words for difference in differences)
    if differences:
        return differences[0].kind, words, _types(differences)
    if group in otherwise:
        return "rewired", otherwise[group], ""
    return None, "", ""


def _types(differences: Sequence[NodeDifference]) -> str:
    types = {difference.types for difference in differences if difference.types}
    return types.pop() if len(types) == 1 else ""


def _several(lefts: list[NodeMark], rights: list[NodeMark]) -> PlaceKind:
    several, single = (lefts, rights) if len(lefts) > 1 else (rights, lefts)
    if len(single) > 1 or (any(map(_multiplies, several)) and not _may_multiply(single[0])):
        return "rewritten"
    return "fused" if len(lefts) > 1 else "split"


def _multiplies(node: NodeMark) -> bool:
    return is_product(node.operator)


def _may_multiply(node: NodeMark) -> bool:
    """Whether it can hold a product's work, as Softmax cannot; what operators of other domains do,
    nobody knows here."""
    held = "." in node.operator or any(word in node.operator for word in ("Attention", "Conv"))
    return held or is_product(node.operator)


def _single_pairs(matching: Matching) -> list[Group]:
    return [group for group in matching.groups if len(group.left) == len(group.right) == 1]


def _marks_of(matching: Matching, pair: Group) -> tuple[NodeMark, NodeMark]:
    return matching.left.nodes[pair.left[0]], matching.right.nodes[pair.right[0]]


def _changed_results(
    matching: Matching, otherwise: dict[Group, str]
) -> Iterator[tuple[ResultChange, ...]]:
    """What became of the results of each unchanged node whose results have other shapes or
    types."""
    for group in _single_pairs(matching):
        left, right = _marks_of(matching, group)
        if left.shapes == right.shapes or group in otherwise or node_differences(left, right):
            continue
        pairs = zip_longest(left.shapes, right.shapes, fillvalue="")
        yield tuple(change for pair in pairs for change in _result_changes(*pair))


def _result_changes(left: str, right: str) -> Iterator[ResultChange]:
    """left, right: as `shape_text` writes them, shape and type."""
    shape, _, type_name = left.partition(" ")
    other_shape, _, other_type = right.partition(" ")
    if shape != other_shape:
        yield ResultChange("shape", shape, other_shape)
    if type_name != other_type:
        yield ResultChange("type", type_name, other_type)


def _reordered(matching: Matching) -> int:
    pairs = sorted((group.left[0], group.right[0]) for group in _single_pairs(matching))
    return len(pairs) - len(longest_rising([right for _, right in pairs]))
