"""Points of a roofline by what a user names: a model, a file, or what was compiled from one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.artifact_points import artifact_points, is_artifact
from compiler_core.soc.description import Precision
from compiler_core.soc.known_language_models import known_language_models
from compiler_core.soc.layer_tables import TABLES, layer_table
from compiler_core.soc.model_points import phases
from compiler_core.soc.model_shape import header_of
from compiler_core.soc.roofline import Point
from compiler_core.soc.stage_points import StageName, stage_points
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


def points_of(name: str, choice: PointChoice) -> tuple[Point, ...]:
    """Of a network each kernel, of a language model decode and prefill, of a bundle its kernels.

    Raises UnknownName, or InputError for a file that cannot be read or a stage it does not have.
    """
    if is_artifact(Path(name)):
        if choice.fusion != "usual":
            raise InputError(f"{name} is compiled: its kernels are as they are.", "Give the model.")
        return artifact_points(Path(name))
    work = _work(name)
    if isinstance(work, LanguageWork):
        return phases(work.header, choice.context, choice.batch)
    return stage_points(work, _STAGES[choice.fusion], choice.precision)


def _work(name: str) -> Work:
    if name in TABLES:
        return NetworkWork(layer_table(name), ())
    shape = next((one for one in known_language_models() if one.name == name), None)
    if shape is not None:
        return LanguageWork(header_of(shape.configuration, USUAL_WEIGHTS))
    return read_work(name)
