"""Which kernel is chosen where, and what is said about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.kernels.registry import find_tactic, refusal
from compiler_core.graph.records import EpilogueStep
from compiler_core.graph.selection import errors, measured_plan
from compiler_core.graph.selection.binding import with_binding
from compiler_core.graph.selection.choose import (
    check_plan,
    choose_kernel,
    choose_kernels,
    kernel_of,
    reason_against,
)
from compiler_core.graph.selection.cores import CORES, find_core
from compiler_core.graph.selection.errors import errors_together, probe_of, smaller
from compiler_core.graph.selection.measured_plan import ErrorCache, measured_sentence, with_errors
from compiler_core.graph.selection.records import Layer
from compiler_core.toolchain.discovery import find_compiler
from tests.graph.kernels.layers import in_float, in_planes, sample_of, shape_of
from tests.graph.kernels.traps import TRAPS
from tests.graph.selection.example import depthwise_example

pytestmark = pytest.mark.usefixtures("emulator")

_BORDER = (1, 1, 1, 1)
_POINTWISE = shape_of(64, 128, (16, 16))
_THREE_BY_THREE = shape_of(32, 32, (16, 16), (3, 3), pads=_BORDER)
A72, A76, V1 = CORES


def layer_of(shape) -> Layer:
    return sample_of(shape, 2).layer


@pytest.mark.parametrize(
    ("core", "depthwise", "pointwise", "spatial"),
    [
        ("cortex-a72", "depthwise-smlal", "gemm-smlal", "im2col-smlal"),
        ("cortex-a76", "depthwise-sdot", "gemm-sdot", "direct-sdot"),
        ("neoverse-v1", "depthwise-sdot", "gemm-smmla", "direct-smmla"),
    ],
)
def test_each_core_gets_what_it_can(
    core: str, depthwise: str, pointwise: str, spatial: str
) -> None:
    layers = (depthwise_example(), layer_of(_POINTWISE), layer_of(_THREE_BY_THREE))
    plan = choose_kernels(layers, find_core(core))
    chosen = [choice.tactic for choice in plan.choices]
    assert chosen[:2] == [depthwise, pointwise]
    assert chosen[2].partition("-")[2] == spatial.partition("-")[2]


def test_winograd_only_where_neighbours_share_inputs() -> None:
    shape = in_float(_THREE_BY_THREE)
    assert choose_kernel(layer_of(shape), A76).tactic == "winograd"
    for other, word in (
        (in_float(shape_of(32, 32, (16, 16), (3, 3), strides=(2, 2), pads=_BORDER)), "stride"),
        (in_float(shape_of(32, 32, (16, 16), (5, 5), pads=(2, 2, 2, 2))), "5×5"),
        (in_float(shape_of(32, 32, (16, 16), (3, 3), pads=_BORDER, groups=2)), "one group"),
    ):
        row = next(
            row for row in choose_kernel(layer_of(other), A76).rows if row.tactic == "winograd"
        )
        assert word in row.refused
        assert row.cost is None


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_a_choice_is_legal_on_its_core_and_the_cheapest(core) -> None:
    for shape in TRAPS.values():
        for variant in (shape, in_float(shape), in_planes(shape)):
            choice = choose_kernel(layer_of(variant), core)
            tactic = find_tactic(choice.tactic)
            assert set(tactic.features) <= set(core.features)
            assert refusal(tactic, variant) == ""
            legal = [row.cost.instructions for row in choice.rows if row.cost is not None]
            assert choice.chosen.cost is not None
            assert choice.chosen.cost.instructions == min(legal)
            assert all(row.refused for row in choice.rows if row.cost is None)


def test_the_log_of_the_example_names_every_tactic_with_its_reason() -> None:
    log = choose_kernels((depthwise_example(),), A72).log[0]
    assert "3×3 depthwise convolution of 128 channels" in log
    assert "SDOT needs dotprod, which Cortex-A72 (Raspberry Pi 4) lacks" in log
    assert "SMMLA needs i8mm" in log
    lines = [line for line in log.split("\n") if line.endswith("chosen")]
    assert len(lines) == 1
    assert lines[0].split()[0] == "depthwise-smlal"
    assert "903,168 multiplies" in lines[0]


def test_winograd_multiplies_four_ninths() -> None:
    rows = {row.tactic: row for row in choose_kernel(layer_of(in_float(_THREE_BY_THREE)), A76).rows}
    fast, plain = rows["winograd"].cost, rows["direct-fma"].cost
    assert fast is not None
    assert plain is not None
    assert fast.multiplies * 9 == plain.multiplies * 4


def test_a_plan_is_tied_to_its_shapes() -> None:
    layer = layer_of(_POINTWISE)
    choice = choose_kernel(layer, A76)
    other = layer_of(shape_of(64, 128, (15, 16)))
    assert kernel_of(layer, choice, "kernel").tactic == "gemm-sdot"
    with pytest.raises(InputError, match="another shape"):
        kernel_of(other, choice, "kernel")


def test_a_plan_is_tied_to_its_core() -> None:
    plan = choose_kernels((layer_of(_POINTWISE),), V1)
    check_plan(plan, V1)
    with pytest.raises(InputError, match="needs i8mm"):
        check_plan(plan, A76)


def test_what_no_kernel_computes_is_refused_with_its_reason() -> None:
    layer = layer_of(_POINTWISE)
    unknown = replace(layer, epilogue=(*layer.epilogue[:2], EpilogueStep(operator="Mish")))
    assert "Mish" in reason_against(unknown, A76)
    raw = replace(layer, epilogue=layer.epilogue[:1])
    assert "not scaled" in reason_against(raw, A76)
    planes = replace(layer, shape=replace(layer.shape, layout="NCHW"))
    assert "NCHW" in reason_against(planes, A76)
    long = replace(layer, shape=shape_of(1 << 17, 1, (1, 1)))
    assert "32 bits" in reason_against(long, A76)
    with pytest.raises(InputError, match="Mish"):
        choose_kernel(unknown, A76)


def test_an_unknown_core_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="cortex-a76"):
        find_core("cortex-a77")


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing measured elsewhere is found."""
    cache = ErrorCache(tmp_path)
    monkeypatch.setattr(measured_plan, "error_cache", lambda: cache)


