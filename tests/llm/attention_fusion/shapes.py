"""Small models for tests of the fusions: any sharing of heads, windows, pairs and extras."""

from __future__ import annotations

from hypothesis import strategies as st

from compiler_core.llm.block_graph.regime import Regime, decode, prefill
from compiler_core.llm.records import ModelConfiguration

LLAMA = ModelConfiguration(
    architecture="llama",
    layers=2,
    hidden=64,
    feed_forward=96,
    heads=8,
    key_value_heads=2,
    head_size=16,
    vocabulary=100,
    context=512,
)


@st.composite
def configurations(draw: st.DrawFn, plain: str = "no") -> ModelConfiguration:
    """plain "yes": only what the counted C programs cover."""
    shared, group = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    head = 2 * draw(st.integers(1, 6))
    extras = {} if plain == "yes" else {
        "query_key_norm": draw(st.booleans()),
        "query_key_value_bias": draw(st.booleans()),
        "post_norms": draw(st.booleans()),
        "attention_softcap": draw(st.sampled_from([0.0, 5.0])),
        "rotary_size": draw(st.sampled_from([0, head, 2])),
        "activation": draw(st.sampled_from(["silu", "gelu"])),
        "value_size": draw(st.sampled_from([0, 3, head])),
    }  # fmt: skip
    return ModelConfiguration(
        architecture="drawn",
        layers=2,
        hidden=draw(st.integers(3, 40)),
        feed_forward=draw(st.integers(1, 30)),
        heads=shared * group,
        key_value_heads=shared,
        head_size=head,
        vocabulary=10,
        context=64,
        sliding_window=draw(st.sampled_from([0, 1, 3, 8])),
        rotary_pairing=draw(st.sampled_from(["adjacent", "halves"])),
        **extras,
    )


def regimes() -> st.SearchStrategy[Regime]:
    return st.one_of(st.integers(1, 14).map(prefill), st.integers(0, 14).map(decode))
