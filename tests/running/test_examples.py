"""Every example of the gallery runs, and gives the same bits at every level of strict code."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from compiler_core.examples import Example, find_example, load_examples
from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.outputs import OutputArray
from tests.running.asking import STRICT, inputs_of, run, scalar_of

COMPILERS = ("gcc-12", "clang-19")
LEVELS = (f"-O0 {STRICT}", f"-O3 {STRICT}")
CONTRACTED = (
    "saxpy",
    "axpy-restrict",
    "dot-product",
    "stencil-5",
    "matrix-multiply",
    "convolution-3x3",
    "template-axpy",
)
# Where fusing a multiplication with an addition takes a rounding away from each element.
NEARER_WHEN_FUSED = ("saxpy", "axpy-restrict", "stencil-5", "convolution-3x3", "template-axpy")


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.id)
def test_strict_code_gives_the_same_bits_everywhere(example: Example) -> None:
    found = {
        (compiler, flags): run(example.source, compiler, flags)[1]
        for compiler in COMPILERS
        for flags in LEVELS
    }
    assert len({outputs.digest for outputs in found.values()}) == 1
    outputs = next(iter(found.values()))
    assert outputs.arrays
    assert not outputs.outside


@pytest.mark.parametrize("example", load_examples(), ids=lambda example: example.id)
def test_the_inputs_lead_to_results_worth_looking_at(example: Example) -> None:
    """Nothing is constant, not a number or out of range."""
    _, outputs = run(example.source, "gcc-12", LEVELS[0])
    values = [value for array in outputs.arrays for value in array.values(0, 500)]
    assert len(set(values)) > 1 or len(values) == 1
    assert all(abs(value) < 1e10 for value in values)


@pytest.mark.parametrize("name", CONTRACTED)
def test_contraction_changes_bits_and_is_told_in_ulp(name: str) -> None:
    # A single sum can come out the same by luck: only with few elements.
    experiment = experiment_of(n=1024 if name == "dot-product" else 64)
    sources = (find_example(name).source,)
    found = compare_settings(sources, ("gcc", f"-O2 {STRICT}"), ("gcc", "-O2"), experiment)
    assert not found.equal
    assert found.largest_ulp >= 1
    assert not found.no_reference
    assert found.nearness is not None
    if name in NEARER_WHEN_FUSED:
        assert found.nearness.right_nearer > found.nearness.left_nearer
        assert found.nearness.right_mean_error < found.nearness.left_mean_error


@pytest.mark.parametrize("name", ["dot-product", "stencil-3", "saxpy"])
def test_fast_math_changes_bits(name: str) -> None:
    sources = (find_example(name).source,)
    left, right = ("clang", f"-O1 {STRICT}"), ("clang", "-O3 -ffast-math")
    found = compare_settings(sources, left, right, Experiment())
    assert not found.equal
    assert found.nearness is not None
    assert found.right_counts.instructions < found.left_counts.instructions


def test_integers_do_not_change_under_fast_math() -> None:
    sources = (find_example("sum").source,)
    found = compare_settings(sources, ("gcc", "-O0"), ("clang", "-O3 -ffast-math"), Experiment())
    assert found.equal
    assert found.sentences[0] == "Both settings computed the same bits in every output."
    assert found.nearness is None
    assert not found.no_reference


def test_saxpy_is_rounded_once_or_twice_as_the_flags_say() -> None:
    """Against exact rational arithmetic on the same inputs, element by element."""
    n = 256
    x = inputs_of(", int n", "x", n, "float")
    y = inputs_of(", int n", "y", n, "float")
    source = find_example("saxpy").source
    plan, fused = run(source, "gcc", "-O2", experiment_of(n=n))
    _, separate = run(source, "gcc", f"-O2 {STRICT}", experiment_of(n=n))
    a = Fraction(scalar_of(plan, "a"))
    exact = [a * Fraction(one) + Fraction(other) for one, other in zip(x, y, strict=True)]
    assert _bits(fused.arrays[0]) == [nearest_float(value) for value in exact]
    products = [nearest_float(a * Fraction(one)) for one in x]
    sums = [
        nearest_float(Fraction(product) + Fraction(other))
        for product, other in zip(products, y, strict=True)
    ]
    assert _bits(separate.arrays[0]) == sums
    assert _bits(fused.arrays[0]) != sums


def _bits(array: OutputArray) -> Sequence[float]:
    return list(array.values())


def nearest_float(value: Fraction) -> float:
    """A rational number rounded to binary32, ties to even, by integer arithmetic."""
    if value == 0:
        return 0.0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** (max(exponent, -126) - 23)
    steps = round(size / unit)  # Fraction rounds halves to even.
    return float(steps * unit) * (1 if value > 0 else -1)
