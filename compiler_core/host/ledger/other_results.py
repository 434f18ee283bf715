"""Are a trial's results those of the whole compile but for rounding, or others?

A pass that only improves code may move a rounding, as contraction into one multiply-add does. Where
whole numbers differ, or floating-point ones by more than half of their digits, the trial did other
work, and what it executed is no price of a pass.
"""

from __future__ import annotations

from math import isfinite

from compiler_core.host.running.outputs import OutputArray, Outputs, fraction_bits_of

OTHER_RESULTS = (
    "Without it the results are others, by more than rounding: later passes need what it does, or "
    "the result hangs on a rounding or on what the source leaves open. So no price is told."
)


def are_other_results(trial: Outputs, right: Outputs) -> bool:
    """Whether two runs on the same inputs differ by more than rounding explains."""
    if trial.outside != right.outside or len(trial.arrays) != len(right.arrays):
        return True
    return any(_differ(left, other) for left, other in zip(trial.arrays, right.arrays, strict=True))


def _differ(array: OutputArray, right: OutputArray) -> bool:
    if array == right:
        return False
    if right.kind != "f" or (array.kind, array.size, array.count) != ("f", right.size, right.count):
        return True
    values, wanted = array.values(), right.values()
    largest = max((abs(value) for value in wanted if isfinite(value)), default=0.0)
    allowed = largest * 2.0 ** -(fraction_bits_of(right.size) // 2)
    pairs = zip(values, wanted, strict=True)
    return any(not _near(value, other, allowed) for value, other in pairs)


def _near(value: float, wanted: float, allowed: float) -> bool:
    """Within what is allowed; infinities and NaN only where the other is the same."""
    if not isfinite(value) or not isfinite(wanted):
        return repr(value) == repr(wanted)
    return abs(value - wanted) <= allowed
