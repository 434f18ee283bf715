"""From circumstances to findings: vectorised or not, by what arithmetic, and for which reason.

The report says whether the vectoriser made a vector loop (any copy of the source loop counts: an
unrolled or peeled copy that was refused does not undo it); the assembly says what is left of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from compiler_core.host.assembly_numbers import whole_number
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.circumstances import Circumstances
from compiler_core.host.verdicts.code import merit
from compiler_core.host.verdicts.reasons import (
    Reason,
    reason_named,
    recognise,
    recognise_silently,
)
from compiler_core.host.verdicts.report import LoopReport
from compiler_core.host.verdicts.vector_checks import check_of
from compiler_core.host.verdicts.vector_use import VectorUse
from compiler_core.host.verdicts.verdict import VerdictArithmetic

LEAST_SVE_BYTES = 16
LEAST_TESTED_LANES = 2
_TESTS_OF_A_BIT = ("tbz", "tbnz")
_LIBRARY = r"into a builtin|library calls?\.|ProcessLoop\w+"
_PUT_THERE = ("vector_intrinsics", "packed_in_loop", "inside_vectorized_outer")
# Beside these reasons it says more that later passes packed operations of one iteration.
_COSTS = frozenset(
    [
        "cost_model",
        "cost_model_level",
        "constant_stride",
        "computed_index",
        "indirect_load",
        "symbolic_stride",
        "unsupported_conversion",
        "unsupported_operation",
        "unsupported_statement",
        "missing_pattern",
        "too_few_iterations",
        "switched_off_by_attribute",
    ]
)  # fmt: skip
_UNROLLED = r"FullyUnrolled|completely unrolled"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopFinding:
    """What was found of one loop."""

    vectorized: bool
    """A vector loop was made of it and is in the code."""
    scalable: bool
    """Its vectors are SVE's, whose length the machine decides."""
    arithmetic: VerdictArithmetic
    """What the best code found for it computes on."""
    vector_bytes: int
    """Of one vector register, at least; 0 if not vectorised."""
    interleave: int
    """Vectors, or scalar copies, side by side."""
    reason: Reason
    """The row of the table of reasons that was chosen."""
    use: VectorUse
    """Counts over the instructions of the code that was judged."""
    account: Account | None = None
    """The compiler's words the reason rests on, if any."""


def find(case: Circumstances) -> LoopFinding:
    """The finding for one loop."""
    if case.routine:
        return _plain(case, case.code.straight, "library_call")
    if case.report.vector_loops:
        return _vectorized(case)
    if _is_silent_vector_loop(case):
        return _made(case, _best_use(case), True, "vectorized_silently")
    return _not_vectorized(case)


def _vectorized(case: Circumstances) -> LoopFinding:
    use = _best_use(case)
    if not use.any:
        return _without_vectors(case, use)
    return _made(case, use, True, _vector_reason(case, use))


def _without_vectors(case: Circumstances, use: VectorUse) -> LoopFinding:
    """The report names a vector loop, and the code has none: the code counts."""
    account = case.report.vector_loops[0].account
    return _plain(case, use, "outer_loop" if case.inside else "vectors_removed", account)


def _stores_one_by_one(case: Circumstances, use: VectorUse) -> bool:
    """NEON cannot leave out lanes of a store: each is tested, and stored on its own."""
    main = case.code.main
    if main is None or use.scalable or "guarded_store" not in case.causes:
        return False
    tests = [line for line in main.body if line.startswith(_TESTS_OF_A_BIT)]
    return main.use is use and len(tests) >= LEAST_TESTED_LANES


def _made(case: Circumstances, use: VectorUse, vectorized: bool, key: str) -> LoopFinding:
    loops = case.report.vector_loops
    reported = max((loop.bytes or 0 for loop in loops), default=0)
    scalable = use.scalable if use.any else any(vectorised.scalable for vectorised in loops)
    width = LEAST_SVE_BYTES if scalable else reported or use.bytes
    interleave = max((vector_loop.interleave for vector_loop in loops), default=1)
    account = loops[0].account if loops else None
    is_mixed = key == "vectorized_lane_stores"
    return LoopFinding(
        vectorized=vectorized,
        scalable=scalable,
        arithmetic="mixed" if is_mixed else arithmetic_of(use, bool(case.code.innermost)),
        vector_bytes=width,
        interleave=interleave,
        reason=reason_named(key),
        use=use,
        account=account,
    )


