"""Which step of a layer reads which weights: kernels are sorted by the tensors that they read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.llm.engine.records import EngineKernel

_EMBEDDING = "embedding"
_STEPS_OF_PARTS = {
    "attn_norm": "norm",
    "attn_q": "products",
    "attn_k": "products",
    "attn_v": "products",
    "attn_q_norm": "products",
    "attn_k_norm": "products",
    "attn_output": "attention output",
    "post_attention_norm": "attention output",
    "ffn_norm": "feed-forward norm",
    "ffn_gate": "gate and up",
    "ffn_up": "gate and up",
    "ffn_down": "down",
    "post_ffw_norm": "down",
    "output_norm": "last norm",
    "output": "head",
    "token_embd": "head",
}


@dataclass(frozen=True, slots=True)
class StepReads:
    """Bytes of weights that a step of all layers reads for one decoded token."""

    step: str
    bytes: int


def step_reads(steps: Sequence[str], kernels: Sequence[EngineKernel]) -> tuple[StepReads, ...]:
    """For each step in order. The token's own row, read before the first layer, is in none."""
    sizes = dict.fromkeys(steps, 0)
    for kernel in kernels:
        if kernel.phase == "decode" and kernel.tensors and kernel.role != _EMBEDDING:
            sizes[_step_of(kernel.tensors[0])] += kernel.bytes_per_token
    return tuple(StepReads(step, size) for step, size in sizes.items())


def _step_of(tensor: str) -> str:
    """Of `blk.2.attn_q.weight`: the part before the last point decides."""
    return _STEPS_OF_PARTS[tensor.rpartition(".")[0].rpartition(".")[2]]
