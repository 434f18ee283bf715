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
    """The network as it was given, and what is known of it."""
    settings: CompileSettings
    """What the reader chose."""
    inputs: ModelInputs
    """What the network is calibrated and run on."""
    model: ir.Model
    """As the last stage left it."""
    float_model: ir.Model
    """After the graph passes, before quantisation."""
    passes: PassRun | None = None
    """What the graph passes did; None before that stage."""
    quantised: ir.Model | None = None
    """The file with pairs of QuantizeLinear and DequantizeLinear, None in fp32."""
    fusion: Fusion | None = None
    """The kernels; None before that stage."""
    artifact: Artifact | None = None
    """The written bundle; None before the engine stage."""


Advance = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage that ended: the state it leaves, and its result without its time."""

    state: PipelineState
    result: StageResult


Stage = Callable[[PipelineState, Advance], StageEnd]
