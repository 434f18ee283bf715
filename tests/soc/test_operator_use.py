"""What each class of operators fills of a chip's array, and that costs agree with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.graph.layers.layer import Layer, LayerKind, convolution, dense, depthwise
from compiler_core.soc.networks.array_use import array_shape
from compiler_core.soc.networks.cnn import NetworkConstants, network_cost
from compiler_core.soc.networks.cnn_fit import constants_for, fitted_networks
from compiler_core.soc.networks.operator_use import operator_uses
from compiler_core.soc.reading import soc_named

PLAIN = NetworkConstants(1.0, 1.0, 0.0, 0.0)
# Sizes that are multiples of every array here.
FITTING: dict[LayerKind, Layer] = {
    "convolution": convolution("full", 64, (96, 96), 1),
    "depthwise": depthwise("deep", 64, 96, 1, 4),
    "dense": dense("all", 9216, 1152),
}
SHARES: dict[str, dict[LayerKind, float]] = {
    "generic": {"convolution": 1, "depthwise": 1 / 32, "dense": 1},
    "tesla-fsd": {"convolution": 1, "depthwise": 1 / 96, "dense": 1},
    "raspberry-pi-5": {"convolution": 1, "depthwise": 1 / 4, "dense": 1},
    "jetson-orin-nano": {"convolution": 1, "depthwise": 1, "dense": 1},
    "ethos-u65-256": {"convolution": 1, "depthwise": 1 / 8, "dense": 1 / 32},
}


@pytest.mark.parametrize("chip", SHARES)
def test_a_class_fills_the_array_as_a_layer_of_fitting_sizes_does(chip: str) -> None:
    soc = soc_named(chip)
    found = {use.kind: use for use in operator_uses(soc, PLAIN)}
    for kind, share in SHARES[chip].items():
        assert found[kind].array_share == pytest.approx(share)
        cost = network_cost(soc, [FITTING[kind]], "int8", PLAIN).per_kernel[0]
        # Blocks of the Ethos-U add a little for the first and the last one.
        assert cost.utilisation == pytest.approx(share, rel=0.02)
    assert found["pooling"].array_share is found["elementwise"].array_share is None
    assert all(one.fills.endswith(".") and one.efficiency == 1 for one in found.values())


def test_units_without_an_array_are_not_given_one_of_32_by_32() -> None:
    cpu, gpu = soc_named("raspberry-pi-5").units[0], soc_named("jetson-orin-nano").unit("gpu")
    assert array_shape(cpu, "int8").basis == "vector"
    shapes = [array_shape(cpu, one) for one in ("int8", "fp32", "fp16")]
    assert [(shape.rows, shape.columns) for shape in shapes] == [(4, 4), (1, 4), (1, 8)]
    assert array_shape(gpu, "int8").basis == "none"
    assert array_shape(replace(cpu, kind="npu"), "int8").basis == "assumed"
    sentences = network_cost(soc_named("raspberry-pi-5"), [FITTING["dense"]], "int8", PLAIN)
    assert "One vector instruction takes 4 input by 4 output channels." in sentences.assumptions


def test_a_cpu_starts_kernels_sooner_than_an_accelerator() -> None:
    cpu, gpu, npu = (
        constants_for(soc_named(name)).kernel_seconds
        for name in ("raspberry-pi-5", "jetson-orin-nano", "generic")
    )
    assert (cpu, gpu) == (2e-6, 5e-6)
    overheads = fitted_networks().overheads
    assert npu == pytest.approx((overheads["rockchip-npu"] * overheads["verisilicon-npu"]) ** 0.5)
