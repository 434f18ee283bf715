"""Points of a roofline by what a user names: a model, a file, or what was compiled from one.

A network's kernels, a language model's decode and prefill and what was compiled from either also
have a modelled time, each by a model of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.rooflines.artifact_points import artifact_kernels, is_artifact
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.modelled_points import with_network_times
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.program_times import ProgramKernel, with_program_times
from compiler_core.soc.rooflines.roofline import Point, Roofline, roofline
from compiler_core.soc.rooflines.stage_points import StageName, stage_layers, stage_points
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import LanguageWork, NetworkWork, Work

FusionStage = Literal["usual", "passes", "none"]
# Of a language model that is known by its configuration only.
USUAL_WEIGHTS = "q4_0"
_STAGES: dict[FusionStage, StageName] = {"usual": "fused", "passes": "passes", "none": "nodes"}


@dataclass(frozen=True, slots=True)
class PointChoice:
    """precision, fusion: of a network. context, batch: of a language model."""

    precision: Precision
    fusion: FusionStage = "usual"
    context: int = 128
    batch: int = 1


@dataclass(frozen=True, slots=True)
class NamedPoints:
    """layers: of a network, a layer for each point. header: of a language model, whose points are
    decode and prefill. kernels: of what was compiled."""

    points: tuple[Point, ...]
    choice: PointChoice
    layers: tuple[Layer, ...] = ()
    header: ModelHeader | None = None
    kernels: tuple[ProgramKernel, ...] = ()

    def roofed(
        self, soc: SocDescription, unit: str, precision: Precision, memory: str = ""
    ) -> Roofline:
        """Under these ceilings, with modelled times where there are any. Raises as `roofline`."""
        roof = roofline(soc, self.points, unit, precision, memory)
        if self.layers:
            return with_network_times(soc, roof, self.layers, self.choice.precision)
        if self.header is not None:
            choice = self.choice
            return with_language_times(soc, roof, self.header, choice.context, choice.batch)
        return with_program_times(soc, roof, self.kernels)


def points_of(name: str, choice: PointChoice) -> NamedPoints:
    """Of a network each kernel, of a language model decode and prefill, of a bundle its kernels.

    Raises UnknownName, or InputError for a file that cannot be read or a stage it does not have.
    """
    if is_artifact(Path(name)):
        if choice.fusion != "usual":
            raise InputError(f"{name} is compiled: its kernels are as they are.", "Give the model.")
        kernels = artifact_kernels(Path(name))
        return NamedPoints(tuple(kernel.point for kernel in kernels), choice, kernels=kernels)
    work = _work(name)
    if isinstance(work, LanguageWork):
        points = phases(work.header, choice.context, choice.batch)
        return NamedPoints(points, choice, header=work.header)
    stage = _STAGES[choice.fusion]
    points = stage_points(work, stage, choice.precision)
    return NamedPoints(points, choice, stage_layers(work, stage))


def usual_unit(names: Sequence[str], soc: SocDescription, precision: Precision) -> str:
    """What runs networks; for what was compiled the CPU that is fastest at this precision."""
    speeds = {
        cpu.name: speed
        for cpu in soc.units
        if cpu.kind == "cpu" and (speed := cpu.operations_per_second(precision))
    }
    if not speeds or not all(is_artifact(Path(name)) for name in names):
        return soc.main_unit.name
    return max(speeds, key=lambda unit: speeds[unit])


def _work(name: str) -> Work:
    if name in TABLES:
        return NetworkWork(layers=layer_table(name), nodes=())
    shape = next((model for model in known_language_models() if model.name == name), None)
    if shape is not None:
        return LanguageWork(header_of(shape.configuration, USUAL_WEIGHTS))
    return read_work(name)
