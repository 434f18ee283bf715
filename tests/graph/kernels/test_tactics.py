"""Every tactic computes what numpy computes: int8 to the bit, float32 to 1e-5 of the largest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies

from compiler_core.graph.emission.vectors import native_flags
from compiler_core.graph.kernels import padding
from compiler_core.graph.kernels.registry import TACTICS, Tactic
from compiler_core.graph.selection.costs import cost_of
from tests.graph.kernels import drawn, traps
from tests.graph.kernels.layers import Sample, difference
from tests.graph.kernels.programs import (
    case_of,
    kernel_of,
    run_emulated,
    run_in_vectors,
    run_natively,
)

pytestmark = pytest.mark.usefixtures("emulator")

_FLOAT_ERROR = 1e-5
_SMALL_BAND = 1024
_TACTICS_IN_FLOATS = 4


@pytest.fixture
def small_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bands of a few lines, so that small images have several."""
    monkeypatch.setattr(padding, "BAND_BYTES", _SMALL_BAND)


def wrong(named: list[tuple[str, Tactic, Sample]], results: list[np.ndarray]) -> dict[str, float]:
    """Names of the kernels whose result is off, and by how much."""
    found = {
        name: difference(sample, result)
        for (name, _, sample), result in zip(named, results, strict=True)
    }
    allowed = {
        name: 0.0 if sample.expected.dtype == np.int8 else _FLOAT_ERROR for name, _, sample in named
    }
    return {name: error for name, error in found.items() if not error <= allowed[name]}


def cases_of(named: list[tuple[str, Tactic, Sample]]):
    return tuple(
        case_of(sample, kernel_of(sample, tactic, f"kernel_{number}"))
        for number, (_, tactic, sample) in enumerate(named)
    )


@pytest.mark.slow
@pytest.mark.usefixtures("small_bands")
def test_every_trap_on_the_emulated_core_and_in_plain_c(tmp_path: Path) -> None:
    named = traps.samples()
    assert {tactic.name for _, tactic, _ in named} == {tactic.name for tactic in TACTICS}
    cases = cases_of(named)
    assert wrong(named, run_emulated(cases, "-O2")) == {}
    assert wrong(named, run_natively(cases, tmp_path)) == {}


@pytest.mark.usefixtures("emulator", "small_bands")
def test_every_trap_in_floats_in_vectors_of_another_processor(tmp_path: Path) -> None:
    named = traps.samples()
    texts = [kernel_of(sample, tactic, "kernel").text for _, tactic, sample in named]
    named = [one for one, text in zip(named, texts, strict=True) if native_flags(text)]
    assert len({tactic.name for _, tactic, _ in named}) >= _TACTICS_IN_FLOATS
    assert wrong(named, run_in_vectors(cases_of(named), tmp_path)) == {}


@pytest.mark.slow
@settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
@given(strategies.lists(drawn.samples(), min_size=30, max_size=30))
def test_drawn_shapes(pairs: list[tuple[Tactic, Sample]]) -> None:
    named = [
        (f"{number} {tactic.name} {sample.layer.shape}", tactic, sample)
        for number, (tactic, sample) in enumerate(pairs)
    ]
    assert wrong(named, run_emulated(cases_of(named), "-O1")) == {}


def test_the_same_request_gives_the_same_text_and_bytes() -> None:
    for _, tactic, sample in traps.samples()[::5]:
        first, second = (kernel_of(sample, tactic, "kernel") for _ in range(2))
        assert first.text == second.text
        assert [name for name, _ in first.constants] == [name for name, _ in second.constants]
        pairs = zip(first.constants, second.constants, strict=True)
        assert all(one.tobytes() == other.tobytes() for (_, one), (_, other) in pairs)


def test_memory_is_what_the_cost_says() -> None:
    for name, tactic, sample in traps.samples():
        kernel, cost = kernel_of(sample, tactic, "kernel"), cost_of(tactic, sample.layer.shape)
        packed = kernel.constants[0][1].nbytes
        assert (name, kernel.scratch_bytes, packed) == (name, cost.scratch_bytes, cost.packed_bytes)


def test_no_kernel_allocates_or_keeps_state() -> None:
    for _, tactic, sample in traps.samples()[::5]:
        text = kernel_of(sample, tactic, "kernel").text
        assert "malloc" not in text
        functions = [line for line in text.split("\n") if line.startswith("static")]
        assert all("(" in line for line in functions)
