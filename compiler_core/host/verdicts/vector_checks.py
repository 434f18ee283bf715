"""What a program checks at run time before it takes a vector loop."""

from __future__ import annotations

from compiler_core.host.loop_analysis.loop_roles import FURTHER, OVERLAP
from compiler_core.host.verdicts.circumstances import Circumstances
from compiler_core.host.verdicts.vector_use import VectorUse


def check_of(case: Circumstances, use: VectorUse) -> str:
    """The reason that names the check; empty if the vectors need none."""
    if _has_stride_check(case, use):
        return "vectorized_stride_check"
    if _has_mask_check(case, use):
        return "vectorized_mask_check"
    if _has_overlap_check(case):
        return "vectorized_overlap_check"
    return "vectorized_wrap_check" if _has_wrap_check(case) else ""


def _has_stride_check(case: Circumstances, use: VectorUse) -> bool:
    """Whole vectors are loaded though the stride is known only at run time: it must be 1 then."""
    if "symbolic_stride" not in case.causes or {"ins", "ld1"} & set(use.rearranging):
        return False
    versioned = case.report.said("when certain strides are 1") is not None
    return versioned or case.compiled.compiler.family == "clang"


def _has_mask_check(case: Circumstances, use: VectorUse) -> bool:
    """Clang takes `i & 7` for `i` behind a check that the loop is that short: whole vectors are
    loaded, where an index that begins again would have its elements fetched one by one.
    """
    clang = case.compiled.compiler.family == "clang" and case.facts is not None
    return clang and "masked_index" in case.causes and not {"ins", "ld1"} & set(use.rearranging)


def _has_overlap_check(case: Circumstances) -> bool:
    """GCC says it. Clang does not: the code chooses by a check, and what it loads and stores may
    clash; two accesses of one array a run-time number of elements apart may be checked without
    their addresses.
    """
    if case.compiled.compiler.family == "gcc" or case.facts is None:
        said = case.report.said("versioned for vectorization because of possible aliasing")
        return said is not None or _chooses_by(case, OVERLAP)
    if not case.facts.features & {"may_overlap", "unknown_dependence"}:
        return False
    return _chooses_by(case, OVERLAP) or (_chooses_by(case, FURTHER) and not _may_wrap(case))


def _has_wrap_check(case: Circumstances) -> bool:
    """Clang's vectors hold for an unsigned 32-bit index only while it does not wrap around."""
    clang = case.compiled.compiler.family == "clang" and case.facts is not None
    return clang and _may_wrap(case) and _chooses_by(case, FURTHER)


def _may_wrap(case: Circumstances) -> bool:
    return case.facts is not None and "widened_index" in case.facts.features


def _chooses_by(case: Circumstances, check: str) -> bool:
    return any(check in inner.loop.role_reason for inner in case.code.innermost)
