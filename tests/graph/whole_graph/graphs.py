"""Graphs to fold and draw: of modules, random ones, and ones with names that nobody expects."""

from __future__ import annotations

from random import Random

from compiler_core.trace import SnapshotNode

HOSTILE_NAMES = (
    "",
    "",
    "/",
    "//",
    "a",
    "a",
    "a/",
    "/a",
    "a/b",
    "a",
    "a/b/a/b",
    "b/a",
    "a/b",
    "../../a",
    "<script>alert(1)</script>/x",
    '"><svg onload=x>/y',
    "&amp;/z",
    "x" * 10_000,
    "y/" * 5_000,
    "/".join(["deep"] * 3_000),
    "\x00/\x1b",
    "\ud800/x",
    "ü/…/×4",
    ".",
    "...",
    "a.b.c",
    " / ",
)


def chain(names: list[str], operator: str = "Relu") -> list[SnapshotNode]:
    """Each node reads the one before it."""
    return [
        SnapshotNode(name, operator, (f"v{at - 1}",), (f"v{at}",), ("1×8×4×4 float32",))
        for at, name in enumerate(names)
    ]


def residual_network(blocks: int) -> list[SnapshotNode]:
    """A stem, equal blocks of four nodes with a way around each, and a head; names as PyTorch's
    exporter gives them."""
    nodes = [SnapshotNode("/stem/Conv", "Conv", ("image",), ("r0",), ("1×8×4×4 float32",))]
    for number in range(blocks):
        stem = f"/blocks/blocks.{number}"
        rows = (("conv/Conv", "Conv", ("r",), "a"), ("norm/BatchNormalization",
                "BatchNormalization", ("a",), "b"), ("Add", "Add", ("b", "r"), "c"),
                ("Relu", "Relu", ("c",), "r"))  # fmt: skip
        for name, operator, reads, makes in rows:
            inputs = tuple(f"{one}{number}" for one in reads)
            made = f"{makes}{number + 1}" if makes == "r" else f"{makes}{number}"
            nodes.append(
                SnapshotNode(f"{stem}/{name}", operator, inputs, (made,), ("1×8×4×4 float32",))
            )
    last = SnapshotNode("/head/Gemm", "Gemm", (f"r{blocks}",), ("y",), ("1×10 float32",))
    return [*nodes, last]


def random_graph(seed: int, size: int) -> list[SnapshotNode]:
    """Nodes of few operators that read any of the values before them, some named as hostilely as
    can be."""
    chance = Random(seed)
    return [
        SnapshotNode(
            chance.choice((*HOSTILE_NAMES, f"m{chance.randrange(4)}/m{chance.randrange(3)}/n{at}")),
            chance.choice(("Conv", "Relu", "Add")),
            tuple(f"v{chance.randrange(max(at, 1))}" for _ in range(chance.randrange(3))),
            (f"v{at}",),
            chance.choice(((), ("1×8×4×4 float32",), ("?×8 float32",), ("scalar ?",))),
        )
        for at in range(size)
    ]
