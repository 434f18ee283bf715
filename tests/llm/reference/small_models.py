"""Models narrow enough for slow loops, one of every kind and of what kinds may combine."""

from __future__ import annotations

from typing import Any

from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.reference.model import ReferenceModel
from tests.llm.tiny_models import KINDS, tiny_configuration, tiny_tensors

TOKENS = [5, 60, 17, 42, 99, 7, 26, 3, 3, 80]
_NARROW: dict[str, Any] = {
    "hidden": 32, "feed_forward": 48, "heads": 4, "head_size": 16, "vocabulary": 100,
}  # fmt: skip
_COMBINED: dict[str, dict[str, Any]] = {
    "values-narrower-than-keys": {"value_size": 8},
    "rotated-in-part": {"rotary_size": 8},
    "rotated-in-part-by-halves": {"rotary_size": 8, "rotary_pairing": "halves"},
    "linear-rotary-scaling": {"rotary_scaling": "linear", "rotary_scale": 4.0},
    "own-scale": {"attention_scale": 0.1},
    "gemma3-two-rotary-bases": {
        "kind": "qwen3",
        "activation": "gelu",
        "post_norms": True,
        "sliding_window": 4,
        "windowed_layers": (0,),
        "rotary_base": 1e6,
        "windowed_rotary_base": 100.0,
        "rotary_scaling": "linear",
        "rotary_scale": 8.0,
    },
    "strong-caps": {"kind": "gemma2", "final_softcap": 0.5, "attention_softcap": 0.7},
    "window-of-one": {"sliding_window": 1},
}
NAMES = (*KINDS, *_COMBINED)


def small_configuration(name: str) -> ModelConfiguration:
    changes = dict(_COMBINED.get(name, {}))
    kind = changes.pop("kind", name if name in KINDS else "llama")
    if "sliding_window" in KINDS[kind]:
        changes.setdefault("sliding_window", 4)
    return tiny_configuration(kind, **{**_NARROW, **changes})


def small_model(name: str, seed: int = 3) -> ReferenceModel:
    configuration = small_configuration(name)
    return ReferenceModel(configuration, tiny_tensors(configuration, seed))
