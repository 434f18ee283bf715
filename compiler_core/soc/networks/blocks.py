"""How an array works through a layer in blocks of its output, and what that costs.

A block of rows, columns and output channels is computed while the one before it is written. Its
sums and inputs lie twice in a small buffer; so blocks are small, inputs are read again for each
block of channels and at the seams, and weights for each block of the picture. Of all blocks that
fit, the one with the shortest time is taken, then the one with the least traffic. The formulas are
ours; what the array does at once is a matter of its description (`BlockFigures`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import BlockFigures, ComputeUnit, Memory
from compiler_core.soc.networks.places import Home, TensorPlace, place_at, place_that_fits

_SUM_BYTES = 4
# One is worked on while the other comes or goes.
_BUFFERS = 2


@dataclass(frozen=True, slots=True)
class Path:
    """A memory as seen from the array: bytes in a cycle of its clock, latency in such cycles."""

    bytes_per_cycle: float
    latency_cycles: float
    burst_bytes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockMachine:
    """An array and its memories."""

    rows: int
    """Input channels, columns: output channels at once."""
    columns: int
    """Output channels that the array makes at once."""
    figures: BlockFigures
    """What the chip's description says of the array."""
    sram: Path
    """On-chip memory as the array sees it."""
    dram: Path
    """Main memory as the array sees it, at the share of the bandwidth that is reached."""
    spare_bytes: float
    """What is left of on-chip memory beside weights that stay there."""
    streamed: bool
    """Weights come from main memory at each run."""
    element_bytes: float
    """Of a weight or of an element of a tensor."""
    pace: float = 1.0
    """Rounds in the time of one, where the unit makes more products a cycle than the array has
    cells; 1 as described."""

    def whole(self, name: str) -> int:
        """A figure of the array that counts something."""
        return int(getattr(self.figures, name).value)


@dataclass(frozen=True, slots=True)
class BlockSchedule:
    """A layer in blocks of rows, columns and channels."""

    rows: int
    """Of the output, in one block."""
    columns: int
    """Of the output, in one block."""
    channels: int
    """Output channels in one block."""
    weights_from: Home
    """Where each block reads them."""
    cycles: float
    """Of the array for the whole layer, with the wait for the first weights and inputs."""
    sram_bytes: float
    """Of on-chip memory for the layer, with what whole bursts bring beside."""
    dram_bytes: float
    """Of main memory for the layer, with what whole bursts bring beside."""

    def seconds_order(self, machine: BlockMachine) -> tuple[float, float, float]:
        """The shorter the better; then the less traffic, main memory first."""
        sram = self.sram_bytes / machine.sram.bytes_per_cycle
        dram = self.dram_bytes / machine.dram.bytes_per_cycle
        return max(self.cycles, sram, dram), dram, sram


def path_of(memory: Memory, clock: float, share: float = 1.0) -> Path | None:
    """None if the memory's bandwidth is not known. clock: of the array, in hertz. share: of the
    bandwidth that is reached."""
    bandwidth = memory.sustained_bytes_per_second
    if bandwidth is None:
        return None
    latency, burst = memory.latency_ns, memory.burst_bytes
    return Path(
        bytes_per_cycle=bandwidth * share / clock,
        latency_cycles=latency.value * 1e-9 * clock if latency else 0.0,
        burst_bytes=burst.value if burst else 1.0,
    )


def products_at_once(figures: BlockFigures, rows: int, columns: int) -> float:
    """Of the whole array in a cycle."""
    return rows * columns * figures.pixel_rows.value * figures.pixel_columns.value


def figures_of(unit: ComputeUnit) -> tuple[BlockFigures, int, int] | None:
    """Blocks, rows and columns; None where no document gives them."""
    rows, columns = unit.array_rows, unit.array_columns
    if unit.blocks is None or rows is None or columns is None:
        return None
    return unit.blocks, int(rows.value), int(columns.value)


def best_schedule(
    layer: Layer, machine: BlockMachine, placement: TensorPlace | None = None
) -> BlockSchedule:
    """The schedule of the shortest time. placement: of the tensors, on the chip if they fit."""
    chosen_place = placement or _usual_place(layer, machine)
    if not layer.macs:
        return _moved(layer, machine, chosen_place)
    tried = (
        _schedule(layer, machine, block, source, chosen_place)
        for block in _blocks(layer, machine)
        for source in _sources(layer, machine, block, chosen_place)
    )
    return min(tried, key=lambda schedule: schedule.seconds_order(machine))


