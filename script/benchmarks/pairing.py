"""How long two networks of 1,000 nodes take to be matched, when nothing of them stayed the same."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from statistics import median

from compiler_core.graph.pairing.comparison import compare_networks
from compiler_core.graph.pairing.marks import ConstantMark, NetworkMarks, NodeMark
from compiler_core.graph.pairing.records import ComparedNetwork
from script.benchmarks.measurement import Measurement

NODES = 1000
MOST_SECONDS = 2.0
ROUNDS = 5
_BLOCK = ("Conv", "BatchNormalization", "Relu", "Conv", "BatchNormalization", "Add", "Relu")
_REMOVED, _NEW = 50, 70


async def measure_pairing(_host: str, _port: int) -> Measurement:
    """The median of some rounds, in processor time of one thread."""
    seconds = [pairing_seconds(NODES) for _ in range(ROUNDS)]
    ours = median(seconds)
    return Measurement(
        what=f"two networks of {NODES:,} nodes, renamed, retrained and edited, matched",
        ours=f"{ours:.2f} s",
        other=f"longest {max(seconds):.2f} s",
        ratio="",
        limit=f"at most {MOST_SECONDS:g} s",
        met=ours <= MOST_SECONDS,
    )


def pairing_seconds(nodes: int) -> float:
    """From both networks' marks to the finished comparison."""
    left = _residual_network(nodes)
    sides = ComparedNetwork("left", left), ComparedNetwork("right", _edited(left))
    started = time.process_time()
    compare_networks(*sides)
    return time.process_time() - started


def _residual_network(nodes: int) -> NetworkMarks:
    made: list[NodeMark] = []
    start = value = "x"
    for at in range(nodes):
        operator = _BLOCK[at % len(_BLOCK)]
        start = value if at % len(_BLOCK) == 0 else start
        inputs = (value, start) if operator == "Add" else (value,)
        value = f"t{at}"
        made.append(
            NodeMark(
                name=f"n{at}",
                operator=operator,
                inputs=inputs,
                outputs=(value,),
                constants=_constants(operator, f"left {at}"),
            )
        )
    return NetworkMarks(tuple(made), ("x",), (value,))


def _constants(operator: str, content: str) -> tuple[ConstantMark, ...]:
    places = {"Conv": 1, "BatchNormalization": 4}.get(operator, 0)
    return tuple(
        ConstantMark(position, "float32", (64, 64), 16384, f"{content} {position}")
        for position in range(1, places + 1)
    )


def _edited(left: NetworkMarks) -> NetworkMarks:
    """All names and weights are others; some nodes are gone, some new."""
    stands_for = {"x": "x"}
    made: list[NodeMark] = []
    for at, node in enumerate(left.nodes):
        inputs = tuple(stands_for[name] for name in node.inputs)
        if at % _REMOVED == _REMOVED - 1:
            stands_for[node.outputs[0]] = inputs[0]
            continue
        value = stands_for[node.outputs[0]] = f"other{at}"
        constants = tuple(replace(mark, digest=f"other {mark.digest}") for mark in node.constants)
        made.append(
            replace(node, name=f"m{at}", inputs=inputs, outputs=(value,), constants=constants)
        )
        if at % _NEW == _NEW - 1:
            stands_for[node.outputs[0]] = f"new{at}"
            made.append(
                NodeMark(name=f"new{at}", operator="Abs", inputs=(value,), outputs=(f"new{at}",))
            )
    return NetworkMarks(tuple(made), ("x",), (stands_for[left.outputs[0]],))


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or (str(NODES),)):
        print(f"{count:,} nodes: {pairing_seconds(count):.2f} s of processor time")
