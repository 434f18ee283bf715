"""How facts are read from what one stage of a run left."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.basis import Value
from compiler_core.claims.facts.fact import FactMissing
from compiler_core.pipelines.stages import StageResult

Reader = Callable[[StageResult], Value]


def metric(name: str) -> Reader:
    """Reads this metric of the stage; the reader raises FactMissing where there is none."""

    def read(result: StageResult) -> Value:
        if name not in result.metrics:
            raise FactMissing(f"The stage {result.stage} left no {name}.")
        return result.metrics[name]

    return read


def details_of(result: StageResult) -> object:
    """The stage's own record. Raises FactMissing where it left none."""
    if result.details is None:
        raise FactMissing(f"The stage {result.stage} left no details: {result.sentence}")
    return result.details