def _usual_place(layer: Layer, machine: BlockMachine) -> TensorPlace:
    room = machine.spare_bytes / machine.element_bytes
    return place_that_fits(layer, place_at("between"), room)


def _moved(layer: Layer, machine: BlockMachine, placement: TensorPlace) -> BlockSchedule:
    """Without products: everything is read and written once."""
    sram, dram = (
        machine.element_bytes * placement.elements_in(home, layer) for home in ("sram", "dram")
    )
    cycles = layer.output_elements / machine.figures.outputs_per_cycle.value
    return BlockSchedule(layer.rows, layer.columns, layer.channels_out, "sram", cycles, sram, dram)


def _blocks(layer: Layer, machine: BlockMachine) -> Iterator[tuple[int, int, int]]:
    """Rows, columns and channels whose sums and inputs fit into the buffer; always the smallest."""
    step = machine.whole("pixel_rows"), machine.whole("pixel_columns"), machine.columns
    rows = _sides(layer.rows, step[0], machine.whole("largest_rows"))
    columns = _sides(layer.columns, step[1], machine.whole("largest_columns"))
    channels = _sides(_channels_of_group(layer), step[2], machine.whole("largest_channels"))
    room = machine.whole("buffer_bytes")
    for block in product(rows, columns, channels):
        if block == step or _buffered(layer, machine, block) <= room:
            yield block


def _sides(needed: int, step: int, most: int) -> tuple[int, ...]:
    """Doubled from the step on, and the one that covers all."""
    whole = min(rounds(needed, step) * step, most)
    sides = [step]
    while sides[-1] * 2 < whole:
        sides.append(sides[-1] * 2)
    return tuple(sides) if whole == step else (*sides, whole)


