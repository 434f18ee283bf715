"""What is written down is what runs of today leave: else facts would be tested on history."""

from __future__ import annotations

import pytest

from compiler_core.basis import Value
from compiler_core.claims.facts.fact import FactMissing
from compiler_core.claims.facts.registry import facts_of
from compiler_core.pipelines.kept_results import read_result
from compiler_core.pipelines.model_runs import ShippedRun, ended_run
from compiler_core.pipelines.stages import StageResult
from tests.facts.recorded import RESULTS, SUFFIX, recorded_name, recorded_result
from tests.facts.recording import wanted_stages

# Another version of a compiler writes a few instructions more or less.
CLOSE = 0.02


@pytest.mark.parametrize("run", wanted_stages(), ids=recorded_name)
def test_recorded_facts_are_those_of_today(
    run: ShippedRun, emulator: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, unpacked = ended_run(run), tmp_path_factory.mktemp("recorded")
    paths = sorted((RESULTS / recorded_name(run)).glob(f"*{SUFFIX}"))
    assert paths
    for path in paths:
        stage = path.name.removesuffix(SUFFIX)
        today = read_result(folder, stage)
        assert today is not None
        recorded = facts_in(run, recorded_result(run, stage, unpacked))
        assert values_in(run, today) == recorded


def values_in(run: ShippedRun, result: StageResult) -> dict[str, Value]:
    """What can be read from it; where something cannot, why."""
    family = "network" if run.track == "graph" else "language model"
    found: dict[str, Value] = {}
    for name, fact in facts_of(family).items():
        if fact.stage != result.stage:
            continue
        try:
            found[name] = fact.read(result)
        except FactMissing as error:
            found[name] = str(error)
    return found


def facts_in(run: ShippedRun, result: StageResult) -> dict[str, object]:
    """The same, numbers as what compares as equal when it is close."""
    return {
        name: value if isinstance(value, str | bool) else pytest.approx(value, rel=CLOSE, abs=1e-6)
        for name, value in values_in(run, result).items()
    }
