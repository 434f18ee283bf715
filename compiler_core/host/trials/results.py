"""Whether a trial still computes what the source computed: bit for bit, but for rounding, or not.

Two orders of one sum of n numbers of one sign differ by at most 2 (n - 1) units of rounding
(Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2). Where signs cancel the
difference may be larger; then both versions are compared with a reference in wider arithmetic:
rounding leaves them about equally far from it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.running.compare_outputs import ArrayDifference, Nearness, nearness_of
from compiler_core.host.running.count import counts_and_outputs
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.reference import reference_of
from compiler_core.host.running.undefined import undefined_in
from compiler_core.host.trials.side import TrialSide
from compiler_core.host.trials.trial_counts import TrialCounts
from compiler_core.host.verdicts.suggestions import Suggestion

ResultStanding = Literal["same", "rounding", "other", "unknown"]
_REORDERING_FLAGS = re.compile(r"-Ofast|-ffast-math|-fassociative-math|-funsafe-math-optimizations")
_REORDERING_PRAGMAS = re.compile(r"#pragma\s+(?:omp\b.*\breduction|clang\s+loop)")
_NO_CONTRACTION = re.compile(r"-ffp-contract=off")
_REORDERED = "adding in another order"
_FUSED = "rounding once where a multiplication and an addition are fused"
# A fused operation saves one rounding; a few of them may follow one another in an element.
_FUSED_ULP = 16
_ERROR_GROWTH = 16
_FEWEST_ELEMENTS = 8


@dataclass(frozen=True, slots=True)
class TrialResults:
    """How the results of both versions compare on the same inputs."""

    standing: ResultStanding
    """`rounding` where floating-point results differ by no more than another order of the same
    operations explains."""
    sentence: str
    """What differs and by how much, and whether rounding explains it; empty for `same`, and the
    reason for `unknown`."""


def results_of(
    suggestion: Suggestion,
    sides: tuple[TrialSide, TrialSide],
    counts: TrialCounts,
    experiment: Experiment,
) -> TrialResults:
    """Compare what both sides wrote. A side that gave nothing leaves it unknown."""
    if counts.same_bits is None:
        message = counts.before.message or counts.after.message
        return TrialResults("unknown", message or " ".join(counts.output_sentences))
    differing = [difference for difference in counts.differences if difference.different]
    if counts.same_bits or not differing:
        standing: ResultStanding = "same" if counts.same_bits else "other"
        return TrialResults(standing, "" if counts.same_bits else "it writes beside its arrays")
    amount = _amount(differing)
    if not suggestion.grants and not suggestion.edit:
        undefined = undefined_in((sides[0].source,), sides[0].flags, experiment)
        if undefined is not None:
            return TrialResults("other", f"{amount}; {undefined.sentence}")
        amount += (
            "; the suggestion lets nothing else be computed, so the source may not define its "
            "result on these inputs"
        )
    if any(array.unit != "ULP" or array.nan_mismatches for array in differing):
        return TrialResults("other", f"{amount}; rounding does not explain that")
    freedom = _freedom(suggestion, sides[1])
    if not freedom:
        return TrialResults("other", f"{amount}; nothing here allows another rounding")
    elements = max(counts.elements or counts.n or 0, _FEWEST_ELEMENTS)
    limit = 2 * elements if freedom == _REORDERED else _FUSED_ULP
    if _is_rounding(differing, limit, sides, experiment):
        return TrialResults("rounding", f"{amount}; {freedom} explains that")
    return TrialResults("other", f"{amount}; {freedom} does not explain that much")


def _amount(differing: Sequence[ArrayDifference]) -> str:
    """`1,021 of 1,027 elements of a differ, by 12 ULP at most`, of the output that differs most."""
    worst = max(differing, key=lambda difference: (difference.nan_mismatches, difference.largest))
    if worst.name == "return":
        subject = "the returned value differs"
    elif worst.count == 1:
        subject = f"{worst.name} differs"
    else:
        subject = f"{worst.different:,} of {worst.count:,} elements of {worst.name} differ"
    if worst.nan_mismatches:
        size = "by numbers where the other has NaN"
    else:
        unit = "ULP" if worst.unit == "ULP" else "as integers"
        size = f"by {worst.largest:,} {unit}" + (" at most" if worst.count > 1 else "")
    more = len(differing) - 1
    others = f" ({more} other output{'s' if more > 1 else ''} too)" if more else ""
    return f"{subject}, {size}{others}"


def _freedom(suggestion: Suggestion, after: TrialSide) -> str:
    """What lets the compiler round otherwise; empty if nothing does."""
    flags = after.flags.split()
    reordering = "reordering" in suggestion.grants
    unsafe = any(_REORDERING_FLAGS.fullmatch(flag) for flag in flags)
    pragma = _REORDERING_PRAGMAS.search(after.source.text) is not None
    if reordering or unsafe or pragma:
        return _REORDERED
    if any(_NO_CONTRACTION.fullmatch(flag) for flag in flags):
        return ""
    return _FUSED


def _is_rounding(
    differing: Sequence[ArrayDifference],
    limit: int,
    sides: tuple[TrialSide, TrialSide],
    experiment: Experiment,
) -> bool:
    """limit: ULP up to which no reference is needed."""
    if max(difference.largest for difference in differing) <= limit:
        return True
    nearness = _nearness(sides, experiment)
    if nearness is None:
        return False
    return nearness.right_largest_error <= _ERROR_GROWTH * (nearness.left_largest_error + 1)


def _nearness(sides: tuple[TrialSide, TrialSide], experiment: Experiment) -> Nearness | None:
    """How far both versions are from the wider reference; None without one."""
    before, after = sides
    try:
        outputs_before = counts_and_outputs(
            (before.source,), before.compiler, before.flags, experiment
        )[1]
        two = counts_and_outputs((after.source,), after.compiler, after.flags, experiment)[1]
        wide = reference_of((before.source,), before.compiler, before.flags, experiment).outputs
    except (InputError, ToolMissing):
        return None
    return (
        nearness_of(outputs_before, two, wide)
        if outputs_before is not None and two is not None
        else None
    )
