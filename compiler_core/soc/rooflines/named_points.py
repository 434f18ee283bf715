"""Points of a roofline by what a user names: a model, a file, or what was compiled from one.

A network's kernels and a language model's decode also have the time of their cost model; what was
compiled says what its kernels move and compute, and nothing that the cost models could start from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.decoding.decode import DecodeWork
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.networks.layers import Layer
from compiler_core.soc.rooflines.artifact_points import artifact_points, is_artifact
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.modelled_points import with_decode_time, with_network_times
from compiler_core.soc.rooflines.roofline import Point, Roofline, roofline
from compiler_core.soc.rooflines.stage_points import StageName, stage_layers, stage_points
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import LanguageWork, NetworkWork, Work

FusionStage = Literal["usual", "passes", "none"]
# Of a language model that is known by its configuration only.
USUAL_WEIGHTS = "q4_0"
_AS_COMPILED = "What was compiled has no modelled time: give the model itself."
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
    """layers, precision: of a network, a layer for each point. decode: of a language model, whose
    points are decode and prefill."""

    points: tuple[Point, ...]
    precision: Precision
    layers: tuple[Layer, ...] = ()
    decode: DecodeWork | None = None

    def roofed(
        self, soc: SocDescription, unit: str, precision: Precision, memory: str = ""
    ) -> Roofline:
        """Under these ceilings, with modelled times where there are any. Raises as `roofline`."""
        found = roofline(soc, self.points, unit, precision, memory)
        if self.layers:
            return with_network_times(soc, found, self.layers, self.precision)
        if self.decode is not None:
            return with_decode_time(soc, found, self.decode)
        return replace(found, unmodelled=_AS_COMPILED)


def points_of(name: str, choice: PointChoice) -> NamedPoints:
    """Of a network each kernel, of a language model decode and prefill, of a bundle its kernels.

    Raises UnknownName, or InputError for a file that cannot be read or a stage it does not have.
    """
    if is_artifact(Path(name)):
        if choice.fusion != "usual":
            raise InputError(f"{name} is compiled: its kernels are as they are.", "Give the model.")
        return NamedPoints(artifact_points(Path(name)), choice.precision)
    work = _work(name)
    if isinstance(work, LanguageWork):
        points = phases(work.header, choice.context, choice.batch)
        decode = decode_work(work.header, choice.context, choice.batch)
        return NamedPoints(points, choice.precision, decode=decode)
    stage = _STAGES[choice.fusion]
    points = stage_points(work, stage, choice.precision)
    return NamedPoints(points, choice.precision, stage_layers(work, stage))


def _work(name: str) -> Work:
    if name in TABLES:
        return NetworkWork(layer_table(name), ())
    shape = next((one for one in known_language_models() if one.name == name), None)
    if shape is not None:
        return LanguageWork(header_of(shape.configuration, USUAL_WEIGHTS))
    return read_work(name)
