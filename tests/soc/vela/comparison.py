"""Our cost of each layer beside Vela's: order, bottleneck, ratio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import NetworkConstants, network_cost
from tests.soc.vela.layer_set import Asked
from tests.soc.vela.oracle import Answer
from tests.soc.vela.systems import DESCRIBED, Around, System, description_of

# Vela takes no losses but those of shapes, so neither do we: nothing fitted takes part.
IDEAL = NetworkConstants(1.0, 1.0, 0.0, 0.0)
LEAST_RANK = 0.9
LEAST_SHARE = 0.75
PARTS = ("npu", "sram", "dram")
_WORST = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One layer: cycles of the array, SRAM and DRAM, ours and Vela's."""

    asked: Asked
    ours: tuple[float, float, float]
    theirs: tuple[float, float, float]

    @property
    def ratio(self) -> float:
        """Of the whole layer, ours to theirs."""
        return max(self.ours) / max(self.theirs)

    @property
    def bottlenecks(self) -> tuple[str, str]:
        """Ours and theirs."""
        return bottleneck(self.ours), bottleneck(self.theirs)


@dataclass(frozen=True, slots=True)
class Agreement:
    """rank: Spearman's correlation of the cycles. same: share with the same bottleneck. guess:
    that share if the most frequent bottleneck were always named."""

    rank: float
    same: float
    guess: float
    ratios: tuple[float, ...]

    @property
    def is_enough(self) -> bool:
        return self.rank >= LEAST_RANK and self.same >= LEAST_SHARE


def bottleneck(cycles: Sequence[float]) -> str:
    """The part that takes longest."""
    return PARTS[max(range(len(PARTS)), key=lambda index: cycles[index])]


def rows_of(
    layers: Sequence[Asked], answers: Sequence[Answer], system: System = DESCRIBED
) -> tuple[Row, ...]:
    """Each layer alone is a network, or stands between two others."""
    soc = description_of(system)
    return tuple(
        Row(asked, our_cycles(soc, asked, system.around), (answer.npu, answer.sram, answer.dram))
        for asked, answer in zip(layers, answers, strict=True)
    )


def our_cycles(
    soc: SocDescription, asked: Asked, around: Around = "alone"
) -> tuple[float, float, float]:
    """Of the array, SRAM and DRAM."""
    layer = asked.layer
    network = [layer]
    if around == "between":
        network = [_magnitude(layer.input_elements), layer, _magnitude(layer.output_elements)]
    cost = network_cost(soc, network, "int8", IDEAL).per_kernel[len(network) // 2]
    return cost.npu_cycles or 0.0, cost.sram_cycles or 0.0, cost.dram_cycles or 0.0


def _magnitude(elements: int) -> Layer:
    """What stands before and after: as large as what it reads."""
    return Layer(
        name="magnitude",
        kind="elementwise",
        rows=1,
        columns=1,
        channels_in=1,
        channels_out=elements,
        taps=1,
        groups=1,
        input_elements=elements,
        weight_elements=0,
    )


def agreement(rows: Sequence[Row]) -> Agreement:
    """Over all rows."""
    named = Counter(row.bottlenecks[1] for row in rows)
    return Agreement(
        rank=rank_correlation([max(row.ours) for row in rows], [max(row.theirs) for row in rows]),
        same=fmean(row.bottlenecks[0] == row.bottlenecks[1] for row in rows),
        guess=max(named.values()) / len(rows),
        ratios=tuple(sorted(row.ratio for row in rows)),
    )


def rank_correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Spearman's: Pearson's correlation of the ranks, equal values sharing theirs."""
    one, other = ranks(left), ranks(right)
    middle = fmean(one)
    both = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    spread = sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)
    return both / spread**0.5


def ranks(values: Sequence[float]) -> list[float]:
    """From 0; equal values have the mean of their places."""
    ordered = sorted(values)
    first = {value: index for index, value in reversed(list(enumerate(ordered)))}
    counts = Counter(values)
    return [first[value] + (counts[value] - 1) / 2 for value in values]


def row_lines(rows: Sequence[Row]) -> list[str]:
    """A table: cycles of array, SRAM and DRAM, ours and Vela's, and the ratio of the layers."""
    lines = [f"{'layer':42}{'ours':>32}{'Vela':>32}  ratio  bottlenecks"]
    for row in sorted(rows, key=lambda one: one.ratio):
        cycles = "".join(f"{value:>11,.0f}" for value in (*row.ours, *row.theirs))
        ours, theirs = row.bottlenecks
        named = ours if ours == theirs else f"{ours}, Vela: {theirs}"
        lines.append(f"{row.asked.name:40}{cycles}  {row.ratio:5.2f}  {named}")
    return lines


def summary_lines(rows: Sequence[Row]) -> list[str]:
    """What the requirement asks for, and how far off the layers are."""
    found = agreement(rows)
    tenths = quantiles(found.ratios, n=10)
    other = sorted(rows, key=lambda row: -max(row.ratio, 1 / row.ratio))[:_WORST]
    return [
        f"{len(rows)} layers: rank correlation {found.rank:.3f} (at least {LEAST_RANK}), the same "
        f"bottleneck on {found.same:.1%} (at least {LEAST_SHARE:.0%}; {found.guess:.0%} by always "
        "naming the most frequent).",
        f"Cycles, ours to Vela's: median {median(found.ratios):.2f}, nine tenths from "
        f"{tenths[0]:.2f} upwards, nine tenths up to {tenths[-1]:.2f}.",
        "Furthest off: " + "; ".join(f"{row.asked.name} ({row.ratio:.2f})" for row in other) + ".",
    ]


def encoding_line(answers: Sequence[Answer]) -> str:
    """How little Vela's encoder finds in random weights."""
    shares = sorted(answer.encoded / answer.weights for answer in answers)
    total = sum(one.encoded for one in answers) / sum(one.weights for one in answers)
    return (
        f"Encoded weights take {total:.1%} of the raw ones over all layers, {shares[0]:.0%} at "
        f"least and {median(shares):.1%} in the median: nothing is compressed."
    )
