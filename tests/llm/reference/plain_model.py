"""The same networks a second time, as slowly and plainly as possible: float64, no cache, loops.

Written from the papers' formulas, position by position and head by head, to be compared with.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from compiler_core.llm.records import ModelConfiguration


def plain_logits(
    configuration: ModelConfiguration, tensors: Mapping[str, np.ndarray], tokens: Sequence[int]
) -> np.ndarray:
    """Logits float64 [tokens, vocabulary]."""
    wide = {name: values.astype(np.float64) for name, values in tensors.items()}
    states = [configuration.embedding_scale * wide["token_embd.weight"][token] for token in tokens]
    for layer in range(configuration.layers):
        part = {
            name.split(".", 2)[2]: values
            for name, values in wide.items()
            if name.startswith(f"blk.{layer}.")
        }
        states = _plain_layer(configuration, part, layer, states)
    head = wide["token_embd.weight" if configuration.tied else "output.weight"]
    rows = [head @ _norm(configuration, state, wide["output_norm.weight"]) for state in states]
    return np.array([_cap(row, configuration.final_softcap) for row in rows])


def _plain_layer(
    configuration: ModelConfiguration,
    part: Mapping[str, np.ndarray],
    layer: int,
    states: list[np.ndarray],
) -> list[np.ndarray]:
    normed = [_norm(configuration, state, part["attn_norm.weight"]) for state in states]
    windowed = configuration.sliding_window and (
        not configuration.windowed_layers or layer in configuration.windowed_layers
    )
    after = []
    for position, state in enumerate(states):
        first = max(0, position - configuration.sliding_window + 1) if windowed else 0
        heads = [
            _plain_head(configuration, part, head, normed, first, position, bool(windowed))
            for head in range(configuration.heads)
        ]
        change = part["attn_output.weight"] @ np.concatenate(heads)
        if configuration.post_norms:
            change = _norm(configuration, change, part["post_attention_norm.weight"])
        state = state + change
        change = _plain_feed_forward(
            configuration, part, _norm(configuration, state, part["ffn_norm.weight"])
        )
        if configuration.post_norms:
            change = _norm(configuration, change, part["post_ffw_norm.weight"])
        after.append(state + change)
    return after


def _plain_head(
    configuration: ModelConfiguration,
    part: Mapping[str, np.ndarray],
    head: int,
    normed: list[np.ndarray],
    first: int,
    position: int,
    windowed: bool,
) -> np.ndarray:
    key_head = head * configuration.key_value_heads // configuration.heads
    query = _turned(configuration, part, "q", head, normed[position], position, windowed)
    scale = configuration.attention_scale or 1 / math.sqrt(configuration.head_size)
    scores, values = [], []
    for earlier in range(first, position + 1):
        key = _turned(configuration, part, "k", key_head, normed[earlier], earlier, windowed)
        scores.append(_cap(scale * (query @ key), configuration.attention_softcap))
        values.append(_projected(configuration, part, "v", key_head, normed[earlier]))
    shares = [math.exp(score) for score in scores]
    return sum(share * value for share, value in zip(shares, values, strict=True)) / sum(shares)


def _projected(
    configuration: ModelConfiguration,
    part: Mapping[str, np.ndarray],
    name: str,
    head: int,
    state: np.ndarray,
) -> np.ndarray:
    size = configuration.size_of_values if name == "v" else configuration.head_size
    rows = slice(head * size, (head + 1) * size)
    found = part[f"attn_{name}.weight"][rows] @ state
    if configuration.query_key_value_bias:
        found = found + part[f"attn_{name}.bias"][rows]
    return found


def _turned(
    configuration: ModelConfiguration,
    part: Mapping[str, np.ndarray],
    name: str,
    head: int,
    state: np.ndarray,
    position: int,
    windowed: bool,
) -> np.ndarray:
    """A query or key as complex numbers, times e^(i · angle)."""
    found = _projected(configuration, part, name, head, state)
    if configuration.query_key_norm:
        found = _norm(configuration, found, part[f"attn_{name}_norm.weight"])
    size = configuration.rotary_size or configuration.head_size
    base, divisor = configuration.rotary_base, 1.0
    if configuration.rotary_scaling == "linear":
        divisor = configuration.rotary_scale
    if windowed and configuration.windowed_rotary_base:
        base, divisor = configuration.windowed_rotary_base, 1.0
    turned = found.copy()
    for pair in range(size // 2):
        angle = position / divisor / base ** (2 * pair / size)
        real, imaginary = (
            (2 * pair, 2 * pair + 1)
            if configuration.rotary_pairing == "adjacent"
            else (pair, pair + size // 2)
        )
        number = complex(found[real], found[imaginary]) * complex(math.cos(angle), math.sin(angle))
        turned[real], turned[imaginary] = number.real, number.imag
    return turned


def _plain_feed_forward(
    configuration: ModelConfiguration, part: Mapping[str, np.ndarray], state: np.ndarray
) -> np.ndarray:
    if not configuration.experts:
        names = ("gate", "up", "down")
        return _gated(configuration, [part[f"ffn_{name}.weight"] for name in names], state)
    scores = np.exp(part["ffn_gate_inp.weight"] @ state)
    chosen = sorted(range(len(scores)), key=lambda expert: -scores[expert])
    chosen = chosen[: configuration.experts_used]
    total = sum(scores[expert] for expert in chosen)
    result = np.zeros_like(state)
    for expert in chosen:
        matrices = [part[f"ffn_{name}_exps.weight"][expert] for name in ("gate", "up", "down")]
        result += scores[expert] / total * _gated(configuration, matrices, state)
    return result


def _gated(
    configuration: ModelConfiguration, matrices: Sequence[np.ndarray], state: np.ndarray
) -> np.ndarray:
    gate, up, down = matrices
    opened = gate @ state
    if configuration.activation == "silu":
        opened = opened / (1 + np.exp(-opened))
    else:
        inner = math.sqrt(2 / math.pi) * (opened + 0.044715 * opened**3)
        opened = 0.5 * opened * (1 + np.tanh(inner))
    return down @ (opened * (up @ state))


def _norm(configuration: ModelConfiguration, x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return x / math.sqrt(float(np.mean(x**2)) + configuration.norm_epsilon) * weight


def _cap(x: np.ndarray, cap: float) -> np.ndarray:
    return cap * np.tanh(x / cap) if cap else x
