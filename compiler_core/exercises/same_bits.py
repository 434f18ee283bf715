"""Whether an answer's outputs are the reference's, and whether rounding alone sets them apart.

The same bits, unless the exercise allows a distance: floating-point sums in another order round
elsewhere. Where bits are asked for, the sentence says when that is all there is.
"""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.exercises.vocabulary import HiddenResult
from compiler_core.host.running.count_as import DrivenResult
from compiler_core.host.running.outputs import OutputArray, Outputs

# Half the distance of neighbours at 1, by size in bytes.
_ROUNDING = {2: 2.0**-11, 4: 2.0**-24, 8: 2.0**-53, 16: 2.0**-53}
# The driver's numbers are at most 8; a regrouped sum is off by a rounding of a partial sum a term.
_LARGEST_TERM = 8.0


def result_fault(wanted: HiddenResult, n: int, own: DrivenResult, right: DrivenResult) -> str:
    """How the results differ on an input of length n, in words; "" where they are alike enough."""
    if own.digest == right.digest:
        return ""
    where = f"on a hidden input of length {n:,}"
    if own.outputs is None or right.outputs is None:
        return f"the result differs {where}"
    if wanted.within:
        near = _are_near(own.outputs, right.outputs, lambda _: wanted.within, 1.0)
        return "" if near else f"the result differs {where} by more than {wanted.within:g}"
    rounding = _are_near(
        own.outputs, right.outputs, lambda array: n * _ROUNDING[array.size], _LARGEST_TERM
    )
    if rounding:
        return (
            f"the bits differ {where}, by no more than rounding: floating-point additions were "
            "regrouped, or rounded once less, which gives other bits. Keep the order of the "
            "operations"
        )
    return f"the result differs {where}"


def result_holds(wanted: HiddenResult) -> str:
    """The sentence where there is no fault."""
    if wanted.within:
        return f"the same on every hidden input, within {wanted.within:g}"
    return "the same bits on every hidden input"


def _are_near(
    own: Outputs, right: Outputs, part: Callable[[OutputArray], float], least: float
) -> bool:
    return all(
        array.content == other.content
        or (array.kind == "f" and _is_near(array, other, part(array), least))
        for array, other in zip(own.arrays, right.arrays, strict=True)
    )


def _is_near(own: OutputArray, right: OutputArray, part: float, least: float) -> bool:
    """Whether every number is within the part of the reference's value, or of `least`. NaN is near
    NaN alone, an infinity itself alone."""
    if own.count != right.count or own.size != right.size:
        return False
    return all(
        mine == theirs
        or (mine != mine and theirs != theirs)
        or abs(mine - theirs) <= part * max(abs(theirs), least) < float("inf")
        for mine, theirs in zip(own.values(), right.values(), strict=True)
    )