def _best_use(case: Circumstances) -> VectorUse:
    """Vectors in the loop's own loops first, then in straight code, then in loops nearby."""
    own = max(case.code.innermost, key=merit, default=None)
    if own is not None and own.use.any:
        return own.use
    if case.code.straight.any:
        return case.code.straight
    nearby = [loop for code in case.codes_nearby() for loop in code.loops if loop.use.any]
    best = max(nearby, key=merit, default=own)
    return best.use if best is not None else case.code.straight


def _own_use(case: Circumstances) -> VectorUse:
    """Of a loop that was not vectorised only its own code counts, if it has any left."""
    own = case.code.main
    return own.use if own is not None else _best_use(case)


def arithmetic_of(use: VectorUse, is_loop: bool) -> VerdictArithmetic:
    """What one piece of code works on.

    The scalar operations beside unrolled vectors are left-over iterations, not the work.
    """
    if not use.any:
        return "scalar" if use.ordered or use.scalar or is_loop else "none"
    if use.ordered and not use.vector:
        return "ordered_scalar"
    if (use.ordered or use.scalar) and is_loop:
        return "mixed"
    return "vector"


def scalar_loop_works_on(use: VectorUse, reason: str) -> VerdictArithmetic:
    """The same of a loop that was not vectorised: a q register that only carries a value of 16
    bytes is no vector, unless the reason says that vectors were put there.
    """
    if not use.vector and reason not in _PUT_THERE:
        return "scalar"
    return arithmetic_of(use, is_loop=True)


def _vector_reason(case: Circumstances, use: VectorUse) -> str:
    arithmetic = arithmetic_of(use, bool(case.code.innermost))
    if arithmetic == "ordered_scalar":
        return "vectorized_ordered_reduction"
    if _stores_one_by_one(case, use):
        return "vectorized_lane_stores"
    if arithmetic == "mixed":
        return "vectorized_mixed"
    check = check_of(case, use)
    if check:
        return check
    if any(name.startswith(("ld2", "ld3", "ld4", "st2", "st3", "st4")) for name in use.rearranging):
        return "vectorized_interleaved"
    if case.causes & {
        "computed_index",
        "indirect_load",
        "indirect_store",
        "symbolic_stride",
        "constant_stride",
    } and ("ins" in use.rearranging or "ld1" in use.rearranging):
        return "vectorized_gather"
    if not any(code.loops for code in case.codes_nearby()):
        return "vectorized_unrolled"
    return "vectorized"


def _is_silent_vector_loop(case: Circumstances) -> bool:
    """Whole vectors per iteration, and nobody else can have made them."""
    best = max(case.code.innermost, key=merit, default=None)
    if best is None or not best.use.vector or case.features & {"intrinsics", "wide_type"}:
        return False
    packed = case.report.said(r"basic block part vectorized|SLP vectorized")
    step = best.loop.step_bytes or 0
    return packed is None and step >= LEAST_SVE_BYTES and not case.inside and not _outer_made(case)


def _outer_made(case: Circumstances) -> bool:
    """A loop around this one was vectorised: vectors on these lines are then its vectors."""
    reports = (case.compiled.reports.get(loop) for loop in case.around)
    return any(report is not None and report.vector_loops for report in reports)


def _not_vectorized(case: Circumstances) -> LoopFinding:
    use = _own_use(case)
    if case.twin is not None:
        return _plain(case, use, "same_as_other")
    gone = _reason_without_loop(case)
    if gone is not None:
        return _plain(case, use, gone)
    if "intrinsics" in case.features and use.any:
        return _plain(case, use, "vector_intrinsics")
    off = _reason_vectorizer_off(case)
    if off:
        return _plain(case, use, off)
    if case.disabled_by_pragma:
        return _plain(case, use, "disabled_by_pragma", _most_specific(case.report))
    inside = case.report.said("outer-loop already vectorized")
    if inside is not None:
        return _plain(case, use, "inside_vectorized_outer", inside)
    if case.inside and not _is_innermost_by_now(case):
        return _plain(case, use, "outer_loop")
    return _refused(case, use)


def _is_innermost_by_now(case: Circumstances) -> bool:
    """The loops inside were written out in full before the vectoriser came to this one.

    Or they became calls, as an algorithm's loops do that stayed in functions of the library.
    """
    if case.facts is None or "inner_loop" in case.facts.features:
        return False
    if _became_calls(case, case.inside):
        return False
    called = "call" in case.facts.features
    return not (called and any(loop.kind == UNWRITTEN for loop in case.inside))


def _became_calls(case: Circumstances, loops: Iterable[SourceLoop]) -> bool:
    """One of the loops was replaced by a routine of the C library."""
    reports = (case.compiled.reports.get(loop) for loop in loops)
    return any(report is not None and report.said(_LIBRARY) for report in reports)


