"""The chosen rounding method on one layer, step by step, for the page of stage 3."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.evaluation.shipped import calibration_text
from compiler_core.llm.packed_projections import packed_name, product_header
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.awq_model import FoldContext, FoldedModel, fold_layer
from compiler_core.llm.weight_quantisation.gptq_walk import gptq_walk
from compiler_core.llm.weight_quantisation.recipes import recipe_named, type_of_tensor
from compiler_core.llm.weight_quantisation.records import AwqCurve, GptqWalk

# Its inputs have the largest outliers of a layer, so there is most to see.
SHOWN_TENSOR = "blk.0.ffn_down.weight"
SHOWN_LAYER = 0
SAMPLE_TOKENS = 256
SAMPLE_ROWS = 256


def gptq_walk_of(state: LanguageState) -> GptqWalk | None:
    """GPTQ on the tensor that is shown; None for another method, or a model without it."""
    if state.settings.method != "gptq" or state.plain is None:
        return None
    model = load_reference(state.plain)
    if SHOWN_TENSOR not in model.tensors:
        return None
    inputs = _inputs(state, model)
    kind = _types(state)[SHOWN_TENSOR]
    return gptq_walk(
        SHOWN_TENSOR, model.tensors[SHOWN_TENSOR], inputs[SHOWN_TENSOR], kind, state.settings.group
    )


def awq_curve_of(state: LanguageState) -> AwqCurve | None:
    """AWQ's search in the first layer, the one that gains most; None for another method."""
    if state.settings.method != "awq" or state.plain is None:
        return None
    model = load_reference(state.plain)
    context = FoldContext(
        model.tensors,
        model.configuration,
        _types(state),
        state.settings.group,
        _inputs(state, model),
    )
    folded = FoldedModel()
    fold_layer(SHOWN_LAYER, context, folded)
    searched = [curve for curve in folded.curves if curve.points]
    return max(
        searched, key=lambda candidate: candidate.plain_error / candidate.error, default=None
    )


def _inputs(state: LanguageState, model: ReferenceModel) -> dict[str, np.ndarray]:
    tokens = tokeniser_of(state.header.tokeniser).encode(calibration_text())[:SAMPLE_TOKENS]
    return matmul_inputs(model, tokens, SAMPLE_ROWS)


def _types(state: LanguageState) -> dict[str, str]:
    recipe, shape = recipe_named(state.settings.type), state.header.configuration
    packed = {
        tensor.name: type_of_tensor(tensor.name, tensor.shape, recipe, shape).type
        for tensor in state.header.tensors
    }
    products = product_header(state.header).tensors
    return {product.name: packed[packed_name(product.name, shape)] for product in products}
