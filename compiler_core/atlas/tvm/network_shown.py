"""What the page on TVM says of a network: facts, a sentence, steps, both cuts over its nodes."""

from __future__ import annotations

from collections.abc import Iterable

from compiler_core.atlas.networks import OwnNode
from compiler_core.atlas.node_bars import node_bars
from compiler_core.atlas.records import SIDES, AtlasFact, Lane, TimePicture
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.tvm.joined import BothCuts, OddPair
from compiler_core.atlas.tvm.kernels import kernel_lines, tree_lines
from compiler_core.basis import Value
from compiler_core.trace import Snapshot, Step

_LINES_KEPT = 300
_PAIRS_SAID = 2
_DIFFERENCE = "difference from ONNX Runtime"
NETWORK_FACTS = (
    AtlasFact(name="operators, as TVM has them", unit="", basis="counted"),
    AtlasFact(name="nodes that are several operators to TVM", unit="", basis="counted"),
    AtlasFact(name="nodes that TVM spreads over several kernels", unit="", basis="counted"),
    AtlasFact(name="pairs that only TVM joins", unit="", basis="counted"),
    AtlasFact(name="pairs that only we join", unit="", basis="counted"),
    AtlasFact(name=_DIFFERENCE, unit="millionths of the largest", basis="computed"),
)


def network_facts(cuts: BothCuts) -> dict[str, Value]:
    """By the names of the ready graphs', and the names above."""
    return {
        "operators": len(cuts.network.nodes),
        "kernels, TVM": len(cuts.theirs),
        "kernels, ours": len(cuts.ours),
        "kernels that are the same": cuts.in_both,
        "both cut alike": cuts.alike,
        "operators of another kind": len(cuts.other_kinds),
        "operators, as TVM has them": cuts.operators,
        "nodes that are several operators to TVM": len(cuts.several),
        "nodes that TVM spreads over several kernels": len(cuts.spread),
        "pairs that only TVM joins": sum(pair.by_tvm for pair in cuts.pairs),
        "pairs that only we join": sum(not odd.by_tvm for odd in cuts.pairs),
        _DIFFERENCE: round(cuts.tvm.difference * 1e6, 2),
    }


def network_sentence(cuts: BothCuts) -> str:
    """What is to be seen: both cuts, what only one of them joins, and how far the result is."""
    nodes, theirs = len(cuts.network.nodes), len(cuts.theirs)
    text = f"Of {_number(nodes, 'node')} TVM makes {_number(theirs, 'kernel')}"
    if cuts.alike:
        text += ", and we make the same."
    else:
        text += f", we make {len(cuts.ours)}, and {cuts.in_both} are the same."
    if cuts.several:
        text += (
            f" To TVM these nodes are {cuts.operators} operators of its own, "
            f"{_number(len(cuts.several), 'node')} being several of them."
        )
    text += _difference_said(cuts)
    far = cuts.tvm.difference * 1e6
    if not far:
        return f"{text} Its result is ONNX Runtime's, number for number."
    return f"{text} Its result is {far:.2f} millionths of the largest away from ONNX Runtime's."


def _difference_said(cuts: BothCuts) -> str:
    text = ""
    if cuts.is_limited and cuts.several and not cuts.alike:
        text += " The limit counts operators there, and nodes here."
    text += "".join(f" {_pair(pair)}" for pair in cuts.pairs[:_PAIRS_SAID])
    more = len(cuts.pairs) - _PAIRS_SAID
    if more > 0:
        text += f" The steps tell of {_number(more, 'pair')} more."
    if cuts.spread:
        names = " and ".join(cuts.spread[:_PAIRS_SAID])
        text += f" What TVM makes of {names} lies in several of its kernels."
    return text


def _pair(pair: OddPair) -> str:
    only = "Only TVM joins" if pair.by_tvm else "Only we join"
    return f"{only} {pair.node} with {pair.reader}: {pair.why}."


def _number(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def network_steps(cuts: BothCuts, kernels_text: str) -> tuple[Step, ...]:
    """kernels_text: TVM's program, as it is shown."""
    nodes = cuts.network.nodes
    differing = (
        (
            Step(
                "what only one of both joins",
                "compiler",
                True,
                None,
                _text("pairs of nodes", "\n".join(map(_pair, cuts.pairs))),
            ),
        )
        if cuts.pairs
        else ()
    )
    return (
        Step("the network, behind our passes", "program", True, None,
             _text("nodes", _lines(_node(cuts, node) for node in nodes))),
        Step(
            "kinds of nodes, and where ways meet", SIDES, True,
            _text("Ours, with the tree of post-dominators", tree_lines(cuts.network.fusion.tree)),
            _text("TVM's operators for it, each with its kind",
                  _lines(f"{own_node.name}: {_made(cuts, own_node)}" for own_node in nodes)),
        ),
        Step(
            "kernels", SIDES, not cuts.alike,
            _text(f"Ours: {len(cuts.ours)}", kernel_lines(cuts.ours)),
            _text(f"TVM's: {len(cuts.theirs)}", kernel_lines(cuts.theirs)),
        ),
        *differing,
        Step("TVM's kernels, as it writes them", "compiler", True, None,
             _text("Relax", kernels_text)),
    )  # fmt: skip


def _node(cuts: BothCuts, node: OwnNode) -> str:
    reads = [name for name in node.reads if name and name not in cuts.network.constants]
    return f"{node.name} = {node.operator}({', '.join(reads)})"


def _made(cuts: BothCuts, node: OwnNode) -> str:
    return " + ".join(operator.text for operator in cuts.tvm.operators[node.name]) or "none"


def cuts_over_nodes(cuts: BothCuts) -> TimePicture:
    """Two lanes; a node that is in several of TVM's kernels stands in the last of them."""
    nodes = cuts.network.nodes
    ours = {name: f"our kernel {at}" for at, names in enumerate(cuts.ours, 1) for name in names}
    theirs = {
        name: f"TVM's kernel {at}" for at, names in enumerate(cuts.theirs, 1) for name in names
    }
    return TimePicture(
        title="The same nodes in kernels of ours and in kernels of TVM's",
        lanes=(
            Lane(name="our kernels", bars=node_bars([ours.get(node.name, "") for node in nodes])),
            Lane(name="TVM's kernels", bars=node_bars([theirs.get(own.name, "") for own in nodes])),
        ),
        more_lanes=0,
        end=float(max(len(nodes), 1)),
        kinds=("a kernel", "the next kernel"),
        counts="nodes",
    )


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _text(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, _LINES_KEPT)
