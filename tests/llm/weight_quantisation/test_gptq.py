"""GPTQ against the textbook's slow form, against every possible rounding, and against rounding."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import decode_tensor
from compiler_core.llm.weight_quantisation.gptq import GptqSettings, factor_of, gptq, hessian_of
from compiler_core.llm.weight_quantisation.grids import (
    FittedGrid,
    GridFamily,
    grid_family,
    nearest_codes,
)
from compiler_core.llm.weight_quantisation.round_to_nearest import fitted_grids, round_to_nearest
from tests.llm.weight_quantisation.asymmetric import asymmetric_family
from tests.llm.weight_quantisation.layers import layer, lost

KINDS = [("Q4_0", 32), ("Q4_0", 64), ("Q4_0", 128), ("Q8_0", 32), ("Q4_K", 32), ("Q6_K", 32)]


def brain_surgeon(
    weights: np.ndarray, hessian: np.ndarray, family: GridFamily, order: list[int]
) -> np.ndarray:
    """Codes by Optimal Brain Surgeon: H of the columns left is inverted anew for every column."""
    current = weights.astype(np.float64).copy()
    codes = np.zeros(weights.shape)
    fixed = fitted_grids(weights, family) if order != sorted(order) else []
    left = list(order)
    while left:
        column = left[0]
        if not fixed or column // family.span >= len(fixed):
            start = column - column % family.span
            fixed.append(family.fit(current[:, start : start + family.span].astype(np.float32)))
        grid = fixed[column // family.span]
        group = column % family.span // family.group
        steps, floors = grid.steps[:, group], grid.floors[:, group]
        codes[:, column] = nearest_codes(current[:, column], steps, floors, family)
        error = current[:, column] - (codes[:, column] * steps - floors)
        inverse = np.linalg.inv(hessian[np.ix_(left, left)])
        current[:, left] -= np.outer(error / inverse[0, 0], inverse[0])
        left = left[1:]
    return codes


@pytest.mark.parametrize("order", ["given", "activation"])
@pytest.mark.parametrize(("group", "count"), [(32, 160), (64, 192), (128, 256)])
def test_codes_are_those_of_the_slow_form(group: int, count: int, order: str) -> None:
    """More columns than GPTQ takes before it changes all that follow (128)."""
    weights, inputs = layer(rows=6, columns=count)
    hessian = hessian_of(inputs)
    family = grid_family("Q4_0", group, count)
    settings_ = GptqSettings(damping=0.01, order=order)
    damped = hessian + 0.01 * np.diag(hessian).mean() * np.eye(count)
    columns = list(range(count))
    if order == "activation":
        columns.sort(key=lambda column: -hessian[column, column])
    wanted = brain_surgeon(weights, damped, family, columns)
    found = gptq(weights, hessian, family, settings_).codes
    # A value between two codes may fall either way by the order of sums; such a fall spreads.
    assert np.mean(found == wanted) > 0.999


def coarse_family(columns: int) -> GridFamily:
    """Four codes, one step of 0.5 for all: few enough to try everything."""

    def fit(values: np.ndarray) -> FittedGrid:
        steps = np.full((len(values), 1), 0.5, np.float32)
        return FittedGrid(steps, np.zeros_like(steps), np.zeros((len(values), 0), np.uint8))

    return GridFamily(
        name="coarse", type="", span=columns, group=columns, lowest=-2, highest=1, fit=fit
    )


def test_between_the_best_of_all_roundings_and_rounding_to_nearest() -> None:
    """Six columns of four codes have 4096 roundings a row; GPTQ closes most of the gap."""
    columns, ratios = 6, []
    family = coarse_family(columns)
    codes = np.array(list(product(range(-2, 2), repeat=columns))) * 0.5
    for seed in range(12):
        random = np.random.default_rng(seed)
        weights = random.uniform(-1, 0.5, (3, columns)).astype(np.float32)
        inputs = random.standard_normal((60, 2)) @ random.standard_normal((2, columns))
        inputs = (inputs + 0.3 * random.standard_normal((60, columns))).astype(np.float32)
        hessian = hessian_of(inputs)
        chosen = GptqSettings(damping=1e-6)
        mine = gptq(weights, hessian, family, chosen).values
        plain = round_to_nearest(weights, family).values
        for row in range(3):
            errors = codes - weights[row]
            best = np.einsum("kn,nm,km->k", errors, hessian, errors).min()
            losses = [_energy(values[row] - weights[row], hessian) for values in (mine, plain)]
            assert best <= losses[0] * (1 + 1e-5)
            ratios.append((losses[0] - best, losses[1] - best))
    above = np.array(ratios).sum(axis=0)
    assert above[0] < 0.4 * above[1]


def _energy(error: np.ndarray, hessian: np.ndarray) -> float:
    return float(error @ hessian @ error)


@pytest.mark.parametrize(
    ("type_name", "group", "order"),
    [(*kind, "activation") for kind in KINDS] + [("Q4_0", 64, "given"), ("Q4_K", 32, "given")],
)
def test_outputs_are_nearer_than_after_rounding(type_name: str, group: int, order: str) -> None:
    """On other inputs than those it was calibrated on."""
    weights, inputs = layer(samples=1200)
    family = grid_family(type_name, group, 256)
    found = gptq(weights, hessian_of(inputs[:800]), family, GptqSettings(order=order))
    plain = round_to_nearest(weights, family)
    fresh = inputs[800:]
    assert lost(weights, found.values, fresh) < 0.8 * lost(weights, plain.values, fresh)
    assert np.array_equal(decode_tensor(found.raw, type_name), found.values)


@pytest.mark.parametrize("group", [64, 128])
def test_groups_with_a_zero_point_as_in_the_paper(group: int) -> None:
    weights, inputs = layer()
    family = asymmetric_family(group)
    found = gptq(weights, hessian_of(inputs), family)
    plain = round_to_nearest(weights, family)
    assert lost(weights, found.values, inputs) < 0.7 * lost(weights, plain.values, inputs)
    assert found.codes.min() >= 0
    assert found.codes.max() <= 15


def test_nothing_to_make_up_for_where_inputs_are_independent() -> None:
    weights, _ = layer()
    family = grid_family("Q4_0", 64, 256)
    found = gptq(weights, np.eye(256), family)
    assert np.array_equal(found.codes, round_to_nearest(weights, family).codes)


def test_inputs_that_never_fire_are_rounded_plainly() -> None:
    weights, inputs = layer()
    inputs[:, 64:96] = 0
    family = grid_family("Q4_0", 32, 256)
    found = gptq(weights, hessian_of(inputs), family)
    plain = round_to_nearest(weights, family)
    assert np.array_equal(found.codes[:, 64:96], plain.codes[:, 64:96])
    assert np.isfinite(found.values).all()


def test_fewer_samples_than_columns() -> None:
    weights, inputs = layer(samples=10)
    found = gptq(weights, hessian_of(inputs), grid_family("Q4_K", 32, 256))
    assert np.isfinite(found.values).all()


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=15)
def test_the_factor_gives_the_inverse(seed: int) -> None:
    inputs = np.random.default_rng(seed).standard_normal((40, 16)).astype(np.float32)
    hessian = hessian_of(inputs)
    factor = factor_of(hessian, 0.01)
    damped = hessian + 0.01 * np.diag(hessian).mean() * np.eye(16)
    assert np.allclose(factor.T @ factor @ damped, np.eye(16), atol=1e-8)
    assert np.array_equal(factor, np.triu(factor))


def test_refusals() -> None:
    weights, inputs = layer()
    with pytest.raises(InputError, match="calibration inputs"):
        hessian_of(inputs[:0])
    inputs[3, 4] = np.inf
    with pytest.raises(InputError, match="infinite"):
        hessian_of(inputs)
    with pytest.raises(InputError, match="order"):
        gptq(weights, np.eye(256), grid_family("Q4_0", 32, 256), GptqSettings(order="random"))
    with pytest.raises(InputError, match="48"):
        grid_family("Q4_0", 48, 256)
    with pytest.raises(InputError, match="divide"):
        grid_family("Q4_K", 32, 320)
