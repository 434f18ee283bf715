"""The seven stages a network goes through, and what each of them leaves."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler_core.trace import Step


@dataclass(frozen=True, slots=True)
class StageKind:
    """One clickable stage: its name in addresses, its title, and what it is for in one sentence."""

    name: str
    title: str
    idea: str


STAGES = (
    StageKind(
        "input",
        "Image input",
        "A picture becomes numbers in the order and range that the network was trained on.",
    ),
    StageKind(
        "export",
        "Export",
        "The model arrives as an ONNX graph: operators, tensors with shapes, and trained weights.",
    ),
    StageKind(
        "passes",
        "Graph passes",
        "The graph is rewritten into a smaller one that computes the same outputs.",
    ),
    StageKind(
        "quantise",
        "INT8 quantisation",
        "Numbers of 32 bits become integers of 8, with scales learned from sample pictures.",
    ),
    StageKind(
        "fusion",
        "Fusion",
        "Operators that follow each other become one kernel, so their tensors never reach memory.",
    ),
    StageKind(
        "engine",
        "Engine build",
        "Each kernel gets an algorithm, each tensor a place in one arena, and all of it becomes C.",
    ),
    StageKind(
        "run",
        "Run",
        "The program runs on AArch64, is counted kernel by kernel, and checked against a runtime.",
    ),
)
STAGE_NAMES = tuple(stage.name for stage in STAGES)


@dataclass(frozen=True, slots=True)
class StageFile:
    """A file that a stage leaves for the reader to download."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class StageResult:
    """What one stage did.

    sentence: computed from this run. details: the stage's own record, for its page. metrics: plain
    numbers, by name with their unit. seconds: wall time of the stage without its check. checked:
    how the outputs were compared and what came of it, "" where the stage does not touch the graph.
    """

    stage: str
    sentence: str
    steps: tuple[Step, ...] = ()
    details: object = None
    metrics: dict[str, float] = field(default_factory=dict)
    files: tuple[StageFile, ...] = ()
    seconds: float = 0.0
    checked: str = ""


def stage_number(name: str) -> int:
    """Its number from 1, as pages show it. Raises ValueError for a name that is none."""
    return STAGE_NAMES.index(name) + 1
