"""Tuning: on a table of costs every promise, on real kernels a result that runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.tuning import tune as tuning
from compiler_core.graph.tuning.records import Candidate, Progress
from compiler_core.graph.tuning.winners import WinnerCache
from tests.graph.kernels.layers import sample_of, shape_of
from tests.graph.tuning.requirements import selection_requirements, tuning_requirements
from tests.graph.tuning.trials import Bench

pytestmark = pytest.mark.usefixtures("emulator")


def test_every_requirement_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(tuning_requirements(tmp_path, monkeypatch))
    assert all(selection_requirements())


def test_a_real_kernel_is_tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three candidates of a small layer: counted, modelled, and the same result from each."""
    cache = WinnerCache(tmp_path)
    monkeypatch.setattr(tuning, "winner_cache", lambda: cache)
    tiles = (Tile(6, 3), Tile(8, 2), Tile(4, 4, "channels"))
    monkeypatch.setattr(tuning, "candidates_for", lambda tactic, shape: tiles)
    layer = sample_of(shape_of(96, 32, (6, 6)), 2, residual=True).layer
    seen: list[Progress] = []
    result = tuning.tune(layer, CORES[1], 100.0, seen.append)
    assert [candidate.failure for candidate in result.candidates] == ["", "", ""]
    assert result.winner.instructions == min(one.instructions for one in result.candidates)
    assert all(one.instructions > layer.shape.multiplies / 16 for one in result.candidates)
    modelled = [one.cycles_per_multiply for one in result.candidates]
    assert all(cycles is not None and 1 / 64 < cycles < 1 for cycles in modelled)
    assert [step.done for step in seen] == [1, 2, 3]
    assert tuning.tune(layer, CORES[1], 100.0).cached


def test_a_candidate_that_computes_something_else_cannot_win() -> None:
    best = Candidate(Tile(1, 1), 100)
    assert tuning.better(best, Candidate(Tile(2, 1), 10, failure="wrong")) == best
    assert tuning.better(best, Candidate(Tile(2, 1), 99)).tile == Tile(2, 1)
    equal = Candidate(Tile(2, 1), 100, 5.0, 100)
    assert tuning.better(Candidate(Tile(1, 1), 100, 6.0, 100), equal) == equal
    values = np.array([1.0, 2.0], np.float32)
    assert tuning.same(values, values * np.float32(1 + 1e-6))
    assert not tuning.same(values, values * np.float32(1.001))
    bytes_ = np.array([1, 2], np.int8)
    assert not tuning.same(bytes_, bytes_ + np.int8(1))


def test_a_damaged_file_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, monkeypatch)
    bench.run()
    for path in tmp_path.glob("??/*"):
        path.write_bytes(b"{not json")
    bench.forget_memory()
    assert not bench.run().cached
