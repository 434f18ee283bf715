"""Real runs: a network that ships, compiled in several variants and counted."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.compile import compile_model
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.soc.profiling.profile import profile_network
from compiler_core.soc.profiling.records import ProfiledProgram
from compiler_core.soc.profiling.variants import variant_of

pytestmark = pytest.mark.usefixtures("emulator")

NETWORK = "depthwise"


def profiled(text: str) -> ProfiledProgram:
    return profile_network(NETWORK, variant_of(text))


@pytest.mark.slow
def test_the_last_variant_is_the_program_of_the_compiler() -> None:
    found = profiled("int8-fused-chosen")
    settings = settings_of({})
    source = source_model(NETWORK, settings)
    compiled = compile_model(source, settings, inputs_of(source))
    assert found.instructions == compiled.metric("run", "instructions")
    assert len(found.kernels) == found.fused_kernels == compiled.metric("engine", "kernels")
    assert found.agrees


@pytest.mark.slow
def test_every_kernel_is_counted_and_measured_up() -> None:
    plain = profiled("fp32-apart-generic")
    report = source_model(NETWORK, settings_of({"precision": "fp32"})).imported.report
    assert plain.agrees
    assert sum(one.multiplies for one in plain.kernels) == report.multiplies
    assert all(one.instructions > 0 and one.moved_bytes > 0 for one in plain.kernels)
    assert {one.tactic for one in plain.kernels} == {"generic"}
    chosen = profiled("fp32-apart-chosen")
    layers = [kernel for kernel in plain.kernels if kernel.options]
    predicted = sum(layer.options[0].predicted or 0 for layer in layers)
    counted = sum(chosen.kernels[one.place].instructions for one in layers)
    assert counted == pytest.approx(predicted, rel=0.15)


@pytest.mark.slow
def test_a_pinned_tactic_is_that_kernels_alone() -> None:
    usual = profiled("int8-fused-chosen")
    kernel = next(one for one in usual.ranked if len([o for o in one.options if o.predicted]) > 1)
    other = next(o.tactic for o in kernel.options if o.predicted and o.tactic != kernel.tactic)
    pinned = profiled(usual.variant.with_tactic(kernel.place, other).text)
    changed = [
        (before.place, after.tactic)
        for before, after in zip(usual.kernels, pinned.kernels, strict=True)
        if before.tactic != after.tactic
    ]
    assert changed == [(kernel.place, other)]
    assert pinned.agrees
    assert pinned.instructions != usual.instructions


def test_what_cannot_be_profiled_is_refused() -> None:
    with pytest.raises(UnknownName):
        profile_network("nothing", variant_of("fp32-apart-generic"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fp32-apart-generic+1=winograd", "no tactics"),
        ("fp32-apart-chosen+999=winograd", "cannot be computed"),
        ("fp32-apart-chosen+0=direct-sdot", "cannot be computed"),
    ],
)
def test_a_tactic_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        profiled(text)
