"""Where a scale of a layer's inputs may be taken back out: the tensor before it, and why.

AWQ multiplies a weight's input columns by factors and divides whatever produces these inputs, so
that in exact arithmetic the model stays the same. That is legal only where nothing non-linear and
no other reader lies between. Each rule is data; whether it holds for a model is checked against the
model's shape and tensors.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.records import ModelConfiguration

FoldKind = Literal["norm", "value rows", "rows"]


@dataclass(frozen=True, slots=True)
class FoldRule:
    """readers: parts of a layer that read the scaled inputs. source: the part that is divided."""

    readers: tuple[str, ...]
    source: str
    kind: FoldKind
    reason: str


FOLD_RULES: tuple[FoldRule, ...] = (
    FoldRule(
        ("attn_q", "attn_k", "attn_v"),
        "attn_norm",
        "norm",
        "A norm multiplies each channel by its own weight last, and only these products read it: "
        "dividing that weight divides the channel.",
    ),
    FoldRule(
        ("attn_output",),
        "attn_v",
        "value rows",
        "Attention averages values over positions with weights that do not depend on them, so a "
        "factor of a value channel passes through. Query heads that share a value head must "
        "share its factors.",
    ),
    FoldRule(
        ("ffn_gate", "ffn_up"),
        "ffn_norm",
        "norm",
        "As for attention: the norm's weight is divided, and only gate and up read it.",
    ),
    FoldRule(
        ("ffn_down",),
        "ffn_up",
        "rows",
        "The product activation(gate) · up is linear in up, so a row of up may be divided. A row "
        "of gate may not: the activation function is not linear.",
    ),
)

OUTPUT_HEAD_REASON = (
    "The output head is rounded without scaling: a head that is tied to the embedding has the "
    "embedding's lookup as a second reader, and the others are kept in more bits anyway."
)


def tensor_of(layer: int, part: str, kind: str = "weight") -> str:
    """The GGUF name of a part of a layer."""
    return f"blk.{layer}.{part}.{kind}"


def fold_refusal(
    rule: FoldRule, layer: int, configuration: ModelConfiguration, names: Collection[str]
) -> str:
    """Why this rule does not hold for this layer; empty when it does."""
    if configuration.experts and rule.source.startswith("ffn"):
        return (
            "The router reads the same norm as the experts, and each expert has its own products: "
            "only dense layers are scaled."
        )
    wanted = [tensor_of(layer, part) for part in (*rule.readers, rule.source)]
    missing = [name for name in wanted if name not in names]
    if missing:
        return f"{missing[0]} is not in this model."
    if rule.kind == "value rows" and configuration.heads % configuration.key_value_heads:
        return "Query heads do not divide evenly among value heads."
    return ""


def shared_scales(
    rule: FoldRule, scales: np.ndarray, configuration: ModelConfiguration
) -> np.ndarray:
    """Scales [inputs] made equal where the source has one channel for several inputs.

    Only value rows: input channels of the heads of one group get their geometric mean.
    """
    if rule.kind != "value rows":
        return scales
    heads = _by_value_head(scales, configuration)
    means = np.exp(np.log(heads).mean(axis=1, keepdims=True))
    return np.broadcast_to(means, heads.shape).reshape(-1).astype(scales.dtype)


def _by_value_head(channels: np.ndarray, configuration: ModelConfiguration) -> np.ndarray:
    """[inputs] as [value heads, group, size]: query head h reads value head h // group."""
    size = configuration.size_of_values
    if len(channels) != configuration.heads * size:
        raise InputError(
            f"attn_output reads {len(channels)} channels; {configuration.heads} heads of {size} "
            "were expected."
        )
    return channels.reshape(configuration.key_value_heads, configuration.group, size)


def folded_tensors(
    rule: FoldRule,
    layer: int,
    scales: np.ndarray,
    tensors: dict[str, np.ndarray],
    configuration: ModelConfiguration,
) -> dict[str, np.ndarray]:
    """The tensors this fold changes: readers' columns times scales, the source divided by them.

    scales: float32 [inputs], as `shared_scales` leaves them.
    """
    readers = [tensor_of(layer, part) for part in rule.readers]
    changed = {name: tensors[name] * scales[None, :] for name in readers}
    divisors = scales
    if rule.kind == "value rows":
        divisors = _by_value_head(scales, configuration)[:, 0].reshape(-1)
    source = tensor_of(layer, rule.source)
    changed[source] = _divided(tensors[source], divisors)
    bias = tensor_of(layer, rule.source, "bias")
    if bias in tensors:
        changed[bias] = tensors[bias] / divisors
    return changed


def _divided(tensor: np.ndarray, divisors: np.ndarray) -> np.ndarray:
    """A norm's weight [channels], or a matrix by its rows."""
    return tensor / (divisors if tensor.ndim == 1 else divisors[:, None])
