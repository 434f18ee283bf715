"""GELU compiled three ways and counted: the instructions, and that it is GELU."""

from __future__ import annotations

import math

import pytest

from compiler_core.content_files import read_source
from compiler_core.errors import InputError
from compiler_core.host.running.count import counts_and_outputs
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.overrides import parse_overrides
from compiler_core.soc.latency_hiding.measured import GELU_FILE, VARIANTS, Variant, measured_gelu

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("emulator")]


def gelu(x: float) -> float:
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def test_vectors_save_instructions_as_they_are_long() -> None:
    scalar, neon, short = measured_gelu(sve_bits=128)
    long = measured_gelu(sve_bits=512)[2]
    assert [scalar.name, neon.name, long.name] == ["scalar", "neon", "sve"]
    assert 2.5 < neon.fewer <= 4.5
    assert 2.5 < short.fewer <= 4.5
    assert long.fewer == pytest.approx(4 * short.fewer, rel=0.02)
    assert scalar.fewer == 1
    assert len({one.digest for one in (scalar, neon, short, long)}) == 1
    assert scalar.instructions_per_element > 20


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: one.name)
def test_the_loop_is_gelu(variant: Variant) -> None:
    values = [0.0, 1.0, -1.0, 3.0, -3.0, 8.0, -8.0]
    source = read_source("gelu", GELU_FILE)
    for value in values:
        experiment = Experiment(function="gelu", n=8, overrides=parse_overrides((f"in={value}",)))
        outputs = counts_and_outputs((source,), "gcc", variant.flags, experiment)[1]
        assert outputs is not None
        written = outputs.arrays[0].values()
        assert written[0] == pytest.approx(gelu(value), abs=2e-6)


def test_other_sizes_are_refused() -> None:
    with pytest.raises(InputError):
        measured_gelu(n=0)
    with pytest.raises(InputError):
        measured_gelu(sve_bits=200)
