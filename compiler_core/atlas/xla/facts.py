"""What the page on XLA says in numbers: each counted in what XLA printed."""

from __future__ import annotations

from compiler_core.atlas.records import AtlasFact
from compiler_core.atlas.xla.asking import XlaRun
from compiler_core.atlas.xla.buffers import our_plan, xla_plan
from compiler_core.atlas.xla.cuts import TwoCuts
from compiler_core.atlas.xla.dumps import FUSION, LAYOUTS, steps_of
from compiler_core.atlas.xla.hlo import read_hlo
from compiler_core.atlas.xla.sharding import DEVICES
from compiler_core.basis import Value

REWRITER = "dot-library-rewriter"
DIFFERENCE = "difference from numpy or ONNX Runtime"
_NONE = "none"
_OF_NETWORKS = (
    "kernels that come from no node",
    "nodes of the network",
    "kernels of ours",
    "kernels of ours that are cut",
    "kernels that join several of ours",
    "nodes in the largest kernel",
    "nodes in the largest of ours",
)
FACTS = (
    AtlasFact(name="dumps", unit="", basis="counted"),
    AtlasFact(name="passes that changed the text", unit="", basis="counted"),
    AtlasFact(name="dump of layout assignment", unit="", basis="counted"),
    AtlasFact(name="dump of the dot library", unit="", basis="counted"),
    AtlasFact(name="dump of fusion", unit="", basis="counted"),
    AtlasFact(name="instructions before", unit="", basis="counted"),
    AtlasFact(name="kernels", unit="", basis="counted"),
    AtlasFact(name="fusions", unit="", basis="counted"),
    AtlasFact(name="fusions by the dot library", unit="", basis="counted"),
    AtlasFact(name="fusions of one operation", unit="", basis="counted"),
    AtlasFact(name="all-reduces", unit="", basis="counted"),
    AtlasFact(name="all-gathers", unit="", basis="counted"),
    AtlasFact(name="other collectives", unit="", basis="counted"),
    AtlasFact(name="bytes exchanged by a device", unit="bytes", basis="computed"),
    AtlasFact(name="flops of products, whole program", unit="", basis="computed"),
    AtlasFact(name="flops of products, one device", unit="", basis="computed"),
    AtlasFact(name="flops of one device, as XLA says", unit="", basis="computed"),
    AtlasFact(name="arguments of one device", unit="bytes", basis="counted"),
    AtlasFact(name="set aside by XLA", unit="bytes", basis="counted"),
    AtlasFact(name="an arena of ours", unit="bytes", basis="computed"),
    AtlasFact(name="without reuse", unit="bytes", basis="computed"),
    AtlasFact(name="kernels that only move data", unit="", basis="counted"),
    AtlasFact(name="kernels that come from no node", unit="", basis="counted"),
    AtlasFact(name="nodes of the network", unit="", basis="counted"),
    AtlasFact(name="kernels of ours", unit="", basis="counted"),
    AtlasFact(name="kernels of ours that are cut", unit="", basis="counted"),
    AtlasFact(name="kernels that join several of ours", unit="", basis="counted"),
    AtlasFact(name="nodes in the largest kernel", unit="", basis="counted"),
    AtlasFact(name="nodes in the largest of ours", unit="", basis="counted"),
    AtlasFact(name=DIFFERENCE, unit="millionths of the largest", basis="computed"),
)


def facts_of(run: XlaRun, cuts: TwoCuts | None) -> dict[str, Value]:
    """By the names above. cuts: None for a program."""
    return {**_counted(run), **_cut(run, cuts), DIFFERENCE: round(run.difference * 1e6, 2)}


