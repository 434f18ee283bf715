"""Both fusions of one graph: ours with its tree of post-dominators, and TVM's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from compiler_core.atlas.tvm.graphs import graph_named, model_of
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.kinds import KIND_TITLES, OperatorKind
from compiler_core.graph.fusion.records import DominatorNode

Kernels = frozenset[frozenset[str]]
"""A partition of the operators' names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothFusions:
    """One graph, cut into kernels twice."""

    operators: tuple[str, ...]
    """In their order, as are both lists of kernels."""
    ours: tuple[tuple[str, ...], ...]
    theirs: tuple[tuple[str, ...], ...]
    tree: tuple[DominatorNode, ...]
    """Ours: kind, and the first operator that every way out passes."""
    kinds: Mapping[str, str]
    """TVM's kind of each operator in words, by the operator's name."""

    @property
    def in_both(self) -> int:
        """Kernels that are the same."""
        return len(_partition(self.ours) & _partition(self.theirs))

    @property
    def alike(self) -> bool:
        return _partition(self.ours) == _partition(self.theirs)

    @property
    def other_kinds(self) -> int:
        """Operators whose kind is another."""
        return sum(node.kind != self.kinds.get(node.name) for node in self.tree)


def both_fusions(
    name: str,
    sizes: Mapping[str, int],
    most: int,
    kinds: Mapping[str, int],
    kernels: tuple[tuple[str, ...], ...],
) -> BothFusions:
    """most: operators in a kernel; kinds, kernels: as TVM says."""
    graph = graph_named(name)
    fusion = fuse(model_of(graph, sizes), FusionOptions(nodes=most))
    order = {operator.name: at for at, operator in enumerate(graph.operators)}
    return BothFusions(
        operators=tuple(order),
        ours=_ordered((group.nodes for group in fusion.groups), order),
        theirs=_ordered(kernels, order),
        tree=fusion.tree,
        kinds={node: KIND_TITLES[OperatorKind(number)] for node, number in kinds.items()},
    )


def _ordered(
    kernels: Iterable[tuple[str, ...]], order: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """By their first operators, so that equal kernels stand beside each other."""
    inside = [tuple(sorted(kernel, key=order.__getitem__)) for kernel in kernels]
    return tuple(sorted(inside, key=lambda kernel: order[kernel[0]]))


def _partition(kernels: tuple[tuple[str, ...], ...]) -> Kernels:
    return frozenset(map(frozenset, kernels))


def kernel_lines(kernels: tuple[tuple[str, ...], ...]) -> str:
    """One kernel a line."""
    return "\n".join(f"{at}: {' + '.join(kernel)}" for at, kernel in enumerate(kernels, 1))


def tree_lines(tree: tuple[DominatorNode, ...]) -> str:
    """Each operator with its kind, where all ways out of it meet, and the hardest kind until
    there."""
    return "\n".join(f"{node.name}: {node.kind}{_meeting(node)}" for node in tree)


def _meeting(node: DominatorNode) -> str:
    return f", all ways meet at {node.parent} ({node.path_kind})" if node.parent else ", no meeting"


def kind_lines(fusions: BothFusions) -> str:
    """TVM's kinds, in the same order."""
    return "\n".join(f"{node.name}: {fusions.kinds.get(node.name, '')}" for node in fusions.tree)
