"""A whole model from float tensors to the bytes of a GGUF file, with the error of each tensor.

The calibration inputs are those of the model as it was, for all layers: the GPTQ paper computes
them again after each layer with what is already quantised, which costs a pass per layer and gains
little at this size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import block_format, encode_tensor
from compiler_core.llm.packed_projections import ProductTensors, packed_name
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.weight_quantisation.awq_model import (
    FoldContext,
    FoldedModel,
    fold_model,
)
from compiler_core.llm.weight_quantisation.clipping import round_clipped
from compiler_core.llm.weight_quantisation.error_record import TensorError
from compiler_core.llm.weight_quantisation.folds import OUTPUT_HEAD_REASON
from compiler_core.llm.weight_quantisation.gptq import GptqSettings, gptq
from compiler_core.llm.weight_quantisation.grids import GROUPS, grid_family
from compiler_core.llm.weight_quantisation.packed import packed_folds, packed_inputs
from compiler_core.llm.weight_quantisation.recipes import TypeChoice, recipe_named, type_of_tensor
from compiler_core.llm.weight_quantisation.records import (
    Method,
    QuantisedMatrix,
    QuantisedModel,
    QuantisedTensor,
)
from compiler_core.llm.weight_quantisation.round_to_nearest import encoded, round_to_nearest
from compiler_core.llm.weight_quantisation.tensor_error import QuantisedAs, tensor_error

METHODS: tuple[Method, ...] = ("rtn", "grouped rtn", "gptq", "awq")

_NO_INPUTS = "There are no calibration inputs of this tensor: it is rounded to nearest."


@dataclass(frozen=True, slots=True)
class QuantisationRequest:
    """type: a recipe's name. method: rtn is each format's own encoder, byte for byte llama.cpp's;
    grouped rtn rounds on the same grids as gptq and awq, to compare with them. group: columns that
    share a scale in Q4_0. order, damping: of GPTQ."""

    type: str = "q4_0"
    method: str = "rtn"
    group: int = 32
    order: str = "activation"
    damping: float = 0.01


@dataclass(frozen=True, slots=True)
class _Job:
    tensors: Mapping[str, np.ndarray]
    request: QuantisationRequest
    choices: Mapping[str, TypeChoice]
    activations: Mapping[str, np.ndarray]
    folded: FoldedModel

    def weights_of(self, name: str) -> np.ndarray:
        if name in self.folded.tensors:
            return self.folded.tensors[name]
        return self.tensors[name]


def quantise_model(
    tensors: Mapping[str, np.ndarray],
    configuration: ModelConfiguration,
    request: QuantisationRequest,
    activations: Mapping[str, np.ndarray] | None = None,
) -> QuantisedModel:
    """tensors: float32 [out, in] by GGUF name (may load lazily). activations: the inputs float32
    [samples, in] of each product, by the name of its weight, that of its own where a file packs
    some into one; needed by gptq and awq.

    Raises InputError for an unknown type, method or group, or values that have no code.
    """
    _check(request, activations)
    job = _job(tensors, configuration, request, activations or {})
    written: dict[str, QuantisedTensor] = {}
    errors: list[TensorError] = []
    for name in tensors:
        written[name], error = _quantised(name, job)
        errors += [error] if error else []
    return QuantisedModel(
        tensors=written,
        errors=tuple(errors),
        curves=tuple(job.folded.curves),
        bytes_before=sum(_plain_size(tensor) for tensor in written.values()),
        bytes_after=sum(tensor.data.size for tensor in written.values()),
        notes=tuple(_notes(request)),
    )


def _check(request: QuantisationRequest, activations: Mapping[str, np.ndarray] | None) -> None:
    recipe_named(request.type)
    if request.method not in METHODS:
        raise InputError(
            f"There is no method {request.method!r}.", f"There are {', '.join(METHODS)}."
        )
    if request.group not in GROUPS:
        raise InputError(
            f"Groups of {request.group} columns are not offered.", "Take 32, 64 or 128."
        )
    if request.method in ("gptq", "awq") and not activations:
        raise InputError(
            f"The method {request.method} needs calibration text.", "Give --calibration FILE."
        )


def _job(
    tensors: Mapping[str, np.ndarray],
    configuration: ModelConfiguration,
    request: QuantisationRequest,
    activations: Mapping[str, np.ndarray],
) -> _Job:
    recipe = recipe_named(request.type)
    choices = {
        name: type_of_tensor(name, tensors[name].shape, recipe, configuration) for name in tensors
    }
    folded = FoldedModel()
    if request.method == "awq":
        products = ProductTensors(tensors, configuration)
        types = {name: choices[packed_name(name, configuration)].type for name in products}
        context = FoldContext(products, configuration, types, request.group, activations)
        folded = packed_folds(fold_model(context), products, tensors, configuration)
    seen = packed_inputs(activations, tensors, configuration)
    return _Job(tensors, request, choices, seen, folded)


def _quantised(name: str, job: _Job) -> tuple[QuantisedTensor, TensorError | None]:
    weights = np.asarray(job.weights_of(name), np.float32)
    choice = job.choices[name]
    if choice.type in ("F16", "F32"):
        data = encode_tensor(weights, choice.type)
        return QuantisedTensor(
            name=name,
            type=choice.type,
            shape=weights.shape,
            data=data,
            method="",
            reason=choice.reason,
        ), None
    rows = weights.reshape(-1, weights.shape[-1])
    inputs = _inputs(name, job)
    method, why = _method(name, weights, inputs, job)
    reason = f"{choice.reason} {why}".strip()
    gram = None if inputs is None else _gram(inputs)
    matrix = _rounded(rows, choice.type, method, gram, job.request)
    data = matrix.raw.reshape(*weights.shape[:-1], -1)
    block = block_format(choice.type).values
    done = QuantisedAs(
        name=name, type=choice.type, method=method, size=data.size, block=block, reason=reason
    )
    error = tensor_error(rows, matrix.values, done, gram)
    return QuantisedTensor(
        name=name, type=choice.type, shape=weights.shape, data=data, method=method, reason=reason
    ), error


def _inputs(name: str, job: _Job) -> np.ndarray | None:
    """As the product sees them: divided by what AWQ multiplied the columns by."""
    if name not in job.activations:
        return None
    scales = job.folded.scales.get(name)
    inputs = job.activations[name]
    return inputs if scales is None else inputs / scales


def _gram(inputs: np.ndarray) -> np.ndarray:
    wide = inputs.astype(np.float64)
    return wide.T @ wide / len(wide)


def _method(
    name: str, weights: np.ndarray, inputs: np.ndarray | None, job: _Job
) -> tuple[Method, str]:
    """How codes are chosen for one tensor, and why if not as asked."""
    method = job.request.method
    if method == "grouped rtn":
        return "grouped rtn", ""
    if method == "rtn":
        return "rtn", ""
    if name in ("output.weight", "token_embd.weight"):
        return "rtn", OUTPUT_HEAD_REASON if name == "output.weight" or method == "awq" else (
            "The embedding is looked up, not multiplied: there is no product to make up in."
        )
    if inputs is None or weights.ndim != 2:
        return "rtn", _NO_INPUTS
    if method == "awq":
        return ("awq", "") if name in job.folded.scales else ("grouped rtn", "Nothing was folded.")
    return "gptq", ""


def _rounded(
    rows: np.ndarray,
    type_name: str,
    method: Method,
    gram: np.ndarray | None,
    request: QuantisationRequest,
) -> QuantisedMatrix:
    if method == "rtn":
        return encoded(rows, type_name)
    family = grid_family(type_name, request.group, rows.shape[1])
    if method == "gptq" and gram is not None:
        return gptq(rows, 2 * gram, family, GptqSettings(request.damping, request.order))
    if method == "awq" and gram is not None:
        return round_clipped(rows, family, gram)
    return round_to_nearest(rows, family)


def _plain_size(tensor: QuantisedTensor) -> int:
    elements = int(np.prod(tensor.shape))
    return elements * (4 if tensor.type == "F32" else 2)


def _notes(request: QuantisationRequest) -> Iterator[str]:
    if request.method == "gptq":
        yield (
            "Calibration inputs are those of the model before quantising, for every layer. "
            "With act-order, grids are fitted beforehand, because a file has fixed groups."
        )
    if request.method in ("gptq", "awq", "grouped rtn") and request.group > 32:
        yield (
            f"A group of {request.group} is written as {request.group // 32} Q4_0 blocks with the "
            "same scale. Q4_K, Q6_K and Q8_0 keep their own groups."
        )