def test_errors_are_measured_by_running() -> None:
    compiler = find_compiler("gcc")
    small = layer_of(in_float(shape_of(8, 8, (6, 6), (3, 3), pads=_BORDER)))
    found = errors_together((probe_of(small, ("winograd", "direct-fma")),), A76, compiler)[0]
    assert all(0 < error < 1e-5 for error in found.values())
    example = depthwise_example()
    plan = with_errors(choose_kernels((example,), A72), (example,), A72, compiler)
    assert plan.choices[0].chosen.error == 0.0
    assert "error 0.0e+00  chosen" in plan.log[0]
    assert "int8 kernels differ by at most 0 from" in measured_sentence(plan)


def test_each_shape_is_measured_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = list[int]()
    measure = measured_plan.errors_together

    def counting(probes, core, compiler):
        runs.append(len(probes))
        return measure(probes, core, compiler)

    monkeypatch.setattr(measured_plan, "errors_together", counting)
    first = layer_of(in_float(_POINTWISE))
    other = replace(layer_of(in_float(shape_of(3, 8, (6, 6)))), name="other")
    layers = (first, replace(first, name="again"), other)
    plan, compiler = choose_kernels(layers, A76), find_compiler("gcc")
    none = with_errors(plan, layers, A76, compiler, seconds=0)
    assert none == plan
    assert "No kernel" in measured_sentence(none)
    found = with_errors(plan, layers, A76, compiler)
    rows = [row for choice in found.choices for row in choice.rows if row.cost is not None]
    assert all(row.error is not None and row.error < 1e-5 for row in rows)
    assert found.choices[0].rows == found.choices[1].rows
    assert "on 3 of 3 layers: float32 kernels differ" in measured_sentence(found)
    assert with_errors(plan, layers, A76, compiler) == found
    assert runs == [2]


def test_the_log_ends_with_what_the_plan_refuses() -> None:
    layer = layer_of(_POINTWISE)
    plan = with_binding(choose_kernels((layer,), A76), (layer,))
    last = plan.log[-1]
    assert "Cortex-A72 (Raspberry Pi 4): refused." in last
    assert "needs dotprod" in last
    assert "Neoverse V1 (Graviton 3): has all" in last
    assert "another shape: refused." in last
    assert with_errors(plan, (layer,), A76, find_compiler("gcc"), seconds=0).log == plan.log


def test_a_wrong_layer_has_a_large_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measurement itself must be able to fail."""
    layer = layer_of(shape_of(8, 8, (6, 6)))
    monkeypatch.setattr(errors, "exact_sums", lambda layer, inputs: np.zeros((1, 6, 6, 8)))
    found = errors_together((probe_of(layer, ("gemm-sdot",)),), A76, find_compiler("gcc"))[0]
    assert found["gemm-sdot"] > 0


def test_a_large_layer_is_measured_on_a_corner_of_the_same_sums() -> None:
    shape = in_float(shape_of(256, 256, (56, 56), (3, 3), pads=_BORDER))
    corner = smaller(shape)
    assert corner.multiplies < shape.multiplies / 100
    assert (corner.channels_in, corner.kernel) == (shape.channels_in, shape.kernel)
    again = shape_of(256, 256, (corner.height_in, corner.width_in), (3, 3), pads=_BORDER)
    assert (again.height_out, again.width_out) == (corner.height_out, corner.width_out)


def test_winograd_grows_weights_within_the_bound_where_it_saves_most() -> None:
    """Two layers of 256 channels add 1.75 MiB each: the one with more positions keeps Winograd."""
    shapes = [shape_of(256, 256, size, (3, 3), pads=_BORDER) for size in ((8, 8), (16, 16))]
    layers = [layer_of(in_float(shape)) for shape in shapes]
    free = choose_kernels(layers, A76).choices
    assert [choice.tactic for choice in free] == ["winograd", "winograd"]
    small, large = choose_kernels(layers, A76, 2).choices
    assert large == free[1]
    refused = next(row for row in small.rows if row.tactic == "winograd")
    assert "1,835,008 B more" in refused.refused
    assert "of the 2 MiB" in refused.refused
    assert small.tactic == small.rows[0].tactic == free[0].rows[1].tactic
    none = choose_kernels(layers, A76, 0).choices
    assert all(choice.tactic != "winograd" for choice in none)
