"""Results of the stages of the light ResNet-50, kept and read again, beside pickle of the same.

Pickle is here to compare with and nowhere else: what it writes is read by this row alone.
"""

from __future__ import annotations

import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.pipelines.kept_results import read_result, write_result
from compiler_core.pipelines.stages import StageResult
from script.benchmarks.measurement import Measurement
from script.benchmarks.stages import NET

ROUNDS = 7
LIMIT = 1.1


async def measure_results(_host: str, _port: int) -> Measurement:
    """Writing to a file and reading it again, all stages but the run."""
    results = _results()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rounds = [
            (_seconds(_typed, results, folder), _seconds(_pickled, results, folder))
            for _ in range(ROUNDS)
        ]
    ours, other = (median(column) for column in zip(*rounds, strict=True))
    return Measurement(
        what=f"results of stages 1 to 6 of {NET}, kept and read again",
        ours=f"{ours * 1000:.0f} ms",
        other=f"{other * 1000:.0f} ms, by pickle",
        ratio=f"{ours / other:.2f} x",
        limit=f"<= {LIMIT:g} x",
        met=ours <= LIMIT * other,
    )


def _results() -> list[StageResult]:
    settings = settings_of({"weights": "random"})
    source = source_model(NET, settings)
    model = source.imported.model
    state = PipelineState(
        source=source,
        settings=settings_of({}),
        inputs=inputs_of(source),
        model=model,
        float_model=model,
    )
    results = []
    for name, stage in FUNCTIONS:
        if name != "run":
            end = stage(state, lambda _text, _done, _total: None)
            state = end.state
            results.append(end.result)
    return results


Kept = Callable[[StageResult, Path], None]


def _seconds(keep: Kept, results: list[StageResult], folder: Path) -> float:
    began = time.perf_counter()
    for result in results:
        keep(result, folder)
    return time.perf_counter() - began


def _typed(result: StageResult, folder: Path) -> None:
    write_result(folder, result)
    assert read_result(folder, result.stage) is not None


def _pickled(result: StageResult, folder: Path) -> None:
    path = folder / "pickled"
    path.write_bytes(pickle.dumps(result, protocol=5))
    pickle.loads(path.read_bytes())