def _refused(case: Circumstances, use: VectorUse) -> LoopFinding:
    """The compiler looked at the loop and left it scalar."""
    report = _words_for(case)
    family = case.compiled.compiler.family
    of_loop = _without_blocks(report)
    silent = recognise_silently(case.causes) if _most_specific(of_loop) is None else None
    recognised = recognise(of_loop, case.causes, family)
    if recognised is None and silent is None:
        recognised = recognise(report, case.causes, family)
    packed = report.said(r"basic block part vectorized|SLP vectorized")
    costly = recognised is None or recognised[0].key in _COSTS
    if packed is not None and use.any and costly:
        return _plain(case, use, "packed_in_loop", packed)
    if recognised is not None:
        return _plain(case, use, recognised[0].key, recognised[1])
    if f"slowed_for_{family}" in case.causes:
        return _plain(case, use, "switched_off_by_attribute")
    if silent is not None:
        return _plain(case, use, silent.key)
    return _plain(case, use, "unknown", _most_specific(report))


def _without_blocks(report: LoopReport) -> LoopReport:
    """Without the words about packing operations of one iteration: of loops they say nothing."""
    accounts = (account for account in report.accounts if not account.pass_name.startswith("slp"))
    return replace(report, accounts=tuple(accounts))


def _words_for(case: Circumstances) -> LoopReport:
    """With those placed in loops inside that were written out before: they are its body's."""
    reports = case.compiled.reports
    inside = [reports[loop] for loop in case.inside if loop in reports]
    accounts = (account for report in (case.report, *inside) for account in report.accounts)
    return replace(case.report, accounts=tuple(accounts))


def _plain(
    case: Circumstances, use: VectorUse, key: str, account: Account | None = None
) -> LoopFinding:
    interleaved = case.report.said("Interleaved")
    argument = interleaved.argument("InterleaveCount", "1") if interleaved else "1"
    count = whole_number(argument) or 1
    is_loop = bool(case.code.loops)
    arithmetic = scalar_loop_works_on(use, key) if is_loop else arithmetic_of(use, is_loop)
    return LoopFinding(
        vectorized=False,
        scalable=False,
        arithmetic=arithmetic,
        vector_bytes=0,
        interleave=count,
        reason=reason_named(key),
        use=use,
        account=account,
    )


def _reason_without_loop(case: Circumstances) -> str | None:
    """Why no loop of the assembly belongs to this one; None if one does."""
    if case.report.said(_UNROLLED) and _outer_made(case):
        return "unrolled_into_outer"
    if any(case.compiled.code[loop].loops for loop in (case.loop, *case.inside)):
        return None
    if case.report.said(_LIBRARY):
        return "library_call"
    if _outer_made(case):
        return "unrolled_into_outer"
    if case.code.straight.any and case.report.said(_UNROLLED):
        return "vectors_after_unrolling"
    if case.report.said(_UNROLLED):
        return "fully_unrolled"
    if not case.function_has_code():
        return "no_code"
    return _reason_without_remark(case)


def _reason_without_remark(case: Circumstances) -> str:
    """The loop is gone, and nothing was said of it.

    A nest that became one call is told of one of its loops. What was still a loop for the
    vectoriser had no formula: its few rounds were written out afterwards.
    """
    swallowed = "stores" in case.features and _became_calls(case, case.around)
    if swallowed or _became_calls(case, case.inside):
        return "library_call"
    if "result_used" not in case.features and not case.code.stores:
        return "loop_deleted"
    return "closed_form" if case.facts is None else "fully_unrolled"


def _reason_vectorizer_off(case: Circumstances) -> str | None:
    """With its flag off Clang's vectoriser still interleaves: what it says then is no reason."""
    if case.compiled.off_flag:
        return "vectorizer_off_flag"
    if not case.compiled.low_level:
        return None
    # -O1 with a flag or pragma that asks for vectorising: the compiler then gives its reasons.
    remark = case.report.said(r"loop not vectorized: |not vectorized:|FailedRequestedVectorization")
    return "vectorizer_off_level" if remark is None else None


def _most_specific(report: LoopReport) -> Account | None:
    """The compiler's own words for an unknown reason: the last refusal that says more than that."""
    said = [
        account
        for account in report.accounts
        if account.remark.severity != "passed"
        and not account.message.startswith("couldn't vectorize loop")
        and account.name != "MissedDetails"
    ]
    refusals = [account for account in said if account.message.startswith("not vectorized:")]
    return next(reversed(refusals or said), None)
