"""No key is passed over in silence: what is said without effect has none, the rest is named."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.reading.configuration_keys import configuration_findings
from compiler_core.llm.reading.json_configuration import json_configuration
from compiler_core.llm.records import ModelConfiguration
from tests.llm.switches.cases import BASES, SWITCHES, base_of
from tests.llm.switches.idle_keys import IDLE_KEYS, OTHER_KEYS
from tests.llm.switches.models import keys_without_effect

# The library refuses some of these together with others, or reads them only where a model writes.
_OF_WRITING = {"num_return_sequences"}
NAMES = st.from_regex(r"[a-z][a-z_]{2,20}", fullmatch=True)
VALUES = st.sampled_from((True, False, None, 0, 1, 3, 0.5, "relu", [1, 2], {"a": 1}))
POOL: dict[str, Any] = {**IDLE_KEYS, **OTHER_KEYS}


@cache
def base_configuration(kind: str) -> ModelConfiguration:
    return json_configuration(base_of(kind))[0]


def named(config: dict[str, Any]) -> str:
    """All that is said of a configuration, refusals too."""
    found = configuration_findings(config)
    try:
        json_configuration(config)
    except InputError as error:
        return " ".join((*found.warnings, *found.refusals, error.message))
    return " ".join((*found.warnings, *found.refusals))


@pytest.mark.parametrize("kind", BASES)
@pytest.mark.parametrize("key", POOL)
def test_a_key_is_read_or_named_or_without_effect(kind: str, key: str) -> None:
    if key in base_of(kind):
        return
    config = {**base_of(kind), key: POOL[key]}
    if key in named(config):
        return
    if json_configuration(config)[0] == base_configuration(kind):
        assert key in (*keys_without_effect()[kind], *_OF_WRITING), "changes logits in silence"
    else:
        switched = (one for one in SWITCHES[kind].values() if key in one)
        assert next(switched, None) is not None, "is read, and no case compares its logits"


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(list(BASES)),
    st.dictionaries(st.one_of(NAMES, st.sampled_from(list(POOL))), VALUES, max_size=4),
)
def test_keys_that_nobody_knows_are_named_and_change_nothing(
    kind: str, more: dict[str, Any]
) -> None:
    strange = {key: value for key, value in more.items() if key not in POOL}
    strange = {key: value for key, value in strange.items() if key not in base_of(kind)}
    config = {**base_of(kind), **strange}
    warnings = " ".join(configuration_findings(config).warnings)
    assert all(key in warnings for key in strange)
    assert json_configuration(config)[0] == base_configuration(kind)
    known = {key: value for key, value in more.items() if key in POOL}
    assert all(key in named({**config, **known}) for key in strange)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("llama", {"rope_scaling": "linear"}), ("llama", {"rope_scaling": {"type": "linear"}}),
        ("qwen2", {"rope_scaling": {"type": "linear", "factor": 0}}),
        ("phi3", {"partial_rotary_factor": 0}), ("mistral", {"sliding_window": 0}),
        ("gemma2", {"final_logit_softcapping": 0}), ("gemma2", {"query_pre_attn_scalar": 0}),
        ("qwen3", {"use_sliding_window": True, "layer_types": ["chunked_attention"] * 3}),
        ("qwen2", {"use_sliding_window": True, "layer_types": ["full_attention"]}),
        ("gemma3_text", {"rope_parameters": {"sliding_attention": {"rope_type": "yarn"}}}),
        ("gemma3_text", {"rope_parameters": {"rope_type": "default", "rope_theta": 123.0}}),
        ("llama", {"attention_bias": "yes"}), ("llama", {"hidden_act": 3}),
    ],
)  # fmt: skip
def test_a_value_without_meaning_is_refused_by_the_name_of_its_key(
    kind: str, change: dict[str, Any]
) -> None:
    assert any(key in named({**base_of(kind), **change}) for key in change)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("quantization_config", {"quant_method": "fp8"}),
        ("per_layer_config", {"0": {"hidden_act": "relu"}}),
        ("partial_rotary_factor", 0.5),
        ("hidden_act", "mish"),
        ("rope_scaling", {"type": "linear", "factor": 2.0, "mscale": 0.7}),
        ("rope_scaling.type", {"type": "dynamic", "factor": 2.0}),
        ("rope_scaling.rope_type", {"rope_type": "mrope", "mrope_section": [1, 1, 2]}),
        ("rope_parameters.rope_type", {"rope_type": "proportional"}),
        ("is_causal", False),
    ],
)
def test_a_key_that_is_not_computed_is_refused_by_name(key: str, value: object) -> None:
    config = {**base_of("llama"), key.partition(".")[0]: value}
    findings = configuration_findings(config)
    assert key in named(config)
    assert not any(key in warning for warning in findings.warnings)


@pytest.mark.parametrize("name", ["longrope", "su", "mrope", "dynamic"])
def test_a_scaling_that_is_not_converted_is_refused_by_its_kind(name: str) -> None:
    """Published Phi-3 has two lists and no factor: its shape is known all the same."""
    scaling = {"type": name, "short_factor": [1.05, 1.1], "long_factor": [1.0, 2.0]}
    config = {**base_of("phi3"), "rope_scaling": scaling}
    assert f"rope_scaling.type is {name}" in named(config)
    assert json_configuration(config)[0].hidden == base_of("phi3")["hidden_size"]


def test_a_key_inside_rope_parameters_is_named_with_its_place() -> None:
    config = {**base_of("llama"), "rope_scaling": {"type": "linear", "factor": 2.0, "spin": 3}}
    assert "rope_scaling.spin" in configuration_findings(config).warnings[0]
