"""Results on disk hold records and arrays, and nothing that runs when it is read."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from compiler_core import kept_results
from compiler_core.errors import InputError
from compiler_core.graph.calibration.histogram import Histogram
from compiler_core.graph.records import FusedGroup
from compiler_core.kept_results import read_result, write_result
from compiler_core.soc.latency_hiding.simulation import _Run
from compiler_core.stages import StageFile, StageResult
from compiler_core.trace import Change, Step


class Hostile:
    """Runs a command when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.system, ("true",)


# BUILD with a state of slots, put on a class in place of one of its records.
PATCHES_A_CLASS = b"ccompiler_core.soc.latency_hiding.simulation\n_Run\n(N(dVpatched\nI1\nstb."
PATCHES_A_RECORD = b"ccompiler_core.stages\nStageResult\n(N(dVpatched\nI1\nstb."


class Foreign:
    """A class that is no record of ours."""


def test_a_result_comes_back_as_it_was(tmp_path: Path) -> None:
    step = Step("fold", "graph", True, None, None, (Change("folded", "a", "because", ("a",)),))
    group = FusedGroup("k0", ("a", "b"), "a", ("x",), ("y",), "elementwise")
    details = {"array": np.arange(6, dtype=np.float32).reshape(2, 3), "groups": (group,)}
    result = StageResult("passes", "Done.", (step,), details, {"nodes": 2.0},
                         (StageFile("m.onnx", "application/octet-stream", b"\0"),))  # fmt: skip
    write_result(tmp_path, result)
    found = read_result(tmp_path, "passes")
    assert found is not None
    assert (found.steps, found.files, found.metrics) == (result.steps, result.files, result.metrics)
    assert isinstance(found.details, dict)
    assert found.details["groups"] == (group,)
    assert np.array_equal(found.details["array"], details["array"])


def test_a_histogram_comes_back_as_it_was(tmp_path: Path) -> None:
    histogram = Histogram()
    histogram.add(np.array([0.0, -3.0, 7.5], np.float32))
    write_result(tmp_path, StageResult("quantise", "Done.", details=histogram))
    found = read_result(tmp_path, "quantise")
    assert found is not None
    assert isinstance(found.details, Histogram)
    assert np.array_equal(found.details.counts, histogram.counts)
    assert (found.details.minimum, found.details.maximum, found.details.zeros) == (-3.0, 7.5, 1)


def test_a_result_beyond_the_limit_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that was taken over leaves a file of any size: a hole costs it nothing."""
    result = StageResult("run", "Done.")
    write_result(tmp_path, result)
    path = tmp_path / "stage-run.pickle"
    monkeypatch.setattr(kept_results, "LARGEST_RESULT_BYTES", path.stat().st_size)
    assert read_result(tmp_path, "run") == result
    with path.open("ab") as file:
        file.truncate(1 << 40)
    with pytest.raises(InputError, match="more than"):
        read_result(tmp_path, "run")


def test_a_result_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert read_result(tmp_path, "fusion") is None


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(StageResult("run", "", details=Hostile())),
        pickle.dumps(StageResult("run", "", details=Foreign())),
        pickle.dumps(StageResult("run", "", details=print)),
        pickle.dumps({"stage": "run"}),
        pickle.dumps(StageResult("run", ""))[:-4],
        b"",
        b"cbuiltins\neval\n(V1\ntR.",
        b"ccompiler_core.kept_results\nwrite_atomically\n.",
        b"ccompiler_core.graph.job\nos.system\n.",
        PATCHES_A_CLASS,
        PATCHES_A_RECORD,
    ],
    ids=["system", "foreign", "function", "dictionary", "cut", "empty", "eval", "ours", "nested",
         "class", "record"],
)  # fmt: skip
def test_anything_else_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "stage-run.pickle").write_bytes(content)
    with pytest.raises(InputError, match="cannot be read"):
        read_result(tmp_path, "run")
    assert not hasattr(_Run, "patched")
    assert not hasattr(StageResult, "patched")
