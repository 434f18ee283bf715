"""What a page steps through is the very run that quantises, and its figures follow from it."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.weight_quantisation.gptq import gptq, hessian_of
from compiler_core.llm.weight_quantisation.gptq_walk import gptq_walk
from compiler_core.llm.weight_quantisation.grids import grid_family
from tests.llm.weight_quantisation.layers import layer, lost

WEIGHTS, INPUTS = layer()
WALK = gptq_walk("blk.0.attn_q.weight", WEIGHTS, INPUTS)


@pytest.mark.parametrize(("type_name", "columns"), [("Q4_0", 64), ("Q4_K", 256)])
def test_steps_are_those_of_the_cut_out_layer(type_name: str, columns: int) -> None:
    walk = gptq_walk("w", WEIGHTS, INPUTS, type_name)
    part, inputs = WEIGHTS[:, :columns], INPUTS[:, :columns]
    wanted = gptq(part, hessian_of(inputs), grid_family(type_name, 32, columns))
    assert sorted(walk.order) == list(range(columns))
    for step in walk.steps:
        assert step.codes == tuple(wanted.codes[:4, step.column].tolist())
        assert step.rounded == pytest.approx(wanted.values[:4, step.column].tolist())
        assert step.original == tuple(part[:4, step.column].tolist())
    assert walk.steps[-1].output_error == pytest.approx(walk.error, rel=1e-4)
    assert walk.error == pytest.approx(lost(part, wanted.values, inputs), rel=1e-4)
    assert walk.error < walk.plain_error


def test_columns_come_in_order_of_their_inputs() -> None:
    sensitivities = [step.sensitivity for step in WALK.steps]
    assert sensitivities == sorted(sensitivities, reverse=True)
    squares = (INPUTS[:, WALK.order[0]].astype(np.float64) ** 2).mean()
    assert WALK.steps[0].sensitivity == pytest.approx(squares, rel=1e-5)


def test_fed_errors_move_the_columns_that_follow() -> None:
    """The second column's weight is its original, changed by what the first fed it."""
    first, second = WALK.steps[:2]
    moved = np.array(second.weights) - np.array(second.original)
    fed = {entry.column: entry.changes for entry in first.fed}
    largest = max(abs(np.array(change)).sum() for change in fed.values())
    assert abs(moved).sum() <= largest + 1e-9
    if second.column in fed:
        assert moved == pytest.approx(fed[second.column], abs=1e-6)
    assert first.weights == pytest.approx(first.original)
    assert first.errors == pytest.approx(np.array(first.weights) - np.array(first.rounded))
    assert not WALK.steps[-1].fed


def test_the_sentence_counts_the_codes_that_errors_moved() -> None:
    moved = sum(
        code != plain
        for step in WALK.steps
        for code, plain in zip(step.codes, step.plain_codes, strict=True)
    )
    assert moved > 0
    assert f"{moved} of the {64 * 4} codes" in WALK.sentences[1]


def test_inputs_of_another_tensor() -> None:
    with pytest.raises(InputError, match="not those of w"):
        gptq_walk("w", WEIGHTS, INPUTS[:, :128])
