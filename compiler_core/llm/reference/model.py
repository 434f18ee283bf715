"""A model the reference can run: its shape, and its tensors by GGUF's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.records import ModelConfiguration

_ROTARY_SCALINGS = ("", "none", "linear", "llama3")
_SHARED_EXPERTS = "blk.0.ffn_gate_inp_shexp.weight"


@dataclass(frozen=True, slots=True)
class ReferenceModel:
    """tensors: float32 arrays, matrices [out, in], experts [expert, out, in].

    The mapping may load a tensor when it is asked for. Raises InputError for a kind of model whose
    computation is not the one of `forward`.
    """

    configuration: ModelConfiguration
    tensors: Mapping[str, np.ndarray]
    """By the names of products, also where the file packs some into one tensor."""

    def __post_init__(self) -> None:
        scaling = self.configuration.rotary_scaling
        if scaling not in _ROTARY_SCALINGS:
            raise InputError(
                f"The reference has no rotary scaling of the kind {scaling!r}.",
                "It computes linear scaling and that of Llama 3.",
            )
        if _SHARED_EXPERTS in self.tensors:
            raise InputError(
                "This mixture has shared experts, which the reference does not compute.",
                "Mixtures of the kind of Mixtral and Qwen3 are computed.",
            )

    @property
    def output_head(self) -> str:
        """Name of the matrix that gives logits."""
        return "token_embd.weight" if self.configuration.tied else "output.weight"

    def vector(self, layer: int, part: str) -> np.ndarray:
        """A small tensor of a layer, as "attn_norm.weight" or "attn_q.bias"."""
        return self.tensors[layer_tensor(layer, part)]


def layer_tensor(layer: int, part: str) -> str:
    """GGUF's name of a part of a layer."""
    return f"blk.{layer}.{part}"
