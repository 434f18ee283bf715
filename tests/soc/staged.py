"""One stage of a model under a chip's roof, and the one before: what pages ask in two steps."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.stage_points import StagePoints
from compiler_core.soc.rooflines.staged_roofline import (
    Roof,
    StagedRoofline,
    compared,
    roofed_stages,
)


def staged_roofline(
    soc: SocDescription, stages: Sequence[StagePoints], chosen: int, roof: Roof
) -> StagedRoofline:
    """The stage of this number, and the one before.

    Raises UnknownName for a unit or memory the chip lacks, InputError for a stage there is not, or
    where a speed is not known.
    """
    if not 0 <= chosen < len(stages):
        raise InputError(f"There is no stage {chosen}.", f"Give 0 to {len(stages) - 1}.")
    needed = stages[max(chosen - 1, 0) : chosen + 1]
    return compared(soc, stages, roofed_stages(soc, needed, roof), roof)