def _counted(run: XlaRun) -> dict[str, Value]:
    first, last = read_hlo(run.dumps.first), read_hlo(run.text)
    buffers = run.buffers
    gathers, reduces = last.count("all-gather"), last.count("all-reduce")
    return {
        "dumps": len(run.dumps.prints),
        "passes that changed the text": sum(step.changed for step in steps_of(run.dumps)),
        "dump of layout assignment": _number(run, LAYOUTS),
        "dump of the dot library": _number(run, REWRITER),
        "dump of fusion": _number(run, FUSION),
        "instructions before": len(first.instructions),
        "kernels": last.kernels,
        "fusions": last.count("fusion"),
        "fusions by the dot library": run.dumps.fusions_by(REWRITER),
        "fusions of one operation": last.fusions_of_one,
        "all-reduces": reduces,
        "all-gathers": gathers,
        "other collectives": last.collectives - reduces - gathers,
        "bytes exchanged by a device": last.bytes_exchanged,
        "flops of products, whole program": first.product_flops,
        "flops of products, one device": last.product_flops,
        "flops of one device, as XLA says": run.flops,
        "arguments of one device": buffers.handed_over,
        "set aside by XLA": buffers.allocated,
        "an arena of ours": our_plan(buffers).arena_bytes,
        "without reuse": xla_plan(buffers).without_reuse,
    }


def _cut(run: XlaRun, cuts: TwoCuts | None) -> dict[str, Value]:
    moves: dict[str, Value] = {
        "kernels that only move data": sum(xla_kernel.moves for xla_kernel in run.kernels)
    }
    if cuts is None:
        return moves | dict.fromkeys(_OF_NETWORKS, _NONE)
    numbers = (
        sum(not kernel.nodes for kernel in cuts.kernels),
        len(cuts.ours),
        len(cuts.network.groups),
        len(cuts.cut_groups),
        len(cuts.joining),
        max((len(xla_kernel.nodes) for xla_kernel in cuts.kernels), default=0),
        max(map(len, cuts.network.groups)),
    )
    return moves | dict(zip(_OF_NETWORKS, numbers, strict=True))


def _number(run: XlaRun, name: str) -> float | str:
    """Of the first dump behind a pass, or that there is none."""
    number = run.dumps.number_of(name)
    return _NONE if number is None else number


def sentence_of(facts: dict[str, Value], *, split: bool) -> str:
    """What is to be seen, with its numbers."""
    text = (
        f"{facts['instructions before']} instructions become kernels: {facts['kernels']}. Fusions "
        f"among these: {facts['fusions']}; made for the dot library: "
        f"{facts['fusions by the dot library']}. {_order(facts)}"
    )
    if facts["nodes of the network"] != _NONE:
        return f"{_over_nodes(facts)} {text}"
    return f"{text} {_on_devices(facts)}" if split else text


def _over_nodes(facts: dict[str, Value]) -> str:
    ours, cut = facts["kernels of ours"], facts["kernels of ours that are cut"]
    joining = facts["kernels that join several of ours"]
    return (
        f"{facts['nodes of the network']} nodes are {ours} kernels of ours and {facts['kernels']} "
        f"of XLA's, of which {facts['kernels that only move data']} only move data. XLA cuts {cut} "
        f"of ours into several; kernels of its own that join several of ours: {joining}. Its "
        f"largest computes something of {facts['nodes in the largest kernel']} nodes, our largest "
        f"of {facts['nodes in the largest of ours']}."
    )


def _order(facts: dict[str, Value]) -> str:
    layouts, fusion = facts["dump of layout assignment"], facts["dump of fusion"]
    if isinstance(layouts, str) or isinstance(fusion, str):
        return "The pass that is called fusion changed nothing."
    word = "before" if layouts < fusion else "behind"
    return f"Layouts were assigned {word} fusion: dump {layouts}, and dump {fusion}."


def _on_devices(facts: dict[str, Value]) -> str:
    names = ("all-reduces", "all-gathers", "other collectives")
    talks = [f"{name}: {facts[name]}" for name in names if facts[name]]
    whole, part = facts["flops of products, whole program"], facts["flops of products, one device"]
    work = f"Each of {DEVICES} devices does {part:,} of {whole:,} multiplications and additions"
    if not whole:
        work = "There are no products of matrices"
    exchanged = f"{', '.join(talks)}; {facts['bytes exchanged by a device']:,} bytes on each."
    return f"{work}. {exchanged}" if talks else f"{work}, and they exchange nothing."
