"""What the page on IREE says in numbers: each counted in what IREE left."""

from __future__ import annotations

from compiler_core.atlas.iree.assembly import KernelCode, products_said
from compiler_core.atlas.iree.calling import refusal_of
from compiler_core.atlas.iree.compiled import IreeAnswer
from compiler_core.atlas.iree.dispatches import executables
from compiler_core.atlas.records import AtlasFact
from compiler_core.basis import Value

_NONE = "none"
_RUNS = "runs"
SAYS, CRASHED = "IREE says", "the compiler itself crashed"
NOTHING = "nothing"
FACTS = (
    AtlasFact(name=SAYS, unit="", basis="computed"),
    AtlasFact(name=CRASHED, unit="", basis="computed"),
    AtlasFact(name="phases", unit="", basis="counted"),
    AtlasFact(name="lines of the first phase", unit="", basis="counted"),
    AtlasFact(name="lines of the last phase", unit="", basis="counted"),
    AtlasFact(name="dispatches", unit="", basis="counted"),
    AtlasFact(name="dispatches that only move data", unit="", basis="counted"),
    AtlasFact(name="dispatches that prepare constants, once", unit="", basis="counted"),
    AtlasFact(name="kernels, some of them called twice", unit="", basis="counted"),
    AtlasFact(name="dispatches that lead to the source", unit="", basis="counted"),
    AtlasFact(name="bytes that dispatches write", unit="bytes", basis="counted"),
    AtlasFact(name="nodes of the network", unit="", basis="counted"),
    AtlasFact(name="kernels of ours", unit="", basis="counted"),
    AtlasFact(name="kernels of ours that are cut", unit="", basis="counted"),
    AtlasFact(name="instructions of the kernels", unit="", basis="counted"),
    AtlasFact(name="instructions for any AArch64", unit="", basis="counted"),
    AtlasFact(name="instructions that multiply and add", unit="", basis="counted"),
    AtlasFact(name="the same for any AArch64", unit="", basis="counted"),
    AtlasFact(name="dot products (SDOT)", unit="", basis="counted"),
    AtlasFact(name="products of small matrices (SMMLA)", unit="", basis="counted"),
    AtlasFact(name="features that LLVM does not know", unit="", basis="counted"),
    AtlasFact(name="module", unit="bytes", basis="counted"),
    AtlasFact(name="the AArch64 module here", unit="", basis="counted"),
    AtlasFact(name="the module for this machine", unit="", basis="counted"),
    AtlasFact(
        name="difference from numpy or ONNX Runtime",
        unit="millionths of the largest",
        basis="computed",
    ),
)


def facts_of(answer: IreeAnswer) -> dict[str, Value]:
    """By the names above."""
    return {
        SAYS: NOTHING,
        CRASHED: False,
        **_counted(answer),
        **_network(answer),
        **_code(answer),
        **_runs(answer),
    }


def _counted(answer: IreeAnswer) -> dict[str, Value]:
    phases, dispatches = answer.phases, answer.dispatches
    return {
        "phases": len(phases),
        "lines of the first phase": phases[0].text.count("\n") + 1,
        "lines of the last phase": phases[-1].text.count("\n") + 1,
        "dispatches": len(dispatches),
        "dispatches that only move data": sum(dispatch.copies for dispatch in dispatches),
        "dispatches that prepare constants, once": answer.prepared,
        "kernels, some of them called twice": executables(answer.flow),
        "dispatches that lead to the source": sum(bool(region.lines) for region in dispatches),
        "bytes that dispatches write": sum(writer.made for writer in dispatches),
    }


def _network(answer: IreeAnswer) -> dict[str, Value]:
    network = answer.network
    if network is None:
        return dict.fromkeys(
            ("nodes of the network", "kernels of ours", "kernels of ours that are cut"), _NONE
        )
    return {
        "nodes of the network": len(network.nodes),
        "kernels of ours": network.kernels,
        "kernels of ours that are cut": len(cut_groups(answer)),
    }


def cut_groups(answer: IreeAnswer) -> dict[str, int]:
    """Kernels of ours whose nodes IREE computes in several dispatches, and in how many."""
    if answer.network is None:
        return {}
    dispatches: dict[str, set[int]] = {}
    for node in answer.network.nodes:
        here = {at for at, dispatch in enumerate(answer.dispatches) if node.line in dispatch.lines}
        if node.group and here:
            dispatches.setdefault(node.group, set()).update(here)
    return {name: len(here) for name, here in dispatches.items() if len(here) > 1}


def _code(answer: IreeAnswer) -> dict[str, Value]:
    return {
        "instructions of the kernels": _instructions(answer.kernels),
        "instructions for any AArch64": _instructions(answer.plain) if answer.plain else _NONE,
        "instructions that multiply and add": products_said(answer.kernels),
        "the same for any AArch64": products_said(answer.plain),
        "dot products (SDOT)": _named(answer.kernels, "sdot"),
        "products of small matrices (SMMLA)": _named(answer.kernels, "smmla"),
        "features that LLVM does not know": len(answer.build.unknown),
        "module": len(answer.build.module),
    }


def _instructions(kernels: tuple[KernelCode, ...]) -> int:
    return sum(kernel.instructions for kernel in kernels)


def _named(kernels: tuple[KernelCode, ...], name: str) -> int:
    return sum(kernel.counts.get(name, 0) for kernel in kernels)


def _runs(answer: IreeAnswer) -> dict[str, Value]:
    called = answer.called
    if called is None:
        why = "a reader's own is only compiled" if answer.is_own else "its sizes are open"
        not_called = f"not called: {why}"
        return {
            "the AArch64 module here": not_called,
            "the module for this machine": not_called,
            "difference from numpy or ONNX Runtime": _NONE,
        }
    far = answer.difference
    return {
        "the AArch64 module here": _said(called.foreign.refused),
        "the module for this machine": _said(called.here.refused),
        "difference from numpy or ONNX Runtime": _NONE if far is None else round(far * 1e6, 2),
    }


def _said(refused: str) -> str:
    return refusal_of(refused)[0] if refused else _RUNS


def sentence_of(answer: IreeAnswer, facts: dict[str, Value]) -> str:
    """What is to be seen, with its numbers."""
    text = (
        f"{facts['phases']} phases make {facts['lines of the last phase']} lines of "
        f"{facts['lines of the first phase']}. Dispatches: {facts['dispatches']}"
    )
    moving = facts["dispatches that only move data"]
    text += f", {moving} of which only move data. " if moving else ". "
    if answer.network:
        text += (
            f"Of our {facts['kernels of ours']} kernels for the same network, IREE cuts "
            f"{facts['kernels of ours that are cut']} into several dispatches. "
        )
    text += (
        f"The kernels are {facts['instructions of the kernels']:,} instructions; what multiplies "
        f"and adds: {facts['instructions that multiply and add']}."
    )
    if answer.plain:
        text += f" For any AArch64 it is {facts['the same for any AArch64']}."
    if answer.build.unknown:
        text += f" LLVM does not know {', '.join(answer.build.unknown)} and leaves it out."
    return text
