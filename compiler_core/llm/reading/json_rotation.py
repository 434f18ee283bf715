"""Rotary positions from config.json: rope_theta with rope_scaling, or rope_parameters.

Newer files hold all of it in rope_parameters, Gemma 3's by kind of layer. Source:
modeling_rope_utils.py of transformers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from compiler_core.llm.reading.architectures import Architecture
from compiler_core.llm.reading.configuration_numbers import finite
from compiler_core.llm.reading.errors import ModelFileRefused

_BY_LAYERS = ("gemma3", "gemma3_text")
_KINDS = ("full_attention", "sliding_attention")
ROTARY_SCALINGS = ("", "linear", "llama3", "yarn")
"""Kinds of scaling that are converted, and none; each has a factor. Others are refused by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonRotation:
    """Rotary positions as a config.json describes them."""

    base: float
    """Theta of the layers that see everything."""
    windowed_base: float
    """Theta of windowed layers; 0 for the same."""
    scaling: str
    """As in `ModelConfiguration.rotary_scaling`; empty for none."""
    scale: float
    """By which positions or frequencies are divided; 1 without scaling."""
    original_context: int
    """Positions that the model was trained on before scaling; 0 without scaling."""
    low_factor: float
    """Of `llama3` scaling: which frequencies are scaled in full."""
    high_factor: float
    """Of `llama3` scaling: which frequencies are left alone."""
    part: float
    """Of a head, how much is turned, 0 to 1."""


def rotary_of(values: dict[str, Any], model_type: str, known: Architecture) -> JsonRotation:
    """values: of config.json, with the defaults of its kind. Raises ModelFileRefused."""
    full, windowed = _by_layers(values, model_type)
    base = _number(full, "rope_theta", _number(values, "rope_theta", 10000.0))
    windowed_base = known.windowed_rotary_base
    if model_type in _BY_LAYERS:
        usual = _number(values, "rope_local_base_freq", windowed_base)
        windowed_base = _number(windowed, "rope_theta", usual)
        _check_unscaled(windowed)
    kind = _kind(full)
    if kind in ROTARY_SCALINGS[1:] and not _number(full, "factor", 0.0) > 0:
        raise ModelFileRefused(
            f"rope_scaling in config.json is of the kind {kind[:40]} and has no factor above 0."
        )
    return JsonRotation(
        base=base,
        windowed_base=windowed_base,
        scaling=kind,
        scale=_number(full, "factor", 1.0),
        original_context=_original_context(full, values, kind),
        low_factor=_number(full, "low_freq_factor", 1.0),
        high_factor=_number(full, "high_freq_factor", 1.0),
        part=_part(full, values, model_type),
    )


def _by_layers(values: dict[str, Any], model_type: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is said of layers that see everything, and of those with a window."""
    scaling, parameters = _object(values, "rope_scaling"), _object(values, "rope_parameters")
    if not any(kind in parameters for kind in _KINDS):
        if parameters and model_type in _BY_LAYERS:
            raise ModelFileRefused(
                "rope_parameters in config.json say nothing of full_attention and "
                f"sliding_attention, and models of the kind {model_type} read nothing else."
            )
        return scaling or parameters, {}
    if model_type not in _BY_LAYERS:
        raise ModelFileRefused(
            "rope_parameters in config.json differ by kind of layer, which models of the kind "
            f"{model_type[:40]} do not have."
        )
    full, windowed = (_object(parameters, kind) for kind in _KINDS)
    return {**full, **scaling}, windowed


def _object(values: dict[str, Any], key: str) -> dict[str, Any]:
    value = values.get(key)
    if value is not None and not isinstance(value, dict):
        raise ModelFileRefused(
            f"{key} is {str(value)[:40]} in config.json; it has to be an object."
        )
    return value or {}


def _number(values: dict[str, Any], key: str, otherwise: float) -> float:
    value = values.get(key)
    return otherwise if value is None else finite(value, key)


def _original_context(full: dict[str, Any], values: dict[str, Any], kind: str) -> int:
    """A kind of scaling that needs it and does not say it takes what the model is trained for."""
    usual = values.get("max_position_embeddings") if kind else None
    said = _number(full, "original_max_position_embeddings", 0.0)
    return int(said or (usual if type(usual) is int else 0))


def _part(full: dict[str, Any], values: dict[str, Any], model_type: str) -> float:
    if model_type != "phi3":
        return 1.0
    usual = _number(values, "partial_rotary_factor", 1.0)
    part = _number(full, "partial_rotary_factor", usual)
    if not 0 < part <= 1:
        raise ModelFileRefused(
            f"partial_rotary_factor is {part:g} in config.json; it has to be above 0, at most 1."
        )
    return part


def _kind(scaling: dict[str, Any]) -> str:
    kind = scaling.get("rope_type", scaling.get("type", ""))
    if not isinstance(kind, str):
        raise ModelFileRefused("rope_scaling in config.json has a type that is no string.")
    return "" if kind == "default" else {"su": "longrope"}.get(kind, kind)


def _check_unscaled(windowed: dict[str, Any]) -> None:
    kind = _kind(windowed)
    if kind:
        raise ModelFileRefused(
            f"rope_parameters.sliding_attention is scaled by {kind[:40]}; windowed layers are not "
            "scaled here.",
            "Scale the layers that see everything.",
        )
