"""What a network costs, kernel by kernel: whether it fits, the picture, the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.addresses.chips import SocRequest
from app.drawing.views.chart import Area, Chart, Key, linear_scale, short_number, ticks
from app.drawing.views.picture import Bar
from app.soc.views.kernel_reason import ReasonView
from app.soc.views.layer_words import layer_words
from app.words import count, share_text
from compiler_core.amounts import energy_text, time_text
from compiler_core.graph.layers.layer import Layer
from compiler_core.sizes import size_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import KernelBound, KernelCost, NetworkCost
from compiler_core.soc.stage_costs import EnergyParts

BOUND_WORDS: dict[KernelBound, str] = {
    "compute": "compute",
    "sram": "on-chip memory (SRAM)",
    "dram": "main memory (DRAM)",
    "overhead": "starting kernels",
}
SHORT_BOUNDS: dict[KernelBound, str] = {
    "compute": "compute",
    "sram": "SRAM",
    "dram": "DRAM",
    "overhead": "overhead",
}
MOST_ROWS = 400
_HEIGHT, _TOP, _LEFT, _FOOT = 260, 24, 64, 44
_LEAST_WIDTH, _MOST_BAR, _LEAST_BAR = 1040, 30, 7


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCostRow:
    """One row of the table of a network's kernels and their costs."""

    place: int
    """In order of execution, from 1."""
    kernel: KernelCost
    """With its modelled cost."""
    address: str
    """Page with this kernel explained."""
    chosen: bool
    """Whether this kernel is the explained one."""
    what: str
    """The layer that the kernel computes, in words."""
    parts: tuple[str, ...]
    """On the array, in SRAM and DRAM: cycles, or microseconds where no clock is known."""
    bound: str
    """What limits it, in short: `compute`, `SRAM`, `DRAM` or `overhead`."""


@dataclass(frozen=True, slots=True)
class BoundShare:
    """How much of the time one thing binds."""

    name: str
    kernels: str
    time: str
    share: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CostView:
    """What a network costs on a chip, kernel by kernel."""

    fits: bool
    """Whether the network fits in main memory; no time is modelled where it does not."""
    fit_sentence: str
    """Whether it fits, and whether weights stay on the chip."""
    facts: tuple[tuple[str, str], ...]
    """Figures of the whole run, each with its name; empty where the network does not fit."""
    bounds: tuple[BoundShare, ...]
    """How much of the time each thing binds."""
    picture: Chart | None
    """None where nothing runs."""
    rows: tuple[KernelCostRow, ...]
    """In the chosen order."""
    left_out: str
    """What of a very large network is not shown."""
    by_time: str
    """Address of the page with the longest kernels first."""
    by_place: str
    """Address of the page with kernels in order of execution."""
    sorted_by_time: bool
    """Whether the longest kernels come first."""
    counted_in: str
    """What the columns `parts` of the rows count: `cycles` or `µs`."""
    reason: ReasonView | None
    """Why the chosen kernel, else the longest, costs what it does; None without kernels."""
    tiling_address: str
    """Page of the chosen kernel cut into tiles, empty for none."""
    trust: str
    """How wrong the model is, with its page."""
    trust_address: str
    """Of the page with errors of the model."""
    assumptions: tuple[str, ...]
    """Sentences on what the model takes for granted."""


def fit_sentence(soc: SocDescription, cost: NetworkCost) -> str:
    """Whether it fits in main memory, then whether weights stay on the chip."""
    capacity = soc.main_memory.capacity_bytes
    needed = size_text(cost.needed_bytes)
    if capacity is None:
        first = f"It needs {needed} of the host's memory."
    elif cost.fits:
        first = f"It fits: it needs {needed} of {size_text(capacity.value)}."
    else:
        return (
            f"It does not fit: it needs {needed} and {soc.title} has "
            f"{size_text(capacity.value)}. No speed is given for what cannot run."
        )
    weights, inside = size_text(cost.weight_bytes), soc.on_chip_bytes
    room = size_text(inside or 0)
    if not inside:
        return f"{first} No on-chip memory is described; weights ({weights}) come from DRAM."
    if cost.weights_resident:
        return f"{first} Its weights ({weights}) stay in the {room} on the chip."
    return (
        f"{first} Its weights ({weights}) do not stay in the {room} on the chip: "
        "they are read from main memory at each run."
    )


def cost_headline(soc: SocDescription, title: str, cost: NetworkCost) -> str:
    """What binds the network, and by how much; only whether it fits, if it does not."""
    if cost.latency_ms is None:
        return fit_sentence(soc, cost)
    seconds = cost.latency_ms / 1e3
    bounds = bound_seconds(cost.per_kernel)
    start = (
        f"{title} takes {time_text(seconds)} on {soc.title} in {cost.precision}, modelled: "
        f"{1 / seconds:,.0f} runs a second."
    )
    if not bounds:
        return start
    bound, spent, kernels = max(bounds, key=lambda candidate: candidate[1])
    longest = max(cost.per_kernel, key=lambda candidate: candidate.seconds)
    return (
        f"{start} {share_text(spent / seconds)} of the time, {count(kernels, 'kernel')} of "
        f"{len(cost.per_kernel)}, the limit is {BOUND_WORDS[bound]}. The longest kernel, "
        f"{longest.name}, takes {share_text(longest.share)}."
    )


def bound_seconds(
    kernels: Sequence[KernelCost],
) -> tuple[tuple[KernelBound, float, int], ...]:
    """Of each bound that occurs: seconds and number of kernels."""
    bounds: list[tuple[KernelBound, float, int]] = []
    for bound in SHORT_BOUNDS:
        times = [kernel.seconds for kernel in kernels if kernel.bound == bound]
        if times:
            bounds.append((bound, sum(times), len(times)))
    return tuple(bounds)


