"""The seven stages a language model goes through."""

from __future__ import annotations

from compiler_core.pipelines.stages import StageKind

STAGES = (
    StageKind(
        "tokens",
        "Tokens in",
        "Text is cut into pieces that the model knows, and each piece becomes a number.",
        "which numbers go in",
    ),
    StageKind(
        "convert",
        "To GGUF",
        "The trained tensors move into one file that a small program can map into memory.",
        "what the file holds",
    ),
    StageKind(
        "weights",
        "INT4 weights",
        "Each token reads every weight once, so weights of fewer bits are fewer bytes to wait for.",
        "how small, how wrong",
    ),
    StageKind(
        "cache",
        "KV cache",
        "Keys and values of earlier tokens are kept, in pages, so that nothing is computed twice.",
        "how memory grows",
    ),
    StageKind(
        "fusion",
        "Attention fusion",
        "Operators of a block become few kernels, and the table of all scores never exists.",
        "which tables vanish",
    ),
    StageKind(
        "engine",
        "Engine build",
        "Shapes become constants, each product gets a kernel, and all of it becomes C.",
        "which code, which memory",
    ),
    StageKind(
        "decode",
        "Prefill and decode",
        "The program reads the prompt at once, then writes one token at a time.",
        "how fast it writes",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)
