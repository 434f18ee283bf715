"""Bytes of tensors in the type asked for: floats one by one, blocks by the encoders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.converting.plan import Plan
from compiler_core.llm.converting.records import ConversionSettings
from compiler_core.llm.converting.writing import TensorToWrite
from compiler_core.llm.packed_projections import ProductTensors
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.ggml_types import type_named
from compiler_core.llm.records import ModelConfiguration, TokeniserData
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.error_record import TensorError
from compiler_core.llm.weight_quantisation.quantise_model import (
    QuantisationRequest,
    quantise_model,
)

FLOATS = ("f32", "f16")
CALIBRATION_ROWS = 1024
CALIBRATION_TOKENS = 2048
_EXACT_PARTS = ("ffn_gate_inp", "rope_freqs")
_CALIBRATED = ("gptq", "awq")


@dataclass(frozen=True, slots=True)
class Encoded:
    """table, reasons: of each tensor, in order. data: made while it is read."""

    table: tuple[TensorToWrite, ...]
    reasons: tuple[str, ...]
    data: Iterator[np.ndarray]
    errors: tuple[TensorError, ...] = ()
    notes: tuple[str, ...] = ()


def encode_floats(plan: Plan, values: Mapping[str, np.ndarray], type_name: str) -> Encoded:
    """Matrices in F16 or F32, vectors in F32."""
    chosen = [_float_type(tensor.name, tensor.shape, type_name) for tensor in plan.tensors]
    table = tuple(
        TensorToWrite(row.name, kind, row.shape, type_named(kind).bytes_of(int(np.prod(row.shape))))
        for row, (kind, _) in zip(plan.tensors, chosen, strict=True)
    )
    reasons = tuple(reason for _, reason in chosen)
    return Encoded(table, reasons, (_floats(values[entry.name], entry) for entry in table))


def _float_type(name: str, shape: tuple[int, ...], type_name: str) -> tuple[str, str]:
    if type_name == "f32":
        return "F32", ""
    if len(shape) < 2 or not name.endswith("weight"):
        return "F32", "Vectors are small and exact: norms and biases stay in F32."
    if any(part in name for part in _EXACT_PARTS):
        return "F32", "The router decides between experts: it stays exact."
    return "F16", ""


def _floats(values: np.ndarray, tensor: TensorToWrite) -> np.ndarray:
    if tensor.type == "F32":
        return np.ascontiguousarray(values, "<f4").view(np.uint8)
    with np.errstate(over="ignore"):
        halves = np.ascontiguousarray(values, "<f2")
    if not np.isfinite(halves).all():
        raise ModelFileRefused(
            f"The tensor {tensor.name} holds values beyond 65,504, which F16 cannot hold.",
            "Convert to f32, or to blocks of whole numbers.",
        )
    return halves.view(np.uint8)


def encode_blocks(
    plan: Plan,
    values: Mapping[str, np.ndarray],
    settings: ConversionSettings,
    tokeniser: TokeniserData,
) -> Encoded:
    """Matrices in blocks, by the recipe of this name and the method."""
    inputs = _calibration_inputs(plan.configuration, values, settings, tokeniser)
    request = QuantisationRequest(settings.type, settings.method, settings.group)
    model = quantise_model(values, plan.configuration, request, inputs)
    tensors = [model.tensors[tensor.name] for tensor in plan.tensors]
    table = tuple(TensorToWrite(row.name, row.type, row.shape, row.data.nbytes) for row in tensors)
    return Encoded(
        table,
        tuple(encoded.reason for encoded in tensors),
        (np.ascontiguousarray(quantised.data).view(np.uint8) for quantised in tensors),
        model.errors,
        model.notes,
    )


def _calibration_inputs(
    configuration: ModelConfiguration,
    values: Mapping[str, np.ndarray],
    settings: ConversionSettings,
    tokeniser: TokeniserData,
) -> dict[str, np.ndarray]:
    """Inputs of every product on the calibration text, computed by the reference model."""
    if settings.method not in _CALIBRATED:
        return {}
    from compiler_core.llm.reference.activations import matmul_inputs
    from compiler_core.llm.reference.model import ReferenceModel

    if not settings.calibration.strip():
        raise InputError(
            f"The method {settings.method} runs the model on text, and there is none.",
            "Give --calibration a file with some pages of text of the kind the model writes.",
        )
    tokens = tokeniser_of(tokeniser).encode(settings.calibration)[:CALIBRATION_TOKENS]
    model = ReferenceModel(configuration, dict(ProductTensors(values, configuration)))
    return matmul_inputs(model, tokens, CALIBRATION_ROWS)


def check_out(source: Path, out: Path) -> None:
    """Raise InputError if the new file would stand where the old one is."""
    if out.is_dir():
        raise InputError(f"{out} is a directory.", "Name a file, such as model.gguf.")
    if out.exists() and (out.samefile(source) or out.resolve().parent == source.resolve()):
        raise InputError(f"{out} is, or lies in, what is being converted.", "Name another file.")
    if not out.parent.is_dir():
        raise InputError(f"{out.parent} is not a directory.", "Make it first.")
