"""Tensors of published networks, and random graphs, for the planners."""

from __future__ import annotations

import random

from compiler_core.graph.planning import buffers_of
from compiler_core.graph.records import Buffer, FusedGroup


def chain(sizes: list[int]) -> tuple[Buffer, ...]:
    """A network without branches: kernel k reads tensor k and writes tensor k + 1."""
    names = [f"t{number}" for number in range(len(sizes))]
    groups = tuple(
        FusedGroup(
            name=f"k{number}",
            nodes=(),
            anchor="",
            inputs=(names[number],),
            outputs=(names[number + 1],),
            rule="",
        )
        for number in range(len(sizes) - 1)
    )
    return buffers_of(groups, dict(zip(names, sizes, strict=True)), names[:1], names[-1:])


def mobilenet_v1() -> tuple[Buffer, ...]:
    """Int8 activations at 224×224: Howard et al., arXiv 1704.04861, table 1, with the softmax."""
    sizes = [224 * 224 * 3, 112 * 112 * 32]
    side, channels = 112, 32
    for wider, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2),
                          *[(512, 1)] * 5, (1024, 2), (1024, 1)):  # fmt: skip
        side //= stride
        sizes += [side * side * channels, side * side * wider]
        channels = wider
    return chain([*sizes, 1024, 1000, 1000])


def mobilenet_v2() -> tuple[Buffer, ...]:
    """Int8 activations at 224×224: Sandler et al., arXiv 1801.04381, table 2.

    Kernels: convolution (1×1 expansion, 3×3 depthwise, 1×1 projection), residual addition, softmax.
    """
    network = _Network(224 * 224 * 3)
    network.kernel(112 * 112 * 32)
    side, channels = 112, 32
    for expansion, wider, repeats, stride in ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2),
                                              (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                                              (6, 320, 1, 1)):  # fmt: skip
        for step in (stride, *[1] * (repeats - 1)):
            entering = network.last
            if expansion > 1:
                network.kernel(side * side * channels * expansion)
            inner = channels * expansion
            side //= step
            network.kernel(side * side * inner)
            network.kernel(side * side * wider)
            if step == 1 and channels == wider:
                network.kernel(side * side * wider, entering)
            channels = wider
    network.kernel(7 * 7 * 1280)
    network.kernel(1280)
    network.kernel(1000)
    network.kernel(1000)
    return network.buffers()


class _Network:
    """Kernels in order; each reads the last tensor and perhaps one more."""

    def __init__(self, input_bytes: int) -> None:
        self.sizes = {"t0": input_bytes}
        self.groups: list[FusedGroup] = []
        self.last = "t0"

    def kernel(self, output_bytes: int, *others: str) -> None:
        name = f"t{len(self.sizes)}"
        self.sizes[name] = output_bytes
        self.groups.append(
            FusedGroup(
                name=f"k{len(self.groups)}",
                nodes=(),
                anchor="",
                inputs=(self.last, *others),
                outputs=(name,),
                rule="",
            )
        )
        self.last = name

    def buffers(self) -> tuple[Buffer, ...]:
        return buffers_of(tuple(self.groups), self.sizes, ("t0",), (self.last,))


def random_graph(seed: int) -> tuple[Buffer, ...]:
    """Kernels that read one to three earlier tensors; some outputs take over an input's memory."""
    draw = random.Random(seed)
    names = ["input"]
    sizes = {"input": draw.randint(1, 400)}
    groups = []
    for number in range(draw.randint(1, 24)):
        read = tuple(dict.fromkeys(draw.choices(names[-6:], k=draw.randint(1, 3))))
        written = tuple(f"t{number}_{index}" for index in range(draw.choice((1, 1, 1, 2))))
        sizes |= {name: draw.choice((sizes[read[0]], draw.randint(1, 400))) for name in written}
        groups.append(
            FusedGroup(
                name=f"k{number}", nodes=(), anchor="", inputs=read, outputs=written, rule=""
            )
        )
        names.extend(written)
    outputs = (names[-1], draw.choice(names))
    in_place = _random_sharing(draw, groups, sizes, outputs)
    scratch = {group.name: draw.randint(0, 90) for group in groups if draw.random() < 0.3}
    return buffers_of(tuple(groups), sizes, ("input",), outputs, in_place, scratch)


def _random_sharing(
    draw: random.Random, groups: list[FusedGroup], sizes: dict[str, int], kept: tuple[str, ...]
) -> dict[str, str]:
    last = {name: number for number, group in enumerate(groups) for name in group.inputs}
    taken: dict[str, str] = {}
    for number, group in enumerate(groups):
        dying = [
            name
            for name in group.inputs
            if last[name] == number and name not in kept and sizes[name] == sizes[group.outputs[0]]
        ]
        if dying and draw.random() < 0.7:
            taken[group.outputs[0]] = dying[0]
    return taken
