"""Random networks of convolutions, pools, sums, Concats and Splits on every axis."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fusion.model_builder import ModelBuilder

Shape = tuple[int, ...]


class _Growing:
    """values: what may be read, with shapes; unread: those that nothing reads yet."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.model = ModelBuilder(f"joined{seed}")
        shape = (self.pick(1, 1, 2), self.pick(4, 6, 8), self.pick(4, 6), self.pick(4, 6))
        self.values: dict[str, Shape] = {self.model.input("x", shape): shape}
        self.unread = set[str]()
        self.count = 0

    def pick(self, *options: int) -> int:
        return int(self.random.choice(options))

    def step(self) -> None:
        recent = list(self.values)[-5:]
        name = str(self.random.choice(recent))
        kinds = (
            self.convolve, self.convolve, self.depthwise, self.pool, self.rectify, self.add,
            self.join, self.join, self.join, self.part,
        )  # fmt: skip
        kinds[int(self.random.integers(len(kinds)))](name, self.values[name])

    def made(self, operator: str, shape: Shape, *inputs: str, **attributes: object) -> None:
        self.keep(self.model.node(operator, self.name(), *inputs, **attributes), shape, *inputs)

    def name(self) -> str:
        self.count += 1
        return f"n{self.count}"

    def keep(self, output: str, shape: Shape, *inputs: str) -> None:
        self.values[output] = shape
        self.unread = (self.unread - set(inputs)) | {output}

    def convolve(self, name: str, shape: Shape) -> None:
        channels, kernel = self.pick(3, 4, 8, 16), self.pick(1, 3)
        output = self.model.convolution(self.name(), name, (shape[1], channels), kernel)
        self.keep(output, (shape[0], channels, *shape[2:]), name)

    def depthwise(self, name: str, shape: Shape) -> None:
        channels = (shape[1], shape[1])
        output = self.model.convolution(self.name(), name, channels, group=shape[1])
        self.keep(output, shape, name)

    def pool(self, name: str, shape: Shape) -> None:
        self.made("MaxPool", shape, name, kernel_shape=[3, 3], pads=[1] * 4)

    def rectify(self, name: str, shape: Shape) -> None:
        self.made(str(self.random.choice(["Relu", "Sigmoid"])), shape, name)

    def add(self, name: str, shape: Shape) -> None:
        alike = [other for other, size in self.values.items() if size == shape]
        self.made("Add", shape, name, str(self.random.choice(alike)))

    def join(self, name: str, shape: Shape) -> None:
        axis = self.pick(0, 1, 1, 1, 2, 3)
        fitting = [
            other
            for other, size in self.values.items()
            if all(at == axis or size[at] == shape[at] for at in range(4))
            and size[axis] + shape[axis] <= 32
        ]
        if not fitting:
            return
        count = self.pick(1, 1, 2)
        others = [str(self.random.choice(fitting[-4:])) for _ in range(count)]
        parts = [name, *others][:: self.pick(1, -1)]
        total = sum(self.values[part][axis] for part in parts)
        self.made("Concat", (*shape[:axis], total, *shape[axis + 1 :]), *parts, axis=axis)

    def part(self, name: str, shape: Shape) -> None:
        axis = self.pick(0, 1, 1, 2, 3)
        if shape[axis] < 2:
            return
        first = int(self.random.integers(1, shape[axis]))
        sizes = (first, shape[axis] - first)
        given = self.model.constant(np.array(sizes, np.int64))
        for output, size in zip(
            self.model.split(self.name(), name, given, axis), sizes, strict=True
        ):
            self.keep(output, (*shape[:axis], size, *shape[axis + 1 :]), name)


def random_joined(seed: int, steps: int = 12) -> ir.Model:
    """The network of this seed; what nothing reads leaves it."""
    growing = _Growing(seed)
    for _ in range(steps):
        growing.step()
    return growing.model.build(*sorted(growing.unread))
