"""Models with their Attention and RotaryEmbedding nodes written out run under ONNX Runtime."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.validation import run_model
from tests.graph.emission.backend_suite.cases import Case, frozen
from tests.llm.attention_fusion.operator_score import operator_cases
from tests.llm.attention_fusion.test_operator_cases import attention_model

pytestmark = pytest.mark.usefixtures("emulator")

# The runtime has no products of bfloat16 to compare with.
LEFT_OUT = ("bf16",)


def written_out_cases() -> list[Case]:
    return [
        case
        for case in operator_cases()
        if case.model.graph.node[0].op_type != "RMSNormalization"
        and not any(word in case.name for word in LEFT_OUT)
    ]


def difference(case: Case) -> str:
    """What the runtime gives otherwise than the case says; empty if nothing."""
    model, inputs = frozen(case)
    imported = import_model(model.SerializeToString()).model
    names = [str(value.name) for value in imported.graph.inputs]
    (found,) = run_model(imported, (dict(zip(names, inputs, strict=True)),))
    for expected, array in zip(case.outputs, found, strict=True):
        wide, other = expected.astype(np.float64), array.astype(np.float64)
        if not np.allclose(wide, other, case.rtol, max(case.atol, 1e-6), equal_nan=True):
            return f"{case.name}: {np.abs(wide - other).max()}"
    return ""


def test_the_runtime_gives_what_the_package_says() -> None:
    assert [told for case in written_out_cases() if (told := difference(case))] == []


@pytest.mark.parametrize("name", ["test_attention_4d_gqa_causal_nonpad_decode"])
def test_a_length_that_only_the_run_knows_stays_an_input(name: str) -> None:
    (case,) = (case for case in written_out_cases() if case.name == name)
    imported = import_model(case.model.SerializeToString()).model
    assert len(imported.graph.inputs) == len(case.inputs)


def attended(
    shapes: dict[str, list[int]], given: dict[str, np.ndarray], **attributes: int
) -> np.ndarray:
    """The result of one Attention node, written out."""
    model = import_model(attention_model(shapes, **attributes)).model
    return run_model(model, (given,))[0][0]


def test_a_causal_query_sees_nothing_to_its_right() -> None:
    shapes = {name: [1, 2, 5, 4] for name in ("Q", "K", "V")}
    drawn = np.random.default_rng(4).standard_normal
    given = {name: drawn(shape, np.float32) for name, shape in shapes.items()}
    causal = attended(shapes, given, is_causal=1)
    windowed = attended(shapes, given, is_causal=1, right_window_size=2)
    np.testing.assert_array_equal(windowed, causal)
    assert not np.array_equal(attended(shapes, given, right_window_size=2), causal)


def test_keys_beyond_the_mask_are_hidden() -> None:
    whole = {"Q": [1, 2, 3, 4], "K": [1, 2, 5, 4], "V": [1, 2, 5, 4], "mask": [3, 3]}
    drawn = np.random.default_rng(6).standard_normal
    given = {name: drawn(shape, np.float32) for name, shape in whole.items()}
    short = whole | {"K": [1, 2, 3, 4], "V": [1, 2, 3, 4]}
    cut = given | {name: given[name][:, :, :3] for name in ("K", "V")}
    np.testing.assert_allclose(attended(whole, given), attended(short, cut), rtol=1e-6)