def rounds(needed: int, step: int) -> int:
    """How many steps cover what is needed."""
    return -(-needed // step)


def _channels_of_group(layer: Layer) -> int:
    return layer.channels_out if layer.kind == "depthwise" else layer.channels_out // layer.groups


def _buffered(layer: Layer, machine: BlockMachine, block: tuple[int, int, int]) -> float:
    """Bytes of sums and inputs, each twice."""
    depth = block[2] if layer.kind == "depthwise" else _depth_at_once(layer, machine)
    inputs = prod(_seen(layer, block)) * depth * machine.element_bytes
    return _BUFFERS * (_SUM_BYTES * prod(block) + inputs)


def _depth_at_once(layer: Layer, machine: BlockMachine) -> int:
    """Input channels of one round, in whole rows of the array."""
    most = machine.rows * machine.whole("round_cycles")
    return min(rounds(layer.channels_in, machine.rows) * machine.rows, most)


def _seen(layer: Layer, block: tuple[int, int, int]) -> tuple[int, int]:
    """Rows and columns of the input under a block of the output, seams included."""
    rows, columns = layer.window
    return (block[0] - 1) * layer.stride + rows, (block[1] - 1) * layer.stride + columns


def _sources(
    layer: Layer, machine: BlockMachine, block: tuple[int, int, int], placement: TensorPlace
) -> tuple[Home, ...]:
    """Weights that come from main memory are kept if they are read again and there is room."""
    if not machine.streamed:
        return ("sram",)
    used = machine.element_bytes * placement.elements_in("sram", layer)
    room = used + weight_bytes(layer, machine) <= machine.spare_bytes
    return ("dram", "sram") if room and _pictures(layer, block) > 1 else ("dram",)


def _pictures(layer: Layer, block: tuple[int, int, int]) -> int:
    """Blocks of the picture."""
    return rounds(layer.rows, block[0]) * rounds(layer.columns, block[1])


def weight_bytes(layer: Layer, machine: BlockMachine) -> float:
    """Weights, and the scale and bias of each output channel."""
    scales = layer.channels_out * machine.figures.scale_bytes.value
    return layer.weight_elements * machine.element_bytes + scales


def _schedule(
    layer: Layer,
    machine: BlockMachine,
    block: tuple[int, int, int],
    source: Home,
    placement: TensorPlace,
) -> BlockSchedule:
    pictures = _pictures(layer, block)
    weights = weight_bytes(layer, machine)
    brought = weights if machine.streamed and source == "sram" else 0.0
    moved: dict[Home, float] = {"sram": 0.0, "dram": brought}
    moved[source] += weights * pictures
    paths: dict[Home, Path] = {"sram": machine.sram, "dram": machine.dram}
    moved[placement.inputs] += _input_bytes(layer, machine, block, paths[placement.inputs])
    moved[placement.outputs] += _output_bytes(layer, machine, block, paths[placement.outputs])
    cycles = _cycles(layer, machine, block, source)
    return BlockSchedule(*block, source, cycles, moved["sram"], moved["dram"])


def _cycles(
    layer: Layer, machine: BlockMachine, block: tuple[int, int, int], source: Home
) -> float:
    """One block computes while the one before it is written: the longer counts for each, the
    shorter once, and so does the way of the first weights and inputs."""
    made = _clipped(layer, block)
    path = machine.sram if source == "sram" else machine.dram
    computed, written = _computed(layer, machine, made), _written(machine, made, path)
    blocks = _pictures(layer, block) * rounds(_channels_of_group(layer), block[2])
    groups = 1 if layer.kind == "depthwise" else layer.groups
    waited = machine.sram.latency_cycles + path.latency_cycles
    return groups * blocks * max(computed, written) + min(computed, written) + waited


def _clipped(layer: Layer, block: tuple[int, int, int]) -> tuple[int, int, int]:
    channels = _channels_of_group(layer)
    return min(block[0], layer.rows), min(block[1], layer.columns), min(block[2], channels)


def _computed(layer: Layer, machine: BlockMachine, made: tuple[int, int, int]) -> float:
    """Cycles of products. A round takes as long as its pixels, or as its weights are decoded."""
    pixels = rounds(made[0], machine.whole("pixel_rows")) * rounds(
        made[1], machine.whole("pixel_columns")
    )
    cycles = max(machine.whole("round_cycles") * pixels, machine.whole("weight_cycles"))
    return rounds(made[2], machine.columns) * product_rounds(layer, machine) * cycles / machine.pace


def product_rounds(layer: Layer, machine: BlockMachine) -> int:
    """Rounds for one output. A round takes channels of one tap, or taps of fewer channels; a
    depthwise layer has taps only."""
    once = machine.whole("round_cycles")
    if layer.kind == "depthwise":
        return rounds(layer.taps, once)
    by_depth = layer.taps * rounds(layer.channels_in, machine.rows * once)
    return min(by_depth, rounds(layer.taps, once) * rounds(layer.channels_in, machine.rows))


def _written(machine: BlockMachine, made: tuple[int, int, int], path: Path) -> float:
    """Cycles of finished elements, or of waiting for their scales."""
    figures = machine.figures
    scales = made[2] * figures.scale_bytes.value / figures.scale_access_bytes.value
    return max(prod(made) / figures.outputs_per_cycle.value, scales * path.latency_cycles)


def _input_bytes(
    layer: Layer, machine: BlockMachine, block: tuple[int, int, int], path: Path
) -> float:
    """Inputs with seams and repeats, other inputs once; in whole bursts."""
    made, seen = _clipped(layer, block), _seen(layer, block)
    picture = layer.rows * layer.stride, layer.columns * layer.stride
    seen = min(seen[0], picture[0]), min(seen[1], picture[1])
    deep = layer.kind == "depthwise"
    channels = layer.channels_in * layer.groups
    again = 1 if deep else rounds(_channels_of_group(layer), block[2])
    given = _pictures(layer, block) * prod(seen) * channels * again
    at_once = (
        min(made[2], machine.whole("access_bytes")) if deep else _depth_at_once(layer, machine)
    )
    others = max(layer.input_elements - prod(picture) * channels, 0)
    read = given * _burst_waste(min(at_once, channels), channels, seen[1], machine, path)
    return machine.element_bytes * (read + others)


def _output_bytes(
    layer: Layer, machine: BlockMachine, block: tuple[int, int, int], path: Path
) -> float:
    """Outputs once, in whole bursts."""
    made = _clipped(layer, block)
    lying = min(made[2], machine.whole("access_bytes"))
    waste = _burst_waste(lying, layer.channels_out, made[1], machine, path)
    return machine.element_bytes * layer.output_elements * waste


def _burst_waste(
    channels: int, of_all: int, columns: int, machine: BlockMachine, path: Path
) -> float:
    """What a burst carries over what is wanted of it. Channels lie innermost: if all are wanted,
    so are those of the next column."""
    wanted = channels * machine.element_bytes * (columns if channels == of_all else 1)
    return max(1.0, path.burst_bytes / wanted)
