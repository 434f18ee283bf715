"""The sentences about a region and its proof."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.slicing.answer import PoisonProof, ProbeRow, TensorRegion
from compiler_core.graph.slicing.proof import PoisonedRun, Probe

NEARLY_EVERYTHING = 0.9
_POISONS = {"NaN": "NaN", "noise": "large noise"}
_ENDINGS = {
    "Relu": "it was off, or stayed as it was",
    "Clip": "it held the value at its limit",
    "MaxPool": "another element stayed the largest",
    "GlobalMaxPool": "another element stayed the largest",
    "Max": "another element stayed the largest",
    "ArgMax": "the same place stayed the best",
    "QuantizeLinear": "it rounded to the same step, or stayed at its limit",
    "Cast": "it rounded to the same number",
    "Conv": "its weight is zero, or the sum rounded to the same number",
    "Gemm": "its weight is zero, or the sum rounded to the same number",
    "MatMul": "its weight is zero, or the sum rounded to the same number",
    "Add": "the sum rounded to the same number",
    "ConvInteger": "its weight is zero",
    "MatMulInteger": "its weight is zero",
}


def region_sentence(
    element: str, tensors: Sequence[TensorRegion], kernels: tuple[int, int], opaque: int
) -> str:
    """What the element depends on. kernels: how many, of how many."""
    inputs = [tensor for tensor in tensors if tensor.role == "input"]
    read, total = sum(region.elements for region in inputs), sum(source.total for source in inputs)
    through = f"through {kernels[0]} of {kernels[1]} kernels"
    if not read:
        return f"{element} depends on no element of an input, {through}."
    said = f"{read:,} of {total:,} elements of the input ({read / total:.1%}), {through}."
    everything = " Operators without a rule are taken to read everything." if opaque else ""
    if read < NEARLY_EVERYTHING * total:
        return f"{element} depends on {said}{everything}"
    return (
        f"{element} depends on nearly everything: {said}{everything} Choose an element of a tensor "
        "nearer to the input to see a smaller region."
    )


def poison_proof(run: PoisonedRun) -> PoisonProof:
    if run.problem:
        return PoisonProof("not run", f"The proof was not run: {run.problem}")
    if not run.poisoned:
        nothing = "Nothing lies outside the region, so there is nothing to poison."
        return PoisonProof("same" if run.kept else "differs", nothing)
    replaced = (
        f"{run.poisoned:,} elements outside the region, in {run.tensors} tensors and weights, were "
        f"replaced by {', then by '.join(_POISONS[poison] for poison in run.poisons)} (integers by "
        "others), and the network was run again"
    )
    if run.kept:
        return PoisonProof("same", f"{replaced}: the element has the same bits.", run.poisoned)
    return PoisonProof(
        "differs",
        f"{replaced}: the element has other bits. The region is too "
        "small, which is a mistake of ours.",
        run.poisoned,
    )


def probe_row(probe: Probe) -> ProbeRow:
    return ProbeRow(
        tensor=probe.tensor,
        index=probe.index,
        before=probe.before,
        after=probe.after,
        changed=probe.changed,
        reason=_reason(probe),
    )


def probes_sentence(rows: Sequence[ProbeRow]) -> str:
    if not rows:
        return "No element of an input lies in the region, so none was changed."
    changed = sum(row.changed for row in rows)
    said = f"{changed} of {len(rows)} elements inside changed it, each changed alone."
    return said if changed == len(rows) else f"{said} Why others did not stands beside them."


def _reason(probe: Probe) -> str:
    if probe.changed:
        return ""
    if not probe.ended:
        return "the change was lost on the way"
    reasons = [
        f"{name}: {_ENDINGS.get(name.split(' ')[0], 'it gave the same bits')}"
        for name in probe.ended[:3]
    ]
    more = len(probe.ended) - len(reasons)
    return "; ".join(reasons) + (f"; and {more} more" if more else "")