def cost_facts(cost: NetworkCost, energy: EnergyParts | None) -> tuple[tuple[str, str], ...]:
    """Of the whole run. energy: None where nobody knows any."""
    if cost.latency_ms is None:
        return ()
    moved = sum(kernel.dram_bytes for kernel in cost.per_kernel)
    facts = [
        ("Latency, modelled", time_text(cost.latency_ms / 1e3)),
        ("Kernels", f"{len(cost.per_kernel):,}"),
        ("Multiply-accumulates", f"{cost.macs:,}"),
        ("Through main memory", size_text(moved)),
        ("Weights", "resident on the chip" if cost.weights_resident else "streamed at each run"),
    ]
    if energy is not None:
        whose = ", by the reference chip's energies" if energy.assumed else ""
        facts.append((f"Energy without registers, modelled{whose}", energy_text(energy.joules)))
    return tuple(facts)


def bound_shares(cost: NetworkCost) -> tuple[BoundShare, ...]:
    """The picture's colours in words, with their sums."""
    total = (cost.latency_ms or 0.0) / 1e3
    return tuple(
        BoundShare(SHORT_BOUNDS[bound], f"{kernels:,}", time_text(spent), share_text(spent / total))
        for bound, spent, kernels in bound_seconds(cost.per_kernel)
    )


def kernel_rows(
    request: SocRequest,
    cost: NetworkCost,
    layers: Sequence[Layer],
    order: Sequence[int],
    chosen: int,
) -> tuple[KernelCostRow, ...]:
    """In this order. layers: of the kernels. chosen: the place of the kernel that is explained,
    from 0; -1 for none.
    """
    return tuple(
        _row(request, cost, index, layers[index], chosen=index == chosen) for index in order
    )


def counted_in(cost: NetworkCost) -> str:
    """`cycles` where the unit's clock is known, else `µs`."""
    known = cost.per_kernel and cost.per_kernel[0].npu_cycles is not None
    return "cycles" if known else "µs"


def _row(
    request: SocRequest, cost: NetworkCost, index: int, layer: Layer, *, chosen: bool
) -> KernelCostRow:
    kernel, in_cycles = cost.per_kernel[index], counted_in(cost) == "cycles"
    cycles = (kernel.npu_cycles, kernel.sram_cycles, kernel.dram_cycles)
    times = (kernel.compute_seconds, kernel.sram_seconds, kernel.dram_seconds)
    return KernelCostRow(
        place=index + 1,
        kernel=kernel,
        address=kernel_address(request, index),
        chosen=chosen,
        what=layer_words(layer),
        parts=tuple(map(_cycles, cycles) if in_cycles else map(_microseconds, times)),
        bound=SHORT_BOUNDS[kernel.bound],
    )


def kernel_address(request: SocRequest, index: int) -> str:
    """The page with this kernel explained."""
    return request.with_values(kernel=f"{index + 1}").address("kernel-title")


def _cycles(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}"


def _microseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{seconds * 1e6:,.1f}"


def cost_picture(request: SocRequest, cost: NetworkCost, chosen: int) -> Chart | None:
    """A bar for each kernel in order of execution, as high as its time; the first MOST_ROWS."""
    kernels = cost.per_kernel[:MOST_ROWS]
    if not kernels:
        return None
    each = max(_LEAST_BAR, min(_MOST_BAR, (_LEAST_WIDTH - _LEFT) / len(kernels)))
    width = max(_LEAST_WIDTH, round(_LEFT + each * len(kernels) + 16))
    bottom = _HEIGHT - _FOOT
    scale = linear_scale(max(kernel.seconds for kernel in kernels) * 1e6, bottom, _TOP)
    return Chart(
        title="Time of each kernel in order of execution; the table has the numbers",
        area=Area(
            width=width, height=_HEIGHT, left=_LEFT, right=width - 8, top=_TOP, bottom=bottom
        ),
        x_title="kernels in order of execution",
        y_title="µs, modelled",
        x_ticks=(),
        y_ticks=ticks(scale),
        bars=tuple(
            _bar(
                request,
                index,
                drawn_kernel,
                _LEFT + each * index,
                each,
                scale.at(drawn_kernel.seconds * 1e6),
                bottom,
                chosen=index == chosen,
            )
            for index, drawn_kernel in enumerate(kernels)
        ),
        keys=tuple(
            Key(f"is-{bound}", f"bound by {BOUND_WORDS[bound]}, {share_text(_share(cost, spent))}")
            for bound, spent, _ in bound_seconds(cost.per_kernel)
        ),
    )


def _share(cost: NetworkCost, seconds: float) -> float:
    return seconds / ((cost.latency_ms or 1.0) / 1e3)


def _bar(
    request: SocRequest,
    index: int,
    kernel: KernelCost,
    x: float,
    each: float,
    top: float,
    bottom: float,
    *,
    chosen: bool,
) -> Bar:
    title = (
        f"{index + 1} {kernel.name}: {time_text(kernel.seconds)}, {share_text(kernel.share)}, "
        f"bound by {BOUND_WORDS[kernel.bound]}, {short_number(kernel.macs)} MACs"
    )
    classes = f"is-{kernel.bound}{' is-chosen' if chosen else ''}"
    height = max(bottom - top, 0.5)
    return Bar(
        x=round(x + 0.5, 1),
        y=round(bottom - height, 1),
        width=round(each - 1, 1),
        height=round(height, 1),
        classes=classes,
        title=title,
        address=kernel_address(request, index),
    )
