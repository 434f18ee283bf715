"""The seven stages a network goes through."""

from __future__ import annotations

from compiler_core.pipelines.stages import StageKind

STAGES = (
    StageKind(
        "input",
        "Image input",
        "A picture becomes numbers in the order and range that the network was trained on.",
        "which bytes go in",
    ),
    StageKind(
        "export",
        "Export",
        "The model arrives as an ONNX graph: operators, tensors with shapes, and trained weights.",
        "what the file holds",
    ),
    StageKind(
        "passes",
        "Graph passes",
        "The graph is rewritten into a smaller one that computes the same outputs.",
        "what is left out",
    ),
    StageKind(
        "quantise",
        "INT8 quantisation",
        "Numbers of 32 bits become integers of 8, with scales learned from sample pictures.",
        "what INT8 costs",
    ),
    StageKind(
        "fusion",
        "Fusion",
        "Operators that follow each other become one kernel, so their tensors never reach memory.",
        "what becomes one kernel",
    ),
    StageKind(
        "engine",
        "Engine build",
        "Each kernel gets an algorithm, each tensor a place in one arena, and all of it becomes C.",
        "which code, which memory",
    ),
    StageKind(
        "run",
        "Run",
        "The program runs on AArch64, is counted by kernel, and checked against ONNX Runtime.",
        "how fast, and is it right",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)
