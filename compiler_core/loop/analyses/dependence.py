"""Does one access touch what another one touched, and how many rounds earlier?

With both subscripts as sums (`affine`), the difference decides. ZIV (no subscript changes): equal
or never equal. Strong SIV (both advance alike): the distance is the difference divided by the step,
and if that leaves a remainder they never meet. Weak SIV (different steps): a common divisor may
still rule it out. Tests and names: Goff, Kennedy, Tseng, PLDI 1991.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Literal

from compiler_core.loop.analyses.affine import Affine, affine_of
from compiler_core.loop.analyses.alias import alias_of
from compiler_core.loop.analyses.loops import Loop
from compiler_core.loop.ir.printer import place_text
from compiler_core.loop.ir.values import Instruction

Verdict = Literal["never", "distance", "every round", "unknown"]
Test = Literal["alias", "ZIV", "strong SIV", "weak SIV", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependence:
    """How two accesses of a loop meet.

    verdict `distance`: `second` in round r touches what `first` touches in round r + distance
    (negative: in an earlier round); `every round`: the same place each time; `unknown`: they may
    meet in any round.
    """

    first: Instruction
    """A load or store of an array inside the loop."""
    second: Instruction
    """The other load or store; may be of another array."""
    verdict: Verdict
    """Whether they meet: `never`, `distance`, `every round` or `unknown`."""
    test: Test
    """Which test gave the verdict; `none` where none could be applied."""
    reason: str
    """The second half of a sentence."""
    distance: int = 0
    """Rounds from `first` to `second` where verdict is `distance`, else 0."""


def dependence_of(first: Instruction, second: Instruction, loop: Loop) -> Dependence:
    """Of two array accesses inside the loop."""
    alias = alias_of(first.array, second.array)
    if not alias.may:
        return Dependence(
            first=first, second=second, verdict="never", test="alias", reason=alias.reason
        )
    if first.array is not second.array:
        return Dependence(
            first=first, second=second, verdict="unknown", test="alias", reason=alias.reason
        )
    first_affine, two = affine_of(first.subscript, loop), affine_of(second.subscript, loop)
    varying = [value.text for value in {**first_affine.terms, **two.terms} if loop.defines(value)]
    if varying:
        text = f"{varying[0]} changes in a way that is not known before the loop"
        return Dependence(first=first, second=second, verdict="unknown", test="none", reason=text)
    return _compare(first, second, first_affine, two)


def _compare(first: Instruction, second: Instruction, subscript: Affine, two: Affine) -> Dependence:
    names = f"{place_text(first)} and {place_text(second)}"
    gap = Affine(two.terms, two.constant).plus(Affine(subscript.terms, subscript.constant), -1)
    if gap.number is None:
        values = " and ".join(value.text for value in gap.terms)
        text = f"how far {names} are apart depends on {values}"
        return Dependence(first=first, second=second, verdict="unknown", test="none", reason=text)
    if subscript.per_round == two.per_round == 0:
        return _same_place(first, second, gap.number, names)
    if subscript.per_round == two.per_round:
        return _strong(first, second, gap.number, subscript.per_round, names)
    divisor = gcd(subscript.per_round, two.per_round)
    if gap.number % divisor:
        text = f"{names} differ by {gap.number}, which {divisor} does not divide"
        return Dependence(first=first, second=second, verdict="never", test="weak SIV", reason=text)
    text = f"{names} advance by {subscript.per_round} and {two.per_round} and may meet"
    return Dependence(first=first, second=second, verdict="unknown", test="weak SIV", reason=text)


def _same_place(first: Instruction, second: Instruction, gap: int, names: str) -> Dependence:
    if gap:
        text = f"{names} are always {abs(gap)} apart"
        return Dependence(first=first, second=second, verdict="never", test="ZIV", reason=text)
    return Dependence(
        first=first,
        second=second,
        verdict="every round",
        test="ZIV",
        reason=f"{names} are one place in all rounds",
    )


def _strong(first: Instruction, second: Instruction, gap: int, step: int, names: str) -> Dependence:
    if gap % step:
        text = f"{names} advance by {step} and are {abs(gap)} apart, which is no multiple"
        return Dependence(
            first=first, second=second, verdict="never", test="strong SIV", reason=text
        )
    distance = gap // step
    rounds = "round" if abs(distance) == 1 else "rounds"
    text = f"{names} meet {abs(distance)} {rounds} apart" if distance else f"{names} are one place"
    return Dependence(
        first=first,
        second=second,
        verdict="distance",
        test="strong SIV",
        reason=text,
        distance=distance,
    )
