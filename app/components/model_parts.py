"""Parts of the model pages for the page of all components: one made-up stage, drawn like any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.components.views.components import ModelParts
from app.model.soc_panel import StageOnChip, StageSide, network_panel
from app.model.views.elsewhere import elsewhere
from app.model.views.model_stage import (
    downloads,
    stage_problem,
    stage_progress,
    stage_tabs,
    unchecked_text,
)
from app.model.views.model_step import step_rows, step_view
from app.model_runs.request import ModelRequest
from app.site.views.setting_fields import any_of, one_of
from app.soc.views.stage_panel import Sized
from compiler_core.errors import ToolMissing
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.stages import StageFile, StageResult
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.trace import Change, Remark, Snapshot, SnapshotLine, SnapshotNode, Step

if TYPE_CHECKING:
    from app.model.views.whole_graph import WholeGraphView

ASKED = ModelRequest(model="residual", stage="passes")
SHAPE = "1x16x32x32"
UNDER_WAY = (
    Event(number=1, kind="started", stage="input"),
    Event(number=2, kind="finished", stage="input", seconds=0.1),
    Event(number=3, kind="started", stage="export", seconds=0.1),
    Event(number=4, kind="finished", stage="export", seconds=0.6),
    Event(number=5, kind="started", stage="passes", seconds=0.6),
    Event(
        number=6,
        kind="progress",
        stage="passes",
        text="batch-norm-folding",
        done=3,
        total=8,
        seconds=0.9,
    ),
)
FAILED = (
    Event(
        number=1,
        kind="failed",
        stage="export",
        text="The node 'resize' has an operator that is not compiled: NonZero.",
        advice="Replace it, or cut the model before it.",
    ),
)
MADE_UP = StageOnChip(
    sizes=(Sized("all weights", 4_200_000),),
    before=StageSide("float32", layer_table("mobilenet-v1"), "fp32"),
    after=StageSide("int8", layer_table("mobilenet-v1"), "int8"),
    has_timeline=True,
)
FILES = (StageFile("after-passes.onnx", "application/octet-stream", bytes(61_000)),)


def model_parts() -> ModelParts | None:
    """The parts; nothing without Graphviz, which draws the graphs."""
    try:
        step = step_view(
            ASKED, _steps(), 2, "A normalisation with constants is a scale and a bias."
        )
    except ToolMissing:
        return None
    return ModelParts(
        tabs=stage_tabs(ASKED, UNDER_WAY),
        problem=stage_problem(FAILED),
        without_picture=ASKED.address(),
        unchecked=unchecked_text((), FAILED),
        progress=stage_progress(ASKED, UNDER_WAY),
        headline="4 nodes became 2: a BatchNorm folded into its Conv, and an Identity removed.",
        seconds="0.4 s",
        checked="Same outputs: 8 random inputs, largest difference 3e-7.",
        steps=step_rows(ASKED, _steps(), 2),
        step=step,
        fields=(
            one_of("method", "Ranges from", "entropy", [("entropy", "KL"), ("minmax", "MinMax")]),
            any_of("passes", "Passes", ("cse",), [("cse", "CSE"), ("dce", "DCE")]),
        ),
        kept=(),
        action=ASKED.address(),
        downloads=downloads(ASKED, FILES),
        elsewhere=elsewhere(ASKED.track, ASKED.stage),
        panel=network_panel(ASKED, MADE_UP),
        graph=_graph(),
    )


def _graph() -> WholeGraphView | None:
    """The picture of the whole graph."""
    from app.model.views.whole_graph import COLOURS, whole_graph_view
    from compiler_core.graph.whole_graph.stage_pictures import DONE, stage_picture

    done = StageResult(stage="passes", sentence="", steps=_steps()[1:])
    picture = stage_picture("passes", {"passes": done}, DONE)
    return whole_graph_view(ASKED, picture, tuple(name for name, _ in COLOURS)) if picture else None


def _steps() -> tuple[Step, ...]:
    """Three passes over a convolution with what follows it: one for nothing, two with a change."""
    tail = (_node("Identity", "b", "c"), _node("Relu", "c", "y"))
    first = (_node("Conv", "x", "a"), _node("BatchNormalization", "a", "b"), *tail)
    second = (_node("Conv", "x", "b"), *tail)
    third = (_node("Conv", "x", "b"), _node("Relu", "b", "y"))
    folded = Change(
        "folded",
        "BatchNormalization",
        "W' = W·s and b' = (b − mean)·s + beta, with s = gamma / sqrt(var + eps).",
        ("Conv", "BatchNormalization"),
        ("Conv",),
    )
    refusal = Change(
        "refused", "Relu", "Not a constant: its input is the convolution's.", ("Relu",)
    )
    removed = Change("removed", "Identity", "It gives its input back.", ("Identity",))
    passed = (Remark("passed", "Same outputs on 8 random inputs."),)
    return (
        Step("constant-folding", "graph", False, None, None),
        _step("batch-norm-folding", first, second, (folded, refusal), passed),
        _step("identity-removal", second, third, (removed,), passed),
    )


def _step(
    name: str,
    before: tuple[SnapshotNode, ...],
    after: tuple[SnapshotNode, ...],
    changes: tuple[Change, ...],
    remarks: tuple[Remark, ...],
) -> Step:
    metrics = {"nodes_before": float(len(before)), "nodes_after": float(len(after))}
    return Step(
        name,
        "graph",
        True,
        _snapshot("before", before),
        _snapshot("after", after),
        changes,
        remarks,
        metrics,
    )


def _snapshot(title: str, nodes: tuple[SnapshotNode, ...]) -> Snapshot:
    lines = tuple(
        SnapshotLine(node.id, f"{node.outputs[0]} = {node.operator}({node.inputs[0]})")
        for node in nodes
    )
    return Snapshot(title, lines, nodes)


def _node(operator: str, read: str, written: str) -> SnapshotNode:
    return SnapshotNode(operator, operator, (read,), (written,), (SHAPE,), (operator,))
