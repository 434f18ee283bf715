"""Phi-3 packs queries, keys and values, and gate and up: it converts by every method, and runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import ConversionSettings
from compiler_core.llm.engine.settings import EngineSettings
from compiler_core.llm.packed_projections import ProductTensors
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import integer_products_of, load_reference
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.weight_quantisation.quantise_model import (
    QuantisationRequest,
    quantise_model,
)
from script.training.language.gguf_file import write_gguf
from tests.llm.engine.engines import run_of
from tests.llm.switches.cases import TOKENS
from tests.llm.tiny_models import tiny_configuration, tiny_tensors, tiny_tokeniser

pytestmark = pytest.mark.usefixtures("emulator")

TEXT = "The quick brown fox jumps over the lazy dog. " * 30
SHAPE = tiny_configuration(
    architecture="phi3", packed_projections=True, rotary_pairing="halves", tied=False
)


def packed(tensors: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """As Phi-3's files have them: written out, by the order of its modelling code."""
    found = {}
    for name, values in tensors.items():
        layer = name.rsplit(".", 2)[0]
        if name.endswith("attn_q.weight"):
            parts = [tensors[f"{layer}.attn_{part}.weight"] for part in "qkv"]
            found[f"{layer}.attn_qkv.weight"] = np.concatenate(parts)
        elif name.endswith("ffn_up.weight"):
            found[name] = np.concatenate([tensors[f"{layer}.ffn_gate.weight"], values])
        elif not name.endswith(("attn_k.weight", "attn_v.weight", "ffn_gate.weight")):
            found[name] = values
    return found


def phi_3(path: Path) -> Path:
    tensors = packed(tiny_tensors(SHAPE, 3))
    return write_gguf(path, "tiny phi3", SHAPE, tensors, tiny_tokeniser(SHAPE.vocabulary), "F32")


def test_products_are_stretches_of_the_packed_tensors() -> None:
    apart = tiny_tensors(SHAPE, 3)
    seen = ProductTensors(packed(apart), SHAPE)
    assert set(seen) == set(apart)
    assert all(np.array_equal(seen[name], values) for name, values in apart.items())


@pytest.mark.parametrize("method", ["rtn", "gptq", "awq"])
@pytest.mark.parametrize("type_name", ["q4_0", "q4_k_m"])
def test_packed_weights_are_rounded_like_those_apart(method: str, type_name: str) -> None:
    """The same codes for the same rows: packing is a matter of the file alone."""
    apart = tiny_tensors(SHAPE, 3)
    inputs = matmul_inputs(ReferenceModel(SHAPE, apart), list(range(1, 400)), 64)
    request = QuantisationRequest(type_name, method)  # pyright: ignore[reportArgumentType]
    found = quantise_model(packed(apart), SHAPE, request, inputs).tensors
    assert set(found) == set(packed(apart))
    plain = tiny_configuration("llama", rotary_pairing="halves")
    expected = quantise_model(apart, plain, QuantisationRequest("q4_0", method), inputs).tensors  # pyright: ignore[reportArgumentType]
    for layer in range(SHAPE.layers):
        whole = found[f"blk.{layer}.ffn_up.weight"]
        halves = [expected[f"blk.{layer}.ffn_{part}.weight"].data for part in ("gate", "up")]
        if whole.type == "Q4_0":
            assert np.array_equal(whole.data, np.concatenate(halves))


@pytest.mark.parametrize("method", ["rtn", "gptq", "awq"])
def test_a_packed_model_converts_by_every_method_and_stays_itself(
    method: str, tmp_path: Path
) -> None:
    model, out = phi_3(tmp_path / "phi3.gguf"), tmp_path / "small.gguf"
    convert_model(model, out, ConversionSettings("q8_0", method, TEXT, 32))
    before, after = (forward(load_reference(one), TOKENS) for one in (model, out))
    assert float(np.abs(before - after).max()) < 0.1 * float(np.abs(before).max())
    assert read_header(out).refusals == ()


@pytest.mark.parametrize("type_name", ["q8_0", "q4_k_m"])
def test_an_engine_reads_the_rows_of_each_product(type_name: str, tmp_path: Path) -> None:

    model, out = phi_3(tmp_path / "phi3.gguf"), tmp_path / "small.gguf"
    convert_model(model, out, ConversionSettings(type_name))
    exact = EngineSettings(cache_type="f32")
    run = run_of(out, exact, count=3, tokens=TOKENS, prompt=len(TOKENS))
    tokens = (*TOKENS, *run.tokens[:-1])
    reference = forward(load_reference(out), tokens, products=integer_products_of(out))
    assert run.logits is not None
    errors = np.abs(run.logits - reference[len(TOKENS) - 1 :]).max(axis=1)
    # Where an activation lies between two bytes, numpy's order of adding decides on some
    # processors; such a position is off by that step, and rows read wrongly by whole logits.
    assert float(errors.min()) < 1e-3
    assert float(errors.max()) < 0.1
