"""What stages hand to each other, and how they say how far they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.artifact import Artifact
from compiler_core.graph.fusion.records import Fusion
from compiler_core.graph.model_inputs import ModelInputs
from compiler_core.graph.pass_pipeline import PassRun
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import SourceModel
from compiler_core.pipelines.stages import StageResult


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineState:
    """What the stages of a network's compilation hand to each other."""

    source: SourceModel
    settings: CompileSettings
    inputs: ModelInputs
    model: ir.Model
    """As the last stage left it."""
    float_model: ir.Model
    """After the graph passes, before quantisation."""
    passes: PassRun | None = None
    quantised: ir.Model | None = None
    """The file with pairs of QuantizeLinear and DequantizeLinear, None in fp32."""
    fusion: Fusion | None = None
    artifact: Artifact | None = None


Advance = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that ended: the state it leaves, and its result without its time."""

    state: PipelineState
    result: StageResult


Stage = Callable[[PipelineState, Advance], StageEnd]
