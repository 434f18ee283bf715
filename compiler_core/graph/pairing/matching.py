"""All five methods in their order: from two networks to pairs, groups, and what stands alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from compiler_core.graph.pairing.alignment import align, is_named_alike
from compiler_core.graph.pairing.gaps import groups_of_gaps
from compiler_core.graph.pairing.labels import Codes, Labels, labels_of
from compiler_core.graph.pairing.marks import NetworkMarks, Wiring, wiring_of
from compiler_core.graph.pairing.partners import Keys, Partners
from compiler_core.graph.pairing.settling import settle

# How far codes look; an edit spoils them so far around it.
_ROUNDS = {"exact": 6, "shaped": 8, "operator": 2}
# Nodes without telling constants are alike by chance in narrower neighbourhoods than this.
_NARROWEST = {"exact": 1, "shaped": 2}


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes of both sides that belong together, by their numbers in the files: one and one is a
    pair, several and one a fusion, one and several a split; none and some are new, some and none
    are gone."""

    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """groups: every node of both sides stands in one; in the order in which the graphs compute."""

    left: Wiring
    right: Wiring
    groups: tuple[Group, ...]


def match_networks(left: NetworkMarks, right: NetworkMarks) -> Matching:
    """Each node of both in one group."""
    wirings = wiring_of(left), wiring_of(right)
    codes = Codes()
    labels = labels_of(wirings[0], codes, _ROUNDS), labels_of(wirings[1], codes, _ROUNDS)
    partners = Partners(*wirings)
    _join_same(partners, labels)
    if is_named_alike(partners, _plain_keys(labels, "shaped")):
        _join_named(partners, labels, ("exact", "shaped"))
    _join_shaped(partners, labels)
    named = is_named_alike(partners, _plain_keys(labels, "shaped"))
    if named:
        _join_named(partners, labels, ("exact", "shaped", "operator"))
    _spread(partners, labels, ("operator",))
    _join_aligned(partners, labels, codes, named)
    _spread(partners, labels, ("operator",))
    settle(partners, _plain_keys(labels, "exact"), _plain_keys(labels, "shaped"), named)
    groups = [Group((a,), (b,)) for a, b in partners.pairs()]
    groups += [Group(a, b) for a, b in groups_of_gaps(partners)]
    return Matching(*wirings, tuple(_in_order(_merged(groups), *wirings)))


def _join_same(partners: Partners, labels: tuple[Labels, Labels]) -> None:
    """Nodes whose neighbourhood is one other's with all its weights, wide ones first."""
    _join_rounds(partners, labels, "exact")
    telling = labels[0].telling, labels[1].telling
    partners.join_single(
        _plain_keys(labels, "exact"),
        (at for at in partners.free_left() if telling[0][at]),
        (at for at in partners.free_right() if telling[1][at]),
    )
    partners.spread(_keys(labels, "exact", 1), [a for a, _ in partners.pairs()])


def _join_shaped(partners: Partners, labels: tuple[Labels, Labels]) -> None:
    """The same by the shapes of weights; and the steps beside."""
    _join_rounds(partners, labels, "shaped")
    _spread(partners, labels, ("exact", "shaped"))


def _join_rounds(partners: Partners, labels: tuple[Labels, Labels], degree: str) -> None:
    for number in range(_ROUNDS[degree], _NARROWEST[degree] - 1, -1):
        keys = _keys(labels, degree, number)
        partners.join_single(keys, partners.free_left(), partners.free_right())


def _join_named(partners: Partners, labels: tuple[Labels, Labels], degrees: Iterable[str]) -> None:
    """Of nodes that are alike, those of one name; then the same, however they changed."""
    for degree in degrees:
        keys = _named_keys(partners, labels, degree)
        joined = partners.join_single(keys, partners.free_left(), partners.free_right())
        partners.spread(_plain_keys(labels, "exact"), joined)


def _keys(labels: tuple[Labels, Labels], degree: str, number: int) -> Keys:
    return labels[0].rounds[degree][number], labels[1].rounds[degree][number]


def _named_keys(partners: Partners, labels: tuple[Labels, Labels], degree: str) -> Keys:
    def keys(wiring: Wiring, own: Labels) -> list[Hashable]:
        plain = own.plain(degree)
        return [(code, node.name) for code, node in zip(plain, wiring.nodes, strict=True)]

    return keys(partners.left, labels[0]), keys(partners.right, labels[1])


def _plain_keys(labels: tuple[Labels, Labels], degree: str) -> Keys:
    return labels[0].plain(degree), labels[1].plain(degree)


def _spread(partners: Partners, labels: tuple[Labels, Labels], degrees: Iterable[str]) -> None:
    """Steps from every pair there is."""
    for degree in degrees:
        partners.spread(_plain_keys(labels, degree), [a for a, _ in partners.pairs()])


def _join_aligned(
    partners: Partners, labels: tuple[Labels, Labels], codes: Codes, named: bool
) -> None:
    """Laid side by side, and kept where something else speaks for the pair: a neighbour that is
    a pair too, or constants of the same shape."""
    laid = align(partners, labels, codes, named)
    for left, right in laid:
        partners.join(left, right)
    shaped = _plain_keys(labels, "shaped")
    for left, right in laid:
        telling = labels[0].telling[left] and shaped[0][left] == shaped[1][right]
        if not telling and not partners.agreeing(left, right):
            partners.part(left)


def _merged(groups: list[Group]) -> list[Group]:
    """Groups that share a node become one."""
    owner: dict[tuple[str, int], int] = {}
    merged: dict[int, Group] = {}
    for number, group in enumerate(groups):
        nodes = [("left", at) for at in group.left] + [("right", at) for at in group.right]
        for other in sorted({owner[node] for node in nodes if node in owner}):
            old = merged.pop(other)
            group = Group(_together(old.left, group.left), _together(old.right, group.right))
        merged[number] = group
        owner.update((("left", at), number) for at in group.left)
        owner.update((("right", at), number) for at in group.right)
    return list(merged.values())


def _together(first: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*first, *other)))


def _in_order(groups: list[Group], left: Wiring, right: Wiring) -> list[Group]:
    """As the left side computes; what only the right has, behind what stands before it there."""
    places = {node: at for at, node in enumerate(left.order)}
    beside = {b: places[group.left[0]] for group in groups if group.left for b in group.right}
    key: dict[Group, tuple[int, int, int]] = {}
    only_right = {group.right[0]: group for group in groups if not group.left}
    last, number = -1, 0
    for node in right.order:
        last = beside.get(node, last)
        if node in only_right:
            number += 1
            key[only_right[node]] = (last, 1, number)
    for group in groups:
        if group.left:
            key[group] = (min(places[at] for at in group.left), 0, 0)
    return sorted(groups, key=lambda group: key[group])
