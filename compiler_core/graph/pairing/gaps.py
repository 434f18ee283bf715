"""Nodes without a partner: what takes their place, or the node that took them in.

A piece is what hangs together of one side's free nodes. Around it stand pairs, or ends of the
network. A piece of the other side with the same around it takes its place. Where the other side has
no such piece but joins the same pairs directly, the pair before or behind it may hold its work, as
a convolution holds the normalisation that was folded into it: then that pair has changed itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.graph.operator_kinds import is_product
from compiler_core.graph.pairing.marks import Edge, NodeMark, Wiring
from compiler_core.graph.pairing.partners import Partners

Place = tuple[str, int]
"""("maker" or "reader", a number): a pair by the node of the right, or an end of the network."""
# What can become part of a product beside it.
_SCALES = ("BatchNormalization", "Mul", "Div")
_SHIFTS = ("Add", "Sub")
_BIAS_PLACE = 2


@dataclass(frozen=True, slots=True)
class _Piece:
    """nodes: of one side. around: what stands around it."""

    nodes: tuple[int, ...]
    around: frozenset[Place]


def groups_of_gaps(partners: Partners) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """What has no partner: left and right nodes that belong together, or one side alone. A node of
    a pair stands in a group again where it took others in."""
    lefts = _pieces(partners.left, partners.of_left, partners.of_left)
    rights = _pieces(partners.right, partners.of_right, range(len(partners.of_right)))
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    left_alone, right_alone = _replaced(lefts, rights, groups)
    for piece in left_alone:
        holder = _holder(partners, piece, True)
        groups += [(piece.nodes, (holder,))] if holder >= 0 else [((at,), ()) for at in piece.nodes]
    for piece in right_alone:
        holder = _holder(partners, piece, False)
        groups += [((holder,), piece.nodes)] if holder >= 0 else [((), (at,)) for at in piece.nodes]
    return groups


def _replaced(
    lefts: list[_Piece],
    rights: list[_Piece],
    matches: list[tuple[tuple[int, ...], tuple[int, ...]]],
) -> tuple[list[_Piece], list[_Piece]]:
    """Pieces that take each other's place go to `matches`; the others are left."""
    by_around: defaultdict[frozenset[Place], list[_Piece]] = defaultdict(list)
    for piece in rights:
        by_around[piece.around].append(piece)
    alone: list[_Piece] = []
    for piece in lefts:
        others = by_around.get(piece.around, [])
        if not others or len(piece.around) < 2:
            alone.append(piece)
            continue
        matches.append((piece.nodes, others.pop(0).nodes))
    return alone, [piece for pieces in by_around.values() for piece in pieces]


def _pieces(wiring: Wiring, partner: Sequence[int], numbers: Sequence[int]) -> list[_Piece]:
    """numbers: by node of a pair, its number on the right."""
    seen: set[int] = set()
    pieces: list[_Piece] = []
    for start in wiring.order:
        if partner[start] < 0 and start not in seen:
            nodes = _hanging_together(wiring, partner, start)
            seen |= nodes
            around = frozenset(
                (what, edge.node if edge.node < 0 else numbers[edge.node])
                for at in nodes
                for what, edge in _edges(wiring, at)
                if edge.node < 0 or partner[edge.node] >= 0
            )
            pieces.append(_Piece(tuple(sorted(nodes)), around))
    return pieces


def _hanging_together(wiring: Wiring, partner: Sequence[int], start: int) -> set[int]:
    """The free nodes that free nodes lead to from here."""
    nodes, waiting = {start}, [start]
    while waiting:
        free = {
            edge.node
            for _, edge in _edges(wiring, waiting.pop())
            if edge.node >= 0 and partner[edge.node] < 0
        }
        waiting += free - nodes
        nodes |= free
    return nodes


def _edges(wiring: Wiring, at: int) -> Iterator[tuple[str, Edge]]:
    yield from (("maker", edge) for edge in wiring.makers[at])
    yield from (("reader", edge) for edge in wiring.readers[at])


def _holder(partners: Partners, piece: _Piece, is_left: bool) -> int:
    """The node of the other side that took the piece in; -1 for none."""
    makers = [number for what, number in piece.around if what == "maker" and number >= 0]
    readers = [number for what, number in piece.around if what == "reader"]
    if len(makers) == 1 and readers and _joins(partners, makers[0], readers, is_left):
        return _changed_holder(partners, piece, makers[0], is_left)
    return -1


def _joins(partners: Partners, maker: int, readers: Sequence[int], is_left: bool) -> bool:
    """Whether the side without the piece joins what stood around it directly."""
    wiring = partners.right if is_left else partners.left
    before = maker if is_left else partners.of_right[maker]
    direct = {edge.node for edge in wiring.readers[before]}
    wanted = {reader if is_left or reader < 0 else partners.of_right[reader] for reader in readers}
    return wanted <= direct


def _changed_holder(partners: Partners, piece: _Piece, maker: int, is_left: bool) -> int:
    left, right = partners.left.nodes[partners.of_right[maker]], partners.right.nodes[maker]
    alone, holding = (left, right) if is_left else (right, left)
    own = partners.left.nodes if is_left else partners.right.nodes
    if all(_is_held(own[at], alone, holding) for at in piece.nodes):
        return maker if is_left else partners.of_right[maker]
    return -1


def _is_held(node: NodeMark, alone: NodeMark, holding: NodeMark) -> bool:
    """Whether a node that stood behind `alone` may have become part of `holding`."""
    if alone.operator != holding.operator:
        products = is_product(alone.operator) and is_product(holding.operator)
        return products and node.operator in _SHIFTS + _SCALES
    before = {constant.place: constant.digest for constant in alone.constants}
    after = {mark.place: mark.digest for mark in holding.constants}
    gained = _BIAS_PLACE in after and _BIAS_PLACE not in before
    if node.operator in _SHIFTS:
        return gained or (_BIAS_PLACE in after and before.get(_BIAS_PLACE) != after[_BIAS_PLACE])
    changed = any(after.get(position) != digest for position, digest in before.items())
    return node.operator in _SCALES and changed
