"""Whole models: bytes that gguf reads, errors that are true, methods that keep outputs nearer."""

from __future__ import annotations

import gguf
import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import decode_tensor
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.weight_quantisation.quantise_model import (
    QuantisationRequest,
    quantise_model,
)
from compiler_core.llm.weight_quantisation.records import QuantisedModel
from tests.llm.tiny_models import tiny_configuration, tiny_tensors

CONFIGURATION = tiny_configuration("llama", layers=1)
TENSORS = tiny_tensors(CONFIGURATION, 6)
MODEL = ReferenceModel(CONFIGURATION, TENSORS)
CALIBRATION = tuple(int(t) for t in np.random.default_rng(1).integers(0, 512, 400))
HELD_BACK = tuple(int(t) for t in np.random.default_rng(2).integers(0, 512, 60))
INPUTS = matmul_inputs(MODEL, CALIBRATION, 400)


def quantised(type_name: str, method: str, group: int = 32) -> QuantisedModel:
    request = QuantisationRequest(type_name, method, group)
    return quantise_model(TENSORS, CONFIGURATION, request, INPUTS)


@pytest.mark.parametrize("type_name", ["f16", "q8_0", "q4_0", "q4_k_m"])
def test_gguf_reads_every_tensor(type_name: str) -> None:
    done = quantised(type_name, "rtn")
    assert list(done.tensors) == list(TENSORS)
    for name, tensor in done.tensors.items():
        raw = tensor.data
        values = gguf.dequantize(raw, gguf.GGMLQuantizationType[tensor.type])
        assert values.shape == tensor.shape == TENSORS[name].shape
        assert np.array_equal(values, decode_tensor(raw, tensor.type))
    assert done.bytes_after == sum(tensor.data.nbytes for tensor in done.tensors.values())


def test_plain_rounding_gives_the_bytes_of_gguf() -> None:
    for type_name, kind in (("q8_0", "Q8_0"), ("q4_0", "Q4_0")):
        done = quantised(type_name, "rtn", group=128)
        for name, tensor in done.tensors.items():
            if tensor.type == kind:
                wanted = gguf.quantize(TENSORS[name], gguf.GGMLQuantizationType[kind])
                assert np.array_equal(tensor.data, wanted)


def test_errors_are_those_of_the_written_values() -> None:
    done = quantised("q4_k_m", "rtn")
    assert {error.name for error in done.errors} == {
        name for name, tensor in done.tensors.items() if tensor.type not in ("F32", "F16")
    }
    for error in done.errors:
        tensor = done.tensors[error.name]
        wrong = decode_tensor(tensor.data, tensor.type).astype(np.float64) - TENSORS[error.name]
        power = float((TENSORS[error.name].astype(np.float64) ** 2).sum())
        assert error.root_mean_square == pytest.approx(np.sqrt(np.mean(wrong**2)))
        wanted = 10 * np.log10(power / (wrong**2).sum())
        assert error.signal_to_noise == pytest.approx(wanted)
        block = wrong[error.worst_row, error.worst_block * 256 : (error.worst_block + 1) * 256]
        assert error.worst_block_error == pytest.approx(np.sqrt(np.mean(block**2)))
        blocks = np.sqrt((wrong.reshape(len(wrong), -1, 256) ** 2).mean(axis=2))
        assert error.worst_block_error == pytest.approx(blocks.max())
        assert (error.bytes_before, error.bytes_after) == (wrong.size * 2, tensor.data.size)
        if error.output_error is not None:
            inputs = INPUTS[error.name].astype(np.float64)
            lost = ((inputs @ wrong.T) ** 2).sum() / ((inputs @ TENSORS[error.name].T) ** 2).sum()
            assert error.output_error == pytest.approx(lost, rel=1e-3)


@pytest.mark.parametrize("group", [64, 128])
def test_outputs_stay_nearer_than_after_rounding_the_same_groups(group: int) -> None:
    plain, second, scaled = (quantised("q4_0", m, group) for m in ("grouped rtn", "gptq", "awq"))
    rounded = {error.name: error.output_error for error in plain.errors}
    for error in (*second.errors, *scaled.errors):
        if error.method in ("gptq", "awq"):
            assert error.output_error is not None
            # Readers of one norm share scales: one may lose a little where all together gain.
            slack = 1.0 if error.method == "gptq" else 1.1
            assert error.output_error < slack * (rounded[error.name] or 0), error


def test_scales_of_a_group_are_the_same_in_all_its_blocks() -> None:
    done = quantised("q4_0", "gptq", 128).tensors["blk.0.ffn_down.weight"]
    halves = done.data.reshape(done.shape[0], -1, 4, 18)[..., :2]
    assert np.all(halves == halves[:, :, :1])


def test_the_embedding_is_rounded_plainly_and_everything_has_a_reason() -> None:
    done = quantised("q4_k_m", "gptq")
    methods = {name: tensor.method for name, tensor in done.tensors.items()}
    assert methods["token_embd.weight"] == "rtn"
    assert methods["blk.0.ffn_up.weight"] == "gptq"
    assert methods["blk.0.attn_norm.weight"] == ""
    assert all(tensor.reason for tensor in done.tensors.values())


def test_experts_are_rounded_row_by_row() -> None:
    configuration = tiny_configuration("mixtral")
    tensors = tiny_tensors(configuration, 2)
    inputs = matmul_inputs(ReferenceModel(configuration, tensors), HELD_BACK, 60)
    done = quantise_model(tensors, configuration, QuantisationRequest("q4_0", "gptq"), inputs)
    experts = done.tensors["blk.0.ffn_up_exps.weight"]
    wanted = gguf.quantize(tensors[experts.name], gguf.GGMLQuantizationType.Q4_0)
    assert np.array_equal(experts.data, wanted)
    assert experts.method == "rtn"


def test_refusals() -> None:
    def ask(**asked: object) -> None:
        quantise_model(TENSORS, CONFIGURATION, QuantisationRequest(**asked))  # type: ignore[arg-type]

    with pytest.raises(InputError, match="calibration text"):
        ask(method="gptq")
    with pytest.raises(InputError, match="no method"):
        ask(method="magic")
    with pytest.raises(InputError, match="Groups of 7"):
        ask(group=7)
    with pytest.raises(InputError, match="no type"):
        ask(type="q2_k")
    broken = {**TENSORS, "blk.0.attn_q.weight": np.full((256, 256), np.nan, np.float32)}
    with pytest.raises(InputError, match="not a number"):
        quantise_model(broken, CONFIGURATION, QuantisationRequest())
