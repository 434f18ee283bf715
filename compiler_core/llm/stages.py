"""The seven stages a language model goes through."""

from __future__ import annotations

from compiler_core.pipelines.stages import StageKind

STAGES = (
    StageKind(
        "tokens",
        "Tokens in",
        "Text is cut into pieces that the model knows, and each piece becomes a number.",
    ),
    StageKind(
        "convert",
        "To GGUF",
        "The trained tensors move into one file that a small program can map into memory.",
    ),
    StageKind(
        "weights",
        "INT4 weights",
        "Each token reads every weight once, so weights of fewer bits are fewer bytes to wait for.",
    ),
    StageKind(
        "cache",
        "KV cache",
        "Keys and values of earlier tokens are kept, in pages, so that nothing is computed twice.",
    ),
    StageKind(
        "fusion",
        "Attention fusion",
        "Operators of a block become few kernels, and the table of all scores never exists.",
    ),
    StageKind(
        "engine",
        "Engine build",
        "Shapes become constants, each product gets a kernel, and all of it becomes C.",
    ),
    StageKind(
        "decode",
        "Prefill and decode",
        "The program reads the prompt at once, then writes one token at a time.",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)
