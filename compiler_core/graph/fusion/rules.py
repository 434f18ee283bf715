"""The rules that allow or forbid fusing a node with its post-dominator, with their sentences.

They are those of TVM (`GraphPartitioner::RunFuse`, src/relax/analysis/graph_partitioner.cc, and
docs/arch/fusion.rst). Each refusal names the one fact that decided it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """name: as decisions carry it. idea: one sentence for students."""

    name: str
    idea: str
    allows: bool


ELEMENTWISE_TAIL = Rule(
    "elementwise-tail",
    "A complex operator takes in the elementwise work up to its post-dominator: each result passes "
    "through it in a register before it is stored.",
    True,
)
ELEMENTWISE_JOINS = Rule(
    "elementwise-joins",
    "Elementwise work is computed where it is read: inside the kernel of its post-dominator.",
    True,
)
INJECTIVE_CHAIN = Rule(
    "injective-chain",
    "Moving elements is index arithmetic: it joins elementwise or moving work behind it.",
    True,
)
INJECTIVE_INTO_TUPLE = Rule(
    "injective-into-tuple",
    "The tuple is already part of a moving kernel, so what feeds it may join.",
    True,
)
OPAQUE_OPERATOR = Rule(
    "opaque-operator",
    "Its loops are not known, so nothing can be put into them.",
    False,
)
LEAVES_GRAPH = Rule(
    "leaves-the-graph",
    "Its result is an output of the graph and has to be stored.",
    False,
)
SEPARATE_PATHS = Rule(
    "separate-paths",
    "Its consumers lie on separate paths: fused with one of them, the other would have to compute "
    "it again.",
    False,
)
UNREAD = Rule("unread", "Nobody reads its result.", False)
SECOND_COMPLEX = Rule(
    "second-complex-operator",
    "There is a complex operator in its way: two of them in one kernel would each need their own "
    "loops.",
    False,
)
OPAQUE_ON_PATH = Rule(
    "opaque-on-the-way", "There is an opaque operator in its way: a barrier for fusion.", False
)
TAIL_NOT_ELEMENTWISE = Rule(
    "tail-not-elementwise",
    "A complex operator takes in elementwise work only; what comes next moves or sums elements.",
    False,
)
INJECTIVE_ON_PATH = Rule(
    "path-not-injective", "Moving work joins only elementwise or moving work.", False
)
REDUCTION_STARTS = Rule(
    "reduction-ends-a-kernel",
    "A reduction is complete only at its end, so nothing behind it can share its loops.",
    False,
)
TUPLE_WAITS = Rule("tuple-not-absorbed", "It feeds a tuple that is a kernel of its own.", False)
TOO_MANY_NODES = Rule("too-many-nodes", "The kernel would have too many nodes.", False)
TOO_MANY_ARGUMENTS = Rule(
    "too-many-arguments", "The kernel would have more arguments than the target allows.", False
)
LATER_PHASE = Rule("later-phase", "Moving work waits until complex operators have fused.", False)
ALREADY_TOGETHER = Rule("already-together", "It is part of that kernel already.", True)
