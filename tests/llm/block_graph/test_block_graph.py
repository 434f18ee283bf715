"""The graph of a block computes what the numpy reference does, in both regimes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import onnx
import onnx_ir as ir
import pytest

from compiler_core.errors import InputError
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import run_model
from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.narrow import narrow, narrow_regime
from compiler_core.llm.block_graph.regime import Regime, decode, prefill
from compiler_core.llm.block_graph.weights import weight_shapes
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.reference.forward import _block
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import FloatProducts
from tests.llm.tiny_models import KINDS, tiny_configuration, tiny_tensors

DENSE = [kind for kind in KINDS if kind != "mixtral"]
POSITION = 21


def run_block(
    configuration: ModelConfiguration,
    regime: Regime,
    layer: int,
    given: dict[str, np.ndarray],
    tensors: dict[str, np.ndarray],
) -> tuple[np.ndarray, ...]:
    model = block_model(configuration, regime, layer, tensors.__getitem__)
    onnx.checker.check_model(ir.serde.serialize_model(model))
    return run_model(model, (given,))[0]


@pytest.mark.parametrize("layer", [0, 1])
@pytest.mark.parametrize("kind", DENSE)
def test_equals_the_reference(kind: str, layer: int) -> None:
    configuration = tiny_configuration(kind)
    tensors = tiny_tensors(configuration, 3)
    states = np.random.default_rng(5).standard_normal(
        (POSITION + 1, configuration.hidden), np.float32
    )
    model = ReferenceModel(configuration, tensors)
    store = contiguous_store(configuration, POSITION + 1)
    products = FloatProducts(tensors)
    expected = _block(model, layer, states[:POSITION], store, products)
    store.advance(POSITION)
    last = _block(model, layer, states[POSITION:], store, products)
    y, keys, values = run_block(
        configuration, prefill(POSITION), layer, {"x": states[None, :POSITION]}, tensors
    )
    np.testing.assert_allclose(y[0], expected, rtol=0, atol=2e-5 * np.abs(expected).max())
    given = {"x": states[None, POSITION:], "past_key": keys, "past_value": values}
    y, keys, _ = run_block(configuration, decode(POSITION), layer, given, tensors)
    np.testing.assert_allclose(y[0], last, rtol=0, atol=2e-5 * np.abs(last).max())
    assert keys.shape[2] == POSITION + 1


def test_nodes_name_the_tensors_that_they_read() -> None:
    configuration = tiny_configuration("qwen2")
    model = block_model(configuration, prefill(3), 1)
    named = {name for node in model.graph for name in sources_of(node) if name.startswith("blk.")}
    assert named == set(weight_shapes(configuration, 1))


def test_a_large_block_draws_no_weights() -> None:
    """A header is enough: nobody asks for the 700 MB of these matrices."""
    large = replace(
        tiny_configuration("llama"),
        hidden=4096,
        heads=32,
        head_size=128,
        key_value_heads=8,
        feed_forward=14336,
    )

    def refuse(name: str) -> np.ndarray:
        raise AssertionError(name)

    model = block_model(large, prefill(2048), 0, refuse)
    assert len(list(model.graph)) > 20


def test_a_single_token_that_sees_all_has_no_mask() -> None:
    operators = [
        str(node.name) for node in block_model(tiny_configuration("llama"), decode(5)).graph
    ]
    assert "masked" not in operators
    windowed = replace(tiny_configuration("mistral"), sliding_window=5)
    assert "masked" in [str(node.name) for node in block_model(windowed, decode(5)).graph]
    assert "masked" not in [str(node.name) for node in block_model(windowed, decode(4)).graph]


@pytest.mark.parametrize("kind", DENSE)
def test_the_narrow_model_has_the_same_nodes(kind: str) -> None:
    configuration = tiny_configuration(kind)
    wide = block_model(configuration, decode(900))
    small = block_model(narrow(configuration), narrow_regime(decode(900)))
    assert [node.name for node in small.graph] == [node.name for node in wide.graph]


def test_what_has_no_graph_is_refused() -> None:
    with pytest.raises(InputError):
        block_model(tiny_configuration("mixtral"), prefill(2))
    attention = block_model(tiny_configuration("mixtral"), prefill(2), part="attention")
    assert "attn_residual" in {node.name for node in attention.graph}
    unknown = replace(tiny_configuration("llama"), heads=0)
    with pytest.raises(InputError):
        block_model(unknown, prefill(2))
    for wrong in (lambda: prefill(0), lambda: decode(-1)):
        with pytest.raises(InputError):
            wrong()
