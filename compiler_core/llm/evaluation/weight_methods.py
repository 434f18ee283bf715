"""One model with its weights in several types and by several methods: what each costs and keeps.

Every row is measured: the tensors are quantised, decoded, and the text is read with the decoded
weights in float32 (W4A16), and again with activations rounded to 8 bits (W4A8), as the engine does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.llm.block_formats.formats import decode_tensor
from compiler_core.llm.evaluation.perplexity import (
    divergence,
    negative_log_likelihoods,
    perplexity,
    predictions,
)
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import INTEGER_TYPES, FloatProducts, RoundedProducts
from compiler_core.llm.weight_quantisation.quantise_model import (
    QuantisationRequest,
    quantise_model,
)
from compiler_core.llm.weight_quantisation.records import QuantisedModel


@dataclass(frozen=True, slots=True)
class MethodRow:
    """request: type of the recipe, method, and columns that share a scale. perplexity: with float
    activations; eight_bit_perplexity: with activations of 8 bits. divergence: mean nats between
    the float model's predictions and these, with float activations. bytes_per_token: weights that
    a decode step reads.
    """

    request: QuantisationRequest
    perplexity: float
    eight_bit_perplexity: float
    divergence: float
    bytes_per_token: int


def measure_method(
    model: ReferenceModel,
    tokens: Sequence[int],
    request: QuantisationRequest,
    activations: Mapping[str, np.ndarray],
) -> MethodRow:
    """Quantise, and read the text with all three. activations: as `matmul_inputs` gives them."""
    quantised = quantise_model(model.tensors, model.configuration, request, activations)
    decoded = decoded_model(model, quantised)
    types = {
        name: tensor.type
        for name, tensor in quantised.tensors.items()
        if tensor.type in INTEGER_TYPES
    }
    rounded = RoundedProducts(FloatProducts(decoded.tensors), types)
    nats, changes = _compared(model, decoded, tokens)
    return MethodRow(
        request,
        float(np.exp(nats)),
        perplexity(decoded, tokens, products=rounded).value,
        changes,
        weight_bytes_per_token(model, quantised),
    )


def _compared(
    model: ReferenceModel, other: ReferenceModel, tokens: Sequence[int]
) -> tuple[float, float]:
    """The other's mean negative log-likelihood, and its mean divergence from the model."""
    losses, changes = [], []
    pairs = zip(predictions(model, tokens), predictions(other, tokens), strict=True)
    for (logits, answers), (others, _) in pairs:
        losses.append(negative_log_likelihoods(others, answers))
        changes.append(divergence(logits, others))
    return float(np.concatenate(losses).mean()), float(np.concatenate(changes).mean())


def decoded_model(model: ReferenceModel, quantised: QuantisedModel) -> ReferenceModel:
    """The model with what its codes stand for, as float32."""
    tensors = {
        name: decode_tensor(tensor.data, tensor.type).reshape(tensor.shape)
        for name, tensor in quantised.tensors.items()
    }
    return ReferenceModel(model.configuration, tensors)


def weight_bytes_per_token(model: ReferenceModel, quantised: QuantisedModel) -> int:
    """All weights of a dense model but an embedding that is only looked up."""
    skipped = "" if model.configuration.tied else "token_embd.weight"
    return sum(tensor.data.nbytes for name, tensor in quantised.tensors.items() if name != skipped)
