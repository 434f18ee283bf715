"""Did two settings compute the same bits? And if not: how far apart, where, and which is nearer.

Floating-point numbers differ by ULP (`ulp`), integers by their difference. Nearer means nearer to
the reference (`reference`): the same C code with every floating-point type one size wider.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from compiler_core.errors import InputError
from compiler_core.host.running.count import counts_and_outputs
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import OutputArray, Outputs
from compiler_core.host.running.record import Counts
from compiler_core.host.running.reference import Reference, reference_of
from compiler_core.host.running.shown_arrays import type_name
from compiler_core.host.running.ulp import error_in_ulp, is_nan, ulp_distance
from compiler_core.host.running.undefined import undefined_in
from compiler_core.source import SourceFile

_PART = 4096
MAXIMUM_JUDGED = 16384


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayDifference:
    """How one output differs between two settings."""

    name: str
    """The output: a parameter, field or global that the function may have changed, such as `y`,
    or `return` for what it returned."""
    type_name: str
    """Type of its elements: `half`, `float`, `double`, `long double`, `bool`, `int32`, `uint8`
    and other widths."""
    count: int
    """How many elements the output has on either side, 1 for a single value."""
    different: int
    """Elements whose bits differ."""
    unit: str
    """`ULP` or `integer steps`."""
    largest: int
    """The largest difference in that unit, at `index`, where left and right hold these values
    (reference: what the reference has there, empty without one)."""
    index: int | None
    """Place from 0 of the element in `left`, `right` and `reference`: the first NaN mismatch if
    any, else the first of the largest difference; None where all bits are equal."""
    left: str
    """The element at `index` in the left run, as text with the digits that name it exactly
    (`0.100000001`, `nan`); empty where `index` is None."""
    right: str
    """The element at `index` in the right run, as text like `left`; empty where `index` is None."""
    reference: str
    """What the reference in wider arithmetic has at `index`, as text; empty without a reference,
    for integers, and where `index` is None."""
    nan_mismatches: int
    """Elements where one side is NaN and the other a number, which no ULP describes; then index is
    the first of them."""
    zero_signs: int
    """Elements that are +0 on one side and -0 on the other, which count as equal but have different
    bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """Which setting is nearer to the reference, over the elements that differ.

    errors are in ULP of the output's own type; left_nearer, right_nearer, ties count elements.
    judged is less than all when more than MAXIMUM_JUDGED differ.
    """

    judged: int
    """How many differing elements were compared with the reference, at most 16,384; those where
    a side or the reference is infinite or NaN are left out."""
    left_nearer: int
    """Of the judged elements, those where the left setting has the smaller error."""
    right_nearer: int
    """Of the judged elements, those where the right setting has the smaller error."""
    ties: int
    """Of the judged elements, those where both errors are the same."""
    left_largest_error: float
    """The left setting's largest distance from the reference over the judged elements, in ULP of
    the output's own type."""
    right_largest_error: float
    """The right setting's largest distance from the reference over the judged elements, in ULP
    of the output's own type."""
    left_mean_error: float
    """Mean distance of the left setting from the reference over the judged elements, in ULP of
    the output's own type."""
    right_mean_error: float
    """Mean distance of the right setting from the reference over the judged elements, in ULP of
    the output's own type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputComparison:
    """Two settings on the same inputs.

    no_reference says why there is no nearness; empty when there is one or none is needed.
    """

    left: str
    """The first setting as a title, compiler and flags: `GCC 12.2.0 -O3`."""
    right: str
    """The second setting as a title, compiler and flags: `Clang 19.1.7 -O3 -ffast-math`."""
    equal: bool
    """All outputs have the same bits."""
    left_counts: Counts
    """The whole counted run of the left setting."""
    right_counts: Counts
    """The whole counted run of the right setting, on the same inputs."""
    differences: tuple[ArrayDifference, ...]
    """One for each output, what the function returned first, then arguments and globals; those
    with equal bits too, with `different` 0."""
    largest_ulp: int
    """The largest difference over all floating-point outputs in ULP; 0 where none differs. NaN
    on one side only does not count."""
    nearness: Nearness | None
    """Which side is nearer to the reference; None where no floating-point element differs, there
    is no reference, or no element could be judged against it."""
    no_reference: str
    """Why there is no reference, as `No wider reference: it uses complex numbers.`; empty where
    there is one or none is needed."""
    sentences: tuple[str, ...]
    """The comparison in words: whether and where the outputs differ, which side is nearer, and
    how many instructions each executed."""


def compare_settings(
    sources: Sequence[SourceFile],
    left: tuple[str, str],
    right: tuple[str, str],
    experiment: Experiment,
) -> OutputComparison:
    """Run both settings, each (compiler name, flags text), on the same inputs.

    Raises InputError when one of them gives no results, and what `count_source` raises.
    """
    first, before = _run(sources, left, experiment)
    second, after = _run(sources, right, experiment)
    differences = tuple(different_arrays(before, after))
    reference = Reference(None, "")
    if any(difference.different and difference.unit == "ULP" for difference in differences):
        reference = reference_of(sources, left[0], left[1], experiment)
    differences = tuple(_with_reference(array, reference.outputs) for array in differences)
    nearness = nearness_of(before, after, reference.outputs)
    equal = before.digest == after.digest
    sentences = list(_sentences(before, after, differences, nearness, (first, second)))
    if not equal:
        sentences.extend(_left_undefined(sources, (left[1], right[1]), experiment))
    return OutputComparison(
        left=_title(first),
        right=_title(second),
        equal=equal,
        left_counts=first,
        right_counts=second,
        differences=differences,
        largest_ulp=max((array.largest for array in differences if array.unit == "ULP"), default=0),
        nearness=nearness,
        no_reference=reference.reason,
        sentences=tuple(sentences),
    )


def _left_undefined(
    sources: Sequence[SourceFile], flags: tuple[str, str], experiment: Experiment
) -> Iterator[str]:
    """Why any result may come: what the source leaves undefined under one of the settings."""
    for text in dict.fromkeys(flags):
        undefined = undefined_in(sources, text, experiment)
        if undefined is not None:
            yield f"{undefined.sentence[0].upper()}{undefined.sentence[1:]}."
            return


def _run(
    sources: Sequence[SourceFile], setting: tuple[str, str], experiment: Experiment
) -> tuple[Counts, Outputs]:
    counts, outputs = counts_and_outputs(sources, *setting, experiment)
    if outputs is None:
        raise InputError(f"{_title(counts)} gives no results to compare.", counts.message)
    return counts, outputs


def _title(counts: Counts) -> str:
    return " ".join((counts.compiler_title, *counts.flags))


def different_arrays(before: Outputs, after: Outputs) -> Iterator[ArrayDifference]:
    """The outputs one by one; those of equal bits with different 0."""
    for left, right in zip(before.arrays, after.arrays, strict=True):
        yield difference_of(left, right)


def difference_of(left: OutputArray, right: OutputArray) -> ArrayDifference:
    """Two arrays of one type and length. Raises InputError otherwise."""
    if (left.kind, left.size, left.count) != (right.kind, right.size, right.count):
        raise InputError(f"{left.name} has another type or length in the two runs.")
    differences = list(_differing(left, right))
    distances = [(index, _distance(a, b, left)) for index, a, b in differences]
    nans = [index for index, distance in distances if distance is None]
    largest, where = _largest(distances)
    where = nans[0] if nans else where
    shown = (left.shown(where, 1)[0], right.shown(where, 1)[0]) if where is not None else ("", "")
    return ArrayDifference(
        name=left.name,
        type_name=type_name(left.kind, left.size),
        count=left.count,
        different=len(differences),
        unit="ULP" if left.kind == "f" else "integer steps",
        largest=largest,
        index=where,
        left=shown[0],
        right=shown[1],
        reference="",
        nan_mismatches=len(nans),
        zero_signs=sum(_is_zero_pair(a, b, left) for _, a, b in differences),
    )


def _differing(left: OutputArray, right: OutputArray) -> Iterator[tuple[int, int, int]]:
    """Index and bits of every element that differs; equal stretches are passed over at once."""
    for first in range(0, left.count, _PART):
        span = slice(first * left.size, (first + _PART) * left.size)
        if left.content[span] == right.content[span]:
            continue
        pairs = zip(left.bits(first, _PART), right.bits(first, _PART), strict=True)
        for index, (bits, other) in enumerate(pairs, first):
            if bits != other:
                yield index, bits, other


def _distance(left: int, right: int, array: OutputArray) -> int | None:
    if array.kind == "f":
        return ulp_distance(left, right, array.size)
    return abs(_signed(left, array) - _signed(right, array))


def _signed(bits: int, array: OutputArray) -> int:
    width = 8 * array.size
    return bits - (1 << width) if array.kind == "i" and bits >> (width - 1) else bits


def _largest(distances: Sequence[tuple[int, int | None]]) -> tuple[int, int | None]:
    numbers = [(distance, -index) for index, distance in distances if distance is not None]
    if not numbers:
        return 0, None
    distance, negated_index = max(numbers)
    return distance, -negated_index


def _is_zero_pair(left: int, right: int, array: OutputArray) -> bool:
    return (
        array.kind == "f"
        and not is_nan(left, array.size)
        and ulp_distance(left, right, array.size) == 0
    )


def _with_reference(gap: ArrayDifference, reference: Outputs | None) -> ArrayDifference:
    array = reference.array(gap.name) if reference is not None else None
    if array is None or gap.index is None or gap.unit != "ULP":
        return gap
    return replace(gap, reference=array.shown(gap.index, 1)[0])


def nearness_of(before: Outputs, after: Outputs, reference: Outputs | None) -> Nearness | None:
    """Which of two runs is nearer to the reference; None without one, or where nothing differs."""
    errors = list(_errors(before, after, reference)) if reference is not None else []
    if not errors:
        return None
    lefts, rights = [float(left) for left, _ in errors], [float(right) for _, right in errors]
    return Nearness(
        judged=len(errors),
        left_nearer=sum(left < right for left, right in errors),
        right_nearer=sum(right < left for left, right in errors),
        ties=sum(left == right for left, right in errors),
        left_largest_error=max(lefts),
        right_largest_error=max(rights),
        left_mean_error=sum(lefts) / len(lefts),
        right_mean_error=sum(rights) / len(rights),
    )


def _errors(
    before: Outputs, after: Outputs, reference: Outputs
) -> Iterator[tuple[Fraction, Fraction]]:
    judged = 0
    for left, right in zip(before.arrays, after.arrays, strict=True):
        exact = reference.array(left.name)
        if left.kind != "f" or exact is None or exact.count != left.count:
            continue
        for index, bits, other in _differing(left, right):
            truth = exact.exact(index)
            if truth is None or judged == MAXIMUM_JUDGED:
                continue
            first = error_in_ulp(bits, left.size, truth)
            second = error_in_ulp(other, left.size, truth)
            if first is not None and second is not None:
                judged += 1
                yield first, second


def _sentences(
    before: Outputs,
    after: Outputs,
    differences: Sequence[ArrayDifference],
    nearness: Nearness | None,
    counts: tuple[Counts, Counts],
) -> Iterator[str]:
    if before.digest == after.digest:
        yield "Both settings computed the same bits in every output."
    for difference in differences:
        if difference.different:
            yield difference_sentence(difference)
    if before.outside != after.outside:
        yield "They wrote beside the arrays at different places."
    if nearness is not None:
        yield _nearness_sentence(nearness)
    first, second = counts[0].instructions, counts[1].instructions
    yield f"They executed {first:,} and {second:,} instructions."


def difference_sentence(gap: ArrayDifference) -> str:
    """In how many elements an output differs, by how much at most, and where."""
    head, values = _subject(gap), f"{gap.left} and {gap.right}"
    if gap.nan_mismatches:
        return f"{head}; {_nan_places(gap)}: {values}."
    if gap.index is None or (gap.largest == 0 and gap.unit == "ULP"):
        return f"{head}, in the sign of zero or the payload of NaN alone."
    amount = f"by {gap.largest:,} {'ULP' if gap.unit == 'ULP' else 'as integers'}"
    if gap.count == 1:
        return f"{head} {amount}: {values}."
    return f"{head}; {amount} at most, at index {gap.index:,}: {values}."


def _nan_places(gap: ArrayDifference) -> str:
    if gap.count == 1:
        return "it is NaN on one side only"
    return f"{gap.nan_mismatches:,} of them NaN on one side only, first {gap.name}[{gap.index}]"


def _subject(gap: ArrayDifference) -> str:
    if gap.count > 1:
        return f"{gap.name} differs in {gap.different:,} of {gap.count:,} elements"
    return "The returned value differs" if gap.name == "return" else f"{gap.name} differs"


def _nearness_sentence(nearness: Nearness) -> str:
    left, right = nearness.left_mean_error, nearness.right_mean_error
    figures = f"mean error {left:.3g} ULP on the left, {right:.3g} on the right, where they differ"
    if nearness.judged == MAXIMUM_JUDGED:
        figures += f" (the first {MAXIMUM_JUDGED:,} such elements)"
    if nearness.left_nearer == nearness.right_nearer:
        return f"Neither is nearer to the wider reference: {figures}."
    if nearness.judged == 1:
        side = "left" if nearness.left_nearer else "right"
        return (
            f"The {side} one is nearer to the wider reference: {left:.3g} and {right:.3g} ULP off."
        )
    side = "left" if nearness.left_nearer > nearness.right_nearer else "right"
    more = max(nearness.left_nearer, nearness.right_nearer)
    nearer = f"The {side} one is nearer to the wider reference"
    return f"{nearer} in {more:,} of {nearness.judged:,} elements: {figures}."
