"""The energy ladder, and what fusion saves: sums add up, and fusion never costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer, convolution
from compiler_core.soc import energy
from compiler_core.soc.description import SocDescription
from compiler_core.soc.energy import FusionEnergy, energy_ladder, fusion_energy, operation_cost
from compiler_core.soc.network_energy import members_of, network_work_of
from compiler_core.soc.networks import places, traffic
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.reading import load_socs, soc_named


def layer(name: str, given: int, made: int, weights: int = 0) -> Layer:
    """Elementwise without weights, else a dense layer."""
    if not weights:
        return Layer(
            name=name,
            kind="elementwise",
            rows=made,
            columns=1,
            channels_in=1,
            channels_out=1,
            taps=1,
            groups=1,
            input_elements=given,
            weight_elements=0,
        )
    return Layer(
        name=name,
        kind="dense",
        rows=1,
        columns=1,
        channels_in=weights // made,
        channels_out=made,
        taps=1,
        groups=1,
        input_elements=given,
        weight_elements=weights,
    )


CHAIN = [layer("product", 400, 300, 120_000), layer("sum", 600, 300), layer("ramp", 300, 300)]
FUSED = layer("product", 700, 300, 120_000)
LARGE = [layer("wide", 900_000, 900_000), layer("ramp", 900_000, 900_000)]
LARGE_FUSED = layer("wide", 900_000, 900_000)


def test_the_ladder_of_the_reference_chip() -> None:
    """LPDDR costs about ten times the energy of SRAM and five to twenty times its latency."""
    register, sram, dram = energy_ladder(soc_named("generic"))
    assert 10 <= dram.times_sram <= 15
    assert 5 <= dram.latency_ns / sram.latency_ns <= 20
    assert register.latency_ns == pytest.approx(1.0)
    assert sram.times_register == pytest.approx(12.5 / 2.1)
    assert not any(one.energy_assumed or one.latency_assumed for one in (register, sram, dram))


def test_every_chip_has_a_ladder_that_rises_and_says_what_is_assumed() -> None:
    for soc in load_socs():
        rungs = energy_ladder(soc)
        prices = [rung.picojoules_per_byte for rung in rungs]
        assert prices == sorted(prices)
        assert [one.latency_ns for one in rungs] == sorted(one.latency_ns for one in rungs)
        assert all(one.energy_assumed for one in rungs) == (soc.name != "generic"), soc.name
    phone = operation_cost(soc_named("snapdragon-865"), "int8")
    assert (phone.picojoules, phone.assumed) == (0.23, True)
    assert not operation_cost(soc_named("generic"), "fp32").assumed
    with pytest.raises(InputError, match="int4"):
        operation_cost(soc_named("generic"), "int4")


def test_what_a_fusion_keeps_in_registers() -> None:
    """Two hand-overs of 300 bytes, each written and read: 1,200 bytes at 12.5 less 2.1 pJ."""
    found = fusion_energy(soc_named("generic"), "int8", [CHAIN], [FUSED])
    assert found.kernels[0].kept_bytes == 1200
    assert found.saved_joules == pytest.approx(1200 * (12.5 - 2.1) * 1e-12)
    moved = 400 + 300 + 120_000 + 600 + 300 + 300 + 300
    assert found.before_joules == pytest.approx((120_000 * 0.23 + moved * 12.5) * 1e-12)


def test_what_did_not_fit_no_longer_goes_to_main_memory() -> None:
    """1.8 MB through a buffer of 1 MiB: each kernel's tensors went outside."""
    found = fusion_energy(soc_named("generic"), "int8", [LARGE], [LARGE_FUSED])
    saved = 1_800_000 * (12.5 + 162.5 - 2.1) * 1e-12
    assert found.saved_joules == pytest.approx(saved)
    both = fusion_energy(soc_named("generic"), "fp32", [LARGE], [LARGE_FUSED])
    assert both.saved_joules == pytest.approx(4 * saved)


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.tuples(st.integers(1, 3_000_000), st.integers(0, 3_000_000), st.integers(0, 2_000_000)),
        min_size=1,
        max_size=5,
    ),
    st.sampled_from(["generic", "rk3588", "coral-edge-tpu", "tesla-fsd"]),
)
def test_energies_add_up_and_fusion_never_costs(
    steps: list[tuple[int, int, int]], name: str
) -> None:
    """A chain: each kernel reads what the last one made, and something from outside."""
    soc = soc_named(name)
    made, first, chain, outside = steps[0][0], steps[0][0], [], 0
    for index, (size, residual, weights) in enumerate(steps):
        chain.append(layer(f"k{index}", made + residual, size, weights // size * size))
        outside, made = outside + residual, size
    whole = replace(
        layer("all", first + outside, made),
        weight_elements=sum(one.weight_elements for one in chain),
    )
    found = fusion_energy(soc, "int8", [chain], [whole])
    assert found.saved_joules >= -1e-18
    assert found.before_joules == pytest.approx(sum(one.joules for one in found.kernels[0].members))
    alone = fusion_energy(soc, "int8", [[one] for one in chain], chain)
    assert alone.saved_joules == pytest.approx(0, abs=1e-18)
    # A kernel that waits for others' tensors has less room than one that has the chip to itself.
    assert alone.after_joules <= found.before_joules * (1 + 1e-12)
    resident = sum(one.weight_elements for one in chain) <= soc.on_chip_bytes
    room = soc.on_chip_bytes - resident * whole.weight_elements
    if whole.input_elements + whole.output_elements <= room:
        assert alone.after_joules == pytest.approx(found.before_joules)


def cost_and_energy_agree(soc: SocDescription, name: str) -> FusionEnergy:
    """Each kernel moves the same bytes for its joules as for its time."""
    layers, work = layers_and_members(name)
    cost = network_cost(soc, layers, "int8", constants_for(soc))
    found = fusion_energy(soc, "int8", work, layers)
    operation = operation_cost(soc, "int8").picojoules
    _, sram, dram = (one.picojoules_per_byte * 1e-12 for one in energy_ladder(soc))
    for timed, priced in zip(cost.per_kernel, found.kernels, strict=True):
        assert priced.kernel.sram == pytest.approx(timed.sram_bytes * sram, rel=1e-12), timed.name
        assert priced.kernel.dram == pytest.approx(timed.dram_bytes * dram, rel=1e-12), timed.name
        assert priced.kernel.compute == pytest.approx(timed.macs * operation * 1e-12, rel=1e-12)
    return found


@cache
def layers_and_members(name: str) -> tuple[tuple[Layer, ...], tuple[tuple[Layer, ...], ...]]:
    """Of a layer table, or a network that ships."""
    work = network_work_of(name)
    return work.layers, members_of(work)


@pytest.mark.parametrize("streamed", ["", "streamed"])
@pytest.mark.parametrize("ends", ["", "outside"])
@pytest.mark.parametrize("name", ["generic", "tesla-fsd", "rk3588", "ethos-u65-256"])
def test_a_kernel_moves_what_its_cost_says(name: str, ends: str, streamed: str) -> None:
    """The energy of a network and its latency are of the same bytes."""
    soc = replace(soc_named(name), network_weights=streamed, network_ends=ends)
    cost_and_energy_agree(soc, "mobilenet-v2")
    for network in ("squeezenet", "depthwise"):
        found = cost_and_energy_agree(soc, network)
        assert all(kernel.saved_joules >= -1e-18 for kernel in found.kernels)
        assert found.saved_joules > 0
        assert found.saved_joules == pytest.approx(sum(one.saved_joules for one in found.kernels))


def test_what_an_array_reads_again_costs_again() -> None:
    """Weights come from main memory once, with scales, and are read for each block of a picture."""
    soc, wide = soc_named("ethos-u65-256"), convolution("wide", 28, (64, 512), 3)
    found = fusion_energy(soc, "int8", [[wide]], [wide]).kernels[0].kernel
    _, sram, dram = (one.picojoules_per_byte * 1e-12 for one in energy_ladder(soc))
    assert found.sram / sram > 30 * wide.weight_elements
    assert found.dram / dram == pytest.approx(wide.weight_elements + 10 * 512)


def test_the_ends_of_a_network_may_lie_outside() -> None:
    """A chain of three small kernels: the first one's input, the last one's output."""
    soc = replace(soc_named("generic"), network_ends="outside")
    chain = [layer("first", 700, 400), layer("middle", 400, 500), layer("last", 500, 300)]
    cost = network_cost(soc, chain, "int8", constants_for(soc))
    assert [one.dram_bytes for one in cost.per_kernel] == [700, 0, 300]
    alone = network_cost(soc, chain[:1], "int8", constants_for(soc))
    assert alone.per_kernel[0].dram_bytes == 1100
    fused = fusion_energy(soc, "int8", [chain], [layer("all", 700, 300)])
    # Both ends stay outside; what is handed on was inside before.
    assert (fused.kernels[0].outside_bytes, fused.kernels[0].kept_bytes) == (0, 1800)
    assert fused.after.dram == pytest.approx(1000 * 162.5e-12)


def test_a_residual_that_does_not_fit_beside_the_rest_did_not_fit_before() -> None:
    """Each member alone would fit, the fused kernel does not: it costs nothing that it did not."""
    product = layer("product", 300_000, 300_000)
    added = layer("sum", 800_000, 200_000)
    whole = layer("product", 800_000, 300_000)
    found = fusion_energy(soc_named("generic"), "int8", [[product, added]], [whole]).kernels[0]
    assert found.outside_bytes == 500_000
    assert found.saved_joules > 0


def test_networks_that_are_not_the_same_are_refused() -> None:
    generic = soc_named("generic")
    with pytest.raises(InputError, match="moves more"):
        fusion_energy(generic, "int8", [[CHAIN[1]]], [FUSED])
    with pytest.raises(InputError, match="made of"):
        fusion_energy(generic, "int8", [], [FUSED])


def _without_registers(*arguments: Any) -> Any:
    return replace(_FUSED_PRICE(*arguments), register=0.0)


def _without_compute(self: Any, layer: Layer, moved: Any) -> Any:
    return replace(_PRICED(self, layer, moved), compute=0.0)


def _always_outside(layer: Layer, wished: Any, room: float) -> Any:
    return places.OUTSIDE


def _never_outside(layer: Layer, wished: Any, room: float) -> Any:
    return wished


_PRICED, _FUSED_PRICE = energy._Prices.of, energy._Prices.fused
MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "registers are free": (energy._Prices, "fused", _without_registers),
    "products are free": (energy._Prices, "of", _without_compute),
    "all goes to main memory": (traffic, "place_that_fits", _always_outside),
    "nothing goes to main memory": (traffic, "place_that_fits", _never_outside),
    "an element is a byte": (traffic, "ELEMENT_BYTES", dict.fromkeys(("int8", "fp32"), 1)),
    "a chip is its own reference": (energy, "REFERENCE", "tesla-fsd"),
    "joules are nanojoules": (energy, "_JOULES", 1e-9),
    "each data passes once": (traffic, "_block_machine", lambda *_, **__: None),
    "the end of a network is anywhere": (energy, "ends_of", lambda *_: "between"),
}
REQUIREMENTS: tuple[Callable[[], None], ...] = (
    test_the_ladder_of_the_reference_chip,
    test_every_chip_has_a_ladder_that_rises_and_says_what_is_assumed,
    test_what_a_fusion_keeps_in_registers,
    test_what_did_not_fit_no_longer_goes_to_main_memory,
    test_what_an_array_reads_again_costs_again,
    test_the_ends_of_a_network_may_lie_outside,
)


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_energy_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(where, attribute, wrong)
    assert any(_fails(requirement) for requirement in REQUIREMENTS), f"nothing notices: {name}"


def _fails(requirement: Callable[[], None]) -> bool:
    try:
        requirement()
    except (AssertionError, InputError):
        return True
    return False
