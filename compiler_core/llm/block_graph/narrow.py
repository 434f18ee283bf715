"""A small model of the same form: what is true of the form can be tried on it in milliseconds."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.records import ModelConfiguration

_KEY_HEADS, _HEAD, _HIDDEN, _FEED_FORWARD, _GROUP = 2, 16, 48, 80, 4
_TOKENS, _POSITIONS, _WINDOW = 12, 19, 7


def narrow(configuration: ModelConfiguration) -> ModelConfiguration:
    """Fewer and shorter heads, narrower layers; norms, biases, caps, pairs and sharing stay."""
    model = configuration
    shared = min(model.key_value_heads, _KEY_HEADS)
    head = min(model.head_size, _HEAD)
    rotated = model.rotary_size and max(model.rotary_size * head // model.head_size // 2 * 2, 2)
    return replace(
        model,
        hidden=min(model.hidden, _HIDDEN),
        feed_forward=min(model.feed_forward, _FEED_FORWARD),
        heads=shared * min(model.group, _GROUP),
        key_value_heads=shared,
        head_size=head,
        value_size=model.value_size and min(model.value_size, _HEAD),
        rotary_size=rotated,
        sliding_window=min(model.sliding_window, _WINDOW),
    )


def narrow_regime(regime: Regime) -> Regime:
    """Fewer tokens and positions; an empty cache stays empty."""
    return replace(
        regime, tokens=min(regime.tokens, _TOKENS), position=min(regime.position, _POSITIONS)
    )
